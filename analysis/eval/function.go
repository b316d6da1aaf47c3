package eval

import (
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// newCode compiles the shape of a function; its body waits for the first call.
func (c *compiler) newCode(n syntax.Node, name string, args *syntax.Arguments) *code {
	s := c.prog.scopes[n]
	k := &code{
		prog: c.prog, name: name, qualname: c.qualname(name), scope: s, node: n, first: n.Pos().Line,
		posOnly: len(args.PosOnly), positional: len(args.PosOnly) + len(args.Args), kwOnly: len(args.KwOnly),
		vararg: -1, kwarg: -1, doc: value.None,
	}
	k.required = k.positional - len(args.Defaults)
	for _, p := range parameters(args) {
		k.paramNames = append(k.paramNames, c.mangle(p.Name))
	}
	i := k.positional + k.kwOnly
	if args.Vararg != nil {
		k.vararg = i
		i++
	}
	if args.Kwarg != nil {
		k.kwarg = i
	}
	k.generator, k.coroutine = s.yields, false
	c.cellsOf(k)
	k.plain = k.vararg < 0 && k.kwarg < 0 && k.kwOnly == 0 && !k.generator && len(s.cellNames) == 0
	k.keeps = inspects(n)
	return k
}

// inspects reports whether a function makes what may refer to its frame when it
// has returned: the expressions that have frames of their own.
func inspects(n syntax.Node) bool {
	found := false
	syntax.Inspect(n, func(c syntax.Node) bool {
		switch c.(type) {
		case *syntax.GeneratorExp, *syntax.ClassDef:
			found = true
		}
		return !found
	})
	return found
}

// cellsOf tells a code object which parameters live in cells and where its
// free variables come from.
func (c *compiler) cellsOf(k *code) {
	s := k.scope
	for i := 0; i < s.ownCells; i++ {
		if slot, ok := s.slots[s.cellNames[i]]; ok && s.symbols[s.cellNames[i]].param {
			k.cellParams = append(k.cellParams, [2]int{slot, i})
		}
	}
	for _, name := range s.cellNames[s.ownCells:] {
		k.free = append(k.free, freeVar{name: name, from: c.scope.cells[name]})
	}
}

func (c *compiler) qualname(name string) string {
	if c.code == nil || c.scope.kind == moduleScope {
		return name
	}
	if y := c.scope.symbols[name]; y != nil && y.global {
		return name
	}
	if c.scope.isFunction() {
		return c.code.qualname + ".<locals>." + name
	}
	return c.code.qualname + "." + name
}

// capture collects the cells that a new function shares with its maker.
func (fr *frame) capture(k *code) []*cell {
	if len(k.free) == 0 {
		return nil
	}
	cells := make([]*cell, len(k.free))
	for i, f := range k.free {
		cells[i] = fr.cells[f.from]
	}
	return cells
}

// maker compiles the making of a function: defaults and annotations are
// evaluated, the cells captured.
func (c *compiler) maker(k *code, args *syntax.Arguments, returns syntax.Expr) func(fr *frame) (*value.Function, error) {
	defaults := c.exprs(args.Defaults)
	kwDefaults := make([]expr, len(args.KwDefaults))
	for i, d := range args.KwDefaults {
		if d != nil {
			kwDefaults[i] = c.expr(d)
		}
	}
	type annotation struct {
		name string
		x    expr
	}
	var annotations []annotation
	annotate := func(list ...*syntax.Arg) {
		for _, p := range list {
			if p != nil && p.Annotation != nil {
				annotations = append(annotations, annotation{c.mangle(p.Name), c.annotation(p.Annotation)})
			}
		}
	}
	annotate(args.PosOnly...)
	annotate(args.Args...)
	annotate(args.Vararg)
	annotate(args.KwOnly...)
	annotate(args.Kwarg)
	if returns != nil {
		annotations = append(annotations, annotation{"return", c.annotation(returns)})
	}
	first := k.positional
	settle := c.settle(defLine(k.node))
	return func(fr *frame) (*value.Function, error) {
		if err := fr.t.Alloc(200); err != nil {
			return nil, err
		}
		fn := &value.Function{Name: k.name, Qualname: k.qualname, Doc: k.doc, Code: k, Globals: fr.globals, Closure: fr.capture(k)}
		if name, ok := fr.globals.GetStr("__name__"); ok {
			if s, ok := name.(*value.Str); ok {
				fn.Module = s.String()
			}
		}
		for _, d := range defaults {
			v, err := d(fr)
			if err != nil {
				return nil, err
			}
			fn.Defaults = append(fn.Defaults, v)
		}
		for i, d := range kwDefaults {
			if d == nil {
				continue
			}
			v, err := d(fr)
			if err != nil {
				return nil, err
			}
			if fn.KwDefaults == nil {
				fn.KwDefaults = value.NewDict()
			}
			fn.KwDefaults.SetStr(k.paramNames[first+i], v)
		}
		for _, a := range annotations {
			if settle != nil { // the parameter's name is loaded
				if err := settle(fr); err != nil {
					return nil, err
				}
			}
			v, err := a.x(fr)
			if err != nil {
				return nil, err
			}
			if fn.Annotations == nil {
				fn.Annotations = value.NewDict()
			}
			fn.Annotations.SetStr(a.name, v)
		}
		return fn, nil
	}
}

func (c *compiler) functionDef(s *syntax.FunctionDef) stmt {
	name := c.mangle(s.Name)
	k := c.newCode(s, s.Name, s.Args)
	k.coroutine = s.Async
	k.plain = k.plain && !s.Async
	doc := docstring(s.Body)
	if doc {
		k.doc = constant(s.Body[0].(*syntax.ExprStmt).Value.(*syntax.Constant).Value)
	}
	k.unplaced = opensUnplaced(s.Body, doc)
	k.cleans = k.generator && cleans(s.Body)
	k.compileBody = func(inner *compiler) block { return inner.block(s.Body, doc) }
	make := c.maker(k, s.Args, s.Returns)
	decorators, lines := c.exprs(s.Decorators), linesOf(s.Decorators)
	settle := c.settle(s.DefLine)
	set := c.storer(name)
	defLine := s.DefLine
	return func(fr *frame) (flow, error) {
		decs, err := fr.evalDecorators(decorators, lines)
		if err != nil {
			return next, err
		}
		if len(decs) > 0 {
			if err := fr.arriveAt(defLine, 0, false); err != nil {
				return next, err
			}
		}
		fn, err := make(fr)
		if err != nil {
			return next, err
		}
		if settle != nil {
			if err := settle(fr); err != nil {
				return next, err
			}
		}
		v, err := fr.decorate(decs, lines, fn)
		if err == nil && settle != nil {
			err = settle(fr)
		}
		if err != nil {
			return next, err
		}
		if len(decs) > 0 {
			fr.revisit(defLine)
		}
		return next, set(fr, v)
	}
}

func (fr *frame) evalDecorators(xs []expr, lines []int32) ([]value.Value, error) {
	var vs []value.Value
	for i, x := range xs {
		if i > 0 {
			fr.revisit(lines[i])
		}
		v, err := x(fr)
		if err != nil {
			return nil, err
		}
		vs = append(vs, v)
	}
	return vs, nil
}

// revisit reports that control is back at a line of a statement that has
// decorators: each is evaluated, and later called, on its own line, and the
// function or class is stored on that of its keyword.
func (fr *frame) revisit(line int32) {
	if line != fr.line {
		fr.event(line)
	}
}

// decorate applies decorators, the last one first. One that is unknown makes
// the function unknown.
func (fr *frame) decorate(decs []value.Value, lines []int32, v value.Value) (value.Value, error) {
	for i := len(decs) - 1; i >= 0; i-- {
		fr.revisit(lines[i])
		if err := fr.mark(lines[i]); err != nil {
			return nil, err
		}
		got, err := value.Call(fr.t, decs[i], []value.Value{v}, nil)
		got, err = fr.soft(got, err, false)
		if err != nil {
			return nil, err
		}
		v = got
	}
	return v, nil
}

func (c *compiler) lambda(e *syntax.Lambda) expr {
	k := c.newCode(e, "<lambda>", e.Args)
	k.compileBody = func(inner *compiler) block {
		l := line{line: e.Body.Pos().Line, first: e.Body.Pos().Line}
		if e.Body.Pos().EndLine != e.Line {
			inner.multi, l.first = true, 0
		}
		x := inner.last(e.Body, e.Line)
		l.run = func(fr *frame) (flow, error) {
			v, err := x(fr)
			if err != nil {
				return next, err
			}
			fr.ret, fr.retTaint = v, fr.t.Taint|fr.t.Control
			return returns, nil
		}
		return block{l}
	}
	make := c.maker(k, e.Args, nil)
	return func(fr *frame) (value.Value, error) {
		fn, err := make(fr)
		if err != nil {
			return nil, err
		}
		return fn, nil
	}
}

// Empty reports whether the body of the function does nothing.
func (k *code) Empty() bool {
	def, ok := k.node.(*syntax.FunctionDef)
	if !ok || k.generator || k.coroutine {
		return false
	}
	for _, s := range def.Body {
		switch s := s.(type) {
		case *syntax.Pass:
		case *syntax.ExprStmt:
			if _, constant := s.Value.(*syntax.Constant); !constant {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Call runs the function, or makes its generator.
func (k *code) Call(t *value.Thread, fn *value.Function, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
	k.ready()
	m := machineOf(t)
	fr := m.newFrame(k, fn)
	if err := fr.bind(fn, args, kwargs); err != nil {
		return nil, err
	}
	if k.generator || k.coroutine {
		fr.spreadTaint(t.Taint)
		return newGenerator(fr)
	}
	return fr.run()
}

// newFrame returns a frame for a call of a function, with its variables unbound.
func (m *Machine) newFrame(k *code, fn *value.Function) *frame {
	back, _ := m.t.Frame.(*frame)
	n := len(k.scope.slotNames)
	if last := len(m.frames) - 1; last >= 0 {
		fr := m.frames[last]
		m.frames = m.frames[:last]
		fr.t, fr.m, fr.code, fr.fn, fr.globals, fr.back = m.t, m, k, fn, fn.Globals, back
		if cap(fr.slots) >= n {
			fr.slots = fr.slots[:n]
		} else {
			fr.slots = make([]value.Value, n)
		}
		return fr
	}
	return &frame{t: m.t, m: m, code: k, fn: fn, globals: fn.Globals, back: back, slots: make([]value.Value, n)}
}

// maxFrames is how many frames are kept to be used again.
const maxFrames = 64

// recycle keeps a frame that nothing refers to any more.
func (m *Machine) recycle(fr *frame) {
	if len(m.frames) >= maxFrames || len(fr.slots) > 32 {
		return
	}
	for i := range fr.slots {
		fr.slots[i] = nil // quicker than clear for so few
	}
	// newFrame sets what is not reset here. To assign a whole frame takes longer.
	fr.slots, fr.held, fr.dirty = fr.slots[:0], fr.held[:0], fr.dirty[:0]
	fr.names, fr.cells, fr.taint, fr.ret, fr.storedNames = nil, nil, nil, nil, nil
	fr.line, fr.at, fr.jump, fr.retTaint = 0, 0, 0, 0
	fr.hop, fr.implicit, fr.jumped, fr.watch = false, false, false, false
	fr.fn, fr.back, fr.globals = nil, nil, nil
	m.frames = append(m.frames, fr)
}

// run runs the body of a frame whose parameters are bound.
func (fr *frame) run() (value.Value, error) {
	t, m, k := fr.t, fr.m, fr.code
	t.Depth++
	if err := t.CheckDepth(); err != nil {
		t.Depth--
		return nil, err
	}
	outer, control, made := t.Taint, t.EnterCall(), m.made
	fr.spreadTaint(outer)
	fr.depth = t.Depth
	t.Frame = fr
	if m.tracer != nil || m.watcher != nil {
		fr.begin()
		if k.unplaced && fr.seen {
			_ = fr.mark(k.first)
		}
	}
	f, err := k.body.exec(fr)
	if f != returns && err == nil {
		fr.ret, fr.retTaint, fr.implicit = value.None, t.Control, true
	}
	if err != nil || fr.watch || fr.seen {
		fr.end(err)
	}
	if fr.back != nil {
		t.Frame = fr.back
	} else {
		t.Frame = nil
	}
	if len(m.cleaning) > 0 && (err == nil || isPython(err)) {
		if cerr := fr.left(made, err != nil, fr.ret); cerr != nil {
			err = cerr
		}
	}
	t.LeaveCall(control, err != nil)
	t.Depth--
	if err != nil {
		t.Taint |= outer // whoever catches it rests on what raised it
		return nil, err
	}
	t.Taint = outer | fr.retTaint
	got := fr.ret
	if !fr.seen && !k.keeps {
		m.recycle(fr)
	}
	return got, nil
}

// spreadTaint marks all parameters as resting on what the call rested on.
func (fr *frame) spreadTaint(taint value.Taint) {
	if taint == 0 {
		return
	}
	fr.taint = make([]value.Taint, len(fr.slots))
	for i := range fr.taint {
		fr.taint[i] = taint
	}
	for i := 0; i < fr.code.scope.ownCells; i++ {
		fr.cells[i].taint |= taint
	}
}

// begin reports the start of a frame to the Tracer.
func (fr *frame) begin() {
	if tr := fr.m.tracer; tr != nil && tr.Enter(fr) {
		fr.watch = true
		if n := len(fr.slots) + len(fr.cells); n <= cap(fr.stored) {
			fr.stored = fr.stored[:n]
			clear(fr.stored)
		} else {
			fr.stored = make([]int32, n)
		}
		fr.serial = 1
	}
	fr.follow()
}

// end reports the end of a frame, and notes on an exception that it passed.
func (fr *frame) end(err error) {
	if r, ok := err.(*value.Raised); ok {
		fr.note(r)
	}
	if fr.watch {
		fr.m.tracer.Leave(fr, err)
	}
	if fr.seen {
		fr.unfollow(err)
	}
}

// note puts the frame on an exception's traceback with the line that runs now.
// It does so when the frame catches the exception, or when the exception leaves
// it; one that is caught and goes on keeps the line where it was raised. One that
// an operation raised, rather than a statement, gets its context here too: nothing
// has been handled in between.
func (fr *frame) note(r *value.Raised) {
	if r.Noted == fr {
		return
	}
	if h := fr.t.Handling; r.Noted == nil && len(h) > 0 {
		chain(r, h[len(h)-1])
	}
	r.Noted = fr
	r.Exc.Traceback = append(r.Exc.Traceback, value.TraceEntry{File: fr.code.prog.path, Function: fr.code.name, Line: int(fr.at)})
	if fr.seen {
		fr.emit(Event{Kind: ExceptionEvent, Exc: r.Exc})
	}
}

// bind matches arguments to parameters, with CPython's messages.
func (fr *frame) bind(fn *value.Function, args []value.Value, kwargs []value.Kwarg) error {
	k := fr.code
	s := k.scope
	if n := len(s.cellNames); n > 0 {
		fr.cells = make([]*cell, n)
		for i := 0; i < s.ownCells; i++ {
			fr.cells[i] = &cell{}
		}
		closure, _ := fn.Closure.([]*cell)
		copy(fr.cells[s.ownCells:], closure)
	}
	slots := fr.slots
	n := copy(slots[:k.positional], args)
	if k.vararg >= 0 {
		slots[k.vararg] = value.NewTuple(append([]value.Value(nil), args[n:]...)...)
	}
	var extra *value.Dict
	if k.kwarg >= 0 {
		extra = value.NewDict()
		slots[k.kwarg] = extra
	}
next:
	for _, kw := range kwargs {
		for i := k.posOnly; i < k.positional+k.kwOnly; i++ {
			if k.paramNames[i] != kw.Name {
				continue
			}
			if slots[i] != nil {
				return value.TypeErrorf("%s() got multiple values for argument '%s'", fn.Qualname, kw.Name)
			}
			slots[i] = kw.Value
			continue next
		}
		if extra == nil {
			if wrong := k.positionalOnlyByName(kwargs); wrong != "" {
				return value.TypeErrorf("%s() got some positional-only arguments passed as keyword arguments: '%s'", fn.Qualname, wrong)
			}
			return value.TypeErrorf("%s() got an unexpected keyword argument '%s'", fn.Qualname, kw.Name)
		}
		extra.SetStr(kw.Name, kw.Value)
	}
	if len(args) > k.positional && k.vararg < 0 {
		return k.tooMany(fn, slots, len(args))
	}
	firstDefault := k.positional - len(fn.Defaults)
	var missing []string
	for i := n; i < k.positional; i++ {
		if slots[i] == nil {
			if i >= firstDefault {
				slots[i] = fn.Defaults[i-firstDefault]
			} else {
				missing = append(missing, k.paramNames[i])
			}
		}
	}
	if missing != nil {
		return missingArgs(fn, "positional", missing)
	}
	for i := k.positional; i < k.positional+k.kwOnly; i++ {
		if slots[i] == nil {
			d, ok := fn.KwDefaults.GetStr(k.paramNames[i])
			if !ok {
				missing = append(missing, k.paramNames[i])
			}
			slots[i] = d
		}
	}
	if missing != nil {
		return missingArgs(fn, "keyword-only", missing)
	}
	for _, p := range k.cellParams {
		fr.cells[p[1]].v = slots[p[0]]
	}
	return nil
}

func (k *code) positionalOnlyByName(kwargs []value.Kwarg) string {
	var names []string
	for _, kw := range kwargs {
		for _, p := range k.paramNames[:k.posOnly] {
			if p == kw.Name {
				names = append(names, p)
			}
		}
	}
	return strings.Join(names, ", ")
}

func (k *code) tooMany(fn *value.Function, slots []value.Value, given int) error {
	takes := itoa(k.positional)
	plural := k.positional != 1
	if defaults := len(fn.Defaults); defaults > 0 {
		takes = "from " + itoa(k.positional-defaults) + " to " + itoa(k.positional)
		plural = true
	}
	kwGiven := 0
	for i := k.positional; i < k.positional+k.kwOnly; i++ {
		if slots[i] != nil {
			kwGiven++
		}
	}
	was := "were"
	if given == 1 && kwGiven == 0 {
		was = "was"
	}
	extra := ""
	if kwGiven > 0 {
		extra = " positional argument" + s(given != 1) + " (and " + itoa(kwGiven) + " keyword-only argument" + s(kwGiven != 1) + ")"
	}
	return value.TypeErrorf("%s() takes %s positional argument%s but %d%s %s given", fn.Qualname, takes, s(plural), given, extra, was)
}

func s(plural bool) string {
	if plural {
		return "s"
	}
	return ""
}

func missingArgs(fn *value.Function, kind string, names []string) error {
	list := ""
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1 && len(names) == 2:
			list += " and "
		case i == len(names)-1:
			list += ", and "
		default:
			list += ", "
		}
		list += "'" + n + "'"
	}
	return value.TypeErrorf("%s() missing %d required %s argument%s: %s", fn.Qualname, len(names), kind, s(len(names) != 1), list)
}

// defLine is the line of the keyword that starts a function.
func defLine(n syntax.Node) int32 {
	if def, ok := n.(*syntax.FunctionDef); ok {
		return def.DefLine
	}
	return n.Pos().Line
}
