package debugger

import "augur/analysis/syntax"

// search looks for the next event at which at says to stop, in direction +1
// (going on with the run where the log ends) or -1. A position that is not
// found leaves the session at the end, or at the first line.
func (s *Session) search(direction int, at func(i int) (Reason, bool)) Stop {
	if direction < 0 {
		for i := s.pos - 1; i >= 0; i-- {
			if r, ok := at(i); ok {
				return s.moveTo(i, r)
			}
			if s.engine.interrupted() {
				return s.paused(i)
			}
		}
		return s.beginning()
	}
	for i := s.pos + 1; i < len(s.log.events); i++ {
		if r, ok := at(i); ok {
			return s.moveTo(i, r)
		}
		if s.engine.interrupted() {
			return s.paused(i)
		}
	}
	var reason Reason
	found := false
	alive := s.engine.more(func(i int) bool {
		s.reached.Store(int64(i))
		reason, found = at(i)
		return found
	})
	switch {
	case found:
		return s.moveTo(len(s.log.events)-1, reason)
	case alive: // interrupted
		return s.moveTo(len(s.log.events)-1, Paused)
	}
	return s.end()
}

// beginning is where a search backwards ends: at the first line.
func (s *Session) beginning() Stop {
	for i := range s.log.events {
		if s.log.events[i].kind == Line {
			return s.moveTo(i, Beginning)
		}
	}
	return s.stop
}

// earlier goes on with a step back that came to the beginning. Where it was there
// already, in a run that started in the middle of a function, the step leads into
// what probably was before.
func (s *Session) earlier(from int, got Stop) Stop {
	if got.Reason != Beginning || s.pos != from || s.cfg.Start == 0 {
		return got
	}
	stop, err := s.beforeStart()
	if err != nil {
		s.stop.Why = err.Error()
		return s.stop
	}
	return stop
}

// paused stops a search among known events that was interrupted.
func (s *Session) paused(i int) Stop {
	s.engine.resume()
	return s.moveTo(i, Paused)
}

// end puts the session behind the last event.
func (s *Session) end() Stop {
	s.pos = len(s.log.events)
	out := s.engine.result()
	s.stop = Stop{Reason: Ended, Index: s.pos, Path: s.cfg.Path, Exception: out.exc, Limit: out.limit, Why: out.why}
	if n := len(s.log.events); n > 0 {
		s.stop.Line = int(s.log.events[n-1].line)
	}
	if out.value != nil {
		v := s.variable(*out.value, "")
		s.stop.Value = &v
	}
	return s.stop
}

// moveTo makes event i the position.
func (s *Session) moveTo(i int, r Reason) Stop {
	if s.redirect > 0 {
		i, s.redirect = s.redirect, 0
	}
	s.pos = i
	e := s.log.events[i]
	f := s.log.frames[e.frame]
	s.stop = Stop{Reason: r, Kind: e.kind, Path: f.path, Line: int(e.line), Function: f.name, Depth: int(e.depth), Index: i}
	s.stop.Breakpoints = s.hitAt
	s.hitAt = nil
	if e.kind == Return || e.kind == Raise {
		if st, err := s.engine.state(i); err == nil {
			if st.value != nil {
				v := s.variable(*st.value, "")
				s.stop.Value = &v
			}
			if st.exc != nil {
				s.stop.Exception = s.exception(*st.exc)
			}
		}
	}
	return s.stop
}

func (s *Session) here() (event, bool) {
	if s.pos < 0 || s.pos >= len(s.log.events) {
		return event{}, false
	}
	return s.log.events[s.pos], true
}

// depth is the depth of the position, 0 at the end.
func (s *Session) depth() int32 {
	e, ok := s.here()
	if !ok {
		return 0
	}
	return e.depth
}

// step searches for a line event that fits, or for a breakpoint on the way.
func (s *Session) step(direction int, fits func(e event) bool) Stop {
	from := s.pos
	return s.search(direction, func(i int) (Reason, bool) {
		e := s.log.events[i]
		if e.kind == Line && fits(e) {
			return Step, true
		}
		if i != from {
			return s.broken(i)
		}
		return "", false
	})
}

// Into goes to the next line, in whatever frame it is.
func (s *Session) Into() Stop {
	s.lineByLine()
	return s.step(1, func(event) bool { return true })
}

// Over goes to the next line of this frame, or of its caller when it returns.
func (s *Session) Over() Stop {
	s.lineByLine()
	d := s.depth()
	return s.step(1, func(e event) bool { return e.depth <= d })
}

// Out goes to the next line of the caller.
func (s *Session) Out() Stop {
	d := s.depth()
	s.foreseeEnd()
	return s.step(1, func(e event) bool { return e.depth < d })
}

// Next goes to the next event of any kind, into calls.
func (s *Session) Next() Stop {
	s.lineByLine()
	return s.search(1, func(int) (Reason, bool) { return Step, true })
}

