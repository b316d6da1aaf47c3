package stdlib

import (
	"math"
	"math/big"

	"augur/analysis/libm"
	"augur/analysis/value"
)

func init() { Register("math", loadMath) }

var (
	errDomain = func() error { return value.ValueErrorf("math domain error") }
	errRange  = func() error { return value.Raisef(value.OverflowError, "math range error") }
)

func loadMath(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("math")
	for name, v := range map[string]float64{
		"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN(),
	} {
		m.Set(name, value.Float(v))
	}
	mathFunctions(m)
	mathPowers(m)
	mathParts(m)
	mathRounding(m)
	mathSums(m)
	mathIntegers(m)
	return m, nil
}

// mathFunctions adds the functions of one float that the C library has. A
// result that is not a number is a domain error; one that is infinite is too,
// unless the function can overflow.
func mathFunctions(m *value.Module) {
	for _, f := range []struct {
		name      string
		call      func(x float64) float64
		overflows bool
	}{
		{"acos", libm.Acos, false}, {"acosh", libm.Acosh, false}, {"asin", libm.Asin, false}, {"asinh", libm.Asinh, false},
		{"atan", libm.Atan, false}, {"atanh", libm.Atanh, false}, {"cbrt", libm.Cbrt, false}, {"cos", libm.Cos, false},
		{"cosh", libm.Cosh, true}, {"exp", libm.Exp, true}, {"exp2", libm.Exp2, true}, {"expm1", libm.Expm1, true},
		{"fabs", math.Abs, false}, {"log1p", mathLog1p, false}, {"sin", libm.Sin, false}, {"sinh", libm.Sinh, true},
		{"sqrt", math.Sqrt, false}, {"tan", libm.Tan, false}, {"tanh", libm.Tanh, false}, {"erf", libm.Erf, false}, {"erfc", libm.Erfc, false},
	} {
		floatFunction(m, f.name, func(x float64) (float64, error) {
			r := f.call(x)
			switch {
			case r != r && x == x:
				return 0, errDomain()
			case math.IsInf(r, 0) && !math.IsInf(x, 0) && x == x:
				if f.overflows {
					return 0, errRange()
				}
				return 0, errDomain()
			}
			return r, nil
		})
	}
	floatFunction(m, "gamma", mathGamma)
	floatFunction(m, "lgamma", mathLgamma)
	floatFunction(m, "degrees", func(x float64) (float64, error) { return x * (180 / math.Pi), nil })
	floatFunction(m, "radians", func(x float64) (float64, error) { return x * (math.Pi / 180), nil })
	for name, f := range map[string]func(x float64) bool{
		"isfinite": func(x float64) bool { return x == x && !math.IsInf(x, 0) },
		"isinf":    func(x float64) bool { return math.IsInf(x, 0) },
		"isnan":    func(x float64) bool { return x != x },
	} {
		m.Def(name+"(x, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			x, err := value.AsDouble(t, a[0])
			return value.Bool(f(x)), err
		})
	}
}

// mathLog1p keeps the sign of a zero.
func mathLog1p(x float64) float64 {
	if x == 0 {
		return x
	}
	return libm.Log1p(x)
}

func floatFunction(m *value.Module, name string, f func(x float64) (float64, error)) {
	m.Def(name+"(x, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, err := value.AsDouble(t, a[0])
		if err != nil {
			return nil, err
		}
		r, err := f(x)
		if err != nil {
			return nil, err
		}
		return value.Float(r), nil
	})
}

func floatFunction2(m *value.Module, name string, f func(x, y float64) (float64, error)) {
	m.Def(name+"(x, y, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, err := value.AsDouble(t, a[0])
		if err != nil {
			return nil, err
		}
		y, err := value.AsDouble(t, a[1])
		if err != nil {
			return nil, err
		}
		r, err := f(x, y)
		if err != nil {
			return nil, err
		}
		return value.Float(r), nil
	})
}

func mathPowers(m *value.Module) {
	floatFunction2(m, "pow", mathPow)
	floatFunction2(m, "atan2", func(y, x float64) (float64, error) { return libm.Atan2(y, x), nil })
	floatFunction2(m, "copysign", func(x, y float64) (float64, error) { return math.Copysign(x, y), nil })
	floatFunction2(m, "nextafter", func(x, y float64) (float64, error) { return math.Nextafter(x, y), nil })
	floatFunction2(m, "fmod", func(x, y float64) (float64, error) {
		r := math.Mod(x, y)
		if r != r && x == x && y == y {
			return 0, errDomain()
		}
		return r, nil
	})
	floatFunction2(m, "remainder", func(x, y float64) (float64, error) {
		r := math.Remainder(x, y)
		if r != r && x == x && y == y {
			return 0, errDomain()
		}
		if r == 0 {
			r = math.Copysign(0, x)
		}
		return r, nil
	})
	floatFunction(m, "ulp", func(x float64) (float64, error) {
		if x != x {
			return x, nil
		}
		x = math.Abs(x)
		if math.IsInf(x, 0) {
			return x, nil
		}
		if next := math.Nextafter(x, math.Inf(1)); !math.IsInf(next, 0) {
			return next - x, nil
		}
		return x - math.Nextafter(x, math.Inf(-1)), nil
	})
	m.Set("log", value.NewRaw("log", mathLog))
	logarithm := func(name string, f func(x float64) float64) {
		m.Def(name+"(x, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			r, err := logOf(t, a[0], f)
			if err != nil {
				return nil, err
			}
			return value.Float(r), nil
		})
	}
	logarithm("log2", libm.Log2)
	logarithm("log10", libm.Log10)
}

