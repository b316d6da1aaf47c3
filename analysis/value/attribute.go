package value

// GetAttr is getattr(v, name).
func GetAttr(t *Thread, v Value, name string) (Value, error) {
	got, err := getAttr(t, v, name)
	if err == nil && got != nil {
		return got, nil
	}
	if err != nil {
		if _, ok := IsRaised(err, AttributeError); !ok {
			return nil, err
		}
	}
	if h, ok := v.Type().Lookup("__getattr__"); ok {
		return callSpecial(t, h, v, NewStr(name))
	}
	if m, ok := v.(*Module); ok {
		if h, ok := m.Globals.GetStr("__getattr__"); ok {
			return Call(t, h, []Value{NewStr(name)}, nil)
		}
		if m.Open {
			return nil, &UnknownError{Reason: m.Name + "." + name}
		}
	}
	if u := unmodelled(v, name); u != nil {
		return nil, u
	}
	if err == nil {
		err = missingAttr(v, name)
	}
	return nil, err
}

// unmodelled returns the error for an attribute that is missing here but not,
// or perhaps not, in CPython; nil if it is missing there too.
func unmodelled(v Value, name string) error {
	if m, ok := v.(*Module); ok && m.Modelled() {
		if m.Lists != nil && !m.Lists(name) {
			return nil
		}
		return Unknownf("%s.%s", m.Name, name)
	}
	search := func(c *Type) error {
		for _, m := range c.MRO {
			if m.Partial || !m.Heap && m.hasName(name) {
				return Unknownf("%s.%s", m.Name, name)
			}
		}
		return nil
	}
	if c, ok := v.(*Type); ok {
		if err := search(c); err != nil {
			return err
		}
	}
	return search(v.Type())
}

// LookupAttr is GetAttr that returns nil for an attribute that is not there.
func LookupAttr(t *Thread, v Value, name string) (Value, error) {
	got, err := GetAttr(t, v, name)
	if _, ok := IsRaised(err, AttributeError); ok {
		return nil, nil
	}
	return got, err
}

// getAttr is the look-up without __getattr__; nil, nil: not there.
func getAttr(t *Thread, v Value, name string) (Value, error) {
	if u, ok := v.(*Unknown); ok {
		return nil, &UnknownError{Reason: u.Reason}
	}
	if cls := v.Type(); cls.Heap && !cls.ReadsPlainly() {
		if h, ok := cls.Lookup("__getattribute__"); ok {
			if b, isNative := h.(*Builtin); !isNative || b.Owner != ObjectType && b.Owner != TypeType {
				return callSpecial(t, h, v, NewStr(name))
			}
		}
	}
	return genericGet(t, v, name)
}

// GenericGetAttr is object.__getattribute__; nil, nil: not there.
func GenericGetAttr(t *Thread, v Value, name string) (Value, error) {
	cls := v.Type()
	t.readingClass(cls)
	attr, found := cls.Lookup(name)
	if found && isDataDescriptor(attr) && isDescriptor(attr) {
		return Bind(t, attr, v, cls)
	}
	if h := Head(v); h != nil {
		t.Reading(h)
		if h.Attrs != nil {
			t.Reading(&h.Attrs.Header) // the program may change __dict__ itself
		}
		if got, ok := h.Attrs.GetStr(name); ok {
			return got, nil
		}
	}
	if found {
		return Bind(t, attr, v, cls)
	}
	return nil, nil
}

// readingClass records that attributes of c and its bases are used.
func (t *Thread) readingClass(c *Type) {
	if t.Tainted == 0 {
		return
	}
	for _, m := range c.MRO {
		if m.Heap {
			t.Reading(&m.Header)
		}
	}
}

func getTypeAttr(t *Thread, c *Type, name string) (Value, error) {
	meta := c.Type()
	metaAttr, inMeta := meta.Lookup(name)
	if inMeta && isDataDescriptor(metaAttr) && isDescriptor(metaAttr) {
		return Bind(t, metaAttr, c, meta)
	}
	t.readingClass(c)
	if attr, ok := c.Lookup(name); ok {
		return Bind(t, attr, nil, c)
	}
	if inMeta {
		return Bind(t, metaAttr, c, meta)
	}
	return nil, nil
}

