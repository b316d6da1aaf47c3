package stdlib

import "augur/analysis/value"

// cached is a function that lru_cache wrapped.
type cached struct {
	value.Header
	fn           value.Value
	maxsize      int // -1: no bound
	typed        bool
	entries      *value.Dict // from key to result, the least recently used first
	hits, misses int
	lost         bool        // hits, misses and entries are not all known
	info         value.Value // the class CacheInfo
}

var cachedType = libraryType("functools", "_lru_cache_wrapper")

// Type returns the class of cached functions.
func (c *cached) Type() *value.Type {
	if c.Cls != nil {
		return c.Cls
	}
	return cachedType
}

// Head lets cached functions have attributes.
func (c *cached) Head() *value.Header { return &c.Header }

// keywordMark stands between positional and keyword arguments in a key.
var keywordMark = value.NewInstance(value.ObjectType)

// key makes the key under which the result for the arguments is kept.
func (c *cached) key(args []value.Value, kwargs []value.Kwarg) value.Value {
	if !c.typed && len(kwargs) == 0 {
		if len(args) == 1 {
			switch x := args[0].(type) {
			case *value.Str:
				if x.Type() == value.StrType {
					return x
				}
			case value.Int:
				return x
			case *value.BigInt:
				if x.Type() == value.IntType {
					return x
				}
			}
		}
		return value.NewTuple(append([]value.Value(nil), args...)...)
	}
	parts := append([]value.Value(nil), args...)
	if len(kwargs) > 0 {
		parts = append(parts, keywordMark)
		for _, k := range kwargs {
			parts = append(parts, str(k.Name), k.Value)
		}
	}
	if c.typed {
		for _, v := range args {
			parts = append(parts, v.Type())
		}
		for _, k := range kwargs {
			parts = append(parts, k.Value.Type())
		}
	}
	return value.NewTuple(parts...)
}

func (c *cached) call(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	compute := func() (value.Value, error) {
		return t.CallWithin(func() (value.Value, error) { return value.Call(t, c.fn, args, kwargs) })
	}
	t.Touch(&c.Header)
	if c.maxsize == 0 {
		c.misses++
		return compute()
	}
	for _, v := range args {
		if known(v) != nil {
			c.lost = true // whether it is in the cache is not known, the result may be
			return compute()
		}
	}
	key := c.key(args, kwargs)
	t.Reading(&c.entries.Header)
	got, ok, err := c.entries.Get(t, key)
	if err != nil {
		c.lose(err)
		return nil, err
	}
	if ok {
		c.hits++
		if c.maxsize > 0 {
			_, err = c.entries.MoveToEnd(t, key, true)
		}
		return got, err
	}
	c.misses++
	if got, err = compute(); err != nil {
		c.lose(err)
		return nil, err
	}
	t.Touch(&c.entries.Header)
	if c.maxsize < 0 {
		return got, c.entries.Set(t, key, got)
	}
	// A call within the call may have stored the key meanwhile.
	if _, ok, err := c.entries.Get(t, key); ok || err != nil {
		return got, err
	}
	if c.entries.Len() >= c.maxsize {
		if oldest, _, _, ok := c.entries.Next(0); ok {
			if _, _, err := c.entries.Delete(t, oldest); err != nil {
				return nil, err
			}
		}
	}
	return got, c.entries.Set(t, key, got)
}

// lose records that a call whose outcome is unknown may have been cached.
func (c *cached) lose(err error) {
	if _, unknown := err.(*value.UnknownError); unknown {
		c.lost = true
	}
}

func init() {
	c := cachedType
	c.DefDict()
	c.Final = true
	c.DefRaw("__call__", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		return args[0].(*cached).call(t, args[1:], kwargs)
	})
	c.Def("__get__(self, instance, owner=None, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] == value.None {
			return a[0], nil
		}
		return &value.Method{Self: a[1], Func: a[0]}, nil
	})
	c.Def("cache_info(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		k := a[0].(*cached)
		t.Reading(&k.Header)
		if k.lost {
			return nil, value.Unknownf("what the cache holds")
		}
		var maxsize value.Value = value.None
		if k.maxsize >= 0 {
			maxsize = value.Int(k.maxsize)
		}
		return value.Call(t, k.info, []value.Value{value.Int(k.hits), value.Int(k.misses), maxsize, value.Int(k.entries.Len())}, nil)
	})
	c.Def("cache_clear(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		k := a[0].(*cached)
		t.Touch(&k.Header)
		t.Touch(&k.entries.Header)
		k.hits, k.misses, k.lost = 0, 0, false
		k.entries.Clear()
		return value.None, nil
	})
	same := func(_ *value.Thread, a []value.Value) (value.Value, error) { return a[0], nil }
	c.Def("__copy__(self, /)", same)
	c.Def("__deepcopy__(self, memo, /)", same)
}

