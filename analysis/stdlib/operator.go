package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() {
	Register("operator", func(*value.Thread) (*value.Module, error) {
		m := value.NewModule("operator")
		defineOperators(m)
		defineSequenceOperators(m)
		m.Set("itemgetter", itemGetterType)
		m.Set("attrgetter", attrGetterType)
		m.Set("methodcaller", methodCallerType)
		return m, nil
	})
}

// defAs adds a function under its name and, for the special methods, as
// __name__ too.
func defAs(m *value.Module, signature string, f value.NativeFunc) {
	defC(m, "_operator", signature, f)
	name := signature[:strings.IndexByte(signature, '(')]
	m.Set("__"+strings.TrimSuffix(name, "_")+"__", member(m, name))
}

func defineOperators(m *value.Module) {
	for name, op := range map[string]value.Op{
		"add": value.OpAdd, "sub": value.OpSub, "mul": value.OpMul, "matmul": value.OpMatMul, "truediv": value.OpTrueDiv,
		"floordiv": value.OpFloorDiv, "mod": value.OpMod, "lshift": value.OpLShift, "rshift": value.OpRShift,
		"or_": value.OpOr, "xor": value.OpXor, "and_": value.OpAnd, "pow": value.OpPow,
	} {
		defAs(m, name+"(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.Binary(t, op, a[0], a[1])
		})
		defAs(m, "i"+strings.TrimSuffix(name, "_")+"(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.Inplace(t, op, a[0], a[1])
		})
	}
	for name, op := range map[string]value.CmpOp{
		"eq": value.CmpEq, "ne": value.CmpNe, "lt": value.CmpLt, "le": value.CmpLe, "gt": value.CmpGt, "ge": value.CmpGe,
	} {
		defAs(m, name+"(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.Compare(t, op, a[0], a[1])
		})
	}
	for name, op := range map[string]value.UnaryOp{"neg": value.UnaryNeg, "pos": value.UnaryPos, "invert": value.UnaryInvert, "inv": value.UnaryInvert} {
		defAs(m, name+"(a, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.Unary(t, op, a[0]) })
	}
	defAs(m, "abs(a, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, value.Builtins["abs"], a, nil)
	})
	defAs(m, "not_(a, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ok, err := value.Truth(t, a[0])
		return value.Bool(!ok), err
	})
	defC(m, "_operator", "truth(a, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ok, err := value.Truth(t, a[0])
		return value.Bool(ok), err
	})
	defC(m, "_operator", "is_(a, b, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		same, err := value.Is(a[0], a[1])
		return value.Bool(same), err
	})
	defC(m, "_operator", "is_not(a, b, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		same, err := value.Is(a[0], a[1])
		return value.Bool(!same), err
	})
	defAs(m, "index(a, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.BigIndex(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.MakeInt(n), nil
	})
	m.Set("call", value.NewRaw("call", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(args) == 0 {
			return nil, value.TypeErrorf("call expected at least 1 argument, got 0")
		}
		return value.Call(t, args[0], args[1:], kwargs)
	}))
	m.Set("__call__", member(m, "call"))
}

func defineSequenceOperators(m *value.Module) {
	concat := func(inplace bool) value.NativeFunc {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			if err := known(a[0]); err != nil {
				return nil, err
			}
			if !isSequence(a[0]) || !isSequence(a[1]) {
				return nil, value.TypeErrorf("'%s' object can't be concatenated", a[0].Type().Name)
			}
			if inplace {
				return value.Inplace(t, value.OpAdd, a[0], a[1])
			}
			return value.Binary(t, value.OpAdd, a[0], a[1])
		}
	}
	defAs(m, "concat(a, b, /)", concat(false))
	defAs(m, "iconcat(a, b, /)", concat(true))
	defAs(m, "contains(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		in, err := value.Contains(t, a[0], a[1])
		return value.Bool(in), err
	})
	defAs(m, "getitem(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.GetItem(t, a[0], a[1]) })
	defAs(m, "setitem(a, b, c, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetItem(t, a[0], a[1], a[2])
	})
	defAs(m, "delitem(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.DelItem(t, a[0], a[1])
	})
	defC(m, "_operator", "countOf(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n := 0
		err := value.Iterate(t, a[0], func(x value.Value) error {
			eq, err := value.SameItem(t, x, a[1])
			if eq {
				n++
			}
			return err
		})
		return value.Int(n), notIterable(err, a[0])
	})
	defC(m, "_operator", "indexOf(a, b, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, at := 0, -1
		err := value.Iterate(t, a[0], func(x value.Value) error {
			eq, err := value.SameItem(t, x, a[1])
			if err == nil && eq {
				at = n
				return errStop
			}
			n++
			return err
		})
		if err != nil && err != errStop {
			return nil, notIterable(err, a[0])
		}
		if at < 0 {
			return nil, value.ValueErrorf("sequence.index(x): x not in sequence")
		}
		return value.Int(at), nil
	})
	defC(m, "_operator", "length_hint(obj, default=0, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !value.IsInt(a[1]) {
			return nil, value.TypeErrorf("'%s' object cannot be interpreted as an integer", a[1].Type().Name)
		}
		n, err := value.Len(t, a[0])
		if !raised(err, value.TypeError) {
			return value.Int(n), err
		}
		if _, native := a[0].(value.Iterator); native {
			return nil, value.Unknownf("the length hints of iterators are outside what is known")
		}
		got, ok, err := value.CallSpecial(t, a[0], "__length_hint__")
		if err != nil && !raised(err, value.TypeError) {
			return nil, err
		}
		if !ok || err != nil || got == value.NotImplemented {
			return a[1], nil
		}
		hint, isInt := value.AsBig(got)
		if !isInt {
			return nil, value.TypeErrorf("__length_hint__ must be an integer, not %s", got.Type().Name)
		}
		if hint.Sign() < 0 {
			return nil, value.ValueErrorf("__length_hint__() should return >= 0")
		}
		return got, nil
	})
}

