package server

import (
	"go.lsp.dev/protocol"

	"augur/lsp/session"
)

// didOpen takes "textDocument/didOpen": from here on the client owns the text.
func didOpen(s *server, params *protocol.DidOpenTextDocumentParams) error {
	doc := params.TextDocument
	s.setText(string(doc.URI), doc.Version, doc.Text)
	return nil
}

// setText gives a document another text.
func (s *server) setText(uri string, version int32, text string) {
	s.cache.Changed(uri)
	s.change(func(now *session.Snapshot) *session.Snapshot {
		return now.WithDocument(uri, filePath(uri), version, text)
	})
	s.diagnoseSoon(uri)
}
