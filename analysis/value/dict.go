package value

// Dict is a dict: it keeps insertion order. Instances, classes and modules keep
// their attributes in one too, for which the methods ending in Str are: they
// take a plain string, run none of the program's code and cannot fail.
type Dict struct {
	Header
	entries []dictEntry // in order of insertion; a deleted one has a nil key
	live    int         // entries not deleted
	index   []int32     // open addressing: position in entries plus one; nil while entries are few
	// Version changes with every insertion and deletion, so that iteration
	// notices.
	Version uint64
	writes  uint64 // counts the values replaced by SetStr and Set
}

type dictEntry struct {
	key, value Value
	hash       uint64
}

const dictLinear = 8 // up to so many entries are searched one by one

// NewDict returns an empty dict.
func NewDict() *Dict { return &Dict{} }

// Type returns dict or the subclass of it.
func (d *Dict) Type() *Type { return d.class(DictType) }

// Len returns the number of entries.
func (d *Dict) Len() int { return d.live }

// find returns the position of key in entries, or -1.
func (d *Dict) find(t *Thread, key Value, h uint64) (int, error) {
	if d.index == nil {
		for i := range d.entries {
			e := &d.entries[i]
			if e.key == nil || e.hash != h {
				continue
			}
			eq, err := sameKey(t, e.key, key)
			if err != nil {
				return -1, err
			}
			if eq {
				return i, nil
			}
		}
		return -1, nil
	}
	mask := uint64(len(d.index) - 1)
	for p := h & mask; ; p = (p + 1) & mask {
		i := d.index[p]
		if i == 0 {
			return -1, nil
		}
		e := &d.entries[i-1]
		if e.key == nil || e.hash != h {
			continue
		}
		eq, err := sameKey(t, e.key, key)
		if err != nil {
			return -1, err
		}
		if eq {
			return int(i - 1), nil
		}
	}
}

func sameKey(t *Thread, a, b Value) (bool, error) {
	if sa, ok := a.(*Str); ok {
		if sb, ok := b.(*Str); ok && sa.ext == nil && sb.ext == nil {
			return sa.s == sb.s, nil
		}
	}
	if x, ok := a.(Int); ok {
		if y, ok := b.(Int); ok {
			return x == y, nil
		}
	}
	if Identical(a, b) {
		return true, nil
	}
	return Equal(t, a, b)
}

func (d *Dict) findStr(name string, h uint64) int {
	if d.index == nil {
		for i := range d.entries {
			e := &d.entries[i]
			if s, ok := e.key.(*Str); ok && s.s == name {
				return i
			}
		}
		return -1
	}
	mask := uint64(len(d.index) - 1)
	for p := h & mask; ; p = (p + 1) & mask {
		i := d.index[p]
		if i == 0 {
			return -1
		}
		e := &d.entries[i-1]
		if e.hash != h {
			continue
		}
		if s, ok := e.key.(*Str); ok && s.s == name {
			return int(i - 1)
		}
	}
}

func (d *Dict) insert(key, v Value, h uint64) {
	d.Version++
	d.live++
	d.entries = append(d.entries, dictEntry{key, v, h})
	n := len(d.entries)
	if n <= dictLinear {
		return
	}
	if d.index == nil || n*3 >= len(d.index)*2 {
		d.rebuild()
		return
	}
	d.link(n - 1)
}

func (d *Dict) link(i int) {
	mask := uint64(len(d.index) - 1)
	p := d.entries[i].hash & mask
	for d.index[p] != 0 {
		p = (p + 1) & mask
	}
	d.index[p] = int32(i + 1)
}

// rebuild drops deleted entries and makes the index anew.
func (d *Dict) rebuild() {
	d.compact()
	if len(d.entries) <= dictLinear {
		d.index = nil
		return
	}
	size := 32
	for size < len(d.entries)*3 {
		size *= 2
	}
	d.index = make([]int32, size)
	for i := range d.entries {
		d.link(i)
	}
}

func (d *Dict) compact() {
	if d.live == len(d.entries) {
		return
	}
	kept := d.entries[:0]
	for _, e := range d.entries {
		if e.key != nil {
			kept = append(kept, e)
		}
	}
	clear(d.entries[len(kept):])
	d.entries = kept
}

func (d *Dict) removeAt(i int) Value {
	v := d.entries[i].value
	d.entries[i].key, d.entries[i].value = nil, nil
	d.live--
	d.Version++
	switch {
	case d.live == 0:
		d.entries, d.index = d.entries[:0], nil
	case d.index == nil && i == len(d.entries)-1:
		d.entries = d.entries[:i]
	case d.live < len(d.entries)/4:
		d.rebuild()
	}
	return v
}

// Get finds the value of a key.
func (d *Dict) Get(t *Thread, key Value) (Value, bool, error) {
	if s, ok := key.(*Str); ok && s.ext == nil {
		if i := d.findStr(s.s, HashString(s.s)); i >= 0 {
			return d.entries[i].value, true, nil
		}
		if d.onlyStrs() {
			return nil, false, nil
		}
	}
	h, err := Hash(t, key)
	if err != nil {
		return nil, false, err
	}
	i, err := d.find(t, key, h)
	if err != nil || i < 0 {
		return nil, false, err
	}
	return d.entries[i].value, true, nil
}

