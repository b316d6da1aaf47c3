package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

func (c *compiler) stmt(s syntax.Stmt) stmt {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		c.unused(s.Value, false)
		x := c.expr(s.Value)
		return func(fr *frame) (flow, error) {
			_, err := x(fr)
			return next, err
		}
	case *syntax.Assign:
		return c.assign(s)
	case *syntax.AugAssign:
		return c.augAssign(s)
	case *syntax.AnnAssign:
		return c.annAssign(s)
	case *syntax.Return:
		x := c.returned(s)
		return func(fr *frame) (flow, error) {
			v, err := x(fr)
			if err != nil {
				return next, err
			}
			fr.ret, fr.retTaint = v, fr.t.Taint|fr.t.Control
			return returns, nil
		}
	case *syntax.If:
		return c.ifStmt(s)
	case *syntax.While:
		return c.while(s)
	case *syntax.For:
		return c.forStmt(s)
	case *syntax.Break:
		return func(*frame) (flow, error) { return breaks, nil }
	case *syntax.Continue:
		return func(*frame) (flow, error) { return continues, nil }
	case *syntax.Pass, *syntax.Global, *syntax.Nonlocal:
		return func(*frame) (flow, error) { return next, nil }
	case *syntax.FunctionDef:
		return c.functionDef(s)
	case *syntax.ClassDef:
		return c.classDef(s)
	case *syntax.Try:
		return c.try(s)
	case *syntax.With:
		return c.withStmt(s)
	case *syntax.Raise:
		return c.raise(s)
	case *syntax.Assert:
		return c.assert(s)
	case *syntax.Delete:
		return c.del(s)
	case *syntax.Import:
		return c.importStmt(s)
	case *syntax.ImportFrom:
		return c.importFrom(s)
	case *syntax.Match:
		return c.match(s)
	case *syntax.TypeAlias:
		set := c.storer(s.Name.ID)
		return func(fr *frame) (flow, error) {
			return next, set(fr, &value.Unknown{Reason: "type aliases are not modelled"})
		}
	case *syntax.BadStmt:
		return failingStmt(s.Message)
	}
	return failingStmt("invalid syntax")
}

func failingStmt(message string) stmt {
	f := failing(message)
	return func(fr *frame) (flow, error) {
		_, err := f(fr)
		return next, err
	}
}

func (c *compiler) assign(s *syntax.Assign) stmt {
	x := c.value(s.Value, targetText(c.prog.file, s.Targets[0]))
	sets := make([]setter, len(s.Targets))
	for i, t := range s.Targets {
		sets[i] = c.target(t)
	}
	if slot := c.slotOf(s.Targets[0]); slot >= 0 && len(sets) == 1 {
		return func(fr *frame) (flow, error) {
			v, err := x(fr)
			if err != nil {
				return next, err
			}
			fr.put(slot, v)
			return next, nil
		}
	}
	return func(fr *frame) (flow, error) {
		v, err := x(fr)
		if err != nil {
			return next, err
		}
		for _, set := range sets {
			if err := set(fr, v); err != nil {
				return next, err
			}
		}
		return next, nil
	}
}

// value compiles an expression whose result gets the name target: the oracle
// is told, since names say much about values.
func (c *compiler) value(e syntax.Expr, target string) expr {
	switch e := e.(type) {
	case *syntax.Call:
		return c.callFor(e, target)
	case *syntax.Attribute, *syntax.Subscript, *syntax.BinOp, *syntax.Await:
		x := c.expr(e)
		return func(fr *frame) (value.Value, error) {
			v, err := x(fr)
			if u, ok := v.(*value.Unknown); ok && err == nil {
				if got, ok := fr.m.ask(fr, e, target, nil, u.Reason); ok {
					return got, nil
				}
				return fr.m.guessed(u), nil
			}
			return v, err
		}
	}
	return c.expr(e)
}

// slotOf is the slot of a target that is a local variable, which is stored into
// without more ado; -1 for others.
func (c *compiler) slotOf(e syntax.Expr) int {
	if n, ok := e.(*syntax.Name); ok && !c.multi {
		if p := c.place(c.mangle(n.ID)); p.kind == inSlot {
			return p.i
		}
	}
	return -1
}

