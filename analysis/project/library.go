package project

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"augur/analysis/syntax"
)

// A Library is the standard library of a Python that is installed on this
// machine, as source. What Augur has no model of can be evaluated from it.
type Library struct {
	dir string
}

var library struct {
	once sync.Once
	lib  *Library
}

// FindLibrary returns the standard library of an installed Python 3.11, whose
// semantics the evaluator has; nil without one. It looks where interpreters on
// PATH keep theirs, and runs none.
func FindLibrary() *Library {
	library.once.Do(func() {
		for _, prefix := range prefixes() {
			dir := filepath.Join(prefix, "lib", "python3.11")
			if isFile(filepath.Join(dir, "os.py")) {
				library.lib = &Library{dir}
				return
			}
		}
	})
	return library.lib
}

// LibraryAt returns the standard library in a folder; nil if there is none.
func LibraryAt(dir string) *Library {
	if !isFile(filepath.Join(dir, "os.py")) {
		return nil
	}
	return &Library{dir}
}

// prefixes lists where a Python may be installed: around each interpreter on
// PATH, in the usual places, and where pyenv keeps its versions.
func prefixes() []string {
	var out []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		for _, name := range []string{"python3.11", "python3", "python"} {
			path := filepath.Join(dir, name)
			real, err := filepath.EvalSymlinks(path)
			if err != nil {
				continue
			}
			out = append(out, filepath.Dir(filepath.Dir(real)))
			// A virtual environment names the Python that it was made from.
			if cfg, err := os.ReadFile(filepath.Join(filepath.Dir(dir), "pyvenv.cfg")); err == nil {
				for line := range strings.Lines(string(cfg)) {
					if key, v, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "home" {
						out = append(out, filepath.Dir(strings.TrimSpace(v)))
					}
				}
			}
		}
	}
	out = append(out, "/usr", "/usr/local", "/opt/homebrew/opt/python@3.11/Frameworks/Python.framework/Versions/3.11")
	root := os.Getenv("PYENV_ROOT")
	if root == "" {
		if home, err := os.UserHomeDir(); err == nil {
			root = filepath.Join(home, ".pyenv")
		}
	}
	if m, _ := filepath.Glob(filepath.Join(root, "versions", "3.11.*")); len(m) > 0 {
		out = append(out, m...)
	}
	return out
}

// Find returns the source of a module of the library.
func (l *Library) Find(name string) (file *syntax.File, path string, dir bool, ok bool) {
	base := filepath.Join(l.dir, filepath.Join(strings.Split(name, ".")...))
	if f, ok := Read(filepath.Join(base, "__init__.py")); ok {
		return f, filepath.Join(base, "__init__.py"), true, true
	}
	if f, ok := Read(base + ".py"); ok {
		return f, base + ".py", false, true
	}
	return nil, "", false, false
}

// Has reports whether a path is that of a file of the library. Its own tests are
// none.
func (l *Library) Has(path string) bool {
	rel, err := filepath.Rel(l.dir, path)
	return err == nil && !strings.HasPrefix(rel, "..") && !strings.HasPrefix(rel, "site-packages") && !strings.HasPrefix(rel, "test"+string(filepath.Separator))
}
