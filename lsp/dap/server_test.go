package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"
)

// client is a typed client over pipes.
type client struct {
	t    *testing.T
	in   io.WriteCloser
	out  chan dap.Message
	seq  int
	done chan error
}

func connect(t *testing.T) *client {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t: t, in: inW, out: make(chan dap.Message, 1000), done: make(chan error, 1)}
	go func() { c.done <- Serve(context.Background(), inR, outW); outW.Close() }()
	go func() {
		defer close(c.out)
		r := bufio.NewReader(outR)
		for {
			m, err := dap.ReadProtocolMessage(r)
			if err != nil {
				return
			}
			c.out <- m
		}
	}()
	t.Cleanup(func() { inW.Close() })
	return c
}

func (c *client) raw(body string) { fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body) }

// send sends a request with arguments given as JSON.
func (c *client) send(command, args string) int {
	c.seq++
	if args == "" {
		args = "{}"
	}
	c.raw(fmt.Sprintf(`{"seq":%d,"type":"request","command":%q,"arguments":%s}`, c.seq, command, args))
	return c.seq
}

func (c *client) next() dap.Message {
	c.t.Helper()
	select {
	case m, ok := <-c.out:
		if !ok {
			c.t.Fatal("the server has closed the stream")
		}
		return m
	case <-time.After(20 * time.Second):
		c.t.Fatal("the server does not answer")
	}
	return nil
}

// answer waits for the answer to a request, over events.
func answer[T dap.Message](c *client, seq int) T {
	c.t.Helper()
	for {
		m := c.next()
		r, ok := m.(dap.ResponseMessage)
		if !ok || r.GetResponse().RequestSeq != seq {
			continue
		}
		got, ok := m.(T)
		if !ok {
			b, _ := json.Marshal(m)
			c.t.Fatalf("the answer is %s", b)
		}
		return got
	}
}

// ask sends a request and waits for its answer.
func ask[T dap.Message](c *client, command, args string) T {
	c.t.Helper()
	return answer[T](c, c.send(command, args))
}

// event waits for an event, over everything else.
func wait[T dap.Message](c *client) T {
	c.t.Helper()
	for {
		if got, ok := c.next().(T); ok {
			return got
		}
	}
}

// refused checks that a request is answered with an error.
func (c *client) refused(command, args, why string) {
	c.t.Helper()
	r := ask[*dap.ErrorResponse](c, command, args)
	if r.Success || !strings.Contains(r.Message, why) {
		c.t.Errorf("%s %s is answered with %+v, want an error with %q", command, args, r.Response, why)
	}
}

const program = `class P:
    def __init__(self, x):
        self.x = x

def inner(xs, n):
    xs.append(n)
    return len(xs)

def outer(n):
    xs = []
    total = 0
    for i in range(n):
        total += inner(xs, i)
    print("total", total)
    return total, xs

def fails(d):
    p = P(1)
    return d["k"]
`

// launch starts a session on the program; it stands at its first line.
func launch(t *testing.T, args string) (*client, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.py")
	if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t)
	r := ask[*dap.InitializeResponse](c, "initialize", `{"adapterID":"augur","linesStartAt1":true,"columnsStartAt1":true}`)
	if !r.Body.SupportsStepBack || !r.Body.SupportsSetVariable || r.Body.SupportsDataBreakpoints {
		t.Errorf("the capabilities are %+v", r.Body)
	}
	ask[*dap.LaunchResponse](c, "launch", fmt.Sprintf(`{"program":%q,"engine":"exact",%s}`, path, args))
	wait[*dap.InitializedEvent](c)
	return c, path
}

func (c *client) at(line int) dap.StackFrame {
	c.t.Helper()
	st := ask[*dap.StackTraceResponse](c, "stackTrace", `{"threadId":1}`)
	if len(st.Body.StackFrames) == 0 || st.Body.StackFrames[0].Line != line {
		c.t.Fatalf("the stack is %+v, want line %d", st.Body.StackFrames, line)
	}
	return st.Body.StackFrames[0]
}

// locals returns the reference of the innermost frame's locals and their text.
func (c *client) locals() (int, string) {
	c.t.Helper()
	sc := ask[*dap.ScopesResponse](c, "scopes", `{"frameId":1}`)
	ref := sc.Body.Scopes[0].VariablesReference
	return ref, c.values(ref)
}

