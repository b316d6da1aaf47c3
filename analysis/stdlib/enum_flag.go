package stdlib

import (
	"math/big"
	"sort"
	"strings"

	"augur/analysis/value"
)

// mask returns an integer attribute of a flag's class.
func mask(c *value.Type, name string) *big.Int {
	if n, ok := value.AsBig(enumAttr(c, name)); ok {
		return n
	}
	return new(big.Int)
}

func singleBit(v value.Value) bool {
	n, ok := value.AsBig(v)
	return ok && n.Sign() > 0 && n.TrailingZeroBits() == uint(n.BitLen()-1)
}

// widenMasks adds a member's value to the masks of its class.
func widenMasks(t *value.Thread, c *value.Type, v value.Value) error {
	n, ok := value.AsBig(v)
	if !ok {
		_, err := value.Binary(t, value.OpOr, enumAttr(c, "_flag_mask_"), v)
		if err == nil {
			err = value.Unknownf("a flag whose value is no int is outside what is known")
		}
		return err
	}
	all := new(big.Int).Or(mask(c, "_flag_mask_"), n)
	c.Dict.SetStr("_flag_mask_", value.MakeInt(all))
	if singleBit(v) {
		c.Dict.SetStr("_singles_mask_", value.MakeInt(new(big.Int).Or(mask(c, "_singles_mask_"), n)))
	}
	bits := new(big.Int).Lsh(big.NewInt(1), uint(all.BitLen()))
	c.Dict.SetStr("_all_bits_", value.MakeInt(bits.Sub(bits, big.NewInt(1))))
	return nil
}

// flagsInOrder reports whether the members of a flag are defined in the order of
// their values.
func flagsInOrder(c *value.Type) bool {
	var last *big.Int
	for _, n := range enumList(c, "_member_names_").Elems {
		v, ok := intValue(memberNamed(c, n))
		if !ok {
			return true
		}
		if last != nil && v.Cmp(last) < 0 {
			return false
		}
		last = v
	}
	return true
}

// intValue returns m._value_ of a flag.
func intValue(m value.Value) (*big.Int, bool) {
	if m == nil {
		return nil, false
	}
	h := value.Head(m)
	if h == nil {
		return nil, false
	}
	v, ok := h.Attrs.GetStr("_value_")
	if !ok {
		return nil, false
	}
	return value.AsBig(v)
}

// makeFlags makes Flag and IntFlag.
func (e *enumModule) makeFlags(t *value.Thread) error {
	f, err := e.derive(t, "Flag", e.strict, func(ns *value.Dict) error {
		ns.SetStr("_numeric_repr_", value.Builtins["repr"])
		return e.setInBody(t, ns, "_generate_next_value_", newFunction("enum", "Flag._generate_next_value_",
			"_generate_next_value_(name, start, count, last_values)", nextFlag))
	}, e.enum)
	if err != nil {
		return err
	}
	e.flag = f
	e.defineFlag(f)
	_, err = e.derive(t, "IntFlag", e.keep, nil, value.IntType, e.repr, f)
	return err
}

// nextFlag is Flag._generate_next_value_.
func nextFlag(t *value.Thread, a []value.Value) (value.Value, error) {
	if n, ok := value.AsInt(a[2]); ok && n == 0 {
		if a[1] == value.None {
			return value.Int(1), nil
		}
		return a[1], nil
	}
	last, err := value.Call(t, value.Builtins["max"], []value.Value{a[3]}, nil)
	if err != nil {
		return nil, err
	}
	n, ok := value.AsBig(last)
	if !ok {
		s, err := reprOf(t, last)
		if err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("invalid flag value %s", s)
	}
	return value.MakeInt(new(big.Int).Lsh(big.NewInt(1), uint(n.BitLen()))), nil
}

