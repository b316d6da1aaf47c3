package value

import "fmt"

// Raised is a Python exception on its way up.
type Raised struct {
	Exc *Exception
	// Noted is the frame that last put itself on the exception's traceback:
	// it caught it and may raise it again.
	Noted any
	// Thrown is set for one that was thrown into a generator, which gives it
	// no context.
	Thrown bool
}

func (e *Raised) Error() string { return e.Exc.Type().Name + ": " + e.Exc.Message() }

// UnknownError says that the result lies outside what is known. It is neither a
// value nor a Python exception, and no Python handler catches it.
type UnknownError struct {
	Reason string // a short phrase: "hash of a str depends on the seed"
	// Halt is set when more than a result is unknown: which code runs next,
	// or what an object now holds. The run cannot go on from there.
	Halt bool
}

func (e *UnknownError) Error() string { return "unknown: " + e.Reason }

// Unknownf returns an *UnknownError.
func Unknownf(format string, args ...any) error {
	return &UnknownError{Reason: fmt.Sprintf(format, args...)}
}

// LimitError says that a limit of the run was reached. No Python handler
// catches it.
type LimitError struct {
	Limit string // "steps", "memory", "recursion", "time", "output" or "cancelled"
}

func (e *LimitError) Error() string { return "limit reached: " + e.Limit }

// Raise returns the error that raises an exception of class cls with the given
// argument.
func Raise(cls *Type, args ...Value) error { return &Raised{Exc: NewException(cls, args...)} }

// Raisef is Raise with a formatted message as the one argument.
func Raisef(cls *Type, format string, args ...any) error {
	return Raise(cls, NewStr(fmt.Sprintf(format, args...)))
}

// TypeErrorf raises TypeError.
func TypeErrorf(format string, args ...any) error { return Raisef(TypeError, format, args...) }

// ValueErrorf raises ValueError.
func ValueErrorf(format string, args ...any) error { return Raisef(ValueError, format, args...) }

// IsRaised reports whether err is a Python exception of class cls, and which.
func IsRaised(err error, cls *Type) (*Exception, bool) {
	if r, ok := err.(*Raised); ok && r.Exc.Type().IsSubtype(cls) {
		return r.Exc, true
	}
	return nil, false
}
