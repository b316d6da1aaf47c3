# What is asked of objects that are copied, and sequences that repeat nothing.
import array
import collections
import copy


class Base:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, name):
        print('asked for', name)
        raise AttributeError(name)


class Sub(Base):
    __slots__ = ('z', 'a')


class Deep(Sub):
    __slots__ = ('__q',)

    def fill(self):
        self.a, self.__q = 3, 4
        return self


for kind in (copy.copy, copy.deepcopy):
    for made in (Base(1), Sub(2), Deep(3), Deep(4).fill()):
        print(kind.__name__, vars(kind(made)))
for x in (collections.deque([1]), array.array('i', [1])):
    for f in (lambda: [] * x, lambda: 'a' * x, lambda: () * x, lambda: b'a' * x, lambda: x * [], lambda: x * x, lambda: 1.5 * x, lambda: x * None, lambda: 2 * x):
        try:
            print(f())
        except TypeError as e:
            print(e)
