package undo

import (
	"fmt"
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// state reads "x = 1; y = 'a'".
func state(text string) []prompt.Binding {
	var out []prompt.Binding
	for _, part := range strings.Split(text, "; ") {
		if name, repr, ok := strings.Cut(part, " = "); ok {
			out = append(out, prompt.Binding{Name: name, Repr: repr})
		}
	}
	return out
}

func find(t *testing.T, f *syntax.File, line int) (def *syntax.FunctionDef, st syntax.Stmt) {
	t.Helper()
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.FunctionDef); ok {
			def = d
		}
		if s, ok := n.(syntax.Stmt); ok && int(s.Pos().Line) == line {
			st = s
		}
		return true
	})
	if st == nil {
		t.Fatalf("no statement on line %d", line)
	}
	return def, st
}

func told(list []Old) string {
	var out []string
	for _, o := range list {
		what := ""
		switch o.Fate {
		case Solved:
			what = o.Repr
			if o.Loose {
				what = "~" + what
			}
		case Absent:
			what = "none"
		case Open:
			what = "? " + string(o.Kind)
		}
		out = append(out, o.Name+" = "+what)
	}
	return strings.Join(out, "; ")
}

// TestStatement runs single statements backwards. What is solved for was checked
// forwards by CPython.
func TestStatement(t *testing.T) {
	for _, c := range []struct{ st, after, want string }{
		{"x += 7", "x = 12", "x = 5"},
		{"x = x + 'ab'", "x = 'qab'", "x = 'q'"},
		{"x = 'ab' + x", "x = 'abq'", "x = 'q'"},
		{"x = x - y", "x = 5; y = 3", "x = 8"},
		{"x = 10 - x", "x = 7", "x = 3"},
		{"x = -x", "x = 7", "x = -7"},
		{"x *= 3", "x = 21", "x = 7"},
		{"x = x * 2", "x = 'abab'", "x = 'ab'"},
		{"x = x ^ 5", "x = 6", "x = 3"},
		{"x = x[::-1]", "x = 'abc'", "x = 'cba'"},
		{"x = [x]", "x = [4]", "x = 4"},
		{"x = (1, x, 3)", "x = (1, 'b', 3)", "x = 'b'"},
		{"xs += [1, 2]", "xs = [9, 1, 2]", "xs = [9]"},
		{"xs += 'ab'", "xs = [9, 'a', 'b']", "xs = [9]"},
		{"a, b = b, a", "a = 5; b = 'x'", "a = 'x'; b = 5"},
		{"a, b = b, a + b", "a = 5; b = 8", "a = 3; b = 5"},
		{"xs.append(y)", "xs = [2, 7]; y = 7", "xs = [2]"},
		{"xs.extend([7, 8])", "xs = [2, 7, 8]", "xs = [2]"},
		{"xs.insert(1, 'a')", "xs = [2, 'a', 3]", "xs = [2, 3]"},
		{"xs.insert(-1, 'a')", "xs = [2, 'a', 3]", "xs = [2, 3]"},
		{"xs.reverse()", "xs = [2, 3, 4]", "xs = [4, 3, 2]"},
		{"d[k] += 2", "d = {'a': 5, 'b': 1}; k = 'a'", "d = {'a': 3, 'b': 1}"},
		{"d[k] = d.get(k, 0) + 1", "d = {'a': 5, 'b': 1}; k = 'b'", "d = ~{'a': 5}"},
		{"d[k] = d.get(k, 0) + 1", "d = {'a': 5, 'b': 1}; k = 'a'", "d = ~{'a': 4, 'b': 1}"},
		{"xs[0], xs[1] = xs[1], xs[0]", "xs = [1, 2, 3]", "xs = ? changed"},
		{"d[k].append(3)", "d = {'a': [1, 3]}; k = 'a'", "d = {'a': [1]}"},
		{"d.setdefault(k, []).append(3)", "d = {'b': [1], 'a': [3]}; k = 'a'", "d = ~{'b': [1]}"},
		{"x = ord(x)", "x = 97", "x = 'a'"},
		{"x = x.split(',')", "x = ['a', 'b']", "x = 'a,b'"},
		{"xs.append(xs[0])", "xs = [1, 2, 1]", "xs = [1, 2]"},
		{"x = list(x)", "x = ['a', 'b']", "x = ~'ab'"},
		{"x = list(x)", "x = [1, 2]", "x = ~(1, 2)"},
		{"x = f'<{x}>'", "x = '<ab>'", "x = ~'ab'"},
		{"x += 1", "x = 1", "x = ~0"}, // it may have been False

		// Information is lost: nothing is solved for.
		{"x = x > 10", "x = True", "x = ? lossy"},
		{"x = x % 7", "x = 3", "x = ? lossy"},
		{"x //= 2", "x = 3", "x = ? lossy"},
		{"x = len(x)", "x = 3", "x = ? lossy"},
		{"x = x * 0", "x = 0", "x = ? lossy"},
		{"x = not x", "x = False", "x = ? lossy"},
		{"x = x[0]", "x = 'a'", "x = ? lossy"},
		{"x = x and y", "x = 1; y = 2", "x = ? lossy"},
		{"x = hashlib.md5(x.encode()).hexdigest()", "x = 'd'", "x = ? lossy"},
		{"x = 3", "x = 3", "x = ? overwritten"},
		{"xs.pop()", "xs = [1]", "xs = ? changed"},
		{"xs[0] = 1", "xs = [1]", "xs = ? changed"},
		{"xs.sort()", "xs = [1, 2]", "xs = ? changed"},
		{"g(xs)", "xs = [1, 2]", "xs = ? changed"},

		// The state cannot be what the statement led to.
		{"x = x + 'ab'", "x = 'abc'", "x = ? kept"},
		{"x *= 2", "x = 7", "x = ? kept"},
		{"xs.append(1)", "xs = [1, 2]", "xs = ? changed"},
		{"xs.append(1)", "xs = []", "xs = ? changed"},

		// Another variable may be the same object.
		{"xs.append(1)", "xs = [2, 1]; ys = [[2, 1]]", "xs = ~[2]"},

		// Nothing is written.
		{"assert len(xs) > 1", "xs = [1, 2]", ""},
		{"print(xs)", "xs = [1, 2]", ""},
		{"s.upper()", "s = 'a'", ""},
	} {
		f := syntax.Parse([]byte("def f(x, xs, a, b, d):\n    " + c.st + "\n"))
		def, st := find(t, f, 2)
		if got := told(Statement(t.Context(), f, def, st, state(c.after))); got != c.want {
			t.Errorf("%s, after which %s: %s, want %s", c.st, c.after, got, c.want)
		}
	}
}

