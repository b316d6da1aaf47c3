package value

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// codec is a text encoding.
type codec struct {
	name   string // as errors show it
	encode func(r rune) ([]byte, bool)
	reason string // why a code point cannot be encoded
	decode func(b string) decoded
	bom    string // written first, and skipped when decoding
}

// decoded is the outcome of decoding the start of some bytes: a code point, or
// an error in the first size bytes.
type decoded struct {
	r      rune
	size   int
	reason string // empty: no error
}

// normalEncoding is the name of an encoding without what Python ignores in it.
func normalEncoding(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(name) {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '.' {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			b.WriteRune(r)
			gap = false
		} else {
			gap = true
		}
	}
	return b.String()
}

func findCodec(name string, encoding bool) (*codec, error) {
	switch normalEncoding(name) {
	case "utf_8", "utf8", "u8", "utf", "utf8_ucs2", "utf8_ucs4", "cp65001":
		return &codec{name: "utf-8", encode: encodeUTF8, reason: "surrogates not allowed", decode: decodeUTF8}, nil
	case "utf_8_sig":
		c := &codec{name: "utf-8", encode: encodeUTF8, reason: "surrogates not allowed", decode: decodeUTF8, bom: "\xef\xbb\xbf"}
		return c, nil
	case "ascii", "us_ascii", "646", "ansi_x3.4_1968", "ansi_x3_4_1968", "ansi_x3.4_1986", "cp367", "csascii", "ibm367", "iso646_us", "iso_646.irv_1991", "iso_ir_6", "us":
		return limitCodec("ascii", 128), nil
	case "latin_1", "latin1", "latin", "l1", "iso8859_1", "iso_8859_1", "iso8859", "8859", "cp819", "csisolatin1", "ibm819", "iso_8859_1_1987", "iso_ir_100":
		return limitCodec("latin-1", 256), nil
	case "utf_16", "utf16", "u16":
		return utf16Codec("utf-16", binary.LittleEndian), nil
	case "utf_16_le", "utf_16le", "unicodelittleunmarked":
		return utf16Codec("utf-16-le", binary.LittleEndian), nil
	case "utf_16_be", "utf_16be", "unicodebigunmarked":
		return utf16Codec("utf-16-be", binary.BigEndian), nil
	case "utf_32", "utf32", "u32":
		return utf32Codec("utf-32", binary.LittleEndian), nil
	case "utf_32_le", "utf_32le":
		return utf32Codec("utf-32-le", binary.LittleEndian), nil
	case "utf_32_be", "utf_32be":
		return utf32Codec("utf-32-be", binary.BigEndian), nil
	case "hex", "hex_codec", "base64", "base64_codec", "base_64", "bz2", "bz2_codec", "quopri", "quopri_codec", "quoted_printable", "quotedprintable", "rot13", "rot_13", "uu", "uu_codec", "zip", "zip_codec", "zlib", "zlib_codec":
		what := "encode"
		if !encoding {
			what = "decode"
		}
		return nil, Raisef(LookupError, "'%s' is not a text encoding; use codecs.%s() to handle arbitrary codecs", name, what)
	}
	if strings.Contains(" "+otherEncodings+" ", " "+normalEncoding(name)+" ") && name != "" {
		return nil, Unknownf("the encoding %s has no model", name)
	}
	return nil, Raisef(LookupError, "unknown encoding: %s", name)
}

func encodeUTF8(r rune) ([]byte, bool) {
	return AppendRune(nil, r), !isSurrogate(r)
}

func isSurrogate(r rune) bool { return 0xD800 <= r && r <= 0xDFFF }

// limitCodec is an encoding of the code points below a limit as single bytes.
func limitCodec(name string, limit rune) *codec {
	return &codec{
		name:   name,
		encode: func(r rune) ([]byte, bool) { return []byte{byte(r)}, r < limit },
		reason: fmt.Sprintf("ordinal not in range(%d)", limit),
		decode: func(b string) decoded {
			if rune(b[0]) >= limit {
				return decoded{size: 1, reason: fmt.Sprintf("ordinal not in range(%d)", limit)}
			}
			return decoded{r: rune(b[0]), size: 1}
		},
	}
}

// decodeUTF8 decodes one code point. The error covers the bytes that could
// have begun one.
func decodeUTF8(b string) decoded {
	c := b[0]
	if c < 0x80 {
		return decoded{r: rune(c), size: 1}
	}
	need, low, high := 0, byte(0x80), byte(0xBF) // further bytes, and the range of the first of them
	switch {
	case 0xC2 <= c && c <= 0xDF:
		need = 1
	case 0xE0 <= c && c <= 0xEF:
		need = 2
		if c == 0xE0 {
			low = 0xA0
		} else if c == 0xED {
			high = 0x9F
		}
	case 0xF0 <= c && c <= 0xF4:
		need = 3
		if c == 0xF0 {
			low = 0x90
		} else if c == 0xF4 {
			high = 0x8F
		}
	default:
		return decoded{size: 1, reason: "invalid start byte"}
	}
	r := rune(c & (0x3F >> need))
	for i := 1; i <= need; i++ {
		if i == len(b) {
			return decoded{size: i, reason: "unexpected end of data"}
		}
		if b[i] < low || b[i] > high {
			return decoded{size: i, reason: "invalid continuation byte"}
		}
		r = r<<6 | rune(b[i]&0x3F)
		low, high = 0x80, 0xBF
	}
	return decoded{r: r, size: need + 1}
}

