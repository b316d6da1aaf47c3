package bench

import (
	"context"
	"crypto/md5"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"augur/analysis/syntax"
	"augur/predictor/debugger"
	"augur/predictor/forecast"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

// StressReport tells how far an engine goes: programs that run long or deep, and
// statements that cannot be run backwards.
type StressReport struct {
	Engine  forecast.Engine `json:"engine"`
	Seconds float64         `json:"seconds"`
	// Loops is the score of the states at the head of a loop, by program and by
	// how many iterations the run has; Recursion that of the frames of a
	// recursion and of its result, by depth.
	Loops     map[string]map[int]*StepTally `json:"loops"`
	Recursion map[string]map[int]*StepTally `json:"recursion"`
	// Back is the score of single statements run backwards, by statement; nil if
	// the engine does not guess. Nobody can know what was before those of Lossy.
	Back  map[string]*InverseTally `json:"back,omitempty"`
	Lossy map[string]*InverseTally `json:"back_irreversible,omitempty"`
}

// The lengths and depths that are tried.
var (
	stressLengths = []int{10, 30, 100, 300, 1000, 3000, 10000}
	stressDepths  = []int{5, 10, 20, 50, 100, 200, 500}
)

// longLoop is a program with one loop. after gives the variables at the loop's
// head before iteration k, from 0, and the result after n.
type longLoop struct {
	name, code string
	head       int // its line
	after      func(k int) map[string]string
	result     string // the variable that is returned
}

func num(n int) string { return strconv.Itoa(n) }

var longLoops = []longLoop{
	{"sum", "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n", 3,
		func(k int) map[string]string { return map[string]string{"total": num(k * (k - 1) / 2)} }, "total"},
	{"two variables", "def f(n):\n    a = 1\n    b = 0\n    while b < n:\n        a = (a * 3) % 100\n        b += 1\n    return a\n", 4,
		func(k int) map[string]string {
			a := 1
			for range k {
				a = a * 3 % 100
			}
			return map[string]string{"a": num(a), "b": num(k)}
		}, "a"},
	{"text", "def f(n):\n    s = 'abcdef'\n    k = 0\n    while k < n:\n        s = s[1:] + s[0]\n        k += 1\n    return s\n", 4,
		func(k int) map[string]string {
			r := k % 6
			return map[string]string{"s": "'" + "abcdef"[r:] + "abcdef"[:r] + "'", "k": num(k)}
		}, "s"},
	{"list", "def f(n):\n    xs = [0, 0, 0]\n    k = 0\n    while k < n:\n        xs.append(k % 7)\n        xs.pop(0)\n        k += 1\n    return xs\n", 4,
		func(k int) map[string]string {
			xs := []string{"0", "0", "0"}
			for j := max(0, k-3); j < k; j++ {
				xs = append(xs, num(j%7))
			}
			return map[string]string{"xs": "[" + strings.Join(xs[len(xs)-3:], ", ") + "]", "k": num(k)}
		}, "xs"},
}

// deepCall is a recursive program; at gives the variables of the frame at a
// depth, from 0.
type deepCall struct {
	name, code, call string
	at               func(n, depth int) map[string]string
	result           func(n int) string
}

var deepCalls = []deepCall{
	{"count down", "def f(n):\n    if n == 0:\n        return 0\n    return 1 + f(n - 1)\n", "f(%d)",
		func(n, depth int) map[string]string { return map[string]string{"n": num(n - depth)} }, num},
	{"accumulator", "def f(n, acc):\n    if n == 0:\n        return acc\n    return f(n - 1, acc + n)\n", "f(%d, 0)",
		func(n, depth int) map[string]string {
			return map[string]string{"n": num(n - depth), "acc": num(n*depth - depth*(depth-1)/2)}
		},
		func(n int) string { return num(n * (n + 1) / 2) }},
}

// backward is a statement to run backwards, with values of x before and after it.
type backward struct {
	statement string
	lossy     bool // many values of x give the same
	sample    func(r *rand.Rand) (before, after string)
}

func number(f func(x int) string) func(*rand.Rand) (string, string) {
	return func(r *rand.Rand) (string, string) {
		x := r.IntN(200) - 50
		return num(x), f(x)
	}
}

func word(f func(s string) string) func(*rand.Rand) (string, string) {
	return func(r *rand.Rand) (string, string) {
		b := make([]byte, 3+r.IntN(5))
		for i := range b {
			b[i] = byte('a' + r.IntN(26))
		}
		return "'" + string(b) + "'", f(string(b))
	}
}

var backwards = []backward{
	{"x += 7", false, number(func(x int) string { return num(x + 7) })},
	{"x = -x", false, number(func(x int) string { return num(-x) })},
	{"x = x * 2", false, number(func(x int) string { return num(x * 2) })},
	{"x = x + 'ab'", false, word(func(s string) string { return "'" + s + "ab'" })},
	{"x = x[::-1]", false, word(func(s string) string {
		b := []byte(s)
		slices.Reverse(b)
		return "'" + string(b) + "'"
	})},
	{"x = [x]", false, number(func(x int) string { return "[" + num(x) + "]" })},
	{"x = x * 0", true, number(func(int) string { return "0" })},
	{"x = x % 7", true, number(func(x int) string { return num(((x % 7) + 7) % 7) })},
	{"x = x > 10", true, number(func(x int) string {
		if x > 10 {
			return "True"
		}
		return "False"
	})},
	{"x = len(x)", true, word(func(s string) string { return num(len(s)) })},
	{"x = x[0]", true, word(func(s string) string { return "'" + s[:1] + "'" })},
	{"x = zlib.crc32(x.encode())", true, word(func(s string) string { return num(int(crc32.ChecksumIEEE([]byte(s)))) })},
	{"x = hashlib.md5(x.encode()).hexdigest()", true, word(func(s string) string {
		return fmt.Sprintf("'%x'", md5.Sum([]byte(s)))
	})},
}

// backwardSamples is how often each statement is asked about.
const backwardSamples = 40

// Stress runs programs that are long or deep, and statements backwards. The truth
// is known without running anything.
func Stress(ctx context.Context, o Options) (*StressReport, error) {
	r := &StressReport{Engine: o.Engine, Loops: map[string]map[int]*StepTally{}, Recursion: map[string]map[int]*StepTally{}}
	begin := time.Now()
	total := len(longLoops)*len(stressLengths) + len(deepCalls)*len(stressDepths)
	done := 0
	tick := func() {
		done++
		if o.Progress != nil {
			o.Progress(done, total)
		}
	}
	for _, p := range longLoops {
		r.Loops[p.name] = map[int]*StepTally{}
		for _, n := range stressLengths {
			t := &StepTally{}
			r.Loops[p.name][n] = t
			if err := p.score(ctx, o, n, t); err != nil {
				return nil, err
			}
			tick()
		}
	}
	for _, p := range deepCalls {
		r.Recursion[p.name] = map[int]*StepTally{}
		for _, n := range stressDepths {
			t := &StepTally{}
			r.Recursion[p.name][n] = t
			if err := p.score(ctx, o, n, t); err != nil {
				return nil, err
			}
			tick()
		}
	}
	if o.Engine != forecast.Exact {
		r.Back, r.Lossy = map[string]*InverseTally{}, map[string]*InverseTally{}
		for _, b := range backwards {
			t, err := b.score(ctx)
			if err != nil {
				return nil, err
			}
			side := r.Back
			if b.lossy {
				side = r.Lossy
			}
			side[b.statement] = t
		}
	}
	r.Seconds = time.Since(begin).Seconds()
	return r, nil
}

// stressed starts a session on one program; nil if the engine does not run it.
func stressed(ctx context.Context, o Options, code, call string) (*debugger.Session, error) {
	s, err := debugger.New(ctx, debugger.Config{File: syntax.Parse([]byte(code)), Path: "<stress>", Engine: o.Engine, Call: call})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil
	}
	return s, nil
}

