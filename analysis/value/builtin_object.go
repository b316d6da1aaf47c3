package value

import "sort"

func init() {
	DefBuiltin("isinstance(obj, class_or_tuple, /)", func(t *Thread, a []Value) (Value, error) {
		ok, err := InstanceOf(t, a[0], a[1])
		return Bool(ok), err
	})
	DefBuiltin("issubclass(cls, class_or_tuple, /)", func(t *Thread, a []Value) (Value, error) {
		ok, err := SubclassOf(t, a[0], a[1])
		return Bool(ok), err
	})
	DefBuiltin("getattr(object, name, default=?, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		if a[2] == nil {
			return GetAttr(t, a[0], name)
		}
		got, err := LookupAttr(t, a[0], name)
		if got == nil && err == nil {
			got = a[2]
		}
		return got, err
	})
	DefBuiltin("hasattr(obj, name, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		got, err := LookupAttr(t, a[0], name)
		return Bool(got != nil), err
	})
	DefBuiltin("setattr(obj, name, value, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		return None, SetAttr(t, a[0], name, a[2])
	})
	DefBuiltin("delattr(obj, name, /)", func(t *Thread, a []Value) (Value, error) {
		name, err := attrName(a[1])
		if err != nil {
			return nil, err
		}
		return None, DelAttr(t, a[0], name)
	})
	DefBuiltin("callable(obj, /)", func(t *Thread, a []Value) (Value, error) {
		if err := firstUnknown(a[0]); err != nil {
			return nil, err
		}
		return Bool(Callable(a[0])), nil
	})
	DefBuiltin("vars(object=?, /)", func(t *Thread, a []Value) (Value, error) {
		if a[0] == nil {
			return Call(t, Builtins["locals"], nil, nil)
		}
		if err := firstUnknown(a[0]); err != nil {
			return nil, err
		}
		got, err := LookupAttr(t, a[0], "__dict__")
		if err == nil && got == nil {
			err = TypeErrorf("vars() argument must have __dict__ attribute")
		}
		return got, err
	})
	DefBuiltin("dir(object=?, /)", func(t *Thread, a []Value) (Value, error) {
		if a[0] == nil {
			return nil, Unknownf("dir() without an argument is outside what is known")
		}
		got, ok, err := CallSpecial(t, a[0], "__dir__")
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, TypeErrorf("object does not provide __dir__")
		}
		f, ok := Builtins["sorted"]
		if !ok {
			return nil, Unknownf("sorted is outside what is known")
		}
		return Call(t, f, []Value{got}, nil)
	})
}

// Callable is callable(v).
func Callable(v Value) bool {
	switch v.(type) {
	case *Function, *Builtin, *Method, *Type:
		return true
	}
	_, ok := v.Type().Lookup("__call__")
	return ok
}

// InstanceOf is isinstance(v, cls).
func InstanceOf(t *Thread, v, cls Value) (bool, error) {
	if err := firstUnknown(v, cls); err != nil {
		return false, err
	}
	if c, ok := cls.(*Type); ok {
		if v.Type() == c {
			return true, nil
		}
		if c.Type() == TypeType {
			return plainInstance(t, v, c)
		}
	}
	if tuple, ok := cls.(*Tuple); ok {
		for _, c := range tuple.Elems {
			if ok, err := InstanceOf(t, v, c); err != nil || ok {
				return ok, err
			}
		}
		return false, nil
	}
	got, ok, err := CallSpecial(t, cls, "__instancecheck__", v)
	if err != nil {
		return false, err
	}
	if ok {
		return Truth(t, got)
	}
	bases, err := basesOf(t, cls)
	if err != nil {
		return false, err
	}
	if bases == nil {
		return false, TypeErrorf("isinstance() arg 2 must be a type, a tuple of types, or a union")
	}
	claimed, err := LookupAttr(t, v, "__class__")
	if err != nil || claimed == nil {
		return false, err
	}
	return derives(t, claimed, cls)
}

// basesOf returns what is found under __bases__ of an object that may look like
// a class, or nil if it is no tuple.
func basesOf(t *Thread, v Value) (*Tuple, error) {
	got, err := LookupAttr(t, v, "__bases__")
	if err != nil {
		return nil, err
	}
	bases, _ := got.(*Tuple)
	return bases, nil
}

// derives follows __bases__ from v in search of cls.
func derives(t *Thread, v, cls Value) (bool, error) {
	if err := t.enter(""); err != nil {
		return false, err
	}
	defer t.leave()
	if v == cls {
		return true, nil
	}
	bases, err := basesOf(t, v)
	if err != nil || bases == nil {
		return false, err
	}
	for _, b := range bases.Elems {
		if yes, err := derives(t, b, cls); err != nil || yes {
			return yes, err
		}
	}
	return false, nil
}

