package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("typing", loadTyping) }

// typingModule holds the classes of module typing that its functions need.
type typingModule struct {
	module                                    *value.Module
	form, alias, special                      *value.Type // _SpecialForm, _GenericAlias, _SpecialGenericAlias
	union, callable, literal, annotated       *value.Type // kinds of _GenericAlias
	concatenate, unpack                       *value.Type
	typeVar, paramSpec, typeVarTuple, forward *value.Type

	specArgs, specKwargs   *value.Type
	generic, protocol, any *value.Type
	annotatedForm          *value.Type
	namedMeta, dictMeta    *value.Type
	namedBase, dictBase    *value.Type
	namedTuple, typedDict  *value.Function
	forms                  map[string]*value.Instance
	cached                 map[string][]*value.Instance
}

// typeAlias is what an alias stands for: origin[args].
type typeAlias struct {
	origin   value.Value
	args     []value.Value
	name     string // its name in typing; empty for a class of the program
	params   int    // how many parameters a bare alias takes; -1: any number
	metadata []value.Value
}

func aliasOf(v value.Value) *typeAlias {
	a, _ := state[*typeAlias](v)
	return a
}

func loadTyping(t *value.Thread) (*value.Module, error) {
	y := &typingModule{module: value.NewModule("typing"), forms: map[string]*value.Instance{}, cached: map[string][]*value.Instance{}}
	m := y.module
	abc, err := abcModule(t)
	if err != nil {
		return nil, err
	}
	meta, _ := abc.Globals.GetStr("ABCMeta")
	abcMeta := meta.(*value.Type)
	for _, k := range []struct {
		at         **value.Type
		name       string
		meta, base **value.Type
	}{
		{&y.form, "_SpecialForm", nil, nil}, {&y.alias, "_GenericAlias", nil, nil}, {&y.special, "_SpecialGenericAlias", nil, nil},
		{&y.union, "_UnionGenericAlias", nil, &y.alias}, {&y.callable, "_CallableGenericAlias", nil, &y.alias},
		{&y.literal, "_LiteralGenericAlias", nil, &y.alias}, {&y.annotated, "_AnnotatedAlias", nil, &y.alias},
		{&y.concatenate, "_ConcatenateGenericAlias", nil, &y.alias}, {&y.unpack, "_UnpackGenericAlias", nil, &y.alias},
		{&y.typeVar, "TypeVar", nil, nil}, {&y.paramSpec, "ParamSpec", nil, nil}, {&y.typeVarTuple, "TypeVarTuple", nil, nil},
		{&y.specArgs, "ParamSpecArgs", nil, nil}, {&y.specKwargs, "ParamSpecKwargs", nil, nil},
		{&y.forward, "ForwardRef", nil, nil}, {&y.annotatedForm, "Annotated", nil, nil},
	} {
		c := class{module: "typing", name: k.name}
		if k.base != nil {
			c.bases = []*value.Type{*k.base}
		}
		made, err := c.make(t)
		if err != nil {
			return nil, err
		}
		*k.at = made
		m.Set(k.name, made)
	}
	for _, c := range []*value.Type{y.form, y.alias, y.special, y.typeVar, y.paramSpec, y.typeVarTuple, y.forward} {
		c.Immutable = true
	}
	m.Set("TYPE_CHECKING", value.False)
	m.Set("Text", value.StrType)
	y.defineForms()
	y.defineAliases()
	y.defineVariables()
	if err := y.defineGeneric(t, abcMeta); err != nil {
		return nil, err
	}
	if err := y.setAliases(t); err != nil {
		return nil, err
	}
	if err := y.defineClasses(t); err != nil {
		return nil, err
	}
	y.defineFunctions()
	for _, v := range []struct {
		name    string
		variant string
	}{{"T", ""}, {"KT", ""}, {"VT", ""}, {"T_co", "__covariant__"}, {"V_co", "__covariant__"}, {"VT_co", "__covariant__"}, {"T_contra", "__contravariant__"}} {
		tv := y.newVariable(y.typeVar, v.name, "typing")
		if v.variant != "" {
			tv.Attrs.SetStr(v.variant, value.True)
		}
		m.Set(v.name, tv)
	}
	anyStr := y.newVariable(y.typeVar, "AnyStr", "typing")
	anyStr.Attrs.SetStr("__constraints__", value.NewTuple(value.BytesType, value.StrType))
	m.Set("AnyStr", anyStr)
	return m, nil
}

// convert turns None into its class and text into a forward reference.
func (y *typingModule) convert(v value.Value) value.Value {
	switch v := v.(type) {
	case *value.Singleton:
		if v == value.None {
			return value.NoneType
		}
	case *value.Str:
		return y.newForward(v)
	}
	return v
}

func (y *typingModule) newForward(s *value.Str) *value.Instance {
	f := value.NewInstance(y.forward)
	f.Attrs = value.NewDict()
	f.Attrs.SetStr("__forward_arg__", s)
	f.Attrs.SetStr("__forward_module__", value.None)
	return f
}

