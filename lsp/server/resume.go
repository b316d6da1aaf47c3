package server

import (
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/hints"
	"augur/lsp/resume"
)

// methodResume is a request of Augur's own: what comes next in a program that a
// debugger has stopped.
const methodResume = "augur/resume"

// resumeParams are the parameters of augur/resume.
type resumeParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"` // the line that runs next
	Frame        string                          `json:"frame,omitempty"`
	Locals       []frameVariable                 `json:"locals"`
	Globals      []frameVariable                 `json:"globals,omitempty"`
}

// frameVariable is a variable as a debugger shows it.
type frameVariable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// comingLine is what a line will do.
type comingLine struct {
	Line  int            `json:"line"` // from 0
	Range protocol.Range `json:"range"`
	Text  string         `json:"text"`
}

// maxFrame bounds the bytes of the variables of a frame.
const maxFrame = 1 << 20

// resumes answers "augur/resume".
func resumes(r *request, params *resumeParams) ([]comingLine, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	runner, ok := r.opts.Forecaster.(resume.Runner)
	answer := []comingLine{}
	if !ok {
		return answer, nil
	}
	locals, l := texts(params.Locals)
	globals, g := texts(params.Globals)
	if l+g > maxFrame {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the variables of the frame are too large: more than %d bytes", maxFrame)
	}
	doc, line := place.Document, lineIn(place, params.Position)
	f := doc.Outline().At(line)
	stop := resume.Stop{Function: f, Line: line, Frame: params.Frame, Locals: locals, Globals: globals}
	forecast, err := runner.Resume(r.ctx, doc, stop, r.snapshot.Open)
	if err != nil {
		return answer, r.unlessExpected(f, err)
	}
	opts := r.hintOptions(doc)
	opts.NotReached = false
	for _, h := range hints.Of(doc.Outline(), f, forecast, opts) {
		if h.Line < line || !place.Has(h.Line) {
			continue
		}
		start, end := doc.File().LineStart(h.Line), doc.File().LineEnd(h.Line)
		span := r.spanIn(place, start, end)
		answer = append(answer, comingLine{Line: int(span.Start.Line), Range: span, Text: h.Label})
	}
	return answer, nil
}

// texts returns variables by name, and how many bytes they have; nil for none.
func texts(list []frameVariable) (byName map[string]string, size int) {
	if list == nil {
		return nil, 0
	}
	byName = make(map[string]string, len(list))
	for _, v := range list {
		byName[v.Name] = v.Value
		size += len(v.Name) + len(v.Value)
	}
	return byName, size
}
