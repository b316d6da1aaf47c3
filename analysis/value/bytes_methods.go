package value

import (
	"strings"
)

func init() {
	BytesType.New = func(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
		if len(args) == 1 && len(kwargs) == 0 && cls == BytesType {
			if b, ok := args[0].(*Bytes); ok && b.ext == nil {
				return b, nil
			}
		}
		b, err := newBytes(t, "bytes", args, kwargs)
		if err != nil {
			return nil, err
		}
		if cls == BytesType {
			return NewBytes(b), nil
		}
		return NewBytesOf(cls, b), nil
	}
	Builtins["bytes"] = BytesType
	for _, c := range []*Type{BytesType, ByteArrayType} {
		d := bytesDefiner{c}
		d.specials()
		d.predicates()
		d.cases()
		d.searches()
		d.splits()
		d.pads()
		d.others()
	}
	BytesType.Def("__hash__(self, /)", func(t *Thread, a []Value) (Value, error) {
		h, err := PyHash(t, NewBytes(a[0].(*Bytes).B))
		if err != nil {
			return nil, err
		}
		return Int(h), nil
	})
	BytesType.Def("__bytes__(self, /)", func(t *Thread, a []Value) (Value, error) { return NewBytes(a[0].(*Bytes).B), nil })
	BytesType.Def("__getnewargs__(self, /)", func(t *Thread, a []Value) (Value, error) { return NewTuple(NewBytes(a[0].(*Bytes).B)), nil })
	for _, c := range []*Type{strIteratorType, strASCIIIteratorType, bytesIteratorType, byteArrayIteratorType} {
		c.Final = true
		DefIterator(c)
	}
}

// bytesDefiner adds the methods that bytes and bytearray share; results are of
// the class itself.
type bytesDefiner struct{ c *Type }

func (d bytesDefiner) def(signature string, f func(t *Thread, b string, a []Value) (Value, error)) {
	d.c.Def(signature, func(t *Thread, a []Value) (Value, error) {
		b, _ := bytesOf(t, a[0])
		return f(t, b, a[1:])
	})
}

func (d bytesDefiner) make(b string) Value {
	if d.c == ByteArrayType {
		return &ByteArray{B: []byte(b)}
	}
	return NewBytes(b)
}

// list makes a list of pieces, which are accounted for.
func (d bytesDefiner) list(parts []string, err error) (Value, error) {
	if err != nil {
		return nil, err
	}
	elems := make([]Value, len(parts))
	for i, p := range parts {
		elems[i] = d.make(p)
	}
	return NewList(elems), nil
}

func (d bytesDefiner) specials() {
	d.c.Def("__add__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return textConcat(t, a[0], a[1]) })
	for _, name := range []string{"__mul__", "__rmul__"} {
		d.c.Def(name+"(self, value, /)", func(t *Thread, a []Value) (Value, error) { return textRepeat(t, a[0], a[1]) })
	}
	d.c.Def("__mod__(self, value, /)", func(t *Thread, a []Value) (Value, error) { return textBinary(t, OpMod, a[0], a[1]) })
	d.c.Def("__rmod__(self, value, /)", func(t *Thread, a []Value) (Value, error) {
		if !IsInstance(a[1], d.c) {
			return NotImplemented, nil
		}
		return textBinary(t, OpMod, a[1], a[0])
	})
	d.c.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) {
		b, _ := bytesOf(t, a[0])
		if err := chargeRepr(t, b); err != nil {
			return nil, err
		}
		if array, ok := a[0].(*ByteArray); ok {
			return NewStr(byteArrayRepr(array)), nil
		}
		return NewStr(BytesRepr(b)), nil
	})
	defTextSpecials(d.c)
}

