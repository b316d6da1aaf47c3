package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"augur/corpus/bench"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// benchCPython is the benchmark on CPython's own tests.
func benchCPython() *cobra.Command {
	var o bench.CPythonOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "cpython --tests DIR [TEST...]",
		Short: "Evaluate CPython's own tests",
		Long: `Evaluate CPython's own tests: each method of a TestCase is a call, with setUp and
tearDown. Nothing is run. DIR is the folder of the package test of a Python 3.11
("python3 -c 'import test; print(test.__path__[0])'"). TEST is the name of a
file, such as test_list; without any it is those of the language and of the
modules that are modelled.

A test is passing if it was evaluated to its end and every assertion is computed to
hold, failing if an exception ends it, unknown otherwise. CPython passes its own
tests, so that one which is failing shows a fault.`,
		RunE: func(c *cobra.Command, args []string) error {
			collectLess()
			if o.Tests == "" {
				return usageError{fmt.Errorf("give the folder of CPython's tests with --tests DIR")}
			}
			o.Files = args
			if term.IsTerminal(int(os.Stderr.Fd())) {
				o.Progress = func(done, total int, file string) { fmt.Fprintf(os.Stderr, "\r\x1b[K%d of %d: %s", done, total, file) }
				defer fmt.Fprintln(os.Stderr)
			}
			r, err := bench.CPython(c.Context(), o)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(r)
			}
			printCPython(c.OutOrStdout(), r)
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&o.Tests, "tests", "", "folder of the package test of CPython 3.11")
	f.StringVar(&o.Match, "match", "", "only tests whose name contains this")
	f.StringVar(&o.Counts, "counts", "", "what CPython makes of the tests, written by corpus/bench/check/cpython_counts.py")
	f.DurationVar(&o.Time, "time", 0, "time for one test (5s)")
	f.IntVar(&o.Jobs, "jobs", 0, "files to evaluate at once (one for each processor)")
	f.StringVar(&o.Out, "out", "", "write the tests that are not seen to pass to this file")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

// How many reasons and failing tests are printed.
const shownReasons, shownFailing = 20, 40

func printCPython(w io.Writer, r *bench.CPythonReport) {
	fmt.Fprintf(w, "%-20s %6s %8s %8s %8s %8s   %s\n", "file", "tests", "passing", "failing", "unknown", "skipped", "assertions that hold")
	row := func(name string, t bench.CPythonTally) {
		fmt.Fprintf(w, "%-20s %6d %8d %8d %8d %8d   %5.1f %% (%d held, %d failed, %d unknown", name, t.Tests, t.Passing, t.Failing, t.Unknown, t.Skipped,
			100*t.Share(), t.Assertions.Held, t.Assertions.Failed, t.Assertions.Unknown)
		if t.Wanted > 0 {
			fmt.Fprintf(w, ", %d in CPython", t.Wanted)
		}
		fmt.Fprintln(w, ")")
	}
	for _, f := range r.Files {
		row(f.File, f.CPythonTally)
		for _, l := range f.Load {
			fmt.Fprintf(w, "    not loaded: %s\n", l)
		}
	}
	row("in all", r.Total)
	for _, l := range r.Support {
		fmt.Fprintf(w, "not loaded: %s\n", l)
	}
	if len(r.Unknown) > 0 {
		fmt.Fprintln(w, "\nwhy tests are unknown:")
		for _, k := range r.Unknown[:min(len(r.Unknown), shownReasons)] {
			fmt.Fprintf(w, "  %5d  %s (%s)\n", k.Tests, k.Reason, k.Example)
		}
	}
	if len(r.Failing) > 0 {
		fmt.Fprintln(w, "\nfailing:")
		for _, t := range r.Failing[:min(len(r.Failing), shownFailing)] {
			fmt.Fprintf(w, "  %s\n      %s\n      %s\n", t.ID, t.Why, t.Where)
		}
		if n := len(r.Failing) - shownFailing; n > 0 {
			fmt.Fprintf(w, "  and %d more\n", n)
		}
	}
	fmt.Fprintf(w, "\n%.1f s\n", r.Seconds)
}
