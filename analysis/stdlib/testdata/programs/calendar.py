import calendar, types
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
print(calendar.isleap(2000), calendar.isleap(1900), calendar.leapdays(1900, 2001), calendar.monthrange(2024, 2), calendar.weekday(2024, 2, 29), calendar.monthcalendar(2024, 2), list(calendar.month_name), list(calendar.day_abbr), calendar.MONDAY, calendar.timegm((2020, 1, 1, 0, 0, 0)), calendar.month_name[3])
err(lambda: calendar.monthrange(2020, 13)); err(lambda: calendar.weekday(2020, 2, 30))
for m in range(1, 13): print(calendar.month(2023, m)); calendar.prmonth(2024, m)
calendar.setfirstweekday(calendar.SUNDAY); print(calendar.monthcalendar(2023, 1), calendar.month(2023, 1))
n = types.SimpleNamespace(a=1, b='x'); print(n, n.a, n == types.SimpleNamespace(a=1, b='x'), n == 5); n.c = [n]; print(n, vars(n)['a']); err(lambda: types.SimpleNamespace(1)); err(lambda: n.zz); err(lambda: hash(n))
class NS(types.SimpleNamespace): pass
print(NS(q=1), types.NoneType, types.FunctionType, isinstance(err, types.FunctionType), types.MethodType(lambda s: s, 5)())
p = types.MappingProxyType({'a': 1}); print(p, p['a'], dict(p)); err(lambda: p.__setitem__('a', 2))
def f(): p['b'] = 1
err(f)
C = types.new_class('C', (int,), {}, lambda ns: ns.update(x=5)); print(C.x, C(3) + 1, C.__name__)
m = types.ModuleType('mod', 'docs'); m.x = 1; print(m, m.__name__, m.__doc__, m.x, m.__dict__['x'])
