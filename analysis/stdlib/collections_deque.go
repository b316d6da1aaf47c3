package stdlib

import "augur/analysis/value"

// deque is a collections.deque: a ring of items.
type deque struct {
	value.Header
	ring    []value.Value // its length is the capacity
	start   int           // of the first item in ring
	n       int
	maxlen  int    // -1: no bound
	version uint64 // changes with the length and the order, for iterators
}

// Type returns deque or the subclass of it.
func (d *deque) Type() *value.Type {
	if d.Cls != nil {
		return d.Cls
	}
	return dequeType
}

// Head lets subclasses have attributes.
func (d *deque) Head() *value.Header { return &d.Header }

func (d *deque) at(i int) *value.Value { return &d.ring[(d.start+i)%len(d.ring)] }

func (d *deque) grow(t *value.Thread) error {
	size := max(8, 2*len(d.ring))
	if err := t.Alloc(16 * size); err != nil {
		return err
	}
	ring := make([]value.Value, size)
	for i := range d.n {
		ring[i] = *d.at(i)
	}
	d.ring, d.start = ring, 0
	return nil
}

func (d *deque) append(t *value.Thread, x value.Value) error {
	t.Touch(&d.Header)
	d.version++
	if d.maxlen == 0 {
		return nil
	}
	if d.n == d.maxlen {
		d.popLeft()
	}
	if d.n == len(d.ring) {
		if err := d.grow(t); err != nil {
			return err
		}
	}
	d.n++
	*d.at(d.n - 1) = x
	return nil
}

func (d *deque) appendLeft(t *value.Thread, x value.Value) error {
	t.Touch(&d.Header)
	d.version++
	if d.maxlen == 0 {
		return nil
	}
	if d.n == d.maxlen {
		d.popRight()
	}
	if d.n == len(d.ring) {
		if err := d.grow(t); err != nil {
			return err
		}
	}
	d.start = (d.start + len(d.ring) - 1) % len(d.ring)
	d.n++
	*d.at(0) = x
	return nil
}

func (d *deque) popRight() value.Value {
	p := d.at(d.n - 1)
	x := *p
	*p = nil
	d.n--
	d.version++
	return x
}

func (d *deque) popLeft() value.Value {
	p := d.at(0)
	x := *p
	*p = nil
	d.start = (d.start + 1) % len(d.ring)
	d.n--
	d.version++
	return x
}

func (d *deque) items() []value.Value {
	out := make([]value.Value, d.n)
	for i := range out {
		out[i] = *d.at(i)
	}
	return out
}

func (d *deque) extend(t *value.Thread, v value.Value) error {
	return d.extendBy(t, v, d.append)
}

func (d *deque) extendBy(t *value.Thread, v value.Value, add func(*value.Thread, value.Value) error) error {
	if v == value.Value(d) {
		v = value.NewList(d.items())
	}
	return value.Iterate(t, v, func(x value.Value) error { return add(t, x) })
}

func (d *deque) set(t *value.Thread, items []value.Value) {
	t.Touch(&d.Header)
	d.version++
	if d.maxlen >= 0 && len(items) > d.maxlen {
		items = items[len(items)-d.maxlen:]
	}
	d.ring = append([]value.Value(nil), items...)
	d.start, d.n = 0, len(items)
}

func (d *deque) rotate(t *value.Thread, by int) error {
	if d.n < 2 {
		return nil
	}
	by %= d.n
	if by < 0 {
		by += d.n
	}
	if by == 0 {
		return nil
	}
	if err := t.Step(int64(d.n)); err != nil {
		return err
	}
	items := d.items()
	cut := d.n - by
	d.set(t, append(append([]value.Value(nil), items[cut:]...), items[:cut]...))
	return nil
}

// like returns an empty deque of d's class and bound, made as the class makes
// its instances.
func (d *deque) like(t *value.Thread, items value.Value) (value.Value, error) {
	if d.Cls == nil {
		c := &deque{maxlen: d.maxlen}
		return c, c.extend(t, items)
	}
	if d.maxlen < 0 {
		return value.Call(t, d.Cls, []value.Value{items}, nil)
	}
	return value.Call(t, d.Cls, []value.Value{items, value.Int(d.maxlen)}, nil)
}

