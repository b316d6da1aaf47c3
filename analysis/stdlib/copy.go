package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() {
	Register("copy", func(t *value.Thread) (*value.Module, error) {
		m := value.NewModule("copy")
		c, err := class{module: "copy", name: "Error", bases: []*value.Type{value.ExceptionType}}.make(t)
		if err != nil {
			return nil, err
		}
		m.Set("Error", c)
		m.Set("error", c)
		defIn(m, "copy(x)", func(t *value.Thread, a []value.Value) (value.Value, error) { return shallowCopy(t, a[0]) })
		defIn(m, "deepcopy(x, memo=None, _nil=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			k := &copier{memo: a[1]}
			if a[1] == value.None {
				k.memo = value.NewDict()
			}
			return k.copy(t, a[0])
		})
		return m, nil
	})
}

// isAtomic reports whether copies of v are v itself.
func isAtomic(v value.Value) bool {
	switch x := v.(type) {
	case value.Int, value.Bool, value.Float, value.Complex, *value.Singleton, *value.Type, *value.Range, *value.Builtin, *value.Function, *value.Unknown:
		return true
	case *value.BigInt, *value.Str, *value.Bytes:
		return !x.Type().Heap
	case *value.Property:
		return !x.Type().Heap
	}
	return false
}

// shallowCopy is copy.copy.
func shallowCopy(t *value.Thread, v value.Value) (value.Value, error) {
	if err := known(v); err != nil {
		return nil, err
	}
	if isAtomic(v) {
		return v, nil
	}
	switch x := v.(type) {
	case *value.Tuple:
		if x.Cls == nil {
			return v, nil
		}
	case *value.Slice:
		return v, nil
	case *value.List, *value.Dict, *value.Set, *value.ByteArray:
		if s, ok := x.(*value.Set); ok && s.Frozen && s.Cls == nil {
			return v, nil
		}
		if h := value.Head(v); h.Cls == nil {
			return value.CallMethod(t, v, "copy")
		}
	}
	if got, ok, err := value.CallSpecial(t, v, "__copy__"); ok {
		return got, err
	}
	r, err := reduction(t, v)
	if err != nil || r.same != nil {
		return r.same, err
	}
	return r.build(t, nil, v)
}

// copier makes deep copies.
type copier struct {
	memo value.Value // the dict from id to copy
}

// identity is id(v) as a key of the memo.
func identity(t *value.Thread, v value.Value) (value.Value, error) {
	return value.Call(t, value.Builtins["id"], []value.Value{v}, nil)
}

// remember enters a copy in the memo.
func (k *copier) remember(t *value.Thread, v, made value.Value) error {
	id, err := identity(t, v)
	if err != nil {
		return err
	}
	return value.SetItem(t, k.memo, id, made)
}

// copy is copy.deepcopy.
func (k *copier) copy(t *value.Thread, v value.Value) (value.Value, error) {
	if isAtomic(v) {
		return v, nil
	}
	if value.Head(v) == nil {
		return k.fresh(t, v) // identity is not tracked
	}
	id, err := identity(t, v)
	if err != nil {
		return nil, err
	}
	known, err := getOr(t, k.memo, id, nil)
	if err != nil {
		return nil, err
	}
	if known != nil && known != value.None {
		return known, nil
	}
	// Two frames of Python at every level.
	made, err := t.CallWithin(func() (value.Value, error) {
		return t.CallWithin(func() (value.Value, error) { return k.fresh(t, v) })
	})
	if err != nil || made == v {
		return made, err
	}
	if err := value.SetItem(t, k.memo, id, made); err != nil {
		return nil, err
	}
	return made, k.keepAlive(t, v)
}

// keepAlive enters the original in the list that the memo holds under its own
// id, so that no other object gets the same id.
func (k *copier) keepAlive(t *value.Thread, v value.Value) error {
	id, err := identity(t, k.memo)
	if err != nil {
		return err
	}
	kept, err := getOr(t, k.memo, id, nil)
	if err != nil {
		return err
	}
	if l, ok := kept.(*value.List); ok {
		return l.Append(t, v)
	}
	return value.SetItem(t, k.memo, id, value.NewList([]value.Value{v}))
}

func (k *copier) all(t *value.Thread, vs []value.Value) (made []value.Value, same bool, err error) {
	made = make([]value.Value, 0, len(vs))
	same = true
	for _, x := range vs {
		c, err := k.copy(t, x)
		if err != nil {
			return nil, false, err
		}
		same = same && c == x
		made = append(made, c)
	}
	return made, same, t.Alloc(16 * len(vs))
}

