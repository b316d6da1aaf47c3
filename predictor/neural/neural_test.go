package neural_test

import (
	"context"
	"errors"
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
