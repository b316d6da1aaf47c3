package reach

import (
	"slices"
	"strings"
	"time"

	"augur/analysis/value"
)

// step makes one move of the guided search.
func (s *search) step() {
	if len(s.pop) == 0 || s.m.chance(0.05) {
		args := make([]*datum, len(s.en.flat))
		for i, p := range s.en.flat {
			if !p.optional || s.m.chance(0.5) {
				args[i] = s.m.make(p.spec, 3)
			}
		}
		s.try(args)
		if len(s.en.flat) == 0 {
			s.done = true
		}
		return
	}
	c := s.choose()
	if !c.expanded {
		c.expanded = true
		s.expand(c)
		return
	}
	args := slices.Clone(c.args)
	n := 1
	for n < 4 && s.m.chance(0.35) {
		n++
	}
	for range n {
		i := s.m.pick(len(args))
		p := s.en.flat[i]
		switch {
		case args[i] == nil:
			args[i] = s.m.make(p.spec, 3)
		case p.optional && s.m.chance(0.15):
			args[i] = nil
		default:
			args[i] = s.mutateArg(p, args[i])
		}
	}
	if len(args) > 1 && s.m.chance(0.1) {
		other := s.choose()
		i := s.m.pick(len(args))
		args[i] = other.args[i]
	}
	s.try(args)
}

