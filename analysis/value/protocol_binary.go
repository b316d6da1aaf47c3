package value

// containerBinary computes "a op b" for containers; nil, nil: not theirs.
func containerBinary(t *Thread, op Op, a, b Value) (Value, error) {
	switch op {
	case OpAdd:
		return concatenate(t, a, b)
	case OpMul:
		if got, err := repeatSequence(t, a, b); got != nil || err != nil {
			return got, err
		}
		return repeatSequence(t, b, a)
	case OpOr, OpAnd, OpSub, OpXor:
		return setLikeBinary(t, op, a, b)
	}
	return nil, nil
}

func concatenate(t *Thread, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *List:
		y, ok := b.(*List)
		if !ok {
			return nil, TypeErrorf(`can only concatenate list (not "%s") to list`, b.Type().Name)
		}
		t.Reading(&x.Header)
		t.Reading(&y.Header)
		elems, err := concat(t, x.Elems, y.Elems)
		if err != nil {
			return nil, err
		}
		return NewList(elems), nil
	case *Tuple:
		y, ok := b.(*Tuple)
		if !ok {
			return nil, TypeErrorf(`can only concatenate tuple (not "%s") to tuple`, b.Type().Name)
		}
		if len(x.Elems) == 0 && y.Cls == nil {
			return y, nil
		}
		if len(y.Elems) == 0 && x.Cls == nil {
			return x, nil
		}
		elems, err := concat(t, x.Elems, y.Elems)
		if err != nil {
			return nil, err
		}
		return NewTuple(elems...), nil
	}
	return nil, nil
}

// repeatSequence is seq * times; nil, nil if seq is neither list nor tuple.
func repeatSequence(t *Thread, seq, times Value) (Value, error) {
	switch seq.(type) {
	case *List, *Tuple:
	default:
		return nil, nil
	}
	n, ok, err := repeatCount(t, times)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, TypeErrorf("can't multiply sequence by non-int of type '%s'", times.Type().Name)
	}
	if x, ok := seq.(*Tuple); ok {
		if x.Cls == nil && (n == 1 || len(x.Elems) == 0) {
			return x, nil
		}
		elems, err := repeat(t, x.Elems, n)
		if err != nil {
			return nil, err
		}
		return NewTuple(elems...), nil
	}
	x := seq.(*List)
	t.Reading(&x.Header)
	elems, err := repeat(t, x.Elems, n)
	if err != nil {
		return nil, err
	}
	return NewList(elems), nil
}

func setLikeBinary(t *Thread, op Op, a, b Value) (Value, error) {
	if isView(a) || isView(b) {
		return viewBinary(t, op, a, b)
	}
	switch x := a.(type) {
	case *Dict:
		y, ok := b.(*Dict)
		if !ok || op != OpOr {
			return nil, nil
		}
		c, err := x.copyOf(t)
		if err != nil {
			return nil, err
		}
		return c, c.update(t, y)
	case *Set:
		y, ok := b.(*Set)
		if !ok {
			return nil, nil
		}
		t.Reading(&x.Header)
		switch op {
		case OpOr:
			return orNil(x.union(t, y))
		case OpAnd:
			return orNil(x.intersection(t, y))
		case OpSub:
			return orNil(x.difference(t, y))
		case OpXor:
			return orNil(x.symmetricDifference(t, y))
		}
	}
	return nil, nil
}

// isView reports whether v is a keys or items view.
func isView(v Value) bool {
	view, ok := v.(*dictView)
	return ok && view.kind != dictValues
}

// orNil keeps a nil set from becoming a Value that is not nil.
func orNil(s *Set, err error) (Value, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// containerInplace computes "a op= b" for containers that change in place;
// nil, nil: not theirs.
func containerInplace(t *Thread, op Op, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *List:
		switch op {
		case OpAdd:
			return x, x.extend(t, b)
		case OpMul:
			return x, x.repeatInPlace(t, b)
		}
	case *Dict:
		if op == OpOr {
			t.Touch(&x.Header)
			return x, x.update(t, b)
		}
	case *Set:
		y, ok := b.(*Set)
		if !ok || x.Frozen {
			return nil, nil
		}
		var err error
		switch op {
		case OpOr:
			t.Touch(&x.Header)
			err = x.merge(t, y)
		case OpAnd:
			err = x.replace(t, func() (*Set, error) { return x.intersection(t, y) })
		case OpSub:
			t.Touch(&x.Header)
			err = x.differenceUpdate(t, y)
		case OpXor:
			t.Touch(&x.Header)
			err = x.symmetricUpdate(t, y)
		default:
			return nil, nil
		}
		return x, err
	}
	return nil, nil
}
