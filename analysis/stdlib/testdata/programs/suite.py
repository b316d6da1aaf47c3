# What CPython's own tests asked for.
import collections
import copy
import dataclasses
import decimal
import functools
import re

def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)

# The text of a match in a bytearray that has become shorter.
s = bytearray(b'abcdefgh')
m, m2 = re.search(b'[a-h]+', s), re.search(b'[e-h]+', s)
print(m.group(), m2.group())
s[:] = b'xyz'
print(m.group(), m2.group())
show(re.compile, r'(?<=((.{%d}){%d}){%d})' % (2**22, 2**22, 2**22))
# Attributes of an OrderedDict go with it.
od = collections.OrderedDict(a=1)
print(od.__reduce__()[2])
od.x = [1]
print(od.__reduce__()[2], copy.copy(od).x is od.x, copy.deepcopy(od).x, copy.deepcopy(od).x is od.x)
# What is looked for once.
class Hashed:
    def __init__(self, n): self.n, self.hashes, self.equals = n, 0, 0
    def __hash__(self):
        self.hashes += 1
        return self.n % 3
    def __eq__(self, other):
        self.equals += 1
        return self.n == other.n
a, b = Hashed(1), Hashed(4)
d = {a: 1}
d.setdefault(b, 2)
print(a.hashes, b.hashes, a.equals + b.equals, len(d))
items = [Hashed(n) for n in range(10)]
d = dict.fromkeys(items)
before = [h.hashes for h in items]
s = set(d)
s.difference(d), s.issuperset(set(d)), frozenset(d)
t = set(d)
t.difference_update(d)
print([h.hashes for h in items] == before, len(s), len(t))
# Dicts of their own.
p = functools.partial(hex)
def delete(): del p.__dict__
show(delete)
# Data classes.
for field in (5, float, (), ('a', int, 3, 4), ('x',)):
    show(dataclasses.make_dataclass, 'C', ['a', field])
class Root:
    __slots__ = iter(['a'])
class Root2(Root):
    __slots__ = ('b',)
show(lambda: dataclasses.dataclass(slots=True)(type('D', (Root2,), {})))
# Contexts.
c, other = decimal.Context(), decimal.Context()
print(c.flags == c.traps, c.flags != c.traps, c.flags == other.flags, c.traps == other.traps)
c.flags[decimal.Inexact] = True
print(c.flags == other.flags, c.flags != other.flags)
c.flags = c.traps
print(c.flags == c.traps)
c.flags = {s: s is decimal.Rounded for s in c.flags}
print([s.__name__ for s in c.flags if c.flags[s]])
show(setattr, c, 'flags', {})
show(setattr, c, 'capitals', 'x')
show(setattr, c, 'capitals', 2)
show(setattr, c, 'prec', 1.5)
show(decimal.localcontext, precision=10)
