package adapt

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"augur/corpus/dataset"
	"augur/predictor/prompt"
)

func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFindsTests(t *testing.T) {
	const test, doc = "def test_a():\n    pass\n", "def f():\n    '''\n    >>> f()\n    '''\n"
	dir := files(t, map[string]string{
		"tests/test_a.py":           test,
		"tests/helpers.py":          "x = 1\n",
		"tests/test_data.py":        "rows = [1, 2]\n", // no test is in it
		"pkg/b_test.py":             "class A(TestCase): pass\n",
		"pkg/__init__.py":           "",
		"pkg/m.py":                  doc,
		"latest.py":                 test,
		"setup.py":                  doc,
		"src/lib/__init__.py":       doc,
		"venv/pyvenv.cfg":           "",
		"venv/lib/test_b.py":        test,
		".tox/test_c.py":            test,
		"node_modules/x/test_d.py":  test,
		"build/test_e.py":           test,
		"lib/site-packages/test.py": test,
	})
	p := &Plan{Project: dir}
	if err := p.find(); err != nil {
		t.Fatal(err)
	}
	if want := []string{"pkg/b_test.py", "tests/test_a.py"}; !slices.Equal(p.Tests, want) {
		t.Errorf("tests %v, want %v", p.Tests, want)
	}
	var modules []string
	for _, m := range p.Doctests {
		modules = append(modules, m.Name)
	}
	if want := []string{"pkg.m", "lib"}; !slices.Equal(modules, want) {
		t.Errorf("doctests of %v, want %v", modules, want)
	}
	text := p.Describe(90 * time.Second)
	for _, want := range []string{"2 test files by unittest", "the doctests of 2 modules", "1m30s", "tests/test_a.py", "src/lib/__init__.py"} {
		if !strings.Contains(text, want) {
			t.Errorf("the description lacks %q:\n%s", want, text)
		}
	}
}

func TestNoTests(t *testing.T) {
	dir := files(t, map[string]string{"a.py": "x = 1\n"})
	if _, err := MakePlan(t.Context(), dir, filepath.Join(dir, "no-python")); !errors.Is(err, ErrNoTests) {
		t.Errorf("error %v, want that there are no tests, before an interpreter is started", err)
	}
}

func bindings(pairs ...string) dataset.Bindings {
	var out dataset.Bindings
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, prompt.Binding{Name: pairs[i], Repr: pairs[i+1]})
	}
	return out
}

// What an execution of a statement says about an expression.
func TestLineOf(t *testing.T) {
	yes := true
	call := dataset.Stmt{Kind: "simple", Text: "n = get(u, 1)", Target: "n", Expression: "get(u, 1)"}
	for _, c := range []struct {
		name string
		stmt dataset.Stmt
		ev   dataset.Event
		want string // target, result; empty: nothing
	}{
		{"a call", call, dataset.Event{Before: bindings("u", "'x'", "n", "0", "get()", "5"), Outcome: dataset.Outcome{Changed: bindings("n", "5")}}, "n 5"},
		{"the same value again", call, dataset.Event{Before: bindings("u", "'x'", "n", "5")}, "n 5"},
		{"an argument changed too", call, dataset.Event{Before: bindings("u", "[]"), Outcome: dataset.Outcome{Changed: bindings("n", "5", "u", "[1]")}}, ""},
		{"an exception", call, dataset.Event{Before: bindings("u", "'x'"), Outcome: dataset.Outcome{Exception: "OSError"}}, "n OSError"},
		{"a condition", dataset.Stmt{Kind: "cond", Text: "if ok(u):"}, dataset.Event{Outcome: dataset.Outcome{Truth: &yes}}, "if True"},
		{"a return", dataset.Stmt{Kind: "simple", Text: "return ok(u)"}, dataset.Event{Outcome: dataset.Outcome{Return: "None"}}, "return None"},
		{"a loop", dataset.Stmt{Kind: "for", Text: "for u:"}, dataset.Event{Outcome: dataset.Outcome{Items: "[1]"}}, ""},
		{"no value", dataset.Stmt{Kind: "simple", Text: "get(u)"}, dataset.Event{}, ""},
	} {
		r := &dataset.Record{Stmts: []dataset.Stmt{c.stmt}}
		l, ok := lineOf(r, &c.ev)
		got := ""
		if ok {
			got = l.Target + " " + l.Result
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		for _, b := range l.Names {
			if b.Name == "n" || strings.Contains(b.Name, "(") {
				t.Errorf("%s: %s is no part of the expression", c.name, b.Name)
			}
		}
		if ok && c.ev.Outcome.Exception != "" != l.Raised {
			t.Errorf("%s: raised is %v", c.name, l.Raised)
		}
	}
}
