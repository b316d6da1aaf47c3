package dap

import (
	"errors"
	"fmt"

	"augur/predictor/debugger"

	"github.com/google/go-dap"
)

var (
	errNotStarted = errors.New("nothing is being debugged yet: send launch first")
	errNotReady   = errors.New("the configuration is not done yet: send configurationDone first")
)

// dispatch handles a request. It reports whether the conversation is over.
func (s *Server) dispatch(req dap.RequestMessage) (done bool) {
	s.after = nil
	if err := s.mayHandle(req); err != nil {
		s.refuse(req, err)
		return false
	}
	var body any
	var err error
	switch q := req.(type) {
	case *dap.InitializeRequest:
		body, err = s.initialize(q)
	case *dap.LaunchRequest:
		s.launch(q)
		return false
	case *dap.AttachRequest:
		err = errors.New("there is no process to attach to: use launch")
	case *dap.ConfigurationDoneRequest:
		s.configurationDone(q)
		return false
	case *dap.RestartRequest:
		s.restart(q)
		return false
	case *dap.SetBreakpointsRequest:
		body, err = s.setBreakpoints(q)
	case *dap.SetFunctionBreakpointsRequest:
		body, err = s.setFunctionBreakpoints(q)
	case *dap.SetExceptionBreakpointsRequest:
		body, err = s.setExceptionBreakpoints(q)
	case *dap.BreakpointLocationsRequest:
		body, err = s.breakpointLocations(q)
	case *dap.ThreadsRequest:
		body = dap.ThreadsResponseBody{Threads: []dap.Thread{{Id: threadID, Name: "predicted run"}}}
	case *dap.StackTraceRequest:
		body, err = s.stackTrace(q)
	case *dap.ScopesRequest:
		body, err = s.scopes(q)
	case *dap.VariablesRequest:
		body, err = s.variables(q)
	case *dap.SetVariableRequest:
		body, err = s.setVariable(q)
	case *dap.SetExpressionRequest:
		body, err = s.setExpression(q)
	case *dap.EvaluateRequest:
		body, err = s.evaluate(q)
	case *dap.CompletionsRequest:
		body, err = s.completions(q)
	case *dap.ExceptionInfoRequest:
		body, err = s.exceptionInfo(q)
	case *dap.GotoTargetsRequest:
		body, err = s.gotoTargets(q)
	case *dap.StepInTargetsRequest:
		body, err = s.stepInTargets(q)
	case *dap.LoadedSourcesRequest:
		body, err = s.loadedSources()
	case *dap.ModulesRequest:
		body, err = s.modules(q)
	case *dap.SourceRequest:
		body, err = s.source(q)
	case *dap.ContinueRequest:
		s.reply(req, dap.ContinueResponseBody{AllThreadsContinued: true})
		s.move(s.session.Continue)
		return false
	case *dap.NextRequest:
		return s.step(req, s.session.Over)
	case *dap.StepInRequest:
		return s.step(req, s.stepIn(q))
	case *dap.StepOutRequest:
		return s.step(req, s.session.Out)
	case *dap.StepBackRequest:
		return s.step(req, s.session.Back)
	case *dap.ReverseContinueRequest:
		return s.step(req, s.session.ReverseContinue)
	case *dap.RestartFrameRequest:
		s.restartFrame(q)
		return false
	case *dap.GotoRequest:
		s.goTo(q)
		return false
	case *dap.PauseRequest:
		s.reply(req, nil) // the session stands still when this is read
		stop := s.session.Stopped()
		stop.Reason = debugger.Paused
		s.tell(stop)
		return false
	case *dap.CancelRequest:
	case *dap.TerminateRequest:
		s.reply(req, nil)
		s.terminate()
		return false
	case *dap.DisconnectRequest:
		s.closeSession()
		s.reply(req, nil)
		return true
	default:
		err = fmt.Errorf("the request %q is not offered", req.GetRequest().Command)
	}
	if err != nil {
		s.after = nil
		s.refuse(req, err)
		return false
	}
	s.reply(req, body)
	if f := s.after; f != nil {
		s.after = nil
		f()
	}
	return false
}

// mayHandle says whether a request fits the phase of the conversation.
func (s *Server) mayHandle(req dap.RequestMessage) error {
	switch req.(type) {
	case *dap.DisconnectRequest, *dap.CancelRequest:
		return nil
	case *dap.InitializeRequest:
		if s.phase != created {
			return errors.New("initialize was sent already")
		}
		return nil
	}
	if s.phase == created {
		return errors.New("send initialize first")
	}
	switch req.(type) {
	case *dap.LaunchRequest, *dap.AttachRequest:
		if s.phase != initialized {
			return errors.New("something is being debugged already")
		}
		return nil
	case *dap.SetBreakpointsRequest, *dap.SetFunctionBreakpointsRequest, *dap.SetExceptionBreakpointsRequest,
		*dap.BreakpointLocationsRequest, *dap.ThreadsRequest, *dap.TerminateRequest:
		return nil
	}
	switch s.phase {
	case initialized:
		return errNotStarted
	case over:
		if _, again := req.(*dap.RestartRequest); again {
			return nil
		}
		return errors.New("the session is over")
	case launched:
		switch req.(type) {
		case *dap.ConfigurationDoneRequest, *dap.LoadedSourcesRequest, *dap.ModulesRequest, *dap.SourceRequest:
			return nil
		}
		return errNotReady
	}
	if _, ok := req.(*dap.ConfigurationDoneRequest); ok {
		return errors.New("configurationDone was sent already")
	}
	return nil
}