func isSequence(v value.Value) bool {
	switch v.(type) {
	case *value.List, *value.Tuple, *value.Str, *value.Bytes, *value.ByteArray, *value.Range, *deque:
		return true
	case *value.Dict, *value.Set:
		return false
	}
	_, ok := v.Type().Lookup("__getitem__")
	return ok
}

// notIterable words the TypeError of an argument that cannot be iterated over.
func notIterable(err error, v value.Value) error {
	if _, ok := v.Type().Lookup("__iter__"); !ok && raised(err, value.TypeError) {
		return value.TypeErrorf("argument of type '%s' is not iterable", v.Type().Name)
	}
	return err
}

// getter is an itemgetter, an attrgetter or a methodcaller.
type getter struct {
	typ    *value.Type
	args   []value.Value
	kwargs []value.Kwarg
	paths  [][]string // of an attrgetter
	name   string     // of a methodcaller
}

// Type returns the class of the getter.
func (g *getter) Type() *value.Type { return g.typ }

func newGetterType(name string, build func(g *getter, args []value.Value, kwargs []value.Kwarg) error, get func(t *value.Thread, g *getter, obj value.Value) (value.Value, error)) *value.Type {
	c := libraryType("operator", name)
	c.New = func(_ *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if cls != c {
			return nil, value.Unknownf("subclasses of %s are outside what is known", c.Name)
		}
		g := &getter{typ: c, args: args, kwargs: kwargs}
		for _, v := range args {
			if err := known(v); err != nil {
				return nil, err
			}
		}
		return g, build(g, args, kwargs)
	}
	c.DefNew()
	c.DefRaw("__call__", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(kwargs) > 0 {
			return nil, value.TypeErrorf("%s() takes no keyword arguments", name)
		}
		if len(args) != 2 {
			return nil, value.TypeErrorf("%s expected 1 argument, got %d", name, len(args)-1)
		}
		return get(t, args[0].(*getter), args[1])
	})
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g := a[0].(*getter)
		var parts []string
		for _, v := range g.args {
			s, err := value.Repr(t, v)
			if err != nil {
				return nil, err
			}
			parts = append(parts, s)
		}
		for _, k := range g.kwargs {
			s, err := value.Repr(t, k.Value)
			if err != nil {
				return nil, err
			}
			parts = append(parts, k.Name+"="+s)
		}
		return str(c.Name + "(" + strings.Join(parts, ", ") + ")"), nil
	})
	return c
}

// eachPart calls one for each of n parts: the result of a single one, or a tuple.
func eachPart(n int, one func(i int) (value.Value, error)) (value.Value, error) {
	if n == 1 {
		return one(0)
	}
	out := make([]value.Value, n)
	for i := range out {
		v, err := one(i)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return value.NewTuple(out...), nil
}

func needsArguments(name string, args []value.Value, kwargs []value.Kwarg) error {
	if len(kwargs) > 0 {
		return value.TypeErrorf("%s() takes no keyword arguments", name)
	}
	if len(args) == 0 {
		return value.TypeErrorf("%s expected 1 argument, got 0", name)
	}
	return nil
}

var itemGetterType = newGetterType("itemgetter",
	func(_ *getter, args []value.Value, kwargs []value.Kwarg) error {
		return needsArguments("itemgetter", args, kwargs)
	},
	func(t *value.Thread, g *getter, obj value.Value) (value.Value, error) {
		return eachPart(len(g.args), func(i int) (value.Value, error) { return value.GetItem(t, obj, g.args[i]) })
	})

var attrGetterType = newGetterType("attrgetter",
	func(g *getter, args []value.Value, kwargs []value.Kwarg) error {
		if err := needsArguments("attrgetter", args, kwargs); err != nil {
			return err
		}
		for _, v := range args {
			s, ok := v.(*value.Str)
			if !ok {
				return value.TypeErrorf("attribute name must be a string")
			}
			g.paths = append(g.paths, strings.Split(s.String(), "."))
		}
		return nil
	},
	func(t *value.Thread, g *getter, obj value.Value) (value.Value, error) {
		return eachPart(len(g.paths), func(i int) (value.Value, error) {
			v := obj
			for _, name := range g.paths[i] {
				var err error
				if v, err = value.GetAttr(t, v, name); err != nil {
					return nil, err
				}
			}
			return v, nil
		})
	})

var methodCallerType = newGetterType("methodcaller",
	func(g *getter, args []value.Value, _ []value.Kwarg) error {
		if len(args) == 0 {
			return value.TypeErrorf("methodcaller needs at least one argument, the method name")
		}
		s, ok := args[0].(*value.Str)
		if !ok {
			return value.TypeErrorf("method name must be a string")
		}
		g.name = s.String()
		return nil
	},
	func(t *value.Thread, g *getter, obj value.Value) (value.Value, error) {
		return value.CallKw(t, obj, g.name, g.args[1:], g.kwargs)
	})
