package reach

import (
	"math"
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// A watcher is the Observer of the search: it measures by how much conditions
// were missed, and collects what was compared.
type watcher struct {
	all      []*gate
	gates    map[syntax.Expr][]*gate
	loops    map[syntax.Stmt][]*gate
	patterns map[syntax.Pattern][]*gate
	compares map[*syntax.Compare][]operands // of the last evaluation
	calls    map[*syntax.Call]called        // the last one
	truths   map[syntax.Expr]value.Value    // operands of "and", "or", "not"

	// harvest is on while a run's comparisons are collected.
	harvest bool
	pairs   []pair
	seen    int
}

type operands struct{ a, b value.Value }

type called struct {
	fn   value.Value
	args []value.Value
	got  value.Value
}

// A pair was compared in a run: what came of the input, and what it was
// compared with; either may be on either side.
type pair struct {
	a, b *datum
	op   syntax.Operator
}

const maxPairs = 60

func newWatcher() *watcher {
	return &watcher{
		gates: map[syntax.Expr][]*gate{}, loops: map[syntax.Stmt][]*gate{}, patterns: map[syntax.Pattern][]*gate{}, compares: map[*syntax.Compare][]operands{},
		calls: map[*syntax.Call]called{}, truths: map[syntax.Expr]value.Value{},
	}
}

// add makes a gate known, and the comparisons and calls on which it rests.
func (w *watcher) add(g *gate) {
	w.all = append(w.all, g)
	switch {
	case g.loop != nil:
		w.loops[g.loop] = append(w.loops[g.loop], g)
		return
	case g.pattern != nil:
		w.patterns[g.pattern] = append(w.patterns[g.pattern], g)
		return
	}
	w.gates[g.cond] = append(w.gates[g.cond], g)
	syntax.Inspect(g.cond, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Compare:
			w.compares[n] = nil
		case *syntax.Call:
			w.calls[n] = called{}
		case *syntax.BoolOp:
			for _, v := range n.Values {
				w.truths[v] = nil
			}
		case *syntax.UnaryOp:
			if n.Op == syntax.Not {
				w.truths[n.Operand] = nil
			}
		case *syntax.Lambda, *syntax.ListComp, *syntax.SetComp, *syntax.DictComp:
			return false
		}
		return true
	})
}

// drop forgets a gate on a condition.
func (w *watcher) drop(g *gate) {
	w.all = slices.DeleteFunc(w.all, func(o *gate) bool { return o == g })
	if g.cond != nil {
		delete(w.gates, g.cond)
	}
}

func (w *watcher) reset() {
	for _, g := range w.all {
		g.seen, g.met, g.violated, g.best = false, false, false, math.Inf(1)
	}
	w.pairs, w.seen = w.pairs[:0], 0
}

// Compare is part of eval.Observer.
func (w *watcher) Compare(e *syntax.Compare, i int, a, b value.Value) {
	if last, ok := w.compares[e]; ok {
		if i < len(last) {
			last = last[:i]
		}
		w.compares[e] = append(last, operands{a, b})
	}
	if w.harvest {
		w.note(e.Ops[i], a, b)
	}
}

func (w *watcher) note(op syntax.Operator, a, b value.Value) {
	if w.seen++; w.seen > 400 || len(w.pairs) >= maxPairs {
		return
	}
	x, ok := datumOf(a)
	if !ok || x.length() > 400 {
		return
	}
	y, ok := datumOf(b)
	if !ok || y.length() > 400 {
		return
	}
	for _, p := range w.pairs {
		if p.op == op && p.a.String() == x.String() && p.b.String() == y.String() {
			return
		}
	}
	w.pairs = append(w.pairs, pair{x, y, op})
}

// Called is part of eval.Observer.
func (w *watcher) Called(e *syntax.Call, fn value.Value, args []value.Value, got value.Value) {
	if _, ok := w.calls[e]; ok {
		w.calls[e] = called{fn, append([]value.Value(nil), args...), got}
	}
	if w.harvest {
		if b, ok := fn.(*value.Builtin); ok && b.Self != nil && len(args) == 1 {
			switch b.Name {
			case "startswith", "endswith", "count", "index", "find", "rfind", "split", "get", "replace", "isdisjoint", "issubset":
				w.note(syntax.In, args[0], b.Self)
			}
		}
	}
}

// Condition is part of eval.Observer.
func (w *watcher) Condition(e syntax.Expr, v value.Value, outcome bool) {
	if _, ok := w.truths[e]; ok {
		w.truths[e] = v
	}
	for _, g := range w.gates[e] {
		g.seen = true
		if outcome == g.want {
			g.met = true
			continue
		}
		d := max(w.miss(e, v, g.want, 6), 1e-3)
		g.violated = true
		g.best = min(g.best, d)
	}
}

