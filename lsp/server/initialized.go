package server

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"augur/lsp/pins"
	"augur/lsp/settings"
)

// initialized takes "initialized": from here on the client may be asked things.
func initialized(s *server, _ *protocol.InitializedParams) error {
	s.spawn(func(ctx context.Context) {
		s.register(ctx)
		if s.supports.configuration {
			s.pullSettings(ctx, nil)
		}
	})
	return nil
}

// register asks the client for the notifications that it sends on demand only.
func (s *server) register(ctx context.Context) {
	var wanted []protocol.Registration
	if s.supports.registerSettings {
		wanted = append(wanted, protocol.Registration{
			ID:              "settings",
			Method:          protocol.MethodWorkspaceDidChangeConfiguration,
			RegisterOptions: mustMarshal(map[string]string{"section": section}),
		})
	}
	if s.supports.registerFileEvents {
		watchers := []map[string]string{{"globPattern": "**/*.py"}, {"globPattern": "**/" + settings.FileName}, {"globPattern": "**/" + pins.FileName}}
		wanted = append(wanted, protocol.Registration{
			ID:              "files",
			Method:          protocol.MethodWorkspaceDidChangeWatchedFiles,
			RegisterOptions: mustMarshal(map[string]any{"watchers": watchers}),
		})
	}
	if len(wanted) == 0 {
		return
	}
	if err := s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: wanted}); err != nil && ctx.Err() == nil {
		s.log.Warn("the client does not tell of changed settings and files", "reason", err.Error())
	}
}

// mustMarshal encodes a value that can always be encoded.
func mustMarshal(v any) protocol.LSPAny {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return protocol.LSPAny(raw)
}
