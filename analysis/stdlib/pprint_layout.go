package stdlib

import (
	"strings"

	"augur/analysis/value"
)

// The layouts of containers over several lines, one for each class whose repr
// pprint knows.

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// margin writes the rest of the indentation after an opening bracket.
func (p *printer) margin(t *value.Thread) error { return p.write(t, spaces(p.indent-1)) }

func (p *printer) repr(t *value.Thread, v value.Value, level int) (string, error) {
	r, err := p.safeRepr(t, v, p.depth, level)
	return r.text, err
}

func (p *printer) dict(t *value.Thread, v value.Value, indent, allowance, level int) error {
	d := v.(*value.Dict)
	if err := p.write(t, "{"); err != nil {
		return err
	}
	if err := p.margin(t); err != nil {
		return err
	}
	if d.Len() > 0 {
		pairs, err := p.pairs(t, d)
		if err != nil {
			return err
		}
		if err := p.dictItems(t, pairs, indent, allowance+1, level); err != nil {
			return err
		}
	}
	return p.write(t, "}")
}

func (p *printer) dictItems(t *value.Thread, pairs []value.Value, indent, allowance, level int) error {
	indent += p.indent
	for i, pair := range pairs {
		kv, err := value.Collect(t, pair)
		if err != nil {
			return err
		}
		key, err := p.repr(t, kv[0], level)
		if err != nil {
			return err
		}
		if err := p.write(t, key+": "); err != nil {
			return err
		}
		room := 1
		last := i == len(pairs)-1
		if last {
			room = allowance
		}
		if err := p.format(t, kv[1], indent+runeLen(key)+2, room, level); err != nil {
			return err
		}
		if !last {
			if err := p.write(t, ",\n"+spaces(indent)); err != nil {
				return err
			}
		}
	}
	return nil
}

// items prints the items of a list, tuple, set or deque.
func (p *printer) items(t *value.Thread, items []value.Value, indent, allowance, level int) error {
	indent += p.indent
	if err := p.margin(t); err != nil {
		return err
	}
	newline := ",\n" + spaces(indent)
	delim := ""
	maxWidth := p.width - indent + 1
	width := maxWidth
	for i, x := range items {
		last := i == len(items)-1
		if last {
			maxWidth -= allowance
			width -= allowance
		}
		if p.compact {
			rep, err := p.repr(t, x, level)
			if err != nil {
				return err
			}
			w := runeLen(rep) + 2
			if width < w {
				width = maxWidth
				if delim != "" {
					delim = newline
				}
			}
			if width >= w {
				width -= w
				if err := p.write(t, delim+rep); err != nil {
					return err
				}
				delim = ", "
				continue
			}
		}
		if err := p.write(t, delim); err != nil {
			return err
		}
		delim = newline
		room := 1
		if last {
			room = allowance
		}
		if err := p.format(t, x, indent, room, level); err != nil {
			return err
		}
	}
	return nil
}

// around prints the items between open and closing, which follows them on the
// same line.
func (p *printer) around(t *value.Thread, open, closing string, items []value.Value, indent, allowance, level int) error {
	if err := p.write(t, open); err != nil {
		return err
	}
	if err := p.items(t, items, indent, allowance+len(closing), level); err != nil {
		return err
	}
	return p.write(t, closing)
}

func (p *printer) list(t *value.Thread, v value.Value, indent, allowance, level int) error {
	items, err := value.Collect(t, v)
	if err != nil {
		return err
	}
	return p.around(t, "[", "]", items, indent, allowance, level)
}

func (p *printer) tuple(t *value.Thread, v value.Value, indent, allowance, level int) error {
	items, err := value.Collect(t, v)
	if err != nil {
		return err
	}
	closing := ")"
	if len(items) == 1 {
		closing = ",)"
	}
	return p.around(t, "(", closing, items, indent, allowance, level)
}

func (p *printer) set(t *value.Thread, v value.Value, indent, allowance, level int) error {
	s := v.(*value.Set)
	var key value.Value = value.None
	if s.Ordered() {
		key = value.NewRaw("_safe_key", func(_ *value.Thread, a []value.Value, _ []value.Kwarg) (value.Value, error) {
			return &safeKey{a[0]}, nil
		})
	}
	l, err := value.Sorted(t, v, key, value.False)
	if err != nil {
		return err
	}
	open, closing := "{", "}"
	if s.Type() != value.SetType {
		open, closing = s.Type().Name+"({", "})"
		indent += len(s.Type().Name) + 1
	}
	return p.around(t, open, closing, l.Elems, indent, allowance, level)
}

