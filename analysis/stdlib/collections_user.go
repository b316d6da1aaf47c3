package stdlib

import "augur/analysis/value"

// userClass is UserDict, UserList or UserString: a class around an object that
// it keeps in its attribute data.
type userClass struct {
	cls *value.Type
}

func newUserClass(t *value.Thread, m, abc *value.Module, name, base string) (*userClass, error) {
	b := member(abc, base).(*value.Type)
	c, err := class{module: "collections", name: name, bases: []*value.Type{b}, meta: b.Type()}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set(name, c)
	return &userClass{c}, nil
}

// is reports whether v is an instance of the class.
func (u *userClass) is(v value.Value) bool { return value.IsInstance(v, u.cls) }

func data(t *value.Thread, v value.Value) (value.Value, error) { return value.GetAttr(t, v, "data") }

// unwrap returns the data of another instance, and other objects as they are.
func (u *userClass) unwrap(t *value.Thread, v value.Value) (value.Value, error) {
	if u.is(v) {
		return data(t, v)
	}
	return v, nil
}

// wrap makes an instance of self's class around a result.
func wrap(t *value.Thread, self, v value.Value, err error) (value.Value, error) {
	if err != nil {
		return nil, err
	}
	return value.Call(t, self.Type(), []value.Value{v}, nil)
}

// defineSized defines the special methods that are those of data.
func (u *userClass) defineSized() {
	c := u.cls
	on := func(signature string, f func(t *value.Thread, d value.Value, a []value.Value) (value.Value, error)) {
		def(c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			return f(t, d, a)
		})
	}
	on("__len__(self)", func(t *value.Thread, d value.Value, _ []value.Value) (value.Value, error) {
		n, err := value.Len(t, d)
		return value.Int(n), err
	})
	on("__repr__(self)", func(t *value.Thread, d value.Value, _ []value.Value) (value.Value, error) {
		s, err := value.Repr(t, d)
		return str(s), err
	})
	on("__contains__(self, item)", func(t *value.Thread, d value.Value, a []value.Value) (value.Value, error) {
		item := a[1]
		if _, text := d.(*value.Str); text {
			var err error
			if item, err = u.unwrap(t, item); err != nil {
				return nil, err
			}
		}
		in, err := value.Contains(t, d, item)
		return value.Bool(in), err
	})
	on("__setitem__(self, i, item)", func(t *value.Thread, d value.Value, a []value.Value) (value.Value, error) {
		return value.None, value.SetItem(t, d, a[1], a[2])
	})
	on("__delitem__(self, i)", func(t *value.Thread, d value.Value, a []value.Value) (value.Value, error) {
		return value.None, value.DelItem(t, d, a[1])
	})
}

// defineOrder defines comparisons of data with data or anything else.
func (u *userClass) defineOrder() {
	for op, name := range []string{"__eq__", "", "__lt__", "__le__", "__gt__", "__ge__"} {
		if name == "" {
			continue
		}
		def(u.cls, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			o, err := u.unwrap(t, a[1])
			if err != nil {
				return nil, err
			}
			return value.Compare(t, value.CmpOp(op), d, o)
		})
	}
}

// delegate defines methods that call those of data; wrapped ones make an
// instance of the class of the result.
func (u *userClass) delegate(wrapped bool, signatures map[string]string) {
	for name, params := range signatures {
		def(u.cls, name+"(self"+params+")", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			var args []value.Value
			var kwargs []value.Kwarg
			for _, x := range a[1:] {
				switch x := x.(type) {
				case *value.Tuple:
					if params == ", *args" || params == ", item, *args" || params == ", width, *args" || params == ", /, *args, **kwds" {
						args = append(args, x.Elems...)
						continue
					}
				case *value.Dict:
					if params == ", /, *args, **kwds" {
						kwargs = kwargsOf(x)
						continue
					}
				}
				if x, err = u.unwrap(t, x); err != nil {
					return nil, err
				}
				args = append(args, x)
			}
			got, err := value.CallKw(t, d, name, args, kwargs)
			if wrapped {
				return wrap(t, a[0], got, err)
			}
			return got, err
		})
	}
}

