package score

import (
	"cmp"
	"math"
	"slices"

	"augur/predictor/oracle"
)

// Calibration compares probabilities with how often the answers were right.
type Calibration struct {
	N      int
	Curve  oracle.Curve // from the model's probabilities to ones to be trusted
	Before float64      // expected calibration error
	After  float64      // of answers that the curve was not fitted on
	Bins   [10]Bin      // of those

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

// An answer is what a model said of one question: the probabilities of its parts,
// whose product is that of the whole.
type answer struct {
	parts []part
	right bool
	shown bool // it is of a kind that is shown at all
}

// part is one of the questions that an answer was put together from.
type part struct {
	p     float64
	right bool
	known bool // it is known whether it is right
}

// single is an answer to one question.
func single(p float64, right, shown bool) answer {
	return answer{[]part{{p, right, true}}, right, shown}
}

// folds is how many times a part of the answers is put aside to measure what was
// fitted on the rest.
const folds = 5

// Calibrate fits the curve of the parts of answers and measures it on the whole
// answers, each by a curve that was fitted without it. There is none where it does
// not lower the calibration error.
func Calibrate(answers []answer) Calibration {
	c := Calibration{N: len(answers), Curve: fit(answers, -1)}
	plain, after, right := make([]float64, len(answers)), make([]float64, len(answers)), make([]bool, len(answers))
	for f := range folds {
		curve := fit(answers, f)
		for i := f; i < len(answers); i += folds {
			plain[i], after[i], right[i] = answers[i].probability(nil), answers[i].probability(curve), answers[i].right
		}
	}
	c.After, c.Bins = ece(after, right)
	var bins [10]Bin
	if c.Before, bins = ece(plain, right); c.Before <= c.After {
		c.Curve, c.After, c.Bins = nil, c.Before, bins // it is to be trusted less than the model itself
	}
	c.threshold(answers)
	return c
}

func (a answer) probability(c oracle.Curve) float64 {
	p := 1.0
	for _, x := range a.parts {
		p *= c.At(x.p)
	}
	return p
}

// steps is the most points of a curve.
const steps = 12

// fit makes the curve of all answers but those of one fold: isotonic regression
// (Zadrozny and Elkan 2002) of tenths or so of the answers, each counted as if one
// more had been right and one more wrong.
func fit(answers []answer, without int) oracle.Curve {
	var all []part
	for i, a := range answers {
		if without >= 0 && i%folds == without {
			continue
		}
		for _, x := range a.parts {
			if x.known {
				all = append(all, x)
			}
		}
	}
	slices.SortFunc(all, func(a, b part) int { return cmp.Compare(a.p, b.p) })
	type block struct{ p, right, n float64 }
	var blocks []block
	for i := range steps {
		var b block
		for _, x := range all[i*len(all)/steps : (i+1)*len(all)/steps] {
			b.n++
			b.p += x.p
			if x.right {
				b.right++
			}
		}
		if b.n == 0 {
			continue
		}
		blocks = append(blocks, b)
		// Neighbours that are out of order become one.
		for k := len(blocks) - 1; k > 0 && (blocks[k-1].right+1)/(blocks[k-1].n+2) >= (blocks[k].right+1)/(blocks[k].n+2); k-- {
			blocks[k-1] = block{blocks[k-1].p + blocks[k].p, blocks[k-1].right + blocks[k].right, blocks[k-1].n + blocks[k].n}
			blocks = blocks[:k]
		}
	}
	var c oracle.Curve
	for _, b := range blocks {
		p := b.p / b.n
		if len(c) > 0 && p <= c[len(c)-1][0] {
			continue // answers of one probability
		}
		c = append(c, oracle.Point{p, (b.right + 1) / (b.n + 2)})
	}
	return c
}

// threshold finds how sure an answer must be to be shown. Answers for which
// shown is false never are.
func (c *Calibration) threshold(answers []answer) {
	type sure struct {
		p     float64
		right bool
	}
	var order []sure
	for _, a := range answers {
		if a.shown {
			order = append(order, sure{a.probability(c.Curve), a.right})
		}
	}
	slices.SortFunc(order, func(a, b sure) int { return cmp.Compare(b.p, a.p) })
	c.Threshold, c.Answers, c.Right = Never, 0, 0
	n, ok := 0, 0
	for k, a := range order {
		n++
		if a.right {
			ok++
		}
		if k+1 < len(order) && order[k+1].p == a.p {
			continue // both sides of a threshold would be the same
		}
		if n >= wantedAnswers && float64(ok) >= wantedRight*float64(n) {
			c.Threshold, c.Answers, c.Right = a.p, n, ok
		}
	}
}

func ece(p []float64, right []bool) (float64, [10]Bin) {
	var bins [10]Bin
	for i, q := range p {
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
