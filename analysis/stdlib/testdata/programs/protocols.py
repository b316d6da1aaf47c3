import functools
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
# operators and reflection
class V:
    def __init__(s, x): s.x = x
    def __add__(s, o): return V(s.x + (o.x if isinstance(o, V) else o))
    def __radd__(s, o): return ('radd', o, s.x)
    def __iadd__(s, o): s.x += 100; return s
    def __sub__(s, o): return NotImplemented
    def __mul__(s, o): return 'mul'
    def __rmul__(s, o): return 'rmul'
    def __matmul__(s, o): return 'mm'
    def __neg__(s): return V(-s.x)
    def __abs__(s): return abs(s.x)
    def __repr__(s): return f'V({s.x})'
    def __lt__(s, o): return s.x < o.x
    def __eq__(s, o): return NotImplemented if not isinstance(o, V) else s.x == o.x
    def __bool__(s): return s.x != 0
    def __len__(s): return 7
    def __contains__(s, i): return i == s.x
    def __getitem__(s, i): return i
    def __setitem__(s, i, v): print('set', i, v)
    def __delitem__(s, i): print('del', i)
    def __call__(s, *a, **k): return a, k
    def __index__(s): return s.x
    def __int__(s): return s.x * 10
    def __float__(s): return s.x + 0.5
    def __complex__(s): return 1j
    def __round__(s, n=None): return ('round', n)
    def __divmod__(s, o): return 'dm'
    def __pow__(s, o, m=None): return ('pow', o, m)
    def __enter__(s): return s
    def __exit__(s, *a): return False
    def __format__(s, spec): return f'<{spec}>'
    def __invert__(s): return 'inv'
    def __reversed__(s): return 'rev'
    def __hash__(s): return 42
