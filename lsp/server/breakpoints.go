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
	uri := string(params.TextDocument.URI)
	place, _ := s.current().Place(uri)
	lines := make([]int, len(params.Lines))
	for i, line := range params.Lines {
		lines[i] = int(line) + 1 + place.Shift
	}
	_, after := s.change(func(now *session.Snapshot) *session.Snapshot {
		if place.Document == nil || place.Whole() {
			return now.WithBreakpoints(uri, lines)
		}
		// The breakpoints of the other cells stay.
		for _, line := range now.Breakpoints(place.Document.URI) {
			if !place.Has(line) {
				lines = append(lines, line)
			}
		}
		return now.WithBreakpoints(place.Document.URI, lines)
	})
	if after.UsesMode(settings.Breakpoints) {
		s.refresh()
	}
	return nil
}
