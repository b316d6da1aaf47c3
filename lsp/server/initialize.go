package server

import (
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"

	"augur/analysis/syntax"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// clientSupport is what the client can do, as far as it matters.
type clientSupport struct {
	hintRefresh        bool
	lensRefresh        bool
	diagnosticRefresh  bool
	inlineRefresh      bool
	pull               bool // it asks for diagnostics
	publish            bool // it shows diagnostics that it is sent
	related            bool // it shows what belongs to a diagnostic
	tags               bool // it fades what a diagnostic calls unnecessary
	progress           bool
	configuration      bool // it answers workspace/configuration
	registerSettings   bool // it lets a server ask for workspace/didChangeConfiguration
	registerFileEvents bool // it lets a server ask for workspace/didChangeWatchedFiles
	resolveEdit        bool // it asks for the edit of a code action when that is chosen
	documentChanges    bool // an edit may say which versions it is for
	createFile         bool // an edit may make a file
	showDocument       bool
	content            bool // it asks for the text of documents that are made by the server
	input              bool // it asks its user for a call; see PROTOCOL.md
	ownTimeline        bool // it shows timelines by itself; see PROTOCOL.md
}

// timeline reports whether the client can show a timeline.
func (c clientSupport) timeline() bool { return c.ownTimeline || c.content && c.showDocument }

// initialize answers "initialize": what the two sides can do.
func initialize(s *server, params *protocol.InitializeParams) (any, error) {
	s.encoding = negotiate(params.Capabilities.General)
	s.supports = supportOf(&params.Capabilities)
	s.clientLog.setTrace(params.Trace)
	s.enter(phaseInitialized)
	s.log.Info("augur is ready", "version", s.opts.Version, "client", params.ClientInfo.Name, "positions", string(wireEncoding(s.encoding)))
	s.applySettings(params.InitializationOptions)
	s.openFolders(rootsOf(params))

	yes := true
	sync := protocol.TextDocumentSyncKindIncremental
	filters := protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{{Pattern: protocol.FileOperationPattern{Glob: "**"}}}}
	language := languagePython
	result := &protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: wireEncoding(s.encoding),
			TextDocumentSync: &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &sync, Save: protocol.Boolean(true)},
			NotebookDocumentSync: &protocol.NotebookDocumentSyncOptions{NotebookSelector: []protocol.NotebookSelector{
				&protocol.NotebookDocumentFilterWithCells{Cells: []protocol.NotebookCellLanguage{{Language: language}}},
			}},
			HoverProvider: protocol.Boolean(true),
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{kindUseExample, kindInsert, kindView, kindInputs},
				ResolveProvider: &yes,
			},
			CodeLensProvider:       &protocol.CodeLensOptions{ResolveProvider: &yes},
			InlayHintProvider:      &protocol.InlayHintOptions{},
			InlineValueProvider:    &protocol.InlineValueOptions{},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commandNames()},
			Workspace: &protocol.WorkspaceOptions{
				WorkspaceFolders:    &protocol.WorkspaceFoldersServerCapabilities{Supported: &yes, ChangeNotifications: protocol.Boolean(true)},
				FileOperations:      &protocol.FileOperationOptions{DidRename: filters},
				TextDocumentContent: &protocol.TextDocumentContentOptions{Schemes: []string{timelineScheme}},
			},
		},
		ServerInfo: protocol.ServerInfo{Name: "augur"},
	}
	if s.supports.pull {
		result.Capabilities.DiagnosticProvider = &protocol.DiagnosticOptions{InterFileDependencies: true}
	}
	if s.opts.Version != "" {
		result.ServerInfo.Version = protocol.NewOptional(s.opts.Version)
	}
	return result, nil
}

// rootsOf returns the URIs of the folders that the client works in.
func rootsOf(params *protocol.InitializeParams) []string {
	var roots []string
	if folders, ok := params.WorkspaceFolders.Get(); ok {
		for _, f := range folders {
			roots = append(roots, string(f.URI))
		}
	}
	//lint:ignore SA1019 clients that know nothing of several folders send this
	if root := params.RootURI; len(roots) == 0 && root != nil && *root != "" {
		roots = append(roots, string(*root))
	}
	return roots
}

