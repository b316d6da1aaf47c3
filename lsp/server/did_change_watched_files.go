package server

import "go.lsp.dev/protocol"

// didChangeWatchedFiles takes "workspace/didChangeWatchedFiles": sources that
// documents may import have changed.
func didChangeWatchedFiles(s *server, _ *protocol.DidChangeWatchedFilesParams) error {
	s.cache.Clear()
	s.refresh()
	return nil
}
