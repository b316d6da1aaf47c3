package reach

import (
	"fmt"
	"strings"

	"augur/analysis/syntax"
)

// A branch is what can go one way or the other on a line: a condition, a loop
// that is entered or not, a case that is taken or not.
type branch struct {
	stmt    syntax.Stmt // that it is a part of
	cond    syntax.Expr
	loop    syntax.Stmt
	pattern syntax.Pattern
}

// line is where the branch is decided.
func (b branch) line() int {
	if b.pattern != nil {
		return int(b.pattern.Pos().Line)
	}
	return int(b.stmt.Pos().Line)
}

// branchesAt lists the branches on a line, the statement's own first. Those
// inside of it are the operands of "and" and "or", the conditions of
// comprehensions and of conditional expressions.
func branchesAt(f *syntax.File, line int) []branch {
	s := statementAt(f.Module.Body, line)
	if s == nil {
		return nil
	}
	var all []branch
	switch s := s.(type) {
	case *syntax.If:
		all = append(all, branch{stmt: s, cond: s.Test})
	case *syntax.While:
		all = append(all, branch{stmt: s, loop: s}, branch{stmt: s, cond: s.Test})
	case *syntax.For:
		all = append(all, branch{stmt: s, loop: s})
	case *syntax.Assert:
		all = append(all, branch{stmt: s, cond: s.Test})
	case *syntax.Match:
		for _, c := range s.Cases {
			if int(c.Pattern.Pos().Line) == line {
				all = append(all, branch{stmt: s, pattern: c.Pattern})
				if c.Guard != nil {
					all = append(all, branch{stmt: s, cond: c.Guard})
				}
			}
		}
	}
	add := func(e syntax.Expr) { all = append(all, branch{stmt: s, cond: e}) }
	look := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BoolOp:
			for _, v := range n.Values {
				add(v)
			}
		case *syntax.IfExp:
			add(n.Test)
		case *syntax.Comprehension:
			for _, c := range n.Ifs {
				add(c)
			}
		}
		return true
	}
	header(s, func(n syntax.Node) { syntax.Inspect(n, look) })
	return all
}

// header gives the parts of a statement that are in none of its blocks.
func header(s syntax.Stmt, visit func(syntax.Node)) {
	syntax.Children(s, func(n syntax.Node) {
		switch n.(type) {
		case syntax.Stmt, *syntax.ExceptHandler, *syntax.MatchCase:
		default:
			visit(n)
		}
	})
	if m, ok := s.(*syntax.Match); ok {
		for _, c := range m.Cases {
			if c.Guard != nil {
				visit(c.Guard)
			}
		}
	}
}

// statementAt returns the innermost statement on a line, nil if there is none.
func statementAt(body []syntax.Stmt, line int) syntax.Stmt {
	for _, s := range body {
		if !inside(s, line) {
			continue
		}
		for _, b := range syntax.Blocks(s) {
			if in := statementAt(b, line); in != nil {
				return in
			}
		}
		return s
	}
	return nil
}

// chooseBranch picks the branch on a line that has the text, or the first if the
// text is empty.
func chooseBranch(f *syntax.File, line int, text string, turn int) (branch, error) {
	all := branchesAt(f, line)
	if turn > 0 {
		for _, b := range all {
			if b.loop != nil {
				return b, nil
			}
		}
		return branch{}, fmt.Errorf("there is no loop on line %d", line)
	}
	if len(all) == 0 {
		return branch{}, fmt.Errorf("nothing on line %d is decided one way or the other", line)
	}
	if text == "" {
		return all[0], nil
	}
	var texts []string
	for _, b := range all {
		if b.cond == nil {
			continue
		}
		t := f.Text(b.cond)
		if squeeze(t) == squeeze(text) {
			return b, nil
		}
		texts = append(texts, shorten(t))
	}
	if len(texts) == 0 {
		return branch{}, fmt.Errorf("line %d has no condition", line)
	}
	return branch{}, fmt.Errorf("line %d has no condition %q; it has %s", line, text, strings.Join(texts, ", "))
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// A spot is a place inside a statement: a line of it, or one of its expressions.
type spot struct {
	line int
	node syntax.Node // nil: the line
}

// in reports whether the spot is inside a node.
func (p spot) in(n syntax.Node) bool {
	if p.node == nil {
		return inside(n, p.line)
	}
	a, b := n.Pos(), p.node.Pos()
	return a.Start <= b.Start && b.End <= a.End
}

// before reports whether the spot is before a node.
func (p spot) before(n syntax.Node) bool {
	if p.node == nil {
		return int(n.Pos().Line) > p.line
	}
	return n.Pos().Start >= p.node.Pos().End
}

// into adds what must hold for a spot inside a statement to be evaluated.
func (g *lineGoal) into(n syntax.Node, at spot) {
	if n == at.node {
		return
	}
	need := func(cond syntax.Expr, want bool) {
		gt := &gate{cond: cond, want: want, line: int(cond.Pos().Line)}
		g.gates, g.inner = append(g.gates, gt), append(g.inner, gt)
	}
	switch e := n.(type) {
	case *syntax.Assert:
		if e.Msg != nil && at.in(e.Msg) && !at.in(e.Test) {
			need(e.Test, false)
		}
	case *syntax.BoolOp:
		for _, x := range e.Values {
			if at.in(x) || at.before(x) {
				break
			}
			need(x, e.Op == syntax.And)
		}
	case *syntax.IfExp:
		switch {
		case at.in(e.Body):
			need(e.Test, true)
		case at.in(e.Orelse):
			need(e.Test, false)
		}
	case *syntax.ListComp:
		intoComprehension(e.Generators, at, need)
	case *syntax.SetComp:
		intoComprehension(e.Generators, at, need)
	case *syntax.DictComp:
		intoComprehension(e.Generators, at, need)
	case *syntax.GeneratorExp:
		intoComprehension(e.Generators, at, need)
	}
	syntax.Children(n, func(c syntax.Node) {
		if _, block := c.(syntax.Stmt); !block && at.in(c) {
			g.into(c, at)
		}
	})
}

func intoComprehension(gens []*syntax.Comprehension, at spot, need func(syntax.Expr, bool)) {
	for _, c := range gens {
		if at.in(c) && (at.node == nil || at.in(c.Iter)) {
			return
		}
		for _, x := range c.Ifs {
			if at.in(x) {
				return
			}
			need(x, true)
		}
	}
}
