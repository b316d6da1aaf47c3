package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("io", loadIO) }

// loadIO builds the part of io that needs no files.
func loadIO(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("io")
	m.Set("StringIO", stringIOType)
	m.Set("BytesIO", bytesIOType)
	m.Set("SEEK_SET", value.Int(0))
	m.Set("SEEK_CUR", value.Int(1))
	m.Set("SEEK_END", value.Int(2))
	m.Set("DEFAULT_BUFFER_SIZE", value.Int(8192))
	m.Set("UnsupportedOperation", unsupportedOperation)
	for _, name := range []string{"IOBase", "RawIOBase", "BufferedIOBase", "TextIOBase"} {
		m.Set(name, ioBases[name])
	}
	return m, nil
}

var ioBases = func() map[string]*value.Type {
	all := map[string]*value.Type{}
	for _, k := range []struct{ name, base string }{{"IOBase", ""}, {"RawIOBase", "IOBase"}, {"BufferedIOBase", "IOBase"}, {"TextIOBase", "IOBase"}} {
		base := value.ObjectType
		if k.base != "" {
			base = all[k.base]
		}
		c := value.NewBuiltinType(k.name, base)
		c.Module = "io"
		c.Partial = true
		all[k.name] = c
	}
	return all
}()

var (
	stringIOType = newIOType("StringIO", "TextIOBase")
	bytesIOType  = newIOType("BytesIO", "BufferedIOBase")
)

func newIOType(name, base string) *value.Type {
	c := libraryType("_io", name, ioBases[base])
	c.Partial = true
	return c
}

var unsupportedOperation = func() *value.Type {
	c := value.NewBuiltinType("UnsupportedOperation", value.OSError, value.ValueError)
	c.Module = "io"
	return c
}()

// buffer is the state of a StringIO or BytesIO: code points or bytes.
type buffer struct {
	text    bool
	data    []rune
	pos     int
	closed  bool
	newline *string // nil for None: universal newlines
}

func bufferOf(v value.Value) (*buffer, error) {
	b, ok := state[*buffer](v)
	if !ok {
		return nil, value.ValueErrorf("I/O operation on uninitialized object")
	}
	if b.closed {
		return nil, value.ValueErrorf("I/O operation on closed file")
	}
	return b, nil
}

func (b *buffer) value(rs []rune) value.Value {
	if b.text {
		return value.RunesStr(rs)
	}
	raw := make([]byte, len(rs))
	for i, r := range rs {
		raw[i] = byte(r)
	}
	return value.NewBytes(string(raw))
}

// unitSize is what a code point or byte takes on its way into a buffer that
// grows.
const unitSize = 12

// units returns what is written, as code points or bytes.
func (b *buffer) units(t *value.Thread, v value.Value) ([]rune, error) {
	if err := unknownOf(v); err != nil {
		return nil, err
	}
	if b.text {
		s, ok := v.(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("string argument expected, got '%s'", v.Type().Name)
		}
		if err := t.Alloc(unitSize * s.Len()); err != nil {
			return nil, err
		}
		return s.Runes(), nil
	}
	var raw string
	switch v := v.(type) {
	case *value.Bytes:
		raw = v.B
	case *value.ByteArray:
		raw = string(v.B)
	default:
		return nil, value.TypeErrorf("a bytes-like object is required, not '%s'", v.Type().Name)
	}
	if err := t.Alloc(unitSize * len(raw)); err != nil {
		return nil, err
	}
	rs := make([]rune, len(raw))
	for i := range len(raw) {
		rs[i] = rune(raw[i])
	}
	return rs, nil
}

// unknownOf returns the error that using an unknown value gives.
func unknownOf(vs ...value.Value) error {
	for _, v := range vs {
		if u, ok := v.(*value.Unknown); ok {
			return &value.UnknownError{Reason: u.Reason}
		}
	}
	return nil
}

func (b *buffer) write(t *value.Thread, rs []rune) error {
	if len(rs) == 0 {
		return nil
	}
	if b.pos > len(b.data) {
		if err := t.Alloc(4 * (b.pos - len(b.data))); err != nil {
			return err
		}
		b.data = append(b.data, make([]rune, b.pos-len(b.data))...)
	}
	n := copy(b.data[b.pos:], rs)
	b.data = append(b.data, rs[n:]...)
	b.pos += len(rs)
	return nil
}

