package stdlib

import (
	"fmt"
	"math/big"
	"strings"

	"augur/analysis/value"
)

// aliases lists the aliases of an enumeration as "alias -> name".
func aliases(t *value.Thread, c *value.Type) ([]string, error) {
	var out []string
	members := enumDict(c, "_member_map_")
	for i := 0; members != nil; {
		k, v, next, ok := members.Next(i)
		if !ok {
			break
		}
		i = next
		name, err := value.GetAttr(t, v, "name")
		if err != nil {
			return nil, err
		}
		alias, err := value.Text(t, k)
		if err != nil {
			return nil, err
		}
		if n, ok := name.(*value.Str); ok && n.String() != alias {
			out = append(out, alias+" -> "+n.String())
		}
	}
	return out, nil
}

// defineDecorators defines unique and verify.
func (e *enumModule) defineDecorators(t *value.Thread) error {
	m := e.module
	unique := func(t *value.Thread, c *value.Type, what string) error {
		list, err := aliases(t, c)
		if err != nil || len(list) == 0 {
			return err
		}
		s, err := reprOf(t, c)
		if err != nil {
			return err
		}
		return value.ValueErrorf("%s found in %s: %s", what, s, strings.Join(list, ", "))
	}
	defIn(m, "unique(enumeration)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, ok := a[0].(*value.Type)
		if !ok {
			return nil, value.Raisef(value.AttributeError, "'%s' object has no attribute '__members__'", a[0].Type().Name)
		}
		return c, unique(t, c, "duplicate values")
	})
	strEnum, _ := m.Globals.GetStr("StrEnum")
	checks := map[string]string{
		"CONTINUOUS": "no skipped integer values", "NAMED_FLAGS": "multi-flag aliases may not contain unnamed flags", "UNIQUE": "one name per value",
	}
	names := []string{"CONTINUOUS", "NAMED_FLAGS", "UNIQUE"}
	enumCheck, err := e.derive(t, "EnumCheck", value.None, func(ns *value.Dict) error {
		for _, n := range names {
			if err := e.setInBody(t, ns, n, value.NewStr(checks[n])); err != nil {
				return err
			}
		}
		return nil
	}, strEnum.(*value.Type))
	if err != nil {
		return err
	}
	for _, n := range names {
		m.Set(n, memberNamed(enumCheck, value.NewStr(n)))
	}
	verify, err := class{module: "enum", name: "verify"}.make(t)
	if err != nil {
		return err
	}
	m.Set("verify", verify)
	def(verify, "__init__(self, *checks)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "checks", a[1])
	})
	def(verify, "__call__(self, enumeration)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		c, ok := a[1].(*value.Type)
		if !ok || !c.IsSubtype(e.enum) {
			if err := unknownOf(a[1]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("the 'verify' decorator only works with Enum and Flag")
		}
		list, err := value.GetAttr(t, a[0], "checks")
		if err != nil {
			return nil, err
		}
		return c, value.Iterate(t, list, func(check value.Value) error {
			switch check {
			case memberNamed(enumCheck, value.NewStr("UNIQUE")):
				return unique(t, c, "aliases")
			case memberNamed(enumCheck, value.NewStr("CONTINUOUS")):
				return e.checkContinuous(t, c)
			case memberNamed(enumCheck, value.NewStr("NAMED_FLAGS")):
				return e.checkNamed(t, c)
			}
			return nil
		})
	})
	// What the model leaves out.
	for _, name := range []string{"_convert_", "_create_", "_check_for_existing_members_", "_get_mixins_", "_find_data_repr_", "_find_data_type_", "_find_new_"} {
		e.meta.Dict.SetStr(name, &value.Unknown{Reason: "EnumType." + name})
	}
	return nil
}

// values returns the members' values of an enumeration of ints.
func (e *enumModule) values(t *value.Thread, c *value.Type) ([]*big.Int, error) {
	var out []*big.Int
	for _, n := range enumList(c, "_member_names_").Elems {
		v, ok := intValue(memberNamed(c, n))
		if !ok {
			return nil, value.Unknownf("enum.verify on values that are no ints is outside what is known")
		}
		out = append(out, v)
	}
	return out, nil
}

func (e *enumModule) checkContinuous(t *value.Thread, c *value.Type) error {
	vs, err := e.values(t, c)
	if err != nil || len(vs) < 2 {
		return err
	}
	low, high := vs[0], vs[0]
	have := map[string]bool{}
	for _, v := range vs {
		have[v.String()] = true
		if v.Cmp(low) < 0 {
			low = v
		}
		if v.Cmp(high) > 0 {
			high = v
		}
	}
	kind := "enum"
	var missing []string
	note := func(v *big.Int) {
		if !have[v.String()] {
			missing = append(missing, v.String())
		}
	}
	one := big.NewInt(1)
	if e.flag != nil && c.IsSubtype(e.flag) {
		kind = "flag"
		for i := low.BitLen(); i < high.BitLen()-1; i++ {
			note(new(big.Int).Lsh(one, uint(i)))
		}
	} else {
		for v := new(big.Int).Add(low, one); v.Cmp(high) < 0; v.Add(v, one) {
			if err := t.Step(1); err != nil {
				return err
			}
			if err := t.Alloc(16); err != nil {
				return err
			}
			note(v)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	text := fmt.Sprintf("invalid %s %s: missing values %s", kind, value.StrRepr(c.Name), strings.Join(missing, ", "))
	if len(text) > 256 {
		text = text[:256]
	}
	return value.ValueErrorf("%s", text)
}

func (e *enumModule) checkNamed(t *value.Thread, c *value.Type) error {
	have := map[string]bool{}
	canonical := map[string]bool{}
	for _, n := range enumList(c, "_member_names_").Elems {
		canonical[n.(*value.Str).String()] = true
		if v, ok := intValue(memberNamed(c, n)); ok {
			have[v.String()] = true
		}
	}
	var unnamed []string
	missing := new(big.Int)
	members := enumDict(c, "_member_map_")
	for i := 0; members != nil; {
		k, m, next, ok := members.Next(i)
		if !ok {
			break
		}
		i = next
		name := k.(*value.Str).String()
		v, isInt := intValue(m)
		if canonical[name] || !isInt || v.Sign() < 0 {
			continue
		}
		lacks := false
		for b := range v.BitLen() {
			bit := new(big.Int).Lsh(big.NewInt(1), uint(b))
			if v.Bit(b) == 1 && !have[bit.String()] {
				missing.Or(missing, bit)
				lacks = true
			}
		}
		if lacks {
			unnamed = append(unnamed, name)
		}
	}
	if len(unnamed) == 0 {
		return nil
	}
	alias := "alias " + unnamed[0] + " is missing"
	if n := len(unnamed); n > 1 {
		alias = "aliases " + strings.Join(unnamed[:n-1], ", ") + " and " + unnamed[n-1] + " are missing"
	}
	text := "combined values of 0x" + missing.Text(16)
	if singleBit(value.MakeInt(missing)) {
		text = "value 0x" + missing.Text(16)
	}
	return value.ValueErrorf("invalid Flag %s: %s %s [use enum.show_flag_values(value) for details]", value.StrRepr(c.Name), alias, text)
}
