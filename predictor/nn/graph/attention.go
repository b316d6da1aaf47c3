package graph

import (
	"math"

	"github.com/nlpodyssey/spago/mat"

	"augur/predictor/nn/kernel"
)

// attention is the first half of a block: y = x + attend(norm(x)) Wo^T.
type attention struct {
	*worker
	*Layer
	p     packedLayer
	x     mat.Tensor  // [R][D]
	out   *array      // [R][D]
	inv   []float32   // [R]
	h     kernel.Half // [R][D]: norm(x)
	qkv   []float32   // [R][QKV], before the norm of queries and keys
	qInv  []float32   // [R][H]
	kInv  []float32   // [R][G]
	q     kernel.Half // [R][H*A], turned and scaled
	k     kernel.Half // [R][G*A], turned
	v     kernel.Half // [R][G*A]
	probs kernel.Half // see kernel.Attention
	mixed kernel.Half // [R][H*A]
}

func newAttention(w *worker, i int, x mat.Tensor) *attention {
	c, r := w.config, w.rows
	return &attention{
		worker: w, Layer: w.model.Layers[i], p: w.packed.layers[i], x: x,
		out:   w.streamArray(),
		inv:   make([]float32, r),
		h:     make(kernel.Half, r*c.HiddenSize),
		qkv:   make([]float32, r*c.QKV()),
		qInv:  make([]float32, r*c.Heads),
		kInv:  make([]float32, r*c.KVHeads),
		q:     make(kernel.Half, r*c.Heads*c.HeadDim),
		k:     make(kernel.Half, r*c.KVHeads*c.HeadDim),
		v:     make(kernel.Half, r*c.KVHeads*c.HeadDim),
		probs: make(kernel.Half, w.attentionOf().ProbsLen(r)),
		mixed: make(kernel.Half, r*c.Heads*c.HeadDim),
	}
}

func (a *attention) Operands() []mat.Tensor {
	return []mat.Tensor{a.x, a.AttnNorm, a.QKV, a.QNorm, a.KNorm, a.Out}
}

// rotaries says how queries and keys are turned; queries also carry the
// scale of the scores.
func (a *attention) rotaries() (q, k kernel.Rotary) {
	c := a.config
	q = kernel.Rotary{Heads: c.Heads, HeadDim: c.HeadDim, Pos: a.in.row.Pos[:a.in.n], Table: a.rope, Weight: of(a.QNorm).data, Eps: float32(c.NormEps), Scale: float32(1 / math.Sqrt(float64(c.HeadDim)))}
	k = q
	k.Heads, k.Weight, k.Scale = c.KVHeads, of(a.KNorm).data, 1
	return q, k
}

func (a *attention) Forward() (mat.Tensor, error) {
	c, n, x := a.config, a.in.n, of(a.x).data
	w, ha, ga := c.QKV(), c.Heads*c.HeadDim, c.KVHeads*c.HeadDim
	kernel.RMSNorm(x, of(a.AttnNorm).data, n, float32(c.NormEps), a.h, a.inv)
	a.p.qkv.mulT(a.h, a.qkv, n, false)
	rq, rk := a.rotaries()
	rq.Rope(a.qkv, w, a.q, a.qInv)
	rk.Rope(a.qkv[ha:], w, a.k, a.kInv)
	kernel.Convert(a.qkv[ha+ga:], w, n, ga, a.v)
	mixed := a.narrow[:n*ha]
	a.attentionOf().Forward(a.q, a.k, a.v, a.probs, mixed, a.scratch.attention)
	kernel.Convert(mixed, ha, n, ha, a.mixed)
	copy(a.out.data, x[:n*c.HiddenSize])
	a.p.out.mulT(a.mixed, a.out.data, n, true)
	return a.out, nil
}

func (a *attention) Backward(mat.Tensor) error {
	c, n, d := a.config, a.in.n, a.config.HiddenSize
	w, ha, ga := c.QKV(), c.Heads*c.HeadDim, c.KVHeads*c.HeadDim
	dy := a.out.sum
	dyHalf, dMixedHalf := a.half, a.half2
	kernel.Convert(dy, d, n, d, dyHalf)
	a.addProduct(dyHalf, d, a.mixed, ha, n, of(a.Out).sum)
	dMixed := a.narrow
	a.p.out.mul(dyHalf, dMixed, n)
	kernel.Convert(dMixed, ha, n, ha, dMixedHalf)
	dqkv := a.wide[:n*w]
	clear(dqkv)
	a.attentionOf().Grad(a.q, a.k, a.v, dMixedHalf, a.probs, dqkv, dqkv[ha:], dqkv[ha+ga:], w, a.scratch.attention)
	rq, rk := a.rotaries()
	rq.Grad(a.qkv, w, a.qInv, dqkv, w, of(a.QNorm).sum)
	rk.Grad(a.qkv[ha:], w, a.kInv, dqkv[ha:], w, of(a.KNorm).sum)
	dqkvHalf := a.half
	kernel.Convert(dqkv, w, n, w, dqkvHalf)
	a.addProduct(dqkvHalf, w, a.h, d, n, of(a.QKV).sum)
	dh := a.narrow
	a.p.qkv.mul(dqkvHalf, dh, n)
	// dy is also the gradient of x through the residual connection.
	kernel.RMSNormGrad(of(a.x).data, of(a.AttnNorm).data, a.inv, dh, n, of(a.x).sum, of(a.AttnNorm).sum)
	accumulated(a.AttnNorm, a.QKV, a.QNorm, a.KNorm, a.Out, a.x)
	return nil
}
