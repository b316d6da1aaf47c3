package stdlib

import "augur/analysis/value"

var orderedDictType = func() *value.Type {
	c := libraryType("collections", "OrderedDict", value.DictType)
	update := func(name string) {
		c.DefRaw(name, func(t *value.Thread, a []value.Value, kwargs []value.Kwarg) (value.Value, error) {
			return value.None, orderedUpdate(t, a, kwargs)
		})
	}
	update("__init__")
	update("update")
	c.KeyList = true
	c.Def("__delitem__(self, key, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, a[0].(*value.Dict).DeleteItem(t, a[1])
	})
	c.Def("move_to_end(self, /, key, last=True)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		last, err := value.Truth(t, a[2])
		if err != nil {
			return nil, err
		}
		found, err := d.MoveToEnd(t, a[1], last)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, value.Raise(value.KeyError, a[1])
		}
		t.Touch(&d.Header)
		return value.None, nil
	})
	c.Def("popitem(self, /, last=True)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		t.Reading(&d.Header)
		last, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		k, v, _, ok := d.Prev(d.End())
		if !last {
			k, v, _, ok = d.Next(0)
		}
		if !ok {
			return nil, value.Raise(value.KeyError, str("dictionary is empty"))
		}
		t.Touch(&d.Header)
		if _, _, err := d.Delete(t, k); err != nil {
			return nil, err
		}
		return value.NewTuple(k, v), nil
	})
	c.Def("pop(self, /, key, default=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		t.Reading(&d.Header)
		got, ok, err := d.Delete(t, a[1])
		switch {
		case err != nil:
			return nil, err
		case ok:
			t.Touch(&d.Header)
			return got, nil
		case a[2] != nil:
			return a[2], nil
		}
		return nil, value.Raise(value.KeyError, a[1])
	})
	for _, what := range []string{"keys", "values", "items"} {
		c.Def(what+"(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
			return value.NewOrderedView(a[0].(*value.Dict), what), nil
		})
	}
	c.Def("__iter__(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewOrderedIterator(a[0].(*value.Dict), "keys", false), nil
	})
	c.Def("__reversed__(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewOrderedIterator(a[0].(*value.Dict), "keys", true), nil
	})
	clone := func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		c, err := value.Call(t, d.Type(), nil, nil)
		if err != nil {
			return nil, err
		}
		for _, k := range d.Keys() {
			v, _, err := d.Get(t, k)
			if err != nil {
				return nil, err
			}
			if err := value.SetItem(t, c, k, v); err != nil {
				return nil, err
			}
		}
		return c, nil
	}
	c.Def("copy(self, /)", clone)
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		name := shortName(d)
		if d.Len() == 0 {
			return str(name + "()"), nil
		}
		s, err := t.ReprOnce(d, "...", func() (string, error) {
			items, err := value.CallMethod(t, d, "items")
			if err != nil {
				return "", err
			}
			list, err := value.Collect(t, items)
			if err != nil {
				return "", err
			}
			s, err := value.Repr(t, value.NewList(list))
			return name + "(" + s + ")", err
		})
		if err != nil {
			return nil, err
		}
		return str(s), nil
	})
	compare := func(op value.CmpOp) value.NativeFunc {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			x := a[0].(*value.Dict)
			y, ok := a[1].(*value.Dict)
			if !ok {
				return value.NotImplemented, nil
			}
			eq, err := dictsEqual(t, x, y)
			if err == nil && eq && value.IsInstance(y, c) {
				eq, err = sameOrder(t, x, y)
			}
			return value.Bool(eq == (op == value.CmpEq)), err
		}
	}
	c.Def("__eq__(self, value, /)", compare(value.CmpEq))
	c.Def("__ne__(self, value, /)", compare(value.CmpNe))
	c.Dict.SetStr("__hash__", value.None)
	merged := func(t *value.Thread, like value.Value, a, b value.Value) (value.Value, error) {
		for _, v := range []value.Value{a, b} {
			if _, ok := v.(*value.Dict); !ok {
				return value.NotImplemented, nil
			}
		}
		d, err := value.Call(t, like.Type(), []value.Value{a}, nil)
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, d, "update", b)
		return d, err
	}
	c.Def("__or__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return merged(t, a[0], a[0], a[1])
	})
	c.Def("__ror__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return merged(t, a[0], a[1], a[0])
	})
	c.DefClass("fromkeys(cls, iterable, value=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := value.Call(t, a[0], nil, nil)
		if err != nil {
			return nil, err
		}
		return d, value.Iterate(t, a[1], func(k value.Value) error { return value.SetItem(t, d, k, a[2]) })
	})
	c.Def("__reduce__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		items, err := value.CallMethod(t, a[0], "items")
		if err != nil {
			return nil, err
		}
		it, err := value.Iter(t, items)
		if err != nil {
			return nil, err
		}
		attrs, err := objectState(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.NewTuple(a[0].Type(), value.EmptyTuple, attrs, value.None, value.IteratorValue(it)), nil
	})
	c.DefDict()
	return c
}()