func targetText(f *syntax.File, e syntax.Expr) string {
	switch e.(type) {
	case *syntax.Name, *syntax.Attribute:
		return f.Text(e)
	}
	return ""
}

// target compiles what stands left of "=".
func (c *compiler) target(e syntax.Expr) setter {
	switch e := e.(type) {
	case *syntax.Name:
		return c.markSet(c.storer(c.mangle(e.ID)), e.Line)
	case *syntax.Attribute:
		x, name := c.operand(e.Value, c.last(e.Value, e.EndLine)), c.mangle(e.Attr)
		hash := value.HashString(name)
		return func(fr *frame, v value.Value) error {
			obj, err := x.get(fr)
			if err != nil {
				return err
			}
			if o, ok := obj.(*value.Instance); ok {
				if done, err := value.SetInstanceAttr(fr.t, o, name, hash, v); done {
					return err
				}
			}
			return halt(value.SetAttr(fr.t, obj, name, v))
		}
	case *syntax.Subscript:
		x, index := c.expr(e.Value), c.last(e.Index, e.Line)
		return func(fr *frame, v value.Value) error {
			obj, err := x(fr)
			if err != nil {
				return err
			}
			i, err := index(fr)
			if err != nil {
				return err
			}
			return halt(value.SetItem(fr.t, obj, i, v))
		}
	case *syntax.Tuple:
		return c.markSet(c.unpack(e.Elts), e.Line)
	case *syntax.List:
		return c.markSet(c.unpack(e.Elts), e.Line)
	case *syntax.Starred:
		return c.target(e.Value)
	}
	return func(*frame, value.Value) error {
		return &value.UnknownError{Reason: "syntax error: cannot assign to this", Halt: true}
	}
}

func (c *compiler) unpack(elts []syntax.Expr) setter {
	sets := make([]setter, len(elts))
	star := -1
	for i, e := range elts {
		if _, ok := e.(*syntax.Starred); ok {
			star = i
		}
		sets[i] = c.target(e)
	}
	return func(fr *frame, v value.Value) error {
		if u, ok := v.(*value.Unknown); ok {
			fr.unsure()
			for _, set := range sets {
				if err := set(fr, &value.Unknown{Reason: u.Reason}); err != nil {
					return err
				}
			}
			return nil
		}
		vs, err := takeAtMost(fr.t, v, len(sets), star >= 0)
		if err != nil {
			if u, ok := err.(*value.UnknownError); ok && !u.Halt {
				fr.unsure()
				for _, set := range sets {
					if err := set(fr, &value.Unknown{Reason: u.Reason}); err != nil {
						return err
					}
				}
				return nil
			}
			return err
		}
		if star < 0 {
			if len(vs) > len(sets) {
				return value.ValueErrorf("too many values to unpack (expected %d)", len(sets))
			}
			if len(vs) < len(sets) {
				return value.ValueErrorf("not enough values to unpack (expected %d, got %d)", len(sets), len(vs))
			}
			for i, set := range sets {
				if err := set(fr, vs[i]); err != nil {
					return err
				}
			}
			return nil
		}
		if len(vs) < len(sets)-1 {
			return value.ValueErrorf("not enough values to unpack (expected at least %d, got %d)", len(sets)-1, len(vs))
		}
		after := len(sets) - star - 1
		for i := 0; i < star; i++ {
			if err := sets[i](fr, vs[i]); err != nil {
				return err
			}
		}
		rest := append([]value.Value(nil), vs[star:len(vs)-after]...)
		if err := sets[star](fr, value.NewList(rest)); err != nil {
			return err
		}
		for i := 0; i < after; i++ {
			if err := sets[star+1+i](fr, vs[len(vs)-after+i]); err != nil {
				return err
			}
		}
		return nil
	}
}

