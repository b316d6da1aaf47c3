// Package eval runs Python: it computes what a program does, exactly, without a
// Python interpreter.
//
// A file is analysed once (scope.go), compiled once to closures (compile.go and
// the files by kind of statement and expression) and run any number of times,
// each time by a Machine of its own. A run has three outcomes at every point:
// a value, a Python exception, or unknown; unknown results become
// *value.Unknown and evaluation goes on, an unknown state ends the run.
//
// Where a result lies outside what is known the Oracle is asked. What it
// answers is an assumption, and everything that is read from it, or that runs
// because of it, carries it: each statement collects the assumptions of the
// variables it reads in Thread.Taint, and each variable it writes gets them
// all. What a condition decided, or an exception that a handler waited for,
// stays in Thread.Control for the rest of the run; what a call rests on, for the
// call. That is coarser than tracking single values, never finer. One thing is
// not tracked: that a line outside of any handler was reached at all, which an
// exception could have prevented.
package eval

import (
	"context"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
)

// Oracle answers what cannot be computed.
type Oracle interface {
	// Ask returns the answer to a question, false if there is none that is
	// sure enough. The class may be sure where the value is not: then the
	// answer has it all the same.
	Ask(ctx context.Context, q Question) (Answer, bool)
}

// Question asks for the value of an expression.
type Question struct {
	File     *syntax.File
	Function *syntax.FunctionDef // nil at a module's top level
	Expr     syntax.Expr
	Line     int
	Target   string // the variable or attribute that gets the value, if any
	Class    string // the class wanted ("bool" for a condition); empty: any
	Reason   string // why it could not be computed
	// Locals are the variables of the frame with their reprs.
	Locals []Binding
}

// Binding is a variable with the repr of its value.
type Binding struct{ Name, Repr string }

// Answer is a value that the oracle supplies.
type Answer struct {
	Repr   string // a Python literal
	Class  string
	P      float64
	Source timeline.Provenance // Predicted or Observed
	// Alternatives are the next best answers, if they were asked for.
	Alternatives []timeline.Alternative
}

// Sources finds the files of imported modules.
type Sources interface {
	// Find returns the source of the module with an absolute dotted name;
	// false if the project has none. dir tells that it is a package.
	Find(name string) (file *syntax.File, path string, dir bool, ok bool)
}

// Config says how a Machine runs.
type Config struct {
	Limits  value.Limits
	Oracle  Oracle  // nil: what cannot be computed stays unknown
	Sources Sources // nil: only library models can be imported
	Library Library // nil: only what has a model is known of the library
	Tracer  Tracer  // nil: nobody watches
	// Observer sees comparisons and conditions; nil: nobody does.
	Observer Observer
}

// Library is the source of a standard library.
type Library interface {
	Sources
	// Has reports whether a path is that of one of its files.
	Has(path string) bool
}

// Tracer watches a run, as a function given to sys.settrace would.
type Tracer interface {
	// Enter is told that a frame starts; if it returns false the frame's
	// other events are not reported.
	Enter(fr *frame) bool
	// Line is told that a line is about to run; what the line before it did
	// is complete.
	Line(fr *frame, line int)
	// Branch is told the outcome of the condition of the current line.
	Branch(fr *frame, taken bool)
	// Suspend and Resume are told when a generator yields and goes on.
	Suspend(fr *frame, yielded value.Value)
	Resume(fr *frame)
	// Leave is told that a frame ended: with err, or by returning fr.ret.
	Leave(fr *frame, err error)
}

