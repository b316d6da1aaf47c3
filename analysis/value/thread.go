package value

import (
	"context"
	"math/bits"
	"slices"
	"time"
)

// Taint is a set of assumptions: bit i stands for the i-th assumption of the
// run. Runs with more than 63 assumptions share the last bit.
type Taint uint64

// TaintOf returns the set that holds assumption i alone.
func TaintOf(i int) Taint { return 1 << min(i, 63) }

// Members returns the numbers of the assumptions in the set.
func (s Taint) Members() []int {
	var m []int
	for s != 0 {
		i := bits.TrailingZeros64(uint64(s))
		m = append(m, i)
		s &^= 1 << i
	}
	return m
}

// Limits bound a run. A zero field means no bound.
type Limits struct {
	Steps     int64         // units of work: about one for each operation
	Memory    int64         // bytes held by values that the run built, estimated; a quarter of it at once
	Recursion int           // nested calls; CPython's own limit is 1000
	Time      time.Duration // wall-clock time
	Output    int           // bytes printed
}

// DefaultLimits keep an evaluation within what an editor can wait for.
var DefaultLimits = Limits{
	Steps:     20_000_000,
	Memory:    128 << 20,
	Recursion: 1000,
	Time:      2 * time.Second,
	Output:    1 << 20,
}

// Thread is the state of one run. It belongs to one goroutine at a time.
type Thread struct {
	Limits Limits
	Steps  int64 // work done
	Memory int64 // bytes allocated, never given back
	Depth  int   // nested calls now

	// Taint collects the assumptions on which the values read by the running
	// statement rest; Control those on which rests that this code runs at all.
	// Lasting is the part of Control that stays when the running call returns.
	Taint   Taint
	Control Taint
	Lasting Taint

	// Guards counts the statements being run that an exception would not end
	// the run of: what follows them rests on no exception having come.
	Guards   int
	printing *printer // the call of print that is under way, if any

	// Tainted is the union of the taints of all objects: while it is empty
	// nothing that the heap holds rests on an assumption.
	Tainted Taint

	// Mutations counts the changes made to objects.
	Mutations uint64

	// Touched, if set, is told the header of each object that is about to
	// change.
	Touched func(h *Header)

	// Handling is the stack of exceptions being handled, innermost last.
	Handling []*Exception

	// Modules is sys.modules.
	Modules map[string]*Module

	// Print receives what the program writes to standard output.
	Print func(text string)

	// Import finds a module by its absolute dotted name; nil or an
	// *UnknownError means that it is outside what is known.
	Import func(t *Thread, name string) (*Module, error)

	// Frame is the running frame of the evaluator, for what needs to see
	// it (locals(), super(), the line of a traceback).
	Frame any

	// Owner is the evaluator's own state of the run.
	Owner any

	// Local holds state of library models that lasts for one run, by key.
	Local map[string]any

	// Hashing counts the __hash__ methods running on behalf of dicts and sets.
	// Values seen in them may be surrogates and must not be shown.
	Hashing int
	seeded  bool // a surrogate was handed out

	look     int64 // how many steps to take before the limits are looked at
	capped   bool  // the program asked for deeper recursion than is allowed
	ctx      context.Context
	deadline time.Time
	reprs    []Value // containers whose repr is being made

	deepReprs map[Value]bool // the same, once there are many
}

// NewThread returns a thread under the given limits. Cancelling ctx ends the run.
func NewThread(ctx context.Context, limits Limits) *Thread {
	t := &Thread{Limits: limits, Modules: map[string]*Module{}, Local: map[string]any{}, ctx: ctx}
	if limits.Time > 0 {
		t.deadline = time.Now().Add(limits.Time)
	}
	return t
}

// Restart begins another run on the same thread: what it costs is counted from
// zero. Imported modules and the state of library models stay.
func (t *Thread) Restart(limits Limits) {
	t.Limits = limits
	t.Steps, t.Memory, t.Depth, t.Hashing, t.look = 0, 0, 0, 0, 0
	t.Taint, t.Control, t.Lasting, t.Guards = 0, 0, 0, 0
	t.Handling, t.reprs, t.deepReprs = nil, nil, nil
	t.deadline = time.Time{}
	if limits.Time > 0 {
		t.deadline = time.Now().Add(limits.Time)
	}
}

// Step accounts for n units of work.
func (t *Thread) Step(n int64) error {
	if t.Steps += n; t.Steps < t.look {
		return nil
	}
	return t.check()
}

// check looks at the limits, and says when to look again: looking at the clock
// costs more than a step.
func (t *Thread) check() error {
	if t.Limits.Steps > 0 && t.Steps > t.Limits.Steps {
		return &LimitError{Limit: "steps"}
	}
	if err := t.ctx.Err(); err != nil {
		return &LimitError{Limit: "cancelled"}
	}
	if !t.deadline.IsZero() && time.Now().After(t.deadline) {
		return &LimitError{Limit: "time"}
	}
	t.look = t.Steps + 1<<12
	if t.Limits.Steps > 0 {
		t.look = min(t.look, t.Limits.Steps+1)
	}
	return nil
}

