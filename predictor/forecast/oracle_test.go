package forecast

import (
	"context"
	"reflect"
	"testing"

	"augur/analysis/example"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

const asks = `import missing

def f(x):
    n = missing.load(x)
    k = x + 1
    if n:
        return k
    return 0
`

// Whatever the model says, nothing is shown that is less sure than was asked
// for, nor less than its own threshold, and what is needs no oracle is computed.
func TestThreshold(t *testing.T) {
	f := syntax.Parse([]byte(asks))
	for _, threshold := range []float64{0, 0.5, 0.99, 1.01} {
		fc, err := Run(context.Background(), Request{File: f, Function: "f", Example: &example.Example{Call: "f(2)", Origin: "given"}, Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		tl := fc.Timeline
		supplied := 0
		for _, a := range tl.Assumptions {
			if a.Repr == "" {
				continue // nothing that the model said
			}
			supplied++
			if a.P < threshold {
				t.Errorf("threshold %v: %s has probability %v", threshold, a.Expression, a.P)
			}
		}
		if c := tl.At(5).Changes; len(c) != 1 || c[0].Repr != "3" || c[0].Provenance != timeline.Computed {
			t.Errorf("threshold %v: k is %+v, want it computed", threshold, c)
		}
		if threshold <= 1 {
			continue
		}
		if c := tl.At(4).Changes; len(c) != 1 || c[0].Provenance != timeline.Unknown || c[0].Reason == "" {
			t.Errorf("n is %+v, want it unknown with a reason", c)
		}
		if supplied > 0 || tl.Result != nil || tl.Stopped == nil || tl.Stopped.Line != 6 {
			t.Errorf("assumptions %+v, result %+v, stopped %+v: want the run to end at the branch", tl.Assumptions, tl.Result, tl.Stopped)
		}
	}
}

// The same request has the same forecast.
func TestForecastIsDeterministic(t *testing.T) {
	var first *Forecast
	for range 2 {
		fc, err := Run(context.Background(), Request{File: syntax.Parse([]byte(asks)), Function: "f", Example: &example.Example{Call: "f(2)", Origin: "given"}})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = fc
			continue
		}
		if a, b := first.Timeline, fc.Timeline; len(a.Assumptions) != len(b.Assumptions) || len(a.Assumptions) > 0 && !reflect.DeepEqual(a.Assumptions[0], b.Assumptions[0]) {
			t.Errorf("assumptions %+v, then %+v", a.Assumptions, b.Assumptions)
		}
	}
}

// The exact engine asks nobody.
func TestExactAsksNobody(t *testing.T) {
	fc, err := Run(context.Background(), Request{File: syntax.Parse([]byte(asks)), Function: "f", Engine: Exact, Example: &example.Example{Call: "f(2)", Origin: "given"}})
	if err != nil {
		t.Fatal(err)
	}
	if tl := fc.Timeline; len(tl.Assumptions) > 0 || tl.Result != nil || tl.Stopped == nil {
		t.Errorf("assumptions %+v, result %+v, stopped %+v", tl.Assumptions, tl.Result, tl.Stopped)
	}
}
