package views_test

import (
	"fmt"
	"strings"
	"testing"

	"augur/lsp/outline"
	"augur/lsp/session"
	"augur/lsp/settings"
	"augur/lsp/views"
)

const source = `x = 1
def f():
    return 1
y = 2
def g():
    a = 1
    return a
`

// shown names the functions and the lines of a view.
func shown(now *session.Snapshot, first, last int) string {
	doc := now.Document("file:///a.py")
	var all []string
	for _, v := range views.Of(now, doc, outline.Of(doc.File()), first, last) {
		var lines []string
		for line := 1; line <= 8; line++ {
			if v.Shows(line) {
				lines = append(lines, fmt.Sprint(line))
			}
		}
		all = append(all, v.Function.Name+":"+strings.Join(lines, ","))
	}
	return strings.Join(all, " ")
}

func TestViews(t *testing.T) {
	base := session.NewSnapshot().WithDocument("file:///a.py", "/a.py", 1, source)
	in := func(m settings.Mode) *session.Snapshot {
		s := settings.Default()
		s.Hints.Mode = m
		return base.WithSettings(s)
	}
	at := func(line int) *session.Snapshot {
		return in(settings.Cursor).WithCursor("file:///a.py", session.Cursor{Line: line, Told: true})
	}
	for _, test := range []struct {
		name        string
		now         *session.Snapshot
		first, last int
		want        string
	}{
		{"off", in(settings.Off), 1, 8, ""},
		{"all", in(settings.All), 1, 8, "f:2,3 g:5,6,7 :1,2,3,4,5,6,7,8"},
		{"all of one function", in(settings.All), 6, 6, "g:5,6,7"},
		{"all of no function", in(settings.All), 4, 4, ":1,2,3,4,5,6,7,8"},
		{"no cursor known", in(settings.Cursor), 1, 3, "f:2,3 :1,2,3,4,5,6,7,8"},
		{"cursor", at(3), 1, 8, "f:2,3"},
		{"cursor out of the range", at(3), 5, 8, ""},
		{"cursor at the top level", at(4), 1, 8, ":1,2,3,4,5,6,7,8"},
		{"no breakpoints", in(settings.Breakpoints), 1, 8, ""},
		{"breakpoints", in(settings.Breakpoints).WithBreakpoints("file:///a.py", []int{7, 1, 6, 6}), 1, 8, ":1 g:6,7"},
		{"breakpoints out of the range", in(settings.Breakpoints).WithBreakpoints("file:///a.py", []int{7, 1, 6, 6}), 1, 5, ":1"},
		{"breakpoints of another document", in(settings.Breakpoints).WithBreakpoints("file:///b.py", []int{1}), 1, 8, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := shown(test.now, test.first, test.last); got != test.want {
				t.Errorf("shown: %q, want %q", got, test.want)
			}
		})
	}
}

func TestTheEditorKnowsBestWhereTheCursorIs(t *testing.T) {
	now := session.NewSnapshot()
	now = now.WithCursor("u", session.Cursor{Line: 1})
	now = now.WithCursor("u", session.Cursor{Line: 2})
	now = now.WithCursor("u", session.Cursor{Line: 3, Told: true})
	now = now.WithCursor("u", session.Cursor{Line: 4})
	if c, _ := now.Cursor("u"); c.Line != 3 {
		t.Errorf("the cursor is on line %d, want 3", c.Line)
	}
}
