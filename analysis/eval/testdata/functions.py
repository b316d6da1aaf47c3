# Parameters of every kind, closures, defaults, recursion, lambdas.
def show(a, b=2, /, c=3, *args, d, e=5, **kw):
    print(a, b, c, args, d, e, kw)

show(1, d=4)
show(1, 2, 3, 4, 5, d=6, z=7)
show(*[1, 2], **{"d": 1, "x": 2})
for bad in ("show()", "show(1)", "show(1, b=2, d=3)", "show(1, d=1, **{'d': 2})"):
    print(bad)

def errors(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as err:
        print(type(err).__name__, err)

def two(a, b): return a, b
def opt(a, b=1): return a, b
def kwonly(*, k, j=2): return k, j
def none(): return 0
errors(two)
errors(two, 1)
errors(two, 1, 2, 3)
errors(opt)
errors(opt, 1, 2, 3)
errors(kwonly, 1)
errors(kwonly)
errors(none, 1)
errors(two, 1, b=2, c=3)
errors(two, 1, a=2)
errors(show, 1, b=3, d=2)
errors(lambda x: x)
errors(len)
errors(len, 1, 2)

def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc
c = counter()
print(c(), c(5), c())

def late():
    return [lambda: i for i in range(3)]
print([f() for f in late()])
print([f() for f in [lambda i=i: i for i in range(3)]])

def mutable(x, acc=[]):
    acc.append(x)
    return acc
print(mutable(1), mutable(2), mutable(3, []), mutable(4))

def fact(n):
    return 1 if n < 2 else n * fact(n - 1)
print(fact(20), fact(30))

x = "global"
def scopes():
    print(x)
    def inner():
        global x
        x = "changed"
    inner()
    return x
print(scopes(), x)

def unbound(flag):
    if flag:
        y = 1
    try:
        return y
    except UnboundLocalError as err:
        return str(err)
print(unbound(1), unbound(0))

def free():
    def use():
        return later
    try:
        use()
    except NameError as err:
        print(type(err).__name__, err)
    later = 1
    return use()
print(free())
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4))
print(show.__name__, show.__defaults__, show.__kwdefaults__, counter().__qualname__)

def deco(tag):
    def wrap(f):
        def inner(*a):
            return tag, f(*a)
        return inner
    return wrap

@deco("a")
@deco("b")
def add(a, b):
    return a + b
print(add(1, 2))

def swap(a, b):
    a, b = b, a
    (c, *d), e = [1, 2, 3], "z"
    *f, g = range(4)
    return a, b, c, d, e, f, g
print(swap(1, 2))
for expr in [(1, 2, 3), [1], 5]:
    try:
        p, q = expr
    except (ValueError, TypeError) as err:
        print(type(err).__name__, err)
try:
    p, *q, r = [1]
except ValueError as err:
    print(err)
print([*range(3), *"ab"], {**{"a": 1}, "b": 2}, {*[1, 2], 3}, (*[1],))
def recurse(n): return recurse(n + 1)
try:
    recurse(0)
except RecursionError as err:
    print(err)
if (n := len("abc")) > 2:
    print(n)
print([y := 1, y ** 2], y)
total = sum(last := v for v in range(4))
print(total, last)
def doc():
    "A docstring."
print(doc.__doc__, doc())
