package value

import "cmp"

// Equal is "a == b" as a bool.
func Equal(t *Thread, a, b Value) (bool, error) {
	if got, ok := equalFast(a, b); ok {
		return got, nil
	}
	got, err := Compare(t, CmpEq, a, b)
	if err != nil {
		return false, err
	}
	return Truth(t, got)
}

// equalFast decides what needs no thread.
func equalFast(a, b Value) (equal, ok bool) {
	switch x := a.(type) {
	case Int:
		if y, ok := b.(Int); ok {
			return x == y, true
		}
	case *Str:
		if y, ok := b.(*Str); ok && x.ext == nil && y.ext == nil {
			return x.s == y.s, true
		}
	case Bool:
		if y, ok := b.(Bool); ok {
			return x == y, true
		}
	}
	return false, false
}

// Less is "a < b" as a bool.
func Less(t *Thread, a, b Value) (bool, error) {
	switch x := a.(type) {
	case Int:
		if y, ok := b.(Int); ok {
			return x < y, nil
		}
	case Float:
		if y, ok := b.(Float); ok {
			return x < y, nil
		}
	case *Str:
		if y, ok := b.(*Str); ok && x.ext == nil && y.ext == nil {
			return compareText(x.s, y.s) < 0, nil
		}
	}
	got, err := Compare(t, CmpLt, a, b)
	if err != nil {
		return false, err
	}
	return Truth(t, got)
}

// Compare is "a op b" for a comparison by order or equality.
func Compare(t *Thread, op CmpOp, a, b Value) (Value, error) {
	if x, ok := a.(Int); ok {
		if y, ok := b.(Int); ok {
			return orderResult(op, cmp.Compare(x, y)), t.Step(1)
		}
	}
	if err := firstUnknown(a, b); err != nil {
		if eq, ok := standsEqual(a, b); ok && op <= CmpNe {
			return Bool(eq == (op == CmpEq)), nil
		}
		return nil, err
	}
	if err := t.Step(1); err != nil {
		return nil, err
	}
	ta, tb := a.Type(), b.Type()
	if ta.core() && tb.core() {
		got, err := compareNative(t, op, a, b)
		if got != NotImplemented || err != nil {
			return got, err
		}
	}
	if err := t.enter(" in comparison"); err != nil {
		return nil, err
	}
	defer t.leave()
	swappedFirst := ta != tb && tb.IsSubtype(ta)
	if swappedFirst {
		got, err := compareMethod(t, swapped[op], b, a)
		if got != NotImplemented || err != nil {
			return got, err
		}
	}
	got, err := compareMethod(t, op, a, b)
	if got != NotImplemented || err != nil {
		return got, err
	}
	if !swappedFirst {
		got, err := compareMethod(t, swapped[op], b, a)
		if got != NotImplemented || err != nil {
			return got, err
		}
	}
	switch op {
	case CmpEq, CmpNe:
		same, err := sameObject(a, b)
		if err != nil {
			return nil, err
		}
		return Bool(same == (op == CmpEq)), nil
	}
	return nil, TypeErrorf("'%s' not supported between instances of '%s' and '%s'", cmpText[op], ta.Name, tb.Name)
}

// sameObject is the identity that == falls back on. Values whose identity is
// not tracked have an == of their own, so only objects get here.
func sameObject(a, b Value) (bool, error) { return a == b, nil }

// compareMethod calls the method of a's class for op; the result is
// NotImplemented if it has none.
func compareMethod(t *Thread, op CmpOp, a, b Value) (Value, error) {
	h, where, ok := a.Type().LookupWhere(cmpMethod[op])
	if op == CmpNe && (!ok || where == ObjectType) {
		// object.__ne__ inverts __eq__.
		got, err := compareMethod(t, CmpEq, a, b)
		if err != nil || got == NotImplemented {
			return got, err
		}
		eq, err := Truth(t, got)
		return Bool(!eq), err
	}
	if !ok || where == ObjectType {
		return NotImplemented, nil
	}
	if native, ok := h.(*Builtin); ok && where.core() && native.Owner == where {
		got, err := compareNative(t, op, a, b)
		if got != NotImplemented || err != nil {
			return got, err
		}
	}
	if h == None {
		return nil, TypeErrorf("'NoneType' object is not callable")
	}
	return callSpecial(t, h, a, b)
}

