//go:build unix

package eval_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
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

// BenchmarkBesideCPython times calls here and in CPython, in turns in one run,
// and reports the ratios: with the timeline off and with it on. Times are
// processor time, that of the garbage collector included, so that other work on
// the machine counts little; what it still does to the caches is the same for
// both, and the median of several rounds is what counts.
func BenchmarkBesideCPython(b *testing.B) {
	python, err := exec.LookPath("python3")
	if err != nil {
		b.Skip("no python3")
	}
	src, file := speedFile(b)
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the program does
	for b.Loop() {
		var off, on float64
		for _, call := range speedCalls {
			var plain, timeline []float64
			var theirs, here, recorded float64
			for range speedRounds {
				want, seconds := cpythonTime(b, python, string(src), call)
				p, r := evalTime(b, file, call, want, false), evalTime(b, file, call, want, true)
				theirs, here, recorded = theirs+seconds, here+p, recorded+r
				plain, timeline = append(plain, p/seconds), append(timeline, r/seconds)
			}
			slices.Sort(plain)
			slices.Sort(timeline)
			p, r := plain[speedRounds/2], timeline[speedRounds/2]
			off += math.Log(p)
			on += math.Log(r)
			b.Logf("%-16s CPython %6.1f ms, here %6.1f ms (%.2f), with timeline %6.1f ms (%.2f)",
				call, theirs*1e3/speedRounds, here*1e3/speedRounds, p, recorded*1e3/speedRounds, r)
		}
		n := float64(len(speedCalls))
		b.ReportMetric(math.Exp(off/n), "ratio")
		b.ReportMetric(math.Exp(on/n), "timeline-ratio")
	}
}

// Each call is timed in so many rounds, of which the median counts, and in each
// so often, of which the best time counts.
const (
	speedRounds = 7
	speedRuns   = 3
)

// BenchmarkCalls times the same calls by themselves, for a profile.
func BenchmarkCalls(b *testing.B) {
	_, file := speedFile(b)
	for _, call := range speedCalls {
		name, _, _ := strings.Cut(call, "(")
		for _, timeline := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/timeline=%v", name, timeline), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m := speedMachine(b, file, timeline)
					if _, err := m.Eval(call); err != nil {
						b.Fatal(err)
					}
					m.Close()
				}
			})
		}
	}
}

func speedFile(b *testing.B) ([]byte, *syntax.File) {
	src, err := os.ReadFile("testdata/speed/speed.py")
	if err != nil {
		b.Fatal(err)
	}
	return src, syntax.Parse(src)
}

// speedMachine returns a machine that has loaded the file, and records what it
// runs from now on if timeline is set.
func speedMachine(b *testing.B, file *syntax.File, timeline bool) *eval.Machine {
	m := eval.New(context.Background(), eval.Config{Limits: value.Limits{Recursion: 1000}})
	m.Prepare(file, "speed.py", "speed")
	rec := eval.NewRecorder(m)
	if err := m.Load(); err != nil {
		b.Fatal(err)
	}
	if timeline {
		rec.Record()
	}
	return m
}

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
		m := speedMachine(b, file, timeline)
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
