package stdlib

import (
	"encoding/binary"
	"math"
	"math/big"

	"augur/analysis/value"
)

// array is an array.array. Its items are kept as the values that reading them
// gives.
type array struct {
	value.Header
	code  byte
	items []value.Value
}

var arrayType = libraryType("array", "array")

// Type returns array.array or the subclass of it.
func (a *array) Type() *value.Type {
	if a.Cls != nil {
		return a.Cls
	}
	return arrayType
}

// Head lets subclasses have attributes.
func (a *array) Head() *value.Header { return &a.Header }

// arrayCode describes what arrays of a type code hold.
type arrayCode struct {
	size          int
	low, high     string // bounds of ints; empty for other items
	name          string // of the type in messages
	long, huge    string // messages for what does not even fit the C argument
	negative      string // message for negative numbers; empty: "... is less than minimum"
	intermediate  int64  // a bound that is checked first, or 0
	intermediateN string
}

var arrayCodes = map[byte]arrayCode{
	'b': {size: 1, low: "-128", high: "127", name: "signed char", intermediate: math.MaxInt16, intermediateN: "signed short integer", long: "Python int too large to convert to C long"},
	'B': {size: 1, low: "0", high: "255", name: "unsigned byte integer", long: "Python int too large to convert to C long"},
	'u': {size: 4},
	'h': {size: 2, low: "-32768", high: "32767", name: "signed short integer", long: "Python int too large to convert to C long"},
	'H': {size: 2, low: "0", high: "65535", name: "unsigned short", intermediate: math.MaxInt32, intermediateN: "signed integer", long: "Python int too large to convert to C long"},
	'i': {size: 4, low: "-2147483648", high: "2147483647", name: "signed integer", long: "Python int too large to convert to C long"},
	'I': {size: 4, low: "0", high: "4294967295", name: "unsigned int", negative: "can't convert negative value to unsigned int", huge: "Python int too large to convert to C unsigned long"},
	'l': {size: 8, low: "-9223372036854775808", high: "9223372036854775807", long: "Python int too large to convert to C long"},
	'L': {size: 8, low: "0", high: "18446744073709551615", negative: "can't convert negative value to unsigned int", huge: "Python int too large to convert to C unsigned long"},
	'q': {size: 8, low: "-9223372036854775808", high: "9223372036854775807", long: "int too big to convert"},
	'Q': {size: 8, low: "0", high: "18446744073709551615", negative: "can't convert negative int to unsigned", huge: "int too big to convert"},
	'f': {size: 4},
	'd': {size: 8},
}

// convert makes an item of v.
func (a *array) convert(t *value.Thread, v value.Value) (value.Value, error) {
	if err := known(v); err != nil {
		return nil, err
	}
	switch a.code {
	case 'u':
		s, ok := v.(*value.Str)
		if !ok || s.Len() != 1 {
			return nil, value.TypeErrorf("array item must be unicode character")
		}
		return s, nil
	case 'f', 'd':
		f, err := value.AsDouble(t, v)
		if err != nil {
			return nil, err
		}
		if a.code == 'f' {
			f = float64(float32(f))
		}
		return value.Float(f), nil
	}
	n, err := value.BigIndex(t, v)
	if err != nil {
		return nil, err
	}
	return value.MakeInt(n), arrayCodes[a.code].check(n)
}

// check reports an int that does not fit.
func (k arrayCode) check(n *big.Int) error {
	overflow := func(text string) error { return value.Raisef(value.OverflowError, "%s", text) }
	low, _ := new(big.Int).SetString(k.low, 10)
	high, _ := new(big.Int).SetString(k.high, 10)
	switch {
	case n.Sign() < 0 && k.negative != "":
		return overflow(k.negative)
	case k.long != "" && !n.IsInt64():
		return overflow(k.long)
	case k.huge != "" && !n.IsUint64():
		return overflow(k.huge)
	case k.intermediate != 0 && n.IsInt64() && n.Int64() > k.intermediate:
		return overflow(k.intermediateN + " is greater than maximum")
	case k.intermediate != 0 && n.IsInt64() && n.Int64() < -k.intermediate-1:
		return overflow(k.intermediateN + " is less than minimum")
	case n.Cmp(low) < 0:
		return overflow(k.name + " is less than minimum")
	case n.Cmp(high) > 0:
		return overflow(k.name + " is greater than maximum")
	}
	return nil
}

