package integration

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"augur/lsp/lsptest"
)

// module returns the source of a module with about so many lines, in which no
// function is like another.
func module(lines int) string {
	var b strings.Builder
	b.WriteString("LIMIT = 100\n\n")
	for i := 0; strings.Count(b.String(), "\n") < lines; i++ {
		fmt.Fprintf(&b, `def step%[1]d(items, factor=%[1]d):
    """Sum up what is below the limit.

    >>> step%[1]d([3, 1, 2])
    """
    total = 0
    seen = {}
    for index, item in enumerate(items):
        scaled = item * factor + index
        if scaled > LIMIT:
            total -= 1
            continue
        seen[item] = scaled
        total += scaled
    names = sorted(str(k) for k in seen)
    label = "-".join(names)
    return label, total


`, i)
	}
	return b.String()
}

// BenchmarkEditToHints measures the time from an edit to its hints in the
// editor, through the pipe, with the cursor in a function in the middle of the
// file: the edit, the request, the answer.
func BenchmarkEditToHints(b *testing.B) {
	for _, lines := range []int{500, 2000} {
		b.Run(fmt.Sprintf("%d lines", lines), func(b *testing.B) {
			s := open(b, lsptest.Editor{Encodings: []string{"utf-8"}})
			d := s.Open("file:///module.py", module(lines))
			name := fmt.Sprintf("step%d", lines/40) // in the middle
			d.Cursor("def " + name)
			s.WaitFor("workspace/inlayHint/refresh")
			if len(d.Hints()) < 5 {
				b.Fatal("there are no hints to measure")
			}
			at := strings.Index(d.Text[d.Find("def "+name):], "+ index") + d.Find("def "+name) + len("+ ")
			edits := []lsptest.Edit{{Start: at, End: at + len("index"), Text: "total"}, {Start: at, End: at + len("total"), Text: "index"}}
			line := d.Position(at).Line
			view := lsptest.Range{Start: lsptest.Position{Line: line - 30}, End: lsptest.Position{Line: line + 30}}
			// Every edit makes a text that was not there before.
			unique := d.Find("LIMIT = 100") + len("LIMIT = 100")
			d.Change(lsptest.Edit{Start: unique, End: unique, Text: "  # 0000000"})
			at += len("  # 0000000")
			for i := range edits {
				edits[i].Start, edits[i].End = at, at+5
			}
			count := 0
			measure(b, func() {
				count++
				d.Change(edits[count%2^1], lsptest.Edit{Start: unique + 4, End: unique + 11, Text: fmt.Sprintf("%07d", count)})
				if len(d.HintsIn(view)) < 5 {
					b.Fatal("the hints are gone")
				}
			})
		})
	}
}

// BenchmarkAllHints measures the same with the hints of every function in the
// file, of which an edit near the top makes all new.
func BenchmarkAllHints(b *testing.B) {
	s := open(b, lsptest.Editor{Encodings: []string{"utf-8"}, Options: allHints})
	d := s.Open("file:///module.py", module(500))
	at := d.Find("LIMIT = 100") + len("LIMIT = ")
	count := 0
	measure(b, func() {
		count++
		d.Change(lsptest.Edit{Start: at, End: at + 3, Text: fmt.Sprint(100 + count%900)})
		if len(d.Hints()) < 100 {
			b.Fatal("the hints are gone")
		}
	})
}

// BenchmarkPredict measures a whole run of the program on a small file.
func BenchmarkPredict(b *testing.B) {
	dir := b.TempDir()
	write(b, dir+"/small.py", module(50))
	measure(b, func() {
		c := exec.Command(augur, "predict", "--json", "small.py")
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	})
}

// measure reports the median and the 95th percentile of f.
func measure(b *testing.B, f func()) {
	b.Helper()
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		f()
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	ms := func(q float64) float64 {
		return float64(times[int(q*float64(len(times)-1))].Microseconds()) / 1000
	}
	b.ReportMetric(ms(0.5), "p50-ms")
	b.ReportMetric(ms(0.95), "p95-ms")
}
