package stdlib

import "augur/analysis/value"

func init() { Register("functools", loadFunctools) }

func loadFunctools(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("functools")
	defC(m, "_functools", "reduce(function, iterable, initial=?, /)", reduce)
	defC(m, "_functools", "cmp_to_key(mycmp)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return &compareKey{cmp: a[0]}, nil
	})
	m.Set("partial", partialType)
	defineWrappers(m)
	defineTotalOrdering(m)
	for _, define := range []func(*value.Thread, *value.Module) error{
		defineCaches, defineCachedProperty, definePartialMethod, defineSingleDispatch,
	} {
		if err := define(t, m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func reduce(t *value.Thread, a []value.Value) (value.Value, error) {
	it, err := value.Iter(t, a[1])
	if err != nil {
		if raised(err, value.TypeError) {
			return nil, value.TypeErrorf("reduce() arg 2 must support iteration")
		}
		return nil, err
	}
	total := a[2]
	for {
		if err := step(t); err != nil {
			return nil, err
		}
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		switch {
		case x == nil && total == nil:
			return nil, value.TypeErrorf("reduce() of empty iterable with no initial value")
		case x == nil:
			return total, nil
		case total == nil:
			total = x
		default:
			if total, err = value.Call(t, a[0], []value.Value{total, x}, nil); err != nil {
				return nil, value.Finish(t, it, err)
			}
		}
	}
}

// compareKey is what cmp_to_key returns: called with an object it makes a key
// of it, which compares by the function.
type compareKey struct{ cmp, obj value.Value }

var compareKeyType = libraryType("functools", "KeyWrapper")

// Type returns the class of keys.
func (*compareKey) Type() *value.Type { return compareKeyType }

func init() {
	c := compareKeyType
	c.Final = true
	c.Def("__call__(self, /, obj)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return &compareKey{cmp: a[0].(*compareKey).cmp, obj: a[1]}, nil
	})
	for op, name := range []string{"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"} {
		c.Def(name+"(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			x := a[0].(*compareKey)
			y, ok := a[1].(*compareKey)
			if !ok {
				return nil, value.TypeErrorf("other argument must be K instance")
			}
			if x.obj == nil || y.obj == nil {
				return nil, value.Raisef(value.AttributeError, "object")
			}
			got, err := value.Call(t, x.cmp, []value.Value{x.obj, y.obj}, nil)
			if err != nil {
				return nil, err
			}
			return value.Compare(t, value.CmpOp(op), got, value.Int(0))
		})
	}
	c.Dict.SetStr("__hash__", value.None)
	c.Dict.SetStr("obj", &value.GetSet{Name: "obj", Owner: c, Get: func(_ *value.Thread, self value.Value) (value.Value, error) {
		if k := self.(*compareKey); k.obj != nil {
			return k.obj, nil
		}
		return nil, value.Raisef(value.AttributeError, "obj")
	}})
}

// wrapperAssignments are the attributes that update_wrapper copies.
var wrapperAssignments = value.NewTuple(str("__module__"), str("__name__"), str("__qualname__"), str("__doc__"), str("__annotations__"))

var wrapperUpdates = value.NewTuple(str("__dict__"))

func defineWrappers(m *value.Module) {
	m.Set("WRAPPER_ASSIGNMENTS", wrapperAssignments)
	m.Set("WRAPPER_UPDATES", wrapperUpdates)
	update := &value.Function{}
	*update = *newFunction("functools", "", "update_wrapper(wrapper, wrapped, assigned=?, updated=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return updateWrapper(t, a[0], a[1], a[2], a[3])
	})
	m.Set("update_wrapper", update)
	defIn(m, "wraps(wrapped, assigned=?, updated=?)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		kwargs := value.NewDict()
		kwargs.SetStr("wrapped", a[0])
		kwargs.SetStr("assigned", orDefault(a[1], wrapperAssignments))
		kwargs.SetStr("updated", orDefault(a[2], wrapperUpdates))
		return &partial{fn: update, kwargs: kwargs}, nil
	})
}

func orDefault(v, def value.Value) value.Value {
	if v == nil {
		return def
	}
	return v
}

