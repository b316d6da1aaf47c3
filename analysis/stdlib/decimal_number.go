package stdlib

import (
	"math/big"

	"augur/analysis/value"
)

// decimalKind is what a decimal is.
type decimalKind uint8

const (
	finite decimalKind = iota
	infinite
	quietNaN
	signalingNaN
)

// decimal is the number -1**neg * coef * 10**exp, or what is no number; a NaN
// may carry a payload in coef. It is never changed.
type decimal struct {
	kind decimalKind
	neg  bool
	coef *big.Int // not negative
	exp  int
}

func (d *decimal) isNaN() bool  { return d.kind == quietNaN || d.kind == signalingNaN }
func (d *decimal) isZero() bool { return d.kind == finite && d.coef.Sign() == 0 }

// sign is 1 or -1, whatever d is.
func (d *decimal) sign() int {
	if d.neg {
		return -1
	}
	return 1
}

// digits is the number of digits of the coefficient; a zero has one.
func (d *decimal) digits() int { return decimalDigits(d.coef) }

// adjusted is the exponent of the first digit.
func (d *decimal) adjusted() int { return d.exp + d.digits() - 1 }

func decimalDigits(n *big.Int) int {
	if n.Sign() == 0 {
		return 1
	}
	// The number of bits tells it, but for one.
	guess := int(float64(n.BitLen()-1)*0.30102999566398119) + 1
	if n.Cmp(powerOfTen(guess)) >= 0 {
		guess++
	}
	return guess
}

var smallPowers = func() []*big.Int {
	powers := make([]*big.Int, 128)
	powers[0] = big.NewInt(1)
	for i := 1; i < len(powers); i++ {
		powers[i] = new(big.Int).Mul(powers[i-1], big.NewInt(10))
	}
	return powers
}()

