package engine

import (
	"context"
	"errors"
	"slices"

	"augur/analysis/eval"
	"augur/analysis/example"
	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/lsp/resume"
	"augur/lsp/session"
	"augur/predictor/forecast"
)

// Resume implements [resume.Runner].
func (*Forecaster) Resume(ctx context.Context, doc *session.Document, stop resume.Stop, open func(path string) (*syntax.File, bool)) (*session.Forecast, error) {
	plan, err := resume.PlanFor(stop)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	name := stop.Function.Name
	m := forecast.NewMachine(ctx, forecast.Request{
		File: doc.File(), Path: doc.Path, Function: name, Engine: forecast.Exact, Overlay: open,
		Example: &example.Example{Function: name},
	})
	defer m.Close()
	if err := m.Load(); err != nil {
		return nil, err
	}
	known := setGlobals(m, doc.File(), stop.Globals)

	locals := resume.Read(stop.Locals, forecast.NormalizeLiteral)
	state := make(map[string]string)
	for _, n := range localNames(stop.Function.Node) {
		state[n] = locals.Known[n] // empty: bound or not, nothing is told of it
	}
	rec := eval.NewRecorder(m)
	f := newFollower(doc.Outline(), plan, state, locals, cancel)
	f.guard = f.guard || known
	rec.Probe = f.hit
	rec.Record()
	v, err := m.StartAt(name, stop.Line, state, nil)
	tl := rec.Timeline(stop.Function.Node, v, err)
	if tl.Calls > 1 {
		return nil, errors.New("the function calls itself: its lines run in several frames")
	}
	f.trim(tl)
	return &session.Forecast{Timeline: tl}, nil
}

// setGlobals gives the variables of a module the values that they have in the
// stopped program, and reports whether there are some that are known. What is only
// defined or imported is as it was loaded.
func setGlobals(m *eval.Machine, file *syntax.File, texts map[string]string) (known bool) {
	globals := m.Globals()
	read := resume.Read(texts, forecast.NormalizeLiteral)
	once := boundOnce(file)
	for _, k := range globals.Keys() {
		key, ok := k.(*value.Str)
		if !ok {
			continue
		}
		name := key.String()
		v, _ := globals.GetStr(name)
		switch v.(type) {
		case *value.Function, *value.Type, *value.Module:
			if once[name] {
				continue
			}
		}
		if len(name) > 2 && name[:2] == "__" {
			continue
		}
		if text, ok := read.Known[name]; ok && !slices.Contains(read.Shared, name) && !slices.Contains(read.Repeating, name) {
			if given, err := m.Eval(text); err == nil {
				globals.SetStr(name, given)
				known = known || !once[name] || value.Head(given) != nil
				continue
			}
		}
		if texts == nil && once[name] && value.Head(v) == nil {
			continue // a constant
		}
		globals.SetStr(name, &value.Unknown{Reason: name + " may have been changed"})
	}
	return known
}

// boundOnce returns the names that a file binds at one place and nowhere else.
func boundOnce(file *syntax.File) map[string]bool {
	count := make(map[string]int)
	syntax.Inspect(file.Module, func(n syntax.Node) bool {
		if g, ok := n.(*syntax.Global); ok {
			for _, name := range g.Names {
				count[name] += 2
			}
		}
		syntax.BoundNames(n, func(name string) { count[name]++ })
		return true
	})
	once := make(map[string]bool)
	for name, n := range count {
		once[name] = n == 1
	}
	return once
}

// localNames returns the variables of a function.
func localNames(def *syntax.FunctionDef) []string {
	names := make(map[string]bool)
	outer := make(map[string]bool)
	var visit func(n syntax.Node)
	visit = func(n syntax.Node) {
		switch n := n.(type) {
		case *syntax.Global:
			for _, name := range n.Names {
				outer[name] = true
			}
		case *syntax.Nonlocal:
			for _, name := range n.Names {
				outer[name] = true
			}
		case *syntax.Comprehension:
			syntax.Children(n, visit) // its variables are its own
			return
		case *syntax.Lambda:
			return
		}
		syntax.BoundNames(n, func(name string) { names[name] = true })
		switch n.(type) {
		case *syntax.FunctionDef, *syntax.ClassDef:
			return
		}
		syntax.Children(n, visit)
	}
	syntax.Children(def.Args, visit)
	for _, s := range def.Body {
		visit(s)
	}
	var list []string
	for name := range names {
		if !outer[name] {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
