package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// What did not happen leaves no trace in what it would have changed. This file
// finds out where an effect stayed away because of what a statement has read.

// acts reports whether evaluating expressions can change more than their
// values: whether they hold a call, a suspension or an assignment. Operators
// that a class of the program defines are taken to have no effects.
func acts(es ...syntax.Expr) bool {
	found := false
	for _, e := range es {
		syntax.Inspect(e, func(n syntax.Node) bool {
			found = found || isAct(n)
			return !found
		})
	}
	return found
}

func isAct(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.Call, *syntax.Yield, *syntax.YieldFrom, *syntax.Await, *syntax.NamedExpr:
		return true
	}
	return false
}

// mutators are methods of the built-in containers that may find nothing to
// change.
var mutators = map[string]bool{
	"clear": true, "difference_update": true, "discard": true, "extend": true, "intersection_update": true, "pop": true, "remove": true,
	"setdefault": true, "subtract": true, "symmetric_difference_update": true, "update": true, "add": true, "sort": true, "rotate": true,
	"extendleft": true, "move_to_end": true,
}

// foresee records what a call may do or leave, given that the statement has read
// what rests on assumptions: a native method may find nothing to change in its
// object, a native function may not call the functions that it gets.
func (fr *frame) foresee(fn value.Value, args []value.Value, kwargs []value.Kwarg) {
	if b, ok := fn.(*value.Builtin); ok && mutators[b.Name] {
		self := b.Self
		if self == nil && len(args) > 0 {
			self = args[0]
		}
		if h := value.Head(self); h != nil {
			fr.t.Rest(h)
		}
	}
	if _, program := fn.(*value.Function); program {
		return
	}
	for _, a := range args {
		fr.mayCall(a)
	}
	for _, k := range kwargs {
		fr.mayCall(k.Value)
	}
}

func (fr *frame) mayCall(v value.Value) {
	switch v.(type) {
	case *value.Function, *value.Method:
		fr.t.Decide()
	}
}
