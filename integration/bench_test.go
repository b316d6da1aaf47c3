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
			measureOn(b, s, func() {
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
	measureOn(b, s, func() {
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

// measureOn is measure, and reports the processor time that the server takes, which
// does not depend on what else the machine does.
func measureOn(b *testing.B, s *session, f func()) {
	b.Helper()
	before, n := s.processorTime(), 0
	measure(b, func() { n++; f() })
	b.ReportMetric(float64((s.processorTime()-before).Microseconds())/1000/float64(n), "cpu-ms")
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
	b.ReportMetric(ms(1), "max-ms")
}

// BenchmarkFirstHints measures the time from opening a file to its first hints.
func BenchmarkFirstHints(b *testing.B) {
	s := open(b, lsptest.Editor{Encodings: []string{"utf-8"}, Options: cursorHints})
	count := 0
	measureOn(b, s, func() {
		count++
		text := fmt.Sprintf("# %d\n", count) + module(2000)
		d := s.Open(fmt.Sprintf("file:///module%d.py", count), text)
		view := lsptest.Range{Start: lsptest.Position{Line: 1000}, End: lsptest.Position{Line: 1060}}
		if len(d.HintsIn(view)) < 5 {
			b.Fatal("there are no hints")
		}
	})
}

// cursorHints are the settings of a user who has set nothing.
var cursorHints = map[string]any{}

// BenchmarkHover measures hovers over values that hints do not have: before a line,
// of parts of expressions, hit by hit.
func BenchmarkHover(b *testing.B) {
	s := open(b, lsptest.Editor{Encodings: []string{"utf-8"}})
	d := s.Open("file:///module.py", module(2000))
	body := d.Find("def step50(")
	var at []lsptest.Position
	for _, part := range []string{"total += scaled", "item * factor", "scaled > LIMIT", "sorted(", "label, total", "items):"} {
		at = append(at, d.Position(body+strings.Index(d.Text[body:], part)))
	}
	count := 0
	measureOn(b, s, func() {
		// An edit elsewhere, so that nothing is known already.
		if count%len(at) == 0 {
			end := len(d.Text)
			d.Change(lsptest.Edit{Start: end, End: end, Text: "#"})
		}
		var hover any
		s.MustCall("textDocument/hover", map[string]any{"textDocument": d.ID(), "position": at[count%len(at)]}, &hover)
		if hover == nil {
			b.Fatalf("there is no hover at %v", at[count%len(at)])
		}
		count++
	})
}

// BenchmarkOpenFiles opens 200 files with hints and diagnostics and reports the
// memory of the server.
func BenchmarkOpenFiles(b *testing.B) {
	for b.Loop() {
		s := open(b, lsptest.Editor{Encodings: []string{"utf-8"}, Options: allHints})
		for i := range 200 {
			d := s.Open(fmt.Sprintf("file:///m%d.py", i), fmt.Sprintf("NUMBER = %d\n", i)+module(200))
			d.Hints()
		}
		b.ReportMetric(float64(s.memory())/(1<<20), "MB")
	}
}

// BenchmarkStart measures the time from starting the program to its answer to
// initialize.
func BenchmarkStart(b *testing.B) {
	measure(b, func() {
		s := launch(b)
		s.MustCall("initialize", map[string]any{"capabilities": map[string]any{}}, nil)
		b.StopTimer()
		s.Client.Close()
		s.exits(0)
		b.StartTimer()
	})
}

// BenchmarkBesideHeavyWork measures requests while functions run that do not end by
// themselves.
func BenchmarkBesideHeavyWork(b *testing.B) {
	s := open(b, lsptest.Editor{Encodings: []string{"utf-8"}, Options: allHints})
	d := s.Open("file:///module.py", module(500))
	d.Hints()
	count := 0
	var running []int
	begin := func(n int) {
		running = append(running, s.Open(fmt.Sprintf("file:///heavy%d.py", n), heavySource(n)).StartHints())
	}
	for i := range 4 {
		begin(-1 - i)
	}
	at := d.Find("LIMIT = 100") + len("LIMIT = 100")
	d.Change(lsptest.Edit{Start: at, End: at, Text: "  # 0000000"})
	view := lsptest.Range{Start: lsptest.Position{Line: 100}, End: lsptest.Position{Line: 140}}
	measureOn(b, s, func() {
		count++
		if count%20 == 0 {
			begin(count)
		}
		d.Change(lsptest.Edit{Start: at + 4, End: at + 11, Text: fmt.Sprintf("%07d", count)})
		d.HintsIn(view)
	})
	for _, id := range running {
		s.Notify("$/cancelRequest", map[string]any{"id": id})
		_, _ = s.Finish(id)
	}
}

func heavySource(n int) string {
	return fmt.Sprintf("def heavy(n=%d):\n    \"\"\"\n    >>> heavy()\n    \"\"\"\n    t = 0\n    while True:\n        t += n\n", n+1)
}
