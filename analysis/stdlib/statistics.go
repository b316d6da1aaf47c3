package stdlib

import (
	"math/big"

	"augur/analysis/libm"
	"augur/analysis/value"
)

func init() { Register("statistics", loadStatistics) }

// statisticsModule is what one run has of module statistics.
type statisticsModule struct {
	failure  *value.Type // StatisticsError
	fraction *value.Type
	linear   value.Value // LinearRegression
	normal   *value.Type // NormalDist
}

func loadStatistics(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("statistics")
	s := &statisticsModule{}
	var err error
	if s.failure, err = (class{module: "statistics", name: "StatisticsError", bases: []*value.Type{value.ValueError}}).make(t); err != nil {
		return nil, err
	}
	m.Set("StatisticsError", s.failure)
	for _, name := range []string{"fractions", "decimal", "collections"} {
		lib, ok, err := Load(t, name)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, value.Unknownf("statistics without %s", name)
		}
		switch name {
		case "fractions":
			v, err := value.GetAttr(t, lib, "Fraction")
			if err != nil {
				return nil, err
			}
			s.fraction = v.(*value.Type)
		case "collections":
			named, err := value.GetAttr(t, lib, "namedtuple")
			if err != nil {
				return nil, err
			}
			fields := value.NewTuple(value.NewStr("slope"), value.NewStr("intercept"))
			if s.linear, err = value.Call(t, named, []value.Value{value.NewStr("LinearRegression"), fields}, []value.Kwarg{{Name: "module", Value: value.NewStr("statistics")}}); err != nil {
				return nil, err
			}
			m.Set("LinearRegression", s.linear)
		}
	}
	s.averages(m)
	s.medians(m)
	s.spreads(m)
	s.relations(m)
	return m, s.normalDist(t, m)
}

func (s *statisticsModule) fail(format string, args ...any) error {
	return value.Raisef(s.failure, format, args...)
}

// numericKind is the class that results are converted to.
type numericKind uint8

const (
	sumInt numericKind = iota
	sumFraction
	sumFloat
	sumDecimal
)

// exactTotal is an exact sum.
type exactTotal struct {
	kind    numericKind
	sum     *big.Rat
	squares *big.Rat
	special float64 // sum of what is not finite
	infinite,
	mixed bool
	count int

	partials map[string]*partialSum // by denominator
}

type partialSum struct{ den, num, square *big.Int }

func newTotal() *exactTotal { return &exactTotal{partials: map[string]*partialSum{}} }

// add adds a number.
func (s *exactTotal) add(t *value.Thread, v value.Value) error {
	if err := t.Step(1); err != nil {
		return err
	}
	s.count++
	kind, err := numericKindOf(v)
	if err != nil {
		return err
	}
	if s.kind == sumDecimal && kind != sumInt && kind != sumDecimal || kind == sumDecimal && s.kind != sumInt && s.kind != sumDecimal {
		s.mixed = true
	}
	s.kind = max(s.kind, kind)
	if f, ok := value.AsFloat(v); ok && (f-f != 0) {
		s.special += f
		s.infinite = true
		return nil
	}
	if d, ok := state[*decimal](v); ok && d.kind != finite {
		return value.Unknownf("statistics of special decimals have no model")
	}
	x, ok := asFraction(v)
	if !ok {
		if x, err = integerRatio(t, v); err != nil {
			return err
		}
	}
	key := string(x.den.Bytes())
	p := s.partials[key]
	if p == nil {
		p = &partialSum{den: x.den, num: new(big.Int), square: new(big.Int)}
		s.partials[key] = p
	}
	if err := value.ChargeMul(t, x.num.BitLen(), x.num.BitLen()); err != nil {
		return err
	}
	p.num.Add(p.num, x.num)
	p.square.Add(p.square, new(big.Int).Mul(x.num, x.num))
	return nil
}

func numericKindOf(v value.Value) (numericKind, error) {
	if u, ok := v.(*value.Unknown); ok {
		return 0, &value.UnknownError{Reason: u.Reason}
	}
	switch v.(type) {
	case value.Int, value.Bool, *value.BigInt, value.Float:
		if v.Type().Heap {
			break
		}
		if _, ok := v.(value.Float); ok {
			return sumFloat, nil
		}
		return sumInt, nil
	}
	if _, ok := state[*fraction](v); ok && v.Type().Name == "Fraction" {
		return sumFraction, nil
	}
	if _, ok := state[*decimal](v); ok && v.Type() == decimalType {
		return sumDecimal, nil
	}
	if _, ok := v.Type().Lookup("as_integer_ratio"); !ok && !v.Type().Heap {
		return 0, value.TypeErrorf("can't convert type '%s' to numerator/denominator", shortTypeName(v))
	}
	return 0, value.Unknownf("statistics of %s have no model", v.Type().Name)
}

