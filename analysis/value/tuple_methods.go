package value

func init() {
	c := TupleType
	Builtins["tuple"] = c
	c.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 && cls == TupleType {
			return nil, TypeErrorf("tuple() takes no keyword arguments")
		}
		if len(args) > 1 {
			return nil, TypeErrorf("tuple expected at most 1 argument, got %d", len(args))
		}
		var elems []Value
		if len(args) == 1 {
			if o, ok := args[0].(*Tuple); ok && o.Cls == nil && cls == TupleType {
				return o, nil
			}
			var err error
			if elems, err = CollectSized(t, args[0]); err != nil {
				return nil, err
			}
		}
		if cls == TupleType {
			return NewTuple(elems...), nil
		}
		return &Tuple{Header: Header{Cls: cls}, Elems: elems}, nil
	}
	c.Def("__getnewargs__(self, /)", func(_ *Thread, a []Value) (Value, error) {
		return NewTuple(NewTuple(a[0].(*Tuple).Elems...)), nil
	})
	defIndexCount(c)
	defSequenceSlots(c)
	defConcatSlots(c)
	defOrder(c)
	defHash(c)
}
