package stdlib

import (
	"augur/analysis/value"
)

func loadAsyncio(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("asyncio")
	m.Set("Future", futureType)
	m.Set("Task", taskType)
	m.Set("CancelledError", cancelledError)
	m.Set("TimeoutError", value.TimeoutError)
	for _, k := range []struct{ name, value string }{{"FIRST_COMPLETED", "FIRST_COMPLETED"}, {"FIRST_EXCEPTION", "FIRST_EXCEPTION"}, {"ALL_COMPLETED", "ALL_COMPLETED"}} {
		m.Set(k.name, value.NewStr(k.value))
	}
	m.Set("InvalidStateError", invalidState)
	m.Set("QueueEmpty", queueEmpty)
	m.Set("QueueFull", queueFull)
	defIn(m, "run(main, *, debug=None)", func(t *value.Thread, a []value.Value) (value.Value, error) { return loopOf(t).runMain(t, a[0]) })
	// A coroutine function of asyncio: its body runs when it is awaited.
	async := func(signature string, start func(t *value.Thread, a []value.Value) script) {
		defIn(m, signature, func(t *value.Thread, a []value.Value) (value.Value, error) { return start(t, a).run(), nil })
	}
	async("sleep(delay, result=None)", func(t *value.Thread, a []value.Value) script {
		return script{
			start: func(t *value.Thread) (value.Value, value.Value, error) {
				if err := unknownOf(a[0]); err != nil {
					return nil, nil, &value.UnknownError{Reason: "how long asyncio.sleep sleeps", Halt: true}
				}
				delay, ok := number(a[0])
				if !ok {
					return nil, nil, value.TypeErrorf("'<=' not supported between instances of '%s' and 'int'", a[0].Type().Name)
				}
				if delay <= 0 {
					return nil, pause(), nil
				}
				l, err := runningLoop(t)
				if err != nil {
					return nil, nil, err
				}
				f := &future{loop: l}
				l.later(delay, func(t *value.Thread) error { f.resolve(t, value.None); return nil })
				return nil, f, nil
			},
			next: func(_ *value.Thread, _ value.Value, err error) (value.Value, value.Value, error) {
				return a[1], nil, err
			},
		}
	})
	create := func(t *value.Thread, coro, name value.Value) (value.Value, error) {
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		if err := unknownOf(coro); err != nil {
			return nil, &value.UnknownError{Reason: "a task of an unknown coroutine", Halt: true}
		}
		if !isCoroutine(coro) {
			s, err := reprOf(t, coro)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("a coroutine was expected, got %s", s)
		}
		k := l.newTask(coro)
		if name != value.None {
			k.name = name
		}
		return k, nil
	}
	defIn(m, "create_task(coro, *, name=None, context=None)", func(t *value.Thread, a []value.Value) (value.Value, error) { return create(t, a[0], a[1]) })
	defIn(m, "ensure_future(coro_or_future, *, loop=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		return l.ensure(t, a[0])
	})
	defIn(m, "gather(*coros_or_futures, return_exceptions=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		exceptions, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		return gatherAll(t, a[0].(*value.Tuple).Elems, exceptions)
	})
	async("wait_for(fut, timeout)", func(t *value.Thread, a []value.Value) script { return waitFor(a[0], a[1]) })
	async("wait(fs, *, timeout=None, return_when='ALL_COMPLETED')", func(t *value.Thread, a []value.Value) script { return waitAll(a[0], a[1], a[2]) })
	defIn(m, "shield(arg)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		inner, err := l.ensure(t, a[0])
		if err != nil {
			return nil, err
		}
		f := inner.base()
		if f.done {
			return inner, nil
		}
		outer := &future{loop: l}
		f.then(func(t *value.Thread) error { copyOutcome(t, f, outer); return nil })
		return outer, nil
	})
	defIn(m, "iscoroutine(obj)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Bool(isCoroutine(a[0])), unknownOf(a[0])
	})
	defIn(m, "isfuture(obj)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, ok := a[0].(awaited)
		return value.Bool(ok), unknownOf(a[0])
	})
	defIn(m, "iscoroutinefunction(func)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f, ok := a[0].(*value.Function)
		if !ok {
			return nil, value.Unknownf("asyncio.iscoroutinefunction")
		}
		if c, ok := f.Code.(interface{ IsCoroutine() bool }); ok {
			return value.Bool(c.IsCoroutine()), nil
		}
		return nil, value.Unknownf("asyncio.iscoroutinefunction")
	})
	defIn(m, "current_task(loop=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		if l.current == nil {
			return value.None, nil
		}
		return l.current, nil
	})
	defIn(m, "all_tasks(loop=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		set := value.NewSet()
		for _, k := range l.tasks {
			if !k.done {
				if err := set.Add(t, k); err != nil {
					return nil, err
				}
			}
		}
		return set, nil
	})
	if err := defineLoop(t, m, create); err != nil {
		return nil, err
	}
	return m, defineSync(t, m)
}

