package debugger

import (
	"slices"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
	"augur/predictor/forecast"
)

// Frame is one entry of the call stack.
type Frame struct {
	Index    int // from the innermost, 0
	Name     string
	Qualname string
	Path     string
	Line     int
	// Predicted tells that something that the frame holds rests on a prediction.
	Predicted bool
}

// Variable is a value as it is shown.
type Variable struct {
	Name string
	// Repr is CPython's repr; empty when unknown, with Reason.
	Repr       string
	Class      string
	Provenance timeline.Provenance
	P          float64
	Reason     string
	Depends    []int // assumptions, as Session.Assumptions lists them
	// Path is the expression that names it, if there is one.
	Path string
	// Opaque tells that the value is known, but not its repr, which rests on a
	// hash seed or an address.
	Opaque bool
	// Children is how many elements, items and attributes it has; Indexed how
	// many of these are elements by number, which come first.
	Children, Indexed int

	value bound
}

// Mark is what stands before a predicted value.
const Mark = "≈ "

// Text is the value as it is shown, with the mark of predicted ones.
func (v Variable) Text() string {
	switch v.Provenance {
	case timeline.Unknown:
		if v.Reason != "" {
			return "unknown: " + v.Reason
		}
		return "unknown"
	case timeline.Predicted:
		return Mark + v.Repr
	}
	return v.Repr
}

func mark(b bound, repr string) string {
	if b.provenance == timeline.Predicted {
		return Mark + repr
	}
	return repr
}

// Stack returns the calls at the position, innermost first.
func (s *Session) Stack() []Frame {
	st := s.log.stack(s.pos)
	frames := make([]Frame, len(st))
	for i, c := range st {
		k := len(st) - 1 - i
		f := s.log.frames[c.frame]
		frames[k] = Frame{Index: k, Name: f.name, Qualname: f.qualname, Path: f.path, Line: int(c.line)}
	}
	if s.cfg.Engine == forecast.Neural || len(s.engine.assumptions()) > 0 {
		s.markPredicted(frames)
	}
	return frames
}

func (s *Session) markPredicted(frames []Frame) {
	st, err := s.engine.state(s.pos)
	if err != nil || len(st.frames) != len(frames) {
		return
	}
	for i, f := range st.frames {
		frames[len(frames)-1-i].Predicted = slices.ContainsFunc(f.vars, func(b bound) bool { return b.provenance == timeline.Predicted })
	}
}

// frameState finds a frame counted from the innermost, 0.
func (s *Session) frameState(frame int) (*state, *frameState, error) {
	st, err := s.engine.state(s.pos)
	if err != nil {
		return nil, nil, err
	}
	k := len(st.frames) - 1 - frame
	if frame < 0 || k < 0 {
		return nil, nil, errorf("no frame %d", frame)
	}
	return st, &st.frames[k], nil
}

// Scope is a group of variables.
type Scope struct {
	Name      string // Locals, Cells, Globals
	Variables []Variable
}

// Scopes returns the variables that a frame sees.
func (s *Session) Scopes(frame int) ([]Scope, error) {
	if _, ok := s.here(); !ok {
		return nil, errNotRunning
	}
	_, f, err := s.frameState(frame)
	if err != nil {
		return nil, err
	}
	locals, cells := Scope{Name: "Locals"}, Scope{Name: "Cells"}
	for _, b := range f.vars {
		v := s.variable(b, b.name)
		if b.free {
			cells.Variables = append(cells.Variables, v)
		} else {
			locals.Variables = append(locals.Variables, v)
		}
	}
	globals := Scope{Name: "Globals"}
	if f.globals != nil {
		globals.Variables = s.namespace(*f.globals)
	}
	if f.names != nil {
		if f.globals != nil && f.names.value == f.globals.value {
			return []Scope{globals}, nil
		}
		locals.Variables = append(locals.Variables, s.namespace(*f.names)...)
	}
	scopes := []Scope{locals}
	if cells.Variables != nil {
		scopes = append(scopes, cells)
	}
	return append(scopes, globals), nil
}

