package value

import "strings"

func init() {
	ComplexType.New = newComplex
	Builtins["complex"] = ComplexType

	defNumber(ComplexType, kindComplex, OpAdd, OpSub, OpMul, OpTrueDiv, OpPow)
	part := func(name string, get func(c complex128) Value) {
		ComplexType.DefAttr(name, func(t *Thread, self Value) (Value, error) {
			c, _ := AsComplex(self)
			return get(c), nil
		})
	}
	part("real", func(c complex128) Value { return Float(real(c)) })
	part("imag", func(c complex128) Value { return Float(imag(c)) })
	ComplexType.Def("conjugate(self, /)", func(t *Thread, a []Value) (Value, error) {
		c, _ := AsComplex(a[0])
		return Complex(complex(real(c), -imag(c))), nil
	})
	ComplexType.Def("__complex__(self, /)", func(t *Thread, a []Value) (Value, error) {
		c, _ := AsComplex(a[0])
		return Complex(c), nil
	})
	ComplexType.Def("__getnewargs__(self, /)", func(t *Thread, a []Value) (Value, error) {
		c, _ := AsComplex(a[0])
		return NewTuple(Float(real(c)), Float(imag(c))), nil
	})
}

// newComplex is complex(real, imag) and complex(text).
func newComplex(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if len(args)+len(kwargs) > 2 {
		return nil, TypeErrorf("complex() takes at most 2 arguments (%d given)", len(args)+len(kwargs))
	}
	parts := make([]Value, 2)
	copy(parts, args)
	for _, k := range kwargs {
		i := 0
		switch k.Name {
		case "real":
		case "imag":
			i = 1
		default:
			return nil, TypeErrorf("'%s' is an invalid keyword argument for complex()", k.Name)
		}
		if parts[i] != nil {
			return nil, TypeErrorf("argument for complex() given by name ('%s') and position (%d)", k.Name, i+1)
		}
		parts[i] = k.Value
	}
	c, err := complexFrom(t, parts[0], parts[1])
	if err != nil {
		return nil, err
	}
	if cls == ComplexType {
		return Complex(c), nil
	}
	o := NewInstance(cls)
	o.Payload = Complex(c)
	return o, nil
}

func complexFrom(t *Thread, re, im Value) (complex128, error) {
	for _, v := range []Value{re, im} {
		if v != nil {
			if err := firstUnknown(v); err != nil {
				return 0, err
			}
		}
	}
	if s, ok := re.(*Str); ok {
		if im != nil {
			return 0, TypeErrorf("complex() can't take second arg if first is a string")
		}
		c, ok := complexFromText(s.s)
		if !ok {
			return 0, ValueErrorf("complex() arg is a malformed string")
		}
		return c, nil
	}
	if _, ok := im.(*Str); ok {
		return 0, TypeErrorf("complex() second arg can't be a string")
	}
	var x, y complex128
	reComplex, imComplex := false, false
	var err error
	if re != nil {
		if x, reComplex, err = complexPart(t, re, true); err != nil {
			return 0, err
		}
	}
	if im != nil {
		if y, imComplex, err = complexPart(t, im, false); err != nil {
			return 0, err
		}
	}
	// complex(x, y) is x + y*1j, without the detours that would lose the sign of
	// a zero.
	r, i := real(x), real(y)
	if imComplex {
		r -= imag(y)
	}
	if reComplex {
		if im == nil {
			i = imag(x)
		} else {
			i += imag(x)
		}
	}
	return complex(r, i), nil
}

func complexPart(t *Thread, v Value, first bool) (c complex128, isComplex bool, err error) {
	if c, ok := AsComplex(v); ok && !v.Type().Heap {
		return c, true, nil
	}
	if first {
		got, ok, err := CallSpecial(t, v, "__complex__")
		if err != nil {
			return 0, false, err
		}
		if ok {
			c, isC := AsComplex(got)
			if !isC {
				return 0, false, TypeErrorf("__complex__ returned non-complex (type %s)", got.Type().Name)
			}
			return c, true, nil
		}
	} else if c, ok := AsComplex(v); ok {
		return c, true, nil
	}
	f, ok, err := floatSpecial(t, v)
	if err != nil {
		return 0, false, err
	}
	if !ok {
		if first {
			return 0, false, TypeErrorf("complex() first argument must be a string or a number, not '%s'", v.Type().Name)
		}
		return 0, false, TypeErrorf("complex() second argument must be a number, not '%s'", v.Type().Name)
	}
	return complex(f, 0), false, nil
}

// complexFromText is complex(text): a real part, an imaginary part with j, or
// both, within parentheses or not.
func complexFromText(text string) (complex128, bool) {
	s, ok := asciiNumber(text)
	if !ok {
		return 0, false
	}
	if strings.IndexByte(s, '_') >= 0 {
		if s, ok = dropUnderscores(s); !ok {
			return 0, false
		}
	}
	s = stripSpace(s)
	if strings.HasPrefix(s, "(") {
		if !strings.HasSuffix(s, ")") {
			return 0, false
		}
		s = stripSpace(s[1 : len(s)-1])
	}
	if s == "" {
		return 0, false
	}
	isJ := func(c byte) bool { return c|0x20 == 'j' }
	if n := floatLen(s); n > 0 {
		z, _ := parseFloat(s[:n])
		s = s[n:]
		switch {
		case s == "":
			return complex(z, 0), true
		case len(s) == 1 && isJ(s[0]):
			return complex(0, z), true
		case s[0] != '+' && s[0] != '-':
			return 0, false
		}
		y, rest := imaginary(s)
		return complex(z, y), len(rest) == 1 && isJ(rest[0])
	}
	y, rest := imaginary(s)
	return complex(0, y), len(rest) == 1 && isJ(rest[0])
}

// imaginary reads a number that may be a sign alone, or nothing.
func imaginary(s string) (y float64, rest string) {
	if n := floatLen(s); n > 0 {
		y, _ = parseFloat(s[:n])
		return y, s[n:]
	}
	switch {
	case strings.HasPrefix(s, "+"):
		return 1, s[1:]
	case strings.HasPrefix(s, "-"):
		return -1, s[1:]
	}
	return 1, s
}
