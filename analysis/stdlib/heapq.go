package stdlib

import "augur/analysis/value"

func init() {
	Register("heapq", func(*value.Thread) (*value.Module, error) {
		m := value.NewModule("heapq")
		defC(m, "_heapq", "heappush(heap, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			h, err := heapOf(a[0], "heappush() argument 1")
			if err != nil {
				return nil, err
			}
			if err := h.Append(t, a[1]); err != nil {
				return nil, err
			}
			return value.None, siftDown(t, h, 0, len(h.Elems)-1, value.Less)
		})
		defC(m, "_heapq", "heappop(heap, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return heapPop(t, a[0], "heappop() argument", value.Less)
		})
		defC(m, "_heapq", "heapify(heap, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			h, err := heapOf(a[0], "heapify() argument")
			if err != nil {
				return nil, err
			}
			return value.None, heapify(t, h, value.Less)
		})
		defC(m, "_heapq", "heapreplace(heap, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return heapReplace(t, a[0], a[1], "heapreplace() argument 1", value.Less)
		})
		defC(m, "_heapq", "heappushpop(heap, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			h, err := heapOf(a[0], "heappushpop() argument 1")
			if err != nil {
				return nil, err
			}
			t.Reading(&h.Header)
			if len(h.Elems) == 0 {
				return a[1], nil
			}
			less, err := value.Less(t, h.Elems[0], a[1])
			if err != nil {
				return nil, err
			}
			if len(h.Elems) == 0 {
				return nil, value.Raisef(value.IndexError, "index out of range")
			}
			if !less {
				return a[1], nil
			}
			t.Touch(&h.Header)
			top := h.Elems[0]
			h.Elems[0] = a[1]
			return top, siftUp(t, h, 0, value.Less)
		})
		defC(m, "_heapq", "_heappop_max(heap, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return heapPop(t, a[0], "_heappop_max() argument", moreThan)
		})
		defC(m, "_heapq", "_heapify_max(heap, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			h, err := heapOf(a[0], "_heapify_max() argument")
			if err != nil {
				return nil, err
			}
			return value.None, heapify(t, h, moreThan)
		})
		defC(m, "_heapq", "_heapreplace_max(heap, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return heapReplace(t, a[0], a[1], "_heapreplace_max() argument 1", moreThan)
		})
		defIn(m, "nlargest(n, iterable, key=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nLargest(t, a[0], a[1], a[2])
		})
		defIn(m, "nsmallest(n, iterable, key=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nSmallest(t, a[0], a[1], a[2])
		})
		defIn(m, "merge(*iterables, key=None, reverse=False)", merge)
		return m, nil
	})
}

// order says which of two items is nearer to the top.
type order func(t *value.Thread, a, b value.Value) (bool, error)

func moreThan(t *value.Thread, a, b value.Value) (bool, error) { return value.Less(t, b, a) }

// heapOf returns the heap that is an argument, which the message of a TypeError
// calls what.
func heapOf(v value.Value, what string) (*value.List, error) {
	if err := known(v); err != nil {
		return nil, err
	}
	h, ok := v.(*value.List)
	if !ok {
		return nil, value.TypeErrorf("%s must be list, not %s", what, v.Type().Name)
	}
	return h, nil
}

// compareIn compares two items of a heap, which must not change size by it.
func compareIn(t *value.Thread, h *value.List, a, b value.Value, less order) (bool, error) {
	n := len(h.Elems)
	got, err := less(t, a, b)
	if err == nil && len(h.Elems) != n {
		err = value.Raisef(value.RuntimeError, "list changed size during iteration")
	}
	return got, err
}

// siftDown moves the item at pos towards the top, not above start.
func siftDown(t *value.Thread, h *value.List, start, pos int, less order) error {
	if pos >= len(h.Elems) {
		return value.Raisef(value.IndexError, "index out of range")
	}
	t.Touch(&h.Header)
	for pos > start {
		parent := (pos - 1) >> 1
		ok, err := compareIn(t, h, h.Elems[pos], h.Elems[parent], less)
		if err != nil || !ok {
			return err
		}
		h.Elems[pos], h.Elems[parent] = h.Elems[parent], h.Elems[pos]
		pos = parent
	}
	return nil
}

