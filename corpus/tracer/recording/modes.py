"""The ways a program is made to run."""
import json
import os
import sys
import types

from . import limited, limits
from .limited import Stop
from .small_pytest import small_pytest


def run_calls(rec, path):
    """Run the calls of a JSON-lines file: {"id", "code", "call_expr" or "input", the arguments of f}."""
    limits.EVENTS = 1 << 30
    with open(path, encoding="utf-8") as f:
        items = [json.loads(line) for line in f if line.strip()]
    for k, item in enumerate(items):
        code = item["code"].replace("\r\n", "\n")
        filename = "<calls %d>" % k
        space = {"__name__": filename}
        try:
            rec.add_source(filename, str(item.get("id", k)), code)
            exec(compile(code, filename, "exec"), space)
            call = compile(item.get("call_expr") or "f(%s)" % item["input"], "<call>", "eval")
        except Exception:
            continue
        limited.call(rec, lambda: eval(call, space), 1)


def run_functions(rec, paths):
    """Run the test functions and classes of files, as pytest would, without it."""
    import importlib
    import itertools
    import unittest

    try:
        import pytest  # noqa: F401
    except ImportError:
        sys.modules["pytest"] = small_pytest()

    def arguments(f, fixtures, tmp):
        rows = [{}]
        for p in getattr(f, "_params", []):
            names = [n.strip() for n in p[0].split(",")] if isinstance(p[0], str) else list(p[0])
            new = []
            for base, row in itertools.product(rows, list(p[1])[:60]):
                vals = (row,) if len(names) == 1 else tuple(row)
                new.append({**base, **dict(zip(names, vals))})
            rows = new[:200]
        code = f.__code__
        names = code.co_varnames[: code.co_argcount]
        missing = [n for n in names if n not in rows[0] and n != "self"] if rows else []
        for row in rows:
            for n in missing:
                if n not in fixtures:
                    return
                g = fixtures[n]()
                row[n] = next(g) if isinstance(g, types.GeneratorType) else g
            yield row

    def one(f, kw):
        try:
            rec.start()
            f(**kw)
        except Stop:
            raise
        except Exception:
            pass
        finally:
            rec.pause()

    for path in paths:
        d, base = os.path.split(os.path.abspath(path))
        top, name = d, base[:-3]
        while os.path.exists(os.path.join(top, "__init__.py")):
            top, last = os.path.split(top)
            name = last + "." + name
        if top not in sys.path:
            sys.path.insert(0, top)
        try:
            m = importlib.import_module(name)
        except Stop:
            raise
        except BaseException as e:
            sys.__stderr__.write("tracer: %s: %r\n" % (path, e))
            continue
        fixtures = {k: v for k, v in vars(m).items() if getattr(v, "_fixture", False)}
        for k, v in list(vars(m).items()):
            try:
                if isinstance(v, type) and issubclass(v, unittest.TestCase):
                    suite = unittest.defaultTestLoader.loadTestsFromTestCase(v)
                    rec.start()
                    unittest.TextTestRunner(stream=open(os.devnull, "w"), verbosity=0).run(suite)
                    rec.pause()
                elif isinstance(v, type) and k.startswith("Test"):
                    for a in dir(v):
                        if a.startswith("test"):
                            x = v()
                            if hasattr(x, "setup_method"):
                                x.setup_method(None)
                            f = getattr(v, a)
                            for kw in arguments(f, fixtures, None):
                                one(getattr(x, a), kw)
                elif type(v) is types.FunctionType and k.startswith("test"):
                    for kw in arguments(v, fixtures, None):
                        one(v, kw)
            except Stop:
                raise
            except Exception:
                rec.pause()


def run(rec, o, quiet):
    sys.argv = o.args[:]
    for r in reversed(o.root):
        if r not in sys.path:
            sys.path.insert(0, r)
    if o.mode == "script":
        import runpy

        sys.stdout = quiet
        rec.start()
        runpy.run_path(o.args[0], run_name="__main__")
    elif o.mode == "unittest":
        import unittest

        sys.stdout = quiet
        suite = unittest.defaultTestLoader.loadTestsFromNames(o.args)
        runner = unittest.TextTestRunner(stream=quiet, verbosity=0)
        rec.start()
        runner.run(suite)
    elif o.mode == "pytest":
        import pytest

        sys.stdout = quiet

        class Plugin:
            @staticmethod
            def pytest_runtest_call(item):
                rec.start()

            @staticmethod
            def pytest_runtest_teardown(item):
                rec.pause()

        # The project's own configuration may ask for plugins, coverage or that warnings are errors;
        # every installed plugin costs time to load in each process.
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        alone = ["-c", os.devnull, "--rootdir", o.root[0] if o.root else "."]
        pytest.main(["-q", "-p", "no:cacheprovider", "--capture=sys"] + alone + o.args, plugins=[Plugin()])
    elif o.mode == "calls":
        sys.stdout = quiet
        for path in o.args:
            run_calls(rec, path)
    elif o.mode == "functions":
        sys.stdout = quiet
        run_functions(rec, o.args)
    else:
        import importlib
        import doctest

        for name in o.args:
            sys.stdout = quiet
            try:
                m = importlib.import_module(name)
                if o.mode == "doctest":
                    runner = doctest.DocTestRunner(verbose=False)
                    tests = doctest.DocTestFinder(exclude_empty=True).find(m)
                    for t in tests:
                        rec.start()
                        try:
                            runner.run(t, out=lambda s: None)
                        finally:
                            rec.pause()
            except Stop:
                raise
            except BaseException:
                pass
