package score

import (
	"context"
	"slices"
	"strings"
	"time"

	"augur/analysis/example"
	"augur/analysis/reach"
	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/predictor/forecast"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// An Outcome is what a call does.
type Outcome int

// The outcomes.
const (
	NotRun  Outcome = iota // no call, or one that can't be written down
	Returns                // it returns
	Raises                 // it raises an exception
	Unclear                // the function needs what its own text does not tell
)

// executeLimits bound a proposed call.
var executeLimits = value.Limits{Steps: 200_000, Memory: 64 << 20, Recursion: 200, Time: 200 * time.Millisecond, Output: 1 << 16}

// execute runs a function on proposed arguments by the evaluator. The function
// stands alone: what it uses of its module is not there. The text is the repr
// of what it returns or the class of what it raises.
func execute(ctx context.Context, q *prompt.Question, a *prompt.Answer) (Outcome, string) {
	f, def := functionOf(q)
	if def == nil || !shown(a) || !given(def, a) {
		return NotRun, ""
	}
	fc, err := forecast.Run(ctx, forecast.Request{
		File: f, Function: def.Name, Engine: forecast.Exact, Limits: executeLimits,
		Example: &example.Example{Function: def.Name, Call: callText(def.Name, a), Origin: "predicted"},
	})
	switch {
	case err != nil:
		return NotRun, ""
	case fc.Timeline.Exception != nil && fc.Timeline.Exception.Type == "NameError":
		return Unclear, "" // a name of its module
	case fc.Timeline.Exception != nil:
		return Raises, fc.Timeline.Exception.Type
	case fc.Timeline.Result == nil || fc.Timeline.Stopped != nil || !fc.Timeline.Result.Known():
		return Unclear, ""
	}
	return Returns, fc.Timeline.Result.Repr
}

// repair searches for arguments with which the function returns, from proposed
// ones that raise, as the product does. The answer has the classes of the
// arguments found.
func repair(ctx context.Context, q *prompt.Question, proposed []*prompt.Answer) (*prompt.Answer, bool) {
	f, def := functionOf(q)
	if def == nil {
		return nil, false
	}
	var calls []string
	for _, a := range proposed {
		if shown(a) {
			calls = append(calls, callText(def.Name, a))
		}
	}
	in, ok := forecast.Returning(ctx, reach.Query{File: f, Function: def.Name}, calls)
	if !ok || len(in.Arguments) != len(q.Params) {
		return nil, false
	}
	a := &prompt.Answer{}
	for _, arg := range in.Arguments {
		a.Values = append(a.Values, prompt.Typed{Name: arg.Name, Class: token.ClassOf(arg.Text), Repr: arg.Text})
	}
	return a, true
}

// functionOf parses the function that a question is about, nil if it is none.
func functionOf(q *prompt.Question) (*syntax.File, *syntax.FunctionDef) {
	f := syntax.ParseFragment([]byte(q.Source))
	if len(f.Module.Body) == 0 {
		return f, nil
	}
	def, _ := f.Module.Body[0].(*syntax.FunctionDef)
	return f, def
}

// given reports whether an answer has all arguments that a function needs: a method
// has none for self.
func given(def *syntax.FunctionDef, a *prompt.Answer) bool {
	has := func(p *syntax.Arg) bool {
		return slices.ContainsFunc(a.Values, func(v prompt.Typed) bool { return v.Name == p.Name })
	}
	params := slices.Concat(def.Args.PosOnly, def.Args.Args)
	for _, p := range params[:len(params)-len(def.Args.Defaults)] {
		if !has(p) {
			return false
		}
	}
	for i, p := range def.Args.KwOnly {
		if def.Args.KwDefaults[i] == nil && !has(p) {
			return false
		}
	}
	return true
}

// callText writes a call with proposed arguments, all by name.
func callText(function string, a *prompt.Answer) string {
	var args []string
	for _, v := range a.Values {
		args = append(args, v.Name+"="+v.Repr)
	}
	return function + "(" + strings.Join(args, ", ") + ")"
}
