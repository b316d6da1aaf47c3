package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

func tiny() nn.Config {
	c := nn.NewConfig(37)
	c.HiddenSize, c.Layers, c.Heads, c.KVHeads, c.HeadDim, c.FeedForward, c.MaxPositions = 32, 2, 2, 1, 32, 64, 64
	return c
}

func options() Options {
	return Options{Workers: 2, RowLen: 64, Beta1: 0.9, Beta2: 0.97, ClipNorm: 1}
}

// rowOf builds a row; each function is its source's length and then the
// prompt's and answer's length of each query.
func rowOf(rng *rand.Rand, vocab int, fns ...[]int) Row {
	var r Row
	put := func(n, fn, qi, pos, task int) {
		for i := range n {
			r.Tok = append(r.Tok, uint16(rng.IntN(vocab)))
			r.Fn = append(r.Fn, uint16(fn))
			r.Qi = append(r.Qi, uint16(qi))
			r.Pos = append(r.Pos, uint16(pos+i))
			r.Task = append(r.Task, uint16(task))
		}
	}
	for f, lens := range fns {
		put(lens[0], f+1, 0, 0, 0)
		for q := 1; q < len(lens); q += 2 {
			put(lens[q], f+1, q, lens[0], 0)
			put(lens[q+1], f+1, q, lens[0]+lens[q], 1+q%3)
		}
	}
	put(3, 0, 0, 0, 0)
	return r
}

// TestGradients compares the gradients with finite differences.
func TestGradients(t *testing.T) {
	defer kernel.Use("")
	if err := kernel.Use("portable"); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	w := nn.RandomWeights(tiny(), 1)
	for _, x := range w.Tensors() {
		for i := range x.Data {
			x.Data[i] += float32(0.1 * rng.NormFloat64())
		}
	}
	o := options()
	o.TaskWeights = []float64{1, 0.5, 2}
	e, err := newEngine(w, o)
	if err != nil {
		t.Fatal(err)
	}
	row := rowOf(rng, 37, []int{11, 3, 2, 2, 5, 1, 1}, []int{0, 2, 3}, []int{9, 2, 4})
	k := e.workers[0]
	loss := func() float64 {
		e.refresh()
		if err := k.in.set(row, w.Config, o.RowLen, o.TaskWeights); err != nil {
			t.Fatal(err)
		}
		k.forward()
		var sum float64
		for i, l := range k.in.loss {
			sum += float64(l) * float64(k.in.wt[i])
		}
		return sum
	}
	loss()
	if err := k.backward(); err != nil {
		t.Fatal(err)
	}
	// The second pass must not see anything of the first.
	for _, p := range k.model.params() {
		p.ZeroGrad()
	}
	loss()
	if err := k.backward(); err != nil {
		t.Fatal(err)
	}
	const h = 1e-2
	for n, p := range k.model.params() {
		a := of(p)
		var dot, want, norm float64
		dir := make([]float32, len(a.data))
		for trial := range 4 {
			dot, norm = 0, 0
			for i := range dir {
				dir[i] = float32(rng.NormFloat64())
				norm += float64(dir[i] * dir[i])
			}
			for i := range dir {
				dir[i] *= float32(1 / math.Sqrt(norm))
				dot += float64(dir[i] * a.sum[i])
			}
			was := append([]float32(nil), a.data...)
			shift := func(by float32) float64 {
				for i := range dir {
					a.data[i] = was[i] + by*dir[i]
				}
				return loss()
			}
			want = (8*(shift(h)-shift(-h)) - (shift(2*h) - shift(-2*h))) / (12 * h)
			copy(a.data, was)
			if math.Abs(dot-want) > 2e-3*(1+math.Abs(want)) {
				t.Errorf("parameter %d %v, direction %d: gradient %g, finite difference %g", n, a.Shape(), trial, dot, want)
			}
		}
	}
}

func TestQueriesDoNotSeeEachOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	v, err := NewEvaluator(nn.RandomWeights(tiny(), 1), options())
	if err != nil {
		t.Fatal(err)
	}
	row := rowOf(rng, 37, []int{9, 3, 2, 3, 2}, []int{7, 2, 2})
	losses := func() []float32 {
		if _, err := v.Eval([]Row{row}); err != nil {
			t.Fatal(err)
		}
		return append([]float32(nil), v.e.workers[0].in.loss...)
	}
	v.e.workers = v.e.workers[:1]
	before := losses()
	row.Tok[10]++ // in the first query's prompt
	after := losses()
	for i := range before {
		if changed := before[i] != after[i]; changed != (i < 2) {
			t.Errorf("target %d: changed is %v", i, changed)
		}
	}
	row.Tok[1]++ // in the first source
	after = losses()
	for i := range before {
		if changed := before[i] != after[i]; changed != (i < 4) {
			t.Errorf("target %d: changed is %v after the source changed", i, changed)
		}
	}
}