// updateWrapper is update_wrapper; nil stands for a default.
func updateWrapper(t *value.Thread, wrapper, wrapped, assigned, updated value.Value) (value.Value, error) {
	name := func(v value.Value) (string, error) {
		s, ok := v.(*value.Str)
		if !ok {
			return "", value.TypeErrorf("attribute name must be string, not '%s'", v.Type().Name)
		}
		return s.String(), nil
	}
	err := value.Iterate(t, orDefault(assigned, wrapperAssignments), func(v value.Value) error {
		attr, err := name(v)
		if err != nil {
			return err
		}
		got, err := value.LookupAttr(t, wrapped, attr)
		if u, unknown := err.(*value.UnknownError); unknown && !u.Halt {
			got, err = &value.Unknown{Reason: u.Reason}, nil
		}
		if err != nil || got == nil {
			return err
		}
		return value.SetAttr(t, wrapper, attr, got)
	})
	if err != nil {
		return nil, err
	}
	err = value.Iterate(t, orDefault(updated, wrapperUpdates), func(v value.Value) error {
		attr, err := name(v)
		if err != nil {
			return err
		}
		target, err := value.GetAttr(t, wrapper, attr)
		if err != nil {
			return err
		}
		source, err := value.LookupAttr(t, wrapped, attr)
		if err != nil {
			return err
		}
		if source == nil {
			source = value.NewDict()
		}
		_, err = value.CallMethod(t, target, "update", source)
		return err
	})
	if err != nil {
		return nil, err
	}
	return wrapper, value.SetAttr(t, wrapper, "__wrapped__", wrapped)
}

// orderings says how total_ordering derives a comparison from the one that a
// class has: from whether the latter holds and, if combine is set, from
// whether the operands are equal.
type ordering struct {
	name string
	not  bool // the opposite of the given comparison
	// "and" with !=, "or" with ==, or "" without.
	combine string
}

var orderings = map[string][]ordering{
	"__lt__": {{"__gt__", true, "and"}, {"__le__", false, "or"}, {"__ge__", true, ""}},
	"__le__": {{"__ge__", true, "or"}, {"__lt__", false, "and"}, {"__gt__", true, ""}},
	"__gt__": {{"__lt__", true, "and"}, {"__ge__", false, "or"}, {"__le__", true, ""}},
	"__ge__": {{"__le__", true, "or"}, {"__gt__", false, "and"}, {"__lt__", true, ""}},
}

func defineTotalOrdering(m *value.Module) {
	defIn(m, "total_ordering(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, ok := a[0].(*value.Type)
		if !ok {
			return nil, value.ValueErrorf("must define at least one ordering operation: < > <= >=")
		}
		defined := map[string]bool{}
		root := ""
		for _, name := range []string{"__lt__", "__le__", "__gt__", "__ge__"} { // the first is preferred
			if _, where, ok := c.LookupWhere(name); ok && where != value.ObjectType {
				defined[name] = true
				if root == "" {
					root = name
				}
			}
		}
		if root == "" {
			return nil, value.ValueErrorf("must define at least one ordering operation: < > <= >=")
		}
		for _, o := range orderings[root] {
			if !defined[o.name] {
				f := newFunction("functools", "_"+o.name[2:4]+"_from_"+root[2:4], o.name+"(self, other)", o.from(root))
				if err := value.SetAttr(t, c, o.name, f); err != nil {
					return nil, err
				}
			}
		}
		return c, nil
	})
}

// from is the derived comparison.
func (o ordering) from(root string) function {
	return func(t *value.Thread, a []value.Value) (value.Value, error) {
		f, err := value.GetAttr(t, a[0].Type(), root)
		if err != nil {
			return nil, err
		}
		got, err := value.Call(t, f, []value.Value{a[0], a[1]}, nil)
		if err != nil || got == value.NotImplemented {
			return got, err
		}
		holds, err := value.Truth(t, got)
		if err != nil {
			return nil, err
		}
		result := got
		if o.not {
			result = value.Bool(!holds)
			holds = !holds
		}
		switch {
		case o.combine == "and" && holds:
			return value.Compare(t, value.CmpNe, a[0], a[1])
		case o.combine == "or" && !holds:
			return value.Compare(t, value.CmpEq, a[0], a[1])
		}
		return result, nil
	}
}
