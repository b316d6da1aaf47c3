package eval

import (
	"strings"

	"augur/analysis/syntax"
)

// A scope is a block of code with names of its own, as CPython's symbol table
// has them: the module, a class body, a function, a lambda or a comprehension.
type scope struct {
	kind     scopeKind
	node     syntax.Node
	parent   *scope
	children []*scope
	symbols  map[string]*symbol
	order    []string // names in order of first appearance
	yields   bool
	awaits   bool

	// The results of resolve, for function scopes: where each name lives.
	slots     map[string]int
	slotNames []string
	moved     []bool         // of slots: of parameters that move to cells; nil if none does
	cells     map[string]int // own cells first, then free ones
	cellNames []string
	ownCells  int
}

type scopeKind uint8

const (
	moduleScope scopeKind = iota
	classScope
	functionScope
	comprehensionScope
)

type symbol struct {
	param, assigned, used bool
	global, nonlocal      bool
	captured              bool // an inner scope uses it: it lives in a cell
	free                  bool // it lives in a cell of an outer function
}

// scopes is the symbol table of a module.
type scopes map[syntax.Node]*scope

func analyse(m *syntax.Module) scopes {
	a := &analyser{table: scopes{}}
	top := a.push(moduleScope, m)
	a.stmts(m.Body)
	a.scope = nil
	resolve(top)
	return a.table
}

type analyser struct {
	table scopes
	scope *scope
}

func (a *analyser) push(kind scopeKind, n syntax.Node) *scope {
	s := &scope{kind: kind, node: n, parent: a.scope, symbols: map[string]*symbol{}}
	if a.scope != nil {
		a.scope.children = append(a.scope.children, s)
	}
	a.table[n] = s
	a.scope = s
	return s
}

func (a *analyser) pop() { a.scope = a.scope.parent }

func (s *scope) symbol(name string) *symbol {
	y := s.symbols[name]
	if y == nil {
		y = &symbol{}
		s.symbols[name] = y
		s.order = append(s.order, name)
	}
	return y
}

func (a *analyser) use(name string)    { a.symbol(name).used = true }
func (a *analyser) assign(name string) { a.symbol(name).assigned = true }

// symbol returns the symbol of a name as it is written in the current scope.
func (a *analyser) symbol(name string) *symbol { return a.scope.symbol(a.scope.mangle(name)) }

// mangle returns the name that a private name stands for inside a class.
func (s *scope) mangle(name string) string {
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || strings.Contains(name, ".") {
		return name
	}
	for ; s != nil; s = s.parent {
		if def, ok := s.node.(*syntax.ClassDef); ok && s.kind == classScope {
			if class := strings.TrimLeft(def.Name, "_"); class != "" {
				return "_" + class + name
			}
			return name
		}
	}
	return name
}

// function analyses the parts of a function that its own scope holds.
func (a *analyser) function(n syntax.Node, args *syntax.Arguments, body func()) {
	a.push(functionScope, n)
	for _, p := range parameters(args) {
		a.symbol(p.Name).param = true
	}
	body()
	a.pop()
}

// parameters lists the parameters in the order of their slots: positional ones,
// keyword-only ones, *args, **kwargs.
func parameters(args *syntax.Arguments) []*syntax.Arg {
	var ps []*syntax.Arg
	ps = append(ps, args.PosOnly...)
	ps = append(ps, args.Args...)
	ps = append(ps, args.KwOnly...)
	if args.Vararg != nil {
		ps = append(ps, args.Vararg)
	}
	if args.Kwarg != nil {
		ps = append(ps, args.Kwarg)
	}
	return ps
}

// defaults analyses what a function header evaluates in the outer scope.
func (a *analyser) defaults(args *syntax.Arguments) {
	a.exprs(args.Defaults)
	a.exprs(args.KwDefaults)
	for _, p := range parameters(args) {
		a.expr(p.Annotation)
	}
}

