package hover_test

import (
	"context"
	"strings"
	"testing"

	"augur/analysis/timeline"
	"augur/lsp/hover"
	"augur/lsp/outline"
	"augur/lsp/scripted"
	"augur/lsp/session"
)

const source = `def f(n):  #: f(3) (doctest)
    total = n * 0          #= total = 0
    for i in range(n):     #= i = 0 | 1 | 2; hits 4
        total += i         #= total = 0 | 1 | 3
    r = get(total)         #= r = ~0.8 200
    s = other(r)           #= s = ?other(r)
    if r > 3:              #= -> ~0.8 True
        u = total          #= u = 3
    else:
        lost = n
    for k in u: print(k)   #= k = 'a' | 'b'; output hello
    return [u, 4]          #= return [3, 4]

def g():
    raise E(1)             #= raise E: one

def h():
    y = 1 + 1              #= y = 2
    while y: y -= 1        #= -> True | False; stop steps
    z = y
`

// at returns the hover at a place marked in a line: "ra^nge(n)".
func at(t *testing.T, marked string) (string, bool) {
	t.Helper()
	before, after, _ := strings.Cut(marked, "^")
	if strings.Count(source, before+after) != 1 {
		t.Fatalf("%q is in the source %d times", before+after, strings.Count(source, before+after))
	}
	offset := strings.Index(source, before+after) + len(before)
	now := session.NewSnapshot().WithDocument("file:///a.py", "/a.py", 1, source)
	doc := now.Document("file:///a.py")
	file := doc.File()
	f := outline.Of(file).At(file.LineOf(offset))
	forecast, err := new(scripted.Forecaster).Forecast(context.Background(), session.Question{Document: doc, Function: f.Name})
	if err != nil {
		t.Fatal(err)
	}
	h, ok := hover.At(hover.Question{File: file, Outline: doc.Outline(), Function: f, Forecast: forecast, Offset: offset})
	if ok && (h.Start > offset || h.End < offset) {
		t.Errorf("the hover is about %q, which is somewhere else", source[h.Start:h.End])
	}
	return h.Markdown, ok
}

func TestHover(t *testing.T) {
	const example = "Example: `f(3)` (doctest, line 1)"
	for _, test := range []struct {
		name, at string
		want     []string
	}{
		{"a change", "r^ = get", []string{"r = 200", "predicted, 80 %", example}},
		{"each hit", "tot^al += i", []string{"`total` after this line, which runs 3 times", "| 1 | `0` | computed |", "| 3 | `3` | computed |"}},
		{"the whole value", "g^et(total)", []string{"r = 200"}},
		{"a name that only this line could change", "u = ^total", []string{"Values of `total` in this run", "| line 2 | `0` | computed |", "| line 4, hit 3 | `3` | computed |"}},
		{"a name with one value", "return [^u", []string{"u = 3", "Since: line 8"}},
		{"an unknown", "s^ = other", []string{"`s`: unknown: other\\(r\\)"}},
		{"a condition", "if r ^> 3", []string{"`r > 3` is `True` (predicted, 80 %)"}},
		{"the result", "return [u^, 4]", []string{"u = 3"}},
		{"the returned expression", "return [u, 4^]", []string{"⏎ [3, 4]"}},
		{"a function", "def f^(n)", []string{"f(3)  → [3, 4]", "Output:", "hello", example}},
		{"a function that raises", "def g^()", []string{"✗ E: one"}},
		{"a line that is not reached", "l^ost = n", []string{"Not reached with this example."}},
		{"a line after the stop", "z^ = y", []string{"Not reached before the run stopped.", "stopped at line 19: steps limit"}},
		{"a loop on one line", "print(^k)", []string{"| 2 | `'b'` | computed |"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := at(t, test.at)
			if !ok {
				t.Fatal("nothing")
			}
			for _, want := range test.want {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in:\n%s", want, got)
				}
			}
		})
	}
}

func TestNoHover(t *testing.T) {
	for _, place := range []string{"ra^nge(n)", "pr^int(k)", "  ^  for i", "r^aise E(1)", "#: f(3^)"} {
		if got, ok := at(t, place); ok {
			t.Errorf("%s: %s", place, got)
		}
	}
}

// What a predicted value rests on is told with what that might be instead, and what
// an expression was each time comes from a run that looks at it.
func TestMore(t *testing.T) {
	const text = "def f(u):\n    if u:\n        r = get(u)\n    s = r + 1\n    return s\n"
	now := session.NewSnapshot().WithDocument("file:///a.py", "/a.py", 1, text)
	doc := now.Document("file:///a.py")
	f := doc.Outline().Functions[0]
	predicted := func(repr string) timeline.Value {
		return timeline.Value{Repr: repr, Provenance: timeline.Predicted, P: 0.7, Depends: []int{0}}
	}
	known := timeline.Value{Repr: "1", Provenance: timeline.Computed, P: 1}
	run := func(alternatives ...timeline.Alternative) *session.Forecast {
		return &session.Forecast{
			Example: session.Example{Call: "f(1)", Origin: "call"},
			Timeline: &timeline.Timeline{
				Args: []timeline.Change{{Name: "u", Hit: 1, Value: known}},
				Lines: []timeline.Line{
					{Line: 2, Hits: 1, Branch: []timeline.Branch{{Hit: 1, Taken: true, Value: known}}},
					{Line: 3, Hits: 1, Changes: []timeline.Change{{Name: "r", Hit: 1, Value: predicted("200")}}},
					{Line: 4, Hits: 1, Changes: []timeline.Change{{Name: "s", Hit: 1, Value: predicted("201")}}},
				},
				Assumptions: []timeline.Assumption{{Line: 3, Expression: "get(u)", Repr: "200", P: 0.7, Source: timeline.Predicted, Alternatives: alternatives}},
			},
		}
	}
	more := func(what session.Ask) *session.Forecast {
		if what.Alternatives {
			return run(timeline.Alternative{Repr: "404", P: 0.2}, timeline.Alternative{Repr: "None", P: 0.05}, timeline.Alternative{Repr: "0", P: 0.01})
		}
		got := run()
		if what.Spot.Name == "" && text[what.Spot.Start:what.Spot.End] == "r + 1" {
			got.Spots = []session.SpotValue{{Hit: 1, Value: predicted("201")}}
		}
		return got
	}
	for part, want := range map[string][]string{
		"s = r": {"s = 201", "predicted, 70 %", "rests on `get(u)` = `200` (line 3; predicted, 70 %; or `404` 20 %, `None` 5 %)", "Because of the arguments `u`; lines 2, 3"},
		"+ 1":   {"r + 1 = 201"},
		"u):":   {"u = 1", "The first call of this run gives it."},
	} {
		got, ok := hover.At(hover.Question{File: doc.File(), Outline: doc.Outline(), Function: f, Forecast: run(), Offset: strings.Index(text, part), More: more})
		if !ok {
			t.Errorf("no hover on %q", part)
		}
		for _, w := range want {
			if !strings.Contains(got.Markdown, w) {
				t.Errorf("the hover on %q has no %q:\n%s", part, w, got.Markdown)
			}
		}
	}
}
