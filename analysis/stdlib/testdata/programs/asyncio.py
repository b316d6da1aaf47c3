import asyncio
def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, '|', e)
    else:
        print('no error', r)
async def work(n, d):
    print('start', n); await asyncio.sleep(d); print('end', n); return n * 2
async def main():
    print(await work(1, 0))
    print(await asyncio.gather(work('a', 0.3), work('b', 0.1), work('c', 0.2)))
    t = asyncio.create_task(work('t', 0.05)); await asyncio.sleep(0); print('after'); print(await t, t.done(), t.result())
    return 'done'
print(asyncio.run(main()))
async def bad(): raise ValueError('boom')
async def m2():
    try: await asyncio.gather(work('x', 0.1), bad())
    except ValueError as e: print('caught', e)
    print(await asyncio.gather(bad(), work('y', 0), return_exceptions=True))
    await asyncio.sleep(0.5)
asyncio.run(m2())
async def m3():
    try: await asyncio.wait_for(work('slow', 10), 0.1)
    except asyncio.TimeoutError: print('timeout')
    print(await asyncio.wait_for(work('fast', 0.01), 1))
    t = asyncio.create_task(work('c', 5)); await asyncio.sleep(0.01); print(t.cancel())
    try: await t
    except asyncio.CancelledError: print('cancelled', t.cancelled())
asyncio.run(m3())
async def cleanup():
    try: await asyncio.sleep(10)
    except asyncio.CancelledError: print('cleaning'); raise
    finally: print('fin')
async def m4(): asyncio.create_task(cleanup()); await asyncio.sleep(0); return 1
print(asyncio.run(m4()))
async def producer(q):
    for i in range(4): await q.put(i); print('put', i)
    await q.put(None)
async def consumer(q):
    while (x := await q.get()) is not None: print('got', x); await asyncio.sleep(0.01)
async def m5():
    q = asyncio.Queue(maxsize=2); await asyncio.gather(producer(q), consumer(q)); print(q.qsize(), q.empty())
asyncio.run(m5())
async def m6():
    lock = asyncio.Lock(); out = []
    async def crit(n):
        async with lock: out.append(('in', n)); await asyncio.sleep(0.01); out.append(('out', n))
    await asyncio.gather(*(crit(i) for i in range(3))); print(out, lock.locked())
    sem = asyncio.Semaphore(2); active = [0, 0]
    async def lim(n):
        async with sem: active[0] += 1; active[1] = max(active); await asyncio.sleep(0.01); active[0] -= 1
    await asyncio.gather(*(lim(i) for i in range(5))); print(active)
    ev = asyncio.Event()
    async def waiter(n): await ev.wait(); print('woke', n)
    ts = [asyncio.create_task(waiter(i)) for i in range(3)]; await asyncio.sleep(0.01); ev.set(); await asyncio.gather(*ts); print(ev.is_set())
asyncio.run(m6())
async def m7():
    async with asyncio.TaskGroup() as tg: a = tg.create_task(work(1, 0.02)); b = tg.create_task(work(2, 0.01))
    print(a.result(), b.result())
    try:
        async with asyncio.TaskGroup() as tg: tg.create_task(bad()); tg.create_task(work(3, 1))
    except* ValueError as eg: print('group', eg.exceptions)
    try:
        async with asyncio.timeout(0.01): await asyncio.sleep(1)
    except TimeoutError: print('to')
    async with asyncio.timeout(1): await asyncio.sleep(0.01)
asyncio.run(m7())
async def agen(n):
    for i in range(n): await asyncio.sleep(0); yield i
async def m8():
    async for x in agen(2): print(x)
    class CM:
        async def __aenter__(self): print('aenter'); return 5
        async def __aexit__(self, *a): print('aexit', a[0]); return True
    async with CM() as v: print(v); raise KeyError
    f = asyncio.get_running_loop().create_future(); asyncio.get_running_loop().call_later(0.01, f.set_result, 'fut'); print(await f)
    done, pending = await asyncio.wait([asyncio.create_task(work(i, 0.01 * i)) for i in range(3)]); print(len(done), len(pending))
    pq = asyncio.PriorityQueue()
    for x in (3, 1, 2): pq.put_nowait(x)
    print([pq.get_nowait() for _ in range(3)]); err(pq.get_nowait)
asyncio.run(m8())
err(lambda: asyncio.run(5)); err(lambda: asyncio.get_running_loop()); err(lambda: asyncio.create_task(5))
async def m9(): err(lambda: asyncio.run(m9())) if False else None; asyncio.run(bad())
c = work(1, 0); c.close()
async def order():
    out = []
    async def w(n):
        for i in range(3): out.append((n, i)); await asyncio.sleep(0)
    await asyncio.gather(w('a'), w('b')); print(out)
asyncio.run(order())
loop = asyncio.new_event_loop(); print(loop.run_until_complete(work('L', 0)))
from contextlib import asynccontextmanager
@asynccontextmanager
async def acm(x):
    print('in'); 
    try: yield x
    except ValueError as e: print('acm', e)
    finally: print('out')
async def m10():
    async with acm(3) as v: print(v)
    async with acm(4) as v: print(v); raise ValueError('q')
asyncio.run(m10())
