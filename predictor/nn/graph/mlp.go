package graph

import (
	"github.com/nlpodyssey/spago/mat"

	"augur/predictor/nn/kernel"
)

// mlp is the second half of a block: y = x + (silu(h Wg^T) * h Wu^T) Wd^T
// with h = norm(x). In the last block its rows are only those that predict.
type mlp struct {
	*worker
	*Layer
	p    packedLayer
	last bool
	x    mat.Tensor  // [R][D]
	out  *array      // [R][D]
	inv  []float32   // [R]
	h    kernel.Half // [R][D]: norm(x)
	gu   kernel.Half // [R][2*F]: gate, up
	act  kernel.Half // [R][F]
}

// newMLP's grad is the memory of the gradient of x, which that of the output shares.
func newMLP(k *worker, i int, x mat.Tensor, grad []float32) *mlp {
	c, r := k.config, k.rows
	return &mlp{
		worker: k, Layer: k.model.Layers[i], p: k.packed.layers[i], last: i == c.Layers-1, x: x,
		out: newArray(make([]float32, r*c.HiddenSize), grad, r, c.HiddenSize),
		inv: make([]float32, r),
		h:   make(kernel.Half, r*c.HiddenSize),
		gu:  make(kernel.Half, r*2*c.FeedForward),
		act: make(kernel.Half, r*c.FeedForward),
	}
}

func (m *mlp) Operands() []mat.Tensor {
	return []mat.Tensor{m.x, m.MLPNorm, m.GateUp, m.Down}
}

func (m *mlp) count() int {
	if m.last {
		return len(m.in.hid)
	}
	return m.in.n
}

func (m *mlp) Forward() (mat.Tensor, error) {
	c, n, x := m.config, m.count(), of(m.x).data
	kernel.RMSNorm(x, of(m.MLPNorm).data, n, float32(c.NormEps), m.h, m.inv)
	m.p.gateUp.mulT(m.h, m.wide, n, false)
	kernel.SwiGLU(m.wide, n, c.FeedForward, m.gu, m.act)
	copy(m.out.data, x[:n*c.HiddenSize])
	m.p.down.mulT(m.act, m.out.data, n, true)
	return m.out, nil
}

func (m *mlp) Backward(mat.Tensor) error {
	c, n, d := m.config, m.count(), m.config.HiddenSize
	dyHalf := m.half2
	kernel.Convert(m.out.sum, d, n, d, dyHalf)
	m.addProduct(dyHalf, d, m.act, c.FeedForward, n, of(m.Down).sum)
	dAct := m.narrow
	m.p.down.mul(dyHalf, dAct, n)
	dgu := m.half
	kernel.SwiGLUGrad(m.gu, dAct, n, c.FeedForward, dgu)
	m.addProduct(dgu, 2*c.FeedForward, m.h, d, n, of(m.GateUp).sum)
	dh := m.narrow
	m.p.gateUp.mul(dgu, dh, n)
	kernel.RMSNormGrad(of(m.x).data, of(m.MLPNorm).data, m.inv, dh, n, of(m.x).sum, of(m.MLPNorm).sum)
	accumulated(m.MLPNorm, m.GateUp, m.Down, m.x)
	return nil
}
