package reach

import (
	"slices"
	"strings"

	"augur/analysis/value"
)

// A place is one part of an argument, with the way to put another there.
type place struct {
	datum *datum
	spec  *spec
	key   bool // of a dict, or an element of a set: must be hashable
	put   func(d *datum) *datum
}

// places lists the parts of a datum, the whole first.
func places(d *datum, s *spec) []place {
	var out []place
	var walk func(d *datum, s *spec, key bool, put func(*datum) *datum)
	walk = func(d *datum, s *spec, key bool, put func(*datum) *datum) {
		if d == nil || len(out) > 200 {
			return
		}
		if s != nil {
			s = s.root()
		}
		out = append(out, place{d, s, key, put})
		for i, e := range d.elems {
			var inner *spec
			if s != nil {
				switch {
				case d.form == dictForm && i%2 == 0:
					inner = s.key
				case d.form == dictForm:
					inner = s.val
				case d.form == tupleForm && i < len(s.fixed):
					inner = s.fixed[i]
				default:
					inner = s.elem
				}
			}
			mustHash := key || d.form == setForm || d.form == frozenForm || d.form == dictForm && i%2 == 0
			walk(e, inner, mustHash, func(x *datum) *datum {
				es := slices.Clone(d.elems)
				es[i] = x
				switch d.form {
				case setForm, frozenForm:
					es = dedupe(es)
				case dictForm:
					es = uniqueKeys(es)
				}
				return put(d.with(es))
			})
		}
	}
	walk(d, s, false, func(x *datum) *datum { return x })
	return out
}

// mutate changes a datum at a random place.
func (m *maker) mutate(d *datum, s *spec) *datum {
	ps := places(d, s)
	p := ps[0]
	if len(ps) > 1 && !m.chance(0.25) {
		p = pickFrom(m, ps)
	}
	x := m.change(p)
	if x == nil || p.key && !x.hashable() {
		return d
	}
	return p.put(x)
}

func (m *maker) change(p place) *datum {
	d := p.datum
	switch r := m.rng.Float64(); {
	case r < 0.04:
		return m.make(p.spec, 2)
	case r < 0.06 && len(m.pool.data) > 0:
		return pickFrom(m, m.pool.data)
	}
	switch d.form {
	case scalar:
		return m.changeLeaf(p)
	case listForm, tupleForm, setForm, frozenForm:
		es := m.changeElems(d.elems, p.spec, d.form)
		return d.with(es)
	case dictForm:
		return m.changeDict(p)
	case codeForm:
		if p.spec.known() {
			return m.make(p.spec, 2)
		}
		return m.callable()
	}
	return nil
}

func (m *maker) changeLeaf(p place) *datum {
	switch v := p.datum.leaf.(type) {
	case value.Int:
		return intDatum(m.changeInt(int64(v)))
	case value.Float:
		return floatDatum(m.changeFloat(float64(v)))
	case value.Bool:
		if m.chance(0.2) {
			return m.make(p.spec, 2)
		}
		return leafOf(!v)
	case *value.Str:
		return strDatum(m.changeText(v.String()))
	case *value.Bytes:
		return leafOf(value.NewBytes(m.changeText(v.B)))
	}
	return m.make(p.spec, 2)
}

func (m *maker) changeInt(n int64) int64 {
	switch m.pick(9) {
	case 0, 1:
		return n + 1
	case 2, 3:
		return n - 1
	case 4:
		return n + int64(m.pick(41)) - 20
	case 5:
		if n > -1<<40 && n < 1<<40 {
			return n * 2
		}
	case 6:
		return n / 2
	case 7:
		return -n
	}
	return m.int()
}

func (m *maker) changeFloat(f float64) float64 {
	switch m.pick(7) {
	case 0:
		return f + 1
	case 1:
		return f - 1
	case 2:
		return f + float64(m.pick(201)-100)/100
	case 3:
		return f * 2
	case 4:
		return f / 2
	case 5:
		return -f
	}
	return m.float()
}

func (m *maker) changeText(s string) string {
	rs := []rune(s)
	at := 0
	if len(rs) > 0 {
		at = m.pick(len(rs))
	}
	switch m.pick(14) {
	case 0, 1, 2: // insert
		i := m.pick(len(rs) + 1)
		return string(slices.Insert(rs, i, m.rune()))
	case 3, 4: // replace
		if len(rs) > 0 {
			rs[at] = m.rune()
			return string(rs)
		}
	case 5, 6: // delete
		if len(rs) > 0 {
			return string(slices.Delete(rs, at, at+1))
		}
	case 7: // insert a text
		if len(m.pool.strs) > 0 {
			i := m.pick(len(rs) + 1)
			return string(rs[:i]) + pickFrom(m, m.pool.strs) + string(rs[i:])
		}
	case 8: // swap
		if len(rs) > 1 {
			i := m.pick(len(rs))
			rs[at], rs[i] = rs[i], rs[at]
			return string(rs)
		}
	case 9: // double a piece
		if len(rs) > 0 && len(rs) < 60 {
			j := at + 1 + m.pick(len(rs)-at)
			return string(rs[:j]) + string(rs[at:j]) + string(rs[j:])
		}
	case 10:
		switch m.pick(5) {
		case 0:
			return strings.ToUpper(s)
		case 1:
			return strings.ToLower(s)
		case 2:
			slices.Reverse(rs)
			return string(rs)
		case 3:
			slices.Sort(rs)
			return string(rs)
		}
		return swapCase(s)
	case 11: // cut
		if len(rs) > 1 {
			if m.chance(0.5) {
				return string(rs[:at])
			}
			return string(rs[at:])
		}
	case 12: // change a character a little
		if len(rs) > 0 {
			if c := rs[at] + rune(m.pick(7)) - 3; c >= 32 && c < 127 {
				rs[at] = c
				return string(rs)
			}
		}
	}
	return m.text()
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if u := strings.ToUpper(string(r)); u != string(r) {
			return []rune(u)[0]
		}
		return []rune(strings.ToLower(string(r)))[0]
	}, s)
}

