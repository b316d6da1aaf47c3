from abc import ABC, ABCMeta, abstractmethod, abstractproperty
import abc
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
class A(ABC):
    @abstractmethod
    def f(self): ...
    @property
    @abstractmethod
    def p(self): ...
    @classmethod
    @abstractmethod
    def c(cls): ...
    def conc(self): return 1
err(A)
class B(A):
    def f(self): return super().f()
err(B)
class C(B):
    p = 5
    c = None
print(C().f(), C().conc(), sorted(A.__abstractmethods__), sorted(B.__abstractmethods__), C.__abstractmethods__)
class D(metaclass=ABCMeta):
    @abstractmethod
    def only(self): pass
err(D)
@D.register
class E: pass
print(isinstance(E(), D), issubclass(E, D), issubclass(int, D), isinstance(5, D), E.__mro__, type(D), D)
err(lambda: D.register(5))
class Sized(ABC):
    @classmethod
    def __subclasshook__(cls, C):
        if cls is Sized: return any('__len__' in B.__dict__ for B in C.__mro__)
        return NotImplemented
class HasLen:
    def __len__(self): return 0
print(isinstance(HasLen(), Sized), isinstance(5, Sized), issubclass(list, Sized))
print(A.f.__isabstractmethod__, A.__dict__['p'].__isabstractmethod__, ABC, ABCMeta)
class G(A, dict):
    def f(self): pass
    p = c = 1
print(G(a=1), isinstance(G(), A))
print([k for k in D.__dict__])