// finish adds up the partialSum sums.
func (s *exactTotal) finish(t *value.Thread) error {
	if s.mixed {
		return value.Unknownf("which two kinds of numbers do not mix depends on the order of a set")
	}
	s.sum, s.squares = new(big.Rat), new(big.Rat)
	for _, p := range s.partials {
		if err := t.Step(int64(p.den.BitLen()/64 + 1)); err != nil {
			return err
		}
		s.sum.Add(s.sum, new(big.Rat).SetFrac(p.num, p.den))
		s.squares.Add(s.squares, new(big.Rat).SetFrac(p.square, new(big.Int).Mul(p.den, p.den)))
	}
	return nil
}

func sumOf(t *value.Thread, data value.Value) (*exactTotal, error) {
	s := newTotal()
	if err := value.Iterate(t, data, func(v value.Value) error { return s.add(t, v) }); err != nil {
		return nil, err
	}
	return s, s.finish(t)
}

// convert makes a number of the class of the data.
func (s *statisticsModule) convert(t *value.Thread, r *big.Rat, kind numericKind) (value.Value, error) {
	num, den := value.MakeInt(new(big.Int).Set(r.Num())), value.MakeInt(new(big.Int).Set(r.Denom()))
	switch kind {
	case sumInt:
		if r.IsInt() {
			return num, nil
		}
	case sumFraction:
		return value.Call(t, s.fraction, []value.Value{num, den}, nil)
	case sumDecimal:
		return decimalRatio(t, num, den)
	}
	return value.Binary(t, value.OpTrueDiv, num, den)
}

// decimalRatio is Decimal(num) / Decimal(den).
func decimalRatio(t *value.Thread, num, den value.Value) (value.Value, error) {
	a, err := value.Call(t, decimalType, []value.Value{num}, nil)
	if err != nil {
		return nil, err
	}
	b, err := value.Call(t, decimalType, []value.Value{den}, nil)
	if err != nil {
		return nil, err
	}
	return value.Binary(t, value.OpTrueDiv, a, b)
}

func ratInt(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }

func (s *statisticsModule) averages(m *value.Module) {
	defIn(m, "mean(data)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		sum, err := sumOf(t, a[0])
		if err != nil {
			return nil, err
		}
		if sum.count < 1 {
			return nil, s.fail("mean requires at least one data point")
		}
		if sum.infinite {
			return value.Float(sum.special / float64(sum.count)), nil
		}
		return s.convert(t, sum.sum.Quo(sum.sum, ratInt(sum.count)), sum.kind)
	})
	defIn(m, "fmean(data, weights=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		data, err := value.Collect(t, a[0])
		if err != nil {
			return nil, err
		}
		return s.fmean(t, data, a[1])
	})
	defIn(m, "geometric_mean(data)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		data, err := value.Collect(t, a[0])
		if err != nil {
			return nil, err
		}
		logs := make([]value.Value, len(data))
		for i, v := range data {
			x, err := logOf(t, v, libm.Log)
			if _, bad := value.IsRaised(err, value.ValueError); bad {
				return nil, s.fail("geometric mean requires a non-empty dataset containing positive numbers")
			}
			if err != nil {
				return nil, err
			}
			logs[i] = value.Float(x)
		}
		mean, err := s.fmean(t, logs, value.None)
		if _, bad := value.IsRaised(err, value.ValueError); bad {
			return nil, s.fail("geometric mean requires a non-empty dataset containing positive numbers")
		}
		if err != nil {
			return nil, err
		}
		x, _ := value.AsFloat(mean)
		r := libm.Exp(x)
		if r-r != 0 && x-x == 0 {
			return nil, errRange()
		}
		return value.Float(r), nil
	})
	defIn(m, "harmonic_mean(data, weights=None)", s.harmonicMean)
}

// fsum adds floats exactly.
func fsum(t *value.Thread, data []value.Value) (float64, error) {
	var sum exactSum
	for _, v := range data {
		if err := t.Step(1 + int64(len(sum.partials))); err != nil {
			return 0, err
		}
		x, err := value.AsDouble(t, v)
		if err != nil {
			return 0, err
		}
		if err := sum.add(x); err != nil {
			return 0, err
		}
	}
	return sum.result()
}

// products are the products of the items of two lists, as far as both go.
func products(t *value.Thread, xs, ys []value.Value) ([]value.Value, error) {
	out := make([]value.Value, min(len(xs), len(ys)))
	for i := range out {
		p, err := value.Binary(t, value.OpMul, xs[i], ys[i])
		if err != nil {
			return nil, err
		}
		out[i] = p
	}
	return out, nil
}