// takeAtMost iterates over v for unpacking: to the end if all, else only one
// further than n, as CPython does.
func takeAtMost(t *value.Thread, v value.Value, n int, all bool) ([]value.Value, error) {
	switch v := v.(type) {
	case *value.Tuple:
		if v.Cls == nil {
			return v.Elems, nil
		}
	case *value.List:
		if v.Cls == nil {
			t.Reading(&v.Header)
			return v.Elems, nil
		}
	}
	it, err := value.Iter(t, v)
	if err != nil {
		if exc, ok := value.IsRaised(err, value.TypeError); ok && isNotIterable(exc, v) {
			return nil, value.TypeErrorf("cannot unpack non-iterable %s object", v.Type().Name)
		}
		return nil, err
	}
	var vs []value.Value
	for all || len(vs) <= n {
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			break
		}
		if err := t.Alloc(16); err != nil {
			return nil, err
		}
		vs = append(vs, x)
	}
	return vs, nil
}

func (c *compiler) augAssign(s *syntax.AugAssign) stmt {
	op, x := binaryOps[s.Op], c.operand(s.Value, c.last(s.Value, s.Line))
	apply := func(fr *frame, old value.Value) (value.Value, error) {
		v, err := x.get(fr)
		if err != nil {
			return nil, err
		}
		if got := value.Arithmetic(op, old, v); got != nil {
			return got, fr.t.Step(1)
		}
		got, err := value.Inplace(fr.t, op, old, v)
		if _, ok := err.(*value.UnknownError); ok {
			switch old.(type) {
			case *value.List, *value.Dict, *value.Set, *value.Instance:
				return nil, halt(err) // it may have changed in place
			}
		}
		if err == nil {
			return got, nil
		}
		kind, certain := arithmetic(op, old, v)
		return fr.softKind(got, err, kind, certain)
	}
	switch target := s.Target.(type) {
	case *syntax.Attribute:
		obj, name := c.operand(target.Value, c.last(target.Value, target.EndLine)), c.mangle(target.Attr)
		hash := value.HashString(name)
		return func(fr *frame) (flow, error) {
			o, err := obj.get(fr)
			if err != nil {
				return next, err
			}
			var old value.Value
			instance, _ := o.(*value.Instance)
			if instance != nil && fr.t.Tainted == 0 {
				old = value.InstanceAttr(instance, name, hash)
			}
			if old == nil {
				old, err = value.GetAttr(fr.t, o, name)
				if old, err = fr.soft(old, err, !involves(o)); err != nil {
					return next, err
				}
			}
			v, err := apply(fr, old)
			if err != nil {
				return next, err
			}
			if instance != nil {
				if done, err := value.SetInstanceAttr(fr.t, instance, name, hash, v); done {
					return next, err
				}
			}
			return next, halt(value.SetAttr(fr.t, o, name, v))
		}
	case *syntax.Subscript:
		obj, index := c.expr(target.Value), c.last(target.Index, target.Line)
		return func(fr *frame) (flow, error) {
			o, err := obj(fr)
			if err != nil {
				return next, err
			}
			i, err := index(fr)
			if err != nil {
				return next, err
			}
			old, err := value.GetItem(fr.t, o, i)
			old, err = fr.soft(old, err, !involves(o, i))
			if err != nil {
				return next, err
			}
			v, err := apply(fr, old)
			if err != nil {
				return next, err
			}
			return next, halt(value.SetItem(fr.t, o, i, v))
		}
	}
	load, set := c.expr(s.Target), c.target(s.Target)
	if slot := c.slotOf(s.Target); slot >= 0 {
		return func(fr *frame) (flow, error) {
			old := fr.get(slot)
			if old == nil {
				var err error
				if old, err = load(fr); err != nil {
					return next, err
				}
			}
			v, err := apply(fr, old)
			if err != nil {
				return next, err
			}
			fr.put(slot, v)
			return next, nil
		}
	}
	return func(fr *frame) (flow, error) {
		old, err := load(fr)
		if err != nil {
			return next, err
		}
		v, err := apply(fr, old)
		if err != nil {
			return next, err
		}
		return next, set(fr, v)
	}
}

