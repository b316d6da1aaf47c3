package server

import "go.lsp.dev/protocol"

// setTrace takes "$/setTrace": how much of the log the client wants.
func setTrace(s *server, params *protocol.SetTraceParams) error {
	s.clientLog.setTrace(params.Value)
	return nil
}
