package server

import (
	"go.lsp.dev/protocol"

	hoverfeature "augur/lsp/hover"
	"augur/lsp/session"
)

// hover answers "textDocument/hover".
func hover(r *request, params *protocol.HoverParams) (*protocol.Hover, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	defer r.progress(params.WorkDoneToken)()
	doc := place.Document
	f := doc.Outline().At(lineIn(place, params.Position))
	forecast, err := r.forecast(doc, f)
	if err != nil || forecast == nil {
		return nil, err
	}
	q := hoverfeature.Question{
		File: doc.File(), Outline: doc.Outline(), Function: f, Forecast: forecast,
		Offset: r.offsetIn(place, params.Position),
		More: func(what session.Ask) *session.Forecast {
			more, err := r.forecastOf(doc, f, what)
			if err != nil {
				return nil // what is known already is shown without it
			}
			return more
		},
	}
	found, ok := hoverfeature.At(q)
	if !ok || r.ctx.Err() != nil {
		return nil, r.ctx.Err()
	}
	span := r.spanIn(place, found.Start, found.End)
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: found.Markdown},
		Range:    &span,
	}, nil
}

// noteHover learns from the request where the user is looking.
func noteHover(s *server, params *protocol.HoverParams) {
	s.lookAt(params.TextDocument, params.Position, false)
}

// lookAt notes where the cursor is, as the client told or as was concluded.
func (s *server) lookAt(id protocol.TextDocumentIdentifier, at protocol.Position, told bool) {
	place, ok := s.current().Place(string(id.URI))
	switch {
	case ok:
		s.moveCursor(place.Document.URI, session.Cursor{Line: lineIn(place, at), Told: told})
	case told:
		// An editor may tell of its cursor before it opens the document.
		s.moveCursor(string(id.URI), session.Cursor{Line: int(at.Line) + 1, Told: true})
	}
}
