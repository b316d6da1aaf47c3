package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("codecs", loadCodecs) }

// textCodecs are the encodings of text that have a model: as they are called, in
// small letters and with "-", and what CPython calls them.
var textCodecs = map[string]string{
	"utf-8": "utf-8", "utf8": "utf-8", "u8": "utf-8", "ascii": "ascii", "us-ascii": "ascii", "646": "ascii",
	"latin-1": "iso8859-1", "latin1": "iso8859-1", "iso-8859-1": "iso8859-1", "iso8859-1": "iso8859-1", "l1": "iso8859-1", "latin": "iso8859-1",
	"utf-16": "utf-16", "utf16": "utf-16", "utf-16-le": "utf-16-le", "utf-16le": "utf-16-le", "utf-16-be": "utf-16-be", "utf-16be": "utf-16-be",
	"utf-32": "utf-32", "utf32": "utf-32", "utf-32-le": "utf-32-le", "utf-32-be": "utf-32-be",
}

// textCodec finds an encoding of text. What it has no model of may be one of those
// that a program registers.
func textCodec(v value.Value) (name string, err error) {
	if err := known(v); err != nil {
		return "", err
	}
	s, ok := v.(*value.Str)
	if !ok {
		return "", value.Unknownf("an encoding that is no str")
	}
	name, ok = textCodecs[strings.ReplaceAll(strings.ToLower(s.String()), "_", "-")]
	if !ok {
		return "", value.Unknownf("the codec %s has no model", s.String())
	}
	return name, nil
}

// encodeText is the encoding of a str.
func encodeText(t *value.Thread, codec string, v, errors value.Value) (value.Value, error) {
	if err := unknownOf(v, errors); err != nil {
		return nil, err
	}
	s, ok := v.(*value.Str)
	if !ok {
		return nil, value.Unknownf("the encoding of what is no str")
	}
	return value.CallMethod(t, value.NewStr(s.String()), "encode", value.NewStr(codec), errors)
}

// decodeText is the text in a bytes-like object, with its length.
func decodeText(t *value.Thread, codec string, v, errors value.Value) (text value.Value, n int, err error) {
	if err := unknownOf(v, errors); err != nil {
		return nil, 0, err
	}
	b, ok := value.BytesOf(t, v)
	if !ok {
		return nil, 0, value.Unknownf("the decoding of what is no bytes-like object")
	}
	text, err = value.CallMethod(t, value.NewBytes(b), "decode", value.NewStr(codec), errors)
	return text, len(b), err
}

func loadCodecs(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("codecs")
	for name, text := range map[string]string{
		"BOM_UTF8": "\xef\xbb\xbf", "BOM_LE": "\xff\xfe", "BOM_UTF16_LE": "\xff\xfe", "BOM_BE": "\xfe\xff", "BOM_UTF16_BE": "\xfe\xff",
		"BOM": "\xff\xfe", "BOM_UTF16": "\xff\xfe", "BOM32_LE": "\xff\xfe", "BOM32_BE": "\xfe\xff",
		"BOM_UTF32_LE": "\xff\xfe\x00\x00", "BOM_UTF32": "\xff\xfe\x00\x00", "BOM64_LE": "\xff\xfe\x00\x00",
		"BOM_UTF32_BE": "\x00\x00\xfe\xff", "BOM64_BE": "\x00\x00\xfe\xff",
	} {
		m.Set(name, value.NewBytes(text))
	}
	defC(m, "_codecs", "encode(obj, encoding='utf-8', errors='strict')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		codec, err := textCodec(a[1])
		if err != nil {
			return nil, err
		}
		return encodeText(t, codec, a[0], a[2])
	})
	defC(m, "_codecs", "decode(obj, encoding='utf-8', errors='strict')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		codec, err := textCodec(a[1])
		if err != nil {
			return nil, err
		}
		text, _, err := decodeText(t, codec, a[0], a[2])
		return text, err
	})
	// What a program registers changes what encodings and errors mean.
	for _, signature := range []string{"register(search_function, /)", "unregister(search_function, /)", "register_error(errors, handler, /)"} {
		name, _, _ := strings.Cut(signature, "(")
		defC(m, "_codecs", signature, func(*value.Thread, []value.Value) (value.Value, error) {
			return nil, &value.UnknownError{Reason: "codecs." + name + "()", Halt: true}
		})
	}
	info, err := class{module: "codecs", name: "CodecInfo", bases: []*value.Type{value.TupleType}}.make(t)
	if err != nil {
		return nil, err
	}
	info.Partial = true
	m.Set("CodecInfo", info)
	def(info, "__new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None, name=None, *, _is_text_encoding=None)",
		func(*value.Thread, []value.Value) (value.Value, error) {
			return nil, value.Unknownf("a codec of the program's has no model")
		})
	def(info, "__repr__(self)", func(*value.Thread, []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the repr of a CodecInfo holds its address")
	})
	infos := map[string]value.Value{}
	lookup := func(t *value.Thread, encoding value.Value) (*value.Tuple, error) {
		codec, err := textCodec(encoding)
		if err != nil {
			return nil, err
		}
		if got, ok := infos[codec]; ok {
			return got.(*value.Tuple), nil
		}
		encode := value.NewBuiltin("encode(input, errors='strict', /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			got, err := encodeText(t, codec, a[0], a[1])
			if err != nil {
				return nil, err
			}
			return value.NewTuple(got, value.Int(a[0].(*value.Str).Len())), nil
		})
		decode := value.NewBuiltin("decode(input, errors='strict', /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			got, n, err := decodeText(t, codec, a[0], a[1])
			if err != nil {
				return nil, err
			}
			return value.NewTuple(got, value.Int(n)), nil
		})
		o := &value.Tuple{Header: value.Header{Cls: info}, Elems: []value.Value{
			encode, decode, &value.Unknown{Reason: "codecs.StreamReader"}, &value.Unknown{Reason: "codecs.StreamWriter"},
		}}
		for name, v := range map[string]value.Value{"name": value.NewStr(codec), "encode": encode, "decode": decode} {
			if err := value.SetAttr(t, o, name, v); err != nil {
				return nil, err
			}
		}
		infos[codec] = o
		return o, nil
	}
	defC(m, "_codecs", "lookup(encoding, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		o, err := lookup(t, a[0])
		if err != nil {
			return nil, err
		}
		return o, nil
	})
	for i, name := range []string{"getencoder", "getdecoder"} {
		defIn(m, name+"(encoding)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			o, err := lookup(t, a[0])
			if err != nil {
				return nil, err
			}
			return o.Elems[i], nil
		})
	}
	return m, nil
}