// translate turns line ends into what the newline argument asks for.
func (b *buffer) translate(rs []rune) []rune {
	if !b.text || b.newline != nil && *b.newline != "\r" && *b.newline != "\r\n" {
		return rs
	}
	s := string(rs)
	if b.newline == nil {
		return []rune(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
	}
	return []rune(strings.ReplaceAll(s, "\n", *b.newline))
}

func (b *buffer) line(limit int) []rune {
	if b.pos >= len(b.data) {
		return nil
	}
	end := b.pos
	for end < len(b.data) {
		end++
		if b.data[end-1] == '\n' {
			break
		}
	}
	if limit >= 0 && end-b.pos > limit {
		end = b.pos + limit
	}
	rs := b.data[b.pos:end]
	b.pos = end
	return rs
}

func init() {
	for _, c := range []*value.Type{stringIOType, bytesIOType} {
		c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
			o := value.NewInstance(cls)
			nl := "\n"
			o.Payload = &buffer{text: c == stringIOType, newline: &nl}
			return o, t.Alloc(300)
		}
		c.DefNew()
		defineBuffer(c)
	}
	stringIOType.Def("__init__(self, initial_value='', newline=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		b, err := bufferOf(a[0])
		if err != nil {
			return nil, err
		}
		switch nl := a[2].(type) {
		case nil:
		case *value.Str:
			s := nl.String()
			b.newline = &s
		case *value.Singleton:
			b.newline = nil
		default:
			return nil, value.TypeErrorf("newline must be str or None, not %s", nl.Type().Name)
		}
		if a[1] == value.None {
			return value.None, nil
		}
		if err := unknownOf(a[1]); err != nil {
			return nil, err
		}
		s, ok := a[1].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("initial_value must be str or None, not %s", a[1].Type().Name)
		}
		b.data = append([]rune(nil), b.translate(s.Runes())...)
		return value.None, t.Alloc(len(s.String()))
	})
	bytesIOType.DefRaw("__init__", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		b, err := bufferOf(args[0])
		if err != nil {
			return nil, err
		}
		var initial value.Value = value.None
		if len(args) > 1 {
			initial = args[1]
		}
		for _, k := range kwargs {
			if k.Name != "initial_bytes" {
				return nil, value.TypeErrorf("'%s' is an invalid keyword argument for BytesIO()", k.Name)
			}
			initial = k.Value
		}
		if len(args) > 2 {
			return nil, value.TypeErrorf("BytesIO() takes at most 1 argument (%d given)", len(args)-1)
		}
		if initial == value.None {
			return value.None, nil
		}
		rs, err := b.units(t, initial)
		b.data = append([]rune(nil), rs...)
		return value.None, err
	})
	stringIOType.DefAttr("newlines", func(t *value.Thread, self value.Value) (value.Value, error) { return value.None, nil })
	stringIOType.DefAttr("encoding", func(t *value.Thread, self value.Value) (value.Value, error) { return value.None, nil })
	stringIOType.DefAttr("errors", func(t *value.Thread, self value.Value) (value.Value, error) { return value.None, nil })
	stringIOType.DefAttr("line_buffering", func(t *value.Thread, self value.Value) (value.Value, error) { return value.False, nil })
}

// size reads an optional size argument; -1 means everything.
func size(t *value.Thread, v value.Value) (int, error) {
	if v == value.None {
		return -1, nil
	}
	if _, ok := v.Type().Lookup("__index__"); !ok && !value.IsInt(v) {
		return 0, value.TypeErrorf("argument should be integer or None, not '%s'", v.Type().Name)
	}
	return value.Index(t, v)
}

