package dap

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"
)

const initialize = `{"adapterID":"augur","linesStartAt1":true,"columnsStartAt1":true,"supportsProgressReporting":true,"supportsInvalidatedEvent":true}`

// debugging launches a program, written to a file, with further arguments.
// setup, if not nil, is what the client does before the configuration is done.
func debugging(t *testing.T, src, args string, setup func(c *client, path string)) (*client, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.py")
	if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t)
	ask[*dap.InitializeResponse](c, "initialize", initialize)
	ask[*dap.LaunchResponse](c, "launch", fmt.Sprintf(`{"program":%q,%s}`, path, args))
	wait[*dap.InitializedEvent](c)
	if setup != nil {
		setup(c, path)
	}
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", "")
	wait[*dap.StoppedEvent](c)
	return c, path
}

// evaluate returns the result of an expression.
func (c *client) evaluate(args string) string {
	c.t.Helper()
	return ask[*dap.EvaluateResponse](c, "evaluate", args).Body.Result
}

func (c *client) goOn(command string) *dap.StoppedEvent {
	c.t.Helper()
	c.send(command, `{"threadId":1}`)
	return wait[*dap.StoppedEvent](c)
}

func TestSetExpression(t *testing.T) {
	c, _ := debugging(t, "class P: pass\ndef f():\n    p, d = P(), {'a': [1, 2]}\n    p.x = 1\n    return p.x, d\n", `"call":"f()","engine":"exact","stopAtEnd":true`, nil)
	c.step("next", 4)
	c.step("next", 5)
	for _, test := range []struct{ expr, value, want string }{
		{"p.x", "2 + 3", "5"}, {"d['a'][1]", "'é'", "'é'"}, {"d['b']", "d['a']", "[1, 'é']"}, {"fresh", "7", ""},
	} {
		args := fmt.Sprintf(`{"expression":%q,"value":%q,"frameId":1}`, test.expr, test.value)
		if test.want == "" {
			c.refused("setExpression", args, "not defined")
			continue
		}
		r := ask[*dap.SetExpressionResponse](c, "setExpression", args)
		if r.Body.Value != test.want {
			t.Errorf("%s is set to %+v", test.expr, r.Body)
		}
		if e := wait[*dap.InvalidatedEvent](c); e.Body.Areas[0] != "variables" {
			t.Errorf("invalidated are %+v", e.Body)
		}
	}
	c.refused("setExpression", `{"expression":"1","value":"2","frameId":1}`, "cannot be assigned to")
	c.refused("setExpression", `{"expression":"p.x = 3; p.y","value":"2","frameId":1}`, "cannot be assigned to")
	c.refused("setExpression", `{"expression":"p.x","value":"2; y = 1","frameId":1}`, "no expression")
	c.refused("setExpression", `{"expression":"d['a'].k","value":"2","frameId":1}`, "AttributeError")
	c.refused("setExpression", `{"expression":"p.x","value":"1","frameId":5}`, "no frame")
	c.send("continue", `{"threadId":1}`)
	if o := wait[*dap.OutputEvent](c); o.Body.Output != "⏎ (5, {'a': [1, 'é'], 'b': [1, 'é']})\n" {
		t.Errorf("what was set gives %q", o.Body.Output)
	}
	wait[*dap.StoppedEvent](c)
	// In the past, what follows is computed anew.
	c.step("stepBack", 5)
	ask[*dap.SetExpressionResponse](c, "setExpression", `{"expression":"p.x","value":"'late'","frameId":1}`)
	c.send("continue", `{"threadId":1}`)
	if o := wait[*dap.OutputEvent](c); !strings.HasPrefix(o.Body.Output, "⏎ ('late', ") {
		t.Errorf("set in the past it gives %q", o.Body.Output)
	}
}

