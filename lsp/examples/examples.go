// Package examples decides with which example a function is shown, and writes what
// lets a user see and choose it.
package examples

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"augur/lsp/outline"
	"augur/lsp/session"
)

// List is the examples of a function, each once, and which of them is in use.
type List struct {
	Examples []session.Example
	InUse    int // -1 if there is none
}

// Current returns the example in use, nil if there is none.
func (l List) Current() *session.Example {
	if l.InUse < 0 {
		return nil
	}
	return &l.Examples[l.InUse]
}

// Of returns the examples of a function, given those that were found in sources,
// the best first. In use is, in this order, the one that the user has chosen, the
// one that is pinned, the one in the function around the cursor, and the best. A
// chosen one that is in no source any more is not in use.
func Of(now *session.Snapshot, doc *session.Document, f outline.Function, found []session.Example) List {
	list := List{Examples: distinct(found), InUse: -1}
	index := func(ex session.Example) int { return slices.IndexFunc(list.Examples, ex.Same) }
	if pin, ok := now.PinOf(doc, f.Name); ok {
		ex := session.Example{Call: pin.Call, Setup: pin.Setup, Origin: session.OriginPinned}
		if index(ex) < 0 {
			list.Examples = append(list.Examples, ex)
		}
		i := index(ex)
		list.Examples[i].Pinned = true
		list.InUse = i
	}
	if ex, ok := now.Choice(doc.URI, f.Name); ok {
		i := index(ex)
		if i < 0 && (ex.Origin == session.OriginGiven || ex.Predicted()) {
			i = len(list.Examples)
			list.Examples = append(list.Examples, ex)
		}
		if i >= 0 {
			list.InUse = i
			return list
		}
	}
	if list.InUse >= 0 || len(list.Examples) == 0 {
		return list
	}
	list.InUse = 0
	if at, ok := now.Cursor(doc.URI); ok {
		if around := doc.Outline().Around(at.Line); !around.IsModule() && around.Name != f.Name {
			i := slices.IndexFunc(list.Examples, func(ex session.Example) bool { return ex.File == "" && around.Contains(ex.Line) })
			list.InUse = max(0, i)
		}
	}
	return list
}

// Choice is an example that can be chosen.
type Choice struct {
	Title   string
	Example session.Example
}

// Others returns the examples that are not in use.
func (l List) Others() []Choice {
	var choices []Choice
	for i, ex := range l.Examples {
		if i != l.InUse {
			choices = append(choices, Choice{Title: fmt.Sprintf("Augur: use %s (%s)", Call(ex), Origin(ex)), Example: ex})
		}
	}
	return choices
}

// Lens returns what stands above a function that has an example in use.
func (l List) Lens() string {
	title := fmt.Sprintf("%s · %s", Call(l.Examples[l.InUse]), Origin(l.Examples[l.InUse]))
	if n := len(l.Examples); n > 1 {
		return fmt.Sprintf("%s · %d of %d", title, l.InUse+1, n)
	}
	return title
}

// distinct leaves out examples that do the same as one before.
func distinct(list []session.Example) []session.Example {
	var all []session.Example
	for _, ex := range list {
		if !slices.ContainsFunc(all, ex.Same) {
			all = append(all, ex)
		}
	}
	return all
}

// Origin says where an example comes from, as in "doctest, line 12".
func Origin(ex session.Example) string {
	text := ex.Origin
	if ex.Pinned && ex.Origin != session.OriginPinned {
		text = "pinned, " + text
	}
	switch {
	case ex.Line == 0:
		return text
	case ex.File != "":
		return fmt.Sprintf("%s, %s line %d", text, filepath.Base(ex.File), ex.Line)
	}
	return fmt.Sprintf("%s, line %d", text, ex.Line)
}

// maxCall bounds the characters of a call in a title.
const maxCall = 60

// Call returns the call of an example, on one line and short enough for a menu.
func Call(ex session.Example) string {
	if ex.Predicted() {
		return "predicted arguments"
	}
	text := strings.Join(strings.Fields(ex.Call), " ")
	if utf8.RuneCountInString(text) <= maxCall {
		return text
	}
	return string([]rune(text)[:maxCall-1]) + "…"
}
