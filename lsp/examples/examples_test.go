package examples_test

import (
	"slices"
	"strings"
	"testing"

	"augur/lsp/examples"
	"augur/lsp/outline"
	"augur/lsp/pins"
	"augur/lsp/session"
)

const uri = "file:///w/a.py"

var found = []session.Example{
	{Call: "f([1, 2])", Origin: "doctest", Line: 12},
	{Call: "f(\n  [3])", Origin: "test", Line: 5},
	{Call: "f([1, 2])", Origin: "assert", Line: 50},
	{Call: "f(" + strings.Repeat("1", 80) + ")", Origin: "call", File: "/w/test_a.py", Line: 7},
}

// state is a session with a document in a folder.
func state() (*session.Snapshot, *session.Document, outline.Function) {
	now := session.NewSnapshot().
		WithDocument(uri, "/w/a.py", 1, "def f(x):\n    pass\n\ndef test_f():\n    f(\n  [3])\n").
		WithFolders([]*session.Folder{{Path: "/w"}})
	doc := now.Document(uri)
	f, _ := doc.Outline().Named("f")
	return now, doc, f
}

func pinned(now *session.Snapshot, call string) *session.Snapshot {
	return now.WithFolders([]*session.Folder{{Path: "/w", Pins: []pins.Pin{{File: "a.py", Function: "f", Call: call}}}})
}

func TestInUse(t *testing.T) {
	now, doc, f := state()
	in := func(line int) *session.Snapshot { return now.WithCursor(uri, session.Cursor{Line: line, Told: true}) }
	choose := func(now *session.Snapshot, ex session.Example) *session.Snapshot { return now.WithChoice(uri, "f", ex) }
	given := session.Example{Call: "f('x')", Origin: session.OriginGiven}
	for _, test := range []struct {
		name string
		now  *session.Snapshot
		want string
	}{
		{"the best", now, "f([1, 2])"},
		{"the one that is chosen", choose(now, found[1]), "f(\n  [3])"},
		{"a choice that is gone", choose(now, session.Example{Call: "f(gone)", Origin: "doctest"}), "f([1, 2])"},
		{"a typed one", choose(now, given), "f('x')"},
		{"a pin that is an example", pinned(now, "f(\n  [3])"), "f(\n  [3])"},
		{"a pin of its own", pinned(now, "f(7)"), "f(7)"},
		{"a choice over a pin", choose(pinned(now, "f(7)"), given), "f('x')"},
		{"a choice that is gone, over a pin", choose(pinned(now, "f(7)"), session.Example{Call: "f(gone)", Origin: "call"}), "f(7)"},
		{"the test under the cursor", in(5), "f(\n  [3])"},
		{"a pin over the test under the cursor", pinned(in(5), "f(7)"), "f(7)"},
		{"the cursor in the function itself", in(2), "f([1, 2])"},
	} {
		got := examples.Of(test.now, doc, f, found).Current()
		if got == nil || got.Call != test.want {
			t.Errorf("%s: %+v is in use, want %s", test.name, got, test.want)
		}
	}
	if got := examples.Of(now, doc, f, nil); got.Current() != nil || len(got.Others()) > 0 {
		t.Errorf("of no examples %+v is in use", got)
	}
	predicted := session.Example{Origin: session.OriginPredicted}
	if got := examples.Of(choose(now, predicted), doc, f, nil).Current(); got == nil || !got.Predicted() {
		t.Errorf("predicted arguments are not in use: %+v", got)
	}
}

func TestOthers(t *testing.T) {
	now, doc, f := state()
	var titles []string
	for _, c := range examples.Of(pinned(now, "f(7)"), doc, f, found).Others() {
		titles = append(titles, c.Title)
	}
	want := []string{
		"Augur: use f([1, 2]) (doctest, line 12)", "Augur: use f( [3]) (test, line 5)",
		"Augur: use f(" + strings.Repeat("1", 57) + "… (call, test_a.py line 7)",
	}
	if !slices.Equal(titles, want) {
		t.Errorf("got %q\nwant %q", titles, want)
	}
}

func TestLens(t *testing.T) {
	now, doc, f := state()
	list := examples.Of(pinned(now, "f([1, 2])"), doc, f, found)
	if got, want := list.Lens(), "f([1, 2]) · pinned, doctest, line 12 · 1 of 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := examples.Of(now, doc, f, found[:1]).Lens(), "f([1, 2]) · doctest, line 12"; got != want {
		t.Errorf("of one example: %q, want %q", got, want)
	}
}