func TestOverfit(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	rows := []Row{
		rowOf(rng, 37, []int{11, 3, 2, 2, 5}, []int{9, 2, 4}),
		rowOf(rng, 37, []int{20, 3, 4, 2, 1}),
		rowOf(rng, 37, []int{5, 3, 3}, []int{8, 3, 3}),
	}
	tr, err := NewTrainer(nn.RandomWeights(tiny(), 3), nil, options())
	if err != nil {
		t.Fatal(err)
	}
	var info StepInfo
	for range 150 {
		if info, err = tr.Step(rows, 3e-3, 0.05); err != nil {
			t.Fatal(err)
		}
	}
	for i, x := range info.Tasks {
		if x.Exact != x.Answers || x.Loss/float64(max(1, x.Tokens)) > 0.1 {
			t.Errorf("task %d is not learnt: %+v", i+1, x)
		}
	}
	v, err := NewEvaluator(tr.Average, options())
	if err != nil {
		t.Fatal(err)
	}
	got, err := v.Eval(rows)
	if err != nil {
		t.Fatal(err)
	}
	var all Task
	for _, x := range got.Tasks {
		all.Answers += x.Answers
		all.Exact += x.Exact
	}
	if all.Answers != 7 || all.Exact != 7 {
		t.Errorf("averaged weights: %d of %d answers exact, want 7 of 7", all.Exact, all.Answers)
	}
}

func TestRefusedRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	v, err := NewEvaluator(nn.RandomWeights(tiny(), 3), options())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		edit func(r *Row)
		want string
	}{
		{"token", func(r *Row) { r.Tok[2] = 37 }, "outside the model"},
		{"position", func(r *Row) { r.Pos[2] = 64 }, "outside the model"},
		{"target in a source", func(r *Row) { r.Task[2] = 1 }, "nothing before it"},
		{"query without a prompt", func(r *Row) { r.Task[8], r.Task[9] = 1, 1 }, "nothing before it"},
		{"split query", func(r *Row) { r.Qi[9] = 3; r.Task[9], r.Task[10] = 0, 0 }, "two places"},
		{"split function", func(r *Row) { r.Fn[3] = 2 }, "two places"},
		{"source after a query", func(r *Row) { r.Qi[12], r.Task[12], r.Task[13] = 0, 0, 0 }, "two places"},
		{"padding inside", func(r *Row) { r.Fn[3] = 0 }, "padding"},
		{"uneven", func(r *Row) { r.Pos = r.Pos[:3] }, "uneven"},
		{"long", func(r *Row) { *r = rowOf(rng, 37, []int{60, 1, 1}) }, "where 64 fit"},
	} {
		row := rowOf(rng, 37, []int{8, 2, 3, 2, 2})
		c.edit(&row)
		if _, err := v.Eval([]Row{row}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestStepWithoutTargets(t *testing.T) {
	tr, err := NewTrainer(nn.RandomWeights(tiny(), 3), nil, options())
	if err != nil {
		t.Fatal(err)
	}
	row := rowOf(rand.New(rand.NewPCG(5, 5)), 37, []int{8})
	if _, err := tr.Step([]Row{row}, 1e-3, 0); err == nil || !strings.Contains(err.Error(), "target") {
		t.Errorf("Step = %v", err)
	}
}

// BenchmarkStep trains the usual model on rows as full as real ones are.
func BenchmarkStep(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	c := nn.NewConfig(1500)
	var rows []Row
	tokens := 0
	for range 16 {
		r := rowOf(rng, 1500, []int{120, 20, 10, 25, 12, 20, 8, 20, 20}, []int{100, 20, 15, 30, 5, 20, 10, 34, 20})
		rows = append(rows, r)
		tokens += len(r.Tok) - 3
	}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			o := options()
			o.Workers, o.RowLen = workers, 512
			tr, err := NewTrainer(nn.RandomWeights(c, 1), nil, o)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tr.Step(rows, 1e-3, 0.01); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(tokens*b.N)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}
