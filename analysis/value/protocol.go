package value

import "math"

// Truth is bool(v).
func Truth(t *Thread, v Value) (bool, error) {
	switch v := v.(type) {
	case Bool:
		return bool(v), nil
	case *Singleton:
		if v == NotImplemented {
			return true, nil // with a DeprecationWarning only
		}
		return v != None, nil
	case Int:
		return v != 0, nil
	case Float:
		return v != 0, nil
	case Complex:
		return v != 0, nil
	case *Unknown:
		return false, &UnknownError{Reason: v.Reason}
	}
	if c := v.Type(); c.core() {
		switch v := v.(type) {
		case *Str:
			return v.s != "", nil
		case *BigInt:
			return v.N.Sign() != 0, nil
		}
		if n, ok := nativeLen(t, v); ok {
			return n != 0, nil
		}
	}
	got, ok, err := CallSpecial(t, v, "__bool__")
	if err != nil {
		return false, err
	}
	if ok {
		b, isBool := got.(Bool)
		if !isBool {
			if err := firstUnknown(got); err != nil {
				return false, err
			}
			return false, TypeErrorf("__bool__ should return bool, returned %s", got.Type().Name)
		}
		return bool(b), nil
	}
	n, ok, err := lenSpecial(t, v)
	if err != nil {
		return false, err
	}
	return !ok || n != 0, nil
}

// Identical reports whether a and b are the same object as far as it can be
// told: objects by identity, numbers by class and value.
func Identical(a, b Value) bool { return a == b }

// Is is "a is b". Where CPython does not promise the answer it is an
// *UnknownError.
func Is(a, b Value) (bool, error) {
	if err := firstUnknown(a, b); err != nil {
		return false, err
	}
	same, known := isSame(a, b)
	if !known {
		return false, Unknownf("whether two equal values of class %s are one object is up to the interpreter", a.Type().Name)
	}
	return same, nil
}

func isSame(a, b Value) (same, known bool) {
	switch x := a.(type) {
	case Int:
		y, ok := b.(Int)
		if !ok || x != y {
			return false, true
		}
		return true, x >= -5 && x <= 256
	case Float:
		y, ok := b.(Float)
		return false, !ok || math.Float64bits(float64(x)) != math.Float64bits(float64(y))
	case Complex:
		y, ok := b.(Complex)
		return false, !ok || x != y && !nanComplex(x) && !nanComplex(y)
	}
	if a == b {
		return true, true
	}
	if a.Type() != b.Type() || a.Type().Heap {
		return false, true
	}
	switch x := a.(type) {
	case *BigInt:
		y, ok := b.(*BigInt)
		return false, !ok || x.N.Cmp(y.N) != 0
	case *Str:
		y, ok := b.(*Str)
		if !ok || x.s != y.s {
			return false, true
		}
		return true, x.s == "" || x.Len() == 1 && x.Runes()[0] < 256
	case *Bytes:
		y, ok := b.(*Bytes)
		if !ok || x.B != y.B {
			return false, true
		}
		return true, len(x.B) < 2
	case *Tuple:
		y, ok := b.(*Tuple)
		if !ok || len(x.Elems) != len(y.Elems) {
			return false, true
		}
		if len(x.Elems) == 0 {
			return true, true
		}
		// Equal constants of one function are one object, others are not.
		for i := range x.Elems {
			if same, known := isSame(x.Elems[i], y.Elems[i]); known && !same {
				return false, true
			}
		}
		return false, false
	case *Set:
		y, ok := b.(*Set)
		return false, !ok || !x.Frozen || !y.Frozen || x.Len() != y.Len()
	}
	return false, true
}

// SameItem reports whether containers take a and b for the same item.
func SameItem(t *Thread, a, b Value) (bool, error) { return sameItem(t, a, b) }

// sameItem reports whether a and b are one object or equal: how containers
// compare what they hold.
func sameItem(t *Thread, a, b Value) (bool, error) {
	if x, ok := a.(Int); ok {
		if y, ok := b.(Int); ok {
			return x == y, nil
		}
	}
	if x, ok := a.(Float); ok && x != x {
		if y, ok := b.(Float); ok && y != y {
			return false, Unknownf("whether two NaNs are one object is not tracked")
		}
	}
	if a == b {
		return true, unknownKey(a)
	}
	return Equal(t, a, b)
}

