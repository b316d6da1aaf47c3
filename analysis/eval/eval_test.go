package eval_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// run runs a source as a script and returns what it prints, and how it ends if
// that is not well.
func run(t *testing.T, src, path string) (output string, err error) {
	t.Helper()
	limits := value.DefaultLimits
	limits.Time = 0 // a loaded machine must not change what is computed
	m := eval.New(context.Background(), eval.Config{Limits: limits})
	defer m.Close()
	m.Prepare(syntax.Parse([]byte(src)), path, "__main__")
	err = m.Run()
	return m.Output(), err
}

// TestPrograms runs each program of testdata and compares what it prints with
// what CPython 3.11 printed.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".py") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got, err := run(t, string(src), file)
			compareLines(t, got, string(want))
			if err != nil {
				t.Errorf("the run ended with %v", err)
			}
		})
	}
}

func compareLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Errorf("line %d of the output:\n got %q\nwant %q", i+1, a, b)
			if t.Failed() && i > 0 && len(g) != len(w) {
				return // the rest is shifted
			}
		}
	}
}

// TestOutputsAreCPythons checks the recorded outputs themselves.
func TestOutputsAreCPythons(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on PATH")
	}
	v, err := exec.Command(python, "-c", "import sys; print(sys.version_info[:2] == (3, 11))").Output()
	if err != nil || strings.TrimSpace(string(v)) != "True" {
		t.Skip("python3 on PATH is not 3.11")
	}
	files, _ := filepath.Glob("testdata/*.py")
	for _, file := range files {
		want, err := os.ReadFile(strings.TrimSuffix(file, ".py") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		got, err := exec.Command(python, file).Output()
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the recorded output is not what python3 prints", file)
		}
	}
}
