package stdlib

import (
	"math"
	"math/big"
	"strings"

	"augur/analysis/value"
)

func init() { Register("fractions", loadFractions) }

// fraction is the state of a fractions.Fraction, in lowest terms with a
// positive denominator. The numbers are never changed.
type fraction struct{ num, den *big.Int }

func loadFractions(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("fractions")
	numbers, ok, err := Load(t, "numbers")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, value.Unknownf("fractions without numbers")
	}
	rational, err := value.GetAttr(t, numbers, "Rational")
	if err != nil {
		return nil, err
	}
	base := rational.(*value.Type)
	c, err := class{module: "fractions", name: "Fraction", meta: base.Type(), bases: []*value.Type{base}, noDict: true}.make(t)
	if err != nil {
		return nil, err
	}
	f := &fractionClass{c: c, rational: base}
	f.define()
	if err := initABC(t, c, abcDataOf(base)); err != nil {
		return nil, err
	}
	m.Set("Fraction", c)
	return m, nil
}

// fractionClass is fractions.Fraction.
type fractionClass struct {
	c        *value.Type
	rational *value.Type
}

// make returns the fraction num/den of the class itself; it reduces it.
func (f *fractionClass) make(t *value.Thread, num, den *big.Int) (value.Value, error) {
	if err := value.ChargeMul(t, 2*num.BitLen(), den.BitLen()); err != nil {
		return nil, err
	}
	if den.Sign() == 0 {
		s, err := value.IntString(t, value.MakeInt(num))
		if err != nil {
			return nil, err
		}
		return nil, value.Raisef(value.ZeroDivisionError, "Fraction(%s, 0)", s)
	}
	g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(num), new(big.Int).Abs(den))
	if den.Sign() < 0 {
		g.Neg(g)
	}
	return f.raw(f.c, new(big.Int).Quo(num, g), new(big.Int).Quo(den, g)), nil
}

func (f *fractionClass) raw(cls *value.Type, num, den *big.Int) value.Value {
	o := value.NewInstance(cls)
	o.Payload = &fraction{num, den}
	return o
}

// asFraction returns what v holds if it is an int or a Fraction.
func asFraction(v value.Value) (fraction, bool) {
	if n, ok := value.AsBig(v); ok {
		return fraction{n, big.NewInt(1)}, true
	}
	if x, ok := state[*fraction](v); ok {
		return *x, true
	}
	return fraction{}, false
}

// ratio is asFraction that takes any rational number.
func (f *fractionClass) ratio(t *value.Thread, v value.Value) (x fraction, ok bool, err error) {
	if x, ok := asFraction(v); ok {
		if c := v.Type(); c.Heap && value.IsInstance(v, value.IntType) {
			// What the class does when it is multiplied and divided would be seen.
			for _, name := range []string{"numerator", "denominator", "__mul__", "__floordiv__", "__mod__"} {
				if !inherits(v, name, value.IntType) {
					return x, false, value.Unknownf("a Fraction of ints of a class with its own %s has no model", name)
				}
			}
		}
		return x, true, nil
	}
	if u, isUnknown := v.(*value.Unknown); isUnknown {
		return x, false, &value.UnknownError{Reason: u.Reason}
	}
	if is, err := value.InstanceOf(t, v, f.rational); err != nil || !is {
		return x, false, err
	}
	parts := [2]*big.Int{}
	for i, name := range []string{"numerator", "denominator"} {
		p, err := value.GetAttr(t, v, name)
		if err != nil {
			return x, false, err
		}
		if parts[i], ok = value.AsBig(p); !ok || p.Type().Heap {
			return x, false, value.Unknownf("a rational number of other parts than ints has no model")
		}
	}
	return fraction{parts[0], parts[1]}, true, nil
}

func (x fraction) float(t *value.Thread) (value.Value, error) {
	return value.Binary(t, value.OpTrueDiv, value.MakeInt(x.num), value.MakeInt(x.den))
}

