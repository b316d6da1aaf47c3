package value_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"augur/analysis/value/valuetest"
)

// generator makes random lines; a fixed seed keeps failures reproducible.
type generator struct{ *rand.Rand }

func newGenerator(seed int64) generator { return generator{rand.New(rand.NewSource(seed))} }

func (g generator) pick(choices ...string) string { return choices[g.Intn(len(choices))] }

// element is a hashable literal with a hash that is the same in every run.
func (g generator) element(depth int) string {
	switch g.Intn(14) {
	case 0:
		return g.pick("True", "False", "''", "()", "frozenset()")
	case 1:
		return fmt.Sprint(float64(g.Intn(40)) / 2)
	case 2:
		return fmt.Sprintf("%d", g.Int63()-1<<62)
	case 3:
		return fmt.Sprintf("%d", -g.Intn(20))
	case 4:
		if depth < 2 {
			return "(" + g.element(depth+1) + ", " + g.element(depth+1) + ")"
		}
	case 5:
		if depth < 2 {
			return "frozenset([" + g.element(depth+1) + ", " + g.element(depth+1) + "])"
		}
	case 6:
		return fmt.Sprintf("2**%d", g.Intn(80))
	case 7:
		return fmt.Sprint(g.Intn(8) * 8)
	}
	return fmt.Sprint(g.Intn(64))
}

