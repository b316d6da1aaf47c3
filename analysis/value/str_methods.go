package value

import "strings"

func init() {
	StrType.New = newStr
	Builtins["str"] = StrType

	strSpecials()
	strPredicates()
	strCases()
	strSearches()
	strSplits()
	strPads()
	strOthers()

	DefBuiltin("repr(obj, /)", func(t *Thread, a []Value) (Value, error) {
		s, err := Repr(t, a[0])
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	DefBuiltin("ascii(obj, /)", func(t *Thread, a []Value) (Value, error) {
		s, err := asciiRepr(t, a[0])
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	DefBuiltin("format(value, format_spec='', /)", func(t *Thread, a []Value) (Value, error) {
		spec, ok := a[1].(*Str)
		if !ok {
			if err := firstUnknown(a[1]); err != nil {
				return nil, err
			}
			return nil, TypeErrorf("format() argument 2 must be str, not %s", a[1].Type().Name)
		}
		s, err := Format(t, a[0], spec.s)
		if err != nil {
			return nil, err
		}
		return NewStr(s), nil
	})
	DefBuiltin("chr(i, /)", builtinChr)
	DefBuiltin("ord(c, /)", builtinOrd)
}

// newStr is str(object) and str(bytes, encoding, errors).
func newStr(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if n := len(args) + len(kwargs); n > 3 {
		return nil, TypeErrorf("str() takes at most 3 arguments (%d given)", n)
	}
	var parts [3]Value
	copy(parts[:], args)
	for _, k := range kwargs {
		i := 0
		switch k.Name {
		case "object":
		case "encoding":
			i = 1
		case "errors":
			i = 2
		default:
			return nil, TypeErrorf("'%s' is an invalid keyword argument for str()", k.Name)
		}
		if parts[i] != nil {
			return nil, TypeErrorf("argument for str() given by name ('%s') and position (%d)", k.Name, i+1)
		}
		parts[i] = k.Value
	}
	encoding, err := textArgument(parts[1], "utf-8", "str() argument 'encoding' must be str, not %s")
	if err != nil {
		return nil, err
	}
	errors, err := textArgument(parts[2], "strict", "str() argument 'errors' must be str, not %s")
	if err != nil {
		return nil, err
	}
	var s *Str
	switch {
	case parts[0] == nil:
		s = EmptyStr
	case parts[1] == nil && parts[2] == nil:
		if s, err = TextValue(t, parts[0]); err != nil {
			return nil, err
		}
		if cls == StrType {
			return s, nil
		}
	default:
		b, ok := bytesOf(t, parts[0])
		if !ok {
			if err := firstUnknown(parts[0]); err != nil {
				return nil, err
			}
			if _, isStr := parts[0].(*Str); isStr {
				return nil, TypeErrorf("decoding str is not supported")
			}
			return nil, TypeErrorf("decoding to str: need a bytes-like object, %s found", parts[0].Type().Name)
		}
		text, err := Decode(t, b, encoding, errors)
		if err != nil {
			return nil, err
		}
		s = NewStr(text)
	}
	if cls == StrType {
		return s, nil
	}
	return NewStrOf(cls, s.s), nil
}

// textArgument reads an optional argument that must be a str.
func textArgument(v Value, otherwise, message string) (string, error) {
	if v == nil {
		return otherwise, nil
	}
	if s, ok := v.(*Str); ok {
		return s.s, nil
	}
	if err := firstUnknown(v); err != nil {
		return "", err
	}
	return "", TypeErrorf(message, v.Type().Name)
}

// strArgument is textArgument of one that must be given.
func strArgument(v Value, message string) (*Str, error) {
	if s, ok := v.(*Str); ok {
		return s, nil
	}
	if err := firstUnknown(v); err != nil {
		return nil, err
	}
	return nil, TypeErrorf(message, v.Type().Name)
}

// defStr adds a method of str whose receiver is at hand as a *Str.
func defStr(signature string, f func(t *Thread, s *Str, a []Value) (Value, error)) {
	StrType.Def(signature, func(t *Thread, a []Value) (Value, error) { return f(t, a[0].(*Str), a[1:]) })
}

func strSpecials() {
	defStr("__add__(self, value, /)", func(t *Thread, s *Str, a []Value) (Value, error) { return textConcat(t, s, a[0]) })
	for _, name := range []string{"__mul__", "__rmul__"} {
		defStr(name+"(self, value, /)", func(t *Thread, s *Str, a []Value) (Value, error) { return textRepeat(t, s, a[0]) })
	}
	defStr("__mod__(self, value, /)", func(t *Thread, s *Str, a []Value) (Value, error) { return textBinary(t, OpMod, s, a[0]) })
	defStr("__rmod__(self, value, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
		if _, ok := a[0].(*Str); !ok {
			return NotImplemented, nil
		}
		return textBinary(t, OpMod, a[0], s)
	})
	defStr("__repr__(self, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
		if err := chargeRepr(t, s.s); err != nil {
			return nil, err
		}
		return NewStr(StrRepr(s.s)), nil
	})
	defStr("__str__(self, /)", func(t *Thread, s *Str, a []Value) (Value, error) { return plainStr(s), nil })
	defStr("__hash__(self, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
		h, err := PyHash(t, plainStr(s))
		if err != nil {
			return nil, err
		}
		return Int(h), nil
	})
	defStr("__format__(self, format_spec, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
		spec, err := formatArgument(a[0])
		if err != nil {
			return nil, err
		}
		text, err := formatStr(t, s, spec)
		if err != nil {
			return nil, err
		}
		return NewStr(text), nil
	})
	defStr("__getnewargs__(self, /)", func(t *Thread, s *Str, a []Value) (Value, error) { return NewTuple(plainStr(s)), nil })
	defTextSpecials(StrType)
}

