package forecast

import (
	"context"
	"slices"
	"strings"
	"time"

	"augur/analysis/example"
	"augur/analysis/reach"
	"augur/analysis/syntax"
	"augur/predictor/prompt"
)

// How many calls the model proposes for a function without an example.
const proposals = 6

// predictArguments makes an example up. Of the calls that the model proposes
// the likeliest is taken that runs without an exception and reaches most lines;
// if all of them raise, one near them that returns is searched for.
func (r *Request) predictArguments(ctx context.Context) (*example.Example, bool) {
	def := FindFunction(r.File, r.Function)
	if def == nil {
		return nil, false
	}
	method := strings.Contains(r.Function, ".")
	if method {
		return nil, false // its object would have to be made up too
	}
	o, err := r.model()
	if err != nil {
		return nil, false
	}
	q, positional := r.inputQuestion(def)
	if len(q.Params) == 0 {
		return nil, false
	}
	got, err := o.Ask(ctx, q, proposals)
	if err != nil {
		return nil, false
	}
	var best *example.Example
	bestLines := -1
	var calls []string
	for _, g := range got {
		call, ok := callText(r.Function, q.Params, g.Answer, positional)
		if !ok {
			continue
		}
		calls = append(calls, call)
		ex := &example.Example{Function: r.Function, Call: call, Origin: "predicted"}
		trial := *r
		trial.Example, trial.Engine, trial.Probe = ex, Exact, nil
		f, err := trial.evaluate(ctx)
		if err != nil {
			continue
		}
		lines := len(f.Timeline.Lines)
		if f.Timeline.Exception != nil {
			lines = 0
		}
		if lines > bestLines {
			best, bestLines = ex, lines
		}
	}
	if bestLines <= 0 {
		q := reach.Query{File: r.File, Path: r.Path, Function: r.Function}
		PrepareReach(&q, Exact)
		if in, ok := Returning(ctx, q, calls); ok {
			return &example.Example{Function: r.Function, Call: in.Call, Origin: "predicted"}, true
		}
	}
	return best, best != nil
}

// repairTime bounds the search for arguments with which a function returns.
const repairTime = 300 * time.Millisecond

// Returning searches for a call that returns, from calls that are likely but
// raise, and the types that the function's text asks for. The query has its
// file, function and sources.
func Returning(ctx context.Context, q reach.Query, calls []string) (reach.Input, bool) {
	q.Goal, q.When, q.Budget, q.Max = reach.Returns, "True", repairTime, 1
	q.Examples = append(q.Examples, calls...)
	found, err := reach.Find(ctx, q)
	if err != nil || len(found.Inputs) == 0 {
		return reach.Input{}, false
	}
	return found.Inputs[0], true
}

// inputQuestion asks for arguments of a function. The first of its parameters, so
// many as positional says, are given by position.
func (r *Request) inputQuestion(def *syntax.FunctionDef) (q *prompt.Question, positional int) {
	q = &prompt.Question{Task: prompt.Input, Source: prompt.Source(r.File, def), At: 1}
	for _, p := range slices.Concat(def.Args.PosOnly, def.Args.Args, def.Args.KwOnly) {
		q.Params = append(q.Params, r.param(p))
	}
	return q, len(def.Args.PosOnly) + len(def.Args.Args)
}

func (r *Request) param(p *syntax.Arg) prompt.Param {
	q := prompt.Param{Name: p.Name}
	if p.Annotation != nil {
		q.Annotation = prompt.Squeeze(r.File.Text(p.Annotation))
	}
	return q
}

// callText writes a call with predicted arguments.
func callText(function string, params []prompt.Param, a *prompt.Answer, positional int) (string, bool) {
	if len(a.Values) != len(params) {
		return "", false
	}
	var args []string
	for i, v := range a.Values {
		if v.Repr == "" || strings.HasPrefix(v.Repr, "<") {
			return "", false
		}
		if i >= positional {
			args = append(args, params[i].Name+"="+v.Repr)
		} else {
			args = append(args, v.Repr)
		}
	}
	return function + "(" + strings.Join(args, ", ") + ")", true
}
