import contextlib, io, sys
from contextlib import *
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
@contextmanager
def cm(x):
    """docs"""
    print('enter', x)
    try:
        yield x * 2
    except ValueError as e:
        print('caught', e)
    finally:
        print('exit')
with cm(3) as v: print(v)
with cm(4) as v: raise ValueError('boom')
def f():
    with cm(5): raise KeyError('k')
err(f)
print(cm.__name__, cm.__doc__, cm.__wrapped__.__name__)
@cm(7)
def deco(a): print('in', a); return a
print(deco(1), deco(2), deco.__name__)
@contextmanager
def bad():
    if False: yield
def f():
    with bad(): pass
err(f)
@contextmanager
def two():
    yield 1
    yield 2
def f():
    with two(): pass
err(f)
@contextmanager
def reraise():
    try: yield
    except ValueError: raise TypeError('converted')
def f():
    with reraise(): raise ValueError('v')
err(f)
def f():
    with cm(1): raise StopIteration('si')
err(f)
with suppress(KeyError, ZeroDivisionError): {}['a']
with suppress(KeyError): 1/1
def f():
    with suppress(KeyError): 1/0
err(f)
class C:
    def close(self): print('closed')
with closing(C()) as c: print(type(c).__name__)
with nullcontext(5) as n: print(n)
with nullcontext() as n: print(n)
with ExitStack() as st:
    a = st.enter_context(cm(10)); b = st.enter_context(cm(20))
    st.callback(print, 'callback', 1, sep='-')
    st.push(lambda *exc: print('pushed', exc[0]))
    print(a, b)
with ExitStack() as st:
    st.enter_context(cm(1))
    st.enter_context(suppress(KeyError))
    raise KeyError('x')
def f():
    with ExitStack() as st:
        st.callback(lambda: 1/0)
err(f)
def f():
    with ExitStack() as st: st.enter_context(5)
err(f)
buf = io.StringIO()
with redirect_stdout(buf):
    print('hidden'); print('more', end='')
print(repr(buf.getvalue()))
class CD(ContextDecorator):
    def __enter__(self): print('cd in'); return self
    def __exit__(self, *e): print('cd out'); return False
@CD()
def g(): print('g')
g()
print(isinstance(cm(1), AbstractContextManager), isinstance(C(), AbstractContextManager), AbstractContextManager)
class Mine(AbstractContextManager):
    def __exit__(self, *a): print('mine'); return True
with Mine() as m: raise ValueError
err(lambda: type('X', (AbstractContextManager,), {})())
s = io.StringIO('a\nb\nc')
print(s.read(1), s.readline(), s.readlines(), s.read(), s.tell()); s.seek(0); print(list(s)); s.seek(2); s.write('ZZ'); print(s.getvalue()); s.truncate(3); print(s.getvalue(), s.closed, s.readable()); s.close(); err(s.read); err(lambda: s.write('x'))
w = io.StringIO(); print(w.write('hello'), w.write(' wörld')); print(w.getvalue(), file=w); print(w.getvalue().count('hello')); err(lambda: w.write(5)); err(lambda: io.StringIO(5)); err(lambda: w.seek(-1))
b = io.BytesIO(b'abc'); print(b.read(2), b.getvalue(), b.write(b'xyz'), b.getvalue()); err(lambda: b.write('x'))
with io.StringIO('q') as q: print(q.read())
err(q.getvalue)
print('x', file=sys.stdout); sys.stdout.write('raw\n'); print('err', file=sys.stderr); sys.stderr.write('e')
print(sys.maxsize, sys.version_info >= (3, 8), sys.version_info[:2], sys.version_info.major, sys.version_info > (3, 12), sys.byteorder, sys.getrecursionlimit(), sys.float_info.epsilon, sys.float_info.max, sys.float_info.dig)
err(lambda: sys.exit()); err(lambda: sys.exit(3)); err(lambda: sys.exit('msg'))
try: 1/0
except ZeroDivisionError: print(sys.exc_info()[:2])
print(sys.exc_info())
def rec(n): return 0 if n == 0 else 1 + rec(n - 1)
try: rec(5000)
except RecursionError as e: print('RecursionError')
sys.setrecursionlimit(10000); print(rec(5000), sys.getrecursionlimit())
print(sys.intern('abc'), sys.maxunicode)
def f():
    with 5: pass
err(f)
for line in io.StringIO('l1\nl2\n'): print(repr(line))
old = sys.stdout; sys.stdout = io.StringIO(); print('captured'); got = sys.stdout.getvalue(); sys.stdout = old; print(repr(got))