// Bind is what __get__ does: attr was found in class cls, and is asked for
// through obj, or through the class itself when obj is nil.
func Bind(t *Thread, attr, obj Value, cls *Type) (Value, error) {
	switch a := attr.(type) {
	case *Function:
		if obj == nil {
			return a, nil
		}
		return &Method{Self: obj, Func: a}, nil
	case *Builtin:
		if obj == nil || a.Owner == nil || a.Self != nil {
			return a, nil
		}
		b := *a
		b.Self = obj
		return &b, nil
	case *ClassMethod:
		switch f := a.Func.(type) {
		case *Function:
		case *Builtin:
			if f.Self != nil {
				break
			}
			if f.Owner != nil && !IsInstance(cls, f.Owner) {
				return nil, f.wrongSelf(cls)
			}
			c := *f
			c.Self = cls
			return &c, nil
		default:
			// A classmethod around a descriptor (a property) chains to it.
			if isDescriptor(f) {
				return Bind(t, f, cls, cls)
			}
		}
		return &Method{Self: cls, Func: a.Func}, nil
	case *StaticMethod:
		return a.Func, nil
	case *Property:
		if obj == nil {
			return a, nil
		}
		if a.Get == nil || a.Get == None {
			return nil, Raisef(AttributeError, "property %sof %s object has no getter", propertyName(a), StrRepr(cls.Qualname))
		}
		return Call(t, a.Get, []Value{obj}, nil)
	case *GetSet:
		if obj == nil {
			return a, nil
		}
		return a.Get(t, obj)
	}
	if h, ok := attr.Type().Lookup("__get__"); ok {
		if obj == nil {
			return callSpecial(t, h, attr, None, cls)
		}
		return callSpecial(t, h, attr, obj, cls)
	}
	return attr, nil
}

func propertyName(p *Property) string {
	if n, ok := p.Name.(*Str); ok {
		return StrRepr(n.s) + " "
	}
	return ""
}

func isDescriptor(v Value) bool {
	switch v.(type) {
	case *Function, *Builtin, *ClassMethod, *StaticMethod, *Property, *GetSet:
		return true
	}
	_, ok := v.Type().Lookup("__get__")
	return ok
}

func isDataDescriptor(v Value) bool {
	switch v.(type) {
	case *Property, *GetSet:
		return true
	case *Function, *Builtin, *ClassMethod, *StaticMethod:
		return false
	}
	c := v.Type()
	if c.core() && c.MRO[len(c.MRO)-1] == ObjectType && len(c.MRO) <= 2 {
		return false // a built-in value that is no descriptor
	}
	if _, ok := c.Lookup("__set__"); ok {
		return true
	}
	_, ok := c.Lookup("__delete__")
	return ok
}

func missingAttr(v Value, name string) error {
	var e error
	switch v := v.(type) {
	case *Type:
		e = Raisef(AttributeError, "type object '%s' has no attribute '%s'", v.Name, name)
	case *Module:
		e = Raisef(AttributeError, "module '%s' has no attribute '%s'", v.Name, name)
	default:
		e = Raisef(AttributeError, "'%s' object has no attribute '%s'", v.Type().Name, name)
	}
	exc := e.(*Raised).Exc
	exc.Slots = NewDict()
	exc.Slots.SetStr("name", NewStr(name))
	exc.Slots.SetStr("obj", v)
	return e
}

// SetAttr is setattr(v, name, x).
func SetAttr(t *Thread, v Value, name string, x Value) error {
	if u, ok := v.(*Unknown); ok {
		return &UnknownError{Reason: u.Reason}
	}
	cls := v.Type()
	if cls.Heap {
		if cls.refresh(); cls.cache.plainSet {
			return GenericSetAttr(t, v, name, x)
		}
	}
	if h, ok := cls.Lookup("__setattr__"); ok {
		if b, isNative := h.(*Builtin); !isNative || b.Owner != ObjectType && b.Owner != TypeType {
			_, err := callSpecial(t, h, v, NewStr(name), x)
			return err
		}
	}
	return GenericSetAttr(t, v, name, x)
}

