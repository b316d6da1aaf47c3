package value

import (
	"math"
	"math/big"
)

// UnaryOp is an operator on one value.
type UnaryOp uint8

// The unary operators, except "not".
const (
	UnaryNeg UnaryOp = iota
	UnaryPos
	UnaryInvert
)

var unaryText = [...]string{"-", "+", "~"}

var unaryMethod = [...]string{"__neg__", "__pos__", "__invert__"}

// numberKind orders the numeric classes: an operation on two numbers is that of
// the higher kind.
type numberKind uint8

const (
	notNumber numberKind = iota
	kindInt
	kindFloat
	kindComplex
)

func kindOf(v Value) numberKind {
	switch v := v.(type) {
	case Int, Bool, *BigInt:
		return kindInt
	case Float:
		return kindFloat
	case Complex:
		return kindComplex
	case *Instance:
		switch v.Payload.(type) {
		case Float:
			return kindFloat
		case Complex:
			return kindComplex
		}
	}
	return notNumber
}

// AsComplex returns the number of a complex, subclasses included.
func AsComplex(v Value) (complex128, bool) {
	switch v := v.(type) {
	case Complex:
		return complex128(v), true
	case *Instance:
		if c, ok := v.Payload.(Complex); ok {
			return complex128(c), true
		}
	}
	return 0, false
}

// numberBinary computes "a op b" for two numbers, of subclasses too; nil, nil
// when they are not, or the operator is not for them.
func numberBinary(t *Thread, op Op, a, b Value) (Value, error) {
	switch x := a.(type) {
	case Int:
		switch y := b.(type) {
		case Int:
			return intBinary(t, op, int64(x), int64(y))
		case Float:
			return floatBinary(op, float64(x), float64(y))
		}
	case Float:
		switch y := b.(type) {
		case Float:
			return floatBinary(op, float64(x), float64(y))
		case Int:
			return floatBinary(op, float64(x), float64(y))
		}
	}
	ka, kb := kindOf(a), kindOf(b)
	if ka == notNumber || kb == notNumber {
		return nil, nil
	}
	switch max(ka, kb) {
	case kindInt:
		return intValuesBinary(t, op, a, b)
	case kindFloat:
		if !floatHas(op) {
			return nil, nil
		}
		x, err := toFloat(a)
		if err != nil {
			return nil, err
		}
		y, err := toFloat(b)
		if err != nil {
			return nil, err
		}
		return floatBinary(op, x, y)
	}
	if !complexHas(op) {
		return nil, nil
	}
	x, err := toComplex(a)
	if err != nil {
		return nil, err
	}
	y, err := toComplex(b)
	if err != nil {
		return nil, err
	}
	return complexBinary(op, x, y)
}

// toFloat converts an int or float to a float.
func toFloat(v Value) (float64, error) {
	if f, ok := AsFloat(v); ok {
		return f, nil
	}
	if n, ok := AsInt(v); ok {
		return float64(n), nil
	}
	n, _ := AsBig(v)
	return BigToFloat(n)
}

func toComplex(v Value) (complex128, error) {
	if c, ok := AsComplex(v); ok {
		return c, nil
	}
	f, err := toFloat(v)
	return complex(f, 0), err
}

// BigToFloat rounds n to the nearest float, half to even.
func BigToFloat(n *big.Int) (float64, error) {
	f, _ := new(big.Float).SetInt(n).Float64()
	if math.IsInf(f, 0) {
		return 0, Raisef(OverflowError, "int too large to convert to float")
	}
	return f, nil
}

// Unary computes "-v", "+v" or "~v".
func Unary(t *Thread, op UnaryOp, v Value) (Value, error) {
	switch x := v.(type) {
	case *Unknown:
		return nil, &UnknownError{Reason: x.Reason}
	case Int, Bool, Float, Complex:
		if got := numberUnary(op, v); got != nil {
			return got, nil
		}
	case *BigInt:
		if !x.Type().Heap {
			return numberUnary(op, v), nil
		}
	}
	got, ok, err := CallSpecial(t, v, unaryMethod[op])
	if ok || err != nil {
		return got, err
	}
	return nil, TypeErrorf("bad operand type for unary %s: '%s'", unaryText[op], v.Type().Name)
}

