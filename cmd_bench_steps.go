package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"augur/corpus/bench"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// benchSteps is the benchmark of a debugging session's steps.
func benchSteps() *cobra.Command {
	var o bench.Options
	var engine string
	var asJSON bool
	c := &cobra.Command{
		Use:   "steps --data TRACES.jsonl",
		Short: "Score the states that stepping reaches, for each action",
		Args:  exactly(0, "the data with --data"),
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Data == "" {
				return usageError{fmt.Errorf("give the data with --data TRACES.jsonl")}
			}
			var err error
			if o.Engine, err = parseEngine(engine); err != nil {
				return err
			}
			if term.IsTerminal(int(os.Stderr.Fd())) {
				o.Progress = func(done, total int) { fmt.Fprintf(os.Stderr, "\r%d of %d", done, total) }
				defer fmt.Fprintln(os.Stderr)
			}
			r, err := bench.Steps(c.Context(), o)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(r)
			}
			printSteps(c.OutOrStdout(), r)
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&o.Data, "data", "", "file of traces, one JSON object a line")
	f.StringVar(&o.Sources, "sources", "", "file with the code of traces that have none, by id; without it x_y.jsonl beside x_traces_y.jsonl")
	f.StringVar(&engine, "engine", "hybrid", "hybrid, exact or neural")
	f.StringVar(&o.Root, "root", "", "accepted as by the other benchmarks; traces hold their code")
	f.IntVar(&o.Limit, "limit", 0, "score so many traces at most")
	f.StringVar(&o.Out, "out", "", "write the first wrong step of each trace to this file")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func printSteps(w io.Writer, r *bench.StepReport) {
	fmt.Fprintf(w, "steps, engine %s: %d of %d traces agree whole (%d skipped), %.1f s\n", r.Engine, r.Traces.Right, r.Traces.Total, r.Skipped, r.Seconds)
	table := func(title string, m map[string]*bench.StepTally) {
		fmt.Fprintf(w, "  %s\n", title)
		for _, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(w, "    %-12s %6d of %6d  %.3f\n", k, m[k].Right, m[k].Total, m[k].Accuracy)
		}
	}
	table("by action", r.Actions)
	table("over, by kind of statement", r.Kinds)
	table("into, by steps made", r.Length)
}
