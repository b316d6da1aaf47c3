package syntax

import (
	"sort"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// maxDepth bounds how deep expressions may nest. CPython gives up at about the
// same depth.
const maxDepth = 3000

// converter turns the nodes of one line into the tree.
type converter struct {
	src    string
	starts []int32
	row    int32 // index into starts of the line being converted
	job    *job  // whose nodes are being read
	depth  int
	star   star     // the star that is being taken off its operand
	tail   tail     // the "as" that is being taken off what is before it
	err    *Problem // the first thing that is wrong in the line

	// interned holds one copy of each name and number. Strings of the tree are
	// never parts of the source: a tree that outlives an edit would keep the
	// old text from being freed.
	interned map[string]string
}

// intern returns a copy of s that is no part of the source.
func (c *converter) intern(s string) string {
	if t, ok := c.interned[s]; ok {
		return t
	}
	if c.interned == nil {
		c.interned = map[string]string{}
	}
	t := strings.Clone(s)
	c.interned[t] = t
	return t
}

// fail records that the line is wrong at a place.
func (c *converter) fail(start, end int32, msg string) {
	if c.err == nil {
		c.err = &Problem{Span: c.span(start, end), Message: msg}
	}
}

// span returns the Span of src[start:end].
func (c *converter) span(start, end int32) Span {
	first := c.rowOf(start, c.row)
	last := first
	if end > start {
		last = c.rowOf(end-1, first)
	}
	return Span{Start: start, End: end, Line: first + 1, EndLine: last + 1}
}

// rowOf returns the index of the physical line that holds the offset, which is
// not before the line with index from.
func (c *converter) rowOf(offset, from int32) int32 {
	n := int32(len(c.starts))
	if from+1 >= n || offset < c.starts[from+1] {
		return from
	}
	rest := c.starts[from+1:]
	return from + int32(sort.Search(len(rest), func(i int) bool { return rest[i] > offset }))
}

// Access to the nodes of the current job.

func (c *converter) node(i int32) *rawNode { return &c.job.raw[i] }
func (c *converter) kind(i int32) rawKind  { return c.job.raw[i].kind }
func (c *converter) next(i int32) int32    { return c.job.raw[i].end }
func (c *converter) start(i int32) int32   { return int32(c.star.skip(c.job.raw[i].start)) + c.job.delta }
func (c *converter) stop(i int32) int32    { return int32(c.tail.cut(c.job.raw[i].stop)) + c.job.delta }
func (c *converter) spanOf(i int32) Span   { return c.span(c.start(i), c.stop(i)) }
func (c *converter) text(i int32) string   { return c.src[c.start(i):c.stop(i)] }

// star is the place of a star that the grammar put on the first operand of an
// expression rather than on the whole, as in "(*a).b" for "*a.b".
type star struct {
	node    int32  // the list_splat
	at, end uint32 // where it starts, and where its operand does
}

// skip returns the start of an expression without the star.
func (s *star) skip(start uint32) uint32 {
	if s.node > 0 && start == s.at {
		return s.end
	}
	return start
}

// tail is the place of an "as" that the grammar put on the last operand of an
// expression rather than on the whole, as in "a if b else (c as d)" for
// "(a if b else c) as d".
type tail struct {
	node    int32  // the as_pattern
	at, end uint32 // where it ends, and where what is before "as" does
}

// cut returns the end of an expression without the "as".
func (t *tail) cut(stop uint32) uint32 {
	if t.node > 0 && stop == t.at {
		return t.end
	}
	return stop
}

// children calls yield for each child of node i.
func (c *converter) children(i int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		raw := c.job.raw
		for k, end := i+1, raw[i].end; k < end; k = raw[k].end {
			if !yield(k) {
				return
			}
		}
	}
}

// failAt records that node i is wrong.
func (c *converter) failAt(i int32, msg string) { c.fail(c.start(i), c.stop(i), msg) }

