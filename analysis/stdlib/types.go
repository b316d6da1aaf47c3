package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("types", loadTypes) }

func loadTypes(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("types")
	for name, c := range map[string]*value.Type{
		"FunctionType": value.FunctionType, "LambdaType": value.FunctionType, "BuiltinFunctionType": value.BuiltinType, "BuiltinMethodType": value.BuiltinType,
		"MethodType": value.MethodType, "MethodDescriptorType": value.MethodDescType, "ModuleType": value.ModuleType, "MappingProxyType": value.MappingProxyType,
		"GenericAlias": value.GenericAliasType, "UnionType": value.UnionType, "NoneType": value.NoneType, "NotImplementedType": value.NotImplementedType,
		"EllipsisType": value.EllipsisType, "TracebackType": value.TracebackType, "GetSetDescriptorType": value.GetSetType, "MemberDescriptorType": value.MemberType,
	} {
		m.Set(name, c)
	}
	m.Set("SimpleNamespace", namespaceType)
	attr, err := class{module: "types", name: "DynamicClassAttribute"}.make(t)
	if err != nil {
		return nil, err
	}
	defineClassAttribute(attr)
	m.Set("DynamicClassAttribute", attr)
	defIn(m, "new_class(name, bases=(), kwds=None, exec_body=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := value.Text(t, a[0])
		if err != nil {
			return nil, err
		}
		bases, err := value.Collect(t, a[1])
		if err != nil {
			return nil, err
		}
		return value.BuildClass(t, name, bases, kwargsOf(a[2]), func(ns *value.Dict) error {
			if a[3] != value.None {
				if _, err := value.Call(t, a[3], []value.Value{ns}, nil); err != nil {
					return err
				}
			}
			// CPython makes the class in module types, unless told otherwise.
			if _, has := ns.GetStr("__module__"); !has {
				ns.SetStr("__module__", value.NewStr("types"))
			}
			return nil
		})
	})
	defIn(m, "resolve_bases(bases)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("types.resolve_bases")
	})
	defIn(m, "get_original_bases(cls, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("types.get_original_bases")
	})
	defIn(m, "coroutine(func)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("types.coroutine")
	})
	return m, nil
}

var namespaceType = libraryType("types", "SimpleNamespace")

func init() {
	c := namespaceType
	c.DefDict()
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		return value.NewInstance(cls), t.Alloc(100)
	}
	c.DefNew()
	c.DefRaw("__init__", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(args) > 1 {
			return nil, value.TypeErrorf("no positional arguments expected")
		}
		for _, k := range kwargs {
			if err := value.GenericSetAttr(t, args[0], k.Name, k.Value); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	attrs := func(t *value.Thread, v value.Value) *value.Dict {
		t.Reading(value.Head(v))
		d := value.InstanceDict(v)
		if d == nil {
			d = value.NewDict()
		}
		return d
	}
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name := "namespace"
		if a[0].Type() != c {
			name = a[0].Type().Name
		}
		s, err := t.ReprOnce(a[0], name+"(...)", func() (string, error) {
			var parts []string
			d := attrs(t, a[0])
			for i := 0; ; {
				k, v, next, ok := d.Next(i)
				if !ok {
					break
				}
				i = next
				s, isStr := k.(*value.Str)
				if !isStr || s.String() == "" {
					continue
				}
				r, err := reprOf(t, v)
				if err != nil {
					return "", err
				}
				parts = append(parts, s.String()+"="+r)
			}
			return name + "(" + strings.Join(parts, ", ") + ")", nil
		})
		return value.NewStr(s), err
	})
	c.Def("__eq__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !value.IsInstance(a[1], c) {
			if u, ok := a[1].(*value.Unknown); ok {
				return nil, &value.UnknownError{Reason: u.Reason}
			}
			return value.NotImplemented, nil
		}
		eq, err := value.Equal(t, attrs(t, a[0]), attrs(t, a[1]))
		return value.Bool(eq), err
	})
	c.Dict.SetStr("__hash__", value.None)
}

// defineClassAttribute defines types.DynamicClassAttribute: a property that is
// not there when a class is asked for it.
func defineClassAttribute(c *value.Type) {
	part := func(t *value.Thread, v value.Value, name string) (value.Value, error) {
		return value.GetAttr(t, v, name)
	}
	def(c, "__init__(self, fget=None, fset=None, fdel=None, doc=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		abstract := false
		if a[1] != value.None {
			var err error
			if abstract, err = value.IsAbstract(t, a[1]); err != nil {
				return nil, err
			}
		}
		for _, k := range []struct {
			name string
			v    value.Value
		}{{"fget", a[1]}, {"fset", a[2]}, {"fdel", a[3]}, {"__isabstractmethod__", value.Bool(abstract)}, {"overwrite_doc", value.Bool(a[4] == value.None)}} {
			if err := value.GenericSetAttr(t, a[0], k.name, k.v); err != nil {
				return nil, err
			}
		}
		doc := a[4]
		if doc == value.None {
			if f, ok := a[1].(*value.Function); ok {
				doc = f.Doc
			}
		}
		return value.None, value.GenericSetAttr(t, a[0], "__doc__", doc)
	})
	def(c, "__get__(self, instance, ownerclass=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] == value.None {
			abstract, err := part(t, a[0], "__isabstractmethod__")
			if err != nil {
				return nil, err
			}
			if isTrue(abstract) {
				return a[0], nil
			}
			return nil, value.Raise(value.AttributeError)
		}
		f, err := part(t, a[0], "fget")
		if err != nil {
			return nil, err
		}
		if f == value.None {
			return nil, value.Raisef(value.AttributeError, "unreadable attribute")
		}
		return value.Call(t, f, a[1:2], nil)
	})
	change := func(name, message string) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			f, err := part(t, a[0], name)
			if err != nil {
				return nil, err
			}
			if f == value.None {
				return nil, value.Raisef(value.AttributeError, "%s", message)
			}
			return value.Call(t, f, a[1:], nil)
		}
	}
	def(c, "__set__(self, instance, value)", change("fset", "can't set attribute"))
	def(c, "__delete__(self, instance)", change("fdel", "can't delete attribute"))
	for _, k := range []struct{ method, part string }{{"getter", "fget"}, {"setter", "fset"}, {"deleter", "fdel"}} {
		def(c, k.method+"(self, f)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			args := make([]value.Value, 4)
			for i, name := range []string{"fget", "fset", "fdel", "__doc__"} {
				v, err := part(t, a[0], name)
				if err != nil {
					return nil, err
				}
				if name == k.part {
					v = a[1]
				}
				args[i] = v
			}
			if own, err := part(t, a[0], "overwrite_doc"); err != nil {
				return nil, err
			} else if isTrue(own) && k.method == "getter" {
				args[3] = value.None
			}
			return value.Call(t, a[0].Type(), args, nil)
		})
	}
}
