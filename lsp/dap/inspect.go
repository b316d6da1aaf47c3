package dap

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf16"

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

func source(path string) *dap.Source {
	return &dap.Source{Name: filepath.Base(path), Path: path}
}

// sourceOf is where a client finds a file: one that is not saved is ours.
func (s *Server) sourceOf(path string) *dap.Source {
	src := source(path)
	if s.args.Text != nil && path == s.session.Config().Path && !strings.Contains(path, ":") {
		src.Origin = "not saved"
	}
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
		frames = append(frames, dap.StackFrame{
			Id: f.Index + 1, Name: f.Qualname, Source: s.sourceOf(f.Path), Line: s.lineOut(f.Line), Column: s.column(1),
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
	return dap.ScopesResponseBody{Scopes: out}, nil
}

func (s *Server) variables(q *dap.VariablesRequest) (any, error) {
	g, err := s.refs.get(q.Arguments.VariablesReference)
	if err != nil {
		return nil, err
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
	for _, v := range list {
		out = append(out, s.shown(v, g.frame))
	}
	return dap.VariablesResponseBody{Variables: out}, nil
}

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
	d := s.shown(v, g.frame)
	return dap.SetVariableResponseBody{
		Value: d.Value, Type: d.Type, VariablesReference: d.VariablesReference,
		NamedVariables: d.NamedVariables, IndexedVariables: d.IndexedVariables,
	}, nil
}

func quote(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", `\'`) + "'"
}

func (s *Server) setExpression(q *dap.SetExpressionRequest) (any, error) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		return nil, err
	}
	if err := s.session.Execute(k, q.Arguments.Expression+" = "+q.Arguments.Value); err != nil {
		return nil, err
	}
	v, err := s.session.Evaluate(k, q.Arguments.Expression)
	if err != nil {
		return nil, err
	}
	d := s.shown(v, k)
	return dap.SetExpressionResponseBody{
		Value: d.Value, Type: d.Type, PresentationHint: d.PresentationHint, VariablesReference: d.VariablesReference,
		NamedVariables: d.NamedVariables, IndexedVariables: d.IndexedVariables,
	}, nil
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
	if q.Arguments.Context == "repl" && !isExpression(text) {
		if err := s.session.Execute(k, text); err != nil {
			return nil, err
		}
		if s.client.SupportsInvalidatedEvent {
			s.send("invalidated", dap.InvalidatedEventBody{Areas: []dap.InvalidatedAreas{"variables"}})
		}
		return dap.EvaluateResponseBody{}, nil
	}
	v, err := s.session.Evaluate(k, text)
	if err != nil {
		return nil, err
	}
	d := s.shown(v, k)
	if q.Arguments.Context == "clipboard" {
		d.Value = v.Repr // all of it, without a mark
	}
	return dap.EvaluateResponseBody{
		Result: d.Value, Type: d.Type, PresentationHint: d.PresentationHint, VariablesReference: d.VariablesReference,
		NamedVariables: d.NamedVariables, IndexedVariables: d.IndexedVariables,
	}, nil
}

func (s *Server) completions(q *dap.CompletionsRequest) (any, error) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		return nil, err
	}
	text := utf16.Encode([]rune(q.Arguments.Text))
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
		length := len(prefix) - (strings.LastIndexByte(prefix, '.') + 1)
		targets = append(targets, dap.CompletionItem{Label: label, Type: "variable", Start: end - length, Length: length})
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

func (s *Server) modules() (any, error) {
	out := []dap.Module{}
	for _, p := range s.session.Files() {
		out = append(out, dap.Module{Id: p, Name: strings.TrimSuffix(filepath.Base(p), ".py"), Path: p, IsUserCode: true})
	}
	return dap.ModulesResponseBody{Modules: out, TotalModules: len(out)}, nil
}

func (s *Server) source(q *dap.SourceRequest) (any, error) {
	path := sourcePath(q.Arguments.Source)
	for _, p := range s.session.Files() {
		if p == path {
			if f := s.fileOf(p); f != nil {
				return dap.SourceResponseBody{Content: f.Src, MimeType: "text/x-python"}, nil
			}
		}
	}
	return nil, fmt.Errorf("the source %q is not a part of the run", path)
}
