from enum import Enum, IntEnum, StrEnum, Flag, IntFlag, auto, unique
import enum
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
    def describe(self): return f'{self.name}={self.value}'
    @classmethod
    def default(cls): return cls.GREEN
    @property
    def low(self): return self.name.lower()
print(Color.RED, repr(Color.RED), Color, list(Color), len(Color), Color(2), Color['BLUE'], Color.CRIMSON, Color.RED is Color.CRIMSON)
print(Color.RED.name, Color.RED.value, Color.RED.describe(), Color.default(), Color.RED.low, type(Color.RED), isinstance(Color.RED, Color))
print(Color.__members__, dict(Color.__members__), Color.RED == Color.RED, Color.RED != Color.GREEN, Color.RED == 1, Color.RED in Color)
print(f'{Color.RED}', f'{Color.RED!r}', f'{Color.RED:>12}|', '%s' % Color.RED, [Color.RED], {Color.RED: 1}, {Color.RED: 1}[Color.CRIMSON])
err(lambda: Color(9)); err(lambda: Color['X']); err(lambda: Color.X); err(lambda: setattr(Color, 'RED', 5)); err(lambda: delattr(Color, 'RED')); err(lambda: Color.RED < Color.GREEN); err(lambda: 1 in Color); err(lambda: Color()); err(lambda: setattr(Color.RED, 'value', 3)); err(lambda: setattr(Color.RED, 'name', 3)); err(lambda: Color('RED')); err(lambda: Color([1]))
def f():
    class Bad(Enum):
        A = 1
        A = 2
err(f)
def f():
    class Bad(Color): Z = 1
err(f)
def f():
    @unique
    class Bad(Enum):
        A = 1
        B = 1
        C = 1
err(f)
def f():
    class Bad(Enum):
        _foo_ = 1
err(f)
class Num(IntEnum):
    ONE = 1
    TWO = 2
print(Num.ONE, repr(Num.ONE), Num.ONE + 1, Num.ONE < Num.TWO, f'{Num.TWO:03d}', f'{Num.TWO}', [1, 2, 3][Num.ONE], Num(2), sorted([Num.TWO, Num.ONE]), Num.ONE == 1, hash(Num.ONE) == hash(1), max(Num), sum(Num), str(Num.ONE), int(Num.TWO), isinstance(Num.ONE, int), {1: 'a'}[Num.ONE], '%d' % Num.TWO, Num.ONE.bit_length())
class S(StrEnum):
    A = auto()
    B = 'bee'
    LongName = auto()
print(S.A, repr(S.A), S.B, list(S), S.A == 'a', S.A.upper(), f'{S.B:>5}', 'x' + S.B, S('bee'), isinstance(S.A, str), '-'.join(S))
def f():
    class Bad(StrEnum): X = 1
err(f)
class Auto(Enum):
    A = auto()
    B = auto()
    C = 10
    D = auto()
print([(m.name, m.value) for m in Auto])
class Custom(Enum):
    def _generate_next_value_(name, start, count, last_values): return name.lower() + str(count)
    X = auto()
    Y = auto()
print(list(Custom))
class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
print(list(Perm), Perm.R | Perm.X, repr(Perm.R | Perm.W), Perm.RW, ~Perm.R, Perm.R & Perm.W, bool(Perm.R & Perm.W), Perm(5), Perm(0), Perm.R in Perm.RW, len(Perm.RW), list(Perm.RW), Perm.R ^ Perm.RW, str(Perm(0)), Perm.RW.name, (Perm.R|Perm.X).name, (Perm.R | Perm.X).value)
err(lambda: Perm(8)); err(lambda: Perm('a')); err(lambda: Perm.R | 1); err(lambda: Perm(-1)); err(lambda: 1 in Perm.R)
class IP(IntFlag):
    R = 4
    W = 2
    X = 1
print(IP.R | IP.W, repr(IP.R | IP.W), IP.R | 8, repr(IP.R | 8), IP(7), IP(0), repr(IP(0)), IP.R + 1, ~IP.R, repr(~IP.R), list(IP), f'{IP.R}', IP.R & 6, 4 | IP.X, IP.R == 4, list(IP(7)), IP(16), repr(IP(-1)))
class Planet(Enum):
    MERCURY = (3.303e+23, 2.4397e6)
    EARTH = (5.976e+24, 6.37814e6)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius
    @property
    def gravity(self): return round(6.67300E-11 * self.mass / (self.radius * self.radius), 3)
print(Planet.EARTH.gravity, Planet.EARTH.value, Planet.EARTH, repr(Planet.EARTH), Planet((3.303e+23, 2.4397e6)))
class WithNew(Enum):
    def __new__(cls, v, label):
        o = object.__new__(cls); o._value_ = v; o.label = label; return o
    A = 1, 'first'
    B = 2, 'second'