func init() {
	Register("array", func(t *value.Thread) (*value.Module, error) {
		m := value.NewModule("array")
		m.Set("array", arrayType)
		m.Set("ArrayType", arrayType)
		m.Set("typecodes", str("bBuhHiIlLqQfd"))
		abc, err := collectionsABC(t)
		if err != nil {
			return nil, err
		}
		return m, registerClass(t, abc, "MutableSequence", arrayType)
	})
	c := arrayType
	c.New = newArray
	c.DefNew()
	c.Dict.SetStr("__hash__", value.None)
	c.Pattern = value.SequencePattern
	defGeneric(c)
	c.DefAttr("typecode", func(_ *value.Thread, self value.Value) (value.Value, error) {
		return str(string(self.(*array).code)), nil
	})
	c.DefAttr("itemsize", func(_ *value.Thread, self value.Value) (value.Value, error) {
		return value.Int(arrayCodes[self.(*array).code].size), nil
	})
	arrayMethods(c)
	arrayConversions(c)
	arrayOperators(c)
}

func newArray(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	if len(kwargs) > 0 && cls == arrayType {
		return nil, value.TypeErrorf("array.array() takes no keyword arguments")
	}
	switch {
	case len(args) == 0:
		return nil, value.TypeErrorf("array() takes at least 1 argument (0 given)")
	case len(args) > 2:
		return nil, value.TypeErrorf("array() takes at most 2 arguments (%d given)", len(args))
	}
	if err := known(args[0]); err != nil {
		return nil, err
	}
	s, ok := args[0].(*value.Str)
	if !ok || s.Len() != 1 {
		return nil, value.TypeErrorf("array() argument 1 must be a unicode character, not %s", args[0].Type().Name)
	}
	a := &array{code: s.String()[0]}
	if cls != arrayType {
		a.Cls = cls
	}
	code := arrayCodes[a.code]
	if len(args) == 2 {
		_, isStr := args[1].(*value.Str)
		from, isArray := args[1].(*array)
		if a.code != 'u' && (isStr || isArray && from.code == 'u') {
			what := "a str"
			if isArray {
				what = "a unicode array"
			}
			return nil, value.TypeErrorf("cannot use %s to initialize an array with typecode '%c'", what, a.code)
		}
	}
	if code.size == 0 {
		return nil, value.ValueErrorf("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
	}
	if len(args) == 1 {
		return a, nil
	}
	switch v := args[1].(type) {
	case *value.Bytes:
		return a, a.fromBytes(t, v.B)
	case *value.ByteArray:
		t.Reading(&v.Header)
		return a, a.fromBytes(t, string(v.B))
	}
	return a, a.extend(t, args[1])
}

func (a *array) extend(t *value.Thread, v value.Value) error {
	if o, ok := v.(*array); ok {
		if o.code != a.code && a.items != nil {
			return value.TypeErrorf("can only extend with array of same kind")
		}
		v = value.NewList(append([]value.Value(nil), o.items...))
	}
	t.Touch(&a.Header)
	return value.Iterate(t, v, func(x value.Value) error {
		x, err := a.convert(t, x)
		if err != nil {
			return err
		}
		a.items = append(a.items, x)
		return t.Alloc(16)
	})
}

func arrayMethods(c *value.Type) {
	method := func(signature string, f func(t *value.Thread, a *array, args []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, args []value.Value) (value.Value, error) {
			a := args[0].(*array)
			t.Reading(&a.Header)
			return f(t, a, args)
		})
	}
	method("append(self, v, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		x, err := a.convert(t, args[1])
		if err != nil {
			return nil, err
		}
		t.Touch(&a.Header)
		a.items = append(a.items, x)
		return value.None, t.Alloc(16)
	})
	method("extend(self, bb, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		if o, ok := args[1].(*array); ok && o.code != a.code {
			return nil, value.TypeErrorf("can only extend with array of same kind")
		}
		return value.None, a.extend(t, args[1])
	})
	method("fromlist(self, list, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		l, ok := args[1].(*value.List)
		if !ok {
			return nil, value.TypeErrorf("arg must be list")
		}
		n := len(a.items)
		err := a.extend(t, l)
		if err != nil {
			a.items = a.items[:n]
		}
		return value.None, err
	})
	method("insert(self, i, v, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		i, err := value.Index(t, args[1])
		if err != nil {
			return nil, err
		}
		x, err := a.convert(t, args[2])
		if err != nil {
			return nil, err
		}
		if i < 0 {
			i = max(0, i+len(a.items))
		}
		i = min(i, len(a.items))
		t.Touch(&a.Header)
		a.items = append(a.items, nil)
		copy(a.items[i+1:], a.items[i:])
		a.items[i] = x
		return value.None, t.Alloc(16)
	})
	method("pop(self, i=-1, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		i, err := value.Index(t, args[1])
		if err != nil {
			return nil, err
		}
		if len(a.items) == 0 {
			return nil, value.Raisef(value.IndexError, "pop from empty array")
		}
		if i < 0 {
			i += len(a.items)
		}
		if i < 0 || i >= len(a.items) {
			return nil, value.Raisef(value.IndexError, "pop index out of range")
		}
		t.Touch(&a.Header)
		x := a.items[i]
		a.items = append(a.items[:i], a.items[i+1:]...)
		return x, nil
	})
	find := func(t *value.Thread, a *array, x value.Value, start, stop int) (int, error) {
		for i := start; i < min(stop, len(a.items)); i++ {
			if err := step(t); err != nil {
				return -1, err
			}
			eq, err := value.SameItem(t, a.items[i], x)
			if err != nil {
				return -1, err
			}
			if eq {
				return i, nil
			}
		}
		return -1, nil
	}
	method("remove(self, v, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		i, err := find(t, a, args[1], 0, len(a.items))
		if err != nil {
			return nil, err
		}
		if i < 0 {
			return nil, value.ValueErrorf("array.remove(x): x not in array")
		}
		t.Touch(&a.Header)
		a.items = append(a.items[:i], a.items[i+1:]...)
		return value.None, nil
	})
	method("index(self, v, start=0, stop=9223372036854775807, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		bounds := [2]int{}
		for i := range bounds {
			n, err := value.BigIndex(t, args[2+i])
			if err != nil {
				return nil, err
			}
			switch {
			case !n.IsInt64():
				bounds[i] = math.MaxInt
			case n.Sign() < 0:
				bounds[i] = max(0, int(n.Int64())+len(a.items))
			default:
				bounds[i] = int(n.Int64())
			}
		}
		i, err := find(t, a, args[1], bounds[0], bounds[1])
		if err != nil {
			return nil, err
		}
		if i < 0 {
			return nil, value.ValueErrorf("array.index(x): x not in array")
		}
		return value.Int(i), nil
	})
	method("count(self, v, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		n := 0
		for i := 0; ; {
			at, err := find(t, a, args[1], i, len(a.items))
			if err != nil {
				return nil, err
			}
			if at < 0 {
				return value.Int(n), nil
			}
			n++
			i = at + 1
		}
	})
	method("__contains__(self, key, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		i, err := find(t, a, args[1], 0, len(a.items))
		return value.Bool(i >= 0), err
	})
	method("reverse(self, /)", func(t *value.Thread, a *array, _ []value.Value) (value.Value, error) {
		t.Touch(&a.Header)
		for i, j := 0, len(a.items)-1; i < j; i, j = i+1, j-1 {
			a.items[i], a.items[j] = a.items[j], a.items[i]
		}
		return value.None, nil
	})
	method("tolist(self, /)", func(t *value.Thread, a *array, _ []value.Value) (value.Value, error) {
		return value.NewList(append([]value.Value(nil), a.items...)), t.Alloc(16 * len(a.items))
	})
	clone := func(t *value.Thread, a *array, _ []value.Value) (value.Value, error) {
		return &array{code: a.code, items: append([]value.Value(nil), a.items...)}, t.Alloc(16 * len(a.items))
	}
	method("__copy__(self, /)", clone)
	method("__deepcopy__(self, unused, /)", clone)
}

