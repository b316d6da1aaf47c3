package value

import "strings"

func init() {
	Builtins["object"] = ObjectType
	Builtins["type"] = TypeType
	TypeType.New = newTypeObject
	TypeType.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		if n := len(args) - 1; n != 1 && n != 3 {
			return nil, TypeErrorf("type.__init__() takes 1 or 3 arguments")
		}
		if len(args) == 2 && len(kwargs) > 0 {
			return nil, TypeErrorf("type.__init__() takes no keyword arguments")
		}
		return None, nil
	})
	TypeType.DefRaw("__call__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		return TypeCall(t, args[0].(*Type), args[1:], kwargs)
	})
	TypeType.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) { return NewStr(a[0].(*Type).repr()), nil })
	TypeType.Def("mro(self, /)", func(t *Thread, a []Value) (Value, error) { return NewList(typeValues(a[0].(*Type).MRO)), nil })
	TypeType.Def("__subclasses__(self, /)", func(t *Thread, a []Value) (Value, error) {
		c := a[0].(*Type)
		if !c.Heap {
			return nil, Unknownf("the subclasses of a built-in class are outside what is known")
		}
		return NewList(typeValues(c.subclasses)), nil
	})
	TypeType.Def("__instancecheck__(self, instance, /)", func(t *Thread, a []Value) (Value, error) {
		ok, err := plainInstance(t, a[1], a[0].(*Type))
		return Bool(ok), err
	})
	TypeType.Def("__subclasscheck__(self, subclass, /)", func(t *Thread, a []Value) (Value, error) {
		ok, err := plainSubclass(t, a[1], a[0].(*Type))
		return Bool(ok), err
	})
	TypeType.Dict.SetStr("__prepare__", &ClassMethod{Func: NewRaw("__prepare__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		return NewDict(), nil
	})})
	TypeType.Def("__or__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return unionOf(t, a[0], a[1]) })
	TypeType.Def("__ror__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return unionOf(t, a[1], a[0]) })
	TypeType.Def("__getattribute__(self, name, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		got, err := getTypeAttr(t, a[0].(*Type), name)
		if err == nil && got == nil {
			err = missingAttr(a[0], name)
		}
		return got, err
	})
	TypeType.Def("__setattr__(self, name, value, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		return None, GenericSetAttr(t, a[0], name, a[2])
	})
	TypeType.Def("__delattr__(self, name, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		return None, GenericSetAttr(t, a[0], name, nil)
	})
	TypeType.Def("__dir__(self, /)", func(t *Thread, a []Value) (Value, error) {
		names, err := attributeNames(t, a[0])
		if err != nil {
			return nil, err
		}
		return NewList(names), nil
	})

	attr := func(name string, get func(t *Thread, c *Type) (Value, error), set func(t *Thread, c *Type, v Value) error) {
		g := &GetSet{Name: name, Owner: TypeType, Get: func(t *Thread, self Value) (Value, error) { return get(t, self.(*Type)) }}
		g.Set = func(t *Thread, self, v Value) error {
			c := self.(*Type)
			if set == nil {
				return Raisef(AttributeError, "attribute '%s' of 'type' objects is not writable", name)
			}
			if !c.Heap || v == nil && name != "__abstractmethods__" && name != "__annotations__" {
				what := "set"
				if v == nil {
					what = "delete"
				}
				return TypeErrorf("cannot %s '%s' attribute of immutable type '%s'", what, name, c.Name)
			}
			t.Touch(&c.Header)
			return set(t, c, v)
		}
		TypeType.Dict.SetStr(name, g)
	}
	attr("__name__", func(t *Thread, c *Type) (Value, error) {
		if i := strings.LastIndexByte(c.Name, '.'); i >= 0 && !c.Heap {
			return NewStr(c.Name[i+1:]), nil // messages call it by its full name
		}
		return NewStr(c.Name), nil
	}, func(t *Thread, c *Type, v Value) error {
		s, ok := v.(*Str)
		if !ok {
			return TypeErrorf("can only assign string to %s.__name__, not '%s'", c.Name, v.Type().Name)
		}
		c.Name = s.s
		return nil
	})
	attr("__qualname__", func(t *Thread, c *Type) (Value, error) { return NewStr(c.Qualname), nil }, func(t *Thread, c *Type, v Value) error {
		s, ok := v.(*Str)
		if !ok {
			return TypeErrorf("can only assign string to %s.__qualname__, not '%s'", c.Name, v.Type().Name)
		}
		c.Qualname = s.s
		return nil
	})
	attr("__module__", func(t *Thread, c *Type) (Value, error) {
		if !c.Heap {
			return NewStr(c.Module), nil
		}
		if m, ok := c.Dict.GetStr("__module__"); ok {
			return m, nil
		}
		return nil, Raisef(AttributeError, "__module__")
	}, func(t *Thread, c *Type, v Value) error {
		c.Dict.SetStr("__module__", v)
		if s, ok := v.(*Str); ok {
			c.Module = s.s
		}
		return nil
	})
	attr("__bases__", func(t *Thread, c *Type) (Value, error) { return NewTuple(typeValues(c.Bases)...), nil }, setBases)
	attr("__base__", func(t *Thread, c *Type) (Value, error) {
		if b := c.base(); b != nil {
			return b, nil
		}
		return None, nil
	}, nil)
	attr("__mro__", func(t *Thread, c *Type) (Value, error) { return NewTuple(typeValues(c.MRO)...), nil }, nil)
	attr("__dict__", func(t *Thread, c *Type) (Value, error) { return &MappingProxy{Mapping: c.Dict, Of: c}, nil }, nil)
	attr("__doc__", func(t *Thread, c *Type) (Value, error) {
		doc, ok := c.Dict.GetStr("__doc__")
		if !ok {
			if c.Heap {
				return None, nil
			}
			return nil, Unknownf("the documentation of built-in classes is outside what is known")
		}
		return Bind(t, doc, nil, c)
	}, func(t *Thread, c *Type, v Value) error {
		c.Dict.SetStr("__doc__", v)
		return nil
	})
	attr("__annotations__", func(t *Thread, c *Type) (Value, error) {
		if !c.Heap {
			return nil, Raisef(AttributeError, "type object '%s' has no attribute '__annotations__'", c.Name)
		}
		if a, ok := c.Dict.GetStr("__annotations__"); ok {
			return a, nil
		}
		a := NewDict()
		c.Dict.SetStr("__annotations__", a)
		return a, nil
	}, func(t *Thread, c *Type, v Value) error {
		if v == nil {
			if !c.Dict.DeleteStr("__annotations__") {
				return Raisef(AttributeError, "__annotations__")
			}
			return nil
		}
		c.Dict.SetStr("__annotations__", v)
		return nil
	})
	attr("__abstractmethods__", func(t *Thread, c *Type) (Value, error) {
		if v, ok := c.Dict.GetStr("__abstractmethods__"); ok && c != TypeType {
			return v, nil
		}
		return nil, Raisef(AttributeError, "__abstractmethods__")
	}, func(t *Thread, c *Type, v Value) error {
		if v == nil {
			if !c.Dict.DeleteStr("__abstractmethods__") {
				return Raisef(AttributeError, "__abstractmethods__")
			}
			return nil
		}
		c.Dict.SetStr("__abstractmethods__", v)
		return nil
	})
	for _, name := range []string{"__basicsize__", "__itemsize__", "__flags__", "__dictoffset__", "__weakrefoffset__", "__text_signature__"} {
		attr(name, func(t *Thread, c *Type) (Value, error) {
			return nil, Unknownf("the %s of a class is outside what is known", name)
		}, nil)
	}
}

