package value

import (
	"math"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

func init() {
	Builtins["NotImplemented"] = NotImplemented
	Builtins["Ellipsis"] = Ellipsis
	DefBuiltin("len(obj, /)", func(t *Thread, a []Value) (Value, error) {
		n, err := Len(t, a[0])
		return Int(n), err
	})
	DefBuiltin("hash(obj, /)", func(t *Thread, a []Value) (Value, error) {
		h, determined, err := hashValue(t, a[0])
		if err != nil {
			return nil, err
		}
		return hashResult(t, a[0], h, determined), nil
	})
	DefBuiltin("id(obj, /)", func(_ *Thread, a []Value) (Value, error) {
		id := &Unknown{Reason: "id() is an address", Kind: IntType}
		if _, bound := a[0].(*Method); !bound && Head(a[0]) != nil {
			id.Stand = Int(hashIdentity(a[0]) & math.MaxInt64)
		}
		return id, nil
	})
	bound := NewBuiltin("sort(*, key=None, reverse=False)", func(_ *Thread, a []Value) (Value, error) {
		return NewTuple(a...), nil
	})
	Builtins["sorted"] = NewRaw("sorted", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		if len(args) != 1 {
			return nil, TypeErrorf("sorted expected 1 argument, got %d", len(args))
		}
		opts, err := bound.Call(t, nil, kwargs)
		if err != nil {
			return nil, err
		}
		o := opts.(*Tuple).Elems
		l, err := Sorted(t, args[0], o[0], o[1])
		if err != nil {
			return nil, err
		}
		return l, nil
	})
	DefBuiltin("sum(iterable, /, start=0)", func(t *Thread, a []Value) (Value, error) { return sum(t, a[0], a[1]) })
	quantifier := func(name string, want bool) {
		DefBuiltin(name+"(iterable, /)", func(t *Thread, a []Value) (Value, error) {
			it, err := Iter(t, orderFree(a[0], isPlain))
			if err != nil {
				return nil, err
			}
			for {
				if err := t.Step(1); err != nil {
					return nil, err
				}
				x, err := it.Next(t)
				if err != nil {
					return nil, err
				}
				if x == nil {
					return Bool(!want), nil
				}
				got, err := Truth(t, x)
				if err != nil {
					return nil, err
				}
				if got == want {
					return Bool(want), nil
				}
			}
		})
	}
	quantifier("any", true)
	quantifier("all", false)
	extreme := func(name string, op CmpOp) {
		Builtins[name] = NewRaw(name, func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			return extremum(t, name, op, args, kwargs)
		})
	}
	extreme("min", CmpLt)
	extreme("max", CmpGt)
}

// Sorted is sorted(v, key=key, reverse=reverse).
func Sorted(t *Thread, v, key, reverse Value) (*List, error) {
	rev, err := Index(t, reverse)
	if err != nil {
		return nil, err
	}
	s, unordered := v.(*Set)
	unordered = unordered && !s.Ordered()
	if unordered {
		t.Reading(&s.Header)
		v = NewTuple(s.Unordered()...)
	}
	elems, err := CollectSized(t, v)
	if err != nil {
		return nil, err
	}
	l := NewList(elems)
	if !unordered {
		return l, l.Sort(t, key, rev != 0)
	}
	return l, sortUnordered(t, s, l, key, rev != 0)
}

// sortUnordered sorts the elements of a set whose order is not determined. The
// result is known only if no two of them are tied.
func sortUnordered(t *Thread, s *Set, l *List, key Value, reverse bool) error {
	keys := append([]Value(nil), l.Elems...)
	if key != None {
		for i, x := range keys {
			k, err := Call(t, key, []Value{x}, nil)
			if err != nil {
				return s.orderError() // which element fails first is not known
			}
			keys[i] = k
		}
	}
	if !totallyOrdered(keys) {
		return s.orderError()
	}
	pairs := &sorter{t: t, keys: keys, values: l.Elems, gallop: minGallop}
	if key == None {
		pairs.values = nil
	}
	if err := pairs.sort(); err != nil {
		return s.orderError()
	}
	for i := 1; i < len(keys); i++ {
		if lt, err := Less(t, keys[i-1], keys[i]); err != nil || !lt {
			return s.orderError()
		}
	}
	if reverse {
		pairs.reverse(0, len(keys))
	}
	if key == None {
		l.Elems = keys
	}
	return nil
}

