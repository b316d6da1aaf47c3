package flow_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"augur/analysis/eval"
	"augur/analysis/flow"
	"augur/analysis/syntax"
	"augur/analysis/value"

	_ "augur/analysis/stdlib"
)

// deadLines are those that are proved dead.
func deadLines(f *syntax.File) map[int]string {
	dead := map[int]string{}
	for line := 1; line <= f.Lines(); line++ {
		if why := flow.DeadLine(f, line); why != "" {
			dead[line] = why
		}
	}
	return dead
}

// Lines that end in "#!" are dead, and no others.
var programs = []string{
	"def f(x):\n    if x > 5:\n        if x < 3:\n            return 1 #!\n    return 2\n",
	"def f(x):\n    if x > 5 and x <= 5:\n        return 1 #!\n",
	"def f(x):\n    if x >= 5 and x <= 5:\n        return 1\n",
	"def f(x):\n    if x == 1:\n        return 1\n    elif x == 1.0:\n        return 2 #!\n",
	"def f(x):\n    if not x > 5:\n        if not x <= 5:\n            return 'nan'\n",
	"def f(n):\n    if len(n) < 0:\n        return 1 #!\n",
	"def f(s):\n    n = len(s)\n    if n > 3:\n        pass\n    elif n > 4:\n        return 1 #!\n",
	"def f(x):\n    if x is None:\n        return 0\n    if x is None:\n        return 1 #!\n",
	"def f(x):\n    if x is None:\n        x = 3\n    if x is None:\n        return 1\n",
	"def f(x):\n    if not x:\n        if x == 3:\n            return 1 #!\n    elif x == 0:\n        return 2 #!\n",
	"def f(x):\n    if isinstance(x, int):\n        return 0\n    if isinstance(x, bool):\n        return 1 #!\n",
	"def f(x):\n    if isinstance(x, (list, tuple)):\n        if isinstance(x, str):\n            return 1\n",
	"def f(x):\n    if isinstance(x, int):\n        if isinstance(x, bool):\n            return 1\n",
	"def f(x):\n    if x in ('a', 'b'):\n        if x == 'c':\n            return 1 #!\n    elif x == 'a':\n        return 2 #!\n",
	"def f(x):\n    if x in [1, 2, 3]:\n        if x > 3:\n            return 1 #!\n",
	"def f(x):\n    if x == 1:\n        return 1\n    if x == 2:\n        return 2\n    if x in (1, 2):\n        return 3 #!\n",
	"def f(nums):\n    nums.clear()\n    for n in nums:\n        nums.append(n) #!\n    return nums\n",
	"def f(nums):\n    nums.clear()\n    nums.append(1)\n    for n in nums:\n        return n\n",
	"def f(d):\n    if len(list(d.keys())) > len(list(d.values())):\n        return 1 #!\n",
	"def f(d, e):\n    if len(list(d.keys())) > len(list(e.values())):\n        return 1\n",
	"def f(s, c):\n    for item in s.split(c):\n        if c in item:\n            return 1 #!\n",
	"def f(s, c, d):\n    ls = s.split(c)\n    for i, item in enumerate(ls):\n        if c in item:\n            ls[i] = d #!\n",
	"def f(s, c, d):\n    ls = s.split(c)\n    ls.append(d)\n    for item in ls:\n        if c in item:\n            return 1\n",
	"def f(s, c, n):\n    for item in s.split(c, n):\n        if c in item:\n            return 1\n",
	"def f(s, c):\n    if s.find(c, s.rindex(c) + 1) != -1:\n        return 1 #!\n",
	"def f(s, c):\n    if s.find(c, s.index(c) + 1) != -1:\n        return 1\n",
	"def f(s):\n    k = s.lower()\n    if k.rindex('h', k.rindex('i')) < k.rindex('i'):\n        return 1 #!\n",
	"def f(text, old):\n    i = text.rfind(old, 0, text.find(old))\n    while i > 0:\n        i = text.rfind(old, 0, i) #!\n",
	"def f(text, old, out):\n    i = text.rfind(old, 0, text.find(old))\n    while i > 0:\n        out[i:i + len(old)] = old #!\n        i = text.rfind(old, 0, i) #!\n",
	"def f(n):\n    for i in range(n):\n        if i < 0:\n            return 1 #!\n        if i >= n:\n            return 2 #!\n",
	"def f(n):\n    for i in range(n):\n        n -= 1\n        if i >= n:\n            return 2\n",
	"def f(n):\n    for i in range(3, 10):\n        if i == 10 or i < 3:\n            return 1 #!\n        i += 5\n        if i > 10:\n            return 2\n",
	"def f(x):\n    assert x == 4\n    if x != 4:\n        return 1 #!\n",
	"def f(x):\n    y = 3\n    while x:\n        if y > 3:\n            return 1\n        y += 1\n",
	"def f(x):\n    y = 3\n    while x:\n        if y > 3:\n            return 1 #!\n        x -= 1\n",
	"def f(x):\n    y = 1\n    try:\n        y = x[0]\n    except KeyError:\n        if y != 1:\n            return 1\n",
	"def f(x):\n    y = 1\n    try:\n        x = g()\n    finally:\n        if y != 1:\n            return 1 #!\n",
	"def f(x):\n    y = 1\n    def g():\n        nonlocal y\n        y = 2\n    g()\n    if y == 2:\n        return 1\n",
	"def f(xs):\n    if len(xs) == 2:\n        xs.pop()\n        if len(xs) == 1:\n            return 1\n",
	"def f(xs):\n    if not xs:\n        if len(xs) > 0:\n            return 1 #!\n",
	"def f(xs):\n    if len(xs) == 0:\n        if xs:\n            return 1 #!\n        for x in xs:\n            return 2 #!\n",
	"def f(x):\n    if x % 2 == 0:\n        return 0\n    elif x % 2 == 0:\n        return 1 #!\n    elif x % 2 == 1:\n        return 2\n",
	"def f(a, b):\n    if a < b:\n        if b < a:\n            return 1 #!\n        if a == b:\n            return 2 #!\n",
	"def f(a, b):\n    x = a\n    a = b\n    if x < b:\n        if b < a:\n            return 1 #!\n        if b < x:\n            return 2 #!\n",
	"def f(d):\n    if d['k'] == 1:\n        if d['k'] == 2:\n            return 1\n",
	"def len(x):\n    return -1\ndef f(x):\n    if len(x) < 0:\n        return 1\n",
	"def f(x):\n    if (n := len(x)) > 3 and n < 2:\n        return 1 #!\n",
	"def f(it):\n    if list(it):\n        if not list(it):\n            return 1\n",
	"def f(x, flag):\n    if flag:\n        y = 1\n    else:\n        y = 2\n    if y == 1:\n        return 1\n",
	"def f(xs):\n    for x in xs:\n        break\n    else:\n        x = None\n    if x is None:\n        return 1\n",
	"def f(x):\n    for i in (1, 2):\n        try:\n            y = i\n            break\n        finally:\n            y = 7\n    if y == 7:\n        return 1\n",
	"def f(x):\n    class A:\n        y = 1\n    return A\n",
	"def f(x):\n    match x:\n        case int() if x > 3 and x < 2:\n            return 1 #!\n        case _:\n            return 2\n",
	"def f(x):\n    return 1 if x > 3 and x < 2 else 2\n",
}

