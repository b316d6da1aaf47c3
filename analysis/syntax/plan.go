package syntax

import "strings"

// A plan says how to convert one line once its jobs are done. The result is a
// Stmt (without its suite, if it is a header), an Expr (of a decorator), an
// *ExceptHandler, a *MatchCase, or nil for a header that is a mere keyword.
type plan func(c *converter) Node

// plan adds the jobs of a line to the batch.
func (b *batch) plan(ln *line) plan {
	switch {
	case ln.problem != "":
		return func(c *converter) Node {
			c.fail(ln.problemAt, ln.problemAt+1, ln.problem)
			return nil
		}
	case ln.kind.header() && ln.colon < 0:
		return func(c *converter) Node {
			c.fail(ln.end, ln.end, "expected ':'")
			return nil
		}
	}
	switch ln.kind {
	case lineSimple:
		j := b.add(jobStmt, ln.start, ln.end)
		return header(j, (*converter).statement)
	case lineAnnotation:
		return b.planAnnotation(ln)
	case lineTypeAlias:
		return b.planTypeAlias(ln)
	case lineDecorator:
		j := b.add(jobExpr, ln.start+1, ln.end)
		return func(c *converter) Node { return c.jobExpr(j, namedForm) }
	case lineIf, lineElif:
		j := b.addCondition(ln)
		return func(c *converter) Node { return &If{Test: c.jobExpr(j, namedForm)} }
	case lineWhile:
		j := b.addCondition(ln)
		return func(c *converter) Node { return &While{Test: c.jobExpr(j, namedForm)} }
	case lineMatch:
		j := b.addCondition(ln)
		return func(c *converter) Node { return &Match{Subject: c.jobExpr(j, subjectForm)} }
	case lineFor:
		return header(b.add(jobHeader, ln.start, ln.colon+1), (*converter).forHeader)
	case lineWith:
		return header(b.add(jobHeader, ln.start, ln.colon+1), (*converter).withHeader)
	case lineCase:
		return header(b.add(jobCase, ln.start, ln.colon+1), (*converter).caseClause)
	case lineDef:
		return b.planFunction(ln)
	case lineClass:
		return b.planClass(ln)
	case lineExcept:
		return b.planExcept(ln)
	}
	return func(c *converter) Node { // else, try, finally
		keyword := wordAt(c.src, int(ln.start))
		if rest := strings.TrimSpace(c.src[int(ln.start)+len(keyword) : ln.colon]); rest != "" {
			c.fail(ln.start, ln.colon, "expected ':'")
		}
		return nil
	}
}

// header returns the plan to convert the node of one job.
func header[T Node](j *job, convert func(*converter, int32) T) plan {
	return func(c *converter) Node {
		if j.root < 0 {
			c.fail(j.start, j.end, "invalid syntax")
			return nil
		}
		return inJob(c, j, func(root int32) Node { return convert(c, root) })
	}
}

// addCondition adds what stands between the keyword of a header and its colon.
func (b *batch) addCondition(ln *line) *job {
	keyword := wordAt(b.src, int(ln.start))
	return b.add(jobExpr, ln.start+int32(len(keyword)), ln.colon)
}

func (b *batch) planAnnotation(ln *line) plan {
	target := b.add(jobExpr, ln.start, ln.colon)
	end := ln.end
	if ln.equals >= 0 {
		end = ln.equals
	}
	annotation := b.add(jobExpr, ln.colon+1, end)
	var value *job
	if ln.equals >= 0 {
		value = b.add(jobExpr, ln.equals+1, ln.end)
	}
	return func(c *converter) Node {
		s := &AnnAssign{Span: c.span(ln.start, ln.end), Target: c.jobExpr(target, oneExpr)}
		c.checkSingle(s.Target, "annotation")
		s.Annotation = c.jobExpr(annotation, oneExpr)
		if value != nil {
			s.Value = c.jobExpr(value, yieldForm)
		}
		_, isName := s.Target.(*Name)
		s.Simple = isName && c.src[ln.start] != '('
		return s
	}
}

func (b *batch) planTypeAlias(ln *line) plan {
	lx := lexer{src: b.src, pos: ln.start + int32(len("type")), end: ln.end}
	name := lx.next()
	after := lx
	t := lx.next()
	var params typeParams
	if t.kind == tokOp && b.src[t.start] == '[' {
		params = b.addTypeParams(&after)
		t = after.next()
	}
	if t.kind != tokOp || t.start != ln.equals {
		return func(c *converter) Node {
			c.fail(t.start, t.end, "invalid syntax")
			return nil
		}
	}
	value := b.add(jobExpr, ln.equals+1, ln.end)
	return func(c *converter) Node {
		s := &TypeAlias{Span: c.span(ln.start, ln.end)}
		s.Name = &Name{Span: c.span(name.start, name.end), ID: c.checkName(name.start, name.end)}
		s.TypeParams = params.convert(c)
		s.Value = c.jobExpr(value, oneExpr)
		return s
	}
}

// typeParams are the type parameters of a function, a class or an alias.
type typeParams struct {
	start, end int32 // brackets included
	list       []typeParam
	problem    token // what is wrong with them
}

