package stdlib

import (
	"regexp"
	"strings"

	"augur/analysis/value"
)

func init() { Register("dataclasses", loadDataclasses) }

// dataclassModule holds what the functions of module dataclasses share.
type dataclassModule struct {
	module  *value.Module
	field   *value.Type
	initVar *value.Type
	frozen  *value.Type // FrozenInstanceError
	missing value.Value
	kwOnly  value.Value
	kinds   [3]value.Value // _FIELD, _FIELD_CLASSVAR, _FIELD_INITVAR
	params  *value.Type
	factory value.Value // _HAS_DEFAULT_FACTORY
}

// The kinds of fields.
const (
	plainField = iota
	classVarField
	initVarField
)

var fieldSlots = []string{"name", "type", "default", "default_factory", "repr", "hash", "init", "compare", "metadata", "kw_only", "_field_type"}

func loadDataclasses(t *value.Thread) (*value.Module, error) {
	d := &dataclassModule{module: value.NewModule("dataclasses")}
	m := d.module
	simple := func(name string, bases ...*value.Type) (*value.Type, error) {
		c, err := class{module: "dataclasses", name: name, bases: bases}.make(t)
		if err == nil {
			m.Set(name, c)
		}
		return c, err
	}
	missing, err := simple("_MISSING_TYPE")
	if err != nil {
		return nil, err
	}
	d.missing = value.NewInstance(missing)
	m.Set("MISSING", d.missing)
	kwOnly, err := simple("_KW_ONLY_TYPE")
	if err != nil {
		return nil, err
	}
	d.kwOnly = value.NewInstance(kwOnly)
	m.Set("KW_ONLY", d.kwOnly)
	if d.frozen, err = simple("FrozenInstanceError", value.AttributeError); err != nil {
		return nil, err
	}
	if d.params, err = simple("_DataclassParams"); err != nil {
		return nil, err
	}
	def(d.params, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var parts []string
		for _, n := range []string{"init", "repr", "eq", "order", "unsafe_hash", "frozen"} {
			v, err := value.GetAttr(t, a[0], n)
			if err != nil {
				return nil, err
			}
			s, err := reprOf(t, v)
			if err != nil {
				return nil, err
			}
			parts = append(parts, n+"="+s)
		}
		return value.NewStr("_DataclassParams(" + strings.Join(parts, ",") + ")"), nil
	})
	named, err := simple("_FIELD_BASE")
	if err != nil {
		return nil, err
	}
	showName := func(t *value.Thread, a []value.Value) (value.Value, error) { return value.GetAttr(t, a[0], "name") }
	def(named, "__repr__(self)", showName)
	for i, n := range []string{"_FIELD", "_FIELD_CLASSVAR", "_FIELD_INITVAR"} {
		k := value.NewInstance(named)
		if err := value.GenericSetAttr(t, k, "name", value.NewStr(n)); err != nil {
			return nil, err
		}
		d.kinds[i] = k
	}
	factory, err := simple("_HAS_DEFAULT_FACTORY_CLASS")
	if err != nil {
		return nil, err
	}
	def(factory, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.NewStr("<factory>"), nil })
	d.factory = value.NewInstance(factory)
	if err := d.defineField(t); err != nil {
		return nil, err
	}
	if err := d.defineInitVar(t); err != nil {
		return nil, err
	}
	defIn(m, "field(*, default=?, default_factory=?, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for _, i := range []int{0, 1, 7} {
			if a[i] == nil {
				a[i] = d.missing
			}
		}
		if a[0] != d.missing && a[1] != d.missing {
			return nil, value.ValueErrorf("cannot specify both default and default_factory")
		}
		return d.newField(t, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7])
	})
	defIn(m, "dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		opts := append([]value.Value(nil), a[1:]...)
		if a[0] != value.None {
			return d.process(t, a[0], opts)
		}
		return newFunction("dataclasses", "dataclass.<locals>.wrap", "wrap(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return d.process(t, a[0], opts)
		}), nil
	})
	d.defineTools()
	return m, nil
}

