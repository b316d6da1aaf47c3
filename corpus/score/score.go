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
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"augur/corpus/dataset"
	"augur/predictor/nn"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// maxAnswer is the longest answer that is decoded, in tokens.
const maxAnswer = 200

// A Scorer asks a model.
type Scorer struct {
	Encoder *prompt.Encoder
	session *nn.Session
}

// Open loads weights as training writes them, and quantises them as the editor
// runs them.
func Open(weights, tokenizer string) (*Scorer, error) {
	v, err := token.Load(tokenizer)
	if err != nil {
		return nil, err
	}
	sets, meta, err := nn.LoadWeights(weights, "")
	if err != nil {
		return nil, err
	}
	if f := fmt.Sprintf("%x", v.Fingerprint()); meta["tokenizer"] != "" && meta["tokenizer"] != f {
		return nil, fmt.Errorf("%s was trained with tokenizer %s, %s is %s", weights, meta["tokenizer"], tokenizer, f)
	}
	var b bytes.Buffer
	if err := nn.WriteQuantised(&b, meta, sets[""]); err != nil {
		return nil, err
	}
	m, err := nn.LoadModel(b.Bytes())
	if err != nil {
		return nil, err
	}
	return &Scorer{Encoder: &prompt.Encoder{Vocab: v}, session: m.NewSession(m.Config().MaxPositions)}, nil
}

// A Result is what came of one question.
type Result struct {
	Task  prompt.Task
	Group string  // kind of line
	Right bool    // the whole answer
	Class bool    // the classes of all values (Value, Input, Invert)
	Base  bool    // the baseline was right
	P     float64 // the probability that the model gave its answer
	PC    float64 // and that it gave the first class (Value)
}

// Ask puts one question.
func (s *Scorer) Ask(ctx context.Context, it dataset.Item) (Result, error) {
	q := it.Question
	r := Result{Task: q.Task, Group: Group(q), Base: baseline(it)}
	source, ids, err := s.Encoder.Encode(q)
	if err != nil {
		return r, err
	}
	if err := s.session.Prime(source); err != nil {
		return r, err
	}
	allowed := s.Encoder.Allowed(q)
	answers, err := s.session.Generate(ctx, ids, nn.GenerateOptions{
		End: token.End, Max: maxAnswer,
		Constrain: func(a []uint16) nn.Mask { return nn.Mask(allowed(a)) },
	})
	if errors.Is(err, nn.ErrNoAnswer) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	best := answers[0]
	r.P = math.Exp(best.LogProb)
	if len(best.LogProbs) > 0 {
		r.PC = math.Exp(float64(best.LogProbs[0]))
	}
	got, err := s.Encoder.Parse(q, append(best.Tokens, token.End))
	if err != nil {
		return r, fmt.Errorf("the grammar let through what can't be read: %w", err)
	}
	r.Right = dataset.Same(q, got, it.Answer)
	r.Class = len(got.Values) == len(it.Answer.Values)
	for i := range min(len(got.Values), len(it.Answer.Values)) {
		r.Class = r.Class && got.Values[i].Class == it.Answer.Values[i].Class
	}
	return r, nil
}

// baseline reports whether the cheapest guess is right: a condition is false,
// a loop's items and a new value are the first value that the line names, and
// whatever the task, a parameter is a string.
func baseline(it dataset.Item) bool {
	q, a := it.Question, it.Answer
	first := ""
	if len(q.Env) > 0 {
		first = q.Env[0].Repr
	}
	switch {
	case a.Exception != "":
		return strings.HasPrefix(q.Statement, "raise "+a.Exception)
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

// A Set is a named set of questions.
type Set struct {
	Name  string
	Items []dataset.Item
}

// Load reads the questions of the traces that a pattern names, at most limit
// of each task, chosen by a fixed seed.
func (s *Scorer) Load(name, pattern string, limit int) (*Set, error) {
	var paths []string
	for p := range strings.SplitSeq(pattern, ",") {
		m, err := filepath.Glob(p)
		if err != nil {
			return nil, err
		}
		paths = append(paths, m...)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no traces at %s", pattern)
	}
	slices.Sort(paths)
	by := map[prompt.Task][]dataset.Item{}
	for _, p := range paths {
		err := dataset.Read(p, func(r *dataset.Record) error {
			in, inv := dataset.CallItems(r)
			for _, items := range [][]dataset.Item{dataset.LineItems(r), dataset.ValueItems(r), in, inv} {
				for _, it := range items {
					if s.fits(it) {
						by[it.Question.Task] = append(by[it.Question.Task], it)
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	set := &Set{Name: name}
	rng := rand.New(rand.NewPCG(1, 1))
	for t := prompt.Line; t <= prompt.Invert; t++ {
		items := by[t]
		rng.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		set.Items = append(set.Items, items[:min(limit, len(items))]...)
	}
	return set, nil
}

// fits reports whether a question and its answer are of the size that the
// model learns.
func (s *Scorer) fits(it dataset.Item) bool {
	_, ids, err := s.Encoder.Encode(it.Question)
	if err != nil {
		return false
	}
	answer, err := s.Encoder.EncodeAnswer(it.Question, it.Answer)
	return err == nil && len(ids)+len(answer) <= prompt.MaxQuery && dataset.Weight(it) > 0.1
}
