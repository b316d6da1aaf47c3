package stdlib_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"augur/analysis/eval"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

var updatePrograms = flag.Bool("update-programs", false, "rewrite the outputs under testdata/programs with those of CPython 3.11, which python3 must be")

// TestPrograms runs whole programs and compares what they print with what
// CPython printed.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			golden := strings.TrimSuffix(file, ".py") + ".out"
			if *updatePrograms {
				out, err := exec.Command("python3", "-P", "-W", "ignore", file).Output()
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, out, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compareLines(t, file, run(t, file, src), string(want))
		})
	}
}

// run returns what a program prints; an error that ends it is its last line.
func run(t *testing.T, file string, src []byte) string {
	m := eval.New(context.Background(), eval.Config{Limits: value.DefaultLimits})
	defer m.Close()
	m.Prepare(syntax.Parse(src), file, "__main__")
	if err := m.Run(); err != nil {
		return m.Output() + err.Error() + "\n"
	}
	return m.Output()
}

func compareLines(t *testing.T, file, got, want string) {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) || i < len(w); i++ {
		line := func(ls []string) string {
			if i < len(ls) {
				return ls[i]
			}
			return "<end>"
		}
		if line(g) != line(w) {
			t.Fatalf("%s: output line %d:\n  CPython: %s\n  here:    %s", file, i+1, line(w), line(g))
		}
	}
}

// TestUnknown shows what is not computed, on purpose: it rests on the machine,
// on chance or on what is not modelled.
func TestUnknown(t *testing.T) {
	for _, expr := range []string{
		"datetime.datetime.now()", "datetime.date.today()", "os.getcwd()", "os.environ", "sys.argv", "sys.platform", "pathlib.Path('x').exists()",
		"repr(object())", "hash('text')", "id([])", "repr(lambda: 1)", "os.path.abspath('x')",
		"datetime.datetime(2020, 1, 1).timestamp()", "[].__sizeof__()", "object.__subclasses__()",
	} {
		t.Run(expr, func(t *testing.T) {
			out := run(t, "test.py", []byte("import os, sys, enum, datetime, pathlib\nr = "+expr+"\nprint(r)\n"))
			if strings.TrimSpace(out) != "" && !strings.Contains(out, "unknown") {
				t.Errorf("%s printed %q; it must be unknown", expr, out)
			}
		})
	}
}