func (d *dataclassModule) defineField(t *value.Thread) error {
	dict := value.NewDict()
	dict.SetStr("__module__", value.NewStr("dataclasses"))
	names := make([]value.Value, len(fieldSlots))
	for i, n := range fieldSlots {
		names[i] = value.NewStr(n)
	}
	dict.SetStr("__slots__", value.NewTuple(names...))
	c, err := value.NewClass(t, "Field", value.TypeType, []*value.Type{value.ObjectType}, dict)
	if err != nil {
		return err
	}
	d.field = c
	d.module.Set("Field", c)
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := t.ReprOnce(a[0], "...", func() (string, error) {
			var b strings.Builder
			b.WriteString("Field(")
			for i, n := range []string{"name", "type", "default", "default_factory", "init", "repr", "hash", "compare", "metadata", "kw_only", "_field_type"} {
				v, err := value.GetAttr(t, a[0], n)
				if err != nil {
					return "", err
				}
				s, err := reprOf(t, v)
				if err != nil {
					return "", err
				}
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(n + "=" + s)
			}
			b.WriteByte(')')
			return b.String(), nil
		})
		return value.NewStr(s), err
	})
	def(c, "__set_name__(self, owner, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		def := fieldPart(a[0], "default")
		if h, ok := def.Type().Lookup("__set_name__"); ok {
			_, err := value.Call(t, h, []value.Value{def, a[1], a[2]}, nil)
			return value.None, err
		}
		return value.None, nil
	})
	return nil
}

func (d *dataclassModule) newField(t *value.Thread, def, factory, init, repr, hash, compare, metadata, kwOnly value.Value) (value.Value, error) {
	if metadata == value.None {
		metadata = &value.MappingProxy{Mapping: value.NewDict()}
	} else {
		made, err := value.Call(t, value.MappingProxyType, []value.Value{metadata}, nil)
		if err != nil {
			return nil, err
		}
		metadata = made
	}
	f := value.NewInstance(d.field)
	f.Slots = value.NewDict()
	for i, v := range []value.Value{value.None, value.None, def, factory, repr, hash, init, compare, metadata, kwOnly, value.None} {
		f.Slots.SetStr(fieldSlots[i], v)
	}
	return f, t.Alloc(600)
}

// fieldPart returns an attribute of a Field.
func fieldPart(f value.Value, name string) value.Value {
	if o, ok := f.(*value.Instance); ok {
		if v, ok := o.Slots.GetStr(name); ok {
			return v
		}
	}
	return value.None
}

func fieldName(f value.Value) string {
	if s, ok := fieldPart(f, "name").(*value.Str); ok {
		return s.String()
	}
	return ""
}

func (d *dataclassModule) kind(f value.Value) int {
	for i, k := range d.kinds {
		if fieldPart(f, "_field_type") == k {
			return i
		}
	}
	return plainField
}

func (d *dataclassModule) defineInitVar(t *value.Thread) error {
	c, err := class{module: "dataclasses", name: "InitVar"}.make(t)
	if err != nil {
		return err
	}
	d.initVar = c
	d.module.Set("InitVar", c)
	def(c, "__init__(self, type)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.GenericSetAttr(t, a[0], "type", a[1])
	})
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		typ, err := value.GetAttr(t, a[0], "type")
		if err != nil {
			return nil, err
		}
		if k, ok := typ.(*value.Type); ok {
			return value.NewStr("dataclasses.InitVar[" + k.Name + "]"), nil
		}
		s, err := reprOf(t, typ)
		return value.NewStr("dataclasses.InitVar[" + s + "]"), err
	})
	def(c, "__class_getitem__(cls, type)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, c, a[1:], nil)
	})
	return nil
}

// options are the arguments of the dataclass decorator.
type options struct {
	init, repr, eq, order, unsafeHash, frozen, matchArgs, kwOnly, slots, weakref bool
}

