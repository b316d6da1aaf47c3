package stdlib

import "augur/analysis/value"

// defineLoop defines the event loop as programs see it.
func defineLoop(t *value.Thread, m *value.Module, create func(t *value.Thread, coro, name value.Value) (value.Value, error)) error {
	c, err := class{module: "asyncio.unix_events", name: "_UnixSelectorEventLoop"}.make(t)
	if err != nil {
		return err
	}
	c.Partial = true
	handleClass, err := class{module: "asyncio.events", name: "Handle"}.make(t)
	if err != nil {
		return err
	}
	handleClass.Partial = true
	l := loopOf(t)
	shown := value.NewInstance(c)
	none := func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil }
	def(c, "run_until_complete(self, future)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if l.running {
			return nil, value.Raisef(value.RuntimeError, "This event loop is already running")
		}
		l.running = true
		defer func() { l.running = false }()
		f, err := l.ensure(t, a[1])
		if err != nil {
			return nil, err
		}
		return l.until(t, f.base())
	})
	def(c, "create_task(self, coro, *, name=None, context=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !isCoroutine(a[1]) {
			return create(t, a[1], a[2])
		}
		k := l.newTask(a[1])
		if a[2] != value.None {
			k.name = a[2]
		}
		return k, nil
	})
	def(c, "create_future(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return &future{loop: l}, nil })
	call := func(f value.Value, args value.Value) func(t *value.Thread) error {
		return func(t *value.Thread) error {
			_, err := value.Call(t, f, args.(*value.Tuple).Elems, nil)
			if _, python := err.(*value.Raised); python {
				err = nil // the loop reports it to stderr
			}
			return err
		}
	}
	handle := func(cancel func()) value.Value {
		o := value.NewInstance(handleClass)
		o.Payload = cancel
		return o
	}
	def(handleClass, "cancel(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if cancel, ok := state[func()](a[0]); ok {
			cancel()
		}
		return value.None, nil
	})
	def(c, "call_soon(self, callback, *args, context=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		off := false
		run := call(a[1], a[2])
		l.soon(func(t *value.Thread) error {
			if off {
				return nil
			}
			return run(t)
		})
		return handle(func() { off = true }), nil
	})
	def(c, "call_later(self, delay, callback, *args, context=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		delay, ok := number(a[1])
		if !ok {
			return nil, &value.UnknownError{Reason: "the delay of call_later", Halt: true}
		}
		x := l.later(delay, call(a[2], a[3]))
		return handle(func() { x.off = true }), nil
	})
	def(c, "time(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return &value.Unknown{Reason: "the time of the event loop"}, nil
	})
	def(c, "is_running(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.Bool(l.running), nil })
	for _, sig := range []string{"close(self)", "stop(self)", "set_debug(self, enabled)"} {
		def(c, sig, none)
	}
	defIn(m, "get_running_loop()", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if _, err := runningLoop(t); err != nil {
			return nil, err
		}
		return shown, nil
	})
	for _, name := range []string{"get_event_loop", "new_event_loop"} {
		defIn(m, name+"()", func(t *value.Thread, a []value.Value) (value.Value, error) { return shown, nil })
	}
	defIn(m, "set_event_loop(loop)", none)
	return nil
}
