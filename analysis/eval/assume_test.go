package eval_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

// stub answers the calls of given functions with given literals.
type stub map[string]eval.Answer

func (s stub) Ask(_ context.Context, q eval.Question) (eval.Answer, bool) {
	a, ok := s[q.File.Text(q.Expr)]
	return a, ok
}

// answers are what the programs of testdata/assume.txt get from the oracle.
var answers = stub{
	"guess()":      {Repr: "5", Class: "int", P: 0.9, Source: timeline.Predicted},
	"other()":      {Repr: "2", Class: "int", P: 0.5, Source: timeline.Predicted},
	"recorded()":   {Repr: "7", Class: "int", P: 1, Source: timeline.Observed},
	"guess_list()": {Repr: "[3, 1]", Class: "list", P: 0.9, Source: timeline.Predicted},
	"guess_text()": {Repr: "'ab'", Class: "str", P: 0.9, Source: timeline.Predicted},
	"guess_dict()": {Repr: "{'a': 1}", Class: "dict", P: 0.9, Source: timeline.Predicted},
}

// evaluate runs f() of a source with an oracle.
func evaluate(t *testing.T, src string, o eval.Oracle) *timeline.Timeline {
	t.Helper()
	file := syntax.Parse([]byte(src))
	if len(file.Problems) > 0 {
		t.Fatalf("the program does not parse: %v", file.Problems)
	}
	return evaluateFile(t, file, o)
}

// evaluateFile is evaluate for a file that may have problems.
func evaluateFile(t *testing.T, file *syntax.File, o eval.Oracle) *timeline.Timeline {
	t.Helper()
	m := eval.New(context.Background(), eval.Config{Oracle: o})
	defer m.Close()
	m.Prepare(file, "assume.py", "assume")
	rec := eval.NewRecorder(m)
	if err := m.Load(); err != nil {
		t.Fatal(err)
	}
	rec.Record()
	v, err := m.Eval("f()")
	var def *syntax.FunctionDef
	for _, s := range file.Module.Body {
		if d, ok := s.(*syntax.FunctionDef); ok && d.Name == "f" {
			def = d
		}
	}
	return rec.Timeline(def, v, err)
}

// header is put before the programs of testdata/assume.txt.
const header = "from somewhere import guess, other, recorded, guess_list, guess_text, guess_dict, opaque\n"

// expectation is "# name = repr provenance; …" at the end of a line; name may be
// return, raise or branch.
var expectation = regexp.MustCompile(`# (.*)$`)

// TestAssumptions checks where the values in the programs of
// testdata/assume.txt come from; a line of ### and a name begins each.
func TestAssumptions(t *testing.T) {
	src, err := os.ReadFile("testdata/assume.txt")
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(string(src), "### ") {
		name, src, ok := strings.Cut(part, "\n")
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) { checkProvenance(t, src) })
	}
}

func checkProvenance(t *testing.T, src string) {
	tl := evaluate(t, header+src, answers)
	for i, text := range strings.Split(src, "\n") {
		m := expectation.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		n := i + 2
		l := tl.At(n)
		for want := range strings.SplitSeq(m[1], "; ") {
			name, rest, _ := strings.Cut(want, " = ")
			i := strings.LastIndexByte(rest, ' ')
			repr, provenance := rest[:i], timeline.Provenance(rest[i+1:])
			got := timeline.Value{Repr: "nothing"}
			switch {
			case name == "raise":
				if e := tl.Exception; e != nil && e.Line == n {
					got = timeline.Value{Repr: e.Type, Provenance: e.Provenance}
				}
			case l == nil:
			case name == "return":
				for _, r := range l.Returns {
					got = r.Value
				}
			case name == "branch":
				for _, b := range l.Branch {
					got = b.Value
				}
			default:
				for _, c := range l.Changes {
					if c.Name == name {
						got = c.Value
					}
				}
			}
			if got.Repr != repr || got.Provenance != provenance {
				t.Errorf("line %q:\n  %s is %s, %s; want %s, %s", strings.TrimSpace(text), name, got.Repr, got.Provenance, repr, provenance)
			}
		}
	}
	if t.Failed() {
		t.Logf("assumptions %+v; stopped %+v; exception %+v", tl.Assumptions, tl.Stopped, tl.Exception)
	}
}

// others are what the oracle might have said instead.
var others = []stub{
	{"guess()": {Repr: "0"}, "other()": {Repr: "9"}, "guess_list()": {Repr: "[]"}, "guess_text()": {Repr: "''"}, "guess_dict()": {Repr: "{}"}},
	{"guess()": {Repr: "6"}, "other()": {Repr: "0"}, "guess_list()": {Repr: "[3, 1, 2]"}, "guess_text()": {Repr: "'xyz'"}, "guess_dict()": {Repr: "{'b': 2}"}},
	{"guess()": {Repr: "-1"}, "other()": {Repr: "2"}, "guess_list()": {Repr: "[4, 1]"}, "guess_text()": {Repr: "'a'"}, "guess_dict()": {Repr: "{'a': 2}"}},
}

