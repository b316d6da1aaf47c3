package syntax

// result is what a line was converted to.
type result struct {
	node    Node
	problem *Problem
}

// unit is a statement at the top of the file, or a few of them that came from
// one broken place.
type unit struct {
	first, end int // lines
	stmts      []Stmt
	problems   []Problem // of the blocks; those of the lines are kept with them
	declares   bool      // there is a global statement of the module in it
}

// assembler puts converted lines together by their indentation.
type assembler struct {
	src      string
	lines    []line
	results  []result
	problems []Problem
	depth    int
}

// unit assembles the statement that starts at line i, at the top of the file.
func (a *assembler) unit(i int) unit {
	a.problems = nil
	stmts, next := a.statement(i, 0)
	return unit{first: i, end: next, stmts: stmts, problems: a.problems}
}

// block assembles the statements from line i on whose column is indent.
func (a *assembler) block(i int, indent int32) (stmts []Stmt, next int) {
	if a.depth++; a.depth > maxIndents {
		s := a.badLine(i, "too many levels of indentation")
		for i < len(a.lines) && (a.lines[i].indent >= indent || !a.lines[i].first) {
			i++
		}
		a.depth--
		return []Stmt{s}, i
	}
	for i < len(a.lines) && a.lines[i].indent >= indent {
		list, n := a.statement(i, indent)
		stmts = append(stmts, list...)
		i = n
	}
	a.depth--
	return stmts, i
}

// badLine makes a BadStmt of line i and reports the problem.
func (a *assembler) badLine(i int, msg string) Stmt {
	ln := &a.lines[i]
	span := Span{Start: ln.start, End: ln.end, Line: ln.lineNo, EndLine: ln.lineNo}
	a.problems = append(a.problems, Problem{Span: span, Message: msg})
	return &BadStmt{Span: span, Message: msg}
}

// statement assembles what starts at line i, in a block with the given column.
func (a *assembler) statement(i int, indent int32) (stmts []Stmt, next int) {
	ln := &a.lines[i]
	if ln.indent > indent {
		msg := "unexpected indent"
		if i > 0 && a.lines[i-1].indent > ln.indent {
			msg = "unindent does not match any outer indentation level"
		}
		bad := a.badLine(i, msg)
		*bad.Pos() = Span{Start: ln.start, End: ln.start, Line: ln.lineNo, EndLine: ln.lineNo}
		rest, next := a.block(i, ln.indent)
		return append([]Stmt{bad}, rest...), next
	}
	switch ln.kind {
	case lineDecorator:
		return a.decorated(i)
	case lineDef, lineClass:
		s, next := a.definition(i, ln, nil)
		return []Stmt{s}, next
	case lineIf:
		s, next := a.ifStatement(i)
		return []Stmt{s}, next
	case lineWhile, lineFor:
		s, next := a.loop(i)
		return []Stmt{s}, next
	case lineTry:
		s, next := a.try(i)
		return []Stmt{s}, next
	case lineWith:
		s := *a.results[i].node.(*With)
		s.Async = ln.async
		s.Body, next = a.suite(i)
		s.Span = a.spanTo(ln, next)
		return []Stmt{&s}, next
	case lineMatch:
		return a.match(i)
	case lineElif, lineElse, lineExcept, lineFinally, lineCase:
		bad := a.badLine(i, "invalid syntax")
		body, next := a.suite(i)
		return append([]Stmt{bad}, body...), next
	}
	stmts = append(stmts, a.results[i].node.(Stmt))
	for i++; i < len(a.lines) && !a.lines[i].first; i++ {
		stmts = append(stmts, a.results[i].node.(Stmt))
	}
	return stmts, i
}