func TestEvaluateContexts(t *testing.T) {
	src := `def inner(x):
    y = x * 2
    return y

def outer(x):
    text = 'a' * 20_000
    z = inner(x + 1)
    return z

def other(x):
    return x
`
	c, path := debugging(t, src, `"call":"outer(5)","engine":"exact","stopOnEntry":true`, nil)
	c.step("next", 7)
	c.step("stepIn", 2)
	for _, test := range []struct{ args, want string }{
		{`{"expression":"x","frameId":1}`, "6"},
		{`{"expression":"x","frameId":2,"context":"watch"}`, "5"},
		{`{"expression":"x","frameId":1,"context":"hover"}`, "6"},
		// Another frame's line, in the frame looked at or below: that frame.
		{fmt.Sprintf(`{"expression":"x","frameId":1,"context":"hover","line":7,"column":15,"source":{"path":%q}}`, path), "5"},
		{fmt.Sprintf(`{"expression":"x","frameId":1,"context":"hover","line":3,"column":12,"source":{"path":%q}}`, path), "6"},
		{fmt.Sprintf(`{"expression":"inner(0)","context":"watch","line":7,"source":{"path":%q}}`, path), "0"},
		{fmt.Sprintf(`{"expression":"x","context":"repl","line":7,"source":{"path":%q}}`, path), "5"},
		{fmt.Sprintf(`{"expression":"x","context":"repl","frameId":1,"line":7,"source":{"path":%q}}`, path), "6"},
		{`{"expression":"(x +\n 1)","frameId":1,"context":"repl"}`, "7"},
		{`{"expression":"[x for _ in range(2)]","frameId":1,"context":"variables"}`, "[6, 6]"},
	} {
		if got := c.evaluate(test.args); got != test.want {
			t.Errorf("%s gives %q, want %q", test.args, got, test.want)
		}
	}
	if got := c.evaluate(`{"expression":"text","frameId":2,"context":"watch"}`); len(got) > 11_000 || !strings.HasSuffix(got, "…") {
		t.Errorf("a long value is shown with %d bytes", len(got))
	}
	if got := c.evaluate(`{"expression":"text","frameId":2,"context":"clipboard"}`); len(got) != 20_002 {
		t.Errorf("of a long value %d bytes are copied", len(got))
	}
	ask[*dap.EvaluateResponse](c, "evaluate", `{"expression":"x = 50","frameId":1,"context":"repl"}`)
	if got := c.evaluate(`{"expression":"x","frameId":1}`); got != "50" {
		t.Errorf("set in the console, x is %s", got)
	}
	for args, why := range map[string]string{
		`{"expression":"inner(1)","frameId":1,"context":"hover"}`:                                            "does not call",
		`{"expression":"(q := 1)","frameId":1,"context":"hover"}`:                                            "does not call",
		fmt.Sprintf(`{"expression":"x","frameId":1,"context":"hover","line":11,"source":{"path":%q}}`, path): "other does not run here",
		fmt.Sprintf(`{"expression":"x","frameId":1,"context":"hover","line":99,"source":{"path":%q}}`, path): "no line 99",
		`{"expression":"x","frameId":1,"line":"seven"}`:                                                      "place",
		`{"expression":"x = 1","frameId":1,"context":"watch"}`:                                               "",
		`{"expression":"  ","frameId":1}`:                                                                    "nothing to evaluate",
		`{"expression":"1/0","frameId":1}`:                                                                   "ZeroDivisionError",
		`{"expression":"x","frameId":77}`:                                                                    "no frame",
		`{"expression":"[0 for _ in iter(int, 1)]","frameId":1}`:                                             "takes too much",
	} {
		c.refused("evaluate", args, why)
	}
	c.step("next", 3)
}

func TestCompletions(t *testing.T) {
	c, _ := debugging(t, "def f():\n    größe = 'ab'\n    names = [1]\n    return names\n", `"call":"f()","engine":"exact"`, nil)
	c.step("next", 3)
	c.step("next", 4)
	for _, test := range []struct {
		args, label   string
		start, length int
	}{
		{`{"frameId":1,"text":"na","column":3}`, "names", 1, 2},
		{`{"frameId":1,"text":"😀 + na","column":8}`, "names", 6, 2},
		{`{"frameId":1,"text":"x = [\n  na","column":5,"line":2}`, "names", 3, 2},
		{`{"frameId":1,"text":"grö","column":4}`, "größe", 1, 3},
		{`{"frameId":1,"text":"größe.startsw","column":14}`, "startswith", 7, 7},
		{`{"frameId":1,"text":"names.appe + 1","column":11}`, "append", 7, 4},
	} {
		got := ask[*dap.CompletionsResponse](c, "completions", test.args).Body.Targets
		if len(got) != 1 || got[0].Label != test.label || got[0].Start != test.start || got[0].Length != test.length {
			t.Errorf("%s gives %+v, want %s at %d, %d long", test.args, got, test.label, test.start, test.length)
		}
	}
	if got := ask[*dap.CompletionsResponse](c, "completions", `{"frameId":1,"text":"nothing_","column":9}`).Body.Targets; len(got) != 0 {
		t.Errorf("completions of what is not there: %+v", got)
	}
	c.refused("completions", `{"frameId":1,"text":"na","column":-1}`, "outside")
	c.refused("completions", `{"frameId":1,"text":"na","column":1,"line":3}`, "no line 3")
}

