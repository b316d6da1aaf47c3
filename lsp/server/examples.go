package server

import (
	"context"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/examples"
	"augur/lsp/outline"
	"augur/lsp/session"
)

// methodExamples is a request of Augur's own: what a function can be shown with, for
// clients that show it in a list of their own.
const methodExamples = "augur/examples"

// examplesResult is what a function can be shown with.
type examplesResult struct {
	Function string          `json:"function"`
	Choices  []exampleChoice `json:"choices"`
}

// exampleChoice is one thing that the user can choose.
type exampleChoice struct {
	Title   string           `json:"title"`
	Detail  string           `json:"detail,omitempty"` // where an example comes from
	InUse   bool             `json:"inUse,omitempty"`
	Command protocol.Command `json:"command"`
}

// listExamples answers "augur/examples".
func listExamples(r *request, params *timelineParams) (*examplesResult, error) {
	doc, f, err := r.function(methodExamples, params)
	if err != nil {
		return nil, err
	}
	choices, err := r.choices(doc, f)
	if err != nil {
		return nil, err
	}
	return &examplesResult{Function: f.Name, Choices: choices}, nil
}

// choices returns what the user can choose for a function: its examples, and what
// else there is to do about them.
func (r *request) choices(doc *session.Document, f outline.Function) ([]exampleChoice, error) {
	list, err := r.examples(doc, f)
	if err != nil {
		return nil, err
	}
	choices := []exampleChoice{}
	predicted := false
	for i, ex := range list.Examples {
		predicted = predicted || ex.Predicted()
		choices = append(choices, exampleChoice{
			Title: examples.Call(ex), Detail: examples.Origin(ex), InUse: i == list.InUse,
			Command: useExampleCommand(doc.URI, f.Name, examples.Choice{Title: examples.Call(ex), Example: ex}),
		})
	}
	if f.IsModule() {
		return choices, nil
	}
	add := func(title string, command protocol.Command) {
		command.Title = title
		choices = append(choices, exampleChoice{Title: title, Command: command})
	}
	if canPredict(f) && !predicted {
		add("Predicted arguments", useExampleCommand(doc.URI, f.Name, examples.Choice{Example: session.Example{Origin: session.OriginPredicted}}))
	}
	if r.supports.input && hasParameters(f) {
		add("A call of your own…", predictWithCommand(doc.URI, f.Name, ""))
	}
	current := list.Current()
	_, pinned := r.snapshot.PinOf(doc, f.Name)
	if r.canPin(doc, current) {
		add("Pin "+examples.Call(*current), pinCommand(doc.URI, f.Name, *current))
	}
	switch _, chosen := r.snapshot.Choice(doc.URI, f.Name); {
	case pinned:
		add("Remove the pin", clearCommand(doc.URI, f.Name, ""))
	case chosen:
		add("Forget the chosen example", clearCommand(doc.URI, f.Name, ""))
	}
	return choices, nil
}

// maxMessageChoices bounds the choices of a message: editors show them in a row.
const maxMessageChoices = 10

// chooseExample runs augur.examples: it lets the user choose by way of a message.
func chooseExample(s *server, arguments []protocol.LSPAny) error {
	to, doc, err := s.readFunction(commandExamples, arguments, false)
	if err != nil {
		return err
	}
	f, err := named(doc, to.Function)
	if err != nil {
		return err
	}
	s.spawn(func(ctx context.Context) {
		r := &request{server: s, ctx: ctx, snapshot: s.current()}
		choices, err := r.choices(doc, f)
		if err != nil {
			s.say(protocol.MessageTypeWarning, "Augur: "+err.Error())
			return
		}
		message := "Nothing calls " + f.Name + ". Show it with"
		var titles []string
		byTitle := make(map[string]protocol.Command)
		for _, c := range choices {
			title := c.Title
			if c.Detail != "" {
				title = fmt.Sprintf("%s (%s)", c.Title, c.Detail)
			}
			if c.InUse {
				message = fmt.Sprintf("%s is shown with %s. Show it with", f.Name, title)
				continue
			}
			if c.Command.Command == commandPredictWith {
				continue // only the client can ask for it
			}
			if _, twice := byTitle[title]; !twice && len(titles) < maxMessageChoices {
				titles = append(titles, title)
				byTitle[title] = c.Command
			}
		}
		if len(titles) == 0 {
			s.say(protocol.MessageTypeInfo, f.Name+" has no other example.")
			return
		}
		if command, ok := byTitle[s.ask(ctx, message, titles...)]; ok {
			if err := commands[command.Command](s, command.Arguments); err != nil {
				s.say(protocol.MessageTypeWarning, "Augur: "+err.Error())
			}
		}
	})
	return nil
}

// nextExample runs augur.nextExample: a function is shown with its next example.
func nextExample(s *server, arguments []protocol.LSPAny) error {
	to, doc, err := s.readFunction(commandNextExample, arguments, false)
	if err != nil {
		return err
	}
	f, err := named(doc, to.Function)
	if err != nil {
		return err
	}
	s.spawn(func(ctx context.Context) {
		r := &request{server: s, ctx: ctx, snapshot: s.current()}
		list, err := r.examples(doc, f)
		switch {
		case err != nil:
			s.log.Warn("the examples were not listed", "reason", err.Error())
		case len(list.Examples) > 0:
			s.choose(doc.URI, f.Name, list.Examples[(list.InUse+1)%len(list.Examples)])
		}
	})
	return nil
}

// function returns the function that parameters name, and the document it is in.
func (r *request) function(method string, params *timelineParams) (*session.Document, outline.Function, error) {
	place, err := r.place(params.TextDocument)
	if n := r.snapshot.Notebook(string(params.TextDocument.URI)); err != nil && n != nil {
		place.URI, place.Document, err = n.URI, n.Whole(), nil
	}
	if err != nil {
		return nil, outline.Function{}, err
	}
	doc := place.Document
	switch {
	case params.Function != nil:
		f, err := named(doc, *params.Function)
		return doc, f, err
	case params.Position != nil:
		return doc, doc.Outline().Around(lineIn(place, *params.Position)), nil
	}
	return nil, outline.Function{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s needs a function or a position", method)
}

// named returns the function of a document with a qualified name.
func named(doc *session.Document, function string) (outline.Function, error) {
	f, ok := doc.Outline().Named(function)
	if !ok {
		return f, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no function %s", function)
	}
	return f, nil
}
