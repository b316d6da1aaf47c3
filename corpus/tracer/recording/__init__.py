"""Record what Python functions do while a program, a test suite or a list of calls runs.

The output is one JSON object a line, gzip-compressed, one object a function:

    v        schema version, SCHEMA below
    project  name given with --project
    path     file of the function, relative to the root it lies under
    name     name of the function; qual its qualified name; line its first line
    src      dedented source without decorators
    params   [[name, annotation or null], ...] in the order of the signature
    stmts    [{k, t, l, tg?, ex?, an?}, ...]: the statements that can be asked about
               k   "simple", "cond" (if, while) or "for"
               t   text of the statement's head, white space collapsed
               l   line in src, from 1
               tg, ex, an   target, right side and annotation, where one name is assigned the result of a call
    events   [[call, stmt, before, outcome], ...]
               call    number of the recorded call
               stmt    index into stmts
               before  {name: repr} of what the head names: locals, "x.attr" of objects, globals that hold
                       data, and "f()" for the result of a call into the same project
               outcome {"c": {name: repr}} what changed, with "r": repr on a return statement;
                       {"b": bool} a condition; {"i": repr} the items of a for loop; {"x": type} an exception
    calls    [[args, "ret"|"exc", repr or type, mutated], ...]

A repr is CPython's, made only from values whose type is exactly a builtin one; any other value is
"<Type>". Values that are too long, or that depend on hash order, leave the event out. No method of a
traced program's objects is ever called, so recording does not change what the program does.
"""
SCHEMA = 1