func (e *enumModule) defineFlag(f *value.Type) {
	byValue := func(t *value.Thread, a []value.Value) (value.Value, error) {
		ms, err := flagMembers(t, a[0], a[1])
		return generatorOf(ms), err
	}
	defClass(f, "_iter_member_by_value_(cls, value)", byValue)
	defClass(f, "_iter_member_(cls, value)", byValue)
	defClass(f, "_iter_member_by_def_(cls, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ms, err := flagMembers(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		order := func(m value.Value) int64 {
			v, _ := value.Head(m).Attrs.GetStr("_sort_order_")
			n, _ := value.AsInt(v)
			return n
		}
		sort.SliceStable(ms, func(i, j int) bool { return order(ms[i]) < order(ms[j]) })
		return generatorOf(ms), nil
	})
	defClass(f, "_missing_(cls, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return e.missingFlag(t, a[0].(*value.Type), a[1])
	})
	def(f, "__contains__(self, other)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if !value.IsInstance(a[1], a[0].Type()) {
			return nil, value.TypeErrorf("unsupported operand type(s) for 'in': '%s' and '%s'", a[1].Type().Qualname, a[0].Type().Qualname)
		}
		x, ok1 := intValue(a[0])
		y, ok2 := intValue(a[1])
		return value.Bool(ok1 && ok2 && new(big.Int).And(x, y).Cmp(y) == 0), nil
	})
	def(f, "__iter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "_value_")
		if err != nil {
			return nil, err
		}
		got, err := value.CallMethod(t, a[0], "_iter_member_", v)
		if err != nil {
			return nil, err
		}
		ms, err := value.Collect(t, got)
		return generatorOf(ms), err
	})
	def(f, "__len__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, _ := intValue(a[0])
		count := 0
		for i := 0; n != nil && i < n.BitLen(); i++ {
			count += int(n.Bit(i))
		}
		return value.Int(count), nil
	})
	def(f, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := valueRepr(t, a[0])
		if err != nil {
			return nil, err
		}
		name, err := flagName(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.NewStr("<" + a[0].Type().Name + name + ": " + v + ">"), nil
	})
	def(f, "__str__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := flagName(t, a[0])
		if err != nil {
			return nil, err
		}
		if name == "" {
			v, err := value.GetAttr(t, a[0], "_value_")
			if err != nil {
				return nil, err
			}
			s, err := reprOf(t, v)
			return value.NewStr(a[0].Type().Name + "(" + s + ")"), err
		}
		return value.NewStr(a[0].Type().Name + name), nil
	})
	def(f, "__bool__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "_value_")
		if err != nil {
			return nil, err
		}
		yes, err := value.Truth(t, v)
		return value.Bool(yes), err
	})
	for _, op := range []struct {
		names [2]string
		op    value.Op
	}{{[2]string{"__or__", "__ror__"}, value.OpOr}, {[2]string{"__and__", "__rand__"}, value.OpAnd}, {[2]string{"__xor__", "__rxor__"}, value.OpXor}} {
		run := func(t *value.Thread, a []value.Value) (value.Value, error) {
			cls := a[0].Type()
			other := a[1]
			if value.IsInstance(other, cls) {
				v, err := value.GetAttr(t, other, "_value_")
				if err != nil {
					return nil, err
				}
				other = v
			} else if d, ok := enumAttr(cls, "_member_type_").(*value.Type); !ok || d == value.ObjectType || !value.IsInstance(other, d) {
				return value.NotImplemented, nil
			}
			v, err := value.GetAttr(t, a[0], "_value_")
			if err != nil {
				return nil, err
			}
			got, err := value.Binary(t, op.op, v, other)
			if err != nil {
				return nil, err
			}
			return value.Call(t, cls, []value.Value{got}, nil)
		}
		def(f, op.names[0]+"(self, other)", run)
		method, _ := f.Dict.GetStr(op.names[0])
		f.Dict.SetStr(op.names[1], method)
	}
	def(f, "__invert__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		known, err := value.GetAttr(t, a[0], "_inverted_")
		if err != nil || known != value.None {
			return known, err
		}
		cls := a[0].Type()
		v, ok := intValue(a[0])
		if !ok {
			return nil, value.TypeErrorf("bad operand type for unary ~: '%s'", cls.Name)
		}
		inverted := new(big.Int).Not(v)
		if b := enumAttr(cls, "_boundary_"); b != e.eject && b != e.keep {
			inverted.And(mask(cls, "_singles_mask_"), inverted)
		}
		got, err := value.Call(t, cls, []value.Value{value.MakeInt(inverted)}, nil)
		if err != nil {
			return nil, err
		}
		return got, value.SetAttr(t, a[0], "_inverted_", got)
	})
}

