package example

import (
	"sort"
	"strings"

	"augur/analysis/syntax"
)

// scope is a place where calls are looked for: a module, a function, a doctest.
type scope struct {
	index *index
	file  *syntax.File
	same  bool // file is the one whose functions are called, so its globals are known

	locals  map[string]bool   // names of the scope itself, which only set-up can provide
	renames map[string]string // names here of what the target file calls otherwise
	modules map[string]bool   // paths under which the target file itself is known here

	chain  *step
	rows   []row // the parameters of a parametrized test
	origin string
	raises bool
	guard  bool                 // the code under if __name__ == "__main__", whose names are globals
	at     func(line int32) int // the line in the searched file
}

// step is a statement that runs before the one that is looked at.
type step struct {
	prev *step
	stmt syntax.Stmt
	// bind, instead of a statement, binds the first element that a loop
	// takes from a literal.
	bind   string
	names  []syntax.Node // what bind names
	binds  []string
	opaque bool // it cannot be moved to another place
}

// row gives the parameters of a test as source text.
type row map[string]value

// value is an argument of a parametrized test.
type value struct {
	text string
	expr syntax.Expr
}

// child returns a scope for a suite: what is added to its chain stays in it.
func (sc *scope) child() *scope {
	c := *sc
	return &c
}

// push adds a statement to the chain.
func (sc *scope) push(s syntax.Stmt, opaque bool) {
	st := &step{prev: sc.chain, stmt: s, opaque: opaque}
	bindings(s, func(name string) { st.binds = append(st.binds, name) })
	sc.chain = st
}

// cut replaces a part of a source text.
type cut struct {
	start, end int32
	text       string
}

// paste returns the source of a node with the cuts made.
func (sc *scope) paste(n syntax.Node, cuts []cut) string {
	sort.Slice(cuts, func(i, j int) bool { return cuts[i].start < cuts[j].start })
	span := n.Pos()
	var b strings.Builder
	at := span.Start
	for _, c := range cuts {
		if c.start < at {
			continue
		}
		b.WriteString(sc.file.Src[at:c.start])
		b.WriteString(c.text)
		at = c.end
	}
	b.WriteString(sc.file.Src[at:span.End])
	return b.String()
}

// path returns the path by which the target file knows what an expression
// names, or "".
func (sc *scope) path(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		if to, ok := sc.renames[e.ID]; ok {
			return to
		}
		if sc.same && !sc.locals[e.ID] {
			return e.ID
		}
	case *syntax.Attribute:
		if sc.modules[dotted(e.Value)] {
			return e.Attr
		}
		if base := sc.path(e.Value); base != "" {
			return base + "." + e.Attr
		}
	}
	return ""
}

// needs finds out what a node takes from its surroundings: the cuts that turn
// its names into those of the target file, and the names that set-up has to
// provide. It reports false if a name is not known at all.
func (sc *scope) needs(n syntax.Node) (cuts []cut, locals []*syntax.Name, globals int, ok bool) {
	done := map[*syntax.Name]bool{}
	syntax.Inspect(n, func(n syntax.Node) bool {
		a, isAttr := n.(*syntax.Attribute)
		if !isAttr || !sc.modules[dotted(a.Value)] {
			return true
		}
		if !sc.index.globals[a.Attr] {
			return true
		}
		cuts = append(cuts, cut{a.Start, a.End, a.Attr})
		syntax.Inspect(a.Value, func(n syntax.Node) bool {
			if name, ok := n.(*syntax.Name); ok {
				done[name] = true
			}
			return true
		})
		return false
	})
	ok = true
	freeNames(n, func(name *syntax.Name) {
		if done[name] {
			return
		}
		if to, renamed := sc.renames[name.ID]; renamed {
			if to != name.ID {
				cuts = append(cuts, cut{name.Start, name.End, to})
			}
			globals++
			return
		}
		switch {
		case sc.locals[name.ID]:
			locals = append(locals, name)
		case sc.same && sc.index.globals[name.ID]:
			globals++
		case builtins[name.ID]:
		default:
			ok = false
		}
	})
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Await, *syntax.Yield, *syntax.YieldFrom, *syntax.BadExpr, *syntax.BadStmt:
			ok = false
		}
		return ok
	})
	return cuts, locals, globals, ok
}

// maxSetup bounds how many statements an example may need before it.
const maxSetup = 12

