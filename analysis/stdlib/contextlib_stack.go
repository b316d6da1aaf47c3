package stdlib

import "augur/analysis/value"

// asyncWithin returns a coroutine that awaits what body returns as the block of
// an async with statement on what manager returns.
func asyncWithin(manager, body func(t *value.Thread) (value.Value, error)) value.Value {
	return newCoroutine(func(t *value.Thread) (stage, error) {
		cm, err := manager(t)
		if err != nil {
			return stage{}, err
		}
		enter, ok, err := value.CallSpecial(t, cm, "__aenter__")
		if err == nil && !ok {
			err = value.TypeErrorf("'%s' object does not support the asynchronous context manager protocol", cm.Type().Name)
		}
		return stage{await: enter, next: func(t *value.Thread, _ value.Value, err error) (stage, error) {
			if err != nil {
				return stage{}, err
			}
			run, err := body(t)
			if err != nil {
				return asyncLeave(t, cm, nil, err)
			}
			return stage{await: run, next: func(t *value.Thread, v value.Value, err error) (stage, error) {
				return asyncLeave(t, cm, v, err)
			}}, nil
		}}, err
	})
}

// asyncLeave is what remains of an async with statement once its block has the
// result v or has failed.
func asyncLeave(t *value.Thread, cm, v value.Value, err error) (stage, error) {
	if err == nil {
		exit, _, err := value.CallSpecial(t, cm, "__aexit__", value.None, value.None, value.None)
		return stage{await: exit, next: func(t *value.Thread, _ value.Value, err error) (stage, error) {
			return stage{result: v}, err
		}}, err
	}
	r, ok := err.(*value.Raised)
	if !ok {
		return stage{}, err
	}
	details, derr := excInfo(t, r.Exc)
	if derr != nil {
		return stage{}, derr
	}
	t.Handling = append(t.Handling, r.Exc)
	exit, _, xerr := value.CallSpecial(t, cm, "__aexit__", details...)
	t.Handling = t.Handling[:len(t.Handling)-1]
	return stage{await: exit, handling: r.Exc, next: func(t *value.Thread, v value.Value, xerr error) (stage, error) {
		if xerr != nil {
			if x, ok := xerr.(*value.Raised); ok && x.Exc != r.Exc && x.Exc.Context == nil {
				x.Exc.Context = r.Exc
			}
			return stage{}, xerr
		}
		swallowed, xerr := value.Truth(t, v)
		if xerr == nil && !swallowed {
			xerr = err
		}
		return stage{result: value.None}, xerr
	}}, xerr
}

// excInfo returns the three arguments that __exit__ gets.
func excInfo(t *value.Thread, exc *value.Exception) ([]value.Value, error) {
	if exc == nil {
		return []value.Value{value.None, value.None, value.None}, nil
	}
	exc.Raised = true
	tb, err := value.GetAttr(t, exc, "__traceback__")
	return []value.Value{exc.Type(), exc, tb}, err
}

// exitCallback is what an exit stack calls on leaving.
type exitCallback struct {
	call  func(t *value.Thread, args ...value.Value) (value.Value, error)
	async bool // whether the result is to be awaited
	// holds are the objects that call uses, for who looks for references.
	holds []value.Value
}

// exitStack is the state of an ExitStack or AsyncExitStack.
type exitStack struct {
	exits []exitCallback
}

// pop takes the callback that is to run next.
func (s *exitStack) pop() (exitCallback, bool) {
	n := len(s.exits)
	if n == 0 {
		return exitCallback{}, false
	}
	c := s.exits[n-1]
	s.exits = s.exits[:n-1]
	return c, true
}

// exitStackOf returns the state of an exit stack.
func exitStackOf(v value.Value) *exitStack {
	s, ok := state[*exitStack](v)
	if !ok {
		s = &exitStack{}
	}
	return s
}

// unwinding is the state of leaving an exit stack.
type unwinding struct {
	given, pending *value.Exception
	outer          *value.Exception // what is being handled meanwhile
	swallowed      bool
}

func newUnwinding(t *value.Thread, v value.Value) *unwinding {
	u := &unwinding{}
	u.given, _ = v.(*value.Exception)
	u.pending = u.given
	if n := len(t.Handling); n > 0 {
		u.outer = t.Handling[n-1]
	}
	return u
}

// outcome takes what a callback returned or raised.
func (u *unwinding) outcome(t *value.Thread, got value.Value, err error) error {
	if err == nil && u.pending != nil {
		var yes bool
		if yes, err = value.Truth(t, got); err == nil && yes {
			u.pending, u.swallowed = nil, true
		}
	}
	if err == nil {
		return nil
	}
	r, ok := err.(*value.Raised)
	if !ok {
		return err
	}
	rechain(r.Exc, u.pending, u.outer)
	u.pending = r.Exc
	return nil
}

// result is what leaving the stack comes to.
func (u *unwinding) result() (value.Value, error) {
	if u.pending != nil && u.pending != u.given {
		return nil, &value.Raised{Exc: u.pending}
	}
	return value.Bool(u.given != nil && u.pending == nil && u.swallowed), nil
}

