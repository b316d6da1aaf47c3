package hover

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/lsp/markdown"
)

// maxReasons bounds the lines that are named as reasons.
const maxReasons = 12

// why tells the lines and the arguments on which what was told depends: the lines
// that ran and gave a value to a variable, or decided that such a line runs. It is
// a slice by what the lines name, so it has too much rather than too little.
func (w *writer) why() string {
	if len(w.shown) == 0 || len(w.names) == 0 || w.function.IsModule() {
		return ""
	}
	s := &slicer{w: w, lines: make(map[int]bool), seen: make(map[want]bool), inputs: make(map[string]bool)}
	for _, name := range w.names {
		s.follow(name, w.place.line, false)
	}
	s.control(w.place.line)
	delete(s.lines, w.place.line)
	var lines, inputs []string
	for _, line := range slices.Sorted(maps.Keys(s.lines)) {
		lines = append(lines, strconv.Itoa(line))
	}
	for _, a := range w.timeline.Args {
		if s.inputs[a.Name] {
			inputs = append(inputs, markdown.Code(a.Name))
		}
	}
	if len(lines) == 0 && len(inputs) == 0 {
		return ""
	}
	if len(lines) > maxReasons {
		lines = append(lines[:maxReasons], "…")
	}
	var parts []string
	if len(inputs) > 0 {
		parts = append(parts, "the arguments "+strings.Join(inputs, ", "))
	}
	if len(lines) > 0 {
		parts = append(parts, "lines "+strings.Join(lines, ", "))
	}
	return "Because of " + strings.Join(parts, "; ") + "\n\n"
}

// slicer goes back from a variable to what made it what it is.
type slicer struct {
	w      *writer
	lines  map[int]bool
	inputs map[string]bool
	seen   map[want]bool
}

// want is a variable at a line.
type want struct {
	name string
	line int
}

// follow adds the lines from which a variable has its value at a line; at tells that
// the line itself may be one.
func (s *slicer) follow(name string, line int, at bool) {
	if s.seen[want{name, line}] {
		return
	}
	s.seen[want{name, line}] = true
	for _, a := range s.w.timeline.Args {
		if a.Name == name {
			s.inputs[name] = true
		}
	}
	loop := s.loopAround(line)
	for i := range s.w.timeline.Lines {
		l := &s.w.timeline.Lines[i]
		if !s.w.function.Contains(l.Line) || len(changesOf(l, name)) == 0 {
			continue
		}
		earlier := l.Line < line || at && l.Line == line
		again := loop != nil && int(loop.Pos().Line) <= l.Line && l.Line <= int(loop.Pos().EndLine)
		if !earlier && !again {
			continue
		}
		s.reason(l.Line)
	}
}

// reason adds a line and all that it depends on.
func (s *slicer) reason(line int) {
	if s.lines[line] {
		return
	}
	s.lines[line] = true
	for _, stmt := range s.w.Outline.Statements(line) {
		for _, name := range reads(stmt) {
			s.follow(name, line, false)
		}
	}
	s.control(line)
}

// control adds what decided that a line runs.
func (s *slicer) control(line int) {
	for _, stmt := range s.around(line) {
		switch stmt.(type) {
		case *syntax.If, *syntax.While, *syntax.For, *syntax.Match:
			s.reason(int(stmt.Pos().Line))
		}
	}
}

// around returns the compound statements that a line is in.
func (s *slicer) around(line int) []syntax.Stmt {
	var all []syntax.Stmt
	var visit func(body []syntax.Stmt)
	visit = func(body []syntax.Stmt) {
		for _, stmt := range body {
			p := stmt.Pos()
			if line <= int(p.Line) || int(p.EndLine) < line {
				continue
			}
			blocks := syntax.Blocks(stmt)
			if len(blocks) == 0 {
				continue
			}
			all = append(all, stmt)
			for _, b := range blocks {
				visit(b)
			}
		}
	}
	visit(s.w.function.Node.Body)
	return all
}

// loopAround returns the outermost loop that a line is in, nil if there is none.
func (s *slicer) loopAround(line int) syntax.Stmt {
	for _, stmt := range s.around(line) {
		switch stmt.(type) {
		case *syntax.For, *syntax.While:
			return stmt
		}
	}
	return nil
}

// reads returns the variables that a statement or an expression reads when it runs
// itself: of a compound statement, those of its header.
func reads(n syntax.Node) []string {
	var names []string
	var roots []syntax.Node
	switch n := n.(type) {
	case nil:
		return nil
	case *syntax.If:
		roots = []syntax.Node{n.Test}
	case *syntax.While:
		roots = []syntax.Node{n.Test}
	case *syntax.For:
		roots = []syntax.Node{n.Iter}
	case *syntax.Match:
		roots = []syntax.Node{n.Subject}
	case *syntax.With:
		for _, item := range n.Items {
			roots = append(roots, item.Context)
		}
	case *syntax.Assign:
		roots = []syntax.Node{n.Value}
		for _, t := range n.Targets {
			if _, plain := t.(*syntax.Name); !plain {
				roots = append(roots, t)
			}
		}
	case *syntax.AnnAssign:
		if n.Value != nil {
			roots = []syntax.Node{n.Value}
		}
	case *syntax.Try, *syntax.FunctionDef, *syntax.ClassDef:
		return nil
	default:
		roots = []syntax.Node{n}
	}
	for _, root := range roots {
		syntax.Inspect(root, func(n syntax.Node) bool {
			if name, ok := n.(*syntax.Name); ok && !slices.Contains(names, name.ID) {
				names = append(names, name.ID)
			}
			return true
		})
	}
	return names
}
