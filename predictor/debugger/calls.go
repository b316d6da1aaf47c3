package debugger

import (
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// CallSite is a call on a line that IntoCall can step into.
type CallSite struct {
	Text string // as it is written: "f(x)"
	Name string // of the function that runs: "__init__" for a class
	// Nth counts the calls of functions of that name on the line, from 1, in the
	// order in which they are made.
	Nth  int
	Span *syntax.Span
}

// Calls lists the calls on the current line in the order in which they are
// made, but for those of which it is known that nothing of them can be shown: of
// what is built in. f is the file that the session stands in.
func (s *Session) Calls(f *syntax.File) []CallSite {
	line := int32(s.stop.Line)
	var sites []CallSite
	count := map[string]int{}
	var visit func(n syntax.Node)
	add := func(c *syntax.Call) {
		name, ok := s.callee(f, c.Func)
		if !ok {
			return
		}
		count[name]++
		sites = append(sites, CallSite{Text: f.Text(c), Name: name, Nth: count[name], Span: c.Pos()})
	}
	visit = func(n syntax.Node) {
		syntax.Inspect(n, func(m syntax.Node) bool {
			p := m.Pos()
			if p.EndLine < line || p.Line > line {
				return false
			}
			switch m := m.(type) {
			case *syntax.Lambda:
				return false
			case *syntax.Call:
				// What a call is made with comes first.
				visit(m.Func)
				for _, a := range m.Args {
					visit(a)
				}
				for _, k := range m.Keywords {
					visit(k.Value)
				}
				if p.Line == line {
					add(m)
				}
				return false
			}
			return true
		})
	}
	visit(f.Module)
	return sites
}

// callee names the function that a call of e would run; false if it is known
// that no frame of it can be seen.
func (s *Session) callee(f *syntax.File, e syntax.Expr) (string, bool) {
	name := ""
	switch e := e.(type) {
	case *syntax.Name:
		name = e.ID
	case *syntax.Attribute:
		name = e.Attr
	default:
		return "", false
	}
	text := f.Text(e)
	if strings.ContainsAny(text, "([") {
		return name, true // it would have to be called to be known
	}
	v, err := s.Evaluate(0, text)
	if err != nil {
		return name, true
	}
	switch fn := v.value.value.(type) {
	case *value.Function:
		return fn.Name, true
	case *value.Method:
		if inner, ok := fn.Func.(*value.Function); ok {
			return inner.Name, true
		}
		return "", false
	case *value.Type:
		init, _ := fn.Lookup("__init__")
		_, ok := init.(*value.Function)
		return "__init__", ok
	case *value.Builtin:
		return "", false
	}
	return name, true
}

// IntoCall goes to the first line of the nth call, from this frame, of a
// function of that name; or to the next line if it is not made.
func (s *Session) IntoCall(name string, nth int) Stop {
	d := s.depth()
	made := 0
	inside := false
	return s.search(1, func(i int) (Reason, bool) {
		e := s.log.events[i]
		switch {
		case e.kind == Call && e.depth == d+1 && !e.again:
			if s.log.frames[e.frame].name == name {
				made++
			}
			inside = made == nth && s.log.frames[e.frame].name == name
		case e.kind == Line && (inside || e.depth <= d):
			return Step, true
		}
		return s.broken(i)
	})
}
