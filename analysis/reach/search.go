package reach

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// A candidate is a list of arguments that was tried. A nil argument is left to
// its default.
type candidate struct {
	args     []*datum
	score    float64
	length   int
	expanded bool
	picked   int
}

type search struct {
	ctx      context.Context
	q        *Query
	en       *entry
	run      *runner
	goal     goal
	watch    *watcher
	m        *maker
	deadline time.Time

	seen     map[string]bool
	pop      []*candidate
	found    []*candidate
	paths    map[string]bool // of found
	since    int             // runs since the best score fell
	endless  *candidate      // reaches the target, in a run that hits a limit
	longRuns int             // such runs so far
	done     bool
}

const keptCandidates = 30

// prepare mines the constants.
func (s *search) prepare() {
	p := newPool()
	if s.en.class != nil {
		p.mine(s.q.File, s.en.class)
	} else {
		p.mine(s.q.File, s.en.def)
	}
	for _, f := range s.en.flat {
		p.add(f.fallback)
	}
	for _, d := range s.helpers() {
		p.mine(s.q.File, d)
	}
	if g, ok := s.goal.(*returnGoal); ok {
		p.add(g.datum)
	}
	p.derive()
	s.m = &maker{rng: rand.New(rand.NewPCG(20, 26)), pool: p, file: s.q.File}
	s.paths = map[string]bool{}
	s.patterns(s.en.def)
	for _, d := range s.helpers() {
		s.patterns(d)
	}
}

// helpers are the functions and constants of the file that the entry names.
func (s *search) helpers() []syntax.Node {
	var out []syntax.Node
	seen := map[string]bool{s.en.def.Name: true}
	var walk func(n syntax.Node, depth int)
	walk = func(n syntax.Node, depth int) {
		syntax.Inspect(n, func(x syntax.Node) bool {
			if name, ok := x.(*syntax.Name); ok && !seen[name.ID] {
				seen[name.ID] = true
				for _, st := range s.q.File.Module.Body {
					switch st := st.(type) {
					case *syntax.FunctionDef:
						if st.Name == name.ID && depth < 2 {
							out = append(out, st)
							walk(st, depth+1)
						}
					case *syntax.Assign:
						if t, ok := st.Targets[0].(*syntax.Name); ok && t.ID == name.ID {
							out = append(out, st.Value)
						}
					}
				}
			}
			return true
		})
	}
	walk(s.en.def, 0)
	return out
}

// measure runs a candidate.
func (s *search) measure(args []*datum) outcome {
	s.watch.reset()
	return s.run.run(args)
}

// try runs a candidate that was not run before, and keeps it if it is good. It
// returns false when the search is over.
func (s *search) try(args []*datum) bool {
	if s.done {
		return false
	}
	key := s.en.callText(args)
	if s.seen[key] || len(key) > 3000 {
		return true
	}
	s.seen[key] = true
	if s.run.runs%16 == 0 && (time.Now().After(s.deadline) || s.ctx.Err() != nil) {
		s.done = true
		return false
	}
	o := s.measure(args)
	c := &candidate{args: slices.Clone(args), length: len(key)}
	c.score = s.goal.score(&o, s.run.lines)
	if c.score > 0 {
		c.score += s.strain(args)
	}
	s.since++
	if c.score == 0 {
		if _, endless := o.err.(*value.LimitError); endless {
			// It gets there and then does not end: better than nothing.
			if s.endless == nil {
				s.endless = c
			}
			s.run.limit.Steps, s.run.limit.Time = 8_000, 20*time.Millisecond
			if s.longRuns++; s.longRuns <= 2 {
				c.score = 0.9
				s.keep(c)
			}
			return true
		}
		s.hit(c)
		return !s.done
	}
	s.keep(c)
	return true
}

// strain is how badly arguments fit their parameters. It keeps the search from
// following what only gets far because it is of another class.
func (s *search) strain(args []*datum) float64 {
	worst := 0.0
	for i, d := range args {
		worst = max(worst, s.en.flat[i].spec.strain(d, 4))
	}
	return worst
}

// hit shrinks a candidate that reaches the target.
func (s *search) hit(c *candidate) {
	path := s.pathKey()
	if s.paths[path] {
		return
	}
	if s.q.Max > 1 {
		s.paths[path] = true
	}
	c.args = s.shrink(c.args, path, false)
	s.found = append(s.found, c)
	if len(s.found) >= s.q.Max {
		s.done = true
	}
}

func (s *search) pathKey() string {
	b := make([]byte, 0, 2*len(s.run.lines.Order))
	for _, n := range s.run.lines.Order {
		b = append(b, byte(n), byte(n>>8))
	}
	return string(b)
}

// keep puts a candidate into the population, which is sorted.
func (s *search) keep(c *candidate) {
	if n := len(s.pop); n > 0 && c.score < s.pop[0].score {
		s.since = 0
	}
	at, same := 0, 0
	for at < len(s.pop) && (s.pop[at].score < c.score || s.pop[at].score == c.score && s.pop[at].length <= c.length) {
		if s.pop[at].score == c.score {
			same++
		}
		at++
	}
	if same >= 6 || at >= keptCandidates {
		return
	}
	s.pop = slices.Insert(s.pop, at, c)
	if len(s.pop) > keptCandidates {
		s.pop = s.pop[:keptCandidates]
	}
}

// look goes through the portfolio.
func (s *search) look() {
	for _, call := range s.q.Examples {
		if args, ok := s.en.arguments(s.q.File, call); ok && !s.try(args) {
			return
		}
	}
	s.plain()
	if s.done {
		return
	}
	if g, ok := s.goal.(*returnGoal); ok {
		s.suggestions(g)
	}
	if s.q.Goal == Raise || s.q.Goal == AssertFails {
		s.strange()
		s.constants()
	} else {
		s.constants()
		s.strange()
	}
	proposed := s.q.Propose == nil
	start := time.Now()
	for i := 0; !s.done; i++ {
		if s.endless != nil && time.Since(start) > s.q.Budget/5 {
			break
		}
		if !proposed && (s.run.runs > 3000 || time.Since(start) > s.q.Budget/5) {
			proposed = true
			s.proposals()
		}
		s.step()
	}
}

func (s *search) proposals() {
	for _, call := range s.q.Propose(s.ctx) {
		if args, ok := s.en.arguments(s.q.File, call); ok && !s.try(args) {
			return
		}
	}
}

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
