package graph

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	spago "github.com/nlpodyssey/spago/nn"
	"github.com/nlpodyssey/spago/optimizers"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

// Options say how a Trainer or an Evaluator works.
type Options struct {
	Workers int // rows worked on at a time
	RowLen  int // the most tokens in a row

	// The rest is for training only.
	TaskWeights  []float64 // of tasks 1, 2, …; 1 for tasks beyond
	Beta1, Beta2 float64
	Decay        float64 // decoupled weight decay of the matrices
	ClipNorm     float64 // the most that the gradient's norm may be
}

// An engine runs rows through the graphs of several workers at once.
type engine struct {
	weights *nn.Weights
	packed  *packedModel
	workers []*worker
	opts    Options
}

func newEngine(w *nn.Weights, o Options) (*engine, error) {
	if err := w.Config.Check(); err != nil {
		return nil, err
	}
	if o.Workers < 1 || o.RowLen < 2 {
		return nil, fmt.Errorf("%d workers with rows of %d tokens: both must be positive", o.Workers, o.RowLen)
	}
	e := &engine{weights: w, packed: newPackedModel(w), opts: o}
	rope := w.Config.RopeTable(w.Config.MaxPositions)
	for range o.Workers {
		e.workers = append(e.workers, newWorker(w, e.packed, rope, o.RowLen))
	}
	e.refresh()
	return e, nil
}

// each runs f for 0 to n-1, on all workers at once. A worker takes the next
// number when it is free, so sums over workers may differ in their rounding.
func (e *engine) each(n int, f func(k *worker, i int) error) error {
	var next atomic.Int64
	errs := make([]error, len(e.workers))
	var wg sync.WaitGroup
	for w, k := range e.workers {
		wg.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				errs[w] = f(k, i)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// refresh packs the weights again after they changed.
func (e *engine) refresh() {
	ps := e.packed.all()
	e.each(len(ps), func(_ *worker, i int) error {
		ps[i].refresh()
		return nil
	})
}

// run passes rows forward and, for training, back.
func (e *engine) run(rows []Row, train bool) (Stats, error) {
	stats := make([]Stats, len(rows))
	err := e.each(len(rows), func(k *worker, i int) error {
		if err := k.in.set(rows[i], e.weights.Config, e.opts.RowLen, e.opts.TaskWeights); err != nil {
			return fmt.Errorf("row %d of the batch: %w", i, err)
		}
		k.forward()
		k.in.count(&stats[i])
		if train && len(k.in.hid) > 0 {
			return k.backward()
		}
		return nil
	})
	var sum Stats
	for _, s := range stats {
		sum.Add(s)
	}
	return sum, err
}

// An Evaluator measures weights on rows.
type Evaluator struct{ e *engine }

// NewEvaluator makes an Evaluator of w.
func NewEvaluator(w *nn.Weights, o Options) (*Evaluator, error) {
	e, err := newEngine(w, o)
	if err != nil {
		return nil, err
	}
	return &Evaluator{e}, nil
}

// Eval measures the weights on rows.
func (v *Evaluator) Eval(rows []Row) (Stats, error) { return v.e.run(rows, false) }

// Refresh must be called after the weights changed.
func (v *Evaluator) Refresh() { v.e.refresh() }

// A Trainer fits weights to rows.
type Trainer struct {
	*State
	e     *engine
	adam  *adamW
	optim *optimizers.Optimizer
}

// NewTrainer makes a Trainer that changes w as it learns. A nil state starts afresh.
func NewTrainer(w *nn.Weights, s *State, o Options) (*Trainer, error) {
	e, err := newEngine(w, o)
	if err != nil {
		return nil, err
	}
	if s == nil {
		s = newState(w)
	}
	m := e.workers[0].model
	s.attach(m)
	t := &Trainer{State: s, e: e, adam: &adamW{beta1: o.Beta1, beta2: o.Beta2, eps: 1e-8, decay: o.Decay}}
	t.optim = optimizers.New(spago.StreamParams(m.params()), t.adam)
	return t, nil
}

// A StepInfo says what one step did.
type StepInfo struct {
	Stats
	GradNorm float64 // before clipping
}

// Step makes one step of learning on rows: the loss is the mean over the
// answers' tokens, by their weights. average is by how much the averaged
// weights move towards the new ones.
func (t *Trainer) Step(rows []Row, rate, average float64) (StepInfo, error) {
	stats, err := t.e.run(rows, true)
	info := StepInfo{Stats: stats}
	if err != nil {
		return info, err
	}
	weight := stats.Weight()
	if weight == 0 {
		return info, fmt.Errorf("a batch without a single target")
	}
	square := t.collect()
	info.GradNorm = math.Sqrt(square) / weight
	if math.IsNaN(info.GradNorm) || math.IsInf(info.GradNorm, 0) {
		return info, fmt.Errorf("the gradient is not finite at step %d: lower the learning rate", t.State.Step)
	}
	t.State.Step++
	t.adam.step, t.adam.rate, t.adam.average = t.State.Step, rate, average
	t.adam.clip = 1 / weight
	if t.e.opts.ClipNorm > 0 && info.GradNorm > t.e.opts.ClipNorm {
		t.adam.clip *= t.e.opts.ClipNorm / info.GradNorm
	}
	for _, p := range t.e.workers[0].model.params() {
		if p.HasGrad() {
			t.adam.pending.Add(1)
		}
	}
	if err := t.optim.Optimize(); err != nil {
		return info, err
	}
	t.adam.pending.Wait()
	t.e.refresh()
	return info, nil
}

// collect adds the gradients of all workers to the first one's, which the
// optimizer sees, and returns the sum of their squares.
func (t *Trainer) collect() float64 {
	first := t.e.workers[0].model.params()
	squares := make([]float64, len(first))
	others := make([][]*spago.Param, 0, len(t.e.workers))
	for _, k := range t.e.workers[1:] {
		others = append(others, k.model.params())
	}
	t.e.each(len(first), func(_ *worker, i int) error {
		for _, o := range others {
			if o[i].HasGrad() {
				first[i].AccGrad(o[i].Grad())
				o[i].ZeroGrad()
			}
		}
		squares[i] = kernel.SumSquares(of(first[i]).sum)
		return nil
	})
	var sum float64
	for _, s := range squares {
		sum += s
	}
	return sum
}
