"""Random statements over the variables of a function."""
import re

from templates import AUG, ERRORS, EXPR, HOLE, MUTATE
from words import ABC, ANN, LOCALS, TYPES, WORDS


class Scope:
    """The variables of the function being written."""

    def __init__(self, gen, params):
        self.g = gen
        self.r = gen.r
        self.vars = list(params)
        self.used = {n for n, _ in params}
        self.fixed = set()          # loop variables and counters: not assigned to
        self.objects = []

    def of(self, t):
        return [n for n, k in self.vars if k == t or t == "S" and k == "C"]

    def fresh(self, t):
        for _ in range(12):
            n = self.r.choice(LOCALS[t])
            if n not in self.used:
                break
        else:
            n = self.r.choice(LOCALS[t]) + str(self.r.randint(2, 9))
        return n

    def bind(self, n, t):
        self.vars = [(a, b) for a, b in self.vars if a != n] + [(n, t)]
        self.used.add(n)

    def pick(self, names):
        """A name, recent ones more often."""
        k = len(names)
        return names[max(0, k - 1 - int(self.r.expovariate(0.6)))]

    def leaf(self, t):
        names = self.of(t)
        if names and self.r.random() < 0.95:
            return self.pick(names)
        if t == "S":
            return repr(self.g.v.text()[:30] if self.r.random() < 0.5 else self.g.v.short())
        if t == "B" and self.of("I") + self.of("S"):
            ints = self.of("I")
            if ints and self.r.random() < 0.5:
                return self.fill(self.r.choice(["<I> > <n>", "<I> == <n>", "<I> < <N>", "<I> != <I>"]), 0)
            if self.of("S"):
                return self.fill(self.r.choice(["<c> in <S>", "<S> == <c>", "<S>.startswith(<c>)", "len(<S>) > <n>"]), 0)
        return repr(self.g.v.make(t))

    def expr(self, t, depth=1):
        if depth <= 0:
            return self.leaf(t)
        if t in ("I", "S", "LI", "LS", "B", "F") and self.r.random() < 0.09:
            call = self.call(t)
            if call:
                return call
        texts, weights = EXPR[t]
        for _ in range(5):
            tpl = self.r.choices(texts, weights)[0]
            need = {h.rstrip("$") for h in HOLE.findall(tpl)} & set(EXPR) - {"B", "C"}
            if all(self.of(x) or self.r.random() < 0.06 for x in need):
                return self.fill(tpl, depth)
        return self.leaf(t)

    def call(self, t):
        """A call of a helper or a method that returns t."""
        options = [h for h in self.g.helpers if h[2] == t]
        ms = [(o, m) for o, c in self.objects for m in c["methods"] if m[2] == t]
        if not options and not ms:
            return None
        k = self.r.randrange(len(options) + len(ms))
        if k < len(options):
            name, params, _ = options[k]
            return "%s(%s)" % (name, ", ".join(self.expr(p, self.r.choice([0, 0, 1])) for p in params))
        o, (name, params, _) = ms[k - len(options)]
        return "%s.%s(%s)" % (o, name, ", ".join(self.leaf(p) for p in params))

    def fill(self, tpl, depth=1, target=None, ttype=None):
        r = self.r
        names = {}

        def hole(m):
            k = m.group(1)
            simple = k.endswith("$")
            k = k.rstrip("$")
            if k == "C":
                k = "c"
            if k in EXPR:
                if simple:                    # inside an f-string: no quotes of the same kind
                    vs = self.of(k)
                    return self.pick(vs) if vs else {"S": "len('')", "I": str(r.randint(0, 9)), "F": "0.5"}[k]
                e = self.expr(k, depth - 1 if r.random() < 0.6 else 0)
                if " " in e and e[0] not in "'[{(\"":
                    after = tpl[m.end() : m.end() + 1]
                    before = tpl[max(0, m.start() - 4) : m.start()]
                    if after in (".", "[") or re.search(r"(\*|/|%|-|not|in|\+|==|<|>|and|or|&|\||\^) $", before) or before.endswith(("-", "*")) or re.match(r" (\*|/|%|-|in|not|==|<|>|if|\+|and|or|!|&|\||\^|is)", tpl[m.end() :]):
                        e = "(" + e + ")"
                elif k in ("I", "F") and tpl[m.end() : m.end() + 1] == "." or e.startswith("-") and "**" in tpl:
                    e = "(" + e + ")"
                return e
            if k == "t":
                return target
            if k == "t1":
                return "%s[%s]" % (target, r.choice(["0", "-1", "1"]))
            if k == "k1":
                vs = self.of("S")
                return self.pick(vs) if vs and r.random() < 0.35 else repr(self.g.v.short()) if r.random() < 0.3 else "next(iter(%s))" % target if r.random() < 0.15 else repr(r.choice(WORDS))
            if k == "k":
                return r.choice(["name", "id", "type", "value", "count", "total", "key", "status", "size", "path", "user", "x", "y"])
            if k == "c":
                vs = [n for n, t in self.vars if t == "C"]
                if vs and r.random() < 0.6:
                    return self.pick(vs)
                if r.random() < 0.12 and self.of("S"):
                    return self.pick(self.of("S"))
                return repr(self.g.v.short())
            if k == "q":
                return repr(r.choice(" -*0_x.#" + r.choice(ABC)))
            if k == "c2":
                return repr("".join(r.sample(ABC, 3)))
            if k == "n":
                return str(r.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 10]))
            if k == "n1":
                return str(r.choice([1, 2, 2, 3, 3, 4]))
            if k == "m":
                return str(r.choice([2, 2, 2, 3, 3, 4, 5, 7, 10]))
            if k == "N":
                vs = self.of("I")
                if vs and r.random() < 0.2:
                    return self.pick(vs)
                return str(r.choice([3, 4, 5, 6, 7, 8, 10, 12, 15, 20]))
            if k == "b":
                return r.choice(["2", "8", "10", "16"])
            if k == "p":
                return r.choice(["0", "1", "2", "-1"])
            if k == "p1":
                return r.choice(["0", "1", "-1"])
            if k == "fmt":
                return r.choice(["03d", "5d", ",", "x", "b", ">6", "<5", "04", "+d"])
            if k in ("x", "x0"):
                vs = self.of("I")
                if vs and r.random() < (0.45 if k == "x" else 0.2):
                    v = self.pick(vs)
                    return r.choice([v, v, v, v + " - 1", v + " + 1", v + " % 2"])
                return r.choice(["0", "0", "0", "-1", "-1", "1", "2", "-2"] if k == "x" else ["0", "0", "1", "-1"])
            if k == "slice":
                def bound():
                    vs = self.of("I")
                    if vs and r.random() < 0.4:
                        return self.pick(vs)
                    return str(r.choice([1, 1, 1, 2, 2, 3, 4, 5, -1, -1, -2, -3]))
                p = r.random()
                if p < 0.35:
                    return bound() + ":"
                if p < 0.65:
                    return ":" + bound()
                if p < 0.85:
                    return bound() + ":" + bound()
                return r.choice(["::2", "::-1", "1::2", ":", bound() + "::-1", "1:-1"])
            if k in ("v", "u"):
                if k not in names:
                    free = [x for x in ["x", "c", "i", "w", "v", "k", "e", "n", "ch", "item", "p", "num", "el", "word", "row", "j", "val"] if x not in self.used and x not in names.values()]
                    names[k] = r.choice(free or ["zz", "yy"])
                return names[k]
            if k == "is":
                return r.choice(["isdigit", "isalpha", "isupper", "islower", "isalnum", "isspace"])
            if k == "w":
                return r.choice([" ", "-", ":", ", ", "_", "/", " is ", "=", ": ", " - ", "<", "id ", "x"])
            if k == "sd":
                vs = self.of("S")
                return self.pick(vs) if vs and r.random() < 0.4 else repr(str(r.randint(0, 9999)))
            raise KeyError(k)

        return HOLE.sub(hole, tpl)

    # -- statements: lists of lines --

    def block(self, depth, loops, n):
        out = []
        for _ in range(n):
            out += self.statement(depth, loops, n)
        return ["    " + x for x in out] or ["    pass"]

    def statement(self, depth, loops, left):
        r = self.r
        p = r.random()
        if depth < 3 and left > 0:
            if p < 0.15:
                return self.if_(depth, loops)
            if p < 0.29 and loops < 2:
                return self.for_(depth, loops)
            if p < 0.335 and loops < 1:
                return self.while_(depth, loops)
            if p < 0.355:
                return self.try_(depth, loops)
        if loops and depth and p < 0.38:
            return ["if " + self.expr("B") + ":", "    " + r.choice(["break", "continue", "continue"])]
        if p < 0.4 and depth:
            return ["if " + self.expr("B") + ":", "    return " + self.expr(self.g.returns, 1)]
        if p < 0.415:
            return r.choice([["assert " + self.expr("B") + r.choice(["", ", 'bad'"])], ["if " + self.expr("B") + ":", "    raise " + r.choice(["ValueError('invalid')", "KeyError(%s)" % self.leaf("S"), "TypeError('wrong type')", "IndexError('out of range')"])]])
        if p < 0.66:
            return self.assign(loops)
        if p < 0.76:
            return self.augment()
        return self.mutate()

    def assignable(self, t):
        return [n for n, k in self.vars if k == t and n not in self.fixed]

    def assign(self, loops=0):
        r = self.r
        p = r.random()
        if p < 0.04 and len(self.of("I")) > 1:
            a, b = r.sample(self.assignable("I") or ["_a"], 1)[0], self.pick(self.of("I"))
            if a != "_a" and a != b and b not in self.fixed:
                return ["%s, %s = %s, %s" % ((a, b, b, a) if r.random() < 0.4 else (a, b, b, a + " + " + b) if r.random() < 0.4 else (a, b, self.expr("I"), self.expr("I")))]
        if p < 0.07:
            t1, t2 = r.choice(["S", "I", "LI", "LS"]), r.choice(["S", "I", "I", "LI"])
            e1, e2 = self.expr(t1), self.expr(t2)
            n1 = self.fresh(t1)
            self.used.add(n1)
            n2 = self.fresh(t2)
            self.bind(n1, t1)
            self.bind(n2, t2)
            return ["%s, %s = %s, %s" % (n1, n2, e1, e2)]
        if p < 0.09 and self.of("S"):
            x = self.pick(self.of("S"))
            ns = r.sample(["head", "tail", "mid", "before", "after", "rest", "name", "ext", "_"], 3)
            for n in ns:
                if n != "_":
                    self.bind(n, "S")
            return ["%s = %s.%s(%s)" % (", ".join(ns), x, r.choice(["partition", "rpartition"]), self.fill("<c>"))]
        if p < 0.105 and self.of("LI"):
            x = self.pick(self.of("LI"))
            self.bind("first", "I")
            self.bind("rest", "LI")
            return ["first, *rest = " + x]
        if p < 0.115 and self.of("PI"):
            x = self.pick(self.of("PI"))
            self.bind("num", "I")
            self.bind("label", "S")
            return ["num, label = " + x]
        if p < 0.13:
            e1, e2 = self.expr("I"), self.fill("<m>")
            self.bind("q", "I")
            self.bind("r", "I")
            return ["q, r = divmod(%s, %s)" % (e1, e2)]
        if p < 0.15 and self.g.classes and not loops:
            c = r.choice(self.g.classes)
            n = r.choice(["obj", "item", "acc", "box", "tracker", "p"])
            line = "%s = %s(%s)" % (n, c["name"], ", ".join(self.expr(t) for _, t in c["params"]))
            self.objects = [o for o in self.objects if o[0] != n] + [(n, c)]
            self.vars = [v for v in self.vars if v[0] != n]
            self.used.add(n)
            return [line]
        if p < 0.2 and self.objects:
            o, c = r.choice(self.objects)
            m = r.choice(c["methods"])
            call = "%s.%s(%s)" % (o, m[0], ", ".join(self.expr(t, r.choice([0, 1])) for t in m[1]))
            if m[2] is None:
                return [call]
            n = self.fresh(m[2])
            self.bind(n, m[2])
            return ["%s = %s" % (n, call)]
        if p < 0.23 and self.objects:
            o, c = r.choice(self.objects)
            f, t = r.choice(c["fields"])
            n = self.fresh(t)
            self.bind(n, t)
            return ["%s = %s.%s" % (n, o, f)]
        t = r.choices(*TYPES)[0]
        e = self.expr(t, r.choice([1, 1, 1, 2]))
        old = self.assignable(t)
        n = self.pick(old) if old and r.random() < 0.42 else self.fresh(t)
        if n in self.fixed:
            n = n + "2"
        self.bind(n, t)
        if r.random() < 0.03:
            return ["%s: %s = %s" % (n, ANN[t], e)]
        return ["%s = %s" % (n, e)]

    def augment(self):
        ts = [t for t in AUG if self.assignable(t)]
        if not ts:
            return self.assign()
        t = self.r.choices(ts, [{"S": 4, "I": 6, "F": 2}.get(t, 1) for t in ts])[0]
        return [self.fill(self.r.choices(*AUG[t])[0], 1, self.pick(self.assignable(t)))]

    def mutate(self):
        ts = [t for t in MUTATE if self.of(t)]
        if not ts:
            return self.assign()
        t = self.r.choices(ts, [{"LI": 5, "LS": 5, "D": 4}.get(t, 2) for t in ts])[0]
        x = self.pick(self.of(t))
        tpl = self.r.choices(*MUTATE[t])[0]
        line = self.fill(tpl, self.r.choice([1, 1, 2]), x, t)
        if ".pop(" in line and line.startswith(x + ".pop") and self.r.random() < 0.5 and t in ("LI", "LS") and "if" not in line:
            k = {"LI": "I", "LS": "S"}[t]
            n = self.fresh(k)
            self.bind(n, k)
            return ["%s = %s" % (n, line)]
        return [line]

    def saved(self, f):
        vs, fx, ob = self.vars, set(self.fixed), list(self.objects)
        out = f()
        self.vars, self.fixed, self.objects = vs, fx, ob
        return out

    def if_(self, depth, loops):
        r = self.r
        n = r.choice([1, 1, 1, 2])
        out = ["if " + self.expr("B", r.choice([1, 1, 2])) + ":"] + self.saved(lambda: self.block(depth + 1, loops, n))
        p = r.random()
        if p < 0.18:
            out += ["elif " + self.expr("B") + ":"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        if p < 0.45:
            out += ["else:"] + self.saved(lambda: self.block(depth + 1, loops, r.choice([1, 1, 2])))
        return out

    def for_(self, depth, loops):
        r = self.r

        def name(options):
            free = [x for x in options.split() if x not in self.used]
            n = r.choice(free or [options.split()[0] + str(r.randint(2, 9))])
            return n

        heads = []

        def add(w, text, *binds):
            heads.append((w, text, binds))

        if self.of("S"):
            s = self.pick(self.of("S"))
            add(3, "for {a} in %s" % s, ("char c ch letter", "C"))
            add(2, "for {a}, {b} in enumerate(%s)" % s, ("i idx index pos", "I"), ("char c ch letter", "C"))
            add(1.5, "for {a} in range(len(%s))" % s, ("i j k idx", "I"))
            add(1.5, "for {a} in %s.split(%s)" % (s, r.choice(["", self.fill("<c>")])), ("word part w token piece", "S"))
            add(0.5, "for {a} in %s.splitlines()" % s, ("line row", "S"))
        if self.of("LI"):
            s = self.pick(self.of("LI"))
            add(4, "for {a} in %s" % s, ("num x n v value item", "I"))
            add(2, "for {a} in range(len(%s))" % s, ("i j k idx", "I"))
            add(1, "for {a} in range(1, len(%s))" % s, ("i j k", "I"))
            add(2, "for {a}, {b} in enumerate(%s)" % s, ("i idx index pos", "I"), ("num x v value item", "I"))
            add(0.6, "for {a} in sorted(%s)" % s, ("num x v value", "I"))
            add(0.5, "for {a} in reversed(%s)" % s, ("num x v value", "I"))
            add(0.5, "for {a} in %s[%s]" % (s, self.fill("<slice>")), ("num x v value", "I"))
            if self.of("LS"):
                add(1, "for {a}, {b} in zip(%s, %s)" % (self.pick(self.of("LS")), s), ("name key label word", "S"), ("num x v value", "I"))
        if self.of("LS"):
            s = self.pick(self.of("LS"))
            add(4, "for {a} in %s" % s, ("word w name item part token line", "S"))
            add(1.5, "for {a}, {b} in enumerate(%s)" % s, ("i idx index pos", "I"), ("word w name item part", "S"))
            add(0.5, "for {a} in sorted(%s)" % s, ("word w name item", "S"))
        if self.of("LF"):
            add(1, "for {a} in %s" % self.pick(self.of("LF")), ("x value price v", "F"))
        if self.of("LL"):
            s = self.pick(self.of("LL"))
            add(2, "for {a} in %s" % s, ("row line group pair", "LI"))
            add(0.7, "for {a}, {b} in enumerate(%s)" % s, ("i r idx", "I"), ("row line group", "LI"))
        if self.of("D"):
            s = self.pick(self.of("D"))
            add(2.5, "for {a}, {b} in %s.items()" % s, ("key k name", "S"), ("value v count", "I"))
            add(1, "for {a} in %s" % s, ("key k name", "S"))
            add(0.5, "for {a} in %s.values()" % s, ("value v count", "I"))
            add(0.7, "for {a}, {b} in sorted(%s.items())" % s, ("key k name", "S"), ("value v count", "I"))
        if self.of("DS"):
            add(1.5, "for {a}, {b} in %s.items()" % self.pick(self.of("DS")), ("key k old", "S"), ("value v new", "S"))
        if self.of("DL"):
            add(1.5, "for {a}, {b} in %s.items()" % self.pick(self.of("DL")), ("key k node", "S"), ("values group neighbors", "LI"))
        add(1.5, "for {a} in range(%s)" % self.fill("<n1>"), ("i j k step _i", "I"))
        add(1, "for {a} in range(%s, %s)" % (self.fill("<n>"), self.fill("<N>")), ("i j k", "I"))
        if self.of("I"):
            v = self.pick(self.of("I"))
            add(1, "for {a} in range(min(%s, %s))" % (v, self.fill("<n1>")), ("i j k", "I"))
            add(0.5, "for {a} in range(%s, 0, -1)" % r.choice(["3", "4", "5", "min(%s, 6)" % v]), ("i j k", "I"))
        _, text, binds = r.choices(heads, [h[0] for h in heads])[0]

        def body():
            names = {}
            for key, (options, t) in zip("ab", binds):
                n = name(options)
                names[key] = n
                self.bind(n, t)
                self.fixed.add(n)
            return [text.format(**names) + ":"] + self.block(depth + 1, loops + 1, r.choice([1, 1, 2, 2, 3]))

        pre = []
        if r.random() < 0.5:        # an accumulator before the loop, as real code has
            t = r.choices(["I", "S", "LI", "LS", "D", "F"], [4, 3, 3, 3, 2, 1])[0]
            n = self.fresh(t)
            self.bind(n, t)
            pre = ["%s = %s" % (n, {"I": r.choice(["0", "0", "1"]), "S": "''", "LI": "[]", "LS": "[]", "D": "{}", "F": "0.0"}[t])]
        return pre + self.saved(body)

    def while_(self, depth, loops):
        r = self.r
        p = r.random()
        n = r.choice([1, 1, 2])
        if p < 0.25 and self.assignable("LI") + self.assignable("LS"):
            t = "LI" if self.assignable("LI") else "LS"
            x = self.pick(self.assignable(t))
            pops = "%s.pop(%s)" % (x, r.choice(["", "", "0"]))
            k = {"LI": "I", "LS": "S"}[t]

            def body():
                v = self.fresh(k)
                self.bind(v, k)
                self.vars = [a for a in self.vars if a[0] != x]
                return ["while %s:" % x, "    %s = %s" % (v, pops)] + self.block(depth + 1, loops + 1, n)

            return self.saved(body)
        if p < 0.5 and self.assignable("I"):
            x = self.pick(self.assignable("I"))
            d = r.choice(["10", "2", "3"])

            def body():
                self.fixed.add(x)
                pre = []
                if r.random() < 0.6:
                    pre = ["    digit = %s %% %s" % (x, d)]
                    self.bind("digit", "I")
                return ["while %s > 0:" % x] + pre + self.block(depth + 1, loops + 1, n) + ["    %s //= %s" % (x, d)]

            return self.saved(body)
        x = r.choice([c for c in ["i", "j", "pos", "left", "n_iter", "idx", "k"] if c not in self.used] or ["step9"])
        seqs = self.of("S") + self.of("LI") + self.of("LS")
        bound = r.choice(["len(%s)" % self.pick(seqs) if seqs else "4", self.fill("<n1>"), self.fill("<N>")])
        self.bind(x, "I")

        def body():
            self.fixed.add(x)
            extra = " and " + self.expr("B") if r.random() < 0.3 else ""
            if extra and " or " in extra:
                extra = ""
            return ["%s = %s" % (x, r.choice(["0", "0", "1"])), "while %s < %s%s:" % (x, bound, extra)] + self.block(depth + 1, loops + 1, n) + ["    %s += %s" % (x, r.choice(["1", "1", "1", "2"]))]

        out = self.saved(body)
        self.bind(x, "I")
        return out

    def try_(self, depth, loops):
        r = self.r
        risky = r.choice(["<t> = int(<S>)", "<t> = <D>[<S>]", "<t> = <LI>[<I>]", "<t> = <I> // <I>", "<t> = <LI>.index(<I>)", "<t> = float(<S>)"])
        need = {h for h in HOLE.findall(risky)} - {"t"}
        out = ["try:"]
        if all(self.of(x) for x in need) and r.random() < 0.7:
            t = "F" if "float" in risky else "I"
            n = self.fresh(t)
            out += ["    " + self.fill(risky, 1, n)]
            out += ["except " + r.choice(ERRORS) + r.choice([":", " as e:", ":"]), "    %s = %s" % (n, r.choice(["0", "-1", "1"]))]
            self.bind(n, t)
            return out
        out += self.saved(lambda: self.block(depth + 1, loops, r.choice([1, 2])))
        out += ["except " + r.choice(ERRORS) + ":"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        p = r.random()
        if p < 0.15:
            out += ["finally:"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        elif p < 0.25:
            out += ["else:"] + self.saved(lambda: self.block(depth + 1, loops, 1))
        return out
