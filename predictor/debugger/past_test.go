package debugger

import (
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/forecast"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

const noHistory = `def f(n, xs):
    """Text."""
    total = n + 1
    assert total
    if total > 2:
        xs.append(total)
        total -= 1
    for x in xs:
        total += x
    while total:
        total //= 2
        pass
    return total
`

func TestStatementBefore(t *testing.T) {
	f := syntax.Parse([]byte(noHistory))
	for _, test := range []struct {
		line, want int
		why        string
	}{
		{3, 0, "begins here"}, {4, 3, ""}, {5, 4, ""}, {6, 5, ""}, {7, 6, ""}, {8, 0, "depends on the way"}, {9, 0, "not known"},
		{11, 10, ""}, {12, 11, ""}, {13, 0, "depends on the way"}, {99, 0, "none of a statement"},
	} {
		st, err := statementBefore(f, test.line)
		switch {
		case err == nil && (test.why != "" || int(st.Pos().Line) != test.want):
			t.Errorf("before line %d there is line %d, want %d %s", test.line, st.Pos().Line, test.want, test.why)
		case err != nil && (test.why == "" || !strings.Contains(err.Error(), test.why)):
			t.Errorf("before line %d: %v, want %d %s", test.line, err, test.want, test.why)
		}
	}
}

func TestBackWithoutHistory(t *testing.T) {
	middle := func(line int, engine forecast.Engine) *Session {
		return start(t, noHistory, "f()", func(c *Config) {
			c.Engine, c.Start, c.State = engine, line, map[string]string{"n": "4", "xs": "[7]", "total": "5"}
		})
	}
	// A condition and an assertion change nothing: that is certain.
	s := middle(6, forecast.Hybrid)
	at(t, s.Back(), 5, Step)
	at(t, s.Back(), 4, Step)
	holds(t, s, "n = 4, xs = [7], total = 5")
	at(t, s.Over(), 5, Step)
	at(t, s.Over(), 6, Step)
	s.ToBeginning()
	// The assignment before is the first one, which is certain too.
	at(t, s.Back(), 3, Step)
	holds(t, s, "n = 4, xs = [7]")
	if got := s.Back(); got.Reason != Beginning {
		t.Errorf("before the first line there is %+v", got)
	}
	// What an assignment wrote is solved for, which is an inference.
	s = start(t, noHistory, "f()", func(c *Config) {
		c.Engine, c.Start, c.State = forecast.Hybrid, 7, map[string]string{"n": "4", "xs": "[7, 5]", "total": "5"}
	})
	at(t, s.Back(), 6, Step)
	holds(t, s, "n = 4, xs = ≈ [7], total = 5")
	if end := s.Continue(); end.Value == nil || end.Value.Provenance == timeline.Computed {
		t.Errorf("after a guess the result is %+v", end.Value)
	}
	s = middle(5, forecast.Exact)
	if got := s.Back(); got.Reason != Beginning || !strings.Contains(got.Why, "does not guess") {
		t.Errorf("the exact engine goes back to %+v", got)
	}
	s = start(t, noHistory, "f(1, [])", func(c *Config) { c.Engine = forecast.Hybrid })
	if got := s.Back(); got.Reason != Beginning || got.Why != "" {
		t.Errorf("before the function there is %+v", got)
	}
}

// TestGuessesAreAssumptions pins what a guess leads to, whatever the weights are.
func TestGuessesAreAssumptions(t *testing.T) {
	s := start(t, noHistory, "f()", func(c *Config) {
		c.Engine, c.Start, c.State = forecast.Hybrid, 6, map[string]string{"n": "4", "xs": "[7]", "total": "5"}
		c.guessed = map[string]float64{"total": 0.9}
	})
	holds(t, s, "n = 4, xs = [7], total = ≈ 5")
	if list := s.Assumptions(); len(list) != 1 || list[0].Expression != "total" || list[0].P != 0.9 {
		t.Errorf("the assumptions are %+v", list)
	}
	if _, err := s.Suppose(0, "6"); err == nil {
		t.Error("a guess about the start is supposed to be another")
	}
	if err := s.SetVariable(0, "total", "5"); err != nil {
		t.Fatal(err)
	}
	holds(t, s, "n = 4, xs = [7], total = 5")
	if end := s.Continue(); end.Value == nil || end.Value.Text() != "0" {
		t.Errorf("with the guess replaced it ends with %+v", end.Value)
	}
}

// TestUndo says what an answer rests on, and that what is lost is not believed.
func TestUndo(t *testing.T) {
	o, err := oracle.Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		statement, x string
		basis        Basis
		sure         bool
	}{
		{"x = x + 3", "12", Solved, true},
		{"x = x[::-1]", "'abc'", Solved, true},
		{"x = x > 10", "False", "lossy", false},
		{"x = x % 7", "3", "lossy", false},
		{"x = len(x)", "3", "lossy", false},
		{"x = hash(x)", "3", "lossy", false},
		{"x = 5", "5", "overwritten", false},
	} {
		f := syntax.Parse([]byte("def f(x):\n    " + test.statement + "\n    return x\n"))
		g, err := GuessBefore(t.Context(), o, f, 3, []prompt.Binding{{Name: "x", Repr: test.x}})
		if err != nil {
			t.Fatal(err)
		}
		if g.Basis != test.basis || g.Sure != test.sure || !g.Sure && g.P > 0.42 {
			t.Errorf("before %s there is %+v", test.statement, g)
		}
	}
}

// TestUnknownBefore is told why there is no going back.
func TestUnknownBefore(t *testing.T) {
	s := start(t, "def f(x):\n    x = x > 10\n    return x\n", "f()", func(c *Config) {
		c.Engine, c.Start, c.State = forecast.Hybrid, 3, map[string]string{"x": "True"}
	})
	got := s.Back()
	if got.Reason != Beginning || got.Line != 3 || !strings.Contains(got.Why, "unknown: many values give the same") {
		t.Errorf("the session goes back to %+v", got)
	}
}
