package value

import (
	"math/big"
)

// Range is a range.
type Range struct {
	start, stop, step Value // ints
	// When every number fits 64 bits with room to spare, small holds and
	// items are first + i*by for i < n; otherwise count is the length.
	small     bool
	first, by int64
	n         int64
	count     *big.Int
}

// NewRange returns range(start, stop, step); step must not be zero.
func NewRange(start, stop, step Value) *Range {
	r := &Range{start: start, stop: stop, step: step}
	a, ok1 := start.(Int)
	b, ok2 := stop.(Int)
	s, ok3 := step.(Int)
	const room = 1 << 62
	inRoom := func(i Int) bool { return i > -room && i < room }
	if ok1 && ok2 && ok3 && inRoom(a) && inRoom(b) && inRoom(s) {
		r.small, r.first, r.by = true, int64(a), int64(s)
		switch {
		case s > 0 && a < b:
			r.n = (int64(b)-int64(a)-1)/int64(s) + 1
		case s < 0 && b < a:
			r.n = (int64(a)-int64(b)-1)/-int64(s) + 1
		}
		return r
	}
	low, _ := AsBig(start)
	high, _ := AsBig(stop)
	by, _ := AsBig(step)
	diff := new(big.Int).Sub(high, low)
	if by.Sign() < 0 {
		diff.Neg(diff)
	}
	if diff.Sign() <= 0 {
		r.count = new(big.Int)
		return r
	}
	diff.Sub(diff, big.NewInt(1))
	diff.Quo(diff, new(big.Int).Abs(by))
	r.count = diff.Add(diff, big.NewInt(1))
	return r
}

// Type returns range.
func (*Range) Type() *Type { return RangeType }

// Bounds returns the arguments of the range.
func (r *Range) Bounds() (start, stop, step Value) { return r.start, r.stop, r.step }

func (r *Range) length() *big.Int {
	if r.small {
		return big.NewInt(r.n)
	}
	return r.count
}

func (r *Range) lenInt() (int, error) {
	if r.small {
		return int(r.n), nil
	}
	if !r.count.IsInt64() {
		return 0, Raisef(OverflowError, "Python int too large to convert to C ssize_t")
	}
	return int(r.count.Int64()), nil
}

// at returns item i, which may lie outside.
func (r *Range) at(i *big.Int) Value {
	start, _ := AsBig(r.start)
	step, _ := AsBig(r.step)
	n := new(big.Int).Mul(i, step)
	return MakeInt(n.Add(n, start))
}

func (r *Range) getItem(t *Thread, index Value) (Value, error) {
	if s, ok := asSlice(index); ok {
		return r.slice(t, s)
	}
	if i, ok := index.(Int); ok && r.small {
		k := int64(i)
		if k < 0 {
			k += r.n
		}
		if k < 0 || k >= r.n {
			return nil, Raisef(IndexError, "range object index out of range")
		}
		return Int(r.first + k*r.by), nil
	}
	n, ok, err := asIndex(t, index)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, TypeErrorf("range indices must be integers or slices, not %s", index.Type().Name)
	}
	length := r.length()
	k := new(big.Int).Set(n)
	if k.Sign() < 0 {
		k.Add(k, length)
	}
	if k.Sign() < 0 || k.Cmp(length) >= 0 {
		return nil, Raisef(IndexError, "range object index out of range")
	}
	return r.at(k), nil
}

// slice is r[s], in numbers of any size.
func (r *Range) slice(t *Thread, s *Slice) (Value, error) {
	start, stop, step, err := s.bigIndices(t, r.length())
	if err != nil {
		return nil, err
	}
	by, _ := AsBig(r.step)
	return NewRange(r.at(start), r.at(stop), MakeInt(new(big.Int).Mul(step, by))), nil
}