// usesNative reports whether the special method name of v's class is the one of
// a built-in class, so that Go code may act in its place.
func usesNative(v Value, name string) bool {
	c := v.Type()
	if c.core() {
		return true
	}
	_, where, ok := c.LookupWhere(name)
	return ok && where.core() && where != ObjectType
}

// core reports whether c is a class of module builtins, whose instances need
// no look-up of special methods. Library models derive classes from these.
func (c *Type) core() bool { return !c.Heap && c.Module == "builtins" }

// Len is len(v).
func Len(t *Thread, v Value) (int, error) {
	if u, ok := v.(*Unknown); ok {
		return 0, &UnknownError{Reason: u.Reason}
	}
	if usesNative(v, "__len__") {
		if n, ok := nativeLen(t, v); ok {
			return n, nil
		}
		if r, ok := v.(*Range); ok {
			return r.lenInt()
		}
	}
	n, ok, err := lenSpecial(t, v)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("object of type '%s' has no len()", v.Type().Name)
	}
	return n, nil
}

// nativeLen is the length of a built-in value, whatever its class overrides.
func nativeLen(t *Thread, v Value) (int, bool) {
	switch v := v.(type) {
	case *Str:
		return v.Len(), true
	case *Bytes:
		return len(v.B), true
	case *ByteArray:
		t.Reading(&v.Header)
		return len(v.B), true
	case *List:
		t.Reading(&v.Header)
		return len(v.Elems), true
	case *Tuple:
		return len(v.Elems), true
	case *Dict:
		t.Reading(&v.Header)
		return v.live, true
	case *Set:
		t.Reading(&v.Header)
		return v.used, true
	case *dictView:
		t.Reading(&v.dict.Header)
		return v.dict.live, true
	case *Range:
		if n, err := v.lenInt(); err == nil {
			return n, true
		}
	}
	return 0, false
}

func lenSpecial(t *Thread, v Value) (n int, ok bool, err error) {
	got, ok, err := CallSpecial(t, v, "__len__")
	if err != nil || !ok {
		return 0, ok, err
	}
	i, isIndex, err := asIndex(t, got)
	if err != nil {
		return 0, true, err
	}
	if !isIndex {
		return 0, true, TypeErrorf("'%s' object cannot be interpreted as an integer", got.Type().Name)
	}
	if i.Sign() < 0 {
		return 0, true, ValueErrorf("__len__() should return >= 0")
	}
	if !i.IsInt64() {
		return 0, true, Raisef(OverflowError, "cannot fit 'int' into an index-sized integer")
	}
	return int(i.Int64()), true, nil
}

// Contains is "item in v".
func Contains(t *Thread, v, item Value) (bool, error) {
	switch c := v.(type) {
	case *List:
		if c.Cls == nil {
			got, _, err := nativeContains(t, v, item)
			return got, err
		}
	case *Dict:
		if c.Cls == nil {
			t.Reading(&c.Header)
			_, found, err := c.Get(t, item)
			return found, err
		}
	case *Set:
		if c.Cls == nil {
			t.Reading(&c.Header)
			return c.has(t, item)
		}
	}
	if err := firstUnknown(v); err != nil {
		return false, err
	}
	if usesNative(v, "__contains__") {
		if got, ok, err := nativeContains(t, v, item); ok {
			return got, err
		}
	}
	if h, found := v.Type().Lookup("__contains__"); found {
		if h == None {
			return false, TypeErrorf("'%s' object is not a container", v.Type().Name)
		}
		got, err := callSpecial(t, h, v, item)
		if err != nil {
			return false, err
		}
		return Truth(t, got)
	}
	it, err := Iter(t, v)
	if err != nil {
		if _, ok := IsRaised(err, TypeError); ok {
			return false, TypeErrorf("argument of type '%s' is not iterable", v.Type().Name)
		}
		return false, err
	}
	for {
		x, err := it.Next(t)
		if err != nil || x == nil {
			return false, err
		}
		if err := t.Step(1); err != nil {
			return false, err
		}
		eq, err := sameItem(t, x, item)
		if err != nil || eq {
			return eq, err
		}
	}
}

