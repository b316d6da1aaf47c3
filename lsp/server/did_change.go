package server

import "go.lsp.dev/protocol"

// didChange takes "textDocument/didChange". The changes of one message build on
// each other in order.
func didChange(s *server, params *protocol.DidChangeTextDocumentParams) error {
	uri := string(params.TextDocument.URI)
	doc := s.current().Document(uri)
	if doc == nil {
		return errNotOpen(uri)
	}
	text, err := s.edited(doc.Text(), doc.Mapper(), params.ContentChanges)
	if err != nil {
		return err
	}
	s.setText(uri, params.TextDocument.Version, text)
	return nil
}
