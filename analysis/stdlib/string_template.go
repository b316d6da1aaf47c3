package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// stringTemplate adds string.Template. The placeholders that it has of itself
// are found here; those of a subclass that changes them by its pattern.
func stringTemplate(t *value.Thread, m *value.Module) error {
	c, err := class{module: "string", name: "Template"}.make(t)
	if err != nil {
		return err
	}
	m.Set("Template", c)
	c.Dict.SetStr("delimiter", value.NewStr("$"))
	c.Dict.SetStr("idpattern", value.NewStr("(?a:[_a-z][_a-z0-9]*)"))
	c.Dict.SetStr("braceidpattern", value.None)
	c.Dict.SetStr("flags", &value.Unknown{Reason: "string.Template.flags"})
	c.Dict.SetStr("pattern", &value.Unknown{Reason: "string.Template.pattern"})
	def(c, "__init_subclass__(cls)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		cls, ok := a[0].(*value.Type)
		if !ok {
			return nil, value.Unknownf("a Template that is no class")
		}
		p, err := templatePattern(t, c, cls)
		if u, ok := err.(*value.UnknownError); ok && !u.Halt {
			p, err = &value.Unknown{Reason: u.Reason}, nil
		}
		if err != nil {
			return nil, err
		}
		cls.Dict.SetStr("pattern", p)
		return value.None, nil
	})
	def(c, "__init__(self, template)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "template", a[1])
	})
	substitute := func(safe bool) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			s := &substitution{t: t, mapping: a[1], kws: a[2].(*value.Dict), safe: safe}
			if err := eachPlaceholder(t, c, a[0], s.add); err != nil {
				return nil, err
			}
			return value.NewStr(s.out.String()), nil
		}
	}
	def(c, "substitute(self, mapping=?, /, **kws)", substitute(false))
	def(c, "safe_substitute(self, mapping=?, /, **kws)", substitute(true))
	def(c, "is_valid(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		valid := true
		err := eachPlaceholder(t, c, a[0], func(p placeholder) error {
			valid = valid && p.kind != invalidPlaceholder
			return nil
		})
		return value.Bool(valid), err
	})
	def(c, "get_identifiers(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		seen := map[string]bool{}
		var out []value.Value
		err := eachPlaceholder(t, c, a[0], func(p placeholder) error {
			if p.kind == namedPlaceholder && !seen[p.name] {
				seen[p.name] = true
				out = append(out, value.NewStr(p.name))
			}
			return nil
		})
		return value.NewList(out), err
	})
	return nil
}

// templatePattern makes the pattern of a subclass of Template.
func templatePattern(t *value.Thread, base, cls *value.Type) (value.Value, error) {
	re, ok, err := Load(t, "re")
	if err != nil || !ok {
		return nil, err
	}
	get := func(name string) (value.Value, error) {
		v, err := value.GetAttr(t, cls, name)
		if err == nil {
			err = known(v)
		}
		return v, err
	}
	own, ok := cls.Dict.GetStr("pattern")
	if !ok {
		delim, err := get("delimiter")
		if err != nil {
			return nil, err
		}
		if delim, err = value.CallMethod(t, re, "escape", delim); err != nil {
			return nil, err
		}
		id, err := get("idpattern")
		if err != nil {
			return nil, err
		}
		bid, err := get("braceidpattern")
		if err != nil {
			return nil, err
		}
		if braced, err := value.Truth(t, bid); err != nil {
			return nil, err
		} else if !braced {
			bid = id
		}
		parts := make([]string, 3)
		for i, v := range []value.Value{delim, id, bid} {
			if parts[i], err = value.Text(t, v); err != nil {
				return nil, err
			}
		}
		own = value.NewStr(parts[0] + "(?:(?P<escaped>" + parts[0] + ")|(?P<named>" + parts[1] + ")|{(?P<braced>" + parts[2] + ")}|(?P<invalid>))")
	}
	var flags value.Value = value.Int(reIgnoreCase)
	if v, where, ok := cls.LookupWhere("flags"); ok && where != base {
		flags = v
	}
	if flags, err = value.Binary(t, value.OpOr, flags, value.Int(reVerbose)); err != nil {
		return nil, err
	}
	return value.CallMethod(t, re, "compile", own, flags)
}

// placeholder is one in a template, with the text before it.
type placeholder struct {
	kind    placeholderKind
	literal string
	name    string
	whole   string // all of it
	at      int    // where it begins, in characters
	before  string // all text before it
	group   string // of the pattern: the delimiter that is escaped
}

type placeholderKind uint8

const (
	endOfTemplate placeholderKind = iota
	namedPlaceholder
	escapedPlaceholder
	invalidPlaceholder
)

// eachPlaceholder calls f with each placeholder of a template, and with its end.
func eachPlaceholder(t *value.Thread, c *value.Type, self value.Value, f func(placeholder) error) error {
	v, err := value.GetAttr(t, self, "template")
	if err != nil {
		return err
	}
	if err := known(v); err != nil {
		return err
	}
	s, ok := v.(*value.Str)
	if !ok {
		return value.TypeErrorf("expected string or bytes-like object, got '%s'", v.Type().Name)
	}
	if err := t.Alloc(len(s.String())); err != nil {
		return err
	}
	for _, name := range []string{"delimiter", "idpattern", "braceidpattern", "pattern", "flags"} {
		if _, where, ok := self.Type().LookupWhere(name); ok && where != c {
			return eachMatch(t, self, s, f)
		}
	}
	return eachOfItself(t, s.String(), f)
}

