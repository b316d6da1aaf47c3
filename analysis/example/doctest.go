package example

import (
	"strings"

	"augur/analysis/syntax"
)

// docstring searches the examples in the documentation string that a body
// starts with.
func (s *search) docstring(body []syntax.Stmt, outer *scope) {
	if len(body) == 0 {
		return
	}
	first, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return
	}
	c, ok := first.Value.(*syntax.Constant)
	if !ok {
		return
	}
	text, ok := c.Value.(syntax.ConstStr)
	if !ok || !strings.Contains(text.Value, ">>>") {
		return
	}
	d := doctests.of(text.Value, parsedDoctest)
	f, lines, failing := d.file, d.lines, d.failing
	sc := &scope{
		index: s.index, file: f, same: outer.same, origin: Doctest,
		locals: copyOf(outer.locals), renames: map[string]string{}, modules: map[string]bool{},
		at: func(line int32) int { return outer.at(c.Line) + lines[line-1] },
	}
	for k, v := range outer.renames {
		sc.renames[k] = v
	}
	for k := range outer.modules {
		sc.modules[k] = true
	}
	for _, stmt := range f.Module.Body {
		bindings(stmt, func(name string) { sc.locals[name] = true })
	}
	// A doctest imports what it documents, by whatever name the file has.
	for _, stmt := range f.Module.Body {
		sc.imports(stmt, s.importsTarget(stmt, f))
	}
	for _, stmt := range f.Module.Body {
		if sc.isTargetImport(stmt) {
			continue
		}
		line := int(stmt.Pos().Line)
		run := sc.child()
		run.raises = failing[line-1]
		s.statement(stmt, run)
		if !run.raises {
			sc.push(stmt, false)
		}
	}
}

// doctest is the code of a documentation string, with what doctestSource tells of it.
type doctest struct {
	file    *syntax.File
	lines   []int
	failing []bool
}

// doctests are those of the documentation strings seen last.
var doctests memo[doctest]

// parsedDoctest returns the code of the examples in a documentation string.
func parsedDoctest(text string) doctest {
	src, lines, failing := doctestSource(text)
	return doctest{syntax.ParseFragment([]byte(src)), lines, failing}
}

// importsTarget returns which modules a statement of a doctest may import the
// file itself as: one from which it takes a name that the file defines.
func (s *search) importsTarget(stmt syntax.Stmt, f *syntax.File) func(string) bool {
	return func(module string) bool {
		if from, ok := stmt.(*syntax.ImportFrom); ok {
			for _, a := range from.Names {
				if a.Name == "*" || s.index.globals[a.Name] {
					return module == strings.Repeat(".", from.Level)+from.Module
				}
			}
			return false
		}
		used := false
		syntax.Inspect(f.Module, func(n syntax.Node) bool {
			if a, ok := n.(*syntax.Attribute); ok && dotted(a.Value) == module {
				used = used || s.index.functions[a.Attr] != nil || s.index.classes[a.Attr] != nil
			}
			return true
		})
		return used
	}
}

// doctestSource returns the code of the examples in a documentation string, one
// after the other, with, for each line of it, its line in the string, counted
// from 0, and whether the example is expected to raise an exception.
func doctestSource(text string) (src string, lines []int, failing []bool) {
	var out strings.Builder
	first := -1 // line of out on which the current example starts
	expectOutput := false
	for i, full := range strings.Split(text, "\n") {
		line := strings.TrimLeft(full, " \t")
		code, isCode := "", false
		switch {
		case strings.HasPrefix(line, ">>> ") || line == ">>>":
			first = len(lines)
			code, isCode = strings.TrimPrefix(line[3:], " "), true
			expectOutput = false
		case first >= 0 && !expectOutput && (strings.HasPrefix(line, "... ") || line == "..."):
			code, isCode = strings.TrimPrefix(line[3:], " "), true
		case first >= 0 && strings.HasPrefix(line, "Traceback (most recent call last):"), first >= 0 && strings.HasPrefix(line, "Traceback (innermost last):"):
			for k := first; k < len(lines) && !expectOutput; k++ {
				failing[k] = true
			}
			expectOutput = true
		case strings.TrimSpace(line) == "":
			first = -1
		default:
			expectOutput = true
		}
		if isCode {
			out.WriteString(strings.TrimSuffix(code, "\r") + "\n")
			lines = append(lines, i)
			failing = append(failing, false)
		}
	}
	return out.String(), lines, failing
}
