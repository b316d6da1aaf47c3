package server

import "context"

// refresh asks the client to ask anew for what it shows. Clients that can not
// be asked do so by themselves with the next edit.
func (s *server) refresh() {
	if s.inPhase() != phaseInitialized {
		return
	}
	for _, doc := range s.current().Documents() {
		s.diagnoseSoon(doc.URI)
	}
	for _, n := range s.current().Notebooks() {
		s.diagnoseSoon(n.URI)
	}
	s.spawn(func(ctx context.Context) {
		if s.supports.hintRefresh {
			s.refreshed("hints", s.client.InlayHintRefresh(ctx))
		}
		if s.supports.lensRefresh {
			s.refreshed("lenses", s.client.CodeLensRefresh(ctx))
		}
		if s.supports.diagnosticRefresh && s.supports.pull {
			s.refreshed("diagnostics", s.client.DiagnosticRefresh(ctx))
		}
	})
}

// refreshed logs that a refresh failed.
func (s *server) refreshed(what string, err error) {
	if err != nil && s.base.Err() == nil {
		s.log.Debug("the client did not refresh", "what", what, "reason", err.Error())
	}
}