func (d *deque) index(t *value.Thread, v value.Value) (int, error) {
	n, ok := v.(value.Int)
	if !ok {
		if err := known(v); err != nil {
			return 0, err
		}
		big, err := value.BigIndex(t, v)
		if err != nil {
			if _, ok := value.IsRaised(err, value.TypeError); ok {
				return 0, value.TypeErrorf("sequence index must be integer, not '%s'", v.Type().Name)
			}
			return 0, err
		}
		if !big.IsInt64() {
			return 0, value.Raisef(value.IndexError, "cannot fit '%s' into an index-sized integer", v.Type().Name)
		}
		n = value.Int(big.Int64())
	}
	i := int(n)
	if i < 0 {
		i += d.n
	}
	if i < 0 || i >= d.n {
		return 0, value.Raisef(value.IndexError, "deque index out of range")
	}
	return i, nil
}

// dequeIterator walks a deque, which must not change meanwhile.
type dequeIterator struct {
	d       *deque
	i       int // items left
	reverse bool
	version uint64
}

func (it *dequeIterator) Type() *value.Type {
	if it.reverse {
		return dequeReverseIteratorType
	}
	return dequeIteratorType
}

func (it *dequeIterator) Next(t *value.Thread) (value.Value, error) {
	if it.d == nil {
		return nil, nil
	}
	d := it.d
	t.Reading(&d.Header)
	if it.version != d.version {
		it.d = nil
		return nil, value.Raisef(value.RuntimeError, "deque mutated during iteration")
	}
	if it.i == 0 {
		it.d = nil
		return nil, nil
	}
	it.i--
	if it.reverse {
		return *d.at(it.i), nil
	}
	return *d.at(d.n - it.i - 1), nil
}

var dequeIteratorType, dequeReverseIteratorType = func() (a, b *value.Type) {
	a, b = libraryType("_collections", "_deque_iterator"), libraryType("_collections", "_deque_reverse_iterator")
	value.DefIterator(a)
	value.DefIterator(b)
	for _, c := range []*value.Type{a, b} {
		c.New = func(*value.Thread, *value.Type, []value.Value, []value.Kwarg) (value.Value, error) {
			return nil, value.Unknownf("%s()", c.Name)
		}
	}
	return a, b
}()

var dequeType = libraryType("collections", "deque")

func init() {
	c := dequeType
	c.Pattern = value.SequencePattern
	c.New = func(_ *value.Thread, cls *value.Type, _ []value.Value, _ []value.Kwarg) (value.Value, error) {
		d := &deque{maxlen: -1}
		if cls != c {
			d.Cls = cls
		}
		return d, nil
	}
	c.DefNew()
	init := value.NewBuiltin("deque(iterable=?, maxlen=None)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return &arguments{list: a}, nil
	})
	c.DefRaw("__init__", func(t *value.Thread, a []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		bound, err := init.Call(t, a[1:], kwargs)
		if err != nil {
			return nil, err
		}
		return dequeInit(t, append([]value.Value{a[0]}, bound.(*arguments).list...))
	})
	for name, left := range map[string]bool{"": false, "left": true} {
		c.Def("append"+name+"(self, object, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d := a[0].(*deque)
			if left {
				return value.None, d.appendLeft(t, a[1])
			}
			return value.None, d.append(t, a[1])
		})
		c.Def("extend"+name+"(self, iterable, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d := a[0].(*deque)
			if left {
				return value.None, d.extendBy(t, a[1], d.appendLeft)
			}
			return value.None, d.extend(t, a[1])
		})
		c.Def("pop"+name+"(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d := a[0].(*deque)
			t.Reading(&d.Header)
			if d.n == 0 {
				return nil, value.Raisef(value.IndexError, "pop from an empty deque")
			}
			t.Touch(&d.Header)
			if left {
				return d.popLeft(), nil
			}
			return d.popRight(), nil
		})
	}
	c.Def("rotate(self, n=1, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		return value.None, a[0].(*deque).rotate(t, n)
	})
	c.Def("clear(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*deque).set(t, nil)
		return value.None, nil
	})
	clone := func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		return d.like(t, d)
	}
	c.Def("copy(self, /)", clone)
	c.Def("__copy__(self, /)", clone)
	c.Def("reverse(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		items := d.items()
		for i, j := 0, len(items)-1; i < j; i, j = i+1, j-1 {
			items[i], items[j] = items[j], items[i]
		}
		d.set(t, items)
		return value.None, t.Step(int64(len(items)))
	})
	dequeSearch(c)
	dequeOperators(c)
	c.Dict.SetStr("maxlen", &value.GetSet{Name: "maxlen", Owner: c, Get: func(_ *value.Thread, self value.Value) (value.Value, error) {
		if d := self.(*deque); d.maxlen >= 0 {
			return value.Int(d.maxlen), nil
		}
		return value.None, nil
	}})
	c.Dict.SetStr("__hash__", value.None)
	defGeneric(c)
}