// fresh makes the copy of an object that is not in the memo.
func (k *copier) fresh(t *value.Thread, v value.Value) (value.Value, error) {
	if err := t.Step(1); err != nil {
		return nil, err
	}
	switch x := v.(type) {
	case *value.List:
		if x.Cls == nil {
			return k.list(t, x)
		}
	case *value.Tuple:
		if x.Cls == nil {
			return k.tuple(t, x)
		}
	case *value.Dict:
		if x.Cls == nil {
			return k.dict(t, x)
		}
	case *value.Set:
		if x.Cls == nil {
			return k.set(t, x)
		}
	case *value.Slice:
		parts, _, err := k.all(t, []value.Value{x.Start, x.Stop, x.Step})
		if err != nil {
			return nil, err
		}
		return &value.Slice{Start: parts[0], Stop: parts[1], Step: parts[2]}, nil
	case *value.Method:
		self, err := k.copy(t, x.Self)
		if err != nil {
			return nil, err
		}
		return &value.Method{Self: self, Func: x.Func}, nil
	case *value.ByteArray:
		if x.Cls == nil {
			return value.CallMethod(t, x, "copy")
		}
	case *value.Module:
		return nil, value.TypeErrorf("cannot pickle 'module' object")
	}
	deep, err := value.LookupAttr(t, v, "__deepcopy__")
	if err != nil {
		return nil, err
	}
	if deep != nil {
		return value.Call(t, deep, []value.Value{k.memo}, nil)
	}
	r, err := reduction(t, v)
	if err != nil || r.same != nil {
		return r.same, err
	}
	return r.build(t, k, v)
}

