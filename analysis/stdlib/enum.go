package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("enum", loadEnum) }

// enumModule holds the classes of module enum that its functions need.
type enumModule struct {
	module *value.Module
	meta   *value.Type // EnumType
	enum   *value.Type
	repr   *value.Type // ReprEnum
	flag   *value.Type
	prop   *value.Type // enum.property
	auto   *value.Type
	member *value.Type
	nonmem *value.Type
	proto  *value.Type
	ns     *value.Type // _EnumDict

	dynamic *value.Type // types.DynamicClassAttribute

	strict, conform, eject, keep value.Value // boundaries
}

func loadEnum(t *value.Thread) (*value.Module, error) {
	e := &enumModule{module: value.NewModule("enum")}
	types, _, err := Load(t, "types")
	if err != nil {
		return nil, err
	}
	dynamic, _ := types.Globals.GetStr("DynamicClassAttribute")
	e.dynamic = dynamic.(*value.Type)
	for _, c := range []struct {
		name string
		at   **value.Type
		base *value.Type
	}{
		{"EnumType", &e.meta, value.TypeType}, {"_EnumDict", &e.ns, value.DictType}, {"property", &e.prop, e.dynamic},
		{"auto", &e.auto, value.ObjectType}, {"member", &e.member, value.ObjectType}, {"nonmember", &e.nonmem, value.ObjectType},
		{"_proto_member", &e.proto, value.ObjectType},
	} {
		made, err := class{module: "enum", name: c.name, bases: []*value.Type{c.base}}.make(t)
		if err != nil {
			return nil, err
		}
		*c.at = made
		e.module.Set(c.name, made)
	}
	e.module.Set("EnumMeta", e.meta)
	e.defineValues()
	e.defineNamespace()
	e.defineType()
	if err := e.makeEnum(t); err != nil {
		return nil, err
	}
	if err := e.makeKinds(t); err != nil {
		return nil, err
	}
	if err := e.defineDecorators(t); err != nil {
		return nil, err
	}
	e.enum.Immutable = true
	return e.module, nil
}

// defineValues defines auto, member, nonmember and property.
func (e *enumModule) defineValues() {
	def(e.auto, "__init__(self, value=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] == nil {
			a[1] = autoNull
		}
		return value.None, value.SetAttr(t, a[0], "value", a[1])
	})
	def(e.auto, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "value")
		if err != nil {
			return nil, err
		}
		if v == value.Value(autoNull) {
			return value.NewStr("auto(_auto_null)"), nil
		}
		s, err := reprOf(t, v)
		return value.NewStr("auto(" + s + ")"), err
	})
	for _, c := range []*value.Type{e.member, e.nonmem} {
		def(c, "__init__(self, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.None, value.SetAttr(t, a[0], "value", a[1])
		})
	}
	get := func(v value.Value, name string) value.Value {
		if o, ok := v.(*value.Instance); ok {
			if x, ok := o.Attrs.GetStr(name); ok {
				return x
			}
		}
		return value.None
	}
	def(e.prop, "__init__(self, fget=None, fset=None, fdel=None, doc=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for i, name := range []string{"fget", "fset", "fdel", "__doc__"} {
			if err := value.GenericSetAttr(t, a[0], name, a[i+1]); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	noAttribute := func(t *value.Thread, owner, name value.Value) error {
		o, err := reprOf(t, owner)
		if err != nil {
			return err
		}
		n, err := reprOf(t, name)
		if err != nil {
			return err
		}
		return value.Raisef(value.AttributeError, "%s has no attribute %s", o, n)
	}
	def(e.prop, "__get__(self, instance, ownerclass=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] != value.None {
			if fget := get(a[0], "fget"); fget != value.None {
				return value.Call(t, fget, []value.Value{a[1]}, nil)
			}
		}
		owner, ok := a[2].(*value.Type)
		if !ok {
			return nil, noAttribute(t, a[2], get(a[0], "name"))
		}
		if m := memberNamed(owner, get(a[0], "name")); m != nil {
			return m, nil
		}
		return nil, noAttribute(t, owner, get(a[0], "name"))
	})
	change := func(part, verb string) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			f := get(a[0], part)
			if f == value.None {
				cls, err := reprOf(t, get(a[0], "clsname"))
				if err != nil {
					return nil, err
				}
				name, err := reprOf(t, get(a[0], "name"))
				if err != nil {
					return nil, err
				}
				return nil, value.Raisef(value.AttributeError, "<enum %s> cannot %s attribute %s", cls, verb, name)
			}
			return value.Call(t, f, a[1:], nil)
		}
	}
	def(e.prop, "__set__(self, instance, value)", change("fset", "set"))
	def(e.prop, "__delete__(self, instance)", change("fdel", "delete"))
	def(e.prop, "__set_name__(self, ownerclass, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := value.GenericSetAttr(t, a[0], "name", a[2]); err != nil {
			return nil, err
		}
		return value.None, value.GenericSetAttr(t, a[0], "clsname", value.NewStr(a[1].(*value.Type).Name))
	})
	for _, k := range []struct{ method, part string }{{"getter", "fget"}, {"setter", "fset"}, {"deleter", "fdel"}} {
		def(e.prop, k.method+"(self, f)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			parts := []value.Value{get(a[0], "fget"), get(a[0], "fset"), get(a[0], "fdel"), get(a[0], "__doc__")}
			for i, p := range []string{"fget", "fset", "fdel"} {
				if p == k.part {
					parts[i] = a[1]
				}
			}
			return value.Call(t, a[0].Type(), parts, nil)
		})
	}
	e.prop.Dict.SetStr("__isabstractmethod__", value.False)
}

