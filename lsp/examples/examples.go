// Package examples writes what lets a user see and choose the examples of a
// function.
package examples

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"augur/lsp/session"
)

// InUse returns which of the examples of a function is in use: the one with the
// chosen call, or the best one if there is none or no longer. It returns -1 if
// there are no examples at all.
func InUse(list []session.Example, chosen string) int {
	if len(list) == 0 {
		return -1
	}
	i := slices.IndexFunc(list, func(ex session.Example) bool { return ex.Call == chosen })
	return max(0, i)
}

// Choice is an example that can be chosen.
type Choice struct {
	Title string
	Call  string
}

// Others returns the examples that are not in use.
func Others(list []session.Example, inUse int) []Choice {
	var choices []Choice
	for _, ex := range distinct(list) {
		if ex.Call != list[inUse].Call {
			choices = append(choices, Choice{Title: fmt.Sprintf("Augur: use %s (%s)", call(ex), Origin(ex)), Call: ex.Call})
		}
	}
	return choices
}

// Lens returns what stands above a function: the example in use, and the one
// that a click makes to be. The call is empty if there is no other.
func Lens(list []session.Example, inUse int) Choice {
	ex := list[inUse]
	title := fmt.Sprintf("%s · %s", call(ex), Origin(ex))
	all := distinct(list)
	if len(all) == 1 {
		return Choice{Title: title}
	}
	i := InUse(all, ex.Call)
	return Choice{Title: fmt.Sprintf("%s · %d of %d", title, i+1, len(all)), Call: all[(i+1)%len(all)].Call}
}

// distinct leaves out examples whose call came before: they do the same.
func distinct(list []session.Example) []session.Example {
	var all []session.Example
	for _, ex := range list {
		if !slices.ContainsFunc(all, func(seen session.Example) bool { return seen.Call == ex.Call }) {
			all = append(all, ex)
		}
	}
	return all
}

// Origin says where an example comes from, as in "doctest, line 12".
func Origin(ex session.Example) string {
	if ex.Line == 0 {
		return ex.Origin
	}
	return fmt.Sprintf("%s, line %d", ex.Origin, ex.Line)
}

// maxCall bounds the characters of a call in a title.
const maxCall = 60

// call returns the call of an example, on one line and short enough for a menu.
func call(ex session.Example) string {
	text := strings.Join(strings.Fields(ex.Call), " ")
	if utf8.RuneCountInString(text) <= maxCall {
		return text
	}
	return string([]rune(text)[:maxCall-1]) + "…"
}
