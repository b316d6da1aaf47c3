package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// attr returns an attribute that an object of the library keeps in __dict__.
func attr(t *value.Thread, v value.Value, name string) (value.Value, error) {
	return value.GetAttr(t, v, name)
}

func defineChainMap(t *value.Thread, m, abc *value.Module) error {
	c, err := class{module: "collections", name: "ChainMap", bases: []*value.Type{member(abc, "MutableMapping").(*value.Type)}, meta: member(abc, "MutableMapping").Type()}.make(t)
	if err != nil {
		return err
	}
	m.Set("ChainMap", c)
	maps := func(t *value.Thread, self value.Value) ([]value.Value, error) {
		v, err := attr(t, self, "maps")
		if err != nil {
			return nil, err
		}
		return value.Collect(t, v)
	}
	first := func(t *value.Thread, self value.Value) (value.Value, error) {
		v, err := attr(t, self, "maps")
		if err != nil {
			return nil, err
		}
		return value.GetItem(t, v, value.Int(0))
	}
	// like makes a ChainMap of self's class.
	like := func(t *value.Thread, self value.Value, head value.Value, rest []value.Value) (value.Value, error) {
		return value.Call(t, self.Type(), append([]value.Value{head}, rest...), nil)
	}
	def(c, "__init__(self, *maps)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		list := append([]value.Value(nil), a[1].(*value.Tuple).Elems...)
		if len(list) == 0 {
			list = []value.Value{value.NewDict()}
		}
		return value.None, value.SetAttr(t, a[0], "maps", value.NewList(list))
	})
	def(c, "__missing__(self, key)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Raise(value.KeyError, a[1])
	})
	def(c, "__getitem__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		for _, m := range all {
			got, err := value.GetItem(t, m, a[1])
			if !raised(err, value.KeyError) {
				return got, err
			}
		}
		return value.CallMethod(t, a[0], "__missing__", a[1])
	})
	def(c, "get(self, key, default=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		in, err := value.Contains(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		if !in {
			return a[2], nil
		}
		return value.GetItem(t, a[0], a[1])
	})
	def(c, "__len__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		s := value.NewSet()
		for _, m := range all {
			if err := value.Iterate(t, m, func(k value.Value) error { return s.Add(t, k) }); err != nil {
				return nil, err
			}
		}
		return value.Int(s.Len()), nil
	})
	def(c, "__iter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		d := value.NewDict()
		for i := len(all) - 1; i >= 0; i-- {
			if err := value.Iterate(t, all[i], func(k value.Value) error { return d.Set(t, k, value.None) }); err != nil {
				return nil, err
			}
		}
		it, err := value.Iter(t, d)
		return it, err
	})
	def(c, "__contains__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		for _, m := range all {
			in, err := value.Contains(t, m, a[1])
			if err != nil || in {
				return value.Bool(in), err
			}
		}
		return value.False, nil
	})
	def(c, "__bool__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		for _, m := range all {
			ok, err := value.Truth(t, m)
			if err != nil || ok {
				return value.Bool(ok), err
			}
		}
		return value.False, nil
	})
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := t.ReprOnce(a[0], "...", func() (string, error) {
			all, err := maps(t, a[0])
			if err != nil {
				return "", err
			}
			parts := make([]string, len(all))
			for i, m := range all {
				if parts[i], err = value.Repr(t, m); err != nil {
					return "", err
				}
			}
			return a[0].Type().Name + "(" + strings.Join(parts, ", ") + ")", nil
		})
		if err != nil {
			return nil, err
		}
		return str(s), nil
	})
	defClass(c, "fromkeys(cls, iterable, *args)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		fromKeys, err := value.GetAttr(t, value.DictType, "fromkeys")
		if err != nil {
			return nil, err
		}
		d, err := value.Call(t, fromKeys, append([]value.Value{a[1]}, a[2].(*value.Tuple).Elems...), nil)
		if err != nil {
			return nil, err
		}
		return value.Call(t, a[0], []value.Value{d}, nil)
	})
	clone := func(t *value.Thread, a []value.Value) (value.Value, error) {
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		head, err := value.CallMethod(t, all[0], "copy")
		if err != nil {
			return nil, err
		}
		return like(t, a[0], head, all[1:])
	}
	def(c, "copy(self)", clone)
	copied, _ := c.Dict.GetStr("copy")
	c.Dict.SetStr("__copy__", copied)
	def(c, "new_child(self, m=None, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, kwargs := a[1], a[2].(*value.Dict)
		if m == value.None {
			m = kwargs
		} else if kwargs.Len() > 0 {
			if _, err := value.CallMethod(t, m, "update", kwargs); err != nil {
				return nil, err
			}
		}
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		return like(t, a[0], m, all)
	})
	defProperty(c, "parents", func(t *value.Thread, self value.Value) (value.Value, error) {
		all, err := maps(t, self)
		if err != nil {
			return nil, err
		}
		return value.Call(t, self.Type(), all[min(1, len(all)):], nil)
	})
	def(c, "__setitem__(self, key, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := first(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.None, value.SetItem(t, m, a[1], a[2])
	})
	notFound := func(t *value.Thread, key value.Value) error {
		s, err := value.Repr(t, key)
		if err != nil {
			return err
		}
		return value.Raise(value.KeyError, str("Key not found in the first mapping: "+s))
	}
	def(c, "__delitem__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := first(t, a[0])
		if err != nil {
			return nil, err
		}
		err = value.DelItem(t, m, a[1])
		if raised(err, value.KeyError) {
			err = notFound(t, a[1])
		}
		return value.None, err
	})
	def(c, "popitem(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := first(t, a[0])
		if err != nil {
			return nil, err
		}
		got, err := value.CallMethod(t, m, "popitem")
		if raised(err, value.KeyError) {
			err = value.Raise(value.KeyError, str("No keys found in the first mapping."))
		}
		return got, err
	})
	def(c, "pop(self, key, *args)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := first(t, a[0])
		if err != nil {
			return nil, err
		}
		got, err := value.CallMethod(t, m, "pop", append([]value.Value{a[1]}, a[2].(*value.Tuple).Elems...)...)
		if raised(err, value.KeyError) {
			err = notFound(t, a[1])
		}
		return got, err
	})
	def(c, "clear(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := first(t, a[0])
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, m, "clear")
		return value.None, err
	})
	def(c, "__ior__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, err := first(t, a[0])
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, m, "update", a[1])
		return a[0], err
	})
	def(c, "__or__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ok, err := isMapping(t, abc, a[1])
		if err != nil {
			return nil, err
		}
		if !ok {
			return value.NotImplemented, nil
		}
		m, err := value.CallMethod(t, a[0], "copy")
		if err != nil {
			return nil, err
		}
		head, err := first(t, m)
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, head, "update", a[1])
		return m, err
	})
	def(c, "__ror__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ok, err := isMapping(t, abc, a[1])
		if err != nil {
			return nil, err
		}
		if !ok {
			return value.NotImplemented, nil
		}
		d, err := value.Call(t, value.DictType, []value.Value{a[1]}, nil)
		if err != nil {
			return nil, err
		}
		all, err := maps(t, a[0])
		if err != nil {
			return nil, err
		}
		for i := len(all) - 1; i >= 0; i-- {
			if _, err := value.CallMethod(t, d, "update", all[i]); err != nil {
				return nil, err
			}
		}
		return value.Call(t, a[0].Type(), []value.Value{d}, nil)
	})
	return finishABC(t, c)
}

// finishABC computes what ABCMeta computes when it makes a class.
func finishABC(t *value.Thread, c *value.Type) error {
	base, err := abcModule(t)
	if err != nil {
		return err
	}
	return initABC(t, c, abcDataOf(member(base, "ABC").(*value.Type)))
}
