package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// newVariable makes a TypeVar, ParamSpec or TypeVarTuple.
func (y *typingModule) newVariable(cls *value.Type, name, module string) *value.Instance {
	v := value.NewInstance(cls)
	v.Attrs = value.NewDict()
	v.Attrs.SetStr("__name__", value.NewStr(name))
	v.Attrs.SetStr("__covariant__", value.False)
	v.Attrs.SetStr("__contravariant__", value.False)
	v.Attrs.SetStr("__bound__", value.None)
	v.Attrs.SetStr("__constraints__", value.EmptyTuple)
	v.Attrs.SetStr("__module__", value.NewStr(module))
	return v
}

// defineVariables defines TypeVar, ParamSpec, TypeVarTuple and ForwardRef.
func (y *typingModule) defineVariables() {
	initVar := func(t *value.Thread, self, name, bound, co, contra value.Value, constraints []value.Value) error {
		covariant, err := value.Truth(t, co)
		if err != nil {
			return err
		}
		contravariant, err := value.Truth(t, contra)
		if err != nil {
			return err
		}
		if covariant && contravariant {
			return value.ValueErrorf("Bivariant types are not supported.")
		}
		if len(constraints) > 0 && bound != value.None {
			return value.TypeErrorf("Constraints cannot be combined with bound=...")
		}
		if len(constraints) == 1 {
			return value.TypeErrorf("A single constraint is not allowed")
		}
		if bound != value.None {
			if bound, err = y.check(t, bound, "Bound must be a type.", false); err != nil {
				return err
			}
		}
		if constraints, err = y.checkAll(t, constraints, "TypeVar(name, constraint, ...): constraints must be types."); err != nil {
			return err
		}
		for _, k := range []struct {
			name string
			v    value.Value
		}{
			{"__name__", name}, {"__covariant__", value.Bool(covariant)}, {"__contravariant__", value.Bool(contravariant)},
			{"__bound__", bound}, {"__constraints__", value.NewTuple(constraints...)}, {"__module__", value.NewStr(t.ModuleName())},
		} {
			if err := value.GenericSetAttr(t, self, k.name, k.v); err != nil {
				return err
			}
		}
		return nil
	}
	def(y.typeVar, "__init__(self, name, *constraints, bound=None, covariant=False, contravariant=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, initVar(t, a[0], a[1], a[3], a[4], a[5], a[2].(*value.Tuple).Elems)
	})
	def(y.paramSpec, "__init__(self, name, *, bound=None, covariant=False, contravariant=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, initVar(t, a[0], a[1], a[2], a[3], a[4], nil)
	})
	def(y.typeVarTuple, "__init__(self, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.GenericSetAttr(t, a[0], "__name__", a[1])
	})
	text := func(t *value.Thread, v value.Value, name string) (string, error) {
		got, err := value.GetAttr(t, v, name)
		if err != nil {
			return "", err
		}
		return value.Text(t, got)
	}
	for _, c := range []*value.Type{y.typeVar, y.paramSpec} {
		def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			name, err := text(t, a[0], "__name__")
			if err != nil {
				return nil, err
			}
			o := a[0].(*value.Instance)
			prefix := "~"
			if v, ok := o.Attrs.GetStr("__covariant__"); ok && isTrue(v) {
				prefix = "+"
			} else if v, ok := o.Attrs.GetStr("__contravariant__"); ok && isTrue(v) {
				prefix = "-"
			}
			return value.NewStr(prefix + name), nil
		})
		y.unionOperators(c)
	}
	def(y.typeVarTuple, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.GetAttr(t, a[0], "__name__")
	})
	def(y.typeVarTuple, "__iter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		u, err := value.GetItem(t, y.forms["Unpack"], a[0])
		return generatorOf([]value.Value{u}), err
	})
	for _, c := range []*value.Type{y.typeVar, y.paramSpec, y.typeVarTuple} {
		def(c, "__typing_subst__(self, arg)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return y.check(t, a[1], "Parameters to generic types must be types.", false)
		})
	}
	for _, c := range []*value.Type{y.typeVar, y.paramSpec, y.typeVarTuple, y.forward, y.form, y.alias, y.special} {
		def(c, "__init_subclass__(cls, /, *args, **kwds)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nil, value.TypeErrorf("Cannot subclass special typing classes")
		})
	}
	def(y.form, "__init__(self, getitem)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("making special forms is outside what is known")
	})
	for _, c := range []*value.Type{y.alias, y.special} {
		def(c, "__init__(self, origin, params, *, inst=True, name=None, _paramspec_tvars=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nil, value.Unknownf("making aliases of typing by hand is outside what is known")
		})
	}
	for _, c := range []*value.Type{y.paramSpec, y.typeVarTuple} {
		def(c, "__typing_prepare_subst__(self, alias, args)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nil, value.Unknownf("substituting a %s is outside what is known", c.Name)
		})
		for _, name := range []string{"__instancecheck__", "__subclasscheck__"} {
			def(c, name+"(self, x)", func(t *value.Thread, a []value.Value) (value.Value, error) {
				return nil, value.Unknownf("checks against a %s are outside what is known", c.Name)
			})
		}
	}
	for _, k := range []struct {
		c    *value.Type
		name string
	}{{y.specArgs, "args"}, {y.specKwargs, "kwargs"}} {
		def(k.c, "__init__(self, origin)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return value.None, value.GenericSetAttr(t, a[0], "__origin__", a[1])
		})
		def(k.c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			origin, err := value.GetAttr(t, a[0], "__origin__")
			if err != nil {
				return nil, err
			}
			s, err := text(t, origin, "__name__")
			return value.NewStr(s + "." + k.name), err
		})
		def(k.c, "__eq__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if !value.IsInstance(a[1], k.c) {
				return value.NotImplemented, nil
			}
			x, err := value.GetAttr(t, a[0], "__origin__")
			if err != nil {
				return nil, err
			}
			z, err := value.GetAttr(t, a[1], "__origin__")
			if err != nil {
				return nil, err
			}
			eq, err := value.Equal(t, x, z)
			return value.Bool(eq), err
		})
		k.c.Dict.SetStr("__hash__", value.None)
		defProperty(y.paramSpec, k.name, func(t *value.Thread, self value.Value) (value.Value, error) {
			return value.Call(t, k.c, []value.Value{self}, nil)
		})
	}
	def(y.forward, "__init__(self, arg, is_argument=True, module=None, *, is_class=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if _, ok := a[1].(*value.Str); !ok {
			s, err := reprOf(t, a[1])
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("Forward reference must be a string -- got %s", s)
		}
		if err := value.GenericSetAttr(t, a[0], "__forward_arg__", a[1]); err != nil {
			return nil, err
		}
		return value.None, value.GenericSetAttr(t, a[0], "__forward_module__", a[3])
	})
	def(y.forward, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		arg, err := value.GetAttr(t, a[0], "__forward_arg__")
		if err != nil {
			return nil, err
		}
		s, err := reprOf(t, arg)
		if err != nil {
			return nil, err
		}
		if m, ok := a[0].(*value.Instance).Attrs.GetStr("__forward_module__"); ok && m != value.None {
			mod, err := reprOf(t, m)
			if err != nil {
				return nil, err
			}
			s += ", module=" + mod
		}
		return value.NewStr("ForwardRef(" + s + ")"), nil
	})
	def(y.forward, "__eq__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !value.IsInstance(a[1], y.forward) {
			return value.NotImplemented, nil
		}
		x, err := text(t, a[0], "__forward_arg__")
		if err != nil {
			return nil, err
		}
		z, err := text(t, a[1], "__forward_arg__")
		if err != nil {
			return nil, err
		}
		m1, err := text(t, a[0], "__forward_module__")
		if err != nil {
			return nil, err
		}
		m2, err := text(t, a[1], "__forward_module__")
		return value.Bool(x == z && m1 == m2), err
	})
	def(y.forward, "__hash__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		arg, err := value.GetAttr(t, a[0], "__forward_arg__")
		if err != nil {
			return nil, err
		}
		return value.Call(t, value.Builtins["hash"], []value.Value{arg}, nil)
	})
	y.unionOperators(y.forward)
}

