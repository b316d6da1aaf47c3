package eval_test

import (
	"context"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

// TestUnknownCallMayRaise says what of a run rests on that an unknown call
// returned: how the run ends, not what a line does once it is reached.
func TestUnknownCallMayRaise(t *testing.T) {
	const src = `
import nowhere

def calls(p):
    nowhere.check(p)
    x = p + 1
    return x

def raises(p):
    nowhere.check(p)
    return {}[p]

def certain(p):
    x = p + 1
    return x
`
	forecast := func(call string) *timeline.Timeline {
		m := eval.New(context.Background(), eval.Config{})
		defer m.Close()
		m.Prepare(syntax.Parse([]byte(src)), "a.py", "a")
		if err := m.Load(); err != nil {
			t.Fatal(err)
		}
		r := eval.NewRecorder(m)
		r.Record()
		v, err := m.Eval(call)
		return r.Timeline(nil, v, err)
	}
	tl := forecast("calls(1)")
	if r := tl.Result; r == nil || r.Repr != "2" || r.Provenance != timeline.Predicted || r.P >= 1 {
		t.Errorf("calls(1) returned %+v, want a predicted 2", r)
	}
	if c := tl.At(6).Changes; len(c) != 1 || c[0].Repr != "2" || c[0].Provenance != timeline.Computed {
		t.Errorf("the line after the call changed %+v, want a computed x = 2", c)
	}
	if e := forecast("raises(1)").Exception; e == nil || e.Type != "KeyError" || e.Provenance != timeline.Predicted {
		t.Errorf("raises(1) raised %+v, want a predicted KeyError", e)
	}
	if r := forecast("certain(1)").Result; r == nil || r.Provenance != timeline.Computed || r.P != 1 {
		t.Errorf("certain(1) returned %+v, want a computed 2", r)
	}
}
