import asyncio
from contextlib import *
from contextlib import AsyncContextDecorator
@asynccontextmanager
async def cm(name, swallow=False):
    print("enter", name)
    try:
        yield name
    except ValueError as e:
        print("caught", name, e)
        if not swallow: raise
    finally:
        print("exit", name)
@cm("deco")
async def f(x):
    print("f", x)
    await asyncio.sleep(0)
    return x * 2
@cm("deco2", True)
async def g():
    raise ValueError("g")
class Res:
    def __init__(self, n): self.n = n
    async def __aenter__(self):
        print("aenter", self.n); await asyncio.sleep(0.01); return self
    async def __aexit__(self, *exc):
        print("aexit", self.n, exc[0], exc[1]); await asyncio.sleep(0.01); return self.n == 2
class Sync:
    def __enter__(self): print("senter"); return 5
    def __exit__(self, *e): print("sexit", e[0])
async def bye(x, k=0): print("bye", x, k); return True
async def main():
    print(await f(4)); print(await g())
    print(await f(5))
    async with AsyncExitStack() as st:
        r = await st.enter_async_context(Res(1))
        await st.enter_async_context(Res(2))
        print(st.enter_context(Sync()))
        st.push_async_callback(bye, 1, k=2)
        st.callback(print, "cb")
        v = await st.enter_async_context(cm("x"))
        raise ValueError("boom")
    st = AsyncExitStack()
    st.push_async_exit(Res(9))
    async def ex(t, e, tb): print("ex", t, e)
    st.push_async_exit(ex)
    await st.aclose()
    try:
        await st.enter_async_context(3)
    except TypeError as e: print(e)
    try:
        async with AsyncExitStack() as s:
            async def bad(): raise KeyError("bad")
            s.push_async_callback(bad)
            raise ValueError("orig")
    except KeyError as e:
        print(repr(e), repr(e.__context__))
    async with AsyncExitStack() as s:
        s.push_async_exit(Res(7))
        s2 = s.pop_all()
    print("moved")
    await s2.aclose()
    class D(AsyncContextDecorator):
        async def __aenter__(self): print("D in")
        async def __aexit__(self, *e): print("D out", e[1]); return False
    @D()
    async def h(): "doc"; raise RuntimeError("h")
    print(h.__name__, h.__doc__)
    try: await h()
    except RuntimeError as e: print(repr(e), e.__context__)
    @asynccontextmanager
    async def twice():
        try:
            yield 1
            yield 2
        finally: print("closed")
    try:
        async with twice(): pass
    except RuntimeError as e: print(e)
    try:
        async with twice(): raise ValueError
    except ValueError as e: print(repr(e))
    async with aclosing(agen()) as a:
        async for x in a:
            print(x); break
async def agen():
    try:
        yield 1
        yield 2
    finally: print("agen closed")
asyncio.run(main())
@contextmanager
def two():
    try:
        yield 1
        yield 2
    finally: print("closed")
try:
    with two(): pass
except RuntimeError as e: print(e)
@contextmanager
def cont():
    try: yield
    except ValueError: pass
    try: yield
    finally: print("closed2")
try:
    with cont(): raise ValueError
except RuntimeError as e: print(e, repr(e.__context__))
class A:
    def foo(self, cls): return 'spam'
class B:
    bar = classmethod(A().foo)
    @classmethod
    @classmethod
    def c(cls): return cls.__name__
    @classmethod
    @property
    def p(cls): return cls.__name__ + "!"
print(B.bar(A) if 0 else B.p, B.c())
