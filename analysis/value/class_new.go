package value

import (
	"sort"
	"strings"
	"unicode"
)

// newTypeObject is type.__new__.
func newTypeObject(t *Thread, meta *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if err := firstUnknown(args...); err != nil {
		return nil, err
	}
	if len(args) != 3 {
		return nil, TypeErrorf("type.__new__() takes exactly 3 arguments (%d given)", len(args))
	}
	name, ok := args[0].(*Str)
	if !ok {
		return nil, TypeErrorf("type.__new__() argument 1 must be str, not %s", args[0].Type().Name)
	}
	bases, ok := args[1].(*Tuple)
	if !ok {
		return nil, TypeErrorf("type.__new__() argument 2 must be tuple, not %s", args[1].Type().Name)
	}
	ns, ok := args[2].(*Dict)
	if !ok {
		return nil, TypeErrorf("type.__new__() argument 3 must be dict, not %s", args[2].Type().Name)
	}
	for _, b := range bases.Elems {
		if _, ok := b.(*Type); ok {
			continue
		}
		if err := firstUnknown(b); err != nil {
			return nil, err
		}
		entries, err := LookupAttr(t, b, "__mro_entries__")
		if err != nil {
			return nil, err
		}
		if entries != nil {
			return nil, TypeErrorf("type() doesn't support MRO entry resolution; use types.new_class()")
		}
	}
	win, err := winner(meta, bases.Elems)
	if err != nil {
		return nil, err
	}
	if win != meta {
		if h, where, ok := win.LookupWhere("__new__"); ok && where != TypeType {
			if s, ok := h.(*StaticMethod); ok {
				h = s.Func
			}
			return Call(t, h, append([]Value{win}, args...), kwargs)
		}
		meta = win
	}
	if strings.IndexByte(name.s, 0) >= 0 {
		return nil, ValueErrorf("type name must not contain null characters")
	}
	types := make([]*Type, 0, len(bases.Elems))
	for _, b := range bases.Elems {
		c, ok := b.(*Type)
		if !ok {
			return nil, TypeErrorf("bases must be types")
		}
		types = append(types, c)
	}
	if len(types) == 0 {
		types = []*Type{ObjectType}
	}
	best, err := bestBase(types)
	if err != nil {
		return nil, err
	}
	if err := t.Alloc(1000); err != nil {
		return nil, err
	}
	t.Reading(&ns.Header)
	dict := ns.Copy()
	c, err := makeClass(t, name.s, meta, types, best, dict)
	if err != nil {
		return nil, err
	}
	if err := setNames(t, c, ns); err != nil {
		return nil, err
	}
	hook, err := getAttr(t, &Super{This: c, Self: c, SelfCls: c}, "__init_subclass__")
	if err != nil {
		return nil, err
	}
	if hook != nil {
		if _, err := Call(t, hook, nil, kwargs); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// makeClass makes the class itself out of its namespace, which it keeps.
func makeClass(t *Thread, name string, meta *Type, bases []*Type, best *Type, dict *Dict) (*Type, error) {
	for i, b := range bases {
		for _, d := range bases[i+1:] {
			if b == d {
				return nil, TypeErrorf("duplicate base class %s", b.Name)
			}
		}
	}
	slots, hasSlots, err := readSlots(t, name, best, bases, dict)
	if err != nil {
		return nil, err
	}
	ancestors := 0
	for _, b := range bases {
		ancestors += len(b.MRO)
	}
	if err := t.Step(int64(ancestors * len(bases))); err != nil {
		return nil, err
	}
	if err := t.Alloc(16 * ancestors); err != nil {
		return nil, err
	}
	c, err := NewType(name, meta, bases, dict)
	if err != nil {
		return nil, err
	}
	c.best = best
	c.finalizes = finalizes(dict, bases)
	if err := ownMRO(t, c, meta); err != nil {
		return nil, err
	}
	wantsDict, wantsRef := !hasSlots, !hasSlots
	for _, s := range slots {
		wantsDict = wantsDict || s == "__dict__"
		wantsRef = wantsRef || s == "__weakref__"
	}
	c.Slots = !wantsDict
	c.SlotNames = slots
	if m, ok := dict.GetStr("__module__"); ok {
		if s, ok := m.(*Str); ok {
			c.Module = s.s
		}
	} else {
		c.Module = t.ModuleName()
		dict.SetStr("__module__", NewStr(c.Module))
	}
	if q, ok := dict.GetStr("__qualname__"); ok {
		s, ok := q.(*Str)
		if !ok {
			return nil, TypeErrorf("type __qualname__ must be a str, not %s", q.Type().Name)
		}
		c.Qualname = s.s
		dict.DeleteStr("__qualname__")
	}
	if f, ok := dict.GetStr("__new__"); ok {
		if _, ok := f.(*Function); ok {
			dict.SetStr("__new__", &StaticMethod{Func: f})
		}
	}
	for _, special := range []string{"__init_subclass__", "__class_getitem__"} {
		if f, ok := dict.GetStr(special); ok {
			if _, ok := f.(*Function); ok {
				dict.SetStr(special, &ClassMethod{Func: f})
			}
		}
	}
	if cell, ok := dict.GetStr("__classcell__"); ok {
		cc, ok := cell.(*ClassCell)
		if !ok {
			return nil, TypeErrorf("type.__new__: '__classcell__' must be a cell, not a '%s' object", cell.Type().Name)
		}
		cc.Fill(c)
		dict.DeleteStr("__classcell__")
	}
	for _, s := range slots {
		if s != "__dict__" && s != "__weakref__" {
			dict.SetStr(s, slotMember(c, s))
		}
	}
	if _, has := dict.GetStr("__dict__"); !has && wantsDict && !inheritsDict(best) {
		dict.SetStr("__dict__", dictAttr(c))
	}
	if _, has := dict.GetStr("__weakref__"); !has && wantsRef && best.mayAddWeakref() {
		dict.SetStr("__weakref__", &GetSet{Name: "__weakref__", Owner: c, Get: func(t *Thread, self Value) (Value, error) {
			return nil, Unknownf("whether there are weak references to an object")
		}})
	}
	if _, ok := dict.GetStr("__doc__"); !ok {
		dict.SetStr("__doc__", None)
	}
	if _, ok := dict.GetStr("__hash__"); !ok {
		if _, ok := dict.GetStr("__eq__"); ok {
			dict.SetStr("__hash__", None)
		}
	}
	for _, b := range bases {
		if b.Heap {
			t.Touch(&b.Header)
			b.subclasses = append(b.subclasses, c)
		}
	}
	return c, nil
}

// finalizes reports whether instances have a __del__ that does something.
func finalizes(dict *Dict, bases []*Type) bool {
	if d, ok := dict.GetStr("__del__"); ok {
		f, ok := d.(*Function)
		if !ok {
			return true
		}
		empty, ok := f.Code.(interface{ Empty() bool })
		return !ok || !empty.Empty()
	}
	for _, b := range bases {
		if b.finalizes {
			return true
		}
	}
	return false
}

// ownMRO lets a metaclass's own mro() order the classes.
func ownMRO(t *Thread, c, meta *Type) error {
	f, where, ok := meta.LookupWhere("mro")
	if !ok || where == TypeType {
		return nil
	}
	got, err := callSpecial(t, f, c)
	if err != nil {
		return err
	}
	order, err := Collect(t, got)
	if err != nil {
		return err
	}
	mro := make([]*Type, 0, len(order))
	for _, v := range order {
		m, ok := v.(*Type)
		if !ok {
			return TypeErrorf("mro() returned a non-class ('%s')", v.Type().Name)
		}
		mro = append(mro, m)
	}
	c.MRO = mro
	return nil
}

// readSlots returns the names in __slots__, sorted and mangled as CPython keeps
// them, and whether there are __slots__ at all.
func readSlots(t *Thread, name string, best *Type, bases []*Type, dict *Dict) ([]string, bool, error) {
	v, ok := dict.GetStr("__slots__")
	if !ok {
		return nil, false, nil
	}
	var items []Value
	if s, ok := v.(*Str); ok {
		items = []Value{s}
	} else {
		var err error
		if items, err = Collect(t, v); err != nil {
			return nil, false, err
		}
	}
	layout := best.Layout()
	if len(items) > 0 && (layout == IntType || layout == TupleType || layout == BytesType || layout == BoolType) {
		return nil, false, TypeErrorf("nonempty __slots__ not supported for subtype of '%s'", best.Name)
	}
	mayDict, mayRef := !inheritsDict(best), best.mayAddWeakref()
	var slots []string
	for _, item := range items {
		s, ok := item.(*Str)
		if !ok {
			if err := firstUnknown(item); err != nil {
				return nil, false, err
			}
			return nil, false, TypeErrorf("__slots__ items must be strings, not '%s'", item.Type().Name)
		}
		if !isIdentifier(s.s) {
			return nil, false, TypeErrorf("__slots__ must be identifiers")
		}
		switch s.s {
		case "__dict__":
			if !mayDict {
				return nil, false, TypeErrorf("__dict__ slot disallowed: we already got one")
			}
			mayDict = false
		case "__weakref__":
			if !mayRef {
				return nil, false, TypeErrorf("__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0")
			}
			mayRef = false
		default:
			slot := mangle(name, s.s)
			if _, clash := dict.GetStr(slot); clash && slot != "__qualname__" && slot != "__classcell__" {
				return nil, false, ValueErrorf("%s in __slots__ conflicts with class variable", StrRepr(s.s))
			}
			slots = append(slots, slot)
			continue
		}
		slots = append(slots, s.s)
	}
	sort.Strings(slots)
	return slots, true, nil
}

// mangle is the name that a private name of a class stands for.
func mangle(class, name string) string {
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || strings.Contains(name, ".") {
		return name
	}
	if class = strings.TrimLeft(class, "_"); class == "" {
		return name
	}
	return "_" + class + name
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// inheritsDict reports whether instances of c have a __dict__.
func inheritsDict(c *Type) bool {
	for _, m := range c.MRO {
		if m.Heap && !m.Slots || m == BaseException || m == TypeType || m == FunctionType || m == ModuleType ||
			m == ClassMethodType || m == StaticMethodType {
			return true
		}
	}
	return false
}

// mayAddWeakref reports whether a class derived from c makes its instances
// referable by weak references, which those of c are not.
func (c *Type) mayAddWeakref() bool {
	for _, m := range c.MRO {
		if m.Heap {
			if _, ok := m.Dict.GetStr("__weakref__"); ok {
				return false
			}
		}
		switch m {
		case SetType, FrozenSetType, TypeType, FunctionType, ModuleType, IntType, TupleType, BytesType:
			return false
		}
	}
	return true
}

// slotMember is the attribute that __slots__ = [name] puts into class c.
func slotMember(c *Type, name string) *GetSet {
	return &GetSet{
		Name: name, Owner: c, Slot: true,
		Get: func(t *Thread, self Value) (Value, error) {
			h := Head(self)
			if h == nil || !IsInstance(self, c) {
				return nil, TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name, c.Name, self.Type().Name)
			}
			t.Reading(h)
			if v, ok := h.Slots.GetStr(name); ok {
				return v, nil
			}
			return nil, missingAttr(self, name)
		},
		Set: func(t *Thread, self, v Value) error {
			h := Head(self)
			if h == nil || !IsInstance(self, c) {
				return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name, c.Name, self.Type().Name)
			}
			t.Touch(h)
			if h.Slots == nil {
				h.Slots = NewDict()
			}
			if v == nil {
				if !h.Slots.DeleteStr(name) {
					return Raisef(AttributeError, "%s", name)
				}
				return nil
			}
			h.Slots.SetStr(name, v)
			return t.Alloc(32)
		},
	}
}

// dictAttr is the attribute __dict__ of a class whose instances have one.
func dictAttr(c *Type) *GetSet {
	return &GetSet{
		Name: "__dict__", Owner: c,
		Get: func(t *Thread, self Value) (Value, error) {
			h := Head(self)
			if _, isType := self.(*Type); isType || h == nil {
				return nil, missingAttr(self, "__dict__")
			}
			t.Reading(h)
			if h.Attrs == nil {
				h.Attrs = NewDict()
			}
			return h.Attrs, nil
		},
		Set: setDict,
	}
}

// setDict is the setter of __dict__.
func setDict(t *Thread, self, v Value) error {
	h := Head(self)
	if _, isType := self.(*Type); isType || h == nil {
		return missingAttr(self, "__dict__")
	}
	if v == nil {
		switch self.(type) {
		case *Function, *Exception, *ClassMethod, *StaticMethod:
			return TypeErrorf("cannot delete __dict__")
		}
		for _, c := range self.Type().MRO {
			if c.FixedDict {
				return TypeErrorf("cannot delete __dict__")
			}
		}
		t.Touch(h)
		h.Attrs = nil
		return nil
	}
	d, ok := v.(*Dict)
	if !ok {
		if u, ok := v.(*Unknown); ok {
			return &UnknownError{Reason: u.Reason, Halt: true}
		}
		return TypeErrorf("__dict__ must be set to a dictionary, not a '%s'", v.Type().Name)
	}
	t.Touch(h)
	h.Attrs = d
	return nil
}

// setNames calls __set_name__ of what the class's namespace holds.
func setNames(t *Thread, c *Type, ns *Dict) error {
	names := ns.Copy()
	for i := 0; ; {
		key, v, next, ok := names.Next(i)
		if !ok {
			return nil
		}
		i = next
		if p, ok := v.(*Property); ok && p.Cls == nil {
			p.Name = key
			continue
		}
		if _, unknown := v.(*Unknown); unknown {
			continue
		}
		h, ok := v.Type().Lookup("__set_name__")
		if !ok {
			continue
		}
		if _, err := callSpecial(t, h, v, c, key); err != nil {
			r, ok := err.(*Raised)
			if !ok || !r.Exc.Type().IsSubtype(ExceptionType) {
				return err
			}
			repr, rerr := Repr(t, key)
			if rerr != nil {
				return rerr
			}
			wrapped := Raisef(RuntimeError, "Error calling __set_name__ on '%s' instance %s in '%s'", v.Type().Name, repr, c.Name).(*Raised)
			wrapped.Exc.Cause, wrapped.Exc.Context, wrapped.Exc.SuppressContext = r.Exc, r.Exc, true
			return wrapped
		}
	}
}

// ModuleNamer is implemented by frames that know which module's code they run.
type ModuleNamer interface{ ModuleName() string }

// ModuleName is the __name__ of the module whose code is running.
func (t *Thread) ModuleName() string {
	if f, ok := t.Frame.(ModuleNamer); ok {
		return f.ModuleName()
	}
	return "__main__"
}

// NewClass makes a class of a library model out of its attributes, which it
// keeps, without running the hooks that type.__new__ runs.
func NewClass(t *Thread, name string, meta *Type, bases []*Type, dict *Dict) (*Type, error) {
	best, err := bestBase(bases)
	if err != nil {
		return nil, err
	}
	return makeClass(t, name, meta, bases, best, dict)
}
