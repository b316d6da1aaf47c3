package server

import (
	"context"

	"go.lsp.dev/protocol"

	"augur/lsp/session"
	"augur/lsp/settings"
)

// methodCursor is a message of Augur's own: the cursor moved.
const methodCursor = "augur/cursor"

// cursorParams are the parameters of augur/cursor.
type cursorParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
}

// cursor takes "augur/cursor".
func cursor(s *server, params *cursorParams) error {
	s.lookAt(params.TextDocument, params.Position, true)
	return nil
}

// moveCursor notes where the cursor is. When hints follow it and it has come to
// another function, the client is asked to show those of that function.
func (s *server) moveCursor(uri string, to session.Cursor) {
	before, after := s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithCursor(uri, to) })
	if before == after || !after.UsesMode(settings.Cursor) || !s.supports.hintRefresh {
		return
	}
	s.spawn(func(context.Context) {
		if functionAtCursor(before, uri) != functionAtCursor(after, uri) {
			s.refresh()
		}
	})
}

// unknownPlace stands for the place of a cursor that nobody told of.
const unknownPlace = "?"

// functionAtCursor names the function whose hints are shown.
func functionAtCursor(now *session.Snapshot, uri string) string {
	doc := now.Document(uri)
	if n := now.Notebook(uri); n != nil {
		doc = n.Whole()
	}
	at, known := now.Cursor(uri)
	if doc == nil || !known {
		return unknownPlace
	}
	return doc.Outline().Around(at.Line).Name
}
