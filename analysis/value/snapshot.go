package value

import (
	"math"
	"slices"
)

// A Snapshot keeps how a container of built-in values is at one moment, so that
// its repr can be made later, and only if somebody wants it: to copy a list costs
// a small part of what it costs to show it. Its memory is used again by the next
// Take.
//
// It lists, from the outside in, what the container holds: values that cannot
// change stand for themselves, a container within stands before its own items.
type Snapshot struct {
	items  []Value
	groups []group // of the containers, in the order in which they stand
}

// group is the shape of one container of a Snapshot.
type group struct {
	kind  groupKind
	items int32 // of a dict, keys and values
}

type groupKind uint8

const (
	notGroup groupKind = iota
	listGroup
	tupleGroup
	dictGroup
	setGroup
	frozenGroup
)

// A Snapshot holds no more than so many items, and containers nested no deeper.
const (
	snapshotItems = 1 << 16
	snapshotDepth = 16
)

// Take makes s a snapshot of v. It reports whether v is something that a snapshot
// can be taken of: a built-in container, not an instance of a subclass and no set
// whose order is not determined, that holds nothing but such containers and values
// that cannot change. If not, s holds none.
func (s *Snapshot) Take(v Value) bool {
	s.items, s.groups = s.items[:0], s.groups[:0]
	return s.take(v, 0)
}

// Len is how many items the snapshot holds in all, or held when it was given up.
func (s *Snapshot) Len() int { return len(s.items) }

// Room is how many items it has room for.
func (s *Snapshot) Room() int { return cap(s.items) }

// Flat reports whether the container holds no container.
func (s *Snapshot) Flat() bool { return len(s.groups) == 1 }

// groupOf is the kind of container that v is.
func groupOf(v Value) groupKind {
	switch v := v.(type) {
	case *List:
		if v.Cls == nil && v.Attrs == nil {
			return listGroup
		}
	case *Tuple:
		if v.Cls == nil {
			return tupleGroup
		}
	case *Dict:
		if v.Cls == nil && v.Attrs == nil {
			return dictGroup
		}
	case *Set:
		switch {
		case v.Cls != nil || v.Attrs != nil || !v.Ordered():
		case v.Frozen:
			return frozenGroup
		default:
			return setGroup
		}
	}
	return notGroup
}

// isContainer reports whether v, which a snapshot holds, stands before a group.
func isContainer(v Value) bool {
	switch v.(type) {
	case *List, *Tuple, *Dict, *Set:
		return true
	}
	return false
}

// Constant reports whether v is a value of a built-in class that can never look
// different and holds no other value.
func Constant(v Value) bool {
	switch v := v.(type) {
	case Int, Float, Bool, *Singleton, Complex, *Range:
		return true
	case *Str:
		return v.ext == nil
	case *BigInt:
		return v.ext == nil
	case *Bytes:
		return v.ext == nil
	}
	return false
}

func (s *Snapshot) take(v Value, depth int) bool {
	kind := groupOf(v)
	if kind == notGroup || depth > snapshotDepth {
		return false
	}
	at := len(s.groups)
	s.groups = append(s.groups, group{kind: kind})
	n := 0
	switch v := v.(type) {
	case *List:
		n = len(v.Elems)
		if !s.takeAll(v.Elems, depth) {
			return false
		}
	case *Tuple:
		n = len(v.Elems)
		if !s.takeAll(v.Elems, depth) {
			return false
		}
	case *Dict:
		n = 2 * v.live
		if len(s.items)+n > snapshotItems {
			return false
		}
		s.items = slices.Grow(s.items, n)
		for i := range v.entries {
			e := &v.entries[i]
			if e.key == nil {
				continue
			}
			if _, ok := e.value.(Int); ok {
				switch e.key.(type) {
				case Int, *Str:
					if k, isStr := e.key.(*Str); !isStr || k.ext == nil {
						s.items = append(s.items, e.key, e.value)
						continue
					}
				}
			}
			if !(s.takeItem(e.key, depth) && s.takeItem(e.value, depth)) {
				return false
			}
		}
	case *Set:
		n = v.used
		if len(s.items)+n > snapshotItems {
			return false
		}
		for i := range v.table {
			if e := &v.table[i]; e.state == entryLive && !s.takeItem(e.key, depth) {
				return false
			}
		}
	}
	s.groups[at].items = int32(n)
	return true
}

