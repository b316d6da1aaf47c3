package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"augur/lsp/lsptest"
	"augur/lsp/scripted"
)

func TestMain(m *testing.M) {
	panicOnBugs = true
	os.Exit(m.Run())
}

// session is a server with a client, in one process.
type testSession struct {
	*lsptest.Client
	forecaster *scripted.Forecaster
	log        *lockedBuffer
	served     chan error
}

// lockedBuffer is a buffer that several goroutines may use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// connect starts a server that nobody has initialized.
func connect(t *testing.T) *testSession {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	s := &testSession{forecaster: new(scripted.Forecaster), log: new(lockedBuffer), served: make(chan error, 1)}
	go func() {
		err := Serve(context.Background(), fromClient, toClient, Options{Forecaster: s.forecaster, Version: "1.2.3", LogFile: s.log})
		_ = toClient.Close()
		s.served <- err
	}()
	s.Client = lsptest.NewClient(t, toServer, fromServer)
	return s
}

// start starts a session that ends, and is checked, with the test.
func start(t *testing.T, e lsptest.Editor) *testSession {
	t.Helper()
	s := connect(t)
	s.Initialize(e)
	t.Cleanup(func() {
		if t.Failed() {
			return // the first failure is the one to read
		}
		s.Close()
		if err := <-s.served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return s
}

var allHints = map[string]any{"hints": map[string]any{"mode": "all"}}

const twoFunctions = `def f(a):  #: f(1) (doctest) #: f(2) (assert)
    x = a + 1  #= x = 2
    return x   #= return 2

def g(b):  #: g(3) (call)
    y = b * 2  #= y = 6
`

func TestInitialize(t *testing.T) {
	s := connect(t)
	var result struct {
		Capabilities struct {
			PositionEncoding       string
			TextDocumentSync       struct{ Change int }
			ExecuteCommandProvider struct{ Commands []string }
		}
		ServerInfo struct{ Name, Version string }
	}
	s.MustCall("initialize", map[string]any{"capabilities": map[string]any{}}, &result)
	if got := result.Capabilities.PositionEncoding; got != "utf-16" {
		t.Errorf("without an offer the encoding is %s, want utf-16", got)
	}
	if result.Capabilities.TextDocumentSync.Change != 2 {
		t.Errorf("sync is %d, want 2 (incremental)", result.Capabilities.TextDocumentSync.Change)
	}
	if got, want := result.Capabilities.ExecuteCommandProvider.Commands, commandNames(); !slices.Equal(got, want) {
		t.Errorf("commands are %q, want %q", got, want)
	}
	if result.ServerInfo.Name != "augur" || result.ServerInfo.Version != "1.2.3" {
		t.Errorf("the server is %+v", result.ServerInfo)
	}
	s.Fails(lsptest.InvalidRequest, "initialize", map[string]any{"capabilities": map[string]any{}})
	s.Close()
}

func TestEncodings(t *testing.T) {
	const source = `def f(s):
    x = "𝔘é漢" + s  #= x = 3
`
	for _, test := range []struct {
		offered []string
		want    string
	}{
		{nil, "utf-16"},
		{[]string{"utf-16"}, "utf-16"},
		{[]string{"utf-16", "utf-8"}, "utf-8"},
		{[]string{"utf-32", "utf-16"}, "utf-16"},
		{[]string{"utf-32"}, "utf-32"},
		{[]string{"utf-7"}, "utf-16"},
	} {
		t.Run(strings.Join(test.offered, " "), func(t *testing.T) {
			s := start(t, lsptest.Editor{Encodings: test.offered, Options: allHints})
			if s.Encoding != test.want {
				t.Fatalf("the encoding is %s, want %s", s.Encoding, test.want)
			}
			d := s.Open("file:///a.py", source)
			d.Replace("漢", "漢字𝔘")
			d.Replace("+ s  #= x = 3", "+ s*2  #= x = 4")
			if got, want := d.Annotated(), strings.Replace(d.Text, "x = 4", "x = 4  #> x = 4", 1); got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

func TestLifecycle(t *testing.T) {
	t.Run("before initialize", func(t *testing.T) {
		s := connect(t)
		s.Fails(lsptest.ServerNotInitialized, "textDocument/hover", map[string]any{})
		s.Notify("textDocument/didOpen", map[string]any{})
		s.WaitForLog("textDocument/didOpen came before initialize")
		s.Initialize(lsptest.Editor{})
		s.Close()
	})
	t.Run("after shutdown", func(t *testing.T) {
		s := connect(t)
		s.Initialize(lsptest.Editor{})
		s.MustCall("shutdown", nil, nil)
		s.Fails(lsptest.InvalidRequest, "textDocument/hover", map[string]any{})
		s.Notify("exit", nil)
		if err := <-s.served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	t.Run("exit without shutdown", func(t *testing.T) {
		s := connect(t)
		s.Initialize(lsptest.Editor{})
		s.Notify("exit", nil)
		if err := <-s.served; !errors.Is(err, ErrNoShutdown) {
			t.Errorf("Serve: %v, want %v", err, ErrNoShutdown)
		}
	})
	t.Run("exit before initialize", func(t *testing.T) {
		s := connect(t)
		s.Notify("exit", nil)
		if err := <-s.served; !errors.Is(err, ErrNoShutdown) {
			t.Errorf("Serve: %v, want %v", err, ErrNoShutdown)
		}
	})
	t.Run("the client goes away", func(t *testing.T) {
		s := connect(t)
		s.Initialize(lsptest.Editor{Options: allHints})
		d := s.Open("file:///a.py", "def f():\n    x = g()  #! wait\n")
		d.StartHints()
		s.waitUntilWaiting(t)
		s.Hangup()
		if err := <-s.served; !errors.Is(err, ErrNoShutdown) {
			t.Errorf("Serve: %v, want %v", err, ErrNoShutdown)
		}
	})
}

func TestEdits(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", twoFunctions)
	check := func(labels ...string) {
		t.Helper()
		var got []string
		for _, h := range d.Hints() {
			got = append(got, h.String())
		}
		if !slices.Equal(got, labels) {
			t.Errorf("hints are %q, want %q", got, labels)
		}
	}
	check("2: x = 2", "3: ⏎ 2", "6: y = 6")

	d.Replace("x = 2", "x = 7")
	check("2: x = 7", "3: ⏎ 2", "6: y = 6")

	// Two changes in one message: the second counts in the text after the first.
	at := d.Find("def g")
	d.Change(lsptest.Edit{Start: 0, End: 0, Text: "# one\n# two\r\n"}, lsptest.Edit{Start: at + 13, End: at + 13, Text: "# three\n"})
	check("4: x = 7", "5: ⏎ 2", "9: y = 6")

	d.SetText("def h():\n    z = 1 + 1  #= z = 2")
	check("2: z = 2")

	d.SetText("")
	check()

	d.SetText("def h():\n    z = 1 + 1  #= z = 3")
	check("2: z = 3")

	d.Close()
	s.Fails(lsptest.InvalidParams, "textDocument/inlayHint", map[string]any{"textDocument": d.ID(), "range": d.Everything()})
	d = s.Open("file:///a.py", twoFunctions)
	check("2: x = 2", "3: ⏎ 2", "6: y = 6")
}

func TestPositionsBeyondTheText(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", "def f():\n    x = g()  #= x = 1\n")
	s.Notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": d.URI, "version": 2},
		"contentChanges": []any{map[string]any{
			"range": lsptest.Range{Start: lsptest.Position{Line: 1, Character: 999}, End: lsptest.Position{Line: 999, Character: 999}},
			"text":  "\n    y = g()  #= y = 2",
		}},
	})
	d.Text = "def f():\n    x = g()  #= x = 1\n    y = g()  #= y = 2"
	if got := len(d.Hints()); got != 2 {
		t.Errorf("got %d hints, want 2", got)
	}
	s.Notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": d.URI, "version": 3},
		"contentChanges": []any{map[string]any{
			"range": lsptest.Range{Start: lsptest.Position{Line: 1}, End: lsptest.Position{}},
			"text":  "x",
		}},
	})
	s.WaitForLog("ends before it starts")
	if got := len(d.Hints()); got != 2 {
		t.Errorf("after a change that makes no sense there are %d hints, want 2", got)
	}
}

func TestLineEnds(t *testing.T) {
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r"} {
		t.Run(name, func(t *testing.T) {
			s := start(t, lsptest.Editor{Options: allHints})
			d := s.Open("file:///a.py", "def f():\n    x = 1 + 1  #= x = 2\n    y = 2 + 2  #= y = 4\n")
			width := len("    x = 1 + 1  #= x = 2")
			want := []lsptest.Position{{Line: 1, Character: width}, {Line: 2, Character: width}}
			d.SetText(strings.ReplaceAll(d.Text, "\n", end))
			var got []lsptest.Position
			for _, h := range d.HintsIn(lsptest.Range{End: lsptest.Position{Line: 4}}) {
				got = append(got, h.Position)
			}
			if !slices.Equal(got, want) {
				t.Errorf("hints are at %v, want %v", got, want)
			}
		})
	}
}

func TestModes(t *testing.T) {
	labels := func(hints []lsptest.Hint) string {
		var all []string
		for _, h := range hints {
			all = append(all, h.Label)
		}
		return strings.Join(all, "|")
	}
	const f, g, both = "x = 2|⏎ 2", "y = 6", "x = 2|⏎ 2|y = 6"

	t.Run("cursor", func(t *testing.T) {
		s := start(t, lsptest.Editor{})
		d := s.Open("file:///a.py", twoFunctions)
		if got := labels(d.Hints()); got != both {
			t.Errorf("while no cursor is known: %s, want %s", got, both)
		}
		d.Cursor("y = b")
		s.WaitFor("workspace/inlayHint/refresh")
		if got := labels(d.Hints()); got != g {
			t.Errorf("with the cursor in g: %s, want %s", got, g)
		}
		d.Cursor("x = a")
		s.WaitFor("workspace/inlayHint/refresh")
		if got := labels(d.Hints()); got != f {
			t.Errorf("with the cursor in f: %s, want %s", got, f)
		}
		d.Cursor("def f") // no refresh: it is the same function
		d.Hover("y = b")
		if got := labels(d.Hints()); got != f {
			t.Errorf("after a hover in g: %s, want %s, since the editor told of the cursor", got, f)
		}
		if n := s.Count("workspace/inlayHint/refresh"); n != 0 {
			t.Errorf("%d refreshes too many", n)
		}
	})
	t.Run("cursor by hover", func(t *testing.T) {
		s := start(t, lsptest.Editor{NoRefresh: true})
		d := s.Open("file:///a.py", twoFunctions)
		d.Hover("y = b")
		if got := labels(d.Hints()); got != g {
			t.Errorf("after a hover in g: %s, want %s", got, g)
		}
		d.CodeActions("x = a")
		if got := labels(d.Hints()); got != f {
			t.Errorf("after a code action in f: %s, want %s", got, f)
		}
	})
	t.Run("breakpoints", func(t *testing.T) {
		s := start(t, lsptest.Editor{Options: map[string]any{"hints.mode": "breakpoints"}})
		d := s.Open("file:///a.py", twoFunctions)
		if got := labels(d.Hints()); got != "" {
			t.Errorf("without breakpoints: %s, want nothing", got)
		}
		d.Breakpoints(5, 2, 2)
		s.WaitFor("workspace/inlayHint/refresh")
		if got, want := labels(d.Hints()), "⏎ 2|y = 6"; got != want {
			t.Errorf("with two breakpoints: %s, want %s", got, want)
		}
		d.Breakpoints()
		if got := labels(d.Hints()); got != "" {
			t.Errorf("with none again: %s, want nothing", got)
		}
	})
	t.Run("range", func(t *testing.T) {
		s := start(t, lsptest.Editor{Options: allHints})
		d := s.Open("file:///a.py", twoFunctions)
		got := labels(d.HintsIn(lsptest.Range{Start: lsptest.Position{Line: 2}, End: lsptest.Position{Line: 4}}))
		if got != "⏎ 2" {
			t.Errorf("hints of the lines 3 to 5 are %s, want ⏎ 2", got)
		}
		if n := s.forecaster.Runs.Load(); n != 3 { // f, the line of g's header, and the lines in no function
			t.Errorf("%d forecasts were made, want 3", n)
		}
	})
	t.Run("toggle", func(t *testing.T) {
		s := start(t, lsptest.Editor{Options: allHints})
		d := s.Open("file:///a.py", twoFunctions)
		for _, want := range []string{"", both, ""} {
			s.Run(lsptest.Command{Command: "augur.toggle"})
			s.WaitFor("workspace/inlayHint/refresh")
			if got := labels(d.Hints()); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		if d.Hover("x = a") == "" {
			t.Error("hovers are off, too")
		}
	})
}

func TestSettings(t *testing.T) {
	t.Run("asked for", func(t *testing.T) {
		s := start(t, lsptest.Editor{Configuration: true, Settings: map[string]any{"hints": map[string]any{"mode": "off", "colour": 1}}})
		s.WaitFor("workspace/configuration")
		s.WaitForLog("unknown settings are ignored: augur.hints.colour")
		s.WaitFor("workspace/inlayHint/refresh")
		d := s.Open("file:///a.py", twoFunctions)
		if n := len(d.Hints()); n != 0 {
			t.Errorf("%d hints though they are off", n)
		}
		s.Settings(map[string]any{"hints": map[string]any{"mode": "all"}})
		s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		s.WaitFor("workspace/inlayHint/refresh")
		if n := len(d.Hints()); n != 3 {
			t.Errorf("%d hints, want 3", n)
		}
	})
	t.Run("sent", func(t *testing.T) {
		s := start(t, lsptest.Editor{})
		s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"augur": map[string]any{"hints": map[string]any{"maxLength": 12}}}})
		d := s.Open("file:///a.py", "def f():\n    x = g()  #= x = '0123456789abcdef'\n")
		if got, want := d.Hints()[0].Label, "x = '012345…"; got != want {
			t.Errorf("the hint is %q, want %q", got, want)
		}
	})
	t.Run("sent by a client that has nothing to answer", func(t *testing.T) {
		s := start(t, lsptest.Editor{Configuration: true})
		s.WaitFor("workspace/configuration")
		s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"hints.mode": "off"}})
		s.WaitFor("workspace/inlayHint/refresh")
		if n := len(s.Open("file:///a.py", twoFunctions).Hints()); n != 0 {
			t.Errorf("%d hints though they are off", n)
		}
	})
	t.Run("nothing is sent and nothing answered", func(t *testing.T) {
		s := start(t, lsptest.Editor{Configuration: true, Options: map[string]any{"hints": map[string]any{"mode": "off"}}})
		s.WaitFor("workspace/configuration")
		s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{}})
		s.WaitFor("workspace/configuration")
		if n := len(s.Open("file:///a.py", twoFunctions).Hints()); n != 0 {
			t.Errorf("%d hints though initialize said that they are off", n)
		}
	})
	t.Run("nonsense", func(t *testing.T) {
		s := start(t, lsptest.Editor{Options: []int{1}})
		s.WaitForLog("the settings are not an object")
		s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": "yes"})
		s.Notify("workspace/didChangeConfiguration", nil)
		d := s.Open("file:///a.py", twoFunctions)
		if n := len(d.Hints()); n != 3 {
			t.Errorf("%d hints, want 3", n)
		}
	})
}

