package syntax

import "fmt"

// shifter copies nodes to another place of the source.
type shifter struct {
	offset, line int32
}

func (s shifter) span(p Span) Span {
	return Span{Start: p.Start + s.offset, End: p.End + s.offset, Line: p.Line + s.line, EndLine: p.EndLine + s.line}
}

// result copies what a line was converted to.
func (s shifter) result(r result) result {
	if s == (shifter{}) {
		return r
	}
	if r.problem != nil {
		p := *r.problem
		p.Span = s.span(p.Span)
		r.problem = &p
	}
	switch n := r.node.(type) {
	case nil:
	case Stmt:
		r.node = s.stmt(n)
	case Expr:
		r.node = s.expr(n)
	case *ExceptHandler:
		h := *n
		h.Span, h.Type = s.span(h.Span), s.expr(h.Type)
		r.node = &h
	case *MatchCase:
		m := *n
		m.Span, m.Pattern, m.Guard = s.span(m.Span), s.pattern(m.Pattern), s.expr(m.Guard)
		r.node = &m
	default:
		panic(fmt.Sprintf("no line is a %T", n))
	}
	return r
}

// stmt copies a statement. Headers have no suite yet.
func (s shifter) stmt(n Stmt) Stmt {
	switch n := n.(type) {
	case *FunctionDef:
		c := *n
		c.Span, c.NamePos = s.span(c.Span), s.span(c.NamePos)
		c.Decorators, c.TypeParams = s.exprs(c.Decorators), s.typeParams(c.TypeParams)
		c.Args, c.Returns = s.arguments(c.Args), s.expr(c.Returns)
		return &c
	case *ClassDef:
		c := *n
		c.Span, c.NamePos = s.span(c.Span), s.span(c.NamePos)
		c.Decorators, c.TypeParams = s.exprs(c.Decorators), s.typeParams(c.TypeParams)
		c.Bases, c.Keywords = s.exprs(c.Bases), s.keywords(c.Keywords)
		return &c
	case *Return:
		return &Return{Span: s.span(n.Span), Value: s.expr(n.Value)}
	case *Delete:
		return &Delete{Span: s.span(n.Span), Targets: s.exprs(n.Targets)}
	case *Assign:
		return &Assign{Span: s.span(n.Span), Targets: s.exprs(n.Targets), Value: s.expr(n.Value)}
	case *AugAssign:
		return &AugAssign{Span: s.span(n.Span), Target: s.expr(n.Target), Op: n.Op, Value: s.expr(n.Value)}
	case *AnnAssign:
		c := *n
		c.Span, c.Target, c.Annotation, c.Value = s.span(c.Span), s.expr(c.Target), s.expr(c.Annotation), s.expr(c.Value)
		return &c
	case *TypeAlias:
		return &TypeAlias{Span: s.span(n.Span), Name: s.name(n.Name), TypeParams: s.typeParams(n.TypeParams), Value: s.expr(n.Value)}
	case *For:
		c := *n
		c.Span, c.Target, c.Iter = s.span(c.Span), s.expr(c.Target), s.expr(c.Iter)
		return &c
	case *While:
		return &While{Span: s.span(n.Span), Test: s.expr(n.Test)}
	case *If:
		return &If{Span: s.span(n.Span), Test: s.expr(n.Test)}
	case *With:
		c := *n
		c.Span = s.span(c.Span)
		c.Items = make([]*WithItem, len(n.Items))
		for i, item := range n.Items {
			c.Items[i] = &WithItem{Span: s.span(item.Span), Context: s.expr(item.Context), Vars: s.expr(item.Vars)}
		}
		return &c
	case *Match:
		return &Match{Span: s.span(n.Span), Subject: s.expr(n.Subject)}
	case *Raise:
		return &Raise{Span: s.span(n.Span), Exc: s.expr(n.Exc), Cause: s.expr(n.Cause)}
	case *Assert:
		return &Assert{Span: s.span(n.Span), Test: s.expr(n.Test), Msg: s.expr(n.Msg)}
	case *Import:
		return &Import{Span: s.span(n.Span), Names: s.aliases(n.Names)}
	case *ImportFrom:
		c := *n
		c.Span, c.Names = s.span(c.Span), s.aliases(c.Names)
		return &c
	case *Global:
		return &Global{Span: s.span(n.Span), Names: n.Names}
	case *Nonlocal:
		return &Nonlocal{Span: s.span(n.Span), Names: n.Names}
	case *ExprStmt:
		return &ExprStmt{Span: s.span(n.Span), Value: s.expr(n.Value)}
	case *Pass:
		return &Pass{Span: s.span(n.Span)}
	case *Break:
		return &Break{Span: s.span(n.Span)}
	case *Continue:
		return &Continue{Span: s.span(n.Span)}
	case *BadStmt:
		return &BadStmt{Span: s.span(n.Span), Message: n.Message}
	}
	panic(fmt.Sprintf("no line is a %T", n))
}

