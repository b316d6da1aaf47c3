package value

// Kwarg is one keyword argument of a call.
type Kwarg struct {
	Name  string
	Value Value
}

// Code is the body of a function of the program, as the evaluator has it.
type Code interface {
	// Call runs the function with unbound arguments.
	Call(t *Thread, fn *Function, args []Value, kwargs []Kwarg) (Value, error)
}

// Function is a function of the program.
type Function struct {
	Header
	Name, Qualname, Module string
	Doc                    Value // None or *Str
	Code                   Code
	Globals                *Dict
	Defaults               []Value // of the last positional parameters
	KwDefaults             *Dict   // nil without any
	Annotations            *Dict   // nil without any
	Closure                any     // the evaluator's cells
}

// Type returns the class of functions.
func (*Function) Type() *Type { return FunctionType }

// NativeFunc is a function written in Go. args are bound to the parameters of
// its signature, in order: one left out that has no default is nil, *args is a
// *Tuple and **kwargs a *Dict.
type NativeFunc func(t *Thread, args []Value) (Value, error)

// RawFunc is a function written in Go that binds its arguments itself.
type RawFunc func(t *Thread, args []Value, kwargs []Kwarg) (Value, error)

// Builtin is a function or a method written in Go.
type Builtin struct {
	Name  string
	Owner *Type // the class whose method it is, nil for a function
	Self  Value // what it is bound to, nil when unbound
	Mod   string
	Doc   string

	slot   bool // CPython wraps a slot of the class in it
	sig    *Signature
	native NativeFunc
	raw    RawFunc
}

// Type returns the class of built-in functions.
func (b *Builtin) Type() *Type {
	switch {
	case b.Owner == nil:
	case b.Self == nil && b.slot:
		return SlotWrapperType
	case b.Self == nil:
		return MethodDescType
	case b.slot:
		return MethodWrapperType
	}
	return BuiltinType
}

// NewBuiltin returns a function with a signature in Python's notation:
//
//	"split(self, /, sep=None, maxsplit=-1)"
//
// Defaults are literals; "=?" marks a parameter that may be left out without
// having a default value.
func NewBuiltin(signature string, f NativeFunc) *Builtin {
	sig := newSignature(signature)
	return &Builtin{Name: sig.Name, sig: sig, native: f}
}

// NewRaw returns a function that binds its arguments itself.
func NewRaw(name string, f RawFunc) *Builtin { return &Builtin{Name: name, raw: f} }

// Call calls the function; Self, if bound, goes first.
func (b *Builtin) Call(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	if b.Self != nil {
		args = append([]Value{b.Self}, args...)
	}
	if b.Owner != nil {
		// A method of a built-in class called through the class.
		if len(args) == 0 {
			return nil, TypeErrorf("unbound method %s.%s() needs an argument", b.Owner.Name, b.Name)
		}
		if b.Self == nil && !IsInstance(args[0], b.Owner) {
			if u, ok := args[0].(*Unknown); ok {
				return nil, &UnknownError{Reason: u.Reason}
			}
			if isSlotName(b.Name) {
				return nil, TypeErrorf("descriptor '%s' requires a '%s' object but received a '%s'", b.Name, b.Owner.Name, args[0].Type().Name)
			}
			return nil, b.wrongSelf(args[0])
		}
	}
	if b.raw != nil {
		return b.raw(t, args, kwargs)
	}
	bound, err := b.sig.bind(t, b, args, kwargs)
	if err != nil {
		return nil, err
	}
	return b.native(t, bound)
}

// wrongSelf is what a method of a built-in class raises for an object that is no
// instance of it.
func (b *Builtin) wrongSelf(v Value) error {
	return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", b.Name, b.Owner.Name, v.Type().Name)
}

// Method is a function bound to an object.
type Method struct {
	Self Value
	Func Value
}

// Type returns the class of bound methods.
func (*Method) Type() *Type { return MethodType }

// Property is a property.
type Property struct {
	Header
	Get, Set, Del, Doc Value // nil or None when absent
	Name               Value // told by __set_name__; nil before

	getterDoc bool // Doc is that of the getter
}

// Type returns property or the subclass of it.
func (p *Property) Type() *Type { return p.class(PropertyType) }

// ClassMethod is a classmethod object.
type ClassMethod struct {
	Header
	Func Value
}

// Type returns classmethod or the subclass of it.
func (c *ClassMethod) Type() *Type { return c.class(ClassMethodType) }

// StaticMethod is a staticmethod object.
type StaticMethod struct {
	Header
	Func Value
}

// Type returns staticmethod or the subclass of it.
func (s *StaticMethod) Type() *Type { return s.class(StaticMethodType) }

// GetSet is an attribute that Go code computes.
type GetSet struct {
	Name  string
	Owner *Type // the class that has the attribute
	Slot  bool  // a member that __slots__ made
	Get   func(t *Thread, self Value) (Value, error)
	Set   func(t *Thread, self, v Value) error // nil: read-only; v is nil for del
}

// Type returns the class of such attributes.
func (g *GetSet) Type() *Type {
	if g.Slot {
		return MemberType
	}
	return GetSetType
}

// Def adds a method to a built-in class.
func (c *Type) Def(signature string, f NativeFunc) {
	b := NewBuiltin(signature, f)
	b.Owner, b.slot = c, isSlotName(b.Name)
	c.Dict.SetStr(b.Name, b)
}

// DefRaw adds a method that binds its arguments itself.
func (c *Type) DefRaw(name string, f RawFunc) {
	b := NewRaw(name, f)
	b.Owner, b.slot = c, isSlotName(name)
	c.Dict.SetStr(name, b)
}

// DefStatic adds a static method.
func (c *Type) DefStatic(signature string, f NativeFunc) {
	b := NewBuiltin(signature, f)
	c.Dict.SetStr(b.Name, &StaticMethod{Func: b})
}

// DefClass adds a class method: its first parameter is the class.
func (c *Type) DefClass(signature string, f NativeFunc) {
	b := NewBuiltin(signature, func(t *Thread, a []Value) (Value, error) {
		if _, ok := a[0].(*Type); !ok {
			return nil, TypeErrorf("a class is required, not '%s'", a[0].Type().Name)
		}
		return f(t, a)
	})
	c.Dict.SetStr(b.Name, &ClassMethod{Func: b})
}

// DefAttr adds a read-only attribute.
func (c *Type) DefAttr(name string, get func(t *Thread, self Value) (Value, error)) {
	c.Dict.SetStr(name, &GetSet{Name: name, Owner: c, Get: get})
}

// DefBuiltin adds a function to module builtins.
func DefBuiltin(signature string, f NativeFunc) {
	b := NewBuiltin(signature, f)
	Builtins[b.Name] = b
}

// Def adds a function to a module's model.
func (m *Module) Def(signature string, f NativeFunc) {
	b := NewBuiltin(signature, f)
	b.Mod = m.Name
	m.Globals.SetStr(b.Name, b)
}

// Set adds a value to a module's model.
func (m *Module) Set(name string, v Value) { m.Globals.SetStr(name, v) }
