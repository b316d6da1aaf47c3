package integration

import (
	"slices"
	"strings"
	"testing"

	"augur/lsp/lsptest"
)

const mean = `def mean(xs):
    """
    >>> mean([1, 2, 6])
    3.0
    """
    total = 0
    for x in xs:  #> x = 1, 2, 6
        total += x  #> total = 1, 3, 9
    if total > 5:  #> → True
        scale = total * 2  #> scale = 18
    else:
        scale = 1
    return total / len(xs)  #> ⏎ 3.0


assert mean([10]) == 10  #> → True
`

func TestHints(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///mean.py", strip(mean))
	expect(t, d, mean)

	d.Replace("total > 5", "total > 50")
	expect(t, d, strings.NewReplacer(
		"total > 5:  #> → True", "total > 50:  #> → False",
		"  #> scale = 18", "",
	).Replace(mean))

	d.Replace("[1, 2, 6]", "[]")
	d.Replace("total > 50", "total > 5")
	expect(t, d, `def mean(xs):
    """
    >>> mean([])
    3.0
    """
    total = 0
    for x in xs:
        total += x
    if total > 5:  #> → False
        scale = total * 2
    else:
        scale = 1
    return total / len(xs)  #> ✗ ZeroDivisionError: division by zero


assert mean([10]) == 10  #> → True
`)
}

func TestLongLoops(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints})
	const source = `def squares(n):
    """
    >>> squares(10)
    """
    found = []
    for i in range(n):  #> i = 0, 1, 2 … 9 (10×)
        if i % 2:  #> → False, True, False … True (10×)
            found.append(i)  #> found = [1], [1, 3], [1, 3, 5] … [1, 3, 5, 7, 9] (5×)
    return found  #> ⏎ [1, 3, 5, 7, 9]
`
	expect(t, s.Open("file:///squares.py", strip(source)), source)
}

func TestHintsOfBrokenSource(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints})
	const source = `def good(n):
    """
    >>> good(2)
    """
    return n + 1  #> ⏎ 3

def bad(n)
    return n +
`
	expect(t, s.Open("untitled:Untitled-1", strip(source)), source)
}

func TestHover(t *testing.T) {
	s := open(t, lsptest.Editor{})
	d := s.Open("file:///mean.py", strip(mean))
	for part, want := range map[string][]string{
		"total += x":  {"`total`", "| 1 | `0` | `1` | computed |", "| 3 | `3` | `9` | computed |", "`mean([1, 2, 6])`", "doctest, line 3"},
		"scale = tot": {"scale = 18", "computed"},
		"scale = 1":   {"Not reached with this example"},
		"mean(xs)":    {"xs = [1, 2, 6]", "mean([1, 2, 6])  → 3.0"},
		"total > 5":   {"total = 9"},
		"/ len(xs)":   {"total / len(xs) = 3.0", "lines 6, 7, 8"},
	} {
		got := d.Hover(part)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("the hover on %q has no %q:\n%s", part, w, got)
			}
		}
	}
	if got := d.Hover("for x"); got != "" {
		t.Errorf("a keyword has the hover %s", got)
	}
}

func TestCodeActionSwitchesExample(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints})
	d := s.Open("file:///mean.py", strip(mean))
	actions := d.CodeActions("total += x")
	if got, want := lsptest.Titles(actions), []string{"Augur: use mean([10]) (assert, line 16)"}; !slices.Equal(got, want) {
		t.Fatalf("the actions are %q, want %q", got, want)
	}
	lens := d.Lenses()
	if len(lens) != 1 || lens[0].Command.Title != "mean([1, 2, 6]) · doctest, line 3 · 1 of 2" {
		t.Errorf("the lenses are %+v", lens)
	}
	s.Run(actions[0])
	s.WaitFor("workspace/inlayHint/refresh")
	expect(t, d, strings.NewReplacer(
		"x = 1, 2, 6", "x = 10", "total = 1, 3, 9", "total = 10", "scale = 18", "scale = 20", "⏎ 3.0", "⏎ 10.0",
	).Replace(mean))
	s.Answers("mean([1, 2, 6]) (doctest, line 3)")
	s.Run(d.Lenses()[0].Command)
	s.Poll("the example to be in use", func() bool { return strings.HasPrefix(d.Lenses()[0].Command.Title, "mean([1, 2, 6])") })
	expect(t, d, mean)
}

func TestCursor(t *testing.T) {
	s := open(t, lsptest.Editor{})
	const source = `def f(a):
    """
    >>> f(1)
    """
    return a + 1

def g(b):
    """
    >>> g(3)
    """
    return b * 2
`
	d := s.Open("file:///a.py", source)
	d.Cursor("b * 2")
	s.WaitFor("workspace/inlayHint/refresh")
	expect(t, d, strings.Replace(source, "b * 2", "b * 2  #> ⏎ 6", 1))
	d.Cursor("a + 1")
	s.WaitFor("workspace/inlayHint/refresh")
	expect(t, d, strings.Replace(source, "a + 1", "a + 1  #> ⏎ 2", 1))
}

func TestEncodings(t *testing.T) {
	const source = `def shout(s):
    """
    >>> shout("é")
    """
    x = "𝔘漢" + s  #> x = '𝔘漢é'
    y = len("𝔘𝔘𝔘"); z = s * 2  #> y = 3, z = 'éé'
    return x  #> ⏎ '𝔘漢é'
`
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			s := open(t, lsptest.Editor{Options: allHints, Encodings: []string{encoding}})
			if s.Encoding != encoding {
				t.Fatalf("the encoding is %s", s.Encoding)
			}
			d := s.Open("file:///shout.py", strip(source))
			expect(t, d, source)
			d.Replace(`漢" + s`, `漢字𝔘" + s`)
			d.Replace("s * 2", "s * 3")
			expect(t, d, strings.NewReplacer(`漢" + s`, `漢字𝔘" + s`, "'𝔘漢é'", "'𝔘漢字𝔘é'", "s * 2", "s * 3", "'éé'", "'ééé'").Replace(source))
			if got := d.Hover("z = s"); !strings.Contains(got, "z = 'ééé'") {
				t.Errorf("the hover behind astral characters is %s", got)
			}
		})
	}
}

// Text that is not saved is what others import.
func TestUnsavedImports(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/lib.py", "FACTOR = 1\n")
	write(t, dir+"/use.py", "")
	s := open(t, lsptest.Editor{Options: allHints})
	const source = `from lib import FACTOR

def f(n):
    """
    >>> f(2)
    """
    return n * FACTOR
`
	use := s.Open("file://"+dir+"/use.py", source)
	hint := func(result string) string {
		return strings.Replace(source, "n * FACTOR", "n * FACTOR  #> ⏎ "+result, 1)
	}
	expect(t, use, hint("2"))
	lib := s.Open("file://"+dir+"/lib.py", "FACTOR = 5\n")
	expect(t, use, hint("10"))
	lib.Replace("5", "7")
	expect(t, use, hint("14"))
	lib.Close()
	expect(t, use, hint("2"))
	write(t, dir+"/lib.py", "FACTOR = 3\n")
	s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	expect(t, use, hint("6"))
}