// flagName is the name of a flag after a dot; empty for one without a name.
func flagName(t *value.Thread, m value.Value) (string, error) {
	name, err := value.GetAttr(t, m, "_name_")
	if err != nil || name == value.None {
		return "", err
	}
	s, err := value.Text(t, name)
	return "." + s, err
}

// flagMembers lists the members that a value is made of, by value.
func flagMembers(t *value.Thread, cls, v value.Value) ([]value.Value, error) {
	c, ok := cls.(*value.Type)
	n, isInt := value.AsBig(v)
	if !ok || !isInt {
		return nil, value.TypeErrorf("a flag's value is an int")
	}
	left := new(big.Int).And(n, mask(c, "_flag_mask_"))
	members := enumDict(c, "_value2member_map_")
	var out []value.Value
	for i := 0; i < left.BitLen(); i++ {
		if left.Bit(i) == 0 {
			continue
		}
		m, ok, err := members.Get(t, value.MakeInt(new(big.Int).Lsh(big.NewInt(1), uint(i))))
		if err != nil {
			return nil, err
		}
		if !ok {
			m = value.None
		}
		out = append(out, m)
	}
	return out, nil
}

// missingFlag is Flag._missing_: it makes a member of several, or of none.
func (e *enumModule) missingFlag(t *value.Thread, c *value.Type, given value.Value) (value.Value, error) {
	n, ok := value.AsBig(given)
	if !ok {
		s, err := reprOf(t, given)
		if err != nil {
			return nil, err
		}
		return nil, value.ValueErrorf("%s is not a valid %s", s, c.Qualname)
	}
	one := big.NewInt(1)
	v := new(big.Int).Set(n)
	flags, singles, all := mask(c, "_flag_mask_"), mask(c, "_singles_mask_"), mask(c, "_all_bits_")
	boundary := enumAttr(c, "_boundary_")
	outside := v.Cmp(new(big.Int).Not(all)) < 0 || v.Cmp(all) > 0 ||
		new(big.Int).And(v, new(big.Int).Xor(all, flags)).Sign() != 0
	if outside {
		switch boundary {
		case e.strict:
			width := max(v.BitLen(), flags.BitLen())
			s, err := reprOf(t, c)
			if err != nil {
				return nil, err
			}
			shown, err := reprOf(t, given)
			if err != nil {
				return nil, err
			}
			return nil, value.ValueErrorf("%s invalid value %s\n    given %s\n  allowed %s", s, shown, signedBinary(v, width), signedBinary(flags, width))
		case e.conform:
			v.And(v, flags)
		case e.eject:
			return value.MakeInt(v), nil
		case e.keep:
			if v.Sign() < 0 {
				span := new(big.Int).Lsh(one, uint(v.BitLen()))
				if a := new(big.Int).Add(all, one); a.Cmp(span) > 0 {
					span = a
				}
				v.Add(span, v)
			}
		}
	}
	var negative *big.Int
	if v.Sign() < 0 {
		negative = new(big.Int).Set(v)
		v.Add(v, all).Add(v, one)
	}
	unknown := new(big.Int).AndNot(v, flags)
	aliases := new(big.Int).AndNot(v, singles)
	members := new(big.Int).And(v, singles)
	if unknown.Sign() != 0 && boundary != e.keep {
		return nil, value.ValueErrorf("%s(%s) -->  unknown values %s [%s]", c.Name, v, unknown, signedBinary(unknown, 0))
	}
	num := value.MakeInt(new(big.Int).Set(v))
	data, _ := enumAttr(c, "_member_type_").(*value.Type)
	var m value.Value
	if data == value.ObjectType {
		m = value.NewInstance(c)
	} else {
		var err error
		newData, err := value.GetAttr(t, data, "__new__")
		if err != nil {
			return nil, err
		}
		if m, err = value.Call(t, newData, []value.Value{c, num}, nil); err != nil {
			return nil, err
		}
	}
	has, err := value.LookupAttr(t, m, "_value_")
	if err != nil {
		return nil, err
	}
	if has == nil {
		if err := value.SetAttr(t, m, "_value_", num); err != nil {
			return nil, err
		}
	}
	if given.Type() != value.IntType && unknown.Sign() != 0 {
		return nil, value.Unknownf("the name of a flag with bits of another flag is outside what is known")
	}
	name, err := e.compositeName(t, c, v, members, aliases, boundary)
	if err != nil {
		return nil, err
	}
	if err := value.SetAttr(t, m, "_name_", name); err != nil {
		return nil, err
	}
	byValue := enumDict(c, "_value2member_map_")
	old, ok, err := byValue.Get(t, num)
	if err != nil {
		return nil, err
	}
	if ok {
		m = old
	} else if err := byValue.Set(t, num, m); err != nil {
		return nil, err
	}
	if negative != nil {
		if err := byValue.Set(t, value.MakeInt(negative), m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// compositeName names a combination of members: A|B.
func (e *enumModule) compositeName(t *value.Thread, c *value.Type, v, members, aliases *big.Int, boundary value.Value) (value.Value, error) {
	if members.Sign() == 0 && aliases.Sign() == 0 {
		return value.None, nil
	}
	got, err := value.CallMethod(t, c, "_iter_member_", value.MakeInt(members))
	if err != nil {
		return nil, err
	}
	ms, err := value.Collect(t, got)
	if err != nil {
		return nil, err
	}
	combined := new(big.Int)
	for _, m := range ms {
		if n, ok := intValue(m); ok {
			combined.Or(combined, n)
		}
	}
	if aliases.Sign() != 0 {
		v = new(big.Int).Or(members, aliases)
		all := enumDict(c, "_member_map_")
		for i := 0; ; {
			_, pm, next, ok := all.Next(i)
			if !ok {
				break
			}
			i = next
			n, ok := intValue(pm)
			if !ok || n.Sign() == 0 || new(big.Int).And(n, v).Cmp(n) != 0 || containsValue(ms, pm) {
				continue
			}
			ms = append(ms, pm)
			combined.Or(combined, n)
		}
	}
	names := make([]string, len(ms))
	for i, m := range ms {
		if names[i], err = nameText(t, m); err != nil {
			return nil, err
		}
	}
	unknown := new(big.Int).Xor(v, combined)
	name := strings.Join(names, "|")
	switch {
	case combined.Sign() == 0:
		return value.None, nil
	case unknown.Sign() != 0 && boundary == e.strict:
		s, err := reprOf(t, c)
		if err != nil {
			return nil, err
		}
		return nil, value.ValueErrorf("%s: no members with value %s", s, unknown)
	case unknown.Sign() != 0:
		f, err := value.GetAttr(t, c, "_numeric_repr_")
		if err != nil {
			return nil, err
		}
		shown, err := value.Call(t, f, []value.Value{value.MakeInt(unknown)}, nil)
		if err != nil {
			return nil, err
		}
		s, err := value.Text(t, shown)
		if err != nil {
			return nil, err
		}
		name += "|" + s
	}
	return value.NewStr(name), nil
}

func containsValue(vs []value.Value, v value.Value) bool {
	for _, x := range vs {
		if x == v {
			return true
		}
	}
	return false
}

// signedBinary shows a number with its sign bit: 0b0 1010.
func signedBinary(n *big.Int, width int) string {
	sign := "0"
	bits := n.Text(2)
	size := uint(n.BitLen())
	if n.Sign() < 0 {
		sign = "1"
		// Two's complement in as many bits as the magnitude has.
		bits = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), size)).Text(2)
		bits = strings.Repeat("0", max(0, int(size)-len(bits))) + bits
	}
	if n.Sign() == 0 {
		bits = ""
	}
	if len(bits) < width {
		bits = strings.Repeat(sign, width-len(bits)) + bits
	}
	return "0b" + sign + " " + bits
}