func TestExceptionInfo(t *testing.T) {
	src := `def parse(x):
    return int(x)

def f(x):
    try:
        return parse(x)
    except ValueError as e:
        raise KeyError(x) from e
`
	c, path := debugging(t, src, `"call":"f('a')","engine":"exact","stopAtEnd":true`, func(c *client, _ string) {
		r := ask[*dap.SetExceptionBreakpointsResponse](c, "setExceptionBreakpoints", `{"filters":[],"filterOptions":[{"filterId":"raised","condition":"ValueError, OSError"},{"filterId":"uncaught"}]}`)
		if len(r.Body.Breakpoints) != 2 {
			t.Errorf("the exception breakpoints are %+v", r.Body)
		}
	})
	if e := c.goOn("continue"); e.Body.Reason != "exception" || !strings.HasPrefix(e.Body.Text, "ValueError: ") {
		t.Errorf("stopped with %+v", e.Body)
	}
	c.at(2)
	i := ask[*dap.ExceptionInfoResponse](c, "exceptionInfo", `{"threadId":1}`).Body
	if i.ExceptionId != "ValueError" || i.Details == nil || i.Details.Message != "invalid literal for int() with base 10: 'a'" || i.Details.InnerException != nil {
		t.Errorf("the exception is %+v", i)
	}
	// KeyError is not among the classes of either filter.
	if e := c.goOn("continue"); e.Body.Description != "The run has ended" {
		t.Errorf("stopped with %+v", e.Body)
	}
	i = ask[*dap.ExceptionInfoResponse](c, "exceptionInfo", `{"threadId":1}`).Body
	if i.ExceptionId != "KeyError" || i.BreakMode != "unhandled" || len(i.Details.InnerException) != 1 || i.Details.InnerException[0].TypeName != "ValueError" {
		t.Errorf("the exception is %+v", i)
	}
	if want := fmt.Sprintf("  File %q, line 8, in f\n", path); i.Details.StackTrace != want {
		t.Errorf("the stack trace is %q, want %q", i.Details.StackTrace, want)
	}
}

func TestBreakpointLocations(t *testing.T) {
	src := "def f():\n    '''doc'''\n    x = (1,\n         2)\n\n    # nothing\n    return x\n"
	c, path := debugging(t, src, `"call":"f()","engine":"exact"`, nil)
	for _, test := range []struct {
		line, end int
		want      string
	}{{1, 7, "[1 3 7]"}, {3, 0, "[3]"}, {4, 6, "[]"}} {
		r := ask[*dap.BreakpointLocationsResponse](c, "breakpointLocations", fmt.Sprintf(`{"source":{"path":%q},"line":%d,"endLine":%d}`, path, test.line, test.end))
		lines := []int{}
		for _, l := range r.Body.Breakpoints {
			lines = append(lines, l.Line)
		}
		if fmt.Sprint(lines) != test.want {
			t.Errorf("from line %d to %d there are %v, want %s", test.line, test.end, lines, test.want)
		}
	}
	c.refused("breakpointLocations", `{"source":{"path":"/nowhere.py"},"line":1}`, "cannot be read")
	c.refused("breakpointLocations", fmt.Sprintf(`{"source":{"path":%q},"line":5,"endLine":2}`, path), "first one first")
}

func TestGoto(t *testing.T) {
	src := "def f(n):\n    x = 0\n    while n:\n        n -= 1\n        x += 1\n    return x\n"
	c, path := debugging(t, src, `"call":"f(2)","engine":"exact","stopAtEnd":true`, nil)
	c.step("next", 3)
	c.step("next", 4)
	targets := func(line int) []dap.GotoTarget {
		return ask[*dap.GotoTargetsResponse](c, "gotoTargets", fmt.Sprintf(`{"source":{"path":%q},"line":%d}`, path, line)).Body.Targets
	}
	if got := targets(1); len(got) != 0 {
		t.Errorf("one can go to %+v", got)
	}
	got := targets(6)
	if len(got) != 1 || got[0].Line != 6 {
		t.Fatalf("one can go to %+v", got)
	}
	ask[*dap.GotoResponse](c, "goto", fmt.Sprintf(`{"threadId":1,"targetId":%d}`, got[0].Id))
	if e := wait[*dap.StoppedEvent](c); e.Body.Reason != "goto" {
		t.Errorf("stopped with %+v", e.Body)
	}
	c.at(6)
	if got := c.evaluate(`{"expression":"(x, n)","frameId":1}`); got != "(0, 2)" {
		t.Errorf("after going to line 6 x, n are %s", got)
	}
	// From the past, too.
	c.goOn("continue")
	c.step("stepBack", 6)
	c.step("stepBack", 4)
	if got := targets(5); len(got) != 1 {
		t.Errorf("in the past one can go to %+v", got)
	}
	ask[*dap.GotoResponse](c, "goto", `{"threadId":1,"targetId":5}`)
	wait[*dap.StoppedEvent](c)
	c.at(5)
	c.refused("goto", `{"threadId":1,"targetId":1}`, "cannot run next")
}