// repr returns repr(c) as type.__repr__ makes it.
func (c *Type) repr() string {
	if c.Module == "builtins" || c.Module == "" {
		return "<class '" + c.Qualname + "'>"
	}
	return "<class '" + c.Module + "." + c.Qualname + "'>"
}

func typeValues(cs []*Type) []Value {
	vs := make([]Value, len(cs))
	for i, c := range cs {
		vs[i] = c
	}
	return vs
}

// base returns c.__base__, the base that determines what instances hold, or nil
// for object.
func (c *Type) base() *Type {
	switch {
	case c.best != nil:
		return c.best
	case len(c.Bases) == 0:
		return nil
	case len(c.Bases) == 1:
		return c.Bases[0]
	}
	b, err := bestBase(c.Bases)
	if err != nil {
		return c.Bases[0]
	}
	return b
}

// thin are the built-in exceptions that hold nothing that their base does not:
// classes can be derived from several of them at once.
func thin(c *Type) bool {
	if !c.IsSubtype(BaseException) || c == BaseException {
		return false
	}
	switch c {
	case SystemExit, StopIteration, ImportError, OSError, SyntaxError, UnicodeDecodeError, UnicodeEncodeError,
		UnicodeTranslateError, NameError, AttributeError, BaseExceptionGroup:
		return false
	}
	return true
}

