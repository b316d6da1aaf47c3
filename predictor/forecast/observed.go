package forecast

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"augur/analysis/eval"
	"augur/analysis/example"
	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
	"augur/predictor/adapted"
	"augur/predictor/observed"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// Examples returns the examples of a function of a file: those that example.For
// finds, and the calls that were recorded of it as it is now.
func Examples(f *syntax.File, path, function string) []example.Example {
	return example.WithRecorded(example.For(f, function), RecordedExamples(f, path, function))
}

// maxRecorded bounds the recorded examples of one function.
const maxRecorded = 20

// RecordedExamples returns the calls that were recorded of a function as it is
// now. Only those are examples whose arguments can be written down.
func RecordedExamples(f *syntax.File, path, function string) []example.Example {
	r := recordsFor(path)
	if r == nil || function == "" {
		return nil
	}
	def := FindFunction(f, function)
	if def == nil {
		return nil
	}
	var out []example.Example
	for _, c := range r.calls(f, def) {
		if c.Name != function || c.File != r.relative(path) {
			continue
		}
		text, ok := recordedCall(f, def, c)
		if ok && len(out) < maxRecorded {
			out = append(out, example.Example{Function: function, Call: text, Origin: example.Recorded, Raises: c.Raised})
		}
	}
	// Those that return are the more useful ones.
	slices.SortStableFunc(out, func(a, b example.Example) int {
		switch {
		case a.Raises == b.Raises:
			return 0
		case b.Raises:
			return -1
		}
		return 1
	})
	return out
}

// recordedCall writes a recorded call. Arguments that are the parameters'
// defaults are left out.
func recordedCall(f *syntax.File, def *syntax.FunctionDef, c observed.Call) (string, bool) {
	a := def.Args
	var args []string
	named := false // from now on
	give := func(p *syntax.Arg, keyword bool, def syntax.Expr) bool {
		i := slices.IndexFunc(c.Arguments, func(b prompt.Binding) bool { return b.Name == p.Name })
		if i < 0 {
			return false
		}
		repr := c.Arguments[i].Repr
		if _, err := NormalizeLiteral(repr); err != nil {
			return false
		}
		if def != nil {
			if d, err := NormalizeLiteral(f.Text(def)); err == nil && d == repr {
				named = true
				return true
			}
		}
		if keyword || named {
			repr = p.Name + "=" + repr
		}
		args = append(args, repr)
		return true
	}
	plain := append(slices.Clone(a.PosOnly), a.Args...)
	for i, p := range plain {
		var def syntax.Expr
		if j := i - len(plain) + len(a.Defaults); j >= 0 && i >= len(a.PosOnly) && a.Vararg == nil {
			def = a.Defaults[j]
		}
		if !give(p, false, def) {
			return "", false
		}
	}
	rest := func(p *syntax.Arg, stars, empty string) bool {
		if p == nil {
			return true
		}
		i := slices.IndexFunc(c.Arguments, func(b prompt.Binding) bool { return b.Name == p.Name })
		if i < 0 {
			return false
		}
		repr := c.Arguments[i].Repr
		if _, err := NormalizeLiteral(repr); err != nil {
			return false
		}
		if repr != empty {
			args = append(args, stars+repr)
		}
		return true
	}
	if !rest(a.Vararg, "*", "()") {
		return "", false
	}
	for i, p := range a.KwOnly {
		if !give(p, true, a.KwDefaults[i]) {
			return "", false
		}
	}
	if !rest(a.Kwarg, "**", "{}") {
		return "", false
	}
	return c.Name + "(" + strings.Join(args, ", ") + ")", true
}

// records are what was recorded of one project.
type records struct {
	root  string
	store *observed.Store
}

// opened are the stores that were used last.
var opened struct {
	sync.Mutex
	by map[*adapted.Entry]*records // nil for one that can't be read
}

// maxOpened bounds the stores that are kept open.
const maxOpened = 4

// recordsFor returns what was recorded of the project around a file, nil if that
// is nothing.
func recordsFor(path string) *records {
	e := adapted.Find(path)
	if e == nil {
		return nil
	}
	opened.Lock()
	defer opened.Unlock()
	r, ok := opened.by[e]
	if ok {
		return r
	}
	if len(opened.by) >= maxOpened {
		// Whoever uses a store now may find it closed, which reads as nothing.
		for _, old := range opened.by {
			if old != nil {
				old.store.Close()
			}
		}
		opened.by = nil
	}
	if store, err := observed.Open(e.Observed()); err != nil {
		adapted.Warn(fmt.Errorf("recorded calls are not used: %w; run augur adapt --project %s again", err, e.Project))
	} else {
		r = &records{e.Project, store}
	}
	if opened.by == nil {
		opened.by = map[*adapted.Entry]*records{}
	}
	opened.by[e] = r
	return r
}