// defineExitStacks defines ExitStack and AsyncExitStack.
func defineExitStacks(simple func(string, ...*value.Type) (*value.Type, error), manager, asyncManager *value.Type) error {
	base, err := simple("_BaseExitStack")
	if err != nil {
		return err
	}
	push := func(t *value.Thread, v value.Value, c exitCallback) {
		t.Touch(value.Head(v))
		s := exitStackOf(v)
		s.exits = append(s.exits, c)
	}
	// bound calls a special method of v, found in its class now, later.
	bound := func(method, v value.Value) func(t *value.Thread, args ...value.Value) (value.Value, error) {
		return func(t *value.Thread, args ...value.Value) (value.Value, error) {
			f, err := value.Bind(t, method, v, v.Type())
			if err != nil {
				return nil, err
			}
			return value.Call(t, f, args, nil)
		}
	}
	// enter looks up the two methods of a context manager and calls the first.
	enter := func(t *value.Thread, cm value.Value, prefix, protocol string) (got, exit value.Value, err error) {
		cls := cm.Type()
		in, ok1 := cls.Lookup("__" + prefix + "enter__")
		exit, ok2 := cls.Lookup("__" + prefix + "exit__")
		if !ok1 || !ok2 {
			return nil, nil, value.TypeErrorf("'%s.%s' object does not support the %s protocol", cls.Module, cls.Qualname, protocol)
		}
		got, err = bound(in, cm)(t)
		return got, exit, err
	}
	def(base, "__init__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*value.Instance).Payload = &exitStack{}
		return value.None, nil
	})
	def(base, "enter_context(self, cm)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		got, exit, err := enter(t, a[1], "", "context manager")
		if err != nil {
			return nil, err
		}
		push(t, a[0], exitCallback{call: bound(exit, a[1]), holds: a[1:]})
		return got, nil
	})
	pushExit := func(method string, async bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			f := func(t *value.Thread, args ...value.Value) (value.Value, error) { return value.Call(t, a[1], args, nil) }
			if exit, ok := a[1].Type().Lookup(method); ok {
				f = bound(exit, a[1])
			}
			push(t, a[0], exitCallback{call: f, async: async, holds: a[1:]})
			return a[1], nil
		}
	}
	pushCallback := func(async bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			push(t, a[0], exitCallback{async: async, holds: a[1:], call: func(t *value.Thread, _ ...value.Value) (value.Value, error) {
				got, err := value.Call(t, a[1], a[2].(*value.Tuple).Elems, kwargsOf(a[3]))
				if err != nil || !async {
					return value.None, err
				}
				return then(t, got, func(_ value.Value, err error) (value.Value, error) { return value.None, err })
			}})
			return a[1], nil
		}
	}
	def(base, "push(self, exit)", pushExit("__exit__", false))
	def(base, "callback(self, callback, /, *args, **kwds)", pushCallback(false))
	def(base, "pop_all(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		made, err := value.Call(t, a[0].Type(), nil, nil)
		if err != nil {
			return nil, err
		}
		s := exitStackOf(a[0])
		exitStackOf(made).exits, s.exits = s.exits, nil
		return made, nil
	})

	c, err := simple("ExitStack", base, manager)
	if err != nil {
		return err
	}
	c.Partial = true
	def(c, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	def(c, "__exit__(self, exc_type, exc_value, traceback)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, u := exitStackOf(a[0]), newUnwinding(t, a[2])
		for {
			next, ok := s.pop()
			if !ok {
				return u.result()
			}
			details, err := excInfo(t, u.pending)
			if err != nil {
				return nil, err
			}
			got, err := next.call(t, details...)
			if err := u.outcome(t, got, err); err != nil {
				return nil, err
			}
		}
	})
	def(c, "close(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, err := value.CallMethod(t, a[0], "__exit__", value.None, value.None, value.None)
		return value.None, err
	})

	async, err := simple("AsyncExitStack", base, asyncManager)
	if err != nil {
		return err
	}
	async.Partial = true
	def(async, "enter_async_context(self, cm)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return newCoroutine(func(t *value.Thread) (stage, error) {
			entered, exit, err := enter(t, a[1], "a", "asynchronous context manager")
			return stage{await: entered, next: func(t *value.Thread, v value.Value, err error) (stage, error) {
				if err == nil {
					push(t, a[0], exitCallback{call: bound(exit, a[1]), async: true, holds: a[1:]})
				}
				return stage{result: v}, err
			}}, err
		}), nil
	})
	def(async, "push_async_exit(self, exit)", pushExit("__aexit__", true))
	def(async, "push_async_callback(self, callback, /, *args, **kwds)", pushCallback(true))
	def(async, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return ready(a[0]), nil })
	def(async, "__aexit__(self, exc_type, exc_value, traceback)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return newCoroutine(func(t *value.Thread) (stage, error) {
			return asyncUnwind(t, exitStackOf(a[0]), newUnwinding(t, a[2]))
		}), nil
	})
	def(async, "aclose(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		exit, err := value.CallMethod(t, a[0], "__aexit__", value.None, value.None, value.None)
		if err != nil {
			return nil, err
		}
		return then(t, exit, func(_ value.Value, err error) (value.Value, error) { return value.None, err })
	})
	return nil
}

// asyncUnwind calls the callbacks of an AsyncExitStack up to one to be awaited.
func asyncUnwind(t *value.Thread, s *exitStack, u *unwinding) (stage, error) {
	for {
		next, ok := s.pop()
		if !ok {
			v, err := u.result()
			return stage{result: v}, err
		}
		details, err := excInfo(t, u.pending)
		if err != nil {
			return stage{}, err
		}
		got, err := next.call(t, details...)
		if err == nil && next.async {
			return stage{await: got, next: func(t *value.Thread, v value.Value, err error) (stage, error) {
				if err := u.outcome(t, v, err); err != nil {
					return stage{}, err
				}
				return asyncUnwind(t, s, u)
			}}, nil
		}
		if err := u.outcome(t, got, err); err != nil {
			return stage{}, err
		}
	}
}

// rechain gives a new exception the context that it would have if the callbacks
// were nested with statements: old instead of outer.
func rechain(exc, old, outer *value.Exception) {
	for range 1000 {
		switch exc.Context {
		case nil, old:
			if exc.Context == nil && outer == nil && exc != old {
				exc.Context = old
			}
			return
		case outer:
			exc.Context = old
			return
		}
		exc = exc.Context
	}
}
