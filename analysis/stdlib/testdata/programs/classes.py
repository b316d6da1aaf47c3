def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)

def ex(src):
    pass

class A:
    """doc of A"""
    x = 1
    def __init__(self, y=0): self.y = y
    def m(self): return self.y
    @classmethod
    def c(cls, k): return cls.__name__, k
    @staticmethod
    def s(k): return k + 1
    @property
    def p(self): return self.y * 2
    @p.setter
    def p(self, v): self.y = v // 2
    @property
    def ro(self): return 1

a = A(3)
print(a.m(), a.c(1), A.c(2), a.s(3), A.s(4), a.p, A.x, a.x)
a.p = 20
print(a.y, a.p)
def f():
    a.ro = 1
err(f)
def f():
    del a.p
err(f)
print(A.__doc__, A.__name__, A.__qualname__, A.__module__, A.__bases__, A.__mro__)
print(a.__class__, type(a), type(A), type(type(A)))
print(a.__dict__, vars(a), A.m.__name__, A.m.__qualname__, a.m.__name__, a.m.__self__ is a, a.m.__func__ is A.m)
err(lambda: A(1, 2))
err(lambda: A(z=2))
err(lambda: a.zzz)
err(lambda: A.zzz)
err(lambda: a())
err(lambda: a[0])
err(lambda: len(a))
err(lambda: a + 1)
err(lambda: 1 + a)
err(lambda: a < a)
err(lambda: -a)
err(lambda: object(1))
err(lambda: object().x)
err(lambda: setattr(object(), 'x', 1))
err(lambda: setattr(1, 'x', 1))
err(lambda: int.x)
err(lambda: setattr(int, 'x', 1))
class E: pass
err(lambda: E(1))
err(lambda: E(a=1))
err(lambda: E.__init__(E(), 1))
err(lambda: object.__new__(list))
err(lambda: object.__new__(5))
err(lambda: object.__new__())
err(lambda: int.__new__(E))
err(lambda: getattr(E(), 5))
print(getattr(E(), 'q', None), hasattr(E(), 'q'), hasattr(E(), '__class__'))
err(lambda: isinstance(1, 5))
err(lambda: issubclass(1, int))
err(lambda: issubclass(int, 5))
print(isinstance(True, int), isinstance(1, (str, int)), isinstance(1, (str, (float, int))), issubclass(bool, int), isinstance(E, type), isinstance(E(), object))
err(lambda: isinstance('a', (str, 5)))
err(lambda: isinstance(1, ('a',)))
err(lambda: type(1, 2))
err(lambda: type('A', (5,), {}))
err(lambda: type('A', (bool,), {}))
err(lambda: type('A', (int, str), {}))
err(lambda: type(5, (), {}))
err(lambda: type('A', 5, {}))
err(lambda: type('A', (), 5))
err(lambda: type('A', (), {}, k=1))
err(lambda: type())
err(lambda: type.__new__(type))
err(lambda: type.__new__(int, 'a', (), {}))
err(lambda: type('A', (E, E), {}))
err(lambda: type('A', (object, E), {}))
err(lambda: type('A', (), {'__slots__': 5}))
err(lambda: type('A', (), {'__slots__': 'a b'}))
err(lambda: type('A', (int,), {'__slots__': 'a'}))
err(lambda: type('A', (), {'__slots__': ('a',), 'a': 1}))
err(lambda: type('A', (), {'__slots__': ('__dict__', '__dict__')}))
err(lambda: type('A', (E,), {'__slots__': ('__dict__',)}))
err(lambda: type('A', (), {'__slots__': (5,)}))
err(lambda: type('A', (), {'__qualname__': 5}))
err(lambda: int[3])
err(lambda: E[3])
err(lambda: super(E, 5))
err(lambda: super(5, 5))
err(lambda: super(E, E()).f)
err(lambda: super())
err(lambda: setattr(E(), '__class__', 5))
err(lambda: setattr(E(), '__class__', int))
err(lambda: setattr(E(), '__dict__', 5))
err(lambda: setattr(E, '__name__', 5))
err(lambda: delattr(E(), 'x'))
err(lambda: delattr(E, 'x'))
err(lambda: vars(5))
err(lambda: setattr(len, 'x', 1))
err(lambda: callable())
print(callable(len), callable(E), callable(E()), callable(lambda: 1), callable(5), callable(A.c), callable(a.m))
print(type('Q', (E,), {'z': 5}), type('Q', (E,), {'z': 5}).z, type('Q', (), {}).__module__)

