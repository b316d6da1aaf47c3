package server

import (
	"go.lsp.dev/protocol"

	"augur/lsp/session"
)

// place returns where the text of a document or of a notebook's cell stands, or an
// error that says that it is not open.
func (r *request) place(id protocol.TextDocumentIdentifier) (session.Place, error) {
	p, ok := r.snapshot.Place(string(id.URI))
	if !ok {
		return session.Place{}, errNotOpen(string(id.URI))
	}
	return p, nil
}

// offsetIn returns the byte offset, in the document of a place, of a position in it.
func (s *server) offsetIn(p session.Place, at protocol.Position) int {
	at.Line += uint32(p.Shift)
	return s.offset(p.Document.Mapper(), at)
}

// positionIn returns the position in a place of a byte offset in its document.
func (s *server) positionIn(p session.Place, offset int) protocol.Position {
	at := s.position(p.Document.Mapper(), offset)
	at.Line = uint32(max(0, int(at.Line)-p.Shift))
	return at
}

// spanIn returns the range in a place between two byte offsets of its document.
func (s *server) spanIn(p session.Place, start, end int) protocol.Range {
	return protocol.Range{Start: s.positionIn(p, start), End: s.positionIn(p, end)}
}

// lineIn returns the 1-based line, in the document of a place, of a position in it.
func lineIn(p session.Place, at protocol.Position) int { return int(at.Line) + 1 + p.Shift }

// linesIn returns the 1-based lines of a range of a place, both included.
func linesIn(p session.Place, span protocol.Range) (first, last int) {
	first, last = lineIn(p, span.Start), lineIn(p, span.End)
	if !p.Whole() {
		last = min(last, p.Shift+p.Lines)
	}
	return first, last
}
