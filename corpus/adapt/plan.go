package adapt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"augur/analysis/project"
)

// A Plan is what would be run of a project, and how.
type Plan struct {
	Project  string   // its folder, as an absolute path
	Python   string   // interpreter
	Version  string   // what the interpreter calls itself
	Pytest   bool     // test files are run by pytest, else by unittest
	Tests    []string // files, relative to the project
	Doctests []Module
}

// A Module has doctests.
type Module struct {
	File string // relative to the project
	Name string // dotted
	Root string // folder that it is imported from
}

// ErrNoTests says that there is nothing that could be run.
var ErrNoTests = errors.New("no tests and no doctests found: there is nothing to record")

// maxFiles bounds the files that are looked at.
const maxFiles = 20_000

var (
	testText    = regexp.MustCompile(`(?m)^\s*(async\s+)?def\s+test|\bTestCase\b`)
	doctestText = regexp.MustCompile(`(?m)^\s*>>> `)
)

// MakePlan looks for the tests of a project. It starts the interpreter to see
// whether it has pytest, and nothing of the project.
func MakePlan(ctx context.Context, dir, python string) (*Plan, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s: no such folder", dir)
	}
	p := &Plan{Project: abs, Python: python}
	if p.Python == "" {
		p.Python = findPython(abs)
	}
	if err := p.find(); err != nil {
		return nil, err
	}
	if len(p.Tests)+len(p.Doctests) == 0 {
		return nil, fmt.Errorf("%s: %w", dir, ErrNoTests)
	}
	return p, p.askPython(ctx)
}

// findPython prefers the project's own virtual environment.
func findPython(dir string) string {
	for _, v := range []string{".venv", "venv"} {
		for _, name := range []string{"bin/python", "Scripts/python.exe"} {
			if path := filepath.Join(dir, v, filepath.FromSlash(name)); exists(path) {
				return path
			}
		}
	}
	return "python3"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// askPython asks the interpreter for its version and whether it has pytest. It
// is isolated, so that it imports nothing of the project.
func (p *Plan) askPython(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, p.Python, "-I", "-c", "import sys, importlib.util as u; print('%d.%d.%d' % sys.version_info[:3], u.find_spec('pytest') is not None)")
	c.Dir = os.TempDir()
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("cannot start %s: %w; name an interpreter with --python", p.Python, err)
	}
	version, pytest, ok := strings.Cut(strings.TrimSpace(string(out)), " ")
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); !ok || err != nil || major < 3 || major == 3 && minor < 9 {
		return fmt.Errorf("%s is not Python 3.9 or later; name another interpreter with --python", p.Python)
	}
	p.Version, p.Pytest = version, pytest == "True"
	return nil
}

// find looks for tests and doctests.
func (p *Plan) find() error {
	seen := 0
	return filepath.WalkDir(p.Project, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // a folder that can't be read
		case d.IsDir():
			if path != p.Project && skipped(path, d.Name()) {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(d.Name(), ".py") || !d.Type().IsRegular():
			return nil
		}
		if seen++; seen > maxFiles {
			return fmt.Errorf("%s has more than %d Python files: name a smaller folder", p.Project, maxFiles)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		rel, err := filepath.Rel(p.Project, path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(d.Name(), ".py")
		switch {
		case slices.Contains([]string{"setup", "conftest", "conf", "__main__"}, name):
		case isTest(name):
			if testText.Match(text) {
				p.Tests = append(p.Tests, filepath.ToSlash(rel))
			}
		case doctestText.Match(text):
			pr := project.For(path)
			p.Doctests = append(p.Doctests, Module{filepath.ToSlash(rel), pr.Module(), pr.Roots[0]})
		}
		return nil
	})
}

// skipped reports whether a folder holds no code of the project's own.
func skipped(path, name string) bool {
	return strings.HasPrefix(name, ".") || exists(filepath.Join(path, "pyvenv.cfg")) ||
		slices.Contains([]string{"node_modules", "site-packages", "__pycache__", "build", "dist"}, name)
}

// isTest reports whether a test runner would look into a file of that name.
func isTest(name string) bool {
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_tests") || name == "test" || name == "tests"
}

// maxListed bounds the files that a description names.
const maxListed = 12

// Describe says what will be run, in a few lines.
func (p *Plan) Describe(limit time.Duration) string {
	var b strings.Builder
	runner := "unittest"
	if p.Pytest {
		runner = "pytest"
	}
	fmt.Fprintf(&b, "project  %s\npython   %s (%s)\n", p.Project, p.Python, p.Version)
	b.WriteString("runs     ")
	var files []string
	if n := len(p.Tests); n > 0 {
		fmt.Fprintf(&b, "%s by %s", count(n, "test file"), runner)
		files = append(files, p.Tests...)
	}
	if n := len(p.Doctests); n > 0 {
		if len(files) > 0 {
			b.WriteString(" and ")
		}
		fmt.Fprintf(&b, "the doctests of %s", count(n, "module"))
		for _, m := range p.Doctests {
			files = append(files, m.File)
		}
	}
	fmt.Fprintf(&b, ", a process each, for at most %v in all:\n", limit.Round(time.Second))
	for i, f := range files {
		if i == maxListed && len(files) > maxListed+1 {
			fmt.Fprintf(&b, "           and %d more\n", len(files)-maxListed)
			break
		}
		fmt.Fprintf(&b, "           %s\n", f)
	}
	return b.String()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