func (s *Snapshot) takeAll(elems []Value, depth int) bool {
	if len(s.items)+len(elems) > snapshotItems {
		return false
	}
	// Most lists hold ints or text.
	n := 0
	for n < len(elems) {
		if _, ok := elems[n].(Int); !ok {
			if text, ok := elems[n].(*Str); !ok || text.ext != nil {
				break
			}
		}
		n++
	}
	s.items = append(s.items, elems[:n]...)
	for _, e := range elems[n:] {
		if !s.takeItem(e, depth) {
			return false
		}
	}
	return true
}

func (s *Snapshot) takeItem(v Value, depth int) bool {
	if Constant(v) {
		s.items = append(s.items, v)
		return true
	}
	if groupOf(v) == notGroup {
		return false
	}
	s.items = append(s.items, v)
	return s.take(v, depth+1)
}

// Value returns a container that is as the one was.
func (s *Snapshot) Value() Value {
	r := snapshotReader{s: s}
	return r.container()
}

// Same reports whether two containers looked the same.
func (s *Snapshot) Same(o *Snapshot) bool {
	if len(s.items) != len(o.items) || !slices.Equal(s.groups, o.groups) {
		return false
	}
	for i, v := range s.items {
		if w := o.items[i]; !sameConstant(v, w) && !(isContainer(v) && isContainer(w)) {
			return false
		}
	}
	return true
}

// snapshotReader goes through a snapshot.
type snapshotReader struct {
	s           *Snapshot
	item, group int
}

func (r *snapshotReader) next() group {
	r.group++
	return r.s.groups[r.group-1]
}

func (r *snapshotReader) container() Value {
	g := r.next()
	elems := make([]Value, g.items)
	for i := range elems {
		v := r.s.items[r.item]
		r.item++
		if isContainer(v) {
			v = r.container()
		}
		elems[i] = v
	}
	switch g.kind {
	case listGroup:
		return NewList(elems)
	case tupleGroup:
		return NewTuple(elems...)
	case dictGroup:
		d := &Dict{live: len(elems) / 2}
		for i := 0; i < len(elems); i += 2 {
			d.entries = append(d.entries, dictEntry{key: elems[i], value: elems[i+1]})
		}
		return d
	}
	// What only shows its elements needs no table to find them by.
	set := &Set{used: len(elems), Frozen: g.kind == frozenGroup}
	for _, e := range elems {
		set.table = append(set.table, setEntry{key: e, state: entryLive})
	}
	return set
}

// sameConstant reports whether two values that cannot change look the same.
func sameConstant(a, b Value) bool {
	switch a := a.(type) {
	case Int:
		b, ok := b.(Int)
		return ok && a == b
	case Float: // 0.0 is -0.0, but does not look so; nan is not nan
		b, ok := b.(Float)
		return ok && math.Float64bits(float64(a)) == math.Float64bits(float64(b))
	case Complex:
		b, ok := b.(Complex)
		return ok && sameConstant(Float(real(a)), Float(real(b))) && sameConstant(Float(imag(a)), Float(imag(b)))
	case *Str:
		b, ok := b.(*Str)
		return ok && b.ext == nil && (a == b || a.s == b.s)
	case *Bytes:
		b, ok := b.(*Bytes)
		return ok && b.ext == nil && a.B == b.B
	case *BigInt:
		b, ok := b.(*BigInt)
		return ok && b.ext == nil && a.N.Cmp(b.N) == 0
	}
	return a == b
}

// Afterwards calls f, which shows what a run left behind: what it costs counts for
// itself, and not as the run's. That the run was cancelled or ran out of time does
// not end it, so it must be short.
func (t *Thread) Afterwards(f func()) {
	steps, memory, look := t.Steps, t.Memory, t.look
	t.Steps, t.Memory, t.look = 0, 0, math.MaxInt64
	defer func() { t.Steps, t.Memory, t.look = steps, memory, look }()
	f()
}
