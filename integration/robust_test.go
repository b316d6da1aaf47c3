package integration

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"augur/lsp/lsptest"
)

func TestGarbage(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///mean.py", strip(mean))
	still := func(after string) {
		t.Helper()
		if n := len(d.Hints()); n != 6 {
			t.Errorf("after %s there are %d hints, want 6", after, n)
		}
	}
	for _, test := range []struct{ name, bytes string }{
		{"a bad header", "Content-Length: x\r\n\r\n"},
		{"no header at all", "hello\n\n"},
		{"bad JSON", "Content-Length: 6\r\n\r\n{\"a\":]"},
		{"binary", "\x00\x01\xff" + strings.Repeat("\x00", 100_000) + "\n\n"},
	} {
		s.Raw(test.bytes)
		if err := s.AnswerToNobody(); err.Code != lsptest.ParseError {
			t.Errorf("%s was answered with %v", test.name, err)
		}
		still(test.name)
	}
	s.Fails(lsptest.MethodNotFound, "augur/zap", nil)
	still("an unknown method")
	s.Fails(lsptest.InvalidParams, "textDocument/hover", []int{1})
	still("wrong parameters")
}

func TestRequestBeforeInitialize(t *testing.T) {
	s := launch(t)
	s.Fails(lsptest.ServerNotInitialized, "textDocument/hover", map[string]any{})
	s.Initialize(lsptest.Editor{})
	s.Close()
	s.exits(0)
}

func TestExitWithoutShutdown(t *testing.T) {
	s := launch(t)
	s.Initialize(lsptest.Editor{})
	s.Notify("exit", nil)
	s.exits(1)
}

func TestHangup(t *testing.T) {
	s := launch(t)
	s.Initialize(lsptest.Editor{})
	s.Hangup()
	s.exits(1)
}

func TestPanic(t *testing.T) {
	if os.Getenv("AUGUR") != "" {
		t.Skip("only a build for tests has the request that panics")
	}
	s := open(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///mean.py", strip(mean))
	s.Fails(lsptest.InternalError, "augur/panic", nil)
	s.WaitForLog("a bug in augur")
	expect(t, d, mean)
}

// slow is a function that runs until a limit is reached.
const slow = `def slow(n):
    """
    >>> slow(1)
    """
    while n:
        n += 1
    return n
`

func TestCancel(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///slow.py", slow)
	id := d.StartHints()
	s.Notify("$/cancelRequest", map[string]any{"id": id})
	if _, err := s.Finish(id); err == nil || err.Code != lsptest.RequestCancelled {
		t.Errorf("the cancelled request ended with %v", err)
	}
	// The same request is answered when it is not cancelled: the run stops at
	// its limit.
	if len(d.Hints()) == 0 {
		t.Error("a function that does not end has no hints at all")
	}
}

func TestKillDuringARequest(t *testing.T) {
	s := launch(t)
	s.Initialize(lsptest.Editor{Options: allHints})
	s.Open("file:///slow.py", slow).StartHints()
	if err := s.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.process.Wait()
	// An editor starts the server anew and goes on.
	expect(t, open(t, lsptest.Editor{Options: allHints}).Open("file:///mean.py", strip(mean)), mean)
}

// TestManyEdits makes thousands of edits, some of which break the source, with
// questions in between. In the end the server must have the same text as the
// editor, which shows in the same answers as those of a fresh server.
func TestManyEdits(t *testing.T) {
	const functions, edits = 40, 2000
	var source strings.Builder
	for i := range functions {
		fmt.Fprintf(&source, "def f%d(n):\n    \"\"\"\n    >>> f%d(%d)\n    \"\"\"\n    a = n + 1\n    b = [a] * 2  # é𝔘\n    return b\n\n", i, i, i)
	}
	s := open(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///many.py", source.String())
	random := rand.New(rand.NewPCG(1, 2))
	var pending []int
	for range edits / 2 {
		e := randomEdit(random, d.Text)
		replaced := d.Text[e.Start:e.End]
		d.Change(e)
		if random.IntN(20) == 0 {
			pending = append(pending, d.StartHints())
		}
		if random.IntN(3) > 0 { // most edits are undone, so that the source does not decay
			d.Change(lsptest.Edit{Start: e.Start, End: e.Start + len(e.Text), Text: replaced})
		} else {
			d.Change(lsptest.Edit{Start: e.Start, End: e.Start + len(e.Text), Text: replaced}, lsptest.Edit{Start: 0, End: 0, Text: "\n"})
		}
	}
	for _, id := range pending {
		if _, err := s.Finish(id); err != nil && err.Code != lsptest.ContentModified {
			t.Errorf("hints between edits: %v", err)
		}
	}
	d.Replace("f7(7)", "f7(70)")
	got := d.Annotated()
	want := open(t, lsptest.Editor{Options: allHints}).Open("file:///many.py", d.Text).Annotated()
	if got != want {
		t.Errorf("after %d edits:\n%s\na fresh server says:\n%s", edits, got, want)
	}
	if n := strings.Count(got, "#> ⏎"); n != functions {
		t.Errorf("%d functions have a result, want %d", n, functions)
	}
}

// randomEdit returns an edit of a text at a place that is no part of a character.
func randomEdit(random *rand.Rand, text string) lsptest.Edit {
	at := func() int {
		i := random.IntN(len(text) + 1)
		for i < len(text) && text[i]&0xC0 == 0x80 {
			i++
		}
		return i
	}
	start := at()
	end := start
	if random.IntN(2) == 0 {
		for end = at(); end < start || end > start+200; end = at() {
			start = at()
		}
	}
	texts := []string{"", "x", "\n", "(", "\"\"\"", "    return 1\n", "𝔘", "#", "def g(:\n", "\r\n", "'"}
	return lsptest.Edit{Start: start, End: end, Text: texts[random.IntN(len(texts))]}
}

// A long document goes through the pipe, too.
func TestLongDocument(t *testing.T) {
	s := open(t, lsptest.Editor{})
	text := strip(mean) + strings.Repeat("# "+strings.Repeat("x", 98)+"\n", 50_000)
	d := s.Open("file:///long.py", text)
	d.Cursor("total += x")
	s.WaitFor("workspace/inlayHint/refresh")
	if n := len(d.Hints()); n != 5 {
		t.Errorf("%d hints, want 5", n)
	}
	raw, err := s.Call("textDocument/hover", map[string]any{"textDocument": d.ID(), "position": d.Position(len(text))})
	if err != nil || string(orNull(raw)) != "null" {
		t.Errorf("a hover at the end: %s, %v", raw, err)
	}
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}
