package stdlib

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"augur/analysis/value"
)

func init() { Register("decimal", loadDecimal) }

var value10 = big.NewInt(10)

var decimalType = func() *value.Type {
	c := libraryType("decimal", "Decimal")
	c.Name = "decimal.Decimal"
	c.Partial = true
	return c
}()

func newDecimal(d *decimal) value.Value {
	o := value.NewInstance(decimalType)
	o.Payload = d
	return o
}

func loadDecimal(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("decimal")
	mod, again := t.Local[decimalKey].(*decimalModule)
	if !again {
		mod = &decimalModule{current: newContext(defaultContext)}
		t.Local[decimalKey] = mod
		var err error
		if mod.exceptions, err = mod.makeSignals(t); err != nil {
			return nil, err
		}
	}
	for name, c := range mod.exceptions {
		m.Set(name, c) // a module that is imported anew has the same ones
	}
	m.Set("Decimal", decimalType)
	m.Set("Context", contextType)
	for _, r := range roundings {
		m.Set(string(r), value.NewStr(string(r)))
	}
	for name, n := range map[string]int64{"MAX_PREC": maxDecimalPrec, "MAX_EMAX": maxDecimalExp, "MIN_EMIN": -maxDecimalExp, "MIN_ETINY": minDecimalTiny} {
		m.Set(name, value.Int(n))
	}
	m.Set("HAVE_THREADS", value.True)
	m.Set("HAVE_CONTEXTVAR", value.True)
	m.Set("DefaultContext", newContext(defaultContext))
	basic := defaultContext
	basic.prec, basic.rounding = 9, roundHalfUp
	basic.traps |= condClamped | condUnderflow
	m.Set("BasicContext", newContext(basic))
	extended := defaultContext
	extended.prec, extended.traps = 9, 0
	m.Set("ExtendedContext", newContext(extended))

	collections, ok, err := Load(t, "collections")
	if err != nil {
		return nil, err
	}
	if ok {
		named, err := value.GetAttr(t, collections, "namedtuple")
		if err != nil {
			return nil, err
		}
		if mod.tuple, err = value.Call(t, named, []value.Value{value.NewStr("DecimalTuple"), value.NewStr("sign digits exponent")}, []value.Kwarg{{Name: "module", Value: value.NewStr("decimal")}}); err != nil {
			return nil, err
		}
		m.Set("DecimalTuple", mod.tuple)
	}
	if numbers, ok, err := Load(t, "numbers"); err != nil {
		return nil, err
	} else if ok {
		number, err := value.GetAttr(t, numbers, "Number")
		if err != nil {
			return nil, err
		}
		if _, err := value.CallMethod(t, number, "register", decimalType); err != nil {
			return nil, err
		}
	}
	m.Def("getcontext()", func(t *value.Thread, a []value.Value) (value.Value, error) { return mod.current, nil })
	m.Def("setcontext(context, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ctx, ok := asContext(a[0])
		if !ok {
			return nil, value.TypeErrorf("argument must be a context")
		}
		for _, name := range []string{"DefaultContext", "BasicContext", "ExtendedContext"} {
			if template, ok := m.Globals.GetStr(name); ok && template == value.Value(ctx) {
				t.Reading(&ctx.Header)
				copied := *contextOf(ctx)
				copied.flags = 0
				ctx = newContext(copied) // these are not changed by what is computed
				break
			}
		}
		mod.current = ctx
		return value.None, nil
	})
	m.Set("localcontext", value.NewRaw("localcontext", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		from := mod.current
		for _, k := range kwargs {
			if k.Name == "ctx" {
				args = append(args, k.Value)
			}
		}
		if len(args) > 0 && args[0] != value.None {
			ctx, ok := asContext(args[0])
			if !ok {
				return nil, value.TypeErrorf("optional argument must be a context")
			}
			from = ctx
		}
		inside := newContext(*contextOf(from))
		for _, k := range kwargs {
			if k.Name != "ctx" && !slices.Contains(contextNames, k.Name) {
				return nil, value.TypeErrorf("'%s' is an invalid keyword argument for this function", k.Name)
			}
		}
		for _, k := range kwargs {
			if k.Name != "ctx" && k.Value != value.None {
				if err := contextOf(inside).set(t, mod, k.Name, k.Value); err != nil {
					return nil, err
				}
			}
		}
		o := value.NewInstance(localContextType)
		o.Payload = &localContext{inside: inside, outside: mod.current}
		return o, nil
	}))
	return m, nil
}