// suite assembles the suite of the header at line i.
func (a *assembler) suite(i int) (body []Stmt, next int) {
	h := &a.lines[i]
	next = i + 1
	for next < len(a.lines) && !a.lines[next].first {
		body = append(body, a.results[next].node.(Stmt))
		next++
	}
	if !h.inline && next < len(a.lines) && a.lines[next].indent > h.indent {
		more, n := a.block(next, a.lines[next].indent)
		body, next = append(body, more...), n
	}
	if len(body) == 0 {
		span := Span{Start: h.end, End: h.end, Line: h.lineNo, EndLine: h.lineNo}
		const msg = "expected an indented block"
		if a.results[i].problem == nil {
			a.problems = append(a.problems, Problem{Span: span, Message: msg})
		}
		body = []Stmt{&BadStmt{Span: span, Message: msg}}
	}
	return body, next
}

// spanTo returns the span from a line to the line before next, with which a
// suite ends. A semicolon at its end belongs to it.
func (a *assembler) spanTo(ln *line, next int) Span {
	last := &a.lines[next-1]
	return Span{Start: ln.start, End: last.stop, Line: ln.lineNo, EndLine: last.stopLine}
}

// clause reports whether line i is a clause of the given kind, in the column of
// a statement.
func (a *assembler) clause(i int, kind lineKind, indent int32) bool {
	return i < len(a.lines) && a.lines[i].kind == kind && a.lines[i].indent == indent && a.lines[i].first
}

func (a *assembler) decorated(i int) (stmts []Stmt, next int) {
	first := &a.lines[i]
	var decorators []Expr
	k := i
	for ; a.clause(k, lineDecorator, first.indent); k++ {
		decorators = append(decorators, a.results[k].node.(Expr))
		if k+1 < len(a.lines) && !a.lines[k+1].first {
			break
		}
	}
	if a.clause(k, lineDef, first.indent) || a.clause(k, lineClass, first.indent) {
		s, next := a.definition(k, first, decorators)
		return []Stmt{s}, next
	}
	bad := a.badLine(i, "a decorator must stand before a function or a class")
	next = max(k, i+1)
	for ; next < len(a.lines) && !a.lines[next].first; next++ {
		stmts = append(stmts, a.results[next].node.(Stmt))
	}
	return append([]Stmt{bad}, stmts...), next
}

// definition assembles the function or class at line i, whose first decorator,
// or else itself, is at the line first.
func (a *assembler) definition(i int, first *line, decorators []Expr) (Stmt, int) {
	ln := &a.lines[i]
	body, next := a.suite(i)
	span := a.spanTo(first, next)
	if d, ok := a.results[i].node.(*ClassDef); ok {
		s := *d
		s.Span, s.DefLine, s.Body = span, ln.lineNo, body
		s.Decorators = append(decorators, d.Decorators...)
		return &s, next
	}
	s := *a.results[i].node.(*FunctionDef)
	s.Decorators = append(decorators, s.Decorators...)
	s.Span, s.DefLine, s.Body, s.Async = span, ln.lineNo, body, ln.async
	s.ColonEnd = ln.end
	if ln.colon >= 0 {
		s.ColonEnd = ln.colon + 1
	}
	return &s, next
}

func (a *assembler) ifStatement(i int) (Stmt, int) {
	indent := a.lines[i].indent
	var chain []*If
	var orelse []Stmt
	k := i
	for {
		s := *a.results[k].node.(*If)
		ln := &a.lines[k]
		s.Body, k = a.suite(k)
		s.Span = a.spanTo(ln, k)
		chain = append(chain, &s)
		if !a.clause(k, lineElif, indent) {
			break
		}
	}
	if a.clause(k, lineElse, indent) {
		a.checkKeyword(k, &orelse)
		var body []Stmt
		body, k = a.suite(k)
		orelse = append(orelse, body...)
	}
	for n := len(chain) - 1; n >= 0; n-- {
		s := chain[n]
		s.Orelse = orelse
		s.End, s.EndLine = a.lines[k-1].stop, a.lines[k-1].stopLine
		orelse = []Stmt{s}
	}
	return chain[0], k
}

// checkKeyword adds a BadStmt to a suite if its header, which is a keyword and a
// colon, is broken.
func (a *assembler) checkKeyword(i int, body *[]Stmt) {
	if p := a.results[i].problem; p != nil {
		*body = append(*body, &BadStmt{Span: p.Span, Message: p.Message})
	}
}

