package debugger

import "augur/analysis/syntax"

// Kind is what an event is.
type Kind uint8

// The kinds of events.
const (
	Call Kind = iota
	Line
	Raise
	Return
)

func (k Kind) String() string { return [...]string{"call", "line", "exception", "return"}[k] }

// event is one entry of the log.
type event struct {
	kind  Kind
	again bool // a generator goes on, or yields
	fails bool // a Return by an exception
	frame int32
	line  int32
	depth int32
	out   int32 // bytes printed before it
}

// frameInfo is what does not change about a frame.
type frameInfo struct {
	name, qualname, path string
	file                 *syntax.File
}

// call is an entry of a call stack.
type call struct {
	frame int32
	line  int32
}

// spacing is the distance of the stacks that are kept.
const spacing = 1024

// log holds all events of a run, and the call stack at every so many of them.
type log struct {
	events []event
	frames []frameInfo // by number, from 0
	stacks [][]call    // before event i*spacing
	top    []call      // behind the last event
	ended  bool
}

// add appends an event; the frames of name and path are known already.
func (l *log) add(e event) {
	if len(l.events)%spacing == 0 {
		l.stacks = append(l.stacks, append([]call(nil), l.top...))
	}
	l.events = append(l.events, e)
	l.top = apply(l.top, e)
}

// apply gives the stack behind an event: a frame stays on it while it is at its
// return event.
func apply(stack []call, e event) []call {
	for len(stack) > 0 && int(e.depth) < len(stack) {
		stack = stack[:len(stack)-1]
	}
	if int(e.depth) > len(stack) {
		return append(stack, call{e.frame, e.line})
	}
	if n := len(stack); n > 0 {
		stack[n-1] = call{e.frame, e.line}
	}
	return stack
}

// stack returns the calls at event i, innermost last.
func (l *log) stack(i int) []call {
	if i < 0 || i >= len(l.events) {
		return nil
	}
	if i == len(l.events)-1 {
		return append([]call(nil), l.top...)
	}
	st := append([]call(nil), l.stacks[i/spacing]...)
	for j := i / spacing * spacing; j <= i; j++ {
		st = apply(st, l.events[j])
	}
	return st
}

// cut drops all events behind i, and what is known about the end.
func (l *log) cut(i int) {
	st := l.stack(i)
	l.events = l.events[:i+1]
	l.stacks = l.stacks[:i/spacing+1]
	l.top = st
	l.ended = false
}
