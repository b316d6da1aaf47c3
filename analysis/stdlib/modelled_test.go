package stdlib_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/stdlib"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

var updateList = flag.Bool("update-list", false, "rewrite the list of what is modelled in ARCHITECTURE.md")

const (
	listFile  = "../../ARCHITECTURE.md"
	listBegin = "<!-- Written by go test ./analysis/stdlib -run TestModelled -update-list; do not edit. -->\n"
	listEnd   = "<!-- End of the list. -->\n"
)

// features are what the list says of the language: a program for each, whose
// variable r is computed or unknown.
var features = []struct{ name, program string }{
	{"ints of any size, floats, complex numbers, exactly", "r = 2**200 % 97, 0.1 + 0.2, (1+2j)**2"},
	{"str, bytes, bytearray, with all their methods", "r = 'aß'.upper().encode('utf-8'), bytearray(b'x').hex()"},
	{"f-strings, `str.format`, `%`, format specifiers", "r = f'{3.14159:>{8}.2f}', '{:,}'.format(10**6), '%-5s|' % 'a'"},
	{"lists, tuples, dicts with their order", "r = sorted([3, 1], key=lambda x: -x), {**{'b': 1}, 'a': 2}"},
	{"sets of ints, in CPython's order where that is determined", "r = list({3, 1, 2})"},
	{"slices, unpacking, starred expressions", "a, *b = [1, 2, 3][::-1]\nr = a, b, [*b, *'x']"},
	{"comprehensions, generator expressions, walrus", "r = [y for x in range(5) if (y := x * x) > 3], sum(x for x in (1, 2))"},
	{"functions: defaults, keyword-only, positional-only, closures, `nonlocal`", "def f(a, /, b=1, *c, d=2, **e):\n    def g():\n        nonlocal b\n        b += 1\n        return b\n    return a, g(), c, d, e\nr = f(1, 2, 3, d=4, e=5)"},
	{"decorators", "def d(n):\n    return lambda f: lambda *a: f(*a) * n\n@d(2)\ndef f(x): return x + 1\nr = f(1)"},
	{"generators: `send`, `throw`, `close`, `yield from`", "def g():\n    x = yield 1\n    yield from (x, 3)\nit = g()\nr = next(it), it.send(2), list(it)"},
	{"coroutines, asynchronous generators, run by a deterministic loop", "import asyncio\nasync def f():\n    await asyncio.sleep(1)\n    return 5\nr = asyncio.run(f())"},
	{"classes: MRO, `super`, properties, descriptors, `__slots__`, operators", "class A:\n    __slots__ = ('x',)\n    def __init__(self): self.x = 1\n    def __add__(self, o): return self.x + o\n    @property\n    def p(self): return self.x\nclass B(A):\n    def __add__(self, o): return super().__add__(o) * 2\nr = B() + 1, B().p"},
	{"metaclasses, `__init_subclass__`, `__set_name__`, `__class_getitem__`", "class M(type):\n    def __new__(m, n, b, d, **k): return super().__new__(m, n, b, {**d, 'k': k})\nclass A(metaclass=M, z=1): pass\nr = A.k"},
	{"data classes, named tuples, enums, protocols", "from dataclasses import dataclass\nfrom enum import Enum\n@dataclass(order=True)\nclass P:\n    x: int\nclass E(Enum):\n    A = 1\nr = P(1) < P(2), repr(P(1)), E(1).name"},
	{"exceptions: chaining, groups, `except*`, notes, messages", "try:\n    raise ExceptionGroup('g', [ValueError(1), KeyError('k')])\nexcept* ValueError as e:\n    r = repr(e)\nexcept* KeyError: pass"},
	{"`match`, all patterns", "match {'k': [1, (2, 3)]}:\n    case {'k': [int(x), (2 | 4, y)]} if y > 2: r = x, y"},
	{"`with`, context managers", "from contextlib import contextmanager\n@contextmanager\ndef c(): yield 5\nwith c() as r: pass"},
	{"imports of the project's files and packages", "import math as m\nr = m.pi"},
	{"scopes: class bodies, `global`, `del`, late binding", "x = 1\nclass A:\n    y = x + 1\n    z = [y for _ in 'a'] if False else y\nr = A.z, [f() for f in [lambda: i for i in range(3)]] if False else 0"},
	{"`global` names, annotations, `typing` constructs", "from typing import Optional, get_type_hints\ndef f(a: Optional[int]) -> str: ...\nr = get_type_hints(f)['return'], repr(Optional[int])"},
	{"`print`, and what is printed", "print('x')\nr = 1"},
	{"`eval` of an expression in a literal str", "r = eval('1 + 1')"},
	{"identity of small ints, None and what a variable holds", "a = b = []\nr = a is b, 5 is 5, None is None"},
	{"`exec`, `compile`", "exec('q = 1')\nr = compile('1', '', 'eval')"},
	{"`id()` and `repr` of what shows an address", "r = repr(object())"},
	{"hashes of str, and the order of sets of str", "r = list({'a', 'b', 'c'})"},
	{"identity of equal ints above 256, of equal str", "a = int('1000')\nr = a is int('1000')"},
	{"files, the network, processes, input", "r = open('x').read()"},
	{"the clock, the environment, random numbers without a seed", "import time\nr = time.time()"},
	{"frames: `sys._getframe`", "import sys\nr = sys._getframe()"},
	{"when an object that nothing holds is finalized: weak references", "import weakref\nclass A: pass\na = A()\nr = weakref.ref(a)()"},
	{"sizes of objects, counts of references", "import sys\nr = sys.getsizeof(1)"},
	{"the order in which threads run", "import threading\nt = threading.Thread(target=print)\nt.start()\nr = t.is_alive()"},
	{"packages that are neither in the project nor in the standard library", "import numpy\nr = numpy.zeros(3)"},
}