// siftUp moves the item at pos down to a leaf and then up to its place.
func siftUp(t *value.Thread, h *value.List, pos int, less order) error {
	end := len(h.Elems)
	if pos >= end {
		return value.Raisef(value.IndexError, "index out of range")
	}
	t.Touch(&h.Header)
	start := pos
	limit := end >> 1
	for pos < limit {
		if err := step(t); err != nil {
			return err
		}
		child := 2*pos + 1
		if child+1 < end {
			ok, err := compareIn(t, h, h.Elems[child], h.Elems[child+1], less)
			if err != nil {
				return err
			}
			if !ok {
				child++
			}
		}
		h.Elems[pos], h.Elems[child] = h.Elems[child], h.Elems[pos]
		pos = child
	}
	return siftDown(t, h, start, pos, less)
}

func heapify(t *value.Thread, h *value.List, less order) error {
	n := len(h.Elems)
	// The order in which the C code visits large heaps keeps what it
	// compares close together, and differs from going back to front.
	if n > 2500 {
		return heapifyCached(t, h, less)
	}
	for i := n/2 - 1; i >= 0; i-- {
		if err := siftUp(t, h, i, less); err != nil {
			return err
		}
	}
	return nil
}

// heapifyCached is heapify for large heaps: after a parent it does that
// parent's own parent if it is the last child of it.
func heapifyCached(t *value.Thread, h *value.List, less order) error {
	m := len(h.Elems) >> 1
	leftmost := keepTopBit(m+1) - 1
	mhalf := m >> 1
	for i := leftmost - 1; i >= mhalf; i-- {
		for j := i; ; j >>= 1 {
			if err := siftUp(t, h, j, less); err != nil {
				return err
			}
			if j&1 == 0 {
				break
			}
		}
	}
	for i := m - 1; i >= leftmost; i-- {
		for j := i; ; j >>= 1 {
			if err := siftUp(t, h, j, less); err != nil {
				return err
			}
			if j&1 == 0 {
				break
			}
		}
	}
	return nil
}

func keepTopBit(n int) int {
	i := 0
	for n > 1 {
		n >>= 1
		i++
	}
	return n << i
}

func heapPop(t *value.Thread, v value.Value, what string, less order) (value.Value, error) {
	h, err := heapOf(v, what)
	if err != nil {
		return nil, err
	}
	t.Reading(&h.Header)
	n := len(h.Elems)
	if n == 0 {
		return nil, value.Raisef(value.IndexError, "index out of range")
	}
	t.Touch(&h.Header)
	last := h.Elems[n-1]
	h.Elems = h.Elems[:n-1]
	if n == 1 {
		return last, nil
	}
	top := h.Elems[0]
	h.Elems[0] = last
	return top, siftUp(t, h, 0, less)
}

func heapReplace(t *value.Thread, v, item value.Value, what string, less order) (value.Value, error) {
	h, err := heapOf(v, what)
	if err != nil {
		return nil, err
	}
	t.Reading(&h.Header)
	if len(h.Elems) == 0 {
		return nil, value.Raisef(value.IndexError, "index out of range")
	}
	t.Touch(&h.Header)
	top := h.Elems[0]
	h.Elems[0] = item
	return top, siftUp(t, h, 0, less)
}

func nLargest(t *value.Thread, n, items, key value.Value) (value.Value, error) {
	return nBest(t, n, items, key, true)
}

func nSmallest(t *value.Thread, n, items, key value.Value) (value.Value, error) {
	return nBest(t, n, items, key, false)
}

// nBest is nlargest or nsmallest, comparing as CPython does.
func nBest(t *value.Thread, n, items, key value.Value, largest bool) (value.Value, error) {
	name := "min"
	if largest {
		name = "max"
	}
	if one, err := value.Equal(t, n, value.Int(1)); err != nil {
		return nil, err
	} else if one {
		it, err := value.Iter(t, items)
		if err != nil {
			return nil, err
		}
		missing := value.NewInstance(value.ObjectType)
		best, err := value.Call(t, value.Builtins[name], []value.Value{value.IteratorValue(it)}, []value.Kwarg{{Name: "default", Value: missing}, {Name: "key", Value: key}})
		if err != nil {
			return nil, err
		}
		if best == value.Value(missing) {
			return value.NewList(nil), nil
		}
		return value.NewList([]value.Value{best}), nil
	}
	size, err := value.Len(t, items)
	switch {
	case err == nil:
		got, err := value.Compare(t, value.CmpGe, n, value.Int(size))
		if err != nil {
			return nil, err
		}
		whole, err := value.Truth(t, got)
		if err != nil {
			return nil, err
		}
		if whole {
			l, err := value.Sorted(t, items, key, value.Bool(largest))
			if err != nil {
				return nil, err
			}
			return value.GetItem(t, l, &value.Slice{Start: value.None, Stop: n, Step: value.None})
		}
	case !raised(err, value.TypeError) && !raised(err, value.AttributeError):
		return nil, err
	}
	count, err := value.Index(t, n)
	if err != nil {
		return nil, err
	}
	return nBestOf(t, count, items, key, largest)
}

