// Command benchmarks runs every benchmark of the project once and writes one
// document with all figures.
//
//	go run ./integration/benchmarks --data DIR [--root DIR] [--traces FILE] [--cpython DIR] [--out integration/BENCHMARKS.md]
//
// It builds the augur command and calls it, and the Go benchmarks, from outside.
// What data there is not is said in the document, and left out.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

type options struct {
	data   string // folder of the files with known truth
	root   string // folder with the sources of real projects
	traces string // file of whole traces of projects that were held out
	tests  string // folder of CPython's own tests
	counts string // what CPython makes of them
	augur  string // the program; built if empty
	out    string
	neural int  // items that the neural engine is asked about at most; 0: all
	limit  int  // items of any run at most; 0: all
	slow   bool // the runs that take long: the model alone, stress, memory
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "folder with cruxeval_dev.jsonl, humaneval_items.jsonl and the like")
	flag.StringVar(&o.root, "root", "", "folder with the sources of the real projects")
	flag.StringVar(&o.traces, "traces", "", "file of whole traces of projects that were held out, made by corpus/bench/check/traces.py")
	flag.StringVar(&o.tests, "cpython", "", "folder of CPython's own tests: the package test of a Python 3.11")
	flag.StringVar(&o.counts, "cpython-counts", "", "file of what CPython makes of its tests, made by corpus/bench/check/cpython_counts.py")
	flag.StringVar(&o.augur, "augur", "", "the augur program; without it one is built")
	flag.StringVar(&o.out, "out", filepath.Join("integration", "BENCHMARKS.md"), "the document; - is the standard output")
	flag.IntVar(&o.neural, "neural", 0, "ask the neural engine about so many items of each file at most")
	flag.IntVar(&o.limit, "limit", 0, "use so many items of each file at most")
	flag.BoolVar(&o.slow, "slow", true, "run what takes long, too: the neural engine, stress, memory")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("%q is not expected: all is given by flags", flag.Arg(0))
	}
	if o.augur == "" {
		dir, err := os.MkdirTemp("", "augur-benchmarks-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.augur = filepath.Join(dir, "augur")
		if _, err := output(ctx, "go", "build", "-o", o.augur, "."); err != nil {
			return fmt.Errorf("augur cannot be built (start this in the root of the repository): %w", err)
		}
	}
	begin := time.Now()
	d := &document{}
	head(ctx, d, o)
	for _, section := range []func(context.Context, *document, options) error{known, cpython, steps, stress, speed} {
		if err := section(ctx, d, o); err != nil {
			return err
		}
	}
	d.line("")
	d.line("All of it took %s.", time.Since(begin).Round(time.Second))
	if o.out == "-" {
		_, err := io.WriteString(os.Stdout, d.String())
		return err
	}
	return os.WriteFile(o.out, []byte(d.String()), 0o644)
}

// head says what was measured, and on what.
func head(ctx context.Context, d *document, o options) {
	d.line("# Benchmarks")
	d.line("")
	d.line("Written by `go run ./integration/benchmarks`; do not edit. Scores of the model alone are in")
	d.line("[its card](../predictor/weights/MODEL_CARD.md).")
	d.line("")
	if text, err := output(ctx, o.augur, "version"); err == nil {
		for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
			d.line("    %s", l)
		}
	}
	d.line("    %s", processor())
	d.line("")
	d.line("*Computed* values are certain; a wrong one is a fault. *Predicted* ones carry a probability, and *ECE* is how far these")
	d.line("are from the truth on the average. A value that is neither is *unknown*, which counts against the accuracy.")
}

// processor names the machine's processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "processor unknown"
	}
	name, n := "processor unknown", 0
	for _, l := range strings.Split(string(text), "\n") {
		key, value, ok := strings.Cut(l, ":")
		if ok && strings.TrimSpace(key) == "model name" {
			name = strings.TrimSpace(value)
			n++
		}
	}
	return fmt.Sprintf("%d × %s", n, name)
}

// output runs a command and returns what it prints.
func output(ctx context.Context, name string, args ...string) (string, error) {
	fmt.Fprintln(os.Stderr, "benchmarks:", name, strings.Join(args, " "))
	c := exec.CommandContext(ctx, name, args...)
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		if text := strings.TrimSpace(errs.String()); text != "" {
			last := text[strings.LastIndexByte(text, '\n')+1:]
			return string(out), errors.New(last)
		}
		return string(out), err
	}
	return string(out), nil
}
