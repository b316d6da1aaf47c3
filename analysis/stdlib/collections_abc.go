package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("collections.abc", loadCollectionsABC) }

// abcClass describes an abstract base class of collections.abc.
type abcClass struct {
	name     string
	bases    string
	abstract string // methods that subclasses must define
	checks   string // methods that make a class a subclass; empty: none do
	generic  bool   // has __class_getitem__
}

// abcClasses are the classes in the order in which CPython defines them.
var abcClasses = []abcClass{
	{"Hashable", "", "__hash__", "__hash__", false},
	{"Awaitable", "", "__await__", "__await__", true},
	{"Coroutine", "Awaitable", "send throw", "__await__ send throw close", false},
	{"AsyncIterable", "", "__aiter__", "__aiter__", true},
	{"AsyncIterator", "AsyncIterable", "__anext__", "__anext__ __aiter__", false},
	{"AsyncGenerator", "AsyncIterator", "asend athrow", "__aiter__ __anext__ asend athrow aclose", false},
	{"Iterable", "", "__iter__", "__iter__", true},
	{"Iterator", "Iterable", "__next__", "__iter__ __next__", false},
	{"Reversible", "Iterable", "__reversed__", "__reversed__ __iter__", false},
	{"Generator", "Iterator", "send throw", "__iter__ __next__ send throw close", false},
	{"Sized", "", "__len__", "__len__", false},
	{"Container", "", "__contains__", "__contains__", true},
	{"Collection", "Sized Iterable Container", "", "__len__ __iter__ __contains__", false},
	{"Callable", "", "__call__", "__call__", true},
	{"Set", "Collection", "", "", false},
	{"MutableSet", "Set", "add discard", "", false},
	{"Mapping", "Collection", "__getitem__", "", false},
	{"MappingView", "Sized", "", "", true},
	{"KeysView", "MappingView Set", "", "", false},
	{"ItemsView", "MappingView Set", "", "", false},
	{"ValuesView", "MappingView Collection", "", "", false},
	{"MutableMapping", "Mapping", "__setitem__ __delitem__", "", false},
	{"Sequence", "Reversible Collection", "__getitem__", "", false},
	{"ByteString", "Sequence", "", "", false},
	{"MutableSequence", "Sequence", "__setitem__ __delitem__ insert", "", false},
}

// loadCollectionsABC builds collections.abc.
func loadCollectionsABC(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("collections.abc")
	base, err := abcModule(t)
	if err != nil {
		return nil, err
	}
	meta, _ := base.Globals.GetStr("ABCMeta")
	byName := map[string]*value.Type{}
	var all []value.Value
	for _, k := range abcClasses {
		c := class{module: "collections.abc", name: k.name, meta: meta.(*value.Type), noDict: true}
		for _, b := range strings.Fields(k.bases) {
			c.bases = append(c.bases, byName[b])
		}
		cls, err := c.make(t)
		if err != nil {
			return nil, err
		}
		byName[k.name] = cls
		switch k.name {
		case "Sequence":
			cls.Pattern = value.SequencePattern
		case "Mapping":
			cls.Pattern = value.MappingPattern
		}
		all = append(all, value.NewStr(k.name))
		for _, name := range strings.Fields(k.abstract) {
			defAbstract(cls, name)
		}
		if k.checks != "" {
			defHook(cls, strings.Fields(k.checks))
		}
		if k.generic {
			cls.DefClass("__class_getitem__(cls, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
				return value.NewGenericAlias(a[0], a[1]), nil
			})
		}
		m.Set(k.name, cls)
	}
	defCallableItem(byName["Callable"])
	if err := defineMixins(t, byName); err != nil {
		return nil, err
	}
	data, _ := base.Globals.GetStr("ABC")
	impl := abcDataOf(data.(*value.Type))
	for _, k := range abcClasses {
		if err := initABC(t, byName[k.name], impl); err != nil {
			return nil, err
		}
	}
	if err := registerBuiltins(t, byName); err != nil {
		return nil, err
	}
	m.Set("__all__", value.NewList(all))
	return m, nil
}

// abcModule returns the module abc.
func abcModule(t *value.Thread) (*value.Module, error) {
	m, _, err := Load(t, "abc")
	return m, err
}

// abcDataOf returns the class of the state that ABCMeta keeps in its classes.
func abcDataOf(c *value.Type) *value.Type {
	v, _ := c.Dict.GetStr("_abc_impl")
	return v.Type()
}

// collectionsABC returns the classes of collections.abc, for models that build
// on them.
func collectionsABC(t *value.Thread) (*value.Module, error) {
	if m, ok := t.Modules["collections.abc"]; ok {
		return m, nil
	}
	m, err := loadCollectionsABC(t)
	if err == nil {
		t.Modules["collections.abc"] = m
	}
	return m, err
}