// relative is the path of a file as the records have it.
func (r *records) relative(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, err := filepath.Rel(r.root, path)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (r *records) calls(f *syntax.File, def *syntax.FunctionDef) []observed.Call {
	list, err := r.store.Calls(observed.Hash(prompt.Source(f, def)))
	if err != nil {
		return nil
	}
	return list
}

// observe answers a question by what was seen to happen with the same values.
func (r *records) observe(ctx context.Context, req *Request, q eval.Question) (eval.Answer, bool) {
	if repr, ok := r.line(req, q); ok {
		return answerOf(repr), true
	}
	if call, ok := q.Expr.(*syntax.Call); ok && q.File == req.File && q.Class == "" {
		if repr, ok := r.call(ctx, req, q, call); ok {
			return answerOf(repr), true
		}
	}
	return eval.Answer{}, false
}

func answerOf(repr string) eval.Answer {
	return eval.Answer{Repr: repr, Class: className(prompt.Typed{Class: token.ClassOf(repr), Repr: repr}), P: 1, Source: timeline.Observed}
}

// line looks for the expression itself, in the same function, with the same
// values of all that it names.
func (r *records) line(req *Request, q eval.Question) (string, bool) {
	if q.Function == nil {
		return "", false
	}
	text := prompt.Squeeze(q.File.Text(q.Expr))
	list, err := r.store.Lines(observed.Hash(prompt.Source(q.File, q.Function)), text)
	if err != nil || len(list) == 0 {
		return "", false
	}
	constants := globals(q.File)
	var outcomes []observed.Outcome
	for _, l := range list {
		if (l.Target == observed.Condition) != (q.Class == "bool") || q.File == req.File && l.File != r.relative(req.Path) {
			continue
		}
		if sameValues(l.Names, text, q.Locals, constants) {
			outcomes = append(outcomes, l.Outcome)
		}
	}
	return agreed(outcomes)
}

// sameValues reports whether what was recorded of the names in an expression is
// what they are now. Of objects that can't be told.
func sameValues(recorded []prompt.Binding, text string, locals []eval.Binding, constants []prompt.Binding) bool {
	have := func(name string) bool {
		return slices.ContainsFunc(recorded, func(b prompt.Binding) bool { return b.Name == name })
	}
	for _, b := range recorded {
		i := slices.IndexFunc(locals, func(l eval.Binding) bool { return l.Name == b.Name })
		switch {
		case i >= 0 && locals[i].Repr == b.Repr:
		case i < 0 && slices.Contains(constants, b):
		default:
			return false
		}
	}
	for _, n := range prompt.Names(text) {
		if !have(n) && slices.ContainsFunc(locals, func(l eval.Binding) bool { return l.Name == n }) {
			return false
		}
	}
	return true
}

// agreed is the value that was seen each time.
func agreed(outcomes []observed.Outcome) (string, bool) {
	if len(outcomes) == 0 {
		return "", false
	}
	for _, o := range outcomes {
		if o != outcomes[0] {
			return "", false
		}
	}
	if outcomes[0].Raised {
		return "", false
	}
	_, err := NormalizeLiteral(outcomes[0].Result)
	return outcomes[0].Result, err == nil
}

// call looks for a call of the same function with the same arguments. They must
// be values that the function can't have changed.
func (r *records) call(ctx context.Context, req *Request, q eval.Question, call *syntax.Call) (string, bool) {
	file, path, name, ok := req.callee(q, call.Func)
	if !ok {
		return "", false
	}
	def := FindFunction(file, name)
	if def == nil || len(def.Decorators) > 0 || rebound(file, name) {
		return "", false // what is called may give another result
	}
	list := r.calls(file, def)
	if len(list) == 0 {
		return "", false
	}
	args, ok := req.bind(ctx, q, call, file, def)
	if !ok {
		return "", false
	}
	var outcomes []observed.Outcome
	for _, c := range list {
		if c.Name == name && c.File == r.relative(path) && slices.Equal(c.Arguments, args) {
			outcomes = append(outcomes, c.Outcome)
		}
	}
	return agreed(outcomes)
}

// rebound reports whether a file may give the name of a function to something
// else.
func rebound(f *syntax.File, name string) bool {
	found := false
	target := func(e syntax.Expr) {
		syntax.Inspect(e, func(n syntax.Node) bool {
			if n, ok := n.(*syntax.Name); ok && n.ID == name {
				found = true
			}
			return true
		})
	}
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			for _, t := range n.Targets {
				target(t)
			}
		case *syntax.AugAssign:
			target(n.Target)
		case *syntax.AnnAssign:
			target(n.Target)
		case *syntax.For:
			target(n.Target)
		case *syntax.Alias:
			found = found || n.AsName == name || n.AsName == "" && n.Name == name || n.Name == "*"
		}
		return !found
	})
	return found
}