// solidBase returns the nearest class, from c on, that adds to what instances
// hold.
func solidBase(c *Type) *Type {
	for {
		switch {
		case c.Heap && addsSlots(c):
			return c
		case !c.Heap && c != BoolType && !thin(c):
			return c
		}
		next := c.base()
		if next == nil {
			return c
		}
		c = next
	}
}

// addsSlots reports whether c's own __slots__ name attributes.
func addsSlots(c *Type) bool {
	for _, n := range c.SlotNames {
		if n != "__dict__" && n != "__weakref__" {
			return true
		}
	}
	return false
}

// bestBase picks among bases the one whose layout a class derived from all of
// them has.
func bestBase(bases []*Type) (*Type, error) {
	var winner, base *Type
	for _, b := range bases {
		if b.Final {
			return nil, TypeErrorf("type '%s' is not an acceptable base type", b.fullName())
		}
		candidate := solidBase(b)
		switch {
		case winner == nil:
			winner, base = candidate, b
		case winner.IsSubtype(candidate):
		case candidate.IsSubtype(winner):
			winner, base = candidate, b
		default:
			return nil, TypeErrorf("multiple bases have instance lay-out conflict")
		}
	}
	return base, nil
}

// fullName is the name of a built-in class as messages that print tp_name show
// it: with its module, unless that is builtins.
func (c *Type) fullName() string {
	if c.Heap || c.Module == "builtins" || c.Module == "" || strings.HasPrefix(c.Name, c.Module+".") {
		return c.Name
	}
	return c.Module + "." + c.Name
}

// setBases is the setter of type.__bases__.
func setBases(t *Thread, c *Type, v Value) error {
	tuple, ok := v.(*Tuple)
	if !ok {
		return TypeErrorf("can only assign tuple to %s.__bases__, not %s", c.Name, v.Type().Name)
	}
	if len(tuple.Elems) == 0 {
		return TypeErrorf("can only assign non-empty tuple to %s.__bases__, not ()", c.Name)
	}
	return Unknownf("changing the bases of a class is outside what is known")
}

// init marks the classes that cannot be subclassed.
func init() {
	for _, c := range []*Type{BoolType, NoneType, NotImplementedType, EllipsisType, SliceType, RangeType, FunctionType,
		BuiltinType, MethodDescType, SlotWrapperType, MethodWrapperType, MethodType, GetSetType, MemberType, UnknownType} {
		c.Final = true
	}
}

// Subclasses returns the direct subclasses of a class of the program or of a
// library model, in the order in which they were made.
func (c *Type) Subclasses() []*Type { return append([]*Type(nil), c.subclasses...) }
