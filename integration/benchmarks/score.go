package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// report is what "augur bench --json" prints.
type report struct {
	Items     int
	Skipped   int
	Computed  struct{ Right, Wrong int }
	Predicted struct{ Right, Wrong int }
	Unknown   int
	Accuracy  float64
	ECE       float64
	Seconds   float64
	Each      struct{ P50, P95 float64 } `json:"ms_per_item"`

	Actions map[string]tally
	Kinds   map[string]tally `json:"into_statement_kinds"`
	Rolled  map[string]tally `json:"steps_rolled_out"`
	Traces  tally
	Inverse *inverse                   `json:"back_without_history"`
	Step    struct{ P50, P95 float64 } `json:"ms_per_step"`

	Loops, Recursion map[string]map[int]tally
	Back             map[string]inverse
	Lossy            map[string]inverse `json:"back_irreversible"`
}

type tally struct {
	Right, Total int
	Accuracy     float64
}

type inverse struct {
	Asked, Right, Sure int
	SureRight          int     `json:"sure_right"`
	MeanP              float64 `json:"mean_p"`
	ECE                float64
}

// bench runs one benchmark. The error says why there is no report.
func bench(ctx context.Context, o options, args ...string) (*report, error) {
	out, err := output(ctx, o.augur, append([]string{"bench"}, append(args, "--json")...)...)
	if err != nil {
		return nil, err
	}
	r := &report{}
	if err := json.Unmarshal([]byte(out), r); err != nil {
		return nil, fmt.Errorf("the report cannot be read: %w", err)
	}
	return r, nil
}

// file finds a file of data; the error says what is missing.
func file(dir, name string) (string, error) {
	if dir == "" {
		return "", fmt.Errorf("%s is missing: give its folder with --data", name)
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s is missing", name)
	}
	return path, nil
}

// bounded adds the limit that holds for an engine.
func (o options) bounded(engine string, args []string) []string {
	n := o.limit
	if engine == "neural" && o.neural > 0 && (n == 0 || o.neural < n) {
		n = o.neural
	}
	if n > 0 {
		args = append(args, "--limit", strconv.Itoa(n))
	}
	return append(args, "--engine", engine)
}

// run is one row of the table of known truth.
var runs = []struct {
	kind, data, sources string
	real                bool // needs the sources of projects
	engines             []string
}{
	{kind: "values", data: "cruxeval_dev.jsonl", engines: []string{"exact", "hybrid", "neural"}},
	{kind: "values", data: "humaneval_items.jsonl", engines: []string{"exact", "hybrid"}},
	{kind: "values", data: "gotchas_dev.jsonl", engines: []string{"exact", "hybrid"}},
	{kind: "values", data: "realworld_dev.jsonl", real: true, engines: []string{"exact", "hybrid"}},
	{kind: "raises", data: "realworld_raises_dev.jsonl", real: true, engines: []string{"exact", "hybrid"}},
	{kind: "inputs", data: "cruxeval_dev.jsonl", engines: []string{"exact", "hybrid"}},
	{kind: "reach", data: "cruxeval_coverage_dev.jsonl", sources: "cruxeval_dev.jsonl", engines: []string{"exact", "hybrid"}},
	{kind: "reach", data: "realworld_reach_dev.jsonl", real: true, engines: []string{"exact", "hybrid"}},
}

// known scores answers against known truth.
func known(ctx context.Context, d *document, o options) error {
	d.line("")
	d.line("## Answers")
	var rows [][]string
	for _, r := range runs {
		data, err := file(o.data, r.data)
		for _, engine := range r.engines {
			name := fmt.Sprintf("%s, %s, %s", r.kind, r.data, engine)
			args := []string{r.kind, "--data", data}
			switch {
			case err != nil:
				rows = append(rows, missing(name, err.Error()))
				continue
			case engine == "neural" && !o.slow:
				rows = append(rows, missing(name, "it takes long"))
				continue
			case r.real && o.root == "":
				rows = append(rows, missing(name, "the sources are missing: give --root"))
				continue
			case r.real:
				args = append(args, "--root", o.root)
			}
			if r.sources != "" {
				args = append(args, "--sources", filepath.Join(o.data, r.sources))
			}
			got, berr := bench(ctx, o, o.bounded(engine, args)...)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if berr != nil {
				rows = append(rows, missing(name, berr.Error()))
				continue
			}
			rows = append(rows, []string{
				name, count(got.Items), count(got.Skipped), count(got.Computed.Right), count(got.Computed.Wrong),
				count(got.Predicted.Right), count(got.Predicted.Wrong), count(got.Unknown), share(got.Accuracy), decimals(got.ECE),
				milliseconds(got.Each.P50), milliseconds(got.Each.P95),
			})
		}
	}
	d.table([]string{"benchmark, data, engine", "items", "skipped", "computed", "wrong", "predicted", "wrong", "unknown", "accuracy", "ECE", "ms, median", "ms, p95"}, rows)
	return nil
}

var actions = []string{"into", "over", "out", "continue", "back"}

