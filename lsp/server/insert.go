package server

import (
	"encoding/json"
	"path/filepath"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/lsp/outline"
	"augur/lsp/session"
	"augur/lsp/testgen"
)

// insertData says what a code action inserts, for when it is chosen.
type insertData struct {
	URI      string `json:"uri"`
	Function string `json:"function"`
	Call     string `json:"call"`
	Setup    string `json:"setup,omitempty"`
	As       string `json:"as"` // insertDoctest or insertTest
}

const (
	insertDoctest = "doctest"
	insertTest    = "test"
)

// offerInsert offers to write the example in use into the source. What is written
// is made when the action is chosen, if the client can wait so long.
func offerInsert(r *request, c *actionContext) ([]protocol.CodeAction, error) {
	current, doc := c.list.Current(), c.place.Document
	if current == nil || c.f.IsModule() || current.Call == "" || !c.place.Whole() {
		return nil, nil
	}
	var actions []protocol.CodeAction
	add := func(title, as string) error {
		data := insertData{URI: doc.URI, Function: c.f.Name, Call: current.Call, Setup: current.Setup, As: as}
		a := protocol.CodeAction{Title: title, Data: mustMarshal(data)}
		if !r.supports.resolveEdit {
			edit, err := r.insertion(&data)
			if err != nil {
				return r.unlessExpected(c.f, err) // it is not offered
			}
			a.Edit = edit
		}
		actions = append(actions, a)
		return nil
	}
	if current.Origin != "doctest" {
		if err := add("Augur: insert as doctest", insertDoctest); err != nil {
			return nil, err
		}
	}
	target, ok := testgen.TargetFor(doc.Path, r.snapshot.Open)
	inTest := current.Origin == "test" || current.Origin == "assert" && current.File == target.Path
	if ok && doc.IsFile() && !inTest && (target.Exists() || r.supports.createFile) {
		if err := add("Augur: insert as test ("+string(target.Style)+", "+filepath.Base(target.Path)+")", insertTest); err != nil {
			return nil, err
		}
	}
	return actions, nil
}

// resolveCodeAction answers "codeAction/resolve".
func resolveCodeAction(r *request, params *protocol.CodeAction) (*protocol.CodeAction, error) {
	data := new(insertData)
	if len(params.Data) == 0 {
		return params, nil // nothing is missing
	}
	if json.Unmarshal(params.Data, data) != nil || data.As == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the code action %q is none of Augur's", params.Title)
	}
	edit, err := r.insertion(data)
	if err != nil {
		return nil, err
	}
	params.Edit = edit
	return params, nil
}

// insertion returns the edit that writes an example into the source.
func (r *request) insertion(data *insertData) (*protocol.WorkspaceEdit, error) {
	doc := r.snapshot.Document(data.URI)
	if doc == nil {
		return nil, errNotOpen(data.URI)
	}
	f, err := named(doc, data.Function)
	if err != nil {
		return nil, err
	}
	c, err := r.testCase(doc, f, session.Example{Call: data.Call, Setup: data.Setup})
	if err != nil {
		return nil, err
	}
	if data.As == insertDoctest {
		edits, err := testgen.Doctest(c)
		if err != nil {
			return nil, err
		}
		return r.documentEdit(doc.URI, doc, doc.Mapper(), edits), nil
	}
	return r.testInsertion(c)
}

// testCase returns a call as a case for a test, with what it does.
func (r *request) testCase(doc *session.Document, f outline.Function, ex session.Example) (testgen.Case, error) {
	forecast, err := r.cache.Forecast(r.ctx, r.snapshot, doc, f.Name, &ex)
	if err != nil {
		return testgen.Case{}, err
	}
	expected, err := testgen.Expected(forecast.Timeline)
	if err != nil {
		return testgen.Case{}, err
	}
	c := testgen.Case{File: doc.File(), Path: doc.Path, Module: project.For(doc.Path).Module(), Function: f.Name, Call: ex.Call, Expect: expected}
	if ex.Setup != "" {
		for _, s := range syntax.ParseFragment([]byte(ex.Setup)).Module.Body {
			p := s.Pos()
			c.Setup = append(c.Setup, ex.Setup[p.Start:p.End])
		}
	}
	return c, nil
}

// testInsertion returns the edit that adds a case to the tests of its file.
func (r *request) testInsertion(c testgen.Case) (*protocol.WorkspaceEdit, error) {
	target, ok := testgen.TargetFor(c.Path, r.snapshot.Open)
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "save the file first, so that a test can import it")
	}
	edits, err := testgen.Test(c, target)
	if err != nil {
		return nil, err
	}
	name := string(uri.File(target.Path))
	var open *session.Document
	for _, doc := range r.snapshot.Documents() {
		if doc.IsFile() && doc.Path == target.Path {
			name, open = doc.URI, doc // as the client spells it
		}
	}
	if target.Exists() {
		return r.documentEdit(name, open, target.File.Mapper(), edits), nil
	}
	keep := true
	edit := r.documentEdit(name, nil, syntax.NewMapper(""), edits)
	create := &protocol.CreateFile{Kind: "create", URI: protocolURI(name), Options: &protocol.CreateFileOptions{IgnoreIfExists: &keep}}
	edit.DocumentChanges = append([]protocol.DocumentChange{create}, edit.DocumentChanges...)
	return edit, nil
}

// documentEdit returns edits of one document, for the version that it has if it is
// open. A client that knows nothing of versions gets them without.
func (r *request) documentEdit(name string, open *session.Document, m *syntax.Mapper, edits []testgen.Edit) *protocol.WorkspaceEdit {
	var texts []protocol.TextEdit
	for _, e := range edits {
		texts = append(texts, protocol.TextEdit{Range: r.span(m, e.Start, e.End), NewText: e.Text})
	}
	if !r.supports.documentChanges {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{protocolURI(name): texts}}
	}
	change := &protocol.TextDocumentEdit{}
	change.TextDocument.URI = protocolURI(name)
	if open != nil {
		change.TextDocument.Version = &open.Version
	}
	for i := range texts {
		change.Edits = append(change.Edits, &texts[i])
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{change}}
}
