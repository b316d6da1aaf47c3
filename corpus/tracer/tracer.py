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
import ast
import atexit
import builtins
import gzip
import io
import json
import os
import random
import re
import signal
import sys
import textwrap
import time
import types

SCHEMA = 1
SKIP = frozenset(("<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<lambda>"))
MAX_REPR = 200
MAX_ITEMS = 40
MAX_LOOP = 30
MAX_EVENTS = 8        # kept for each statement
MAX_LINES = 120       # followed in one call
MAX_CALLS = 24        # followed in full for each function; later ones are sampled
MAX_KEPT_CALLS = 16
GENERATOR = 0x20 | 0x80 | 0x100 | 0x200


class Stop(BaseException):
    """Raised by the alarm; no program under trace catches it by accident."""


class _Unfit(Exception):
    pass


def _fit(v, depth):
    t = type(v)
    if t is str:
        if len(v) > 150:
            raise _Unfit
        return
    if t is int:
        if v > 10**18 or v < -10**18:
            raise _Unfit
        return
    if t is float or t is bool or v is None:
        return
    if t is bytes:
        if len(v) > 80:
            raise _Unfit
        return
    if depth > 4:
        raise _Unfit
    if t is list or t is tuple:
        if len(v) > MAX_ITEMS:
            raise _Unfit
        for x in v:
            _fit(x, depth + 1)
        return
    if t is dict:
        if len(v) > MAX_ITEMS:
            raise _Unfit
        for k in v:
            _fit(k, depth + 1)
            _fit(v[k], depth + 1)
        return
    if t is set:
        if len(v) > MAX_ITEMS:
            raise _Unfit
        for x in v:
            if len(v) > 1 and type(x) not in (int, bool):
                raise _Unfit     # the order depends on the hash seed
            _fit(x, depth + 1)
        return
    raise _Opaque


class _Opaque(Exception):
    pass


def show(v):
    """The repr of v, "<Type>" for a value that is not data, None for one that does not fit."""
    try:
        _fit(v, 0)
    except _Opaque:
        if type(v) in (list, tuple, dict, set):
            return None          # a container of objects: neither data nor one object
        return "<%s>" % type.__getattribute__(type(v), "__name__")
    except _Unfit:
        return None
    try:
        r = repr(v)
    except ValueError:           # digits limit
        return None
    if len(r) > MAX_REPR:
        return None
    try:
        r.encode("utf-8")
    except UnicodeEncodeError:
        return None
    return r


DATA = frozenset((str, int, float, bool, bytes, type(None), list, tuple, dict, set))
_MISSING = object()


def attribute(v, name):
    """The stored attribute of an object, or _MISSING; runs no code of the program."""
    if type(v) is types.ModuleType:
        x = types.ModuleType.__getattribute__(v, "__dict__").get(name, _MISSING)
        return x if type(x) in DATA else _MISSING
    t = type(v)
    try:
        mro = type.__dict__["__mro__"].__get__(t)
    except TypeError:
        return _MISSING
    for c in mro:
        d = type.__dict__["__dict__"].__get__(c)
        g = d.get("__dict__", _MISSING)
        if g is not _MISSING:
            if type(g) is types.GetSetDescriptorType:
                inst = g.__get__(v)
                if type(inst) is dict:
                    x = inst.get(name, _MISSING)
                    if x is not _MISSING:
                        return x
            break
    for c in mro:
        x = type.__dict__["__dict__"].__get__(c).get(name, _MISSING)
        if x is not _MISSING:
            if type(x) in DATA:
                return x
            if type(x) is types.MemberDescriptorType:
                try:
                    return x.__get__(v)
                except AttributeError:
                    return _MISSING
            return _MISSING
    return _MISSING


class Stmt:
    __slots__ = ("kind", "text", "line", "refs", "body", "target", "extra", "is_return", "index", "iter_src", "events", "keys", "used")


def squeeze(text):
    return re.sub(r"\s*\n\s*", " ", text.strip())


def segment(lines, n):
    """The source text of a node, from the lines of its file."""
    first, last = n.lineno - 1, n.end_lineno - 1
    if first == last:
        b = lines[first].encode()
        return b[n.col_offset : n.end_col_offset].decode()
    head = lines[first].encode()[n.col_offset :].decode()
    tail = lines[last].encode()[: n.end_col_offset].decode()
    return "\n".join([head] + lines[first + 1 : last] + [tail])


def references(node):
    """Names and one-level attributes of names that the node mentions, in order of appearance."""
    out = []
    bare = set()
    chained = set()

    def visit(n):
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name):
            k = (n.value.id, n.attr)
            if k not in chained:
                chained.add(k)
                out.append(k)
            return
        if isinstance(n, ast.Name):
            if n.id not in bare:
                bare.add(n.id)
                out.append((n.id, None))
            return
        for c in ast.iter_child_nodes(n):
            visit(c)

    visit(node)
    return out


