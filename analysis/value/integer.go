package value

import "math/big"

// BigInt is an int that does not fit 64 bits, or an instance of a subclass of
// int of any size. The number is never changed.
type BigInt struct {
	N   *big.Int
	ext *Header
}

// Type returns int or the subclass of it.
func (b *BigInt) Type() *Type {
	if b.ext != nil {
		return b.ext.Cls
	}
	return IntType
}

// MakeInt returns n as an int; it keeps n.
func MakeInt(n *big.Int) Value {
	if n.IsInt64() {
		return Int(n.Int64())
	}
	return &BigInt{N: n}
}

// NewIntOf returns an instance of a subclass of int.
func NewIntOf(cls *Type, n *big.Int) *BigInt { return &BigInt{N: n, ext: &Header{Cls: cls}} }

// AsInt returns the number of an int or bool, subclasses included, if it fits
// 64 bits.
func AsInt(v Value) (int64, bool) {
	switch v := v.(type) {
	case Int:
		return int64(v), true
	case Bool:
		if v {
			return 1, true
		}
		return 0, true
	case *BigInt:
		if v.N.IsInt64() {
			return v.N.Int64(), true
		}
	}
	return 0, false
}

// AsBig returns the number of an int or bool, subclasses included. The caller
// must not change it.
func AsBig(v Value) (*big.Int, bool) {
	switch v := v.(type) {
	case *BigInt:
		return v.N, true
	case Int, Bool:
		n, _ := AsInt(v)
		return big.NewInt(n), true
	}
	return nil, false
}

// IsInt reports whether v is an int, bool and subclasses included.
func IsInt(v Value) bool {
	switch v.(type) {
	case Int, Bool, *BigInt:
		return true
	}
	return false
}

// AsFloat returns the number of a float, subclasses included.
func AsFloat(v Value) (float64, bool) {
	switch v := v.(type) {
	case Float:
		return float64(v), true
	case *Instance:
		if f, ok := v.Payload.(Float); ok {
			return float64(f), true
		}
	}
	return 0, false
}
