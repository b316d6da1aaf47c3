package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// defineType defines the methods of EnumType.
func (e *enumModule) defineType() {
	defClass(e.meta, "__prepare__(metacls, cls, bases, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, _ := a[1].(*value.Str)
		bases, _ := a[2].(*value.Tuple)
		if name == nil || bases == nil {
			return nil, value.TypeErrorf("EnumType.__prepare__() needs a name and bases")
		}
		d := e.newNamespace(name.String())
		_, first, err := e.mixins(t, name.String(), bases.Elems)
		if err != nil {
			return nil, err
		}
		if first != nil {
			gen, err := value.LookupAttr(t, first, "_generate_next_value_")
			if err != nil {
				return nil, err
			}
			if gen == nil {
				gen = value.None
			}
			if err := e.setInBody(t, d, "_generate_next_value_", gen); err != nil {
				return nil, err
			}
		}
		return d, nil
	})
	def(e.meta, "__new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		meta, _ := a[0].(*value.Type)
		name, _ := a[1].(*value.Str)
		bases, _ := a[2].(*value.Tuple)
		ns, _ := a[3].(*value.Dict)
		if meta == nil || name == nil || bases == nil || ns == nil {
			return nil, value.TypeErrorf("EnumType.__new__() needs a name, bases and a namespace")
		}
		return e.newEnum(t, meta, name.String(), bases.Elems, ns, a[4], kwargsOf(a[6]))
	})
	def(e.meta, "__bool__(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.True, nil })
	def(e.meta, "__call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		if a[2] == value.None {
			return value.NewObject(t, c, a[1:2], nil)
		}
		return e.functional(t, c, a[1], a[2], a[3], a[4], a[5], a[6], a[7])
	})
	def(e.meta, "__contains__(cls, member)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		if !value.IsInstance(a[1], e.enum) {
			return nil, value.TypeErrorf("unsupported operand type(s) for 'in': '%s' and '%s'", a[1].Type().Qualname, c.Type().Qualname)
		}
		if !value.IsInstance(a[1], c) {
			return value.False, nil
		}
		name, err := value.GetAttr(t, a[1], "_name_")
		if err != nil {
			return nil, err
		}
		return value.Bool(memberNamed(c, name) != nil), nil
	})
	def(e.meta, "__delattr__(cls, attr)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		s, ok := a[1].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("attribute name must be string, not '%s'", a[1].Type().Name)
		}
		if memberNamed(c, s) != nil {
			return nil, value.Raisef(value.AttributeError, "%s cannot delete member %s.", value.StrRepr(c.Name), value.StrRepr(s.String()))
		}
		return value.None, value.GenericSetAttr(t, c, s.String(), nil)
	})
	def(e.meta, "__setattr__(cls, name, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		s, ok := a[1].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("attribute name must be string, not '%s'", a[1].Type().Name)
		}
		if m, ok := c.Dict.GetStr("_member_map_"); ok {
			if _, is := m.(*value.Dict).GetStr(s.String()); is {
				return nil, value.Raisef(value.AttributeError, "cannot reassign member %s", value.StrRepr(s.String()))
			}
		}
		return value.None, value.GenericSetAttr(t, c, s.String(), a[2])
	})
	def(e.meta, "__getattr__(cls, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, _ := a[1].(*value.Str)
		if name != nil && !isDunder(name.String()) {
			if m := memberNamed(a[0].(*value.Type), name); m != nil {
				return m, nil
			}
		}
		return nil, value.Raise(value.AttributeError, a[1])
	})
	def(e.meta, "__getitem__(cls, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.GetItem(t, enumDict(a[0].(*value.Type), "_member_map_"), a[1])
	})
	members := func(v value.Value) []value.Value {
		c := v.(*value.Type)
		all := enumDict(c, "_member_map_")
		var out []value.Value
		for _, n := range enumList(c, "_member_names_").Elems {
			if m, ok := all.GetStr(n.(*value.Str).String()); ok {
				out = append(out, m)
			}
		}
		return out
	}
	def(e.meta, "__iter__(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return generatorOf(members(a[0])), nil
	})
	def(e.meta, "__reversed__(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ms := members(a[0])
		for i, j := 0, len(ms)-1; i < j; i, j = i+1, j-1 {
			ms[i], ms[j] = ms[j], ms[i]
		}
		return generatorOf(ms), nil
	})
	def(e.meta, "__len__(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Int(len(enumList(a[0].(*value.Type), "_member_names_").Elems)), nil
	})
	defProperty(e.meta, "__members__", func(t *value.Thread, self value.Value) (value.Value, error) {
		return &value.MappingProxy{Mapping: enumDict(self.(*value.Type), "_member_map_")}, nil
	})
	def(e.meta, "__repr__(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		kind := "enum"
		if e.flag != nil && c.IsSubtype(e.flag) {
			kind = "flag"
		}
		return value.NewStr("<" + kind + " " + value.StrRepr(c.Name) + ">"), nil
	})
	def(e.meta, "__dir__(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		if enumAttr(c, "_member_type_") != value.Value(value.ObjectType) {
			return nil, value.Unknownf("the attributes of '%s' are not all known", c.Name)
		}
		names := []value.Value{}
		// A bound method is never the same object twice, so that CPython always
		// lists the last.
		for _, n := range []string{"__class__", "__contains__", "__doc__", "__getitem__", "__iter__", "__len__", "__members__", "__module__", "__name__", "__qualname__", "__init_subclass__"} {
			names = append(names, value.NewStr(n))
		}
		if !e.plainNew(enumAttr(c, "_new_member_")) {
			names = append(names, value.NewStr("__new__"))
		}
		names = append(names, enumList(c, "_member_names_").Elems...)
		set := value.NewSet()
		for _, n := range names {
			if err := set.Add(t, n); err != nil {
				return nil, err
			}
		}
		return value.Sorted(t, set, value.None, value.False)
	})
}

