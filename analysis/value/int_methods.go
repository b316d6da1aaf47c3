package value

import (
	"math/big"
	"math/bits"
)

func init() {
	IntType.New = newInt
	BoolType.New = newBool
	Builtins["int"] = IntType
	Builtins["bool"] = BoolType

	defNumber(IntType, kindInt, OpAdd, OpSub, OpMul, OpTrueDiv, OpFloorDiv, OpMod, OpPow, OpLShift, OpRShift, OpOr, OpXor, OpAnd, OpDivMod)
	// bool has operators of its own only where two bools give a bool, and the
	// reprs.
	for _, op := range []Op{OpOr, OpXor, OpAnd} {
		defNumberOp(BoolType, op, kindInt)
	}
	BoolType.Def("__repr__(self, /)", func(t *Thread, a []Value) (Value, error) { return numberRepr(t, a[0]) })

	self := func(t *Thread, a []Value) (Value, error) { return plainInt(a[0]), nil }
	for _, name := range []string{"conjugate", "__int__", "__index__", "__trunc__", "__floor__", "__ceil__"} {
		IntType.Def(name+"(self, /)", self)
	}
	IntType.Def("__invert__(self, /)", func(t *Thread, a []Value) (Value, error) { return numberUnary(UnaryInvert, a[0]), nil })
	IntType.Def("__float__(self, /)", func(t *Thread, a []Value) (Value, error) {
		f, err := toFloat(a[0])
		return Float(f), err
	})
	IntType.Def("__round__(self, ndigits=?, /)", intRound)
	IntType.Def("__getnewargs__(self, /)", func(t *Thread, a []Value) (Value, error) { return NewTuple(plainInt(a[0])), nil })
	IntType.Def("bit_length(self, /)", func(t *Thread, a []Value) (Value, error) {
		n, _ := AsBig(a[0])
		return Int(n.BitLen()), nil
	})
	IntType.Def("bit_count(self, /)", func(t *Thread, a []Value) (Value, error) {
		n, _ := AsBig(a[0])
		count := 0
		for _, w := range n.Bits() {
			count += bits.OnesCount(uint(w))
		}
		return Int(count), nil
	})
	IntType.Def("as_integer_ratio(self, /)", func(t *Thread, a []Value) (Value, error) {
		return NewTuple(plainInt(a[0]), Int(1)), nil
	})
	IntType.Def("to_bytes(self, /, length=1, byteorder='big', *, signed=False)", intToBytes)
	IntType.DefClass("from_bytes(type, /, bytes, byteorder='big', *, signed=False)", intFromBytes)
	attr := func(name string, get func(v Value) Value) {
		IntType.DefAttr(name, func(t *Thread, self Value) (Value, error) { return get(self), nil })
	}
	attr("real", plainInt)
	attr("numerator", plainInt)
	attr("imag", func(Value) Value { return Int(0) })
	attr("denominator", func(Value) Value { return Int(1) })

	for name, base := range map[string]rune{"bin": 'b', "oct": 'o', "hex": 'x'} {
		DefBuiltin(name+"(number, /)", func(t *Thread, a []Value) (Value, error) {
			n, err := BigIndex(t, a[0])
			if err != nil {
				return nil, err
			}
			text, err := intText(t, MakeInt(n), base)
			if err != nil {
				return nil, err
			}
			if n.Sign() < 0 {
				return NewStr("-0" + string(base) + text[1:]), nil
			}
			return NewStr("0" + string(base) + text), nil
		})
	}
}

func newBool(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if len(kwargs) > 0 {
		return nil, TypeErrorf("bool() takes no keyword arguments")
	}
	switch len(args) {
	case 0:
		return False, nil
	case 1:
		b, err := Truth(t, args[0])
		return Bool(b), err
	}
	return nil, TypeErrorf("bool expected at most 1 argument, got %d", len(args))
}

// newInt is int(x) and int(text, base).
func newInt(t *Thread, cls *Type, args []Value, kwargs []Kwarg) (Value, error) {
	var base Value
	for _, k := range kwargs {
		if k.Name != "base" {
			return nil, TypeErrorf("'%s' is an invalid keyword argument for int()", k.Name)
		}
		if len(args) > 1 {
			return nil, TypeErrorf("argument for int() given by name ('base') and position (2)")
		}
		base = k.Value
	}
	switch {
	case len(args)+len(kwargs) > 2:
		return nil, TypeErrorf("int() takes at most 2 arguments (%d given)", len(args)+len(kwargs))
	case len(args) == 2:
		base = args[1]
	}
	var n Value = Int(0)
	var err error
	switch {
	case len(args) == 0 && base != nil:
		return nil, TypeErrorf("int() missing string argument")
	case len(args) == 0:
	case base != nil:
		n, err = intFromBase(t, args[0], base)
	default:
		n, err = intFrom(t, args[0])
	}
	if err != nil || cls == IntType {
		return n, err
	}
	big, _ := AsBig(n)
	return NewIntOf(cls, big), nil
}