// TestPopped undoes what takes something out and keeps it.
func TestPopped(t *testing.T) {
	for _, c := range []struct{ st, after, want string }{
		{"y = xs.pop()", "xs = [1]; y = 2", "xs = [1, 2]; y = none"},
		{"y = xs.pop(0)", "xs = [1]; y = 2", "xs = [2, 1]; y = none"},
		{"y = xs.pop(-2)", "xs = [1, 3]; y = 2", "xs = [1, 2, 3]; y = none"},
	} {
		f := syntax.Parse([]byte("def f(xs):\n    " + c.st + "\n"))
		def, st := find(t, f, 2)
		if got := told(Statement(t.Context(), f, def, st, state(c.after))); got != c.want {
			t.Errorf("%s, after which %s: %s, want %s", c.st, c.after, got, c.want)
		}
	}
}

// TestReaching tells whether a variable existed, and computes once more what it
// was given.
func TestReaching(t *testing.T) {
	for _, c := range []struct {
		name, body, after, want string
		line                    int
	}{
		{"first", "y = n\nx = n + 1\n", "n = 1; y = 1; x = 2", "x = none", 3},
		{"parameter", "n = 3\n", "n = 3", "n = ? overwritten", 2},
		{"given anew", "x = n * 2\ny = x + 1\nx = 5\n", "n = 4; y = 9; x = 5", "x = 8", 4},
		{"from outside of a condition", "x = n * 2\nif x:\n    x = 5\n", "n = 4; x = 5", "x = 8", 4},
		{"lost by itself", "x = n * 2\nx = x > 3\n", "n = 4; x = True", "x = 8", 3},
		{"what it was made of is another now", "x = n * 2\nn = 7\nx = 5\n", "n = 7; x = 5", "x = ? overwritten", 4},
		{"on one way", "if n:\n    x = 1\nx = 5\n", "n = 4; x = 5", "x = ? overwritten", 4},
		{"in a loop", "for i in [1, 2]:\n    x = i\n", "n = 4; i = 2; x = 2", "x = ? overwritten", 3},
		{"an object that was changed", "x = []\nx.append(n)\nx = 5\n", "n = 4; x = 5", "x = ? overwritten", 4},
		{"sorted in place", "x = n[:]\ny = 1\nx.sort()\n", "n = [2, 1]; y = 1; x = [1, 2]", "x = [2, 1]", 4},
		{"with parts in common", "x = n[:]\nx.sort()\n", "n = [[2], [1]]; x = [[1], [2]]", "x = ? changed", 3},
		{"changed and sorted", "x = n[:]\nx.append(0)\nx.sort()\n", "n = [2, 1]; x = [0, 1, 2]", "x = ? changed", 4},
		{"an alias that was sorted", "x = n\nx.sort()\n", "n = [1, 2]; x = [1, 2]", "x = ? changed", 3},
		{"an object that was not", "x = []\ny = 1\nx = 5\n", "n = 4; y = 1; x = 5", "x = []", 4},
		{"not the same each time", "x = next(n)\nx = 5\n", "n = 4; x = 5", "x = ? overwritten", 3},
		{"in a handler", "try:\n    x = n\nexcept E:\n    x = 5\n", "n = 4; x = 5", "x = ? overwritten", 5},
		{"of the module", "global x\nx = 5\n", "n = 4; x = 5", "x = ? overwritten", 3},
	} {
		src := "def f(n):\n    " + strings.ReplaceAll(strings.TrimSuffix(c.body, "\n"), "\n", "\n    ") + "\n"
		f := syntax.Parse([]byte(src))
		def, st := find(t, f, c.line)
		if got := told(Statement(t.Context(), f, def, st, state(c.after))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMutable(t *testing.T) {
	got := ""
	for _, repr := range []string{"1", "-1.5", "'['", "None", "(1, 2)", "([],)", "[]", "{}", "<A>", "b'a'", "deque([])", ""} {
		got += fmt.Sprintf("%s %v, ", repr, mutable(repr))
	}
	if want := "1 false, -1.5 false, '[' false, None false, (1, 2) false, ([],) true, [] true, {} true, <A> true, b'a' false, deque([]) true,  false, "; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
