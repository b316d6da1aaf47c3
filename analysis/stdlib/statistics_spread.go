package stdlib

import (
	"math"
	"math/big"

	"augur/analysis/value"
)

// squares is the exact sum of squared deviations.
type squares struct {
	kind     numericKind
	sum      *big.Rat
	mean     *big.Rat
	special  float64
	infinite bool
	count    int
}

// squaresOf adds the squares of the deviations from the mean, or from centre.
func squaresOf(t *value.Thread, data, centre value.Value) (*squares, error) {
	if centre != value.None {
		sum := newTotal()
		err := value.Iterate(t, data, func(x value.Value) error {
			d, err := value.Binary(t, value.OpSub, x, centre)
			if err != nil {
				return err
			}
			square, err := value.Binary(t, value.OpMul, d, d)
			if err != nil {
				return err
			}
			return sum.add(t, square)
		})
		if err != nil {
			return nil, err
		}
		if err := sum.finish(t); err != nil {
			return nil, err
		}
		return &squares{kind: sum.kind, sum: sum.sum, special: sum.special, infinite: sum.infinite, count: sum.count}, nil
	}
	sum, err := sumOf(t, data)
	if err != nil {
		return nil, err
	}
	s := &squares{kind: sum.kind, sum: new(big.Rat), mean: new(big.Rat), special: sum.special, infinite: sum.infinite, count: sum.count}
	if sum.count == 0 || sum.infinite {
		return s, nil
	}
	// (n*sxx - sx*sx) / n
	n := ratInt(sum.count)
	s.sum.Mul(n, sum.squares)
	s.sum.Sub(s.sum, new(big.Rat).Mul(sum.sum, sum.sum))
	s.sum.Quo(s.sum, n)
	s.mean.Quo(sum.sum, n)
	return s, nil
}

func (s *statisticsModule) spreads(m *value.Module) {
	spread := func(name, centre string, sample, root bool) {
		defIn(m, name+"(data, "+centre+"=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			ss, err := squaresOf(t, a[0], a[1])
			if err != nil {
				return nil, err
			}
			least := 1
			if sample {
				least = 2
			}
			if ss.count < least {
				points := "one data point"
				if sample {
					points = "two data points"
				}
				return nil, s.fail("%s requires at least %s", name, points)
			}
			div := ss.count - least + 1
			if ss.infinite {
				if root {
					return nil, value.Raisef(value.AttributeError, "'float' object has no attribute 'numerator'")
				}
				return value.Float(ss.special / float64(div)), nil
			}
			variance := ss.sum.Quo(ss.sum, ratInt(div))
			if !root {
				return s.convert(t, variance, ss.kind)
			}
			if ss.kind == sumDecimal {
				return decimalRoot(t, variance)
			}
			return floatRoot(t, variance)
		})
	}
	spread("variance", "xbar", true, false)
	spread("pvariance", "mu", false, false)
	spread("stdev", "xbar", true, true)
	spread("pstdev", "mu", false, true)
}

// floatRoot is the square root of a rational number, correctly rounded: an
// integer root with digits to spare, whose last bit stands for the rest, is
// divided once.
func floatRoot(t *value.Thread, r *big.Rat) (value.Value, error) {
	if r.Sign() < 0 {
		return nil, value.ValueErrorf("isqrt() argument must be nonnegative")
	}
	n, m := r.Num(), r.Denom()
	const width = 2*53 + 3
	q := floorHalf(n.BitLen() - m.BitLen() - width)
	root := func(n, m *big.Int) *big.Int {
		a := new(big.Int).Quo(n, m)
		a.Sqrt(a)
		square := new(big.Int).Mul(a, a)
		if square.Mul(square, m).Cmp(n) != 0 {
			a.SetBit(a, 0, 1)
		}
		return a
	}
	num, den := new(big.Int), big.NewInt(1)
	if q >= 0 {
		num = root(n, new(big.Int).Lsh(m, uint(2*q)))
		num.Lsh(num, uint(q))
	} else {
		num = root(new(big.Int).Lsh(n, uint(-2*q)), m)
		den.Lsh(den, uint(-q))
	}
	return value.Binary(t, value.OpTrueDiv, value.MakeInt(num), value.MakeInt(den))
}