func (m *maker) element(es []*datum, s *spec, f form) *datum {
	var elem *spec
	if s != nil {
		elem = s.elem
	}
	var e *datum
	switch {
	case len(es) > 0 && m.chance(0.4):
		e = pickFrom(m, es)
		if m.chance(0.6) {
			e = m.mutate(e, elem)
		}
	case len(m.pool.data) > 0 && !elem.known() && m.chance(0.5):
		e = pickFrom(m, m.pool.data)
	case len(es) > 0 && !elem.known():
		e = m.ofClass(classOf(pickFrom(m, es)), elem, 2)
	default:
		e = m.make(elem, 2)
	}
	if (f == setForm || f == frozenForm) && !e.hashable() {
		return intDatum(m.int())
	}
	return e
}

func (m *maker) changeElems(es []*datum, s *spec, f form) []*datum {
	n := len(es)
	if s != nil && f == tupleForm && s.fixed != nil && m.chance(0.9) {
		if n == 0 {
			return es
		}
		i := m.pick(n)
		out := slices.Clone(es)
		var inner *spec
		if i < len(s.fixed) {
			inner = s.fixed[i]
		}
		out[i] = m.mutate(es[i], inner)
		return out
	}
	finish := func(out []*datum) []*datum {
		if f == setForm || f == frozenForm {
			return dedupe(out)
		}
		return out
	}
	switch m.pick(10) {
	case 0, 1, 2:
		return finish(slices.Insert(slices.Clone(es), m.pick(n+1), m.element(es, s, f)))
	case 3, 4:
		if n > 0 {
			i := m.pick(n)
			return slices.Delete(slices.Clone(es), i, i+1)
		}
	case 5:
		if n > 1 {
			out := slices.Clone(es)
			i, j := m.pick(n), m.pick(n)
			out[i], out[j] = out[j], out[i]
			return out
		}
	case 6:
		if n > 1 {
			out := slices.Clone(es)
			slices.Reverse(out)
			return out
		}
	case 7:
		if n > 0 {
			out := slices.Clone(es)
			out[m.pick(n)] = m.element(es, s, f)
			return finish(out)
		}
	case 8:
		if n > 1 {
			return slices.Clone(es[:m.pick(n)])
		}
	case 9:
		if n > 0 && n < 20 && f != setForm && f != frozenForm {
			return append(slices.Clone(es), es...)
		}
	}
	return finish(append(slices.Clone(es), m.element(es, s, f)))
}

func (m *maker) changeDict(p place) *datum {
	d := p.datum
	n := d.entries()
	var key, val *spec
	var keys []string
	if p.spec != nil {
		key, val, keys = p.spec.key, p.spec.val, p.spec.keys
	}
	switch m.pick(6) {
	case 0:
		if n > 0 {
			i := 2 * m.pick(n)
			return d.with(slices.Delete(slices.Clone(d.elems), i, i+2))
		}
	case 1:
		if n > 0 { // a key
			i := 2 * m.pick(n)
			out := slices.Clone(d.elems)
			if out[i] = m.mutate(out[i], key); out[i].hashable() {
				return d.with(uniqueKeys(out))
			}
			return d
		}
	case 2:
		if n > 0 {
			i := 2*m.pick(n) + 1
			out := slices.Clone(d.elems)
			out[i] = m.mutate(out[i], val)
			return d.with(out)
		}
	}
	var k, v *datum
	switch {
	case len(keys) > 0 && m.chance(0.7):
		k = strDatum(pickFrom(m, keys))
	case n > 0 && m.chance(0.5):
		k = m.mutate(d.elems[2*m.pick(n)], key)
	case key.known():
		k = m.make(key, 1)
	case len(m.pool.data) > 0 && m.chance(0.5):
		k = pickFrom(m, m.pool.data)
	default:
		k = strDatum(m.text())
	}
	switch {
	case n > 0 && m.chance(0.5):
		v = m.mutate(d.elems[2*m.pick(n)+1], val)
	case len(m.pool.data) > 0 && !val.known() && m.chance(0.5):
		v = pickFrom(m, m.pool.data)
	default:
		v = m.make(val, 2)
	}
	if !k.hashable() {
		return d
	}
	i := 2 * m.pick(n+1)
	return d.with(uniqueKeys(slices.Insert(slices.Clone(d.elems), i, k, v)))
}

func classOf(d *datum) class {
	switch d.form {
	case listForm:
		return listClass
	case tupleForm:
		return tupleClass
	case setForm, frozenForm:
		return setClass
	case dictForm:
		return dictClass
	case codeForm:
		return callableClass
	}
	switch d.leaf.(type) {
	case value.Int, *value.BigInt:
		return intClass
	case value.Float, value.Complex:
		return floatClass
	case value.Bool:
		return boolClass
	case *value.Str:
		return strClass
	case *value.Bytes:
		return bytesClass
	}
	return noneClass
}