type typeParam struct {
	start, end         int32
	nameStart, nameEnd int32
	kind               byte
	bound              *job
}

// addTypeParams reads the type parameters at the lexer and adds the jobs of
// their bounds.
func (b *batch) addTypeParams(lx *lexer) typeParams {
	open := lx.next()
	p := typeParams{start: open.start}
	for {
		t := lx.next()
		for t.kind == tokNewline {
			t = lx.next()
		}
		if t.kind == tokOp && b.src[t.start] == ']' {
			p.end = t.end
			return p
		}
		tp := typeParam{start: t.start, kind: 'T'}
		for t.kind == tokOp && b.src[t.start] == '*' {
			tp.kind = map[byte]byte{'T': '*', '*': 'P', 'P': 'P'}[tp.kind]
			t = lx.next()
		}
		if t.kind != tokName {
			p.problem = t
			p.end = lx.end
			return p
		}
		tp.nameStart, tp.nameEnd, tp.end = t.start, t.end, t.end
		// The bound goes on to the comma or bracket outside all brackets, or
		// to the default, which no one evaluates here.
		depth, boundStart, boundEnd := 0, int32(-1), int32(-1)
		for {
			t = lx.next()
			if t.kind == tokEOF || t.kind == tokError {
				p.problem = t
				p.end = lx.end
				return p
			}
			c := b.src[t.start]
			if t.kind == tokOp {
				if depth == 0 && (c == ',' || c == ']') {
					break
				}
				switch c {
				case '(', '[', '{':
					depth++
				case ')', ']', '}':
					depth--
				case ':':
					if depth == 0 && boundStart < 0 {
						boundStart = t.end
						continue
					}
				case '=':
					if depth == 0 && t.end == t.start+1 && boundEnd < 0 {
						boundEnd = t.start
					}
				}
			}
			if t.kind != tokNewline {
				tp.end = t.end
			}
		}
		if boundStart >= 0 {
			if boundEnd < 0 {
				boundEnd = t.start
			}
			tp.bound = b.add(jobExpr, boundStart, boundEnd)
		}
		p.list = append(p.list, tp)
		if b.src[t.start] == ']' {
			p.end = t.end
			return p
		}
	}
}

func (p *typeParams) convert(c *converter) []TypeParam {
	if p.end == 0 {
		return nil
	}
	if p.problem.kind != tokEOF || len(p.list) == 0 {
		c.fail(p.start, p.end, "invalid syntax")
	}
	var list []TypeParam
	for _, tp := range p.list {
		t := TypeParam{Span: c.span(tp.start, tp.end), Name: c.checkName(tp.nameStart, tp.nameEnd), Kind: tp.kind}
		if tp.bound != nil {
			t.Bound = c.jobExpr(tp.bound, oneExpr)
		}
		list = append(list, t)
	}
	return list
}

func (b *batch) planFunction(ln *line) plan {
	lx := lexer{src: b.src, pos: ln.start, end: ln.colon}
	if ln.async {
		lx.next()
	}
	lx.next() // def
	lx.next() // its name
	params, holes := b.typeParamHole(&lx)
	holes = b.annotationHoles(&lx, holes)
	j := b.add(jobHeader, ln.start, ln.colon+1, holes...)
	return func(c *converter) Node {
		f, _ := header(j, (*converter).functionHeader)(c).(*FunctionDef)
		if f == nil {
			return nil
		}
		f.TypeParams = params.convert(c)
		return f
	}
}

func (b *batch) planClass(ln *line) plan {
	lx := lexer{src: b.src, pos: ln.start, end: ln.colon}
	lx.next() // class
	lx.next() // its name
	params, holes := b.typeParamHole(&lx)
	j := b.add(jobHeader, ln.start, ln.colon+1, holes...)
	return func(c *converter) Node {
		d, _ := header(j, (*converter).classHeader)(c).(*ClassDef)
		if d == nil {
			return nil
		}
		d.TypeParams = params.convert(c)
		return d
	}
}

// typeParamHole reads the type parameters at the lexer, if there are any.
func (b *batch) typeParamHole(lx *lexer) (typeParams, []hole) {
	at := *lx
	if t := at.next(); t.kind != tokOp || b.src[t.start] != '[' {
		return typeParams{}, nil
	}
	p := b.addTypeParams(lx)
	return p, []hole{{start: p.start, end: p.end}}
}

