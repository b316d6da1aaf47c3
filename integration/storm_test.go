package integration

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"augur/lsp/lsptest"
)

// stormy is a source in which every edit meets something: characters of one to four
// bytes, tabs, line ends of both kinds, a byte order mark.
const stormy = "\ufeff# 𝔘 é\nLIMIT = 10\r\n\ndef mean(xs, tag='𝔘漢'):\n\t\"\"\"\n\t>>> mean([1, 2, 6])\n\t(3.0, '𝔘漢é')\n\t\"\"\"\n\ttotal = 0\n" +
	"\tfor x in xs:  # 漢字\n\t\ttotal += x\n\tif total > LIMIT:\r\n\t\ttotal = LIMIT\n\tname = tag + 'é'; n = len(name)\n\treturn total / len(xs), name\n\n\n" +
	"class Box:\n    def __init__(self, v): self.v = v\n    def __repr__(self): return f'Box({self.v!r})'\n    def twice(self):\n        return Box(self.v * 2)\n\n\nb = Box('𝔘').twice()\nassert mean([4])[0] == 4\n"

// pieces are what the storm puts into the source.
var pieces = []string{"x", " ", "\n", "\n    ", "(", ")", "[1, 2]", "'é𝔘'", "# 漢\n", "total", "\t", "\r\n", "def g(n):\n    return n\n", "if x:\n", "\"\"\"", "1 / 0", "𝔘", "xs.append(3)\n", ""}

// stormEdit makes an edit somewhere in a text, never inside of a character.
func stormEdit(r *rand.Rand, text string) lsptest.Edit {
	boundary := func(at int) int {
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		// Between the two bytes of a line end no editor has a position.
		if at > 0 && at < len(text) && text[at-1] == '\r' && text[at] == '\n' {
			at++
		}
		return at
	}
	start := boundary(r.IntN(len(text) + 1))
	end := boundary(min(len(text), start+r.IntN(8)))
	if r.IntN(2) == 0 {
		end = start
	}
	return lsptest.Edit{Start: start, End: max(start, end), Text: pieces[r.IntN(len(pieces))]}
}

// A server that was told of edits one by one knows the same as one that was told the
// text.
func TestEditStorm(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			editor := lsptest.Editor{Options: allHints, Encodings: []string{encoding}}
			s := open(t, editor)
			r := rand.New(rand.NewPCG(7, uint64(len(encoding)*int(encoding[len(encoding)-1]))))
			d := s.Open("file:///storm.py", stormy)
			for round := range 12 {
				for range 1 + r.IntN(10) {
					var edits []lsptest.Edit
					text := d.Text
					for range 1 + r.IntN(3) {
						e := stormEdit(r, text)
						text = text[:e.Start] + e.Text + text[e.End:]
						edits = append(edits, e)
					}
					d.Change(edits...)
					if r.IntN(3) == 0 {
						id := d.StartHints()
						if r.IntN(2) == 0 {
							s.Notify("$/cancelRequest", map[string]any{"id": id})
						}
						_, _ = s.Finish(id)
					}
				}
				fresh := open(t, editor)
				other := fresh.Open(d.URI, d.Text)
				if got, want := d.Hints(), other.Hints(); !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d: the hints are %v, a fresh server's %v, of\n%q", round, got, want, d.Text)
				}
				if got, want := d.Diagnostics(), other.Diagnostics(); !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d: the diagnostics are %+v, a fresh server's %+v, of\n%q", round, got, want, d.Text)
				}
				if got, want := lensTitles(d), lensTitles(other); !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d: the lenses are %q, a fresh server's %q, of\n%q", round, got, want, d.Text)
				}
				if round%4 == 3 {
					d.SetText(stormy)
				}
			}
		})
	}
}

func lensTitles(d *lsptest.Document) []string {
	var titles []string
	for _, l := range d.Lenses() {
		titles = append(titles, fmt.Sprint(l.Range.Start, l.Command.Title))
	}
	return titles
}

