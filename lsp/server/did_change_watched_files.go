package server

import (
	"path/filepath"

	"go.lsp.dev/protocol"

	"augur/lsp/pins"
	"augur/lsp/settings"
)

// didChangeWatchedFiles takes "workspace/didChangeWatchedFiles": sources that
// documents may import have changed, or files of Augur's own.
func didChangeWatchedFiles(s *server, params *protocol.DidChangeWatchedFilesParams) error {
	for _, change := range params.Changes {
		switch filepath.Base(filePath(string(change.URI))) {
		case settings.FileName, pins.FileName:
			s.readFolders()
		}
	}
	s.cache.Clear()
	if s.inputs != nil {
		s.inputs.Clear()
	}
	s.refresh()
	return nil
}
