package server

import (
	"go.lsp.dev/protocol"

	"augur/lsp/session"
)

// didClose takes "textDocument/didClose": the document is the client's no more.
func didClose(s *server, params *protocol.DidCloseTextDocumentParams) error {
	uri := string(params.TextDocument.URI)
	if s.current().Document(uri) == nil {
		return errNotOpen(uri)
	}
	s.cache.Changed(uri)
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithoutDocument(uri) })
	s.publish(uri, nil)
	return nil
}
