def P(*a): print(*a)
def fin(n):
    try:
        for q in range(n): yield q
    finally: P('fin', n)
for i, s in zip(fin(5), 'ab'):
    P(i, s)
P('after')
for i in (q * 2 for q in fin(4)):
    if i: break
P('after2')
P(next(zip(fin(3), 'ab')))
P(any(fin(4)))
P(next(x for x in fin(6)))
g = fin(7)
next(g)
P('now')
g = None
P('gone')
def use():
    h = fin(8)
    next(h)
    P('in use')
use()
P('out')
P(2 in fin(9))
d = {}
d[1] = fin(10)
next(d[1])
del d[1]
P('del')
import itertools
P(list(itertools.islice(fin(11), 2)))
for i in itertools.islice(fin(12), 2): pass
P('x')
def outer():
    yield from fin(13)
for i in outer():
    break
P('y')
k = outer(); next(k); k = 5
P('z')
class C:
    def __iter__(self):
        with open_() as f:
            yield 1
            yield 2
from contextlib import contextmanager
@contextmanager
def open_():
    try: yield 3
    finally: P('closed')
for i in C(): break
a, *b = fin(2)
P(a,b)
P(dict(zip(fin(14), 'abc')))
def nested():
    for i in fin(15):
        yield i
n = nested(); next(n); del n
P('end')