// finished fits a number into the context and signals what happened.
func (m *decimalModule) finished(t *value.Thread, ctx *value.Instance, d *decimal) (value.Value, error) {
	got, status := contextOf(ctx).finish(d)
	return m.result(t, ctx, got, status, nil)
}

// result signals what happened and makes the object.
func (m *decimalModule) result(t *value.Thread, ctx *value.Instance, d *decimal, status condition, err error) (value.Value, error) {
	if err != nil {
		return nil, err
	}
	if err := m.signal(t, ctx, status); err != nil {
		return nil, err
	}
	return newDecimal(d), nil
}

// decimalFromInt is an int as a decimal, exactly.
func decimalFromInt(n *big.Int) *decimal {
	return &decimal{neg: n.Sign() < 0, coef: new(big.Int).Abs(n)}
}

// asDecimal returns the number of a Decimal or an int.
func asDecimal(v value.Value) (*decimal, bool) {
	if n, ok := value.AsBig(v); ok {
		return decimalFromInt(n), true
	}
	return state[*decimal](v)
}

// operand converts an argument that must be a Decimal or an int.
func (m *decimalModule) operand(t *value.Thread, v value.Value) (*decimal, error) {
	d, ok := asDecimal(v)
	if !ok {
		if u, isUnknown := v.(*value.Unknown); isUnknown {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
		return nil, value.TypeErrorf("conversion from %s to Decimal is not supported", v.Type().Name)
	}
	return d, nil
}

func (m *decimalModule) operands(t *value.Thread, a, b value.Value) (x, y *decimal, err error) {
	if x, err = m.operand(t, a); err != nil {
		return nil, nil, err
	}
	y, err = m.operand(t, b)
	return x, y, err
}

// decimalFromFloat is the exact value of a float or int.
func decimalFromFloat(t *value.Thread, v value.Value) (*decimal, error) {
	if n, ok := value.AsBig(v); ok {
		return decimalFromInt(n), nil
	}
	f, ok := value.AsFloat(v)
	if !ok {
		if u, isUnknown := v.(*value.Unknown); isUnknown {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
		return nil, value.TypeErrorf("argument must be int or float")
	}
	return exactFloat(f), nil
}

func exactFloat(f float64) *decimal {
	neg := math.Signbit(f)
	switch {
	case f != f:
		return &decimal{kind: quietNaN, neg: neg}
	case math.IsInf(f, 0):
		return &decimal{kind: infinite, neg: neg}
	}
	r := new(big.Rat).SetFloat64(math.Abs(f))
	// A denominator 2**k makes k places: n/2**k is n*5**k/10**k.
	k := r.Denom().BitLen() - 1
	coef := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(k)), nil)
	return &decimal{neg: neg, coef: coef.Mul(coef, r.Num()), exp: -k}
}

// convertNew reads what Decimal(v) takes. inexact allows what does not fit.
func (m *decimalModule) convertNew(t *value.Thread, ctx *value.Instance, v value.Value, inexact bool) (*decimal, error) {
	if d, ok := asDecimal(v); ok {
		return d, nil
	}
	fits := func(d *decimal) (*decimal, error) {
		if d.kind == finite && !inexact && (d.coef.Sign() != 0 && (d.adjusted() > maxDecimalExp || d.exp < minDecimalTiny) || d.exp > maxDecimalExp || d.exp < minDecimalTiny) {
			return decimalNaN, m.signal(t, ctx, condInvalid)
		}
		return d, nil
	}
	switch x := v.(type) {
	case *value.Str:
		if text := x.String(); inexact && (strings.Contains(text, "_") || strings.TrimSpace(text) != text) {
			// A context takes numbers as they are written in no other way.
			return decimalNaN, m.signal(t, ctx, condConversionSyntax)
		}
		d, ok, err := parseDecimal(t, x.String())
		if err != nil {
			return nil, err
		}
		if !ok {
			return decimalNaN, m.signal(t, ctx, condConversionSyntax)
		}
		return fits(d)
	case *value.Tuple, *value.List:
		d, err := decimalFromTuple(t, v)
		if err != nil {
			return nil, err
		}
		return fits(d)
	case *value.Unknown:
		return nil, &value.UnknownError{Reason: x.Reason}
	}
	if f, ok := value.AsFloat(v); ok {
		if err := m.signal(t, ctx, condFloatOperation); err != nil {
			return nil, err
		}
		return exactFloat(f), nil
	}
	return nil, value.TypeErrorf("conversion from %s to Decimal is not supported", v.Type().Name)
}