func TestExamples(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", twoFunctions)
	titles := func(part string) []string { return lsptest.Titles(d.CodeActions(part)) }

	if got, want := titles("x = a"), []string{"Augur: use f(2) (assert, line 1)"}; !slices.Equal(got, want) {
		t.Fatalf("actions are %q, want %q", got, want)
	}
	if got := titles("y = b"); got != nil {
		t.Errorf("a function with one example has the actions %q", got)
	}
	if !strings.Contains(d.Hover("x = a"), "`f(1)`") {
		t.Errorf("the hover does not name the example:\n%s", d.Hover("x = a"))
	}

	s.Run(d.CodeActions("x = a")[0])
	s.WaitFor("workspace/inlayHint/refresh")
	s.WaitFor("workspace/codeLens/refresh")
	if !strings.Contains(d.Hover("x = a"), "`f(2)`") {
		t.Errorf("the hover does not name the chosen example:\n%s", d.Hover("x = a"))
	}
	if got, want := titles("x = a"), []string{"Augur: use f(1) (doctest, line 1)"}; !slices.Equal(got, want) {
		t.Errorf("then the actions are %q, want %q", got, want)
	}

	// The choice survives edits above it, and closing the document.
	d.Change(lsptest.Edit{Text: "# above\n"})
	d.Close()
	d = s.Open(d.URI, d.Text)
	if !strings.Contains(d.Hover("x = a"), "`f(2)` (assert, line 2)") {
		t.Errorf("the choice is gone:\n%s", d.Hover("x = a"))
	}
	// Without its example the best one is back.
	d.Replace(" #: f(2) (assert)", "")
	if !strings.Contains(d.Hover("x = a"), "`f(1)`") {
		t.Errorf("the hover does not name the remaining example:\n%s", d.Hover("x = a"))
	}
}

