package eval

import (
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// A Spot is something whose values are kept each time: an expression, whenever it
// is computed, or a variable, whenever its line is about to run. A Recorder keeps
// them once it records.
type Spot struct {
	// Start and End are the offsets of the expression.
	Start, End int32
	// Name and Line, if they are set, are the variable and its line instead.
	Name string
	Line int

	// Values are the first ones and the last.
	Values []SpotValue
	// Count is how many there were.
	Count int

	rec *Recorder // nil until recording starts
}

// SpotValue is one of the values of a spot.
type SpotValue struct {
	Hit int // which one it was, from 1
	timeline.Value
}

// keptSpots bounds the values that are kept of a spot, and lastSpots those of the
// end among them.
const (
	keptSpots = 220
	lastSpots = 20
)

// PrepareSpot is Prepare for a run of which a spot is to be kept.
func (m *Machine) PrepareSpot(f *syntax.File, path, name string, s *Spot) {
	m.prog = compileFile(f, path, name)
	m.prog.spot = s
	m.module = m.newModule(m.prog, strings.HasSuffix(path, "__init__.py"))
}

// is reports whether an expression is the spot.
func (s *Spot) is(e syntax.Expr) bool {
	p := e.Pos()
	return s.Name == "" && p.Start == s.Start && p.End == s.End
}

// watched compiles x, which computes the spot, so that its values are kept.
func (s *Spot) watched(x expr) expr {
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err == nil && s.rec != nil && fr.m.tracer != nil {
			s.keep(s.rec.capture(v, fr.t.Taint|fr.t.Control))
		}
		return v, err
	}
}

// before keeps the value of the spot's variable as a line is about to run.
func (s *Spot) before(fr *frame, line int) {
	if s.Name == "" || s.Line != line {
		return
	}
	if v, ok := s.rec.look(fr, s.Name); ok {
		s.keep(v)
	} else {
		s.Count++
	}
}

func (s *Spot) keep(v timeline.Value) {
	s.Count++
	if len(s.Values) == keptSpots {
		s.Values = append(s.Values[:keptSpots-lastSpots], s.Values[keptSpots-lastSpots+1:]...)
	}
	s.Values = append(s.Values, SpotValue{s.Count, v})
}

// guessed returns an unknown value with the class that the oracle answered to the
// last question, if it did.
func (m *Machine) guessed(u *value.Unknown) *value.Unknown {
	if m.guess.Class == "" {
		return u
	}
	with := *u
	with.Class, with.P = m.guess.Class, m.guess.P
	m.guess = Answer{}
	return &with
}