// plainInstance is type.__instancecheck__: by the MRO of v's class, or of what
// v says is its __class__.
func plainInstance(t *Thread, v Value, c *Type) (bool, error) {
	if err := firstUnknown(v); err != nil {
		return false, err
	}
	cls := v.Type()
	if cls.IsSubtype(c) {
		return true, nil
	}
	if !cls.Heap {
		return false, nil
	}
	// Only a class that redefines __class__ can say otherwise.
	if _, where, _ := cls.LookupWhere("__class__"); where == ObjectType {
		if _, where, _ := cls.LookupWhere("__getattribute__"); where == ObjectType || where == TypeType {
			return false, nil
		}
	}
	claimed, err := LookupAttr(t, v, "__class__")
	if err != nil {
		return false, err
	}
	if m, ok := claimed.(*Type); ok && m != cls {
		return m.IsSubtype(c), nil
	}
	return false, nil
}

// SubclassOf is issubclass(v, cls).
func SubclassOf(t *Thread, v, cls Value) (bool, error) {
	if err := firstUnknown(v, cls); err != nil {
		return false, err
	}
	if c, ok := cls.(*Type); ok && c.Type() == TypeType {
		if v == cls {
			return true, nil
		}
		return plainSubclass(t, v, c)
	}
	if tuple, ok := cls.(*Tuple); ok {
		for _, c := range tuple.Elems {
			if ok, err := SubclassOf(t, v, c); err != nil || ok {
				return ok, err
			}
		}
		return false, nil
	}
	got, ok, err := CallSpecial(t, cls, "__subclasscheck__", v)
	if err != nil {
		return false, err
	}
	if ok {
		return Truth(t, got)
	}
	return looseSubclass(t, v, cls)
}

// looseSubclass is issubclass of two objects of which one may only look like a
// class.
func looseSubclass(t *Thread, v, cls Value) (bool, error) {
	for _, k := range []struct {
		v     Value
		wrong string
	}{{v, "issubclass() arg 1 must be a class"}, {cls, "issubclass() arg 2 must be a class, a tuple of classes, or a union"}} {
		bases, err := basesOf(t, k.v)
		if err != nil {
			return false, err
		}
		if bases == nil {
			return false, TypeErrorf("%s", k.wrong)
		}
	}
	return derives(t, v, cls)
}

// plainSubclass is type.__subclasscheck__.
func plainSubclass(t *Thread, v Value, c *Type) (bool, error) {
	if err := firstUnknown(v); err != nil {
		return false, err
	}
	if s, ok := v.(*Type); ok {
		return s.IsSubtype(c), nil
	}
	return looseSubclass(t, v, c)
}

// attributeNames is what object.__dir__ and type.__dir__ list, sorted.
func attributeNames(t *Thread, v Value) ([]Value, error) {
	seen := map[string]bool{}
	addDict := func(d *Dict) error {
		if d == nil {
			return nil
		}
		for _, k := range d.Keys() {
			s, ok := k.(*Str)
			if !ok {
				return Unknownf("attributes whose names are no str are outside what is known")
			}
			seen[s.s] = true
		}
		return nil
	}
	addClass := func(c *Type) error {
		for _, m := range c.MRO {
			if m.Partial {
				return Unknownf("the attributes of '%s' are not all known", m.Name)
			}
			if !m.Heap {
				names := m.names()
				if names == nil {
					return Unknownf("the attributes of '%s' are not all known", m.Name)
				}
				for n := range names {
					seen[n] = true
				}
				continue
			}
			t.Reading(&m.Header)
			if err := addDict(m.Dict); err != nil {
				return err
			}
		}
		return nil
	}
	switch v := v.(type) {
	case *Module:
		if v.Modelled() {
			return nil, Unknownf("the attributes of module '%s' are not all known", v.Name)
		}
		t.Reading(&v.Header)
		if err := addDict(v.Globals); err != nil {
			return nil, err
		}
	case *Type:
		if err := addClass(v); err != nil {
			return nil, err
		}
	default:
		if err := addClass(v.Type()); err != nil {
			return nil, err
		}
		of := v
		if m, ok := v.(*Method); ok {
			of = m.Func
		}
		if h := Head(of); h != nil {
			t.Reading(h)
			if err := addDict(h.Attrs); err != nil {
				return nil, err
			}
		}
	}
	names := make([]string, 0, len(seen))
	for n := range seen {
		names = append(names, n)
	}
	sort.Strings(names)
	out := make([]Value, len(names))
	for i, n := range names {
		out[i] = NewStr(n)
	}
	return out, nil
}
