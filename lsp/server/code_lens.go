package server

import (
	"go.lsp.dev/protocol"
)

// codeLens answers "textDocument/codeLens".
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
		var command protocol.Command
		switch {
		case err != nil:
			return nil, err
		case list.InUse >= 0:
			choice, more := list.Lens()
			command = protocol.Command{Title: choice.Title} // says, does nothing
			if more {
				command = useExampleCommand(doc.URI, f.Name, choice)
			}
		case r.supports.input && hasParameters(f):
			command = predictWithCommand(doc.URI, f.Name, "no example · predict with…")
		default:
			continue
		}
		name := f.Node.NamePos
		answer = append(answer, protocol.CodeLens{
			Range:   r.spanIn(place, int(name.Start), int(name.End)),
			Command: command,
		})
	}
	return answer, nil
}
