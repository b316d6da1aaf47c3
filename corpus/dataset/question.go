package dataset

import (
	"math/rand/v2"
	"slices"
	"strings"

	"augur/predictor/prompt"
	"augur/predictor/token"
)

// An Item is a question with its right answer.
type Item struct {
	Question *prompt.Question
	Answer   *prompt.Answer
}

// LineItems returns the questions about the executions of a function's lines,
// all of them.
func LineItems(r *Record) []Item {
	var out []Item
	for i := range r.Events {
		if it, ok := lineItem(r, &r.Events[i]); ok {
			out = append(out, it)
		}
	}
	return out
}

var kinds = map[string]prompt.Kind{"simple": prompt.Simple, "cond": prompt.Condition, "for": prompt.Loop}

func lineItem(r *Record, ev *Event) (Item, bool) {
	s := &r.Stmts[ev.Stmt]
	if local(ev.Before) || local(ev.Outcome.Changed) {
		return Item{}, false
	}
	switch s.Text {
	case "pass", "break", "continue", "return", "":
		return Item{}, false
	}
	q := &prompt.Question{Task: prompt.Line, Env: ev.Before, Kind: kinds[s.Kind], Statement: s.Text}
	a := &prompt.Answer{Changed: ev.Outcome.Changed, Return: ev.Outcome.Return, Items: ev.Outcome.Items, Exception: ev.Outcome.Exception}
	if ev.Outcome.Truth != nil {
		a.Truth = *ev.Outcome.Truth
	}
	if q.Kind == prompt.Simple && a.Exception == "" {
		a.Changed = withStores(q, a.Changed)
	}
	return Item{q, a}, true
}

// withStores adds what a statement assigns without changing it.
func withStores(q *prompt.Question, changed []prompt.Binding) []prompt.Binding {
	out := slices.Clone(changed)
	for _, n := range prompt.Stores(q.Statement) {
		same := func(b prompt.Binding) bool { return b.Name == n }
		if slices.ContainsFunc(out, same) {
			continue
		}
		if k := slices.IndexFunc(q.Env, same); k >= 0 {
			out = append(out, q.Env[k])
		}
	}
	order := prompt.Names(q.Statement)
	slices.SortStableFunc(out, func(a, b prompt.Binding) int {
		return slices.Index(order, a.Name) - slices.Index(order, b.Name)
	})
	return out
}

// local reports whether a value tells of the machine that it was recorded on.
func local(env []prompt.Binding) bool {
	return slices.ContainsFunc(env, func(b prompt.Binding) bool {
		for _, s := range []string{"/root", "/tmp/", "/home/", "SANDBOX", "site-packages", "/usr/"} {
			if strings.Contains(b.Repr, s) {
				return true
			}
		}
		return false
	})
}

func opaque(env []prompt.Binding) bool {
	return slices.ContainsFunc(env, func(b prompt.Binding) bool { return strings.HasPrefix(b.Repr, "<") })
}

// Weight is the chance that a line question is trained on: lines that teach
// little, because nothing happens or what happens can't be known, are thinned
// out.
func Weight(it Item) float64 {
	q, a := it.Question, it.Answer
	literalOnly := len(q.Env) == 0
	switch {
	case q.Task != prompt.Line:
		return 1
	case strings.HasPrefix(q.Statement, "self.assert") || strings.HasPrefix(q.Statement, "assert"):
		return 0.1
	case strings.HasPrefix(q.Statement, "raise"):
		return 0.2
	case a.Exception != "":
		return 0.7
	case q.Kind == prompt.Condition:
		if opaque(q.Env) {
			return 0.3
		}
		return 0.7
	case q.Kind == prompt.Loop:
		return 1
	case len(a.Changed) == 0 && a.Return == "":
		return 0.15
	case literalOnly:
		return 0.25
	case opaque(q.Env):
		return 0.35
	}
	return 1
}

// ValueItems returns a question for each assignment of a call's result.
func ValueItems(r *Record) []Item {
	var out []Item
	for i := range r.Events {
		ev := &r.Events[i]
		s := &r.Stmts[ev.Stmt]
		if s.Target == "" || local(ev.Before) || local(ev.Outcome.Changed) {
			continue
		}
		k := slices.IndexFunc(ev.Outcome.Changed, func(b prompt.Binding) bool { return b.Name == s.Target })
		if k < 0 {
			continue
		}
		repr := ev.Outcome.Changed[k].Repr
		var env []prompt.Binding
		for _, b := range ev.Before {
			if b.Name != s.Target && !strings.Contains(b.Name, "(") {
				env = append(env, b)
			}
		}
		q := &prompt.Question{Task: prompt.Value, Source: r.Source, At: s.Line, Env: env, Target: s.Target, Expression: s.Expression, Annotation: s.Annotation}
		out = append(out, Item{q, &prompt.Answer{Values: []prompt.Typed{{Class: token.ClassOf(repr), Repr: repr}}}})
	}
	return out
}

// CallItems returns an Input and, where the result is data, an Invert question
// for each call.
func CallItems(r *Record) (input, invert []Item) {
	var params []prompt.Param
	for i, p := range r.Params {
		if i == 0 && (p[0] == "self" || p[0] == "cls") {
			continue
		}
		params = append(params, prompt.Param{Name: p[0], Annotation: p[1]})
	}
	if len(params) == 0 {
		return nil, nil
	}
	for i := range r.Calls {
		c := &r.Calls[i]
		if local(c.Args) {
			continue
		}
		a := &prompt.Answer{}
		for _, p := range params {
			k := slices.IndexFunc(c.Args, func(b prompt.Binding) bool { return b.Name == p.Name })
			if k < 0 {
				break
			}
			a.Values = append(a.Values, prompt.Typed{Name: p.Name, Class: token.ClassOf(c.Args[k].Repr), Repr: c.Args[k].Repr})
		}
		if len(a.Values) != len(params) {
			continue
		}
		if c.Status == "ret" {
			input = append(input, Item{&prompt.Question{Task: prompt.Input, Source: r.Source, Params: params}, a})
		}
		q := &prompt.Question{Task: prompt.Invert, Source: r.Source, Params: params}
		switch {
		case c.Status == "exc":
			q.Wanted.Exception = c.Result
		case strings.HasPrefix(c.Result, "<") || c.Result == "None":
			continue
		default:
			q.Wanted.Repr = c.Result
		}
		invert = append(invert, Item{q, a})
	}
	return input, invert
}

// sample returns at most n of the items, in random order.
func sample(rng *rand.Rand, items []Item, n int) []Item {
	items = slices.Clone(items)
	rng.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	return items[:min(n, len(items))]
}

// Hide makes of a condition the question that the evaluator would ask: it asks
// only where something that the condition names is unknown. Objects are hidden
// or, where there is none, one of the variables.
func Hide(rng *rand.Rand, it Item) (Item, bool) {
	q := it.Question
	if q.Kind != prompt.Condition || q.Task != prompt.Line || it.Answer.Exception != "" || len(q.Env) == 0 {
		return Item{}, false
	}
	h := *q
	h.Env = slices.DeleteFunc(slices.Clone(q.Env), func(b prompt.Binding) bool { return strings.HasPrefix(b.Repr, "<") })
	if len(h.Env) == len(q.Env) {
		i := rng.IntN(len(h.Env))
		h.Env = slices.Delete(h.Env, i, i+1)
	}
	return Item{Question: &h, Answer: it.Answer}, true
}
