package server

import (
	"context"

	"go.lsp.dev/protocol"

	"augur/lsp/session"
	"augur/lsp/settings"
)

// section is the part of the user's settings that is Augur's.
const section = "augur"

// didChangeConfiguration takes "workspace/didChangeConfiguration". Some clients
// send the settings along, others only say that there are new ones.
func didChangeConfiguration(s *server, params *protocol.DidChangeConfigurationParams) error {
	if len(params.Settings) > 0 && params.Settings.Kind() == '{' && !s.supports.configuration {
		s.applySettings(params.Settings)
		return nil
	}
	if s.supports.configuration {
		s.spawn(s.pullSettings)
	}
	return nil
}

// pullSettings asks the client for the settings.
func (s *server) pullSettings(ctx context.Context) {
	if !s.supports.configuration {
		return
	}
	name := section
	answers, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}})
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		s.log.Warn("the client did not tell the settings", "reason", err.Error())
		return
	}
	// A client without settings for Augur answers null; those of initialize
	// stay then.
	if len(answers) == 1 && answers[0].Kind() == '{' {
		s.applySettings(answers[0])
	}
}

// changeSettings replaces the settings and returns the old and the new ones.
func (s *server) changeSettings(to settings.Settings) (before, after settings.Settings) {
	was, is := s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithSettings(to) })
	return was.Settings, is.Settings
}
