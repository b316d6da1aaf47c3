package stdlib

import (
	"encoding/hex"
	"hash/adler32"
	"hash/crc32"

	"augur/analysis/value"
)

func init() {
	Register("binascii", loadBinascii)
	Register("zlib", loadZlib)
}

func loadBinascii(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("binascii")
	failure, err := class{module: "binascii", name: "Error", bases: []*value.Type{value.ValueError}}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set("Error", failure)
	incomplete, err := class{module: "binascii", name: "Incomplete", bases: []*value.Type{value.ExceptionType}}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set("Incomplete", incomplete)
	fail := func(format string, args ...any) error { return value.Raisef(failure, format, args...) }

	for _, name := range []string{"hexlify", "b2a_hex"} {
		m.Def(name+"(data, sep=?, bytes_per_sep=1)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			data, err := value.BytesArgument(t, a[0])
			if err != nil {
				return nil, err
			}
			args := []value.Value{}
			if a[1] != nil {
				args = append(args, a[1], a[2])
			}
			text, err := value.CallMethod(t, value.NewBytes(data), "hex", args...)
			if err != nil {
				return nil, err
			}
			return value.NewBytes(text.(*value.Str).String()), nil
		})
	}
	for _, name := range []string{"unhexlify", "a2b_hex"} {
		m.Def(name+"(hexstr, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			text, err := asciiBytes(t, a[0])
			if err != nil {
				return nil, err
			}
			if len(text)%2 != 0 {
				return nil, fail("Odd-length string")
			}
			out, err := hex.DecodeString(text)
			if err != nil {
				return nil, fail("Non-hexadecimal digit found")
			}
			return value.NewBytes(string(out)), nil
		})
	}
	m.Def("b2a_base64(data, /, *, newline=True)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		data, err := value.BytesArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		newline, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(2 * len(data)); err != nil {
			return nil, err
		}
		out := encodeBase64(data)
		if newline {
			out += "\n"
		}
		return value.NewBytes(out), nil
	})
	m.Def("a2b_base64(data, /, *, strict_mode=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		text, err := asciiBytes(t, a[0])
		if err != nil {
			return nil, err
		}
		strict, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		out, err := decodeBase64(text, strict, fail)
		if err != nil {
			return nil, err
		}
		return value.NewBytes(out), nil
	})
	m.Def("crc32(data, crc=0, /)", checksumCRC)
	m.Def("crc_hqx(data, crc, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		data, crc, err := checksumArguments(t, a)
		if err != nil {
			return nil, err
		}
		crc &= 0xFFFF
		for i := range len(data) {
			crc ^= uint32(data[i]) << 8
			for range 8 {
				if crc <<= 1; crc&0x10000 != 0 {
					crc ^= 0x11021
				}
			}
		}
		return value.Int(crc & 0xFFFF), nil
	})
	return m, nil
}

// asciiBytes reads bytes, or a str of ASCII characters.
func asciiBytes(t *value.Thread, v value.Value) (string, error) {
	if s, ok := v.(*value.Str); ok {
		if !s.ASCII() {
			return "", value.ValueErrorf("string argument should contain only ASCII characters")
		}
		return s.String(), t.Alloc(len(s.String()))
	}
	b, ok := value.BytesOf(t, v)
	if !ok {
		if u, isUnknown := v.(*value.Unknown); isUnknown {
			return "", &value.UnknownError{Reason: u.Reason}
		}
		return "", value.TypeErrorf("argument should be bytes, buffer or ASCII string, not '%s'", v.Type().Name)
	}
	return b, t.Alloc(len(b))
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func encodeBase64(data string) string {
	out := make([]byte, 0, (len(data)+2)/3*4)
	for i := 0; i < len(data); i += 3 {
		var group [3]byte
		n := copy(group[:], data[i:])
		bits := uint(group[0])<<16 | uint(group[1])<<8 | uint(group[2])
		for k := range 4 {
			if k <= n {
				out = append(out, base64Alphabet[bits>>(18-6*k)&63])
			} else {
				out = append(out, '=')
			}
		}
	}
	return string(out)
}

var base64Values = func() (v [256]int8) {
	for i := range v {
		v[i] = -1
	}
	for i := range len(base64Alphabet) {
		v[base64Alphabet[i]] = int8(i)
	}
	return v
}()

// decodeBase64 ignores what is no character of the alphabet, unless it is
// strict.
func decodeBase64(text string, strict bool, fail func(format string, args ...any) error) (string, error) {
	if strict && text != "" && text[0] == '=' {
		return "", fail("Leading padding not allowed")
	}
	var out []byte
	left := 0
	quad, pads := 0, 0
	padding := false
	for i := range len(text) {
		if text[i] == '=' {
			padding = true
			if quad >= 2 {
				if pads++; quad+pads >= 4 {
					if strict && i+1 < len(text) {
						return "", fail("Excess data after padding")
					}
					return string(out), nil
				}
			}
			continue
		}
		v := int(base64Values[text[i]])
		if v < 0 {
			if strict {
				return "", fail("Only base64 data is allowed")
			}
			continue
		}
		if strict && padding {
			return "", fail("Discontinuous padding not allowed")
		}
		pads = 0
		switch quad {
		case 1:
			out = append(out, byte(left<<2|v>>4))
		case 2:
			out = append(out, byte(left<<4|v>>2))
		case 3:
			out = append(out, byte(left<<6|v))
		}
		left = v & (1<<(6-2*quad) - 1)
		if quad == 0 {
			left = v
		}
		quad = (quad + 1) % 4
	}
	switch {
	case quad == 1:
		return "", fail("Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4", len(out)/3*4+1)
	case quad != 0:
		return "", fail("Incorrect padding")
	}
	return string(out), nil
}

func checksumArguments(t *value.Thread, a []value.Value) (data string, start uint32, err error) {
	if data, err = value.BytesArgument(t, a[0]); err != nil {
		return "", 0, err
	}
	n, err := value.BigIndex(t, a[1])
	if err != nil {
		return "", 0, err
	}
	low := uint32(0)
	for i := range 32 {
		low |= uint32(n.Bit(i)) << i // the bits of a negative number too
	}
	return data, low, t.Step(int64(len(data) >> 8))
}

func checksumCRC(t *value.Thread, a []value.Value) (value.Value, error) {
	data, start, err := checksumArguments(t, a)
	if err != nil {
		return nil, err
	}
	return value.Int(crc32.Update(start, crc32.IEEETable, []byte(data))), nil
}

// loadZlib models the checksums of zlib; what it compresses to depends on the
// version of the library.
func loadZlib(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("zlib")
	failure, err := class{module: "zlib", name: "error", bases: []*value.Type{value.ExceptionType}}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set("error", failure)
	m.Def("crc32(data, value=0, /)", checksumCRC)
	m.Def("adler32(data, value=1, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		data, start, err := checksumArguments(t, a)
		if err != nil {
			return nil, err
		}
		if start == 1 {
			return value.Int(adler32.Checksum([]byte(data))), nil
		}
		const modulus = 65521
		low, high := start&0xFFFF, start>>16
		for i := range len(data) {
			low = (low + uint32(data[i])) % modulus
			high = (high + low) % modulus
		}
		return value.Int(high<<16 | low), nil
	})
	return m, nil
}
