package value

func init() {
	functionAttrs()
	methodAttrs()
	builtinAttrs()
	moduleAttrs()
	NoneType.Def("__bool__(self, /)", func(t *Thread, a []Value) (Value, error) { return False, nil })
	for _, s := range []*Singleton{None, NotImplemented, Ellipsis} {
		s.typ.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
			if len(args)+len(kwargs) > 0 {
				return nil, TypeErrorf("%s takes no arguments", cls.Name)
			}
			return s, nil
		}
		s.typ.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) { return NewStr(s.name), nil })
	}
}

func functionAttrs() {
	attr := func(name string, get func(f *Function) Value, set func(f *Function, v Value) error) {
		FunctionType.Dict.SetStr(name, &GetSet{Name: name, Owner: FunctionType, Get: func(t *Thread, self Value) (Value, error) {
			f := self.(*Function)
			t.Reading(&f.Header)
			return get(f), nil
		}, Set: func(t *Thread, self, v Value) error {
			if set == nil {
				return Raisef(AttributeError, "readonly attribute")
			}
			f := self.(*Function)
			t.Touch(&f.Header)
			return set(f, v)
		}})
	}
	attr("__name__", func(f *Function) Value { return NewStr(f.Name) }, func(f *Function, v Value) error {
		s, ok := v.(*Str)
		if !ok {
			return TypeErrorf("__name__ must be set to a string object")
		}
		f.Name = s.s
		return nil
	})
	attr("__qualname__", func(f *Function) Value { return NewStr(f.Qualname) }, func(f *Function, v Value) error {
		s, ok := v.(*Str)
		if !ok {
			return TypeErrorf("__qualname__ must be set to a string object")
		}
		f.Qualname = s.s
		return nil
	})
	attr("__module__", func(f *Function) Value {
		if v, ok := f.Slots.GetStr("__module__"); ok {
			return v
		}
		return NewStr(f.Module)
	}, func(f *Function, v Value) error {
		if s, ok := v.(*Str); ok {
			f.Module = s.s
		}
		if f.Slots == nil {
			f.Slots = NewDict()
		}
		f.Slots.SetStr("__module__", orNone(v))
		return nil
	})
	attr("__doc__", func(f *Function) Value { return orNone(f.Doc) }, func(f *Function, v Value) error {
		f.Doc = orNone(v)
		return nil
	})
	attr("__defaults__", func(f *Function) Value {
		if len(f.Defaults) == 0 {
			return None
		}
		return NewTuple(append([]Value(nil), f.Defaults...)...)
	}, func(f *Function, v Value) error {
		switch v := orNone(v).(type) {
		case *Tuple:
			f.Defaults = append([]Value(nil), v.Elems...)
		case *Singleton:
			f.Defaults = nil
		default:
			return TypeErrorf("__defaults__ must be set to a tuple object")
		}
		return nil
	})
	attr("__kwdefaults__", func(f *Function) Value {
		if f.KwDefaults == nil {
			return None
		}
		return f.KwDefaults
	}, func(f *Function, v Value) error {
		switch v := orNone(v).(type) {
		case *Dict:
			f.KwDefaults = v
		case *Singleton:
			f.KwDefaults = nil
		default:
			return TypeErrorf("__kwdefaults__ must be set to a dict object")
		}
		return nil
	})
	attr("__annotations__", func(f *Function) Value {
		if f.Annotations == nil {
			f.Annotations = NewDict()
		}
		return f.Annotations
	}, func(f *Function, v Value) error {
		switch v := orNone(v).(type) {
		case *Dict:
			f.Annotations = v
		case *Singleton:
			f.Annotations = nil
		default:
			return TypeErrorf("__annotations__ must be set to a dict object")
		}
		return nil
	})
	attr("__globals__", func(f *Function) Value {
		if _, native := f.Code.(interface{ Native() }); native {
			return &Unknown{Reason: "the globals of a module of the library"}
		}
		return f.Globals
	}, nil)
	FunctionType.Dict.SetStr("__dict__", &GetSet{Name: "__dict__", Owner: FunctionType, Get: func(t *Thread, self Value) (Value, error) {
		f := self.(*Function)
		t.Reading(&f.Header)
		return attrsOf(&f.Header), nil
	}, Set: setDict})
	for _, name := range []string{"__code__", "__closure__", "__builtins__"} {
		FunctionType.Dict.SetStr(name, &GetSet{Name: name, Owner: FunctionType, Get: func(t *Thread, self Value) (Value, error) {
			if d, ok := self.(*Function).Code.(CodeDescriber); ok {
				return d.Describe(t, self.(*Function), name)
			}
			return nil, Unknownf("the %s of a function is outside what is known", name)
		}, Set: func(t *Thread, self, v Value) error {
			u := Unknownf("changing the %s of a function is outside what is known", name).(*UnknownError)
			u.Halt = true
			return u
		}})
	}
	FunctionType.DefRaw("__call__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		return Call(t, args[0], args[1:], kwargs)
	})
	FunctionType.Def("__get__(self, instance, owner=None, /)", bindGet)
	FunctionType.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		return nil, Unknownf("the repr of a function holds its address")
	})
}

