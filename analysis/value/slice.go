package value

import (
	"math"
	"math/big"
)

// Indices computes what the slice selects from a sequence of n items: count
// items, at start, start+step, ...
func (s *Slice) Indices(t *Thread, n int) (start, stop, step, count int, err error) {
	step = 1
	if s.Step != None {
		step, err = sliceIndex(t, s.Step)
		if err != nil {
			return 0, 0, 0, 0, err
		}
		if step == 0 {
			return 0, 0, 0, 0, ValueErrorf("slice step cannot be zero")
		}
		step = max(step, -math.MaxInt)
	}
	bound := func(v Value, whenNone int) (int, error) {
		if v == None {
			return whenNone, nil
		}
		i, err := sliceIndex(t, v)
		if err != nil {
			return 0, err
		}
		low, high := 0, n
		if step < 0 {
			low, high = -1, n-1
		}
		if i < 0 {
			i += n
			if i < 0 {
				return low, nil
			}
		}
		return min(i, high), nil
	}
	first, last := 0, n
	if step < 0 {
		first, last = n-1, -1
	}
	if start, err = bound(s.Start, first); err != nil {
		return 0, 0, 0, 0, err
	}
	if stop, err = bound(s.Stop, last); err != nil {
		return 0, 0, 0, 0, err
	}
	switch {
	case step > 0 && start < stop:
		count = (stop-start-1)/step + 1
	case step < 0 && stop < start:
		count = (start-stop-1)/-step + 1
	}
	return start, stop, step, count, nil
}

// sliceIndex converts a part of a slice; numbers out of range are clamped.
func sliceIndex(t *Thread, v Value) (int, error) {
	if i, ok := v.(Int); ok {
		return int(i), nil
	}
	n, ok, err := asIndex(t, v)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("slice indices must be integers or None or have an __index__ method")
	}
	return clampInt(n), nil
}

func clampInt(n *big.Int) int {
	switch {
	case n.IsInt64():
		return int(n.Int64())
	case n.Sign() < 0:
		return math.MinInt
	}
	return math.MaxInt
}

func init() {
	c := SliceType
	c.Final = true
	Builtins["slice"] = c
	c.New = func(_ *Thread, _ *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 {
			return nil, TypeErrorf("slice() takes no keyword arguments")
		}
		switch len(args) {
		case 0:
			return nil, TypeErrorf("slice expected at least 1 argument, got 0")
		case 1:
			return &Slice{Start: None, Stop: args[0], Step: None}, nil
		case 2:
			return &Slice{Start: args[0], Stop: args[1], Step: None}, nil
		case 3:
			return &Slice{Start: args[0], Stop: args[1], Step: args[2]}, nil
		}
		return nil, TypeErrorf("slice expected at most 3 arguments, got %d", len(args))
	}
	part := func(name string, get func(s *Slice) Value) {
		c.DefMember(name, func(self Value) Value { return get(self.(*Slice)) })
	}
	part("start", func(s *Slice) Value { return s.Start })
	part("stop", func(s *Slice) Value { return s.Stop })
	part("step", func(s *Slice) Value { return s.Step })
	c.Def("indices(self, len, /)", func(t *Thread, a []Value) (Value, error) {
		n, err := BigIndex(t, a[1])
		if err != nil {
			return nil, err
		}
		if n.Sign() < 0 {
			return nil, ValueErrorf("length should not be negative")
		}
		start, stop, step, err := a[0].(*Slice).bigIndices(t, n)
		if err != nil {
			return nil, err
		}
		return NewTuple(MakeInt(start), MakeInt(stop), MakeInt(step)), nil
	})
	defRepr(c)
	defOrder(c)
	c.Dict.SetStr("__hash__", None)
}
