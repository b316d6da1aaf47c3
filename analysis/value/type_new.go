package value

// Every built-in class that can make instances has a __new__, which programs
// reach by super().__new__(cls). This file's name makes its init run after
// those that set New.
func init() {
	for _, v := range Builtins {
		if c, ok := v.(*Type); ok {
			c.DefNew()
		}
	}
	for _, c := range []*Type{GenericAliasType, MappingProxyType, ModuleType, MethodType, NoneType, NotImplementedType, EllipsisType} {
		c.DefNew()
	}
}

// DefNew gives a built-in class the attribute __new__ that calls c.New. A
// library model calls it for its own classes.
func (c *Type) DefNew() {
	if c.New == nil {
		return
	}
	if _, ok := c.Dict.GetStr("__new__"); ok {
		return
	}
	c.Dict.SetStr("__new__", &StaticMethod{Func: NewRaw("__new__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		if len(args) == 0 {
			return nil, TypeErrorf("%s.__new__(): not enough arguments", c.Name)
		}
		if err := firstUnknown(args[0]); err != nil {
			return nil, err
		}
		cls, ok := args[0].(*Type)
		if !ok {
			return nil, TypeErrorf("%s.__new__(X): X is not a type object (%s)", c.Name, args[0].Type().Name)
		}
		if !cls.IsSubtype(c) {
			return nil, TypeErrorf("%s.__new__(%s): %s is not a subtype of %s", c.Name, cls.Name, cls.Name, c.Name)
		}
		if maker := cls.nativeMaker(); maker != c.nativeMaker() {
			return nil, TypeErrorf("%s.__new__(%s) is not safe, use %s.__new__()", c.Name, cls.Name, maker.Name)
		}
		return c.New(t, cls, args[1:], kwargs)
	})})
}

// nativeMaker is the nearest built-in class, along the layout of c, that makes
// instances.
func (c *Type) nativeMaker() *Type {
	for m := c; m != nil; m = m.base() {
		if !m.Heap && m.New != nil {
			return m
		}
	}
	return ObjectType
}
