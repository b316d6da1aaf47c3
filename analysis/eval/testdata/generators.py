# Generators, iterators, comprehensions, async.
def gen(n):
    for i in range(n):
        got = yield i
        if got: print("got", got)
    return "done"
g = gen(3)
print(next(g), g.send("x"), next(g))
try: next(g)
except StopIteration as e: print("stop", e.value)
print(next(g, "default"))
def delegate():
    r = yield from gen(2)
    print("r", r)
    yield from "ab"
    yield from []
print(list(delegate()))
def cleanup():
    try:
        yield 1
        yield 2
    except ValueError as e:
        yield f"caught {e}"
    finally:
        print("clean")
c = cleanup()
print(next(c), c.throw(ValueError("v")))
c.close()
c2 = cleanup(); next(c2); c2.close()
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib()
print([next(f) for _ in range(10)])
print(sum(x * x for x in range(5)), list(x for x in "abc" if x != "b"))
print([(i, j) for i in range(3) for j in range(i) if (i + j) % 2], {k: v for k, v in zip("ab", [1, 2])}, {len(w) for w in ["a", "bb", "c"]})
print([[j for j in range(i)] for i in range(3)])
try: list(x for x in 5)
except TypeError as e: print(e)
def bad():
    yield 1
    raise StopIteration
try: list(bad())
except RuntimeError as e: print(e, repr(e.__cause__))
e = enumerate("ab", start=5)
print(next(e), list(e), list(e))
m = map(lambda a, b: a + b, [1, 2, 3], [10, 20])
print(list(m), list(filter(None, [0, 1, "", "a"])), list(reversed([1, 2])), list(zip([1], [2], [3])))
def tree(t):
    if isinstance(t, list):
        for x in t: yield from tree(x)
    else: yield t
print(list(tree([1, [2, [3, [4]], 5]])))
def running():
    total = 0
    while True:
        x = yield total
        if x is None: return total
        total += x
r = running(); next(r); r.send(5); print(r.send(7))
try: r.send(None)
except StopIteration as s: print(s.value)
print(type(g).__name__, any(x > 2 for x in range(5)), all([]), max((len(w), w) for w in ["a", "ccc", "bb"]))
def outer():
    x = 10
    return [x + y for y in range(3)], (lambda: x)()
print(outer())
class Tree:
    def __init__(self, v, l=None, r=None): self.v, self.l, self.r = v, l, r
    def __iter__(self):
        if self.l: yield from self.l
        yield self.v
        if self.r: yield from self.r
print(list(Tree(2, Tree(1), Tree(3))))
it = iter([1, 2, 3])
for x in it:
    print(x, next(it, None))
d = {"a": 1, "b": 2}
try:
    for k in d: d["c"] = 1
except RuntimeError as err: print(err)
print(list(iter(lambda it=iter([1, 2, 0, 3]): next(it), 0)))
def exc_in_handler():
    try:
        raise ValueError("a")
    except ValueError:
        yield 1
        try:
            raise
        except ValueError as e:
            yield str(e)
h = exc_in_handler()
print(next(h))
try:
    raise KeyError("outer")
except KeyError:
    print(next(h))
