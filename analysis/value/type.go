package value

import (
	"context"
	"slices"
	"strings"
)

var background = context.Background()

// Type is a class.
type Type struct {
	Header    // Cls is the metaclass
	Name      string
	Qualname  string
	Module    string // "builtins" for built-ins
	Bases     []*Type
	MRO       []*Type // from the class itself to object
	Dict      *Dict   // the class's own attributes, methods included
	Heap      bool    // made by a class statement or a call of type
	Slots     bool    // instances have no __dict__
	SlotNames []string
	Final     bool // cannot be subclassed
	HasDict   bool // instances of this built-in class have a __dict__
	Partial   bool // a library class that has attributes that are not modelled
	KeyList   bool // a subclass of dict that keeps a list of its keys of its own
	FixedDict bool // __dict__ of its instances cannot be deleted
	Immutable bool // no native method changes its instances
	// Pattern says which patterns of a match statement apply to instances, for
	// classes that differ in this from their bases.
	Pattern PatternKind

	// New makes an instance of cls, which is the type itself or a subclass,
	// as __new__ does; nil: that of the next class in the MRO.
	New func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error)

	cache      typeCache
	finalizes  bool    // instances have a __del__ of the program
	best       *Type   // __base__ of a class of the program
	subclasses []*Type // direct subclasses of a class of the program
}

// Type returns the metaclass.
func (c *Type) Type() *Type { return c.class(TypeType) }

// Builtins are the names of module builtins that this package defines: classes
// and functions.
var Builtins = map[string]Value{}

// The built-in classes.
var (
	ObjectType         = NewBuiltinType("object")
	TypeType           = NewBuiltinType("type", ObjectType)
	NoneType           = NewBuiltinType("NoneType", ObjectType)
	NotImplementedType = NewBuiltinType("NotImplementedType", ObjectType)
	EllipsisType       = NewBuiltinType("ellipsis", ObjectType)
	IntType            = NewBuiltinType("int", ObjectType)
	BoolType           = NewBuiltinType("bool", IntType)
	FloatType          = NewBuiltinType("float", ObjectType)
	ComplexType        = NewBuiltinType("complex", ObjectType)
	StrType            = NewBuiltinType("str", ObjectType)
	BytesType          = NewBuiltinType("bytes", ObjectType)
	ByteArrayType      = NewBuiltinType("bytearray", ObjectType)
	ListType           = NewBuiltinType("list", ObjectType)
	TupleType          = NewBuiltinType("tuple", ObjectType)
	DictType           = NewBuiltinType("dict", ObjectType)
	SetType            = NewBuiltinType("set", ObjectType)
	FrozenSetType      = NewBuiltinType("frozenset", ObjectType)
	SliceType          = NewBuiltinType("slice", ObjectType)
	RangeType          = NewBuiltinType("range", ObjectType)
	ModuleType         = NewBuiltinType("module", ObjectType)
	FunctionType       = NewBuiltinType("function", ObjectType)
	BuiltinType        = NewBuiltinType("builtin_function_or_method", ObjectType)
	MethodDescType     = NewBuiltinType("method_descriptor", ObjectType)
	MethodType         = NewBuiltinType("method", ObjectType)
	SlotWrapperType    = NewBuiltinType("wrapper_descriptor", ObjectType)
	MethodWrapperType  = NewBuiltinType("method-wrapper", ObjectType)
	PropertyType       = NewBuiltinType("property", ObjectType)
	ClassMethodType    = NewBuiltinType("classmethod", ObjectType)
	StaticMethodType   = NewBuiltinType("staticmethod", ObjectType)
	GetSetType         = NewBuiltinType("getset_descriptor", ObjectType)
	MemberType         = NewBuiltinType("member_descriptor", ObjectType)
	UnknownType        = NewBuiltinType("unknown", ObjectType)
)

// NewBuiltinType returns a built-in class. Its methods are added with Def.
func NewBuiltinType(name string, bases ...*Type) *Type {
	c := &Type{Name: name, Qualname: name, Module: "builtins", Bases: bases, Dict: NewDict()}
	c.MRO, _ = linearize(c)
	return c
}

// NewType returns the class of the program that has exactly these attributes:
// the part of type.__new__ that runs no code. Class statements are BuildClass.
func NewType(name string, meta *Type, bases []*Type, dict *Dict) (*Type, error) {
	c := &Type{Name: name, Qualname: name, Bases: bases, Dict: dict, Heap: true}
	if meta != TypeType {
		c.Cls = meta
	}
	if len(bases) == 0 {
		c.Bases = []*Type{ObjectType}
	}
	mro, rest := linearize(c)
	if len(rest) > 0 {
		var names []string
		for _, l := range rest {
			if n := l[0].Name; !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
		return nil, TypeErrorf("Cannot create a consistent method resolution\norder (MRO) for bases %s", strings.Join(names, ", "))
	}
	c.MRO = mro
	return c, nil
}

// linearize computes the C3 linearization. If there is none, it returns what
// could not be merged.
func linearize(c *Type) (mro []*Type, rest [][]*Type) {
	if len(c.Bases) == 1 {
		return append([]*Type{c}, c.Bases[0].MRO...), nil
	}
	var lists [][]*Type
	for _, b := range c.Bases {
		lists = append(lists, b.MRO)
	}
	lists = append(lists, c.Bases)
	mro = []*Type{c}
	for {
		var next *Type
		empty := true
		for _, l := range lists {
			if len(l) == 0 {
				continue
			}
			empty = false
			if !inTail(l[0], lists) {
				next = l[0]
				break
			}
		}
		if empty {
			return mro, nil
		}
		if next == nil {
			for _, l := range lists {
				if len(l) > 0 {
					rest = append(rest, l)
				}
			}
			return nil, rest
		}
		mro = append(mro, next)
		for i, l := range lists {
			if len(l) > 0 && l[0] == next {
				lists[i] = l[1:]
			}
		}
	}
}

func inTail(c *Type, lists [][]*Type) bool {
	for _, l := range lists {
		for i := 1; i < len(l); i++ {
			if l[i] == c {
				return true
			}
		}
	}
	return false
}

// IsSubtype reports whether base is in c's MRO.
func (c *Type) IsSubtype(base *Type) bool {
	if c == base {
		return true
	}
	for _, m := range c.MRO {
		if m == base {
			return true
		}
	}
	return false
}

// Lookup finds an attribute along the MRO.
func (c *Type) Lookup(name string) (Value, bool) {
	v, _, ok := c.LookupWhere(name)
	return v, ok
}

// LookupWhere is Lookup that says which class has the attribute.
func (c *Type) LookupWhere(name string) (Value, *Type, bool) {
	if c.Heap {
		return c.lookupCached(name)
	}
	for _, m := range c.MRO {
		if v, ok := m.Dict.GetStr(name); ok {
			return v, m, true
		}
	}
	return nil, nil, false
}

// Layout returns the built-in class whose Go type instances of c have: list for
// a subclass of list, object for a plain class.
func (c *Type) Layout() *Type {
	for _, m := range c.MRO {
		if !m.Heap && m != ObjectType {
			return m
		}
	}
	return ObjectType
}

// IsInstance reports whether v's class is cls or a subclass of it.
func IsInstance(v Value, cls *Type) bool { return v.Type().IsSubtype(cls) }