func TestCodeActionKinds(t *testing.T) {
	s := start(t, lsptest.Editor{})
	d := s.Open("file:///a.py", twoFunctions)
	for kind, want := range map[string]int{"": 4, "refactor": 4, "refactor.augur": 4, "refactor.augur.example": 2, "refactor.augur.insert": 1, "refactor.augur.view": 1, "refactor.aug": 0, "quickfix": 0} {
		var actions []any
		s.MustCall("textDocument/codeAction", map[string]any{
			"textDocument": d.ID(), "range": lsptest.Range{}, "context": map[string]any{"diagnostics": []any{}, "only": []string{kind}},
		}, &actions)
		if len(actions) != want {
			t.Errorf("%d actions of the kind %q, want %d", len(actions), kind, want)
		}
	}
}

func TestLenses(t *testing.T) {
	s := start(t, lsptest.Editor{})
	d := s.Open("file:///a.py", twoFunctions+"\ndef h():  # nothing calls it\n    pass\n")
	lenses := d.Lenses()
	if len(lenses) != 2 {
		t.Fatalf("got %d lenses, want 2", len(lenses))
	}
	for i, want := range []string{"f(1) · doctest, line 1 · 1 of 2", "g(3) · call, line 5"} {
		if got := lenses[i].Command.Title; got != want {
			t.Errorf("lens %d is %q, want %q", i, got, want)
		}
	}
	if got := lenses[0].Range.Start; got != d.Position(len("def ")) {
		t.Errorf("the lens is at %v, which is not the function's name", got)
	}
	// A click lists the examples.
	s.Answers("f(2) (assert, line 1)")
	s.Run(lenses[0].Command)
	if got, want := messageOf(t, s.WaitFor("window/showMessageRequest")), "f is shown with f(1) (doctest, line 1). Show it with"; got != want {
		t.Errorf("the message is %q, want %q", got, want)
	}
	s.Poll("f(2) to be in use", func() bool { return d.Lenses()[0].Command.Title == "f(2) · assert, line 1 · 2 of 2" })
	// A key leads from one to the next.
	next := lsptest.Command{Command: "augur.nextExample", Arguments: lenses[0].Command.Arguments}
	for _, want := range []string{"f(1) · doctest, line 1 · 1 of 2", "f(2) · assert, line 1 · 2 of 2"} {
		s.Run(next)
		s.Poll(want, func() bool { return d.Lenses()[0].Command.Title == want })
	}
}

