# Classes, inheritance, protocols.
class Animal:
    count = 0
    def __init__(self, name):
        self.name = name
        Animal.count += 1
    def speak(self): return f"{self.name} makes {self.sound()}"
    def sound(self): return "noise"
    @property
    def upper(self): return self.name.upper()
    @upper.setter
    def upper(self, v): self.name = v.lower()
    @classmethod
    def make(cls, *names): return [cls(n) for n in names]
    @staticmethod
    def helper(x): return x * 2
    def __repr__(self): return f"{type(self).__name__}({self.name!r})"
    def __eq__(self, other): return isinstance(other, Animal) and self.name == other.name
    def __hash__(self): return hash(len(self.name))
class Dog(Animal):
    def sound(self): return "woof"
    def speak(self): return super().speak() + "!"
d = Dog("rex")
print(d.speak(), d.upper, Dog.make("a", "b"), Dog.helper(4), Animal.count)
d.upper = "FIDO"
print(d, d.name, vars(d), d == Dog("fido"), d != Animal("fido"), d in [Dog("fido")])
try: d.missing
except AttributeError as e: print(e)
try: Dog.nothing
except AttributeError as e: print(e)
try: Dog()
except TypeError as e: print(e)

class A:
    def who(self): return ["A"]
class B(A):
    def who(self): return ["B"] + super().who()
class C(A):
    def who(self): return ["C"] + super().who()
class D(B, C):
    def who(self): return ["D"] + super().who()
print(D().who(), [k.__name__ for k in D.__mro__])

class Vec:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y) if isinstance(o, Vec) else NotImplemented
    def __mul__(self, k): return Vec(self.x * k, self.y * k)
    __rmul__ = __mul__
    def __neg__(self): return Vec(-self.x, -self.y)
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __bool__(self): return bool(self.x or self.y)
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __lt__(self, o): return abs(self) < abs(o)
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __len__(self): return 2
    def __iter__(self): yield self.x; yield self.y
    def __contains__(self, v): return v in (self.x, self.y)
    def __call__(self, k=1): return k * (self.x + self.y)
    def __repr__(self): return f"Vec({self.x}, {self.y})"
    def __format__(self, spec): return f"<{self.x:{spec}},{self.y:{spec}}>"
    def __iadd__(self, o):
        self.x += o.x; self.y += o.y
        return self
v, w = Vec(3, 4), Vec(1, 1)
print(v + w, v * 2, 2 * v, -v, abs(v), bool(Vec(0, 0)), v == Vec(3, 4), sorted([v, w]), v[1], len(v), list(v), 3 in v, v(10), f"{v:.1f}")
v += w
print(v, [*v], max(v, w))
try: v + 1
except TypeError as e: print(e)
try: v.z = 1
except AttributeError as e: print(e)
try: hash(v)
except TypeError as e: print(e)

class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        ns["tag"] = kw.get("tag", name.lower())
        return super().__new__(m, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns)
    def __call__(cls, *a): return ("made", super().__call__(*a))
class WithMeta(metaclass=Meta, tag="x"):
    def __init__(self, a): self.a = a
made = WithMeta(5)
print(WithMeta.tag, made[0], made[1].a, type(WithMeta).__name__)

class Registry:
    subs = []
    def __init_subclass__(cls, /, flag=None, **kw):
        super().__init_subclass__(**kw)
        Registry.subs.append((cls.__name__, flag))
class R1(Registry, flag=1): pass
class R2(R1): pass
print(Registry.subs)

class Desc:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, obj, typ=None): return self if obj is None else getattr(obj, self.name, "unset")
    def __set__(self, obj, v): setattr(obj, self.name, v * 2)
class Uses:
    d = Desc()
u = Uses()
print(u.d, end=" "); u.d = 4; print(u.d, u.__dict__)

class Dyn:
    def __getattr__(self, name):
        if name.startswith("x"): return name.upper()
        raise AttributeError(name)
    def __setattr__(self, k, v): object.__setattr__(self, k, (v,))
dy = Dyn(); dy.a = 1
print(dy.a, dy.xyz, hasattr(dy, "q"), getattr(dy, "q", "default"))

class Stack(list):
    def push(self, x): self.append(x); return self
    def __getitem__(self, i): return ("item", super().__getitem__(i))
s = Stack([1, 2]).push(3)
print(s, len(s), s[0], isinstance(s, list), s == [1, 2, 3], type(s).__name__, s + [4])
class Default(dict):
    def __missing__(self, k):
        self[k] = v = k * 2
        return v
dd = Default(a=1)
print(dd["a"], dd["b"], dd, dd.get("zz"))
class MyInt(int):
    def __add__(self, o): return MyInt(int(self) + int(o) + 100)
print(MyInt(5) + 1, MyInt(5) * 2, MyInt(7), repr(MyInt(7)), type(MyInt(5) * 2).__name__)
class MyStr(str):
    def shout(self): return self.upper() + "!"
print(MyStr("hi").shout(), MyStr("a") + "b", len(MyStr("abc")))
class T(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def a(self): return self[0]
print(T(1, 2), T(1, 2).a, T(1, 2) == (1, 2))
class Cnt:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n
print(list(Cnt(3)), sum(Cnt(4)), 2 in Cnt(5), tuple(zip(Cnt(3), "ab")))
class Private:
    def __init__(self): self.__x = 1
    def get(self): return self.__x
print(Private().get(), vars(Private()))
class Outer:
    k = 10
    class Inner:
        z = 5
    xs = [k for _ in range(2)] if False else [1]
    def m(self): return self.Inner.z + Outer.k
print(Outer().m(), Outer.Inner.__qualname__, Outer.m.__qualname__)
print(isinstance(True, int), issubclass(Dog, (int, Animal)), type(3) is int, type("") == str)
print(Animal, Dog.__name__, type(d), int, type(None))
class Num:
    def __init__(self, v): self.v = v
    def __radd__(self, o): return o + self.v
    def __index__(self): return self.v
    def __int__(self): return self.v
    def __str__(self): return "num"
print(5 + Num(3), [10, 20, 30][Num(1)], int(Num(4)), str(Num(1)), f"{Num(2)}", hex(Num(255)), sum([Num(1), Num(2)]))
