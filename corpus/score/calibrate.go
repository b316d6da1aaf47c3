package score

import (
	"cmp"
	"math"
	"slices"
)

// Calibration compares probabilities with how often the answers were right.
type Calibration struct {
	N           int
	Temperature float64 // p^(1/Temperature) fits best
	Before      float64 // expected calibration error
	After       float64
	Bins        [10]Bin // after the temperature

	// Threshold is the least calibrated probability that is worth showing,
	// Never if there is none; of Answers at least that sure, Right were right.
	Threshold      float64
	Answers, Right int
}

// What is shown must be right this often, on at least so many answers.
const (
	wantedRight   = 0.8
	wantedAnswers = 30
)

// Never is a threshold that no probability reaches.
const Never = 1.01

// A Bin holds the answers whose probability falls into a tenth.
type Bin struct {
	N     int
	P     float64 // mean probability
	Right float64 // part that was right
}

// Calibrate fits one temperature: the exponent that makes the probabilities of
// whole answers most likely to have had their outcomes; it stays at 1 if that does
// not lower the calibration error. Answers for which shown
// is false count for the temperature but not for the threshold.
func Calibrate(p []float64, right, shown []bool) Calibration {
	c := Calibration{N: len(p), Temperature: 1}
	best := math.Inf(1)
	for t := 0.25; t <= 8; t *= 1.02 {
		if l := loss(p, right, 1/t); l < best {
			best, c.Temperature = l, t
		}
	}
	c.Before, c.Bins = ece(p, right, 1)
	if after, bins := ece(p, right, 1/c.Temperature); after < c.Before {
		c.After, c.Bins = after, bins
	} else {
		c.Temperature, c.After = 1, c.Before // a likelier fit that is less to be trusted
	}
	c.threshold(p, right, shown)
	return c
}

// threshold finds how sure an answer must be to be shown. Answers for which
// shown is false never are; nil means all may be.
func (c *Calibration) threshold(p []float64, right, shown []bool) {
	var order []int
	for i := range p {
		if shown == nil || shown[i] {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	c.Threshold, c.Answers, c.Right = Never, 0, 0
	n, ok := 0, 0
	for k, i := range order {
		n++
		if right[i] {
			ok++
		}
		if k+1 < len(order) && p[order[k+1]] == p[i] {
			continue // both sides of a threshold would be the same
		}
		if n >= wantedAnswers && float64(ok) >= wantedRight*float64(n) {
			c.Threshold, c.Answers, c.Right = math.Pow(p[i], 1/c.Temperature), n, ok
		}
	}
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
