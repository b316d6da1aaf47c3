package value

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

func init() {
	FloatType.New = newFloat
	Builtins["float"] = FloatType

	defNumber(FloatType, kindFloat, OpAdd, OpSub, OpMul, OpTrueDiv, OpFloorDiv, OpMod, OpPow, OpDivMod)
	method := func(signature string, f func(t *Thread, f float64) (Value, error)) {
		FloatType.Def(signature, func(t *Thread, a []Value) (Value, error) {
			x, _ := AsFloat(a[0])
			return f(t, x)
		})
	}
	itself := func(t *Thread, f float64) (Value, error) { return Float(f), nil }
	truncate := func(t *Thread, f float64) (Value, error) { return FloatToInt(f) }
	method("conjugate(self, /)", itself)
	method("__float__(self, /)", itself)
	method("__int__(self, /)", truncate)
	method("__trunc__(self, /)", truncate)
	method("__floor__(self, /)", func(t *Thread, f float64) (Value, error) { return FloatToInt(math.Floor(f)) })
	method("__ceil__(self, /)", func(t *Thread, f float64) (Value, error) { return FloatToInt(math.Ceil(f)) })
	method("is_integer(self, /)", func(t *Thread, f float64) (Value, error) {
		return Bool(f == math.Floor(f) && !math.IsInf(f, 0)), nil
	})
	method("hex(self, /)", func(t *Thread, f float64) (Value, error) { return NewStr(floatHex(f)), nil })
	method("as_integer_ratio(self, /)", func(t *Thread, f float64) (Value, error) { return floatRatio(f) })
	method("__getnewargs__(self, /)", func(t *Thread, f float64) (Value, error) { return NewTuple(Float(f)), nil })
	FloatType.Def("__round__(self, ndigits=None, /)", floatRound)
	FloatType.DefClass("fromhex(type, string, /)", func(t *Thread, a []Value) (Value, error) {
		s, ok := a[1].(*Str)
		if !ok {
			return nil, TypeErrorf("bad argument type for built-in operation")
		}
		f, err := floatFromHex(s.s)
		if err != nil {
			return nil, err
		}
		if a[0] == FloatType {
			return Float(f), nil
		}
		return Call(t, a[0], []Value{Float(f)}, nil)
	})
	FloatType.DefAttr("real", func(t *Thread, self Value) (Value, error) {
		f, _ := AsFloat(self)
		return Float(f), nil
	})
	FloatType.DefAttr("imag", func(t *Thread, self Value) (Value, error) { return Float(0), nil })
}

// newFloat is float(x).
func newFloat(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if len(kwargs) > 0 && !hasOwn(cls, "__init__") {
		return nil, TypeErrorf("float() takes no keyword arguments")
	}
	if len(args) > 1 {
		return nil, TypeErrorf("float expected at most 1 argument, got %d", len(args))
	}
	f := 0.0
	if len(args) == 1 {
		var err error
		if f, err = floatFrom(t, args[0]); err != nil {
			return nil, err
		}
	}
	if cls == FloatType {
		return Float(f), nil
	}
	o := NewInstance(cls)
	o.Payload = Float(f)
	return o, nil
}

func floatFrom(t *Thread, x Value) (float64, error) {
	if err := firstUnknown(x); err != nil {
		return 0, err
	}
	switch x := x.(type) {
	case *Str:
		if f, ok := FloatFromText(x.s); ok {
			return f, nil
		}
		return 0, floatTextError(t, x)
	case *Bytes, *ByteArray:
		b, _ := bytesOf(t, x)
		ascii := strings.IndexFunc(b, func(r rune) bool { return r >= 128 }) < 0
		if f, ok := FloatFromText(b); ok && ascii {
			return f, nil
		}
		return 0, floatTextError(t, x)
	}
	f, ok, err := floatSpecial(t, x)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, TypeErrorf("float() argument must be a string or a real number, not '%s'", x.Type().Name)
	}
	return f, nil
}

func floatTextError(t *Thread, x Value) error {
	shown, err := Repr(t, x)
	if err != nil {
		return err
	}
	return ValueErrorf("could not convert string to float: %s", shown)
}

