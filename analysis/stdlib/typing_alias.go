package stdlib

import "augur/analysis/value"

// defineAliases defines the methods of the classes of aliases.
func (y *typingModule) defineAliases() {
	repr := func(t *value.Thread, v value.Value) (string, error) {
		a := aliasOf(v)
		name := "typing." + a.name
		if a.name == "" {
			s, err := y.show(t, a.origin)
			if err != nil {
				return "", err
			}
			name = s
		}
		args, err := y.showAll(t, a.args)
		if len(a.args) == 0 {
			args = "()"
		}
		return name + "[" + args + "]", err
	}
	defRepr := func(c *value.Type, f func(t *value.Thread, v value.Value) (string, error)) {
		def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			s, err := f(t, a[0])
			return value.NewStr(s), err
		})
	}
	defRepr(y.alias, repr)
	defRepr(y.special, func(_ *value.Thread, v value.Value) (string, error) { return "typing." + aliasOf(v).name, nil })
	defRepr(y.union, func(t *value.Thread, v value.Value) (string, error) {
		a := aliasOf(v)
		if len(a.args) == 2 {
			for i, x := range a.args {
				if x == value.Value(value.NoneType) {
					s, err := y.show(t, a.args[1-i])
					return "typing.Optional[" + s + "]", err
				}
			}
		}
		return repr(t, v)
	})
	defRepr(y.callable, func(t *value.Thread, v value.Value) (string, error) {
		a := aliasOf(v)
		last := len(a.args) - 1
		if last == 1 && y.isParamExpr(a.args[0]) {
			return repr(t, v)
		}
		args, err := y.showAll(t, a.args[:last])
		if err != nil {
			return "", err
		}
		result, err := y.show(t, a.args[last])
		return "typing.Callable[[" + args + "], " + result + "]", err
	})
	defRepr(y.annotated, func(t *value.Thread, v value.Value) (string, error) {
		a := aliasOf(v)
		s, err := y.show(t, a.origin)
		if err != nil {
			return "", err
		}
		for _, x := range a.metadata {
			m, err := reprOf(t, x)
			if err != nil {
				return "", err
			}
			s += ", " + m
		}
		return "typing.Annotated[" + s + "]", nil
	})
	defRepr(y.unpack, func(t *value.Thread, v value.Value) (string, error) {
		s, err := reprOf(t, aliasOf(v).args[0])
		return "*" + s, err
	})
	for _, c := range []*value.Type{y.alias, y.special} {
		y.defineAliasBase(c)
	}
	def(y.special, "__getitem__(self, params)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return y.subscriptSpecial(t, a[0], a[1])
	})
	def(y.special, "__subclasscheck__(self, cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		sub := a[1]
		if b := aliasOf(sub); b != nil && value.IsInstance(sub, y.special) {
			sub = b.origin
		}
		is, err := value.SubclassOf(t, sub, aliasOf(a[0]).origin)
		return value.Bool(is), err
	})
	def(y.alias, "__subclasscheck__(self, cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.TypeErrorf("Subscripted generics cannot be used with class and instance checks")
	})
	def(y.union, "__subclasscheck__(self, cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for _, arg := range aliasOf(a[0]).args {
			if is, err := value.SubclassOf(t, a[1], arg); err != nil || is {
				return value.Bool(is), err
			}
		}
		return value.None, nil
	})
	def(y.alias, "__getitem__(self, args)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return y.subscript(t, a[0], a[1])
	})
	def(y.alias, "__eq__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x, b := aliasOf(a[0]), aliasOf(a[1])
		if value.IsInstance(a[0], y.union) {
			return y.unionEqual(t, x, a[1])
		}
		if value.IsInstance(a[0], y.literal) {
			return y.literalEqual(t, x, a[1])
		}
		if b == nil || !value.IsInstance(a[1], y.alias) {
			return value.NotImplemented, nil
		}
		if x.origin != b.origin || len(x.args) != len(b.args) || len(x.metadata) != len(b.metadata) {
			return value.False, nil
		}
		eq, err := value.Equal(t, value.NewTuple(x.args...), value.NewTuple(b.args...))
		if err != nil || !eq {
			return value.Bool(eq), err
		}
		eq, err = value.Equal(t, value.NewTuple(x.metadata...), value.NewTuple(b.metadata...))
		return value.Bool(eq), err
	})
	def(y.alias, "__hash__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		// Unions compare without order: all of a kind share a hash.
		x := aliasOf(a[0])
		return value.Call(t, value.Builtins["hash"], []value.Value{value.NewTuple(x.origin, value.Int(len(x.args)))}, nil)
	})
	y.unionOperators(y.alias)
	y.unionOperators(y.special)
}

