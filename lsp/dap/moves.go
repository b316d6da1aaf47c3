package dap

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"augur/analysis/syntax"
	"augur/analysis/timeline"
	"augur/predictor/debugger"

	"github.com/google/go-dap"
)

// step answers a request and makes its move.
func (s *Server) step(req dap.RequestMessage, move func() debugger.Stop) bool {
	s.reply(req, nil)
	s.move(move)
	return false
}

// slow is after what time a move shows that it is under way.
const slow = 500 * time.Millisecond

// move makes a move and tells where it ended.
func (s *Server) move(move func() debugger.Stop) {
	if s.ended && s.session.Stopped().Reason == debugger.Ended {
		if got := move(); got.Reason != debugger.Ended {
			s.ended = false
			s.tell(got)
			return
		}
		s.terminate()
		return
	}
	done := s.showProgress()
	got := move()
	done()
	s.tell(got)
}

// showProgress tells the client of a move that takes long. The returned function
// ends it.
func (s *Server) showProgress() (done func()) {
	if !s.client.SupportsProgressReporting {
		return func() {}
	}
	session := s.session
	s.moves++
	id := fmt.Sprintf("move %d", s.moves)
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(slow)
		defer tick.Stop()
		for shown := false; ; shown = true {
			select {
			case <-tick.C:
			case <-over:
				if shown {
					s.send("progressEnd", dap.ProgressEndEventBody{ProgressId: id})
				}
				return
			}
			message := fmt.Sprintf("%d events", session.Reached())
			if shown {
				s.send("progressUpdate", dap.ProgressUpdateEventBody{ProgressId: id, Message: message})
			} else {
				s.send("progressStart", dap.ProgressStartEventBody{ProgressId: id, Title: "Predicting the run", Message: message, Cancellable: true})
			}
		}
	}()
	return func() {
		close(over)
		<-gone
	}
}

// tell tells the client where the session stands.
func (s *Server) tell(got debugger.Stop) {
	if s.ending.Load() {
		return // the request that says so comes next
	}
	if got.Reason == debugger.Paused && s.pausing.Load() > 0 {
		return // the pause request tells, behind its answer
	}
	s.refs.clear()
	s.tellSources()
	if out := s.session.Output(); len(out) > s.printed {
		s.send("output", dap.OutputEventBody{Category: "stdout", Output: out[s.printed:]})
		s.printed = len(out)
	}
	switch got.Reason {
	case debugger.Ended:
		s.tellEnd(got)
	case debugger.Beginning, debugger.Entry:
		s.stopped("entry", strings.TrimSuffix("At the beginning of the run: "+got.Why, ": "))
	case debugger.Paused:
		s.stopped("pause", "Paused")
	case debugger.AtException:
		s.stoppedWith(dap.StoppedEventBody{
			Reason: "exception", Description: "Exception will be raised", Text: describe(got.Exception), HitBreakpointIds: got.Breakpoints,
		})
	default:
		s.stoppedWith(dap.StoppedEventBody{Reason: string(got.Reason), HitBreakpointIds: got.Breakpoints})
	}
}

func describe(e *debugger.Exception) string {
	switch {
	case e == nil:
		return ""
	case e.Message == "":
		return e.Type
	}
	return e.Type + ": " + e.Message
}

func (s *Server) stopped(reason, description string) {
	s.stoppedWith(dap.StoppedEventBody{Reason: reason, Description: description})
}

func (s *Server) stoppedWith(b dap.StoppedEventBody) {
	b.ThreadId, b.AllThreadsStopped = threadID, true
	s.send("stopped", b)
}

// tellEnd tells how the run ended.
func (s *Server) tellEnd(got debugger.Stop) {
	text, code := "", 0
	switch {
	case got.Exception != nil:
		text, code = "✗ "+describe(got.Exception), 1
	case got.Limit == "unknown":
		text = "the run is not known further: " + got.Why
	case got.Limit != "":
		text = "the run was stopped at the limit of " + got.Limit
	case got.Value != nil:
		text = "⏎ " + got.Value.Text()
	}
	if text != "" && !s.ended {
		s.send("output", dap.OutputEventBody{Category: "console", Output: text + "\n"})
	}
	if s.args.StopAtEnd {
		s.ended = true
		s.stoppedWith(dap.StoppedEventBody{Reason: "pause", Description: "The run has ended", Text: text})
		return
	}
	s.send("exited", dap.ExitedEventBody{ExitCode: code})
	s.terminate()
}

