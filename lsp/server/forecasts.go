package server

import (
	"errors"
	"sync"

	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// forecast makes a forecast of a function with the example that its user has
// chosen, or with the best there is. It returns nil when there can be none, for
// instance because nothing calls the function.
func (r *request) forecast(doc *session.Document, f outline.Function) (*session.Forecast, error) {
	example, err := r.chosen(doc, f)
	if err != nil {
		return nil, err
	}
	forecast, err := r.cache.Forecast(r.ctx, r.snapshot, doc, f.Name, example)
	if err != nil {
		return nil, r.unlessExpected(f, err)
	}
	return forecast, nil
}

// chosen returns the example that the user has chosen for a function, nil if
// there was no choice or if the example is gone.
func (r *request) chosen(doc *session.Document, f outline.Function) (*session.Example, error) {
	call := r.snapshot.Choice(doc.URI, f.Name)
	if call == "" {
		return nil, nil
	}
	list, err := r.cache.Examples(r.ctx, r.snapshot, doc, f.Name)
	if err != nil {
		return nil, r.unlessExpected(f, err)
	}
	if i := examples.InUse(list, call); i >= 0 && list[i].Call == call {
		return &list[i], nil
	}
	return nil, nil
}

// examples returns the examples of a function and which of them is in use.
func (r *request) examples(doc *session.Document, f outline.Function) (list []session.Example, inUse int, err error) {
	list, err = r.cache.Examples(r.ctx, r.snapshot, doc, f.Name)
	if err != nil {
		return nil, -1, r.unlessExpected(f, err)
	}
	return list, examples.InUse(list, r.snapshot.Choice(doc.URI, f.Name)), nil
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