// Much typing needs no more memory than some.
func TestMemoryStaysFlat(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints, Encodings: []string{"utf-8"}})
	d := s.Open("file:///shop.py", shop)
	at := d.Find("factor=2") + len("factor=")
	var early int64
	const edits = 5000
	text := func(i int) string { return fmt.Sprintf("%04d", 1000+i%9000) }
	d.Change(lsptest.Edit{Start: at, End: at + 1, Text: text(0)})
	for i := 1; i <= edits; i++ {
		d.Change(lsptest.Edit{Start: at, End: at + 4, Text: text(i)})
		if i%10 == 0 {
			id := d.StartHints()
			if i%20 == 0 {
				s.Notify("$/cancelRequest", map[string]any{"id": id})
			}
			if _, err := s.Finish(id); err != nil && err.Code != lsptest.RequestCancelled && err.Code != lsptest.ContentModified {
				t.Fatal(err)
			}
		}
		if i == edits/5 {
			early = s.memory()
		}
	}
	if got, want := hint(t, d, "total = n"), fmt.Sprintf("total = %d", 3*(1000+edits)); got != want {
		t.Errorf("after the edits the hint is %q, want %q", got, want)
	}
	if late := s.memory(); early > 0 && late > early+early/2+(20<<20) {
		t.Errorf("after %d edits the server holds %d MB, after %d it held %d", edits, late>>20, edits/5, early>>20)
	}
}

// Two clients' worth of requests of which most are cancelled: every one is answered,
// once.
func TestCancelStorm(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints, Encodings: []string{"utf-8"}})
	d := s.Open("file:///module.py", module(300))
	other := s.Open("file:///shop.py", shop)
	var ids []int
	for i := range 400 {
		on := d
		if i%2 == 0 {
			on = other
		}
		id := on.StartHints()
		ids = append(ids, id)
		if i%3 > 0 {
			s.Notify("$/cancelRequest", map[string]any{"id": id})
		}
		if i%50 == 0 {
			end := len(on.Text)
			on.Change(lsptest.Edit{Start: end, End: end, Text: "#"})
		}
	}
	for _, id := range ids {
		if _, err := s.Finish(id); err != nil && err.Code != lsptest.RequestCancelled && err.Code != lsptest.ContentModified {
			t.Errorf("request %d: %v", id, err)
		}
	}
	if got := hint(t, other, "total = n"); got != "total = 6" {
		t.Errorf("afterwards the hint is %q", got)
	}
}

// Files as large as no file should be, and texts that end in strange ways.
func TestStrangeDocuments(t *testing.T) {
	s := open(t, lsptest.Editor{Options: map[string]any{}, Encodings: []string{"utf-16"}})
	large := s.Open("file:///large.py", module(50_000))
	at := large.Find("def step1000(")
	large.Cursor("def step1000(")
	s.WaitFor("workspace/inlayHint/refresh")
	line := large.Position(at).Line
	view := lsptest.Range{Start: lsptest.Position{Line: line}, End: lsptest.Position{Line: line + 40}}
	if n := len(large.HintsIn(view)); n < 5 {
		t.Errorf("in a large file there are %d hints", n)
	}
	for name, text := range map[string]string{
		"mixed ends": strings.ReplaceAll(shop, "\n    total", "\r\n    total"), "all CRLF": strings.ReplaceAll(shop, "\n", "\r\n"),
		"a mark": "\ufeff" + shop, "tabs": strings.ReplaceAll(shop, "    ", "\t"),
	} {
		d := s.Open("untitled:"+name, text)
		d.Cursor("factor=2")
		s.WaitFor("workspace/inlayHint/refresh")
		if got := hintsOf(d); !strings.Contains(got, "total = 6") {
			t.Errorf("%s: the hints are %q", name, got)
		}
	}
	for name, text := range map[string]string{
		"empty": "", "only a mark": "\ufeff", "no end": "def f(", "a string that does not end": "x = '''abc", "zero": "x = 1\x00\ny = 2\n", "deep": strings.Repeat("(", 5000),
		"invalid": "x = '\ufffd'\n", "surrogates": "x = '𝔘'\n" + strings.Repeat("𝔘", 100),
	} {
		d := s.Open("untitled:"+name, text)
		d.Hints()
		d.Lenses()
		d.Diagnostics()
	}
}

// hintsOf returns the labels of all hints.
func hintsOf(d *lsptest.Document) string {
	var labels []string
	for _, h := range d.Hints() {
		labels = append(labels, h.Label)
	}
	return strings.Join(labels, "; ")
}
