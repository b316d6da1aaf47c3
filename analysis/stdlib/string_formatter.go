package stdlib

import "augur/analysis/value"

// stringFormatter adds string.Formatter, every step of which is a method that a
// subclass may replace.
func stringFormatter(t *value.Thread, m *value.Module) error {
	c, err := class{module: "string", name: "Formatter"}.make(t)
	if err != nil {
		return err
	}
	m.Set("Formatter", c)
	def(c, "format(self, format_string, /, *args, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.CallMethod(t, a[0], "vformat", a[1], a[2], a[3])
	})
	def(c, "vformat(self, format_string, args, kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		used := value.NewSet()
		made, err := value.CallMethod(t, a[0], "_vformat", a[1], a[2], a[3], used, value.Int(2))
		if err != nil {
			return nil, err
		}
		parts, err := value.Collect(t, made)
		if err != nil {
			return nil, err
		}
		if len(parts) != 2 {
			return nil, value.Unknownf("a _vformat() of another kind")
		}
		if _, err := value.CallMethod(t, a[0], "check_unused_args", used, a[2], a[3]); err != nil {
			return nil, err
		}
		return parts[0], nil
	})
	def(c, "_vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0)", formatterSteps)
	def(c, "get_value(self, key, args, kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := known(a[1]); err != nil {
			return nil, err
		}
		if value.IsInstance(a[1], value.IntType) {
			return value.GetItem(t, a[2], a[1])
		}
		return value.GetItem(t, a[3], a[1])
	})
	def(c, "check_unused_args(self, used_args, args, kwargs)", func(*value.Thread, []value.Value) (value.Value, error) { return value.None, nil })
	def(c, "format_field(self, value, format_spec)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.Call(t, value.Builtins["format"], a[1:], nil)
	})
	def(c, "convert_field(self, value, conversion)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := known(a[2]); err != nil {
			return nil, err
		}
		if a[2] == value.None {
			return a[1], nil
		}
		if s, ok := a[2].(*value.Str); ok {
			switch s.String() {
			case "s":
				return value.Call(t, value.StrType, []value.Value{a[1]}, nil)
			case "r", "a":
				return value.Convert(t, a[1], rune(s.String()[0]))
			}
		}
		text, err := value.Text(t, a[2])
		if err != nil {
			return nil, err
		}
		return nil, value.ValueErrorf("Unknown conversion specifier %s", text)
	})
	def(c, "parse(self, format_string)", func(t *value.Thread, a []value.Value) (value.Value, error) { return formatterParser(t, a[1]) })
	def(c, "get_field(self, field_name, args, kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		name, err := formatterText(a[1])
		if err != nil {
			return nil, err
		}
		first, rest, err := value.FieldName(name.String())
		if err != nil {
			return nil, err
		}
		v, err := value.CallMethod(t, a[0], "get_value", first, a[2], a[3])
		if err != nil {
			return nil, err
		}
		for {
			step, ok, err := rest()
			if err != nil {
				return nil, err
			}
			if !ok {
				return value.NewTuple(v, first), nil
			}
			if step.Attr {
				v, err = value.GetAttr(t, v, step.Key.(*value.Str).String())
			} else {
				v, err = value.GetItem(t, v, step.Key)
			}
			if err != nil {
				return nil, err
			}
		}
	})
	return nil
}

// formatterText is an argument of the functions that take templates apart.
func formatterText(v value.Value) (*value.Str, error) {
	if err := known(v); err != nil {
		return nil, err
	}
	s, ok := v.(*value.Str)
	if !ok {
		return nil, value.TypeErrorf("expected str, got %s", v.Type().Name)
	}
	return s, nil
}

// formatterParser iterates over the parts of a template, as tuples.
func formatterParser(t *value.Thread, template value.Value) (value.Value, error) {
	s, err := formatterText(template)
	if err != nil {
		return nil, err
	}
	if err := t.Alloc(4 * s.Len()); err != nil {
		return nil, err
	}
	rs, i := s.Runes(), 0
	return &iterator{typ: formatterIteratorType, next: func(t *value.Thread) (value.Value, error) {
		if i >= len(rs) {
			return nil, nil
		}
		p, next, err := value.TemplateParts(rs, i)
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(4 * (next - i)); err != nil {
			return nil, err
		}
		i = next
		if !p.HasField {
			return value.NewTuple(value.NewStr(p.Literal), value.None, value.None, value.None), nil
		}
		var conversion value.Value = value.None
		if p.Conversion != "" {
			conversion = value.NewStr(p.Conversion)
		}
		return value.NewTuple(value.NewStr(p.Literal), value.NewStr(p.Name), value.NewStr(p.Spec), conversion), nil
	}}, nil
}

