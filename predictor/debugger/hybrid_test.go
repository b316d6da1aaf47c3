package debugger

import (
	"strconv"
	"strings"
	"testing"

	"augur/analysis/timeline"
	"augur/predictor/forecast"
)

// undecided has conditions that nobody can compute.
const undecided = `import os, requests

def greet(name, path):
    length = 0
    exists = os.path.exists(path)
    if exists:
        name = name + "!"
        length = len(name)
    else:
        name = "nobody"
    doubled = length * 2
    return name, doubled
`

// predictedCondition starts a hybrid session behind a condition that the
// committed weights decide.
func predictedCondition(t *testing.T) (*Session, timeline.Assumption, int) {
	t.Helper()
	s := start(t, undecided, "greet('a', 'b')", func(c *Config) { c.Engine = forecast.Hybrid })
	for s.Stopped().Line != 11 && s.Stopped().Reason != Ended {
		s.Over()
	}
	for i, a := range s.Assumptions() {
		if a.Repr == "True" || a.Repr == "False" {
			return s, a, i
		}
	}
	t.Skip("the weights are not sure enough of the condition")
	return nil, timeline.Assumption{}, 0
}

func TestPredictionsAreShown(t *testing.T) {
	s, a, _ := predictedCondition(t)
	if a.Line != 6 || a.P <= 0 || a.P >= 1 {
		t.Errorf("the assumption is %+v", a)
	}
	scopes, err := s.Scopes(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range scopes[0].Variables {
		switch v.Name {
		case "length", "name":
			if v.Provenance != timeline.Predicted || !strings.HasPrefix(v.Text(), Mark) || len(v.Depends) == 0 {
				t.Errorf("%s is %+v, which does not tell that it rests on the condition", v.Name, v)
			}
		case "exists":
			if v.Provenance != timeline.Unknown {
				t.Errorf("exists is %+v", v)
			}
		}
	}
	if st := s.Stack(); !st[0].Predicted {
		t.Errorf("the stack %+v does not tell that it rests on the condition", st)
	}
	for s.Stopped().Line != 5 {
		s.Back()
	}
	if st := s.Stack(); st[0].Predicted {
		t.Errorf("before the condition the stack is %+v", st)
	}
	holds(t, s, "name = 'a', path = 'b', length = 0")
}

func TestSuppose(t *testing.T) {
	s, a, k := predictedCondition(t)
	other, want := "False", "('nobody', 0)"
	if a.Repr == "False" {
		other, want = "True", "('a!', 4)"
	}
	for _, bad := range []struct {
		k    int
		text string
	}{{k, "maybe"}, {99, "True"}, {-1, "True"}} {
		if _, err := s.Suppose(bad.k, bad.text); err == nil {
			t.Errorf("assumption %d is set to %s", bad.k, bad.text)
		}
	}
	got, err := s.Suppose(k, other)
	if err != nil {
		t.Fatal(err)
	}
	if got.Line != 7 && got.Line != 10 {
		t.Errorf("the run strays at line %d", got.Line)
	}
	if now := s.Assumptions()[k]; now.Repr != other || now.Source != timeline.Observed {
		t.Errorf("the assumption is %+v", now)
	}
	end := s.Continue()
	if end.Value == nil || end.Value.Repr != want {
		t.Fatalf("the run ends with %+v, want %s", end, want)
	}
	if end.Value.Provenance == timeline.Predicted && len(end.Value.Depends) == 1 {
		t.Errorf("what the user supposed counts as predicted: %+v", end.Value)
	}
	// Back in the past the user's value holds, too.
	for s.Stopped().Line != 11 {
		s.Back()
	}
	if end := s.Continue(); end.Value == nil || end.Value.Repr != want {
		t.Errorf("the second time the run ends with %+v", end)
	}
}

func TestOverwriteWhatIsUnknown(t *testing.T) {
	s := start(t, undecided, "greet('a', 'b')", func(c *Config) { c.Engine = forecast.Hybrid })
	for s.Stopped().Line != 6 {
		s.Over()
	}
	if err := s.SetVariable(0, "exists", "False"); err != nil {
		t.Fatal(err)
	}
	end := s.Continue()
	if end.Value == nil || end.Value.Text() != "('nobody', 0)" {
		t.Errorf("with a value given for what is unknown, it ends with %+v", end)
	}
}

func TestReasons(t *testing.T) {
	src := `import os, requests

def pick(name, base):
    n = 0
    path = base + name
    n += 1
    path = path + "/x"
    if os.path.exists(path):
        n = 2
    return n
`
	s := start(t, src, "pick('a', 'b')", func(c *Config) { c.Engine = forecast.Hybrid })
	for s.Stopped().Line != 10 && s.Stopped().Reason != Ended {
		s.Over()
	}
	k := -1
	for i, a := range s.Assumptions() {
		if a.Repr == "True" || a.Repr == "False" {
			k = i
		}
	}
	if k < 0 {
		t.Skip("the weights are not sure enough of the condition")
	}
	why, err := s.Reasons(k)
	if err != nil {
		t.Fatal(err)
	}
	if len(why.Depends) != 2 || why.Depends[0] != 5 || why.Depends[1] != 7 {
		t.Errorf("the condition depends on the lines %v, want [5 7]", why.Depends)
	}
	found := false
	for _, n := range why.Names {
		found = found || n.Name == "path" && n.Weight > 0
	}
	if !found {
		t.Errorf("the model looked at %+v", why.Names)
	}
	if _, err := s.Reasons(99); err == nil {
		t.Error("an assumption that is none has reasons")
	}
	var out strings.Builder
	NewREPL(s, &out).Do("why " + strconv.Itoa(k+1))
	if !strings.Contains(out.String(), "It depends on the lines 5 7.\nThe model looked at ") {
		t.Errorf("the terminal shows %q", out.String())
	}
}
