package value

import "fmt"

// unicodeErrors defines the three errors of encoding.
func unicodeErrors() {
	define := func(c *Type, names []string, kinds []*Type, text func(t *Thread, e *Exception) (string, error)) {
		initWith(c, func(t *Thread, e *Exception) error {
			if len(e.Args.Elems) != len(names) {
				return TypeErrorf("function takes exactly %d arguments (%d given)", len(names), len(e.Args.Elems))
			}
			for i, v := range e.Args.Elems {
				if !IsInstance(v, kinds[i]) {
					if kinds[i] == IntType {
						return TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
					}
					if kinds[i] == BytesType {
						return TypeErrorf("a bytes-like object is required, not '%s'", v.Type().Name)
					}
					return TypeErrorf("argument %d must be %s, not %s", i+1, kinds[i].Name, v.Type().Name)
				}
				e.setMember(names[i], v)
			}
			return nil
		})
		member(c, names...)
		c.Def("__str__(self, /)", func(t *Thread, a []Value) (Value, error) {
			e := a[0].(*Exception)
			e.settleMembers()
			if e.Slots.Len() == 0 && len(e.Args.Elems) == len(names) {
				for i, v := range e.Args.Elems {
					e.setMember(names[i], v)
				}
			}
			if _, ok := e.Slots.GetStr("object"); !ok {
				return EmptyStr, nil
			}
			s, err := text(t, e)
			if err != nil {
				return nil, err
			}
			return NewStr(s), nil
		})
	}
	full := []string{"encoding", "object", "start", "end", "reason"}
	parts := func(t *Thread, e *Exception) (encoding, reason string, start, end int64, err error) {
		if v, ok := e.Slots.GetStr("encoding"); ok {
			if encoding, err = Text(t, v); err != nil {
				return
			}
		}
		v, _ := e.Slots.GetStr("reason")
		if reason, err = Text(t, orNone(v)); err != nil {
			return
		}
		v, _ = e.Slots.GetStr("start")
		start, _ = AsInt(orNone(v))
		v, _ = e.Slots.GetStr("end")
		end, _ = AsInt(orNone(v))
		return
	}
	badChar := func(r rune) string {
		switch {
		case r <= 0xff:
			return fmt.Sprintf("'\\x%02x'", r)
		case r <= 0xffff:
			return fmt.Sprintf("'\\u%04x'", r)
		}
		return fmt.Sprintf("'\\U%08x'", r)
	}
	define(UnicodeDecodeError, full, []*Type{StrType, BytesType, IntType, IntType, StrType}, func(t *Thread, e *Exception) (string, error) {
		encoding, reason, start, end, err := parts(t, e)
		if err != nil {
			return "", err
		}
		obj, _ := e.Slots.GetStr("object")
		if b, ok := obj.(*Bytes); ok && start >= 0 && start < int64(len(b.B)) && end == start+1 {
			return fmt.Sprintf("'%s' codec can't decode byte 0x%02x in position %d: %s", encoding, b.B[start], start, reason), nil
		}
		return fmt.Sprintf("'%s' codec can't decode bytes in position %d-%d: %s", encoding, start, end-1, reason), nil
	})
	define(UnicodeEncodeError, full, []*Type{StrType, StrType, IntType, IntType, StrType}, func(t *Thread, e *Exception) (string, error) {
		encoding, reason, start, end, err := parts(t, e)
		if err != nil {
			return "", err
		}
		obj, _ := e.Slots.GetStr("object")
		if s, ok := obj.(*Str); ok && start >= 0 && start < int64(s.Len()) && end == start+1 {
			return fmt.Sprintf("'%s' codec can't encode character %s in position %d: %s", encoding, badChar(s.Runes()[start]), start, reason), nil
		}
		return fmt.Sprintf("'%s' codec can't encode characters in position %d-%d: %s", encoding, start, end-1, reason), nil
	})
	define(UnicodeTranslateError, full[1:], []*Type{StrType, IntType, IntType, StrType}, func(t *Thread, e *Exception) (string, error) {
		_, reason, start, end, err := parts(t, e)
		if err != nil {
			return "", err
		}
		obj, _ := e.Slots.GetStr("object")
		if s, ok := obj.(*Str); ok && start >= 0 && start < int64(s.Len()) && end == start+1 {
			return fmt.Sprintf("can't translate character %s in position %d: %s", badChar(s.Runes()[start]), start, reason), nil
		}
		return fmt.Sprintf("can't translate characters in position %d-%d: %s", start, end-1, reason), nil
	})
}
