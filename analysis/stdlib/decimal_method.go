package stdlib

import (
	"math/big"

	"augur/analysis/value"
)

// decimalOperator computes with two numbers under a context.
type decimalOperator func(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error)

// decimalFunction computes with one number under a context.
type decimalFunction func(t *value.Thread, m *decimalModule, ctx *value.Instance, x *decimal) (value.Value, error)

// decimalOperators are the operators by the names of their methods.
var decimalOperators map[string]decimalOperator

// decimalUnary and decimalBinary are methods of Decimal and of Context alike.
var (
	decimalUnary  map[string]decimalFunction
	decimalBinary map[string]decimalOperator
)

func decimalPow(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
	d, status, err := contextOf(ctx).pow(t, x, y)
	return m.result(t, ctx, d, status, err)
}

// unaryResult is x with a sign, fit into the context: +x, -x or abs(x). A zero
// loses its sign unless the context rounds down.
func (m *decimalModule) unaryResult(t *value.Thread, ctx *value.Instance, x *decimal, neg bool) (value.Value, error) {
	c := contextOf(ctx)
	if got, status, done := c.propagate(x); done {
		return m.result(t, ctx, got, status, nil)
	}
	if x.isZero() {
		neg = neg && c.rounding == roundFloor
	}
	return m.finished(t, ctx, &decimal{kind: x.kind, neg: neg, coef: x.coef, exp: x.exp})
}

func init() {
	operator := func(f func(c *decimalContext, t *value.Thread, x, y *decimal) (*decimal, condition, error)) decimalOperator {
		return func(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
			d, status, err := f(contextOf(ctx), t, x, y)
			return m.result(t, ctx, d, status, err)
		}
	}
	decimalOperators = map[string]decimalOperator{
		"add": operator(func(c *decimalContext, t *value.Thread, x, y *decimal) (*decimal, condition, error) {
			return c.add(t, x, y, false)
		}),
		"sub": operator(func(c *decimalContext, t *value.Thread, x, y *decimal) (*decimal, condition, error) {
			return c.add(t, x, y, true)
		}),
		"mul": operator((*decimalContext).mul), "truediv": operator((*decimalContext).div),
		"floordiv": operator((*decimalContext).floorDiv), "mod": operator((*decimalContext).rem),
		"divmod": func(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
			q, r, status, err := contextOf(ctx).divmod(t, x, y)
			if err != nil {
				return nil, err
			}
			if err := m.signal(t, ctx, status); err != nil {
				return nil, err
			}
			return value.NewTuple(newDecimal(q), newDecimal(r)), nil
		},
	}
	function := func(f func(c *decimalContext, t *value.Thread, x *decimal) (*decimal, condition, error)) decimalFunction {
		return func(t *value.Thread, m *decimalModule, ctx *value.Instance, x *decimal) (value.Value, error) {
			d, status, err := f(contextOf(ctx), t, x)
			return m.result(t, ctx, d, status, err)
		}
	}
	decimalUnary = map[string]decimalFunction{
		"sqrt": function((*decimalContext).sqrt), "exp": function((*decimalContext).exp), "ln": function((*decimalContext).ln), "log10": function((*decimalContext).log10),
		"normalize": func(t *value.Thread, m *decimalModule, ctx *value.Instance, x *decimal) (value.Value, error) {
			d, status := contextOf(ctx).normalize(x)
			return m.result(t, ctx, d, status, nil)
		},
		"logb": decimalLogb,
		"next_plus": func(t *value.Thread, m *decimalModule, ctx *value.Instance, x *decimal) (value.Value, error) {
			return decimalNext(t, m, ctx, x, false)
		},
		"next_minus": func(t *value.Thread, m *decimalModule, ctx *value.Instance, x *decimal) (value.Value, error) {
			return decimalNext(t, m, ctx, x, true)
		},
	}
	decimalBinary = map[string]decimalOperator{
		"compare": func(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
			if got, status, done := contextOf(ctx).propagate(x, y); done {
				return m.result(t, ctx, got, status, nil)
			}
			return newDecimal(decimalFromInt(big.NewInt(int64(compareDecimals(x, y))))), nil
		},
		"max": func(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
			return decimalExtreme(t, m, ctx, x, y, 1)
		},
		"min": func(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
			return decimalExtreme(t, m, ctx, x, y, -1)
		},
		"remainder_near": decimalRemainderNear, "scaleb": decimalScale,
	}
	decimalMethods(decimalType)
}

