package value

import "slices"

// What the evaluator does most often, without the detours of the general case.

// smallInts are the ints that need no memory of their own.
var smallInts = func() (table [smallest + largest]Value) {
	for i := range table {
		table[i] = Int(i - smallest)
	}
	return table
}()

const smallest, largest = 128, 4096

// intValue is Int(n) as a Value; small ones are made once.
func intValue(n int64) Value {
	if i := uint64(n + smallest); i < smallest+largest {
		return smallInts[i]
	}
	return Int(n)
}

// Arithmetic computes "a op b" for two ints or two floats where that is quick
// and cannot fail; nil where it is not. It counts no step.
func Arithmetic(op Op, a, b Value) Value {
	switch x := a.(type) {
	case Int:
		y, ok := b.(Int)
		if !ok {
			return nil
		}
		switch op {
		case OpAdd:
			if c := x + y; (c > x) == (y > 0) {
				return intValue(int64(c))
			}
		case OpSub:
			if c := x - y; (c < x) == (y > 0) {
				return intValue(int64(c))
			}
		case OpMul:
			if c, ok := mulInt64(int64(x), int64(y)); ok {
				return intValue(c)
			}
		case OpMod:
			if y > 0 {
				r := x % y
				if r < 0 {
					r += y
				}
				return intValue(int64(r))
			}
		case OpFloorDiv:
			if y > 0 {
				q, _ := floorDiv64(int64(x), int64(y))
				return intValue(q)
			}
		}
	case Float:
		y, ok := b.(Float)
		if !ok {
			return nil
		}
		switch op {
		case OpAdd:
			return x + y
		case OpSub:
			return x - y
		case OpMul:
			return x * y
		}
	}
	return nil
}

// AddInts is x + y; nil where that does not fit 64 bits.
func AddInts(x, y Int) Value {
	if c := x + y; (c > x) == (y > 0) {
		return intValue(int64(c))
	}
	return nil
}

// SubInts is x - y; nil where that does not fit 64 bits.
func SubInts(x, y Int) Value {
	if c := x - y; (c < x) == (y > 0) {
		return intValue(int64(c))
	}
	return nil
}

// Ordered compares two ints by order or equality; ok is false for others.
func Ordered(op CmpOp, a, b Value) (result, ok bool) {
	x, ok := a.(Int)
	if !ok {
		return false, false
	}
	y, ok := b.(Int)
	if !ok {
		return false, false
	}
	switch op {
	case CmpEq:
		return x == y, true
	case CmpNe:
		return x != y, true
	case CmpLt:
		return x < y, true
	case CmpLe:
		return x <= y, true
	case CmpGt:
		return x > y, true
	}
	return x >= y, true
}

// NativeMethod finds the method of a built-in class that v.name(...) calls, when
// v is an instance of the class itself and nothing else can be meant.
func NativeMethod(v Value, name string, hash uint64) *Builtin {
	var c *Type
	switch o := v.(type) {
	case *List:
		if o.Cls != nil || o.Attrs != nil {
			return nil
		}
		c = ListType
	case *Dict:
		if o.Cls != nil || o.Attrs != nil {
			return nil
		}
		c = DictType
	case *Str:
		if o.ext != nil {
			return nil
		}
		c = StrType
	case *Set:
		if o.Cls != nil || o.Attrs != nil || o.Frozen {
			return nil
		}
		c = SetType
	default:
		return nil
	}
	m, ok := c.Dict.GetHashed(name, hash)
	if !ok {
		return nil
	}
	b, ok := m.(*Builtin)
	if !ok || b.Owner != c || b.Self != nil {
		return nil
	}
	return b
}

// CallNative calls a method that NativeMethod found: args starts with the object.
func CallNative(t *Thread, b *Builtin, args []Value, kwargs []Kwarg) (Value, error) {
	if err := t.Step(1); err != nil {
		return nil, err
	}
	var got Value
	var err error
	if b.raw != nil {
		got, err = b.raw(t, args, kwargs)
	} else {
		var bound []Value
		if bound, err = b.sig.bind(t, b, args, kwargs); err == nil {
			got, err = b.native(t, bound)
		}
	}
	if err != nil {
		err = nativeError(err, b.Name, args[0], args[1:], kwargs)
	}
	return got, err
}

// GetHashed is GetStr for a name whose HashString is known.
func (d *Dict) GetHashed(name string, hash uint64) (Value, bool) {
	if d == nil || d.live == 0 {
		return nil, false
	}
	if i := d.findStr(name, hash); i >= 0 {
		return d.entries[i].value, true
	}
	return nil, false
}

// Stamp differs whenever what the dict holds does.
func (d *Dict) Stamp() uint64 { return d.Version + d.writes }

// typeCache remembers where attributes of a class of the program were found. It
// holds while no class that it inherits from changes.
type typeCache struct {
	stamp uint64
	found map[string]cached
	// plainGet and plainSet tell that reading and writing attributes is what
	// object does.
	plainGet, plainSet bool
	// hasDict tells that instances have a __dict__, address that their repr holds
	// their address.
	hasDict, address bool
	// quick remembers the names looked up by hash, by the end of it.
	quick *[quickNames]quickName
}

