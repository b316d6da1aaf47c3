package value

import (
	"hash/maphash"
	"math/bits"
)

// Hashes. Dicts and sets need a hash that agrees with ==; hash(v) and the order
// of a set need CPython's own. Both come from one computation, done as CPython
// does it, with a fixed seed in place of its random one and with surrogates for
// addresses; it tells whether the result is CPython's in every run.

// Hash is the hash of v by which dicts and sets keep it.
func Hash(t *Thread, v Value) (uint64, error) {
	switch v := v.(type) {
	case Int:
		return uint64(hashInt64(int64(v))), nil
	case *Str:
		if v.ext == nil {
			return HashString(v.s), nil
		}
	}
	h, _, err := hashValue(t, v)
	return uint64(h), err
}

// PyHash is hash(v); it is an *UnknownError where the hash is another one in
// every run.
func PyHash(t *Thread, v Value) (int64, error) {
	h, determined, err := hashValue(t, v)
	if err != nil {
		return 0, err
	}
	if !determined {
		return 0, Unknownf("the hash of class %s differs from run to run", v.Type().Name)
	}
	return h, nil
}

// identitySeed makes surrogates for addresses.
var identitySeed = maphash.MakeSeed()

func hashIdentity(v Value) int64 { return int64(maphash.Comparable(identitySeed, v)) }

// hashValue returns v's hash, and whether it is the same in every run.
func hashValue(t *Thread, v Value) (h int64, determined bool, err error) {
	switch v := v.(type) {
	case Int:
		return hashInt64(int64(v)), true, nil
	case *Unknown:
		if v.Stand != nil {
			h, _ := numberHash(v.Stand)
			return h, false, nil
		}
		return 0, false, &UnknownError{Reason: v.Reason}
	case Float:
		if v != v {
			return 0, false, nil // the hash of a NaN is its address
		}
	}
	c := v.Type()
	if !c.Heap {
		return hashNative(t, v)
	}
	m, where, ok := c.LookupWhere("__hash__")
	switch {
	case !ok || where == ObjectType:
		return hashIdentity(v), false, nil
	case m == None:
		return 0, false, unhashable(v)
	case !where.Heap:
		if b, ok := m.(*Builtin); ok && b.Owner == where {
			return hashNative(t, v)
		}
	}
	got, seeded, err := t.callHash(m, v)
	if err != nil {
		return 0, false, err
	}
	n, ok := AsBig(got)
	if !ok {
		if err := firstUnknown(got); err != nil {
			return 0, false, err
		}
		return 0, false, TypeErrorf("__hash__ method should return an integer")
	}
	if n.IsInt64() {
		return fixHash(n.Int64()), !seeded, nil
	}
	h, _ = numberHash(got)
	return fixHash(h), !seeded, nil
}

// callHash calls a __hash__ method of the program on behalf of a dict or set;
// seeded tells that the result is another one in every run.
func (t *Thread) callHash(method, v Value) (got Value, seeded bool, err error) {
	if t.Hashing > 0 {
		return t.callSeeded(method, v)
	}
	mutations := t.Mutations
	got, err = callSpecial(t, method, v)
	switch u, ok := got.(*Unknown); {
	case ok && u.Stand != nil:
		return u.Stand, true, nil
	case err == nil && !ok:
		return got, false, nil
	}
	if e, ok := err.(*UnknownError); err != nil && (!ok || e.Halt) || t.Mutations != mutations {
		return got, false, err
	}
	// The method does more with a hash than arithmetic.
	return t.callSeeded(method, v)
}

// callSeeded calls a __hash__ method in which hash() of what has another hash
// in every run gives a surrogate int, as good as any for finding keys. Nothing
// else may depend on it, so a method that also changes an object is unknown.
func (t *Thread) callSeeded(method, v Value) (got Value, seeded bool, err error) {
	outer, mutations := t.seeded, t.Mutations
	t.seeded = false
	t.Hashing++
	got, err = callSpecial(t, method, v)
	t.Hashing--
	seeded, t.seeded = t.seeded, outer || t.seeded
	if t.Hashing == 0 {
		t.seeded = false
	}
	if seeded && (err != nil || t.Mutations != mutations) {
		return nil, false, &UnknownError{Reason: "a hash that differs from run to run", Halt: true}
	}
	return got, seeded, err
}

// fixHash keeps -1 free, which means an error in C.
func fixHash(h int64) int64 {
	if h == -1 {
		return -2
	}
	return h
}

func unhashable(v Value) error { return TypeErrorf("unhashable type: '%s'", v.Type().Name) }

