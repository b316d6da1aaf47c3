from dataclasses import dataclass, field, asdict, astuple, replace, fields, InitVar, is_dataclass, FrozenInstanceError, make_dataclass, KW_ONLY, MISSING
from abc import ABC, abstractmethod
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
@dataclass
class P:
    x: int
    y: int = 0
    def dist(self): return (self.x ** 2 + self.y ** 2) ** 0.5
p = P(3, 4)
print(p, p.dist(), p == P(3, 4), p != P(1), P(1), P(x=1, y=2), P.y, P.__match_args__, p == (3, 4))
err(lambda: P()); err(lambda: P(1, 2, 3)); err(lambda: P(z=1)); err(lambda: P(1, x=2)); err(lambda: P(1) < P(2)); err(lambda: hash(p)); err(lambda: P.x)
p.x = 10; print(p, vars(p))
@dataclass(order=True)
class V:
    major: int
    minor: int = 0
    label: str = field(default='', compare=False)
print(sorted([V(2), V(1, 5), V(1, 2, 'z')]), V(1) < V(2), V(1, 2, 'a') == V(1, 2, 'b'), max(V(1), V(3)))
err(lambda: V(1) < 5)
@dataclass(frozen=True)
class F:
    a: int
    b: list = field(default_factory=list)
f = F(1)
err(lambda: setattr(f, 'a', 2)); err(lambda: delattr(f, 'a')); err(lambda: setattr(f, 'zz', 2))
f.b.append(5); print(f, F(1).b is not F(1).b)
@dataclass(frozen=True)
class FH:
    a: int
    b: str = 'q'
print({FH(1): 'one'}[FH(1)], len({FH(1), FH(1), FH(2)}), hash(FH(1, 2)) == hash((1, 2)), FH(1) in {FH(1)})
def g():
    @dataclass
    class B: x: list = []
err(g)
def g():
    @dataclass
    class B: x: dict = {}
err(g)
def g():
    @dataclass
    class B:
        x: int = 1
        y: int
err(g)
def g():
    @dataclass
    class B:
        x = field(default=1)
err(g)
def g():
    field(default=1, default_factory=list)
err(g)
def g():
    @dataclass(order=True, eq=False)
    class B: x: int
err(g)
def g():
    @dataclass(order=True)
    class B:
        x: int
        def __lt__(self, o): return 1
err(g)
def g():
    @dataclass
    class B(FH): z: int = 1
err(g)
def g():
    @dataclass(frozen=True)
    class B(P): z: int = 1
err(g)
@dataclass
class Child(P):
    z: int = 5
    y: int = 7
print(Child(1), Child(1, 2, 3), [fl.name for fl in fields(Child)])
@dataclass
class Post:
    a: int
    b: int = field(init=False)
    c: InitVar[int] = 3
    d: list = field(default_factory=list, repr=False)
    def __post_init__(self, c): self.b = self.a + c
print(Post(1), Post(1, 10), Post(1, 2, [1]).d, Post(1).c)
@dataclass
class KW:
    a: int
    _: KW_ONLY
    b: int = 2
    c: int
print(KW(1, c=3)); err(lambda: KW(1, 2, 3)); err(lambda: KW(1))
@dataclass(kw_only=True)
class KW2:
    a: int
    b: int = 1
print(KW2(a=1)); err(lambda: KW2(1)); err(lambda: KW2())
@dataclass(slots=True)
class SL:
    x: int
    y: int = 1
s = SL(1); print(s, s.y, SL.__slots__, hasattr(s, '__dict__')); err(lambda: setattr(s, 'z', 1)); s.x = 5; print(s)
@dataclass(slots=True, frozen=True)
class SLF:
    x: int
print(SLF(1), SLF(1) == SLF(1)); err(lambda: setattr(SLF(1), 'x', 1))
@dataclass
class Tree:
    v: int
    kids: list = field(default_factory=list)
t = Tree(1, [Tree(2), Tree(3, [Tree(4)])])
print(t, asdict(t), astuple(t), asdict(t) == {'v': 1, 'kids': [{'v': 2, 'kids': []}, {'v': 3, 'kids': [{'v': 4, 'kids': []}]}]})
t.kids.append(t); print(t)
print(replace(p, y=100), replace(FH(1), b='z')); err(lambda: replace(p, zz=1)); err(lambda: replace(Post(1), b=1)); err(lambda: replace(5)); err(lambda: asdict(5)); err(lambda: fields(5)); err(lambda: astuple(P))
print(is_dataclass(P), is_dataclass(p), is_dataclass(int), is_dataclass(5))
print(asdict(P(1, 2), dict_factory=lambda items: items), astuple(P(1), tuple_factory=list))
print([(fl.name, fl.type, fl.default, fl.init, fl.repr, fl.compare, fl.kw_only) for fl in fields(P) if fl.default is not MISSING], fields(V)[2].metadata)
C = make_dataclass('C', ['x', ('y', int), ('z', int, field(default=5))], namespace={'add': lambda self: self.x + self.y})
print(C(1, 2), C(1, 2).add(), C.__name__)
err(lambda: make_dataclass('C', ['x', 'x'])); err(lambda: make_dataclass('C', ['for'])); err(lambda: make_dataclass('C', ['1a']))
@dataclass
class Ab(ABC):
    n: int
    @abstractmethod
    def area(self): ...
err(lambda: Ab(1))
@dataclass
class Sq(Ab):
    def area(self): return self.n ** 2
print(Sq(3).area(), Sq(3))
match P(1, 2):
    case P(1, y): print('matched', y)
@dataclass
class Opt:
    name: str
    tags: dict = field(default_factory=dict)
    n: 'int' = 3
    def __repr__(self): return f'Opt<{self.name}>'
print(Opt('q'), [Opt('r')], Opt('q', {'a': 1}).tags)
@dataclass(repr=False, eq=False)
class NR:
    x: int
print(NR(1) == NR(1), NR(1).x)
@dataclass(unsafe_hash=True)
class UH:
    x: int
    y: list = field(default_factory=list, hash=False, compare=False)
print(len({UH(1), UH(1)}))
@dataclass(init=False)
class NI:
    x: int
    def __init__(self, q): self.x = q * 2
print(NI(4))
@dataclass
class Outer:
    @dataclass
    class Inner:
        z: int = 1
    i: 'Outer.Inner' = field(default_factory=lambda: Outer.Inner())
print(Outer(), Outer.Inner.__qualname__)
class Base:
    def __init__(self): self.base = 1
@dataclass
class D2(Base):
    q: int
    def __post_init__(self): super().__init__()
print(D2(1).base, D2(1))
print(P.__init__.__name__, P.__init__.__qualname__, P.__init__.__defaults__, P.__init__.__annotations__, P.__eq__.__qualname__)
print(P.__dataclass_params__, P.__annotations__)
e = FrozenInstanceError('x'); print(repr(e), isinstance(e, AttributeError), FrozenInstanceError)
@dataclass
class Prop:
    _v: int = 0
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x * 2
q = Prop(); q.v = 4; print(q, q.v)
