package server

import (
	"go.lsp.dev/protocol"

	"augur/lsp/session"
	"augur/lsp/settings"
)

// methodBreakpoints is a message of Augur's own: all breakpoints of a document.
const methodBreakpoints = "augur/breakpoints"

// breakpointsParams are the parameters of augur/breakpoints.
type breakpointsParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Lines        []uint32                        `json:"lines"` // from 0
}

// breakpoints takes "augur/breakpoints". Editors have breakpoints in documents
// that are not open, so these are taken too.
func breakpoints(s *server, params *breakpointsParams) error {
	lines := make([]int, len(params.Lines))
	for i, line := range params.Lines {
		lines[i] = int(line) + 1
	}
	_, after := s.change(func(now *session.Snapshot) *session.Snapshot {
		return now.WithBreakpoints(string(params.TextDocument.URI), lines)
	})
	if after.Settings.Hints.Mode == settings.Breakpoints {
		s.refresh()
	}
	return nil
}