// plainStr returns the text as a str of no other class.
func plainStr(s *Str) *Str {
	if s.ext == nil {
		return s
	}
	return NewStr(s.s)
}

// defTextSpecials adds the special methods that str, bytes and bytearray have
// alike.
func defTextSpecials(c *Type) {
	c.Def("__len__(self, /)", func(t *Thread, a []Value) (Value, error) {
		n, _ := nativeLen(t, a[0])
		return Int(n), nil
	})
	c.Def("__getitem__(self, key, /)", func(t *Thread, a []Value) (Value, error) { return textGetItem(t, a[0], a[1]) })
	c.Def("__contains__(self, key, /)", func(t *Thread, a []Value) (Value, error) {
		ok, err := textContains(t, a[0], a[1])
		return Bool(ok), err
	})
	c.Def("__iter__(self, /)", func(t *Thread, a []Value) (Value, error) { return textIter(a[0]), nil })
	for op, name := range cmpMethod {
		c.Def(name+"(self, value, /)", func(t *Thread, a []Value) (Value, error) {
			return compareNative(t, CmpOp(op), a[0], a[1])
		})
	}
}

func strPredicates() {
	every := func(name string, empty bool, test func(r rune) bool) {
		defStr(name+"(self, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
			if err := t.Step(int64(len(s.s) >> 4)); err != nil {
				return nil, err
			}
			for i := 0; i < len(s.s); {
				r, n := DecodeRune(s.s[i:])
				if !test(r) {
					return False, nil
				}
				i += n
			}
			return Bool(empty || s.s != ""), nil
		})
	}
	every("isalpha", false, isAlpha)
	every("isalnum", false, isAlnum)
	every("isdecimal", false, func(r rune) bool { return decimalValue(r) >= 0 })
	every("isdigit", false, func(r rune) bool { return '0' <= r && r <= '9' || r >= 128 && digitSet.has(r) })
	every("isnumeric", false, func(r rune) bool { return '0' <= r && r <= '9' || r >= 128 && numericSet.has(r) })
	every("isspace", false, isSpace)
	every("isprintable", true, isPrintable)
	every("isascii", true, func(r rune) bool { return r < 128 })

	whole := func(name string, test func(s *Str) bool) {
		defStr(name+"(self, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
			if err := t.Alloc(len(s.s)); err != nil {
				return nil, err
			}
			return Bool(test(s)), nil
		})
	}
	whole("isupper", strIsUpper)
	whole("islower", strIsLower)
	whole("istitle", strIsTitle)
	whole("isidentifier", func(s *Str) bool { return IsIdentifier(s.s) })
}