func (f *fractionClass) define() {
	def(f.c, "__new__(cls, numerator=0, denominator=None, *, _normalize=True)", f.new)
	classMethods := map[string]func(t *value.Thread, a []value.Value) (value.Value, error){
		"from_float(cls, f)":     f.fromFloat,
		"from_decimal(cls, dec)": f.fromDecimal,
	}
	for signature, run := range classMethods {
		defClass(f.c, signature, run)
	}
	method := func(signature string, run func(t *value.Thread, x fraction, a []value.Value) (value.Value, error)) {
		def(f.c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			x, ok := asFraction(a[0])
			if !ok {
				return nil, value.Unknownf("a Fraction of this class has no model")
			}
			return run(t, x, a)
		})
	}
	defProperty(f.c, "numerator", func(t *value.Thread, self value.Value) (value.Value, error) {
		x, _ := asFraction(self)
		return value.MakeInt(x.num), nil
	})
	defProperty(f.c, "denominator", func(t *value.Thread, self value.Value) (value.Value, error) {
		x, _ := asFraction(self)
		return value.MakeInt(x.den), nil
	})
	for _, name := range []string{"numerator", "denominator"} {
		f.c.Dict.SetStr("_"+name, &value.GetSet{Name: "_" + name,
			Get: func(t *value.Thread, self value.Value) (value.Value, error) { return value.GetAttr(t, self, name) },
			Set: func(t *value.Thread, self, v value.Value) error {
				return &value.UnknownError{Reason: "a Fraction whose parts are changed", Halt: true}
			},
		})
	}
	method("as_integer_ratio(self)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
		return value.NewTuple(value.MakeInt(x.num), value.MakeInt(x.den)), nil
	})
	method("limit_denominator(self, max_denominator=1000000)", f.limitDenominator)
	method("__repr__(self)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
		num, den, err := x.text(t)
		return value.NewStr(a[0].Type().Name + "(" + num + ", " + den + ")"), err
	})
	method("__str__(self)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
		num, den, err := x.text(t)
		if den != "1" {
			num += "/" + den
		}
		return value.NewStr(num), err
	})
	method("__hash__(self)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) { return x.hash(t) })
	method("__bool__(a)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
		return value.Bool(x.num.Sign() != 0), nil
	})
	method("__float__(self)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) { return x.float(t) })
	method("__complex__(self)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
		v, err := x.float(t)
		if err != nil {
			return nil, err
		}
		return value.Call(t, value.ComplexType, []value.Value{v}, nil)
	})
	unary := func(signature string, g func(x fraction) *big.Int) {
		method(signature, func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
			return f.raw(f.c, g(x), x.den), nil
		})
	}
	unary("__pos__(a)", func(x fraction) *big.Int { return x.num })
	unary("__neg__(a)", func(x fraction) *big.Int { return new(big.Int).Neg(x.num) })
	unary("__abs__(a)", func(x fraction) *big.Int { return new(big.Int).Abs(x.num) })
	whole := func(name string, g func(x fraction) *big.Int) {
		method(name, func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
			return value.MakeInt(g(x)), nil
		})
	}
	truncate := func(x fraction) *big.Int { return new(big.Int).Quo(x.num, x.den) }
	whole("__int__(a)", truncate)
	whole("__trunc__(a)", truncate)
	whole("__floor__(a)", func(x fraction) *big.Int { return bigFloor(x.num, x.den) })
	whole("__ceil__(a)", func(x fraction) *big.Int {
		n := bigFloor(new(big.Int).Neg(x.num), x.den)
		return n.Neg(n)
	})
	method("__round__(self, ndigits=None)", f.round)
	same := func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
		if a[0].Type() == f.c {
			return a[0], nil
		}
		return value.Call(t, a[0].Type(), []value.Value{value.MakeInt(x.num), value.MakeInt(x.den)}, nil)
	}
	method("__copy__(self)", same)
	method("__deepcopy__(self, memo)", same)
	f.operators(method)
	f.comparisons(method)
}