const quickNames = 32

// quickName is what lookupCached said of a name.
type quickName struct {
	name string
	cached
}

type cached struct {
	v     Value
	where *Type
}

// stamp differs whenever the attributes of c or of its bases do.
func (c *Type) stamp() uint64 {
	sum := uint64(1)
	for _, m := range c.MRO {
		if m.Heap {
			sum += m.Dict.Version + m.Dict.writes
		}
	}
	return sum
}

// refresh makes the cache that of the class as it is now.
func (c *Type) refresh() {
	now := c.stamp()
	if c.cache.stamp == now && len(c.cache.found) <= 200 {
		return
	}
	c.cache = typeCache{stamp: now, found: map[string]cached{}}
	c.cache.plainGet = c.inherits("__getattribute__")
	c.cache.plainSet = c.inherits("__setattr__")
	c.cache.hasDict = slices.ContainsFunc(c.MRO, func(m *Type) bool { return m.Heap && !m.Slots || m.HasDict })
	_, where, _ := c.lookupCached("__repr__")
	c.cache.address = where == ObjectType
}

// inherits reports whether a method for attributes is that of object or type.
func (c *Type) inherits(name string) bool {
	h, _, ok := c.lookupCached(name)
	if !ok {
		return true
	}
	b, native := h.(*Builtin)
	return native && (b.Owner == ObjectType || b.Owner == TypeType)
}

// ReadsPlainly reports whether attributes of instances of a class of the program
// are read as object does.
func (c *Type) ReadsPlainly() bool {
	c.refresh()
	return c.cache.plainGet
}

// lookupCached is LookupWhere for a class of the program.
func (c *Type) lookupCached(name string) (Value, *Type, bool) {
	c.refresh()
	hit, known := c.cache.found[name]
	if !known {
		for _, m := range c.MRO {
			if v, ok := m.Dict.GetStr(name); ok {
				hit = cached{v, m}
				break
			}
		}
		c.cache.found[name] = hit
	}
	return hit.v, hit.where, hit.where != nil
}

// lookupHashed is lookupCached for a name whose HashString is known. where is nil
// if there is no such attribute.
func (c *Type) lookupHashed(name string, hash uint64) (v Value, where *Type) {
	c.refresh()
	if c.cache.quick == nil {
		c.cache.quick = new([quickNames]quickName)
	}
	q := &c.cache.quick[hash%quickNames]
	if q.name != name {
		v, where, _ := c.lookupCached(name)
		*q = quickName{name, cached{v, where}}
	}
	return q.v, q.where
}

// ShowsAddress reports whether the repr of instances is that of object, which
// holds their address.
func (c *Type) ShowsAddress() bool {
	if c.Heap {
		c.refresh()
		return c.cache.address
	}
	_, where, _ := c.LookupWhere("__repr__")
	return where == ObjectType
}

// overridden reports whether an attribute that a class has steps back behind that
// of an instance, whatever the program does: it is no data descriptor.
func overridden(attr Value) bool {
	switch attr.(type) {
	case nil, *Function, *Singleton, Int, Float, Bool, *Str, *List, *Dict, *Tuple:
		return true
	}
	return false
}

// InstanceAttr is o.name where that is in the __dict__ of o and nothing intervenes;
// nil where it takes GetAttr to tell. hash is the HashString of the name.
func InstanceAttr(o *Instance, name string, hash uint64) Value {
	if o.Attrs == nil || !o.Cls.Heap {
		return nil
	}
	if attr, _ := o.Cls.lookupHashed(name, hash); !overridden(attr) || !o.Cls.cache.plainGet {
		return nil
	}
	v, _ := o.Attrs.GetHashed(name, hash)
	return v
}

// SetInstanceAttr is o.name = x where the __dict__ of o has the name already and
// nothing intervenes; done is false where it takes SetAttr.
func SetInstanceAttr(t *Thread, o *Instance, name string, hash uint64, x Value) (done bool, err error) {
	if o.Attrs == nil || o.Attrs.Cls != nil || !o.Cls.Heap {
		return false, nil
	}
	if attr, _ := o.Cls.lookupHashed(name, hash); !overridden(attr) || !o.Cls.cache.plainSet || !o.Cls.cache.hasDict {
		return false, nil
	}
	i := o.Attrs.findStr(name, hash)
	if i < 0 {
		return false, nil
	}
	t.Touch(&o.Header)
	o.Attrs.entries[i].value = x
	o.Attrs.writes++
	return true, t.Step(1)
}

// MethodOf returns the function of the program that o.name(...) calls, where
// nothing else can be meant; nil where it takes GetAttr to tell.
func MethodOf(o *Instance, name string, hash uint64) *Function {
	if !o.Cls.Heap {
		return nil
	}
	attr, where := o.Cls.lookupHashed(name, hash)
	f, ok := attr.(*Function)
	if !ok || !where.Heap || !o.Cls.cache.plainGet {
		return nil
	}
	if _, own := o.Attrs.GetHashed(name, hash); own {
		return nil
	}
	return f
}