func defineUserDict(t *value.Thread, m, abc *value.Module) error {
	u, err := newUserClass(t, m, abc, "UserDict", "MutableMapping")
	if err != nil {
		return err
	}
	c := u.cls
	def(c, "__init__(self, dict=None, /, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "data", value.NewDict()); err != nil {
			return nil, err
		}
		if a[1] != value.None {
			if _, err := value.CallMethod(t, a[0], "update", a[1]); err != nil {
				return nil, err
			}
		}
		if kw := a[2].(*value.Dict); kw.Len() > 0 {
			if _, err := value.CallMethod(t, a[0], "update", kw); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	u.defineSized()
	def(c, "__getitem__(self, key)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := data(t, a[0])
		if err != nil {
			return nil, err
		}
		in, err := value.Contains(t, d, a[1])
		if err != nil {
			return nil, err
		}
		if in {
			return value.GetItem(t, d, a[1])
		}
		got, ok, err := value.CallSpecial(t, a[0], "__missing__", a[1])
		if err == nil && !ok {
			err = value.Raise(value.KeyError, a[1])
		}
		return got, err
	})
	def(c, "__iter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := data(t, a[0])
		if err != nil {
			return nil, err
		}
		it, err := value.Iter(t, d)
		if err != nil {
			return nil, err
		}
		return value.IteratorValue(it), nil
	})
	merge := func(reflected bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			o, err := u.unwrap(t, a[1])
			if err != nil {
				return nil, err
			}
			if _, ok := o.(*value.Dict); !ok && !u.is(a[1]) {
				return value.NotImplemented, nil
			}
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			if reflected {
				d, o = o, d
			}
			got, err := value.Binary(t, value.OpOr, d, o)
			return wrap(t, a[0], got, err)
		}
	}
	def(c, "__or__(self, other)", merge(false))
	def(c, "__ror__(self, other)", merge(true))
	def(c, "__ior__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		o, err := u.unwrap(t, a[1])
		if err != nil {
			return nil, err
		}
		d, err := data(t, a[0])
		if err != nil {
			return nil, err
		}
		got, err := value.Inplace(t, value.OpOr, d, o)
		if err != nil {
			return nil, err
		}
		return a[0], value.SetAttr(t, a[0], "data", got)
	})
	clone := func(t *value.Thread, a []value.Value) (value.Value, error) {
		return cloneAround(t, a[0], func(d value.Value) (value.Value, error) { return value.CallMethod(t, d, "copy") })
	}
	def(c, "__copy__(self)", clone)
	def(c, "copy(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0].Type() == c {
			return clone(t, a)
		}
		// A subclass may do more when items are set.
		made, err := cloneAround(t, a[0], func(value.Value) (value.Value, error) { return value.NewDict(), nil })
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, made, "update", a[0])
		return made, err
	})
	defClass(c, "fromkeys(cls, iterable, value=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := value.Call(t, a[0], nil, nil)
		if err != nil {
			return nil, err
		}
		return d, value.Iterate(t, a[1], func(k value.Value) error { return value.SetItem(t, d, k, a[2]) })
	})
	return finishABC(t, c)
}

// cloneAround copies an instance with its attributes, and data by copyData.
func cloneAround(t *value.Thread, self value.Value, copyData func(d value.Value) (value.Value, error)) (value.Value, error) {
	o, ok := self.(*value.Instance)
	if !ok {
		return nil, value.Unknownf("a copy of class %s is outside what is known", self.Type().Name)
	}
	t.Reading(&o.Header)
	c := value.NewInstance(o.Cls)
	if o.Attrs != nil {
		c.Attrs = o.Attrs.Copy()
		if d, ok := c.Attrs.GetStr("data"); ok {
			copied, err := copyData(d)
			if err != nil {
				return nil, err
			}
			c.Attrs.SetStr("data", copied)
		}
	}
	return c, t.Alloc(96)
}