// decimalFromTuple reads (sign, digits, exponent).
func decimalFromTuple(t *value.Thread, v value.Value) (*decimal, error) {
	parts, err := value.Collect(t, v)
	if err != nil {
		return nil, err
	}
	if len(parts) != 3 {
		return nil, value.ValueErrorf("argument must be a sequence of length 3")
	}
	sign, ok := value.AsInt(parts[0])
	if !ok || sign != 0 && sign != 1 {
		return nil, value.ValueErrorf("sign must be an integer with the value 0 or 1")
	}
	d := &decimal{neg: sign == 1, coef: new(big.Int)}
	if s, ok := parts[2].(*value.Str); ok {
		switch s.String() {
		case "F":
			d.kind = infinite
			return d, nil
		case "n":
			d.kind = quietNaN
		case "N":
			d.kind = signalingNaN
		default:
			return nil, value.ValueErrorf("string argument in the third position must be 'F', 'n' or 'N'")
		}
	} else {
		exp, ok := value.AsInt(parts[2])
		if !ok {
			return nil, value.ValueErrorf("exponent must be an integer")
		}
		d.exp = int(exp)
	}
	digits, err := value.Collect(t, parts[1])
	if err != nil {
		return nil, value.ValueErrorf("coefficient must be a tuple of digits")
	}
	text := make([]byte, 0, len(digits)+1)
	text = append(text, '0')
	for _, x := range digits {
		n, ok := value.AsInt(x)
		if !ok || n < 0 || n > 9 {
			return nil, value.ValueErrorf("coefficient must be a tuple of digits")
		}
		text = append(text, byte('0'+n))
	}
	if d.coef, err = decimalCoef(t, string(text)); err != nil {
		return nil, err
	}
	return d, nil
}

// numeral is the text of d that other parsers of numbers read.
func (d *decimal) numeral() string { return d.text(true, false) }

func (d *decimal) float() (float64, error) {
	if d.kind == signalingNaN {
		return 0, value.ValueErrorf("cannot convert signaling NaN to float")
	}
	if d.kind == quietNaN {
		return math.Copysign(math.NaN(), float64(d.sign())), nil
	}
	f, _ := strconv.ParseFloat(d.numeral(), 64)
	return f, nil
}

// whole is d rounded to an int.
func (d *decimal) whole(t *value.Thread, mode rounding) (value.Value, error) {
	switch d.kind {
	case infinite:
		return nil, value.Raisef(value.OverflowError, "cannot convert Infinity to integer")
	case quietNaN, signalingNaN:
		return nil, value.ValueErrorf("cannot convert NaN to integer")
	}
	if err := chargeDigits(t, max(d.exp, 0)+d.digits()); err != nil {
		return nil, err
	}
	got, _ := rescale(d, 0, mode)
	return value.MakeInt(signed(got.coef, got.neg)), nil
}

// hash is that of the number modulo the prime by which CPython hashes numbers.
func (d *decimal) hash() (value.Value, error) {
	switch d.kind {
	case signalingNaN:
		return nil, value.TypeErrorf("Cannot hash a signaling NaN value")
	case quietNaN:
		return nil, value.Unknownf("the hash of a NaN rests on its address")
	case infinite:
		return value.Int(314159 * d.sign()), nil
	}
	p := big.NewInt(1<<61 - 1)
	base := big.NewInt(10)
	exp := big.NewInt(int64(d.exp))
	if d.exp < 0 {
		base.ModInverse(base, p)
		exp.Neg(exp)
	}
	h := base.Exp(base, exp, p)
	h.Mul(h, d.coef)
	h.Mod(h, p)
	if d.neg {
		h.Neg(h)
	}
	if h.IsInt64() && h.Int64() == -1 {
		return value.Int(-2), nil
	}
	return value.MakeInt(h), nil
}
