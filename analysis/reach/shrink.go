package reach

import (
	"math"
	"slices"
	"time"

	"augur/analysis/value"
)

// shrinkRuns bounds the work on one answer.
const shrinkRuns = 1500

// shrink makes arguments shorter and plainer while they still reach the target,
// end unless the run was endless before and, when answers of different paths
// are wanted, take the same path.
func (s *search) shrink(args []*datum, path string, endless bool) []*datum {
	best := slices.Clone(args)
	cost := s.plainness(best)
	runs := 0
	limit := time.Now().Add(max(60*time.Millisecond, s.q.Budget/8))
	tried := map[string]bool{s.en.callText(best): true}
	accept := func(c []*datum) bool {
		key := s.en.callText(c)
		if tried[key] || runs >= shrinkRuns {
			return false
		}
		k := s.plainness(c)
		if !k.less(cost) {
			return false
		}
		tried[key] = true
		if runs++; runs%16 == 0 && time.Now().After(limit) {
			runs = shrinkRuns
		}
		o := s.measure(c)
		if _, long := o.err.(*value.LimitError); long && !endless {
			return false
		}
		if s.goal.score(&o, s.run.lines) != 0 || s.q.Max > 1 && s.pathKey() != path {
			return false
		}
		best, cost = slices.Clone(c), k
		return true
	}
	for again := true; again && runs < shrinkRuns; {
		again = false
		for i := range best {
			if s.shrinkArg(&best, i, accept) {
				again = true
			}
		}
		if !again {
			again = s.shrinkTogether(&best, accept)
		}
	}
	return best
}

// shrinkTogether moves two ints by the same amount, for when only how far they
// are apart matters.
func (s *search) shrinkTogether(best *[]*datum, accept func([]*datum) bool) bool {
	ps, at := numeric(*best, s.en.flat)
	if len(ps) > 6 {
		return false
	}
	for i, p := range ps {
		for j := range ps[:i] {
			x, ok1 := p.datum.asInt()
			y, ok2 := ps[j].datum.asInt()
			if !ok1 || !ok2 {
				continue
			}
			for _, by := range []int64{x, y, sign(x), sign(y)} {
				c := slices.Clone(*best)
				c[at[i]] = p.put(intDatum(x - by))
				if at[i] != at[j] {
					c[at[j]] = ps[j].put(intDatum(y - by))
				} else {
					// Both are parts of one argument.
					qs, _ := numeric(c, s.en.flat)
					if len(qs) != len(ps) {
						continue
					}
					c[at[j]] = qs[j].put(intDatum(y - by))
				}
				if accept(c) {
					return true
				}
			}
		}
	}
	return false
}

// plain orders arguments: first by length, then by how unusual the characters
// and numbers are.
type plainness struct {
	length int
	ugly   float64
}

func (p plainness) less(o plainness) bool {
	if p.length != o.length {
		return p.length < o.length
	}
	return p.ugly < o.ugly-1e-9
}

func (s *search) plainness(args []*datum) plainness {
	p := plainness{length: len(s.en.callText(args))}
	weight := 1.0
	for _, d := range args {
		if d != nil {
			p.ugly += d.ugliness() * weight
			weight *= 0.99
		}
	}
	return p
}

func (d *datum) ugliness() float64 {
	u := 0.0
	switch v := d.leaf.(type) {
	case value.Int:
		u = math.Log1p(math.Abs(float64(v)))
		if v < 0 {
			u += 0.5
		}
	case value.Float:
		u = 1 + math.Log1p(math.Abs(float64(v)))
	case *value.Str:
		for _, r := range v.String() {
			u += ugly(r)
		}
	}
	weight := 1.0
	for _, e := range d.elems {
		u += e.ugliness() * weight
		weight *= 0.999 // the plainer element comes first
	}
	return u
}

func ugly(r rune) float64 {
	switch {
	case r >= 'a' && r <= 'z':
		return float64(r-'a') / 100
	case r >= '0' && r <= '9':
		return 0.3 + float64(r-'0')/100
	case r >= 'A' && r <= 'Z':
		return 0.5 + float64(r-'A')/100
	case r == ' ':
		return 0.8
	case r > 32 && r < 127:
		return 1 + float64(r)/1000
	}
	return 3
}

// shrinkArg tries smaller forms of one argument.
func (s *search) shrinkArg(best *[]*datum, i int, accept func([]*datum) bool) bool {
	any := false
	with := func(d *datum) bool {
		c := slices.Clone(*best)
		c[i] = d
		if accept(c) {
			any = true
			return true
		}
		return false
	}
	p := s.en.flat[i]
	d := (*best)[i]
	if d == nil {
		return false
	}
	if p.optional && with(nil) {
		return true
	}
	if p.kind == star || p.kind == doubleStar {
		s.shrinkInside(best, i, with)
		return any
	}
	for _, x := range simplest(d) {
		if with(x) {
			return true
		}
	}
	s.shrinkInside(best, i, with)
	return any
}