func TestStepInTargetsAndRestartFrame(t *testing.T) {
	src := "def g(x):\n    return x + 1\n\ndef f(x):\n    y = g(g(x)) + len('abc') + g(5)\n    return y\n"
	c, _ := debugging(t, src, `"call":"f(1)","engine":"exact","stopOnEntry":true`, nil)
	got := ask[*dap.StepInTargetsResponse](c, "stepInTargets", `{"frameId":1}`).Body.Targets
	var labels []string
	for _, x := range got {
		labels = append(labels, fmt.Sprintf("%s %d:%d-%d:%d", x.Label, x.Line, x.Column, x.EndLine, x.EndColumn))
	}
	if want := "g(x) 5:11-5:15, g(g(x)) 5:9-5:16, g(5) 5:32-5:36"; strings.Join(labels, ", ") != want {
		t.Fatalf("the targets are %q, want %q", labels, want)
	}
	for i, want := range []string{"1", "2", "5"} {
		c.send("stepIn", fmt.Sprintf(`{"threadId":1,"targetId":%d}`, got[i].Id))
		wait[*dap.StoppedEvent](c)
		c.at(2)
		if x := c.evaluate(`{"expression":"x","frameId":1}`); x != want {
			t.Errorf("in %s x is %s, want %s", got[i].Label, x, want)
		}
		if other := ask[*dap.StepInTargetsResponse](c, "stepInTargets", `{"frameId":2}`).Body.Targets; len(other) != 0 {
			t.Errorf("a caller's frame has the targets %+v", other)
		}
		ask[*dap.RestartFrameResponse](c, "restartFrame", `{"frameId":2}`)
		if e := wait[*dap.StoppedEvent](c); e.Body.Reason != "restart" {
			t.Errorf("stopped with %+v", e.Body)
		}
		c.at(5)
	}
	c.refused("restartFrame", `{"frameId":9}`, "no frame")
	c.refused("stepInTargets", `{"frameId":9}`, "no frame")
}