func defAbstract(c *value.Type, name string) {
	params := map[string]string{
		"__contains__": "(self, x)", "__getitem__": "(self, key)", "__setitem__": "(self, key, value)", "__delitem__": "(self, key)",
		"insert": "(self, index, value)", "add": "(self, value)", "discard": "(self, value)", "__call__": "(self, *args, **kwds)",
		"send": "(self, value)", "throw": "(self, typ, val=None, tb=None)", "asend": "(self, value)", "athrow": "(self, typ, val=None, tb=None)",
	}
	sig, ok := params[name]
	if !ok {
		sig = "(self)"
	}
	f := newFunction(c.Module, c.Qualname+"."+name, name+sig, func(t *value.Thread, a []value.Value) (value.Value, error) {
		switch name {
		case "__len__":
			return value.Int(0), nil
		case "__hash__":
			return value.Int(0), nil
		case "__contains__":
			return value.False, nil
		case "__iter__", "__reversed__":
			return generatorOf(nil), nil
		case "__next__":
			return nil, value.Raise(value.StopIteration)
		case "__getitem__", "__setitem__", "__delitem__":
			if c.Name == "Sequence" || c.Name == "MutableSequence" {
				return nil, value.Raise(value.IndexError)
			}
			return nil, value.Raise(value.KeyError)
		case "insert":
			return nil, value.Raise(value.IndexError)
		case "add", "discard":
			return nil, value.Raise(value.NotImplementedError)
		case "send":
			return nil, value.Raise(value.StopIteration)
		case "throw":
			exc, ok := a[1].(*value.Exception)
			if !ok || a[2] != value.None {
				var err error
				if exc, err = exceptionOf(t, a[1], a[2]); err != nil {
					return nil, err
				}
			}
			return nil, &value.Raised{Exc: exc}
		case "asend", "athrow", "__anext__", "__await__":
			return nil, value.Unknownf("%s.%s", c.Name, name)
		}
		return value.None, nil
	})
	f.Attrs = value.NewDict()
	f.Attrs.SetStr("__isabstractmethod__", value.True)
	c.Dict.SetStr(name, f)
}

// defHook makes classes that have the methods subclasses of c.
func defHook(c *value.Type, methods []string) {
	defClass(c, "__subclasshook__(cls, C)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		sub, ok := a[1].(*value.Type)
		if a[0] != value.Value(c) || !ok {
			return value.NotImplemented, nil
		}
		for _, name := range methods {
			v, ok := sub.OwnAlongMRO(name)
			if !ok || v == value.None {
				return value.NotImplemented, nil
			}
		}
		return value.True, nil
	})
}

// defCallableItem defines Callable[[int], str].
func defCallableItem(c *value.Type) {
	c.DefClass("__class_getitem__(cls, item, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		pair, ok := a[1].(*value.Tuple)
		if !ok || len(pair.Elems) != 2 {
			return nil, value.TypeErrorf("Callable must be used as Callable[[arg, ...], result].")
		}
		args := []value.Value{pair.Elems[0]}
		switch l := pair.Elems[0].(type) {
		case *value.List:
			args = append([]value.Value(nil), l.Elems...)
		case *value.Tuple:
			args = append([]value.Value(nil), l.Elems...)
		default:
			if !value.IsParamExpr(l) {
				s, err := value.Text(t, l)
				if err != nil {
					return nil, err
				}
				return nil, value.TypeErrorf("Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got %s", s)
			}
		}
		g := value.NewGenericAlias(a[0], value.NewTuple(append(args, pair.Elems[1])...))
		g.Callable = true
		return g, nil
	})
}

// registerBuiltins makes the built-in classes subclasses of the ABCs.
func registerBuiltins(t *value.Thread, c map[string]*value.Type) error {
	view := func(method string) (*value.Type, error) {
		v, err := value.CallMethod(t, value.NewDict(), method)
		if err != nil {
			return nil, err
		}
		return v.Type(), nil
	}
	keys, err := view("keys")
	if err != nil {
		return err
	}
	items, err := view("items")
	if err != nil {
		return err
	}
	values, err := view("values")
	if err != nil {
		return err
	}
	for _, r := range []struct {
		abc string
		cls []*value.Type
	}{
		{"Set", []*value.Type{value.FrozenSetType}},
		{"MutableSet", []*value.Type{value.SetType}},
		{"Mapping", []*value.Type{value.MappingProxyType}},
		{"MutableMapping", []*value.Type{value.DictType}},
		{"KeysView", []*value.Type{keys}},
		{"ItemsView", []*value.Type{items}},
		{"ValuesView", []*value.Type{values}},
		{"Sequence", []*value.Type{value.TupleType, value.StrType, value.RangeType}},
		{"ByteString", []*value.Type{value.BytesType, value.ByteArrayType}},
		{"MutableSequence", []*value.Type{value.ListType, value.ByteArrayType}},
	} {
		s := abcStateOf(c[r.abc])
		s.registry = append(s.registry, r.cls...)
	}
	return nil
}
