package stdlib

import "augur/analysis/value"

func init() { Register("contextlib", loadContextlib) }

func loadContextlib(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("contextlib")
	abc, err := abcModule(t)
	if err != nil {
		return nil, err
	}
	metaValue, _ := abc.Globals.GetStr("ABCMeta")
	meta := metaValue.(*value.Type)
	abcBase, _ := abc.Globals.GetStr("ABC")
	data := abcDataOf(abcBase.(*value.Type))
	abstract := func(name, enter, exit string) (*value.Type, error) {
		c, err := class{module: "contextlib", name: name, meta: meta}.make(t)
		if err != nil {
			return nil, err
		}
		c.DefClass("__class_getitem__(cls, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.NewGenericAlias(a[0], a[1]), nil
		})
		if enter == "__enter__" {
			def(c, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
		} else {
			def(c, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return ready(a[0]), nil })
		}
		f := newFunction("contextlib", name+"."+exit, exit+"(self, exc_type, exc_value, traceback)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if exit == "__aexit__" {
				return ready(value.None), nil
			}
			return value.None, nil
		})
		f.Attrs = value.NewDict()
		f.Attrs.SetStr("__isabstractmethod__", value.True)
		c.Dict.SetStr(exit, f)
		defHook(c, []string{enter, exit})
		m.Set(name, c)
		return c, initABC(t, c, data)
	}
	manager, err := abstract("AbstractContextManager", "__enter__", "__exit__")
	if err != nil {
		return nil, err
	}
	asyncManager, err := abstract("AbstractAsyncContextManager", "__aenter__", "__aexit__")
	if err != nil {
		return nil, err
	}
	simple := func(name string, bases ...*value.Type) (*value.Type, error) {
		k := class{module: "contextlib", name: name, bases: bases}
		if len(bases) > 0 {
			k.meta = meta
		}
		c, err := k.make(t)
		if err != nil {
			return nil, err
		}
		m.Set(name, c)
		return c, nil
	}
	decorator, err := simple("ContextDecorator")
	if err != nil {
		return nil, err
	}
	def(decorator, "_recreate_cm(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	def(decorator, "__call__(self, func)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		self, f := a[0], a[1]
		return wraps(t, f, func(t *value.Thread, b []value.Value) (value.Value, error) {
			cm, err := value.CallMethod(t, self, "_recreate_cm")
			if err != nil {
				return nil, err
			}
			return within(t, cm, func() (value.Value, error) {
				return value.Call(t, f, b[0].(*value.Tuple).Elems, kwargsOf(b[1]))
			})
		})
	})
	if err := defineGeneratorManager(m, simple, manager, decorator, asyncManager); err != nil {
		return nil, err
	}
	if err := defineManagers(simple, manager, asyncManager); err != nil {
		return nil, err
	}
	return m, defineExitStack(simple, manager)
}

// within runs body as the block of a with statement on cm; an exception that cm
// swallows gives None.
func within(t *value.Thread, cm value.Value, body func() (value.Value, error)) (value.Value, error) {
	if _, ok, err := value.CallSpecial(t, cm, "__enter__"); err != nil || !ok {
		if err == nil {
			err = value.TypeErrorf("'%s' object does not support the context manager protocol", cm.Type().Name)
		}
		return nil, err
	}
	got, err := body()
	if err == nil {
		_, _, err := value.CallSpecial(t, cm, "__exit__", value.None, value.None, value.None)
		return got, err
	}
	r, ok := err.(*value.Raised)
	if !ok {
		return nil, err
	}
	swallowed, xerr := leave(t, r.Exc, func(args ...value.Value) (value.Value, error) {
		got, _, err := value.CallSpecial(t, cm, "__exit__", args...)
		return got, err
	})
	switch {
	case xerr != nil:
		return nil, xerr
	case swallowed:
		return value.None, nil
	}
	return nil, err
}

// leave calls an __exit__ with an exception that is being handled, and reports
// whether it is swallowed.
func leave(t *value.Thread, exc *value.Exception, exit func(args ...value.Value) (value.Value, error)) (bool, error) {
	exc.Raised = true
	t.Handling = append(t.Handling, exc)
	defer func() { t.Handling = t.Handling[:len(t.Handling)-1] }()
	tb, err := value.GetAttr(t, exc, "__traceback__")
	if err != nil {
		return false, err
	}
	got, err := exit(exc.Type(), exc, tb)
	if err != nil {
		if r, ok := err.(*value.Raised); ok && r.Exc != exc && r.Exc.Context == nil {
			r.Exc.Context = exc
		}
		return false, err
	}
	return value.Truth(t, got)
}

