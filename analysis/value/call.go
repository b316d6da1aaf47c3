package value

// Call calls f.
func Call(t *Thread, f Value, args []Value, kwargs []Kwarg) (Value, error) {
	switch f := f.(type) {
	case *Function:
		got, err := f.Code.Call(t, f, args, kwargs)
		if _, native := f.Code.(NativeCode); native && err != nil {
			err = nativeError(err, f.Name, nil, args, kwargs)
		}
		return got, err
	case *Builtin:
		if err := t.Step(1); err != nil {
			return nil, err
		}
		got, err := f.Call(t, args, kwargs)
		if err != nil {
			err = nativeError(err, f.Name, f.Self, args, kwargs)
		}
		return got, err
	case *Method:
		full := make([]Value, 0, len(args)+1)
		full = append(append(full, f.Self), args...)
		return Call(t, f.Func, full, kwargs)
	case *Type:
		return CallType(t, f, args, kwargs)
	case *StaticMethod:
		return Call(t, f.Func, args, kwargs)
	case *Unknown:
		return nil, &UnknownError{Reason: f.Reason}
	}
	if h, ok := f.Type().Lookup("__call__"); ok {
		// An object may be its own __call__.
		if err := t.enter(""); err != nil {
			return nil, err
		}
		defer t.leave()
		bound, err := Bind(t, h, f, f.Type())
		if err != nil {
			return nil, err
		}
		return Call(t, bound, args, kwargs)
	}
	return nil, TypeErrorf("'%s' object is not callable", f.Type().Name)
}

// CallType makes an instance of c, or whatever its metaclass's __call__ does.
func CallType(t *Thread, c *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if meta := c.Type(); meta != TypeType {
		if h, ok := meta.Lookup("__call__"); ok {
			if b, isNative := h.(*Builtin); !isNative || b.Owner != TypeType {
				return callSpecialKw(t, h, c, args, kwargs)
			}
		}
	}
	return TypeCall(t, c, args, kwargs)
}

// TypeCall is type.__call__: __new__, then __init__.
func TypeCall(t *Thread, c *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if c == TypeType && len(args) == 1 && len(kwargs) == 0 {
		if u, ok := args[0].(*Unknown); ok {
			return nil, &UnknownError{Reason: u.Reason}
		}
		return args[0].Type(), nil
	}
	if c == TypeType && len(args) != 3 {
		return nil, TypeErrorf("type() takes 1 or 3 arguments")
	}
	if c.finalizes {
		// References are not counted.
		return nil, &UnknownError{Reason: "when __del__ runs", Halt: true}
	}
	obj, err := NewObject(t, c, args, kwargs)
	if err != nil || !IsInstance(obj, c) {
		return obj, err
	}
	init, where, ok := obj.Type().LookupWhere("__init__")
	if !ok || where == ObjectType {
		return obj, nil
	}
	got, err := callInit(t, init, obj, args, kwargs)
	if err != nil {
		return nil, err
	}
	if got != None {
		return nil, TypeErrorf("__init__() should return None, not '%s'", got.Type().Name)
	}
	return obj, nil
}

// callInit calls __init__ of a new object. Native code that ends unknown leaves
// nobody with the object that it may have changed.
func callInit(t *Thread, init, obj Value, args []Value, kwargs []Kwarg) (Value, error) {
	full := append(append(make([]Value, 0, len(args)+1), obj), args...)
	var got Value
	var err error
	switch f := init.(type) {
	case *Builtin:
		if err := t.Step(1); err != nil {
			return nil, err
		}
		got, err = f.Call(t, full, kwargs)
	case *Function:
		got, err = f.Code.Call(t, f, full, kwargs)
		if _, native := f.Code.(NativeCode); !native {
			return got, err
		}
	default:
		return callSpecialKw(t, init, obj, args, kwargs)
	}
	if err != nil {
		err = nativeError(err, constructor, nil, args, kwargs)
	}
	return got, err
}