func TestDeadLines(t *testing.T) {
	for _, src := range programs {
		f := syntax.Parse([]byte(src))
		dead := deadLines(f)
		for line := 1; line <= f.Lines(); line++ {
			want := strings.HasSuffix(f.LineText(line), "#!")
			if (dead[line] != "") != want {
				t.Errorf("line %d: dead %q, want %v in\n%s", line, dead[line], want, src)
			}
		}
	}
}

func TestNeverComesOut(t *testing.T) {
	for _, c := range []struct {
		src     string
		outcome bool
		want    bool
	}{
		{"def f(n):\n    assert len(n) >= 0 #!\n", false, true},
		{"def f(n):\n    assert len(n) >= 1 #!\n", false, false},
		{"def f(x):\n    if x == 2:\n        assert x in (1, 2, 3) #!\n", false, true},
		{"def f(x):\n    assert x == x #!\n", false, false},
		{"def f(s):\n    assert len(s) == 0 or s #!\n", false, true},
	} {
		f := syntax.Parse([]byte(c.src))
		line := 0
		var test syntax.Expr
		syntax.Inspect(f.Module, func(n syntax.Node) bool {
			if a, ok := n.(*syntax.Assert); ok {
				line, test = int(a.Line), a.Test
			}
			return true
		})
		if got := flow.NeverComesOut(f, line, test, c.outcome); (got != "") != c.want {
			t.Errorf("%q, want %v for\n%s", got, c.want, c.src)
		}
	}
}

