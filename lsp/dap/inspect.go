package dap

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/debugger"

	"github.com/google/go-dap"
)

// refs gives numbers to what a client may ask the parts of. They are good until
// the session moves.
type refs struct {
	list []group
}

// group is a scope or a value with parts.
type group struct {
	frame int
	scope string
	vars  []debugger.Variable // of a scope
	of    *debugger.Variable
	// reasons, if not 0, is the number of an assumption from 1, whose parts are
	// what it rests on.
	reasons int
}

func (r *refs) clear() { r.list = nil }

func (r *refs) add(g group) int {
	r.list = append(r.list, g)
	return len(r.list)
}

func (r *refs) get(n int) (group, error) {
	if n < 1 || n > len(r.list) {
		return group{}, fmt.Errorf("there are no variables with the reference %d: references end when the session moves", n)
	}
	return r.list[n-1], nil
}

// frame converts a frame's number of the protocol to ours.
func (s *Server) frame(id int) (int, error) {
	if id == 0 {
		return 0, nil
	}
	if id < 1 || id > len(s.session.Stack()) {
		return 0, fmt.Errorf("there is no frame %d", id)
	}
	return id - 1, nil
}

// sourceOf is where a client finds a file. One that is nowhere but in the session
// gets a reference to ask for it with.
func (s *Server) sourceOf(path string) *dap.Source {
	src := &dap.Source{Name: filepath.Base(path), Path: path}
	if s.args.Text != nil && s.session != nil && path == s.session.Config().Path {
		src.Origin = "not saved"
	}
	if isURI(path) {
		return src // the client's own
	}
	if _, err := os.Stat(path); err == nil {
		return src
	}
	k := slices.Index(s.virtual, path)
	if k < 0 {
		k = len(s.virtual)
		s.virtual = append(s.virtual, path)
	}
	src.SourceReference = k + 1
	return src
}

func (s *Server) stackTrace(q *dap.StackTraceRequest) (any, error) {
	if q.Arguments.ThreadId != threadID {
		return nil, fmt.Errorf("there is no thread %d", q.Arguments.ThreadId)
	}
	stack := s.session.Stack()
	total := len(stack)
	start, levels := q.Arguments.StartFrame, q.Arguments.Levels
	if start < 0 || levels < 0 {
		return nil, errors.New("startFrame and levels cannot be negative")
	}
	stack = stack[min(start, total):]
	if levels > 0 && levels < len(stack) {
		stack = stack[:levels]
	}
	frames := make([]dap.StackFrame, 0, len(stack))
	for _, f := range stack {
		name := f.Qualname
		if f.Predicted {
			name = debugger.Mark + name
		}
		frames = append(frames, dap.StackFrame{
			Id: f.Index + 1, Name: name, Source: s.sourceOf(f.Path), Line: s.lineOut(f.Line), Column: s.column(1),
			CanRestart: true, ModuleId: f.Path,
		})
	}
	return dap.StackTraceResponseBody{StackFrames: frames, TotalFrames: total}, nil
}

func (s *Server) column(c int) int {
	if !s.client.ColumnsStartAt1 {
		return c - 1
	}
	return c
}

func (s *Server) scopes(q *dap.ScopesRequest) (any, error) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		return nil, err
	}
	scopes, err := s.session.Scopes(k)
	if err != nil {
		return nil, err
	}
	out := []dap.Scope{}
	for _, sc := range scopes {
		hint := ""
		if sc.Name == "Locals" {
			hint = "locals"
		}
		out = append(out, dap.Scope{
			Name: sc.Name, PresentationHint: hint, NamedVariables: len(sc.Variables), Expensive: sc.Name == "Globals",
			VariablesReference: s.refs.add(group{frame: k, scope: sc.Name, vars: sc.Variables}),
		})
	}
	if list := s.session.Assumptions(); k == 0 && len(list) > 0 {
		g := group{scope: assumptions}
		for i, a := range list {
			g.vars = append(g.vars, assumed(i, a))
		}
		out = append(out, dap.Scope{Name: assumptions, NamedVariables: len(g.vars), VariablesReference: s.refs.add(g)})
	}
	return dap.ScopesResponseBody{Scopes: out}, nil
}

