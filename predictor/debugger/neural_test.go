package debugger

import (
	"context"
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/forecast"
)

// plain has lines of which the model is asked nothing, and two of which it is.
const plain = `def f(n):
    a = n
    b = 'x'
    c = a
    return c, g(b)

def g(s):
    t = s
    u = t + t
    return u
`

func byNeural(c *Config) { c.Engine = forecast.Neural }

// TestNeuralStart starts in the middle of a function, with a state.
func TestNeuralStart(t *testing.T) {
	s := start(t, plain, "g()", byNeural, func(c *Config) { c.Start, c.State = 10, map[string]string{"u": "2 + 3", "s": ""} })
	at(t, s.Stopped(), 10, Entry)
	holds(t, s, "u = 5")
	if end := s.Continue(); end.Value == nil || end.Value.Text() != "5" {
		t.Errorf("it ends with %+v", end)
	}
	for _, c := range []struct {
		start int
		state map[string]string
		why   string
	}{
		{6, nil, "cannot start on line 6"},
		{10, map[string]string{"u": "1 // 0"}, "ZeroDivisionError"},
	} {
		cfg := Config{File: syntax.Parse([]byte(plain)), Engine: forecast.Neural, Call: "g()", Start: c.start, State: c.state}
		if s, err := New(context.Background(), cfg); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("from line %d with %v: %v, want an error about %q", c.start, c.state, err, c.why)
			if err == nil {
				s.Close()
			}
		}
	}
}

// TestNeuralJump makes another line run next.
func TestNeuralJump(t *testing.T) {
	s := start(t, plain, "f(1)", byNeural)
	s.Into()
	at(t, s.Stopped(), 3, Step)
	if err := s.JumpTo(7); err == nil {
		t.Error("it goes to a line of another function")
	}
	if err := s.JumpTo(2); err != nil {
		t.Fatal(err)
	}
	at(t, s.Stopped(), 2, AtGoto)
	if err := s.SetVariable(0, "n", "8"); err != nil {
		t.Fatal(err)
	}
	s.Into()
	holds(t, s, "n = 8, a = 8")
	// Going back and forth repeats the jump and the change.
	s.ToBeginning()
	holds(t, s, "n = 1")
	if err := s.SetVariable(0, "n", "3"); err != nil {
		t.Fatal(err)
	}
	s.Into()
	holds(t, s, "n = 3, a = 3")
}

// TestForesee goes out of a function and on to its breakpoint in one step.
func TestForesee(t *testing.T) {
	foreseeing := func(c *Config) { c.Engine, c.Foresee = forecast.Neural, true }
	s := start(t, plain, "g('ab')", foreseeing)
	at(t, s.Stopped(), 8, Entry)
	end := s.Out()
	if end.Reason != Ended {
		t.Fatalf("out of the function it stands at %+v", end)
	}
	for _, e := range s.log.events {
		if e.kind == Line && e.line != 8 {
			t.Errorf("line %d ran on the way", e.line)
		}
	}
	if v := end.Value; v != nil && (v.Provenance != timeline.Predicted || v.P >= 1) {
		t.Errorf("what was foreseen is %+v", v)
	}
	if end.Value == nil && end.Exception == nil {
		t.Errorf("the end is %+v", end)
	}
	again := s.Stopped()
	s.Back()
	at(t, s.Stopped(), 8, Step)
	if got := s.Out(); got.Reason != Ended || (got.Value == nil) != (again.Value == nil) || got.Value != nil && got.Value.Repr != again.Value.Repr {
		t.Errorf("the second time it ends with %+v, the first time with %+v", got, again)
	}
	// The lines can still be run.
	s.Back()
	at(t, s.Into(), 9, Step)
	holds(t, s, "s = 'ab', t = 'ab'")

	s = start(t, plain, "g('ab')", foreseeing)
	s.AddBreakpoint(Breakpoint{Line: 10})
	got := s.Continue()
	if got.Line == 9 || got.Reason != AtBreakpoint && got.Reason != Ended {
		t.Errorf("on to line 10 it stands at %+v", got)
	}
	for _, e := range s.log.events {
		if e.kind == Line && e.line == 9 {
			t.Error("line 9 ran on the way")
		}
	}
	// Of two breakpoints it is not known which comes first: the lines run.
	s = start(t, plain, "g('ab')", foreseeing)
	s.AddBreakpoint(Breakpoint{Line: 9})
	s.AddBreakpoint(Breakpoint{Line: 10})
	at(t, s.Continue(), 9, AtBreakpoint)
	holds(t, s, "s = 'ab', t = 'ab'")

	cfg := Config{File: syntax.Parse([]byte(plain)), Engine: forecast.Exact, Call: "f(1)", Foresee: true}
	if _, err := New(context.Background(), cfg); err == nil {
		t.Error("the exact engine foresees")
	}
}
