package bench

import (
	"context"
	"fmt"

	"augur/analysis/eval"
	"augur/analysis/example"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/forecast"
)

// Values scores predicted values: what a call returns, or what a variable is
// after one execution of a line.
func Values(ctx context.Context, o Options) (*Report, error) {
	return run(ctx, "values", o, func(ctx context.Context, s *scorer, it *item, f *syntax.File, path string) {
		call, want := it.question()
		a := it.answerValue(ctx, o, f, path, call)
		right := a.known && (a.repr == want || sameLiteral(a.repr, want))
		if it.Input != "" && firstArgument(call) == want {
			s.report.Baseline++
		}
		s.add(it, a, right, want)
	})
}

// question returns the call of an item and the truth about it.
func (it *item) question() (call, want string) {
	switch {
	case it.EntryCall != "":
		return it.EntryCall, it.TrueRepr
	case it.CallExpr != "":
		return it.CallExpr, it.ExpectedRepr
	}
	return "f(" + it.Input + ")", it.Output
}

func (it *item) answerValue(ctx context.Context, o Options, f *syntax.File, path, call string) (a answer) {
	var probed *timeline.Value
	r := forecast.Request{File: f, Path: path, Engine: o.Engine, Plain: true, Example: &example.Example{Call: call, Origin: "given"}}
	if it.Line > 0 {
		r.Probe = func(h eval.Hit) {
			if h.Line != it.Line || h.Hit != it.Hit || probed != nil {
				return
			}
			probed = it.look(h)
		}
	}
	fc, err := forecast.Run(ctx, r)
	if err != nil {
		return answer{why: err.Error()}
	}
	tl := fc.Timeline
	v := tl.Result
	if it.Line > 0 {
		v = probed
	}
	switch {
	case v != nil && v.Known():
		return answer{repr: v.Repr, known: true, predicted: v.Provenance != timeline.Computed, p: v.P}
	case v != nil:
		a.why = v.Reason
	case tl.Stopped != nil:
		a.why = fmt.Sprintf("stopped at line %d: %s %s", tl.Stopped.Line, tl.Stopped.Limit, tl.Stopped.Reason)
	case tl.Exception != nil:
		e := tl.Exception
		a.why = fmt.Sprintf("raised %s: %s at line %d", e.Type, e.Message, e.Line)
	default:
		a.why = "not reached"
	}
	return a
}

// look reads the variable that an item asks for.
func (it *item) look(h eval.Hit) *timeline.Value {
	switch it.Var {
	case "<return>":
		return h.Returned
	case "<exception>":
		if h.Raised == "" {
			return nil
		}
		return &timeline.Value{Repr: h.Raised, Provenance: timeline.Computed, P: 1}
	}
	if v, ok := h.Look(it.Var); ok {
		return &v
	}
	return nil
}

// sameLiteral reports whether two texts are literals of the same value: truths
// are not always written as repr writes them.
func sameLiteral(got, want string) bool {
	r, err := forecast.NormalizeLiteral(want)
	return err == nil && r == got
}

func firstArgument(call string) string {
	e, err := syntax.ParseExpr(call)
	if err != nil {
		return ""
	}
	c, ok := e.(*syntax.Call)
	if !ok || len(c.Args) == 0 {
		return ""
	}
	p := c.Args[0].Pos()
	return call[p.Start:p.End]
}