// stepIn gives the move of a stepIn request: into a target, if it names one.
func (s *Server) stepIn(q *dap.StepInRequest) func() debugger.Stop {
	if q.Arguments.TargetId == 0 {
		return s.session.Into
	}
	targets := s.callsHere()
	if k := q.Arguments.TargetId - 1; k >= 0 && k < len(targets) {
		return func() debugger.Stop { return s.session.IntoCall(targets[k].Name, targets[k].Nth) }
	}
	return s.session.Into
}

func (s *Server) stepInTargets(q *dap.StepInTargetsRequest) (any, error) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		return nil, err
	}
	targets := []dap.StepInTarget{}
	if k > 0 {
		return dap.StepInTargetsResponseBody{Targets: targets}, nil // it is inside a call already
	}
	f := s.fileOf(s.session.Stopped().Path)
	for i, c := range s.callsHere() {
		targets = append(targets, dap.StepInTarget{
			Id: i + 1, Label: c.Text,
			Line: s.lineOut(int(c.Span.Line)), Column: s.columnAt(f, int(c.Span.Line), c.Span.Start),
			EndLine: s.lineOut(int(c.Span.EndLine)), EndColumn: s.columnAt(f, int(c.Span.EndLine), c.Span.End),
		})
	}
	return dap.StepInTargetsResponseBody{Targets: targets}, nil
}

// callsHere lists what the current line calls.
func (s *Server) callsHere() []debugger.CallSite {
	f := s.fileOf(s.session.Stopped().Path)
	if f == nil {
		return nil
	}
	return s.session.Calls(f)
}

// columnAt converts an offset in a file to a column of the protocol, which counts
// in UTF-16.
func (s *Server) columnAt(f *syntax.File, line int, offset int32) int {
	text := f.Src[f.LineStart(line):offset]
	return s.column(1 + len(utf16.Encode([]rune(text))))
}

func (s *Server) restartFrame(q *dap.RestartFrameRequest) {
	k, err := s.frame(q.Arguments.FrameId)
	if err != nil {
		s.refuse(q, err)
		return
	}
	got, err := s.session.RestartFrame(k)
	if err != nil {
		s.refuse(q, err)
		return
	}
	s.reply(q, nil)
	got.Reason = "restart"
	s.tell(got)
}

func (s *Server) gotoTargets(q *dap.GotoTargetsRequest) (any, error) {
	targets := []dap.GotoTarget{}
	line := s.lineIn(q.Arguments.Line)
	if s.sourcePath(&q.Arguments.Source) == s.session.Stopped().Path {
		for _, l := range s.session.JumpLines() {
			if l == line {
				targets = append(targets, dap.GotoTarget{Id: l, Label: fmt.Sprintf("line %d", l), Line: s.lineOut(l)})
			}
		}
	}
	return dap.GotoTargetsResponseBody{Targets: targets}, nil
}

func (s *Server) goTo(q *dap.GotoRequest) {
	if err := s.session.JumpTo(q.Arguments.TargetId); err != nil {
		s.refuse(q, err)
		return
	}
	s.reply(q, nil)
	s.tell(s.session.Stopped())
}

func (s *Server) exceptionInfo(*dap.ExceptionInfoRequest) (any, error) {
	e := s.session.Stopped().Exception
	if e == nil {
		return nil, errors.New("the session does not stand at an exception")
	}
	mode := dap.ExceptionBreakMode("always")
	if e.Uncaught {
		mode = "unhandled"
	}
	text := describe(e)
	if e.Variable != nil && e.Variable.Provenance == timeline.Predicted {
		text = debugger.Mark + text
	}
	return dap.ExceptionInfoResponseBody{
		ExceptionId: e.Type, Description: text, BreakMode: mode,
		Details: details(e),
	}, nil
}

func details(e *debugger.Exception) *dap.ExceptionDetails {
	d := &dap.ExceptionDetails{Message: e.Message, TypeName: e.Type, FullTypeName: e.Type}
	for _, f := range e.Traceback {
		d.StackTrace += fmt.Sprintf("  File \"%s\", line %d, in %s\n", f.File, f.Line, f.Function)
	}
	if e.Cause != nil {
		d.InnerException = []dap.ExceptionDetails{*details(e.Cause)}
	}
	return d
}
