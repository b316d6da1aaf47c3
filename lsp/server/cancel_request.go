package server

import (
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// cancelRequest takes "$/cancelRequest": the answer of a request is not wanted
// any more. The request is answered all the same, with an error.
func cancelRequest(s *server, params *protocol.CancelParams) error {
	switch id := params.ID.(type) {
	case protocol.Integer:
		s.running.stop(jsonrpc2.NewNumberID(int64(id)))
	case protocol.String:
		s.running.stop(jsonrpc2.NewStringID(string(id)))
	default:
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the id is neither a number nor a string")
	}
	return nil
}
