package example

import (
	"strings"

	"augur/analysis/syntax"
)

// search collects the examples of the functions of one file.
type search struct {
	index *index
	found []found
}

func newSearch(ix *index) *search { return &search{index: ix} }

// searchFile looks for calls in a file, which is that of the index unless it
// knows it by module names.
func (s *search) searchFile(f *syntax.File, modules []string) {
	sc := &scope{
		index: s.index, file: f, same: f == s.index.file, origin: Call,
		locals: map[string]bool{}, renames: map[string]string{}, modules: map[string]bool{},
		at: func(line int32) int { return int(line) },
	}
	if !sc.same {
		for _, stmt := range f.Module.Body {
			bindings(stmt, func(name string) { sc.locals[name] = true })
		}
		for _, stmt := range f.Module.Body {
			sc.imports(stmt, func(module string) bool { return moduleNamed(module, modules) })
		}
		for _, stmt := range f.Module.Body {
			if !sc.isTargetImport(stmt) {
				sc.push(stmt, !isMovable(stmt))
			}
		}
	}
	s.docstring(f.Module.Body, sc)
	s.body(f.Module.Body, sc)
}

// moduleNamed reports whether a module that is imported is one of the given
// ones. A relative import, which starts with a dot, is known by its last name.
func moduleNamed(module string, names []string) bool {
	for _, name := range names {
		if module == name || strings.HasPrefix(module, ".") && lastName(module) == lastName(name) {
			return true
		}
	}
	return false
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// imports takes note of the names that an import gives to the target file or to
// what is in it.
func (sc *scope) imports(s syntax.Stmt, isTarget func(module string) bool) {
	rename := func(as, name string) {
		if sc.index.globals[name] {
			sc.renames[as] = name
			delete(sc.locals, as)
		}
	}
	switch s := s.(type) {
	case *syntax.Import:
		for _, a := range s.Names {
			if isTarget(a.Name) {
				as := a.AsName
				if as == "" {
					as = a.Name
				}
				sc.modules[as] = true
			}
		}
	case *syntax.ImportFrom:
		module := strings.Repeat(".", s.Level) + s.Module
		for _, a := range s.Names {
			as := a.AsName
			if as == "" {
				as = a.Name
			}
			dot := "."
			if strings.HasSuffix(module, ".") {
				dot = ""
			}
			switch {
			case a.Name == "*" && isTarget(module):
				for name := range sc.index.globals {
					sc.renames[name] = name
				}
			case isTarget(module):
				rename(as, a.Name)
			case isTarget(module + dot + a.Name):
				sc.modules[as] = true
			}
		}
	}
}

// isTargetImport reports whether all that an import binds is known anyway.
func (sc *scope) isTargetImport(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.Import:
		for _, a := range s.Names {
			if !sc.modules[a.Name] && !sc.modules[a.AsName] {
				return false
			}
		}
		return true
	case *syntax.ImportFrom:
		for _, a := range s.Names {
			as := a.AsName
			if as == "" {
				as = a.Name
			}
			if _, ok := sc.renames[as]; !ok && !sc.modules[as] && a.Name != "*" {
				return false
			}
		}
		return true
	}
	return false
}

// isMovable reports whether a statement can run in another place: it is a simple
// one, so its text has no indentation that matters.
func isMovable(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.Assign, *syntax.AugAssign, *syntax.AnnAssign, *syntax.ExprStmt, *syntax.Import, *syntax.Delete, *syntax.TypeAlias:
		return true
	case *syntax.ImportFrom:
		return s.Level == 0
	}
	return false
}

// body searches statements that run one after the other.
func (s *search) body(body []syntax.Stmt, sc *scope) {
	for _, stmt := range body {
		s.statement(stmt, sc)
		switch stmt.(type) {
		case *syntax.FunctionDef, *syntax.ClassDef:
			if sc.origin == Doctest {
				sc.push(stmt, false)
			}
		default:
			sc.push(stmt, !isMovable(stmt) && sc.origin != Doctest)
		}
	}
}

