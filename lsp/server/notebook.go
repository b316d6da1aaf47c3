package server

import (
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/analysis/syntax"
	"augur/lsp/session"
)

// languagePython is how editors call the language.
const languagePython = "python"

// didOpenNotebook takes "notebookDocument/didOpen".
func didOpenNotebook(s *server, params *protocol.DidOpenNotebookDocumentParams) error {
	texts := textsOf(params.CellTextDocuments)
	var cells []session.Cell
	for _, c := range params.NotebookDocument.Cells {
		cells = append(cells, cellOf(c, texts))
	}
	s.setNotebook(string(params.NotebookDocument.URI), cells)
	return nil
}

// cellText is the text of a cell as an editor opens it.
type cellText struct{ language, text string }

func textsOf(items []protocol.TextDocumentItem) map[string]cellText {
	texts := make(map[string]cellText)
	for _, item := range items {
		texts[string(item.URI)] = cellText{string(item.LanguageID), item.Text}
	}
	return texts
}

// cellOf returns a cell whose text is among some.
func cellOf(c protocol.NotebookCell, texts map[string]cellText) session.Cell {
	t := texts[string(c.Document)]
	return session.Cell{
		URI: string(c.Document), Text: t.text,
		Code: c.Kind == protocol.NotebookCellKindCode && (t.language == languagePython || t.language == ""),
	}
}

// didChangeNotebook takes "notebookDocument/didChange".
func didChangeNotebook(s *server, params *protocol.DidChangeNotebookDocumentParams) error {
	uri := string(params.NotebookDocument.URI)
	n := s.current().Notebook(uri)
	if n == nil {
		return errNotOpen(uri)
	}
	change := params.Change.Cells
	if change == nil {
		return nil // of metadata
	}
	cells := slices.Clone(n.Cells)
	if st := change.Structure; st != nil {
		start, end := int(st.Array.Start), int(st.Array.Start)+int(st.Array.DeleteCount)
		if start > len(cells) || end > len(cells) {
			return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the notebook has %d cells; those from %d to %d can not be replaced", len(cells), start, end)
		}
		texts := textsOf(st.DidOpen)
		for _, c := range cells {
			// A cell that is moved is not opened again.
			if _, opened := texts[c.URI]; !opened {
				language := languagePython
				if !c.Code {
					language = "other"
				}
				texts[c.URI] = cellText{language, c.Text}
			}
		}
		var added []session.Cell
		for _, c := range st.Array.Cells {
			added = append(added, cellOf(c, texts))
		}
		cells = slices.Replace(cells, start, end, added...)
	}
	for _, c := range change.TextContent {
		i := slices.IndexFunc(cells, func(cell session.Cell) bool { return cell.URI == string(c.Document.URI) })
		if i < 0 {
			return errNotOpen(string(c.Document.URI))
		}
		text, err := s.edited(cells[i].Text, nil, c.Changes)
		if err != nil {
			return err
		}
		cells[i].Text = text
	}
	s.setNotebook(uri, cells)
	return nil
}

// setNotebook gives a notebook other cells.
func (s *server) setNotebook(uri string, cells []session.Cell) {
	s.cache.Changed(uri)
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithNotebook(uri, filePath(uri), cells) })
	s.diagnoseSoon(uri)
}

// didSaveNotebook takes "notebookDocument/didSave".
func didSaveNotebook(*server, *protocol.DidSaveNotebookDocumentParams) error { return nil }

// didCloseNotebook takes "notebookDocument/didClose".
func didCloseNotebook(s *server, params *protocol.DidCloseNotebookDocumentParams) error {
	uri := string(params.NotebookDocument.URI)
	n := s.current().Notebook(uri)
	if n == nil {
		return errNotOpen(uri)
	}
	s.cache.Changed(uri)
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithoutNotebook(uri) })
	for _, place := range n.Places() {
		s.publish(place.URI, nil)
	}
	return nil
}

// edited returns a text after changes that build on each other in order. mapper is
// that of the text, if it is there already.
func (s *server) edited(text string, mapper *syntax.Mapper, changes []protocol.TextDocumentContentChangeEvent) (string, error) {
	for i, change := range changes {
		switch change := change.(type) {
		case *protocol.TextDocumentContentChangePartial:
			if i > 0 || mapper == nil {
				mapper = syntax.NewMapper(text)
			}
			start := s.offset(mapper, change.Range.Start)
			end := s.offset(mapper, change.Range.End)
			if start > end {
				return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "a change of a range that ends before it starts")
			}
			text = text[:start] + change.Text + text[end:]
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = change.Text
		}
	}
	return text, nil
}
