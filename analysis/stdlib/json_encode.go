package stdlib

import (
	"math"
	"strings"

	"augur/analysis/value"
)

// jsonEncoderClass makes json.JSONEncoder.
func jsonEncoderClass(t *value.Thread) (*value.Type, error) {
	c, err := class{module: "json.encoder", name: "JSONEncoder"}.make(t)
	if err != nil {
		return nil, err
	}
	c.Dict.SetStr("item_separator", value.NewStr(", "))
	c.Dict.SetStr("key_separator", value.NewStr(": "))
	def(c, "__init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None, separators=None, default=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		self := a[0]
		for i, name := range []string{"skipkeys", "ensure_ascii", "check_circular", "allow_nan", "sort_keys", "indent"} {
			if err := value.SetAttr(t, self, name, a[1+i]); err != nil {
				return nil, err
			}
		}
		if separators := a[7]; separators != value.None {
			pair, err := value.Collect(t, separators)
			if err != nil {
				return nil, err
			}
			if len(pair) < 2 {
				return nil, value.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(pair))
			}
			if len(pair) > 2 {
				return nil, value.ValueErrorf("too many values to unpack (expected 2)")
			}
			if err := value.SetAttr(t, self, "item_separator", pair[0]); err != nil {
				return nil, err
			}
			if err := value.SetAttr(t, self, "key_separator", pair[1]); err != nil {
				return nil, err
			}
		} else if a[6] != value.None {
			if err := value.SetAttr(t, self, "item_separator", value.NewStr(",")); err != nil {
				return nil, err
			}
		}
		if a[8] != value.None {
			if err := value.SetAttr(t, self, "default", a[8]); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	def(c, "default(self, o)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if u, ok := a[1].(*value.Unknown); ok {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
		return nil, value.TypeErrorf("Object of type %s is not JSON serializable", shortTypeName(a[1]))
	})
	encode := func(t *value.Thread, self, o value.Value) (string, error) {
		e, err := newJSONEncoder(t, self)
		if err != nil {
			return "", err
		}
		if err := e.value(o); err != nil {
			return "", err
		}
		return string(e.out), nil
	}
	def(c, "encode(self, o)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if _, where, ok := a[0].Type().LookupWhere("iterencode"); ok && where != c {
			parts, err := value.CallMethod(t, a[0], "iterencode", a[1])
			if err != nil {
				return nil, err
			}
			return value.CallMethod(t, value.EmptyStr, "join", parts)
		}
		text, err := encode(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		return value.NewStr(text), nil
	})
	def(c, "iterencode(self, o, _one_shot=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.Unknownf("in which pieces json encodes has no model")
	})
	return c, nil
}

