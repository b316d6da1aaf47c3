package server

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/pins"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// The commands.
const (
	commandUseExample      = "augur.useExample"
	commandPinExample      = "augur.pinExample"
	commandClearExample    = "augur.clearExample"
	commandPredictWith     = "augur.predictWith"
	commandShowTimeline    = "augur.showTimeline"
	commandToggle          = "augur.toggle"
	commandExamples        = "augur.examples"
	commandNextExample     = "augur.nextExample"
	commandFindInput       = "augur.findInput"
	commandInsertInputTest = "augur.insertInputTest"
)

// commands are what "workspace/executeCommand" can do, by name. They run on the
// loop.
var commands = map[string]func(*server, []protocol.LSPAny) error{
	commandUseExample:      useExample,
	commandPinExample:      pinExample,
	commandClearExample:    clearExample,
	commandPredictWith:     predictWith,
	commandShowTimeline:    showTimeline,
	commandToggle:          toggle,
	commandNextExample:     nextExample,
	commandFindInput:       findInput,
	commandInsertInputTest: insertInputTest,
}

func init() {
	commands[commandExamples] = chooseExample // which runs others
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

// functionArgument is the one argument of commands about a function.
type functionArgument struct {
	URI      string `json:"uri"`
	Function string `json:"function"` // qualified; empty: the one at the position, or the top level of the module
	// Position is where the cursor is, for clients that do not know functions.
	Position *protocol.Position `json:"position,omitempty"`

	Call   string `json:"call,omitempty"`
	Setup  string `json:"setup,omitempty"`
	Origin string `json:"origin,omitempty"`
}

// example returns the example that an argument has.
func (a *functionArgument) example() session.Example {
	return session.Example{Call: a.Call, Setup: a.Setup, Origin: a.Origin}
}

// readFunction reads the argument of a command and finds its document.
func (s *server) readFunction(command string, arguments []protocol.LSPAny, needsCall bool) (*functionArgument, *session.Document, error) {
	to := new(functionArgument)
	if len(arguments) != 1 || json.Unmarshal(arguments[0], to) != nil || to.URI == "" ||
		needsCall && to.Call == "" && to.Origin != session.OriginPredicted {
		call := ""
		if needsCall {
			call = `, "call": …`
		}
		return nil, nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, `%s takes one argument {"uri": …, "function": …%s}`, command, call)
	}
	now := s.current()
	place, ok := now.Place(to.URI)
	if n := now.Notebook(to.URI); n != nil {
		place, ok = session.Place{URI: to.URI, Document: n.Whole()}, true
	}
	if !ok {
		return nil, nil, errNotOpen(to.URI)
	}
	to.URI = place.Document.URI
	if to.Function == "" && to.Position != nil {
		to.Function = place.Document.Outline().Around(lineIn(place, *to.Position)).Name
	}
	return to, place.Document, nil
}

// command returns a command about a function.
func command(name, title string, argument functionArgument) protocol.Command {
	return protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{mustMarshal(argument)}}
}

// useExampleCommand returns the command that makes a function use an example.
func useExampleCommand(uri, function string, c examples.Choice) protocol.Command {
	ex := c.Example
	return command(commandUseExample, c.Title, functionArgument{URI: uri, Function: function, Call: ex.Call, Setup: ex.Setup, Origin: ex.Origin})
}

func pinCommand(uri, function string, ex session.Example) protocol.Command {
	return command(commandPinExample, "Augur: pin "+examples.Call(ex),
		functionArgument{URI: uri, Function: function, Call: ex.Call, Setup: ex.Setup})
}

func clearCommand(uri, function, title string) protocol.Command {
	return command(commandClearExample, title, functionArgument{URI: uri, Function: function})
}

func predictWithCommand(uri, function, title string) protocol.Command {
	return command(commandPredictWith, title, functionArgument{URI: uri, Function: function})
}

func timelineCommand(uri, function string) protocol.Command {
	return command(commandShowTimeline, "Augur: show the whole timeline", functionArgument{URI: uri, Function: function})
}

