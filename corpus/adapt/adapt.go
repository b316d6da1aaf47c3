// Package adapt fits Augur to one project: it records what the project's
// functions do while its tests run, keeps what was seen, and fits a small
// adapter of the transformer to it.
//
// It is the one part of Augur that runs a user's code. Only augur adapt uses
// it, and only with the user's consent.
package adapt

import (
	"context"
	"fmt"
	"os"
	"time"

	"augur/corpus/dataset"
	"augur/predictor/adapted"
	"augur/predictor/observed"
	"augur/predictor/oracle"
	"augur/predictor/weights"
)

// Options say how long a run may take and who hears of it.
type Options struct {
	Record time.Duration // for the project's tests
	Learn  time.Duration
	// Progress is told how far a stage has come, from 0 to 1.
	Progress func(stage string, done float64, detail string)
	// Report is told of what went wrong without ending the run.
	Report func(error)
}

// A Task is the held-out accuracy of one kind of question.
type Task struct {
	Name          string
	Answers       int
	Before, After int // answers that are right
}

// A Result is what came of a run.
type Result struct {
	*adapted.Entry
	Tasks []Task
	// TooLittle is set where nothing could be learnt; what was recorded is kept.
	TooLittle bool
}

// Run runs the plan's tests and keeps what comes of it in place of what was kept
// for the project before. If it fails or is cancelled nothing changes.
func Run(ctx context.Context, p *Plan, o Options) (*Result, error) {
	final, err := adapted.New(p.Project)
	if err != nil {
		return nil, err
	}
	e, err := final.Stage()
	if err != nil {
		return nil, err
	}
	defer e.Discard()
	e.Python = fmt.Sprintf("%s (%s)", p.Python, p.Version)
	work, err := os.MkdirTemp("", "augur-adapt-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	records, err := recordInto(ctx, p, e, work, o)
	if err != nil {
		return nil, err
	}
	r := &Result{Entry: e}
	if err := learn(ctx, r, records, work, o); err != nil {
		return nil, err
	}
	e.Made = time.Now().Truncate(time.Second)
	return r, e.Publish()
}

// recordInto runs the tests and fills the store of an entry.
func recordInto(ctx context.Context, p *Plan, e *adapted.Entry, work string, o Options) ([]*dataset.Record, error) {
	var failed []error
	report := func(err error) {
		failed = append(failed, err)
		o.Report(err)
	}
	progress := func(done, total int, what string) {
		o.Progress("record", float64(done)/float64(total), what)
	}
	files, err := p.record(ctx, work, o.Record, progress, report)
	if err != nil {
		return nil, err
	}
	w, err := observed.Create(e.Observed())
	if err != nil {
		return nil, err
	}
	var records []*dataset.Record
	for _, f := range files {
		err := dataset.Read(f, func(r *dataset.Record) error {
			records = append(records, r)
			return keep(w, r)
		})
		if err != nil {
			w.Close()
			return nil, fmt.Errorf("keep what was recorded: %w", err)
		}
	}
	e.Functions, e.Calls, e.Values = w.Functions(), w.Calls, w.Lines
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("keep what was recorded: %w", err)
	}
	if len(records) == 0 {
		if len(failed) > 0 {
			return nil, fmt.Errorf("nothing was recorded: %w", failed[0])
		}
		return nil, fmt.Errorf("nothing was recorded: the tests call no function of %s", p.Project)
	}
	return records, nil
}

// learn fits the adapter and keeps it if it helps on functions held out.
func learn(ctx context.Context, r *Result, records []*dataset.Record, work string, o Options) error {
	q, err := split(records, work)
	if err == errTooLittle {
		r.TooLittle = true
		return nil
	}
	if err != nil {
		return err
	}
	o.Progress("learn", 0, "measuring")
	before, err := measure(weights.Model, q.held)
	if err != nil {
		return err
	}
	a, steps, err := tune(ctx, q, o.Learn, func(done float64, step int, loss float64) {
		o.Progress("learn", done, fmt.Sprintf("step %d, loss %.3f", step, loss))
	})
	if err != nil {
		return err
	}
	o.Progress("learn", 1, "measuring")
	merged, err := oracle.Merge(a)
	if err != nil {
		return err
	}
	after, err := measure(merged, q.held)
	if err != nil {
		return err
	}
	r.Steps, r.Trained, r.Weights = steps, q.trained, oracle.WeightsHash()
	r.Before, r.Held = exact(before)
	r.After, _ = exact(after)
	for i, t := range before.Tasks {
		if t.Answers > 0 {
			r.Tasks = append(r.Tasks, Task{taskName(i), t.Answers, t.Exact, after.Tasks[i].Exact})
		}
	}
	if r.Kept = r.After > r.Before; !r.Kept {
		return nil
	}
	return save(r.Adapter(), a)
}