// numberUnary is Unary for a number, of a subclass too; nil if the operator is
// not for it.
func numberUnary(op UnaryOp, v Value) Value {
	switch kindOf(v) {
	case kindInt:
		if n, ok := AsInt(v); ok {
			switch {
			case op == UnaryPos:
				return Int(n)
			case op == UnaryInvert:
				return Int(^n)
			case n != math.MinInt64:
				return Int(-n)
			}
		}
		n, _ := AsBig(v)
		switch op {
		case UnaryNeg:
			return MakeInt(new(big.Int).Neg(n))
		case UnaryInvert:
			return MakeInt(new(big.Int).Not(n))
		}
		return MakeInt(n)
	case kindFloat:
		f, _ := AsFloat(v)
		switch op {
		case UnaryNeg:
			return Float(-f)
		case UnaryPos:
			return Float(f)
		}
	case kindComplex:
		c, _ := AsComplex(v)
		switch op {
		case UnaryNeg:
			return Complex(complex(-real(c), -imag(c)))
		case UnaryPos:
			return Complex(c)
		}
	}
	return nil
}

// numberCompare compares two numbers, an int and a float exactly. unordered
// holds when a NaN is among them, or a complex that is not equal to the other;
// ok is false when they are not both numbers.
func numberCompare(a, b Value) (cmp int, unordered, ok bool) {
	switch x := a.(type) {
	case Int:
		switch y := b.(type) {
		case Int:
			return compareOrdered(x, y), false, true
		case Float:
			cmp, unordered = compareIntFloat(int64(x), float64(y))
			return cmp, unordered, true
		}
	case Float:
		if y, isFloat := b.(Float); isFloat {
			cmp, unordered = compareFloats(float64(x), float64(y))
			return cmp, unordered, true
		}
	}
	ka, kb := kindOf(a), kindOf(b)
	if ka == notNumber || kb == notNumber {
		return 0, false, false
	}
	if ka == kindComplex || kb == kindComplex {
		return 0, !complexEqual(a, b), true
	}
	switch {
	case ka == kindInt && kb == kindInt:
		if x, okx := AsInt(a); okx {
			if y, oky := AsInt(b); oky {
				return compareOrdered(x, y), false, true
			}
		}
		x, _ := AsBig(a)
		y, _ := AsBig(b)
		return x.Cmp(y), false, true
	case ka == kindFloat && kb == kindFloat:
		x, _ := AsFloat(a)
		y, _ := AsFloat(b)
		cmp, unordered = compareFloats(x, y)
	case ka == kindInt:
		y, _ := AsFloat(b)
		cmp, unordered = compareNumberFloat(a, y)
	default:
		x, _ := AsFloat(a)
		cmp, unordered = compareNumberFloat(b, x)
		cmp = -cmp
	}
	return cmp, unordered, true
}

func compareOrdered[N Int | int64 | float64](x, y N) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func compareFloats(x, y float64) (cmp int, unordered bool) {
	return compareOrdered(x, y), x != x || y != y
}

func compareNumberFloat(v Value, f float64) (cmp int, unordered bool) {
	if n, ok := AsInt(v); ok {
		return compareIntFloat(n, f)
	}
	n, _ := AsBig(v)
	switch {
	case f != f:
		return 0, true
	case math.IsInf(f, 1):
		return -1, false
	case math.IsInf(f, -1):
		return 1, false
	}
	return new(big.Float).SetInt(n).Cmp(big.NewFloat(f)), false
}

func compareIntFloat(n int64, f float64) (cmp int, unordered bool) {
	const exact = 1 << 53 // ints up to here are floats
	switch {
	case f != f:
		return 0, true
	case -exact <= n && n <= exact:
		return compareOrdered(float64(n), f), false
	case f >= 1<<63:
		return -1, false
	case f < -(1 << 63):
		return 1, false
	}
	// A float that is not an integer is smaller than 1<<53, and so is settled
	// by its integer part.
	return compareOrdered(n, int64(f)), false
}

func complexEqual(a, b Value) bool {
	x, okx := AsComplex(a)
	y, oky := AsComplex(b)
	switch {
	case okx && oky:
		return real(x) == real(y) && imag(x) == imag(y)
	case okx:
		cmp, unordered, _ := numberCompare(Float(real(x)), b)
		return imag(x) == 0 && cmp == 0 && !unordered
	}
	cmp, unordered, _ := numberCompare(a, Float(real(y)))
	return imag(y) == 0 && cmp == 0 && !unordered
}

// numberBool is the truth of a number.
func numberBool(v Value) bool {
	switch kindOf(v) {
	case kindInt:
		n, ok := AsInt(v)
		return !ok || n != 0
	case kindFloat:
		f, _ := AsFloat(v)
		return f != 0
	}
	c, _ := AsComplex(v)
	return c != 0
}