# MRO
class X: pass
class Y: pass
class XY(X, Y): pass
class YX(Y, X): pass
err(lambda: type('Z', (XY, YX), {}))
class B1:
    def f(self): return 'B1'
class B2(B1):
    def f(self): return 'B2>' + super().f()
class B3(B1):
    def f(self): return 'B3>' + super().f()
class B4(B2, B3):
    def f(self): return 'B4>' + super().f()
print(B4().f(), [c.__name__ for c in B4.__mro__], B4.mro() == list(B4.__mro__), B4.__base__)
print(super(B2, B4()).f(), super(B4, B4).f(B4()))
print(repr(super(B2, B4())), B1.__subclasses__(), B4.__subclasses__())

# slots
class S:
    __slots__ = ('a', 'b')
    def __init__(self): self.a = 1
s = S()
print(s.a, S.a, S.__slots__, hasattr(s, '__dict__'))
err(lambda: s.b)
err(lambda: setattr(s, 'c', 1))
err(lambda: delattr(s, 'b'))
s.b = 5
del s.b
err(lambda: s.b)
class S2(S): pass
s2 = S2(); s2.z = 3
print(s2.a, s2.__dict__, vars(s2))
print({k: v for k, v in S.__dict__.items() if k not in ('__init__',)})
class S3:
    __slots__ = ('__x', 'y')
    def __init__(self): self.__x = 1
print(S3().__slots__, S3()._S3__x, list(S3.__dict__))
err(lambda: S3().y)
class S4:
    x = 1
    __slots__ = ()
err(lambda: setattr(S4(), 'x', 2))
err(lambda: setattr(S4(), 'y', 2))
err(lambda: delattr(S4(), 'x'))
print(list(E.__dict__), E.__dict__)

# descriptors
class D:
    def __init__(self, n): self.n = n
    def __set_name__(self, owner, name): print('set_name', owner.__name__, name); self.name = name
    def __get__(self, o, c): 
        if o is None: return self
        return o.__dict__.get(self.name, 'none')
    def __set__(self, o, v): print('set', v); o.__dict__[self.name] = v
    def __delete__(self, o): print('del'); del o.__dict__[self.name]
class ND:
    def __get__(self, o, c): return 'nd'
class H:
    d = D(1)
    nd = ND()
    def __getattr__(self, n): return 'dyn ' + n
h = H()
print(h.d); h.d = 3; print(h.d, H.d.n); del h.d; print(h.d)
print(h.nd); h.nd = 4; print(h.nd, h.foo, H.nd)
err(lambda: H.foo)
class G:
    def __getattribute__(self, n):
        if n == 'a': return 1
        return super().__getattribute__(n)
    def __setattr__(self, n, v): print('sa', n, v); object.__setattr__(self, n, v)
    def __delattr__(self, n): print('da', n); super().__delattr__(n)
g = G(); g.b = 2; print(g.a, g.b); del g.b
err(lambda: g.b)
err(lambda: delattr(g, 'zz'))
class Bad:
    def __set_name__(self, o, n): 1/0
try:
    class UsesBad: b = Bad()
except RuntimeError as e: print(e, repr(e.__cause__))

# init_subclass
class P:
    subs = []
    def __init_subclass__(cls, /, tag=None, **kw): super().__init_subclass__(**kw); cls.tag = tag; P.subs.append(cls.__name__)
class P1(P, tag='t'): pass
class P2(P): pass
print(P1.tag, P2.tag, P.subs)
def f():
    class P3(P, q=1): pass
err(f)
class CG:
    def __class_getitem__(cls, i): return f'{cls.__name__}[{i}]'
print(CG[int], CG[1, 2])

# metaclass
class M(type):
    def __new__(m, n, b, d, **k): print('new', n, sorted(k)); d['added'] = 1; return super().__new__(m, n, b, d)
    def __init__(c, n, b, d, **k): print('init', n); super().__init__(n, b, d)
    def __call__(c, *a): print('call', a); return super().__call__(*a)
    @property
    def mp(c): return 'mp ' + c.__name__
    def mm(c): return 'mm'
    def __len__(c): return 42
    def __getitem__(c, k): return k
    def __iter__(c): return iter([1, 2])
    def __contains__(c, k): return k == 3
