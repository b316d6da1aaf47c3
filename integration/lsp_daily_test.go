package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"augur/lsp/lsptest"
)

const shop = `def price(n, factor=2):
    """The price.

    >>> price(3)
    6
    """
    total = n * factor
    if total > 100:
        total = 100
    return total


def first(items):
    return items[0]


first([])
price(50, 3)
`

// workspace makes a folder with files and returns its path.
func workspace(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// hint returns the hint of the only line that has a part.
func hint(t *testing.T, d *lsptest.Document, part string) string {
	t.Helper()
	line := d.Position(d.Find(part)).Line
	for _, h := range d.Hints() {
		if h.Position.Line == line {
			return h.Label
		}
	}
	return ""
}

func TestPins(t *testing.T) {
	dir := workspace(t, map[string]string{"src/shop.py": shop})
	editor := lsptest.Editor{Options: allHints, Folders: []string{"file://" + dir}}
	s := open(t, editor)
	d := s.Open("file://"+dir+"/src/shop.py", shop)
	s.Choose(d.ActionTitled("total = n", "use price(50, 3)"), nil, d)
	s.Choose(d.ActionTitled("total = n", "pin price(50, 3)"), nil, d)
	if got := hint(t, d, "total = n"); got != "total = 150" {
		t.Errorf("pinned, the hint is %q", got)
	}
	file := filepath.Join(dir, "augur-pins.toml")
	if text := read(t, file); !strings.Contains(text, `file = "src/shop.py"`) || !strings.Contains(text, `call = "price(50, 3)"`) {
		t.Errorf("the file of pins is\n%s", text)
	}
	if lens := d.Lenses()[0].Command.Title; !strings.Contains(lens, "pinned") {
		t.Errorf("the lens is %q", lens)
	}

	// Another session finds the pin, wherever the function has moved.
	other := open(t, editor)
	moved := other.Open(d.URI, "import os\n\n\n"+strings.Replace(shop, "first([])\nprice(50, 3)\n", "", 1))
	if got := hint(t, moved, "total = n"); got != "total = 150" {
		t.Errorf("in another session the hint is %q", got)
	}
	// The file is renamed, and the pin goes with it.
	to := "file://" + dir + "/src/store.py"
	if err := os.Rename(dir+"/src/shop.py", dir+"/src/store.py"); err != nil {
		t.Fatal(err)
	}
	other.Notify("workspace/didRenameFiles", map[string]any{"files": []any{map[string]any{"oldUri": d.URI, "newUri": to}}})
	moved.Close()
	moved = other.Open(to, moved.Text)
	if got := hint(t, moved, "total = n"); got != "total = 150" {
		t.Errorf("after the renaming the hint is %q", got)
	}
	other.Choose(moved.ActionTitled("total = n", "remove the pin"), nil, moved)
	if got := hint(t, moved, "total = n"); got != "total = 6" {
		t.Errorf("without the pin the hint is %q", got)
	}
	if text := read(t, file); strings.Contains(text, "[[pin]]") {
		t.Errorf("the file of pins is\n%s", text)
	}
}

// What is wrong with Augur's own files is told where it stands.
func TestOwnFilesAreChecked(t *testing.T) {
	dir := workspace(t, map[string]string{
		"shop.py": shop, "augur.toml": "[hints]\nmode = \"all\"\nmaxlength = 20\n",
		"augur-pins.toml": "[[pin]]\nfile = \"shop.py\"\nfunction = \"gone\"\ncall = \"gone(1)\"\n",
	})
	s := open(t, lsptest.Editor{Folders: []string{"file://" + dir}, Push: true})
	reported := map[string]string{}
	for range 2 {
		var params struct {
			URI         string
			Diagnostics []lsptest.Diagnostic
		}
		_ = json.Unmarshal(s.WaitFor("textDocument/publishDiagnostics").Params, &params)
		reported[filepath.Base(params.URI)] = params.Diagnostics[0].Message
	}
	if got := reported["augur.toml"]; got != "there is no setting hints.maxlength" {
		t.Errorf("of augur.toml is reported %q", got)
	}
	if got := reported["augur-pins.toml"]; got != "shop.py has no function gone" {
		t.Errorf("of the pins is reported %q", got)
	}
	s.WaitForLog("there is no setting hints.maxlength line=3")
	s.WaitForLog("shop.py has no function gone line=1")
	// The setting of the file holds, and one of the editor goes before it.
	d := s.Open("file://"+dir+"/shop.py", shop)
	if len(d.Hints()) == 0 {
		t.Error("hints.mode of augur.toml does not hold")
	}
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"hints.mode": "off"}})
	s.WaitFor("workspace/inlayHint/refresh")
	if got := d.Hints(); len(got) != 0 {
		t.Errorf("the editor's setting does not go before the file's: %v", got)
	}
	s.WaitForLog("there is no setting hints.maxlength")
	s.WaitForLog("shop.py has no function gone")
}

