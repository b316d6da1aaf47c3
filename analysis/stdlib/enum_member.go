package stdlib

import (
	"augur/analysis/value"
)

// makeMember is _proto_member.__set_name__: it turns what the class body
// assigned into a member.
func (e *enumModule) makeMember(t *value.Thread, proto *value.Instance, c *value.Type, name string) error {
	given, _ := proto.Payload.(value.Value)
	c.Dict.DeleteStr(name)
	args := []value.Value{given}
	if tuple, ok := given.(*value.Tuple); ok {
		args = tuple.Elems
	}
	data, _ := enumAttr(c, "_member_type_").(*value.Type)
	if data == value.TupleType {
		args = []value.Value{value.NewTuple(args...)}
	}
	newMember, err := value.GetAttr(t, c, "_new_member_")
	if err != nil {
		return err
	}
	newArgs := []value.Value{c}
	if enumAttr(c, "_use_args_") == value.Value(value.True) {
		newArgs = append(newArgs, args...)
	}
	m, err := value.Call(t, newMember, newArgs, nil)
	if err != nil {
		return err
	}
	v, err := value.LookupAttr(t, m, "_value_")
	if err != nil {
		return err
	}
	if v == nil {
		v = given
		if data != value.ObjectType {
			if v, err = value.Call(t, data, args, nil); err != nil {
				if r, ok := err.(*value.Raised); ok {
					w := value.TypeErrorf("_value_ not set in __new__, unable to create it").(*value.Raised)
					w.Exc.Cause, w.Exc.SuppressContext = r.Exc, true
					return w
				}
				return err
			}
		}
		if err := value.SetAttr(t, m, "_value_", v); err != nil {
			return err
		}
	}
	if err := value.SetAttr(t, m, "_name_", value.NewStr(name)); err != nil {
		return err
	}
	if err := value.SetAttr(t, m, "__objclass__", c); err != nil {
		return err
	}
	init, err := value.GetAttr(t, m, "__init__")
	if err != nil {
		return err
	}
	if _, err := value.Call(t, init, args, nil); err != nil {
		return err
	}
	names := enumList(c, "_member_names_")
	if err := value.SetAttr(t, m, "_sort_order_", value.Int(len(names.Elems))); err != nil {
		return err
	}
	isFlag := e.flag != nil && c.IsSubtype(e.flag)
	if isFlag {
		if err := widenMasks(t, c, v); err != nil {
			return err
		}
	}
	m, alias, err := canonical(t, c, v, m)
	if err != nil {
		return err
	}
	if !alias && (!isFlag || singleBit(v)) {
		names.Elems = append(names.Elems, value.NewStr(name))
	}
	if err := e.placeMember(t, c, name, m); err != nil {
		return err
	}
	enumDict(c, "_member_map_").SetStr(name, m)
	byValue := enumDict(c, "_value2member_map_")
	_, known, err := byValue.Get(t, v)
	if err == nil && !known {
		err = byValue.Set(t, v, m)
	}
	if _, unhashable := value.IsRaised(err, value.TypeError); unhashable {
		list := enumList(c, "_unhashable_values_")
		list.Elems = append(list.Elems, v)
		return nil
	}
	return err
}

// canonical finds an earlier member with the same value.
func canonical(t *value.Thread, c *value.Type, v, m value.Value) (value.Value, bool, error) {
	got, ok, err := enumDict(c, "_value2member_map_").Get(t, v)
	if err == nil {
		if ok {
			return got, true, nil
		}
		return m, false, nil
	}
	if _, unhashable := value.IsRaised(err, value.TypeError); !unhashable {
		return nil, false, err
	}
	found, err := byEquality(t, c, v)
	if err != nil || found == nil {
		return m, false, err
	}
	return found, true, nil
}

// byEquality finds the member whose value equals v by comparing with all.
func byEquality(t *value.Thread, c *value.Type, v value.Value) (value.Value, error) {
	members := enumDict(c, "_member_map_")
	for i := 0; ; {
		_, m, next, ok := members.Next(i)
		if !ok {
			return nil, nil
		}
		i = next
		w, err := value.GetAttr(t, m, "_value_")
		if err != nil {
			return nil, err
		}
		eq, err := value.Equal(t, w, v)
		if err != nil {
			return nil, err
		}
		if eq {
			return m, nil
		}
	}
}

