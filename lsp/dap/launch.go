package dap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"augur/analysis/syntax"
	"augur/predictor/debugger"
	"augur/predictor/forecast"

	"github.com/google/go-dap"
)

const threadID = 1

// launchArguments are those of a launch request.
type launchArguments struct {
	// Program is the file.
	Program string `json:"program"`
	// Call is the expression to debug, as in "f(1, 2)".
	Call string `json:"call"`
	// Function is debugged under its first example, or Line's is.
	Function string `json:"function"`
	Line     int    `json:"line"`
	// Module runs the file as a script.
	Module bool `json:"module"`
	// Text is the file's text, if it is not saved.
	Text *string `json:"text"`
	// Test is the qualified name of a test to debug, as its runner would call it.
	Test string `json:"test"`
	// Setup are statements to run before the call.
	Setup []string `json:"setup"`
	// Start and State start in the middle of the called function.
	Start int               `json:"start"`
	State map[string]string `json:"state"`

	Engine      string `json:"engine"`
	StopOnEntry *bool  `json:"stopOnEntry"`
	// StopAtEnd stops when the run has ended, so that one can step back.
	StopAtEnd bool `json:"stopAtEnd"`
	// JustMyCode, true if not given, steps over code of the standard library.
	JustMyCode *bool `json:"justMyCode"`
	NoDebug    bool  `json:"noDebug"`
	// Foresee makes steps out and on to a breakpoint single steps of the model's.
	Foresee bool `json:"foresee"`
}

func (s *Server) initialize(q *dap.InitializeRequest) (any, error) {
	s.client = q.Arguments
	// Lines and columns start with 1 if the client does not say.
	var said struct {
		Arguments struct {
			LinesStartAt1, ColumnsStartAt1 *bool
		}
	}
	if json.Unmarshal(s.raw, &said) == nil {
		s.client.LinesStartAt1 = said.Arguments.LinesStartAt1 == nil || *said.Arguments.LinesStartAt1
		s.client.ColumnsStartAt1 = said.Arguments.ColumnsStartAt1 == nil || *said.Arguments.ColumnsStartAt1
	}
	s.phase = initialized
	return dap.Capabilities{
		SupportsConfigurationDoneRequest:   true,
		SupportsFunctionBreakpoints:        true,
		SupportsConditionalBreakpoints:     true,
		SupportsHitConditionalBreakpoints:  true,
		SupportsEvaluateForHovers:          true,
		SupportsClipboardContext:           true,
		SupportsStepBack:                   true,
		SupportsSetVariable:                true,
		SupportsSetExpression:              true,
		SupportsRestartFrame:               true,
		SupportsRestartRequest:             true,
		SupportsGotoTargetsRequest:         true,
		SupportsStepInTargetsRequest:       true,
		SupportsCompletionsRequest:         true,
		CompletionTriggerCharacters:        []string{"."},
		SupportsModulesRequest:             true,
		SupportsExceptionInfoRequest:       true,
		SupportsLoadedSourcesRequest:       true,
		SupportsLogPoints:                  true,
		SupportsTerminateRequest:           true,
		SupportsCancelRequest:              true,
		SupportsBreakpointLocationsRequest: true,
		SupportsExceptionFilterOptions:     true,
		SupportsDelayedStackTraceLoading:   true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
			{Filter: "raised", Label: "Raised Exceptions", SupportsCondition: true, ConditionDescription: "Names of exception classes, with commas"},
			{Filter: "uncaught", Label: "Uncaught Exceptions", Default: true, SupportsCondition: true, ConditionDescription: "Names of exception classes, with commas"},
		},
	}, nil
}

func (s *Server) launch(q *dap.LaunchRequest) {
	s.args = launchArguments{}
	if err := json.Unmarshal(q.Arguments, &s.args); err != nil {
		s.refuse(q, fmt.Errorf("the launch arguments cannot be read: %w", err))
		return
	}
	if err := s.begin(q.Seq); err != nil {
		s.refuse(q, err)
		return
	}
	s.phase = launched
	s.reply(q, nil)
	s.send("initialized", nil)
}

