package stdlib

import "augur/analysis/value"

// awaitable is an object that models return where CPython has a coroutine. step
// is called with what is sent in, or an exception to raise; it returns what is
// yielded to the event loop, or the result with done.
type awaitable struct {
	step     func(t *value.Thread, sent value.Value, thrown error) (got value.Value, done bool, err error)
	finished bool
}

// Type returns the class of coroutines.
func (*awaitable) Type() *value.Type { return awaitableType }

var awaitableType = value.NewBuiltinType("coroutine", value.ObjectType)

func init() {
	self := func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	send := func(t *value.Thread, v, sent value.Value, thrown error) (value.Value, error) {
		w := v.(*awaitable)
		if w.finished {
			return nil, value.Raisef(value.RuntimeError, "cannot reuse already awaited coroutine")
		}
		got, done, err := w.step(t, sent, thrown)
		if err != nil {
			w.finished = true
			return nil, err
		}
		if done {
			w.finished = true
			return nil, stopWith(got)
		}
		return got, nil
	}
	c := awaitableType
	c.Def("__await__(self, /)", self)
	c.Def("__iter__(self, /)", self)
	c.Def("__next__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return send(t, a[0], value.None, nil) })
	c.Def("send(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return send(t, a[0], a[1], nil) })
	c.Def("throw(self, type, value=None, traceback=None, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		exc, ok := a[1].(*value.Exception)
		if !ok {
			made, err := exceptionOf(t, a[1], a[2])
			if err != nil {
				return nil, err
			}
			exc = made
		}
		return send(t, a[0], value.None, &value.Raised{Exc: exc})
	})
	c.Def("close(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*awaitable).finished = true
		return value.None, nil
	})
}

// stopWith is the StopIteration that carries a result.
func stopWith(v value.Value) error {
	if v == nil || v == value.None {
		return value.Raise(value.StopIteration)
	}
	return value.Raise(value.StopIteration, v)
}

// stopValue returns the result that a StopIteration carries.
func stopValue(t *value.Thread, exc *value.Exception) (value.Value, error) {
	return value.GetAttr(t, exc, "value")
}

// ready returns an awaitable that has its result already.
func ready(v value.Value) value.Value {
	return &awaitable{step: func(t *value.Thread, _ value.Value, thrown error) (value.Value, bool, error) {
		return v, true, thrown
	}}
}

// resume sends into, or throws into, an iterator that an await delegates to.
func resume(t *value.Thread, it, sent value.Value, thrown error) (got value.Value, done bool, err error) {
	switch {
	case thrown != nil:
		r, ok := thrown.(*value.Raised)
		if !ok {
			return nil, false, thrown
		}
		got, err = value.CallMethod(t, it, "throw", r.Exc)
	case sent == nil || sent == value.None:
		got, err = value.Next(t, it)
	default:
		got, err = value.CallMethod(t, it, "send", sent)
	}
	if exc, ok := value.IsRaised(err, value.StopIteration); ok {
		v, err := stopValue(t, exc)
		return v, true, err
	}
	return got, false, err
}

// awaitIter returns the iterator of an awaitable.
func awaitIter(t *value.Thread, v value.Value) (value.Value, error) {
	if u, ok := v.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason, Halt: true}
	}
	if _, ok := v.Type().Lookup("send"); ok && v.Type().Name == "coroutine" {
		return v, nil
	}
	it, ok, err := value.CallSpecial(t, v, "__await__")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, value.TypeErrorf("object %s can't be used in 'await' expression", v.Type().Name)
	}
	return it, nil
}

// then returns an awaitable of v whose outcome finish changes.
func then(t *value.Thread, v value.Value, finish func(v value.Value, err error) (value.Value, error)) (value.Value, error) {
	it, err := awaitIter(t, v)
	if err != nil {
		return nil, err
	}
	return &awaitable{step: func(t *value.Thread, sent value.Value, thrown error) (value.Value, bool, error) {
		got, done, err := resume(t, it, sent, thrown)
		if _, python := err.(*value.Raised); err != nil && !python {
			return nil, false, err
		}
		if !done && err == nil {
			return got, false, nil
		}
		got, err = finish(got, err)
		return got, true, err
	}}, nil
}

// stage is where a coroutine made of parts stands: it awaits an object and goes
// on with next, or it has its result.
type stage struct {
	await value.Value
	// next gets the outcome of await; err is an exception of the program.
	next   func(t *value.Thread, v value.Value, err error) (stage, error)
	result value.Value
	// handling is the exception that is being handled while await runs, or nil.
	handling *value.Exception
}

// newCoroutine returns a coroutine made of parts, of which start is the first.
func newCoroutine(start func(t *value.Thread) (stage, error)) value.Value {
	var cur stage
	var it value.Value
	started := false
	return &awaitable{step: func(t *value.Thread, sent value.Value, thrown error) (value.Value, bool, error) {
		if !started {
			if thrown != nil {
				return nil, false, thrown
			}
			started = true
			var err error
			if cur, err = start(t); err != nil {
				return nil, false, err
			}
		}
		for cur.next != nil {
			var got value.Value
			var err error
			done := false
			if it == nil {
				it, err = awaitIter(t, cur.await)
			}
			if err == nil {
				got, done, err = cur.resume(t, it, sent, thrown)
			}
			if _, python := err.(*value.Raised); err != nil && !python {
				return nil, false, err
			}
			if err == nil && !done {
				return got, false, nil
			}
			it, sent, thrown = nil, nil, nil
			if cur, err = cur.next(t, got, err); err != nil {
				return nil, false, err
			}
		}
		return cur.result, true, nil
	}}
}

// resume goes on with what the stage awaits.
func (s *stage) resume(t *value.Thread, it, sent value.Value, thrown error) (value.Value, bool, error) {
	if s.handling == nil {
		return resume(t, it, sent, thrown)
	}
	t.Handling = append(t.Handling, s.handling)
	defer func() { t.Handling = t.Handling[:len(t.Handling)-1] }()
	return resume(t, it, sent, thrown)
}
