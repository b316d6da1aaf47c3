package eval

import (
	"strings"

	"augur/analysis/value"
)

// This file says which operations on what is not known can raise an exception. One
// that can is taken to raise none; how the run ends rests on that.

// unsure notes that the run goes on after an operation that might have raised an
// exception, had its operands been known.
func (fr *frame) unsure() { fr.m.mayHaveRaised(fr, nil) }

// soft is soften for an operation that raises nothing, whatever its operands turn out
// to be, if certain is set.
func (fr *frame) soft(v value.Value, err error, certain bool) (value.Value, error) {
	u, ok := err.(*value.UnknownError)
	if !ok || u.Halt {
		return v, err
	}
	if !certain {
		fr.unsure()
	}
	return &value.Unknown{Reason: u.Reason}, nil
}

// softKind is soft for an operation whose result is of a class if it is certain.
func (fr *frame) softKind(v value.Value, err error, kind *value.Type, certain bool) (value.Value, error) {
	got, err := fr.soft(v, err, certain)
	if u, ok := got.(*value.Unknown); ok && certain && u != v {
		u.Kind = kind
	}
	return got, err
}

// kindOf is the built-in class that a value has or, not being known, is sure to have;
// nil if that cannot be told.
func kindOf(v value.Value) *value.Type {
	switch v := v.(type) {
	case *value.Unknown:
		return v.Kind
	case value.Int, *value.BigInt, value.Float, value.Bool, *value.Str, *value.Bytes:
		return v.Type()
	case *value.List:
		if v.Cls == nil {
			return value.ListType
		}
	case *value.Tuple:
		if v.Cls == nil {
			return value.TupleType
		}
	}
	return nil
}

func isReal(k *value.Type) bool {
	return k == value.IntType || k == value.FloatType || k == value.BoolType
}

// involves reports whether something unknown is among values or in what they hold.
func involves(vs ...value.Value) bool { return value.FindUnknown(vs) != nil }

// arithmetic tells the class of the result of "a op b", and whether it is certain that
// it raises no exception.
func arithmetic(op value.Op, a, b value.Value) (kind *value.Type, certain bool) {
	if !involves(a, b) {
		return nil, true
	}
	x, y := kindOf(a), kindOf(b)
	switch op {
	case value.OpAdd, value.OpSub, value.OpMul:
		if isReal(x) && isReal(y) {
			if x == value.FloatType || y == value.FloatType {
				return value.FloatType, true
			}
			return value.IntType, true
		}
		if op == value.OpAdd && x == y && (x == value.StrType || x == value.BytesType || x == value.ListType || x == value.TupleType) {
			return x, true
		}
	case value.OpTrueDiv, value.OpFloorDiv, value.OpMod:
		if _, unknown := b.(*value.Unknown); isReal(x) && isReal(y) && !unknown && !isZero(b) {
			if op == value.OpTrueDiv || x == value.FloatType || y == value.FloatType {
				return value.FloatType, true
			}
			return value.IntType, true
		}
	case value.OpAnd, value.OpOr, value.OpXor:
		if (x == value.IntType || x == value.BoolType) && (y == value.IntType || y == value.BoolType) {
			return value.IntType, true
		}
	}
	return nil, false
}

func isZero(v value.Value) bool {
	switch v := v.(type) {
	case value.Int:
		return v == 0
	case value.Float:
		return v == 0
	case value.Bool:
		return !bool(v)
	}
	return false
}

// compares reports whether it is certain that a comparison raises no exception.
func (c *relation) compares(a, b value.Value) bool {
	if !involves(a, b) {
		return true
	}
	x, y := kindOf(a), kindOf(b)
	switch {
	case c.contains:
		switch b := b.(type) {
		case *value.List, *value.Tuple:
			return true
		case *value.Dict, *value.Set:
			return hashable(x)
		case *value.Str:
			return x == value.StrType
		case *value.Unknown:
			return b.Kind == value.ListType || b.Kind == value.TupleType || b.Kind == value.StrType && x == value.StrType
		}
		return false
	case c.orders && c.order != value.CmpEq && c.order != value.CmpNe:
		return isReal(x) && isReal(y) || x == y && (x == value.StrType || x == value.BytesType)
	}
	return true
}

func hashable(k *value.Type) bool {
	return isReal(k) || k == value.StrType || k == value.BytesType
}

// harmlessCalls are the built-ins that take anything.
var harmlessCalls = map[string]bool{
	"print": true, "str": true, "repr": true, "ascii": true, "isinstance": true, "type": true, "id": true, "bool": true, "callable": true,
	"append": true, "list_append": true, "object": true, "hasattr": true, "issubclass": true, "super": true,
}

// refuses reports whether a native callable that ended unknown might as well have
// raised an exception: one that asks the world, or one that was given what is unknown.
func refuses(fn value.Value, args []value.Value, kwargs []value.Kwarg) bool {
	if mayRefuse(fn, args) {
		return true
	}
	name := ""
	switch fn := fn.(type) {
	case *value.Builtin:
		name = fn.Name
	case *value.Type:
		name = fn.Name
	case *value.Function:
		if _, native := fn.Code.(value.NativeCode); !native {
			return false // what happened in it was noted there
		}
		name = fn.Name
	case *value.Method:
		return refuses(fn.Func, args, kwargs)
	default:
		return false
	}
	if harmlessCalls[name] {
		return false
	}
	u := value.FindUnknown(args)
	for _, k := range kwargs {
		if u == nil {
			u = value.FindUnknown([]value.Value{k.Value})
		}
	}
	switch {
	case u == nil:
		return false
	case name == "len":
		return u.Kind != value.StrType && u.Kind != value.ListType && u.Kind != value.TupleType
	case name == "float" || name == "abs" || name == "round" || name == "min" || name == "max":
		return !isReal(u.Kind)
	case name == "int":
		return u.Kind != value.IntType && u.Kind != value.BoolType
	}
	return true
}

// resultKinds are the classes of the results of built-ins, by name.
var resultKinds = map[string]*value.Type{}

func init() {
	for kind, names := range map[*value.Type]string{
		value.StrType:   "str repr ascii format hex oct bin chr input isoformat strftime hexdigest read_text getcwd",
		value.IntType:   "int hash id len ord randint randrange getrandbits getpid time_ns",
		value.FloatType: "float time perf_counter monotonic process_time random uniform gauss",
		value.ListType:  "list sorted",
		value.TupleType: "tuple",
		value.BoolType:  "bool isinstance issubclass callable hasattr",
	} {
		for _, name := range strings.Fields(names) {
			resultKinds[name] = kind
		}
	}
}

// resultKind is the class of what a native callable returns, if it is known.
func resultKind(fn value.Value) *value.Type {
	switch fn := fn.(type) {
	case *value.Builtin:
		return resultKinds[fn.Name]
	case *value.Type:
		if !fn.Heap {
			return resultKinds[fn.Name]
		}
	case *value.Function:
		if _, native := fn.Code.(value.NativeCode); native {
			return resultKinds[fn.Name]
		}
	case *value.Method:
		return resultKind(fn.Func)
	}
	return nil
}
