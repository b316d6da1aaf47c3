package main

import (
	"bufio"
	"context"
	"regexp"
	"strings"
)

// speed runs the Go benchmarks and the tests that measure.
func speed(ctx context.Context, d *document, o options) error {
	d.line("")
	d.line("## Speed")
	var rows [][]string
	for _, pkg := range []string{"./integration", "./analysis/eval", "./predictor/nn", "./analysis/syntax"} {
		out, err := output(ctx, "go", "test", "-run", "^$", "-bench", ".", "-benchtime", "1s", pkg)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		got := benchmarkRows(out)
		if err != nil && len(got) == 0 {
			rows = append(rows, missing(pkg, err.Error()))
		}
		rows = append(rows, got...)
	}
	d.table([]string{"benchmark", "figures"}, rows)

	d.line("")
	d.line("Stepping in a run of a million iterations, at event 100,000, with the variables asked for at each step:")
	d.line("")
	args := []string{"test", "-count=1", "-v", "-run", "^(TestSpeed|TestMemory)$", "./predictor/debugger"}
	if o.slow {
		args = append([]string{"AUGUR_SLOW=1", "go"}, args...)
	} else {
		args = append([]string{"go"}, args...)
	}
	out, err := output(ctx, "env", args...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	logged := logLines(out)
	if err != nil && len(logged) == 0 {
		d.line("Not run: %s.", err)
		return nil
	}
	for _, l := range logged {
		d.line("- %s", l)
	}
	if err != nil {
		d.line("- A bound was not kept: %s", err)
	}
	return nil
}

// benchmark is a line of "go test -bench".
var benchmark = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.+)$`)

func benchmarkRows(out string) [][]string {
	var rows [][]string
	for sc := bufio.NewScanner(strings.NewReader(out)); sc.Scan(); {
		m := benchmark.FindStringSubmatch(sc.Text())
		if m == nil {
			continue
		}
		fields := strings.Fields(m[2])
		var figures []string
		for i := 0; i+1 < len(fields); i += 2 {
			figures = append(figures, fields[i]+" "+fields[i+1])
		}
		rows = append(rows, []string{strings.ReplaceAll(m[1], "_", " "), strings.Join(figures, ", ")})
	}
	return rows
}

// logged is a line that a test wrote with Log.
var logged = regexp.MustCompile(`^\s+\w+_test\.go:\d+: (.+)$`)

func logLines(out string) []string {
	var lines []string
	for sc := bufio.NewScanner(strings.NewReader(out)); sc.Scan(); {
		if m := logged.FindStringSubmatch(sc.Text()); m != nil {
			lines = append(lines, m[1])
		}
	}
	return lines
}