func TestPredictWith(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints, Input: true})
	d := s.Open("untitled:1", shop)
	predict := func(call string) lsptest.Command {
		raw, _ := json.Marshal([]any{map[string]any{"uri": d.URI, "function": "price", "call": call}})
		return lsptest.Command{Command: "augur.predictWith", Arguments: raw}
	}
	s.Run(predict("price(7, factor=10)"))
	if got := hint(t, d, "total = n"); got != "total = 70" {
		t.Errorf("the hint is %q", got)
	}
	if lens := d.Lenses()[0].Command.Title; !strings.Contains(lens, "price(7, factor=10) · given") {
		t.Errorf("the lens is %q", lens)
	}
	for call, why := range map[string]string{"price(": "is not a Python expression", "first([1])": "does not call price"} {
		if got := s.Fails(lsptest.InvalidParams, "workspace/executeCommand", predict(call)); !strings.Contains(got, why) {
			t.Errorf("%s is refused with %q", call, got)
		}
	}
	s.Choose(d.ActionTitled("total = n", "forget the chosen example"), nil, d)
	if got := hint(t, d, "total = n"); got != "total = 6" {
		t.Errorf("afterwards the hint is %q", got)
	}
}

// What is inserted runs, in files that are open and in files that are made.
func TestInsert(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	for _, basic := range []bool{false, true} {
		dir := workspace(t, map[string]string{"shop.py": shop, "test_shop.py": "import unittest\n"})
		s := open(t, lsptest.Editor{Options: allHints, Folders: []string{"file://" + dir}, Basic: basic})
		d := s.Open("file://"+dir+"/shop.py", strings.Replace(shop, "first([])\n", "first([1, 2])\n", 1))
		s.Choose(d.ActionTitled("items[0]", "insert as doctest"), nil, d)
		if !strings.Contains(d.Text, "    >>> first([1, 2])\n    1\n") {
			t.Errorf("the doctest is not there:\n%s", d.Text)
		}
		s.Choose(d.ActionTitled("total = n", "use price(50, 3)"), nil, d)
		files := s.Choose(d.ActionTitled("total = n", "insert as test (unittest, test_shop.py)"), func(uri string) string {
			return read(t, strings.TrimPrefix(uri, "file://"))
		}, d)
		write(t, dir+"/shop.py", d.Text)
		for uri, text := range files {
			write(t, strings.TrimPrefix(uri, "file://"), text)
		}
		for _, args := range [][]string{{"-m", "doctest", "shop.py"}, {"-m", "unittest", "-q", "test_shop"}} {
			c := exec.Command(python, args...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("basic %v: %v: %v\n%s", basic, args, err, out)
			}
		}
		if !strings.Contains(files["file://"+dir+"/test_shop.py"], "assertEqual(price(50, 3), 100)") {
			t.Errorf("the tests are %v", files)
		}
	}
}