func (a *analyser) stmts(list []syntax.Stmt) {
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *analyser) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.FunctionDef:
		a.exprs(s.Decorators)
		a.defaults(s.Args)
		a.expr(s.Returns)
		a.assign(s.Name)
		a.function(s, s.Args, func() { a.stmts(s.Body) })
	case *syntax.ClassDef:
		a.exprs(s.Decorators)
		a.exprs(s.Bases)
		for _, k := range s.Keywords {
			a.expr(k.Value)
		}
		a.assign(s.Name)
		a.push(classScope, s)
		a.stmts(s.Body)
		a.pop()
	case *syntax.Return:
		a.expr(s.Value)
	case *syntax.Delete:
		// What is deleted is bound here too.
		for _, t := range s.Targets {
			a.target(t)
		}
	case *syntax.Assign:
		a.expr(s.Value)
		for _, t := range s.Targets {
			a.target(t)
		}
	case *syntax.AugAssign:
		a.expr(s.Target)
		a.target(s.Target)
		a.expr(s.Value)
	case *syntax.AnnAssign:
		a.expr(s.Value)
		a.expr(s.Annotation)
		a.target(s.Target)
	case *syntax.TypeAlias:
		a.target(s.Name)
	case *syntax.For:
		a.expr(s.Iter)
		a.target(s.Target)
		a.stmts(s.Body)
		a.stmts(s.Orelse)
	case *syntax.While:
		a.expr(s.Test)
		a.stmts(s.Body)
		a.stmts(s.Orelse)
	case *syntax.If:
		a.expr(s.Test)
		a.stmts(s.Body)
		a.stmts(s.Orelse)
	case *syntax.With:
		for _, it := range s.Items {
			a.expr(it.Context)
			a.target(it.Vars)
		}
		a.stmts(s.Body)
	case *syntax.Match:
		a.expr(s.Subject)
		for _, c := range s.Cases {
			a.pattern(c.Pattern)
			a.expr(c.Guard)
			a.stmts(c.Body)
		}
	case *syntax.Raise:
		a.expr(s.Exc)
		a.expr(s.Cause)
	case *syntax.Try:
		a.stmts(s.Body)
		for _, h := range s.Handlers {
			a.expr(h.Type)
			if h.Name != "" {
				a.assign(h.Name)
			}
			a.stmts(h.Body)
		}
		a.stmts(s.Orelse)
		a.stmts(s.Finalbody)
	case *syntax.Assert:
		a.expr(s.Test)
		a.expr(s.Msg)
	case *syntax.Import:
		for _, n := range s.Names {
			a.assign(n.Binds())
		}
	case *syntax.ImportFrom:
		for _, n := range s.Names {
			if n.Name != "*" {
				a.assign(n.Binds())
			}
		}
	case *syntax.Global:
		for _, n := range s.Names {
			a.symbol(n).global = true
		}
	case *syntax.Nonlocal:
		for _, n := range s.Names {
			a.symbol(n).nonlocal = true
		}
	case *syntax.ExprStmt:
		a.expr(s.Value)
	}
}

func (a *analyser) target(e syntax.Expr) {
	switch e := e.(type) {
	case nil:
	case *syntax.Name:
		a.assign(e.ID)
	case *syntax.Tuple:
		for _, x := range e.Elts {
			a.target(x)
		}
	case *syntax.List:
		for _, x := range e.Elts {
			a.target(x)
		}
	case *syntax.Starred:
		a.target(e.Value)
	default:
		a.expr(e)
	}
}

func (a *analyser) pattern(p syntax.Pattern) {
	capture := func(name string) {
		if name != "" {
			a.assign(name)
		}
	}
	all := func(ps []syntax.Pattern) {
		for _, q := range ps {
			a.pattern(q)
		}
	}
	switch p := p.(type) {
	case *syntax.MatchValue:
		a.expr(p.Value)
	case *syntax.MatchSequence:
		all(p.Patterns)
	case *syntax.MatchMapping:
		a.exprs(p.Keys)
		all(p.Patterns)
		capture(p.Rest)
	case *syntax.MatchClass:
		a.expr(p.Cls)
		all(p.Patterns)
		all(p.KwdPatterns)
	case *syntax.MatchStar:
		capture(p.Name)
	case *syntax.MatchAs:
		if p.Pattern != nil {
			a.pattern(p.Pattern)
		}
		capture(p.Name)
	case *syntax.MatchOr:
		all(p.Patterns)
	}
}

func (a *analyser) exprs(list []syntax.Expr) {
	for _, e := range list {
		a.expr(e)
	}
}

