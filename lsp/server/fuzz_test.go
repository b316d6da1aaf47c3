package server

import (
	"bytes"
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"augur/lsp/scripted"
	"augur/lsp/session"
	"augur/lsp/settings"
)

// FuzzStream reads bytes from a client. Whatever they are, reading comes to
// their end, and every message that was understood is one.
func FuzzStream(f *testing.F) {
	f.Add([]byte("Content-Length: 38\r\n\r\n" + `{"jsonrpc":"2.0","id":"a","method":7} `))
	f.Add([]byte("Content-Length: 3\n\n{}\nContent-Length: 40\r\n\r\n" + `{"jsonrpc":"2.0","method":"x"}`))
	f.Add([]byte("Content-Length: 46\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"result":1,"error":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		ended := 0
		s := newStream(bytes.NewReader(data), io.Discard, func() { ended++ })
		defer s.Close()
		for {
			msg, _, err := s.Read(context.Background())
			if err != nil {
				break
			}
			if msg == nil {
				t.Fatal("no message and no error")
			}
		}
		if ended != 1 {
			t.Errorf("the end was noticed %d times", ended)
		}
	})
}

// FuzzParams gives every method parameters that make no sense. That is an error
// to the client, never a panic.
func FuzzParams(f *testing.F) {
	names := slices.Sorted(maps.Keys(methods))
	for i := range names {
		f.Add(uint(i), `{"textDocument":{"uri":"file:///a.py","version":3,"text":"x = 1","languageId":"python"},"position":{"line":1,"character":4},`+
			`"range":{"start":{"line":0,"character":0},"end":{"line":4294967295,"character":4294967295}},"context":{"diagnostics":[],"only":["refactor"]},`+
			`"contentChanges":[{"range":{"start":{"line":1,"character":2},"end":{"line":2,"character":0}},"text":"é"},{"text":"def f(): pass"}],`+
			`"command":"augur.useExample","arguments":[{"uri":"file:///a.py","function":"f","call":"f(2)"}],"lines":[0,7],"settings":{"augur":{"hints":{"mode":"all"}}},`+
			`"capabilities":{"general":{"positionEncodings":["utf-8"]}},"id":1,"value":"verbose","workDoneToken":"t"}`)
		f.Add(uint(i), `[null, 3]`)
		f.Add(uint(i), ``)
	}
	f.Fuzz(func(t *testing.T, which uint, params string) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		stream := newStream(strings.NewReader(""), io.Discard, func() {})
		defer stream.Close()
		s := newServer(ctx, Options{Forecaster: new(scripted.Forecaster)}, protocol.ClientDispatcher(jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))))
		s.enter(phaseInitialized)
		s.change(func(now *session.Snapshot) *session.Snapshot {
			all := settings.Default()
			all.Hints.Mode = settings.All
			return now.WithSettings(all).WithDocument("file:///a.py", "/a.py", 1, twoFunctions)
		})
		m := methods[names[which%uint(len(names))]]
		var result any
		var err error
		if m.read == nil {
			result, err = m.change(s, []byte(params))
		} else {
			if m.before != nil {
				m.before(s, []byte(params))
			}
			result, err = m.read(&request{server: s, ctx: ctx, snapshot: s.current()}, []byte(params))
		}
		if err == nil && result != nil {
			if _, err := (codec{}).Marshal(result); err != nil {
				t.Errorf("the result can not be sent: %v", err)
			}
		}
	})
}
