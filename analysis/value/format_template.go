package value

import (
	"math"
	"strings"
)

// StrFormat is template.format(*args, **kwargs).
func StrFormat(t *Thread, template string, args []Value, kwargs *Dict) (string, error) {
	if kwargs == nil {
		kwargs = NewDict()
	}
	f := &templateFormatter{t: t, args: args, mapping: kwargs}
	return f.build(NewStr(template).Runes(), 2)
}

// strFormatMap is template.format_map(mapping).
func strFormatMap(t *Thread, template string, mapping Value) (string, error) {
	f := &templateFormatter{t: t, mapping: mapping, mapOnly: true}
	return f.build(NewStr(template).Runes(), 2)
}

type templateFormatter struct {
	t       *Thread
	args    []Value
	mapping Value
	mapOnly bool // format_map: no positional arguments

	numbering numbering
	auto      int // the next field's number
}

type numbering uint8

const (
	numberingUndecided numbering = iota
	numberingAuto
	numberingManual
)

// build formats a template, which may be a specifier that holds fields itself.
func (f *templateFormatter) build(rs []rune, depth int) (string, error) {
	if depth <= 0 {
		return "", ValueErrorf("Max string recursion exceeded")
	}
	if err := f.t.Step(int64(len(rs))); err != nil {
		return "", err
	}
	var out []byte
	for i := 0; i < len(rs); {
		r := rs[i]
		i++
		if r != '{' && r != '}' {
			out = AppendRune(out, r)
			continue
		}
		switch {
		case i < len(rs) && rs[i] == r:
			out = append(out, byte(r))
			i++
			continue
		case r == '}':
			return "", ValueErrorf("Single '}' encountered in format string")
		case i >= len(rs):
			return "", ValueErrorf("Single '{' encountered in format string")
		}
		field, next, err := parseField(rs, i)
		if err != nil {
			return "", err
		}
		i = next
		text, err := f.field(field, depth)
		if err != nil {
			return "", err
		}
		if err := f.t.Alloc(len(text)); err != nil {
			return "", err
		}
		out = append(out, text...)
	}
	return textOf(out), nil
}

// TemplatePart is a part of a template: text, and the field that follows it.
type TemplatePart struct {
	Literal    string
	HasField   bool
	Name, Spec string
	Conversion string // empty: none
}

// TemplateParts reads the part of a template that begins at rs[i]; next is where
// the one after it begins.
func TemplateParts(rs []rune, i int) (p TemplatePart, next int, err error) {
	start := i
	for i < len(rs) && rs[i] != '{' && rs[i] != '}' {
		i++
	}
	if i == len(rs) {
		return TemplatePart{Literal: RunesStr(rs[start:]).s}, i, nil
	}
	r := rs[i]
	i++
	switch {
	case i < len(rs) && rs[i] == r:
		return TemplatePart{Literal: RunesStr(rs[start:i]).s}, i + 1, nil
	case r == '}':
		return p, 0, ValueErrorf("Single '}' encountered in format string")
	case i >= len(rs):
		return p, 0, ValueErrorf("Single '{' encountered in format string")
	}
	p.Literal, p.HasField = RunesStr(rs[start:i-1]).s, true
	field, next, err := parseField(rs, i)
	if err != nil {
		return p, 0, err
	}
	p.Name, p.Spec = RunesStr(field.name).s, RunesStr(field.spec).s
	if field.conversion != 0 {
		p.Conversion = RunesStr([]rune{field.conversion}).s
	}
	return p, next, nil
}

// FieldStep is one .attribute or [item] in the name of a field.
type FieldStep struct {
	Attr bool
	Key  Value
}

// FieldName takes the name of a field apart: the argument, an int or a str, and
// what is read of it. A part that is not well formed is an error when it is come
// to.
func FieldName(name string) (first Value, rest func() (FieldStep, bool, error), err error) {
	rs := NewStr(name).Runes()
	i := 0
	for i < len(rs) && rs[i] != '.' && rs[i] != '[' {
		i++
	}
	index, err := fieldIndex(rs[:i])
	if err != nil {
		return nil, nil, err
	}
	first = Int(index)
	if index < 0 {
		first = RunesStr(rs[:i])
	}
	left := rs[i:]
	return first, func() (FieldStep, bool, error) {
		if len(left) == 0 {
			return FieldStep{}, false, nil
		}
		step, after, err := fieldStep(left)
		left = after
		return step, err == nil, err
	}, nil
}

type replacementField struct {
	name       []rune
	conversion rune // 0: none
	spec       []rune
	nested     bool // the specifier holds fields
}

// parseField reads the field whose opening brace stands before rs[i], and
// returns the position after it.
func parseField(rs []rune, i int) (f replacementField, next int, err error) {
	start := i
	var c rune
scan:
	for i < len(rs) {
		c = rs[i]
		i++
		switch c {
		case '{':
			return f, 0, ValueErrorf("unexpected '{' in field name")
		case '[':
			for i < len(rs) && rs[i] != ']' {
				i++
			}
		case '}', ':', '!':
			break scan
		}
	}
	if c != '}' && c != ':' && c != '!' {
		return f, 0, ValueErrorf("expected '}' before end of string")
	}
	f.name = rs[start : i-1]
	if c == '}' {
		return f, i, nil
	}
	if c == '!' {
		if i >= len(rs) {
			return f, 0, ValueErrorf("end of string while looking for conversion specifier")
		}
		f.conversion = rs[i]
		i++
		if i < len(rs) {
			c = rs[i]
			i++
			if c == '}' {
				return f, i, nil
			}
			if c != ':' {
				return f, 0, ValueErrorf("expected ':' after conversion specifier")
			}
		}
	}
	start = i
	for open := 1; i < len(rs); i++ {
		switch rs[i] {
		case '{':
			f.nested = true
			open++
		case '}':
			if open--; open == 0 {
				f.spec = rs[start:i]
				return f, i + 1, nil
			}
		}
	}
	return f, 0, ValueErrorf("unmatched '{' in format spec")
}

