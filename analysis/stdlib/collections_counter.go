package stdlib

import "augur/analysis/value"

// mapItems calls f with the items of v.items().
func mapItems(t *value.Thread, v value.Value, f func(k, x value.Value) error) error {
	items, err := value.CallMethod(t, v, "items")
	if err != nil {
		return err
	}
	return value.Iterate(t, items, func(pair value.Value) error {
		p, err := value.Collect(t, pair)
		if err != nil {
			return err
		}
		if len(p) != 2 {
			return value.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(p))
		}
		return f(p[0], p[1])
	})
}

// isMapping is isinstance(v, collections.abc.Mapping).
func isMapping(t *value.Thread, abc *value.Module, v value.Value) (bool, error) {
	switch v.(type) {
	case *value.Dict:
		return true, nil
	case *value.List, *value.Str, *value.Tuple, *value.Set:
		return false, nil
	}
	return value.InstanceOf(t, v, member(abc, "Mapping"))
}

// getOr is v.get(key, def).
func getOr(t *value.Thread, v, key, def value.Value) (value.Value, error) {
	if d, ok := v.(*value.Dict); ok && inherits(v, "get", value.DictType) {
		t.Reading(&d.Header)
		got, ok, err := d.Get(t, key)
		if err != nil || ok {
			return got, err
		}
		return def, nil
	}
	return value.CallMethod(t, v, "get", key, def)
}

// inherits reports whether v's class has the method of a built-in class.
func inherits(v value.Value, name string, from *value.Type) bool {
	_, where, ok := v.Type().LookupWhere(name)
	return ok && where == from
}

// countItems is _count_elements: it adds one for every item.
func countItems(t *value.Thread, counts, items value.Value) error {
	return value.Iterate(t, items, func(x value.Value) error {
		n, err := getOr(t, counts, x, value.Int(0))
		if err != nil {
			return err
		}
		if n, err = value.Binary(t, value.OpAdd, n, value.Int(1)); err != nil {
			return err
		}
		return value.SetItem(t, counts, x, n)
	})
}

// positive reports whether n > 0.
func positive(t *value.Thread, n value.Value) (bool, error) {
	return value.Less(t, value.Int(0), n)
}

func greater(t *value.Thread, a, b value.Value) (bool, error) {
	got, err := value.Compare(t, value.CmpGt, a, b)
	if err != nil {
		return false, err
	}
	return value.Truth(t, got)
}

// counterClass holds what the methods of one run's Counter need.
type counterClass struct {
	cls *value.Type
	abc *value.Module
}

func defineCounter(t *value.Thread, m, abc *value.Module) error {
	c, err := class{module: "collections", name: "Counter", bases: []*value.Type{value.DictType}}.make(t)
	if err != nil {
		return err
	}
	k := &counterClass{c, abc}
	k.defineBasics()
	k.defineOperators()
	m.Set("Counter", c)
	return nil
}

