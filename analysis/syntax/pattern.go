package syntax

// caseClause converts the node of a job of kind jobCase.
func (c *converter) caseClause(root int32) *MatchCase {
	m := &MatchCase{}
	clause := int32(-1)
	for k := range c.children(root) {
		if c.kind(k) == rawBlock && c.kind(k+1) == rawCaseClause {
			clause = k + 1
		}
	}
	if c.kind(root) != rawMatch || clause < 0 {
		c.failAt(root, "invalid syntax")
		return m
	}
	var patterns []Pattern
	first, last, comma := int32(-1), int32(-1), false
	for k := range c.children(clause) {
		switch c.kind(k) {
		case rawCasePattern:
			if first < 0 {
				first = k
			}
			last = k
			patterns = append(patterns, c.pattern(k))
		case rawComma:
			last, comma = k, true
		case rawIfClause:
			m.Guard = c.inner(k + 2)
		}
	}
	switch {
	case len(patterns) == 0:
		c.failAt(root, "invalid syntax")
	case comma:
		m.Pattern = &MatchSequence{Span: c.span(c.start(first), c.stop(last)), Patterns: patterns}
	default:
		m.Pattern = patterns[0]
		if _, ok := m.Pattern.(*MatchStar); ok {
			c.failAt(first, "invalid syntax")
		}
	}
	return m
}

// patternRun converts the patterns among the nodes [i, end), which are the
// children of a node. A sign belongs to the number after it.
func (c *converter) patternRun(i, end int32) []Pattern {
	var list []Pattern
	for k := i; k < end; k = c.next(k) {
		switch c.kind(k) {
		case rawMinus:
			number := c.next(k)
			list = append(list, &MatchValue{Span: c.span(c.start(k), c.stop(number)), Value: c.negative(k, number)})
			k = number
		case rawPlus:
			c.failAt(k, "invalid syntax")
		default:
			if c.kind(k) < rawToken {
				list = append(list, c.pattern(k))
			}
		}
	}
	return list
}

// negative converts a number with a minus before it.
func (c *converter) negative(sign, number int32) Expr {
	if k := c.kind(number); k != rawInteger && k != rawFloat {
		return c.bad(number, "invalid syntax")
	}
	return &UnaryOp{Span: c.span(c.start(sign), c.stop(number)), Op: USub, Operand: c.expr(number)}
}

// onePattern converts the only pattern among the children of node i.
func (c *converter) onePattern(i, from int32) Pattern {
	list := c.patternRun(from, c.next(i))
	if len(list) != 1 {
		return c.badPattern(i)
	}
	return list[0]
}

func (c *converter) badPattern(i int32) Pattern {
	return &MatchValue{Span: c.spanOf(i), Value: c.bad(i, "invalid syntax")}
}

// pattern converts the pattern that is node i.
func (c *converter) pattern(i int32) Pattern {
	if c.depth >= maxDepth {
		return c.badPattern(i)
	}
	c.depth++
	defer func() { c.depth-- }()
	switch c.kind(i) {
	case rawCasePattern:
		return c.onePattern(i, i+1)
	case rawIdentifier:
		return c.capture(i)
	case rawDottedName:
		if c.next(i+1) == c.next(i) {
			return c.capture(i + 1)
		}
		return &MatchValue{Span: c.spanOf(i), Value: c.matchedName(i)}
	case rawNone:
		return &MatchSingleton{Span: c.spanOf(i), Value: ConstNone{}}
	case rawTrue:
		return &MatchSingleton{Span: c.spanOf(i), Value: ConstBool{Value: true}}
	case rawFalse:
		return &MatchSingleton{Span: c.spanOf(i), Value: ConstBool{}}
	case rawInteger, rawFloat, rawString:
		v := c.expr(i)
		if _, formatted := v.(*JoinedStr); formatted {
			c.failAt(i, "patterns may only match literals and attribute lookups")
		}
		return &MatchValue{Span: c.spanOf(i), Value: v}
	case rawComplexPattern:
		return &MatchValue{Span: c.spanOf(i), Value: c.complexNumber(i)}
	case rawUnionPattern:
		return &MatchOr{Span: c.spanOf(i), Patterns: c.patternRun(i+1, c.next(i))}
	case rawListPattern:
		return &MatchSequence{Span: c.spanOf(i), Patterns: c.patternRun(i+1, c.next(i))}
	case rawTuplePattern:
		list := c.patternRun(i+1, c.next(i))
		if len(list) == 1 && c.kind(c.next(i+2)) != rawComma {
			if _, ok := list[0].(*MatchStar); ok {
				return c.badPattern(i)
			}
			return list[0]
		}
		return &MatchSequence{Span: c.spanOf(i), Patterns: list}
	case rawSplatPattern:
		if c.kind(i+1) != rawStar {
			return c.badPattern(i)
		}
		name := c.identifier(i + 2)
		if name == "_" {
			name = ""
		}
		return &MatchStar{Span: c.spanOf(i), Name: name}
	case rawAsPattern:
		return c.asPattern(i)
	case rawDictPattern:
		return c.mappingPattern(i)
	case rawClassPattern:
		return c.classPattern(i)
	}
	return c.badPattern(i)
}

// capture converts a name: "_" matches without binding it.
func (c *converter) capture(i int32) Pattern {
	name := c.identifier(i)
	if name == "_" {
		name = ""
	}
	return &MatchAs{Span: c.spanOf(i), Name: name}
}