// defineGeneric defines Generic, Protocol and Any.
func (y *typingModule) defineGeneric(t *value.Thread, abcMeta *value.Type) error {
	var err error
	if y.generic, err = (class{module: "typing", name: "Generic", noDict: true}).make(t); err != nil {
		return err
	}
	y.module.Set("Generic", y.generic)
	y.generic.Dict.SetStr("_is_protocol", value.False)
	def(y.generic, "__class_getitem__(cls, params)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, ok := a[0].(*value.Type)
		if !ok {
			return nil, value.TypeErrorf("Generic needs a class")
		}
		return y.subscriptClass(t, c, a[1])
	})
	def(y.generic, "__init_subclass__(cls, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		s, err := value.NewSuper(t, y.generic, c)
		if err != nil {
			return nil, err
		}
		hook, err := value.GetAttr(t, s, "__init_subclass__")
		if err != nil {
			return nil, err
		}
		if _, err := value.Call(t, hook, a[1].(*value.Tuple).Elems, kwargsOf(a[2])); err != nil {
			return nil, err
		}
		return value.None, y.initGeneric(t, c)
	})
	if err := y.defineProtocol(t, abcMeta); err != nil {
		return err
	}
	meta, err := class{module: "typing", name: "_AnyMeta", bases: []*value.Type{value.TypeType}}.make(t)
	if err != nil {
		return err
	}
	if y.any, err = (class{module: "typing", name: "Any", meta: meta}).make(t); err != nil {
		return err
	}
	def(meta, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == value.Value(y.any) {
			return value.NewStr("typing.Any"), nil
		}
		f, _ := value.TypeType.Lookup("__repr__")
		return value.Call(t, f, a, nil)
	})
	def(meta, "__instancecheck__(self, obj)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == value.Value(y.any) {
			return nil, value.TypeErrorf("typing.Any cannot be used with isinstance()")
		}
		return value.Bool(value.IsInstance(a[1], a[0].(*value.Type))), nil
	})
	def(y.any, "__new__(cls, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, _ := a[0].(*value.Type)
		if c == nil || c == y.any {
			return nil, value.TypeErrorf("Any cannot be instantiated")
		}
		return value.NewInstance(c), nil
	})
	y.module.Set("Any", y.any)
	return nil
}