func TestSourcesAndModules(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "helper.py"), []byte("def h(x):\n    return x * 2\n"), 0o600)
	path := filepath.Join(dir, "unsaved.py")
	text := "from helper import h\ndef f():\n    return h(4)\n"
	c := connect(t)
	ask[*dap.InitializeResponse](c, "initialize", initialize)
	ask[*dap.LaunchResponse](c, "launch", fmt.Sprintf(`{"program":%q,"text":%q,"call":"f()","engine":"exact","stopOnEntry":true}`, path, text))
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", "")
	if e := wait[*dap.LoadedSourceEvent](c); e.Body.Source.Path != path || e.Body.Reason != "new" {
		t.Errorf("the loaded source is %+v", e.Body)
	}
	if e := wait[*dap.ModuleEvent](c); e.Body.Module.Name != "unsaved" {
		t.Errorf("the module is %+v", e.Body)
	}
	wait[*dap.StoppedEvent](c)
	fr := c.at(3)
	ref := fr.Source.SourceReference
	if ref == 0 || fr.Source.Origin == "" {
		t.Fatalf("the source that lies nowhere is %+v", fr.Source)
	}
	if got := ask[*dap.SourceResponse](c, "source", fmt.Sprintf(`{"sourceReference":%d}`, ref)); got.Body.Content != text {
		t.Errorf("its text is %q", got.Body.Content)
	}
	if b := ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"sourceReference":%d},"breakpoints":[{"line":3}]}`, ref)).Body.Breakpoints; !b[0].Verified {
		t.Errorf("a breakpoint by reference is %+v", b)
	}
	c.step("stepIn", 2)
	if fr := c.at(2); fr.Source.SourceReference != 0 || filepath.Base(fr.Source.Path) != "helper.py" {
		t.Errorf("a source on the disk is %+v", fr.Source)
	}
	if m := ask[*dap.ModulesResponse](c, "modules", `{}`).Body; m.TotalModules != 2 || len(m.Modules) != 2 || !m.Modules[1].IsUserCode {
		t.Errorf("the modules are %+v", m)
	}
	if m := ask[*dap.ModulesResponse](c, "modules", `{"startModule":1,"moduleCount":5}`).Body; m.TotalModules != 2 || len(m.Modules) != 1 || m.Modules[0].Name != "helper" {
		t.Errorf("the second page of modules is %+v", m)
	}
	if l := ask[*dap.LoadedSourcesResponse](c, "loadedSources", `{}`).Body.Sources; len(l) != 2 {
		t.Errorf("the sources are %+v", l)
	}
	c.refused("source", `{"sourceReference":77}`, "no such source")
	c.refused("modules", `{"startModule":-1}`, "negative")
}

func TestLogPointsHitCountsAndFunctions(t *testing.T) {
	src := "def g(x):\n    return x\n\ndef f(n):\n    for i in range(n):\n        g(i)\n    return n\n"
	c, path := debugging(t, src, `"call":"f(6)","engine":"exact"`, func(c *client, path string) {
		b := ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[{"line":6,"hitCondition":">= 5"},{"line":2,"logMessage":"x is {x}, {x / 0}"},{"line":7,"hitCondition":"often"}]}`, path)).Body.Breakpoints
		if !b[0].Verified || !b[1].Verified || b[2].Verified || !strings.Contains(b[2].Message, "hit condition") {
			t.Errorf("the breakpoints are %+v", b)
		}
	})
	if got := c.evaluate(`{"expression":"i","frameId":1}`); got != "4" {
		t.Errorf("at the fifth hit i is %s", got)
	}
	f := ask[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", `{"breakpoints":[{"name":"g","condition":"x > 4"},{"name":"zz"},{"name":"g","condition":"x >"},{"name":""}]}`).Body.Breakpoints
	if !f[0].Verified || f[1].Verified || f[2].Verified || f[3].Verified {
		t.Errorf("the function breakpoints are %+v", f)
	}
	ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[]}`, path))
	if e := c.goOn("continue"); e.Body.Reason != "function breakpoint" || len(e.Body.HitBreakpointIds) != 1 || e.Body.HitBreakpointIds[0] != f[0].Id {
		t.Errorf("stopped with %+v, want breakpoint %d", e.Body, f[0].Id)
	}
	// Numbers stay the same in a new run.
	b := ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[{"line":6,"condition":"i == 2"}]}`, path)).Body.Breakpoints
	ask[*dap.RestartResponse](c, "restart", `{}`)
	if e := wait[*dap.StoppedEvent](c); len(e.Body.HitBreakpointIds) != 1 || e.Body.HitBreakpointIds[0] != b[0].Id {
		t.Errorf("after the restart it stopped with %+v, want breakpoint %d", e.Body, b[0].Id)
	}
	if got := c.evaluate(`{"expression":"i","frameId":1}`); got != "2" {
		t.Errorf("after the restart i is %s", got)
	}
}

func TestLogMessages(t *testing.T) {
	src := "def f(n):\n    for i in range(n):\n        pass\n    return n\n"
	c := connect(t)
	path := filepath.Join(t.TempDir(), "a.py")
	os.WriteFile(path, []byte(src), 0o600)
	ask[*dap.InitializeResponse](c, "initialize", initialize)
	ask[*dap.LaunchResponse](c, "launch", fmt.Sprintf(`{"program":%q,"call":"f(3)","engine":"exact"}`, path))
	ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[{"line":3,"logMessage":"i is {i}, {i / 0}","condition":"i != 1"}]}`, path))
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", "")
	for _, want := range []string{"i is 0, <ZeroDivisionError: division by zero>\n", "i is 2, <ZeroDivisionError: division by zero>\n", "⏎ 3\n"} {
		if o := wait[*dap.OutputEvent](c); o.Body.Output != want || o.Body.Category != "console" {
			t.Errorf("the output is %+v, want %q", o.Body, want)
		}
	}
	if e := wait[*dap.ExitedEvent](c); e.Body.ExitCode != 0 {
		t.Errorf("it exited with %+v", e.Body)
	}
	wait[*dap.TerminatedEvent](c)
}

func TestPaging(t *testing.T) {
	c, _ := debugging(t, "def f():\n    xs = list(range(100_000))\n    d = {k: -k for k in range(5000)}\n    return xs, d\n", `"call":"f()","engine":"exact"`, func(c *client, path string) {
		ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[{"line":4}]}`, path))
	})
	ref, _ := c.locals()
	vars := ask[*dap.VariablesResponse](c, "variables", fmt.Sprintf(`{"variablesReference":%d}`, ref)).Body.Variables
	xs, d := vars[0], vars[1]
	if xs.IndexedVariables != 100_000 || xs.NamedVariables != 0 || d.IndexedVariables != 0 || d.NamedVariables != 5000 {
		t.Fatalf("the containers are %+v and %+v", xs, d)
	}
	page := func(ref int, rest string) string {
		list := ask[*dap.VariablesResponse](c, "variables", fmt.Sprintf(`{"variablesReference":%d,%s}`, ref, rest)).Body.Variables
		var out []string
		for _, v := range list {
			out = append(out, v.Name+"="+v.Value)
		}
		return strings.Join(out, " ")
	}
	for _, test := range []struct {
		ref        int
		rest, want string
	}{
		{xs.VariablesReference, `"filter":"indexed","start":99998,"count":10`, "[99998]=99998 [99999]=99999"},
		{xs.VariablesReference, `"start":2,"count":2`, "[2]=2 [3]=3"},
		{xs.VariablesReference, `"filter":"named","start":0,"count":2`, ""},
		{xs.VariablesReference, `"filter":"indexed","start":200000,"count":2`, ""},
		{d.VariablesReference, `"filter":"named","start":4998,"count":100`, "[4998]=-4998 [4999]=-4999"},
		{d.VariablesReference, `"filter":"indexed","start":0,"count":2`, ""},
	} {
		if got := page(test.ref, test.rest); got != test.want {
			t.Errorf("the page %s is %q, want %q", test.rest, got, test.want)
		}
	}
	c.refused("variables", fmt.Sprintf(`{"variablesReference":%d,"start":-1}`, xs.VariablesReference), "negative")
	c.refused("variables", `{"variablesReference":0}`, "no variables")
}

