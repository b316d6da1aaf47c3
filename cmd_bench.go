package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"augur/corpus/bench"
	"augur/predictor/forecast"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func benchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "Score answers against known truth",
		Args: func(_ *cobra.Command, args []string) error {
			return usageError{fmt.Errorf("give what to score: augur bench values|raises|inputs|reach|steps --data FILE.jsonl, or augur bench cpython --tests DIR")}
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	c.AddCommand(
		benchKind("values", "Score the values of calls and variables", bench.Values),
		benchKind("raises", "Score exceptions and the lines that raise them", bench.Raises),
		benchKind("inputs", "Score inputs found for a wanted result", bench.Inputs),
		benchKind("reach", "Score inputs found for a line or an exception", bench.Reach),
		benchSteps(),
		benchCPython(),
	)
	return c
}

func benchKind(name, short string, score func(context.Context, bench.Options) (*bench.Report, error)) *cobra.Command {
	var o bench.Options
	var engine string
	var asJSON bool
	c := &cobra.Command{
		Use:   name + " --data FILE.jsonl",
		Short: short,
		Args:  exactly(0, "the data with --data"),
		RunE: func(c *cobra.Command, _ []string) error {
			collectLess()
			if o.Data == "" {
				return usageError{fmt.Errorf("give the data with --data FILE.jsonl")}
			}
			var err error
			if o.Engine, err = parseEngine(engine); err != nil {
				return err
			}
			if term.IsTerminal(int(os.Stderr.Fd())) {
				o.Progress = func(done, total int) { fmt.Fprintf(os.Stderr, "\r%d of %d", done, total) }
				defer fmt.Fprintln(os.Stderr)
			}
			r, err := score(c.Context(), o)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(r)
			}
			printReport(c.OutOrStdout(), r)
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&o.Data, "data", "", "file of items, one JSON object a line")
	f.StringVar(&o.Root, "root", "", "folder that holds the sources of items with a repo")
	f.StringVar(&engine, "engine", "hybrid", "hybrid, exact or neural")
	f.IntVar(&o.Limit, "limit", 0, "score so many items at most")
	f.StringVar(&o.Out, "out", "", "write the items that failed to this file")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	if name == "inputs" || name == "reach" {
		f.StringVar(&o.Answers, "answers", "", "write every answer to this file")
		f.StringVar(&o.Sources, "sources", "", "file with the code of items that have none, by id")
		f.DurationVar(&o.Budget, "budget", 2*time.Second, "time for one item")
		f.BoolVar(&o.Examples, "examples", true, "use the examples in the file")
	}
	return c
}

func parseEngine(name string) (forecast.Engine, error) {
	switch e := forecast.Engine(name); e {
	case forecast.Hybrid, forecast.Exact, forecast.Neural:
		return e, nil
	}
	return "", usageError{fmt.Errorf("no engine %q: use hybrid, exact or neural", name)}
}

func printReport(w io.Writer, r *bench.Report) {
	fmt.Fprintf(w, "%s, engine %s: %d items", r.Bench, r.Engine, r.Items)
	if r.Skipped > 0 {
		fmt.Fprintf(w, " (%d more skipped: their source is missing or of another version)", r.Skipped)
	}
	percent := func(n int) string {
		if r.Items == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(r.Items))
	}
	fmt.Fprintf(w, "\n  computed   %6d right (%s), %d wrong\n", r.Computed.Right, percent(r.Computed.Right), r.Computed.Wrong)
	fmt.Fprintf(w, "  predicted  %6d right (%s), %d wrong, calibration error %.3f\n", r.Predicted.Right, percent(r.Predicted.Right), r.Predicted.Wrong, r.ECE)
	fmt.Fprintf(w, "  unknown    %6d (%s)\n", r.Unknown, percent(r.Unknown))
	if r.Baseline > 0 {
		fmt.Fprintf(w, "  baseline   %6d right (%s) by \"returns its first argument\"\n", r.Baseline, percent(r.Baseline))
	}
	fmt.Fprintf(w, "  accuracy %.3f, %.1f s, per item %.1f ms median, %.1f ms p95\n", r.Accuracy, r.Seconds, r.MS.P50, r.MS.P95)
}