// bigFloor rounds a/b towards minus infinity; b is positive.
func bigFloor(a, b *big.Int) *big.Int { return new(big.Int).Div(a, b) }

func (x fraction) text(t *value.Thread) (num, den string, err error) {
	if num, err = value.IntString(t, value.MakeInt(x.num)); err != nil {
		return "", "", err
	}
	den, err = value.IntString(t, value.MakeInt(x.den))
	return num, den, err
}

// hash is that of the number modulo the prime by which CPython hashes numbers.
func (x fraction) hash(t *value.Thread) (value.Value, error) {
	modulus := big.NewInt(1<<61 - 1)
	result := new(big.Int)
	if inverse := new(big.Int).ModInverse(x.den, modulus); inverse == nil {
		result.SetInt64(314159)
	} else {
		result.Abs(x.num)
		result.Mod(result, modulus)
		result.Mul(result, inverse)
		result.Mod(result, modulus)
	}
	if x.num.Sign() < 0 {
		result.Neg(result)
	}
	if result.IsInt64() && result.Int64() == -1 {
		return value.Int(-2), nil
	}
	return value.MakeInt(result), nil
}

func (f *fractionClass) new(t *value.Thread, a []value.Value) (value.Value, error) {
	cls, ok := a[0].(*value.Type)
	if !ok {
		return nil, value.TypeErrorf("object.__new__(X): X is not a type object (%s)", a[0].Type().Name)
	}
	finish := func(num, den *big.Int) (value.Value, error) {
		got, err := f.make(t, num, den)
		if err != nil || cls == f.c {
			return got, err
		}
		x, _ := asFraction(got)
		return f.raw(cls, x.num, x.den), nil
	}
	x, ok, err := f.ratio(t, a[1])
	if err != nil {
		return nil, err
	}
	if a[2] != value.None {
		y, okY, err := f.ratio(t, a[2])
		if err != nil {
			return nil, err
		}
		if !ok || !okY {
			return nil, value.TypeErrorf("both arguments should be Rational instances")
		}
		return finish(new(big.Int).Mul(x.num, y.den), new(big.Int).Mul(y.num, x.den))
	}
	if ok {
		return finish(x.num, x.den)
	}
	_, isFloat := value.AsFloat(a[1])
	_, isDecimal := state[*decimal](a[1])
	if isFloat || isDecimal {
		x, err := integerRatio(t, a[1])
		if err != nil {
			return nil, err
		}
		return finish(x.num, x.den)
	}
	if s, ok := a[1].(*value.Str); ok {
		num, den, err := fractionFromText(t, s)
		if err != nil {
			return nil, err
		}
		return finish(num, den)
	}
	return nil, value.TypeErrorf("argument should be a string or a Rational instance")
}

// integerRatio is v.as_integer_ratio().
func integerRatio(t *value.Thread, v value.Value) (fraction, error) {
	got, err := value.CallMethod(t, v, "as_integer_ratio")
	if err != nil {
		return fraction{}, err
	}
	parts := got.(*value.Tuple).Elems
	num, _ := value.AsBig(parts[0])
	den, _ := value.AsBig(parts[1])
	return fraction{num, den}, nil
}