// Machine is one run of a program. It is not safe for concurrent use.
type Machine struct {
	ctx     context.Context
	t       *value.Thread
	cfg     Config
	tracer  Tracer
	watcher Watcher
	prog    *program
	module  *value.Module
	live    map[*generator]struct{}
	// cleaning are the suspended generators that do something when they are
	// closed; true for one that something led to when last looked for.
	cleaning map[*generator]bool
	frames   []*frame // to be used again
	made     int      // generators so far
	globals  []foundGlobal
	output   strings.Builder
	asking   bool // the oracle's question is being put together
	asked    int  // questions put to the oracle
	onPrint  func(text string)
	guess    Answer // to the last question, if only a class was answered

	// openNames are modules that imported all names of an unknown one: any
	// name may be there.
	openNames map[*value.Dict]bool

	// programs are the modules made from source.
	programs map[*value.Module]*program
	// loading are the modules whose top level runs now.
	loading map[*value.Module]bool
	// importError is the first exception of a failed import.
	importError *value.Exception
	// failures are the top-level statements that failed.
	failures []Failure

	assumptions []timeline.Assumption
	// escape is the assumption that no unknown call raised an exception, once
	// one was made. There are more where calls were seen to return, which is
	// noted in returned.
	escape, returned value.Taint
	unsure           int // how often something might have raised
	tolerant         int // how many modules are being loaded, whatever fails in them
}

// New returns a Machine. Close it when done with.
func New(ctx context.Context, cfg Config) *Machine {
	if cfg.Limits == (value.Limits{}) {
		cfg.Limits = value.DefaultLimits
	}
	m := &Machine{ctx: ctx, cfg: cfg, live: map[*generator]struct{}{}, openNames: map[*value.Dict]bool{}, loading: map[*value.Module]bool{}, programs: map[*value.Module]*program{}, tracer: cfg.Tracer}
	m.t = value.NewThread(ctx, cfg.Limits)
	m.t.Owner = m
	m.t.Print = m.print
	m.t.Import = m.importAbsolute
	return m
}

// Close releases what suspended generators hold.
func (m *Machine) Close() {
	for g := range m.live {
		g.stop()
	}
	m.live = nil
}

func machineOf(t *value.Thread) *Machine { return t.Owner.(*Machine) }

// Thread returns the state of the run.
func (m *Machine) Thread() *value.Thread { return m.t }

// Assumptions lists what the oracle supplied so far.
func (m *Machine) Assumptions() []timeline.Assumption { return m.assumptions }

// Output returns what was printed so far.
func (m *Machine) Output() string { return m.output.String() }

func (m *Machine) print(text string) {
	limit := m.cfg.Limits.Output
	if limit > 0 && m.output.Len()+len(text) > limit {
		text = text[:max(0, limit-m.output.Len())]
	}
	m.output.WriteString(text)
	if m.onPrint != nil {
		m.onPrint(text)
	}
}

func (m *Machine) builtin(name string) (value.Value, bool) {
	v, ok := value.Builtins[name]
	return v, ok
}

// Prepare makes the module of a file, with the given name, without running it.
func (m *Machine) Prepare(f *syntax.File, path, name string) {
	m.prog = compiled(f, path, name)
	m.module = m.newModule(m.prog, strings.HasSuffix(path, "__init__.py"))
}

// Load runs the top level of the prepared module. It goes on after a statement
// that fails: what such a statement would have bound is unknown.
//
// The packages that the module is in are loaded first, as Python does. They may
// load the module themselves on the way.
func (m *Machine) Load() error {
	name := m.prog.name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		delete(m.t.Modules, name)
		if _, err := m.importAbsolute(m.t, name[:i]); err != nil {
			if _, limit := err.(*value.LimitError); limit {
				return err
			}
		}
		if mod, ok := m.t.Modules[name]; ok && m.programs[mod] == m.prog {
			m.module = mod
			return nil
		}
		m.t.Modules[name] = m.module
	}
	return m.runTop(m.prog, m.module, true)
}

// ImportError returns the first exception of an import that failed while
// modules were loaded, nil if none did.
func (m *Machine) ImportError() *value.Exception { return m.importError }

// Failure is a statement at the top level of a module that failed when it was
// loaded, so that what it would have bound is unknown.
type Failure struct {
	Path string
	Line int
	Err  error
}

// Failures lists the statements that failed while modules were loaded.
func (m *Machine) Failures() []Failure { return m.failures }