// intFrom is int(x).
func intFrom(t *Thread, x Value) (Value, error) {
	if err := firstUnknown(x); err != nil {
		return nil, err
	}
	n, ok, err := intSpecial(t, x)
	if ok || err != nil {
		return n, err
	}
	switch x := x.(type) {
	case *Str:
		return IntFromText(t, x.s, 10, StrRepr(x.s))
	case *Bytes, *ByteArray:
		b, _ := bytesOf(t, x)
		return intFromBytesText(t, b, 10, NewBytes(b))
	}
	return nil, TypeErrorf("int() argument must be a string, a bytes-like object or a real number, not '%s'", x.Type().Name)
}

func intFromBytesText(t *Thread, b string, base int, x Value) (Value, error) {
	shown, err := Repr(t, x)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(b); i++ {
		if b[i] >= 128 {
			return nil, ValueErrorf("invalid literal for int() with base %d: %s", base, shorten(shown))
		}
	}
	return IntFromText(t, b, base, shown)
}

func intFromBase(t *Thread, x, base Value) (Value, error) {
	if err := firstUnknown(x, base); err != nil {
		return nil, err
	}
	b, err := BigIndex(t, base)
	if err != nil {
		return nil, err
	}
	n := 99 // any base that is refused
	if b.IsInt64() && b.Int64() >= 0 && b.Int64() <= 36 {
		n = int(b.Int64())
	}
	if n != 0 && (n < 2 || n > 36) {
		return nil, ValueErrorf("int() base must be >= 2 and <= 36, or 0")
	}
	switch x := x.(type) {
	case *Str:
		return IntFromText(t, x.s, n, StrRepr(x.s))
	case *Bytes, *ByteArray:
		text, _ := bytesOf(t, x)
		return intFromBytesText(t, text, n, x)
	}
	return nil, TypeErrorf("int() can't convert non-string with explicit base")
}

func intRound(t *Thread, a []Value) (Value, error) {
	if a[1] == nil || a[1] == None {
		return plainInt(a[0]), nil
	}
	digits, err := BigIndex(t, a[1])
	if err != nil {
		return nil, err
	}
	n, _ := AsBig(a[0])
	return roundInt(t, n, digits)
}

func byteOrder(function string, v Value) (little bool, err error) {
	s, ok := v.(*Str)
	if !ok {
		return false, TypeErrorf("%s() argument 'byteorder' must be str, not %s", function, v.Type().Name)
	}
	switch s.s {
	case "little":
		return true, nil
	case "big":
		return false, nil
	}
	return false, ValueErrorf("byteorder must be either 'little' or 'big'")
}

func intToBytes(t *Thread, a []Value) (Value, error) {
	length, err := Index(t, a[1])
	if err != nil {
		return nil, err
	}
	little, err := byteOrder("to_bytes", a[2])
	if err != nil {
		return nil, err
	}
	signed, err := Truth(t, a[3])
	if err != nil {
		return nil, err
	}
	if length < 0 {
		return nil, ValueErrorf("length argument must be non-negative")
	}
	n, _ := AsBig(a[0])
	if n.Sign() < 0 && !signed {
		return nil, Raisef(OverflowError, "can't convert negative int to unsigned")
	}
	if err := chargeWidth(t, length); err != nil {
		return nil, err
	}
	size := n.BitLen()
	m := n
	if signed {
		if n.Sign() < 0 {
			size = new(big.Int).Not(n).BitLen()
		}
		size++
		// CPython takes no byte for 0, nor for -1.
		if n.Sign() == 0 || length == 0 && size == 1 {
			size = 0
		}
	}
	if size > length*8 {
		return nil, Raisef(OverflowError, "int too big to convert")
	}
	out := make([]byte, length)
	if m.Sign() < 0 {
		m = new(big.Int).Lsh(big.NewInt(1), uint(length)*8)
		m.Add(m, n)
	}
	m.FillBytes(out)
	if little {
		reverseBytes(out)
	}
	return NewBytes(string(out)), nil
}

func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

func intFromBytes(t *Thread, a []Value) (Value, error) {
	little, err := byteOrder("from_bytes", a[2])
	if err != nil {
		return nil, err
	}
	signed, err := Truth(t, a[3])
	if err != nil {
		return nil, err
	}
	text, err := bytesFromObject(t, a[1])
	if err != nil {
		return nil, err
	}
	b := []byte(text)
	if little {
		reverseBytes(b)
	}
	n := new(big.Int).SetBytes(b)
	if signed && len(b) > 0 && b[0] >= 128 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(len(b))*8))
	}
	cls := a[0].(*Type)
	if cls == IntType {
		return MakeInt(n), nil
	}
	return Call(t, cls, []Value{MakeInt(n)}, nil)
}
