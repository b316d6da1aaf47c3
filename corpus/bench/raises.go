package bench

import (
	"context"
	"fmt"

	"augur/analysis/example"
	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/forecast"
)

// Raises scores predicted exceptions: their class and the line that raises.
func Raises(ctx context.Context, o Options) (*Report, error) {
	return run(ctx, "raises", o, func(ctx context.Context, s *scorer, it *item, f *syntax.File, path string) {
		a := it.answerRaise(ctx, o, f, path)
		want := fmt.Sprintf("%s at line %d", it.Exception, it.RaiseLine)
		s.add(it, a, a.known && a.repr == want, want)
	})
}

func (it *item) answerRaise(ctx context.Context, o Options, f *syntax.File, path string) answer {
	fc, err := forecast.Run(ctx, forecast.Request{
		File: f, Path: path, Engine: o.Engine, Plain: true, Example: &example.Example{Call: it.CallExpr, Origin: "given"},
	})
	if err != nil {
		return answer{why: err.Error()}
	}
	tl := fc.Timeline
	switch {
	case tl.Exception != nil:
		e := tl.Exception
		return answer{repr: fmt.Sprintf("%s at line %d", e.Type, e.Line), known: true, predicted: e.Provenance != timeline.Computed, p: e.P}
	case tl.Result != nil && tl.Result.Known():
		return answer{repr: "returned " + tl.Result.Repr, known: true, predicted: tl.Result.Provenance != timeline.Computed, p: tl.Result.P}
	case tl.Result != nil:
		return answer{why: tl.Result.Reason}
	case tl.Stopped != nil:
		return answer{why: fmt.Sprintf("stopped at line %d: %s %s", tl.Stopped.Line, tl.Stopped.Limit, tl.Stopped.Reason)}
	}
	return answer{why: "no answer"}
}
