import asyncio


async def items(n, name):
    for i in range(n):
        print(name, i)
        await asyncio.sleep(0)
        yield i
    print(name, 'ends')


async def double(x):
    await asyncio.sleep(0)
    return 2 * x


async def work(name):
    a = [x async for x in items(3, name)]
    b = {x: await double(x) async for x in items(2, name) if x != 5}
    c = {await double(x) for x in (1, 2)}
    d = [(x, y) async for x in items(2, name) for y in 'ab' if await double(x) < 3]
    e = [x + y for x in (1, 2) async for y in items(2, name)]
    f = [[y async for y in items(x, name)] for x in (1, 2)]
    return a, b, sorted(c), d, e, f


async def fails():
    try:
        return [1 // x async for x in items(1, 'f')]
    except ZeroDivisionError as e:
        return e


async def wrong():
    try:
        return [x async for x in [1]]
    except TypeError as e:
        return e


async def main():
    print(await work('m'))
    print(await asyncio.gather(work('a'), work('b')))
    print(await fails())
    print(await wrong())
    async with asyncio.TaskGroup() as g:
        t = [g.create_task(double(i)) for i in range(3)]
    print([x.result() for x in t], [await x for x in t])


asyncio.run(main())
