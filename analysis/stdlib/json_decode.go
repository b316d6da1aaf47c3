package stdlib

import (
	"augur/analysis/value"
)

// jsonDecoderClass makes json.JSONDecoder.
func jsonDecoderClass(t *value.Thread) (*value.Type, error) {
	c, err := class{module: "json.decoder", name: "JSONDecoder"}.make(t)
	if err != nil {
		return nil, err
	}
	names := []string{"object_hook", "parse_float", "parse_int", "parse_constant", "strict", "object_pairs_hook"}
	def(c, "__init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for i, name := range names {
			if err := value.SetAttr(t, a[0], name, a[1+i]); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	text := func(v value.Value) (*value.Str, error) {
		s, ok := v.(*value.Str)
		if !ok {
			if u, ok := v.(*value.Unknown); ok {
				return nil, &value.UnknownError{Reason: u.Reason}
			}
			return nil, value.TypeErrorf("expected string or bytes-like object, got '%s'", v.Type().Name)
		}
		return s, nil
	}
	def(c, "decode(self, s)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := text(a[1])
		if err != nil {
			return nil, err
		}
		d, err := newJSONDecoder(t, a[0], s)
		if err != nil {
			return nil, err
		}
		v, end, err := d.whole(d.space(0))
		if err != nil {
			return nil, err
		}
		if end = d.space(end); end != len(d.rs) {
			return nil, d.fail("Extra data", end)
		}
		return v, nil
	})
	def(c, "raw_decode(self, s, idx=0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := text(a[1])
		if err != nil {
			return nil, err
		}
		d, err := newJSONDecoder(t, a[0], s)
		if err != nil {
			return nil, err
		}
		at, err := value.Index(t, a[2])
		if err != nil {
			return nil, err
		}
		if at < 0 {
			return nil, value.ValueErrorf("idx cannot be negative")
		}
		v, end, err := d.whole(at)
		if err != nil {
			return nil, err
		}
		return value.NewTuple(v, value.Int(end)), nil
	})
	return c, nil
}

// jsonDecoder reads JSON. Positions count code points.
type jsonDecoder struct {
	t      *value.Thread
	doc    *value.Str
	rs     []rune
	strict bool
	// What the program does with what is read; nil: the usual.
	objectHook, pairsHook, parseFloat, parseInt, parseConstant value.Value
}

// noJSONValue says where a value was expected and none was.
type noJSONValue struct{ at int }

func (e *noJSONValue) Error() string { return "expecting value" }

func newJSONDecoder(t *value.Thread, self value.Value, doc *value.Str) (*jsonDecoder, error) {
	if err := t.Alloc(4 * doc.Len()); err != nil {
		return nil, err
	}
	d := &jsonDecoder{t: t, doc: doc, rs: doc.Runes()}
	strict, err := value.GetAttr(t, self, "strict")
	if err != nil {
		return nil, err
	}
	if d.strict, err = value.Truth(t, strict); err != nil {
		return nil, err
	}
	for _, hook := range []struct {
		name string
		to   *value.Value
	}{
		{"object_hook", &d.objectHook}, {"object_pairs_hook", &d.pairsHook}, {"parse_float", &d.parseFloat},
		{"parse_int", &d.parseInt}, {"parse_constant", &d.parseConstant},
	} {
		v, err := value.GetAttr(t, self, hook.name)
		if err != nil {
			return nil, err
		}
		if v != value.None {
			*hook.to = v
		}
	}
	return d, nil
}

func (d *jsonDecoder) fail(msg string, at int) error { return raiseJSONError(d.t, msg, d.doc, at) }

func (d *jsonDecoder) space(i int) int {
	for i < len(d.rs) && (d.rs[i] == ' ' || d.rs[i] == '\t' || d.rs[i] == '\n' || d.rs[i] == '\r') {
		i++
	}
	return i
}

func (d *jsonDecoder) is(i int, r rune) bool { return i < len(d.rs) && d.rs[i] == r }

func (d *jsonDecoder) word(i int, word string) bool {
	for k, r := range word {
		if !d.is(i+k, r) {
			return false
		}
	}
	return true
}

