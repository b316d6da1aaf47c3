// Package value holds Python's values and what can be done with them, exactly
// as CPython 3.11 does it.
//
// The map of types:
//
//	None, NotImplemented, Ellipsis   singletons
//	Bool, Int, *BigInt               bool and int; Int is an int that fits an int64, *BigInt one
//	                                 that does not, or an instance of a subclass of int
//	Float, Complex                   float, complex
//	*Str, *Bytes, *ByteArray         text and bytes
//	*List, *Tuple, *Dict, *Set       containers; frozenset is a *Set with Frozen
//	*Slice, *Range                   slice, range
//	*Type                            every class, built-in or the program's own
//	*Instance                        an instance of a class that is not built on one of the above
//	*Exception                       an instance of a subclass of BaseException
//	*Function, *Builtin, *Method     callables
//	*Property, *ClassMethod, *StaticMethod, *GetSet   descriptors
//	*Super, *MappingProxy            super(), the __dict__ of a class
//	*GenericAlias, *Union            list[int], int | None
//	*Module                          a module
//	*Unknown                         a value that could not be computed
//
// An instance of a class derived from a built-in container, str, bytes or int
// is the built-in's own Go type with Cls set in its Header, so that every
// native operation works on it unchanged. Instances of subclasses of float and
// complex are an *Instance with a Payload.
//
// Every operation that may run the program's own code, or that costs more than
// a constant, takes a *Thread, and has three outcomes: a value, a Python
// exception (*Raised), or "outside what is known" (*UnknownError, *LimitError).
package value

// Value is any Python object.
type Value interface {
	// Type returns the object's class.
	Type() *Type
}

// Singleton is None, NotImplemented or Ellipsis.
type Singleton struct {
	name string
	typ  *Type
}

// Type returns the singleton's class.
func (s *Singleton) Type() *Type { return s.typ }

// The singletons.
var (
	None           = &Singleton{name: "None", typ: NoneType}
	NotImplemented = &Singleton{name: "NotImplemented", typ: NotImplementedType}
	Ellipsis       = &Singleton{name: "Ellipsis", typ: EllipsisType}
)

// Bool is a bool.
type Bool bool

// Constants of bool.
const (
	True  = Bool(true)
	False = Bool(false)
)

// Type returns bool.
func (Bool) Type() *Type { return BoolType }

// Int is an int that fits in 64 bits.
type Int int64

// Type returns int.
func (Int) Type() *Type { return IntType }

// Float is a float.
type Float float64

// Type returns float.
func (Float) Type() *Type { return FloatType }

// Complex is a complex.
type Complex complex128

// Type returns complex.
func (Complex) Type() *Type { return ComplexType }

// Header is what every object with an identity carries. The zero Header is
// that of an instance of the built-in class itself.
type Header struct {
	Cls   *Type // nil: the built-in class
	Attrs *Dict // the instance's __dict__; nil until something is stored
	// Slots holds what lies outside __dict__: the values of __slots__ and the
	// members of particular exceptions (StopIteration.value).
	Slots *Dict
	// Taint tells on which assumptions the contents of the object rest.
	Taint Taint
	// Epoch is the value of Thread.Mutations when the object last changed.
	Epoch uint64
}

// Instance is an object of a class that is not built on a built-in value.
type Instance struct {
	Header
	// Payload is the number of an instance of a subclass of float or complex,
	// or the native state of an object that a library model defines.
	Payload any
}

// NewInstance returns an instance of cls without attributes.
func NewInstance(cls *Type) *Instance { return &Instance{Header: Header{Cls: cls}} }

// Type returns the instance's class.
func (o *Instance) Type() *Type { return o.Cls }

// List is a list.
type List struct {
	Header
	Elems []Value
}

// NewList returns a list that owns elems.
func NewList(elems []Value) *List { return &List{Elems: elems} }

// Type returns list or the subclass of it.
func (o *List) Type() *Type { return o.class(ListType) }

// Tuple is a tuple. It is not changed once built.
type Tuple struct {
	Header
	Elems []Value
}

// EmptyTuple is ().
var EmptyTuple = &Tuple{}

// NewTuple returns a tuple that owns elems.
func NewTuple(elems ...Value) *Tuple {
	if len(elems) == 0 {
		return EmptyTuple
	}
	return &Tuple{Elems: elems}
}

// Type returns tuple or the subclass of it.
func (o *Tuple) Type() *Type { return o.class(TupleType) }

// Slice is a slice object; an absent part is None.
type Slice struct {
	Start, Stop, Step Value
}

// Type returns slice.
func (*Slice) Type() *Type { return SliceType }

// Module is a module.
type Module struct {
	Header
	Name    string
	File    string // empty for a model of a library module
	Globals *Dict
	// Open tells that the module it stands for may have more names than are
	// here: one that is missing is unknown.
	Open bool
	// Lists reports whether CPython's module has a name, for a model; nil where
	// that is not known.
	Lists func(name string) bool
}

// NewModule returns an empty module.
func NewModule(name string) *Module {
	m := &Module{Name: name, Globals: NewDict()}
	m.Globals.SetStr("__name__", NewStr(name))
	return m
}

// Modelled reports whether m is a library module of which only what is modelled
// is known.
func (m *Module) Modelled() bool {
	if m.File != "" {
		return false
	}
	_, made := m.Globals.GetStr("__spec__") // by calling types.ModuleType
	return !made
}

// Type returns the class of modules.
func (m *Module) Type() *Type { return m.class(ModuleType) }

// Unknown is a value that could not be computed. Whatever is done with it
// gives an *UnknownError, which a statement turns into an Unknown again.
type Unknown struct {
	// Reason says on what the value waits, as a short phrase:
	// "requests.get is outside what is known".
	Reason string
	// Stand is set in the result of hash() and id(): an int that agrees with
	// the unknown one in what programs may rely on, that equal objects have
	// equal hashes. Dicts, sets and == may use it, nothing may show it.
	Stand Value
	// Class and P are the class that the value was predicted to have, if any, and
	// how likely that is.
	Class string
	P     float64
	// Kind is the built-in class that the value is certain to have, if any.
	Kind *Type
}

// Type returns a class of its own, which no program can name.
func (*Unknown) Type() *Type { return UnknownType }

func (h *Header) class(builtin *Type) *Type {
	if h.Cls != nil {
		return h.Cls
	}
	return builtin
}

// Head returns the header of an object that can change, or nil.
func Head(v Value) *Header {
	switch v := v.(type) {
	case *List:
		return &v.Header
	case *Dict:
		return &v.Header
	case *Set:
		return &v.Header
	case *Instance:
		return &v.Header
	case *Tuple:
		return &v.Header
	case *ByteArray:
		return &v.Header
	case *Exception:
		return &v.Header
	case *Type:
		return &v.Header
	case *Function:
		return &v.Header
	case *Module:
		return &v.Header
	case *Property:
		return &v.Header
	case *ClassMethod:
		return &v.Header
	case *StaticMethod:
		return &v.Header
	case *Str:
		return v.ext
	case *Bytes:
		return v.ext
	case *BigInt:
		return v.ext
	case headed:
		return v.Head()
	}
	return nil
}

// headed lets object types of other packages carry a Header.
type headed interface{ Head() *Header }