func copyOutcome(t *value.Thread, from, to *future) {
	switch {
	case from.cancelled:
		to.cancel(t)
	case from.exc != nil:
		to.reject(t, from.exc)
	default:
		t.Reading(&from.Header)
		to.resolve(t, from.result)
	}
}

// gatherAll is asyncio.gather.
func gatherAll(t *value.Thread, vs []value.Value, exceptions bool) (value.Value, error) {
	l, err := runningLoop(t)
	if err != nil {
		return nil, err
	}
	outer := &gathering{future: future{loop: l}}
	if len(vs) == 0 {
		outer.resolve(t, value.NewList(nil))
		return outer, nil
	}
	seen := map[value.Value]awaited{}
	finished := 0
	for _, v := range vs {
		f, ok := seen[v]
		if !ok {
			if f, err = l.ensure(t, v); err != nil {
				return nil, err
			}
			seen[v] = f
		}
		outer.children = append(outer.children, f)
	}
	counted := map[*future]bool{}
	total := 0
	for _, c := range outer.children {
		f := c.base()
		if counted[f] {
			continue
		}
		counted[f] = true
		total++
		f.then(func(t *value.Thread) error {
			finished++
			if outer.done {
				return nil
			}
			if !exceptions {
				if f.cancelled {
					outer.reject(t, value.NewException(cancelledError))
					return nil
				}
				if f.exc != nil {
					outer.reject(t, f.exc)
					return nil
				}
			}
			if finished < total {
				return nil
			}
			results := make([]value.Value, len(outer.children))
			for i, c := range outer.children {
				f := c.base()
				t.Reading(&f.Header)
				switch {
				case f.cancelled:
					results[i] = value.NewException(cancelledError)
				case f.exc != nil:
					results[i] = f.exc
				case f.result == nil:
					results[i] = value.None
				default:
					results[i] = f.result
				}
			}
			if outer.requested {
				outer.reject(t, value.NewException(cancelledError))
				return nil
			}
			outer.resolve(t, value.NewList(results))
			return nil
		})
	}
	return outer, nil
}

// gathering is the future that gather returns: cancelling it cancels what it
// waits for.
type gathering struct {
	future
	children  []awaited
	requested bool
}

func (g *gathering) cancel(t *value.Thread) bool {
	if g.done {
		return false
	}
	any := false
	for _, c := range g.children {
		if c.cancel(t) {
			any = true
		}
	}
	if any {
		g.requested = true
	}
	return any
}

