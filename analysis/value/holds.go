package value

// Holds returns the objects that a value without a Header reads when it is used:
// what an iterator goes through, what a method is bound to. ok is false for
// values of other packages, of which that is not known.
func Holds(v Value) (held []Value, ok bool) {
	its := func(its ...Iterator) []Value {
		out := make([]Value, len(its))
		for i, it := range its {
			out[i] = it
		}
		return out
	}
	switch v := v.(type) {
	case nil, Bool, Int, Float, Complex, *Str, *Bytes, *BigInt, *Singleton, *Range, *rangeIterator, *longRangeIterator, *textIterator,
		*Unknown, *GetSet, *ClassCell, *GenericAlias, *Union:
		return nil, true
	case *Slice:
		return []Value{v.Start, v.Stop, v.Step}, true
	case *Method:
		return []Value{v.Self, v.Func}, true
	case *Builtin:
		return []Value{v.Self}, true
	case *Super:
		return []Value{v.Self}, true
	case *MappingProxy:
		return []Value{v.Mapping}, true
	case *dictView:
		return []Value{v.dict}, true
	case *dictIterator:
		return held1(v.dict), true
	case *orderedIterator:
		return held1(v.dict), true
	case *listIterator:
		return held1(v.list), true
	case *listReverseIterator:
		return held1(v.list), true
	case *setIterator:
		return held1(v.set), true
	case *sliceIterator:
		return v.elems, true
	case *sequenceIterator:
		return []Value{v.seq}, true
	case *reversedIterator:
		return []Value{v.seq}, true
	case *objectIterator:
		return []Value{v.obj}, true
	case *callableIterator:
		return []Value{v.f, v.sentinel}, true
	case *enumerateIterator:
		return its(v.it), true
	case *zipIterator:
		return its(v.its...), true
	case *mapIterator:
		return append(its(v.its...), v.f), true
	case *filterIterator:
		return append(its(v.it), v.f), true
	}
	return nil, false
}

// held1 is what an iterator goes through that drops it at the end.
func held1[T interface {
	comparable
	Value
}](v T) []Value {
	var none T
	if v == none {
		return nil
	}
	return []Value{v}
}
