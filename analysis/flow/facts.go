package flow

import (
	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// maxFacts bounds what is remembered at a point; to forget is always right.
const maxFacts = 40

// condition follows both outcomes of a condition. s is used up.
func (a *analysis) condition(e syntax.Expr, s *state) (yes, no *state) {
	if s.dead {
		return dead(), dead()
	}
	if a.cond == e {
		defer func() {
			switch {
			case a.outcome && !yes.dead || !a.outcome && !no.dead:
				a.reached = true
			case a.outcome:
				a.blame(shorten(a.file.Text(e))+" is never true", e.Pos().Line)
			default:
				a.blame(shorten(a.file.Text(e))+" is never false", e.Pos().Line)
			}
		}()
	}
	switch e := e.(type) {
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			no, yes = a.condition(e.Operand, s)
			return yes, no
		}
	case *syntax.BoolOp:
		var out []*state
		for _, v := range e.Values {
			y, n := a.condition(v, s)
			if e.Op == syntax.Or {
				y, n = n, y
			}
			out = append(out, n)
			s = y
		}
		if e.Op == syntax.Or {
			return a.join(out...), s
		}
		return s, a.join(out...)
	case *syntax.Compare:
		var out []*state
		left := a.expr(e.Left, s)
		for i, op := range e.Ops {
			right := a.operand(op, e.Comparators[i], s)
			y, n := a.split(s, func(s *state) (*term, bool) { return a.comparison(op, left, right, s) })
			out = append(out, n)
			s, left = y, right
			if s.dead {
				break
			}
		}
		return s, a.join(out...)
	case *syntax.Call:
		if x, types, ok := a.instanceTest(e); ok {
			t := a.expr(x, s)
			var out []*state
			for _, name := range types {
				y, n := a.split(s, func(*state) (*term, bool) { return a.terms.make("is a "+name, intKind, 0, t), false })
				out = append(out, y)
				s = n
			}
			return a.join(out...), s
		}
	}
	t := a.expr(e, s)
	switch t.op {
	case "<", "<=", "==", "in", "is":
		return a.split(s, func(*state) (*term, bool) { return t, false })
	}
	return a.split(s, func(s *state) (*term, bool) { return a.truth(t, s), false })
}

// truth is the condition that t is true.
func (a *analysis) truth(t *term, s *state) *term {
	return a.terms.make("truth", intKind, a.momentOf(s, t), t)
}

// operand evaluates the right side of a comparison: a list of constants that is
// searched is as good as a tuple of them.
func (a *analysis) operand(op syntax.Operator, e syntax.Expr, s *state) *term {
	if op == syntax.In || op == syntax.NotIn {
		if v, err := eval.Literal(a.thread, e); err == nil {
			switch v := v.(type) {
			case *value.List:
				return a.terms.constant(value.NewTuple(v.Elems...))
			case *value.Set:
				return a.terms.constant(value.NewTuple(v.Unordered()...))
			}
		}
	}
	return a.expr(e, s)
}

// split assumes a condition, and its opposite. A condition of which nothing can
// be said is nil.
func (a *analysis) split(s *state, condition func(*state) (t *term, negated bool)) (yes, no *state) {
	t, negated := condition(s)
	if t == nil {
		return s, s.clone()
	}
	no = s.clone()
	a.assume(t, !negated, s)
	a.assume(t, negated, no)
	return s, no
}

// comparison is the condition that an operator asks for.
func (a *analysis) comparison(op syntax.Operator, x, y *term, s *state) (t *term, negated bool) {
	moment := func() int {
		if x.scalar() || y.scalar() {
			return 0 // what can change is never equal to these, and not ordered with them
		}
		return a.momentOf(s, x, y)
	}
	switch op {
	case syntax.Lt:
		return a.terms.make("<", intKind, moment(), x, y), false
	case syntax.Gt:
		return a.terms.make("<", intKind, moment(), y, x), false
	case syntax.LtE:
		return a.terms.make("<=", intKind, moment(), x, y), false
	case syntax.GtE:
		return a.terms.make("<=", intKind, moment(), y, x), false
	case syntax.Eq, syntax.NotEq:
		return a.equal(x, y, moment()), op == syntax.NotEq
	case syntax.Is, syntax.IsNot:
		for _, c := range []*term{x, y} {
			switch c.val {
			case value.None, value.True, value.False:
				if c == x {
					x, y = y, x
				}
				return a.terms.make("is", intKind, 0, x, y), op == syntax.IsNot
			}
		}
	case syntax.In, syntax.NotIn:
		if y.kind.sized() || y.elem != nil {
			return a.terms.make("in", intKind, a.momentOf(s, x, y), x, y), op == syntax.NotIn
		}
	}
	return nil, false
}

// equal is the condition that two terms are equal.
func (a *analysis) equal(x, y *term, epoch int) *term {
	if x.id > y.id {
		x, y = y, x
	}
	return a.terms.make("==", intKind, epoch, x, y)
}

// classes are the built-in classes of which nothing is an instance of two, but
// for bool.
var classes = map[string]bool{
	"int": true, "bool": true, "float": true, "complex": true, "str": true, "bytes": true, "list": true, "tuple": true, "dict": true, "set": true, "frozenset": true,
}

// instanceTest reads isinstance(x, classes).
func (a *analysis) instanceTest(c *syntax.Call) (x syntax.Expr, types []string, ok bool) {
	f, ok := c.Func.(*syntax.Name)
	if !ok || f.ID != "isinstance" || !a.builtin(f.ID) || len(c.Args) != 2 || len(c.Keywords) > 0 || hasStars(c) {
		return nil, nil, false
	}
	list := []syntax.Expr{c.Args[1]}
	if t, ok := c.Args[1].(*syntax.Tuple); ok {
		list = t.Elts
	}
	for _, e := range list {
		n, ok := e.(*syntax.Name)
		if !ok || !classes[n.ID] || !a.builtin(n.ID) {
			return nil, nil, false
		}
		types = append(types, n.ID)
	}
	return c.Args[0], types, true
}

// assume adds that a condition came out one way. The state is dead if that
// cannot be.
func (a *analysis) assume(t *term, outcome bool, s *state) {
	if s.dead {
		return
	}
	if old, ok := s.facts[t]; ok {
		s.dead = old != outcome
		return
	}
	if got, ok := a.implied(t, s, 3); ok && got != outcome {
		s.dead = true
		return
	}
	if len(s.order) >= maxFacts {
		return
	}
	s.facts[t] = outcome
	s.order = append(s.order, t)
	for _, f := range s.order {
		if got, ok := a.implied(f, s, 3); ok && got != s.facts[f] {
			s.dead = true
			return
		}
	}
}
