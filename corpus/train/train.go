package train

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"augur/predictor/nn"
	"augur/predictor/nn/exchange"
	"augur/predictor/nn/graph"
)

// Files that a run leaves in its folder.
const (
	CheckpointFile = "checkpoint.safetensors" // weights, moments, average and progress
	WeightsFile    = "model.safetensors"      // averaged weights, as float32
	QuantisedFile  = "model.int8.safetensors" // those with eight bits, to be embedded
	LogFile        = "log.csv"
)

// progressKey names a checkpoint's progress in its metadata.
const progressKey = "progress"

// progress is how far a run has come.
type progress struct {
	Step     int     `json:"step"`
	Tokens   int     `json:"tokens"`
	Seconds  float64 `json:"seconds"`
	Position int     `json:"position"` // in the endless sequence of rows
	Rows     int     `json:"rows"`     // of an epoch, to notice other data
}

// Run trains until the end that c sets or until ctx ends, which also leaves a
// checkpoint. It reports to w: on one screen where that is a terminal, else a
// line at a time.
func Run(ctx context.Context, c Config, w io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	r, err := start(c, w)
	if err != nil {
		return err
	}
	defer r.data.close()
	err = r.loop(ctx)
	if e := r.journal.close(); err == nil {
		err = e
	}
	return err
}

// A run is training under way.
type run struct {
	Config
	progress
	journal *journal
	data    *dataset
	val     []held
	weights *nn.Weights
	trainer *graph.Trainer
	judge   *graph.Evaluator // of the averaged weights
	began   time.Time        // less the seconds of earlier runs
}

type held struct {
	name string
	rows []graph.Row
}

func start(c Config, w io.Writer) (*run, error) {
	data, err := openData(c.Data, c.Seed)
	if err != nil {
		return nil, err
	}
	r := &run{Config: c, data: data}
	if err := r.prepare(w); err != nil {
		data.close()
		return nil, err
	}
	return r, nil
}

func (r *run) prepare(w io.Writer) error {
	for _, v := range r.Val {
		rows, err := spread(v.Path, r.data, r.ValRows)
		if err != nil {
			return err
		}
		r.val = append(r.val, held{v.Name, rows})
	}
	state, err := r.load()
	if err != nil {
		return err
	}
	if v := r.data.header().Vocab; r.weights.Config.VocabSize != v {
		return fmt.Errorf("weights for a vocabulary of %d do not go with shards of %d", r.weights.Config.VocabSize, v)
	}
	o := graph.Options{
		Workers: r.Workers, RowLen: r.data.header().RowLen,
		TaskWeights: r.TaskWeights, Beta1: r.Beta1, Beta2: r.Beta2, Decay: r.Decay, ClipNorm: r.ClipNorm,
	}
	if r.trainer, err = graph.NewTrainer(r.weights, state, o); err != nil {
		return err
	}
	if r.judge, err = graph.NewEvaluator(r.trainer.Average, o); err != nil {
		return err
	}
	if r.journal, err = openJournal(r.Config, filepath.Join(r.Out, LogFile), w); err != nil {
		return err
	}
	c := r.weights.Config
	r.journal.note("%d parameters, %d rows of %d tokens, vocabulary %d, step %d", c.Parameters(), len(r.data.index), r.data.header().RowLen, c.VocabSize, r.Step)
	r.began = time.Now().Add(-time.Duration(r.Seconds * float64(time.Second)))
	return nil
}

