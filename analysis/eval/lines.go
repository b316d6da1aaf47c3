package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// This file knows on which line CPython 3.11 places each instruction of a
// statement that spans several lines. Operands lie where they stand; the
// instruction that uses them lies at the start of its expression, but for
// attributes, which lie where the name after the dot ends.

// spread reports whether the part of a statement that is one instruction
// sequence spans several lines: all of a simple statement, the head of others.
func spread(s syntax.Stmt) bool {
	on := s.Pos().Line
	any := func(es ...syntax.Expr) bool {
		for _, e := range es {
			if e != nil && e.Pos().EndLine != on {
				return true
			}
		}
		return false
	}
	switch s := s.(type) {
	case *syntax.FunctionDef:
		if len(s.Decorators) > 0 || any(s.Args.Defaults...) || s.Returns != nil && any(s.Returns) {
			return true
		}
		for _, d := range s.Args.KwDefaults {
			if d != nil && any(d) {
				return true
			}
		}
		for _, p := range parameters(s.Args) {
			if p.Annotation != nil && any(p.Annotation) {
				return true
			}
		}
		return false
	case *syntax.ClassDef:
		for _, k := range s.Keywords {
			if any(k.Value) {
				return true
			}
		}
		return len(s.Decorators) > 0 || any(s.Bases...)
	case *syntax.If:
		return any(s.Test)
	case *syntax.While:
		return any(s.Test)
	case *syntax.For:
		return any(s.Target, s.Iter)
	case *syntax.With:
		for _, it := range s.Items {
			if any(it.Context) || it.Vars != nil && any(it.Vars) {
				return true
			}
		}
		return false
	case *syntax.Match:
		return any(s.Subject)
	case *syntax.Try, *syntax.Import, *syntax.ImportFrom, *syntax.Pass, *syntax.Break, *syntax.Continue, *syntax.Global, *syntax.Nonlocal:
		return false
	}
	return s.Pos().EndLine != on
}

// marked compiles an expression of a statement that spans several lines.
func (c *compiler) marked(e syntax.Expr) expr {
	p := e.Pos()
	if p.Line == p.EndLine && !joins(e) || folded(e) || foldedItem(e) {
		c.multi = false
		x := c.compute(e)
		c.multi = true
		return before(x, p.Line)
	}
	if first, ok := opensItself(e); ok {
		return before(c.compute(e), first)
	}
	return c.compute(e)
}

// opensItself tells the line of an instruction that comes before any operand of
// an expression.
func opensItself(e syntax.Expr) (int32, bool) {
	line := e.Pos().Line
	switch e := e.(type) {
	case *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp:
		return line, true
	case *syntax.Constant, *syntax.Name:
		return line, true
	case *syntax.List:
		return line, len(e.Elts) == 0 || builtUp(e.Elts)
	case *syntax.Set:
		return line, len(e.Elts) == 0 || builtUp(e.Elts)
	case *syntax.Tuple:
		return line, len(e.Elts) == 0 || builtUp(e.Elts)
	case *syntax.Dict:
		return line, len(e.Keys) == 0 || e.Keys[0] == nil
	case *syntax.Lambda:
		return line, len(e.Args.Defaults) == 0 && len(e.Args.KwDefaults) == 0
	case *syntax.JoinedStr:
		return line, len(e.Values) == 0
	case *syntax.Yield:
		return line, e.Value == nil
	case *syntax.Call:
		_, method := e.Func.(*syntax.Attribute)
		return e.Func.Pos().Line, !method // PUSH_NULL
	}
	return 0, false
}

// longest is how many elements a display holds before it is built up one by
// one, rather than at once.
const longest = 30

// builtUp reports whether a display is made empty and then filled.
func builtUp(elts []syntax.Expr) bool {
	if len(elts) > longest || len(elts) > 2 && allFolded(elts) {
		return true
	}
	_, star := elts[0].(*syntax.Starred)
	return star
}

// last compiles the last operand of an instruction that lies on line.
func (c *compiler) last(e syntax.Expr, line int32) expr {
	x := c.expr(e)
	if !c.multi {
		return x
	}
	return after(x, line)
}