// wraps returns a function with the name and attributes of f, as
// functools.wraps makes it; run gets *args and **kwds.
func wraps(t *value.Thread, f value.Value, run function) (value.Value, error) {
	w := newFunction("contextlib", "inner", "inner(*args, **kwds)", run)
	for _, name := range []string{"__module__", "__name__", "__qualname__", "__doc__"} {
		v, err := value.LookupAttr(t, f, name)
		if _, unknown := err.(*value.UnknownError); unknown {
			continue
		}
		if err != nil {
			return nil, err
		}
		if v != nil {
			if err := value.SetAttr(t, w, name, v); err != nil {
				return nil, err
			}
		}
	}
	if g, ok := f.(*value.Function); ok {
		w.Annotations = g.Annotations
		if g.Attrs != nil {
			w.Attrs = g.Attrs.Copy()
		}
	}
	return w, value.SetAttr(t, w, "__wrapped__", f)
}

// generatorManager is the state of a context manager made by @contextmanager.
type generatorManager struct {
	gen  value.Value
	f    value.Value
	args []value.Value
	kw   []value.Kwarg
}

func defineGeneratorManager(m *value.Module, simple func(string, ...*value.Type) (*value.Type, error), manager, decorator, asyncManager *value.Type) error {
	c, err := simple("_GeneratorContextManager", manager, decorator)
	if err != nil {
		return err
	}
	make := func(cls *value.Type) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			f := a[0]
			return wraps(t, f, func(t *value.Thread, b []value.Value) (value.Value, error) {
				return value.Call(t, cls, []value.Value{f, b[0], b[1]}, nil)
			})
		}
	}
	start := func(t *value.Thread, a []value.Value) (value.Value, error) {
		args, err := value.Collect(t, a[2])
		if err != nil {
			return nil, err
		}
		g := &generatorManager{f: a[1], args: args, kw: kwargsOf(a[3])}
		if g.gen, err = value.Call(t, g.f, g.args, g.kw); err != nil {
			return nil, err
		}
		o := a[0].(*value.Instance)
		o.Payload = g
		for _, k := range []struct {
			name string
			v    value.Value
		}{{"gen", g.gen}, {"func", a[1]}, {"args", a[2]}, {"kwds", a[3]}} {
			if err := value.GenericSetAttr(t, o, k.name, k.v); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	}
	def(c, "__init__(self, func, args, kwds)", start)
	defIn(m, "contextmanager(func)", make(c))
	def(c, "_recreate_cm(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var parts [3]value.Value
		for i, name := range []string{"func", "args", "kwds"} {
			v, err := value.GetAttr(t, a[0], name)
			if err != nil {
				return nil, err
			}
			parts[i] = v
		}
		return value.Call(t, a[0].Type(), parts[:], nil)
	})
	def(c, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g, _ := state[*generatorManager](a[0])
		v, err := value.Next(t, g.gen)
		if raised(err, value.StopIteration) {
			return nil, value.Raisef(value.RuntimeError, "generator didn't yield")
		}
		return v, err
	})
	def(c, "__exit__(self, typ, value, traceback)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g, _ := state[*generatorManager](a[0])
		if a[1] == value.None {
			_, err := value.Next(t, g.gen)
			if raised(err, value.StopIteration) {
				return value.False, nil
			}
			if err == nil {
				err = value.Raisef(value.RuntimeError, "generator didn't stop")
			}
			return nil, err
		}
		exc, err := exceptionOf(t, a[1], a[2])
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, g.gen, "throw", exc)
		return afterThrow(exc, err)
	})
	async, err := simple("_AsyncGeneratorContextManager", asyncManager)
	if err != nil {
		return err
	}
	def(async, "__init__(self, func, args, kwds)", start)
	defIn(m, "asynccontextmanager(func)", make(async))
	def(async, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g, _ := state[*generatorManager](a[0])
		step, err := value.CallMethod(t, g.gen, "__anext__")
		if err != nil {
			return nil, err
		}
		return then(t, step, func(v value.Value, err error) (value.Value, error) {
			if raised(err, value.StopAsyncIteration) {
				return nil, value.Raisef(value.RuntimeError, "generator didn't yield")
			}
			return v, err
		})
	})
	def(async, "__aexit__(self, typ, value, traceback)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g, _ := state[*generatorManager](a[0])
		if a[1] == value.None {
			step, err := value.CallMethod(t, g.gen, "__anext__")
			if err != nil {
				return nil, err
			}
			return then(t, step, func(v value.Value, err error) (value.Value, error) {
				if raised(err, value.StopAsyncIteration) {
					return value.False, nil
				}
				if err == nil {
					err = value.Raisef(value.RuntimeError, "generator didn't stop")
				}
				return nil, err
			})
		}
		exc, err := exceptionOf(t, a[1], a[2])
		if err != nil {
			return nil, err
		}
		step, err := value.CallMethod(t, g.gen, "athrow", exc)
		if err != nil {
			return nil, err
		}
		return then(t, step, func(_ value.Value, err error) (value.Value, error) { return afterThrow(exc, err) })
	})
	return nil
}

