package stdlib

import (
	"encoding/binary"
	"strings"

	"augur/analysis/value"
)

func init() { Register("base64", loadBase64) }

func loadBase64(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("base64")
	codec, _, err := Load(t, "binascii")
	if err != nil {
		return nil, err
	}
	errorClass, err := value.GetAttr(t, codec, "Error")
	if err != nil {
		return nil, err
	}
	fail := func(format string, args ...any) error { return value.Raisef(errorClass.(*value.Type), format, args...) }
	base64Base64(m, fail)
	base64Small(m, fail)
	base64Base85(m)
	return m, nil
}

type failure func(format string, args ...any) error

// decodeArgument reads what is decoded: bytes, or a str of ASCII characters.
func decodeArgument(t *value.Thread, v value.Value) (string, error) {
	switch s := v.(type) {
	case *value.Str:
		if !s.ASCII() {
			return "", value.ValueErrorf("string argument should contain only ASCII characters")
		}
		return s.String(), t.Alloc(len(s.String()))
	case *value.Unknown:
		return "", &value.UnknownError{Reason: s.Reason}
	}
	b, ok := value.BytesOf(t, v)
	if !ok {
		return "", value.TypeErrorf("argument should be a bytes-like object or ASCII string, not '%s'", shortTypeName(v))
	}
	return b, t.Alloc(len(b))
}

// encodeArgument reads what is encoded.
func encodeArgument(t *value.Thread, v value.Value) (string, error) {
	b, err := value.BytesArgument(t, v)
	if err != nil {
		return "", err
	}
	return b, t.Alloc(2 * len(b))
}

// memoryArgument is encodeArgument where Python takes a memoryview.
func memoryArgument(t *value.Thread, v value.Value) (string, error) {
	b, ok := value.BytesOf(t, v)
	if !ok {
		if u, isUnknown := v.(*value.Unknown); isUnknown {
			return "", &value.UnknownError{Reason: u.Reason}
		}
		return "", value.TypeErrorf("memoryview: a bytes-like object is required, not '%s'", v.Type().Name)
	}
	return b, t.Alloc(2 * len(b))
}

// swapBytes replaces some bytes by others.
func swapBytes(s, from, to string) string {
	out := []byte(s)
	for i, c := range out {
		if k := strings.LastIndexByte(from, c); k >= 0 {
			out[i] = to[k]
		}
	}
	return string(out)
}

func base64Base64(m *value.Module, fail failure) {
	encode := func(t *value.Thread, v value.Value, alphabet string) (value.Value, error) {
		b, err := encodeArgument(t, v)
		if err != nil {
			return nil, err
		}
		return value.NewBytes(swapBytes(encodeBase64(b), "+/", alphabet)), nil
	}
	decode := func(t *value.Thread, s, from string, strict bool) (value.Value, error) {
		out, err := decodeBase64(swapBytes(s, from, "+/"), strict, fail)
		if err != nil {
			return nil, err
		}
		return value.NewBytes(out), nil
	}
	defIn(m, "b64encode(s, altchars=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		alphabet := "+/"
		if a[1] != value.None {
			b, err := value.BytesArgument(t, a[1])
			if err != nil {
				return nil, err
			}
			if len(b) != 2 {
				return nil, value.Raisef(value.AssertionError, "%s", value.BytesRepr(b))
			}
			alphabet = b
		}
		return encode(t, a[0], alphabet)
	})
	defIn(m, "standard_b64encode(s)", func(t *value.Thread, a []value.Value) (value.Value, error) { return encode(t, a[0], "+/") })
	defIn(m, "urlsafe_b64encode(s)", func(t *value.Thread, a []value.Value) (value.Value, error) { return encode(t, a[0], "-_") })
	defIn(m, "b64decode(s, altchars=None, validate=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := decodeArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		from := "+/"
		if a[1] != value.None {
			if from, err = decodeArgument(t, a[1]); err != nil {
				return nil, err
			}
			if len(from) != 2 {
				return nil, value.Raisef(value.AssertionError, "%s", value.BytesRepr(from))
			}
		}
		strict, err := value.Truth(t, a[2])
		if err != nil {
			return nil, err
		}
		return decode(t, s, from, strict)
	})
	for name, from := range map[string]string{"standard_b64decode": "+/", "urlsafe_b64decode": "-_"} {
		defIn(m, name+"(s)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			s, err := decodeArgument(t, a[0])
			if err != nil {
				return nil, err
			}
			return decode(t, s, from, false)
		})
	}
	defIn(m, "encodebytes(s)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		b, err := memoryArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		const line = 57
		out := ""
		for i := 0; i < len(b); i += line {
			out += encodeBase64(b[i:min(i+line, len(b))]) + "\n"
		}
		return value.NewBytes(out), nil
	})
	defIn(m, "decodebytes(s)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		b, err := memoryArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		return decode(t, b, "+/", false)
	})
}