func (g generator) elements(n int) string {
	out := make([]string, g.Intn(n+1))
	for i := range out {
		out[i] = g.element(0)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// iterable is an expression for something to build sets from.
func (g generator) iterable() string {
	switch g.Intn(6) {
	case 0:
		return fmt.Sprintf("range(%d, %d, %d)", g.Intn(50), g.Intn(300), 1+g.Intn(20))
	case 1:
		return g.pick("x", "y", "z")
	case 2:
		return "dict.fromkeys(" + g.elements(12) + ")"
	case 3:
		return "(e for e in " + g.elements(8) + ")"
	case 4:
		return "set(" + g.elements(30) + ")"
	}
	return g.elements(20)
}

// setLine is a statement over the sets x, y and z.
func (g generator) setLine() string {
	a, b, c := g.pick("x", "y", "z"), g.pick("x", "y", "z"), g.pick("x", "y", "z")
	op := g.pick("|", "&", "-", "^")
	method := g.pick("union", "intersection", "difference", "symmetric_difference")
	switch g.Intn(20) {
	case 0, 1, 2:
		return fmt.Sprintf("%s.add(%s)", a, g.element(0))
	case 3, 4:
		return fmt.Sprintf("%s.discard(%s)", a, g.element(0))
	case 5:
		return fmt.Sprintf("%s.pop()", a)
	case 6:
		return fmt.Sprintf("%s.remove(%s)", a, g.element(0))
	case 7, 8:
		return fmt.Sprintf("%s = %s %s %s", a, b, op, c)
	case 9:
		return fmt.Sprintf("%s %s= %s", a, op, b)
	case 10:
		return fmt.Sprintf("%s = %s.%s(%s)", a, b, method, g.iterable())
	case 11:
		return fmt.Sprintf("%s.%s(%s)", a, g.pick("update", "intersection_update", "difference_update", "symmetric_difference_update"), g.iterable())
	case 12:
		return fmt.Sprintf("%s = set(%s)", a, g.iterable())
	case 13:
		return fmt.Sprintf("%s = %s.copy()", a, b)
	case 14:
		return fmt.Sprintf("%s = set(frozenset(%s))", a, g.iterable())
	case 15:
		return fmt.Sprintf("%s = {e for e in %s}", a, g.iterable())
	case 16:
		return fmt.Sprintf("list(%s)", a)
	case 17:
		return fmt.Sprintf("[%s %s %s, hash(frozenset(%s)), len(%s)]", a, g.pick("==", "<", "<=", ">", ">="), b, c, a)
	case 18:
		d := "dict.fromkeys(" + g.elements(10) + g.pick(").keys()", ", 7).items()")
		return fmt.Sprintf("%s %s %s", d, op, g.pick(g.iterable(), "dict.fromkeys("+g.elements(10)+", 7).items()"))
	}
	return g.pick(a+".clear()", a, a, a)
}

func TestSetOrderAgainstCPython(t *testing.T) {
	g := newGenerator(1)
	var cases [][]string
	for range 500 {
		lines := []string{"x = set()", "y = set(" + g.elements(20) + ")", "z = set(range(" + fmt.Sprint(g.Intn(40)) + "))"}
		for range 40 {
			lines = append(lines, g.setLine())
		}
		cases = append(cases, append(lines, "list(x)", "list(y)", "list(z)"))
	}
	compared, unknown := valuetest.Compare(t, cases, nil)
	if unknown > 0 {
		t.Errorf("%d of %d lines are unknown", unknown, compared+unknown)
	}
}

// listLine is a statement over the lists x and y.
func (g generator) listLine() string {
	a, b := g.pick("x", "y"), g.pick("x", "y")
	i := g.Intn(24) - 12
	slice := func() string {
		part := func() string {
			if g.Intn(3) == 0 {
				return ""
			}
			return fmt.Sprint(g.Intn(30) - 15)
		}
		s := part() + ":" + part()
		if g.Intn(2) == 0 {
			s += ":" + part()
		}
		return s
	}
	switch g.Intn(18) {
	case 0:
		return fmt.Sprintf("%s.append(%s)", a, g.element(0))
	case 1:
		return fmt.Sprintf("%s.insert(%d, %s)", a, i, g.element(0))
	case 2:
		return fmt.Sprintf("%s.pop(%d)", a, i)
	case 3:
		return fmt.Sprintf("%s.remove(%s)", a, g.element(0))
	case 4:
		return fmt.Sprintf("%s.index(%s, %d)", a, g.element(0), i)
	case 5:
		return fmt.Sprintf("%s[%s]", a, slice())
	case 6:
		return fmt.Sprintf("%s[%s] = %s", a, slice(), g.elements(6))
	case 7:
		return fmt.Sprintf("del %s[%s]", a, slice())
	case 8:
		return fmt.Sprintf("%s[%d] = %s", a, i, g.element(0))
	case 9:
		return fmt.Sprintf("del %s[%d]", a, i)
	case 10:
		return fmt.Sprintf("%s.sort(key=lambda v: %s, reverse=%s)", a, g.pick("hash(v)", "str(v)", "hash(v) % 3", "v"), g.pick("True", "False"))
	case 11:
		return fmt.Sprintf("%s = %s[%s]", a, b, slice())
	case 12:
		return fmt.Sprintf("%s %s %s", a, g.pick("==", "<", ">="), b)
	case 13:
		return fmt.Sprintf("%s[%s] = %s", a, slice(), b)
	case 14:
		return fmt.Sprintf("(%s %s %s)[:40]", a, "+", b)
	case 15:
		return fmt.Sprintf("%s *= %d", a, g.Intn(2)+1)
	case 16:
		return fmt.Sprintf("tuple(%s)[%s]", a, slice())
	}
	return g.pick(a+".reverse()", a, "x = x[:20]", fmt.Sprintf("range(%d)[%s]", g.Intn(30), slice()), fmt.Sprintf("list(range(%d, %d, %d))", i, g.Intn(30), g.Intn(4)+1))
}

func TestListOperationsAgainstCPython(t *testing.T) {
	g := newGenerator(2)
	var cases [][]string
	for range 300 {
		lines := []string{"x = " + g.elements(10), "y = " + g.elements(10)}
		for range 40 {
			lines = append(lines, g.listLine())
		}
		cases = append(cases, append(lines, "x", "y"))
	}
	valuetest.Check(t, cases, nil)
}

// dictLine is a statement over the dicts x and y.
func (g generator) dictLine() string {
	a, b := g.pick("x", "y"), g.pick("x", "y")
	key := g.pick("'a'", "'b'", "'key'", "None", g.element(0))
	switch g.Intn(14) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("%s[%s] = %s", a, key, g.element(0))
	case 4:
		return fmt.Sprintf("del %s[%s]", a, key)
	case 5:
		return fmt.Sprintf("%s.pop(%s, None)", a, key)
	case 6:
		return fmt.Sprintf("%s.popitem()", a)
	case 7:
		return fmt.Sprintf("%s.update(%s)", a, b)
	case 8:
		return fmt.Sprintf("%s = %s | %s", a, a, b)
	case 9:
		return fmt.Sprintf("%s.setdefault(%s, %s)", a, key, g.element(0))
	case 10:
		return fmt.Sprintf("[%s == %s, list(reversed(%s)), %s.get(%s)]", a, b, a, a, key)
	case 11:
		return fmt.Sprintf("%s = dict(zip(%s, range(20)))", a, g.elements(20))
	case 12:
		return fmt.Sprintf("%s = %s.copy()", a, b)
	}
	return g.pick(a, a+".items()", "list("+a+")", "len("+a+")", a+".values()", fmt.Sprintf("%s in %s", key, a))
}

func TestDictOperationsAgainstCPython(t *testing.T) {
	g := newGenerator(3)
	var cases [][]string
	for range 200 {
		lines := []string{"x = {}", "y = dict.fromkeys(" + g.elements(10) + ")"}
		for range 60 {
			lines = append(lines, g.dictLine())
		}
		cases = append(cases, append(lines, "x", "y", "x == y"))
	}
	valuetest.Check(t, cases, nil)
}

// TestSortComparesAsCPythonDoes sorts what has no consistent order, which shows
// every comparison that the algorithm makes.
func TestSortComparesAsCPythonDoes(t *testing.T) {
	g := newGenerator(4)
	var cases [][]string
	for i := range 300 {
		n := g.Intn(1 + []int{5, 40, 200, 1500}[i%4])
		var b strings.Builder
		b.WriteString("x = [")
		spread := 1 + g.Intn(2*n+1)
		for k := range n {
			switch {
			case g.Intn(10) == 0 && i%3 > 0:
				b.WriteString("float('nan'), ")
			case g.Intn(3) == 0:
				fmt.Fprintf(&b, "%d, ", g.Intn(spread))
			default: // longer runs
				fmt.Fprintf(&b, "%d, ", k%spread)
			}
		}
		b.WriteString("]")
		reverse := g.pick("True", "False")
		cases = append(cases, []string{
			b.String(),
			"calls = []",
			"K = type('K', (), {'__init__': lambda s, v: setattr(s, 'v', v), '__lt__': lambda s, o: calls.append((s.v, o.v)) or s.v < o.v})",
			"sorted(x, key=K, reverse=" + reverse + ")",
			"hash(tuple(v for p in calls for v in p)) if False else len(calls)",
			"str(calls)[-300:]",
			fmt.Sprintf("F = type('F', (), {'__init__': lambda s, v: setattr(s, 'v', v), '__lt__': lambda s, o: s.v < o.v if len(calls) < %d and not calls.append(1) else throw(ValueError('stop')), '__repr__': lambda s: repr(s.v)})", g.Intn(3*n+1)),
			"calls = []",
			"y = [F(v) for v in x]",
			"y.sort(reverse=" + reverse + ")",
			"y",
		})
	}
	for i := range cases { // one clause is all that comprehensions have here
		cases[i][4] = "len(calls)"
	}
	valuetest.Check(t, cases, nil)
}
