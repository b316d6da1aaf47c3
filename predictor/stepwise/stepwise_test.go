package stepwise_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"augur/corpus/dataset"
	"augur/predictor/prompt"
	"augur/predictor/stepwise"
)

func question(kind prompt.Kind, text string, env ...string) *prompt.Question {
	q := &prompt.Question{Task: prompt.Line, Kind: kind, Statement: text}
	for i := 0; i < len(env); i += 2 {
		q.Env = append(q.Env, prompt.Binding{Name: env[i], Repr: env[i+1]})
	}
	return q
}

// TestAnswer asks questions whose parts are computed, and compares with what
// CPython does, and with the parts that are expected.
func TestAnswer(t *testing.T) {
	for _, c := range []struct {
		q     *prompt.Question
		want  prompt.Answer
		parts string // the statements asked, joined by "; "
	}{
		{question(prompt.Simple, "x = y + 1", "y", "4"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "5"}}}, "x = y + 1"},
		{question(prompt.Simple, "x = t + s[1:].upper()", "t", "'a'", "s", "'bcd'"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "'aCD'"}}}, "_1 = s[1:]; _2 = _1.upper(); x = t + _2"},
		{question(prompt.Simple, "return (a + b) * c", "a", "1", "b", "2", "c", "3"), prompt.Answer{Return: "9"}, "_1 = a + b; return _1 * c"},
		{question(prompt.Simple, "return(a + b)[::-1]", "a", "'p'", "b", "'q'"), prompt.Answer{Return: "'qp'"}, "_1 = a + b; return _1[::-1]"},
		{question(prompt.Simple, "x = len((a + b))", "a", "'p'", "b", "'q'"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "2"}}}, "_1 = a + b; x = len(_1)"},
		{question(prompt.Simple, "d[k + 'x'] += n * 2", "d", "{'ax': 1}", "k", "'a'", "n", "3"), prompt.Answer{Changed: []prompt.Binding{{Name: "d", Repr: "{'ax': 7}"}}}, "_1 = n * 2; _2 = k + 'x'; d[_2] += _1"},
		{question(prompt.Simple, "xs.append(xs.pop(0))", "xs", "[1, 2]"), prompt.Answer{Changed: []prompt.Binding{{Name: "xs", Repr: "[2, 1]"}}}, "_1 = xs.pop(0); xs.append(_1)"},
		{question(prompt.Simple, "xs.insert(0, xs.pop(0))", "xs", "[1, 2]"), prompt.Answer{}, "_1 = xs.pop(0); xs.insert(0, _1)"},
		{question(prompt.Simple, "a, b = b, a % b", "a", "7", "b", "4"), prompt.Answer{Changed: []prompt.Binding{{Name: "a", Repr: "4"}, {Name: "b", Repr: "3"}}}, "_1 = a % b"},
		{question(prompt.Simple, "r = [c * 2 for c in s if c != 'b']", "s", "'abc'", "c", "9"), prompt.Answer{Changed: []prompt.Binding{{Name: "r", Repr: "['aa', 'cc']"}}}, "if c != 'b':; _1 = c * 2; if c != 'b':; if c != 'b':; _2 = c * 2"},
		{question(prompt.Simple, "return {k: v for k, v in zip(a, b)}", "a", "'xyx'", "b", "[1, 2, 3]"), prompt.Answer{Return: "{'x': 3, 'y': 2}"}, ""},
		{question(prompt.Simple, "return sum(x * x for x in xs)", "xs", "[1, 2]"), prompt.Answer{Return: "5"}, "_1 = x * x; _2 = x * x; return sum(_3)"},
		{question(prompt.Simple, "return ''.join(reversed(s + t))", "s", "'a'", "t", "'b'"), prompt.Answer{Return: "'ba'"}, "_1 = s + t; return ''.join(reversed(_1))"},
		{question(prompt.Simple, "x = a or b[0]", "a", "''", "b", "'q'"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "'q'"}}}, "if a:; _1 = b[0]"},
		{question(prompt.Simple, "x = a[0] if n > 1 else a", "a", "'pq'", "n", "1"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "'pq'"}}}, "if n > 1:"},
		{question(prompt.Simple, "x = f'{a + 1}-{b:>3}'", "a", "1", "b", "2"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "'2-  2'"}}}, "_1 = a + 1; x = f'{_1}-{b:>3}'"},
		{question(prompt.Simple, "x = d[a + b]", "d", "{}", "a", "1", "b", "2"), prompt.Answer{Exception: "KeyError"}, "_1 = a + b; x = d[_1]"},
		{question(prompt.Simple, "x = (1 // a) + b", "a", "0", "b", "2"), prompt.Answer{Exception: "ZeroDivisionError"}, "_1 = 1 // a"},
		{question(prompt.Simple, "assert a < b", "a", "2", "b", "1"), prompt.Answer{Exception: "AssertionError"}, "if a < b:"},
		{question(prompt.Simple, "x = sorted(d.items(), key=lambda p: p[1])", "d", "{'a': 2, 'b': 1}"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "[('b', 1), ('a', 2)]"}}}, "x = sorted(d.items(), key=lambda p: p[1])"},
		{question(prompt.Simple, "x = y", "y", "[1]"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "[1]"}}}, ""},
		{question(prompt.Simple, "x, (y, z) = t, [u, -1.50]", "t", "'a'", "u", "(1,)"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "'a'"}, {Name: "y", Repr: "(1,)"}, {Name: "z", Repr: "-1.5"}}}, ""},
		{question(prompt.Simple, "d[k] = 0x10", "d", "{}", "k", "'a'"), prompt.Answer{Changed: []prompt.Binding{{Name: "d", Repr: "{'a': 16}"}}}, "d[k] = 0x10"},
		{question(prompt.Simple, "x, y = s", "s", "'abc'"), prompt.Answer{Exception: "ValueError"}, ""},
		{question(prompt.Simple, "x = {'a': 1, 'a': 2}"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "{'a': 2}"}}}, "x = {'a': 1, 'a': 2}"},
		{question(prompt.Simple, "return [a, b + 1]", "a", "1", "b", "2"), prompt.Answer{Return: "[1, 3]"}, "_1 = b + 1"},
		{question(prompt.Simple, "return [*a, b]", "a", "'xy'", "b", "2"), prompt.Answer{Return: "['x', 'y', 2]"}, "_1 = [*a, b]"},
		{question(prompt.Loop, "for d:", "d", "{'a': 1, 2: 3}"), prompt.Answer{Items: "['a', 2]"}, ""},
		{question(prompt.Loop, "for s:", "s", "\"a'\""), prompt.Answer{Items: "['a', \"'\"]"}, ""},
		{question(prompt.Condition, "if not (a and b[1:]):", "a", "1", "b", "'q'"), prompt.Answer{Truth: true}, "if a:; if b[1:]:"},
		{question(prompt.Condition, "if 0 <= i < len(s):", "i", "1", "s", "'ab'"), prompt.Answer{Truth: true}, "if 0 <= i:; _1 = len(s); if i < _1:"},
		{question(prompt.Loop, "for range(len(s) - 1):", "s", "'ab'"), prompt.Answer{Items: "[0]"}, "_1 = len(s); _2 = _1 - 1; if _i < 1:; _3 = _i + 1; if _i < 1:"},
		{question(prompt.Loop, "for range(n, 0, -2):", "n", "3"), prompt.Answer{Items: "[3, 1]"}, "if _i > 0:; _1 = _i - 2; if _i > 0:; _1 = _i - 2; if _i > 0:"},
		{question(prompt.Loop, "for enumerate(reversed(xs)):", "xs", "['a']"), prompt.Answer{Items: "[(0, 'a')]"}, "_1 = _i + 1"},
		{question(prompt.Loop, "for d.items():", "d", "{'a': 1}"), prompt.Answer{Items: "[('a', 1)]"}, ""},
		{question(prompt.Loop, "for sorted(d):", "d", "{'b': 1, 'a': 2}"), prompt.Answer{Items: "['a', 'b']"}, "for sorted(d):"},
		{question(prompt.Simple, "x = list(s) + [n]", "s", "'ab'", "n", "1"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "['a', 'b', 1]"}}}, "x = _1 + _2"},
		{question(prompt.Simple, "x = tuple(s)", "s", "'a'"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "('a',)"}}}, ""},
		{question(prompt.Simple, "return any(c in t for c in s)", "s", "'abc'", "t", "'b'"), prompt.Answer{Return: "True"}, "if c in t:; if c in t:"},
		{question(prompt.Simple, "return not all([c for c in s])", "s", "[1, 0, 2]"), prompt.Answer{Return: "True"}, "if c:; if c:; return not _1"},
		{question(prompt.Simple, "x = list(m)", "m", "{1, 2}"), prompt.Answer{Changed: []prompt.Binding{{Name: "x", Repr: "[1, 2]"}}}, "_1 = list(m)"},
	} {
		var parts []string
		got, err := stepwise.Answer(c.q, nil, func(q *prompt.Question) (*prompt.Answer, error) {
			parts = append(parts, q.Statement)
			return dataset.Compute(q)
		})
		if err != nil || !dataset.Same(c.q, got, &c.want) {
			t.Errorf("%s: %+v, %v, want %+v", c.q.Statement, got, err, c.want)
		}
		if p := strings.Join(parts, "; "); p != c.parts {
			t.Errorf("%s: asked %s, want %s", c.q.Statement, p, c.parts)
		}
	}
}

