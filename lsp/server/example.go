package server

import (
	"go.lsp.dev/protocol"

	"augur/analysis/syntax"
)

// methodExample is a request of Augur's own: the example that a function is shown
// with.
const methodExample = "augur/example"

// exampleParams are the parameters of augur/example.
type exampleParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
}

// exampleResult is what a function is shown with.
type exampleResult struct {
	Function string   `json:"function"`
	Call     string   `json:"call"`
	Setup    []string `json:"setup"`
	Origin   string   `json:"origin"`
}

// currentExample answers "augur/example".
func currentExample(r *request, params *exampleParams) (*exampleResult, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	f := place.Document.Outline().Around(lineIn(place, params.Position))
	list, err := r.examples(place.Document, f)
	if err != nil || list.Current() == nil || list.Current().Call == "" {
		return nil, err
	}
	ex := list.Current()
	answer := &exampleResult{Function: f.Name, Call: ex.Call, Setup: []string{}, Origin: ex.Origin}
	if ex.Setup != "" {
		for _, s := range syntax.ParseFragment([]byte(ex.Setup)).Module.Body {
			p := s.Pos()
			answer.Setup = append(answer.Setup, ex.Setup[p.Start:p.End])
		}
	}
	return answer, nil
}
