package stdlib

import (
	"math"

	"augur/analysis/value"
)

func mathSums(m *value.Module) {
	m.Def("fsum(seq, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var sum exactSum
		err := value.Iterate(t, a[0], func(v value.Value) error {
			if err := t.Step(1 + int64(len(sum.partials))); err != nil {
				return err
			}
			x, err := value.AsDouble(t, v)
			if err != nil {
				return err
			}
			return sum.add(x)
		})
		if err != nil {
			return nil, err
		}
		r, err := sum.result()
		if err != nil {
			return nil, err
		}
		return value.Float(r), nil
	})
	m.Def("prod(iterable, /, *, start=1)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		product := a[1]
		err := value.Iterate(t, a[0], func(v value.Value) (err error) {
			product, err = value.Binary(t, value.OpMul, product, v)
			return err
		})
		if err != nil {
			return nil, err
		}
		return product, nil
	})
	m.Def("hypot(*coordinates)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		coordinates := a[0].(*value.Tuple).Elems
		vec := make([]float64, len(coordinates))
		for i, v := range coordinates {
			x, err := value.AsDouble(t, v)
			if err != nil {
				return nil, err
			}
			vec[i] = math.Abs(x)
		}
		return value.Float(vectorNorm(vec)), nil
	})
	m.Def("dist(p, q, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var points [2][]value.Value
		for i, v := range a {
			elems, err := value.Collect(t, v)
			if err != nil {
				return nil, err
			}
			points[i] = elems
		}
		if len(points[0]) != len(points[1]) {
			return nil, value.ValueErrorf("both points must have the same number of dimensions")
		}
		vec := make([]float64, len(points[0]))
		for i := range vec {
			x, err := value.AsDouble(t, points[0][i])
			if err != nil {
				return nil, err
			}
			y, err := value.AsDouble(t, points[1][i])
			if err != nil {
				return nil, err
			}
			vec[i] = math.Abs(x - y)
		}
		return value.Float(vectorNorm(vec)), nil
	})
}

// exactSum adds floats without error: their exact sum is that of partials that
// do not overlap, by growing magnitude (Shewchuk's algorithm).
type exactSum struct {
	partials []float64
	special  float64 // sum of infinities and NaNs
	infinite float64 // sum of infinities
}

func (s *exactSum) add(x float64) error {
	given := x
	kept := s.partials[:0]
	for _, y := range s.partials {
		if math.Abs(x) < math.Abs(y) {
			x, y = y, x
		}
		hi := x + y
		lo := y - float64(hi-x)
		if lo != 0 {
			kept = append(kept, lo)
		}
		x = hi
	}
	s.partials = kept
	if x == 0 {
		return nil
	}
	if x == x && !math.IsInf(x, 0) {
		s.partials = append(s.partials, x)
		return nil
	}
	if given == given && !math.IsInf(given, 0) {
		return value.Raisef(value.OverflowError, "intermediate overflow in fsum")
	}
	if math.IsInf(given, 0) {
		s.infinite += given
	}
	s.special += given
	s.partials = s.partials[:0]
	return nil
}

func (s *exactSum) result() (float64, error) {
	if s.special != 0 {
		if s.infinite != s.infinite {
			return 0, value.ValueErrorf("-inf + inf in fsum")
		}
		return s.special, nil
	}
	p := s.partials
	n := len(p)
	if n == 0 {
		return 0, nil
	}
	n--
	hi, lo := p[n], 0.0
	for n > 0 {
		x := hi
		n--
		y := p[n]
		hi = x + y
		lo = y - float64(hi-x)
		if lo != 0 {
			break
		}
	}
	// Half to even, when what is left decides a tie.
	if n > 0 && (lo < 0 && p[n-1] < 0 || lo > 0 && p[n-1] > 0) {
		y := lo * 2
		x := hi + y
		if y == x-hi {
			hi = x
		}
	}
	return hi, nil
}

// vectorNorm is the square root of the sum of squares of numbers that are not
// negative, computed to nearly twice the precision of a float.
func vectorNorm(vec []float64) float64 {
	largest, hasNaN := 0.0, false
	for _, x := range vec {
		hasNaN = hasNaN || x != x
		largest = max(largest, x)
		if x > largest || math.IsInf(x, 0) {
			largest = x
		}
	}
	for _, x := range vec {
		if math.IsInf(x, 0) {
			return math.Inf(1)
		}
	}
	switch {
	case hasNaN:
		return math.NaN()
	case largest == 0 || len(vec) <= 1:
		return largest
	}
	_, exp := math.Frexp(largest)
	if exp < -1023 {
		// The inverse of the scale would overflow.
		sum, frac := 1.0, 0.0
		for _, x := range vec {
			x /= largest
			x = float64(x * x)
			old := sum
			sum += x
			frac += float64(old-sum) + x
		}
		return largest * math.Sqrt(sum-1+frac)
	}
	scale := math.Ldexp(1, -exp)
	sum, frac1, frac2 := 1.0, 0.0, 0.0
	add := func(x, y float64) {
		hi := float64(x * y)
		lo := math.FMA(x, y, -hi)
		total := sum + hi
		frac2 += float64(sum-total) + hi
		sum = total
		frac1 += lo
	}
	for _, x := range vec {
		x *= scale
		add(x, x)
	}
	h := math.Sqrt(sum - 1 + (frac1 + frac2))
	add(-h, h)
	x := sum - 1 + (frac1 + frac2)
	return (h + x/(2*h)) / scale
}
