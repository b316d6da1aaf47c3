package stdlib

import (
	"math/big"

	"augur/analysis/value"
)

// sqrt is the square root, correctly rounded.
func (c *decimalContext) sqrt(t *value.Thread, d *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(d); done {
		return got, status, nil
	}
	switch {
	case d.isZero():
		got, status := c.finish(&decimal{neg: d.neg, coef: d.coef, exp: floorHalf(d.exp)})
		return got, status, nil
	case d.neg:
		return decimalNaN, condInvalid, nil
	case d.kind == infinite:
		return d, 0, nil
	}
	// A root with two digits more than the precision, whose last digit stands
	// for all that follow, rounds as the exact one does.
	ideal := floorHalf(d.exp)
	coef, exp := d.coef, d.exp
	if exp%2 != 0 {
		coef = scaled(coef, 1)
		exp--
	}
	shift := 0
	if need := 2*(c.prec+2) - decimalDigits(coef); need > 0 {
		shift = (need + 1) / 2
	}
	if err := chargeDigits(t, decimalDigits(coef)+2*shift); err != nil {
		return nil, 0, err
	}
	square := scaled(coef, 2*shift)
	root := new(big.Int).Sqrt(square)
	exp = exp/2 - shift
	if new(big.Int).Mul(root, root).Cmp(square) == 0 {
		root, exp = trimZeros(root, exp, ideal)
	} else if new(big.Int).Rem(root, big.NewInt(5)).Sign() == 0 {
		root.Add(root, big.NewInt(1))
	}
	even := *c
	even.rounding = roundHalfEven
	got, status := even.finish(&decimal{coef: root, exp: exp})
	return got, status, nil
}

func floorHalf(n int) int {
	if n < 0 && n%2 != 0 {
		return n/2 - 1
	}
	return n / 2
}

// fixedPoint computes with numbers scaled by a power of ten.
type fixedPoint struct {
	places int
	one    *big.Int
}

func newFixedPoint(places int) fixedPoint { return fixedPoint{places, powerOfTen(places)} }

func (f fixedPoint) mul(a, b *big.Int) *big.Int {
	z := new(big.Int).Mul(a, b)
	return z.Quo(z, f.one)
}

func (f fixedPoint) div(a, b *big.Int) *big.Int {
	z := new(big.Int).Mul(a, f.one)
	return z.Quo(z, b)
}

// from is a decimal, cut off behind the last place.
func (f fixedPoint) from(d *decimal) *big.Int {
	n := d.coef
	if shift := d.exp + f.places; shift >= 0 {
		n = scaled(n, shift)
	} else {
		n = new(big.Int).Quo(n, powerOfTen(-shift))
	}
	return signed(n, d.neg)
}

