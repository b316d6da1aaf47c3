package stdlib

import "augur/analysis/value"

// dispatcher chooses among implementations by the class of an argument.
type dispatcher struct {
	registry *value.Dict // from class to function
}

// find returns the implementation for instances of c.
func (d *dispatcher) find(t *value.Thread, c *value.Type) (value.Value, error) {
	// A class of the MRO is nearest, unless an abstract class that is none of
	// them, but of which c is a subclass, comes between.
	var virtual []*value.Type
	for _, k := range d.registry.Keys() {
		r, ok := k.(*value.Type)
		if !ok || c.IsSubtype(r) {
			continue
		}
		sub, err := value.SubclassOf(t, c, r)
		if err != nil {
			return nil, err
		}
		if sub {
			virtual = append(virtual, r)
		}
	}
	for _, m := range c.MRO {
		f, ok, err := d.registry.Get(t, m)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if len(virtual) == 0 || m == c {
			return f, nil
		}
		if m == value.ObjectType && len(virtual) == 1 {
			f, _, err := d.registry.Get(t, virtual[0])
			return f, err
		}
		return nil, value.Unknownf("the order of abstract classes in singledispatch")
	}
	return nil, value.Unknownf("the dispatch of singledispatch")
}

// classOf returns the class that dispatches on v: v.__class__.
func classOf(t *value.Thread, v value.Value) (*value.Type, error) {
	got, err := value.GetAttr(t, v, "__class__")
	if err != nil {
		return nil, err
	}
	c, ok := got.(*value.Type)
	if !ok {
		return nil, value.Unknownf("__class__ is not a class")
	}
	return c, nil
}

// classesOf returns the classes for which v, a class or a union of classes,
// registers; ok is false for anything else.
func classesOf(t *value.Thread, v value.Value) (classes []value.Value, union, ok bool, err error) {
	if c, isType := v.(*value.Type); isType {
		return []value.Value{c}, false, true, nil
	}
	union = v.Type() == value.UnionType
	if !union && v.Type().Module == "typing" {
		origin, err := value.LookupAttr(t, v, "__origin__")
		if err != nil {
			return nil, false, false, err
		}
		if origin != nil {
			s, err := value.Repr(t, origin)
			if err != nil {
				return nil, false, false, err
			}
			union = s == "typing.Union"
		}
	}
	if !union {
		return nil, false, false, nil
	}
	args, err := value.GetAttr(t, v, "__args__")
	if err != nil {
		return nil, true, false, err
	}
	classes, err = value.Collect(t, args)
	if err != nil {
		return nil, true, false, err
	}
	for _, c := range classes {
		if _, isType := c.(*value.Type); !isType {
			return nil, true, false, nil
		}
	}
	return classes, true, true, nil
}

// register is the generic function's register; if its outcome is unknown, so is
// what the function does from then on.
func (d *dispatcher) register(t *value.Thread, cls, fn value.Value) (value.Value, error) {
	got, err := d.tryRegister(t, cls, fn)
	if u, ok := err.(*value.UnknownError); ok {
		err = &value.UnknownError{Reason: u.Reason, Halt: true}
	}
	return got, err
}

func (d *dispatcher) tryRegister(t *value.Thread, cls, fn value.Value) (value.Value, error) {
	classes, _, ok, err := classesOf(t, cls)
	if err != nil {
		return nil, err
	}
	if ok && fn == value.None {
		return newFunction("functools", "singledispatch.<locals>.register.<locals>.<lambda>", "<lambda>(f)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return d.register(t, cls, a[0])
		}), nil
	}
	if !ok {
		if classes, fn, err = d.annotated(t, cls, fn); err != nil {
			return nil, err
		}
	}
	for _, c := range classes {
		if err := d.registry.Set(t, c, fn); err != nil {
			return nil, err
		}
	}
	return fn, nil
}

// annotated reads the class from the annotation of the first parameter of a
// function that is registered alone.
func (d *dispatcher) annotated(t *value.Thread, cls, fn value.Value) (classes []value.Value, f value.Value, err error) {
	invalid := func(format string, args ...value.Value) ([]value.Value, value.Value, error) {
		texts := make([]any, len(args))
		for i, v := range args {
			s, err := value.Repr(t, v)
			if err != nil {
				return nil, nil, err
			}
			texts[i] = s
		}
		return nil, nil, value.TypeErrorf(format, texts...)
	}
	if fn != value.None {
		return invalid("Invalid first argument to `register()`. %s is not a class or union type.", cls)
	}
	annotations, err := value.LookupAttr(t, cls, "__annotations__")
	if err != nil {
		return nil, nil, err
	}
	if hints, isDict := annotations.(*value.Dict); !isDict || hints.Len() == 0 {
		return invalid("Invalid first argument to `register()`: %s. Use either `@register(some_class)` or plain `@register` on an annotated function.", cls)
	}
	typing, ok, err := Load(t, "typing")
	if err != nil {
		return nil, nil, err
	}
	if !ok {
		return nil, nil, value.Unknownf("typing.get_type_hints")
	}
	got, err := value.CallMethod(t, typing, "get_type_hints", cls)
	if err != nil {
		return nil, nil, err
	}
	hints, isDict := got.(*value.Dict)
	if !isDict {
		return nil, nil, value.Unknownf("typing.get_type_hints")
	}
	name, hint, _, found := hints.Next(0)
	if !found {
		return nil, nil, value.Unknownf("typing.get_type_hints")
	}
	classes, union, ok, err := classesOf(t, hint)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case ok:
		return classes, cls, nil
	case union:
		return invalid("Invalid annotation for %s. %s not all arguments are classes.", name, hint)
	}
	return invalid("Invalid annotation for %s. %s is not a class.", name, hint)
}

