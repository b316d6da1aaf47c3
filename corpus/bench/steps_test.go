package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"augur/predictor/debugger"
	"augur/predictor/forecast"
	"augur/predictor/prompt"
)

const traced = `{"id": "good", "code": "def f(n):\n    x = n + 1\n    if x:\n        x = g(x)\n    return x\ndef g(y):\n    return y * 2\n", "input": "1", "events": [[1, "call", "f", {"n": "1"}], [1, "line", 2, {"x": "2"}], [1, "line", 3, {}], [1, "line", 4, {"x": "4"}], [2, "call", "g", {"y": "2"}], [2, "line", 7, {}], [2, "return", 7, "4"], [1, "line", 5, {}], [1, "return", 5, "4"]]}
{"id": "false", "code": "def f(n):\n    x = n + 1\n    return x\n", "input": "1", "events": [[1, "call", "f", {"n": "1"}], [1, "line", 2, {"x": "3"}], [1, "line", 3, {}], [1, "return", 3, "3"]]}
{"id": "short", "code": "def f(n):\n    return n\n", "input": "1", "events": [[1, "call", "f", {"n": "1"}]]}
`

func TestSteps(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "traces.jsonl")
	if err := os.WriteFile(path, []byte(traced), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Steps(t.Context(), Options{Data: path, Engine: forecast.Exact, Out: filepath.Join(dir, "out.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(r.Traces, r.Skipped, *r.Actions["into"], *r.Actions["out"], r.Inverse == nil)
	// Of the false trace the first step is wrong, and after it is put right the next one is not.
	if want := "{1 2 0.5} 1 {6 7 0.8571428571428571} {7 7 1} true"; got != want {
		t.Errorf("the report says %s, want %s", got, want)
	}
	if k := r.IntoKinds["assign"]; k == nil || k.Right != 2 || k.Total != 3 {
		t.Errorf("assignments are %+v", k)
	}
	rolled := 0
	for _, b := range r.Rolled {
		rolled += b.Right
	}
	if rolled != 5 {
		t.Errorf("%d states are right when nothing is put right, want 5", rolled)
	}
	if _, err := os.Stat(filepath.Join(dir, "out.jsonl")); err != nil {
		t.Error(err)
	}
	if _, err := Steps(t.Context(), Options{Data: filepath.Join(dir, "none"), Engine: forecast.Exact}); err == nil {
		t.Error("a file that is not there is scored")
	}
}

// TestStress checks what is said to be the truth about long and deep runs, by the
// engine that computes.
func TestStress(t *testing.T) {
	o := Options{Engine: forecast.Exact}
	for _, p := range longLoops {
		for _, n := range []int{0, 1, 10, 40} {
			tally := &StepTally{}
			if err := p.score(t.Context(), o, n, tally); err != nil {
				t.Fatal(err)
			}
			if tally.Right != n+1 || tally.Total != n+1 {
				t.Errorf("%s with %d iterations: %+v", p.name, n, tally)
			}
		}
	}
	for _, p := range deepCalls {
		for _, n := range []int{0, 5, 60} {
			tally := &StepTally{}
			if err := p.score(t.Context(), o, n, tally); err != nil {
				t.Fatal(err)
			}
			if tally.Right != n+2 || tally.Total != n+2 {
				t.Errorf("%s with the depth %d: %+v", p.name, n, tally)
			}
		}
	}
}

func TestInverse(t *testing.T) {
	after := map[string]string{"x": "3", "y": "1"}
	before := map[string]string{"x": "2", "y": "1"}
	for _, test := range []struct {
		g    debugger.Guess
		want bool
	}{
		{debugger.Guess{Before: []prompt.Binding{{Name: "x", Repr: "2"}}}, true},
		{debugger.Guess{Before: []prompt.Binding{{Name: "x", Repr: "1"}}}, false},
		{debugger.Guess{Lost: []string{"x"}}, false},
		{debugger.Guess{}, false},
	} {
		if got := restores(&test.g, after, before); got != test.want {
			t.Errorf("%+v restores what was before: %v", test.g, got)
		}
	}
	tally := &InverseTally{}
	tally.add(&debugger.Guess{P: 0.9, Sure: true}, true)
	tally.add(&debugger.Guess{P: 0.1}, false)
	tally.add(nil, false)
	tally.finish()
	if got, want := fmt.Sprintf("%d %d %d %d %.3f %.3f", tally.Asked, tally.Right, tally.Sure, tally.SureRight, tally.MeanP, tally.ECE), "3 1 1 1 0.333 0.100"; got != want {
		t.Errorf("the tally is %s, want %s", got, want)
	}
}
