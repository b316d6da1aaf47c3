package flow

import (
	"fmt"
	"strings"

	"augur/analysis/value"
)

// kind is what is known of the class of a term.
type kind uint8

const (
	anyKind kind = iota
	intKind      // bool, too
	strKind
	listKind
	tupleKind
	dictKind
	setKind
	viewKind // of a dict
	otherKind
)

// sized reports whether terms of a kind are containers that can be looked at any
// number of times.
func (k kind) sized() bool { return k >= strKind && k <= viewKind }

// fixed reports whether terms of a kind never change.
func (k kind) fixed() bool { return k == intKind || k == strKind }

// A term stands for a value. Terms with the same operator, operands and moment
// are the same term, so that equal terms are equal pointers.
type term struct {
	id   int
	op   string // "const", "fresh", "len", "<", ".find", …
	args []*term
	val  value.Value // of a constant
	kind kind
	// epoch is the moment at which the term was read from what may change; 0
	// for one that does not depend on the moment.
	epoch int
	// made is what made a fresh object, born the moment of that; elem is the
	// object that a fresh term is an element of.
	made *term
	elem *term
	born int
}

// terms makes terms.
type terms struct {
	byKey map[string]*term
	n     int
	epoch int
}

func newTerms() terms { return terms{byKey: map[string]*term{}} }

func (ts *terms) fresh(k kind) *term {
	ts.n++
	return &term{id: ts.n, op: "fresh", kind: k}
}

// moment begins another epoch: anything that can change may have changed.
func (ts *terms) moment() int {
	ts.epoch++
	return ts.epoch
}

func (ts *terms) constant(v value.Value) *term {
	text, err := value.Repr(plainThread(), v)
	if err != nil {
		return ts.fresh(anyKind)
	}
	k := otherKind
	switch v.(type) {
	case value.Bool, value.Int, *value.BigInt:
		k = intKind
	case *value.Str:
		k = strKind
	case *value.Tuple:
		k = tupleKind
	}
	t := ts.make("const "+v.Type().Name+" "+text, k, 0)
	t.op, t.val = "const", v
	return t
}

func (ts *terms) make(op string, k kind, epoch int, args ...*term) *term {
	var b strings.Builder
	b.WriteString(op)
	for _, a := range args {
		fmt.Fprintf(&b, " %d", a.id)
	}
	fmt.Fprintf(&b, "@%d", epoch)
	key := b.String()
	if t := ts.byKey[key]; t != nil {
		return t
	}
	ts.n++
	t := &term{id: ts.n, op: op, args: args, kind: k, epoch: epoch}
	ts.byKey[key] = t
	return t
}

// scalar reports whether a term is a constant that nothing mutable equals.
func (t *term) scalar() bool {
	switch t.val.(type) {
	case value.Bool, value.Int, value.Float, *value.BigInt, *value.Str:
		return true
	case *value.Singleton:
		return t.val == value.None
	}
	return false
}

// A state is what is known at a point: what the variables hold, and which
// conditions came out true or false.
type state struct {
	env   map[string]*term
	facts map[*term]bool
	order []*term // of facts
	epoch int
	dead  bool
}

func (s *state) clone() *state {
	c := &state{env: make(map[string]*term, len(s.env)), facts: make(map[*term]bool, len(s.facts)), epoch: s.epoch, dead: s.dead}
	for k, v := range s.env {
		c.env[k] = v
	}
	for k, v := range s.facts {
		c.facts[k] = v
	}
	c.order = append(c.order, s.order...)
	return c
}

// join is what is known where paths meet.
func (a *analysis) join(states ...*state) *state {
	var out *state
	for _, s := range states {
		switch {
		case s == nil || s.dead:
		case out == nil:
			out = s.clone()
		default:
			a.meet(out, s)
		}
	}
	if out == nil {
		return &state{env: map[string]*term{}, facts: map[*term]bool{}, dead: true}
	}
	return out
}

func (a *analysis) meet(into, s *state) {
	for name, t := range into.env {
		o, ok := s.env[name]
		switch {
		case !ok:
			delete(into.env, name)
		case o != t:
			k := anyKind
			if o.kind == t.kind {
				k = t.kind
			}
			into.env[name] = a.terms.fresh(k)
		}
	}
	kept := into.order[:0]
	for _, t := range into.order {
		if v, ok := s.facts[t]; ok && v == into.facts[t] {
			kept = append(kept, t)
		} else {
			delete(into.facts, t)
		}
	}
	into.order = kept
	if into.epoch != s.epoch {
		into.epoch = a.terms.moment()
	}
}

// forget makes variables unknown, and begins another moment.
func (a *analysis) forget(s *state, names map[string]bool) {
	for name := range names {
		if _, ok := s.env[name]; ok {
			s.env[name] = a.terms.fresh(anyKind)
		}
	}
	s.epoch = a.terms.moment()
}

func (a *analysis) assign(s *state, name string, t *term) {
	if a.untracked[name] {
		return
	}
	if t.val == nil && t.kind == anyKind && t.op != "fresh" && t.op != "[]" {
		// Computed once more it is equal, but not the same object.
		t = a.terms.fresh(anyKind)
	}
	s.env[name] = t
}

// valueOf begins the operators of terms that are equal when computed again, but
// may be other objects.
const valueOf = "value of ."
