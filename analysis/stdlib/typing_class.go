package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// defineClasses defines NamedTuple, TypedDict, NewType, Annotated and the
// protocols of typing.
func (y *typingModule) defineClasses(t *value.Thread) error {
	m := y.module
	def(y.annotatedForm, "__new__(cls, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.TypeErrorf("Type Annotated cannot be instantiated.")
	})
	def(y.annotatedForm, "__class_getitem__(cls, params)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		params := indexes(a[1])
		if len(params) < 2 {
			return nil, value.TypeErrorf("Annotated[...] should be used with at least two arguments (a type and an annotation).")
		}
		origin, err := y.check(t, params[0], "Annotated[t, ...]: t must be a type.", true)
		if err != nil {
			return nil, err
		}
		return y.annotate(t, origin, append([]value.Value(nil), params[1:]...))
	})
	def(y.annotatedForm, "__init_subclass__(cls, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.TypeErrorf("Cannot subclass typing.Annotated")
	})
	newType, err := class{module: "typing", name: "NewType"}.make(t)
	if err != nil {
		return err
	}
	m.Set("NewType", newType)
	def(newType, "__init__(self, name, tp)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, ok := a[1].(*value.Str)
		if !ok {
			return nil, value.Raisef(value.AttributeError, "'%s' object has no attribute 'rpartition'", a[1].Type().Name)
		}
		short := name.String()[strings.LastIndexByte(name.String(), '.')+1:]
		for _, k := range []struct {
			name string
			v    value.Value
		}{{"__qualname__", name}, {"__name__", value.NewStr(short)}, {"__supertype__", a[2]}, {"__module__", value.NewStr(t.ModuleName())}} {
			if err := value.GenericSetAttr(t, a[0], k.name, k.v); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	def(newType, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		o := a[0].(*value.Instance)
		mod, _ := o.Attrs.GetStr("__module__")
		name, _ := o.Attrs.GetStr("__qualname__")
		s, err := value.Text(t, mod)
		if err != nil {
			return nil, err
		}
		n, err := value.Text(t, name)
		return value.NewStr(s + "." + n), err
	})
	def(newType, "__call__(self, x)", func(t *value.Thread, a []value.Value) (value.Value, error) { return a[1], nil })
	def(newType, "__mro_entries__(self, bases)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.TypeErrorf("Cannot subclass an instance of NewType. Perhaps you were looking for: `NewType('X', %s)`", formName(a[0]))
	})
	y.unionOperators(newType)
	if err := y.defineNamedTuple(t); err != nil {
		return err
	}
	if err := y.defineTypedDict(t); err != nil {
		return err
	}
	for _, p := range []struct{ name, method string }{
		{"SupportsInt", "__int__"}, {"SupportsFloat", "__float__"}, {"SupportsComplex", "__complex__"}, {"SupportsBytes", "__bytes__"},
		{"SupportsIndex", "__index__"}, {"SupportsAbs", "__abs__"}, {"SupportsRound", "__round__"},
	} {
		c, err := value.BuildClass(t, p.name, []value.Value{y.protocol}, nil, func(ns *value.Dict) error {
			ns.SetStr("__module__", value.NewStr("typing"))
			f := newFunction("typing", p.name+"."+p.method, p.method+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
			f.Attrs = value.NewDict()
			f.Attrs.SetStr("__isabstractmethod__", value.True)
			ns.SetStr(p.method, f)
			return nil
		})
		if err != nil {
			return err
		}
		c.(*value.Type).Dict.SetStr("_is_runtime_protocol", value.True)
		m.Set(p.name, c)
	}
	for _, name := range []string{"IO", "TextIO", "BinaryIO"} {
		c, err := class{module: "typing", name: name, bases: []*value.Type{y.generic}}.make(t)
		if err != nil {
			return err
		}
		c.Partial = true
		c.Dict.SetStr("__parameters__", value.EmptyTuple)
		if name == "IO" {
			c.Dict.SetStr("__parameters__", value.NewTuple(y.newVariable(y.typeVar, "AnyStr", "typing")))
		}
		m.Set(name, c)
	}
	return nil
}

// makeNamedTuple makes the class of a NamedTuple.
func (y *typingModule) makeNamedTuple(t *value.Thread, name value.Value, fields, types, defaults []value.Value, module value.Value) (*value.Type, error) {
	annotations := value.NewDict()
	for i, f := range fields {
		s, err := value.Text(t, f)
		if err != nil {
			return nil, err
		}
		typ, err := y.check(t, types[i], "field "+s+" annotation must be a type", false)
		if err != nil {
			return nil, err
		}
		annotations.SetStr(s, typ)
	}
	m, ok, err := Load(t, "collections")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, value.Unknownf("collections.namedtuple")
	}
	make, err := value.GetAttr(t, m, "namedtuple")
	if err != nil {
		return nil, err
	}
	got, err := value.Call(t, make, []value.Value{name, value.NewList(fields)},
		[]value.Kwarg{{Name: "defaults", Value: value.NewTuple(defaults...)}, {Name: "module", Value: module}})
	if err != nil {
		return nil, err
	}
	c, ok := got.(*value.Type)
	if !ok {
		return nil, value.Unknownf("collections.namedtuple")
	}
	c.Dict.SetStr("__annotations__", annotations)
	return c, nil
}