func TestLensOfPredictedArguments(t *testing.T) {
	s := start(t, lsptest.Editor{})
	d := s.Open("file:///a.py", "def f(n):  #: f(1) (doctest)\n    pass\n\ndef h(x):\n    pass\n\nclass A:\n    def m(self):\n        pass\n")
	lenses := d.Lenses()
	if len(lenses) != 2 {
		t.Fatalf("got %d lenses, want those of f and h: %+v", len(lenses), lenses)
	}
	s.Answers("Predicted arguments")
	s.Run(lenses[1].Command)
	if got, want := messageOf(t, s.WaitFor("window/showMessageRequest")), "Nothing calls h. Show it with"; got != want {
		t.Errorf("the message is %q, want %q", got, want)
	}
	s.WaitFor("workspace/inlayHint/refresh")
}

func TestExamplesForAListOfTheClients(t *testing.T) {
	s := start(t, lsptest.Editor{Input: true})
	d := s.Open("file:///a.py", twoFunctions)
	var got struct {
		Function string
		Choices  []struct {
			Title, Detail string
			InUse         bool
			Command       lsptest.Command
		}
	}
	s.MustCall("augur/examples", map[string]any{"textDocument": d.ID(), "function": "f"}, &got)
	var titles []string
	for _, c := range got.Choices {
		titles = append(titles, c.Title+"|"+c.Detail)
	}
	want := []string{"f(1)|doctest, line 1", "f(2)|assert, line 1", "Predicted arguments|", "A call of your own…|"}
	if !slices.Equal(titles, want) || !got.Choices[0].InUse || got.Choices[1].InUse {
		t.Errorf("got %q, want %q", titles, want)
	}
	s.Run(got.Choices[1].Command)
	s.Poll("f(2) to be in use", func() bool { return strings.HasPrefix(d.Lenses()[0].Command.Title, "f(2)") })
	s.MustCall("augur/examples", map[string]any{"textDocument": d.ID(), "position": map[string]int{"line": 0, "character": 5}}, &got)
	if last := got.Choices[len(got.Choices)-1]; last.Title != "Forget the chosen example" {
		t.Errorf("the last choice is %q", last.Title)
	}
	s.Fails(lsptest.InvalidParams, "augur/examples", map[string]any{"textDocument": d.ID()})
}

