package dataset

import (
	"math/rand/v2"
	"slices"
	"strings"

	"augur/predictor/prompt"
)

// BackItem turns a question about what a statement does around: given the
// values after it, what were those that it changed? ok is false where it
// changed nothing that was there before.
func BackItem(it Item) (back Item, ok bool) {
	q := it.Question
	if q.Task != prompt.Line || q.Kind != prompt.Simple || it.Answer.Exception != "" {
		return Item{}, false
	}
	after := slices.Clone(it.Answer.Changed)
	var before []prompt.Binding
	var env []prompt.Binding
	for _, b := range q.Env {
		i := slices.IndexFunc(after, func(c prompt.Binding) bool { return c.Name == b.Name })
		if i < 0 {
			env = append(env, b)
			continue
		}
		env = append(env, after[i])
		if after[i].Repr != b.Repr {
			before = append(before, b)
		}
	}
	if len(before) == 0 {
		return Item{}, false
	}
	for _, c := range after {
		if !bound(env, c.Name) {
			env = append(env, c)
		}
	}
	order := prompt.Names(q.Statement)
	at := func(b prompt.Binding) int { return slices.Index(order, b.Name) }
	for _, list := range [][]prompt.Binding{before, env} {
		slices.SortStableFunc(list, func(a, b prompt.Binding) int { return at(a) - at(b) })
	}
	if at(before[0]) < 0 {
		return Item{}, false
	}
	return Item{&prompt.Question{Task: prompt.Back, Env: env, Statement: q.Statement}, &prompt.Answer{Changed: before}}, true
}

// maxLocals is the most variables that a question about several steps lists.
const maxLocals = 10

// StepItems returns questions about running on from a line of a call: to the
// end of the call, and to a statement that is reached later.
func StepItems(rng *rand.Rand, r *Record) []Item {
	var out []Item
	by := map[int][]int{}
	for i := range r.Events {
		by[r.Events[i].Call] = append(by[r.Events[i].Call], i)
	}
	for k := range r.Calls {
		events := by[k]
		if len(events) < 2 || local(r.Calls[k].Args) {
			continue
		}
		from := rng.IntN(len(events))
		if it, ok := outItem(r, k, events, from); ok {
			out = append(out, it)
		}
		if it, ok := untilItem(rng, r, k, events, rng.IntN(len(events)-1)); ok {
			out = append(out, it)
		}
	}
	return out
}

// state is what the variables of a call held before an event, as far as the
// events tell.
func state(r *Record, call int, events []int, before int) []prompt.Binding {
	var env []prompt.Binding
	set := func(bs []prompt.Binding) {
		for _, b := range bs {
			if strings.ContainsAny(b.Name, "(.") {
				continue
			}
			if i := slices.IndexFunc(env, func(e prompt.Binding) bool { return e.Name == b.Name }); i >= 0 {
				env[i].Repr = b.Repr
			} else {
				env = append(env, b)
			}
		}
	}
	set(r.Calls[call].Args)
	for _, i := range events[:before] {
		set(r.Events[i].Before)
		set(r.Events[i].Outcome.Changed)
	}
	set(r.Events[events[before]].Before)
	return env
}

func stepQuestion(r *Record, call int, events []int, from int) (*prompt.Question, bool) {
	s := &r.Stmts[r.Events[events[from]].Stmt]
	env := state(r, call, events, from)
	if len(env) > maxLocals || opaque(env) || local(env) || s.Text == "" {
		return nil, false
	}
	return &prompt.Question{Task: prompt.Step, Kind: kinds[s.Kind], Source: r.Source, At: s.Line, Env: env, Statement: s.Text}, true
}

func outItem(r *Record, call int, events []int, from int) (Item, bool) {
	q, ok := stepQuestion(r, call, events, from)
	c := &r.Calls[call]
	a := &prompt.Answer{Return: c.Result}
	if c.Status == "exc" {
		a = &prompt.Answer{Exception: c.Result}
	}
	return Item{q, a}, ok && !strings.HasPrefix(c.Result, "<") && c.Result != ""
}

func untilItem(rng *rand.Rand, r *Record, call int, events []int, from int) (Item, bool) {
	q, ok := stepQuestion(r, call, events, from)
	if !ok {
		return Item{}, false
	}
	to := from + 1 + rng.IntN(min(len(events)-from-1, 12))
	s := &r.Stmts[r.Events[events[to]].Stmt]
	for _, i := range events[from+1 : to] {
		if r.Events[i].Stmt == r.Events[events[to]].Stmt {
			return Item{}, false // it stops there earlier
		}
	}
	q.Until = s.Text
	a := &prompt.Answer{}
	names := prompt.Names(s.Text)
	for _, b := range r.Events[events[to]].Before {
		if slices.Contains(names, b.Name) && !strings.ContainsAny(b.Name, "(.") {
			a.Changed = append(a.Changed, b)
		}
	}
	if s.Text == "" || len(a.Changed) == 0 || opaque(a.Changed) || local(a.Changed) {
		return Item{}, false
	}
	slices.SortStableFunc(a.Changed, func(a, b prompt.Binding) int { return slices.Index(names, a.Name) - slices.Index(names, b.Name) })
	return Item{q, a}, true
}
