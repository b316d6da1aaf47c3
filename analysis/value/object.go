package value

import "sort"

func init() {
	ObjectType.New = newPlainObject
	ObjectType.DefRaw("__init__", objectInit)
	ObjectType.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) { return nil, addressError(a[0]) })
	ObjectType.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) {
		s, err := Repr(t, a[0])
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	ObjectType.Def("__format__(self, format_spec, /)", objectFormat)
	ObjectType.Def("__eq__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		if Identical(a[0], a[1]) {
			return True, nil
		}
		return NotImplemented, nil
	})
	ObjectType.Def("__ne__(self, value, /)", objectNe)
	for _, name := range []string{"__lt__", "__le__", "__gt__", "__ge__"} {
		ObjectType.Def(name+"(self, value, /)", func(t *Thread, a []Value) (Value, error) { return NotImplemented, nil })
	}
	ObjectType.Def("__hash__(self, /)", func(t *Thread, a []Value) (Value, error) {
		return hashResult(t, a[0], hashIdentity(a[0]), false), nil
	})
	ObjectType.Def("__getattribute__(self, name, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		got, err := genericGet(t, a[0], name)
		if err == nil && got == nil {
			err = missingAttr(a[0], name)
		}
		return got, err
	})
	ObjectType.Def("__setattr__(self, name, value, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		if c, ok := a[0].(*Type); ok {
			return nil, TypeErrorf("can't apply this __setattr__ to %s object", c.Type().Name)
		}
		return None, GenericSetAttr(t, a[0], name, a[2])
	})
	ObjectType.Def("__delattr__(self, name, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		if c, ok := a[0].(*Type); ok {
			return nil, TypeErrorf("can't apply this __delattr__ to %s object", c.Type().Name)
		}
		return None, GenericSetAttr(t, a[0], name, nil)
	})
	ObjectType.Def("__dir__(self, /)", func(t *Thread, a []Value) (Value, error) {
		names, err := attributeNames(t, a[0])
		if err != nil {
			return nil, err
		}
		return NewList(names), nil
	})
	ObjectType.Def("__reduce__(self, /)", func(t *Thread, a []Value) (Value, error) {
		return nil, Unknownf("pickling is outside what is known")
	})
	ObjectType.Def("__reduce_ex__(self, protocol, /)", func(t *Thread, a []Value) (Value, error) {
		return nil, Unknownf("pickling is outside what is known")
	})
	ObjectType.Def("__getstate__(self, /)", objectGetState)
	ObjectType.Def("__sizeof__(self, /)", func(t *Thread, a []Value) (Value, error) {
		return nil, Unknownf("the size of an object in memory is outside what is known")
	})
	ObjectType.Dict.SetStr("__init_subclass__", &ClassMethod{Func: NewRaw("__init_subclass__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		name := "object"
		if c, ok := args[0].(*Type); ok {
			name = c.Qualname
		}
		if len(kwargs) > 0 {
			return nil, TypeErrorf("%s.__init_subclass__() takes no keyword arguments", name)
		}
		if len(args) > 1 {
			return nil, TypeErrorf("%s.__init_subclass__() takes no arguments (%d given)", name, len(args)-1)
		}
		return None, nil
	})})
	ObjectType.DefClass("__subclasshook__(cls, subclass, /)", func(t *Thread, a []Value) (Value, error) { return NotImplemented, nil })
	ObjectType.Dict.SetStr("__class__", &GetSet{Name: "__class__", Owner: ObjectType, Get: func(t *Thread, self Value) (Value, error) {
		return self.Type(), nil
	}, Set: setClass})
	ObjectType.Dict.SetStr("__doc__", &Unknown{Reason: "the documentation of built-in classes is outside what is known"})
}

// addressError is the outcome of making text that would hold v's address.
func addressError(v Value) error {
	return Unknownf("the repr of a '%s' object holds its address", v.Type().Name)
}

// attrName returns the attribute name that a program gives as a value.
func attrName(v Value) (string, error) {
	switch v := v.(type) {
	case *Str:
		return v.s, nil
	case *Unknown:
		return "", &UnknownError{Reason: v.Reason}
	}
	return "", TypeErrorf("attribute name must be string, not '%s'", v.Type().Name)
}

// genericGet is the look-up that the __getattribute__ of v's built-in class
// does; nil, nil: not there.
func genericGet(t *Thread, v Value, name string) (Value, error) {
	switch v := v.(type) {
	case *Type:
		return getTypeAttr(t, v, name)
	case *Module:
		t.Reading(&v.Header)
		if got, ok := v.Globals.GetStr(name); ok {
			return got, nil
		}
	case *Super:
		return superGetAttr(t, v, name)
	case *Method:
		return methodGetAttr(t, v, name)
	case *GenericAlias:
		return aliasGetAttr(t, v, name)
	}
	return GenericGetAttr(t, v, name)
}

// newPlainObject is object.__new__.
func newPlainObject(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if len(args)+len(kwargs) > 0 {
		if !cls.inheritsObject("__new__") {
			return nil, TypeErrorf("object.__new__() takes exactly one argument (the type to instantiate)")
		}
		if cls.inheritsObject("__init__") {
			return nil, TypeErrorf("%s() takes no arguments", cls.Name)
		}
	}
	if layout := cls.Layout(); layout != ObjectType {
		// Its instances hold more than an object does, and it has no __new__.
		return nil, TypeErrorf("cannot create '%s' instances", layout.fullName())
	}
	if err := CheckAbstract(t, cls); err != nil {
		return nil, err
	}
	if err := t.Alloc(96); err != nil {
		return nil, err
	}
	return NewInstance(cls), nil
}

