package eval

import (
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

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

func init() {
	value.DefBuiltin("eval(source, globals=None, locals=None, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		fr, ok := t.Frame.(*frame)
		src, isStr := a[0].(*value.Str)
		if !ok || !isStr {
			return nil, value.Unknownf("eval of what is no str")
		}
		globals, names := fr.globals, (*value.Dict)(nil)
		if a[1] == value.None {
			if fr.code.scope.kind == comprehensionScope {
				return nil, value.Unknownf("the variables of a comprehension's own frame")
			}
			names = fr.locals()
		} else {
			g, ok := a[1].(*value.Dict)
			if !ok {
				return nil, value.TypeErrorf("globals must be a dict")
			}
			globals, names = g, g
		}
		if a[2] != value.None {
			l, ok := a[2].(*value.Dict)
			if !ok {
				return nil, value.Unknownf("eval with locals of class %s", a[2].Type().Name)
			}
			names = l
		}
		if err := t.Alloc(treeSize * len(src.String())); err != nil {
			return nil, err
		}
		return fr.evalText(src.String(), globals, names)
	})
}

// treeSize is what a byte of source takes once it is parsed and compiled.
const treeSize = 400

// evalText computes an expression given as text. What CPython would say of one
// that does not parse is not modelled.
func (fr *frame) evalText(text string, globals, names *value.Dict) (value.Value, error) {
	f := syntax.ParseFragment([]byte(strings.Trim(text, " \t")))
	var e *syntax.ExprStmt
	if len(f.Module.Body) == 1 && len(f.Problems) == 0 {
		e, _ = f.Module.Body[0].(*syntax.ExprStmt)
	}
	if e == nil {
		// It raises SyntaxError, or does what is not understood here.
		return nil, &value.UnknownError{Reason: "eval of " + value.StrRepr(text), Halt: true}
	}
	p := compileFile(f, callPath, fr.code.prog.name)
	// Names are looked up as in a class body: in the given namespace, then in
	// the module, then among the built-ins.
	top := p.scopes[f.Module]
	top.kind = classScope
	c := &compiler{prog: p, code: p.top, scope: top}
	inner := &frame{t: fr.t, m: fr.m, code: p.top, globals: globals, names: names, back: fr}
	fr.t.Frame = inner
	defer func() { fr.t.Frame = fr }()
	return c.expr(e.Value)(inner)
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