class Function:
    """A function's source, its statements, and what was recorded."""

    def __init__(self, node, lines, path, qual):
        self.node = node
        self.path = path
        self.qual = qual
        self.name = node.name
        self.line = node.lineno
        seg = lines[node.lineno - 1 : node.end_lineno]
        self.src = textwrap.dedent("\n".join(seg))
        a = node.args
        self.params = [
            [p.arg, squeeze(ast.unparse(p.annotation)) if p.annotation is not None else None]
            for p in a.posonlyargs + a.args + ([a.vararg] if a.vararg else []) + a.kwonlyargs + ([a.kwarg] if a.kwarg else [])
        ]
        self.stmts = []
        self.at = {}
        self.seen = 0
        self.calls = []
        self.call_keys = set()
        self.events = []
        self.code = None
        self._collect(node.body, lines)

    def _collect(self, body, lines):
        for n in body:
            self._statement(n, lines)

    def _statement(self, n, lines):
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)):
            self._mark(n.lineno, n.end_lineno, None)
            return
        if isinstance(n, (ast.If, ast.While)):
            self._head(n, n.test, "cond", "if ", ":", lines)
        elif isinstance(n, ast.For):
            self._head(n, n.iter, "for", "for ", ":", lines)
        elif isinstance(n, (ast.With, ast.Try, ast.AsyncWith, ast.AsyncFor, ast.Match)) or n.__class__.__name__ == "TryStar":
            self._mark(n.lineno, n.body[0].lineno - 1 if getattr(n, "body", None) else n.lineno, None)
        else:
            self._head(n, n, "simple", "", "", lines)
        for f in ("body", "orelse", "finalbody"):
            self._collect(getattr(n, f, []), lines)
        for h in getattr(n, "handlers", []):
            self._mark(h.lineno, h.body[0].lineno - 1, None)
            self._collect(h.body, lines)
        for c in getattr(n, "cases", []):
            self._mark(c.pattern.lineno, c.body[0].lineno - 1, None)
            self._collect(c.body, lines)

    def _mark(self, first, last, s):
        for k in range(first, max(first, last) + 1):
            # Two statements on one line cannot be told apart by line events.
            self.at[k] = s if k not in self.at else None

    def _head(self, n, part, kind, before, after, lines):
        if any(isinstance(x, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)) and kind == "simple" or isinstance(x, (ast.Yield, ast.YieldFrom, ast.Await)) for x in ast.walk(part)):
            self._mark(n.lineno, part.end_lineno, None)
            return
        s = Stmt()
        s.kind = kind
        s.text = before + squeeze(segment(lines, part)) + after
        s.line = n.lineno - self.line + 1
        s.refs = references(part)
        s.body = (n.body[0].lineno, n.body[-1].end_lineno) if kind != "simple" else None
        s.target = None
        s.iter_src = None
        s.extra = None
        s.is_return = isinstance(n, ast.Return)
        s.events = 0
        s.keys = set()
        s.used = False
        if kind == "for":
            s.target = n.target if _plain_target(n.target) else None
            s.iter_src = n.iter
        if kind == "simple":
            t = None
            if isinstance(n, ast.Assign) and len(n.targets) == 1:
                t = n.targets[0]
            elif isinstance(n, ast.AnnAssign) and n.value is not None:
                t = n.target
            if isinstance(t, ast.Name) and any(isinstance(x, ast.Call) for x in ast.walk(n.value)):
                s.extra = (t.id, squeeze(segment(lines, n.value)), squeeze(ast.unparse(n.annotation)) if isinstance(n, ast.AnnAssign) else None)
        s.index = len(self.stmts)
        self.stmts.append(s)
        last = part.end_lineno if kind == "simple" else max(part.end_lineno, n.lineno)
        self._mark(n.lineno, last, s)

    def record(self, project):
        return {
            "v": SCHEMA, "project": project, "path": self.path, "name": self.name, "qual": self.qual,
            "line": self.line, "src": self.src, "params": self.params,
            "stmts": [
                dict({"k": s.kind, "t": s.text, "l": s.line},
                     **({"tg": s.extra[0], "ex": s.extra[1], "an": s.extra[2]} if s.extra else {}))
                for s in self.stmts
            ],
            "events": self.events, "calls": self.calls,
        }


def _plain_target(t):
    if isinstance(t, ast.Name):
        return True
    return isinstance(t, ast.Tuple) and all(_plain_target(x) for x in t.elts)


def _target_value(t, local):
    if isinstance(t, ast.Name):
        return local[t.id]
    return tuple(_target_value(x, local) for x in t.elts)


