"""Random programs: functions, often with helpers or a class."""
import random

from statements import Scope
from values import Values
from words import ANN, LOCALS, NAMES


class Program:
    """One random program."""

    FN = "process solve compute func transform count_items get_value merge clean build find_max helper convert normalize parse update_counts filter_items make check run_all calc apply_rule encode split_text f g summarize group_by lookup score format_line collect reduce_values to_dict".split()
    CLS = "Counter2 Stack Box Account Tracker Buffer Node Point Inventory Logger Score Matrix Text Parser Queue".split()

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.v = Values(self.r)
        self.helpers = []
        self.classes = []
        self.returns = "I"

    def params(self, k, short=False):
        out = []
        used = set()
        r = self.r
        while len(out) < k:
            t = r.choices(["S", "C", "I", "F", "LI", "LS", "D", "DS", "B", "LL", "LF", "DL", "PI", "SI"], [6, 1.5, 4, 1.2, 3.5, 2.5, 1.6, 0.9, 0.4, 0.9, 0.5, 0.5, 0.5, 0.3])[0]
            if not out and t in ("C", "B") and not short:
                continue
            n = r.choice(NAMES[t])
            if n in used:
                continue
            used.add(n)
            out.append((n, t))
        return out

    def function(self, name, params, n, returns=None, method=None):
        r = self.r
        self.returns = returns or r.choices(["S", "I", "LI", "LS", "B", "D", "F", "LL"], [4, 4, 2.5, 2.5, 1.5, 1.2, 1, 0.5])[0]
        sc = Scope(self, params)
        lines = []
        for _ in range(n):
            lines += sc.statement(0, 0, n)
        mine = [a for a, t in sc.vars if t == self.returns and (a, t) not in params]
        p = r.random()
        if mine and p < 0.6:
            lines.append("return " + mine[-1])
        elif p < 0.7 and returns is None:
            vs = [a for a, _ in sc.vars]
            lines.append("return " + ", ".join(r.sample(vs, min(len(vs), 2))))
        else:
            lines.append("return " + sc.expr(self.returns, r.choice([1, 2])))
        ann = r.random() < 0.35
        sig = ", ".join(a + (": " + ANN[t] if ann else "") for a, t in params)
        arrow = " -> " + ANN[self.returns] if ann and returns else ""
        return ["def %s(%s)%s:" % (name, sig, arrow)] + ["    " + x for x in lines]

    def make_class(self):
        r = self.r
        name = r.choice(self.CLS)
        fields = self.params(r.choice([1, 2, 2, 3]))
        extra = []
        if r.random() < 0.5:
            t = r.choice(["I", "LI", "LS", "D"])
            n = r.choice([x for x in LOCALS[t] if x not in {f for f, _ in fields}])
            extra = [(n, t)]
        out = ["class %s:" % name, "    def __init__(self, %s):" % ", ".join(f for f, _ in fields)]
        out += ["        self.%s = %s" % (f, f) for f, _ in fields]
        out += ["        self.%s = %s" % (f, {"I": "0", "LI": "[]", "LS": "[]", "D": "{}"}[t]) for f, t in extra]
        attrs = [("self." + f, t) for f, t in fields + extra]
        methods = []
        for m in r.sample(["add", "update", "total", "get", "describe", "reset", "push", "size", "merge", "scale", "peek"], r.choice([1, 2, 2, 3])):
            p = self.params(r.choice([0, 1, 1]), True)
            sc = Scope(self, attrs + p)
            sc.used |= {"self"}
            body = []
            for _ in range(r.choice([0, 1, 1, 2])):
                body += sc.statement(2, 0, 0)
            ret = None
            if r.random() < 0.75:
                ret = r.choice(["I", "S", "LI", "LS", "B", "F"])
                body.append("return " + sc.expr(ret, 1))
            out += ["    def %s(%s):" % (m, ", ".join(["self"] + [a for a, _ in p]))] + ["        " + x for x in body or ["pass"]]
            methods.append((m, [t for _, t in p], ret))
        self.classes.append({"name": name, "params": fields, "fields": fields + extra, "methods": methods})
        return out

    def build(self):
        r = self.r
        text = []
        if r.random() < 0.25:
            text += self.make_class() + [""]
        for _ in range(r.choices([0, 1, 2], [5, 3, 1])[0]):
            name = r.choice([n for n in self.FN if n not in {h[0] for h in self.helpers}])
            ps = self.params(r.choice([1, 1, 2]), True)
            ret = r.choice(["S", "I", "LI", "LS", "B", "F"])
            text += self.function(name, ps, r.choice([0, 1, 1, 2]), ret) + [""]
            self.helpers.append((name, [t for _, t in ps], ret))
        name = r.choice([n for n in self.FN if n not in {h[0] for h in self.helpers}])
        ps = self.params(r.choices([1, 2, 3, 4], [4.5, 4, 1.6, 0.4])[0])
        text += self.function(name, ps, r.choices([0, 1, 2, 3, 4, 5], [1, 4, 7, 7, 5, 3])[0])
        return "\n".join(text) + "\n", name, ps