// steps scores the states that a debugging session reaches.
func steps(ctx context.Context, d *document, o options) error {
	d.line("")
	d.line("## Steps")
	d.line("")
	d.line("Next-state exact match: line, depth and all variables. *Whole* traces agree in each step of each action.")
	var rows, rolled, kinds, backs [][]string
	var buckets []string
	for _, data := range []struct{ name, path string }{{"cruxeval_traces_dev.jsonl", ""}, {"held-out projects", o.traces}} {
		path, err := data.path, error(nil)
		switch {
		case data.name != "held-out projects":
			path, err = file(o.data, data.name)
		case path == "":
			err = fmt.Errorf("their traces are missing: give --traces")
		}
		for _, engine := range []string{"exact", "neural"} {
			name := data.name + ", " + engine
			if err == nil && engine == "neural" && !o.slow {
				rows = append(rows, missing(name, "it takes long"))
				continue
			}
			if err != nil {
				rows = append(rows, missing(name, err.Error()))
				continue
			}
			got, berr := bench(ctx, o, o.bounded(engine, []string{"steps", "--data", path})...)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if berr != nil {
				rows = append(rows, missing(name, berr.Error()))
				continue
			}
			row := []string{name, fmt.Sprintf("%d of %d", got.Traces.Right, got.Traces.Total)}
			for _, a := range actions {
				row = append(row, share(got.Actions[a].Accuracy))
			}
			rows = append(rows, append(row, decimals(got.ECE), milliseconds(got.Step.P50)))
			if engine == "exact" {
				continue
			}
			if buckets == nil {
				buckets = slices.Sorted(maps.Keys(got.Rolled))
			}
			row = []string{name}
			for _, b := range buckets {
				row = append(row, share(got.Rolled[b].Accuracy))
			}
			rolled = append(rolled, row)
			for _, k := range slices.Sorted(maps.Keys(got.Kinds)) {
				kinds = append(kinds, []string{data.name + ", " + k, count(got.Kinds[k].Total), share(got.Kinds[k].Accuracy)})
			}
			if i := got.Inverse; i != nil {
				backs = append(backs, inverseRow(name, *i))
			}
		}
	}
	d.table(append(append([]string{"traces, engine", "whole"}, actions...), "ECE", "ms a step"), rows)
	if rolled != nil {
		d.line("")
		d.line("By the number of steps rolled out from the first state, nothing put right on the way:")
		d.table(append([]string{"traces, engine"}, buckets...), rolled)
		d.line("")
		d.line("A step into the next line by the kind of statement that it runs, for the neural engine:")
		d.table([]string{"traces, kind", "steps", "right"}, kinds)
	}
	if backs != nil {
		d.line("")
		d.line("One statement back where there is no history, inferred by the model. *Sure* answers are likely enough to be shown.")
		d.table(inverseHead("traces, engine"), backs)
	}
	return nil
}

func inverseHead(what string) []string {
	return []string{what, "asked", "right", "sure", "sure and right", "mean p", "ECE"}
}

func inverseRow(name string, i inverse) []string {
	return []string{name, count(i.Asked), count(i.Right), count(i.Sure), count(i.SureRight), decimals(i.MeanP), decimals(i.ECE)}
}

// stress runs programs that are long or deep, and statements backwards.
func stress(ctx context.Context, d *document, o options) error {
	d.line("")
	d.line("## Long runs, deep runs, and what cannot be undone")
	if !o.slow {
		d.line("")
		d.line("Not run: it takes long.")
		return nil
	}
	for _, engine := range []string{"exact", "neural"} {
		got, err := bench(ctx, o, "steps", "--stress", "--engine", engine)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d.line("")
		if err != nil {
			d.line("Engine %s: not run, %s.", engine, err)
			continue
		}
		for _, part := range []struct {
			title string
			of    map[string]map[int]tally
		}{{"states at a loop's head that are right, by iterations", got.Loops}, {"frames of a recursion and its result that are right, by depth", got.Recursion}} {
			d.line("")
			d.line("Engine %s, %s:", engine, part.title)
			var rows [][]string
			var lengths []int
			for _, name := range slices.Sorted(maps.Keys(part.of)) {
				lengths = slices.Sorted(maps.Keys(part.of[name]))
				row := []string{name}
				for _, n := range lengths {
					row = append(row, share(part.of[name][n].Accuracy))
				}
				rows = append(rows, row)
			}
			head := []string{"program"}
			for _, n := range lengths {
				head = append(head, count(n))
			}
			d.table(head, rows)
		}
		if got.Back == nil {
			continue
		}
		var rows [][]string
		for _, side := range []struct {
			note string
			of   map[string]inverse
		}{{"", got.Back}, {", which nobody can know", got.Lossy}} {
			for _, name := range slices.Sorted(maps.Keys(side.of)) {
				rows = append(rows, inverseRow("`"+name+"`"+side.note, side.of[name]))
			}
		}
		d.line("")
		d.line("Engine %s, what `x` was before a statement; where nobody can know, an answer should be unlikely:", engine)
		d.table(inverseHead("statement"), rows)
	}
	return nil
}
