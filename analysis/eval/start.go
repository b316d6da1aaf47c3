package eval

import (
	"errors"
	"maps"
	"slices"

	"augur/analysis/timeline"
	"augur/analysis/value"
)

// StartAt runs a function from one of its lines on, with the given variables:
// names and expressions over the loaded module. Variables that are not given
// are unbound. One with an empty text holds something that is not known. Those
// that are guessed, with a probability, are assumptions.
//
// A loop goes on behind the first item that its variable, as given, equals, or
// is in its first round if none is given. The context managers of a with
// statement are made and entered unseen. A handler handles the exception that
// its variable holds.
func (m *Machine) StartAt(function string, line int, state map[string]string, guessed map[string]float64) (value.Value, error) {
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
		var v value.Value = &value.Unknown{Reason: name}
		if text != "" {
			if v, err = m.Eval(text); err != nil {
				return nil, err
			}
		}
		if err := fr.Set(name, v); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(guessed)) {
		fr.guess(name, line, state[name], guessed[name])
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

// guess makes what a variable holds an assumption.
func (fr *frame) guess(name string, line int, repr string, p float64) {
	m, s := fr.m, fr.code.scope
	taint := value.TaintOf(len(m.assumptions))
	var v value.Value
	if i, ok := s.cells[name]; ok && i < len(fr.cells) {
		v = fr.cells[i].v
		fr.cells[i].taint |= taint
	} else if i, ok := s.slots[name]; ok {
		if fr.taint == nil {
			fr.taint = make([]value.Taint, len(fr.slots))
		}
		v = fr.slots[i]
		fr.taint[i] |= taint
	} else {
		return
	}
	if h := value.Head(v); h != nil {
		m.t.Taint = taint
		m.t.Touch(h)
		m.t.Taint = 0
	}
	m.assumptions = append(m.assumptions, timeline.Assumption{Line: line, Expression: name, Repr: repr, P: p, Source: timeline.Predicted})
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

// has reports whether a block, or one in it, may have a line to start on.
func (b block) has(line int32) bool {
	for i := range b {
		if b[i].line == line && !b[i].quiet || b[i].enter != nil && line > b[i].line && line <= b[i].end {
			return true
		}
	}
	return false
}

// keeping makes a setter leave variables alone that are bound already.
func keeping(set setter) setter {
	return func(fr *frame, v value.Value) error {
		defer fr.m.quiet()()
		before := fr.Variables(nil)
		if err := set(fr, v); err != nil {
			return err
		}
		for _, old := range before {
			if err := fr.Set(old.Name, old.Value); err != nil {
				return err
			}
		}
		return nil
	}
}

// skipTo takes items up to the one that the variables of a loop hold.
func (fr *frame) skipTo(step func() (value.Value, error), set setter, header int32) error {
	defer fr.m.quiet()()
	before := fr.Variables(nil)
	for {
		if err := fr.t.Step(1); err != nil {
			return err
		}
		item, err := step()
		if err != nil {
			return halt(err)
		}
		if item == nil {
			return &value.UnknownError{Reason: "the loop on line " + itoa(int(header)) + " never has the item that its variable holds", Halt: true}
		}
		if err := set(fr, item); err != nil {
			return err
		}
		same, err := fr.same(before)
		if err != nil {
			return err
		}
		for _, old := range before {
			if err := fr.Set(old.Name, old.Value); err != nil {
				return err
			}
		}
		if same {
			return nil
		}
	}
}

// same reports whether variables have the values that they had.
func (fr *frame) same(before []Variable) (bool, error) {
	now := map[string]value.Value{}
	for _, v := range fr.Variables(nil) {
		now[v.Name] = v.Value
	}
	for _, old := range before {
		if value.Identical(now[old.Name], old.Value) {
			continue
		}
		if eq, err := value.Equal(fr.t, now[old.Name], old.Value); err != nil || !eq {
			return false, halt(err)
		}
	}
	return true, nil
}

// handle runs the body of a handler that the run starts in.
func (fr *frame) handle(h *handler, body func(fr *frame) (flow, error)) (flow, error) {
	for _, v := range fr.Variables(nil) {
		if exc, ok := v.Value.(*value.Exception); ok && v.Name == h.name {
			fr.t.Handling = append(fr.t.Handling, exc)
			defer fr.handled()
		}
	}
	f, err := body(fr)
	if h.unset != nil && !notHere(err) {
		h.unset(fr)
	}
	return f, err
}
