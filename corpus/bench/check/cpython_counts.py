"""Writes what CPython itself makes of its tests: how each ends, and how many
assertions it evaluates.

    python3.11 cpython_counts.py COUNTS.json [TEST...]

TEST is the name of a file, such as test_list. A file that is there is added to.
The result is for `augur bench cpython --counts`.
"""

import json
import os
import pkgutil
import sys
import unittest

FILES = """test_unicode test_list test_dict test_set test_int test_float test_format test_fstring test_slice
test_generators test_genexps test_re test_collections test_deque test_defaultdict test_ordered_dict
test_itertools test_functools test_dataclasses test_enum test_patma test_string test_textwrap test_json
test_heapq test_bisect test_copy test_statistics test_fractions test_decimal""".split()

depth = 0
assertions = 0


def counted(f):
    """An assertion that counts itself, unless it is part of another."""

    def call(*args, **kwargs):
        global depth, assertions
        if depth == 0:
            assertions += 1
        depth += 1
        try:
            return f(*args, **kwargs)
        finally:
            depth -= 1

    call.__name__ = f.__name__
    return call


class Outcome(unittest.TestResult):
    """Notes how each test ends."""

    def __init__(self, counts):
        super().__init__()
        self.counts = counts

    def startTest(self, test):
        global assertions, depth
        super().startTest(test)
        assertions = depth = 0
        self.outcome = "pass"

    def addError(self, test, err):
        self.outcome = "error"

    def addFailure(self, test, err):
        self.outcome = "fail"

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.outcome = "fail"

    def addSkip(self, test, reason):
        self.outcome = "skip"

    def addExpectedFailure(self, test, err):
        self.outcome = "expected failure"

    def stopTest(self, test):
        cls = type(test)
        name = f"{cls.__module__.removeprefix('test.')}.{cls.__qualname__}.{test._testMethodName}"
        self.counts[name] = {"outcome": self.outcome, "assertions": assertions}


def parts(name):
    """The modules of a test: itself, or those of a package."""
    module = __import__("test." + name, fromlist=["_"])
    if not hasattr(module, "__path__"):
        return [name]
    return [f"{name}.{m.name}" for m in pkgutil.iter_modules(module.__path__) if m.name.startswith("test_")] or [name]


def main():
    out, *files = sys.argv[1:]
    counts = {}
    if os.path.exists(out):
        with open(out) as f:
            counts = json.load(f)
    for name in dir(unittest.TestCase):
        if name.startswith("assert") or name == "fail":
            setattr(unittest.TestCase, name, counted(getattr(unittest.TestCase, name)))
    load = unittest.defaultTestLoader.loadTestsFromModule
    for name in [part for name in files or FILES for part in parts(name)]:
        module = __import__("test." + name, fromlist=["_"])
        if hasattr(module, "load_tests"):
            del module.load_tests
        if hasattr(module, "setUpModule"):
            module.setUpModule()
        suite = load(module)
        suite.run(Outcome(counts))
        print(name, file=sys.stderr)
    with open(out, "w") as f:
        json.dump(counts, f, indent=0, sort_keys=True)


if __name__ == "__main__":
    main()
