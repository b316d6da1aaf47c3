package nn

import (
	"container/heap"
	"context"
	"errors"
	"math"
	"slices"

	"augur/predictor/nn/kernel"
)

// A Mask is a set of tokens: bit t%64 of word t/64 stands for token t.
type Mask []uint64

// NewMask makes an empty mask for a vocabulary of n tokens.
func NewMask(n int) Mask { return make(Mask, (n+63)/64) }

// Add puts tokens into the set.
func (m Mask) Add(tokens ...uint16) {
	for _, t := range tokens {
		m[t/64] |= 1 << (t % 64)
	}
}

// Has says whether t is in the set. A nil mask has every token.
func (m Mask) Has(t uint16) bool {
	return m == nil || int(t/64) < len(m) && m[t/64]>>(t%64)&1 == 1
}

// GenerateOptions say what Generate looks for.
type GenerateOptions struct {
	End  uint16 // the token that ends an answer
	Max  int    // the most tokens in an answer, End among them
	Best int    // how many answers are wanted; 0 is 1

	// Constrain, where set, returns the tokens that may follow an answer's
	// first ones, or nil for all. An answer that nothing may follow is given up.
	Constrain func(answer []uint16) Mask

	// MinProb ends the search for more answers than the first one at answers
	// less likely than this.
	MinProb float64
}

// An Answer is what Generate found.
type Answer struct {
	Tokens   []uint16  // without End
	LogProb  float64   // of all tokens and End, over the whole vocabulary
	LogProbs []float32 // of each token, and of End
}

// ErrNoAnswer says that no answer ended within the options' limits.
var ErrNoAnswer = errors.New("the model gave no answer that ends in time and keeps to the constraint")

// Generate asks for what follows prompt after the session's sequence, which is
// afterwards as before. The first answer found takes the likeliest token each
// time. Further ones leave that path, or one of theirs, at one token, the
// likeliest departure first, and go on likewise. They are all distinct and
// sorted, the likeliest one first. The same question has the same answers,
// on any CPU and whatever was asked before.
func (s *Session) Generate(ctx context.Context, prompt []uint16, o GenerateOptions) ([]Answer, error) {
	mark := s.Len()
	defer s.Rewind(mark)
	if err := s.Append(prompt...); err != nil {
		return nil, err
	}
	if s.Len() == 0 {
		return nil, errors.New("neither a source nor a prompt to continue")
	}
	g := search{s: s, o: o, start: s.Len(), want: max(1, o.Best)}
	g.o.Max = min(o.Max, s.Room())
	heap.Push(&g.paths, path{})
	// Each path that does not end costs as much as one that does.
	for tries := 4 * g.want; len(g.paths) > 0 && len(g.found) < g.want && tries > 0; tries-- {
		p := heap.Pop(&g.paths).(path)
		if len(g.found) > 0 && p.logProb < math.Log(o.MinProb) {
			break
		}
		if err := g.follow(ctx, p); err != nil {
			return nil, err
		}
	}
	if len(g.found) == 0 {
		return nil, ErrNoAnswer
	}
	slices.SortStableFunc(g.found, func(a, b Answer) int {
		switch {
		case a.LogProb > b.LogProb:
			return -1
		case a.LogProb < b.LogProb:
			return 1
		}
		return 0
	})
	return g.found, nil
}

// Score is the log-probability of each token of answer after prompt.
func (s *Session) Score(ctx context.Context, prompt, answer []uint16) ([]float32, error) {
	mark := s.Len()
	defer s.Rewind(mark)
	if err := s.Append(prompt...); err != nil {
		return nil, err
	}
	if s.Len() == 0 {
		return nil, errors.New("neither a source nor a prompt to continue")
	}
	scores := make([]float32, 0, len(answer))
	for i, t := range answer {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if int(t) >= s.m.config.VocabSize {
			return nil, errors.New("an answer with a token outside the vocabulary")
		}
		logits := s.Logits()
		scores = append(scores, logits[t]-logSum(logits))
		if i+1 < len(answer) {
			if err := s.Append(t); err != nil {
				return nil, err
			}
		}
	}
	return scores, nil
}

