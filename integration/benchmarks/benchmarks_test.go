package main

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReading(t *testing.T) {
	out := `goos: linux
BenchmarkEditToHints/500_lines-2         	      30	  38007734 ns/op	         3.226 cpu-ms	        30.71 p50-ms
BenchmarkLoad 	     400	   2863518 ns/op
PASS
`
	want := [][]string{{"EditToHints/500 lines", "38007734 ns/op, 3.226 cpu-ms, 30.71 p50-ms"}, {"Load", "2863518 ns/op"}}
	if got := benchmarkRows(out); !reflect.DeepEqual(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	log := "=== RUN   TestSpeed\n    speed_test.go:36: to event 100,000 in 360ms\n--- PASS: TestSpeed (1.00s)\n"
	if got := logLines(log); !reflect.DeepEqual(got, []string{"to event 100,000 in 360ms"}) {
		t.Errorf("read %q", got)
	}
}

// program writes a stand-in for the augur program.
func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "augur")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"cruxeval_dev.jsonl", "realworld_dev.jsonl", "humaneval_items.jsonl"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := options{data: dir, limit: 7, augur: program(t, `case "$*" in
*humaneval*) echo "augur: no good" >&2; exit 1;;
*"--limit 7 --engine exact --json") echo '{"items": 7, "computed": {"right": 6, "wrong": 0}, "unknown": 1, "accuracy": 0.857, "ms_per_item": {"p50": 0.5}}';;
*) echo '{"items": 1}';;
esac`)}
	d := &document{}
	for _, section := range []func(context.Context, *document, options) error{known, steps, stress} {
		if err := section(t.Context(), d, o); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"| values, cruxeval_dev.jsonl, exact | 7 | 0 | 6 | 0 | 0 | 0 | 1 | 85.7 % | 0.000 | 0.50 | 0.00 |\n",
		"| values, cruxeval_dev.jsonl, neural: not run, it takes long |",
		"| values, humaneval_items.jsonl, exact: not run, augur: no good |",
		"| values, gotchas_dev.jsonl, exact: not run, gotchas_dev.jsonl is missing |",
		"| values, realworld_dev.jsonl, exact: not run, the sources are missing: give --root |",
		"| held-out projects, exact: not run, their traces are missing: give --traces |",
		"Not run: it takes long.\n",
	} {
		if !strings.Contains(d.String(), want) {
			t.Errorf("the document has no %q:\n%s", want, d.String())
		}
	}
}

func TestCPythonTable(t *testing.T) {
	dir := t.TempDir()
	o := options{tests: dir, counts: "counts.json", augur: program(t, `case "$*" in
"bench cpython --tests `+dir+` --json --counts counts.json") ;;
*) echo "augur: called with $*" >&2; exit 1;;
esac
echo '{"files": [{"file": "test_list", "tests": 3, "passing": 2, "unknown": 1, "assertions": {"held": 6, "unknown": 1}, "assertions_in_cpython": 8}],
"total": {"tests": 3, "passing": 2, "unknown": 1, "assertions": {"held": 6, "unknown": 1}}}'`)}
	d := &document{}
	if err := cpython(t.Context(), d, o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| test_list | 3 | 2 | 0 | 1 | 0 | 6 | 8 | 75.0 % |\n", "| in all | 3 | 2 | 0 | 1 | 0 | 6 | 7 | 85.7 % |\n"} {
		if !strings.Contains(d.String(), want) {
			t.Errorf("the document has no %q:\n%s", want, d.String())
		}
	}
	for want, o := range map[string]options{"give --cpython": {}, "Not run: augur: called with": {tests: dir, augur: o.augur}} {
		d := &document{}
		if err := cpython(t.Context(), d, o); err != nil || !strings.Contains(d.String(), want) {
			t.Errorf("the document has no %q (%v):\n%s", want, err, d.String())
		}
	}
}
