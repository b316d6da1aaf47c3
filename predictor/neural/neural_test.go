package neural_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"augur/analysis/example"
	"augur/analysis/syntax"
	"augur/corpus/dataset"
	"augur/predictor/forecast"
	"augur/predictor/neural"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// exact is a model that is always right: it computes. What is left to get wrong
// is the engine's control flow.
type exact struct{ asked []string }

func (x *exact) Ask(_ context.Context, q *prompt.Question, _ int) ([]oracle.Predicted, error) {
	x.asked = append(x.asked, q.Statement)
	a, err := dataset.Compute(q)
	if err != nil {
		return nil, err
	}
	return []oracle.Predicted{{Answer: a, P: 0.9}}, nil
}

func run(t *testing.T, o neural.Asker, src, call string) (result string, p float64) {
	t.Helper()
	r := forecast.Request{File: syntax.Parse([]byte(src)), Function: "f", Path: "x.py", Example: &example.Example{Function: "f", Call: call}}
	f, err := forecast.NeuralFunction(context.Background(), r, call)
	if err != nil {
		t.Fatal(err)
	}
	tl := neural.Run(context.Background(), o, f)
	switch {
	case tl.Result != nil:
		return tl.Result.Repr, tl.Result.P
	case tl.Exception != nil:
		return "raises " + tl.Exception.Type, tl.Exception.P
	case tl.Stopped != nil:
		return "stops: " + tl.Stopped.Reason, 0
	}
	return "", 0
}

// TestRun compares runs by a model that is always right with CPython's.
func TestRun(t *testing.T) {
	for _, c := range []struct{ src, call, want string }{
		{"def f(n):\n    a, b = 0, 1\n    while n > 0:\n        a, b = b, a + b\n        n -= 1\n    return a\n", "f(7)", "13"},
		{"def f(s):\n    out = []\n    for i, c in enumerate(s):\n        if c in 'ae':\n            continue\n        if c == 'x':\n            break\n        out.append((i, c.upper()))\n    else:\n        out.append('end')\n    return out\n", "f('abex')", "[(1, 'B')]"},
		{"def f(s):\n    for c in s:\n        pass\n    else:\n        return 'none'\n", "f('')", "'none'"},
		{"def g(x, k=2):\n    return x * k\n\ndef f(xs):\n    return [g(x) + g(1, k=3) for x in xs]\n", "f([1])", "[5]"},
		{"def g(x):\n    return x + 1\n\ndef f(x):\n    y = g(x) * g(x + 1)\n    return y\n", "f(2)", "12"},
		{"def f(d, k):\n    try:\n        return d[k]\n    except KeyError:\n        return 'no'\n    finally:\n        d.clear()\n", "f({}, 1)", "'no'"},
		{"def f(a, b):\n    if not a or b // a > 1:\n        return 'x'\n    return 'y'\n", "f(0, 1)", "'x'"},
		{"def f(a):\n    return 1 // a\n", "f(0)", "raises ZeroDivisionError"},
		{"def f(d):\n    total = 0\n    for k, v in sorted(d.items()):\n        total = total * 10 + v\n    return f'{total}!'\n", "f({'b': 2, 'a': 1})", "'12!'"},
		{"def f(n):\n    return n\n", "f('a')", "'a'"},
		{"def f():\n    x = 1\n", "f()", "None"},
	} {
		if got, _ := run(t, &exact{}, c.src, c.call); got != c.want {
			t.Errorf("%s%s: %s, want %s", c.src, c.call, got, c.want)
		}
	}
}

// TestProbability is that of all the answers a result rests on.
func TestProbability(t *testing.T) {
	x := &exact{}
	_, p := run(t, x, "def f(a):\n    b = a + 1\n    return b * 2\n", "f(1)")
	if len(x.asked) != 2 || p < 0.809 || p > 0.811 {
		t.Errorf("asked %q, probability %v, want 0.81", x.asked, p)
	}
}

type silent struct{}

func (silent) Ask(context.Context, *prompt.Question, int) ([]oracle.Predicted, error) {
	return nil, nil
}

type broken struct{}

