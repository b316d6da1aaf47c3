// Package inputs is the question "What input gets here?" as an editor asks it: what
// can be asked on a line, under which title, and what is said of an answer.
package inputs

import (
	"context"
	"fmt"
	"strings"

	"augur/analysis/reach"
	"augur/analysis/syntax"
	"augur/lsp/session"
)

// Question is what can be asked on a line.
type Question struct {
	Title     string     `json:"title"`
	Line      int        `json:"line"` // 1-based
	Function  string     `json:"function"`
	Goal      reach.Goal `json:"goal"`
	Outcome   bool       `json:"outcome,omitempty"`
	Condition string     `json:"condition,omitempty"`
	Exception string     `json:"exception,omitempty"`
	// Returns is the value that the function should return, as its user typed
	// it: a literal, or a condition on "result". It is asked for when the
	// question is chosen.
	Returns string `json:"returns,omitempty"`
}

// NeedsValue reports whether the user has to say which value is meant.
func (q Question) NeedsValue() bool { return q.Goal == reach.Returns && q.Returns == "" }

// Query returns what reach is asked.
func (q Question) Query() reach.Query {
	to := reach.Query{
		Function: q.Function, Goal: q.Goal, Line: q.Line, Outcome: q.Outcome, Condition: q.Condition, Exception: q.Exception, Max: maxInputs,
	}
	if q.Goal == reach.Returns {
		if e, err := syntax.ParseExpr(q.Returns); err == nil && names(e, "result") {
			to.When = q.Returns
		} else {
			to.Returns = q.Returns
		}
	}
	return to
}

// maxInputs is how many inputs of different paths are looked for.
const maxInputs = 3

func names(e syntax.Expr, name string) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		x, ok := n.(*syntax.Name)
		found = found || ok && x.ID == name
		return !found
	})
	return found
}

// A Finder looks for inputs. Its method is called from any number of goroutines at
// once, and stops soon after ctx is cancelled.
type Finder interface {
	FindInputs(ctx context.Context, doc *session.Document, q Question, open func(path string) (*syntax.File, bool)) (*reach.Result, error)
}

// On lists the questions that make sense on a line, the likeliest first.
func On(doc *session.Document, line int) []Question {
	f := doc.File()
	function := reach.Enclosing(f, line)
	if function == "" || strings.TrimSpace(f.LineText(line)) == "" {
		return nil
	}
	s := statementAt(f.Module.Body, line)
	if s == nil {
		return nil
	}
	var all []Question
	add := func(title string, q Question) {
		q.Title, q.Line, q.Function = "Augur: "+title, line, function
		all = append(all, q)
	}
	add("What input reaches here?", Question{Goal: reach.Line})
	header := int(s.Pos().Line) == line
	switch s := s.(type) {
	case *syntax.Assert:
		add("What input breaks this assertion?", Question{Goal: reach.AssertFails})
	case *syntax.Raise:
		add("What input raises this?", Question{Goal: reach.Raise})
	case *syntax.If:
		if header {
			add("What input takes this branch?", Question{Goal: reach.Branch, Outcome: true})
			add("What input takes the other branch?", Question{Goal: reach.Branch})
		}
	case *syntax.While, *syntax.For:
		if header {
			add("What input enters this loop?", Question{Goal: reach.Branch, Outcome: true})
			add("What input skips this loop?", Question{Goal: reach.Branch})
		}
	case *syntax.Match:
		for _, c := range s.Cases {
			if int(c.Pattern.Pos().Line) == line {
				add("What input takes this case?", Question{Goal: reach.Branch, Outcome: true})
				add("What input does not take this case?", Question{Goal: reach.Branch})
			}
		}
	case *syntax.Return:
		if s.Value != nil {
			add("What input returns …?", Question{Goal: reach.Returns})
		}
	}
	if canRaise(f, s) {
		add("What input raises this?", Question{Goal: reach.Raise})
	}
	return all
}

// Values are results that a function may be asked for where its user cannot type
// one: what its return statements have, and the commonest.
func Values(doc *session.Document, function string) []string {
	d, ok := doc.File().Definition(function)
	if !ok {
		return nil
	}
	var all []string
	add := func(text string) {
		for _, seen := range all {
			if seen == text {
				return
			}
		}
		all = append(all, text)
	}
	truth := false
	for _, s := range d.Func.Body {
		syntax.Inspect(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.FunctionDef, *syntax.Lambda, *syntax.ClassDef:
				return false
			case *syntax.Return:
				switch v := n.Value.(type) {
				case *syntax.Constant:
					if text := doc.File().Text(v); len(text) <= 20 && len(all) < 4 {
						add(text)
					}
				case *syntax.Compare, *syntax.BoolOp:
					truth = true
				case *syntax.UnaryOp:
					truth = truth || v.Op == syntax.Not
				}
			}
			return true
		})
	}
	if truth {
		add("True")
		add("False")
	}
	for _, text := range []string{"None", "0", "''", "[]"} {
		if len(all) < 5 {
			add(text)
		}
	}
	return all
}

