package stdlib

import "augur/analysis/value"

func init() { Register("abc", loadABC) }

// abcState is what a class made by ABCMeta keeps: the classes registered as
// its subclasses.
type abcState struct{ registry []*value.Type }

func loadABC(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("abc")
	meta, err := class{module: "abc", name: "ABCMeta", bases: []*value.Type{value.TypeType}}.make(t)
	if err != nil {
		return nil, err
	}
	data, err := class{module: "_abc", name: "_abc_data"}.make(t)
	if err != nil {
		return nil, err
	}
	def(meta, "__new__(mcls, name, bases, namespace, /, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		mcls, ok := a[0].(*value.Type)
		if !ok {
			return nil, value.TypeErrorf("type.__new__(X): X is not a type object (%s)", a[0].Type().Name)
		}
		got, err := value.TypeType.New(t, mcls, a[1:4], kwargsOf(a[4]))
		if err != nil {
			return nil, err
		}
		if c, ok := got.(*value.Type); ok {
			return c, initABC(t, c, data)
		}
		return got, nil
	})
	def(meta, "register(cls, subclass)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, sub := a[0].(*value.Type), a[1]
		s, ok := sub.(*value.Type)
		if !ok {
			return nil, value.TypeErrorf("Can only register classes")
		}
		leave := enterABC(t)
		defer leave()
		yes, err := value.SubclassOf(t, s, c)
		if err != nil || yes {
			return s, err
		}
		if yes, err = value.SubclassOf(t, c, s); err != nil {
			return nil, err
		}
		if yes {
			return nil, value.Raisef(value.RuntimeError, "Refusing to create an inheritance cycle")
		}
		if st := abcStateOf(c); st != nil {
			t.Touch(&c.Header)
			st.registry = append(st.registry, s)
		}
		if p := value.PatternOf(c); p != value.NoPattern && s.Heap {
			s.Pattern = p
		}
		return s, nil
	})
	def(meta, "__instancecheck__(cls, instance)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, v := a[0].(*value.Type), a[1]
		leave := enterABC(t)
		defer leave()
		sub, err := value.GetAttr(t, v, "__class__")
		if err != nil {
			return nil, err
		}
		yes, err := subclassCheck(t, c, sub)
		if err == nil && !yes && sub != value.Value(v.Type()) {
			yes, err = subclassCheck(t, c, v.Type())
		}
		return value.Bool(yes), err
	})
	def(meta, "__subclasscheck__(cls, subclass)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		yes, err := abcSubclass(t, a[0].(*value.Type), a[1])
		return value.Bool(yes), err
	})
	for _, name := range []string{"_abc_registry_clear", "_abc_caches_clear"} {
		def(meta, name+"(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if st := abcStateOf(a[0].(*value.Type)); st != nil && name == "_abc_registry_clear" {
				st.registry = nil
			}
			return value.None, nil
		})
	}
	m.Set("ABCMeta", meta)
	base, err := class{module: "abc", name: "ABC", meta: meta, noDict: true}.make(t)
	if err != nil {
		return nil, err
	}
	if err := initABC(t, base, data); err != nil {
		return nil, err
	}
	m.Set("ABC", base)
	defIn(m, "abstractmethod(funcobj)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return a[0], value.SetAttr(t, a[0], "__isabstractmethod__", value.True)
	})
	for _, k := range []struct {
		name string
		base *value.Type
	}{{"abstractclassmethod", value.ClassMethodType}, {"abstractstaticmethod", value.StaticMethodType}, {"abstractproperty", value.PropertyType}} {
		c, err := class{module: "abc", name: k.name, bases: []*value.Type{k.base}}.make(t)
		if err != nil {
			return nil, err
		}
		c.Dict.SetStr("__isabstractmethod__", value.True)
		if k.base != value.PropertyType {
			def(c, "__init__(self, callable)", func(t *value.Thread, a []value.Value) (value.Value, error) {
				if err := value.SetAttr(t, a[1], "__isabstractmethod__", value.True); err != nil {
					return nil, err
				}
				s, err := value.NewSuper(t, c, a[0])
				if err != nil {
					return nil, err
				}
				return value.CallMethod(t, s, "__init__", a[1])
			})
		}
		m.Set(k.name, c)
	}
	defIn(m, "get_cache_token()", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the state of the ABC caches is outside what is known")
	})
	defIn(m, "update_abstractmethods(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if c, ok := a[0].(*value.Type); ok {
			if _, abc := c.Dict.GetStr("__abstractmethods__"); abc {
				return c, setAbstract(t, c, true)
			}
		}
		return a[0], nil
	})
	return m, nil
}