// fractionFromText reads "3/4", "-1.5" or "2e3".
func fractionFromText(t *value.Thread, s *value.Str) (num, den *big.Int, err error) {
	bad := func() (*big.Int, *big.Int, error) {
		return nil, nil, value.ValueErrorf("Invalid literal for Fraction: %s", value.StrRepr(s.String()))
	}
	text := strings.TrimFunc(s.String(), value.IsSpace)
	negative := strings.HasPrefix(text, "-")
	if negative || strings.HasPrefix(text, "+") {
		text = text[1:]
	}
	whole, rest := digitRun(text)
	if whole == "" && !strings.HasPrefix(rest, ".") {
		return bad()
	}
	integer := func(digits string) (*big.Int, error) {
		if digits == "" {
			return new(big.Int), nil
		}
		v, err := value.IntFromText(t, digits, 10, value.StrRepr(digits))
		if err != nil {
			return nil, err
		}
		n, _ := value.AsBig(v)
		return n, nil
	}
	if num, err = integer(whole); err != nil {
		return nil, nil, err
	}
	num = new(big.Int).Set(num)
	den = big.NewInt(1)
	if d, ok := strings.CutPrefix(rest, "/"); ok {
		digits, tail := digitRun(d)
		if digits == "" || tail != "" {
			return bad()
		}
		if den, err = integer(digits); err != nil {
			return nil, nil, err
		}
	} else {
		if d, ok := strings.CutPrefix(rest, "."); ok {
			digits, tail := digitRun(d)
			if digits == "" && whole == "" || strings.ContainsAny(tail, "dD") {
				return bad()
			}
			rest = tail
			if digits != "" {
				digits = strings.ReplaceAll(digits, "_", "")
				scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(value.NewStr(digits).Len())), nil)
				part, err := integer(digits)
				if err != nil {
					return nil, nil, err
				}
				num.Mul(num, scale)
				num.Add(num, part)
				den.Mul(den, scale)
			}
		}
		if rest != "" {
			if rest[0]|0x20 != 'e' {
				return bad()
			}
			if err := fractionExponent(t, rest[1:], num, &den); err != nil {
				if _, ok := err.(*reError); ok {
					return bad()
				}
				return nil, nil, err
			}
		}
	}
	if negative {
		num.Neg(num)
	}
	return num, den, nil
}

// fractionExponent multiplies by a power of ten. A *reError says that the text
// is no exponent.
func fractionExponent(t *value.Thread, text string, num *big.Int, den **big.Int) error {
	sign := strings.HasPrefix(text, "-")
	digits, tail := digitRun(strings.TrimLeft(text[:min(1, len(text))], "+-") + text[min(1, len(text)):])
	if digits == "" || tail != "" {
		return &reError{}
	}
	v, err := value.IntFromText(t, digits, 10, digits)
	if err != nil {
		return err
	}
	n, ok := value.AsInt(v)
	if !ok || n > 1<<30 {
		return &value.LimitError{Limit: "memory"}
	}
	if err := value.ChargeMul(t, int(n)*2, int(n)*2); err != nil {
		return err
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil)
	if sign {
		*den = scale.Mul(scale, *den)
	} else {
		num.Mul(num, scale)
	}
	return nil
}

// digitRun splits off the decimal digits, with underscores between them, that
// s starts with.
func digitRun(s string) (digits, rest string) {
	end := 0
	for i := 0; i < len(s); {
		r, n := value.DecodeRune(s[i:])
		switch {
		case value.DecimalValue(r) >= 0:
			i += n
			end = i
			continue
		case r == '_' && i == end && i > 0:
			i += n
			continue
		}
		break
	}
	return s[:end], s[end:]
}

func (f *fractionClass) fromFloat(t *value.Thread, a []value.Value) (value.Value, error) {
	if value.IsInt(a[1]) {
		return value.Call(t, a[0], []value.Value{a[1]}, nil)
	}
	if _, ok := value.AsFloat(a[1]); !ok {
		return nil, f.onlyTakes(t, a, "from_float", "floats")
	}
	x, err := integerRatio(t, a[1])
	if err != nil {
		return nil, err
	}
	return value.Call(t, a[0], []value.Value{value.MakeInt(x.num), value.MakeInt(x.den)}, nil)
}