// waitFor is asyncio.wait_for.
func waitFor(v, timeout value.Value) script {
	var inner awaited
	var expired bool
	var clock *timer
	return script{
		start: func(t *value.Thread) (value.Value, value.Value, error) {
			l, err := runningLoop(t)
			if err != nil {
				return nil, nil, err
			}
			if timeout == value.None {
				return nil, v, nil
			}
			limit, ok := number(timeout)
			if !ok {
				return nil, nil, &value.UnknownError{Reason: "the timeout of asyncio.wait_for", Halt: true}
			}
			if inner, err = l.ensure(t, v); err != nil {
				return nil, nil, err
			}
			f := inner.base()
			if limit <= 0 {
				if f.done {
					got, err := f.outcome(t)
					return got, nil, err
				}
				expired = true
				inner.cancel(t)
				return nil, waiter(l, f), nil
			}
			w := waiter(l, f)
			clock = l.later(limit, func(t *value.Thread) error {
				if !f.done {
					expired = true
					inner.cancel(t)
				}
				return nil
			})
			return nil, w, nil
		},
		next: func(t *value.Thread, got value.Value, err error) (value.Value, value.Value, error) {
			if clock != nil {
				clock.off = true
			}
			if inner == nil {
				return got, nil, err
			}
			f := inner.base()
			if err != nil {
				// wait_for itself is cancelled: so is what it waits for.
				if !f.done {
					inner.cancel(t)
				}
				return nil, nil, err
			}
			got, err = f.outcome(t)
			if expired && raised(err, cancelledError) {
				e := value.Raise(value.TimeoutError).(*value.Raised)
				e.Exc.Cause, e.Exc.SuppressContext = err.(*value.Raised).Exc, true
				return nil, nil, e
			}
			return got, nil, err
		},
	}
}

// waiter returns a future that is resolved once f is done, whatever came of it.
func waiter(l *eventLoop, f *future) *future {
	w := &future{loop: l}
	f.then(func(t *value.Thread) error { w.resolve(t, value.None); return nil })
	return w
}

// waitAll is asyncio.wait.
func waitAll(fs, timeout, when value.Value) script {
	var all []awaited
	split := func(t *value.Thread) (value.Value, error) {
		done, pending := value.NewSet(), value.NewSet()
		for _, a := range all {
			set := pending
			if a.base().done {
				set = done
			}
			if err := set.Add(t, a); err != nil {
				return nil, err
			}
		}
		return value.NewTuple(done, pending), nil
	}
	return script{
		start: func(t *value.Thread) (value.Value, value.Value, error) {
			l, err := runningLoop(t)
			if err != nil {
				return nil, nil, err
			}
			elems, err := value.Collect(t, fs)
			if err != nil {
				return nil, nil, err
			}
			if len(elems) == 0 {
				return nil, nil, value.ValueErrorf("Set of Tasks/Futures is empty.")
			}
			for _, e := range elems {
				f, ok := e.(awaited)
				if !ok {
					return nil, nil, value.TypeErrorf("Passing coroutines is forbidden, use tasks explicitly.")
				}
				all = append(all, f)
			}
			mode, ok := when.(*value.Str)
			if !ok {
				return nil, nil, value.ValueErrorf("Invalid return_when value: %s", when.Type().Name)
			}
			w := &future{loop: l}
			left := 0
			for _, a := range all {
				f := a.base()
				if f.done {
					continue
				}
				left++
				f.then(func(t *value.Thread) error {
					left--
					if left == 0 || mode.String() == "FIRST_COMPLETED" || mode.String() == "FIRST_EXCEPTION" && f.exc != nil {
						w.resolve(t, value.None)
					}
					return nil
				})
			}
			if left == 0 || left < len(all) && mode.String() == "FIRST_COMPLETED" {
				got, err := split(t)
				return got, nil, err
			}
			if timeout != value.None {
				limit, ok := number(timeout)
				if !ok {
					return nil, nil, &value.UnknownError{Reason: "the timeout of asyncio.wait", Halt: true}
				}
				l.later(limit, func(t *value.Thread) error { w.resolve(t, value.None); return nil })
			}
			return nil, w, nil
		},
		next: func(t *value.Thread, _ value.Value, err error) (value.Value, value.Value, error) {
			if err != nil {
				return nil, nil, err
			}
			got, err := split(t)
			return got, nil, err
		},
	}
}

func asyncioError(module, name string, base *value.Type) *value.Type {
	c := value.NewBuiltinType(name, base)
	c.Module = module
	return c
}

var (
	cancelledError = asyncioError("asyncio.exceptions", "CancelledError", value.BaseException)
	invalidState   = asyncioError("asyncio.exceptions", "InvalidStateError", value.ExceptionType)
	queueEmpty     = asyncioError("asyncio.queues", "QueueEmpty", value.ExceptionType)
	queueFull      = asyncioError("asyncio.queues", "QueueFull", value.ExceptionType)
)

