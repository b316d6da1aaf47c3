package server

import (
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/session"
)

// didChange takes "textDocument/didChange". The changes of one message build on
// each other in order.
func didChange(s *server, params *protocol.DidChangeTextDocumentParams) error {
	uri := string(params.TextDocument.URI)
	doc := s.current().Document(uri)
	if doc == nil {
		return errNotOpen(uri)
	}
	text := doc.Text()
	for _, change := range params.ContentChanges {
		switch change := change.(type) {
		case *protocol.TextDocumentContentChangePartial:
			start := s.offset(text, change.Range.Start)
			end := s.offset(text, change.Range.End)
			if start > end {
				return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "a change of a range that ends before it starts")
			}
			text = text.Replace(start, end, change.Text)
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = session.NewText(change.Text)
		}
	}
	s.setText(uri, params.TextDocument.Version, text)
	return nil
}