func (c *compiler) annAssign(s *syntax.AnnAssign) stmt {
	// Annotations of local variables are not evaluated.
	var annotate func(fr *frame) error
	if name, ok := s.Target.(*syntax.Name); ok && s.Simple && !c.scope.isFunction() {
		ann := c.annotation(s.Annotation)
		id := c.mangle(name.ID)
		annotate = func(fr *frame) error {
			v, err := ann(fr)
			if err != nil {
				return err
			}
			as, ok := fr.names.GetStr("__annotations__")
			d, isDict := as.(*value.Dict)
			if !ok || !isDict {
				d = value.NewDict()
				fr.names.SetStr("__annotations__", d)
			}
			d.SetStr(id, v)
			return nil
		}
	}
	var x expr
	var set setter
	if s.Value != nil {
		x, set = c.value(s.Value, targetText(c.prog.file, s.Target)), c.target(s.Target)
	}
	return func(fr *frame) (flow, error) {
		if x != nil {
			v, err := x(fr)
			if err != nil {
				return next, err
			}
			if err := set(fr, v); err != nil {
				return next, err
			}
		}
		if annotate != nil {
			return next, annotate(fr)
		}
		return next, nil
	}
}

// annotation compiles an annotation. Under "from __future__ import
// annotations" it is its own text.
func (c *compiler) annotation(e syntax.Expr) expr {
	if c.prog.futureAnnotations() {
		text := value.NewStr(c.prog.file.Text(e))
		return func(*frame) (value.Value, error) { return text, nil }
	}
	x, text := c.expr(e), c.prog.file.Text(e)
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil {
			if _, ok := err.(*value.LimitError); ok {
				return nil, err
			}
			// Annotations name what this evaluator may not know: they change
			// nothing else.
			if _, ok := err.(*value.UnknownError); ok {
				return &value.Unknown{Reason: "annotation " + text}, nil
			}
		}
		return v, err
	}
}

func (p *program) futureAnnotations() bool {
	for _, s := range p.file.Module.Body {
		if f, ok := s.(*syntax.ImportFrom); ok && f.Module == "__future__" {
			for _, n := range f.Names {
				if n.Name == "annotations" {
					return true
				}
			}
		}
	}
	return false
}

// test compiles the condition of an if, while or assert statement whose head is on
// line, and reports the outcome.
func (c *compiler) test(e syntax.Expr, line int32) func(fr *frame) (bool, error) {
	if quick := c.quickTest(e); quick != nil {
		return func(fr *frame) (bool, error) {
			b, v, err := quick(fr)
			if err != nil {
				return false, err
			}
			if v != nil {
				if b, err = fr.truth(v, e); err != nil {
					return false, halt(err)
				}
			}
			fr.branch(b)
			return b, nil
		}
	}
	x := c.condition(e, line)
	return func(fr *frame) (bool, error) {
		v, err := x(fr)
		if err != nil {
			return false, err
		}
		b, err := fr.truth(v, e)
		if err != nil {
			return false, halt(err)
		}
		fr.branch(b)
		return b, nil
	}
}

// branch tells of the outcome of a condition. What follows runs because of it. How
// far that reaches is not tracked: from here on everything rests on it.
func (fr *frame) branch(b bool) {
	if fr.watch {
		fr.m.tracer.Branch(fr, b)
	}
	if fr.t.Taint != 0 {
		fr.t.Decide()
	}
}

func (c *compiler) ifStmt(s *syntax.If) stmt {
	test, body, orelse := c.test(s.Test, s.Line), c.block(s.Body, false), c.block(s.Orelse, false)
	c.enter = func(fr *frame, line int32) (flow, error) {
		if f, err := body.from(fr, line); !notHere(err) {
			return f, err
		}
		return orelse.from(fr, line)
	}
	return func(fr *frame) (flow, error) {
		b, err := test(fr)
		if err != nil {
			return next, err
		}
		if b {
			return body.exec(fr)
		}
		return orelse.exec(fr)
	}
}

