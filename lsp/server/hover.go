package server

import (
	"go.lsp.dev/protocol"

	hoverfeature "augur/lsp/hover"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// hover answers "textDocument/hover".
func hover(r *request, params *protocol.HoverParams) (*protocol.Hover, error) {
	doc, err := r.document(params.TextDocument)
	if err != nil {
		return nil, err
	}
	f := doc.Outline().At(int(params.Position.Line) + 1)
	forecasts, err := r.forecasts(doc, []outline.Function{f}, params.WorkDoneToken)
	if err != nil || forecasts[0] == nil {
		return nil, err
	}
	mapper := doc.Mapper()
	found, ok := hoverfeature.At(doc.File(), f, forecasts[0], r.offset(mapper, params.Position))
	if !ok {
		return nil, nil
	}
	span := r.span(mapper, found.Start, found.End)
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: found.Markdown},
		Range:    &span,
	}, nil
}

// noteHover learns from the request where the user is looking.
func noteHover(s *server, params *protocol.HoverParams) {
	uri := string(params.TextDocument.URI)
	if s.current().Document(uri) != nil {
		s.moveCursor(uri, session.Cursor{Line: int(params.Position.Line) + 1})
	}
}