// Run runs the top level of the prepared module as Python does: up to the first
// exception.
func (m *Machine) Run() error { return m.runTop(m.prog, m.module, false) }

func (m *Machine) newModule(p *program, isPackage bool) *value.Module {
	mod := value.NewModule(p.name)
	mod.File = p.path
	mod.Globals.SetStr("__doc__", value.None)
	if docstring(p.file.Module.Body) {
		mod.Globals.SetStr("__doc__", constant(p.file.Module.Body[0].(*syntax.ExprStmt).Value.(*syntax.Constant).Value))
	}
	mod.Globals.SetStr("__file__", &value.Unknown{Reason: "__file__"})
	pkg := p.name
	if !isPackage {
		if i := strings.LastIndexByte(pkg, '.'); i >= 0 {
			pkg = pkg[:i]
		} else {
			pkg = ""
		}
	}
	mod.Globals.SetStr("__package__", value.NewStr(pkg))
	m.t.Modules[p.name] = mod
	m.programs[mod] = p
	return mod
}

// topFrame makes the frame of a module's top level.
func (m *Machine) topFrame(p *program, mod *value.Module) *frame {
	return &frame{t: m.t, m: m, code: p.top, globals: mod.Globals, names: mod.Globals}
}

// runTop runs a module's top level: tolerantly, or up to the first exception.
func (m *Machine) runTop(p *program, mod *value.Module, tolerant bool) error {
	p.top.ready()
	fr := m.topFrame(p, mod)
	outer := m.t.Frame
	m.t.Frame = fr
	m.loading[mod] = true
	if tolerant {
		m.tolerant++
		defer func() { m.tolerant-- }()
	}
	defer func() { m.t.Frame = outer; delete(m.loading, mod) }()
	fr.begin()
	var err error
	for i := range p.top.body {
		l := &p.top.body[i]
		if err = fr.arriveAt(l.line, l.first, l.quiet); err == nil {
			_, err = l.run(fr)
		}
		if len(m.cleaning) > 0 && (err == nil || isPython(err)) {
			if cerr := fr.settled(l, next, err != nil); cerr != nil {
				err = cerr
			}
		}
		if err == nil {
			continue
		}
		if _, limit := err.(*value.LimitError); limit || !tolerant {
			break
		}
		if exc, ok := value.IsRaised(err, value.ImportError); ok && m.importError == nil && (m.cfg.Library == nil || !m.cfg.Library.Has(p.path)) {
			m.importError = exc
			exc.Traceback = append(exc.Traceback, value.TraceEntry{File: p.path, Function: "<module>", Line: int(fr.at)})
		}
		m.failures = append(m.failures, Failure{Path: p.path, Line: int(l.line), Err: err})
		m.forget(p.file.Module.Body[i], mod.Globals, err)
		m.t.Handling = nil
		err = nil
	}
	fr.end(err)
	return err
}

// forget makes everything unknown that a failed top-level statement would have
// bound, or that it names and might have changed.
func (m *Machine) forget(s syntax.Stmt, globals *value.Dict, err error) {
	reason := "a statement at the top of the module failed"
	if u, ok := err.(*value.UnknownError); ok {
		reason = u.Reason
	}
	if _, ok := s.(*syntax.ExprStmt); ok {
		if _, raised := err.(*value.Raised); raised {
			return // it raised before it could do more than it did
		}
	}
	unknown := &value.Unknown{Reason: reason}
	mark := func(name string) {
		if v, ok := globals.GetStr(name); ok {
			switch v.(type) {
			case *value.Function, *value.Type, *value.Module, *value.Builtin:
				return
			}
		}
		if _, builtin := m.builtin(name); builtin {
			return
		}
		globals.SetStr(name, unknown)
	}
	syntax.Inspect(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ImportFrom:
			if len(n.Names) == 1 && n.Names[0].Name == "*" {
				m.openNames[globals] = true
			}
		case *syntax.Name:
			mark(n.ID)
		case *syntax.FunctionDef:
			if _, ok := globals.GetStr(n.Name); !ok {
				mark(n.Name)
			}
		case *syntax.ClassDef:
			if _, ok := globals.GetStr(n.Name); !ok {
				mark(n.Name)
			}
		case *syntax.Alias:
			if _, ok := globals.GetStr(n.Binds()); !ok {
				mark(n.Binds())
			}
		}
		return true
	})
}

