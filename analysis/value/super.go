package value

// Super is a super object.
type Super struct {
	Header
	This    *Type // the class after which the look-up starts
	Self    Value // the object or class on whose behalf it looks; nil when unbound
	SelfCls *Type // the class whose MRO is searched
}

// Type returns super or the subclass of it.
func (s *Super) Type() *Type { return s.class(SuperType) }

// SuperType is the class super.
var SuperType = NewBuiltinType("super", ObjectType)

func init() {
	Builtins["super"] = SuperType
	SuperType.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(kwargs) > 0 {
			return nil, TypeErrorf("super() takes no keyword arguments")
		}
		if len(args) > 2 {
			return nil, TypeErrorf("super expected at most 2 arguments, got %d", len(args))
		}
		if len(args) == 0 {
			// Which class and object are meant depends on who calls.
			return nil, Unknownf("super() without arguments that is not called by its name")
		}
		if err := firstUnknown(args...); err != nil {
			return nil, err
		}
		this, ok := args[0].(*Type)
		if !ok {
			return nil, TypeErrorf("super() argument 1 must be a type, not %s", args[0].Type().Name)
		}
		var obj Value
		if len(args) == 2 && args[1] != None {
			obj = args[1]
		}
		s, err := newSuper(t, this, obj)
		if err != nil {
			return nil, err
		}
		if cls != SuperType {
			s.Cls = cls
		}
		return s, nil
	}
	SuperType.DefRaw("__init__", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) { return None, nil })
	SuperType.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Super)
		if s.Self == nil {
			return NewStr("<super: <class '" + s.This.Name + "'>, NULL>"), nil
		}
		return NewStr("<super: <class '" + s.This.Name + "'>, <" + s.SelfCls.Name + " object>>"), nil
	})
	SuperType.Def("__get__(self, instance, owner=None, /)", func(t *Thread, a []Value) (Value, error) {
		s := a[0].(*Super)
		if a[1] == None || s.Self != nil {
			return s, nil
		}
		if s.Cls != nil {
			return Call(t, s.Cls, []Value{s.This, a[1]}, nil)
		}
		return newSuper(t, s.This, a[1])
	})
	SuperType.DefAttr("__thisclass__", func(t *Thread, self Value) (Value, error) { return self.(*Super).This, nil })
	SuperType.DefAttr("__self__", func(t *Thread, self Value) (Value, error) {
		if s := self.(*Super); s.Self != nil {
			return s.Self, nil
		}
		return None, nil
	})
	SuperType.DefAttr("__self_class__", func(t *Thread, self Value) (Value, error) {
		if s := self.(*Super); s.SelfCls != nil {
			return s.SelfCls, nil
		}
		return None, nil
	})
}

// NewSuper returns super(cls, obj), as super() in a method of cls gives it.
func NewSuper(t *Thread, cls *Type, obj Value) (Value, error) {
	if err := firstUnknown(obj); err != nil {
		return nil, err
	}
	return newSuper(t, cls, obj)
}

func newSuper(t *Thread, this *Type, obj Value) (*Super, error) {
	s := &Super{This: this, Self: obj}
	if obj == nil {
		return s, nil
	}
	if c, ok := obj.(*Type); ok && c.IsSubtype(this) {
		s.SelfCls = c
		return s, nil
	}
	if IsInstance(obj, this) {
		s.SelfCls = obj.Type()
		return s, nil
	}
	if obj.Type().Heap {
		// A proxy may name another class.
		claimed, err := LookupAttr(t, obj, "__class__")
		if err != nil {
			return nil, err
		}
		if c, ok := claimed.(*Type); ok && c != obj.Type() && c.IsSubtype(this) {
			s.SelfCls = c
			return s, nil
		}
	}
	return nil, TypeErrorf("super(type, obj): obj must be an instance or subtype of type")
}

// superGetAttr looks an attribute up in the classes after s.This; nil, nil:
// not there.
func superGetAttr(t *Thread, s *Super, name string) (Value, error) {
	if s.Self != nil && name != "__class__" {
		after := false
		for _, m := range s.SelfCls.MRO {
			if m == s.This {
				after = true
				continue
			}
			if !after {
				continue
			}
			if m.Heap {
				t.Reading(&m.Header)
			}
			attr, ok := m.Dict.GetStr(name)
			if !ok {
				continue
			}
			if s.Self == Value(s.SelfCls) {
				return Bind(t, attr, nil, s.SelfCls)
			}
			return Bind(t, attr, s.Self, s.SelfCls)
		}
	}
	return GenericGetAttr(t, s, name)
}