// defineAliasBase defines what all aliases share.
func (y *typingModule) defineAliasBase(c *value.Type) {
	def(c, "__call__(self, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		x := aliasOf(a[0])
		switch x.name {
		case "List", "Dict", "Set", "FrozenSet", "Tuple", "Type":
			if o, ok := x.origin.(*value.Type); ok {
				return nil, value.TypeErrorf("Type %s cannot be instantiated; use %s() instead", x.name, o.Name)
			}
		}
		got, err := value.Call(t, x.origin, a[1].(*value.Tuple).Elems, kwargsOf(a[2]))
		if err != nil {
			return nil, err
		}
		if err := value.SetAttr(t, got, "__orig_class__", a[0]); err != nil && !raised(err, value.AttributeError) {
			return nil, err
		}
		return got, nil
	})
	def(c, "__mro_entries__(self, bases)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return y.mroEntries(t, a[0], a[1].(*value.Tuple).Elems)
	})
	def(c, "__getattr__(self, attr)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name := a[1].(*value.Str).String()
		x := aliasOf(a[0])
		if name == "__name__" || name == "__qualname__" {
			if x.metadata != nil {
				return value.NewStr("Annotated"), nil
			}
			if x.name != "" {
				return value.NewStr(x.name), nil
			}
			return value.GetAttr(t, x.origin, "__name__")
		}
		if !isDunder(name) {
			return value.GetAttr(t, x.origin, name)
		}
		return nil, value.Raise(value.AttributeError, a[1])
	})
	def(c, "__setattr__(self, attr, val)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name := a[1].(*value.Str).String()
		if isDunder(name) || name == "_name" {
			return value.None, value.GenericSetAttr(t, a[0], name, a[2])
		}
		return value.None, value.SetAttr(t, aliasOf(a[0]).origin, name, a[2])
	})
	def(c, "__instancecheck__(self, obj)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if u, ok := a[1].(*value.Unknown); ok {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
		return value.CallMethod(t, a[0], "__subclasscheck__", a[1].Type())
	})
}

func (y *typingModule) isParamExpr(v value.Value) bool {
	switch v.(type) {
	case *value.Tuple, *value.List:
		return true
	}
	return v == value.Value(value.Ellipsis) || value.IsInstance(v, y.paramSpec) || value.IsInstance(v, y.concatenate)
}

// literalEqual compares Literals: by their values and the values' classes,
// without order.
func (y *typingModule) literalEqual(t *value.Thread, x *typeAlias, other value.Value) (value.Value, error) {
	if !value.IsInstance(other, y.literal) {
		return value.NotImplemented, nil
	}
	within := func(some, all []value.Value) (bool, error) {
	next:
		for _, v := range some {
			for _, w := range all {
				if v.Type() != w.Type() {
					continue
				}
				eq, err := value.Equal(t, v, w)
				if err != nil {
					return false, err
				}
				if eq {
					continue next
				}
			}
			return false, nil
		}
		return true, nil
	}
	args := aliasOf(other).args
	in, err := within(x.args, args)
	if err == nil && in {
		in, err = within(args, x.args)
	}
	return value.Bool(in), err
}

// annotate is Annotated[origin, *metadata].
func (y *typingModule) annotate(t *value.Thread, origin value.Value, metadata []value.Value) (value.Value, error) {
	if value.IsInstance(origin, y.annotated) {
		inner := aliasOf(origin)
		metadata = append(append([]value.Value(nil), inner.metadata...), metadata...)
		origin = inner.origin
	}
	return y.newAlias(t, y.annotated, &typeAlias{origin: origin, args: []value.Value{origin}, metadata: metadata})
}

func (y *typingModule) unionEqual(t *value.Thread, x *typeAlias, other value.Value) (value.Value, error) {
	var args []value.Value
	if u, ok := other.(*value.Union); ok {
		args = u.Args
	} else if value.IsInstance(other, y.union) {
		args = aliasOf(other).args
	} else {
		return value.NotImplemented, nil
	}
	if len(args) != len(x.args) {
		return value.False, nil
	}
	list := value.NewList(args)
	for _, v := range x.args {
		has, err := value.Contains(t, list, v)
		if err != nil || !has {
			return value.False, err
		}
	}
	return value.True, nil
}

