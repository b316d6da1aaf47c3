package server

import (
	"go.lsp.dev/protocol"

	"augur/lsp/hints"
	"augur/lsp/outline"
	"augur/lsp/session"
	"augur/lsp/views"
)

// inlayHint answers "textDocument/inlayHint".
func inlayHint(r *request, params *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	doc := place.Document
	first, last := linesIn(place, params.Range)
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
	file := doc.File()
	padding := true
	answer := []protocol.InlayHint{}
	for i, view := range shown {
		if forecasts[i] == nil {
			continue
		}
		for _, h := range hints.Of(o, view.Function, forecasts[i], r.hintOptions(doc)) {
			if h.Line < first || h.Line > last || !view.Shows(h.Line) || !place.Has(h.Line) {
				continue
			}
			answer = append(answer, protocol.InlayHint{
				Position:    r.positionIn(place, file.LineEnd(h.Line)),
				Label:       r.hintLabel(place, h),
				Tooltip:     &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: h.Tooltip},
				PaddingLeft: &padding,
			})
		}
	}
	return answer, nil
}

// hintLabel returns the text of a hint. Where the values came to be elsewhere, it
// leads there.
func (r *request) hintLabel(place session.Place, h hints.Hint) protocol.InlayHintLabel {
	if h.Source == 0 || h.Source == h.Line || !place.Whole() || h.Source > place.Document.File().Lines() {
		return protocol.String(h.Label)
	}
	at := place.Document.File().LineStart(h.Source)
	return protocol.InlayHintLabelPartSlice{{
		Value:    h.Label,
		Location: protocol.Location{URI: protocolURI(place.URI), Range: r.spanIn(place, at, place.Document.File().LineEnd(h.Source))},
	}}
}

// hintOptions returns how hints look by the settings.
func (r *request) hintOptions(doc *session.Document) hints.Options {
	s := r.snapshot.SettingsOf(doc)
	return hints.Options{MaxLength: s.Hints.MaxLength, Threshold: s.Oracle.Threshold, NotReached: s.Hints.NotReached, Classes: s.Hints.Classes}
}
