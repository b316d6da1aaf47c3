package dap

import (
	"errors"
	"os"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/debugger"

	"github.com/google/go-dap"
)

// breakpoint is one as the client wants it, with the number that it has in every
// session.
type breakpoint struct {
	dap.SourceBreakpoint
	id int
}

type functionBreakpoint struct {
	dap.FunctionBreakpoint
	id int
}

func (s *Server) newID() int {
	s.lastID++
	return s.lastID
}

// fileOf returns the source of a path: as the run has it, or what lies on the
// disk.
func (s *Server) fileOf(path string) *syntax.File {
	if s.session != nil {
		if f := s.session.Source(path); f != nil {
			return f
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return syntax.Parse(text)
}

// sourcePath is the path of a source, which a client may name by our reference.
func (s *Server) sourcePath(src *dap.Source) string {
	if src == nil {
		return ""
	}
	if k := src.SourceReference; k > 0 {
		if k > len(s.virtual) {
			return ""
		}
		return s.virtual[k-1]
	}
	return clean(src.Path)
}

func (s *Server) setBreakpoints(q *dap.SetBreakpointsRequest) (any, error) {
	path := s.sourcePath(&q.Arguments.Source)
	if path == "" {
		return nil, errors.New("setBreakpoints needs a source with a path")
	}
	var wanted []breakpoint
	for _, b := range q.Arguments.Breakpoints {
		wanted = append(wanted, breakpoint{b, s.newID()})
	}
	if q.Arguments.Breakpoints == nil {
		for _, l := range q.Arguments.Lines {
			wanted = append(wanted, breakpoint{dap.SourceBreakpoint{Line: l}, s.newID()})
		}
	}
	s.breakpoints[path] = wanted
	set := s.applySource(path)
	return dap.SetBreakpointsResponseBody{Breakpoints: set}, nil
}

// applySource gives the session the breakpoints of a file.
func (s *Server) applySource(path string) []dap.Breakpoint {
	out := make([]dap.Breakpoint, 0, len(s.breakpoints[path]))
	if s.session != nil {
		s.session.ClearBreakpoints(func(b *debugger.Breakpoint) bool { return b.Path == path && b.Function == "" })
	}
	f := s.fileOf(path)
	for _, w := range s.breakpoints[path] {
		b := dap.Breakpoint{Id: w.id, Line: s.lineIn(w.Line), Source: s.sourceOf(path)}
		refuse := func(why string) { b.Line, b.Message = w.Line, why }
		line := 0
		if f != nil {
			line = debugger.NearestLine(f, b.Line)
		}
		switch {
		case f == nil:
			refuse("the file cannot be read")
		case line == 0:
			refuse("there is no code at or behind this line")
		case w.Condition != "" && !isExpression(w.Condition):
			refuse("the condition is no expression")
		case w.HitCondition != "" && debugger.CheckHitCondition(w.HitCondition) != nil:
			refuse(debugger.CheckHitCondition(w.HitCondition).Error())
		case s.session == nil:
			b.Line, b.Message = s.lineOut(line), "set once the program is launched"
		default:
			b.Verified, b.Line = true, s.lineOut(line)
			s.session.AddBreakpoint(debugger.Breakpoint{
				ID: w.id, Path: path, Line: line, Condition: w.Condition, HitCondition: w.HitCondition, Log: w.LogMessage,
			})
		}
		out = append(out, b)
	}
	return out
}

func isExpression(text string) bool {
	_, err := syntax.ParseExpr(strings.TrimSpace(text))
	return err == nil
}

func (s *Server) setFunctionBreakpoints(q *dap.SetFunctionBreakpointsRequest) (any, error) {
	s.functions = nil
	for _, b := range q.Arguments.Breakpoints {
		s.functions = append(s.functions, functionBreakpoint{b, s.newID()})
	}
	return dap.SetFunctionBreakpointsResponseBody{Breakpoints: s.applyFunctions()}, nil
}

func (s *Server) applyFunctions() []dap.Breakpoint {
	out := make([]dap.Breakpoint, 0, len(s.functions))
	if s.session != nil {
		s.session.ClearBreakpoints(func(b *debugger.Breakpoint) bool { return b.Function != "" })
	}
	for _, w := range s.functions {
		b := dap.Breakpoint{Id: w.id}
		switch {
		case w.Condition != "" && !isExpression(w.Condition):
			b.Message = "the condition is no expression"
		case w.HitCondition != "" && debugger.CheckHitCondition(w.HitCondition) != nil:
			b.Message = debugger.CheckHitCondition(w.HitCondition).Error()
		case s.session == nil:
			b.Message = "set once the program is launched"
		case w.Name == "":
			b.Message = "a function breakpoint needs the name of a function"
		default:
			// It may be one of a file that is not loaded yet.
			if b.Verified = defines(s.session.Config().File, w.Name); !b.Verified {
				b.Message = "the file has no function of this name"
			}
			s.session.AddBreakpoint(debugger.Breakpoint{ID: w.id, Function: w.Name, Condition: w.Condition, HitCondition: w.HitCondition})
		}
		out = append(out, b)
	}
	return out
}

// defines reports whether a file has a function or method of a name, which may be
// qualified.
func defines(f *syntax.File, name string) bool {
	short := name[strings.LastIndexByte(name, '.')+1:]
	found := false
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.FunctionDef); ok && d.Name == short {
			found = true
		}
		return !found
	})
	return found
}

