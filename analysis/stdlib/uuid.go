package stdlib

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/hex"
	"math/big"
	"strings"

	"augur/analysis/value"
)

func init() { Register("uuid", loadUUID) }

// identifier is the state of a uuid.UUID: its 16 bytes.
type identifier [16]byte

func (id *identifier) number() *big.Int { return new(big.Int).SetBytes(id[:]) }

func (id *identifier) text() string {
	h := hex.EncodeToString(id[:])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

// littleEndian is the order of bytes in which the first three fields have the
// lowest byte first.
func (id *identifier) littleEndian() identifier {
	out := *id
	for _, field := range [][2]int{{0, 4}, {4, 6}, {6, 8}} {
		for i, j := field[0], field[1]-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// setVersion marks the variant and the version.
func (id *identifier) setVersion(version byte) {
	id[8] = id[8]&0x3F | 0x80
	id[6] = id[6]&0x0F | version<<4
}

func (id *identifier) variant() string {
	switch {
	case id[8]&0x80 == 0:
		return "reserved for NCS compatibility"
	case id[8]&0x40 == 0:
		return "specified in RFC 4122"
	case id[8]&0x20 == 0:
		return "reserved for Microsoft compatibility"
	}
	return "reserved for future definition"
}

// bits reads a field of the identifier.
func (id *identifier) bits(from, to int) int64 {
	n := int64(0)
	for _, b := range id[from:to] {
		n = n<<8 | int64(b)
	}
	return n
}

// loadUUID models what of uuid does not rest on chance, time or the machine.
func loadUUID(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("uuid")
	c, err := class{module: "uuid", name: "UUID"}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set("UUID", c)
	u := uuidClass{c}
	u.define()
	for name, text := range map[string]string{
		"NAMESPACE_DNS": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "NAMESPACE_URL": "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
		"NAMESPACE_OID": "6ba7b812-9dad-11d1-80b4-00c04fd430c8", "NAMESPACE_X500": "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
	} {
		b, _ := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
		m.Set(name, u.make(identifier(b)))
	}
	for name, text := range map[string]string{
		"RESERVED_NCS": "reserved for NCS compatibility", "RFC_4122": "specified in RFC 4122",
		"RESERVED_MICROSOFT": "reserved for Microsoft compatibility", "RESERVED_FUTURE": "reserved for future definition",
	} {
		m.Set(name, value.NewStr(text))
	}
	named := func(name string, version byte, sum func(b []byte) []byte) {
		defIn(m, name+"(namespace, name)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			space, err := value.GetAttr(t, a[0], "bytes")
			if err != nil {
				return nil, err
			}
			prefix, err := value.BytesArgument(t, space)
			if err != nil {
				return nil, err
			}
			s, ok := a[1].(*value.Str)
			if !ok {
				if unknown, isUnknown := a[1].(*value.Unknown); isUnknown {
					return nil, &value.UnknownError{Reason: unknown.Reason}
				}
				return nil, value.Unknownf("a name that is no str has no model")
			}
			text, err := value.Encode(t, s, "utf-8", "strict")
			if err != nil {
				return nil, err
			}
			id := identifier(sum([]byte(prefix + text)))
			id.setVersion(version)
			return u.make(id), nil
		})
	}
	named("uuid3", 3, func(b []byte) []byte { s := md5.Sum(b); return s[:] })
	named("uuid5", 5, func(b []byte) []byte { s := sha1.Sum(b); return s[:16] })
	return m, nil
}

// uuidClass is uuid.UUID.
type uuidClass struct{ c *value.Type }

func (u uuidClass) make(id identifier) value.Value {
	o := value.NewInstance(u.c)
	o.Payload = &id
	return o
}

func (u uuidClass) define() {
	def(u.c, "__init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		id, err := parseUUID(t, a[1:7])
		if err != nil {
			return nil, err
		}
		a[0].(*value.Instance).Payload = &id
		return value.None, nil
	})
	def(u.c, "__setattr__(self, name, value)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return nil, value.TypeErrorf("UUID objects are immutable")
	})
	method := func(signature string, f func(id *identifier, a []value.Value) (value.Value, error)) {
		def(u.c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			id, ok := state[*identifier](a[0])
			if !ok {
				return nil, value.Unknownf("a UUID that is not set up has no model")
			}
			return f(id, a)
		})
	}
	method("__str__(self)", func(id *identifier, a []value.Value) (value.Value, error) { return value.NewStr(id.text()), nil })
	method("__repr__(self)", func(id *identifier, a []value.Value) (value.Value, error) {
		return value.NewStr(a[0].Type().Name + "('" + id.text() + "')"), nil
	})
	method("__int__(self)", func(id *identifier, a []value.Value) (value.Value, error) { return value.MakeInt(id.number()), nil })
	method("__hash__(self)", func(id *identifier, a []value.Value) (value.Value, error) {
		h := new(big.Int).Mod(id.number(), big.NewInt(1<<61-1))
		return value.MakeInt(h), nil
	})
	for name, yes := range map[string]func(cmp int) bool{
		"eq": func(c int) bool { return c == 0 }, "lt": func(c int) bool { return c < 0 }, "le": func(c int) bool { return c <= 0 },
		"gt": func(c int) bool { return c > 0 }, "ge": func(c int) bool { return c >= 0 },
	} {
		method("__"+name+"__(self, other)", func(id *identifier, a []value.Value) (value.Value, error) {
			o, ok := state[*identifier](a[1])
			if !ok {
				return notImplemented(a[1])
			}
			return value.Bool(yes(id.number().Cmp(o.number()))), nil
		})
	}
	property := func(name string, get func(id *identifier) value.Value) {
		defProperty(u.c, name, func(t *value.Thread, self value.Value) (value.Value, error) {
			id, ok := state[*identifier](self)
			if !ok {
				return nil, value.Unknownf("a UUID that is not set up has no model")
			}
			return get(id), nil
		})
	}
	property("int", func(id *identifier) value.Value { return value.MakeInt(id.number()) })
	property("hex", func(id *identifier) value.Value { return value.NewStr(hex.EncodeToString(id[:])) })
	property("bytes", func(id *identifier) value.Value { return value.NewBytes(string(id[:])) })
	property("bytes_le", func(id *identifier) value.Value {
		le := id.littleEndian()
		return value.NewBytes(string(le[:]))
	})
	property("urn", func(id *identifier) value.Value { return value.NewStr("urn:uuid:" + id.text()) })
	property("variant", func(id *identifier) value.Value { return value.NewStr(id.variant()) })
	property("version", func(id *identifier) value.Value {
		if id[8]&0xC0 != 0x80 {
			return value.None
		}
		return value.Int(id[6] >> 4)
	})
	fields := []struct {
		name string
		get  func(id *identifier) int64
	}{
		{"time_low", func(id *identifier) int64 { return id.bits(0, 4) }}, {"time_mid", func(id *identifier) int64 { return id.bits(4, 6) }},
		{"time_hi_version", func(id *identifier) int64 { return id.bits(6, 8) }}, {"clock_seq_hi_variant", func(id *identifier) int64 { return int64(id[8]) }},
		{"clock_seq_low", func(id *identifier) int64 { return int64(id[9]) }}, {"node", func(id *identifier) int64 { return id.bits(10, 16) }},
		{"time", func(id *identifier) int64 { return id.bits(6, 8)&0x0FFF<<48 | id.bits(4, 6)<<32 | id.bits(0, 4) }},
		{"clock_seq", func(id *identifier) int64 { return int64(id[8]&0x3F)<<8 | int64(id[9]) }},
	}
	for _, f := range fields {
		property(f.name, func(id *identifier) value.Value { return value.Int(f.get(id)) })
	}
	property("fields", func(id *identifier) value.Value {
		var all []value.Value
		for _, f := range fields[:6] {
			all = append(all, value.Int(f.get(id)))
		}
		return value.NewTuple(all...)
	})
}