// annotationHoles finds the annotations in the parameters at the lexer and after
// them, and appends a hole for each that is more than a name.
func (b *batch) annotationHoles(lx *lexer, holes []hole) []hole {
	depth, lambdas := 0, 0
	returns := false      // the arrow was there; its annotation goes on to the end
	var first, last token // of the annotation being read
	tokens := -1          // in it; -1 outside
	finish := func() {
		if tokens > 1 {
			h := hole{start: first.start, end: last.end}
			start := h.start
			if b.src[start] == '*' {
				start++
			}
			h.job = b.add(jobExpr, start, h.end)
			holes = append(holes, h)
		}
		tokens = -1
	}
	for {
		t := lx.next()
		if t.kind == tokEOF || t.kind == tokError {
			finish()
			return holes
		}
		if t.kind == tokNewline {
			continue
		}
		text := b.src[t.start:t.end]
		level := depth
		switch text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
			level = depth
		}
		if !returns && (level == 0 && text == ")" || level == 1 && (text == "," || text == "=")) {
			finish()
			lambdas = 0
			continue
		}
		if tokens >= 0 {
			if tokens == 0 {
				first = t
			}
			last = t
			tokens++
			continue
		}
		switch {
		case level == 1 && text == "lambda":
			lambdas++
		case level == 1 && text == ":" && lambdas > 0:
			lambdas--
		case level == 1 && text == ":":
			tokens = 0
		case level == 0 && text == "->":
			tokens, returns = 0, true
		}
	}
}

func (b *batch) planExcept(ln *line) plan {
	lx := lexer{src: b.src, pos: ln.start + int32(len("except")), end: ln.colon}
	start, end := int32(-1), int32(-1)
	var as, name token
	depth, star := 0, false
	for {
		t := lx.next()
		if t.kind == tokEOF {
			break
		}
		if t.kind == tokNewline {
			continue
		}
		text := b.src[t.start:t.end]
		switch {
		case text == "*" && start < 0 && !star:
			star = true
			continue
		case text == "(" || text == "[" || text == "{":
			depth++
		case text == ")" || text == "]" || text == "}":
			depth--
		case text == "as" && depth == 0:
			as = t
			name = lx.next()
			if rest := lx.next(); name.kind != tokName || rest.kind != tokEOF {
				return func(c *converter) Node {
					c.fail(as.start, ln.colon, "invalid syntax")
					return nil
				}
			}
		}
		if as.end > 0 {
			break
		}
		if start < 0 {
			start = t.start
		}
		end = t.end
	}
	if start < 0 {
		return func(c *converter) Node {
			if as.end > 0 {
				c.fail(as.start, as.end, "invalid syntax")
			}
			return &ExceptHandler{}
		}
	}
	j := b.add(jobExpr, start, end)
	return func(c *converter) Node {
		h := &ExceptHandler{Type: c.jobExpr(j, exprList)}
		if t, ok := h.Type.(*Tuple); ok && c.src[t.Start] != '(' {
			c.fail(t.Start, t.End, "multiple exception types must be parenthesized")
		}
		if as.end > 0 {
			h.Name = c.checkName(name.start, name.end)
		}
		return h
	}
}

// broken returns what stands for a line that cannot be understood: the node that
// the line would be, with a BadExpr in it, so that the lines below it keep their
// place.
func (c *converter) broken(ln *line) Node {
	span := c.span(ln.start, ln.end)
	msg := c.err.Message
	bad := &BadExpr{Span: span, Message: msg}
	switch ln.kind {
	case lineDecorator:
		return bad
	case lineDef:
		f := &FunctionDef{Args: &Arguments{Span: span}, Decorators: []Expr{bad}}
		f.Name, f.NamePos = c.definedName(ln)
		return f
	case lineClass:
		d := &ClassDef{Bases: []Expr{bad}}
		d.Name, d.NamePos = c.definedName(ln)
		return d
	case lineIf, lineElif:
		return &If{Test: bad}
	case lineWhile:
		return &While{Test: bad}
	case lineFor:
		return &For{Target: bad, Iter: bad}
	case lineWith:
		return &With{Items: []*WithItem{{Span: span, Context: bad}}}
	case lineMatch:
		return &Match{Subject: bad}
	case lineCase:
		return &MatchCase{Pattern: &MatchValue{Span: span, Value: bad}}
	case lineExcept:
		return &ExceptHandler{Type: bad}
	case lineElse, lineTry, lineFinally:
		return nil
	}
	return &BadStmt{Span: span, Message: msg}
}

// definedName returns the name that a broken definition seems to define.
func (c *converter) definedName(ln *line) (string, Span) {
	lx := lexer{src: c.src, pos: ln.start, end: ln.end}
	for {
		t := lx.next()
		switch {
		case t.kind != tokName:
			return "", c.span(ln.start, ln.start)
		case !isKeyword(c.src[t.start:t.end]):
			return c.checkName(t.start, t.end), c.span(t.start, t.end)
		}
	}
}

// explain says more about a line that is no Python 3, or returns "".
func explain(src string, ln *line) string {
	lx := lexer{src: src, pos: ln.start, end: ln.end}
	first := lx.next()
	switch word := src[first.start:first.end]; word {
	case "print", "exec":
		next := lx
		if t := next.next(); t.kind != tokOp && t.kind != tokEOF {
			return "missing parentheses in call to '" + word + "'"
		}
	}
	for last := first; last.kind != tokEOF; {
		t := lx.next()
		if last.kind == tokNumber {
			text := src[last.start:last.end]
			joined := t.start == last.end && (t.kind == tokNumber || t.kind == tokName && !isKeyword(src[t.start:t.end]))
			if joined || parseNumber(text) == nil {
				return badNumber(text)
			}
		}
		last = t
	}
	return ""
}
