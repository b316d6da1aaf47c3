package syntax

import "strings"

// Bindings tells what a node binds by itself, not by what is in it: the targets
// of assignments, loops and the like, and names that stand alone, such as those
// of functions, parameters, imports and handlers, which may be empty.
func Bindings(n Node, target func(e Expr), name func(name string)) {
	switch n := n.(type) {
	case *FunctionDef:
		name(n.Name)
	case *ClassDef:
		name(n.Name)
	case *Arg:
		name(n.Name)
	case *Alias:
		name(n.AsName)
		name(strings.SplitN(n.Name, ".", 2)[0])
	case *Assign:
		for _, t := range n.Targets {
			target(t)
		}
	case *AugAssign:
		target(n.Target)
	case *AnnAssign:
		target(n.Target)
	case *For:
		target(n.Target)
	case *Comprehension:
		target(n.Target)
	case *NamedExpr:
		name(n.Target.ID)
	case *WithItem:
		if n.Vars != nil {
			target(n.Vars)
		}
	case *ExceptHandler:
		name(n.Name)
	case *MatchAs:
		name(n.Name)
	case *MatchStar:
		name(n.Name)
	case *MatchMapping:
		name(n.Rest)
	}
}

// BoundNames tells the names that a node binds by itself, not by what is in it:
// those of Bindings with the targets taken apart. What is only changed, as the d
// of d[k] = v, is not bound.
func BoundNames(n Node, add func(name string)) {
	var target func(e Expr)
	target = func(e Expr) {
		switch e := e.(type) {
		case *Name:
			add(e.ID)
		case *Starred:
			target(e.Value)
		case *Tuple:
			for _, x := range e.Elts {
				target(x)
			}
		case *List:
			for _, x := range e.Elts {
				target(x)
			}
		}
	}
	Bindings(n, target, func(name string) {
		if name != "" {
			add(name)
		}
	})
}

// Binds is the name that an import binds: "a" of "import a.b", "c" of "import a as c".
func (n *Alias) Binds() string {
	if n.AsName != "" {
		return n.AsName
	}
	first, _, _ := strings.Cut(n.Name, ".")
	return first
}
