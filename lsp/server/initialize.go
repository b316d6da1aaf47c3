package server

import (
	"slices"

	"go.lsp.dev/protocol"

	"augur/analysis/syntax"
	"augur/lsp/settings"
)

// clientSupport is what the client can do, as far as it matters.
type clientSupport struct {
	hintRefresh        bool
	lensRefresh        bool
	progress           bool
	configuration      bool // it answers workspace/configuration
	registerSettings   bool // it lets a server ask for workspace/didChangeConfiguration
	registerFileEvents bool // it lets a server ask for workspace/didChangeWatchedFiles
	markdownHover      bool
}

// initialize answers "initialize": what the two sides can do.
func initialize(s *server, params *protocol.InitializeParams) (any, error) {
	s.encoding = negotiate(params.Capabilities.General)
	s.supports = supportOf(&params.Capabilities)
	s.clientLog.setTrace(params.Trace)
	s.applySettings(params.InitializationOptions)
	s.enter(phaseInitialized)
	s.log.Info("augur is ready", "version", s.opts.Version, "client", params.ClientInfo.Name, "positions", string(wireEncoding(s.encoding)))

	yes := true
	sync := protocol.TextDocumentSyncKindIncremental
	result := &protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: wireEncoding(s.encoding),
			TextDocumentSync: &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &sync, Save: protocol.Boolean(true)},
			HoverProvider:    protocol.Boolean(true),
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{kindUseExample},
			},
			CodeLensProvider:       &protocol.CodeLensOptions{},
			InlayHintProvider:      &protocol.InlayHintOptions{},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commandNames()},
		},
		ServerInfo: protocol.ServerInfo{Name: "augur"},
	}
	if s.opts.Version != "" {
		result.ServerInfo.Version = protocol.NewOptional(s.opts.Version)
	}
	return result, nil
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
		s.configuration = isTrue(w.Configuration)
		s.registerSettings = w.DidChangeConfiguration != nil && isTrue(w.DidChangeConfiguration.DynamicRegistration)
		s.registerFileEvents = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
	}
	if w := c.Window; w != nil {
		s.progress = isTrue(w.WorkDoneProgress)
	}
	if t := c.TextDocument; t != nil && t.Hover != nil {
		s.markdownHover = slices.Contains(t.Hover.ContentFormat, protocol.MarkupKindMarkdown)
	}
	return s
}

func isTrue(b *bool) bool { return b != nil && *b }

// applySettings reads settings and reports what is wrong with them.
func (s *server) applySettings(raw []byte) {
	to, problems := settings.Parse(raw)
	for _, p := range problems {
		s.log.Warn(p)
	}
	before, after := s.changeSettings(to)
	if before != after {
		s.refresh()
	}
}
