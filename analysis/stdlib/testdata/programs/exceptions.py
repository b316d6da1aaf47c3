def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
for e in [ValueError(), ValueError('x'), ValueError(1, 'a'), KeyError('k'), KeyError(), KeyError(1, 2), IndexError('i'), OSError(2, 'No such file'), OSError(2, 'No', 'f.txt'), OSError('msg'), OSError(), OSError(13, 'p', 'a', None, 'b'), FileNotFoundError('x'), IOError(1, 'x'), OSError(9999, 'q'), StopIteration(3), StopIteration(), SystemExit(2), SystemExit(), SystemExit(1, 2), ImportError('m', name='n', path='p'), ModuleNotFoundError('x'), AttributeError('m', name='a', obj=1), NameError('n', name='q'), SyntaxError('bad'), SyntaxError('bad', ('f.py', 3, 4, 'text')), UnicodeDecodeError('utf-8', b'\xff\xfe', 0, 1, 'invalid start byte'), UnicodeEncodeError('ascii', 'é', 0, 1, 'ordinal not in range(128)'), UnicodeEncodeError('ascii', 'éaé', 0, 3, 'ordinal'), UnicodeDecodeError('utf-8', b'abc', 0, 2, 'r'), UnicodeTranslateError('aé', 1, 2, 'r'), KeyboardInterrupt(), GeneratorExit('x'), Exception('a', 'b'), RuntimeError(['l']), AssertionError(None), ZeroDivisionError('division by zero'), TimeoutError('t'), ConnectionError(1, 'c')]:
    print(repr(e), '|', str(e), '|', e.args, '|', type(e).__name__)
print(StopIteration(3).value, StopIteration().value, StopIteration((1, 2)).value, StopIteration(1, 2).value)
print(SystemExit(2).code, SystemExit().code, SystemExit(1, 2).code)
e = OSError(2, 'No', 'f'); print(e.errno, e.strerror, e.filename, e.filename2, type(e))
e = ImportError('m', name='n', path='p'); print(e.name, e.path, e.msg)
e = AttributeError('m', name='a', obj=1); print(e.name, e.obj)
e = SyntaxError('bad', ('f.py', 3, 4, 'text')); print(e.filename, e.lineno, e.offset, e.text, e.msg)
e = UnicodeDecodeError('utf-8', b'\xff\xfe', 0, 1, 'invalid start byte'); print(e.encoding, e.object, e.start, e.end, e.reason)
err(lambda: ValueError(a=1)); err(lambda: ImportError(x=1)); err(lambda: UnicodeDecodeError('a')); err(lambda: UnicodeDecodeError(1, 2, 3, 4, 5)); err(lambda: KeyError(x=1)); err(lambda: OSError(x=1)); err(lambda: AttributeError(x=1)); err(lambda: StopIteration(x=1))
class MyE(Exception):
    def __init__(self, code, msg='dflt'):
        super().__init__(msg)
        self.code = code
class MyE2(Exception):
    def __init__(self, code): self.code = code
class MyE3(Exception):
    def __str__(self): return 'custom ' + repr(self.args)
class MyE4(KeyError): pass
class MyE5(OSError): pass
class MyE6(OSError):
    def __init__(self, a, b): super().__init__(a, b); self.a = a
class MyE7(ValueError, KeyError): pass
class MyE8(StopIteration):
    def __init__(self, v): pass
for e in [MyE(5), MyE(5, 'm'), MyE2(7), MyE3(1, 2), MyE4('k'), MyE5(2, 'x'), MyE6(2, 'q'), MyE7('z')]:
    print(repr(e), '|', e, '|', e.args, e.__dict__)
print(MyE8(1).value, MyE8(1).args, MyE6(2, 'q').errno, MyE5(2, 'x').errno)
try:
    try:
        1/0
    except ZeroDivisionError as z:
        raise ValueError('v') from z
except ValueError as v:
    print(repr(v.__cause__), repr(v.__context__), v.__suppress_context__, v.__cause__ is v.__context__)
try:
    try:
        1/0
    except ZeroDivisionError:
        raise ValueError('v')