func (a *analyser) expr(e syntax.Expr) {
	switch e := e.(type) {
	case nil:
	case *syntax.Name:
		a.use(e.ID)
		if e.ID == "super" && a.scope.isFunction() {
			// super() without arguments needs the class that is being made.
			a.use("__class__")
		}
	case *syntax.NamedExpr:
		a.expr(e.Value)
		s, name := a.scope, a.scope.mangle(e.Target.ID)
		for s.kind == comprehensionScope {
			// The target belongs to the scope around the comprehension; inside
			// it is free.
			s.symbol(name).used = true
			s = s.parent
		}
		s.symbol(name).assigned = true
	case *syntax.Lambda:
		a.defaults(e.Args)
		a.function(e, e.Args, func() { a.expr(e.Body) })
	case *syntax.ListComp:
		a.comprehension(e, e.Generators, e.Elt)
	case *syntax.SetComp:
		a.comprehension(e, e.Generators, e.Elt)
	case *syntax.GeneratorExp:
		a.comprehension(e, e.Generators, e.Elt)
	case *syntax.DictComp:
		a.comprehension(e, e.Generators, e.Key, e.Value)
	case *syntax.Yield:
		a.scope.yields = true
		a.expr(e.Value)
	case *syntax.YieldFrom:
		a.scope.yields = true
		a.expr(e.Value)
	case *syntax.Await:
		a.scope.awaits = true
		a.expr(e.Value)
	case *syntax.BoolOp:
		a.exprs(e.Values)
	case *syntax.BinOp:
		a.expr(e.Left)
		a.expr(e.Right)
	case *syntax.UnaryOp:
		a.expr(e.Operand)
	case *syntax.IfExp:
		a.expr(e.Test)
		a.expr(e.Body)
		a.expr(e.Orelse)
	case *syntax.Dict:
		a.exprs(e.Keys)
		a.exprs(e.Values)
	case *syntax.Set:
		a.exprs(e.Elts)
	case *syntax.Compare:
		a.expr(e.Left)
		a.exprs(e.Comparators)
	case *syntax.Call:
		a.expr(e.Func)
		a.exprs(e.Args)
		for _, k := range e.Keywords {
			a.expr(k.Value)
		}
	case *syntax.JoinedStr:
		a.exprs(e.Values)
	case *syntax.FormattedValue:
		a.expr(e.Value)
		if e.FormatSpec != nil {
			a.expr(e.FormatSpec)
		}
	case *syntax.Attribute:
		a.expr(e.Value)
	case *syntax.Subscript:
		a.expr(e.Value)
		a.expr(e.Index)
	case *syntax.Starred:
		a.expr(e.Value)
	case *syntax.List:
		a.exprs(e.Elts)
	case *syntax.Tuple:
		a.exprs(e.Elts)
	case *syntax.Slice:
		a.expr(e.Lower)
		a.expr(e.Upper)
		a.expr(e.Step)
	}
}

func (a *analyser) comprehension(n syntax.Node, gens []*syntax.Comprehension, elts ...syntax.Expr) {
	a.expr(gens[0].Iter) // evaluated in the scope around it
	a.push(comprehensionScope, n)
	for i, g := range gens {
		if i > 0 {
			a.expr(g.Iter)
		}
		a.target(g.Target)
		a.exprs(g.Ifs)
	}
	a.exprs(elts)
	a.pop()
}

func (s *scope) isFunction() bool { return s.kind == functionScope || s.kind == comprehensionScope }

// local reports whether the scope itself binds name.
func (s *scope) local(name string) bool {
	y := s.symbols[name]
	return y != nil && (y.param || y.assigned) && !y.global && !y.nonlocal
}

// resolve finds where every name lives: free names first, from the inside out,
// since an inner use makes the outer name a cell.
func resolve(s *scope) {
	for _, c := range s.children {
		resolve(c)
	}
	for _, name := range s.order {
		y := s.symbols[name]
		if s.kind == moduleScope || y.global || s.local(name) {
			continue
		}
		if y.used || y.nonlocal || y.assigned {
			y.free = s.capture(name)
		}
	}
	if s.isFunction() || s.kind == classScope {
		s.layout()
	}
}

// capture marks name as captured in the nearest function around s that binds
// it, and as free in the functions between; false if there is none.
func (s *scope) capture(name string) bool {
	for p := s.parent; p != nil; p = p.parent {
		if p.kind == classScope {
			if name == "__class__" {
				p.symbol(name).captured = true
				return markFree(s.parent, p, name)
			}
			continue
		}
		if p.kind == moduleScope {
			return false
		}
		if y := p.symbols[name]; y != nil && y.global {
			return false
		}
		if p.local(name) {
			p.symbols[name].captured = true
			return markFree(s.parent, p, name)
		}
	}
	return false
}

func markFree(from, to *scope, name string) bool {
	for p := from; p != to; p = p.parent {
		y := p.symbol(name)
		y.free, y.used = true, true
	}
	return true
}

// layout assigns slots and cells. It runs after the inner scopes are resolved,
// when it is known which names they capture.
func (s *scope) layout() {
	s.slots, s.cells = map[string]int{}, map[string]int{}
	s.slotNames, s.cellNames = nil, nil
	if s.kind != classScope {
		var names []string
		for _, name := range s.order {
			if s.symbols[name].param {
				names = append(names, name)
			}
		}
		for _, name := range s.order {
			if !s.symbols[name].param && s.local(name) {
				names = append(names, name)
			}
		}
		for _, name := range names {
			s.slots[name] = len(s.slotNames)
			s.slotNames = append(s.slotNames, name)
		}
	}
	for _, name := range s.order {
		if y := s.symbols[name]; y.captured {
			s.cells[name] = len(s.cellNames)
			s.cellNames = append(s.cellNames, name)
		}
	}
	s.ownCells = len(s.cellNames)
	for _, name := range s.order {
		if y := s.symbols[name]; y.free && !y.captured {
			s.cells[name] = len(s.cellNames)
			s.cellNames = append(s.cellNames, name)
		}
	}
	s.moved = nil
	for i, name := range s.slotNames {
		if _, ok := s.cells[name]; ok {
			if s.moved == nil {
				s.moved = make([]bool, len(s.slotNames))
			}
			s.moved[i] = true
		}
	}
}
