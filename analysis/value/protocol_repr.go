package value

import "strings"

// recursionCap bounds the depth of native recursion when the thread sets no
// limit of its own, so that Go's stack cannot overflow.
const recursionCap = 100_000

// enter goes one level deeper in a native operation that recurses into what a
// container holds; leave must follow unless it fails.
func (t *Thread) enter(while string) error {
	limit := t.Limits.Recursion
	if limit <= 0 || limit > recursionCap {
		limit = recursionCap
	}
	if t.Depth >= limit {
		return Raisef(RecursionError, "maximum recursion depth exceeded%s", while)
	}
	if err := t.Step(1); err != nil {
		return err
	}
	t.Depth++
	return nil
}

func (t *Thread) leave() { t.Depth-- }

// Repr is repr(v).
func Repr(t *Thread, v Value) (string, error) {
	switch v := v.(type) {
	case *Unknown:
		return "", &UnknownError{Reason: v.Reason}
	case *Singleton:
		return v.name, nil
	case Bool:
		if v {
			return "True", nil
		}
		return "False", nil
	case Int:
		return IntString(t, v)
	case Float:
		return FloatRepr(float64(v)), nil
	}
	if err := t.enter(" while getting the repr of an object"); err != nil {
		return "", err
	}
	defer t.leave()
	if usesNative(v, "__repr__") {
		if s, ok, err := nativeRepr(t, v); ok {
			return s, err
		}
	}
	return reprSpecial(t, v, "__repr__")
}

// reprSpecial calls __repr__; asked is the method that the program asked for.
func reprSpecial(t *Thread, v Value, asked string) (string, error) {
	got, ok, err := CallSpecial(t, v, "__repr__")
	if err != nil {
		return "", err
	}
	if !ok {
		return "", Unknownf("the repr of class %s holds an address", v.Type().Name)
	}
	s, isStr := got.(*Str)
	if !isStr {
		if err := firstUnknown(got); err != nil {
			return "", err
		}
		return "", TypeErrorf("%s returned non-string (type %s)", asked, got.Type().Name)
	}
	return s.s, nil
}

// Text is str(v).
func Text(t *Thread, v Value) (string, error) {
	s, err := TextValue(t, v)
	if err != nil {
		return "", err
	}
	return s.s, nil
}

// TextValue is Text that keeps the object when v is a str, or when __str__
// returns an instance of a subclass.
func TextValue(t *Thread, v Value) (*Str, error) {
	if s, ok := v.(*Str); ok && s.ext == nil {
		return s, nil
	}
	if err := firstUnknown(v); err != nil {
		return nil, err
	}
	h, where, ok := v.Type().LookupWhere("__str__")
	if !ok || where == ObjectType || h == None {
		str := Repr
		if v.Type().Heap {
			str = func(t *Thread, v Value) (string, error) { return reprSpecial(t, v, "__str__") }
		}
		s, err := str(t, v)
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	}
	if err := t.enter(" while getting the str of an object"); err != nil {
		return nil, err
	}
	defer t.leave()
	got, err := callSpecial(t, h, v)
	if err != nil {
		return nil, err
	}
	s, isStr := got.(*Str)
	if !isStr {
		if err := firstUnknown(got); err != nil {
			return nil, err
		}
		return nil, TypeErrorf("__str__ returned non-string (type %s)", got.Type().Name)
	}
	return s, nil
}

// nativeRepr is the repr of a value of a class that this package implements
// itself; ok is false for others.
func nativeRepr(t *Thread, v Value) (s string, ok bool, err error) {
	switch v := v.(type) {
	case *BigInt:
		s, err = IntString(t, v)
	case *Str:
		if err = chargeRepr(t, v.s); err == nil {
			s = StrRepr(v.s)
		}
	case *Bytes:
		if err = chargeRepr(t, v.B); err == nil {
			s = BytesRepr(v.B)
		}
	case *List:
		t.Reading(&v.Header)
		s, err = reprSequence(t, v, "[", "]", &v.Elems)
	case *Tuple:
		if len(v.Elems) == 1 {
			s, err = reprSequence(t, v, "(", ",)", &v.Elems)
		} else {
			s, err = reprSequence(t, v, "(", ")", &v.Elems)
		}
	case *Dict:
		s, err = v.repr(t)
	case *Set:
		s, err = v.repr(t)
	case *Range:
		s, err = v.repr(t)
	case *dictView:
		s, err = v.repr(t)
	case *Slice:
		tuple := &Tuple{Elems: []Value{v.Start, v.Stop, v.Step}}
		s, err = reprSequence(t, tuple, "slice(", ")", &tuple.Elems)
	default:
		return "", false, nil
	}
	return s, true, err
}

// reprSequence joins the reprs of elems between open and close; self is the
// container that holds them. A container within itself prints as "[...]".
func reprSequence(t *Thread, self Value, open, closing string, elems *[]Value) (string, error) {
	if len(*elems) == 0 {
		return open + closing, nil
	}
	if t.enterRepr(self) {
		return open + "..." + closing[len(closing)-1:], nil
	}
	defer t.leaveRepr()
	var b strings.Builder
	b.WriteString(open)
	for i := 0; i < len(*elems); i++ { // a __repr__ may change the length
		if i > 0 {
			b.WriteString(", ")
		}
		s, err := Repr(t, (*elems)[i])
		if err != nil {
			return "", err
		}
		if err := t.Alloc(len(s) + 2); err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	b.WriteString(closing)
	return b.String(), nil
}

func (d *Dict) repr(t *Thread) (string, error) {
	t.Reading(&d.Header)
	if d.live == 0 {
		return "{}", nil
	}
	if t.enterRepr(d) {
		return "{...}", nil
	}
	defer t.leaveRepr()
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; ; {
		k, v, next, ok := d.Next(i)
		if !ok {
			break
		}
		if b.Len() > 1 {
			b.WriteString(", ")
		}
		i = next
		key, err := Repr(t, k)
		if err != nil {
			return "", err
		}
		val, err := Repr(t, v)
		if err != nil {
			return "", err
		}
		if err := t.Alloc(len(key) + len(val) + 4); err != nil {
			return "", err
		}
		b.WriteString(key)
		b.WriteString(": ")
		b.WriteString(val)
	}
	b.WriteByte('}')
	return b.String(), nil
}

func (s *Set) repr(t *Thread) (string, error) {
	t.Reading(&s.Header)
	name := s.Type().Name
	if s.used == 0 {
		return name + "()", nil
	}
	if t.enterRepr(s) {
		return name + "(...)", nil
	}
	defer t.leaveRepr()
	elems, err := s.Elements(t)
	if err != nil {
		return "", err
	}
	text, err := reprSequence(t, &Tuple{Elems: elems}, "{", "}", &elems)
	if err != nil || name == "set" {
		return text, err
	}
	return name + "(" + text + ")", nil
}