// NewObject is c.__new__(c, *args, **kwargs).
func NewObject(t *Thread, c *Type, args []Value, kwargs []Kwarg) (Value, error) {
	for _, m := range c.MRO {
		if m.Heap {
			if h, ok := m.Dict.GetStr("__new__"); ok {
				switch f := h.(type) {
				case *StaticMethod:
					h = f.Func
				case *Function, *Builtin:
				default:
					bound, err := Bind(t, h, nil, c)
					if err != nil {
						return nil, err
					}
					h = bound
				}
				full := append([]Value{c}, args...)
				return Call(t, h, full, kwargs)
			}
			continue
		}
		if m.New != nil {
			obj, err := m.New(t, c, args, kwargs)
			if err != nil {
				err = nativeError(err, constructor, nil, args, kwargs)
			}
			return obj, err
		}
	}
	return nil, TypeErrorf("cannot create '%s' instances", c.Name)
}

// callSpecial calls a special method that was found on v's class.
func callSpecial(t *Thread, h, v Value, args ...Value) (Value, error) {
	return callSpecialKw(t, h, v, args, nil)
}

func callSpecialKw(t *Thread, h, v Value, args []Value, kwargs []Kwarg) (Value, error) {
	switch h.(type) {
	case *Function, *Builtin:
		full := make([]Value, 0, len(args)+1)
		full = append(append(full, v), args...)
		return Call(t, h, full, kwargs)
	}
	bound, err := Bind(t, h, v, v.Type())
	if err != nil {
		return nil, err
	}
	return Call(t, bound, args, kwargs)
}

// CallSpecial calls the special method name of v's class; ok is false if the
// class has none.
func CallSpecial(t *Thread, v Value, name string, args ...Value) (got Value, ok bool, err error) {
	if u, isUnknown := v.(*Unknown); isUnknown {
		return nil, true, &UnknownError{Reason: u.Reason}
	}
	h, found := v.Type().Lookup(name)
	if !found || h == None {
		return nil, false, nil
	}
	got, err = callSpecial(t, h, v, args...)
	return got, true, err
}

// CallMethod is v.name(*args).
func CallMethod(t *Thread, v Value, name string, args ...Value) (Value, error) {
	m, err := GetAttr(t, v, name)
	if err != nil {
		return nil, err
	}
	return Call(t, m, args, nil)
}

// CallWithin runs f one call deeper, within the limit on recursion.
func (t *Thread) CallWithin(f func() (Value, error)) (Value, error) {
	t.Depth++
	defer func() { t.Depth-- }()
	if err := t.CheckDepth(); err != nil {
		return nil, err
	}
	return f()
}

// FindUnknown returns an unknown value among values or in what they hold, nil if
// there is none to be seen quickly.
func FindUnknown(vs []Value) *Unknown { return findUnknown(vs, nil) }

// findUnknown looks for an unknown value among arguments and in what they hold,
// not deeper than it takes to be quick.
func findUnknown(args []Value, kwargs []Kwarg) *Unknown {
	budget := 2000
	var find func(v Value, depth int) *Unknown
	all := func(vs []Value, depth int) *Unknown {
		for _, v := range vs {
			if u := find(v, depth); u != nil {
				return u
			}
		}
		return nil
	}
	find = func(v Value, depth int) *Unknown {
		if budget--; budget < 0 || depth > 6 {
			return nil
		}
		switch v := v.(type) {
		case *Unknown:
			return v
		case *List:
			return all(v.Elems, depth+1)
		case *Tuple:
			return all(v.Elems, depth+1)
		case *Dict:
			for i := 0; ; {
				k, x, next, ok := v.Next(i)
				if !ok {
					return nil
				}
				if u := all([]Value{k, x}, depth+1); u != nil {
					return u
				}
				i = next
			}
		case *Instance:
			if v.Attrs != nil {
				return find(v.Attrs, depth+1)
			}
		case *Method:
			return find(v.Self, depth+1)
		}
		return nil
	}
	if u := all(args, 0); u != nil {
		return u
	}
	for _, k := range kwargs {
		if u := find(k.Value, 0); u != nil {
			return u
		}
	}
	return nil
}

// NativeCode is implemented by Code that is written in Go.
type NativeCode interface {
	Code
	Native()
}

// constructor stands for the name of native code that makes a new object out of
// its arguments, which it only reads.
const constructor = "__new__"