// Rewind sets what a run has cost back to what it was: what was done since is
// none of the program's doing. It took time all the same, so that the limits are
// looked at no later than they would have been.
func (t *Thread) Rewind(steps, memory int64) {
	t.look -= t.Steps - steps
	t.Steps, t.Memory = steps, memory
}

// SetLimits changes the bounds of the run under way.
func (t *Thread) SetLimits(limits Limits) { t.Limits, t.look = limits, 0 }

// Alloc accounts for n bytes about to be allocated. Whatever makes a value
// whose size depends on the program's data calls it first. No one value may take
// more than a quarter of the limit: what makes it, shows it or copies it may need
// as much again.
func (t *Thread) Alloc(n int) error {
	if n < 0 || t.Limits.Memory > 0 && int64(n) > min(t.Limits.Memory/4, t.Limits.Memory-t.Memory) {
		return &LimitError{Limit: "memory"}
	}
	t.Memory += int64(n)
	return t.Step(int64(n >> 6))
}

// Touch records that the object with header h is about to change. Every native
// operation that changes an object calls it.
func (t *Thread) Touch(h *Header) {
	t.Mutations++
	h.Epoch = t.Mutations
	if t.Touched != nil {
		t.Touched(h)
	}
	t.Rest(h)
}

// Rest records that what the object with header h holds rests on what the
// statement has read, whether or not that changed it.
func (t *Thread) Rest(h *Header) {
	if taint := t.Taint | t.Control; taint != 0 {
		h.Taint |= taint
		t.Tainted |= taint
	}
}

// Decide records that what runs from here on rests on the values that the
// statement has read.
func (t *Thread) Decide() {
	t.Control |= t.Taint
	t.Lasting |= t.Taint
}

// NextStatement forgets what the statement before has read.
func (t *Thread) NextStatement() {
	if t.Guards > 0 {
		t.Decide() // it might have raised
	}
	t.Taint = 0
}

// Statement is NextStatement, and one Step.
func (t *Thread) Statement() error {
	if t.Guards > 0 {
		t.Decide()
	}
	t.Taint = 0
	if t.Steps++; t.Steps < t.look {
		return nil
	}
	return t.check()
}

// EnterCall begins a call: that its code runs, and how often, rests on what the
// statement has read. LeaveCall ends it, given what EnterCall returned.
func (t *Thread) EnterCall() (control Taint) {
	control = t.Control
	t.Control |= t.Taint
	return control
}

// LeaveCall ends a call that failed or not.
func (t *Thread) LeaveCall(control Taint, failed bool) {
	if failed {
		t.Lasting |= t.Control
	}
	t.Control = control | t.Lasting
}

// Reading records that the contents of the object with header h are used.
func (t *Thread) Reading(h *Header) { t.Taint |= h.Taint }

// enterRepr reports whether v's repr is being made already; if not it is
// marked until leaveRepr.
func (t *Thread) enterRepr(v Value) (again bool) {
	if len(t.deepReprs) > 0 {
		again = t.deepReprs[v]
	} else {
		again = slices.Contains(t.reprs, v)
	}
	if again {
		return true
	}
	t.reprs = append(t.reprs, v)
	switch {
	case len(t.reprs) == fewReprs:
		t.deepReprs = map[Value]bool{}
		for _, r := range t.reprs {
			t.deepReprs[r] = true
		}
	case len(t.reprs) > fewReprs:
		t.deepReprs[v] = true
	}
	return false
}

// fewReprs is how deep containers are nested from which they are looked up
// rather than compared one by one.
const fewReprs = 32

func (t *Thread) leaveRepr() {
	last := len(t.reprs) - 1
	if last < fewReprs {
		t.deepReprs = nil
	} else {
		delete(t.deepReprs, t.reprs[last])
	}
	t.reprs = t.reprs[:last]
}

// ReprOnce makes the repr of v by f or, while it is being made already, returns
// again.
func (t *Thread) ReprOnce(v Value, again string, f func() (string, error)) (string, error) {
	if t.enterRepr(v) {
		return again, nil
	}
	defer t.leaveRepr()
	return f()
}

// CheckDepth returns the error that a call as deep as t.Depth gives, if any.
func (t *Thread) CheckDepth() error {
	switch {
	case t.Limits.Recursion <= 0 || t.Depth < t.Limits.Recursion:
		return nil
	case t.capped:
		return &LimitError{Limit: "recursion"}
	}
	return Raisef(RecursionError, "maximum recursion depth exceeded")
}

// SetRecursionLimit lets the program recurse n calls deep, but not deeper than
// most, where the run ends.
func (t *Thread) SetRecursionLimit(n, most int) {
	t.capped = n > most
	t.Limits.Recursion = min(n, most)
}