var formatterIteratorType = func() *value.Type {
	c := libraryType("_string", "formatteriterator")
	value.DefIterator(c)
	return c
}()

// formatterSteps formats a template field by field, its specifiers first.
func formatterSteps(t *value.Thread, a []value.Value) (value.Value, error) {
	self, args, kwargs, used, depth, auto := a[0], a[2], a[3], a[4], a[5], a[6]
	if less, err := value.Compare(t, value.CmpLt, depth, value.Int(0)); err != nil {
		return nil, err
	} else if yes, err := value.Truth(t, less); err != nil {
		return nil, err
	} else if yes {
		return nil, value.ValueErrorf("Max string recursion exceeded")
	}
	switching := value.ValueErrorf("cannot switch from manual field specification to automatic field numbering")
	parsed, err := value.CallMethod(t, self, "parse", a[1])
	if err != nil {
		return nil, err
	}
	var result []value.Value
	field := func(name, spec, conversion value.Value) error {
		text, ok := name.(*value.Str)
		if !ok {
			return value.Unknownf("a field with a name that is no str")
		}
		if text.Len() == 0 {
			if auto == value.False {
				return switching
			}
			number, err := value.Text(t, auto)
			if err != nil {
				return err
			}
			name = value.NewStr(number)
			if auto, err = value.Binary(t, value.OpAdd, auto, value.Int(1)); err != nil {
				return err
			}
		} else {
			digits, err := value.CallMethod(t, name, "isdigit")
			if err != nil {
				return err
			}
			if digits == value.True {
				if yes, err := value.Truth(t, auto); err != nil {
					return err
				} else if yes {
					return switching
				}
				auto = value.False
			}
		}
		got, err := value.CallMethod(t, self, "get_field", name, args, kwargs)
		if err != nil {
			return err
		}
		pair, err := value.Collect(t, got)
		if err != nil {
			return err
		}
		if len(pair) != 2 {
			return value.Unknownf("a get_field() of another kind")
		}
		if _, err := value.CallMethod(t, used, "add", pair[1]); err != nil {
			return err
		}
		v, err := value.CallMethod(t, self, "convert_field", pair[0], conversion)
		if err != nil {
			return err
		}
		less, err := value.Binary(t, value.OpSub, depth, value.Int(1))
		if err != nil {
			return err
		}
		steps, err := value.GetAttr(t, self, "_vformat")
		if err != nil {
			return err
		}
		inner, err := value.Call(t, steps, []value.Value{spec, args, kwargs, used, less}, []value.Kwarg{{Name: "auto_arg_index", Value: auto}})
		if err != nil {
			return err
		}
		if pair, err = value.Collect(t, inner); err != nil {
			return err
		}
		if len(pair) != 2 {
			return value.Unknownf("a _vformat() of another kind")
		}
		auto = pair[1]
		text2, err := value.CallMethod(t, self, "format_field", v, pair[0])
		if err != nil {
			return err
		}
		result = append(result, text2)
		return t.Alloc(16)
	}
	err = value.Iterate(t, parsed, func(part value.Value) error {
		p, err := value.Collect(t, part)
		if err != nil {
			return err
		}
		if len(p) != 4 {
			return value.Unknownf("a parse() of another kind")
		}
		if yes, err := value.Truth(t, p[0]); err != nil {
			return err
		} else if yes {
			result = append(result, p[0])
		}
		if err := t.Alloc(16); err != nil || p[1] == value.None {
			return err
		}
		return field(p[1], p[2], p[3])
	})
	if err != nil {
		return nil, err
	}
	joined, err := value.CallMethod(t, value.EmptyStr, "join", value.NewList(result))
	if err != nil {
		return nil, err
	}
	return value.NewTuple(joined, auto), nil
}