func (d bytesDefiner) predicates() {
	every := func(name string, empty bool, test func(c byte) bool) {
		d.def(name+"(self, /)", func(t *Thread, b string, a []Value) (Value, error) {
			for i := range len(b) {
				if !test(b[i]) {
					return False, nil
				}
			}
			return Bool(empty || b != ""), t.Step(int64(len(b) >> 4))
		})
	}
	every("isalpha", false, func(c byte) bool { return c < 128 && isAlpha(rune(c)) })
	every("isalnum", false, func(c byte) bool { return c < 128 && isAlnum(rune(c)) })
	every("isdigit", false, func(c byte) bool { return '0' <= c && c <= '9' })
	every("isspace", false, isByteSpace)
	every("isascii", true, func(c byte) bool { return c < 128 })
	whole := func(name string, test func(s *Str) bool) {
		d.def(name+"(self, /)", func(t *Thread, b string, a []Value) (Value, error) {
			return Bool(test(NewStr(asASCII(b)))), t.Alloc(len(b))
		})
	}
	whole("isupper", strIsUpper)
	whole("islower", strIsLower)
	whole("istitle", strIsTitle)
}

func isByteSpace(c byte) bool { return c == ' ' || 9 <= c && c <= 13 }

// asASCII replaces the bytes that are no ASCII characters by one that is
// neither a letter nor anything else.
func asASCII(b string) string {
	out := []byte(b)
	for i, c := range out {
		if c >= 128 {
			out[i] = 0
		}
	}
	return string(out)
}

func (d bytesDefiner) cases() {
	lower := func(c byte) byte {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}
	upper := func(c byte) byte {
		if 'a' <= c && c <= 'z' {
			return c - 'a' + 'A'
		}
		return c
	}
	letter := func(c byte) bool { return c < 128 && isAlpha(rune(c)) }
	for name, f := range map[string]func(b []byte, i int) byte{
		"lower": func(b []byte, i int) byte { return lower(b[i]) },
		"upper": func(b []byte, i int) byte { return upper(b[i]) },
		"swapcase": func(b []byte, i int) byte {
			if c := lower(b[i]); c != b[i] {
				return c
			}
			return upper(b[i])
		},
		"capitalize": func(b []byte, i int) byte {
			if i == 0 {
				return upper(b[i])
			}
			return lower(b[i])
		},
		"title": func(b []byte, i int) byte {
			if i > 0 && letter(b[i-1]) {
				return lower(b[i])
			}
			return upper(b[i])
		},
	} {
		d.def(name+"(self, /)", func(t *Thread, b string, a []Value) (Value, error) {
			if err := t.Alloc(2 * len(b)); err != nil {
				return nil, err
			}
			in := []byte(b)
			out := make([]byte, len(in))
			for i := range in {
				out[i] = f(in, i)
			}
			return d.make(string(out)), nil
		})
	}
}

// bytesNeedle reads what find and count look for.
func bytesNeedle(t *Thread, v Value) (string, error) {
	if b, ok := bytesOf(t, v); ok {
		return b, nil
	}
	if err := firstUnknown(v); err != nil {
		return "", err
	}
	n, ok, err := asIndex(t, v)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", TypeErrorf("argument should be integer or bytes-like object, not '%s'", v.Type().Name)
	}
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() > 255 {
		return "", ValueErrorf("byte must be in range(0, 256)")
	}
	return string([]byte{byte(n.Int64())}), nil
}

