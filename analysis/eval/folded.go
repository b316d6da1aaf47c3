package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// This file knows which expressions CPython's compiler turns into constants.

// allFolded reports whether CPython's compiler turns all elements into
// constants.
func allFolded(elts []syntax.Expr) bool {
	for _, e := range elts {
		if !folded(e) {
			return false
		}
	}
	return true
}

// folded reports whether the compiler turns an expression into a constant.
func folded(e syntax.Expr) bool { return foldedTo(e) != notFolded }

// foldedKind is what kind of constant an expression is to the compiler.
type foldedKind uint8

const (
	notFolded foldedKind = iota
	foldedNumber
	foldedText
	foldedBytes
	foldedTuple
	foldedOther
)

func foldedTo(e syntax.Expr) foldedKind {
	switch e := e.(type) {
	case *syntax.Constant:
		switch e.Value.(type) {
		case syntax.ConstInt, syntax.ConstFloat, syntax.ConstComplex, syntax.ConstBool:
			return foldedNumber
		case syntax.ConstStr:
			return foldedText
		case syntax.ConstBytes:
			return foldedBytes
		}
		return foldedOther
	case *syntax.UnaryOp:
		switch x := foldedTo(e.Operand); {
		case x == notFolded:
			return notFolded
		case e.Op == syntax.Not || x == foldedNumber:
			return foldedNumber
		}
	case *syntax.BinOp:
		return foldedOperation(e)
	case *syntax.Tuple:
		if allFolded(e.Elts) {
			return foldedTuple
		}
	}
	return notFolded
}

// foldedOperation is foldedTo for an operation. One that raises is left to run time.
func foldedOperation(e *syntax.BinOp) foldedKind {
	l, r := foldedTo(e.Left), foldedTo(e.Right)
	sequence := func(k foldedKind) bool { return k == foldedText || k == foldedBytes || k == foldedTuple }
	switch {
	case l == foldedNumber && r == foldedNumber && e.Op != syntax.MatMult:
		k, constant := e.Right.(*syntax.Constant)
		n, isInt := syntax.ConstInt{}, false
		if constant {
			n, isInt = k.Value.(syntax.ConstInt)
		}
		if divides := e.Op == syntax.Div || e.Op == syntax.FloorDiv || e.Op == syntax.Mod; divides && isInt && n.Text == "0" {
			return notFolded
		}
		return foldedNumber
	case l == r && sequence(l) && e.Op == syntax.Add:
		return l
	case sequence(l) && r == foldedNumber && e.Op == syntax.Mult:
		return l
	case l == foldedNumber && sequence(r) && e.Op == syntax.Mult:
		return r
	}
	return notFolded
}

// iterated compiles what a loop iterates over: there the compiler makes a
// constant set display a frozenset.
func (c *compiler) iterated(e syntax.Expr) expr {
	if l, ok := e.(*syntax.List); ok && allFolded(l.Elts) {
		return c.whole(&syntax.Tuple{Span: l.Span, Elts: l.Elts}) // which it is to the compiler
	}
	s, ok := e.(*syntax.Set)
	if !ok || !allFolded(s.Elts) {
		return c.expr(e)
	}
	multi := c.multi
	c.multi = false
	get := c.elements(s.Elts, s.Line, false)
	c.multi = multi
	return c.opened(s.Line, func(fr *frame) (value.Value, error) {
		vs, err := get(fr)
		if err != nil {
			return nil, err
		}
		return value.NewConstantSet(fr.t, vs, true)
	})
}
