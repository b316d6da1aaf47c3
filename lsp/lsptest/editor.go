package lsptest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Editor says what a fake editor can do and how it is set.
type Editor struct {
	Encodings     []string // nil: none offered
	Options       any      // initializationOptions
	Settings      any      // for workspace/configuration; nil: the editor has none of it
	NoRefresh     bool     // like helix, emacs and kate
	Progress      bool
	Configuration bool
	Registration  bool     // it lets the server register for notifications
	Folders       []string // URIs of the folders of the workspace
	Push          bool     // it shows diagnostics that it is sent, and asks for none
	Basic         bool     // it knows no versions in edits, makes no files and asks for no missing parts
	Input         bool     // it asks its user for calls, and shows timelines
}

// Initialize begins a session.
func (c *Client) Initialize(e Editor) {
	c.t.Helper()
	if e.Settings != nil {
		c.Settings(e.Settings)
	}
	dynamic := map[string]any{"dynamicRegistration": e.Registration}
	refresh := map[string]any{"refreshSupport": !e.NoRefresh}
	textDocument := map[string]any{"hover": map[string]any{"contentFormat": []string{"markdown", "plaintext"}}}
	shows := map[string]any{"relatedInformation": true, "tagSupport": map[string]any{"valueSet": []int{1, 2}}}
	if e.Push {
		textDocument["publishDiagnostics"] = shows
	} else {
		textDocument["diagnostic"] = shows
	}
	edits := map[string]any{}
	if !e.Basic {
		edits = map[string]any{"documentChanges": true, "resourceOperations": []string{"create"}}
		textDocument["codeAction"] = map[string]any{"resolveSupport": map[string]any{"properties": []string{"edit"}}}
	}
	var folders []any
	for _, uri := range e.Folders {
		folders = append(folders, map[string]any{"uri": uri, "name": uri})
	}
	params := map[string]any{
		"workspaceFolders":      folders,
		"processId":             nil,
		"rootUri":               nil,
		"clientInfo":            map[string]any{"name": "fake editor"},
		"initializationOptions": e.Options,
		"capabilities": map[string]any{
			"general":      map[string]any{"positionEncodings": e.Encodings},
			"window":       map[string]any{"workDoneProgress": e.Progress, "showDocument": map[string]any{"support": e.Input}},
			"experimental": map[string]any{"augur": map[string]any{"input": e.Input, "timeline": e.Input}},
			"workspace": map[string]any{
				"inlayHint": refresh, "codeLens": refresh, "configuration": e.Configuration,
				"didChangeConfiguration": dynamic, "didChangeWatchedFiles": dynamic,
				"diagnostics": refresh, "workspaceEdit": edits,
			},
			"textDocument": textDocument,
		},
	}
	var result struct {
		Capabilities struct{ PositionEncoding string }
	}
	c.MustCall("initialize", params, &result)
	c.Encoding = result.Capabilities.PositionEncoding
	c.Notify("initialized", map[string]any{})
}

// Position is a place in a document, both numbers from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a part of a document.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Document is an open document, as the editor has it.
type Document struct {
	client  *Client
	URI     string
	Text    string
	version int
}

// Open opens a document.
func (c *Client) Open(uri, text string) *Document {
	d := &Document{client: c, URI: uri, Text: text, version: 1}
	c.Notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": text},
	})
	return d
}

// Close closes the document.
func (d *Document) Close() {
	d.client.Notify("textDocument/didClose", map[string]any{"textDocument": d.ID()})
}

// Save tells that the document was saved.
func (d *Document) Save() {
	d.client.Notify("textDocument/didSave", map[string]any{"textDocument": d.ID()})
}

// ID returns the document's identifier in the protocol.
func (d *Document) ID() map[string]any { return map[string]any{"uri": d.URI} }

// Edit is the replacement of some bytes of a document.
type Edit struct {
	Start, End int
	Text       string
}

