package value

import "strings"

// GenericAlias is a parameterized class such as list[int].
type GenericAlias struct {
	Header
	Origin  Value
	Args    *Tuple
	Starred bool // *tuple[int, ...]
	// Callable is set for Callable[[int], str], whose last argument is the
	// result.
	Callable bool
}

// GenericAliasType is types.GenericAlias.
var GenericAliasType = NewBuiltinType("GenericAlias", ObjectType)

var aliasIteratorType = newIteratorType("generic_alias_iterator")

// Type returns types.GenericAlias or the subclass of it.
func (g *GenericAlias) Type() *Type { return g.class(GenericAliasType) }

// NewGenericAlias returns origin[index]; a tuple gives several arguments.
func NewGenericAlias(origin, index Value) *GenericAlias {
	args, ok := index.(*Tuple)
	if !ok || args.Cls != nil {
		args = NewTuple(index)
	}
	return &GenericAlias{Origin: origin, Args: args}
}

// ClassGetItem is c[index] for a class whose metaclass has no __getitem__.
func ClassGetItem(t *Thread, c *Type, index Value) (Value, error) {
	if c == TypeType {
		return NewGenericAlias(c, index), nil
	}
	f, err := getTypeAttr(t, c, "__class_getitem__")
	if err != nil {
		return nil, err
	}
	if f == nil || f == None {
		return nil, TypeErrorf("type '%s' is not subscriptable", c.fullName())
	}
	return Call(t, f, []Value{index}, nil)
}

// aliasOwn are the attributes that an alias answers itself; all others are
// those of the class.
var aliasOwn = map[string]bool{
	"__class__": true, "__origin__": true, "__args__": true, "__parameters__": true, "__mro_entries__": true,
	"__reduce_ex__": true, "__reduce__": true, "__copy__": true, "__deepcopy__": true, "__unpacked__": true,
	"__typing_unpacked_tuple_args__": true,
}

// aliasGetAttr looks up an attribute of an alias; nil, nil: not there.
func aliasGetAttr(t *Thread, g *GenericAlias, name string) (Value, error) {
	if !aliasOwn[name] {
		return GetAttr(t, g.Origin, name)
	}
	return GenericGetAttr(t, g, name)
}