// lastOptional is last for an operand that may be absent.
func (c *compiler) lastOptional(e syntax.Expr, line int32) expr {
	x := c.optional(e)
	if !c.multi {
		return x
	}
	return after(x, line)
}

// eachLast compiles operands each of which is used at once.
func (c *compiler) eachLast(es []syntax.Expr, line int32) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = c.last(e, line)
	}
	return out
}

// finalLast compiles operands that are used together once the last is there.
func (c *compiler) finalLast(es []syntax.Expr, line int32) []expr {
	out := c.exprs(es)
	if c.multi && len(out) > 0 {
		out[len(out)-1] = after(out[len(out)-1], line)
	}
	return out
}

// markSet places the store into a target.
func (c *compiler) markSet(set setter, line int32) setter {
	if !c.multi {
		return set
	}
	return func(fr *frame, v value.Value) error {
		if err := fr.mark(line); err != nil {
			return err
		}
		return set(fr, v)
	}
}

// condition compiles a test whose outcome decides where to go: its jumps lie on
// line, or where a comparison that ends it starts.
func (c *compiler) condition(e syntax.Expr, line int32) expr {
	if !c.multi {
		c.unused(e, true)
		return c.expr(e)
	}
	switch e := e.(type) {
	case *syntax.BoolOp:
		if e.Pos().Line != e.Pos().EndLine || e.Pos().Line != line {
			return c.boolOpOf(e, c.conditions(e.Values, line))
		}
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			return c.notOf(e, c.condition(e.Operand, line))
		}
	case *syntax.IfExp:
		body := leftOn(e.Test, line)
		return c.ifExpOf(e, c.condition(e.Test, line), c.condition(e.Body, body), c.condition(e.Orelse, leftOn(e.Body, body)))
	case *syntax.Compare:
		return after(c.expr(e), e.Line)
	}
	return after(c.expr(e), line)
}

// unused notes the conditional expressions whose value no instruction on the line
// takes: the value of e is dropped, or decides where to go.
func (c *compiler) unused(e syntax.Expr, decides bool) {
	switch e := e.(type) {
	case *syntax.IfExp:
		if c.dropped == nil {
			c.dropped = map[*syntax.IfExp]bool{}
		}
		c.dropped[e] = true
		c.unused(e.Body, decides)
		c.unused(e.Orelse, decides)
	case *syntax.BoolOp:
		for i, v := range e.Values {
			if decides || i == len(e.Values)-1 {
				c.unused(v, decides)
			}
		}
	case *syntax.UnaryOp:
		if decides && e.Op == syntax.Not {
			c.unused(e.Operand, true)
		}
	}
}

// rejoined compiles the body of a conditional expression. The jump from behind it
// has no line where "and" or "or" joins before it, so that control comes to the
// line anew.
func (c *compiler) rejoined(e *syntax.IfExp, body expr) expr {
	if _, ok := e.Body.(*syntax.BoolOp); !ok || !joins(e.Body) || c.dropped[e] {
		return body
	}
	return c.anew(body)
}

// anew compiles x with a mark behind it that control comes to its line anew: on the
// next instruction in a statement that spans lines, else at once.
func (c *compiler) anew(x expr) expr {
	if c.multi {
		return func(fr *frame) (value.Value, error) {
			v, err := x(fr)
			fr.hop = true
			return v, err
		}
	}
	return func(fr *frame) (value.Value, error) {
		v, err := x(fr)
		if err != nil || !fr.watch && !fr.seen {
			return v, err
		}
		if fr.at == fr.line {
			fr.event(fr.line)
		}
		return v, fr.again(fr.at)
	}
}

func (c *compiler) conditions(es []syntax.Expr, line int32) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = c.condition(e, line)
		line = leftOn(e, line)
	}
	return out
}

// leftOn is the line on which the instructions behind a condition lie that have none
// of their own: a comparison leaves its line to what comes after it.
func leftOn(e syntax.Expr, line int32) int32 {
	switch e := e.(type) {
	case *syntax.BoolOp:
		for _, v := range e.Values {
			line = leftOn(v, line)
		}
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			return leftOn(e.Operand, line)
		}
	case *syntax.IfExp:
		return leftOn(e.Orelse, leftOn(e.Body, leftOn(e.Test, line)))
	case *syntax.Compare:
		return e.Line
	}
	return line
}