// bytes is the content of the array as it lies in memory, in little-endian
// order as on the machines that Python mostly runs on.
func (a *array) bytes() []byte {
	var out []byte
	for _, x := range a.items {
		var bits uint64
		switch x := x.(type) {
		case *value.Str:
			bits = uint64(x.Runes()[0])
		case value.Float:
			bits = math.Float64bits(float64(x))
			if a.code == 'f' {
				bits = uint64(math.Float32bits(float32(x)))
			}
		default:
			if n, ok := value.AsInt(x); ok {
				bits = uint64(n)
			} else if n, ok := value.AsBig(x); ok {
				bits = n.Uint64()
			}
		}
		var buf [8]byte
		binary.LittleEndian.PutUint64(buf[:], bits)
		out = append(out, buf[:arrayCodes[a.code].size]...)
	}
	return out
}

func (a *array) fromBytes(t *value.Thread, b string) error {
	size := arrayCodes[a.code].size
	if len(b)%size != 0 {
		return value.ValueErrorf("bytes length not a multiple of item size")
	}
	if err := t.Alloc(16 * len(b) / size); err != nil {
		return err
	}
	t.Touch(&a.Header)
	for i := 0; i < len(b); i += size {
		var buf [8]byte
		copy(buf[:], b[i:i+size])
		bits := binary.LittleEndian.Uint64(buf[:])
		shift := 64 - 8*size
		var x value.Value
		switch a.code {
		case 'u':
			if bits > 0x10FFFF {
				return value.Unknownf("an array of characters holds no character")
			}
			x = value.RuneStr(rune(bits))
		case 'f':
			x = value.Float(math.Float32frombits(uint32(bits)))
		case 'd':
			x = value.Float(math.Float64frombits(bits))
		case 'b', 'h', 'i', 'l', 'q':
			x = value.Int(int64(bits<<shift) >> shift)
		default:
			x = value.MakeInt(new(big.Int).SetUint64(bits))
		}
		a.items = append(a.items, x)
	}
	return nil
}

