package eval

import (
	"iter"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

var (
	generatorType = value.NewBuiltinType("generator", value.ObjectType)
	coroutineType = value.NewBuiltinType("coroutine", value.ObjectType)
	asyncGenType  = value.NewBuiltinType("async_generator", value.ObjectType)
)

// A generator is a suspended function body. The body runs as a coroutine
// (iter.Pull) that takes turns with whoever resumes it, so that the thread is
// still used by one goroutine at a time.
type generator struct {
	value.Header
	fr      *frame
	maker   *frame // whose code made it
	serial  int    // how many were made before, and this one
	typ     *value.Type
	resume  func() (value.Value, bool)
	stop    func()
	started bool
	running bool
	done    bool

	sent   value.Value // what the next yield gives
	thrown error       // what the next yield raises instead
	err    error       // what ended the body
	result value.Value

	// outerHandling is the resumer's stack of exceptions being handled: the
	// body's own lie on top of it while it runs.
	outerHandling []*value.Exception
}

// errAbandoned unwinds the body of a generator that nobody will resume.
type errAbandoned struct{}

func (errAbandoned) Error() string { return "generator abandoned" }

// Head returns the header of the generator object.
func (g *generator) Head() *value.Header { return &g.Header }

// Type returns the class of generators or coroutines.
func (g *generator) Type() *value.Type { return g.typ }

func newGenerator(fr *frame) (value.Value, error) {
	fr.m.made++
	g := &generator{fr: fr, maker: fr.back, serial: fr.m.made, typ: generatorType}
	switch {
	case fr.code.coroutine && fr.code.generator:
		g.typ = asyncGenType
	case fr.code.coroutine:
		g.typ = coroutineType
	}
	fr.gen = g
	return g, fr.t.Alloc(4096)
}

// start makes the coroutine.
func (g *generator) start() {
	fr := g.fr
	var seq iter.Seq[value.Value] = func(yield func(value.Value) bool) {
		fr.suspend = func(v value.Value) (value.Value, error) {
			if fr.watch {
				fr.m.tracer.Suspend(fr, v)
			}
			if fr.seen {
				fr.emit(Event{Kind: ReturnEvent, Value: v, Again: true})
			}
			own := append([]*value.Exception(nil), fr.t.Handling[min(len(fr.t.Handling), len(g.outerHandling)):]...)
			taint := fr.t.Taint
			if !yield(v) {
				return nil, errAbandoned{}
			}
			fr.t.Handling = append(fr.t.Handling[:len(fr.t.Handling):len(fr.t.Handling)], own...)
			fr.t.Taint |= taint
			if fr.watch {
				fr.m.tracer.Resume(fr)
			}
			if fr.seen {
				fr.emit(Event{Kind: CallEvent, Again: true})
			}
			if err := g.thrown; err != nil {
				g.thrown = nil
				if r, ok := err.(*value.Raised); ok && len(own) > 0 && r.Exc.Context == nil {
					// Only what the generator itself handles is its context.
					r.Exc.RaisedDuring(own[len(own)-1])
				}
				return nil, err
			}
			sent := g.sent
			g.sent = value.None
			return sent, nil
		}
		if err := g.thrown; err != nil {
			g.thrown, g.err = nil, err
			fr.end(err)
			return
		}
		fr.begin()
		if fr.code.unplaced && fr.seen {
			_ = fr.mark(fr.code.first)
		}
		f, err := fr.code.body.exec(fr)
		if _, abandoned := err.(errAbandoned); abandoned {
			return
		}
		g.result = value.None
		if f == returns {
			g.result = fr.ret
		}
		fr.ret, fr.implicit = g.result, f != returns
		fr.end(err)
		g.err = err
	}
	g.resume, g.stop = iter.Pull(seq)
	g.started = true
	g.fr.m.live[g] = struct{}{}
}

// send resumes the body. It returns what the body yields; done tells that the
// body ended instead, with g.result or err.
func (g *generator) send(t *value.Thread, v value.Value, thrown error) (got value.Value, done bool, err error) {
	if g.running {
		return nil, false, value.ValueErrorf("%s already executing", g.typ.Name)
	}
	if g.done {
		if thrown != nil {
			return nil, true, thrown
		}
		return nil, true, nil
	}
	if !g.started {
		if v != nil && v != value.None && thrown == nil {
			return nil, false, value.TypeErrorf("can't send non-None value to a just-started %s", g.typ.Name)
		}
		if thrown != nil {
			g.done = true
			if exc, ok := value.IsRaised(thrown, value.StopIteration); ok {
				thrown = stopInsideGenerator(exc)
			}
			return nil, true, thrown
		}
		g.start()
	}
	if err := t.Step(2); err != nil {
		return nil, false, err
	}
	fr := g.fr
	outer := t.Frame
	fr.t = t
	fr.back, _ = outer.(*frame)
	t.Frame = fr
	t.Depth++
	if err := t.CheckDepth(); err != nil {
		t.Depth--
		t.Frame = outer
		return nil, false, err
	}
	depth := t.Depth
	fr.depth = depth
	outerHandling := t.Handling
	g.outerHandling = outerHandling
	taint, control := t.Taint, t.EnterCall()
	g.sent, g.thrown = v, thrown
	if v == nil {
		g.sent = value.None
	}
	g.running = true
	got, ok := g.resume()
	g.running = false
	t.Frame = outer
	t.Depth = depth - 1
	t.Handling = outerHandling
	t.Taint |= taint
	t.LeaveCall(control, !ok && g.err != nil)
	if ok {
		if fr.code.cleans {
			fr.m.suspended(g)
		}
		return got, false, nil
	}
	g.done = true
	delete(fr.m.cleaning, g)
	delete(fr.m.live, g)
	t.Taint |= fr.retTaint
	if g.err != nil {
		if exc, ok := value.IsRaised(g.err, value.StopIteration); ok {
			return nil, true, stopInsideGenerator(exc)
		}
		return nil, true, halt(g.err)
	}
	return nil, true, nil
}

// Next resumes the generator for a loop.
func (g *generator) Next(t *value.Thread) (value.Value, error) {
	v, done, err := g.send(t, nil, nil)
	if err != nil || done {
		return nil, err
	}
	return v, nil
}

// Stop is the StopIteration that tells the result of a generator that has ended.
func (g *generator) Stop() error {
	result := g.result
	g.result = nil
	return stopIteration(result)
}

// close is generator.close().
func (g *generator) close(t *value.Thread) error {
	if g.done || !g.started {
		g.done = true
		return nil
	}
	_, done, err := g.send(t, nil, value.Raise(value.GeneratorExit))
	if !done && err == nil {
		return value.Raisef(value.RuntimeError, "%s ignored GeneratorExit", g.typ.Name)
	}
	if _, ok := value.IsRaised(err, value.GeneratorExit); ok {
		return nil
	}
	return err
}

// drop closes a generator that nothing refers to any more, as CPython does at
// once. v is what an expression of fr gave that may only have called a function,
// and since how many generators had been made before: so none but that call made
// it, and nothing else knows it.
func (fr *frame) drop(v value.Value, since int) error {
	g, ok := v.(*generator)
	if !ok || g.typ != generatorType || g.done || g.running || g.maker != fr || g.serial <= since {
		return nil
	}
	err := g.close(fr.t)
	if isPython(err) {
		return nil // CPython prints it and goes on
	}
	return halt(err)
}

// plainCall reports whether e is a call without calls and the like in its
// arguments.
func plainCall(e syntax.Expr) bool {
	call, ok := e.(*syntax.Call)
	if !ok {
		return false
	}
	plain := true
	syntax.Inspect(call, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			plain = plain && n == call
		case *syntax.NamedExpr, *syntax.Await, *syntax.Lambda:
			plain = false
		}
		return plain
	})
	return plain
}

