package markdown_test

import (
	"testing"

	"augur/lsp/markdown"
)

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"":         "",
		"x":        "`x`",
		"a`b":      "``a`b``",
		"`a":       "`` `a ``",
		"a``":      "``` a`` ```",
		" x ":      "`  x  `",
		"  ":       "`  `",
		"a\nb\r\n": "` a b  `",
	} {
		if got := markdown.Code(text); got != want {
			t.Errorf("Code(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	if got, want := markdown.Block("x = '```'"), "````python\nx = '```'\n````\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTable(t *testing.T) {
	got := markdown.Table([]string{"a", "b"}, [][]string{{"1", markdown.Cell("x|y")}})
	if want := "| a | b |\n| --- | --- |\n| 1 | `x\\|y` |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestText(t *testing.T) {
	if got, want := markdown.Text("[x](y) *z* <b>"), `\[x\]\(y\) \*z\* \<b\>`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCut(t *testing.T) {
	for n, want := range map[int]string{0: "…", 1: "…", 2: "é…", 3: "é…", 4: "éé"} {
		if got := markdown.Cut("éé", n); got != want {
			t.Errorf("Cut(n=%d) = %q, want %q", n, got, want)
		}
	}
}
