package value

import "math/big"

// asIndex is operator.index(v); ok is false for an object that is no integer.
func asIndex(t *Thread, v Value) (n *big.Int, ok bool, err error) {
	if n, ok := AsBig(v); ok {
		return n, true, nil
	}
	got, ok, err := CallSpecial(t, v, "__index__")
	if err != nil || !ok {
		return nil, ok, err
	}
	n, ok = AsBig(got)
	if !ok {
		if err := firstUnknown(got); err != nil {
			return nil, true, err
		}
		return nil, true, TypeErrorf("__index__ returned non-int (type %s)", got.Type().Name)
	}
	return n, true, nil
}

// Index converts an argument that counts something to an int.
func Index(t *Thread, v Value) (int, error) {
	if n, ok := v.(Int); ok {
		return int(n), nil
	}
	n, ok, err := asIndex(t, v)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
	}
	if !n.IsInt64() {
		return 0, Raisef(OverflowError, "Python int too large to convert to C ssize_t")
	}
	return int(n.Int64()), nil
}

// BigIndex is operator.index(v). The caller must not change the result.
func BigIndex(t *Thread, v Value) (*big.Int, error) {
	n, ok, err := asIndex(t, v)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
	}
	return n, nil
}

// subscript converts the index of a sequence of n items to a position. The
// sequence is called what in messages ("list").
func subscript(t *Thread, what string, v Value, n int) (int, error) {
	i, err := subscriptInt(t, what, v)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, Raisef(IndexError, "%s index out of range", what)
	}
	return i, nil
}

func subscriptInt(t *Thread, what string, v Value) (int, error) {
	if i, ok := v.(Int); ok {
		return int(i), nil
	}
	big, ok, err := asIndex(t, v)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("%s indices must be integers or slices, not %s", what, v.Type().Name)
	}
	if !big.IsInt64() {
		return 0, Raisef(IndexError, "cannot fit '%s' into an index-sized integer", v.Type().Name)
	}
	return int(big.Int64()), nil
}
