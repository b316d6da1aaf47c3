package nn

import (
	"fmt"
	"math"

	"augur/predictor/nn/kernel"
)

// chunk is how many tokens are passed through the model at a time.
const chunk = 64

// A Session is a sequence of tokens on its way through a model, with the keys
// and values of all of them kept. Going back to an earlier length is free, so
// many questions about one source cost the source once. A Session is for one
// goroutine at a time.
type Session struct {
	m      *Model
	tokens []uint16
	cache  []kernel.Cache     // [L]
	fresh  bool               // logits belong to the last token
	look   func(block, n int) // is shown the queries and keys of n tokens; may be nil

	// Scratch, for N = chunk rows.
	x       []float32    // [N][D]: the residual stream
	q, k, v []float32    // [N][H*A], [N][G*A], [N][G*A]
	mixed   []float32    // [N][H*A]
	gate    []float32    // [N][F]
	up      []float32    // [N][F]
	bytes   kernel.Bytes // [N][max(D, H*A, F)]
	scratch []float32    // [max(P, F)]
	hidden  []float32    // [capacity][D]: what each token left in the stream
	logits  []float32    // [V]
}

// NewSession starts an empty sequence with room for n tokens, at most the
// model's positions.
func (m *Model) NewSession(n int) *Session {
	c := m.config
	n = max(1, min(n, c.MaxPositions))
	q, k, wide := c.Heads*c.HeadDim, c.KVHeads*c.HeadDim, max(c.HiddenSize, c.Heads*c.HeadDim, c.FeedForward)
	s := &Session{
		m:       m,
		tokens:  make([]uint16, 0, n),
		x:       make([]float32, chunk*c.HiddenSize),
		q:       make([]float32, chunk*q),
		k:       make([]float32, chunk*k),
		v:       make([]float32, chunk*k),
		mixed:   make([]float32, chunk*q),
		gate:    make([]float32, chunk*c.FeedForward),
		up:      make([]float32, chunk*c.FeedForward),
		bytes:   kernel.Bytes{Data: make([]int8, chunk*wide), Scale: make([]float32, chunk)},
		scratch: make([]float32, max(c.MaxPositions+16, c.FeedForward)),
		hidden:  make([]float32, n*c.HiddenSize),
		logits:  make([]float32, c.VocabSize),
	}
	for range c.Layers {
		s.cache = append(s.cache, kernel.NewCache(c.KVHeads, c.HeadDim, n))
	}
	return s
}

// Model is the model that the session runs on.
func (s *Session) Model() *Model { return s.m }

// Len is the number of tokens in the sequence, and a mark to go back to.
func (s *Session) Len() int { return len(s.tokens) }

// Room is how many more tokens fit.
func (s *Session) Room() int { return cap(s.tokens) - len(s.tokens) }

// Rewind goes back to the first n tokens.
func (s *Session) Rewind(n int) {
	if n < 0 || n > len(s.tokens) {
		panic(fmt.Sprintf("nn: rewind to %d of %d tokens", n, len(s.tokens)))
	}
	if n < len(s.tokens) {
		s.tokens, s.fresh = s.tokens[:n], false
	}
}

// Prime makes tokens the whole sequence. What the sequence already begins with
// is kept.
func (s *Session) Prime(tokens []uint16) error {
	n := 0
	for n < len(tokens) && n < len(s.tokens) && tokens[n] == s.tokens[n] {
		n++
	}
	s.Rewind(n)
	return s.Append(tokens[n:]...)
}

// Append adds tokens to the sequence. It adds none when it fails.
func (s *Session) Append(tokens ...uint16) error {
	if len(tokens) > s.Room() {
		return fmt.Errorf("%d tokens do not fit after the session's %d of %d", len(tokens), s.Len(), cap(s.tokens))
	}
	for _, t := range tokens {
		if int(t) >= s.m.config.VocabSize {
			return fmt.Errorf("token %d is outside the model's vocabulary of %d", t, s.m.config.VocabSize)
		}
	}
	for len(tokens) > 0 {
		n := min(chunk, len(tokens))
		s.forward(tokens[:n])
		s.tokens = append(s.tokens, tokens[:n]...)
		tokens = tokens[n:]
		s.fresh = false
	}
	return nil
}

// forward passes n tokens through the blocks.
func (s *Session) forward(tokens []uint16) {
	c, m, n, pos := s.m.config, s.m, len(tokens), len(s.tokens)
	d, ha, ga, eps := c.HiddenSize, c.Heads*c.HeadDim, c.KVHeads*c.HeadDim, float32(c.NormEps)
	for i, t := range tokens {
		m.embed.Row(int(t), s.x[i*d:][:d])
	}
	qr := kernel.Rotary{Heads: c.Heads, HeadDim: c.HeadDim, Table: m.rope, Eps: eps, Scale: float32(1 / math.Sqrt(float64(c.HeadDim)))}
	kr := qr
	kr.Heads, kr.Scale = c.KVHeads, 1
	for i := range m.layers {
		l, cache := &m.layers[i], &s.cache[i]
		s.bytes.Norm(s.x, l.attnNorm, n, eps)
		l.qkv[0].Mul(s.bytes, n, s.q, false)
		l.qkv[1].Mul(s.bytes, n, s.k, false)
		l.qkv[2].Mul(s.bytes, n, s.v, false)
		qr.Weight, kr.Weight = l.qNorm, l.kNorm
		qr.Turn(s.q, ha, n, pos)
		kr.Turn(s.k, ga, n, pos)
		cache.Put(s.k, s.v, ga, n, pos)
		if s.look != nil {
			s.look(i, n)
		}
		cache.Attend(s.q, ha, n, c.Heads, pos, s.mixed, s.scratch)
		s.bytes.Quantise(s.mixed, n, ha)
		l.out.Mul(s.bytes, n, s.x, true)
		s.bytes.Norm(s.x, l.mlpNorm, n, eps)
		l.gate.Mul(s.bytes, n, s.gate, false)
		l.up.Mul(s.bytes, n, s.up, false)
		s.bytes.SwiGLU(s.gate, s.up, n, c.FeedForward, s.scratch)
		l.down.Mul(s.bytes, n, s.x, true)
	}
	copy(s.hidden[pos*d:], s.x[:n*d])
}

// Logits scores what token comes next; the result is valid until the session
// changes. The sequence must not be empty.
func (s *Session) Logits() []float32 {
	if s.fresh {
		return s.logits
	}
	d := s.m.config.HiddenSize
	s.bytes.Norm(s.hidden[(len(s.tokens)-1)*d:][:d], s.m.norm, 1, float32(s.m.config.NormEps))
	s.m.embed.Mul(s.bytes, 1, s.logits, false)
	s.fresh = true
	return s.logits
}
