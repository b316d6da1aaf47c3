package reach

import (
	"fmt"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/flow"
	"augur/analysis/syntax"
)

// setGoal works out what the query wants.
func (s *search) setGoal() error {
	if s.q.Goal == Returns {
		return s.setReturns()
	}
	q := s.q
	line := q.Line
	if d := definitionAt(q.File.Module.Body, line); d != nil {
		// To reach the header of the function is to call it.
		line = firstLine(d)
	}
	var b branch
	if q.Goal == Branch {
		var err error
		if b, err = chooseBranch(q.File, line, q.Condition, q.Turn); err != nil {
			return err
		}
		line = b.line()
	}
	g := newLineGoal(q, s.en, line)
	g.class = q.Exception[strings.LastIndexByte(q.Exception, '.')+1:]
	switch q.Goal {
	case AssertFails:
		g.raise, g.class = true, "AssertionError"
	case Raise:
		g.raise = true
		g.setRaise()
	case Branch:
		g.decide(b, q)
	}
	if a := assertAt(q.File, q.Line); a != nil && g.raise {
		g.gates = append(g.gates, &gate{cond: a.Test, want: false, line: q.Line})
	}
	for _, gt := range g.gates {
		s.watch.add(gt)
	}
	if q.When != "" {
		var err error
		if s.when, err = newWhen(q.When, line, s.namesAt(line)); err != nil {
			return err
		}
		g.gates, g.final = append(g.gates, s.when.gate), append(g.final, s.when.gate)
	}
	s.goal = g
	return nil
}

// setReturns wants a value, or one with a property, from the function.
func (s *search) setReturns() error {
	q := s.q
	p := s.en.def.Pos()
	lines := int(p.EndLine - p.Line)
	if q.When != "" {
		names := map[string]bool{}
		for _, p := range s.en.flat {
			names[p.name] = true
		}
		var err error
		if s.when, err = newWhen(q.When, 0, names); err != nil {
			return err
		}
		s.goal = &predicateGoal{when: s.when, lines: lines}
		return nil
	}
	e, err := syntax.ParseExpr(q.Returns)
	if err != nil {
		return fmt.Errorf("the value %q does not parse: %w", q.Returns, err)
	}
	v, err := eval.Literal(plainThread(), e)
	if err != nil {
		return fmt.Errorf("the value %q is not a literal", q.Returns)
	}
	d, ok := datumOf(v)
	if !ok {
		return fmt.Errorf("the value %q is not one that can be searched for", q.Returns)
	}
	s.goal = &returnGoal{want: v, datum: d, def: s.en.def, lines: lines}
	return nil
}

// namesAt are the names that may be variables on a line.
func (s *search) namesAt(line int) map[string]bool {
	var def syntax.Node
	syntax.Inspect(s.q.File.Module, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.FunctionDef); ok && inside(d, line) {
			if def == nil {
				def = d
			}
		}
		return true
	})
	if def == nil {
		def = s.q.File.Module
	}
	return localNames(def)
}

// decide adds that a branch comes out as wanted.
func (g *lineGoal) decide(b branch, q *Query) {
	if b.cond != nil {
		at := spot{node: b.cond}
		header(b.stmt, func(n syntax.Node) {
			if at.in(n) {
				g.into(n, at)
			}
		})
	}
	gt := &gate{cond: b.cond, loop: b.loop, pattern: b.pattern, want: q.Outcome, line: b.line()}
	if b.loop != nil && q.Outcome {
		gt.turn = max(1, q.Turn)
	}
	g.gates, g.final = append(g.gates, gt), append(g.final, gt)
	g.decided = gt
}

// prove looks for a proof that there is no input.
func (s *search) prove() bool {
	g, ok := s.goal.(*lineGoal)
	if !ok {
		return false
	}
	f, line := s.q.File, g.line
	if s.proof = flow.DeadLine(f, line); s.proof == "" {
		switch {
		case s.q.Goal == Branch && g.decided.cond != nil:
			s.proof = flow.NeverComesOut(f, line, g.decided.cond, g.decided.want)
		case s.q.Goal == AssertFails:
			if a := assertAt(f, line); a != nil {
				s.proof = flow.NeverComesOut(f, line, a.Test, false)
			}
		}
	}
	return s.proof != ""
}

func assertAt(f *syntax.File, line int) *syntax.Assert {
	a, _ := statementAt(f.Module.Body, line).(*syntax.Assert)
	if a == nil || int(a.Line) != line {
		return nil
	}
	return a
}

// definitionAt returns the function at the top of the file or in a class that a
// line is the header of, or a decorator; nil if there is none.
func definitionAt(body []syntax.Stmt, line int) *syntax.FunctionDef {
	for _, s := range body {
		if !inside(s, line) {
			continue
		}
		switch s := s.(type) {
		case *syntax.FunctionDef:
			if len(s.Body) > 0 && line < int(s.Body[0].Pos().Line) {
				return s
			}
			return nil
		default:
			for _, b := range syntax.Blocks(s) {
				if d := definitionAt(b, line); d != nil {
					return d
				}
			}
		}
	}
	return nil
}

// firstLine is the first line of a function that is executed when it is called.
func firstLine(d *syntax.FunctionDef) int {
	body := d.Body
	if e, ok := body[0].(*syntax.ExprStmt); ok && len(body) > 1 {
		if k, ok := e.Value.(*syntax.Constant); ok {
			if _, doc := k.Value.(syntax.ConstStr); doc {
				body = body[1:]
			}
		}
	}
	for _, s := range body {
		switch s.(type) {
		case *syntax.Global, *syntax.Nonlocal:
			continue
		}
		return int(s.Pos().Line)
	}
	return int(body[0].Pos().Line)
}