// hashNative is the hash of a value as its built-in class computes it.
func hashNative(t *Thread, v Value) (h int64, determined bool, err error) {
	if h, ok := numberHash(v); ok {
		return h, true, nil
	}
	switch v := v.(type) {
	case *Str:
		return int64(HashString(v.s)), v.s == "", nil
	case *Bytes:
		return int64(HashString(v.B)), v.B == "", nil
	case *Tuple:
		return hashTuple(t, v.Elems)
	case *Set:
		if !v.Frozen {
			return 0, false, unhashable(v)
		}
		h, determined = v.hash()
		return h, determined, nil
	case *Range:
		return v.hash(t)
	case *List, *Dict, *ByteArray, *Slice:
		return 0, false, unhashable(v)
	case *dictView:
		if v.kind != dictValues {
			return 0, false, unhashable(v)
		}
	case *Method:
		if h, _, err = hashValue(t, v.Func); err != nil {
			return 0, false, err
		}
		return h, false, nil
	case *Builtin:
		return int64(HashString(v.Name)), false, nil
	case *GenericAlias:
		return int64(HashString("[]")), false, nil
	case *Union:
		return int64(HashString("|")), false, nil
	}
	m, where, ok := v.Type().LookupWhere("__hash__")
	if !ok || where == ObjectType {
		return hashIdentity(v), false, nil
	}
	if m == None {
		return 0, false, unhashable(v)
	}
	got, err := callSpecial(t, m, v)
	if err != nil {
		return 0, false, err
	}
	determined = true
	if u, ok := got.(*Unknown); ok && u.Stand != nil {
		got, determined = u.Stand, false
	}
	n, isInt := AsInt(got)
	if !isInt {
		return hashIdentity(v), false, nil
	}
	return n, determined, nil
}

// hashTuple combines the hashes of a tuple's items (xxHash's rounds).
func hashTuple(t *Thread, elems []Value) (h int64, determined bool, err error) {
	const (
		prime1 = 11400714785074694791
		prime2 = 14029467366897019727
		prime5 = 2870177450012600261
	)
	if t.enter("") != nil {
		return 0, false, Unknownf("how deep tuples may be nested to be hashed") // CPython sets no limit
	}
	defer t.leave()
	acc := uint64(prime5)
	determined = true
	for _, e := range elems {
		if err := t.Step(1); err != nil {
			return 0, false, err
		}
		lane, det, err := hashValue(t, e)
		if err != nil {
			return 0, false, err
		}
		determined = determined && det
		acc += uint64(lane) * prime2
		acc = bits.RotateLeft64(acc, 31) * prime1
	}
	acc += uint64(len(elems)) ^ (prime5 ^ 3527539)
	if acc == ^uint64(0) {
		return 1546275796, determined, nil
	}
	return int64(acc), determined, nil
}

// hashResult is the value of hash(v).
func hashResult(t *Thread, v Value, h int64, determined bool) Value {
	if determined {
		return Int(h)
	}
	if t.Hashing > 0 {
		t.seeded = true
		return Int(h)
	}
	return &Unknown{Reason: "the hash of class " + v.Type().Name + " differs from run to run", Stand: Int(h), Kind: IntType}
}

// standIn computes "a op b" where one operand is the result of hash() or id()
// and the other such a result or an int, as __hash__ methods do; nil: neither.
func standIn(t *Thread, op Op, a, b Value) Value {
	x, okA := a.(*Unknown)
	y, okB := b.(*Unknown)
	reason := ""
	if okA {
		a, reason = x.Stand, x.Reason
	}
	if okB {
		b, reason = y.Stand, y.Reason
	}
	if a == nil || b == nil || !IsInt(a) || !IsInt(b) {
		return nil
	}
	got, err := numberBinary(t, op, a, b)
	if err != nil || got == nil || !IsInt(got) {
		return nil
	}
	return &Unknown{Reason: reason, Stand: got, Kind: IntType}
}

// standsEqual reports whether two results of hash() or id() are equal; ok is
// false for other values. That unequal objects have equal hashes by chance is
// left out of account.
func standsEqual(a, b Value) (equal, ok bool) {
	x, okA := a.(*Unknown)
	y, okB := b.(*Unknown)
	if !okA || !okB || x.Stand == nil || y.Stand == nil {
		return false, false
	}
	return sameInt(x.Stand, y.Stand), true
}

// unknownKey returns the error that using v as a key gives if it is unknown.
func unknownKey(v Value) error {
	if u, ok := v.(*Unknown); ok && u.Stand == nil {
		return &UnknownError{Reason: u.Reason}
	}
	return nil
}