// TestModelled checks the list of what is modelled against what is. The list
// tells for each module which names CPython has and the model does not.
func TestModelled(t *testing.T) {
	var b strings.Builder
	languageList(t, &b)
	builtinList(&b)
	moduleList(t, &b)
	data, err := os.ReadFile(listFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), listBegin)
	old, after, ok2 := strings.Cut(rest, listEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the list", listFile)
	}
	if *updateList {
		if err := os.WriteFile(listFile, []byte(before+listBegin+b.String()+listEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != b.String() {
		for i, l := range strings.Split(b.String(), "\n") {
			if was := strings.Split(old, "\n"); i >= len(was) || was[i] != l {
				t.Fatalf("the list in %s is out of date (run this test with -update-list); line %d should be\n%s", listFile, i+1, l)
			}
		}
		t.Fatalf("the list in %s is too long: run this test with -update-list", listFile)
	}
}

// languageList writes what is known of the language.
func languageList(t *testing.T, b *strings.Builder) {
	var computed, unknown []string
	for _, f := range features {
		v, why := valueOf(f.program)
		switch {
		case why == "":
			computed = append(computed, f.name)
		case v == nil && !strings.HasPrefix(why, "unknown: "):
			t.Errorf("%s: %s", f.name, why)
		default:
			unknown = append(unknown, f.name+" ("+strings.TrimPrefix(why, "unknown: ")+")")
		}
	}
	fmt.Fprintf(b, "\n**Language, computed:** %s.\n", strings.Join(computed, "; "))
	fmt.Fprintf(b, "\n**Language, unknown on purpose** (with the reason that is shown): %s.\n", strings.Join(unknown, "; "))
}

// valueOf evaluates a program and returns its variable r, or why it is unknown.
func valueOf(program string) (value.Value, string) {
	m := eval.New(context.Background(), eval.Config{Limits: value.DefaultLimits})
	defer m.Close()
	m.Prepare(syntax.Parse([]byte(program+"\n")), "feature.py", "__main__")
	if err := m.Run(); err != nil {
		return nil, err.Error()
	}
	v, ok := m.Thread().Modules["__main__"].Globals.GetStr("r")
	if !ok {
		return nil, "there is no r"
	}
	if u, ok := v.(*value.Unknown); ok {
		return v, "unknown: " + u.Reason
	}
	return v, ""
}

// builtinList writes which built-in functions and classes have no model.
func builtinList(b *strings.Builder) {
	var missing []string
	have := 0
	for _, name := range strings.Fields(builtinNames) {
		if v, why := valueOf("r = " + name); v == nil || why != "" {
			missing = append(missing, "`"+name+"`")
		} else {
			have++
		}
	}
	fmt.Fprintf(b, "\n**Built-in names:** %d are modelled, unknown are %s.\n", have, listOf(missing))
}

// moduleList writes which names of modules have no model.
func moduleList(t *testing.T, b *strings.Builder) {
	m := eval.New(context.Background(), eval.Config{Limits: value.DefaultLimits})
	defer m.Close()
	m.Prepare(syntax.Parse(nil), "empty.py", "__main__")
	fmt.Fprintf(b, "\n**Modules with a model:** how many of the public names are modelled, and which are unknown. Where the names of\n")
	fmt.Fprintf(b, "a module differ from system to system, what is modelled is listed, and all else is unknown.\n\n")
	fmt.Fprintf(b, "| module | modelled | unknown |\n| --- | --- | --- |\n")
	for _, name := range stdlib.Names() {
		if strings.HasPrefix(name, "_") {
			continue
		}
		mod, ok, err := stdlib.Load(m.Thread(), name)
		if err != nil || !ok {
			t.Errorf("%s cannot be loaded: %v", name, err)
			continue
		}
		all := stdlib.CPythonNames(name)
		var has, lacks []string
		for _, n := range all {
			if v, ok := mod.Globals.GetStr(n); ok {
				if _, unknown := v.(*value.Unknown); !unknown {
					has = append(has, n)
					continue
				}
			}
			if n[0] != '_' && !isModule(n) {
				lacks = append(lacks, "`"+n+"`")
			}
		}
		if len(all) == 0 {
			for i := 0; ; {
				k, v, next, ok := mod.Globals.Next(i)
				if !ok {
					break
				}
				i = next
				if s, ok := k.(*value.Str); ok && s.String()[0] != '_' {
					if _, unknown := v.(*value.Unknown); !unknown {
						has = append(has, "`"+s.String()+"`")
					}
				}
			}
			slices.Sort(has)
			fmt.Fprintf(b, "| `%s` | %s | all else |\n", name, listOf(has))
			continue
		}
		public := slices.DeleteFunc(has, func(n string) bool { return n[0] == '_' })
		fmt.Fprintf(b, "| `%s` | %d | %s |\n", name, len(public), listOf(lacks))
	}
	fmt.Fprintf(b, "\nOther modules of the standard library are evaluated from their source where a Python 3.11 is installed, as far as\nthey rest on what is known, and are unknown otherwise.\n")
}

// isModule reports whether a name in a module is that of another module, which
// it imports for itself.
func isModule(name string) bool {
	return slices.Contains(strings.Fields(importedNames), name)
}

func listOf(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

const importedNames = "abc collections copyreg enum functools io itertools keyword locale math numbers operator os pickle random re reprlib sys threading time types typing warnings weakref contextlib copy difflib inspect logging struct binascii string traceback heapq decimal fractions datetime builtins codecs errno fnmatch ntpath posixpath"

const builtinNames = `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex
	delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int
	isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr
	reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__`
