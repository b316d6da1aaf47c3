package examples_test

import (
	"slices"
	"strings"
	"testing"

	"augur/lsp/examples"
	"augur/lsp/session"
)

var list = []session.Example{
	{Call: "f([1, 2])", Origin: "doctest", Line: 12},
	{Call: "f(\n  [3])", Origin: "call", Line: 40},
	{Call: "f([1, 2])", Origin: "assert", Line: 50},
	{Call: "f(" + strings.Repeat("1", 80) + ")", Origin: "predicted"},
}

func TestInUse(t *testing.T) {
	for chosen, want := range map[string]int{"": 0, "f([1, 2])": 0, "f(\n  [3])": 1, "f(gone)": 0} {
		if got := examples.InUse(list, chosen); got != want {
			t.Errorf("with the choice %q number %d is in use, want %d", chosen, got, want)
		}
	}
	if got := examples.InUse(nil, "f(1)"); got != -1 {
		t.Errorf("of no examples number %d is in use", got)
	}
}

func TestOthers(t *testing.T) {
	titles := func(inUse int) []string {
		var titles []string
		for _, c := range examples.Others(list, inUse) {
			titles = append(titles, c.Title)
		}
		return titles
	}
	long := "Augur: use f(" + strings.Repeat("1", 57) + "… (predicted)"
	if got, want := titles(0), []string{"Augur: use f( [3]) (call, line 40)", long}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := titles(1), []string{"Augur: use f([1, 2]) (doctest, line 12)", long}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q; the same call need not be offered twice", got, want)
	}
}

func TestLens(t *testing.T) {
	for _, test := range []struct {
		list  []session.Example
		inUse int
		want  examples.Choice
	}{
		{list[:1], 0, examples.Choice{Title: "f([1, 2]) · doctest, line 12"}},
		{list[:2], 0, examples.Choice{Title: "f([1, 2]) · doctest, line 12 · 1 of 2", Call: "f(\n  [3])"}},
		{list[:2], 1, examples.Choice{Title: "f( [3]) · call, line 40 · 2 of 2", Call: "f([1, 2])"}},
		// A call that is there twice is one example to the user.
		{list[:3], 1, examples.Choice{Title: "f( [3]) · call, line 40 · 2 of 2", Call: "f([1, 2])"}},
	} {
		if got := examples.Lens(test.list, test.inUse); got != test.want {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
	}
}