// decimalRoot is the square root of a rational number as a Decimal: the root of
// the rounded quotient, or a neighbour that is nearer.
func decimalRoot(t *value.Thread, r *big.Rat) (value.Value, error) {
	if r.Sign() == 0 {
		return value.Call(t, decimalType, []value.Value{value.NewStr("0.0")}, nil)
	}
	quotient, err := decimalRatio(t, value.MakeInt(new(big.Int).Set(r.Num())), value.MakeInt(new(big.Int).Set(r.Denom())))
	if err != nil {
		return nil, err
	}
	root, err := value.CallMethod(t, quotient, "sqrt")
	if err != nil {
		return nil, err
	}
	exact := func(v value.Value) (*big.Rat, error) {
		x, err := integerRatio(t, v)
		if err != nil {
			return nil, err
		}
		return new(big.Rat).SetFrac(x.num, x.den), nil
	}
	here, err := exact(root)
	if err != nil {
		return nil, err
	}
	// The true root lies beyond the middle between root and its neighbour if
	// 4*r is beyond the square of their sum.
	four := new(big.Rat).Mul(r, ratInt(4))
	for _, side := range []struct {
		method string
		want   int
	}{{"next_plus", 1}, {"next_minus", -1}} {
		next, err := value.CallMethod(t, root, side.method)
		if err != nil {
			return nil, err
		}
		there, err := exact(next)
		if err != nil {
			return nil, err
		}
		sum := there.Add(there, here)
		if four.Cmp(sum.Mul(sum, sum)) == side.want {
			return next, nil
		}
	}
	return root, nil
}

// deviations are x - mean for each x, and the mean.
func deviations(t *value.Thread, xs []value.Value) ([]value.Value, float64, error) {
	sum, err := fsum(t, xs)
	if err != nil {
		return nil, 0, err
	}
	mean := sum / float64(len(xs))
	out := make([]value.Value, len(xs))
	for i, x := range xs {
		if out[i], err = value.Binary(t, value.OpSub, x, value.Float(mean)); err != nil {
			return nil, 0, err
		}
	}
	return out, mean, nil
}

// dot is the exact sum of products.
func dot(t *value.Thread, xs, ys []value.Value) (float64, error) {
	ps, err := products(t, xs, ys)
	if err != nil {
		return 0, err
	}
	return fsum(t, ps)
}

// pair collects two inputs of the same length.
func (s *statisticsModule) pair(t *value.Thread, what string, a []value.Value) (xs, ys []value.Value, err error) {
	for i := range 2 {
		if _, err := value.Len(t, a[i]); err != nil {
			return nil, nil, err
		}
	}
	if xs, err = value.Collect(t, a[0]); err != nil {
		return nil, nil, err
	}
	if ys, err = value.Collect(t, a[1]); err != nil {
		return nil, nil, err
	}
	if len(xs) != len(ys) {
		return nil, nil, s.fail("%s requires that both inputs have same number of data points", what)
	}
	if len(xs) < 2 {
		return nil, nil, s.fail("%s requires at least two data points", what)
	}
	return xs, ys, nil
}

func (s *statisticsModule) relations(m *value.Module) {
	defIn(m, "covariance(x, y, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		xs, ys, err := s.pair(t, "covariance", a)
		if err != nil {
			return nil, err
		}
		dx, _, err := deviations(t, xs)
		if err != nil {
			return nil, err
		}
		dy, _, err := deviations(t, ys)
		if err != nil {
			return nil, err
		}
		sxy, err := dot(t, dx, dy)
		return value.Float(sxy / float64(len(xs)-1)), err
	})
	defIn(m, "correlation(x, y, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		xs, ys, err := s.pair(t, "correlation", a)
		if err != nil {
			return nil, err
		}
		dx, _, err := deviations(t, xs)
		if err != nil {
			return nil, err
		}
		dy, _, err := deviations(t, ys)
		if err != nil {
			return nil, err
		}
		var sums [3]float64
		for i, p := range [][2][]value.Value{{dx, dy}, {dx, dx}, {dy, dy}} {
			if sums[i], err = dot(t, p[0], p[1]); err != nil {
				return nil, err
			}
		}
		product := sums[1] * sums[2]
		if product == 0 {
			return nil, s.fail("at least one of the inputs is constant")
		}
		return value.Float(sums[0] / math.Sqrt(product)), nil
	})
	defIn(m, "linear_regression(x, y, /, *, proportional=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		xs, ys, err := s.pair(t, "linear regression", a)
		if err != nil {
			return nil, err
		}
		proportional, err := value.Truth(t, a[2])
		if err != nil {
			return nil, err
		}
		xbar, ybar := 0.0, 0.0
		if !proportional {
			if xs, xbar, err = deviations(t, xs); err != nil {
				return nil, err
			}
			if ys, ybar, err = deviations(t, ys); err != nil {
				return nil, err
			}
		}
		sxy, err := dot(t, xs, ys)
		if err != nil {
			return nil, err
		}
		sxx, err := dot(t, xs, xs)
		if err != nil {
			return nil, err
		}
		if sxx == 0 {
			return nil, s.fail("x is constant")
		}
		slope := sxy / sxx
		intercept := 0.0
		if !proportional {
			intercept = ybar - float64(slope*xbar)
		}
		return value.Call(t, s.linear, []value.Value{value.Float(slope), value.Float(intercept)}, nil)
	})
}