// exp is e to a number between -1 and 1: by its series, after halving the
// number several times.
func (f fixedPoint) exp(x *big.Int) *big.Int {
	const halvings = 8
	small := new(big.Int).Rsh(x, halvings)
	sum, term := new(big.Int).Set(f.one), new(big.Int).Set(f.one)
	for k := int64(1); term.Sign() != 0; k++ {
		term = f.mul(term, small)
		term.Quo(term, big.NewInt(k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum = f.mul(sum, sum)
	}
	return sum
}

// ln is the logarithm of a positive number not far from 1, by
// 2*artanh((x-1)/(x+1)) after some square roots.
func (f fixedPoint) ln(x *big.Int) *big.Int {
	const roots = 6
	y := new(big.Int).Set(x)
	for range roots {
		y.Mul(y, f.one)
		y.Sqrt(y)
	}
	z := f.div(new(big.Int).Sub(y, f.one), new(big.Int).Add(y, f.one))
	square := f.mul(z, z)
	sum, term := new(big.Int).Set(z), new(big.Int).Set(z)
	for k := int64(3); term.Sign() != 0; k += 2 {
		term = f.mul(term, square)
		sum.Add(sum, new(big.Int).Quo(term, big.NewInt(k)))
	}
	return sum.Lsh(sum, roots+1)
}

// ln10 is the logarithm of ten.
func (f fixedPoint) ln10() *big.Int {
	// 10 = 2**3 * 1.25
	two := f.ln(new(big.Int).Lsh(f.one, 1))
	quarter := f.ln(new(big.Int).Quo(new(big.Int).Mul(f.one, big.NewInt(5)), big.NewInt(4)))
	return two.Add(two.Mul(two, big.NewInt(3)), quarter)
}

// decimalLn is the logarithm of a positive decimal, scaled.
func (f fixedPoint) decimalLn(d *decimal) *big.Int {
	digits := d.digits()
	mantissa := f.from(&decimal{coef: d.coef, exp: 1 - digits})
	ln := f.ln(mantissa)
	exp := big.NewInt(int64(d.exp + digits - 1))
	return ln.Add(ln, exp.Mul(exp, f.ln10()))
}

// rounded fits an approximation with so many places into the context; ok is
// false if its error might change a digit.
func (c *decimalContext) rounded(n *big.Int, exp, trusted int) (d *decimal, status condition, ok bool) {
	neg := n.Sign() < 0
	coef := new(big.Int).Abs(n)
	slack := powerOfTen(trusted)
	even := *c
	even.rounding = roundHalfEven
	low, status := even.finish(&decimal{neg: neg, coef: new(big.Int).Sub(coef, slack), exp: exp})
	high, _ := even.finish(&decimal{neg: neg, coef: new(big.Int).Add(coef, slack), exp: exp})
	if low.kind != high.kind || low.kind == finite && (low.exp != high.exp || low.coef.Cmp(high.coef) != 0) {
		return nil, 0, false
	}
	return low, status, true
}

// approximate computes with more and more places until the result is certain.
// compute returns it scaled by 10**places, and by 10**exp besides.
func (c *decimalContext) approximate(t *value.Thread, places int, compute func(f fixedPoint) (n *big.Int, exp int)) (*decimal, condition, error) {
	for range 5 {
		if places > 20_000 {
			return nil, 0, &value.LimitError{Limit: "time"}
		}
		if err := t.Step(int64(places) * int64(places) / 16); err != nil {
			return nil, 0, err
		}
		n, exp := compute(newFixedPoint(places))
		if d, status, ok := c.rounded(n, exp-places, 8); ok {
			return d, status, nil
		}
		places += places/2 + 10
	}
	return nil, 0, value.Unknownf("a result so close to a tie has no model")
}

// exp is e**d.
func (c *decimalContext) exp(t *value.Thread, d *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(d); done {
		return got, status, nil
	}
	switch {
	case d.kind == infinite && d.neg:
		return &decimal{coef: new(big.Int)}, 0, nil
	case d.kind == infinite:
		return d, 0, nil
	case d.isZero():
		return &decimal{coef: big.NewInt(1)}, 0, nil
	case d.adjusted() > 12:
		return nil, 0, value.Unknownf("a power of e so large or small has no model")
	case d.adjusted() < -c.prec-2:
		// 1 and nothing that shows: the result rounds from just beside it.
		one := scaled(big.NewInt(1), c.prec+2)
		one.Add(one, big.NewInt(int64(d.sign())))
		even := *c
		even.rounding = roundHalfEven
		got, status := even.finish(&decimal{coef: one, exp: -c.prec - 2})
		return got, status, nil
	}
	return c.approximate(t, c.prec+max(d.adjusted(), 0)+20, func(f fixedPoint) (*big.Int, int) { return f.expOf(f.from(d)) })
}

// expOf is e**x for any x, scaled, with an exponent besides.
func (f fixedPoint) expOf(x *big.Int) (n *big.Int, exp int) {
	ln10 := f.ln10()
	k, rest := new(big.Int).DivMod(x, ln10, new(big.Int))
	// The rest lies between 0 and ln 10: a quarter of it within the series.
	quarter := rest.Rsh(rest, 2)
	n = f.exp(quarter)
	n = f.mul(n, n)
	return f.mul(n, n), int(k.Int64())
}

// ln is the natural logarithm.
func (c *decimalContext) ln(t *value.Thread, d *decimal) (*decimal, condition, error) {
	if got, status, done := c.logSpecial(d); done {
		return got, status, nil
	}
	if compareDecimals(d, &decimal{coef: big.NewInt(1)}) == 0 {
		return &decimal{coef: new(big.Int)}, 0, nil
	}
	return c.approximate(t, c.prec+d.digits()+25, func(f fixedPoint) (*big.Int, int) { return f.decimalLn(d), 0 })
}

// log10 is the logarithm to base ten.
func (c *decimalContext) log10(t *value.Thread, d *decimal) (*decimal, condition, error) {
	if got, status, done := c.logSpecial(d); done {
		return got, status, nil
	}
	if coef, exp := trimZeros(d.coef, d.exp, 1<<62); coef.Cmp(big.NewInt(1)) == 0 {
		n := big.NewInt(int64(exp))
		got, status := c.finish(&decimal{neg: exp < 0, coef: n.Abs(n)})
		return got, status, nil
	}
	return c.approximate(t, c.prec+d.digits()+25, func(f fixedPoint) (*big.Int, int) {
		return f.div(f.decimalLn(d), f.ln10()), 0
	})
}

func (c *decimalContext) logSpecial(d *decimal) (got *decimal, status condition, done bool) {
	if got, status, done := c.propagate(d); done {
		return got, status, true
	}
	switch {
	case d.isZero():
		return &decimal{kind: infinite, neg: true}, 0, true
	case d.neg:
		return decimalNaN, condInvalid, true
	case d.kind == infinite:
		return d, 0, true
	}
	return nil, 0, false
}

// integer returns the value of a whole number; ok is false for others and for
// those that are too large to be an exponent.
func (d *decimal) integer() (n *big.Int, ok bool) {
	if d.kind != finite || d.adjusted() > 20 {
		return nil, false
	}
	coef, exp := trimZeros(d.coef, d.exp, 0)
	if coef.Sign() == 0 {
		return coef, true
	}
	if exp < 0 {
		return nil, false
	}
	return signed(scaled(coef, exp), d.neg), true
}

// pow is a ** b.
func (c *decimalContext) pow(t *value.Thread, a, b *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(a, b); done {
		return got, status, nil
	}
	exp, whole := b.integer()
	odd := whole && exp.Bit(0) == 1
	if b.kind == finite && !whole && b.adjusted() > 20 {
		return nil, 0, value.Unknownf("powers with so large an exponent have no model")
	}
	one := &decimal{coef: big.NewInt(1)}
	neg := a.neg && odd
	switch {
	case b.isZero():
		if a.isZero() {
			return decimalNaN, condInvalid, nil
		}
		return one, 0, nil
	case a.isZero():
		return zeroPower(neg, b.neg)
	case a.neg && !whole:
		return decimalNaN, condInvalid, nil
	case a.kind == infinite:
		if b.neg {
			return &decimal{neg: neg, coef: new(big.Int)}, 0, nil
		}
		return &decimal{kind: infinite, neg: neg}, 0, nil
	case b.kind == infinite:
		return c.powInfinite(a, b)
	case whole:
		return c.powInt(t, a, exp)
	}
	if compareDecimals(a, one) == 0 {
		return c.padded(one)
	}
	places := c.prec + a.digits() + b.digits() + 40
	if size := b.adjusted() + decimalDigits(big.NewInt(int64(max(a.adjusted(), -a.adjusted(), 1)))); size > 12 {
		return nil, 0, value.Unknownf("a power so large or small has no model")
	}
	return c.approximate(t, places, func(f fixedPoint) (*big.Int, int) {
		return f.expOf(f.mul(f.decimalLn(a), f.from(b)))
	})
}

// zeroPower is a power of zero.
func zeroPower(neg, inverse bool) (*decimal, condition, error) {
	if inverse {
		return &decimal{kind: infinite, neg: neg}, 0, nil
	}
	return &decimal{neg: neg, coef: new(big.Int)}, 0, nil
}

// powInfinite is a power with an infinite exponent of a positive number.
func (c *decimalContext) powInfinite(a, b *decimal) (*decimal, condition, error) {
	switch cmp := compareDecimals(a, &decimal{coef: big.NewInt(1)}); {
	case cmp == 0:
		return c.padded(&decimal{coef: big.NewInt(1)})
	case (cmp > 0) != b.neg:
		return &decimal{kind: infinite}, 0, nil
	}
	return &decimal{coef: new(big.Int)}, 0, nil
}

// padded is a result that counts as inexact: it has all digits of the
// precision.
func (c *decimalContext) padded(d *decimal) (*decimal, condition, error) {
	shift := c.prec - d.digits()
	return &decimal{neg: d.neg, coef: scaled(d.coef, shift), exp: d.exp - shift}, condInexact | condRounded, nil
}

// powInt is a power with a whole exponent: computed exactly and rounded once.
// CPython rounds on the way too, with digits to spare, so that only results
// next to a tie could differ.
func (c *decimalContext) powInt(t *value.Thread, a *decimal, exp *big.Int) (*decimal, condition, error) {
	tooLarge := func() (*decimal, condition, error) {
		return nil, 0, value.Unknownf("a power with so many digits has no model")
	}
	n := new(big.Int).Abs(exp)
	if !n.IsInt64() || n.Int64() > 100_000 {
		return tooLarge()
	}
	k := int(n.Int64())
	neg := a.neg && k%2 == 1
	// Zeros at the end only move the point.
	coef, shift := a.coef, a.exp
	if a.digits()*k > 50_000 {
		return tooLarge()
	}
	if err := chargeDigits(t, a.digits()*k); err != nil {
		return nil, 0, err
	}
	power := new(big.Int).Exp(coef, n, nil)
	even := *c
	even.rounding = roundHalfEven
	if exp.Sign() > 0 {
		d := &decimal{neg: neg, coef: power, exp: shift * k}
		if decimalDigits(power) <= c.prec {
			got, status := c.finish(d)
			return got, status, nil
		}
		return c.powRounded(d, true)
	}
	// The inverse is rounded first; where it is exact, so is the rest.
	inverse, status, err := c.div(t, &decimal{coef: big.NewInt(1)}, &decimal{neg: a.neg, coef: coef, exp: shift})
	if err != nil {
		return nil, 0, err
	}
	if status&condInexact == 0 {
		return c.powInt(t, inverse, n)
	}
	digits := c.prec + decimalDigits(power) + 30
	q, r := new(big.Int).QuoRem(powerOfTen(digits), power, new(big.Int))
	return c.powRounded(&decimal{neg: neg, coef: q, exp: -shift*k - digits}, r.Sign() == 0)
}

// powRounded rounds a power that is longer than the precision.
func (c *decimalContext) powRounded(d *decimal, exact bool) (*decimal, condition, error) {
	drop := d.digits() - c.prec
	rest := new(big.Int).Rem(d.coef, powerOfTen(drop))
	// What is dropped, as a fraction of the last place, to three digits.
	part := rest
	if drop > 3 {
		part = new(big.Int).Quo(rest, powerOfTen(drop-3))
	} else {
		part = scaled(rest, 3-drop)
	}
	if p := part.Int64(); 480 <= p && p < 520 || exact && rest.Sign() != 0 && (p < 20 || p >= 980) && c.rounding != roundHalfEven && c.rounding != roundHalfUp && c.rounding != roundHalfDown {
		return nil, 0, value.Unknownf("a power so close to a tie has no model")
	}
	got, status := c.finish(d)
	if !exact {
		status |= condInexact | condRounded
	}
	return got, status, nil
}