var rounds = flag.Int("rounds", 150, "how many random programs are tested")

// TestProofsHold writes programs at random, full of conditions that contradict
// each other now and then, and runs them: what is proved dead must not run.
func TestProofsHold(t *testing.T) {
	proofs := 0
	for seed := range *rounds {
		w := &writer{rng: rand.New(rand.NewPCG(uint64(seed), 7))}
		src := w.program()
		f := syntax.Parse([]byte(src))
		dead := deadLines(f)
		if len(dead) == 0 {
			continue
		}
		proofs += len(dead)
		m := eval.New(context.Background(), eval.Config{})
		m.Prepare(f, "a.py", "a")
		if err := m.Load(); err != nil {
			t.Fatal(err)
		}
		lines := eval.NewLines(f)
		for range 60 {
			call := "f(" + w.argument() + ", " + w.argument() + ", " + w.argument() + ")"
			m.Restart(value.Limits{Steps: 3000, Memory: 1 << 20, Recursion: 50, Time: time.Second})
			lines.Reset()
			lines.Watch(m)
			_, _ = m.Eval(call)
			for line, why := range dead {
				if lines.Hits[line] > 0 {
					t.Fatalf("%s reaches line %d, though %s, in\n%s", call, line, why, src)
				}
			}
		}
		m.Close()
	}
	t.Logf("%d lines proved dead in %d programs", proofs, *rounds)
	if proofs < *rounds/10 {
		t.Errorf("only %d proofs: the programs test nothing", proofs)
	}
}

// writer writes random programs.
type writer struct {
	rng *rand.Rand
	out strings.Builder
}

func (w *writer) one(choices ...string) string { return choices[w.rng.IntN(len(choices))] }

func (w *writer) variable() string { return w.one("a", "b", "c", "a", "b", "x", "y") }

func (w *writer) constant() string {
	return w.one("0", "1", "2", "3", "5", "-1", "1.0", "2.5", "None", "True", "False", "''", "'a'", "'ab'", "'b'")
}

func (w *writer) number() string { return w.one("0", "1", "2", "3", "4", "2.5", "-1", "7") }

func (w *writer) term() string {
	v := w.variable()
	switch w.rng.IntN(12) {
	case 0, 1:
		return "len(" + v + ")"
	case 2:
		return v + ".find(" + w.variable() + ")"
	case 3:
		return v + ".rfind(" + w.variable() + ", 0, " + v + ".find(" + w.variable() + "))"
	case 4:
		return v + ".find(" + w.variable() + ", " + v + ".rfind(" + w.variable() + ") + 1)"
	case 5:
		return v + " % " + w.one("2", "3")
	case 6:
		return "len(" + v + ") " + w.one("+", "-") + " " + w.one("1", "2")
	case 7:
		return "len(list(" + v + w.one(".keys()", ".values()", "") + "))"
	}
	return v
}

func (w *writer) condition() string {
	switch w.rng.IntN(14) {
	case 0:
		return w.variable() + " is " + w.one("", "not ") + "None"
	case 1:
		return "isinstance(" + w.variable() + ", " + w.one("int", "str", "bool", "list", "float", "(list, tuple)", "(int, str)") + ")"
	case 2:
		return w.variable() + w.one(" in ", " not in ") + w.one("(1, 2, 3)", "('a', 'b')", "[0, '', None]", "(1, 'a')")
	case 3:
		return w.one("", "not ") + w.variable()
	case 4:
		return w.condition() + w.one(" and ", " or ") + w.condition()
	case 5:
		return "not (" + w.condition() + ")"
	case 6:
		return w.number() + " " + w.one("<", "<=") + " " + w.term() + " " + w.one("<", "<=", "==") + " " + w.number()
	case 7:
		return w.variable() + " " + w.one("<", "==", "<=", ">") + " " + w.variable()
	case 8:
		return w.variable() + w.one(" == ", " != ") + w.constant()
	case 9:
		return w.variable() + " in " + w.variable()
	}
	return w.term() + " " + w.one("<", "<=", ">", ">=", "==", "!=") + " " + w.number()
}

