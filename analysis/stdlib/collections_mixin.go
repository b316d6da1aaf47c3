package stdlib

import "augur/analysis/value"

// defineMixins defines the methods that the ABCs of containers derive from their
// abstract ones.
func defineMixins(t *value.Thread, c map[string]*value.Type) error {
	self := func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	def(c["Iterator"], "__iter__(self)", self)
	def(c["AsyncIterator"], "__aiter__(self)", self)
	def(c["Generator"], "__next__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.CallMethod(t, a[0], "send", value.None)
	})
	def(c["Generator"], "close(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, err := value.CallMethod(t, a[0], "throw", value.GeneratorExit)
		if err == nil {
			return nil, value.Raisef(value.RuntimeError, "generator ignored GeneratorExit")
		}
		if _, ok := value.IsRaised(err, value.GeneratorExit); ok {
			return value.None, nil
		}
		if _, ok := value.IsRaised(err, value.StopIteration); ok {
			return value.None, nil
		}
		return nil, err
	})
	for _, name := range []string{"__anext__", "aclose"} {
		def(c["AsyncGenerator"], name+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nil, value.Unknownf("AsyncGenerator.%s", name)
		})
	}
	sequenceMixins(c["Sequence"])
	mutableSequenceMixins(c["MutableSequence"])
	mappingMixins(c["Mapping"], c)
	mutableMappingMixins(c["MutableMapping"])
	viewMixins(c)
	setMixins(c["Set"])
	mutableSetMixins(c["MutableSet"])
	return nil
}

func raised(err error, cls *value.Type) bool {
	_, ok := value.IsRaised(err, cls)
	return ok
}

// same reports whether x is y or equals it, as containers compare.
func same(t *value.Thread, x, y value.Value) (bool, error) {
	if value.Identical(x, y) {
		return true, nil
	}
	if a, ok := x.(value.Float); ok && a != a {
		if b, ok := y.(value.Float); ok && b != b {
			return false, value.Unknownf("whether two NaNs are one object is not tracked")
		}
	}
	return value.Equal(t, x, y)
}

// lazy is an iterator that CPython writes as a generator.
type lazy struct {
	next func(t *value.Thread) (value.Value, error)
}

func (*lazy) Type() *value.Type { return generatorType }

// Next returns the next item.
func (l *lazy) Next(t *value.Thread) (value.Value, error) {
	if l.next == nil {
		return nil, nil
	}
	v, err := l.next(t)
	if v == nil || err != nil {
		l.next = nil
	}
	return v, err
}

func sequenceMixins(c *value.Type) {
	def(c, "__iter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		i := 0
		return &lazy{next: func(t *value.Thread) (value.Value, error) {
			v, err := value.GetItem(t, a[0], value.Int(i))
			i++
			if raised(err, value.IndexError) {
				return nil, nil
			}
			return v, err
		}}, nil
	})
	def(c, "__contains__(self, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		found := false
		err := value.Iterate(t, a[0], func(v value.Value) error {
			eq, err := same(t, v, a[1])
			if err == nil && eq {
				found = true
				return errStop
			}
			return err
		})
		if err == errStop {
			err = nil
		}
		return value.Bool(found), err
	})
	def(c, "__reversed__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Len(t, a[0])
		if err != nil {
			return nil, err
		}
		i := n - 1
		return &lazy{next: func(t *value.Thread) (value.Value, error) {
			if i < 0 {
				return nil, nil
			}
			i--
			return value.GetItem(t, a[0], value.Int(i+1))
		}}, nil
	})
	def(c, "index(self, value, start=0, stop=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		bound := func(v value.Value) (int, bool, error) {
			if v == value.None {
				return 0, false, nil
			}
			n, err := value.Index(t, v)
			if err != nil {
				return 0, false, err
			}
			if n < 0 {
				size, err := value.Len(t, a[0])
				if err != nil {
					return 0, false, err
				}
				n += size
			}
			return n, true, nil
		}
		start, _, err := bound(a[2])
		if err != nil {
			return nil, err
		}
		stop, limited, err := bound(a[3])
		if err != nil {
			return nil, err
		}
		for i := max(start, 0); !limited || i < stop; i++ {
			if err := t.Step(1); err != nil {
				return nil, err
			}
			v, err := value.GetItem(t, a[0], value.Int(i))
			if raised(err, value.IndexError) {
				break
			}
			if err != nil {
				return nil, err
			}
			eq, err := same(t, v, a[1])
			if err != nil {
				return nil, err
			}
			if eq {
				return value.Int(i), nil
			}
		}
		return nil, value.Raise(value.ValueError)
	})
	def(c, "count(self, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n := 0
		err := value.Iterate(t, a[0], func(v value.Value) error {
			eq, err := same(t, v, a[1])
			if eq {
				n++
			}
			return err
		})
		return value.Int(n), err
	})
}

