package value

import "strings"

func init() {
	c := ByteArrayType
	Builtins["bytearray"] = c
	c.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		b := &ByteArray{}
		if cls != ByteArrayType {
			b.Cls = cls
		}
		return b, nil
	}
	c.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		b, err := newBytes(t, "bytearray", args[1:], kwargs)
		if err != nil {
			return nil, err
		}
		self := args[0].(*ByteArray)
		t.Touch(&self.Header)
		self.B = []byte(b)
		return None, nil
	})
	c.Dict.SetStr("__hash__", None)

	def := func(signature string, f func(t *Thread, b *ByteArray, a []Value) (Value, error)) {
		c.Def(signature, func(t *Thread, a []Value) (Value, error) {
			b := a[0].(*ByteArray)
			t.Reading(&b.Header)
			return f(t, b, a[1:])
		})
	}
	def("__setitem__(self, key, value, /)", byteArraySetItem)
	def("__delitem__(self, key, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		return byteArrayDelItem(t, b, a[0])
	})
	def("__iadd__(self, value, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		more, ok := bytesOf(t, a[0])
		if !ok {
			return nil, TypeErrorf("can't concat %s to %s", a[0].Type().Name, b.Type().Name)
		}
		return b, b.append(t, more)
	})
	def("__imul__(self, value, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		got, err := textRepeat(t, b, a[0])
		if err != nil {
			return nil, err
		}
		t.Touch(&b.Header)
		b.B = got.(*ByteArray).B
		return b, nil
	})
	def("append(self, item, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		x, err := byteFrom(t, a[0], "byte must be in range(0, 256)")
		if err != nil {
			return nil, err
		}
		return None, b.append(t, string([]byte{x}))
	})
	def("extend(self, iterable_of_ints, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		more, ok := bytesOf(t, a[0])
		if !ok {
			it, err := Iter(t, a[0])
			if err != nil {
				if _, ok := IsRaised(err, TypeError); ok && !hasIter(a[0]) {
					return nil, TypeErrorf("can't extend bytearray with %s", a[0].Type().Name)
				}
				return nil, err
			}
			if more, err = bytesFromItems(t, it, "byte must be in range(0, 256)"); err != nil {
				return nil, err
			}
		}
		return None, b.append(t, more)
	})
	def("insert(self, index, item, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		i, err := Index(t, a[0])
		if err != nil {
			return nil, err
		}
		x, err := byteFrom(t, a[1], "byte must be in range(0, 256)")
		if err != nil {
			return nil, err
		}
		if i < 0 {
			i = max(i+len(b.B), 0)
		}
		i = min(i, len(b.B))
		if err := b.append(t, "\x00"); err != nil {
			return nil, err
		}
		copy(b.B[i+1:], b.B[i:])
		b.B[i] = x
		return None, nil
	})
	def("pop(self, index=-1, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		i, err := Index(t, a[0])
		if err != nil {
			return nil, err
		}
		if len(b.B) == 0 {
			return nil, Raisef(IndexError, "pop from empty bytearray")
		}
		if i < 0 {
			i += len(b.B)
		}
		if i < 0 || i >= len(b.B) {
			return nil, Raisef(IndexError, "pop index out of range")
		}
		x := b.B[i]
		b.remove(t, i)
		return Int(x), nil
	})
	def("remove(self, value, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		x, err := byteFrom(t, a[0], "byte must be in range(0, 256)")
		if err != nil {
			return nil, err
		}
		i := strings.IndexByte(string(b.B), x)
		if i < 0 {
			return nil, ValueErrorf("value not found in bytearray")
		}
		if err := b.resize(); err != nil {
			return nil, err
		}
		b.remove(t, i)
		return None, nil
	})
	def("reverse(self, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		t.Touch(&b.Header)
		reverseBytes(b.B)
		return None, t.Step(int64(len(b.B) >> 6))
	})
	def("clear(self, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		if err := b.resize(); err != nil {
			return nil, err
		}
		t.Touch(&b.Header)
		b.B = nil
		return None, nil
	})
	def("copy(self, /)", func(t *Thread, b *ByteArray, a []Value) (Value, error) {
		return &ByteArray{B: append([]byte(nil), b.B...)}, t.Alloc(len(b.B))
	})
}