// dottedName converts "a.b.c" to nested attributes.
func (c *converter) dottedName(i int32) Expr {
	start := c.start(i)
	var e Expr
	for k := range c.children(i) {
		switch {
		case c.kind(k) != rawIdentifier:
		case e == nil:
			e = &Name{Span: c.spanOf(k), ID: c.identifier(k)}
		default:
			e = &Attribute{Span: c.span(start, c.stop(k)), Value: e, Attr: c.identifier(k), AttrPos: c.spanOf(k)}
		}
	}
	return e
}

// complexNumber converts "1 + 2j" in a pattern.
func (c *converter) complexNumber(i int32) Expr {
	var parts []int32
	for k := range c.children(i) {
		parts = append(parts, k)
	}
	negative := c.kind(parts[0]) == rawMinus
	if negative {
		parts = parts[1:]
	}
	if len(parts) != 3 {
		return c.bad(i, "invalid syntax")
	}
	left := c.expr(parts[0])
	if negative {
		left = c.negative(i+1, parts[0])
	}
	right := c.expr(parts[2])
	if k, ok := right.(*Constant); !ok {
		return c.bad(i, "invalid syntax")
	} else if _, ok := k.Value.(ConstComplex); !ok {
		return c.bad(parts[2], "imaginary number required in complex literal")
	}
	return &BinOp{Span: c.spanOf(i), Left: left, Op: c.kind(parts[1]).operator(), Right: right}
}

// asPattern converts "pattern as name". The grammar reads "key=pattern as name"
// in a class pattern as "(key=pattern) as name"; classPattern undoes that.
func (c *converter) asPattern(i int32) Pattern {
	return c.bindAs(i, c.pattern(i+1), c.start(i))
}

func (c *converter) bindAs(i int32, p Pattern, start int32) Pattern {
	name := i
	for k := range c.children(i) {
		name = k
	}
	id := c.identifier(name)
	if id == "_" {
		c.failAt(name, "cannot use '_' as a target")
	}
	return &MatchAs{Span: c.span(start, c.stop(i)), Pattern: p, Name: id}
}

func (c *converter) mappingPattern(i int32) Pattern {
	m := &MatchMapping{Span: c.spanOf(i)}
	key := int32(-1)
	for k := i + 2; k < c.next(i); k = c.next(k) {
		kind := c.kind(k)
		switch {
		case m.Rest != "" && kind < rawToken:
			c.failAt(k, "invalid syntax")
		case kind == rawSplatPattern:
			m.Rest = c.identifier(k + 2)
			if m.Rest == "_" || c.kind(k+1) != rawDoubleStar {
				c.failAt(k, "invalid syntax")
			}
		case key < 0 && (kind < rawToken || kind == rawMinus):
			key = k
			if kind == rawMinus {
				k = c.next(k)
			}
			m.Keys = append(m.Keys, c.mappingKey(key, k))
		case kind == rawColon:
			value := c.next(k)
			m.Patterns = append(m.Patterns, c.pattern(value))
			k = value
			key = -1
		}
	}
	return m
}

// mappingKey converts a key, which is node first, or the number last with a
// minus before it.
func (c *converter) mappingKey(first, last int32) Expr {
	switch {
	case first != last:
		return c.negative(first, last)
	case c.kind(first) == rawDottedName:
		if c.next(first+1) == c.next(first) {
			return c.bad(first, "invalid syntax")
		}
		return c.dottedName(first)
	case c.kind(first) == rawComplexPattern:
		return c.complexNumber(first)
	}
	key := c.expr(first)
	if _, formatted := key.(*JoinedStr); formatted {
		c.failAt(first, "mapping pattern keys may only match literals and attribute lookups")
	}
	return key
}

// matchedName converts the name of a value or a class in a pattern, where "_" is the
// wildcard and nothing else.
func (c *converter) matchedName(i int32) Expr {
	e := c.dottedName(i)
	first := e
	for a, ok := first.(*Attribute); ok; a, ok = first.(*Attribute) {
		first = a.Value
	}
	if n, ok := first.(*Name); ok && n.ID == "_" {
		c.failAt(i, "invalid syntax")
	}
	return e
}

func (c *converter) classPattern(i int32) Pattern {
	p := &MatchClass{Span: c.spanOf(i), Cls: c.matchedName(i + 1)}
	for k := c.next(i + 1); k < c.next(i); k = c.next(k) {
		if c.kind(k) >= rawToken {
			continue
		}
		inner, as := k, int32(-1)
		if c.kind(inner) == rawCasePattern {
			inner++
		}
		if c.kind(inner) == rawAsPattern && c.kind(inner+1) == rawCasePattern && c.kind(inner+2) == rawKeywordPattern {
			as = inner
			inner += 2
		}
		if c.kind(inner) != rawKeywordPattern {
			arg := c.pattern(k)
			if _, ok := arg.(*MatchStar); ok || len(p.KwdAttrs) > 0 {
				c.failAt(k, "positional patterns follow keyword patterns")
			}
			p.Patterns = append(p.Patterns, arg)
			continue
		}
		p.KwdAttrs = append(p.KwdAttrs, c.identifier(inner+1))
		value := c.onePattern(inner, inner+3)
		if as >= 0 {
			value = c.bindAs(as, value, value.Pos().Start)
		}
		p.KwdPatterns = append(p.KwdPatterns, value)
	}
	return p
}