func utf16Codec(name string, order binary.ByteOrder) *codec {
	c := &codec{
		name: name,
		encode: func(r rune) ([]byte, bool) {
			b := make([]byte, 2, 4)
			if r < 0x10000 {
				order.PutUint16(b, uint16(r))
				return b, !isSurrogate(r)
			}
			b = b[:4]
			order.PutUint16(b, uint16(0xD800+(r-0x10000)>>10))
			order.PutUint16(b[2:], uint16(0xDC00+(r-0x10000)&0x3FF))
			return b, true
		},
		reason: "surrogates not allowed",
		decode: func(b string) decoded { return decodeUTF16(b, order) },
	}
	if name == "utf-16" {
		c.bom = "\xff\xfe"
	}
	return c
}

func decodeUTF16(b string, order binary.ByteOrder) decoded {
	if len(b) < 2 {
		return decoded{size: 1, reason: "truncated data"}
	}
	unit := func(i int) rune { return rune(order.Uint16([]byte(b[i : i+2]))) }
	r := unit(0)
	switch {
	case !isSurrogate(r):
		return decoded{r: r, size: 2}
	case r >= 0xDC00:
		return decoded{size: 2, reason: "illegal encoding"}
	case len(b) < 4:
		return decoded{size: len(b), reason: "unexpected end of data"}
	}
	low := unit(2)
	if low < 0xDC00 || low > 0xDFFF {
		return decoded{size: 2, reason: "illegal UTF-16 surrogate"}
	}
	return decoded{r: 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), size: 4}
}

func utf32Codec(name string, order binary.ByteOrder) *codec {
	c := &codec{
		name: name,
		encode: func(r rune) ([]byte, bool) {
			b := make([]byte, 4)
			order.PutUint32(b, uint32(r))
			return b, !isSurrogate(r)
		},
		reason: "surrogates not allowed",
		decode: func(b string) decoded {
			if len(b) < 4 {
				return decoded{size: len(b), reason: "truncated data"}
			}
			r := order.Uint32([]byte(b[:4]))
			switch {
			case r >= 0xD800 && r <= 0xDFFF:
				return decoded{size: 4, reason: "code point in surrogate code point range(0xd800, 0xe000)"}
			case r > 0x10FFFF:
				return decoded{size: 4, reason: "code point not in range(0x110000)"}
			}
			return decoded{r: rune(r), size: 4}
		},
	}
	if name == "utf-32" {
		c.bom = "\xff\xfe\x00\x00"
	}
	return c
}

// Encode is s.encode(encoding, errors).
func Encode(t *Thread, s *Str, encoding, errors string) (string, error) {
	c, err := findCodec(encoding, true)
	if err != nil {
		return "", err
	}
	if err := t.Alloc(len(s.s)); err != nil {
		return "", err
	}
	if s.ASCII() && (c.name == "utf-8" || c.name == "ascii" || c.name == "latin-1") {
		return c.bom + s.s, nil
	}
	if err := t.Alloc(indexCost(s) + 8*s.Len()); err != nil {
		return "", err
	}
	out := []byte(c.bom)
	rs := s.Runes()
	for i := 0; i < len(rs); {
		b, ok := c.encode(rs[i])
		if ok {
			out = append(out, b...)
			i++
			continue
		}
		end := i + 1
		for end < len(rs) {
			if _, ok := c.encode(rs[end]); ok {
				break
			}
			end++
		}
		fixed, next, err := c.encodeError(t, s, i, end, errors)
		if err != nil {
			return "", err
		}
		if err := t.Alloc(len(fixed)); err != nil {
			return "", err
		}
		out = append(out, fixed...)
		i = next
	}
	return textOf(out), nil
}