func TestTimeline(t *testing.T) {
	s := open(t, lsptest.Editor{Input: true})
	d := s.Open("file:///shop.py", shop)
	var table struct {
		Call  string
		Lines []struct {
			Line, Hits int
			Cells      []struct{ Values []struct{ Name, Text string } }
		}
		Result struct{ Text string }
	}
	s.MustCall("augur/timeline", map[string]any{"textDocument": d.ID(), "position": d.Position(d.Find("total = n"))}, &table)
	if table.Call != "price(3)" || table.Result.Text != "6" || len(table.Lines) != 10 || table.Lines[6].Cells[0].Values[0].Text != "6" {
		t.Errorf("the timeline is %+v", table)
	}
	s.Choose(d.ActionTitled("total = n", "whole timeline"), nil, d)
	var shown struct{ URI string }
	_ = json.Unmarshal(s.WaitFor("window/showDocument").Params, &shown)
	var content struct{ Text string }
	s.MustCall("workspace/textDocumentContent", map[string]any{"uri": shown.URI}, &content)
	if !strings.Contains(content.Text, "   7 │    total = n * factor\n      │     total = 6\n") {
		t.Errorf("%s has\n%s", shown.URI, content.Text)
	}
	s.Fails(lsptest.InvalidParams, "workspace/textDocumentContent", map[string]any{"uri": "augur-timeline:///x"})
}

func TestDiagnostics(t *testing.T) {
	const source = `import unittest

def take(d, key):
    """
    >>> take({}, "b")
    """
    return d[key]

def safe(d):
    """
    >>> safe({})
    Traceback (most recent call last):
        ...
    KeyError: 'x'
    """
    return d["x"]

class T(unittest.TestCase):
    def test_safe(self):
        with self.assertRaises(KeyError):
            safe({})

def test_take():
    assert take({"a": 1}, "a") == 2

try:
    take({}, "z")
except KeyError:
    pass
`
	want := []string{
		`6: warning KeyError: 'b' with take({}, "b") (doctest, line 5)`,
		`23: warning the assertion fails in the test test_take`,
	}
	describe := func(list []lsptest.Diagnostic) []string {
		var all []string
		for _, d := range list {
			all = append(all, string(rune('0'+d.Range.Start.Line/10))+string(rune('0'+d.Range.Start.Line%10))+": "+
				[]string{"", "error", "warning", "information", "hint"}[d.Severity]+" "+d.Message)
		}
		for i := range all {
			all[i] = strings.TrimPrefix(all[i], "0")
		}
		return all
	}
	s := open(t, lsptest.Editor{})
	d := s.Open("file:///take.py", source)
	found := d.Diagnostics()
	if got := describe(found); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if len(found) > 0 && (found[0].Source != "augur" || len(found[0].RelatedInformation) == 0 || found[0].RelatedInformation[0].Location.Range.Start.Line != 4) {
		t.Errorf("the first is %+v", found[0])
	}
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{
		"diagnostics": map[string]any{"exceptions": "error", "assertions": "off", "source": "values", "notReached": true}}})
	s.WaitFor("workspace/diagnostic/refresh")
	got := d.Diagnostics()
	if len(got) == 0 || got[0].Severity != 1 || got[0].Source != "values" || slices.ContainsFunc(got, func(d lsptest.Diagnostic) bool { return strings.Contains(d.Message, "assertion") }) {
		t.Errorf("with other settings there are %+v", got)
	}
	d.Replace(`take({}, "b")`, `take({"b": 1}, "b")`)
	if got := describe(d.Diagnostics()); len(got) != 0 {
		t.Errorf("after the repair there are %q", got)
	}

	pushed := open(t, lsptest.Editor{Push: true})
	pushed.Open("file:///take.py", source)
	var params struct{ Diagnostics []lsptest.Diagnostic }
	_ = json.Unmarshal(pushed.WaitFor("textDocument/publishDiagnostics").Params, &params)
	if got := describe(params.Diagnostics); !slices.Equal(got, want) {
		t.Errorf("pushed are %q", got)
	}
}

