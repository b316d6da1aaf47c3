package syntax

// This file converts the expressions that the grammar shapes in another way than
// CPython's tree has them.

func (c *converter) dict(i int32) Expr {
	d := &Dict{Span: c.spanOf(i)}
	if first := i + 2; c.next(first) < c.next(i) && c.kind(first) == rawComma {
		return c.bad(i, "invalid syntax")
	}
	for k := range c.children(i) {
		switch c.kind(k) {
		case rawPair:
			d.Keys = append(d.Keys, c.expr(k+1))
			d.Values = append(d.Values, c.expr(c.next(c.next(k+1))))
		case rawDictSplat:
			d.Keys = append(d.Keys, nil)
			d.Values = append(d.Values, c.expr(k+2))
		}
	}
	return d
}

// binOp converts a binary operation. The grammar lets "^" bind closer than "&",
// so a mixture of the two is built anew.
func (c *converter) binOp(i int32) Expr {
	op := c.kind(c.next(i + 1)).operator()
	if op == BitAnd || op == BitXor {
		var m mixture
		c.flatten(i, &m)
		if m.mixed {
			return m.build(c)
		}
	}
	return &BinOp{
		Span:  c.spanOf(i),
		Left:  c.operand(i+1, rawBinOp),
		Op:    op,
		Right: c.operand(c.next(c.next(i+1)), rawBinOp),
	}
}

// mixture is a run of operands with "&" and "^" between them.
type mixture struct {
	operands []int32
	ops      []Operator
	mixed    bool
}

func (c *converter) flatten(i int32, m *mixture) {
	if c.kind(i) == rawBinOp {
		op := c.kind(c.next(i + 1)).operator()
		if op == BitAnd || op == BitXor {
			c.flatten(i+1, m)
			m.mixed = m.mixed || len(m.ops) > 0 && m.ops[0] != op
			m.ops = append(m.ops, op)
			c.flatten(c.next(c.next(i+1)), m)
			return
		}
	}
	m.operands = append(m.operands, i)
}

// build builds the run with "&" binding closer.
func (m *mixture) build(c *converter) Expr {
	join := func(left Expr, op Operator, right Expr, start, stop int32) Expr {
		return &BinOp{Span: c.span(c.start(start), c.stop(stop)), Left: left, Op: op, Right: right}
	}
	var sum Expr
	first := m.operands[0]
	for k := 0; k < len(m.operands); {
		from := k
		term := c.operand(m.operands[k], rawBinOp)
		for ; k < len(m.ops) && m.ops[k] == BitAnd; k++ {
			term = join(term, BitAnd, c.operand(m.operands[k+1], rawBinOp), m.operands[from], m.operands[k+1])
		}
		if sum == nil {
			sum = term
		} else {
			sum = join(sum, BitXor, term, first, m.operands[k])
		}
		k++
	}
	return sum
}

// boolOp joins "a or b or c", which the grammar nests to the left.
func (c *converter) boolOp(i int32) Expr {
	op := c.kind(c.next(i + 1)).operator()
	var operands []int32
	left := i
	for c.kind(left) == rawBoolOp && c.kind(c.next(left+1)).operator() == op {
		operands = append(operands, c.next(c.next(left+1)))
		left++
	}
	b := &BoolOp{Span: c.spanOf(i), Op: op, Values: make([]Expr, 0, len(operands)+1)}
	b.Values = append(b.Values, c.operand(left, rawBoolOp))
	for k := len(operands) - 1; k >= 0; k-- {
		b.Values = append(b.Values, c.operand(operands[k], rawBoolOp))
	}
	return b
}

func (c *converter) comparison(i int32) Expr {
	cmp := &Compare{Span: c.spanOf(i), Left: c.operand(i+1, rawComparison)}
	for k := c.next(i + 1); k < c.next(i); k = c.next(k) {
		op := c.kind(k).operator()
		if op == NoOp {
			return c.bad(k, "invalid syntax: the operator of inequality is !=")
		}
		k = c.next(k)
		cmp.Ops = append(cmp.Ops, op)
		cmp.Comparators = append(cmp.Comparators, c.operand(k, rawComparison))
	}
	return cmp
}

func (c *converter) lambda(i int32) Expr {
	l := &Lambda{Span: c.spanOf(i), Args: &Arguments{Span: c.span(c.stop(i+1), c.stop(i+1))}}
	k := i + 2
	if c.kind(k) == rawLambdaParameters {
		l.Args = c.parameters(k)
		k = c.next(k)
	}
	l.Body = c.expr(c.next(k))
	return l
}

// await converts "await x". The grammar lets "**" bind closer than "await".
func (c *converter) await(i int32) Expr {
	operand := i + 2
	primary := func(k int32) Expr {
		switch c.kind(k) {
		case rawAwait, rawUnaryOp, rawBinOp:
			return c.bad(k, "invalid syntax")
		}
		return c.operand(k, rawBinOp)
	}
	if c.kind(operand) != rawBinOp {
		return &Await{Span: c.spanOf(i), Value: primary(operand)}
	}
	op := c.next(operand + 1)
	right := c.next(op)
	return &BinOp{
		Span:  c.spanOf(i),
		Left:  &Await{Span: c.span(c.start(i), c.stop(operand+1)), Value: primary(operand + 1)},
		Op:    c.kind(op).operator(),
		Right: c.expr(right),
	}
}