// bigIndices is slice.indices(n).
func (s *Slice) bigIndices(t *Thread, n *big.Int) (start, stop, step *big.Int, err error) {
	part := func(v Value) (*big.Int, error) {
		i, ok, err := asIndex(t, v)
		if err == nil && !ok {
			err = TypeErrorf("slice indices must be integers or None or have an __index__ method")
		}
		return i, err
	}
	step = big.NewInt(1)
	if s.Step != None {
		if step, err = part(s.Step); err != nil {
			return nil, nil, nil, err
		}
		if step.Sign() == 0 {
			return nil, nil, nil, ValueErrorf("slice step cannot be zero")
		}
	}
	low, high := new(big.Int), n
	if step.Sign() < 0 {
		low, high = big.NewInt(-1), new(big.Int).Sub(n, big.NewInt(1))
	}
	bound := func(v Value, whenNone *big.Int) (*big.Int, error) {
		if v == None {
			return whenNone, nil
		}
		i, err := part(v)
		if err != nil {
			return nil, err
		}
		if i.Sign() < 0 {
			i = new(big.Int).Add(i, n)
			if i.Cmp(low) < 0 {
				return low, nil
			}
			return i, nil
		}
		if i.Cmp(high) > 0 {
			return high, nil
		}
		return i, nil
	}
	first, last := low, high
	if step.Sign() < 0 {
		first, last = high, low
	}
	if start, err = bound(s.Start, first); err != nil {
		return nil, nil, nil, err
	}
	if stop, err = bound(s.Stop, last); err != nil {
		return nil, nil, nil, err
	}
	return start, stop, step, nil
}

// position returns the index of an int in the range, or nil.
func (r *Range) position(n *big.Int) *big.Int {
	start, _ := AsBig(r.start)
	step, _ := AsBig(r.step)
	d := new(big.Int).Sub(n, start)
	q, m := new(big.Int).QuoRem(d, step, new(big.Int))
	if m.Sign() != 0 || q.Sign() < 0 || q.Cmp(r.length()) >= 0 {
		return nil
	}
	return q
}

func (r *Range) contains(t *Thread, item Value) (bool, error) {
	if err := firstUnknown(item); err != nil {
		return false, err
	}
	switch item.(type) {
	case Int, Bool:
		n, _ := AsBig(item)
		return r.position(n) != nil, nil
	case *BigInt:
		if !item.Type().Heap {
			n, _ := AsBig(item)
			return r.position(n) != nil, nil
		}
	}
	i, err := r.search(t, item)
	return i >= 0, err
}

// search compares item by item; -1 if there is none.
func (r *Range) search(t *Thread, item Value) (int, error) {
	it := r.iter()
	for i := 0; ; i++ {
		if err := t.Step(1); err != nil {
			return -1, err
		}
		x, err := it.Next(t)
		if err != nil || x == nil {
			return -1, err
		}
		eq, err := sameItem(t, x, item)
		if err != nil {
			return -1, err
		}
		if eq {
			return i, nil
		}
	}
}

func (r *Range) equal(o *Range) bool {
	if r.length().Cmp(o.length()) != 0 {
		return false
	}
	switch n := r.length(); {
	case n.Sign() == 0:
		return true
	case n.IsInt64() && n.Int64() == 1:
		return sameInt(r.start, o.start)
	}
	return sameInt(r.start, o.start) && sameInt(r.step, o.step)
}

func sameInt(a, b Value) bool {
	x, _ := AsBig(a)
	y, _ := AsBig(b)
	return x.Cmp(y) == 0
}

func (r *Range) hash(t *Thread) (int64, bool, error) {
	parts := []Value{MakeInt(r.length()), None, None}
	if r.length().Sign() > 0 {
		parts[1] = r.start
		if n := r.length(); !n.IsInt64() || n.Int64() != 1 {
			parts[2] = r.step
		}
	}
	return hashTuple(t, parts)
}

func (r *Range) repr(t *Thread) (string, error) {
	start, err := Repr(t, r.start)
	if err != nil {
		return "", err
	}
	stop, err := Repr(t, r.stop)
	if err != nil {
		return "", err
	}
	if r.step == Int(1) {
		return "range(" + start + ", " + stop + ")", nil
	}
	step, err := Repr(t, r.step)
	if err != nil {
		return "", err
	}
	return "range(" + start + ", " + stop + ", " + step + ")", nil
}

func (r *Range) iter() Iterator {
	if r.small {
		return &rangeIterator{next: r.first, by: r.by, left: r.n}
	}
	return &longRangeIterator{r: r, i: new(big.Int), n: r.length()}
}