// check converts an argument of an alias and rejects what is no type.
func (y *typingModule) check(t *value.Thread, v value.Value, msg string, special bool) (value.Value, error) {
	v = y.convert(v)
	if a := aliasOf(v); a != nil && len(a.args) > 0 {
		bad := a.origin == value.Value(y.generic) || a.origin == value.Value(y.protocol)
		if !special {
			bad = bad || a.origin == value.Value(y.forms["ClassVar"]) || a.origin == value.Value(y.forms["Final"])
		}
		if bad {
			s, err := reprOf(t, v)
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("%s is not valid as type argument", s)
		}
	}
	for _, name := range []string{"LiteralString", "NoReturn", "Never", "Self", "TypeAlias"} {
		if v == value.Value(y.forms[name]) {
			return v, nil
		}
	}
	if special && (v == value.Value(y.forms["ClassVar"]) || v == value.Value(y.forms["Final"])) {
		return v, nil
	}
	if value.IsInstance(v, y.form) || v == value.Value(y.generic) || v == value.Value(y.protocol) {
		s, err := reprOf(t, v)
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("Plain %s is not valid as type argument", s)
	}
	if tuple, ok := v.(*value.Tuple); ok && tuple.Cls == nil {
		s, err := reprOf(t, v)
		if err != nil {
			return nil, err
		}
		if len(s) > 100 {
			s = s[:100]
		}
		return nil, value.TypeErrorf("%s Got %s.", msg, s)
	}
	return v, nil
}

func (y *typingModule) checkAll(t *value.Thread, vs []value.Value, msg string) ([]value.Value, error) {
	out := make([]value.Value, len(vs))
	for i, v := range vs {
		c, err := y.check(t, v, msg, false)
		if err != nil {
			return nil, err
		}
		out[i] = c
	}
	return out, nil
}

// indexes returns the items of a subscript.
func indexes(v value.Value) []value.Value {
	if tuple, ok := v.(*value.Tuple); ok {
		return tuple.Elems
	}
	return []value.Value{v}
}

// newAlias makes an alias or, as CPython caches them, finds an equal one.
func (y *typingModule) newAlias(t *value.Thread, cls *value.Type, a *typeAlias) (value.Value, error) {
	key := cls.Name + " " + a.name
	if o, ok := a.origin.(*value.Type); ok {
		key += " " + o.Name
	}
	for _, old := range y.cached[key] {
		b := aliasOf(old)
		if b.origin != a.origin || len(b.args) != len(a.args) || len(b.metadata) != len(a.metadata) {
			continue
		}
		equal := true
		for i := range b.args {
			equal = equal && b.args[i] == a.args[i]
		}
		for i := range b.metadata {
			equal = equal && b.metadata[i] == a.metadata[i]
		}
		if equal {
			return old, nil
		}
	}
	v := value.NewInstance(cls)
	v.Payload = a
	params, err := value.TypeParameters(t, a.args)
	if err != nil {
		return nil, err
	}
	v.Attrs = value.NewDict()
	v.Attrs.SetStr("__origin__", a.origin)
	v.Attrs.SetStr("__args__", value.NewTuple(a.args...))
	v.Attrs.SetStr("__parameters__", value.NewTuple(params...))
	if a.name != "" {
		v.Attrs.SetStr("_name", value.NewStr(a.name))
	} else {
		v.Attrs.SetStr("_name", value.None)
		if o, ok := a.origin.(*value.Type); ok {
			v.Attrs.SetStr("__module__", value.NewStr(o.Module))
		}
	}
	if a.metadata != nil {
		v.Attrs.SetStr("__metadata__", value.NewTuple(a.metadata...))
	}
	y.cached[key] = append(y.cached[key], v)
	return v, t.Alloc(400)
}

// show is how a type is written inside an alias.
func (y *typingModule) show(t *value.Thread, v value.Value) (string, error) {
	if f, ok := v.(*value.Function); ok {
		return f.Name, nil
	}
	return value.TypeRepr(t, v)
}

func (y *typingModule) showAll(t *value.Thread, vs []value.Value) (string, error) {
	parts := make([]string, len(vs))
	for i, v := range vs {
		s, err := y.show(t, v)
		if err != nil {
			return "", err
		}
		parts[i] = s
	}
	return strings.Join(parts, ", "), nil
}

func isClassVar(v value.Value) bool {
	isForm := func(v value.Value) bool {
		o, ok := v.(*value.Instance)
		if !ok || o.Cls.Module != "typing" || o.Cls.Name != "_SpecialForm" {
			return false
		}
		name, _ := o.Attrs.GetStr("_name")
		s, ok := name.(*value.Str)
		return ok && s.String() == "ClassVar"
	}
	if a := aliasOf(v); a != nil {
		return isForm(a.origin)
	}
	return isForm(v)
}
