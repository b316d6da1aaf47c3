package value

// Iterator is an object with __next__.
type Iterator interface {
	Value
	// Next returns the next item; nil, nil at the end.
	Next(t *Thread) (Value, error)
}

// Iter is iter(v).
func Iter(t *Thread, v Value) (Iterator, error) {
	if err := firstUnknown(v); err != nil {
		return nil, err
	}
	if usesNative(v, "__iter__") {
		if it := nativeIter(t, v); it != nil {
			return it, nil
		}
		if s, ok := v.(*Set); ok {
			return s.iter(t)
		}
		if it, ok := v.(Iterator); ok && !v.Type().Heap {
			return it, nil
		}
	}
	h, ok := v.Type().Lookup("__iter__")
	if !ok {
		if _, ok := v.Type().Lookup("__getitem__"); ok && !IsInstance(v, DictType) {
			return &sequenceIterator{seq: v}, nil
		}
		return nil, TypeErrorf("'%s' object is not iterable", v.Type().Name)
	}
	if h == None {
		return nil, TypeErrorf("'%s' object is not iterable", v.Type().Name)
	}
	got, err := callSpecial(t, h, v)
	if err != nil {
		return nil, err
	}
	return asIterator(got)
}

// asIterator makes what __iter__ returned usable.
func asIterator(got Value) (Iterator, error) {
	if err := firstUnknown(got); err != nil {
		return nil, err
	}
	if it, ok := got.(Iterator); ok && !got.Type().Heap {
		return it, nil
	}
	if _, ok := got.Type().Lookup("__next__"); !ok {
		return nil, TypeErrorf("iter() returned non-iterator of type '%s'", got.Type().Name)
	}
	return &objectIterator{obj: got}, nil
}

// nativeIter iterates a value of a built-in class, whatever its class
// overrides; nil for others, and for sets, which may fail.
func nativeIter(t *Thread, v Value) Iterator {
	switch v := v.(type) {
	case *List:
		return &listIterator{list: v}
	case *Tuple:
		return &sliceIterator{elems: v.Elems, typ: tupleIteratorType}
	case *Dict:
		return newDictIterator(v, dictKeys, false)
	case *dictView:
		if v.odd {
			return newOrderedIterator(v.dict, v.kind, false)
		}
		return newDictIterator(v.dict, v.kind, false)
	case *Range:
		return v.iter()
	case *Str, *Bytes, *ByteArray:
		return textIter(v)
	}
	return nil
}

// objectIterator drives an object of the program that has __next__.
type objectIterator struct{ obj Value }

func (it *objectIterator) Type() *Type { return it.obj.Type() }

func (it *objectIterator) Next(t *Thread) (Value, error) {
	got, ok, err := CallSpecial(t, it.obj, "__next__")
	if err != nil {
		if _, stop := IsRaised(err, StopIteration); stop {
			return nil, nil
		}
		return nil, err
	}
	if !ok {
		return nil, TypeErrorf("'%s' object is not an iterator", it.obj.Type().Name)
	}
	return got, nil
}

// IteratorValue returns the object that the program sees for it.
func IteratorValue(it Iterator) Value {
	if o, ok := it.(*objectIterator); ok {
		return o.obj
	}
	return it
}

// Iterate calls f with each item of v until it fails.
func Iterate(t *Thread, v Value, f func(Value) error) error {
	it, err := Iter(t, v)
	if err != nil {
		return err
	}
	return drain(t, it, f)
}

func drain(t *Thread, it Iterator, f func(Value) error) error {
	for {
		if err := t.Step(1); err != nil {
			return err
		}
		x, err := it.Next(t)
		if err != nil || x == nil {
			return err
		}
		if err := f(x); err != nil {
			return Finish(t, it, err)
		}
	}
}

// Finish is for native code that takes every item of an iterator and met one
// with which the result became unknown: it takes the rest, as would have been
// done had the item been known. It returns err, or what went wrong meanwhile.
func Finish(t *Thread, it Iterator, err error) error {
	if u, ok := err.(*UnknownError); !ok || u.Halt {
		return err
	}
	for {
		if err := t.Step(1); err != nil {
			return err
		}
		x, e := it.Next(t)
		if e != nil {
			return e
		}
		if x == nil {
			return err
		}
	}
}

// grownItem is what an item takes of a list that grows one by one: its place, its
// place in what the list grew out of, and what it points to.
const grownItem = 48

// Collect is list(v), as a slice that belongs to the caller.
func Collect(t *Thread, v Value) ([]Value, error) {
	switch v := v.(type) {
	case *List:
		if v.Cls == nil {
			t.Reading(&v.Header)
			return copyElems(t, v.Elems)
		}
	case *Tuple:
		if v.Cls == nil {
			return copyElems(t, v.Elems)
		}
	}
	it, err := Iter(t, v)
	if err != nil {
		return nil, err
	}
	var out []Value
	err = drain(t, it, func(x Value) error {
		out = append(out, x)
		return t.Alloc(grownItem)
	})
	return out, err
}