// subscriptClass is C[params] for a generic class.
func (y *typingModule) subscriptClass(t *value.Thread, c *value.Type, index value.Value) (value.Value, error) {
	var params []value.Value
	for _, p := range indexes(index) {
		params = append(params, y.convert(p))
	}
	if c == y.generic || c == y.protocol {
		if len(params) == 0 {
			return nil, value.TypeErrorf("Parameter list to %s[...] cannot be empty", c.Qualname)
		}
		for i, p := range params {
			unpacked := value.IsInstance(p, y.unpack)
			if !value.IsInstance(p, y.typeVar) && !value.IsInstance(p, y.paramSpec) && !unpacked {
				return nil, value.TypeErrorf("Parameters to %s[...] must all be type variables or parameter specification variables.", c.Name)
			}
			if containsValue(params[:i], p) {
				return nil, value.TypeErrorf("Parameters to %s[...] must all be unique", c.Name)
			}
		}
	} else {
		own, _ := c.Lookup("__parameters__")
		want, _ := own.(*value.Tuple)
		if want == nil {
			want = value.EmptyTuple
		}
		for i, p := range want.Elems {
			if value.IsInstance(p, y.typeVarTuple) {
				return nil, value.Unknownf("substituting a TypeVarTuple is outside what is known")
			}
			if !value.IsInstance(p, y.paramSpec) {
				continue
			}
			if i >= len(params) {
				s, err := reprOf(t, c)
				if err != nil {
					return nil, err
				}
				return nil, value.TypeErrorf("Too few arguments for %s", s)
			}
			if len(want.Elems) == 1 && !y.isParamExpr(params[0]) {
				params = []value.Value{value.NewTuple(params...)}
			} else if l, ok := params[i].(*value.List); ok {
				params[i] = value.NewTuple(l.Elems...)
			}
		}
		if err := y.checkCount(t, c, len(params), len(want.Elems)); err != nil {
			return nil, err
		}
	}
	return y.newAlias(t, y.alias, &typeAlias{origin: c, args: params})
}

// initGeneric works out the type variables of a new generic class.
func (y *typingModule) initGeneric(t *value.Thread, c *value.Type) error {
	orig, has := c.Dict.GetStr("__orig_bases__")
	bases, _ := orig.(*value.Tuple)
	plain := false
	if has && bases != nil {
		plain = containsValue(bases.Elems, y.generic)
	} else {
		for _, b := range c.Bases {
			plain = plain || b == y.generic && c.Name != "Protocol" && c.Type() != y.dictMeta
		}
	}
	if plain {
		return value.TypeErrorf("Cannot inherit from plain Generic")
	}
	var tvars []value.Value
	if bases != nil {
		var err error
		if tvars, err = value.TypeParameters(t, bases.Elems); err != nil {
			return err
		}
		var gvars []value.Value
		found := false
		for _, b := range bases.Elems {
			a := aliasOf(b)
			if a == nil || a.origin != value.Value(y.generic) {
				continue
			}
			if found {
				return value.TypeErrorf("Cannot inherit from Generic[...] multiple times.")
			}
			found = true
			if gvars, err = value.TypeParameters(t, a.args); err != nil {
				return err
			}
		}
		if found {
			var loose []value.Value
			for _, v := range tvars {
				if !containsValue(gvars, v) {
					loose = append(loose, v)
				}
			}
			if len(loose) > 0 {
				vars, err := y.showAll(t, loose)
				if err != nil {
					return err
				}
				args, err := y.showAll(t, gvars)
				if err != nil {
					return err
				}
				return value.TypeErrorf("Some type variables (%s) are not listed in Generic[%s]", vars, args)
			}
			tvars = gvars
		}
	}
	c.Dict.SetStr("__parameters__", value.NewTuple(tvars...))
	return nil
}

