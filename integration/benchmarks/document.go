package main

import (
	"fmt"
	"strings"
)

// document is Markdown that grows.
type document struct{ strings.Builder }

func (d *document) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// table writes a table; its first column is text, the others are numbers.
func (d *document) table(head []string, rows [][]string) {
	d.line("")
	d.line("| %s |", strings.Join(head, " | "))
	d.line("| --- |%s", strings.Repeat(" ---: |", len(head)-1))
	for _, r := range rows {
		for len(r) < len(head) {
			r = append(r, "")
		}
		d.line("| %s |", strings.Join(r, " | "))
	}
}

// missing is a row for what could not be run.
func missing(what, why string) []string { return []string{what + ": not run, " + why} }

func count(n int) string { return fmt.Sprint(n) }

func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func decimals(x float64) string { return fmt.Sprintf("%.3f", x) }

func milliseconds(x float64) string {
	if x < 1 {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.1f", x)
}