v = V(1)
print(v + 1, v + V(2), 1 + v, sum([V(1), V(2)], V(0)), v * 2, 2 * v, v @ v, -v, abs(v), v < V(2), v > V(0), v == V(1), v == 1, v != V(1), bool(V(0)), len(v), 1 in v, v[3], v[1:2], v[1, 2], v[...], v(1, k=2), [10, 20][v], hex(V(10)), int(v), float(v), complex(v), round(v), round(v, 2), divmod(v, 1), pow(v, 2), pow(v, 2, 3), f'{v:abc}', format(v), ~v, reversed(v), hash(v), {v: 1}[V(1)], sorted([V(2), V(1)]), max(V(1), V(3)), range(3)[V(2)])
v[1] = 2; del v[3]; w = v; w += 1; print(w is v, v.x)
err(lambda: v - 1); err(lambda: 1 - v); err(lambda: v <= v); err(lambda: v // 1); err(lambda: v & 1)
def f():
    global w; w -= 1
err(f)
class Base:
    def __add__(s, o): return 'base add'
    def __radd__(s, o): return 'base radd'
class Sub(Base):
    def __radd__(s, o): return 'sub radd'
class Sub2(Base): pass
print(Base() + Sub(), Base() + Sub2(), Sub() + Base(), 5 + Sub())
class OnlyEq:
    def __eq__(s, o): return 'eq!'
    def __ne__(s, o): return 'ne!'
print(OnlyEq() == 1, 1 == OnlyEq(), OnlyEq() != 1, OnlyEq() in [1], [OnlyEq()] == [1])
class Cmp:
    def __gt__(s, o): return 'gt'
    def __ge__(s, o): return 'ge'
print(1 < Cmp(), 1 <= Cmp()); err(lambda: 1 > Cmp())
@functools.total_ordering
class TO:
    def __init__(s, n): s.n = n
    def __eq__(s, o): return s.n == o.n
    def __lt__(s, o): return s.n < o.n
print(TO(1) <= TO(1), TO(2) > TO(1), TO(1) >= TO(2), sorted([TO(3), TO(1)], key=lambda t: t.n)[0].n)
# sequence protocol fallback
class Seq:
    def __getitem__(s, i):
        if i > 3: raise IndexError
        return i * i
print(list(Seq()), 4 in Seq(), 5 in Seq(), list(reversed([1])), tuple(Seq()), [*Seq()])
err(lambda: len(Seq())); err(lambda: reversed(Seq()))
class BadLen:
    def __len__(s): return -1
class BadLen2:
    def __len__(s): return 'x'
class BadBool:
    def __bool__(s): return 5
class BadIter:
    def __iter__(s): return 5
class BadRepr:
    def __repr__(s): return 5
class BadStr:
    def __str__(s): return 5
class BadHash:
    def __hash__(s): return 'x'
class BadIndex:
    def __index__(s): return 'x'
class NoIter:
    __iter__ = None
for g in [lambda: len(BadLen()), lambda: len(BadLen2()), lambda: bool(BadBool()), lambda: iter(BadIter()), lambda: repr(BadRepr()), lambda: str(BadStr()), lambda: hash(BadHash()), lambda: [1][BadIndex()], lambda: iter(NoIter()), lambda: list(5), lambda: [*5], lambda: next(5), lambda: {**5}, lambda: f(**{1: 2}), lambda: f(*5)]: err(g)
# attribute protocols
class Dyn:
    def __getattr__(s, n):
        if n.startswith('x'): return n * 2
        raise AttributeError(f'no {n}')
    def __dir__(s): return ['b', 'a']
print(Dyn().xy, hasattr(Dyn(), 'q'), getattr(Dyn(), 'q', 1), dir(Dyn())); err(lambda: Dyn().q)
class PropErr:
    @property
    def p(s): return s.missing
    def __getattr__(s, n): return 'fallback ' + n
print(PropErr().p)
class PropErr2:
    @property
    def p(s): raise AttributeError('inner')
err(lambda: PropErr2().p)
class Lazy:
    def __init__(s, f): s.f = f; s.name = f.__name__
    def __get__(s, o, c=None):
        if o is None: return s
        val = o.__dict__[s.name] = s.f(o); return val
class UL:
    n = 0
    @Lazy
    def calc(s): UL.n += 1; return 'calc'
u = UL(); print(u.calc, u.calc, UL.n, u.__dict__)
class Cached:
    @functools.cached_property
    def cp(s): print('computing'); return 5
c = Cached(); print(c.cp, c.cp, vars(c))
class Typed:
    def __init__(s, t): s.t = t
    def __set_name__(s, o, n): s.n = '_' + n
    def __get__(s, o, c): return getattr(o, s.n)
    def __set__(s, o, v):
        if not isinstance(v, s.t): raise TypeError(f'{s.n[1:]} must be {s.t.__name__}')
        setattr(o, s.n, v)
class Person:
    name = Typed(str); age = Typed(int)
    def __init__(s, name, age): s.name = name; s.age = age
print(vars(Person('a', 1))); err(lambda: Person(1, 1)); err(lambda: Person('a', 'b'))
class MyProp(property): pass
class MP:
    @MyProp
    def q(s): return 'q'
    @q.setter
    def q(s, v): print('setq', v)
m = MP(); print(m.q, type(MP.q)); m.q = 3
# metaclasses
class Meta(type):
    registry = {}
    def __new__(m, n, b, d, **k):
        c = super().__new__(m, n, b, d); m.registry[n] = k; return c
    def __init__(c, n, b, d, **k): super().__init__(n, b, d)
    def __instancecheck__(c, o): return o == 'magic' or super().__instancecheck__(o)
    def __subclasscheck__(c, o): return o is int or super().__subclasscheck__(o)
    def __getattr__(c, n): return 'meta ' + n
    def __repr__(c): return f'<Meta {c.__name__}>'
    def __add__(c, o): return 'meta add'
    def __call__(c, *a, **k): print('creating', c.__name__); return super().__call__(*a, **k)
    @property
    def prop(c): return 'mprop'
    @classmethod
    def cm(m): return m.__name__
class WM(metaclass=Meta, opt=1):
    def __init__(s, a=0): s.a = a
print(Meta.registry, isinstance('magic', WM), isinstance(5, WM), issubclass(int, WM), WM.anything, WM, WM + 1, WM(3).a, WM.prop, WM.cm(), type(WM).__name__)
class WMS(WM, opt=2): pass
print(WMS, Meta.registry, WMS().a)
class Singleton(type):
    _inst = {}
    def __call__(c, *a, **k):
        if c not in c._inst: c._inst[c] = super().__call__(*a, **k)
        return c._inst[c]
class DB(metaclass=Singleton): pass
print(DB() is DB())
class Plugin:
    plugins = []
    def __init_subclass__(cls, **kw): super().__init_subclass__(); cls.plugins.append((cls.__name__, kw))
class PA(Plugin, x=1): pass
class PB(PA): pass
print(Plugin.plugins)
# super in various places
class A:
    def f(s): return ['A']
    @classmethod
    def cf(c): return [c.__name__, 'A']
    @staticmethod
    def sf(): return 'sA'
    @property
    def p(s): return 'pA'
    def __getitem__(s, i): return ('A', i)
class B(A):
    def f(s): return ['B'] + super().f()
    @classmethod
    def cf(c): return ['B'] + super().cf()
    @staticmethod
    def sf(): return 'sB ' + super(B, B).sf()
    @property
    def p(s): return 'pB ' + super().p
    def __getitem__(s, i): return ('B',) + super().__getitem__(i)
    def gen(s): yield from super().f()
    def comp(s): return [x for x in super().f()]
    def inner(s):
        def g(): return super(B, s).f()
        return g()
class C(A):
    def f(s): return ['C'] + super().f()
class D(B, C):
    def f(s): return ['D'] + super().f()
d = D(); print(d.f(), D.cf(), D.sf(), d.p, d[1], list(d.gen()), d.comp(), d.inner(), super(B, d).f(), D.__mro__)
class Cyc:
    def meth(self): return __class__
print(Cyc().meth())
class NoSuper:
    def m(): return super().x
err(NoSuper.m)
# builtin subclasses
class MyList(list):
    def append(s, x): super().append(x * 2)
    def __getitem__(s, i): return ('item', super().__getitem__(i))
    def __repr__(s): return 'ML' + super().__repr__()
ml = MyList([1, 2]); ml.append(5); print(ml, ml[0], list(ml), len(ml), ml + [1], type(ml + [1]), ml == [1, 2, 10], sorted(ml), ml[0:1], MyList.__mro__, isinstance(ml, list), [*ml], ml.copy().__class__)
class MyDict(dict):
    def __setitem__(s, k, v): super().__setitem__(k, v + 1)
    def __getitem__(s, k): return super().__getitem__(k) * 10
    def __contains__(s, k): return True
    def __missing__(s, k): return 0
md = MyDict(a=1); md['b'] = 2; print(md, md['a'], md['b'], md.get('a'), 'zzz' in md, dict(md), {**md}, list(md.items())); md.update(c=5); md.setdefault('d', 7); print(md)
class MyStr(str):
    def __new__(c, v, extra=None): o = super().__new__(c, v.upper()); o.extra = extra; return o
    def __add__(s, o): return MyStr(str(s) + o)
ms = MyStr('ab', 3); print(ms, ms.extra, ms + 'c', type(ms + 'c'), ms == 'AB', {'AB': 1}[ms], ms.lower(), f'{ms}', ms[0], type(ms[0]), len(ms), hash(ms) == hash('AB'))
class MyInt(int):
    def __add__(s, o): return MyInt(int(s) + o)
    def __str__(s): return f'<{int(s)}>'
    def __eq__(s, o): return int(s) == o
    __hash__ = int.__hash__
mi = MyInt(5); print(mi, repr(mi), mi + 1, type(mi + 1), type(mi * 2), mi == 5, {5: 'x'}[mi], f'{mi}', f'{mi:03d}', '%d %s' % (mi, mi), [1, 2, 3, 4, 5, 6][mi], max(mi, 3), sum([mi, mi]), mi.bit_length(), MyInt('7'))
class MyFloat(float):
    def __repr__(s): return 'MF'
mf = MyFloat(1.5); print(mf, mf + 1, type(mf + 1), round(mf), mf.is_integer(), [mf], MyFloat(2) == 2.0, f'{mf:.2f}', mf.real)
class MyTuple(tuple):
    def __new__(c, *a): return super().__new__(c, a)
mt = MyTuple(1, 2, 3); print(mt, mt[0], mt[1:], type(mt[1:]), mt + (4,), mt == (1, 2, 3), hash(mt) == hash((1, 2, 3)), {(1, 2, 3): 'k'}[mt])
class MySet(set):
    def add(s, x): super().add(x + 1)
st = MySet([1]); st.add(5); print(st, st | {9}, type(st | {9}), 6 in st, len(st))
class MyExc(Exception):
    def __init__(s, a, b=None): super().__init__(a); s.b = b
    def __str__(s): return f'{s.args[0]}:{s.b}'
err(lambda: (_ for _ in ()).throw(MyExc('x', 2)))
# class body scoping
x = 'global'
class Scope:
    x = 'class'
    y = x
    z = [x for _ in range(1)]
    def m(s): return x
    lst = [1, 2]
    tot = sum(i for i in lst)
print(Scope.y, Scope.z, Scope().m(), Scope.tot)
def outer():
    x = 'outer'
    class In:
        y = x
        def m(s): return x
    return In
print(outer().y, outer()().m(), outer().__qualname__)
class Del:
    a = 1
    b = 2
    del a
print(hasattr(Del, 'a'), Del.b)
class Cond:
    if True:
        def m(s): return 'yes'
    for i in range(3): locals()['n%d' % i] = i if False else i
print(Cond().m(), Cond.i)
class Ann:
    a: int = 1
    b: 'list[int]'
    c: str
print(Ann.__annotations__, Ann.a, hasattr(Ann, 'b'))
print(type('Dyn', (A,), {'f': lambda s: 'dyn', 'v': 1})().f(), type('E', (), {}).__name__, type(5).__name__, (5).__class__, int.__class__)
print([k for k in vars(type('Z', (), {'a': 1})) if not k.startswith('__')], A.__dict__.keys() >= {'f'}, 'f' in A.__dict__)
class WithDel:
    def __del__(s): pass
w = WithDel(); del w
class Ctx:
    def __enter__(s): print('in'); return 'val'
    def __exit__(s, t, v, tb): print('out', t and t.__name__, v); return t is KeyError
with Ctx() as val: print(val)
with Ctx(): raise KeyError('k')
def f():
    with Ctx(): raise ValueError('v')
err(f)
class It:
    def __init__(s, n): s.n = n
    def __iter__(s): return s
    def __next__(s):
        if s.n == 0: raise StopIteration
        s.n -= 1; return s.n
print(list(It(3)), sum(It(4)), dict(zip(It(2), 'ab')), max(It(3)), [a for a in It(2)], tuple(map(str, It(2))), 1 in It(3))
class Copy:
    def __copy__(s): return 'copied'
    def __deepcopy__(s, memo): return 'deep'
import copy
print(copy.copy(Copy()), copy.deepcopy(Copy()), copy.deepcopy([Copy()]))
class Node:
    def __init__(s, v, n=None): s.v, s.n = v, n
n = Node(1, Node(2)); n2 = copy.deepcopy(n); n2.n.v = 5; print(n.n.v, n2.n.v, copy.copy(n).n is n.n)
