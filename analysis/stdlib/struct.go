package stdlib

import (
	"encoding/binary"
	"math"
	"math/big"

	"augur/analysis/value"
)

func init() { Register("struct", loadStruct) }

// packer is a compiled format.
type packer struct {
	format string
	order  binary.ByteOrder
	native bool // sizes and alignment of the machine, which is taken to be x86-64 or like it
	little bool // in the order of the machine, whose own routines have other messages
	items  []packItem
	size   int
	values int
}

// packItem is one code of a format with its count.
type packItem struct {
	code   byte
	count  int
	offset int
}

const structErrorKey = "struct.error"

var structType = func() *value.Type {
	c := libraryType("_struct", "Struct")
	c.Name = "_struct.Struct"
	return c
}()

func structError(t *value.Thread, format string, args ...any) error {
	c, ok := t.Local[structErrorKey].(*value.Type)
	if !ok {
		return value.Unknownf("struct.error before struct is imported")
	}
	return value.Raisef(c, format, args...)
}

// codeSize is the size of a code, and its alignment where the machine's is
// asked for; 0: there is no such code.
func codeSize(code byte, native bool) (size, align int) {
	switch code {
	case 'x', 'b', 'B', 'c', 's', 'p', '?':
		return 1, 1
	case 'h', 'H', 'e':
		return 2, 2
	case 'i', 'I', 'f':
		return 4, 4
	case 'l', 'L':
		if native {
			return 8, 8
		}
		return 4, 4
	case 'q', 'Q', 'd':
		return 8, 8
	case 'n', 'N', 'P':
		if native {
			return 8, 8
		}
	}
	return 0, 0
}

// newPacker compiles a format.
func newPacker(t *value.Thread, format value.Value) (*packer, error) {
	p := &packer{}
	switch f := format.(type) {
	case *value.Str:
		b, err := value.Encode(t, f, "ascii", "strict")
		if err != nil {
			return nil, err
		}
		p.format = b
	case *value.Bytes:
		p.format = f.B
	case *value.Unknown:
		return nil, &value.UnknownError{Reason: f.Reason}
	default:
		return nil, value.TypeErrorf("Struct() argument 1 must be a str or bytes object, not %s", format.Type().Name)
	}
	rest := p.format
	p.order, p.native, p.little = binary.LittleEndian, true, true
	if rest != "" {
		switch rest[0] {
		case '@':
			rest = rest[1:]
		case '=', '<':
			p.native = false
			rest = rest[1:]
		case '>', '!':
			p.order, p.native, p.little = binary.BigEndian, false, false
			rest = rest[1:]
		}
	}
	return p, p.parse(t, rest)
}

func (p *packer) parse(t *value.Thread, rest string) error {
	tooLong := func() error { return structError(t, "total struct size too long") }
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		if c == ' ' || 9 <= c && c <= 13 {
			continue
		}
		count := 1
		if '0' <= c && c <= '9' {
			count = 0
			for i < len(rest) && '0' <= rest[i] && rest[i] <= '9' {
				if count > (math.MaxInt64-9)/10 {
					return tooLong()
				}
				count = count*10 + int(rest[i]-'0')
				i++
			}
			if i == len(rest) {
				return structError(t, "repeat count given without format specifier")
			}
			c = rest[i]
		}
		size, align := codeSize(c, p.native)
		if size == 0 {
			if c == 0 {
				return structError(t, "embedded null character")
			}
			return structError(t, "bad char in struct format")
		}
		if p.native {
			p.size = (p.size + align - 1) / align * align
		}
		if count > (math.MaxInt64-p.size)/size {
			return tooLong()
		}
		p.items = append(p.items, packItem{code: c, count: count, offset: p.size})
		p.size += count * size
		switch c {
		case 'x':
		case 's', 'p':
			p.values++
		default:
			p.values += count
		}
	}
	return nil
}