// subscriptSpecial is List[int] and the like.
func (y *typingModule) subscriptSpecial(t *value.Thread, v, index value.Value) (value.Value, error) {
	x := aliasOf(v)
	args := indexes(index)
	switch x.name {
	case "Callable":
		return y.subscriptCallable(t, x, index)
	case "Tuple":
		msg := "Tuple[t0, t1, ...]: each t must be a type."
		n := len(args)
		if n >= 2 && args[n-1] == value.Value(value.Ellipsis) {
			checked, err := y.checkAll(t, args[:n-1], "Tuple[t, ...]: t must be a type.")
			if err != nil {
				return nil, err
			}
			return y.newAlias(t, y.alias, &typeAlias{origin: x.origin, args: append(checked, value.Ellipsis), name: x.name})
		}
		checked, err := y.checkAll(t, args, msg)
		if err != nil {
			return nil, err
		}
		return y.newAlias(t, y.alias, &typeAlias{origin: x.origin, args: checked, name: x.name})
	}
	checked, err := y.checkAll(t, args, "Parameters to generic types must be types.")
	if err != nil {
		return nil, err
	}
	if err := y.checkCount(t, v, len(checked), x.params); err != nil {
		return nil, err
	}
	return y.newAlias(t, y.alias, &typeAlias{origin: x.origin, args: checked, name: x.name})
}

func (y *typingModule) checkCount(t *value.Thread, v value.Value, have, want int) error {
	if have == want && want > 0 {
		return nil
	}
	s, err := value.Text(t, v)
	if err != nil {
		return err
	}
	if want == 0 {
		return value.TypeErrorf("%s is not a generic class", s)
	}
	few := "few"
	if have > want {
		few = "many"
	}
	return value.TypeErrorf("Too %s arguments for %s; actual %d, expected %d", few, s, have, want)
}

func (y *typingModule) subscriptCallable(t *value.Thread, x *typeAlias, index value.Value) (value.Value, error) {
	pair, ok := index.(*value.Tuple)
	if !ok || len(pair.Elems) != 2 {
		return nil, value.TypeErrorf("Callable must be used as Callable[[arg, ...], result].")
	}
	result, err := y.check(t, pair.Elems[1], "Callable[args, result]: result must be a type.", false)
	if err != nil {
		return nil, err
	}
	args := []value.Value{pair.Elems[0]}
	switch l := pair.Elems[0].(type) {
	case *value.List:
		args = l.Elems
	case *value.Tuple:
		args = l.Elems
	}
	var all []value.Value
	for _, v := range args {
		all = append(all, y.convert(v))
	}
	return y.newAlias(t, y.callable, &typeAlias{origin: x.origin, args: append(all, result), name: x.name})
}

// subscript replaces the type variables of an alias: Dict[str, T][int].
func (y *typingModule) subscript(t *value.Thread, v, index value.Value) (value.Value, error) {
	x := aliasOf(v)
	s := func() (string, error) { return value.Text(t, v) }
	if x.origin == value.Value(y.generic) || x.origin == value.Value(y.protocol) {
		name, err := s()
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("Cannot subscript already-subscripted %s", name)
	}
	var items []value.Value
	for _, i := range indexes(index) {
		items = append(items, y.convert(i))
	}
	params, err := value.TypeParameters(t, x.args)
	if err != nil {
		return nil, err
	}
	for _, p := range params {
		if !value.IsInstance(p, y.typeVar) {
			return nil, value.Unknownf("substituting a ParamSpec or TypeVarTuple is outside what is known")
		}
	}
	if len(params) == 0 {
		name, err := s()
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("%s is not a generic class", name)
	}
	if len(items) != len(params) {
		return nil, y.checkCount(t, v, len(items), len(params))
	}
	args, err := value.SubstituteTypes(t, v, x.args, value.NewTuple(items...))
	if err != nil {
		return nil, err
	}
	if value.IsInstance(v, y.union) {
		return y.makeUnion(t, args)
	}
	if x.metadata != nil {
		return y.annotate(t, args[0], x.metadata)
	}
	return y.newAlias(t, v.Type(), &typeAlias{origin: x.origin, args: args, name: x.name})
}

