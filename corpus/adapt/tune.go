package adapt

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"time"

	"augur/corpus/dataset"
	"augur/corpus/pack"
	"augur/predictor/nn"
	"augur/predictor/nn/graph"
	"augur/predictor/oracle"
	"augur/predictor/token"
	"augur/predictor/weights"
)

// The recipe.
const (
	rank      = 8
	rowLen    = 512
	batchRows = 4
	rate      = 1e-2
	warmUp    = 10
	passes    = 6 // over the questions at most
	decay     = 0.01
	heldPart  = 5 // one function in so many is held out
)

// mix is how many questions are taken of each function, as of real ones in
// training; those held out are asked as they were recorded.
var (
	mix     = dataset.Mix{Lines: 6, Values: 6, Calls: 3, Varied: 2}
	heldMix = dataset.Mix{Lines: 6, Values: 6, Calls: 3}
)

// questions are what the adapter learns from and what it is measured on.
type questions struct {
	train, held []graph.Row
	trained     int // questions
}

// errTooLittle says that there is too little to learn from and to measure.
var errTooLittle = errors.New("too little was recorded to learn from")

// split makes the questions of records. A fifth of the functions is held out,
// and so is every question that is asked about functions of both parts.
func split(records []*dataset.Record, dir string) (*questions, error) {
	v, err := token.Decode(weights.Tokenizer)
	if err != nil {
		return nil, err
	}
	bench, err := dataset.LoadBenchmarks(nil)
	if err != nil {
		return nil, err
	}
	by := map[string][]*dataset.Record{}
	var names []string
	for _, r := range records {
		n := r.Path + " " + r.Qual
		if by[n] == nil {
			names = append(names, n)
		}
		by[n] = append(by[n], r)
	}
	slices.SortFunc(names, func(a, b string) int {
		if x, y := order(a), order(b); x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return 0
	})
	held := len(names) / heldPart
	b := dataset.NewBuilder(v, bench, rowLen)
	q := &questions{}
	for _, part := range []struct {
		name  string
		names []string
		mix   dataset.Mix
		rows  *[]graph.Row
	}{{"train", names[held:], mix, &q.train}, {"held", names[:held], heldMix, &q.held}} {
		var groups []pack.Group
		var c dataset.Counts
		for _, n := range part.names {
			for _, r := range by[n] {
				groups = append(groups, b.Add(r, part.mix, false, &c)...)
			}
		}
		if len(groups) == 0 {
			return nil, errTooLittle
		}
		if part.name == "train" {
			for _, n := range c.Items {
				q.trained += n
			}
		}
		prefix := filepath.Join(dir, part.name)
		if _, _, err := b.Write(prefix, groups, 0, 1); err != nil {
			return nil, err
		}
		if *part.rows, err = readRows(prefix + ".augp"); err != nil {
			return nil, err
		}
	}
	return q, nil
}

func order(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

func readRows(path string) ([]graph.Row, error) {
	r, err := pack.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	rows := make([]graph.Row, r.Rows)
	for i := range rows {
		row := pack.NewRow(r.RowLen)
		if err := r.Read(i, row); err != nil {
			return nil, err
		}
		rows[i] = graph.Row(*row)
	}
	return rows, nil
}

// options are those of one core.
func options() graph.Options {
	return graph.Options{Workers: 1, RowLen: rowLen, Beta1: 0.9, Beta2: 0.97, Decay: decay, ClipNorm: 1}
}

// measure tells how well weights as they ship answer rows.
func measure(model []byte, rows []graph.Row) (graph.Stats, error) {
	w, _, err := nn.ParseWeights(model, nil)
	if err != nil {
		return graph.Stats{}, err
	}
	v, err := graph.NewEvaluator(w, options())
	if err != nil {
		return graph.Stats{}, err
	}
	return v.Eval(rows)
}

// tune fits an adapter to the questions, until the time is over or it has seen
// them often enough.
func tune(ctx context.Context, q *questions, limit time.Duration, progress func(done float64, step int, loss float64)) (*nn.Adapter, int, error) {
	base, _, err := nn.ParseWeights(weights.Model, nil)
	if err != nil {
		return nil, 0, err
	}
	a := nn.NewAdapter(base.Config, rank, 1)
	t, err := graph.NewTuner(base, a, options())
	if err != nil {
		return nil, 0, err
	}
	batches := (len(q.train) + batchRows - 1) / batchRows
	steps := passes * batches
	start := time.Now()
	step := 0
	for ; step < steps; step++ {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		done := max(float64(step)/float64(steps), time.Since(start).Seconds()/limit.Seconds())
		if done >= 1 {
			break
		}
		i := step % batches * batchRows
		r := rate * (1 - done) * min(1, float64(step+1)/warmUp)
		info, err := t.Step(q.train[i:min(i+batchRows, len(q.train))], r)
		if err != nil {
			return nil, 0, err
		}
		var loss float64
		var tokens int
		for _, x := range info.Tasks {
			loss += x.Loss
			tokens += x.Tokens
		}
		progress(done, step, loss/float64(max(1, tokens)))
	}
	return a, step, nil
}

// exact is the part of the questions that are answered right.
func exact(s graph.Stats) (part float64, answers int) {
	right := 0
	for _, t := range s.Tasks {
		right += t.Exact
		answers += t.Answers
	}
	if answers == 0 {
		return 0, 0
	}
	return float64(right) / float64(answers), answers
}

// save writes an adapter for the shipped weights.
func save(path string, a *nn.Adapter) error {
	return nn.SaveAdapter(path, map[string]string{oracle.WeightsKey: oracle.WeightsHash()}, a)
}

// taskName names a task of the statistics, counted from 0.
func taskName(i int) string {
	names := []string{"line", "value", "input", "invert", "step", "back", "condition"}
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprint(i + 1)
}
