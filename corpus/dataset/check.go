package dataset

import (
	"fmt"

	"augur/predictor/prompt"
	"augur/predictor/token"
)

// roundTrip writes an answer and reads it back; it returns what went wrong.
func roundTrip(e *prompt.Encoder, it Item) string {
	ids, err := e.EncodeAnswer(it.Question, it.Answer)
	if err != nil {
		return fmt.Sprintf("%v: %v", it.Question.Task, err)
	}
	g := e.Grammar(it.Question)
	for i, id := range ids {
		allowed := false
		g.Allow(func(a token.ID) { allowed = allowed || a == id })
		if err := g.Push(id); err != nil || !allowed {
			return fmt.Sprintf("%v %q %v: answer %v at %d: %v", it.Question.Task, it.Question.Statement, it.Question.Env, it.Answer, i, err)
		}
	}
	if !g.Done() {
		return fmt.Sprintf("%v %q: the grammar goes on after the end", it.Question.Task, it.Question.Statement)
	}
	got, err := e.Parse(it.Question, ids)
	if err != nil {
		return fmt.Sprintf("%v %q: %v", it.Question.Task, it.Question.Statement, err)
	}
	if !Same(it.Question, got, it.Answer) {
		return fmt.Sprintf("%v %q: %+v became %+v", it.Question.Task, it.Question.Statement, it.Answer, got)
	}
	return ""
}

// Same reports whether two answers to a question say the same.
func Same(q *prompt.Question, a, b *prompt.Answer) bool {
	if a.Exception != "" || b.Exception != "" {
		return a.Exception == b.Exception
	}
	if a.Return != b.Return || a.Truth != b.Truth || a.Items != b.Items || len(a.Changed) != len(b.Changed) || len(a.Values) != len(b.Values) {
		return false
	}
	for i := range a.Changed {
		if a.Changed[i] != b.Changed[i] {
			return false
		}
	}
	for i := range a.Values {
		if a.Values[i].Repr != b.Values[i].Repr {
			return false
		}
	}
	return true
}