// simplest lists the simplest data of the same class.
func simplest(d *datum) []*datum {
	switch classOf(d) {
	case intClass:
		return []*datum{zeroDatum, intDatum(1), intDatum(2)}
	case floatClass:
		return []*datum{zeroDatum, intDatum(1), floatDatum(0), floatDatum(1)}
	case strClass:
		return []*datum{emptyText, strDatum("a"), strDatum("0")}
	case listClass:
		return []*datum{listDatum(), listDatum(zeroDatum), listDatum(intDatum(1))}
	case tupleClass:
		return []*datum{tupleDatum()}
	case dictClass:
		return []*datum{dictDatum()}
	case setClass:
		return []*datum{{form: setForm}}
	case callableClass:
		var out []*datum
		for _, t := range callables[:4] {
			out = append(out, &datum{form: codeForm, text: t})
		}
		return out
	}
	return nil
}

// shrinkInside goes through the parts of an argument until none gets smaller.
func (s *search) shrinkInside(best *[]*datum, i int, with func(*datum) bool) {
	for at := 0; ; {
		ps := places((*best)[i], nil)
		if at >= len(ps) {
			return
		}
		p := ps[at]
		moved := false
		for _, x := range smaller(p.datum) {
			if p.key && !x.hashable() {
				continue
			}
			if with(p.put(x)) {
				moved = true
				break
			}
		}
		if !moved {
			at++
		}
	}
}

// smaller lists data that are a step smaller or plainer, the boldest first.
func smaller(d *datum) []*datum {
	var out []*datum
	add := func(x *datum) { out = append(out, x) }
	switch d.form {
	case scalar:
		switch v := d.leaf.(type) {
		case value.Int:
			n := int64(v)
			for _, k := range []int64{0, 1, -n, n / 100, n / 10, n / 2, n - sign(n)*10, n - sign(n)*2, n - sign(n)} {
				if k != n {
					add(intDatum(k))
				}
			}
		case value.Float:
			f := float64(v)
			if f == math.Trunc(f) && math.Abs(f) < 1e15 {
				add(intDatum(int64(f)))
			}
			for _, k := range []float64{0, 1, math.Trunc(f), -f, math.Round(f*10) / 10, math.Trunc(f / 2)} {
				if k != f {
					add(floatDatum(k))
				}
			}
		case *value.Str:
			for _, t := range smallerText(v.String()) {
				add(strDatum(t))
			}
		case *value.Bytes:
			for _, t := range smallerText(v.B) {
				add(leafOf(value.NewBytes(t)))
			}
		}
		return out
	case codeForm:
		return nil
	}
	step := 1
	if d.form == dictForm {
		step = 2
	}
	n := len(d.elems)
	for size := n / step; size >= 1; size /= 2 {
		for at := 0; at+size*step <= n; at += size * step {
			add(d.with(slices.Delete(slices.Clone(d.elems), at, at+size*step)))
		}
	}
	if d.form == listForm && n > 1 {
		sorted := slices.Clone(d.elems)
		slices.SortStableFunc(sorted, func(a, b *datum) int {
			if a.length() != b.length() {
				return a.length() - b.length()
			}
			switch x, y := a.ugliness(), b.ugliness(); {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
		add(d.with(sorted))
	}
	if d.form != dictForm {
		for i, e := range d.elems { // an element in the place of another
			for j := 0; j < i; j++ {
				if d.form == listForm && e.String() != d.elems[j].String() {
					c := slices.Clone(d.elems)
					c[i] = d.elems[j]
					add(d.with(c))
				}
			}
			if i > 6 {
				break
			}
		}
	}
	if d.form == listForm || d.form == tupleForm {
		for _, e := range d.elems[:min(n, 5)] {
			if e.form == listForm || e.form == tupleForm {
				continue
			}
			c := slices.Clone(d.elems)
			k := slices.Index(c, e)
			c[k] = zeroDatum
			add(d.with(c))
		}
	}
	return out
}

func sign(n int64) int64 {
	if n < 0 {
		return -1
	}
	return 1
}

func smallerText(s string) []string {
	var out []string
	rs := []rune(s)
	n := len(rs)
	for size := n; size >= 1; size /= 2 {
		for at := 0; at+size <= n; at += size {
			out = append(out, string(slices.Delete(slices.Clone(rs), at, at+size)))
		}
	}
	for i, r := range rs {
		if i > 30 {
			break
		}
		for _, x := range "a0A " {
			if ugly(x) < ugly(r) {
				c := slices.Clone(rs)
				c[i] = x
				out = append(out, string(c))
			}
		}
	}
	return out
}
