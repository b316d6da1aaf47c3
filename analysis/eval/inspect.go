package eval

import (
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// A Frame is one activation of a piece of code, as a Watcher sees it. Outside
// of an event it must not be touched.
type Frame = frame

// Variable is a variable of a frame.
type Variable struct {
	Name  string
	Value value.Value
	Taint value.Taint
	Cell  bool // shared with an inner or outer function
	Free  bool // an outer function's
}

// Name is the name of the code that the frame runs: "f", "<module>".
func (fr *frame) Name() string { return fr.code.name }

// Qualname is the qualified name: "Class.method".
func (fr *frame) Qualname() string { return fr.code.qualname }

// Path is the file of the code.
func (fr *frame) Path() string { return fr.code.prog.path }

// File is the source of the code.
func (fr *frame) File() *syntax.File { return fr.code.prog.file }

// Node is what the code was compiled from: a *syntax.FunctionDef, *Lambda,
// *ClassDef, *Module or a comprehension.
func (fr *frame) Node() syntax.Node { return fr.code.node }

// At is the line that runs.
func (fr *frame) At() int { return int(fr.at) }

// Back is the frame that called this one, nil for the first.
func (fr *frame) Back() *Frame { return fr.back }

// Called reports whether the frame's code stands in no file: it is the call that
// starts a run.
func (fr *frame) Called() bool { return fr.code.prog.path == callPath }

// Module reports whether the frame runs a module's top level, whose variables
// are its globals.
func (fr *frame) Module() bool { return fr.code.scope.kind == moduleScope }

// Followed reports whether the frame's events go to the watcher.
func (fr *frame) Followed() bool { return fr.seen }

// Globals is the namespace of the module.
func (fr *frame) Globals() *value.Dict { return fr.globals }

// Namespace is where a module's or class body's names are, nil in a function.
func (fr *frame) Namespace() *value.Dict { return fr.names }

// Variables lists the bound variables of a function or comprehension in the
// order of their first appearance. buf is used for the result if it is large
// enough.
func (fr *frame) Variables(buf []Variable) []Variable {
	s := fr.code.scope
	buf = buf[:0]
	for i, name := range s.slotNames {
		if _, moved := s.cells[name]; moved {
			continue
		}
		if v := fr.slots[i]; v != nil {
			buf = append(buf, Variable{Name: name, Value: v, Taint: taintOf(fr, i) | fr.t.Control})
		}
	}
	for i, name := range s.cellNames {
		if i >= len(fr.cells) {
			break
		}
		if c := fr.cells[i]; c != nil && c.v != nil {
			buf = append(buf, Variable{Name: name, Value: c.v, Taint: c.taint | fr.t.Control, Cell: true, Free: i >= s.ownCells})
		}
	}
	return buf
}

// Set binds a variable of the frame, as an assignment in its code would.
func (fr *frame) Set(name string, v value.Value) error {
	fr.t.Taint = 0
	s := fr.code.scope
	if i, ok := s.cells[name]; ok && i < len(fr.cells) {
		fr.storeCell(i, v)
		fr.cells[i].taint = 0
		return nil
	}
	if i, ok := s.slots[name]; ok {
		fr.store(i, v)
		if fr.taint != nil {
			fr.taint[i] = 0
		}
		return nil
	}
	if fr.names != nil {
		return fr.storeName(fr.names, name, v)
	}
	if _, ok := fr.globals.GetStr(name); ok {
		return fr.storeName(fr.globals, name, v)
	}
	return value.Raisef(value.NameError, "name '%s' is not defined", name)
}

// Evaluate computes an expression with the variables of the frame. It runs
// unwatched, and what it costs is not counted. It can change objects, as any
// expression can.
func (fr *frame) Evaluate(e string) (value.Value, error) {
	e = strings.TrimSpace(e)
	if _, err := syntax.ParseExpr(e); err != nil {
		return nil, err
	}
	names := fr.names
	if names == nil {
		names = fr.globals
	}
	return fr.m.evaluate(fr.globals, names, fr.Variables(nil), fr, e)
}

// evaluate calls a lambda whose parameters are the variables: so a
// comprehension or lambda in the expression sees them too.
func (m *Machine) evaluate(globals, names *value.Dict, vars []Variable, back *frame, text string) (value.Value, error) {
	defer m.quiet()()
	var params []string
	var args []value.Value
	for _, v := range vars {
		if isName(v.Name) {
			params, args = append(params, v.Name), append(args, v.Value)
		}
	}
	f := syntax.ParseFragment([]byte("lambda " + strings.Join(params, ", ") + ": (" + text + "\n)"))
	if len(f.Module.Body) != 1 || len(f.Problems) > 0 {
		return nil, value.Raisef(value.SyntaxError, "invalid syntax")
	}
	s, ok := f.Module.Body[0].(*syntax.ExprStmt)
	if !ok {
		return nil, value.Raisef(value.SyntaxError, "invalid syntax")
	}
	p := compileFile(f, callPath, m.prog.name)
	c := &compiler{prog: p, code: p.top, scope: p.scopes[f.Module]}
	x := c.expr(s.Value)
	top := &frame{t: m.t, m: m, code: p.top, globals: globals, names: names, back: back}
	outer, handling, depth := m.t.Frame, m.t.Handling, m.t.Depth
	m.t.Frame = top
	defer func() { m.t.Frame, m.t.Handling, m.t.Depth = outer, handling, depth }()
	m.t.Taint = 0
	fn, err := x(top)
	if err != nil {
		return nil, err
	}
	return value.Call(m.t, fn, args, nil)
}

// Execute runs a statement with the variables of the frame: an assignment to a
// name sets a variable.
func (fr *frame) Execute(text string) error {
	f := syntax.ParseFragment([]byte(text))
	if len(f.Problems) > 0 {
		return value.Raisef(value.SyntaxError, "%s", f.Problems[0].Message)
	}
	names := value.NewDict()
	for _, v := range fr.Variables(nil) {
		names.SetStr(v.Name, v.Value)
	}
	if fr.names != nil {
		names = fr.names
	}
	defer fr.m.quiet()()
	m := fr.m
	p := compileFile(f, callPath, m.prog.name)
	p.top.ready()
	before := names.Copy()
	globals := fr.globals
	if fr.names == nil && hasScopes(f) {
		// Functions within the text see the variables too.
		globals = globals.Copy()
		for _, v := range fr.Variables(nil) {
			globals.SetStr(v.Name, v.Value)
		}
	}
	top := &frame{t: m.t, m: m, code: p.top, globals: globals, names: names, back: fr}
	outer, handling := m.t.Frame, m.t.Handling
	m.t.Frame = top
	_, err := p.top.body.exec(top)
	m.t.Frame, m.t.Handling = outer, handling
	if fr.names != nil {
		return err
	}
	for i := 0; ; {
		k, v, n, ok := names.Next(i)
		if !ok {
			break
		}
		i = n
		name, isStr := k.(*value.Str)
		if !isStr {
			continue
		}
		if old, had := before.GetStr(name.String()); had && value.Identical(old, v) {
			continue
		}
		if serr := fr.Set(name.String(), v); serr != nil && err == nil {
			err = serr
		}
	}
	return err
}

// hasScopes reports whether there is code with variables of its own in a file.
func hasScopes(f *syntax.File) bool {
	found := false
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Lambda, *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp, *syntax.FunctionDef, *syntax.ClassDef:
			found = true
		}
		return !found
	})
	return found
}

func isName(s string) bool {
	e, err := syntax.ParseExpr(s)
	if err != nil {
		return false
	}
	_, ok := e.(*syntax.Name)
	return ok
}

// JumpLines lists the lines that may run next in place of the current one.
func (fr *frame) JumpLines() []int { return fr.LinesAround(int(fr.at)) }

// LinesAround lists the lines of the statements in the blocks around a line of
// the frame's code.
func (fr *frame) LinesAround(at int) []int {
	var body []syntax.Stmt
	switch n := fr.code.node.(type) {
	case *syntax.FunctionDef:
		body = n.Body
	case *syntax.ClassDef:
		body = n.Body
	case nil:
		body = fr.code.prog.file.Module.Body
	default:
		return nil
	}
	var lines []int
	var walk func(body []syntax.Stmt) bool
	walk = func(body []syntax.Stmt) bool {
		for _, s := range body {
			p := s.Pos()
			if at < int(p.Line) || at > int(p.EndLine) {
				continue
			}
			for _, s := range body {
				lines = append(lines, int(s.Pos().Line))
			}
			for _, inner := range blocksOf(s) {
				if walk(inner) {
					break
				}
			}
			return true
		}
		return false
	}
	walk(body)
	slices.Sort(lines)
	return slices.Compact(lines)
}

func blocksOf(s syntax.Stmt) [][]syntax.Stmt {
	switch s := s.(type) {
	case *syntax.If:
		return [][]syntax.Stmt{s.Body, s.Orelse}
	case *syntax.While:
		return [][]syntax.Stmt{s.Body, s.Orelse}
	case *syntax.For:
		return [][]syntax.Stmt{s.Body, s.Orelse}
	case *syntax.With:
		return [][]syntax.Stmt{s.Body}
	case *syntax.Try:
		blocks := [][]syntax.Stmt{s.Body, s.Orelse, s.Finalbody}
		for _, h := range s.Handlers {
			blocks = append(blocks, h.Body)
		}
		return blocks
	case *syntax.Match:
		var blocks [][]syntax.Stmt
		for _, c := range s.Cases {
			blocks = append(blocks, c.Body)
		}
		return blocks
	}
	return nil
}

// Jump makes the statement on a line run next, once the current event is over.
// It reports whether that is possible: only at a LineEvent, and to a line of
// JumpLines.
func (fr *frame) Jump(line int) bool {
	if !slices.Contains(fr.JumpLines(), line) {
		return false
	}
	fr.jump = int32(line)
	return true
}

// Assume describes where a value comes from, given what it rests on.
func (m *Machine) Assume(taint value.Taint) (p timeline.Provenance, prob float64, depends []int) {
	var v timeline.Value
	(&Recorder{m: m}).provenance(&v, taint)
	return v.Provenance, v.P, v.Depends
}

// HeapTaint returns the assumptions on which what v holds rests.
func (m *Machine) HeapTaint(v value.Value) value.Taint {
	if m.t.Tainted == 0 {
		return 0
	}
	return heapTaint(m.t, v)
}

// Quietly lets f run code for show, such as a __repr__, unwatched.
func (m *Machine) Quietly(f func()) {
	defer m.quiet()()
	f()
}

// HasCells reports whether the frame shares variables with others.
func (fr *frame) HasCells() bool { return len(fr.cells) > 0 }

// EvaluateWith computes an expression with the given variables over the globals
// of a module. It runs unwatched, and what it costs is not counted.
func (m *Machine) EvaluateWith(globals *value.Dict, vars []Variable, text string) (value.Value, error) {
	text = strings.TrimSpace(text)
	if _, err := syntax.ParseExpr(text); err != nil {
		return nil, err
	}
	return m.evaluate(globals, globals, vars, nil, text)
}

// InLibrary reports whether the frame runs code of the standard library.
func (m *Machine) InLibrary(fr *Frame) bool {
	return m.cfg.Library != nil && m.cfg.Library.Has(fr.code.prog.path)
}