// Eval computes an expression in the loaded module, as if it stood at the end
// of it.
func (m *Machine) Eval(text string) (value.Value, error) {
	if _, err := syntax.ParseExpr(text); err != nil {
		return nil, err
	}
	f := syntax.ParseFragment([]byte(strings.TrimSpace(text)))
	if len(f.Module.Body) != 1 {
		return nil, value.Unknownf("%q is not one expression", text)
	}
	e, ok := f.Module.Body[0].(*syntax.ExprStmt)
	if !ok {
		return nil, value.Unknownf("%q is not one expression", text)
	}
	p := compileFile(f, callPath, m.prog.name)
	c := &compiler{prog: p, code: p.top, scope: p.scopes[f.Module]}
	x := c.expr(e.Value)
	fr := m.topFrame(p, m.module)
	outer := m.t.Frame
	m.t.Frame = fr
	defer func() { m.t.Frame = outer }()
	m.t.Taint = 0
	return x(fr)
}

// callPath stands for the file name of code that is not in a file: the call of
// an example.
const callPath = "<call>"

// Exec runs statements in the loaded module.
func (m *Machine) Exec(text string) error {
	f := syntax.ParseFragment([]byte(text))
	p := compileFile(f, callPath, m.prog.name)
	p.top.ready()
	fr := m.topFrame(p, m.module)
	outer := m.t.Frame
	m.t.Frame = fr
	defer func() { m.t.Frame = outer }()
	_, err := p.top.body.exec(fr)
	return err
}

// maxAsked bounds the questions of one run: each costs some hundredths of a
// second.
const maxAsked = 50

// ask asks the oracle for the value of e. The answer becomes an assumption.
func (m *Machine) ask(fr *frame, e syntax.Expr, target string, class *value.Type, reason string) (value.Value, bool) {
	m.guess = Answer{}
	if m.cfg.Oracle == nil || m.asking || m.asked >= maxAsked || fr.code.prog.path == callPath {
		return nil, false
	}
	m.asked++
	q := Question{File: fr.code.prog.file, Expr: e, Line: int(fr.line), Target: target, Reason: reason}
	if class != nil {
		q.Class = class.Name
	}
	if def, ok := fr.code.node.(*syntax.FunctionDef); ok {
		q.Function = def
	}
	m.asking = true
	q.Locals = m.bindings(fr)
	m.asking = false
	a, ok := m.cfg.Oracle.Ask(m.ctx, q)
	if !ok {
		m.guess = a
		return nil, false
	}
	lit, err := syntax.ParseExpr(a.Repr)
	if err != nil {
		return nil, false
	}
	v, err := Literal(m.t, lit)
	if err != nil {
		return nil, false
	}
	id := len(m.assumptions)
	m.assumptions = append(m.assumptions, timeline.Assumption{
		Line: int(fr.line), Expression: q.File.Text(e), Repr: a.Repr, Class: a.Class, P: a.P, Source: a.Source,
		Alternatives: a.Alternatives,
	})
	if a.Source == timeline.Observed {
		m.hasReturned(q.File.Text(e), int(fr.line))
	}
	m.t.Taint |= value.TaintOf(id)
	if h := value.Head(v); h != nil {
		m.t.Touch(h)
	}
	return v, true
}

// bindings lists the variables of a frame with reprs that are quick to have.
func (m *Machine) bindings(fr *frame) []Binding {
	var bs []Binding
	quiet := m.quiet()
	defer quiet()
	for i, name := range fr.code.scope.slotNames {
		v := fr.slots[i]
		if j, ok := fr.code.scope.cells[name]; ok && j < len(fr.cells) {
			v = fr.cells[j].v
		}
		if v == nil {
			continue
		}
		if r, err := value.Repr(m.t, v); err == nil && len(r) <= 200 {
			bs = append(bs, Binding{name, r})
		}
	}
	return bs
}

