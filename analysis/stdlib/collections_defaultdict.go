package stdlib

import "augur/analysis/value"

var defaultDictType = func() *value.Type {
	c := libraryType("collections", "defaultdict", value.DictType)
	factory := func(v value.Value) value.Value {
		if f, ok := v.(*value.Dict).Slots.GetStr("default_factory"); ok {
			return f
		}
		return value.None
	}
	setFactory := func(d *value.Dict, f value.Value) {
		if d.Slots == nil {
			d.Slots = value.NewDict()
		}
		d.Slots.SetStr("default_factory", f)
	}
	c.DefRaw("__init__", func(t *value.Thread, a []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		d := a[0].(*value.Dict)
		var f value.Value = value.None
		rest := a[1:]
		if len(rest) > 0 {
			f, rest = rest[0], rest[1:]
			if err := known(f); err != nil {
				return nil, err
			}
			if f != value.None && !value.Callable(f) {
				return nil, value.TypeErrorf("first argument must be callable or None")
			}
		}
		t.Touch(&d.Header)
		setFactory(d, f)
		return dictInit.Call(t, append([]value.Value{d}, rest...), kwargs)
	})
	c.Dict.SetStr("default_factory", &value.GetSet{
		Name: "default_factory", Owner: c,
		Get: func(t *value.Thread, self value.Value) (value.Value, error) {
			t.Reading(&self.(*value.Dict).Header)
			return factory(self), nil
		},
		Set: func(t *value.Thread, self, v value.Value) error {
			d := self.(*value.Dict)
			t.Touch(&d.Header)
			if v == nil {
				v = value.None
			}
			setFactory(d, v)
			return nil
		},
	})
	c.Def("__missing__(self, key, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f := factory(a[0])
		if f == value.None {
			return nil, value.Raise(value.KeyError, a[1])
		}
		x, err := value.Call(t, f, nil, nil)
		if err != nil {
			return nil, err
		}
		return x, value.SetItem(t, a[0], a[1], x)
	})
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		items, err := dictRepr(t, d)
		if err != nil {
			return nil, err
		}
		f := factory(d)
		made, err := t.ReprOnce(f, "...", func() (string, error) { return value.Repr(t, f) })
		if err != nil {
			return nil, err
		}
		return str(shortName(d) + "(" + made + ", " + items + ")"), nil
	})
	clone := func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		return value.Call(t, d.Type(), []value.Value{factory(d), d}, nil)
	}
	c.Def("copy(self, /)", clone)
	c.Def("__copy__(self, /)", clone)
	c.Def("__or__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if _, ok := a[1].(*value.Dict); !ok {
			return value.NotImplemented, nil
		}
		d, err := clone(t, a)
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, d, "update", a[1])
		return d, err
	})
	c.Def("__ror__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if _, ok := a[1].(*value.Dict); !ok {
			return value.NotImplemented, nil
		}
		d, err := value.Call(t, a[0].Type(), []value.Value{factory(a[0]), a[1]}, nil)
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, d, "update", a[0])
		return d, err
	})
	c.Def("__reduce__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var args value.Value = value.EmptyTuple
		if f := factory(a[0]); f != value.None {
			args = value.NewTuple(f)
		}
		items, err := value.CallMethod(t, a[0], "items")
		if err != nil {
			return nil, err
		}
		it, err := value.Iter(t, items)
		if err != nil {
			return nil, err
		}
		return value.NewTuple(a[0].Type(), args, value.None, value.None, value.IteratorValue(it)), nil
	})
	defGeneric(c)
	return c
}()

// dictInit and dictReprMethod are methods that models of subclasses call.
var (
	dictInit       = dictMethod("__init__")
	dictReprMethod = dictMethod("__repr__")
)

func dictMethod(name string) *value.Builtin {
	v, _ := value.DictType.Dict.GetStr(name)
	return v.(*value.Builtin)
}

// dictRepr is dict.__repr__(d).
func dictRepr(t *value.Thread, d *value.Dict) (string, error) {
	got, err := dictReprMethod.Call(t, []value.Value{d}, nil)
	if err != nil {
		return "", err
	}
	return got.(*value.Str).String(), nil
}