// pack writes values.
func (p *packer) pack(t *value.Thread, out []byte, args []value.Value) error {
	for _, it := range p.items {
		size, _ := codeSize(it.code, p.native)
		switch it.code {
		case 'x':
			continue
		case 's', 'p':
			b, ok := value.BytesOf(t, args[0])
			if !ok {
				return structError(t, "argument for '%c' must be a bytes object", it.code)
			}
			args = args[1:]
			field := out[it.offset : it.offset+it.count]
			if it.code == 'p' && it.count > 0 {
				n := min(len(b), it.count-1)
				copy(field[1:], b[:n])
				field[0] = byte(min(n, 255))
			} else if it.code == 's' {
				copy(field, b)
			}
			continue
		}
		for k := range it.count {
			if err := t.Step(1); err != nil {
				return err
			}
			at := it.offset + k*size
			if err := p.packOne(t, it.code, out[at:at+size], args[0]); err != nil {
				if _, overflow := value.IsRaised(err, value.OverflowError); overflow && value.IsInt(args[0]) {
					return structError(t, "int too large to convert")
				}
				return err
			}
			args = args[1:]
		}
	}
	return nil
}

func (p *packer) packOne(t *value.Thread, code byte, out []byte, v value.Value) error {
	if u, ok := v.(*value.Unknown); ok {
		return &value.UnknownError{Reason: u.Reason}
	}
	switch code {
	case 'c':
		b, ok := v.(*value.Bytes)
		if !ok || len(b.B) != 1 {
			return structError(t, "char format requires a bytes object of length 1")
		}
		out[0] = b.B[0]
		return nil
	case '?':
		yes, err := value.Truth(t, v)
		if yes {
			out[0] = 1
		}
		return err
	case 'e', 'f', 'd':
		f, err := value.AsDouble(t, v)
		if err != nil {
			if _, unknown := err.(*value.Raised); !unknown {
				return err
			}
			return structError(t, "required argument is not a float")
		}
		return p.packFloat(code, out, f)
	}
	n, err := p.packInt(t, code, len(out), v)
	if err != nil {
		return err
	}
	switch len(out) {
	case 1:
		out[0] = byte(n)
	case 2:
		p.order.PutUint16(out, uint16(n))
	case 4:
		p.order.PutUint32(out, uint32(n))
	default:
		p.order.PutUint64(out, n)
	}
	return nil
}

// packInt checks the range of an int, with the messages of whichever routine
// CPython takes: the machine's own where sizes agree, or the general one.
func (p *packer) packInt(t *value.Thread, code byte, size int, v value.Value) (uint64, error) {
	n, err := value.BigIndex(t, v)
	if err != nil {
		if _, isType := value.IsRaised(err, value.TypeError); isType && !value.IsInt(v) {
			if _, ok := v.Type().Lookup("__index__"); !ok {
				return 0, structError(t, "required argument is not an integer")
			}
		}
		return 0, err
	}
	unsigned := code < 'a'
	own := p.native || p.little && (code|0x20 != 'l') || size == 1
	if size == 8 && (!own || code == 'P') {
		low, high := big.NewInt(math.MinInt64), new(big.Int).SetUint64(math.MaxUint64)
		if code != 'P' {
			if unsigned {
				low = new(big.Int)
			} else {
				high = big.NewInt(math.MaxInt64)
			}
		}
		if n.Cmp(low) < 0 || n.Cmp(high) > 0 {
			return 0, structError(t, "int too large to convert")
		}
		return new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64(), nil
	}
	// Small codes are read as a C long first, whatever their sign.
	asLong := !unsigned || own && size < 4
	if asLong && !n.IsInt64() || !asLong && !n.IsUint64() {
		return 0, structError(t, "argument out of range")
	}
	if size == 8 {
		if unsigned {
			return n.Uint64(), nil
		}
		return uint64(n.Int64()), nil
	}
	low, high := int64(0), int64(1)<<(8*size)-1
	if !unsigned {
		low, high = -1<<(8*size-1), 1<<(8*size-1)-1
	}
	if !n.IsInt64() || n.Int64() < low || n.Int64() > high {
		name := "'" + string(rune(code)) + "'"
		if own {
			switch code {
			case 'b':
				name = "byte"
			case 'B':
				name = "ubyte"
			case 'h':
				name = "short"
			case 'H':
				name = "ushort"
			}
		}
		return 0, structError(t, "%s format requires %d <= number <= %d", name, low, high)
	}
	return uint64(n.Int64()), nil
}