// keywordClause assembles the else or finally clause at line i, if there is one,
// and widens the span to its end.
func (a *assembler) keywordClause(i int, kind lineKind, indent int32, span *Span) (body []Stmt, next int) {
	if !a.clause(i, kind, indent) {
		return nil, i
	}
	a.checkKeyword(i, &body)
	suite, next := a.suite(i)
	body = append(body, suite...)
	span.End, span.EndLine = a.lines[next-1].stop, a.lines[next-1].stopLine
	return body, next
}

func (a *assembler) loop(i int) (Stmt, int) {
	ln := &a.lines[i]
	body, next := a.suite(i)
	span := a.spanTo(ln, next)
	orelse, next := a.keywordClause(next, lineElse, ln.indent, &span)
	if w, ok := a.results[i].node.(*While); ok {
		s := *w
		s.Span, s.Body, s.Orelse = span, body, orelse
		return &s, next
	}
	s := *a.results[i].node.(*For)
	s.Span, s.Body, s.Orelse, s.Async = span, body, orelse, ln.async
	return &s, next
}

func (a *assembler) try(i int) (Stmt, int) {
	ln := &a.lines[i]
	s := &Try{}
	a.checkKeyword(i, &s.Body)
	body, next := a.suite(i)
	s.Body = append(s.Body, body...)
	s.Span = a.spanTo(ln, next)
	for a.clause(next, lineExcept, ln.indent) {
		at := next
		head := &a.lines[at]
		h := *a.results[at].node.(*ExceptHandler)
		star := isStarred(a.src, head)
		mixed := len(s.Handlers) > 0 && star != s.Star
		s.Star = star
		bare := star && h.Type == nil
		h.Body, next = a.suite(at)
		switch {
		case bare:
			h.Body = append([]Stmt{a.badLine(at, "expected one or more exception types")}, h.Body...)
		case mixed:
			h.Body = append([]Stmt{a.badLine(at, "cannot have both 'except' and 'except*' on the same 'try'")}, h.Body...)
		}
		h.Span = a.spanTo(head, next)
		s.End, s.EndLine = h.End, h.EndLine
		s.Handlers = append(s.Handlers, &h)
	}
	if len(s.Handlers) > 0 {
		s.Orelse, next = a.keywordClause(next, lineElse, ln.indent, &s.Span)
	}
	s.Finalbody, next = a.keywordClause(next, lineFinally, ln.indent, &s.Span)
	if len(s.Handlers) == 0 && s.Finalbody == nil {
		span := Span{Start: s.End, End: s.End, Line: s.EndLine, EndLine: s.EndLine}
		const msg = "expected 'except' or 'finally' block"
		a.problems = append(a.problems, Problem{Span: span, Message: msg})
		s.Finalbody = []Stmt{&BadStmt{Span: span, Message: msg}}
	}
	return s, next
}

// isStarred reports whether an except clause is "except*".
func isStarred(src string, ln *line) bool {
	lx := lexer{src: src, pos: ln.start + int32(len("except")), end: ln.end}
	t := lx.next()
	return t.kind == tokOp && src[t.start] == '*'
}

func (a *assembler) match(i int) (stmts []Stmt, next int) {
	ln := &a.lines[i]
	s := *a.results[i].node.(*Match)
	next = i + 1
	column := int32(-1)
	if next < len(a.lines) {
		column = a.lines[next].indent
	}
	if !a.clause(next, lineCase, column) {
		// The word "case" is there, or this would be no match statement.
		bad := a.badLine(i, "expected a case clause")
		stmts, next := a.suite(i)
		return append([]Stmt{bad}, stmts...), next
	}
	for a.clause(next, lineCase, column) {
		head := &a.lines[next]
		m := *a.results[next].node.(*MatchCase)
		m.Body, next = a.suite(next)
		m.Span = a.spanTo(head, next)
		s.Cases = append(s.Cases, &m)
	}
	last := s.Cases[len(s.Cases)-1]
	s.Span = Span{Start: ln.start, End: last.End, Line: ln.lineNo, EndLine: last.EndLine}
	return []Stmt{&s}, next
}