// NextOver goes to the next line or return of this frame or its callers.
func (s *Session) NextOver() Stop {
	d := s.depth()
	s.lineByLine()
	if e, ok := s.here(); ok && e.kind == Return {
		d--
	}
	return s.search(1, func(i int) (Reason, bool) {
		e := s.log.events[i]
		if e.depth <= d && (e.kind == Line || e.kind == Return) {
			return Step, true
		}
		return s.broken(i)
	})
}

// ToReturn goes to where this frame returns.
func (s *Session) ToReturn() Stop {
	here, ok := s.here()
	if !ok {
		return s.stop
	}
	s.foreseeEnd()
	return s.search(1, func(i int) (Reason, bool) {
		e := s.log.events[i]
		if e.kind == Return && e.frame == here.frame && e.depth == here.depth {
			return Step, true
		}
		return s.broken(i)
	})
}

// Until goes on to a line of this frame greater than line, or to where the
// frame returns.
func (s *Session) Until(line int) Stop {
	here, ok := s.here()
	if !ok {
		return s.stop
	}
	return s.search(1, func(i int) (Reason, bool) {
		e := s.log.events[i]
		switch {
		case e.depth < here.depth,
			e.depth == here.depth && e.kind == Return,
			e.frame == here.frame && e.kind == Line && int(e.line) >= line:
			return Step, true
		}
		return s.broken(i)
	})
}

// Continue goes on to a breakpoint, an exception to stop at, or the end.
func (s *Session) Continue() Stop {
	s.foreseeBreakpoint()
	return s.search(1, s.broken)
}

// RunTo goes on to a line.
func (s *Session) RunTo(path string, line int) Stop {
	s.foreseeLine(path, line)
	return s.search(1, func(i int) (Reason, bool) {
		e := s.log.events[i]
		if e.kind == Line && int(e.line) == line && s.log.frames[e.frame].path == path {
			return AtGoto, true
		}
		return s.broken(i)
	})
}

// Back goes to the line before, in this frame or its callers.
func (s *Session) Back() Stop {
	d := s.depth()
	if s.pos >= len(s.log.events) {
		d = 1
	}
	from := s.pos
	return s.earlier(from, s.step(-1, func(e event) bool { return e.depth <= d }))
}

// BackInto goes to the line before, in whatever frame it is.
func (s *Session) BackInto() Stop {
	from := s.pos
	return s.earlier(from, s.step(-1, func(event) bool { return true }))
}

// BackOut goes to the line that called this frame.
func (s *Session) BackOut() Stop {
	d := s.depth()
	return s.step(-1, func(e event) bool { return e.depth < d })
}

// ReverseContinue goes back to a breakpoint, or to the first line.
func (s *Session) ReverseContinue() Stop {
	return s.search(-1, s.broken)
}

// ToBeginning goes back to the first line of the run.
func (s *Session) ToBeginning() Stop { return s.beginning() }

// GoTo moves to any event of the log that was reached.
func (s *Session) GoTo(index int) Stop {
	if index >= len(s.log.events) {
		return s.search(1, func(i int) (Reason, bool) { return Step, i >= index })
	}
	if index < 0 {
		index = 0
	}
	return s.moveTo(index, Step)
}

// RestartFrame goes back to the first line of a frame, counted from the
// innermost, 0.
func (s *Session) RestartFrame(frame int) (Stop, error) {
	st := s.log.stack(s.pos)
	if frame < 0 || frame >= len(st) {
		return s.stop, errorf("no frame %d", frame)
	}
	want := st[len(st)-1-frame].frame
	for i := s.pos; i >= 0; i-- {
		if e := s.log.events[i]; e.kind == Call && e.frame == want && !e.again {
			for j := i; j < len(s.log.events); j++ {
				if f := s.log.events[j]; f.kind == Line && f.frame == want {
					return s.moveTo(j, Step), nil
				}
			}
		}
	}
	return s.stop, errorf("the start of the frame is not in the log")
}

// AtBreakpoint reports whether the position itself is at a breakpoint.
func (s *Session) AtBreakpoint() (Stop, bool) {
	for _, b := range s.breakpoints {
		b.upto = min(b.upto, s.pos)
	}
	if _, ok := s.here(); !ok {
		return s.stop, false
	}
	r, ok := s.broken(s.pos)
	if !ok {
		return s.stop, false
	}
	return s.moveTo(s.pos, r), true
}

// Source returns the text of a file of the run so far, nil for others.
func (s *Session) Source(path string) *syntax.File {
	if path == s.cfg.Path {
		return s.cfg.File
	}
	for i := range s.log.frames {
		if f := &s.log.frames[i]; f.path == path {
			return f.file
		}
	}
	return nil
}

// Files lists the files of the run so far.
func (s *Session) Files() []string {
	files := []string{s.cfg.Path}
	seen := map[string]bool{s.cfg.Path: true}
	for _, f := range s.log.frames {
		if !seen[f.path] {
			seen[f.path] = true
			files = append(files, f.path)
		}
	}
	return files
}