func (p *printer) ordered(t *value.Thread, v value.Value, indent, allowance, level int) error {
	name := shortName(v)
	items, err := value.CallMethod(t, v, "items")
	if err != nil {
		return err
	}
	list, err := value.Collect(t, items)
	if err != nil {
		return err
	}
	if err := p.write(t, name+"("); err != nil {
		return err
	}
	if err := p.format(t, value.NewList(list), indent+len(name)+1, allowance+1, level); err != nil {
		return err
	}
	return p.write(t, ")")
}

func (p *printer) defaultDict(t *value.Thread, v value.Value, indent, allowance, level int) error {
	name := shortName(v)
	f, err := value.GetAttr(t, v, "default_factory")
	if err != nil {
		return err
	}
	factory, err := p.repr(t, f, level)
	if err != nil {
		return err
	}
	indent += len(name) + 1
	if err := p.write(t, name+"("+factory+",\n"+spaces(indent)); err != nil {
		return err
	}
	if err := p.dict(t, v, indent, allowance+1, level); err != nil {
		return err
	}
	return p.write(t, ")")
}

func (p *printer) counter(t *value.Thread, v value.Value, indent, allowance, level int) error {
	name := shortName(v)
	got, err := value.CallMethod(t, v, "most_common")
	if err != nil {
		return err
	}
	pairs, err := value.Collect(t, got)
	if err != nil {
		return err
	}
	if err := p.write(t, name+"({"); err != nil {
		return err
	}
	if err := p.margin(t); err != nil {
		return err
	}
	if err := p.dictItems(t, pairs, indent+len(name)+1, allowance+2, level); err != nil {
		return err
	}
	return p.write(t, "})")
}

func (p *printer) chainMap(t *value.Thread, v value.Value, indent, allowance, level int) error {
	name := shortName(v)
	got, err := value.GetAttr(t, v, "maps")
	if err != nil {
		return err
	}
	maps, err := value.Collect(t, got)
	if err != nil {
		return err
	}
	if err := p.write(t, name+"("); err != nil {
		return err
	}
	indent += len(name) + 1
	for i, m := range maps {
		room, after := 1, ",\n"+spaces(indent)
		if i == len(maps)-1 {
			room, after = allowance+1, ")"
		}
		if err := p.format(t, m, indent, room, level); err != nil {
			return err
		}
		if err := p.write(t, after); err != nil {
			return err
		}
	}
	return nil
}

func (p *printer) deque(t *value.Thread, v value.Value, indent, allowance, level int) error {
	d := v.(*deque)
	name := shortName(v)
	indent += len(name) + 1
	if err := p.write(t, name+"(["); err != nil {
		return err
	}
	room, after := allowance+2, "])"
	if d.maxlen >= 0 {
		room, after = 2, "],\n"+spaces(indent)+"maxlen="+itoa(d.maxlen)+")"
	}
	if err := p.items(t, d.items(), indent, room, level); err != nil {
		return err
	}
	return p.write(t, after)
}

func (p *printer) userData(t *value.Thread, v value.Value, indent, allowance, level int) error {
	d, err := data(t, v)
	if err != nil {
		return err
	}
	return p.format(t, d, indent, allowance, level-1)
}

func (p *printer) proxy(t *value.Thread, v value.Value, indent, allowance, level int) error {
	c, err := value.CallMethod(t, v, "copy")
	if err != nil {
		return err
	}
	if err := p.write(t, "mappingproxy("); err != nil {
		return err
	}
	if err := p.format(t, c, indent+13, allowance+1, level); err != nil {
		return err
	}
	return p.write(t, ")")
}

// field is a named item of a namespace or a dataclass.
type field struct {
	name string
	v    value.Value
}

func (p *printer) fields(t *value.Thread, name string, fields []field, indent, allowance, level int) error {
	indent += len(name) + 1
	if err := p.write(t, name+"("); err != nil {
		return err
	}
	for i, f := range fields {
		room, after := 1, ",\n"+spaces(indent)
		if i == len(fields)-1 {
			room, after = allowance, ""
		}
		if err := p.write(t, f.name+"="); err != nil {
			return err
		}
		if p.context[f.v] {
			if err := p.write(t, "..."); err != nil {
				return err
			}
		} else if err := p.format(t, f.v, indent+runeLen(f.name)+1, room, level); err != nil {
			return err
		}
		if err := p.write(t, after); err != nil {
			return err
		}
	}
	return p.write(t, ")")
}

func (p *printer) namespace(t *value.Thread, v value.Value, indent, allowance, level int) error {
	name := "namespace"
	if v.Type() != namespaceType {
		name = shortName(v)
	}
	attrs, err := value.GetAttr(t, v, "__dict__")
	if err != nil {
		return err
	}
	var fields []field
	err = mapItems(t, attrs, func(k, x value.Value) error {
		s, err := value.Text(t, k)
		fields = append(fields, field{s, x})
		return err
	})
	if err != nil {
		return err
	}
	return p.fields(t, name, fields, indent, allowance, level)
}