// notMembers are attributes of a protocol class that are no members of it.
var notMembers = map[string]bool{
	"__parameters__": true, "__orig_bases__": true, "__orig_class__": true, "_is_protocol": true, "_is_runtime_protocol": true,
	"__final__": true, "__abstractmethods__": true, "__annotations__": true, "__dict__": true, "__doc__": true, "__init__": true,
	"__module__": true, "__new__": true, "__slots__": true, "__subclasshook__": true, "__weakref__": true, "__class_getitem__": true,
	"_MutableMapping__marker": true,
}

// protocolMembers lists the members of a protocol, in the order of its classes.
func protocolMembers(c *value.Type) []string {
	var names []string
	seen := map[string]bool{}
	add := func(d *value.Dict) {
		for _, k := range d.Keys() {
			s, ok := k.(*value.Str)
			if ok && !seen[s.String()] && !notMembers[s.String()] && !strings.HasPrefix(s.String(), "_abc_") {
				seen[s.String()] = true
				names = append(names, s.String())
			}
		}
	}
	for _, m := range c.MRO {
		if m == value.ObjectType || m.Name == "Protocol" || m.Name == "Generic" {
			continue
		}
		add(m.Dict)
		if a, ok := m.Dict.GetStr("__annotations__"); ok {
			if d, ok := a.(*value.Dict); ok {
				add(d)
			}
		}
	}
	return names
}

func classFlag(c *value.Type, name string) bool {
	v, _ := c.Lookup(name)
	return isTrue(v)
}

func (y *typingModule) callableMembersOnly(t *value.Thread, c *value.Type) (bool, error) {
	for _, n := range protocolMembers(c) {
		v, err := value.LookupAttr(t, c, n)
		if err != nil {
			return false, err
		}
		if v == nil || !value.Callable(v) {
			return false, nil
		}
	}
	return true, nil
}

// defineProtocol defines Protocol.
func (y *typingModule) defineProtocol(t *value.Thread, abcMeta *value.Type) error {
	meta, err := class{module: "typing", name: "_ProtocolMeta", bases: []*value.Type{abcMeta}}.make(t)
	if err != nil {
		return err
	}
	runtime := func(c *value.Type) error {
		if classFlag(c, "_is_protocol") && !classFlag(c, "_is_runtime_protocol") {
			return value.TypeErrorf("Instance and class checks can only be used with @runtime_checkable protocols")
		}
		return nil
	}
	def(meta, "__instancecheck__(cls, instance)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, v := a[0].(*value.Type), a[1]
		if u, ok := v.(*value.Unknown); ok {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
		if err := runtime(c); err != nil {
			return nil, err
		}
		proto := classFlag(c, "_is_protocol")
		methods := true
		if proto {
			var err error
			if methods, err = y.callableMembersOnly(t, c); err != nil {
				return nil, err
			}
		}
		if methods {
			if is, err := value.SubclassOf(t, v.Type(), c); err != nil || is {
				return value.Bool(is), err
			}
		}
		if proto {
			all := true
			for _, n := range protocolMembers(c) {
				got, err := value.LookupAttr(t, v, n)
				if err != nil {
					return nil, err
				}
				if got == value.Value(value.None) {
					own, err := value.LookupAttr(t, c, n)
					if err != nil {
						return nil, err
					}
					if own != nil && value.Callable(own) {
						got = nil
					}
				}
				if got == nil {
					all = false
					break
				}
			}
			if all {
				return value.True, nil
			}
		}
		f, _ := abcMeta.Lookup("__instancecheck__")
		return value.Call(t, f, a, nil)
	})
	if y.protocol, err = (class{module: "typing", name: "Protocol", meta: meta, bases: []*value.Type{y.generic}, noDict: true}).make(t); err != nil {
		return err
	}
	p := y.protocol
	abc, err := abcModule(t)
	if err != nil {
		return err
	}
	base, _ := abc.Globals.GetStr("ABC")
	if err := initABC(t, p, abcDataOf(base.(*value.Type))); err != nil {
		return err
	}
	y.module.Set("Protocol", p)
	p.Dict.SetStr("_is_protocol", value.True)
	p.Dict.SetStr("_is_runtime_protocol", value.False)
	p.Dict.SetStr("__parameters__", value.EmptyTuple)
	noInit := newFunction("typing", "_no_init_or_replace_init", "_no_init_or_replace_init(self, *args, **kwargs)", nil)
	noInit.Code.(*code).run = func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].Type()
		if classFlag(c, "_is_protocol") {
			return nil, value.TypeErrorf("Protocols cannot be instantiated")
		}
		if init, _ := c.Lookup("__init__"); init != value.Value(noInit) {
			return value.None, nil // super().__init__() of an own one
		}
		for _, m := range c.MRO {
			init, ok := m.OwnAttr("__init__")
			if !ok || init == value.Value(noInit) {
				continue
			}
			return value.Call(t, init, append([]value.Value{a[0]}, a[1].(*value.Tuple).Elems...), kwargsOf(a[2]))
		}
		return value.None, nil
	}
	def(p, "__init_subclass__(cls, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c := a[0].(*value.Type)
		s, err := value.NewSuper(t, p, c)
		if err != nil {
			return nil, err
		}
		hook, err := value.GetAttr(t, s, "__init_subclass__")
		if err != nil {
			return nil, err
		}
		if _, err := value.Call(t, hook, a[1].(*value.Tuple).Elems, kwargsOf(a[2])); err != nil {
			return nil, err
		}
		return value.None, y.initProtocol(t, c, noInit, runtime)
	})
	return nil
}

