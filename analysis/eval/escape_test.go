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

// TestUnknownOperandMayRaise: the result of a function rests on that no operation on
// something unknown raised an exception, unless it is one that cannot. In each of
// the first, CPython raises one.
func TestUnknownOperandMayRaise(t *testing.T) {
	const head = "import os, time\nfrom nowhere import thing\ndef f():\n    h = hash('a')\n    s = str(object())\n    t = time.time()\n"
	for _, c := range []struct {
		body string
		want timeline.Provenance
	}{
		{"s + 1", timeline.Predicted},
		{"[1, 2][h]", timeline.Predicted},
		{"{1: 2}[s]", timeline.Predicted},
		{"-s", timeline.Predicted},
		{"s < 3", timeline.Predicted},
		{"1 in s", timeline.Predicted},
		{"s in b''", timeline.Predicted},
		{"s.foo", timeline.Predicted},
		{"len(h)", timeline.Predicted},
		{"sum([s, 1])", timeline.Predicted},
		{"f'{s:d}'", timeline.Predicted},
		{"'%d' % s", timeline.Predicted},
		{"a, b, c, d = list({'a', 'b'})", timeline.Predicted},
		{"[*h]", timeline.Predicted},
		{"[i for i in h]", timeline.Predicted},
		{"h += 'a'", timeline.Predicted},
		{"os.environ['NONE SUCH']", timeline.Predicted},
		{"1 / (h - h)", timeline.Predicted},
		{"thing + 1", timeline.Predicted},
		{"1 < s < 3", timeline.Predicted},
		{"{thing: 1}", timeline.Predicted},
		{"with thing: pass", timeline.Predicted},
		{"h == s, not h", timeline.Computed},
		{"h is s", timeline.Computed},
		{"f'{h} {s!r}', '%s' % (h,)", timeline.Computed},
		{"str(h), print(s), isinstance(h, int)", timeline.Computed},
		{"s + 'a', s + s, len(s), s * 2 if False else s", timeline.Computed},
		{"t - time.time(), (t + 1) / 2, t < 5, -t, abs(t), round(t)", timeline.Computed},
		{"h in [1], s in [1], s in {1: 2}, s in 'abc', 'a' in s", timeline.Computed},
		{"[s, h], (s, 1), {s: 1}, {'a': h}", timeline.Computed},
	} {
		got := evaluate(t, head+"    "+c.body+"\n    return 5\n", nil).Result
		if got == nil || got.Repr != "5" || got.Provenance != c.want {
			t.Errorf("after %s the result is %+v, want it %s", c.body, got, c.want)
		}
	}
}

// TestAfterHandler: where an exception would have been handled, what comes after rests
// on that there was none; where its handlers leave, it does not.
func TestAfterHandler(t *testing.T) {
	const src = `
def goes_on():
    s = str(object())
    try:
        s + 1
        w = 5
    except TypeError:
        w = 6
    v = w
    return 1

def leaves():
    s = str(object())
    try:
        s + 1
        w = 5
    except TypeError:
        return 2
    v = w
    return 1
`
	for call, want := range map[string]timeline.Provenance{"goes_on()": timeline.Predicted, "leaves()": timeline.Computed} {
		m := eval.New(context.Background(), eval.Config{})
		m.Prepare(syntax.Parse([]byte(src)), "a.py", "a")
		if err := m.Load(); err != nil {
			t.Fatal(err)
		}
		r := eval.NewRecorder(m)
		r.Record()
		v, err := m.Eval(call)
		tl := r.Timeline(nil, v, err)
		m.Close()
		line := map[string]int{"goes_on()": 9, "leaves()": 19}[call]
		if c := tl.At(line).Changes; len(c) != 1 || c[0].Repr != "5" || c[0].Provenance != want {
			t.Errorf("%s: line %d changed %+v, want a v = 5 that is %s", call, line, c, want)
		}
		if tl.Result == nil || tl.Result.Provenance != timeline.Predicted {
			t.Errorf("%s: result %+v, want it predicted", call, tl.Result)
		}
	}
}
