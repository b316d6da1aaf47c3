package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// clause is one compiled "for target in iter if ...".
type clause struct {
	iter   expr // nil for the first: it is evaluated outside
	set    setter
	ifs    []expr
	cond   []syntax.Expr
	line   int32                 // of the instruction that takes the next item
	once   bool                  // "for y in [x]" only assigns: there is no loop
	settle func(fr *frame) error // moves to where the next turn is jumped to from; may be nil
	async  bool
}

// comprehension compiles the four kinds. As in CPython 3.11 each has a frame of
// its own.
func (c *compiler) comprehension(e syntax.Expr) expr {
	var gens []*syntax.Comprehension
	name := ""
	switch e := e.(type) {
	case *syntax.ListComp:
		gens, name = e.Generators, "<listcomp>"
	case *syntax.SetComp:
		gens, name = e.Generators, "<setcomp>"
	case *syntax.DictComp:
		gens, name = e.Generators, "<dictcomp>"
	case *syntax.GeneratorExp:
		gens, name = e.Generators, "<genexpr>"
	}
	s := c.prog.scopes[e]
	k := &code{prog: c.prog, name: name, qualname: c.qualname(name), scope: s, node: e, first: e.Pos().Line, vararg: -1, kwarg: -1}
	c.cellsOf(k)
	inner := &compiler{prog: c.prog, code: k, scope: s}
	line := e.Pos().Line
	first := c.placed(c.iterated(gens[0].Iter), line)
	inner.multi = line != e.Pos().EndLine
	clauses := make([]clause, len(gens))
	async := false
	for i, g := range gens {
		cl := clause{cond: g.Ifs}
		if i > 0 {
			cl.once = single(g.Iter)
			if cl.once {
				cl.iter = inner.iterated(g.Iter)
			} else {
				cl.iter = inner.placed(inner.iterated(g.Iter), line)
			}
		}
		cl.line, cl.set = line, inner.target(g.Target)
		for _, test := range g.Ifs {
			cl.ifs = append(cl.ifs, inner.condition(test, line))
			line = leftOn(test, line) // for all that follows
		}
		cl.settle = inner.settle(line)
		cl.async = g.Async
		clauses[i] = cl
		async = async || g.Async
	}
	if _, generator := e.(*syntax.GeneratorExp); generator && async {
		return failing("asynchronous generator expressions are not modelled")
	}
	var elt, val expr
	switch e := e.(type) {
	case *syntax.ListComp:
		elt = inner.last(e.Elt, line)
	case *syntax.SetComp:
		elt = inner.last(e.Elt, line)
	case *syntax.GeneratorExp:
		elt = inner.last(e.Elt, line)
	case *syntax.DictComp:
		elt, val = inner.expr(e.Key), inner.last(e.Value, line)
	}
	acting := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if n == gens[0].Iter {
			return false // it is evaluated once, whatever comes
		}
		acting = acting || isAct(n)
		return !acting
	})
	enter := func(fr *frame) *frame {
		f := &frame{t: fr.t, m: fr.m, code: k, fn: fr.fn, globals: fr.globals, names: fr.names, back: fr, line: fr.line, slots: make([]value.Value, len(s.slotNames))}
		if n := len(s.cellNames); n > 0 {
			f.cells = make([]*cell, n)
			for i := 0; i < s.ownCells; i++ {
				f.cells[i] = &cell{}
			}
			copy(f.cells[s.ownCells:], fr.capture(k))
		}
		return f
	}
	if _, ok := e.(*syntax.GeneratorExp); ok {
		return func(fr *frame) (value.Value, error) {
			v, err := first(fr)
			if err != nil {
				return nil, err
			}
			it, err := value.Iter(fr.t, v)
			if err != nil {
				return fr.soft(nil, err, false)
			}
			return &genexpr{fr: enter(fr), elt: elt, clauses: clauses, iters: []entered{{it: it}}, taint: fr.t.Taint, acting: acting, shared: v == value.Value(it)}, nil
		}
	}
	return func(fr *frame) (value.Value, error) {
		v, err := first(fr)
		if err != nil {
			return nil, err
		}
		f := enter(fr)
		f.suspend = f.suspending(fr)
		it, err := clauses[0].iterate(f, v)
		if err != nil {
			return fr.soft(nil, err, false)
		}
		fr.t.Frame = f
		defer func() { fr.t.Frame = fr }()
		var list []value.Value
		var set *value.Set
		var dict *value.Dict
		add := func() error {
			x, err := elt(f)
			if err != nil {
				return err
			}
			switch {
			case dict != nil:
				v, err := val(f)
				if err != nil {
					return err
				}
				return halt(dict.Set(fr.t, x, v))
			case set != nil:
				return halt(set.Add(fr.t, x))
			}
			list = append(list, x)
			return fr.t.Alloc(16)
		}
		switch e.(type) {
		case *syntax.SetComp:
			set = value.NewSet()
		case *syntax.DictComp:
			dict = value.NewDict()
		}
		f.follow()
		if err = f.mark(k.first); err == nil {
			err = f.runClauses(clauses, 0, it, add)
		}
		if acting {
			fr.t.Decide()
		}
		if err == nil {
			err = f.mark(line)
		}
		if err != nil {
			// Python's exceptions pass through the comprehension's own frame.
			err = halt(err)
			f.end(err)
			return nil, err
		}
		switch {
		case dict != nil:
			f.ret = dict
		case set != nil:
			f.ret = set
		default:
			f.ret = value.NewList(list)
		}
		f.end(nil)
		return f.ret, nil
	}
}