// statementAt returns the innermost statement on a line.
func statementAt(body []syntax.Stmt, line int) syntax.Stmt {
	for _, s := range body {
		if p := s.Pos(); line < int(p.Line) || line > int(p.EndLine) {
			continue
		}
		for _, b := range syntax.Blocks(s) {
			if in := statementAt(b, line); in != nil {
				return in
			}
		}
		return s
	}
	return nil
}

// raisingCalls are the functions and methods that often raise.
var raisingCalls = map[string]bool{
	"int": true, "float": true, "next": true, "max": true, "min": true, "chr": true, "ord": true, "index": true, "rindex": true, "remove": true, "pop": true,
	"popitem": true, "decode": true, "encode": true, "sqrt": true, "log": true, "bytes": true, "fromhex": true, "loads": true, "strptime": true, "fromisoformat": true,
}

// canRaise reports whether a statement that is no raise may well raise an
// exception: it divides, looks something up, unpacks, converts, or calls what
// raises.
func canRaise(f *syntax.File, s syntax.Stmt) bool {
	found := false
	look := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinOp:
			found = found || n.Op == syntax.Div || n.Op == syntax.FloorDiv || n.Op == syntax.Mod && !isText(n.Left)
		case *syntax.Subscript:
			_, slice := n.Index.(*syntax.Slice)
			found = found || !slice
		case *syntax.Call:
			switch fn := n.Func.(type) {
			case *syntax.Name:
				found = found || raisingCalls[fn.ID] || raises(f, fn.ID)
			case *syntax.Attribute:
				found = found || raisingCalls[fn.Attr]
			}
		case *syntax.Lambda, *syntax.FunctionDef, *syntax.ClassDef:
			return false
		}
		return !found
	}
	switch s := s.(type) {
	case *syntax.Raise, *syntax.FunctionDef, *syntax.ClassDef, *syntax.Assert:
		return false
	case *syntax.Assign:
		for _, t := range s.Targets {
			switch t.(type) {
			case *syntax.Tuple, *syntax.List:
				found = true
			}
		}
	case *syntax.AugAssign:
		found = s.Op == syntax.Div || s.Op == syntax.FloorDiv || s.Op == syntax.Mod
	}
	syntax.Children(s, func(n syntax.Node) {
		if e, ok := n.(syntax.Expr); ok {
			syntax.Inspect(e, look)
		}
	})
	return found
}

func isText(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.JoinedStr:
		return true
	case *syntax.Constant:
		_, ok := e.Value.(syntax.ConstStr)
		return ok
	}
	return false
}

// raises reports whether a function of the file has a raise or an assert.
func raises(f *syntax.File, name string) bool {
	d, ok := f.Definition(name)
	if !ok {
		return false
	}
	found := false
	syntax.Inspect(d.Func, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Raise, *syntax.Assert:
			found = true
		}
		return !found
	})
	return found
}

// Say describes an answer in one line; at is which of the inputs is meant.
func Say(q Question, r *reach.Result, at int) string {
	if len(r.Inputs) > 0 {
		in := r.Inputs[at]
		text := fmt.Sprintf("%s %s", in.Call, does(q))
		if in.Provenance != "computed" {
			text += ", if the predicted values hold"
		}
		if len(r.Inputs) > 1 {
			text += fmt.Sprintf(" (%d of %d)", at+1, len(r.Inputs))
		}
		return text
	}
	if r.Unreachable {
		return "No input " + does(q) + ": " + r.BlockedBy
	}
	text := fmt.Sprintf("Found no input that %s in %d tries", does(q), r.Tried)
	if r.BlockedBy != "" {
		text += ": " + r.BlockedBy
	}
	if r.Closest != "" {
		text += "; the closest is " + r.Closest
	}
	return text
}

// does says what an input that answers a question does.
func does(q Question) string {
	switch q.Goal {
	case reach.AssertFails:
		return fmt.Sprintf("breaks the assertion on line %d", q.Line)
	case reach.Raise:
		if q.Exception != "" {
			return fmt.Sprintf("raises %s on line %d", q.Exception, q.Line)
		}
		return fmt.Sprintf("raises on line %d", q.Line)
	case reach.Returns:
		if q.Query().When != "" {
			return "makes " + q.Returns + " true"
		}
		return "returns " + q.Returns
	case reach.Branch:
		outcome := "false"
		if q.Outcome {
			outcome = "true"
		}
		switch {
		case strings.Contains(q.Title, "loop"):
			return map[bool]string{true: "enters", false: "skips"}[q.Outcome] + fmt.Sprintf(" the loop on line %d", q.Line)
		case strings.Contains(q.Title, "case"):
			return map[bool]string{true: "takes", false: "does not take"}[q.Outcome] + fmt.Sprintf(" the case on line %d", q.Line)
		}
		return fmt.Sprintf("makes the condition on line %d %s", q.Line, outcome)
	}
	return fmt.Sprintf("reaches line %d", q.Line)
}
