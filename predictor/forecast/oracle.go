package forecast

import (
	"context"
	"slices"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// oracle returns who answers what the evaluator cannot compute.
func (r *Request) oracle() eval.Oracle {
	return &asker{request: r, threshold: r.Threshold, alternatives: r.Alternatives, classes: r.Classes}
}

// model returns the transformer that knows most about the file of the request.
func (r *Request) model() (*oracle.Oracle, error) {
	if r.Plain {
		return oracle.Default()
	}
	return oracle.For(r.Path)
}

// asker answers the evaluator's questions: by what was recorded of the project,
// else by the transformer. The model is loaded when the first question comes,
// which most runs never have.
type asker struct {
	request               *Request
	threshold             float64
	alternatives, classes bool
}

// answers is how many answers are shown with a value: itself and two more.
const answers = 3

// Ask is part of eval.Oracle.
func (a *asker) Ask(ctx context.Context, q eval.Question) (eval.Answer, bool) {
	if !a.request.Plain {
		if r := recordsFor(a.request.Path); r != nil {
			if got, ok := r.observe(ctx, a.request, q); ok {
				return got, true
			}
		}
	}
	o, err := a.request.model()
	if err != nil {
		return eval.Answer{}, false
	}
	if q.Class == "bool" {
		return a.condition(ctx, o, q)
	}
	p := valueQuestion(q)
	n := 1
	if a.alternatives {
		n = answers
	}
	got, err := o.Ask(ctx, p, n)
	if err != nil || len(got) == 0 || len(got[0].Answer.Values) == 0 {
		return eval.Answer{}, false
	}
	v := got[0].Answer.Values[0]
	if v.Repr == "" || strings.HasPrefix(v.Repr, "<") || got[0].P < a.least(o, prompt.Value.String()) {
		if a.classes && got[0].PClass >= max(a.threshold, o.Threshold(oracle.ValueClass)) {
			return eval.Answer{Class: className(v), P: got[0].PClass}, false
		}
		return eval.Answer{}, false
	}
	answer := eval.Answer{Repr: v.Repr, Class: className(v), P: got[0].P, Source: timeline.Predicted}
	for _, other := range got[1:] {
		if len(other.Answer.Values) > 0 && other.Answer.Values[0].Repr != "" {
			answer.Alternatives = append(answer.Alternatives, timeline.Alternative{Repr: other.Answer.Values[0].Repr, P: other.P})
		}
	}
	return answer, true
}

func (a *asker) least(o *oracle.Oracle, key string) float64 {
	return max(a.threshold, o.Threshold(key))
}

// condition asks which way a condition goes.
func (a *asker) condition(ctx context.Context, o *oracle.Oracle, q eval.Question) (eval.Answer, bool) {
	got, err := o.AskAs(ctx, oracle.Undecided, conditionQuestion(q), 1)
	if err != nil || len(got) == 0 || got[0].Answer.Exception != "" || got[0].P < a.least(o, oracle.Undecided) {
		return eval.Answer{}, false
	}
	repr, other := "False", "True"
	if got[0].Answer.Truth {
		repr, other = other, repr
	}
	answer := eval.Answer{Repr: repr, Class: "bool", P: got[0].P, Source: timeline.Predicted}
	if a.alternatives {
		answer.Alternatives = []timeline.Alternative{{Repr: other, P: 1 - got[0].P}} // there is no third
	}
	return answer, true
}

// valueQuestion is the question for the value of an expression in its function.
func valueQuestion(q eval.Question) *prompt.Question {
	p := &prompt.Question{Task: prompt.Value, Target: q.Target, Expression: prompt.Squeeze(q.File.Text(q.Expr)), At: 1}
	if q.Target == "" {
		p.Target = "_"
	}
	if q.Function != nil {
		p.Source = prompt.Source(q.File, q.Function)
		p.At = q.Line - int(q.Function.DefLine) + 1
	}
	p.Env = named(q.Locals, p.Expression)
	return p
}

func named(locals []eval.Binding, text string) []prompt.Binding {
	var env []prompt.Binding
	for _, n := range prompt.Names(text) {
		i := slices.IndexFunc(locals, func(b eval.Binding) bool { return b.Name == n })
		if i >= 0 {
			env = append(env, prompt.Binding{Name: n, Repr: locals[i].Repr})
		}
	}
	return env
}

func className(v prompt.Typed) string {
	switch v.Class {
	case token.ClassNone:
		return "NoneType"
	}
	e, err := syntax.ParseExpr(v.Repr)
	if err != nil {
		return ""
	}
	switch e := e.(type) {
	case *syntax.Constant:
		switch e.Value.(type) {
		case syntax.ConstBool:
			return "bool"
		case syntax.ConstInt:
			return "int"
		case syntax.ConstFloat:
			return "float"
		case syntax.ConstStr:
			return "str"
		case syntax.ConstBytes:
			return "bytes"
		}
	case *syntax.UnaryOp:
		return className(prompt.Typed{Repr: v.Repr[1:]})
	case *syntax.List:
		return "list"
	case *syntax.Tuple:
		return "tuple"
	case *syntax.Dict:
		return "dict"
	case *syntax.Set:
		return "set"
	}
	return ""
}