const abcDepthKey = "abc.depth"

// enterABC counts the checks of ABCMeta that are running: some hooks answer
// differently when another check asks.
func enterABC(t *value.Thread) (leave func()) {
	t.Local[abcDepthKey] = abcDepth(t) + 1
	return func() { t.Local[abcDepthKey] = abcDepth(t) - 1 }
}

func abcDepth(t *value.Thread) int {
	n, _ := t.Local[abcDepthKey].(int)
	return n
}

// kwargsOf turns a **kwargs dict into arguments again.
func kwargsOf(v value.Value) []value.Kwarg {
	d, ok := v.(*value.Dict)
	if !ok {
		return nil
	}
	var out []value.Kwarg
	for i := 0; ; {
		k, x, next, ok := d.Next(i)
		if !ok {
			return out
		}
		if s, ok := k.(*value.Str); ok {
			out = append(out, value.Kwarg{Name: s.String(), Value: x})
		}
		i = next
	}
}

func initABC(t *value.Thread, c, data *value.Type) error {
	if err := setAbstract(t, c, false); err != nil {
		return err
	}
	impl := value.NewInstance(data)
	impl.Payload = &abcState{}
	c.Dict.SetStr("_abc_impl", impl)
	return nil
}

func abcStateOf(c *value.Type) *abcState {
	v, _ := c.Dict.GetStr("_abc_impl")
	s, _ := state[*abcState](v)
	return s
}

// setAbstract computes c.__abstractmethods__; anew if the class has changed
// since it was made.
func setAbstract(t *value.Thread, c *value.Type, anew bool) error {
	set := value.NewFrozenSet()
	add := func(name value.Value) error { return set.Add(t, name) }
	for i := 0; ; {
		k, v, next, ok := c.Dict.Next(i)
		if !ok {
			break
		}
		i = next
		if _, unknown := v.(*value.Unknown); unknown {
			continue
		}
		abstract, err := value.IsAbstract(t, v)
		if err != nil {
			return err
		}
		if abstract {
			if err := add(k); err != nil {
				return err
			}
		}
	}
	for _, b := range c.Bases {
		names, ok := b.Dict.GetStr("__abstractmethods__")
		if !ok {
			continue
		}
		inherited, ok := names.(*value.Set)
		if !ok {
			continue
		}
		for _, n := range inherited.Unordered() {
			s, ok := n.(*value.Str)
			if !ok {
				continue
			}
			v, err := value.LookupAttr(t, c, s.String())
			if err != nil {
				return err
			}
			if v == nil {
				continue
			}
			abstract, err := value.IsAbstract(t, v)
			if err != nil {
				return err
			}
			if abstract {
				if err := add(n); err != nil {
					return err
				}
			}
		}
	}
	if anew {
		t.Touch(&c.Header)
	}
	c.Dict.SetStr("__abstractmethods__", set)
	return nil
}

// subclassCheck is cls.__subclasscheck__(sub), which a class may override.
func subclassCheck(t *value.Thread, c *value.Type, sub value.Value) (bool, error) {
	got, err := value.CallMethod(t, c, "__subclasscheck__", sub)
	if err != nil {
		return false, err
	}
	return value.Truth(t, got)
}

// abcSubclass is ABCMeta.__subclasscheck__.
func abcSubclass(t *value.Thread, c *value.Type, v value.Value) (bool, error) {
	sub, ok := v.(*value.Type)
	if !ok {
		return false, value.TypeErrorf("issubclass() arg 1 must be a class")
	}
	leave := enterABC(t)
	defer leave()
	got, err := value.CallMethod(t, c, "__subclasshook__", sub)
	if err != nil {
		return false, err
	}
	switch got := got.(type) {
	case value.Bool:
		return bool(got), nil
	case *value.Unknown:
		return false, &value.UnknownError{Reason: got.Reason}
	}
	if got != value.Value(value.NotImplemented) {
		return false, value.Raisef(value.AssertionError, "__subclasshook__ must return either False, True, or NotImplemented")
	}
	if sub.IsSubtype(c) {
		return true, nil
	}
	t.Reading(&c.Header)
	if st := abcStateOf(c); st != nil {
		for _, r := range st.registry {
			if yes, err := value.SubclassOf(t, sub, r); err != nil || yes {
				return yes, err
			}
		}
	}
	for _, s := range c.Subclasses() {
		if yes, err := value.SubclassOf(t, sub, s); err != nil || yes {
			return yes, err
		}
	}
	return false, nil
}
