// Package dap serves the Debug Adapter Protocol: an editor's own debugger over
// a predicted run. Nothing of the user's program is ever executed.
//
// Requests are handled one after the other, in wire order, except that "pause",
// "cancel", "terminate" and "disconnect" interrupt the one that is under way.
// Every request is answered, a malformed one with an error.
package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"augur/predictor/debugger"

	"github.com/google/go-dap"
)

// Server serves one client.
type Server struct {
	ctx context.Context

	mu  sync.Mutex // guards out and seq
	out io.Writer
	seq int

	interrupt atomic.Pointer[debugger.Session] // the session that a request may interrupt

	cancelled sync.Map     // seq of requests that the client gave up
	handling  atomic.Int64 // seq of the request at hand
	pausing   atomic.Int32
	ending    atomic.Bool
	starting  atomic.Pointer[start]

	// What follows belongs to the goroutine that handles requests.
	raw         []byte // the message that is handled
	phase       phase
	client      dap.InitializeRequestArguments
	args        launchArguments
	session     *debugger.Session
	breakpoints map[string][]breakpoint // by path, as the client wants them
	functions   []functionBreakpoint
	lastID      int             // of a breakpoint
	virtual     []string        // sources that the client can have from us only, by reference
	known       map[string]bool // sources that the client was told of
	filter      debugger.ExceptionFilter
	refs        refs
	printed     int // bytes of output that the client has
	ended       bool
	after       func() // what to do behind the answer to the request at hand
	moves       int    // made so far, for the numbers of progress
}

// start is a session that is being made.
type start struct {
	seq    int // of the request
	cancel context.CancelFunc
}

// phase is where the conversation is.
type phase int

const (
	created phase = iota
	initialized
	launched
	running // configuration is done
	over
)

// Serve speaks with a client until it disconnects or in ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &Server{ctx: ctx, out: out, breakpoints: map[string][]breakpoint{}, known: map[string]bool{}}
	defer s.closeSession()
	queue := make(chan []byte, 256)
	failed := make(chan error, 1)
	go func() {
		defer close(queue)
		r := bufio.NewReader(in)
		for {
			raw, err := readMessage(r)
			var bad badMessage
			if errors.As(err, &bad) {
				s.fail(0, "", bad.Error())
				continue
			}
			if err != nil {
				if err != io.EOF {
					failed <- err
				}
				return
			}
			s.hurry(raw)
			select {
			case queue <- raw:
			case <-ctx.Done():
				return
			}
		}
	}()
	for raw := range queue {
		if done := s.handle(raw); done {
			return nil
		}
	}
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// header is what all messages have.
type header struct {
	Seq           int
	Type, Command string
	Arguments     json.RawMessage
}

// hurry looks at a message that has just arrived, for what cannot wait.
func (s *Server) hurry(raw []byte) {
	var m header
	if json.Unmarshal(raw, &m) != nil || m.Type != "request" {
		return
	}
	var given struct {
		RequestID  int    `json:"requestId"`
		ProgressID string `json:"progressId"`
	}
	switch m.Command {
	case "cancel":
		_ = json.Unmarshal(m.Arguments, &given) // malformed: it is refused in its turn
		if given.RequestID != 0 {
			s.cancelled.Store(given.RequestID, true)
		}
		// Clients give up questions about variables when they go on: that must not
		// stop the run.
		if given.ProgressID == "" && int64(given.RequestID) != s.handling.Load() {
			return
		}
	case "pause":
		s.pausing.Add(1)
	case "terminate", "disconnect":
		s.ending.Store(true)
	default:
		return
	}
	if begun := s.starting.Load(); begun != nil && m.Command != "pause" {
		begun.cancel()
	}
	if session := s.interrupt.Load(); session != nil {
		session.Interrupt()
	}
}

// handle answers one message. It reports whether the conversation is over.
func (s *Server) handle(raw []byte) (done bool) {
	var head header
	if err := json.Unmarshal(raw, &head); err != nil {
		s.fail(0, "", "the message is no JSON of a request: "+err.Error())
		return false
	}
	s.handling.Store(int64(head.Seq))
	defer s.handling.Store(0)
	s.settle(head.Type, head.Command)
	s.raw = raw
	if head.Type != "request" {
		if head.Type != "response" && head.Type != "event" {
			s.fail(head.Seq, head.Command, fmt.Sprintf("the message has the type %q; only requests are answered", head.Type))
		}
		return false
	}
	if _, given := s.cancelled.LoadAndDelete(head.Seq); given {
		s.fail(head.Seq, head.Command, "cancelled")
		return false
	}
	m, err := dap.DecodeProtocolMessage(raw)
	if err != nil {
		var field *dap.DecodeProtocolMessageFieldError
		if errors.As(err, &field) {
			s.fail(head.Seq, head.Command, fmt.Sprintf("there is no request %q", head.Command))
		} else {
			s.fail(head.Seq, head.Command, "the arguments cannot be read: "+err.Error())
		}
		return false
	}
	req, ok := m.(dap.RequestMessage)
	if !ok {
		s.fail(head.Seq, head.Command, "not a request")
		return false
	}
	defer func() {
		// The one place where a fault of ours becomes an answer.
		if p := recover(); p != nil {
			s.fail(head.Seq, head.Command, fmt.Sprintf("internal error: %v", p))
		}
	}()
	return s.dispatch(req)
}

// settle takes back what hurry did on behalf of a message, whose turn it is now.
func (s *Server) settle(kind, command string) {
	if kind != "request" {
		return
	}
	switch command {
	case "pause":
		s.pausing.Add(-1)
	case "terminate":
		s.ending.Store(false)
	case "cancel":
	default:
		return
	}
	if s.session != nil {
		s.session.Resume()
	}
}

// response is any response with its body.
type response struct {
	dap.Response
	Body any `json:"body,omitempty"`
}

// event is any event with its body.
type event struct {
	dap.Event
	Body any `json:"body,omitempty"`
}

func (s *Server) write(m dap.Message, seq *int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	*seq = s.seq
	_ = dap.WriteProtocolMessage(s.out, m) // a client that is gone shows when reading
}

// reply answers a request.
func (s *Server) reply(req dap.RequestMessage, body any) {
	q := req.GetRequest()
	r := &response{Body: body}
	r.Type, r.Command, r.RequestSeq, r.Success = "response", q.Command, q.Seq, true
	s.write(r, &r.Seq)
}

// refuse answers a request with an error.
func (s *Server) refuse(req dap.RequestMessage, err error) {
	q := req.GetRequest()
	s.fail(q.Seq, q.Command, err.Error())
}

func (s *Server) fail(seq int, command, message string) {
	r := &response{Body: dap.ErrorResponseBody{Error: &dap.ErrorMessage{Id: 1, Format: "{message}", Variables: map[string]string{"message": message}, ShowUser: command == "launch"}}}
	r.Type, r.Command, r.RequestSeq, r.Message = "response", command, seq, message
	s.write(r, &r.Seq)
}

// send sends an event.
func (s *Server) send(name string, body any) {
	e := &event{Body: body}
	e.Type, e.Event.Event = "event", name
	s.write(e, &e.Seq)
}

func (s *Server) closeSession() {
	s.interrupt.Store(nil)
	if s.session != nil {
		s.session.Close()
		s.session = nil
	}
}
