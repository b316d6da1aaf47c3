package reach

import (
	"slices"
	"strings"
	"unicode"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// respond makes candidates from what a run compared: where one side of a
// comparison stands in the input, the other side is put there.
func respond(args []*datum, specs []*param, pairs []pair, emit func([]*datum) bool) {
	for i, d := range args {
		if d == nil {
			continue
		}
		for _, p := range places(d, specs[i].spec) {
			for _, pr := range pairs {
				for _, x := range answers(p.datum, pr) {
					if p.key && !x.hashable() {
						continue
					}
					out := slices.Clone(args)
					out[i] = p.put(x)
					if !emit(out) {
						return
					}
				}
			}
		}
	}
}

// answers gives what to put in the place of d so that the comparison comes out
// the other way, if d looks like where one side came from.
func answers(d *datum, p pair) []*datum {
	var out []*datum
	one := func(mine, other *datum, flipped bool) {
		text := mine.String()
		switch {
		case d.String() == text:
			out = append(out, near(other)...)
			if p.op == syntax.In || p.op == syntax.NotIn {
				if flipped {
					// d is what is searched: put the other side into it.
					out = append(out, includes(d, other)...)
				} else {
					out = append(out, other.elems...)
					if s, ok := other.asText(); ok && len(s) > 0 {
						out = append(out, strDatum(string([]rune(s)[:1])))
					}
				}
			}
		default:
			s, isText := d.asText()
			m, mineText := mine.asText()
			o, otherText := other.asText()
			switch {
			case isText && mineText && otherText:
				if m != "" && strings.Contains(s, m) {
					out = append(out, strDatum(strings.Replace(s, m, o, 1)))
					if i := strings.LastIndex(s, m); i != strings.Index(s, m) {
						out = append(out, strDatum(s[:i]+o+s[i+len(m):]))
					}
				} else if m != "" {
					if i := strings.Index(strings.ToLower(s), strings.ToLower(m)); i >= 0 && i+len(m) <= len(s) {
						out = append(out, strDatum(s[:i]+o+s[i+len(m):]))
					}
				}
				if p.op == syntax.In || p.op == syntax.NotIn {
					if flipped {
						out = append(out, strDatum(s+o))
					} else if o != "" {
						for _, r := range []rune(o)[:min(3, len([]rune(o)))] {
							out = append(out, strDatum(strings.Replace(s, m, string(r), 1)))
						}
					}
				}
			case isText && !mineText && !otherText:
				// An int that was read from the text, or its length.
				n, ok1 := mine.asInt()
				k, ok2 := other.asInt()
				if ok1 && ok2 {
					if strings.Contains(s, mine.String()) {
						out = append(out, strDatum(strings.Replace(s, mine.String(), other.String(), 1)))
					}
					if int(n) == len([]rune(s)) {
						out = append(out, lengthen(d, int(k))...)
					}
				}
			case d.form != scalar && d.form != codeForm || classOf(d) == bytesClass:
				n, ok1 := mine.asInt()
				k, ok2 := other.asInt()
				size := d.entries()
				if b, ok := d.leaf.(*value.Bytes); ok {
					size = len(b.B)
				}
				if ok1 && ok2 && int(n) == size {
					out = append(out, lengthen(d, int(k))...)
				}
			default:
				// A number that differs from the compared one by a constant.
				n, ok1 := mine.asInt()
				k, ok2 := other.asInt()
				if x, ok := d.asInt(); ok && ok1 && ok2 && n != k {
					out = append(out, intDatum(x+(k-n)), intDatum(x-(k-n)))
				}
			}
		}
	}
	one(p.a, p.b, false)
	one(p.b, p.a, true)
	return out
}

// near gives a datum and, for numbers, what lies beside it.
func near(d *datum) []*datum {
	out := []*datum{d}
	if n, ok := d.asInt(); ok {
		out = append(out, intDatum(n+1), intDatum(n-1))
	}
	if f, ok := d.asFloat(); ok {
		out = append(out, floatDatum(f+1), floatDatum(f-1), floatDatum(f/2))
	}
	return out
}

// includes puts x into the container d.
func includes(d, x *datum) []*datum {
	switch d.form {
	case listForm, tupleForm:
		return []*datum{d.with(append(slices.Clone(d.elems), x))}
	case setForm:
		if x.hashable() {
			return []*datum{d.with(dedupe(append(slices.Clone(d.elems), x)))}
		}
	case dictForm:
		if x.hashable() {
			return []*datum{d.with(uniqueKeys(append(slices.Clone(d.elems), x, intDatum(1)))), d.with(uniqueKeys(append(slices.Clone(d.elems), x, strDatum("a"))))}
		}
	case scalar:
		if s, ok := d.asText(); ok {
			if o, ok := x.asText(); ok {
				return []*datum{strDatum(s + o), strDatum(o + s)}
			}
		}
	}
	return nil
}

// lengthen makes a text or container as long as wanted, and one longer and
// shorter than that.
func lengthen(d *datum, n int) []*datum {
	var out []*datum
	if b, ok := d.leaf.(*value.Bytes); ok {
		for _, x := range lengthen(strDatum(b.B), n) {
			s, _ := x.asText()
			out = append(out, leafOf(value.NewBytes(s)))
		}
		return out
	}
	for _, k := range []int{n, n + 1, n - 1} {
		if k < 0 || k > 200 {
			continue
		}
		if s, ok := d.asText(); ok {
			rs := []rune(s)
			switch {
			case len(rs) >= k:
				out = append(out, strDatum(string(rs[:k])))
			case len(rs) > 0:
				for len(rs) < k {
					rs = append(rs, rs[len(rs)-1])
				}
				out = append(out, strDatum(string(rs)))
			default:
				out = append(out, strDatum(strings.Repeat("a", k)))
			}
			continue
		}
		if d.form != listForm && d.form != tupleForm {
			continue
		}
		es := d.elems
		switch {
		case len(es) >= k:
			out = append(out, d.with(es[:k]))
		default:
			fill := intDatum(1)
			if len(es) > 0 {
				fill = es[len(es)-1]
			}
			es = slices.Clone(es)
			for len(es) < k {
				es = append(es, fill)
			}
			out = append(out, d.with(es))
		}
	}
	return out
}

// correct makes candidates from how a result differs from the wanted one:
// where the wrong part stands in the input, the right one is put there.
func correct(args []*datum, specs []*param, got, want *datum, emit func([]*datum) bool) {
	var pairs []pair
	var gaps [][2][]*datum // what is missing between which neighbours
	var walk func(a, b *datum)
	walk = func(a, b *datum) {
		if len(pairs) > 40 || a.String() == b.String() {
			return
		}
		pairs = append(pairs, pair{a, b, syntax.Eq})
		s, ok1 := a.asText()
		o, ok2 := b.asText()
		if ok1 && ok2 {
			x, y := []rune(s), []rune(o)
			lo := 0
			for lo < len(x) && lo < len(y) && x[lo] == y[lo] {
				lo++
			}
			hi := 0
			for hi < len(x)-lo && hi < len(y)-lo && x[len(x)-1-hi] == y[len(y)-1-hi] {
				hi++
			}
			wrong, right := string(x[lo:len(x)-hi]), string(y[lo:len(y)-hi])
			if wrong != "" {
				pairs = append(pairs, pair{strDatum(wrong), strDatum(right), syntax.Eq})
				for i, r := range []rune(wrong) {
					if q := []rune(right); i < len(q) && i < 12 {
						pairs = append(pairs, pair{strDatum(string(r)), strDatum(string(q[i])), syntax.Eq})
					}
				}
			} else {
				before, after := "", ""
				if lo > 0 {
					before = string(x[lo-1])
				}
				if hi > 0 {
					after = string(x[len(x)-hi])
				}
				pairs = append(pairs, pair{strDatum(before + after), strDatum(before + right + after), syntax.Eq})
				if before != "" {
					pairs = append(pairs, pair{strDatum(before), strDatum(before + right), syntax.Eq})
				}
				if after != "" {
					pairs = append(pairs, pair{strDatum(after), strDatum(right + after), syntax.Eq})
				}
			}
			return
		}
		if a.form != b.form || a.form == scalar {
			return
		}
		if a.form == dictForm || len(a.elems) == len(b.elems) {
			for i := range a.elems {
				if i < len(b.elems) {
					walk(a.elems[i], b.elems[i])
				}
			}
		}
		if len(b.elems) > len(a.elems) && a.form != dictForm {
			lo := 0
			for lo < len(a.elems) && a.elems[lo].String() == b.elems[lo].String() {
				lo++
			}
			gaps = append(gaps, [2][]*datum{a.elems[:lo], b.elems[lo : lo+len(b.elems)-len(a.elems)]})
		}
	}
	walk(got, want)
	stop := false
	respond(args, specs, pairs, func(c []*datum) bool {
		if !emit(c) {
			stop = true
		}
		return !stop
	})
	if stop {
		return
	}
	for _, gap := range gaps {
		for i, d := range args {
			if d == nil {
				continue
			}
			for _, p := range places(d, specs[i].spec) {
				if p.datum.form != listForm && p.datum.form != tupleForm {
					continue
				}
				at := min(len(gap[0]), len(p.datum.elems))
				for _, k := range []int{at, len(p.datum.elems), 0} {
					out := slices.Clone(args)
					out[i] = p.put(p.datum.with(slices.Insert(slices.Clone(p.datum.elems), k, gap[1]...)))
					if !emit(out) {
						return
					}
				}
			}
		}
	}
}

// numeric lists the number leaves of the arguments.
func numeric(args []*datum, specs []*param) (ps []place, at []int) {
	for i, d := range args {
		if d == nil {
			continue
		}
		for _, p := range places(d, specs[i].spec) {
			switch p.datum.leaf.(type) {
			case value.Int, value.Float:
				ps = append(ps, p)
				at = append(at, i)
			}
		}
	}
	return ps, at
}

// isLetter is unicode.IsLetter, kept to ASCII first for speed.
func isLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 && unicode.IsLetter(r)
}