const endless = "def f():\n    n = 0\n    while n >= 0:\n        n += 1\n"

func TestProgressPauseAndCancel(t *testing.T) {
	c, _ := debugging(t, endless, `"call":"f()","engine":"exact","stopOnEntry":true`, nil)
	c.send("continue", `{"threadId":1}`)
	start := wait[*dap.ProgressStartEvent](c)
	if !start.Body.Cancellable || start.Body.Title == "" {
		t.Errorf("progress starts with %+v", start.Body)
	}
	update := wait[*dap.ProgressUpdateEvent](c)
	if update.Body.ProgressId != start.Body.ProgressId || !strings.HasSuffix(update.Body.Message, " events") {
		t.Errorf("progress goes on with %+v", update.Body)
	}
	ask[*dap.CancelResponse](c, "cancel", fmt.Sprintf(`{"progressId":%q}`, start.Body.ProgressId))
	// The stop may have come before the answer; a second one would be a fault.
	c.send("continue", `{"threadId":1}`)
	pause := c.send("pause", `{"threadId":1}`)
	stops, answered := 0, false
	for !answered || stops == 0 {
		switch m := c.next().(type) {
		case *dap.PauseResponse:
			if answered = m.RequestSeq == pause; stops > 0 {
				t.Error("the stop was told before the pause was answered")
			}
		case *dap.StoppedEvent:
			if stops++; m.Body.Reason != "pause" {
				t.Errorf("stopped with %+v", m.Body)
			}
		}
	}
	// A question that was given up does not stop the run.
	c.send("continue", `{"threadId":1}`)
	c.send("cancel", `{"requestId":3}`)
	time.Sleep(50 * time.Millisecond)
	pause = c.send("pause", `{"threadId":1}`)
	for answered = false; !answered; {
		switch m := c.next().(type) {
		case *dap.PauseResponse:
			answered = m.RequestSeq == pause
		case *dap.StoppedEvent:
			t.Errorf("cancelling something else stopped the run: %+v", m.Body)
		}
	}
	wait[*dap.StoppedEvent](c)
	// What is still waiting can be cancelled.
	c.send("continue", `{"threadId":1}`)
	waiting := c.send("evaluate", `{"expression":"n","frameId":1}`)
	c.send("cancel", fmt.Sprintf(`{"requestId":%d}`, waiting))
	time.Sleep(20 * time.Millisecond)
	c.send("pause", `{"threadId":1}`)
	if r := answer[*dap.ErrorResponse](c, waiting); r.Message != "cancelled" {
		t.Errorf("the request given up is answered with %+v", r)
	}
	c.send("continue", `{"threadId":1}`)
	time.Sleep(20 * time.Millisecond)
	ask[*dap.TerminateResponse](c, "terminate", "{}")
	wait[*dap.TerminatedEvent](c)
	ask[*dap.TerminateResponse](c, "terminate", "{}")
	ask[*dap.DisconnectResponse](c, "disconnect", "{}")
	for m := range c.out {
		t.Errorf("after the end there is %T", m)
	}
}

