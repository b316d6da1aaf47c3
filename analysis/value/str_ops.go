package value

import (
	"math"
	"strings"
)

// textBinary computes "a op b" where one of them is text or bytes; nil, nil
// when neither is, or the operator is not for them.
func textBinary(t *Thread, op Op, a, b Value) (Value, error) {
	switch op {
	case OpAdd:
		return textConcat(t, a, b)
	case OpMul:
		if isText(a) {
			return textRepeat(t, a, b)
		}
		if isText(b) {
			return textRepeat(t, b, a)
		}
	case OpMod:
		switch x := a.(type) {
		case *Str:
			s, err := PercentFormat(t, x, b)
			if err != nil {
				return nil, err
			}
			return NewStr(s), nil
		case *Bytes:
			s, err := percentBytes(t, x.B, b)
			if err != nil {
				return nil, err
			}
			return NewBytes(s), nil
		case *ByteArray:
			t.Reading(&x.Header)
			s, err := percentBytes(t, string(x.B), b)
			if err != nil {
				return nil, err
			}
			return &ByteArray{B: []byte(s)}, nil
		}
	}
	return nil, nil
}

func isText(v Value) bool {
	switch v.(type) {
	case *Str, *Bytes, *ByteArray:
		return true
	}
	return false
}

func textConcat(t *Thread, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *Str:
		y, ok := b.(*Str)
		if !ok {
			return nil, TypeErrorf("can only concatenate str (not \"%s\") to str", b.Type().Name)
		}
		switch {
		case x.s == "" && y.ext == nil:
			return y, nil
		case y.s == "" && x.ext == nil:
			return x, nil
		}
		z, err := concatStr(t, x, y)
		if err != nil {
			return nil, err
		}
		if m, n := x.count.Load(), y.count.Load(); m != 0 && n != 0 && z.count.Load() == 0 {
			z.count.Store(m + n - 1)
		}
		return z, nil
	case *Bytes:
		y, ok := bytesOf(t, b)
		if !ok {
			return nil, TypeErrorf("can't concat %s to bytes", b.Type().Name)
		}
		if err := t.Alloc(len(x.B) + len(y)); err != nil {
			return nil, err
		}
		return NewBytes(x.B + y), nil
	case *ByteArray:
		y, ok := bytesOf(t, b)
		if !ok {
			return nil, TypeErrorf("can't concat %s to %s", b.Type().Name, x.Type().Name)
		}
		t.Reading(&x.Header)
		if err := t.Alloc(len(x.B) + len(y)); err != nil {
			return nil, err
		}
		return &ByteArray{B: append(append(make([]byte, 0, len(x.B)+len(y)), x.B...), y...)}, nil
	}
	return nil, nil
}

// textRepeat is "text * count".
func textRepeat(t *Thread, text, count Value) (Value, error) {
	n, ok, err := repeatCount(t, count)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, TypeErrorf("can't multiply sequence by non-int of type '%s'", count.Type().Name)
	}
	n = max(n, 0)
	size := func(length int) error {
		if length > 0 && n > math.MaxInt64/length {
			return Raise(MemoryError)
		}
		return t.Alloc(n * length)
	}
	switch x := text.(type) {
	case *Str:
		if n == 1 && x.ext == nil {
			return x, nil
		}
		if err := size(len(x.s)); err != nil {
			return nil, err
		}
		return NewStr(strings.Repeat(x.s, n)), nil
	case *Bytes:
		if err := size(len(x.B)); err != nil {
			return nil, err
		}
		return NewBytes(strings.Repeat(x.B, n)), nil
	case *ByteArray:
		t.Reading(&x.Header)
		if err := size(len(x.B)); err != nil {
			return nil, err
		}
		return &ByteArray{B: []byte(strings.Repeat(string(x.B), n))}, nil
	}
	return nil, nil
}

// textGetItem is v[index] for text and bytes.
func textGetItem(t *Thread, v, index Value) (Value, error) {
	length := 0
	what := "string"
	switch x := v.(type) {
	case *Str:
		length = x.Len()
		if err := t.Alloc(indexCost(x)); err != nil {
			return nil, err
		}
	case *Bytes:
		length, what = len(x.B), "byte"
	case *ByteArray:
		t.Reading(&x.Header)
		length, what = len(x.B), "bytearray"
	}
	if s, ok := index.(*Slice); ok {
		start, stop, step, count, err := s.Indices(t, length)
		if err != nil {
			return nil, err
		}
		return textSlice(t, v, start, stop, step, count)
	}
	n, ok, err := asIndex(t, index)
	if err != nil {
		return nil, err
	}
	if !ok {
		if _, isStr := v.(*Str); isStr {
			return nil, TypeErrorf("string indices must be integers, not '%s'", index.Type().Name)
		}
		return nil, TypeErrorf("%s indices must be integers or slices, not %s", what, index.Type().Name)
	}
	if !n.IsInt64() {
		return nil, Raisef(IndexError, "cannot fit '%s' into an index-sized integer", index.Type().Name)
	}
	i := n.Int64()
	if i < 0 {
		i += int64(length)
	}
	if i < 0 || i >= int64(length) {
		if what == "byte" {
			return nil, Raisef(IndexError, "index out of range")
		}
		return nil, Raisef(IndexError, "%s index out of range", what)
	}
	switch x := v.(type) {
	case *Str:
		return x.At(int(i)), nil
	case *Bytes:
		return Int(x.B[i]), nil
	case *ByteArray:
		return Int(x.B[i]), nil
	}
	return nil, nil
}

