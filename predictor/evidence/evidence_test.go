package evidence

import (
	"testing"

	"augur/predictor/oracle"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

func shipped(t *testing.T) *oracle.Oracle {
	t.Helper()
	o, err := oracle.Default()
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestLines(t *testing.T) {
	q := &prompt.Question{
		Task: prompt.Value, At: 4, Target: "size", Expression: "measure(path)",
		Source: "def f(path, unit):\n    \"\"\"Text.\"\"\"\n    factor = 1024\n    size = measure(path)\n    return size // factor",
		Env:    []prompt.Binding{{Name: "path", Repr: "'a.txt'"}},
	}
	a := &prompt.Answer{Values: []prompt.Typed{{Repr: "12", Class: token.ClassOf("12")}}}
	e, err := Of(shipped(t), q, a)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	total := 0.0
	for i, l := range e.Lines {
		if l.Line < 1 || l.Line > 5 || seen[l.Line] || l.Weight < 0 {
			t.Errorf("line %+v among %+v", l, e.Lines)
		}
		if i > 0 && l.Weight > e.Lines[i-1].Weight {
			t.Errorf("%+v is not sorted", e.Lines)
		}
		seen[l.Line] = true
		total += l.Weight
	}
	for _, want := range []int{1, 3, 4, 5} {
		if !seen[want] {
			t.Errorf("line %d is missing of %+v", want, e.Lines)
		}
	}
	if len(e.Names) != 1 || e.Names[0].Name != "path" || e.Names[0].Weight <= 0 {
		t.Errorf("the names are %+v", e.Names)
	}
	if total <= 0 || total+e.Names[0].Weight > 1 {
		t.Errorf("lines have %g, names %g of the attention", total, e.Names[0].Weight)
	}
}

func TestCondition(t *testing.T) {
	q := &prompt.Question{
		Task: prompt.Line, Kind: prompt.Condition, Statement: "if n > limit:",
		Env: []prompt.Binding{{Name: "n", Repr: "3"}, {Name: "limit", Repr: "'a long text that is no number'"}},
	}
	e, err := Of(shipped(t), q, &prompt.Answer{Truth: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Lines) != 0 || len(e.Names) != 2 {
		t.Errorf("without a source there is %+v", e)
	}
	if _, err := Of(shipped(t), &prompt.Question{}, &prompt.Answer{}); err == nil {
		t.Error("a question without a task has evidence")
	}
}
