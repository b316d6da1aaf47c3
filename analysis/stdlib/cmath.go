package stdlib

import (
	"math"

	"augur/analysis/libm"
	"augur/analysis/value"
)

func init() { Register("cmath", loadCmath) }

// complexFunc computes for a finite number; ok is false on a domain error.
type complexFunc func(z complex128) (w complex128, ok bool)

func loadCmath(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("cmath")
	for name, v := range map[string]value.Value{
		"pi": value.Float(math.Pi), "e": value.Float(math.E), "tau": value.Float(2 * math.Pi), "inf": value.Float(math.Inf(1)), "nan": value.Float(math.NaN()),
		"infj": value.Complex(complex(0, math.Inf(1))), "nanj": value.Complex(complex(0, math.NaN())),
	} {
		m.Set(name, v)
	}
	total := func(f func(z complex128) complex128) complexFunc {
		return func(z complex128) (complex128, bool) { return f(z), true }
	}
	for name, f := range map[string]complexFunc{
		"sqrt": total(cSqrt), "exp": total(cExp), "log10": cLog10,
		"sinh": total(cSinh), "cosh": total(cCosh), "tanh": total(cTanh),
		"sin": total(turned(cSinh)), "cos": total(func(z complex128) complex128 { return cCosh(complex(-imag(z), real(z))) }), "tan": total(turned(cTanh)),
		"asinh": total(cAsinh), "acosh": total(cAcosh), "atanh": cAtanh,
		"asin": total(turned(cAsinh)), "acos": total(cAcos),
		"atan": func(z complex128) (complex128, bool) {
			w, ok := cAtanh(complex(-imag(z), real(z)))
			return complex(imag(w), -real(w)), ok
		},
	} {
		m.Def(name+"(z, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			z, err := finiteComplex(t, a[0])
			if err != nil {
				return nil, err
			}
			w, ok := f(z)
			return complexResult(w, ok)
		})
	}
	m.Def("log(z, base=?, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		z, err := finiteComplex(t, a[0])
		if err != nil {
			return nil, err
		}
		w, ok := cLog(z)
		if a[1] == nil || !ok {
			return complexResult(w, ok)
		}
		base, err := finiteComplex(t, a[1])
		if err != nil {
			return nil, err
		}
		den, ok := cLog(base)
		if !ok {
			return nil, errDomain()
		}
		got, err := value.Binary(t, value.OpTrueDiv, value.Complex(w), value.Complex(den))
		if _, zero := value.IsRaised(err, value.ZeroDivisionError); zero {
			return nil, errDomain()
		}
		return got, err
	})
	cmathParts(m)
	return m, nil
}

// anyComplex converts an argument to a complex number.
func anyComplex(t *value.Thread, v value.Value) (complex128, error) {
	if c, ok := v.(value.Complex); ok {
		return complex128(c), nil
	}
	if got, ok, err := value.CallSpecial(t, v, "__complex__"); ok || err != nil {
		if err != nil {
			return 0, err
		}
		c, ok := value.AsComplex(got)
		if !ok {
			return 0, value.TypeErrorf("__complex__ should return a complex object")
		}
		return c, nil
	}
	f, err := value.AsDouble(t, v)
	return complex(f, 0), err
}

// finiteComplex is anyComplex for functions whose special values have no
// model.
func finiteComplex(t *value.Thread, v value.Value) (complex128, error) {
	z, err := anyComplex(t, v)
	if err == nil && !isFinite(z) {
		return 0, value.Unknownf("cmath has no model for infinities and NaNs")
	}
	return z, err
}

func isFinite(z complex128) bool {
	sum := math.Abs(real(z)) / 2
	sum += math.Abs(imag(z)) / 2
	return sum == sum && !math.IsInf(sum, 0)
}

func complexResult(w complex128, ok bool) (value.Value, error) {
	switch {
	case !ok:
		return nil, errDomain()
	case math.IsInf(real(w), 0) || math.IsInf(imag(w), 0):
		return nil, errRange()
	}
	return value.Complex(w), nil
}

