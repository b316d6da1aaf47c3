package value

import (
	"math"
	"math/big"

	"augur/analysis/libm"
)

func floatHas(op Op) bool {
	switch op {
	case OpAdd, OpSub, OpMul, OpTrueDiv, OpFloorDiv, OpMod, OpPow, OpDivMod:
		return true
	}
	return false
}

// floatBinary computes "x op y" for floats; nil, nil: no such operator.
func floatBinary(op Op, x, y float64) (Value, error) {
	switch op {
	case OpAdd:
		return Float(x + y), nil
	case OpSub:
		return Float(x - y), nil
	case OpMul:
		return Float(x * y), nil
	case OpTrueDiv:
		if y == 0 {
			return nil, Raisef(ZeroDivisionError, "float division by zero")
		}
		return Float(x / y), nil
	case OpFloorDiv:
		if y == 0 {
			return nil, Raisef(ZeroDivisionError, "float floor division by zero")
		}
		q, _ := floatDivMod(x, y)
		return Float(q), nil
	case OpMod:
		if y == 0 {
			return nil, Raisef(ZeroDivisionError, "float modulo")
		}
		return Float(floatMod(x, y)), nil
	case OpDivMod:
		if y == 0 {
			return nil, Raisef(ZeroDivisionError, "float divmod()")
		}
		q, r := floatDivMod(x, y)
		return NewTuple(Float(q), Float(r)), nil
	case OpPow:
		return floatPow(x, y)
	}
	return nil, nil
}

// floatMod has the sign of y, also when it is zero.
func floatMod(x, y float64) float64 {
	mod := math.Mod(x, y)
	if mod != 0 {
		if (y < 0) != (mod < 0) {
			mod += y
		}
		return mod
	}
	return math.Copysign(0, y)
}

func floatDivMod(x, y float64) (q, r float64) {
	mod := math.Mod(x, y)
	div := float64(x-mod) / y
	if mod != 0 {
		if (y < 0) != (mod < 0) {
			mod += y
			div--
		}
	} else {
		mod = math.Copysign(0, y)
	}
	if div == 0 {
		return math.Copysign(0, x/y), mod
	}
	q = math.Floor(div)
	if float64(div-q) > 0.5 {
		q++
	}
	return q, mod
}

// floatPow is x ** y. The C library is asked only for finite operands, as
// CPython does; the rest are the rules of IEEE 754.
func floatPow(x, y float64) (Value, error) {
	switch {
	case y == 0:
		return Float(1), nil
	case x != x:
		return Float(x), nil
	case y != y:
		if x == 1 {
			return Float(1), nil
		}
		return Float(y), nil
	case math.IsInf(y, 0):
		switch a := math.Abs(x); {
		case a == 1:
			return Float(1), nil
		case (y > 0) == (a > 1):
			return Float(math.Abs(y)), nil
		}
		return Float(0), nil
	case math.IsInf(x, 0):
		odd := math.Mod(math.Abs(y), 2) == 1
		switch {
		case y > 0 && odd:
			return Float(x), nil
		case y > 0:
			return Float(math.Abs(x)), nil
		case odd:
			return Float(math.Copysign(0, x)), nil
		}
		return Float(0), nil
	case x == 0:
		odd := math.Mod(math.Abs(y), 2) == 1
		switch {
		case y < 0:
			return nil, Raisef(ZeroDivisionError, "0.0 cannot be raised to a negative power")
		case odd:
			return Float(x), nil
		}
		return Float(0), nil
	}
	negate := false
	if x < 0 {
		if y != math.Floor(y) {
			return complexPow(complex(x, 0), complex(y, 0))
		}
		x = -x
		negate = math.Mod(math.Abs(y), 2) == 1
	}
	z := 1.0
	if x != 1 {
		z = libm.Pow(x, y)
	}
	if negate {
		z = -z
	}
	if math.IsInf(z, 0) {
		return nil, rangeError()
	}
	return Float(z), nil
}

func rangeError() error {
	return Raise(OverflowError, Int(34), NewStr("Numerical result out of range"))
}

// FloatToInt is int(f): it truncates.
func FloatToInt(f float64) (Value, error) {
	switch {
	case f != f:
		return nil, ValueErrorf("cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return nil, Raisef(OverflowError, "cannot convert float infinity to integer")
	case math.Abs(f) < 1<<62:
		return Int(int64(f)), nil
	}
	n, _ := big.NewFloat(f).Int(nil)
	return MakeInt(n), nil
}