func TestCommandsWithWrongArguments(t *testing.T) {
	s := start(t, lsptest.Editor{})
	run := func(command string, arguments ...any) string {
		return s.Fails(lsptest.InvalidParams, "workspace/executeCommand", map[string]any{"command": command, "arguments": arguments})
	}
	if got := run("augur.zap"); got != `unknown command "augur.zap"` {
		t.Errorf("got %q", got)
	}
	run("augur.useExample")
	run("augur.useExample", 1)
	run("augur.useExample", map[string]any{"uri": "file:///a.py"})
	run("augur.useExample", map[string]any{"uri": "file:///a.py", "function": "f", "call": "f(1)"})
}

func TestCancel(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", "def f():\n    x = g()  #! wait\n\ndef h():\n    y = 1 + 1  #= y = 2\n")
	id := d.StartHints()
	s.waitUntilWaiting(t)

	// A slow request holds nobody up.
	if d.Hover("y = 1") == "" {
		t.Error("no hover while a request is slow")
	}
	s.Notify("$/cancelRequest", map[string]any{"id": id})
	if _, err := s.Finish(id); err == nil || err.Code != lsptest.RequestCancelled {
		t.Errorf("the cancelled request ended with %v", err)
	}
	s.Poll("the forecast to stop", func() bool { return s.forecaster.Waiting.Load() == 0 })

	// An edit ends the requests for the text before it.
	id = d.StartHints()
	s.waitUntilWaiting(t)
	d.Replace("#! wait", "#= x = 1")
	if _, err := s.Finish(id); err == nil || err.Code != lsptest.ContentModified {
		t.Errorf("the request for a text that was changed ended with %v", err)
	}
	if n := len(d.Hints()); n != 2 {
		t.Errorf("%d hints, want 2", n)
	}
	// Nonsense is ignored.
	s.Notify("$/cancelRequest", map[string]any{"id": 12345})
	s.Notify("$/cancelRequest", map[string]any{"id": []int{}})
	s.Notify("$/cancelRequest", nil)
	s.WaitForLog("$/cancelRequest")
	s.WaitForLog("$/cancelRequest")
}