func nBestOf(t *value.Thread, n int, items, key value.Value, largest bool) (value.Value, error) {
	it, err := value.Iter(t, items)
	if err != nil {
		return nil, err
	}
	best, err := nBestItems(t, n, it, key, largest)
	if err != nil {
		return nil, value.Finish(t, it, err)
	}
	return best, nil
}

func nBestItems(t *value.Thread, n int, it value.Iterator, key value.Value, largest bool) (value.Value, error) {
	keyOf := func(x value.Value) (value.Value, error) {
		if key == value.None {
			return x, nil
		}
		return value.Call(t, key, []value.Value{x}, nil)
	}
	// Entries are (key, order, item); ties are broken by order.
	less, sign := order(moreThan), 1
	if largest {
		less, sign = value.Less, -1
	}
	h := value.NewList(nil)
	for i := 0; i < n; i++ {
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			break
		}
		k, err := keyOf(x)
		if err != nil {
			return nil, err
		}
		if err := h.Append(t, value.NewTuple(k, value.Int(sign*i), x)); err != nil {
			return nil, err
		}
	}
	if len(h.Elems) == 0 {
		return h, nil
	}
	if err := heapify(t, h, less); err != nil {
		return nil, err
	}
	for i := n; ; i++ {
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			break
		}
		k, err := keyOf(x)
		if err != nil {
			return nil, err
		}
		top := h.Elems[0].(*value.Tuple).Elems[0]
		a, b := k, top
		if largest {
			a, b = top, k
		}
		better, err := value.Less(t, a, b)
		if err != nil {
			return nil, err
		}
		if better {
			if _, err := heapReplace(t, h, value.NewTuple(k, value.Int(sign*i), x), "", less); err != nil {
				return nil, err
			}
		}
	}
	if err := h.Sort(t, nil, largest); err != nil {
		return nil, err
	}
	for i, e := range h.Elems {
		h.Elems[i] = e.(*value.Tuple).Elems[2]
	}
	return h, nil
}

// merge is heapq.merge. Without a key entries are [item, rank, source], with
// one [key, rank, item, source], which is what is compared.
func merge(t *value.Thread, a []value.Value) (value.Value, error) {
	key := a[1]
	reverse, err := value.Truth(t, a[2])
	if err != nil {
		return nil, err
	}
	less, direction := order(value.Less), 1
	if reverse {
		less, direction = moreThan, -1
	}
	type source struct {
		it   value.Iterator
		item value.Value
	}
	h := value.NewList(nil)
	sources := map[*value.List]*source{}
	load := func(t *value.Thread, entry *value.List, s *source) (bool, error) {
		x, err := s.it.Next(t)
		if err != nil || x == nil {
			return false, err
		}
		s.item = x
		k := x
		if key != value.None {
			if k, err = value.Call(t, key, []value.Value{x}, nil); err != nil {
				return false, err
			}
		}
		entry.Elems[0] = k
		return true, nil
	}
	started := false
	var last *value.List // the entry whose item was handed out
	start := func(t *value.Thread) error {
		for i, v := range a[0].(*value.Tuple).Elems {
			it, err := value.Iter(t, v)
			if err != nil {
				return err
			}
			entry, s := value.NewList([]value.Value{value.None, value.Int(i * direction)}), &source{it: it}
			ok, err := load(t, entry, s)
			if err != nil {
				return err
			}
			if ok {
				sources[entry] = s
				h.Elems = append(h.Elems, entry)
			}
		}
		return heapify(t, h, less)
	}
	return &lazy{next: func(t *value.Thread) (value.Value, error) {
		if !started {
			started = true
			if err := start(t); err != nil {
				return nil, err
			}
		} else if last != nil {
			ok, err := load(t, last, sources[last])
			if err != nil {
				return nil, err
			}
			switch {
			case !ok:
				if _, err := heapPop(t, h, "", less); err != nil {
					return nil, err
				}
			case len(h.Elems) > 1:
				if _, err := heapReplace(t, h, last, "", less); err != nil {
					return nil, err
				}
			}
			last = nil
		}
		if len(h.Elems) == 0 {
			return nil, nil
		}
		last = h.Elems[0].(*value.List)
		return sources[last].item, nil
	}}, nil
}
