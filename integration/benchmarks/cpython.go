package main

import (
	"context"
	"encoding/json"
	"fmt"
)

// suiteReport is what "augur bench cpython --json" prints.
type suiteReport struct {
	Total suiteTally
	Files []struct {
		File string
		suiteTally
	}
}

type suiteTally struct {
	Tests, Passing, Failing, Unknown, Skipped int
	Assertions                                struct{ Held, Failed, Unknown int }
	Wanted                                    int `json:"assertions_in_cpython"`
}

// row is a row of the table. The assertions are those that CPython evaluates
// where that is known, else those that were come to.
func (t suiteTally) row(name string) []string {
	all := max(t.Assertions.Held+t.Assertions.Failed+t.Assertions.Unknown, t.Wanted)
	held := "-"
	if all > 0 {
		held = share(float64(t.Assertions.Held) / float64(all))
	}
	return []string{name, count(t.Tests), count(t.Passing), count(t.Failing), count(t.Unknown), count(t.Skipped), count(t.Assertions.Held), count(all), held}
}

// cpython evaluates CPython's own tests.
func cpython(ctx context.Context, d *document, o options) error {
	d.line("")
	d.line("## CPython's own tests")
	d.line("")
	if o.tests == "" {
		d.line("Not run: their folder is missing, give --cpython.")
		return nil
	}
	args := []string{"bench", "cpython", "--tests", o.tests, "--json"}
	if o.counts != "" {
		args = append(args, "--counts", o.counts)
	}
	out, err := output(ctx, o.augur, args...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var r suiteReport
	if err == nil {
		if err = json.Unmarshal([]byte(out), &r); err != nil {
			err = fmt.Errorf("the report cannot be read: %w", err)
		}
	}
	if err != nil {
		d.line("Not run: %s.", err)
		return nil
	}
	d.line("Test methods, evaluated and not run. *Passing* ones were evaluated to their end, with every assertion computed to hold;")
	d.line("*failing* ones show a fault, since CPython passes them.")
	var rows [][]string
	for _, f := range r.Files {
		rows = append(rows, f.row(f.File))
	}
	rows = append(rows, r.Total.row("in all"))
	d.table([]string{"file", "tests", "passing", "failing", "unknown", "skipped", "assertions computed to hold", "of", "share"}, rows)
	return nil
}