// autoNull is the value of an auto() that has none yet.
var autoNull = value.NewInstance(value.ObjectType)

// memberNamed returns the member of an enumeration, or nil.
func memberNamed(c *value.Type, name value.Value) value.Value {
	s, ok := name.(*value.Str)
	if !ok {
		return nil
	}
	if m, ok := enumDict(c, "_member_map_").GetStr(s.String()); ok {
		return m
	}
	return nil
}

// enumAttr finds an attribute of an enumeration's class without running code.
func enumAttr(c *value.Type, name string) value.Value {
	if v, ok := c.Lookup(name); ok {
		return v
	}
	return value.None
}

func enumDict(c *value.Type, name string) *value.Dict {
	d, _ := enumAttr(c, name).(*value.Dict)
	return d
}

func enumList(c *value.Type, name string) *value.List {
	l, _ := enumAttr(c, name).(*value.List)
	if l == nil {
		l = value.NewList(nil)
	}
	return l
}

func isDunder(s string) bool {
	return len(s) > 4 && s[:2] == "__" && s[len(s)-2:] == "__" && s[2] != '_' && s[len(s)-3] != '_'
}

func isSunder(s string) bool {
	return len(s) > 2 && s[0] == '_' && s[len(s)-1] == '_' && s[1] != '_' && s[len(s)-2] != '_'
}

// isPrivate reports whether a name is a mangled private one of class cls.
func isPrivate(cls, s string) bool {
	pattern := "_" + cls + "__"
	return len(s) > len(pattern) && strings.HasPrefix(s, pattern) && (s[len(s)-1] != '_' || s[len(s)-2] != '_')
}

// isDescriptor reports whether v has one of the descriptor methods.
func isDescriptor(t *value.Thread, v value.Value) (bool, error) {
	switch v.(type) {
	case *value.Function, *value.Property, *value.ClassMethod, *value.StaticMethod, *value.GetSet:
		return true, nil
	case *value.Str, value.Int, value.Bool, value.Float, *value.Tuple, *value.List, *value.Dict:
		if !v.Type().Heap {
			return false, nil
		}
	}
	for _, name := range []string{"__get__", "__set__", "__delete__"} {
		got, err := value.LookupAttr(t, v, name)
		if err != nil || got != nil {
			return got != nil, err
		}
	}
	return false, nil
}