// totallyOrdered reports whether sorting the values gives the same result
// whatever their order was, ties apart: all numbers, all str, all tuples of
// such.
func totallyOrdered(vs []Value) bool {
	if len(vs) == 0 {
		return true
	}
	kind := 0
	for _, v := range vs {
		k := 0
		switch v := v.(type) {
		case Int, Bool, *BigInt:
			k = 1
		case Float:
			if v != v {
				return false
			}
			k = 1
		case *Str:
			k = 2
		case *Bytes:
			k = 3
		case *Tuple:
			k = 4
		}
		if k == 0 || v.Type().Heap || kind != 0 && k != kind {
			return false
		}
		kind = k
	}
	if kind != 4 {
		return true
	}
	// Column by column: every position must hold one kind.
	for i := 0; ; i++ {
		var column []Value
		for _, v := range vs {
			if elems := v.(*Tuple).Elems; i < len(elems) {
				column = append(column, elems[i])
			}
		}
		if len(column) == 0 {
			return true
		}
		if !totallyOrdered(column) {
			return false
		}
	}
}

// orderFree lets an operation whose result does not depend on the order walk a
// set whose order is not determined, provided that every element is of the
// right kind.
func orderFree(v Value, kind func(Value) bool) Value {
	s, ok := v.(*Set)
	if !ok || s.Ordered() {
		return v
	}
	elems := s.Unordered()
	for _, e := range elems {
		if !kind(e) {
			return v
		}
	}
	return &Tuple{Elems: elems}
}

// isPlain reports whether v's truth runs none of the program's code.
func isPlain(v Value) bool {
	if v.Type().Heap {
		return false
	}
	switch v.(type) {
	case Int, Bool, *BigInt, Float, *Str, *Bytes, *Tuple, *Singleton, *Set:
		return true
	}
	return false
}

func sum(t *Thread, v, start Value) (Value, error) {
	switch start.(type) {
	case *Str:
		return nil, TypeErrorf("sum() can't sum strings [use ''.join(seq) instead]")
	case *Bytes:
		return nil, TypeErrorf("sum() can't sum bytes [use b''.join(seq) instead]")
	case *ByteArray:
		return nil, TypeErrorf("sum() can't sum bytearray [use b''.join(seq) instead]")
	}
	it, err := Iter(t, orderFree(v, IsInt))
	if err != nil {
		return nil, err
	}
	total := start
	for {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			return total, nil
		}
		if total, err = Binary(t, OpAdd, total, x); err != nil {
			return nil, Finish(t, it, err)
		}
	}
}

func extremum(t *Thread, name string, op CmpOp, args []Value, kwargs []Kwarg) (Value, error) {
	var key, def Value = None, nil
	for _, k := range kwargs {
		switch k.Name {
		case "key":
			key = k.Value
		case "default":
			def = k.Value
		default:
			return nil, TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, name)
		}
	}
	switch len(args) {
	case 0:
		return nil, TypeErrorf("%s expected at least 1 argument, got 0", name)
	case 1:
		return extremumOf(t, name, op, args[0], key, def)
	}
	if def != nil {
		return nil, TypeErrorf("Cannot specify a default for %s() with multiple positional arguments", name)
	}
	return extremumOf(t, name, op, NewTuple(args...), key, nil)
}

func extremumOf(t *Thread, name string, op CmpOp, v, key, def Value) (Value, error) {
	s, unordered := v.(*Set)
	unordered = unordered && !s.Ordered()
	if unordered {
		// The least by a total order is the first of the sorted ones.
		l, err := Sorted(t, v, key, Bool(op == CmpGt))
		if err != nil {
			return nil, err
		}
		return l.Elems[0], nil
	}
	it, err := Iter(t, v)
	if err != nil {
		return nil, err
	}
	var best, bestKey Value
	for {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			break
		}
		k := x
		if key != None {
			if k, err = Call(t, key, []Value{x}, nil); err != nil {
				return nil, Finish(t, it, err)
			}
		}
		if best == nil {
			best, bestKey = x, k
			continue
		}
		got, err := Compare(t, op, k, bestKey)
		if err != nil {
			return nil, Finish(t, it, err)
		}
		better, err := Truth(t, got)
		if err != nil {
			return nil, Finish(t, it, err)
		}
		if better {
			best, bestKey = x, k
		}
	}
	if best != nil {
		return best, nil
	}
	if def != nil {
		return def, nil
	}
	return nil, ValueErrorf("%s() arg is an empty sequence", name)
}
