// Package neural runs a function by the transformer: the control flow is the
// engine's, and what each line does is the model's answer to "what does this
// line do to the variables that it names?". Nothing is computed.
package neural

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
	"augur/predictor/stepwise"
)

// maxQueries bounds a run: each is one question to the model.
const maxQueries = 2000

// maxDepth bounds calls of functions of the file.
const maxDepth = 12

// Function is what to run.
type Function struct {
	File *syntax.File
	Def  *syntax.FunctionDef
	Args []prompt.Binding // a repr for every parameter
	// Start, if not 0, is a line of Def on which the run starts, with Args as the
	// variables there.
	Start int
	// Given is the probability that Args are right; 0 is 1.
	Given float64
	// Lookup finds the functions of the file that a call may reach.
	Lookup func(name string) *syntax.FunctionDef
	// Globals are the module's variables that hold literals.
	Globals []prompt.Binding
	// Literal returns the repr of a literal expression, false for others.
	Literal func(text string) (string, bool)
	// Watch, if set, is told each event of the run before it happens. It may
	// set variables and, at a line, make a move.
	Watch func(e Event) *Move
}

// EventKind is what happens.
type EventKind uint8

// The kinds of events.
const (
	CallEvent EventKind = iota
	LineEvent
	RaiseEvent
	ReturnEvent
)

// Event is one event of a run.
type Event struct {
	Kind     EventKind
	Function string
	Line     int
	Frame    *Frame
	Value    string  // returned, or the class raised; empty at the end of a frame by an exception
	P        float64 // that all is right up to here
	Depth    int
}

// An Asker answers questions about lines, as *oracle.Oracle does.
type Asker interface {
	Ask(ctx context.Context, q *prompt.Question, n int) ([]oracle.Predicted, error)
}

// Run returns the timeline that the model foresees.
func Run(ctx context.Context, o Asker, f Function) *timeline.Timeline {
	r := &run{ctx: ctx, o: o, f: f, p: 1, lines: map[int]*timeline.Line{}}
	if f.Given > 0 {
		r.p = f.Given
	}
	tl := &timeline.Timeline{Function: f.Def.Name, First: int(f.Def.Line), Last: int(f.Def.EndLine)}
	for _, a := range f.Args {
		tl.Args = append(tl.Args, timeline.Change{Name: a.Name, Hit: 1, Value: timeline.Value{Repr: a.Repr, Provenance: timeline.Computed, P: 1}})
	}
	ret, err := r.call(f.Def, f.Args, f.Start)
	switch e := err.(type) {
	case nil:
		v := timeline.Value{Repr: ret, Provenance: timeline.Predicted, P: r.p}
		tl.Result = &v
	case raised:
		tl.Exception = &timeline.Exception{Type: string(e), Line: r.line, Provenance: timeline.Predicted, P: r.p}
	default:
		tl.Stopped = &timeline.Stop{Limit: "unknown", Line: r.line, Reason: err.Error()}
	}
	for _, l := range r.lines {
		tl.Lines = append(tl.Lines, *l)
	}
	slices.SortFunc(tl.Lines, func(a, b timeline.Line) int { return a.Line - b.Line })
	return tl
}

// raised is a predicted exception on its way up.
type raised string

func (e raised) Error() string { return string(e) }

var (
	errBreak    = errors.New("break")
	errContinue = errors.New("continue")
)

// returned carries the repr of a return value up to the call.
type returned string

func (returned) Error() string { return "return" }

type run struct {
	ctx     context.Context
	o       Asker
	f       Function
	queries int
	depth   int
	p       float64 // that everything so far is right
	line    int
	lines   map[int]*timeline.Line
	top     *Frame // the innermost
}

// Frame is the variables of one call.
type Frame struct {
	env  []prompt.Binding
	def  *syntax.FunctionDef
	line int
	// Back is the frame that called it.
	Back *Frame
}

// Variables lists the variables with their reprs, in order of assignment.
func (fr *Frame) Variables() []prompt.Binding { return slices.Clone(fr.env) }

// Set binds a variable to a value with the given repr.
func (fr *Frame) Set(name, repr string) { fr.set(name, repr) }

// Name is the name of the function.
func (fr *Frame) Name() string { return fr.def.Name }

// Line is the line that runs.
func (fr *Frame) Line() int { return fr.line }

func (fr *Frame) get(name string) (string, bool) {
	for _, b := range fr.env {
		if b.Name == name {
			return b.Repr, true
		}
	}
	return "", false
}