func strCases() {
	for name, f := range map[string]func(s *Str) string{
		"lower": strLower, "upper": strUpper, "casefold": strFold,
		"swapcase": strSwapCase, "capitalize": strCapitalize, "title": strTitle,
	} {
		defStr(name+"(self, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
			if err := t.Alloc(3 * len(s.s)); err != nil {
				return nil, err
			}
			return NewStr(f(s)), nil
		})
	}
}

func strSearches() {
	find := func(name string, last, must bool) {
		defSearch(StrType, name, func(t *Thread, self Value, a []Value) (Value, error) {
			s := self.(*Str)
			sub, err := strArgument(a[0], "must be str, not %s")
			if err != nil {
				return nil, err
			}
			at := -1
			sec, ok, err := strSection(t, s, a[1], a[2])
			if err != nil {
				return nil, err
			}
			if ok {
				at = sec.find(sub.s, last)
			}
			if must && at < 0 {
				return nil, ValueErrorf("substring not found")
			}
			return Int(at), nil
		})
	}
	find("find", false, false)
	find("rfind", true, false)
	find("index", false, true)
	find("rindex", true, true)
	defSearch(StrType, "count", func(t *Thread, self Value, a []Value) (Value, error) {
		s := self.(*Str)
		sub, err := strArgument(a[0], "must be str, not %s")
		if err != nil {
			return nil, err
		}
		sec, ok, err := strSection(t, s, a[1], a[2])
		if err != nil || !ok {
			return Int(0), err
		}
		return Int(sec.count(sub.s)), nil
	})
	affix := func(name string, match func(s, part string) bool) {
		defSearch(StrType, name, func(t *Thread, self Value, a []Value) (Value, error) {
			s := self.(*Str)
			sec, ok, err := strSection(t, s, a[1], a[2])
			if err != nil {
				return nil, err
			}
			test := func(v Value, message string) (bool, error) {
				part, err := strArgument(v, message)
				return err == nil && ok && match(sec.text, part.s), err
			}
			if parts, isTuple := a[0].(*Tuple); isTuple {
				for _, p := range parts.Elems {
					if yes, err := test(p, "tuple for "+name+" must only contain str, not %s"); yes || err != nil {
						return Bool(yes), err
					}
				}
				return False, nil
			}
			yes, err := test(a[0], name+" first arg must be str or a tuple of str, not %s")
			return Bool(yes), err
		})
	}
	affix("startswith", strings.HasPrefix)
	affix("endswith", strings.HasSuffix)
	trim := func(name string, cut func(s, part string) string) {
		defStr(name+"(self, affix, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
			part, err := strArgument(a[0], name+"() argument must be str, not %s")
			if err != nil {
				return nil, err
			}
			return NewStr(cut(s.s, part.s)), nil
		})
	}
	trim("removeprefix", strings.TrimPrefix)
	trim("removesuffix", strings.TrimSuffix)
	defStr("replace(self, old, new, count=-1, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
		old, err := strArgument(a[0], "replace() argument 1 must be str, not %s")
		if err != nil {
			return nil, err
		}
		repl, err := strArgument(a[1], "replace() argument 2 must be str, not %s")
		if err != nil {
			return nil, err
		}
		limit, err := Index(t, a[2])
		if err != nil {
			return nil, err
		}
		text, err := replaceText(t, s.s, old.s, repl.s, limit, true)
		if err != nil {
			return nil, err
		}
		return NewStr(text), nil
	})
	strip := func(name string, left, right bool) {
		defStr(name+"(self, chars=None, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
			if err := t.Step(int64(len(s.s) >> 6)); err != nil {
				return nil, err
			}
			drop := isSpace
			if a[0] != None {
				chars, ok := a[0].(*Str)
				if !ok {
					if err := firstUnknown(a[0]); err != nil {
						return nil, err
					}
					return nil, TypeErrorf("%s arg must be None or str", name)
				}
				rs := chars.Runes()
				drop = func(r rune) bool {
					for _, c := range rs {
						if c == r {
							return true
						}
					}
					return false
				}
			}
			return NewStr(stripText(s.s, left, right, drop)), nil
		})
	}
	strip("strip", true, true)
	strip("lstrip", true, false)
	strip("rstrip", false, true)
}