// begin makes the session, for the request seq.
func (s *Server) begin(seq int) error {
	a := s.args
	if a.Program == "" {
		return errors.New("launch needs a program: the path of a Python file")
	}
	var text []byte
	if a.Text != nil {
		text = []byte(*a.Text)
	} else {
		var err error
		if text, err = os.ReadFile(a.Program); err != nil {
			return fmt.Errorf("%s cannot be read: %w", a.Program, errors.Unwrap(err))
		}
	}
	engine := forecast.Engine(a.Engine)
	switch engine {
	case "", forecast.Hybrid, forecast.Exact, forecast.Neural:
	default:
		return fmt.Errorf("no engine %q: use hybrid, exact or neural", a.Engine)
	}
	f := syntax.Parse(text)
	cfg := debugger.Config{
		File: f, Path: clean(a.Program), Engine: engine, Call: a.Call, Setup: a.Setup, Start: s.startLine(a.Start), State: a.State,
		EverywhereMine: a.JustMyCode != nil && !*a.JustMyCode, Foresee: a.Foresee,
	}
	if a.Call == "" && !a.Module {
		if err := s.chooseCall(f, &cfg); err != nil {
			return err
		}
	}
	if len(f.Problems) > 0 && cfg.Call == "" {
		p := f.Problems[0]
		return fmt.Errorf("%s:%d: %s", a.Program, p.Line, p.Message)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.starting.Store(&start{seq, cancel})
	session, err := debugger.New(ctx, cfg)
	s.starting.Store(nil)
	if ctx.Err() != nil {
		if err == nil {
			session.Close()
		}
		return errCancelled
	}
	if err != nil {
		cancel()
		return err
	}
	s.closeSession()
	s.session = session
	session.Brief(longContainer)
	s.virtual, s.known = nil, map[string]bool{}
	s.printed, s.ended = 0, false
	s.interrupt.Store(session)
	session.OnLog(func(m string) { s.send("output", dap.OutputEventBody{Category: "console", Output: m + "\n"}) })
	return nil
}

var errCancelled = errors.New("cancelled")

// startLine is the line of launch's start, 0 if there is none.
func (s *Server) startLine(line int) int {
	if line == 0 {
		return 0
	}
	return s.lineIn(line)
}

// chooseCall takes the first example of the function that launch names, or calls
// a test.
func (s *Server) chooseCall(f *syntax.File, cfg *debugger.Config) error {
	if s.args.Test != "" {
		var err error
		cfg.Call, err = debugger.TestCall(f, s.args.Test)
		return err
	}
	name := s.args.Function
	if name == "" && s.args.Line > 0 {
		name = functionAt(f.Module.Body, "", s.lineIn(s.args.Line))
	}
	if name == "" {
		return nil // the file as a script
	}
	if cfg.Start > 0 && cfg.State != nil {
		cfg.Call = name + "()" // its arguments are in the state
		return nil
	}
	if forecast.FindFunction(f, name) == nil {
		return fmt.Errorf("%s has no function %q", s.args.Program, name)
	}
	if found := forecast.Examples(f, s.args.Program, name); len(found) > 0 {
		cfg.Call, cfg.Setup = found[0].Call, found[0].Setup
		return nil
	}
	if debugger.IsTest(name) {
		if call, err := debugger.TestCall(f, name); err == nil {
			cfg.Call = call
			return nil
		}
	}
	if cfg.Engine != forecast.Exact {
		if got, err := forecast.Run(s.ctx, forecast.Request{File: f, Path: cfg.Path, Function: name}); err == nil {
			cfg.Call = got.Example.Call
			return nil
		}
	}
	return fmt.Errorf("no example call of %s is found: give one as \"call\"", name)
}

// functionAt names the innermost function, or the method of a class, that has a
// line.
func functionAt(body []syntax.Stmt, prefix string, line int) string {
	for _, st := range body {
		p := st.Pos()
		if line < int(p.Line) || line > int(p.EndLine) {
			continue
		}
		switch d := st.(type) {
		case *syntax.FunctionDef:
			return prefix + d.Name
		case *syntax.ClassDef:
			return functionAt(d.Body, prefix+d.Name+".", line)
		}
	}
	return ""
}

// isURI reports whether a path is the address of a document that is no file.
func isURI(path string) bool {
	return strings.Contains(path, "://") || strings.HasPrefix(path, "untitled:") || strings.HasPrefix(path, "git:")
}

func clean(path string) string {
	if path == "" || isURI(path) {
		return path
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

func (s *Server) configurationDone(q *dap.ConfigurationDoneRequest) {
	s.phase = running
	s.reply(q, nil)
	s.start()
}

// start tells of the first stop, or runs to it.
func (s *Server) start() {
	s.send("process", dap.ProcessEventBody{Name: s.args.Program, IsLocalProcess: false, StartMethod: "launch"})
	s.send("thread", dap.ThreadEventBody{Reason: "started", ThreadId: threadID})
	entry := len(s.session.Breakpoints()) == 0 && !s.args.NoDebug
	if s.args.StopOnEntry != nil {
		entry = *s.args.StopOnEntry
	}
	if entry {
		s.tell(s.session.Stopped())
		return
	}
	s.move(func() debugger.Stop {
		if r, ok := s.session.AtBreakpoint(); ok {
			return r
		}
		return s.session.Continue()
	})
}

// restart begins anew, with new arguments if there are some.
func (s *Server) restart(q *dap.RestartRequest) {
	var args struct {
		Arguments *launchArguments `json:"arguments"`
	}
	if len(q.Arguments) > 0 {
		if err := json.Unmarshal(q.Arguments, &args); err != nil {
			s.refuse(q, fmt.Errorf("the arguments cannot be read: %w", err))
			return
		}
	}
	if args.Arguments != nil && args.Arguments.Program != "" {
		s.args = *args.Arguments
	}
	if err := s.begin(q.Seq); err != nil {
		s.refuse(q, err)
		return
	}
	s.phase = running
	s.applyBreakpoints()
	s.reply(q, nil)
	s.start()
}

func (s *Server) terminate() {
	if s.phase == over {
		return
	}
	s.phase = over
	s.closeSession()
	s.send("terminated", nil)
}
