package syntax

// This file finds what CPython's compiler refuses after its parser took it: a
// "return" outside a function, a "nonlocal" that binds nothing, a "break" without
// a loop. The grammar cannot see that, for it looks at one line at a time.

// finding is a problem and the innermost statement that has it.
type finding struct {
	stmt Stmt
	Problem
}

// checkUnit checks the statements of a unit. The statements that are refused get a
// BadStmt before them, so that nothing that comes to them goes on.
func checkUnit(u *unit) {
	k := checker{block: newScope(moduleBlock, nil, "")}
	k.stmts(u.stmts)
	k.resolve()
	u.declares = k.declares
	u.stmts, u.problems = k.mark(u.stmts, u.problems)
}

// mark adds what was found to the problems and puts a BadStmt before each statement
// that has one.
func (k *checker) mark(stmts []Stmt, problems []Problem) ([]Stmt, []Problem) {
	if len(k.found) == 0 {
		return stmts, problems
	}
	bad := map[Stmt]*Problem{}
	for i := range k.found {
		f := &k.found[i]
		problems = append(problems, f.Problem)
		if bad[f.stmt] == nil {
			bad[f.stmt] = &f.Problem
		}
	}
	return markBad(stmts, bad), problems
}

// markBad puts a BadStmt before each statement that is in bad, however deep.
func markBad(stmts []Stmt, bad map[Stmt]*Problem) []Stmt {
	var out []Stmt
	for _, s := range stmts {
		if p := bad[s]; p != nil {
			out = append(out, badBefore(s, p.Message))
		}
		for _, body := range bodies(s) {
			*body = markBad(*body, bad)
		}
		out = append(out, s)
	}
	return out
}

// badBefore is what stands before a statement that is refused.
func badBefore(s Stmt, msg string) Stmt {
	at := s.Pos()
	return &BadStmt{Span: Span{Start: at.Start, End: at.Start, Line: at.Line, EndLine: at.Line}, Message: msg}
}

// bodies lists the suites of a statement.
func bodies(s Stmt) []*[]Stmt {
	switch s := s.(type) {
	case *FunctionDef:
		return []*[]Stmt{&s.Body}
	case *ClassDef:
		return []*[]Stmt{&s.Body}
	case *For:
		return []*[]Stmt{&s.Body, &s.Orelse}
	case *While:
		return []*[]Stmt{&s.Body, &s.Orelse}
	case *If:
		return []*[]Stmt{&s.Body, &s.Orelse}
	case *With:
		return []*[]Stmt{&s.Body}
	case *Match:
		var list []*[]Stmt
		for _, c := range s.Cases {
			list = append(list, &c.Body)
		}
		return list
	case *Try:
		list := []*[]Stmt{&s.Body, &s.Orelse, &s.Finalbody}
		for _, h := range s.Handlers {
			list = append(list, &h.Body)
		}
		return list
	}
	return nil
}

// checkModule checks what only the whole file can tell: whether imports from
// __future__ come first, and whether a name is declared global after it was used.
func (f *File) checkModule() {
	k := checker{block: newScope(moduleBlock, nil, "")}
	early := true // imports from __future__ may still come
	for i, s := range f.Module.Body {
		k.at = s
		switch s := s.(type) {
		case *ImportFrom:
			if s.Module == "__future__" {
				if early {
					k.features(s)
				} else {
					k.fail(s, lateFuture)
				}
				continue
			}
		case *ExprStmt:
			if c, ok := s.Value.(*Constant); ok && i == 0 {
				if _, text := c.Value.(ConstStr); text {
					continue
				}
			}
		}
		early = false
	}
	for i := range f.units {
		if f.units[i].declares {
			k.declarations(f.Module.Body)
			break
		}
	}
	// The units may be shared with another version of the file: only what stands
	// at the top gets marks.
	if len(k.found) == 0 {
		return
	}
	var body []Stmt
	for _, s := range f.Module.Body {
		for i := range k.found {
			if p := &k.found[i]; p.stmt == s {
				body = append(body, badBefore(s, p.Message))
				break
			}
		}
		body = append(body, s)
	}
	f.Module.Body = body
	for i := range k.found {
		f.moduleProblems = append(f.moduleProblems, k.found[i].Problem)
	}
}