func cmathParts(m *value.Module) {
	m.Def("phase(z, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		z, err := anyComplex(t, a[0])
		if err != nil {
			return nil, err
		}
		phi, err := angle(z)
		return value.Float(phi), err
	})
	m.Def("polar(z, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		z, err := anyComplex(t, a[0])
		if err != nil {
			return nil, err
		}
		r := libm.Hypot(real(z), imag(z))
		if math.IsInf(r, 0) && isFinite(z) {
			return nil, errRange()
		}
		phi, err := angle(z)
		return value.NewTuple(value.Float(r), value.Float(phi)), err
	})
	m.Def("rect(r, phi, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		r, err := value.AsDouble(t, a[0])
		if err != nil {
			return nil, err
		}
		phi, err := value.AsDouble(t, a[1])
		if err != nil {
			return nil, err
		}
		if !isFinite(complex(r, phi)) {
			return nil, value.Unknownf("cmath has no model for infinities and NaNs")
		}
		if phi == 0 {
			return value.Complex(complex(r, float64(r*phi))), nil
		}
		return value.Complex(complex(float64(r*libm.Cos(phi)), float64(r*libm.Sin(phi)))), nil
	})
	for name, f := range map[string]func(z complex128) bool{
		"isfinite": func(z complex128) bool {
			return !math.IsInf(real(z), 0) && !math.IsInf(imag(z), 0) && real(z) == real(z) && imag(z) == imag(z)
		},
		"isinf": func(z complex128) bool { return math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) },
		"isnan": func(z complex128) bool { return real(z) != real(z) || imag(z) != imag(z) },
	} {
		m.Def(name+"(z, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			z, err := anyComplex(t, a[0])
			return value.Bool(f(z)), err
		})
	}
	m.Def("isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, err := anyComplex(t, a[0])
		if err != nil {
			return nil, err
		}
		y, err := anyComplex(t, a[1])
		if err != nil {
			return nil, err
		}
		rel, err := value.AsDouble(t, a[2])
		if err != nil {
			return nil, err
		}
		abs, err := value.AsDouble(t, a[3])
		if err != nil {
			return nil, err
		}
		size := func(z complex128) float64 { return libm.Hypot(real(z), imag(z)) }
		inf := func(z complex128) bool { return math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) }
		switch {
		case rel < 0 || abs < 0:
			return nil, value.ValueErrorf("tolerances must be non-negative")
		case x == y:
			return value.True, nil
		case inf(x) || inf(y):
			return value.False, nil
		}
		diff := size(x - y)
		return value.Bool(diff <= float64(rel*size(y)) || diff <= float64(rel*size(x)) || diff <= abs), nil
	})
}

// angle is the phase of z. The C library reports one that is too small for a
// float as an error, or does not.
func angle(z complex128) (float64, error) {
	phi := libm.Atan2(imag(z), real(z))
	if math.Abs(phi) < smallestNormal && imag(z) != 0 {
		return 0, value.Unknownf("a phase too small for a float depends on the C library")
	}
	return phi, nil
}

// Bounds at which formulas are replaced by others that do not overflow.
const (
	largeDouble    = math.MaxFloat64 / 4
	smallestNormal = 2.2250738585072014e-308
)

var (
	logLargeDouble  = libm.Log(largeDouble)
	sqrtLargeDouble = math.Sqrt(largeDouble)
	sqrtSmallest    = math.Sqrt(smallestNormal)
)

// turned computes f of z turned by a quarter, and turns the result back.
func turned(f func(z complex128) complex128) func(z complex128) complex128 {
	return func(z complex128) complex128 {
		w := f(complex(-imag(z), real(z)))
		return complex(imag(w), -real(w))
	}
}

func cSqrt(z complex128) complex128 {
	if z == 0 {
		return complex(0, imag(z))
	}
	x, y := math.Abs(real(z)), math.Abs(imag(z))
	s := 0.0
	if x < smallestNormal && y < smallestNormal {
		const up, down = 53, -27
		x = math.Ldexp(x, up)
		s = math.Ldexp(math.Sqrt(x+libm.Hypot(x, math.Ldexp(y, up))), down)
	} else {
		x /= 8
		s = 2 * math.Sqrt(x+libm.Hypot(x, y/8))
	}
	d := y / (2 * s)
	if real(z) >= 0 {
		return complex(s, math.Copysign(d, imag(z)))
	}
	return complex(d, math.Copysign(s, imag(z)))
}

func cExp(z complex128) complex128 {
	if real(z) > logLargeDouble {
		l := libm.Exp(real(z) - 1)
		return complex(l*libm.Cos(imag(z))*math.E, l*libm.Sin(imag(z))*math.E)
	}
	l := libm.Exp(real(z))
	return complex(l*libm.Cos(imag(z)), l*libm.Sin(imag(z)))
}

func cLog(z complex128) (complex128, bool) {
	x, y := math.Abs(real(z)), math.Abs(imag(z))
	r := 0.0
	switch {
	case x > largeDouble || y > largeDouble:
		r = libm.Log(libm.Hypot(x/2, y/2)) + math.Ln2
	case x < smallestNormal && y < smallestNormal:
		if x == 0 && y == 0 {
			return 0, false
		}
		r = libm.Log(libm.Hypot(math.Ldexp(x, 53), math.Ldexp(y, 53))) - 53*math.Ln2
	default:
		h := libm.Hypot(x, y)
		if 0.71 <= h && h <= 1.73 {
			high, low := max(x, y), min(x, y)
			r = mathLog1p(float64((high-1)*(high+1))+float64(low*low)) / 2
		} else {
			r = libm.Log(h)
		}
	}
	return complex(r, libm.Atan2(imag(z), real(z))), true
}

func cLog10(z complex128) (complex128, bool) {
	w, ok := cLog(z)
	return complex(real(w)/math.Ln10, imag(w)/math.Ln10), ok
}

