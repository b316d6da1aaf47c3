package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/analysis/project"
	"augur/analysis/reach"
	"augur/lsp/inputs"
	"augur/lsp/session"
	"augur/lsp/testgen"
)

// methodInputs is a request of Augur's own: the inputs that answer a question, for
// clients that show them in a dialog of their own.
const methodInputs = "augur/inputs"

// kindInputs is the kind of the code actions that ask for inputs.
const kindInputs protocol.CodeActionKind = "refactor.augur.input"

// inputsArgument is the one argument of commands about inputs, and the parameters of
// augur/inputs.
type inputsArgument struct {
	URI      string          `json:"uri"`
	Question inputs.Question `json:"question"`
	Call     string          `json:"call,omitempty"` // of an answer
}

// inputsAnswer is what augur/inputs returns.
type inputsAnswer struct {
	Message     string       `json:"message"`
	Unreachable bool         `json:"unreachable"`
	Inputs      []inputFound `json:"inputs"`
}

type inputFound struct {
	Call string `json:"call"`
	Path []int  `json:"path"` // lines from 1, in the order in which they are first reached
}

// offerInputs offers the questions that make sense on a line.
func offerInputs(r *request, c *actionContext) ([]protocol.CodeAction, error) {
	if r.inputs == nil || !c.place.Has(c.line) {
		return nil, nil
	}
	var actions []protocol.CodeAction
	for _, q := range inputs.On(c.place.Document, c.line) {
		argument := inputsArgument{URI: c.place.Document.URI, Question: q}
		command := protocol.Command{Title: q.Title, Command: commandFindInput, Arguments: []protocol.LSPAny{mustMarshal(argument)}}
		actions = append(actions, protocol.CodeAction{Title: q.Title, Command: command})
	}
	return actions, nil
}

// readInputs reads the argument of a command and finds its document.
func (s *server) readInputs(command string, arguments []protocol.LSPAny, needsCall bool) (*inputsArgument, *session.Document, error) {
	to := new(inputsArgument)
	if len(arguments) != 1 || json.Unmarshal(arguments[0], to) != nil || to.URI == "" || needsCall && to.Call == "" {
		return nil, nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, `%s takes one argument {"uri": …, "question": …}`, command)
	}
	if s.inputs == nil {
		return nil, nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "this server does not look for inputs")
	}
	doc := s.wholeDocument(to.URI)
	if doc == nil {
		return nil, nil, errNotOpen(to.URI)
	}
	return to, doc, nil
}

// wholeDocument returns an open document, or the text of a notebook.
func (s *server) wholeDocument(uri string) *session.Document {
	now := s.current()
	if n := now.Notebook(uri); n != nil {
		return n.Whole()
	}
	return now.Document(uri)
}

// inputsOf answers "augur/inputs".
func inputsOf(r *request, params *inputsArgument) (*inputsAnswer, error) {
	doc := r.wholeDocument(params.URI)
	switch {
	case r.inputs == nil:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "this server does not look for inputs")
	case doc == nil:
		return nil, errNotOpen(params.URI)
	}
	found, err := r.inputs.Find(r.ctx, r.snapshot, doc, params.Question)
	if err != nil {
		return nil, err
	}
	answer := &inputsAnswer{Message: inputs.Say(params.Question, found, 0), Unreachable: found.Unreachable, Inputs: []inputFound{}}
	for _, in := range found.Inputs {
		answer.Inputs = append(answer.Inputs, inputFound{Call: in.Call, Path: in.Path})
	}
	return answer, nil
}

// findInput runs augur.findInput: it looks for inputs, with a progress that can be
// cancelled, and lets the user choose what to do with one by way of messages.
func findInput(s *server, arguments []protocol.LSPAny) error {
	to, doc, err := s.readInputs(commandFindInput, arguments, false)
	if err != nil {
		return err
	}
	now := s.current()
	s.spawn(func(ctx context.Context) {
		q := to.Question
		if q.NeedsValue() {
			if q.Returns = s.ask(ctx, "Which result?", inputs.Values(doc, q.Function)...); q.Returns == "" {
				return
			}
		}
		ctx, done := s.cancellable(ctx, q.Title)
		found, err := s.inputs.Find(ctx, now, doc, q)
		done()
		switch {
		case errors.Is(err, context.Canceled):
			return
		case err != nil:
			s.say(protocol.MessageTypeWarning, "Augur: "+err.Error())
			return
		}
		s.offerInput(s.base, doc, q, found)
	})
	return nil
}

// The titles of what can be done with an input.
const (
	titleUse    = "Use as example"
	titleInsert = "Insert as test"
	titleCopy   = "Show to copy"
	titleNext   = "Next"
)

