// Package score measures a model on questions whose answers are known: how
// often it is right, by task and by kind of line, beside what a trivial
// baseline gets, and how far its probabilities can be trusted.
package score

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"augur/corpus/dataset"
	"augur/predictor/nn"
	"augur/predictor/prompt"
	"augur/predictor/stepwise"
	"augur/predictor/token"
)

// maxAnswer is the longest answer that is decoded, in tokens.
const maxAnswer = 200

// A Scorer asks a model.
type Scorer struct {
	Encoder *prompt.Encoder
	session *nn.Session
}

// Open loads weights: as training writes them, which are quantised as the editor
// runs them, or as they ship.
func Open(weights, tokenizer string) (*Scorer, error) {
	v, err := token.Load(tokenizer)
	if err != nil {
		return nil, err
	}
	m, err := open(weights)
	if err != nil {
		return nil, err
	}
	if f := fmt.Sprintf("%x", v.Fingerprint()); m.Meta("tokenizer") != "" && m.Meta("tokenizer") != f {
		return nil, fmt.Errorf("%s was trained with tokenizer %s, %s is %s", weights, m.Meta("tokenizer"), tokenizer, f)
	}
	return &Scorer{Encoder: &prompt.Encoder{Vocab: v}, session: m.NewSession(m.Config().MaxPositions)}, nil
}

func open(weights string) (*nn.Model, error) {
	sets, meta, err := nn.LoadWeights(weights, "")
	if err != nil {
		if m, err := nn.OpenModel(weights); err == nil {
			return m, nil
		}
		return nil, err
	}
	var b bytes.Buffer
	if err := nn.WriteQuantised(&b, meta, sets[""]); err != nil {
		return nil, err
	}
	return nn.LoadModel(b.Bytes())
}

// A Result is what came of one question.
type Result struct {
	Section string
	Group   string  // kind of line
	Shown   bool    // the answer is of a kind that is shown at all
	Right   bool    // the whole answer
	Class   bool    // the classes of all values (Value, Input, Invert)
	Type    bool    // their types
	Base    bool    // the baseline was right
	Asked   int     // questions that a line was taken apart into (Line)
	PC      float64 // and that it gave the first class (Value)
	Runs    Outcome // what the likeliest call that is proposed does (Input)
	Chosen  Outcome // what the likeliest that returns, if one does, does (Input)
	Typed   bool    // the types of all of its arguments are right
	Found   Outcome // Chosen or, where that raises, what the call does that is searched for from there (Input)
	Fitting bool    // the types of all of its arguments are right
	Solved  bool    // one of the calls proposed has the wanted outcome (Invert)

	parts []part // the questions that were put, with the probabilities that the model gave
}

// proposals is how many calls are proposed and run.
const proposals = 10

// An Item is a question of a section with its answer. A section is a task, but
// for conditions of which something is unknown, which are one of their own.
type Item struct {
	dataset.Item
	Section string
}

// Ask puts one question; a line is taken apart, as the neural engine does.
func (s *Scorer) Ask(ctx context.Context, it Item) (Result, error) {
	q := it.Question
	r := Result{Section: it.Section, Group: Group(q), Base: baseline(it.Item)}
	var got *prompt.Answer
	var more []*prompt.Answer
	var err error
	if it.Section == prompt.Line.String() {
		got, err = stepwise.Answer(q, nil, func(q *prompt.Question) (*prompt.Answer, error) {
			r.Asked++
			all, err := s.ask(ctx, q, 1, &r)
			if err != nil {
				return nil, err
			}
			if want, err := dataset.Compute(q); err == nil {
				last := &r.parts[len(r.parts)-1]
				last.right, last.known = dataset.Same(q, all[0], want), true
			}
			return all[0], nil
		})
		if err != nil && ctx.Err() == nil {
			err = nn.ErrNoAnswer // of one of the parts
		}
	} else {
		n := 1
		if q.Task == prompt.Input || q.Task == prompt.Invert {
			n = proposals
		}
		if more, err = s.ask(ctx, q, n, &r); err == nil {
			got = more[0]
		}
	}
	if errors.Is(err, nn.ErrNoAnswer) {
		r.parts = []part{{}}
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.Right = dataset.Same(q, got, it.Answer)
	if it.Section != prompt.Line.String() {
		r.parts[0].right, r.parts[0].known = r.Right, true
	}
	r.Shown = shown(got)
	r.Class = same(got, it.Answer, func(c token.Class) string { return c.String() })
	r.Type = same(got, it.Answer, token.Class.Type)
	switch q.Task {
	case prompt.Input:
		r.Runs, _ = execute(ctx, q, got)
		r.Chosen, r.Typed = r.Runs, r.Type
		for _, a := range more[1:] {
			if r.Chosen == Returns {
				break
			}
			if o, _ := execute(ctx, q, a); o == Returns {
				r.Chosen, r.Typed = o, same(a, it.Answer, token.Class.Type)
			}
		}
		r.Found, r.Fitting = r.Chosen, r.Typed
		if r.Chosen == Raises {
			if a, ok := repair(ctx, q, more); ok {
				r.Found, r.Fitting = Returns, same(a, it.Answer, token.Class.Type)
			}
		}
	case prompt.Invert:
		r.Solved = slices.ContainsFunc(more, func(a *prompt.Answer) bool {
			o, got := execute(ctx, q, a)
			return o == Returns && got == q.Wanted.Repr && q.Wanted.Exception == "" || o == Raises && got == q.Wanted.Exception
		})
	}
	return r, nil
}

// same reports whether what f tells of the classes of two answers' values is the
// same.
func same(a, b *prompt.Answer, f func(token.Class) string) bool {
	return slices.EqualFunc(a.Values, b.Values, func(a, b prompt.Typed) bool { return f(a.Class) == f(b.Class) })
}

// ask puts one question to the model, for at most n answers. The probability of
// the first is a part of that of the result.
func (s *Scorer) ask(ctx context.Context, q *prompt.Question, n int, r *Result) ([]*prompt.Answer, error) {
	source, ids, err := s.Encoder.Encode(q)
	if err != nil {
		return nil, err
	}
	if len(source)+len(ids)+maxAnswer > s.session.Model().Config().MaxPositions {
		return nil, nn.ErrNoAnswer
	}
	if err := s.session.Prime(source); err != nil {
		return nil, err
	}
	allowed := s.Encoder.Allowed(q)
	answers, err := s.session.Generate(ctx, ids, nn.GenerateOptions{
		End: token.End, Max: maxAnswer, Best: n, MinProb: 1e-6,
		Constrain: func(a []uint16) nn.Mask { return nn.Mask(allowed(a)) },
	})
	if err != nil {
		return nil, err
	}
	best := answers[0]
	r.parts = append(r.parts, part{p: math.Exp(best.LogProb)})
	if len(best.LogProbs) > 0 {
		r.PC = math.Exp(float64(best.LogProbs[0]))
	}
	var out []*prompt.Answer
	for _, a := range answers {
		got, err := s.Encoder.Parse(q, append(a.Tokens, token.End))
		if err != nil {
			return nil, fmt.Errorf("the grammar let through what can't be read: %w", err)
		}
		out = append(out, got)
	}
	return out, nil
}

// AskAll puts questions, as many at a time as there are processors.
func (s *Scorer) AskAll(ctx context.Context, items []Item) ([]Result, error) {
	out, errs := make([]Result, len(items)), make([]error, len(items))
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.NumCPU() {
		m := s.session.Model()
		one := &Scorer{Encoder: s.Encoder, session: m.NewSession(m.Config().MaxPositions)}
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(items) || ctx.Err() != nil {
					return
				}
				out[i], errs[i] = one.Ask(ctx, items[i])
			}
		})
	}
	group.Wait()
	return out, errors.Join(append(errs, ctx.Err())...)
}