// base64Small adds base 32 and base 16.
func base64Small(m *value.Module, fail failure) {
	const alphabet32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	const hex32 = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
	for name, alphabet := range map[string]string{"b32": alphabet32, "b32hex": hex32} {
		defIn(m, name+"encode(s)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			b, err := memoryArgument(t, a[0])
			if err != nil {
				return nil, err
			}
			return value.NewBytes(encodeBase32(b, alphabet)), nil
		})
	}
	decode := func(t *value.Thread, a []value.Value, alphabet string, map01 value.Value) (value.Value, error) {
		s, err := decodeArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		if len(s)%8 != 0 {
			return nil, fail("Incorrect padding")
		}
		if map01 != value.None {
			letter, err := decodeArgument(t, map01)
			if err != nil {
				return nil, err
			}
			if len(letter) != 1 {
				return nil, value.Raisef(value.AssertionError, "%s", value.BytesRepr(letter))
			}
			s = swapBytes(s, "01", "O"+letter)
		}
		fold, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		if fold {
			s = upperASCII(s)
		}
		out, err := decodeBase32(s, alphabet, fail)
		if err != nil {
			return nil, err
		}
		return value.NewBytes(out), nil
	}
	defIn(m, "b32decode(s, casefold=False, map01=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return decode(t, a, alphabet32, a[2])
	})
	defIn(m, "b32hexdecode(s, casefold=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return decode(t, a, hex32, value.None)
	})
	defIn(m, "b16encode(s)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		b, err := encodeArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		const digits = "0123456789ABCDEF"
		out := make([]byte, 0, 2*len(b))
		for i := range len(b) {
			out = append(out, digits[b[i]>>4], digits[b[i]&15])
		}
		return value.NewBytes(string(out)), nil
	})
	defIn(m, "b16decode(s, casefold=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := decodeArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		fold, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		if fold {
			s = upperASCII(s)
		}
		if strings.Trim(s, "0123456789ABCDEF") != "" {
			return nil, fail("Non-base16 digit found")
		}
		for i := range len(s) {
			if strings.IndexByte("0123456789ABCDEF", s[i]) < 0 {
				return nil, fail("Non-base16 digit found")
			}
		}
		if len(s)%2 != 0 {
			return nil, fail("Odd-length string")
		}
		out := make([]byte, len(s)/2)
		for i := range out {
			out[i] = byte(strings.IndexByte("0123456789ABCDEF", s[2*i])<<4 | strings.IndexByte("0123456789ABCDEF", s[2*i+1]))
		}
		return value.NewBytes(string(out)), nil
	})
}

func upperASCII(s string) string {
	out := []byte(s)
	for i, c := range out {
		if 'a' <= c && c <= 'z' {
			out[i] = c - 'a' + 'A'
		}
	}
	return string(out)
}

func encodeBase32(b, alphabet string) string {
	out := make([]byte, 0, (len(b)+4)/5*8)
	for i := 0; i < len(b); i += 5 {
		var group [8]byte
		n := copy(group[3:], b[i:min(i+5, len(b))])
		bits := binary.BigEndian.Uint64(group[:])
		used := (n*8 + 4) / 5
		for k := range 8 {
			if k < used {
				out = append(out, alphabet[bits>>(35-5*k)&31])
			} else {
				out = append(out, '=')
			}
		}
	}
	return string(out)
}

func decodeBase32(s, alphabet string, fail failure) (string, error) {
	trimmed := strings.TrimRight(s, "=")
	pads := len(s) - len(trimmed)
	var out []byte
	bits := uint64(0)
	for i := 0; i < len(trimmed); i += 8 {
		bits = 0
		for k := i; k < min(i+8, len(trimmed)); k++ {
			v := strings.IndexByte(alphabet, trimmed[k])
			if v < 0 {
				return "", fail("Non-base32 digit found")
			}
			bits = bits<<5 | uint64(v)
		}
		out = append(out, byte(bits>>32), byte(bits>>24), byte(bits>>16), byte(bits>>8), byte(bits))
	}
	switch pads {
	case 0:
		return string(out), nil
	case 1, 3, 4, 6:
	default:
		return "", fail("Incorrect padding")
	}
	if len(out) == 0 {
		return "", nil
	}
	bits <<= 5 * pads
	keep := (43 - 5*pads) / 8
	out = out[:len(out)-5]
	for k := range keep {
		out = append(out, byte(bits>>(32-8*k)))
	}
	return string(out), nil
}

