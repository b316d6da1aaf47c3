package debugger

import (
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// engine makes a run.
type engine interface {
	// more goes on with the run, which appends to the session's log. want is
	// asked at each event, while what it looks at is live; the run waits when
	// it says yes. more returns false once the run has ended, true when it
	// waits or was interrupted.
	more(want func(i int) bool) bool
	// rewind repeats the run up to event i, which becomes its live end.
	rewind(i int, edits []edit) error
	// state returns what the frames hold at event i.
	state(i int) (*state, error)
	// apply makes an edit at the live end.
	apply(e edit) error
	// evaluate computes an expression in a frame of a state.
	evaluate(st *state, frame int, text string) (bound, error)
	// repr and describe show values; they may run the program's __repr__.
	repr(b bound) (string, bool)
	children(b bound, start, count int) []bound
	// jumpLines lists the lines that may run next in place of that of event i.
	jumpLines(i int) []int
	result() outcome
	assumptions() []timeline.Assumption
	output() string
	// suppose makes another answer than the oracle's count for an assumption. It
	// returns the event behind which that changes the run.
	suppose(assumption int, repr string) (event int, err error)
	interrupt()
	interrupted() bool
	resume() // forgets an interrupt that nothing has heeded
	close()
}

// outcome is how a run ended.
type outcome struct {
	value      *bound
	exc        *Exception
	limit, why string
}

// state is what the frames of a stack hold at one event.
type state struct {
	index  int
	live   bool
	frames []frameState // innermost last, as in the log's stacks
	value  *bound       // returned or yielded at this event
	exc    *bound       // raised at this event
}

// frameState is what one frame holds.
type frameState struct {
	number  int32
	vars    []bound
	globals *bound // a dict
	names   *bound // the namespace of a class body
	handle  any    // the engine's own
}

// bound is a variable, an element, an attribute, or a value without a name.
type bound struct {
	name  string
	value value.Value // nil when only text is known
	text  string      // the repr, when value is nil
	cell  bool
	free  bool
	// Where it comes from.
	provenance timeline.Provenance
	p          float64
	depends    []int
	frozen     bool // value is a copy made for display
}

// edit is a change that the user made to a run, at an event.
type edit struct {
	at    int
	frame int32 // the frame's number
	kind  editKind
	name  string
	text  string
	line  int
}

type editKind uint8

const (
	setVariable editKind = iota
	execute
	jump
	foresee // go to a line, or with 0 to the end of the call, in one step of the model's
)