// powerOfTen is 10**n; it must not be changed.
func powerOfTen(n int) *big.Int {
	if n < len(smallPowers) {
		return smallPowers[n]
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

func scaled(n *big.Int, places int) *big.Int { return new(big.Int).Mul(n, powerOfTen(places)) }

// condition is a set of what happened in an operation.
type condition uint16

const (
	condInvalid condition = 1 << iota
	condConversionSyntax
	condDivisionImpossible
	condDivisionUndefined
	condInvalidContext
	condFloatOperation
	condDivisionByZero
	condOverflow
	condUnderflow
	condSubnormal
	condInexact
	condRounded
	condClamped

	condAnyInvalid = condInvalid | condConversionSyntax | condDivisionImpossible | condDivisionUndefined | condInvalidContext
)

// rounding is a way to round.
type rounding string

const (
	roundCeiling  rounding = "ROUND_CEILING"
	roundFloor    rounding = "ROUND_FLOOR"
	roundUp       rounding = "ROUND_UP"
	roundDown     rounding = "ROUND_DOWN"
	roundHalfUp   rounding = "ROUND_HALF_UP"
	roundHalfDown rounding = "ROUND_HALF_DOWN"
	roundHalfEven rounding = "ROUND_HALF_EVEN"
	round05Up     rounding = "ROUND_05UP"
)

var roundings = []rounding{roundCeiling, roundFloor, roundUp, roundDown, roundHalfUp, roundHalfDown, roundHalfEven, round05Up}

// decimalContext is the setting of an operation, and what happened in those
// before.
type decimalContext struct {
	prec, emin, emax int
	rounding         rounding
	capitals, clamp  int
	traps, flags     condition
}

// The bounds of CPython's decimal on 64-bit machines.
const (
	maxDecimalPrec = 999999999999999999
	maxDecimalExp  = 999999999999999999
	minDecimalTiny = -1999999999999999997
)

func (c *decimalContext) etiny() int { return c.emin - (c.prec - 1) }
func (c *decimalContext) etop() int  { return c.emax - (c.prec - 1) }

// roundOff divides a coefficient by 10**places and rounds; lost says whether
// digits other than zeros were dropped.
func roundOff(coef *big.Int, places int, neg bool, mode rounding) (got *big.Int, lost bool) {
	if places <= 0 {
		return coef, false
	}
	unit := powerOfTen(places)
	q, r := new(big.Int).QuoRem(coef, unit, new(big.Int))
	if r.Sign() == 0 {
		return q, false
	}
	half := r.Lsh(r, 1).Cmp(unit)
	up := false
	switch mode {
	case roundUp:
		up = true
	case roundCeiling:
		up = !neg
	case roundFloor:
		up = neg
	case roundHalfUp:
		up = half >= 0
	case roundHalfDown:
		up = half > 0
	case roundHalfEven:
		up = half > 0 || half == 0 && q.Bit(0) == 1
	case round05Up:
		last := new(big.Int).Rem(q, big.NewInt(5))
		up = last.Sign() == 0
	}
	if up {
		q.Add(q, big.NewInt(1))
	}
	return q, true
}

// finish fits an exact result into the context.
func (c *decimalContext) finish(d *decimal) (*decimal, condition) {
	switch d.kind {
	case infinite:
		return d, 0
	case quietNaN, signalingNaN:
		// A payload that is too long loses its first digits.
		if limit := c.prec - c.clamp; d.coef != nil && d.coef.Sign() > 0 && d.digits() > limit {
			d = &decimal{kind: d.kind, neg: d.neg, coef: new(big.Int).Rem(d.coef, powerOfTen(limit))}
		}
		return d, 0
	}
	coef, exp := d.coef, d.exp
	var status condition
	if coef.Sign() == 0 {
		top := c.emax
		if c.clamp != 0 {
			top = c.etop()
		}
		if exp < c.etiny() || exp > top {
			return &decimal{neg: d.neg, coef: coef, exp: min(max(exp, c.etiny()), top)}, condClamped
		}
		return d, 0
	}
	digits := decimalDigits(coef)
	if exp+digits-1 < c.emin {
		status |= condSubnormal
		if exp < c.etiny() {
			shift := c.etiny() - exp
			lost := true
			if shift > digits+1 { // less than a tenth of the last place
				coef, lost = roundOff(big.NewInt(1), 2, d.neg, c.rounding)
			} else {
				coef, lost = roundOff(coef, shift, d.neg, c.rounding)
			}
			exp = c.etiny()
			status |= condRounded
			if lost {
				status |= condInexact | condUnderflow
			}
			if coef.Sign() == 0 {
				status |= condClamped
			}
			digits = decimalDigits(coef)
		}
	}
	if digits > c.prec {
		drop := digits - c.prec
		var lost bool
		coef, lost = roundOff(coef, drop, d.neg, c.rounding)
		exp += drop
		status |= condRounded
		if lost {
			status |= condInexact
		}
		if decimalDigits(coef) > c.prec { // rounded up to the next power
			coef = new(big.Int).Quo(coef, big.NewInt(10))
			exp++
		}
		digits = decimalDigits(coef)
	}
	if coef.Sign() != 0 && exp+digits-1 > c.emax {
		return c.overflow(d.neg), status | condOverflow | condInexact | condRounded
	}
	if c.clamp != 0 && exp > c.etop() && coef.Sign() != 0 {
		coef = scaled(coef, exp-c.etop())
		exp = c.etop()
		status |= condClamped
	}
	return &decimal{neg: d.neg, coef: coef, exp: exp}, status
}

// overflow is what a number that is too large becomes.
func (c *decimalContext) overflow(neg bool) *decimal {
	toInfinity := true
	switch c.rounding {
	case roundDown, round05Up:
		toInfinity = false
	case roundCeiling:
		toInfinity = !neg
	case roundFloor:
		toInfinity = neg
	}
	if toInfinity {
		return &decimal{kind: infinite, neg: neg}
	}
	all := new(big.Int).Sub(powerOfTen(c.prec), big.NewInt(1))
	return &decimal{neg: neg, coef: all, exp: c.etop()}
}

var decimalNaN = &decimal{kind: quietNaN}

// propagate handles NaNs among operands: done is false if there are none.
func (c *decimalContext) propagate(ds ...*decimal) (got *decimal, status condition, done bool) {
	for _, d := range ds {
		if d.kind == signalingNaN {
			got, _ = c.finish(&decimal{kind: quietNaN, neg: d.neg, coef: d.coef})
			return got, condInvalid, true
		}
	}
	for _, d := range ds {
		if d.kind == quietNaN {
			got, _ = c.finish(d)
			return got, 0, true
		}
	}
	return nil, 0, false
}

// charge accounts for work with coefficients of so many digits.
func chargeDigits(t *value.Thread, n int) error {
	if n > 1<<30 {
		return &value.LimitError{Limit: "memory"}
	}
	return value.ChargeMul(t, n*4, n*4)
}

// add is a+b, or a-b.
func (c *decimalContext) add(t *value.Thread, a, b *decimal, subtract bool) (*decimal, condition, error) {
	if got, status, done := c.propagate(a, b); done {
		return got, status, nil
	}
	negB := b.neg != subtract
	switch {
	case a.kind == infinite && b.kind == infinite:
		if a.neg != negB {
			return decimalNaN, condInvalid, nil
		}
		return a, 0, nil
	case a.kind == infinite:
		return a, 0, nil
	case b.kind == infinite:
		return &decimal{kind: infinite, neg: negB}, 0, nil
	}
	x, y := signed(a.coef, a.neg), signed(b.coef, negB)
	exp := min(a.exp, b.exp)
	if a.exp != b.exp && !a.isZero() && !b.isZero() {
		x, y, exp = c.alignFar(a, b, x, y, exp)
	}
	gap := max(a.exp, b.exp) - exp
	if err := chargeDigits(t, max(a.digits(), b.digits())+min(gap, 1<<30)); err != nil {
		return nil, 0, err
	}
	switch {
	case a.isZero() && a.exp > exp, b.isZero() && b.exp > exp:
		// A zero with a large exponent needs no digits.
		if a.isZero() {
			x = new(big.Int)
		} else {
			y = new(big.Int)
		}
	}
	if x.Sign() != 0 {
		x = scaled(x, max(a.exp-exp, 0))
	}
	if y.Sign() != 0 {
		y = scaled(y, max(b.exp-exp, 0))
	}
	sum := new(big.Int).Add(x, y)
	neg := sum.Sign() < 0
	if sum.Sign() == 0 {
		neg = a.neg && negB || a.neg != negB && c.rounding == roundFloor
		if !a.isZero() && a.neg != negB {
			neg = c.rounding == roundFloor
		}
	}
	d, status := c.finish(&decimal{neg: neg, coef: sum.Abs(sum), exp: exp})
	return d, status, nil
}

// alignFar replaces the smaller of two numbers that lie far apart by one that
// rounds the same, so that the sum does not need a digit for every place
// between them.
func (c *decimalContext) alignFar(a, b *decimal, x, y *big.Int, exp int) (nx, ny *big.Int, nexp int) {
	large, small := a, b
	if a.exp < b.exp {
		large, small = b, a
	}
	limit := large.exp - 1
	if d := large.digits(); d <= c.prec {
		limit = large.exp + d - c.prec - 2
	}
	if small.adjusted() >= limit {
		return x, y, exp
	}
	limit--
	tiny := big.NewInt(1)
	if large == a {
		return x, tiny.Mul(tiny, big.NewInt(int64(y.Sign()))), limit
	}
	return tiny.Mul(tiny, big.NewInt(int64(x.Sign()))), y, limit
}

func signed(n *big.Int, neg bool) *big.Int {
	if neg {
		return new(big.Int).Neg(n)
	}
	return n
}

func (c *decimalContext) mul(t *value.Thread, a, b *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(a, b); done {
		return got, status, nil
	}
	neg := a.neg != b.neg
	if a.kind == infinite || b.kind == infinite {
		if a.isZero() || b.isZero() {
			return decimalNaN, condInvalid, nil
		}
		return &decimal{kind: infinite, neg: neg}, 0, nil
	}
	if err := value.ChargeMul(t, a.coef.BitLen(), b.coef.BitLen()); err != nil {
		return nil, 0, err
	}
	d, status := c.finish(&decimal{neg: neg, coef: new(big.Int).Mul(a.coef, b.coef), exp: a.exp + b.exp})
	return d, status, nil
}

func (c *decimalContext) div(t *value.Thread, a, b *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(a, b); done {
		return got, status, nil
	}
	neg := a.neg != b.neg
	switch {
	case a.kind == infinite && b.kind == infinite:
		return decimalNaN, condInvalid, nil
	case a.kind == infinite:
		return &decimal{kind: infinite, neg: neg}, 0, nil
	case b.kind == infinite:
		return &decimal{neg: neg, coef: new(big.Int), exp: c.etiny()}, condClamped, nil
	case b.isZero() && a.isZero():
		return decimalNaN, condDivisionUndefined, nil
	case b.isZero():
		return &decimal{kind: infinite, neg: neg}, condDivisionByZero, nil
	case a.isZero():
		d, status := c.finish(&decimal{neg: neg, coef: new(big.Int), exp: a.exp - b.exp})
		return d, status, nil
	}
	shift := max(b.digits()-a.digits()+c.prec+1, 0)
	if err := chargeDigits(t, a.digits()+b.digits()+shift); err != nil {
		return nil, 0, err
	}
	q, r := new(big.Int).QuoRem(scaled(a.coef, shift), b.coef, new(big.Int))
	exp := a.exp - b.exp - shift
	if r.Sign() != 0 {
		// The last digit stands for all that follow.
		if new(big.Int).Rem(q, big.NewInt(5)).Sign() == 0 {
			q.Add(q, big.NewInt(1))
		}
	} else {
		q, exp = trimZeros(q, exp, a.exp-b.exp)
	}
	d, status := c.finish(&decimal{neg: neg, coef: q, exp: exp})
	return d, status, nil
}

// trimZeros drops zeros at the end of a coefficient while the exponent is below
// a limit.
func trimZeros(coef *big.Int, exp, limit int) (*big.Int, int) {
	ten := big.NewInt(10)
	for exp < limit && coef.Sign() != 0 {
		q, r := new(big.Int).QuoRem(coef, ten, new(big.Int))
		if r.Sign() != 0 {
			break
		}
		coef = q
		exp++
	}
	return coef, exp
}

// divInt computes the integer part of a/b and what remains.
func (c *decimalContext) divInt(t *value.Thread, a, b *decimal) (q, r *decimal, status condition, err error) {
	// The quotient must not need more digits than the precision.
	if a.adjusted()-b.adjusted() > c.prec {
		return decimalNaN, decimalNaN, condDivisionImpossible, nil
	}
	exp := min(a.exp, b.exp)
	neg := a.neg != b.neg
	if a.isZero() || a.adjusted() < b.adjusted() {
		rest := &decimal{neg: a.neg, coef: a.coef, exp: a.exp}
		if a.exp > exp {
			if err := chargeDigits(t, a.exp-exp+a.digits()); err != nil {
				return nil, nil, 0, err
			}
			rest = &decimal{neg: a.neg, coef: scaled(a.coef, a.exp-exp), exp: exp}
		}
		return &decimal{neg: neg, coef: new(big.Int)}, rest, 0, nil
	}
	if err := chargeDigits(t, a.digits()+b.digits()+(a.exp-exp)+(b.exp-exp)); err != nil {
		return nil, nil, 0, err
	}
	n, rest := new(big.Int).QuoRem(scaled(a.coef, a.exp-exp), scaled(b.coef, b.exp-exp), new(big.Int))
	if decimalDigits(n) > c.prec {
		return decimalNaN, decimalNaN, condDivisionImpossible, nil
	}
	return &decimal{neg: neg, coef: n}, &decimal{neg: a.neg, coef: rest, exp: exp}, 0, nil
}

// floorDiv is a // b, which truncates.
func (c *decimalContext) floorDiv(t *value.Thread, a, b *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(a, b); done {
		return got, status, nil
	}
	neg := a.neg != b.neg
	switch {
	case a.kind == infinite && b.kind == infinite:
		return decimalNaN, condInvalid, nil
	case a.kind == infinite:
		return &decimal{kind: infinite, neg: neg}, 0, nil
	case b.kind == infinite:
		d, status := c.finish(&decimal{neg: neg, coef: new(big.Int)})
		return d, status, nil
	case b.isZero() && a.isZero():
		return decimalNaN, condDivisionUndefined, nil
	case b.isZero():
		return &decimal{kind: infinite, neg: neg}, condDivisionByZero, nil
	}
	q, _, status, err := c.divInt(t, a, b)
	if err != nil || q.isNaN() {
		return q, status, err
	}
	d, more := c.finish(q)
	return d, status | more, nil
}

// rem is a % b, with the sign of a.
func (c *decimalContext) rem(t *value.Thread, a, b *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(a, b); done {
		return got, status, nil
	}
	switch {
	case a.kind == infinite:
		return decimalNaN, condInvalid, nil
	case b.kind == infinite:
		d, status := c.finish(a)
		return d, status, nil
	case b.isZero() && a.isZero():
		return decimalNaN, condDivisionUndefined, nil
	case b.isZero():
		return decimalNaN, condInvalid, nil
	}
	_, r, status, err := c.divInt(t, a, b)
	if err != nil || r.isNaN() {
		return r, status, err
	}
	d, more := c.finish(r)
	return d, status | more, nil
}

// divmod is divmod(a, b).
func (c *decimalContext) divmod(t *value.Thread, a, b *decimal) (q, r *decimal, status condition, err error) {
	if got, status, done := c.propagate(a, b); done {
		return got, got, status, nil
	}
	neg := a.neg != b.neg
	switch {
	case a.kind == infinite && b.kind == infinite:
		return decimalNaN, decimalNaN, condInvalid, nil
	case a.kind == infinite:
		return &decimal{kind: infinite, neg: neg}, decimalNaN, condInvalid, nil
	case b.kind == infinite:
		r, status := c.finish(a)
		return &decimal{neg: neg, coef: new(big.Int)}, r, status, nil
	case b.isZero() && a.isZero():
		return decimalNaN, decimalNaN, condDivisionUndefined, nil
	case b.isZero():
		return &decimal{kind: infinite, neg: neg}, decimalNaN, condDivisionByZero | condInvalid, nil
	}
	q, r, status, err = c.divInt(t, a, b)
	if err != nil || r.isNaN() {
		return q, r, status, err
	}
	q, inQ := c.finish(q)
	r, inR := c.finish(r)
	return q, r, status | inQ | inR, nil
}

// compareDecimals orders two finite or infinite numbers.
func compareDecimals(a, b *decimal) int {
	signOf := func(d *decimal) int {
		if d.isZero() {
			return 0
		}
		return d.sign()
	}
	sa, sb := signOf(a), signOf(b)
	switch {
	case sa != sb:
		if sa < sb {
			return -1
		}
		return 1
	case sa == 0:
		return 0
	case a.kind == infinite && b.kind == infinite:
		return 0
	case a.kind == infinite:
		return sa
	case b.kind == infinite:
		return -sa
	}
	if x, y := a.adjusted(), b.adjusted(); x != y {
		if x < y {
			return -sa
		}
		return sa
	}
	// The exponents now differ by no more than the digits do.
	exp := min(a.exp, b.exp)
	return sa * scaled(a.coef, a.exp-exp).Cmp(scaled(b.coef, b.exp-exp))
}

// rescale gives d another exponent, rounding if it grows.
func rescale(d *decimal, exp int, mode rounding) (got *decimal, lost bool) {
	if d.exp >= exp {
		return &decimal{neg: d.neg, coef: scaled(d.coef, d.exp-exp), exp: exp}, false
	}
	coef, lost := d.coef, false
	if drop := exp - d.exp; drop > d.digits()+1 {
		if coef.Sign() != 0 {
			coef, lost = roundOff(big.NewInt(1), 2, d.neg, mode)
		}
	} else {
		coef, lost = roundOff(coef, drop, d.neg, mode)
	}
	return &decimal{neg: d.neg, coef: coef, exp: exp}, lost
}

// quantize gives a the exponent of b.
func (c *decimalContext) quantize(t *value.Thread, a, b *decimal) (*decimal, condition, error) {
	if got, status, done := c.propagate(a, b); done {
		return got, status, nil
	}
	if a.kind == infinite || b.kind == infinite {
		if a.kind == b.kind {
			return a, 0, nil
		}
		return decimalNaN, condInvalid, nil
	}
	if b.exp > c.emax || b.exp < c.etiny() {
		return decimalNaN, condInvalid, nil
	}
	if a.isZero() {
		d, status := c.finish(&decimal{neg: a.neg, coef: a.coef, exp: b.exp})
		return d, status, nil
	}
	if a.exp-b.exp+a.digits() > c.prec+1 {
		return decimalNaN, condInvalid, nil
	}
	if err := chargeDigits(t, a.digits()+max(a.exp-b.exp, 0)); err != nil {
		return nil, 0, err
	}
	got, lost := rescale(a, b.exp, c.rounding)
	if got.digits() > c.prec || got.adjusted() > c.emax && !got.isZero() {
		return decimalNaN, condInvalid, nil
	}
	var status condition
	if a.exp < b.exp {
		status |= condRounded
	}
	if lost {
		status |= condInexact
	}
	d, more := c.finish(got)
	return d, status | more, nil
}

// toIntegral rounds to an integer; exact says whether that is reported.
func (c *decimalContext) toIntegral(d *decimal, mode rounding, exact bool) (*decimal, condition) {
	if got, status, done := c.propagate(d); done {
		return got, status
	}
	if d.kind == infinite || d.exp >= 0 {
		return d, 0
	}
	if d.isZero() {
		return &decimal{neg: d.neg, coef: d.coef}, 0
	}
	got, lost := rescale(d, 0, mode)
	var status condition
	if exact {
		status |= condRounded
		if lost {
			status |= condInexact
		}
	}
	return got, status
}

// normalize drops zeros at the end.
func (c *decimalContext) normalize(d *decimal) (*decimal, condition) {
	if got, status, done := c.propagate(d); done {
		return got, status
	}
	got, status := c.finish(d)
	if got.kind != finite {
		return got, status
	}
	if got.isZero() {
		return &decimal{neg: got.neg, coef: got.coef}, status
	}
	top := c.emax
	if c.clamp != 0 {
		top = c.etop()
	}
	coef, exp := trimZeros(got.coef, got.exp, top)
	return &decimal{neg: got.neg, coef: coef, exp: exp}, status
}