func arrayConversions(c *value.Type) {
	c.Def("tobytes(self, /)", func(t *value.Thread, args []value.Value) (value.Value, error) {
		a := args[0].(*array)
		t.Reading(&a.Header)
		return value.NewBytes(string(a.bytes())), t.Alloc(8 * len(a.items))
	})
	c.Def("frombytes(self, buffer, /)", func(t *value.Thread, args []value.Value) (value.Value, error) {
		a := args[0].(*array)
		switch b := args[1].(type) {
		case *value.Bytes:
			return value.None, a.fromBytes(t, b.B)
		case *value.ByteArray:
			return value.None, a.fromBytes(t, string(b.B))
		case *array:
			return value.None, a.fromBytes(t, string(b.bytes()))
		}
		return nil, value.TypeErrorf("a bytes-like object is required, not '%s'", args[1].Type().Name)
	})
	c.Def("byteswap(self, /)", func(t *value.Thread, args []value.Value) (value.Value, error) {
		a := args[0].(*array)
		if a.code == 'u' {
			return nil, value.Unknownf("swapped bytes of characters")
		}
		b, size := a.bytes(), arrayCodes[a.code].size
		for i := 0; i < len(b); i += size {
			for p, q := i, i+size-1; p < q; p, q = p+1, q-1 {
				b[p], b[q] = b[q], b[p]
			}
		}
		a.items = nil
		return value.None, a.fromBytes(t, string(b))
	})
	c.Def("tounicode(self, /)", func(t *value.Thread, args []value.Value) (value.Value, error) {
		a := args[0].(*array)
		if a.code != 'u' {
			return nil, value.ValueErrorf("tounicode() may only be called on unicode type arrays")
		}
		return str(a.text()), nil
	})
	c.Def("fromunicode(self, ustr, /)", func(t *value.Thread, args []value.Value) (value.Value, error) {
		a := args[0].(*array)
		s, ok := args[1].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("fromunicode() argument must be str, not %s", args[1].Type().Name)
		}
		if a.code != 'u' {
			return nil, value.ValueErrorf("fromunicode() may only be called on unicode type arrays")
		}
		return value.None, a.extend(t, s)
	})
	c.Def("buffer_info(self, /)", func(*value.Thread, []value.Value) (value.Value, error) {
		return nil, value.Unknownf("the address of an array")
	})
	c.Def("__reduce_ex__(self, value, /)", func(_ *value.Thread, args []value.Value) (value.Value, error) {
		a := args[0].(*array)
		return value.NewTuple(a.Type(), value.NewTuple(str(string(a.code)), value.NewList(append([]value.Value(nil), a.items...))), value.None), nil
	})
}