// generatorOf iterates over values that a generator in CPython would yield.
func generatorOf(elems []value.Value) value.Value {
	return value.NewSliceIterator(generatorType, elems)
}

// generatorType is the class of iterators that are generators in CPython.
var generatorType = func() *value.Type {
	c := value.NewBuiltinType("generator", value.ObjectType)
	value.DefIterator(c)
	return c
}()

// objectNew is object.__new__ as an attribute look-up gives it.
func objectNew(t *value.Thread) (value.Value, error) {
	return value.GetAttr(t, value.ObjectType, "__new__")
}

func (e *enumModule) plainNew(f value.Value) bool {
	if s, ok := f.(*value.StaticMethod); ok {
		f = s.Func
	}
	n, _ := value.ObjectType.Dict.GetStr("__new__")
	if s, ok := n.(*value.StaticMethod); ok {
		n = s.Func
	}
	return f == n
}

// isEnumNew reports whether f is Enum.__new__.
func (e *enumModule) isEnumNew(f value.Value) bool {
	if e.enum == nil {
		return false
	}
	n, _ := e.enum.Dict.GetStr("__new__")
	if s, ok := n.(*value.StaticMethod); ok {
		n = s.Func
	}
	return f == n
}

// mixins returns the type of the members and the enumeration that a class with
// these bases derives from, nil if it is Enum itself.
func (e *enumModule) mixins(t *value.Thread, name string, bases []value.Value) (*value.Type, *value.Type, error) {
	if len(bases) == 0 {
		return value.ObjectType, e.enum, nil
	}
	for _, b := range bases {
		c, ok := b.(*value.Type)
		if !ok {
			return nil, nil, value.TypeErrorf("bases must be types")
		}
		for _, m := range c.MRO {
			if value.IsInstance(m, e.meta) && len(enumList(m, "_member_names_").Elems) > 0 {
				s, err := reprOf(t, m)
				if err != nil {
					return nil, nil, err
				}
				return nil, nil, value.TypeErrorf("<enum %s> cannot extend %s", value.StrRepr(name), s)
			}
		}
	}
	first := bases[len(bases)-1].(*value.Type)
	if !value.IsInstance(first, e.meta) {
		return nil, nil, value.TypeErrorf("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
	}
	data, err := e.dataType(t, name, bases)
	if err != nil {
		return nil, nil, err
	}
	if data == nil {
		data = value.ObjectType
	}
	return data, first, nil
}

// dataType finds the class that is mixed into an enumeration.
func (e *enumModule) dataType(t *value.Thread, name string, bases []value.Value) (*value.Type, error) {
	var found []*value.Type
	add := func(c *value.Type) {
		for _, f := range found {
			if f == c {
				return
			}
		}
		found = append(found, c)
	}
	for _, b := range bases {
		var candidate *value.Type
	chain:
		for _, m := range b.(*value.Type).MRO {
			if m == value.ObjectType {
				continue
			}
			if value.IsInstance(m, e.meta) {
				if d, ok := enumAttr(m, "_member_type_").(*value.Type); ok && d != value.ObjectType {
					add(d)
					break chain
				}
				continue
			}
			_, hasNew := m.Dict.GetStr("__new__")
			_, isData := m.Dict.GetStr("__dataclass_fields__")
			if hasNew || isData || !m.Heap && m.New != nil {
				if candidate == nil {
					candidate = m
				}
				add(candidate)
				break chain
			}
			if candidate == nil {
				candidate = m
			}
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return found[0], nil
	}
	return nil, value.Unknownf("the message about several data types of an enumeration lists a set")
}

// dataRepr finds the __repr__ that shows members' values.
func (e *enumModule) dataRepr(bases []value.Value) value.Value {
	for _, b := range bases {
		for _, m := range b.(*value.Type).MRO {
			if m == value.ObjectType {
				continue
			}
			if value.IsInstance(m, e.meta) {
				return enumAttr(m, "_value_repr_")
			}
			if r, ok := m.Dict.GetStr("__repr__"); ok {
				return r
			}
		}
	}
	return value.None
}

// findNew finds the __new__ that makes members, and tells whether the class
// defines it itself and whether it wants the members' values.
func (e *enumModule) findNew(t *value.Thread, ns *value.Dict, data, first *value.Type) (f value.Value, own, useArgs bool, err error) {
	if n, ok := ns.GetStr("__new__"); ok {
		f, own = n, first != nil
	} else {
	search:
		for _, method := range []string{"__new_member__", "__new__"} {
			for _, c := range []*value.Type{data, first} {
				if c == nil {
					continue
				}
				target, err := value.LookupAttr(t, c, method)
				if err != nil {
					return nil, false, false, err
				}
				if target != nil && !e.plainNew(target) && !e.isEnumNew(target) {
					f = target
					break search
				}
			}
		}
	}
	if f == nil {
		if f, err = objectNew(t); err != nil {
			return nil, false, false, err
		}
	}
	return f, own, first != nil && !e.plainNew(f) && !e.isEnumNew(f), nil
}

// newEnum is EnumType.__new__.
func (e *enumModule) newEnum(t *value.Thread, meta *value.Type, name string, bases []value.Value, ns *value.Dict, boundary value.Value, kwargs []value.Kwarg) (value.Value, error) {
	body := bodyOf(ns)
	dict := ns.Copy()
	dict.DeleteStr("_ignore_")
	for n := range body.ignore {
		dict.DeleteStr(n)
	}
	for _, n := range body.names {
		if n == "mro" || n == "" {
			return nil, value.ValueErrorf("invalid enum member name(s) %s", value.StrRepr(n))
		}
	}
	order, hasOrder := dict.GetStr("_order_")
	dict.DeleteStr("_order_")
	data, first, err := e.mixins(t, name, bases)
	if err != nil {
		return nil, err
	}
	newMember, saveNew, useArgs, err := e.findNew(t, dict, data, first)
	if err != nil {
		return nil, err
	}
	dict.SetStr("_new_member_", newMember)
	dict.SetStr("_use_args_", value.Bool(useArgs))
	for _, n := range body.names {
		v, _ := dict.GetStr(n)
		p := value.NewInstance(e.proto)
		p.Payload = v
		dict.SetStr(n, p)
	}
	dict.SetStr("_member_names_", value.NewList(nil))
	dict.SetStr("_member_map_", value.NewDict())
	dict.SetStr("_value2member_map_", value.NewDict())
	dict.SetStr("_unhashable_values_", value.NewList(nil))
	dict.SetStr("_member_type_", data)
	dict.SetStr("_value_repr_", e.dataRepr(bases))
	if boundary == value.None && first != nil {
		boundary = enumAttr(first, "_boundary_")
	}
	flagParts := []struct {
		name string
		v    value.Value
	}{{"_boundary_", boundary}, {"_flag_mask_", value.Int(0)}, {"_singles_mask_", value.Int(0)}, {"_all_bits_", value.Int(0)}, {"_inverted_", value.None}}
	for _, p := range flagParts {
		dict.SetStr(p.name, p.v)
	}
	got, err := value.TypeType.New(t, meta, []value.Value{value.NewStr(name), value.NewTuple(bases...), dict}, kwargs)
	if exc, ok := value.IsRaised(err, value.RuntimeError); ok {
		if cause, ok := exc.Cause.(*value.Exception); ok {
			err = &value.Raised{Exc: cause}
		}
	}
	if err != nil {
		return nil, err
	}
	c, ok := got.(*value.Type)
	if !ok {
		return got, nil
	}
	isFlag := e.flag != nil && c.IsSubtype(e.flag)
	own := func(name string) bool { _, ok := c.Dict.GetStr(name); return ok }
	if err := e.fixRepr(t, c, bases, data, first, own); err != nil {
		return nil, err
	}
	if isFlag {
		for _, op := range []string{"__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"} {
			if !own(op) {
				f, _ := e.flag.Dict.GetStr(op)
				c.Dict.SetStr(op, f)
			}
		}
	}
	if e.enum != nil {
		if saveNew {
			c.Dict.SetStr("__new_member__", newMember)
		}
		n, _ := e.enum.Dict.GetStr("__new__")
		if s, ok := n.(*value.StaticMethod); ok {
			n = s.Func
		}
		c.Dict.SetStr("__new__", n)
	}
	if !isFlag && name != "Flag" {
		for _, p := range flagParts {
			c.Dict.DeleteStr(p.name)
		}
	} else if isFlag && !flagsInOrder(c) {
		by, _ := c.Lookup("_iter_member_by_def_")
		c.Dict.SetStr("_iter_member_", by)
	}
	if hasOrder {
		if err := e.checkOrder(t, c, order, isFlag); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// fixRepr gives an enumeration the representations that its mixed-in type must
// not override.
func (e *enumModule) fixRepr(t *value.Thread, c *value.Type, bases []value.Value, data, first *value.Type, own func(string) bool) error {
	for _, b := range bases {
		if e.repr == nil || b != value.Value(e.repr) {
			continue
		}
		if data == value.ObjectType {
			return value.TypeErrorf("ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)")
		}
		if !own("__format__") {
			f, _ := data.Lookup("__format__")
			c.Dict.SetStr("__format__", f)
		}
		if !own("__str__") {
			f, where, _ := data.LookupWhere("__str__")
			if where == value.ObjectType {
				f, _ = data.Lookup("__repr__")
			}
			c.Dict.SetStr("__str__", f)
		}
	}
	if first == nil {
		return nil
	}
	for _, name := range []string{"__repr__", "__str__", "__format__", "__reduce_ex__"} {
		if own(name) {
			continue
		}
		found, err := value.GetAttr(t, c, name)
		if err != nil {
			return err
		}
		for _, from := range []*value.Type{data, value.ObjectType} {
			f, err := value.GetAttr(t, from, name)
			if err != nil {
				return err
			}
			if f == found {
				m, _ := first.Lookup(name)
				c.Dict.SetStr(name, m)
				break
			}
		}
	}
	return nil
}

func (e *enumModule) checkOrder(t *value.Thread, c *value.Type, order value.Value, isFlag bool) error {
	if s, ok := order.(*value.Str); ok {
		var names []value.Value
		for _, n := range strings.Fields(strings.ReplaceAll(s.String(), ",", " ")) {
			names = append(names, value.NewStr(n))
		}
		order = value.NewList(names)
	}
	elems, err := value.Collect(t, order)
	if err != nil {
		return err
	}
	names := enumList(c, "_member_names_")
	var want []value.Value
	for _, n := range elems {
		m := memberNamed(c, n)
		if m != nil {
			canonical, err := value.Contains(t, names, n)
			if err != nil {
				return err
			}
			if !canonical {
				continue
			}
		}
		want = append(want, n)
	}
	list := value.NewList(want)
	same, err := value.Equal(t, list, names)
	if err != nil || same || len(want) == 0 {
		return err
	}
	have, err := reprOf(t, names)
	if err != nil {
		return err
	}
	wanted, err := reprOf(t, list)
	if err != nil {
		return err
	}
	return value.TypeErrorf("member order does not match _order_:\n  %s\n  %s", have, wanted)
}

// functional is the functional API: Enum('Color', 'RED GREEN').
func (e *enumModule) functional(t *value.Thread, c *value.Type, name, names, module, qualname, typ, start, boundary value.Value) (value.Value, error) {
	clsName, ok := name.(*value.Str)
	if !ok {
		return nil, value.TypeErrorf("type.__new__() argument 1 must be str, not %s", name.Type().Name)
	}
	bases := []value.Value{c}
	if typ != value.None {
		bases = []value.Value{typ, c}
	}
	got, err := value.CallMethod(t, c.Type(), "__prepare__", name, value.NewTuple(bases...))
	if err != nil {
		return nil, err
	}
	ns, ok := got.(*value.Dict)
	if !ok {
		return nil, value.Unknownf("the namespace of an enumeration is no dict")
	}
	if s, ok := names.(*value.Str); ok {
		var list []value.Value
		for _, n := range strings.Fields(strings.ReplaceAll(s.String(), ",", " ")) {
			list = append(list, value.NewStr(n))
		}
		names = value.NewList(list)
	}
	items, err := value.Collect(t, names)
	if err != nil {
		return nil, err
	}
	_, isDict := names.(*value.Dict)
	if len(items) > 0 && !isDict {
		if _, bare := items[0].(*value.Str); bare && (value.IsInstance(names, value.ListType) || value.IsInstance(names, value.TupleType)) {
			gen, err := value.GetAttr(t, c, "_generate_next_value_")
			if err != nil {
				return nil, err
			}
			var last []value.Value
			for i, n := range items {
				v, err := value.Call(t, gen, []value.Value{n, start, value.Int(i), value.NewList(append([]value.Value(nil), last...))}, nil)
				if err != nil {
					return nil, err
				}
				last = append(last, v)
				items[i] = value.NewTuple(n, v)
			}
		}
	}
	for _, item := range items {
		var key, v value.Value
		if s, ok := item.(*value.Str); ok {
			key = s
			if v, err = value.GetItem(t, names, s); err != nil {
				return nil, err
			}
		} else {
			pair, err := value.Collect(t, item)
			if err != nil {
				return nil, err
			}
			if len(pair) != 2 {
				if len(pair) > 2 {
					return nil, value.ValueErrorf("too many values to unpack (expected 2)")
				}
				return nil, value.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(pair))
			}
			key, v = pair[0], pair[1]
		}
		if err := value.SetItem(t, ns, key, v); err != nil {
			return nil, err
		}
	}
	if module == value.None {
		module = value.NewStr(t.ModuleName())
	}
	ns.SetStr("__module__", module)
	if qualname != value.None {
		ns.SetStr("__qualname__", qualname)
	}
	return e.newEnum(t, c.Type(), clsName.String(), bases, ns, boundary, nil)
}
