package value

import "strings"

// bytesFromObject is the content of bytes(v) for a v that is neither an int nor
// a str.
func bytesFromObject(t *Thread, v Value) (string, error) {
	if err := firstUnknown(v); err != nil {
		return "", err
	}
	if v.Type().Heap {
		got, ok, err := CallSpecial(t, v, "__bytes__")
		if err != nil {
			return "", err
		}
		if ok {
			b, isBytes := got.(*Bytes)
			if !isBytes {
				return "", TypeErrorf("__bytes__ returned non-bytes (type %s)", got.Type().Name)
			}
			return b.B, nil
		}
	}
	if b, ok := bytesOf(t, v); ok {
		return b, t.Alloc(len(b))
	}
	if _, isStr := v.(*Str); isStr {
		return "", TypeErrorf("cannot convert 'str' object to bytes")
	}
	it, err := Iter(t, v)
	if err != nil {
		if _, ok := IsRaised(err, TypeError); ok && !hasIter(v) {
			return "", TypeErrorf("cannot convert '%s' object to bytes", v.Type().Name)
		}
		return "", err
	}
	return bytesFromItems(t, it, "bytes must be in range(0, 256)")
}

// bytesFromItems reads bytes from an iterator of ints.
func bytesFromItems(t *Thread, it Iterator, outOfRange string) (string, error) {
	var out []byte
	for {
		item, err := it.Next(t)
		if err != nil {
			return "", err
		}
		if item == nil {
			return string(out), nil
		}
		b, err := byteFrom(t, item, outOfRange)
		if err != nil {
			return "", Finish(t, it, err)
		}
		if err := t.Alloc(1); err != nil {
			return "", err
		}
		out = append(out, b)
	}
}

// byteFrom converts an item to a byte.
func byteFrom(t *Thread, v Value, outOfRange string) (byte, error) {
	n, err := BigIndex(t, v)
	if err != nil {
		return 0, err
	}
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() > 255 {
		return 0, ValueErrorf("%s", outOfRange)
	}
	return byte(n.Int64()), nil
}

// bytesArgument reads an argument that must be bytes-like.
func bytesArgument(t *Thread, v Value) (string, error) {
	if b, ok := bytesOf(t, v); ok {
		return b, nil
	}
	if err := firstUnknown(v); err != nil {
		return "", err
	}
	return "", TypeErrorf("a bytes-like object is required, not '%s'", v.Type().Name)
}

// BytesOf returns the content of a bytes-like object.
func BytesOf(t *Thread, v Value) (string, bool) { return bytesOf(t, v) }

// BytesArgument reads an argument that must be bytes-like.
func BytesArgument(t *Thread, v Value) (string, error) { return bytesArgument(t, v) }

// newBytes is bytes(...) and bytearray(...), whose name is what: nothing, a
// count of zeros, text with an encoding, bytes, or ints.
func newBytes(t *Thread, what string, args []Value, kwargs []Kwarg) (string, error) {
	if n := len(args) + len(kwargs); n > 3 {
		return "", TypeErrorf("%s() takes at most 3 arguments (%d given)", what, n)
	}
	var parts [3]Value
	copy(parts[:], args)
	for _, k := range kwargs {
		i := 0
		switch k.Name {
		case "source":
		case "encoding":
			i = 1
		case "errors":
			i = 2
		default:
			return "", TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, what)
		}
		if parts[i] != nil {
			return "", TypeErrorf("argument for %s() given by name ('%s') and position (%d)", what, k.Name, i+1)
		}
		parts[i] = k.Value
	}
	for _, p := range parts {
		if p != nil {
			if err := firstUnknown(p); err != nil {
				return "", err
			}
		}
	}
	encoding, err := textArgument(parts[1], "", what+"() argument 'encoding' must be str, not %s")
	if err != nil {
		return "", err
	}
	errors, err := textArgument(parts[2], "", what+"() argument 'errors' must be str, not %s")
	if err != nil {
		return "", err
	}
	source := parts[0]
	if s, ok := source.(*Str); ok {
		if parts[1] == nil {
			return "", TypeErrorf("string argument without an encoding")
		}
		return Encode(t, s, encoding, errors)
	}
	switch {
	case parts[1] != nil:
		return "", TypeErrorf("encoding without a string argument")
	case parts[2] != nil:
		return "", TypeErrorf("errors without a string argument")
	case source == nil:
		return "", nil
	}
	if source.Type().Heap {
		if _, ok := source.Type().Lookup("__bytes__"); ok && what == "bytes" {
			return bytesFromObject(t, source)
		}
	}
	n, ok, err := asIndex(t, source)
	if err != nil {
		return "", err
	}
	if ok {
		if !n.IsInt64() {
			return "", Raisef(OverflowError, "cannot fit '%s' into an index-sized integer", source.Type().Name)
		}
		if n.Sign() < 0 {
			return "", ValueErrorf("negative count")
		}
		if err := chargeWidth(t, int(n.Int64())); err != nil {
			return "", err
		}
		return strings.Repeat("\x00", int(n.Int64())), nil
	}
	if what == "bytearray" {
		return byteArrayContent(t, source)
	}
	return bytesFromObject(t, source)
}

// byteArrayContent is the content of bytearray(v) for bytes or ints.
func byteArrayContent(t *Thread, v Value) (string, error) {
	if b, ok := bytesOf(t, v); ok {
		return b, t.Alloc(len(b))
	}
	it, err := Iter(t, v)
	if err != nil {
		if _, ok := IsRaised(err, TypeError); ok && !hasIter(v) {
			return "", TypeErrorf("cannot convert '%s' object to bytearray", v.Type().Name)
		}
		return "", err
	}
	return bytesFromItems(t, it, "byte must be in range(0, 256)")
}