// TestComputedHoldsForAnyAnswer runs the same programs with other answers:
// whatever is called computed must come out the same.
func TestComputedHoldsForAnyAnswer(t *testing.T) {
	src, err := os.ReadFile("testdata/assume.txt")
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		line, hit int
		name      string
	}
	values := func(tl *timeline.Timeline) map[place]timeline.Value {
		m := map[place]timeline.Value{}
		for _, l := range tl.Lines {
			for _, c := range l.Changes {
				m[place{l.Line, c.Hit, c.Name}] = c.Value
			}
			for _, b := range l.Branch {
				m[place{l.Line, b.Hit, "branch"}] = b.Value
			}
			for _, r := range l.Returns {
				m[place{l.Line, r.Hit, "return"}] = r.Value
			}
		}
		if tl.Result != nil {
			m[place{name: "result"}] = *tl.Result
		}
		return m
	}
	for part := range strings.SplitSeq(string(src), "### ") {
		name, src, ok := strings.Cut(part, "\n")
		if !ok {
			continue
		}
		src = header + src
		runs := []map[place]timeline.Value{values(evaluate(t, src, answers))}
		for _, o := range others {
			full := stub{}
			maps.Copy(full, answers)
			for k, a := range o {
				full[k] = eval.Answer{Repr: a.Repr, P: 0.9, Source: timeline.Predicted}
			}
			runs = append(runs, values(evaluate(t, src, full)))
		}
		for _, a := range runs {
			for at, v := range a {
				for _, b := range runs {
					if w, ok := b[at]; ok && v.Provenance == timeline.Computed && w.Known() && w.Repr != v.Repr {
						t.Errorf("%s: line %d: %s is %s, computed, and %s with another answer\n%s", name, at.line, at.name, v.Repr, w.Repr, src)
					}
				}
			}
		}
	}
}

func TestProbabilitiesMultiply(t *testing.T) {
	tl := evaluate(t, "from somewhere import guess, other, recorded\ndef f():\n    a = guess()\n    b = other()\n    c = recorded()\n    return a + b + c, a + a\n", answers)
	r := tl.At(6).Returns[0]
	if r.Repr != "(14, 10)" || math.Abs(r.P-0.45) > 1e-9 || r.Provenance != timeline.Predicted || len(r.Depends) != 3 {
		t.Errorf("returned %+v, want p 0.45 from three assumptions", r)
	}
	for line, p := range map[int]float64{3: 0.9, 4: 0.5, 5: 1} {
		if c := tl.At(line).Changes; len(c) != 1 || c[0].P != p || len(c[0].Depends) != 1 || tl.Assumptions[c[0].Depends[0]].Line != line {
			t.Errorf("line %d: %+v, want p %v from the assumption of that line", line, c, p)
		}
	}
	if got := tl.Result; got == nil || got.P > r.P || got.Provenance != timeline.Predicted {
		t.Errorf("the result is %+v, surer than what was returned", got)
	}
	// More assumptions than a set tells apart are not lost.
	var src strings.Builder
	src.WriteString("from somewhere import opaque\ndef f():\n    x = []\n")
	for range 70 {
		src.WriteString("    opaque(x)\n")
	}
	src.WriteString("    return x\n")
	tl = evaluate(t, src.String(), answers)
	if r := tl.At(74).Returns[0]; len(r.Depends) < 70 || r.P > math.Pow(0.9, 70)+1e-9 {
		t.Errorf("returned %+v, want it to rest on 70 assumptions", r)
	}
}

// supplied counts the values that the oracle supplied.
func supplied(tl *timeline.Timeline) (n int) {
	for _, a := range tl.Assumptions {
		if a.Repr != "" {
			n++
		}
	}
	return n
}

func TestUnsureStaysUnknown(t *testing.T) {
	src := "from somewhere import guess\ndef f():\n    a = guess()\n    b = a + 1\n    c = 3\n    if a > 2:\n        return 1\n    return 2\n"
	tl := evaluate(t, src, stub{})
	for line, want := range map[int]timeline.Provenance{3: timeline.Unknown, 4: timeline.Unknown, 5: timeline.Computed} {
		if c := tl.At(line).Changes; len(c) != 1 || c[0].Provenance != want {
			t.Errorf("line %d: %+v, want it %s", line, c, want)
		}
	}
	if tl.Result != nil || tl.Stopped == nil || tl.Stopped.Limit != "unknown" || tl.Stopped.Line != 6 {
		t.Errorf("result %+v, stopped %+v: want the run to end at the branch", tl.Result, tl.Stopped)
	}
	if supplied(tl) != 0 {
		t.Errorf("assumptions %+v, want no value", tl.Assumptions)
	}
	// A condition alone can be answered.
	tl = evaluate(t, src, stub{"a > 2": {Repr: "True", Class: "bool", P: 0.8, Source: timeline.Predicted}})
	if r := tl.At(7).Returns[0]; r.Repr != "1" || r.Provenance != timeline.Predicted || r.P != 0.8 {
		t.Errorf("returned %+v, want 1 with p 0.8", r)
	}
}

// An answer that is no literal is none.
func TestBadAnswers(t *testing.T) {
	for _, repr := range []string{"", "<object>", "1 +", "x", "f()", "__import__('os')"} {
		tl := evaluate(t, "from somewhere import guess\ndef f():\n    a = guess()\n    return 1\n", stub{"guess()": {Repr: repr, P: 0.9, Source: timeline.Predicted}})
		if c := tl.At(3).Changes; len(c) != 1 || c[0].Provenance != timeline.Unknown || supplied(tl) != 0 {
			t.Errorf("answer %q: %+v, want it ignored", repr, c)
		}
	}
}

// Questions are bounded: a loop does not ask for ever.
func TestQuestionsAreBounded(t *testing.T) {
	n := 0
	count := asking(func() { n++ })
	tl := evaluate(t, "from somewhere import guess\ndef f():\n    for i in range(500):\n        x = guess()\n", count)
	if tl.Result == nil || n == 0 || n > 100 {
		t.Errorf("%d questions, result %+v", n, tl.Result)
	}
}

type asking func()

func (a asking) Ask(context.Context, eval.Question) (eval.Answer, bool) {
	a()
	return eval.Answer{Repr: fmt.Sprint(1), P: 0.9, Source: timeline.Predicted}, true
}
