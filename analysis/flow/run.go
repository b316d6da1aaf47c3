package flow

import (
	"augur/analysis/syntax"
)

// block follows a block and returns the state behind it.
func (a *analysis) block(body []syntax.Stmt, s *state) *state {
	for _, st := range body {
		if s.dead {
			return s
		}
		if st == a.stmt {
			a.reached = true
		}
		if a.steps++; a.tooLong() {
			return s
		}
		s = a.statement(st, s)
	}
	return s
}

func dead() *state { return &state{env: map[string]*term{}, facts: map[*term]bool{}, dead: true} }

// leadsTo reports whether the target is in a block.
func (a *analysis) leadsTo(blocks ...[]syntax.Stmt) bool {
	found := false
	for _, b := range blocks {
		for _, s := range b {
			syntax.Inspect(s, func(n syntax.Node) bool {
				found = found || n == syntax.Node(a.stmt) && a.stmt != nil || n == syntax.Node(a.cond) && a.cond != nil
				return !found
			})
		}
	}
	return found
}

// blame notes the condition that cuts the target off.
func (a *analysis) blame(text string, line int32) {
	a.clash = where(line) + text
}

func (a *analysis) statement(st syntax.Stmt, s *state) *state {
	switch st := st.(type) {
	case *syntax.ExprStmt:
		a.expr(st.Value, s)
	case *syntax.Assign:
		t := a.expr(st.Value, s)
		for _, target := range st.Targets {
			a.store(target, t, s)
		}
	case *syntax.AnnAssign:
		if st.Value != nil {
			a.store(st.Target, a.expr(st.Value, s), s)
		}
	case *syntax.AugAssign:
		a.augmented(st, s)
	case *syntax.Return:
		if st.Value != nil {
			a.expr(st.Value, s)
		}
		return dead()
	case *syntax.Raise:
		if st.Exc != nil {
			a.expr(st.Exc, s)
		}
		return dead()
	case *syntax.Break:
		if n := len(a.loops); n > 0 {
			a.loops[n-1].breaks = append(a.loops[n-1].breaks, s)
		}
		return dead()
	case *syntax.Continue:
		return dead()
	case *syntax.Assert:
		yes, no := a.condition(st.Test, s)
		if st.Msg != nil && !no.dead {
			a.expr(st.Msg, no)
		}
		return yes
	case *syntax.If:
		return a.ifStatement(st, s)
	case *syntax.While:
		return a.while(st, s)
	case *syntax.For:
		return a.forLoop(st, s)
	case *syntax.Try:
		return a.try(st, s)
	case *syntax.With:
		for _, item := range st.Items {
			a.expr(item.Context, s)
			if item.Vars != nil {
				a.store(item.Vars, a.terms.fresh(anyKind), s)
			}
		}
		s.epoch = a.terms.moment()
		broken := s.clone() // the context may swallow an exception of the body
		a.forget(broken, assigned(a.skip, st.Body))
		leave := a.leaving(nil)
		end := a.block(st.Body, s)
		leave()
		if !end.dead {
			end.epoch = a.terms.moment()
		}
		return a.join(end, broken)
	case *syntax.Match:
		return a.match(st, s)
	default:
		// Definitions, imports, del and the like. A class's body is not followed.
		if a.leadsTo([]syntax.Stmt{st}) {
			a.reached = true
		}
		walk(nil, st, func(n syntax.Node) {
			syntax.BoundNames(n, func(name string) { a.assign(s, name, a.terms.fresh(anyKind)) })
		})
		s.epoch = a.terms.moment()
	}
	return s
}

func (a *analysis) ifStatement(st *syntax.If, s *state) *state {
	yes, no := a.condition(st.Test, s)
	if yes.dead && a.leadsTo(st.Body) {
		a.blame(shorten(a.file.Text(st.Test))+" is never true", st.Line)
	}
	if no.dead && a.leadsTo(st.Orelse) {
		a.blame(shorten(a.file.Text(st.Test))+" is never false", st.Line)
	}
	return a.join(a.block(st.Body, yes), a.block(st.Orelse, no))
}

func (a *analysis) while(st *syntax.While, s *state) *state {
	a.forgetLoop(s, st.Body, st.Test)
	yes, no := a.condition(st.Test, s)
	if yes.dead && a.leadsTo(st.Body) {
		a.blame(shorten(a.file.Text(st.Test))+" is never true", st.Line)
	}
	if no.dead && a.leadsTo(st.Orelse) {
		a.blame(shorten(a.file.Text(st.Test))+" is never false", st.Line)
	}
	l := &loop{}
	a.loops = append(a.loops, l)
	a.block(st.Body, yes)
	a.loops = a.loops[:len(a.loops)-1]
	return a.join(append(l.breaks, a.block(st.Orelse, no))...)
}

