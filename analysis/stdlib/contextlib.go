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
	asyncDecorator, err := simple("AsyncContextDecorator")
	if err != nil {
		return nil, err
	}
	def(asyncDecorator, "_recreate_cm(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil })
	def(asyncDecorator, "__call__(self, func)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		self, f := a[0], a[1]
		return wraps(t, f, func(t *value.Thread, b []value.Value) (value.Value, error) {
			return asyncWithin(func(t *value.Thread) (value.Value, error) {
				return value.CallMethod(t, self, "_recreate_cm")
			}, func(t *value.Thread) (value.Value, error) {
				return value.Call(t, f, b[0].(*value.Tuple).Elems, kwargsOf(b[1]))
			}), nil
		})
	})
	if err := defineGeneratorManager(m, simple, manager, decorator, asyncManager, asyncDecorator); err != nil {
		return nil, err
	}
	if err := defineManagers(simple, manager, asyncManager); err != nil {
		return nil, err
	}
	return m, defineExitStacks(simple, manager, asyncManager)
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

func defineGeneratorManager(m *value.Module, simple func(string, ...*value.Type) (*value.Type, error), manager, decorator, asyncManager, asyncDecorator *value.Type) error {
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
	recreate := func(t *value.Thread, a []value.Value) (value.Value, error) {
		var parts [3]value.Value
		for i, name := range []string{"func", "args", "kwds"} {
			v, err := value.GetAttr(t, a[0], name)
			if err != nil {
				return nil, err
			}
			parts[i] = v
		}
		return value.Call(t, a[0].Type(), parts[:], nil)
	}
	def(c, "_recreate_cm(self)", recreate)
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
				return didNotStop(t, g.gen, "generator didn't stop")
			}
			return nil, err
		}
		exc, err := exceptionOf(t, a[1], a[2])
		if err != nil {
			return nil, err
		}
		if _, err = value.CallMethod(t, g.gen, "throw", exc); err == nil {
			return didNotStop(t, g.gen, "generator didn't stop after throw()")
		}
		return afterThrow(exc, err, value.StopIteration)
	})
	async, err := simple("_AsyncGeneratorContextManager", asyncManager, asyncDecorator)
	if err != nil {
		return err
	}
	def(async, "__init__(self, func, args, kwds)", start)
	def(async, "_recreate_cm(self)", recreate)
	defIn(m, "asynccontextmanager(func)", make(async))
	def(async, "__aenter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g, _ := state[*generatorManager](a[0])
		return newCoroutine(func(t *value.Thread) (stage, error) {
			next, err := value.CallMethod(t, g.gen, "__anext__")
			return stage{await: next, next: func(t *value.Thread, v value.Value, err error) (stage, error) {
				if raised(err, value.StopAsyncIteration) {
					err = value.Raisef(value.RuntimeError, "generator didn't yield")
				}
				return stage{result: v}, err
			}}, err
		}), nil
	})
	def(async, "__aexit__(self, typ, value, traceback)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g, _ := state[*generatorManager](a[0])
		fail := func(t *value.Thread, msg string) (stage, error) {
			closing, err := value.CallMethod(t, g.gen, "aclose")
			return stage{await: closing, next: func(t *value.Thread, _ value.Value, err error) (stage, error) {
				if err == nil {
					err = value.Raisef(value.RuntimeError, "%s", msg)
				}
				return stage{}, err
			}}, err
		}
		return newCoroutine(func(t *value.Thread) (stage, error) {
			if a[1] == value.None {
				next, err := value.CallMethod(t, g.gen, "__anext__")
				return stage{await: next, next: func(t *value.Thread, _ value.Value, err error) (stage, error) {
					switch {
					case raised(err, value.StopAsyncIteration):
						return stage{result: value.False}, nil
					case err == nil:
						return fail(t, "generator didn't stop")
					}
					return stage{}, err
				}}, err
			}
			exc, err := exceptionOf(t, a[1], a[2])
			if err != nil {
				return stage{}, err
			}
			thrown, err := value.CallMethod(t, g.gen, "athrow", exc)
			return stage{await: thrown, next: func(t *value.Thread, _ value.Value, err error) (stage, error) {
				if err == nil {
					return fail(t, "generator didn't stop after athrow()")
				}
				v, err := afterThrow(exc, err, value.StopAsyncIteration)
				return stage{result: v}, err
			}}, err
		}), nil
	})
	return nil
}

// didNotStop closes a generator that went on when it should have stopped.
func didNotStop(t *value.Thread, gen value.Value, msg string) (value.Value, error) {
	if _, err := value.CallMethod(t, gen, "close"); err != nil {
		return nil, err
	}
	return nil, value.Raisef(value.RuntimeError, "%s", msg)
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

// afterThrow judges the exception that came of throwing exc into the generator of
// a context manager, which stops with an exception of the class stop.
func afterThrow(exc *value.Exception, err error, stop *value.Type) (value.Value, error) {
	r, ok := err.(*value.Raised)
	switch {
	case !ok:
		return nil, err
	case r.Exc == exc:
		return value.False, nil
	case r.Exc.Type().IsSubtype(stop):
		return value.True, nil
	case r.Exc.Type().IsSubtype(value.RuntimeError) && r.Exc.Cause == value.Value(exc) &&
		(exc.Type().IsSubtype(value.StopIteration) || exc.Type().IsSubtype(stop)):
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
