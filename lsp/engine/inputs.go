package engine

import (
	"context"

	"augur/analysis/project"
	"augur/analysis/reach"
	"augur/analysis/syntax"
	"augur/lsp/inputs"
	"augur/lsp/session"
	"augur/predictor/forecast"
)

// FindInputs implements [inputs.Finder].
func (*Forecaster) FindInputs(ctx context.Context, doc *session.Document, q inputs.Question, open func(path string) (*syntax.File, bool)) (*reach.Result, error) {
	to := q.Query()
	to.File, to.Path = doc.File(), doc.Path
	forecast.PrepareReach(&to, forecast.Hybrid)
	if p, ok := to.Sources.(*project.Project); ok {
		p.Overlay = open
	}
	return reach.Find(ctx, to)
}