func (f *fractionClass) fromDecimal(t *value.Thread, a []value.Value) (value.Value, error) {
	if value.IsInt(a[1]) {
		return value.Call(t, a[0], []value.Value{a[1]}, nil)
	}
	if _, ok := state[*decimal](a[1]); !ok {
		return nil, f.onlyTakes(t, a, "from_decimal", "Decimals")
	}
	x, err := integerRatio(t, a[1])
	if err != nil {
		return nil, err
	}
	return value.Call(t, a[0], []value.Value{value.MakeInt(x.num), value.MakeInt(x.den)}, nil)
}

func (f *fractionClass) onlyTakes(t *value.Thread, a []value.Value, name, what string) error {
	shown, err := value.Repr(t, a[1])
	if err != nil {
		return err
	}
	return value.TypeErrorf("%s.%s() only takes %s, not %s (%s)", a[0].(*value.Type).Name, name, what, shown, shortTypeName(a[1]))
}

func (f *fractionClass) limitDenominator(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
	limit, err := value.BigIndex(t, a[1])
	if err != nil {
		return nil, err
	}
	if limit.Sign() < 1 {
		return nil, value.ValueErrorf("max_denominator should be at least 1")
	}
	if x.den.Cmp(limit) <= 0 {
		return f.raw(f.c, x.num, x.den), nil
	}
	if err := t.Step(int64(x.den.BitLen()) * int64(1+x.den.BitLen()/64)); err != nil {
		return nil, err
	}
	// The convergents of the continued fraction, up to the limit.
	p0, q0, p1, q1 := big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)
	n, d := new(big.Int).Set(x.num), new(big.Int).Set(x.den)
	for {
		q := bigFloor(n, d)
		q2 := new(big.Int).Mul(q, q1)
		q2.Add(q2, q0)
		if q2.Cmp(limit) > 0 {
			break
		}
		p2 := new(big.Int).Mul(q, p1)
		p2.Add(p2, p0)
		p0, q0, p1, q1 = p1, q1, p2, q2
		n, d = d, new(big.Int).Sub(n, q.Mul(q, d))
	}
	k := new(big.Int).Sub(limit, q0)
	k.Quo(k, q1)
	bound1 := new(big.Rat).SetFrac(new(big.Int).Add(p0, new(big.Int).Mul(k, p1)), new(big.Int).Add(q0, new(big.Int).Mul(k, q1)))
	bound2 := new(big.Rat).SetFrac(p1, q1)
	self := new(big.Rat).SetFrac(x.num, x.den)
	distance := func(r *big.Rat) *big.Rat {
		diff := new(big.Rat).Sub(r, self)
		return diff.Abs(diff)
	}
	best := bound1
	if distance(bound2).Cmp(distance(bound1)) <= 0 {
		best = bound2
	}
	return f.raw(f.c, new(big.Int).Set(best.Num()), new(big.Int).Set(best.Denom())), nil
}

func (f *fractionClass) round(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
	if a[1] == value.None {
		return value.MakeInt(nearest(x.num, x.den)), nil
	}
	digits, err := value.Index(t, a[1])
	if err != nil {
		return nil, err
	}
	abs := max(digits, -digits)
	if abs > 1<<30 {
		return nil, &value.LimitError{Limit: "memory"}
	}
	if err := value.ChargeMul(t, 4*abs, 4*abs); err != nil {
		return nil, err
	}
	shift := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(abs)), nil)
	if digits > 0 {
		return f.make(t, nearest(new(big.Int).Mul(x.num, shift), x.den), shift)
	}
	n := nearest(x.num, new(big.Int).Mul(x.den, shift))
	return f.raw(f.c, n.Mul(n, shift), big.NewInt(1)), nil
}

type fractionMethod func(signature string, run func(t *value.Thread, x fraction, a []value.Value) (value.Value, error))

