package value

// BuildClass does what a class statement does: it finds the metaclass, prepares
// the namespace, has body fill it, and calls the metaclass. kwargs may hold
// metaclass.
func BuildClass(t *Thread, name string, bases []Value, kwargs []Kwarg, body func(namespace *Dict) error) (Value, error) {
	if err := firstUnknown(bases...); err != nil {
		return nil, err
	}
	resolved, changed, err := resolveBases(t, bases)
	if err != nil {
		return nil, err
	}
	var meta Value
	rest := make([]Kwarg, 0, len(kwargs))
	for _, k := range kwargs {
		if k.Name == "metaclass" {
			meta = k.Value
			continue
		}
		rest = append(rest, k)
	}
	if err := firstUnknown(meta); err != nil {
		return nil, err
	}
	if meta == nil {
		meta = TypeType
		if len(resolved) > 0 {
			meta = resolved[0].Type()
		}
	}
	if m, ok := meta.(*Type); ok {
		if meta, err = winner(m, resolved); err != nil {
			return nil, err
		}
	}
	ns, err := prepare(t, meta, name, resolved, rest)
	if err != nil {
		return nil, err
	}
	if err := body(ns); err != nil {
		return nil, err
	}
	if changed {
		ns.SetStr("__orig_bases__", NewTuple(append([]Value(nil), bases...)...))
	}
	return Call(t, meta, []Value{NewStr(name), NewTuple(resolved...), ns}, rest)
}

// ClassCell is what a class body leaves in its namespace under __classcell__
// when its methods refer to the class: Fill is called as soon as it is made.
type ClassCell struct{ Fill func(c *Type) }

// cellType is the class of cells.
var cellType = NewBuiltinType("cell", ObjectType)

// Type returns the class of cells.
func (*ClassCell) Type() *Type { return cellType }

// resolveBases replaces bases that are no classes by what their
// __mro_entries__ returns, and reports whether there were any.
func resolveBases(t *Thread, bases []Value) ([]Value, bool, error) {
	out := make([]Value, 0, len(bases))
	changed := false
	for _, b := range bases {
		if _, ok := b.(*Type); ok {
			out = append(out, b)
			continue
		}
		entries, err := LookupAttr(t, b, "__mro_entries__")
		if err != nil {
			return nil, false, err
		}
		if entries == nil {
			out = append(out, b)
			continue
		}
		got, err := Call(t, entries, []Value{NewTuple(append([]Value(nil), bases...)...)}, nil)
		if err != nil {
			return nil, false, err
		}
		tuple, ok := got.(*Tuple)
		if !ok {
			return nil, false, TypeErrorf("__mro_entries__ must return a tuple")
		}
		changed = true
		out = append(out, tuple.Elems...)
	}
	return out, changed, nil
}

// winner is the most derived of meta and the classes of bases.
func winner(meta *Type, bases []Value) (*Type, error) {
	for _, b := range bases {
		m := b.Type()
		if meta.IsSubtype(m) {
			continue
		}
		if !m.IsSubtype(meta) {
			return nil, TypeErrorf("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
		}
		meta = m
	}
	return meta, nil
}

// prepare returns the namespace in which the class's body runs.
func prepare(t *Thread, meta Value, name string, bases []Value, kwargs []Kwarg) (*Dict, error) {
	if meta == Value(TypeType) {
		return NewDict(), nil
	}
	f, err := LookupAttr(t, meta, "__prepare__")
	if err != nil {
		return nil, err
	}
	if f == nil {
		return NewDict(), nil
	}
	got, err := Call(t, f, []Value{NewStr(name), NewTuple(bases...)}, kwargs)
	if err != nil {
		return nil, err
	}
	if ns, ok := got.(*Dict); ok {
		return ns, nil
	}
	if _, ok := got.Type().Lookup("__getitem__"); ok {
		return nil, Unknownf("a class namespace that is no dict is outside what is known")
	}
	metaName := "<metaclass>"
	if m, ok := meta.(*Type); ok {
		metaName = m.Name
	}
	return nil, TypeErrorf("%s.__prepare__() must return a mapping, not %s", metaName, got.Type().Name)
}