// placeMember makes a member an attribute of its class, behind a redirect when a
// base has a property of that name.
func (e *enumModule) placeMember(t *value.Thread, c *value.Type, name string, m value.Value) error {
	var found value.Value
	for _, b := range c.MRO[1:] {
		d, ok := b.Dict.GetStr(name)
		if !ok {
			continue
		}
		if value.IsInstance(d, e.dynamic) {
			found = d
			break
		}
		if _, ok := d.(*value.Property); ok {
			found = d
		}
	}
	if found == nil {
		c.Dict.SetStr(name, m)
		return nil
	}
	redirect := value.NewInstance(e.prop)
	for _, part := range []string{"fget", "fset", "fdel"} {
		f, err := value.GetAttr(t, found, part)
		if err != nil {
			return err
		}
		if err := value.GenericSetAttr(t, redirect, part, f); err != nil {
			return err
		}
	}
	for attr, v := range map[string]value.Value{"name": value.NewStr(name), "clsname": value.NewStr(c.Name), "member": m} {
		if err := value.GenericSetAttr(t, redirect, attr, v); err != nil {
			return err
		}
	}
	c.Dict.SetStr(name, redirect)
	return nil
}

// makeEnum makes the class Enum.
func (e *enumModule) makeEnum(t *value.Thread) error {
	def(e.proto, "__set_name__(self, enum_class, member_name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, e.makeMember(t, a[0].(*value.Instance), a[1].(*value.Type), a[2].(*value.Str).String())
	})
	c, err := class{module: "enum", name: "Enum", meta: e.meta}.make(t)
	if err != nil {
		return err
	}
	plain, err := objectNew(t)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		name string
		v    value.Value
	}{
		{"_new_member_", plain}, {"_use_args_", value.False}, {"_member_names_", value.NewList(nil)}, {"_member_map_", value.NewDict()},
		{"_value2member_map_", value.NewDict()}, {"_unhashable_values_", value.NewList(nil)}, {"_member_type_", value.ObjectType},
		{"_value_repr_", value.None},
	} {
		c.Dict.SetStr(p.name, p.v)
	}
	def(c, "__new__(cls, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		cls, ok := a[0].(*value.Type)
		if !ok {
			return nil, value.TypeErrorf("Enum.__new__ needs a class")
		}
		return e.lookup(t, cls, a[1])
	})
	def(c, "__init__(self, *args, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
	def(c, "_generate_next_value_(name, start, count, last_values)", nextValue)
	defClass(c, "_missing_(cls, value)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := valueRepr(t, a[0])
		if err != nil {
			return nil, err
		}
		name, err := nameText(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.NewStr("<" + a[0].Type().Name + "." + name + ": " + v + ">"), nil
	})
	def(c, "__str__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := nameText(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.NewStr(a[0].Type().Name + "." + name), nil
	})
	def(c, "__format__(self, format_spec)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := value.Text(t, a[0])
		if err != nil {
			return nil, err
		}
		spec, ok := a[1].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("__format__() argument must be str, not %s", a[1].Type().Name)
		}
		got, err := value.Format(t, value.NewStr(s), spec.String())
		return value.NewStr(got), err
	})
	def(c, "__hash__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := value.GetAttr(t, a[0], "_name_")
		if err != nil {
			return nil, err
		}
		return value.Call(t, value.Builtins["hash"], []value.Value{name}, nil)
	})
	def(c, "__reduce_ex__(self, proto)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "_value_")
		if err != nil {
			return nil, err
		}
		return value.NewTuple(a[0].Type(), value.NewTuple(v)), nil
	})
	def(c, "__copy__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	def(c, "__deepcopy__(self, memo)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	def(c, "__dir__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the attributes of a member are outside what is known")
	})
	for _, name := range []string{"name", "value"} {
		p := value.NewInstance(e.prop)
		get := newFunction("enum", "Enum."+name, name+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.GetAttr(t, a[0], "_"+name+"_")
		})
		for attr, v := range map[string]value.Value{"fget": get, "fset": value.None, "fdel": value.None, "name": value.NewStr(name), "clsname": value.NewStr("Enum")} {
			if err := value.GenericSetAttr(t, p, attr, v); err != nil {
				return err
			}
		}
		c.Dict.SetStr(name, p)
	}
	e.enum = c
	e.module.Set("Enum", c)
	return nil
}

