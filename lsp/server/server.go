// Package server is the language server: it speaks the Language Server Protocol
// over a pair of byte streams.
//
// Only this package knows JSON-RPC and the protocol's types. There is one file
// for each method, named after it. A handler decodes, asks a feature package
// (views, hints, hover, examples), and encodes; features take text, offsets and
// timelines and return plain data.
//
// Messages are taken in wire order by one goroutine, the loop. Whatever changes
// the state of the session runs there. A request for information gets the
// snapshot of the moment it was read and leaves the loop, so that a slow one
// holds up nobody. The type method says which of the two a handler is.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/analysis/syntax"
	"augur/lsp/inputs"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// Options say how to serve.
type Options struct {
	// Forecaster answers what programs do. It is required. One that is an
	// [inputs.Finder], too, answers what input gets somewhere.
	Forecaster session.Forecaster

	// Version is what the server tells clients about itself.
	Version string

	// LogFile receives the log in full; nil for none. The client is told what
	// is of interest to its user in any case.
	LogFile io.Writer
}

// ErrNoShutdown is returned when the client left without asking for a shutdown
// first. A program should then exit with status 1.
var ErrNoShutdown = errors.New("the client left without a shutdown request")

// flushTime bounds how long the last answers may take to be written.
const flushTime = 2 * time.Second

// Serve answers the requests of one client until the client says exit, in ends,
// or ctx is cancelled.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	stream := newStream(in, out, cancel)
	conn := jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s := newServer(ctx, opts, protocol.ClientDispatcher(conn))
	// The connection outlives ctx, so that what was answered is delivered.
	conn.Go(context.WithoutCancel(ctx), s.handle)

	select {
	case <-s.exited:
	case <-ctx.Done():
	}
	cancel()
	flushCtx, stop := context.WithTimeout(context.Background(), flushTime)
	defer stop()
	stream.flush(flushCtx)
	if s.shutdownRequested() {
		return nil
	}
	return ErrNoShutdown
}

// server is the state of one session.
type server struct {
	base      context.Context // ends with the session
	opts      Options
	client    protocol.Client
	log       *slog.Logger
	clientLog *clientLog
	cache     *session.Cache
	inputs    *inputs.Cache // nil if nobody looks for inputs
	searches  underWay
	running   requests
	exited    chan struct{} // closed by the exit notification
	tokens    atomic.Int64  // of progress that the server began

	// Written by initialize on the loop, before any other handler runs.
	encoding syntax.Encoding
	supports clientSupport

	mu         sync.Mutex
	phase      phase             // guarded by mu
	snapshot   *session.Snapshot // guarded by mu; replaced, never changed
	modeWhenOn settings.Mode     // guarded by mu: what augur.toggle turns the hints back to

	reading        sync.Mutex      // held while Augur's own files are read or written
	editorSettings []byte          // guarded by reading: what the client said last
	reported       map[string]bool // guarded by reading: files that have diagnostics, by path

	diagnoses diagnoses // of documents, for clients that do not ask
}

// phase is how far the life of a session has come.
type phase uint8

const (
	phaseNew phase = iota
	phaseInitialized
	phaseShutdown
)

func newServer(ctx context.Context, opts Options, client protocol.Client) *server {
	s := &server{
		base:       ctx,
		opts:       opts,
		client:     client,
		cache:      session.NewCache(ctx, opts.Forecaster),
		exited:     make(chan struct{}),
		snapshot:   session.NewSnapshot(),
		modeWhenOn: settings.Default().Hints.Mode,
		reported:   make(map[string]bool),
	}
	s.diagnoses.timers = make(map[string]*time.Timer)
	if f, ok := opts.Forecaster.(inputs.Finder); ok {
		s.inputs = inputs.NewCache(f)
	}
	s.log, s.clientLog = newLog(s, opts.LogFile)
	return s
}

// current returns the present snapshot.
func (s *server) current() *session.Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snapshot
}

// change replaces the snapshot by what f makes of it, and returns both.
func (s *server) change(f func(*session.Snapshot) *session.Snapshot) (before, after *session.Snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before = s.snapshot
	s.snapshot = f(before)
	return before, s.snapshot
}

// enter moves to a phase.
func (s *server) enter(p phase) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase = p
}

// inPhase returns the phase that the session is in.
func (s *server) inPhase() phase {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase
}

func (s *server) shutdownRequested() bool { return s.inPhase() == phaseShutdown }

// spawn runs f beside the requests. Its context ends with the session.
func (s *server) spawn(f func(context.Context)) {
	go func() {
		defer func() {
			if v := recover(); v != nil {
				_ = s.bug("background", v, debug.Stack())
			}
		}()
		f(s.base)
	}()
}

// codec encodes what travels in messages by the rules of the protocol's types.
type codec struct{}

// Marshal implements [jsonrpc2.Codec].
func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

// Unmarshal implements [jsonrpc2.Codec].
func (codec) Unmarshal(data []byte, v any) error {
	if err := protocol.Unmarshal(data, v); err != nil {
		return fmt.Errorf("decoding %T: %w", v, err)
	}
	return nil
}
