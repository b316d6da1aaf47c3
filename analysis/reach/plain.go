package reach

import (
	"slices"

	"augur/analysis/value"
)

// plain tries the simplest values of the likeliest types.
func (s *search) plain() {
	flat := s.en.flat
	choices := make([][]*datum, len(flat))
	for i, p := range flat {
		choices[i] = s.plainValues(p)
	}
	if len(flat) == 0 {
		s.try(nil)
		return
	}
	at := make([]*datum, len(flat))
	for i := range flat {
		at[i] = choices[i][0]
	}
	if !s.try(at) {
		return
	}
	// One parameter at a time, then pairs.
	for i := range flat {
		for _, d := range choices[i][1:] {
			c := slices.Clone(at)
			c[i] = d
			if !s.try(c) {
				return
			}
		}
	}
	for i := range flat {
		for j := i + 1; j < len(flat) && j < i+4; j++ {
			for _, d := range choices[i] {
				for _, e := range choices[j] {
					c := slices.Clone(at)
					c[i], c[j] = d, e
					if !s.try(c) {
						return
					}
				}
			}
		}
	}
}

func (s *search) plainValues(p *param) []*datum {
	var out []*datum
	if p.optional {
		out = append(out, nil)
	}
	add := func(d *datum) { out = append(out, d) }
	sp := p.spec.root()
	type ranked struct {
		c class
		w float64
	}
	var cs []ranked
	for c, w := range sp.weight {
		if w > 0 {
			cs = append(cs, ranked{class(c), w})
		}
	}
	if len(cs) == 0 {
		cs = []ranked{{intClass, 1}, {strClass, 1}, {listClass, 1}}
	}
	slices.SortStableFunc(cs, func(a, b ranked) int {
		switch {
		case a.w > b.w:
			return -1
		case a.w < b.w:
			return 1
		}
		return 0
	})
	if p.kind == star || p.kind == doubleStar {
		for range 3 {
			add(s.m.ofClass(cs[0].c, sp, 2))
		}
		return out
	}
	for i, c := range cs[:min(3, len(cs))] {
		for _, d := range s.plainOf(c.c, sp, 2) {
			add(d)
		}
		if i == 0 {
			for range 2 {
				add(s.m.ofClass(c.c, sp, 2))
			}
		}
	}
	return out
}

// plainOf lists the simplest data of a class.
func (s *search) plainOf(c class, sp *spec, depth int) []*datum {
	sp = sp.root()
	one := func(x *spec) *datum {
		if x != nil {
			if c, ok := x.best(); ok && depth > 0 {
				if ds := s.plainOf(c, x, depth-1); len(ds) > 1 {
					return ds[1]
				} else if len(ds) > 0 {
					return ds[0]
				}
			}
		}
		return intDatum(1)
	}
	other := func(x *spec) *datum {
		if x != nil {
			if c, ok := x.best(); ok && depth > 0 {
				if ds := s.plainOf(c, x, depth-1); len(ds) > 2 {
					return ds[2]
				}
			}
		}
		return intDatum(2)
	}
	switch c {
	case intClass:
		return []*datum{zeroDatum, intDatum(1), intDatum(2), intDatum(-1), intDatum(3), intDatum(10)}
	case floatClass:
		return []*datum{floatDatum(0), floatDatum(1), floatDatum(0.5), floatDatum(-1)}
	case boolClass:
		return []*datum{falseDatum, trueDatum}
	case strClass:
		return []*datum{emptyText, strDatum("a"), strDatum("0"), strDatum("A"), strDatum("ab"), strDatum(" ")}
	case bytesClass:
		return []*datum{leafOf(value.NewBytes("")), leafOf(value.NewBytes("a"))}
	case noneClass:
		return []*datum{noneDatum}
	case listClass:
		a, b := one(sp.elem), other(sp.elem)
		return []*datum{listDatum(), listDatum(a), listDatum(a, b), listDatum(b, a, a)}
	case setClass:
		a, b := one(sp.elem), other(sp.elem)
		if !a.hashable() || !b.hashable() {
			return []*datum{{form: setForm}}
		}
		return []*datum{{form: setForm}, {form: setForm, elems: []*datum{a}}, {form: setForm, elems: dedupe([]*datum{a, b})}}
	case tupleClass:
		if sp.fixed != nil {
			var es []*datum
			for _, f := range sp.fixed {
				es = append(es, one(f))
			}
			return []*datum{tupleDatum(es...)}
		}
		a, b := one(sp.elem), other(sp.elem)
		return []*datum{tupleDatum(), tupleDatum(a), tupleDatum(a, b)}
	case dictClass:
		k := strDatum("a")
		if sp.key.known() {
			if k = one(sp.key); !k.hashable() {
				k = strDatum("a")
			}
		}
		v := one(sp.val)
		out := []*datum{dictDatum(), dictDatum(k, v)}
		if len(sp.keys) > 0 {
			var es []*datum
			for _, k := range sp.keys {
				es = append(es, strDatum(k), v)
			}
			out = append(out, dictDatum(uniqueKeys(es)...))
		}
		return out
	case callableClass:
		var out []*datum
		for _, text := range callables[:6] {
			out = append(out, &datum{form: codeForm, text: text})
		}
		return out
	case objectClass:
		return []*datum{{form: codeForm, text: s.m.object(sp.object)}}
	}
	return nil
}

// strangers are values of the classes that code may not expect.
var strangers = []*datum{
	strDatum("a"), noneDatum, floatDatum(0.5), listDatum(), intDatum(-1), floatDatum(1.5), emptyText, zeroDatum, intDatum(1), dictDatum(),
	tupleDatum(), trueDatum, strDatum("é"), strDatum("½"), leafOf(value.NewBytes("a")), listDatum(strDatum("a")), listDatum(noneDatum), listDatum(zeroDatum),
	listDatum(intDatum(-1)), listDatum(floatDatum(0.5)),
}

// strange puts values of unexpected classes in the place of each argument, and
// of each of their elements.
func (s *search) strange() {
	if len(s.pop) == 0 {
		return
	}
	bases := slices.Clone(s.pop[:min(4, len(s.pop))])
	for _, base := range bases {
		for i, d := range base.args {
			if k := s.en.flat[i].kind; k == star || k == doubleStar {
				continue
			}
			if d == nil {
				d = noneDatum
			}
			ps := places(d, s.en.flat[i].spec)
			for _, p := range ps[:min(len(ps), 6)] {
				for _, x := range strangers {
					if p.key && !x.hashable() {
						continue
					}
					c := slices.Clone(base.args)
					c[i] = p.put(x)
					if !s.try(c) {
						return
					}
				}
			}
		}
	}
}

// constants puts each constant in the place of each argument.
func (s *search) constants() {
	if len(s.pop) == 0 {
		return
	}
	bases := slices.Clone(s.pop[:min(3, len(s.pop))])
	for _, base := range bases {
		for i := range base.args {
			for _, d := range s.m.pool.data[:min(60, len(s.m.pool.data))] {
				if k := s.en.flat[i].kind; k == star || k == doubleStar {
					continue
				}
				c := slices.Clone(base.args)
				c[i] = d
				if !s.try(c) {
					return
				}
			}
		}
	}
}