// fixedNames are attributes that a class statement of a NamedTuple must not set.
var fixedNames = map[string]bool{
	"__new__": true, "__init__": true, "__slots__": true, "__getnewargs__": true, "_fields": true, "_field_defaults": true,
	"_make": true, "_replace": true, "_asdict": true, "_source": true,
}

func (y *typingModule) defineNamedTuple(t *value.Thread) error {
	meta, err := class{module: "typing", name: "NamedTupleMeta", bases: []*value.Type{value.TypeType}}.make(t)
	if err != nil {
		return err
	}
	y.namedMeta = meta
	if y.namedBase, err = (class{module: "typing", name: "NamedTuple", meta: meta}).make(t); err != nil {
		return err
	}
	def(meta, "__new__(cls, typename, bases, ns)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		generic := false
		for i, b := range a[2].(*value.Tuple).Elems {
			if containsValue(a[2].(*value.Tuple).Elems[:i], b) {
				return nil, value.TypeErrorf("duplicate base class tuple")
			}
			if b == value.Value(y.generic) {
				generic = true
			} else if b != value.Value(y.namedBase) {
				return nil, value.TypeErrorf("can only inherit from a NamedTuple type and Generic")
			}
		}
		ns := a[3].(*value.Dict)
		var fields, types, defaults []value.Value
		var names []string
		annotations, _ := ns.GetStr("__annotations__")
		dict, _ := annotations.(*value.Dict)
		for i := 0; dict != nil; {
			k, typ, next, ok := dict.Next(i)
			if !ok {
				break
			}
			i = next
			s := k.(*value.Str).String()
			if v, has := ns.GetStr(s); has {
				defaults, names = append(defaults, v), append(names, s)
			} else if len(names) > 0 {
				return nil, value.TypeErrorf("Non-default namedtuple field %s cannot follow default field%s %s", s, plural(len(names)), strings.Join(names, ", "))
			}
			fields, types = append(fields, k), append(types, typ)
		}
		module, ok := ns.GetStr("__module__")
		if !ok {
			module = value.NewStr(t.ModuleName())
		}
		c, err := y.makeNamedTuple(t, a[1], fields, types, defaults, module)
		if err != nil {
			return nil, err
		}
		if generic {
			return nil, value.Unknownf("a generic NamedTuple is outside what is known")
		}
		for i := 0; ; {
			k, v, next, ok := ns.Next(i)
			if !ok {
				break
			}
			i = next
			key := k.(*value.Str).String()
			if fixedNames[key] {
				return nil, value.Raisef(value.AttributeError, "Cannot overwrite NamedTuple attribute %s", key)
			}
			if key == "__classcell__" {
				if cell, ok := v.(*value.ClassCell); ok {
					cell.Fill(c)
				}
				continue
			}
			if key == "__module__" || key == "__name__" || key == "__annotations__" {
				continue
			}
			isField := false
			for _, f := range fields {
				isField = isField || f.(*value.Str).String() == key
			}
			if !isField {
				if err := value.SetAttr(t, c, key, v); err != nil {
					return nil, err
				}
			}
		}
		return c, nil
	})
	y.namedTuple = defIn(y.module, "NamedTuple(typename, fields=None, /, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		items := a[1]
		if items == value.None {
			got, err := value.CallMethod(t, a[2], "items")
			if err != nil {
				return nil, err
			}
			items = got
		} else if a[2].(*value.Dict).Len() > 0 {
			return nil, value.TypeErrorf("Either list of fields or keywords can be provided to NamedTuple, not both")
		}
		var fields, types []value.Value
		err := value.Iterate(t, items, func(v value.Value) error {
			pair, err := value.Collect(t, v)
			if err != nil {
				return err
			}
			if len(pair) != 2 {
				return value.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(pair))
			}
			fields, types = append(fields, pair[0]), append(types, pair[1])
			return nil
		})
		if err != nil {
			return nil, err
		}
		c, err := y.makeNamedTuple(t, a[0], fields, types, nil, value.NewStr(t.ModuleName()))
		if err != nil {
			return nil, err
		}
		return c, nil
	})
	entries(y.namedTuple, y.namedBase)
	return nil
}

// entries makes a function usable as a base class: base stands for it.
func entries(f *value.Function, base *value.Type) {
	f.Attrs = value.NewDict()
	f.Attrs.SetStr("__mro_entries__", newFunction("typing", "", "__mro_entries__(bases)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewTuple(base), nil
	}))
}