func (broken) Ask(context.Context, *prompt.Question, int) ([]oracle.Predicted, error) {
	return nil, errors.New("no model")
}

type stubborn struct{}

func (stubborn) Ask(_ context.Context, q *prompt.Question, _ int) ([]oracle.Predicted, error) {
	return []oracle.Predicted{{Answer: &prompt.Answer{Truth: true, Changed: []prompt.Binding{{Name: "n", Repr: "1"}}}, P: 1}}, nil
}

// TestStops ends runs that go nowhere, and says why.
func TestStops(t *testing.T) {
	const loop = "def f(n):\n    while n:\n        n += 1\n    return n\n"
	for _, c := range []struct {
		o    neural.Asker
		src  string
		want string
	}{
		{silent{}, loop, "no answer"},
		{broken{}, loop, "no model"},
		{stubborn{}, loop, "questions"},
		{&exact{}, "def f(n):\n    with n as m:\n        return m\n", "line 2"},
		{&exact{}, "def f(n):\n    return f(n)\n", "nested"},
	} {
		if got, _ := run(t, c.o, c.src, "f(1)"); !strings.HasPrefix(got, "stops: ") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want a stop about %q", c.src, got, c.want)
		}
	}
}

// start runs f from a line on; state are the variables there.
func start(t *testing.T, src string, line int, state map[string]string) string {
	t.Helper()
	r := forecast.Request{File: syntax.Parse([]byte(src)), Path: "x.py"}
	f, err := forecast.NeuralStart(context.Background(), r, "f()", line, state)
	if err != nil {
		t.Fatal(err)
	}
	tl := neural.Run(context.Background(), &exact{}, f)
	switch {
	case tl.Result != nil:
		return tl.Result.Repr
	case tl.Exception != nil:
		return "raises " + tl.Exception.Type
	}
	return "stops: " + tl.Stopped.Reason
}

// TestStart starts in the middle. The results are those that CPython gives when a
// debugger stops there and sets the variables.
func TestStart(t *testing.T) {
	type env = map[string]string
	const loops = `def f(n):
    total = 0
    for i in range(n):
        if i == 2:
            continue
        total += i
    else:
        total *= 10
    k = n
    while k > 0:
        k -= 1
        if k == 1:
            break
        total += 1
    return total
`
	const tries = `def f(d, k):
    try:
        x = d[k]
        y = x + 1
    except KeyError:
        y = 0
        y -= 1
    else:
        y *= 2
    finally:
        d.clear()
    return y, d
`
	for _, c := range []struct {
		src   string
		line  int
		state env
		want  string
	}{
		{loops, 2, env{"n": "4"}, "42"},
		{loops, 6, env{"n": "4", "i": "1", "total": "100"}, "1042"},
		{loops, 4, env{"n": "4", "i": "3", "total": "0"}, "32"},
		{loops, 8, env{"n": "3", "i": "2", "total": "7"}, "71"},
		{loops, 9, env{"n": "2", "total": "5"}, "5"},
		{loops, 14, env{"n": "9", "k": "3", "total": "5"}, "7"},
		{loops, 14, env{"k": "0", "total": "'a'"}, "raises TypeError"},
		{loops, 6, env{"n": "4", "i": "9", "total": "1"}, "stops: which items of the loop on line 3 are left is not known"},
		{tries, 3, env{"d": "{1: 2}", "k": "1"}, "(6, {})"},
		{tries, 3, env{"d": "{1: 2}", "k": "2"}, "(-1, {})"},
		{tries, 4, env{"d": "{1: 2}", "x": "2 + 3"}, "(12, {})"},
		{tries, 7, env{"d": "{1: 2}", "y": "5"}, "(4, {})"},
		{tries, 9, env{"d": "{1: 2}", "y": "5"}, "(10, {})"},
		{tries, 11, env{"d": "{1: 2}", "y": "5"}, "(5, {})"},
		{tries, 12, env{"d": "{1: 2}", "y": "5"}, "(5, {1: 2})"},
		{tries, 20, env{}, "stops: the neural engine cannot start on line 20"},
	} {
		if got := start(t, c.src, c.line, c.state); got != c.want {
			t.Errorf("from line %d with %v: %s, want %s", c.line, c.state, got, c.want)
		}
	}
}

