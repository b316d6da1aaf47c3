package server

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"go.lsp.dev/uri"

	"augur/analysis/reach"
	"augur/analysis/syntax"
	"augur/lsp/inputs"
	"augur/lsp/lsptest"
	"augur/lsp/scripted"
	"augur/lsp/session"
)

// finder is a scripted forecaster that looks for inputs. A document with "#! wait
// for inputs" makes it wait until it is cancelled.
type finder struct {
	scripted.Forecaster
	searches  atomic.Int64
	cancelled atomic.Int64
}

func (f *finder) FindInputs(ctx context.Context, doc *session.Document, q inputs.Question, _ func(string) (*syntax.File, bool)) (*reach.Result, error) {
	f.searches.Add(1)
	if strings.Contains(doc.Text(), "#! wait for inputs") {
		<-ctx.Done()
		f.cancelled.Add(1)
		return nil, ctx.Err()
	}
	to := q.Query()
	to.File = doc.File()
	return reach.Find(ctx, to)
}

// startFinder starts a session with a server that looks for inputs.
func startFinder(t *testing.T, e lsptest.Editor) (*lsptest.Client, *finder) {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	f := new(finder)
	served := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), fromClient, toClient, Options{Forecaster: f})
		_ = toClient.Close()
		served <- err
	}()
	c := lsptest.NewClient(t, toServer, fromServer)
	c.Initialize(e)
	t.Cleanup(func() {
		if !t.Failed() {
			c.Close()
			<-served
		}
	})
	return c, f
}

const withQuestions = `def f(n):
    if n > 3:
        return n + 1  #= return 5
    for i in range(n):
        assert i != 2
    x = 10 // n
    if n == 1:
        raise ValueError(n)
    return x
`

// questions are the titles of the questions at a part of the document.
func questions(d *lsptest.Document, part string) []string {
	var titles []string
	for _, a := range d.Actions(part, string(kindInputs)) {
		titles = append(titles, strings.TrimPrefix(a.Title, "Augur: "))
	}
	return titles
}

// question runs the one with a title.
func question(t *testing.T, c *lsptest.Client, d *lsptest.Document, part, title string) {
	t.Helper()
	c.Run(*d.ActionTitled(part, title).Command)
}

func TestQuestions(t *testing.T) {
	c, _ := startFinder(t, lsptest.Editor{})
	d := c.Open("file:///a.py", withQuestions)
	for part, want := range map[string][]string{
		"if n > 3":    {"What input reaches here?", "What input takes this branch?", "What input takes the other branch?"},
		"return n":    {"What input reaches here?", "What input returns …?"},
		"for i":       {"What input reaches here?", "What input enters this loop?", "What input skips this loop?"},
		"assert":      {"What input reaches here?", "What input breaks this assertion?"},
		"x = 10":      {"What input reaches here?", "What input raises this?"},
		"raise":       {"What input reaches here?", "What input raises this?"},
		"return x":    {"What input reaches here?", "What input returns …?"},
		"def f(n):\n": {"What input reaches here?"},
	} {
		if got := questions(d, part); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", part, got, want)
		}
	}
}

func messageOf(t *testing.T, m lsptest.Message) string {
	t.Helper()
	var params struct{ Message string }
	if err := json.Unmarshal(m.Params, &params); err != nil {
		t.Fatal(err)
	}
	return params.Message
}

func TestInputBecomesExample(t *testing.T) {
	c, f := startFinder(t, lsptest.Editor{Options: allHints})
	d := c.Open("file:///a.py", withQuestions)
	c.Answers(titleUse)
	question(t, c, d, "return n", "What input reaches here?")
	if got, want := messageOf(t, c.WaitFor("window/showMessageRequest")), "f(4) reaches line 3"; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
	c.Poll("f(4) to be in use", func() bool {
		return slices.ContainsFunc(d.Lenses(), func(l lsptest.Lens) bool { return strings.Contains(l.Command.Title, "f(4)") })
	})
	if got := d.Annotated(); !strings.Contains(got, "#> ⏎ 5") {
		t.Errorf("the hints are\n%s", got)
	}
	// To ask again takes no search.
	question(t, c, d, "return n", "What input reaches here?")
	c.WaitFor("window/showMessageRequest")
	if n := f.searches.Load(); n != 1 {
		t.Errorf("%d searches, want 1", n)
	}
	d.Replace("n > 3", "n > 8")
	question(t, c, d, "return n", "What input reaches here?")
	if got, want := messageOf(t, c.WaitFor("window/showMessageRequest")), "f(9) reaches line 3"; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
}

