package value

func init() {
	b := BaseException
	b.New = newException
	b.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		e := args[0].(*Exception)
		if len(kwargs) > 0 {
			return nil, TypeErrorf("%s() takes no keyword arguments", e.Cls.Name)
		}
		e.Args = NewTuple(append([]Value(nil), args[1:]...)...)
		return None, nil
	})
	b.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) { return exceptionStr(t, a[0].(*Exception)) })
	b.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		e := a[0].(*Exception)
		t.Reading(&e.Header)
		var text string
		var err error
		if len(e.Args.Elems) == 1 {
			if text, err = Repr(t, e.Args.Elems[0]); err == nil {
				text = "(" + text + ")"
			}
		} else {
			text, err = Repr(t, e.Args)
		}
		if err != nil {
			return nil, err
		}
		return NewStr(e.Cls.Name + text), nil
	})
	attr := func(name string, get func(e *Exception) Value, set func(e *Exception, v Value) error) {
		b.Dict.SetStr(name, &GetSet{Name: name, Owner: b, Get: func(t *Thread, self Value) (Value, error) {
			e := self.(*Exception)
			t.Reading(&e.Header)
			return get(e), nil
		}, Set: func(t *Thread, self, v Value) error {
			if u, ok := v.(*Unknown); ok {
				return &UnknownError{Reason: u.Reason, Halt: true}
			}
			if v == nil {
				return TypeErrorf("%s may not be deleted", name)
			}
			e := self.(*Exception)
			t.Touch(&e.Header)
			return set(e, v)
		}})
	}
	attr("args", func(e *Exception) Value { return e.Args }, func(e *Exception, v Value) error {
		t := NewThread(background, DefaultLimits)
		elems, err := Collect(t, v)
		if err != nil {
			return err
		}
		e.settleMembers()
		e.Args = NewTuple(elems...)
		return nil
	})
	attr("__cause__", func(e *Exception) Value { return orNone(e.Cause) }, func(e *Exception, v Value) error {
		if _, ok := v.(*Exception); !ok && v != None {
			return TypeErrorf("exception cause must be None or derive from BaseException")
		}
		e.Cause, e.SuppressContext = v, true
		return nil
	})
	attr("__context__", func(e *Exception) Value {
		if e.Context == nil {
			return None
		}
		return e.Context
	}, func(e *Exception, v Value) error {
		c, ok := v.(*Exception)
		if !ok && v != None {
			return TypeErrorf("exception context must be None or derive from BaseException")
		}
		e.Context = c
		return nil
	})
	attr("__suppress_context__", func(e *Exception) Value { return Bool(e.SuppressContext) }, func(e *Exception, v Value) error {
		n, ok := v.(Bool)
		if !ok {
			return TypeErrorf("attribute value type must be bool")
		}
		e.SuppressContext = bool(n)
		return nil
	})
	attr("__traceback__", func(e *Exception) Value {
		if v, ok := e.Slots.GetStr("__traceback__"); ok {
			return v
		}
		if len(e.Traceback) == 0 && !e.Raised {
			return None
		}
		tb := NewInstance(TracebackType)
		tb.Payload = e.Traceback
		e.setMember("__traceback__", tb)
		return tb
	}, func(e *Exception, v Value) error {
		if v != None && !IsInstance(v, TracebackType) {
			return TypeErrorf("__traceback__ must be a traceback or None")
		}
		e.setMember("__traceback__", v)
		if v == None {
			e.Traceback, e.Raised = nil, false
		}
		return nil
	})
	b.Dict.SetStr("__dict__", &GetSet{Name: "__dict__", Owner: b, Get: func(t *Thread, self Value) (Value, error) {
		e := self.(*Exception)
		t.Reading(&e.Header)
		return attrsOf(&e.Header), nil
	}, Set: setDict})
	b.Def("with_traceback(self, tb, /)", func(t *Thread, a []Value) (Value, error) {
		return a[0], SetAttr(t, a[0], "__traceback__", a[1])
	})
	b.Def("add_note(self, note, /)", func(t *Thread, a []Value) (Value, error) {
		if _, ok := a[1].(*Str); !ok {
			return nil, TypeErrorf("note must be a str, not '%s'", a[1].Type().Name)
		}
		notes, err := LookupAttr(t, a[0], "__notes__")
		if err != nil {
			return nil, err
		}
		if notes == nil {
			notes = NewList(nil)
			if err := SetAttr(t, a[0], "__notes__", notes); err != nil {
				return nil, err
			}
		}
		list, ok := notes.(*List)
		if !ok {
			return nil, TypeErrorf("Cannot add note: __notes__ is not a list")
		}
		t.Touch(&list.Header)
		list.Elems = append(list.Elems, a[1])
		return None, nil
	})
	b.Def("__setstate__(self, state, /)", func(t *Thread, a []Value) (Value, error) {
		return nil, Unknownf("pickling is outside what is known")
	})
	TracebackType.Final = true
	for _, name := range []string{"tb_frame", "tb_lineno", "tb_lasti", "tb_next"} {
		TracebackType.DefAttr(name, func(t *Thread, self Value) (Value, error) {
			return nil, Unknownf("the contents of a traceback are outside what is known")
		})
	}
}

// TracebackType is the class of __traceback__.
var TracebackType = NewBuiltinType("traceback", ObjectType)

// newException is BaseException.__new__.
func newException(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if err := t.Alloc(160); err != nil {
		return nil, err
	}
	e := NewException(cls, append([]Value(nil), args...)...)
	e.Slots = NewDict()
	return e, nil
}

// exceptionStr is BaseException.__str__.
func exceptionStr(t *Thread, e *Exception) (Value, error) {
	t.Reading(&e.Header)
	var s string
	var err error
	switch len(e.Args.Elems) {
	case 0:
	case 1:
		s, err = Text(t, e.Args.Elems[0])
	default:
		s, err = Repr(t, e.Args)
	}
	if err != nil {
		return nil, err
	}
	return NewStr(s), nil
}

// setMember stores a member that is no attribute of __dict__.
func (e *Exception) setMember(name string, v Value) {
	if e.Slots == nil {
		e.Slots = NewDict()
	}
	e.Slots.SetStr(name, v)
}

// MatchException reports whether "except cls" catches exc.
func MatchException(t *Thread, exc *Exception, cls Value) (bool, error) {
	if err := firstUnknown(cls); err != nil {
		return false, err
	}
	classes := []Value{cls}
	if tuple, ok := cls.(*Tuple); ok {
		classes = tuple.Elems
	}
	for _, c := range classes {
		if err := firstUnknown(c); err != nil {
			return false, err
		}
		if m, ok := c.(*Type); !ok || !m.IsSubtype(BaseException) {
			return false, TypeErrorf("catching classes that do not inherit from BaseException is not allowed")
		}
	}
	for _, c := range classes {
		if exc.Type().IsSubtype(c.(*Type)) {
			return true, nil
		}
	}
	return false, nil
}
