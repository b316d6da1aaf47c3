package flow

import (
	"math"
	"strings"

	"augur/analysis/value"
)

// bounds say between which numbers a term lies. A term with a bound is a number,
// and not NaN.
type bounds struct {
	lo, hi         float64
	loOpen, hiOpen bool // the bound itself is left out
}

var unbounded = bounds{lo: math.Inf(-1), hi: math.Inf(1)}

func (b bounds) known() bool { return !math.IsInf(b.lo, -1) || !math.IsInf(b.hi, 1) }

// exact is the largest number up to which floats tell all ints apart.
const exact = 1 << 53

// numberOf returns a constant number that a float holds exactly.
func numberOf(t *term) (float64, bool) {
	switch v := t.val.(type) {
	case value.Bool:
		if v {
			return 1, true
		}
		return 0, true
	case value.Int:
		return float64(v), v > -exact && v < exact
	case value.Float:
		return float64(v), !math.IsNaN(float64(v)) && math.Abs(float64(v)) < exact
	}
	return 0, false
}

func (b *bounds) above(x float64, open bool) {
	if x > b.lo || x == b.lo && open {
		b.lo, b.loOpen = x, open
	}
}

func (b *bounds) below(x float64, open bool) {
	if x < b.hi || x == b.hi && open {
		b.hi, b.hiOpen = x, open
	}
}

func (b bounds) excludes(x float64) bool {
	return x < b.lo || x > b.hi || x == b.lo && b.loOpen || x == b.hi && b.hiOpen
}

// bounds works out between which numbers a term lies in a state.
func (a *analysis) bounds(t *term, s *state, depth int) bounds {
	b := unbounded
	if x, ok := numberOf(t); ok {
		return bounds{lo: x, hi: x}
	}
	if a.steps++; depth == 0 || a.tooLong() {
		return b
	}
	a.ownBounds(t, s, depth, &b)
	facts := s.order
	if depth == 1 {
		facts = nil
	}
	for _, f := range facts {
		if len(f.args) != 2 || f.args[0] != t && f.args[1] != t {
			continue
		}
		if f.op == "in" && f.args[0] == t && s.facts[f] {
			b.within(f.args[1])
			continue
		}
		left := f.args[0] == t
		other := f.args[0]
		if left {
			other = f.args[1]
		}
		if other == t {
			continue
		}
		outcome := s.facts[f]
		_, isConstant := numberOf(other)
		if !isConstant && (t.kind != intKind || other.kind != intKind) {
			continue
		}
		open := f.op == "<"
		switch {
		case f.op == "==" && outcome:
			o := a.bounds(other, s, depth-1)
			b.above(o.lo, o.loOpen)
			b.below(o.hi, o.hiOpen)
			continue
		case f.op != "<" && f.op != "<=":
			continue
		case !outcome:
			// Not less means greater or equal only where there is no NaN.
			if t.kind != intKind || other.kind != intKind {
				continue
			}
			left, open = !left, !open
		}
		o := a.bounds(other, s, depth-1)
		if left && !math.IsInf(o.hi, 1) {
			b.below(o.hi, open || o.hiOpen)
		}
		if !left && !math.IsInf(o.lo, -1) {
			b.above(o.lo, open || o.loOpen)
		}
	}
	if t.kind == intKind {
		b.round()
		a.leaveOut(t, s, facts, &b)
	}
	return b
}

// leaveOut moves the bounds of an int that is not equal to them.
func (a *analysis) leaveOut(t *term, s *state, facts []*term, b *bounds) {
	for _, f := range facts {
		if f.op != "==" || s.facts[f] || f.args[0] != t && f.args[1] != t {
			continue
		}
		k := f.args[0]
		if k == t {
			k = f.args[1]
		}
		switch x, ok := numberOf(k); {
		case !ok:
		case x == b.lo:
			b.lo++
		case x == b.hi:
			b.hi--
		}
	}
}