func defineUserList(t *value.Thread, m, abc *value.Module) error {
	u, err := newUserClass(t, m, abc, "UserList", "MutableSequence")
	if err != nil {
		return err
	}
	c := u.cls
	def(c, "__init__(self, initlist=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var elems []value.Value
		if a[1] != value.None {
			v, err := u.unwrap(t, a[1])
			if err != nil {
				return nil, err
			}
			if elems, err = value.Collect(t, v); err != nil {
				return nil, err
			}
		}
		return value.None, value.SetAttr(t, a[0], "data", value.NewList(elems))
	})
	u.defineSized()
	u.defineOrder()
	def(c, "__getitem__(self, i)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := data(t, a[0])
		if err != nil {
			return nil, err
		}
		got, err := value.GetItem(t, d, a[1])
		if _, ok := a[1].(*value.Slice); ok {
			return wrap(t, a[0], got, err)
		}
		return got, err
	})
	asList := func(t *value.Thread, v value.Value) (value.Value, error) {
		v, err := u.unwrap(t, v)
		if err != nil {
			return nil, err
		}
		if _, ok := v.(*value.List); ok {
			return v, nil
		}
		elems, err := value.Collect(t, v)
		return value.NewList(elems), err
	}
	add := func(reflected bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			o, err := asList(t, a[1])
			if err != nil {
				return nil, err
			}
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			if reflected {
				d, o = o, d
			}
			got, err := value.Binary(t, value.OpAdd, d, o)
			return wrap(t, a[0], got, err)
		}
	}
	def(c, "__add__(self, other)", add(false))
	def(c, "__radd__(self, other)", add(true))
	inplace := func(name string, op value.Op, convert func(t *value.Thread, v value.Value) (value.Value, error)) {
		def(c, name+"(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			o, err := convert(t, a[1])
			if err != nil {
				return nil, err
			}
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			got, err := value.Inplace(t, op, d, o)
			if err != nil {
				return nil, err
			}
			return a[0], value.SetAttr(t, a[0], "data", got)
		})
	}
	inplace("__iadd__", value.OpAdd, asList)
	inplace("__imul__", value.OpMul, func(_ *value.Thread, v value.Value) (value.Value, error) { return v, nil })
	times := func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := data(t, a[0])
		if err != nil {
			return nil, err
		}
		got, err := value.Binary(t, value.OpMul, d, a[1])
		return wrap(t, a[0], got, err)
	}
	def(c, "__mul__(self, n)", times)
	def(c, "__rmul__(self, n)", times)
	u.delegate(false, map[string]string{
		"append": ", item", "insert": ", i, item", "pop": ", i=-1", "remove": ", item", "clear": "", "count": ", item",
		"index": ", item, *args", "reverse": "", "sort": ", /, *args, **kwds", "extend": ", other",
	})
	def(c, "copy(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, a[0].Type(), []value.Value{a[0]}, nil)
	})
	def(c, "__copy__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return cloneAround(t, a[0], func(d value.Value) (value.Value, error) {
			elems, err := value.Collect(t, d)
			return value.NewList(elems), err
		})
	})
	return finishABC(t, c)
}

