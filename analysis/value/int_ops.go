package value

import (
	"math"
	"math/big"
	"math/bits"
)

// intBinary computes "a op b" for ints of 64 bits; nil, nil: no such operator.
func intBinary(t *Thread, op Op, a, b int64) (Value, error) {
	switch op {
	case OpAdd:
		if c := a + b; (c > a) == (b > 0) {
			return intValue(c), nil
		}
	case OpSub:
		if c := a - b; (c < a) == (b > 0) {
			return intValue(c), nil
		}
	case OpMul:
		if c, ok := mulInt64(a, b); ok {
			return intValue(c), nil
		}
	case OpTrueDiv:
		const exact = 1 << 53
		if b != 0 && -exact <= a && a <= exact && -exact <= b && b <= exact {
			return Float(float64(a) / float64(b)), nil
		}
	case OpFloorDiv:
		if b != 0 && b != -1 {
			q, _ := floorDiv64(a, b)
			return intValue(q), nil
		}
	case OpMod:
		if b != 0 && b != -1 {
			_, r := floorDiv64(a, b)
			return intValue(r), nil
		}
	case OpDivMod:
		if b != 0 && b != -1 {
			q, r := floorDiv64(a, b)
			return NewTuple(Int(q), Int(r)), nil
		}
	case OpPow:
		if b >= 0 {
			if c, ok := powInt64(a, b); ok {
				return intValue(c), nil
			}
		}
	case OpLShift:
		if 0 <= b && b < 63 {
			if c := a << b; c>>b == a {
				return intValue(c), nil
			}
		}
	case OpRShift:
		if b >= 0 {
			return intValue(int64(a >> min(b, 63))), nil
		}
	case OpOr:
		return intValue(a | b), nil
	case OpXor:
		return intValue(a ^ b), nil
	case OpAnd:
		return intValue(a & b), nil
	}
	return bigBinary(t, op, big.NewInt(a), big.NewInt(b))
}

// intValuesBinary is intBinary for any values that are ints.
func intValuesBinary(t *Thread, op Op, a, b Value) (Value, error) {
	if x, ok := a.(Bool); ok {
		if y, ok := b.(Bool); ok {
			switch op {
			case OpOr:
				return x || y, nil
			case OpXor:
				return Bool(x != y), nil
			case OpAnd:
				return x && y, nil
			}
		}
	}
	if x, ok := AsInt(a); ok {
		if y, ok := AsInt(b); ok {
			return intBinary(t, op, x, y)
		}
	}
	x, _ := AsBig(a)
	y, _ := AsBig(b)
	return bigBinary(t, op, x, y)
}

