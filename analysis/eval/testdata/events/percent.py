def log(v):
    return v


class Shown:
    def __str__(self):
        return 'shown'

    def __repr__(self):
        return 'repr'


def formats(a, b):
    x = '%s-%s' % (
        a, b)
    x = '%5s' % (
        a
        ,
    )
    x = '%5s' % (a or b,)
    x = '%s %s' % (a or b, b)
    x = '%-5s|%5r|%.1s' % (
        a if b else Shown(),
        b, a)
    x = '%s' % (
        '%5s' % (a and b,),)
    x = '100%% %s' % (log(Shown()),)
    return 'end %s' % (x
                       ,)


def calls(a, **k):
    log(
        a
    )
    dict(
        a=log(
            1), **{
            'k': a}
    )
    dict(
        **k,
        b=2,
        **dict(
            c=3)
    )
    print(
        *[a,
          a],
        a,
        *[
            a],
        sep='',
        **{
            'end': ''})
    return [
        a, log(
            a), *[
            a], a]


def conditions(a, b):
    x = (a
         == b) if (a
                   and b) else (a
                                or b)
    x = (not
         1)
    x = [(a or b if b else
          a),
         a]
    if (a
            and b
            or x):
        x = (a
             or b)
    else:
        x = (a and
             b)
    match (a,
           b):
        case (1, y) if (
                y
                == b):
            x = y
        case (y, z) if (a
                        and z):
            x = z
        case _:
            x = None
    assert (a or b
            and (
                x is not a
                or x == b
            )), (
        a,
        b)
    y = [i for i in (
        a, b) if i
        and (
            i
            == a)]
    assert (a and (
        x
        == 5
    ))


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


def managed(a):
    with Manager() as m, Manager(
    ):
        x = a
        raise ValueError(
            a)


for args in (1, ''), ('', 1), (0, 0), (1, 2), ('a', 'b'):
    formats(*args)
    calls(*args[:1], k=args[1])
    try:
        conditions(*args)
    except AssertionError:
        pass
    try:
        managed(*args[:1])
    except ValueError:
        pass