// bad is failAt for a place where an expression is due.
func (c *converter) bad(i int32, msg string) Expr {
	c.failAt(i, msg)
	return &BadExpr{Span: c.spanOf(i), Message: msg}
}

// identifier returns the name that node i stands for.
func (c *converter) identifier(i int32) string {
	return c.checkName(c.start(i), c.stop(i))
}

// checkName returns the name at a place of the source, in the form in which
// Python compares names.
func (c *converter) checkName(start, end int32) string {
	name := c.src[start:end]
	if isKeyword(name) || isQuote(name[len(name)-1]) {
		c.fail(start, end, "invalid syntax")
	}
	if !isASCII(name) {
		name = norm.NFKC.String(name)
	}
	return c.intern(name)
}

// isQuoted reports whether an identifier stands for a string.
func (c *converter) isQuoted(i int32) bool { return isQuote(c.src[c.stop(i)-1]) }

func isQuote(b byte) bool { return b == '"' || b == '\'' }

// inJob runs f with the nodes of another job.
func inJob[T any](c *converter, j *job, f func(root int32) T) T {
	job, s, t := c.job, c.star, c.tail
	c.job, c.star, c.tail = j, star{}, tail{}
	v := f(j.root)
	c.job, c.star, c.tail = job, s, t
	return v
}

// How much an expression in a place of its own may be.
type exprForm uint8

const (
	oneExpr     exprForm = iota
	namedForm            // also "a := b"
	subjectForm          // also "a, b" and "*a, b"
	exprList             // those, but no "a := b"
	yieldForm            // also "yield"
)

// jobExpr returns the expression of a job of kind jobExpr.
func (c *converter) jobExpr(j *job, form exprForm) Expr {
	if j.root < 0 {
		c.fail(j.start, j.end, "invalid syntax")
		return &BadExpr{Span: c.span(j.start, j.end), Message: "invalid syntax"}
	}
	return inJob(c, j, func(root int32) Expr {
		// The statement holds one node, the parentheses of the frame.
		outer := root + 1
		if c.kind(root) != rawExprStmt || c.next(outer) != c.next(root) {
			return c.bad(root, "invalid syntax")
		}
		if c.loneStar(outer) {
			return c.bad(outer+2, "can't use starred expression here")
		}
		switch c.kind(outer) {
		case rawParenthesized:
			inner := outer + 2
			if c.kind(inner) == rawYield && form < yieldForm || c.kind(inner) == rawNamedExpr && form != namedForm && form != subjectForm {
				return c.bad(inner, "invalid syntax")
			}
			return c.inner(inner)
		case rawTuple:
			elts := c.exprs(outer)
			if form < subjectForm || len(elts) == 0 {
				break
			}
			first, last := outer+2, outer
			for k := range c.children(outer) {
				if c.next(k) < c.next(outer) {
					last = k
				}
			}
			return &Tuple{Span: c.span(c.start(first), c.stop(last)), Elts: elts}
		}
		return c.bad(outer, "invalid syntax")
	})
}

// loneStar reports whether node i is "(*x)". The grammar reads that in two ways,
// and which one it takes depends on what comes after it.
func (c *converter) loneStar(i int32) bool {
	if k := c.kind(i); k != rawParenthesized && k != rawTuple || c.kind(i+2) >= rawToken {
		return false
	}
	after := c.next(i + 2)
	return c.kind(after) == rawCloseBracket && c.leadingStar(i+2) >= 0
}

// exprs converts the children of node i that are no punctuation.
func (c *converter) exprs(i int32) []Expr {
	var list []Expr
	for k := range c.children(i) {
		if c.kind(k) < rawToken {
			list = append(list, c.element(k))
		}
	}
	return list
}