func (k *counterClass) defineBasics() {
	c := k.cls
	def(c, "__init__(self, iterable=None, /, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !inherits(a[0], "update", c) {
			_, err := value.CallKw(t, a[0], "update", []value.Value{a[1]}, kwargsOf(a[2]))
			return value.None, err
		}
		return value.None, k.updateAll(t, a[0], a[1], a[2])
	})
	def(c, "__missing__(self, key)", func(*value.Thread, []value.Value) (value.Value, error) { return value.Int(0), nil })
	def(c, "total(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var total value.Value = value.Int(0)
		err := mapItems(t, a[0], func(_, n value.Value) (err error) {
			total, err = value.Binary(t, value.OpAdd, total, n)
			return err
		})
		return total, err
	})
	def(c, "most_common(self, n=None)", func(t *value.Thread, a []value.Value) (value.Value, error) { return mostCommon(t, a[0], a[1]) })
	def(c, "elements(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		items, err := value.CallMethod(t, a[0], "items")
		if err != nil {
			return nil, err
		}
		pairs, err := value.Iter(t, items)
		if err != nil {
			return nil, err
		}
		return &iterator{typ: chainType, next: chainOf(&iterator{typ: chainType, next: func(t *value.Thread) (value.Value, error) {
			pair, err := pairs.Next(t)
			if err != nil || pair == nil {
				return nil, err
			}
			args, err := value.Collect(t, pair)
			if err != nil {
				return nil, err
			}
			return value.Call(t, repeatType, args, nil)
		}})}, nil
	})
	c.Dict.SetStr("fromkeys", &value.ClassMethod{Func: newFunction("collections", "Counter.fromkeys", "fromkeys(cls, iterable, v=None)", func(*value.Thread, []value.Value) (value.Value, error) {
		return nil, value.Raisef(value.NotImplementedError, "Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")
	})})
	def(c, "update(self, iterable=None, /, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, k.updateAll(t, a[0], a[1], a[2])
	})
	def(c, "subtract(self, iterable=None, /, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		less := func(key, n value.Value) error {
			old, err := getOr(t, a[0], key, value.Int(0))
			if err != nil {
				return err
			}
			if old, err = value.Binary(t, value.OpSub, old, n); err != nil {
				return err
			}
			return value.SetItem(t, a[0], key, old)
		}
		if a[1] != value.None {
			mapping, err := isMapping(t, k.abc, a[1])
			if err != nil {
				return nil, err
			}
			if mapping {
				err = mapItems(t, a[1], less)
			} else {
				err = value.Iterate(t, a[1], func(x value.Value) error { return less(x, value.Int(1)) })
			}
			if err != nil {
				return nil, err
			}
		}
		if kw := a[2].(*value.Dict); kw.Len() > 0 {
			_, err := value.CallMethod(t, a[0], "subtract", kw)
			return value.None, err
		}
		return value.None, nil
	})
	def(c, "copy(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, a[0].Type(), []value.Value{a[0]}, nil)
	})
	def(c, "__reduce__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := value.Call(t, value.DictType, []value.Value{a[0]}, nil)
		if err != nil {
			return nil, err
		}
		return value.NewTuple(a[0].Type(), value.NewTuple(d)), nil
	})
	def(c, "__delitem__(self, elem)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		_, found, err := d.Delete(t, a[1])
		if found {
			t.Touch(&d.Header)
		}
		return value.None, err
	})
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		t.Reading(&d.Header)
		name := d.Type().Name
		if d.Len() == 0 {
			return str(name + "()"), nil
		}
		ordered := value.NewDict()
		list, err := mostCommon(t, d, value.None)
		if raised(err, value.TypeError) {
			ordered, err = d.Copy(), nil
		} else if err == nil {
			for _, pair := range list.(*value.List).Elems {
				p := pair.(*value.Tuple).Elems
				if err := ordered.Set(t, p[0], p[1]); err != nil {
					return nil, err
				}
			}
		}
		if err != nil {
			return nil, err
		}
		s, err := value.Repr(t, ordered)
		if err != nil {
			return nil, err
		}
		return str(name + "(" + s + ")"), nil
	})
}

// updateAll is Counter.update.
func (k *counterClass) updateAll(t *value.Thread, self, items, kwds value.Value) error {
	if items != value.None {
		if err := k.update(t, self, items); err != nil {
			return err
		}
	}
	if kw := kwds.(*value.Dict); kw.Len() > 0 {
		_, err := value.CallMethod(t, self, "update", kw)
		return err
	}
	return nil
}

// update adds the counts of a mapping, or one for every item.
func (k *counterClass) update(t *value.Thread, self, v value.Value) error {
	mapping, err := isMapping(t, k.abc, v)
	if err != nil {
		return err
	}
	if !mapping {
		return countItems(t, self, v)
	}
	n, err := value.Len(t, self)
	if err != nil {
		return err
	}
	if n == 0 {
		_, err := dictMethod("update").Call(t, []value.Value{self, v}, nil)
		return err
	}
	return mapItems(t, v, func(key, n value.Value) error {
		old, err := getOr(t, self, key, value.Int(0))
		if err != nil {
			return err
		}
		if n, err = value.Binary(t, value.OpAdd, n, old); err != nil {
			return err
		}
		return value.SetItem(t, self, key, n)
	})
}

