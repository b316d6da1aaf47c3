package value

import (
	"fmt"
	"strings"
)

// StrRepr is repr of a str.
func StrRepr(s string) string {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	out := make([]byte, 0, len(s)+2)
	out = append(out, quote)
	for i := 0; i < len(s); {
		r, n := DecodeRune(s[i:])
		switch {
		case r == rune(quote) || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, '\\', 'n')
		case r == '\r':
			out = append(out, '\\', 'r')
		case r == '\t':
			out = append(out, '\\', 't')
		case r < 128 && r >= ' ' && r != 127 || r >= 128 && isPrintable(r):
			out = append(out, s[i:i+n]...)
		default:
			out = appendEscape(out, r)
		}
		i += n
	}
	return textOf(append(out, quote))
}

const hexDigits = "0123456789abcdef"

// appendEscape appends \x.., \u.... or \U.........
func appendEscape(out []byte, r rune) []byte {
	switch {
	case r < 0x100:
		return append(out, '\\', 'x', hexDigits[r>>4], hexDigits[r&15])
	case r < 0x10000:
		return fmt.Appendf(out, "\\u%04x", r)
	}
	return fmt.Appendf(out, "\\U%08x", r)
}

// chargeRepr accounts for the repr of text before it is made: up to four bytes
// for one, and the room that it grew in.
func chargeRepr(t *Thread, s string) error {
	size := len(s)
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 127 {
			size += 5
		}
	}
	return t.Alloc(size)
}

// BytesRepr is repr of a bytes object.
func BytesRepr(s string) string { return quoteBytes(s, false) }

// byteArrayRepr is repr of a bytearray.
func byteArrayRepr(b *ByteArray) string {
	return b.Type().Name + "(" + quoteBytes(string(b.B), true) + ")"
}

// quoteBytes writes bytes as a literal. A bytearray escapes the single quote
// even between double ones.
func quoteBytes(s string, escapeSingle bool) string {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	out := append(make([]byte, 0, len(s)+3), 'b', quote)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote || c == '\\' || c == '\'' && escapeSingle:
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, '\\', 'n')
		case c == '\r':
			out = append(out, '\\', 'r')
		case c == '\t':
			out = append(out, '\\', 't')
		case c < ' ' || c >= 127:
			out = append(out, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
		default:
			out = append(out, c)
		}
	}
	return textOf(append(out, quote))
}
