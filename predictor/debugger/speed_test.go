package debugger

import (
	"os"
	"runtime"
	"slices"
	"testing"
	"time"
)

// long makes a run of several events for each n, with values that change.
const long = `def step(state, i):
    state["count"] = state.get("count", 0) + i % 7
    return state["count"]

def main(n):
    state = {}
    recent = []
    total = 0
    for i in range(n):
        total += step(state, i)
        recent.append(total)
        if len(recent) > 50:
            recent.pop(0)
    return total
`

// TestSpeed checks the figures that stepping has to keep, far from the start.
func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s := start(t, long, "main(10**6)")
	begin := time.Now()
	s.GoTo(100_000)
	t.Logf("to event 100,000 in %v", time.Since(begin))
	measure := func(what string, most time.Duration, f func() Stop) {
		var took []time.Duration
		for range 300 {
			begin := time.Now()
			f()
			if _, err := s.Scopes(0); err != nil {
				t.Fatal(err)
			}
			s.Stack()
			took = append(took, time.Since(begin))
		}
		slices.Sort(took)
		p95 := took[len(took)*95/100]
		t.Logf("%s: median %v, p95 %v, worst %v", what, took[len(took)/2], p95, took[len(took)-1])
		if p95 > most {
			t.Errorf("%s takes %v at p95, more than %v", what, p95, most)
		}
	}
	measure("into", 5*time.Millisecond, s.Into)
	measure("over", 5*time.Millisecond, s.Over)
	measure("back", 20*time.Millisecond, s.Back)
	measure("back into", 20*time.Millisecond, s.BackInto)
	begin = time.Now()
	s.GoTo(50_000)
	if _, err := s.Scopes(0); err != nil {
		t.Fatal(err)
	}
	t.Logf("50,000 events back in %v", time.Since(begin))
	measure("back, far from where the run is", 20*time.Millisecond, s.Back)
}

// TestMemory checks that a million events fit.
func TestMemory(t *testing.T) {
	if testing.Short() || os.Getenv("AUGUR_SLOW") == "" {
		t.Skip("takes long; set AUGUR_SLOW")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := start(t, long, "main(10**6)")
	begin := time.Now()
	s.GoTo(1_000_000)
	took := time.Since(begin)
	runtime.ReadMemStats(&after)
	t.Logf("a million events in %v, %d MB from the system, %d MB on the heap", took, after.Sys>>20, after.HeapAlloc>>20)
	if after.Sys > 500<<20 {
		t.Errorf("the process holds %d MB", after.Sys>>20)
	}
	begin = time.Now()
	s.Back()
	if _, err := s.Scopes(0); err != nil {
		t.Fatal(err)
	}
	t.Logf("back in %v", time.Since(begin))
}