// floatRound is round(f) and round(f, ndigits), on the exact value.
func floatRound(t *Thread, a []Value) (Value, error) {
	f, _ := AsFloat(a[0])
	if a[1] == None {
		return FloatToInt(math.RoundToEven(f))
	}
	digits, err := BigIndex(t, a[1])
	if err != nil {
		return nil, err
	}
	if f != f || math.IsInf(f, 0) {
		return Float(f), nil
	}
	const maxDigits, minDigits = 323, -308 // beyond, nothing or everything is rounded away
	switch {
	case !digits.IsInt64() && digits.Sign() > 0 || digits.IsInt64() && digits.Int64() > maxDigits:
		return Float(f), nil
	case !digits.IsInt64() || digits.Int64() < minDigits:
		return Float(0 * f), nil
	}
	n := int(digits.Int64())
	if n >= 0 {
		r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', n, 64), 64)
		return Float(r), nil
	}
	r, ok := roundTens(f, -n)
	if !ok {
		return nil, Raisef(OverflowError, "rounded value too large to represent")
	}
	return Float(r), nil
}

// roundTens rounds the exact value of f to a multiple of 10**n, half to even;
// false if the result is no float.
func roundTens(f float64, n int) (float64, bool) {
	exact := new(big.Rat).SetFloat64(math.Abs(f))
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	denom := new(big.Int).Mul(exact.Denom(), unit)
	q, r := new(big.Int).QuoRem(exact.Num(), denom, new(big.Int))
	if c := r.Lsh(r, 1).Cmp(denom); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	got, _ := new(big.Float).SetInt(q.Mul(q, unit)).Float64()
	return math.Copysign(got, f), !math.IsInf(got, 0)
}

func floatRatio(f float64) (Value, error) {
	switch {
	case f != f:
		return nil, ValueErrorf("cannot convert NaN to integer ratio")
	case math.IsInf(f, 0):
		return nil, Raisef(OverflowError, "cannot convert Infinity to integer ratio")
	}
	r := new(big.Rat).SetFloat64(f)
	return NewTuple(MakeInt(new(big.Int).Set(r.Num())), MakeInt(new(big.Int).Set(r.Denom()))), nil
}

// floatHex is f.hex().
func floatHex(f float64) string {
	if f != f || math.IsInf(f, 0) {
		return nonFinite(f)
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
	}
	if f == 0 {
		return sign + "0x0.0p+0"
	}
	bits := math.Float64bits(f)
	exp := int(bits>>52&0x7FF) - 1023
	lead := 1
	if exp == -1023 {
		exp, lead = -1022, 0
	}
	return fmt.Sprintf("%s0x%d.%013xp%+d", sign, lead, bits&(1<<52-1), exp)
}

// floatFromHex is float.fromhex(text).
func floatFromHex(text string) (float64, error) {
	bad := func() (float64, error) { return 0, ValueErrorf("invalid hexadecimal floating-point string") }
	s := strings.Trim(text, " \t\n\r\f\v")
	sign := 1.0
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	switch strings.ToLower(s) {
	case "inf", "infinity":
		return sign * math.Inf(1), nil
	case "nan":
		return math.Copysign(math.NaN(), sign), nil
	}
	if len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x' {
		s = s[2:]
	}
	mantissa := new(big.Int)
	digits, exp := 0, 0
	seenPoint := false
	i := 0
	for ; i < len(s); i++ {
		if s[i] == '.' && !seenPoint {
			seenPoint = true
			continue
		}
		d := digitOf(s[i])
		if d < 0 || d > 15 {
			break
		}
		digits++
		mantissa.Lsh(mantissa, 4)
		mantissa.Or(mantissa, big.NewInt(int64(d)))
		if seenPoint {
			exp -= 4
		}
	}
	if digits == 0 {
		return bad()
	}
	if i < len(s) {
		if s[i]|0x20 != 'p' {
			return bad()
		}
		e := s[i+1:]
		if e == "" || strings.Trim(e[1:], "0123456789") != "" || (e[0] == '+' || e[0] == '-') && len(e) == 1 || e[0] != '+' && e[0] != '-' && (e[0] < '0' || e[0] > '9') {
			return bad()
		}
		n, err := strconv.Atoi(e)
		if err != nil || n > 1<<30 || n < -(1<<30) {
			n = 1 << 30
			if e[0] == '-' {
				n = -n
			}
		}
		exp += n
	}
	if mantissa.Sign() == 0 {
		return math.Copysign(0, sign), nil
	}
	z := new(big.Float).SetInt(mantissa)
	z.SetMantExp(z, exp)
	f, _ := z.Float64()
	if math.IsInf(f, 0) {
		return 0, Raisef(OverflowError, "hexadecimal value too large to represent as a float")
	}
	return sign * f, nil
}
