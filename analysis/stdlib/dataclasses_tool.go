package stdlib

import "augur/analysis/value"

// defineTools defines the functions that work on data classes.
func (d *dataclassModule) defineTools() {
	m := d.module
	defIn(m, "fields(class_or_instance)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		dict, err := d.fieldsOf(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.NewTuple(d.plain(dict)...), nil
	})
	defIn(m, "is_dataclass(obj)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, ok := a[0].(*value.Type)
		if !ok {
			if u, ok := a[0].(*value.Unknown); ok {
				return nil, &value.UnknownError{Reason: u.Reason}
			}
			c = a[0].Type()
		}
		_, is := c.Lookup("__dataclass_fields__")
		return value.Bool(is), nil
	})
	defIn(m, "asdict(obj, *, dict_factory=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !isDataInstance(a[0]) {
			return nil, value.TypeErrorf("asdict() should be called on dataclass instances")
		}
		return d.convert(t, a[0], func(t *value.Thread, names, values []value.Value) (value.Value, error) {
			if a[1] == nil {
				out := value.NewDict()
				for i, n := range names {
					if err := out.Set(t, n, values[i]); err != nil {
						return nil, err
					}
				}
				return out, nil
			}
			pairs := make([]value.Value, len(names))
			for i, n := range names {
				pairs[i] = value.NewTuple(n, values[i])
			}
			return value.Call(t, a[1], []value.Value{value.NewList(pairs)}, nil)
		})
	})
	defIn(m, "astuple(obj, *, tuple_factory=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !isDataInstance(a[0]) {
			return nil, value.TypeErrorf("astuple() should be called on dataclass instances")
		}
		return d.convert(t, a[0], func(t *value.Thread, names, values []value.Value) (value.Value, error) {
			if a[1] == nil {
				return value.NewTuple(values...), nil
			}
			return value.Call(t, a[1], []value.Value{value.NewList(values)}, nil)
		})
	})
	defIn(m, "replace(obj, /, **changes)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return d.replace(t, a[0], a[1].(*value.Dict))
	})
	defIn(m, "make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False)", d.makeDataclass)
}

func isDataInstance(v value.Value) bool {
	_, ok := v.Type().Lookup("__dataclass_fields__")
	return ok
}

func (d *dataclassModule) fieldsOf(t *value.Thread, v value.Value) (*value.Dict, error) {
	got, err := value.LookupAttr(t, v, "__dataclass_fields__")
	if err != nil {
		return nil, err
	}
	if dict, ok := got.(*value.Dict); ok {
		return dict, nil
	}
	return nil, value.TypeErrorf("must be called with a dataclass type or instance")
}

func (d *dataclassModule) plain(dict *value.Dict) []value.Value {
	var out []value.Value
	for _, f := range listFields(dict) {
		if d.kind(f) == plainField {
			out = append(out, f)
		}
	}
	return out
}

// convert turns instances of data classes within v into what build makes of
// their fields.
func (d *dataclassModule) convert(t *value.Thread, v value.Value, build func(t *value.Thread, names, values []value.Value) (value.Value, error)) (value.Value, error) {
	return t.CallWithin(func() (value.Value, error) {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		all := func(vs []value.Value) ([]value.Value, error) {
			out := make([]value.Value, len(vs))
			for i, x := range vs {
				c, err := d.convert(t, x, build)
				if err != nil {
					return nil, err
				}
				out[i] = c
			}
			return out, nil
		}
		if isDataInstance(v) {
			dict, err := d.fieldsOf(t, v)
			if err != nil {
				return nil, err
			}
			var names, values []value.Value
			for _, f := range d.plain(dict) {
				x, err := value.GetAttr(t, v, fieldName(f))
				if err != nil {
					return nil, err
				}
				if x, err = d.convert(t, x, build); err != nil {
					return nil, err
				}
				names, values = append(names, fieldPart(f, "name")), append(values, x)
			}
			return build(t, names, values)
		}
		switch v := v.(type) {
		case *value.Unknown:
			return v, nil
		case *value.Tuple:
			elems, err := all(v.Elems)
			if err != nil {
				return nil, err
			}
			if v.Cls == nil {
				return value.NewTuple(elems...), nil
			}
			if _, named := v.Cls.Lookup("_fields"); named {
				return value.Call(t, v.Cls, elems, nil)
			}
			return value.Call(t, v.Cls, []value.Value{value.NewTuple(elems...)}, nil)
		case *value.List:
			t.Reading(&v.Header)
			elems, err := all(v.Elems)
			if err != nil {
				return nil, err
			}
			if v.Cls == nil {
				return value.NewList(elems), nil
			}
			return value.Call(t, v.Cls, []value.Value{value.NewTuple(elems...)}, nil)
		case *value.Dict:
			t.Reading(&v.Header)
			out := value.NewDict()
			for i := 0; ; {
				k, x, next, ok := v.Next(i)
				if !ok {
					break
				}
				i = next
				pair, err := all([]value.Value{k, x})
				if err != nil {
					return nil, err
				}
				if err := out.Set(t, pair[0], pair[1]); err != nil {
					return nil, err
				}
			}
			if v.Cls == nil {
				return out, nil
			}
			items, err := value.CallMethod(t, out, "items")
			if err != nil {
				return nil, err
			}
			return value.Call(t, v.Cls, []value.Value{items}, nil)
		}
		return deepCopy(t, v)
	})
}