func TestCancelLaunch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.py")
	os.WriteFile(path, []byte("n = 0\nwhile True:\n    n += 1\ndef f():\n    pass\n"), 0o600)
	c := connect(t)
	ask[*dap.InitializeResponse](c, "initialize", initialize)
	launch := c.send("launch", fmt.Sprintf(`{"program":%q,"call":"f()","engine":"exact"}`, path))
	time.Sleep(50 * time.Millisecond)
	c.send("cancel", fmt.Sprintf(`{"requestId":%d}`, launch))
	if r := answer[*dap.ErrorResponse](c, launch); r.Message != "cancelled" {
		t.Errorf("the launch is answered with %+v", r)
	}
	// Another one works.
	ask[*dap.LaunchResponse](c, "launch", fmt.Sprintf(`{"program":%q,"text":"def f():\n    return 1\n","call":"f()","engine":"exact"}`, path))
}

func TestLaunches(t *testing.T) {
	src := `import unittest

def f(xs, k=2):
    """
    >>> f([1, 2])
    6
    >>> f([5], k=3)
    15
    """
    total = 0
    for x in xs:
        total += x * k
    return total

def test_f():
    expected = 6
    assert f([1, 2]) == expected

class TestF(unittest.TestCase):
    def setUp(self):
        self.want = 15

    def test_k(self):
        self.assertEqual(f([5], k=3), self.want)

print(f([4]))
`
	for _, test := range []struct {
		args string
		line int
		want string // of the locals
	}{
		{`"call":"f([7], 1)"`, 10, "xs = [7], k = 1"},
		{`"function":"f"`, 10, "xs = [1, 2], k = 2"},
		{`"line":12`, 10, "xs = [1, 2], k = 2"},
		{`"call":"f(data)","setup":["data = [3] * 2"]`, 10, "xs = [3, 3], k = 2"},
		{`"test":"test_f"`, 16, ""},
		{`"line":17`, 16, ""},
		{`"test":"TestF.test_k"`, 21, "self = <TestF object>"},
		{`"function":"f","start":12,"state":{"xs":"[1, 4]","x":"4","total":"10","k":"5"}`, 12, "xs = [1, 4], k = 5, total = 10, x = 4"},
		{`"module":true`, 1, ""},
		{`"function":"f","start":12,"state":{"x":"2 + 2","total":"10"},"engine":"neural","foresee":true`, 12, "total = 10, x = 4"},
	} {
		c, _ := debugging(t, src, `"engine":"exact","stopOnEntry":true,`+test.args, nil)
		fr := c.at(test.line)
		sc := ask[*dap.ScopesResponse](c, "scopes", fmt.Sprintf(`{"frameId":%d}`, fr.Id)).Body.Scopes
		if sc[0].Name == "Locals" {
			if got := c.values(sc[0].VariablesReference); got != test.want {
				t.Errorf("launched with %s the locals are %q, want %q", test.args, got, test.want)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "a.py")
	os.WriteFile(path, []byte(src), 0o600)
	c := connect(t)
	ask[*dap.InitializeResponse](c, "initialize", initialize)
	for args, why := range map[string]string{
		`"function":"g"`:                             `no function "g"`,
		`"test":"test_g"`:                            `no test "test_g"`,
		`"call":"f("`:                                "does not parse",
		`"function":"f","start":5,"state":{}`:        "cannot start on line 5",
		`"call":"f([1])","engine":"guess"`:           "no engine",
		`"call":"f([1])","foresee":true`:             "only the neural engine foresees",
		`"call":"f([1])","setup":["x = nope"]`:       "NameError",
		`"call":"f([1])","start":12,"state":7`:       "cannot be read",
		`"call":"f()","start":12,"state":{"x":"zz"}`: "cannot start",
	} {
		c.refused("launch", fmt.Sprintf(`{"program":%q,"engine":"exact",%s}`, path, args), why)
	}
}

func TestLinesFromZero(t *testing.T) {
	c := connect(t)
	path := filepath.Join(t.TempDir(), "a.py")
	os.WriteFile(path, []byte("def f():\n    x = 1\n    return x\n"), 0o600)
	ask[*dap.InitializeResponse](c, "initialize", `{"adapterID":"augur","linesStartAt1":false,"columnsStartAt1":false}`)
	ask[*dap.LaunchResponse](c, "launch", fmt.Sprintf(`{"program":%q,"call":"f()","engine":"exact"}`, path))
	b := ask[*dap.SetBreakpointsResponse](c, "setBreakpoints", fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[{"line":2}]}`, path)).Body.Breakpoints
	if !b[0].Verified || b[0].Line != 2 {
		t.Errorf("the breakpoint is %+v", b[0])
	}
	ask[*dap.ConfigurationDoneResponse](c, "configurationDone", "")
	wait[*dap.StoppedEvent](c)
	if fr := c.at(2); fr.Column != 0 {
		t.Errorf("the frame is %+v", fr)
	}
	got := ask[*dap.CompletionsResponse](c, "completions", `{"frameId":1,"text":"x","column":1}`).Body.Targets
	if len(got) != 1 || got[0].Start != 0 {
		t.Errorf("the completions are %+v", got)
	}
}

func TestEveryRequestIsAnswered(t *testing.T) {
	c, path := debugging(t, program, `"call":"outer(2)","engine":"exact","stopOnEntry":true`, nil)
	source := fmt.Sprintf(`{"source":{"path":%q},"breakpoints":[]}`, path)
	for _, command := range []string{
		"attach", "breakpointLocations", "cancel", "completions", "configurationDone", "dataBreakpointInfo", "disassemble", "evaluate",
		"exceptionInfo", "goto", "gotoTargets", "initialize", "launch", "loadedSources", "locations", "modules", "readMemory",
		"restartFrame", "runInTerminal", "scopes", "setBreakpoints", "setDataBreakpoints", "setExceptionBreakpoints", "setExpression",
		"setFunctionBreakpoints", "setInstructionBreakpoints", "setVariable", "source", "stackTrace", "stepInTargets", "terminateThreads",
		"threads", "variables", "writeMemory", "startDebugging",
	} {
		for _, args := range []string{`{}`, source, `[]`, `7`, `"text"`, `null`, `{"frameId":-1,"threadId":-1,"variablesReference":-1,"targetId":-1,"line":-1,"column":-1,"text":"","expression":"("}`} {
			seq := c.send(command, args)
			for {
				r, ok := c.next().(dap.ResponseMessage)
				if !ok || r.GetResponse().RequestSeq != seq {
					continue
				}
				if got := r.GetResponse(); !got.Success && (got.Message == "" || strings.Contains(got.Message, "internal error")) {
					b, _ := json.Marshal(r)
					t.Errorf("%s %s is answered with %s", command, args, b)
				}
				break
			}
		}
	}
	if fr := c.at(10); fr.Name != "outer" {
		t.Errorf("after all that it stands at %+v", fr)
	}
}

func TestAssumptionsInTheProtocol(t *testing.T) {
	src := "import os\ndef f(path):\n    n = 1\n    if os.path.exists(path):\n        n = 2\n    return n\n"
	c, _ := debugging(t, src, `"call":"f('x')","stopOnEntry":true,"stopAtEnd":true`, nil)
	for c.at(ask[*dap.StackTraceResponse](c, "stackTrace", `{"threadId":1}`).Body.StackFrames[0].Line).Line != 6 {
		if e := c.goOn("next"); e.Body.Description == "The run has ended" {
			t.Skip("the weights are not sure enough of the condition")
		}
	}
	fr := c.at(6)
	scopes := ask[*dap.ScopesResponse](c, "scopes", `{"frameId":1}`).Body.Scopes
	last := scopes[len(scopes)-1]
	if last.Name != "Assumptions" || !strings.HasPrefix(fr.Name, "≈") {
		t.Fatalf("the scopes are %+v, the frame %+v", scopes, fr)
	}
	list := ask[*dap.VariablesResponse](c, "variables", fmt.Sprintf(`{"variablesReference":%d}`, last.VariablesReference)).Body.Variables
	k := 0
	for k < len(list) && !strings.Contains(list[k].Value, "True") && !strings.Contains(list[k].Value, "False") {
		k++
	}
	if k == len(list) || list[k].PresentationHint == nil || list[k].PresentationHint.Attributes[0] != "predicted" {
		t.Fatalf("the assumptions are %+v", list)
	}
	if _, got := c.locals(); !strings.Contains(got, "n = ≈ ") {
		t.Errorf("the locals are %s", got)
	}
	why := c.values(list[k].VariablesReference)
	if !strings.HasPrefix(why, "depends on lines = ") || !strings.Contains(why, "looked at path = ") {
		t.Errorf("what the assumption rests on is %q", why)
	}
	was := list[k].Value
	other := "False"
	if strings.Contains(was, "False") {
		other = "True"
	}
	ref := last.VariablesReference
	ask[*dap.SetVariableResponse](c, "setVariable", fmt.Sprintf(`{"variablesReference":%d,"name":%q,"value":%q}`, ref, list[k].Name, other))
	wait[*dap.StoppedEvent](c)
	c.send("continue", `{"threadId":1}`)
	want := map[string]string{"True": "2", "False": "1"}[other]
	if o := wait[*dap.OutputEvent](c); !strings.HasSuffix(o.Body.Output, want+"\n") {
		t.Errorf("with %s supposed the run gives %q, want %s", other, o.Body.Output, want)
	}
}
