package server

import (
	"errors"
	"sync"

	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// forecast makes a forecast of a function with the example in use. It returns nil
// when there can be none, for instance because nothing calls the function.
func (r *request) forecast(doc *session.Document, f outline.Function) (*session.Forecast, error) {
	return r.forecastOf(doc, f, session.Ask{})
}

// forecastOf makes a forecast that answers more; see [request.forecast].
func (r *request) forecastOf(doc *session.Document, f outline.Function, what session.Ask) (*session.Forecast, error) {
	list, err := r.examples(doc, f)
	if err != nil {
		return nil, err
	}
	forecast, err := r.cache.ForecastOf(r.ctx, r.snapshot, doc, f.Name, list.Current(), what)
	if err != nil {
		return nil, r.unlessExpected(f, err)
	}
	return forecast, nil
}

// examples returns the examples of a function and which of them is in use.
func (r *request) examples(doc *session.Document, f outline.Function) (examples.List, error) {
	found, err := r.cache.Examples(r.ctx, r.snapshot, doc, f.Name)
	if err != nil {
		return examples.List{InUse: -1}, r.unlessExpected(f, err)
	}
	return examples.Of(r.snapshot, doc, f, found), nil
}

// unlessExpected returns err unless it only says that there is nothing to show.
func (r *request) unlessExpected(f outline.Function, err error) error {
	var panicked *session.PanicError
	if r.ctx.Err() != nil || errors.Is(err, session.ErrStale) || errors.As(err, &panicked) {
		return err
	}
	r.log.Debug("nothing to show", "function", f.Name, "reason", err.Error())
	return nil
}

// forecasts makes the forecasts of several functions at once. There is nil where
// there can be none.
func (r *request) forecasts(doc *session.Document, functions []outline.Function, token protocol.ProgressToken) ([]*session.Forecast, error) {
	defer r.progress(token)()
	made := make([]*session.Forecast, len(functions))
	failed := make([]error, len(functions))
	var group sync.WaitGroup
	for i, f := range functions {
		group.Go(func() { made[i], failed[i] = r.forecast(doc, f) })
	}
	group.Wait()
	return made, errors.Join(failed...)
}