// declarations checks the global statements of a module. What they find is said of
// the statement at the top that they are in.
func (k *checker) declarations(body []Stmt) {
	whole := checker{block: newScope(moduleBlock, nil, ""), globals: true}
	for _, s := range body {
		before := len(whole.found)
		whole.stmt(s)
		for i := before; i < len(whole.found); i++ {
			whole.found[i].stmt = s
		}
	}
	k.found = append(k.found, whole.found...)
}

const lateFuture = "from __future__ imports must occur at the beginning of the file"

func (k *checker) features(s *ImportFrom) {
	for _, n := range s.Names {
		switch n.Name {
		case "nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function",
			"unicode_literals", "barry_as_FLUFL", "generator_stop", "annotations":
		case "braces":
			k.fail(n, "not a chance")
		default:
			k.fail(n, "future feature "+n.Name+" is not defined")
		}
	}
}

// frame is what a statement is in, within its function.
type frame uint8

const (
	loopFrame frame = iota
	starHandler
	otherFrame
)

// maxFrames is how many loops, with and try statements CPython nests.
const maxFrames = 20

// checker walks statements as CPython's symbol table and compiler do.
type checker struct {
	block    *scope
	at       Stmt // the innermost statement
	depth    int  // of statements
	quiet    bool // in an annotation that is never compiled
	globals  bool // only the global statements of the module are checked
	declares bool // the module has global statements
	found    []finding
	declared []declaration
}

// fail records what is wrong with a node of the statement.
func (k *checker) fail(n Node, msg string) { k.failIn(k.at, n, msg) }

func (k *checker) failIn(s Stmt, n Node, msg string) {
	if !k.globals {
		k.found = append(k.found, finding{s, Problem{Span: *n.Pos(), Message: msg}})
	}
}

func (k *checker) stmts(list []Stmt) {
	for _, s := range list {
		k.stmt(s)
	}
}

// within checks statements that are in a frame more.
func (k *checker) within(f frame, head Node, list []Stmt) {
	k.push(f, head)
	k.stmts(list)
	k.pop()
}

func (k *checker) push(f frame, head Node) {
	if len(k.block.frames) == maxFrames {
		k.fail(head, "too many statically nested blocks")
	}
	k.block.frames = append(k.block.frames, f)
}

func (k *checker) pop() { k.block.frames = k.block.frames[:len(k.block.frames)-1] }

func (k *checker) stmt(s Stmt) {
	outer := k.at
	k.at = s
	k.depth++
	defer func() {
		k.at = outer
		k.depth--
	}()
	switch s := s.(type) {
	case *FunctionDef:
		k.function(s)
	case *ClassDef:
		k.exprs(s.Decorators)
		k.exprs(s.Bases)
		for _, w := range s.Keywords {
			k.node(w)
		}
		k.store(s.Name, s)
		k.enter(classBlock, s.Name)
		k.stmts(s.Body)
		k.leave()
	case *Return:
		k.returns(s)
	case *Delete:
		for _, t := range s.Targets {
			k.target(t, true)
		}
	case *Assign:
		k.node(s.Value)
		for _, t := range s.Targets {
			k.target(t, false)
		}
	case *AugAssign:
		k.target(s.Target, false)
		k.node(s.Value)
	case *AnnAssign:
		k.annotated(s)
	case *TypeAlias:
	case *For:
		if s.Async && !k.block.async {
			k.fail(s, "'async for' outside async function")
		}
		k.target(s.Target, false)
		k.node(s.Iter)
		k.within(loopFrame, s, s.Body)
		k.stmts(s.Orelse)
	case *While:
		k.node(s.Test)
		k.within(loopFrame, s, s.Body)
		k.stmts(s.Orelse)
	case *If:
		k.node(s.Test)
		k.stmts(s.Body)
		k.stmts(s.Orelse)
	case *With:
		if s.Async && !k.block.async {
			k.fail(s, "'async with' outside async function")
		}
		for _, it := range s.Items {
			k.node(it.Context)
			if it.Vars != nil {
				k.target(it.Vars, false)
			}
			k.push(otherFrame, s)
		}
		k.stmts(s.Body)
		for range s.Items {
			k.pop()
		}
	case *Match:
		k.node(s.Subject)
		for i, c := range s.Cases {
			p := patternChecker{checker: k, irrefutable: c.Guard != nil || i == len(s.Cases)-1, names: map[string]bool{}}
			p.check(c.Pattern)
			if c.Guard != nil {
				k.node(c.Guard)
			}
			k.stmts(c.Body)
		}
	case *Try:
		k.try(s)
	case *Import:
		for _, n := range s.Names {
			k.importName(n, n.Binds())
		}
	case *ImportFrom:
		k.importFrom(s)
	case *Global:
		for _, n := range s.Names {
			k.declare(s, n, "global")
		}
	case *Nonlocal:
		for _, n := range s.Names {
			k.declare(s, n, "nonlocal")
		}
	case *Break:
		k.jump(s, "'break' outside loop")
	case *Continue:
		k.jump(s, "'continue' not properly in loop")
	case *Raise, *Assert, *ExprStmt:
		Children(s, k.node)
	}
}

