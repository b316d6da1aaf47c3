package value

// defNumber adds the special methods that all numeric classes have. kinds is
// the highest kind of number that the class's operators accept.
func defNumber(c *Type, accepts numberKind, ops ...Op) {
	for _, op := range ops {
		defNumberOp(c, op, accepts)
	}
	for op, name := range cmpMethod {
		op := CmpOp(op)
		if accepts == kindComplex && op > CmpNe {
			// complex has these too, and they decline.
			c.Def(name+"(self, value, /)", func(t *Thread, a []Value) (Value, error) { return NotImplemented, nil })
			continue
		}
		c.Def(name+"(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			if kindOf(a[1]) == notNumber || kindOf(a[1]) > accepts {
				return NotImplemented, firstUnknown(a[1])
			}
			return compareNative(t, op, a[0], a[1])
		})
	}
	c.Def("__hash__(self, /)", func(t *Thread, a []Value) (Value, error) {
		h, ok := numberHash(a[0])
		if !ok {
			return nil, Unknownf("the hash of a NaN rests on its address")
		}
		return Int(h), nil
	})
	c.Def("__bool__(self, /)", func(t *Thread, a []Value) (Value, error) { return Bool(numberBool(a[0])), nil })
	c.Def("__neg__(self, /)", func(t *Thread, a []Value) (Value, error) { return numberUnary(UnaryNeg, a[0]), nil })
	c.Def("__pos__(self, /)", func(t *Thread, a []Value) (Value, error) { return numberUnary(UnaryPos, a[0]), nil })
	c.Def("__abs__(self, /)", func(t *Thread, a []Value) (Value, error) { return numberAbs(a[0]) })
	c.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) { return numberRepr(t, a[0]) })
	c.Def("__format__(self, format_spec, /)", func(t *Thread, a []Value) (Value, error) {
		spec, err := formatArgument(a[1])
		if err != nil {
			return nil, err
		}
		s, err := formatNumber(t, a[0], spec)
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
}

func formatArgument(v Value) (string, error) {
	if s, ok := v.(*Str); ok {
		return s.s, nil
	}
	if err := firstUnknown(v); err != nil {
		return "", err
	}
	return "", TypeErrorf("__format__() argument must be str, not %s", v.Type().Name)
}

// defNumberOp adds __op__ and __rop__. The class declines numbers of a higher
// kind, whose own class then has its turn.
func defNumberOp(c *Type, op Op, accepts numberKind) {
	do := func(t *Thread, x, y, other Value) (Value, error) {
		if k := kindOf(other); k == notNumber || k > accepts {
			return NotImplemented, firstUnknown(other)
		}
		got, err := numberBinary(t, op, x, y)
		if got == nil && err == nil {
			return NotImplemented, nil
		}
		return got, err
	}
	name := opMethod[op]
	if op == OpPow {
		c.Def("__pow__(self, value, mod=None, /)", func(t *Thread, a []Value) (Value, error) {
			if a[2] != None {
				return powMod(t, a[0], a[1], a[2])
			}
			return do(t, a[0], a[1], a[1])
		})
		c.Def("__rpow__(self, value, mod=None, /)", func(t *Thread, a []Value) (Value, error) {
			if a[2] != None {
				return powMod(t, a[1], a[0], a[2])
			}
			return do(t, a[1], a[0], a[1])
		})
		return
	}
	c.Def("__"+name+"__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return do(t, a[0], a[1], a[1]) })
	c.Def("__r"+name+"__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return do(t, a[1], a[0], a[1]) })
}

// powMod is pow(a, b, mod) for built-in numbers.
func powMod(t *Thread, a, b, mod Value) (Value, error) {
	if err := firstUnknown(a, b, mod); err != nil {
		return nil, err
	}
	x, okx := AsBig(a)
	y, oky := AsBig(b)
	m, okm := AsBig(mod)
	if okx && oky && okm {
		return intPowMod(t, x, y, m)
	}
	if kindOf(a) == kindComplex || kindOf(b) == kindComplex {
		return nil, ValueErrorf("complex modulo")
	}
	if kindOf(a) == kindFloat || kindOf(b) == kindFloat && okx {
		return nil, TypeErrorf("pow() 3rd argument not allowed unless all arguments are integers")
	}
	return NotImplemented, nil
}

// numberAbs is abs(v).
func numberAbs(v Value) (Value, error) {
	switch kindOf(v) {
	case kindComplex:
		c, _ := AsComplex(v)
		f, err := complexAbs(c)
		return Float(f), err
	case kindFloat:
		f, _ := AsFloat(v)
		if f <= 0 {
			f = 0 - f
		}
		return Float(f), nil
	}
	if n, ok := AsInt(v); ok && n >= 0 {
		return plainInt(v), nil
	}
	n, _ := AsBig(v)
	if n.Sign() < 0 {
		return numberUnary(UnaryNeg, v), nil
	}
	return plainInt(v), nil
}

func numberRepr(t *Thread, v Value) (Value, error) {
	switch kindOf(v) {
	case kindFloat:
		f, _ := AsFloat(v)
		return NewStr(FloatRepr(f)), nil
	case kindComplex:
		c, _ := AsComplex(v)
		return NewStr(ComplexRepr(c)), nil
	}
	if b, ok := v.(Bool); ok {
		if b {
			return NewStr("True"), nil
		}
		return NewStr("False"), nil
	}
	s, err := IntString(t, v)
	if err != nil {
		return nil, err
	}
	return NewStr(s), nil
}
