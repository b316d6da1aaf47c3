package graph

import (
	"github.com/nlpodyssey/spago/mat"

	"augur/predictor/nn/kernel"
)

// embedding looks up the tokens: x[i] = E[tok[i]].
type embedding struct {
	*worker
	out *array // [R][D]
}

func newEmbedding(k *worker) *embedding { return &embedding{worker: k, out: k.streamArray()} }

func (e *embedding) Operands() []mat.Tensor { return []mat.Tensor{e.model.Embed} }

func (e *embedding) Forward() (mat.Tensor, error) {
	d, w := e.config.HiddenSize, of(e.model.Embed).data
	for i := range e.in.n {
		t := int(e.in.row.Tok[i])
		copy(e.out.data[i*d:][:d], w[t*d:][:d])
	}
	return e.out, nil
}

func (e *embedding) Backward(mat.Tensor) error {
	d, g := e.config.HiddenSize, of(e.model.Embed).sum
	for i := range e.in.n {
		t := int(e.in.row.Tok[i])
		kernel.Add(g[t*d:][:d], e.out.sum[i*d:][:d])
	}
	accumulated(e.model.Embed)
	return nil
}

// gather takes the rows that predict an answer's token.
type gather struct {
	*worker
	x   mat.Tensor // [R][D]
	out *array     // [M][D] of [R][D]
}

func newGather(k *worker, x mat.Tensor) *gather {
	d := k.config.HiddenSize
	return &gather{worker: k, x: x, out: newArray(make([]float32, k.rows*d), make([]float32, k.rows*d), k.rows, d)}
}

func (g *gather) Operands() []mat.Tensor { return []mat.Tensor{g.x} }

func (g *gather) Forward() (mat.Tensor, error) {
	d, x := g.config.HiddenSize, of(g.x).data
	for i, r := range g.in.hid {
		copy(g.out.data[i*d:][:d], x[int(r)*d:][:d])
	}
	return g.out, nil
}

func (g *gather) Backward(mat.Tensor) error {
	d, dx := g.config.HiddenSize, of(g.x).sum
	clear(dx)
	for i, r := range g.in.hid {
		copy(dx[int(r)*d:][:d], g.out.sum[i*d:][:d])
	}
	accumulated(g.x)
	return nil
}