func (k *checker) function(s *FunctionDef) {
	k.exprs(s.Decorators)
	k.defaults(s.Args)
	if s.Returns != nil {
		k.node(s.Returns)
	}
	k.store(s.Name, s)
	k.enter(functionBlock, "")
	k.block.async = s.Async
	k.parameters(s.Args)
	k.stmts(s.Body)
	if k.block.async && k.block.yields {
		for _, r := range k.block.values {
			k.failIn(r, r, "'return' with value in async generator")
		}
	}
	k.leave()
}

func (k *checker) returns(s *Return) {
	b := k.block
	if b.kind != functionBlock {
		k.fail(s, "'return' outside function")
	}
	for _, f := range b.frames {
		if f == starHandler {
			k.fail(s, starJump)
			break
		}
	}
	if s.Value != nil {
		b.values = append(b.values, s)
		k.node(s.Value)
	}
}

const starJump = "'break', 'continue' and 'return' cannot appear in an except* block"

// jump checks a break or continue statement.
func (k *checker) jump(s Stmt, msg string) {
	for i := len(k.block.frames) - 1; i >= 0; i-- {
		switch k.block.frames[i] {
		case loopFrame:
			return
		case starHandler:
			k.fail(s, starJump)
			return
		}
	}
	k.fail(s, msg)
}

func (k *checker) try(s *Try) {
	if s.Finalbody != nil {
		k.push(otherFrame, s)
	}
	if len(s.Handlers) == 0 {
		k.stmts(s.Body)
	} else {
		k.within(otherFrame, s, s.Body)
	}
	handlers := otherFrame
	if s.Star {
		handlers = starHandler
	}
	if len(s.Handlers) > 0 {
		k.push(handlers, s)
	}
	for i, h := range s.Handlers {
		if h.Type != nil {
			k.node(h.Type)
		} else if i < len(s.Handlers)-1 {
			k.fail(h, "default 'except:' must be last")
		}
		if h.Name != "" {
			k.store(h.Name, h)
		}
		k.within(otherFrame, h, h.Body)
	}
	if len(s.Handlers) > 0 {
		k.pop()
	}
	k.stmts(s.Orelse)
	if s.Finalbody != nil {
		k.pop()
		k.within(otherFrame, s, s.Finalbody)
	}
}

func (k *checker) importFrom(s *ImportFrom) {
	if s.Module == "__future__" && k.depth > 1 {
		k.fail(s, lateFuture)
	}
	for _, n := range s.Names {
		switch {
		case n.Name != "*":
			k.importName(n, n.Binds())
		case k.block.kind != moduleBlock:
			k.fail(s, "import * only allowed at module level")
		}
	}
}