func (d bytesDefiner) searches() {
	find := func(name string, last, must bool) {
		defSearch(d.c, name, func(t *Thread, self Value, a []Value) (Value, error) {
			b, _ := bytesOf(t, self)
			sub, err := bytesNeedle(t, a[0])
			if err != nil {
				return nil, err
			}
			at := -1
			sec, ok, err := bytesSection(t, b, a[1], a[2])
			if err != nil {
				return nil, err
			}
			if ok {
				at = sec.find(sub, last)
			}
			if must && at < 0 {
				return nil, ValueErrorf("subsection not found")
			}
			return Int(at), nil
		})
	}
	find("find", false, false)
	find("rfind", true, false)
	find("index", false, true)
	find("rindex", true, true)
	defSearch(d.c, "count", func(t *Thread, self Value, a []Value) (Value, error) {
		b, _ := bytesOf(t, self)
		sub, err := bytesNeedle(t, a[0])
		if err != nil {
			return nil, err
		}
		sec, ok, err := bytesSection(t, b, a[1], a[2])
		if err != nil || !ok {
			return Int(0), err
		}
		return Int(sec.count(sub)), nil
	})
	affix := func(name string, match func(s, part string) bool) {
		defSearch(d.c, name, func(t *Thread, self Value, a []Value) (Value, error) {
			b, _ := bytesOf(t, self)
			sec, ok, err := bytesSection(t, b, a[1], a[2])
			if err != nil {
				return nil, err
			}
			if parts, isTuple := a[0].(*Tuple); isTuple {
				for _, p := range parts.Elems {
					part, err := bytesArgument(t, p)
					if err != nil {
						return nil, err
					}
					if ok && match(sec.text, part) {
						return True, nil
					}
				}
				return False, nil
			}
			part, isBytes := bytesOf(t, a[0])
			if !isBytes {
				if err := firstUnknown(a[0]); err != nil {
					return nil, err
				}
				return nil, TypeErrorf("%s first arg must be bytes or a tuple of bytes, not %s", name, a[0].Type().Name)
			}
			return Bool(ok && match(sec.text, part)), nil
		})
	}
	affix("startswith", strings.HasPrefix)
	affix("endswith", strings.HasSuffix)
	trim := func(name string, cut func(s, part string) string) {
		d.def(name+"(self, affix, /)", func(t *Thread, b string, a []Value) (Value, error) {
			part, err := bytesArgument(t, a[0])
			if err != nil {
				return nil, err
			}
			return d.make(cut(b, part)), nil
		})
	}
	trim("removeprefix", strings.TrimPrefix)
	trim("removesuffix", strings.TrimSuffix)
	d.def("replace(self, old, new, count=-1, /)", func(t *Thread, b string, a []Value) (Value, error) {
		old, err := bytesArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		repl, err := bytesArgument(t, a[1])
		if err != nil {
			return nil, err
		}
		limit, err := Index(t, a[2])
		if err != nil {
			return nil, err
		}
		got, err := replaceText(t, b, old, repl, limit, false)
		if err != nil {
			return nil, err
		}
		return d.make(got), nil
	})
	strip := func(name string, left, right bool) {
		d.def(name+"(self, bytes=None, /)", func(t *Thread, b string, a []Value) (Value, error) {
			drop := isByteSpace
			if a[0] != None {
				set, err := bytesArgument(t, a[0])
				if err != nil {
					return nil, err
				}
				drop = func(c byte) bool { return strings.IndexByte(set, c) >= 0 }
			}
			i, j := 0, len(b)
			for left && i < j && drop(b[i]) {
				i++
			}
			for right && i < j && drop(b[j-1]) {
				j--
			}
			return d.make(b[i:j]), t.Step(int64(len(b) >> 6))
		})
	}
	strip("strip", true, true)
	strip("lstrip", true, false)
	strip("rstrip", false, true)
}

func decodeByte(s string) (rune, int)     { return rune(s[0]), 1 }
func decodeLastByte(s string) (rune, int) { return rune(s[len(s)-1]), 1 }

