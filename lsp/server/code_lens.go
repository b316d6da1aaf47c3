package server

import (
	"encoding/json"

	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/session"
)

// codeLens answers "textDocument/codeLens". A click opens the list of what the
// function can be shown with.
func codeLens(r *request, params *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	doc := place.Document
	answer := []protocol.CodeLens{}
	if !r.snapshot.SettingsOf(doc).Lens.Enabled {
		return answer, nil
	}
	defer r.progress(params.WorkDoneToken)()
	for _, f := range doc.Outline().Functions {
		if !place.Has(f.DefLine) {
			continue
		}
		list, err := r.examples(doc, f)
		if err != nil {
			return nil, err
		}
		name := f.Node.NamePos
		lens := protocol.CodeLens{Range: r.spanIn(place, int(name.Start), int(name.End))}
		switch {
		case list.InUse >= 0 && !list.Current().Predicted():
			lens.Command = lensCommand(doc.URI, f.Name, list.Lens())
		case list.InUse >= 0 || canPredict(f):
			// What is predicted is asked for when the lens is seen.
			lens.Data = mustMarshal(functionArgument{URI: doc.URI, Function: f.Name})
		case r.supports.input && hasParameters(f):
			lens.Command = predictWithCommand(doc.URI, f.Name, "no example · give a call…")
		default:
			continue
		}
		answer = append(answer, lens)
	}
	return answer, nil
}

// lensCommand returns the command that opens the list of examples.
func lensCommand(uri, function, title string) protocol.Command {
	return command(commandExamples, title, functionArgument{URI: uri, Function: function})
}

// resolveCodeLens answers "codeLens/resolve": the title of a lens above a function
// that is shown with predicted arguments.
func resolveCodeLens(r *request, lens *protocol.CodeLens) (*protocol.CodeLens, error) {
	var of functionArgument
	if len(lens.Data) == 0 || json.Unmarshal(lens.Data, &of) != nil {
		return lens, nil
	}
	lens.Command = lensCommand(of.URI, of.Function, "no example · give a call…")
	doc := r.wholeDocument(of.URI)
	if doc == nil {
		return lens, nil
	}
	f, ok := doc.Outline().Named(of.Function)
	if !ok {
		return lens, nil
	}
	forecast, err := r.cache.Forecast(r.ctx, r.snapshot, doc, f.Name, &session.Example{Origin: session.OriginPredicted})
	if err != nil {
		return lens, r.unlessExpected(f, err)
	}
	if call := forecast.Example.Call; call != "" {
		lens.Command.Title = "≈ " + examples.Call(forecast.Example) + " · predicted"
	}
	return lens, nil
}