// callee finds the function of the project that a name or a member of a module
// stands for in the file of the request.
func (r *Request) callee(q eval.Question, e syntax.Expr) (file *syntax.File, path, name string, ok bool) {
	p := project.For(r.Path)
	if r.Overlay != nil {
		p.Overlay = r.Overlay
	}
	local := func(n string) bool {
		return slices.ContainsFunc(q.Locals, func(b eval.Binding) bool { return b.Name == n })
	}
	switch e := e.(type) {
	case *syntax.Name:
		if local(e.ID) {
			return nil, "", "", false
		}
		if FindFunction(r.File, e.ID) != nil {
			return r.File, r.Path, e.ID, true
		}
		for _, s := range r.File.Module.Body {
			from, ok := s.(*syntax.ImportFrom)
			if !ok {
				continue
			}
			for _, a := range from.Names {
				if as := a.AsName; as != e.ID && !(as == "" && a.Name == e.ID) {
					continue
				}
				if file, path, _, ok := p.Find(absolute(p.Module(), filepath.Base(r.Path) == "__init__.py", from)); ok {
					return file, path, a.Name, true
				}
			}
		}
	case *syntax.Attribute:
		base, ok := e.Value.(*syntax.Name)
		if !ok || local(base.ID) {
			return nil, "", "", false
		}
		for _, s := range r.File.Module.Body {
			imp, ok := s.(*syntax.Import)
			if !ok {
				continue
			}
			for _, a := range imp.Names {
				if a.AsName == base.ID || a.AsName == "" && a.Name == base.ID {
					if file, path, _, ok := p.Find(a.Name); ok {
						return file, path, e.Attr, true
					}
				}
			}
		}
	}
	return nil, "", "", false
}

// absolute is the full name of the module that an import names.
func absolute(own string, isPackage bool, s *syntax.ImportFrom) string {
	if s.Level == 0 {
		return s.Module
	}
	parts := strings.Split(own, ".")
	up := s.Level
	if isPackage {
		up--
	}
	parts = parts[:max(0, len(parts)-up)]
	if s.Module != "" {
		parts = append(parts, s.Module)
	}
	return strings.Join(parts, ".")
}

// bind gives the parameters of def what a call gives them, as the tracer records
// it.
func (r *Request) bind(ctx context.Context, q eval.Question, call *syntax.Call, file *syntax.File, def *syntax.FunctionDef) ([]prompt.Binding, bool) {
	a := def.Args
	if a.Vararg != nil || a.Kwarg != nil {
		return nil, false
	}
	m := eval.New(ctx, eval.Config{Limits: value.Limits{Steps: 100_000, Memory: 8 << 20, Recursion: 50}})
	defer m.Close()
	m.Prepare(syntax.Parse(nil), "<arguments>", "arguments")
	for _, l := range q.Locals {
		if _, err := NormalizeLiteral(l.Repr); err == nil {
			m.Exec(l.Name + " = " + l.Repr)
		}
	}
	given := map[string]string{}
	give := func(name string, e syntax.Expr) bool {
		v, err := m.Eval(q.File.Text(e))
		if err != nil {
			return false
		}
		repr, err := value.Repr(m.Thread(), v)
		if _, twice := given[name]; twice || err != nil || !unchangeable(repr) {
			return false
		}
		given[name] = repr
		return true
	}
	plain := append(slices.Clone(a.PosOnly), a.Args...)
	if len(call.Args) > len(plain) {
		return nil, false
	}
	for i, e := range call.Args {
		if _, star := e.(*syntax.Starred); star || !give(plain[i].Name, e) {
			return nil, false
		}
	}
	for _, k := range call.Keywords {
		if k.Name == "" || !give(k.Name, k.Value) {
			return nil, false
		}
	}
	var out []prompt.Binding
	add := func(p *syntax.Arg, d syntax.Expr) bool {
		repr, ok := given[p.Name]
		if !ok && d != nil {
			r, err := NormalizeLiteral(file.Text(d))
			repr, ok = r, err == nil && unchangeable(r)
		}
		out = append(out, prompt.Binding{Name: p.Name, Repr: repr})
		return ok
	}
	for i, p := range plain {
		var d syntax.Expr
		if j := i - len(plain) + len(a.Defaults); j >= 0 {
			d = a.Defaults[j]
		}
		if !add(p, d) {
			return nil, false
		}
	}
	for i, p := range a.KwOnly {
		if !add(p, a.KwDefaults[i]) {
			return nil, false
		}
	}
	for name := range given {
		if !slices.ContainsFunc(out, func(b prompt.Binding) bool { return b.Name == name }) {
			return nil, false // no such parameter
		}
	}
	return out, true
}

// unchangeable reports whether a repr is that of data that no call can change.
func unchangeable(repr string) bool {
	if _, err := NormalizeLiteral(repr); err != nil {
		return false
	}
	e, err := syntax.ParseExpr(repr)
	if err != nil {
		return false
	}
	ok := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.List, *syntax.Dict, *syntax.Set, *syntax.Call:
			ok = false
		}
		return ok
	})
	return ok
}
