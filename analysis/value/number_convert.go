package value

import "math/big"

// AsDouble converts an argument that must be a real number to a float: floats,
// and objects with __float__ or __index__.
func AsDouble(t *Thread, v Value) (float64, error) {
	switch v := v.(type) {
	case Float:
		return float64(v), nil
	case Int:
		return float64(v), nil
	}
	f, ok, err := floatSpecial(t, v)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("must be real number, not %s", v.Type().Name)
	}
	return f, nil
}

// floatSpecial converts by the class's __float__ or __index__; ok is false if
// it has neither.
func floatSpecial(t *Thread, v Value) (f float64, ok bool, err error) {
	if !v.Type().Heap {
		switch kindOf(v) {
		case kindInt, kindFloat:
			f, err := toFloat(v)
			return f, true, err
		}
	}
	got, ok, err := CallSpecial(t, v, "__float__")
	if err != nil {
		return 0, ok, err
	}
	if ok {
		f, isFloat := AsFloat(got)
		if !isFloat {
			if err := firstUnknown(got); err != nil {
				return 0, true, err
			}
			return 0, true, TypeErrorf("%s.__float__ returned non-float (type %s)", v.Type().Name, got.Type().Name)
		}
		return f, true, nil
	}
	n, ok, err := asIndex(t, v)
	if err != nil || !ok {
		return 0, ok, err
	}
	f, err = BigToFloat(n)
	return f, true, err
}

// intSpecial converts a number to an int by truncating it: int(v) of an object
// that is not text. ok is false if the class does not tell how.
func intSpecial(t *Thread, v Value) (n Value, ok bool, err error) {
	if !v.Type().Heap {
		switch kindOf(v) {
		case kindInt:
			return plainInt(v), true, nil
		case kindFloat:
			f, _ := AsFloat(v)
			n, err := FloatToInt(f)
			return n, true, err
		}
	}
	got, ok, err := CallSpecial(t, v, "__int__")
	if err != nil {
		return nil, ok, err
	}
	if ok {
		if !IsInt(got) {
			if err := firstUnknown(got); err != nil {
				return nil, true, err
			}
			return nil, true, TypeErrorf("__int__ returned non-int (type %s)", got.Type().Name)
		}
		return plainInt(got), true, nil
	}
	big, ok, err := asIndex(t, v)
	if err != nil {
		return nil, ok, err
	}
	if ok {
		return MakeInt(big), true, nil
	}
	got, ok, err = CallSpecial(t, v, "__trunc__")
	if err != nil || !ok {
		return nil, ok, err
	}
	if IsInt(got) {
		return plainInt(got), true, nil
	}
	big, ok, err = asIndex(t, got)
	if err != nil {
		return nil, true, err
	}
	if !ok {
		return nil, true, TypeErrorf("__trunc__ returned non-Integral (type %s)", got.Type().Name)
	}
	return MakeInt(big), true, nil
}

// plainInt returns the number of an int as an int of no other class.
func plainInt(v Value) Value {
	switch v := v.(type) {
	case Int:
		return v
	case *BigInt:
		if v.ext == nil {
			return v
		}
	}
	n, _ := AsBig(v)
	return MakeInt(new(big.Int).Set(n))
}
