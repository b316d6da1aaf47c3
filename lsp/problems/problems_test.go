package problems_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"augur/lsp/examples"
	"augur/lsp/outline"
	"augur/lsp/problems"
	"augur/lsp/scripted"
	"augur/lsp/session"
)

// of returns the problems of all functions of a source, one a line.
func of(t *testing.T, source string, opts problems.Options, change func(*session.Example)) string {
	t.Helper()
	now := session.NewSnapshot().WithDocument("file:///a.py", "/a.py", 1, strings.TrimPrefix(source, "\n"))
	doc := now.Document("file:///a.py")
	o := doc.Outline()
	var text strings.Builder
	for _, f := range append([]outline.Function{o.Module}, o.Functions...) {
		s := new(scripted.Forecaster)
		found, err := s.Examples(context.Background(), doc, f.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		list := problems.Real(f, examples.Of(now, doc, f, found))
		if f.IsModule() {
			list = []session.Example{{}}
		}
		var runs []problems.Run
		for _, ex := range list {
			if change != nil {
				change(&ex)
			}
			forecast, err := s.Forecast(context.Background(), session.Question{Document: doc, Function: f.Name, Example: &ex})
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, problems.Run{Example: ex, Forecast: forecast})
		}
		for _, p := range problems.Of(o, f, runs, opts) {
			fmt.Fprintf(&text, "%d-%d %s\n", p.First, p.Last, p.Message)
			for _, r := range p.Related {
				fmt.Fprintf(&text, "    %s%d %s\n", r.File, r.Line, r.Message)
			}
		}
	}
	return text.String()
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		name, source, want string
		opts               problems.Options
		change             func(*session.Example)
	}{
		{name: "an exception", source: `
def f(d):  #: f({}) (doctest)
    return d['b']  #= raise KeyError: 'b'
`, want: "2-2 KeyError: 'b' with f({}) (doctest, line 1)\n    1 the example: f({})\n"},
		{name: "an exception that is expected", source: `
def f(d):  #: f({}) (doctest)
    return d['b']  #= raise KeyError: 'b'
`, change: func(ex *session.Example) { ex.Raises = true }},
		{name: "the end of a program", source: `
def f(d):  #: f({}) (call)
    exit()  #= raise SystemExit: 1
`},
		{name: "an assertion", source: `
def test_f():  #: test_f() (default)
    assert g()  #= raise AssertionError: no
`, want: "2-2 the assertion fails: no in the test test_f\n    1 the example: test_f()\n"},
		{name: "a test that is skipped", source: `
@pytest.mark.skipif(True)
def test_f():  #: test_f() (default)
    assert g()  #= raise AssertionError: no
`},
		{name: "a function that nobody calls", source: `
def f(d=1):  #: f() (default)
    return d['b']  #= raise TypeError: no
`},
		{name: "arguments that are made up", source: `
def f(d):  #: f(1) (predicted)
    return d['b']  #= raise TypeError: no
`},
		{name: "the same twice", source: `
def f(d):  #: f({}) (doctest) #: f({1: 2}) (call)
    return d['b']  #= raise KeyError: 'b'
`, want: "2-2 KeyError: 'b' with f({}) (doctest, line 1)\n    1 the example: f({})\n"},
		{name: "a script", source: `
x = 1 / 0  #= raise ZeroDivisionError: division by zero
`, want: "1-1 ZeroDivisionError: division by zero when this file is run\n"},
		{name: "lines that are not reached", source: `
def f(n):  #: f(1) (doctest)
    if n:  #= -> True
        a = 1  #= a = 1
    else:
        b = 2
        b = 3
`, opts: problems.Options{NotReached: true}, want: "5-6 no example of f comes here\n"},
		{name: "a run that is stopped", source: `
def f(n):  #: f(1) (doctest)
    if n:  #= -> True; stop steps
        a = 1
`, opts: problems.Options{NotReached: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := of(t, test.source, test.opts, test.change); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

func TestReal(t *testing.T) {
	var many []session.Example
	for i := range 20 {
		many = append(many, session.Example{Call: fmt.Sprintf("f(%d)", i), Origin: "call"})
	}
	got := problems.Real(outline.Function{Name: "f"}, examples.List{Examples: slices.Insert(many, 0, session.Example{Call: "f(x)", Origin: session.OriginGiven})})
	if len(got) != 8 || got[0].Call != "f(0)" {
		t.Errorf("got %d examples, the first %+v", len(got), got[0])
	}
}
