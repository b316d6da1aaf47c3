package undo

import (
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/predictor/prompt"
)

// reach is what a variable was given before a statement.
type reach struct {
	how   how
	value syntax.Expr   // of the assignment that reaches the statement
	since []syntax.Stmt // what ran in between, and may have had effects
}

type how uint8

const (
	unclear  how = iota
	never        // nothing gave it a value
	assigned     // one assignment did, on every way
	given        // it is a parameter
)

// reaching finds what gave a variable its value before a statement of a function:
// it goes up from there, out of the conditional blocks around, up to a loop.
func reaching(def *syntax.FunctionDef, st syntax.Stmt, name string) reach {
	if def == nil || shared(def, name) {
		return reach{}
	}
	path, ok := pathTo(def.Body, st)
	if !ok {
		return reach{}
	}
	var since []syntax.Stmt
	for k := len(path) - 1; k >= 0; k-- {
		at := path[k]
		for i := at.index - 1; i >= 0; i-- {
			s := at.block[i]
			if !stores(s, name) {
				since = append(since, s)
				continue
			}
			a, ok := s.(*syntax.Assign)
			if ok && len(a.Targets) == 1 {
				if n, ok := a.Targets[0].(*syntax.Name); ok && n.ID == name {
					return reach{how: assigned, value: a.Value, since: since}
				}
			}
			return reach{}
		}
		if k == 0 {
			break
		}
		switch s := path[k-1].block[path[k-1].index].(type) {
		case *syntax.If:
			if storesIn(s.Test, name) {
				return reach{}
			}
		case *syntax.With:
			for _, it := range s.Items {
				if storesIn(it, name) {
					return reach{}
				}
			}
		case *syntax.Try:
			// A handler runs after a part of the body.
			for _, b := range s.Body {
				if stores(b, name) && !slices.Contains(at.block, b) {
					return reach{}
				}
			}
		default:
			return reach{} // an earlier round of a loop may have given it
		}
	}
	for _, a := range parameters(def) {
		if a == name {
			return reach{how: given}
		}
	}
	return reach{how: never}
}

func parameters(def *syntax.FunctionDef) []string {
	var out []string
	for _, list := range [][]*syntax.Arg{def.Args.PosOnly, def.Args.Args, def.Args.KwOnly} {
		for _, a := range list {
			out = append(out, a.Name)
		}
	}
	for _, a := range []*syntax.Arg{def.Args.Vararg, def.Args.Kwarg} {
		if a != nil {
			out = append(out, a.Name)
		}
	}
	return out
}

// shared reports whether a variable is not the function's own alone.
func shared(def *syntax.FunctionDef, name string) bool {
	found := false
	syntax.Inspect(def, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Global:
			found = found || slices.Contains(n.Names, name)
		case *syntax.Nonlocal:
			found = found || slices.Contains(n.Names, name)
		}
		return !found
	})
	return found
}

type place struct {
	block []syntax.Stmt
	index int
}

// pathTo finds the blocks that a statement lies in, outermost first.
func pathTo(block []syntax.Stmt, st syntax.Stmt) ([]place, bool) {
	for i, s := range block {
		if s == st {
			return []place{{block, i}}, true
		}
		p, want := s.Pos(), st.Pos()
		if want.Start < p.Start || want.End > p.End {
			continue
		}
		for _, b := range syntax.Blocks(s) {
			if rest, ok := pathTo(b, st); ok {
				return append([]place{{block, i}}, rest...), true
			}
		}
	}
	return nil, false
}

// stores reports whether a statement may bind a name.
func stores(s syntax.Stmt, name string) bool {
	found := false
	syntax.Inspect(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FunctionDef:
			found = found || n.Name == name
			return false
		case *syntax.ClassDef:
			found = found || n.Name == name
			return false
		case *syntax.Lambda:
			return false
		case *syntax.Assign:
			for _, t := range n.Targets {
				found = found || assigns(t, name)
			}
		case *syntax.AugAssign:
			found = found || assigns(n.Target, name)
		case *syntax.AnnAssign:
			found = found || n.Value != nil && assigns(n.Target, name)
		case *syntax.Delete:
			for _, t := range n.Targets {
				found = found || assigns(t, name)
			}
		case *syntax.For:
			found = found || assigns(n.Target, name)
		case *syntax.WithItem:
			found = found || n.Vars != nil && assigns(n.Vars, name)
		case *syntax.ExceptHandler:
			found = found || n.Name == name
		case *syntax.NamedExpr:
			found = found || n.Target.ID == name
		case *syntax.Alias:
			as := n.AsName
			if as == "" {
				as, _, _ = strings.Cut(n.Name, ".")
			}
			found = found || as == name || n.Name == "*"
		case *syntax.Match:
			found = true // a pattern may
		}
		return !found
	})
	return found
}

