package example

import (
	"fmt"
	"strings"

	"augur/analysis/syntax"
)

// bindings calls visit for each name that a statement binds in its own scope,
// the suites of compound statements included.
func bindings(s syntax.Stmt, visit func(string)) {
	switch s := s.(type) {
	case *syntax.FunctionDef:
		visit(s.Name)
		return
	case *syntax.ClassDef:
		visit(s.Name)
		return
	}
	syntax.Inspect(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FunctionDef:
			visit(n.Name)
			return false
		case *syntax.ClassDef:
			visit(n.Name)
			return false
		case *syntax.Lambda, *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp:
			return false
		case *syntax.Assign:
			for _, t := range n.Targets {
				targetNames(t, visit)
			}
		case *syntax.AugAssign:
			targetNames(n.Target, visit)
		case *syntax.AnnAssign:
			if n.Value != nil {
				targetNames(n.Target, visit)
			}
		case *syntax.NamedExpr:
			visit(n.Target.ID)
		case *syntax.For:
			targetNames(n.Target, visit)
		case *syntax.WithItem:
			targetNames(n.Vars, visit)
		case *syntax.ExceptHandler:
			if n.Name != "" {
				visit(n.Name)
			}
		case *syntax.Import:
			for _, a := range n.Names {
				if a.AsName != "" {
					visit(a.AsName)
				} else {
					root, _, _ := strings.Cut(a.Name, ".")
					visit(root)
				}
			}
		case *syntax.ImportFrom:
			for _, a := range n.Names {
				if a.AsName != "" {
					visit(a.AsName)
				} else {
					visit(a.Name)
				}
			}
		case *syntax.TypeAlias:
			visit(n.Name.ID)
		case *syntax.MatchAs:
			if n.Name != "" {
				visit(n.Name)
			}
		case *syntax.MatchStar:
			if n.Name != "" {
				visit(n.Name)
			}
		}
		return true
	})
}

// targetNames calls visit for each name in the target of an assignment.
func targetNames(e syntax.Expr, visit func(string)) {
	switch e := e.(type) {
	case *syntax.Name:
		visit(e.ID)
	case *syntax.Tuple:
		for _, elt := range e.Elts {
			targetNames(elt, visit)
		}
	case *syntax.List:
		for _, elt := range e.Elts {
			targetNames(elt, visit)
		}
	case *syntax.Starred:
		targetNames(e.Value, visit)
	}
}

// freeNames calls visit for each name that a node takes from its surroundings.
func freeNames(n syntax.Node, visit func(*syntax.Name)) { free(n, map[string]int{}, visit) }

func free(n syntax.Node, bound map[string]int, visit func(*syntax.Name)) {
	switch n := n.(type) {
	case *syntax.Name:
		if bound[n.ID] == 0 {
			visit(n)
		}
		return
	case *syntax.FunctionDef:
		for _, d := range n.Decorators {
			free(d, bound, visit)
		}
		free(n.Args, bound, visit)
		if n.Returns != nil {
			free(n.Returns, bound, visit)
		}
		suite(n.Body, append(parameterNames(n.Args), n.Name), bound, visit)
		return
	case *syntax.ClassDef:
		for _, d := range n.Decorators {
			free(d, bound, visit)
		}
		for _, b := range n.Bases {
			free(b, bound, visit)
		}
		for _, k := range n.Keywords {
			free(k, bound, visit)
		}
		suite(n.Body, []string{n.Name}, bound, visit)
		return
	case *syntax.Lambda:
		for _, d := range n.Args.Defaults {
			free(d, bound, visit)
		}
		for _, d := range n.Args.KwDefaults {
			if d != nil {
				free(d, bound, visit)
			}
		}
		names := parameterNames(n.Args)
		within(bound, names, func() { free(n.Body, bound, visit) })
		return
	case *syntax.ListComp:
		comprehension(n.Generators, bound, visit, n.Elt)
		return
	case *syntax.SetComp:
		comprehension(n.Generators, bound, visit, n.Elt)
		return
	case *syntax.GeneratorExp:
		comprehension(n.Generators, bound, visit, n.Elt)
		return
	case *syntax.DictComp:
		comprehension(n.Generators, bound, visit, n.Key, n.Value)
		return
	}
	syntax.Children(n, func(child syntax.Node) { free(child, bound, visit) })
}

