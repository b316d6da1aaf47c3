package server

import "go.lsp.dev/protocol"

// didSave takes "textDocument/didSave": what is on the disk has changed, and
// with it what other documents import.
func didSave(s *server, _ *protocol.DidSaveTextDocumentParams) error {
	s.cache.Clear()
	return nil
}
