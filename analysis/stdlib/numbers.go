package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("numbers", loadNumbers) }

// numberClasses are the abstract classes of module numbers, with what they leave
// to subclasses.
var numberClasses = []struct{ name, base, abstract string }{
	{"Number", "", ""},
	{"Complex", "Number", "__complex__ real imag __add__ __radd__ __neg__ __pos__ __mul__ __rmul__ __truediv__ __rtruediv__ __pow__ __rpow__ __abs__ conjugate __eq__"},
	{"Real", "Complex", "__float__ __trunc__ __floor__ __ceil__ __round__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __lt__ __le__"},
	{"Rational", "Real", "numerator denominator"},
	{"Integral", "Rational", "__int__ __pow__ __lshift__ __rlshift__ __rshift__ __rrshift__ __and__ __rand__ __xor__ __rxor__ __or__ __ror__ __invert__"},
}

func loadNumbers(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("numbers")
	abc, err := abcModule(t)
	if err != nil {
		return nil, err
	}
	meta, _ := abc.Globals.GetStr("ABCMeta")
	base, _ := abc.Globals.GetStr("ABC")
	data := abcDataOf(base.(*value.Type))
	made := map[string]*value.Type{}
	for _, k := range numberClasses {
		c := class{module: "numbers", name: k.name, meta: meta.(*value.Type), noDict: true}
		if k.base != "" {
			c.bases = []*value.Type{made[k.base]}
		}
		cls, err := c.make(t)
		if err != nil {
			return nil, err
		}
		made[k.name] = cls
		for _, name := range strings.Fields(k.abstract) {
			f := newFunction("numbers", k.name+"."+name, name+"(self, *args)", func(t *value.Thread, a []value.Value) (value.Value, error) {
				return nil, value.Raise(value.NotImplementedError)
			})
			f.Attrs = value.NewDict()
			f.Attrs.SetStr("__isabstractmethod__", value.True)
			cls.Dict.SetStr(name, f)
		}
		m.Set(k.name, cls)
	}
	made["Number"].Dict.SetStr("__hash__", value.None)
	numberMixins(made)
	for _, k := range numberClasses {
		if err := initABC(t, made[k.name], data); err != nil {
			return nil, err
		}
	}
	for name, c := range map[string]*value.Type{"Complex": value.ComplexType, "Real": value.FloatType, "Integral": value.IntType} {
		s := abcStateOf(made[name])
		s.registry = append(s.registry, c)
	}
	return m, nil
}

// numberMixins defines what the classes derive from their abstract methods.
func numberMixins(c map[string]*value.Type) {
	binary := func(op value.Op) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) { return value.Binary(t, op, a[0], a[1]) }
	}
	def(c["Complex"], "__bool__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		eq, err := value.Equal(t, a[0], value.Int(0))
		return value.Bool(!eq), err
	})
	def(c["Complex"], "__sub__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Unary(t, value.UnaryNeg, a[1])
		if err != nil {
			return nil, err
		}
		return value.Binary(t, value.OpAdd, a[0], n)
	})
	def(c["Complex"], "__rsub__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Unary(t, value.UnaryNeg, a[0])
		if err != nil {
			return nil, err
		}
		return value.Binary(t, value.OpAdd, n, a[1])
	})
	real := c["Real"]
	def(real, "__divmod__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		q, err := binary(value.OpFloorDiv)(t, a)
		if err != nil {
			return nil, err
		}
		r, err := binary(value.OpMod)(t, a)
		return value.NewTuple(q, r), err
	})
	def(real, "__rdivmod__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		b := []value.Value{a[1], a[0]}
		q, err := binary(value.OpFloorDiv)(t, b)
		if err != nil {
			return nil, err
		}
		r, err := binary(value.OpMod)(t, b)
		return value.NewTuple(q, r), err
	})
	def(real, "__complex__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		f, err := value.Call(t, value.FloatType, a, nil)
		if err != nil {
			return nil, err
		}
		return value.Call(t, value.ComplexType, []value.Value{f}, nil)
	})
	defProperty(real, "real", func(t *value.Thread, self value.Value) (value.Value, error) {
		return value.Unary(t, value.UnaryPos, self)
	})
	defProperty(real, "imag", func(t *value.Thread, self value.Value) (value.Value, error) { return value.Int(0), nil })
	def(real, "conjugate(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Unary(t, value.UnaryPos, a[0])
	})
	def(c["Rational"], "__float__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.GetAttr(t, a[0], "numerator")
		if err != nil {
			return nil, err
		}
		d, err := value.GetAttr(t, a[0], "denominator")
		if err != nil {
			return nil, err
		}
		return value.Binary(t, value.OpTrueDiv, n, d)
	})
	integral := c["Integral"]
	def(integral, "__index__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, value.IntType, a, nil)
	})
	def(integral, "__float__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := value.Call(t, value.IntType, a, nil)
		if err != nil {
			return nil, err
		}
		return value.Call(t, value.FloatType, []value.Value{n}, nil)
	})
	defProperty(integral, "numerator", func(t *value.Thread, self value.Value) (value.Value, error) {
		return value.Unary(t, value.UnaryPos, self)
	})
	defProperty(integral, "denominator", func(t *value.Thread, self value.Value) (value.Value, error) { return value.Int(1), nil })
}
