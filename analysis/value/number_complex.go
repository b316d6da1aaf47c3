package value

import (
	"math"

	"augur/analysis/libm"
)

func complexHas(op Op) bool {
	switch op {
	case OpAdd, OpSub, OpMul, OpTrueDiv, OpPow:
		return true
	}
	return false
}

// complexBinary computes "x op y" for complex numbers. Products are rounded one
// by one, as C does, and not fused.
func complexBinary(op Op, x, y complex128) (Value, error) {
	switch op {
	case OpAdd:
		return Complex(x + y), nil
	case OpSub:
		return Complex(x - y), nil
	case OpMul:
		return Complex(complexMul(x, y)), nil
	case OpTrueDiv:
		z, ok := complexDiv(x, y)
		if !ok {
			return nil, Raisef(ZeroDivisionError, "complex division by zero")
		}
		return Complex(z), nil
	case OpPow:
		return complexPow(x, y)
	}
	return nil, nil
}

func complexMul(x, y complex128) complex128 {
	return complex(
		float64(real(x)*real(y))-float64(imag(x)*imag(y)),
		float64(real(x)*imag(y))+float64(imag(x)*real(y)))
}

// complexDiv divides by the larger part of the divisor first, so that nothing
// overflows on the way; false if y is zero.
func complexDiv(x, y complex128) (complex128, bool) {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	switch absC, absD := math.Abs(c), math.Abs(d); {
	case absC >= absD:
		if absC == 0 {
			return 0, false
		}
		ratio := d / c
		denom := c + float64(d*ratio)
		return complex((a+float64(b*ratio))/denom, (b-float64(a*ratio))/denom), true
	case absD >= absC:
		ratio := c / d
		denom := float64(c*ratio) + d
		return complex((float64(a*ratio)+b)/denom, (float64(b*ratio)-a)/denom), true
	}
	return complex(math.NaN(), math.NaN()), true
}

// complexPow is x ** y: repeated multiplication for small whole exponents, polar
// form otherwise.
func complexPow(x, y complex128) (Value, error) {
	var z complex128
	if n := real(y); imag(y) == 0 && n == math.Floor(n) && math.Abs(n) <= 100 {
		z0, ok := complexPowInt(x, int(n))
		if !ok {
			return nil, Raisef(ZeroDivisionError, "0.0 to a negative or complex power")
		}
		z = z0
	} else {
		z0, ok := complexPowPolar(x, y)
		if !ok {
			return nil, Raisef(ZeroDivisionError, "0.0 to a negative or complex power")
		}
		z = z0
	}
	if math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) {
		return nil, Raisef(OverflowError, "complex exponentiation")
	}
	return Complex(z), nil
}

func complexPowInt(x complex128, n int) (complex128, bool) {
	if n <= 0 {
		return complexDiv(1, complexPowUint(x, -n))
	}
	return complexPowUint(x, n), true
}

func complexPowUint(x complex128, n int) complex128 {
	r := complex128(1)
	for p := x; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = complexMul(r, p)
		}
		p = complexMul(p, p)
	}
	return r
}

func complexPowPolar(x, y complex128) (complex128, bool) {
	switch {
	case y == 0:
		return 1, true
	case x == 0:
		return 0, imag(y) == 0 && real(y) >= 0
	}
	vabs := libm.Hypot(real(x), imag(x))
	length := libm.Pow(vabs, real(y))
	at := libm.Atan2(imag(x), real(x))
	phase := float64(at * real(y))
	if imag(y) != 0 {
		length /= libm.Exp(float64(at * imag(y)))
		phase += float64(imag(y) * libm.Log(vabs))
	}
	if math.IsInf(phase, 0) {
		return 0, false // the cosine of an infinity is a domain error, as zero to a negative power
	}
	return complex(float64(length*libm.Cos(phase)), float64(length*libm.Sin(phase))), true
}

// complexAbs is abs(c).
func complexAbs(c complex128) (float64, error) {
	re, im := real(c), imag(c)
	if math.IsInf(re, 0) || math.IsInf(im, 0) {
		return math.Inf(1), nil
	}
	r := libm.Hypot(re, im)
	if math.IsInf(r, 0) {
		return 0, Raisef(OverflowError, "absolute value too large")
	}
	return r, nil
}