// encodeError has the handler deal with the code points from start to end,
// which cannot be encoded, and returns the bytes in their place.
func (c *codec) encodeError(t *Thread, s *Str, start, end int, handler string) (fixed []byte, next int, err error) {
	rs := s.Runes()
	strict := func(start, end int) error {
		return Raise(UnicodeEncodeError, NewStr(c.name), s, Int(start), Int(end), NewStr(c.reason))
	}
	write := func(text string) {
		for _, r := range text {
			b, _ := c.encode(r)
			fixed = append(fixed, b...)
		}
	}
	switch handler {
	case "strict", "":
		return nil, 0, strict(start, end)
	case "ignore":
	case "replace":
		write(strings.Repeat("?", end-start))
	case "xmlcharrefreplace":
		for _, r := range rs[start:end] {
			write(fmt.Sprintf("&#%d;", r))
		}
	case "backslashreplace":
		for _, r := range rs[start:end] {
			write(string(appendEscape(nil, r)))
		}
	case "surrogateescape":
		for i := start; i < end; i++ {
			if rs[i] < 0xDC80 || rs[i] > 0xDCFF {
				return nil, 0, strict(i, end)
			}
			fixed = append(fixed, byte(rs[i]-0xDC00))
		}
		if len(c.bom) > 0 && c.name != "utf-8" || strings.HasPrefix(c.name, "utf-16") || strings.HasPrefix(c.name, "utf-32") {
			return nil, 0, Unknownf("surrogateescape with %s has no model", c.name)
		}
	case "surrogatepass":
		if !strings.HasPrefix(c.name, "utf") {
			return nil, 0, strict(start, end)
		}
		for _, r := range rs[start:end] {
			b, _ := c.encode(r)
			fixed = append(fixed, b...)
		}
	case "namereplace":
		return nil, 0, Unknownf("the names of code points have no model")
	default:
		return nil, 0, Raisef(LookupError, "unknown error handler name '%s'", handler)
	}
	return fixed, end, nil
}

// Decode is b.decode(encoding, errors).
func Decode(t *Thread, b, encoding, errors string) (string, error) {
	c, err := findCodec(encoding, false)
	if err != nil {
		return "", err
	}
	if err := t.Alloc(2 * len(b)); err != nil {
		return "", err
	}
	whole := b
	skipped := 0
	if c.bom != "" {
		switch {
		case strings.HasPrefix(b, c.bom):
			skipped = len(c.bom)
		case c.name == "utf-16" && strings.HasPrefix(b, "\xfe\xff"):
			c, skipped = utf16Codec("utf-16-be", binary.BigEndian), 2
		case c.name == "utf-32" && strings.HasPrefix(b, "\x00\x00\xfe\xff"):
			c, skipped = utf32Codec("utf-32-be", binary.BigEndian), 4
		}
		switch c.name {
		case "utf-16":
			c.name = "utf-16-le"
		case "utf-32":
			c.name = "utf-32-le"
		case "utf-8":
			// The codec cuts the mark off before it decodes.
			whole, b, skipped = whole[skipped:], b[skipped:], 0
		}
	}
	out := make([]byte, 0, len(b))
	for i := skipped; i < len(b); {
		if b[i] < 0x80 && c.name == "utf-8" {
			out = append(out, b[i])
			i++
			continue
		}
		d := c.decode(b[i:])
		if d.reason == "" {
			out = AppendRune(out, d.r)
			i += d.size
			continue
		}
		fixed, size, err := c.decodeError(whole, i, d, errors)
		if err != nil {
			return "", err
		}
		out = append(out, fixed...)
		i += size
	}
	return textOf(out), nil
}

// decodeError has the handler deal with bytes that cannot be decoded, and
// returns the text in their place and how many bytes that is for.
func (c *codec) decodeError(b string, start int, d decoded, handler string) (fixed []byte, size int, err error) {
	strict := Raise(UnicodeDecodeError, NewStr(c.name), NewBytes(b), Int(start), Int(start+d.size), NewStr(d.reason))
	bad := b[start : start+d.size]
	switch handler {
	case "strict", "":
		return nil, 0, strict
	case "ignore":
	case "replace":
		fixed = AppendRune(nil, 0xFFFD)
	case "backslashreplace":
		for i := range len(bad) {
			fixed = fmt.Appendf(fixed, "\\x%02x", bad[i])
		}
	case "surrogateescape":
		n := 0
		for n < len(bad) && n < 4 && bad[n] >= 128 {
			fixed = AppendRune(fixed, 0xDC00+rune(bad[n]))
			n++
		}
		if n == 0 {
			return nil, 0, strict
		}
		return fixed, n, nil
	case "surrogatepass":
		if c.name == "utf-8" && start+3 <= len(b) {
			if r, n := DecodeRune(b[start:]); n == 3 && isSurrogate(r) {
				return AppendRune(nil, r), 3, nil
			}
		}
		if c.name != "utf-8" && strings.HasPrefix(c.name, "utf") {
			return nil, 0, Unknownf("surrogatepass with %s has no model", c.name)
		}
		return nil, 0, strict
	case "xmlcharrefreplace", "namereplace":
		return nil, 0, TypeErrorf("don't know how to handle UnicodeDecodeError in error callback")
	default:
		return nil, 0, Raisef(LookupError, "unknown error handler name '%s'", handler)
	}
	return fixed, d.size, nil
}