_SAFE = {n: getattr(builtins, n) for n in "range enumerate zip sorted reversed list set dict len map filter str int float min max sum tuple abs bool any all ord chr divmod round".split()}


def replay_items(node, before):
    """The items of a loop whose iterable is plain data and builtins, else None."""
    env = {}
    for k, r in before.items():
        if r.startswith("<") or not k.isidentifier():
            return None
        env[k] = ast.literal_eval(r) if r != "set()" else set()
    for n in ast.walk(node):
        if isinstance(n, ast.Name) and n.id not in env and n.id not in _SAFE:
            return None
        if isinstance(n, (ast.Lambda, ast.comprehension)) or isinstance(n, ast.Attribute) and n.attr.startswith("_"):
            return None
        if isinstance(n, ast.BinOp) and isinstance(n.op, (ast.Pow, ast.LShift, ast.Mult)):
            return None
    it = eval(compile(ast.Expression(node), "<iter>", "eval"), {"__builtins__": _SAFE}, env)
    out = []
    for x in it:
        out.append(x)
        if len(out) > MAX_LOOP:
            return None
    return out


class Frame:
    __slots__ = ("fn", "call", "args", "cur", "line", "before", "nested", "impure", "exc", "lines", "loops", "want", "light")


class Recorder:
    """Follows calls of the functions that lie under the roots."""

    def __init__(self, roots, exclude=(), project="", include=None):
        self.roots = [os.path.realpath(r) + os.sep for r in roots]
        self.exclude = exclude
        self.include = include
        self.project = project
        self.codes = {}
        self.files = {}
        self.functions = []
        self.active = {}
        self.ncall = 0
        self.mutating = False
        self.tool = None

    # -- finding functions --

    def add_source(self, filename, path, text):
        """Make the functions of a text known as those of filename."""
        table = {}
        tree = ast.parse(text)
        lines = text.split("\n")

        def visit(n, prefix):
            for c in ast.iter_child_nodes(n):
                if isinstance(c, ast.FunctionDef):
                    first = min([c.lineno] + [d.lineno for d in c.decorator_list])
                    try:
                        table[(first, c.name)] = Function(c, lines, path, prefix + c.name)
                    except (IndexError, ValueError, AttributeError):
                        pass
                    visit(c, prefix + c.name + ".<locals>.")
                elif isinstance(c, ast.ClassDef):
                    visit(c, prefix + c.name + ".")
                else:
                    visit(c, prefix)

        visit(tree, "")
        self.files[filename] = table

    def _lookup(self, code):
        name = code.co_filename
        if code.co_flags & GENERATOR or name.startswith("<") and name not in self.files:
            return None
        if name not in self.files:
            self.files[name] = None
            real = os.path.realpath(name)
            root = next((r for r in self.roots if real.startswith(r)), None)
            if root is None or any(x in real for x in self.exclude):
                return None
            rel = real[len(root):]
            if self.include is not None and not self.include(rel):
                return None
            try:
                with io.open_code(real) as f:
                    text = f.read().decode("utf-8")
                if len(text) > 600_000:
                    return None
                self.add_source(name, rel, text.expandtabs(8).replace("\r\n", "\n").replace("\x0c", " "))
            except (OSError, UnicodeDecodeError, SyntaxError, RecursionError, ValueError):
                return None
        table = self.files[name]
        if table is None:
            return None
        fn = table.get((code.co_firstlineno, code.co_name))
        if fn is not None and fn.code is None:
            fn.code = code
            self.functions.append(fn)
        return fn

    # -- events --

    def on_call(self, frame):
        """The frame record when the call is to be followed, else None."""
        code = frame.f_code
        fn = self.codes.get(code, _MISSING)
        if fn is _MISSING:
            fn = self.codes[code] = self._lookup(code)
        if fn is None:
            return None
        hop = False
        back = frame.f_back
        while back is not None and back.f_code.co_name in SKIP:
            back = back.f_back
            hop = True
        parent = self.active.get(back)
        if parent is not None and parent.light:
            parent = None
        fn.seen += 1
        full = fn.seen <= MAX_CALLS or (fn.seen % 41 == 0 and fn.seen < 41 * 60)
        if not full and (parent is None or hop):
            if parent is not None:
                parent.impure = True
            return None
        if hop and parent is not None:
            parent.impure = True
            parent = None
        f = Frame()
        f.fn = fn
        f.light = not full
        f.want = parent
        f.cur = None
        f.line = 0
        f.before = None
        f.nested = []
        f.impure = False
        f.exc = None
        f.lines = 0
        f.loops = {}
        f.call = 0
        f.args = None
        if full:
            self.ncall += 1
            f.call = self.ncall
            local = frame.f_locals
            f.args = {p: show(local[p]) for p, _ in fn.params if p in local}
        self.active[frame] = f
        return f

    def snapshot(self, frame, refs):
        local = frame.f_locals
        glob = frame.f_globals
        out = {}
        for name, attr in refs:
            v = local.get(name, _MISSING)
            is_global = False
            if v is _MISSING:
                v = glob.get(name, _MISSING)
                is_global = True
                if v is _MISSING:
                    continue
            if attr is None:
                if is_global and type(v) not in DATA:
                    continue
                out[name] = show(v)
                continue
            if type(v) in DATA:
                out[name] = show(v)
                continue
            x = attribute(v, attr)
            if x is _MISSING:
                if not is_global:
                    out.setdefault(name, show(v))
                continue
            out[name + "." + attr] = show(x)
        return out

    def keep(self, f, s, before, outcome):
        if s.events >= MAX_EVENTS or any(v is None for v in before.values()) or outcome.get("x") in ("Stop", "MemoryError"):
            return
        key = tuple(before.items())
        if key in s.keys:
            return
        s.keys.add(key)
        s.events += 1
        f.fn.events.append([f.call, s.index, before, outcome])

    def finish(self, f, frame, line, ret=_MISSING):
        """The current statement ended: control is at line, or the function returned."""
        s = f.cur
        if s is None:
            return
        before = f.before
        exc = f.exc
        f.cur = None
        f.exc = None
        nested = f.nested
        if nested or f.impure:
            bad = f.impure or len(nested) > 4
            f.nested = []
            f.impure = False
            if before is None or bad:
                return
            before = dict(before)
            for k, r in nested:
                if r is None:
                    return
                n = 2
                key = k + "()"
                while key in before:
                    key = "%s()%d" % (k, n)
                    n += 1
                before[key] = r
        if before is None or s.events >= MAX_EVENTS and s.kind != "for":
            return
        if s.kind == "for":
            loop = f.loops.get(s)
            if loop is None:
                return
            if exc is not None and exc != "StopIteration":
                f.loops.pop(s)
                self.keep(f, s, before, {"x": exc})
                return
            if loop[0] is None:
                loop[0] = before
            if ret is _MISSING and s.body[0] <= line <= s.body[1]:
                if loop[1] is not None and s.target is not None:
                    try:
                        loop[1].append(_target_value(s.target, frame.f_locals))
                        r = show(loop[1][-1])
                    except KeyError:
                        r = None
                    if r is None or len(loop[1]) > MAX_LOOP:
                        loop[1] = None
                    else:
                        loop[1][-1] = r
                return
            f.loops.pop(s)
            self.end_loop(f, s, loop, True)
            return
        if exc is not None:
            self.keep(f, s, before, {"x": exc})
            return
        if s.kind == "cond":
            self.keep(f, s, before, {"b": ret is _MISSING and s.body[0] <= line <= s.body[1]})
            return
        after = self.snapshot(frame, s.refs)
        changed = {}
        for k, r in after.items():
            if before.get(k, _MISSING) != r:
                if r is None:
                    return
                changed[k] = r
        for k in before:
            if k not in after and ")" not in k and (before[k] or "?")[0] != "<":
                return               # the name is gone
        out = {"c": changed}
        if s.is_return:
            if ret is _MISSING:
                return
            r = show(ret)
            if r is None:
                return
            out["r"] = r
        self.keep(f, s, before, out)

    def end_loop(self, f, s, loop, complete):
        before, items = loop
        if before is None or any(v is None for v in before.values()):
            return
        if complete and items is not None:
            text = "[" + ", ".join(items) + "]"
            if len(text) <= MAX_REPR and not any(r.startswith("<") for r in items):
                self.keep(f, s, before, {"i": text})
            return
        try:
            r = show(replay_items(s.iter_src, before))
        except Exception:
            return
        if r is not None and r != "None":
            self.keep(f, s, before, {"i": r})

    def on_line(self, f, frame):
        line = frame.f_lineno
        s = f.fn.at.get(line)
        c = f.cur
        if c is not None and s is c and (line != f.line or s.kind == "for"):
            f.line = line            # another line of the same statement
            return
        self.finish(f, frame, line)
        f.lines += 1
        if f.lines > MAX_LINES:
            f.cur = None
            frame.f_trace_lines = False
            return
        prev = f.line
        f.cur = s
        f.line = line
        if s is None:
            f.before = None
            f.nested = []
            f.impure = False
            return
        if s.kind == "for":
            loop = f.loops.get(s)
            if loop is not None:
                if s.body[0] <= prev <= s.body[1]:
                    p = f.fn.at.get(prev)
                    if p is not None and p.text == "break":
                        loop[1] = None   # it may be this loop's second start
                    f.before = loop[0]
                    return
                self.end_loop(f, s, loop, False)
            f.loops[s] = [None, []]
        elif s.events >= MAX_EVENTS:
            f.before = None
            return
        f.before = self.snapshot(frame, s.refs)
        return

    def on_exception(self, f, exc_type):
        f.exc = type.__getattribute__(exc_type, "__name__")

    def on_return(self, f, frame, value, failed=None):
        self.active.pop(frame, None)
        if failed is None:           # settrace does not tell
            failed = f.exc is not None and value is None and f.exc != "StopIteration"
        name = f.exc
        parent = f.want
        if not f.light:
            if f.cur is not None:
                self.finish(f, frame, 0, value)
            for s, loop in f.loops.items():
                self.end_loop(f, s, loop, False)
            a = f.args
            fn = f.fn
            if name not in ("Stop", "MemoryError") and len(fn.calls) < MAX_KEPT_CALLS and a is not None and all(v is not None for v in a.values()):
                r = name if failed else show(value)
                if r is not None:
                    key = tuple(a.items())
                    if key not in fn.call_keys:
                        fn.call_keys.add(key)
                        fn.calls.append([a, "exc" if failed else "ret", r, self.mutating])
        if parent is not None and parent.cur is not None:
            n = f.fn.name
            if not failed and n != "__init__":
                parent.nested.append((n, show(value)))

    # -- running --

    def local(self, frame, event, arg):
        f = self.active.get(frame)
        if f is None:
            return None
        try:
            if event == "line":
                if not f.light:
                    self.on_line(f, frame)
            elif event == "exception":
                self.on_exception(f, arg[0])
            elif event == "return":
                self.on_return(f, frame, arg)
        except Exception:
            self.active.pop(frame, None)
            return None
        return self.local

    def dispatch(self, frame, event, arg):
        if event != "call":
            return None
        try:
            f = self.on_call(frame)
        except Exception:
            return None
        if f is None:
            return None
        if f.light:
            frame.f_trace_lines = False
        return self.local

    def start(self):
        if MONITORING:
            self.tool = Monitor(self)
        else:
            sys.settrace(self.dispatch)

    def pause(self):
        """Record nothing until start is called again."""
        if self.tool is not None:
            self.tool.close()
            self.tool = None
        elif not MONITORING:
            sys.settrace(None)

    def stop(self):
        self.pause()
        self.active.clear()

    def records(self):
        for fn in self.functions:
            if fn.events or fn.calls:
                yield fn.record(self.project)


