package server

import (
	"fmt"
	"strings"
	"testing"

	"augur/lsp/lsptest"
)

func TestGarbage(t *testing.T) {
	const header = "Content-Length: %d\r\n\r\n%s"
	frame := func(body string) string { return fmt.Sprintf(header, len(body), body) }
	for _, test := range []struct {
		name, bytes string
		code        int
	}{
		{"no header", "hello\r\n\r\n", lsptest.ParseError},
		{"a body without a header", "{\"jsonrpc\":\"2.0\"}\r\n\r\n", lsptest.ParseError},
		{"a header without a length", "Content-Type: x\r\n\r\n", lsptest.ParseError},
		{"a negative length", "Content-Length: -5\r\n\r\n", lsptest.ParseError},
		{"a length of zero", "Content-Length: 0\r\n\r\n", lsptest.ParseError},
		{"a length that is no number", "Content-Length: many\r\n\r\n", lsptest.ParseError},
		{"a length beyond all numbers", "Content-Length: 99999999999999999999\r\n\r\n", lsptest.ParseError},
		{"a length that is too short", fmt.Sprintf(header, 10, `{"jsonrpc":"2.0","id":1,"method":"x"}`), lsptest.ParseError},
		{"binary", "\x00\xff\n\xfe" + strings.Repeat("\x80", 100_000) + "\r\n\r\n", lsptest.ParseError},
		{"no JSON", frame("{nonsense}"), lsptest.ParseError},
		{"half JSON", frame(`{"jsonrpc":"2.0","id":1`), lsptest.ParseError},
		{"a number", frame("3"), lsptest.ParseError},
		{"a batch", frame(`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`), lsptest.InvalidRequest},
		{"another version", frame(`{"jsonrpc":"1.0","method":"x"}`), lsptest.InvalidRequest},
		{"an id that is none", frame(`{"jsonrpc":"2.0","id":[1],"method":"x"}`), lsptest.InvalidRequest},
		{"a method that is none", frame(`{"jsonrpc":"2.0","method":7}`), lsptest.InvalidRequest},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, lsptest.Editor{Options: allHints})
			d := s.Open("file:///a.py", twoFunctions)
			s.Raw(test.bytes)
			if err := s.AnswerToNobody(); err.Code != test.code {
				t.Errorf("answered with %v, want the code %d", err, test.code)
			}
			if n := len(d.Hints()); n != 3 {
				t.Errorf("afterwards there are %d hints, want 3", n)
			}
		})
	}
}

func TestGarbageWithAnID(t *testing.T) {
	s := start(t, lsptest.Editor{})
	s.Raw("Content-Length: 38\r\n\r\n" + `{"jsonrpc":"2.0","id":"a","method":7} `)
	if a := s.AnswerTo(`"a"`); a.Error == nil || a.Error.Code != lsptest.InvalidRequest {
		t.Errorf("answered with %+v", a)
	}
}

func TestALengthThatIsTooLong(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", twoFunctions)
	s.Raw("Content-Length: 100\r\n\r\n" + `{"jsonrpc":"2.0","id":"a","method":"x"}`)
	d.StartHints() // its beginning is taken for the rest of the message before
	if err := s.AnswerToNobody(); err.Code != lsptest.ParseError {
		t.Errorf("answered with %v", err)
	}
	id := d.StartHints()
	if _, err := s.Finish(id); err != nil {
		t.Errorf("the request after the next one failed: %v", err)
	}
}

