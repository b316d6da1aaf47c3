package graph

import (
	"fmt"
	"math"

	spago "github.com/nlpodyssey/spago/nn"
	"github.com/nlpodyssey/spago/optimizers"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

// A Tuner fits a low-rank adapter to rows and leaves the weights below it alone.
//
// The graph is that of the Trainer: before a step its weights are W + Up Down,
// and after it the gradients of the two factors come of that of the product,
// dUp = dW Down^T and dDown = Up^T dW. So no operator knows of adapters.
type Tuner struct {
	Adapter *nn.Adapter
	// Weights are those with the adapter, as they are after the last step.
	Weights *nn.Weights

	base    *nn.Weights
	trainer *Trainer // of Weights; its own optimizer is not used
	adam    *adamW
	optim   *optimizers.Optimizer
	factors []factor
	step    int
}

// A factor is a matrix of the adapter's pairs with the gradient it is due.
type factor struct {
	*nn.LowRank
	weight   *spago.Param // of which they are a change
	up, down *spago.Param
}

// NewTuner makes a Tuner of an adapter over base, which it does not change.
func NewTuner(base *nn.Weights, a *nn.Adapter, o Options) (*Tuner, error) {
	w := nn.NewWeights(base.Config)
	w.Copy(base)
	e, err := newEngine(w, o)
	if err != nil {
		return nil, err
	}
	t := &Tuner{
		Adapter: a, Weights: w, base: base, trainer: &Trainer{e: e},
		adam: &adamW{beta1: o.Beta1, beta2: o.Beta2, eps: 1e-8, decay: o.Decay},
	}
	var params []*spago.Param
	for i, layer := range e.workers[0].model.Layers {
		for j, weight := range []*spago.Param{layer.QKV, layer.Out, layer.GateUp, layer.Down} {
			l := &a.Layers[i][j]
			f := factor{l, weight, newParam(l.Up, l.Out, a.Rank), newParam(l.Down, a.Rank, l.In)}
			for _, p := range []*spago.Param{f.up, f.down} {
				n := len(of(p).data)
				p.State = &moments{m: make([]float32, n), v: make([]float32, n), average: make([]float32, n), decays: true}
				params = append(params, p)
			}
			t.factors = append(t.factors, f)
		}
	}
	t.optim = optimizers.New(spago.StreamParams(params), t.adam)
	t.compose()
	return t, nil
}

// compose gives the graph the weights with the adapter.
func (t *Tuner) compose() {
	t.Adapter.Compose(t.Weights, t.base)
	t.trainer.e.refresh()
}

// Step makes one step of learning on rows.
func (t *Tuner) Step(rows []Row, rate float64) (StepInfo, error) {
	stats, err := t.trainer.e.run(rows, true)
	info := StepInfo{Stats: stats}
	if err != nil {
		return info, err
	}
	weight := stats.Weight()
	if weight == 0 {
		return info, fmt.Errorf("a batch without a single target")
	}
	t.trainer.collect()
	var square float64
	for _, f := range t.factors {
		f.gradients(t.Adapter.Rank)
		square += kernel.SumSquares(of(f.up).sum) + kernel.SumSquares(of(f.down).sum)
	}
	for _, p := range t.trainer.e.workers[0].model.params() {
		p.ZeroGrad()
	}
	info.GradNorm = math.Sqrt(square) / weight
	if math.IsNaN(info.GradNorm) || math.IsInf(info.GradNorm, 0) {
		return info, fmt.Errorf("the gradient is not finite at step %d", t.step)
	}
	t.step++
	t.adam.step, t.adam.rate, t.adam.clip = t.step, rate, 1/weight
	if c := t.trainer.e.opts.ClipNorm; c > 0 && info.GradNorm > c {
		t.adam.clip *= c / info.GradNorm
	}
	t.adam.pending.Add(2 * len(t.factors))
	if err := t.optim.Optimize(); err != nil {
		return info, err
	}
	t.adam.pending.Wait()
	t.compose()
	return info, nil
}

// gradients sets the gradients of the factors from that of their product.
func (f factor) gradients(rank int) {
	dw, dUp, dDown := of(f.weight).sum, of(f.up).sum, of(f.down).sum
	for i := range f.Out {
		row := dw[i*f.In : (i+1)*f.In]
		for r := range rank {
			down, u := f.Down[r*f.In:(r+1)*f.In], f.Up[i*rank+r]
			into := dDown[r*f.In : (r+1)*f.In]
			var dot float32
			for j, g := range row {
				dot += g * down[j]
				into[j] += u * g
			}
			dUp[i*rank+r] += dot
		}
	}
	f.up.AccGrad(of(f.up).grad)
	f.down.AccGrad(of(f.down).grad)
}
