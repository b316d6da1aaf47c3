// Package evidence tells what the transformer looked at when it gave an answer:
// which lines of the function's source, and which variables of the question. It
// is the model's attention, which is evidence, not a reason.
package evidence

import (
	"slices"
	"strings"

	"augur/predictor/nn"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// Evidence is what the tokens of an answer attended to. Weights are shares of the
// attention that went to the question: on the average over the answer's tokens,
// the heads and the blocks, without the first token, on which a transformer rests
// when it looks at nothing in particular. They add up to one with what went to
// the rest of the question.
type Evidence struct {
	Lines []Line // of the question's source, the most attended first
	Names []Name // of its variables, likewise
}

// Line is a line of the source, from 1.
type Line struct {
	Line   int
	Weight float64
}

// Name is a variable that the question gave the model.
type Name struct {
	Name   string
	Weight float64
}

type model struct {
	nn  *nn.Model
	enc *prompt.Encoder
}

// Of returns what the model of an oracle attends to when it gives an answer to a
// question.
func Of(o *oracle.Oracle, q *prompt.Question, a *prompt.Answer) (*Evidence, error) {
	m := model{o.Model(), o.Encoder()}
	source, ids, err := m.enc.Encode(q)
	if err != nil {
		return nil, err
	}
	answer, err := m.enc.EncodeAnswer(q, a)
	if err != nil {
		return nil, err
	}
	from := len(source) + len(ids) - 1 // the token that the answer's first one follows
	w, err := m.nn.Attention(slices.Concat(source, ids, answer), from)
	if err != nil {
		return nil, err
	}
	w = w[:from]
	total := float32(0)
	for i, x := range w {
		if i > 0 {
			total += x
		}
	}
	if total == 0 {
		return &Evidence{}, nil
	}
	for i := range w {
		w[i] /= total
	}
	w[0] = 0
	e := &Evidence{Lines: m.lines(q, source, w)}
	if e.Names, err = m.names(q, w[len(source):]); err != nil {
		return nil, err
	}
	return e, nil
}

// lines sums the weights of the source's tokens by line.
func (m model) lines(q *prompt.Question, source []token.ID, w []float32) []Line {
	if len(source) == 0 {
		return nil
	}
	// The model sees a window of the source: its lines are found again in order.
	all := strings.Split(q.Source, "\n")
	squeezed := make([]string, len(all))
	for i, l := range all {
		squeezed[i] = m.text(m.enc.Vocab.AppendSource(nil, l))
	}
	sums := map[int]float64{}
	next, start := 0, 0
	sum := 0.0
	flush := func(end int) {
		seen := m.text(source[start:end])
		if i, n := find(squeezed[next:], seen); n > 0 {
			sums[next+i+1] += sum
			next += i + n
		}
		start, sum = end, 0
	}
	for i, id := range source {
		if i > 0 && id >= token.Indent(0) && id <= token.Indent(deepest) {
			flush(i)
		}
		sum += float64(w[i])
	}
	flush(len(source))
	var out []Line
	for line, weight := range sums {
		out = append(out, Line{line, weight})
	}
	slices.SortFunc(out, func(a, b Line) int {
		if a.Weight != b.Weight {
			return compare(b.Weight, a.Weight)
		}
		return a.Line - b.Line
	})
	return out
}

func (m model) text(ids []token.ID) string { return strings.TrimSpace(m.enc.Vocab.Text(ids)) }

// deepest is more indentation than any token stands for, so that its token is
// the last of those that begin a line.
const deepest = 1 << 10

// find finds what the model sees as one line: a line, or several with brackets
// around. n is how many it takes, 0 if it is not there.
func find(lines []string, want string) (i, n int) {
	if want == "" {
		return 0, 0
	}
	for i := range lines {
		seen := ""
		for n := 1; i+n <= len(lines) && len(seen) <= len(want); n++ {
			if seen += lines[i+n-1]; seen == want {
				return i, n
			}
		}
	}
	return 0, 0
}

// names sums the weights of the prompt's tokens by variable. How many tokens a
// variable takes is seen by leaving out those behind it.
func (m model) names(q *prompt.Question, w []float32) ([]Name, error) {
	part := *q
	length := func(k int) (int, error) {
		part.Env = q.Env[:k]
		_, ids, err := m.enc.Encode(&part)
		return len(ids), err
	}
	none, err := length(0)
	if err != nil {
		return nil, err
	}
	var out []Name
	at := 1 // behind the token of the task
	for k := range q.Env {
		n, err := length(k + 1)
		if err != nil {
			return nil, err
		}
		end := min(1+n-none, len(w))
		name := Name{Name: q.Env[k].Name}
		for ; at < end; at++ {
			name.Weight += float64(w[at])
		}
		out = append(out, name)
	}
	slices.SortStableFunc(out, func(a, b Name) int { return compare(b.Weight, a.Weight) })
	return out, nil
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
