package value

// Set is a set or, if Frozen, a frozenset.
//
// Programs print sets and iterate over them, so the order in which CPython does
// that is part of their behaviour. It follows from the hashes of the elements
// and from the layout of its hash table, which this table reproduces: linear
// probing in runs, then a perturbed walk; removed elements leave marks; growth
// by four, by two when large. Where a hash is another one in every run (str,
// objects without __hash__) the order is not determined, and whatever would
// show it is an *UnknownError.
type Set struct {
	Header
	Frozen bool

	table     []setEntry // its length is a power of two; nil stands for an empty table of setMinSize
	fill      int        // entries in use or removed
	used      int        // entries in use
	finger    int        // where pop looks next
	unordered bool       // the order is not determined
}

type setEntry struct {
	key   Value // nil: never used, or removed
	hash  int64
	state entryState
}

type entryState uint8

const (
	entryUnused entryState = iota
	entryLive
	entryRemoved
)

const (
	setMinSize     = 8
	setLinear      = 9 // entries probed in a row after the first
	setPerturb     = 5
	setLargeGrowth = 50000
)

// NewSet returns an empty set.
func NewSet() *Set { return &Set{} }

// NewFrozenSet returns an empty frozenset, to be filled before anyone sees it.
func NewFrozenSet() *Set { return &Set{Frozen: true} }

// NewConstantSet returns the set, or frozenset, that a display of three or more
// constants makes. CPython keeps such constants in the compiled file in an
// order of its own, so the order is determined only where that of insertion
// makes no difference.
func NewConstantSet(t *Thread, elems []Value, frozen bool) (*Set, error) {
	constant := NewFrozenSet()
	for _, e := range elems {
		if err := constant.Add(t, e); err != nil {
			return nil, err
		}
	}
	if !constant.allAtHome() {
		constant.unordered = true
	}
	if frozen {
		return constant, nil
	}
	s := NewSet()
	return s, s.merge(t, constant)
}

// allAtHome reports whether no element had to make way for another.
func (s *Set) allAtHome() bool {
	for i := range s.table {
		e := &s.table[i]
		if e.state == entryLive && int(uint64(e.hash)&uint64(len(s.table)-1)) != i {
			return false
		}
	}
	return true
}

// Type returns set, frozenset or the subclass of it.
func (s *Set) Type() *Type {
	if s.Frozen {
		return s.class(FrozenSetType)
	}
	return s.class(SetType)
}

// Len returns the number of elements.
func (s *Set) Len() int { return s.used }

func (s *Set) mask() int {
	if s.table == nil {
		return setMinSize - 1
	}
	return len(s.table) - 1
}

// probe walks the table from a hash's home as CPython does and returns the
// position of the key or, with found false, where it is to be inserted: in the
// removed entry met last, or else in the first unused one.
func (s *Set) probe(t *Thread, key Value, hash int64) (pos int, found bool, err error) {
	if s.table == nil {
		return 0, false, nil
	}
restart:
	table := s.table
	mask := uint64(len(table) - 1)
	perturb := uint64(hash)
	i := perturb & mask
	removed := -1
	for {
		run := uint64(0)
		if i+setLinear <= mask {
			run = setLinear
		}
		for j := i; j <= i+run; j++ {
			e := &table[j]
			switch {
			case e.state == entryUnused && removed >= 0:
				return removed, false, nil
			case e.state == entryUnused:
				return int(j), false, nil
			case e.state == entryRemoved:
				removed = int(j)
				continue
			case e.hash != hash:
				continue
			}
			start := e.key
			eq, err := sameItem(t, start, key)
			if err != nil {
				return 0, false, err
			}
			if eq {
				return int(j), true, nil
			}
			if len(s.table) != len(table) || &s.table[0] != &table[0] || e.key != start {
				if err := t.Step(1); err != nil {
					return 0, false, err
				}
				goto restart // the comparison changed the set
			}
		}
		perturb >>= setPerturb
		i = (i*5 + 1 + perturb) & mask
	}
}

// insert adds a key with its hash unless it is there.
func (s *Set) insert(t *Thread, key Value, hash int64) error {
	if s.table == nil {
		s.table = make([]setEntry, setMinSize)
	}
	pos, found, err := s.probe(t, key, hash)
	if err != nil || found {
		return err
	}
	reused := s.table[pos].state == entryRemoved
	s.table[pos] = setEntry{key, hash, entryLive}
	s.used++
	if reused {
		return nil
	}
	s.fill++
	if s.fill*5 < s.mask()*3 {
		return nil
	}
	return s.resize(t, s.growth())
}

func (s *Set) growth() int {
	if s.used > setLargeGrowth {
		return s.used * 2
	}
	return s.used * 4
}

func (s *Set) resize(t *Thread, atLeast int) error {
	size := setMinSize
	for size <= atLeast {
		size <<= 1
	}
	if err := t.Alloc(32 * size); err != nil {
		return err
	}
	old := s.table
	s.table = make([]setEntry, size)
	s.fill = s.used
	for i := range old {
		if old[i].state == entryLive {
			s.insertClean(old[i].key, old[i].hash)
		}
	}
	return nil
}

