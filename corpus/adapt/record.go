package adapt

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"augur/corpus/dataset"
	"augur/corpus/tracer"
	"augur/predictor/observed"
	"augur/predictor/prompt"
)

// secondsEach bounds one process.
const secondsEach = 60

// run is one process to start.
type run struct{ mode, arg, label string }

func (p *Plan) runs() []run {
	var out []run
	mode := "functions" // loads test cases by unittest, and plain test functions
	if p.Pytest {
		mode = "pytest"
	}
	for _, f := range p.Tests {
		out = append(out, run{mode, filepath.Join(p.Project, filepath.FromSlash(f)), f})
	}
	for _, m := range p.Doctests {
		out = append(out, run{"doctest", m.Name, m.File})
	}
	return out
}

// roots are the folders whose functions are recorded and that modules are
// imported from. The project comes first: paths are told from there.
func (p *Plan) roots() []string {
	out := []string{p.Project}
	add := func(dir string) {
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	if src := filepath.Join(p.Project, "src"); exists(src) {
		add(src)
	}
	for _, m := range p.Doctests {
		add(m.Root)
	}
	return out
}

// record runs the plan and returns the files of records. It runs the project's
// code. Runs that record nothing are reported.
func (p *Plan) record(ctx context.Context, dir string, limit time.Duration, progress func(done, total int, what string), report func(error)) ([]string, error) {
	end := time.Now().Add(limit)
	runs := p.runs()
	var out []string
	for i, r := range runs {
		left := int(time.Until(end).Seconds())
		if left < 2 && i > 0 {
			report(fmt.Errorf("stopped after %v: %s not run", limit.Round(time.Second), count(len(runs)-i, "file")))
			break
		}
		progress(i, len(runs), r.label)
		t := tracer.Run{
			Python: p.Python, Mode: r.mode, Args: []string{r.arg}, Project: filepath.Base(p.Project),
			Roots: p.roots(), Dir: p.Project, Seconds: max(2, min(left, secondsEach)),
			Exclude: []string{"/site-packages/", "/.venv/", "/venv/"},
			Out:     filepath.Join(dir, fmt.Sprintf("%04d.jsonl.gz", i)),
			Log: func(text string) {
				report(fmt.Errorf("%s: %s", r.label, strings.TrimPrefix(text, r.arg+": ")))
			},
		}
		err := t.Exec(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			report(fmt.Errorf("%s: %w", r.label, err))
			continue
		}
		out = append(out, t.Out)
	}
	progress(len(runs), len(runs), "")
	return out, nil
}

// keep writes what a record holds into a store.
func keep(w *observed.Writer, r *dataset.Record) error {
	f := observed.Function{File: r.Path, Name: strings.ReplaceAll(r.Qual, ".<locals>", ""), Hash: observed.Hash(r.Source)}
	for _, c := range r.Calls {
		call := observed.Call{Function: f, Arguments: c.Args, Outcome: observed.Outcome{Raised: c.Status == "exc", Result: c.Result}, Count: 1}
		if err := w.AddCall(call); err != nil {
			return err
		}
	}
	for i := range r.Events {
		if l, ok := lineOf(r, &r.Events[i]); ok {
			l.Function, l.Count = f, 1
			if err := w.AddLine(l); err != nil {
				return err
			}
		}
	}
	return nil
}

// lineOf is the value that an execution of a statement shows an expression to
// have had; false if it shows none. A statement that changed something else
// than its target can't be told by the value alone.
func lineOf(r *dataset.Record, e *dataset.Event) (observed.Line, bool) {
	s := &r.Stmts[e.Stmt]
	l := observed.Line{Line: s.Line, Outcome: observed.Outcome{Raised: e.Outcome.Exception != "", Result: e.Outcome.Exception}}
	result := func(text string) {
		if !l.Raised {
			l.Result = text
		}
	}
	switch returned, isReturn := strings.CutPrefix(s.Text, "return "); {
	case s.Kind == "cond" && (e.Outcome.Truth != nil || l.Raised):
		l.Target, l.Expression = observed.Condition, strings.TrimSuffix(strings.TrimPrefix(s.Text, "if "), ":")
		if e.Outcome.Truth != nil {
			result(map[bool]string{true: "True", false: "False"}[*e.Outcome.Truth])
		}
	case s.Kind == "simple" && isReturn && len(e.Outcome.Changed) == 0:
		l.Target, l.Expression = observed.Return, returned
		result(e.Outcome.Return)
	case s.Kind == "simple" && s.Target != "":
		l.Target, l.Expression = s.Target, s.Expression
		for _, b := range e.Outcome.Changed {
			if b.Name != s.Target {
				return l, false
			}
			result(b.Repr)
		}
		if l.Result == "" {
			// It kept the value that it had.
			i := slices.IndexFunc(e.Before, func(b prompt.Binding) bool { return b.Name == s.Target })
			if i < 0 {
				return l, false
			}
			result(e.Before[i].Repr)
		}
	default:
		return l, false
	}
	names := prompt.Names(l.Expression)
	for _, b := range e.Before {
		if slices.Contains(names, b.Name) {
			l.Names = append(l.Names, b)
		}
	}
	return l, l.Result != ""
}