// quiet lets code run for show, such as a __repr__: it is not traced, and what
// it costs is not counted. The returned function ends it.
func (m *Machine) quiet() func() {
	tracer, watcher, steps, memory := m.tracer, m.watcher, m.t.Steps, m.t.Memory
	taint, control, lasting := m.t.Taint, m.t.Control, m.t.Lasting
	m.tracer, m.watcher = nil, nil
	return func() {
		m.tracer, m.watcher = tracer, watcher
		m.t.Rewind(steps, memory)
		m.t.Taint, m.t.Control, m.t.Lasting = taint, control, lasting
	}
}

// mayHaveRaised notes that the run goes on after a call that might have raised
// an exception, had it been known; e is nil for other operations on the line. How the
// run ends rests on that it did not.
// (What a line does when it is reached does not.)
func (m *Machine) mayHaveRaised(fr *frame, e syntax.Expr) {
	if m.tolerant > 0 && (m.t.Guards == 0 || m.cfg.Library != nil && m.cfg.Library.Has(fr.code.prog.path)) {
		return // had a module not been loaded, nobody would ask
	}
	m.unsure++
	if m.escape&^m.returned != 0 {
		return
	}
	m.escape |= value.TaintOf(len(m.assumptions))
	text := ""
	if e != nil {
		text = fr.code.prog.file.Text(e)
	} else {
		text = strings.TrimSpace(fr.code.prog.file.LineText(int(fr.line)))
	}
	m.assumptions = append(m.assumptions, timeline.Assumption{
		Line: int(fr.line), Expression: text + noException, P: unchanged, Source: timeline.Predicted,
	})
}

// guarded notes, behind a statement that would have gone on after an exception, that
// what follows rests on that none was raised where one might have been. before is
// what m.unsure was when the statement began.
func (m *Machine) guarded(before int) {
	if m.unsure == before {
		return
	}
	taint := m.t.Taint
	m.t.Taint |= m.escape
	m.t.Decide()
	m.t.Taint = taint
}

// Escaped reports whether the run went on after an unknown call that might have
// raised an exception: then how it ends is an assumption.
func (m *Machine) Escaped() bool { return m.escape != 0 }

// Trust takes it for granted that no unknown call of what has run so far raised
// an exception.
func (m *Machine) Trust() { m.escape, m.returned = 0, 0 }

// noException ends the assumption that an expression returned.
const noException = " raises no exception"

// hasReturned notes that an expression was seen to have a value: then no call in
// it raised an exception, which was assumed of one of them just before.
func (m *Machine) hasReturned(text string, line int) {
	for i := len(m.assumptions) - 2; i >= 0 && i < 63 && m.assumptions[i].Repr == ""; i-- {
		a := &m.assumptions[i]
		if call, ok := strings.CutSuffix(a.Expression, noException); ok && a.Line == line && strings.Contains(text, call) {
			a.Source, a.P = timeline.Observed, 1
			m.returned |= value.TaintOf(i)
		}
	}
}

// mayHaveChanged handles objects given to a callable that is unknown: it could
// have changed them, and whatever can be reached from them. That it did not is
// an assumption.
func (m *Machine) mayHaveChanged(fr *frame, e syntax.Expr, args []value.Value, kwargs []value.Kwarg) {
	r := reached{seen: map[*value.Header]bool{}}
	for _, a := range args {
		r.visit(a)
	}
	for _, k := range kwargs {
		r.visit(k.Value)
	}
	if len(r.objects) == 0 && len(r.cells) == 0 {
		return
	}
	id := len(m.assumptions)
	m.assumptions = append(m.assumptions, timeline.Assumption{
		Line: int(fr.line), Expression: fr.code.prog.file.Text(e) + " changes none of its arguments", P: unchanged, Source: timeline.Predicted,
	})
	taint := m.t.Taint
	m.t.Taint = value.TaintOf(id)
	for _, h := range r.objects {
		m.t.Touch(h)
	}
	for _, c := range r.cells {
		c.taint |= m.t.Taint
	}
	if r.full() {
		m.t.Decide() // there is more than was looked at
	}
	m.t.Taint = taint
}

