package graph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

// TestTunerGradients compares the gradients of an adapter's factors with finite
// differences.
func TestTunerGradients(t *testing.T) {
	defer kernel.Use("")
	if err := kernel.Use("portable"); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	base := nn.RandomWeights(tiny(), 1)
	a := nn.NewAdapter(base.Config, 3, 1)
	for i := range a.Layers {
		for j := range a.Layers[i] {
			for k := range a.Layers[i][j].Up {
				a.Layers[i][j].Up[k] = float32(0.1 * rng.NormFloat64())
			}
		}
	}
	o := options()
	o.Workers = 1
	tn, err := NewTuner(base, a, o)
	if err != nil {
		t.Fatal(err)
	}
	k := tn.trainer.e.workers[0]
	row := rowOf(rng, 37, []int{11, 3, 2, 2, 5}, []int{9, 2, 4})
	loss := func() float64 {
		tn.compose()
		if err := k.in.set(row, base.Config, o.RowLen, nil); err != nil {
			t.Fatal(err)
		}
		k.forward()
		var sum float64
		for _, l := range k.in.loss {
			sum += float64(l)
		}
		return sum
	}
	loss()
	if err := k.backward(); err != nil {
		t.Fatal(err)
	}
	const h = 1e-2
	for n, f := range tn.factors {
		f.gradients(a.Rank)
		for _, x := range []struct{ data, grad []float32 }{{f.Up, of(f.up).sum}, {f.Down, of(f.down).sum}} {
			var dot, norm float64
			dir := make([]float32, len(x.data))
			for i := range dir {
				dir[i] = float32(rng.NormFloat64())
				norm += float64(dir[i] * dir[i])
			}
			for i := range dir {
				dir[i] *= float32(1 / math.Sqrt(norm))
				dot += float64(dir[i] * x.grad[i])
			}
			was := slices.Clone(x.data)
			shift := func(by float32) float64 {
				for i := range dir {
					x.data[i] = was[i] + by*dir[i]
				}
				return loss()
			}
			want := (8*(shift(h)-shift(-h)) - (shift(2*h) - shift(-2*h))) / (12 * h)
			copy(x.data, was)
			if math.Abs(dot-want) > 2e-3*(1+math.Abs(want)) {
				t.Errorf("factor of matrix %d: gradient %g, finite difference %g", n, dot, want)
			}
		}
	}
}

// A Tuner learns rows by heart and leaves the weights below its adapter alone.
func TestTunerOverfits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	rows := []Row{rowOf(rng, 37, []int{11, 3, 2, 2, 5}, []int{9, 2, 4}), rowOf(rng, 37, []int{20, 3, 4, 2, 1})}
	base := nn.RandomWeights(tiny(), 3)
	for i := range base.Embed {
		base.Embed[i] *= 15 // what comes out is tied to it, and stays as it is
	}
	before := nn.NewWeights(base.Config)
	before.Copy(base)
	tn, err := NewTuner(base, nn.NewAdapter(base.Config, 16, 1), options())
	if err != nil {
		t.Fatal(err)
	}
	var first, last StepInfo
	for i := range 300 {
		if last, err = tn.Step(rows, 1e-2); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = last
		}
	}
	if a, b := total(first), total(last); b > a/4 {
		t.Errorf("the loss went from %g to %g", a, b)
	}
	for i, x := range base.Tensors() {
		if !slices.Equal(x.Data, before.Tensors()[i].Data) {
			t.Errorf("%s changed", x.Name)
		}
	}
	v, err := NewEvaluator(tn.Weights, options())
	if err != nil {
		t.Fatal(err)
	}
	got, err := v.Eval(rows)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(total(StepInfo{Stats: got})-total(last)) > total(last) {
		t.Errorf("the weights have loss %g, the last step had %g", total(StepInfo{Stats: got}), total(last))
	}
}

func total(s StepInfo) (sum float64) {
	for _, t := range s.Tasks {
		sum += t.Loss
	}
	return sum
}