// orderedUpdate is OrderedDict.update(self, ...).
func orderedUpdate(t *value.Thread, a []value.Value, kwargs []value.Kwarg) error {
	if len(a) > 2 {
		return value.TypeErrorf("expected at most 1 arguments, got %d", len(a)-1)
	}
	d := a[0].(*value.Dict)
	set := func(k, v value.Value) error { return value.SetItem(t, d, k, v) }
	if d.Cls.Qualname == "OrderedDict" && !d.Cls.Heap {
		t.Touch(&d.Header)
		set = func(k, v value.Value) error { return d.Set(t, k, v) }
	}
	if len(a) == 2 {
		if err := updateFrom(t, a[1], set); err != nil {
			return err
		}
	}
	for _, k := range kwargs {
		if err := set(str(k.Name), k.Value); err != nil {
			return err
		}
	}
	return nil
}

// updateFrom calls set for the entries of a mapping or of an iterable of pairs.
func updateFrom(t *value.Thread, v value.Value, set func(k, v value.Value) error) error {
	if o, ok := v.(*value.Dict); ok && o.Cls == nil {
		t.Reading(&o.Header)
		for i := 0; ; {
			k, x, next, ok := o.Next(i)
			if !ok {
				return nil
			}
			i = next
			if err := set(k, x); err != nil {
				return err
			}
		}
	}
	keys, err := value.LookupAttr(t, v, "keys")
	if err != nil {
		return err
	}
	if keys != nil {
		list, err := value.Call(t, keys, nil, nil)
		if err != nil {
			return err
		}
		return value.Iterate(t, list, func(k value.Value) error {
			x, err := value.GetItem(t, v, k)
			if err != nil {
				return err
			}
			return set(k, x)
		})
	}
	items, err := value.LookupAttr(t, v, "items")
	if err != nil {
		return err
	}
	if items != nil {
		if v, err = value.Call(t, items, nil, nil); err != nil {
			return err
		}
	}
	return value.Iterate(t, v, func(pair value.Value) error {
		it, err := value.Iter(t, pair)
		if err != nil {
			return err
		}
		var kv [2]value.Value
		for i := range kv {
			x, err := it.Next(t)
			if err != nil {
				return err
			}
			if x == nil {
				return value.ValueErrorf("need more than %d value%s to unpack", i, plural(i))
			}
			kv[i] = x
		}
		more, err := it.Next(t)
		if err != nil {
			return err
		}
		if more != nil {
			return value.ValueErrorf("too many values to unpack (expected 2)")
		}
		return set(kv[0], kv[1])
	})
}

// dictsEqual is dict.__eq__(a, b).
func dictsEqual(t *value.Thread, a, b *value.Dict) (bool, error) {
	got, err := dictMethod("__eq__").Call(t, []value.Value{a, b}, nil)
	if err != nil {
		return false, err
	}
	return got == value.Value(value.True), nil
}

func sameOrder(t *value.Thread, a, b *value.Dict) (bool, error) {
	x, y := a.Keys(), b.Keys()
	for i := range x {
		if i >= len(y) {
			return false, nil
		}
		eq, err := value.SameItem(t, x[i], y[i])
		if err != nil || !eq {
			return false, err
		}
	}
	return len(x) == len(y), nil
}