// CodeDescriber is implemented by code that can answer __code__ and
// __closure__ of its functions.
type CodeDescriber interface {
	Describe(t *Thread, f *Function, name string) (Value, error)
}

// bindGet is __get__ of functions.
func bindGet(t *Thread, a []Value) (Value, error) {
	if a[1] == None {
		if a[2] == None {
			return nil, TypeErrorf("__get__(None, None) is invalid")
		}
		return a[0], nil
	}
	return Bind(t, a[0], a[1], a[1].Type())
}

func methodAttrs() {
	m := MethodType
	m.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(args) != 2 || len(kwargs) > 0 {
			return nil, TypeErrorf("method expected 2 arguments, got %d", len(args))
		}
		if err := firstUnknown(args...); err != nil {
			return nil, err
		}
		if !Callable(args[0]) {
			return nil, TypeErrorf("first argument must be callable")
		}
		if args[1] == None {
			return nil, TypeErrorf("self must not be None")
		}
		return &Method{Func: args[0], Self: args[1]}, nil
	}
	m.DefAttr("__self__", func(t *Thread, self Value) (Value, error) { return self.(*Method).Self, nil })
	m.DefAttr("__func__", func(t *Thread, self Value) (Value, error) { return self.(*Method).Func, nil })
	m.DefAttr("__doc__", func(t *Thread, self Value) (Value, error) { return GetAttr(t, self.(*Method).Func, "__doc__") })
	m.DefRaw("__call__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		return Call(t, args[0], args[1:], kwargs)
	})
	m.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		f := a[0].(*Method)
		name := "?"
		for _, attr := range []string{"__qualname__", "__name__"} {
			got, err := LookupAttr(t, f.Func, attr)
			if err != nil {
				return nil, err
			}
			if s, ok := got.(*Str); ok {
				name = s.s
				break
			}
		}
		self, err := Repr(t, f.Self)
		if err != nil {
			return nil, err
		}
		return NewStr("<bound method " + name + " of " + self + ">"), nil
	})
	m.Def("__eq__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		x := a[0].(*Method)
		y, ok := a[1].(*Method)
		if !ok {
			return NotImplemented, nil
		}
		if !Identical(x.Func, y.Func) {
			eq, err := Equal(t, x.Func, y.Func)
			if err != nil || !eq {
				return Bool(eq), err
			}
		}
		same, err := Is(x.Self, y.Self)
		return Bool(same), err
	})
}

// methodGetAttr looks up an attribute of a bound method, then of its function;
// nil, nil: not there.
func methodGetAttr(t *Thread, m *Method, name string) (Value, error) {
	if _, ok := MethodType.Lookup(name); ok {
		return GenericGetAttr(t, m, name)
	}
	return GetAttr(t, m.Func, name)
}

