package value

import "fmt"

func init() {
	g := BaseExceptionGroup
	g.New = newGroup
	g.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		e := args[0].(*Exception)
		if len(kwargs) > 0 {
			return nil, TypeErrorf("%s() takes no keyword arguments", e.Cls.Name)
		}
		e.Args = NewTuple(append([]Value(nil), args[1:]...)...)
		return None, nil
	})
	for _, name := range []string{"message", "exceptions"} {
		g.DefMember(name, func(v Value) Value {
			m, _ := v.(*Exception).Slots.GetStr(name)
			return orNone(m)
		})
	}
	g.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) {
		e := a[0].(*Exception)
		msg, err := Text(t, groupMessage(e))
		if err != nil {
			return nil, err
		}
		n := len(groupMembers(e))
		return NewStr(fmt.Sprintf("%s (%d sub-exception%s)", msg, n, plural(n))), nil
	})
	g.Def("derive(self, excs, /)", func(t *Thread, a []Value) (Value, error) {
		return Call(t, BaseExceptionGroup, []Value{groupMessage(a[0].(*Exception)), a[1]}, nil)
	})
	g.Def("split(self, condition, /)", func(t *Thread, a []Value) (Value, error) {
		yes, no, err := SplitGroup(t, a[0].(*Exception), a[1])
		if err != nil {
			return nil, err
		}
		return NewTuple(excOrNone(yes), excOrNone(no)), nil
	})
	g.Def("subgroup(self, condition, /)", func(t *Thread, a []Value) (Value, error) {
		yes, _, err := SplitGroup(t, a[0].(*Exception), a[1])
		return excOrNone(yes), err
	})
	g.DefClass("__class_getitem__(cls, item, /)", func(t *Thread, a []Value) (Value, error) {
		return NewGenericAlias(a[0], a[1]), nil
	})
}

func excOrNone(e *Exception) Value {
	if e == nil {
		return None
	}
	return e
}

func groupMessage(e *Exception) Value {
	if v, ok := e.Slots.GetStr("message"); ok {
		return v
	}
	return EmptyStr
}

func groupMembers(e *Exception) []Value {
	if v, ok := e.Slots.GetStr("exceptions"); ok {
		if tuple, ok := v.(*Tuple); ok {
			return tuple.Elems
		}
	}
	return nil
}

// newGroup is BaseExceptionGroup.__new__.
func newGroup(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if len(args) != 2 {
		return nil, TypeErrorf("BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", len(args))
	}
	if err := firstUnknown(args...); err != nil {
		return nil, err
	}
	if _, ok := args[0].(*Str); !ok {
		return nil, TypeErrorf("BaseExceptionGroup.__new__() argument 1 must be str, not %s", args[0].Type().Name)
	}
	var elems []Value
	switch v := args[1].(type) {
	case *List:
		t.Reading(&v.Header)
		elems = append([]Value(nil), v.Elems...)
	case *Tuple:
		elems = v.Elems
	default:
		if _, ok := v.Type().Lookup("__getitem__"); !ok || IsInstance(v, DictType) {
			return nil, TypeErrorf("second argument (exceptions) must be a sequence")
		}
		var err error
		if elems, err = Collect(t, v); err != nil {
			return nil, err
		}
	}
	if len(elems) == 0 {
		return nil, ValueErrorf("second argument (exceptions) must be a non-empty sequence")
	}
	plain := true
	for i, v := range elems {
		if err := firstUnknown(v); err != nil {
			return nil, err
		}
		e, ok := v.(*Exception)
		if !ok {
			return nil, ValueErrorf("Item %d of second argument (exceptions) is not an exception", i)
		}
		plain = plain && e.Cls.IsSubtype(ExceptionType)
	}
	switch {
	case cls == BaseExceptionGroup:
		if plain {
			cls = ExceptionGroup
		}
	case cls == ExceptionGroup:
		if !plain {
			return nil, TypeErrorf("Cannot nest BaseExceptions in an ExceptionGroup")
		}
	case !plain && cls.IsSubtype(ExceptionType):
		return nil, TypeErrorf("Cannot nest BaseExceptions in '%s'", cls.Name)
	}
	got, err := newException(t, cls, args, nil)
	if err != nil {
		return nil, err
	}
	e := got.(*Exception)
	e.setMember("message", args[0])
	e.setMember("exceptions", NewTuple(elems...))
	return e, nil
}

// SplitGroup divides an exception group into the part that matches a class, a
// tuple of classes or a function, and the rest; nil stands for nothing.
func SplitGroup(t *Thread, group *Exception, condition Value) (match, rest *Exception, err error) {
	if err := firstUnknown(condition); err != nil {
		return nil, nil, err
	}
	var matches func(e *Exception) (bool, error)
	isClass := func(v Value) bool {
		c, ok := v.(*Type)
		return ok && c.IsSubtype(BaseException)
	}
	byClass := isClass(condition)
	if tuple, ok := condition.(*Tuple); ok {
		byClass = true
		for _, c := range tuple.Elems {
			byClass = byClass && isClass(c)
		}
	}
	_, isType := condition.(*Type)
	switch {
	case byClass:
		matches = func(e *Exception) (bool, error) { return MatchException(t, e, condition) }
	case !isType && Callable(condition):
		matches = func(e *Exception) (bool, error) {
			got, err := Call(t, condition, []Value{e}, nil)
			if err != nil {
				return false, err
			}
			return Truth(t, got)
		}
	default:
		return nil, nil, TypeErrorf("expected a function, exception type or tuple of exception types")
	}
	return splitGroup(t, group, matches)
}

func splitGroup(t *Thread, e *Exception, matches func(e *Exception) (bool, error)) (match, rest *Exception, err error) {
	if err := t.enter(" in exceptiongroup_split_recursive"); err != nil {
		return nil, nil, err
	}
	defer t.leave()
	yes, err := matches(e)
	if err != nil {
		return nil, nil, err
	}
	if yes {
		return e, nil, nil
	}
	if !e.Cls.IsSubtype(BaseExceptionGroup) {
		return nil, e, nil
	}
	var in, out []Value
	for _, v := range groupMembers(e) {
		sub := v.(*Exception)
		m, r, err := splitGroup(t, sub, matches)
		if err != nil {
			return nil, nil, err
		}
		if m != nil {
			in = append(in, m)
		}
		if r != nil {
			out = append(out, r)
		}
	}
	if match, err = deriveGroup(t, e, in); err != nil {
		return nil, nil, err
	}
	rest, err = deriveGroup(t, e, out)
	return match, rest, err
}

func deriveGroup(t *Thread, e *Exception, members []Value) (*Exception, error) {
	if len(members) == 0 {
		return nil, nil
	}
	got, err := CallMethod(t, e, "derive", NewList(members))
	if err != nil {
		return nil, err
	}
	g, ok := got.(*Exception)
	if !ok || !g.Cls.IsSubtype(BaseExceptionGroup) {
		return nil, TypeErrorf("derive must return an instance of BaseExceptionGroup")
	}
	g.Cause, g.Context, g.SuppressContext = e.Cause, e.Context, e.SuppressContext
	g.Traceback, g.Raised = e.Traceback, e.Raised
	tb, err := GetAttr(t, e, "__traceback__")
	if err != nil {
		return nil, err
	}
	g.setMember("__traceback__", tb)
	notes, err := LookupAttr(t, e, "__notes__")
	if err != nil {
		return nil, err
	}
	if list, ok := notes.(*List); ok {
		if err := SetAttr(t, g, "__notes__", NewList(append([]Value(nil), list.Elems...))); err != nil {
			return nil, err
		}
	}
	return g, nil
}
