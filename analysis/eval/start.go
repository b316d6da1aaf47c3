package eval

import (
	"errors"

	"augur/analysis/value"
)

// StartAt runs a function from one of its lines on, with the given variables:
// names and expressions over the loaded module. Variables that are not given
// are unbound. The line must be in the outermost block of the function, or in
// blocks of if and while statements.
func (m *Machine) StartAt(function string, line int, state map[string]string) (value.Value, error) {
	v, err := m.Eval(function)
	if err != nil {
		return nil, err
	}
	if method, ok := v.(*value.Method); ok {
		v = method.Func
	}
	fn, ok := v.(*value.Function)
	if !ok {
		return nil, value.Unknownf("%s is no function of the file", function)
	}
	k, ok := fn.Code.(*code)
	if !ok || k.generator || k.coroutine {
		return nil, value.Unknownf("%s cannot be started in the middle", function)
	}
	k.ready()
	s := k.scope
	fr := &frame{t: m.t, m: m, code: k, fn: fn, globals: fn.Globals, slots: make([]value.Value, len(s.slotNames))}
	if n := len(s.cellNames); n > 0 {
		fr.cells = make([]*cell, n)
		for i := 0; i < s.ownCells; i++ {
			fr.cells[i] = &cell{}
		}
		closure, _ := fn.Closure.([]*cell)
		copy(fr.cells[s.ownCells:], closure)
	}
	for name, text := range state {
		v, err := m.Eval(text)
		if err != nil {
			return nil, err
		}
		if err := fr.Set(name, v); err != nil {
			return nil, err
		}
	}
	m.t.Depth++
	defer func() { m.t.Depth-- }()
	outer := m.t.Frame
	m.t.Frame = fr
	defer func() { m.t.Frame = outer }()
	fr.begin()
	f, err := k.body.from(fr, int32(line))
	if err == errNotHere {
		err = &value.UnknownError{Reason: "a run cannot start on line " + itoa(line), Halt: true}
	}
	if err == nil && f != returns {
		fr.ret = value.None
	}
	fr.end(err)
	if err != nil {
		return nil, err
	}
	return fr.ret, nil
}

// errNotHere says that a block does not have a line.
var errNotHere = errors.New("the block does not have the line")

// from runs a block from the statement on a line on.
func (b block) from(fr *frame, line int32) (flow, error) {
	if i := b.index(line); i >= 0 {
		return b[i:].exec(fr)
	}
	for i := range b {
		if b[i].enter == nil || line < b[i].line || line > b[i].end {
			continue
		}
		f, err := b[i].enter(fr, line)
		if f != next || err != nil {
			return f, err
		}
		return b[i+1:].exec(fr)
	}
	return next, errNotHere
}
