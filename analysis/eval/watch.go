package eval

import (
	"errors"

	"augur/analysis/value"
)

// A Watcher is told what a function given to sys.settrace is told by CPython
// 3.11, event for event: that includes the frames of comprehensions, and each
// move to another line within a statement that spans several. (A Tracer is told
// of statements instead.)
type Watcher interface {
	// Follow reports whether the events of a new frame are wanted.
	Follow(fr *Frame) bool
	// Event is told that something is about to happen. The run waits until it
	// returns. It may look at the frames, set variables and call Frame.Jump.
	Event(e Event)
}

// EventKind is what happened.
type EventKind uint8

// The kinds of events.
const (
	CallEvent      EventKind = iota // a frame starts, or a generator goes on
	LineEvent                       // a line is about to run
	ExceptionEvent                  // an exception was raised in the frame, or arrives in it
	ReturnEvent                     // a frame ends, or a generator yields
)

// Event is one event.
type Event struct {
	Kind  EventKind
	Frame *Frame
	Line  int
	// Value is what is returned or yielded; nil when an exception ends the frame.
	Value value.Value
	// Exc is the exception of an ExceptionEvent.
	Exc *value.Exception
	// Again tells a CallEvent that resumes a generator, and a ReturnEvent that
	// suspends one.
	Again bool
}

// Watch makes w see what runs from now on; nil ends it.
func (m *Machine) Watch(w Watcher) { m.watcher = w }

// errJump unwinds to the block that has the line to jump to.
var errJump = errors.New("jump")

// emit tells the watcher of an event.
func (fr *frame) emit(e Event) {
	if w := fr.m.watcher; w != nil {
		e.Frame = fr
		e.Line = int(fr.at)
		w.Event(e)
	}
}

// follow reports the start of a frame to the watcher.
func (fr *frame) follow() {
	if w := fr.m.watcher; w != nil && w.Follow(fr) {
		fr.seen = true
		if fr.code.scope.kind != moduleScope {
			fr.at = fr.code.first
		}
		fr.emit(Event{Kind: CallEvent})
		fr.at = 0 // so that the first line is one to move to
	}
}

// unfollow reports the end of a frame to the watcher.
func (fr *frame) unfollow(err error) {
	if fr.at == 0 {
		fr.at = fr.code.first
	}
	switch err.(type) {
	case nil:
		fr.emit(Event{Kind: ReturnEvent, Value: fr.ret})
	case *value.Raised:
		fr.emit(Event{Kind: ReturnEvent})
	}
}

// mark tells that control is at a line. Statements that span several lines are
// compiled with marks wherever CPython's code passes from one line to another.
func (fr *frame) mark(line int32) error {
	if line == fr.at && !fr.hop {
		return nil
	}
	return fr.again(line)
}

// again tells that control came to a line anew: from another line, or back to it
// in a loop.
func (fr *frame) again(line int32) error {
	fr.at, fr.hop = line, false
	if fr.seen {
		fr.emit(Event{Kind: LineEvent})
		if fr.jump != 0 {
			return errJump
		}
	}
	return nil
}

// before compiles x with a mark before it.
func before(x expr, line int32) expr {
	return func(fr *frame) (value.Value, error) {
		if err := fr.mark(line); err != nil {
			return nil, err
		}
		return x(fr)
	}
}

// after compiles x with a mark behind it.
func after(x expr, line int32) expr {
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err == nil {
			err = fr.mark(line)
		}
		return v, err
	}
}

// dropped closes the generator of an expression that nobody can hold any more,
// as CPython does at once.
func dropped(v value.Value) {
	g, ok := v.(*genexpr)
	if !ok || g.done {
		return
	}
	g.done = true
	if !g.started || !g.fr.seen {
		return
	}
	g.fr.emit(Event{Kind: CallEvent, Again: true})
	if exc, ok := value.IsRaised(value.Raise(value.GeneratorExit), value.GeneratorExit); ok {
		g.fr.emit(Event{Kind: ExceptionEvent, Exc: exc})
	}
	g.fr.emit(Event{Kind: ReturnEvent})
}

// consumers are the built-in functions that may leave off before the end of an
// iterator, and keep no hold of it.
var consumers = map[string]bool{"any": true, "all": true, "next": true}

// dropArgs drops the generator that was an argument of a call and was made for
// it: the expression, or what a plain call gave since so many generators had been
// made.
func (fr *frame) dropArgs(fn value.Value, args []value.Value, since int) error {
	if b, ok := fn.(*value.Builtin); ok && consumers[b.Name] && b.Owner == nil && len(args) > 0 {
		dropped(args[0])
		return fr.drop(args[0], since)
	}
	return nil
}
