package stdlib

import (
	"fmt"
	"strings"

	"augur/analysis/value"
)

func init() {
	Register("json", loadJSON)
	Register("json.encoder", func(t *value.Thread) (*value.Module, error) { return jsonPart(t, "json.encoder", "JSONEncoder") })
	Register("json.decoder", func(t *value.Thread) (*value.Module, error) {
		return jsonPart(t, "json.decoder", "JSONDecoder", "JSONDecodeError")
	})
}

// jsonErrorKey is where a run keeps its JSONDecodeError.
const jsonErrorKey = "json.JSONDecodeError"

// jsonPart is a module that holds some of what json does.
func jsonPart(t *value.Thread, name string, names ...string) (*value.Module, error) {
	json, _, err := Load(t, "json")
	if err != nil {
		return nil, err
	}
	m := value.NewModule(name)
	for _, n := range names {
		v, err := value.GetAttr(t, json, n)
		if err != nil {
			return nil, err
		}
		m.Set(n, v)
	}
	return m, nil
}

func loadJSON(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("json")
	decodeError, err := jsonDecodeError(t)
	if err != nil {
		return nil, err
	}
	t.Local[jsonErrorKey] = decodeError
	m.Set("JSONDecodeError", decodeError)
	encoder, err := jsonEncoderClass(t)
	if err != nil {
		return nil, err
	}
	m.Set("JSONEncoder", encoder)
	decoder, err := jsonDecoderClass(t)
	if err != nil {
		return nil, err
	}
	m.Set("JSONDecoder", decoder)

	const options = "skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw"
	dumps := func(t *value.Thread, obj value.Value, a []value.Value) (value.Value, error) {
		cls := a[4]
		var c value.Value = encoder
		if cls != value.None {
			c = cls
		}
		kwargs := []value.Kwarg{
			{Name: "skipkeys", Value: a[0]}, {Name: "ensure_ascii", Value: a[1]}, {Name: "check_circular", Value: a[2]}, {Name: "allow_nan", Value: a[3]},
			{Name: "indent", Value: a[5]}, {Name: "separators", Value: a[6]}, {Name: "default", Value: a[7]}, {Name: "sort_keys", Value: a[8]},
		}
		e, err := value.Call(t, c, nil, append(kwargs, kwargsOf(a[9])...))
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, e, "encode", obj)
	}
	defIn(m, "dumps(obj, *, "+options+")", func(t *value.Thread, a []value.Value) (value.Value, error) { return dumps(t, a[0], a[1:]) })
	defIn(m, "dump(obj, fp, *, "+options+")", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1].Type().Heap {
			return nil, value.Unknownf("in which pieces json.dump writes has no model")
		}
		text, err := dumps(t, a[0], a[2:])
		if err != nil {
			return nil, err
		}
		_, err = value.CallMethod(t, a[1], "write", text)
		return value.None, err
	})
	const hooks = "cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw"
	loads := func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := jsonText(t, a[0])
		if err != nil {
			return nil, err
		}
		kwargs := kwargsOf(a[7])
		for i, name := range []string{"object_hook", "parse_float", "parse_int", "parse_constant", "object_pairs_hook"} {
			if a[2+i] != value.None {
				kwargs = append(kwargs, value.Kwarg{Name: name, Value: a[2+i]})
			}
		}
		var c value.Value = decoder
		if a[1] != value.None {
			c = a[1]
		}
		d, err := value.Call(t, c, nil, kwargs)
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, d, "decode", s)
	}
	defIn(m, "loads(s, *, "+hooks+")", loads)
	defIn(m, "load(fp, *, "+hooks+")", func(t *value.Thread, a []value.Value) (value.Value, error) {
		text, err := value.CallMethod(t, a[0], "read")
		if err != nil {
			return nil, err
		}
		return loads(t, append([]value.Value{text}, a[1:]...))
	})
	return m, nil
}

