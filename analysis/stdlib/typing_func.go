package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// defineFunctions defines the functions of typing.
func (y *typingModule) defineFunctions() {
	m := y.module
	second := func(t *value.Thread, a []value.Value) (value.Value, error) { return a[1], nil }
	first := func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	defIn(m, "cast(typ, val)", second)
	defIn(m, "assert_type(val, typ, /)", first)
	mark := func(name string) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			err := value.SetAttr(t, a[0], name, value.True)
			if raised(err, value.AttributeError) || raised(err, value.TypeError) {
				err = nil
			}
			return a[0], err
		}
	}
	defIn(m, "final(f)", mark("__final__"))
	defIn(m, "no_type_check(arg)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], noTypeCheck(t, a[0]) })
	dummy := newFunction("typing", "", "_overload_dummy(*args, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Raisef(value.NotImplementedError, "You should not call an overloaded function. A series of @overload-decorated functions outside a stub module should always be followed by an implementation that is not @overload-ed.")
	})
	defIn(m, "overload(func)", func(t *value.Thread, a []value.Value) (value.Value, error) { return dummy, nil })
	defIn(m, "dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		options := value.NewDict()
		for i, name := range []string{"eq_default", "order_default", "kw_only_default", "field_specifiers", "kwargs"} {
			options.SetStr(name, a[i])
		}
		return newFunction("typing", "dataclass_transform.<locals>.decorator", "decorator(cls_or_fn)", func(t *value.Thread, b []value.Value) (value.Value, error) {
			return b[0], value.SetAttr(t, b[0], "__dataclass_transform__", options)
		}), nil
	})
	defIn(m, "runtime_checkable(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, ok := a[0].(*value.Type)
		if !ok || !c.IsSubtype(y.generic) || !classFlag(c, "_is_protocol") {
			s, err := reprOf(t, a[0])
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("@runtime_checkable can be only applied to protocol classes, got %s", s)
		}
		return c, value.SetAttr(t, c, "_is_runtime_protocol", value.True)
	})
	defIn(m, "assert_never(arg, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := reprOf(t, a[0])
		if err != nil {
			return nil, err
		}
		if len(s) > 100 {
			s = s[:100] + "..."
		}
		return nil, value.Raisef(value.AssertionError, "Expected code to be unreachable, but got: %s", s)
	})
	defIn(m, "get_origin(tp)", func(t *value.Thread, a []value.Value) (value.Value, error) { return y.originOf(a[0]), nil })
	defIn(m, "get_args(tp)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewTuple(y.argsOf(a[0])...), nil
	})
	defIn(m, "is_typeddict(tp)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Bool(a[0].Type() == y.dictMeta), nil
	})
	defIn(m, "get_type_hints(obj, globalns=None, localns=None, include_extras=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		extras, err := value.Truth(t, a[3])
		if err != nil {
			return nil, err
		}
		if a[1] != value.None || a[2] != value.None {
			return nil, value.Unknownf("typing.get_type_hints with namespaces is outside what is known")
		}
		return y.typeHints(t, a[0], extras)
	})
	defIn(m, "reveal_type(obj, /)", first)
}

func (y *typingModule) originOf(v value.Value) value.Value {
	if value.IsInstance(v, y.annotated) {
		return y.annotatedForm
	}
	if a := aliasOf(v); a != nil {
		return a.origin
	}
	switch v := v.(type) {
	case *value.GenericAlias:
		return v.Origin
	case *value.Union:
		return value.UnionType
	}
	if v == value.Value(y.generic) {
		return y.generic
	}
	if value.IsInstance(v, y.specArgs) || value.IsInstance(v, y.specKwargs) {
		if origin, ok := v.(*value.Instance).Attrs.GetStr("__origin__"); ok {
			return origin
		}
	}
	return value.None
}

func (y *typingModule) argsOf(v value.Value) []value.Value {
	flat := func(args []value.Value, callable bool) []value.Value {
		if callable && !(len(args) == 2 && y.isParamExpr(args[0])) {
			last := len(args) - 1
			return []value.Value{value.NewList(append([]value.Value(nil), args[:last]...)), args[last]}
		}
		return args
	}
	if a := aliasOf(v); a != nil {
		if a.metadata != nil {
			return append([]value.Value{a.origin}, a.metadata...)
		}
		if value.IsInstance(v, y.special) {
			return nil
		}
		return flat(a.args, value.IsInstance(v, y.callable))
	}
	switch v := v.(type) {
	case *value.GenericAlias:
		return flat(v.Args.Elems, v.Callable)
	case *value.Union:
		return v.Args
	}
	return nil
}