// exceptionOf returns the exception that __exit__ was given.
func exceptionOf(t *value.Thread, typ, v value.Value) (*value.Exception, error) {
	if v == value.None {
		made, err := value.Call(t, typ, nil, nil)
		if err != nil {
			return nil, err
		}
		v = made
	}
	exc, ok := v.(*value.Exception)
	if !ok {
		return nil, value.TypeErrorf("exceptions must be classes or instances deriving from BaseException, not %s", v.Type().Name)
	}
	return exc, nil
}

// afterThrow judges what came of throwing exc into the generator of a context
// manager.
func afterThrow(exc *value.Exception, err error) (value.Value, error) {
	r, ok := err.(*value.Raised)
	switch {
	case err == nil:
		return nil, value.Raisef(value.RuntimeError, "generator didn't stop after throw()")
	case !ok:
		return nil, err
	case r.Exc == exc:
		return value.False, nil
	case r.Exc.Type().IsSubtype(value.StopIteration) || r.Exc.Type().IsSubtype(value.StopAsyncIteration):
		return value.True, nil
	case r.Exc.Type().IsSubtype(value.RuntimeError) && exc.Type().IsSubtype(value.StopIteration) && r.Exc.Cause == value.Value(exc):
		return value.False, nil
	}
	return nil, err
}

// defineManagers defines suppress, closing, nullcontext and redirect_stdout.
func defineManagers(simple func(string, ...*value.Type) (*value.Type, error), manager, asyncManager *value.Type) error {
	suppress, err := simple("suppress", manager)
	if err != nil {
		return err
	}
	def(suppress, "__init__(self, *exceptions)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "_exceptions", a[1])
	})
	def(suppress, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
	def(suppress, "__exit__(self, exctype, excinst, exctb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] == value.None {
			return value.False, nil
		}
		classes, err := value.GetAttr(t, a[0], "_exceptions")
		if err != nil {
			return nil, err
		}
		is, err := value.SubclassOf(t, a[1], classes)
		return value.Bool(is), err
	})
	closing, err := simple("closing", manager)
	if err != nil {
		return err
	}
	def(closing, "__init__(self, thing)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "thing", a[1])
	})
	def(closing, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.GetAttr(t, a[0], "thing") })
	def(closing, "__exit__(self, *exc_info)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		thing, err := value.GetAttr(t, a[0], "thing")
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, thing, "close")
		return value.None, err
	})
	null, err := simple("nullcontext", manager)
	if err != nil {
		return err
	}
	def(null, "__init__(self, enter_result=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "enter_result", a[1])
	})
	def(null, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.GetAttr(t, a[0], "enter_result")
	})
	def(null, "__exit__(self, *excinfo)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
	def(null, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "enter_result")
		return ready(v), err
	})
	def(null, "__aexit__(self, *excinfo)", func(t *value.Thread, a []value.Value) (value.Value, error) { return ready(value.None), nil })
	for _, stream := range []string{"stdout", "stderr"} {
		c, err := simple("redirect_"+stream, manager)
		if err != nil {
			return err
		}
		def(c, "__init__(self, new_target)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if err := value.SetAttr(t, a[0], "_new_target", a[1]); err != nil {
				return nil, err
			}
			return value.None, value.SetAttr(t, a[0], "_old_targets", value.NewList(nil))
		})
		def(c, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			sys, ok, err := Load(t, "sys")
			if err != nil || !ok {
				return nil, err
			}
			old, err := value.GetAttr(t, sys, stream)
			if err != nil {
				return nil, err
			}
			saved, err := value.GetAttr(t, a[0], "_old_targets")
			if err != nil {
				return nil, err
			}
			if _, err := value.CallMethod(t, saved, "append", old); err != nil {
				return nil, err
			}
			target, err := value.GetAttr(t, a[0], "_new_target")
			if err != nil {
				return nil, err
			}
			return target, value.SetAttr(t, sys, stream, target)
		})
		def(c, "__exit__(self, exctype, excinst, exctb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			sys, ok, err := Load(t, "sys")
			if err != nil || !ok {
				return nil, err
			}
			saved, err := value.GetAttr(t, a[0], "_old_targets")
			if err != nil {
				return nil, err
			}
			old, err := value.CallMethod(t, saved, "pop")
			if err != nil {
				return nil, err
			}
			return value.None, value.SetAttr(t, sys, stream, old)
		})
	}
	aclosing, err := simple("aclosing", asyncManager)
	if err != nil {
		return err
	}
	def(aclosing, "__init__(self, thing)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "thing", a[1])
	})
	def(aclosing, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "thing")
		return ready(v), err
	})
	def(aclosing, "__aexit__(self, *exc_info)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "thing")
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, v, "aclose")
	})
	return nil
}