// logSum is the logarithm of the sum of the exponentials.
func logSum(logits []float32) float32 {
	largest, sum := kernel.ExpSum(logits)
	return largest + float32(math.Log(float64(sum)))
}

// A path is the beginning of an answer that the search may go on from.
type path struct {
	tokens   []uint16
	scores   []float32
	logProb  float64
	sequence int // paths pushed earlier come first among equals
}

// A search is one call of Generate.
type search struct {
	s      *Session
	o      GenerateOptions
	start  int // length of the sequence before the answer
	want   int
	paths  paths
	pushed int
	found  []Answer
	tokens []uint16 // the answer under way
	scores []float32
}

// follow goes on from p, taking the likeliest token each time, and notes where
// else it could have gone.
func (g *search) follow(ctx context.Context, p path) error {
	g.goTo(p.tokens)
	g.tokens = append(g.tokens[:0], p.tokens...)
	g.scores = append(g.scores[:0], p.scores...)
	logProb := p.logProb
	for {
		if n := len(g.tokens); n > 0 && g.tokens[n-1] == g.o.End {
			g.found = append(g.found, Answer{slices.Clone(g.tokens[:n-1]), logProb, slices.Clone(g.scores)})
			return nil
		}
		if len(g.tokens) >= g.o.Max {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		// Of a path taken up again, some tokens may not have been appended yet.
		if at := g.s.Len() - g.start; at < len(g.tokens) {
			if err := g.s.Append(g.tokens[at:]...); err != nil {
				return err
			}
		}
		var mask Mask
		if g.o.Constrain != nil {
			mask = g.o.Constrain(g.tokens)
		}
		logits := g.s.Logits()
		norm := logSum(logits)
		best := likeliest(logits, mask, -1)
		if best < 0 {
			return nil
		}
		g.branch(logits, mask, norm, logProb, best)
		score := logits[best] - norm
		g.tokens, g.scores = append(g.tokens, uint16(best)), append(g.scores, score)
		logProb += float64(score)
	}
}

// branch notes the likeliest tokens besides best as ways to go.
func (g *search) branch(logits []float32, mask Mask, norm float32, logProb float64, best int) {
	floor := math.Inf(-1)
	if g.o.MinProb > 0 {
		floor = math.Log(g.o.MinProb)
	}
	last := best
	for range min(g.want-1, 8) {
		last = likeliest(logits, mask, last)
		if last < 0 {
			return
		}
		score := logits[last] - norm
		if logProb+float64(score) < floor {
			return
		}
		g.pushed++
		heap.Push(&g.paths, path{
			tokens:   append(slices.Clone(g.tokens), uint16(last)),
			scores:   append(slices.Clone(g.scores), score),
			logProb:  logProb + float64(score),
			sequence: g.pushed,
		})
	}
}

// goTo takes the session back to where it agrees with a path's tokens.
func (g *search) goTo(tokens []uint16) {
	have := g.s.tokens[g.start:]
	n := 0
	for n < len(have) && n+1 < len(tokens) && have[n] == tokens[n] {
		n++
	}
	g.s.Rewind(g.start + n)
}

// likeliest is the token in mask with the highest score, among those that come
// after the token before in the order of scores, of equal ones the smallest;
// or -1. A negative token before is none.
func likeliest(logits []float32, mask Mask, before int) int {
	best := -1
	for t, l := range logits {
		if best >= 0 && l <= logits[best] {
			continue
		}
		if before >= 0 && (l > logits[before] || l == logits[before] && t <= before) {
			continue
		}
		if mask.Has(uint16(t)) {
			best = t
		}
	}
	return best
}

// paths is a heap, the likeliest path first.
type paths []path

func (p paths) Len() int { return len(p) }
func (p paths) Less(i, j int) bool {
	if p[i].logProb != p[j].logProb {
		return p[i].logProb > p[j].logProb
	}
	return p[i].sequence < p[j].sequence
}
func (p paths) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *paths) Push(x any)   { *p = append(*p, x.(path)) }
func (p *paths) Pop() any {
	old := *p
	x := old[len(old)-1]
	*p = old[:len(old)-1]
	return x
}