func defineUserString(t *value.Thread, m, abc *value.Module) error {
	u, err := newUserClass(t, m, abc, "UserString", "Sequence")
	if err != nil {
		return err
	}
	c := u.cls
	def(c, "__init__(self, seq)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := u.unwrap(t, a[1])
		if err != nil {
			return nil, err
		}
		if _, ok := v.(*value.Str); !ok {
			if v, err = value.TextValue(t, v); err != nil {
				return nil, err
			}
		}
		return value.None, value.SetAttr(t, a[0], "data", v)
	})
	u.defineSized()
	c.Dict.DeleteStr("__setitem__")
	c.Dict.DeleteStr("__delitem__")
	u.defineOrder()
	convert := func(name string, f func(t *value.Thread, d value.Value) (value.Value, error)) {
		def(c, name+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			return f(t, d)
		})
	}
	convert("__str__", func(t *value.Thread, d value.Value) (value.Value, error) { return value.TextValue(t, d) })
	for name, to := range map[string]*value.Type{"__int__": value.IntType, "__float__": value.FloatType, "__complex__": value.ComplexType} {
		convert(name, func(t *value.Thread, d value.Value) (value.Value, error) {
			return value.Call(t, to, []value.Value{d}, nil)
		})
	}
	convert("__hash__", func(t *value.Thread, d value.Value) (value.Value, error) {
		return value.Call(t, value.Builtins["hash"], []value.Value{d}, nil)
	})
	convert("__getnewargs__", func(_ *value.Thread, d value.Value) (value.Value, error) { return value.NewTuple(d), nil })
	def(c, "__getitem__(self, index)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, err := data(t, a[0])
		if err != nil {
			return nil, err
		}
		got, err := value.GetItem(t, d, a[1])
		return wrap(t, a[0], got, err)
	})
	// text is str(v), or the data of a UserString.
	text := func(t *value.Thread, v value.Value) (value.Value, error) {
		v, err := u.unwrap(t, v)
		if err != nil {
			return nil, err
		}
		return value.TextValue(t, v)
	}
	join := func(reflected bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			o, err := text(t, a[1])
			if err != nil {
				return nil, err
			}
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			if reflected {
				d, o = o, d
			}
			got, err := value.Binary(t, value.OpAdd, d, o)
			return wrap(t, a[0], got, err)
		}
	}
	def(c, "__add__(self, other)", join(false))
	def(c, "__radd__(self, other)", join(true))
	on := func(name string, op value.Op) {
		def(c, name+"(self, n)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, err := data(t, a[0])
			if err != nil {
				return nil, err
			}
			got, err := value.Binary(t, op, d, a[1])
			return wrap(t, a[0], got, err)
		})
	}
	on("__mul__", value.OpMul)
	on("__rmul__", value.OpMul)
	on("__mod__", value.OpMod)
	def(c, "__rmod__(self, template)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := value.TextValue(t, a[1])
		if err != nil {
			return nil, err
		}
		got, err := value.Binary(t, value.OpMod, s, a[0])
		return wrap(t, a[0], got, err)
	})
	const span = ", sub, start=0, end=9223372036854775807"
	u.delegate(true, map[string]string{
		"capitalize": "", "casefold": "", "center": ", width, *args", "removeprefix": ", prefix, /", "removesuffix": ", suffix, /",
		"expandtabs": ", tabsize=8", "ljust": ", width, *args", "lower": "", "lstrip": ", chars=None", "replace": ", old, new, maxsplit=-1",
		"rjust": ", width, *args", "rstrip": ", chars=None", "strip": ", chars=None", "swapcase": "", "title": "",
		"translate": ", *args", "upper": "", "zfill": ", width",
	})
	u.delegate(false, map[string]string{
		"count": span, "find": span, "index": span, "rfind": span, "rindex": span,
		"encode": ", encoding='utf-8', errors='strict'", "endswith": ", suffix, start=0, end=9223372036854775807",
		"startswith": ", prefix, start=0, end=9223372036854775807", "format": ", /, *args, **kwds", "format_map": ", mapping",
		"isalpha": "", "isalnum": "", "isascii": "", "isdecimal": "", "isdigit": "", "isidentifier": "", "islower": "", "isnumeric": "",
		"isprintable": "", "isspace": "", "istitle": "", "isupper": "", "join": ", seq", "partition": ", sep", "rpartition": ", sep",
		"split": ", sep=None, maxsplit=-1", "rsplit": ", sep=None, maxsplit=-1", "splitlines": ", keepends=False",
	})
	if f, ok := value.StrType.Dict.GetStr("maketrans"); ok {
		c.Dict.SetStr("maketrans", f)
	}
	return finishABC(t, c)
}