// mutateArg keeps what stands for *args a tuple, and for **kwargs a dict with
// names for keys.
func (s *search) mutateArg(p *param, d *datum) *datum {
	x := s.m.mutate(d, p.spec)
	switch p.kind {
	case star:
		if x.form != tupleForm {
			return d
		}
	case doubleStar:
		if x.form != dictForm {
			return d
		}
		for i := 0; i < len(x.elems); i += 2 {
			name, ok := x.elems[i].asText()
			if !ok || !isIdentifier(name) {
				return d
			}
		}
	}
	return x
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !isLetter(r) && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// choose favours what scored well and was not picked often.
func (s *search) choose() *candidate {
	n := len(s.pop)
	i := 0
	for i < n-1 && s.m.chance(0.6) {
		i++
	}
	if s.since > 2000 && s.m.chance(0.5) {
		i = s.m.pick(n)
	}
	c := s.pop[i]
	c.picked++
	return c
}

// expand makes all the moves that the run of a candidate suggests.
func (s *search) expand(c *candidate) {
	s.watch.harvest = true
	o := s.measure(c.args)
	s.watch.harvest = false
	pairs := slices.Clone(s.watch.pairs)
	if exc, ok := value.IsRaised(o.err, value.KeyError); ok && len(exc.Args.Elems) == 1 {
		if k, ok := datumOf(exc.Args.Elems[0]); ok && k.hashable() {
			s.addKey(c.args, k)
		}
	}
	if g, ok := s.goal.(*returnGoal); ok && o.err == nil {
		if got, ok := datumOf(o.result); ok {
			correct(c.args, s.en.flat, got, g.datum, s.try)
		}
	}
	if s.done {
		return
	}
	respond(c.args, s.en.flat, pairs, s.try)
	if s.done {
		return
	}
	s.everywhere(c.args, pairs)
	s.pieces(c.args, pairs)
	if s.done {
		return
	}
	for _, p := range pairs {
		if p.a.length() < 40 {
			s.m.pool.add(p.a)
		}
		if p.b.length() < 40 {
			s.m.pool.add(p.b)
		}
	}
	s.slide(c)
}

// everywhere replaces all that equals one side of a comparison by the other.
func (s *search) everywhere(args []*datum, pairs []pair) {
	for _, p := range pairs {
		for _, ab := range [][2]*datum{{p.a, p.b}, {p.b, p.a}} {
			if ab[0].form != scalar || ab[1].form != scalar {
				continue
			}
			n := 0
			out := slices.Clone(args)
			for i, d := range args {
				if d != nil {
					out[i] = d.replaced(ab[0].String(), ab[1], &n)
				}
			}
			if n > 1 && !s.try(out) {
				return
			}
		}
	}
}

// replaced returns d with all leaves whose text is old replaced.
func (d *datum) replaced(old string, by *datum, n *int) *datum {
	if d.form == scalar {
		if d.String() == old {
			*n++
			return by
		}
		return d
	}
	if len(d.elems) == 0 {
		return d
	}
	es := make([]*datum, len(d.elems))
	for i, e := range d.elems {
		es[i] = e.replaced(old, by, n)
	}
	switch d.form {
	case setForm, frozenForm:
		es = dedupe(es)
	case dictForm:
		es = uniqueKeys(es)
	}
	return d.with(es)
}

// pieces makes texts of as many pieces as a comparison asks for, for code that
// splits its input and counts.
func (s *search) pieces(args []*datum, pairs []pair) {
	var counts []int64
	for _, p := range pairs {
		for _, d := range []*datum{p.a, p.b} {
			if n, ok := d.asInt(); ok && n > 1 && n <= 24 && !slices.Contains(counts, n) && len(counts) < 6 {
				counts = append(counts, n)
			}
		}
	}
	seps := []string{" ", ","}
	for _, c := range s.m.pool.strs {
		if len(c) > 0 && len(c) <= 2 && !slices.Contains(seps, c) && len(seps) < 10 {
			seps = append(seps, c)
		}
	}
	for i, d := range args {
		if d == nil {
			continue
		}
		for _, p := range places(d, s.en.flat[i].spec) {
			text, ok := p.datum.asText()
			if !ok {
				continue
			}
			for _, sep := range seps {
				unit := strings.SplitN(text, sep, 2)[0]
				for _, n := range counts {
					for _, u := range []string{unit, "1", "a"} {
						if len(u) > 20 {
							continue
						}
						c := slices.Clone(args)
						c[i] = p.put(strDatum(strings.TrimSuffix(strings.Repeat(u+sep, int(n)), sep)))
						if !s.try(c) {
							return
						}
					}
				}
			}
		}
	}
}

func (s *search) addKey(args []*datum, k *datum) {
	for i, d := range args {
		if d == nil {
			continue
		}
		for _, p := range places(d, s.en.flat[i].spec) {
			if p.datum.form != dictForm {
				continue
			}
			vs := []*datum{intDatum(1), strDatum("a"), listDatum()}
			if p.spec != nil && p.spec.val.known() {
				vs = append([]*datum{s.m.make(p.spec.val, 2)}, vs...)
			}
			for _, v := range vs {
				c := slices.Clone(args)
				c[i] = p.put(dictDatum(append(slices.Clone(p.datum.elems), k, v)...))
				if !s.try(c) {
					return
				}
			}
		}
	}
}

// slide moves each number in steps that double while the score falls.
func (s *search) slide(c *candidate) {
	ps, at := numeric(c.args, s.en.flat)
	for i, p := range ps[:min(len(ps), 12)] {
		for _, sign := range []float64{1, -1} {
			best, base, step := c.score, p.datum, sign
			if _, ok := base.asFloat(); ok && s.m.chance(0.5) {
				step *= 0.1
			}
			for range 40 {
				x := base
				if n, ok := base.asInt(); ok {
					x = intDatum(n + int64(step))
				} else if f, ok := base.asFloat(); ok {
					x = floatDatum(f + step)
				}
				args := slices.Clone(c.args)
				args[at[i]] = p.put(x)
				if s.done {
					return
				}
				o := s.measure(args)
				score := s.goal.score(&o, s.run.lines)
				if score > 0 {
					score += s.strain(args)
				}
				if score == 0 {
					if s.try(args) {
						break
					}
					return
				}
				if score >= best {
					if step == sign || step == 0.1*sign {
						break
					}
					step = sign
					if _, ok := base.asFloat(); ok && s.m.chance(0.5) {
						step *= 0.1
					}
					continue
				}
				best, base = score, x
				s.keep(&candidate{args: args, score: score, length: len(s.en.callText(args))})
				step *= 2
			}
		}
		if time.Now().After(s.deadline) {
			s.done = true
			return
		}
	}
}