// unchanged is how often an unknown call is taken to leave its arguments alone,
// and to return.
const unchanged = 0.9

// reached collects what can be changed by who has a value.
type reached struct {
	seen    map[*value.Header]bool
	objects []*value.Header
	cells   []*cell
}

func (r *reached) full() bool { return len(r.objects) >= 1000 }

func (r *reached) visit(v value.Value) {
	h := value.Head(v)
	if h == nil {
		if b, ok := v.(*value.Method); ok {
			r.visit(b.Self)
			r.visit(b.Func)
		}
		return
	}
	if r.seen[h] || r.full() {
		return
	}
	r.seen[h] = true
	all := func(vs []value.Value) {
		for _, v := range vs {
			r.visit(v)
		}
	}
	switch v := v.(type) {
	case *value.Type, *value.Module:
		return
	case *value.Function:
		cells, _ := v.Closure.([]*cell)
		for _, c := range cells {
			r.cells = append(r.cells, c)
			r.visit(c.v)
		}
		return
	case *value.Tuple:
		all(v.Elems)
	case *value.List:
		r.objects = append(r.objects, h)
		all(v.Elems)
	case *value.Dict:
		r.objects = append(r.objects, h)
		for i := 0; ; {
			_, x, next, ok := v.Next(i)
			if !ok {
				break
			}
			r.visit(x)
			i = next
		}
	case *value.Set, *value.ByteArray, *value.Instance, headed:
		r.objects = append(r.objects, h)
	}
	for _, d := range []*value.Dict{h.Attrs, h.Slots} {
		if d != nil {
			r.visit(d)
		}
	}
}

// headed is an object of a library model, or a generator.
type headed interface{ Head() *value.Header }

// Literal computes an expression that holds literals only.
func Literal(t *value.Thread, e syntax.Expr) (value.Value, error) {
	all := func(es []syntax.Expr) ([]value.Value, error) {
		vs := make([]value.Value, 0, len(es))
		for _, x := range es {
			v, err := Literal(t, x)
			if err != nil {
				return nil, err
			}
			vs = append(vs, v)
		}
		return vs, nil
	}
	switch e := e.(type) {
	case *syntax.Constant:
		return constant(e.Value), nil
	case *syntax.UnaryOp:
		v, err := Literal(t, e.Operand)
		if err != nil || e.Op != syntax.USub {
			return v, err
		}
		return value.Unary(t, value.UnaryNeg, v)
	case *syntax.Tuple:
		vs, err := all(e.Elts)
		return value.NewTuple(vs...), err
	case *syntax.List:
		vs, err := all(e.Elts)
		return value.NewList(vs), err
	case *syntax.Set:
		vs, err := all(e.Elts)
		s := value.NewSet()
		for _, v := range vs {
			if err := s.Add(t, v); err != nil {
				return nil, err
			}
		}
		return s, err
	case *syntax.Dict:
		d := value.NewDict()
		for i, k := range e.Keys {
			if k == nil {
				break
			}
			kv, err := Literal(t, k)
			if err != nil {
				return nil, err
			}
			v, err := Literal(t, e.Values[i])
			if err != nil {
				return nil, err
			}
			if err := d.Set(t, kv, v); err != nil {
				return nil, err
			}
		}
		return d, nil
	case *syntax.Call:
		if f, ok := e.Func.(*syntax.Name); ok && f.ID == "set" && len(e.Args) == 0 {
			return value.NewSet(), nil
		}
	}
	return nil, value.Unknownf("not a literal")
}