// within takes in that a term is equal to one of a tuple, if these are numbers.
func (b *bounds) within(in *term) {
	tuple, ok := in.val.(*value.Tuple)
	if !ok || len(tuple.Elems) == 0 {
		return
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, e := range tuple.Elems {
		x, ok := numberOf(&term{val: e})
		if !ok {
			return
		}
		lo, hi = min(lo, x), max(hi, x)
	}
	b.above(lo, false)
	b.below(hi, false)
}

// round makes the bounds of an int ints.
func (b *bounds) round() {
	if !math.IsInf(b.lo, -1) {
		if c := math.Ceil(b.lo); c == b.lo && b.loOpen {
			b.lo++
		} else {
			b.lo = c
		}
	}
	if !math.IsInf(b.hi, 1) {
		if c := math.Floor(b.hi); c == b.hi && b.hiOpen {
			b.hi--
		} else {
			b.hi = c
		}
	}
	b.loOpen, b.hiOpen = false, false
	if b.lo < -exact {
		b.lo = math.Inf(-1)
	}
	if b.hi > exact {
		b.hi = math.Inf(1)
	}
}

// ownBounds are those that a term has by how it is made.
func (a *analysis) ownBounds(t *term, s *state, depth int, b *bounds) {
	if t.kind != intKind {
		return
	}
	switch t.op {
	case "len", "ord", "abs", ".count":
		b.above(0, false)
	case ".startswith", ".endswith", "bool", "truth", "<", "<=", "==", "in", "is":
		b.above(0, false)
		b.below(1, false)
	case ".find", ".rfind":
		b.above(-1, false)
		switch {
		case pastLast(t):
			b.below(-1, false)
		case beforeFirst(t):
			b.below(0, false)
		}
	case ".index", ".rindex":
		b.above(0, false)
		if len(t.args) > 2 {
			if from := a.bounds(t.args[2], s, depth-1); from.lo >= 0 && !math.IsInf(from.lo, 1) {
				b.above(from.lo, false)
			}
		}
	case "+":
		x, y := a.bounds(t.args[0], s, depth-1), a.bounds(t.args[1], s, depth-1)
		b.above(x.lo+y.lo, false)
		b.below(x.hi+y.hi, false)
	case "-":
		x, y := a.bounds(t.args[0], s, depth-1), a.bounds(t.args[1], s, depth-1)
		b.above(x.lo-y.hi, false)
		b.below(x.hi-y.lo, false)
	case "neg":
		x := a.bounds(t.args[0], s, depth-1)
		b.above(-x.hi, false)
		b.below(-x.lo, false)
	case "%":
		if k, ok := numberOf(t.args[1]); ok && k > 0 {
			b.above(0, false)
			b.below(k-1, false)
		}
	}
}

// pastLast recognises s.find(x, s.rindex(x) + 1): there is nothing behind the
// last place.
func pastLast(t *term) bool {
	if t.op != ".find" && t.op != ".rfind" || len(t.args) != 3 || t.args[2].op != "+" {
		return false
	}
	last, more := t.args[2].args[0], t.args[2].args[1]
	if n, ok := numberOf(more); !ok || n < 1 {
		return false
	}
	return (last.op == ".rindex" || last.op == ".rfind") && len(last.args) == 2 &&
		last.args[0] == t.args[0] && last.args[1] == t.args[1] && last.epoch == t.epoch
}

// beforeFirst recognises s.rfind(x, 0, s.find(x)): before the first place there
// is only what is empty.
func beforeFirst(t *term) bool {
	if t.op != ".find" && t.op != ".rfind" || len(t.args) != 4 {
		return false
	}
	if n, ok := numberOf(t.args[2]); !ok || n != 0 {
		return false
	}
	first := t.args[3]
	return first.op == ".find" && len(first.args) == 2 && first.args[0] == t.args[0] && first.args[1] == t.args[1] && first.epoch == t.epoch
}

// separator recognises "x in y" where y is one of the pieces of s.split(x).
func separator(t *term) bool {
	x, y := t.args[0], t.args[1]
	if y.elem == nil || y.elem.made == nil || y.elem.made.op != ".split" || len(y.elem.made.args) != 2 || y.elem.made.args[1] != x {
		return false
	}
	return t.epoch == 0 || t.epoch == y.elem.born
}

// implied works out how a condition comes out, from everything that is known but
// the condition itself.
func (a *analysis) implied(t *term, s *state, depth int) (outcome, known bool) {
	if a.steps++; depth == 0 || a.tooLong() {
		return false, false
	}
	switch t.op {
	case "<":
		return a.less(t, s, depth)
	case "<=":
		return a.lessOrEqual(t, s, depth)
	case "==":
		return a.equals(t.args[0], t.args[1], t, s, depth)
	case "is":
		return a.identical(t, s, depth)
	case "truth":
		return a.isTrue(t, s, depth)
	case "in":
		return a.contained(t, s, depth)
	}
	if class, ok := strings.CutPrefix(t.op, "is a "); ok {
		return a.isA(class, t, s, depth)
	}
	return false, false
}

func (a *analysis) fact(op string, epoch int, s *state, x, y *term) (outcome, known bool) {
	outcome, known = s.facts[a.terms.make(op, intKind, epoch, x, y)]
	return outcome, known
}

func (a *analysis) less(t *term, s *state, depth int) (outcome, known bool) {
	x, y := t.args[0], t.args[1]
	if x == y {
		return false, true
	}
	for _, op := range []string{"<", "<="} {
		if got, ok := a.fact(op, t.epoch, s, y, x); ok && got {
			return false, true
		} else if ok && op == "<=" && x.kind == intKind && y.kind == intKind {
			return true, true
		}
	}
	if got, ok := s.facts[a.equal(x, y, t.epoch)]; ok && got {
		return false, true
	}
	if (x.op == ".rindex" || x.op == ".index") && len(x.args) > 2 && x.args[2] == y && a.bounds(y, s, depth-1).lo >= 0 {
		return false, true // the search began at y
	}
	b, c := a.bounds(x, s, depth-1), a.bounds(y, s, depth-1)
	switch {
	case !b.known() || !c.known():
	case b.hi < c.lo || b.hi == c.lo && (b.hiOpen || c.loOpen):
		return true, true
	case b.lo >= c.hi:
		return false, true
	}
	return false, false
}

func (a *analysis) lessOrEqual(t *term, s *state, depth int) (outcome, known bool) {
	x, y := t.args[0], t.args[1]
	if x == y {
		return true, x.kind.fixed()
	}
	if got, ok := a.fact("<", t.epoch, s, y, x); ok && got {
		return false, true
	}
	if got, ok := a.fact("<", t.epoch, s, x, y); ok && got {
		return true, true
	}
	if (y.op == ".rindex" || y.op == ".index") && len(y.args) > 2 && y.args[2] == x && a.bounds(x, s, depth-1).lo >= 0 {
		return true, true // the search began at x
	}
	b, c := a.bounds(x, s, depth-1), a.bounds(y, s, depth-1)
	switch {
	case !b.known() || !c.known():
	case b.hi <= c.lo:
		return true, true
	case b.lo > c.hi || b.lo == c.hi && (b.loOpen || c.hiOpen):
		return false, true
	}
	return false, false
}

// equals works out x == y. itself is the condition that asks, if it is a fact.
func (a *analysis) equals(x, y, itself *term, s *state, depth int) (outcome, known bool) {
	if x == y {
		return true, x.kind.fixed()
	}
	if x.val != nil && y.val != nil {
		got, err := value.Equal(a.thread, x.val, y.val)
		return got, err == nil
	}
	for _, pair := range [][2]*term{{x, y}, {y, x}} {
		if got, ok := s.facts[a.terms.make("<", intKind, itself.epoch, pair[0], pair[1])]; ok && got {
			return false, true
		}
	}
	b, c := a.bounds(x, s, depth-1), a.bounds(y, s, depth-1)
	if b.known() && c.known() && (b.hi < c.lo || c.hi < b.lo || b.hi == c.lo && (b.hiOpen || c.loOpen) || c.hi == b.lo && (c.hiOpen || b.loOpen)) {
		return false, true
	}
	if b.lo == b.hi && c.lo == c.hi && b.lo == c.lo {
		return true, true
	}
	k, v := x, y
	if k.val == nil {
		k, v = y, x
	}
	if !k.scalar() {
		return false, false
	}
	// v == k, a constant.
	_, isNumber := numberOf(k)
	if a.bounds(v, s, depth-1).known() && !isNumber && !isBig(k) {
		return false, true
	}
	truth, err := value.Truth(plainThread(), k.val)
	if err != nil {
		return false, false
	}
	for _, f := range s.order {
		if f == itself || len(f.args) == 0 {
			continue
		}
		outcome := s.facts[f]
		switch {
		case f.op == "==" && outcome && (f.args[0] == v && f.args[1].scalar() || f.args[1] == v && f.args[0].scalar()):
			o := f.args[0]
			if o == v {
				o = f.args[1]
			}
			if got, err := value.Equal(plainThread(), o.val, k.val); err == nil {
				return got, true
			}
		case f.op == "truth" && f.args[0] == v && outcome != truth:
			return false, true
		case f.op == "is" && f.args[0] == v && f.args[1].val == value.None:
			if outcome || k.val == value.None {
				return outcome && k.val == value.None, true
			}
		case f.op == "in" && f.args[0] == v:
			if in, ok := memberOf(k, f.args[1]); ok && in != outcome {
				return false, true
			}
		case strings.HasPrefix(f.op, "is a ") && f.args[0] == v:
			class := strings.TrimPrefix(f.op, "is a ")
			if outcome && !canEqual(class, k) || !outcome && class == "str" && k.kind == strKind {
				return false, true
			}
		}
	}
	return false, false
}

// isBig reports whether a constant is a number that floats cannot tell from others.
func isBig(t *term) bool {
	switch t.val.(type) {
	case *value.BigInt:
		return true
	case value.Int, value.Float:
		_, ok := numberOf(t)
		return !ok
	}
	return false
}

// canEqual reports whether an instance of a class can be equal to a constant.
func canEqual(class string, k *term) bool {
	switch k.val.(type) {
	case *value.Str:
		return class == "str"
	case *value.Singleton:
		return false
	}
	switch class {
	case "int", "bool", "float", "complex":
		return true
	}
	return false
}

// memberOf reports whether a constant is in a tuple of constants.
func memberOf(k, in *term) (is, ok bool) {
	t, isTuple := in.val.(*value.Tuple)
	if !isTuple || k.val == nil {
		return false, false
	}
	for _, e := range t.Elems {
		got, err := value.Equal(plainThread(), k.val, e)
		if err != nil {
			return false, false
		}
		if got {
			return true, true
		}
	}
	return false, true
}

func (a *analysis) identical(t *term, s *state, depth int) (outcome, known bool) {
	x, k := t.args[0], t.args[1]
	if x.val != nil {
		return x.val == k.val, true
	}
	if k.val != value.None {
		for _, f := range s.order {
			if f.op == "is" && f != t && f.args[0] == x && s.facts[f] {
				return false, true // it is another one
			}
		}
		return false, false
	}
	switch x.kind {
	case anyKind, otherKind:
	default:
		return false, true
	}
	if a.bounds(x, s, depth-1).known() {
		return false, true
	}
	for _, f := range s.order {
		if len(f.args) == 0 || f.args[0] != x && (len(f.args) < 2 || f.args[1] != x) || !s.facts[f] {
			continue
		}
		switch {
		case f.op == "truth", strings.HasPrefix(f.op, "is a "):
			return false, true
		case f.op == "is" && f != t:
			return false, true
		case f.op == "==":
			o := f.args[0]
			if o == x {
				o = f.args[1]
			}
			if o.scalar() {
				return o.val == value.None, true
			}
		}
	}
	return false, false
}

func (a *analysis) isTrue(t *term, s *state, depth int) (outcome, known bool) {
	x := t.args[0]
	if x.val != nil {
		got, err := value.Truth(plainThread(), x.val)
		return got, err == nil
	}
	if b := a.bounds(x, s, depth-1); b.known() {
		if b.excludes(0) {
			return true, true
		}
		if b.lo == 0 && b.hi == 0 {
			return false, true
		}
	}
	size := a.bounds(a.terms.make("len", intKind, t.epoch, x), s, depth-1)
	if size.lo > 0 {
		return true, true
	}
	if size.hi <= 0 {
		return false, true
	}
	for _, f := range s.order {
		if len(f.args) != 2 || !s.facts[f] {
			continue
		}
		switch {
		case f.op == "is" && f.args[0] == x && f.args[1].val == value.None:
			return false, true
		case f.op == "==" && (f.args[0] == x && f.args[1].scalar() || f.args[1] == x && f.args[0].scalar()):
			k := f.args[0]
			if k == x {
				k = f.args[1]
			}
			got, err := value.Truth(plainThread(), k.val)
			return got, err == nil
		}
	}
	return false, false
}

func (a *analysis) contained(t *term, s *state, depth int) (outcome, known bool) {
	x, in := t.args[0], t.args[1]
	if separator(t) {
		return false, true
	}
	if is, ok := memberOf(x, in); ok {
		return is, true
	}
	set, ok := in.val.(*value.Tuple)
	if !ok || len(set.Elems) > 20 {
		return false, false
	}
	for _, e := range set.Elems {
		k := a.terms.constant(e)
		if !k.scalar() {
			return false, false
		}
		eq := a.equal(x, k, 0)
		if got, ok := s.facts[eq]; ok {
			if got {
				return true, true
			}
			continue
		}
		// What the condition itself says of its elements does not count.
		fact, had := s.facts[t]
		delete(s.facts, t)
		order := s.order
		s.order = without(s.order, t)
		got, ok := a.implied(eq, s, depth-1)
		s.order = order
		if had {
			s.facts[t] = fact
		}
		if !ok || got {
			return got, ok
		}
	}
	return false, true
}

func without(list []*term, t *term) []*term {
	var out []*term
	for _, x := range list {
		if x != t {
			out = append(out, x)
		}
	}
	return out
}

func (a *analysis) isA(class string, t *term, s *state, depth int) (outcome, known bool) {
	x := t.args[0]
	if x.val != nil {
		name := x.val.Type().Name
		return name == class || name == "bool" && class == "int", true
	}
	switch x.kind {
	case strKind:
		return class == "str", true
	case intKind:
		if class != "int" && class != "bool" {
			return false, true
		}
		if class == "int" {
			return true, true
		}
	}
	number := class == "int" || class == "bool" || class == "float" || class == "complex"
	if !number && a.bounds(x, s, depth-1).known() {
		return false, true
	}
	for _, f := range s.order {
		if f == t || len(f.args) == 0 {
			continue
		}
		outcome := s.facts[f]
		other, isA := strings.CutPrefix(f.op, "is a ")
		switch {
		case isA && f.args[0] == x && outcome:
			switch {
			case other == "bool" && class == "int":
				return true, true
			case other == "int" && class == "bool":
			case other != class:
				return false, true
			}
		case isA && f.args[0] == x && !outcome && other == "int" && class == "bool":
			return false, true
		case f.op == "is" && f.args[0] == x && f.args[1].val == value.None && outcome:
			return false, true
		case f.op == "==" && outcome && (f.args[0] == x && f.args[1].scalar() || f.args[1] == x && f.args[0].scalar()):
			k := f.args[0]
			if k == x {
				k = f.args[1]
			}
			if k.kind == strKind {
				return class == "str", true
			}
			if !canEqual(class, k) {
				return false, true
			}
		}
	}
	return false, false
}