func (s *Server) variables(q *dap.VariablesRequest) (any, error) {
	g, err := s.refs.get(q.Arguments.VariablesReference)
	if err != nil {
		return nil, err
	}
	if g.reasons > 0 {
		return s.reasons(g.reasons - 1)
	}
	start, count := q.Arguments.Start, q.Arguments.Count
	if start < 0 || count < 0 {
		return nil, errors.New("start and count cannot be negative")
	}
	var list []debugger.Variable
	if g.of == nil {
		if q.Arguments.Filter != "indexed" {
			list = g.vars[min(start, len(g.vars)):]
			if count > 0 && count < len(list) {
				list = list[:count]
			}
		}
	} else {
		indexed := g.of.Indexed
		switch q.Arguments.Filter {
		case "indexed":
			if count == 0 || start+count > indexed {
				count = max(0, indexed-start)
			}
			if count > 0 {
				list = s.session.Children(*g.of, start, count)
			}
		case "named":
			if g.of.Children > indexed {
				list = s.session.Children(*g.of, indexed+start, count)
			}
		default:
			list = s.session.Children(*g.of, start, count)
		}
	}
	out := make([]dap.Variable, 0, len(list))
	for i, v := range list {
		d := s.shown(v, g.frame)
		if g.scope == assumptions && v.Provenance == timeline.Predicted {
			d.VariablesReference = s.refs.add(group{reasons: start + i + 1})
		}
		out = append(out, d)
	}
	return dap.VariablesResponseBody{Variables: out}, nil
}

// longContainer is how many parts a value may have to be shown with all of them.
const longContainer = 2000

// longest is how much of a value is shown in one line.
const longest = 10_000

// shown is a variable as the protocol has it.
func (s *Server) shown(v debugger.Variable, frame int) dap.Variable {
	text := v.Text()
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	d := dap.Variable{Name: v.Name, Value: text, Type: typeText(v), EvaluateName: v.Path, PresentationHint: hint(v)}
	if v.Children > 0 {
		d.VariablesReference = s.refs.add(group{frame: frame, of: &v})
		d.IndexedVariables, d.NamedVariables = v.Indexed, v.Children-v.Indexed
	}
	return d
}

// hint says of a predicted value that it is one.
func hint(v debugger.Variable) *dap.VariablePresentationHint {
	switch v.Provenance {
	case timeline.Predicted:
		return &dap.VariablePresentationHint{Kind: "virtual", Attributes: []string{"predicted"}}
	case timeline.Unknown:
		return &dap.VariablePresentationHint{Kind: "virtual", Attributes: []string{"unknown", "readOnly"}}
	}
	return nil
}

func typeText(v debugger.Variable) string {
	if v.Provenance == timeline.Predicted {
		return strings.TrimSpace(fmt.Sprintf("%s (predicted, p = %.2f)", v.Class, v.P))
	}
	return v.Class
}

func (s *Server) setVariable(q *dap.SetVariableRequest) (any, error) {
	g, err := s.refs.get(q.Arguments.VariablesReference)
	if err != nil {
		return nil, err
	}
	name, text := q.Arguments.Name, q.Arguments.Value
	if g.scope == assumptions {
		return s.suppose(g, name, text)
	}
	if g.of == nil {
		if g.scope == "Globals" && s.session.Stack()[g.frame].Name != "<module>" {
			err = s.session.Execute(g.frame, "globals()["+quote(name)+"] = "+text)
		} else {
			err = s.session.SetVariable(g.frame, name, text)
		}
	} else {
		path := ""
		for _, c := range s.session.Children(*g.of, 0, 0) {
			if c.Name == name {
				path = c.Path
			}
		}
		if path == "" {
			return nil, fmt.Errorf("%s cannot be set", name)
		}
		err = s.session.Execute(g.frame, path+" = "+text)
		name = path
	}
	if err != nil {
		return nil, err
	}
	v, err := s.session.Evaluate(g.frame, name)
	if err != nil {
		return nil, err
	}
	s.invalidate()
	d := s.shown(v, g.frame)
	return dap.SetVariableResponseBody{
		Value: d.Value, Type: d.Type, VariablesReference: d.VariablesReference,
		NamedVariables: d.NamedVariables, IndexedVariables: d.IndexedVariables,
	}, nil
}

// assumptions is the scope of what the transformer supplied.
const assumptions = "Assumptions"

// assumed shows an assumption as a variable.
func assumed(i int, a timeline.Assumption) debugger.Variable {
	v := debugger.Variable{
		Name: fmt.Sprintf("%d, line %d: %s", i+1, a.Line, a.Expression), Repr: a.Repr, Class: a.Class, Provenance: a.Source, P: a.P,
	}
	if a.Repr == "" {
		v.Repr = "yes"
	}
	return v
}

