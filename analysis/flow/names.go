package flow

import (
	"strings"

	"augur/analysis/syntax"
)

// assigned are the names that blocks bind, outside of the functions in them.
// What is in skip is left out.
func assigned(skip map[syntax.Stmt]bool, blocks ...[]syntax.Stmt) map[string]bool {
	names := map[string]bool{}
	for _, b := range blocks {
		for _, s := range b {
			walk(skip, s, func(n syntax.Node) { syntax.BoundNames(n, func(name string) { names[name] = true }) })
		}
	}
	return names
}

// walk visits what runs with a node, without what is in skip.
func walk(skip map[syntax.Stmt]bool, n syntax.Node, visit func(syntax.Node)) {
	if s, ok := n.(syntax.Stmt); ok && skip[s] {
		return
	}
	visit(n)
	switch n.(type) {
	case *syntax.FunctionDef, *syntax.Lambda:
		return
	}
	syntax.Children(n, func(c syntax.Node) { walk(skip, c, visit) })
}

func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}
