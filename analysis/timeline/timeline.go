// Package timeline describes what one example does to a function: plain data,
// made by the evaluator and shown by everything else.
package timeline

import "slices"

// Provenance says where a value comes from.
type Provenance string

// The provenances.
const (
	Computed  Provenance = "computed"  // exact semantics from known inputs
	Observed  Provenance = "observed"  // recorded from a real run
	Predicted Provenance = "predicted" // the transformer supplied it, or something it depends on
	Unknown   Provenance = "unknown"   // neither computed nor predicted
)

// Value is a value as it was at one moment.
type Value struct {
	Repr       string     // exactly CPython's repr; empty when unknown
	Provenance Provenance //
	P          float64    // probability; 1 when computed
	Class      string     // the name of its class; empty when unknown
	Reason     string     // when unknown: on what it waits, a short phrase
	// Depends lists the assumptions on which the value rests, as indices
	// into Timeline.Assumptions.
	Depends []int
}

// Known reports whether there is something to show.
func (v Value) Known() bool { return v.Provenance != Unknown }

// Change is a variable that a line changed. Attributes and items of a changed
// object show as a change of the variables that hold it.
type Change struct {
	Name string
	Hit  int // which execution of the line, from 1
	Value
}

// Line is everything that happened on one source line.
type Line struct {
	Line    int      // 1-based
	Hits    int      // executions, of which long runs keep the first and the last only
	Changes []Change // in order of hit; within one hit in order of first assignment
	Branch  []Branch // outcomes of the condition that stands on the line, if one does
	Returns []Return // what return statements on the line returned
	Output  string   // what was printed while the line ran
	Skipped int      // hits in the middle whose changes were not kept
}

// Branch is one outcome of a condition.
type Branch struct {
	Hit   int
	Taken bool
	Value // True or False with provenance
}

// Return is a value that a return statement gave back.
type Return struct {
	Hit int
	Value
}

// Exception is an exception that ended the run.
type Exception struct {
	Type       string
	Message    string
	Line       int // where it was raised, in the file of the function
	Provenance Provenance
	P          float64
	Traceback  []Frame // innermost last
}

// Frame is one line of a traceback.
type Frame struct {
	File     string
	Function string
	Line     int
}

// Stop says that the run ended before its end.
type Stop struct {
	Limit  string // "steps", "memory", "time", "recursion", "output", "cancelled" or "unknown"
	Line   int
	Reason string // for "unknown": what was not known
}

// Assumption is a value that the oracle supplied.
type Assumption struct {
	Line       int
	Expression string
	Repr       string // empty: only the class is assumed
	Class      string
	P          float64
	Source     Provenance // Predicted or Observed
	// Alternatives are what it might be instead, the likeliest first, if that
	// was asked for.
	Alternatives []Alternative
}

// Alternative is a value that something might have instead.
type Alternative struct {
	Repr string
	P    float64
}

// Timeline is the whole run.
type Timeline struct {
	Function    string // qualified name; empty for a module's top level
	First, Last int    // the lines of the function
	Args        []Change
	Lines       []Line // in order of line
	Result      *Value // nil when the run did not return
	Exception   *Exception
	Stopped     *Stop
	Assumptions []Assumption
	Output      string
	Calls       int   // how many times the function itself was entered
	Steps       int64 // work done
}

// At returns what happened on a line, nil if it was not reached.
func (t *Timeline) At(line int) *Line {
	i, found := slices.BinarySearchFunc(t.Lines, line, func(l Line, line int) int { return l.Line - line })
	if !found {
		return nil
	}
	return &t.Lines[i]
}