// whole reads a value and turns the lack of one into an error.
func (d *jsonDecoder) whole(i int) (v value.Value, end int, err error) {
	v, end, err = d.value(i)
	if none, ok := err.(*noJSONValue); ok {
		return nil, 0, d.fail("Expecting value", none.at)
	}
	if _, deep := value.IsRaised(err, value.RecursionError); deep {
		return nil, 0, value.Unknownf("how deep json can decode depends on the interpreter")
	}
	return v, end, err
}

func (d *jsonDecoder) value(i int) (v value.Value, end int, err error) {
	if err := d.t.Step(1); err != nil {
		return nil, 0, err
	}
	if i >= len(d.rs) {
		return nil, 0, &noJSONValue{i}
	}
	switch d.rs[i] {
	case '"':
		return d.string(i)
	case '{', '[':
		v, err = d.t.CallWithin(func() (value.Value, error) {
			var got value.Value
			var err error
			if d.rs[i] == '{' {
				got, end, err = d.object(i + 1)
			} else {
				got, end, err = d.array(i + 1)
			}
			return got, err
		})
		return v, end, err
	}
	switch {
	case d.word(i, "null"):
		return value.None, i + 4, nil
	case d.word(i, "true"):
		return value.True, i + 4, nil
	case d.word(i, "false"):
		return value.False, i + 5, nil
	case d.word(i, "NaN"):
		v, err = d.constant("NaN")
		return v, i + 3, err
	case d.word(i, "Infinity"):
		v, err = d.constant("Infinity")
		return v, i + 8, err
	case d.word(i, "-Infinity"):
		v, err = d.constant("-Infinity")
		return v, i + 9, err
	}
	return d.number(i)
}

func (d *jsonDecoder) constant(name string) (value.Value, error) {
	if d.parseConstant != nil {
		return value.Call(d.t, d.parseConstant, []value.Value{value.NewStr(name)}, nil)
	}
	f, _ := value.FloatFromText(name)
	return value.Float(f), nil
}

func (d *jsonDecoder) number(start int) (v value.Value, end int, err error) {
	i := start
	if d.is(i, '-') {
		i++
	}
	digits := func() bool {
		from := i
		for i < len(d.rs) && '0' <= d.rs[i] && d.rs[i] <= '9' {
			i++
		}
		return i > from
	}
	if d.is(i, '0') {
		i++
	} else if !digits() {
		return nil, 0, &noJSONValue{start}
	}
	isFloat := false
	if whole := i; d.is(i, '.') {
		i++
		if isFloat = digits(); !isFloat {
			i = whole
		}
	}
	if before := i; d.is(i, 'e') || d.is(i, 'E') {
		i++
		if d.is(i, '+') || d.is(i, '-') {
			i++
		}
		if digits() {
			isFloat = true
		} else {
			i = before
		}
	}
	text := value.RunesStr(d.rs[start:i])
	hook := d.parseInt
	if isFloat {
		hook = d.parseFloat
	}
	switch {
	case hook != nil:
		v, err = value.Call(d.t, hook, []value.Value{text}, nil)
	case isFloat:
		f, _ := value.FloatFromText(text.String())
		v = value.Float(f)
	default:
		v, err = value.IntFromText(d.t, text.String(), 10, value.StrRepr(text.String()))
	}
	return v, i, err
}

func (d *jsonDecoder) array(i int) (v value.Value, end int, err error) {
	list := value.NewList(nil)
	i = d.space(i)
	for !d.is(i, ']') {
		v, next, err := d.value(i)
		if err != nil {
			return nil, 0, err
		}
		if err := d.t.Alloc(16); err != nil {
			return nil, 0, err
		}
		list.Elems = append(list.Elems, v)
		i = d.space(next)
		if d.is(i, ']') {
			break
		}
		if !d.is(i, ',') {
			return nil, 0, d.fail("Expecting ',' delimiter", i)
		}
		if i = d.space(i + 1); d.is(i, ']') {
			return nil, 0, &noJSONValue{i}
		}
	}
	return list, i + 1, nil
}

