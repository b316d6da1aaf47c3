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

# Flags and their numbers.
print(re.I | re.S | (1 << 20), (re.I | (1 << 20)).name, repr(~re.I))
# Arrays are sequences; what asks nothing of a mapping does not ask for its length.
import array
match array.array('b', b'abc'):
    case (x, y, z): print(x, y, z)
class Parent: pass
class Child(Parent): pass
collections.abc.Mapping.register(Parent)
for o in (Parent(), Child()):
    match o:
        case [*_]: print('seq')
        case {}: print('map')
# What cannot be made is thrown in instead.
class E(Exception):
    def __new__(cls, *args): return cls
def g():
    try:
        yield 1
    except TypeError as e:
        print('caught', e)
        yield 2
it = g()
next(it)
print(it.throw(E), list(it))
it = g()
show(it.throw, E)
show(next, it)
# Slots and weak references.
import weakref
class NoRefs:
    __slots__ = ()
show(weakref.ref, NoRefs())
# The state of an OrderedDict with slots.
class Slotted(collections.OrderedDict):
    __slots__ = ('x', 'y')
od = Slotted(a=1)
od.x, od.q = [1], 2
dup = copy.copy(od)
print(dup.x is od.x, dup.q, hasattr(dup, 'y'), dup, od.__reduce__()[2])
od['b'] = 2
del od['a']
print(od.pop('b'), od)
items = [Hashed(n) for n in range(10)]
d = dict.fromkeys(items)
before = [h.hashes for h in items]
s = set()
s.symmetric_difference_update(d)
print([h.hashes for h in items] == before, len(s))
def h():
    try:
        yield 1
    except ValueError as e:
        yield e.args
for args in ((ValueError, ValueError('x')), (ValueError, ('a', 'b')), (ValueError, 5), (ValueError,), (ValueError, None)):
    it = h()
    next(it)
    print(it.throw(*args))
# Texts of numbers for a context; contexts that are templates.
c = decimal.Context(traps=[])
print(c.create_decimal('3.14\n'), c.create_decimal(' 3'), c.create_decimal('1_0'), decimal.Decimal(' 1_0\n'), c.flags[decimal.InvalidOperation])
show(decimal.Decimal, (1, (), 2**63 - 1))
show(c.create_decimal, (1, (), 2**63 - 1))
show(setattr, c, 'flags', [])
show(setattr, c, 'traps', 5)
decimal.setcontext(decimal.ExtendedContext)
print(decimal.getcontext() is decimal.ExtendedContext, decimal.getcontext().prec, decimal.Decimal(1) / 3)
print(decimal.ExtendedContext.flags[decimal.Inexact], decimal.getcontext().flags[decimal.Inexact])
decimal.setcontext(c)
print(decimal.getcontext() is c)
# Offsets near the greatest.
import struct
import sys
show(struct.pack_into, '<I', bytearray(10), sys.maxsize, 1)
show(struct.unpack_from, '<I', bytearray(10), sys.maxsize)
