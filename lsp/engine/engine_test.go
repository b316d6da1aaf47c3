package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"augur/lsp/engine"
	"augur/lsp/session"
)

// folder makes files and returns where they are.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t *testing.T, path, text string) (*session.Snapshot, *session.Document) {
	t.Helper()
	now := session.NewSnapshot().WithDocument("file://"+path, path, 1, text)
	return now, now.Document("file://" + path)
}

const source = `def half(n):
    """
    >>> half(3)
    Traceback (most recent call last):
    ValueError: odd
    """
    if n % 2:
        raise ValueError("odd")
    return n // 2

try:
    half(5)
except ValueError:
    pass

half(8)
`

func TestExamples(t *testing.T) {
	dir := folder(t, map[string]string{
		"pyproject.toml": "", "half.py": source,
		"tests/test_half.py": "from half import half\n\ndef test_half():\n    n = 6\n    assert half(n) == 3\n",
	})
	now, doc := open(t, dir+"/half.py", source)
	list, err := new(engine.Forecaster).Examples(context.Background(), doc, "half", now.Open)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, ex := range list {
		text := ex.Origin + " " + ex.Call
		if ex.Setup != "" {
			text += " after " + ex.Setup
		}
		if ex.Raises {
			text += ", raises"
		}
		if ex.File != "" {
			text += ", " + filepath.Base(ex.File)
		}
		got = append(got, text)
	}
	for _, want := range []string{"doctest half(3), raises", "call half(8)", "call half(5), raises", "assert half(n) after n = 6, test_half.py"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not among %q", want, got)
		}
	}
}

func TestForecast(t *testing.T) {
	_, doc := open(t, "/nowhere/half.py", source)
	f := new(engine.Forecaster)
	ask := func(q session.Question) *session.Forecast {
		t.Helper()
		q.Document, q.Function = doc, "half"
		got, err := f.Forecast(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	ex := &session.Example{Call: "half(n)", Setup: "n = 10\nn += 2", Origin: "given"}
	if got := ask(session.Question{Example: ex}); got.Timeline.Result.Repr != "6" || got.Example != *ex {
		t.Errorf("with set-up: %+v, %+v", got.Timeline.Result, got.Example)
	}
	at := strings.Index(source, "n // 2")
	got := ask(session.Question{Example: ex, Spot: session.Spot{Start: at, End: at + len("n // 2")}})
	if len(got.Spots) != 1 || got.Spots[0].Repr != "6" || got.Skipped != 0 {
		t.Errorf("the values of an expression are %+v", got.Spots)
	}
	got = ask(session.Question{Example: ex, Spot: session.Spot{Name: "n", Line: 9}})
	if len(got.Spots) != 1 || got.Spots[0].Repr != "12" {
		t.Errorf("the values of a variable are %+v", got.Spots)
	}
	long := &session.Example{Call: "[half(2 * i) for i in range(1000)]", Origin: "given"}
	got = ask(session.Question{Example: long, Spot: session.Spot{Start: at, End: at + len("n // 2")}})
	if n := len(got.Spots); n == 0 || n > 300 || got.Skipped != 1000-n || got.Spots[n-1].Repr != "999" || got.Spots[n-1].Hit != 1000 {
		t.Errorf("of many values %d are kept and %d skipped", len(got.Spots), got.Skipped)
	}
	if got := ask(session.Question{Example: &session.Example{Call: "half("}}); got.Timeline.Stopped == nil || got.Timeline.Result != nil {
		t.Errorf("a call that is none makes %+v", got.Timeline)
	}
}

func TestImports(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.py": "", "b.py": "import c\nimport json\n", "c.py": "def f():\n    from pkg import d\n", "pkg/__init__.py": "", "pkg/d.py": "from . import e\n", "pkg/e.py": "",
		"round.py": "import a\n",
	})
	for _, test := range []struct {
		name, text string
		paths      []string
		entangled  bool
	}{
		{"nothing", "import json\n", nil, false},
		{"what is imported in turn", "import b\n", []string{"b.py", "c.py", "pkg/__init__.py", "pkg/d.py", "pkg/e.py"}, false},
		{"what imports it", "import round\n", []string{"round.py"}, true},
		{"in a function", "def f():\n    import pkg.e\n", []string{"pkg/__init__.py", "pkg/e.py"}, false},
		{"what is not there", "import gone, gone.too\n", nil, false},
	} {
		now, doc := open(t, dir+"/a.py", test.text)
		paths, entangled := new(engine.Forecaster).Imports(doc, now.Open)
		for i := range paths {
			paths[i], _ = filepath.Rel(dir, paths[i])
		}
		slices.Sort(paths)
		if !slices.Equal(paths, test.paths) || entangled != test.entangled {
			t.Errorf("%s: %q, %v; want %q, %v", test.name, paths, entangled, test.paths, test.entangled)
		}
	}
}
