package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// replacement computes what takes the place of a match.
type replacement func(t *value.Thread, f *findings) (value.Value, error)

// template is a parsed replacement text: literals, and groups between them.
type template struct {
	parts []templatePart
}

type templatePart struct {
	literal string // WTF-8, or bytes
	group   int    // -1: a literal
}

// newReplacement makes what repl stands for: a function, or a template.
func newReplacement(t *value.Thread, p *pattern, repl value.Value) (replacement, error) {
	if u, ok := repl.(*value.Unknown); ok {
		return nil, &value.UnknownError{Reason: u.Reason}
	}
	if value.Callable(repl) {
		return func(t *value.Thread, f *findings) (value.Value, error) {
			m, err := f.object(t)
			if err != nil {
				return nil, err
			}
			return value.Call(t, repl, []value.Value{m}, nil)
		}, nil
	}
	if plain, ok := plainReplacement(repl); ok {
		return func(*value.Thread, *findings) (value.Value, error) { return plain, nil }, nil
	}
	tmpl, err := parseTemplate(t, p, repl)
	if err != nil {
		return nil, err
	}
	return func(t *value.Thread, f *findings) (value.Value, error) {
		return tmpl.expand(t, &f.text, func(n int) value.Value { return f.group(n, f.text.empty()) })
	}, nil
}

// plainReplacement returns a text without escapes, which stands for itself.
func plainReplacement(repl value.Value) (value.Value, bool) {
	switch r := repl.(type) {
	case *value.Str:
		return r, !strings.Contains(r.String(), "\\")
	case *value.Bytes:
		return r, !strings.Contains(r.B, "\\")
	}
	return nil, false
}

// expand puts the groups into the template.
func (tmpl *template) expand(t *value.Thread, text *subject, group func(n int) value.Value) (value.Value, error) {
	parts := make([]value.Value, 0, len(tmpl.parts))
	for _, p := range tmpl.parts {
		switch {
		case p.group >= 0:
			parts = append(parts, group(p.group))
		case text.isStr:
			parts = append(parts, value.NewStr(p.literal))
		default:
			parts = append(parts, value.NewBytes(p.literal))
		}
	}
	return text.join(t, parts)
}

// parseTemplate parses a replacement text.
func parseTemplate(t *value.Thread, p *pattern, v value.Value) (tmpl *template, err error) {
	var text []rune
	isStr := false
	switch s := v.(type) {
	case *value.Str:
		text, isStr = s.Runes(), true
	case *value.Bytes:
		text = byteRunes(s.B)
	case *value.ByteArray:
		t.Reading(&s.Header)
		text = byteRunes(string(s.B))
	default:
		return nil, value.TypeErrorf("decoding to str: need a bytes-like object, %s found", v.Type().Name)
	}
	if isStr != p.isStr {
		return nil, value.Unknownf("a replacement of another kind than the pattern")
	}
	parser := &templateParser{
		reParser: reParser{text: text, isStr: isStr, steps: chargeSteps(t)},
		pattern:  p, tmpl: &template{},
	}
	defer func() {
		if r := recover(); r != nil {
			tmpl, err = nil, recovered(t, v, r)
		}
	}()
	parser.parse()
	return parser.tmpl, nil
}

type templateParser struct {
	reParser
	pattern *pattern
	tmpl    *template
	literal []byte
}

// char adds a character to the literal that is read.
func (p *templateParser) char(r rune) {
	if p.isStr {
		p.literal = value.AppendRune(p.literal, r)
	} else {
		p.literal = append(p.literal, byte(r))
	}
}

func (p *templateParser) flush() {
	if len(p.literal) > 0 {
		p.tmpl.parts = append(p.tmpl.parts, templatePart{literal: string(p.literal), group: -1})
		p.literal = nil
	}
}

func (p *templateParser) group(n, offset int) {
	if n > p.pattern.prog.groups {
		p.fail(offset, "invalid group reference %d", n)
	}
	p.flush()
	p.tmpl.parts = append(p.tmpl.parts, templatePart{group: n})
}

func (p *templateParser) parse() {
	p.advance()
	for {
		this := p.get()
		if this == "" {
			p.flush()
			return
		}
		if this[0] != '\\' {
			p.char(value.NewStr(this).Runes()[0])
			continue
		}
		p.escaped(this)
	}
}

func (p *templateParser) escaped(this string) {
	isDigit := func(set string) bool { return p.next != "" && strings.Contains(set, p.next) }
	switch c := this[1]; {
	case c == 'g':
		if !p.match("<") {
			p.fail(0, "missing <")
		}
		name := p.getUntil(">", "group name")
		offset := runeCount(name) + 1
		if !value.IsIdentifier(name) {
			p.group(p.groupNumber(name, offset), offset)
			return
		}
		n, ok := p.pattern.prog.names[name]
		if !ok {
			panic(value.Raisef(value.IndexError, "unknown group name %s", value.StrRepr(name)))
		}
		p.group(n, offset)
	case c == '0':
		this += p.getWhile(2, octDigits)
		p.char(rune(parseDigits(this[1:], 8) & 0xFF))
	case '1' <= c && c <= '9':
		if isDigit(decDigits) {
			this += p.get()
			if c <= '7' && this[2] <= '7' && isDigit(octDigits) {
				this += p.get()
				n := parseDigits(this[1:], 8)
				if n > 0o377 {
					p.fail(len(this), "octal escape value %s outside of range 0-0o377", this)
				}
				p.char(rune(n))
				return
			}
		}
		p.group(parseDigits(this[1:], 10), len(this)-1)
	default:
		if r, ok := simpleEscapes[this]; ok {
			p.char(r)
			return
		}
		if isLetter(c) {
			p.fail(2, "bad escape %s", this)
		}
		for _, r := range value.NewStr(this).Runes() {
			p.char(r)
		}
	}
}
