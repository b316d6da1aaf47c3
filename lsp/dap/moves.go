package dap

import (
	"errors"
	"fmt"
	"time"

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
		before := s.session.Stopped()
		if got := move(); got.Reason != debugger.Ended {
			s.ended = false
			s.tell(got)
			return
		}
		_ = before
		s.terminate()
		return
	}
	var timer *time.Timer
	shown := make(chan bool, 1)
	shown <- false
	if s.client.SupportsProgressReporting {
		timer = time.AfterFunc(slow, func() {
			if already, ok := <-shown; ok && !already {
				s.send("progressStart", dap.ProgressStartEventBody{ProgressId: "run", Title: "Predicting the run", Cancellable: true})
				shown <- true
			}
		})
	}
	got := move()
	if timer != nil {
		timer.Stop()
	}
	if was := <-shown; was {
		s.send("progressEnd", dap.ProgressEndEventBody{ProgressId: "run"})
	}
	close(shown)
	s.tell(got)
}

// tell tells the client where the session stands.
func (s *Server) tell(got debugger.Stop) {
	s.refs.clear()
	if out := s.session.Output(); len(out) > s.printed {
		s.send("output", dap.OutputEventBody{Category: "stdout", Output: out[s.printed:]})
		s.printed = len(out)
	}
	switch got.Reason {
	case debugger.Ended:
		s.tellEnd(got)
	case debugger.Beginning:
		s.stopped("entry", "At the beginning of the run")
	case debugger.Entry:
		s.stopped("entry", "At the beginning of the run")
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
	if k := q.Arguments.TargetId - 1; k < len(targets) {
		name := targets[k]
		return func() debugger.Stop { return s.session.IntoCall(name) }
	}
	return s.session.Into
}

func (s *Server) stepInTargets(q *dap.StepInTargetsRequest) (any, error) {
	if _, err := s.frame(q.Arguments.FrameId); err != nil {
		return nil, err
	}
	targets := []dap.StepInTarget{}
	for i, name := range s.callsHere() {
		targets = append(targets, dap.StepInTarget{Id: i + 1, Label: name})
	}
	return dap.StepInTargetsResponseBody{Targets: targets}, nil
}

// callsHere names what the current line calls.
func (s *Server) callsHere() []string {
	stop := s.session.Stopped()
	f := s.fileOf(stop.Path)
	if f == nil {
		return nil
	}
	var names []string
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		p := n.Pos()
		if int(p.EndLine) < stop.Line || int(p.Line) > stop.Line {
			return false
		}
		c, ok := n.(*syntax.Call)
		if !ok || int(p.Line) != stop.Line {
			return true
		}
		switch fn := c.Func.(type) {
		case *syntax.Name:
			names = append(names, fn.ID)
		case *syntax.Attribute:
			names = append(names, fn.Attr)
		}
		return true
	})
	return names
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
	if sourcePath(&q.Arguments.Source) == s.session.Stopped().Path {
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
	trace := ""
	for _, f := range e.Traceback {
		trace += fmt.Sprintf("  File \"%s\", line %d, in %s\n", f.File, f.Line, f.Function)
	}
	text := describe(e)
	if e.Variable != nil && e.Variable.Provenance == timeline.Predicted {
		text = debugger.Mark + text
	}
	return dap.ExceptionInfoResponseBody{
		ExceptionId: e.Type, Description: text, BreakMode: mode,
		Details: &dap.ExceptionDetails{Message: e.Message, TypeName: e.Type, FullTypeName: e.Type, StackTrace: trace},
	}, nil
}
