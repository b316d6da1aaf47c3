package graph

import (
	"math"
	"sync"

	spago "github.com/nlpodyssey/spago/nn"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

// adamW is a strategy for spaGO's optimizer: Adam with decay decoupled from
// the gradient, in one pass over the memory of each parameter. spaGO's own
// makes a dozen passes, scales the decay by the bias correction, and keeps no
// average of the weights.
//
// spaGO's Optimize returns while goroutines are still at work on parameters,
// and an error that comes then would be sent on a closed channel. So pending
// counts the parameters still to be done, and OptimizeParams never fails.
type adamW struct {
	beta1, beta2, eps, decay float64
	step                     int
	rate, clip, average      float64 // of this step
	pending                  sync.WaitGroup
}

// moments is the optimizer's state of one parameter.
type moments struct {
	m, v, average []float32
	decays        bool
}

// A State is what the optimizer remembers between steps.
type State struct {
	Step    int
	M, V    *nn.Weights // moments of the gradient
	Average *nn.Weights // exponential average of the weights
}

func newState(w *nn.Weights) *State {
	s := &State{M: nn.NewWeights(w.Config), V: nn.NewWeights(w.Config), Average: nn.NewWeights(w.Config)}
	s.Average.Copy(w)
	return s
}

// attach hands each parameter its part of the state.
func (s *State) attach(m *Model) {
	ms, vs, as := newModel(s.M).params(), newModel(s.V).params(), newModel(s.Average).params()
	for i, p := range m.params() {
		a := of(p)
		matrix := p != m.Embed && a.Shape()[1] > 1
		p.State = &moments{m: of(ms[i]).data, v: of(vs[i]).data, average: of(as[i]).data, decays: matrix}
	}
}

// OptimizeParams makes the step for one parameter.
func (o *adamW) OptimizeParams(p *spago.Param) error {
	defer o.pending.Done()
	s, a := p.State.(*moments), of(p)
	k := kernel.Adam{
		Rate: float32(o.rate), Beta1: float32(o.beta1), Beta2: float32(o.beta2), Eps: float32(o.eps),
		M1:   float32(1 / (1 - math.Pow(o.beta1, float64(o.step)))),
		M2:   float32(1 / (1 - math.Pow(o.beta2, float64(o.step)))),
		Clip: float32(o.clip), Average: float32(o.average),
	}
	if s.decays {
		k.Decay = float32(o.decay)
	}
	k.Step(a.data, a.sum, s.m, s.v, s.average)
	p.ZeroGrad()
	return nil
}