// Turn is part of eval.Observer.
func (w *watcher) Turn(loop syntax.Stmt, n int, more bool) {
	for _, g := range w.loops[loop] {
		g.seen = true
		done := n // turns begun
		if !more {
			done--
		}
		switch {
		case g.turn > 0 && done >= g.turn, g.turn == 0 && done == 0:
			g.met = true
		case g.turn > 0:
			g.violated, g.best = true, min(g.best, float64(g.turn-done))
		default:
			// Each turn more makes it worse.
			g.violated, g.best = true, min(g.best, 50)
			if !more {
				g.best = min(g.best, float64(done))
			}
		}
	}
}

// Case is part of eval.Observer.
func (w *watcher) Case(p syntax.Pattern, taken bool) {
	for _, g := range w.patterns[p] {
		g.seen = true
		if taken == g.want {
			g.met = true
		} else {
			g.violated, g.best = true, min(g.best, 1)
		}
	}
}

// A gate is a condition on the way to the target: that an expression comes out
// as wanted, that a loop is entered or has so many turns, or that a case of a
// match is taken or not.
type gate struct {
	cond    syntax.Expr
	loop    syntax.Stmt
	turn    int // of the loop: so many at least; 0: none at all
	pattern syntax.Pattern

	text string       // of a condition that is not in the file
	file *syntax.File // nil: that of the target
	want bool
	// every says that no evaluation may come out otherwise, as of the exit of
	// a loop that must run to its end.
	every bool
	line  int

	seen, met, violated bool
	best                float64
}

// score is 0 for a gate that was passed, at most 1 for one that was not.
func (g *gate) score() float64 {
	switch {
	case g.every && g.violated:
		return max(squash(g.best), 0.05)
	case g.every, g.met:
		return 0
	case !g.seen:
		return 1
	}
	return max(squash(g.best), 0.01)
}

// miss is how far the condition e, whose value was v, was from coming out as
// want.
func (w *watcher) miss(e syntax.Expr, v value.Value, want bool, depth int) float64 {
	if depth == 0 {
		return 1
	}
	switch e := e.(type) {
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			return w.miss(e.Operand, w.truths[e.Operand], !want, depth-1)
		}
	case *syntax.BoolOp:
		return w.missAny(e, v, want, depth)
	case *syntax.Compare:
		return w.missCompare(e, want)
	case *syntax.Call:
		if c := w.calls[e]; c.fn != nil {
			return w.missCall(e, c, v, want, depth)
		}
	case *syntax.NamedExpr:
		return w.miss(e.Value, v, want, depth-1)
	}
	return missTruth(v, want)
}

// missAny handles "and" and "or".
func (w *watcher) missAny(e *syntax.BoolOp, v value.Value, want bool, depth int) float64 {
	one := func(i int, x syntax.Expr) (float64, bool) {
		y := w.truths[x]
		if y == nil && i == len(e.Values)-1 {
			y = v // the last operand's value is that of the whole
		}
		if y == nil {
			return 1, false
		}
		if b, err := value.Truth(plainThread(), y); err == nil && b == want {
			return 0, true
		}
		return w.miss(x, y, want, depth-1), true
	}
	// An operand behind the one that decided was not evaluated, so what is
	// kept of it comes from an earlier evaluation; that is near enough.
	sum, least := 0.0, math.Inf(1)
	for i, x := range e.Values {
		d, _ := one(i, x)
		sum += squash(d)
		least = min(least, max(d, 1e-3))
	}
	if (e.Op == syntax.And) == want {
		return max(sum, 1e-3)
	}
	return least
}

func (w *watcher) missCompare(e *syntax.Compare, want bool) float64 {
	ops := w.compares[e]
	sum, least := 0.0, math.Inf(1)
	for i, op := range e.Ops {
		d := 1.0
		if i < len(ops) {
			d = missOp(op, ops[i].a, ops[i].b, want)
		}
		sum += d
		if d > 0 || len(e.Ops) == 1 {
			least = min(least, d)
		}
	}
	if want {
		return sum
	}
	return min(least, 1)
}

var opposite = map[syntax.Operator]syntax.Operator{
	syntax.Eq: syntax.NotEq, syntax.NotEq: syntax.Eq, syntax.Lt: syntax.GtE, syntax.GtE: syntax.Lt,
	syntax.Gt: syntax.LtE, syntax.LtE: syntax.Gt, syntax.Is: syntax.IsNot, syntax.IsNot: syntax.Is,
	syntax.In: syntax.NotIn, syntax.NotIn: syntax.In,
}

