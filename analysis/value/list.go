package value

import "math"

// asSlice returns v if it is a slice.
func asSlice(v Value) (*Slice, bool) {
	s, ok := v.(*Slice)
	return s, ok
}

func (l *List) getItem(t *Thread, index Value) (Value, error) {
	if s, ok := asSlice(index); ok {
		elems, err := sliceOf(t, l.Elems, s)
		if err != nil {
			return nil, err
		}
		return NewList(elems), nil
	}
	i, err := subscript(t, "list", index, len(l.Elems))
	if err != nil {
		return nil, err
	}
	return l.Elems[i], nil
}

// sliceOf returns the items that s selects, as a new slice.
func sliceOf(t *Thread, elems []Value, s *Slice) ([]Value, error) {
	start, _, step, count, err := s.Indices(t, len(elems))
	if err != nil {
		return nil, err
	}
	if err := t.Alloc(16 * count); err != nil {
		return nil, err
	}
	if step == 1 {
		return append([]Value(nil), elems[start:start+count]...), nil
	}
	out := make([]Value, count)
	for k := range out {
		out[k] = elems[start]
		start += step
	}
	return out, nil
}

func (l *List) setItem(t *Thread, index, x Value) error {
	if s, ok := asSlice(index); ok {
		return l.setSlice(t, s, x)
	}
	i, err := assignmentIndex(t, index, len(l.Elems))
	if err != nil {
		return err
	}
	t.Touch(&l.Header)
	l.Elems[i] = x
	return nil
}

func assignmentIndex(t *Thread, index Value, n int) (int, error) {
	i, err := subscriptInt(t, "list", index)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, Raisef(IndexError, "list assignment index out of range")
	}
	return i, nil
}

func (l *List) setSlice(t *Thread, s *Slice, x Value) error {
	start, stop, step, count, err := s.Indices(t, len(l.Elems))
	if err != nil {
		return err
	}
	if step == 1 {
		elems, err := collectFor(t, x, "can only assign an iterable")
		if err != nil {
			return err
		}
		start = min(start, len(l.Elems))
		stop = min(max(start, stop), len(l.Elems))
		return l.splice(t, start, stop, elems)
	}
	elems, err := collectFor(t, x, "must assign iterable to extended slice")
	if err != nil {
		return err
	}
	if len(elems) != count {
		return ValueErrorf("attempt to assign sequence of size %d to extended slice of size %d", len(elems), count)
	}
	t.Touch(&l.Header)
	for _, e := range elems {
		if start < 0 || start >= len(l.Elems) {
			break // the iteration of x shortened the list
		}
		l.Elems[start] = e
		start += step
	}
	return nil
}

// collectFor is Collect with the TypeError of an operation that needs an
// iterable.
func collectFor(t *Thread, v Value, message string) ([]Value, error) {
	if _, err := Iter(t, v); err != nil {
		if _, ok := IsRaised(err, TypeError); ok {
			return nil, TypeErrorf("%s", message)
		}
		return nil, err
	}
	return Collect(t, v)
}

// splice replaces the items from i to j.
func (l *List) splice(t *Thread, i, j int, elems []Value) error {
	if err := t.Alloc(16 * len(elems)); err != nil {
		return err
	}
	t.Touch(&l.Header)
	tail := l.Elems[j:]
	if len(elems) <= j-i {
		n := i + copy(l.Elems[i:], elems)
		n += copy(l.Elems[n:], tail)
		clear(l.Elems[n:])
		l.Elems = l.Elems[:n]
		return nil
	}
	out := make([]Value, 0, i+len(elems)+len(tail))
	out = append(append(append(out, l.Elems[:i]...), elems...), tail...)
	l.Elems = out
	return nil
}

func (l *List) delItem(t *Thread, index Value) error {
	s, ok := asSlice(index)
	if !ok {
		i, err := assignmentIndex(t, index, len(l.Elems))
		if err != nil {
			return err
		}
		return l.splice(t, i, i+1, nil)
	}
	start, stop, step, count, err := s.Indices(t, len(l.Elems))
	if err != nil {
		return err
	}
	if step == 1 {
		return l.splice(t, start, max(start, stop), nil)
	}
	if count == 0 {
		return nil
	}
	if step < 0 {
		start += step * (count - 1)
		step = -step
	}
	t.Touch(&l.Header)
	kept := l.Elems[:start]
	for i := start; i < len(l.Elems); i++ {
		if k := i - start; k%step == 0 && k/step < count {
			continue
		}
		kept = append(kept, l.Elems[i])
	}
	clear(l.Elems[len(kept):])
	l.Elems = kept
	return nil
}

// indexIn returns the position of item among elems[start:stop], or -1.
func indexIn(t *Thread, elems *[]Value, item Value, start, stop int) (int, error) {
	for i := start; i < len(*elems) && i < stop; i++ {
		if err := t.Step(1); err != nil {
			return -1, err
		}
		eq, err := sameItem(t, (*elems)[i], item)
		if err != nil {
			return -1, err
		}
		if eq {
			return i, nil
		}
	}
	return -1, nil
}

// concat and repeat build the items of a + b and a * n.
func concat(t *Thread, a, b []Value) ([]Value, error) {
	if err := t.Alloc(16 * (len(a) + len(b))); err != nil {
		return nil, err
	}
	out := make([]Value, 0, len(a)+len(b))
	return append(append(out, a...), b...), nil
}

func repeat(t *Thread, a []Value, n int) ([]Value, error) {
	if n <= 0 || len(a) == 0 {
		return nil, nil
	}
	if n > math.MaxInt/(16*len(a)) {
		return nil, Raise(MemoryError)
	}
	if err := t.Alloc(16 * len(a) * n); err != nil {
		return nil, err
	}
	out := make([]Value, 0, len(a)*n)
	for ; n > 0; n-- {
		out = append(out, a...)
	}
	return out, nil
}

// repeatCount converts the other operand of a repetition. ok is false for an
// object that is no integer.
func repeatCount(t *Thread, v Value) (n int, ok bool, err error) {
	big, ok, err := asIndex(t, v)
	if err != nil || !ok {
		return 0, ok, err
	}
	if !big.IsInt64() {
		return 0, true, Raisef(OverflowError, "cannot fit '%s' into an index-sized integer", v.Type().Name)
	}
	return int(big.Int64()), true, nil
}

// searchBound converts the start or stop argument of index: as in slices.
func searchBound(t *Thread, v Value, n int) (int, error) {
	i, err := sliceIndexRequired(t, v)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i = max(0, i+n)
	}
	return i, nil
}

func sliceIndexRequired(t *Thread, v Value) (int, error) {
	n, ok, err := asIndex(t, v)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("slice indices must be integers or have an __index__ method")
	}
	return clampInt(n), nil
}