// TestWhole asks lines that can't be taken apart as they are.
func TestWhole(t *testing.T) {
	for _, text := range []string{"raise ValueError(a + b)", "x = await f(a + b)", "x = (yield a + b)", "x ="} {
		var parts []string
		_, err := stepwise.Answer(question(prompt.Simple, text, "a", "1"), nil, func(q *prompt.Question) (*prompt.Answer, error) {
			parts = append(parts, q.Statement)
			return &prompt.Answer{}, nil
		})
		if err != nil || !slices.Equal(parts, []string{text}) {
			t.Errorf("%s: asked %q, %v", text, parts, err)
		}
	}
}

// TestNoAnswer hands on that a part has no answer, and ends in time.
func TestNoAnswer(t *testing.T) {
	unknown := errors.New("no answer")
	_, err := stepwise.Answer(question(prompt.Simple, "x = a + b + c"), nil, func(*prompt.Question) (*prompt.Answer, error) { return nil, unknown })
	if !errors.Is(err, unknown) {
		t.Errorf("error %v", err)
	}
	items := "[" + strings.Repeat("1, ", 5000) + "1]"
	_, err = stepwise.Answer(question(prompt.Simple, "x = [f(y) for y in a]"), nil, func(q *prompt.Question) (*prompt.Answer, error) {
		if q.Kind == prompt.Loop {
			return &prompt.Answer{Items: items}, nil
		}
		name, _, _ := strings.Cut(q.Statement, " ")
		return &prompt.Answer{Changed: []prompt.Binding{{Name: name, Repr: fmt.Sprint(1)}}}, nil
	})
	if err == nil {
		t.Error("a comprehension over 5,001 items asks 5,001 questions")
	}
}
