if a:
    b
elif c:
    d
elif e:
    f
else:
    g
if a:
    b
else:
    if c:
        d
for a in b:
    c
else:
    d
for a, b in c: d
for a, in b: c
for (a, b), c in d: e
for a.b in c: d
for a[b] in c: d
for *a, b in c: d
for a in b, c: d
for a in *b, c: d
while a:
    b
else:
    c
try:
    a
except:
    b
try:
    a
except A:
    b
except (A, B) as c:
    d
except a.b:
    e
else:
    f
finally:
    g
try:
    a
finally:
    b
try:
    a
except* A as b:
    c
except *B:
    d
with a: b
with a as b: c
with a as b, c as d: e
with a, b: c
with (a): b
with (a) as b: c
with (a, b): c
with (a, b) as c: d
with (a as b): c
with (a as b, c as d,): e
with (a, b as c): d
with (a), (b): c
with (a) as b, (c) as d: e
with a as (b, c): d
with a as [b, *c]: d
with a as b.c, d as e[f]: g
with (yield): a
with (yield) as b: a
with (a := b): c
with (a if b else c) as d: e
with (a).b as c: d
with (a)[0], b: c
with (
    a() as b,
    c() as d
): e
with ((a, b) as c, d): e
with (a, b)[0] as c: d
with (a for a in b) as c: d
with a + b as c: d
async def f():
    async for a in b:
        c
    else:
        d
    async with a as b, c: d
    await a
    await a ** b; -await a; await a.b(c)[d]; (await a) + await b
    return [a async for b in c if await d]
    [await a for b in c]; {a: b async for c in d}
    x = await y
    lambda: await_
with (a, *b): c
with (a, *b.c, (d := e)): f
with (a, b := c): d
