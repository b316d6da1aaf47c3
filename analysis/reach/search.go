package reach

import (
	"context"
	"math/rand/v2"
	"slices"
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
	when     *when // nil without a condition on variables
	watch    *watcher
	m        *maker
	deadline time.Time

	seen     map[string]bool
	pop      []*candidate
	found    []*candidate
	paths    map[string]bool // of found
	since    int             // runs since the best score fell
	endless  *candidate      // reaches the target, in a run that hits a limit
	misfit   *candidate      // reaches it with arguments that annotations rule out
	misfitAt int             // runs before it
	longRuns int             // such runs so far
	proof    string          // why no input exists, once that is proved
	digest   string          // the comparison with a digest for which a search is in vain
	done     bool
}

const keptCandidates = 30

// prepare mines the constants.
func (s *search) prepare() {
	p := newPool()
	if s.when != nil {
		if e, err := syntax.ParseExpr(s.when.text); err == nil {
			p.mine(s.q.File, e)
		}
	}
	if s.en.class != nil {
		p.mine(s.en.file, s.en.class)
	} else {
		p.mine(s.en.file, s.en.def)
	}
	for _, f := range s.en.flat {
		p.add(f.fallback)
	}
	for _, d := range s.helpers() {
		p.mine(s.en.file, d)
	}
	if s.en.file != s.q.File {
		if d, ok := s.q.File.Definition(Enclosing(s.q.File, s.q.Line)); ok {
			p.mine(s.q.File, d.Func)
		}
	}
	if g, ok := s.goal.(*returnGoal); ok {
		p.add(g.datum)
	}
	p.derive()
	s.m = &maker{rng: rand.New(rand.NewPCG(20, 26)), pool: p, file: s.en.file}
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
				for _, st := range s.en.file.Module.Body {
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
	if time.Now().After(s.deadline) || s.ctx.Err() != nil {
		s.done = true
		return false
	}
	o := s.measure(args)
	c := &candidate{args: slices.Clone(args), length: len(key)}
	c.score = s.goal.score(&o, s.run.lines)
	strain := s.strain(args)
	if c.score > 0 {
		c.score += strain
	}
	s.since++
	if s.misfit != nil && s.run.runs > s.misfitAt+misfitRuns {
		s.takeMisfit()
		if s.done {
			return false
		}
	}
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
		if strain >= ruledOut && s.patient() {
			if s.misfit == nil {
				s.misfit, s.misfitAt = c, s.run.runs
			}
			return true
		}
		s.hit(c)
		return !s.done
	}
	s.keep(c)
	return true
}

const (
	ruledOut   = 20  // the strain of what an annotation rules out
	misfitRuns = 800 // how long better is looked for then
)

// patient reports whether there is still hope for arguments that fit.
func (s *search) patient() bool {
	return len(s.found) == 0 && (s.misfit == nil || s.run.runs <= s.misfitAt+misfitRuns)
}

// takeMisfit is content with arguments that do not fit.
func (s *search) takeMisfit() {
	if c := s.misfit; c != nil {
		s.misfit, s.misfitAt = nil, -misfitRuns
		if len(s.found) == 0 {
			s.measure(c.args)
			s.hit(c)
		}
	}
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
	defer s.takeMisfit()
	for _, call := range s.q.Examples {
		if args, ok := s.en.arguments(s.q.File, call); ok && !s.try(args) {
			return
		}
	}
	s.plain()
	if s.done {
		return
	}
	if s.misfit == nil && s.endless == nil && s.prove() {
		return
	}
	if g, ok := s.goal.(*returnGoal); ok {
		if s.backwards(g.datum); s.done {
			return
		}
		s.suggestions(g)
	}
	if s.q.Goal == Raise || s.q.Goal == AssertFails {
		s.strange()
		s.constants()
	} else {
		s.constants()
		s.strange()
	}
	if s.done {
		return
	}
	if s.digest = s.oneWay(); s.digest != "" {
		return
	}
	// For a wanted result proposals add nothing: reading the function backwards
	// finds what they would.
	_, result := s.goal.(*returnGoal)
	proposed := s.q.Propose == nil || result
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

// backwards tries what reading the function backwards suggests.
func (s *search) backwards(d *datum) {
	if len(s.pop) == 0 {
		return
	}
	base := s.pop[0].args
	for _, w := range s.invert(d) {
		args := slices.Clone(base)
		for i, p := range s.en.flat {
			if x := w[p.name]; x != nil && p.kind != star && p.kind != doubleStar {
				args[i] = x
			}
		}
		if !s.try(args) {
			return
		}
	}
}

func (s *search) proposals() {
	ctx, cancel := context.WithDeadline(s.ctx, s.deadline)
	defer cancel()
	for _, call := range s.q.Propose(ctx) {
		if args, ok := s.en.arguments(s.q.File, call); ok && !s.try(args) {
			return
		}
	}
}
