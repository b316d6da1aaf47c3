package debugger

import (
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
)

// Breakpoint is a place to stop at.
type Breakpoint struct {
	ID   int
	Path string
	Line int
	// Function, if set, makes it stop at the first line of the functions of
	// that name instead.
	Function string
	// Condition is an expression that must be true.
	Condition string
	// HitCondition is a count, as in "3", "> 3", ">= 3", "% 3" or "== 3".
	HitCondition string
	// Log, if set, is a message to print in place of stopping; {expression}
	// stands for a value.
	Log string
	// Temporary breakpoints are removed once hit.
	Temporary bool
	Disabled  bool

	since int   // events up to this one do not count
	upto  int   // events before this one are in hits
	hits  []int // where it was reached with its condition true
}

// ExceptionFilter says at which exceptions to stop.
type ExceptionFilter struct {
	Raised   bool
	Uncaught bool
	// Types limits both to classes of these names; empty: all.
	Types []string
}

// AddBreakpoint sets a breakpoint and returns its number: b.ID, or the next one
// if that is 0.
func (s *Session) AddBreakpoint(b Breakpoint) int {
	if b.Path == "" && b.Function == "" {
		b.Path = s.cfg.Path
	}
	if b.ID == 0 {
		s.nextID++
		b.ID = s.nextID
	}
	s.nextID = max(s.nextID, b.ID)
	b.since = s.pos
	b.upto = s.pos + 1
	s.breakpoints = append(s.breakpoints, &b)
	return b.ID
}

// RemoveBreakpoint removes a breakpoint by its number.
func (s *Session) RemoveBreakpoint(id int) bool {
	n := len(s.breakpoints)
	s.breakpoints = slices.DeleteFunc(s.breakpoints, func(b *Breakpoint) bool { return b.ID == id })
	return len(s.breakpoints) < n
}

// ClearBreakpoints removes those that which accepts.
func (s *Session) ClearBreakpoints(which func(b *Breakpoint) bool) {
	s.breakpoints = slices.DeleteFunc(s.breakpoints, which)
}

// Breakpoints lists the breakpoints.
func (s *Session) Breakpoints() []*Breakpoint { return s.breakpoints }

// StopAtExceptions sets the exceptions to stop at.
func (s *Session) StopAtExceptions(f ExceptionFilter) { s.exceptions = f }

// BreakpointLines lists the lines of a file where a breakpoint can be: those on
// which a statement starts.
func BreakpointLines(f *syntax.File) []int {
	var lines []int
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		st, ok := n.(syntax.Stmt)
		if !ok {
			return true
		}
		switch d := st.(type) {
		case *syntax.Global, *syntax.Nonlocal:
			return true
		case *syntax.ExprStmt:
			if k, ok := d.Value.(*syntax.Constant); ok {
				if _, doc := k.Value.(syntax.ConstStr); doc {
					return true
				}
			}
		case *syntax.FunctionDef:
			lines = append(lines, int(d.DefLine))
			return true
		case *syntax.ClassDef:
			lines = append(lines, int(d.DefLine))
			return true
		}
		lines = append(lines, int(st.Pos().Line))
		return true
	})
	slices.Sort(lines)
	return slices.Compact(lines)
}

// NearestLine returns the first line at or behind line where a breakpoint can
// be, 0 if there is none.
func NearestLine(f *syntax.File, line int) int {
	for _, l := range BreakpointLines(f) {
		if l >= line {
			return l
		}
	}
	return 0
}

// recount counts the hits of a breakpoint anew, from the position on.
func (s *Session) recount(b *Breakpoint) {
	b.upto, b.hits = s.pos+1, nil
}

// forgetHits drops what is known of events behind i.
func (s *Session) forgetHits(i int) {
	for _, b := range s.breakpoints {
		b.upto = min(b.upto, i+1)
		b.hits = slices.DeleteFunc(b.hits, func(hit int) bool { return hit > i })
	}
}

// broken reports whether to stop at event i whatever is being searched for.
func (s *Session) broken(i int) (Reason, bool) {
	e := s.log.events[i]
	switch e.kind {
	case Raise:
		if s.exceptions.Raised && !s.passing(i) && s.wanted(i) {
			return AtException, true
		}
		return "", false
	case Return:
		if s.exceptions.Uncaught && e.depth == 1 && e.fails {
			j := s.raisedAt(i)
			if j > s.pos && s.wanted(j) {
				s.redirect = j
				return AtException, true
			}
		}
		return "", false
	case Call:
		return "", false
	}
	if len(s.breakpoints) == 0 {
		return "", false
	}
	var hit []int
	reason := AtBreakpoint
	for _, b := range s.breakpoints {
		if b.Disabled || !s.at(b, i) {
			continue
		}
		n, ok := s.count(b, i)
		if !ok || !fulfilled(b.HitCondition, n) {
			continue
		}
		if b.Log != "" {
			if s.logged != nil && i > s.pos {
				s.logged(s.message(b, i))
			}
			continue
		}
		hit = append(hit, b.ID)
		if b.Function != "" {
			reason = AtFunction
		}
	}
	if hit == nil {
		return "", false
	}
	s.ClearBreakpoints(func(b *Breakpoint) bool { return b.Temporary && slices.Contains(hit, b.ID) })
	s.hitAt = hit
	return reason, true
}