// mroEntries are the bases that an alias among a class's bases stands for.
func (y *typingModule) mroEntries(t *value.Thread, v value.Value, bases []value.Value) (value.Value, error) {
	x := aliasOf(v)
	if value.IsInstance(x.origin, y.form) {
		s, err := reprOf(t, v)
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("Cannot subclass %s", s)
	}
	at := 0
	for i, b := range bases {
		if b == v {
			at = i
			break
		}
	}
	isAlias := func(b value.Value) bool { return value.IsInstance(b, y.alias) || value.IsInstance(b, y.special) }
	if x.name != "" {
		var out []value.Value
		if !containsValue(bases, x.origin) {
			out = append(out, x.origin)
		}
		for _, b := range bases[at+1:] {
			if isAlias(b) {
				return value.NewTuple(out...), nil
			}
			if c, ok := b.(*value.Type); ok && c.IsSubtype(y.generic) {
				return value.NewTuple(out...), nil
			}
		}
		return value.NewTuple(append(out, y.generic)...), nil
	}
	if x.origin == value.Value(y.generic) {
		if containsValue(bases, y.protocol) {
			return value.EmptyTuple, nil
		}
		for _, b := range bases[at+1:] {
			if isAlias(b) && b != v {
				return value.EmptyTuple, nil
			}
		}
	}
	return value.NewTuple(x.origin), nil
}

// lazyAliases are aliases of classes of other modules.
var lazyAliases = map[string]struct {
	module, class string
	params        int
}{
	"Deque": {"collections", "deque", 1}, "DefaultDict": {"collections", "defaultdict", 2}, "OrderedDict": {"collections", "OrderedDict", 2},
	"Counter": {"collections", "Counter", 1}, "ChainMap": {"collections", "ChainMap", 2},
	"ContextManager": {"contextlib", "AbstractContextManager", 1}, "AsyncContextManager": {"contextlib", "AbstractAsyncContextManager", 1},
	"Pattern": {"re", "Pattern", 1}, "Match": {"re", "Match", 1},
}

// setAliases sets List, Dict and the other aliases.
func (y *typingModule) setAliases(t *value.Thread) error {
	special := func(name string, origin value.Value, params int) {
		v := value.NewInstance(y.special)
		v.Payload = &typeAlias{origin: origin, name: name, params: params}
		v.Attrs = value.NewDict()
		v.Attrs.SetStr("__origin__", origin)
		v.Attrs.SetStr("_name", value.NewStr(name))
		y.module.Set(name, v)
	}
	special("List", value.ListType, 1)
	special("Set", value.SetType, 1)
	special("FrozenSet", value.FrozenSetType, 1)
	special("Dict", value.DictType, 2)
	special("Tuple", value.TupleType, -1)
	special("Type", value.TypeType, 1)
	abcs, err := collectionsABC(t)
	if err != nil {
		return err
	}
	for _, k := range []struct {
		name, class string
		params      int
	}{
		{"Hashable", "", 0}, {"Awaitable", "", 1}, {"Coroutine", "", 3}, {"AsyncIterable", "", 1}, {"AsyncIterator", "", 1},
		{"Iterable", "", 1}, {"Iterator", "", 1}, {"Reversible", "", 1}, {"Sized", "", 0}, {"Container", "", 1}, {"Collection", "", 1},
		{"Callable", "", 2}, {"AbstractSet", "Set", 1}, {"MutableSet", "", 1}, {"Mapping", "", 2}, {"MutableMapping", "", 2},
		{"Sequence", "", 1}, {"MutableSequence", "", 1}, {"ByteString", "", 0}, {"MappingView", "", 1}, {"KeysView", "", 1},
		{"ItemsView", "", 2}, {"ValuesView", "", 1}, {"Generator", "", 3}, {"AsyncGenerator", "", 2},
	} {
		name := k.class
		if name == "" {
			name = k.name
		}
		origin, _ := abcs.Globals.GetStr(name)
		special(k.name, origin, k.params)
	}
	defIn(y.module, "__getattr__(name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name := a[0].(*value.Str).String()
		k, ok := lazyAliases[name]
		switch {
		case !ok && !contains(moduleNames["typing"], name):
			return nil, value.Raisef(value.AttributeError, "module 'typing' has no attribute '%s'", name)
		case !ok:
			return nil, value.Unknownf("typing.%s", name)
		}
		m, ok, err := Load(t, k.module)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, value.Unknownf("typing.%s", name)
		}
		origin, err := value.GetAttr(t, m, k.class)
		if err != nil {
			return nil, err
		}
		special(name, origin, k.params)
		return value.GetAttr(t, y.module, name)
	})
	return nil
}