// operators adds the arithmetic, exact between rational numbers and that of
// floats or complex numbers with those.
func (f *fractionClass) operators(method fractionMethod) {
	mul := func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
	type exact func(t *value.Thread, x, y fraction) (value.Value, error)
	for _, op := range []struct {
		name string
		op   value.Op
		run  exact
	}{
		{"add", value.OpAdd, func(t *value.Thread, x, y fraction) (value.Value, error) {
			n := mul(x.num, y.den)
			return f.make(t, n.Add(n, mul(y.num, x.den)), mul(x.den, y.den))
		}},
		{"sub", value.OpSub, func(t *value.Thread, x, y fraction) (value.Value, error) {
			n := mul(x.num, y.den)
			return f.make(t, n.Sub(n, mul(y.num, x.den)), mul(x.den, y.den))
		}},
		{"mul", value.OpMul, func(t *value.Thread, x, y fraction) (value.Value, error) {
			return f.make(t, mul(x.num, y.num), mul(x.den, y.den))
		}},
		{"truediv", value.OpTrueDiv, func(t *value.Thread, x, y fraction) (value.Value, error) {
			if y.num.Sign() == 0 { // the message shows the numerator reduced
				return f.make(t, big.NewInt(int64(x.num.Sign())), y.num)
			}
			return f.make(t, mul(x.num, y.den), mul(x.den, y.num))
		}},
		{"floordiv", value.OpFloorDiv, func(t *value.Thread, x, y fraction) (value.Value, error) {
			return value.Binary(t, value.OpFloorDiv, value.MakeInt(mul(x.num, y.den)), value.MakeInt(mul(x.den, y.num)))
		}},
		{"mod", value.OpMod, func(t *value.Thread, x, y fraction) (value.Value, error) {
			r, err := value.Binary(t, value.OpMod, value.MakeInt(mul(x.num, y.den)), value.MakeInt(mul(y.num, x.den)))
			if err != nil {
				return nil, err
			}
			n, _ := value.AsBig(r)
			return f.make(t, n, mul(x.den, y.den))
		}},
		{"divmod", value.OpDivMod, func(t *value.Thread, x, y fraction) (value.Value, error) {
			got, err := value.Binary(t, value.OpDivMod, value.MakeInt(mul(x.num, y.den)), value.MakeInt(mul(x.den, y.num)))
			if err != nil {
				return nil, err
			}
			pair := got.(*value.Tuple).Elems
			n, _ := value.AsBig(pair[1])
			r, err := f.make(t, n, mul(x.den, y.den))
			return value.NewTuple(pair[0], r), err
		}},
	} {
		charge := func(t *value.Thread, x, y fraction) error {
			return value.ChargeMul(t, max(x.num.BitLen(), x.den.BitLen()), max(y.num.BitLen(), y.den.BitLen()))
		}
		method("__"+op.name+"__(a, b)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
			if y, ok := asFraction(a[1]); ok {
				if err := charge(t, x, y); err != nil {
					return nil, err
				}
				return op.run(t, x, y)
			}
			return f.inexact(t, op.op, a[0], a[1], false)
		})
		method("__r"+op.name+"__(b, a)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
			y, ok, err := f.ratio(t, a[1])
			if err != nil {
				return nil, err
			}
			if ok {
				if err := charge(t, x, y); err != nil {
					return nil, err
				}
				return op.run(t, y, x)
			}
			return f.inexact(t, op.op, a[0], a[1], true)
		})
	}
	method("__pow__(a, b)", f.pow)
	method("__rpow__(b, a)", f.rpow)
}

// inexact computes with a float or complex number.
func (f *fractionClass) inexact(t *value.Thread, op value.Op, self, other value.Value, reversed bool) (value.Value, error) {
	_, isComplex := value.AsComplex(other)
	_, isFloat := value.AsFloat(other)
	if u, ok := other.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason}
	}
	if !isComplex && !isFloat {
		return value.NotImplemented, nil
	}
	x, _ := asFraction(self)
	v, err := x.float(t)
	if err != nil {
		return nil, err
	}
	if isComplex {
		if v, err = value.Call(t, value.ComplexType, []value.Value{v}, nil); err != nil {
			return nil, err
		}
	}
	if reversed {
		return value.Binary(t, op, other, v)
	}
	return value.Binary(t, op, v, other)
}