// stopIteration is the exception that carries a generator's result.
func stopIteration(result value.Value) error {
	var args []value.Value
	if result != nil && result != value.None {
		args = []value.Value{result}
	}
	e := value.Raise(value.StopIteration, args...).(*value.Raised)
	e.Exc.Slots = value.NewDict()
	if result == nil {
		result = value.None
	}
	e.Exc.Slots.SetStr("value", result)
	return e
}

func init() {
	self := func(_ *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	send := func(t *value.Thread, v value.Value, sent value.Value, thrown error) (value.Value, error) {
		switch g := v.(type) {
		case *generator:
			wasDone := g.done
			got, done, err := g.send(t, sent, thrown)
			if err != nil {
				return nil, err
			}
			if done {
				if wasDone {
					if g.typ == coroutineType {
						return nil, value.Raisef(value.RuntimeError, "cannot reuse already awaited coroutine")
					}
					return nil, stopIteration(nil)
				}
				return nil, stopIteration(g.result)
			}
			return got, nil
		case *genexpr:
			if thrown != nil {
				g.done = true
				return nil, thrown
			}
			got, err := g.Next(t)
			if err == nil && got == nil {
				err = stopIteration(nil)
			}
			return got, err
		}
		return nil, value.TypeErrorf("not a generator")
	}
	throw := func(t *value.Thread, a []value.Value) (value.Value, error) {
		cls, ok := a[1].(*value.Type)
		if !ok || !cls.IsSubtype(value.BaseException) {
			exc, err := toException(t, a[1])
			if isPython(err) {
				return nil, value.TypeErrorf("exceptions must be classes or instances deriving from BaseException, not %s", a[1].Type().Name)
			}
			if err != nil {
				return nil, err
			}
			return send(t, a[0], nil, &value.Raised{Exc: exc, Thrown: true})
		}
		var args []value.Value
		var made value.Value
		var err error
		switch v := a[2].(type) {
		case nil:
		case *value.Exception:
			args = a[2:3]
			if v.Type().IsSubtype(cls) {
				made = v
			}
		case *value.Tuple:
			args = v.Elems
		default:
			if v != value.None {
				args = a[2:3]
			}
		}
		if made == nil {
			made, err = value.Call(t, cls, args, nil)
		}
		if u, ok := made.(*value.Unknown); ok && err == nil {
			return nil, &value.UnknownError{Reason: u.Reason, Halt: true}
		}
		exc, ok := made.(*value.Exception)
		if !ok && err == nil {
			err = notException(t, cls, made.Type().Name)
		}
		if isPython(err) {
			return send(t, a[0], nil, err) // what making the exception raises is thrown instead
		}
		if err != nil {
			return nil, err
		}
		return send(t, a[0], nil, &value.Raised{Exc: exc, Thrown: true})
	}
	closeGen := func(t *value.Thread, a []value.Value) (value.Value, error) {
		switch g := a[0].(type) {
		case *generator:
			return value.None, g.close(t)
		case *genexpr:
			g.done = true
		}
		return value.None, nil
	}
	for _, c := range []*value.Type{generatorType, coroutineType} {
		c.Def("send(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return send(t, a[0], a[1], nil) })
		c.Def("throw(self, type, value=?, traceback=?, /)", throw)
		c.Def("close(self, /)", closeGen)
		name := func(t *value.Thread, v value.Value) (value.Value, error) {
			switch g := v.(type) {
			case *generator:
				return value.NewStr(g.fr.code.name), nil
			}
			return value.NewStr("<genexpr>"), nil
		}
		c.DefAttr("__name__", name)
	}
	generatorType.Def("__iter__(self, /)", self)
	generatorType.Def("__next__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return send(t, a[0], nil, nil) })
	coroutineType.Def("__await__(self, /)", self)

	asyncGenType.Def("__aiter__(self, /)", self)
	asyncGenType.Def("__anext__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return &asyncStep{gen: a[0].(*generator)}, nil
	})
	asyncGenType.Def("asend(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return &asyncStep{gen: a[0].(*generator), sent: a[1]}, nil
	})
	asyncGenType.Def("aclose(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return &asyncStep{gen: a[0].(*generator), closing: true}, nil
	})
	asyncGenType.Def("athrow(self, type, value=?, traceback=?, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		exc, err := toException(t, a[1])
		if err != nil {
			return nil, err
		}
		return &asyncStep{gen: a[0].(*generator), thrown: &value.Raised{Exc: exc}}, nil
	})
	asyncStepType.Def("__await__(self, /)", self)
	asyncStepType.Def("__iter__(self, /)", self)
	drive := func(t *value.Thread, v, sent value.Value, thrown error) (value.Value, error) {
		s := v.(*asyncStep)
		through, result, err := s.step(t, sent, thrown)
		if err != nil {
			return nil, err
		}
		if s.done {
			return nil, stopIteration(result)
		}
		return through, nil
	}
	asyncStepType.Def("__next__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return drive(t, a[0], nil, nil) })
	asyncStepType.Def("send(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return drive(t, a[0], a[1], nil) })
	asyncStepType.Def("throw(self, type, value=?, traceback=?, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		exc, err := toException(t, a[1])
		if err != nil {
			return nil, err
		}
		return drive(t, a[0], nil, &value.Raised{Exc: exc})
	})
}