// indexCost is what the first look at a code point of a str allocates.
func indexCost(s *Str) int {
	if s.runes.Load() == nil && !s.ASCII() {
		return 4 * s.Len()
	}
	return 0
}

func textSlice(t *Thread, v Value, start, stop, step, count int) (Value, error) {
	if err := t.Alloc(count); err != nil {
		return nil, err
	}
	switch x := v.(type) {
	case *Str:
		switch {
		case count == 0:
			return EmptyStr, nil
		case step == 1:
			if count == x.Len() && x.ext == nil {
				return x, nil
			}
			return x.Sub(start, start+count), nil
		case x.ASCII():
			return NewStr(textOf(stepBytes([]byte(x.s), start, step, count))), nil
		}
		if err := t.Alloc(4 * count); err != nil {
			return nil, err
		}
		rs := x.Runes()
		out := make([]byte, 0, count)
		for i := range count {
			out = AppendRune(out, rs[start+i*step])
		}
		return NewStr(textOf(out)), nil
	case *Bytes:
		if step == 1 {
			return NewBytes(x.B[start : start+count]), nil
		}
		return NewBytes(textOf(stepBytes([]byte(x.B), start, step, count))), nil
	case *ByteArray:
		return &ByteArray{B: stepBytes(x.B, start, step, count)}, nil
	}
	return nil, nil
}

func stepBytes(b []byte, start, step, count int) []byte {
	out := make([]byte, count)
	for i := range out {
		out[i] = b[start+i*step]
	}
	return out
}

// textContains is "item in v" for text and bytes.
func textContains(t *Thread, v, item Value) (bool, error) {
	if s, ok := v.(*Str); ok {
		sub, ok := item.(*Str)
		if !ok {
			return false, TypeErrorf("'in <string>' requires string as left operand, not %s", item.Type().Name)
		}
		if err := t.Step(int64(len(s.s) >> 6)); err != nil {
			return false, err
		}
		return strings.Contains(s.s, sub.s), nil
	}
	b, _ := bytesOf(t, v)
	if err := t.Step(int64(len(b) >> 6)); err != nil {
		return false, err
	}
	sub, err := bytesOrByte(t, item)
	if err != nil {
		return false, err
	}
	return strings.Contains(b, sub), nil
}

// bytesOrByte reads what is looked for in bytes: bytes, or one byte as an int.
func bytesOrByte(t *Thread, v Value) (string, error) {
	if b, ok := bytesOf(t, v); ok {
		return b, nil
	}
	n, ok, err := asIndex(t, v)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", TypeErrorf("a bytes-like object is required, not '%s'", v.Type().Name)
	}
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() > 255 {
		return "", ValueErrorf("byte must be in range(0, 256)")
	}
	return string([]byte{byte(n.Int64())}), nil
}

// Classes of the iterators over text.
var (
	strIteratorType       = newIteratorType("str_iterator")
	strASCIIIteratorType  = newIteratorType("str_ascii_iterator")
	bytesIteratorType     = newIteratorType("bytes_iterator")
	byteArrayIteratorType = newIteratorType("bytearray_iterator")
)

// textIterator walks a str, bytes or bytearray.
type textIterator struct {
	text  Value // nil once exhausted
	class *Type
	at    int // a byte offset for str
}

// textIter is iter(v) for text and bytes.
func textIter(v Value) Iterator {
	it := &textIterator{text: v}
	switch x := v.(type) {
	case *Str:
		it.class = strIteratorType
		if x.ASCII() {
			it.class = strASCIIIteratorType
		}
	case *Bytes:
		it.class = bytesIteratorType
	default:
		it.class = byteArrayIteratorType
	}
	return it
}

// Type returns the class of iterators over such text.
func (it *textIterator) Type() *Type { return it.class }

// Next returns the next character or byte.
func (it *textIterator) Next(t *Thread) (Value, error) {
	if it.text == nil {
		return nil, nil
	}
	switch x := it.text.(type) {
	case *Str:
		if it.at < len(x.s) {
			r, n := DecodeRune(x.s[it.at:])
			it.at += n
			return RuneStr(r), nil
		}
	case *Bytes:
		if it.at < len(x.B) {
			it.at++
			return Int(x.B[it.at-1]), nil
		}
	case *ByteArray:
		t.Reading(&x.Header)
		if it.at < len(x.B) {
			it.at++
			return Int(x.B[it.at-1]), nil
		}
	}
	it.text = nil
	return nil, nil
}