func copyElems(t *Thread, elems []Value) ([]Value, error) {
	if err := t.Alloc(16 * len(elems)); err != nil {
		return nil, err
	}
	return append([]Value(nil), elems...), nil
}

// newIteratorType returns a class of native iterators.
func newIteratorType(name string) *Type { return NewBuiltinType(name, ObjectType) }

var (
	listIteratorType    = newIteratorType("list_iterator")
	listReverseIterType = newIteratorType("list_reverseiterator")
	tupleIteratorType   = newIteratorType("tuple_iterator")
	setIteratorType     = newIteratorType("set_iterator")
	sequenceIterType    = newIteratorType("iterator")
	callableIterType    = newIteratorType("callable_iterator")
	rangeIteratorType   = newIteratorType("range_iterator")
	longRangeIterType   = newIteratorType("longrange_iterator")
)

// CallableIteratorType is the class of iter(function, sentinel), which is also
// that of some iterators of libraries.
var CallableIteratorType = callableIterType

func init() {
	for _, c := range []*Type{
		listIteratorType, listReverseIterType, tupleIteratorType, setIteratorType, sequenceIterType,
		callableIterType, rangeIteratorType, longRangeIterType,
	} {
		c.Final = true
		DefIterator(c)
	}
}

// DefIterator gives a class whose instances are Iterators its __iter__ and
// __next__.
func DefIterator(c *Type) {
	c.Def("__iter__(self, /)", func(t *Thread, a []Value) (Value, error) { return a[0], nil })
	c.Def("__next__(self, /)", func(t *Thread, a []Value) (Value, error) {
		it, ok := a[0].(Iterator)
		if !ok {
			return nil, TypeErrorf("'%s' object is not an iterator", a[0].Type().Name)
		}
		x, err := it.Next(t)
		if err == nil && x == nil {
			err = Raise(StopIteration)
		}
		return x, err
	})
}

// listIterator walks a list that may change meanwhile.
type listIterator struct {
	list *List // nil once exhausted
	i    int
}

func (*listIterator) Type() *Type { return listIteratorType }

func (it *listIterator) Next(t *Thread) (Value, error) {
	if it.list == nil {
		return nil, nil
	}
	t.Reading(&it.list.Header)
	if it.i >= len(it.list.Elems) {
		it.list = nil
		return nil, nil
	}
	it.i++
	return it.list.Elems[it.i-1], nil
}

// listReverseIterator walks a list backwards.
type listReverseIterator struct {
	list *List
	i    int
}

func (*listReverseIterator) Type() *Type { return listReverseIterType }

func (it *listReverseIterator) Next(t *Thread) (Value, error) {
	if it.list == nil {
		return nil, nil
	}
	t.Reading(&it.list.Header)
	if it.i < 0 || it.i >= len(it.list.Elems) {
		it.list = nil
		return nil, nil
	}
	it.i--
	return it.list.Elems[it.i+1], nil
}

// sliceIterator walks items that do not change.
type sliceIterator struct {
	elems []Value
	typ   *Type
}

// NewSliceIterator returns an iterator of class typ over elems.
func NewSliceIterator(typ *Type, elems []Value) Iterator {
	return &sliceIterator{elems: elems, typ: typ}
}

func (it *sliceIterator) Type() *Type { return it.typ }

func (it *sliceIterator) Next(*Thread) (Value, error) {
	if len(it.elems) == 0 {
		return nil, nil
	}
	x := it.elems[0]
	it.elems = it.elems[1:]
	return x, nil
}

// sequenceIterator walks an object that has __getitem__ alone.
type sequenceIterator struct {
	seq Value
	i   int
}

func (*sequenceIterator) Type() *Type { return sequenceIterType }

func (it *sequenceIterator) Next(t *Thread) (Value, error) {
	if it.seq == nil {
		return nil, nil
	}
	x, err := GetItem(t, it.seq, Int(it.i))
	if err != nil {
		_, index := IsRaised(err, IndexError)
		_, stop := IsRaised(err, StopIteration)
		if index || stop {
			it.seq = nil
			return nil, nil
		}
		return nil, err
	}
	it.i++
	return x, nil
}

// callableIterator is iter(f, sentinel).
type callableIterator struct{ f, sentinel Value }

func (*callableIterator) Type() *Type { return callableIterType }

func (it *callableIterator) Next(t *Thread) (Value, error) {
	if it.f == nil {
		return nil, nil
	}
	x, err := Call(t, it.f, nil, nil)
	if err != nil {
		if _, stop := IsRaised(err, StopIteration); stop {
			it.f = nil
			return nil, nil
		}
		return nil, err
	}
	eq, err := sameItem(t, it.sentinel, x)
	if err != nil {
		return nil, err
	}
	if eq {
		it.f = nil
		return nil, nil
	}
	return x, nil
}