// shortTypeName is type(v).__name__.
func shortTypeName(v value.Value) string {
	name := v.Type().Name
	if !v.Type().Heap {
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	return name
}

// jsonEncoder writes a value as JSON.
type jsonEncoder struct {
	t         *value.Thread
	skipKeys  bool
	ascii     bool
	circular  bool // look for values that hold themselves
	allowNaN  bool
	sortKeys  bool
	pretty    bool
	indent    string
	itemSep   string
	keySep    string
	otherwise value.Value // default

	out   []byte
	path  []value.Value // containers being written, and objects that default replaced
	level int
}

func newJSONEncoder(t *value.Thread, self value.Value) (*jsonEncoder, error) {
	e := &jsonEncoder{t: t}
	for _, flag := range []struct {
		name string
		to   *bool
	}{{"skipkeys", &e.skipKeys}, {"ensure_ascii", &e.ascii}, {"check_circular", &e.circular}, {"allow_nan", &e.allowNaN}, {"sort_keys", &e.sortKeys}} {
		v, err := value.GetAttr(t, self, flag.name)
		if err != nil {
			return nil, err
		}
		if *flag.to, err = value.Truth(t, v); err != nil {
			return nil, err
		}
	}
	indent, err := value.GetAttr(t, self, "indent")
	if err != nil {
		return nil, err
	}
	if indent != value.None {
		e.pretty = true
		if s, ok := indent.(*value.Str); ok {
			e.indent = s.String()
		} else {
			got, err := value.Binary(t, value.OpMul, value.NewStr(" "), indent)
			if err != nil {
				return nil, err
			}
			e.indent = got.(*value.Str).String()
		}
	}
	for i, sep := range []struct {
		name string
		to   *string
	}{{"key_separator", &e.keySep}, {"item_separator", &e.itemSep}} {
		v, err := value.GetAttr(t, self, sep.name)
		if err != nil {
			return nil, err
		}
		s, ok := v.(*value.Str)
		switch {
		case ok:
			*sep.to = s.String()
		case e.pretty:
			return nil, value.Unknownf("separators that are no str have no model")
		default:
			return nil, value.TypeErrorf("make_encoder() argument %d must be str, not %s", 5+i, v.Type().Name)
		}
	}
	e.otherwise, err = value.GetAttr(t, self, "default")
	return e, err
}

func (e *jsonEncoder) write(s string) error {
	e.out = append(e.out, s...)
	return e.t.Alloc(len(s))
}

func (e *jsonEncoder) value(v value.Value) error {
	if err := e.t.Step(1); err != nil {
		return err
	}
	switch x := v.(type) {
	case *value.Unknown:
		return &value.UnknownError{Reason: x.Reason}
	case *value.Str:
		return e.string(x)
	case *value.Singleton:
		if x == value.None {
			return e.write("null")
		}
	case value.Bool:
		if x {
			return e.write("true")
		}
		return e.write("false")
	case value.Int, *value.BigInt:
		s, err := value.IntString(e.t, v)
		if err != nil {
			return err
		}
		return e.write(s)
	case *value.List:
		return e.within(v, func() error {
			e.t.Reading(&x.Header)
			return e.array(&x.Elems)
		})
	case *value.Tuple:
		return e.within(v, func() error { return e.array(&x.Elems) })
	case *value.Dict:
		return e.within(v, func() error { return e.object(x) })
	}
	if f, ok := value.AsFloat(v); ok {
		s, err := e.float(f)
		if err != nil {
			return err
		}
		return e.write(s)
	}
	return e.within(v, func() error {
		got, err := value.Call(e.t, e.otherwise, []value.Value{v}, nil)
		if err != nil {
			return err
		}
		return e.value(got)
	})
}

// within writes what v holds, one level deeper.
func (e *jsonEncoder) within(v value.Value, f func() error) error {
	empty := false
	switch x := v.(type) {
	case *value.List:
		empty = len(x.Elems) == 0
	case *value.Tuple:
		empty = len(x.Elems) == 0
	}
	if e.circular && !empty {
		for _, p := range e.path {
			if p == v {
				return value.ValueErrorf("Circular reference detected")
			}
		}
	}
	e.path = append(e.path, v)
	_, err := e.t.CallWithin(func() (value.Value, error) { return nil, f() })
	e.path = e.path[:len(e.path)-1]
	if _, deep := value.IsRaised(err, value.RecursionError); deep {
		return value.Unknownf("how deep json can encode depends on the interpreter")
	}
	return err
}

func (e *jsonEncoder) newline() error {
	if !e.pretty {
		return nil
	}
	return e.write("\n" + strings.Repeat(e.indent, e.level))
}

// items writes n items between brackets.
func (e *jsonEncoder) items(open, closing string, each func(i int) (more, written bool, err error)) error {
	if err := e.write(open); err != nil {
		return err
	}
	e.level++
	first := true
	for i := 0; ; i++ {
		mark := len(e.out)
		if !first {
			if err := e.write(e.itemSep); err != nil {
				return err
			}
		}
		if err := e.newline(); err != nil {
			return err
		}
		more, written, err := each(i)
		if err != nil {
			return err
		}
		if !written {
			e.out = e.out[:mark]
		} else {
			first = false
		}
		if !more {
			break
		}
	}
	e.level--
	if err := e.newline(); err != nil {
		return err
	}
	return e.write(closing)
}

func (e *jsonEncoder) array(elems *[]value.Value) error {
	if len(*elems) == 0 {
		return e.write("[]")
	}
	return e.items("[", "]", func(i int) (more, written bool, err error) {
		if i >= len(*elems) {
			return false, false, nil
		}
		return true, true, e.value((*elems)[i])
	})
}

func (e *jsonEncoder) object(d *value.Dict) error {
	e.t.Reading(&d.Header)
	if d.Len() == 0 {
		return e.write("{}")
	}
	pairs, err := e.pairs(d)
	if err != nil {
		return err
	}
	return e.items("{", "}", func(i int) (more, written bool, err error) {
		if i >= len(pairs) {
			return false, false, nil
		}
		pair, err := value.Collect(e.t, pairs[i])
		if err != nil {
			return false, false, err
		}
		if len(pair) != 2 {
			return false, false, value.ValueErrorf("items must return 2-tuples")
		}
		key, ok, err := e.key(pair[0])
		if err != nil || !ok {
			return true, false, err
		}
		if err := e.string(key); err != nil {
			return false, false, err
		}
		if err := e.write(e.keySep); err != nil {
			return false, false, err
		}
		return true, true, e.value(pair[1])
	})
}

// pairs are the items of a dict, in the order in which they are written.
func (e *jsonEncoder) pairs(d *value.Dict) ([]value.Value, error) {
	items, err := value.CallMethod(e.t, d, "items")
	if err != nil {
		return nil, err
	}
	pairs, err := value.Collect(e.t, items)
	if err != nil || !e.sortKeys {
		return pairs, err
	}
	list := value.NewList(pairs)
	if _, err := value.CallMethod(e.t, list, "sort"); err != nil {
		return nil, err
	}
	return list.Elems, nil
}

// key converts a key to a str; ok is false if it is skipped.
func (e *jsonEncoder) key(v value.Value) (key *value.Str, ok bool, err error) {
	text := ""
	switch k := v.(type) {
	case *value.Str:
		return k, true, nil
	case value.Bool:
		text = "false"
		if k {
			text = "true"
		}
	case value.Int, *value.BigInt:
		if text, err = value.IntString(e.t, v); err != nil {
			return nil, false, err
		}
	case *value.Unknown:
		return nil, false, &value.UnknownError{Reason: k.Reason}
	default:
		f, isFloat := value.AsFloat(v)
		switch {
		case isFloat:
			if text, err = e.float(f); err != nil {
				return nil, false, err
			}
		case v == value.None:
			text = "null"
		case e.skipKeys:
			return nil, false, nil
		default:
			return nil, false, value.TypeErrorf("keys must be str, int, float, bool or None, not %s", shortTypeName(v))
		}
	}
	return value.NewStr(text), true, nil
}

func (e *jsonEncoder) float(f float64) (string, error) {
	text := ""
	switch {
	case f != f:
		text = "NaN"
	case math.IsInf(f, 1):
		text = "Infinity"
	case math.IsInf(f, -1):
		text = "-Infinity"
	default:
		return value.FloatRepr(f), nil
	}
	if e.allowNaN {
		return text, nil
	}
	if e.pretty {
		return "", value.ValueErrorf("Out of range float values are not JSON compliant: %s", value.FloatRepr(f))
	}
	return "", value.ValueErrorf("Out of range float values are not JSON compliant")
}

func (e *jsonEncoder) string(s *value.Str) error {
	before := len(e.out)
	e.out = appendJSONString(e.out, s.String(), e.ascii)
	return e.t.Alloc(len(e.out) - before)
}

func appendJSONString(out []byte, s string, ascii bool) []byte {
	const hex = "0123456789abcdef"
	unit := func(r rune) {
		out = append(out, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
	}
	out = append(out, '"')
	for i := 0; i < len(s); {
		r, n := value.DecodeRune(s[i:])
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, '\\', 'n')
		case r == '\r':
			out = append(out, '\\', 'r')
		case r == '\t':
			out = append(out, '\\', 't')
		case r == '\f':
			out = append(out, '\\', 'f')
		case r == '\b':
			out = append(out, '\\', 'b')
		case r < ' ' || ascii && r >= 127 && r < 0x10000:
			unit(r)
		case ascii && r >= 0x10000:
			unit(0xD800 + (r-0x10000)>>10)
			unit(0xDC00 + (r-0x10000)&0x3FF)
		default:
			out = append(out, s[i:i+n]...)
		}
		i += n
	}
	return append(out, '"')
}
