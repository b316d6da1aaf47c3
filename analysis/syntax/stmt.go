package syntax

import "strings"

// statement converts the simple statement of a job of kind jobStmt.
func (c *converter) statement(i int32) Stmt {
	span := c.spanOf(i)
	switch c.kind(i) {
	case rawExprStmt:
		return c.exprStatement(i)
	case rawReturn:
		s := &Return{Span: span}
		if c.next(i+1) < c.next(i) {
			s.Value = c.expr(i + 2)
		}
		return s
	case rawDelete:
		return c.deleteStatement(i)
	case rawRaise:
		s := &Raise{Span: span}
		if k := i + 2; k < c.next(i) {
			s.Exc = c.expr(k)
			if c.kind(k) == rawExprList {
				c.failAt(k, "invalid syntax")
			}
			switch from := c.next(k); {
			case from >= c.next(i):
			case c.next(from) < c.next(i):
				s.Cause = c.expr(c.next(from))
			default:
				c.failAt(from, "invalid syntax")
			}
		}
		return s
	case rawAssert:
		s := &Assert{Span: span, Test: c.expr(i + 2)}
		if comma := c.next(i + 2); comma < c.next(i) {
			msg := c.next(comma)
			s.Msg = c.expr(msg)
			if c.next(msg) < c.next(i) {
				c.failAt(c.next(msg), "invalid syntax")
			}
		}
		return s
	case rawImport:
		s := &Import{Span: span}
		last := i
		for k := range c.children(i) {
			last = k
			if c.kind(k) < rawToken {
				s.Names = append(s.Names, c.alias(k))
			}
		}
		if c.kind(last) == rawComma {
			c.failAt(last, "trailing comma not allowed")
		}
		return s
	case rawImportFrom:
		return c.importFrom(i)
	case rawGlobal:
		return &Global{Span: span, Names: c.names(i)}
	case rawNonlocal:
		return &Nonlocal{Span: span, Names: c.names(i)}
	case rawPass:
		return &Pass{Span: span}
	case rawBreak:
		return &Break{Span: span}
	case rawContinue:
		return &Continue{Span: span}
	}
	c.failAt(i, "invalid syntax")
	return &BadStmt{Span: span, Message: "invalid syntax"}
}

// exprStatement converts an expression, an assignment or an augmented one.
func (c *converter) exprStatement(i int32) Stmt {
	span := c.spanOf(i)
	first := i + 1
	if c.next(first) < c.next(i) {
		for k := range c.children(i) {
			if c.kind(k) == rawNamedExpr {
				c.failAt(k, "invalid syntax")
			}
		}
		return &ExprStmt{Span: span, Value: &Tuple{Span: span, Elts: c.exprs(i)}}
	}
	switch c.kind(first) {
	case rawAssignment:
		s := &Assign{Span: span}
		k := first
		for c.kind(k) == rawAssignment {
			s.Targets = append(s.Targets, c.target(k+1, "assign to"))
			equals := c.next(k + 1)
			if c.kind(equals) != rawEquals {
				c.failAt(equals, "invalid syntax")
				return s
			}
			k = c.next(equals)
		}
		s.Value = c.rightSide(k)
		return s
	case rawAugAssignment:
		op := c.next(first + 1)
		s := &AugAssign{Span: span, Target: c.expr(first + 1), Op: augmented(c.text(op)), Value: c.rightSide(c.next(op))}
		c.checkSingle(s.Target, "augmented assignment")
		return s
	}
	return &ExprStmt{Span: span, Value: c.rightSide(first)}
}

// augmented returns the operator of an augmented assignment.
func augmented(text string) Operator {
	text = strings.TrimSuffix(text, "=")
	for op := Add; op <= BitAnd; op++ {
		if op.String() == text {
			return op
		}
	}
	return NoOp
}

func (c *converter) deleteStatement(i int32) Stmt {
	s := &Delete{Span: c.spanOf(i)}
	if k := i + 2; c.kind(k) == rawExprList {
		s.Targets = c.exprs(k)
	} else {
		s.Targets = []Expr{c.expr(k)}
	}
	for _, t := range s.Targets {
		c.checkTarget(t, "delete")
	}
	return s
}

// names returns the identifiers among the children of node i.
func (c *converter) names(i int32) []string {
	var list []string
	for k := range c.children(i) {
		if c.kind(k) == rawIdentifier {
			list = append(list, c.identifier(k))
		}
	}
	return list
}

// alias converts one name of an import.
func (c *converter) alias(i int32) *Alias {
	a := &Alias{Span: c.spanOf(i)}
	name := i
	if c.kind(i) == rawAliasedImport {
		name = i + 1
		a.AsName = c.identifier(c.next(c.next(name)))
	}
	a.Name = strings.Join(c.names(name), ".")
	return a
}