// DelAttr is delattr(v, name).
func DelAttr(t *Thread, v Value, name string) error {
	if u, ok := v.(*Unknown); ok {
		return &UnknownError{Reason: u.Reason}
	}
	cls := v.Type()
	if h, ok := cls.Lookup("__delattr__"); ok {
		if b, isNative := h.(*Builtin); !isNative || b.Owner != ObjectType && b.Owner != TypeType {
			_, err := callSpecial(t, h, v, NewStr(name))
			return err
		}
	}
	return GenericSetAttr(t, v, name, nil)
}

// GenericSetAttr is object.__setattr__ and, with a nil x, object.__delattr__.
func GenericSetAttr(t *Thread, v Value, name string, x Value) error {
	cls := v.Type()
	attr, found := cls.Lookup(name)
	if found {
		switch a := attr.(type) {
		case *Property:
			f, what := a.Set, "setter"
			if x == nil {
				f, what = a.Del, "deleter"
			}
			if f == nil || f == None {
				return Raisef(AttributeError, "property %sof %s object has no %s", propertyName(a), StrRepr(cls.Qualname), what)
			}
			args := []Value{v, x}
			if x == nil {
				args = args[:1]
			}
			_, err := Call(t, f, args, nil)
			return err
		case *GetSet:
			if a.Set == nil {
				return Raisef(AttributeError, "attribute '%s' of '%s' objects is not writable", name, cls.Name)
			}
			return a.Set(t, v, x)
		}
		special, args := "__set__", []Value{v, x}
		if x == nil {
			special, args = "__delete__", args[:1]
		}
		if isDataDescriptor(attr) {
			h, ok := attr.Type().Lookup(special)
			if !ok {
				return Raisef(AttributeError, "%s", special)
			}
			_, err := callSpecial(t, h, attr, args...)
			return err
		}
	}
	if m, ok := v.(*Module); ok {
		t.Touch(&m.Header)
		if x == nil {
			if !m.Globals.DeleteStr(name) {
				return missingAttr(v, name)
			}
			return nil
		}
		m.Globals.SetStr(name, x)
		return nil
	}
	if c, ok := v.(*Type); ok {
		if !c.Heap {
			return TypeErrorf("cannot set '%s' attribute of immutable type '%s'", name, c.Name)
		}
		t.Touch(&c.Header)
		if x == nil {
			if !c.Dict.DeleteStr(name) {
				return missingAttr(v, name)
			}
			return nil
		}
		c.Dict.SetStr(name, x)
		return nil
	}
	h := Head(v)
	if h == nil || !hasDict(v, cls) {
		if found {
			return Raisef(AttributeError, "'%s' object attribute '%s' is read-only", cls.Name, name)
		}
		return missingAttr(v, name)
	}
	t.Touch(h)
	if x == nil {
		if h.Attrs == nil || !h.Attrs.DeleteStr(name) {
			return missingAttr(v, name)
		}
		return nil
	}
	if h.Attrs == nil {
		h.Attrs = NewDict()
	}
	before := h.Attrs.live
	h.Attrs.SetStr(name, x)
	if h.Attrs.live == before {
		return t.Step(1)
	}
	return t.Alloc(64)
}

// hasDict reports whether instances of cls have a __dict__.
func hasDict(v Value, cls *Type) bool {
	switch v.(type) {
	case *Function, *Exception:
		return true
	}
	for _, c := range cls.MRO {
		if c.Heap && !c.Slots || c.HasDict {
			return true
		}
	}
	return false
}

// InstanceDict returns the __dict__ of an object that has one, making it if
// need be; nil if it has none.
func InstanceDict(v Value) *Dict {
	if m, ok := v.(*Module); ok {
		return m.Globals
	}
	h := Head(v)
	if h == nil || !hasDict(v, v.Type()) {
		return nil
	}
	if h.Attrs == nil {
		h.Attrs = NewDict()
	}
	return h.Attrs
}