func dequeInit(t *value.Thread, a []value.Value) (value.Value, error) {
	d := a[0].(*deque)
	maxlen := -1
	if a[2] != value.None {
		if err := known(a[2]); err != nil {
			return nil, err
		}
		n, ok := value.AsBig(a[2])
		if !ok {
			return nil, value.TypeErrorf("an integer is required")
		}
		if n.Sign() < 0 {
			return nil, value.ValueErrorf("maxlen must be non-negative")
		}
		if !n.IsInt64() {
			return nil, value.Raisef(value.OverflowError, "Python int too large to convert to C ssize_t")
		}
		maxlen = int(n.Int64())
	}
	d.maxlen = maxlen
	d.set(t, nil)
	if a[1] == nil {
		return value.None, nil
	}
	return value.None, d.extend(t, a[1])
}

func dequeSearch(c *value.Type) {
	// find returns the position of x from start on, or -1.
	find := func(t *value.Thread, d *deque, x value.Value, start, stop int) (int, error) {
		version := d.version
		for i := start; i < stop; i++ {
			if err := step(t); err != nil {
				return -1, err
			}
			eq, err := value.SameItem(t, *d.at(i), x)
			if err != nil {
				return -1, err
			}
			if d.version != version {
				return -1, value.Raisef(value.RuntimeError, "deque mutated during iteration")
			}
			if eq {
				return i, nil
			}
		}
		return -1, nil
	}
	c.Def("index(self, value, start=0, stop=9223372036854775807, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		bounds := [2]int{}
		for i := range bounds {
			s := &value.Slice{Start: a[2+i], Stop: value.None, Step: value.None}
			n, _, _, _, err := s.Indices(t, d.n)
			if err != nil {
				if _, ok := value.IsRaised(err, value.TypeError); ok {
					return nil, value.TypeErrorf("slice indices must be integers or have an __index__ method")
				}
				return nil, err
			}
			bounds[i] = n
		}
		i, err := find(t, d, a[1], bounds[0], bounds[1])
		if err != nil {
			return nil, err
		}
		if i < 0 {
			s, err := value.Repr(t, a[1])
			if err != nil {
				return nil, err
			}
			return nil, value.ValueErrorf("%s is not in deque", s)
		}
		return value.Int(i), nil
	})
	c.Def("count(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		n := 0
		for i := 0; ; {
			at, err := find(t, d, a[1], i, d.n)
			if err != nil {
				return nil, err
			}
			if at < 0 {
				return value.Int(n), nil
			}
			n++
			i = at + 1
		}
	})
	c.Def("__contains__(self, key, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		i, err := find(t, d, a[1], 0, d.n)
		return value.Bool(i >= 0), err
	})
	c.Def("remove(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		version := d.version
		i, err := find(t, d, a[1], 0, d.n)
		if d.version != version {
			return nil, value.Raisef(value.IndexError, "deque mutated during remove().")
		}
		if err != nil {
			return nil, err
		}
		if i < 0 {
			s, err := value.Repr(t, a[1])
			if err != nil {
				return nil, err
			}
			return nil, value.ValueErrorf("%s is not in deque", s)
		}
		d.delete(t, i)
		return value.None, nil
	})
	c.Def("insert(self, index, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		i, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		if d.n == d.maxlen {
			return nil, value.Raisef(value.IndexError, "deque already at its maximum size")
		}
		if i < 0 {
			i = max(0, i+d.n)
		}
		i = min(i, d.n)
		items := d.items()
		out := append(append(append(make([]value.Value, 0, len(items)+1), items[:i]...), a[2]), items[i:]...)
		if err := t.Alloc(16 * len(out)); err != nil {
			return nil, err
		}
		d.set(t, out)
		return value.None, nil
	})
}