func (w *writer) emit(indent int, format string, args ...any) {
	fmt.Fprintf(&w.out, "%s%s\n", strings.Repeat("    ", indent), fmt.Sprintf(format, args...))
}

func (w *writer) block(indent, n int) {
	for range n {
		w.statement(indent)
	}
}

func (w *writer) statement(indent int) {
	if indent > 4 {
		w.emit(indent, "x = %s", w.constant())
		return
	}
	switch w.rng.IntN(22) {
	case 0, 1, 2, 3, 4, 5, 6:
		w.emit(indent, "if %s:", w.condition())
		w.block(indent+1, 1+w.rng.IntN(2))
		switch w.rng.IntN(3) {
		case 0:
			w.emit(indent, "elif %s:", w.condition())
			w.block(indent+1, 1)
		case 1:
			w.emit(indent, "else:")
			w.block(indent+1, 1)
		}
	case 7:
		w.emit(indent, "for %s in %s:", w.one("x", "y", "a"), w.one("range("+w.variable()+")", "range(1, 4)", w.variable(), w.variable()+".split("+w.variable()+")", "[]", "(1, 2)"))
		w.block(indent+1, 2)
	case 8:
		w.emit(indent, "for i, x in enumerate(%s):", w.one(w.variable(), w.variable()+".split("+w.variable()+")"))
		w.block(indent+1, 2)
	case 9:
		w.emit(indent, "while %s:", w.condition())
		w.block(indent+1, 2)
		if w.rng.IntN(2) == 0 {
			w.emit(indent+1, "%s", w.one("break", "x = 1", "a = b", "y = None"))
		}
	case 10:
		w.emit(indent, "try:")
		w.block(indent+1, 2)
		w.emit(indent, "%s", w.one("except Exception:", "finally:", "except TypeError:"))
		w.block(indent+1, 1)
	case 11:
		w.emit(indent, "return %s", w.variable())
	case 12:
		w.emit(indent, "%s = %s", w.variable(), w.constant())
	case 13:
		w.emit(indent, "%s = %s", w.variable(), w.term())
	case 14:
		w.emit(indent, "%s += %s", w.variable(), w.one("1", "2", "'a'", "[1]", "b"))
	case 15:
		w.emit(indent, "%s.%s", w.variable(), w.one("append(1)", "clear()", "pop()", "clear()"))
	case 16:
		w.emit(indent, "%s = %s", w.variable(), w.one("[]", "{}", "''", "[1, 2]", "list(a)", "sorted(b)", "a", "b", "a.split(b)", "a.lower()", "iter(a)"))
	case 17:
		w.emit(indent, "assert %s", w.condition())
	case 18:
		w.emit(indent, "%s", w.one("break", "continue", "pass"))
	case 19:
		w.emit(indent, "x = %s if %s else %s", w.term(), w.condition(), w.constant())
	case 20:
		w.emit(indent, "%s[0] = %s", w.variable(), w.constant())
	case 21:
		w.emit(indent, "if (x := %s) > %s:", w.term(), w.number())
		w.block(indent+1, 1)
	}
}

func (w *writer) program() string {
	w.out.Reset()
	w.emit(0, "def f(a, b, c):")
	w.emit(1, "x = y = %s", w.constant())
	w.block(1, 4+w.rng.IntN(4))
	w.emit(1, "return x")
	src := w.out.String()
	if f := syntax.Parse([]byte(src)); len(f.Problems) > 0 {
		return "def f(a, b, c):\n    return 1\n" // a break outside of a loop
	}
	return src
}

// argument writes a value of a built-in class.
func (w *writer) argument() string {
	return w.one("0", "1", "2", "3", "5", "-1", "2.5", "1.0", "7", "4", "None", "True", "False", "''", "'a'", "'ab'", "'b'", "'aba'", "'bab'", "[]", "[1]", "[1, 2]",
		"['a']", "{}", "{'a': 1}", "{1: 2, 3: 4}", "(1, 2)", "()", "set()", "{1, 2}", "float('nan')", "float('inf')", "b'ab'", "bytearray(b'ab')", "iter([1, 2])",
		"(i for i in (1, 2))", "frozenset({1})", "range(3)", "2**70", "[[]]", "'a b'", "1e17", "[0, 0]")
}