// forgetLoop makes unknown what a turn of a loop may change.
func (a *analysis) forgetLoop(s *state, body []syntax.Stmt, more ...syntax.Node) {
	names := assigned(a.skip, body)
	for _, n := range more {
		walk(nil, n, func(n syntax.Node) { syntax.BoundNames(n, func(name string) { names[name] = true }) })
	}
	epoch := s.epoch
	a.forget(s, names)
	if !a.changes(body, more) {
		s.epoch = epoch
	}
}

// changes reports whether code may change an object.
func (a *analysis) changes(body []syntax.Stmt, more []syntax.Node) bool {
	found := false
	look := func(n syntax.Node) {
		switch n := n.(type) {
		case *syntax.Call:
			found = found || !a.isPure(n)
		case *syntax.Subscript, *syntax.Attribute, *syntax.AugAssign, *syntax.Delete, *syntax.Await, *syntax.Yield, *syntax.YieldFrom,
			*syntax.FunctionDef, *syntax.ClassDef, *syntax.With, *syntax.Import, *syntax.ImportFrom, *syntax.For, *syntax.Match, *syntax.Comprehension:
			found = true
		}
	}
	for _, s := range body {
		walk(a.skip, s, func(n syntax.Node) {
			if x, ok := n.(*syntax.Attribute); ok && pureMethods[x.Attr] != nil {
				return // seen as a part of a call
			}
			look(n)
		})
	}
	for _, m := range more {
		walk(nil, m, func(n syntax.Node) {
			if x, ok := n.(*syntax.Attribute); ok && pureMethods[x.Attr] != nil {
				return
			}
			look(n)
		})
	}
	return found
}

func (a *analysis) forLoop(st *syntax.For, s *state) *state {
	it := a.expr(st.Iter, s)
	plain := it.kind.sized() || it.op == "range" || it.op == "enumerate" && it.args[0].kind.sized()
	entered, after := dead(), s.clone()
	if a.neverEntered(it, s) {
		if a.leadsTo(st.Body) {
			a.blame("the loop is never entered", st.Line)
		}
	} else {
		entered = s.clone()
		for _, x := range []*state{entered, after} {
			a.forgetLoop(x, st.Body, st.Target)
			if !plain {
				x.epoch = a.terms.moment() // an iterator may do anything
			}
		}
		a.turn(st.Target, it, entered)
	}
	l := &loop{}
	a.loops = append(a.loops, l)
	a.block(st.Body, entered)
	a.loops = a.loops[:len(a.loops)-1]
	return a.join(append(l.breaks, a.block(st.Orelse, after))...)
}

// neverEntered reports whether what a loop goes over is empty.
func (a *analysis) neverEntered(it *term, s *state) bool {
	if it.op == "enumerate" {
		it = it.args[0]
	}
	switch it.op {
	case "range":
		if len(it.args) < 3 {
			low, high := a.terms.integer(0), it.args[0]
			if len(it.args) == 2 {
				low, high = it.args[0], it.args[1]
			}
			less, known := a.implied(a.terms.make("<", intKind, 0, low, high), s, 3)
			return known && !less
		}
		return false
	}
	b := a.bounds(a.terms.make("len", intKind, s.epoch, it), s, 3)
	return b.hi <= 0
}

// turn binds the variables of a loop in one of its turns.
func (a *analysis) turn(target syntax.Expr, it *term, s *state) {
	pair, isPair := target.(*syntax.Tuple)
	switch {
	case it.op == "range":
		i := a.terms.fresh(intKind)
		a.store(target, i, s)
		low, high := a.terms.integer(0), it.args[0]
		if len(it.args) > 1 {
			low, high = it.args[0], it.args[1]
		}
		if len(it.args) == 3 {
			step := a.bounds(it.args[2], s, 3)
			if step.lo < 1 {
				return
			}
		}
		a.assume(a.terms.make("<=", intKind, 0, low, i), true, s)
		a.assume(a.terms.make("<", intKind, 0, i, high), true, s)
	case it.op == "enumerate" && isPair && len(pair.Elts) == 2:
		i := a.terms.fresh(intKind)
		a.store(pair.Elts[0], i, s)
		if len(it.args) == 1 {
			a.assume(a.terms.make("<=", intKind, 0, a.terms.integer(0), i), true, s)
		}
		a.store(pair.Elts[1], a.element(it.args[0], s), s)
	default:
		a.store(target, a.element(it, s), s)
	}
}