func (fr *Frame) set(name, repr string) {
	for i := range fr.env {
		if fr.env[i].Name == name {
			fr.env[i].Repr = repr
			return
		}
	}
	fr.env = append(fr.env, prompt.Binding{Name: name, Repr: repr})
}

// call runs a function, from a line of it on if start is not 0.
func (r *run) call(def *syntax.FunctionDef, args []prompt.Binding, start int) (string, error) {
	if r.depth++; r.depth > maxDepth {
		return "", errors.New("too many nested calls")
	}
	defer func() { r.depth-- }()
	fr := &Frame{env: slices.Clone(args), def: def, line: int(def.Line), Back: r.top}
	r.top = fr
	defer func() { r.top = fr.Back }()
	r.emit(CallEvent, fr, "")
	err := r.body(fr, start)
	var ret returned
	r.leave(fr, err)
	switch {
	case errors.As(err, &ret):
		l := r.lines[r.line]
		v := timeline.Value{Repr: string(ret), Provenance: timeline.Predicted, P: r.p}
		l.Returns = append(l.Returns, timeline.Return{Hit: l.Hits, Value: v})
		return string(ret), nil
	case err == nil:
		return "None", nil
	}
	return "", err
}

// leave reports the end of a frame.
func (r *run) leave(fr *Frame, err error) {
	var ret returned
	var exc raised
	switch {
	case errors.As(err, &ret):
		r.emit(ReturnEvent, fr, string(ret))
	case errors.As(err, &exc):
		r.emit(RaiseEvent, fr, string(exc))
		r.emit(ReturnEvent, fr, "")
	case err == nil:
		r.emit(ReturnEvent, fr, "None")
	}
}

func (r *run) emit(k EventKind, fr *Frame, v string) *Move {
	if r.f.Watch == nil {
		return nil
	}
	return r.f.Watch(Event{Kind: k, Function: fr.def.Name, Line: fr.line, Frame: fr, Value: v, P: r.p, Depth: r.depth})
}