// parseUUID reads the arguments of UUID: hex, bytes, bytes_le, fields, int and
// version.
func parseUUID(t *value.Thread, a []value.Value) (id identifier, err error) {
	given := 0
	for _, v := range a[:5] {
		if u, ok := v.(*value.Unknown); ok {
			return id, &value.UnknownError{Reason: u.Reason}
		}
		if v != value.None {
			given++
		}
	}
	if given != 1 {
		return id, value.TypeErrorf("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
	}
	n := new(big.Int)
	switch {
	case a[0] != value.None:
		s, ok := a[0].(*value.Str)
		if !ok {
			return id, missingMethod(t, a[0], "replace")
		}
		digits := strings.NewReplacer("urn:", "", "uuid:", "").Replace(s.String())
		digits = strings.ReplaceAll(strings.Trim(digits, "{}"), "-", "")
		if value.NewStr(digits).Len() != 32 {
			return id, value.ValueErrorf("badly formed hexadecimal UUID string")
		}
		v, err := value.IntFromText(t, digits, 16, value.StrRepr(digits))
		if err != nil {
			return id, err
		}
		n, _ = value.AsBig(v)
	case a[1] != value.None, a[2] != value.None:
		v, name := a[1], "bytes"
		if v == value.None {
			v, name = a[2], "bytes_le"
		}
		b, ok := value.BytesOf(t, v)
		if !ok {
			return id, value.Unknownf("a UUID of %s has no model", v.Type().Name)
		}
		if len(b) != 16 {
			return id, value.ValueErrorf("%s is not a 16-char string", name)
		}
		id = identifier([]byte(b))
		if name == "bytes_le" {
			id = id.littleEndian()
		}
		n = id.number()
	case a[3] != value.None:
		return id, value.Unknownf("a UUID of fields has no model")
	default:
		v, ok := value.AsBig(a[4])
		if !ok {
			return id, value.Unknownf("a UUID of %s has no model", a[4].Type().Name)
		}
		n = v
	}
	if n.Sign() < 0 || n.BitLen() > 128 {
		return id, value.ValueErrorf("int is out of range (need a 128-bit value)")
	}
	n.FillBytes(id[:])
	if a[5] != value.None {
		version, ok := value.AsInt(a[5])
		if !ok || version < 1 || version > 5 {
			return id, value.ValueErrorf("illegal version number")
		}
		id.setVersion(byte(version))
	}
	return id, nil
}
