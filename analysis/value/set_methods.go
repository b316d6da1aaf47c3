package value

// replace gives s the table of another set, as operations do that compute
// their result aside; the position of pop stays.
func (s *Set) replace(t *Thread, compute func() (*Set, error)) error {
	r, err := compute()
	if err != nil {
		return err
	}
	t.Touch(&s.Header)
	s.table, s.fill, s.used, s.unordered = r.table, r.fill, r.used, r.unordered
	return nil
}

// Pop removes and returns the element that CPython would.
func (s *Set) Pop(t *Thread) (Value, error) {
	t.Reading(&s.Header)
	if s.used == 0 {
		return nil, Raise(KeyError, NewStr("pop from an empty set"))
	}
	if !s.Ordered() {
		return nil, s.orderError()
	}
	t.Touch(&s.Header)
	i := s.finger & s.mask()
	for s.table[i].state != entryLive {
		if i++; i > s.mask() {
			i = 0
		}
	}
	key := s.table[i].key
	s.table[i] = setEntry{state: entryRemoved, hash: -1}
	s.used--
	s.finger = i + 1
	return key, nil
}

func newSetOf(t *Thread, cls, base *Type) *Set {
	s := &Set{Frozen: base == FrozenSetType}
	if cls != base {
		s.Cls = cls
	}
	return s
}

func init() {
	Builtins["set"] = SetType
	Builtins["frozenset"] = FrozenSetType
	SetType.New = func(t *Thread, cls *Type, _ []Value, _ []Kwarg) (Value, error) {
		return newSetOf(t, cls, SetType), t.Alloc(200)
	}
	SetType.DefRaw("__init__", func(t *Thread, a []Value, kwargs []Kwarg) (Value, error) {
		s := a[0].(*Set)
		if len(kwargs) > 0 {
			return nil, TypeErrorf("set() takes no keyword arguments")
		}
		if len(a) > 2 {
			return nil, TypeErrorf("set expected at most 1 argument, got %d", len(a)-1)
		}
		if s.fill > 0 {
			t.Touch(&s.Header)
			s.clear()
		}
		if len(a) == 1 {
			return None, nil
		}
		return None, s.update(t, a[1])
	})
	FrozenSetType.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 && !hasOwn(cls, "__init__") {
			return nil, TypeErrorf("frozenset() takes no keyword arguments")
		}
		if len(args) > 1 {
			return nil, TypeErrorf("frozenset expected at most 1 argument, got %d", len(args))
		}
		s := newSetOf(t, cls, FrozenSetType)
		if len(args) == 0 {
			return s, nil
		}
		if o, ok := args[0].(*Set); ok && o.Frozen && o.Cls == nil && cls == FrozenSetType {
			return o, nil
		}
		if err := s.update(t, args[0]); err != nil {
			return nil, err
		}
		return s, nil
	}
	for _, c := range []*Type{SetType, FrozenSetType} {
		defSetReaders(c)
	}
	defSetWriters(SetType)
	SetType.Dict.SetStr("__hash__", None)
	defHash(FrozenSetType)
}