except ValueError as v:
    print(repr(v.__cause__), repr(v.__context__), v.__suppress_context__)
try:
    try:
        1/0
    except ZeroDivisionError:
        raise ValueError('v') from None
except ValueError as v:
    print(repr(v.__cause__), repr(v.__context__), v.__suppress_context__)
e = ValueError('a')
e.add_note('n1'); e.add_note('n2'); print(e.__notes__, e.__dict__)
err(lambda: e.add_note(5))
print(e.__traceback__, e.with_traceback(None) is e)
def f(): e.__cause__ = 5
err(f)
def f(): e.args = 5
err(f)
e.args = [1, 2]; print(e.args, e)
e.__cause__ = KeyError('x'); print(e.__suppress_context__)
err(lambda: [].foo); err(lambda: {}['a']); err(lambda: [][1]); err(lambda: int('x')); err(lambda: undefined_name)
try: {}['a']
except LookupError as x: print(type(x), x.args, isinstance(x, KeyError))
def f():
    try: raise TypeError('t')
    except 5: pass
err(f)
def f():
    try: raise TypeError('t')
    except (ValueError, 'x'): pass
err(f)
def f():
    try: raise TypeError('t')
    except (ValueError, (KeyError, TypeError)): pass
err(f)
def f(): raise 5
err(f)
def f(): raise int
err(f)
def f(): raise ValueError
err(f)
def f(): raise ValueError('x') from 5
err(f)
try: [].foo
except AttributeError as x: print(x.name, x.obj)
try: zzz
except NameError as x: print(x.name)
g = ExceptionGroup('eg', [ValueError(1), TypeError('t'), ExceptionGroup('in', [KeyError('k'), ValueError(2)])])
print(g, repr(g), g.message, g.exceptions, type(BaseExceptionGroup('b', [ValueError()])), type(BaseExceptionGroup('b', [KeyboardInterrupt()])))
m, r = g.split(ValueError); print(repr(m), repr(r))
print(repr(g.subgroup(lambda e: isinstance(e, KeyError))), g.split(OSError), g.subgroup((ValueError, TypeError, KeyError)) == g)
err(lambda: ExceptionGroup('a', [])); err(lambda: ExceptionGroup('a', [1])); err(lambda: ExceptionGroup('a')); err(lambda: ExceptionGroup(1, [ValueError()])); err(lambda: ExceptionGroup('a', [KeyboardInterrupt()])); err(lambda: ExceptionGroup('a', 5)); err(lambda: g.split(5))
try:
    raise ExceptionGroup('eg', [ValueError(1), TypeError('t')])
except* ValueError as eg: print('VE', repr(eg))
except* TypeError as eg: print('TE', repr(eg))
class MyEG(ExceptionGroup):
    def derive(self, excs): return MyEG(self.message, excs)
print(repr(MyEG('m', [ValueError(1), KeyError(2)]).split(KeyError)))
err(lambda: BaseException.__new__(int))
print(issubclass(FileNotFoundError, OSError), OSError is IOError, EnvironmentError, ExceptionGroup.__mro__, Exception.__bases__)
print(Exception('x') == Exception('x'), ValueError.__name__, ValueError.__module__)
try:
    raise MyE(3)
except MyE as err2: print(err2.code, err2)
try:
    err2
except NameError as n: print(n)
def gen():
    yield 1
    return 5
gg = gen(); next(gg)
try: next(gg)
except StopIteration as s: print(s.value, s.args, repr(s))
def gen2():
    raise StopIteration(3)
    yield
err(lambda: list(gen2()))
try: list(gen2())
except RuntimeError as e: print(repr(e.__cause__), repr(e.__context__))
def f(): assert 1 == 2, 'msg'
err(f)
def f(): assert 0
err(f)
import sys
err(lambda: sys.exit('bye'))
def f():
    try: return 1
    finally: print('fin')
print(f())
class Ctx:
    def __enter__(self): return self
    def __exit__(self, t, v, tb): print(t, v, tb is None); return True
with Ctx(): raise ValueError('in with')
with Ctx(): pass
