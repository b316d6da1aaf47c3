package forecast

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"augur/analysis/example"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/adapted"
	"augur/predictor/observed"
	"augur/predictor/prompt"
)

const seen = `import missing
from helper import fetch
import helper as h

LIMIT = 3

def f(a, b=1, *, c="x"):
    """
    >>> f(0)
    """
    return a

def rest(*args, **options):
    return args

def load(x, y=2):
    n = missing.load(x, y)
    return n

def check(x):
    if missing.check(x, LIMIT):
        return 1
    return 2

def twice(x):
    n = missing.twice(x)
    return n

def far(x):
    n = fetch(x, 1)
    return n

def member(x):
    n = h.fetch(x, 1)
    return n

def changed(xs):
    n = h.change(xs)
    return n

def wrapper(x):
    n = h.wrapped(x)
    return n

f(7)
`

// Whether the helper has its functions can't be told.
const helper = `import missing

if missing.ok:
    def fetch(url, times):
        return 0

    def change(xs):
        return 0

    def wrapped(x):
        return 0

    wrapped = missing.wrap(wrapped)
`

// seenProject writes the files above and records of them.
func seenProject(t *testing.T) (f *syntax.File, path string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	path = filepath.Join(dir, "seen.py")
	for p, text := range map[string]string{path: seen, filepath.Join(dir, "helper.py"): helper} {
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	final, err := adapted.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	e, err := final.Stage()
	if err != nil {
		t.Fatal(err)
	}
	w, err := observed.Create(e.Observed())
	if err != nil {
		t.Fatal(err)
	}
	f = syntax.Parse([]byte(seen))
	bind := func(pairs []string) (out []prompt.Binding) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, prompt.Binding{Name: pairs[i], Repr: pairs[i+1]})
		}
		return out
	}
	function := func(name string) observed.Function {
		for file, text := range map[string]string{"seen.py": seen, "helper.py": helper} {
			src := syntax.Parse([]byte(text))
			if def := FindFunction(src, name); def != nil {
				return observed.Function{File: file, Name: name, Hash: observed.Hash(prompt.Source(src, def))}
			}
		}
		t.Fatalf("no function %s", name)
		return observed.Function{}
	}
	call := func(name string, o observed.Outcome, args ...string) {
		if err := w.AddCall(observed.Call{Function: function(name), Arguments: bind(args), Outcome: o, Count: 1}); err != nil {
			t.Fatal(err)
		}
	}
	line := func(name, target, expression, result string, names ...string) {
		l := observed.Line{Function: function(name), Target: target, Expression: expression, Names: bind(names), Outcome: observed.Outcome{Result: result}, Count: 1}
		if err := w.AddLine(l); err != nil {
			t.Fatal(err)
		}
	}
	call("f", observed.Outcome{Raised: true, Result: "ValueError"}, "a", "9", "b", "1", "c", "'x'")
	call("f", observed.Outcome{Result: "5"}, "a", "5", "b", "1", "c", "'x'")
	call("f", observed.Outcome{Result: "6"}, "a", "6", "b", "1", "c", "'y'")
	call("f", observed.Outcome{Result: "0"}, "a", "0", "b", "1", "c", "'x'")
	call("f", observed.Outcome{Result: "8"}, "a", "<Thing>", "b", "1", "c", "'x'")
	call("rest", observed.Outcome{Result: "(1, 2)"}, "args", "(1, 2)", "options", "{}")
	call("fetch", observed.Outcome{Result: "'page'"}, "url", "'u'", "times", "1")
	call("wrapped", observed.Outcome{Result: "3"}, "x", "1")
	call("change", observed.Outcome{Result: "3"}, "xs", "[1]")
	line("load", "n", "missing.load(x, y)", "12", "x", "1", "y", "2")
	line("check", observed.Condition, "missing.check(x, LIMIT)", "True", "x", "1", "LIMIT", "3")
	line("check", observed.Condition, "missing.check(x, LIMIT)", "True", "x", "2", "LIMIT", "4")
	line("twice", "n", "missing.twice(x)", "1", "x", "1")
	line("twice", "n", "missing.twice(x)", "2", "x", "1")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := e.Publish(); err != nil {
		t.Fatal(err)
	}
	return f, path
}

func TestRecordedExamples(t *testing.T) {
	f, path := seenProject(t)
	list := func(f *syntax.File, path, function string) string {
		var out []string
		for _, e := range Examples(f, path, function) {
			out = append(out, e.Origin+" "+e.Call)
		}
		return strings.Join(out, "; ")
	}
	if got, want := list(f, path, "f"), `doctest f(0); recorded f(5); recorded f(6, c='y'); recorded f(9); call f(7)`; got != want {
		t.Errorf("examples of f:\n%s, want\n%s", got, want)
	}
	if got, want := list(f, path, "rest"), `recorded rest(*(1, 2)); default rest()`; got != want {
		t.Errorf("examples of rest: %s, want %s", got, want)
	}
	if got := list(f, filepath.Join(filepath.Dir(path), "other.py"), "rest"); strings.Contains(got, "recorded") {
		t.Errorf("a function of another file has %s", got)
	}
	now := syntax.Parse([]byte(strings.Replace(seen, "return args", "return options", 1)))
	if got := list(now, path, "rest"); strings.Contains(got, "recorded") {
		t.Errorf("a function that has changed has %s", got)
	}
	if got := list(f, path, "none"); got != "" {
		t.Errorf("a function that is not there has %s", got)
	}
}

func TestObserved(t *testing.T) {
	f, path := seenProject(t)
	run := func(call string, plain bool) *timeline.Timeline {
		t.Helper()
		fc, err := Run(context.Background(), Request{File: f, Path: path, Threshold: 1.1, Plain: plain, Example: &example.Example{Call: call, Origin: "given"}})
		if err != nil {
			t.Fatal(err)
		}
		return fc.Timeline
	}
	for _, c := range []struct{ call, want string }{
		{"load(1)", "12"},
		{"load(1, 2)", "12"},
		{"load(1, 3)", ""}, // other values
		{"load('1')", ""},  // another class
		{"twice(1)", ""},   // it was not the same each time
		{"far('u')", "'page'"},
		{"member('u')", "'page'"},
		{"far('v')", ""},
		{"wrapper(1)", ""},   // what was called may be another function
		{"changed([1])", ""}, // the call may have changed its argument
	} {
		tl := run(c.call, false)
		var v timeline.Value
		for _, l := range tl.Lines {
			for _, change := range l.Changes {
				if change.Name == "n" {
					v = change.Value
				}
			}
		}
		if v.Provenance == "" {
			t.Errorf("%s: n is not there: %+v", c.call, tl)
		}
		if c.want == "" && v.Known() || c.want != "" && (v.Repr != c.want || v.Provenance != timeline.Observed) {
			t.Errorf("%s: n is %+v, want %q", c.call, v, c.want)
		}
		if c.want != "" {
			if tl := run(c.call, true); tl.Result != nil && tl.Result.Provenance == timeline.Observed {
				t.Errorf("%s: without what was recorded the result is %+v", c.call, tl.Result)
			}
		}
	}
	if r := run("check(1)", false).Result; r == nil || r.Repr != "1" || r.Provenance != timeline.Observed {
		t.Errorf("check(1) is %+v, want an observed 1: %+v", r, run("check(1)", false).Assumptions)
	}
	if r := run("check(2)", false).Result; r != nil && r.Known() {
		t.Errorf("check(2) is %+v, but LIMIT had another value", r)
	}
}