// typeHints is get_type_hints without namespaces.
func (y *typingModule) typeHints(t *value.Thread, obj value.Value, extras bool) (value.Value, error) {
	hints := value.NewDict()
	unchecked, err := value.LookupAttr(t, obj, "__no_type_check__")
	if err != nil {
		return nil, err
	}
	if unchecked != nil && isTrue(unchecked) {
		return hints, nil
	}
	add := func(annotations value.Value, globals, locals *value.Dict) error {
		d, ok := annotations.(*value.Dict)
		if !ok {
			return nil
		}
		for i := 0; ; {
			k, typ, next, ok := d.Next(i)
			if !ok {
				return nil
			}
			i = next
			hint, err := y.resolve(t, y.convert(typ), globals, locals)
			if err != nil {
				return err
			}
			if !extras {
				if hint, err = y.strip(t, hint); err != nil {
					return err
				}
			}
			if err := hints.Set(t, k, hint); err != nil {
				return err
			}
		}
	}
	switch o := obj.(type) {
	case *value.Type:
		for i := len(o.MRO) - 1; i >= 0; i-- {
			c := o.MRO[i]
			if a, ok := c.Dict.GetStr("__annotations__"); ok {
				var globals *value.Dict
				if m := t.Modules[c.Module]; m != nil {
					globals = m.Globals
				}
				if err := add(a, globals, c.Dict); err != nil {
					return nil, err
				}
			}
		}
	case *value.Function:
		if o.Annotations != nil {
			if err := add(o.Annotations, o.Globals, nil); err != nil {
				return nil, err
			}
		}
	case *value.Module:
		if a, ok := o.Globals.GetStr("__annotations__"); ok {
			if err := add(a, o.Globals, nil); err != nil {
				return nil, err
			}
		}
	default:
		switch obj.(type) {
		case value.Int, value.Float, value.Bool, *value.Str, *value.Singleton, *value.List, *value.Dict, *value.Tuple:
			s, err := reprOf(t, obj)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("%s is not a module, class, method, or function.", s)
		}
		return nil, value.Unknownf("typing.get_type_hints of a '%s' object is outside what is known", obj.Type().Name)
	}
	return hints, nil
}

// resolve replaces forward references that are plain names.
func (y *typingModule) resolve(t *value.Thread, v value.Value, globals, locals *value.Dict) (value.Value, error) {
	if value.IsInstance(v, y.forward) {
		arg, err := value.GetAttr(t, v, "__forward_arg__")
		if err != nil {
			return nil, err
		}
		name := arg.(*value.Str).String()
		parts := strings.Split(name, ".")
		got, ok := globals.GetStr(parts[0])
		if !ok {
			got, ok = locals.GetStr(parts[0])
		}
		if !ok {
			got, ok = value.Builtins[parts[0]], value.Builtins[parts[0]] != nil
		}
		if name == "None" {
			return value.NoneType, nil
		}
		if !ok {
			return nil, value.Unknownf("the forward reference %s is outside what is known", value.StrRepr(name))
		}
		for _, p := range parts[1:] {
			if got, err = value.GetAttr(t, got, p); err != nil {
				return nil, err
			}
		}
		return y.check(t, got, "Forward references must evaluate to types.", true)
	}
	args := y.argsOf(v)
	if a := aliasOf(v); a != nil {
		args = a.args
	}
	for _, a := range args {
		r, err := y.resolve(t, a, globals, locals)
		if err != nil {
			return nil, err
		}
		if r != a {
			return nil, value.Unknownf("a forward reference within a type is outside what is known")
		}
	}
	return v, nil
}

// strip removes Annotated, Required and NotRequired.
func (y *typingModule) strip(t *value.Thread, v value.Value) (value.Value, error) {
	a := aliasOf(v)
	if a == nil {
		return v, nil
	}
	if a.metadata != nil {
		return y.strip(t, a.origin)
	}
	if a.origin == value.Value(y.forms["Required"]) || a.origin == value.Value(y.forms["NotRequired"]) {
		return y.strip(t, a.args[0])
	}
	args := make([]value.Value, len(a.args))
	changed := false
	for i, x := range a.args {
		s, err := y.strip(t, x)
		if err != nil {
			return nil, err
		}
		args[i] = s
		changed = changed || s != x
	}
	if !changed {
		return v, nil
	}
	if value.IsInstance(v, y.union) {
		return y.makeUnion(t, args)
	}
	return y.newAlias(t, v.Type(), &typeAlias{origin: a.origin, args: args, name: a.name})
}

// noTypeCheck marks a function or, with all that it defines, a class.
func noTypeCheck(t *value.Thread, v value.Value) error {
	switch x := v.(type) {
	case *value.ClassMethod:
		return noTypeCheck(t, x.Func)
	case *value.StaticMethod:
		return noTypeCheck(t, x.Func)
	case *value.Type:
		for i := 0; ; {
			_, member, next, ok := x.Dict.Next(i)
			if !ok {
				break
			}
			i = next
			own := ""
			switch m := member.(type) {
			case *value.Function:
				own = m.Qualname
			case *value.Type:
				own = m.Qualname
			case *value.ClassMethod, *value.StaticMethod:
				own = x.Qualname + "."
			}
			if strings.HasPrefix(own, x.Qualname+".") {
				if err := noTypeCheck(t, member); err != nil {
					return err
				}
			}
		}
	}
	err := value.SetAttr(t, v, "__no_type_check__", value.True)
	if raised(err, value.TypeError) || raised(err, value.AttributeError) {
		return nil
	}
	return err
}
