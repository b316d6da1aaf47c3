package value

var (
	enumerateType = NewBuiltinType("enumerate", ObjectType)
	zipType       = NewBuiltinType("zip", ObjectType)
	mapType       = NewBuiltinType("map", ObjectType)
	filterType    = NewBuiltinType("filter", ObjectType)
	reversedType  = NewBuiltinType("reversed", ObjectType)
)

// source is what an iterator over other iterators knows of them.
type source struct {
	shared bool // one of them is an iterator that the program has too
	lost   bool // nobody knows how many items were taken
}

// sourceOf looks at the arguments of which an iterator is made.
func sourceOf(args ...Value) source {
	for _, a := range args {
		if _, ok := a.(Iterator); ok || a.Type().Heap {
			return source{shared: true}
		}
	}
	return source{}
}

// Lose makes whatever is taken from now on unknown.
func (s *source) Lose() bool {
	s.lost = !s.shared
	return s.lost
}

func (s *source) err() error {
	if s.lost {
		return &UnknownError{Reason: "how many items an iterator has left", Halt: true}
	}
	return nil
}

// enumerateIterator is enumerate(it, start).
type enumerateIterator struct {
	source
	it Iterator
	n  Value
}

func (*enumerateIterator) Type() *Type { return enumerateType }

func (e *enumerateIterator) Next(t *Thread) (Value, error) {
	if err := e.err(); err != nil {
		return nil, err
	}
	x, err := e.it.Next(t)
	if err != nil || x == nil {
		return nil, err
	}
	n := e.n
	if e.n, err = Binary(t, OpAdd, n, Int(1)); err != nil {
		return nil, err
	}
	return NewTuple(n, x), nil
}

// zipIterator is zip(*its).
type zipIterator struct {
	source
	its    []Iterator
	strict bool
}

func (*zipIterator) Type() *Type { return zipType }

func (z *zipIterator) Next(t *Thread) (Value, error) {
	if err := z.err(); err != nil {
		return nil, err
	}
	if len(z.its) == 0 {
		return nil, nil
	}
	out := make([]Value, len(z.its))
	for i, it := range z.its {
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			if !z.strict {
				return nil, nil
			}
			return nil, z.uneven(t, i)
		}
		out[i] = x
	}
	return NewTuple(out...), nil
}

// uneven says which of the iterables of a strict zip is too short or too long,
// now that iterable i has ended; nil if all have.
func (z *zipIterator) uneven(t *Thread, i int) error {
	if i > 0 {
		return ValueErrorf("zip() argument %d is shorter than argument%s", i+1, argumentsTo(i))
	}
	for j, it := range z.its[1:] {
		x, err := it.Next(t)
		if err != nil {
			return err
		}
		if x != nil {
			return ValueErrorf("zip() argument %d is longer than argument%s", j+2, argumentsTo(j+1))
		}
	}
	return nil
}

func argumentsTo(n int) string {
	if n == 1 {
		return " 1"
	}
	return "s 1-" + itoa(n)
}

// mapIterator is map(f, *its).
type mapIterator struct {
	source
	f         Value
	its       []Iterator
	temporary bool // f is id(), and nothing may hold the items
}

func (*mapIterator) Type() *Type { return mapType }

func (m *mapIterator) Next(t *Thread) (Value, error) {
	if err := m.err(); err != nil {
		return nil, err
	}
	args := make([]Value, len(m.its))
	for i, it := range m.its {
		x, err := it.Next(t)
		if err != nil || x == nil {
			return nil, err
		}
		args[i] = x
	}
	got, err := Call(t, m.f, args, nil)
	if u, ok := got.(*Unknown); ok && m.temporary {
		got = &Unknown{Reason: u.Reason}
	}
	return endAtStop(got, err)
}

// endAtStop makes the StopIteration that a function raises inside an iterator
// end it, as in CPython.
func endAtStop(x Value, err error) (Value, error) {
	if _, stop := IsRaised(err, StopIteration); stop {
		return nil, nil
	}
	return x, err
}

// filterIterator is filter(f, it).
type filterIterator struct {
	source
	f  Value
	it Iterator
}

func (*filterIterator) Type() *Type { return filterType }

func (f *filterIterator) Next(t *Thread) (Value, error) {
	if err := f.err(); err != nil {
		return nil, err
	}
	for {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		x, err := f.it.Next(t)
		if err != nil || x == nil {
			return nil, err
		}
		test := x
		if f.f != None && f.f != BoolType {
			if test, err = Call(t, f.f, []Value{x}, nil); err != nil {
				return endAtStop(nil, err)
			}
		}
		keep, err := Truth(t, test)
		if err != nil {
			return nil, err
		}
		if keep {
			return x, nil
		}
	}
}

// reversedIterator is reversed(seq) for an object with __getitem__ and __len__.
type reversedIterator struct {
	seq Value
	i   int
}

func (*reversedIterator) Type() *Type { return reversedType }

func (r *reversedIterator) Next(t *Thread) (Value, error) {
	if r.i < 0 {
		return nil, nil
	}
	x, err := GetItem(t, r.seq, Int(r.i))
	if err != nil {
		r.i = -1
		_, index := IsRaised(err, IndexError)
		_, stop := IsRaised(err, StopIteration)
		if index || stop {
			return nil, nil
		}
		return nil, err
	}
	r.i--
	return x, nil
}

