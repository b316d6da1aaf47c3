package server

import (
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/analysis/syntax"
)

// didChange takes "textDocument/didChange". The changes of one message build on
// each other in order.
func didChange(s *server, params *protocol.DidChangeTextDocumentParams) error {
	uri := string(params.TextDocument.URI)
	doc := s.current().Document(uri)
	if doc == nil {
		return errNotOpen(uri)
	}
	text, mapper := doc.Text(), doc.Mapper()
	for i, change := range params.ContentChanges {
		if i > 0 {
			mapper = syntax.NewMapper(text)
		}
		switch change := change.(type) {
		case *protocol.TextDocumentContentChangePartial:
			start := s.offset(mapper, change.Range.Start)
			end := s.offset(mapper, change.Range.End)
			if start > end {
				return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "a change of a range that ends before it starts")
			}
			text = text[:start] + change.Text + text[end:]
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = change.Text
		}
	}
	s.setText(uri, params.TextDocument.Version, text)
	return nil
}
