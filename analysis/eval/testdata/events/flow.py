"""A module's docstring."""


def loops(n):
    while n: n -= 1
    for i in range(2): n += i
    while True:
        n += 1
        if n > 3:
            break
        if n == 2:
            continue
    else:
        n = 0
    while n > 0:
        n -= 1
        if n == 1:
            continue
        pass
    else:
        n = 9
    for i in []:
        pass
    else:
        n = 8
    return n


def handlers(f):
    try:
        f()
    except KeyError:
        x = 1
    except (ValueError,
            TypeError) as e:
        x = str(e)
    else:
        x = 3
    finally:
        y = 4
    return x


def fails():
    raise ValueError("no")


def early():
    try:
        return 1
    finally:
        z = 2


def again():
    try:
        try:
            {}["a"]
        except KeyError:
            raise
    except KeyError as e:
        try:
            raise TypeError from e
        except TypeError:
            pass


class Manager:
    """Doc."""

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return True


def managed():
    with Manager() as a, Manager() as b:
        x = 1
        raise KeyError
    with Manager():
        return 5


def gen(n):
    for i in range(n):
        yield i
    got = yield
    return got


def delegating():
    r = yield from gen(2)
    return r


async def co():
    return 1


def comps(xs):
    a = [x for x in xs if x]
    b = {x: y for x in xs for y in (1, 2) if x}
    c = {x for x in [y for y in xs]}
    d = sum(x for x in xs)
    e = [y for x in xs for y in [x * 2]]
    f = any(x > 1 for x in xs)
    return a, b, c, d, e, f


loops(3)
handlers(fails)
handlers(dict)
handlers(lambda: {}[1])
early()
again()
managed()
list(delegating())
g = gen(1)
next(g)
g.close()
comps([0, 1, 2])
x = 1; y = 2
if x == 1: y = 3
match x:
    case 0:
        y = 4
    case 1 if y > 3:
        y = 5
    case _:
        y = 6
assert y
del x
lambda: 1
(lambda k=1: k)()
fails()