// insertClean places a key that is known not to be there in a table without
// removed entries.
func (s *Set) insertClean(key Value, hash int64) {
	mask := uint64(len(s.table) - 1)
	perturb := uint64(hash)
	i := perturb & mask
	for {
		run := uint64(0)
		if i+setLinear <= mask {
			run = setLinear
		}
		for j := i; j <= i+run; j++ {
			if s.table[j].state == entryUnused {
				s.table[j] = setEntry{key, hash, entryLive}
				return
			}
		}
		perturb >>= setPerturb
		i = (i*5 + 1 + perturb) & mask
	}
}

// remove takes the entry of a key out and reports whether it was there.
func (s *Set) remove(t *Thread, key Value, hash int64) (bool, error) {
	pos, found, err := s.probe(t, key, hash)
	if err != nil || !found {
		return false, err
	}
	s.table[pos] = setEntry{state: entryRemoved, hash: -1}
	s.used--
	return true, nil
}

// clear empties the set; the position of pop stays.
func (s *Set) clear() {
	s.table, s.fill, s.used, s.unordered = nil, 0, 0, false
}

// next returns the element at or after position i, and the position after it.
func (s *Set) next(i int) (e setEntry, next int, ok bool) {
	for ; i < len(s.table); i++ {
		if s.table[i].state == entryLive {
			return s.table[i], i + 1, true
		}
	}
	return setEntry{}, i, false
}

// hashElement hashes what may become an element.
func (s *Set) hashElement(t *Thread, v Value) (hash int64, determined bool, err error) {
	return hashValue(t, v)
}

// hashSought hashes what is looked for; a set stands for the frozenset of its
// elements.
func (s *Set) hashSought(t *Thread, v Value) (int64, error) {
	if set, ok := v.(*Set); ok && !set.Frozen {
		if h, ok := set.Type().Lookup("__hash__"); !ok || h == None || !set.Type().Heap {
			h, _ := set.hash()
			return h, nil
		}
	}
	h, _, err := hashValue(t, v)
	return h, err
}

// Add adds an element. It does not Touch: callers that act for the program do.
func (s *Set) Add(t *Thread, v Value) error {
	h, determined, err := s.hashElement(t, v)
	if err != nil {
		return err
	}
	if err := t.Alloc(32); err != nil {
		return err
	}
	if !determined {
		s.unordered = true
	}
	return s.insert(t, v, h)
}

// Discard removes an element and reports whether it was there.
func (s *Set) Discard(t *Thread, v Value) (bool, error) {
	h, err := s.hashSought(t, v)
	if err != nil {
		return false, err
	}
	return s.remove(t, v, h)
}

// Has reports whether v is an element.
func (s *Set) Has(t *Thread, v Value) (bool, error) { return s.has(t, v) }

func (s *Set) has(t *Thread, v Value) (bool, error) {
	h, err := s.hashSought(t, v)
	if err != nil {
		return false, err
	}
	_, found, err := s.probe(t, v, h)
	return found, err
}

// Ordered reports whether the order of the elements is determined.
func (s *Set) Ordered() bool { return !s.unordered || s.used < 2 }

func (s *Set) orderError() error {
	return Unknownf("the order of this %s differs from run to run", s.Type().Name)
}

// Elements returns the elements in order; it is an *UnknownError if the order
// is not determined.
func (s *Set) Elements(t *Thread) ([]Value, error) {
	t.Reading(&s.Header)
	if !s.Ordered() {
		return nil, s.orderError()
	}
	if err := t.Alloc(16 * s.used); err != nil {
		return nil, err
	}
	return s.Unordered(), nil
}

// Unordered returns the elements in no particular order: for results that do
// not depend on it.
func (s *Set) Unordered() []Value {
	out := make([]Value, 0, s.used)
	for i := range s.table {
		if s.table[i].state == entryLive {
			out = append(out, s.table[i].key)
		}
	}
	return out
}

// hash is that of a frozenset with these elements.
func (s *Set) hash() (h int64, determined bool) {
	shuffle := func(h uint64) uint64 { return ((h ^ 89869747) ^ (h << 16)) * 3644798167 }
	var acc uint64
	for i := range s.table {
		if e := &s.table[i]; e.state == entryLive {
			acc ^= shuffle(uint64(e.hash))
		}
	}
	acc ^= (uint64(s.used) + 1) * 1927868237
	acc ^= (acc >> 11) ^ (acc >> 25)
	acc = acc*69069 + 907133923
	if acc == ^uint64(0) {
		acc = 590923713
	}
	return int64(acc), !s.unordered
}

// iter walks the set.
func (s *Set) iter(t *Thread) (Iterator, error) {
	t.Reading(&s.Header)
	if !s.Ordered() {
		return nil, s.orderError()
	}
	return &setIterator{set: s, used: s.used}, nil
}

type setIterator struct {
	set  *Set // nil once exhausted
	pos  int
	used int // elements at the start; -1 after a change was reported
}

func (*setIterator) Type() *Type { return setIteratorType }

func (it *setIterator) Next(t *Thread) (Value, error) {
	s := it.set
	if s == nil {
		return nil, nil
	}
	t.Reading(&s.Header)
	if it.used != s.used {
		it.used = -1
		return nil, Raisef(RuntimeError, "Set changed size during iteration")
	}
	if !s.Ordered() {
		return nil, s.orderError()
	}
	e, next, ok := s.next(it.pos)
	if !ok {
		it.set = nil
		return nil, nil
	}
	it.pos = next
	return e.key, nil
}

// Disorder records that the order of the elements is not determined.
func (s *Set) Disorder() { s.unordered = true }
