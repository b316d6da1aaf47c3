package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func defineNamedTuple(_ *value.Thread, m, _ *value.Module) error {
	m.Set("_tuplegetter", tupleGetterType)
	defIn(m, "namedtuple(typename, field_names, *, rename=False, defaults=None, module=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := value.Text(t, a[0])
		if err != nil {
			return nil, err
		}
		fields, err := fieldNames(t, a[1])
		if err != nil {
			return nil, err
		}
		rename, err := value.Truth(t, a[2])
		if err != nil {
			return nil, err
		}
		if rename {
			if err := renameFields(t, fields); err != nil {
				return nil, err
			}
		}
		if err := checkFields(t, name, fields, rename); err != nil {
			return nil, err
		}
		var defaults []value.Value
		if a[3] != value.None {
			if defaults, err = value.Collect(t, a[3]); err != nil {
				return nil, err
			}
			if len(defaults) > len(fields) {
				return nil, value.TypeErrorf("Got more default values than field names")
			}
		}
		module := a[4]
		if module == value.None {
			module = str(t.ModuleName())
		}
		return newNamedTuple(t, name, fields, defaults, module)
	})
	return nil
}

// fieldNames reads the names from a str, split at commas and spaces, or from
// an iterable.
func fieldNames(t *value.Thread, v value.Value) ([]string, error) {
	if s, ok := v.(*value.Str); ok {
		parts, err := value.CallMethod(t, str(strings.ReplaceAll(s.String(), ",", " ")), "split")
		if err != nil {
			return nil, err
		}
		v = parts
	}
	var names []string
	err := value.Iterate(t, v, func(x value.Value) error {
		s, err := value.Text(t, x)
		names = append(names, s)
		return err
	})
	return names, err
}

func isName(t *value.Thread, s string) (bool, error) {
	got, err := value.CallMethod(t, str(s), "isidentifier")
	if err != nil {
		return false, err
	}
	return got == value.Value(value.True), nil
}

func renameFields(t *value.Thread, fields []string) error {
	seen := map[string]bool{}
	for i, f := range fields {
		ok, err := isName(t, f)
		if err != nil {
			return err
		}
		if !ok || keywords[f] || strings.HasPrefix(f, "_") || seen[f] {
			fields[i] = "_" + itoa(i)
		}
		seen[f] = true
	}
	return nil
}

func checkFields(t *value.Thread, name string, fields []string, rename bool) error {
	for _, s := range append([]string{name}, fields...) {
		ok, err := isName(t, s)
		if err != nil {
			return err
		}
		quoted, err := value.Repr(t, str(s))
		if err != nil {
			return err
		}
		if !ok {
			return value.ValueErrorf("Type names and field names must be valid identifiers: %s", quoted)
		}
		if keywords[s] {
			return value.ValueErrorf("Type names and field names cannot be a keyword: %s", quoted)
		}
	}
	seen := map[string]bool{}
	for _, s := range fields {
		if strings.HasPrefix(s, "_") && !rename {
			return value.ValueErrorf("Field names cannot start with an underscore: '%s'", s)
		}
		if seen[s] {
			return value.ValueErrorf("Encountered duplicate field name: '%s'", s)
		}
		seen[s] = true
	}
	return nil
}

// newNamedTuple makes the class.
func newNamedTuple(t *value.Thread, name string, fields []string, defaults []value.Value, module value.Value) (value.Value, error) {
	names := make([]value.Value, len(fields))
	for i, f := range fields {
		names[i] = str(f)
	}
	fieldTuple := value.NewTuple(names...)
	fieldDefaults := value.NewDict()
	for i, d := range defaults {
		fieldDefaults.SetStr(fields[len(fields)-len(defaults)+i], d)
	}
	dict := value.NewDict()
	for k, v := range map[string]value.Value{
		"__module__": module, "__slots__": value.EmptyTuple, "_fields": fieldTuple, "_field_defaults": fieldDefaults,
		"__match_args__": fieldTuple, "__doc__": str(name + "(" + strings.Join(fields, ", ") + ")"),
	} {
		dict.SetStr(k, v)
	}
	c, err := value.NewClass(t, name, value.TypeType, []*value.Type{value.TupleType}, dict)
	if err != nil {
		return nil, err
	}
	mod := ""
	if s, ok := module.(*value.Str); ok {
		mod = s.String()
	}
	k := &tupleClass{cls: c, name: name, module: mod, fields: fields}
	k.defineNew(defaults)
	k.defineMethods()
	for i, f := range fields {
		c.Dict.SetStr(f, &tupleGetter{index: i, doc: str("Alias for field number " + itoa(i))})
	}
	return c, nil
}

type tupleClass struct {
	cls          *value.Type
	name, module string
	fields       []string
}

func (k *tupleClass) method(signature string, run function) *value.Function {
	method := signature[:strings.IndexByte(signature, '(')]
	return newFunction("collections", k.name+"."+method, signature, run)
}