func (f *templateFormatter) field(field replacementField, depth int) (string, error) {
	v, err := f.value(field.name)
	if err != nil {
		return "", err
	}
	if field.conversion != 0 {
		if v, err = Convert(f.t, v, field.conversion); err != nil {
			return "", err
		}
	}
	spec := RunesStr(field.spec).s
	if field.nested {
		if spec, err = f.build(field.spec, depth-1); err != nil {
			return "", err
		}
	}
	return Format(f.t, v, spec)
}

// Convert applies a conversion of a replacement field: 'r', 's' or 'a'.
func Convert(t *Thread, v Value, conversion rune) (Value, error) {
	var text string
	var err error
	switch conversion {
	case 'r':
		text, err = Repr(t, v)
	case 's':
		text, err = Text(t, v)
	case 'a':
		text, err = asciiRepr(t, v)
	default:
		if conversion > 32 && conversion < 127 {
			return nil, ValueErrorf("Unknown conversion specifier %c", conversion)
		}
		return nil, ValueErrorf("Unknown conversion specifier \\x%x", conversion)
	}
	if err != nil {
		return nil, err
	}
	return NewStr(text), nil
}

// value finds the object that a field names: first, then .attribute and [item]
// any number of times.
func (f *templateFormatter) value(name []rune) (Value, error) {
	i := 0
	for i < len(name) && name[i] != '.' && name[i] != '[' {
		i++
	}
	first, rest := name[:i], name[i:]
	index, err := fieldIndex(first)
	if err != nil {
		return nil, err
	}
	if len(first) == 0 || index >= 0 {
		if index, err = f.number(index, len(first) == 0); err != nil {
			return nil, err
		}
	}
	var v Value
	switch {
	case index < 0:
		if v, err = GetItem(f.t, f.mapping, RunesStr(first)); err != nil {
			return nil, err
		}
	case f.mapOnly:
		return nil, ValueErrorf("Format string contains positional fields")
	case index >= len(f.args):
		return nil, Raisef(IndexError, "Replacement index %d out of range for positional args tuple", index)
	default:
		v = f.args[index]
	}
	for len(rest) > 0 {
		if v, rest, err = f.step(v, rest); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// number settles which positional argument a field without a name is.
func (f *templateFormatter) number(index int, empty bool) (int, error) {
	if f.numbering == numberingUndecided {
		f.numbering = numberingManual
		if empty {
			f.numbering = numberingAuto
		}
	}
	switch {
	case f.numbering == numberingManual && empty:
		return 0, ValueErrorf("cannot switch from manual field specification to automatic field numbering")
	case f.numbering == numberingAuto && !empty:
		return 0, ValueErrorf("cannot switch from automatic field numbering to manual field specification")
	case empty:
		index = f.auto
		f.auto++
	}
	return index, nil
}

// step follows one .attribute or [item].
func (f *templateFormatter) step(v Value, rest []rune) (Value, []rune, error) {
	step, rest, err := fieldStep(rest)
	if err != nil {
		return nil, nil, err
	}
	if step.Attr {
		got, err := GetAttr(f.t, v, step.Key.(*Str).s)
		return got, rest, err
	}
	got, err := GetItem(f.t, v, step.Key)
	return got, rest, err
}

// fieldStep reads one .attribute or [item].
func fieldStep(rest []rune) (FieldStep, []rune, error) {
	kind := rest[0]
	rest = rest[1:]
	end := 0
	switch kind {
	case '.':
		for end < len(rest) && rest[end] != '.' && rest[end] != '[' {
			end++
		}
		if end == 0 {
			return FieldStep{}, nil, ValueErrorf("Empty attribute in format string")
		}
		return FieldStep{Attr: true, Key: RunesStr(rest[:end])}, rest[end:], nil
	case '[':
		for end < len(rest) && rest[end] != ']' {
			end++
		}
		if end == len(rest) {
			return FieldStep{}, nil, ValueErrorf("Missing ']' in format string")
		}
		key := rest[:end]
		index, err := fieldIndex(key)
		if err != nil {
			return FieldStep{}, nil, err
		}
		if len(key) == 0 {
			return FieldStep{}, nil, ValueErrorf("Empty attribute in format string")
		}
		var k Value = Int(index)
		if index < 0 {
			k = RunesStr(key)
		}
		return FieldStep{Key: k}, rest[end+1:], nil
	}
	return FieldStep{}, nil, ValueErrorf("Only '.' or '[' may follow ']' in format field specifier")
}

// fieldIndex reads an index; -1 if the text is no number.
func fieldIndex(rs []rune) (int, error) {
	if len(rs) == 0 {
		return -1, nil
	}
	n := 0
	for _, r := range rs {
		d := decimalValue(r)
		if d < 0 {
			return -1, nil
		}
		if n > (math.MaxInt64-d)/10 {
			return 0, ValueErrorf("Too many decimal digits in format string")
		}
		n = n*10 + d
	}
	return n, nil
}

// asciiRepr is ascii(v).
func asciiRepr(t *Thread, v Value) (string, error) {
	text, err := Repr(t, v)
	if err != nil {
		return "", err
	}
	return escapeNonASCII(text), nil
}

func escapeNonASCII(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool { return r >= 128 })
	if i < 0 {
		return text
	}
	out := []byte(text[:i])
	for i < len(text) {
		r, n := DecodeRune(text[i:])
		if r < 128 {
			out = append(out, byte(r))
		} else {
			out = appendEscape(out, r)
		}
		i += n
	}
	return string(out)
}