// enumBody is what an enumeration's namespace remembers while its body runs.
type enumBody struct {
	class      string
	names      []string
	last       []value.Value
	ignore     map[string]bool
	autoCalled bool
	generate   value.Value
}

func (b *enumBody) has(name string) bool {
	for _, n := range b.names {
		if n == name {
			return true
		}
	}
	return false
}

const enumBodyKey = "_body" // where the namespace keeps it, out of the program's sight

func bodyOf(d *value.Dict) *enumBody {
	v, _ := d.Slots.GetStr(enumBodyKey)
	b, ok := state[*enumBody](v)
	if !ok {
		// The program has made the namespace itself.
		b = &enumBody{ignore: map[string]bool{}}
		holder := value.NewInstance(value.ObjectType)
		holder.Payload = b
		d.Slots = value.NewDict()
		d.Slots.SetStr(enumBodyKey, holder)
	}
	if name, ok := d.Attrs.GetStr("_cls_name"); ok {
		if s, ok := name.(*value.Str); ok {
			b.class = s.String()
		}
	}
	return b
}

func (e *enumModule) newNamespace(cls string) *value.Dict {
	d := value.NewDict()
	d.Cls = e.ns
	holder := value.NewInstance(value.ObjectType)
	holder.Payload = &enumBody{class: cls, ignore: map[string]bool{}}
	d.Slots = value.NewDict()
	d.Slots.SetStr(enumBodyKey, holder)
	return d
}

func (e *enumModule) defineNamespace() {
	for _, name := range []string{"_member_names", "_last_values", "_ignore"} {
		defProperty(e.ns, name, func(t *value.Thread, self value.Value) (value.Value, error) {
			d, ok := self.(*value.Dict)
			if !ok {
				return nil, value.TypeErrorf("an enumeration's namespace is a dict")
			}
			b := bodyOf(d)
			switch name {
			case "_member_names":
				names := value.NewDict()
				for _, n := range b.names {
					names.SetStr(n, value.None)
				}
				return names, nil
			case "_last_values":
				return value.NewList(append([]value.Value(nil), b.last...)), nil
			}
			return &value.Unknown{Reason: "the ignored names of an enumeration"}, nil
		})
	}
	def(e.ns, "__setitem__(self, key, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, ok := a[0].(*value.Dict)
		key, isStr := a[1].(*value.Str)
		if !ok || !isStr {
			return nil, value.TypeErrorf("an enumeration's namespace holds names")
		}
		return value.None, e.setInBody(t, d, key.String(), a[2])
	})
	def(e.ns, "update(self, members, **more_members)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d := a[0].(*value.Dict)
		for _, src := range a[1:] {
			m, ok := src.(*value.Dict)
			if !ok {
				return nil, value.Unknownf("update of an enumeration's namespace is outside what is known")
			}
			for i := 0; ; {
				k, v, next, ok := m.Next(i)
				if !ok {
					break
				}
				i = next
				if err := value.SetItem(t, d, k, v); err != nil {
					return nil, err
				}
			}
		}
		return value.None, nil
	})
}

