package server

import (
	"go.lsp.dev/protocol"

	"augur/lsp/examples"
)

// codeLens answers "textDocument/codeLens".
func codeLens(r *request, params *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	doc, err := r.document(params.TextDocument)
	if err != nil {
		return nil, err
	}
	defer r.progress(params.WorkDoneToken)()
	answer := []protocol.CodeLens{}
	for _, f := range doc.Outline().Functions {
		list, inUse, err := r.examples(doc, f)
		switch {
		case err != nil:
			return nil, err
		case inUse < 0:
			continue
		}
		choice := examples.Lens(list, inUse)
		command := protocol.Command{Title: choice.Title} // says, does nothing
		if choice.Call != "" {
			command = useExampleCommand(doc.URI, f.Name, choice)
		}
		name := f.Node.NamePos
		answer = append(answer, protocol.CodeLens{
			Range:   r.span(doc.Mapper(), int(name.Start), int(name.End)),
			Command: command,
		})
	}
	return answer, nil
}