func (c *converter) yield(i int32) Expr {
	k := i + 2
	switch {
	case k >= c.next(i):
		return &Yield{Span: c.spanOf(i)}
	case c.kind(k) == rawFrom:
		return &YieldFrom{Span: c.spanOf(i), Value: c.expr(k + 1)}
	}
	return &Yield{Span: c.spanOf(i), Value: c.expr(k)}
}

func (c *converter) subscript(i int32) Expr {
	sub := &Subscript{Span: c.spanOf(i), Value: c.expr(i + 1)}
	first := c.next(c.next(i + 1)) // after the bracket
	var items []Expr
	last := first
	commas := 0
	for k := first; k < c.next(i) && c.kind(k) != rawCloseBracket; k = c.next(k) {
		last = k
		if c.kind(k) == rawComma {
			commas++
		} else {
			items = append(items, c.element(k))
		}
	}
	if len(items) == 0 {
		return c.bad(i, "invalid syntax")
	}
	if _, starred := items[0].(*Starred); commas > 0 || starred {
		sub.Index = &Tuple{Span: c.span(c.start(first), c.stop(last)), Elts: items}
	} else {
		sub.Index = items[0]
	}
	return sub
}

func (c *converter) slice(i int32) Expr {
	s := &Slice{Span: c.spanOf(i)}
	part := &s.Lower
	for k := range c.children(i) {
		switch {
		case c.kind(k) != rawColon:
			*part = c.expr(k)
		case part == &s.Lower:
			part = &s.Upper
		default:
			part = &s.Step
		}
	}
	return s
}

func (c *converter) call(i int32) Expr {
	call := &Call{Span: c.spanOf(i), Func: c.expr(i + 1)}
	args := c.next(i + 1)
	if c.kind(args) == rawGenerator {
		call.Args = []Expr{c.expr(args)}
	} else {
		call.Args, call.Keywords = c.arguments(args)
	}
	return call
}

// arguments converts the argument list of a call or of a class.
func (c *converter) arguments(i int32) (args []Expr, keywords []*Keyword) {
	unpacked := false // "**x" was there
	if first := i + 2; first < c.next(i) && c.kind(first) == rawComma {
		c.failAt(first, "invalid syntax")
	}
	seen := map[string]bool{}
	for k := range c.children(i) {
		switch c.kind(k) {
		case rawKeywordArgument:
			name := c.identifier(k + 1)
			if seen[name] {
				c.failAt(k, "keyword argument repeated: "+name)
			}
			seen[name] = true
			keywords = append(keywords, &Keyword{Span: c.spanOf(k), Name: name, Value: c.expr(k + 3)})
		case rawDictSplat:
			unpacked = true
			keywords = append(keywords, &Keyword{Span: c.spanOf(k), Value: c.expr(k + 2)})
		case rawListSplat:
			if unpacked {
				c.failAt(k, "iterable argument unpacking follows keyword argument unpacking")
			}
			args = append(args, &Starred{Span: c.spanOf(k), Value: c.expr(k + 2)})
		default:
			if c.kind(k) >= rawToken {
				continue
			}
			if unpacked {
				c.failAt(k, "positional argument follows keyword argument unpacking")
			} else if len(keywords) > 0 {
				c.failAt(k, "positional argument follows keyword argument")
			}
			args = append(args, c.element(k))
		}
	}
	return args, keywords
}

// comprehension converts what is between the brackets of a comprehension. The
// element of a dict comprehension is left to the caller.
func (c *converter) comprehension(i int32) (elt Expr, clauses []*Comprehension) {
	if c.kind(i+2) != rawPair {
		elt = c.element(i + 2)
		if _, ok := elt.(*Starred); ok {
			c.failAt(i+2, "iterable unpacking cannot be used in comprehension")
		}
	}
	for k := c.next(i + 2); k < c.next(i); k = c.next(k) {
		switch c.kind(k) {
		case rawForIn:
			g := &Comprehension{Span: c.spanOf(k)}
			at := k + 1
			if c.kind(at) == rawAsync {
				g.Async = true
				at++
			}
			target := at + 1
			g.Target = c.target(target, "assign to")
			iter := c.next(c.next(target))
			g.Iter = c.operand(iter, rawForIn)
			if c.next(iter) < c.next(k) {
				c.failAt(c.next(iter), "invalid syntax")
			}
			clauses = append(clauses, g)
		case rawIfClause:
			g := clauses[len(clauses)-1]
			if c.kind(k+2) == rawConditional || c.kind(k+2) == rawLambda {
				c.failAt(k+2, "invalid syntax")
			}
			g.Ifs = append(g.Ifs, c.inner(k+2))
		}
	}
	return elt, clauses
}