// namespace lists what is worth showing of a module's names.
func (s *Session) namespace(b bound) []Variable {
	d, ok := b.value.(*value.Dict)
	if !ok {
		return nil
	}
	var out []Variable
	for i := 0; ; {
		k, v, n, ok := d.Next(i)
		if !ok {
			break
		}
		i = n
		name, isStr := k.(*value.Str)
		if !isStr || strings.HasPrefix(name.String(), "__") && strings.HasSuffix(name.String(), "__") {
			continue
		}
		c := bound{name: name.String(), value: v, frozen: b.frozen, provenance: timeline.Computed, p: 1}
		if x, ok := s.engine.(*exact); ok {
			c.provenance, c.p, c.depends = x.live.m.Assume(x.live.m.HeapTaint(v) | d.Taint)
			x.settle(&c)
		}
		out = append(out, s.variable(c, c.name))
	}
	return out
}

// variable makes what is shown of a value.
func (s *Session) variable(b bound, path string) Variable {
	v := Variable{Name: b.name, Provenance: b.provenance, P: b.p, Depends: b.depends, Path: path, value: b}
	if b.value != nil {
		v.Class = b.value.Type().Name
		if u, ok := b.value.(*value.Unknown); ok {
			v.Class, v.Provenance, v.Reason = "", timeline.Unknown, u.Reason
			return v
		}
		v.Children, v.Indexed = childCount(b.value)
	}
	if s.brief > 0 && v.Children > s.brief {
		if text, ok := s.abbreviated(v); ok {
			v.Repr = text
			return v
		}
	}
	text, ok := s.engine.repr(b)
	if ok {
		v.Repr = text
		return v
	}
	if b.value != nil {
		// It has no repr that can be known, but its class is.
		v.Opaque = true
		v.Repr = "<" + v.Class + " object>"
		switch x := b.value.(type) {
		case *value.Function:
			v.Repr = "<function " + x.Qualname + ">"
		case *value.Type:
			v.Repr = "<class '" + x.Name + "'>"
		case *value.Module:
			v.Repr = "<module '" + x.Name + "'>"
		}
		return v
	}
	v.Provenance, v.Reason = timeline.Unknown, b.text
	return v
}

func childPath(parent, name string) string {
	switch {
	case parent == "" || name == "":
		return ""
	case strings.HasPrefix(name, "["):
		return parent + name
	case isIdentifier(name):
		return parent + "." + name
	}
	return ""
}

func isIdentifier(s string) bool {
	e, err := syntax.ParseExpr(s)
	if err != nil {
		return false
	}
	n, ok := e.(*syntax.Name)
	return ok && n.ID == s
}

// mentions reports whether an expression names a variable.
func mentions(text, name string) bool {
	e, err := syntax.ParseExpr(strings.TrimSpace(text))
	if err != nil {
		return strings.Contains(text, name)
	}
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Name); ok && x.ID == name {
			found = true
		}
		return !found
	})
	return found
}

func classNames(b *bound) []string {
	if b.value == nil {
		return []string{strings.TrimSuffix(strings.TrimPrefix(b.text, "<"), ">")}
	}
	var names []string
	for _, c := range b.value.Type().MRO {
		names = append(names, c.Name)
	}
	return names
}

// maxCauses bounds the chain of causes that is shown.
const maxCauses = 8

// exception describes an exception.
func (s *Session) exception(b bound) *Exception { return s.chain(b, maxCauses) }

func (s *Session) chain(b bound, more int) *Exception {
	v := s.variable(b, "")
	e := &Exception{Variable: &v}
	exc, ok := b.value.(*value.Exception)
	if !ok {
		e.Type = strings.Trim(b.text, "<>")
		return e
	}
	e.Type = exc.Type().Name
	cause, ok := exc.Cause.(*value.Exception)
	if !ok && !exc.SuppressContext {
		cause = exc.Context
	}
	if cause != nil && more > 0 {
		e.Cause = s.chain(bound{value: cause, provenance: b.provenance, p: b.p, depends: b.depends}, more-1)
	}
	if x, isExact := s.engine.(*exact); isExact {
		x.live.quietly(func() {
			if msg, err := value.Text(x.live.m.Thread(), exc); err == nil {
				e.Message = msg
			}
		})
	}
	for _, tb := range slices.Backward(exc.Traceback) {
		if tb.File != "<call>" {
			e.Traceback = append(e.Traceback, timeline.Frame{File: tb.File, Function: tb.Function, Line: tb.Line})
		}
	}
	return e
}

