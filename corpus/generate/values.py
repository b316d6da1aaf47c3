"""Random arguments."""
from words import ABC, WORDS


class Values:
    """Random argument values."""

    def __init__(self, rng):
        self.r = rng

    def word(self):
        r = self.r
        p = r.random()
        if p < 0.65:
            return r.choice(WORDS)
        if p < 0.9:
            return "".join(r.choice(ABC) for _ in range(r.randint(1, 8)))
        return "".join(r.choice(ABC + ABC.upper() + "0123456789_-") for _ in range(r.randint(1, 10)))

    def text(self):
        r = self.r
        p = r.random()
        if p < 0.02:
            return ""
        if p < 0.2:
            s = self.word()
        elif p < 0.38:
            s = " ".join(self.word() for _ in range(r.randint(2, 9)))
        elif p < 0.5:
            s = r.choice([",", ", ", "-", "_", ";", ":", "/", ".", " | ", "\t", "=", "\n"]).join(self.word() for _ in range(r.randint(2, 6)))
        elif p < 0.57:
            s = "".join(r.choice("0123456789") for _ in range(r.randint(1, 8)))
        elif p < 0.62:
            s = "&".join(self.word() + "=" + r.choice([self.word(), str(r.randint(0, 99))]) for _ in range(r.randint(1, 3)))
        elif p < 0.66:
            s = "%s@%s.%s" % (self.word(), self.word(), r.choice(["com", "org", "net"]))
        elif p < 0.7:
            s = r.choice(["%s/%s.%s", "/%s/%s.%s", "%s_%s.%s"]) % (self.word(), self.word(), r.choice(["py", "txt", "json", "csv"]))
        elif p < 0.74:
            s = "%04d-%02d-%02d" % (r.randint(1990, 2030), r.randint(1, 12), r.randint(1, 28))
        elif p < 0.85:
            s = "".join(r.choice(r.choice([ABC, ABC, ABC.upper(), "0123456789", " ,.!?-_#$%&*@/:;()+=<>[]{}'\""])) for _ in range(r.randint(1, 24)))
        elif p < 0.9:
            s = "".join(r.choice("abAB1 ") for _ in range(r.randint(2, 14)))
        elif p < 0.95:
            s = " " * r.randint(1, 3) + " ".join(self.word() for _ in range(r.randint(1, 4))) + r.choice(["", " ", "\n", "  "])
        else:
            s = " ".join(self.word() for _ in range(r.randint(4, 12))).capitalize() + r.choice([".", "!", "?", ""])
        q = r.random()
        if q < 0.08:
            s = s.upper()
        elif q < 0.18:
            s = s.title()
        return s[: r.choice([12, 24, 40, 64])]

    def short(self):
        r = self.r
        p = r.random()
        if p < 0.45:
            return r.choice(ABC)
        if p < 0.75:
            return r.choice([" ", ",", "-", "_", ".", ":", ";", "/", "|", "+", "*", "#", "@", "!", "=", "\n", "0", "1", "5", ", "])
        if p < 0.8:
            return r.choice(ABC.upper())
        if p < 0.9:
            return "".join(r.choice(ABC) for _ in range(2))
        return r.choice(WORDS)

    def integer(self):
        r = self.r
        p = r.random()
        if p < 0.5:
            return r.randint(0, 10)
        if p < 0.75:
            return r.randint(-10, 100)
        if p < 0.92:
            return r.randint(0, 1000)
        return r.randint(-1000, 100000)

    def real(self):
        r = self.r
        p = r.random()
        if p < 0.4:
            return r.randint(0, 100) / r.choice([2, 4, 10, 10, 10])
        if p < 0.7:
            return round(r.random() * r.choice([1, 10, 100]), r.choice([1, 2, 2, 3]))
        if p < 0.85:
            return float(r.randint(-20, 200))
        return round(r.uniform(-50, 1000), r.choice([1, 2, 4]))

    def make(self, t):
        r = self.r
        if t == "S":
            return self.text()
        if t == "C":
            return self.short()
        if t == "I":
            return self.integer()
        if t == "F":
            return self.real()
        if t == "B":
            return r.random() < 0.5
        if t == "PI":
            return (self.integer(), self.word())
        k = r.choice([0, 1, 2, 3, 3, 4, 4, 5, 6, 8])
        if t == "LI":
            small = r.random() < 0.5
            return [r.randint(0, 9) if small else self.integer() for _ in range(k)]
        if t == "SI":
            return {r.randint(0, 30) for _ in range(k)}
        if t == "LS":
            return [self.short() if r.random() < 0.25 else self.word() if r.random() < 0.85 else self.text() for _ in range(min(k, 6))]
        if t == "LF":
            return [self.real() for _ in range(min(k, 5))]
        if t == "LL":
            if r.random() < 0.5:
                w = r.randint(1, 3)
                return [[r.randint(0, 9) for _ in range(w)] for _ in range(min(k, 3))]
            return [[self.integer() for _ in range(r.randint(0, 3))] for _ in range(min(k, 4))]
        k = min(k, 5)
        key = lambda: self.word() if r.random() < 0.75 else self.short()
        if t == "D":
            return {key(): self.integer() for _ in range(k)}
        if t == "DS":
            return {key(): self.word() if r.random() < 0.7 else self.text()[:20] for _ in range(k)}
        return {key(): [r.randint(0, 20) for _ in range(r.randint(0, 3))] for _ in range(min(k, 3))}
