// Package project finds the source files of modules that a Python file imports:
// it knows where Python would look, reads what is there, and nothing else.
package project

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"augur/analysis/syntax"
)

// maxSource is the largest file read, in bytes.
const maxSource = 16 << 20

// A Project answers where modules are, as seen from one file.
type Project struct {
	// Roots are the folders that sys.path would hold, the most specific first.
	Roots []string
	// Overlay returns the text of a file that is open in an editor, in place
	// of what the disk has; it may be nil.
	Overlay func(path string) (*syntax.File, bool)

	module string
}

// For returns the project of the file at path: its root is the folder above the
// outermost package that holds the file. A src folder beside it counts too.
func For(path string) *Project {
	if path == "" {
		return &Project{module: "__main__"}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	dir := filepath.Dir(abs)
	base := strings.TrimSuffix(filepath.Base(abs), filepath.Ext(abs))
	parts := []string{base}
	if base == "__init__" {
		parts = nil
	}
	for isFile(filepath.Join(dir, "__init__.py")) {
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		parts = append([]string{filepath.Base(dir)}, parts...)
		dir = parent
	}
	p := &Project{Roots: []string{dir}, module: strings.Join(parts, ".")}
	// A script in a folder without packages may import from the folders above
	// it, which is how test folders and examples are run.
	for up, i := dir, 0; i < 3; i++ {
		if src := filepath.Join(up, "src"); src != dir && isDir(src) {
			p.Roots = append(p.Roots, src)
		}
		if isFile(filepath.Join(up, "pyproject.toml")) || isFile(filepath.Join(up, "setup.py")) || isDir(filepath.Join(up, ".git")) {
			if up != dir {
				p.Roots = append(p.Roots, up)
			}
			break
		}
		parent := filepath.Dir(up)
		if parent == up {
			break
		}
		up = parent
	}
	return p
}

// Module returns the dotted name of the file that the project was made for.
func (p *Project) Module() string {
	if p.module == "" {
		return "__main__"
	}
	return p.module
}

// Find returns the source of a module.
func (p *Project) Find(name string) (file *syntax.File, path string, dir bool, ok bool) {
	rel := filepath.Join(strings.Split(name, ".")...)
	for _, root := range p.Roots {
		base := filepath.Join(root, rel)
		if f, ok := p.read(filepath.Join(base, "__init__.py")); ok {
			return f, filepath.Join(base, "__init__.py"), true, true
		}
		if f, ok := p.read(base + ".py"); ok {
			return f, base + ".py", false, true
		}
		if isDir(base) && hasPython(base) {
			return emptyFile, filepath.Join(base, "__init__.py"), true, true // a namespace package
		}
	}
	return nil, "", false, false
}

var emptyFile = syntax.Parse(nil)

func (p *Project) read(path string) (*syntax.File, bool) {
	if p.Overlay != nil {
		if f, ok := p.Overlay(path); ok {
			return f, true
		}
	}
	return Read(path)
}

type cached struct {
	file *syntax.File
	mod  time.Time
	size int64
}

var files struct {
	sync.Mutex
	byPath map[string]cached
}

// Read parses a file of the disk. Files are parsed again only when they changed.
func Read(path string) (*syntax.File, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil, false
	}
	files.Lock()
	c, ok := files.byPath[path]
	files.Unlock()
	if ok && c.mod.Equal(info.ModTime()) && c.size == info.Size() {
		return c.file, true
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	f := syntax.Parse(src)
	files.Lock()
	defer files.Unlock()
	if files.byPath == nil {
		files.byPath = map[string]cached{}
	}
	if len(files.byPath) > 2000 {
		clear(files.byPath)
	}
	files.byPath[path] = cached{f, info.ModTime(), info.Size()}
	return f, true
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func hasPython(dir string) bool {
	m, _ := filepath.Glob(filepath.Join(dir, "*.py"))
	return len(m) > 0
}