// waitUntilWaiting waits until a forecast waits to be cancelled.
func (s *testSession) waitUntilWaiting(t *testing.T) {
	t.Helper()
	s.Poll("a forecast that waits", func() bool { return s.forecaster.Waiting.Load() > 0 })
}

func TestForecastsAreShared(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", twoFunctions)
	for range 3 {
		d.Hints()
		d.Hover("x = a")
		d.Lenses()
	}
	if n := s.forecaster.Runs.Load(); n != 4 { // f, g, the top level, and x before its line
		t.Errorf("%d forecasts for one text, want 4", n)
	}
	d.Replace("x = 2", "x = 3")
	d.Hints()
	d.Replace("x = 3", "x = 2") // an undone edit
	d.Hints()
	if n := s.forecaster.Runs.Load(); n != 7 {
		t.Errorf("%d forecasts for two texts, want 7", n)
	}
	d.Save()
	d.Hints()
	if n := s.forecaster.Runs.Load(); n != 10 {
		t.Errorf("%d forecasts after a save, want 10", n)
	}
	s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	s.WaitFor("workspace/inlayHint/refresh")
	d.Hints()
	if n := s.forecaster.Runs.Load(); n != 13 {
		t.Errorf("%d forecasts after a file changed, want 13", n)
	}
}

