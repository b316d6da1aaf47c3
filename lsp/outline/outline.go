// Package outline finds the functions of a file and the statements on its lines.
package outline

import (
	"strings"

	"augur/analysis/syntax"
)

// Function is a function whose values are shown as a whole: one that is in no
// other function. What is nested in it belongs to it.
type Function struct {
	Name    string // qualified, as in "Class.method"; empty for the top level of the module
	First   int    // 1-based line it starts on, decorators included
	Last    int    // 1-based line it ends on
	DefLine int    // 1-based line of "def"; 0 for the top level
	Node    *syntax.FunctionDef
}

// IsModule reports whether f is the top level of the module.
func (f Function) IsModule() bool { return f.Node == nil }

// Contains reports whether a line is in the function. What is in another
// function is not in the top level, but this method can not know that; see
// [Outline.At].
func (f Function) Contains(line int) bool { return f.First <= line && line <= f.Last }

// Outline is the structure of a file.
type Outline struct {
	Functions  []Function // in order
	Module     Function
	statements map[int][]syntax.Stmt
	file       *syntax.File
}

// Of returns the outline of a file.
func Of(file *syntax.File) *Outline {
	mod := file.Module
	o := &Outline{
		Module:     Function{First: 1, Last: max(1, int(mod.EndLine))},
		statements: make(map[int][]syntax.Stmt),
		file:       file,
	}
	o.functions(mod.Body, "")
	o.index(mod.Body)
	return o
}

// At returns the function that a line is in.
func (o *Outline) At(line int) Function {
	for _, f := range o.Functions {
		if f.Contains(line) {
			return f
		}
	}
	return o.Module
}

// Around returns the function that somebody is writing whose cursor is on a line.
// Blank lines behind a function are still in it while they are indented, and so
// is the first one that is not.
func (o *Outline) Around(line int) Function {
	for at := line; at > 0 && line <= o.file.Lines(); at-- {
		if f := o.At(at); !f.IsModule() {
			return f
		}
		text := o.file.LineText(at)
		if strings.TrimSpace(text) != "" || text == "" && at < line {
			break
		}
	}
	return o.Module
}

// Named returns the function of a name, the one that a call reaches if there are
// several.
func (o *Outline) Named(name string) (Function, bool) {
	if name == "" {
		return o.Module, true
	}
	if d, ok := o.file.Definition(name); ok {
		for _, f := range o.Functions {
			if f.Node == d.Func {
				return f, true
			}
		}
	}
	return Function{}, false
}

// Statements returns the statements that start on a line, in order. A compound
// statement starts on the line of its header.
func (o *Outline) Statements(line int) []syntax.Stmt { return o.statements[line] }

// functions collects the functions of a body, at any depth outside functions.
func (o *Outline) functions(body []syntax.Stmt, prefix string) {
	for _, stmt := range body {
		switch stmt := stmt.(type) {
		case *syntax.FunctionDef:
			o.Functions = append(o.Functions, Function{
				Name:    prefix + stmt.Name,
				First:   int(stmt.Line),
				Last:    int(stmt.EndLine),
				DefLine: int(stmt.DefLine),
				Node:    stmt,
			})
		case *syntax.ClassDef:
			o.functions(stmt.Body, prefix+stmt.Name+".")
		default:
			for _, inner := range syntax.Blocks(stmt) {
				o.functions(inner, prefix)
			}
		}
	}
}

// index notes the line of every statement.
func (o *Outline) index(body []syntax.Stmt) {
	for _, stmt := range body {
		line := int(stmt.Pos().Line)
		switch stmt := stmt.(type) {
		case *syntax.FunctionDef:
			line = int(stmt.DefLine)
		case *syntax.ClassDef:
			line = int(stmt.DefLine)
		}
		o.statements[line] = append(o.statements[line], stmt)
		for _, inner := range syntax.Blocks(stmt) {
			o.index(inner)
		}
	}
}