// decimalExtreme is the greater or the lesser of two numbers; a quiet NaN
// loses.
func decimalExtreme(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal, want int) (value.Value, error) {
	switch {
	case x.kind == quietNaN && !y.isNaN():
		return m.finished(t, ctx, y)
	case y.kind == quietNaN && !x.isNaN():
		return m.finished(t, ctx, x)
	}
	if got, status, done := contextOf(ctx).propagate(x, y); done {
		return m.result(t, ctx, got, status, nil)
	}
	cmp := compareDecimals(x, y)
	if cmp == 0 {
		cmp = compareTotal(x, y)
	}
	if cmp == want {
		return m.finished(t, ctx, x)
	}
	return m.finished(t, ctx, y)
}

// compareTotal orders equal numbers by sign and exponent.
func compareTotal(x, y *decimal) int {
	switch {
	case x.neg != y.neg:
		return x.sign()
	case x.exp == y.exp || x.kind != finite:
		return 0
	case (x.exp < y.exp) == x.neg:
		return 1
	}
	return -1
}

func decimalLogb(t *value.Thread, m *decimalModule, ctx *value.Instance, x *decimal) (value.Value, error) {
	if got, status, done := contextOf(ctx).propagate(x); done {
		return m.result(t, ctx, got, status, nil)
	}
	switch {
	case x.kind == infinite:
		return newDecimal(&decimal{kind: infinite}), nil
	case x.isZero():
		return m.result(t, ctx, &decimal{kind: infinite, neg: true}, condDivisionByZero, nil)
	}
	return m.finished(t, ctx, decimalFromInt(big.NewInt(int64(x.adjusted()))))
}

// decimalNext is the next number that the context can represent.
func decimalNext(t *value.Thread, m *decimalModule, ctx *value.Instance, x *decimal, down bool) (value.Value, error) {
	c := *contextOf(ctx)
	if got, status, done := c.propagate(x); done {
		return m.result(t, ctx, got, status, nil)
	}
	if x.kind == infinite {
		if x.neg == down {
			return newDecimal(x), nil
		}
		c.rounding = roundDown
		return newDecimal(c.overflow(x.neg)), nil
	}
	c.rounding = roundCeiling
	if down {
		c.rounding = roundFloor
	}
	if got, _ := c.finish(x); got.kind != x.kind || compareDecimals(got, x) != 0 {
		return newDecimal(got), nil
	}
	tiny := &decimal{neg: down, coef: big.NewInt(1), exp: c.etiny() - 1}
	got, _, err := c.add(t, x, tiny, false)
	if err != nil {
		return nil, err
	}
	return newDecimal(got), nil
}

func decimalRemainderNear(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
	c := contextOf(ctx)
	if x.kind != finite || y.kind != finite || y.isZero() {
		d, status, err := c.rem(t, x, y)
		return m.result(t, ctx, d, status, err)
	}
	q, r, status, err := c.divInt(t, x, y)
	if err != nil || r.isNaN() {
		return m.result(t, ctx, r, status, err)
	}
	exp := min(x.exp, y.exp)
	if r.exp > exp {
		r, _ = rescale(r, exp, c.rounding)
	}
	divisor := scaled(y.coef, y.exp-exp)
	twice := new(big.Int).Lsh(r.coef, 1)
	if cmp := twice.Cmp(divisor); cmp > 0 || cmp == 0 && q.coef.Bit(0) == 1 {
		coef := new(big.Int).Sub(divisor, r.coef)
		r = &decimal{neg: !r.neg, coef: coef, exp: exp}
		if q = decimalFromInt(new(big.Int).Add(q.coef, big.NewInt(1))); q.digits() > c.prec {
			return m.result(t, ctx, decimalNaN, condDivisionImpossible, nil)
		}
	}
	return m.finished(t, ctx, r)
}

func decimalScale(t *value.Thread, m *decimalModule, ctx *value.Instance, x, y *decimal) (value.Value, error) {
	c := contextOf(ctx)
	if got, status, done := c.propagate(x, y); done {
		return m.result(t, ctx, got, status, nil)
	}
	n, ok := y.integer()
	limit := big.NewInt(int64(2 * (c.emax + c.prec)))
	if !ok || y.exp != 0 || n.CmpAbs(limit) > 0 {
		return m.result(t, ctx, decimalNaN, condInvalid, nil)
	}
	if x.kind == infinite {
		return newDecimal(x), nil
	}
	return m.finished(t, ctx, &decimal{neg: x.neg, coef: x.coef, exp: x.exp + int(n.Int64())})
}

