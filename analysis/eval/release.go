package eval

import (
	"reflect"
	"sync"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// CPython closes a generator at once when the last reference to it goes. Where
// that does something, because it is suspended inside a try or with statement,
// the machine finds out after each call, loop and statement whether anything
// still leads to it: references are not counted, but few programs have such a
// generator, and fewer drop one.
//
// A generator that was made by the call that ends, or by the loop, is closed
// there. One that could be found before a simple statement and cannot be found
// after it was dropped by it. Where it is not certain when another went, the run
// ends there.

// cleans reports whether a generator's body does something when it is closed:
// it yields inside a try or with statement.
func cleans(body []syntax.Stmt) bool {
	found := false
	var in func(n syntax.Node, guarded bool)
	in = func(n syntax.Node, guarded bool) {
		syntax.Inspect(n, func(c syntax.Node) bool {
			switch c := c.(type) {
			case *syntax.FunctionDef, *syntax.Lambda, *syntax.ClassDef:
				return false
			case *syntax.Try, *syntax.With:
				if !guarded {
					in(c, true)
					return false
				}
			case *syntax.Yield, *syntax.YieldFrom:
				found = found || guarded
			}
			return !found
		})
	}
	for _, s := range body {
		in(s, false)
	}
	return found
}

// suspended notes where a generator that cleans up stands.
func (m *Machine) suspended(g *generator) {
	if m.cleaning == nil {
		m.cleaning = map[*generator]bool{}
	}
	if _, known := m.cleaning[g]; !known {
		m.cleaning[g] = false
	}
}

// hold keeps what a loop or with statement of the frame uses while it runs.
func (fr *frame) hold(v value.Value) { fr.held = append(fr.held, v) }

func (fr *frame) letGo() {
	fr.held[len(fr.held)-1] = nil
	fr.held = fr.held[:len(fr.held)-1]
}

// maxSearch is how many objects are looked at for a reference to a generator.
const maxSearch = 20000

// lost returns the generators that nothing leads to any more, besides what the
// running frames and extra hold. sure is false when that cannot be told.
func (m *Machine) lost(extra ...value.Value) (gone []*generator, sure bool) {
	s := search{left: maxSearch, wanted: map[*generator]bool{}, seen: map[uintptr]bool{}}
	for g := range m.cleaning {
		if !g.running {
			s.wanted[g] = true
		}
	}
	if len(s.wanted) == 0 {
		return nil, true
	}
	for _, v := range extra {
		s.visit(reflect.ValueOf(v))
	}
	top, _ := m.t.Frame.(*frame)
	for fr := top; fr != nil; fr = fr.back {
		s.frame(fr)
	}
	for _, e := range m.t.Handling {
		s.visit(reflect.ValueOf(e))
	}
	for mod := range m.programs {
		if len(s.wanted) == 0 {
			break
		}
		s.visit(reflect.ValueOf(mod.Globals))
	}
	for g := range m.cleaning {
		if s.wanted[g] {
			gone = append(gone, g)
		} else {
			m.cleaning[g] = true
		}
	}
	return gone, s.left > 0 && !s.opaque
}

// search goes through what objects hold, also inside the types of library
// models, until it has found the generators wanted.
type search struct {
	left   int
	wanted map[*generator]bool
	seen   map[uintptr]bool
	opaque bool // met an iterator that may hold anything
}

func (s *search) frame(fr *frame) {
	for _, list := range [][]value.Value{fr.held, fr.slots} {
		for _, v := range list {
			s.visit(reflect.ValueOf(v))
		}
	}
	for _, c := range fr.cells {
		if c != nil {
			s.visit(reflect.ValueOf(c.v))
		}
	}
	if fr.names != nil && fr.names != fr.globals {
		s.visit(reflect.ValueOf(fr.names))
	}
	if fr.fn != nil {
		s.visit(reflect.ValueOf(fr.fn))
	}
	if fr.gen != nil {
		delete(s.wanted, fr.gen)
	}
}

func (s *search) visit(v reflect.Value) {
	if len(s.wanted) == 0 || s.left <= 0 {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			s.visit(v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() || s.seen[v.Pointer()] {
			return
		}
		s.left--
		switch v.Type() {
		case machineType, threadType, codeType, fileType, singletonType, strType, bigType:
			return
		case typeType:
			if c := (*value.Type)(v.UnsafePointer()); !c.Heap {
				return
			}
		case generatorPointer:
			s.seen[v.Pointer()] = true
			g := (*generator)(v.UnsafePointer())
			delete(s.wanted, g)
			s.frame(g.fr)
			return
		case framePointer:
			s.seen[v.Pointer()] = true
			s.frame((*frame)(v.UnsafePointer()))
			return
		case builtinPointer:
			if b := (*value.Builtin)(v.UnsafePointer()); b.Self != nil {
				s.visit(reflect.ValueOf(b.Self))
			}
			return
		}
		if isIterator(v.Type()) {
			// What an iterator made of a function goes through is not seen.
			for i := range v.Elem().NumField() {
				s.opaque = s.opaque || v.Elem().Field(i).Kind() == reflect.Func
			}
		}
		s.seen[v.Pointer()] = true
		s.visit(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			s.visit(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		if holdsNothing(v.Type().Elem().Kind()) {
			return
		}
		for i := range v.Len() {
			s.left--
			s.visit(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			s.left--
			s.visit(it.Key())
			s.visit(it.Value())
		}
	}
}

// iterators says of pointer types met whether they are those of an iterator of a
// library model; to ask reflect each time is slow.
var iterators sync.Map

func isIterator(t reflect.Type) bool {
	if is, ok := iterators.Load(t); ok {
		return is.(bool)
	}
	is := t != genexprPointer && t.Implements(iteratorType)
	iterators.Store(t, is)
	return is
}

func holdsNothing(k reflect.Kind) bool {
	return k <= reflect.Complex128 || k == reflect.String || k == reflect.Func
}

var (
	machineType      = reflect.TypeFor[*Machine]()
	threadType       = reflect.TypeFor[*value.Thread]()
	codeType         = reflect.TypeFor[*code]()
	fileType         = reflect.TypeFor[*syntax.File]()
	singletonType    = reflect.TypeFor[*value.Singleton]()
	strType          = reflect.TypeFor[*value.Str]()
	bigType          = reflect.TypeFor[*value.BigInt]()
	typeType         = reflect.TypeFor[*value.Type]()
	generatorPointer = reflect.TypeFor[*generator]()
	framePointer     = reflect.TypeFor[*frame]()
	genexprPointer   = reflect.TypeFor[*genexpr]()
	iteratorType     = reflect.TypeFor[value.Iterator]()
	builtinPointer   = reflect.TypeFor[*value.Builtin]()
)

// errWhenClosed ends a run that dropped a generator nobody knows when.
func errWhenClosed() error {
	return &value.UnknownError{Reason: "when a generator is closed", Halt: true}
}

// closeMade closes the generators made since, which the call or loop that ends
// here made and nothing leads to any more, besides kept.
func (fr *frame) closeMade(since int, failed bool, kept ...value.Value) error {
	gone, sure := fr.m.lost(kept...)
	made := gone[:0:0]
	for _, g := range gone {
		if g.serial > since {
			made = append(made, g)
		}
	}
	if len(made) > 0 && (failed || !sure) {
		return errWhenClosed()
	}
	return fr.closeAll(made)
}

// closeAll closes generators that went together: one, and those that it holds.
func (fr *frame) closeAll(gone []*generator) error {
	outer := gone[:0:0]
	for _, g := range gone {
		s := search{left: maxSearch, wanted: map[*generator]bool{g: true}, seen: map[uintptr]bool{}}
		for _, other := range gone {
			if other != g {
				s.frame(other.fr)
			}
		}
		if s.wanted[g] {
			outer = append(outer, g)
		}
	}
	if len(outer) > 1 || len(outer) == 0 && len(gone) > 0 {
		return errWhenClosed() // in which order they go
	}
	for _, g := range outer {
		delete(fr.m.cleaning, g)
		taint := fr.t.Taint
		err := g.close(fr.t)
		fr.t.Taint |= taint
		if err != nil && !isPython(err) { // CPython prints an exception and goes on
			return halt(err)
		}
	}
	return nil
}

// madeEarly ends the run when a generator that was made by the arguments of a
// call was dropped by them, before it.
func (fr *frame) madeEarly(since int, fn, self value.Value, args []value.Value, kwargs []value.Kwarg) error {
	kept := append([]value.Value{fn, self}, args...)
	for _, k := range kwargs {
		kept = append(kept, k.Value)
	}
	gone, _ := fr.m.lost(kept...)
	for _, g := range gone {
		if g.serial > since {
			return errWhenClosed()
		}
	}
	return nil
}

// settled looks, after a statement of the frame, for generators that it dropped:
// what could be found before and cannot be found now.
func (fr *frame) settled(l *line, f flow, failed bool) error {
	if f == breaks || f == continues {
		return nil // a jump drops nothing
	}
	var ret value.Value
	if f == returns {
		ret = fr.ret
	}
	gone, sure := fr.m.lost(ret)
	dropped := gone[:0:0]
	for _, g := range gone {
		if fr.m.cleaning[g] {
			dropped = append(dropped, g)
		}
	}
	if len(dropped) == 0 {
		return nil
	}
	if failed || !sure || !l.plain {
		return errWhenClosed()
	}
	return fr.closeAll(dropped)
}

// left closes what the variables of a frame that returned held alone.
func (fr *frame) left(since int, failed bool, ret value.Value) error {
	gone, sure := fr.m.lost(ret)
	own := gone[:0:0]
	for _, g := range gone {
		if g.serial > since {
			own = append(own, g)
		}
	}
	if len(own) > 0 && (failed || !sure) {
		return errWhenClosed() // the traceback holds the variables for a while
	}
	return fr.closeAll(own)
}

// iterated ends a loop, which lets its iterator go.
func (fr *frame) iterated(since int, f flow) error {
	fr.letGo()
	if len(fr.m.cleaning) == 0 {
		return nil
	}
	if f == returns {
		return fr.closeMade(since, false, fr.ret)
	}
	return fr.closeMade(since, false)
}

// isPlain reports whether a simple statement does one thing only, so that what it
// drops goes at its end.
func isPlain(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.ExprStmt, *syntax.Assign, *syntax.AnnAssign, *syntax.AugAssign, *syntax.Delete:
	default:
		return false
	}
	calls := 0
	syntax.Inspect(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call, *syntax.Await, *syntax.Yield, *syntax.YieldFrom, *syntax.ListComp, *syntax.DictComp, *syntax.SetComp, *syntax.GeneratorExp:
			calls++
		case *syntax.Assign:
			calls += len(n.Targets) - 1
		}
		return true
	})
	return calls <= 1
}