func (fr *frame) runClauses(clauses []clause, i int, it value.Iterator, add func() error) error {
	cl := &clauses[i]
	fr.hold(it)
	defer fr.letGo()
	for first := true; ; first = false {
		if err := fr.t.Step(1); err != nil {
			return err
		}
		if !first && !cl.once {
			if err := fr.again(cl.line); err != nil {
				return err
			}
		}
		v, err := it.Next(fr.t)
		if err != nil || v == nil {
			return err
		}
		if err := cl.set(fr, v); err != nil {
			return err
		}
		ok, err := fr.passes(cl)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if i == len(clauses)-1 {
			if err := add(); err != nil {
				return err
			}
			continue
		}
		x, err := clauses[i+1].iter(fr)
		if err != nil {
			return err
		}
		inner, err := clauses[i+1].iterate(fr, x)
		if err != nil {
			return err
		}
		if err := fr.runClauses(clauses, i+1, inner, add); err != nil {
			return err
		}
	}
}

// iterate begins the loop of a clause over v.
func (cl *clause) iterate(fr *frame, v value.Value) (value.Iterator, error) {
	if !cl.async {
		return value.Iter(fr.t, v)
	}
	step, err := fr.asyncIter(v)
	if err != nil {
		return nil, halt(err)
	}
	return &asyncItems{step}, nil
}

// asyncItems are the items of an asynchronous iterator, each awaited.
type asyncItems struct{ step func() (value.Value, error) }

// Type returns the class that stands for it, which no program sees.
func (*asyncItems) Type() *value.Type { return asyncGenType }

// Next awaits the next item.
func (a *asyncItems) Next(*value.Thread) (value.Value, error) {
	v, err := a.step()
	return v, halt(err)
}

// suspending is how a comprehension waits: with the coroutine that it stands in.
func (fr *frame) suspending(outer *frame) func(v value.Value) (value.Value, error) {
	if outer.suspend == nil {
		return nil
	}
	return func(v value.Value) (value.Value, error) {
		fr.t.Frame = outer
		got, err := outer.suspend(v)
		fr.t.Frame = fr
		return got, err
	}
}

func (fr *frame) passes(cl *clause) (bool, error) {
	for i, x := range cl.ifs {
		v, err := x(fr)
		if err != nil {
			return false, err
		}
		ok, err := fr.truth(v, cl.cond[i])
		if err != nil {
			return false, halt(err)
		}
		if !ok {
			if cl.settle != nil {
				err = cl.settle(fr)
			}
			return false, err
		}
	}
	return true, nil
}

