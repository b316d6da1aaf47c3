package eval

import "augur/analysis/value"

// The built-ins that look at the frame that calls them.
func init() {
	value.DefBuiltin("globals()", func(t *value.Thread, _ []value.Value) (value.Value, error) {
		fr, ok := t.Frame.(*frame)
		if !ok {
			return nil, value.Unknownf("globals() outside a frame")
		}
		return fr.globals, nil
	})
	value.DefBuiltin("locals()", func(t *value.Thread, _ []value.Value) (value.Value, error) {
		fr, ok := t.Frame.(*frame)
		if !ok {
			return nil, value.Unknownf("locals() outside a frame")
		}
		if fr.code.scope.kind == comprehensionScope {
			return nil, value.Unknownf("the variables of a comprehension's own frame")
		}
		return fr.locals(), nil
	})
}

// locals returns what locals() returns: the namespace of a module or a class
// body itself, else a new dict of the variables in the order that CPython keeps
// them: parameters and other locals first, then shared ones.
func (fr *frame) locals() *value.Dict {
	if fr.names != nil && fr.fn == nil && !fr.code.scope.isFunction() {
		return fr.names
	}
	d := value.NewDict()
	s := fr.code.scope
	for i, name := range s.slotNames {
		if j, ok := s.cells[name]; ok && j < s.ownCells {
			// A captured parameter keeps its place, other captured
			// variables come after all slots.
			if y := s.symbols[name]; y.param && fr.cells[j].v != nil {
				d.SetStr(name, fr.cells[j].v)
			}
			continue
		}
		if fr.slots[i] != nil {
			d.SetStr(name, fr.load(i))
		}
	}
	for j, name := range s.cellNames {
		if fr.cells[j].v != nil {
			if _, have := d.GetStr(name); !have && name != "__class__" {
				d.SetStr(name, fr.loadCell(j))
			}
		}
	}
	return d
}
