package value

import "strings"

// Union is a union of classes such as int | None.
type Union struct {
	Args []Value
}

// UnionType is types.UnionType.
var UnionType = NewBuiltinType("UnionType", ObjectType)

// Type returns types.UnionType.
func (*Union) Type() *Type { return UnionType }

func init() {
	u := UnionType
	u.Name, u.Module = "types.UnionType", "types"
	u.Final = true
	u.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		parts := make([]string, len(a[0].(*Union).Args))
		for i, m := range a[0].(*Union).Args {
			if m == Value(NoneType) {
				parts[i] = "None"
				continue
			}
			s, err := TypeRepr(t, m)
			if err != nil {
				return nil, err
			}
			parts[i] = s
		}
		return NewStr(strings.Join(parts, " | ")), nil
	})
	u.DefAttr("__args__", func(t *Thread, self Value) (Value, error) {
		return NewTuple(append([]Value(nil), self.(*Union).Args...)...), nil
	})
	u.DefAttr("__parameters__", func(t *Thread, self Value) (Value, error) {
		ps, err := TypeParameters(t, self.(*Union).Args)
		if err != nil {
			return nil, err
		}
		return NewTuple(ps...), nil
	})
	u.Def("__or__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return unionOf(t, a[0], a[1]) })
	u.Def("__ror__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return unionOf(t, a[1], a[0]) })
	u.Def("__eq__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		x := a[0].(*Union)
		y, ok := a[1].(*Union)
		if !ok {
			return NotImplemented, nil
		}
		if len(x.Args) != len(y.Args) {
			return False, nil
		}
		for _, p := range x.Args {
			has, err := hasType(t, y.Args, p)
			if err != nil || !has {
				return False, err
			}
		}
		return True, nil
	})
	u.Def("__instancecheck__(self, instance, /)", func(t *Thread, a []Value) (Value, error) {
		for _, m := range a[0].(*Union).Args {
			if _, ok := m.(*GenericAlias); ok {
				return nil, TypeErrorf("isinstance() argument 2 cannot be a parameterized generic")
			}
		}
		ok, err := InstanceOf(t, a[1], NewTuple(a[0].(*Union).Args...))
		return Bool(ok), err
	})
	u.Def("__subclasscheck__(self, subclass, /)", func(t *Thread, a []Value) (Value, error) {
		for _, m := range a[0].(*Union).Args {
			if _, ok := m.(*GenericAlias); ok {
				return nil, TypeErrorf("issubclass() argument 2 cannot be a parameterized generic")
			}
		}
		ok, err := SubclassOf(t, a[1], NewTuple(a[0].(*Union).Args...))
		return Bool(ok), err
	})
	u.Def("__getitem__(self, item, /)", func(t *Thread, a []Value) (Value, error) {
		args, err := SubstituteTypes(t, a[0], a[0].(*Union).Args, a[1])
		if err != nil {
			return nil, err
		}
		got := args[0]
		for _, m := range args[1:] {
			if got, err = Binary(t, OpOr, got, m); err != nil {
				return nil, err
			}
		}
		return got, nil
	})
}

// unionOf is a | b of two classes; NotImplemented if one is no class.
func unionOf(t *Thread, a, b Value) (Value, error) {
	if err := firstUnknown(a, b); err != nil {
		return nil, err
	}
	var args []Value
	for _, v := range []Value{a, b} {
		var members []Value
		switch v := v.(type) {
		case *Type, *GenericAlias:
			members = []Value{v}
		case *Union:
			members = v.Args
		default:
			if v != None {
				return NotImplemented, nil
			}
			members = []Value{NoneType}
		}
		for _, m := range members {
			has, err := hasType(t, args, m)
			if err != nil {
				return nil, err
			}
			if !has {
				args = append(args, m)
			}
		}
	}
	if len(args) == 1 {
		return args[0], nil
	}
	return &Union{Args: args}, nil
}

func hasType(t *Thread, in []Value, v Value) (bool, error) {
	for _, x := range in {
		if x == v {
			return true, nil
		}
		if _, ok := v.(*GenericAlias); !ok {
			continue
		}
		eq, err := Equal(t, x, v)
		if err != nil || eq {
			return eq, err
		}
	}
	return false, nil
}