// element converts an expression that may be starred.
func (c *converter) element(i int32) Expr {
	if k := c.kind(i); k == rawListSplat || k == rawListSplatPattern {
		switch c.kind(i + 2) {
		case rawBoolOp, rawNot, rawComparison, rawConditional, rawLambda:
			return c.bad(i, "invalid syntax")
		}
		return &Starred{Span: c.spanOf(i), Value: c.expr(i + 2)}
	}
	first := c.leadingStar(i)
	if first < 0 {
		if c.kind(i) == rawNamedExpr {
			return c.named(i)
		}
		return c.expr(i)
	}
	s := &Starred{Span: c.spanOf(i)}
	saved := c.star
	c.star = star{node: first, at: c.node(first).start, end: c.node(first + 2).start}
	s.Value = c.expr(i)
	c.star = saved
	return s
}

// leadingStar returns the list_splat that node i is or starts with, or -1.
func (c *converter) leadingStar(i int32) int32 {
	for {
		switch c.kind(i) {
		case rawListSplat:
			return i
		case rawCall, rawAttribute, rawSubscript, rawBinOp:
			i++
			continue
		}
		return -1
	}
}

// named converts "target := value".
func (c *converter) named(i int32) Expr {
	if c.kind(i+1) != rawIdentifier {
		return c.bad(i+1, "cannot use assignment expressions with this target")
	}
	target := &Name{Span: c.spanOf(i + 1), ID: c.identifier(i + 1)}
	return &NamedExpr{Span: c.spanOf(i), Target: target, Value: c.expr(i + 3)}
}

// inner converts what may stand alone in parentheses.
func (c *converter) inner(i int32) Expr {
	switch c.kind(i) {
	case rawNamedExpr:
		return c.named(i)
	case rawYield:
		return c.yield(i)
	}
	return c.expr(i)
}

// rightSide converts the value of an assignment or an expression statement.
func (c *converter) rightSide(i int32) Expr {
	if c.kind(i) == rawYield {
		return c.yield(i)
	}
	return c.expr(i)
}

// operand converts an operand of an operator, which may not be an expression
// with an operator that binds less.
func (c *converter) operand(i int32, than rawKind) Expr {
	k := c.kind(i)
	bad := k == rawLambda || k == rawConditional
	switch than {
	case rawBinOp, rawComparison:
		bad = bad || k == rawNot || k == rawComparison || k == rawBoolOp
	case rawNot:
		bad = bad || k == rawBoolOp
	}
	if bad {
		return c.bad(i, "invalid syntax")
	}
	return c.expr(i)
}

