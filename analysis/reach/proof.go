package reach

import (
	"fmt"

	"augur/analysis/syntax"
)

// proveUnreachable returns why no input can reach a line, "" if that is not
// proved.
func proveUnreachable(f *syntax.File, g *lineGoal) string {
	return deadIn(f, f.Module.Body, g.line)
}

// deadIn looks for what cuts a line off on the way to it through a block.
func deadIn(f *syntax.File, body []syntax.Stmt, line int) string {
	for i, s := range body {
		if !inside(s, line) {
			continue
		}
		for _, before := range body[:i] {
			if neverEnds(before) {
				return fmt.Sprintf("line %d always leaves the block", before.Pos().Line)
			}
		}
		switch s := s.(type) {
		case *syntax.If:
			if b, ok := constantTruth(s.Test); ok {
				if b && within(s.Orelse, line) || !b && within(s.Body, line) {
					return fmt.Sprintf("line %d: the condition is always %s", s.Line, truthName(b))
				}
			}
		case *syntax.While:
			if b, ok := constantTruth(s.Test); ok {
				if b && within(s.Orelse, line) || !b && within(s.Body, line) {
					return fmt.Sprintf("line %d: the condition is always %s", s.Line, truthName(b))
				}
			}
		}
		for _, b := range bodies(s) {
			if why := deadIn(f, b, line); why != "" {
				return why
			}
		}
	}
	return ""
}

// neverEnds reports whether control cannot get past a statement to the next.
func neverEnds(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.Return, *syntax.Raise, *syntax.Break, *syntax.Continue:
		return true
	case *syntax.If:
		return endless(s.Body) && endless(s.Orelse)
	case *syntax.While:
		b, ok := constantTruth(s.Test)
		return ok && b && !breaksOut(s.Body)
	case *syntax.Try:
		if endless(s.Finalbody) {
			return true
		}
		for _, h := range s.Handlers {
			if !endless(h.Body) {
				return false
			}
		}
		return endless(s.Body) || endless(s.Orelse)
	}
	return false
}

func endless(body []syntax.Stmt) bool {
	for _, s := range body {
		if neverEnds(s) {
			return true
		}
	}
	return false
}

// breaksOut reports whether a loop's body has a break of that loop.
func breaksOut(body []syntax.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.Break:
			return true
		case *syntax.For:
			if breaksOut(s.Orelse) {
				return true
			}
		case *syntax.While:
			if breaksOut(s.Orelse) {
				return true
			}
		case *syntax.FunctionDef, *syntax.ClassDef:
		default:
			for _, b := range bodies(s) {
				if breaksOut(b) {
					return true
				}
			}
		}
	}
	return false
}

// constantTruth is the truth of a condition that is a literal.
func constantTruth(e syntax.Expr) (truth, ok bool) {
	switch e := e.(type) {
	case *syntax.Constant:
		switch k := e.Value.(type) {
		case syntax.ConstBool:
			return k.Value, true
		case syntax.ConstNone:
			return false, true
		case syntax.ConstInt:
			return k.Text != "0", k.Text == "0" || k.Text == "1"
		case syntax.ConstStr:
			return k.Value != "", true
		}
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			b, ok := constantTruth(e.Operand)
			return !b, ok
		}
	case *syntax.List:
		return false, len(e.Elts) == 0
	case *syntax.Tuple:
		return false, len(e.Elts) == 0
	}
	return false, false
}