// suite visits the free names of a function or class body.
func suite(body []syntax.Stmt, names []string, bound map[string]int, visit func(*syntax.Name)) {
	for _, s := range body {
		bindings(s, func(name string) { names = append(names, name) })
	}
	within(bound, names, func() {
		for _, s := range body {
			free(s, bound, visit)
		}
	})
}

// within runs f while the names are bound.
func within(bound map[string]int, names []string, f func()) {
	for _, name := range names {
		bound[name]++
	}
	f()
	for _, name := range names {
		bound[name]--
	}
}

func comprehension(clauses []*syntax.Comprehension, bound map[string]int, visit func(*syntax.Name), elts ...syntax.Expr) {
	if len(clauses) == 0 {
		for _, elt := range elts {
			free(elt, bound, visit)
		}
		return
	}
	free(clauses[0].Iter, bound, visit)
	var names []string
	targetNames(clauses[0].Target, func(name string) { names = append(names, name) })
	within(bound, names, func() {
		for _, test := range clauses[0].Ifs {
			free(test, bound, visit)
		}
		comprehension(clauses[1:], bound, visit, elts...)
	})
}

// parameterNames returns the names of all parameters.
func parameterNames(a *syntax.Arguments) []string {
	var names []string
	for _, list := range [][]*syntax.Arg{a.PosOnly, a.Args, a.KwOnly} {
		for _, p := range list {
			names = append(names, p.Name)
		}
	}
	for _, p := range []*syntax.Arg{a.Vararg, a.Kwarg} {
		if p != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// layoutKey returns a text that is the same for sources that differ in nothing
// but layout.
func layoutKey(src string) string { return layoutKeys.of(src, makeLayoutKey) }

// layoutKeys are those of the sources seen last.
var layoutKeys memo[string]

func makeLayoutKey(src string) string {
	f := syntax.ParseFragment([]byte(src))
	var b strings.Builder
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		fmt.Fprintf(&b, "%T", n)
		switch n := n.(type) {
		case *syntax.Name:
			b.WriteString(n.ID)
		case *syntax.Attribute:
			b.WriteString(n.Attr)
		case *syntax.Keyword:
			b.WriteString(n.Name)
		case *syntax.Arg:
			b.WriteString(n.Name)
		case *syntax.Alias:
			b.WriteString(n.Name + " " + n.AsName)
		case *syntax.ImportFrom:
			fmt.Fprint(&b, n.Module, n.Level)
		case *syntax.Constant:
			fmt.Fprintf(&b, "%T%v", n.Value, n.Value)
		case *syntax.BinOp:
			b.WriteString(n.Op.String())
		case *syntax.UnaryOp:
			b.WriteString(n.Op.String())
		case *syntax.BoolOp:
			b.WriteString(n.Op.String())
		case *syntax.AugAssign:
			b.WriteString(n.Op.String())
		case *syntax.Compare:
			fmt.Fprint(&b, n.Ops)
		case *syntax.FunctionDef, *syntax.ClassDef, *syntax.BadStmt, *syntax.BadExpr, *syntax.JoinedStr:
			b.WriteString(f.Text(n))
			return false
		}
		// The number of children tells f(g(x)) from f(g, x).
		count := 0
		syntax.Children(n, func(syntax.Node) { count++ })
		fmt.Fprint(&b, "(", count, ")")
		return true
	})
	return b.String()
}

// builtins are the names that need no import. Those that ask the outside world
// for something are left out: a call with them is no concrete one.
var builtins = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`abs aiter all anext any ascii bin bool bytearray bytes callable chr classmethod compile
		complex delattr dict dir divmod enumerate eval filter float format frozenset getattr hasattr hash hex id int isinstance
		issubclass iter len list map max memoryview min next object oct ord pow print property range repr reversed round set
		setattr slice sorted staticmethod str sum super tuple type vars zip Ellipsis NotImplemented __name__ __debug__
		ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BufferError BytesWarning
		DeprecationWarning EOFError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError
		FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError
		IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
		NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError
		ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
		StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
		UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError
		Warning ZeroDivisionError`) {
		m[name] = true
	}
	return m
}()