// exitStack is the state of an ExitStack: what to call on leaving.
type exitStack struct {
	exits []func(t *value.Thread, args ...value.Value) (value.Value, error)
}

func defineExitStack(simple func(string, ...*value.Type) (*value.Type, error), manager *value.Type) error {
	c, err := simple("ExitStack", manager)
	if err != nil {
		return err
	}
	c.Partial = true
	def(c, "__init__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*value.Instance).Payload = &exitStack{}
		return value.None, nil
	})
	of := func(v value.Value) *exitStack {
		s, ok := state[*exitStack](v)
		if !ok {
			s = &exitStack{}
		}
		return s
	}
	add := func(t *value.Thread, v value.Value, f func(t *value.Thread, args ...value.Value) (value.Value, error)) {
		t.Touch(value.Head(v))
		s := of(v)
		s.exits = append(s.exits, f)
	}
	def(c, "enter_context(self, cm)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		cls := a[1].Type()
		enter, ok1 := cls.Lookup("__enter__")
		exit, ok2 := cls.Lookup("__exit__")
		if !ok1 || !ok2 {
			return nil, value.TypeErrorf("'%s.%s' object does not support the context manager protocol", cls.Module, cls.Qualname)
		}
		bound, err := value.Bind(t, enter, a[1], cls)
		if err != nil {
			return nil, err
		}
		got, err := value.Call(t, bound, nil, nil)
		if err != nil {
			return nil, err
		}
		add(t, a[0], func(t *value.Thread, args ...value.Value) (value.Value, error) {
			bound, err := value.Bind(t, exit, a[1], cls)
			if err != nil {
				return nil, err
			}
			return value.Call(t, bound, args, nil)
		})
		return got, nil
	})
	def(c, "push(self, exit)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f := a[1]
		if exit, ok := f.Type().Lookup("__exit__"); ok {
			bound, err := value.Bind(t, exit, f, f.Type())
			if err != nil {
				return nil, err
			}
			f = bound
		}
		add(t, a[0], func(t *value.Thread, args ...value.Value) (value.Value, error) { return value.Call(t, f, args, nil) })
		return a[1], nil
	})
	def(c, "callback(self, callback, /, *args, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		add(t, a[0], func(t *value.Thread, _ ...value.Value) (value.Value, error) {
			_, err := value.Call(t, a[1], a[2].(*value.Tuple).Elems, kwargsOf(a[3]))
			return value.False, err
		})
		return a[1], nil
	})
	def(c, "pop_all(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		made, err := value.Call(t, a[0].Type(), nil, nil)
		if err != nil {
			return nil, err
		}
		s := of(a[0])
		of(made).exits, s.exits = s.exits, nil
		return made, nil
	})
	def(c, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	exit := func(t *value.Thread, a []value.Value) (value.Value, error) {
		s := of(a[0])
		given, _ := a[2].(*value.Exception)
		var outer *value.Exception // what is being handled while this runs
		if n := len(t.Handling); n > 0 {
			outer = t.Handling[n-1]
		}
		pending, swallowed := given, false
		for len(s.exits) > 0 {
			f := s.exits[len(s.exits)-1]
			s.exits = s.exits[:len(s.exits)-1]
			details := []value.Value{value.None, value.None, value.None}
			if pending != nil {
				pending.Raised = true
				tb, err := value.GetAttr(t, pending, "__traceback__")
				if err != nil {
					return nil, err
				}
				details = []value.Value{pending.Type(), pending, tb}
			}
			got, err := f(t, details...)
			if err == nil && pending != nil {
				var yes bool
				if yes, err = value.Truth(t, got); err == nil && yes {
					pending, swallowed = nil, true
				}
			}
			if err == nil {
				continue
			}
			r, ok := err.(*value.Raised)
			if !ok {
				return nil, err
			}
			rechain(r.Exc, pending, outer)
			pending = r.Exc
		}
		if pending != nil && pending != given {
			return nil, &value.Raised{Exc: pending}
		}
		return value.Bool(given != nil && pending == nil && swallowed), nil
	}
	def(c, "__exit__(self, exc_type, exc_value, traceback)", exit)
	def(c, "close(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		_, err := exit(t, []value.Value{a[0], value.None, value.None, value.None})
		return value.None, err
	})
	return nil
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
