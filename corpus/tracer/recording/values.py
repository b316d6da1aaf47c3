"""Values as text, taken without running any code of the traced program."""
import types

from . import limits


class _Unfit(Exception):
    pass


def _fit(v, depth):
    t = type(v)
    if t is str:
        if len(v) > 150:
            raise _Unfit
        return
    if t is int:
        if v > 10**18 or v < -10**18:
            raise _Unfit
        return
    if t is float or t is bool or v is None:
        return
    if t is bytes:
        if len(v) > 80:
            raise _Unfit
        return
    if depth > 4:
        raise _Unfit
    if t is list or t is tuple:
        if len(v) > limits.ITEMS:
            raise _Unfit
        for x in v:
            _fit(x, depth + 1)
        return
    if t is dict:
        if len(v) > limits.ITEMS:
            raise _Unfit
        for k in v:
            _fit(k, depth + 1)
            _fit(v[k], depth + 1)
        return
    if t is set:
        if len(v) > limits.ITEMS:
            raise _Unfit
        for x in v:
            if len(v) > 1 and type(x) not in (int, bool):
                raise _Unfit     # the order depends on the hash seed
            _fit(x, depth + 1)
        return
    raise _Opaque


class _Opaque(Exception):
    pass


def show(v):
    """The repr of v, "<Type>" for a value that is not data, None for one that does not fit."""
    try:
        _fit(v, 0)
    except _Opaque:
        if type(v) in (list, tuple, dict, set):
            return None          # a container of objects: neither data nor one object
        return "<%s>" % type.__getattribute__(type(v), "__name__")
    except _Unfit:
        return None
    try:
        r = repr(v)
    except ValueError:           # digits limit
        return None
    if len(r) > limits.REPR:
        return None
    try:
        r.encode("utf-8")
    except UnicodeEncodeError:
        return None
    return r


DATA = frozenset((str, int, float, bool, bytes, type(None), list, tuple, dict, set))
MISSING = object()


def attribute(v, name):
    """The stored attribute of an object, or MISSING; runs no code of the program."""
    if type(v) is types.ModuleType:
        x = types.ModuleType.__getattribute__(v, "__dict__").get(name, MISSING)
        return x if type(x) in DATA else MISSING
    t = type(v)
    try:
        mro = type.__dict__["__mro__"].__get__(t)
    except TypeError:
        return MISSING
    for c in mro:
        d = type.__dict__["__dict__"].__get__(c)
        g = d.get("__dict__", MISSING)
        if g is not MISSING:
            if type(g) is types.GetSetDescriptorType:
                inst = g.__get__(v)
                if type(inst) is dict:
                    x = inst.get(name, MISSING)
                    if x is not MISSING:
                        return x
            break
    for c in mro:
        x = type.__dict__["__dict__"].__get__(c).get(name, MISSING)
        if x is not MISSING:
            if type(x) in DATA:
                return x
            if type(x) is types.MemberDescriptorType:
                try:
                    return x.__get__(v)
                except AttributeError:
                    return MISSING
            return MISSING
    return MISSING