func (p *packer) packFloat(code byte, out []byte, f float64) error {
	tooLarge := func() error {
		return value.Raisef(value.OverflowError, "float too large to pack with %c format", code)
	}
	finite := f == f && !math.IsInf(f, 0)
	switch code {
	case 'd':
		p.order.PutUint64(out, math.Float64bits(f))
	case 'f':
		x := float32(f)
		if math.IsInf(float64(x), 0) && finite && !p.native {
			return tooLarge()
		}
		p.order.PutUint32(out, math.Float32bits(x))
	case 'e':
		bits, ok := halfBits(f)
		if !ok {
			return tooLarge()
		}
		p.order.PutUint16(out, bits)
	}
	return nil
}

// halfBits rounds to a float of 16 bits, half to even; false if it is too
// large.
func halfBits(f float64) (uint16, bool) {
	sign := uint16(0)
	if math.Signbit(f) {
		sign = 0x8000
	}
	a := math.Abs(f)
	switch {
	case f != f:
		return sign | 0x7E00, true
	case math.IsInf(a, 0):
		return sign | 0x7C00, true
	case a == 0:
		return sign, true
	}
	_, exp := math.Frexp(a)
	exp = max(exp-1, -14)
	n := math.RoundToEven(math.Ldexp(a, 10-exp)) // the mantissa with 11 bits, or fewer for a small number
	bits := int(n)
	if exp > -14 || bits >= 1<<10 {
		bits += (exp + 14) << 10
	}
	if bits >= 0x7C00 {
		return 0, false
	}
	return sign | uint16(bits), true
}

func halfFloat(bits uint16) float64 {
	exp, frac := int(bits>>10&0x1F), float64(bits&0x3FF)
	f := 0.0
	switch exp {
	case 0:
		f = math.Ldexp(frac, -24)
	case 31:
		if f = math.Inf(1); frac != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(frac+1024, exp-25)
	}
	if bits&0x8000 != 0 {
		return math.Copysign(f, -1)
	}
	return f
}

// unpack reads values.
func (p *packer) unpack(t *value.Thread, b string) (value.Value, error) {
	if err := t.Alloc(24 * p.values); err != nil {
		return nil, err
	}
	data := []byte(b)
	out := make([]value.Value, 0, p.values)
	for _, it := range p.items {
		size, _ := codeSize(it.code, p.native)
		switch it.code {
		case 'x':
			continue
		case 's':
			out = append(out, value.NewBytes(b[it.offset:it.offset+it.count]))
			continue
		case 'p':
			field := b[it.offset : it.offset+it.count]
			if field != "" {
				field = field[1 : 1+min(int(field[0]), len(field)-1)]
			}
			out = append(out, value.NewBytes(field))
			continue
		}
		for k := range it.count {
			at := it.offset + k*size
			out = append(out, p.unpackOne(it.code, data[at:at+size]))
		}
	}
	return value.NewTuple(out...), nil
}

func (p *packer) unpackOne(code byte, in []byte) value.Value {
	bits := uint64(0)
	switch len(in) {
	case 1:
		bits = uint64(in[0])
	case 2:
		bits = uint64(p.order.Uint16(in))
	case 4:
		bits = uint64(p.order.Uint32(in))
	default:
		bits = p.order.Uint64(in)
	}
	switch code {
	case 'c':
		return value.NewBytes(string(in))
	case '?':
		return value.Bool(bits != 0)
	case 'e':
		return value.Float(halfFloat(uint16(bits)))
	case 'f':
		return value.Float(math.Float32frombits(uint32(bits)))
	case 'd':
		return value.Float(math.Float64frombits(bits))
	}
	if code < 'a' {
		return value.MakeInt(new(big.Int).SetUint64(bits))
	}
	shift := 64 - 8*len(in)
	return value.Int(int64(bits<<shift) >> shift)
}

