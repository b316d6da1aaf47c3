import warnings, logging, numbers
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
warnings.warn('x'); warnings.warn('d', DeprecationWarning); warnings.simplefilter('ignore'); err(lambda: warnings.warn('x', int)); err(lambda: warnings.warn('x', 5))
with warnings.catch_warnings(): warnings.warn('q')
log = logging.getLogger('a.b'); p = logging.getLogger('a')
log.info('x %s', 1); log.warning('w'); log.error('e'); logging.info('r'); logging.basicConfig(level=logging.DEBUG)
print(log.name, log.level, log.getEffectiveLevel(), log.isEnabledFor(10), log.parent.name, p.parent.name, logging.getLogger().name, logging.getLogger('a.b') is log, logging.INFO, logging.getLevelName(20), logging.getLevelName('ERROR'), logging.getLevelName(7), log)
log.setLevel('ERROR'); print(log.level, log.isEnabledFor(30), log); err(lambda: log.setLevel('NOPE')); err(lambda: logging.getLogger(5))
log.addHandler(logging.NullHandler()); print(log.hasHandlers(), log.getChild('c').name)
try: 1/0
except ZeroDivisionError: log.exception('boom')
h = logging.StreamHandler(); h.setLevel(10); h.setFormatter(logging.Formatter('%(message)s')); p.addHandler(h); print(len(p.handlers))
print([isinstance(x, numbers.Number) for x in (1, 1.5, 1j, True, '1', None)], [isinstance(x, numbers.Integral) for x in (1, 1.5, True)], [isinstance(x, numbers.Real) for x in (1, 1.5, 1j)], issubclass(int, numbers.Rational), numbers.Number)
class Frac(numbers.Number): pass
print(isinstance(Frac(), numbers.Number)); err(lambda: type('R', (numbers.Integral,), {})())