func (s *search) statement(stmt syntax.Stmt, sc *scope) {
	switch stmt := stmt.(type) {
	case *syntax.FunctionDef:
		s.function(stmt, sc)
	case *syntax.ClassDef:
		s.class(stmt, sc)
	case *syntax.If:
		if sc.same && sc.origin == Call && isMainGuard(stmt) {
			guard := sc.child()
			guard.guard = true
			guard.locals = copyOf(sc.locals)
			bindings(stmt, func(name string) { guard.locals[name] = true })
			s.body(stmt.Body, guard)
			return
		}
		s.calls(stmt.Test, sc)
		s.body(stmt.Body, sc.child())
		s.body(stmt.Orelse, sc.child())
	case *syntax.While:
		s.calls(stmt.Test, sc)
		s.body(stmt.Body, sc.child())
		s.body(stmt.Orelse, sc.child())
	case *syntax.For:
		s.calls(stmt.Iter, sc)
		loop := sc.child()
		loop.pushLoop(stmt)
		s.body(stmt.Body, loop)
		s.body(stmt.Orelse, sc.child())
	case *syntax.With:
		inner := sc.child()
		for _, item := range stmt.Items {
			s.calls(item.Context, sc)
			st := &step{prev: inner.chain, stmt: stmt, opaque: true}
			targetNames(item.Vars, func(name string) { st.binds = append(st.binds, name) })
			if len(st.binds) > 0 {
				inner.chain = st
			}
			if call, ok := item.Context.(*syntax.Call); ok && expectsRaise(call) {
				inner.raises = true
			}
		}
		s.body(stmt.Body, inner)
	case *syntax.Try:
		inner := sc.child()
		inner.raises = inner.raises || len(stmt.Handlers) > 0
		s.body(stmt.Body, inner)
		for _, h := range stmt.Handlers {
			s.body(h.Body, sc.child())
		}
		s.body(stmt.Orelse, sc.child())
		s.body(stmt.Finalbody, sc.child())
	case *syntax.Match:
		s.calls(stmt.Subject, sc)
		for _, c := range stmt.Cases {
			s.body(c.Body, sc.child())
		}
	case *syntax.Assert:
		inner := sc.child()
		if inner.origin != Doctest {
			inner.origin = Assert
		}
		s.calls(stmt.Test, inner)
	default:
		s.calls(stmt, sc)
	}
}

// pushLoop adds what a loop binds: the first element, if it loops over a literal.
func (sc *scope) pushLoop(loop *syntax.For) {
	st := &step{prev: sc.chain, stmt: loop, opaque: true}
	targetNames(loop.Target, func(name string) { st.binds = append(st.binds, name) })
	var elts []syntax.Expr
	switch iter := loop.Iter.(type) {
	case *syntax.List:
		elts = iter.Elts
	case *syntax.Tuple:
		elts = iter.Elts
	}
	if len(elts) > 0 && !loop.Async {
		if _, starred := elts[0].(*syntax.Starred); !starred {
			st.stmt, st.opaque = nil, false
			st.bind = sc.file.Text(loop.Target) + " = " + sc.file.Text(elts[0])
			st.names = []syntax.Node{elts[0]}
		}
	}
	sc.chain = st
}

func copyOf(m map[string]bool) map[string]bool {
	c := make(map[string]bool, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}

// class searches the body of a class.
func (s *search) class(def *syntax.ClassDef, sc *scope) {
	s.docstring(def.Body, sc)
	inner := sc.child()
	if isTestClass(def) && inner.origin == Call {
		inner.origin = Test
	}
	for _, stmt := range def.Body {
		switch stmt := stmt.(type) {
		case *syntax.FunctionDef:
			f := inner.child()
			if inner.origin == Test && !strings.HasPrefix(stmt.Name, "test") {
				f.origin = Call
			}
			s.function(stmt, f)
		case *syntax.ClassDef:
			s.class(stmt, inner)
		}
	}
}

func isTestClass(def *syntax.ClassDef) bool {
	if strings.HasPrefix(def.Name, "Test") {
		return true
	}
	for _, b := range def.Bases {
		if strings.HasSuffix(dotted(b), "TestCase") {
			return true
		}
	}
	return false
}

// function searches the body of a function.
func (s *search) function(def *syntax.FunctionDef, sc *scope) {
	s.docstring(def.Body, sc)
	inner := sc.child()
	if inner.origin == Call && strings.HasPrefix(def.Name, "test") {
		inner.origin = Test
	}
	inner.guard = false
	inner.locals = copyOf(sc.locals)
	inner.renames, inner.modules = map[string]string{}, map[string]bool{}
	for k, v := range sc.renames {
		inner.renames[k] = v
	}
	for k := range sc.modules {
		inner.modules[k] = true
	}
	bind := func(name string) {
		inner.locals[name] = true
		delete(inner.renames, name)
		delete(inner.modules, name)
	}
	for _, name := range parameterNames(def.Args) {
		bind(name)
	}
	for _, stmt := range def.Body {
		bindings(stmt, bind)
	}
	syntax.Inspect(def, func(n syntax.Node) bool {
		if g, ok := n.(*syntax.Global); ok {
			for _, name := range g.Names {
				delete(inner.locals, name)
			}
		}
		return true
	})
	if sc.same {
		inner.chain = nil
	} else {
		for _, stmt := range def.Body {
			inner.imports(stmt, func(module string) bool { return sc.modules[module] })
		}
	}
	inner.rows = parametrized(def, sc)
	s.body(def.Body, inner)
}

// expectsRaise reports whether a call is that of a context manager in whose
// block an exception is expected, or checks that a call raises one.
func expectsRaise(call *syntax.Call) bool {
	switch lastName("." + dotted(call.Func)) {
	case "assertRaises", "assertRaisesRegex", "raises":
		return true
	}
	return false
}

// calls looks for calls in a node. What a lambda or a comprehension binds has no
// value, so calls in them are left out.
func (s *search) calls(n syntax.Node, sc *scope) {
	if n == nil {
		return
	}
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ListComp, *syntax.SetComp, *syntax.DictComp, *syntax.GeneratorExp:
			return false
		case *syntax.Lambda:
			return len(parameterNames(n.Args)) == 0
		case *syntax.Call:
			s.call(n, sc)
		}
		return true
	})
}