// setup collects the statements of the chain that provide the needed names.
// What is left of them when the chain ends are parameters of the function.
func (sc *scope) setup(names []*syntax.Name) (statements []string, left map[string]bool, ok bool) {
	needed := map[string]bool{}
	for _, n := range names {
		needed[n.ID] = true
	}
	for st := sc.chain; st != nil && len(needed) > 0; st = st.prev {
		binds := false
		for _, name := range st.binds {
			binds = binds || needed[name]
		}
		if !binds && !changes(sc, st, needed) {
			continue
		}
		if st.opaque || len(statements) == maxSetup {
			return nil, nil, false
		}
		for _, name := range st.binds {
			// It would replace what the functions of the module see.
			if sc.index.globals[name] && !sc.guard {
				return nil, nil, false
			}
		}
		if _, again := st.stmt.(*syntax.AugAssign); binds && !again {
			for _, name := range st.binds {
				delete(needed, name)
			}
		}
		text := st.bind
		for _, part := range st.parts() {
			cuts, more, _, ok := sc.needs(part)
			if !ok {
				return nil, nil, false
			}
			if st.stmt != nil {
				text = sc.paste(st.stmt, cuts)
				if isMovable(st.stmt) {
					text = syntax.OneLine(text)
				}
			}
			for _, n := range more {
				if !bindsName(st, n) {
					needed[n.ID] = true
				}
			}
		}
		statements = append(statements, text)
	}
	for i, j := 0, len(statements)-1; i < j; i, j = i+1, j-1 {
		statements[i], statements[j] = statements[j], statements[i]
	}
	return statements, needed, true
}

// parts returns the nodes whose names a step needs.
func (st *step) parts() []syntax.Node {
	if st.stmt != nil {
		return []syntax.Node{st.stmt}
	}
	return st.names
}

// bindsName reports whether a name in a step is only bound there.
func bindsName(st *step, n *syntax.Name) bool {
	var targets []syntax.Expr
	switch s := st.stmt.(type) {
	case *syntax.Assign:
		targets = s.Targets
	case *syntax.AnnAssign:
		targets = []syntax.Expr{s.Target}
	case nil, *syntax.AugAssign:
	default:
		for _, name := range st.binds {
			if name == n.ID {
				return true
			}
		}
	}
	found := false
	for _, t := range targets {
		visitTargets(t, func(name *syntax.Name) { found = found || name == n })
	}
	return found
}

func visitTargets(e syntax.Expr, visit func(*syntax.Name)) {
	switch e := e.(type) {
	case *syntax.Name:
		visit(e)
	case *syntax.Tuple:
		for _, elt := range e.Elts {
			visitTargets(elt, visit)
		}
	case *syntax.List:
		for _, elt := range e.Elts {
			visitTargets(elt, visit)
		}
	case *syntax.Starred:
		visitTargets(e.Value, visit)
	}
}

// changes reports whether a statement may change an object that a needed name
// stands for: by assigning to a part of it, by calling a method of it, or by
// handing it to a function of a library. The functions of the target file are
// what examples are sought of, so their calls are no set-up.
func changes(sc *scope, st *step, needed map[string]bool) bool {
	if st.stmt == nil {
		return false
	}
	found := false
	if st.opaque {
		if _, ok := st.stmt.(*syntax.Assert); !ok {
			freeNames(st.stmt, func(n *syntax.Name) { found = found || needed[n.ID] })
			return found
		}
	}
	var targets []syntax.Expr
	switch s := st.stmt.(type) {
	case *syntax.Assign:
		targets = s.Targets
	case *syntax.AugAssign:
		targets = []syntax.Expr{s.Target}
	case *syntax.Delete:
		targets = s.Targets
	}
	for _, t := range targets {
		found = found || needed[root(t)]
	}
	syntax.Inspect(st.stmt, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.Call); ok {
			if a, ok := call.Func.(*syntax.Attribute); ok && needed[root(a.Value)] {
				found = true
			}
		}
		return !found
	})
	if s, ok := st.stmt.(*syntax.ExprStmt); ok && !found {
		call, ok := s.Value.(*syntax.Call)
		if !ok || builtins[dotted(call.Func)] || sc.index.globals[sc.path(call.Func)] {
			return false
		}
		for _, arg := range call.Args {
			if n, ok := arg.(*syntax.Name); ok && needed[n.ID] {
				return true
			}
		}
	}
	return found
}

// root returns the name that an expression "name.a[b].c" starts with, or "".
func root(e syntax.Expr) string {
	for {
		switch x := e.(type) {
		case *syntax.Attribute:
			e = x.Value
		case *syntax.Subscript:
			e = x.Value
		case *syntax.Name:
			return x.ID
		default:
			return ""
		}
	}
}