func mulInt64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(absInt64(a), absInt64(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func absInt64(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func powInt64(base, exp int64) (int64, bool) {
	result := int64(1)
	for {
		ok := true
		if exp&1 != 0 {
			if result, ok = mulInt64(result, base); !ok {
				return 0, false
			}
		}
		if exp >>= 1; exp == 0 {
			return result, true
		}
		if base, ok = mulInt64(base, base); !ok {
			return 0, false
		}
	}
}

// floorDiv64 divides, rounding towards minus infinity; b is neither 0 nor -1.
func floorDiv64(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q--
		r += b
	}
	return q, r
}

// bigBinary computes "a op b" for ints of any size.
func bigBinary(t *Thread, op Op, a, b *big.Int) (Value, error) {
	z := new(big.Int)
	switch op {
	case OpAdd, OpSub, OpOr, OpXor, OpAnd:
		if err := t.Alloc(bigSize(max(a.BitLen(), b.BitLen()) + 1)); err != nil {
			return nil, err
		}
		switch op {
		case OpAdd:
			z.Add(a, b)
		case OpSub:
			z.Sub(a, b)
		case OpOr:
			z.Or(a, b)
		case OpXor:
			z.Xor(a, b)
		case OpAnd:
			z.And(a, b)
		}
		return MakeInt(z), nil
	case OpMul:
		if err := ChargeMul(t, a.BitLen(), b.BitLen()); err != nil {
			return nil, err
		}
		return MakeInt(z.Mul(a, b)), nil
	case OpTrueDiv:
		return bigTrueDiv(t, a, b)
	case OpFloorDiv, OpMod, OpDivMod:
		if b.Sign() == 0 {
			if op == OpMod {
				return nil, Raisef(ZeroDivisionError, "integer modulo by zero")
			}
			return nil, Raisef(ZeroDivisionError, "integer division or modulo by zero")
		}
		q, r, err := bigFloorDiv(t, a, b)
		if err != nil {
			return nil, err
		}
		switch op {
		case OpFloorDiv:
			return MakeInt(q), nil
		case OpMod:
			return MakeInt(r), nil
		}
		return NewTuple(MakeInt(q), MakeInt(r)), nil
	case OpPow:
		return bigPow(t, a, b)
	case OpLShift, OpRShift:
		return bigShift(t, op, a, b)
	}
	return nil, nil
}

func bigSize(bitLen int) int { return 32 + bitLen/8 }

// ChargeMul accounts for a product of numbers of so many bits. big.Int
// multiplies by Karatsuba's method, and once begun is not interrupted.
func ChargeMul(t *Thread, x, y int) error {
	if err := t.Alloc(bigSize(x + y)); err != nil {
		return err
	}
	return t.Step(mulCost(x, y))
}

func mulCost(x, y int) int64 {
	long, short := float64(max(x, y))/64, float64(min(x, y))/64
	if short < 4 {
		return 0
	}
	// 50 words take some 5 microseconds, that is as long as 50 steps.
	return int64(long / short * 50 * math.Pow(short/50, 1.585))
}

// chargeDiv accounts for a quotient, which costs about as much as two products
// of the quotient and the divisor.
func chargeDiv(t *Thread, a, b *big.Int) error {
	quotient := max(a.BitLen()-b.BitLen(), 0)
	if err := t.Alloc(bigSize(a.BitLen())); err != nil {
		return err
	}
	return t.Step(2*mulCost(quotient, b.BitLen()) + int64(a.BitLen()>>10))
}

func bigFloorDiv(t *Thread, a, b *big.Int) (q, r *big.Int, err error) {
	if err := chargeDiv(t, a, b); err != nil {
		return nil, nil, err
	}
	q, r = new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	return q, r, nil
}

// bigTrueDiv rounds the exact quotient once.
func bigTrueDiv(t *Thread, a, b *big.Int) (Value, error) {
	if b.Sign() == 0 {
		return nil, Raisef(ZeroDivisionError, "division by zero")
	}
	if a.Sign() == 0 {
		if b.Sign() < 0 {
			return Float(math.Copysign(0, -1)), nil
		}
		return Float(0), nil
	}
	if err := chargeDiv(t, a, b); err != nil {
		return nil, err
	}
	// An integer quotient of at least 66 bits, whose lowest bit also stands for
	// all that the division left over, rounds as the exact quotient does.
	shift := 66 + b.BitLen() - a.BitLen()
	x, y := new(big.Int).Abs(a), new(big.Int).Abs(b)
	if shift >= 0 {
		x.Lsh(x, uint(shift))
	} else {
		y.Lsh(y, uint(-shift))
	}
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 {
		q.SetBit(q, 0, 1)
	}
	z := new(big.Float).SetInt(q)
	z.SetMantExp(z, -shift)
	f, _ := z.Float64()
	if math.IsInf(f, 0) {
		return nil, Raisef(OverflowError, "integer division result too large for a float")
	}
	if a.Sign() != b.Sign() {
		f = -f
	}
	return Float(f), nil
}

func bigPow(t *Thread, a, b *big.Int) (Value, error) {
	if b.Sign() < 0 {
		x, err := BigToFloat(a)
		if err != nil {
			return nil, err
		}
		y, err := BigToFloat(b)
		if err != nil {
			return nil, err
		}
		return floatPow(x, y)
	}
	if a.IsInt64() {
		switch a.Int64() {
		case 0, 1:
			if b.Sign() == 0 {
				return Int(1), nil
			}
			return MakeInt(a), nil
		case -1:
			if b.Bit(0) == 0 {
				return Int(1), nil
			}
			return Int(-1), nil
		}
	}
	size := float64(a.BitLen()) * bigApprox(b)
	if size > 1<<40 {
		return nil, &LimitError{Limit: "memory"}
	}
	n := int(size)
	// The last squaring costs about as much as all before it.
	if err := ChargeMul(t, n/2, n/2); err != nil {
		return nil, err
	}
	return MakeInt(new(big.Int).Exp(a, b, nil)), nil
}

func bigApprox(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

func bigShift(t *Thread, op Op, a, b *big.Int) (Value, error) {
	switch {
	case b.Sign() < 0:
		return nil, ValueErrorf("negative shift count")
	case a.Sign() == 0:
		return Int(0), nil
	case op == OpRShift && (!b.IsInt64() || b.Int64() >= int64(a.BitLen())):
		if a.Sign() < 0 {
			return Int(-1), nil
		}
		return Int(0), nil
	case op == OpRShift:
		if err := t.Alloc(bigSize(a.BitLen())); err != nil {
			return nil, err
		}
		return MakeInt(new(big.Int).Rsh(a, uint(b.Int64()))), nil
	case !b.IsInt64() || b.Int64() > 1<<40:
		return nil, &LimitError{Limit: "memory"}
	}
	n := uint(b.Int64())
	if err := t.Alloc(bigSize(a.BitLen() + int(n))); err != nil {
		return nil, err
	}
	return MakeInt(new(big.Int).Lsh(a, n)), nil
}

// intPowMod is pow(a, b, m).
func intPowMod(t *Thread, a, b, m *big.Int) (Value, error) {
	if m.Sign() == 0 {
		return nil, ValueErrorf("pow() 3rd argument cannot be 0")
	}
	mod := new(big.Int).Abs(m)
	base := new(big.Int).Mod(a, mod)
	exp := b
	if b.Sign() < 0 {
		exp = new(big.Int).Neg(b)
		if base = base.ModInverse(base, mod); base == nil {
			return nil, ValueErrorf("base is not invertible for the given modulus")
		}
	}
	words := mod.BitLen()/64 + 1
	if err := t.Step(int64(exp.BitLen()) * (1 + 2*mulCost(mod.BitLen(), mod.BitLen()) + int64(words)/8)); err != nil {
		return nil, err
	}
	z := new(big.Int).Exp(base, exp, mod)
	if m.Sign() < 0 && z.Sign() != 0 {
		z.Add(z, m)
	}
	return MakeInt(z), nil
}

// roundInt is round(n, digits) for negative digits: to a multiple of a power of
// ten, half to even.
func roundInt(t *Thread, n *big.Int, digits *big.Int) (Value, error) {
	if digits.Sign() >= 0 || n.Sign() == 0 {
		return MakeInt(n), nil
	}
	places := new(big.Int).Neg(digits)
	// 10**k is greater than 2*|n| from here on.
	if !places.IsInt64() || places.Int64() > int64(n.BitLen())/3+2 {
		return Int(0), nil
	}
	unit := new(big.Int).Exp(big.NewInt(10), places, nil)
	q, r, err := bigFloorDiv(t, n, unit)
	if err != nil {
		return nil, err
	}
	twice := new(big.Int).Lsh(r, 1)
	if c := twice.Cmp(unit); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	return MakeInt(q.Mul(q, unit)), nil
}
