// Package graph trains the transformer of package nn on spaGO: its weights are
// spaGO parameters, a forward pass is a chain of spaGO operators, one for each
// half of a block, and spaGO's automatic differentiation and optimizer loop
// drive them. The operators work on whole matrices with the kernels of
// package kernel and keep their buffers from one pass to the next.
package graph

import (
	"github.com/nlpodyssey/spago/mat"
	"github.com/nlpodyssey/spago/nn"

	"augur/predictor/nn/kernel"
)

// An array is a spaGO matrix that keeps the memory of its gradient, where
// mat.Dense allocates it for every pass. An operator that has already written
// to that memory passes the gradient itself to AccGrad.
type array struct {
	*mat.Dense[float32]
	data  []float32
	grad  *mat.Dense[float32]
	sum   []float32 // of grad
	has   bool
	param bool // operators add to the gradient of a parameter, and set others
}

// newArray wraps data and the memory of its gradient, both [rows][cols].
func newArray(data, grad []float32, rows, cols int) *array {
	dense := func(x []float32) *mat.Dense[float32] {
		return mat.NewDense[float32](mat.WithShape(rows, cols), mat.WithBacking(x))
	}
	return &array{Dense: dense(data), data: data, grad: dense(grad), sum: grad}
}

// newParam wraps data as a parameter with a gradient of its own.
func newParam(data []float32, rows, cols int) *nn.Param {
	p := nn.NewParam(mat.Scalar[float32](0))
	a := newArray(data, make([]float32, len(data)), rows, cols)
	a.param = true
	p.ReplaceValue(a)
	return p.WithGrad(true)
}

// of is the array behind a parameter or an operator's result.
func of(t mat.Tensor) *array { return t.Value().(*array) }

func (a *array) Value() mat.Tensor { return a }

func (a *array) Grad() mat.Tensor {
	if !a.has {
		return nil
	}
	return a.grad
}

func (a *array) HasGrad() bool { return a.has }

func (a *array) ZeroGrad() {
	a.has = false
	if a.param {
		clear(a.sum)
	}
}

func (a *array) AccGrad(g mat.Tensor) {
	switch own := g == mat.Tensor(a.grad); {
	case own:
	case a.has:
		kernel.Add(a.sum, g.Data().F32())
	default:
		copy(a.sum, g.Data().F32())
	}
	a.has = true
}

// accumulated tells spaGO that the gradients have been added to in place. The
// operator's input comes last: the operator before it may start at once.
func accumulated(ts ...mat.Tensor) {
	for _, t := range ts {
		t.AccGrad(of(t).grad)
	}
}
