// Package problems finds what will go wrong in a file by what its examples do:
// exceptions that nobody expects, assertions that fail, lines that no example
// reaches.
package problems

import (
	"fmt"
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/lsp/examples"
	"augur/lsp/hints"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// Kind is what a problem is.
type Kind uint8

// The kinds.
const (
	Exception  Kind = iota // an exception will be raised
	Assertion              // an assertion will fail
	NotReached             // no example comes here
)

// Problem is one problem.
type Problem struct {
	Kind        Kind
	First, Last int // 1-based lines
	Message     string
	Code        string // the class of the exception
	Related     []Related
}

// Related is a place that belongs to a problem.
type Related struct {
	File    string // empty: the file itself
	Line    int    // 1-based
	Message string
}

// Run is what one example of a function does.
type Run struct {
	Example  session.Example
	Forecast *session.Forecast
}

// Options say which problems are wanted.
type Options struct {
	Path       string // of the file, as tracebacks have it
	Predicted  bool   // also those that rest on a prediction
	NotReached bool
}

// maxExamples bounds the examples of one function that are run.
const maxExamples = 8

// Real returns the examples of a function that somebody has written or that will
// be run: no arguments that are made up or typed for a look.
func Real(f outline.Function, list examples.List) []session.Example {
	var real []session.Example
	if f.Node != nil && skipped(f) {
		return nil
	}
	for _, ex := range list.Examples {
		switch ex.Origin {
		case session.OriginGiven, session.OriginPredicted:
			continue
		case "default":
			// Nobody calls it so, unless it is a test.
			if !isTest(f) {
				continue
			}
		}
		if real = append(real, ex); len(real) == maxExamples {
			break
		}
	}
	return real
}

// isTest reports whether a function is a test, which is called without arguments.
func isTest(f outline.Function) bool {
	return strings.HasPrefix(f.Name[strings.LastIndexByte(f.Name, '.')+1:], "test")
}

// skipped reports whether a decorator says that a test is not run, or fails.
func skipped(f outline.Function) bool {
	for _, d := range f.Node.Decorators {
		found := false
		syntax.Inspect(d, func(n syntax.Node) bool {
			name := ""
			switch n := n.(type) {
			case *syntax.Name:
				name = n.ID
			case *syntax.Attribute:
				name = n.Attr
			}
			found = found || strings.HasPrefix(name, "skip") || name == "xfail" || name == "expectedFailure"
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// quiet are exceptions that end a program or a test on purpose.
var quiet = []string{"SystemExit", "KeyboardInterrupt", "SkipTest", "Skipped", "StopIteration", "GeneratorExit"}

// Of returns the problems of a function, given what its examples do.
func Of(o *outline.Outline, f outline.Function, runs []Run, opts Options) []Problem {
	var found []Problem
	for _, run := range runs {
		e := run.Forecast.Timeline.Exception
		if e == nil || run.Example.Raises || slices.Contains(quiet, e.Type) || e.Provenance == timeline.Predicted && !opts.Predicted {
			continue
		}
		p := problem(o, f, run, opts)
		same := func(q Problem) bool { return q.First == p.First && q.Code == p.Code && q.Kind == p.Kind }
		if p.First > 0 && !slices.ContainsFunc(found, same) {
			found = append(found, p)
		}
	}
	if opts.NotReached {
		found = append(found, unreached(f, runs)...)
	}
	return found
}

// problem returns what is reported of an exception.
func problem(o *outline.Outline, f outline.Function, run Run, opts Options) Problem {
	e := run.Forecast.Timeline.Exception
	p := Problem{Code: e.Type, First: e.Line}
	if p.First == 0 {
		p.First = hints.RaiseLine(f, run.Forecast.Timeline)
	}
	p.Last = p.First
	for _, s := range o.Statements(p.First) {
		if _, ok := s.(*syntax.Assert); ok && e.Type == "AssertionError" {
			p.Kind = Assertion
		}
	}
	what := hints.ExceptionText(e)
	if p.Kind == Assertion {
		what = "the assertion fails"
		if e.Message != "" {
			what += ": " + firstLine(e.Message)
		}
	}
	by := ""
	switch {
	case f.IsModule():
		by = " when this file is run"
	case isTest(f) && run.Example.Origin == "default":
		by = " in the test " + f.Name
	case run.Example.Call != "":
		by = fmt.Sprintf(" with %s (%s)", examples.Call(run.Example), examples.Origin(run.Example))
	}
	p.Message = what + by
	if e.Provenance == timeline.Predicted {
		p.Message += fmt.Sprintf(", predicted, %s", hints.Percent(e.P))
	}
	for i := len(e.Traceback) - 1; i >= 0; i-- {
		frame := e.Traceback[i]
		file := frame.File
		if file == opts.Path || file == "<string>" {
			file = ""
		}
		if file == "" && frame.Line == p.First && i == len(e.Traceback)-1 || frame.Line == 0 {
			continue
		}
		p.Related = append(p.Related, Related{File: file, Line: frame.Line, Message: "in " + frame.Function})
	}
	if run.Example.Line > 0 {
		p.Related = append(p.Related, Related{File: run.Example.File, Line: run.Example.Line, Message: "the example: " + examples.Call(run.Example)})
	}
	return p
}

// unreached returns the blocks that none of the runs enters. If what one of them
// does is not known to its end, nothing is.
func unreached(f outline.Function, runs []Run) []Problem {
	if f.IsModule() || len(runs) == 0 {
		return nil
	}
	reached := make(map[int]bool)
	for _, run := range runs {
		t := run.Forecast.Timeline
		if t.Stopped != nil || len(t.Assumptions) > 0 {
			return nil
		}
		for i := range t.Lines {
			reached[t.Lines[i].Line] = true
		}
	}
	var found []Problem
	for _, b := range hints.Unreached(f, func(line int) bool { return reached[line] }) {
		found = append(found, Problem{Kind: NotReached, First: b.First, Last: b.Last, Message: "no example of " + f.Name + " comes here"})
	}
	return found
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