func (f *fractionClass) pow(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
	y, ok, err := f.ratio(t, a[1])
	if err != nil {
		return nil, err
	}
	if !ok || y.den.Cmp(big.NewInt(1)) != 0 {
		v, err := x.float(t)
		if err != nil {
			return nil, err
		}
		exp := a[1]
		if ok {
			if exp, err = y.float(t); err != nil {
				return nil, err
			}
		}
		return value.Binary(t, value.OpPow, v, exp)
	}
	power := func(base *big.Int, exp *big.Int) (*big.Int, error) {
		got, err := value.Binary(t, value.OpPow, value.MakeInt(base), value.MakeInt(exp))
		if err != nil {
			return nil, err
		}
		n, _ := value.AsBig(got)
		return n, nil
	}
	num, den, exp := x.num, x.den, y.num
	if exp.Sign() < 0 {
		num, den, exp = x.den, x.num, new(big.Int).Neg(exp)
		if den.Sign() < 0 {
			num, den = new(big.Int).Neg(num), new(big.Int).Neg(den)
		}
	}
	n, err := power(num, exp)
	if err != nil {
		return nil, err
	}
	d, err := power(den, exp)
	if err != nil {
		return nil, err
	}
	if d.Sign() == 0 {
		return f.make(t, n, d)
	}
	return f.raw(f.c, n, d), nil
}

func (f *fractionClass) rpow(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
	base := a[1]
	isWhole := x.den.Cmp(big.NewInt(1)) == 0
	if isWhole && x.num.Sign() >= 0 {
		return value.Binary(t, value.OpPow, base, value.MakeInt(x.num))
	}
	y, ok, err := f.ratio(t, base)
	if err != nil {
		return nil, err
	}
	if ok {
		return value.Binary(t, value.OpPow, f.raw(f.c, y.num, y.den), a[0])
	}
	if isWhole {
		return value.Binary(t, value.OpPow, base, value.MakeInt(x.num))
	}
	exp, err := x.float(t)
	if err != nil {
		return nil, err
	}
	return value.Binary(t, value.OpPow, base, exp)
}

// comparisons adds the comparisons, exact with floats too.
func (f *fractionClass) comparisons(method fractionMethod) {
	compare := func(t *value.Thread, x fraction, other value.Value, op value.CmpOp) (value.Value, error) {
		y, ok, err := f.ratio(t, other)
		if err != nil {
			return nil, err
		}
		if !ok {
			v, isFloat := value.AsFloat(other)
			if c, isComplex := value.AsComplex(other); isComplex && imag(c) == 0 && op == value.CmpEq {
				v, isFloat = real(c), true
			}
			switch {
			case !isFloat:
				return value.NotImplemented, nil
			case v != v || math.IsInf(v, 0):
				return value.Compare(t, op, value.Float(0), value.Float(v))
			}
			r := new(big.Rat).SetFloat64(v)
			y = fraction{r.Num(), r.Denom()}
		}
		if err := value.ChargeMul(t, max(x.num.BitLen(), x.den.BitLen()), max(y.num.BitLen(), y.den.BitLen())); err != nil {
			return nil, err
		}
		return value.Compare(t, op, value.MakeInt(new(big.Int).Mul(x.num, y.den)), value.MakeInt(new(big.Int).Mul(y.num, x.den)))
	}
	for _, op := range []struct {
		name string
		op   value.CmpOp
	}{{"eq", value.CmpEq}, {"lt", value.CmpLt}, {"le", value.CmpLe}, {"gt", value.CmpGt}, {"ge", value.CmpGe}} {
		method("__"+op.name+"__(a, b)", func(t *value.Thread, x fraction, a []value.Value) (value.Value, error) {
			return compare(t, x, a[1], op.op)
		})
	}
}