// Change makes edits one after another and tells of them in one message.
func (d *Document) Change(edits ...Edit) {
	var changes []any
	for _, e := range edits {
		changes = append(changes, map[string]any{
			"range": Range{d.Position(e.Start), d.Position(e.End)},
			"text":  e.Text,
		})
		d.Text = d.Text[:e.Start] + e.Text + d.Text[e.End:]
	}
	d.changed(changes)
}

// Replace replaces the only place where a text has a part.
func (d *Document) Replace(part, by string) {
	d.client.t.Helper()
	at := d.Find(part)
	d.Change(Edit{at, at + len(part), by})
}

// SetText replaces the whole text.
func (d *Document) SetText(text string) {
	d.Text = text
	d.changed([]any{map[string]any{"text": text}})
}

func (d *Document) changed(changes []any) {
	d.version++
	d.client.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": d.URI, "version": d.version},
		"contentChanges": changes,
	})
}

// Find returns the offset of the only place where the text has a part.
func (d *Document) Find(part string) int {
	d.client.t.Helper()
	if n := strings.Count(d.Text, part); n != 1 {
		d.client.t.Fatalf("the text has %q %d times, want once", part, n)
	}
	return strings.Index(d.Text, part)
}

// Position returns the position of an offset in the agreed encoding.
func (d *Document) Position(offset int) Position {
	before := d.Text[:offset]
	line := strings.Count(before, "\n")
	return Position{Line: line, Character: d.client.width(before[strings.LastIndexByte(before, '\n')+1:])}
}

// width returns how many characters a text counts in the agreed encoding.
func (c *Client) width(text string) int {
	switch c.Encoding {
	case "utf-8":
		return len(text)
	case "utf-32":
		return utf8.RuneCountInString(text)
	}
	return len(utf16.Encode([]rune(text)))
}

// Everything returns the range of the whole text.
func (d *Document) Everything() Range {
	return Range{End: d.Position(len(d.Text))}
}

// Hint is an inlay hint.
type Hint struct {
	Position Position
	Label    string
	Tooltip  struct{ Value string }

	Location string // the URI that the label leads to
}

