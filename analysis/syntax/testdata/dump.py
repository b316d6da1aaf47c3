"""Print the syntax tree of each file named on the command line, in a form that the Go tests print too."""

import ast
import struct
import sys

sys.setrecursionlimit(20000)
INSIDE_FSTRINGS = sys.version_info >= (3, 12)  # where positions in f-strings are right
OPERATORS = (ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
SKIP = {"ctx", "type_comment", "kind", "type_ignores", "default_value"}


def constant(v):
    if isinstance(v, bool) or v is None or v is ...:
        return repr(v)
    if isinstance(v, str):
        return "str:" + v.encode("utf-8", "surrogatepass").hex()
    if isinstance(v, bytes):
        return "bytes:" + v.hex()
    if isinstance(v, int):
        return "int:%x" % v
    if isinstance(v, float):
        return "float:" + struct.pack(">d", v).hex()
    if isinstance(v, complex):
        return "complex:" + struct.pack(">d", v.imag).hex()
    raise TypeError(type(v))


def position(node, fstring):
    if not hasattr(node, "lineno") or fstring:
        return ""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        first = min([d.lineno for d in node.decorator_list] + [node.lineno])
        return " %d def %d - %d:%d" % (first, node.lineno, node.end_lineno, node.end_col_offset)
    return " %d:%d-%d:%d" % (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


def dump(node, out, indent, fstring):
    hidden = fstring and (not INSIDE_FSTRINGS or isinstance(node, (ast.Constant, ast.JoinedStr)))
    out.append(" " * indent + type(node).__name__ + position(node, hidden))
    fstring = fstring or isinstance(node, ast.JoinedStr)
    if isinstance(node, ast.FormattedValue) and INSIDE_FSTRINGS:
        fields = [("value", node.value, False), ("conversion", node.conversion, True), ("format_spec", node.format_spec, True)]
    else:
        fields = [(name, getattr(node, name), fstring) for name in node._fields]
    for name, value, inside in sorted(fields, key=lambda f: f[0]):
        if name in SKIP:
            continue
        pad = " " * (indent + 1)
        if isinstance(node, ast.Constant) or name == "value" and isinstance(node, ast.MatchSingleton):
            out.append(pad + constant(value))
        elif isinstance(value, ast.AST):
            if isinstance(value, OPERATORS):
                out.append(pad + name + " " + type(value).__name__)
                continue
            out.append(pad + name)
            dump(value, out, indent + 2, inside)
        elif isinstance(value, list):
            if not value:
                continue
            out.append(pad + name + " %d" % len(value))
            for item in value:
                if isinstance(item, OPERATORS):
                    out.append(pad + " " + type(item).__name__)
                elif isinstance(item, ast.AST):
                    dump(item, out, indent + 2, inside)
                else:
                    out.append(pad + " " + str(item))
        elif value is None or value == 0 and name in ("level", "simple") or value == -1 and name == "conversion":
            continue
        else:
            out.append(pad + name + " " + str(value))


def main():
    for path in sys.argv[1:]:
        with open(path, "rb") as f:
            src = f.read()
        try:
            tree = ast.parse(src)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
            print("error", type(e).__name__, getattr(e, "msg", e), getattr(e, "lineno", None))
            print("--")
            continue
        out = []
        dump(tree, out, 0, False)
        sys.stdout.buffer.write(("\n".join(out) + "\n--\n").encode("utf-8", "surrogatepass"))


import warnings

warnings.simplefilter("ignore")
main()
