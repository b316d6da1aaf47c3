package nn

import (
	"math"
	"testing"
)

func TestHalvesComeBack(t *testing.T) {
	for h := range 1 << 16 {
		f := FromHalf(uint16(h))
		if math.IsNaN(float64(f)) {
			if g := Half(f); !math.IsNaN(float64(FromHalf(g))) {
				t.Errorf("a NaN of %#x became %#x", h, g)
			}
			continue
		}
		if g := Half(f); g != uint16(h) {
			t.Errorf("%#x is %g, which becomes %#x", h, f, g)
		}
	}
}

func TestHalfRoundsToEven(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{
		{1 + 1.0/2048, 1},            // a tie, down to even
		{1 + 3.0/2048, 1 + 2.0/1024}, // a tie, up to even
		{1 + 1.1/2048, 1 + 1.0/1024}, // above the tie
		{65519, 65504},               // the largest number
		{65520, math.Inf(1)},         // rounds beyond it
		{-1e9, math.Inf(-1)},         //
		{1.0 / (1 << 25), 0},         // half the smallest number
		{1.1 / (1 << 25), 1.0 / (1 << 24)},
		{2047.9 / (1 << 25), 1.0 / (1 << 14)}, // up to the least normal number
	} {
		if got := FromHalf(Half(float32(c.in))); float64(got) != c.want {
			t.Errorf("%g became %g, want %g", c.in, got, c.want)
		}
	}
}