// load sets the weights and, when resuming, the progress.
func (r *run) load() (*graph.State, error) {
	switch {
	case r.Resume:
		sets, meta, err := nn.LoadWeights(filepath.Join(r.Out, CheckpointFile), "", "m", "v", "average")
		if err != nil {
			return nil, fmt.Errorf("resume: %w", err)
		}
		if err := json.Unmarshal([]byte(meta[progressKey]), &r.progress); err != nil {
			return nil, fmt.Errorf("resume: the checkpoint's progress: %w", err)
		}
		if r.Rows != len(r.data.index) {
			// Other data: begin it at the start of an epoch not yet seen.
			r.Position = (r.Step*r.BatchRows/len(r.data.index) + 1) * len(r.data.index)
		}
		r.weights = sets[""]
		return &graph.State{Step: r.Step, M: sets["m"], V: sets["v"], Average: sets["average"]}, nil
	case r.Init != "":
		b, err := exchange.Read(r.Init)
		if err != nil {
			return nil, err
		}
		r.weights = b.Weights
		return nil, nil
	}
	c := r.Model
	c.VocabSize = r.data.header().Vocab
	if err := c.Check(); err != nil {
		return nil, err
	}
	r.weights = nn.RandomWeights(c, r.Seed)
	return nil, nil
}

// done is how much of the run is over, from 0 to 1.
func (r *run) done() float64 {
	var d float64
	if r.Config.Tokens > 0 {
		d = float64(r.progress.Tokens) / float64(r.Config.Tokens)
	}
	if r.Duration > 0 {
		d = max(d, r.Seconds/r.Duration.Seconds())
	}
	return min(d, 1)
}

func (r *run) loop(ctx context.Context) error {
	var rows []graph.Row
	var since graph.Stats
	lap, saved := time.Now(), time.Now()
	for r.done() < 1 && ctx.Err() == nil {
		var err error
		if rows, err = r.data.read(r.Position, r.BatchRows, rows); err != nil {
			return err
		}
		rate := r.rate(r.Step, r.done())
		info, err := r.trainer.Step(rows, rate, r.average(r.Step))
		if err != nil {
			return err
		}
		r.Step++
		r.Position += len(rows)
		r.progress.Tokens += info.Stats.Tokens
		r.Seconds = time.Since(r.began).Seconds()
		since.Add(info.Stats)
		if r.Step%r.LogEvery == 0 {
			at := moment{r.progress, r.done(), float64(since.Tokens) / time.Since(lap).Seconds(), rate, info.GradNorm}
			r.journal.report(at, trainSet, since)
			since, lap = graph.Stats{}, time.Now()
		}
		if r.Step%r.ValEvery == 0 {
			if err := r.validate(rate); err != nil {
				return err
			}
			lap = time.Now()
		}
		if r.CheckpointEvery > 0 && time.Since(saved) > r.CheckpointEvery {
			if err := r.save(); err != nil {
				return err
			}
			saved, lap = time.Now(), time.Now()
		}
	}
	if err := r.validate(0); err != nil {
		return err
	}
	if err := r.save(); err != nil {
		return err
	}
	r.journal.note("saved %s at step %d", r.Out, r.Step)
	return ctx.Err()
}

// validate reports on the averaged weights.
func (r *run) validate(rate float64) error {
	r.judge.Refresh()
	for _, v := range r.val {
		start := time.Now()
		s, err := r.judge.Eval(v.rows)
		if err != nil {
			return fmt.Errorf("validation set %s: %w", v.name, err)
		}
		r.journal.report(moment{r.progress, r.done(), float64(s.Tokens) / time.Since(start).Seconds(), rate, 0}, v.name, s)
	}
	return nil
}

func (r *run) save() error {
	r.Rows = len(r.data.index)
	p, err := json.Marshal(r.progress)
	if err != nil {
		return err
	}
	t := r.trainer
	meta := map[string]string{progressKey: string(p), "tokenizer": strconv.FormatUint(r.data.header().Fingerprint, 16)}
	if err := nn.SaveWeights(filepath.Join(r.Out, WeightsFile), meta, map[string]*nn.Weights{"": t.Average}); err != nil {
		return err
	}
	if err := nn.SaveQuantised(filepath.Join(r.Out, QuantisedFile), meta, t.Average); err != nil {
		return err
	}
	return nn.SaveWeights(filepath.Join(r.Out, CheckpointFile), meta, map[string]*nn.Weights{"": r.weights, "m": t.M, "v": t.V, "average": t.Average})
}