// valueRepr is how a member's value is shown.
func valueRepr(t *value.Thread, m value.Value) (string, error) {
	v, err := value.GetAttr(t, m, "_value_")
	if err != nil {
		return "", err
	}
	f := enumAttr(m.Type(), "_value_repr_")
	if f == value.None {
		return reprOf(t, v)
	}
	got, err := value.Call(t, f, []value.Value{v}, nil)
	if err != nil {
		return "", err
	}
	return value.Text(t, got)
}

func nameText(t *value.Thread, m value.Value) (string, error) {
	name, err := value.GetAttr(t, m, "_name_")
	if err != nil {
		return "", err
	}
	return value.Text(t, name)
}

// nextValue is Enum._generate_next_value_.
func nextValue(t *value.Thread, a []value.Value) (value.Value, error) {
	last, err := value.Collect(t, a[3])
	if err != nil {
		return nil, err
	}
	if len(last) == 0 {
		return a[1], nil
	}
	raised := func(err error) bool { _, ok := value.IsRaised(err, value.TypeError); return ok }
	sorted, err := value.Sorted(t, a[3], value.None, value.False)
	if err == nil {
		same, eqErr := value.Equal(t, last[len(last)-1], sorted.Elems[len(last)-1])
		if eqErr != nil {
			return nil, eqErr
		}
		if same {
			got, err := value.Binary(t, value.OpAdd, last[len(last)-1], value.Int(1))
			if err == nil || !raised(err) {
				return got, err
			}
		}
		last = sorted.Elems // the attempt sorted the list in place
	} else if !raised(err) {
		return nil, err
	}
	for i := len(last) - 1; i >= 0; i-- {
		got, err := value.Binary(t, value.OpAdd, last[i], value.Int(1))
		if err == nil || !raised(err) {
			return got, err
		}
	}
	return a[1], nil
}

// lookup is Enum.__new__: it finds a member by its value.
func (e *enumModule) lookup(t *value.Thread, c *value.Type, v value.Value) (value.Value, error) {
	if u, ok := v.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason}
	}
	if v.Type() == c {
		return v, nil
	}
	got, ok, err := enumDict(c, "_value2member_map_").Get(t, v)
	switch {
	case err == nil && ok:
		return got, nil
	case err != nil:
		if _, unhashable := value.IsRaised(err, value.TypeError); !unhashable {
			return nil, err
		}
		found, err := byEquality(t, c, v)
		if err != nil || found != nil {
			return found, err
		}
	}
	if enumDict(c, "_member_map_").Len() == 0 {
		s, err := reprOf(t, c)
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("%s has no members defined", s)
	}
	result, missErr := value.CallMethod(t, c, "_missing_", v)
	if missErr != nil {
		r, ok := missErr.(*value.Raised)
		if !ok || !r.Exc.Type().IsSubtype(value.ExceptionType) {
			return nil, missErr
		}
		result = value.None
	}
	if value.IsInstance(result, c) {
		return result, nil
	}
	if e.flag != nil && c.IsSubtype(e.flag) && enumAttr(c, "_boundary_") == e.eject && value.IsInt(result) {
		return result, nil
	}
	s, err := reprOf(t, v)
	if err != nil {
		return nil, err
	}
	invalid := value.ValueErrorf("%s is not a valid %s", s, c.Qualname).(*value.Raised)
	if missErr == nil {
		if result == value.None {
			return nil, invalid
		}
		s, err := reprOf(t, result)
		if err != nil {
			return nil, err
		}
		missErr = value.TypeErrorf("error in %s._missing_: returned %s instead of None or a valid member", c.Name, s)
	}
	if r, ok := missErr.(*value.Raised); ok && !r.Exc.Type().IsSubtype(value.ValueError) {
		r.Exc.Context = invalid.Exc
	}
	return nil, missErr
}