// defineNew defines __new__, whose parameters are the fields.
func (k *tupleClass) defineNew(defaults []value.Value) {
	f := newFunction("namedtuple_"+k.name, k.name+".__new__", "__new__(_cls)", nil)
	p := parameters{vararg: -1, kwarg: -1, pos: len(k.fields) + 1, params: []parameter{{name: "_cls"}}}
	for i, name := range k.fields {
		q := parameter{name: name}
		if j := i - (len(k.fields) - len(defaults)); j >= 0 {
			q.def = defaults[j]
		}
		p.params = append(p.params, q)
	}
	code := &code{parameters: p, run: func(t *value.Thread, a []value.Value) (value.Value, error) {
		return makeTuple(t, a[0], a[1:])
	}}
	code.once.Do(func() {}) // the parameters need no parsing
	f.Code, f.Defaults = code, defaults
	k.cls.Dict.SetStr("__new__", &value.StaticMethod{Func: f})
}

// makeTuple is tuple.__new__(cls, items).
func makeTuple(t *value.Thread, cls value.Value, items []value.Value) (value.Value, error) {
	c, ok := cls.(*value.Type)
	if !ok {
		return nil, value.TypeErrorf("tuple.__new__(X): X is not a type object (%s)", cls.Type().Name)
	}
	if err := t.Alloc(48 + 16*len(items)); err != nil {
		return nil, err
	}
	return value.TupleType.New(t, c, []value.Value{&value.Tuple{Elems: append([]value.Value(nil), items...)}}, nil)
}

func (k *tupleClass) defineMethods() {
	c := k.cls
	n := len(k.fields)
	set := func(f *value.Function) { c.Dict.SetStr(f.Name, f) }
	makeFrom := func(t *value.Thread, cls, items value.Value) (value.Value, error) {
		elems, err := value.Collect(t, items)
		if err != nil {
			return nil, err
		}
		if len(elems) != n {
			return nil, value.TypeErrorf("Expected %d arguments, got %d", n, len(elems))
		}
		return makeTuple(t, cls, elems)
	}
	c.Dict.SetStr("_make", &value.ClassMethod{Func: k.method("_make(cls, iterable)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return makeFrom(t, a[0], a[1])
	})})
	set(k.method("_replace(self, /, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		kwds := a[1].(*value.Dict)
		left := kwds.Copy()
		old := a[0].(*value.Tuple).Elems
		items := append([]value.Value(nil), old...)
		for i, f := range k.fields {
			if v, ok := left.GetStr(f); ok && i < len(items) {
				items[i] = v
				left.DeleteStr(f)
			}
		}
		made, err := value.CallMethod(t, a[0], "_make", value.NewTuple(items...))
		if err != nil {
			return nil, err
		}
		if left.Len() > 0 {
			names, err := value.Repr(t, value.NewList(left.Keys()))
			if err != nil {
				return nil, err
			}
			return nil, value.ValueErrorf("Got unexpected field names: %s", names)
		}
		return made, nil
	}))
	set(k.method("__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		parts := make([]string, n)
		for i, x := range a[0].(*value.Tuple).Elems {
			s, err := value.Repr(t, x)
			if err != nil {
				return nil, err
			}
			if i < n {
				parts[i] = k.fields[i] + "=" + s
			}
		}
		return str(a[0].Type().Name + "(" + strings.Join(parts, ", ") + ")"), nil
	}))
	set(k.method("_asdict(self)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		d := value.NewDict()
		for i, x := range a[0].(*value.Tuple).Elems {
			if i < n {
				d.SetStr(k.fields[i], x)
			}
		}
		return d, nil
	}))
	set(k.method("__getnewargs__(self)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewTuple(a[0].(*value.Tuple).Elems...), nil
	}))
}

// tupleGetter is the descriptor of a field.
type tupleGetter struct {
	index int
	doc   value.Value
}

var tupleGetterType = libraryType("collections", "_tuplegetter")

// Type returns the class of such descriptors.
func (*tupleGetter) Type() *value.Type { return tupleGetterType }

func init() {
	c := tupleGetterType
	c.Def("__get__(self, instance, owner=None, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		g := a[0].(*tupleGetter)
		if a[1] == value.None {
			return g, nil
		}
		o, ok := a[1].(*value.Tuple)
		if !ok {
			return nil, value.TypeErrorf("descriptor for index '%d' for tuple subclasses doesn't apply to '%s' object", g.index, a[1].Type().Name)
		}
		if g.index >= len(o.Elems) {
			return nil, value.Raisef(value.IndexError, "tuple index out of range")
		}
		return o.Elems[g.index], nil
	})
	c.Def("__set__(self, instance, value, /)", func(*value.Thread, []value.Value) (value.Value, error) {
		return nil, value.Raisef(value.AttributeError, "can't set attribute")
	})
	c.Def("__delete__(self, instance, /)", func(*value.Thread, []value.Value) (value.Value, error) {
		return nil, value.Raisef(value.AttributeError, "can't delete attribute")
	})
	c.Def("__reduce__(self, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		g := a[0].(*tupleGetter)
		return value.NewTuple(tupleGetterType, value.NewTuple(value.Int(g.index), g.doc)), nil
	})
	c.Dict.SetStr("__doc__", &value.GetSet{Name: "__doc__", Owner: c, Get: func(_ *value.Thread, self value.Value) (value.Value, error) {
		return self.(*tupleGetter).doc, nil
	}, Set: func(_ *value.Thread, self, v value.Value) error {
		self.(*tupleGetter).doc = v
		return nil
	}})
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		g := a[0].(*tupleGetter)
		s, err := value.Repr(t, g.doc)
		if err != nil {
			return nil, err
		}
		return str("_tuplegetter(" + itoa(g.index) + ", " + s + ")"), nil
	})
}
