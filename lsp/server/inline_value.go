package server

import (
	"go.lsp.dev/protocol"

	"augur/analysis/syntax"
)

// inlineValue answers "textDocument/inlineValue": while a debugger is stopped, the
// variables of the function that it is stopped in, wherever the function sets or
// reads them. The values are those of the stopped program: the client looks them up
// in the frame. Nothing predicted is mixed in.
func inlineValue(r *request, params *protocol.InlineValueParams) ([]protocol.InlineValue, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	doc := place.Document
	stopped := lineIn(place, params.Context.StoppedLocation.Start)
	first, last := linesIn(place, params.Range)
	last = min(last, stopped)
	f := doc.Outline().At(stopped)
	var body []syntax.Stmt
	locals := make(map[string]bool)
	if f.IsModule() {
		body = doc.File().Module.Body
	} else {
		body = f.Node.Body
	}
	answer := []protocol.InlineValue{}
	seen := make(map[nameOnLine]bool)
	look := func(name string, span syntax.Span) {
		line := int(span.Line)
		if line < first || line > last || !place.Has(line) || seen[nameOnLine{line, name}] {
			return
		}
		seen[nameOnLine{line, name}] = true
		answer = append(answer, &protocol.InlineValueVariableLookup{
			Range: r.spanIn(place, int(span.Start), int(span.End)), VariableName: &name, CaseSensitiveLookup: true,
		})
	}
	visit := func(use func(n syntax.Node)) {
		for _, s := range body {
			syntax.Inspect(s, func(n syntax.Node) bool {
				switch n.(type) {
				case *syntax.FunctionDef, *syntax.ClassDef, *syntax.Lambda, *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp:
					return false // their variables are others
				}
				use(n)
				return true
			})
		}
	}
	if !f.IsModule() {
		for _, a := range parametersOf(f.Node.Args) {
			locals[a.Name] = true
			look(a.Name, syntax.Span{Start: a.Start, End: a.Start + int32(len(a.Name)), Line: a.Line})
		}
	}
	visit(func(n syntax.Node) {
		for _, target := range targetsOf(n) {
			syntax.Inspect(target, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.Attribute, *syntax.Subscript:
					return false
				case *syntax.Name:
					locals[n.ID] = true
				}
				return true
			})
		}
	})
	visit(func(n syntax.Node) {
		if name, ok := n.(*syntax.Name); ok && locals[name.ID] {
			look(name.ID, name.Span)
		}
	})
	return answer, nil
}

// nameOnLine is a name on a line.
type nameOnLine struct {
	line int
	name string
}

// targetsOf returns what a statement or an expression assigns to.
func targetsOf(n syntax.Node) []syntax.Expr {
	switch n := n.(type) {
	case *syntax.Assign:
		return n.Targets
	case *syntax.AugAssign:
		return []syntax.Expr{n.Target}
	case *syntax.AnnAssign:
		return []syntax.Expr{n.Target}
	case *syntax.For:
		return []syntax.Expr{n.Target}
	case *syntax.NamedExpr:
		return []syntax.Expr{n.Target}
	case *syntax.With:
		var all []syntax.Expr
		for _, item := range n.Items {
			if item.Vars != nil {
				all = append(all, item.Vars)
			}
		}
		return all
	}
	return nil
}

// parametersOf returns all parameters of a function.
func parametersOf(a *syntax.Arguments) []*syntax.Arg {
	var all []*syntax.Arg
	all = append(append(append(all, a.PosOnly...), a.Args...), a.KwOnly...)
	if a.Vararg != nil {
		all = append(all, a.Vararg)
	}
	if a.Kwarg != nil {
		all = append(all, a.Kwarg)
	}
	return all
}