func newDispatcher(t *value.Thread, fn value.Value) (*dispatcher, error) {
	d := &dispatcher{registry: value.NewDict()}
	return d, d.registry.Set(t, value.ObjectType, fn)
}

func defineSingleDispatch(t *value.Thread, m *value.Module) error {
	const local = "singledispatch.<locals>."
	defIn(m, "singledispatch(func)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := newDispatcher(t, a[0])
		if err != nil {
			return nil, err
		}
		name := "singledispatch function"
		if v, err := value.LookupAttr(t, a[0], "__name__"); err != nil {
			return nil, err
		} else if s, ok := v.(*value.Str); ok {
			name = s.String()
		}
		wrapper := newFunction("functools", local+"wrapper", "wrapper(*args, **kw)", func(t *value.Thread, b []value.Value) (value.Value, error) {
			args := b[0].(*value.Tuple).Elems
			if len(args) == 0 {
				return nil, value.TypeErrorf("%s requires at least 1 positional argument", name)
			}
			c, err := classOf(t, args[0])
			if err != nil {
				return nil, err
			}
			f, err := d.find(t, c)
			if err != nil {
				return nil, err
			}
			return value.Call(t, f, args, kwargsOf(b[1]))
		})
		for attr, v := range map[string]value.Value{
			"register": newFunction("functools", local+"register", "register(cls, func=None)", func(t *value.Thread, b []value.Value) (value.Value, error) {
				return d.register(t, b[0], b[1])
			}),
			"dispatch": newFunction("functools", local+"dispatch", "dispatch(cls)", func(t *value.Thread, b []value.Value) (value.Value, error) {
				c, ok := b[0].(*value.Type)
				if !ok {
					return nil, value.Unknownf("dispatch on something that is no class")
				}
				return d.find(t, c)
			}),
			"registry": &value.MappingProxy{Mapping: d.registry},
			"_clear_cache": newFunction("functools", local+"clear", "clear()", func(*value.Thread, []value.Value) (value.Value, error) {
				return value.None, nil
			}),
		} {
			if err := value.SetAttr(t, wrapper, attr, v); err != nil {
				return nil, err
			}
		}
		return updateWrapper(t, wrapper, a[0], nil, nil)
	})
	return defineSingleDispatchMethod(t, m)
}

func defineSingleDispatchMethod(t *value.Thread, m *value.Module) error {
	c, err := class{module: "functools", name: "singledispatchmethod"}.make(t)
	if err != nil {
		return err
	}
	m.Set("singledispatchmethod", c)
	def(c, "__init__(self, func)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if _, hasGet := a[1].Type().Lookup("__get__"); !hasGet && !value.Callable(a[1]) {
			s, err := value.Repr(t, a[1])
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("%s is not callable or a descriptor", s)
		}
		generic, err := value.CallMethod(t, m, "singledispatch", a[1])
		if err != nil {
			return nil, err
		}
		if err := value.SetAttr(t, a[0], "dispatcher", generic); err != nil {
			return nil, err
		}
		return value.None, value.SetAttr(t, a[0], "func", a[1])
	})
	register := func(t *value.Thread, self, cls, method value.Value) (value.Value, error) {
		d, err := attr(t, self, "dispatcher")
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, d, "register", cls, method)
	}
	def(c, "register(self, cls, method=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return register(t, a[0], a[1], a[2])
	})
	def(c, "__get__(self, obj, cls=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		self := a[0]
		const local = "singledispatchmethod.__get__.<locals>._method"
		method := newFunction("functools", local, "_method(*args, **kwargs)", func(t *value.Thread, b []value.Value) (value.Value, error) {
			args := b[0].(*value.Tuple).Elems
			if len(args) == 0 {
				return nil, value.Raisef(value.IndexError, "tuple index out of range")
			}
			cls, err := classOf(t, args[0])
			if err != nil {
				return nil, err
			}
			d, err := attr(t, self, "dispatcher")
			if err != nil {
				return nil, err
			}
			f, err := value.CallMethod(t, d, "dispatch", cls)
			if err != nil {
				return nil, err
			}
			bound, err := value.CallMethod(t, f, "__get__", a[1], a[2])
			if err != nil {
				return nil, err
			}
			return value.Call(t, bound, args, kwargsOf(b[1]))
		})
		reg, err := value.GetAttr(t, self, "register")
		if err != nil {
			return nil, err
		}
		if err := value.SetAttr(t, method, "register", reg); err != nil {
			return nil, err
		}
		fn, err := attr(t, self, "func")
		if err != nil {
			return nil, err
		}
		abstract, err := value.GetAttr(t, self, "__isabstractmethod__")
		if err != nil {
			return nil, err
		}
		if err := value.SetAttr(t, method, "__isabstractmethod__", abstract); err != nil {
			return nil, err
		}
		return updateWrapper(t, method, fn, nil, nil)
	})
	defProperty(c, "__isabstractmethod__", abstractOf)
	return nil
}