// element is one of the elements of a term.
func (a *analysis) element(of *term, s *state) *term {
	k := anyKind
	if of.kind == strKind {
		k = strKind
	}
	t := a.terms.fresh(k)
	if of.made != nil && of.born == s.epoch {
		t.elem = of // which has not changed since it was made
	}
	return t
}

func (a *analysis) try(st *syntax.Try, s *state) *state {
	caught := s.clone()
	a.forget(caught, assigned(a.skip, st.Body))
	broken := s.clone()
	blocks := [][]syntax.Stmt{st.Body, st.Orelse}
	for _, h := range st.Handlers {
		blocks = append(blocks, h.Body)
	}
	a.forget(broken, assigned(a.skip, blocks...))

	leave := func() {}
	if len(st.Finalbody) > 0 {
		leave = a.leaving(st.Finalbody)
	}
	outcomes := []*state{a.block(st.Orelse, a.block(st.Body, s))}
	for _, h := range st.Handlers {
		c := caught.clone()
		if h.Type != nil {
			a.expr(h.Type, c)
		}
		outcomes = append(outcomes, a.block(h.Body, c))
	}
	leave()
	end := a.join(outcomes...)
	if len(st.Finalbody) == 0 {
		return end
	}
	// The way through an exception, a return or a jump. What follows the
	// statement is only reached on the other one, but a break or a return in
	// the block is on both.
	a.block(st.Finalbody, broken)
	return a.block(st.Finalbody, end)
}

// leaving makes the states of the breaks that come between this call and that of
// its result pass what runs on the way out.
func (a *analysis) leaving(body []syntax.Stmt) func() {
	n := len(a.loops)
	if n == 0 {
		return func() {}
	}
	l := a.loops[n-1]
	from := len(l.breaks)
	return func() {
		for _, s := range l.breaks[from:] {
			a.forget(s, assigned(nil, body))
		}
	}
}

func (a *analysis) match(st *syntax.Match, s *state) *state {
	a.expr(st.Subject, s)
	s.epoch = a.terms.moment()
	var ends []*state
	for _, c := range st.Cases {
		in := s.clone()
		walk(nil, c.Pattern, func(n syntax.Node) {
			syntax.BoundNames(n, func(name string) { a.assign(in, name, a.terms.fresh(anyKind)) })
		})
		if c.Guard != nil {
			yes, _ := a.condition(c.Guard, in)
			if yes.dead && a.leadsTo(c.Body) {
				a.blame(shorten(a.file.Text(c.Guard))+" is never true", c.Line)
			}
			in = yes
		}
		ends = append(ends, a.block(c.Body, in))
		names := map[string]bool{}
		walk(nil, c.Pattern, func(n syntax.Node) { syntax.BoundNames(n, func(name string) { names[name] = true }) })
		if c.Guard != nil {
			walk(nil, c.Guard, func(n syntax.Node) { syntax.BoundNames(n, func(name string) { names[name] = true }) })
		}
		a.forget(s, names)
	}
	return a.join(append(ends, s)...)
}

// store assigns a term to a target.
func (a *analysis) store(target syntax.Expr, t *term, s *state) {
	switch target := target.(type) {
	case *syntax.Name:
		a.assign(s, target.ID, t)
	case *syntax.Tuple:
		for _, e := range target.Elts {
			a.store(e, a.terms.fresh(anyKind), s)
		}
		a.took(t, s)
	case *syntax.List:
		for _, e := range target.Elts {
			a.store(e, a.terms.fresh(anyKind), s)
		}
		a.took(t, s)
	case *syntax.Starred:
		a.store(target.Value, a.terms.fresh(listKind), s)
	default:
		a.expr(target, s)
		s.epoch = a.terms.moment()
	}
}

// took notes that a term was iterated over.
func (a *analysis) took(t *term, s *state) {
	if !t.kind.sized() {
		s.epoch = a.terms.moment()
	}
}

func (a *analysis) augmented(st *syntax.AugAssign, s *state) {
	name, ok := st.Target.(*syntax.Name)
	if !ok {
		a.expr(st.Target, s)
		a.expr(st.Value, s)
		s.epoch = a.terms.moment()
		return
	}
	t := a.binary(st.Op, a.expr(st.Target, s), a.expr(st.Value, s), s)
	if !t.kind.fixed() {
		// A list changes in place, under all of its names.
		s.epoch = a.terms.moment()
		t = a.terms.fresh(anyKind)
	}
	a.assign(s, name.ID, t)
}