print(WithNew.A.label, WithNew(2), WithNew.B.value)
class Coord(bytes, Enum):
    def __new__(cls, value, label):
        obj = bytes.__new__(cls, [value]); obj._value_ = value; obj.label = label; return obj
    PX = (0, 'P.X')
print(Coord.PX.label, Coord.PX.value)
class Miss(Enum):
    A = 'a'
    OTHER = 'other'
    @classmethod
    def _missing_(cls, value):
        if value == 'bad': return 5
        if value == 'raise': raise KeyError('oops')
        if isinstance(value, str) and value.lower() == 'a': return cls.A
        if value == 'none': return None
        return cls.OTHER
print(Miss('A'), Miss('zzz')); err(lambda: Miss('none')); err(lambda: Miss('bad')); err(lambda: Miss('raise'))
Animal = Enum('Animal', 'CAT DOG')
print(Animal, list(Animal), Animal.CAT.value, Animal.__module__, Animal.__qualname__)
print(list(Enum('A2', ['X', 'Y'], start=0)), list(Enum('A3', {'P': 5, 'Q': 6})), list(Enum('A4', [('M', 1), ('N', 'n')])), list(IntEnum('A5', 'U V')), list(Flag('A6', 'K L M')))
class Base(Enum):
    def hello(self): return 'hi ' + self.name
class Derived(Base): A = 1
print(Derived.A.hello(), Derived.__mro__, Base)
class Ord(Enum):
    A = 1
    B = 2
    def __lt__(self, o): return self.value < o.value
print(sorted([Ord.B, Ord.A]), max(Ord))
class Op(Enum):
    ADD = '+'
    SUB = '-'
    def __call__(self, a, b): return a + b if self is Op.ADD else a - b
    def __str__(self): return self.value
print(Op.ADD(1, 2), Op('-')(3, 1), Op.ADD, f'{Op.ADD}', repr(Op.ADD), str(Op.SUB))
class Unh(Enum):
    A = [1]
    B = [2]
    C = [1]
print(list(Unh), Unh([2]), Unh.C)
class Nested(Enum):
    A = {'k': 1}
    B = None
    C = (1, 2)
print(list(Nested), Nested.A.value['k'], Nested((1, 2)))
match Color.RED:
    case Color.GREEN: print('g')
    case Color.RED: print('r')
class Mixed(str, Enum):
    A = 'aa'
    B = 'bb'
print(Mixed.A, repr(Mixed.A), Mixed.A == 'aa', f'{Mixed.A}', '%s' % Mixed.A, Mixed.A.value, Mixed('bb'), Mixed.A + 'x', format(Mixed.A), '{}'.format(Mixed.B), Mixed.A.name)
class MixedI(int, Enum):
    A = 1
print(MixedI.A, repr(MixedI.A), MixedI.A + 1, f'{MixedI.A}', '{:d}'.format(MixedI.A) if False else '')
print(Color.RED.__class__, Color.__class__, enum.EnumMeta is enum.EnumType, Color.RED.__hash__() == hash('RED'))
print([c.name for c in reversed(Color)], list(zip(Color, range(3))), {c: c.value for c in Color}, dict([(c.name, c) for c in Color]))
print(auto(), Enum, Flag, IntFlag, StrEnum, enum.FlagBoundary.STRICT, list(enum.FlagBoundary))
class WithIgnore(Enum):
    _ignore_ = 'tmp i'
    tmp = 3
    A = tmp + 1
print(list(WithIgnore), hasattr(WithIgnore, 'tmp'))
class O2(Enum):
    _order_ = 'A B'
    A = 1
    B = 2
print(list(O2))
def f():
    class O3(Enum):
        _order_ = 'B A'
        A = 1
        B = 2
err(f)
class Conf(Flag, boundary=enum.CONFORM):
    A = 1
    B = 2
print(Conf(5), repr(Conf(7)))
class Ej(Flag, boundary=enum.EJECT):
    A = 1
print(Ej(5), type(Ej(4)))
class Gap(Flag):
    A = 1
    C = 4
err(lambda: Gap(2)); print(Gap(5), ~Gap.A)
class Weekday(Enum):
    MON = 1; TUE = 2
    @classmethod
    def from_int(cls, n): return cls(n)
    @staticmethod
    def st(): return 's'
    CONST: int = 5
print(Weekday.from_int(2), Weekday.st(), Weekday.CONST, list(Weekday), Weekday.MON.TUE)
class Desc(Enum):
    """docs"""
    A = 1
print(Desc.__doc__, Desc.A.__doc__)
print(Color.RED.__objclass__, Color.RED._sort_order_, vars(Color.GREEN), Color._member_names_, Color._value2member_map_)
