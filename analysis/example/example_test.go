package example

import (
	"fmt"
	"strings"
	"testing"

	"augur/analysis/syntax"
)

// show prints an example as "line origin function: call  [setup; setup]".
func show(e Example) string {
	s := fmt.Sprintf("%d %s %s: %s", e.Line, e.Origin, e.Function, e.Call)
	if len(e.Setup) > 0 {
		s += "  [" + strings.Join(e.Setup, "; ") + "]"
	}
	return s
}

func showAll(list []Example) string {
	var lines []string
	for _, e := range list {
		lines = append(lines, show(e))
	}
	return strings.Join(lines, "\n")
}

// check compares the examples of a file with the expected ones.
func check(t *testing.T, src, want string) {
	t.Helper()
	got := showAll(Find(syntax.Parse([]byte(src))))
	if got != strings.TrimSpace(want) {
		t.Errorf("in\n%s\ngot\n%s\nwant\n%s", src, got, strings.TrimSpace(want))
	}
}

func TestDoctests(t *testing.T) {
	check(t, `"""Module.

>>> f(1, 2)
3
"""
import math

def f(a, b):
    """Adds.

    >>> f(3, b=4)
    7
    >>> f(
    ...     5,   # five
    ...     6)
    11
    >>> x = [1]
    >>> x.append(2)
    >>> print(f(x, []))
    [1, 2]
    >>> f('a', 1)
    Traceback (most recent call last):
      ...
    TypeError: no
    >>> f(f(1, 2), math.pi)
    6.14
    >>> f(unknown, 2)
    >>> for i in range(3):
    ...     f(i, i)
    >>> def twice(y):
    ...     return y * 2
    >>> f(twice(1), 1)
    """
    return a + b
`, `
3 doctest f: f(1, 2)
11 doctest f: f(3, b=4)
13 doctest f: f(5, 6)
25 doctest f: f(f(1, 2), math.pi)
32 doctest f: f(twice(1), 1)  [def twice(y):
    return y * 2]
19 doctest f: f(x, [])  [x = [1]; x.append(2)]
21 doctest f: f('a', 1)
`)
}

func TestDoctestsOfMethods(t *testing.T) {
	check(t, `class Stack:
    """A stack.

    >>> s = Stack([1])
    >>> s.push(2)
    >>> s.pop()
    2
    >>> len(s)
    1
    >>> Stack([3]).pop()
    3
    >>> Stack.of(4).pop()
    4
    """
    def __init__(self, items):
        self.items = items

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    @classmethod
    def of(cls, x):
        return cls([x])
`, `
4 doctest Stack.__init__: Stack([1])
10 doctest Stack.__init__: Stack([3])
5 doctest Stack.push: s.push(2)  [s = Stack([1])]
10 doctest Stack.pop: Stack([3]).pop()
6 doctest Stack.pop: s.pop()  [s = Stack([1]); s.push(2)]
12 doctest Stack.of: Stack.of(4)
`)
}

func TestDoctestImportsItsOwnModule(t *testing.T) {
	check(t, `def f(a):
    """
    >>> from my.module import f
    >>> import math
    >>> f(math.pi)
    >>> import my.module
    >>> my.module.f(2)
    """
`, `
7 doctest f: f(2)
5 doctest f: f(math.pi)  [import math]
`)
}

func TestAsserts(t *testing.T) {
	check(t, `LIMIT = 3

def f(a, b=0):
    return a

assert f(1) == 1
assert not f(0), f(9)

def test_f():
    data = {'k': [1, 2]}
    data['k'].append(3)
    other = 5
    assert f(data) == 2
    assert f(LIMIT, b=2) in (1, 2)
    for x in [10, 20]:
        assert f(x)
    for y, z in ((1, 2), (3, 4)):
        assert f(y, z)
    for w in range(3):
        assert f(w)
    assert f(other)

def test_fixture(tmp_path):
    assert f(tmp_path)
`, `
6 assert f: f(1)
7 assert f: f(0)
14 assert f: f(LIMIT, b=2)
16 assert f: f(x)  [x = 10]
21 assert f: f(other)  [other = 5]
18 assert f: f(y, z)  [y, z = (1, 2)]
13 assert f: f(data)  [data = {'k': [1, 2]}; data['k'].append(3)]
9 default test_f: test_f()
`)
}