type stopError struct{}

func (stopError) Error() string { return "stop" }

// errStop ends an iteration early.
var errStop = stopError{}

func mutableSequenceMixins(c *value.Type) {
	length := func(t *value.Thread, v value.Value) (value.Value, error) {
		n, err := value.Len(t, v)
		return value.Int(n), err
	}
	appendTo := func(t *value.Thread, v, x value.Value) error {
		n, err := length(t, v)
		if err != nil {
			return err
		}
		_, err = value.CallMethod(t, v, "insert", n, x)
		return err
	}
	def(c, "append(self, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, appendTo(t, a[0], a[1])
	})
	pop := func(t *value.Thread, v, i value.Value) (value.Value, error) {
		x, err := value.GetItem(t, v, i)
		if err != nil {
			return nil, err
		}
		return x, value.DelItem(t, v, i)
	}
	def(c, "clear(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for {
			_, err := value.CallMethod(t, a[0], "pop")
			if raised(err, value.IndexError) {
				return value.None, nil
			}
			if err != nil {
				return nil, err
			}
		}
	})
	def(c, "reverse(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Len(t, a[0])
		if err != nil {
			return nil, err
		}
		for i := 0; i < n/2; i++ {
			j := value.Int(n - i - 1)
			x, err := value.GetItem(t, a[0], j)
			if err != nil {
				return nil, err
			}
			y, err := value.GetItem(t, a[0], value.Int(i))
			if err != nil {
				return nil, err
			}
			if err := value.SetItem(t, a[0], value.Int(i), x); err != nil {
				return nil, err
			}
			if err := value.SetItem(t, a[0], j, y); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	extend := func(t *value.Thread, v, from value.Value) error {
		if v == from {
			elems, err := value.Collect(t, from)
			if err != nil {
				return err
			}
			from = value.NewList(elems)
		}
		return value.Iterate(t, from, func(x value.Value) error {
			_, err := value.CallMethod(t, v, "append", x)
			return err
		})
	}
	def(c, "extend(self, values)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, extend(t, a[0], a[1])
	})
	def(c, "pop(self, index=-1)", func(t *value.Thread, a []value.Value) (value.Value, error) { return pop(t, a[0], a[1]) })
	def(c, "remove(self, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		i, err := value.CallMethod(t, a[0], "index", a[1])
		if err != nil {
			return nil, err
		}
		return value.None, value.DelItem(t, a[0], i)
	})
	def(c, "__iadd__(self, values)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, err := value.CallMethod(t, a[0], "extend", a[1])
		return a[0], err
	})
}

func mappingMixins(c *value.Type, all map[string]*value.Type) {
	def(c, "get(self, key, default=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetItem(t, a[0], a[1])
		if raised(err, value.KeyError) {
			return a[2], nil
		}
		return v, err
	})
	def(c, "__contains__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, err := value.GetItem(t, a[0], a[1])
		if raised(err, value.KeyError) {
			return value.False, nil
		}
		return value.True, err
	})
	for method, view := range map[string]string{"keys": "KeysView", "items": "ItemsView", "values": "ValuesView"} {
		def(c, method+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.Call(t, all[view], a, nil)
		})
	}
	asDict := func(t *value.Thread, v value.Value) (value.Value, error) {
		items, err := value.CallMethod(t, v, "items")
		if err != nil {
			return nil, err
		}
		return value.Call(t, value.DictType, []value.Value{items}, nil)
	}
	def(c, "__eq__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		is, err := value.InstanceOf(t, a[1], c)
		if err != nil {
			return nil, err
		}
		if !is {
			return value.NotImplemented, nil
		}
		x, err := asDict(t, a[0])
		if err != nil {
			return nil, err
		}
		y, err := asDict(t, a[1])
		if err != nil {
			return nil, err
		}
		eq, err := value.Equal(t, x, y)
		return value.Bool(eq), err
	})
	c.Dict.SetStr("__hash__", value.None)
	c.Dict.SetStr("__reversed__", value.None)
}