func (y *typingModule) defineTypedDict(t *value.Thread) error {
	meta, err := class{module: "typing", name: "_TypedDictMeta", bases: []*value.Type{value.TypeType}}.make(t)
	if err != nil {
		return err
	}
	y.dictMeta = meta
	if y.dictBase, err = (class{module: "typing", name: "TypedDict", meta: meta}).make(t); err != nil {
		return err
	}
	meta.Dict.SetStr("__call__", value.DictType)
	for _, name := range []string{"__subclasscheck__", "__instancecheck__"} {
		def(meta, name+"(cls, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nil, value.TypeErrorf("TypedDict does not support instance and class checks")
		})
	}
	def(meta, "__new__(cls, name, bases, ns, total=True)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return y.newTypedDict(t, a[1], a[2].(*value.Tuple).Elems, a[3].(*value.Dict), a[4])
	})
	def(meta, "__init__(cls, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil })
	y.typedDict = defIn(y.module, "TypedDict(typename, fields=None, /, *, total=True, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		fields := a[1]
		if fields == value.None {
			fields = a[3]
		} else if a[3].(*value.Dict).Len() > 0 {
			return nil, value.TypeErrorf("TypedDict takes either a dict or keyword arguments, but not both")
		}
		annotations, err := value.Call(t, value.DictType, []value.Value{fields}, nil)
		if err != nil {
			return nil, err
		}
		ns := value.NewDict()
		ns.SetStr("__annotations__", annotations)
		ns.SetStr("__module__", value.NewStr(t.ModuleName()))
		return y.newTypedDict(t, a[0], nil, ns, a[2])
	})
	entries(y.typedDict, y.dictBase)
	return nil
}

func (y *typingModule) newTypedDict(t *value.Thread, name value.Value, bases []value.Value, ns *value.Dict, total value.Value) (value.Value, error) {
	actual := []value.Value{value.DictType}
	for _, b := range bases {
		c, ok := b.(*value.Type)
		if !ok || c.Type() != y.dictMeta && c != y.generic {
			return nil, value.TypeErrorf("cannot inherit from both a TypedDict type and a non-TypedDict base class")
		}
		if c.IsSubtype(y.generic) && len(actual) == 1 {
			actual = []value.Value{y.generic, value.DictType}
		}
	}
	got, err := value.TypeType.New(t, y.dictMeta, []value.Value{name, value.NewTuple(actual...), ns}, nil)
	if err != nil {
		return nil, err
	}
	c := got.(*value.Type)
	annotations := value.NewDict()
	required, optional := map[string]bool{}, map[string]bool{}
	var order []value.Value
	note := func(k value.Value, needed bool) {
		s := k.(*value.Str).String()
		if !required[s] && !optional[s] {
			order = append(order, k)
		}
		required[s], optional[s] = needed, !needed
	}
	for _, b := range bases {
		base := b.(*value.Type)
		if v, ok := base.Dict.GetStr("__annotations__"); ok {
			if err := value.UpdateDict(t, annotations, v); err != nil {
				return nil, err
			}
		}
		for attr, needed := range map[string]bool{"__required_keys__": true, "__optional_keys__": false} {
			if v, ok := base.Dict.GetStr(attr); ok {
				for _, k := range v.(*value.Set).Unordered() {
					note(k, needed)
				}
			}
		}
	}
	all, err := value.Truth(t, total)
	if err != nil {
		return nil, err
	}
	if v, ok := ns.GetStr("__annotations__"); ok {
		own, _ := v.(*value.Dict)
		for i := 0; own != nil; {
			k, typ, next, ok := own.Next(i)
			if !ok {
				break
			}
			i = next
			if typ, err = y.check(t, typ, "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type", false); err != nil {
				return nil, err
			}
			if err := annotations.Set(t, k, typ); err != nil {
				return nil, err
			}
			needed := all
			inner := typ
			if a := aliasOf(inner); a != nil && a.metadata != nil {
				inner = a.origin
			}
			if a := aliasOf(inner); a != nil {
				switch a.origin {
				case value.Value(y.forms["Required"]):
					needed = true
				case value.Value(y.forms["NotRequired"]):
					needed = false
				}
			}
			note(k, needed)
		}
	}
	c.Dict.SetStr("__annotations__", annotations)
	req, opt := value.NewFrozenSet(), value.NewFrozenSet()
	for _, k := range order {
		set := req
		if optional[k.(*value.Str).String()] {
			set = opt
		}
		if err := set.Add(t, k); err != nil {
			return nil, err
		}
	}
	c.Dict.SetStr("__required_keys__", req)
	c.Dict.SetStr("__optional_keys__", opt)
	if _, ok := c.Lookup("__total__"); !ok {
		c.Dict.SetStr("__total__", total)
	}
	return c, nil
}