func (b *ByteArray) append(t *Thread, more string) error {
	if err := b.resize(); err != nil {
		return err
	}
	size := len(more)
	if len(b.B)+len(more) > cap(b.B) {
		size += 2 * len(b.B) // it moves to where there is room for more
	}
	if err := t.Alloc(size); err != nil {
		return err
	}
	t.Touch(&b.Header)
	b.B = append(b.B, more...)
	return nil
}

func (b *ByteArray) remove(t *Thread, i int) {
	t.Touch(&b.Header)
	b.B = append(b.B[:i], b.B[i+1:]...)
}

// byteArrayIndex reads an index into b.
func byteArrayIndex(t *Thread, b *ByteArray, key Value) (int, error) {
	n, ok, err := asIndex(t, key)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("bytearray indices must be integers or slices, not %s", key.Type().Name)
	}
	if !n.IsInt64() {
		return 0, Raisef(IndexError, "cannot fit '%s' into an index-sized integer", key.Type().Name)
	}
	i := int(n.Int64())
	if i < 0 {
		i += len(b.B)
	}
	if i < 0 || i >= len(b.B) {
		return 0, Raisef(IndexError, "bytearray index out of range")
	}
	return i, nil
}

func byteArraySetItem(t *Thread, b *ByteArray, a []Value) (Value, error) {
	s, isSlice := a[0].(*Slice)
	if !isSlice {
		// The value is checked before the range of the index.
		i, err := byteArrayIndex(t, b, a[0])
		if _, outOfRange := IsRaised(err, IndexError); err != nil && !outOfRange {
			return nil, err
		}
		x, valueErr := byteFrom(t, a[1], "byte must be in range(0, 256)")
		if valueErr != nil {
			return nil, valueErr
		}
		if err != nil {
			return nil, err
		}
		t.Touch(&b.Header)
		b.B[i] = x
		return None, nil
	}
	start, stop, step, count, err := s.Indices(t, len(b.B))
	if err != nil {
		return nil, err
	}
	x, ok := bytesOf(t, a[1])
	if !ok {
		_, isStr := a[1].(*Str)
		if err := firstUnknown(a[1]); err != nil {
			return nil, err
		}
		if isStr || IsInt(a[1]) || !hasIter(a[1]) {
			return nil, TypeErrorf("can assign only bytes, buffers, or iterables of ints in range(0, 256)")
		}
		if x, err = byteArrayContent(t, a[1]); err != nil {
			return nil, err
		}
	}
	if step == 1 {
		stop = max(start, stop)
		if err := t.Alloc(len(x)); err != nil {
			return nil, err
		}
		if len(x) != stop-start {
			if err := b.resize(); err != nil {
				return nil, err
			}
		}
		t.Touch(&b.Header)
		tail := string(b.B[stop:])
		b.B = append(append(b.B[:start], x...), tail...)
		return None, nil
	}
	if len(x) == 0 {
		return byteArrayDelItem(t, b, s) // unlike a list's
	}
	if len(x) != count {
		return nil, ValueErrorf("attempt to assign bytes of size %d to extended slice of size %d", len(x), count)
	}
	t.Touch(&b.Header)
	for i := range count {
		b.B[start+i*step] = x[i]
	}
	return None, nil
}

func byteArrayDelItem(t *Thread, b *ByteArray, key Value) (Value, error) {
	s, isSlice := key.(*Slice)
	if !isSlice {
		i, err := byteArrayIndex(t, b, key)
		if err != nil {
			return nil, err
		}
		if err := b.resize(); err != nil {
			return nil, err
		}
		b.remove(t, i)
		return None, nil
	}
	if err := b.resize(); err != nil {
		return nil, err
	}
	start, _, step, count, err := s.Indices(t, len(b.B))
	if err != nil {
		return nil, err
	}
	drop := make(map[int]bool, count)
	for i := range count {
		drop[start+i*step] = true
	}
	t.Touch(&b.Header)
	kept := b.B[:0]
	for i, x := range b.B {
		if !drop[i] {
			kept = append(kept, x)
		}
	}
	b.B = kept
	return None, t.Step(int64(len(b.B) >> 4))
}