// offerInput lets the user choose what to do with what was found.
func (s *server) offerInput(ctx context.Context, doc *session.Document, q inputs.Question, found *reach.Result) {
	if len(found.Inputs) == 0 {
		s.say(protocol.MessageTypeInfo, inputs.Say(q, found, 0))
		return
	}
	for at := 0; ; at = (at + 1) % len(found.Inputs) {
		in := found.Inputs[at]
		titles := []string{titleUse, titleCopy}
		if s.canInsertTest(doc) {
			titles = []string{titleUse, titleInsert, titleCopy}
		}
		if len(found.Inputs) > 1 {
			titles = append(titles, titleNext)
		}
		switch s.ask(ctx, inputs.Say(q, found, at), titles...) {
		case titleUse:
			s.choose(doc.URI, found.Function, session.Example{Call: in.Call, Origin: session.OriginGiven})
		case titleInsert:
			if err := s.insertInput(ctx, doc, q, found.Function, in.Call); err != nil {
				s.say(protocol.MessageTypeWarning, "Augur: "+err.Error())
			}
		case titleCopy:
			s.say(protocol.MessageTypeInfo, in.Call)
		case titleNext:
			continue
		}
		return
	}
}

// canInsertTest reports whether a test can be written for what is in a document.
func (s *server) canInsertTest(doc *session.Document) bool {
	target, ok := testgen.TargetFor(doc.Path, s.current().Open)
	return ok && doc.IsFile() && (target.Exists() || s.supports.createFile)
}

// insertInputTest runs augur.insertInputTest: it adds a test of an input.
func insertInputTest(s *server, arguments []protocol.LSPAny) error {
	to, doc, err := s.readInputs(commandInsertInputTest, arguments, true)
	if err != nil {
		return err
	}
	s.spawn(func(ctx context.Context) {
		if err := s.insertInput(ctx, doc, to.Question, to.Question.Function, to.Call); err != nil {
			s.say(protocol.MessageTypeWarning, "Augur: "+err.Error())
		}
	})
	return nil
}

// insertInput has the client write a test of an input. One that breaks an assertion
// makes a test that fails until the assertion holds.
func (s *server) insertInput(ctx context.Context, doc *session.Document, q inputs.Question, function, call string) error {
	r := &request{server: s, ctx: ctx, snapshot: s.current()}
	f, ok := doc.Outline().Named(function)
	if !ok {
		return fmt.Errorf("there is no function %s", function)
	}
	c := testgen.Case{File: doc.File(), Path: doc.Path, Module: project.For(doc.Path).Module(), Function: function, Call: call}
	if q.Goal == reach.AssertFails {
		c.Expect = testgen.Expectation{Passes: true}
	} else {
		var err error
		if c, err = r.testCase(doc, f, session.Example{Call: call, Origin: session.OriginGiven}); err != nil {
			return err
		}
	}
	edit, err := r.testInsertion(c)
	if err != nil {
		return err
	}
	label := "Insert a test of " + function
	result, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: *edit})
	switch {
	case err != nil:
		return err
	case result != nil && !result.Applied:
		return errors.New("the editor did not insert the test")
	}
	return nil
}

// ask shows a message with choices and returns the one that the user took, "" for
// none.
func (s *server) ask(ctx context.Context, message string, titles ...string) string {
	params := &protocol.ShowMessageRequestParams{Type: protocol.MessageTypeInfo, Message: message}
	for _, t := range titles {
		params.Actions = append(params.Actions, protocol.MessageActionItem{Title: t})
	}
	chosen, err := s.client.ShowMessageRequest(ctx, params)
	if err != nil || chosen == nil || !slices.Contains(titles, chosen.Title) {
		return ""
	}
	return chosen.Title
}

// say shows a message.
func (s *server) say(kind protocol.MessageType, message string) {
	if err := s.client.ShowMessage(s.base, &protocol.ShowMessageParams{Type: kind, Message: message}); err != nil && s.base.Err() == nil {
		s.log.Debug("a message was not shown", "reason", err.Error())
	}
}

// underWay are the searches that the client may cancel, by the tokens of their
// progress.
type underWay struct {
	mu     sync.Mutex
	cancel map[string]context.CancelFunc // guarded by mu
}

// cancellable shows a progress that the client can cancel. done ends it.
func (s *server) cancellable(ctx context.Context, title string) (searching context.Context, done func()) {
	searching, cancel := context.WithCancel(ctx)
	if !s.supports.progress {
		return searching, cancel
	}
	name := fmt.Sprintf("augur-%d", s.tokens.Add(1))
	token := protocol.String(name)
	if s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}) != nil {
		return searching, cancel
	}
	s.searches.mu.Lock()
	if s.searches.cancel == nil {
		s.searches.cancel = make(map[string]context.CancelFunc)
	}
	s.searches.cancel[name] = cancel
	s.searches.mu.Unlock()
	yes := true
	s.report(token, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: &yes})
	return searching, func() {
		cancel()
		s.searches.mu.Lock()
		delete(s.searches.cancel, name)
		s.searches.mu.Unlock()
		s.report(token, &protocol.WorkDoneProgressEnd{Kind: "end"})
	}
}

// progressCancel takes "window/workDoneProgress/cancel".
func progressCancel(s *server, params *protocol.WorkDoneProgressCancelParams) error {
	name, ok := params.Token.(protocol.String)
	if !ok {
		return nil
	}
	s.searches.mu.Lock()
	defer s.searches.mu.Unlock()
	if cancel := s.searches.cancel[string(name)]; cancel != nil {
		cancel()
	}
	return nil
}