func TestRegistration(t *testing.T) {
	s := start(t, lsptest.Editor{Registration: true})
	m := s.WaitFor("client/registerCapability")
	for _, want := range []string{"workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "**/*.py"} {
		if !strings.Contains(string(m.Params), want) {
			t.Errorf("the registration has no %s: %s", want, m.Params)
		}
	}
	s.Open("file:///a.py", "").Hints()
	if n := s.Count("client/registerCapability"); n != 0 {
		t.Errorf("%d registrations too many", n)
	}
}

// However a client spells a URI, it is the name of one document.
func TestURIs(t *testing.T) {
	s := start(t, lsptest.Editor{})
	for _, uri := range []string{
		"file:///a.py", "file:///c%3A/a%20b/%C3%A9.py", "file:///D:/a b/é.py", "file:///a+b@c/d,e.py", "untitled:Untitled-1",
		"git:/repo/a.py?%7B%22ref%22%3A%22HEAD%22%7D", "vscode-notebook-cell:/a.ipynb#W0sZmlsZQ%3D%3D", "file://server/share/a.py", "b.py",
	} {
		d := s.Open(uri, twoFunctions)
		d.Cursor("y = b")
		s.WaitFor("workspace/inlayHint/refresh")
		if got := d.Hints(); len(got) != 1 {
			t.Errorf("%s: %d hints, want that of g", uri, len(got))
		}
		actions := d.CodeActions("x = a")
		if len(actions) != 1 {
			t.Errorf("%s: the actions are %q, want one", uri, lsptest.Titles(actions))
			continue
		}
		s.Run(actions[0])
		s.WaitFor("workspace/inlayHint/refresh")
		if got := d.Hover("x = a"); !strings.Contains(got, "`f(2)`") {
			t.Errorf("%s: the choice of an example was not understood: %s", uri, got)
		}
		d.Replace("x = 2", "x = 3")
		if got := d.Hover("x = a"); !strings.Contains(got, "x = 3") {
			t.Errorf("%s: the edit was not understood: %s", uri, got)
		}
		d.Close()
	}
}

func TestWhatCanNotBeForecast(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("untitled:Untitled-1", "def f():\n    x = g()  #! none\n\ndef h():\n    y = 1 + 1  #= y = 2\n")
	if got := d.Hints(); len(got) != 1 || got[0].Label != "y = 2" {
		t.Errorf("hints are %v, want those of h", got)
	}
	if got := d.Hover("x = g"); got != "" {
		t.Errorf("hover: %s", got)
	}
	if !strings.Contains(s.log.String(), "nothing calls the function") {
		t.Errorf("the log file does not say why:\n%s", s.log)
	}
}

func TestProgress(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints, Progress: true})
	d := s.Open("file:///a.py", "def f():\n    x = g()  #! wait\n")
	id := d.StartHints()
	s.WaitFor("window/workDoneProgress/create")
	if m := s.WaitFor("$/progress"); !strings.Contains(string(m.Params), `"begin"`) {
		t.Errorf("progress starts with %s", m.Params)
	}
	s.Notify("$/cancelRequest", map[string]any{"id": id})
	if m := s.WaitFor("$/progress"); !strings.Contains(string(m.Params), `"end"`) {
		t.Errorf("progress ends with %s", m.Params)
	}
	if _, err := s.Finish(id); err == nil {
		t.Error("the cancelled request was answered")
	}
}

func TestTrace(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", twoFunctions)
	d.Hints()
	if n := s.Count("$/logTrace"); n != 0 {
		t.Errorf("%d traces that nobody wants", n)
	}
	s.Notify("$/setTrace", map[string]any{"value": "messages"})
	d.Hints()
	if m := s.WaitFor("$/logTrace"); !strings.Contains(string(m.Params), " took ") || strings.Contains(string(m.Params), "verbose") {
		t.Errorf("the trace is %s", m.Params)
	}
	s.Notify("$/setTrace", map[string]any{"value": "verbose"})
	d.Hover("x = a")
	for {
		if m := s.WaitFor("$/logTrace"); strings.Contains(string(m.Params), "textDocument/hover took") {
			if !strings.Contains(string(m.Params), "position") {
				t.Errorf("the verbose trace is %s", m.Params)
			}
			break
		}
	}
	s.Notify("$/setTrace", map[string]any{"value": "off"})
}