// shown reports whether an answer is one that a user would see: not an opaque
// object, nor that a condition raises.
func shown(a *prompt.Answer) bool {
	opaque := func(t prompt.Typed) bool { return t.Repr == "" || strings.HasPrefix(t.Repr, "<") }
	return a.Exception == "" && !slices.ContainsFunc(a.Values, opaque)
}

// baseline reports whether the cheapest guess is right: a condition is false,
// a loop's items and a new value are the first value that the line names, a call
// returns its first variable and nothing else changes from step to step, and
// whatever the task, a parameter is a string.
func baseline(it dataset.Item) bool {
	q, a := it.Question, it.Answer
	first := ""
	if len(q.Env) > 0 {
		first = q.Env[0].Repr
	}
	switch {
	case a.Exception != "":
		return q.Task == prompt.Line && strings.HasPrefix(q.Statement, "raise "+a.Exception)
	case q.Task == prompt.Step && q.Until == "":
		return a.Return == first
	case q.Task == prompt.Step, q.Task == prompt.Back:
		return !slices.ContainsFunc(a.Changed, func(b prompt.Binding) bool { return !slices.Contains(q.Env, b) })
	case q.Task == prompt.Line && q.Kind == prompt.Condition:
		return !a.Truth
	case q.Task == prompt.Line && q.Kind == prompt.Loop:
		return a.Items == first
	case q.Task == prompt.Line && a.Return != "":
		return a.Return == first
	case q.Task == prompt.Line:
		return len(a.Changed) == 0 || len(a.Changed) == 1 && a.Changed[0].Repr == first
	}
	return !slices.ContainsFunc(a.Values, func(t prompt.Typed) bool { return t.Class != token.ClassStr })
}

// Group names the kind of a line.
func Group(q *prompt.Question) string {
	if q.Task != prompt.Line {
		return q.Task.String()
	}
	s := q.Statement
	has := func(subs ...string) bool {
		return slices.ContainsFunc(subs, func(x string) bool { return strings.Contains(s, x) })
	}
	switch {
	case q.Kind == prompt.Condition:
		return "condition"
	case q.Kind == prompt.Loop:
		return "loop items"
	case strings.HasPrefix(s, "raise") || strings.HasPrefix(s, "assert"):
		return "raise, assert"
	case len(q.Env) == 0:
		return "constant"
	case has(".append(", ".extend(", ".insert(", ".pop(", ".remove(", ".sort(", ".reverse(", ".update(", ".setdefault(", ".add(", ".discard(", ".clear(", "del ") || has("] =", "] +=", "] -=", "] *="):
		return "mutation"
	case has(" for ") && has("[", "(", "{"):
		return "comprehension"
	case has("f'", `f"`, ".format(", ".join(", ".split", ".replace(", ".strip(", "strip(", ".upper(", ".lower(", ".find(", ".index(", ".count(", "swith(", ".title(", ".center(", ".partition("):
		return "string method"
	case has("+", "-", "*", "/", "%"):
		return "arithmetic"
	case has("["):
		return "subscript"
	case has("("):
		return "call"
	case strings.HasPrefix(s, "return"):
		return "return"
	}
	return "copy"
}