// reasons shows what an assumption rests on: the lines that it depends on, and
// what the model looked at.
func (s *Server) reasons(assumption int) (any, error) {
	why, err := s.session.Reasons(assumption)
	if err != nil {
		return nil, err
	}
	hint := &dap.VariablePresentationHint{Kind: "virtual", Attributes: []string{"readOnly"}}
	out := []dap.Variable{}
	add := func(name, value string) {
		out = append(out, dap.Variable{Name: name, Value: value, PresentationHint: hint})
	}
	add("depends on lines", strings.Trim(fmt.Sprint(why.Depends), "[]"))
	for _, l := range why.Lines {
		add(fmt.Sprintf("looked at line %d", s.lineOut(l.Line)), fmt.Sprintf("%.0f %%", 100*l.Weight))
	}
	for _, n := range why.Names {
		add("looked at "+n.Name, fmt.Sprintf("%.0f %%", 100*n.Weight))
	}
	return dap.VariablesResponseBody{Variables: out}, nil
}

// suppose sets an assumption. The session may stand elsewhere then, which the
// client is told.
func (s *Server) suppose(g group, name, text string) (any, error) {
	for i, v := range g.vars {
		if v.Name != name {
			continue
		}
		stop, err := s.session.Suppose(i, text)
		if err != nil {
			return nil, err
		}
		s.after = func() { s.tell(stop) }
		return dap.SetVariableResponseBody{Value: strings.TrimSpace(text), Type: v.Class}, nil
	}
	return nil, fmt.Errorf("there is no assumption %q", name)
}

// invalidate tells the client that variables are others than it was told.
func (s *Server) invalidate() {
	if s.client.SupportsInvalidatedEvent {
		s.after = func() { s.send("invalidated", dap.InvalidatedEventBody{Areas: []dap.InvalidatedAreas{"variables"}}) }
	}
}

func quote(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", `\'`) + "'"
}

func (s *Server) setExpression(q *dap.SetExpressionRequest) (any, error) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		return nil, err
	}
	if !isTarget(q.Arguments.Expression) {
		return nil, fmt.Errorf("%q cannot be assigned to", q.Arguments.Expression)
	}
	if !isExpression(q.Arguments.Value) {
		return nil, fmt.Errorf("the value %q is no expression", q.Arguments.Value)
	}
	if err := s.session.Execute(k, q.Arguments.Expression+" = "+q.Arguments.Value); err != nil {
		return nil, err
	}
	v, err := s.session.Evaluate(k, q.Arguments.Expression)
	if err != nil {
		return nil, err
	}
	s.invalidate()
	d := s.shown(v, k)
	return dap.SetExpressionResponseBody{
		Value: d.Value, Type: d.Type, PresentationHint: d.PresentationHint, VariablesReference: d.VariablesReference,
		NamedVariables: d.NamedVariables, IndexedVariables: d.IndexedVariables,
	}, nil
}

// isTarget reports whether text is something that one value can be assigned to.
func isTarget(text string) bool {
	e, err := syntax.ParseExpr(strings.TrimSpace(text))
	if err != nil {
		return false
	}
	switch e.(type) {
	case *syntax.Name, *syntax.Attribute, *syntax.Subscript:
		return true
	}
	return false
}

func (s *Server) evaluate(q *dap.EvaluateRequest) (any, error) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(q.Arguments.Expression)
	if text == "" {
		return nil, errors.New("there is nothing to evaluate")
	}
	if k, err = s.frameAt(q, k); err != nil {
		return nil, err
	}
	if q.Arguments.Context == "hover" && acts(text) {
		return nil, errors.New("a hover does not call anything")
	}
	if q.Arguments.Context == "repl" && !isExpression(text) {
		if err := s.session.Execute(k, text); err != nil {
			return nil, err
		}
		s.invalidate()
		return dap.EvaluateResponseBody{}, nil
	}
	v, err := s.session.Evaluate(k, text)
	if err != nil {
		return nil, err
	}
	d := s.shown(v, k)
	if q.Arguments.Context == "clipboard" {
		d.Value = s.session.Whole(v).Repr // all of it, without a mark
	}
	return dap.EvaluateResponseBody{
		Result: d.Value, Type: d.Type, PresentationHint: d.PresentationHint, VariablesReference: d.VariablesReference,
		NamedVariables: d.NamedVariables, IndexedVariables: d.IndexedVariables,
	}, nil
}

