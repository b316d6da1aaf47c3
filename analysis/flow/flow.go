// Package flow proves that parts of a function are never executed, whatever it
// is called with.
//
// It follows all paths of a function at once with symbols in place of values
// (term.go, run.go), and notes what each condition on the way says of them. A
// path on which two conditions contradict each other is dead (facts.go,
// theory.go); what only dead paths lead to is never reached. Nothing is concluded
// from annotations, which Python does not check.
//
// A proof takes the operators and methods of arguments to be those of built-in
// types: an object whose comparisons answer at random reaches everything.
package flow

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// DeadLine returns why a line is never executed, "" if that is not proved.
func DeadLine(f *syntax.File, line int) string {
	def := functionAround(f.Module.Body, line)
	if def == nil {
		return ""
	}
	target, rest := statementAt(def.Body, line)
	if target == nil {
		return ""
	}
	a := newAnalysis(f, def)
	a.stmt = target
	for _, s := range rest {
		a.skip[s] = true
	}
	return a.prove()
}

// NeverComesOut returns why a condition, which is an expression on the line, is
// never evaluated with an outcome; "" if that is not proved.
func NeverComesOut(f *syntax.File, line int, cond syntax.Expr, outcome bool) string {
	def := functionAround(f.Module.Body, line)
	if def == nil || !isTest(def, cond) {
		return ""
	}
	a := newAnalysis(f, def)
	a.cond, a.outcome = cond, outcome
	return a.prove()
}

// isTest reports whether an expression is the condition of a statement, or an
// operand of one: elsewhere conditions are not followed.
func isTest(def *syntax.FunctionDef, cond syntax.Expr) bool {
	found := false
	var operand func(e syntax.Expr)
	operand = func(e syntax.Expr) {
		found = found || e == cond
		switch e := e.(type) {
		case *syntax.BoolOp:
			for _, v := range e.Values {
				operand(v)
			}
		case *syntax.UnaryOp:
			if e.Op == syntax.Not {
				operand(e.Operand)
			}
		}
	}
	for _, s := range def.Body {
		walk(nil, s, func(n syntax.Node) {
			switch n := n.(type) {
			case *syntax.If:
				operand(n.Test)
			case *syntax.While:
				operand(n.Test)
			case *syntax.Assert:
				operand(n.Test)
			}
		})
	}
	return found
}

// functionAround returns the innermost function whose body has a line.
func functionAround(body []syntax.Stmt, line int) *syntax.FunctionDef {
	for _, s := range body {
		if p := s.Pos(); line < int(p.Line) || line > int(p.EndLine) {
			continue
		}
		for _, b := range syntax.Blocks(s) {
			if d := functionAround(b, line); d != nil {
				return d
			}
		}
		if d, ok := s.(*syntax.FunctionDef); ok && len(d.Body) > 0 && line >= int(d.Body[0].Pos().Line) {
			return d
		}
	}
	return nil
}

// statementAt returns the innermost statement on a line, with what stands behind
// it in its block: none of these has run when it is reached for the first time.
func statementAt(body []syntax.Stmt, line int) (syntax.Stmt, []syntax.Stmt) {
	for i, s := range body {
		if p := s.Pos(); line < int(p.Line) || line > int(p.EndLine) {
			continue
		}
		for _, b := range syntax.Blocks(s) {
			if in, rest := statementAt(b, line); in != nil {
				return in, rest
			}
		}
		return s, body[i:]
	}
	return nil, nil
}

// An analysis follows the paths of one function.
type analysis struct {
	file  *syntax.File
	def   *syntax.FunctionDef
	terms terms
	// thread is for operations on constants.
	thread *value.Thread

	// What is to be proved dead: a statement, or an outcome of a condition.
	stmt    syntax.Stmt
	skip    map[syntax.Stmt]bool // not executed before stmt is reached
	cond    syntax.Expr
	outcome bool

	reached bool
	clash   string // says which condition made a path dead that leads to the target

	untracked map[string]bool // variables that others may change
	shadowed  map[string]bool // builtins that the file binds; nil: any may be
	steps     int
	loops     []*loop
}

// A loop collects the states at its breaks.
type loop struct{ breaks []*state }

// maxSteps bounds the work on one proof. One that takes longer is given up.
const maxSteps = 20_000

// tooLong gives a proof up that takes too long.
func (a *analysis) tooLong() bool {
	if a.steps > maxSteps {
		a.reached = true
	}
	return a.reached
}

func newAnalysis(f *syntax.File, def *syntax.FunctionDef) *analysis {
	a := &analysis{file: f, def: def, terms: newTerms(), thread: plainThread(), untracked: map[string]bool{}, shadowed: map[string]bool{}, skip: map[syntax.Stmt]bool{}}
	a.scan()
	return a
}

func (a *analysis) prove() string {
	s := &state{env: map[string]*term{}, facts: map[*term]bool{}}
	args := a.def.Args
	for _, list := range [][]*syntax.Arg{args.PosOnly, args.Args, args.KwOnly} {
		for _, p := range list {
			a.assign(s, p.Name, a.terms.fresh(anyKind))
		}
	}
	if args.Vararg != nil {
		a.assign(s, args.Vararg.Name, a.terms.fresh(tupleKind))
	}
	if args.Kwarg != nil {
		a.assign(s, args.Kwarg.Name, a.terms.fresh(dictKind))
	}
	a.block(a.def.Body, s)
	switch {
	case a.tooLong():
		return ""
	case a.clash == "":
		return "every way there leaves before"
	}
	return a.clash
}

// scan finds the variables that cannot be followed, and the builtins that mean
// something else in the file.
func (a *analysis) scan() {
	syntax.Inspect(a.file.Module, func(n syntax.Node) bool {
		syntax.BoundNames(n, func(name string) {
			if a.shadowed != nil {
				a.shadowed[name] = true
			}
		})
		switch n := n.(type) {
		case *syntax.Global:
			for _, name := range n.Names {
				a.untracked[name] = true
			}
		case *syntax.Nonlocal:
			for _, name := range n.Names {
				a.untracked[name] = true
			}
		case *syntax.Alias:
			if n.Name == "*" {
				a.shadowed = nil
			}
		case *syntax.Name:
			switch n.ID {
			case "globals", "exec", "eval", "setattr", "vars", "__import__", "builtins", "__builtins__":
				a.shadowed = nil
			}
		case *syntax.BadStmt:
			a.shadowed = nil
		}
		return true
	})
	syntax.Inspect(a.def, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp, *syntax.Lambda:
			syntax.Inspect(n, func(n syntax.Node) bool {
				if w, ok := n.(*syntax.NamedExpr); ok {
					a.untracked[w.Target.ID] = true
				}
				return true
			})
		case *syntax.Delete:
			for _, t := range n.Targets {
				if x, ok := t.(*syntax.Name); ok {
					a.untracked[x.ID] = true
				}
			}
		case *syntax.ExceptHandler:
			a.untracked[n.Name] = true
		}
		return true
	})
}

// builtin reports whether a name means the builtin.
func (a *analysis) builtin(name string) bool { return a.shadowed != nil && !a.shadowed[name] }
