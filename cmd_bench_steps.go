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
	var asJSON, stress bool
	c := &cobra.Command{
		Use:   "steps --data TRACES.jsonl | --stress",
		Short: "Score the states that stepping reaches, for each action",
		Long: `Score the states that stepping reaches: for each action, by kind of statement and
by the number of steps made. With --stress the programs are long or deep, and
statements are run backwards of which some cannot be.`,
		Args: exactly(0, "the data with --data"),
		RunE: func(c *cobra.Command, _ []string) error {
			if (o.Data == "") != stress {
				return usageError{fmt.Errorf("give the data with --data TRACES.jsonl, or --stress")}
			}
			var err error
			if o.Engine, err = parseEngine(engine); err != nil {
				return err
			}
			if term.IsTerminal(int(os.Stderr.Fd())) {
				o.Progress = func(done, total int) { fmt.Fprintf(os.Stderr, "\r%d of %d", done, total) }
				defer fmt.Fprintln(os.Stderr)
			}
			if stress {
				r, err := bench.Stress(c.Context(), o)
				if err != nil {
					return err
				}
				if asJSON {
					return json.NewEncoder(c.OutOrStdout()).Encode(r)
				}
				printStress(c.OutOrStdout(), r)
				return nil
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
	f.BoolVar(&o.Foresee, "foresee", false, "out and continue in one step of the model's (neural)")
	f.BoolVar(&stress, "stress", false, "run programs that are long or deep, and statements backwards")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func printSteps(w io.Writer, r *bench.StepReport) {
	fmt.Fprintf(w, "steps, engine %s: %d of %d traces agree whole (%d skipped), %.1f s\n", r.Engine, r.Traces.Right, r.Traces.Total, r.Skipped, r.Seconds)
	fmt.Fprintf(w, "  one step takes %.1f ms (median), %.1f ms (p95)\n", r.StepMS.P50, r.StepMS.P95)
	if r.Predicted.Right+r.Predicted.Wrong > 0 {
		fmt.Fprintf(w, "  calibration error of single predicted steps %.3f\n", r.ECE)
	}
	table := func(title string, m map[string]*bench.StepTally) {
		fmt.Fprintf(w, "  %s\n", title)
		for _, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(w, "    %-14s %6d of %6d  %.3f\n", k, m[k].Right, m[k].Total, m[k].Accuracy)
		}
	}
	table("by action", r.Actions)
	table("into, by kind of statement", r.IntoKinds)
	table("over, by kind of statement", r.Kinds)
	table("into, by steps made, each from a true state", r.Length)
	table("by steps rolled out from the first state", r.Rolled)
	if r.Inverse != nil {
		fmt.Fprintln(w, "  back without history")
		printInverse(w, "one statement", r.Inverse)
		for _, b := range slices.Sorted(maps.Keys(r.Inverse.ByBasis)) {
			printInverse(w, "  "+string(b), r.Inverse.ByBasis[b])
		}
	}
}

func printInverse(w io.Writer, name string, t *bench.InverseTally) {
	fmt.Fprintf(w, "    %-42s %4d of %4d right; %4d sure enough, %4d of them right; mean p %.3f\n", name, t.Right, t.Asked, t.Sure, t.SureRight, t.MeanP)
}

func printStress(w io.Writer, r *bench.StressReport) {
	fmt.Fprintf(w, "stress, engine %s, %.1f s\n", r.Engine, r.Seconds)
	table := func(title string, m map[string]map[int]*bench.StepTally) {
		fmt.Fprintf(w, "  %s\n", title)
		for _, name := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(w, "    %-14s", name)
			for _, n := range slices.Sorted(maps.Keys(m[name])) {
				fmt.Fprintf(w, "  %d: %.3f", n, m[name][n].Accuracy)
			}
			fmt.Fprintln(w)
		}
	}
	table("states at a loop's head, by iterations", r.Loops)
	table("frames of a recursion and its result, by depth", r.Recursion)
	for _, side := range []struct {
		title string
		of    map[string]*bench.InverseTally
	}{{"back without history", r.Back}, {"back, where nobody can know", r.Lossy}} {
		if side.of == nil {
			continue
		}
		fmt.Fprintf(w, "  %s\n", side.title)
		for _, name := range slices.Sorted(maps.Keys(side.of)) {
			printInverse(w, name, side.of[name])
		}
	}
}
