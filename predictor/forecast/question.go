package forecast

import (
	"augur/analysis/eval"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// PromptFor returns the question that the transformer is asked where the
// evaluator asks q, and an answer as it would give it.
func PromptFor(q eval.Question, answer eval.Answer) (*prompt.Question, *prompt.Answer) {
	if q.Class == "bool" {
		return conditionQuestion(q), &prompt.Answer{Truth: answer.Repr == "True"}
	}
	return valueQuestion(q), &prompt.Answer{Values: []prompt.Typed{{Class: token.ClassOf(answer.Repr), Repr: answer.Repr}}}
}

func conditionQuestion(q eval.Question) *prompt.Question {
	p := &prompt.Question{Task: prompt.Line, Kind: prompt.Condition, Statement: "if " + prompt.Squeeze(q.File.Text(q.Expr)) + ":"}
	p.Env = named(q.Locals, p.Statement)
	return p
}
