package undo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"augur/analysis/eval"
	_ "augur/analysis/stdlib" // models of the modules that statements name
	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/predictor/prompt"
)

// solver finds old values. It writes them as Python expressions of the new ones,
// evaluates these, and runs the statement on what they give: only what leads to
// the state after is a solution.
type solver struct {
	ctx   context.Context
	f     *syntax.File
	st    syntax.Stmt
	w     *written
	after map[string]string
	list  []prompt.Binding
	m     *eval.Machine

	old   map[string]string // by variable: what is solved, as a repr
	loose map[string]bool
}

type solution struct {
	repr  string
	loose bool
}

var limits = value.Limits{Steps: 200_000, Recursion: 60, Memory: 16 << 20, Output: 1 << 12}

var empty = syntax.Parse(nil)

// prelude are functions that the expressions of old values use. They raise where
// there is none.
const prelude = `
def _seq(v):
    return isinstance(v, (str, list, tuple, bytes))
def _num(v):
    if not isinstance(v, (int, float)):
        raise TypeError
    return v
def _minus_end(v, o):
    if _seq(v):
        if isinstance(v, list): o = list(o)
        if len(o) > len(v): raise ValueError
        return v[:len(v) - len(o)]
    return _num(v) - _num(o)
def _minus_start(v, o):
    if _seq(v):
        if len(o) > len(v): raise ValueError
        return v[len(o):]
    return _num(v) - _num(o)
def _over(v, o):
    if _seq(v):
        if isinstance(o, int):
            if o < 1: raise ValueError
            return v[:len(v) // o]
        return len(v) // len(o)
    if isinstance(v, int) and isinstance(o, int):
        return v // o
    return _num(v) / _num(o)
def _number(v):
    try:
        return int(v)
    except ValueError:
        return float(v)
def _unlisted(v):
    return ''.join(v) if v and all(isinstance(c, str) and len(c) == 1 for c in v) else tuple(v)
def _inserted(v, i):
    n = len(v) - 1
    if i < 0: i = max(i + n, 0)
    i = min(i, n)
    return v[:i] + v[i + 1:]
def _popped(v, i, e):
    if i < 0: i += len(v) + 1
    return v[:i] + [e] + v[i:]
def _without(v, k):
    if list(v)[-1] != k: raise ValueError
    return dict(list(v.items())[:-1])
def _with(v, k, e):
    out = list(v) if isinstance(v, list) else dict(v)
    out[k] = e
    return out
def _affix(v, a, b):
    v = v[len(a):len(v) - len(b)]
    return _number(v) if v.lstrip('-').replace('.', '', 1).isdigit() else v
`

// modules may be named in statements without being variables.
var modules = []string{"math", "re", "string", "itertools", "functools", "operator", "collections", "json", "copy"}

func newSolver(ctx context.Context, f *syntax.File, st syntax.Stmt, w *written, after []prompt.Binding) *solver {
	u := &solver{ctx: ctx, f: f, st: st, w: w, list: after, after: bindings(after), old: map[string]string{}, loose: map[string]bool{}}
	u.m = u.machine()
	for _, b := range after {
		_ = u.m.Exec(b.Name + " = " + b.Repr) // what cannot be written is not there
	}
	return u
}

func (u *solver) close() { u.m.Close() }

func (u *solver) machine() *eval.Machine {
	m := eval.New(u.ctx, eval.Config{Limits: limits})
	m.Prepare(empty, "undo.py", "undo")
	_ = m.Exec(prelude)
	for _, name := range modules {
		if _, variable := u.after[name]; !variable && mentions(u.st, name) {
			_ = m.Exec("import " + name)
		}
	}
	return m
}

// eval gives the repr of an expression of the state after.
func (u *solver) eval(text string) (string, bool) {
	v, err := u.m.Eval(text)
	if err != nil {
		return "", false
	}
	if _, unknown := v.(*value.Unknown); unknown {
		return "", false
	}
	repr, err := value.Repr(u.m.Thread(), v)
	return repr, err == nil && !strings.Contains(repr, " at 0x")
}

// equation says that an expression of old values has a value that is known: the
// text of an expression of new ones.
type equation struct {
	e     syntax.Expr
	v     string
	loose bool
}