func readOptions(t *value.Thread, vs []value.Value) (o options, err error) {
	for i, p := range []*bool{&o.init, &o.repr, &o.eq, &o.order, &o.unsafeHash, &o.frozen, &o.matchArgs, &o.kwOnly, &o.slots, &o.weakref} {
		if *p, err = value.Truth(t, vs[i]); err != nil {
			return o, err
		}
	}
	return o, nil
}

// process makes a class a data class.
func (d *dataclassModule) process(t *value.Thread, v value.Value, opts []value.Value) (value.Value, error) {
	o, err := readOptions(t, opts)
	if err != nil {
		return nil, err
	}
	c, ok := v.(*value.Type)
	if !ok {
		if u, ok := v.(*value.Unknown); ok {
			return u, nil
		}
		return nil, value.Raisef(value.AttributeError, "'%s' object has no attribute '__module__'", v.Type().Name)
	}
	if !c.Heap {
		return nil, value.TypeErrorf("cannot set '__dataclass_params__' attribute of immutable type '%s'", c.Name)
	}
	t.Touch(&c.Header)
	params := value.NewInstance(d.params)
	params.Attrs = value.NewDict()
	for i, n := range []string{"init", "repr", "eq", "order", "unsafe_hash", "frozen"} {
		params.Attrs.SetStr(n, opts[i])
	}
	c.Dict.SetStr("__dataclass_params__", params)
	fields, err := d.collect(t, c, o)
	if err != nil {
		return nil, err
	}
	c.Dict.SetStr("__dataclass_fields__", fields)
	hash, hasHash := c.Dict.GetStr("__hash__")
	_, hasEq := c.Dict.GetStr("__eq__")
	explicitHash := hasHash && !(hash == value.None && hasEq)
	if o.order && !o.eq {
		return nil, value.ValueErrorf("eq must be true if order is true")
	}
	all := listFields(fields)
	if o.init {
		f, err := d.initFunction(t, c, all, o)
		if err != nil {
			return nil, err
		}
		setNew(c, "__init__", f)
	}
	var plain []value.Value
	for _, f := range all {
		if d.kind(f) == plainField {
			plain = append(plain, f)
		}
	}
	if err := d.addMethods(t, c, plain, o, explicitHash); err != nil {
		return nil, err
	}
	if doc, ok := c.Dict.GetStr("__doc__"); !ok || doc == value.None {
		c.Dict.SetStr("__doc__", &value.Unknown{Reason: "the documentation of a data class is outside what is known"})
	}
	if o.matchArgs {
		var names []value.Value
		for _, f := range all {
			if d.kind(f) != classVarField && fieldPart(f, "init") == value.Value(value.True) && !isTrue(fieldPart(f, "kw_only")) {
				names = append(names, fieldPart(f, "name"))
			}
		}
		if _, has := c.Dict.GetStr("__match_args__"); !has {
			c.Dict.SetStr("__match_args__", value.NewTuple(names...))
		}
	}
	if o.weakref && !o.slots {
		return nil, value.TypeErrorf("weakref_slot is True but slots is False")
	}
	if o.slots {
		if c, err = d.withSlots(t, c, plain, o); err != nil {
			return nil, err
		}
	}
	if _, abstract := c.Dict.GetStr("__abstractmethods__"); abstract {
		if err := setAbstract(t, c, true); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func isTrue(v value.Value) bool { return v == value.Value(value.True) }

// setNew adds a method unless the class has one of that name; it reports
// whether it has.
func setNew(c *value.Type, name string, v value.Value) bool {
	if _, has := c.Dict.GetStr(name); has {
		return true
	}
	c.Dict.SetStr(name, v)
	return false
}

func listFields(d *value.Dict) []value.Value {
	var out []value.Value
	for i := 0; ; {
		_, f, next, ok := d.Next(i)
		if !ok {
			return out
		}
		out = append(out, f)
		i = next
	}
}

// collect finds the fields of a class: those of its bases, then its own.
func (d *dataclassModule) collect(t *value.Thread, c *value.Type, o options) (*value.Dict, error) {
	fields := value.NewDict()
	anyFrozen, derived := false, false
	for i := len(c.MRO) - 1; i > 0; i-- {
		inherited, ok := c.MRO[i].Lookup("__dataclass_fields__")
		if !ok {
			continue
		}
		derived = true
		if dict, ok := inherited.(*value.Dict); ok {
			for _, f := range listFields(dict) {
				fields.SetStr(fieldName(f), f)
			}
		}
		if p, ok := c.MRO[i].Lookup("__dataclass_params__"); ok {
			if frozen, err := value.GetAttr(t, p, "frozen"); err == nil && isTrue(frozen) {
				anyFrozen = true
			}
		}
	}
	var annotations *value.Dict
	if a, ok := c.Dict.GetStr("__annotations__"); ok {
		annotations, _ = a.(*value.Dict)
	}
	kwOnly, seen := o.kwOnly, false
	var own []value.Value
	for i := 0; annotations != nil; {
		k, typ, next, ok := annotations.Next(i)
		if !ok {
			break
		}
		i = next
		key, ok := k.(*value.Str)
		if !ok {
			continue
		}
		if typ == d.kwOnly || d.named(t, c, typ, func(v value.Value) bool { return v == d.kwOnly }) {
			if seen {
				return nil, value.TypeErrorf("%s is KW_ONLY, but KW_ONLY has already been specified", value.StrRepr(key.String()))
			}
			seen, kwOnly = true, true
			continue
		}
		f, err := d.fieldOf(t, c, key, typ, kwOnly)
		if err != nil {
			return nil, err
		}
		own = append(own, f)
	}
	for _, f := range own {
		name := fieldName(f)
		fields.SetStr(name, f)
		if at, err := value.LookupAttr(t, c, name); err == nil && at != nil && value.IsInstance(at, d.field) {
			if def := fieldPart(f, "default"); def == d.missing {
				c.Dict.DeleteStr(name)
			} else {
				c.Dict.SetStr(name, def)
			}
		}
	}
	for i := 0; ; {
		k, v, next, ok := c.Dict.Next(i)
		if !ok {
			break
		}
		i = next
		if !value.IsInstance(v, d.field) {
			continue
		}
		name, _ := k.(*value.Str)
		if _, annotated := annotations.GetStr(name.String()); !annotated {
			return nil, value.TypeErrorf("%s is a field but has no type annotation", value.StrRepr(name.String()))
		}
	}
	switch {
	case derived && anyFrozen && !o.frozen:
		return nil, value.TypeErrorf("cannot inherit non-frozen dataclass from a frozen one")
	case derived && !anyFrozen && o.frozen:
		return nil, value.TypeErrorf("cannot inherit frozen dataclass from a non-frozen one")
	}
	return fields, nil
}

var annotationName = regexp.MustCompile(`^(?:\s*(\w+)\s*\.)?\s*(\w+)`)

// named reports whether an annotation written as a string names what is asks
// for, in the module of the class.
func (d *dataclassModule) named(t *value.Thread, c *value.Type, typ value.Value, is func(v value.Value) bool) bool {
	s, ok := typ.(*value.Str)
	if !ok {
		return false
	}
	match := annotationName.FindStringSubmatch(s.String())
	m := t.Modules[c.Module]
	if match == nil || m == nil {
		return false
	}
	ns := m.Globals
	if match[1] != "" {
		v, _ := ns.GetStr(match[1])
		inner, ok := v.(*value.Module)
		if !ok || inner.Name != "typing" && inner.Name != "dataclasses" {
			return false
		}
		ns = inner.Globals
	}
	v, ok := ns.GetStr(match[2])
	return ok && is(v)
}

// fieldOf makes the field of an annotated name.
func (d *dataclassModule) fieldOf(t *value.Thread, c *value.Type, name *value.Str, typ value.Value, kwOnly bool) (value.Value, error) {
	def, err := value.LookupAttr(t, c, name.String())
	if err != nil {
		return nil, err
	}
	if def == nil {
		def = d.missing
	}
	f := def
	if !value.IsInstance(def, d.field) {
		if g, ok := def.(*value.GetSet); ok && g.Slot {
			def = d.missing
		}
		if f, err = d.newField(t, def, d.missing, value.True, value.True, value.None, value.True, value.None, d.missing); err != nil {
			return nil, err
		}
	}
	o, ok := f.(*value.Instance)
	if !ok || o.Slots == nil {
		return nil, value.Unknownf("a subclass of Field is outside what is known")
	}
	def = fieldPart(f, "default")
	o.Slots.SetStr("name", name)
	o.Slots.SetStr("type", typ)
	kind := plainField
	isInitVar := func(v value.Value) bool { return v == value.Value(d.initVar) || value.IsInstance(v, d.initVar) }
	switch {
	case isClassVar(typ) || d.named(t, c, typ, isClassVar):
		kind = classVarField
	case isInitVar(typ) || d.named(t, c, typ, isInitVar):
		kind = initVarField
	}
	o.Slots.SetStr("_field_type", d.kinds[kind])
	if kind != plainField && fieldPart(f, "default_factory") != d.missing {
		return nil, value.TypeErrorf("field %s cannot have a default factory", name.String())
	}
	if kind != classVarField {
		if fieldPart(f, "kw_only") == d.missing {
			o.Slots.SetStr("kw_only", value.Bool(kwOnly))
		}
	} else if fieldPart(f, "kw_only") != d.missing {
		return nil, value.TypeErrorf("field %s is a ClassVar but specifies kw_only", name.String())
	}
	if _, unknown := def.(*value.Unknown); kind == plainField && !unknown {
		if h, ok := def.Type().Lookup("__hash__"); unhashable(def) || ok && h == value.None {
			s, err := reprOf(t, def.Type())
			if err != nil {
				return nil, err
			}
			return nil, value.ValueErrorf("mutable default %s for field %s is not allowed: use default_factory", s, name.String())
		}
	}
	return f, nil
}

func unhashable(v value.Value) bool {
	switch v := v.(type) {
	case *value.List, *value.Dict, *value.ByteArray:
		return !v.Type().Heap
	case *value.Set:
		return !v.Frozen && v.Cls == nil
	}
	return false
}

// withSlots makes the class anew with __slots__.
func (d *dataclassModule) withSlots(t *value.Thread, c *value.Type, fields []value.Value, o options) (*value.Type, error) {
	if _, has := c.Dict.GetStr("__slots__"); has {
		return nil, value.TypeErrorf("%s already specifies __slots__", c.Name)
	}
	dict := c.Dict.Copy()
	inherited := map[string]bool{}
	for _, m := range c.MRO[1:] {
		v, ok := m.Dict.GetStr("__slots__")
		if !ok {
			continue
		}
		if s, ok := v.(*value.Str); ok {
			inherited[s.String()] = true
			continue
		}
		if _, isIterator := v.Type().Lookup("__next__"); isIterator {
			return nil, value.TypeErrorf("Slots of '%s' cannot be determined", m.Name)
		}
		names, err := value.Collect(t, v)
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			if s, ok := n.(*value.Str); ok {
				inherited[s.String()] = true
			}
		}
	}
	var slots []value.Value
	for _, f := range fields {
		if !inherited[fieldName(f)] {
			slots = append(slots, fieldPart(f, "name"))
		}
		dict.DeleteStr(fieldName(f))
	}
	if o.weakref && !inherited["__weakref__"] {
		slots = append(slots, value.NewStr("__weakref__"))
	}
	dict.SetStr("__slots__", value.NewTuple(slots...))
	dict.DeleteStr("__dict__")
	dict.DeleteStr("__weakref__")
	bases := make([]value.Value, len(c.Bases))
	for i, b := range c.Bases {
		bases[i] = b
	}
	got, err := value.Call(t, c.Type(), []value.Value{value.NewStr(c.Name), value.NewTuple(bases...), dict}, nil)
	if err != nil {
		return nil, err
	}
	made, ok := got.(*value.Type)
	if !ok {
		return nil, value.Unknownf("a metaclass that makes no class is outside what is known")
	}
	made.Qualname = c.Qualname
	return made, nil
}
