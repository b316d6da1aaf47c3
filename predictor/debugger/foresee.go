package debugger

import (
	"slices"

	"augur/analysis/syntax"
)

// foreseeEnd makes the run go to the end of the frame in one step of the model's,
// if the session is to do that.
func (s *Session) foreseeEnd() { s.foresee(0) }

// foreseeLine likewise makes it go to a line, if that is one of the frame's.
func (s *Session) foreseeLine(path string, line int) {
	if e, ok := s.here(); ok && s.log.frames[e.frame].path == path && sameFunction(s.Source(path), int(e.line), line) {
		s.foresee(line)
	}
}

// foreseeBreakpoint makes it go to the breakpoint of the function, if there is one
// and no more: which of several comes first is not known. Without any it goes to
// the end.
func (s *Session) foreseeBreakpoint() {
	e, ok := s.here()
	if !ok {
		return
	}
	path := s.log.frames[e.frame].path
	file := s.Source(path)
	target := 0
	for _, b := range s.breakpoints {
		if b.Disabled || b.Function != "" {
			if b.Function != "" {
				return // it may be in a call on the way
			}
			continue
		}
		plain := b.Condition == "" && b.HitCondition == "" && b.Log == ""
		here := b.Path == path && sameFunction(file, int(e.line), b.Line)
		if !plain || !here || target != 0 {
			return
		}
		target = b.Line
	}
	s.foresee(target)
}

// foresee makes the run go on from the position, in place of what it did there
// before. What cannot be foreseen is run line by line.
func (s *Session) foresee(to int) {
	e, ok := s.here()
	if !s.cfg.Foresee || !ok || e.kind != Line || slices.ContainsFunc(s.edits, func(e edit) bool { return e.at == s.pos && e.kind == foresee && e.line == to }) {
		return
	}
	s.lineByLine()
	_ = s.edit(0, edit{kind: foresee, line: to})
}

// lineByLine takes back what was foreseen from the position on.
func (s *Session) lineByLine() {
	seen := func(e edit) bool { return e.at == s.pos && e.kind == foresee }
	if !slices.ContainsFunc(s.edits, seen) {
		return
	}
	s.edits = slices.DeleteFunc(s.edits, seen)
	_ = s.backTo(s.pos) // it was there already
}

func sameFunction(f *syntax.File, a, b int) bool {
	return f != nil && FunctionAt(f, a) != nil && FunctionAt(f, a) == FunctionAt(f, b)
}