func (p *longLoop) score(ctx context.Context, o Options, n int, t *StepTally) error {
	s, err := stressed(ctx, o, p.code, fmt.Sprintf("f(%d)", n))
	if err != nil {
		return err
	}
	if s == nil {
		t.fail(n + 1)
		return nil
	}
	defer s.Close()
	s.AddBreakpoint(debugger.Breakpoint{Line: p.head})
	for k := range n {
		stop := s.Continue()
		if stop.Reason == debugger.Ended {
			t.fail(n + 1 - k)
			return ctx.Err()
		}
		t.add(stop.Line == p.head && holds(s, p.after(k)))
	}
	s.Continue() // the head, where the loop ends
	end := s.Stopped()
	if end.Reason != debugger.Ended {
		end = s.Continue()
	}
	t.add(end.Value != nil && end.Value.Repr == p.after(n)[p.result])
	return ctx.Err()
}

func (p *deepCall) score(ctx context.Context, o Options, n int, t *StepTally) error {
	s, err := stressed(ctx, o, p.code, fmt.Sprintf(p.call, n))
	if err != nil {
		return err
	}
	if s == nil {
		t.fail(n + 2)
		return nil
	}
	defer s.Close()
	id := s.AddBreakpoint(debugger.Breakpoint{Line: 2})
	for depth := range n + 1 {
		stop := s.Stopped()
		if depth > 0 {
			stop = s.Continue()
		}
		if stop.Reason == debugger.Ended {
			t.fail(n + 2 - depth)
			return ctx.Err()
		}
		t.add(stop.Depth == depth+1 && holds(s, p.at(n, depth)))
	}
	s.RemoveBreakpoint(id)
	end := s.Continue()
	t.add(end.Value != nil && end.Value.Repr == p.result(n))
	return ctx.Err()
}

func (t *StepTally) fail(n int) {
	for range n {
		t.add(false)
	}
}

// holds reports whether variables of the innermost frame have values.
func holds(s *debugger.Session, want map[string]string) bool {
	got := locals(s)
	for name, repr := range want {
		if got[name].Repr != repr {
			return false
		}
	}
	return true
}

func (b *backward) score(ctx context.Context) (*InverseTally, error) {
	o, err := oracle.Default()
	if err != nil {
		return nil, err
	}
	t := &InverseTally{}
	rng := rand.New(rand.NewPCG(1, 2))
	file := syntax.Parse([]byte("def f(x):\n    " + b.statement + "\n    return x\n"))
	for range backwardSamples {
		before, after := b.sample(rng)
		g, err := debugger.GuessBefore(ctx, o, file, 3, []prompt.Binding{{Name: "x", Repr: after}})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			g = nil // it has no answer, which is one
		}
		t.add(g, g != nil && restores(g, map[string]string{"x": after}, map[string]string{"x": before}))
	}
	t.finish()
	return t, nil
}
