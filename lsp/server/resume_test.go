package server

import (
	"context"
	"io"
	"reflect"
	"testing"

	"augur/lsp/engine"
	"augur/lsp/lsptest"
)

func TestResume(t *testing.T) {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), fromClient, toClient, Options{Forecaster: new(engine.Forecaster)})
		_ = toClient.Close()
		served <- err
	}()
	c := lsptest.NewClient(t, toServer, fromServer)
	c.Initialize(lsptest.Editor{})
	doc := c.Open("file:///stopped.py", "def f(n):\n    m = n + 1\n    k = m * 2\n    return k - n\n")
	ask := func(line int, locals ...any) []any {
		var got []struct {
			Line int
			Text string
		}
		c.MustCall("augur/resume", map[string]any{
			"textDocument": doc.ID(), "position": map[string]any{"line": line, "character": 0}, "locals": locals,
		}, &got)
		all := []any{}
		for _, l := range got {
			all = append(all, l.Line, l.Text)
		}
		return all
	}
	variable := func(name, value string) any { return map[string]any{"name": name, "value": value} }
	// n was changed by hand: m is what the frame says, not what the line would give.
	if got, want := ask(2, variable("n", "1"), variable("m", "10")), []any{2, "k = 20", 3, "⏎ 19"}; !reflect.DeepEqual(got, want) {
		t.Errorf("in the middle: %v, want %v", got, want)
	}
	if got, want := ask(2, variable("n", "<cut"), variable("m", "10")), []any{2, "k = 20"}; !reflect.DeepEqual(got, want) {
		t.Errorf("with a value that is not known: %v, want %v", got, want)
	}
	if got := ask(0, variable("n", "1")); len(got) != 0 {
		t.Errorf("outside of functions: %v", got)
	}
	c.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