func (d bytesDefiner) splits() {
	space := func(r rune) bool { return isByteSpace(byte(r)) }
	split := func(name string, right bool) {
		d.def(name+"(self, /, sep=None, maxsplit=-1)", func(t *Thread, b string, a []Value) (Value, error) {
			limit, err := Index(t, a[1])
			if err != nil {
				return nil, err
			}
			if err := t.Alloc(len(b)); err != nil {
				return nil, err
			}
			if a[0] == None {
				if right {
					return d.list(rsplitSpace(t, b, limit, space, decodeLastByte))
				}
				return d.list(splitSpace(t, b, limit, space, decodeByte))
			}
			sep, err := bytesArgument(t, a[0])
			switch {
			case err != nil:
				return nil, err
			case sep == "":
				return nil, ValueErrorf("empty separator")
			case right:
				return d.list(rsplitSep(t, b, sep, limit))
			}
			return d.list(splitSep(t, b, sep, limit))
		})
	}
	split("split", false)
	split("rsplit", true)
	partition := func(name string, right bool) {
		d.def(name+"(self, sep, /)", func(t *Thread, b string, a []Value) (Value, error) {
			sep, err := bytesArgument(t, a[0])
			if err != nil {
				return nil, err
			}
			if sep == "" {
				return nil, ValueErrorf("empty separator")
			}
			before, mid, after := partitionText(b, sep, right)
			return NewTuple(d.make(before), d.make(mid), d.make(after)), nil
		})
	}
	partition("partition", false)
	partition("rpartition", true)
	d.def("splitlines(self, /, keepends=False)", func(t *Thread, b string, a []Value) (Value, error) {
		keep, err := Truth(t, a[0])
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(len(b)); err != nil {
			return nil, err
		}
		return d.list(splitLines(t, b, keep, false))
	})
	d.def("join(self, iterable, /)", func(t *Thread, b string, a []Value) (Value, error) {
		items, err := joinItems(t, a[0])
		if err != nil {
			return nil, err
		}
		parts := make([]string, len(items))
		size := 0
		for i, v := range items {
			part, ok := bytesOf(t, v)
			if !ok {
				if err := firstUnknown(v); err != nil {
					return nil, err
				}
				return nil, TypeErrorf("sequence item %d: expected a bytes-like object, %s found", i, v.Type().Name)
			}
			parts[i] = part
			size += len(part) + len(b)
		}
		if err := t.Alloc(size); err != nil {
			return nil, err
		}
		return d.make(strings.Join(parts, b)), nil
	})
}

func (d bytesDefiner) pads() {
	pad := func(name string, place func(n, width int) (left int)) {
		d.def(name+"(self, width, fillchar=?, /)", func(t *Thread, b string, a []Value) (Value, error) {
			width, err := Index(t, a[0])
			if err != nil {
				return nil, err
			}
			fill := " "
			if a[1] != nil {
				f, ok := bytesOf(t, a[1])
				if !ok || len(f) != 1 {
					if err := firstUnknown(a[1]); err != nil {
						return nil, err
					}
					return nil, TypeErrorf("%s() argument 2 must be a byte string of length 1, not %s", name, a[1].Type().Name)
				}
				fill = f
			}
			n := width - len(b)
			if n <= 0 {
				return d.make(b), nil
			}
			if err := chargeWidth(t, n); err != nil {
				return nil, err
			}
			left := place(n, width)
			return d.make(strings.Repeat(fill, left) + b + strings.Repeat(fill, n-left)), nil
		})
	}
	pad("ljust", padLeft)
	pad("rjust", padRight)
	pad("center", padCenter)
	d.def("zfill(self, width, /)", func(t *Thread, b string, a []Value) (Value, error) {
		width, err := Index(t, a[0])
		if err != nil {
			return nil, err
		}
		n := width - len(b)
		if n <= 0 {
			return d.make(b), nil
		}
		if err := chargeWidth(t, n); err != nil {
			return nil, err
		}
		return d.make(zeroFill(b, n)), nil
	})
	d.def("expandtabs(self, /, tabsize=8)", func(t *Thread, b string, a []Value) (Value, error) {
		size, err := Index(t, a[0])
		if err != nil {
			return nil, err
		}
		got, err := expandTabs(t, b, size, func(s string) int { return len(s) })
		if err != nil {
			return nil, err
		}
		return d.make(got), nil
	})
}

