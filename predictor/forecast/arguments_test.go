package forecast

import (
	"context"
	"testing"

	"augur/analysis/example"
	"augur/analysis/reach"
	"augur/analysis/syntax"
)

// Where what the model proposes raises, a call that returns is found from there;
// none is made up where there is none.
func TestReturning(t *testing.T) {
	f := syntax.Parse([]byte(`def first(names):
    return names[0].upper() + "!"

def ratio(a, b):
    if b == 0 or a < 100:
        raise ValueError(b)
    return a / b

def never(x):
    raise ValueError(x)
`))
	for _, c := range []struct {
		function string
		calls    []string
		found    bool
	}{
		{"first", []string{"first(3)", "first([1])"}, true},
		{"ratio", []string{"ratio(1, 0)"}, true},
		{"never", []string{"never(1)"}, false},
	} {
		in, ok := Returning(context.Background(), reach.Query{File: f, Function: c.function}, c.calls)
		if ok != c.found {
			t.Errorf("%s: found %v, want %v", c.function, ok, c.found)
		}
		if !ok {
			continue
		}
		fc, err := Run(context.Background(), Request{File: f, Function: c.function, Engine: Exact, Example: &example.Example{Function: c.function, Call: in.Call, Origin: "given"}})
		if err != nil {
			t.Fatal(err)
		}
		if tl := fc.Timeline; tl.Exception != nil || tl.Result == nil || !tl.Result.Known() {
			t.Errorf("%s does not return: %+v", in.Call, tl.Exception)
		}
	}
}