// solve gives the old values that are certain to lead to the state after.
func (u *solver) solve() map[string]solution {
	eqs, ok := u.equations()
	if ok {
		for progress := true; progress; {
			progress = false
			for _, q := range eqs {
				if u.step(q) {
					progress = true
				}
			}
		}
	}
	if len(u.old) == 0 || !u.leads() {
		return nil
	}
	out := map[string]solution{}
	for name, repr := range u.old {
		out[name] = solution{repr, u.loose[name]}
	}
	return out
}

// equations reads the statement.
func (u *solver) equations() ([]equation, bool) {
	switch s := u.st.(type) {
	case *syntax.Assign:
		if u.pops(s) {
			return nil, true
		}
		if !settled(s.Value) {
			return nil, false
		}
		return u.pairs(s.Targets[len(s.Targets)-1], s.Value)
	case *syntax.AnnAssign:
		if s.Value == nil || !settled(s.Value) {
			return nil, false
		}
		return u.pairs(s.Target, s.Value)
	case *syntax.AugAssign:
		if !settled(s.Value) {
			return nil, false
		}
		// x op= e, as x = x op e.
		e := &syntax.BinOp{Span: s.Span, Left: s.Target, Op: s.Op, Right: s.Value}
		return u.pairs(s.Target, e)
	case *syntax.ExprStmt:
		if c, ok := s.Value.(*syntax.Call); ok {
			u.call(c)
			return nil, true
		}
	}
	return nil, false
}

// settled reports whether an expression changes nothing itself.
func settled(e syntax.Expr) bool {
	ok := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			ok = ok && pureCall(n)
		case *syntax.NamedExpr, *syntax.Await, *syntax.Yield, *syntax.YieldFrom:
			ok = false
		}
		return ok
	})
	return ok
}

// pairs sets the parts of a target equal to those of a value.
func (u *solver) pairs(t, e syntax.Expr) ([]equation, bool) {
	ts, isTuple := elements(t)
	if !isTuple {
		text, ok := u.newValue(t)
		return []equation{{e: e, v: text}}, ok
	}
	es, ok := elements(e)
	if !ok || len(es) != len(ts) {
		var parts []string
		for _, t := range ts {
			text, ok := u.newValue(t)
			if !ok {
				return nil, false
			}
			parts = append(parts, text)
		}
		return []equation{{e: e, v: "(" + strings.Join(parts, ", ") + ",)"}}, true
	}
	var out []equation
	for i := range ts {
		more, ok := u.pairs(ts[i], es[i])
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

func elements(e syntax.Expr) ([]syntax.Expr, bool) {
	switch e := e.(type) {
	case *syntax.Tuple:
		return e.Elts, true
	case *syntax.List:
		return e.Elts, true
	}
	return nil, false
}

// newValue is the text of a target: a variable, or a part of one.
func (u *solver) newValue(t syntax.Expr) (string, bool) {
	switch t := t.(type) {
	case *syntax.Name:
		return t.ID, true
	case *syntax.Subscript:
		n, ok := t.Value.(*syntax.Name)
		if !ok || u.touched(t.Index) {
			return "", false
		}
		if _, slice := t.Index.(*syntax.Slice); slice {
			return "", false
		}
		return n.ID + "[" + u.f.Text(t.Index) + "]", true
	}
	return "", false
}

// touched reports whether an expression names what the statement writes.
func (u *solver) touched(e syntax.Node) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Name); ok && u.w.has(x.ID) {
			found = true
		}
		return !found
	})
	return found
}

// open reports whether an expression names what is not solved yet.
func (u *solver) open(e syntax.Node) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Name); ok && u.w.has(x.ID) {
			if _, solved := u.old[x.ID]; !solved {
				found = true
			}
		}
		return !found
	})
	return found
}

// oldText is an expression with what is solved in the place of what it names.
func (u *solver) oldText(e syntax.Expr) string {
	type patch struct {
		at   *syntax.Span
		text string
	}
	var patches []patch
	syntax.Inspect(e, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Name); ok && u.w.has(x.ID) {
			patches = append(patches, patch{x.Pos(), "(" + u.old[x.ID] + ")"})
		}
		return true
	})
	slices.SortFunc(patches, func(a, b patch) int { return int(a.at.Start - b.at.Start) })
	p := e.Pos()
	var b strings.Builder
	from := p.Start
	for _, c := range patches {
		b.WriteString(string(u.f.Src[from:c.at.Start]))
		b.WriteString(c.text)
		from = c.at.End
	}
	b.WriteString(string(u.f.Src[from:p.End]))
	return b.String()
}