func (c *converter) importFrom(i int32) Stmt {
	s := &ImportFrom{Span: c.spanOf(i)}
	module := i + 2
	name := module
	if c.kind(module) == rawRelativeImport {
		for k := range c.children(module + 1) {
			if c.kind(k) == rawDot {
				s.Level++
			}
		}
		name = c.next(module + 1)
	}
	if name < c.next(module) {
		s.Module = strings.Join(c.names(name), ".")
	}
	parenthesized, comma := false, int32(-1)
	for k := c.next(module); k < c.next(i); k = c.next(k) {
		switch kind := c.kind(k); {
		case kind == rawWildcardImport:
			s.Names = append(s.Names, &Alias{Span: c.spanOf(k), Name: "*"})
		case kind < rawToken:
			comma = -1
			a := c.alias(k)
			if strings.Contains(a.Name, ".") {
				c.failAt(k, "invalid syntax")
			}
			s.Names = append(s.Names, a)
		case kind == rawComma:
			comma = k
		case kind == rawCloseBracket:
			parenthesized = true
		}
	}
	if comma >= 0 && !parenthesized {
		c.failAt(comma, "trailing comma not allowed without surrounding parentheses")
	}
	return s
}

// forHeader converts the header of a for statement.
func (c *converter) forHeader(i int32) Stmt {
	k := i + 1
	if c.kind(k) == rawAsync {
		k++
	}
	if c.kind(i) != rawFor {
		c.failAt(i, "invalid syntax")
		return &For{}
	}
	s := &For{Target: c.target(k+1, "assign to")}
	s.Iter = c.expr(c.next(c.next(k + 1)))
	return s
}

// withHeader converts the header of a with statement.
func (c *converter) withHeader(i int32) Stmt {
	s := &With{}
	if c.kind(i) != rawWith {
		c.failAt(i, "invalid syntax")
		return s
	}
	for k := range c.children(i) {
		if c.kind(k) != rawWithClause {
			continue
		}
		if c.isWithTuple(k) {
			s.Items = append(s.Items, c.withTuple(k))
			continue
		}
		last := k
		for item := range c.children(k) {
			last = item
			if c.kind(item) == rawWithItem {
				s.Items = append(s.Items, c.withItem(item))
			}
		}
		if c.kind(last) == rawComma {
			c.failAt(last, "invalid syntax")
		}
	}
	return s
}

// isWithTuple reports whether a parenthesized list of items is a tuple after all,
// since what is in it can be no item: "with (a, *b):".
func (c *converter) isWithTuple(clause int32) bool {
	if c.kind(clause+1) != rawToken {
		return false
	}
	for item := range c.children(clause) {
		if c.kind(item) == rawWithItem && (c.kind(item+1) == rawNamedExpr || c.leadingStar(item+1) >= 0) {
			return true
		}
	}
	return false
}

func (c *converter) withTuple(clause int32) *WithItem {
	t := &Tuple{Span: c.spanOf(clause)}
	for item := range c.children(clause) {
		if c.kind(item) == rawWithItem {
			t.Elts = append(t.Elts, c.element(item+1))
		}
	}
	return &WithItem{Span: t.Span, Context: t}
}

func (c *converter) withItem(i int32) *WithItem {
	k := i + 1
	if c.kind(k) == rawParenthesized && c.kind(k+2) == rawAsPattern { // with (a as b):
		k += 2
	}
	item := &WithItem{Span: c.spanOf(k)}
	if as := c.lastOperand(k); as != k && c.kind(as) == rawAsPattern { // with a if b else (c as d):
		saved := c.tail
		c.tail = tail{node: as, at: c.node(as).stop, end: c.node(as + 1).stop}
		item.Context = c.expr(k)
		c.tail = saved
		item.Vars = c.target(c.next(c.next(as+1))+1, "assign to")
		return item
	}
	if c.kind(k) != rawAsPattern {
		item.Context = c.expr(k)
		return item
	}
	item.Context = c.expr(k + 1)
	target := c.next(c.next(k + 1))
	item.Vars = c.target(target+1, "assign to")
	return item
}

// lastOperand returns the node at the end of conditional expressions and lambdas.
func (c *converter) lastOperand(i int32) int32 {
	for c.kind(i) == rawConditional || c.kind(i) == rawLambda {
		last := i
		for k := range c.children(i) {
			last = k
		}
		i = last
	}
	return i
}

// functionHeader converts the header of a function.
func (c *converter) functionHeader(i int32) Stmt {
	f := &FunctionDef{}
	if c.kind(i) != rawFunctionDef {
		c.failAt(i, "invalid syntax")
		return f
	}
	for k := range c.children(i) {
		switch c.kind(k) {
		case rawIdentifier:
			f.Name, f.NamePos = c.identifier(k), c.spanOf(k)
		case rawParameters:
			f.Args = c.parameters(k)
		case rawType:
			f.Returns = c.annotation(k)
			if _, starred := f.Returns.(*Starred); starred {
				c.failAt(k, "invalid syntax")
			}
		}
	}
	return f
}

// classHeader converts the header of a class.
func (c *converter) classHeader(i int32) Stmt {
	d := &ClassDef{}
	if c.kind(i) != rawClassDef {
		c.failAt(i, "invalid syntax")
		return d
	}
	for k := range c.children(i) {
		switch c.kind(k) {
		case rawIdentifier:
			d.Name, d.NamePos = c.identifier(k), c.spanOf(k)
		case rawArgumentList:
			d.Bases, d.Keywords = c.arguments(k)
		}
	}
	return d
}