// eachMatch finds placeholders by the pattern of a subclass.
func eachMatch(t *value.Thread, self value.Value, text *value.Str, f func(placeholder) error) error {
	p, err := value.GetAttr(t, self, "pattern")
	if err != nil {
		return err
	}
	if err := known(p); err != nil {
		return err
	}
	found, err := value.CallMethod(t, p, "finditer", text)
	if err != nil {
		return err
	}
	end := 0
	err = value.Iterate(t, found, func(m value.Value) error {
		o, ok := m.(*value.Instance)
		if !ok || o.Type() != matchType {
			return value.Unknownf("a Template with a pattern of another kind")
		}
		match := matchOf(o)
		from, to := match.spans[0][0], match.spans[0][1]
		ph := placeholder{literal: text.Sub(end, from).String(), whole: text.Sub(from, to).String(), at: from}
		end = to
		group := func(name string) (string, int, error) {
			n, err := match.index(t, value.NewStr(name))
			if err != nil {
				return "", -1, err
			}
			s := match.spans[n]
			if s[0] < 0 {
				return "", -1, nil
			}
			return text.Sub(s[0], s[1]).String(), s[0], nil
		}
		for _, name := range []string{"named", "braced", "escaped", "invalid"} {
			got, at, err := group(name)
			if err != nil {
				return err
			}
			if at < 0 || (name == "named" || name == "braced") && got == "" {
				continue
			}
			switch name {
			case "escaped":
				ph.kind = escapedPlaceholder
				delim, err := value.GetAttr(t, self, "delimiter")
				if err != nil {
					return err
				}
				if ph.group, err = value.Text(t, delim); err != nil {
					return err
				}
			case "invalid":
				ph.kind, ph.before = invalidPlaceholder, text.Sub(0, at).String()
			default:
				ph.kind, ph.name = namedPlaceholder, got
			}
			return f(ph)
		}
		return value.Raise(value.ValueError, value.NewStr("Unrecognized named group in pattern"), p)
	})
	if err != nil {
		return err
	}
	return f(placeholder{literal: text.Sub(end, text.Len()).String()})
}

// eachOfItself finds the placeholders that Template has of itself.
func eachOfItself(t *value.Thread, text string, f func(placeholder) error) error {
	all, at := text, 0
	for {
		if err := t.Step(1); err != nil {
			return err
		}
		i := strings.IndexByte(text, '$')
		if i < 0 {
			return f(placeholder{literal: text})
		}
		p := placeholder{literal: text[:i], kind: invalidPlaceholder, whole: "$", group: "$"}
		rest := text[i+1:]
		switch {
		case strings.HasPrefix(rest, "$"):
			p.kind, p.whole = escapedPlaceholder, "$$"
		case strings.HasPrefix(rest, "{"):
			if id := templateName(rest[1:]); id != "" && strings.HasPrefix(rest[1+len(id):], "}") {
				p.kind, p.name, p.whole = namedPlaceholder, id, "${"+id+"}"
			}
		default:
			if id := templateName(rest); id != "" {
				p.kind, p.name, p.whole = namedPlaceholder, id, "$"+id
			}
		}
		p.before = all[:at+i+1] // with the delimiter
		if err := f(p); err != nil {
			return err
		}
		at += i + len(p.whole)
		text = text[i+len(p.whole):]
	}
}

func templateName(s string) string {
	i := 0
	for i < len(s) && (s[i] == '_' || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z' || i > 0 && '0' <= s[i] && s[i] <= '9') {
		i++
	}
	return s[:i]
}

// substitution builds the text of a template with its placeholders replaced.
type substitution struct {
	t       *value.Thread
	mapping value.Value // nil: none
	kws     *value.Dict
	safe    bool
	out     strings.Builder
}

func (s *substitution) add(p placeholder) error {
	write := func(text string) error {
		// The builder may hold twice as much as is in it.
		if err := s.t.Alloc(2 * len(text)); err != nil {
			return err
		}
		s.out.WriteString(text)
		return nil
	}
	if err := write(p.literal); err != nil {
		return err
	}
	switch p.kind {
	case escapedPlaceholder:
		return write(p.group)
	case invalidPlaceholder:
		if s.safe {
			return write(p.whole)
		}
		return templateError(s.t, p.before)
	case namedPlaceholder:
		text, err := templateValue(s.t, p.name, s.mapping, s.kws)
		if _, missing := value.IsRaised(err, value.KeyError); missing && s.safe {
			text, err = p.whole, nil
		}
		if err != nil {
			return err
		}
		return write(text)
	}
	return nil
}

// templateError tells where an invalid placeholder stands: behind the text, whose
// last character is part of it.
func templateError(t *value.Thread, text string) error {
	before := value.NewStr(text)
	got, err := value.CallMethod(t, before, "splitlines", value.True)
	if err != nil {
		return err
	}
	lines := got.(*value.List).Elems
	if len(lines) == 0 {
		return value.ValueErrorf("Invalid placeholder in string: line 1, col 1")
	}
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
