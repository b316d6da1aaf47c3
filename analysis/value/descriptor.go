package value

func init() {
	for _, c := range []*Type{PropertyType, ClassMethodType, StaticMethodType} {
		Builtins[c.Name] = c
	}
	PropertyType.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		p := &Property{}
		if cls != PropertyType {
			p.Cls = cls
		}
		return p, nil
	}
	PropertyType.Def("__init__(self, fget=None, fset=None, fdel=None, doc=None)", propertyInit)
	PropertyType.Def("getter(self, fget, /)", func(t *Thread, a []Value) (Value, error) {
		p := a[0].(*Property)
		return propertyCopy(t, p, a[1], p.Set, p.Del)
	})
	PropertyType.Def("setter(self, fset, /)", func(t *Thread, a []Value) (Value, error) {
		p := a[0].(*Property)
		return propertyCopy(t, p, p.Get, a[1], p.Del)
	})
	PropertyType.Def("deleter(self, fdel, /)", func(t *Thread, a []Value) (Value, error) {
		p := a[0].(*Property)
		return propertyCopy(t, p, p.Get, p.Set, a[1])
	})
	PropertyType.DefRaw("__set_name__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		if len(args) != 3 {
			return nil, TypeErrorf("__set_name__() takes 2 positional arguments but %d were given", len(args)-1)
		}
		args[0].(*Property).Name = args[2]
		return None, nil
	})
	PropertyType.Def("__get__(self, instance, owner=None, /)", func(t *Thread, a []Value) (Value, error) {
		if a[1] == None {
			return a[0], nil
		}
		return Bind(t, a[0], a[1], a[1].Type())
	})
	PropertyType.Def("__set__(self, instance, value, /)", func(t *Thread, a []Value) (Value, error) {
		return None, setProperty(t, a[0].(*Property), a[1], a[2])
	})
	PropertyType.Def("__delete__(self, instance, /)", func(t *Thread, a []Value) (Value, error) {
		return None, setProperty(t, a[0].(*Property), a[1], nil)
	})
	PropertyType.DefMember("fget", func(v Value) Value { return orNone(v.(*Property).Get) })
	PropertyType.DefMember("fset", func(v Value) Value { return orNone(v.(*Property).Set) })
	PropertyType.DefMember("fdel", func(v Value) Value { return orNone(v.(*Property).Del) })
	PropertyType.Dict.SetStr("__doc__", &GetSet{Name: "__doc__", Owner: PropertyType, Get: func(t *Thread, self Value) (Value, error) {
		return orNone(self.(*Property).Doc), nil
	}, Set: func(t *Thread, self, v Value) error {
		p := self.(*Property)
		t.Touch(&p.Header)
		p.Doc = v
		return nil
	}})
	PropertyType.DefAttr("__isabstractmethod__", func(t *Thread, self Value) (Value, error) {
		p := self.(*Property)
		return anyAbstract(t, p.Get, p.Set, p.Del)
	})

	wrapper := func(c *Type, make func(f Value, cls *Type) Value, get func(v Value) *Value) {
		c.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
			if cls == c {
				cls = nil
			}
			return make(None, cls), nil
		}
		c.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			if len(kwargs) > 0 {
				return nil, TypeErrorf("%s() takes no keyword arguments", c.Name)
			}
			if len(args) != 2 {
				return nil, TypeErrorf("%s expected 1 argument, got %d", c.Name, len(args)-1)
			}
			*get(args[0]) = args[1]
			return None, copyWrapped(t, args[0], args[1])
		})
		c.DefAttr("__func__", func(t *Thread, self Value) (Value, error) { return *get(self), nil })
		c.DefAttr("__wrapped__", func(t *Thread, self Value) (Value, error) { return *get(self), nil })
		c.DefAttr("__isabstractmethod__", func(t *Thread, self Value) (Value, error) { return anyAbstract(t, *get(self)) })
		c.DefDict()
		c.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
			s, err := Repr(t, *get(a[0]))
			if err != nil {
				return nil, err
			}
			return NewStr("<" + c.Name + "(" + s + ")>"), nil
		})
		c.Def("__get__(self, instance, owner=None, /)", func(t *Thread, a []Value) (Value, error) {
			cls, ok := a[2].(*Type)
			if !ok {
				cls = a[1].Type()
			}
			return Bind(t, a[0], a[1], cls)
		})
	}
	wrapper(ClassMethodType, func(f Value, cls *Type) Value {
		return &ClassMethod{Header: Header{Cls: cls}, Func: f}
	}, func(v Value) *Value { return &v.(*ClassMethod).Func })
	wrapper(StaticMethodType, func(f Value, cls *Type) Value {
		return &StaticMethod{Header: Header{Cls: cls}, Func: f}
	}, func(v Value) *Value { return &v.(*StaticMethod).Func })
	StaticMethodType.DefRaw("__call__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		return Call(t, args[0].(*StaticMethod).Func, args[1:], kwargs)
	})

	for _, c := range []*Type{GetSetType, MemberType} {
		c.Def("__get__(self, instance, owner=None, /)", func(t *Thread, a []Value) (Value, error) {
			if a[1] == None {
				return a[0], nil
			}
			return a[0].(*GetSet).Get(t, a[1])
		})
		c.Def("__set__(self, instance, value, /)", func(t *Thread, a []Value) (Value, error) {
			return None, setGetSet(t, a[0].(*GetSet), a[1], a[2])
		})
		c.Def("__delete__(self, instance, /)", func(t *Thread, a []Value) (Value, error) {
			return None, setGetSet(t, a[0].(*GetSet), a[1], nil)
		})
		c.DefAttr("__name__", func(t *Thread, self Value) (Value, error) { return NewStr(self.(*GetSet).Name), nil })
		c.DefAttr("__qualname__", func(t *Thread, self Value) (Value, error) {
			g := self.(*GetSet)
			if g.Owner == nil {
				return NewStr(g.Name), nil
			}
			return NewStr(g.Owner.Qualname + "." + g.Name), nil
		})
		c.DefAttr("__objclass__", func(t *Thread, self Value) (Value, error) {
			if o := self.(*GetSet).Owner; o != nil {
				return o, nil
			}
			return nil, Unknownf("the class of an attribute is outside what is known")
		})
		c.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
			g := a[0].(*GetSet)
			if g.Owner == nil {
				return nil, addressError(g)
			}
			kind := "attribute"
			if g.Slot {
				kind = "member"
			}
			return NewStr("<" + kind + " '" + g.Name + "' of '" + g.Owner.Name + "' objects>"), nil
		})
	}
}

