package server

import "context"

// refresh asks the client to ask anew for what it shows. Clients that can not
// be asked do so by themselves with the next edit.
func (s *server) refresh() {
	if s.inPhase() != phaseInitialized {
		return
	}
	s.spawn(func(ctx context.Context) {
		if s.supports.hintRefresh {
			s.refreshed("hints", s.client.InlayHintRefresh(ctx))
		}
		if s.supports.lensRefresh {
			s.refreshed("lenses", s.client.CodeLensRefresh(ctx))
		}
	})
}

// refreshed logs that a refresh failed.
func (s *server) refreshed(what string, err error) {
	if err != nil && s.base.Err() == nil {
		s.log.Debug("the client did not refresh", "what", what, "reason", err.Error())
	}
}
