package server

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/session"
)

// A method answers the messages with one name. Which of its fields is set says
// what its handler may do.
type method struct {
	// change runs on the loop and may change the state of the session. It must
	// not wait for anything, the client's answers least of all: they are read
	// by the loop.
	change func(s *server, raw []byte) (any, error)

	// read runs in the background. All it knows of the session is the snapshot.
	read func(r *request, raw []byte) (any, error)

	// before, if set, runs on the loop ahead of read.
	before func(s *server, raw []byte)

	// notification marks a message that is not answered.
	notification bool

	// always marks a message that is taken in every phase of the session.
	always bool
}

// request is a request for information that is being answered.
type request struct {
	*server
	ctx      context.Context // cancelled with the request
	snapshot *session.Snapshot
}

// methods are the messages that the server understands.
var methods map[string]method

func init() {
	methods = map[string]method{
		protocol.MethodInitialize:    call(initialize),
		protocol.MethodInitialized:   notify(initialized),
		protocol.MethodShutdown:      {change: shutdown},
		protocol.MethodExit:          {change: exit, notification: true, always: true},
		protocol.MethodCancelRequest: notify(cancelRequest),
		protocol.MethodSetTrace:      notify(setTrace),

		protocol.MethodTextDocumentDidOpen:   notify(didOpen),
		protocol.MethodTextDocumentDidChange: notify(didChange),
		protocol.MethodTextDocumentDidSave:   notify(didSave),
		protocol.MethodTextDocumentDidClose:  notify(didClose),

		protocol.MethodNotebookDocumentDidOpen:   notify(didOpenNotebook),
		protocol.MethodNotebookDocumentDidChange: notify(didChangeNotebook),
		protocol.MethodNotebookDocumentDidSave:   notify(didSaveNotebook),
		protocol.MethodNotebookDocumentDidClose:  notify(didCloseNotebook),

		protocol.MethodTextDocumentInlayHint:  read(inlayHint),
		protocol.MethodTextDocumentHover:      noting(noteHover, hover),
		protocol.MethodTextDocumentCodeAction: noting(noteCodeAction, codeAction),
		protocol.MethodCodeActionResolve:      read(resolveCodeAction),
		protocol.MethodTextDocumentCodeLens:   read(codeLens),
		protocol.MethodCodeLensResolve:        read(resolveCodeLens),
		protocol.MethodTextDocumentDiagnostic: read(diagnostic),

		protocol.MethodTextDocumentInlineValue:      read(inlineValue),
		protocol.MethodWindowWorkDoneProgressCancel: notify(progressCancel),

		protocol.MethodWorkspaceExecuteCommand:            call(executeCommand),
		protocol.MethodWorkspaceDidChangeConfiguration:    notify(didChangeConfiguration),
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notify(didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notify(didChangeWorkspaceFolders),
		protocol.MethodWorkspaceDidRenameFiles:            notify(didRenameFiles),
		protocol.MethodWorkspaceTextDocumentContent:       read(textDocumentContent),

		methodInputs:      read(inputsOf),
		methodCursor:      notify(cursor),
		methodBreakpoints: notify(breakpoints),
		methodTimeline:    read(showsTimeline),
		methodExample:     read(currentExample),
		methodResume:      read(resumes),
		methodExamples:    read(listExamples),
	}
}

// call is a request whose handler may change the state.
func call[P any](f func(*server, *P) (any, error)) method {
	return method{change: func(s *server, raw []byte) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return f(s, params)
	}}
}

// notify is a notification.
func notify[P any](f func(*server, *P) error) method {
	m := call(func(s *server, params *P) (any, error) { return nil, f(s, params) })
	m.notification = true
	return m
}

// read is a request for information.
func read[P, R any](f func(*request, *P) (R, error)) method {
	return method{read: func(r *request, raw []byte) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return f(r, params)
	}}
}

// noting is a request for information from which the session learns something
// before it is answered.
func noting[P, R any](note func(*server, *P), f func(*request, *P) (R, error)) method {
	m := read(f)
	m.before = func(s *server, raw []byte) {
		if params, err := decode[P](raw); err == nil {
			note(s, params)
		}
	}
	return m
}

