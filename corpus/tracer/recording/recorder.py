"""Follows calls line by line and keeps what their statements did."""
import ast
import io
import os

from . import feeds, limits
from .replay import replay_items
from .source import Function, target_value
from .values import DATA, MISSING, attribute, show

# Scopes that belong to the statement they are written in.
SKIP = frozenset(("<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<lambda>"))
GENERATOR = 0x20 | 0x80 | 0x100 | 0x200


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
        self.feed = None

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
        fn = self.codes.get(code, MISSING)
        if fn is MISSING:
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
        full = fn.seen <= limits.CALLS or (fn.seen % 41 == 0 and fn.seen < 41 * 60)
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
            v = local.get(name, MISSING)
            is_global = False
            if v is MISSING:
                v = glob.get(name, MISSING)
                is_global = True
                if v is MISSING:
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
            if x is MISSING:
                if not is_global:
                    out.setdefault(name, show(v))
                continue
            out[name + "." + attr] = show(x)
        return out

    def keep(self, f, s, before, outcome):
        if s.events >= limits.EVENTS or any(v is None for v in before.values()) or outcome.get("x") in ("Stop", "MemoryError"):
            return
        key = tuple(before.items())
        if key in s.keys:
            return
        s.keys.add(key)
        s.events += 1
        f.fn.events.append([f.call, s.index, before, outcome])

    def finish(self, f, frame, line, ret=MISSING):
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
        if before is None or s.events >= limits.EVENTS and s.kind != "for":
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
            if ret is MISSING and s.body[0] <= line <= s.body[1]:
                if loop[1] is not None and s.target is not None:
                    try:
                        loop[1].append(target_value(s.target, frame.f_locals))
                        r = show(loop[1][-1])
                    except KeyError:
                        r = None
                    if r is None or len(loop[1]) > limits.LOOP:
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
            self.keep(f, s, before, {"b": ret is MISSING and s.body[0] <= line <= s.body[1]})
            return
        after = self.snapshot(frame, s.refs)
        changed = {}
        for k, r in after.items():
            if before.get(k, MISSING) != r:
                if r is None:
                    return
                changed[k] = r
        for k in before:
            if k not in after and ")" not in k and (before[k] or "?")[0] != "<":
                return               # the name is gone
        out = {"c": changed}
        if s.is_return:
            if ret is MISSING:
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
            if len(text) <= limits.REPR and not any(r.startswith("<") for r in items):
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
        if f.lines > limits.LINES:
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
        elif s.events >= limits.EVENTS:
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
            if name not in ("Stop", "MemoryError") and len(fn.calls) < limits.KEPT_CALLS and a is not None and all(v is not None for v in a.values()):
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

    def start(self):
        if self.feed is None:
            self.feed = feeds.start(self)

    def pause(self):
        """Record nothing until start is called again."""
        if self.feed is not None:
            self.feed.close()
            self.feed = None

    def stop(self):
        self.pause()
        self.active.clear()

    def ignores(self, code):
        """Whether no call of the code is of interest, now or later."""
        return self.codes.get(code) is None and code.co_name not in SKIP

    def records(self):
        for fn in self.functions:
            if fn.events or fn.calls:
                yield fn.record(self.project)
