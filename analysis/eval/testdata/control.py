# Loops, exceptions, with, match.
for i in range(3):
    if i == 5:
        break
else:
    print("no break")
n = 0
while True:
    n += 1
    if n % 2:
        continue
    if n > 6:
        break
else:
    print("never")
print(n)
while n:
    n -= 3
    if n < 0: break
else:
    print("zero")

def tries(x):
    out = []
    try:
        out.append("try")
        if x == 1: raise ValueError("one")
        if x == 2: return out + ["early"]
        if x == 3: {}["k"]
        if x == 4: 1 / 0
    except ValueError as e:
        out.append(repr(e))
    except (KeyError, IndexError) as e:
        out.append(str(e))
    except ZeroDivisionError:
        out.append("zero")
        raise
    else:
        out.append("else")
    finally:
        out.append("finally")
        print(out)
    return out
for x in range(5):
    try:
        tries(x)
    except ArithmeticError as e:
        print("outer", e, type(e).__mro__[1].__name__)

def nested():
    try:
        try:
            raise KeyError("a")
        except KeyError as e:
            raise ValueError("b") from e
    except ValueError as e:
        return repr(e.__cause__), repr(e.__context__), e.__suppress_context__
print(nested())
def implicit():
    try:
        try:
            [][1]
        except IndexError:
            {}[2]
    except KeyError as e:
        return repr(e.__context__), e.__cause__
print(implicit())
def swallow():
    for i in range(3):
        try:
            return i
        finally:
            if i < 1: continue
            break
    return "end"
print(swallow())
def final():
    try:
        return "try"
    finally:
        return "finally"
print(final())
try:
    raise
except RuntimeError as e:
    print(e)
try:
    raise 3
except TypeError as e:
    print(e)
try:
    try: 1 / 0
    except NoSuchName: pass
except NameError as e:
    print(e, repr(e.__context__))
try:
    e
except NameError as err:
    print(err)

class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow
    def __enter__(self):
        print("enter", self.name)
        return self.name
    def __exit__(self, typ, val, tb):
        print("exit", self.name, typ and typ.__name__, val)
        return self.swallow
with Manager("a") as a, Manager("b", True) as b:
    print(a, b)
    raise ValueError("inside")
def leave():
    with Manager("c"):
        return 5
print(leave())
try:
    with Manager("d"):
        {}[1]
except KeyError as e:
    print("caught", e)
try:
    with 5: pass
except TypeError as e:
    print(e)

def kind(v):
    match v:
        case None: return "none"
        case True | False: return "bool"
        case 0 | 1: return "small"
        case int(n) if n < 0: return f"negative {n}"
        case int() | float(): return "number"
        case "a" | "b" as s: return "letter " + s
        case str(): return "str"
        case []: return "empty"
        case [x]: return f"one {x}"
        case [x, [y, *z]]: return f"nested {x} {y} {z}"
        case [first, *_, last]: return f"{first}..{last}"
        case {"type": "p", "x": px, **rest}: return f"point {px} {rest}"
        case {}: return "mapping"
        case Manager(name="n"): return "manager n"
        case Manager(): return "manager"
        case _: return "other"
for v in [None, True, 1, -5, 7, 2.5, "a", "zz", [], [1], [1, [2, 3, 4]], (1, 2, 3), {"type": "p", "x": 1, "y": 2}, {}, Manager("n"), Manager("o"), {1}, b"x"]:
    print(kind(v))
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
match Point(1, 2):
    case Point(0, _): print("zero")
    case Point(x, y=2): print("x is", x)
assert True
try:
    assert 1 == 2, f"no {1}"
except AssertionError as e:
    print(repr(e))
try:
    assert []
except AssertionError as e:
    print(repr(e), str(e) == "")
del n
try: n
except NameError as e: print(e)
xs = [1, 2, 3, 4]
del xs[1], xs[-1:]
print(xs)
class E(Exception):
    def __init__(self, code, **kw):
        super().__init__(f"code {code}")
        self.code = code
    def __str__(self): return f"<{self.args[0]}>"
try: raise E(3)
except Exception as e: print(e, repr(e), e.code, e.args)
try:
    raise ExceptionGroup("eg", [ValueError(1), TypeError("t"), ExceptionGroup("n", [KeyError("k")])])
except* ValueError as g:
    print("V", g.exceptions)
except* KeyError as g:
    print("K", g.exceptions)
except* TypeError as g:
    print("T", repr(g))
for i, (a, [b, *c]) in enumerate([(1, [2, 3, 4]), (5, [6])]):
    print(i, a, b, c)
