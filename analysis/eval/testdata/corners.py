# Private names: parameters, locals, inner functions.
class _Hidden:
    def f(self, __k=1, *__args, __only=2):
        __local = __k + __only
        def __inner():
            return __local
        return __inner(), [__k for __j in range(2)], sorted(locals())
    def g(self):
        global __shared
        __shared = 3
        for __i in range(2):
            pass
        return [__last := __i]
print(_Hidden().f(), _Hidden().g(), _Hidden__shared, _Hidden.f.__name__)

# The context of exceptions that operations raise while another is handled.
def context(f):
    try:
        raise ValueError("outer")
    except ValueError:
        try:
            f()
        except Exception as e:
            return repr(e), repr(e.__context__)
print(context(lambda: 1 / 0), context(lambda: {}["a"]), context(lambda: [].pop()))
def direct():
    try:
        raise ValueError("outer")
    except ValueError:
        try:
            [][0]
        except IndexError as e:
            return repr(e.__context__)
print(direct())
def not_a_class():
    try:
        raise ValueError("outer")
    except 3:
        pass
try:
    not_a_class()
except TypeError as e:
    print(e, repr(e.__context__))
def again():
    try:
        raise KeyError("first")
    except KeyError as e:
        kept = e
    try:
        try:
            raise OSError("second")
        except OSError:
            raise kept
    except KeyError as e:
        return repr(e.__context__), repr(e.__context__.__context__)
print(again())
def no_cycle():
    try:
        raise KeyError("a")
    except KeyError as a:
        try:
            try:
                raise ValueError("b")
            except ValueError:
                raise a
        except KeyError as e:
            return repr(e), repr(e.__context__), e.__context__.__context__
print(no_cycle())

# super() looks at the function that calls it.
class Base:
    def f(self):
        return "base"
class Derived(Base):
    def f(self):
        return super().f()
    def listed(self):
        return [super().f() for _ in range(1)]
    def star(*args):
        return super().f()
    def inner(self):
        def g():
            return super().f()
        return g()
    def given(self):
        return (lambda me: super().f())(self)
def outside(x):
    return super()
for call in [Derived().f, Derived().listed, Derived().star, Derived().inner, Derived().given, lambda: outside(1), lambda: super().f()]:
    try:
        print(call())
    except Exception as e:
        print(repr(e))

# What patterns for sequences and mappings apply to.
import collections, types
from collections.abc import Mapping, Sequence
class Registered:
    def __len__(self):
        return 1
    def __getitem__(self, i):
        if i:
            raise IndexError
        return "item"
Sequence.register(Registered)
def kind(v):
    match v:
        case [first, *_]:
            return "sequence", first
        case {"k": x}:
            return "mapping", x
        case _:
            return "other"
for v in [collections.deque([1, 2]), Registered(), types.MappingProxyType({"k": 1}), collections.ChainMap({"k": 2}), collections.UserList([3]), range(3), "abc", b"a", {1}]:
    print(kind(v))

# A name that is deleted is local.
deleted = 1
def delete():
    try:
        del deleted
    except NameError as e:
        return type(e).__name__, str(e)
def delete_outer():
    x = 1
    def inner():
        nonlocal x
        del x
    inner()
    try:
        return x
    except NameError as e:
        return type(e).__name__, str(e)
def delete_many():
    a = [1, 2]
    b = c = d = 3
    del a[0], (b, c), [d]
    return sorted(locals()), a
print(delete(), deleted, delete_outer(), delete_many())
class Body:
    y = 1
    del y
    try:
        del y
    except NameError as e:
        z = str(e)
print(Body.z, hasattr(Body, "y"))
def delete_global():
    global deleted
    del deleted
delete_global()
try:
    deleted
except NameError as e:
    print(e)

# A generator that nothing refers to any more is closed at once.
def guarded(log, n=5):
    try:
        for i in range(n):
            yield i
    finally:
        log.append("closed")
