package score

import "math"

// Calibration compares probabilities with how often the answers were right.
type Calibration struct {
	N           int
	Temperature float64 // p^(1/Temperature) fits best
	Before      float64 // expected calibration error
	After       float64
	Bins        [10]Bin // after the temperature
}

// A Bin holds the answers whose probability falls into a tenth.
type Bin struct {
	N     int
	P     float64 // mean probability
	Right float64 // part that was right
}

// Calibrate fits one temperature: the exponent that makes the probabilities of
// whole answers most likely to have had their outcomes.
func Calibrate(p []float64, right []bool) Calibration {
	c := Calibration{N: len(p), Temperature: 1}
	best := math.Inf(1)
	for t := 0.25; t <= 8; t *= 1.02 {
		if l := loss(p, right, 1/t); l < best {
			best, c.Temperature = l, t
		}
	}
	c.Before, _ = ece(p, right, 1)
	c.After, c.Bins = ece(p, right, 1/c.Temperature)
	return c
}

func loss(p []float64, right []bool, power float64) float64 {
	sum := 0.0
	for i := range p {
		q := min(max(math.Pow(p[i], power), 1e-4), 1-1e-4)
		if right[i] {
			sum -= math.Log(q)
		} else {
			sum -= math.Log(1 - q)
		}
	}
	return sum
}

func ece(p []float64, right []bool, power float64) (float64, [10]Bin) {
	var bins [10]Bin
	for i := range p {
		q := math.Pow(p[i], power)
		b := &bins[min(int(q*10), 9)]
		b.N++
		b.P += q
		if right[i] {
			b.Right++
		}
	}
	sum := 0.0
	for i := range bins {
		b := &bins[i]
		if b.N == 0 {
			continue
		}
		sum += math.Abs(b.P - b.Right)
		b.P /= float64(b.N)
		b.Right /= float64(b.N)
	}
	if len(p) > 0 {
		sum /= float64(len(p))
	}
	return sum, bins
}
