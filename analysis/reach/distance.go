package reach

import (
	"math"

	"augur/analysis/value"
)

// How far apart values of different classes are.
const (
	otherClass = 8.0
	otherKind  = 2.0 // list and tuple, int and float
)

// distance says how many changes, roughly, separate two values: 0 if they are
// equal and of the same classes.
func distance(a, b value.Value) float64 {
	d := measure{budget: 20_000}
	return d.values(a, b, 6)
}

type measure struct{ budget int }

// squash maps a distance into [0, 1), keeping its order.
func squash(d float64) float64 { return d / (d + 1) }

func number(v value.Value) (float64, bool) {
	switch v := v.(type) {
	case value.Bool:
		if v {
			return 1, true
		}
		return 0, true
	case value.Int:
		return float64(v), true
	case value.Float:
		return float64(v), true
	case *value.BigInt:
		return value.AsFloat(v)
	}
	return 0, false
}

func numbers(x, y float64) float64 {
	if x == y {
		return 0
	}
	d := math.Abs(x - y)
	if math.IsNaN(d) || math.IsInf(d, 0) {
		return 1e6
	}
	// Close numbers are told apart linearly, far ones by magnitude.
	if d <= 1 {
		return d
	}
	return 1 + math.Log2(d)
}

func (m *measure) values(a, b value.Value, depth int) float64 {
	if m.budget--; m.budget < 0 || depth == 0 {
		return 1
	}
	if x, ok := number(a); ok {
		y, ok := number(b)
		if !ok {
			return otherClass
		}
		d := numbers(x, y)
		if a.Type() != b.Type() {
			d += 0.5
		}
		return d
	}
	switch a := a.(type) {
	case *value.Str:
		b, ok := b.(*value.Str)
		if !ok {
			return otherClass
		}
		return m.texts(a.String(), b.String())
	case *value.Bytes:
		b, ok := b.(*value.Bytes)
		if !ok {
			return otherClass
		}
		return m.texts(a.B, b.B)
	case *value.List:
		switch b := b.(type) {
		case *value.List:
			return m.sequences(a.Elems, b.Elems, depth)
		case *value.Tuple:
			return otherKind + m.sequences(a.Elems, b.Elems, depth)
		}
		return otherClass
	case *value.Tuple:
		switch b := b.(type) {
		case *value.Tuple:
			return m.sequences(a.Elems, b.Elems, depth)
		case *value.List:
			return otherKind + m.sequences(a.Elems, b.Elems, depth)
		}
		return otherClass
	case *value.Dict:
		b, ok := b.(*value.Dict)
		if !ok {
			return otherClass
		}
		return m.dicts(a, b, depth)
	case *value.Set:
		b, ok := b.(*value.Set)
		if !ok {
			return otherClass
		}
		return m.sets(a, b, depth)
	case *value.Singleton:
		if a == b {
			return 0
		}
		return otherClass
	}
	if value.Identical(a, b) {
		return 0
	}
	if eq, err := value.Equal(plainThread(), a, b); err == nil && eq {
		return 0
	}
	return otherClass
}

func (m *measure) texts(a, b string) float64 {
	if a == b {
		return 0
	}
	x, y := []rune(a), []rune(b)
	return m.align(len(x), len(y), func(i, j int) float64 {
		if x[i] == y[j] {
			return 0
		}
		d := float64(x[i] - y[j])
		return 0.6 + 0.4*squash(math.Abs(d)/16)
	}, 1)
}

func (m *measure) sequences(a, b []value.Value, depth int) float64 {
	cost := 1.5
	return m.align(len(a), len(b), func(i, j int) float64 {
		return squash(m.values(a[i], b[j], depth-1)) * cost
	}, cost)
}

// align is the cost of turning a sequence of n elements into one of k, where
// differ tells elements apart and adding or dropping one costs gap.
func (m *measure) align(n, k int, differ func(i, j int) float64, gap float64) float64 {
	// What is equal at both ends needs no table.
	lo := 0
	for lo < n && lo < k && differ(lo, lo) == 0 {
		lo++
	}
	for n > lo && k > lo && differ(n-1, k-1) == 0 {
		n--
		k--
	}
	n, k = n-lo, k-lo
	if n == 0 || k == 0 {
		return gap * float64(n+k)
	}
	if m.budget -= n * k; m.budget < 0 {
		d := gap * math.Abs(float64(n-k))
		for i := 0; i < min(n, k); i++ {
			d += differ(lo+i, lo+i)
		}
		return d
	}
	row := make([]float64, k+1)
	for j := range row {
		row[j] = gap * float64(j)
	}
	for i := 1; i <= n; i++ {
		diagonal := row[0]
		row[0] = gap * float64(i)
		for j := 1; j <= k; j++ {
			best := min(diagonal+differ(lo+i-1, lo+j-1), min(row[j], row[j-1])+gap)
			diagonal, row[j] = row[j], best
		}
	}
	return row[k]
}

func (m *measure) dicts(a, b *value.Dict, depth int) float64 {
	t := plainThread()
	d := 0.0
	var missing, extra []value.Value // values with their keys before them
	for i := 0; ; {
		k, v, next, ok := b.Next(i)
		if !ok {
			break
		}
		i = next
		if w, found, err := a.Get(t, k); err == nil && found {
			d += squash(m.values(w, v, depth-1))
		} else {
			missing = append(missing, k, v)
		}
	}
	for i := 0; ; {
		k, v, next, ok := a.Next(i)
		if !ok {
			break
		}
		i = next
		if _, found, err := b.Get(t, k); err == nil && !found {
			extra = append(extra, k, v)
		}
	}
	pairs := min(len(missing), len(extra)) / 2
	for i := 0; i < pairs; i++ {
		d += squash(m.values(extra[2*i], missing[2*i], depth-1)) + 0.5*squash(m.values(extra[2*i+1], missing[2*i+1], depth-1))
	}
	return d + 1.5*float64(len(missing)/2-pairs+len(extra)/2-pairs)
}

func (m *measure) sets(a, b *value.Set, depth int) float64 {
	t := plainThread()
	d := 0.0
	for _, v := range b.Unordered() {
		if in, err := a.Has(t, v); err == nil && !in {
			best := 1.0
			for _, w := range a.Unordered() {
				best = min(best, squash(m.values(w, v, depth-1)))
			}
			d += 0.5 + best/2
		}
	}
	for _, v := range a.Unordered() {
		if in, err := b.Has(t, v); err == nil && !in {
			d += 0.5
		}
	}
	return d
}