def leave_early(how):
    log = []
    def run():
        for i in guarded(log):
            log.append(i)
            if i == 1:
                if how == "return":
                    return log.append("returning")
                if how == "raise":
                    raise ValueError
                break
        log.append("after")
    try:
        run()
    except ValueError:
        log.append("caught")
    return log
print([leave_early(how) for how in ("break", "return", "raise")])
def kept():
    log = []
    g = guarded(log)
    for i in g:
        break
    log.append(next(g))
    for i in iter(g):
        break
    log.append(next(g))
    g.close()
    return log
print(kept())
def consumed():
    log = []
    log.append(any(guarded(log)))
    log.append(next(guarded(log)))
    log.append(all(guarded(log)))
    return log
print(consumed())

# What is thrown into a generator gets no context from outside.
def thrown():
    def g():
        try:
            yield
        except ValueError as e:
            yield repr(e.__context__)
    it = g()
    next(it)
    try:
        1 / 0
    except ZeroDivisionError:
        return it.throw(ValueError("thrown"))
print(thrown())
import collections, functools
@functools.lru_cache
def kept(*a): return a
class Named:
    def __str__(self): return 'shown'
    def __call__(self, *a): return a
for call in (lambda: {*3}, lambda: {1, *3}, lambda: [*3], lambda: (1, *3), lambda: len(*3), lambda: print(1, *3), lambda: kept(*2j),
             lambda: Named()(*3), lambda: Named(*3), lambda: [].append(*3), lambda: list.append(*3), lambda: collections.deque(*None),
             lambda: kept(a=1, **3), lambda: Named(**3), lambda: Named()(a=1, **{'a': 2}), lambda: [].append(a=1, **{'a': 2})):
    try:
        call()
    except TypeError as e:
        print(e)
# A format with a tuple of arguments turns each into text before the next is computed.
class Loud:
    def __init__(self, name): self.name = name
    def __str__(self): print('str', self.name); return self.name
    def __repr__(self): print('repr', self.name); return '<%s>' % self.name
def formats():
    l, d = [], {}
    def told(v): print('told', v); return v
    yield '%s %s' % (l, l.append(1))
    yield '%s|%r|%5s|%-5s|%05s|%.1s|%5.1s|%%|%a' % (Loud('a'), told(Loud('b')), 'c', 'd', 'e', 'fg', 'hi', 'é')
    yield '%(x)s' % {'x': told(1)}
    yield '%s' % (told(d), )
    yield ('%s' + '%s') % (d, d.update(a=1))
    yield '%d %s' % (l.append(2) or 1, l)
    yield '%+s|% s|%#s|%0s' % (1, d, l, 3.5)
    for bad in (lambda: '%s %s' % (Loud('x'),), lambda: '%s' % (Loud('x'), 1), lambda: '%s %' % (told(1),), lambda: '%c%s' % (told(300), told(2)), lambda: '%100s' % (told(3),)):
        try:
            yield len(bad())
        except (TypeError, ValueError) as e:
            yield e
for text in formats():
    print(text)
# print writes one part after the other.
class Parts:
    def __init__(self): self.parts = []
    def write(self, s): self.parts.append(s)
class Broken:
    def __str__(self): raise ValueError('no text')
parts = Parts()
print('a', 1, Loud('z'), sep='-', file=parts)
print(file=parts)
print('', '', sep='', end='', file=parts)
print(parts.parts)
print('before', Loud('x'), [Loud('y')], 'after')
try:
    print('one', 'two', Broken())
except ValueError as e:
    print('|', e)
import io
buffer = io.StringIO()
print('a', Loud('w'), file=buffer)
try:
    print('b', Broken(), file=buffer)
except ValueError:
    print(repr(buffer.getvalue()))
import contextlib
with contextlib.redirect_stdout(parts):
    print('in', 'parts')
print(parts.parts[-4:])
class Refuses:
    __iter__ = None
for call in (lambda: [*Refuses()], lambda: print(*Refuses()), lambda: {1, *Refuses()}, lambda: max(1, *Refuses())):
    try:
        call()
    except TypeError as e:
        print(e)
