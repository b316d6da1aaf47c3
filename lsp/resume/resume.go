// Package resume tells what a program will do that a debugger has stopped: what
// the rest of the function does with the values that its variables have now.
//
// A debugger gives texts, not objects. What can not be told from them is not told:
// where a run can not be followed with certainty, it ends.
package resume

import (
	"context"
	"errors"
	"strings"

	"augur/analysis/syntax"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// Stop is where a program is stopped.
type Stop struct {
	Function outline.Function
	Line     int    // 1-based, that runs next
	Frame    string // the name of the function as the debugger has it; empty: not known

	// Locals and Globals are all variables of the frame and of its module, as the
	// debugger shows them. Globals is nil if they are not known.
	Locals, Globals map[string]string
}

// Runner goes on from where a program is stopped.
type Runner interface {
	// Resume returns what comes next in the function. open gives the text of files
	// that are open in the editor.
	Resume(ctx context.Context, doc *session.Document, stop Stop, open func(path string) (*syntax.File, bool)) (*session.Forecast, error)
}

// Plan is how far a run from a stop can be followed.
type Plan struct {
	Function outline.Function
	// Guarded is set if an exception may be caught by what is not known.
	Guarded bool

	first, last int          // the lines of the function outside of which it can not
	ends        map[int]bool // headers of loops whose next item is not known
}

// Ends reports whether nothing is certain any more once a line runs.
func (p Plan) Ends(line int) bool {
	return p.Function.Contains(line) && (line < p.first || line > p.last || p.ends[line])
}

// The reasons for which there is nothing to tell.
var (
	errPlace = errors.New("from this line a run can not be followed")
	errFrame = errors.New("the frame is that of another function")
)

// PlanFor looks at where a program is stopped.
func PlanFor(stop Stop) (Plan, error) {
	f := stop.Function
	if f.IsModule() {
		return Plan{}, errPlace
	}
	if _, inner := stop.Locals[".0"]; inner || stop.Frame != "" && stop.Frame[strings.LastIndexByte(stop.Frame, '.')+1:] != f.Node.Name {
		return Plan{}, errFrame // of a comprehension or a lambda on the line
	}
	p := Plan{Function: f, first: f.First, last: f.Last, ends: make(map[int]bool)}
	if !p.enter(f.Node.Body, stop) {
		return Plan{}, errPlace
	}
	return p, nil
}

// enter follows a block down to the line, false if it can not begin there.
func (p *Plan) enter(body []syntax.Stmt, stop Stop) bool {
	for _, s := range body {
		at := s.Pos()
		if int(at.Line) == stop.Line {
			return p.begins(s, stop)
		}
		if stop.Line < int(at.Line) || stop.Line > int(at.EndLine) {
			continue
		}
		switch s := s.(type) {
		case *syntax.For:
			if !p.enter(s.Body, stop) {
				// In the else part there is no next item.
				return p.enter(s.Orelse, stop)
			}
			p.ends[int(at.Line)] = true
			return true
		case *syntax.While, *syntax.If:
			for _, block := range syntax.Blocks(s) {
				if p.enter(block, stop) {
					return true
				}
			}
		case *syntax.With:
			// What the managers do in the end is not known.
			if p.enter(s.Body, stop) {
				p.first, p.last = max(p.first, int(s.Body[0].Pos().Line)), min(p.last, int(at.EndLine))
				p.Guarded = true
				return true
			}
		case *syntax.Try:
			// A handler handles what is not known, a last part may end in it.
			return p.enter(s.Body, stop) || p.enter(s.Orelse, stop)
		case *syntax.Match:
			for _, block := range syntax.Blocks(s) {
				if p.enter(block, stop) {
					return true
				}
			}
		}
		return false
	}
	return false
}

// begins reports whether a run that is stopped at a statement is about to begin it.
// At the header of a loop it may as well be about to take the next item, and at
// that of a with statement about to leave it.
func (p *Plan) begins(s syntax.Stmt, stop Stop) bool {
	switch s := s.(type) {
	case *syntax.With, *syntax.FunctionDef, *syntax.ClassDef:
		return false
	case *syntax.For:
		begun := false
		syntax.Inspect(s.Target, func(n syntax.Node) bool {
			if name, ok := n.(*syntax.Name); ok {
				_, bound := stop.Locals[name.ID]
				begun = begun || bound
			} else if _, plain := n.(*syntax.Tuple); !plain {
				begun = true
			}
			return !begun
		})
		return !begun
	}
	return true
}