func (c *client) values(ref int) string {
	c.t.Helper()
	v := ask[*dap.VariablesResponse](c, "variables", fmt.Sprintf(`{"variablesReference":%d}`, ref))
	var parts []string
	for _, x := range v.Body.Variables {
		parts = append(parts, x.Name+" = "+x.Value)
	}
	return strings.Join(parts, ", ")
}

func (c *client) step(command string, line int) {
	c.t.Helper()
	c.send(command, `{"threadId":1}`)
	wait[*dap.StoppedEvent](c)
	c.at(line)
}

func TestSession(t *testing.T) {
	c, path := launch(t, `"call":"outer(3)"`)
	b := ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[{"line":6,"condition":"n == 1"},{"line":900},{"line":7,"condition":"n =="}]}`, path))
	if !b.Body.Breakpoints[0].Verified || b.Body.Breakpoints[1].Verified || b.Body.Breakpoints[2].Verified {
		t.Errorf("the breakpoints are %+v", b.Body.Breakpoints)
	}
	ask[*dap.SetExceptionBreakpointsResponse](c, "setExceptionBreakpoints", `{"filters":["uncaught"]}`)
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", "")
	if e := wait[*dap.StoppedEvent](c); e.Body.Reason != "breakpoint" || len(e.Body.HitBreakpointIds) != 1 {
		t.Errorf("stopped with %+v", e.Body)
	}
	c.at(6)
	if _, got := c.locals(); got != "xs = [0], n = 1" {
		t.Errorf("the locals are %s", got)
	}
	c.step("stepBack", 13)
	c.step("stepIn", 6)
	c.step("stepOut", 12)
	c.step("reverseContinue", 6)
	ref, _ := c.locals()
	if r := ask[*dap.SetVariableResponse](c, "setVariable", fmt.Sprintf(`{"variablesReference":%d,"name":"n","value":"10 + 5"}`, ref)); r.Body.Value != "15" {
		t.Errorf("set to %+v", r.Body)
	}
	if v := ask[*dap.EvaluateResponse](c, "evaluate", `{"expression":"[x + n for x in xs]","frameId":1,"context":"watch"}`); v.Body.Result != "[15]" || v.Body.VariablesReference == 0 {
		t.Errorf("evaluated to %+v", v.Body)
	}
	if l := ask[*dap.CompletionsResponse](c, "completions", `{"frameId":1,"text":"x","column":2}`); len(l.Body.Targets) != 1 || l.Body.Targets[0].Label != "xs" {
		t.Errorf("completions are %+v", l.Body.Targets)
	}
	c.send("continue", `{"threadId":1}`)
	if o := wait[*dap.OutputEvent](c); o.Body.Output != "total 6\n" {
		t.Errorf("the output is %+v", o.Body)
	}
	if o := wait[*dap.OutputEvent](c); o.Body.Output != "⏎ (6, [0, 15, 2])\n" {
		t.Errorf("the output is %+v", o.Body)
	}
	wait[*dap.TerminatedEvent](c)
	c.refused("next", `{"threadId":1}`, "over")
	ask[*dap.DisconnectResponse](c, "disconnect", "")
	if err := <-c.done; err != nil {
		t.Error(err)
	}
}

func TestExceptionsAndTheEnd(t *testing.T) {
	c, path := launch(t, `"call":"fails({})","stopAtEnd":true`)
	ask[*dap.SetExceptionBreakpointsResponse](c, "setExceptionBreakpoints", `{"filters":["uncaught"]}`)
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", "")
	wait[*dap.StoppedEvent](c)
	c.refused("exceptionInfo", `{"threadId":1}`, "does not stand at an exception")
	c.send("continue", `{"threadId":1}`)
	if e := wait[*dap.StoppedEvent](c); e.Body.Reason != "exception" || e.Body.Text != "KeyError: 'k'" {
		t.Errorf("stopped with %+v", e.Body)
	}
	if e := ask[*dap.ExceptionInfoResponse](c, "exceptionInfo", `{"threadId":1}`); e.Body.ExceptionId != "KeyError" {
		t.Errorf("the exception is %+v", e.Body)
	}
	if src := ask[*dap.LoadedSourcesResponse](c, "loadedSources", ""); len(src.Body.Sources) != 1 || src.Body.Sources[0].Path != path {
		t.Errorf("the sources are %+v", src.Body)
	}
	if src := ask[*dap.SourceResponse](c, "source", fmt.Sprintf(`{"source":{"path":%q},"sourceReference":0}`, path)); src.Body.Content != program {
		t.Errorf("the source is %q", src.Body.Content)
	}
	c.refused("source", `{"source":{"path":"/etc/passwd"},"sourceReference":0}`, "not a part of the run")
	c.send("continue", `{"threadId":1}`)
	if e := wait[*dap.StoppedEvent](c); e.Body.Description != "The run has ended" {
		t.Errorf("stopped with %+v", e.Body)
	}
	c.step("stepBack", 19)
	v := ask[*dap.VariablesResponse](c, "variables", fmt.Sprintf(`{"variablesReference":%d}`, func() int { r, _ := c.locals(); return r }()))
	p := v.Body.Variables[1]
	if got := c.values(p.VariablesReference); p.Name != "p" || got != "x = 1" {
		t.Errorf("%s holds %s", p.Name, got)
	}
	if g := ask[*dap.GotoTargetsResponse](c, "gotoTargets", fmt.Sprintf(`{"source":{"path":%q},"line":3}`, path)); len(g.Body.Targets) != 0 {
		t.Errorf("one can go to %+v", g.Body)
	}
	ask[*dap.TerminateResponse](c, "terminate", "")
	wait[*dap.TerminatedEvent](c)
}

func TestDisorder(t *testing.T) {
	c := connect(t)
	c.refused("next", `{"threadId":1}`, "initialize first")
	c.refused("launch", `{}`, "initialize first")
	ask[*dap.InitializeResponse](c, "initialize", `{"adapterID":"augur"}`)
	c.refused("initialize", `{"adapterID":"augur"}`, "already")
	c.refused("stackTrace", `{"threadId":1}`, "launch first")
	c.refused("launch", `{}`, "needs a program")
	c.refused("launch", `{"program":"/nowhere/a.py"}`, "cannot be read")
	c.refused("launch", `{"program":5}`, "cannot be read")
	c.refused("attach", `{}`, "launch")
	c.refused("fly", `{}`, `no request "fly"`)
	c.refused("readMemory", `{"memoryReference":"x","count":1}`, "launch first")
	c.refused("setExceptionBreakpoints", `{"filters":["sometimes"]}`, "no exception filter")
	for _, body := range []string{"{", "[]", "7", `{"seq":1}`, `{"seq":9,"type":"request"}`, `{"seq":9,"type":"request","command":"stackTrace","arguments":7}`} {
		c.raw(body)
		r, ok := c.next().(*dap.ErrorResponse)
		if !ok || r.Success {
			t.Errorf("%s is not answered with an error", body)
		}
	}
	io.WriteString(c.in, "nonsense\r\n\r\n")
	if r, ok := c.next().(*dap.ErrorResponse); !ok || !strings.Contains(r.Message, "Content-Length") {
		t.Errorf("nonsense is answered with %+v", r)
	}
	ask[*dap.DisconnectResponse](c, "disconnect", "")
}

func TestPauseAndReferences(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "b.py")
	os.WriteFile(path, []byte("def f():\n    n = 0\n    while n >= 0:\n        n += 1\n"), 0o600)
	c := connect(t)
	ask[*dap.InitializeResponse](c, "initialize", `{"adapterID":"augur","linesStartAt1":true,"columnsStartAt1":true}`)
	ask[*dap.LaunchResponse](c, "launch", fmt.Sprintf(`{"program":%q,"function":"f","stopOnEntry":true}`, path))
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", "")
	wait[*dap.StoppedEvent](c)
	ref, _ := c.locals()
	c.send("continue", `{"threadId":1}`)
	time.Sleep(50 * time.Millisecond)
	c.send("pause", `{"threadId":1}`)
	if e := wait[*dap.StoppedEvent](c); e.Body.Reason != "pause" {
		t.Errorf("stopped with %+v", e.Body)
	}
	c.refused("variables", fmt.Sprintf(`{"variablesReference":%d}`, ref+50), "references end")
	c.refused("stackTrace", `{"threadId":4}`, "no thread")
	c.refused("scopes", `{"frameId":40}`, "no frame")
	c.refused("evaluate", `{"expression":"1 +","frameId":1}`, "")
	c.refused("evaluate", `{"expression":"nope","frameId":1}`, "NameError")
	c.refused("completions", `{"text":"a","column":77,"frameId":1}`, "outside")
	c.refused("goto", `{"threadId":1,"targetId":99}`, "cannot run next")
	ask[*dap.DisconnectResponse](c, "disconnect", "")
}