func (a *array) text() string {
	s := ""
	for _, x := range a.items {
		s += x.(*value.Str).String()
	}
	return s
}

// list is a list that shares the items, on which to do what lists do too.
func (a *array) list() *value.List { return value.NewList(a.items) }

func (a *array) index(t *value.Thread, v value.Value, message string) (int, error) {
	n, err := value.BigIndex(t, v)
	if err != nil {
		if raised(err, value.TypeError) {
			return 0, value.TypeErrorf("array indices must be integers")
		}
		return 0, err
	}
	if !n.IsInt64() {
		return 0, value.Raisef(value.IndexError, "cannot fit '%s' into an index-sized integer", v.Type().Name)
	}
	i := int(n.Int64())
	if i < 0 {
		i += len(a.items)
	}
	if i < 0 || i >= len(a.items) {
		return 0, value.Raisef(value.IndexError, "%s", message)
	}
	return i, nil
}

func arrayOperators(c *value.Type) {
	method := func(signature string, f func(t *value.Thread, a *array, args []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, args []value.Value) (value.Value, error) {
			a := args[0].(*array)
			t.Reading(&a.Header)
			return f(t, a, args)
		})
	}
	method("__len__(self, /)", func(_ *value.Thread, a *array, _ []value.Value) (value.Value, error) {
		return value.Int(len(a.items)), nil
	})
	method("__getitem__(self, key, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		if _, ok := args[1].(*value.Slice); ok {
			got, err := value.GetItem(t, a.list(), args[1])
			if err != nil {
				return nil, err
			}
			return &array{code: a.code, items: got.(*value.List).Elems}, nil
		}
		i, err := a.index(t, args[1], "array index out of range")
		if err != nil {
			return nil, err
		}
		return a.items[i], nil
	})
	method("__setitem__(self, key, value, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		if _, ok := args[1].(*value.Slice); ok {
			o, ok := args[2].(*array)
			if !ok {
				return nil, value.TypeErrorf("can only assign array (not \"%s\") to array slice", args[2].Type().Name)
			}
			if o.code != a.code {
				return nil, value.TypeErrorf("bad argument type for built-in operation")
			}
			l := a.list()
			err := value.SetItem(t, l, args[1], value.NewList(append([]value.Value(nil), o.items...)))
			if raised(err, value.ValueError) {
				return nil, arraySliceError(t, a, args[1].(*value.Slice), len(o.items), err)
			}
			if err != nil {
				return nil, err
			}
			t.Touch(&a.Header)
			a.items = l.Elems
			return value.None, nil
		}
		i, err := a.index(t, args[1], "array assignment index out of range")
		if err != nil {
			return nil, err
		}
		x, err := a.convert(t, args[2])
		if err != nil {
			return nil, err
		}
		t.Touch(&a.Header)
		a.items[i] = x
		return value.None, nil
	})
	method("__delitem__(self, key, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		index := args[1]
		if _, ok := index.(*value.Slice); !ok {
			i, err := a.index(t, index, "array assignment index out of range")
			if err != nil {
				return nil, err
			}
			index = value.Int(i)
		}
		l := a.list()
		if err := value.DelItem(t, l, index); err != nil {
			return nil, err
		}
		t.Touch(&a.Header)
		a.items = l.Elems
		return value.None, nil
	})
	method("__iter__(self, /)", func(t *value.Thread, a *array, _ []value.Value) (value.Value, error) {
		i := 0
		return &iterator{typ: arrayIteratorType, next: func(t *value.Thread) (value.Value, error) {
			t.Reading(&a.Header)
			if i >= len(a.items) {
				i = math.MaxInt
				return nil, nil
			}
			i++
			return a.items[i-1], nil
		}}, nil
	})
	method("__repr__(self, /)", func(t *value.Thread, a *array, _ []value.Value) (value.Value, error) {
		s := shortName(a) + "('" + string(a.code) + "'"
		if len(a.items) > 0 {
			var v value.Value = a.list()
			if a.code == 'u' {
				v = str(a.text())
			}
			items, err := value.Repr(t, v)
			if err != nil {
				return nil, err
			}
			s += ", " + items
		}
		return str(s + ")"), nil
	})
	for op, name := range []string{"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"} {
		method(name+"(self, value, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
			o, ok := args[1].(*array)
			if !ok {
				return value.NotImplemented, nil
			}
			return value.Compare(t, value.CmpOp(op), a.list(), o.list())
		})
	}
	method("__add__(self, value, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		o, ok := args[1].(*array)
		if !ok {
			return nil, value.TypeErrorf(`can only append array (not "%s") to array`, args[1].Type().Name)
		}
		if o.code != a.code {
			return nil, value.TypeErrorf("bad argument type for built-in operation")
		}
		return &array{code: a.code, items: append(append([]value.Value(nil), a.items...), o.items...)}, t.Alloc(16 * (len(a.items) + len(o.items)))
	})
	method("__iadd__(self, value, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		o, ok := args[1].(*array)
		if !ok {
			return nil, value.TypeErrorf(`can only extend array with array (not "%s")`, args[1].Type().Name)
		}
		if o.code != a.code {
			return nil, value.TypeErrorf("can only extend with array of same kind")
		}
		return a, a.extend(t, o)
	})
	times := func(t *value.Thread, a *array, args []value.Value) ([]value.Value, error) {
		got, err := value.Binary(t, value.OpMul, a.list(), args[1])
		if err != nil {
			return nil, err
		}
		return got.(*value.List).Elems, nil
	}
	mul := func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		items, err := times(t, a, args)
		return &array{code: a.code, items: items}, err
	}
	method("__mul__(self, value, /)", mul)
	method("__rmul__(self, value, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		if isRepeated(args[1]) {
			return nil, value.TypeErrorf("can't multiply sequence by non-int of type '%s'", a.Type().Name)
		}
		return mul(t, a, args)
	})
	method("__imul__(self, value, /)", func(t *value.Thread, a *array, args []value.Value) (value.Value, error) {
		items, err := times(t, a, args)
		if err != nil {
			return nil, err
		}
		t.Touch(&a.Header)
		a.items = items
		return a, nil
	})
}

// arraySliceError words the error of assigning to an extended slice.
func arraySliceError(t *value.Thread, a *array, s *value.Slice, n int, err error) error {
	_, _, step, count, e := s.Indices(t, len(a.items))
	if e != nil || step == 1 {
		return err
	}
	return value.ValueErrorf("attempt to assign array of size %d to extended slice of size %d", n, count)
}

var arrayIteratorType = func() *value.Type {
	c := libraryType("array", "arrayiterator")
	value.DefIterator(c)
	return c
}()
