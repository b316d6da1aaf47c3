package server

import (
	"go.lsp.dev/protocol"

	"augur/lsp/hints"
	"augur/lsp/outline"
	"augur/lsp/views"
)

// inlayHint answers "textDocument/inlayHint".
func inlayHint(r *request, params *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	doc, err := r.document(params.TextDocument)
	if err != nil {
		return nil, err
	}
	first, last := int(params.Range.Start.Line)+1, int(params.Range.End.Line)+1
	o := doc.Outline()
	shown := views.Of(r.snapshot, doc, o, first, last)
	functions := make([]outline.Function, len(shown))
	for i, view := range shown {
		functions[i] = view.Function
	}
	forecasts, err := r.forecasts(doc, functions, params.WorkDoneToken)
	if err != nil {
		return nil, err
	}
	file, mapper := doc.File(), doc.Mapper()
	padding := true
	answer := []protocol.InlayHint{}
	for i, view := range shown {
		if forecasts[i] == nil {
			continue
		}
		for _, h := range hints.Of(o, view.Function, forecasts[i], r.hintOptions()) {
			if h.Line < first || h.Line > last || !view.Shows(h.Line) {
				continue
			}
			answer = append(answer, protocol.InlayHint{
				Position:    r.position(mapper, file.LineEnd(h.Line)),
				Label:       protocol.String(h.Label),
				Tooltip:     &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: h.Tooltip},
				PaddingLeft: &padding,
			})
		}
	}
	return answer, nil
}

// hintOptions returns how hints look by the settings.
func (r *request) hintOptions() hints.Options {
	s := r.snapshot.Settings
	return hints.Options{MaxLength: s.Hints.MaxLength, Threshold: s.Oracle.Threshold, NotReached: s.Hints.NotReached}
}