// frameAt finds the frame in which an expression is to be evaluated that stands
// on a line of a source. A hover over another function's code must not show what
// this one holds; for other contexts the place only helps where no frame is
// given.
func (s *Server) frameAt(q *dap.EvaluateRequest, k int) (int, error) {
	var at struct {
		Arguments struct {
			Line   *int        `json:"line"`
			Source *dap.Source `json:"source"`
		} `json:"arguments"`
	}
	if err := json.Unmarshal(s.raw, &at); err != nil {
		return 0, fmt.Errorf("the place of the expression cannot be read: %w", err)
	}
	if at.Arguments.Line == nil || q.Arguments.Context != "hover" && q.Arguments.FrameId != 0 {
		return k, nil
	}
	stack := s.session.Stack()
	path := s.session.Stopped().Path
	if at.Arguments.Source != nil {
		path = s.sourcePath(at.Arguments.Source)
	}
	line := s.lineIn(*at.Arguments.Line)
	f := s.fileOf(path)
	if f == nil || line < 1 || line > f.Lines() {
		return 0, fmt.Errorf("%s has no line %d", path, *at.Arguments.Line)
	}
	wanted := debugger.FunctionAt(f, line)
	fits := func(fr debugger.Frame) bool { return fr.Path == path && debugger.FunctionAt(f, fr.Line) == wanted }
	if k < len(stack) && fits(stack[k]) {
		return k, nil
	}
	for i := k; i < len(stack); i++ {
		if fits(stack[i]) {
			return i, nil
		}
	}
	if q.Arguments.Context != "hover" || wanted == nil {
		return k, nil
	}
	return 0, fmt.Errorf("%s does not run here", wanted.Name)
}

// acts reports whether an expression may do more than look something up.
func acts(text string) bool {
	e, err := syntax.ParseExpr(text)
	if err != nil {
		return false
	}
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Call, *syntax.Await, *syntax.Yield, *syntax.YieldFrom, *syntax.NamedExpr:
			found = true
		}
		return !found
	})
	return found
}

func (s *Server) completions(q *dap.CompletionsRequest) (any, error) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(q.Arguments.Text, "\n")
	line := 0
	if q.Arguments.Line != 0 {
		line = s.lineIn(q.Arguments.Line) - 1
	}
	if line < 0 || line >= len(lines) {
		return nil, fmt.Errorf("the text has no line %d", q.Arguments.Line)
	}
	text := utf16.Encode([]rune(lines[line]))
	end := q.Arguments.Column
	if s.client.ColumnsStartAt1 {
		end--
	}
	if end < 0 || end > len(text) {
		return nil, fmt.Errorf("the column %d lies outside of the text", q.Arguments.Column)
	}
	prefix := string(utf16.Decode(text[:end]))
	start := len(prefix)
	for start > 0 && (isWord(prefix[start-1]) || prefix[start-1] == '.') {
		start--
	}
	prefix = prefix[start:]
	targets := []dap.CompletionItem{}
	for _, name := range s.session.Complete(k, prefix) {
		// What stands before the last dot is there already.
		label := name[strings.LastIndexByte(name, '.')+1:]
		length := len(utf16.Encode([]rune(prefix[strings.LastIndexByte(prefix, '.')+1:])))
		targets = append(targets, dap.CompletionItem{Label: label, Type: "variable", Start: s.column(end - length + 1), Length: length})
	}
	return dap.CompletionsResponseBody{Targets: targets}, nil
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func (s *Server) loadedSources() (any, error) {
	out := []dap.Source{}
	for _, p := range s.session.Files() {
		out = append(out, *s.sourceOf(p))
	}
	return dap.LoadedSourcesResponseBody{Sources: out}, nil
}

// tellSources tells of files that the run has come to since.
func (s *Server) tellSources() {
	for _, p := range s.session.Files() {
		if s.known[p] {
			continue
		}
		s.known[p] = true
		s.send("loadedSource", dap.LoadedSourceEventBody{Reason: "new", Source: *s.sourceOf(p)})
		s.send("module", dap.ModuleEventBody{Reason: "new", Module: s.module(p)})
	}
}

func (s *Server) module(path string) dap.Module {
	return dap.Module{
		Id: path, Name: strings.TrimSuffix(filepath.Base(path), ".py"), Path: path,
		IsUserCode: filepath.Dir(path) == filepath.Dir(s.session.Config().Path),
	}
}

func (s *Server) modules(q *dap.ModulesRequest) (any, error) {
	files := s.session.Files()
	first, count := q.Arguments.StartModule, q.Arguments.ModuleCount
	if first < 0 || count < 0 {
		return nil, errors.New("startModule and moduleCount cannot be negative")
	}
	out := []dap.Module{}
	for i, p := range files {
		if i >= first && (count == 0 || i < first+count) {
			out = append(out, s.module(p))
		}
	}
	return dap.ModulesResponseBody{Modules: out, TotalModules: len(files)}, nil
}

func (s *Server) source(q *dap.SourceRequest) (any, error) {
	src := q.Arguments.Source
	if k := q.Arguments.SourceReference; k > 0 {
		src = &dap.Source{SourceReference: k}
	}
	path := s.sourcePath(src)
	if slices.Contains(s.session.Files(), path) {
		if f := s.fileOf(path); f != nil {
			return dap.SourceResponseBody{Content: f.Src, MimeType: "text/x-python"}, nil
		}
	}
	if path == "" {
		return nil, errors.New("there is no such source")
	}
	return nil, fmt.Errorf("the source %q is not a part of the run", path)
}