// mostCommon is Counter.most_common.
func mostCommon(t *value.Thread, self, n value.Value) (value.Value, error) {
	items, err := value.CallMethod(t, self, "items")
	if err != nil {
		return nil, err
	}
	second := value.NewRaw("itemgetter", func(t *value.Thread, args []value.Value, _ []value.Kwarg) (value.Value, error) {
		return value.GetItem(t, args[0], value.Int(1))
	})
	if n == value.None {
		return value.Sorted(t, items, second, value.True)
	}
	return nLargest(t, n, items, second)
}

func (k *counterClass) defineOperators() {
	c := k.cls
	isCounter := func(v value.Value) bool { return value.IsInstance(v, c) }
	result := func(t *value.Thread) (value.Value, error) { return value.Call(t, c, nil, nil) }

	// binary defines an operator that makes a new Counter: count says what
	// becomes of an element of the left operand, extra of one that only the
	// right operand has.
	binary := func(name string, count func(t *value.Thread, n, other value.Value) (value.Value, error), extra func(t *value.Thread, n value.Value) (value.Value, error)) {
		def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if !isCounter(a[1]) {
				return value.NotImplemented, nil
			}
			r, err := result(t)
			if err != nil {
				return nil, err
			}
			keep := func(key, n value.Value) error {
				ok, err := positive(t, n)
				if err != nil || !ok {
					return err
				}
				return value.SetItem(t, r, key, n)
			}
			err = mapItems(t, a[0], func(key, n value.Value) error {
				other, err := value.GetItem(t, a[1], key)
				if err != nil {
					return err
				}
				if n, err = count(t, n, other); err != nil {
					return err
				}
				return keep(key, n)
			})
			if err != nil || extra == nil {
				return r, err
			}
			return r, mapItems(t, a[1], func(key, n value.Value) error {
				in, err := value.Contains(t, a[0], key)
				if err != nil || in {
					return err
				}
				if n, err = extra(t, n); err != nil {
					return err
				}
				return keep(key, n)
			})
		})
	}
	same := func(_ *value.Thread, n value.Value) (value.Value, error) { return n, nil }
	negated := func(t *value.Thread, n value.Value) (value.Value, error) {
		return value.Binary(t, value.OpSub, value.Int(0), n)
	}
	binary("__add__", func(t *value.Thread, n, o value.Value) (value.Value, error) {
		return value.Binary(t, value.OpAdd, n, o)
	}, same)
	binary("__sub__", func(t *value.Thread, n, o value.Value) (value.Value, error) {
		return value.Binary(t, value.OpSub, n, o)
	}, negated)
	pick := func(first bool) func(t *value.Thread, n, o value.Value) (value.Value, error) {
		return func(t *value.Thread, n, o value.Value) (value.Value, error) {
			less, err := value.Less(t, n, o)
			if less == first {
				return n, err
			}
			return o, err
		}
	}
	binary("__or__", pick(false), same)
	binary("__and__", pick(true), nil)

	unary := func(name string, count func(t *value.Thread, n value.Value) (value.Value, error), wanted func(t *value.Thread, n value.Value) (bool, error)) {
		def(c, name+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			r, err := result(t)
			if err != nil {
				return nil, err
			}
			return r, mapItems(t, a[0], func(key, n value.Value) error {
				ok, err := wanted(t, n)
				if err != nil || !ok {
					return err
				}
				if n, err = count(t, n); err != nil {
					return err
				}
				return value.SetItem(t, r, key, n)
			})
		})
	}
	unary("__pos__", same, positive)
	unary("__neg__", negated, func(t *value.Thread, n value.Value) (bool, error) { return value.Less(t, n, value.Int(0)) })

	inplace := func(name string, update func(t *value.Thread, self, other value.Value) error) {
		def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if err := update(t, a[0], a[1]); err != nil {
				return nil, err
			}
			return a[0], keepPositive(t, a[0])
		})
	}
	each := func(op value.Op) func(t *value.Thread, self, other value.Value) error {
		return func(t *value.Thread, self, other value.Value) error {
			return mapItems(t, other, func(key, n value.Value) error {
				old, err := value.GetItem(t, self, key)
				if err != nil {
					return err
				}
				if n, err = value.Inplace(t, op, old, n); err != nil {
					return err
				}
				return value.SetItem(t, self, key, n)
			})
		}
	}
	inplace("__iadd__", each(value.OpAdd))
	inplace("__isub__", each(value.OpSub))
	inplace("__ior__", func(t *value.Thread, self, other value.Value) error {
		return mapItems(t, other, func(key, n value.Value) error {
			old, err := value.GetItem(t, self, key)
			if err != nil {
				return err
			}
			more, err := greater(t, n, old)
			if err != nil || !more {
				return err
			}
			return value.SetItem(t, self, key, n)
		})
	})
	inplace("__iand__", func(t *value.Thread, self, other value.Value) error {
		return mapItems(t, self, func(key, n value.Value) error {
			o, err := value.GetItem(t, other, key)
			if err != nil {
				return err
			}
			less, err := value.Less(t, o, n)
			if err != nil || !less {
				return err
			}
			return value.SetItem(t, self, key, o)
		})
	})

	// all reports whether test holds for the counts of every element of either.
	all := func(t *value.Thread, a, b value.Value, test func(t *value.Thread, x, y value.Value) (bool, error)) (bool, error) {
		for _, v := range []value.Value{a, b} {
			keys, err := value.Collect(t, v)
			if err != nil {
				return false, err
			}
			for _, key := range keys {
				x, err := value.GetItem(t, a, key)
				if err != nil {
					return false, err
				}
				y, err := value.GetItem(t, b, key)
				if err != nil {
					return false, err
				}
				if ok, err := test(t, x, y); err != nil || !ok {
					return false, err
				}
			}
		}
		return true, nil
	}
	test := func(op value.CmpOp) func(t *value.Thread, x, y value.Value) (bool, error) {
		return func(t *value.Thread, x, y value.Value) (bool, error) {
			got, err := value.Compare(t, op, x, y)
			if err != nil {
				return false, err
			}
			return value.Truth(t, got)
		}
	}
	for name, k := range map[string]struct {
		op     value.CmpOp
		negate bool
		strict bool // the operands must differ too
	}{
		"__eq__": {op: value.CmpEq}, "__ne__": {op: value.CmpEq, negate: true},
		"__le__": {op: value.CmpLe}, "__lt__": {op: value.CmpLe, strict: true},
		"__ge__": {op: value.CmpGe}, "__gt__": {op: value.CmpGe, strict: true},
	} {
		def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if !isCounter(a[1]) {
				return value.NotImplemented, nil
			}
			ok, err := all(t, a[0], a[1], test(k.op))
			if err == nil && ok && k.strict {
				var equal bool
				equal, err = value.Equal(t, a[0], a[1])
				ok = !equal
			}
			return value.Bool(ok != k.negate), err
		})
	}
	c.Dict.SetStr("__hash__", value.None)
}

// keepPositive removes the elements whose count is not positive.
func keepPositive(t *value.Thread, self value.Value) error {
	var drop []value.Value
	err := mapItems(t, self, func(key, n value.Value) error {
		ok, err := positive(t, n)
		if err == nil && !ok {
			drop = append(drop, key)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, key := range drop {
		if err := value.DelItem(t, self, key); err != nil {
			return err
		}
	}
	return nil
}
