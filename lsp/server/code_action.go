package server

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/session"
)

// kindUseExample is the kind of the actions that choose another example. As a
// refactoring it is in the menus but lights no bulb on every line.
const kindUseExample protocol.CodeActionKind = "refactor.augur.example"

// codeAction answers "textDocument/codeAction".
func codeAction(r *request, params *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	doc, err := r.document(params.TextDocument)
	if err != nil {
		return nil, err
	}
	answer := []protocol.CommandOrCodeAction{}
	if !wanted(params.Context.Only, kindUseExample) {
		return answer, nil
	}
	f := doc.Outline().Around(int(params.Range.Start.Line) + 1)
	list, inUse, err := r.examples(doc, f)
	if err != nil || inUse < 0 {
		return answer, err
	}
	kind := kindUseExample
	for _, c := range examples.Others(list, inUse) {
		answer = append(answer, &protocol.CodeAction{Title: c.Title, Kind: &kind, Command: useExampleCommand(doc.URI, f.Name, c)})
	}
	return answer, nil
}

// wanted reports whether a client that asks only for some kinds of actions asks
// for this one. A kind stands for those below it, too.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == "" || k == kind || strings.HasPrefix(string(kind), string(k)+".")
	})
}

// noteCodeAction learns from the request where the cursor is.
func noteCodeAction(s *server, params *protocol.CodeActionParams) {
	uri := string(params.TextDocument.URI)
	if s.current().Document(uri) != nil {
		s.moveCursor(uri, session.Cursor{Line: int(params.Range.Start.Line) + 1})
	}
}
