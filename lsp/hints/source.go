package hints

import (
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/outline"
)

// said is what a line already says about its changes.
type said struct {
	all   bool
	names map[string]bool
}

// saidByLine returns the variables whose new value can be read off the line.
func saidByLine(stmts []syntax.Stmt) said {
	s := said{names: make(map[string]bool)}
	for _, stmt := range stmts {
		switch stmt := stmt.(type) {
		case *syntax.Import, *syntax.ImportFrom:
			s.all = true
		case *syntax.FunctionDef:
			s.names[stmt.Name] = true
		case *syntax.ClassDef:
			s.names[stmt.Name] = true
		case *syntax.Assign:
			if isLiteral(stmt.Value) {
				for _, target := range stmt.Targets {
					addTargets(s.names, target)
				}
			}
		case *syntax.AnnAssign:
			if stmt.Value != nil && isLiteral(stmt.Value) {
				addTargets(s.names, stmt.Target)
			}
		}
	}
	return s
}

// addTargets adds the names that an assignment binds.
func addTargets(names map[string]bool, target syntax.Expr) {
	switch target := target.(type) {
	case *syntax.Name:
		names[target.ID] = true
	case *syntax.Tuple:
		for _, elt := range target.Elts {
			addTargets(names, elt)
		}
	case *syntax.List:
		for _, elt := range target.Elts {
			addTargets(names, elt)
		}
	}
}

// isLiteral reports whether an expression is its own value.
func isLiteral(expr syntax.Expr) bool {
	switch expr := expr.(type) {
	case *syntax.Constant:
		return true
	case *syntax.UnaryOp:
		_, constant := expr.Operand.(*syntax.Constant)
		return constant && (expr.Op == syntax.USub || expr.Op == syntax.UAdd)
	case *syntax.Tuple:
		return allLiteral(expr.Elts)
	case *syntax.List:
		return allLiteral(expr.Elts)
	case *syntax.Set:
		return allLiteral(expr.Elts)
	case *syntax.Dict:
		for _, key := range expr.Keys {
			if key == nil || !isLiteral(key) {
				return false
			}
		}
		return allLiteral(expr.Values)
	}
	return false
}

func allLiteral(exprs []syntax.Expr) bool {
	for _, expr := range exprs {
		if !isLiteral(expr) {
			return false
		}
	}
	return true
}

// saysResult reports whether what is returned on a line, if anything is, can be
// read off the line.
func saysResult(stmts []syntax.Stmt) bool {
	for _, stmt := range stmts {
		if r, ok := stmt.(*syntax.Return); ok && r.Value != nil && !isLiteral(r.Value) {
			return false
		}
	}
	return true
}

// Names returns the variables that a line changed, in order of first change.
func Names(line *timeline.Line) []string {
	var names []string
	seen := make(map[string]bool)
	for _, c := range line.Changes {
		if !seen[c.Name] {
			seen[c.Name] = true
			names = append(names, c.Name)
		}
	}
	return names
}

// hitsOf returns how often a line gave a variable a value. A "for" runs once
// more than its body does, which is when it finds nothing left.
func hitsOf(o *outline.Outline, line *timeline.Line, name string) int {
	for _, stmt := range o.Statements(line.Line) {
		if _, ok := stmt.(*syntax.For); !ok {
			continue
		}
		last := 0
		for _, c := range line.Changes {
			if c.Name == name {
				last = max(last, c.Hit)
			}
		}
		return last
	}
	return line.Hits
}

// RaiseLine returns the line of a function on which the exception that ended its
// run is shown: where it was raised, or the call out of which it came. It is 0
// when there is none.
func RaiseLine(f outline.Function, t *timeline.Timeline) int {
	if t.Exception == nil {
		return 0
	}
	if f.Contains(t.Exception.Line) {
		return t.Exception.Line
	}
	for i := len(t.Exception.Traceback) - 1; i >= 0; i-- {
		if frame := t.Exception.Traceback[i]; f.Contains(frame.Line) {
			return frame.Line
		}
	}
	return 0
}

// Block is some lines, both 1-based and included.
type Block struct{ First, Last int }

// Unreached returns the blocks of a function that a run had the choice to enter and
// did not, in order.
func Unreached(f outline.Function, reached func(line int) bool) []Block {
	var blocks []Block
	var visit func(body []syntax.Stmt)
	visit = func(body []syntax.Stmt) {
		for _, stmt := range body {
			if !reached(int(stmt.Pos().Line)) {
				continue
			}
			if _, nested := stmt.(*syntax.FunctionDef); nested {
				continue
			}
			for _, block := range syntax.Blocks(stmt) {
				if len(block) == 0 {
					continue
				}
				if first := int(block[0].Pos().Line); !reached(first) {
					blocks = append(blocks, Block{first, int(block[len(block)-1].Pos().EndLine)})
					continue
				}
				visit(block)
			}
		}
	}
	if !f.IsModule() {
		visit(f.Node.Body)
	}
	return blocks
}

// withNotReached adds a mark to the first line of every block that the run had
// the choice to enter and did not.
func (m *maker) withNotReached(hints []Hint) []Hint {
	if m.timeline.Stopped != nil {
		return hints // what comes after the stop is not known
	}
	var merged []Hint
	next := 0
	for _, block := range Unreached(m.function, func(line int) bool { return m.timeline.At(line) != nil }) {
		for next < len(hints) && hints[next].Line < block.First {
			merged = append(merged, hints[next])
			next++
		}
		if next < len(hints) && hints[next].Line == block.First {
			continue
		}
		merged = append(merged, Hint{Line: block.First, Label: "not reached", Tooltip: m.footer()})
	}
	return append(merged, hints[next:]...)
}