func mathPow(x, y float64) (float64, error) {
	odd := math.Mod(math.Abs(y), 2) == 1
	switch {
	case x != x:
		if y == 0 {
			return 1, nil
		}
		return x, nil
	case y != y:
		if x == 1 {
			return 1, nil
		}
		return y, nil
	case math.IsInf(x, 0) && !math.IsInf(y, 0):
		switch {
		case y > 0 && odd:
			return x, nil
		case y > 0:
			return math.Abs(x), nil
		case y == 0:
			return 1, nil
		case odd:
			return math.Copysign(0, x), nil
		}
		return 0, nil
	case math.IsInf(y, 0):
		switch a := math.Abs(x); {
		case a == 1:
			return 1, nil
		case y > 0 && a > 1:
			return y, nil
		case y < 0 && a < 1:
			return -y, nil
		}
		return 0, nil
	}
	r := libm.Pow(x, y)
	switch {
	case r != r, math.IsInf(r, 0) && x == 0:
		return 0, errDomain()
	case math.IsInf(r, 0):
		return 0, errRange()
	}
	return r, nil
}

// logOf is a logarithm of a number; an int may be larger than any float.
func logOf(t *value.Thread, v value.Value, f func(x float64) float64) (float64, error) {
	if n, ok := value.AsBig(v); ok {
		if n.Sign() <= 0 {
			return 0, errDomain()
		}
		if x, err := value.BigToFloat(n); err == nil {
			return f(x), nil
		}
		mantissa := new(big.Float)
		exp := new(big.Float).SetInt(n).MantExp(mantissa)
		x, _ := mantissa.Float64()
		if x == 1 { // rounded up to the next power of two
			x, exp = 0.5, exp+1
		}
		return f(x) + f(2)*float64(exp), nil
	}
	x, err := value.AsDouble(t, v)
	if err != nil {
		return 0, err
	}
	switch {
	case x <= 0:
		return 0, errDomain()
	case x != x || math.IsInf(x, 0):
		return x, nil
	}
	return f(x), nil
}

// mathLog is log(x) and log(x, base).
func mathLog(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	if len(kwargs) > 0 {
		return nil, value.TypeErrorf("math.log() takes no keyword arguments")
	}
	if len(args) < 1 || len(args) > 2 {
		return nil, value.TypeErrorf("math.log requires 1 to 2 arguments")
	}
	num, err := logOf(t, args[0], libm.Log)
	if err != nil {
		return nil, err
	}
	if len(args) == 1 {
		return value.Float(num), nil
	}
	den, err := logOf(t, args[1], libm.Log)
	if err != nil {
		return nil, err
	}
	return value.Binary(t, value.OpTrueDiv, value.Float(num), value.Float(den))
}

func mathParts(m *value.Module) {
	m.Def("frexp(x, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, err := value.AsDouble(t, a[0])
		if err != nil {
			return nil, err
		}
		frac, exp := math.Frexp(x)
		return value.NewTuple(value.Float(frac), value.Int(exp)), nil
	})
	m.Def("modf(x, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, err := value.AsDouble(t, a[0])
		if err != nil {
			return nil, err
		}
		if math.IsInf(x, 0) {
			return value.NewTuple(value.Float(math.Copysign(0, x)), value.Float(x)), nil
		}
		whole := math.Trunc(x)
		return value.NewTuple(value.Float(math.Copysign(x-whole, x)), value.Float(whole)), nil
	})
	m.Def("ldexp(x, i, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, err := value.AsDouble(t, a[0])
		if err != nil {
			return nil, err
		}
		n, ok := value.AsBig(a[1])
		if !ok {
			return nil, value.TypeErrorf("Expected an int as second argument to ldexp.")
		}
		if x == 0 || x != x || math.IsInf(x, 0) {
			return value.Float(x), nil
		}
		exp := math.MaxInt32
		if n.IsInt64() {
			exp = int(max(min(n.Int64(), math.MaxInt32), math.MinInt32))
		} else if n.Sign() < 0 {
			exp = math.MinInt32
		}
		r := math.Ldexp(x, exp)
		if math.IsInf(r, 0) {
			return nil, errRange()
		}
		return value.Float(r), nil
	})
	m.Def("isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var f [4]float64
		for i, v := range a {
			x, err := value.AsDouble(t, v)
			if err != nil {
				return nil, err
			}
			f[i] = x
		}
		x, y, rel, abs := f[0], f[1], f[2], f[3]
		switch {
		case rel < 0 || abs < 0:
			return nil, value.ValueErrorf("tolerances must be non-negative")
		case x == y:
			return value.True, nil
		case math.IsInf(x, 0) || math.IsInf(y, 0):
			return value.False, nil
		}
		diff := math.Abs(y - x)
		return value.Bool(diff <= math.Abs(rel*y) || diff <= math.Abs(rel*x) || diff <= abs), nil
	})
}

func mathRounding(m *value.Module) {
	round := func(name, method string, f func(x float64) float64) {
		m.Def(name+"(x, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if x, ok := a[0].(value.Float); ok {
				return value.FloatToInt(f(float64(x)))
			}
			if got, ok, err := value.CallSpecial(t, a[0], method); ok || err != nil {
				return got, err
			}
			x, err := value.AsDouble(t, a[0])
			if err != nil {
				return nil, err
			}
			return value.FloatToInt(f(x))
		})
	}
	round("floor", "__floor__", math.Floor)
	round("ceil", "__ceil__", math.Ceil)
	m.Def("trunc(x, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		got, ok, err := value.CallSpecial(t, a[0], "__trunc__")
		if !ok && err == nil {
			return nil, value.TypeErrorf("type %s doesn't define __trunc__ method", a[0].Type().Name)
		}
		return got, err
	})
}