func (c *compiler) while(s *syntax.While) stmt {
	test, body, orelse := c.test(s.Test, s.Line), c.block(s.Body, false), c.block(s.Orelse, false)
	multi := c.multi
	if k, ok := s.Test.(*syntax.Constant); ok && isTrue(k.Value) {
		// The compiler drops a constant test: the loop goes back to its body,
		// not to its header.
		test = nil
	}
	header := s.Line
	oneLine := len(s.Body) > 0 && s.Body[0].Pos().Line == header
	// loop runs it; from, if set, is what to run in place of the first test
	// and pass through the body.
	loop := func(fr *frame, from func() (flow, error)) (flow, error) {
		continued := false
		turn := 0
		for first := true; ; first = false {
			if from != nil {
				f, err := from()
				if err != nil || f == returns {
					return f, err
				}
				if f == breaks {
					return next, nil
				}
				continued, from = f == continues, nil
				continue
			}
			if test != nil {
				if !first {
					back := fr.loop
					if oneLine && !continued {
						back = fr.backTo
					}
					if err := back(header); err != nil {
						return next, err
					}
					if err := fr.retest(header, multi, continued); err != nil {
						return next, err
					}
				}
				b, err := test(fr)
				if err != nil {
					return next, err
				}
				if !b {
					if o := fr.m.cfg.Observer; o != nil {
						o.Turn(s, turn+1, false)
					}
					return orelse.exec(fr)
				}
				fr.hop = !first && !continued
				if oneLine && !first && !continued {
					fr.jumped = true // the test is repeated behind the body, which is jumped to
				}
			} else if !first {
				fr.jumped = true
				if !oneLine {
					fr.event(header)
				}
				fr.hop = fr.hop || continued
				if err := fr.mark(header); err != nil {
					return next, err
				}
				fr.hop = !continued
				if err := fr.t.Step(1); err != nil {
					return next, err
				}
			}
			turn++
			if o := fr.m.cfg.Observer; o != nil {
				o.Turn(s, turn, true)
			}
			f, err := body.exec(fr)
			if err != nil {
				return next, err
			}
			switch f {
			case breaks:
				return next, nil
			case returns:
				return f, nil
			}
			continued = f == continues
		}
	}
	c.enter = func(fr *frame, line int32) (flow, error) {
		if f, err := orelse.from(fr, line); !notHere(err) {
			return f, err
		}
		return loop(fr, func() (flow, error) { return body.from(fr, line) })
	}
	return func(fr *frame) (flow, error) { return loop(fr, nil) }
}

// notHere reports whether a block does not have the line to start on.
func notHere(err error) bool { return err == errNotHere }

// retest moves to the test of a while loop that ran its body. CPython repeats
// the test behind the body, so that control only goes back from there, unless
// "continue" jumps to the top.
func (fr *frame) retest(line int32, multi, continued bool) error {
	switch {
	case continued:
		fr.hop = true
	case multi:
		return nil
	}
	if multi {
		return nil
	}
	return fr.mark(line)
}

func isTrue(k syntax.Const) bool {
	switch k := k.(type) {
	case syntax.ConstBool:
		return k.Value
	case syntax.ConstInt:
		return k.Text == "1"
	}
	return false
}

// loop reports that control is at a loop's header again.
func (fr *frame) loop(line int32) error {
	fr.t.NextStatement()
	if err := fr.t.Step(1); err != nil {
		return err
	}
	fr.event(line)
	return nil
}

// backTo is loop without an event where control is on the line already, as when
// a context manager is left that did not get further.
func (fr *frame) backTo(line int32) error {
	if fr.line != line {
		return fr.loop(line)
	}
	fr.t.NextStatement()
	return fr.t.Step(1)
}