// reversed iterates backwards.
func (r *Range) reversed() Iterator {
	if r.small {
		return &rangeIterator{next: r.first + (r.n-1)*r.by, by: -r.by, left: r.n}
	}
	step, _ := AsBig(r.step)
	last := r.at(new(big.Int).Sub(r.count, big.NewInt(1)))
	back := &Range{start: last, stop: r.start, step: MakeInt(new(big.Int).Neg(step)), count: r.count}
	return &longRangeIterator{r: back, i: new(big.Int), n: r.count}
}

type rangeIterator struct{ next, by, left int64 }

func (*rangeIterator) Type() *Type { return rangeIteratorType }

func (it *rangeIterator) Next(*Thread) (Value, error) {
	if it.left <= 0 {
		return nil, nil
	}
	x := it.next
	it.left--
	it.next += it.by
	return intValue(int64(x)), nil
}

type longRangeIterator struct {
	r    *Range
	i, n *big.Int
}

func (*longRangeIterator) Type() *Type { return longRangeIterType }

func (it *longRangeIterator) Next(*Thread) (Value, error) {
	if it.i.Cmp(it.n) >= 0 {
		return nil, nil
	}
	x := it.r.at(it.i)
	it.i.Add(it.i, big.NewInt(1))
	return x, nil
}

func init() {
	RangeType.New = newRange
	RangeType.Final = true
	Builtins["range"] = RangeType
	intAttr := func(name string, get func(r *Range) Value) {
		RangeType.DefMember(name, func(self Value) Value { return get(self.(*Range)) })
	}
	intAttr("start", func(r *Range) Value { return r.start })
	intAttr("stop", func(r *Range) Value { return r.stop })
	intAttr("step", func(r *Range) Value { return r.step })
	RangeType.Def("index(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		r := a[0].(*Range)
		if IsInt(a[1]) && !a[1].Type().Heap {
			n, _ := AsBig(a[1])
			if i := r.position(n); i != nil {
				return MakeInt(i), nil
			}
			s, err := Repr(t, a[1])
			if err != nil {
				return nil, err
			}
			return nil, ValueErrorf("%s is not in range", s)
		}
		i, err := r.search(t, a[1])
		if err != nil {
			return nil, err
		}
		if i < 0 {
			return nil, ValueErrorf("sequence.index(x): x not in sequence")
		}
		return Int(i), nil
	})
	RangeType.Def("count(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		r := a[0].(*Range)
		if IsInt(a[1]) && !a[1].Type().Heap {
			n, _ := AsBig(a[1])
			if r.position(n) != nil {
				return Int(1), nil
			}
			return Int(0), nil
		}
		return countIn(t, r.iter(), a[1])
	})
	RangeType.Def("__reversed__(self, /)", func(_ *Thread, a []Value) (Value, error) {
		return a[0].(*Range).reversed(), nil
	})
	RangeType.Def("__reduce__(self, /)", func(_ *Thread, a []Value) (Value, error) {
		r := a[0].(*Range)
		return NewTuple(RangeType, NewTuple(r.start, r.stop, r.step)), nil
	})
	defSequenceSlots(RangeType)
	defHash(RangeType)
	defEquality(RangeType)
}

// countIn counts the items equal to x.
func countIn(t *Thread, it Iterator, x Value) (Value, error) {
	n := 0
	err := drain(t, it, func(e Value) error {
		eq, err := sameItem(t, e, x)
		if eq {
			n++
		}
		return err
	})
	return Int(n), err
}

func newRange(t *Thread, _ *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if len(kwargs) > 0 {
		return nil, TypeErrorf("range() takes no keyword arguments")
	}
	if err := firstUnknown(args...); err != nil {
		return nil, err
	}
	switch len(args) {
	case 0:
		return nil, TypeErrorf("range expected at least 1 argument, got 0")
	case 1, 2, 3:
	default:
		return nil, TypeErrorf("range expected at most 3 arguments, got %d", len(args))
	}
	nums := make([]Value, len(args))
	for i, a := range args {
		n, err := BigIndex(t, a)
		if err != nil {
			return nil, err
		}
		nums[i] = MakeInt(n)
	}
	switch len(nums) {
	case 1:
		return NewRange(Int(0), nums[0], Int(1)), nil
	case 2:
		return NewRange(nums[0], nums[1], Int(1)), nil
	}
	if nums[2] == Int(0) {
		return nil, ValueErrorf("range() arg 3 must not be zero")
	}
	return NewRange(nums[0], nums[1], nums[2]), nil
}