MONITORING = hasattr(sys, "monitoring")


class Monitor:
    """Feeds a Recorder from sys.monitoring, which costs nothing in code that is not recorded."""

    def __init__(self, rec):
        mon = sys.monitoring
        self.rec = rec
        self.id = next((i for i in (4, 3, 1, 2, 0) if mon.get_tool(i) is None), None)
        if self.id is None:
            return
        mon.use_tool_id(self.id, "tracer")
        e = mon.events
        self.local = e.LINE | e.PY_RETURN
        self.codes = set()
        for event, f in ((e.PY_START, self.on_start), (e.LINE, self.on_line), (e.PY_RETURN, self.on_return), (e.RAISE, self.on_raise), (e.PY_UNWIND, self.on_unwind)):
            mon.register_callback(self.id, event, f)
        mon.set_events(self.id, e.PY_START | e.RAISE | e.PY_UNWIND)
        mon.restart_events()

    def close(self):
        if self.id is None:
            return
        mon = sys.monitoring
        for c in self.codes:
            mon.set_local_events(self.id, c, 0)
        mon.set_events(self.id, 0)
        mon.free_tool_id(self.id)

    def on_start(self, code, _):
        try:
            f = self.rec.on_call(sys._getframe(1))
        except Exception:
            return None
        if f is None:
            return sys.monitoring.DISABLE if self.rec.codes.get(code) is None and code.co_name not in SKIP else None
        if code not in self.codes:
            self.codes.add(code)
            sys.monitoring.set_local_events(self.id, code, self.local)
        return None

    def guarded(self, do):
        frame = sys._getframe(2)
        f = self.rec.active.get(frame)
        if f is None:
            return
        try:
            do(f, frame)
        except Exception:
            self.rec.active.pop(frame, None)

    def on_line(self, code, line):
        self.guarded(lambda f, frame: None if f.light or f.lines > MAX_LINES else self.rec.on_line(f, frame))

    def on_return(self, code, _, value):
        self.guarded(lambda f, frame: self.rec.on_return(f, frame, value, False))

    def on_raise(self, code, _, exc):
        self.guarded(lambda f, frame: self.rec.on_exception(f, type(exc)))

    def on_unwind(self, code, _, exc):
        self.guarded(lambda f, frame: self.rec.on_return(f, frame, None, True))