// genexpr is the generator of a generator expression. Since nothing in it but
// its own clauses can suspend, it needs no stack of its own.
type genexpr struct {
	fr      *frame
	elt     expr
	clauses []clause
	iters   []entered // of the clauses entered
	started bool
	taint   value.Taint
	acting  bool // as acts says
	running bool
	done    bool
	shared  bool // iterates over an iterator that the program has too
	lost    bool // nobody knows how many items were taken
}

// entered is a loop that a generator expression is in.
type entered struct {
	it    value.Iterator
	again bool // it gave an item before
}

// Type returns the class of generators.
func (*genexpr) Type() *value.Type { return generatorType }

// Lose makes whatever is taken from the generator from now on unknown.
func (g *genexpr) Lose() bool {
	g.lost = !g.shared
	return g.lost
}

// Next computes the next element.
func (g *genexpr) Next(t *value.Thread) (value.Value, error) {
	if g.lost {
		return nil, &value.UnknownError{Reason: "how many items a generator has left", Halt: true}
	}
	if g.done {
		return nil, nil
	}
	if g.running {
		return nil, value.ValueErrorf("generator already executing")
	}
	g.running = true
	outer := t.Frame
	g.fr.t = t
	g.fr.back, _ = outer.(*frame)
	t.Frame = g.fr
	t.Depth++
	defer func() { g.running = false; t.Frame = outer; t.Depth-- }()
	if err := t.CheckDepth(); err != nil {
		return nil, err
	}
	t.Taint |= g.taint
	if g.started {
		if g.fr.seen {
			g.fr.emit(Event{Kind: CallEvent, Again: true})
		}
	} else {
		g.started = true
		g.fr.follow()
	}
	v, err := g.advance(t)
	if g.acting {
		t.Decide()
	}
	if err != nil || v == nil {
		g.done = true
	}
	switch {
	case err != nil:
		g.fr.end(err)
	case v == nil:
		g.fr.ret = value.None
		g.fr.end(nil)
	case g.fr.seen:
		g.fr.emit(Event{Kind: ReturnEvent, Value: v, Again: true})
	}
	if exc, ok := value.IsRaised(err, value.StopIteration); ok {
		return nil, stopInsideGenerator(exc)
	}
	return v, halt(err)
}

func (g *genexpr) advance(t *value.Thread) (value.Value, error) {
	for len(g.iters) > 0 {
		if err := t.Step(1); err != nil {
			return nil, err
		}
		i := len(g.iters) - 1
		cl, in := &g.clauses[i], &g.iters[i]
		var err error
		switch {
		case !in.again:
			err = g.fr.mark(cl.line)
		case !cl.once:
			err = g.fr.again(cl.line)
		}
		if err != nil {
			return nil, err
		}
		in.again = true
		v, err := in.it.Next(t)
		if err != nil {
			return nil, err
		}
		if v == nil {
			g.iters = g.iters[:i]
			continue
		}
		if err := cl.set(g.fr, v); err != nil {
			return nil, err
		}
		ok, err := g.fr.passes(cl)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if i == len(g.clauses)-1 {
			return g.elt(g.fr)
		}
		x, err := g.clauses[i+1].iter(g.fr)
		if err != nil {
			return nil, err
		}
		it, err := value.Iter(t, x)
		if err != nil {
			return nil, err
		}
		g.iters = append(g.iters, entered{it: it})
	}
	return nil, nil
}

// stopInsideGenerator is what a StopIteration that leaves a generator's body
// becomes.
func stopInsideGenerator(exc *value.Exception) error {
	e := value.Raisef(value.RuntimeError, "generator raised StopIteration").(*value.Raised)
	e.Exc.Cause, e.Exc.Context, e.Exc.SuppressContext = exc, exc, true
	return e
}

// single reports whether an iterable is a display of one element, which the
// compiler takes for an assignment.
func single(e syntax.Expr) bool {
	var elts []syntax.Expr
	switch e := e.(type) {
	case *syntax.List:
		elts = e.Elts
	case *syntax.Tuple:
		elts = e.Elts
	}
	if len(elts) != 1 {
		return false
	}
	_, star := elts[0].(*syntax.Starred)
	return !star
}
