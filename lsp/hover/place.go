package hover

import "augur/analysis/syntax"

// place is what a user points at.
type place struct {
	node       syntax.Node // the innermost node
	stmt       syntax.Stmt // the innermost statement around it
	line       int         // the 1-based line on which the statement starts
	name       string      // the variable, if it is one
	start, end int         // byte offsets
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
		case *syntax.Arg:
			name := syntax.Span{Start: span.Start, End: span.Start + int32(len(node.Name))}
			if covers(name, offset) {
				at.set(node, name)
				at.name = node.Name
			}
		case syntax.Expr:
			at.set(node, *span)
			at.name = ""
		}
		return true
	})
	return at
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
