package value

// MappingProxy is a read-only view of a dict, such as the __dict__ of a class.
type MappingProxy struct {
	Mapping Value
	Of      *Type // the class whose __dict__ it is, or nil
}

// MappingProxyType is types.MappingProxyType.
var MappingProxyType = NewBuiltinType("mappingproxy", ObjectType)

// Type returns types.MappingProxyType.
func (*MappingProxy) Type() *Type { return MappingProxyType }

// whole returns what the proxy stands for when all of it is needed. The
// attributes of a built-in class are not all known.
func (p *MappingProxy) whole(t *Thread) (Value, error) {
	if p.Of != nil {
		if !p.Of.Heap {
			return nil, Unknownf("the attributes of a built-in class are not all known")
		}
		t.Reading(&p.Of.Header)
	}
	return p.Mapping, nil
}

func init() {
	m := MappingProxyType
	m.Final = true
	m.Pattern = MappingPattern
	m.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(args) != 1 || len(kwargs) > 0 {
			return nil, TypeErrorf("mappingproxy() missing required argument 'mapping' (pos 1)")
		}
		if err := firstUnknown(args[0]); err != nil {
			return nil, err
		}
		_, ok := args[0].Type().Lookup("__getitem__")
		switch args[0].(type) {
		case *List, *Tuple:
			ok = false
		}
		if !ok {
			return nil, TypeErrorf("mappingproxy() argument must be a mapping, not %s", args[0].Type().Name)
		}
		return &MappingProxy{Mapping: args[0]}, nil
	}
	m.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) { return None, nil })
	m.Def("__getitem__(self, key, /)", func(t *Thread, a []Value) (Value, error) {
		p := a[0].(*MappingProxy)
		if p.Of != nil {
			t.Reading(&p.Of.Header)
		}
		return GetItem(t, p.Mapping, a[1])
	})
	m.Def("__contains__(self, key, /)", func(t *Thread, a []Value) (Value, error) {
		p := a[0].(*MappingProxy)
		has, err := Contains(t, p.Mapping, a[1])
		if s, ok := a[1].(*Str); ok && err == nil && p.Of != nil && !p.Of.Heap {
			if names := p.Of.names(); names != nil {
				return Bool(names[s.s]), nil
			}
			if !has {
				_, err = p.whole(t)
			}
		}
		return Bool(has), err
	})
	m.Def("__len__(self, /)", func(t *Thread, a []Value) (Value, error) {
		d, err := a[0].(*MappingProxy).whole(t)
		if err != nil {
			return nil, err
		}
		n, err := Len(t, d)
		return Int(n), err
	})
	m.Def("__iter__(self, /)", func(t *Thread, a []Value) (Value, error) {
		d, err := a[0].(*MappingProxy).whole(t)
		if err != nil {
			return nil, err
		}
		return Iter(t, d)
	})
	m.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		d, err := a[0].(*MappingProxy).whole(t)
		if err != nil {
			return nil, err
		}
		s, err := Repr(t, d)
		if err != nil {
			return nil, err
		}
		return NewStr("mappingproxy(" + s + ")"), nil
	})
	m.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) {
		d, err := a[0].(*MappingProxy).whole(t)
		if err != nil {
			return nil, err
		}
		s, err := Text(t, d)
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	m.Def("__eq__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		d, err := a[0].(*MappingProxy).whole(t)
		if err != nil {
			return nil, err
		}
		other := a[1]
		if q, ok := other.(*MappingProxy); ok {
			if other, err = q.whole(t); err != nil {
				return nil, err
			}
		}
		return Compare(t, CmpEq, d, other)
	})
	m.Dict.SetStr("__hash__", None)
	m.Def("__or__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		var sides [2]Value
		for i, v := range a {
			sides[i] = v
			if p, ok := v.(*MappingProxy); ok {
				d, err := p.whole(t)
				if err != nil {
					return nil, err
				}
				sides[i] = d
			}
		}
		return Binary(t, OpOr, sides[0], sides[1])
	})
	for _, sig := range []string{"keys(self, /)", "values(self, /)", "items(self, /)", "copy(self, /)", "__reversed__(self, /)"} {
		name := newSignature(sig).Name
		m.Def(sig, func(t *Thread, a []Value) (Value, error) {
			d, err := a[0].(*MappingProxy).whole(t)
			if err != nil {
				return nil, err
			}
			return CallMethod(t, d, name)
		})
	}
	m.Def("get(self, key, default=None, /)", func(t *Thread, a []Value) (Value, error) {
		p := a[0].(*MappingProxy)
		if p.Of != nil {
			t.Reading(&p.Of.Header)
			if has, err := Contains(t, p.Mapping, a[1]); err != nil || !has && !p.Of.Heap {
				if err == nil {
					_, err = p.whole(t)
				}
				return nil, err
			}
		}
		return CallMethod(t, p.Mapping, "get", a[1], a[2])
	})
}