// jsonText decodes the argument of loads.
func jsonText(t *value.Thread, v value.Value) (value.Value, error) {
	b := ""
	switch s := v.(type) {
	case *value.Str:
		if strings.HasPrefix(s.String(), "\ufeff") {
			return nil, raiseJSONError(t, "Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
		}
		return s, nil
	case *value.Bytes:
		b = s.B
	case *value.ByteArray:
		t.Reading(&s.Header)
		b = string(s.B)
	case *value.Unknown:
		return nil, &value.UnknownError{Reason: s.Reason}
	default:
		return nil, value.TypeErrorf("the JSON object must be str, bytes or bytearray, not %s", v.Type().Name)
	}
	text, err := value.Decode(t, b, jsonEncoding(b), "surrogatepass")
	if err != nil {
		return nil, err
	}
	return value.NewStr(text), nil
}

// jsonEncoding tells the encoding of bytes by the zeros among the first of
// them, which JSON has only in wide encodings.
func jsonEncoding(b string) string {
	has := func(mark string) bool { return strings.HasPrefix(b, mark) }
	zero := func(i int) bool { return b[i] == 0 }
	switch {
	case has("\xff\xfe\x00\x00") || has("\x00\x00\xfe\xff"):
		return "utf-32"
	case has("\xff\xfe") || has("\xfe\xff"):
		return "utf-16"
	case has("\xef\xbb\xbf"):
		return "utf-8-sig"
	case len(b) >= 4 && zero(0) && zero(1):
		return "utf-32-be"
	case len(b) >= 4 && zero(0):
		return "utf-16-be"
	case len(b) >= 4 && zero(1) && (!zero(2) || !zero(3)):
		return "utf-16-le"
	case len(b) >= 4 && zero(1):
		return "utf-32-le"
	case len(b) == 2 && zero(0):
		return "utf-16-be"
	case len(b) == 2 && zero(1):
		return "utf-16-le"
	}
	return "utf-8"
}

// jsonDecodeError makes json.JSONDecodeError.
func jsonDecodeError(t *value.Thread) (*value.Type, error) {
	c, err := class{module: "json.decoder", name: "JSONDecodeError", bases: []*value.Type{value.ValueError}}.make(t)
	if err != nil {
		return nil, err
	}
	def(c, "__init__(self, msg, doc, pos)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		e, ok := a[0].(*value.Exception)
		doc, isStr := a[2].(*value.Str)
		if !ok || !isStr {
			return nil, value.Unknownf("a JSONDecodeError about no str has no model")
		}
		pos, err := value.Index(t, a[3])
		if err != nil {
			return nil, err
		}
		line, start := 1, -1
		for i, r := range doc.Runes() {
			if r == '\n' && i < pos {
				line++
				start = i
			}
		}
		msg, err := value.Text(t, a[1])
		if err != nil {
			return nil, err
		}
		for _, attr := range []struct {
			name string
			v    value.Value
		}{{"msg", a[1]}, {"doc", doc}, {"pos", a[3]}, {"lineno", value.Int(line)}, {"colno", value.Int(pos - start)}} {
			if err := value.SetAttr(t, e, attr.name, attr.v); err != nil {
				return nil, err
			}
		}
		e.Args = value.NewTuple(value.NewStr(fmt.Sprintf("%s: line %d column %d (char %d)", msg, line, pos-start, pos)))
		return value.None, nil
	})
	return c, nil
}

func raiseJSONError(t *value.Thread, msg string, doc *value.Str, pos int) error {
	c, ok := t.Local[jsonErrorKey].(*value.Type)
	if !ok {
		return value.Unknownf("json.JSONDecodeError before json is imported")
	}
	e, err := value.Call(t, c, []value.Value{value.NewStr(msg), doc, value.Int(pos)}, nil)
	if err != nil {
		return err
	}
	return &value.Raised{Exc: e.(*value.Exception)}
}