// derive makes one of the module's own enumerations; fill may set names in its
// body.
func (e *enumModule) derive(t *value.Thread, name string, boundary value.Value, fill func(ns *value.Dict) error, bases ...*value.Type) (*value.Type, error) {
	args := make([]value.Value, len(bases))
	for i, b := range bases {
		args[i] = b
	}
	ns := e.newNamespace(name)
	gen, err := value.GetAttr(t, bases[len(bases)-1], "_generate_next_value_")
	if err != nil {
		return nil, err
	}
	if err := e.setInBody(t, ns, "_generate_next_value_", gen); err != nil {
		return nil, err
	}
	ns.SetStr("__module__", value.NewStr("enum"))
	ns.SetStr("__doc__", unknownDoc)
	if fill != nil {
		if err := fill(ns); err != nil {
			return nil, err
		}
	}
	got, err := e.newEnum(t, e.meta, name, args, ns, boundary, nil)
	if err != nil {
		return nil, err
	}
	c := got.(*value.Type)
	e.module.Set(name, c)
	return c, nil
}

// makeKinds makes the enumerations that derive from Enum.
func (e *enumModule) makeKinds(t *value.Thread) error {
	var err error
	if e.repr, err = e.derive(t, "ReprEnum", value.None, nil, e.enum); err != nil {
		return err
	}
	if _, err = e.derive(t, "IntEnum", value.None, nil, value.IntType, e.repr); err != nil {
		return err
	}
	strEnum, err := e.derive(t, "StrEnum", value.None, func(ns *value.Dict) error {
		ns.SetStr("__new__", newFunction("enum", "StrEnum.__new__", "__new__(cls, *values)", newStrMember))
		return e.setInBody(t, ns, "_generate_next_value_", newFunction("enum", "StrEnum._generate_next_value_",
			"_generate_next_value_(name, start, count, last_values)", func(t *value.Thread, a []value.Value) (value.Value, error) {
				return value.CallMethod(t, a[0], "lower")
			}))
	}, value.StrType, e.repr)
	if err != nil {
		return err
	}
	boundary, err := e.derive(t, "FlagBoundary", value.None, func(ns *value.Dict) error {
		for _, n := range []string{"STRICT", "CONFORM", "EJECT", "KEEP"} {
			a := value.NewInstance(e.auto)
			if err := value.SetAttr(t, a, "value", autoNull); err != nil {
				return err
			}
			if err := e.setInBody(t, ns, n, a); err != nil {
				return err
			}
		}
		return nil
	}, strEnum)
	if err != nil {
		return err
	}
	for name, at := range map[string]*value.Value{"STRICT": &e.strict, "CONFORM": &e.conform, "EJECT": &e.eject, "KEEP": &e.keep} {
		*at = memberNamed(boundary, value.NewStr(name))
		e.module.Set(name, *at)
	}
	return e.makeFlags(t)
}

// newStrMember is StrEnum.__new__.
func newStrMember(t *value.Thread, a []value.Value) (value.Value, error) {
	values := a[1].(*value.Tuple).Elems
	repr := func(v value.Value, format string) error {
		s, err := reprOf(t, v)
		if err != nil {
			return err
		}
		return value.TypeErrorf(format, s)
	}
	if len(values) > 3 {
		return nil, repr(a[1], "too many arguments for str(): %s")
	}
	for i, format := range []string{"%s is not a string", "encoding must be a string, not %s", "errors must be a string, not %s"} {
		if i >= len(values) || i == 0 && len(values) != 1 {
			continue
		}
		if _, ok := values[i].(*value.Str); !ok {
			return nil, repr(values[i], format)
		}
	}
	text, err := value.Call(t, value.StrType, values, nil)
	if err != nil {
		return nil, err
	}
	cls, _ := a[0].(*value.Type)
	s, ok := text.(*value.Str)
	if !ok || cls == nil {
		return nil, value.TypeErrorf("str.__new__(X): X is not a type object (%s)", a[0].Type().Name)
	}
	m := value.NewStrOf(cls, s.String())
	return m, value.SetAttr(t, m, "_value_", s)
}
