package server

import "go.lsp.dev/protocol"

// didSave takes "textDocument/didSave": what is on the disk has changed, and
// with it what other documents import.
func didSave(s *server, _ *protocol.DidSaveTextDocumentParams) error {
	if !s.supports.registerFileEvents {
		// Nobody tells of Augur's own files, so they are looked at now and then.
		s.readFolders()
	}
	s.cache.Clear()
	return nil
}