func builtinAttrs() {
	for _, c := range []*Type{BuiltinType, MethodDescType, SlotWrapperType, MethodWrapperType} {
		c.DefAttr("__name__", func(t *Thread, self Value) (Value, error) { return NewStr(self.(*Builtin).Name), nil })
		c.DefAttr("__qualname__", func(t *Thread, self Value) (Value, error) {
			b := self.(*Builtin)
			if b.Owner != nil {
				return NewStr(b.Owner.Qualname + "." + b.Name), nil
			}
			if cls, ok := b.Self.(*Type); ok {
				return NewStr(cls.Qualname + "." + b.Name), nil
			}
			return NewStr(b.Name), nil
		})
		c.DefAttr("__doc__", func(t *Thread, self Value) (Value, error) {
			if b := self.(*Builtin); b.Doc != "" {
				return NewStr(b.Doc), nil
			}
			return nil, Unknownf("the documentation of built-in functions is outside what is known")
		})
		c.DefAttr("__text_signature__", func(t *Thread, self Value) (Value, error) {
			return nil, Unknownf("the signatures of built-in functions are outside what is known")
		})
		c.DefRaw("__call__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			return Call(t, args[0], args[1:], kwargs)
		})
	}
	BuiltinType.DefAttr("__module__", func(t *Thread, self Value) (Value, error) {
		b := self.(*Builtin)
		switch {
		case b.Self != nil:
			return None, nil
		case b.Mod == "":
			return NewStr("builtins"), nil
		}
		return NewStr(b.Mod), nil
	})
	objclass := func(_ *Thread, self Value) (Value, error) { return self.(*Builtin).Owner, nil }
	for _, c := range []*Type{BuiltinType, MethodWrapperType} {
		c.DefAttr("__self__", func(t *Thread, self Value) (Value, error) {
			b := self.(*Builtin)
			if b.Self != nil {
				return b.Self, nil
			}
			return nil, Unknownf("the __self__ of a built-in function is outside what is known")
		})
		c.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
			b := a[0].(*Builtin)
			if b.Self == nil {
				return NewStr("<built-in function " + b.Name + ">"), nil
			}
			return nil, addressError(b)
		})
		c.Def("__eq__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			x := a[0].(*Builtin)
			y, ok := a[1].(*Builtin)
			if !ok {
				return NotImplemented, nil
			}
			if x == y {
				return True, nil
			}
			if x.Self == nil || y.Self == nil || x.Owner != y.Owner || x.Name != y.Name {
				return False, nil
			}
			same, err := Is(x.Self, y.Self)
			return Bool(same), err
		})
	}
	MethodWrapperType.DefAttr("__objclass__", objclass)
	for _, c := range []*Type{MethodDescType, SlotWrapperType} {
		c.DefAttr("__objclass__", objclass)
		c.Def("__get__(self, instance, owner=None, /)", bindGet)
		c.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
			b := a[0].(*Builtin)
			kind := "method"
			if b.slot {
				kind = "slot wrapper"
			}
			return NewStr("<" + kind + " '" + b.Name + "' of '" + b.Owner.fullName() + "' objects>"), nil
		})
	}
}

// isSlotName reports whether built-in classes have the special method as a
// wrapper around a slot, not as an ordinary method.
func isSlotName(name string) bool {
	if len(name) < 5 || name[:2] != "__" {
		return false
	}
	switch name {
	case "__format__", "__reduce__", "__reduce_ex__", "__dir__", "__sizeof__", "__getstate__", "__setstate__", "__reversed__",
		"__instancecheck__", "__subclasscheck__", "__subclasses__", "__length_hint__", "__getnewargs__", "__getnewargs_ex__",
		"__round__", "__trunc__", "__floor__", "__ceil__", "__copy__", "__deepcopy__", "__missing__", "__enter__", "__exit__",
		"__complex__", "__bytes__", "__mro_entries__", "__set_name__":
		return false
	}
	return true
}

func moduleAttrs() {
	m := ModuleType
	m.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		mod := &Module{Globals: NewDict()}
		if cls != ModuleType {
			mod.Cls = cls
		}
		return mod, nil
	}
	m.Def("__init__(self, name, doc=None)", func(t *Thread, a []Value) (Value, error) {
		mod := a[0].(*Module)
		name, ok := a[1].(*Str)
		if !ok {
			return nil, TypeErrorf("module.__init__() argument 1 must be str, not %s", a[1].Type().Name)
		}
		mod.Name = name.s
		for _, e := range []struct {
			name string
			v    Value
		}{{"__name__", name}, {"__doc__", a[2]}, {"__package__", None}, {"__loader__", None}, {"__spec__", None}} {
			mod.Globals.SetStr(e.name, e.v)
		}
		return None, nil
	})
	m.DefAttr("__dict__", func(t *Thread, self Value) (Value, error) {
		mod := self.(*Module)
		if mod.Modelled() {
			return nil, Unknownf("the attributes of module '%s' are not all known", mod.Name)
		}
		t.Reading(&mod.Header)
		return mod.Globals, nil
	})
	m.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		mod := a[0].(*Module)
		if mod.File != "" || mod.Modelled() {
			return nil, Unknownf("the repr of a module holds its path")
		}
		return NewStr("<module " + StrRepr(mod.Name) + ">"), nil
	})
}
