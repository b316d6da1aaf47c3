package value

// The special methods that built-in containers share. Operations on exact
// built-in values do not come through here; explicit calls, super() and
// subclasses do.

// defSequenceSlots defines what nativeLen, nativeContains, nativeGetItem,
// nativeIter and nativeRepr do as methods.
func defSequenceSlots(c *Type) {
	defSizedIterable(c)
	c.Def("__getitem__(self, key, /)", func(t *Thread, a []Value) (Value, error) {
		got, _, err := nativeGetItem(t, a[0], a[1])
		return got, err
	})
}

func defSizedIterable(c *Type) {
	c.Def("__len__(self, /)", func(t *Thread, a []Value) (Value, error) {
		if n, ok := nativeLen(t, a[0]); ok {
			return Int(n), nil
		}
		n, err := a[0].(*Range).lenInt() // too long, which is why it failed
		return Int(n), err
	})
	c.Def("__contains__(self, key, /)", func(t *Thread, a []Value) (Value, error) {
		got, _, err := nativeContains(t, a[0], a[1])
		return Bool(got), err
	})
	c.Def("__iter__(self, /)", func(t *Thread, a []Value) (Value, error) {
		if s, ok := a[0].(*Set); ok {
			it, err := s.iter(t)
			if err != nil {
				return nil, err
			}
			return it, nil
		}
		return nativeIter(t, a[0]), nil
	})
	defRepr(c)
}

func defRepr(c *Type) {
	c.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		s, _, err := nativeRepr(t, a[0])
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
}

// defConcatSlots defines + and *.
func defConcatSlots(c *Type) {
	binary := func(name string, op Op) {
		c.Def(name+"(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			return orNotImplemented(containerBinary(t, op, a[0], a[1]))
		})
	}
	binary("__add__", OpAdd)
	binary("__mul__", OpMul)
	binary("__rmul__", OpMul)
}

func orNotImplemented(got Value, err error) (Value, error) {
	if got == nil && err == nil {
		return NotImplemented, nil
	}
	return got, err
}

// defBinarySlots defines an operator of both operands.
func defBinarySlots(c *Type, ops ...Op) {
	for _, op := range ops {
		c.Def("__"+opMethod[op]+"__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			return orNotImplemented(containerBinary(t, op, a[0], a[1]))
		})
		c.Def("__r"+opMethod[op]+"__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			return orNotImplemented(containerBinary(t, op, a[1], a[0]))
		})
	}
}

// defInplaceSlots defines operators that change their left operand.
func defInplaceSlots(c *Type, ops ...Op) {
	for _, op := range ops {
		c.Def("__i"+opMethod[op]+"__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			return orNotImplemented(containerInplace(t, op, a[0], a[1]))
		})
	}
}

func defCompare(c *Type, ops ...CmpOp) {
	for _, op := range ops {
		c.Def(cmpMethod[op]+"(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			return compareNative(t, op, a[0], a[1])
		})
	}
}

// defEquality defines == and !=, defOrder all six comparisons.
func defEquality(c *Type) { defCompare(c, CmpEq, CmpNe) }

func defOrder(c *Type) { defCompare(c, CmpEq, CmpNe, CmpLt, CmpLe, CmpGt, CmpGe) }

// defHash defines __hash__.
func defHash(c *Type) {
	c.Def("__hash__(self, /)", func(t *Thread, a []Value) (Value, error) {
		h, determined, err := hashNative(t, a[0])
		if err != nil {
			return nil, err
		}
		return hashResult(t, a[0], h, determined), nil
	})
}

// defIndexCount defines index and count of list and tuple.
func defIndexCount(c *Type) {
	elems := func(t *Thread, v Value) *[]Value {
		if l, ok := v.(*List); ok {
			t.Reading(&l.Header)
			return &l.Elems
		}
		return &v.(*Tuple).Elems
	}
	c.Def("index(self, value, start=0, stop=9223372036854775807, /)", func(t *Thread, a []Value) (Value, error) {
		items := elems(t, a[0])
		start, err := searchBound(t, a[2], len(*items))
		if err != nil {
			return nil, err
		}
		stop, err := searchBound(t, a[3], len(*items))
		if err != nil {
			return nil, err
		}
		i, err := indexIn(t, items, a[1], start, stop)
		if err != nil {
			return nil, err
		}
		if i >= 0 {
			return Int(i), nil
		}
		if c == TupleType {
			return nil, ValueErrorf("tuple.index(x): x not in tuple")
		}
		s, err := Repr(t, a[1])
		if err != nil {
			return nil, err
		}
		return nil, ValueErrorf("%s is not in list", s)
	})
	c.Def("count(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		items := elems(t, a[0])
		n := 0
		for i := 0; ; {
			at, err := indexIn(t, items, a[1], i, len(*items))
			if err != nil {
				return nil, err
			}
			if at < 0 {
				return Int(n), nil
			}
			n++
			i = at + 1
		}
	})
}

// DefMember defines an attribute that is a field of the object in C.
func (c *Type) DefMember(name string, get func(self Value) Value) {
	c.Dict.SetStr(name, &GetSet{
		Name:  name,
		Owner: c,
		Slot:  true,
		Get:   func(_ *Thread, self Value) (Value, error) { return get(self), nil },
		Set:   func(*Thread, Value, Value) error { return Raisef(AttributeError, "readonly attribute") },
	})
}

// DefDict gives instances of a built-in class a __dict__.
func (c *Type) DefDict() {
	c.HasDict = true
	c.Dict.SetStr("__dict__", dictAttr(c))
}