func cCosh(z complex128) complex128 {
	if math.Abs(real(z)) > logLargeDouble {
		x := real(z) - math.Copysign(1, real(z))
		return complex(libm.Cos(imag(z))*libm.Cosh(x)*math.E, libm.Sin(imag(z))*libm.Sinh(x)*math.E)
	}
	return complex(libm.Cos(imag(z))*libm.Cosh(real(z)), libm.Sin(imag(z))*libm.Sinh(real(z)))
}

func cSinh(z complex128) complex128 {
	if math.Abs(real(z)) > logLargeDouble {
		x := real(z) - math.Copysign(1, real(z))
		return complex(libm.Cos(imag(z))*libm.Sinh(x)*math.E, libm.Sin(imag(z))*libm.Cosh(x)*math.E)
	}
	return complex(libm.Cos(imag(z))*libm.Sinh(real(z)), libm.Sin(imag(z))*libm.Cosh(real(z)))
}

func cTanh(z complex128) complex128 {
	if math.Abs(real(z)) > logLargeDouble {
		return complex(math.Copysign(1, real(z)), 4*libm.Sin(imag(z))*libm.Cos(imag(z))*libm.Exp(-2*math.Abs(real(z))))
	}
	tx, ty := libm.Tanh(real(z)), libm.Tan(imag(z))
	cx := 1 / libm.Cosh(real(z))
	product := tx * ty
	denom := 1 + float64(product*product)
	return complex(tx*(1+float64(ty*ty))/denom, ty/denom*cx*cx)
}

func cAcos(z complex128) complex128 {
	if math.Abs(real(z)) > largeDouble || math.Abs(imag(z)) > largeDouble {
		size := libm.Log(libm.Hypot(real(z)/2, imag(z)/2)) + math.Ln2*2
		if real(z) < 0 {
			return complex(libm.Atan2(math.Abs(imag(z)), real(z)), -math.Copysign(size, imag(z)))
		}
		return complex(libm.Atan2(math.Abs(imag(z)), real(z)), math.Copysign(size, -imag(z)))
	}
	s1 := cSqrt(complex(1-real(z), -imag(z)))
	s2 := cSqrt(complex(1+real(z), imag(z)))
	return complex(2*libm.Atan2(real(s1), real(s2)), libm.Asinh(float64(real(s2)*imag(s1))-float64(imag(s2)*real(s1))))
}

func cAcosh(z complex128) complex128 {
	if math.Abs(real(z)) > largeDouble || math.Abs(imag(z)) > largeDouble {
		return complex(libm.Log(libm.Hypot(real(z)/2, imag(z)/2))+math.Ln2*2, libm.Atan2(imag(z), real(z)))
	}
	s1 := cSqrt(complex(real(z)-1, imag(z)))
	s2 := cSqrt(complex(real(z)+1, imag(z)))
	return complex(libm.Asinh(float64(real(s1)*real(s2))+float64(imag(s1)*imag(s2))), 2*libm.Atan2(imag(s1), real(s2)))
}

func cAsinh(z complex128) complex128 {
	if math.Abs(real(z)) > largeDouble || math.Abs(imag(z)) > largeDouble {
		size := libm.Log(libm.Hypot(real(z)/2, imag(z)/2)) + math.Ln2*2
		r := math.Copysign(size, real(z))
		if !(imag(z) >= 0) {
			r = -math.Copysign(size, -real(z))
		}
		return complex(r, libm.Atan2(imag(z), math.Abs(real(z))))
	}
	s1 := cSqrt(complex(1+imag(z), -real(z)))
	s2 := cSqrt(complex(1-imag(z), real(z)))
	return complex(
		libm.Asinh(float64(real(s1)*imag(s2))-float64(real(s2)*imag(s1))),
		libm.Atan2(imag(z), float64(real(s1)*real(s2))-float64(imag(s1)*imag(s2))))
}

func cAtanh(z complex128) (complex128, bool) {
	if math.Signbit(real(z)) {
		w, ok := cAtanh(-z)
		return -w, ok
	}
	x, y := real(z), math.Abs(imag(z))
	switch {
	case x > sqrtLargeDouble || y > sqrtLargeDouble:
		h := libm.Hypot(x/2, imag(z)/2)
		return complex(x/4/h/h, -math.Copysign(math.Pi/2, -imag(z))), true
	case x == 1 && y < sqrtSmallest:
		if y == 0 {
			return 0, false
		}
		return complex(-libm.Log(math.Sqrt(y)/math.Sqrt(libm.Hypot(y, 2))), math.Copysign(libm.Atan2(2, -y)/2, imag(z))), true
	}
	return complex(
		mathLog1p(4*x/(float64((1-x)*(1-x))+float64(y*y)))/4,
		-libm.Atan2(-2*imag(z), float64((1-x)*(1+x))-float64(y*y))/2), true
}
