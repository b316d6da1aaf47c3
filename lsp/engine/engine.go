// Package engine is the forecaster that editors get: it finds examples, and asks the
// evaluator and the oracle.
package engine

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"augur/analysis/eval"
	"augur/analysis/example"
	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/lsp/session"
	"augur/lsp/testgen"
	"augur/predictor/forecast"
)

// Forecaster implements [session.Forecaster].
type Forecaster struct {
	mu     sync.Mutex
	found  map[*syntax.File]*found // guarded by mu
	recent []*syntax.File          // guarded by mu: keys of found, the oldest first
}

// found is the examples of the functions of one file, by function.
type found struct {
	own map[string][]example.Example // in the file itself

	mu       sync.Mutex
	tests    map[string][]example.Example // guarded by mu: in the file of its tests
	testPath string                       // guarded by mu: that file
	test     *syntax.File                 // guarded by mu: what it had when it was searched
	looked   time.Time                    // guarded by mu: when it was sought
}

// keptFiles bounds the files whose examples are kept.
const keptFiles = 32

// freshFor is how long a file of tests is not sought again: all functions of a file
// are asked about at once.
const freshFor = time.Second

// in returns the examples of the functions of a file.
func (f *Forecaster) in(file *syntax.File) *found {
	f.mu.Lock()
	got, ok := f.found[file]
	f.mu.Unlock()
	if ok {
		return got
	}
	got = &found{own: byFunction(example.Find(file))}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.found == nil {
		f.found = make(map[*syntax.File]*found)
	}
	if again, ok := f.found[file]; ok {
		return again
	}
	f.found[file] = got
	f.recent = append(f.recent, file)
	if len(f.recent) > keptFiles {
		delete(f.found, f.recent[0])
		f.recent = f.recent[1:]
	}
	return got
}

// inTests returns the examples in the file of tests of a document, and its path.
func (f *found) inTests(doc *session.Document, open func(path string) (*syntax.File, bool)) (map[string][]example.Example, string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) < freshFor {
		// Tests that are being written are looked at with every change.
		now, isOpen := open(f.testPath)
		if !isOpen || now == f.test {
			return f.tests, f.testPath
		}
	}
	target, ok := testgen.TargetFor(doc.Path, open)
	switch {
	case !ok || !target.Exists() || target.Path == doc.Path:
		f.tests, f.testPath, f.test = nil, "", nil
	case target.File != f.test:
		name := target.Module
		f.tests = byFunction(example.FindIn(target.File, doc.File(), name, name[strings.LastIndexByte(name, '.')+1:]))
		f.testPath, f.test = target.Path, target.File
	}
	f.looked = time.Now()
	return f.tests, f.testPath
}

func byFunction(list []example.Example) map[string][]example.Example {
	all := make(map[string][]example.Example)
	for _, ex := range list {
		all[ex.Function] = append(all[ex.Function], ex)
	}
	return all
}

// Examples implements [session.Forecaster]: those in the file itself, those in
// the file of its tests, and those that were recorded.
func (f *Forecaster) Examples(_ context.Context, doc *session.Document, function string, open func(path string) (*syntax.File, bool)) ([]session.Example, error) {
	var list []session.Example
	var last []session.Example // that need nothing, and tell little
	if doc.IsFile() {
		for _, ex := range forecast.RecordedExamples(doc.File(), doc.Path, function) {
			last = append(last, sessionExample(ex, ""))
		}
	}
	recorded := len(last) > 0
	in := f.in(doc.File())
	for _, ex := range in.own[function] {
		// Recorded calls come before those that stand in plain code.
		if ex.Origin == example.Default || ex.Origin == example.Call && recorded {
			last = append(last, sessionExample(ex, ""))
		} else {
			list = append(list, sessionExample(ex, ""))
		}
	}
	if function != "" && doc.IsFile() {
		tests, path := in.inTests(doc, open)
		for _, ex := range tests[function] {
			list = append(list, sessionExample(ex, path))
		}
	}
	return append(list, last...), nil
}