// foreseeing answers what is asked of several steps as given, all else exactly.
type foreseeing struct {
	exact
	answer   string
	question prompt.Question
}

func (x *foreseeing) Ask(ctx context.Context, q *prompt.Question, n int) ([]oracle.Predicted, error) {
	if q.Task != prompt.Step {
		return x.exact.Ask(ctx, q, n)
	}
	x.question = *q
	a := &prompt.Answer{}
	for _, part := range strings.Split(x.answer, ", ") {
		switch name, repr, _ := strings.Cut(part, " = "); name {
		case "return":
			a.Return = repr
		case "raise":
			a.Exception = repr
		default:
			a.Changed = append(a.Changed, prompt.Binding{Name: name, Repr: repr})
		}
	}
	return []oracle.Predicted{{Answer: a, P: 0.5}}, nil
}

// TestMove goes on elsewhere, with and without the model.
func TestMove(t *testing.T) {
	const src = `@cache
def f(n, xs):
    a = n + 1
    while a < 100:
        a *= 2
        xs.append(a)
    b = len(xs)
    c = n
    return a + b + c
`
	for _, c := range []struct {
		at     int
		move   neural.Move
		answer string
		want   string
		p      float64
		asked  string // the statement to run to
		lines  string
	}{
		// Nothing of the lines between runs.
		{4, neural.Move{To: 7}, "", "3", 0.9 * 0.9 * 0.9 * 0.9, "", "3 4 7 8 9"},
		{3, neural.Move{To: 3}, "", "135", 0, "", "3 3 4 5 6 4 5 6 4 5 6 4 5 6 4 5 6 4 5 6 4 7 8 9"},
		// All of it is the model's. What the loop may change is forgotten: xs.
		{4, neural.Move{To: 7, Foresee: true}, "xs = [7]", "stops", 0, "b = len(xs)", ""},
		{5, neural.Move{To: 9, Foresee: true}, "a = 50, b = 1, c = 1", "52", 0, "return a + b + c", "3 4 5 9"},
		{4, neural.Move{To: 8, Foresee: true}, "n = 4", "stops", 0, "c = n", ""},
		{4, neural.Move{Foresee: true}, "return = 77", "77", 0.45, "", "3 4"},
		{5, neural.Move{Foresee: true}, "raise = KeyError", "raises KeyError", 0, "", "3 4 5"},
	} {
		x := &foreseeing{answer: c.answer}
		r := forecast.Request{File: syntax.Parse([]byte(src)), Path: "x.py"}
		f, err := forecast.NeuralFunction(context.Background(), r, "f(1, [])")
		if err != nil {
			t.Fatal(err)
		}
		done := false
		var lines []string
		f.Watch = func(e neural.Event) *neural.Move {
			if e.Kind == neural.LineEvent {
				lines = append(lines, strconv.Itoa(e.Line))
				if e.Line == c.at && !done {
					done = true
					return &c.move
				}
			}
			return nil
		}
		tl := neural.Run(context.Background(), x, f)
		got, p := "stops", 0.0
		switch {
		case tl.Result != nil:
			got, p = tl.Result.Repr, tl.Result.P
		case tl.Exception != nil:
			got = "raises " + tl.Exception.Type
		}
		if got != c.want || c.p > 0 && (p < c.p-0.001 || p > c.p+0.001) {
			t.Errorf("%+v on line %d: %s with %.3f, want %s with %.3f", c.move, c.at, got, p, c.want, c.p)
		}
		if c.lines != "" && strings.Join(lines, " ") != c.lines {
			t.Errorf("%+v on line %d runs the lines %s, want %s", c.move, c.at, strings.Join(lines, " "), c.lines)
		}
		if !c.move.Foresee {
			continue
		}
		q := x.question
		if q.Until != c.asked || q.At != c.at-1 || !strings.HasPrefix(q.Source, "def f(n, xs):\n    a = n + 1\n") {
			t.Errorf("%+v on line %d asks %+v", c.move, c.at, q)
		}
	}
}
