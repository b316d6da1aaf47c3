package reach

import (
	"fmt"

	"augur/analysis/eval"
	"augur/analysis/syntax"
)

// proveUnreachable returns why no input can reach a line, "" if that is not
// proved.
func proveUnreachable(f *syntax.File, g *lineGoal) string {
	p := &proof{file: f, bound: map[string]bool{}}
	return p.deadIn(f.Module.Body, g.line)
}

// A proof looks at the source alone.
type proof struct {
	file  *syntax.File
	bound map[string]bool // names that the file or Python binds; nil if any may be
	ready bool
}

// unboundName returns a name that a statement reads before anything else can
// happen and that nothing binds: the statement always raises NameError.
func (p *proof) unboundName(s syntax.Stmt) string {
	var e syntax.Expr
	switch s := s.(type) {
	case *syntax.Assign:
		e = s.Value
	case *syntax.ExprStmt:
		e = s.Value
	case *syntax.AugAssign:
		e = s.Value
	}
	found := ""
	var read func(e syntax.Expr)
	read = func(e syntax.Expr) {
		if found != "" {
			return
		}
		switch e := e.(type) {
		case *syntax.Name:
			if !p.binds(e.ID) {
				found = e.ID
			}
		case *syntax.Attribute:
			read(e.Value)
		case *syntax.Subscript:
			read(e.Value)
			read(e.Index)
		case *syntax.BinOp:
			read(e.Left)
			read(e.Right)
		case *syntax.Call:
			read(e.Func)
			for _, a := range e.Args {
				read(a)
			}
		case *syntax.Tuple:
			for _, x := range e.Elts {
				read(x)
			}
		case *syntax.List:
			for _, x := range e.Elts {
				read(x)
			}
		}
	}
	read(e)
	return found
}

// binds reports whether a name may be bound anywhere.
func (p *proof) binds(name string) bool {
	if !p.ready {
		p.ready = true
		p.collect()
	}
	if p.bound == nil || p.bound[name] {
		return true
	}
	return eval.IsBuiltinName(name)
}

func (p *proof) collect() {
	add := func(name string) {
		if p.bound != nil {
			p.bound[name] = true
		}
	}
	for _, name := range []string{"__name__", "__file__", "__doc__", "__package__", "__spec__", "__loader__", "__builtins__", "__class__"} {
		add(name)
	}
	syntax.Inspect(p.file.Module, func(n syntax.Node) bool {
		boundBy(n, add)
		switch n := n.(type) {
		case *syntax.Alias:
			if n.Name == "*" {
				p.bound = nil
			}
		case *syntax.Global:
			for _, name := range n.Names {
				add(name)
			}
		case *syntax.Name:
			switch n.ID {
			case "globals", "exec", "eval", "setattr", "vars", "__import__":
				p.bound = nil
			}
		case *syntax.BadStmt:
			p.bound = nil
		}
		return true
	})
}

// boundBy tells the names that a node may bind by itself, among them those in
// the subscripts of its targets: for a proof rather too many.
func boundBy(n syntax.Node, add func(name string)) {
	target := func(e syntax.Expr) {
		syntax.Inspect(e, func(n syntax.Node) bool {
			if x, ok := n.(*syntax.Name); ok {
				add(x.ID)
			}
			return true
		})
	}
	syntax.Bindings(n, target, add)
}

// deadIn looks for what cuts a line off on the way to it through a block.
func (p *proof) deadIn(body []syntax.Stmt, line int) string {
	for i, s := range body {
		if !inside(s, line) {
			continue
		}
		for _, before := range body[:i] {
			if neverEnds(before) {
				return fmt.Sprintf("line %d always leaves the block", before.Pos().Line)
			}
			if _, module := before.(*syntax.FunctionDef); !module {
				if name := p.unboundName(before); name != "" {
					return fmt.Sprintf("line %d always raises NameError: %s is bound nowhere", before.Pos().Line, name)
				}
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
		for _, b := range syntax.Blocks(s) {
			if why := p.deadIn(b, line); why != "" {
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
			for _, b := range syntax.Blocks(s) {
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