func orNone(v Value) Value {
	if v == nil {
		return None
	}
	return v
}

func attrsOf(h *Header) *Dict {
	if h.Attrs == nil {
		h.Attrs = NewDict()
	}
	return h.Attrs
}

func setGetSet(t *Thread, g *GetSet, obj, v Value) error {
	if g.Set == nil {
		return Raisef(AttributeError, "attribute '%s' of '%s' objects is not writable", g.Name, obj.Type().Name)
	}
	return g.Set(t, obj, v)
}

func propertyInit(t *Thread, a []Value) (Value, error) {
	p := a[0].(*Property)
	t.Touch(&p.Header)
	p.Get, p.Set, p.Del, p.Doc = a[1], a[2], a[3], a[4]
	if p.Doc == None && p.Get != None {
		doc, err := LookupAttr(t, p.Get, "__doc__")
		if _, unknown := err.(*UnknownError); unknown {
			return None, nil // built-ins' documentation is not kept
		}
		if err != nil {
			return nil, err
		}
		p.Doc, p.getterDoc = doc, doc != nil && doc != None
		if p.Cls != nil && p.getterDoc {
			// The documentation of a subclass hides the attribute of property.
			return None, SetAttr(t, p, "__doc__", doc)
		}
	}
	return None, nil
}

// propertyCopy returns p with other functions, as @p.setter makes it.
func propertyCopy(t *Thread, p *Property, get, set, del Value) (Value, error) {
	if p.Cls == nil {
		c := &Property{Get: get, Set: set, Del: del, Doc: p.Doc, Name: p.Name, getterDoc: p.getterDoc}
		if p.getterDoc && get != nil && get != None || p.Doc == nil {
			c.Doc = None
			if f, ok := get.(*Function); ok {
				c.Doc = orNone(f.Doc)
			}
			c.getterDoc = c.Doc != None
		}
		return c, nil
	}
	doc := orNone(p.Doc)
	if p.getterDoc && get != nil && get != None {
		doc = None
	}
	got, err := Call(t, p.Cls, []Value{orNone(get), orNone(set), orNone(del), doc}, nil)
	if q, ok := got.(*Property); ok {
		q.Name = p.Name
	}
	return got, err
}

// setProperty is what assigning to the property of obj does, or, with a nil x,
// deleting it.
func setProperty(t *Thread, p *Property, obj, x Value) error {
	f, what := p.Set, "setter"
	if x == nil {
		f, what = p.Del, "deleter"
	}
	if f == nil || f == None {
		return Raisef(AttributeError, "property %sof %s object has no %s", propertyName(p), StrRepr(obj.Type().Qualname), what)
	}
	args := []Value{obj, x}
	if x == nil {
		args = args[:1]
	}
	_, err := Call(t, f, args, nil)
	return err
}

// anyAbstract reports whether one of the functions is an abstract method.
func anyAbstract(t *Thread, fs ...Value) (Value, error) {
	for _, f := range fs {
		if f == nil {
			continue
		}
		abstract, err := IsAbstract(t, f)
		if err != nil || abstract {
			return Bool(abstract), err
		}
	}
	return False, nil
}

// IsAbstract reports whether v.__isabstractmethod__ is true.
func IsAbstract(t *Thread, v Value) (bool, error) {
	switch v := v.(type) {
	case *Function:
		if v.Attrs == nil {
			return false, nil
		}
	case *ClassMethod:
		if v.Cls == nil {
			return IsAbstract(t, v.Func)
		}
	case *StaticMethod:
		if v.Cls == nil {
			return IsAbstract(t, v.Func)
		}
	case *Builtin, *Str, *GetSet, *Singleton, Bool, Int, *Tuple:
		if !v.Type().Heap {
			return false, nil
		}
	}
	got, err := LookupAttr(t, v, "__isabstractmethod__")
	if err != nil || got == nil {
		return false, err
	}
	return Truth(t, got)
}

// copyWrapped gives a classmethod or staticmethod the attributes of the
// function in it.
func copyWrapped(t *Thread, wrapper, f Value) error {
	h := Head(wrapper)
	t.Touch(h)
	for _, name := range []string{"__module__", "__name__", "__qualname__", "__doc__", "__annotations__"} {
		got, err := LookupAttr(t, f, name)
		if _, unknown := err.(*UnknownError); unknown {
			continue
		}
		if err != nil {
			return err
		}
		if got != nil {
			attrsOf(h).SetStr(name, got)
		}
	}
	if f, ok := f.(*Function); ok && f.Attrs != nil {
		for _, k := range f.Attrs.Keys() {
			if s, ok := k.(*Str); ok {
				v, _ := f.Attrs.GetStr(s.s)
				attrsOf(h).SetStr(s.s, v)
			}
		}
	}
	return nil
}