func TestUnittest(t *testing.T) {
	check(t, `import unittest

def f(a, b=0):
    return a

class Box:
    def __init__(self, v):
        self.v = v

    def get(self, d):
        return self.v or d

class BoxTest(unittest.TestCase):
    def setUp(self):
        self.box = Box(1)

    def test_f(self):
        self.assertEqual(f(1), 1)
        self.assertEqual(2, f(2,
                              b=3))
        result = f("x")
        self.assertTrue(result)
        with self.assertRaises(ValueError):
            f(-1)
        self.assertRaises(ValueError, f, -2, b=1)
        self.assertRaisesRegex(ValueError, "no", f, -3)
        self.assertRaises(ValueError, lambda: f(-4))

    def test_box(self):
        box = Box(5)
        self.assertEqual(box.get(2), 5)
        self.assertEqual(self.box.get(3), 5)
        self.assertEqual(Box(0).get(4), 4)
`, `
18 test f: f(1)
19 test f: f(2, b=3)
21 test f: f("x")
27 test f: f(-4)
24 test f: f(-1)
25 test f: f(-2, b=1)
26 test f: f(-3)
30 test Box.__init__: Box(5)
33 test Box.__init__: Box(0)
15 call Box.__init__: Box(1)
33 test Box.get: Box(0).get(4)
31 test Box.get: box.get(2)  [box = Box(5)]
`)
}

func TestParametrize(t *testing.T) {
	check(t, `import pytest

BIG = 10

def f(a, b=0):
    return a

@pytest.mark.parametrize("a, b, expected", [
    (1, 2, 3),
    pytest.param(-1, [2], 3, id="x"),
    (BIG, {"k": 1}, 3),
    (unknown, 2, 3),
    (1, 2),
])
def test_f(a, b, expected):
    assert f(a, b) == expected
    assert a.bit_length(f(a + 1, b=-b))

@pytest.mark.parametrize("a", [1, (2, 3)])
@pytest.mark.parametrize(["b"], [("x",), ("y",)])
def test_both(a, b):
    c = a * 2
    assert f(c, b)
`, `
16 assert f: f(1, 2)
16 assert f: f(-1, [2])
16 assert f: f(BIG, {"k": 1})
17 assert f: f(1 + 1, b=-2)
17 assert f: f((-1) + 1, b=-[2])
17 assert f: f(BIG + 1, b=-{"k": 1})
23 assert f: f(c, b)  [a = 1; b = "x"; c = a * 2]
23 assert f: f(c, b)  [a = (2, 3); b = "x"; c = a * 2]
23 assert f: f(c, b)  [a = 1; b = "y"; c = a * 2]
`)
}

func TestPlainCalls(t *testing.T) {
	check(t, `import sys

N = 4

def f(a, *rest, **options):
    if a:
        return f(0)
    return [f(i) for i in range(a)]

def g(n):
    x = [1, 2]
    f(x, n)
    f(x)
    f(*x)
    f(**{'k': N})
    return n

print(f(N), f(input()), f(lambda y: y + 1), f([z for z in range(3)]))

if __name__ == "__main__":
    size = 7
    f(size)
    for k in range(3):
        f(k)
    f(f"{size}!")
`, `
7 call f: f(0)
18 call f: f(lambda y: y + 1)
18 call f: f([z for z in range(3)])
15 call f: f(**{'k': N})
18 call f: f(N)
13 call f: f(x)  [x = [1, 2]]
14 call f: f(*x)  [x = [1, 2]]
22 call f: f(size)  [size = 7]
25 call f: f(f"{size}!")  [size = 7]
`)
}

// TestLocalsDoNotReplaceGlobals checks that no set-up changes what the functions
// of the module see.
func TestLocalsDoNotReplaceGlobals(t *testing.T) {
	check(t, `limit = 3

def f(a):
    return a + limit

def test_f():
    limit = 5
    assert f(limit) == 8

def test_g(f):
    f(1)

def test_h():
    f = max
    assert f(1, 2) == 2
`, `
6 default test_f: test_f()
13 default test_h: test_h()
`)
}

func TestDefaults(t *testing.T) {
	check(t, `import dataclasses
from dataclasses import dataclass, field

def none():
    pass

def all_default(a=1, *args, b=2, **kw):
    pass

def required(a, b=2):
    pass

def keyword(*, a):
    pass

@decorated
def changed():
    pass

async def co():
    pass

class Plain:
    def m(self, a=1):
        pass
    def needs(self, a):
        pass
    @property
    def p(self):
        return 1
    @staticmethod
    def s():
        pass
    @classmethod
    def c(cls, a=2):
        pass
    def __repr__(self):
        return ""

class Init:
    def __init__(self, a):
        pass
    def m(self):
        pass
    @staticmethod
    def s():
        pass

class Sub(Plain):
    def own(self):
        pass

class Stranger(Foreign):
    def m(self):
        pass

@dataclass
class Point:
    x: int = 0
    y: list = field(default_factory=list)
    def m(self):
        pass

@dataclasses.dataclass
class Needs:
    x: int
    def m(self):
        pass
`, `
4 default none: none()
7 default all_default: all_default()
20 default co: co()
24 default Plain.m: Plain().m()
29 default Plain.p: Plain().p
32 default Plain.s: Plain.s()
35 default Plain.c: Plain.c()
46 default Init.s: Init.s()
50 default Sub.own: Sub().own()
61 default Point.m: Point().m()
`)
}

