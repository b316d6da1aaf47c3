package flow

import (
	"context"
	"fmt"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

func where(line int32) string { return fmt.Sprintf("line %d: ", line) }

func plainThread() *value.Thread {
	return value.NewThread(context.Background(), value.Limits{Steps: 100_000, Memory: 1 << 20, Recursion: 100})
}

func (ts *terms) integer(n int64) *term { return ts.constant(value.Int(n)) }

// expr evaluates an expression.
func (a *analysis) expr(e syntax.Expr, s *state) *term {
	if a.steps++; a.tooLong() {
		return a.terms.fresh(anyKind)
	}
	if v, err := eval.Literal(a.thread, e); err == nil {
		switch v.(type) {
		case *value.List, *value.Dict, *value.Set:
		default:
			return a.terms.constant(v)
		}
	}
	switch e := e.(type) {
	case *syntax.Name:
		if t, ok := s.env[e.ID]; ok {
			return t
		}
		return a.terms.fresh(anyKind)
	case *syntax.NamedExpr:
		t := a.expr(e.Value, s)
		a.assign(s, e.Target.ID, t)
		return t
	case *syntax.BinOp:
		return a.binary(e.Op, a.expr(e.Left, s), a.expr(e.Right, s), s)
	case *syntax.UnaryOp:
		return a.unary(e, s)
	case *syntax.BoolOp, *syntax.Compare:
		return a.truthValue(e, s)
	case *syntax.IfExp:
		yes, no := a.condition(e.Test, s)
		return a.either(s, yes, no, e.Body, e.Orelse)
	case *syntax.Call:
		return a.call(e, s)
	case *syntax.JoinedStr:
		a.parts(e, s)
		return a.terms.fresh(strKind)
	case *syntax.List, *syntax.Set, *syntax.Dict, *syntax.Tuple:
		a.parts(e, s)
		k := listKind
		switch e.(type) {
		case *syntax.Set:
			k = setKind
		case *syntax.Dict:
			k = dictKind
		case *syntax.Tuple:
			k = tupleKind
		}
		t := a.terms.fresh(k)
		a.literalLength(e, t, s)
		return t
	case *syntax.Subscript:
		return a.subscript(e, s)
	default:
		// Attributes, comprehensions, lambdas, await, yield and the like.
		a.parts(e, s)
		s.epoch = a.terms.moment()
		return a.terms.fresh(anyKind)
	}
}

// literalLength adds how long a new container is.
func (a *analysis) literalLength(e syntax.Expr, t *term, s *state) {
	n := 0
	switch e := e.(type) {
	case *syntax.List:
		n = len(e.Elts)
	case *syntax.Tuple:
		n = len(e.Elts)
	case *syntax.Dict:
		n = min(len(e.Keys), 1) // keys may be equal
	case *syntax.Set:
		n = min(len(e.Elts), 1)
	}
	stars := false
	syntax.Children(e, func(c syntax.Node) {
		_, star := c.(*syntax.Starred)
		stars = stars || star
	})
	if d, ok := e.(*syntax.Dict); ok {
		for _, k := range d.Keys {
			stars = stars || k == nil
		}
	}
	if stars {
		return
	}
	size := a.terms.make("len", intKind, s.epoch, t)
	switch e.(type) {
	case *syntax.Dict, *syntax.Set:
		if n > 0 {
			a.assume(a.terms.make("<", intKind, 0, a.terms.integer(0), size), true, s)
			return
		}
	}
	a.assume(a.equal(size, a.terms.integer(int64(n)), 0), true, s)
}

// parts evaluates what an expression consists of. What is inside of
// comprehensions and lambdas is not followed: it assigns to no variable that is.
func (a *analysis) parts(e syntax.Expr, s *state) {
	switch e.(type) {
	case *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp, *syntax.Lambda:
		if a.cond != nil {
			syntax.Inspect(e, func(n syntax.Node) bool {
				a.reached = a.reached || n == syntax.Node(a.cond)
				return true
			})
		}
		s.epoch = a.terms.moment()
		return
	}
	syntax.Children(e, func(n syntax.Node) {
		switch n := n.(type) {
		case syntax.Expr:
			a.expr(n, s)
		case *syntax.Keyword:
			a.expr(n.Value, s)
		}
	})
}

// either evaluates one of two expressions.
func (a *analysis) either(s, yes, no *state, body, orelse syntax.Expr) *term {
	const name = " value"
	if !yes.dead {
		yes.env[name] = a.expr(body, yes)
	}
	if !no.dead {
		no.env[name] = a.expr(orelse, no)
	}
	*s = *a.join(yes, no)
	t := s.env[name]
	delete(s.env, name)
	if t == nil {
		t = a.terms.fresh(anyKind)
	}
	return t
}

// truthValue evaluates "and", "or" and comparisons for their value.
func (a *analysis) truthValue(e syntax.Expr, s *state) *term {
	if c, ok := e.(*syntax.Compare); ok && len(c.Ops) == 1 {
		x, y := a.expr(c.Left, s), a.expr(c.Comparators[0], s)
		if t, negated := a.comparison(c.Ops[0], x, y, s); t != nil && !negated {
			return t
		}
		return a.terms.fresh(anyKind)
	}
	yes, no := a.condition(e, s)
	*s = *a.join(yes, no)
	return a.terms.fresh(anyKind)
}

func (a *analysis) unary(e *syntax.UnaryOp, s *state) *term {
	if e.Op == syntax.Not {
		yes, no := a.condition(e.Operand, s)
		*s = *a.join(yes, no)
		return a.terms.fresh(intKind)
	}
	t := a.expr(e.Operand, s)
	if t.kind == intKind && e.Op == syntax.USub {
		return a.terms.make("neg", intKind, 0, t)
	}
	return a.terms.fresh(anyKind)
}

// binary computes an operation. A result that may be an object that changes is
// another one each time.
func (a *analysis) binary(op syntax.Operator, x, y *term, s *state) *term {
	ints := x.kind == intKind && y.kind == intKind
	switch op {
	case syntax.Add, syntax.Sub, syntax.Mult:
		if ints {
			return a.terms.make(op.String(), intKind, 0, x, y)
		}
		if x.kind == strKind && y.kind == strKind && op == syntax.Add {
			return a.terms.make("+", strKind, 0, x, y)
		}
	case syntax.Mod, syntax.FloorDiv:
		if x.kind == strKind {
			return a.terms.fresh(strKind)
		}
		k := anyKind
		if ints {
			k = intKind
		}
		if k == intKind || y.scalar() {
			return a.terms.make(op.String(), k, a.momentOf(s, x, y), x, y)
		}
	}
	return a.terms.fresh(anyKind)
}

// momentOf is the epoch that a term depends on that is computed from others: 0
// if they never change.
func (a *analysis) momentOf(s *state, ts ...*term) int {
	for _, t := range ts {
		if !t.kind.fixed() && !t.scalar() {
			return s.epoch
		}
	}
	return 0
}

func (a *analysis) subscript(e *syntax.Subscript, s *state) *term {
	base := a.expr(e.Value, s)
	if sl, ok := e.Index.(*syntax.Slice); ok {
		for _, x := range []syntax.Expr{sl.Lower, sl.Upper, sl.Step} {
			if x != nil {
				a.expr(x, s)
			}
		}
		if base.kind == strKind {
			return a.terms.fresh(strKind)
		}
		return a.terms.fresh(anyKind)
	}
	i := a.expr(e.Index, s)
	switch base.kind {
	case strKind:
		return a.terms.make("[]", strKind, 0, base, i)
	case listKind, tupleKind:
		return a.terms.make("[]", anyKind, s.epoch, base, i)
	}
	s.epoch = a.terms.moment() // a defaultdict grows when it is asked
	return a.terms.fresh(anyKind)
}

// pureBuiltins change nothing; the value is the kind of what they return.
var pureBuiltins = map[string]kind{
	"len": intKind, "ord": intKind, "chr": strKind, "str": strKind, "repr": strKind, "bool": intKind, "isinstance": intKind, "abs": anyKind, "int": intKind,
	"range": otherKind, "list": listKind, "tuple": tupleKind, "sorted": listKind, "enumerate": otherKind, "dict": dictKind, "set": setKind, "float": anyKind,
	"min": anyKind, "max": anyKind, "sum": anyKind, "callable": intKind, "round": anyKind, "bin": strKind, "hex": strKind,
}

type method struct{ kind kind }

// pureMethods change nothing, of whatever built-in class they are.
var pureMethods = func() map[string]*method {
	m := map[string]*method{}
	add := func(k kind, names ...string) {
		for _, n := range names {
			m[n] = &method{k}
		}
	}
	add(intKind, "find", "rfind", "index", "rindex", "count")
	add(intKind, "startswith", "endswith", "isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isnumeric", "isdecimal", "isidentifier", "istitle", "isascii", "isprintable")
	add(anyKind, "lower", "upper", "strip", "lstrip", "rstrip", "replace", "title", "capitalize", "swapcase", "casefold", "zfill", "ljust", "rjust", "center", "join")
	add(listKind, "split", "rsplit", "splitlines")
	add(viewKind, "keys", "values", "items")
	return m
}()

// isPure reports whether a call changes nothing.
func (a *analysis) isPure(c *syntax.Call) bool {
	for _, k := range c.Keywords {
		if k.Name == "" || k.Name == "key" || k.Name == "default" {
			return false
		}
	}
	for _, x := range c.Args {
		if _, star := x.(*syntax.Starred); star {
			return false
		}
	}
	switch f := c.Func.(type) {
	case *syntax.Name:
		_, ok := pureBuiltins[f.ID]
		return ok && a.builtin(f.ID) && a.plainArguments(c)
	case *syntax.Attribute:
		return pureMethods[f.Attr] != nil && (f.Attr != "join" || a.plainArguments(c))
	}
	return false
}

// plainArguments reports whether no argument of a call may be an iterator that
// the call uses up.
func (a *analysis) plainArguments(c *syntax.Call) bool {
	name := ""
	if f, ok := c.Func.(*syntax.Name); ok {
		name = f.ID
	}
	switch name {
	case "len", "ord", "chr", "str", "repr", "bool", "isinstance", "abs", "int", "range", "float", "callable", "round", "bin", "hex":
		return true
	}
	return false
}

func (a *analysis) call(c *syntax.Call, s *state) *term {
	impure := func() *term {
		a.parts(c, s)
		s.epoch = a.terms.moment()
		return a.terms.fresh(anyKind)
	}
	switch f := c.Func.(type) {
	case *syntax.Name:
		k, ok := pureBuiltins[f.ID]
		if !ok || !a.builtin(f.ID) || s.env[f.ID] != nil || hasStars(c) || len(c.Keywords) > 0 {
			return impure()
		}
		args := a.arguments(c, s)
		return a.callBuiltin(f.ID, k, args, s)
	case *syntax.Attribute:
		m := pureMethods[f.Attr]
		if m == nil || hasStars(c) || len(c.Keywords) > 0 {
			if f.Attr == "clear" && len(c.Args) == 0 {
				self := a.expr(f.Value, s)
				s.epoch = a.terms.moment()
				a.assume(a.equal(a.terms.make("len", intKind, s.epoch, self), a.terms.integer(0), 0), true, s)
				return a.terms.constant(value.None)
			}
			return impure()
		}
		self := a.expr(f.Value, s)
		args := append([]*term{self}, a.arguments(c, s)...)
		return a.callMethod(f.Attr, m, args, s)
	}
	return impure()
}

func hasStars(c *syntax.Call) bool {
	for _, x := range c.Args {
		if _, star := x.(*syntax.Starred); star {
			return true
		}
	}
	return false
}

func (a *analysis) arguments(c *syntax.Call, s *state) []*term {
	args := make([]*term, len(c.Args))
	for i, x := range c.Args {
		args[i] = a.expr(x, s)
	}
	return args
}

func (a *analysis) callBuiltin(name string, k kind, args []*term, s *state) *term {
	switch name {
	case "len":
		if len(args) == 1 {
			return a.length(args[0], s)
		}
	case "ord", "abs", "bool", "str":
		if len(args) == 1 && (args[0].kind.fixed() || args[0].scalar()) {
			if name == "abs" && args[0].kind == intKind {
				k = intKind
			}
			return a.terms.make(name, k, 0, args...)
		}
	case "isinstance", "callable":
		if len(args) == 2 && name == "isinstance" {
			return a.terms.fresh(intKind) // as a condition it is more
		}
	case "range":
		if len(args) > 0 && len(args) < 4 {
			t := a.terms.make("range", otherKind, s.epoch, args...)
			return t
		}
	case "enumerate":
		if len(args) > 0 {
			if !args[0].kind.sized() {
				s.epoch = a.terms.moment()
			}
			return a.terms.make("enumerate", otherKind, s.epoch, args...)
		}
	case "list", "tuple", "sorted", "set", "dict":
		t := a.terms.fresh(k)
		if len(args) == 1 {
			if args[0].kind.sized() || args[0].op == "range" {
				t.made, t.born = a.terms.make(name, k, s.epoch, args...), s.epoch
			} else {
				s.epoch = a.terms.moment()
			}
		}
		if len(args) == 0 {
			a.assume(a.equal(a.terms.make("len", intKind, s.epoch, t), a.terms.integer(0), 0), true, s)
		}
		return t
	case "min", "max", "sum":
		for _, x := range args {
			if !x.kind.sized() && !x.kind.fixed() && !x.scalar() {
				s.epoch = a.terms.moment()
			}
		}
	}
	return a.terms.fresh(k)
}

// length is len(x).
func (a *analysis) length(x *term, s *state) *term {
	if x.made != nil && x.born == s.epoch {
		switch x.made.op {
		case "list", "tuple", "sorted":
			return a.length(x.made.args[0], s)
		}
	}
	switch x.op {
	case ".keys", ".values", ".items":
		return a.length(x.args[0], s)
	}
	return a.terms.make("len", intKind, a.momentOf(s, x), x)
}

func (a *analysis) callMethod(name string, m *method, args []*term, s *state) *term {
	k := m.kind
	if name == "join" && len(args) == 2 && !args[1].kind.sized() {
		s.epoch = a.terms.moment() // it may have been an iterator
		return a.terms.fresh(anyKind)
	}
	if args[0].kind == strKind && k == anyKind {
		k = strKind
	}
	t := a.terms.make("."+name, k, a.momentOf(s, args...), args...)
	switch name {
	case "split", "rsplit", "splitlines":
		// A new object each time.
		made := a.terms.fresh(listKind)
		made.made, made.born = t, s.epoch
		return made
	case "keys", "values", "items":
		return t
	}
	if k == anyKind {
		// Of a bytearray these are new objects that can change.
		return a.terms.make(valueOf+name, anyKind, t.epoch, args...)
	}
	return t
}