func mutableMappingMixins(c *value.Type) {
	marker := value.NewInstance(value.ObjectType)
	def(c, "pop(self, key, default=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetItem(t, a[0], a[1])
		if raised(err, value.KeyError) && a[2] != nil {
			return a[2], nil
		}
		if err != nil {
			return nil, err
		}
		return v, value.DelItem(t, a[0], a[1])
	})
	def(c, "popitem(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		it, err := value.Iter(t, a[0])
		if err != nil {
			return nil, err
		}
		key, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if key == nil {
			return nil, value.Raise(value.KeyError)
		}
		v, err := value.GetItem(t, a[0], key)
		if err != nil {
			return nil, err
		}
		return value.NewTuple(key, v), value.DelItem(t, a[0], key)
	})
	def(c, "clear(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for {
			_, err := value.CallMethod(t, a[0], "popitem")
			if raised(err, value.KeyError) {
				return value.None, nil
			}
			if err != nil {
				return nil, err
			}
		}
	})
	def(c, "update(self, other=(), /, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		set := func(k, v value.Value) error { return value.SetItem(t, a[0], k, v) }
		keys, err := value.LookupAttr(t, a[1], "keys")
		if err != nil {
			return nil, err
		}
		if keys != nil {
			names, err := value.Call(t, keys, nil, nil)
			if err != nil {
				return nil, err
			}
			err = value.Iterate(t, names, func(k value.Value) error {
				v, err := value.GetItem(t, a[1], k)
				if err != nil {
					return err
				}
				return set(k, v)
			})
			if err != nil {
				return nil, err
			}
		} else {
			err := value.Iterate(t, a[1], func(pair value.Value) error {
				kv, err := value.Collect(t, pair)
				if err != nil {
					return err
				}
				if len(kv) > 2 {
					return value.ValueErrorf("too many values to unpack (expected 2)")
				}
				if len(kv) < 2 {
					return value.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(kv))
				}
				return set(kv[0], kv[1])
			})
			if err != nil {
				return nil, err
			}
		}
		for _, k := range kwargsOf(a[2]) {
			if err := set(value.NewStr(k.Name), k.Value); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	def(c, "setdefault(self, key, default=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetItem(t, a[0], a[1])
		if raised(err, value.KeyError) {
			return a[2], value.SetItem(t, a[0], a[1], a[2])
		}
		return v, err
	})
	c.Dict.SetStr("_MutableMapping__marker", marker)
}