func storesIn(n syntax.Node, name string) bool {
	found := false
	syntax.Inspect(n, func(m syntax.Node) bool {
		switch m := m.(type) {
		case *syntax.NamedExpr:
			found = found || m.Target.ID == name
		case *syntax.WithItem:
			found = found || m.Vars != nil && assigns(m.Vars, name)
		}
		return !found
	})
	return found
}

// again computes what a variable was given once more, if that gives the same now:
// what the expression names still holds what it held then.
func (u *solver) again(r reach, name string) (string, bool) {
	if r.how != assigned || !pure(r.value) {
		return "", false
	}
	between := append(slices.Clone(r.since), u.st)
	fresh := true
	ok := true
	syntax.Inspect(r.value, func(n syntax.Node) bool {
		x, isName := n.(*syntax.Name)
		if !isName {
			return ok
		}
		repr, known := u.after[x.ID]
		if x.ID == name || u.w.has(x.ID) {
			ok = false
			return false
		}
		for _, s := range between {
			if stores(s, x.ID) || known && mutable(repr) && s != u.st && !harmless(s) {
				ok = false
			}
		}
		fresh = fresh && !(known && mutable(repr))
		return ok
	})
	if !ok {
		return "", false
	}
	repr, ok := u.eval(u.f.Text(r.value))
	if !ok {
		return "", false
	}
	if !mutable(repr) {
		return repr, true
	}
	// An object that may have been changed since.
	for _, s := range r.since {
		if mentions(s, name) {
			return "", false
		}
	}
	// What it is made of may be shared with it, and have changed with it.
	return repr, fresh || makes(r.value) && !mutable("("+repr[1:])
}

// makes reports whether an expression makes a new container.
func makes(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.List, *syntax.Dict, *syntax.Set, *syntax.ListComp, *syntax.DictComp, *syntax.SetComp, *syntax.BinOp:
		return true
	case *syntax.Subscript:
		_, slice := e.Index.(*syntax.Slice)
		return slice
	case *syntax.Call:
		switch f := e.Func.(type) {
		case *syntax.Name:
			return f.ID == "list" || f.ID == "dict" || f.ID == "set" || f.ID == "sorted"
		case *syntax.Attribute:
			return f.Attr == "copy" || f.Attr == "split"
		}
	}
	return false
}

// harmless reports whether a statement changes no object.
func harmless(s syntax.Stmt) bool {
	ok := true
	syntax.Inspect(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			ok = ok && pureCall(n)
		case *syntax.AugAssign, *syntax.Delete, *syntax.With:
			ok = false
		case *syntax.Assign:
			for _, t := range n.Targets {
				syntax.Inspect(t, func(m syntax.Node) bool {
					switch m.(type) {
					case *syntax.Subscript, *syntax.Attribute:
						ok = false
					}
					return ok
				})
			}
		}
		return ok
	})
	return ok
}

func mentions(s syntax.Node, name string) bool {
	found := false
	syntax.Inspect(s, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Name); ok && x.ID == name {
			found = true
		}
		return !found
	})
	return found
}

// pure reports whether an expression always has the same value and no effects.
func pure(e syntax.Expr) bool {
	lambda := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.Lambda); ok {
			lambda = true
		}
		return !lambda
	})
	return !lambda && settled(e)
}

func pureCall(c *syntax.Call) bool {
	switch f := c.Func.(type) {
	case *syntax.Name:
		_, builtin := value.Builtins[f.ID]
		return builtin && pureFunctions[f.ID] && f.ID != "id" && f.ID != "print"
	case *syntax.Attribute:
		return pureMethods[f.Attr] || pureModules[baseName(f.Value)]
	}
	return false
}

func bindings(after []prompt.Binding) map[string]string {
	out := map[string]string{}
	for _, b := range after {
		out[b.Name] = b.Repr
	}
	return out
}
