// Package debugger steps through a run that is predicted, not made: forwards,
// backwards, with breakpoints, and with variables that the user sets.
//
// A Session keeps the log of all events of the run so far, as sys.settrace
// would see them, and a position in it. Stepping is a search in the log, which
// goes on with the run where the log ends. What variables held at an event is
// known for the live end of the run and for the last few thousand events;
// further back the run is repeated up to there, which gives the same events
// because runs are deterministic (history.go). Setting a variable cuts the log
// off at the position, and is repeated with the run.
//
// Three engines make runs: the evaluator alone (exact), the evaluator with the
// transformer's answers to what it cannot compute (hybrid), and the transformer
// alone (neural).
package debugger

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/analysis/value"
	"augur/predictor/forecast"
)

// Config says what to debug.
type Config struct {
	File   *syntax.File
	Path   string
	Engine forecast.Engine // empty: hybrid
	// Call is the expression to debug, as in "f(1, 2)"; empty: the file as a
	// script.
	Call string
	// Setup are statements to run before it, unwatched.
	Setup []string
	// Start, if not 0, is a line of the called function where the run starts,
	// with State as its variables: name and expression.
	Start int
	State map[string]string
	// Overlay gives the text of files that are open in an editor; may be nil.
	Overlay func(path string) (*syntax.File, bool)
	// Limits bound the run; the zero value means DefaultLimits.
	Limits value.Limits
	// EverywhereMine follows calls into library code too.
	EverywhereMine bool

	// Foresee makes the neural engine, where a step's goal is known, ask the model
	// for the state there in one step, in place of running the lines on the way:
	// out of a frame, to a line, and on to the only breakpoint of a function.
	Foresee bool

	guessed map[string]float64 // the part of State that the transformer guessed
}

// DefaultLimits are those of a session: it has no limit of time, since it waits
// for its user.
var DefaultLimits = value.Limits{Steps: 2_000_000_000, Memory: 8 << 30, Recursion: 1000, Output: 16 << 20}

// maxEvents bounds the log of a session.
const maxEvents = 20_000_000

// Session is one debugging session. It is not safe for concurrent use, but for
// Interrupt.
type Session struct {
	ctx         context.Context
	cfg         Config
	engine      engine
	log         *log
	pos         int // the event that the session stands at
	edits       []edit
	breakpoints []*Breakpoint
	exceptions  ExceptionFilter
	nextID      int
	stop        Stop
	logged      func(string)
	hitAt       []int // breakpoints of the event found last
	redirect    int   // the event to stand at instead of the one found
	reached     atomic.Int64
	brief       int // containers with more parts than this are shown in part; 0: whole
}

// Reason says why a session stopped.
type Reason string

// The reasons, as the Debug Adapter Protocol names them.
const (
	Entry        Reason = "entry"
	Step         Reason = "step"
	AtBreakpoint Reason = "breakpoint"
	AtFunction   Reason = "function breakpoint"
	AtException  Reason = "exception"
	AtGoto       Reason = "goto"
	Paused       Reason = "pause"
	Ended        Reason = "ended"     // the run is over
	Beginning    Reason = "beginning" // there is nothing further back
)

// Stop says where and why a session stopped.
type Stop struct {
	Reason Reason
	// Breakpoints that were hit.
	Breakpoints []int
	Kind        Kind
	Path        string
	Line        int
	Function    string
	// Value is what is returned, at a Return event.
	Value *Variable
	// Exception is the one that was raised here, or that ended the run.
	Exception *Exception
	// Limit tells that the run was cut short: "steps", "unknown", ... and why.
	Limit, Why string
	// Depth is the number of frames; Index the position in the run.
	Depth, Index int
}

// Exception describes an exception.
type Exception struct {
	Type, Message string
	Traceback     []timeline.Frame // outermost first
	Cause         *Exception       // the one that it was raised from, or while handling
	Uncaught      bool             // as far as the run is known
	Variable      *Variable
}

// New starts a session; it stands at the first line.
func New(ctx context.Context, cfg Config) (*Session, error) {
	if cfg.Engine == "" {
		cfg.Engine = forecast.Hybrid
	}
	if cfg.Limits == (value.Limits{}) {
		cfg.Limits = DefaultLimits
	}
	if cfg.Path == "" {
		cfg.Path = "<string>"
	}
	if cfg.Call != "" {
		if _, err := syntax.ParseExpr(cfg.Call); err != nil {
			return nil, errorf("the call %q does not parse: %w", cfg.Call, err)
		}
	}
	if cfg.Foresee && cfg.Engine != forecast.Neural {
		return nil, errorf("only the neural engine foresees: take it, or run the lines")
	}
	s := &Session{ctx: ctx, cfg: cfg}
	if err := s.begin(); err != nil {
		return nil, err
	}
	if cfg.Start > 0 && s.stop.Reason == Ended {
		s.Close()
		switch {
		case s.stop.Exception != nil:
			return nil, errorf("the run cannot start on line %d: %s: %s", cfg.Start, s.stop.Exception.Type, s.stop.Exception.Message)
		case s.stop.Why != "":
			return nil, errorf("%s", s.stop.Why)
		}
		return nil, errorf("the run cannot start on line %d", cfg.Start)
	}
	return s, nil
}

// begin makes the engine and goes to the first line.
func (s *Session) begin() error {
	s.log = &log{}
	var err error
	if s.cfg.Engine == forecast.Neural {
		s.engine, err = newNeural(s.ctx, s)
	} else {
		s.engine, err = newExact(s.ctx, s)
	}
	if err != nil {
		return err
	}
	s.pos = -1
	s.stop = s.search(1, func(i int) (Reason, bool) { return Entry, s.log.events[i].kind == Line })
	return nil
}

// Close ends the session.
func (s *Session) Close() { s.engine.close() }

// Stopped says where the session stands.
func (s *Session) Stopped() Stop { return s.stop }

// Engine is the engine in use.
func (s *Session) Engine() forecast.Engine { return s.cfg.Engine }

// Config returns what the session was started with.
func (s *Session) Config() Config { return s.cfg }

// OnLog sets who gets the messages of log points.
func (s *Session) OnLog(f func(string)) { s.logged = f }

// Interrupt makes a search stop: that under way, or else the next one. It may be
// called from another goroutine.
func (s *Session) Interrupt() { s.engine.interrupt() }

// Reached tells how many events a search has come to. It may be called from
// another goroutine.
func (s *Session) Reached() int64 { return s.reached.Load() }

// Resume takes back an Interrupt that no search has heeded.
func (s *Session) Resume() { s.engine.resume() }

// Output returns what was printed up to the position.
func (s *Session) Output() string {
	out := s.engine.output()
	if s.pos < 0 || s.pos >= len(s.log.events) {
		return out
	}
	return out[:min(int(s.log.events[s.pos].out), len(out))]
}

// errNotRunning is the answer to what needs a live frame.
var errNotRunning = errors.New("the run has ended: go back, or start it again")

func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }
