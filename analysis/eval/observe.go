package eval

import (
	"fmt"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// An Observer sees what decides the way of a run: what is compared with what,
// and how conditions come out. It must not change the values that it is shown.
type Observer interface {
	// Compare is told the operands of the i-th operator of e.
	Compare(e *syntax.Compare, i int, a, b value.Value)
	// Condition is told the value of an expression whose truth was asked for.
	Condition(e syntax.Expr, v value.Value, outcome bool)
	// Called is told what a call returned.
	Called(e *syntax.Call, fn value.Value, args []value.Value, got value.Value)
	// Turn is told that a loop begins its n-th turn, or that it ends after n-1
	// of them.
	Turn(loop syntax.Stmt, n int, more bool)
	// Case is told whether a case of a match is taken.
	Case(pattern syntax.Pattern, taken bool)
}

// Lines is a Tracer that notes which lines of one file run, and
// nothing else, so that many short runs cost little.
type Lines struct {
	file *syntax.File
	// Hits counts the executions of each line; index 0 is unused.
	Hits []int32
	// Order lists the lines in the order in which they were first reached.
	Order []int32
	// Done, if set, is told that a line has run in a frame. ret is what it
	// returned, nil if it did not return.
	Done func(fr *Frame, line int, ret value.Value)
}

// NewLines returns a Lines for a file, whose tree must be the one that the
// machine runs. It sees nothing before Watch.
func NewLines(f *syntax.File) *Lines {
	return &Lines{file: f, Hits: make([]int32, f.Lines()+2)}
}

// Watch makes the lines known that m runs from now on.
func (l *Lines) Watch(m *Machine) { m.tracer = l }

// Reset forgets all lines.
func (l *Lines) Reset() {
	for _, n := range l.Order {
		l.Hits[n] = 0
	}
	l.Order = l.Order[:0]
}

// Enter is part of Tracer.
func (l *Lines) Enter(fr *frame) bool {
	fr.data = nil
	return fr.code.prog.file == l.file
}

// Line is part of Tracer.
func (l *Lines) Line(fr *frame, line int) {
	if line < len(l.Hits) {
		if l.Hits[line] == 0 {
			l.Order = append(l.Order, int32(line))
		}
		l.Hits[line]++
	}
	if l.Done != nil {
		if last, ok := fr.data.(int); ok {
			l.Done(fr, last, nil)
		}
		fr.data = line
	}
}

// Branch is part of Tracer.
func (*Lines) Branch(*frame, bool) {}

// Suspend is part of Tracer.
func (*Lines) Suspend(*frame, value.Value) {}

// Resume is part of Tracer.
func (*Lines) Resume(*frame) {}

// Leave is part of Tracer.
func (l *Lines) Leave(fr *frame, err error) {
	if last, ok := fr.data.(int); ok && l.Done != nil && err == nil {
		ret := fr.ret
		if ret == nil || fr.implicit {
			ret = value.None
		}
		l.Done(fr, last, ret)
	}
}

// Condition compiles a condition to a function of the parameters, to be given to
// Ask. The Observer is told how it comes out, as the outcome of the expression
// that is returned, too.
func (m *Machine) Condition(text string, params []string) (fn value.Value, cond syntax.Expr, err error) {
	if _, err := syntax.ParseExpr(text); err != nil {
		return nil, nil, err
	}
	f := syntax.ParseFragment([]byte("lambda " + strings.Join(params, ", ") + ": True if (" + text + "\n) else False"))
	if len(f.Module.Body) != 1 || len(f.Problems) > 0 {
		return nil, nil, fmt.Errorf("%q is no condition", text)
	}
	s, ok := f.Module.Body[0].(*syntax.ExprStmt)
	if !ok {
		return nil, nil, fmt.Errorf("%q is no condition", text)
	}
	p := compileFile(f, callPath, m.prog.name)
	c := &compiler{prog: p, code: p.top, scope: p.scopes[f.Module]}
	if fn, err = c.expr(s.Value)(m.topFrame(p, m.module)); err != nil {
		return nil, nil, err
	}
	return fn, s.Value.(*syntax.Lambda).Body.(*syntax.IfExp).Test, nil
}

// Ask calls a function that is none of the program's: unwatched, and without
// counting what it costs.
func (m *Machine) Ask(fn value.Value, args []value.Value) (value.Value, error) {
	defer m.quiet()()
	outer, handling, depth := m.t.Frame, m.t.Handling, m.t.Depth
	defer func() { m.t.Frame, m.t.Handling, m.t.Depth = outer, handling, depth }()
	return value.Call(m.t, fn, args, nil)
}

// Restart begins another run in the loaded module: what it costs is counted
// from zero, under limits of its own.
func (m *Machine) Restart(limits value.Limits) {
	m.t.Restart(limits)
	m.t.Frame = nil
	m.output.Reset()
	for g := range m.live {
		g.stop()
	}
	clear(m.live)
}

// Global returns what a name is bound to at the top level of the loaded module.
func (m *Machine) Global(name string) (value.Value, bool) { return m.module.Globals.GetStr(name) }

// Compile prepares an expression to be computed any number of times in the
// loaded module.
func (m *Machine) Compile(text string) (func() (value.Value, error), error) {
	if _, err := syntax.ParseExpr(text); err != nil {
		return nil, err
	}
	f := syntax.ParseFragment([]byte(strings.TrimSpace(text)))
	if len(f.Module.Body) != 1 {
		return nil, fmt.Errorf("%q is not one expression", text)
	}
	e, ok := f.Module.Body[0].(*syntax.ExprStmt)
	if !ok {
		return nil, fmt.Errorf("%q is not one expression", text)
	}
	p := compileFile(f, callPath, m.prog.name)
	c := &compiler{prog: p, code: p.top, scope: p.scopes[f.Module]}
	x := c.expr(e.Value)
	return func() (value.Value, error) {
		fr := m.topFrame(p, m.module)
		outer := m.t.Frame
		m.t.Frame = fr
		defer func() { m.t.Frame = outer }()
		m.t.Taint = 0
		return x(fr)
	}, nil
}

// Globals returns the namespace of the loaded module.
func (m *Machine) Globals() *value.Dict { return m.module.Globals }

// IsBuiltinName reports whether a name is among Python's built-ins, modelled or
// not.
func IsBuiltinName(name string) bool {
	_, ok := value.Builtins[name]
	return ok || unmodelledBuiltins[name]
}
