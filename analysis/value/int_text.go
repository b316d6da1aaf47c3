package value

import (
	"math/big"
	"strconv"
	"strings"
)

// maxIntDigits is the limit of CPython on conversions between ints and decimal
// text.
const maxIntDigits = 4300

// IntString is str(v) of an int.
func IntString(t *Thread, v Value) (string, error) {
	if n, ok := AsInt(v); ok {
		return strconv.FormatInt(n, 10), nil
	}
	n, ok := AsBig(v)
	if !ok {
		return "", TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
	}
	return bigString(n)
}

func bigString(n *big.Int) (string, error) {
	// A number of d digits has more than 3.32*(d-1) bits; only numbers near
	// the limit are converted to be counted.
	if n.BitLen() <= maxIntDigits*3322/1000+8 {
		s := n.String()
		if len(strings.TrimPrefix(s, "-")) <= maxIntDigits {
			return s, nil
		}
	}
	return "", ValueErrorf("Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", maxIntDigits)
}

// IntFromText is int(text, base). literal is how an error shows the argument.
func IntFromText(t *Thread, text string, base int, literal string) (Value, error) {
	if base != 0 && (base < 2 || base > 36) {
		return nil, ValueErrorf("int() base must be >= 2 and <= 36, or 0")
	}
	digits, negative, realBase, ok := intDigits(text, base)
	if !ok {
		return nil, ValueErrorf("invalid literal for int() with base %d: %s", base, shorten(literal))
	}
	if realBase&(realBase-1) != 0 && len(digits) > maxIntDigits {
		return nil, ValueErrorf("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", maxIntDigits, len(digits))
	}
	if len(digits) <= 18 {
		n, err := strconv.ParseInt(digits, realBase, 64)
		if err == nil {
			if negative {
				n = -n
			}
			return Int(n), nil
		}
	}
	if err := t.Alloc(len(digits)); err != nil {
		return nil, err
	}
	n, _ := new(big.Int).SetString(digits, realBase)
	if negative {
		n.Neg(n)
	}
	return MakeInt(n), nil
}

// shorten cuts a repr as the format %.200R does.
func shorten(repr string) string {
	if len(repr) <= 200 {
		return repr
	}
	n := 0
	for i := range repr {
		if n == 200 {
			return repr[:i]
		}
		n++
	}
	return repr
}

// intDigits takes the text of an int apart: the digits in ASCII and without
// underscores, the sign, and the base, which a prefix may tell.
func intDigits(text string, base int) (digits string, negative bool, realBase int, ok bool) {
	s, ok := asciiNumber(text)
	if !ok {
		return "", false, 0, false
	}
	if s != "" && (s[0] == '+' || s[0] == '-') {
		negative = s[0] == '-'
		s = s[1:]
	}
	prefixed := false
	if len(s) > 1 && s[0] == '0' {
		named := 0
		switch s[1] | 0x20 {
		case 'x':
			named = 16
		case 'o':
			named = 8
		case 'b':
			named = 2
		}
		if named != 0 && (base == 0 || base == named) {
			base, prefixed = named, true
			s = s[2:]
			s = strings.TrimPrefix(s, "_")
		}
	}
	octalLike := false
	if base == 0 {
		base = 10
		octalLike = s != "" && s[0] == '0' && !prefixed
	}
	out := make([]byte, 0, len(s))
	nonzero := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '_' {
			if i == 0 || s[i-1] == '_' || i == len(s)-1 {
				return "", false, 0, false
			}
			continue
		}
		d := digitOf(c)
		if d < 0 || d >= base {
			return "", false, 0, false
		}
		nonzero = nonzero || d > 0
		out = append(out, c)
	}
	if len(out) == 0 || octalLike && nonzero {
		return "", false, 0, false
	}
	return string(out), negative, base, true
}

func digitOf(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// asciiNumber strips the spaces around a number and replaces digits of other
// scripts; false if anything else is not ASCII.
func asciiNumber(text string) (string, bool) {
	text = stripSpace(text)
	for i := 0; i < len(text); i++ {
		if text[i] >= 128 {
			return decimalsToASCII(text)
		}
	}
	return text, true
}

func decimalsToASCII(text string) (string, bool) {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		r, n := DecodeRune(text[i:])
		i += n
		switch d := decimalValue(r); {
		case d >= 0:
			out = append(out, byte('0'+d))
		case r < 128:
			out = append(out, byte(r))
		case isSpace(r):
			out = append(out, ' ')
		default:
			return "", false
		}
	}
	return string(out), true
}

// stripSpace removes white space from both ends.
func stripSpace(text string) string { return stripSpaceRight(stripSpaceLeft(text)) }

func stripSpaceLeft(text string) string {
	for text != "" {
		r, n := DecodeRune(text)
		if !isSpace(r) {
			break
		}
		text = text[n:]
	}
	return text
}

func stripSpaceRight(text string) string {
	for text != "" {
		r, n := decodeLastRune(text)
		if !isSpace(r) {
			break
		}
		text = text[:len(text)-n]
	}
	return text
}

// decodeLastRune is utf8.DecodeLastRuneInString for WTF-8.
func decodeLastRune(s string) (rune, int) {
	start := len(s) - 1
	for start > 0 && len(s)-start < 4 && s[start]&0xC0 == 0x80 {
		start--
	}
	r, n := DecodeRune(s[start:])
	if n != len(s)-start {
		return DecodeRune(s[len(s)-1:])
	}
	return r, n
}