func init() {
	g := GenericAliasType
	g.Name, g.Module = "types.GenericAlias", "types"
	g.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 {
			return nil, TypeErrorf("GenericAlias() takes no keyword arguments")
		}
		if len(args) != 2 {
			return nil, TypeErrorf("GenericAlias expected 2 arguments, got %d", len(args))
		}
		a := NewGenericAlias(args[0], args[1])
		if cls != g {
			a.Cls = cls
		}
		return a, nil
	}
	g.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) { return None, nil })
	g.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		s, err := a[0].(*GenericAlias).repr(t)
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	g.DefAttr("__origin__", func(t *Thread, self Value) (Value, error) { return self.(*GenericAlias).Origin, nil })
	g.DefAttr("__args__", func(t *Thread, self Value) (Value, error) { return self.(*GenericAlias).Args, nil })
	g.DefAttr("__unpacked__", func(t *Thread, self Value) (Value, error) { return Bool(self.(*GenericAlias).Starred), nil })
	g.DefAttr("__parameters__", func(t *Thread, self Value) (Value, error) {
		ps, err := TypeParameters(t, self.(*GenericAlias).Args.Elems)
		if err != nil {
			return nil, err
		}
		return NewTuple(ps...), nil
	})
	g.Def("__mro_entries__(self, bases, /)", func(t *Thread, a []Value) (Value, error) {
		return NewTuple(a[0].(*GenericAlias).Origin), nil
	})
	g.DefRaw("__call__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		a := args[0].(*GenericAlias)
		got, err := Call(t, a.Origin, args[1:], kwargs)
		if err != nil {
			return nil, err
		}
		if _, ok := got.(*Instance); ok && hasDict(got, got.Type()) {
			if err := SetAttr(t, got, "__orig_class__", a); err != nil {
				if r, ok := err.(*Raised); !ok || !r.Exc.Type().IsSubtype(AttributeError) && !r.Exc.Type().IsSubtype(TypeError) {
					return nil, err
				}
			}
		}
		return got, nil
	})
	DefIterator(aliasIteratorType)
	g.Def("__iter__(self, /)", func(t *Thread, a []Value) (Value, error) {
		x := *a[0].(*GenericAlias)
		x.Starred = true
		return NewSliceIterator(aliasIteratorType, []Value{&x}), nil
	})
	g.Def("__eq__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		x, y := a[0].(*GenericAlias), a[1]
		other, ok := y.(*GenericAlias)
		if !ok {
			return NotImplemented, nil
		}
		if x.Starred != other.Starred {
			return False, nil
		}
		eq, err := Equal(t, x.Origin, other.Origin)
		if err != nil || !eq {
			return Bool(eq), err
		}
		eq, err = Equal(t, x.Args, other.Args)
		return Bool(eq), err
	})
	g.Def("__or__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return unionOf(t, a[0], a[1]) })
	g.Def("__ror__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return unionOf(t, a[1], a[0]) })
	g.Def("__instancecheck__(self, instance, /)", func(t *Thread, a []Value) (Value, error) {
		return nil, TypeErrorf("isinstance() argument 2 cannot be a parameterized generic")
	})
	g.Def("__subclasscheck__(self, subclass, /)", func(t *Thread, a []Value) (Value, error) {
		return nil, TypeErrorf("issubclass() argument 2 cannot be a parameterized generic")
	})
	g.Def("__getitem__(self, item, /)", func(t *Thread, a []Value) (Value, error) {
		x := a[0].(*GenericAlias)
		args, err := SubstituteTypes(t, x, x.Args.Elems, a[1])
		if err != nil {
			return nil, err
		}
		return &GenericAlias{Origin: x.Origin, Args: NewTuple(args...), Starred: x.Starred, Callable: x.Callable}, nil
	})
	for _, c := range []*Type{ListType, TupleType, DictType, SetType, FrozenSetType} {
		c.DefClass("__class_getitem__(cls, item, /)", func(t *Thread, a []Value) (Value, error) {
			return NewGenericAlias(a[0], a[1]), nil
		})
	}
}

func (g *GenericAlias) repr(t *Thread) (string, error) {
	var b strings.Builder
	if g.Starred {
		b.WriteByte('*')
	}
	s, err := TypeRepr(t, g.Origin)
	if err != nil {
		return "", err
	}
	b.WriteString(s)
	b.WriteByte('[')
	last := len(g.Args.Elems) - 1
	open := g.Callable && !(last == 1 && IsParamExpr(g.Args.Elems[0]))
	if open {
		b.WriteByte('[')
	}
	for i, a := range g.Args.Elems {
		if open && i == last {
			b.WriteByte(']')
			if i == 0 {
				b.WriteString(", ")
			}
		}
		if i > 0 {
			b.WriteString(", ")
		}
		if l, ok := a.(*List); ok {
			b.WriteByte('[')
			for j, e := range l.Elems {
				if j > 0 {
					b.WriteString(", ")
				}
				s, err := TypeRepr(t, e)
				if err != nil {
					return "", err
				}
				b.WriteString(s)
			}
			b.WriteByte(']')
			continue
		}
		if s, err = TypeRepr(t, a); err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	if len(g.Args.Elems) == 0 {
		b.WriteString("()")
	}
	b.WriteByte(']')
	return b.String(), nil
}

// TypeRepr is how a class is shown inside an alias: by its name alone.
func TypeRepr(t *Thread, v Value) (string, error) {
	switch v := v.(type) {
	case *Singleton:
		if v == Ellipsis {
			return "...", nil
		}
	case *Type:
		if v.Module == "builtins" {
			return v.Qualname, nil
		}
		return v.Module + "." + v.Qualname, nil
	case *Function:
		if v.Module == "builtins" {
			return v.Qualname, nil
		}
		return v.Module + "." + v.Qualname, nil
	}
	return Repr(t, v)
}

// IsParamExpr reports whether v may stand for the parameters of a callable: ...,
// a list, a ParamSpec or a Concatenate.
func IsParamExpr(v Value) bool {
	if _, ok := v.(*List); ok || v == Ellipsis {
		return true
	}
	c := v.Type()
	return c.Module == "typing" && (c.Name == "ParamSpec" || c.Name == "_ConcatenateGenericAlias")
}

// TypeParameters collects the type variables among args, each once.
func TypeParameters(t *Thread, args []Value) ([]Value, error) {
	var out []Value
	add := func(p Value) {
		for _, o := range out {
			if o == p {
				return
			}
		}
		out = append(out, p)
	}
	for _, a := range args {
		switch a := a.(type) {
		case *Type:
			continue
		case *Tuple:
			inner, err := TypeParameters(t, a.Elems)
			if err != nil {
				return nil, err
			}
			for _, p := range inner {
				add(p)
			}
			continue
		}
		if _, ok := a.Type().Lookup("__typing_subst__"); ok {
			add(a)
			continue
		}
		if a.Type() == StrType || a == None {
			continue
		}
		ps, err := LookupAttr(t, a, "__parameters__")
		if err != nil {
			return nil, err
		}
		if tuple, ok := ps.(*Tuple); ok {
			for _, p := range tuple.Elems {
				add(p)
			}
		}
	}
	return out, nil
}

// SubstituteTypes replaces the type variables among args by the items of index.
func SubstituteTypes(t *Thread, alias Value, args []Value, index Value) ([]Value, error) {
	params, err := TypeParameters(t, args)
	if err != nil {
		return nil, err
	}
	if len(params) == 0 {
		s, err := Repr(t, alias)
		if err != nil {
			return nil, err
		}
		return nil, TypeErrorf("%s is not a generic class", s)
	}
	for _, p := range params {
		if _, ok := p.Type().Lookup("__typing_prepare_subst__"); ok {
			return nil, Unknownf("substituting a '%s' is outside what is known", p.Type().Name)
		}
	}
	items := []Value{index}
	if tuple, ok := index.(*Tuple); ok {
		items = tuple.Elems
	}
	if len(items) != len(params) {
		s, err := Repr(t, alias)
		if err != nil {
			return nil, err
		}
		few := "few"
		if len(items) > len(params) {
			few = "many"
		}
		return nil, TypeErrorf("Too %s arguments for %s; actual %d, expected %d", few, s, len(items), len(params))
	}
	return substituteTypes(t, params, items, args)
}

// substituteTypes replaces params among args by items.
func substituteTypes(t *Thread, params, items, args []Value) ([]Value, error) {
	out := make([]Value, len(args))
	for i, a := range args {
		out[i] = a
		switch a := a.(type) {
		case *Type:
			continue
		case *Tuple:
			inner, err := substituteTypes(t, params, items, a.Elems)
			if err != nil {
				return nil, err
			}
			out[i] = NewTuple(inner...)
			continue
		}
		replaced := false
		for j, p := range params {
			if a != p {
				continue
			}
			got, err := CallMethod(t, p, "__typing_subst__", items[j])
			if err != nil {
				return nil, err
			}
			out[i], replaced = got, true
		}
		if replaced || a == None || a.Type() == StrType {
			continue
		}
		inner, err := LookupAttr(t, a, "__parameters__")
		if err != nil {
			return nil, err
		}
		tuple, ok := inner.(*Tuple)
		if !ok || len(tuple.Elems) == 0 {
			continue
		}
		sub := make([]Value, len(tuple.Elems))
		for k, q := range tuple.Elems {
			for j, p := range params {
				if q == p {
					sub[k] = items[j]
				}
			}
		}
		var key Value = NewTuple(sub...)
		if len(sub) == 1 {
			key = sub[0]
		}
		if out[i], err = GetItem(t, a, key); err != nil {
			return nil, err
		}
	}
	return out, nil
}
