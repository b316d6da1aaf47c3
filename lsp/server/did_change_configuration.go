package server

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

// section is the part of the user's settings that is Augur's.
const section = "augur"

// didChangeConfiguration takes "workspace/didChangeConfiguration". Some clients
// send the settings along, others have to be asked for them, and some that can be
// asked know nothing then.
func didChangeConfiguration(s *server, params *protocol.DidChangeConfigurationParams) error {
	sent := params.Settings
	if !hasSettings(sent) {
		sent = nil
	}
	if s.supports.configuration {
		s.spawn(func(ctx context.Context) { s.pullSettings(ctx, sent) })
	} else if sent != nil {
		s.applySettings(sent)
	}
	return nil
}

// pullSettings asks the client for the settings. If it has nothing to answer, the
// settings are those that it sent, and stay as they are if it sent none.
func (s *server) pullSettings(ctx context.Context, sent protocol.LSPAny) {
	if answer := s.askSettings(ctx); answer != nil {
		sent = answer
	}
	if sent != nil && ctx.Err() == nil {
		s.applySettings(sent)
	}
}

// askSettings returns what the client answers when it is asked for the settings,
// nil if that is nothing.
func (s *server) askSettings(ctx context.Context) protocol.LSPAny {
	name := section
	answers, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}})
	if err != nil && ctx.Err() == nil {
		s.log.Warn("the client did not tell the settings", "reason", err.Error())
	}
	if err != nil || len(answers) != 1 || !hasSettings(answers[0]) {
		return nil
	}
	return answers[0]
}

// hasSettings reports whether v is an object with something in it. Emacs sends an
// empty one at the start, whatever it said in initialize.
func hasSettings(v protocol.LSPAny) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(v, &members) == nil && len(members) > 0
}