func (p *printer) dataclass(t *value.Thread, v value.Value, indent, allowance, level int) error {
	m, ok, err := Load(t, "dataclasses")
	if err != nil {
		return err
	}
	if !ok {
		return value.Unknownf("dataclasses.fields")
	}
	all, err := value.CallMethod(t, m, "fields", v)
	if err != nil {
		return err
	}
	var fields []field
	err = value.Iterate(t, all, func(f value.Value) error {
		shown, err := value.GetAttr(t, f, "repr")
		if err != nil {
			return err
		}
		if ok, err := value.Truth(t, shown); err != nil || !ok {
			return err
		}
		n, err := value.GetAttr(t, f, "name")
		if err != nil {
			return err
		}
		name, err := value.Text(t, n)
		if err != nil {
			return err
		}
		x, err := value.GetAttr(t, v, name)
		fields = append(fields, field{name, x})
		return err
	})
	if err != nil {
		return err
	}
	return p.fields(t, shortName(v), fields, indent, allowance, level)
}

// words splits a line where a space is followed by something else.
func words(line []rune) [][]rune {
	var out [][]rune
	start := 0
	for i := 1; i < len(line); i++ {
		if isSpaceRune(line[i-1]) && !isSpaceRune(line[i]) {
			out = append(out, line[start:i])
			start = i
		}
	}
	return append(out, line[start:])
}

func isSpaceRune(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= 0x1c && r <= 0x20, r == 0x85, r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200a,
		r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000:
		return true
	}
	return false
}

func (p *printer) str(t *value.Thread, v value.Value, indent, allowance, level int) error {
	got, err := value.CallMethod(t, v, "splitlines", value.True)
	if err != nil {
		return err
	}
	lines, err := value.Collect(t, got)
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		return p.write(t, value.StrRepr(v.(*value.Str).String()))
	}
	if level == 1 {
		indent++
		allowance++
	}
	maxWidth := p.width - indent
	var chunks []string
	rep := ""
	for i, l := range lines {
		line := l.(*value.Str)
		lastLine := i == len(lines)-1
		rep = value.StrRepr(line.String())
		room := maxWidth
		if lastLine {
			room -= allowance
		}
		if runeLen(rep) <= room {
			chunks = append(chunks, rep)
			continue
		}
		room = maxWidth
		var current []rune
		parts := words(line.Runes())
		for j, part := range parts {
			if err := t.Step(int64(len(current)+len(part)) / 8); err != nil {
				return err
			}
			candidate := append(append([]rune(nil), current...), part...)
			if lastLine && j == len(parts)-1 {
				room -= allowance
			}
			if runeLen(value.StrRepr(value.RunesStr(candidate).String())) > room {
				if len(current) > 0 {
					chunks = append(chunks, value.StrRepr(value.RunesStr(current).String()))
				}
				current = part
			} else {
				current = candidate
			}
		}
		if len(current) > 0 {
			chunks = append(chunks, value.StrRepr(value.RunesStr(current).String()))
		}
	}
	if len(chunks) == 1 {
		return p.write(t, rep)
	}
	text := strings.Join(chunks, "\n"+spaces(indent))
	if level == 1 {
		text = "(" + text + ")"
	}
	return p.write(t, text)
}

func (p *printer) bytes(t *value.Thread, v value.Value, indent, allowance, level int) error {
	return p.byteChunks(t, v.(*value.Bytes).B, indent, allowance, level)
}

func (p *printer) byteArray(t *value.Thread, v value.Value, indent, allowance, level int) error {
	b := v.(*value.ByteArray)
	t.Reading(&b.Header)
	if err := p.write(t, "bytearray("); err != nil {
		return err
	}
	if err := p.byteChunks(t, string(b.B), indent+10, allowance+1, level+1); err != nil {
		return err
	}
	return p.write(t, ")")
}

func (p *printer) byteChunks(t *value.Thread, b string, indent, allowance, level int) error {
	if len(b) <= 4 {
		return p.write(t, value.BytesRepr(b))
	}
	if level == 1 {
		indent++
		allowance++
	}
	width := p.width - indent
	var chunks []string
	current := ""
	last := len(b) / 4 * 4
	for i := 0; i < len(b); i += 4 {
		part := b[i:min(i+4, len(b))]
		if i == last {
			width -= allowance
		}
		if candidate := current + part; len(value.BytesRepr(candidate)) <= width {
			current = candidate
			continue
		}
		if current != "" {
			chunks = append(chunks, value.BytesRepr(current))
		}
		current = part
	}
	if current != "" {
		chunks = append(chunks, value.BytesRepr(current))
	}
	text := strings.Join(chunks, "\n"+spaces(indent))
	if level == 1 {
		text = "(" + text + ")"
	}
	return p.write(t, text)
}
