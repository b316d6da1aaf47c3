package graph

import (
	"github.com/nlpodyssey/spago/mat"

	"augur/predictor/nn/kernel"
)

// loss is the weighted cross entropy of the answers' tokens, with the tied
// output layer: logits = norm(x) E^T. The gradient of the logits replaces
// them in the forward pass.
type loss struct {
	*worker
	x     mat.Tensor  // [M][D]
	out   *array      // [1]
	inv   []float32   // [M]
	h     kernel.Half // [M][D]: norm(x)
	grads kernel.Half // [M][ld]
	ld    int         // V, rounded up
}

func newLoss(k *worker, x mat.Tensor) *loss {
	ld := (k.config.VocabSize + kernel.NR - 1) / kernel.NR * kernel.NR
	return &loss{
		worker: k, x: x, ld: ld,
		out:   newArray(make([]float32, 1), make([]float32, 1), 1, 1),
		inv:   make([]float32, k.rows),
		h:     make(kernel.Half, k.rows*k.config.HiddenSize),
		grads: make(kernel.Half, k.rows*ld),
	}
}

func (l *loss) Operands() []mat.Tensor {
	return []mat.Tensor{l.x, l.model.Norm, l.model.Embed}
}

func (l *loss) Forward() (mat.Tensor, error) {
	c, in := l.config, &l.in
	m, e := len(in.hid), l.packed.embed
	kernel.RMSNorm(of(l.x).data, of(l.model.Norm).data, m, float32(c.NormEps), l.h, l.inv)
	logits := l.wide
	kernel.Mul(l.h, e.in, e.forward, logits, l.ld, m, e.out, e.in, false)
	kernel.CrossEntropy(logits, l.ld, e.out, in.want, in.wt, in.loss, in.best)
	kernel.Convert(logits, l.ld, m, l.ld, l.grads)
	l.out.data[0] = 0
	for i, x := range in.loss {
		l.out.data[0] += x * in.wt[i]
	}
	return l.out, nil
}

func (l *loss) Backward(mat.Tensor) error {
	c, m, e := l.config, len(l.in.hid), l.packed.embed
	kernel.Pack(l.grads, l.ld, m, e.out, kernel.MR, l.left)
	kernel.Pack(l.h, e.in, m, e.in, kernel.NR, l.right)
	kernel.MulT(l.left, l.right, of(l.model.Embed).sum, e.in, e.out, e.in, m)
	dh := l.narrow
	kernel.Mul(l.grads, l.ld, e.back, dh, e.in, m, e.in, e.out, false)
	dx := of(l.x).sum
	clear(dx[:m*c.HiddenSize])
	kernel.RMSNormGrad(of(l.x).data, of(l.model.Norm).data, l.inv, dh, m, dx, of(l.model.Norm).sum)
	accumulated(l.model.Norm, l.model.Embed, l.x)
	return nil
}
