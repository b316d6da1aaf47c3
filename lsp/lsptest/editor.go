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
	Registration  bool // it lets the server register for notifications
}

// Initialize begins a session.
func (c *Client) Initialize(e Editor) {
	c.t.Helper()
	if e.Settings != nil {
		c.Settings(e.Settings)
	}
	dynamic := map[string]any{"dynamicRegistration": e.Registration}
	refresh := map[string]any{"refreshSupport": !e.NoRefresh}
	params := map[string]any{
		"processId":             nil,
		"rootUri":               nil,
		"clientInfo":            map[string]any{"name": "fake editor"},
		"initializationOptions": e.Options,
		"capabilities": map[string]any{
			"general": map[string]any{"positionEncodings": e.Encodings},
			"window":  map[string]any{"workDoneProgress": e.Progress},
			"workspace": map[string]any{
				"inlayHint": refresh, "codeLens": refresh, "configuration": e.Configuration,
				"didChangeConfiguration": dynamic, "didChangeWatchedFiles": dynamic,
			},
			"textDocument": map[string]any{
				"hover": map[string]any{"contentFormat": []string{"markdown", "plaintext"}},
			},
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

// CodeActions asks for the code actions at the only place where the text has a
// part.
func (d *Document) CodeActions(part string) []Command {
	d.client.t.Helper()
	at := d.Position(d.Find(part))
	var actions []struct {
		Title   string
		Command Command
	}
	d.client.MustCall("textDocument/codeAction", map[string]any{
		"textDocument": d.ID(), "range": Range{at, at}, "context": map[string]any{"diagnostics": []any{}},
	}, &actions)
	var commands []Command
	for _, a := range actions {
		commands = append(commands, a.Command)
	}
	return commands
}

// Lens is a code lens.
type Lens struct {
	Range   Range
	Command Command
}

// Lenses asks for the code lenses.
func (d *Document) Lenses() []Lens {
	d.client.t.Helper()
	var lenses []Lens
	d.client.MustCall("textDocument/codeLens", map[string]any{"textDocument": d.ID()}, &lenses)
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
