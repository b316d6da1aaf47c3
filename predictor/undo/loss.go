package undo

import (
	"augur/analysis/syntax"
)

// lossOf says what a statement does to the value that a variable held.
func lossOf(st syntax.Stmt, name string) Kind {
	switch s := st.(type) {
	case *syntax.Assign:
		for _, t := range s.Targets {
			if assigns(t, name) {
				return through(s.Value, name)
			}
		}
	case *syntax.AnnAssign:
		if s.Value != nil && assigns(s.Target, name) {
			return through(s.Value, name)
		}
	case *syntax.AugAssign:
		if assigns(s.Target, name) {
			if lossyOperator(s.Op, nil) {
				return Lossy
			}
			return Kept
		}
	case *syntax.Delete:
		for _, t := range s.Targets {
			if assigns(t, name) {
				return Overwritten
			}
		}
	}
	return Changed
}

// assigns reports whether a target binds a name, and not a part of its object.
func assigns(target syntax.Expr, name string) bool {
	switch t := target.(type) {
	case *syntax.Name:
		return t.ID == name
	case *syntax.Starred:
		return assigns(t.Value, name)
	case *syntax.Tuple:
		for _, e := range t.Elts {
			if assigns(e, name) {
				return true
			}
		}
	case *syntax.List:
		for _, e := range t.Elts {
			if assigns(e, name) {
				return true
			}
		}
	}
	return false
}

// through says what is left of a variable's value in that of an expression. Of
// several uses the one that keeps most counts.
func through(e syntax.Expr, name string) Kind {
	worst := Overwritten
	var visit func(n syntax.Node, lossy bool)
	visit = func(n syntax.Node, lossy bool) {
		switch x := n.(type) {
		case nil:
			return
		case *syntax.Name:
			if x.ID == name {
				if lossy && worst == Overwritten {
					worst = Lossy
				} else if !lossy {
					worst = Kept
				}
			}
			return
		case *syntax.Compare, *syntax.Lambda, *syntax.SetComp, *syntax.Set, *syntax.Attribute:
			lossy = true
		case *syntax.BoolOp:
			// Only one operand is the value, and which one is not told.
			lossy = true
		case *syntax.UnaryOp:
			lossy = lossy || x.Op == syntax.Not
		case *syntax.BinOp:
			visit(x.Left, lossy || lossyOperator(x.Op, x.Right))
			visit(x.Right, lossy || lossyOperator(x.Op, x.Left))
			return
		case *syntax.IfExp:
			visit(x.Test, true)
			visit(x.Body, lossy)
			visit(x.Orelse, lossy)
			return
		case *syntax.Subscript:
			visit(x.Value, lossy || !wholeSlice(x.Index))
			visit(x.Index, true)
			return
		case *syntax.Call:
			lossy = lossy || !keepsArguments(x)
			if f, ok := x.Func.(*syntax.Attribute); ok {
				visit(f.Value, lossy)
			}
			for _, a := range x.Args {
				visit(a, lossy)
			}
			for _, k := range x.Keywords {
				visit(k.Value, lossy)
			}
			return
		case *syntax.ListComp:
			for _, g := range x.Generators {
				visit(g.Iter, lossy || len(g.Ifs) > 0)
			}
			visit(x.Elt, lossy)
			return
		}
		syntax.Children(n, func(c syntax.Node) { visit(c, lossy) })
	}
	visit(e, false)
	return worst
}

// lossyOperator reports whether different operands give the same result. other is
// the other operand, nil if it does not matter.
func lossyOperator(op syntax.Operator, other syntax.Expr) bool {
	switch op {
	case syntax.Mod, syntax.FloorDiv, syntax.RShift, syntax.BitAnd, syntax.BitOr, syntax.MatMult:
		return true
	case syntax.Mult:
		k, ok := other.(*syntax.Constant)
		if !ok {
			return false
		}
		n, ok := k.Value.(syntax.ConstInt)
		return ok && n.Text == "0"
	}
	return false
}

// wholeSlice reports whether an index is [:] or [::-1].
func wholeSlice(index syntax.Expr) bool {
	s, ok := index.(*syntax.Slice)
	return ok && s.Lower == nil && s.Upper == nil && (s.Step == nil || isMinusOne(s.Step))
}

func isMinusOne(e syntax.Expr) bool {
	u, ok := e.(*syntax.UnaryOp)
	if !ok || u.Op != syntax.USub {
		return false
	}
	k, ok := u.Operand.(*syntax.Constant)
	if !ok {
		return false
	}
	n, ok := k.Value.(syntax.ConstInt)
	return ok && n.Text == "1"
}

// keepers are functions and methods whose results tell what they were given.
var keepers = set("str", "repr", "list", "tuple", "dict", "enumerate", "reversed", "ord", "chr", "copy", "swapcase", "encode", "decode", "join", "format", "hex", "bin", "oct")

func keepsArguments(c *syntax.Call) bool {
	switch f := c.Func.(type) {
	case *syntax.Name:
		return keepers[f.ID]
	case *syntax.Attribute:
		return keepers[f.Attr] || f.Attr == "split" && len(c.Args) == 1
	}
	return false
}

// reads reports whether a statement uses the value that a variable held.
func reads(st syntax.Stmt, name string) bool {
	if s, ok := st.(*syntax.AugAssign); ok && baseName(s.Target) == name {
		return true
	}
	found := false
	look := func(e syntax.Expr) {
		if e == nil {
			return
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			if x, ok := n.(*syntax.Name); ok && x.ID == name {
				found = true
			}
			return !found
		})
	}
	// A part that is assigned to is one of an object that is there.
	var parts func(t syntax.Expr)
	parts = func(t syntax.Expr) {
		switch t := t.(type) {
		case *syntax.Name:
		case *syntax.Tuple:
			for _, e := range t.Elts {
				parts(e)
			}
		case *syntax.List:
			for _, e := range t.Elts {
				parts(e)
			}
		case *syntax.Starred:
			parts(t.Value)
		default:
			look(t)
		}
	}
	switch s := st.(type) {
	case *syntax.Assign:
		look(s.Value)
		for _, t := range s.Targets {
			parts(t)
		}
	case *syntax.AnnAssign:
		look(s.Value)
		parts(s.Target)
	case *syntax.AugAssign:
		look(s.Value)
		parts(s.Target)
	case *syntax.Delete:
		for _, t := range s.Targets {
			look(t)
		}
	case *syntax.ExprStmt:
		look(s.Value)
	case *syntax.Assert:
		look(s.Test)
	}
	return found
}