// decimalMethods defines class Decimal.
func decimalMethods(c *value.Type) {
	c.New = decimalNew
	// method adds a method; under finds the context that an argument names.
	method := func(signature string, f func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			m, err := decimalOf(t)
			if err != nil {
				return nil, err
			}
			x, ok := state[*decimal](a[0])
			if !ok {
				return nil, value.Unknownf("a Decimal of this class has no model")
			}
			return f(t, m, x, a[1:])
		})
	}
	for name, run := range decimalOperators {
		method("__"+name+"__(self, value, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			y, ok := asDecimal(a[0])
			if !ok {
				return notImplemented(a[0])
			}
			return run(t, m, m.current, x, y)
		})
		method("__r"+name+"__(self, value, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			y, ok := asDecimal(a[0])
			if !ok {
				return notImplemented(a[0])
			}
			return run(t, m, m.current, y, x)
		})
	}
	power := func(t *value.Thread, m *decimalModule, x, y *decimal, mod value.Value) (value.Value, error) {
		if mod != value.None {
			return decimalPowMod(t, m, x, y, mod)
		}
		return decimalPow(t, m, m.current, x, y)
	}
	method("__pow__(self, value, mod=None, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		y, ok := asDecimal(a[0])
		if !ok {
			return notImplemented(a[0])
		}
		return power(t, m, x, y, a[1])
	})
	method("__rpow__(self, value, mod=None, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		y, ok := asDecimal(a[0])
		if !ok {
			return notImplemented(a[0])
		}
		return power(t, m, y, x, a[1])
	})
	decimalComparisons(method)
	decimalConversions(c, method)
	decimalArithmetic(c, method)
}

func notImplemented(v value.Value) (value.Value, error) {
	if u, ok := v.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason}
	}
	return value.NotImplemented, nil
}

type decimalMethod func(signature string, f func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error))

func decimalNew(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	m, err := decimalOf(t)
	if err != nil {
		return nil, err
	}
	if n := len(args) + len(kwargs); n > 2 {
		return nil, value.TypeErrorf("function takes at most 2 arguments (%d given)", n)
	}
	var parts [2]value.Value
	copy(parts[:], args)
	for _, k := range kwargs {
		switch {
		case k.Name == "value" && parts[0] == nil:
			parts[0] = k.Value
		case k.Name == "context" && parts[1] == nil:
			parts[1] = k.Value
		default:
			return nil, value.TypeErrorf("'%s' is an invalid keyword argument for this function", k.Name)
		}
	}
	ctx, err := m.under(parts[1])
	if err != nil {
		return nil, err
	}
	d := &decimal{coef: new(big.Int)}
	if parts[0] != nil {
		if cls == decimalType && parts[0].Type() == decimalType {
			return parts[0], nil
		}
		if d, err = m.convertNew(t, ctx, parts[0], false); err != nil {
			return nil, err
		}
	}
	o := newDecimal(d).(*value.Instance)
	o.Cls = cls
	return o, nil
}

// under returns the context that an optional argument names.
func (m *decimalModule) under(v value.Value) (*value.Instance, error) {
	if v == nil || v == value.None {
		return m.current, nil
	}
	if u, ok := v.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason}
	}
	ctx, ok := asContext(v)
	if !ok {
		return nil, value.TypeErrorf("optional argument must be a context")
	}
	return ctx, nil
}

func decimalPowMod(t *value.Thread, m *decimalModule, x, y *decimal, mod value.Value) (value.Value, error) {
	z, ok := asDecimal(mod)
	if !ok {
		return notImplemented(mod)
	}
	base, okx := x.integer()
	exp, oky := y.integer()
	modulus, okz := z.integer()
	c := contextOf(m.current)
	if got, status, done := c.propagate(x, y, z); done {
		return m.result(t, m.current, got, status, nil)
	}
	switch {
	case !okx || !oky || !okz:
		if x.kind == finite && y.kind == finite && z.kind == finite && (x.adjusted() > 20 || y.adjusted() > 20 || z.adjusted() > 20) {
			return nil, value.Unknownf("powers of numbers so large have no model")
		}
		return m.result(t, m.current, decimalNaN, condInvalid, nil)
	case exp.Sign() < 0, modulus.Sign() == 0, base.Sign() == 0 && exp.Sign() == 0, z.adjusted() >= c.prec:
		return m.result(t, m.current, decimalNaN, condInvalid, nil)
	}
	abs := new(big.Int).Abs(modulus)
	got := new(big.Int).Exp(new(big.Int).Abs(base), exp, abs)
	return newDecimal(&decimal{neg: base.Sign() < 0 && exp.Bit(0) == 1, coef: got}), nil
}