func (c *compiler) forStmt(s *syntax.For) stmt {
	x, set := c.placed(c.iterated(s.Iter), s.Line), c.target(s.Target)
	body, orelse := c.block(s.Body, false), c.block(s.Orelse, false)
	header, slot := s.Line, c.slotOf(s.Target)
	_, temporary := s.Iter.(*syntax.GeneratorExp)
	fresh := plainCall(s.Iter)
	// loop runs it; with a line that is not 0, the run starts there, in the body.
	loop := func(fr *frame, line int32) (flow, error) {
		since := fr.m.made
		end := func() {}
		if line != 0 {
			end = fr.m.quiet()
		}
		v, err := x(fr)
		end()
		if err != nil {
			return next, err
		}
		iterTaint := fr.t.Taint
		var it value.Iterator
		var step func() (value.Value, error)
		if s.Async {
			step, err = fr.asyncIter(v)
		} else {
			it, err = value.Iter(fr.t, v)
		}
		if err != nil {
			return next, halt(err)
		}
		if line != 0 {
			take := step
			if take == nil {
				take = func() (value.Value, error) { return it.Next(fr.t) }
			}
			if err := fr.skipTo(take, set, header); err != nil {
				return next, err
			}
		}
		fr.hold(it)
		turn := 0
		for first := true; ; first = false {
			var f flow
			if line != 0 {
				f, err = body.from(fr, line)
				line = 0
			} else {
				if !first {
					if fr.watch || fr.seen {
						if err = fr.loop(header); err == nil {
							err = fr.again(header)
						}
					} else {
						err = fr.pass(header, header)
					}
					if err != nil {
						fr.letGo()
						return next, err
					}
				}
				fr.t.Taint |= iterTaint
				var item value.Value
				var serr error
				if step == nil {
					item, serr = it.Next(fr.t)
				} else {
					item, serr = step()
				}
				if serr != nil {
					fr.letGo()
					return next, halt(serr)
				}
				fr.t.Decide()
				turn++
				if o := fr.m.cfg.Observer; o != nil {
					o.Turn(s, turn, item != nil)
				}
				if item == nil {
					if err := fr.iterated(since, next); err != nil {
						return next, err
					}
					return orelse.exec(fr)
				}
				if slot >= 0 {
					fr.put(slot, item)
				} else {
					err = set(fr, item)
				}
				if err == nil {
					f, err = body.exec(fr)
				}
			}
			if err != nil || f != next && f != continues {
				if temporary && err == nil {
					dropped(v)
				}
				if fresh && (err == nil || isPython(err)) {
					if derr := fr.drop(v, since); derr != nil {
						return next, derr
					}
				}
				if derr := fr.iterated(since, f); derr != nil && (err == nil || isPython(err)) {
					return next, derr
				}
			}
			switch {
			case err != nil:
				return next, err
			case f == breaks:
				return next, nil
			case f == returns:
				return f, nil
			}
		}
	}
	c.enter = func(fr *frame, line int32) (flow, error) {
		if f, err := orelse.from(fr, line); !notHere(err) {
			return f, err
		}
		if !body.has(line) {
			return next, errNotHere
		}
		return loop(fr, line)
	}
	return func(fr *frame) (flow, error) { return loop(fr, 0) }
}

func (c *compiler) assert(s *syntax.Assert) stmt {
	test := c.test(s.Test, s.Line)
	var msg expr
	line := leftOn(s.Test, s.Line)
	if s.Msg != nil {
		msg = c.opened(line, c.last(s.Msg, line))
	}
	settle := c.settle(line)
	return func(fr *frame) (flow, error) {
		b, err := test(fr)
		if err != nil || b {
			return next, err
		}
		if msg == nil {
			if settle != nil {
				err = settle(fr)
			}
			if err == nil {
				err = value.Raise(value.AssertionError)
			}
			return next, err
		}
		v, err := msg(fr)
		if err != nil {
			return next, err
		}
		return next, value.Raise(value.AssertionError, v)
	}
}

func (c *compiler) del(s *syntax.Delete) stmt {
	var dels []func(fr *frame) error
	var add func(e syntax.Expr)
	add = func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.Name:
			del := c.deleter(c.mangle(e.ID))
			if c.multi {
				line, name := e.Line, del
				del = func(fr *frame) error {
					if err := fr.mark(line); err != nil {
						return err
					}
					return name(fr)
				}
			}
			dels = append(dels, del)
		case *syntax.Attribute:
			x, name := c.last(e.Value, e.EndLine), c.mangle(e.Attr)
			dels = append(dels, func(fr *frame) error {
				v, err := x(fr)
				if err != nil {
					return err
				}
				return halt(value.DelAttr(fr.t, v, name))
			})
		case *syntax.Subscript:
			x, index := c.expr(e.Value), c.last(e.Index, e.Line)
			dels = append(dels, func(fr *frame) error {
				v, err := x(fr)
				if err != nil {
					return err
				}
				i, err := index(fr)
				if err != nil {
					return err
				}
				return halt(value.DelItem(fr.t, v, i))
			})
		case *syntax.Tuple:
			for _, x := range e.Elts {
				add(x)
			}
		case *syntax.List:
			for _, x := range e.Elts {
				add(x)
			}
		}
	}
	for _, e := range s.Targets {
		add(e)
	}
	return func(fr *frame) (flow, error) {
		for _, d := range dels {
			if err := d(fr); err != nil {
				return next, err
			}
		}
		return next, nil
	}
}