func init() {
	c := futureType
	method := func(signature string, run func(t *value.Thread, f awaited, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			f, ok := a[0].(awaited)
			if !ok {
				return nil, value.TypeErrorf("a future is required")
			}
			t.Reading(&f.base().Header)
			return run(t, f, a)
		})
	}
	method("done(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		return value.Bool(f.base().done), nil
	})
	method("cancelled(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		return value.Bool(f.base().cancelled), nil
	})
	method("result(self, /)", func(t *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		if !f.base().done {
			return nil, value.Raisef(invalidState, "Result is not set.")
		}
		return f.base().outcome(t)
	})
	method("exception(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		switch b := f.base(); {
		case b.cancelled:
			return nil, value.Raise(cancelledError)
		case !b.done:
			return nil, value.Raisef(invalidState, "Exception is not set.")
		case b.exc != nil:
			return b.exc, nil
		}
		return value.None, nil
	})
	method("set_result(self, result, /)", func(t *value.Thread, f awaited, a []value.Value) (value.Value, error) {
		if f.base().done {
			return nil, value.Raisef(invalidState, "invalid state")
		}
		f.base().resolve(t, a[1])
		return value.None, nil
	})
	method("set_exception(self, exception, /)", func(t *value.Thread, f awaited, a []value.Value) (value.Value, error) {
		if f.base().done {
			return nil, value.Raisef(invalidState, "invalid state")
		}
		var made value.Value = a[1]
		if _, ok := a[1].(*value.Type); ok {
			made = value.None
		}
		exc, err := exceptionOf(t, a[1], made)
		if err != nil {
			return nil, err
		}
		f.base().reject(t, exc)
		return value.None, nil
	})
	method("cancel(self, msg=None)", func(t *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		return value.Bool(f.cancel(t)), nil
	})
	method("add_done_callback(self, fn, /, *, context=None)", func(t *value.Thread, f awaited, a []value.Value) (value.Value, error) {
		f.base().then(func(t *value.Thread) error {
			_, err := value.Call(t, a[1], []value.Value{f}, nil)
			if _, python := err.(*value.Raised); python {
				err = nil // the loop reports it to stderr
			}
			return err
		})
		return value.None, nil
	})
	method("__await__(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		return &futureIterator{f: f}, nil
	})
	method("__iter__(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		return &futureIterator{f: f}, nil
	})
	c = taskType
	method("get_name(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		if k, ok := f.(*task); ok && k.name != nil {
			return k.name, nil
		}
		return &value.Unknown{Reason: "the name of a task counts all tasks of the process"}, nil
	})
	method("set_name(self, value, /)", func(_ *value.Thread, f awaited, a []value.Value) (value.Value, error) {
		if k, ok := f.(*task); ok {
			k.name = a[1]
		}
		return value.None, nil
	})
	method("cancelling(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		k, ok := f.(*task)
		if !ok {
			return value.Int(0), nil
		}
		return value.Int(k.requests), nil
	})
	method("uncancel(self, /)", func(_ *value.Thread, f awaited, _ []value.Value) (value.Value, error) {
		k, ok := f.(*task)
		if ok && k.requests > 0 {
			k.requests--
		}
		if !ok {
			return value.Int(0), nil
		}
		return value.Int(k.requests), nil
	})
	it := futureIteratorType
	next := func(t *value.Thread, v value.Value) (value.Value, error) {
		x := v.(*futureIterator)
		f := x.f.base()
		if !f.done {
			if x.yielded {
				return nil, value.Raisef(value.RuntimeError, "await wasn't used with future")
			}
			x.yielded = true
			return x.f, nil
		}
		got, err := f.outcome(t)
		if err == nil {
			err = stopWith(got)
		}
		return nil, err
	}
	it.Def("__iter__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	it.Def("__next__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return next(t, a[0]) })
	it.Def("send(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return next(t, a[0]) })
	it.Def("throw(self, type, value=None, traceback=None, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if exc, ok := a[1].(*value.Exception); ok {
			return nil, &value.Raised{Exc: exc}
		}
		exc, err := exceptionOf(t, a[1], a[2])
		if err != nil {
			return nil, err
		}
		return nil, &value.Raised{Exc: exc}
	})
	it.Def("close(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
}
