package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// initCode is the code of the __init__ of a data class.
type initCode struct {
	parameters
	d       *dataclassModule
	fields  []value.Value // those that take part in __init__, in order
	frozen  bool
	slots   bool
	post    bool
	byField []int // index of the field's parameter, or -1
}

// initFunction makes the __init__ of a data class.
func (d *dataclassModule) initFunction(t *value.Thread, c *value.Type, all []value.Value, o options) (value.Value, error) {
	code := &initCode{d: d, frozen: o.frozen, slots: o.slots, parameters: parameters{vararg: -1, kwarg: -1, pos: 1}}
	f := &value.Function{Name: "__init__", Qualname: c.Qualname + ".__init__", Module: c.Module, Doc: value.None, Globals: value.NewDict(), Code: code}
	if m := t.Modules[c.Module]; m != nil {
		f.Globals = m.Globals
	}
	self := "self"
	var std, kwOnly []value.Value
	annotations := value.NewDict()
	for _, x := range all {
		if fieldName(x) == "self" {
			self = "__dataclass_self__"
		}
		if d.kind(x) == classVarField {
			continue
		}
		code.fields = append(code.fields, x)
		if !isTrue(fieldPart(x, "init")) {
			continue
		}
		if isTrue(fieldPart(x, "kw_only")) {
			kwOnly = append(kwOnly, x)
		} else {
			std = append(std, x)
		}
	}
	code.params = []parameter{{name: self}}
	seen := false
	index := map[string]int{}
	add := func(x value.Value, kw bool) {
		p := parameter{name: fieldName(x), kwOnly: kw}
		switch {
		case fieldPart(x, "default") != d.missing:
			p.def = fieldPart(x, "default")
		case fieldPart(x, "default_factory") != d.missing:
			p.def = d.factory
		}
		index[p.name] = len(code.params)
		code.params = append(code.params, p)
		annotations.SetStr(p.name, fieldPart(x, "type"))
		if p.def == nil {
			return
		}
		if kw {
			if f.KwDefaults == nil {
				f.KwDefaults = value.NewDict()
			}
			f.KwDefaults.SetStr(p.name, p.def)
		} else {
			f.Defaults = append(f.Defaults, p.def)
		}
	}
	for _, x := range std {
		has := fieldPart(x, "default") != d.missing || fieldPart(x, "default_factory") != d.missing
		if !has && seen {
			return nil, value.TypeErrorf("non-default argument %s follows default argument", value.StrRepr(fieldName(x)))
		}
		seen = seen || has
		add(x, false)
	}
	code.pos = len(code.params)
	for _, x := range kwOnly {
		add(x, true)
	}
	annotations.SetStr("return", value.None)
	f.Annotations = annotations
	for _, x := range code.fields {
		i, ok := index[fieldName(x)]
		if !ok {
			i = -1
		}
		code.byField = append(code.byField, i)
	}
	post, err := value.LookupAttr(t, c, "__post_init__")
	if err != nil {
		return nil, err
	}
	code.post = post != nil
	return f, nil
}

// Native tells that the function is written in Go.
func (*initCode) Native() {}

