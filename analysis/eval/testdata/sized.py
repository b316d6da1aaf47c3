# What is asked for its length where a list or tuple is made of it.
class Len:
    def __iter__(self): return iter([1, 2])
    def __len__(self): print('len'); return 3
class Hint:
    def __iter__(self): return iter([1, 2])
    def __length_hint__(self): print('hint'); return 3
class Items:
    def __getitem__(self, i):
        if i > 1: raise IndexError
        return i
    def __len__(self): print('len'); return 3
class Sub(list):
    def __len__(self): print('len'); return 3
class Bad:
    def __init__(self, what): self.what = what
    def __iter__(self): return iter([1, 2])
    def __len__(self):
        if isinstance(self.what, Exception): raise self.what
        return self.what
class BadHint:
    def __init__(self, what): self.what = what
    def __iter__(self): return iter([1, 2])
    def __length_hint__(self):
        if isinstance(self.what, Exception): raise self.what
        return self.what
def f(*a): return a
L = [0]
uses = (lambda o: list(o), lambda o: tuple(o), lambda o: set(o), lambda o: sorted(o), lambda o: f(*o), lambda o: f(1, *o), lambda o: [*o],
        lambda o: (1, *o), lambda o: {*o}, lambda o: L.extend(o), lambda o: L.__iadd__(o), lambda o: sum(o), lambda o: max(o),
        lambda o: list(map(str, o)), lambda o: frozenset(o), lambda o: any(o), lambda o: 1 in o, lambda o: dict.fromkeys(o), lambda o: [x for x in o])
for make in (Len, Hint, Items, Sub, lambda: Bad(-1), lambda: Bad('a'), lambda: Bad(ValueError('no')), lambda: Bad(TypeError('no')),
             lambda: BadHint(-1), lambda: BadHint('a'), lambda: BadHint(NotImplemented), lambda: BadHint(ValueError('no')), lambda: BadHint(TypeError('no'))):
    for n, use in enumerate(uses):
        try:
            print(n, use(make()))
        except Exception as e:
            print(n, type(e).__name__, e)
a, *b = Len()
print(a, b, *Len())