class MA(metaclass=M, opt=1):
    def __init__(self, *a): self.a = a
print(MA(1, 2).a, MA.added, MA.mp, MA.mm(), len(MA), MA[5], list(MA), 3 in MA, type(MA), isinstance(MA, M))
err(lambda: MA(1).mp)
class MB(MA): pass
class M2(type): pass
class C2(metaclass=M2): pass
def f():
    class Bad(MA, C2): pass
err(f)
class MP(type):
    @classmethod
    def __prepare__(m, n, b, **k): return {'prep': n}
class UsesMP(metaclass=MP): y = prep
print(UsesMP.prep, UsesMP.y)

# new
class N:
    def __new__(cls, v):
        o = super().__new__(cls); o.v = v; return o
    def __init__(self, v): self.w = v + 1
print(N(1).v, N(1).w)
class Single:
    inst = None
    def __new__(cls, *a):
        if cls.inst is None: cls.inst = super().__new__(cls)
        return cls.inst
print(Single() is Single(1))
class Other:
    def __new__(cls): return 5
print(Other())
class BadInit:
    def __init__(self): return 5
err(BadInit)
class L(list):
    def __init__(self, *a): super().__init__(a); self.extra = 1
print(L(1, 2), L(1).extra, type(L(1)), L(1, 2) == [1, 2], isinstance(L(), list))
class I(int):
    def __new__(cls, v): return super().__new__(cls, v * 2)
    def __repr__(self): return f'I({int(self)})'
print(I(4), I(4) + 1, type(I(4) + 1), [I(3)])
class St(str):
    def shout(self): return self.upper() + '!'
print(St('hi').shout(), type(St('hi').upper()), repr(St('x')))
class T(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    first = property(lambda s: s[0])
print(T(1, 2), T(1, 2).first, len(T(1, 2)))
class Dd(dict):
    def __missing__(self, k): return 'miss ' + k
print(Dd()['q'], Dd(a=1)['a'], Dd(a=1))

# equality and hash
class Eq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return isinstance(o, Eq) and self.v == o.v
print(Eq(1) == Eq(1), Eq(1) != Eq(1), Eq(1) != 3, Eq.__hash__, [Eq(1)].index(Eq(1)))
err(lambda: hash(Eq(1)))
err(lambda: {Eq(1): 2})
class EqH(Eq):
    def __hash__(self): return hash(self.v)
print({EqH('a'): 2}[EqH('a')], len({EqH(1), EqH(1)}), hash(EqH(5)))
print(E() == E(), E.__eq__(E(), 1), (lambda e: e == e)(E()))
print(int | None, int | str | int, list[int], dict[str, list[int]], tuple[int, ...], type[int], list[int] | None, isinstance(1, int | str))
err(lambda: isinstance(1, list[int]))
print(list[int]([1]), list[int].__origin__, list[int].__args__, (int | None).__args__, list[int] == list[int])
class GL(list[int]): pass
print(GL.__bases__, GL.__orig_bases__)
print(classmethod, staticmethod, property, super, object, type, type(len), type(f), type(a.m), type(list.append), type(A.__dict__))
print(len, list.append, object.__init__, int.__add__)
class R:
    def __repr__(self): return '<R>'
    def m(self): pass
    @classmethod
    def c(cls): pass
print(R().m, R.c, [R()], str(R()), f'{R()!s:>5}|')
err(lambda: format(R(), '>5'))
print((lambda: 1).__name__, (lambda: 1).__qualname__, err.__defaults__, (lambda a, b=2, *, c=3: 1).__defaults__, (lambda a, b=2, *, c=3: 1).__kwdefaults__)
def fn(x: int, y: 'str' = 'q') -> bool: "doc"
print(fn.__annotations__, fn.__doc__, fn.__dict__, fn.__module__)
fn.attr = 1
print(fn.attr, fn.__dict__)
class An:
    a: int
    b: str = 'x'
print(An.__annotations__, An.b)
print([n for n in dir(A()) if not n.startswith('__')])
print(dir(E()))
class Nested:
    class Inner:
        def f(self): pass
    def g(self):
        class L: pass
        return L
print(Nested.Inner, Nested.Inner.f.__qualname__, Nested().g())