func strSplits() {
	split := func(name string, right bool) {
		defStr(name+"(self, /, sep=None, maxsplit=-1)", func(t *Thread, s *Str, a []Value) (Value, error) {
			limit, err := Index(t, a[1])
			if err != nil {
				return nil, err
			}
			if err := t.Alloc(len(s.s)); err != nil {
				return nil, err
			}
			if a[0] == None {
				if right {
					return strList(rsplitSpace(t, s.s, limit, isSpace, decodeLastRune))
				}
				return strList(splitSpace(t, s.s, limit, isSpace, DecodeRune))
			}
			sep, err := strArgument(a[0], "must be str or None, not %s")
			switch {
			case err != nil:
				return nil, err
			case sep.s == "":
				return nil, ValueErrorf("empty separator")
			case right:
				return strList(rsplitSep(t, s.s, sep.s, limit))
			}
			return strList(splitSep(t, s.s, sep.s, limit))
		})
	}
	split("split", false)
	split("rsplit", true)
	partition := func(name string, right bool) {
		defStr(name+"(self, sep, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
			sep, err := strArgument(a[0], "must be str, not %s")
			if err != nil {
				return nil, err
			}
			if sep.s == "" {
				return nil, ValueErrorf("empty separator")
			}
			before, mid, after := partitionText(s.s, sep.s, right)
			return NewTuple(NewStr(before), NewStr(mid), NewStr(after)), nil
		})
	}
	partition("partition", false)
	partition("rpartition", true)
	defStr("splitlines(self, /, keepends=False)", func(t *Thread, s *Str, a []Value) (Value, error) {
		keep, err := Truth(t, a[0])
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(len(s.s)); err != nil {
			return nil, err
		}
		return strList(splitLines(t, s.s, keep, true))
	})
	defStr("join(self, iterable, /)", strJoin)
}

// partitionText cuts s at the first or the last separator.
func partitionText(s, sep string, right bool) (before, mid, after string) {
	i := strings.Index(s, sep)
	if right {
		i = strings.LastIndex(s, sep)
	}
	switch {
	case i >= 0:
		return s[:i], sep, s[i+len(sep):]
	case right:
		return "", "", s
	}
	return s, "", ""
}

// strList makes a list of pieces, which are accounted for.
func strList(parts []string, err error) (Value, error) {
	if err != nil {
		return nil, err
	}
	elems := make([]Value, len(parts))
	for i, p := range parts {
		elems[i] = NewStr(p)
	}
	return NewList(elems), nil
}

func strJoin(t *Thread, s *Str, a []Value) (Value, error) {
	items, err := joinItems(t, a[0])
	if err != nil {
		return nil, err
	}
	size := 0
	for i, v := range items {
		item, ok := v.(*Str)
		if !ok {
			if err := firstUnknown(v); err != nil {
				return nil, err
			}
			return nil, TypeErrorf("sequence item %d: expected str instance, %s found", i, v.Type().Name)
		}
		size += len(item.s) + len(s.s)
	}
	if len(items) == 1 {
		return plainStr(items[0].(*Str)), nil
	}
	if err := t.Alloc(size); err != nil {
		return nil, err
	}
	var b strings.Builder
	b.Grow(size)
	for i, v := range items {
		if i > 0 {
			b.WriteString(s.s)
		}
		b.WriteString(v.(*Str).s)
	}
	return NewStr(b.String()), nil
}

