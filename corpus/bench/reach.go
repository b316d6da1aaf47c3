package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"augur/analysis/reach"
	"augur/analysis/timeline"
	"augur/predictor/forecast"
)

// found is one answer, written out so that CPython can check it.
type found struct {
	ID         string  `json:"id"`
	Call       string  `json:"call,omitempty"`
	Line       int     `json:"line,omitempty"`
	Goal       string  `json:"goal"`
	Exception  string  `json:"exception,omitempty"`
	Returns    string  `json:"returns,omitempty"`
	Provenance string  `json:"provenance,omitempty"`
	Proved     bool    `json:"proved_unreachable,omitempty"`
	BlockedBy  string  `json:"blocked_by,omitempty"`
	Tried      int     `json:"tried"`
	MS         float64 `json:"ms"`
	Witness    string  `json:"witness,omitempty"` // the shortest known, for comparison only

	Code string `json:"code,omitempty"`
	Repo string `json:"repo,omitempty"`
	Path string `json:"path,omitempty"`
}

// Inputs scores inverse questions: arguments with which f returns a value.
func Inputs(ctx context.Context, o Options) (*Report, error) {
	return search(ctx, "inputs", o, func(it *item) ([]reach.Query, []found) {
		if it.Code == "" {
			return nil, nil
		}
		return []reach.Query{{Function: "f", Goal: reach.Returns, Returns: it.Output}},
			[]found{{Goal: "returns", Returns: it.Output, Witness: "f(" + it.Input + ")"}}
	})
}

// Reach scores questions for inputs that reach a line or raise there.
func Reach(ctx context.Context, o Options) (*Report, error) {
	return search(ctx, "reach", o, func(it *item) ([]reach.Query, []found) {
		var qs []reach.Query
		var fs []found
		ask := func(line int, goal reach.Goal, exception, witness string) {
			qs = append(qs, reach.Query{Function: it.Function, Goal: goal, Line: line, Exception: exception})
			fs = append(fs, found{Line: line, Goal: string(goal), Exception: exception, Witness: witness})
		}
		switch {
		case it.RaiseLine > 0:
			ask(it.RaiseLine, reach.Raise, it.Exception, it.CallExpr)
		case it.TargetLine > 0:
			witness := ""
			for _, w := range it.WitnessCalls {
				if witness == "" || len(w) < len(witness) {
					witness = w
				}
			}
			ask(it.TargetLine, reach.Line, "", witness)
		case it.Code != "":
			it.Function = "f"
			for _, line := range it.Unexecuted {
				ask(line, reach.Line, "", "")
			}
		}
		return qs, fs
	})
}

// search runs the questions of each item. The witnesses of an item are never
// looked at before an answer is fixed.
func search(ctx context.Context, name string, o Options, ask func(*item) ([]reach.Query, []found)) (*Report, error) {
	items, err := readItems(o.Data)
	if err != nil {
		return nil, err
	}
	if err := joinCode(items, o.Sources); err != nil {
		return nil, err
	}
	if o.Limit > 0 && len(items) > o.Limit {
		items = items[:o.Limit]
	}
	if o.Engine == "" {
		o.Engine = forecast.Hybrid
	}
	s := &scorer{report: Report{Bench: name, Engine: o.Engine}}
	var out *os.File
	if o.Answers != "" {
		if out, err = os.Create(o.Answers); err != nil {
			return nil, err
		}
		defer out.Close()
	}
	start := time.Now()
	for i := range items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		it := &items[i]
		f, path, ok := it.source(o.Root)
		if !ok {
			s.report.Skipped++
			continue
		}
		qs, fs := ask(it)
		for j, q := range qs {
			q.File, q.Path = f, path
			q.Budget = o.Budget
			forecast.PrepareReach(&q, o.Engine)
			if !o.Examples {
				q.Examples = nil
			}
			t := time.Now()
			r, err := reach.Find(ctx, q)
			ms := float64(time.Since(t).Microseconds()) / 1000
			a := &fs[j]
			a.ID, a.Code, a.Repo, a.Path, a.MS = it.ID, it.Code, it.Repo, it.Path, ms
			s.report.Items++
			s.times = append(s.times, ms)
			var got answer
			if err != nil {
				a.BlockedBy = err.Error()
			} else {
				a.Tried, a.BlockedBy, a.Proved = r.Tried, r.BlockedBy, r.Unreachable
				if r.Unreachable {
					s.report.Unreachable++
				}
				if len(r.Inputs) > 0 {
					in := r.Inputs[0]
					a.Call, a.Provenance = in.Call, string(in.Provenance)
					got = answer{repr: in.Call, known: true, predicted: in.Provenance != timeline.Computed, p: 1}
				} else if r.Closest != "" {
					a.BlockedBy += "; closest: " + r.Closest
				}
			}
			got.why = a.BlockedBy
			want := a.Returns
			if a.Goal != "returns" {
				want = fmt.Sprintf("%s %d", a.Goal, a.Line)
			}
			s.add(it, got, got.known, want)
			if out != nil {
				line, err := json.Marshal(a)
				if err != nil {
					return nil, err
				}
				if _, err := fmt.Fprintf(out, "%s\n", line); err != nil {
					return nil, err
				}
			}
		}
		if o.Progress != nil {
			o.Progress(i+1, len(items))
		}
	}
	return s.finish(o, start)
}

// joinCode gives items without a source the one of the item of the same id in
// another file.
func joinCode(items []item, path string) error {
	if path == "" {
		return nil
	}
	others, err := readItems(path)
	if err != nil {
		return err
	}
	code := map[string]string{}
	for _, it := range others {
		code[it.ID] = it.Code
	}
	for i := range items {
		if items[i].Code == "" {
			items[i].Code = code[items[i].ID]
		}
	}
	return nil
}