func (r *run) block(fr *Frame, body []syntax.Stmt) error {
	for _, s := range body {
		if err := r.stmt(fr, s); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) stmt(fr *Frame, s syntax.Stmt) error {
	if e, ok := s.(*syntax.ExprStmt); ok {
		if _, doc := e.Value.(*syntax.Constant); doc {
			return nil
		}
	}
	if err := r.arrive(fr, int(s.Pos().Line)); err != nil {
		return err
	}
	switch s := s.(type) {
	case *syntax.If:
		yes, err := r.condition(fr, s.Test)
		if err != nil {
			return err
		}
		if yes {
			return r.block(fr, s.Body)
		}
		return r.block(fr, s.Orelse)
	case *syntax.While:
		yes, err := r.condition(fr, s.Test)
		if err != nil {
			return err
		}
		if !yes {
			return r.block(fr, s.Orelse)
		}
		return r.while(fr, s, func() error { return r.block(fr, s.Body) })
	case *syntax.For:
		return r.loop(fr, s)
	case *syntax.Try:
		return r.try(fr, s)
	case *syntax.Break:
		return errBreak
	case *syntax.Continue:
		return errContinue
	case *syntax.Pass, *syntax.Global, *syntax.Nonlocal, *syntax.Import, *syntax.ImportFrom:
		return nil
	case *syntax.Return:
		if s.Value == nil {
			return returned("None")
		}
		return r.simple(fr, s)
	case *syntax.Assign, *syntax.AugAssign, *syntax.AnnAssign, *syntax.ExprStmt, *syntax.Raise, *syntax.Assert, *syntax.Delete:
		return r.simple(fr, s)
	}
	return fmt.Errorf("the neural engine does not run a statement like the one on line %d", s.Pos().Line)
}

// while runs a loop, of which round makes the round that is under way.
func (r *run) while(fr *Frame, s *syntax.While, round func() error) error {
	for {
		switch err := round(); err {
		case nil, errContinue:
		case errBreak:
			return nil
		default:
			return err
		}
		if err := r.arrive(fr, int(s.Line)); err != nil {
			return err
		}
		yes, err := r.condition(fr, s.Test)
		if err != nil {
			return err
		}
		if !yes {
			return r.block(fr, s.Orelse)
		}
		round = func() error { return r.block(fr, s.Body) }
	}
}

// arrive comes to a line. It returns an error where the run is to go on elsewhere.
func (r *run) arrive(fr *Frame, line int) error {
	r.line, fr.line = line, line
	m := r.emit(LineEvent, fr, "")
	if m != nil && !m.Foresee {
		return r.follow(fr, m)
	}
	l := r.lines[line]
	if l == nil {
		l = &timeline.Line{Line: line}
		r.lines[line] = l
	}
	l.Hits++
	return r.follow(fr, m)
}

// ask puts a question about one line.
func (r *run) ask(fr *Frame, kind prompt.Kind, text string) (*prompt.Answer, error) {
	env := fr.env
	q := &prompt.Question{Task: prompt.Line, Kind: kind, Statement: text}
	for _, n := range prompt.Names(text) {
		i := slices.IndexFunc(env, func(b prompt.Binding) bool { return b.Name == n })
		if i >= 0 {
			q.Env = append(q.Env, env[i])
			continue
		}
		if i := slices.IndexFunc(r.f.Globals, func(b prompt.Binding) bool { return b.Name == n }); i >= 0 {
			q.Env = append(q.Env, r.f.Globals[i])
		}
	}
	a, err := stepwise.Answer(q, r, r.put)
	if err != nil {
		return nil, err
	}
	if a.Exception != "" {
		return nil, raised(a.Exception)
	}
	return a, nil
}

// put puts one question to the model.
func (r *run) put(q *prompt.Question) (*prompt.Answer, error) {
	if r.queries++; r.queries > maxQueries {
		return nil, fmt.Errorf("more than %d questions", maxQueries)
	}
	got, err := r.o.Ask(r.ctx, q, 1)
	if err != nil {
		return nil, err
	}
	if len(got) == 0 {
		return nil, errors.New("the model has no answer")
	}
	r.p *= got[0].P
	return got[0].Answer, nil
}

// Has reports whether the file has a function of that name.
func (r *run) Has(name string) bool { return r.f.Lookup(name) != nil }

// Call runs a function of the file that a line calls.
func (r *run) Call(name string, args []string, keywords []prompt.Binding) (string, error) {
	def := r.f.Lookup(name)
	params := append(slices.Clone(def.Args.PosOnly), def.Args.Args...)
	if len(args) > len(params) {
		return "", errors.New("the neural engine does not bind such arguments")
	}
	var env []prompt.Binding
	for i, a := range args {
		env = append(env, prompt.Binding{Name: params[i].Name, Repr: a})
	}
	env, err := WithDefaults(def, append(env, keywords...), func(e syntax.Expr) (string, bool) { return r.f.Literal(r.f.File.Text(e)) })
	if err != nil {
		return "", err
	}
	line := r.line
	ret, err := r.call(def, env, 0)
	r.line = line
	var exc raised
	if errors.As(err, &exc) {
		return "", stepwise.Exception(exc)
	}
	return ret, err
}

// WithDefaults adds the parameters of def that args do not give.
func WithDefaults(def *syntax.FunctionDef, args []prompt.Binding, literal func(syntax.Expr) (string, bool)) ([]prompt.Binding, error) {
	have := func(name string) bool {
		return slices.ContainsFunc(args, func(b prompt.Binding) bool { return b.Name == name })
	}
	params := append(slices.Clone(def.Args.PosOnly), def.Args.Args...)
	first := len(params) - len(def.Args.Defaults)
	for i, p := range params {
		if have(p.Name) {
			continue
		}
		if i < first {
			return nil, fmt.Errorf("no value for parameter %s", p.Name)
		}
		repr, ok := literal(def.Args.Defaults[i-first])
		if !ok {
			return nil, fmt.Errorf("the default of parameter %s is no literal", p.Name)
		}
		args = append(args, prompt.Binding{Name: p.Name, Repr: repr})
	}
	for i, p := range def.Args.KwOnly {
		if have(p.Name) {
			continue
		}
		if d := def.Args.KwDefaults[i]; d != nil {
			if repr, ok := literal(d); ok {
				args = append(args, prompt.Binding{Name: p.Name, Repr: repr})
				continue
			}
		}
		return nil, fmt.Errorf("no value for parameter %s", p.Name)
	}
	return args, nil
}

func (r *run) condition(fr *Frame, test syntax.Expr) (bool, error) {
	if k, ok := test.(*syntax.Constant); ok {
		if b, ok := k.Value.(syntax.ConstBool); ok {
			return b.Value, nil
		}
	}
	a, err := r.ask(fr, prompt.Condition, "if "+prompt.Squeeze(r.f.File.Text(test))+":")
	if err != nil {
		return false, err
	}
	l := r.lines[r.line]
	repr := "False"
	if a.Truth {
		repr = "True"
	}
	l.Branch = append(l.Branch, timeline.Branch{Hit: l.Hits, Taken: a.Truth, Value: timeline.Value{Repr: repr, Class: "bool", Provenance: timeline.Predicted, P: r.p}})
	return a.Truth, nil
}

func (r *run) loop(fr *Frame, s *syntax.For) error {
	items, err := r.items(fr, s)
	if err != nil {
		return err
	}
	return r.rounds(fr, s, items, 0)
}

// items asks for the items of a loop.
func (r *run) items(fr *Frame, s *syntax.For) ([]string, error) {
	a, err := r.ask(fr, prompt.Loop, "for "+prompt.Squeeze(r.f.File.Text(s.Iter))+":")
	if err != nil {
		return nil, err
	}
	return stepwise.Elements(a.Items)
}

// rounds makes the rounds of a loop from item k on.
func (r *run) rounds(fr *Frame, s *syntax.For, items []string, k int) error {
	for i := k; i < len(items); i++ {
		if i > 0 {
			if err := r.arrive(fr, int(s.Line)); err != nil {
				return err
			}
		}
		if err := r.assign(fr, s.Target, items[i]); err != nil {
			return err
		}
		switch err := r.block(fr, s.Body); err {
		case nil, errContinue:
		case errBreak:
			return nil
		default:
			return err
		}
	}
	if len(items) > 0 && r.f.Watch != nil {
		fr.line = int(s.Line)
		if err := r.follow(fr, r.emit(LineEvent, fr, "")); err != nil { // the loop ends at its head
			return err
		}
	}
	return r.block(fr, s.Orelse)
}

// assign binds the target of a loop to an item.
func (r *run) assign(fr *Frame, target syntax.Expr, repr string) error {
	err := stepwise.Unpack(target, repr, func(name, repr string) {
		fr.set(name, repr)
		r.changed(name, repr)
	})
	var exc stepwise.Exception
	if errors.As(err, &exc) {
		return raised(exc)
	}
	return err
}

func (r *run) changed(name, repr string) {
	l := r.lines[r.line]
	l.Changes = append(l.Changes, timeline.Change{Name: name, Hit: l.Hits, Value: timeline.Value{Repr: repr, Provenance: timeline.Predicted, P: r.p}})
}

func (r *run) simple(fr *Frame, s syntax.Stmt) error {
	a, err := r.ask(fr, prompt.Simple, prompt.Squeeze(r.f.File.Text(s)))
	if err != nil {
		return err
	}
	for _, b := range a.Changed {
		fr.set(b.Name, b.Repr)
		r.changed(b.Name, b.Repr)
	}
	if ret, ok := s.(*syntax.Return); ok {
		if a.Return != "" {
			return returned(a.Return)
		}
		if n, ok := ret.Value.(*syntax.Name); ok {
			if repr, ok := fr.get(n.ID); ok {
				return returned(repr)
			}
		}
		return errors.New("the model gave no value to return")
	}
	return nil
}

func (r *run) try(fr *Frame, s *syntax.Try) error {
	return r.finally(fr, s, func() error {
		return r.handled(fr, s, func() error { return r.block(fr, s.Body) })
	})
}

// handled runs the body of a try statement, then its handlers or its else block.
func (r *run) handled(fr *Frame, s *syntax.Try, body func() error) error {
	err := body()
	var exc raised
	if err == nil {
		return r.block(fr, s.Orelse)
	}
	if !errors.As(err, &exc) {
		return err
	}
	r.emit(RaiseEvent, fr, string(exc))
	for _, h := range s.Handlers {
		if !catches(h.Type, string(exc)) {
			continue
		}
		if err := r.arrive(fr, int(h.Line)); err != nil {
			return err
		}
		if h.Name != "" {
			fr.set(h.Name, "<"+string(exc)+">")
		}
		return r.block(fr, h.Body)
	}
	return err
}

// finally runs the last block of a try statement behind the rest of it.
func (r *run) finally(fr *Frame, s *syntax.Try, rest func() error) error {
	err := rest()
	var to moved
	if errors.As(err, &to) {
		return err
	}
	if ferr := r.block(fr, s.Finalbody); ferr != nil {
		return ferr
	}
	return err
}

// catches reports whether an except clause takes an exception, by the names of
// the built-in classes.
func catches(clause syntax.Expr, exc string) bool {
	switch c := clause.(type) {
	case nil:
		return true
	case *syntax.Tuple:
		return slices.ContainsFunc(c.Elts, func(e syntax.Expr) bool { return catches(e, exc) })
	case *syntax.Name:
		if c.ID == exc {
			return true
		}
		have, ok1 := value.Builtins[exc].(*value.Type)
		want, ok2 := value.Builtins[c.ID].(*value.Type)
		return ok1 && ok2 && have.IsSubtype(want)
	}
	return false
}