// UnmarshalJSON implements [json.Unmarshaler]: a label is sent as one or in parts.
func (h *Hint) UnmarshalJSON(raw []byte) error {
	var wire struct {
		Position Position
		Label    json.RawMessage
		Tooltip  struct{ Value string }
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	h.Position, h.Tooltip = wire.Position, wire.Tooltip
	if json.Unmarshal(wire.Label, &h.Label) == nil {
		return nil
	}
	var parts []struct {
		Value    string
		Location struct{ URI string }
	}
	err := json.Unmarshal(wire.Label, &parts)
	for _, p := range parts {
		h.Label += p.Value
		h.Location = p.Location.URI
	}
	return err
}

// Hints asks for all hints.
func (d *Document) Hints() []Hint {
	d.client.t.Helper()
	return d.HintsIn(d.Everything())
}

// HintsIn asks for the hints of a range.
func (d *Document) HintsIn(r Range) []Hint {
	d.client.t.Helper()
	var hints []Hint
	d.client.MustCall("textDocument/inlayHint", map[string]any{"textDocument": d.ID(), "range": r}, &hints)
	return hints
}

// StartHints asks for all hints and does not wait; see [Client.Finish].
func (d *Document) StartHints() (id int) {
	return d.client.Start("textDocument/inlayHint", map[string]any{"textDocument": d.ID(), "range": d.Everything()})
}

// Annotated returns the text with the hints behind their lines, as an editor
// shows it, and fails if one is not at the end of its line.
func (d *Document) Annotated() string {
	d.client.t.Helper()
	return d.annotate(d.Hints())
}

func (d *Document) annotate(hints []Hint) string {
	d.client.t.Helper()
	lines := strings.Split(d.Text, "\n")
	slices.SortStableFunc(hints, func(a, b Hint) int { return b.Position.Line - a.Position.Line })
	for _, h := range hints {
		line := h.Position.Line
		if line >= len(lines) || h.Position.Character != d.client.width(strings.TrimSuffix(lines[line], "\r")) {
			d.client.t.Errorf("the hint %q is at %+v, which is not the end of a line", h.Label, h.Position)
			continue
		}
		lines[line] += "  #> " + h.Label
	}
	return strings.Join(lines, "\n")
}

// Hover asks what is known about the only place where the text has a part. It
// returns an empty string if there is nothing.
func (d *Document) Hover(part string) string {
	d.client.t.Helper()
	var hover *struct{ Contents struct{ Value string } }
	d.client.MustCall("textDocument/hover", map[string]any{"textDocument": d.ID(), "position": d.Position(d.Find(part))}, &hover)
	if hover == nil {
		return ""
	}
	return hover.Contents.Value
}

// Command is something that the server offers to do.
type Command struct {
	Title     string          `json:"title"`
	Command   string          `json:"command"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

// Action is a code action.
type Action struct {
	Title   string          `json:"title"`
	Kind    string          `json:"kind,omitempty"`
	Command *Command        `json:"command,omitempty"`
	Edit    *WorkspaceEdit  `json:"edit,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Actions asks for the code actions at the only place where the text has a part, of
// all kinds or of some.
func (d *Document) Actions(part string, only ...string) []Action {
	d.client.t.Helper()
	at := d.Position(d.Find(part))
	context := map[string]any{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	var actions []Action
	d.client.MustCall("textDocument/codeAction", map[string]any{
		"textDocument": d.ID(), "range": Range{at, at}, "context": context,
	}, &actions)
	return actions
}

// CodeActions asks for the commands that the code actions at the only place where the
// text has a part run to use another example.
func (d *Document) CodeActions(part string) []Command {
	d.client.t.Helper()
	var commands []Command
	for _, a := range d.Actions(part, "refactor.augur.example") {
		if a.Command != nil && a.Command.Command == "augur.useExample" && !strings.Contains(a.Title, "predicted arguments") {
			a.Command.Title = a.Title
			commands = append(commands, *a.Command)
		}
	}
	return commands
}

// ActionTitled asks for the code action at a place whose title has a part.
func (d *Document) ActionTitled(at, title string) Action {
	d.client.t.Helper()
	var titles []string
	for _, a := range d.Actions(at) {
		if strings.Contains(a.Title, title) {
			return a
		}
		titles = append(titles, a.Title)
	}
	d.client.t.Fatalf("no code action has %q; there are %q", title, titles)
	return Action{}
}

// WorkspaceEdit is an edit of several files.
type WorkspaceEdit struct {
	Changes         map[string][]TextEdit `json:"changes"`
	DocumentChanges []struct {
		Kind         string // "create", or nothing for edits
		URI          string
		TextDocument struct {
			URI     string
			Version *int
		}
		Edits []TextEdit
	} `json:"documentChanges"`
}

// TextEdit is an edit of a document.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Choose does what an editor does when its user has chosen a code action: it asks for
// what is missing, makes the edit and runs the command. It returns the files that were
// edited without being open, by URI; read returns what they have.
func (c *Client) Choose(a Action, read func(uri string) string, open ...*Document) map[string]string {
	c.t.Helper()
	if a.Edit == nil && a.Command == nil {
		c.MustCall("codeAction/resolve", a, &a)
	}
	files := make(map[string]string)
	if a.Edit != nil {
		edits := make(map[string][]TextEdit)
		for uri, list := range a.Edit.Changes {
			edits[uri] = list
		}
		for _, change := range a.Edit.DocumentChanges {
			if change.Kind == "create" {
				files[change.URI] = ""
				continue
			}
			for _, d := range open {
				if d.URI == change.TextDocument.URI && (change.TextDocument.Version == nil || *change.TextDocument.Version != d.version) {
					c.t.Errorf("the edit of %s is for another version than %d", d.URI, d.version)
				}
			}
			edits[change.TextDocument.URI] = change.Edits
		}
		for uri, list := range edits {
			c.edit(uri, list, files, read, open)
		}
	}
	if a.Command != nil {
		c.Run(*a.Command)
	}
	return files
}

// edit makes edits of one document, from the last to the first.
func (c *Client) edit(uri string, list []TextEdit, files map[string]string, read func(string) string, open []*Document) {
	c.t.Helper()
	i := slices.IndexFunc(open, func(d *Document) bool { return d.URI == uri })
	var d *Document
	if i >= 0 {
		d = open[i]
	} else {
		text, made := files[uri]
		if !made && read != nil {
			text = read(uri)
		}
		d = &Document{client: c, URI: uri, Text: text}
	}
	slices.SortStableFunc(list, func(a, b TextEdit) int {
		if a.Range.Start.Line != b.Range.Start.Line {
			return b.Range.Start.Line - a.Range.Start.Line
		}
		return b.Range.Start.Character - a.Range.Start.Character
	})
	var edits []Edit
	for _, e := range list {
		edits = append(edits, Edit{d.Offset(e.Range.Start), d.Offset(e.Range.End), e.NewText})
	}
	if i >= 0 {
		d.Change(edits...)
		return
	}
	for _, e := range edits {
		d.Text = d.Text[:e.Start] + e.Text + d.Text[e.End:]
	}
	files[uri] = d.Text
}

// Offset returns the offset of a position in the agreed encoding.
func (d *Document) Offset(at Position) int {
	d.client.t.Helper()
	start := 0
	for range at.Line {
		n := strings.IndexByte(d.Text[start:], '\n')
		if n < 0 {
			return len(d.Text)
		}
		start += n + 1
	}
	for i := range d.Text[start:] + "\n" {
		if d.client.width(d.Text[start:start+i]) >= at.Character {
			return start + i
		}
	}
	return len(d.Text)
}

// Diagnostic is a problem that the server reports.
type Diagnostic struct {
	Range              Range
	Severity           int
	Code               any
	Source             string
	Message            string
	Tags               []int
	RelatedInformation []struct {
		Location struct {
			URI   string
			Range Range
		}
		Message string
	}
}

// Diagnostics asks for the problems of the document.
func (d *Document) Diagnostics() []Diagnostic {
	d.client.t.Helper()
	var report struct{ Items []Diagnostic }
	d.client.MustCall("textDocument/diagnostic", map[string]any{"textDocument": d.ID()}, &report)
	return report.Items
}

// Lens is a code lens.
type Lens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command,omitzero"`
	Data    any     `json:"data,omitempty"`
}

// Lenses asks for the code lenses, and for what those do that do not tell.
func (d *Document) Lenses() []Lens {
	d.client.t.Helper()
	var lenses []Lens
	d.client.MustCall("textDocument/codeLens", map[string]any{"textDocument": d.ID()}, &lenses)
	for i := range lenses {
		if lenses[i].Command.Title == "" {
			d.client.MustCall("codeLens/resolve", lenses[i], &lenses[i])
		}
	}
	return lenses
}

// Run runs a command as an editor does when its user has chosen it.
func (c *Client) Run(command Command) {
	c.t.Helper()
	c.MustCall("workspace/executeCommand", command, nil)
}

// Titles returns the titles of commands.
func Titles(commands []Command) []string {
	var titles []string
	for _, c := range commands {
		titles = append(titles, c.Title)
	}
	return titles
}

// Cursor tells the server that the cursor is at the only place where the text
// has a part.
func (d *Document) Cursor(part string) {
	d.client.t.Helper()
	d.client.Notify("augur/cursor", map[string]any{"textDocument": d.ID(), "position": d.Position(d.Find(part))})
}

// Breakpoints tells the server of all breakpoints of the document, on lines
// counted from 0.
func (d *Document) Breakpoints(lines ...int) {
	if lines == nil {
		lines = []int{}
	}
	d.client.Notify("augur/breakpoints", map[string]any{"textDocument": d.ID(), "lines": lines})
}

// String describes a hint for failure messages.
func (h Hint) String() string { return fmt.Sprintf("%d: %s", h.Position.Line+1, h.Label) }