// protocolBases are classes that are no protocols but bases of some.
var protocolBases = func() map[string]bool {
	m := map[string]bool{"contextlib.AbstractContextManager": true, "contextlib.AbstractAsyncContextManager": true}
	for _, n := range []string{"Callable", "Awaitable", "Iterable", "Iterator", "AsyncIterable", "Hashable", "Sized", "Container", "Collection", "Reversible"} {
		m["collections.abc."+n] = true
	}
	return m
}()

func (y *typingModule) initProtocol(t *value.Thread, c *value.Type, noInit *value.Function, runtime func(*value.Type) error) error {
	p := y.protocol
	if own, _ := c.Dict.GetStr("_is_protocol"); !isTrue(own) {
		direct := false
		for _, b := range c.Bases {
			direct = direct || b == p
		}
		c.Dict.SetStr("_is_protocol", value.Bool(direct))
	}
	if _, has := c.Dict.GetStr("__subclasshook__"); !has {
		c.Dict.SetStr("__subclasshook__", &value.StaticMethod{Func: newFunction("typing", "Protocol.__init_subclass__.<locals>._proto_hook", "_proto_hook(other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if own, _ := c.Dict.GetStr("_is_protocol"); !isTrue(own) {
				return value.NotImplemented, nil
			}
			if err := runtime(c); err != nil {
				if abcDepth(t) > 1 { // another check asks
					return value.NotImplemented, nil
				}
				return nil, err
			}
			methods, err := y.callableMembersOnly(t, c)
			if err != nil {
				return nil, err
			}
			if !methods && abcDepth(t) > 1 {
				return value.NotImplemented, nil
			}
			if !methods {
				return nil, value.TypeErrorf("Protocols with non-method members don't support issubclass()")
			}
			other, ok := a[0].(*value.Type)
			if !ok {
				return nil, value.TypeErrorf("issubclass() arg 1 must be a class")
			}
			for _, n := range protocolMembers(c) {
				v, ok := other.OwnAlongMRO(n)
				if !ok || v == value.None {
					return value.NotImplemented, nil
				}
			}
			return value.True, nil
		})})
	}
	if !classFlag(c, "_is_protocol") {
		return nil
	}
	for _, b := range c.Bases {
		allowed := b == value.ObjectType || b == y.generic || protocolBases[b.Module+"."+b.Name] ||
			b.IsSubtype(y.generic) && classFlag(b, "_is_protocol")
		if !allowed {
			s, err := reprOf(t, b)
			if err != nil {
				return err
			}
			return value.TypeErrorf("Protocols can only inherit from other protocols, got %s", s)
		}
	}
	if _, where, _ := c.LookupWhere("__init__"); where == nil || where == value.ObjectType {
		c.Dict.SetStr("__init__", noInit)
	}
	return nil
}