// inheritsObject reports whether c has a special method of object, inherited or
// assigned.
func (c *Type) inheritsObject(name string) bool {
	plain := func(v Value) Value {
		if s, ok := v.(*StaticMethod); ok {
			return s.Func
		}
		return v
	}
	v, _ := c.Lookup(name)
	own, _ := ObjectType.Dict.GetStr(name)
	return plain(v) == plain(own)
}

// CheckAbstract raises the TypeError that making an instance of an abstract
// class raises.
func CheckAbstract(t *Thread, cls *Type) error {
	v, ok := cls.Dict.GetStr("__abstractmethods__")
	if !ok {
		return nil
	}
	var names []string
	switch v := v.(type) {
	case *Set:
		for _, e := range v.Unordered() {
			if s, ok := e.(*Str); ok {
				names = append(names, s.s)
			}
		}
	default:
		err := Iterate(t, v, func(e Value) error {
			if s, ok := e.(*Str); ok {
				names = append(names, s.s)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if len(names) == 0 {
		return nil
	}
	sort.Strings(names)
	list := names[0]
	for _, n := range names[1:] {
		list += ", " + n
	}
	return TypeErrorf("Can't instantiate abstract class %s with abstract method%s %s", cls.Name, plural(len(names)), list)
}

// objectInit is object.__init__.
func objectInit(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	if len(args)+len(kwargs) > 1 {
		cls := args[0].Type()
		if !cls.inheritsObject("__init__") {
			return nil, TypeErrorf("object.__init__() takes exactly one argument (the instance to initialize)")
		}
		if cls.inheritsObject("__new__") {
			return nil, TypeErrorf("%s.__init__() takes exactly one argument (the instance to initialize)", cls.Name)
		}
	}
	return None, nil
}

func objectFormat(t *Thread, a []Value) (Value, error) {
	spec, ok := a[1].(*Str)
	if !ok {
		return nil, TypeErrorf("__format__() argument must be str, not %s", a[1].Type().Name)
	}
	if spec.s != "" {
		return nil, TypeErrorf("unsupported format string passed to %s.__format__", a[0].Type().Name)
	}
	s, err := Text(t, a[0])
	if err != nil {
		return nil, err
	}
	return NewStr(s), nil
}

// objectNe is object.__ne__: the opposite of __eq__.
func objectNe(t *Thread, a []Value) (Value, error) {
	got, ok, err := CallSpecial(t, a[0], "__eq__", a[1])
	if err != nil || !ok || got == NotImplemented {
		return NotImplemented, err
	}
	yes, err := Truth(t, got)
	if err != nil {
		return nil, err
	}
	return Bool(!yes), nil
}

// objectGetState is object.__getstate__.
func objectGetState(t *Thread, a []Value) (Value, error) {
	v := a[0]
	h := Head(v)
	if h == nil || v.Type().Layout() != ObjectType {
		return nil, Unknownf("pickling is outside what is known")
	}
	t.Reading(h)
	var state Value = None
	if h.Attrs != nil && h.Attrs.Len() > 0 {
		state = h.Attrs.Copy()
	}
	if h.Slots != nil && h.Slots.Len() > 0 {
		return NewTuple(state, h.Slots.Copy()), nil
	}
	return state, nil
}

// setClass is the setter of object.__class__.
func setClass(t *Thread, self, v Value) error {
	if v == nil {
		return TypeErrorf("can't delete __class__ attribute")
	}
	next, ok := v.(*Type)
	if !ok {
		if u, ok := v.(*Unknown); ok {
			return &UnknownError{Reason: u.Reason, Halt: true}
		}
		return TypeErrorf("__class__ must be set to a class, not '%s' object", v.Type().Name)
	}
	cls := self.Type()
	h := Head(self)
	if m, ok := self.(*Module); ok && next.IsSubtype(ModuleType) {
		t.Touch(h)
		m.Cls = next
		return nil
	}
	if !next.Heap || !cls.Heap || h == nil {
		return TypeErrorf("__class__ assignment only supported for mutable types or ModuleType subclasses")
	}
	if !sameLayout(cls, next) {
		return TypeErrorf("__class__ assignment: '%s' object layout differs from '%s'", next.Name, cls.Name)
	}
	t.Touch(h)
	h.Cls = next
	return nil
}

// sameLayout reports whether instances of a and b hold the same things.
func sameLayout(a, b *Type) bool {
	if solidBase(a) == solidBase(b) {
		return a.Slots == b.Slots
	}
	names := func(c *Type) []string {
		var all []string
		for _, m := range c.MRO {
			if m.Heap {
				all = append(all, m.SlotNames...)
			}
		}
		return all
	}
	na, nb := names(a), names(b)
	if len(na) != len(nb) || a.Layout() != b.Layout() || a.Slots != b.Slots {
		return false
	}
	for i := range na {
		if na[i] != nb[i] {
			return false
		}
	}
	return true
}
