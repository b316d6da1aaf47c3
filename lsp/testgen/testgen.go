// Package testgen turns a call and what it does into a test that runs: a doctest
// in the documentation string of the function, a pytest function or a method of
// a unittest.TestCase, with the imports that it needs.
//
// It knows nothing of the protocol and reads no file but those that tell which
// kind of test a project has. A caller finds the file to write to with
// [TargetFor], makes the edits with [Doctest] or [Test], and applies them:
//
//	c := testgen.Case{File: file, Path: path, Module: "pkg.mod", Function: "f", Call: "f(0)", Expect: testgen.Expectation{Raises: "ValueError"}}
//	target := testgen.TargetFor(path, open)
//	edits, err := testgen.Test(c, target)
//
// What a call did can be had from its timeline with [Expected].
package testgen

import (
	"errors"
	"fmt"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
)

// Case is a call and what it is expected to do.
type Case struct {
	File     *syntax.File // that has the function
	Path     string       // of that file; empty if it is in none
	Module   string       // the dotted name by which a test imports the file
	Function string       // qualified, as in "Class.method"
	Call     string       // an expression, as in "f(1, 2)"
	Setup    []string     // statements that run before the call
	Expect   Expectation
}

// Expectation is what a call does: it returns a value or raises an exception.
type Expectation struct {
	Returns string // the repr of what is returned; empty if an exception is raised
	Raises  string // the class of the exception; empty if there is none
	Message string // of the exception; a doctest shows it
	Output  string // what is printed meanwhile
	Passes  bool   // it is only made: the test fails while the call raises
}

// Edit is the replacement of some bytes of a file.
type Edit struct {
	Start, End int
	Text       string
}

// The reasons why a case can not be made a test of.
var (
	errNoResult  = errors.New("no test can be made: what the call returns is not known")
	errNotStable = errors.New("no test can be made: the value is an object whose text says nothing about it")
	errNoModule  = errors.New("no test can be made: the file has to be saved first, so that a test can import it")
)

// Expected returns what a run did as an expectation. It is an error if that is
// not known for certain: a test must not rest on a guess.
func Expected(t *timeline.Timeline) (Expectation, error) {
	switch {
	case t.Exception != nil && t.Exception.Provenance != timeline.Predicted:
		return Expectation{Raises: t.Exception.Type, Message: t.Exception.Message, Output: t.Output}, nil
	case t.Exception == nil && t.Result != nil && t.Result.Repr != "" &&
		(t.Result.Provenance == timeline.Computed || t.Result.Provenance == timeline.Observed):
		return Expectation{Returns: t.Result.Repr, Output: t.Output}, nil
	}
	return Expectation{}, errNoResult
}

// Apply returns a source with edits made. The edits are in order and do not
// overlap.
func Apply(src string, edits []Edit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(src[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	b.WriteString(src[at:])
	return b.String()
}

// check reports what can not be a test in any style.
func (c *Case) check() (call syntax.Expr, err error) {
	call, err = syntax.ParseExpr(c.Call)
	if err != nil {
		return nil, fmt.Errorf("no test can be made: the call %q is not Python", c.Call)
	}
	switch {
	case c.Expect.Returns == "" && c.Expect.Raises == "" && !c.Expect.Passes:
		return nil, errNoResult
	case strings.Contains(c.Expect.Returns, " at 0x"), strings.HasPrefix(c.Expect.Returns, "<generator"),
		strings.HasPrefix(c.Expect.Returns, "<coroutine"):
		return nil, errNotStable
	}
	return call, nil
}

// newline returns how the lines of a source end.
func newline(src string) string {
	if i := strings.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// indentUnit returns what one level of indentation is in a file.
func indentUnit(f *syntax.File) string {
	for _, s := range f.Module.Body {
		var body []syntax.Stmt
		switch s := s.(type) {
		case *syntax.FunctionDef:
			body = s.Body
		case *syntax.ClassDef:
			body = s.Body
		}
		if len(body) > 0 && body[0].Pos().Line > s.Pos().Line {
			if indent := indentOf(f, body[0]); indent != "" {
				return indent
			}
		}
	}
	return "    "
}

// indentOf returns what stands before a node on its line, if that is blank.
func indentOf(f *syntax.File, n syntax.Node) string {
	p := n.Pos()
	text := f.Src[f.LineStart(int(p.Line)):p.Start]
	if strings.Trim(text, " \t") != "" {
		return ""
	}
	return text
}