func (s *statisticsModule) fmean(t *value.Thread, data []value.Value, weights value.Value) (value.Value, error) {
	if weights == value.None {
		sum, err := fsum(t, data)
		if err != nil {
			return nil, err
		}
		if len(data) == 0 {
			return nil, s.fail("fmean requires at least one data point")
		}
		return value.Float(sum / float64(len(data))), nil
	}
	ws, err := value.Collect(t, weights)
	if err != nil {
		return nil, err
	}
	weighted, err := products(t, data, ws)
	if err != nil {
		return nil, err
	}
	num, err := fsum(t, weighted)
	if err != nil {
		return nil, err
	}
	if len(data) != len(ws) {
		return nil, s.fail("data and weights must be the same length")
	}
	den, err := fsum(t, ws)
	if err != nil {
		return nil, err
	}
	if den == 0 {
		return nil, s.fail("sum of weights must be non-zero")
	}
	return value.Float(num / den), nil
}

func (s *statisticsModule) harmonicMean(t *value.Thread, a []value.Value) (value.Value, error) {
	const negative = "harmonic mean does not support negative values"
	data, err := value.Collect(t, a[0])
	if err != nil {
		return nil, err
	}
	below := func(v value.Value) (bool, error) { return value.Less(t, v, value.Int(0)) }
	switch {
	case len(data) < 1:
		return nil, s.fail("harmonic_mean requires at least one data point")
	case len(data) == 1 && a[1] == value.None:
		if _, err := numericKindOf(data[0]); err != nil {
			if _, isType := value.IsRaised(err, value.TypeError); isType {
				return nil, value.TypeErrorf("unsupported type")
			}
			return nil, err
		}
		less, err := below(data[0])
		if err != nil {
			return nil, err
		}
		if less {
			return nil, s.fail(negative)
		}
		return data[0], nil
	}
	weights := make([]value.Value, len(data))
	sumWeights := ratInt(len(data))
	if a[1] == value.None {
		for i := range weights {
			weights[i] = value.Int(1)
		}
	} else {
		if weights, err = value.Collect(t, a[1]); err != nil {
			return nil, err
		}
		if len(weights) != len(data) {
			return nil, s.fail("Number of weights does not match data size")
		}
		sum := newTotal()
		for _, w := range weights {
			less, err := below(w)
			if err != nil {
				return nil, err
			}
			if less {
				return nil, s.fail(negative)
			}
			if err := sum.add(t, w); err != nil {
				return nil, err
			}
		}
		if err := sum.finish(t); err != nil {
			return nil, err
		}
		if sum.infinite {
			return nil, value.Unknownf("weights that are not finite have no model")
		}
		sumWeights = sum.sum
	}
	sum := newTotal()
	for i, x := range data {
		less, err := below(x)
		if err != nil {
			return nil, err
		}
		if less {
			return nil, s.fail(negative)
		}
		yes, err := value.Truth(t, weights[i])
		if err != nil {
			return nil, err
		}
		term := value.Value(value.Int(0))
		if yes {
			term, err = value.Binary(t, value.OpTrueDiv, weights[i], x)
			if _, zero := value.IsRaised(err, value.ZeroDivisionError); zero {
				return value.Int(0), nil
			}
			if err != nil {
				return nil, err
			}
		}
		if err := sum.add(t, term); err != nil {
			return nil, err
		}
	}
	if err := sum.finish(t); err != nil {
		return nil, err
	}
	if sum.infinite {
		return nil, value.Unknownf("harmonic means of what is not finite have no model")
	}
	if sum.sum.Sign() <= 0 {
		return nil, s.fail("Weighted sum must be positive")
	}
	return s.convert(t, new(big.Rat).Quo(sumWeights, sum.sum), sum.kind)
}

// sortedItems is sorted(data).
func sortedItems(t *value.Thread, data value.Value) ([]value.Value, error) {
	got, err := value.Call(t, value.Builtins["sorted"], []value.Value{data}, nil)
	if err != nil {
		return nil, err
	}
	return got.(*value.List).Elems, nil
}