// step solves an equation that has one unknown. It reports whether it did.
func (u *solver) step(q equation) bool {
	if !u.open(q.e) {
		return false
	}
	name, text, loose, ok := u.invert(q.e, q.v)
	if !ok {
		return false
	}
	if _, done := u.old[name]; done {
		return false
	}
	repr, ok := u.eval(text)
	if !ok {
		return false
	}
	u.old[name], u.loose[name] = repr, loose || q.loose || repr == "0" || repr == "1"
	return true
}

// invert finds the unknown in an expression with a value: the variable and the
// text of its old value.
func (u *solver) invert(e syntax.Expr, v string) (name, text string, loose, ok bool) {
	fail := func() (string, string, bool, bool) { return "", "", false, false }
	switch e := e.(type) {
	case *syntax.Name:
		return e.ID, v, false, u.w.has(e.ID)
	case *syntax.BinOp:
		left, right := u.open(e.Left), u.open(e.Right)
		if left == right {
			return fail()
		}
		into, other := e.Left, e.Right
		if right {
			into, other = e.Right, e.Left
		}
		text, loose, ok := inverse(e.Op, left, v, "("+u.oldText(other)+")")
		if !ok {
			return fail()
		}
		name, text, more, ok := u.invert(into, text)
		return name, text, loose || more, ok
	case *syntax.UnaryOp:
		switch e.Op {
		case syntax.USub:
			return u.invert(e.Operand, "(-("+v+"))")
		case syntax.Invert:
			return u.invert(e.Operand, "(~("+v+"))")
		}
	case *syntax.List:
		return u.element(e.Elts, v)
	case *syntax.Tuple:
		return u.element(e.Elts, v)
	case *syntax.Subscript:
		return u.part(e, v)
	case *syntax.Call:
		return u.called(e, v)
	case *syntax.JoinedStr:
		return u.joined(e, v)
	}
	return fail()
}

// inverse undoes an operator, whose unknown operand is the left or the right one.
func inverse(op syntax.Operator, left bool, v, o string) (text string, loose, ok bool) {
	switch {
	case op == syntax.Add && left:
		return "_minus_end(" + v + ", " + o + ")", false, true
	case op == syntax.Add:
		return "_minus_start(" + v + ", " + o + ")", false, true
	case op == syntax.Sub && left:
		return "(_num(" + v + ") + _num(" + o + "))", false, true
	case op == syntax.Sub:
		return "(_num(" + o + ") - _num(" + v + "))", false, true
	case op == syntax.Mult:
		return "_over(" + v + ", " + o + ")", false, true
	case op == syntax.Div && left:
		return "(_num(" + v + ") * _num(" + o + "))", true, true
	case op == syntax.BitXor:
		return "(_num(" + v + ") ^ " + o + ")", false, true
	case op == syntax.LShift && left:
		return "(_num(" + v + ") >> " + o + ")", false, true
	}
	return "", false, false
}

func (u *solver) element(elts []syntax.Expr, v string) (name, text string, loose, ok bool) {
	at := -1
	for i, x := range elts {
		if u.open(x) {
			if at >= 0 {
				return "", "", false, false
			}
			at = i
		}
	}
	if at < 0 {
		return "", "", false, false
	}
	for i, x := range elts {
		if s, starred := x.(*syntax.Starred); starred {
			if i != at {
				return "", "", false, false
			}
			return u.invert(s.Value, fmt.Sprintf("list((%s)[%d:len(%s) - %d])", v, at, v, len(elts)-at-1))
		}
	}
	return u.invert(elts[at], fmt.Sprintf("(%s)[%d]", v, at))
}

// part undoes a subscript: a slice of all, or one place of a variable that the
// statement writes.
func (u *solver) part(e *syntax.Subscript, v string) (name, text string, loose, ok bool) {
	if s, slice := e.Index.(*syntax.Slice); slice {
		if !wholeSlice(s) {
			return "", "", false, false
		}
		if s.Step != nil {
			v = "(" + v + ")[::-1]"
		}
		return u.invert(e.Value, v)
	}
	n, isName := e.Value.(*syntax.Name)
	if !isName || !u.w.changes(n.ID) || u.touched(e.Index) {
		return "", "", false, false
	}
	// d[k] = … d[k] …: all else of d is as it was.
	if !u.onlyPart(n.ID, u.f.Text(e)) {
		return "", "", false, false
	}
	return n.ID, "_with(" + n.ID + ", " + u.f.Text(e.Index) + ", " + v + ")", false, true
}

