package hover

import "augur/analysis/syntax"

// place is what a user points at.
type place struct {
	node       syntax.Node  // the innermost node
	stmt       syntax.Stmt  // the innermost statement around it
	line       int          // the 1-based line on which the statement starts
	name       string       // the variable, if it is one
	stored     bool         // the variable is assigned to, or changed, here
	inner      bool         // it is in a lambda or a comprehension, which has variables of its own
	call       *syntax.Call // the call whose function is pointed at
	start, end int          // byte offsets
}

// find returns what is at a byte offset.
func find(mod *syntax.Module, offset int) place {
	var at place
	syntax.Inspect(mod, func(node syntax.Node) bool {
		span := node.Pos()
		if offset < int(span.Start) || int(span.End) < offset {
			return false
		}
		switch node := node.(type) {
		case *syntax.Module:
			return true
		case *syntax.FunctionDef:
			if covers(node.NamePos, offset) {
				at.set(node, node.NamePos)
				at.line = int(node.DefLine)
				return false
			}
			at.stmt, at.line = node, int(node.DefLine)
			return true
		case *syntax.ClassDef:
			at.stmt, at.line = node, int(node.DefLine)
			return !covers(node.NamePos, offset)
		case syntax.Stmt:
			at.stmt, at.line = node, int(span.Line)
			return true
		case *syntax.Name:
			at.set(node, *span)
			at.name = node.ID
			at.stored = at.stores(node)
		case *syntax.Arg:
			name := syntax.Span{Start: span.Start, End: span.Start + int32(len(node.Name))}
			if covers(name, offset) {
				at.set(node, name)
				at.name = node.Name
			}
		case *syntax.Call:
			at.set(node, *span)
			at.name, at.call = "", nil
			if f := node.Func.Pos(); offset >= lastName(node.Func) && offset <= int(f.End) {
				at.call = node
			}
		case *syntax.Attribute:
			at.set(node, *span)
			at.name = ""
			if offset < lastName(node) {
				at.call = nil
			}
		case *syntax.Lambda, *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp:
			at.set(node, *span)
			at.name, at.inner = "", true
		case syntax.Expr:
			at.set(node, *span)
			at.name = ""
		}
		return true
	})
	return at
}

// lastName returns where the last name of an expression starts: what is called.
func lastName(e syntax.Expr) int {
	p := e.Pos()
	if a, ok := e.(*syntax.Attribute); ok {
		return int(p.End) - len(a.Attr)
	}
	return int(p.Start)
}

// stores reports whether the statement at the place assigns to a name, or changes
// what it stands for, rather than to read it.
func (p *place) stores(name *syntax.Name) bool {
	var targets []syntax.Expr
	switch s := p.stmt.(type) {
	case *syntax.Assign:
		targets = s.Targets
	case *syntax.AugAssign:
		targets = []syntax.Expr{s.Target}
	case *syntax.AnnAssign:
		targets = []syntax.Expr{s.Target}
	case *syntax.For:
		targets = []syntax.Expr{s.Target}
	case *syntax.With:
		for _, item := range s.Items {
			if item.Vars != nil {
				targets = append(targets, item.Vars)
			}
		}
	case *syntax.ExprStmt:
		return !p.inner // "xs.append(1)" is there for what it does to xs
	case *syntax.Delete:
		return true
	}
	for _, t := range targets {
		if span := t.Pos(); span.Start <= name.Start && name.End <= span.End {
			return true
		}
	}
	return false
}

func (p *place) set(node syntax.Node, span syntax.Span) {
	p.node, p.start, p.end = node, int(span.Start), int(span.End)
}

// within reports whether the place is in an expression.
func (p *place) within(expr syntax.Expr) bool {
	span := expr.Pos()
	return int(span.Start) <= p.start && p.end <= int(span.End)
}

func covers(span syntax.Span, offset int) bool {
	return int(span.Start) <= offset && offset <= int(span.End)
}