// decode decodes the parameters of a message.
func decode[P any](raw []byte) (*P, error) {
	params := new(P)
	if len(raw) == 0 {
		raw = []byte("{}")
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "wrong parameters: %v", err)
	}
	return params, nil
}

// handle takes every message that is not a response. It never fails and never
// panics, because either would end the connection.
func (s *server) handle(ctx context.Context, msg *jsonrpc2.Request) (result any, err error) {
	name := strings.Clone(msg.Method())
	isCall := msg.IsCall()
	began := time.Now()
	defer func() {
		if v := recover(); v != nil {
			err = s.bug(name, v, debug.Stack())
		}
		if err != nil {
			result, err = nil, s.wireError(name, err)
		}
		s.clientLog.traced(name, msg.Params(), time.Since(began), err)
		if !isCall {
			if err != nil {
				s.log.Warn("a notification was ignored", "method", name, "reason", err.Error())
			}
			result, err = nil, nil
		}
	}()

	m, ok := methods[name]
	switch {
	case !ok && isCall:
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "unknown method %q", name)
	case !ok:
		// What starts with $/ may be ignored by the rules of the protocol, and
		// the rest harms nobody.
		s.log.Debug("unknown notification", "method", name)
		return nil, nil
	case m.notification && isCall:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s is a notification, not a request", name)
	case !m.notification && !isCall:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s is a request, not a notification", name)
	}
	if err := s.expects(name, m); err != nil {
		return nil, err
	}
	if m.read == nil {
		return m.change(s, msg.Params())
	}
	if m.before != nil {
		m.before(s, msg.Params())
	}
	reqCtx, done := s.running.begin(s.base, msg.ID())
	defer done()
	r := &request{server: s, ctx: reqCtx, snapshot: s.current()}
	jsonrpc2.Async(ctx) // from here on the loop reads the next message
	result, err = m.read(r, msg.Params())
	if reqCtx.Err() != nil {
		return nil, context.Cause(reqCtx)
	}
	return result, err
}

// requests are the requests that are being answered in the background.
//
// Their contexts are made from that of the session and not from that of the
// message, as [jsonrpc2.CancelHandler] does: the connection uses the latter for
// another message as soon as its handler has returned.
type requests struct {
	mu     sync.Mutex
	cancel map[jsonrpc2.ID]context.CancelFunc // guarded by mu
}

// begin returns the context of a request, and what to call at its end.
func (r *requests) begin(base context.Context, id jsonrpc2.ID) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(base)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel == nil {
		r.cancel = make(map[jsonrpc2.ID]context.CancelFunc)
	}
	r.cancel[id] = cancel
	return ctx, func() {
		cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.cancel, id)
	}
}

// stop cancels a request, if it is not answered yet.
func (r *requests) stop(id jsonrpc2.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel := r.cancel[id]; cancel != nil {
		cancel()
	}
}

// expects says whether a message may come in the present phase.
func (s *server) expects(name string, m method) error {
	p := s.inPhase()
	switch {
	case m.always:
		return nil
	case p == phaseShutdown:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s came after shutdown", name)
	case p == phaseNew && name != protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s came before initialize", name)
	case p != phaseNew && name == protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the server is initialized already")
	}
	return nil
}

// wireError gives an error its code.
func (s *server) wireError(name string, err error) error {
	var coded *jsonrpc2.Error
	var panicked *session.PanicError
	switch {
	case errors.Is(err, context.Canceled):
		return jsonrpc2.NewError(protocol.CodeRequestCancelled, "the request was cancelled")
	case errors.As(err, &coded):
		return coded
	case errors.Is(err, session.ErrStale):
		return jsonrpc2.NewError(protocol.CodeContentModified, err.Error())
	case errors.As(err, &panicked):
		return s.bug(name, panicked.Value, panicked.Stack)
	}
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), err.Error())
}

// panicOnBugs makes a bug end the program. Tests set it.
var panicOnBugs = false

// bug reports a broken invariant that the server survives, and returns the error
// to answer with.
func (s *server) bug(name string, value any, stack []byte) error {
	if panicOnBugs {
		panic(value)
	}
	s.log.Error("a bug in augur; please report it with the log", "method", name, "panic", value, "stack", string(stack))
	return jsonrpc2.Errorf(jsonrpc2.InternalError, "internal error in %s: %v", name, value)
}