func TestOrderOfUsefulness(t *testing.T) {
	check(t, `f(5)

def f(a=0):
    """
    >>> f(1)
    """

def test_f():
    g = f(3)
    assert f(2)
    assert f(1)
    with raises(ValueError):
        assert f(-1)
`, `
5 doctest f: f(1)
10 assert f: f(2)
13 assert f: f(-1)
9 test f: f(3)
1 call f: f(5)
3 default f: f()
8 default test_f: test_f()
`)
}

func TestNoDuplicates(t *testing.T) {
	check(t, `def f(a, b):
    pass

f(1, 2)
f( 1,2 )
f(1,
  2)  # again
f(1.0, 2)
f('1', 2)
f("1", 2)
f(1, (2))
f(1, b=2)
`, `
4 call f: f(1, 2)
8 call f: f(1.0, 2)
9 call f: f('1', 2)
12 call f: f(1, b=2)
`)
}

func TestDeletedFunctionsHaveNoExamples(t *testing.T) {
	check(t, `def f(a):
    pass

def g(a):
    pass

f(1)
g(f)
g(2)
del f
`, "9 call g: g(2)")
}

func TestBrokenFile(t *testing.T) {
	check(t, `def f(a):
    return a

def g(x:
    f(

f(1)
f(]
f(2)
`, `
7 call f: f(1)
9 call f: f(2)
`)
}

func TestFor(t *testing.T) {
	f := syntax.Parse([]byte("def f(a): pass\ndef g(a): pass\nf(1)\ng(2)\nf(3)\n"))
	if got, want := showAll(For(f, "f")), "3 call f: f(1)\n5 call f: f(3)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := For(f, "h"); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestFindIn(t *testing.T) {
	target := syntax.Parse([]byte(`
CONST = 1

def f(a, b=0):
    return a

class Box:
    def __init__(self, v): pass
    def get(self, d): pass
`))
	test := syntax.Parse([]byte(`import os
import pkg.mod
import pkg.mod as pm
from pkg import mod
from pkg.mod import f, Box as B, CONST
from pkg.mod import f as ff
from .other import helper

DATA = [1, 2]

def local(x):
    return x

def test_f():
    assert f(1) == 1
    assert pkg.mod.f(2) == 2
    assert pm.f(3) == 3
    assert mod.f(4) == 4
    assert ff(5, CONST) == 5
    assert f(DATA) == 6
    assert f(local(1)) == 7
    assert f(helper(1)) == 8
    assert f(os.sep) == 9
    x = ff(6)
    assert f(x)

class TestBox:
    def test_get(self):
        b = B(1)
        assert b.get(pm.CONST) == 1
        assert pm.Box(2).get(3) == 1
`))
	want := `15 assert f: f(1)
16 assert f: f(2)
17 assert f: f(3)
18 assert f: f(4)
19 assert f: f(5, CONST)
20 assert f: f(DATA)  [DATA = [1, 2]]
23 assert f: f(os.sep)  [import os]
25 assert f: f(x)  [x = f(6)]
24 test f: f(6)
31 assert Box.__init__: Box(2)
29 test Box.__init__: Box(1)
31 assert Box.get: Box(2).get(3)
30 assert Box.get: b.get(CONST)  [b = Box(1)]`
	if got := showAll(FindIn(test, target, "pkg.mod")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := FindIn(test, target, "another"); got != nil {
		t.Errorf("got %v for a module that is not imported", got)
	}
}

// TestFoundCallsAreExpressions checks the examples of odd and of hostile files.
func TestFoundCallsAreExpressions(t *testing.T) {
	for _, src := range []string{
		"", "\x00", "def f(): pass\n" + strings.Repeat("f(", 150) + strings.Repeat(")", 150), "def f(a): pass\nf(" + strings.Repeat("1 + ", 2000) + "1)\n",
		"class A(A):\n    def m(self): pass\nA().m()\n", "class A(B): pass\nclass B(A):\n    def m(self): pass\nA().m(1)\n",
		"def f(a):\n    '''\n    >>> f('''x''')\n    >>> f(\"\"\"y\n    ... z\"\"\")\n    '''\n", "def f(a):\n    r'''\n    >>> f('\\n')\n    '''\n",
		"def f(a):\n    '''\n    >>>\n    ...\n    >>> f(\n    '''\n",
	} {
		f := syntax.Parse([]byte(src))
		for _, e := range Find(f) {
			if _, err := syntax.ParseExpr(e.Call); err != nil {
				t.Errorf("%q: %v", src, err)
			}
		}
	}
}
