package sources_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"augur/corpus/dataset"
	"augur/corpus/sources"
)

func TestListOfProjects(t *testing.T) {
	ps, err := sources.Load("../SOURCES.toml")
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, p := range ps {
		for _, never := range []string{"boltons", "pydash", "humanize", "validators", "pyrsistent", "w3lib", "cruxeval", "human-eval", "mbpp"} {
			if strings.Contains(strings.ToLower(p.Name), never) {
				t.Errorf("%s must never be recorded", p.Name)
			}
		}
		if p.HeldOut != dataset.Validates(p.Folder()) {
			t.Errorf("%s: held out %v in the list, %v in the builder", p.Name, p.HeldOut, dataset.Validates(p.Folder()))
		}
		if p.HeldOut {
			held++
		}
	}
	if held < 5 {
		t.Errorf("%d projects are held out, want 5", held)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"name = \"a\"",
		"[[project]]\nname = a",
		"[[project]]\nnames = \"a\"",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"\ntests = \"t\"",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"\ntests = [\"t\"\nseconds = x",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"\ntests = [\"t\"]\nseconds = 1.5",
	} {
		if _, err := sources.Parse(text); err == nil {
			t.Errorf("Parse(%q) gives no error", text)
		}
	}
}

func TestTraceChoosesFiles(t *testing.T) {
	from := t.TempDir()
	for _, f := range []string{"tests/test_a.py", "tests/b_test.py", "tests/helpers.py", "tests/conftest.py", "tests/notes.txt", "checks.py"} {
		file := filepath.Join(from, "o+p", f)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// An interpreter that does not exist makes every file that is tried a report.
	tried := func(mode string, limit time.Duration) string {
		p := &sources.Project{Name: "o/p", Mode: mode, Root: ".", Tests: []string{"tests", "checks.py"}, Seconds: 1}
		var out []string
		in := sources.Interpreter{Python: filepath.Join(from, "no-python"), Limit: limit}
		err := p.Trace(t.Context(), in, from, filepath.Join(from, "raw"), func(err error) {
			for _, f := range []string{"test_a.py", "b_test.py", "helpers.py", "conftest.py", "notes.txt", "checks.py"} {
				if strings.Contains(err.Error(), f) {
					out = append(out, f)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(out, " ")
	}
	if got := tried("pytest", 0); got != "checks.py b_test.py test_a.py" {
		t.Errorf("pytest runs %s", got)
	}
	if got := tried("functions", 0); got != "checks.py b_test.py helpers.py test_a.py" {
		t.Errorf("functions runs %s", got)
	}
	if got := tried("functions", time.Nanosecond); got != "checks.py" {
		t.Errorf("a project out of time reports %s, want where it stopped", got)
	}
}
