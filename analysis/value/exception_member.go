package value

// Exceptions that the runtime itself raises carry their arguments only; the
// members that their classes' __init__ would have set are worked out when
// somebody asks. Those that the program makes have Slots from the start.

// settleMembers works out the members of an exception that has none yet.
func (e *Exception) settleMembers() {
	if e.Slots != nil {
		return
	}
	e.Slots = NewDict()
	if e.Cls.Heap {
		return
	}
	e.initMembers(e.Args.Elems)
}

// initMembers sets the members that come from positional arguments.
func (e *Exception) initMembers(args []Value) {
	first := func() Value {
		if len(args) > 0 {
			return args[0]
		}
		return None
	}
	switch c := e.Cls; {
	case c.IsSubtype(StopIteration):
		e.setMember("value", first())
	case c.IsSubtype(SystemExit):
		switch len(args) {
		case 0:
		case 1:
			e.setMember("code", args[0])
		default:
			e.setMember("code", e.Args)
		}
	case c.IsSubtype(ImportError):
		if len(args) == 1 {
			e.setMember("msg", args[0])
		}
	case c.IsSubtype(SyntaxError):
		if len(args) > 0 {
			e.setMember("msg", args[0])
		}
	}
}

// member defines an attribute that is None until it is set.
func member(c *Type, names ...string) {
	for _, name := range names {
		c.Dict.SetStr(name, &GetSet{Name: name, Owner: c, Slot: true, Get: func(t *Thread, self Value) (Value, error) {
			e := self.(*Exception)
			t.Reading(&e.Header)
			e.settleMembers()
			if v, ok := e.Slots.GetStr(name); ok {
				return v, nil
			}
			return None, nil
		}, Set: func(t *Thread, self, v Value) error {
			e := self.(*Exception)
			t.Touch(&e.Header)
			e.settleMembers()
			e.Slots.SetStr(name, orNone(v))
			return nil
		}})
	}
}

// initWith defines __init__ of an exception class that takes some keyword
// arguments, each a member.
func initWith(c *Type, then func(t *Thread, e *Exception) error, keywords ...string) {
	c.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		e := args[0].(*Exception)
		e.Args = NewTuple(append([]Value(nil), args[1:]...)...)
		e.Slots = NewDict()
		e.initMembers(args[1:])
	next:
		for _, k := range kwargs {
			for _, name := range keywords {
				if k.Name == name {
					e.setMember(name, k.Value)
					continue next
				}
			}
			if len(keywords) == 0 {
				return nil, TypeErrorf("%s() takes no keyword arguments", e.Cls.Name)
			}
			return nil, TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, c.Name)
		}
		if then != nil {
			return None, then(t, e)
		}
		return None, nil
	})
}

func init() {
	initWith(StopIteration, nil)
	member(StopIteration, "value")
	initWith(SystemExit, nil)
	member(SystemExit, "code")
	initWith(AttributeError, nil, "name", "obj")
	member(AttributeError, "name", "obj")
	initWith(NameError, nil, "name")
	member(NameError, "name")
	initWith(ImportError, nil, "name", "path")
	member(ImportError, "name", "path", "msg")
	ImportError.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) {
		e := a[0].(*Exception)
		e.settleMembers()
		if msg, ok := e.Slots.GetStr("msg"); ok && msg.Type() == StrType {
			return msg, nil
		}
		return exceptionStr(t, e)
	})
	KeyError.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) {
		e := a[0].(*Exception)
		t.Reading(&e.Header)
		if len(e.Args.Elems) != 1 {
			return exceptionStr(t, e)
		}
		s, err := Repr(t, e.Args.Elems[0])
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	initWith(SyntaxError, initSyntaxError)
	member(SyntaxError, "msg", "filename", "lineno", "offset", "text", "end_lineno", "end_offset", "print_file_and_line")
	SyntaxError.Def("__str__(self, /)", syntaxErrorStr)
	unicodeErrors()
}