func viewMixins(c map[string]*value.Type) {
	mapping := func(t *value.Thread, v value.Value) (value.Value, error) { return value.GetAttr(t, v, "_mapping") }
	view := c["MappingView"]
	def(view, "__init__(self, mapping)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "_mapping", a[1])
	})
	view.Slots = false // its __slots__ name _mapping
	def(view, "__len__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := mapping(t, a[0])
		if err != nil {
			return nil, err
		}
		n, err := value.Len(t, m)
		return value.Int(n), err
	})
	def(view, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := mapping(t, a[0])
		if err != nil {
			return nil, err
		}
		s, err := reprOf(t, m)
		return value.NewStr(a[0].Type().Name + "(" + s + ")"), err
	})
	iterate := func(show func(t *value.Thread, m, k value.Value) (value.Value, error)) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			m, err := mapping(t, a[0])
			if err != nil {
				return nil, err
			}
			it, err := value.Iter(t, m)
			if err != nil {
				return nil, err
			}
			return &lazy{next: func(t *value.Thread) (value.Value, error) {
				k, err := it.Next(t)
				if k == nil || err != nil {
					return nil, err
				}
				return show(t, m, k)
			}}, nil
		}
	}
	def(c["KeysView"], "__iter__(self)", iterate(func(_ *value.Thread, _, k value.Value) (value.Value, error) { return k, nil }))
	def(c["KeysView"], "__contains__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := mapping(t, a[0])
		if err != nil {
			return nil, err
		}
		has, err := value.Contains(t, m, a[1])
		return value.Bool(has), err
	})
	def(c["ItemsView"], "__iter__(self)", iterate(func(t *value.Thread, m, k value.Value) (value.Value, error) {
		v, err := value.GetItem(t, m, k)
		return value.NewTuple(k, v), err
	}))
	def(c["ItemsView"], "__contains__(self, item)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := mapping(t, a[0])
		if err != nil {
			return nil, err
		}
		kv, err := value.Collect(t, a[1])
		if err != nil {
			return nil, err
		}
		if len(kv) != 2 {
			return nil, value.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(kv))
		}
		v, err := value.GetItem(t, m, kv[0])
		if raised(err, value.KeyError) {
			return value.False, nil
		}
		if err != nil {
			return nil, err
		}
		eq, err := same(t, v, kv[1])
		return value.Bool(eq), err
	})
	def(c["ValuesView"], "__iter__(self)", iterate(func(t *value.Thread, m, k value.Value) (value.Value, error) { return value.GetItem(t, m, k) }))
	def(c["ValuesView"], "__contains__(self, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		found := false
		err := value.Iterate(t, a[0], func(v value.Value) error {
			eq, err := same(t, v, a[1])
			if err == nil && eq {
				found = true
				return errStop
			}
			return err
		})
		if err == errStop {
			err = nil
		}
		return value.Bool(found), err
	})
	for _, name := range []string{"KeysView", "ItemsView"} {
		defClass(c[name], "_from_iterable(cls, it)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.Call(t, value.SetType, a[1:], nil)
		})
	}
}

func setMixins(c *value.Type) {
	defClass(c, "_from_iterable(cls, it)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, a[0], a[1:], nil)
	})
	isSet := func(t *value.Thread, v value.Value) (bool, error) { return value.InstanceOf(t, v, c) }
	// all reports whether every element of x is in y.
	all := func(t *value.Thread, x, y value.Value) (bool, error) {
		in := true
		err := value.Iterate(t, x, func(e value.Value) error {
			has, err := value.Contains(t, y, e)
			if err == nil && !has {
				in = false
				return errStop
			}
			return err
		})
		if err == errStop {
			err = nil
		}
		return in, err
	}
	lens := func(t *value.Thread, x, y value.Value) (int, int, error) {
		n, err := value.Len(t, x)
		if err != nil {
			return 0, 0, err
		}
		m, err := value.Len(t, y)
		return n, m, err
	}
	compare := func(name string, fits func(n, m int) bool, swap bool) {
		def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			is, err := isSet(t, a[1])
			if err != nil || !is {
				return value.NotImplemented, err
			}
			n, m, err := lens(t, a[0], a[1])
			if err != nil {
				return nil, err
			}
			if !fits(n, m) {
				return value.False, nil
			}
			x, y := a[0], a[1]
			if swap {
				x, y = y, x
			}
			in, err := all(t, x, y)
			return value.Bool(in), err
		})
	}
	compare("__le__", func(n, m int) bool { return n <= m }, false)
	compare("__lt__", func(n, m int) bool { return n < m }, false)
	compare("__ge__", func(n, m int) bool { return n >= m }, true)
	compare("__gt__", func(n, m int) bool { return n > m }, true)
	compare("__eq__", func(n, m int) bool { return n == m }, false)
	c.Dict.SetStr("__hash__", value.None)
	from := func(t *value.Thread, self value.Value, elems []value.Value) (value.Value, error) {
		return value.CallMethod(t, self, "_from_iterable", generatorOf(elems))
	}
	filter := func(t *value.Thread, x, y value.Value, keep bool) ([]value.Value, error) {
		var out []value.Value
		err := value.Iterate(t, x, func(e value.Value) error {
			has, err := value.Contains(t, y, e)
			if err == nil && has == keep {
				out = append(out, e)
			}
			return err
		})
		return out, err
	}
	iterable := func(v value.Value) bool {
		_, ok := v.Type().OwnAlongMRO("__iter__")
		return ok
	}
	binary := func(names []string, run func(t *value.Thread, self, other value.Value) ([]value.Value, error)) {
		for _, name := range names {
			def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
				if !iterable(a[1]) {
					return value.NotImplemented, nil
				}
				elems, err := run(t, a[0], a[1])
				if err != nil {
					return nil, err
				}
				return from(t, a[0], elems)
			})
		}
	}
	asSet := func(t *value.Thread, self, v value.Value) (value.Value, error) {
		is, err := isSet(t, v)
		if err != nil || is {
			return v, err
		}
		elems, err := value.Collect(t, v)
		if err != nil {
			return nil, err
		}
		return from(t, self, elems)
	}
	binary([]string{"__and__", "__rand__"}, func(t *value.Thread, self, other value.Value) ([]value.Value, error) {
		return filter(t, other, self, true)
	})
	binary([]string{"__or__", "__ror__"}, func(t *value.Thread, self, other value.Value) ([]value.Value, error) {
		x, err := value.Collect(t, self)
		if err != nil {
			return nil, err
		}
		y, err := value.Collect(t, other)
		return append(x, y...), err
	})
	binary([]string{"__sub__"}, func(t *value.Thread, self, other value.Value) ([]value.Value, error) {
		o, err := asSet(t, self, other)
		if err != nil {
			return nil, err
		}
		return filter(t, self, o, false)
	})
	binary([]string{"__rsub__"}, func(t *value.Thread, self, other value.Value) ([]value.Value, error) {
		return filter(t, other, self, false)
	})
	for _, name := range []string{"__xor__", "__rxor__"} {
		def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if !iterable(a[1]) {
				return value.NotImplemented, nil
			}
			o, err := asSet(t, a[0], a[1])
			if err != nil {
				return nil, err
			}
			left, err := value.Binary(t, value.OpSub, a[0], o)
			if err != nil {
				return nil, err
			}
			right, err := value.Binary(t, value.OpSub, o, a[0])
			if err != nil {
				return nil, err
			}
			return value.Binary(t, value.OpOr, left, right)
		})
	}
	def(c, "isdisjoint(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		common, err := filter(t, a[1], a[0], true)
		return value.Bool(len(common) == 0), err
	})
	def(c, "_hash(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the hash of a set is outside what is known")
	})
}