func TestInputsOfOtherPaths(t *testing.T) {
	c, _ := startFinder(t, lsptest.Editor{})
	d := c.Open("file:///a.py", "def f(n: int):\n    if n > 5:\n        n = 1\n    return n\n")
	c.Answers(titleNext, titleCopy)
	question(t, c, d, "return", "What input reaches here?")
	if got := messageOf(t, c.WaitFor("window/showMessageRequest")); got != "f(0) reaches line 4 (1 of 2)" {
		t.Errorf("first %q", got)
	}
	if got := messageOf(t, c.WaitFor("window/showMessageRequest")); got != "f(6) reaches line 4 (2 of 2)" {
		t.Errorf("second %q", got)
	}
	if got := messageOf(t, c.WaitFor("window/showMessage")); got != "f(6)" {
		t.Errorf("copied %q", got)
	}
}

func TestWhatResult(t *testing.T) {
	c, _ := startFinder(t, lsptest.Editor{})
	d := c.Open("file:///a.py", "def f(n: int):\n    return n % 7 == 4\n")
	c.Answers("True", titleCopy)
	question(t, c, d, "return", "What input returns …?")
	if got := messageOf(t, c.WaitFor("window/showMessageRequest")); got != "Which result?" {
		t.Errorf("asked %q", got)
	}
	if got := messageOf(t, c.WaitFor("window/showMessage")); got != "f(4)" {
		t.Errorf("got %q", got)
	}
}

func TestNoInput(t *testing.T) {
	c, _ := startFinder(t, lsptest.Editor{})
	d := c.Open("file:///a.py", "def f(n):\n    if n > 5:\n        if n < 3:\n            return 1\n")
	question(t, c, d, "return", "What input reaches here?")
	if got, want := messageOf(t, c.WaitFor("window/showMessage")), "No input reaches line 4: line 3: n < 3 is never true"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSearchIsCancelled(t *testing.T) {
	c, f := startFinder(t, lsptest.Editor{Progress: true})
	d := c.Open("file:///a.py", "def f(n):\n    return n  #! wait for inputs\n")
	question(t, c, d, "return", "What input reaches here?")
	var create struct{ Token string }
	if err := json.Unmarshal(c.WaitFor("window/workDoneProgress/create").Params, &create); err != nil {
		t.Fatal(err)
	}
	begin := string(c.WaitFor("$/progress").Params)
	if !strings.Contains(begin, `"cancellable":true`) || !strings.Contains(begin, "What input reaches here?") {
		t.Errorf("the progress begins with %s", begin)
	}
	c.Notify("window/workDoneProgress/cancel", map[string]any{"token": create.Token})
	if end := string(c.WaitFor("$/progress").Params); !strings.Contains(end, `"end"`) {
		t.Errorf("the progress ends with %s", end)
	}
	c.Poll("the search to be cancelled", func() bool { return f.cancelled.Load() == 1 })
	if n := c.Count("window/showMessage"); n != 0 {
		t.Errorf("%d messages after the cancel", n)
	}
}

func TestInputBecomesTest(t *testing.T) {
	dir := t.TempDir()
	name := string(uri.File(filepath.Join(dir, "shop.py")))
	c, _ := startFinder(t, lsptest.Editor{})
	d := c.Open(name, withQuestions)
	inserted := func() string {
		t.Helper()
		return string(c.WaitFor("workspace/applyEdit").Params)
	}
	c.Answers(titleInsert)
	question(t, c, d, "assert", "What input breaks this assertion?")
	if edit := inserted(); !strings.Contains(edit, "from shop import f") || !strings.Contains(edit, `self):\n        f(3)\n`) || strings.Contains(edit, "assertRaises") {
		t.Errorf("the test of the broken assertion is %s", edit)
	}
	c.Answers(titleInsert)
	question(t, c, d, "return n", "What input reaches here?")
	if edit := inserted(); !strings.Contains(edit, "self.assertEqual(f(4), 5)") {
		t.Errorf("the test is %s", edit)
	}
}

func TestOwnDialog(t *testing.T) {
	c, _ := startFinder(t, lsptest.Editor{})
	d := c.Open("file:///a.py", withQuestions)
	var argument []json.RawMessage
	command := d.ActionTitled("return n", "reaches here?").Command
	if err := json.Unmarshal(command.Arguments, &argument); err != nil || len(argument) != 1 {
		t.Fatalf("arguments %s", command.Arguments)
	}
	var answer inputsAnswer
	c.MustCall(methodInputs, argument[0], &answer)
	if len(answer.Inputs) != 1 || answer.Inputs[0].Call != "f(4)" || !slices.Equal(answer.Inputs[0].Path, []int{2, 3}) {
		t.Errorf("answer %+v", answer)
	}
	c.Fails(lsptest.InvalidParams, methodInputs, map[string]any{"uri": "file:///b.py"})
	c.Fails(lsptest.InvalidParams, "workspace/executeCommand", map[string]any{"command": commandFindInput, "arguments": []any{}})
}