// applyBreakpoints gives a new session what the client has set.
func (s *Server) applyBreakpoints() {
	for path := range s.breakpoints {
		s.applySource(path)
	}
	s.applyFunctions()
	s.session.StopAtExceptions(s.filter)
}

func (s *Server) setExceptionBreakpoints(q *dap.SetExceptionBreakpointsRequest) (any, error) {
	var f debugger.ExceptionFilter
	add := func(filter, condition string) error {
		switch filter {
		case "raised":
			f.Raised = true
		case "uncaught":
			f.Uncaught = true
		default:
			return errors.New("there is no exception filter \"" + filter + "\": use raised or uncaught")
		}
		for _, name := range strings.Split(condition, ",") {
			if name = strings.TrimSpace(name); name != "" {
				f.Types = append(f.Types, name)
			}
		}
		return nil
	}
	var out []dap.Breakpoint
	for _, filter := range q.Arguments.Filters {
		if err := add(filter, ""); err != nil {
			return nil, err
		}
		out = append(out, dap.Breakpoint{Verified: true})
	}
	for _, o := range q.Arguments.FilterOptions {
		if err := add(o.FilterId, o.Condition); err != nil {
			return nil, err
		}
		out = append(out, dap.Breakpoint{Verified: true})
	}
	s.filter = f
	if s.session != nil {
		s.session.StopAtExceptions(f)
	}
	return dap.SetExceptionBreakpointsResponseBody{Breakpoints: out}, nil
}

func (s *Server) breakpointLocations(q *dap.BreakpointLocationsRequest) (any, error) {
	if q.Arguments == nil {
		return nil, errors.New("breakpointLocations needs a source and a line")
	}
	f := s.fileOf(s.sourcePath(&q.Arguments.Source))
	if f == nil {
		return nil, errors.New("the file cannot be read")
	}
	first := s.lineIn(q.Arguments.Line)
	last := first
	if q.Arguments.EndLine > 0 {
		last = s.lineIn(q.Arguments.EndLine)
	}
	if first < 1 || last < first {
		return nil, errors.New("breakpointLocations needs lines of the source, the first one first")
	}
	out := []dap.BreakpointLocation{}
	for _, l := range debugger.BreakpointLines(f) {
		if l >= first && l <= last {
			out = append(out, dap.BreakpointLocation{Line: s.lineOut(l)})
		}
	}
	return dap.BreakpointLocationsResponseBody{Breakpoints: out}, nil
}

// lineIn and lineOut convert lines between the client's count and ours, which
// starts with 1.
func (s *Server) lineIn(line int) int {
	if !s.client.LinesStartAt1 {
		return line + 1
	}
	return line
}

func (s *Server) lineOut(line int) int {
	if !s.client.LinesStartAt1 {
		return line - 1
	}
	return line
}