// expr copies an expression, which may be nil.
func (s shifter) expr(n Expr) Expr {
	switch n := n.(type) {
	case nil:
		return nil
	case *BoolOp:
		return &BoolOp{Span: s.span(n.Span), Op: n.Op, Values: s.exprs(n.Values)}
	case *NamedExpr:
		return &NamedExpr{Span: s.span(n.Span), Target: s.name(n.Target), Value: s.expr(n.Value)}
	case *BinOp:
		return &BinOp{Span: s.span(n.Span), Left: s.expr(n.Left), Op: n.Op, Right: s.expr(n.Right)}
	case *UnaryOp:
		return &UnaryOp{Span: s.span(n.Span), Op: n.Op, Operand: s.expr(n.Operand)}
	case *Lambda:
		return &Lambda{Span: s.span(n.Span), Args: s.arguments(n.Args), Body: s.expr(n.Body)}
	case *IfExp:
		return &IfExp{Span: s.span(n.Span), Test: s.expr(n.Test), Body: s.expr(n.Body), Orelse: s.expr(n.Orelse)}
	case *Dict:
		return &Dict{Span: s.span(n.Span), Keys: s.exprs(n.Keys), Values: s.exprs(n.Values)}
	case *Set:
		return &Set{Span: s.span(n.Span), Elts: s.exprs(n.Elts)}
	case *ListComp:
		return &ListComp{Span: s.span(n.Span), Elt: s.expr(n.Elt), Generators: s.generators(n.Generators)}
	case *SetComp:
		return &SetComp{Span: s.span(n.Span), Elt: s.expr(n.Elt), Generators: s.generators(n.Generators)}
	case *GeneratorExp:
		return &GeneratorExp{Span: s.span(n.Span), Elt: s.expr(n.Elt), Generators: s.generators(n.Generators)}
	case *DictComp:
		return &DictComp{Span: s.span(n.Span), Key: s.expr(n.Key), Value: s.expr(n.Value), Generators: s.generators(n.Generators)}
	case *Await:
		return &Await{Span: s.span(n.Span), Value: s.expr(n.Value)}
	case *Yield:
		return &Yield{Span: s.span(n.Span), Value: s.expr(n.Value)}
	case *YieldFrom:
		return &YieldFrom{Span: s.span(n.Span), Value: s.expr(n.Value)}
	case *Compare:
		return &Compare{Span: s.span(n.Span), Left: s.expr(n.Left), Ops: n.Ops, Comparators: s.exprs(n.Comparators)}
	case *Call:
		return &Call{Span: s.span(n.Span), Func: s.expr(n.Func), Args: s.exprs(n.Args), Keywords: s.keywords(n.Keywords)}
	case *Constant:
		return &Constant{Span: s.span(n.Span), Value: n.Value}
	case *JoinedStr:
		return s.joined(n)
	case *FormattedValue:
		return &FormattedValue{Span: s.span(n.Span), Value: s.expr(n.Value), Conversion: n.Conversion, FormatSpec: s.joined(n.FormatSpec)}
	case *Attribute:
		return &Attribute{Span: s.span(n.Span), Value: s.expr(n.Value), Attr: n.Attr, AttrPos: s.span(n.AttrPos)}
	case *Subscript:
		return &Subscript{Span: s.span(n.Span), Value: s.expr(n.Value), Index: s.expr(n.Index)}
	case *Starred:
		return &Starred{Span: s.span(n.Span), Value: s.expr(n.Value)}
	case *Name:
		return s.name(n)
	case *List:
		return &List{Span: s.span(n.Span), Elts: s.exprs(n.Elts)}
	case *Tuple:
		return &Tuple{Span: s.span(n.Span), Elts: s.exprs(n.Elts)}
	case *Slice:
		return &Slice{Span: s.span(n.Span), Lower: s.expr(n.Lower), Upper: s.expr(n.Upper), Step: s.expr(n.Step)}
	case *BadExpr:
		return &BadExpr{Span: s.span(n.Span), Message: n.Message}
	}
	panic(fmt.Sprintf("%T is no expression", n))
}