// asyncYield marks a value that an asynchronous generator yields, as against
// one that passes through it from what it awaits.
type asyncYield struct{ v value.Value }

// Type returns no class that a program can meet.
func (*asyncYield) Type() *value.Type { return value.UnknownType }

var asyncStepType = value.NewBuiltinType("async_generator_asend", value.ObjectType)

// asyncStep is the awaitable of one step of an asynchronous generator.
type asyncStep struct {
	gen     *generator
	sent    value.Value
	thrown  error // what athrow throws in
	closing bool
	done    bool
}

// Type returns the class of such awaitables.
func (*asyncStep) Type() *value.Type { return asyncStepType }

// step resumes the asynchronous generator once: it returns either what passes
// through to the event loop, or the result.
func (s *asyncStep) step(t *value.Thread, sent value.Value, thrown error) (through, result value.Value, err error) {
	if s.closing {
		s.done = true
		return nil, value.None, s.gen.close(t)
	}
	if sent == nil || sent == value.None {
		sent, s.sent = s.sent, nil
	}
	if thrown == nil {
		thrown, s.thrown = s.thrown, nil
	}
	got, done, err := s.gen.send(t, sent, thrown)
	if err != nil {
		return nil, nil, err
	}
	if done {
		return nil, nil, value.Raise(value.StopAsyncIteration)
	}
	if y, ok := got.(*asyncYield); ok {
		s.done = true
		return nil, y.v, nil
	}
	return got, nil, nil
}