func sessionExample(ex example.Example, file string) session.Example {
	return session.Example{
		Call: ex.Call, Setup: strings.Join(ex.Setup, "\n"), Origin: ex.Origin, File: file, Line: ex.Line, Raises: ex.Raises,
	}
}

// Forecast implements [session.Forecaster].
func (f *Forecaster) Forecast(ctx context.Context, q session.Question) (*session.Forecast, error) {
	doc := q.Document
	r := forecast.Request{
		File: doc.File(), Path: doc.Path, Function: q.Function, Overlay: q.Open,
		Threshold: q.Threshold, Alternatives: q.Alternatives, Classes: q.Classes,
	}
	switch {
	case q.Example == nil:
	case q.Example.Predicted():
		r.PredictArguments = true
	default:
		r.Example = &example.Example{Function: q.Function, Call: q.Example.Call, Origin: q.Example.Origin, Line: q.Example.Line}
		if q.Example.Setup != "" {
			r.Example.Setup = []string{q.Example.Setup}
		}
	}
	if s := q.Spot; s != (session.Spot{}) {
		r.Spot = &eval.Spot{Start: int32(s.Start), End: int32(s.End), Name: s.Name, Line: s.Line}
	}
	got, err := forecast.Run(ctx, r)
	if err != nil {
		return nil, err
	}
	answer := &session.Forecast{Timeline: got.Timeline}
	if q.Example != nil && !q.Example.Predicted() {
		answer.Example = *q.Example
	} else {
		answer.Example = sessionExample(got.Example, "")
	}
	if r.Spot != nil {
		for _, v := range r.Spot.Values {
			answer.Spots = append(answer.Spots, session.SpotValue{Hit: v.Hit, Value: v.Value})
		}
		answer.Skipped = r.Spot.Count - len(r.Spot.Values)
	}
	return answer, nil
}

// maxImports bounds the files that are looked at to tell what a document imports.
// A document that imports more is taken to be imported in turn.
const maxImports = 60

// Imports implements [session.Forecaster].
func (f *Forecaster) Imports(doc *session.Document, open func(path string) (*syntax.File, bool)) (paths []string, entangled bool) {
	own := filepath.Clean(doc.Path)
	seen := map[string]bool{own: true}
	type source struct {
		path string
		file *syntax.File
	}
	queue := []source{{doc.Path, doc.File()}}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		p := project.For(at.path)
		p.Overlay = open
		for _, name := range importedModules(at.file, p.Module(), filepath.Base(at.path) == "__init__.py") {
			file, path, _, ok := p.Find(name)
			if !ok {
				continue
			}
			path = filepath.Clean(path)
			if path == own && at.path != doc.Path {
				return paths, true
			}
			if seen[path] {
				continue
			}
			if len(paths) == maxImports {
				return paths, true
			}
			seen[path] = true
			paths = append(paths, path)
			queue = append(queue, source{path, file})
		}
	}
	return paths, false
}

// importedModules returns the dotted names of all modules that a file may import,
// the packages that they are in among them.
func importedModules(file *syntax.File, own string, isPackage bool) []string {
	var names []string
	add := func(name string) {
		for i, c := range name {
			if c == '.' {
				names = append(names, name[:i])
			}
		}
		names = append(names, name)
	}
	// Loading a module loads the packages around it.
	if i := strings.LastIndexByte(own, '.'); i > 0 {
		add(own[:i])
	}
	syntax.Inspect(file.Module, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Import:
			for _, a := range n.Names {
				add(a.Name)
			}
		case *syntax.ImportFrom:
			base := n.Module
			if n.Level > 0 {
				parts := strings.Split(own, ".")
				up := n.Level
				if isPackage {
					up--
				}
				if up > len(parts) {
					return true
				}
				parts = parts[:len(parts)-up]
				if n.Module != "" {
					parts = append(parts, n.Module)
				}
				base = strings.Join(parts, ".")
			}
			if base != "" {
				add(base)
			}
			for _, a := range n.Names {
				if a.Name != "*" {
					add(strings.TrimPrefix(base+"."+a.Name, "."))
				}
			}
		case syntax.Expr:
			return false
		}
		return true
	})
	return names
}