func (d *deque) delete(t *value.Thread, i int) {
	items := d.items()
	d.set(t, append(items[:i], items[i+1:]...))
}

func dequeOperators(c *value.Type) {
	c.Def("__len__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		return value.Int(d.n), nil
	})
	c.Def("__getitem__(self, key, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		i, err := d.index(t, a[1])
		if err != nil {
			return nil, err
		}
		return *d.at(i), nil
	})
	c.Def("__setitem__(self, key, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		i, err := d.index(t, a[1])
		if err != nil {
			return nil, err
		}
		t.Touch(&d.Header)
		*d.at(i) = a[2]
		return value.None, nil
	})
	c.Def("__delitem__(self, key, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		i, err := d.index(t, a[1])
		if err != nil {
			return nil, err
		}
		d.delete(t, i)
		return value.None, nil
	})
	for name, reverse := range map[string]bool{"__iter__": false, "__reversed__": true} {
		c.Def(name+"(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
			d := a[0].(*deque)
			return &dequeIterator{d: d, i: d.n, reverse: reverse, version: d.version}, nil
		})
	}
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		t.Reading(&d.Header)
		s, err := t.ReprOnce(d, "[...]", func() (string, error) {
			s, err := value.Repr(t, value.NewList(d.items()))
			if d.maxlen >= 0 {
				s += ", maxlen=" + itoa(d.maxlen)
			}
			return shortName(d) + "(" + s + ")", err
		})
		if err != nil {
			return nil, err
		}
		return str(s), nil
	})
	for op, name := range []string{"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"} {
		c.Def(name+"(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d := a[0].(*deque)
			o, ok := a[1].(*deque)
			if !ok {
				return value.NotImplemented, nil
			}
			t.Reading(&d.Header)
			t.Reading(&o.Header)
			return value.Compare(t, value.CmpOp(op), value.NewList(d.items()), value.NewList(o.items()))
		})
	}
	c.Def("__add__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		if _, ok := a[1].(*deque); !ok {
			return nil, value.TypeErrorf(`can only concatenate deque (not "%s") to deque`, a[1].Type().Name)
		}
		c, err := d.like(t, d)
		if err != nil {
			return nil, err
		}
		return c, c.(*deque).extend(t, a[1])
	})
	c.Def("__iadd__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return a[0], a[0].(*deque).extend(t, a[1])
	})
	repeat := func(t *value.Thread, d *deque, times value.Value) ([]value.Value, error) {
		got, err := value.Binary(t, value.OpMul, value.NewList(d.items()), times)
		if err != nil {
			return nil, err
		}
		return got.(*value.List).Elems, nil
	}
	mul := func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		items, err := repeat(t, d, a[1])
		if err != nil {
			return nil, err
		}
		return d.like(t, value.NewList(items))
	}
	// A sequence at the left would be repeated itself, but not so many times.
	rmul := func(t *value.Thread, a []value.Value) (value.Value, error) {
		if isRepeated(a[1]) {
			return nil, value.TypeErrorf("can't multiply sequence by non-int of type '%s'", a[0].Type().Name)
		}
		return mul(t, a)
	}
	c.Def("__mul__(self, value, /)", mul)
	c.Def("__rmul__(self, value, /)", rmul)
	c.Def("__imul__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		items, err := repeat(t, d, a[1])
		if err != nil {
			return nil, err
		}
		d.set(t, items)
		return d, nil
	})
	c.Def("__reduce__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*deque)
		args := []value.Value{}
		if d.maxlen >= 0 {
			args = append(args, value.EmptyTuple, value.Int(d.maxlen))
		}
		it, err := value.Iter(t, d)
		if err != nil {
			return nil, err
		}
		var attrs value.Value = value.None
		if d.Attrs != nil && d.Attrs.Len() > 0 {
			attrs = d.Attrs
		}
		return value.NewTuple(d.Type(), value.NewTuple(args...), attrs, value.IteratorValue(it)), nil
	})
}

// isRepeated reports whether v is of a sequence type of C code, which "*" repeats.
func isRepeated(v value.Value) bool {
	switch v.(type) {
	case *value.List, *value.Tuple, *value.Str, *value.Bytes, *value.ByteArray, *deque, *array:
		return true
	}
	return false
}