// deepCopy is copy.deepcopy(v).
func deepCopy(t *value.Thread, v value.Value) (value.Value, error) {
	switch v.(type) {
	case *value.Singleton, value.Bool, value.Int, value.Float, value.Complex, *value.Type, *value.Function, *value.Builtin:
		return v, nil
	case *value.Str, *value.BigInt, *value.Bytes:
		if !v.Type().Heap {
			return v, nil
		}
	}
	m, ok, err := Load(t, "copy")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, value.Unknownf("copying a '%s' object is outside what is known", v.Type().Name)
	}
	return value.CallMethod(t, m, "deepcopy", v)
}

func (d *dataclassModule) replace(t *value.Thread, obj value.Value, changes *value.Dict) (value.Value, error) {
	if !isDataInstance(obj) {
		return nil, value.TypeErrorf("replace() should be called on dataclass instances")
	}
	dict, err := d.fieldsOf(t, obj)
	if err != nil {
		return nil, err
	}
	for _, f := range listFields(dict) {
		kind, name := d.kind(f), fieldName(f)
		if kind == classVarField {
			continue
		}
		_, given := changes.GetStr(name)
		if !isTrue(fieldPart(f, "init")) {
			if given {
				return nil, value.ValueErrorf("field %s is declared with init=False, it cannot be specified with replace()", name)
			}
			continue
		}
		if given {
			continue
		}
		if kind == initVarField && fieldPart(f, "default") == d.missing {
			return nil, value.ValueErrorf("InitVar %s must be specified with replace()", value.StrRepr(name))
		}
		v, err := value.GetAttr(t, obj, name)
		if err != nil {
			return nil, err
		}
		changes.SetStr(name, v)
	}
	return value.Call(t, obj.Type(), nil, kwargsOf(changes))
}

func (d *dataclassModule) makeDataclass(t *value.Thread, a []value.Value) (value.Value, error) {
	name, ok := a[0].(*value.Str)
	if !ok {
		return nil, value.TypeErrorf("type.__new__() argument 1 must be str, not %s", a[0].Type().Name)
	}
	items, err := value.Collect(t, a[1])
	if err != nil {
		return nil, err
	}
	annotations, defaults := value.NewDict(), value.NewDict()
	for _, item := range items {
		parts := []value.Value{item, value.NewStr("typing.Any")}
		if _, bare := item.(*value.Str); !bare {
			if _, err := value.Len(t, item); err != nil {
				return nil, err
			}
			if parts, err = value.Collect(t, item); err != nil {
				return nil, err
			}
		}
		if len(parts) != 2 && len(parts) != 3 {
			s, err := reprOf(t, item)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("Invalid field: %s", s)
		}
		n, ok := parts[0].(*value.Str)
		shown, err := reprOf(t, parts[0])
		if err != nil {
			return nil, err
		}
		if ok {
			is, err := value.CallMethod(t, n, "isidentifier")
			if err != nil {
				return nil, err
			}
			ok = isTrue(is)
		}
		switch {
		case !ok:
			return nil, value.TypeErrorf("Field names must be valid identifiers: %s", shown)
		case keywords[n.String()]:
			return nil, value.TypeErrorf("Field names must not be keywords: %s", shown)
		}
		if _, dup := annotations.GetStr(n.String()); dup {
			return nil, value.TypeErrorf("Field name duplicated: %s", shown)
		}
		annotations.SetStr(n.String(), parts[1])
		if len(parts) == 3 {
			defaults.SetStr(n.String(), parts[2])
		}
	}
	bases, err := value.Collect(t, a[2])
	if err != nil {
		return nil, err
	}
	cls, err := value.BuildClass(t, name.String(), bases, nil, func(ns *value.Dict) error {
		for _, src := range []value.Value{a[3], defaults} {
			from, ok := src.(*value.Dict)
			for i := 0; ok; {
				k, v, next, more := from.Next(i)
				if !more {
					break
				}
				i = next
				if err := ns.Set(t, k, v); err != nil {
					return err
				}
			}
		}
		ns.SetStr("__annotations__", annotations)
		// As CPython 3.11 makes the class in module types.
		if _, has := ns.GetStr("__module__"); !has {
			ns.SetStr("__module__", value.NewStr("types"))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d.process(t, cls, a[4:])
}

// keywords are Python's reserved words.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, k := range []string{
		"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
		"except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
		"return", "try", "while", "with", "yield",
	} {
		m[k] = true
	}
	return m
}()