func (s *statisticsModule) medians(m *value.Module) {
	median := func(name string, pick func(t *value.Thread, data []value.Value) (value.Value, error)) {
		defIn(m, name+"(data)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			data, err := sortedItems(t, a[0])
			if err != nil {
				return nil, err
			}
			if len(data) == 0 {
				return nil, s.fail("no median for empty data")
			}
			return pick(t, data)
		})
	}
	median("median", func(t *value.Thread, data []value.Value) (value.Value, error) {
		i := len(data) / 2
		if len(data)%2 == 1 {
			return data[i], nil
		}
		sum, err := value.Binary(t, value.OpAdd, data[i-1], data[i])
		if err != nil {
			return nil, err
		}
		return value.Binary(t, value.OpTrueDiv, sum, value.Int(2))
	})
	median("median_low", func(t *value.Thread, data []value.Value) (value.Value, error) { return data[(len(data)-1)/2], nil })
	median("median_high", func(t *value.Thread, data []value.Value) (value.Value, error) { return data[len(data)/2], nil })
	defIn(m, "median_grouped(data, interval=1.0)", s.medianGrouped)
	defIn(m, "mode(data)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		values, counts, err := countEqual(t, a[0])
		if err != nil {
			return nil, err
		}
		if len(values) == 0 {
			return nil, s.fail("no mode for empty data")
		}
		best := 0
		for i, n := range counts {
			if n > counts[best] {
				best = i
			}
		}
		return values[best], nil
	})
	defIn(m, "multimode(data)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		values, counts, err := countEqual(t, a[0])
		if err != nil {
			return nil, err
		}
		most := 0
		for _, n := range counts {
			most = max(most, n)
		}
		var out []value.Value
		for i, n := range counts {
			if n == most {
				out = append(out, values[i])
			}
		}
		return value.NewList(out), nil
	})
	defIn(m, "quantiles(data, *, n=4, method='exclusive')", s.quantiles)
}

// countEqual counts equal items, in the order in which they come.
func countEqual(t *value.Thread, data value.Value) (values []value.Value, counts []int, err error) {
	index := value.NewDict()
	err = value.Iterate(t, data, func(v value.Value) error {
		at, ok, err := index.Get(t, v)
		if err != nil {
			return err
		}
		if ok {
			counts[at.(value.Int)]++
			return nil
		}
		values, counts = append(values, v), append(counts, 1)
		return index.Set(t, v, value.Int(len(values)-1))
	})
	return values, counts, err
}

func (s *statisticsModule) medianGrouped(t *value.Thread, a []value.Value) (value.Value, error) {
	data, err := sortedItems(t, a[0])
	if err != nil {
		return nil, err
	}
	n := len(data)
	if n == 0 {
		return nil, s.fail("no median for empty data")
	}
	x := data[n/2]
	j, err := bisectRight(t, data, x, n)
	if err != nil {
		return nil, err
	}
	i := n / 2
	for i > 0 {
		less, err := value.Less(t, data[i-1], x)
		if err != nil {
			return nil, err
		}
		if less {
			break
		}
		i--
	}
	var parts [2]float64
	for k, v := range []value.Value{a[1], x} {
		f, err := value.Call(t, value.FloatType, []value.Value{v}, nil)
		if _, bad := value.IsRaised(err, value.ValueError); bad {
			return nil, value.TypeErrorf("Value cannot be converted to a float")
		}
		if err != nil {
			return nil, err
		}
		parts[k], _ = value.AsFloat(f)
	}
	interval, middle := parts[0], parts[1]
	low := middle - interval/2
	return value.Float(low + float64(interval*(float64(n)/2-float64(i)))/float64(j-i)), nil
}

func (s *statisticsModule) quantiles(t *value.Thread, a []value.Value) (value.Value, error) {
	n, err := value.Index(t, a[1])
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, s.fail("n must be at least 1")
	}
	data, err := sortedItems(t, a[0])
	if err != nil {
		return nil, err
	}
	count := len(data)
	if count < 2 {
		return nil, s.fail("must have at least two data points")
	}
	method, _ := a[2].(*value.Str)
	exclusive := method != nil && method.String() == "exclusive"
	if !exclusive && (method == nil || method.String() != "inclusive") {
		shown, err := value.Repr(t, a[2])
		if err != nil {
			return nil, err
		}
		return nil, value.ValueErrorf("Unknown method: %s", shown)
	}
	if err := t.Alloc(48 * n); err != nil {
		return nil, err
	}
	var out []value.Value
	for i := 1; i < n; i++ {
		j, delta := i*(count-1)/n, i*(count-1)%n
		if exclusive {
			j = min(max(i*(count+1)/n, 1), count-1)
			delta = i*(count+1) - j*n
			j--
		}
		low, err := value.Binary(t, value.OpMul, data[j], value.Int(n-delta))
		if err != nil {
			return nil, err
		}
		high, err := value.Binary(t, value.OpMul, data[j+1], value.Int(delta))
		if err != nil {
			return nil, err
		}
		sum, err := value.Binary(t, value.OpAdd, low, high)
		if err != nil {
			return nil, err
		}
		cut, err := value.Binary(t, value.OpTrueDiv, sum, value.Int(n))
		if err != nil {
			return nil, err
		}
		out = append(out, cut)
	}
	return value.NewList(out), nil
}