// setInBody is _EnumDict.__setitem__: it decides what becomes a member.
func (e *enumModule) setInBody(t *value.Thread, d *value.Dict, key string, v value.Value) error {
	b := bodyOf(d)
	t.Touch(&d.Header)
	if u, ok := v.(*value.Unknown); ok && !isDunder(key) {
		return &value.UnknownError{Reason: u.Reason, Halt: true}
	}
	defined := func() error {
		name, err := reprOf(t, value.NewStr(key))
		if err != nil {
			return err
		}
		old, _ := d.GetStr(key)
		was, err := reprOf(t, old)
		if err != nil {
			return err
		}
		return value.TypeErrorf("%s already defined as %s", name, was)
	}
	switch {
	case isPrivate(b.class, key):
	case isSunder(key):
		switch key {
		case "_order_", "_numeric_repr_", "_missing_", "_iter_member_", "_iter_member_by_value_", "_iter_member_by_def_":
		case "_generate_next_value_":
			if b.autoCalled {
				return value.TypeErrorf("_generate_next_value_ must be defined before members")
			}
			b.generate = v
			if s, ok := v.(*value.StaticMethod); ok {
				b.generate = s.Func
			}
		case "_ignore_":
			var names []value.Value
			if s, ok := v.(*value.Str); ok {
				for _, n := range strings.Fields(strings.ReplaceAll(s.String(), ",", " ")) {
					names = append(names, value.NewStr(n))
				}
			} else {
				var err error
				if names, err = value.Collect(t, v); err != nil {
					return err
				}
			}
			v = value.NewList(names)
			for _, n := range names {
				if s, ok := n.(*value.Str); ok {
					b.ignore[s.String()] = true
					if b.has(s.String()) {
						return value.ValueErrorf("_ignore_ cannot specify already set names: {%s}", value.StrRepr(s.String()))
					}
				}
			}
		default:
			return value.ValueErrorf("_sunder_ names, such as %s, are reserved for future Enum use", value.StrRepr(key))
		}
	case isDunder(key):
		if key == "__order__" {
			key = "_order_"
		}
	case b.has(key):
		return defined()
	case b.ignore[key]:
	case value.IsInstance(v, e.nonmem):
		inner, err := value.GetAttr(t, v, "value")
		if err != nil {
			return err
		}
		v = inner
	default:
		desc, err := isDescriptor(t, v)
		if err != nil {
			return err
		}
		if desc {
			break
		}
		if _, has := d.GetStr(key); has {
			return defined()
		}
		if value.IsInstance(v, e.member) {
			if v, err = value.GetAttr(t, v, "value"); err != nil {
				return err
			}
		}
		v, auto, err := e.resolveAuto(t, b, key, v)
		if err != nil {
			return err
		}
		b.names = append(b.names, key)
		if !auto {
			b.last = append(b.last, v)
		}
		d.SetStr(key, v)
		return nil
	}
	d.SetStr(key, v)
	return nil
}

// resolveAuto replaces auto(), alone or in a tuple, by its value, and reports
// whether there was one.
func (e *enumModule) resolveAuto(t *value.Thread, b *enumBody, key string, v value.Value) (value.Value, bool, error) {
	one := func(v value.Value) (value.Value, error) {
		got, err := value.GetAttr(t, v, "value")
		if err != nil {
			return nil, err
		}
		if got == value.Value(autoNull) {
			last := value.NewList(append([]value.Value(nil), b.last...))
			got, err = value.Call(t, b.generate, []value.Value{value.NewStr(key), value.Int(1), value.Int(len(b.names)), last}, nil)
			if err != nil {
				return nil, err
			}
			if err := value.SetAttr(t, v, "value", got); err != nil {
				return nil, err
			}
			b.autoCalled = true
		}
		b.last = append(b.last, got)
		return got, nil
	}
	if value.IsInstance(v, e.auto) {
		got, err := one(v)
		return got, true, err
	}
	tuple, ok := v.(*value.Tuple)
	if !ok || tuple.Cls != nil {
		return v, false, nil
	}
	found := false
	out := make([]value.Value, len(tuple.Elems))
	for i, x := range tuple.Elems {
		out[i] = x
		if value.IsInstance(x, e.auto) {
			found = true
			got, err := one(x)
			if err != nil {
				return nil, false, err
			}
			out[i] = got
		}
	}
	if !found {
		return v, false, nil
	}
	return value.NewTuple(out...), true, nil
}
