package debugger

import (
	"context"
	"fmt"

	"augur/analysis/eval"
	"augur/analysis/timeline"
	"augur/predictor/forecast"
)

// supposed is what all runs of a session have in common about the questions that
// they put to the oracle: the same ones, since runs are deterministic.
type supposed struct {
	user map[int]string // by number of question: the repr that the user supposes
	memo map[string]answer
}

type answer struct {
	eval.Answer
	ok bool
}

// asker stands between one run and the oracle.
type asker struct {
	given  *supposed
	oracle eval.Oracle
	asked  int
	event  int // the run's last event
	quiet  int // what runs is for show
	// answered lists the questions that became assumptions.
	answered []question
}

func (a *asker) before(o eval.Oracle) eval.Oracle {
	a.oracle = o
	return a
}

// Ask is part of eval.Oracle.
func (a *asker) Ask(ctx context.Context, q eval.Question) (eval.Answer, bool) {
	if a.quiet > 0 {
		return eval.Answer{}, false
	}
	n := a.asked
	a.asked++
	if repr, ok := a.given.user[n]; ok {
		given := eval.Answer{Repr: repr, P: 1, Source: timeline.Observed}
		a.answered = append(a.answered, question{n, a.event, q, given})
		return given, true
	}
	key := fmt.Sprint(n, q.Line, q.File.Text(q.Expr), q.Class, q.Locals)
	got, ok := a.given.memo[key]
	if !ok {
		got.Answer, got.ok = a.oracle.Ask(ctx, q)
		if _, err := forecast.NormalizeLiteral(got.Repr); err != nil {
			got.ok = false
		}
		if a.given.memo == nil {
			a.given.memo = map[string]answer{}
		}
		a.given.memo[key] = got
	}
	if got.ok {
		a.answered = append(a.answered, question{n, a.event, q, got.Answer})
	}
	return got.Answer, got.ok
}

func (x *exact) suppose(assumption int, repr string) (int, error) {
	q, err := x.question(assumption)
	if err != nil {
		return 0, err
	}
	for n := range x.given.user {
		if n > q.number {
			delete(x.given.user, n) // it answered a question that may never come
		}
	}
	if x.given.user == nil {
		x.given.user = map[int]string{}
	}
	x.given.user[q.number] = repr
	return q.event, nil
}

// supposes reports whether the user supposed an entry of Assumptions; others that
// are observed were seen in a real run.
func (s *Session) supposes(assumption int) bool {
	x, ok := s.engine.(*exact)
	if !ok {
		return false
	}
	q, err := x.question(assumption)
	if err != nil {
		return false
	}
	_, given := x.given.user[q.number]
	return given
}

// Suppose puts a value of the user's in the place of one that the transformer
// supplied: an entry of Assumptions. All that follows is computed from it. The
// session stays where it is if the run still comes there, else it stops at the
// first line that differs.
func (s *Session) Suppose(assumption int, text string) (Stop, error) {
	repr, err := forecast.NormalizeLiteral(text)
	if err != nil {
		return s.stop, errorf("only a literal can be supposed, not %q", text)
	}
	from, err := s.engine.suppose(assumption, repr)
	if err != nil {
		return s.stop, err
	}
	from = max(from, 0)
	pos := s.pos
	var old []event
	if from < min(pos+1, len(s.log.events)) {
		old = append(old, s.log.events[from:min(pos+1, len(s.log.events))]...)
	}
	if err := s.backTo(from); err != nil {
		return s.stop, err
	}
	s.pos = from
	if pos <= from {
		return s.moveTo(from, Step), nil
	}
	strayed := false
	return s.search(1, func(i int) (Reason, bool) {
		e := s.log.events[i]
		if k := i - from; k < len(old) && !strayed {
			o := old[k]
			strayed = o.kind != e.kind || o.line != e.line || o.depth != e.depth || o.frame != e.frame
		}
		return Step, i == pos || strayed && e.kind == Line
	}), nil
}

// backTo makes an event the live end of the run: what the log and the user's
// edits hold beyond it is dropped.
func (s *Session) backTo(i int) error {
	var edits []edit
	for _, e := range s.edits {
		if e.at <= i {
			edits = append(edits, e)
		}
	}
	if err := s.engine.rewind(i, edits); err != nil {
		return err
	}
	s.edits = edits
	s.forgetHits(i)
	return nil
}