// encodings are the position encodings, the cheapest first.
var encodings = []struct {
	kind     protocol.PositionEncodingKind
	encoding syntax.Encoding
}{
	{protocol.PositionEncodingKindUTF8, syntax.UTF8},
	{protocol.PositionEncodingKindUTF16, syntax.UTF16},
	{protocol.PositionEncodingKindUTF32, syntax.UTF32},
}

// negotiate chooses the position encoding: the cheapest that the client offers,
// and UTF-16 if it offers none, as the protocol wants it.
func negotiate(general *protocol.GeneralClientCapabilities) syntax.Encoding {
	if general != nil {
		for _, e := range encodings {
			if slices.Contains(general.PositionEncodings, e.kind) {
				return e.encoding
			}
		}
	}
	return syntax.UTF16
}

// wireEncoding returns the name of an encoding in the protocol.
func wireEncoding(enc syntax.Encoding) protocol.PositionEncodingKind {
	for _, e := range encodings {
		if e.encoding == enc {
			return e.kind
		}
	}
	return protocol.PositionEncodingKindUTF16
}

// supportOf reads the client's capabilities.
func supportOf(c *protocol.ClientCapabilities) clientSupport {
	var s clientSupport
	if w := c.Workspace; w != nil {
		s.hintRefresh = w.InlayHint != nil && isTrue(w.InlayHint.RefreshSupport)
		s.lensRefresh = w.CodeLens != nil && isTrue(w.CodeLens.RefreshSupport)
		s.inlineRefresh = w.InlineValue != nil && isTrue(w.InlineValue.RefreshSupport)
		s.diagnosticRefresh = w.Diagnostics != nil && isTrue(w.Diagnostics.RefreshSupport)
		s.configuration = isTrue(w.Configuration)
		s.registerSettings = w.DidChangeConfiguration != nil && isTrue(w.DidChangeConfiguration.DynamicRegistration)
		s.registerFileEvents = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
		s.documentChanges = w.WorkspaceEdit != nil && isTrue(w.WorkspaceEdit.DocumentChanges)
		s.createFile = w.WorkspaceEdit != nil && isTrue(w.WorkspaceEdit.DocumentChanges) &&
			slices.Contains(w.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindCreate)
		s.content = w.TextDocumentContent != nil
	}
	if w := c.Window; w != nil {
		s.progress = isTrue(w.WorkDoneProgress)
		s.showDocument = w.ShowDocument != nil && w.ShowDocument.Support
	}
	if t := c.TextDocument; t != nil {
		s.pull = t.Diagnostic != nil
		if p := t.PublishDiagnostics; p != nil {
			s.publish = true
			s.related = isTrue(p.RelatedInformation)
			s.tags = len(p.TagSupport.ValueSet) > 0
		}
		if d := t.Diagnostic; d != nil {
			s.related = s.related || isTrue(d.RelatedInformation)
			s.tags = s.tags || len(d.TagSupport.ValueSet) > 0
		}
		if a := t.CodeAction; a != nil {
			s.resolveEdit = slices.Contains(a.ResolveSupport.Properties, "edit")
		}
	}
	var own struct {
		Augur struct {
			Input    bool `json:"input"`
			Timeline bool `json:"timeline"`
		} `json:"augur"`
	}
	if json.Unmarshal(c.Experimental, &own) == nil {
		s.input, s.ownTimeline = own.Augur.Input, own.Augur.Timeline
	}
	return s
}

func isTrue(b *bool) bool { return b != nil && *b }

// applySettings reads settings, over those of Augur's own files, and reports what
// is wrong with them.
func (s *server) applySettings(raw []byte) {
	to, problems := settings.Parse(raw)
	for _, p := range problems {
		s.log.Warn(p)
	}
	s.reading.Lock()
	s.editorSettings = slices.Clone(raw)
	s.reading.Unlock()
	before, after := s.change(func(now *session.Snapshot) *session.Snapshot {
		if now.Settings.Hints.Mode != to.Hints.Mode {
			now = now.WithMode("") // who sets a mode wants to see it
		}
		return now.WithSettings(to)
	})
	s.readFolders()
	if before.Settings != after.Settings || before.Mode() != after.Mode() {
		s.refresh()
	}
}