// shiftAll copies a list by its elements; the copy of nil is nil.
func shiftAll[T any](list []T, shift func(T) T) []T {
	if list == nil {
		return nil
	}
	c := make([]T, len(list))
	for i, n := range list {
		c[i] = shift(n)
	}
	return c
}

func (s shifter) exprs(list []Expr) []Expr { return shiftAll(list, s.expr) }

func (s shifter) name(n *Name) *Name { return &Name{Span: s.span(n.Span), ID: n.ID} }

func (s shifter) joined(n *JoinedStr) *JoinedStr {
	if n == nil {
		return nil
	}
	return &JoinedStr{Span: s.span(n.Span), Values: s.exprs(n.Values)}
}

func (s shifter) keywords(list []*Keyword) []*Keyword {
	return shiftAll(list, func(n *Keyword) *Keyword {
		return &Keyword{Span: s.span(n.Span), Name: n.Name, Value: s.expr(n.Value)}
	})
}

func (s shifter) aliases(list []*Alias) []*Alias {
	return shiftAll(list, func(n *Alias) *Alias {
		return &Alias{Span: s.span(n.Span), Name: n.Name, AsName: n.AsName}
	})
}

func (s shifter) typeParams(list []TypeParam) []TypeParam {
	return shiftAll(list, func(n TypeParam) TypeParam {
		n.Span, n.Bound = s.span(n.Span), s.expr(n.Bound)
		return n
	})
}

func (s shifter) generators(list []*Comprehension) []*Comprehension {
	return shiftAll(list, func(n *Comprehension) *Comprehension {
		c := *n
		c.Span, c.Target, c.Iter, c.Ifs = s.span(c.Span), s.expr(c.Target), s.expr(c.Iter), s.exprs(c.Ifs)
		return &c
	})
}

func (s shifter) arg(n *Arg) *Arg {
	if n == nil {
		return nil
	}
	return &Arg{Span: s.span(n.Span), Name: n.Name, Annotation: s.expr(n.Annotation)}
}

func (s shifter) arguments(n *Arguments) *Arguments {
	return &Arguments{
		Span:       s.span(n.Span),
		PosOnly:    shiftAll(n.PosOnly, s.arg),
		Args:       shiftAll(n.Args, s.arg),
		Vararg:     s.arg(n.Vararg),
		KwOnly:     shiftAll(n.KwOnly, s.arg),
		KwDefaults: s.exprs(n.KwDefaults),
		Kwarg:      s.arg(n.Kwarg),
		Defaults:   s.exprs(n.Defaults),
	}
}

// pattern copies a pattern, which may be nil.
func (s shifter) pattern(n Pattern) Pattern {
	switch n := n.(type) {
	case nil:
		return nil
	case *MatchValue:
		return &MatchValue{Span: s.span(n.Span), Value: s.expr(n.Value)}
	case *MatchSingleton:
		return &MatchSingleton{Span: s.span(n.Span), Value: n.Value}
	case *MatchSequence:
		return &MatchSequence{Span: s.span(n.Span), Patterns: shiftAll(n.Patterns, s.pattern)}
	case *MatchMapping:
		return &MatchMapping{Span: s.span(n.Span), Keys: s.exprs(n.Keys), Patterns: shiftAll(n.Patterns, s.pattern), Rest: n.Rest}
	case *MatchClass:
		c := *n
		c.Span, c.Cls = s.span(c.Span), s.expr(c.Cls)
		c.Patterns, c.KwdPatterns = shiftAll(c.Patterns, s.pattern), shiftAll(c.KwdPatterns, s.pattern)
		return &c
	case *MatchStar:
		return &MatchStar{Span: s.span(n.Span), Name: n.Name}
	case *MatchAs:
		return &MatchAs{Span: s.span(n.Span), Pattern: s.pattern(n.Pattern), Name: n.Name}
	case *MatchOr:
		return &MatchOr{Span: s.span(n.Span), Patterns: shiftAll(n.Patterns, s.pattern)}
	}
	panic(fmt.Sprintf("%T is no pattern", n))
}