# -- more calls, from changed arguments --

ALPHA = "abcdefghijklmnopqrstuvwxyz"


def mutate(v, rng, depth=0):
    """A value of the same type, a little different."""
    t = type(v)
    p = rng.random()
    if t is bool:
        return p < 0.5
    if t is int:
        if abs(v) > 10**6:
            return v
        return rng.choice((v + rng.randint(-3, 3), rng.randint(0, max(2, 2 * abs(v))), v, abs(v) // 2, rng.randint(0, 12)))
    if t is float:
        return round(rng.choice((v + rng.randint(-2, 2), v * 2, v / 2, rng.random() * 10, v)), 2) if abs(v) < 1e9 else v
    if t is str:
        if not v or p < 0.2:
            return v
        c = list(v)
        for _ in range(rng.randint(1, 3)):
            if not c:
                break
            i = rng.randrange(len(c))
            x = c[i]
            q = rng.random()
            if q < 0.4:
                c[i] = rng.choice("0123456789") if x.isdigit() else rng.choice(ALPHA.upper() if x.isupper() else ALPHA) if x.isalpha() else x
            elif q < 0.6:
                c.insert(i, x)
            elif q < 0.8:
                del c[i]
            else:
                j = rng.randrange(len(c))
                c[i], c[j] = c[j], c[i]
        return "".join(c)
    if depth > 3:
        return v
    if t is list or t is tuple:
        c = [mutate(x, rng, depth + 1) if rng.random() < 0.6 else x for x in v]
        if p < 0.2 and c:
            c.append(rng.choice(c))
        elif p < 0.4 and len(c) > 1:
            del c[rng.randrange(len(c))]
        elif p < 0.55:
            rng.shuffle(c)
        return t(c)
    if t is dict:
        return {k: mutate(x, rng, depth + 1) for k, x in v.items()}
    return v


UNSAFE = re.compile(r"remove|unlink|delete|rmtree|write|save|kill|exec|system|spawn|mkdir|rename|open|exit|quit|main|run|install|sleep|fork|connect|send|move|copy|chmod|input|get_?pass|serve", re.I)
UNSAFE_FILE = re.compile(r"(^|/)(os|shutil|subprocess|pathlib|tempfile|socket|signal|threading|site|venv|multiprocessing|asyncio|test|idlelib|lib2to3|distutils|ensurepip|pip)(\.py|/)")


def _deny(event, args):
    if Recorder.guard and (event == "open" and not (len(args) > 1 and args[1] in ("r", "rb", None)) or event.split(".")[0] in ("os", "shutil", "subprocess", "socket", "tempfile", "signal", "webbrowser", "ctypes") and event not in ("os.listdir", "os.scandir", "os.putenv")):
        raise PermissionError("not allowed while arguments are changed")


Recorder.guard = False


def run_mutations(rec, seed, each, seconds):
    """Call plain module-level functions again with arguments like the recorded ones."""
    rng = random.Random(seed)
    sys.addaudithook(_deny)
    end = time.monotonic() + seconds
    rec.mutating = True
    for fn in list(rec.functions):
        if time.monotonic() > end:
            break
        if "." in fn.qual or UNSAFE.search(fn.name) or UNSAFE_FILE.search(fn.path) or fn.node.args.vararg or fn.node.args.kwarg or fn.node.args.posonlyargs:
            continue
        if not fn.calls or len(fn.calls) >= MAX_KEPT_CALLS:
            continue
        target = None
        for m in list(sys.modules.values()):
            x = getattr(m, "__dict__", {}).get(fn.name) if type(m) is types.ModuleType else None
            if type(x) is types.FunctionType and x.__code__ is fn.code:
                target = x
                break
        if target is None:
            continue
        base = []
        for a, status, _, _ in fn.calls[:4]:
            if status == "ret" and a and not any(v.startswith("<") for v in a.values()):
                try:
                    base.append({k: ast.literal_eval(v) if v != "set()" else set() for k, v in a.items()})
                except (ValueError, SyntaxError):
                    pass
        for k in range(each if base else 0):
            args = {n: mutate(v, rng) for n, v in rng.choice(base).items()}
            call_with_limit(rec, lambda: target(**args), 0.3)
            if len(fn.calls) >= MAX_KEPT_CALLS:
                break


def call_with_limit(rec, thunk, seconds):
    """Run a call under trace; what it raises and a time-out are swallowed."""
    live = [True]

    def late(*_):
        if live[0]:
            raise Stop()

    old = signal.signal(signal.SIGALRM, late)
    try:
        try:
            Recorder.guard = True
            signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
            rec.start()
            thunk()
        finally:
            live[0] = False
            rec.pause()
    except BaseException:
        pass
    live[0] = False
    signal.setitimer(signal.ITIMER_REAL, 0)
    rec.stop()
    Recorder.guard = False
    signal.signal(signal.SIGALRM, old)


# -- commands --

def main(argv):
    import argparse

    p = argparse.ArgumentParser(description="record what Python functions do")
    p.add_argument("--out", required=True, help="output file, .jsonl.gz")
    p.add_argument("--project", default="")
    p.add_argument("--root", action="append", default=[], help="folder whose functions are recorded")
    p.add_argument("--exclude", action="append", default=[], help="part of a path whose functions are not recorded")
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--memory", type=int, default=2048, help="MiB")
    p.add_argument("--mutate", type=int, default=0, help="further calls a function with changed arguments")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("mode", choices=["script", "unittest", "pytest", "functions", "doctest", "import", "calls"])
    p.add_argument("args", nargs=argparse.REMAINDER)
    o = p.parse_args(argv)

    import resource

    resource.setrlimit(resource.RLIMIT_AS, (o.memory << 20, o.memory << 20))
    rec = Recorder(o.root, o.exclude, o.project)
    done = []

    def dump():
        if done:
            return
        done.append(1)
        rec.pause()
        part = o.out + ".part"
        with gzip.open(part, "wt", compresslevel=4, encoding="utf-8") as w:
            for r in rec.records():
                w.write(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n")
        os.replace(part, o.out)

    def alarm(*_):
        rec.pause()
        Recorder.guard = False
        dump()
        os._exit(0)

    pid = os.getpid()
    quiet = open(os.devnull, "w")
    err = sys.stderr
    sys.stdin = open(os.devnull)
    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, o.seconds)
    try:
        run(rec, o, quiet)
    except SystemExit:
        pass
    except BaseException as e:
        err.write("tracer: %s %s: %r\n" % (o.mode, o.args, e))
    if os.getpid() != pid:
        os._exit(0)
    rec.pause()
    sys.stdout = sys.stderr = quiet
    signal.setitimer(signal.ITIMER_REAL, 0)
    dump_late = o.seconds
    if o.mutate:
        try:
            run_mutations(rec, o.seed, o.mutate, dump_late)
        except BaseException as e:
            err.write("tracer: mutate: %r\n" % (e,))
    Recorder.guard = False
    dump()
    os._exit(0)


def run_calls(rec, path):
    """Run the calls of a JSON-lines file: {"id", "code", "call_expr" or "input", the arguments of f}."""
    global MAX_EVENTS
    MAX_EVENTS = 1 << 30
    with open(path, encoding="utf-8") as f:
        items = [json.loads(line) for line in f if line.strip()]
    for k, item in enumerate(items):
        code = item["code"].replace("\r\n", "\n")
        filename = "<calls %d>" % k
        space = {"__name__": filename}
        try:
            rec.add_source(filename, str(item.get("id", k)), code)
            exec(compile(code, filename, "exec"), space)
            call = compile(item.get("call_expr") or "f(%s)" % item["input"], "<call>", "eval")
        except Exception:
            continue
        call_with_limit(rec, lambda: eval(call, space), 1)


class _Mark:
    """Stands in for pytest.mark where pytest is not installed: keeps parameters, ignores the rest."""

    def __getattr__(self, name):
        def mark(*args, **kw):
            if name == "parametrize":
                def keep(f):
                    f.__dict__.setdefault("_params", []).append(args)
                    return f
                return keep
            if len(args) == 1 and callable(args[0]) and not kw:
                return args[0]
            return lambda f: f
        return mark


def _small_pytest():
    """A module with the parts of pytest that plain test functions use."""
    import contextlib

    m = types.ModuleType("pytest")

    class Info:
        value = None
        def match(self, *a):
            return True

    @contextlib.contextmanager
    def expecting(types_, **kw):
        i = Info()
        try:
            yield i
        except types_ as e:
            i.value = e
            return
        raise AssertionError("did not raise")

    def raises(types_, *args, **kw):
        if args and callable(args[0]):
            try:
                args[0](*args[1:], **kw)
            except types_ as e:
                return e
            raise AssertionError("did not raise")
        return expecting(types_)

    def fixture(*args, **kw):
        def keep(f):
            f._fixture = True
            return f
        return keep(args[0]) if args and callable(args[0]) else keep

    class Skip(Exception):
        pass

    def skip(*a, **k):
        raise Skip()

    class Approx:
        def __init__(self, v, *a, **k):
            self.v = v
        def __eq__(self, o):
            return True

    m.raises, m.fixture, m.mark, m.skip, m.approx = raises, fixture, _Mark(), skip, Approx
    m.param = lambda *a, **k: a if len(a) != 1 else a[0]
    m.importorskip = __import__
    m.fail = skip
    m.warns = lambda *a, **k: contextlib.nullcontext([])
    m.deprecated_call = lambda *a, **k: contextlib.nullcontext()
    m.skip.Exception = Skip
    return m


def run_functions(rec, paths):
    """Run the test functions and classes of files, as pytest would, without it."""
    import importlib
    import itertools
    import unittest

    try:
        import pytest  # noqa: F401
    except ImportError:
        sys.modules["pytest"] = _small_pytest()

    def arguments(f, fixtures, tmp):
        rows = [{}]
        for p in getattr(f, "_params", []):
            names = [n.strip() for n in p[0].split(",")] if isinstance(p[0], str) else list(p[0])
            new = []
            for base, row in itertools.product(rows, list(p[1])[:60]):
                vals = (row,) if len(names) == 1 else tuple(row)
                new.append({**base, **dict(zip(names, vals))})
            rows = new[:200]
        code = f.__code__
        names = code.co_varnames[: code.co_argcount]
        missing = [n for n in names if n not in rows[0] and n != "self"] if rows else []
        for row in rows:
            for n in missing:
                if n not in fixtures:
                    return
                g = fixtures[n]()
                row[n] = next(g) if isinstance(g, types.GeneratorType) else g
            yield row

    def one(f, kw):
        try:
            rec.start()
            f(**kw)
        except Stop:
            raise
        except Exception:
            pass
        finally:
            rec.pause()

    for path in paths:
        d, base = os.path.split(os.path.abspath(path))
        top, name = d, base[:-3]
        while os.path.exists(os.path.join(top, "__init__.py")):
            top, last = os.path.split(top)
            name = last + "." + name
        if top not in sys.path:
            sys.path.insert(0, top)
        try:
            m = importlib.import_module(name)
        except Stop:
            raise
        except BaseException as e:
            sys.__stderr__.write("tracer: %s: %r\n" % (path, e))
            continue
        fixtures = {k: v for k, v in vars(m).items() if getattr(v, "_fixture", False)}
        for k, v in list(vars(m).items()):
            try:
                if isinstance(v, type) and issubclass(v, unittest.TestCase):
                    suite = unittest.defaultTestLoader.loadTestsFromTestCase(v)
                    rec.start()
                    unittest.TextTestRunner(stream=open(os.devnull, "w"), verbosity=0).run(suite)
                    rec.pause()
                elif isinstance(v, type) and k.startswith("Test"):
                    for a in dir(v):
                        if a.startswith("test"):
                            x = v()
                            if hasattr(x, "setup_method"):
                                x.setup_method(None)
                            f = getattr(v, a)
                            for kw in arguments(f, fixtures, None):
                                one(getattr(x, a), kw)
                elif type(v) is types.FunctionType and k.startswith("test"):
                    for kw in arguments(v, fixtures, None):
                        one(v, kw)
            except Stop:
                raise
            except Exception:
                rec.pause()


def run(rec, o, quiet):
    sys.argv = o.args[:]
    for r in reversed(o.root):
        if r not in sys.path:
            sys.path.insert(0, r)
    if o.mode == "script":
        import runpy

        sys.stdout = quiet
        rec.start()
        runpy.run_path(o.args[0], run_name="__main__")
    elif o.mode == "unittest":
        import unittest

        sys.stdout = quiet
        suite = unittest.defaultTestLoader.loadTestsFromNames(o.args)
        runner = unittest.TextTestRunner(stream=quiet, verbosity=0)
        rec.start()
        runner.run(suite)
    elif o.mode == "pytest":
        import pytest

        sys.stdout = quiet

        class Plugin:
            @staticmethod
            def pytest_runtest_call(item):
                rec.start()

            @staticmethod
            def pytest_runtest_teardown(item):
                rec.pause()

        # The project's own configuration may ask for plugins, coverage or that warnings are errors.
        alone = ["-c", os.devnull, "--rootdir", o.root[0] if o.root else "."]
        pytest.main(["-q", "-p", "no:cacheprovider", "--capture=sys"] + alone + o.args, plugins=[Plugin()])
    elif o.mode == "calls":
        sys.stdout = quiet
        for path in o.args:
            run_calls(rec, path)
    elif o.mode == "functions":
        sys.stdout = quiet
        run_functions(rec, o.args)
    else:
        import importlib
        import doctest

        for name in o.args:
            sys.stdout = quiet
            try:
                m = importlib.import_module(name)
                if o.mode == "doctest":
                    runner = doctest.DocTestRunner(verbose=False)
                    tests = doctest.DocTestFinder(exclude_empty=True).find(m)
                    for t in tests:
                        rec.start()
                        try:
                            runner.run(t, out=lambda s: None)
                        finally:
                            rec.pause()
            except Stop:
                raise
            except BaseException:
                pass


if __name__ == "__main__":
    main(sys.argv[1:])
