package reach

import (
	"fmt"
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// explain says what stands in the way.
func (s *search) explain(r *Result) {
	if len(s.pop) == 0 {
		r.BlockedBy = "no call of " + s.q.Function + " could be made"
		return
	}
	best := s.pop[0]
	r.Closest = s.en.callText(best.args)
	o := s.measure(best.args)
	if g, ok := s.goal.(*lineGoal); ok {
		for _, line := range g.way {
			if s.run.lines.Hits[line] > 0 && g.file == s.q.File {
				r.Furthest = line
			}
		}
	}
	if s.digest != "" {
		r.BlockedBy = s.digest
		return
	}
	if u, ok := o.err.(*value.UnknownError); ok {
		r.BlockedBy = u.Reason
		return
	}
	switch g := s.goal.(type) {
	case *returnGoal:
		if o.err != nil {
			r.BlockedBy = "the call raises " + o.err.Error()
			return
		}
		text, _ := value.Repr(plainThread(), o.result)
		r.BlockedBy = "the closest result is " + shorten(text)
	case *predicateGoal:
		if o.err != nil {
			r.BlockedBy = "the call raises " + o.err.Error()
			return
		}
		text, _ := value.Repr(plainThread(), o.result)
		r.BlockedBy = "the closest result is " + shorten(text)
	case *lineGoal:
		for _, gt := range g.gates {
			if gt.score() > 0 && gt.seen {
				r.BlockedBy = gt.describe(s.fileOf(gt))
				return
			}
		}
		if o.err != nil {
			r.BlockedBy = "the call raises " + shorten(o.err.Error())
			return
		}
		i := slices.IndexFunc(g.gates, func(gt *gate) bool { return gt.score() > 0 })
		if i >= 0 {
			r.BlockedBy = fmt.Sprintf("line %d is not reached", g.gates[i].line)
		} else if g.raise {
			r.BlockedBy = fmt.Sprintf("line %d is reached, but it does not raise", g.line)
		} else {
			r.BlockedBy = fmt.Sprintf("line %d is not reached", g.line)
		}
	}
}

func truthName(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}

// describe says what a gate wants.
func (g *gate) describe(f *syntax.File) string {
	switch {
	case g.text != "":
		return fmt.Sprintf("line %d: %s must be true", g.line, shorten(g.text))
	case g.loop != nil && g.turn == 0:
		return fmt.Sprintf("line %d: the loop must not be entered", g.line)
	case g.loop != nil && g.turn == 1:
		return fmt.Sprintf("line %d: the loop must be entered", g.line)
	case g.loop != nil:
		return fmt.Sprintf("line %d: the loop must have %d turns", g.line, g.turn)
	case g.pattern != nil && g.want:
		return fmt.Sprintf("line %d: %s must match", g.line, shorten(f.Text(g.pattern)))
	case g.pattern != nil:
		return fmt.Sprintf("line %d: %s must not match", g.line, shorten(f.Text(g.pattern)))
	}
	return fmt.Sprintf("line %d: %s must be %s", g.line, shorten(f.Text(g.cond)), truthName(g.want))
}

// fileOf is the file that a gate stands in.
func (s *search) fileOf(g *gate) *syntax.File {
	if g.file != nil {
		return g.file
	}
	return s.q.File
}
