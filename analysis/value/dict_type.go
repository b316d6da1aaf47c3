package value

func init() {
	c := DictType
	Builtins["dict"] = c
	c.New = func(t *Thread, cls *Type, _ []Value, _ []Kwarg) (Value, error) {
		d := NewDict()
		if cls != DictType {
			d.Cls = cls
		}
		return d, t.Alloc(64)
	}
	update := func(t *Thread, name string, a []Value, kwargs []Kwarg) (Value, error) {
		d := a[0].(*Dict)
		if len(a) > 2 {
			return nil, TypeErrorf("%s expected at most 1 argument, got %d", name, len(a)-1)
		}
		t.Touch(&d.Header)
		if len(a) == 2 {
			if err := d.update(t, a[1]); err != nil {
				return nil, err
			}
		}
		for _, k := range kwargs {
			if err := t.Alloc(64); err != nil {
				return nil, err
			}
			d.SetStr(k.Name, k.Value)
		}
		return None, nil
	}
	c.DefRaw("__init__", func(t *Thread, a []Value, kwargs []Kwarg) (Value, error) { return update(t, "dict", a, kwargs) })
	c.DefRaw("update", func(t *Thread, a []Value, kwargs []Kwarg) (Value, error) { return update(t, "update", a, kwargs) })
	c.Def("get(self, key, default=None, /)", func(t *Thread, a []Value) (Value, error) {
		d := a[0].(*Dict)
		t.Reading(&d.Header)
		got, ok, err := d.Get(t, a[1])
		if err != nil || ok {
			return got, err
		}
		return a[2], nil
	})
	c.Def("setdefault(self, key, default=None, /)", func(t *Thread, a []Value) (Value, error) {
		d := a[0].(*Dict)
		t.Reading(&d.Header)
		return d.setDefault(t, a[1], a[2])
	})
	c.Def("pop(self, key, default=?, /)", func(t *Thread, a []Value) (Value, error) {
		d := a[0].(*Dict)
		if err := d.behindItsBack(); err != nil {
			return nil, err
		}
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
		return nil, Raise(KeyError, a[1])
	})
	c.Def("popitem(self, /)", func(t *Thread, a []Value) (Value, error) {
		d := a[0].(*Dict)
		if err := d.behindItsBack(); err != nil {
			return nil, err
		}
		t.Reading(&d.Header)
		k, v, at, ok := d.Prev(d.End())
		if !ok {
			return nil, Raise(KeyError, NewStr("popitem(): dictionary is empty"))
		}
		t.Touch(&d.Header)
		d.removeAt(at)
		return NewTuple(k, v), nil
	})
	c.Def("clear(self, /)", func(t *Thread, a []Value) (Value, error) {
		d := a[0].(*Dict)
		t.Touch(&d.Header)
		d.Clear()
		return None, nil
	})
	c.Def("copy(self, /)", func(t *Thread, a []Value) (Value, error) {
		d, err := a[0].(*Dict).copyOf(t)
		if err != nil {
			return nil, err
		}
		return d, nil
	})
	c.DefClass("fromkeys(cls, iterable, value=None, /)", func(t *Thread, a []Value) (Value, error) {
		cls, ok := a[0].(*Type)
		if !ok {
			return nil, TypeErrorf("descriptor 'fromkeys' for type 'dict' needs a type, not '%s'", a[0].Type().Name)
		}
		d, err := Call(t, cls, nil, nil)
		if err != nil {
			return nil, err
		}
		err = Iterate(t, a[1], func(k Value) error { return SetItem(t, d, k, a[2]) })
		return d, err
	})
	for kind, name := range []string{"keys", "values", "items"} {
		c.Def(name+"(self, /)", func(_ *Thread, a []Value) (Value, error) {
			return &dictView{dict: a[0].(*Dict), kind: viewKind(kind)}, nil
		})
	}
	c.Def("__setitem__(self, key, value, /)", func(t *Thread, a []Value) (Value, error) {
		d := a[0].(*Dict)
		t.Touch(&d.Header)
		return None, d.Set(t, a[1], a[2])
	})
	c.Def("__delitem__(self, key, /)", func(t *Thread, a []Value) (Value, error) {
		if err := a[0].(*Dict).behindItsBack(); err != nil {
			return nil, err
		}
		return None, a[0].(*Dict).delItem(t, a[1])
	})
	c.Def("__reversed__(self, /)", func(_ *Thread, a []Value) (Value, error) {
		return newDictIterator(a[0].(*Dict), dictKeys, true), nil
	})
	defSequenceSlots(c)
	defBinarySlots(c, OpOr)
	defInplaceSlots(c, OpOr)
	defEquality(c)
	c.Dict.SetStr("__hash__", None)
	defViews()
}

func defViews() {
	for _, c := range viewTypes {
		c.Final = true
		defSizedIterable(c)
		c.Def("__reversed__(self, /)", func(_ *Thread, a []Value) (Value, error) {
			v := a[0].(*dictView)
			if v.odd {
				return newOrderedIterator(v.dict, v.kind, true), nil
			}
			return newDictIterator(v.dict, v.kind, true), nil
		})
		c.DefAttr("mapping", func(_ *Thread, self Value) (Value, error) {
			return &MappingProxy{Mapping: self.(*dictView).dict}, nil
		})
		if c == dictValuesType {
			continue
		}
		defOrder(c)
		defBinarySlots(c, OpOr, OpAnd, OpSub, OpXor)
		c.Dict.SetStr("__hash__", None)
		c.Def("isdisjoint(self, other, /)", func(t *Thread, a []Value) (Value, error) { return disjoint(t, a[0], a[1]) })
	}
}
