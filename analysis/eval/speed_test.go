//go:build unix

package eval_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// speedCalls are the calls that are timed, of functions in testdata/speed/speed.py.
var speedCalls = []string{
	"fib(21)", "nqueens(6)", "strings(20000)", "counting(60000)", "sorting(8000)", "loops(250)", "methods(60000)", "pipeline(60000)", "matmul(36)",
}

// BenchmarkBesideCPython times calls here and in CPython, beside each other in
// one run, and reports the ratios: with the timeline off and with it on. Times
// are processor time, that of the garbage collector included, so that other work
// on the machine does not count.
func BenchmarkBesideCPython(b *testing.B) {
	python, err := exec.LookPath("python3")
	if err != nil {
		b.Skip("no python3")
	}
	src, err := os.ReadFile("testdata/speed/speed.py")
	if err != nil {
		b.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the program does
	file := syntax.Parse(src)
	for b.Loop() {
		var off, on float64
		for _, call := range speedCalls {
			want, theirs := cpythonTime(b, python, string(src), call)
			plain := evalTime(b, file, call, want, false)
			timeline := evalTime(b, file, call, want, true)
			off += math.Log(plain / theirs)
			on += math.Log(timeline / theirs)
			b.Logf("%-16s CPython %6.1f ms, here %6.1f ms (%.1f), with timeline %6.1f ms (%.1f)", call, theirs*1e3, plain*1e3, plain/theirs, timeline*1e3, timeline/theirs)
		}
		n := float64(len(speedCalls))
		b.ReportMetric(math.Exp(off/n), "ratio")
		b.ReportMetric(math.Exp(on/n), "timeline-ratio")
	}
}

// speedRuns is how often each call is timed; the best time counts.
const speedRuns = 5

func cpythonTime(b *testing.B, python, src, call string) (repr string, seconds float64) {
	code := fmt.Sprintf("%s\nimport time\nbest = 9.0\nfor _ in range(%d):\n    t = time.process_time(); r = %s; best = min(best, time.process_time() - t)\nprint(best, repr(r))\n", src, speedRuns, call)
	out, err := exec.Command(python, "-c", code).Output()
	if err != nil {
		b.Fatal(err)
	}
	best, repr, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	seconds, err = strconv.ParseFloat(best, 64)
	if err != nil {
		b.Fatal(err)
	}
	return repr, seconds
}

func evalTime(b *testing.B, file *syntax.File, call, want string, timeline bool) float64 {
	best := math.Inf(1)
	for range speedRuns {
		limits := value.Limits{Recursion: 1000}
		m := eval.New(context.Background(), eval.Config{Limits: limits})
		m.Prepare(file, "speed.py", "speed")
		rec := eval.NewRecorder(m)
		if err := m.Load(); err != nil {
			b.Fatal(err)
		}
		if timeline {
			rec.Record()
		}
		start := processorTime(b)
		v, err := m.Eval(call)
		best = min(best, processorTime(b)-start)
		if err != nil {
			b.Fatalf("%s: %v", call, err)
		}
		if got, err := value.Repr(m.Thread(), v); err != nil || got != want {
			b.Fatalf("%s gives %s, not %s", call, got, want)
		}
		m.Close()
	}
	return best
}

func processorTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
