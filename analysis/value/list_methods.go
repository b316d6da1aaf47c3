package value

func (l *List) extend(t *Thread, v Value) error {
	switch o := v.(type) {
	case *List:
		if o.Cls == nil {
			t.Reading(&o.Header)
			return l.appendAll(t, o.Elems)
		}
	case *Tuple:
		if o.Cls == nil {
			return l.appendAll(t, o.Elems)
		}
	}
	t.Touch(&l.Header)
	return IterateSized(t, v, func(x Value) error { return l.Append(t, x) })
}

func (l *List) appendAll(t *Thread, elems []Value) error {
	if err := t.Alloc(16 * len(elems)); err != nil {
		return err
	}
	t.Touch(&l.Header)
	l.Elems = append(l.Elems, elems...)
	return nil
}

// Append is l.append(x).
func (l *List) Append(t *Thread, x Value) error {
	if err := t.Alloc(grownItem); err != nil {
		return err
	}
	t.Touch(&l.Header)
	l.Elems = append(l.Elems, x)
	return nil
}

func (l *List) repeatInPlace(t *Thread, times Value) error {
	n, ok, err := repeatCount(t, times)
	if err != nil {
		return err
	}
	if !ok {
		return TypeErrorf("can't multiply sequence by non-int of type '%s'", times.Type().Name)
	}
	elems, err := repeat(t, l.Elems, n)
	if err != nil {
		return err
	}
	t.Touch(&l.Header)
	l.Elems = elems
	return nil
}

// hasOwn reports whether a class of the program, c or one that it derives from,
// has a method of its own. With its own __new__ or __init__ the built-in other
// one takes keyword arguments.
func hasOwn(c *Type, method string) bool {
	_, where, ok := c.LookupWhere(method)
	return ok && where.Heap
}

func init() {
	c := ListType
	Builtins["list"] = c
	c.New = func(t *Thread, cls *Type, _ []Value, _ []Kwarg) (Value, error) {
		l := &List{}
		if cls != ListType {
			l.Cls = cls
		}
		return l, t.Alloc(64)
	}
	c.DefRaw("__init__", func(t *Thread, a []Value, kwargs []Kwarg) (Value, error) {
		l := a[0].(*List)
		if len(kwargs) > 0 && !hasOwn(l.Type(), "__new__") {
			return nil, TypeErrorf("list() takes no keyword arguments")
		}
		if len(a) > 2 {
			return nil, TypeErrorf("list expected at most 1 argument, got %d", len(a)-1)
		}
		if len(l.Elems) > 0 {
			t.Touch(&l.Header)
			l.Elems = nil
		}
		if len(a) == 1 {
			return None, nil
		}
		elems, err := CollectSized(t, a[1])
		if err != nil {
			return nil, err
		}
		l.Elems = append(l.Elems, elems...)
		return None, nil
	})
	c.Def("append(self, object, /)", func(t *Thread, a []Value) (Value, error) {
		return None, a[0].(*List).Append(t, a[1])
	})
	c.Def("extend(self, iterable, /)", func(t *Thread, a []Value) (Value, error) {
		return None, a[0].(*List).extend(t, a[1])
	})
	c.Def("insert(self, index, object, /)", func(t *Thread, a []Value) (Value, error) {
		l := a[0].(*List)
		i, err := Index(t, a[1])
		if err != nil {
			return nil, err
		}
		if i < 0 {
			i = max(0, i+len(l.Elems))
		}
		i = min(i, len(l.Elems))
		if err := t.Alloc(grownItem); err != nil {
			return nil, err
		}
		t.Touch(&l.Header)
		l.Elems = append(l.Elems, nil)
		copy(l.Elems[i+1:], l.Elems[i:])
		l.Elems[i] = a[2]
		return None, t.Step(int64(len(l.Elems)-i) >> 6)
	})
	c.Def("pop(self, index=-1, /)", func(t *Thread, a []Value) (Value, error) {
		l := a[0].(*List)
		i, err := Index(t, a[1])
		if err != nil {
			return nil, err
		}
		t.Reading(&l.Header)
		if len(l.Elems) == 0 {
			return nil, Raisef(IndexError, "pop from empty list")
		}
		if i < 0 {
			i += len(l.Elems)
		}
		if i < 0 || i >= len(l.Elems) {
			return nil, Raisef(IndexError, "pop index out of range")
		}
		t.Touch(&l.Header)
		x := l.Elems[i]
		copy(l.Elems[i:], l.Elems[i+1:])
		l.Elems[len(l.Elems)-1] = nil
		l.Elems = l.Elems[:len(l.Elems)-1]
		return x, t.Step(int64(len(l.Elems)-i) >> 6)
	})
	c.Def("remove(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		l := a[0].(*List)
		t.Reading(&l.Header)
		i, err := indexIn(t, &l.Elems, a[1], 0, len(l.Elems))
		if err != nil {
			return nil, err
		}
		if i < 0 {
			return nil, ValueErrorf("list.remove(x): x not in list")
		}
		return None, l.splice(t, i, min(i+1, len(l.Elems)), nil)
	})
	c.Def("clear(self, /)", func(t *Thread, a []Value) (Value, error) {
		l := a[0].(*List)
		t.Touch(&l.Header)
		l.Elems = nil
		return None, nil
	})
	c.Def("copy(self, /)", func(t *Thread, a []Value) (Value, error) {
		l := a[0].(*List)
		t.Reading(&l.Header)
		elems, err := copyElems(t, l.Elems)
		return NewList(elems), err
	})
	c.Def("reverse(self, /)", func(t *Thread, a []Value) (Value, error) {
		l := a[0].(*List)
		t.Touch(&l.Header)
		for i, j := 0, len(l.Elems)-1; i < j; i, j = i+1, j-1 {
			l.Elems[i], l.Elems[j] = l.Elems[j], l.Elems[i]
		}
		return None, t.Step(int64(len(l.Elems)) >> 6)
	})
	c.Def("sort(self, /, *, key=None, reverse=False)", func(t *Thread, a []Value) (Value, error) {
		reverse, err := Index(t, a[2])
		if err != nil {
			return nil, err
		}
		return None, a[0].(*List).Sort(t, a[1], reverse != 0)
	})
	c.Def("__reversed__(self, /)", func(_ *Thread, a []Value) (Value, error) {
		l := a[0].(*List)
		return &listReverseIterator{list: l, i: len(l.Elems) - 1}, nil
	})
	c.Def("__setitem__(self, key, value, /)", func(t *Thread, a []Value) (Value, error) {
		return None, a[0].(*List).setItem(t, a[1], a[2])
	})
	c.Def("__delitem__(self, key, /)", func(t *Thread, a []Value) (Value, error) {
		return None, a[0].(*List).delItem(t, a[1])
	})
	c.Def("__iadd__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		return containerInplace(t, OpAdd, a[0], a[1])
	})
	c.Def("__imul__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		return containerInplace(t, OpMul, a[0], a[1])
	})
	defIndexCount(c)
	defSequenceSlots(c)
	defConcatSlots(c)
	defOrder(c)
	c.Dict.SetStr("__hash__", None)
}