// expr converts the expression that is node i.
func (c *converter) expr(i int32) Expr {
	if c.depth >= maxDepth {
		return c.bad(i, "the expression is nested too deeply")
	}
	c.depth++
	defer func() { c.depth-- }()
	switch c.kind(i) {
	case rawIdentifier:
		if c.isQuoted(i) {
			return c.str(i)
		}
		return &Name{Span: c.spanOf(i), ID: c.identifier(i)}
	case rawString:
		return c.str(i)
	case rawInteger, rawFloat:
		v := parseNumber(c.intern(c.text(i)))
		if v == nil {
			return c.bad(i, badNumber(c.text(i)))
		}
		if n, ok := v.(ConstInt); ok && len(n.Text) > maxDigits && isDecimal(n.Text) {
			return c.bad(i, "too many digits: more than "+strconv.Itoa(maxDigits)+" in a decimal integer")
		}
		return &Constant{Span: c.spanOf(i), Value: v}
	case rawTrue:
		return &Constant{Span: c.spanOf(i), Value: ConstBool{Value: true}}
	case rawFalse:
		return &Constant{Span: c.spanOf(i), Value: ConstBool{}}
	case rawNone:
		return &Constant{Span: c.spanOf(i), Value: ConstNone{}}
	case rawEllipsis:
		return &Constant{Span: c.spanOf(i), Value: ConstEllipsis{}}
	case rawParenthesized:
		if c.loneStar(i) {
			return c.bad(i+2, "can't use starred expression here")
		}
		return c.inner(i + 2)
	case rawTuple:
		if c.loneStar(i) {
			return c.bad(i+2, "can't use starred expression here")
		}
		return &Tuple{Span: c.spanOf(i), Elts: c.exprs(i)}
	case rawExprList, rawPatternList:
		return &Tuple{Span: c.spanOf(i), Elts: c.exprs(i)}
	case rawTuplePattern:
		if c.isParenthesized(i) {
			return c.expr(i + 2)
		}
		if c.next(i+1) != c.next(i) && c.kind(i+2) == rawListSplatPattern && c.kind(c.next(i+2)) != rawComma {
			return c.bad(i+2, "can't use starred expression here")
		}
		return &Tuple{Span: c.spanOf(i), Elts: c.exprs(i)}
	case rawList, rawListPattern:
		return &List{Span: c.spanOf(i), Elts: c.exprs(i)}
	case rawSet:
		return &Set{Span: c.spanOf(i), Elts: c.exprs(i)}
	case rawDict:
		return c.dict(i)
	case rawListSplat:
		if i != c.star.node {
			return c.bad(i, "can't use starred expression here")
		}
		return c.expr(i + 2)
	case rawAsPattern:
		if i != c.tail.node {
			return c.bad(i, "invalid syntax")
		}
		return c.expr(i + 1)
	case rawBinOp:
		return c.binOp(i)
	case rawBoolOp:
		return c.boolOp(i)
	case rawNot:
		return &UnaryOp{Span: c.spanOf(i), Op: Not, Operand: c.operand(i+2, rawNot)}
	case rawUnaryOp:
		op := map[rawKind]Operator{rawPlus: UAdd, rawMinus: USub}[c.kind(i+1)]
		if op == NoOp {
			op = Invert
		}
		return &UnaryOp{Span: c.spanOf(i), Op: op, Operand: c.operand(i+2, rawBinOp)}
	case rawComparison:
		return c.comparison(i)
	case rawConditional:
		test := c.next(c.next(i + 1))
		orelse := c.next(c.next(test))
		return &IfExp{Span: c.spanOf(i), Body: c.operand(i+1, rawConditional), Test: c.operand(test, rawConditional), Orelse: c.expr(orelse)}
	case rawLambda:
		return c.lambda(i)
	case rawAwait:
		return c.await(i)
	case rawAttribute:
		attr := c.next(c.next(i + 1))
		return &Attribute{Span: c.spanOf(i), Value: c.expr(i + 1), Attr: c.identifier(attr), AttrPos: c.spanOf(attr)}
	case rawSubscript:
		return c.subscript(i)
	case rawSlice:
		return c.slice(i)
	case rawCall:
		return c.call(i)
	case rawListComp:
		elt, clauses := c.comprehension(i)
		return &ListComp{Span: c.spanOf(i), Elt: elt, Generators: clauses}
	case rawSetComp:
		elt, clauses := c.comprehension(i)
		return &SetComp{Span: c.spanOf(i), Elt: elt, Generators: clauses}
	case rawGenerator:
		elt, clauses := c.comprehension(i)
		return &GeneratorExp{Span: c.spanOf(i), Elt: elt, Generators: clauses}
	case rawDictComp:
		_, clauses := c.comprehension(i)
		pair := i + 2
		return &DictComp{Span: c.spanOf(i), Key: c.expr(pair + 1), Value: c.expr(c.next(c.next(pair + 1))), Generators: clauses}
	}
	return c.bad(i, "invalid syntax")
}

// isParenthesized reports whether a tuple_pattern is one expression in
// parentheses, no tuple.
func (c *converter) isParenthesized(i int32) bool {
	if c.next(i+1) == c.next(i) || c.kind(i+2) >= rawToken {
		return false
	}
	after := c.next(i + 2)
	return c.kind(after) != rawComma && c.kind(i+2) != rawListSplatPattern
}

// maxDigits is how many digits CPython takes in a decimal integer.
const maxDigits = 4300

func isDecimal(text string) bool { return len(text) < 2 || byteClass[text[1]]&classDigit != 0 }

func badNumber(text string) string {
	if len(text) > 1 && text[0] == '0' && byteClass[text[1]]&classDigit != 0 {
		return "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers"
	}
	return "invalid number literal"
}