// Evaluate computes an expression in a frame, counted from the innermost, 0. At
// a past position it works on copies, so that it changes nothing.
func (s *Session) Evaluate(frame int, text string) (Variable, error) {
	if _, ok := s.here(); !ok {
		return Variable{}, errNotRunning
	}
	st, _, err := s.frameState(frame)
	if err != nil {
		return Variable{}, err
	}
	b, err := s.engine.evaluate(st, len(st.frames)-1-frame, text)
	if err != nil {
		return Variable{}, err
	}
	return s.variable(b, strings.TrimSpace(text)), nil
}

// SetVariable binds a variable of a frame to the value of an expression. All
// later states follow from it: what the log holds beyond the position is
// dropped.
func (s *Session) SetVariable(frame int, name, text string) error {
	return s.edit(frame, edit{kind: setVariable, name: name, text: text})
}

// Execute runs a statement in a frame, which may assign variables.
func (s *Session) Execute(frame int, text string) error {
	return s.edit(frame, edit{kind: execute, text: text})
}

// JumpTo makes another line run next in the innermost frame.
func (s *Session) JumpTo(line int) error {
	if e, ok := s.here(); !ok || e.kind != Line {
		return errorf("only at a line that is about to run can another one be chosen")
	}
	if err := s.edit(0, edit{kind: jump, line: line}); err != nil {
		return err
	}
	from := s.pos
	s.search(1, func(i int) (Reason, bool) { return AtGoto, i > from && s.log.events[i].kind == Line })
	return nil
}

// JumpLines lists the lines that JumpTo accepts.
func (s *Session) JumpLines() []int {
	if e, ok := s.here(); !ok || e.kind != Line {
		return nil
	}
	return s.engine.jumpLines(s.pos)
}

func (s *Session) edit(frame int, e edit) error {
	if _, ok := s.here(); !ok {
		return errNotRunning
	}
	st := s.log.stack(s.pos)
	if frame < 0 || frame >= len(st) {
		return errorf("no frame %d", frame)
	}
	e.at, e.frame = s.pos, st[len(st)-1-frame].frame
	if s.pos != len(s.log.events)-1 || s.log.ended {
		if err := s.backTo(s.pos); err != nil {
			return err
		}
	}
	if err := s.engine.apply(e); err != nil {
		return err
	}
	s.edits = append(s.edits, e)
	return nil
}

// Assumptions lists what the transformer supplied so far.
func (s *Session) Assumptions() []timeline.Assumption { return s.engine.assumptions() }

// Complete lists the names that a frame sees and that start with prefix.
func (s *Session) Complete(frame int, prefix string) []string {
	if dot := strings.LastIndexByte(prefix, '.'); dot >= 0 {
		v, err := s.Evaluate(frame, "dir("+prefix[:dot]+")")
		if err != nil {
			return nil
		}
		var out []string
		for _, c := range s.Children(v, 0, 0) {
			name := strings.Trim(c.Repr, "'")
			if strings.HasPrefix(name, prefix[dot+1:]) && (prefix[dot+1:] != "" || !strings.HasPrefix(name, "_")) {
				out = append(out, prefix[:dot+1]+name)
			}
		}
		return out
	}
	scopes, err := s.Scopes(frame)
	if err != nil {
		return nil
	}
	var out []string
	for _, sc := range scopes {
		for _, v := range sc.Variables {
			if strings.HasPrefix(v.Name, prefix) {
				out = append(out, v.Name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isPlain reports whether text is an expression.
func isPlain(text string) bool {
	_, err := syntax.ParseExpr(strings.TrimSpace(text))
	return err == nil
}

// FunctionAt returns the innermost function that has a line, nil if none has.
func FunctionAt(f *syntax.File, line int) *syntax.FunctionDef {
	var found *syntax.FunctionDef
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.FunctionDef); ok && int(d.Line) <= line && line <= int(d.EndLine) {
			found = d
		}
		return true
	})
	return found
}
