package forecast

import (
	"context"

	"augur/analysis/project"
	"augur/analysis/reach"
	"augur/predictor/prompt"
)

// PrepareReach gives a query all that helps to answer it: the project around
// the file, the calls found in it and, for the hybrid engine, what the
// transformer proposes. The query must have its file, path and, unless it asks
// about a line, its function.
func PrepareReach(q *reach.Query, engine Engine) {
	p := project.For(q.Path)
	q.Sources, q.Module = p, p.Module()
	file, path := q.File, q.Path
	if q.From != nil {
		p := project.For(q.From.Path)
		from := *q.From
		from.Module = p.Module()
		q.From, q.Sources = &from, p
		file, path = from.File, from.Path
	}
	if lib := project.FindLibrary(); lib != nil {
		q.Library = lib
	}
	if q.Function == "" {
		q.Function = reach.Enclosing(q.File, q.Line)
	}
	if q.Function == "" {
		return
	}
	for _, ex := range Examples(file, path, q.Function) {
		if len(ex.Setup) == 0 {
			q.Examples = append(q.Examples, ex.Call)
		}
	}
	if engine == Exact {
		return
	}
	r := &Request{File: file, Path: path, Function: q.Function, Engine: engine}
	q.Oracle = r.oracle()
	query := *q
	q.Propose = func(ctx context.Context) []string { return r.propose(ctx, &query) }
}

// propose asks the transformer for calls that do what a query wants.
func (r *Request) propose(ctx context.Context, want *reach.Query) []string {
	def := FindFunction(r.File, r.Function)
	if def == nil {
		return nil
	}
	o, err := r.model()
	if err != nil {
		return nil
	}
	q, positional := r.inputQuestion(def)
	if len(q.Params) == 0 || want.Function != def.Name {
		return nil // the object of a method would have to be made up too
	}
	switch {
	case want.Goal == reach.Returns:
		q.Task, q.Wanted = prompt.Invert, prompt.Outcome{Repr: want.Returns}
	case want.Goal == reach.Raise && want.Exception != "":
		q.Task, q.Wanted = prompt.Invert, prompt.Outcome{Exception: want.Exception}
	case want.Goal == reach.AssertFails:
		q.Task, q.Wanted = prompt.Invert, prompt.Outcome{Exception: "AssertionError"}
	}
	got, err := o.Ask(ctx, q, proposals)
	if err != nil {
		return nil
	}
	var calls []string
	for _, g := range got {
		if call, ok := callText(r.Function, q.Params, g.Answer, positional); ok {
			calls = append(calls, call)
		}
	}
	return calls
}
