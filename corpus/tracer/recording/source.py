"""Functions as they are written: their statements and what those mention."""
import ast
import re
import textwrap

from . import SCHEMA


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
        elif isinstance(n, (ast.With, ast.Try, ast.AsyncWith, ast.AsyncFor)) or n.__class__.__name__ in ("Match", "TryStar"):
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
            s.target = n.target if plain_target(n.target) else None
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


def plain_target(t):
    if isinstance(t, ast.Name):
        return True
    return isinstance(t, ast.Tuple) and all(plain_target(x) for x in t.elts)


def target_value(t, local):
    if isinstance(t, ast.Name):
        return local[t.id]
    return tuple(target_value(x, local) for x in t.elts)
