package nn

import "math"

// Half rounds f to the IEEE format of sixteen bits, to even on a tie. What is
// too large becomes infinite.
func Half(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits >> 16 & 0x8000)
	size := math.Float32frombits(bits &^ (1 << 31))
	switch {
	case math.IsNaN(float64(f)):
		return sign | 0x7e00
	case size >= 65520:
		return sign | 0x7c00
	case size < 1.0/(1<<14):
		// Below the least normal number, steps are of 2^-24.
		return sign | uint16(math.RoundToEven(float64(size)*(1<<24)))
	}
	b := bits &^ (1 << 31)
	b += 0xfff + b>>13&1
	return sign | uint16((b>>23-112)<<10|b>>13&0x3ff)
}

// FromHalf widens a number of the IEEE format of sixteen bits.
func FromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&0x3ff)
	switch exponent {
	case 0:
		f := float32(fraction) / (1 << 24)
		return math.Float32frombits(sign | math.Float32bits(f))
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}