func (k *copier) list(t *value.Thread, l *value.List) (value.Value, error) {
	t.Reading(&l.Header)
	made := value.NewList(nil)
	if err := k.remember(t, l, made); err != nil {
		return nil, err
	}
	for i := 0; i < len(l.Elems); i++ {
		c, err := k.copy(t, l.Elems[i])
		if err != nil {
			return nil, err
		}
		if err := made.Append(t, c); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func (k *copier) tuple(t *value.Thread, o *value.Tuple) (value.Value, error) {
	made, same, err := k.all(t, o.Elems)
	if err != nil {
		return nil, err
	}
	// An item may have led back to the tuple and copied it.
	id, err := identity(t, o)
	if err != nil {
		return nil, err
	}
	if known, err := getOr(t, k.memo, id, nil); known != nil || err != nil {
		return known, err
	}
	if same {
		return o, nil
	}
	return value.NewTuple(made...), nil
}

func (k *copier) dict(t *value.Thread, d *value.Dict) (value.Value, error) {
	t.Reading(&d.Header)
	made := value.NewDict()
	if err := k.remember(t, d, made); err != nil {
		return nil, err
	}
	for i := 0; ; {
		key, x, next, ok := d.Next(i)
		if !ok {
			return made, nil
		}
		i = next
		key, err := k.copy(t, key)
		if err != nil {
			return nil, err
		}
		if x, err = k.copy(t, x); err != nil {
			return nil, err
		}
		if err := made.Set(t, key, x); err != nil {
			return nil, err
		}
	}
}

// set copies a set by way of the list of its elements.
func (k *copier) set(t *value.Thread, s *value.Set) (value.Value, error) {
	t.Reading(&s.Header)
	elems, _, err := k.all(t, s.Unordered())
	if err != nil {
		return nil, err
	}
	made := &value.Set{Frozen: s.Frozen}
	for _, e := range elems {
		if err := made.Add(t, e); err != nil {
			return nil, err
		}
	}
	if !s.Ordered() {
		made.Disorder()
	}
	return made, nil
}

// recipe says how to make an object anew, as __reduce_ex__ does.
type recipe struct {
	same         value.Value // the object is its own copy
	make         value.Value // what to call; nil: cls.__new__
	cls          *value.Type
	args         []value.Value
	kwargs       []value.Kwarg // to __new__
	state        value.Value   // nil or None: none
	items, pairs value.Value   // nil or None: none
}

// registered is what copyreg.pickle was told for a class, nil if nothing.
func registered(t *value.Thread, c *value.Type) (value.Value, error) {
	m, ok := t.Modules["copyreg"]
	if !ok {
		return nil, nil
	}
	table, err := value.LookupAttr(t, m, "dispatch_table")
	if table == nil || err != nil {
		return nil, err
	}
	return getOr(t, table, c, nil)
}

// reduction asks an object how to make it anew.
func reduction(t *value.Thread, v value.Value) (recipe, error) {
	if f, err := registered(t, v.Type()); err != nil {
		return recipe{}, err
	} else if f != nil && f != value.None {
		got, err := value.Call(t, f, []value.Value{v}, nil)
		if err != nil {
			return recipe{}, err
		}
		return readReduction(t, v, got)
	}
	if _, where, ok := v.Type().LookupWhere("__getattribute__"); ok && where.Heap {
		return recipe{}, &value.UnknownError{Reason: "a copy of an object with its own __getattribute__", Halt: true}
	}
	for name, args := range map[string][]value.Value{"__reduce_ex__": {value.Int(4)}, "__reduce__": nil} {
		h, where, ok := v.Type().LookupWhere(name)
		if !ok || where == value.ObjectType || h == value.None {
			continue
		}
		if name == "__reduce__" {
			if _, other, _ := v.Type().LookupWhere("__reduce_ex__"); other != nil && other != value.ObjectType {
				continue
			}
		}
		got, err := value.CallMethod(t, v, name, args...)
		if err != nil {
			return recipe{}, err
		}
		return readReduction(t, v, got)
	}
	c := v.Type()
	switch x := v.(type) {
	case *value.Exception:
		r := recipe{make: c, args: x.Args.Elems}
		if x.Attrs != nil && x.Attrs.Len() > 0 {
			r.state = x.Attrs
		}
		return r, nil
	case *value.Module:
		return recipe{}, value.TypeErrorf("cannot pickle 'module' object")
	case *value.Instance:
		if x.Payload != nil {
			return recipe{}, value.Unknownf("a copy of class %s is outside what is known", c.Name)
		}
	case *value.Set:
		elems, err := x.Elements(t)
		if err != nil {
			return recipe{}, err
		}
		r := recipe{make: c, args: []value.Value{value.NewList(elems)}}
		if x.Attrs != nil && x.Attrs.Len() > 0 {
			r.state = x.Attrs
		}
		return r, nil
	case value.Iterator:
		if c.Name == "generator" {
			return recipe{}, value.TypeErrorf("cannot pickle 'generator' object")
		}
	}
	if !c.Heap {
		return recipe{}, value.Unknownf("a copy of class %s is outside what is known", c.Name)
	}
	return newObject(t, v)
}

// newObject is what object.__reduce_ex__ does for a class of the program.
func newObject(t *value.Thread, v value.Value) (recipe, error) {
	r := recipe{cls: v.Type()}
	both, ok, err := value.CallSpecial(t, v, "__getnewargs_ex__")
	if err != nil {
		return r, err
	}
	if ok {
		pair, isTuple := both.(*value.Tuple)
		if !isTuple || len(pair.Elems) != 2 {
			return r, value.Unknownf("__getnewargs_ex__ that returns no pair")
		}
		if r.args, err = value.Collect(t, pair.Elems[0]); err != nil {
			return r, err
		}
		kw, isDict := pair.Elems[1].(*value.Dict)
		if !isDict {
			return r, value.Unknownf("__getnewargs_ex__ that returns no dict")
		}
		r.kwargs = kwargsOf(kw)
	}
	args, ok, err := value.CallSpecial(t, v, "__getnewargs__")
	if err != nil {
		return r, err
	}
	if ok && both == nil {
		if r.args, err = value.Collect(t, args); err != nil {
			return r, err
		}
	}
	if r.state, err = objectState(t, v); err != nil {
		return r, err
	}
	switch v.(type) {
	case *value.List:
		it, err := value.Iter(t, v)
		if err != nil {
			return r, err
		}
		r.items = value.IteratorValue(it)
	case *value.Dict:
		items, err := value.CallMethod(t, v, "items")
		if err != nil {
			return r, err
		}
		r.pairs = items
	}
	return r, nil
}

// objectState is v.__getstate__().
func objectState(t *value.Thread, v value.Value) (value.Value, error) {
	if _, where, ok := v.Type().LookupWhere("__getstate__"); ok && where != value.ObjectType {
		return value.CallMethod(t, v, "__getstate__")
	}
	h := value.Head(v)
	if h == nil {
		return nil, nil
	}
	t.Reading(h)
	var state value.Value = value.None
	if h.Attrs != nil && h.Attrs.Len() > 0 {
		state = h.Attrs.Copy()
	}
	slots, err := slotState(t, v)
	if err != nil {
		return nil, err
	}
	if slots.Len() > 0 {
		return value.NewTuple(state, slots), nil
	}
	return state, nil
}

// slotState returns the attributes of an object that its class names in __slots__.
// They are asked for like any attribute, so that a __getattr__ hears of those that
// are not set.
func slotState(t *value.Thread, v value.Value) (*value.Dict, error) {
	state := value.NewDict()
	for _, c := range v.Type().MRO {
		names, err := slotNames(t, c)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			x, err := value.LookupAttr(t, v, name)
			if err != nil {
				return nil, err
			}
			if x != nil {
				state.SetStr(name, x)
			}
		}
	}
	return state, nil
}

// readReduction reads the result of a __reduce__ method.
func readReduction(t *value.Thread, v, got value.Value) (recipe, error) {
	if err := known(got); err != nil {
		return recipe{}, err
	}
	if _, ok := got.(*value.Str); ok {
		return recipe{same: v}, nil
	}
	parts, err := value.Collect(t, got)
	if err != nil {
		return recipe{}, err
	}
	if len(parts) < 2 || len(parts) > 5 {
		return recipe{}, value.TypeErrorf("copy._reconstruct() takes from 4 to 9 positional arguments but %d were given", 2+len(parts))
	}
	parts = append(parts, value.None, value.None, value.None)
	r := recipe{make: parts[0], state: parts[2], items: parts[3], pairs: parts[4]}
	r.args, err = value.Collect(t, parts[1])
	return r, err
}

// build makes the object; k is nil for a shallow copy.
func (r recipe) build(t *value.Thread, k *copier, v value.Value) (value.Value, error) {
	args := r.args
	var err error
	if k != nil && len(args) > 0 {
		if args, _, err = k.all(t, args); err != nil {
			return nil, err
		}
	}
	var made value.Value
	if r.make == nil {
		kwargs := append([]value.Kwarg(nil), r.kwargs...)
		for i := range kwargs {
			if k == nil {
				break
			}
			if kwargs[i].Value, err = k.copy(t, kwargs[i].Value); err != nil {
				return nil, err
			}
		}
		made, err = value.NewObject(t, r.cls, args, kwargs)
	} else {
		made, err = value.Call(t, r.make, args, nil)
	}
	if err != nil {
		return nil, err
	}
	deep := func(x value.Value) (value.Value, error) {
		if k == nil {
			return x, nil
		}
		return k.copy(t, x)
	}
	if k != nil && value.Head(v) != nil {
		if err := k.remember(t, v, made); err != nil {
			return nil, err
		}
	}
	if r.state != nil && r.state != value.None {
		state, err := deep(r.state)
		if err != nil {
			return nil, err
		}
		if err := setState(t, made, state); err != nil {
			return nil, err
		}
	}
	if r.items != nil && r.items != value.None {
		err := value.Iterate(t, r.items, func(x value.Value) error {
			x, err := deep(x)
			if err != nil {
				return err
			}
			if l, ok := made.(*value.List); ok && inherits(l, "append", value.ListType) {
				return l.Append(t, x)
			}
			_, err = value.CallMethod(t, made, "append", x)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if r.pairs == nil || r.pairs == value.None {
		return made, nil
	}
	return made, value.Iterate(t, r.pairs, func(pair value.Value) error {
		p, err := value.Collect(t, pair)
		if err != nil {
			return err
		}
		if len(p) != 2 {
			return value.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(p))
		}
		for i := range p {
			if p[i], err = deep(p[i]); err != nil {
				return err
			}
		}
		return value.SetItem(t, made, p[0], p[1])
	})
}

// setState gives a new object the state of the one that it copies.
func setState(t *value.Thread, made, state value.Value) error {
	set, err := value.LookupAttr(t, made, "__setstate__")
	if err != nil {
		return err
	}
	if set != nil {
		_, err := value.Call(t, set, []value.Value{state}, nil)
		return err
	}
	var slots value.Value
	if pair, ok := state.(*value.Tuple); ok && len(pair.Elems) == 2 {
		state, slots = pair.Elems[0], pair.Elems[1]
	}
	if state != nil && state != value.None {
		attrs, err := value.GetAttr(t, made, "__dict__")
		if err != nil {
			return err
		}
		if _, err := value.CallMethod(t, attrs, "update", state); err != nil {
			return err
		}
	}
	if slots == nil || slots == value.None {
		return nil
	}
	return mapItems(t, slots, func(name, x value.Value) error {
		s, ok := name.(*value.Str)
		if !ok {
			return value.TypeErrorf("attribute name must be string, not '%s'", name.Type().Name)
		}
		return value.SetAttr(t, made, s.String(), x)
	})
}

// slotNames are the names in the __slots__ of a class itself, in its order, as
// copyreg has them.
func slotNames(t *value.Thread, c *value.Type) ([]string, error) {
	if !c.Heap || len(c.SlotNames) == 0 {
		return nil, nil
	}
	v, ok := c.Dict.GetStr("__slots__")
	if !ok {
		return nil, nil
	}
	items := []value.Value{v}
	if _, one := v.(*value.Str); !one {
		var err error
		if items, err = value.Collect(t, v); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, item := range items {
		s, ok := item.(*value.Str)
		if !ok {
			continue
		}
		name := s.String()
		if name == "__dict__" || name == "__weakref__" {
			continue
		}
		if class := strings.TrimLeft(c.Name, "_"); class != "" && strings.HasPrefix(name, "__") && !strings.HasSuffix(name, "__") {
			name = "_" + class + name
		}
		names = append(names, name)
	}
	return names, nil
}
