package value

import (
	"math"
	"math/big"
	"math/bits"
)

// CPython hashes a number by reducing it modulo the prime 2**61-1, so that
// equal numbers of different classes have the same hash.
const (
	hashBits    = 61
	hashModulus = 1<<hashBits - 1
	hashInf     = 314159
	hashImag    = 1000003
)

var hashModulusBig = big.NewInt(hashModulus)

// numberHash returns hash(v) of a number; false if v is no number, or is a NaN,
// whose hash rests on its address.
func numberHash(v Value) (int64, bool) {
	switch kindOf(v) {
	case kindInt:
		if n, ok := AsInt(v); ok {
			return hashInt64(n), true
		}
		n, _ := AsBig(v)
		m := new(big.Int).Abs(n)
		h := m.Mod(m, hashModulusBig).Int64()
		if n.Sign() < 0 {
			h = -h
		}
		return fixHash(h), true
	case kindFloat:
		f, _ := AsFloat(v)
		return hashFloat(f)
	case kindComplex:
		c, _ := AsComplex(v)
		re, ok := hashFloat(real(c))
		if !ok {
			return 0, false
		}
		im, ok := hashFloat(imag(c))
		if !ok {
			return 0, false
		}
		return fixHash(int64(uint64(re) + hashImag*uint64(im))), true
	}
	return 0, false
}

func hashInt64(n int64) int64 {
	if n >= 0 {
		if n < hashModulus {
			return n
		}
		return int64(uint64(n) % hashModulus)
	}
	return fixHash(-int64(-uint64(n) % hashModulus))
}

func hashFloat(f float64) (int64, bool) {
	switch {
	case f != f:
		return 0, false
	case math.IsInf(f, 1):
		return hashInf, true
	case math.IsInf(f, -1):
		return -hashInf, true
	case f == 0:
		return 0, true
	}
	frac, exp := math.Frexp(math.Abs(f))
	m := uint64(frac * (1 << 53)) // exact: a float has 53 bits
	exp -= 53
	// Multiplying by a power of two modulo 2**61-1 is a rotation of 61 bits.
	shift := ((exp % hashBits) + hashBits) % hashBits
	hi, lo := bits.Mul64(m, 1<<shift)
	h := (lo & hashModulus) + (lo>>hashBits | hi<<(64-hashBits))
	h = h % hashModulus
	if f < 0 {
		return fixHash(-int64(h)), true
	}
	return fixHash(int64(h)), true
}
