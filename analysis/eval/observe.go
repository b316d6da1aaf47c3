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
}

// Lines is a Tracer that notes which lines of the prepared file run, and
// nothing else, so that many short runs cost little.
type Lines struct {
	prog *program
	// Hits counts the executions of each line; index 0 is unused.
	Hits []int32
	// Order lists the lines in the order in which they were first reached.
	Order []int32
}

// NewLines returns a Lines for the file that m has prepared. It sees nothing
// before Watch.
func NewLines(m *Machine) *Lines {
	return &Lines{prog: m.prog, Hits: make([]int32, m.prog.file.Lines()+2)}
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
func (l *Lines) Enter(fr *frame) bool { return fr.code.prog == l.prog }

// Line is part of Tracer.
func (l *Lines) Line(_ *frame, line int) {
	if line < len(l.Hits) {
		if l.Hits[line] == 0 {
			l.Order = append(l.Order, int32(line))
		}
		l.Hits[line]++
	}
}

// Branch is part of Tracer.
func (*Lines) Branch(*frame, bool) {}

// Suspend is part of Tracer.
func (*Lines) Suspend(*frame, value.Value) {}

// Resume is part of Tracer.
func (*Lines) Resume(*frame) {}

// Leave is part of Tracer.
func (*Lines) Leave(*frame, error) {}

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
	f := syntax.Parse([]byte(strings.TrimSpace(text)))
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
