package server

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// The kinds of code actions. As refactorings they are in the menus but light no
// bulb on every line.
const (
	kindUseExample protocol.CodeActionKind = "refactor.augur.example" // choose another example
	kindInsert     protocol.CodeActionKind = "refactor.augur.insert"  // write it into the source
	kindView       protocol.CodeActionKind = "refactor.augur.view"    // show more, or less
)

// actionContext is what code actions are offered for.
type actionContext struct {
	place session.Place
	f     outline.Function
	list  examples.List
	line  int // 1-based, that the cursor is on
}

// actionProviders offer the code actions, kind by kind.
var actionProviders = []struct {
	kind  protocol.CodeActionKind
	offer func(r *request, c *actionContext) ([]protocol.CodeAction, error)
}{
	{kindUseExample, offerExamples},
	{kindInsert, offerInsert},
	{kindView, offerViews},
	{kindInputs, offerInputs},
}

// codeAction answers "textDocument/codeAction".
func codeAction(r *request, params *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	place, err := r.place(params.TextDocument)
	if err != nil {
		return nil, err
	}
	line := lineIn(place, params.Range.Start)
	c := &actionContext{place: place, line: line, f: place.Document.Outline().Around(line)}
	if c.list, err = r.examples(place.Document, c.f); err != nil {
		return nil, err
	}
	answer := []protocol.CommandOrCodeAction{}
	for _, provider := range actionProviders {
		if !wanted(params.Context.Only, provider.kind) {
			continue
		}
		actions, err := provider.offer(r, c)
		if err != nil {
			return nil, err
		}
		for i := range actions {
			actions[i].Kind = &provider.kind
			answer = append(answer, &actions[i])
		}
	}
	return answer, nil
}

// offerExamples offers to choose and to keep examples.
func offerExamples(r *request, c *actionContext) ([]protocol.CodeAction, error) {
	uri, name := c.place.Document.URI, c.f.Name
	var actions []protocol.CodeAction
	add := func(command protocol.Command) {
		actions = append(actions, protocol.CodeAction{Title: command.Title, Command: command})
	}
	for _, choice := range c.list.Others() {
		add(useExampleCommand(uri, name, choice))
	}
	if c.f.IsModule() {
		return actions, nil
	}
	current := c.list.Current()
	_, pinned := r.snapshot.PinOf(c.place.Document, name)
	if r.canPin(c.place.Document, current) {
		add(pinCommand(uri, name, *current))
	}
	if _, chosen := r.snapshot.Choice(uri, name); chosen || pinned {
		title := "Augur: forget the chosen example"
		if pinned {
			title = "Augur: remove the pin"
		}
		add(clearCommand(uri, name, title))
	}
	if r.supports.input && hasParameters(c.f) {
		add(predictWithCommand(uri, name, "Augur: predict with…"))
	}
	if canPredict(c.f) && current != nil && !current.Predicted() {
		choice := examples.Choice{Title: "Augur: use predicted arguments", Example: session.Example{Origin: session.OriginPredicted}}
		add(useExampleCommand(uri, name, choice))
	}
	return actions, nil
}

// offerViews offers to show more, or nothing.
func offerViews(r *request, c *actionContext) ([]protocol.CodeAction, error) {
	var actions []protocol.CodeAction
	if r.supports.timeline() {
		command := timelineCommand(c.place.Document.URI, c.f.Name)
		actions = append(actions, protocol.CodeAction{Title: command.Title, Command: command})
	}
	command := protocol.Command{Title: "Augur: turn the hints off or on", Command: commandToggle}
	return append(actions, protocol.CodeAction{Title: command.Title, Command: command}), nil
}

// hasParameters reports whether a function can be called with something.
func hasParameters(f outline.Function) bool {
	if f.Node == nil {
		return false
	}
	a := f.Node.Args
	return len(a.PosOnly)+len(a.Args)+len(a.KwOnly) > 0 || a.Vararg != nil || a.Kwarg != nil
}

// canPredict reports whether arguments of a function can be made up. Those of a
// method would need an object, too.
func canPredict(f outline.Function) bool { return hasParameters(f) && !strings.Contains(f.Name, ".") }

// canPin reports whether an example, which may be nil, can be kept in the file of
// pins.
func (r *request) canPin(doc *session.Document, ex *session.Example) bool {
	return ex != nil && !ex.Pinned && ex.Call != "" && r.snapshot.FolderOf(doc.Path) != nil
}

// wanted reports whether a client that asks only for some kinds of actions asks
// for this one. A kind stands for those below it, too.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == "" || k == kind || strings.HasPrefix(string(kind), string(k)+".")
	})
}

// noteCodeAction learns from the request where the cursor is.
func noteCodeAction(s *server, params *protocol.CodeActionParams) {
	s.lookAt(params.TextDocument, params.Range.Start, false)
}