func defineBuffer(c *value.Type) {
	method := func(signature string, change bool, run func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			b, err := bufferOf(a[0])
			if err != nil {
				return nil, err
			}
			if h := value.Head(a[0]); change {
				t.Touch(h)
			} else {
				t.Reading(h)
			}
			return run(t, b, a)
		})
	}
	method("write(self, s, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		rs, err := b.units(t, a[1])
		if err != nil {
			return nil, err
		}
		return value.Int(len(rs)), b.write(t, b.translate(rs))
	})
	method("writelines(self, lines, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		return value.None, value.Iterate(t, a[1], func(v value.Value) error {
			rs, err := b.units(t, v)
			if err != nil {
				return err
			}
			return b.write(t, b.translate(rs))
		})
	})
	method("read(self, size=-1, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		n, err := size(t, a[1])
		if err != nil {
			return nil, err
		}
		start := min(b.pos, len(b.data))
		end := len(b.data)
		if n >= 0 && start+n < end {
			end = start + n
		}
		b.pos = max(b.pos, end)
		return b.value(b.data[start:end]), t.Alloc(end - start)
	})
	method("readline(self, size=-1, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		n, err := size(t, a[1])
		if err != nil {
			return nil, err
		}
		return b.value(b.line(n)), nil
	})
	method("readlines(self, hint=-1, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		n, err := size(t, a[1])
		if err != nil {
			return nil, err
		}
		var out []value.Value
		total := 0
		for b.pos < len(b.data) {
			rs := b.line(-1)
			out = append(out, b.value(rs))
			total += len(rs)
			if n > 0 && total >= n {
				break
			}
		}
		return value.NewList(out), t.Alloc(total)
	})
	method("__iter__(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) { return a[0], nil })
	method("__next__(self, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		rs := b.line(-1)
		if rs == nil {
			return nil, value.Raise(value.StopIteration)
		}
		return b.value(rs), nil
	})
	method("getvalue(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		return b.value(b.data), t.Alloc(len(b.data))
	})
	method("tell(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) { return value.Int(b.pos), nil })
	method("seek(self, pos, whence=0, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		pos, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		whence, err := value.Index(t, a[2])
		if err != nil {
			return nil, err
		}
		switch {
		case whence < 0 || whence > 2:
			if b.text {
				return nil, value.ValueErrorf("Invalid whence (%d, should be 0, 1 or 2)", whence)
			}
			return nil, value.ValueErrorf("invalid whence (%d, should be 0, 1 or 2)", whence)
		case whence == 0 && pos < 0:
			if b.text {
				return nil, value.ValueErrorf("Negative seek position %d", pos)
			}
			return nil, value.ValueErrorf("negative seek value %d", pos)
		case b.text && whence != 0 && pos != 0:
			return nil, value.Raisef(value.OSError, "Can't do nonzero cur-relative seeks")
		case whence == 1:
			pos += b.pos
		case whence == 2:
			pos += len(b.data)
		}
		b.pos = max(pos, 0)
		return value.Int(b.pos), nil
	})
	method("truncate(self, size=None, /)", true, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		n := b.pos
		if a[1] != value.None {
			var err error
			if n, err = value.Index(t, a[1]); err != nil {
				return nil, err
			}
			if n < 0 {
				if b.text {
					return nil, value.ValueErrorf("Negative size value %d", n)
				}
				return nil, value.ValueErrorf("negative size value %d", n)
			}
		}
		if n < len(b.data) {
			b.data = b.data[:n]
		}
		return value.Int(n), nil
	})
	for _, name := range []string{"readable", "writable", "seekable"} {
		method(name+"(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) { return value.True, nil })
	}
	method("isatty(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) { return value.False, nil })
	method("flush(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) { return value.None, nil })
	method("__enter__(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) { return a[0], nil })
	method("fileno(self, /)", false, func(t *value.Thread, b *buffer, a []value.Value) (value.Value, error) {
		return nil, value.Raisef(unsupportedOperation, "fileno")
	})
	closeIt := func(t *value.Thread, v value.Value) {
		if b, ok := state[*buffer](v); ok {
			t.Touch(value.Head(v))
			b.closed = true
		}
	}
	c.Def("close(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		closeIt(t, a[0])
		return value.None, nil
	})
	c.DefRaw("__exit__", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		closeIt(t, args[0])
		return value.None, nil
	})
	c.DefAttr("closed", func(t *value.Thread, self value.Value) (value.Value, error) {
		b, ok := state[*buffer](self)
		return value.Bool(ok && b.closed), nil
	})
}