// Call initializes an instance.
func (c *initCode) Call(t *value.Thread, fn *value.Function, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	if err := t.Step(1); err != nil {
		return nil, err
	}
	bound, err := c.bind(fn.Qualname, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.CallWithin(func() (value.Value, error) { return value.None, c.run(t, bound) })
}

func (c *initCode) run(t *value.Thread, bound []value.Value) error {
	self := bound[0]
	var post []value.Value
	for i, f := range c.fields {
		var v value.Value
		if j := c.byField[i]; j >= 0 {
			v = bound[j]
		}
		factory := fieldPart(f, "default_factory")
		switch {
		case factory != c.d.missing:
			if v == nil || v == c.d.factory {
				made, err := value.Call(t, factory, nil, nil)
				if err != nil {
					return err
				}
				v = made
			}
		case v == nil:
			if !c.slots || fieldPart(f, "default") == c.d.missing {
				if c.d.kind(f) == initVarField {
					post = append(post, nil)
				}
				continue
			}
			v = fieldPart(f, "default")
		}
		if c.d.kind(f) == initVarField {
			post = append(post, v)
			continue
		}
		var err error
		if c.frozen {
			err = value.GenericSetAttr(t, self, fieldName(f), v)
		} else {
			err = value.SetAttr(t, self, fieldName(f), v)
		}
		if err != nil {
			return err
		}
	}
	if !c.post {
		return nil
	}
	for i, v := range post {
		if v == nil {
			return value.Unknownf("an InitVar that is no parameter is outside what is known (number %d)", i)
		}
	}
	_, err := value.CallMethod(t, self, "__post_init__", post...)
	return err
}

// addMethods adds all methods but __init__.
func (d *dataclassModule) addMethods(t *value.Thread, c *value.Type, fields []value.Value, o options, explicitHash bool) error {
	method := func(signature string, run function) *value.Function {
		name := signature[:strings.IndexByte(signature, '(')]
		return newFunction(c.Module, c.Qualname+"."+name, signature, run)
	}
	pick := func(part string) []string {
		var names []string
		for _, f := range fields {
			v := fieldPart(f, part)
			if part == "hash" && v == value.None {
				v = fieldPart(f, "compare")
			}
			if isTrue(v) {
				names = append(names, fieldName(f))
			}
		}
		return names
	}
	tuple := func(t *value.Thread, v value.Value, names []string) (value.Value, error) {
		elems := make([]value.Value, len(names))
		for i, n := range names {
			x, err := value.GetAttr(t, v, n)
			if err != nil {
				return nil, err
			}
			elems[i] = x
		}
		return value.NewTuple(elems...), nil
	}
	if o.repr {
		names := pick("repr")
		setNew(c, "__repr__", method("__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			s, err := t.ReprOnce(a[0], "...", func() (string, error) {
				var b strings.Builder
				b.WriteString(a[0].Type().Qualname)
				b.WriteByte('(')
				for i, n := range names {
					v, err := value.GetAttr(t, a[0], n)
					if err != nil {
						return "", err
					}
					s, err := reprOf(t, v)
					if err != nil {
						return "", err
					}
					if err := t.Alloc(len(s)); err != nil {
						return "", err
					}
					if i > 0 {
						b.WriteString(", ")
					}
					b.WriteString(n + "=" + s)
				}
				b.WriteByte(')')
				return b.String(), nil
			})
			if err != nil {
				return nil, err
			}
			return value.NewStr(s), nil
		}))
	}
	compared := pick("compare")
	compare := func(op value.CmpOp) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			if a[0].Type() != a[1].Type() {
				if u, ok := a[1].(*value.Unknown); ok {
					return nil, &value.UnknownError{Reason: u.Reason}
				}
				return value.NotImplemented, nil
			}
			x, err := tuple(t, a[0], compared)
			if err != nil {
				return nil, err
			}
			y, err := tuple(t, a[1], compared)
			if err != nil {
				return nil, err
			}
			return value.Compare(t, op, x, y)
		}
	}
	if o.eq {
		setNew(c, "__eq__", method("__eq__(self, other)", compare(value.CmpEq)))
	}
	if o.order {
		for _, k := range []struct {
			name string
			op   value.CmpOp
		}{{"__lt__", value.CmpLt}, {"__le__", value.CmpLe}, {"__gt__", value.CmpGt}, {"__ge__", value.CmpGe}} {
			if setNew(c, k.name, method(k.name+"(self, other)", compare(k.op))) {
				return value.TypeErrorf("Cannot overwrite attribute %s in class %s. Consider using functools.total_ordering", k.name, c.Name)
			}
		}
	}
	if o.frozen {
		if err := d.freeze(c, fields, method); err != nil {
			return err
		}
	}
	hash := func() {
		names := pick("hash")
		c.Dict.SetStr("__hash__", method("__hash__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			x, err := tuple(t, a[0], names)
			if err != nil {
				return nil, err
			}
			return value.Call(t, value.Builtins["hash"], []value.Value{x}, nil)
		}))
	}
	switch {
	case o.unsafeHash && explicitHash:
		return value.TypeErrorf("Cannot overwrite attribute __hash__ in class %s", c.Name)
	case o.unsafeHash || o.eq && o.frozen && !explicitHash:
		hash()
	case o.eq && !explicitHash:
		c.Dict.SetStr("__hash__", value.None)
	}
	return nil
}

// freeze adds the methods that forbid assignment.
func (d *dataclassModule) freeze(c *value.Type, fields []value.Value, method func(string, function) *value.Function) error {
	own := map[string]bool{}
	for _, f := range fields {
		own[fieldName(f)] = true
	}
	forbid := func(verb string) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			name, ok := a[1].(*value.Str)
			if !ok {
				return nil, value.TypeErrorf("attribute name must be string, not '%s'", a[1].Type().Name)
			}
			if a[0].Type() == c || own[name.String()] {
				return nil, value.Raisef(d.frozen, "cannot %s field %s", verb, value.StrRepr(name.String()))
			}
			s, err := value.NewSuper(t, c, a[0])
			if err != nil {
				return nil, err
			}
			special := "__setattr__"
			if len(a) == 2 {
				special = "__delattr__"
			}
			return value.CallMethod(t, s, special, a[1:]...)
		}
	}
	for _, f := range []*value.Function{
		method("__setattr__(self, name, value)", forbid("assign to")),
		method("__delattr__(self, name)", forbid("delete")),
	} {
		if setNew(c, f.Name, f) {
			return value.TypeErrorf("Cannot overwrite attribute %s in class %s", f.Name, c.Name)
		}
	}
	return nil
}
