package server

import (
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"augur/analysis/syntax"
)

// offset returns the byte offset of a position.
func (s *server) offset(m *syntax.Mapper, p protocol.Position) int {
	return m.Offset(syntax.Position{Line: int(p.Line), Character: int(p.Character)}, s.encoding)
}

// position returns the position of a byte offset.
func (s *server) position(m *syntax.Mapper, offset int) protocol.Position {
	p := m.Position(offset, s.encoding)
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Character)}
}

// span returns the range between two byte offsets.
func (s *server) span(m *syntax.Mapper, start, end int) protocol.Range {
	return protocol.Range{Start: s.position(m, start), End: s.position(m, end)}
}

// errNotOpen is the error for a document that the client has not opened.
func errNotOpen(uri string) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the document %q is not open", uri)
}

// gitScheme is how VS Code names the versions of files that Git keeps. They are
// looked at as if they lay where the file lies.
const gitScheme = "git"

// filePath returns the path of the file that a document is saved in, and
// nothing for a document that is in no file, "untitled:" ones for instance.
func filePath(name string) string {
	u := uri.URI(name)
	if scheme := u.Scheme(); scheme != "file" && scheme != gitScheme {
		return ""
	}
	path := u.Path()
	// "/c:/x" is how a URI has a path with a drive.
	if len(path) > 2 && path[2] == ':' && strings.HasPrefix(path, "/") {
		path = path[1:]
	}
	return filepath.FromSlash(path)
}