// Reversed is reversed(v).
func Reversed(t *Thread, v Value) (Value, error) {
	if err := firstUnknown(v); err != nil {
		return nil, err
	}
	if h, ok := v.Type().Lookup("__reversed__"); ok {
		if h == None {
			return nil, TypeErrorf("'%s' object is not reversible", v.Type().Name)
		}
		return callSpecial(t, h, v)
	}
	_, hasGet := v.Type().Lookup("__getitem__")
	if !hasGet || IsInstance(v, DictType) {
		return nil, TypeErrorf("'%s' object is not reversible", v.Type().Name)
	}
	n, err := Len(t, v)
	if err != nil {
		return nil, err
	}
	return &reversedIterator{seq: v, i: n - 1}, nil
}

func iterAll(t *Thread, vs []Value) ([]Iterator, error) {
	its := make([]Iterator, len(vs))
	for i, v := range vs {
		it, err := Iter(t, v)
		if err != nil {
			return nil, err
		}
		its[i] = it
	}
	return its, nil
}

func init() {
	for _, c := range []*Type{enumerateType, zipType, mapType, filterType, reversedType} {
		Builtins[c.Name] = c
		DefIterator(c)
		// Their instances are of these classes alone.
		defer func() {
			make := c.New
			c.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
				if cls != c {
					return nil, Unknownf("subclasses of %s are outside what is known", c.Name)
				}
				return make(t, cls, args, kwargs)
			}
		}()
	}
	newEnumerate := NewBuiltin("enumerate(iterable, start=0)", func(t *Thread, a []Value) (Value, error) {
		it, err := Iter(t, a[0])
		if err != nil {
			return nil, err
		}
		n, err := BigIndex(t, a[1])
		if err != nil {
			return nil, err
		}
		return &enumerateIterator{source: sourceOf(a[0]), it: it, n: MakeInt(n)}, nil
	})
	enumerateType.New = func(t *Thread, _ *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(args)+len(kwargs) == 0 {
			return nil, TypeErrorf("enumerate() missing required argument 'iterable'")
		}
		return newEnumerate.Call(t, args, kwargs)
	}
	zipType.New = func(t *Thread, _ *Type, args []Value, kwargs []Kwarg) (Value, error) {
		z := &zipIterator{source: sourceOf(args...)}
		for _, k := range kwargs {
			if k.Name != "strict" {
				return nil, TypeErrorf("zip() takes at most 1 keyword argument")
			}
			var err error
			if z.strict, err = Truth(t, k.Value); err != nil {
				return nil, err
			}
		}
		for i, a := range args {
			it, err := Iter(t, a)
			if err != nil {
				if _, ok := IsRaised(err, TypeError); ok {
					return nil, TypeErrorf("'%s' object is not iterable", args[i].Type().Name)
				}
				return nil, err
			}
			z.its = append(z.its, it)
		}
		return z, nil
	}
	mapType.New = func(t *Thread, _ *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 {
			return nil, TypeErrorf("map() takes no keyword arguments")
		}
		if len(args) < 2 {
			return nil, TypeErrorf("map() must have at least two arguments.")
		}
		its, err := iterAll(t, args[1:])
		if err != nil {
			return nil, err
		}
		m := &mapIterator{source: sourceOf(args[1:]...), f: args[0], its: its}
		if args[0] == Builtins["id"] {
			switch args[1].(type) {
			case *List, *Tuple, *Dict, *Set: // which hold their items
			default:
				m.temporary = true
			}
		}
		return m, nil
	}
	filterType.New = func(t *Thread, _ *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 {
			return nil, TypeErrorf("filter() takes no keyword arguments")
		}
		if len(args) != 2 {
			return nil, TypeErrorf("filter expected 2 arguments, got %d", len(args))
		}
		it, err := Iter(t, args[1])
		if err != nil {
			return nil, err
		}
		return &filterIterator{source: sourceOf(args[1]), f: args[0], it: it}, nil
	}
	reversedType.New = func(t *Thread, _ *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 {
			return nil, TypeErrorf("reversed() takes no keyword arguments")
		}
		if len(args) != 1 {
			return nil, TypeErrorf("reversed expected 1 argument, got %d", len(args))
		}
		return Reversed(t, args[0])
	}
	DefBuiltin("iter(iterable, sentinel=?, /)", func(t *Thread, a []Value) (Value, error) {
		if a[1] != nil {
			if err := firstUnknown(a[0]); err != nil {
				return nil, err
			}
			return &callableIterator{f: a[0], sentinel: a[1]}, nil
		}
		it, err := Iter(t, a[0])
		if err != nil {
			return nil, err
		}
		return IteratorValue(it), nil
	})
	DefBuiltin("next(iterator, default=?, /)", func(t *Thread, a []Value) (Value, error) {
		x, err := Next(t, a[0])
		if a[1] != nil {
			if _, stop := IsRaised(err, StopIteration); stop {
				return a[1], nil
			}
		}
		return x, err
	})
}

// finisher is an iterator whose StopIteration carries a value.
type finisher interface {
	// Stop returns the exception that tells that the iterator has just ended.
	Stop() error
}

// Next is next(v): it raises StopIteration at the end.
func Next(t *Thread, v Value) (Value, error) {
	if it, ok := v.(Iterator); ok && !v.Type().Heap {
		x, err := it.Next(t)
		if err != nil || x != nil {
			return x, err
		}
		if f, ok := it.(finisher); ok {
			return nil, f.Stop()
		}
		return nil, Raise(StopIteration)
	}
	x, ok, err := CallSpecial(t, v, "__next__")
	if err == nil && !ok {
		err = TypeErrorf("'%s' object is not an iterator", v.Type().Name)
	}
	return x, err
}