func missOp(op syntax.Operator, a, b value.Value, want bool) float64 {
	if !want {
		op = opposite[op]
	}
	x, xn := number(a)
	y, yn := number(b)
	switch op {
	case syntax.Eq, syntax.Is:
		return distance(a, b)
	case syntax.NotEq, syntax.IsNot:
		if distance(a, b) == 0 {
			return 1
		}
		return 0
	case syntax.Lt, syntax.LtE, syntax.Gt, syntax.GtE:
		if !xn || !yn {
			return missOrder(op, a, b)
		}
		if op == syntax.Gt || op == syntax.GtE {
			x, y = y, x
		}
		if x < y || x == y && (op == syntax.LtE || op == syntax.GtE) {
			return 0
		}
		return numbers(x, y) + 0.1
	case syntax.In:
		return missIn(a, b)
	case syntax.NotIn:
		if missIn(a, b) == 0 {
			return 1
		}
		return 0
	}
	return 1
}

// missOrder handles what is ordered and no number: texts and sequences, by
// their first elements.
func missOrder(_ syntax.Operator, a, b value.Value) float64 {
	return 0.5 + squash(distance(a, b))/2
}

func missIn(a, b value.Value) float64 {
	best := math.Inf(1)
	each := func(vs []value.Value) {
		for i, v := range vs {
			if i > 50 {
				return
			}
			best = min(best, distance(a, v))
		}
	}
	switch b := b.(type) {
	case *value.Str:
		a, ok := a.(*value.Str)
		if !ok {
			return otherClass
		}
		needle, hay := a.String(), b.String()
		if strings.Contains(hay, needle) {
			return 0
		}
		if len(hay) < len(needle) {
			return distance(a, b)
		}
		for i := 0; i+len(needle) <= len(hay) && i < 60; i++ {
			best = min(best, distance(a, value.NewStr(hay[i:i+len(needle)])))
		}
		return best
	case *value.List:
		each(b.Elems)
	case *value.Tuple:
		each(b.Elems)
	case *value.Set:
		each(b.Unordered())
	case *value.Dict:
		each(b.Keys())
	default:
		return 1
	}
	if math.IsInf(best, 1) {
		return otherClass
	}
	return best
}

// missTruth is how far a value is from being true or false.
func missTruth(v value.Value, want bool) float64 {
	if x, ok := number(v); ok {
		if want == (x != 0) {
			return 0
		}
		if want {
			return 1
		}
		return numbers(x, 0)
	}
	if want {
		return 1
	}
	switch v := v.(type) {
	case *value.Str:
		return float64(min(50, len(v.String())))
	case *value.List:
		return float64(len(v.Elems))
	case *value.Dict:
		return float64(v.Len())
	case *value.Set:
		return float64(v.Len())
	}
	return 1
}

// missCall handles calls whose outcome says more than true or false.
func (w *watcher) missCall(e *syntax.Call, c called, v value.Value, want bool, depth int) float64 {
	b, ok := c.fn.(*value.Builtin)
	if !ok {
		return missTruth(v, want)
	}
	self, _ := b.Self.(*value.Str)
	switch b.Name {
	case "startswith", "endswith":
		arg, ok := c.args[0].(*value.Str)
		if self == nil || !ok || !want {
			return 1
		}
		s, p := self.String(), arg.String()
		n := min(len(s), len(p))
		part := s[:n]
		if b.Name == "endswith" {
			part = s[len(s)-n:]
		}
		return distance(value.NewStr(part), arg)
	case "isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isnumeric", "isdecimal", "isidentifier", "istitle":
		if self == nil {
			return 1
		}
		return missClass(b.Name, self.String(), want)
	case "all", "any":
		if want {
			return 1
		}
	case "isinstance":
		return 2
	}
	return missTruth(v, want)
}

// missClass counts the characters that spoil a test such as isdigit.
func missClass(name, s string, want bool) float64 {
	if !want {
		return 1
	}
	if s == "" {
		return 1.5
	}
	bad := 0
	for _, r := range s {
		digit := r >= '0' && r <= '9'
		lower, upper := r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z'
		ok := true
		switch name {
		case "isdigit", "isnumeric", "isdecimal":
			ok = digit
		case "isalpha":
			ok = lower || upper
		case "isalnum", "isidentifier":
			ok = lower || upper || digit
		case "isupper":
			ok = !lower
		case "islower":
			ok = !upper
		case "isspace":
			ok = r == ' ' || r >= 9 && r <= 13
		}
		if !ok {
			bad++
		}
	}
	return max(float64(bad), 1)
}