func TestInlineValues(t *testing.T) {
	s := open(t, lsptest.Editor{})
	d := s.Open("file:///shop.py", shop)
	at := d.Position(d.Find("if total"))
	var values []struct {
		VariableName string
		Range        lsptest.Range
	}
	s.MustCall("textDocument/inlineValue", map[string]any{"textDocument": d.ID(), "range": d.Everything(),
		"context": map[string]any{"frameId": 1, "stoppedLocation": lsptest.Range{Start: at, End: at}}}, &values)
	var got []string
	for _, v := range values {
		got = append(got, v.VariableName+"@"+string(rune('0'+v.Range.Start.Line)))
	}
	if want := []string{"n@0", "factor@0", "total@6", "n@6", "factor@6", "total@7"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNotebook(t *testing.T) {
	s := open(t, lsptest.Editor{Options: allHints, Encodings: []string{"utf-8"}})
	cell := func(n string) string { return "vscode-notebook-cell:/n.ipynb#" + n }
	item := func(n, language, text string) map[string]any {
		return map[string]any{"uri": cell(n), "languageId": language, "version": 1, "text": text}
	}
	s.Notify("notebookDocument/didOpen", map[string]any{
		"notebookDocument": map[string]any{"uri": "file:///n.ipynb", "notebookType": "jupyter-notebook", "version": 1, "cells": []any{
			map[string]any{"kind": 2, "document": cell("a")}, map[string]any{"kind": 1, "document": cell("m")}, map[string]any{"kind": 2, "document": cell("b")}}},
		"cellTextDocuments": []any{item("a", "python", "%matplotlib inline\nbase = 2 + 1\n"), item("m", "markdown", "# prose"), item("b", "python", "x = base * 2\nx + 1")},
	})
	hints := func(n string) []string {
		var list []lsptest.Hint
		s.MustCall("textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": cell(n)}, "range": lsptest.Range{End: lsptest.Position{Line: 99}}}, &list)
		var all []string
		for _, h := range list {
			all = append(all, h.String())
		}
		return all
	}
	if got := hints("a"); !slices.Equal(got, []string{"2: base = 3"}) {
		t.Errorf("in the first cell: %q", got)
	}
	if got := hints("b"); !slices.Equal(got, []string{"1: x = 6"}) {
		t.Errorf("in the second cell: %q", got)
	}
	change := func(cells map[string]any) {
		s.Notify("notebookDocument/didChange", map[string]any{"notebookDocument": map[string]any{"uri": "file:///n.ipynb", "version": 2}, "change": map[string]any{"cells": cells}})
	}
	at := lsptest.Position{Line: 1, Character: 7}
	change(map[string]any{"textContent": []any{map[string]any{"document": map[string]any{"uri": cell("a"), "version": 2},
		"changes": []any{map[string]any{"range": lsptest.Range{Start: at, End: lsptest.Position{Line: 1, Character: 8}}, "text": "40"}}}}})
	if got := hints("b"); !slices.Equal(got, []string{"1: x = 82"}) {
		t.Errorf("after an edit of the first cell: %q", got)
	}
	change(map[string]any{"structure": map[string]any{
		"array":   map[string]any{"start": 1, "deleteCount": 1, "cells": []any{map[string]any{"kind": 2, "document": cell("c")}}},
		"didOpen": []any{item("c", "python", "base = base + 1")}, "didClose": []any{map[string]any{"uri": cell("m")}}}})
	if got := hints("b"); !slices.Equal(got, []string{"1: x = 84"}) {
		t.Errorf("after a cell was put between: %q", got)
	}
	var hover struct {
		Contents struct{ Value string }
		Range    lsptest.Range
	}
	s.MustCall("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": cell("b")}, "position": lsptest.Position{Line: 0, Character: 5}}, &hover)
	if !strings.Contains(hover.Contents.Value, "base = 42") || hover.Range.Start != (lsptest.Position{Character: 4}) {
		t.Errorf("the hover is %+v", hover)
	}
	s.Notify("notebookDocument/didClose", map[string]any{"notebookDocument": map[string]any{"uri": "file:///n.ipynb"}, "cellTextDocuments": []any{}})
	s.Fails(lsptest.InvalidParams, "textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": cell("b")}, "range": lsptest.Range{}})
}

