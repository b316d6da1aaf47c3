package testgen_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/testgen"
)

const shop = `"""A shop."""
import json
import math as m
from collections import Counter


class OutOfStock(Exception):
    pass


class Shelf:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return "Shelf(%d)" % self.n

    def take(self, k):
        if k > self.n:
            raise OutOfStock(k)
        self.n -= k
        return self.n


def price(n, factor=2):
    """The price.

    >>> price(1)
    2
    """
    return n * factor


def shelf(n):
    return Shelf(n)


def half(n):
    'Half of it.'
    return n / 0


def lines(s):
    r"""Its lines."""
    return s.split("\n")


def say(s):
    print(s)


def load(s):
    return json.loads(s)


def count(s):
    return Counter(s).most_common(1)[0]


async def later(n):
    return n


def nothing(x): return x
`

// cases are what the tests make tests of.
var cases = map[string]testgen.Case{
	"a value":             {Function: "price", Call: "price(2, factor=3)", Expect: testgen.Expectation{Returns: "6"}},
	"a value of a class":  {Function: "shelf", Call: "shelf(3)", Expect: testgen.Expectation{Returns: "Shelf(3)"}},
	"an exception":        {Function: "half", Call: "half(3)", Expect: testgen.Expectation{Raises: "ZeroDivisionError", Message: "division by zero"}},
	"a method":            {Function: "Shelf.take", Call: "Shelf(3).take(1)", Expect: testgen.Expectation{Returns: "2"}},
	"with set-up":         {Function: "Shelf.take", Call: "s.take(1)", Setup: []string{"s = Shelf(3)"}, Expect: testgen.Expectation{Returns: "2"}},
	"an own exception":    {Function: "Shelf.take", Call: "Shelf(3).take(4)", Expect: testgen.Expectation{Raises: "OutOfStock", Message: "4"}},
	"a foreign exception": {Function: "load", Call: "load('x')", Expect: testgen.Expectation{Raises: "JSONDecodeError", Message: "Expecting value: line 1 column 1 (char 0)"}},
	"backslashes":         {Function: "lines", Call: `lines("a\n\\b")`, Expect: testgen.Expectation{Returns: `['a', '\\b']`}},
	"backslashes, cooked": {Function: "price", Call: `price("\n", 2)`, Expect: testgen.Expectation{Returns: `'\n\n'`}},
	"quotes":              {Function: "price", Call: `price("'''", 1)`, Expect: testgen.Expectation{Returns: `"'''"`}},
	"output":              {Function: "say", Call: `say("a\n\nb")`, Expect: testgen.Expectation{Returns: "None", Output: "a\n\nb\n"}},
	"true":                {Function: "price", Call: "price(True, 1) == 1", Expect: testgen.Expectation{Returns: "True"}},
	"not a number":        {Function: "price", Call: "price(float('nan'), 1)", Expect: testgen.Expectation{Returns: "nan"}},
	"modules":             {Function: "price", Call: "price(m.floor(2.5), len(json.dumps(1)))", Expect: testgen.Expectation{Returns: "2"}},
	"a lambda":            {Function: "count", Call: "count([k for k in map(lambda v: v, 'aab')])", Expect: testgen.Expectation{Returns: "('a', 2)"}},
}

// python runs a program in a folder.
func python(t *testing.T, dir string, args ...string) {
	t.Helper()
	exe, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run the tests with")
	}
	c := exec.Command(exe, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "PYTHONPATH="+dir, "PYTHONDONTWRITEBYTECODE=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", args, err, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// source gives a case its file, with other line ends if wanted.
func source(c testgen.Case, path, eol string) testgen.Case {
	c.Path = path
	c.File = syntax.Parse([]byte(strings.ReplaceAll(shop, "\n", eol)))
	return c
}

func TestDoctestsRun(t *testing.T) {
	dir := t.TempDir()
	run := []string{"-m", "doctest"}
	for _, eol := range []string{"\n", "\r\n"} {
		for name, c := range cases {
			file := fmt.Sprintf("shop%d.py", len(run))
			c := source(c, filepath.Join(dir, file), eol)
			edits, err := testgen.Doctest(c)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			after := testgen.Apply(c.File.Src, edits)
			if eol == "\r\n" && strings.Contains(strings.ReplaceAll(after, "\r\n", ""), "\n") {
				t.Errorf("%s: the line ends are mixed:\n%q", name, after)
			}
			if strings.Count(after, ">>> ") <= strings.Count(shop, ">>> ") {
				t.Errorf("%s: there is no new example:\n%s", name, after)
			}
			write(t, c.Path, after)
			run = append(run, file)
		}
	}
	python(t, dir, run...)
}

// pytestStub is what the generated tests use of pytest, and what runs them.
const pytestStub = `import contextlib, importlib, sys

@contextlib.contextmanager
def raises(kind):
    class Caught: pass
    caught = Caught()
    try:
        yield caught
    except kind as e:
        caught.type = type(e)
        return
    raise AssertionError("nothing was raised")

if __name__ == "__main__":
    for name in sys.argv[1:]:
        module = importlib.import_module(name)
        ran = [f() for name, f in list(vars(module).items()) if name.startswith("test_")]
        assert len(ran) == 2, (name, ran)
`

func TestTestsRun(t *testing.T) {
	for _, style := range []testgen.Style{testgen.Pytest, testgen.Unittest} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "pytest.py"), pytestStub)
		if style == testgen.Pytest {
			write(t, filepath.Join(dir, "conftest.py"), "")
		}
		var modules []string
		for name, c := range cases {
			module := fmt.Sprintf("shop%d", len(modules))
			c := source(c, filepath.Join(dir, module+".py"), "\n")
			write(t, c.Path, shop)
			text := ""
			for round := 1; round <= 2; round++ { // into a new file, then into that
				to, ok := testgen.TargetFor(c.Path, nil)
				if !ok || to.Style != style || to.Exists() != (round == 2) || filepath.Base(to.Path) != "test_"+module+".py" {
					t.Fatalf("%s, round %d: the target is %+v, want one of style %s", name, round, to, style)
				}
				edits, err := testgen.Test(c, to)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if to.Exists() {
					text = to.File.Src
				}
				text = testgen.Apply(text, edits)
				write(t, to.Path, text)
			}
			if strings.Count(text, "from "+module+" import") > 1 || strings.Count(text, "import unittest") > 1 || strings.Count(text, "def test_") != 2 {
				t.Errorf("%s: there are not two tests, or imports are repeated:\n%s", name, text)
			}
			modules = append(modules, "test_"+module)
		}
		if style == testgen.Pytest {
			python(t, dir, append([]string{"pytest.py"}, modules...)...)
		} else {
			python(t, dir, append([]string{"-m", "unittest", "-q"}, modules...)...)
		}
	}
}

