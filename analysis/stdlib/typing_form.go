package stdlib

import "augur/analysis/value"

// defineForms defines the special forms: Union, Optional, ClassVar and so on.
func (y *typingModule) defineForms() {
	type subscript func(t *value.Thread, form *value.Instance, index value.Value) (value.Value, error)
	getters := map[*value.Instance]subscript{}
	form := func(name string, get subscript) {
		f := value.NewInstance(y.form)
		f.Attrs = value.NewDict()
		f.Attrs.SetStr("_name", value.NewStr(name))
		y.forms[name] = f
		getters[f] = get
		y.module.Set(name, f)
	}
	none := func(t *value.Thread, f *value.Instance, index value.Value) (value.Value, error) {
		s, err := reprOf(t, f)
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("%s is not subscriptable", s)
	}
	single := func(t *value.Thread, f *value.Instance, index value.Value) (value.Value, error) {
		s, err := reprOf(t, f)
		if err != nil {
			return nil, err
		}
		item, err := y.check(t, index, s+" accepts only single type.", false)
		if err != nil {
			return nil, err
		}
		return y.newAlias(t, y.alias, &typeAlias{origin: f, args: []value.Value{item}})
	}
	for _, name := range []string{"NoReturn", "Never", "Self", "LiteralString", "TypeAlias"} {
		form(name, none)
	}
	for _, name := range []string{"ClassVar", "Final", "TypeGuard", "Required", "NotRequired"} {
		form(name, single)
	}
	form("Union", func(t *value.Thread, f *value.Instance, index value.Value) (value.Value, error) {
		return y.makeUnion(t, indexes(index))
	})
	form("Optional", func(t *value.Thread, f *value.Instance, index value.Value) (value.Value, error) {
		arg, err := y.check(t, index, "typing.Optional requires a single type.", false)
		if err != nil {
			return nil, err
		}
		return y.makeUnion(t, []value.Value{arg, value.NoneType})
	})
	form("Literal", func(t *value.Thread, f *value.Instance, index value.Value) (value.Value, error) {
		var args []value.Value
		for _, v := range indexes(index) {
			if value.IsInstance(v, y.literal) {
				args = append(args, aliasOf(v).args...)
			} else {
				args = append(args, v)
			}
		}
		for _, v := range args {
			if _, err := value.Hash(t, v); err != nil {
				if _, raised := err.(*value.Raised); !raised {
					return nil, err
				}
				return y.newAlias(t, y.literal, &typeAlias{origin: f, args: args})
			}
		}
		var unique []value.Value
	next:
		for _, v := range args {
			for _, u := range unique {
				if u.Type() != v.Type() {
					continue
				}
				eq, err := value.Equal(t, u, v)
				if err != nil {
					return nil, err
				}
				if eq {
					continue next
				}
			}
			unique = append(unique, v)
		}
		return y.newAlias(t, y.literal, &typeAlias{origin: f, args: unique})
	})
	form("Concatenate", func(t *value.Thread, f *value.Instance, index value.Value) (value.Value, error) {
		args := indexes(index)
		if len(args) == 0 {
			return nil, value.TypeErrorf("Cannot take a Concatenate of no types.")
		}
		last := args[len(args)-1]
		if last != value.Value(value.Ellipsis) && !value.IsInstance(last, y.paramSpec) {
			return nil, value.TypeErrorf("The last parameter to Concatenate should be a ParamSpec variable or ellipsis.")
		}
		checked, err := y.checkAll(t, args[:len(args)-1], "Concatenate[arg, ...]: each arg must be a type.")
		if err != nil {
			return nil, err
		}
		return y.newAlias(t, y.concatenate, &typeAlias{origin: f, args: append(checked, last)})
	})
	form("Unpack", func(t *value.Thread, f *value.Instance, index value.Value) (value.Value, error) {
		item, err := y.check(t, index, "typing.Unpack accepts only single type.", false)
		if err != nil {
			return nil, err
		}
		return y.newAlias(t, y.unpack, &typeAlias{origin: f, args: []value.Value{item}})
	})

	c := y.form
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewStr("typing." + formName(a[0])), nil
	})
	def(c, "__getitem__(self, parameters)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f := a[0].(*value.Instance)
		get, ok := getters[f]
		if !ok {
			return none(t, f, a[1])
		}
		return get(t, f, a[1])
	})
	message := func(signature, format string) {
		def(c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nil, value.TypeErrorf(format, "typing."+formName(a[0]))
		})
	}
	message("__mro_entries__(self, bases)", "Cannot subclass %s")
	message("__call__(self, *args, **kwds)", "Cannot instantiate %s")
	message("__instancecheck__(self, obj)", "%s cannot be used with isinstance()")
	message("__subclasscheck__(self, cls)", "%s cannot be used with issubclass()")
	for _, name := range []string{"__name__", "__qualname__"} {
		defProperty(c, name, func(t *value.Thread, self value.Value) (value.Value, error) { return value.NewStr(formName(self)), nil })
	}
	y.unionOperators(c)
}

func formName(v value.Value) string {
	if o, ok := v.(*value.Instance); ok {
		if n, ok := o.Attrs.GetStr("_name"); ok {
			if s, ok := n.(*value.Str); ok {
				return s.String()
			}
		}
	}
	return ""
}

// unionOperators defines | for a class of typing.
func (y *typingModule) unionOperators(c *value.Type) {
	def(c, "__or__(self, right)", func(t *value.Thread, a []value.Value) (value.Value, error) { return y.makeUnion(t, a) })
	def(c, "__ror__(self, left)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return y.makeUnion(t, []value.Value{a[1], a[0]})
	})
}

// makeUnion is Union[args].
func (y *typingModule) makeUnion(t *value.Thread, args []value.Value) (value.Value, error) {
	if len(args) == 0 {
		return nil, value.TypeErrorf("Cannot take a Union of no types.")
	}
	checked, err := y.checkAll(t, args, "Union[arg, ...]: each arg must be a type.")
	if err != nil {
		return nil, err
	}
	var flat []value.Value
	add := func(v value.Value) error {
		for _, f := range flat {
			if f == v {
				return nil
			}
			_, isType := v.(*value.Type)
			if _, alsoType := f.(*value.Type); isType && alsoType {
				continue
			}
			eq, err := value.Equal(t, f, v)
			if err != nil || eq {
				return err
			}
		}
		flat = append(flat, v)
		return nil
	}
	for _, v := range checked {
		members := []value.Value{v}
		if value.IsInstance(v, y.union) {
			members = aliasOf(v).args
		} else if u, ok := v.(*value.Union); ok {
			members = u.Args
		}
		for _, m := range members {
			if err := add(m); err != nil {
				return nil, err
			}
		}
	}
	if len(flat) == 1 {
		return flat[0], nil
	}
	a := &typeAlias{origin: y.forms["Union"], args: flat, name: "Union"}
	if len(flat) == 2 && (flat[0] == value.Value(value.NoneType) || flat[1] == value.Value(value.NoneType)) {
		a.name = "Optional"
	} else {
		a.name = ""
	}
	return y.newAlias(t, y.union, a)
}
