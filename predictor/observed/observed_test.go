package observed

import (
	"os"
	"path/filepath"
	"testing"

	"augur/predictor/prompt"
)

func TestHash(t *testing.T) {
	h := Hash("def f(x):\n    if x:\n        a = 1\n        b = 2\n    return b\n")
	for _, same := range []string{
		"def f(x):\n    # why\n    if x:\n        a = 1\n\n        b = 2\n    return b",
		"def f(x):\n  if x :\n    a=1 # one\n    b  =  2\n  return b\n",
	} {
		if Hash(same) != h {
			t.Errorf("another hash for %q", same)
		}
	}
	for _, other := range []string{
		"def f(x):\n    if x:\n        a = 1\n    b = 2\n    return b\n", // moved out of the block
		"def f(x):\n    if x:\n        a = 1\n        b = 3\n    return b\n",
		"def f(y):\n    if y:\n        a = 1\n        b = 2\n    return b\n",
		"def g(x):\n    if x:\n        a = 1\n        b = 2\n    return b\n",
	} {
		if Hash(other) == h {
			t.Errorf("the same hash for %q", other)
		}
	}
	if Hash("def f():\n    '''a\n    b'''\n") != Hash("def f():\n    '''a\n        b'''\n") {
		t.Error("how a documentation string is indented makes a difference")
	}
}

func TestStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder with %, # and ?", "observed.sqlite")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f := Function{"a.py", "f", "h"}
	args := []prompt.Binding{{Name: "x", Repr: "'<é>'"}, {Name: "y", Repr: "2"}}
	for _, c := range []Call{
		{f, nil, Outcome{false, "0"}, 1},
		{f, args, Outcome{false, "1"}, 1},
		{f, args, Outcome{false, "1"}, 1},
		{f, args, Outcome{true, "ValueError"}, 1},
		{Function{"b.py", "f", "h"}, args, Outcome{false, "5"}, 1},
	} {
		if err := w.AddCall(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.AddLine(Line{Function: f, Line: 3, Target: "n", Expression: "g(x)", Names: args[:1], Outcome: Outcome{false, "7"}, Count: 1}); err != nil {
		t.Fatal(err)
	}
	if w.Calls != 4 || w.Lines != 1 || w.Functions() != 2 {
		t.Errorf("%d calls, %d lines, %d functions; want 4, 1, 2", w.Calls, w.Lines, w.Functions())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	calls, err := s.Calls("h")
	if err != nil || len(calls) != 4 {
		t.Fatalf("calls %+v, error %v", calls, err)
	}
	if c := calls[0]; c.Count != 2 || c.Result != "1" || len(c.Arguments) != 2 || c.Arguments[0] != args[0] || c.Function != f {
		t.Errorf("the most frequent call is %+v", c)
	}
	lines, err := s.Lines("h", "g(x)")
	if err != nil || len(lines) != 1 || lines[0].Result != "7" || lines[0].Names[0] != args[0] {
		t.Errorf("lines %+v, error %v", lines, err)
	}
	for _, hash := range []string{"", "other", "h' OR 1=1 --"} {
		if calls, err := s.Calls(hash); err != nil || len(calls) > 0 {
			t.Errorf("hash %q has calls %+v, error %v", hash, calls, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "none")); err == nil {
		t.Error("a file that is not there opens")
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("opening made the file")
	}
	for name, text := range map[string]string{"empty": "", "text": "no database, but long enough to look like one: " + string(make([]byte, 4096))} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(path); err == nil {
			s.Close()
			t.Errorf("%s opens", name)
		}
	}
}
