package debugger

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"augur/analysis/syntax"
	"augur/predictor/forecast"
)

// start begins a session on a program; it is closed with the test.
func start(t *testing.T, src, call string, change ...func(*Config)) *Session {
	t.Helper()
	cfg := Config{File: syntax.Parse([]byte(src)), Path: "a.py", Engine: forecast.Exact, Call: call}
	for _, f := range change {
		f(&cfg)
	}
	s, err := New(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// at checks the line that a session stands at.
func at(t *testing.T, got Stop, line int, r Reason) {
	t.Helper()
	if got.Line != line || got.Reason != r {
		t.Fatalf("stopped at line %d because of %q, want line %d because of %q (%+v)", got.Line, got.Reason, line, r, got)
	}
}

// holds checks the variables of the innermost frame: "x = 1, y = 'a'".
func holds(t *testing.T, s *Session, want string) {
	t.Helper()
	scopes, err := s.Scopes(0)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, sc := range scopes {
		if sc.Name == "Globals" && len(scopes) > 1 {
			continue
		}
		for _, v := range sc.Variables {
			parts = append(parts, v.Name+" = "+v.Text())
		}
	}
	if got := strings.Join(parts, ", "); got != want {
		t.Fatalf("the frame holds %s, want %s", got, want)
	}
}

const nested = `def inner(xs, n):
    xs.append(n)
    return len(xs)

def outer(n):
    xs = []
    total = 0
    for i in range(n):
        total += inner(xs, i)
    return total, xs
`

func TestSteps(t *testing.T) {
	s := start(t, nested, "outer(2)")
	at(t, s.Stopped(), 6, Entry)
	holds(t, s, "n = 2")
	at(t, s.Over(), 7, Step)
	at(t, s.Over(), 8, Step)
	at(t, s.Over(), 9, Step)
	at(t, s.Over(), 8, Step)
	holds(t, s, "n = 2, xs = [0], total = 1, i = 0")
	at(t, s.Into(), 9, Step)
	at(t, s.Into(), 2, Step)
	holds(t, s, "xs = [0], n = 1")
	if st := s.Stack(); len(st) != 2 || st[0].Name != "inner" || st[1].Line != 9 {
		t.Errorf("the stack is %+v", st)
	}
	at(t, s.Out(), 8, Step)
	at(t, s.Continue(), 10, Ended)
	if v := s.Stopped().Value; v == nil || v.Repr != "(3, [0, 1])" {
		t.Errorf("returned %+v", v)
	}
	at(t, s.Continue(), 10, Ended)
	if _, err := s.Scopes(0); err == nil {
		t.Error("an ended run has variables")
	}
}

func TestBackwards(t *testing.T) {
	s := start(t, nested, "outer(3)")
	var lines []int
	var held []string
	look := func() string {
		scopes, err := s.Scopes(0)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, v := range scopes[0].Variables {
			fmt.Fprintf(&b, "%s=%s ", v.Name, v.Text())
		}
		return b.String()
	}
	for s.Stopped().Reason != Ended {
		lines, held = append(lines, s.Stopped().Line), append(held, look())
		s.Into()
	}
	for i := len(lines) - 1; i >= 0; i-- {
		s.BackInto()
		if s.Stopped().Line != lines[i] || look() != held[i] {
			t.Fatalf("step %d backwards is line %d with %q, forwards it was line %d with %q", i, s.Stopped().Line, look(), lines[i], held[i])
		}
	}
	at(t, s.BackInto(), 6, Beginning)
	at(t, s.Over(), 7, Step)
}

func TestBreakpoints(t *testing.T) {
	s := start(t, nested, "outer(6)")
	id := s.AddBreakpoint(Breakpoint{Line: 2, Condition: "n == 3"})
	got := s.Continue()
	at(t, got, 2, AtBreakpoint)
	holds(t, s, "xs = [0, 1, 2], n = 3")
	if len(got.Breakpoints) != 1 || got.Breakpoints[0] != id {
		t.Errorf("hit %v, want %d", got.Breakpoints, id)
	}
	at(t, s.Continue(), 10, Ended)
	at(t, s.ReverseContinue(), 2, AtBreakpoint)
	holds(t, s, "xs = [0, 1, 2], n = 3")
	at(t, s.ReverseContinue(), 6, Beginning)
	s.RemoveBreakpoint(id)
	s.AddBreakpoint(Breakpoint{Line: 9, HitCondition: "3"})
	at(t, s.Continue(), 9, AtBreakpoint)
	holds(t, s, "n = 6, xs = [0, 1], total = 3, i = 2")
	s.ClearBreakpoints(func(*Breakpoint) bool { return true })
	s.AddBreakpoint(Breakpoint{Function: "inner", Temporary: true})
	at(t, s.Continue(), 2, AtFunction)
	if len(s.Breakpoints()) != 0 {
		t.Error("the temporary breakpoint is still there")
	}
	var log []string
	s.OnLog(func(m string) { log = append(log, m) })
	s.AddBreakpoint(Breakpoint{Line: 3, Log: "now {len(xs)} of {xs} {nothing}"})
	at(t, s.Continue(), 10, Ended)
	if len(log) != 4 || log[0] != "now 3 of [0, 1, 2] <NameError: name 'nothing' is not defined>" {
		t.Errorf("logged %q", log)
	}
}

func TestSetVariable(t *testing.T) {
	s := start(t, nested, "outer(3)")
	s.AddBreakpoint(Breakpoint{Line: 3})
	at(t, s.Continue(), 3, AtBreakpoint)
	if err := s.SetVariable(0, "xs", "[7] * 4"); err != nil {
		t.Fatal(err)
	}
	s.ClearBreakpoints(func(*Breakpoint) bool { return true })
	at(t, s.Over(), 8, Step)
	holds(t, s, "n = 3, xs = [0], total = 4, i = 0")
	// In the past: what followed is forgotten.
	at(t, s.Continue(), 10, Ended)
	at(t, s.RunTo("a.py", 9), 10, Ended)
	for s.Stopped().Line != 7 {
		s.Back()
	}
	if err := s.SetVariable(0, "n", "1"); err != nil {
		t.Fatal(err)
	}
	at(t, s.Continue(), 10, Ended)
	if v := s.Stopped().Value; v == nil || v.Repr != "(1, [0])" {
		t.Errorf("returned %+v", v)
	}
	at(t, s.Back(), 10, Step)
	for _, bad := range []struct{ name, text string }{{"nope", "1"}, {"n", "1 +"}, {"n", "missing"}} {
		if err := s.SetVariable(0, bad.name, bad.text); err == nil {
			t.Errorf("%s = %s is accepted", bad.name, bad.text)
		}
	}
}

func TestExceptions(t *testing.T) {
	src := `def parse(x):
    return int(x)

def caught(x):
    try:
        return parse(x)
    except ValueError as e:
        return str(e)

def both():
    caught('a')
    parse('b')
`
	s := start(t, src, "both()")
	s.StopAtExceptions(ExceptionFilter{Raised: true})
	got := s.Continue()
	at(t, got, 2, AtException)
	if got.Exception == nil || got.Exception.Type != "ValueError" || !strings.Contains(got.Exception.Message, "'a'") {
		t.Errorf("the exception is %+v", got.Exception)
	}
	holds(t, s, "x = 'a'")
	at(t, s.Continue(), 2, AtException)
	holds(t, s, "x = 'b'")
	got = s.Continue()
	at(t, got, 12, Ended)
	if got.Exception == nil || len(got.Exception.Traceback) != 2 {
		t.Errorf("ended with %+v", got.Exception)
	}

	s = start(t, src, "both()")
	s.StopAtExceptions(ExceptionFilter{Uncaught: true})
	at(t, s.Continue(), 2, AtException)
	holds(t, s, "x = 'b'")
	s = start(t, src, "both()")
	s.StopAtExceptions(ExceptionFilter{Raised: true, Types: []string{"KeyError"}})
	at(t, s.Continue(), 12, Ended)
}

func TestJump(t *testing.T) {
	s := start(t, nested, "outer(3)")
	s.Over()
	s.Over()
	if err := s.JumpTo(10); err != nil {
		t.Fatal(err)
	}
	at(t, s.Stopped(), 10, AtGoto)
	at(t, s.Continue(), 10, Ended)
	if v := s.Stopped().Value; v == nil || v.Repr != "(0, [])" {
		t.Errorf("returned %+v", v)
	}
	s = start(t, nested, "outer(3)")
	if err := s.JumpTo(2); err == nil {
		t.Error("a jump into another function is accepted")
	}
}

func TestRestartAndUntil(t *testing.T) {
	s := start(t, nested, "outer(3)")
	s.AddBreakpoint(Breakpoint{Line: 3, Temporary: true})
	at(t, s.Continue(), 3, AtBreakpoint)
	got, err := s.RestartFrame(0)
	if err != nil {
		t.Fatal(err)
	}
	at(t, got, 2, Step)
	holds(t, s, "xs = [], n = 0")
	if got, err = s.RestartFrame(1); err != nil {
		t.Fatal(err)
	}
	at(t, got, 6, Step)
	if _, err := s.RestartFrame(1); err == nil {
		t.Error("there is a frame 1")
	}
	at(t, s.Until(10), 10, Step)
	got = s.ToReturn()
	if got.Kind != Return || got.Value == nil || got.Value.Repr != "(6, [0, 1, 2])" {
		t.Errorf("at the return there is %+v", got)
	}
}

func TestStartInTheMiddle(t *testing.T) {
	src := `def f(n):
    x = 1
    while n > 0:
        if x:
            x += n
        n -= 1
    return x
`
	s := start(t, src, "f()", func(c *Config) { c.Start, c.State = 5, map[string]string{"n": "2", "x": "10"} })
	at(t, s.Stopped(), 5, Entry)
	holds(t, s, "n = 2, x = 10")
	at(t, s.Continue(), 7, Ended)
	if v := s.Stopped().Value; v == nil || v.Repr != "13" {
		t.Errorf("returned %+v", v)
	}
}

func TestStartInsideBlocks(t *testing.T) {
	src := `class Guard:
    def __init__(self, log): self.log = log
    def __enter__(self): return self
    def __exit__(self, t, v, tb):
        self.log.append(t.__name__ if t else "left")
        return t is KeyError

def f(xs, log):
    total = 0
    for i, x in enumerate(xs):
        total += x
        if x < 0:
            continue
        try:
            total += 10 // x
            log.append(total)
        except ZeroDivisionError as e:
            log.append(str(e))
            raise ValueError(total)
        finally:
            log.append("done")
    else:
        log.append("all")
    with Guard(log) as g, Guard(log):
        total += 1
        {}[total]
    match total:
        case 0:
            return 0
        case other:
            total = -other
    return total, log
`
	for _, test := range []struct {
		line  int
		state map[string]string
		want  string
	}{
		{12, map[string]string{"xs": "[1, -2, 5]", "i": "1", "x": "-2", "total": "100", "log": "[]"}, "(-108, [107, 'done', 'all', 'KeyError', 'left'])"},
		{11, map[string]string{"xs": "[5]", "total": "0", "log": "[]"}, "(-8, [7, 'done', 'all', 'KeyError', 'left'])"},
		{15, map[string]string{"xs": "[0]", "i": "0", "x": "0", "total": "7", "log": "[]"}, "ValueError: 7"},
		{16, map[string]string{"xs": "[5]", "i": "0", "x": "5", "total": "7", "log": "[]"}, "(-8, [7, 'done', 'all', 'KeyError', 'left'])"},
		{19, map[string]string{"xs": "[5]", "i": "0", "x": "5", "total": "7", "log": "[]", "e": "KeyError(3)"}, "ValueError: 7"},
		{21, map[string]string{"xs": "[5, 1]", "i": "0", "x": "5", "total": "7", "log": "[]"}, "(-19, ['done', 18, 'done', 'all', 'KeyError', 'left'])"},
		{23, map[string]string{"total": "3", "log": "[]"}, "(-4, ['all', 'KeyError', 'left'])"},
		{26, map[string]string{"total": "3", "log": "['x']", "g": "'mine'"}, "(-3, ['x', 'KeyError', 'left'])"},
		{31, map[string]string{"other": "3", "log": "[]"}, "(-3, [])"},
		{12, map[string]string{"xs": "[1, 5]", "i": "1", "x": "99", "total": "0", "log": "[]"}, "the loop on line 10 never has the item that its variable holds"},
		{1, map[string]string{}, "a run cannot start on line 1"},
	} {
		cfg := Config{File: syntax.Parse([]byte(src)), Path: "a.py", Engine: forecast.Exact, Call: "f()", Start: test.line, State: test.state}
		s, err := New(context.Background(), cfg)
		if err != nil {
			if err.Error() != test.want {
				t.Errorf("line %d: %v, want %s", test.line, err, test.want)
			}
			continue
		}
		if st := s.Stopped(); st.Reason != Ended && st.Line != test.line {
			t.Errorf("asked for line %d, it starts at %d", test.line, st.Line)
		}
		end := s.Continue()
		got := end.Why
		switch {
		case end.Value != nil:
			got = end.Value.Repr
		case end.Exception != nil:
			got = end.Exception.Type + ": " + end.Exception.Message
		}
		if got != test.want {
			t.Errorf("line %d with %v gives %s, want %s", test.line, test.state, got, test.want)
		}
		s.Close()
	}
}

func TestModuleAndOutput(t *testing.T) {
	s := start(t, "x = 1\nprint('a', x)\nprint('b')\nclass C:\n    y = 2\n", "")
	at(t, s.Stopped(), 1, Entry)
	s.Over()
	at(t, s.Over(), 3, Step)
	if s.Output() != "a 1\n" {
		t.Errorf("the output is %q", s.Output())
	}
	holds(t, s, "x = 1")
	at(t, s.Into(), 4, Step)
	at(t, s.Into(), 4, Step)
	at(t, s.Into(), 5, Step)
	for range 4 {
		s.Back()
	}
	if at(t, s.Back(), 1, Step); s.Output() != "" {
		t.Errorf("back at the start the output is %q", s.Output())
	}
}

func TestStructure(t *testing.T) {
	src := `class P:
    def __init__(self, x):
        self.x = x
    def __repr__(self):
        return f"P({self.x})"

def f():
    p = P(1)
    d = {"a": [p, p], "b": ()}
    p.x = 2
    d["c"] = {1, 2}
    big = list(range(1000))
    return p
`
	s := start(t, src, "f()")
	for s.Over().Line != 13 {
	}
	holds(t, s, "p = P(2), d = {'a': [P(2), P(2)], 'b': (), 'c': {1, 2}}, big = ["+numbers(1000)+"]")
	scopes, _ := s.Scopes(0)
	d, big := scopes[0].Variables[1], scopes[0].Variables[2]
	parts := s.Children(d, 0, 0)
	if len(parts) != 3 || parts[0].Name != "['a']" || parts[0].Path != "d['a']" {
		t.Fatalf("the parts of d are %+v", parts)
	}
	if x := s.Children(s.Children(parts[0], 1, 1)[0], 0, 0); len(x) != 1 || x[0].Path != "d['a'][1].x" || x[0].Repr != "2" {
		t.Errorf("d['a'][1] holds %+v", x)
	}
	if page := s.Children(big, 990, 5); big.Indexed != 1000 || len(page) != 5 || page[0].Name != "[990]" || page[4].Repr != "994" {
		t.Errorf("the page is %+v", page)
	}
	if page := s.Children(big, 5000, 5); page != nil {
		t.Errorf("beyond the end there is %+v", page)
	}
	// Three lines back the object had another value, and the dict less.
	s.Back()
	s.Back()
	s.Back()
	holds(t, s, "p = P(1), d = {'a': [P(1), P(1)], 'b': ()}")
	v, err := s.Evaluate(0, "d['a'][0] is p and [q.x for q in d['a']]")
	if err != nil || v.Repr != "[1, 1]" {
		t.Errorf("evaluated to %+v, %v", v, err)
	}
	if _, err := s.Evaluate(0, "d['zz']"); err == nil || err.Error() != "KeyError: 'zz'" {
		t.Errorf("the error is %v", err)
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, i)
	}
	return b.String()
}

func TestClosuresAndGenerators(t *testing.T) {
	src := `def counter():
    n = 0
    def up():
        nonlocal n
        n += 1
        return n
    return up

def gen(k):
    for i in range(k):
        yield i

def f():
    up = counter()
    up()
    up()
    xs = [x for x in gen(2)]
    return xs
`
	s := start(t, src, "f()")
	s.AddBreakpoint(Breakpoint{Line: 6, HitCondition: "2"})
	at(t, s.Continue(), 6, AtBreakpoint)
	holds(t, s, "n = 2")
	if sc, _ := s.Scopes(0); sc[1].Name != "Cells" {
		t.Errorf("the scopes are %+v", sc)
	}
	s.BackInto()
	s.BackInto()
	holds(t, s, "up = <function counter.<locals>.up>")
	s.AddBreakpoint(Breakpoint{Line: 11})
	at(t, s.Continue(), 6, AtBreakpoint)
	at(t, s.Continue(), 11, AtBreakpoint)
	if st := s.Stack(); len(st) != 3 || st[1].Name != "<listcomp>" {
		t.Errorf("the stack is %+v", st)
	}
	at(t, s.Continue(), 11, AtBreakpoint)
	holds(t, s, "k = 2, i = 1")
	at(t, s.Continue(), 18, Ended)
}

func TestUnknown(t *testing.T) {
	src := "import requests\ndef f():\n    r = requests.get('x')\n    n = 1\n    if r.ok:\n        n = 2\n    return n\n"
	s := start(t, src, "f()")
	s.Over()
	s.Over()
	holds(t, s, "r = unknown: requests.get(), n = 1")
	got := s.Continue()
	if got.Reason != Ended || got.Limit != "unknown" {
		t.Errorf("ended with %+v", got)
	}
	s.Back()
	s.Back()
	if err := s.Execute(0, "r = type('R', (), {'ok': True})"); err != nil {
		t.Fatal(err)
	}
	if got = s.Continue(); got.Value == nil || got.Value.Repr != "2" {
		t.Errorf("with a value given, it ended with %+v", got)
	}
}

func TestRefusals(t *testing.T) {
	for _, test := range []struct{ src, call, want string }{
		{"import nope.x\nraise ImportError('no')\n", "f()", ""},
		{"def f(): pass\n", "f(", "f("},
	} {
		_, err := New(context.Background(), Config{File: syntax.Parse([]byte(test.src)), Path: "a.py", Engine: forecast.Exact, Call: test.call})
		if err == nil && test.want != "" {
			t.Errorf("%q of %q starts a session", test.call, test.src)
		}
	}
}

func TestExecute(t *testing.T) {
	src := "class P: pass\ndef f():\n    p, d = P(), {'a': [1, 2]}\n    p.x = 1\n    return p.x, d\n"
	s := start(t, src, "f()")
	s.Over()
	s.Over()
	for _, text := range []string{
		"p.x = 5", "d['b'] = d['a']", "d = {k: p.x for k in d}", "d['f'] = (lambda: p.x)()", "globals()['G'] = p.x",
		"if p.x > 4:\n    d['if'] = G", "d['len'] = len(d); del d['a']",
	} {
		if err := s.Execute(0, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"fresh = 7", "p.x = zz", "p.x =", "while True: pass"} {
		if err := s.Execute(0, text); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	want := "(5, {'b': 5, 'f': 5, 'if': 5, 'len': 4})"
	if v := s.Continue().Value; v == nil || v.Repr != want {
		t.Errorf("the run gives %+v, want %s", v, want)
	}
	// What was done is done again when the run is repeated.
	s.Back()
	if err := s.Execute(0, "p.x = 6"); err != nil {
		t.Error(err)
	}
	if v := s.Continue().Value; v == nil || v.Repr != strings.Replace(want, "5", "6", 1) {
		t.Errorf("repeated, the run gives %+v", v)
	}
}

func TestBrief(t *testing.T) {
	src := `class L(list):
    pass

def f():
    xs = list(range(20_000))
    t = tuple(xs)
    d = {k: str(k) for k in xs}
    s = {5}
    own = L([1, 2, 3])
    own.note = 'n'
    return xs
`
	s := start(t, src, "f()")
	s.AddBreakpoint(Breakpoint{Line: 11})
	s.Continue()
	s.Brief(50)
	scopes, err := s.Scopes(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range scopes[0].Variables {
		start, end := v.Repr, v.Repr
		if len(v.Repr) > 40 {
			start, end = v.Repr[:10], v.Repr[len(v.Repr)-20:]
		}
		switch v.Name {
		case "xs":
			if start != "[0, 1, 2, " || !strings.HasSuffix(end, "… 20000 in all]") {
				t.Errorf("xs is shown as %s … %s", start, end)
			}
			if whole := s.Whole(v); len(whole.Repr) < 100_000 || whole.Name != "xs" {
				t.Errorf("the whole of %s has %d bytes", whole.Name, len(whole.Repr))
			}
			if page := s.Children(v, 19_999, 5); len(page) != 1 || page[0].Path != "xs[19999]" {
				t.Errorf("the last page is %+v", page)
			}
		case "t":
			if start != "(0, 1, 2, " || !strings.HasSuffix(end, " in all)") {
				t.Errorf("t is shown as %s … %s", start, end)
			}
		case "d":
			if start != "{0: '0', 1" || !strings.HasSuffix(end, " in all}") {
				t.Errorf("d is shown as %s … %s", start, end)
			}
		case "s":
			if v.Repr != "{5}" {
				t.Errorf("s is shown as %s", v.Repr)
			}
		case "own":
			// Elements come first, then attributes.
			if parts := s.Children(v, 2, 2); v.Repr != "[1, 2, 3]" || len(parts) != 2 || parts[0].Repr != "3" || parts[1].Name != "note" {
				t.Errorf("own is %s, its parts %+v", v.Repr, parts)
			}
			if parts := s.Children(v, 4, 2); parts != nil {
				t.Errorf("beyond the parts of own there is %+v", parts)
			}
		}
	}
}