// onlyPart reports whether a variable is only named as the given part.
func (u *solver) onlyPart(name, part string) bool {
	all, parts := 0, 0
	syntax.Inspect(u.st, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Name:
			if n.ID == name {
				all++
			}
		case *syntax.Subscript:
			if u.f.Text(n) == part {
				parts++
			}
		}
		return true
	})
	return all == parts
}

// called undoes functions and methods that keep what they are given.
func (u *solver) called(c *syntax.Call, v string) (name, text string, loose, ok bool) {
	if len(c.Keywords) > 0 {
		return "", "", false, false
	}
	switch f := c.Func.(type) {
	case *syntax.Name:
		if len(c.Args) != 1 {
			return "", "", false, false
		}
		how := map[string]string{
			"str": "_number(%s)", "int": "str(%s)", "list": "_unlisted(%s)", "tuple": "list(%s)", "ord": "chr(%s)", "chr": "ord(%s)",
		}[f.ID]
		if how == "" {
			return "", "", false, false
		}
		name, text, _, ok = u.invert(c.Args[0], fmt.Sprintf(how, v))
		return name, text, f.ID != "ord" && f.ID != "chr", ok
	case *syntax.Attribute:
		switch {
		case f.Attr == "get" && len(c.Args) > 0:
			return u.got(c, f, v)
		case f.Attr == "copy" && len(c.Args) == 0:
			return u.invert(f.Value, v)
		case f.Attr == "swapcase" && len(c.Args) == 0:
			return u.invert(f.Value, "("+v+").swapcase()")
		case f.Attr == "split" && len(c.Args) == 1 && !u.open(c.Args[0]):
			return u.invert(f.Value, "("+u.oldText(c.Args[0])+").join("+v+")")
		case f.Attr == "join" && len(c.Args) == 1 && !u.open(f.Value):
			sep := u.oldText(f.Value)
			name, text, _, ok = u.invert(c.Args[0], "(("+v+").split("+sep+") if "+sep+" else list("+v+"))")
			return name, text, true, ok
		}
	}
	return "", "", false, false
}

// got undoes d[k] = … d.get(k, default) …: what gives the default was not there.
func (u *solver) got(c *syntax.Call, f *syntax.Attribute, v string) (name, text string, loose, ok bool) {
	n, isName := f.Value.(*syntax.Name)
	if !isName || !u.w.changes(n.ID) || u.touched(c.Args[0]) {
		return "", "", false, false
	}
	key := u.f.Text(c.Args[0])
	d := "None"
	if len(c.Args) > 1 {
		if u.open(c.Args[1]) {
			return "", "", false, false
		}
		d = u.oldText(c.Args[1])
	}
	put := "_with(" + n.ID + ", " + key + ", " + v + ")"
	return n.ID, fmt.Sprintf("(_without(%s, %s) if %s == %s and list(%s)[-1] == %s else %s)", n.ID, key, v, d, n.ID, key, put), true, true
}

// joined undoes an f-string with one unknown.
func (u *solver) joined(e *syntax.JoinedStr, v string) (name, text string, loose, ok bool) {
	before, after := "''", "''"
	var at *syntax.FormattedValue
	for _, x := range e.Values {
		part := ""
		switch x := x.(type) {
		case *syntax.Constant:
			s, isText := x.Value.(syntax.ConstStr)
			if !isText {
				return "", "", false, false
			}
			part = value.StrRepr(s.Value)
		case *syntax.FormattedValue:
			if x.Conversion != 0 || x.FormatSpec != nil {
				return "", "", false, false
			}
			if u.open(x.Value) {
				if at != nil {
					return "", "", false, false
				}
				at = x
				continue
			}
			part = "str(" + u.oldText(x.Value) + ")"
		}
		if at == nil {
			before += " + " + part
		} else {
			after += " + " + part
		}
	}
	if at == nil {
		return "", "", false, false
	}
	name, text, _, ok = u.invert(at.Value, "_affix("+v+", "+before+", "+after+")")
	return name, text, true, ok
}