func (d *jsonDecoder) object(i int) (v value.Value, end int, err error) {
	dict := value.NewDict()
	var pairs []value.Value
	i = d.space(i)
	if d.is(i, '}') {
		return d.made(dict, pairs, i+1)
	}
	for {
		if !d.is(i, '"') {
			return nil, 0, d.fail("Expecting property name enclosed in double quotes", i)
		}
		key, next, err := d.string(i)
		if err != nil {
			return nil, 0, err
		}
		if i = d.space(next); !d.is(i, ':') {
			return nil, 0, d.fail("Expecting ':' delimiter", i)
		}
		x, next, err := d.value(d.space(i + 1))
		if err != nil {
			return nil, 0, err
		}
		if d.pairsHook != nil {
			pairs = append(pairs, value.NewTuple(key, x))
			err = d.t.Alloc(48)
		} else {
			err = dict.Set(d.t, key, x)
		}
		if err != nil {
			return nil, 0, err
		}
		i = d.space(next)
		if d.is(i, '}') {
			return d.made(dict, pairs, i+1)
		}
		if !d.is(i, ',') {
			return nil, 0, d.fail("Expecting ',' delimiter", i)
		}
		i = d.space(i + 1)
	}
}

// made hands an object to the hooks.
func (d *jsonDecoder) made(dict *value.Dict, pairs []value.Value, end int) (v value.Value, next int, err error) {
	switch {
	case d.pairsHook != nil:
		v, err = value.Call(d.t, d.pairsHook, []value.Value{value.NewList(pairs)}, nil)
	case d.objectHook != nil:
		v, err = value.Call(d.t, d.objectHook, []value.Value{dict}, nil)
	default:
		v = dict
	}
	return v, end, err
}

// string reads a string whose opening quote stands at begin.
func (d *jsonDecoder) string(begin int) (v value.Value, end int, err error) {
	var out []byte
	i := begin + 1
	for {
		start := i
		for i < len(d.rs) && d.rs[i] != '"' && d.rs[i] != '\\' {
			if d.rs[i] <= 0x1F && d.strict {
				return nil, 0, d.fail("Invalid control character at", i)
			}
			i++
		}
		for _, r := range d.rs[start:i] {
			out = value.AppendRune(out, r)
		}
		if err := d.t.Alloc(i - start); err != nil {
			return nil, 0, err
		}
		if i >= len(d.rs) {
			return nil, 0, d.fail("Unterminated string starting at", begin)
		}
		i++
		if d.rs[i-1] == '"' {
			return value.NewStr(string(out)), i, nil
		}
		if i >= len(d.rs) {
			return nil, 0, d.fail("Unterminated string starting at", begin)
		}
		r, next, err := d.escape(i)
		if err != nil {
			return nil, 0, err
		}
		out = value.AppendRune(out, r)
		i = next
	}
}

// escape reads what follows a backslash at i-1.
func (d *jsonDecoder) escape(i int) (r rune, next int, err error) {
	switch c := d.rs[i]; c {
	case '"', '\\', '/':
		return c, i + 1, nil
	case 'b':
		return '\b', i + 1, nil
	case 'f':
		return '\f', i + 1, nil
	case 'n':
		return '\n', i + 1, nil
	case 'r':
		return '\r', i + 1, nil
	case 't':
		return '\t', i + 1, nil
	case 'u':
	default:
		return 0, 0, d.fail("Invalid \\escape", i-1)
	}
	invalid := func(at int) error { return d.fail("Invalid \\uXXXX escape", at) }
	if i+5 >= len(d.rs) {
		return 0, 0, invalid(i)
	}
	r, ok := d.hex4(i + 1)
	if !ok {
		return 0, 0, invalid(i)
	}
	next = i + 5
	if 0xD800 <= r && r <= 0xDBFF && next+6 < len(d.rs) && d.rs[next] == '\\' && d.rs[next+1] == 'u' {
		low, ok := d.hex4(next + 2)
		if !ok {
			return 0, 0, invalid(next + 1)
		}
		if 0xDC00 <= low && low <= 0xDFFF {
			return 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), next + 6, nil
		}
	}
	return r, next, nil
}

func (d *jsonDecoder) hex4(i int) (r rune, ok bool) {
	for _, c := range d.rs[i : i+4] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | (c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | (c | 0x20 - 'a' + 10)
		default:
			return 0, false
		}
	}
	return r, true
}
