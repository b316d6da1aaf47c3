package eval

import (
	"augur/analysis/value"
)

// A frame is one activation of a code object. It belongs to one thread.
type frame struct {
	t       *value.Thread
	m       *Machine
	code    *code
	fn      *value.Function // nil for a module's top level and class bodies
	globals *value.Dict
	names   *value.Dict // the namespace of a module or a class body
	slots   []value.Value
	cells   []*cell
	taint   []value.Taint // of slots; nil while no assumption was made
	back    *frame
	held    []value.Value // what its loops iterate over, and its context managers
	line    int32         // of the statement that runs
	depth   int

	// at is the line of the instruction that runs: within a statement that
	// spans several lines it moves. hop is set when control came back in a
	// loop, so that the line counts as reached again even if it is the same.
	// seen is set when a Watcher follows the frame, jump when it wants another
	// line to run next.
	at   int32
	hop  bool
	seen bool
	jump int32

	ret      value.Value
	retTaint value.Taint
	implicit bool       // the frame returned because its body ended
	gen      *generator // whose body this is
	suspend  func(value.Value) (value.Value, error)

	// jumped is set when control came back to the top of a loop that has no
	// header to stop at, so that the same line counts as executed again.
	jumped bool

	// watch is set when a Tracer follows this frame. stored then holds, for
	// each slot and after them each cell, the serial of the line that last
	// assigned it, and storedNames what the running line put in names.
	watch       bool
	serial      int32
	stored      []int32
	storedNames []string

	// dirty are the slots that were assigned since the Tracer last looked; it
	// empties the list.
	dirty []int32

	// data belongs to the Tracer. It stays when the frame, having been left, is
	// used again for another call.
	data any
}

// cell holds a variable that an inner function shares.
type cell struct {
	v     value.Value
	taint value.Taint
}

func (fr *frame) load(i int) value.Value {
	v := fr.slots[i]
	if fr.taint != nil {
		fr.t.Taint |= fr.taint[i]
	}
	if fr.t.Tainted != 0 && v != nil {
		fr.t.Taint |= heapTaint(fr.t, v)
	}
	return v
}

// put is store, quick where there is nothing to note.
func (fr *frame) put(i int, v value.Value) {
	if fr.taint == nil && !fr.watch && fr.t.Taint|fr.t.Control == 0 {
		fr.slots[i] = v
		return
	}
	fr.store(i, v)
}

// get is the value of a variable where there is nothing to note, else nil.
func (fr *frame) get(i int) value.Value {
	if fr.taint == nil && fr.t.Tainted == 0 {
		return fr.slots[i]
	}
	return nil
}

func (fr *frame) store(i int, v value.Value) {
	fr.slots[i] = v
	if taint := fr.t.Taint | fr.t.Control; taint != 0 || fr.taint != nil {
		if fr.taint == nil {
			fr.taint = make([]value.Taint, len(fr.slots))
		}
		fr.taint[i] = taint
	}
	if fr.watch {
		fr.stored[i] = fr.serial
		fr.dirty = append(fr.dirty, int32(i))
	}
}

func (fr *frame) loadCell(i int) value.Value {
	c := fr.cells[i]
	fr.t.Taint |= c.taint
	if fr.t.Tainted != 0 && c.v != nil {
		fr.t.Taint |= heapTaint(fr.t, c.v)
	}
	return c.v
}

func (fr *frame) storeCell(i int, v value.Value) {
	c := fr.cells[i]
	c.v = v
	c.taint = fr.t.Taint | fr.t.Control
	if fr.watch {
		fr.stored[len(fr.slots)+i] = fr.serial
	}
}

func (fr *frame) storeName(ns *value.Dict, name string, v value.Value) error {
	if ns.Cls != nil {
		// The namespace of a class whose metaclass prepared it.
		if err := value.SetItem(fr.t, ns, value.NewStr(name), v); err != nil {
			return halt(err)
		}
	} else {
		fr.t.Touch(&ns.Header)
		ns.SetStr(name, v)
	}
	if fr.watch {
		fr.storedNames = append(fr.storedNames, name)
	}
	return nil
}

// ModuleName is the __name__ of the module whose code the frame runs.
func (fr *frame) ModuleName() string {
	if v, ok := fr.globals.GetStr("__name__"); ok {
		if s, ok := v.(*value.Str); ok {
			return s.String()
		}
	}
	return "builtins"
}

// loadGlobal looks a name up in the module and among the built-ins.
func (fr *frame) loadGlobal(name string) (value.Value, error) {
	return fr.loadHashed(name, value.HashString(name))
}

// loadHashed is loadGlobal for a name whose hash is known.
func (fr *frame) loadHashed(name string, hash uint64) (value.Value, error) {
	if v, ok := fr.globals.GetHashed(name, hash); ok {
		if fr.t.Tainted != 0 {
			fr.t.Taint |= fr.globals.Taint | heapTaint(fr.t, v)
		}
		return v, nil
	}
	if v, ok := fr.m.builtin(name); ok {
		return v, nil
	}
	if unmodelledBuiltins[name] || fr.m.openNames[fr.globals] || len(fr.code.prog.file.Problems) > 0 {
		return &value.Unknown{Reason: name}, nil
	}
	e := value.Raisef(value.NameError, "name '%s' is not defined", name)
	exc := e.(*value.Raised).Exc
	exc.Slots = value.NewDict()
	exc.Slots.SetStr("name", value.NewStr(name))
	return nil, e
}

// heapTaint returns the assumptions on which what v holds rests, as deep as is
// quick to see; beyond that, all assumptions that any object rests on.
func heapTaint(t *value.Thread, v value.Value) value.Taint {
	budget := 100
	var sum value.Taint
	var walk func(v value.Value)
	all := func(vs []value.Value) {
		for _, v := range vs {
			if budget <= 0 {
				return
			}
			walk(v)
		}
	}
	walk = func(v value.Value) {
		h := value.Head(v)
		if h == nil {
			held, ok := value.Holds(v)
			if !ok {
				sum |= t.Tainted // who knows what it reads
			}
			all(held)
			return
		}
		if budget--; budget <= 0 || sum&t.Tainted == t.Tainted {
			sum |= t.Tainted
			budget = 0
			return
		}
		sum |= h.Taint
		switch v := v.(type) {
		case *value.List:
			all(v.Elems)
		case *value.Tuple:
			all(v.Elems)
		case *value.Dict:
			for i := 0; budget > 0; {
				k, x, next, ok := v.Next(i)
				if !ok {
					break
				}
				walk(k)
				walk(x)
				i = next
			}
		case *value.Set:
			all(v.Unordered())
		case *value.Type:
			for _, c := range v.MRO {
				sum |= c.Taint
			}
		case *value.Function:
		case *value.Module:
			sum |= v.Globals.Taint
		default:
			if c := v.Type(); c.Heap {
				walk(c)
			}
			if h.Attrs != nil {
				walk(h.Attrs)
			}
			if h.Slots != nil {
				walk(h.Slots)
			}
		}
	}
	walk(v)
	return sum
}

// unmodelledBuiltins are names that CPython has and this evaluator does not.
var unmodelledBuiltins = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range []string{
		"aiter", "anext", "breakpoint", "compile", "copyright", "credits", "exec", "exit", "help", "input",
		"license", "memoryview", "open", "quit", "__import__", "__build_class__", "__loader__", "__spec__", "__debug__",
	} {
		m[name] = true
	}
	return m
}()