// joinItems collects what is joined.
func joinItems(t *Thread, v Value) ([]Value, error) {
	it, err := Iter(t, v)
	if err != nil {
		if _, ok := IsRaised(err, TypeError); ok && !hasIter(v) {
			return nil, TypeErrorf("can only join an iterable")
		}
		return nil, err
	}
	var items []Value
	for {
		item, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if item == nil {
			return items, nil
		}
		if err := t.Alloc(grownItem); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
}

func hasIter(v Value) bool {
	h, ok := v.Type().Lookup("__iter__")
	return ok && h != None
}

func strPads() {
	pad := func(name string, place func(n, width int) (left int)) {
		defStr(name+"(self, width, fillchar=' ', /)", func(t *Thread, s *Str, a []Value) (Value, error) {
			width, err := Index(t, a[0])
			if err != nil {
				return nil, err
			}
			fill, err := strArgument(a[1], "The fill character must be a unicode character, not %s")
			if err != nil {
				return nil, err
			}
			if fill.Len() != 1 {
				return nil, TypeErrorf("The fill character must be exactly one character long")
			}
			n := width - s.Len()
			if n <= 0 {
				return plainStr(s), nil
			}
			if err := chargeWidth(t, n); err != nil {
				return nil, err
			}
			left := place(n, width)
			return NewStr(strings.Repeat(fill.s, left) + s.s + strings.Repeat(fill.s, n-left)), nil
		})
	}
	pad("ljust", padLeft)
	pad("rjust", padRight)
	pad("center", padCenter)
	defStr("zfill(self, width, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
		width, err := Index(t, a[0])
		if err != nil {
			return nil, err
		}
		n := width - s.Len()
		if n <= 0 {
			return plainStr(s), nil
		}
		if err := chargeWidth(t, n); err != nil {
			return nil, err
		}
		return NewStr(zeroFill(s.s, n)), nil
	})
	defStr("expandtabs(self, /, tabsize=8)", func(t *Thread, s *Str, a []Value) (Value, error) {
		size, err := Index(t, a[0])
		if err != nil {
			return nil, err
		}
		text, err := expandTabs(t, s.s, size, countRunes)
		if err != nil {
			return nil, err
		}
		return NewStr(text), nil
	})
}

// How many of n fill characters go to the left.
func padLeft(n, width int) int   { return 0 }
func padRight(n, width int) int  { return n }
func padCenter(n, width int) int { return n/2 + n&width&1 }

// zeroFill puts n zeros after the sign of s.
func zeroFill(s string, n int) string {
	zeros := strings.Repeat("0", n)
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[:1] + zeros + s[1:]
	}
	return zeros + s
}

func strOthers() {
	StrType.DefRaw("format", func(t *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		named := NewDict()
		for _, k := range kwargs {
			named.SetStr(k.Name, k.Value)
		}
		text, err := StrFormat(t, args[0].(*Str).s, args[1:], named)
		if err != nil {
			return nil, err
		}
		return NewStr(text), nil
	})
	defStr("format_map(self, mapping, /)", func(t *Thread, s *Str, a []Value) (Value, error) {
		text, err := strFormatMap(t, s.s, a[0])
		if err != nil {
			return nil, err
		}
		return NewStr(text), nil
	})
	defStr("encode(self, /, encoding='utf-8', errors='strict')", func(t *Thread, s *Str, a []Value) (Value, error) {
		encoding, err := textArgument(a[0], "", "encode() argument 'encoding' must be str, not %s")
		if err != nil {
			return nil, err
		}
		errors, err := textArgument(a[1], "", "encode() argument 'errors' must be str, not %s")
		if err != nil {
			return nil, err
		}
		b, err := Encode(t, s, encoding, errors)
		if err != nil {
			return nil, err
		}
		return NewBytes(b), nil
	})
	defStr("translate(self, table, /)", strTranslate)
	StrType.DefStatic("maketrans(x, y=?, z=?, /)", strMakeTrans)
}

func strTranslate(t *Thread, s *Str, a []Value) (Value, error) {
	var out []byte
	known := map[rune]string{}
	for i := 0; i < len(s.s); {
		r, n := DecodeRune(s.s[i:])
		if err := t.Step(1); err != nil {
			return nil, err
		}
		to, ok := known[r]
		if !ok {
			got, err := translateRune(t, r, a[0])
			if err != nil {
				return nil, err
			}
			if to = got; r < 128 {
				known[r] = to // CPython asks once for each ASCII character too
			}
		}
		size := len(to)
		if len(out)+len(to) > cap(out) {
			size += 2 * len(out) // it moves to where there is room for more
		}
		if err := t.Alloc(size); err != nil {
			return nil, err
		}
		out = append(out, to...)
		i += n
	}
	return NewStr(textOf(out)), nil
}