func TestTheTextOfTests(t *testing.T) {
	file := syntax.Parse([]byte(shop))
	for _, test := range []struct {
		name, before, want string
		style              testgen.Style
		c                  testgen.Case
	}{
		{"a new file", "", "from shop import price\n\n\ndef test_price():\n    assert price(2, factor=3) == 6\n", testgen.Pytest, cases["a value"]},
		{"a new class", "", "import unittest\n\nfrom shop import Shelf\n\n\nclass TestShelfTake(unittest.TestCase):\n    def test_shelf_take(self):\n        self.assertEqual(Shelf(3).take(1), 2)\n",
			testgen.Unittest, cases["a method"]},
		{"behind others", "from shop import shelf\n\ndef test_price():\n\tpass\n", "from shop import shelf, price\n\ndef test_price():\n\tpass\n\n\ndef test_price_2():\n\tassert price(2, factor=3) == 6\n", testgen.Pytest, cases["a value"]},
		{"before what runs them", "import unittest\nimport shop\n\nif __name__ == '__main__':\n    unittest.main()\n",
			"import unittest\nimport shop\nfrom shop import price\n\n\nclass TestPrice(unittest.TestCase):\n    def test_price(self):\n        self.assertEqual(price(2, factor=3), 6)\n\n\nif __name__ == '__main__':\n    unittest.main()\n",
			testgen.Unittest, cases["a value"]},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := test.c
			c.File, c.Path = file, "/p/shop.py"
			to := testgen.Target{Path: "/p/test_shop.py", Style: test.style, Module: "shop"}
			if test.before != "" {
				to.File = syntax.Parse([]byte(test.before))
			}
			edits, err := testgen.Test(c, to)
			if err != nil {
				t.Fatal(err)
			}
			if got := testgen.Apply(test.before, edits); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestWhatCanNotBeATest(t *testing.T) {
	file := syntax.Parse([]byte(shop))
	for _, test := range []struct {
		name, why string
		c         testgen.Case
		doctest   bool
	}{
		{"no Python", "is not Python", testgen.Case{Function: "price", Call: "price(", Expect: testgen.Expectation{Returns: "1"}}, true},
		{"no result", "not known", testgen.Case{Function: "price", Call: "price(1)"}, true},
		{"an address", "says nothing", testgen.Case{Function: "price", Call: "price(1)", Expect: testgen.Expectation{Returns: "<X object at 0x7f>"}}, true},
		{"no such name", "nowhere is not a name", testgen.Case{Function: "price", Call: "price(nowhere)", Expect: testgen.Expectation{Returns: "1"}}, false},
		{"no such function", "there is no function cost", testgen.Case{Function: "cost", Call: "price(1)", Expect: testgen.Expectation{Returns: "1"}}, true},
		{"asynchronous", "is asynchronous", testgen.Case{Function: "later", Call: "later(1)", Expect: testgen.Expectation{Returns: "1"}}, true},
		{"on one line", "line of its header", testgen.Case{Function: "nothing", Call: "nothing(1)", Expect: testgen.Expectation{Returns: "1"}}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.c.File, test.c.Path = file, "/p/shop.py"
			var err error
			if test.doctest {
				_, err = testgen.Doctest(test.c)
			} else {
				_, err = testgen.Test(test.c, testgen.Target{Path: "/p/test_shop.py", Style: testgen.Pytest, Module: "shop"})
			}
			if err == nil || !strings.Contains(err.Error(), test.why) {
				t.Errorf("the error is %v, want one with %q", err, test.why)
			}
		})
	}
	if _, ok := testgen.TargetFor("", nil); ok {
		t.Error("a file without a path has a file of tests")
	}
}

func TestExpected(t *testing.T) {
	known := timeline.Value{Repr: "3", Provenance: timeline.Computed, P: 1}
	guess := timeline.Value{Repr: "3", Provenance: timeline.Predicted, P: 0.9}
	if e, err := testgen.Expected(&timeline.Timeline{Result: &known, Output: "x\n"}); err != nil || e.Returns != "3" || e.Output != "x\n" {
		t.Errorf("got %+v, %v", e, err)
	}
	raised := &timeline.Exception{Type: "KeyError", Message: "'a'", Provenance: timeline.Computed}
	if e, err := testgen.Expected(&timeline.Timeline{Exception: raised}); err != nil || e.Raises != "KeyError" || e.Message != "'a'" {
		t.Errorf("got %+v, %v", e, err)
	}
	for _, tl := range []*timeline.Timeline{{}, {Result: &guess}, {Exception: &timeline.Exception{Type: "E", Provenance: timeline.Predicted}}} {
		if e, err := testgen.Expected(tl); err == nil {
			t.Errorf("%+v is expected of what is not known", e)
		}
	}
}
