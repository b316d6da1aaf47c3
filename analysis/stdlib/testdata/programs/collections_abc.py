from collections.abc import *
import collections.abc
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
names = ['Hashable','Awaitable','Iterable','Iterator','Reversible','Generator','Sized','Container','Collection','Callable','Set','MutableSet','Mapping','MappingView','KeysView','ItemsView','ValuesView','MutableMapping','Sequence','ByteString','MutableSequence']
objs = [1, 'a', b'a', bytearray(b'a'), [1], (1,), {1: 2}, {1}, frozenset([1]), range(3), {}.keys(), {}.items(), {}.values(), iter([]), (x for x in []), len, lambda: 1, None, 1.5, int, object(), enumerate([]), zip(), map(str, []), slice(1)]
for n in names:
    c = getattr(collections.abc, n)
    print(n, ''.join('1' if isinstance(o, c) else '.' for o in objs), c, sorted(c.__abstractmethods__), [b.__name__ for b in c.__mro__])
class Seq(Sequence):
    def __init__(self, d): self.d = d
    def __getitem__(self, i): return self.d[i]
    def __len__(self): return len(self.d)
s = Seq([1, 2, 3, 2])
print(list(s), 2 in s, 9 in s, list(reversed(s)), s.index(2), s.count(2), s.index(2, 2)); err(lambda: s.index(9))
class MS(MutableSequence):
    def __init__(self): self.d = []
    def __getitem__(self, i): return self.d[i]
    def __setitem__(self, i, v): self.d[i] = v
    def __delitem__(self, i): del self.d[i]
    def __len__(self): return len(self.d)
    def insert(self, i, v): self.d.insert(i, v)
m = MS(); m.append(1); m.extend([2, 3]); m += [4]; m.reverse(); print(m.d, m.pop(), m.pop(0), m.d); m.remove(3); print(m.d); m.clear(); print(m.d); err(m.pop)
class Mp(Mapping):
    def __init__(self, d): self.d = d
    def __getitem__(self, k): return self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
mp = Mp({'a': 1, 'b': 2})
print('a' in mp, 'z' in mp, mp.get('a'), mp.get('z', 5), list(mp.keys()), list(mp.items()), list(mp.values()), mp == {'a': 1, 'b': 2}, mp == Mp({'a': 1}), dict(mp), len(mp.keys()), ('a', 1) in mp.items(), 2 in mp.values(), {**mp}, sorted(mp.keys() & {'a'}), mp.keys() == {'a', 'b'})
err(lambda: hash(mp)); err(lambda: reversed(mp))
class MM(MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
mm = MM(); mm['a'] = 1; mm.update({'b': 2}, c=3); mm.update([('d', 4)]); print(mm.d, mm.pop('a'), mm.pop('zz', 9), mm.popitem(), mm.setdefault('q', 7), mm.d); err(lambda: mm.pop('zz')); mm.clear(); print(mm.d); err(mm.popitem)
class St(Set):
    def __init__(self, it): self.l = list(dict.fromkeys(it))
    def __contains__(self, x): return x in self.l
    def __iter__(self): return iter(self.l)
    def __len__(self): return len(self.l)
    def __repr__(self): return f'St({self.l})'
a, b = St([1, 2, 3]), St([2, 3, 4])
print(a & b, a | b, a - b, a ^ b, a <= b, St([2]) < b, a == St([3, 2, 1]), a.isdisjoint(b), a & [1], a >= St([1]), {1, 2} & a, a != b)
err(lambda: hash(a))
class It(Iterator):
    def __init__(self): self.n = 0
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), iter(It()) is not None)
class Incomplete(Mapping): pass
err(Incomplete)
class Duck:
    def __iter__(self): return iter([])
    def __len__(self): return 0
    def __contains__(self, x): return False
print(isinstance(Duck(), Collection), isinstance(Duck(), Sized), issubclass(Duck, Iterable), isinstance(Duck(), Sequence))
class NoHash:
    __hash__ = None
print(isinstance(NoHash(), Hashable), isinstance(Duck(), Hashable))
print(Iterable[int], Callable[[int, str], bool], Callable[..., int], Mapping[str, int], Callable[[], int], Sequence[int] | None)
@Sequence.register
class Reg: pass
print(isinstance(Reg(), Sequence))
match s:
    case [x, *rest]: print(x, rest)
match mp:
    case {'a': x}: print(x)
def gen(): yield 1
print(isinstance(gen(), Generator), isinstance(gen(), Iterator), isinstance(gen, Callable))
