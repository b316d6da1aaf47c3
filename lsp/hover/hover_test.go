package hover_test

import (
	"context"
	"strings"
	"testing"

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
	h, ok := hover.At(hover.Question{File: file, Outline: doc.Outline(), Function: f, Forecast: forecast, Offset: offset, Threshold: 0.5})
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
