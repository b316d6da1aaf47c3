package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("string", loadString) }

func loadString(t *value.Thread) (*value.Module, error) {
	const (
		lower       = "abcdefghijklmnopqrstuvwxyz"
		upper       = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		digits      = "0123456789"
		punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
		whitespace  = " \t\n\r\v\f"
	)
	m := value.NewModule("string")
	for name, s := range map[string]string{
		"ascii_lowercase": lower, "ascii_uppercase": upper, "ascii_letters": lower + upper,
		"digits": digits, "hexdigits": digits + "abcdef" + "ABCDEF", "octdigits": "01234567",
		"punctuation": punctuation, "whitespace": whitespace,
		"printable": digits + lower + upper + punctuation + whitespace,
	} {
		m.Set(name, value.NewStr(s))
	}
	capitalize, err := value.GetAttr(t, value.StrType, "capitalize")
	if err != nil {
		return nil, err
	}
	defIn(m, "capwords(s, sep=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		words, err := value.CallMethod(t, a[0], "split", a[1])
		if err != nil {
			return nil, err
		}
		var out []value.Value
		err = value.Iterate(t, words, func(w value.Value) error {
			c, err := value.Call(t, capitalize, []value.Value{w}, nil)
			out = append(out, c)
			return err
		})
		if err != nil {
			return nil, err
		}
		sep := a[1]
		if ok, err := value.Truth(t, sep); err != nil {
			return nil, err
		} else if !ok {
			sep = value.NewStr(" ")
		}
		return value.CallMethod(t, sep, "join", value.NewList(out))
	})
	return m, stringTemplate(t, m)
}

// stringTemplate adds string.Template, with the delimiter and the identifiers
// that it has without a subclass that changes them.
func stringTemplate(t *value.Thread, m *value.Module) error {
	c, err := class{module: "string", name: "Template"}.make(t)
	if err != nil {
		return err
	}
	m.Set("Template", c)
	c.Dict.SetStr("delimiter", value.NewStr("$"))
	c.Dict.SetStr("idpattern", value.NewStr("(?a:[_a-z][_a-z0-9]*)"))
	c.Dict.SetStr("braceidpattern", value.None)
	def(c, "__init__(self, template)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "template", a[1])
	})
	substitute := func(safe bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			text, err := templateText(t, c, a[0])
			if err != nil {
				return nil, err
			}
			out, err := templateSubstitute(t, text, a[1], a[2].(*value.Dict), safe)
			if err != nil {
				return nil, err
			}
			return value.NewStr(out), nil
		}
	}
	def(c, "substitute(self, mapping=?, /, **kws)", substitute(false))
	def(c, "safe_substitute(self, mapping=?, /, **kws)", substitute(true))
	def(c, "is_valid(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		text, err := templateText(t, c, a[0])
		if err != nil {
			return nil, err
		}
		valid := true
		eachPlaceholder(text, func(literal, name, whole string) bool {
			valid = valid && (whole == "" || name != "")
			return valid
		})
		return value.Bool(valid), nil
	})
	def(c, "get_identifiers(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		text, err := templateText(t, c, a[0])
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		var out []value.Value
		eachPlaceholder(text, func(literal, name, whole string) bool {
			if name != "" && name != "$" && !seen[name] {
				seen[name] = true
				out = append(out, value.NewStr(name))
			}
			return true
		})
		return value.NewList(out), nil
	})
	return nil
}

func templateText(t *value.Thread, c *value.Type, self value.Value) (string, error) {
	for _, name := range []string{"delimiter", "idpattern", "braceidpattern", "pattern", "flags"} {
		if v, where, ok := self.Type().LookupWhere(name); ok && where != c {
			return "", value.Unknownf("a Template with its own %s has no model (%s)", name, v.Type().Name)
		}
	}
	v, err := value.GetAttr(t, self, "template")
	if err != nil {
		return "", err
	}
	s, ok := v.(*value.Str)
	if !ok {
		return "", value.TypeErrorf("expected string or bytes-like object, got '%s'", v.Type().Name)
	}
	return s.String(), t.Alloc(len(s.String()))
}

// eachPlaceholder calls f with the text before each placeholder, the name in
// it ("$" for "$$", "" if it is invalid) and all of it; the last call has only
// the text at the end.
func eachPlaceholder(text string, f func(literal, name, whole string) bool) {
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 {
			f(text, "", "")
			return
		}
		rest := text[i+1:]
		name, whole := "", "$"
		switch {
		case strings.HasPrefix(rest, "$"):
			name, whole = "$", "$$"
		case strings.HasPrefix(rest, "{"):
			if id := templateName(rest[1:]); id != "" && strings.HasPrefix(rest[1+len(id):], "}") {
				name, whole = id, "${"+id+"}"
			}
		default:
			if id := templateName(rest); id != "" {
				name, whole = id, "$"+id
			}
		}
		if !f(text[:i], name, whole) {
			return
		}
		text = text[i+len(whole):]
	}
}

func templateName(s string) string {
	i := 0
	for i < len(s) && (s[i] == '_' || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z' || i > 0 && '0' <= s[i] && s[i] <= '9') {
		i++
	}
	return s[:i]
}

func templateSubstitute(t *value.Thread, text string, mapping value.Value, kws *value.Dict, safe bool) (string, error) {
	var out strings.Builder
	var failure error
	at := 0
	eachPlaceholder(text, func(literal, name, whole string) bool {
		out.WriteString(literal)
		at += len(literal)
		switch {
		case whole == "":
			return true
		case name == "$":
			out.WriteString("$")
		case name == "" && safe:
			out.WriteString(whole)
		case name == "":
			failure = templateError(t, text, at)
		default:
			var s string
			if s, failure = templateValue(t, name, mapping, kws); failure != nil {
				if _, missing := value.IsRaised(failure, value.KeyError); !missing || !safe {
					return false
				}
				s, failure = whole, nil
			}
			out.WriteString(s)
			failure = t.Alloc(len(s))
		}
		at += len(whole)
		return failure == nil
	})
	return out.String(), failure
}

// templateError tells where an invalid placeholder stands.
func templateError(t *value.Thread, text string, at int) error {
	before := value.NewStr(text[:at+1]) // with the delimiter
	got, err := value.CallMethod(t, before, "splitlines", value.True)
	if err != nil {
		return err
	}
	lines := got.(*value.List).Elems
	column := before.Len()
	for _, l := range lines[:len(lines)-1] {
		column -= l.(*value.Str).Len()
	}
	return value.ValueErrorf("Invalid placeholder in string: line %d, col %d", len(lines), column)
}

func templateValue(t *value.Thread, name string, mapping value.Value, kws *value.Dict) (string, error) {
	v, ok := kws.GetStr(name)
	if !ok {
		if mapping == nil {
			return "", value.Raise(value.KeyError, value.NewStr(name))
		}
		var err error
		if v, err = value.GetItem(t, mapping, value.NewStr(name)); err != nil {
			return "", err
		}
	}
	return value.Text(t, v)
}