// call adds a call if it is one of a function of the target file.
func (s *search) call(call *syntax.Call, sc *scope) {
	if fn := s.target(call.Func, sc); fn != "" {
		s.emit(fn, call, call, sc)
		return
	}
	// assertRaises(Error, f, 1) calls f(1).
	if expectsRaise(call) {
		first := 1
		if strings.HasSuffix(dotted(call.Func), "Regex") {
			first = 2
		}
		if len(call.Args) <= first {
			return
		}
		if fn := s.target(call.Args[first], sc); fn != "" {
			inner := sc.child()
			inner.raises = true
			s.emit(fn, call.Args[first], call, inner)
		}
	}
}

// target returns the qualified name of the function of the target file that an
// expression stands for, or "".
func (s *search) target(fn syntax.Expr, sc *scope) string {
	if path := sc.path(fn); path != "" {
		if s.index.functions[path] != nil {
			return path
		}
		if s.index.classes[path] != nil {
			return s.index.lookup(path, "__init__")
		}
		if i := strings.LastIndexByte(path, '.'); i > 0 && s.index.classes[path[:i]] != nil {
			return s.index.lookup(path[:i], path[i+1:])
		}
	}
	a, ok := fn.(*syntax.Attribute)
	if !ok {
		return ""
	}
	if class := s.classOf(a.Value, sc); class != "" {
		return s.index.lookup(class, a.Attr)
	}
	return ""
}

// classOf returns the class of the target file of which an expression is an
// instance, or "".
func (s *search) classOf(e syntax.Expr, sc *scope) string {
	switch e := e.(type) {
	case *syntax.Call:
		if path := sc.path(e.Func); s.index.classes[path] != nil {
			return path
		}
	case *syntax.Name:
		if !sc.locals[e.ID] {
			if call := s.index.values[e.ID]; sc.same && call != nil {
				return s.classOf(call, sc)
			}
			return ""
		}
		for st := sc.chain; st != nil; st = st.prev {
			for _, name := range st.binds {
				if name != e.ID {
					continue
				}
				if assign, ok := st.stmt.(*syntax.Assign); ok {
					if _, ok := assign.Targets[0].(*syntax.Name); ok {
						if call, ok := assign.Value.(*syntax.Call); ok {
							return s.classOf(call, sc)
						}
					}
				}
				return ""
			}
		}
	}
	return ""
}

// emit adds the call of fn: node is either the call itself, or the function that
// the call hands over with its arguments.
func (s *search) emit(fn string, node syntax.Expr, call *syntax.Call, sc *scope) {
	parts := []syntax.Node{node}
	if node != syntax.Expr(call) {
		past := false
		for _, arg := range call.Args {
			if past {
				parts = append(parts, arg)
			}
			past = past || arg == node
		}
		for _, k := range call.Keywords {
			parts = append(parts, k)
		}
	}
	var locals []*syntax.Name
	allCuts := make([][]cut, len(parts))
	globals := 0
	for i, part := range parts {
		cuts, names, n, ok := sc.needs(part)
		if !ok {
			return
		}
		allCuts[i] = cuts
		locals = append(locals, names...)
		globals += n
	}
	_, _, own, _ := sc.needs(parts[0])
	if node == syntax.Expr(call) {
		_, _, own, _ = sc.needs(call.Func)
	}
	globals -= own // the name of the function tells nothing
	setup, left, ok := sc.setup(locals)
	if !ok {
		return
	}
	text := func(replace func(part int) []cut) string {
		var list []string
		for i, part := range parts {
			cuts := append(append([]cut(nil), allCuts[i]...), replace(i)...)
			list = append(list, sc.paste(part, cuts))
		}
		if len(parts) == 1 && node == syntax.Expr(call) {
			return list[0]
		}
		return list[0] + "(" + strings.Join(list[1:], ", ") + ")"
	}
	e := Example{Function: fn, Origin: sc.origin, Line: sc.at(call.Line), Setup: setup}
	if len(left) == 0 {
		e.Call = text(func(int) []cut { return nil })
		s.add(e, sc.raises, globals+len(locals))
		return
	}
	for _, r := range sc.rows {
		row := e
		row.Setup = append([]string(nil), setup...)
		var binds []string
		known := true
		inline := map[string]bool{}
		for name := range left {
			if _, ok := r[name]; !ok {
				known = false
			}
			inline[name] = true
		}
		if !known {
			continue
		}
		if len(setup) > 0 { // which may name the parameters too
			for _, name := range sortedKeys(left) {
				if s.index.globals[name] {
					known = false
				}
				binds = append(binds, name+" = "+r[name].text)
			}
			inline = nil
		}
		if !known {
			continue
		}
		row.Setup = append(binds, row.Setup...)
		row.Call = text(func(i int) []cut { return substitute(parts[i], inline, r) })
		s.add(row, sc.raises, globals)
	}
}
