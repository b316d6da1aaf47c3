package server

import (
	"encoding/json"
	"maps"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// The commands.
const (
	commandUseExample = "augur.useExample"
	commandToggle     = "augur.toggle"
)

// commands are what "workspace/executeCommand" can do, by name. They run on the
// loop.
var commands = map[string]func(*server, []protocol.LSPAny) error{
	commandUseExample: useExample,
	commandToggle:     toggle,
}

// commandNames returns the names of all commands.
func commandNames() []string { return slices.Sorted(maps.Keys(commands)) }

// executeCommand answers "workspace/executeCommand".
func executeCommand(s *server, params *protocol.ExecuteCommandParams) (any, error) {
	run, ok := commands[params.Command]
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "unknown command %q", params.Command)
	}
	return nil, run(s, params.Arguments)
}

// useExampleArgument is the one argument of augur.useExample.
type useExampleArgument struct {
	URI      string `json:"uri"`
	Function string `json:"function"`
	Call     string `json:"call"`
}

// useExampleCommand returns the command that makes a function use an example.
func useExampleCommand(uri, function string, c examples.Choice) protocol.Command {
	return protocol.Command{
		Title:     c.Title,
		Command:   commandUseExample,
		Arguments: []protocol.LSPAny{mustMarshal(useExampleArgument{uri, function, c.Call})},
	}
}

// useExample runs augur.useExample: from now on a function shows the values of
// another example.
func useExample(s *server, arguments []protocol.LSPAny) error {
	var to useExampleArgument
	if len(arguments) != 1 || json.Unmarshal(arguments[0], &to) != nil || to.URI == "" || to.Call == "" {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, `%s takes one argument {"uri": …, "function": …, "call": …}`, commandUseExample)
	}
	if s.current().Document(to.URI) == nil {
		return errNotOpen(to.URI)
	}
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithChoice(to.URI, to.Function, to.Call) })
	s.refresh()
	return nil
}

// toggle runs augur.toggle: it turns the hints off, and back to the mode that
// they were in.
func toggle(s *server, _ []protocol.LSPAny) error {
	s.change(func(now *session.Snapshot) *session.Snapshot {
		to := now.Settings
		if to.Hints.Mode == settings.Off {
			to.Hints.Mode = s.modeWhenOn
		} else {
			s.modeWhenOn = to.Hints.Mode
			to.Hints.Mode = settings.Off
		}
		return now.WithSettings(to)
	})
	s.refresh()
	return nil
}
