package syntax

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestSnippets compares the trees of testdata/snippets with their golden files,
// which hold what CPython makes of them.
func TestSnippets(t *testing.T) {
	files, err := filepath.Glob("testdata/snippets/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no snippets: ", err)
	}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := ParseFragment(src)
		for _, p := range f.Problems {
			t.Errorf("%s:%d: %s\n%s", path, p.Line, p.Message, f.LineText(int(p.Line)))
		}
		got := dumpFile(f, false)
		golden := strings.TrimSuffix(path, ".py") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: the tree differs at %s", path, firstDifference(got, string(want)))
		}
	}
}

// TestSnippetsAgainstCPython checks that the golden files are right.
func TestSnippetsAgainstCPython(t *testing.T) {
	python, inside := findPython(t)
	files, _ := filepath.Glob("testdata/snippets/*.py")
	var known []string
	for _, path := range files {
		if inside || !strings.HasSuffix(path, "-3.12.py") {
			known = append(known, path)
		}
	}
	compareFiles(t, python, inside, known)
}

// TestLineEnds checks that the tree is the same with every kind of line end.
func TestLineEnds(t *testing.T) {
	files, _ := filepath.Glob("testdata/snippets/*.py")
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := dumpFile(ParseFragment(src), true)
		for _, end := range []string{"\r\n", "\r"} {
			f := ParseFragment([]byte(strings.ReplaceAll(string(src), "\n", end)))
			if got := dumpFile(f, true); got != want {
				t.Errorf("%s with line end %q: the tree differs at %s", path, end, firstDifference(got, want))
			}
		}
		if got := dumpFile(ParseFragment(append([]byte("\ufeff"), src...)), true); strings.Count(got, "\n") != strings.Count(want, "\n") {
			t.Errorf("%s with a byte order mark: the tree differs", path)
		}
	}
}

// cpythonErrors returns for each text what CPython finds wrong in it, or "".
func cpythonErrors(t *testing.T, python string, texts []string) []string {
	t.Helper()
	const script = `
import json, sys, warnings
warnings.simplefilter("ignore")
errors = []
for text in json.load(sys.stdin):
    try:
        compile(bytes.fromhex(text), "x", "exec")
        errors.append("")
    except (SyntaxError, ValueError) as e:
        errors.append(str(e))
print(json.dumps(errors))`
	encoded := make([]string, len(texts))
	for i, s := range texts {
		encoded[i] = hex.EncodeToString([]byte(s))
	}
	input, err := json.Marshal(encoded)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", script)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var errors []string
	if err := json.Unmarshal(out, &errors); err != nil || len(errors) != len(texts) {
		t.Fatalf("python printed %q: %v", out, err)
	}
	return errors
}