// compareNative compares values of built-in classes and of classes derived
// from them, whatever these override. The result is NotImplemented where the
// two do not compare.
func compareNative(t *Thread, op CmpOp, a, b Value) (Value, error) {
	if order, unordered, ok := numberCompare(a, b); ok {
		if op > CmpNe && (isComplex(a) || isComplex(b)) {
			return NotImplemented, nil
		}
		if unordered {
			return Bool(op == CmpNe), nil
		}
		return orderResult(op, order), nil
	}
	switch x := a.(type) {
	case *Str:
		if y, ok := b.(*Str); ok {
			return orderResult(op, compareText(x.s, y.s)), nil
		}
	case *Bytes, *ByteArray:
		if y, ok := bytesOf(t, b); ok {
			z, _ := bytesOf(t, a)
			return orderResult(op, compareText(z, y)), nil
		}
	case *List:
		if y, ok := b.(*List); ok {
			t.Reading(&x.Header)
			t.Reading(&y.Header)
			return compareSequences(t, op, &x.Elems, &y.Elems)
		}
	case *Tuple:
		if y, ok := b.(*Tuple); ok {
			return compareSequences(t, op, &x.Elems, &y.Elems)
		}
	case *Dict:
		if y, ok := b.(*Dict); ok && (op == CmpEq || op == CmpNe) {
			eq, err := x.equal(t, y)
			if err != nil {
				return nil, err
			}
			return Bool(eq == (op == CmpEq)), nil
		}
	case *Set:
		if y, ok := b.(*Set); ok {
			return x.compare(t, op, y)
		}
	case *dictView:
		return x.compare(t, op, b)
	case *Range:
		if y, ok := b.(*Range); ok && (op == CmpEq || op == CmpNe) {
			return Bool(x.equal(y) == (op == CmpEq)), nil
		}
	case *Slice:
		if y, ok := b.(*Slice); ok {
			if x == y {
				return orderResult(op, 0), nil
			}
			xs, ys := []Value{x.Start, x.Stop, x.Step}, []Value{y.Start, y.Stop, y.Step}
			return compareSequences(t, op, &xs, &ys)
		}
	}
	return NotImplemented, nil
}

func isComplex(v Value) bool {
	switch v := v.(type) {
	case Complex:
		return true
	case *Instance:
		_, ok := v.Payload.(Complex)
		return ok
	}
	return false
}

// bytesOf returns the content of a bytes-like object.
func bytesOf(t *Thread, v Value) (string, bool) {
	switch v := v.(type) {
	case *Bytes:
		return v.B, true
	case *ByteArray:
		t.Reading(&v.Header)
		return string(v.B), true
	}
	return "", false
}

// compareText orders by bytes, which for UTF-8 (and WTF-8) is the order of the
// code points.
func compareText(a, b string) int {
	switch {
	case a == b:
		return 0
	case a < b:
		return -1
	}
	return 1
}

func orderResult(op CmpOp, order int) Value {
	switch op {
	case CmpEq:
		return Bool(order == 0)
	case CmpNe:
		return Bool(order != 0)
	case CmpLt:
		return Bool(order < 0)
	case CmpLe:
		return Bool(order <= 0)
	case CmpGt:
		return Bool(order > 0)
	}
	return Bool(order >= 0)
}

// compareSequences compares item by item; a comparison may change the
// sequences, which is why it takes pointers.
func compareSequences(t *Thread, op CmpOp, a, b *[]Value) (Value, error) {
	if len(*a) != len(*b) && (op == CmpEq || op == CmpNe) {
		return Bool(op == CmpNe), nil
	}
	if err := t.enter(" in comparison"); err != nil {
		return nil, err
	}
	defer t.leave()
	i := 0
	for ; i < len(*a) && i < len(*b); i++ {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		eq, err := sameItem(t, (*a)[i], (*b)[i])
		if err != nil {
			return nil, err
		}
		if !eq {
			break
		}
	}
	if i >= len(*a) || i >= len(*b) {
		return orderResult(op, len(*a)-len(*b)), nil
	}
	switch op {
	case CmpEq:
		return False, nil
	case CmpNe:
		return True, nil
	}
	return Compare(t, op, (*a)[i], (*b)[i])
}

func (d *Dict) equal(t *Thread, o *Dict) (bool, error) {
	t.Reading(&d.Header)
	t.Reading(&o.Header)
	if d.live != o.live {
		return false, nil
	}
	if err := t.enter(" in comparison"); err != nil {
		return false, err
	}
	defer t.leave()
	for i := 0; ; {
		if err := t.Step(1); err != nil {
			return false, err
		}
		k, v, next, ok := d.Next(i)
		if !ok {
			return true, nil
		}
		h := d.entries[next-1].hash
		i = next
		at, err := o.find(t, k, h)
		if err != nil || at < 0 {
			return false, err
		}
		eq, err := sameItem(t, v, o.entries[at].value)
		if err != nil || !eq {
			return false, err
		}
	}
}