func (c *compiler) yield(e *syntax.Yield) expr {
	x := c.lastOptional(e.Value, e.Line)
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil {
			return nil, err
		}
		if fr.suspend == nil {
			return nil, &value.UnknownError{Reason: "syntax error: 'yield' outside function", Halt: true}
		}
		if fr.gen.typ == asyncGenType {
			v = &asyncYield{v: v}
		}
		return fr.suspend(v)
	}
}

func (c *compiler) yieldFrom(e syntax.Expr, line int32, await bool) expr {
	x := c.last(e, line)
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil {
			return nil, err
		}
		if await {
			return fr.await(v)
		}
		return fr.delegate(v)
	}
}

// await waits for an awaitable.
func (fr *frame) await(v value.Value) (value.Value, error) {
	switch g := v.(type) {
	case *value.Unknown:
		return g, nil
	case *generator:
		if g.typ != coroutineType {
			return nil, value.TypeErrorf("object %s can't be used in 'await' expression", g.typ.Name)
		}
		if g.done {
			return nil, value.Raisef(value.RuntimeError, "cannot reuse already awaited coroutine")
		}
		return fr.delegate(g)
	case *asyncStep:
		var sent value.Value
		var thrown error
		for {
			through, result, err := g.step(fr.t, sent, thrown)
			if err != nil || g.done {
				return result, err
			}
			sent, thrown = fr.yieldOut(through)
			if thrown != nil && !isPython(thrown) {
				return nil, thrown
			}
		}
	}
	got, ok, err := value.CallSpecial(fr.t, v, "__await__")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, value.TypeErrorf("object %s can't be used in 'await' expression", v.Type().Name)
	}
	return fr.delegate(got)
}

func (fr *frame) yieldOut(v value.Value) (value.Value, error) {
	if fr.suspend == nil {
		return nil, &value.UnknownError{Reason: "await outside a coroutine", Halt: true}
	}
	return fr.suspend(v)
}

// delegate is "yield from v".
func (fr *frame) delegate(v value.Value) (value.Value, error) {
	if u, ok := v.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason, Halt: true}
	}
	if g, ok := v.(*generator); ok && g.typ != asyncGenType {
		var sent value.Value
		var thrown error
		for {
			got, done, err := g.send(fr.t, sent, thrown)
			if err != nil {
				return nil, err
			}
			if done {
				if g.result == nil {
					return value.None, nil
				}
				return g.result, nil
			}
			sent, thrown = nil, nil
			s, err := fr.yieldOut(got)
			if err != nil {
				if _, ok := err.(*value.Raised); !ok {
					return nil, err
				}
				if _, exit := value.IsRaised(err, value.GeneratorExit); exit {
					if cerr := g.close(fr.t); cerr != nil {
						return nil, cerr
					}
					return nil, err
				}
				thrown = err
				continue
			}
			sent = s
		}
	}
	it, err := value.Iter(fr.t, v)
	if err != nil {
		return nil, halt(err)
	}
	native := value.IteratorValue(it) == value.Value(it)
	var sent value.Value = value.None
	for {
		var got value.Value
		switch {
		case sent != value.None:
			got, err = value.CallMethod(fr.t, value.IteratorValue(it), "send", sent)
		case native:
			if got, err = it.Next(fr.t); got == nil && err == nil {
				return value.None, nil
			}
		default:
			// Its StopIteration carries the result, which Next would drop.
			got, _, err = value.CallSpecial(fr.t, value.IteratorValue(it), "__next__")
		}
		if err != nil {
			if exc, ok := value.IsRaised(err, value.StopIteration); ok {
				if len(exc.Args.Elems) > 0 {
					return exc.Args.Elems[0], nil
				}
				return value.None, nil
			}
			return nil, halt(err)
		}
		if sent, err = fr.yieldOut(got); err != nil {
			return nil, err
		}
	}
}

// asyncIter returns the step function of "async for".
func (fr *frame) asyncIter(v value.Value) (func() (value.Value, error), error) {
	it, ok, err := value.CallSpecial(fr.t, v, "__aiter__")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, value.TypeErrorf("'async for' requires an object with __aiter__ method, got %s", v.Type().Name)
	}
	return func() (value.Value, error) {
		next, ok, err := value.CallSpecial(fr.t, it, "__anext__")
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, value.TypeErrorf("'async for' received an object from __aiter__ that does not implement __anext__: %s", it.Type().Name)
		}
		got, err := fr.await(next)
		if _, stop := value.IsRaised(err, value.StopAsyncIteration); stop {
			return nil, nil
		}
		return got, err
	}, nil
}