func decimalComparisons(method decimalMethod) {
	compare := func(t *value.Thread, m *decimalModule, x *decimal, other value.Value, op value.CmpOp) (value.Value, error) {
		y, ok := asDecimal(other)
		equality := op == value.CmpEq || op == value.CmpNe
		if !ok {
			var status condition
			var err error
			if y, x, status, err = decimalOther(t, m, x, other, equality); err != nil {
				return nil, err
			}
			if y == nil {
				return notImplemented(other)
			}
			if err := m.signal(t, m.current, status); err != nil {
				return nil, err
			}
		}
		if x.isNaN() || y.isNaN() {
			if !equality || x.kind == signalingNaN || y.kind == signalingNaN {
				if err := m.signal(t, m.current, condInvalid); err != nil {
					return nil, err
				}
			}
			return value.Bool(op == value.CmpNe), nil
		}
		return value.Compare(t, op, value.Int(compareDecimals(x, y)), value.Int(0))
	}
	for _, op := range []struct {
		name string
		op   value.CmpOp
	}{{"eq", value.CmpEq}, {"ne", value.CmpNe}, {"lt", value.CmpLt}, {"le", value.CmpLe}, {"gt", value.CmpGt}, {"ge", value.CmpGe}} {
		method("__"+op.name+"__(self, value, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			return compare(t, m, x, a[0], op.op)
		})
	}
}

// decimalOther converts a float, complex or rational number to compare with x,
// which may be scaled for it; nil: it does not compare.
func decimalOther(t *value.Thread, m *decimalModule, x *decimal, other value.Value, equality bool) (y, nx *decimal, status condition, err error) {
	if f, ok := value.AsFloat(other); ok {
		status = condFloatOperation
		if equality {
			// Equality with a float is no mistake: it is only recorded.
			contextOf(m.current).flags |= condFloatOperation
			status = 0
		}
		return exactFloat(f), x, status, nil
	}
	if c, ok := value.AsComplex(other); ok && equality {
		if imag(c) != 0 {
			return &decimal{kind: quietNaN}, x, 0, nil
		}
		contextOf(m.current).flags |= condFloatOperation
		return exactFloat(real(c)), x, 0, nil
	}
	if r, ok := asFraction(other); ok {
		if x.kind != finite {
			return decimalFromInt(r.num), x, 0, nil
		}
		if err := value.ChargeMul(t, x.coef.BitLen(), r.den.BitLen()); err != nil {
			return nil, nil, 0, err
		}
		return decimalFromInt(r.num), &decimal{neg: x.neg, coef: new(big.Int).Mul(x.coef, r.den), exp: x.exp}, 0, nil
	}
	return nil, x, 0, nil
}