// at reports whether event i is at the place of b.
func (s *Session) at(b *Breakpoint, i int) bool {
	e := s.log.events[i]
	if b.Function != "" {
		if i == 0 {
			return false
		}
		before := s.log.events[i-1]
		name := s.log.frames[e.frame].name
		return before.kind == Call && before.frame == e.frame && !before.again &&
			(name == b.Function || strings.HasSuffix(b.Function, "."+name) && s.log.frames[e.frame].qualname == b.Function)
	}
	return int(e.line) == b.Line && s.log.frames[e.frame].path == b.Path
}

// count reports whether b's condition holds at event i, and how often it has
// been reached so.
func (s *Session) count(b *Breakpoint, i int) (int, bool) {
	if b.HitCondition == "" {
		return 0, s.holds(b, i)
	}
	for j := b.upto; j <= i; j++ {
		if s.log.events[j].kind == Line && s.at(b, j) && s.holds(b, j) {
			b.hits = append(b.hits, j)
		}
	}
	b.upto = max(b.upto, i+1)
	n, ok := slices.BinarySearch(b.hits, i)
	return n + 1, ok
}

func (s *Session) holds(b *Breakpoint, i int) bool {
	if b.Condition == "" {
		return true
	}
	st, err := s.engine.state(i)
	if err != nil {
		return false
	}
	v, err := s.engine.evaluate(st, len(st.frames)-1, "bool("+b.Condition+")")
	if err != nil {
		return true // as other debuggers do: stop, so that the user sees it
	}
	text, ok := s.engine.repr(v)
	return !ok || text == "True"
}

// message fills in the {expressions} of a log point.
func (s *Session) message(b *Breakpoint, i int) string {
	st, err := s.engine.state(i)
	if err != nil {
		return b.Log
	}
	var out strings.Builder
	rest := b.Log
	for {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(rest[open:], '}')
		if end < 0 {
			break
		}
		out.WriteString(rest[:open])
		expr := rest[open+1 : open+end]
		var text string
		if v, err := s.engine.evaluate(st, len(st.frames)-1, expr); err == nil {
			if r, ok := s.engine.repr(v); ok {
				text = mark(v, r)
			} else {
				text = "unknown"
			}
		} else {
			text = "<" + err.Error() + ">"
		}
		out.WriteString(text)
		rest = rest[open+end+1:]
	}
	out.WriteString(rest)
	return out.String()
}

// fulfilled reports whether the n-th hit fulfils a hit condition.
func fulfilled(cond string, n int) bool {
	op, want, ok := parseHits(cond)
	if !ok {
		return true
	}
	switch op {
	case ">":
		return n > want
	case ">=", "":
		return n >= want
	case "==":
		return n == want
	case "<":
		return n < want
	case "<=":
		return n <= want
	}
	return want > 0 && n%want == 0
}

// parseHits reads a hit condition; ok is false for one that says nothing.
func parseHits(cond string) (op string, n int, ok bool) {
	cond = strings.TrimSpace(cond)
	for _, o := range []string{">=", "<=", "==", "=", ">", "<", "%"} {
		if rest, found := strings.CutPrefix(cond, o); found {
			op, cond = o, strings.TrimSpace(rest)
			break
		}
	}
	if op == "=" {
		op = "=="
	}
	n, err := strconv.Atoi(cond)
	return op, n, err == nil
}

// CheckHitCondition says what is wrong with a hit condition.
func CheckHitCondition(cond string) error {
	if _, _, ok := parseHits(cond); !ok {
		return errorf("the hit condition %q is none: write a number, or one of >, >=, <, <=, ==, %% and a number", cond)
	}
	return nil
}

// passing reports whether the exception of a Raise event comes from a frame
// that it has left.
func (s *Session) passing(i int) bool {
	return i > 0 && s.log.events[i-1].kind == Return && s.log.events[i-1].fails && s.log.events[i-1].depth == s.log.events[i].depth+1
}

// raisedAt finds where the exception was raised that ends the frame of event i.
func (s *Session) raisedAt(i int) int {
	j := i
	for j > 0 && s.log.events[j].kind != Raise {
		j--
	}
	for j > 1 && s.passing(j) {
		j -= 2
		for j > 0 && s.log.events[j].kind != Raise {
			j--
		}
	}
	return j
}

// wanted reports whether the filter has the class of the exception of event i.
func (s *Session) wanted(i int) bool {
	if len(s.exceptions.Types) == 0 {
		return true
	}
	st, err := s.engine.state(i)
	if err != nil || st.exc == nil {
		return false
	}
	for _, name := range classNames(st.exc) {
		if slices.Contains(s.exceptions.Types, name) {
			return true
		}
	}
	return false
}