func loadStruct(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("struct")
	c, err := class{module: "struct", name: "error", bases: []*value.Type{value.ExceptionType}}.make(t)
	if err != nil {
		return nil, err
	}
	t.Local[structErrorKey] = c
	m.Set("error", c)
	m.Set("Struct", structType)
	m.Def("calcsize(format, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		p, err := newPacker(t, a[0])
		if err != nil {
			return nil, err
		}
		return value.Int(p.size), nil
	})
	m.Set("pack", value.NewRaw("pack", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(kwargs) > 0 {
			return nil, value.TypeErrorf("struct.pack() takes no keyword arguments")
		}
		if len(args) == 0 {
			return nil, value.TypeErrorf("missing format argument")
		}
		p, err := newPacker(t, args[0])
		if err != nil {
			return nil, err
		}
		return p.packValue(t, args[1:])
	}))
	m.Set("pack_into", value.NewRaw("pack_into", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(kwargs) > 0 {
			return nil, value.TypeErrorf("struct.pack_into() takes no keyword arguments")
		}
		if len(args) == 0 {
			return nil, value.TypeErrorf("missing format argument")
		}
		p, err := newPacker(t, args[0])
		if err != nil {
			return nil, err
		}
		return p.packInto(t, args[1:])
	}))
	withPacker := func(signature string, f func(t *value.Thread, p *packer, a []value.Value) (value.Value, error)) {
		m.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			p, err := newPacker(t, a[0])
			if err != nil {
				return nil, err
			}
			return f(t, p, a[1:])
		})
	}
	withPacker("unpack(format, buffer, /)", unpackAll)
	withPacker("unpack_from(format, /, buffer, offset=0)", unpackFrom)
	withPacker("iter_unpack(format, buffer, /)", iterUnpack)
	return m, nil
}

func init() {
	c := structType
	bind := value.NewBuiltin("Struct(format)", newStruct)
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		got, err := bind.Call(t, args, kwargs)
		if err == nil && cls != structType {
			got.(*value.Instance).Cls = cls
		}
		return got, err
	}
	stateOf := func(v value.Value) *packer { return v.(*value.Instance).Payload.(*packer) }
	c.DefRaw("pack", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(kwargs) > 0 {
			return nil, value.TypeErrorf("Struct.pack() takes no keyword arguments")
		}
		return stateOf(args[0]).packValue(t, args[1:])
	})
	c.DefRaw("pack_into", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(kwargs) > 0 {
			return nil, value.TypeErrorf("Struct.pack_into() takes no keyword arguments")
		}
		return stateOf(args[0]).packInto(t, args[1:])
	})
	method := func(signature string, f func(t *value.Thread, p *packer, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) { return f(t, stateOf(a[0]), a[1:]) })
	}
	method("unpack(self, buffer, /)", unpackAll)
	method("unpack_from(self, /, buffer, offset=0)", unpackFrom)
	method("iter_unpack(self, buffer, /)", iterUnpack)
	c.DefAttr("size", func(t *value.Thread, self value.Value) (value.Value, error) {
		return value.Int(stateOf(self).size), nil
	})
	c.DefAttr("format", func(t *value.Thread, self value.Value) (value.Value, error) {
		return value.NewStr(stateOf(self).format), nil
	})
}

func newStruct(t *value.Thread, a []value.Value) (value.Value, error) {
	p, err := newPacker(t, a[0])
	if err != nil {
		return nil, err
	}
	o := value.NewInstance(structType)
	o.Payload = p
	return o, nil
}

func (p *packer) packValue(t *value.Thread, args []value.Value) (value.Value, error) {
	if len(args) != p.values {
		return nil, structError(t, "pack expected %d items for packing (got %d)", p.values, len(args))
	}
	if err := t.Alloc(p.size); err != nil {
		return nil, err
	}
	out := make([]byte, p.size)
	if err := p.pack(t, out, args); err != nil {
		return nil, err
	}
	return value.NewBytes(string(out)), nil
}