// onlyStrs reports whether a str that is not found by its text cannot be
// found at all. Only short dicts are checked: others are worth hashing.
func (d *Dict) onlyStrs() bool {
	if len(d.entries) > dictLinear {
		return false
	}
	for i := range d.entries {
		switch k := d.entries[i].key.(type) {
		case *Str:
			if k.ext != nil {
				return false
			}
		case Int, Bool, Float, nil:
		default:
			return false
		}
	}
	return true
}

// Set stores a value under a key. It does not Touch: callers that act for the
// program do.
func (d *Dict) Set(t *Thread, key, v Value) error {
	h, err := Hash(t, key)
	if err != nil {
		return err
	}
	i, err := d.find(t, key, h)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].value = v
		d.writes++
		return nil
	}
	if err := t.Alloc(64); err != nil {
		return err
	}
	d.insert(key, v, h)
	return nil
}

// setDefault returns the value of a key, and stores v if there is none. It asks
// for the hash and compares once.
func (d *Dict) setDefault(t *Thread, key, v Value) (Value, error) {
	h, err := Hash(t, key)
	if err != nil {
		return nil, err
	}
	i, err := d.find(t, key, h)
	if err != nil {
		return nil, err
	}
	if i >= 0 {
		return d.entries[i].value, nil
	}
	if err := t.Alloc(64); err != nil {
		return nil, err
	}
	t.Touch(&d.Header)
	d.insert(key, v, h)
	return v, nil
}

// Delete removes a key and returns what was stored under it.
func (d *Dict) Delete(t *Thread, key Value) (Value, bool, error) {
	h, err := Hash(t, key)
	if err != nil {
		return nil, false, err
	}
	i, err := d.find(t, key, h)
	if err != nil || i < 0 {
		return nil, false, err
	}
	return d.removeAt(i), true, nil
}

// GetStr finds the value of a str key.
func (d *Dict) GetStr(name string) (Value, bool) {
	if d == nil || d.live == 0 {
		return nil, false
	}
	var h uint64
	if d.index != nil {
		h = HashString(name)
	}
	if i := d.findStr(name, h); i >= 0 {
		return d.entries[i].value, true
	}
	return nil, false
}

// SetStr stores a value under a str key.
func (d *Dict) SetStr(name string, v Value) {
	h := HashString(name)
	if i := d.findStr(name, h); i >= 0 {
		d.entries[i].value = v
		d.writes++
		return
	}
	d.insert(NewStr(name), v, h)
}

// DeleteStr removes a str key and reports whether it was there.
func (d *Dict) DeleteStr(name string) bool {
	i := d.findStr(name, HashString(name))
	if i < 0 {
		return false
	}
	d.removeAt(i)
	return true
}

// Clear removes every entry.
func (d *Dict) Clear() {
	d.entries, d.index, d.live = nil, nil, 0
	d.Version++
}

// Copy returns a dict with the same entries, of class dict.
func (d *Dict) Copy() *Dict {
	c := &Dict{}
	if d.live == 0 {
		return c
	}
	c.entries = make([]dictEntry, 0, d.live)
	for _, e := range d.entries {
		if e.key != nil {
			c.entries = append(c.entries, e)
		}
	}
	c.live = d.live
	c.rebuild()
	return c
}

// Keys returns the keys in order.
func (d *Dict) Keys() []Value {
	out := make([]Value, 0, d.live)
	for _, e := range d.entries {
		if e.key != nil {
			out = append(out, e.key)
		}
	}
	return out
}

// Next returns the entry at or after position i, and the position after it;
// false at the end. It is how a dict is walked while it may change: start with
// 0 and compare Version.
func (d *Dict) Next(i int) (key, v Value, next int, ok bool) {
	for ; i < len(d.entries); i++ {
		if e := &d.entries[i]; e.key != nil {
			return e.key, e.value, i + 1, true
		}
	}
	return nil, nil, i, false
}

// nextHashed is Next with the hash of the key instead of its value.
func (d *Dict) nextHashed(i int) (key Value, h int64, next int, ok bool) {
	for ; i < len(d.entries); i++ {
		if e := &d.entries[i]; e.key != nil {
			return e.key, int64(e.hash), i + 1, true
		}
	}
	return nil, 0, i, false
}

// Prev is Next backwards: it returns the entry before position i.
func (d *Dict) Prev(i int) (key, v Value, next int, ok bool) {
	for i = min(i, len(d.entries)); i > 0; i-- {
		if e := &d.entries[i-1]; e.key != nil {
			return e.key, e.value, i - 1, true
		}
	}
	return nil, nil, 0, false
}

// End returns the position after the last entry.
func (d *Dict) End() int { return len(d.entries) }

// MoveToEnd moves a key to the end or, if not last, to the front, and reports
// whether it was there.
func (d *Dict) MoveToEnd(t *Thread, key Value, last bool) (bool, error) {
	h, err := Hash(t, key)
	if err != nil {
		return false, err
	}
	i, err := d.find(t, key, h)
	if err != nil || i < 0 {
		return false, err
	}
	e := d.entries[i]
	if last {
		d.removeAt(i)
		d.insert(e.key, e.value, e.hash)
		return true, nil
	}
	d.removeAt(i)
	d.compact()
	d.entries = append([]dictEntry{e}, d.entries...)
	d.live++
	d.Version++
	d.index = nil
	if len(d.entries) > dictLinear {
		d.rebuild()
	}
	return true, nil
}

// HashString is the hash under which dicts and sets keep a str. It is not
// CPython's, which depends on a random seed; except for ”, whose hash is 0.
func HashString(s string) uint64 {
	if s == "" {
		return 0
	}
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
