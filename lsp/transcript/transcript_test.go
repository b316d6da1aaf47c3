package transcript_test

import (
	"context"
	"testing"

	"augur/lsp/outline"
	"augur/lsp/scripted"
	"augur/lsp/session"
	"augur/lsp/transcript"
)

func of(t *testing.T, source, function string) *transcript.Transcript {
	t.Helper()
	now := session.NewSnapshot().WithDocument("file:///a.py", "/a.py", 1, source)
	doc := now.Document("file:///a.py")
	f, ok := doc.Outline().Named(function)
	if !ok {
		t.Fatalf("there is no %s", function)
	}
	var forecast *session.Forecast
	forecast, err := new(scripted.Forecaster).Forecast(context.Background(), session.Question{Document: doc, Function: f.Name})
	if err != nil {
		t.Fatal(err)
	}
	return transcript.Of(doc.File(), doc.Outline(), outline.Function(f), forecast, 0.5)
}

func TestText(t *testing.T) {
	got := of(t, `def f(n):  #: f(3) (doctest)
    total = 0  #= total = 0

    for i in range(n):  #= i = 0 | 1 | 2 @9; skipped 5; hits 10
        total += i  #= total = 0 | ~0.8 1
    if n:  #= -> False
        n = 2
    print(n)  #= output 3
    return total  #= return 1
`, "f").String()
	want := `f(3)
doctest, line 1

   1  def f(n):  #: f(3) (doctest)
   2 │    total = 0  #= total = 0
      │     total = 0
   4 │    for i in range(n):  #= i = 0 | 1 | 2 @9; skipped 5; hits 10
      │     1: i = 0
      │     2: i = 1
          …
      │     9: i = 2
   5 │        total += i  #= total = 0 | ~0.8 1
      │     1: total = 0
      │     2: total ≈ 1
   6 │    if n:  #= -> False
      │     → False
   7          n = 2
   8 │    print(n)  #= output 3
   9 │    return total  #= return 1
      │     ⏎ 1

→ 1

Output:
3
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestTextOfAnException(t *testing.T) {
	got := of(t, "x = g()  #= raise KeyError: 'b'\ndef f(): pass\n", "").String()
	want := "The top level of the file, run as a script\n\n   1 │x = g()  #= raise KeyError: 'b'\n      │     ✗ KeyError: 'b'\n\n✗ KeyError: 'b'\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