// nativeError is the outcome of a call of native code that ended in err.
func nativeError(err error, name string, self Value, args []Value, kwargs []Kwarg) error {
	if _, ok := err.(*Raised); ok {
		// Code that meets a value it cannot use raises; when that value is
		// the unknown one, nothing is known about what would have happened.
		if u := findUnknown(args, kwargs); u != nil {
			err = &UnknownError{Reason: u.Reason}
		}
	}
	if u, ok := err.(*UnknownError); ok && !u.Halt && mayChange(name, self, args, kwargs) {
		return &UnknownError{Reason: u.Reason, Halt: true}
	}
	return err
}

// mayChange reports whether a native call that ended unknown might have changed
// an object, had it been known: any that it got. One that only reads takes every
// item of an iterator, whatever it meets; one that stops at the item that
// decides leaves an iterator that has nobody knows how many items left.
func mayChange(name string, self Value, args []Value, kwargs []Kwarg) bool {
	changes := mutable
	switch {
	case stoppers[name]:
		changes = func(v Value) bool {
			it, ok := v.(Iterator)
			if !ok {
				return false
			}
			l, ok := it.(Loser)
			return !ok || !l.Lose()
		}
	case name == constructor || readers[name]:
		return false
	}
	switch name {
	case "setattr", "delattr", "__setattr__", "__delattr__":
		return true
	}
	if self != nil && changes(self) {
		return true
	}
	for _, a := range args {
		if changes(a) {
			return true
		}
	}
	for _, k := range kwargs {
		if changes(k.Value) {
			return true
		}
	}
	return false
}

func mutable(v Value) bool {
	switch v := v.(type) {
	case *List, *Dict, *Set, *ByteArray:
		return true
	case *Instance:
		for _, c := range v.Cls.MRO {
			if c.Immutable {
				return false
			}
		}
		return true
	case *Tuple:
		for _, e := range v.Elems {
			if mutable(e) {
				return true
			}
		}
	case Iterator, headed:
		return true
	}
	return false
}

// Loser is implemented by iterators that can be told that nobody knows how many
// of their items were taken.
type Loser interface {
	Iterator
	// Lose makes what is taken from now on unknown. It returns false if that
	// does not do, because items are gone from another iterator too.
	Lose() bool
}

// stoppers are the built-ins that change none of their arguments but take only
// as many items of an iterator as they need, by name.
var stoppers = map[string]bool{
	"any": true, "all": true, "__contains__": true, "contains": true, "index": true, "indexOf": true, "issubset": true,
	"issuperset": true, "isdisjoint": true,
}

// readers are the built-ins that change none of their arguments, by name.
var readers = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range []string{
		"len", "sorted", "sum", "min", "max", "any", "all", "str", "repr", "ascii", "format", "print", "hash", "id",
		"isinstance", "issubclass", "getattr", "hasattr", "callable", "type", "vars", "dir", "bool", "int", "float",
		"enumerate", "zip", "map", "filter", "range", "abs", "round", "divmod", "pow", "ord", "chr",
		"get", "keys", "values", "items", "count", "index", "copy", "join", "union", "intersection", "difference",
		"reduce", "nlargest", "nsmallest", "pformat", "saferepr", "bisect", "bisect_left", "bisect_right", "total", "countOf",
		"itemgetter", "attrgetter", "getitem", "ratio", "get_close_matches", "namedtuple", "cmp_to_key", "iter", "reversed",
		"asdict", "astuple", "fields", "is_dataclass", "getvalue", "cast", "get_args", "get_origin", "get_type_hints",
		"symmetric_difference", "issubset", "issuperset", "isdisjoint", "dumps", "deepcopy", "most_common", "elements",
		"__getitem__", "__contains__", "__len__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__",
		"__repr__", "__str__", "__hash__", "__iter__", "__getattribute__", "__add__", "__mul__", "__or__", "__and__", "__sub__",
	} {
		m[name] = true
	}
	return m
}()

// CallKw is v.name(*args, **kwargs).
func CallKw(t *Thread, v Value, name string, args []Value, kwargs []Kwarg) (Value, error) {
	m, err := GetAttr(t, v, name)
	if err != nil {
		return nil, err
	}
	return Call(t, m, args, kwargs)
}