// base64Base85 adds Ascii85 and base 85.
func base64Base85(m *value.Module) {
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
	var ascii85 [85]byte
	for i := range ascii85 {
		ascii85[i] = byte(33 + i)
	}
	truths := func(t *value.Thread, vs ...value.Value) ([]bool, error) {
		out := make([]bool, len(vs))
		for i, v := range vs {
			var err error
			if out[i], err = value.Truth(t, v); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	defIn(m, "b85encode(b, pad=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		b, err := memoryArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		is, err := truths(t, a[1])
		if err != nil {
			return nil, err
		}
		return value.NewBytes(encodeBase85(b, alphabet, is[0], false, false)), nil
	})
	defIn(m, "b85decode(b)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := decodeArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		out, err := decodeBase85(s, alphabet)
		if err != nil {
			return nil, err
		}
		return value.NewBytes(out), nil
	})
	defIn(m, "a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		b, err := memoryArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		is, err := truths(t, a[1], a[3], a[4])
		if err != nil {
			return nil, err
		}
		spaces, pad, adobe := is[0], is[1], is[2]
		out := encodeBase85(b, string(ascii85[:]), pad, true, spaces)
		if adobe {
			out = "<~" + out
		}
		column, err := value.Index(t, a[2])
		if err != nil {
			return nil, err
		}
		if column != 0 {
			out = wrapColumns(out, column, adobe)
		}
		if adobe {
			out += "~>"
		}
		return value.NewBytes(out), nil
	})
	defIn(m, "a85decode(b, *, foldspaces=False, adobe=False, ignorechars=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := decodeArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		is, err := truths(t, a[1], a[2])
		if err != nil {
			return nil, err
		}
		ignore := " \t\n\r\v"
		if a[3] != nil {
			if ignore, err = value.BytesArgument(t, a[3]); err != nil {
				return nil, value.Unknownf("ignorechars that are no bytes have no model")
			}
		}
		if is[1] {
			if !strings.HasSuffix(s, "~>") {
				return nil, value.ValueErrorf("Ascii85 encoded byte sequences must end with b'~>'")
			}
			s = strings.TrimPrefix(s, "<~")
			s = s[:max(0, len(s)-2)]
		}
		out, err := decodeAscii85(s, is[0], ignore)
		if err != nil {
			return nil, err
		}
		return value.NewBytes(out), nil
	})
}

// wrapColumns breaks lines; the end mark of Adobe needs room on the last one.
func wrapColumns(s string, column int, adobe bool) string {
	least := 1
	if adobe {
		least = 2
	}
	column = max(least, column)
	var lines []string
	for i := 0; i < len(s); i += column {
		lines = append(lines, s[i:min(i+column, len(s))])
	}
	if n := len(lines); adobe && len(lines[n-1])+2 > column {
		lines = append(lines, "")
	}
	return strings.Join(lines, "\n")
}

func encodeBase85(b, alphabet string, pad, zeros, spaces bool) string {
	var out []byte
	for i := 0; i < len(b); i += 4 {
		var group [4]byte
		n := copy(group[:], b[i:])
		word := binary.BigEndian.Uint32(group[:])
		last := n < 4 && !pad
		switch {
		case zeros && word == 0 && !last:
			out = append(out, 'z')
			continue
		case spaces && word == 0x20202020:
			out = append(out, 'y')
			continue
		}
		var digits [5]byte
		for k := 4; k >= 0; k-- {
			digits[k] = alphabet[word%85]
			word /= 85
		}
		if last {
			out = append(out, digits[:n+1]...)
		} else {
			out = append(out, digits[:]...)
		}
	}
	return string(out)
}

func decodeBase85(s, alphabet string) (string, error) {
	pads := (5 - len(s)%5) % 5
	s += strings.Repeat("~", pads)
	var out []byte
	for i := 0; i < len(s); i += 5 {
		acc := uint64(0)
		for k := range 5 {
			v := strings.IndexByte(alphabet, s[i+k])
			if v < 0 {
				return "", value.ValueErrorf("bad base85 character at position %d", i+k)
			}
			acc = acc*85 + uint64(v)
		}
		if acc > 0xFFFFFFFF {
			return "", value.ValueErrorf("base85 overflow in hunk starting at byte %d", i)
		}
		out = binary.BigEndian.AppendUint32(out, uint32(acc))
	}
	return string(out[:len(out)-pads]), nil
}

func decodeAscii85(s string, spaces bool, ignore string) (string, error) {
	var out []byte
	acc, n := uint64(0), 0
	s += "uuuu"
	for i := range len(s) {
		switch c := s[i]; {
		case '!' <= c && c <= 'u':
			acc = acc*85 + uint64(c-33)
			if n++; n == 5 {
				if acc > 0xFFFFFFFF {
					return "", value.ValueErrorf("Ascii85 overflow")
				}
				out = binary.BigEndian.AppendUint32(out, uint32(acc))
				acc, n = 0, 0
			}
		case c == 'z' || spaces && c == 'y':
			if n > 0 {
				return "", value.ValueErrorf("%c inside Ascii85 5-tuple", c)
			}
			if c == 'z' {
				out = append(out, 0, 0, 0, 0)
			} else {
				out = append(out, "    "...)
			}
		case strings.IndexByte(ignore, c) >= 0:
		default:
			return "", value.ValueErrorf("Non-Ascii85 digit found: %s", string(value.AppendRune(nil, rune(c))))
		}
	}
	return string(out[:max(0, len(out)-(4-n))]), nil
}