// useExample runs augur.useExample: from now on a function shows the values of
// another example.
func useExample(s *server, arguments []protocol.LSPAny) error {
	to, _, err := s.readFunction(commandUseExample, arguments, true)
	if err != nil {
		return err
	}
	s.choose(to.URI, to.Function, to.example())
	return nil
}

// choose makes a function use an example.
func (s *server) choose(uri, function string, ex session.Example) {
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithChoice(uri, function, ex) })
	s.refresh()
}

// predictWith runs augur.predictWith: a function shows the values of a call that
// its user has typed.
func predictWith(s *server, arguments []protocol.LSPAny) error {
	to, doc, err := s.readFunction(commandPredictWith, arguments, true)
	if err != nil {
		return err
	}
	if _, err := named(doc, to.Function); err != nil {
		return err
	}
	if bad := pins.CheckCall(to.Function, to.Call); bad != "" {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, bad)
	}
	to.Origin = session.OriginGiven
	s.choose(to.URI, to.Function, to.example())
	return nil
}

// pinExample runs augur.pinExample: it keeps the example of a function in the file
// of pins.
func pinExample(s *server, arguments []protocol.LSPAny) error {
	to, doc, err := s.readFunction(commandPinExample, arguments, true)
	if err != nil {
		return err
	}
	folder := s.current().FolderOf(doc.Path)
	if folder == nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is in no folder of the workspace, whose augur-pins.toml would keep the pin: open the folder that it is in", to.URI)
	}
	pin := pins.Pin{File: folder.Relative(doc.Path), Function: to.Function, Call: to.Call, Setup: to.Setup}
	if bad := pin.Check(doc.File()); bad != "" {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, bad)
	}
	if err := s.editPins(folder, func(text string) string { return pins.Set(text, pin) }); err != nil {
		return err
	}
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithoutChoice(to.URI, to.Function) })
	s.refresh()
	return nil
}

// clearExample runs augur.clearExample: a function is shown with its best example
// again.
func clearExample(s *server, arguments []protocol.LSPAny) error {
	to, doc, err := s.readFunction(commandClearExample, arguments, false)
	if err != nil {
		return err
	}
	if folder := s.current().FolderOf(doc.Path); folder != nil {
		if _, pinned := s.current().PinOf(doc, to.Function); pinned {
			file := folder.Relative(doc.Path)
			if err := s.editPins(folder, func(text string) string { return pins.Remove(text, file, to.Function) }); err != nil {
				return err
			}
		}
	}
	s.change(func(now *session.Snapshot) *session.Snapshot { return now.WithoutChoice(to.URI, to.Function) })
	s.refresh()
	return nil
}

// showTimeline runs augur.showTimeline: it opens a document that has everything
// that a function does.
func showTimeline(s *server, arguments []protocol.LSPAny) error {
	to, _, err := s.readFunction(commandShowTimeline, arguments, false)
	switch {
	case err != nil:
		return err
	case !s.supports.showDocument:
		return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed),
			"this editor lets nobody open a document; its client can ask for %s", methodTimeline)
	}
	s.spawn(func(ctx context.Context) {
		focus := true
		result, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: protocolURI(timelineURI(to.URI, to.Function)), TakeFocus: &focus})
		if ctx.Err() == nil && (err != nil || result == nil || !result.Success) {
			s.log.Warn("the editor did not open the timeline", "reason", fmt.Sprint(err))
		}
	})
	return nil
}

// toggle runs augur.toggle: it turns the hints off, and back to the mode that
// they were in.
func toggle(s *server, _ []protocol.LSPAny) error {
	s.change(func(now *session.Snapshot) *session.Snapshot {
		if now.Mode() != settings.Off {
			s.modeWhenOn = now.Mode()
			return now.WithMode(settings.Off)
		}
		if now.Settings.Hints.Mode != settings.Off {
			return now.WithMode("") // as the settings say
		}
		return now.WithMode(s.modeWhenOn)
	})
	s.refresh()
	return nil
}
