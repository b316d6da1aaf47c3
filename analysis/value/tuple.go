package value

func (o *Tuple) getItem(t *Thread, index Value) (Value, error) {
	if s, ok := asSlice(index); ok {
		start, _, step, count, err := s.Indices(t, len(o.Elems))
		if err != nil {
			return nil, err
		}
		if step == 1 && start == 0 && count == len(o.Elems) && o.Cls == nil {
			return o, nil
		}
		elems, err := sliceOf(t, o.Elems, s)
		if err != nil {
			return nil, err
		}
		return NewTuple(elems...), nil
	}
	i, err := subscript(t, "tuple", index, len(o.Elems))
	if err != nil {
		return nil, err
	}
	return o.Elems[i], nil
}