func defineCaches(t *value.Thread, m *value.Module) error {
	info, err := newNamedTuple(t, "_CacheInfo", []string{"hits", "misses", "maxsize", "currsize"}, nil, str("functools"))
	if err != nil {
		return err
	}
	m.Set("_CacheInfo", info)
	info.(*value.Type).Name = "CacheInfo"
	info.(*value.Type).Qualname = "CacheInfo"
	wrap := func(t *value.Thread, fn value.Value, maxsize int, typed bool) (value.Value, error) {
		if err := known(fn); err != nil {
			return nil, err
		}
		if !value.Callable(fn) {
			return nil, value.TypeErrorf("the first argument must be callable")
		}
		c := &cached{fn: fn, maxsize: maxsize, typed: typed, entries: value.NewDict(), info: info}
		var size value.Value = value.None
		if maxsize >= 0 {
			size = value.Int(maxsize)
		}
		parameters := newFunction("functools", "lru_cache.<locals>.<lambda>", "<lambda>()", func(*value.Thread, []value.Value) (value.Value, error) {
			d := value.NewDict()
			d.SetStr("maxsize", size)
			d.SetStr("typed", value.Bool(typed))
			return d, nil
		})
		if err := value.SetAttr(t, c, "cache_parameters", parameters); err != nil {
			return nil, err
		}
		return updateWrapper(t, c, fn, nil, nil)
	}
	defIn(m, "lru_cache(maxsize=128, typed=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := known(a[0]); err != nil {
			return nil, err
		}
		typed, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		maxsize := -1
		switch n, isInt := value.AsInt(a[0]); {
		case isInt:
			maxsize = max(int(n), 0)
		case a[0] == value.None:
		case value.Callable(a[0]) && isBool(a[1]):
			return wrap(t, a[0], 128, typed)
		default:
			return nil, value.TypeErrorf("Expected first argument to be an integer, a callable, or None")
		}
		return newFunction("functools", "lru_cache.<locals>.decorating_function", "decorating_function(user_function)",
			func(t *value.Thread, b []value.Value) (value.Value, error) { return wrap(t, b[0], maxsize, typed) }), nil
	})
	defIn(m, "cache(user_function, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return wrap(t, a[0], -1, false)
	})
	return nil
}

func isBool(v value.Value) bool {
	_, ok := v.(value.Bool)
	return ok
}

// defineCachedProperty defines functools.cached_property.
func defineCachedProperty(t *value.Thread, m *value.Module) error {
	c, err := class{module: "functools", name: "cached_property"}.make(t)
	if err != nil {
		return err
	}
	m.Set("cached_property", c)
	def(c, "__init__(self, func)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "func", a[1]); err != nil {
			return nil, err
		}
		if err := value.SetAttr(t, a[0], "attrname", value.None); err != nil {
			return nil, err
		}
		doc, err := value.GetAttr(t, a[1], "__doc__")
		if err != nil {
			return nil, err
		}
		return value.None, value.SetAttr(t, a[0], "__doc__", doc)
	})
	def(c, "__set_name__(self, owner, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		old, err := attr(t, a[0], "attrname")
		if err != nil {
			return nil, err
		}
		if old == value.None {
			return value.None, value.SetAttr(t, a[0], "attrname", a[2])
		}
		same, err := value.Equal(t, old, a[2])
		if err != nil || same {
			return value.None, err
		}
		was, err := value.Repr(t, old)
		if err != nil {
			return nil, err
		}
		now, err := value.Repr(t, a[2])
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("Cannot assign the same cached_property to two different names (%s and %s).", was, now)
	})
	def(c, "__get__(self, instance, owner=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] == value.None {
			return a[0], nil
		}
		v, err := attr(t, a[0], "attrname")
		if err != nil {
			return nil, err
		}
		name, ok := v.(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("Cannot use cached_property instance without calling __set_name__ on it.")
		}
		dict := value.InstanceDict(a[1])
		if dict == nil {
			return nil, value.TypeErrorf("No '__dict__' attribute on '%s' instance to cache '%s' property.", shortName(a[1]), name.String())
		}
		if got, ok := dict.GetStr(name.String()); ok {
			return got, nil
		}
		fn, err := attr(t, a[0], "func")
		if err != nil {
			return nil, err
		}
		got, err := value.Call(t, fn, []value.Value{a[1]}, nil)
		if err != nil {
			return nil, err
		}
		if h := value.Head(a[1]); h != nil {
			t.Touch(h)
		}
		dict.SetStr(name.String(), got)
		return got, t.Alloc(64)
	})
	c.DefClass("__class_getitem__(cls, item, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewGenericAlias(a[0], a[1]), nil
	})
	return nil
}