// defSetReaders defines what set and frozenset share.
func defSetReaders(c *Type) {
	defSizedIterable(c)
	defOrder(c)
	defBinarySlots(c, OpOr, OpAnd, OpSub, OpXor)
	c.Def("copy(self, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Reading(&s.Header)
		if s.Frozen && s.Cls == nil {
			return s, nil
		}
		return orNil(s.copyLike(t))
	})
	c.Def("union(self, /, *others)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Reading(&s.Header)
		result, err := s.copyLike(t)
		if err != nil {
			return nil, err
		}
		for _, o := range a[1].(*Tuple).Elems {
			if o == Value(s) {
				continue
			}
			if err := result.update(t, o); err != nil {
				return nil, err
			}
		}
		return result, nil
	})
	c.Def("intersection(self, /, *others)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Reading(&s.Header)
		return orNil(s.intersectAll(t, a[1].(*Tuple).Elems))
	})
	c.Def("difference(self, /, *others)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Reading(&s.Header)
		others := a[1].(*Tuple).Elems
		if len(others) == 0 {
			return orNil(s.copyLike(t))
		}
		result, err := s.difference(t, others[0])
		if err != nil {
			return nil, err
		}
		for _, o := range others[1:] {
			if err := result.differenceUpdate(t, o); err != nil {
				return nil, err
			}
		}
		return result, nil
	})
	c.Def("symmetric_difference(self, other, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Reading(&s.Header)
		return orNil(s.symmetricDifference(t, a[1]))
	})
	c.Def("issubset(self, other, /)", func(t *Thread, a []Value) (Value, error) {
		o, err := asSet(t, a[1])
		if err != nil {
			return nil, err
		}
		return a[0].(*Set).compare(t, CmpLe, o)
	})
	c.Def("issuperset(self, other, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		if o, ok := a[1].(*Set); ok {
			return s.compare(t, CmpGe, o)
		}
		in, err := allIn(t, a[1], s)
		return Bool(in), err
	})
	c.Def("isdisjoint(self, other, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Reading(&s.Header)
		return disjoint(t, s, a[1])
	})
}

func asSet(t *Thread, v Value) (*Set, error) {
	if s, ok := v.(*Set); ok {
		return s, nil
	}
	s := NewSet()
	return s, s.update(t, v)
}

// disjoint reports whether no item of v is in the container.
func disjoint(t *Thread, container, v Value) (Value, error) {
	it, err := Iter(t, unorderedItems(v))
	if err != nil {
		return nil, err
	}
	for {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			return True, nil
		}
		if _, err := Hash(t, x); err != nil {
			return nil, err
		}
		in, err := Contains(t, container, x)
		if err != nil {
			return nil, err
		}
		if in {
			return False, nil
		}
	}
}

func (s *Set) intersectAll(t *Thread, others []Value) (*Set, error) {
	if len(others) == 0 {
		return s.copyLike(t)
	}
	result := s
	for _, o := range others {
		var err error
		if result, err = result.intersection(t, o); err != nil {
			return nil, err
		}
	}
	return result, nil
}

func defSetWriters(c *Type) {
	defInplaceSlots(c, OpOr, OpAnd, OpSub, OpXor)
	c.Def("add(self, object, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Touch(&s.Header)
		return None, s.Add(t, a[1])
	})
	c.Def("discard(self, object, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Touch(&s.Header)
		_, err := s.Discard(t, a[1])
		return None, err
	})
	c.Def("remove(self, object, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Touch(&s.Header)
		found, err := s.Discard(t, a[1])
		if err == nil && !found {
			err = Raise(KeyError, a[1])
		}
		return None, err
	})
	c.Def("pop(self, /)", func(t *Thread, a []Value) (Value, error) { return a[0].(*Set).Pop(t) })
	c.Def("clear(self, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Touch(&s.Header)
		s.clear()
		return None, nil
	})
	c.Def("update(self, /, *others)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Touch(&s.Header)
		for _, o := range a[1].(*Tuple).Elems {
			if err := s.update(t, o); err != nil {
				return nil, err
			}
		}
		return None, nil
	})
	c.Def("intersection_update(self, /, *others)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		return None, s.replace(t, func() (*Set, error) { return s.intersectAll(t, a[1].(*Tuple).Elems) })
	})
	c.Def("difference_update(self, /, *others)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Touch(&s.Header)
		for _, o := range a[1].(*Tuple).Elems {
			if err := s.differenceUpdate(t, o); err != nil {
				return nil, err
			}
		}
		return None, nil
	})
	c.Def("symmetric_difference_update(self, other, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Set)
		t.Touch(&s.Header)
		return None, s.symmetricUpdate(t, a[1])
	})
}