func decimalConversions(c *value.Type, method decimalMethod) {
	str := func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return value.NewStr(x.text(contextOf(m.current).capitals != 0, false)), t.Alloc(x.digits2())
	}
	method("__str__(self, /)", str)
	method("__repr__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		s, err := str(t, m, x, nil)
		if err != nil {
			return nil, err
		}
		return value.NewStr("Decimal('" + s.(*value.Str).String() + "')"), nil
	})
	method("to_eng_string(self, /, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		ctx, err := m.under(a[0])
		if err != nil {
			return nil, err
		}
		return value.NewStr(x.text(contextOf(ctx).capitals != 0, true)), nil
	})
	method("__format__(self, specifier, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		s, ok := a[0].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("format arg must be str")
		}
		text, err := contextOf(m.current).formatDecimal(t, x, s.String())
		if err != nil {
			return nil, err
		}
		return value.NewStr(text), nil
	})
	method("__hash__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return x.hash()
	})
	method("__bool__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return value.Bool(!x.isZero()), nil
	})
	method("__float__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		f, err := x.float()
		return value.Float(f), err
	})
	method("__complex__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		f, err := x.float()
		return value.Complex(complex(f, 0)), err
	})
	whole := func(name string, mode rounding) {
		method(name+"(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			return x.whole(t, mode)
		})
	}
	whole("__int__", roundDown)
	whole("__trunc__", roundDown)
	whole("__floor__", roundFloor)
	whole("__ceil__", roundCeiling)
	method("__round__(self, ndigits=?, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		if a[0] == nil {
			return x.whole(t, roundHalfEven)
		}
		n, ok := value.AsInt(a[0])
		if !value.IsInt(a[0]) {
			return nil, value.TypeErrorf("optional arg must be an integer")
		}
		if !ok || n > maxDecimalExp || n < -maxDecimalExp {
			return nil, value.Unknownf("rounding to so many places has no model")
		}
		d, status, err := contextOf(m.current).quantize(t, x, &decimal{coef: big.NewInt(1), exp: int(-n)})
		return m.result(t, m.current, d, status, err)
	})
	method("as_tuple(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		if m.tuple == nil {
			return nil, value.Unknownf("DecimalTuple has no model")
		}
		digits := []value.Value{}
		exp := value.Value(value.Int(x.exp))
		switch x.kind {
		case infinite:
			exp, digits = value.NewStr("F"), []value.Value{value.Int(0)}
		case quietNaN:
			exp = value.NewStr("n")
		case signalingNaN:
			exp = value.NewStr("N")
		}
		if x.coef != nil && (x.kind == finite || x.isNaN() && x.coef.Sign() > 0) {
			for _, c := range x.coef.String() {
				digits = append(digits, value.Int(c-'0'))
			}
		}
		sign := 0
		if x.neg {
			sign = 1
		}
		return value.Call(t, m.tuple, []value.Value{value.Int(sign), value.NewTuple(digits...), exp}, nil)
	})
	method("as_integer_ratio(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		switch x.kind {
		case infinite:
			return nil, value.Raisef(value.OverflowError, "cannot convert Infinity to integer ratio")
		case quietNaN, signalingNaN:
			return nil, value.ValueErrorf("cannot convert NaN to integer ratio")
		}
		if err := chargeDigits(t, x.digits()+max(x.exp, -x.exp)); err != nil {
			return nil, err
		}
		num, den := signed(x.coef, x.neg), big.NewInt(1)
		if x.exp >= 0 {
			num = scaled(num, x.exp)
		} else {
			den = new(big.Int).Set(powerOfTen(-x.exp))
			g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(num), den)
			num, den = new(big.Int).Quo(num, g), den.Quo(den, g)
		}
		return value.NewTuple(value.MakeInt(num), value.MakeInt(den)), nil
	})
	same := func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	for _, signature := range []string{"__copy__(self, /)", "__deepcopy__(self, memo, /)", "conjugate(self, /)", "canonical(self, /)"} {
		c.Def(signature, same)
	}
	c.DefAttr("real", func(t *value.Thread, self value.Value) (value.Value, error) { return self, nil })
	c.DefAttr("imag", func(t *value.Thread, self value.Value) (value.Value, error) {
		return newDecimal(&decimal{coef: new(big.Int)}), nil
	})
	c.DefClass("from_float(cls, f, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := decimalFromFloat(t, a[1])
		if err != nil {
			return nil, err
		}
		if a[0] != value.Value(decimalType) {
			return value.Call(t, a[0], []value.Value{newDecimal(d)}, nil)
		}
		return newDecimal(d), nil
	})
}

// digits2 is what the text of d takes, about.
func (d *decimal) digits2() int {
	if d.coef == nil {
		return 8
	}
	return 2 * d.digits()
}