func TestHoverSaysMore(t *testing.T) {
	const source = `def f(xs, k):
    """
    >>> f([1, 2, 6], 2)
    """
    total = 0
    for x in xs:
        total += x * k
    if total > 5:
        scale = len(xs) + max(xs)
    return scale / total
`
	s := open(t, lsptest.Editor{})
	d := s.Open("file:///f.py", source)
	for part, want := range map[string][]string{
		"total += x":  {"| hit | before | after |", "| 2 | `2` | `6` | computed |", "the arguments `xs`, `k`; lines 5, 6"},
		"xs, k):":     {"xs = [1, 2, 6]", "f([1, 2, 6], 2)"},
		"x * k":       {"`x` here", "| 3 | `6` | computed |"},
		"* k":         {"`x * k` here", "| 1 | `2` | computed |"},
		"max(xs)":     {"max(xs) = 6"},
		"len(xs) +":   {"len(xs) = 3"},
		"/ total":     {"scale / total = 0.5"},
		"scale / tot": {"scale = 9", "lines 5, 6, 7, 8, 9"},
		"> 5":         {"total > 5"},
	} {
		got := d.Hover(part)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("the hover on %q has no %q:\n%s", part, w, got)
			}
		}
	}
}

// Folders of one workspace have settings of their own.
func TestMultiRoot(t *testing.T) {
	one := workspace(t, map[string]string{"augur.toml": "[hints]\nmode = \"off\"\n", "shop.py": shop})
	two := workspace(t, map[string]string{"shop.py": shop})
	s := open(t, lsptest.Editor{Folders: []string{"file://" + one}, Options: map[string]any{}})
	a := s.Open("file://"+one+"/shop.py", shop)
	b := s.Open("file://"+two+"/shop.py", shop)
	if got := a.Hints(); len(got) != 0 {
		t.Errorf("where hints are off there are %v", got)
	}
	if got := b.Hints(); len(got) == 0 {
		t.Error("outside of the folder there are none")
	}
	write(t, two+"/augur.toml", "hints.mode = \"off\"")
	s.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{map[string]any{"uri": "file://" + two, "name": "two"}}, "removed": []any{}}})
	s.WaitFor("workspace/inlayHint/refresh")
	if got := b.Hints(); len(got) != 0 {
		t.Errorf("in the added folder there are %v", got)
	}
	write(t, two+"/augur.toml", "hints.mode = \"all\"")
	s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "file://" + two + "/augur.toml", "type": 2}}})
	s.WaitFor("workspace/inlayHint/refresh")
	if got := b.Hints(); len(got) == 0 {
		t.Error("the changed file does not hold")
	}
}

// Tests in another file are examples.
func TestExamplesOfTestFiles(t *testing.T) {
	dir := workspace(t, map[string]string{
		"pyproject.toml": "", "shop.py": shop, "tests/test_shop.py": "from shop import price\n\ndef test_price():\n    assert price(9, factor=9) == 81\n",
	})
	s := open(t, lsptest.Editor{Options: allHints, Folders: []string{"file://" + dir}})
	d := s.Open("file://"+dir+"/shop.py", shop)
	s.Choose(d.ActionTitled("total = n", "use price(9, factor=9) (assert, test_shop.py line 4)"), nil, d)
	if got := hint(t, d, "total = n"); got != "total = 81" {
		t.Errorf("the hint is %q", got)
	}
}
