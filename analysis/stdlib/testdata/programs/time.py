import time, traceback, threading
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
time.sleep(0); print(time.gmtime(0), time.strftime('%Y-%m-%d', time.gmtime(86400)), time.strptime('2020-01-02', '%Y-%m-%d').tm_yday, time.gmtime(0)[0], time.gmtime(1.5).tm_sec)
err(lambda: time.sleep(-1)); err(lambda: time.sleep('a')); err(lambda: time.strptime('x', '%Y')); err(lambda: time.strftime(5))
try: 1/0
except ZeroDivisionError as e: traceback.print_exc(); print(traceback.format_exception_only(e), traceback.format_exception_only(type(e), e))
class E(Exception): pass
print(traceback.format_exception_only(E('q')), traceback.format_exception_only(E()))
l = threading.Lock(); print(l.locked())
with l: print(l.locked(), l.acquire(False), l.acquire(timeout=0.01))
err(l.release)
r = threading.RLock()
with r:
    with r: print('nested')
err(r.release)
ev = threading.Event(); print(ev.is_set()); ev.set(); print(ev.is_set())
loc = threading.local(); loc.x = 1; print(loc.x); err(lambda: loc.y)