func (d bytesDefiner) others() {
	d.def("decode(self, /, encoding='utf-8', errors='strict')", func(t *Thread, b string, a []Value) (Value, error) {
		encoding, err := textArgument(a[0], "", "decode() argument 'encoding' must be str, not %s")
		if err != nil {
			return nil, err
		}
		errors, err := textArgument(a[1], "", "decode() argument 'errors' must be str, not %s")
		if err != nil {
			return nil, err
		}
		s, err := Decode(t, b, encoding, errors)
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	d.def("hex(self, sep=?, bytes_per_sep=1)", bytesHex)
	d.c.DefClass("fromhex(type, string, /)", func(t *Thread, a []Value) (Value, error) {
		s, err := strArgument(a[1], "fromhex() argument must be str, not %s")
		if err != nil {
			return nil, err
		}
		b, err := bytesFromHex(s)
		if err != nil {
			return nil, err
		}
		if a[0] != d.c {
			return Call(t, a[0], []Value{NewBytes(b)}, nil)
		}
		return d.make(b), nil
	})
	d.c.DefStatic("maketrans(frm, to, /)", func(t *Thread, a []Value) (Value, error) {
		from, err := bytesArgument(t, a[0])
		if err != nil {
			return nil, err
		}
		to, err := bytesArgument(t, a[1])
		if err != nil {
			return nil, err
		}
		if len(from) != len(to) {
			return nil, ValueErrorf("maketrans arguments must have same length")
		}
		table := make([]byte, 256)
		for i := range table {
			table[i] = byte(i)
		}
		for i := range len(from) {
			table[from[i]] = to[i]
		}
		return NewBytes(string(table)), nil
	})
	d.def("translate(self, table, /, delete=?)", func(t *Thread, b string, a []Value) (Value, error) {
		table, drop := "", ""
		var err error
		if a[0] != None {
			if table, err = bytesArgument(t, a[0]); err != nil {
				return nil, err
			}
			if len(table) != 256 {
				return nil, ValueErrorf("translation table must be 256 characters long")
			}
		}
		if a[1] != nil {
			if drop, err = bytesArgument(t, a[1]); err != nil {
				return nil, err
			}
		}
		if err := t.Alloc(len(b)); err != nil {
			return nil, err
		}
		out := make([]byte, 0, len(b))
		for i := range len(b) {
			c := b[i]
			if strings.IndexByte(drop, c) >= 0 {
				continue
			}
			if table != "" {
				c = table[c]
			}
			out = append(out, c)
		}
		return d.make(string(out)), nil
	})
}

// bytesHex is b.hex(sep, bytes_per_sep): groups are counted from the right, or
// from the left if their size is negative.
func bytesHex(t *Thread, b string, a []Value) (Value, error) {
	sep := ""
	if a[0] != nil {
		switch s := a[0].(type) {
		case *Str:
			if s.Len() != 1 {
				return nil, ValueErrorf("sep must be length 1.")
			}
			if !s.ASCII() {
				return nil, ValueErrorf("sep must be ASCII.")
			}
			sep = s.s
		case *Bytes, *ByteArray:
			sep, _ = bytesOf(t, s)
			if len(sep) != 1 {
				return nil, ValueErrorf("sep must be length 1.")
			}
			if sep[0] >= 128 {
				return nil, ValueErrorf("sep must be ASCII.")
			}
		default:
			n, err := Len(t, s)
			if err != nil {
				return nil, err
			}
			if n != 1 {
				return nil, ValueErrorf("sep must be length 1.")
			}
			return nil, TypeErrorf("sep must be str or bytes.")
		}
	}
	size, err := Index(t, a[1])
	if err != nil {
		return nil, err
	}
	if size == 0 {
		sep = ""
	}
	if err := t.Alloc(3 * len(b)); err != nil {
		return nil, err
	}
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 3*len(b))
	for i := range len(b) {
		place := i
		if size > 0 {
			place = len(b) - i
		}
		if sep != "" && i > 0 && place%size == 0 {
			out = append(out, sep[0])
		}
		out = append(out, digits[b[i]>>4], digits[b[i]&15])
	}
	return NewStr(textOf(out)), nil
}

// bytesFromHex is bytes.fromhex(s).
func bytesFromHex(s *Str) (string, error) {
	rs := s.Runes()
	digit := func(i int) int {
		if i >= len(rs) || rs[i] >= 128 {
			return -1
		}
		if d := digitOf(byte(rs[i])); d < 16 {
			return d
		}
		return -1
	}
	var out []byte
	for i := 0; i < len(rs); {
		if rs[i] < 128 && isByteSpace(byte(rs[i])) {
			i++
			continue
		}
		high, low := digit(i), digit(i+1)
		if high < 0 || low < 0 {
			if high >= 0 {
				i++
			}
			return "", ValueErrorf("non-hexadecimal number found in fromhex() arg at position %d", i)
		}
		out = append(out, byte(high<<4|low))
		i += 2
	}
	return string(out), nil
}
