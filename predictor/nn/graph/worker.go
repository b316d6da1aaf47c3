package graph

import (
	"github.com/nlpodyssey/spago/ag"
	"github.com/nlpodyssey/spago/mat"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

// A worker runs rows, one at a time, through a graph of its own. Its buffers
// are for R rows, the most that a Row may have.
type worker struct {
	config nn.Config
	model  *Model
	packed *packedModel
	rows   int
	rope   []float32 // [P][A]
	in     input
	ops    []*ag.Operator // in order; the last one is the loss
	scratch
}

// scratch is what an operator needs only while it runs.
type scratch struct {
	wide      []float32    // [R][max(2F, QKV, D)], logits [R][V]
	half      kernel.Half  // as wide
	half2     kernel.Half  // [R][D or H*A]
	left      kernel.Panel // as wide, transposed
	right     kernel.Panel // [R][max(F, D, H*A)]
	narrow    []float32    // [R][max(F, D, H*A)]
	attention []uint32
	stream    []float32 // [R][D]: the gradient of the residual stream
}

// newWorker builds the graph of w for rows of up to rows tokens.
func newWorker(w *nn.Weights, p *packedModel, rope []float32, rows int) *worker {
	c := w.Config
	d, ha := c.HiddenSize, c.Heads*c.HeadDim
	logits := (c.VocabSize + kernel.NR - 1) / kernel.NR * kernel.NR
	wide := max(2*c.FeedForward, c.QKV(), logits)
	narrow := max(c.FeedForward, d, ha)
	padded := rows + kernel.NR
	k := &worker{config: c, model: newModel(w), packed: p, rows: rows, rope: rope}
	k.scratch = scratch{
		wide:      make([]float32, rows*wide),
		half:      make(kernel.Half, rows*wide),
		half2:     make(kernel.Half, rows*max(d, ha)),
		left:      make(kernel.Panel, padded*wide),
		right:     make(kernel.Panel, padded*narrow),
		narrow:    make([]float32, rows*narrow),
		attention: make([]uint32, k.attentionOf().ScratchLen(rows)),
		stream:    make([]float32, rows*d),
	}
	x := k.add(newEmbedding(k))
	for i := range c.Layers {
		x = k.add(newAttention(k, i, x))
		grad := k.stream
		if i == c.Layers-1 {
			// Only what predicts an answer goes on from here.
			g := newGather(k, x)
			x, grad = k.add(g), g.out.sum
		}
		x = k.add(newMLP(k, i, x, grad))
	}
	k.add(newLoss(k, x))
	return k
}

func (k *worker) add(f ag.AutoGradFunction) mat.Tensor {
	o := ag.NewOperator(f)
	k.ops = append(k.ops, o)
	return o
}

func (k *worker) attentionOf() kernel.Attention {
	return kernel.Attention{Heads: k.config.Heads, KVHeads: k.config.KVHeads, HeadDim: k.config.HeadDim, Spans: k.in.sp, Segments: k.in.sg}
}

// forward computes the losses of the row in k.in.
func (k *worker) forward() {
	for _, o := range k.ops {
		o.Run()
	}
}

// backward adds the gradients of the last forward pass to the parameters'.
func (k *worker) backward() error {
	for _, o := range k.ops {
		o.ZeroGrad()
	}
	return ag.Backward(k.ops[len(k.ops)-1])
}

// streamArray is a place for a value of the residual stream. All such values
// share the memory of one gradient: an operator reads the gradient of its
// output there before it adds to it what makes it that of its input.
func (k *worker) streamArray() *array {
	d := k.config.HiddenSize
	return newArray(make([]float32, k.rows*d), k.stream, k.rows, d)
}

// addProduct adds dy^T x to a weight's gradient; dy is [n][out], x is [n][in].
func (k *worker) addProduct(dy kernel.Half, out int, x kernel.Half, in, n int, grad []float32) {
	kernel.Pack(dy, out, n, out, kernel.MR, k.left)
	kernel.Pack(x, in, n, in, kernel.NR, k.right)
	kernel.MulT(k.left, k.right, grad, in, out, in, n)
}

// mulT sets y to x w^T, or adds that; x is [n][in].
func (p *packed) mulT(x kernel.Half, y []float32, n int, acc bool) {
	kernel.Mul(x, p.in, p.forward, y, p.out, n, p.out, p.in, acc)
}

// mul sets dx to dy w; dy is [n][out].
func (p *packed) mul(dy kernel.Half, dx []float32, n int) {
	kernel.Mul(dy, p.out, p.back, dx, p.in, n, p.in, p.out, false)
}