// placed puts a mark behind what x computes.
func (c *compiler) placed(x expr, line int32) expr {
	if !c.multi {
		return x
	}
	return after(x, line)
}

// settle returns what moves to line once all operands are there, nil if there
// is nothing to mark.
func (c *compiler) settle(line int32) func(fr *frame) error {
	if !c.multi {
		return nil
	}
	return func(fr *frame) error { return fr.mark(line) }
}

func linesOf(es []syntax.Expr) []int32 {
	out := make([]int32, len(es))
	for i, e := range es {
		out[i] = e.Pos().Line
	}
	return out
}

// plainArgs reports whether the arguments of a call hold no * or **.
func plainArgs(e *syntax.Call) bool {
	for _, a := range e.Args {
		if _, ok := a.(*syntax.Starred); ok {
			return false
		}
	}
	for _, k := range e.Keywords {
		if k.Name == "" {
			return false
		}
	}
	return true
}

// returned compiles the value of a return statement. A constant is only loaded
// behind the statement's own instruction.
func (c *compiler) returned(s *syntax.Return) expr { return c.lastOptional(s.Value, s.Line) }

// batch is how many entries of a dict display are built at once.
const batch = 17

// dictEntries compiles the keys and values of a dict display, with the marks of
// the instructions that join entries. Of entries that are built at once,
// constant keys are one constant.
func (c *compiler) dictEntries(e *syntax.Dict) (keys, values []expr) {
	keys, values = make([]expr, len(e.Keys)), make([]expr, len(e.Values))
	entry := func(i int, plainKey bool) {
		if e.Keys[i] != nil {
			multi := c.multi
			c.multi = multi && !plainKey
			keys[i] = c.expr(e.Keys[i])
			c.multi = multi
		}
		values[i] = c.expr(e.Values[i])
	}
	join := func(first, end int) {
		if first == end {
			return
		}
		constant := end-first > 1
		for _, k := range e.Keys[first:end] {
			constant = constant && folded(k)
		}
		for i := first; i < end; i++ {
			entry(i, constant)
		}
		values[end-1] = c.placed(values[end-1], e.Line)
	}
	first := 0
	for i, k := range e.Keys {
		switch {
		case k == nil:
			join(first, i)
			entry(i, false)
			values[i] = c.placed(values[i], e.Line)
			first = i + 1
		case i+1-first == batch:
			join(first, i+1)
			first = i + 1
		}
	}
	join(first, len(e.Keys))
	return keys, values
}

// foldedItem reports whether e is an item of a constant, which the compiler
// takes.
func foldedItem(e syntax.Expr) bool {
	s, ok := e.(*syntax.Subscript)
	return ok && folded(s.Value) && folded(s.Index)
}

// sliceBounds compiles the bounds of a slice. One that is absent is loaded too.
func (c *compiler) sliceBounds(e *syntax.Slice) (lower, upper, step expr) {
	bound := func(b syntax.Expr) expr {
		x := c.optional(b)
		if b == nil && c.multi {
			x = before(x, e.Line)
		}
		return x
	}
	lower, upper, step = bound(e.Lower), bound(e.Upper), c.optional(e.Step)
	return lower, upper, c.placed(step, e.Line)
}

// whole compiles e as one constant.
func (c *compiler) whole(e syntax.Expr) expr {
	if !c.multi {
		return c.compute(e)
	}
	c.multi = false
	x := c.compute(e)
	c.multi = true
	return before(x, e.Pos().Line)
}

// openedAll is opened for several values.
func (c *compiler) openedAll(line int32, xs func(fr *frame) ([]value.Value, error)) func(fr *frame) ([]value.Value, error) {
	if !c.multi {
		return xs
	}
	return func(fr *frame) ([]value.Value, error) {
		if err := fr.mark(line); err != nil {
			return nil, err
		}
		return xs(fr)
	}
}

// opened puts a mark before what x computes.
func (c *compiler) opened(line int32, x expr) expr {
	if !c.multi {
		return x
	}
	return before(x, line)
}