func mutableSetMixins(c *value.Type) {
	each := func(t *value.Thread, from value.Value, do func(v value.Value) error) error {
		elems, err := value.Collect(t, from)
		if err != nil {
			return err
		}
		for _, e := range elems {
			if err := do(e); err != nil {
				return err
			}
		}
		return nil
	}
	method := func(t *value.Thread, v value.Value, name string) func(x value.Value) error {
		return func(x value.Value) error {
			_, err := value.CallMethod(t, v, name, x)
			return err
		}
	}
	def(c, "remove(self, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		has, err := value.Contains(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		if !has {
			return nil, value.Raise(value.KeyError, a[1])
		}
		return value.None, method(t, a[0], "discard")(a[1])
	})
	def(c, "pop(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		it, err := value.Iter(t, a[0])
		if err != nil {
			return nil, err
		}
		v, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if v == nil {
			return nil, value.Raise(value.KeyError)
		}
		return v, method(t, a[0], "discard")(v)
	})
	def(c, "clear(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for {
			_, err := value.CallMethod(t, a[0], "pop")
			if raised(err, value.KeyError) {
				return value.None, nil
			}
			if err != nil {
				return nil, err
			}
		}
	})
	def(c, "__ior__(self, it)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return a[0], each(t, a[1], method(t, a[0], "add"))
	})
	def(c, "__iand__(self, it)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		rest, err := value.Binary(t, value.OpSub, a[0], a[1])
		if err != nil {
			return nil, err
		}
		return a[0], each(t, rest, method(t, a[0], "discard"))
	})
	def(c, "__isub__(self, it)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == a[1] {
			_, err := value.CallMethod(t, a[0], "clear")
			return a[0], err
		}
		return a[0], each(t, a[1], method(t, a[0], "discard"))
	})
	def(c, "__ixor__(self, it)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == a[1] {
			_, err := value.CallMethod(t, a[0], "clear")
			return a[0], err
		}
		return a[0], each(t, a[1], func(v value.Value) error {
			has, err := value.Contains(t, a[0], v)
			if err != nil {
				return err
			}
			if has {
				return method(t, a[0], "discard")(v)
			}
			return method(t, a[0], "add")(v)
		})
	})
}
