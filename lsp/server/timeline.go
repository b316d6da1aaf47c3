package server

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/transcript"
)

// methodTimeline is a request of Augur's own: everything that a function does.
const methodTimeline = "augur/timeline"

// timelineScheme is that of the URIs of documents that show timelines.
const timelineScheme = "augur-timeline"

// timelineParams are the parameters of requests about a function, which is given by
// its name, or by a position in it.
type timelineParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Function     *string                         `json:"function,omitempty"`
	Position     *protocol.Position              `json:"position,omitempty"`
}

// showsTimeline answers "augur/timeline".
func showsTimeline(r *request, params *timelineParams) (*transcript.Transcript, error) {
	doc, f, err := r.function(methodTimeline, params)
	if err != nil {
		return nil, err
	}
	forecast, err := r.forecast(doc, f)
	if err != nil || forecast == nil {
		return nil, err
	}
	return transcript.Of(doc.File(), doc.Outline(), f, forecast, r.snapshot.SettingsOf(doc).Oracle.Threshold), nil
}

// timelineURI returns the URI of the document that shows what a function does. Its
// path is for people to read.
func timelineURI(uri, function string) string {
	name := function
	if name == "" {
		name = uri[strings.LastIndexByte(uri, '/')+1:]
	}
	raw, err := json.Marshal(timelineOf{uri, function})
	if err != nil {
		panic(err) // two texts can always be encoded
	}
	// Clients encode and decode the parts of a URI as they like, so nothing stands
	// in it that would look otherwise then.
	return timelineScheme + ":/" + url.PathEscape(name+".timeline") + "?" + base64.RawURLEncoding.EncodeToString(raw)
}

// timelineOf is what the document with a timeline is about.
type timelineOf struct {
	URI      string `json:"uri"`
	Function string `json:"function"`
}

// readTimelineURI reads what timelineURI wrote.
func readTimelineURI(text string) (of timelineOf, ok bool) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != timelineScheme {
		return of, false
	}
	raw, err := base64.RawURLEncoding.DecodeString(u.RawQuery)
	return of, err == nil && json.Unmarshal(raw, &of) == nil && of.URI != ""
}

// textDocumentContent answers "workspace/textDocumentContent".
func textDocumentContent(r *request, params *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	of, ok := readTimelineURI(string(params.URI))
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q is no timeline", string(params.URI))
	}
	t, err := showsTimeline(r, &timelineParams{TextDocument: protocol.TextDocumentIdentifier{URI: protocolURI(of.URI)}, Function: &of.Function})
	if err != nil {
		return nil, err
	}
	if t == nil {
		return &protocol.TextDocumentContentResult{Text: "Nothing calls " + of.Function + ".\n"}, nil
	}
	return &protocol.TextDocumentContentResult{Text: t.String()}, nil
}