func TestWrongMessages(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", twoFunctions)
	if got := s.Fails(lsptest.MethodNotFound, "augur/zap", nil); got != `unknown method "augur/zap"` {
		t.Errorf("got %q", got)
	}
	s.Fails(lsptest.MethodNotFound, "textDocument/definition", map[string]any{})
	s.Fails(lsptest.MethodNotFound, "$/zap", nil)
	s.Notify("$/zap", nil)
	s.Notify("augur/zap", nil)
	for _, method := range []string{"textDocument/hover", "textDocument/inlayHint", "textDocument/codeAction", "textDocument/codeLens", "workspace/executeCommand"} {
		for _, params := range []any{nil, []int{}, 3, "x", map[string]any{}, map[string]any{"textDocument": 3}, map[string]any{"textDocument": map[string]any{"uri": 7}},
			map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere.py"}},
			map[string]any{"textDocument": map[string]any{"uri": ":::"}},
			map[string]any{"textDocument": d.ID(), "position": map[string]any{"line": -1, "character": 0}, "range": 3, "context": 3, "command": 3},
			map[string]any{"textDocument": d.ID(), "position": map[string]any{"line": 1e40, "character": 0}, "range": map[string]any{"start": 1.5}},
		} {
			if method == "textDocument/codeLens" && strings.Contains(fmt.Sprint(params), d.URI) {
				continue // it has no other parameters that could be wrong
			}
			s.Fails(lsptest.InvalidParams, method, params)
		}
	}
	for _, method := range []string{"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "augur/cursor", "augur/breakpoints"} {
		s.Notify(method, 3)
		s.WaitForLog(method)
	}
	s.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///b.py", "version": 1}, "contentChanges": []any{}})
	s.WaitForLog("file:///b.py")
	// A notification where a request belongs, and the other way round.
	s.Notify("textDocument/hover", map[string]any{})
	s.WaitForLog("textDocument/hover is a request")
	s.Fails(lsptest.InvalidRequest, "textDocument/didOpen", map[string]any{})
	if n := len(d.Hints()); n != 3 {
		t.Errorf("afterwards there are %d hints, want 3", n)
	}
}

func TestPanic(t *testing.T) {
	panicOnBugs = false
	defer func() { panicOnBugs = true }()
	s := start(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///a.py", "def f():\n    x = g()  #! panic\n")
	if got := s.Fails(lsptest.InternalError, "textDocument/inlayHint", map[string]any{"textDocument": d.ID(), "range": d.Everything()}); !strings.Contains(got, "the script says so") {
		t.Errorf("the error is %q", got)
	}
	if got := s.WaitForLog("a bug in augur"); !strings.Contains(got, "scripted.go") {
		t.Errorf("the log has no stack: %s", got)
	}

	methods["augur/panic"] = read(func(*request, *struct{}) (any, error) { panic("in a request") })
	methods["augur/panicOnLoop"] = notify(func(*server, *struct{}) error { panic("in a notification") })
	defer delete(methods, "augur/panic")
	defer delete(methods, "augur/panicOnLoop")
	s.Fails(lsptest.InternalError, "augur/panic", nil)
	s.WaitForLog("in a request")
	s.Notify("augur/panicOnLoop", nil)
	s.WaitForLog("panic=in a notification")
	s.WaitForLog("a notification was ignored")
	d.Replace("#! panic", "#= x = 1")
	if n := len(d.Hints()); n != 1 {
		t.Errorf("afterwards there are %d hints, want 1", n)
	}
}

// Clients that write a lot before they read anything must not stop the server.
func TestManyEditsInOrder(t *testing.T) {
	s := start(t, lsptest.Editor{Options: allHints, Encodings: []string{"utf-8"}})
	d := s.Open("file:///a.py", "def f():\n    x = g()  #= x = 0\n")
	for i := 1; i <= 2000; i++ {
		d.Replace(fmt.Sprintf("#= x = %d", i-1), fmt.Sprintf("#= x = %d", i))
		if i%10 == 0 {
			d.StartHints()
		}
	}
	if got := d.Hints(); len(got) != 1 || got[0].Label != "x = 2000" {
		t.Errorf("hints are %v, want x = 2000", got)
	}
	for id := 2; id < 202; id++ { // the requests in between were answered, too
		if _, err := s.Finish(id); err != nil && err.Code != lsptest.ContentModified {
			t.Errorf("request %d: %v", id, err)
		}
	}
}