func translateRune(t *Thread, r rune, table Value) (string, error) {
	got, err := GetItem(t, table, Int(r))
	if err != nil {
		if _, ok := IsRaised(err, LookupError); ok {
			return RuneStr(r).s, nil
		}
		return "", err
	}
	switch v := got.(type) {
	case *Str:
		return v.s, nil
	case *Singleton:
		if v == None {
			return "", nil
		}
	case *Unknown:
		return "", &UnknownError{Reason: v.Reason}
	}
	if n, ok := AsBig(got); ok {
		if !n.IsInt64() || n.Int64() < 0 || n.Int64() > 0x10FFFF {
			return "", ValueErrorf("character mapping must be in range(0x110000)")
		}
		return RuneStr(rune(n.Int64())).s, nil
	}
	return "", TypeErrorf("character mapping must return integer, None or str")
}

func strMakeTrans(t *Thread, a []Value) (Value, error) {
	for _, v := range a {
		if v != nil {
			if err := firstUnknown(v); err != nil {
				return nil, err
			}
		}
	}
	table := NewDict()
	if a[1] == nil {
		d, ok := a[0].(*Dict)
		if !ok || d.Type() != DictType {
			return nil, TypeErrorf("if you give only one argument to maketrans it must be a dict")
		}
		t.Reading(&d.Header)
		for i := 0; ; {
			k, v, next, ok := d.Next(i)
			if !ok {
				return table, nil
			}
			i = next
			switch key := k.(type) {
			case *Str:
				if key.Len() != 1 {
					return nil, ValueErrorf("string keys in translate table must be of length 1")
				}
				k = Int(key.Runes()[0])
			case Int, Bool, *BigInt:
			default:
				return nil, TypeErrorf("keys in translate table must be strings or integers")
			}
			if err := table.Set(t, k, v); err != nil {
				return nil, err
			}
		}
	}
	y, err := strArgument(a[1], "maketrans() argument 2 must be str, not %s")
	if err != nil {
		return nil, err
	}
	z := EmptyStr
	if a[2] != nil {
		if z, err = strArgument(a[2], "maketrans() argument 3 must be str, not %s"); err != nil {
			return nil, err
		}
	}
	x, ok := a[0].(*Str)
	if !ok {
		return nil, TypeErrorf("first maketrans argument must be a string if there is a second argument")
	}
	if x.Len() != y.Len() {
		return nil, ValueErrorf("the first two maketrans arguments must have equal length")
	}
	to := y.Runes()
	for i, r := range x.Runes() {
		if err := table.Set(t, Int(r), Int(to[i])); err != nil {
			return nil, err
		}
	}
	for _, r := range z.Runes() {
		if err := table.Set(t, Int(r), None); err != nil {
			return nil, err
		}
	}
	return table, nil
}

func builtinChr(t *Thread, a []Value) (Value, error) {
	n, err := BigIndex(t, a[0])
	if err != nil {
		return nil, err
	}
	switch {
	case !n.IsInt64() || n.Int64() != int64(int32(n.Int64())):
		what := "greater than maximum"
		if n.Sign() < 0 {
			what = "less than minimum"
		}
		if n.IsInt64() {
			return nil, Raisef(OverflowError, "signed integer is %s", what)
		}
		return nil, Raisef(OverflowError, "Python int too large to convert to C int")
	case n.Int64() < 0 || n.Int64() > 0x10FFFF:
		return nil, ValueErrorf("chr() arg not in range(0x110000)")
	}
	return RuneStr(rune(n.Int64())), nil
}

func builtinOrd(t *Thread, a []Value) (Value, error) {
	n := 0
	switch c := a[0].(type) {
	case *Str:
		if n = c.Len(); n == 1 {
			return Int(c.Runes()[0]), nil
		}
	case *Bytes, *ByteArray:
		b, _ := bytesOf(t, c)
		if n = len(b); n == 1 {
			return Int(b[0]), nil
		}
	default:
		if err := firstUnknown(c); err != nil {
			return nil, err
		}
		return nil, TypeErrorf("ord() expected string of length 1, but %s found", c.Type().Name)
	}
	return nil, TypeErrorf("ord() expected a character, but string of length %d found", n)
}
