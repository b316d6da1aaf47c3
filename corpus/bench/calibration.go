package bench

import "slices"

// bins sort predictions by their probability, to tell how well it is calibrated.
type bins [10]struct {
	n, right int
	sumP     float64
}

func (b *bins) add(p float64, right bool) {
	bin := &b[max(0, min(9, int(p*10)))]
	bin.n++
	bin.sumP += p
	if right {
		bin.right++
	}
}

// error is the expected calibration error.
func (b *bins) error() float64 {
	n := 0
	for _, bin := range b {
		n += bin.n
	}
	sum := 0.0
	for _, bin := range b {
		if bin.n > 0 {
			gap := bin.sumP/float64(bin.n) - float64(bin.right)/float64(bin.n)
			sum += max(gap, -gap) * float64(bin.n) / float64(n)
		}
	}
	return sum
}

// percentiles sorts times and returns the median and the 95th percentile.
func percentiles(times []float64) (p50, p95 float64) {
	if len(times) == 0 {
		return 0, 0
	}
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*95/100]
}
