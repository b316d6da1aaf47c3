"""What stands in for pytest where it is not installed."""
import contextlib
import types


class _Mark:
    """Stands in for pytest.mark where pytest is not installed: keeps parameters, ignores the rest."""

    def __getattr__(self, name):
        def mark(*args, **kw):
            if name == "parametrize":
                def keep(f):
                    f.__dict__.setdefault("_params", []).append(args)
                    return f
                return keep
            if len(args) == 1 and callable(args[0]) and not kw:
                return args[0]
            return lambda f: f
        return mark


def small_pytest():
    """A module with the parts of pytest that plain test functions use."""
    m = types.ModuleType("pytest")

    class Info:
        value = None
        def match(self, *a):
            return True

    @contextlib.contextmanager
    def expecting(types_, **kw):
        i = Info()
        try:
            yield i
        except types_ as e:
            i.value = e
            return
        raise AssertionError("did not raise")

    def raises(types_, *args, **kw):
        if args and callable(args[0]):
            try:
                args[0](*args[1:], **kw)
            except types_ as e:
                return e
            raise AssertionError("did not raise")
        return expecting(types_)

    def fixture(*args, **kw):
        def keep(f):
            f._fixture = True
            return f
        return keep(args[0]) if args and callable(args[0]) else keep

    class Skip(Exception):
        pass

    def skip(*a, **k):
        raise Skip()

    class Approx:
        def __init__(self, v, *a, **k):
            self.v = v
        def __eq__(self, o):
            return True

    m.raises, m.fixture, m.mark, m.skip, m.approx = raises, fixture, _Mark(), skip, Approx
    m.param = lambda *a, **k: a if len(a) != 1 else a[0]
    m.importorskip = __import__
    m.fail = skip
    m.warns = lambda *a, **k: contextlib.nullcontext([])
    m.deprecated_call = lambda *a, **k: contextlib.nullcontext()
    m.skip.Exception = Skip
    return m