func decimalArithmetic(c *value.Type, method decimalMethod) {
	method("__neg__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return m.unaryResult(t, m.current, x, !x.neg)
	})
	method("__pos__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return m.unaryResult(t, m.current, x, x.neg)
	})
	method("__abs__(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return m.unaryResult(t, m.current, x, false)
	})
	for name, f := range decimalUnary {
		method(name+"(self, /, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			ctx, err := m.under(a[0])
			if err != nil {
				return nil, err
			}
			return f(t, m, ctx, x)
		})
	}
	for name, f := range decimalBinary {
		method(name+"(self, /, other, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			ctx, err := m.under(a[1])
			if err != nil {
				return nil, err
			}
			y, err := m.operand(t, a[0])
			if err != nil {
				return nil, err
			}
			return f(t, m, ctx, x, y)
		})
	}
	method("quantize(self, /, exp, rounding=None, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		ctx, err := m.under(a[2])
		if err != nil {
			return nil, err
		}
		work := *contextOf(ctx)
		if a[1] != value.None {
			if work.rounding, err = roundingOf(a[1]); err != nil {
				return nil, err
			}
		}
		y, err := m.operand(t, a[0])
		if err != nil {
			return nil, err
		}
		d, status, err := work.quantize(t, x, y)
		return m.result(t, ctx, d, status, err)
	})
	for name, exact := range map[string]bool{"to_integral_value": false, "to_integral": false, "to_integral_exact": true} {
		method(name+"(self, /, rounding=None, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			ctx, err := m.under(a[1])
			if err != nil {
				return nil, err
			}
			mode := contextOf(ctx).rounding
			if a[0] != value.None {
				if mode, err = roundingOf(a[0]); err != nil {
					return nil, err
				}
			}
			d, status := contextOf(ctx).toIntegral(x, mode, exact)
			return m.result(t, ctx, d, status, nil)
		})
	}
	method("fma(self, /, other, third, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		ctx, err := m.under(a[2])
		if err != nil {
			return nil, err
		}
		y, z, err := m.operands(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		if x.kind != finite || y.kind != finite || z.kind != finite {
			return nil, value.Unknownf("fma of special values has no model")
		}
		product := &decimal{neg: x.neg != y.neg, coef: new(big.Int).Mul(x.coef, y.coef), exp: x.exp + y.exp}
		d, status, err := contextOf(ctx).add(t, product, z, false)
		return m.result(t, ctx, d, status, err)
	})
	decimalSigns(method)
	decimalQuestions(method)
}

func decimalSigns(method decimalMethod) {
	copySigned := func(x *decimal, neg bool) value.Value {
		return newDecimal(&decimal{kind: x.kind, neg: neg, coef: x.coef, exp: x.exp})
	}
	method("copy_abs(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return copySigned(x, false), nil
	})
	method("copy_negate(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return copySigned(x, !x.neg), nil
	})
	method("copy_sign(self, /, other, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		y, err := m.operand(t, a[0])
		if err != nil {
			return nil, err
		}
		return copySigned(x, y.neg), nil
	})
	method("same_quantum(self, /, other, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		y, err := m.operand(t, a[0])
		if err != nil {
			return nil, err
		}
		if x.kind != finite || y.kind != finite {
			return value.Bool(x.isNaN() && y.isNaN() || x.kind == infinite && y.kind == infinite), nil
		}
		return value.Bool(x.exp == y.exp), nil
	})
	method("adjusted(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		if x.kind != finite {
			return value.Int(0), nil
		}
		return value.Int(x.adjusted()), nil
	})
	method("radix(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		return newDecimal(&decimal{coef: value10}), nil
	})
}

func decimalQuestions(method decimalMethod) {
	for name, f := range map[string]func(x *decimal) bool{
		"is_canonical": func(x *decimal) bool { return true },
		"is_finite":    func(x *decimal) bool { return x.kind == finite },
		"is_infinite":  func(x *decimal) bool { return x.kind == infinite },
		"is_nan":       func(x *decimal) bool { return x.isNaN() },
		"is_qnan":      func(x *decimal) bool { return x.kind == quietNaN },
		"is_snan":      func(x *decimal) bool { return x.kind == signalingNaN },
		"is_signed":    func(x *decimal) bool { return x.neg },
		"is_zero":      func(x *decimal) bool { return x.isZero() },
	} {
		method(name+"(self, /)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			return value.Bool(f(x)), nil
		})
	}
	for name, normal := range map[string]bool{"is_normal": true, "is_subnormal": false} {
		method(name+"(self, /, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
			ctx, err := m.under(a[0])
			if err != nil {
				return nil, err
			}
			if x.kind != finite || x.isZero() {
				return value.False, nil
			}
			return value.Bool((x.adjusted() >= contextOf(ctx).emin) == normal), nil
		})
	}
	method("number_class(self, /, context=None)", func(t *value.Thread, m *decimalModule, x *decimal, a []value.Value) (value.Value, error) {
		ctx, err := m.under(a[0])
		if err != nil {
			return nil, err
		}
		sign := "+"
		if x.neg {
			sign = "-"
		}
		switch {
		case x.kind == quietNaN:
			return value.NewStr("NaN"), nil
		case x.kind == signalingNaN:
			return value.NewStr("sNaN"), nil
		case x.kind == infinite:
			return value.NewStr(sign + "Infinity"), nil
		case x.isZero():
			return value.NewStr(sign + "Zero"), nil
		case x.adjusted() < contextOf(ctx).emin:
			return value.NewStr(sign + "Subnormal"), nil
		}
		return value.NewStr(sign + "Normal"), nil
	})
}
