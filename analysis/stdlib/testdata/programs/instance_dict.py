class A:
    pass
a = A(); a.x = 1
a.__dict__['y'] = 2
vars(a).update(z=3)
print(a.y, a.z, a.__dict__)
a.__dict__ = {'q': 5}; print(a.q, hasattr(a, 'x'), vars(a))
del a.__dict__['q']; print(hasattr(a, 'q'))
a.__class__ = type('B', (), {'m': lambda s: 'bm'}); print(a.m(), type(a).__name__)
d = {'k': 1}; b = A(); b.__dict__ = d; b.k = 9; print(d, b.__dict__ is d)
class Attr(dict):
    def __init__(s, *a, **k): super().__init__(*a, **k); s.__dict__ = s
ad = Attr(a=1); ad.b = 2; print(ad, ad.a, ad['b'], ad.keys())
class Borg:
    _s = {}
    def __init__(s): s.__dict__ = s._s
x, y = Borg(), Borg(); x.v = 1; print(y.v)
def f(): pass
f.a = 1; f.__dict__['b'] = 2; print(f.b, f.__dict__); f.__name__ = 'g'; f.__qualname__ = 'Q.g'; print(f.__name__, f.__qualname__); f.__doc__ = 'd'; print(f.__doc__); f.__defaults__ = (1,); print(f.__defaults__)
A.cls = 5; print(a.__class__.__name__, A.cls, A().cls); A.cls += 1; print(A.cls); setattr(A, 'dyn', property(lambda s: 'dp')); print(A().dyn); del A.cls; print(hasattr(A, 'cls'))
A.m = lambda s, k=2: k; print(A().m(), A().m(5)); A.__str__ = lambda s: 'strA'; print(A(), str(A()), f'{A()}')
inst = A(); inst.m = lambda: 'inst'; print(inst.m())
import types; inst.bm = types.MethodType(lambda s: type(s).__name__, inst); print(inst.bm())