// nativeContains is "item in v" for a built-in value; ok is false for others.
func nativeContains(t *Thread, v, item Value) (got, ok bool, err error) {
	switch v := v.(type) {
	case *List:
		t.Reading(&v.Header)
		i, err := indexIn(t, &v.Elems, item, 0, math.MaxInt)
		return i >= 0, true, err
	case *Tuple:
		i, err := indexIn(t, &v.Elems, item, 0, math.MaxInt)
		return i >= 0, true, err
	case *Dict:
		t.Reading(&v.Header)
		_, found, err := v.Get(t, item)
		return found, true, err
	case *Set:
		t.Reading(&v.Header)
		found, err := v.has(t, item)
		return found, true, err
	case *Range:
		found, err := v.contains(t, item)
		return found, true, err
	case *dictView:
		found, err := v.has(t, item)
		return found, true, err
	case *Str, *Bytes, *ByteArray:
		if err := firstUnknown(item); err != nil {
			return false, true, err
		}
		got, err := textContains(t, v, item)
		return got, true, err
	}
	return false, false, nil
}

// GetItem is v[index].
func GetItem(t *Thread, v, index Value) (Value, error) {
	if err := unknownItem(v, index); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *List:
		if v.Cls == nil {
			t.Reading(&v.Header)
			return v.getItem(t, index)
		}
	case *Dict:
		if v.Cls == nil {
			t.Reading(&v.Header)
			return v.getItem(t, index)
		}
	}
	if usesNative(v, "__getitem__") {
		if got, ok, err := nativeGetItem(t, v, index); ok {
			return got, err
		}
	}
	if got, ok, err := CallSpecial(t, v, "__getitem__", index); ok {
		return got, err
	}
	if c, ok := v.(*Type); ok {
		return ClassGetItem(t, c, index)
	}
	return nil, TypeErrorf("'%s' object is not subscriptable", v.Type().Name)
}

// unknownItem returns the error that v[index] gives if either is unknown.
func unknownItem(v, index Value) error {
	if err := firstUnknown(v); err != nil {
		return err
	}
	if _, ok := v.(*Dict); ok {
		return unknownKey(index)
	}
	return firstUnknown(index)
}

// nativeGetItem is v[index] for a built-in value; ok is false for others.
func nativeGetItem(t *Thread, v, index Value) (got Value, ok bool, err error) {
	switch v := v.(type) {
	case *List:
		t.Reading(&v.Header)
		got, err = v.getItem(t, index)
	case *Tuple:
		got, err = v.getItem(t, index)
	case *Dict:
		t.Reading(&v.Header)
		got, err = v.getItem(t, index)
	case *Range:
		got, err = v.getItem(t, index)
	case *Str, *Bytes, *ByteArray:
		got, err = textGetItem(t, v, index)
	default:
		return nil, false, nil
	}
	return got, true, err
}

// SetItem is v[index] = x.
func SetItem(t *Thread, v, index, x Value) error {
	if err := unknownItem(v, index); err != nil {
		return err
	}
	if usesNative(v, "__setitem__") {
		switch v := v.(type) {
		case *List:
			return v.setItem(t, index, x)
		case *Dict:
			t.Touch(&v.Header)
			return v.Set(t, index, x)
		}
	}
	if _, ok, err := CallSpecial(t, v, "__setitem__", index, x); ok {
		return err
	}
	return TypeErrorf("'%s' object does not support item assignment", v.Type().Name)
}

// DelItem is del v[index].
func DelItem(t *Thread, v, index Value) error {
	if err := unknownItem(v, index); err != nil {
		return err
	}
	if usesNative(v, "__delitem__") {
		switch v := v.(type) {
		case *List:
			return v.delItem(t, index)
		case *Dict:
			return v.delItem(t, index)
		}
	}
	if _, ok, err := CallSpecial(t, v, "__delitem__", index); ok {
		return err
	}
	// CPython words it differently when a sequence is asked by a number.
	if c := v.Type(); c.Heap || isSequenceType(c) {
		if _, ok := index.Type().Lookup("__index__"); ok || IsInt(index) {
			return TypeErrorf("'%s' object doesn't support item deletion", c.Name)
		}
	}
	return TypeErrorf("'%s' object does not support item deletion", v.Type().Name)
}

func isSequenceType(c *Type) bool {
	switch c {
	case TupleType, StrType, BytesType, RangeType, SetType, FrozenSetType, dictKeysType, dictItemsType, dictValuesType:
		return true
	}
	return false
}

func nanComplex(c Complex) bool {
	return math.IsNaN(real(complex128(c))) || math.IsNaN(imag(complex128(c)))
}