func (p *packer) packInto(t *value.Thread, args []value.Value) (value.Value, error) {
	switch {
	case len(args) == 0:
		return nil, structError(t, "pack_into expected buffer argument")
	case len(args) == 1:
		return nil, structError(t, "pack_into expected offset argument")
	case len(args) != p.values+2:
		return nil, structError(t, "pack_into expected %d items for packing (got %d)", p.values, len(args)-2)
	}
	buffer, ok := args[0].(*value.ByteArray)
	if !ok {
		if u, isUnknown := args[0].(*value.Unknown); isUnknown {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
		if _, isArray := args[0].(*array); isArray {
			return nil, &value.UnknownError{Reason: "struct.pack_into() an array", Halt: true}
		}
		return nil, value.TypeErrorf("argument must be read-write bytes-like object, not %s", args[0].Type().Name)
	}
	offset, err := value.Index(t, args[1])
	if err != nil {
		return nil, err
	}
	at := offset
	if at < 0 {
		if at+p.size > 0 {
			return nil, structError(t, "no space to pack %d bytes at offset %d", p.size, offset)
		}
		if at += len(buffer.B); at < 0 {
			return nil, structError(t, "offset %d out of range for %d-byte buffer", offset, len(buffer.B))
		}
	}
	if len(buffer.B)-at < p.size {
		return nil, structError(t, "pack_into requires a buffer of at least %d bytes for packing %d bytes at offset %d (actual buffer size is %d)", uint64(at)+uint64(p.size), p.size, at, len(buffer.B))
	}
	t.Touch(&buffer.Header)
	field := buffer.B[at : at+p.size]
	clear(field)
	return value.None, p.pack(t, field, args[2:])
}

func unpackAll(t *value.Thread, p *packer, a []value.Value) (value.Value, error) {
	b, err := value.BytesArgument(t, a[0])
	if err != nil {
		return nil, err
	}
	if len(b) != p.size {
		return nil, structError(t, "unpack requires a buffer of %d bytes", p.size)
	}
	return p.unpack(t, b)
}

func unpackFrom(t *value.Thread, p *packer, a []value.Value) (value.Value, error) {
	b, err := value.BytesArgument(t, a[0])
	if err != nil {
		return nil, err
	}
	offset, err := value.Index(t, a[1])
	if err != nil {
		return nil, err
	}
	at := offset
	if at < 0 {
		if at+p.size > 0 {
			return nil, structError(t, "not enough data to unpack %d bytes at offset %d", p.size, offset)
		}
		if at += len(b); at < 0 {
			return nil, structError(t, "offset %d out of range for %d-byte buffer", offset, len(b))
		}
	}
	if len(b)-at < p.size {
		return nil, structError(t, "unpack_from requires a buffer of at least %d bytes for unpacking %d bytes at offset %d (actual buffer size is %d)", uint64(at)+uint64(p.size), p.size, at, len(b))
	}
	return p.unpack(t, b[at:at+p.size])
}

var unpackIteratorType = func() *value.Type {
	c := libraryType("_struct", "unpack_iterator")
	value.DefIterator(c)
	return c
}()

func iterUnpack(t *value.Thread, p *packer, a []value.Value) (value.Value, error) {
	b, err := value.BytesArgument(t, a[0])
	if err != nil {
		return nil, err
	}
	if p.size == 0 {
		return nil, structError(t, "cannot iteratively unpack with a struct of length 0")
	}
	if len(b)%p.size != 0 {
		return nil, structError(t, "iterative unpacking requires a buffer of a multiple of %d bytes", p.size)
	}
	return &iterator{typ: unpackIteratorType, next: func(t *value.Thread) (value.Value, error) {
		if b == "" {
			return nil, nil
		}
		item := b[:p.size]
		b = b[p.size:]
		return p.unpack(t, item)
	}}, nil
}
