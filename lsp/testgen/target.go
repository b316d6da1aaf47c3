package testgen

import (
	"os"
	"path/filepath"
	"strings"

	"augur/analysis/project"
	"augur/analysis/syntax"
)

// Style is a kind of test.
type Style string

// The styles.
const (
	Pytest   Style = "pytest"
	Unittest Style = "unittest"
)

// Target is the file that a test goes into.
type Target struct {
	Path  string
	File  *syntax.File // nil if the file is not there yet
	Style Style
	// Module is the dotted name by which the file imports the tested one.
	Module string
}

// Exists reports whether the file is there.
func (t Target) Exists() bool { return t.File != nil }

// TargetFor returns where the tests of a file are, or would be, and of what kind
// they are. open returns the text of a file that is open in an editor; it may be
// nil. ok is false for a file without a path, which nothing can import.
func TargetFor(path string, open func(path string) (*syntax.File, bool)) (t Target, ok bool) {
	if path == "" {
		return Target{}, false
	}
	p := project.For(path)
	t.Module = p.Module()
	read := func(path string) *syntax.File {
		if open != nil {
			if f, ok := open(path); ok {
				return f
			}
		}
		f, _ := project.Read(path)
		return f
	}
	if own := read(path); isTestName(filepath.Base(path)) && own != nil {
		t.Path, t.File = path, own
		t.Style = styleOf(own, root(path))
		return t, true
	}
	name := "test_" + strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".py"
	top := root(path)
	var places []string // folders that may have the test, the likeliest first
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		places = append(places, filepath.Join(dir, "tests"), filepath.Join(dir, "test"), dir)
		if dir == top || dir == filepath.Dir(dir) {
			break
		}
	}
	for _, dir := range places {
		for _, candidate := range []string{name, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + "_test.py"} {
			if f := read(filepath.Join(dir, candidate)); f != nil {
				t.Path, t.File = filepath.Join(dir, candidate), f
				t.Style = styleOf(f, top)
				return t, true
			}
		}
	}
	dir := p.Roots[0]
	for _, place := range places {
		if base := filepath.Base(place); (base == "tests" || base == "test") && isDir(place) {
			dir = place
			break
		}
	}
	t.Path = filepath.Join(dir, name)
	t.Style = projectStyle(top, dir)
	return t, true
}

// isTestName reports whether pytest would take a file for one of tests.
func isTestName(base string) bool {
	return strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py")
}

// root returns the folder of the project that a file is in: the nearest one that
// has what the root of a project has, or the file's own.
func root(path string) string {
	own := filepath.Dir(path)
	for dir := own; ; {
		for _, mark := range []string{"pyproject.toml", "setup.py", "setup.cfg", "tox.ini", ".git"} {
			if _, err := os.Stat(filepath.Join(dir, mark)); err == nil {
				return dir
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return own
		}
		dir = parent
	}
}

// styleOf returns the style of a file of tests.
func styleOf(f *syntax.File, top string) Style {
	for _, s := range f.Module.Body {
		if class, ok := s.(*syntax.ClassDef); ok && isTestCase(f, class) {
			return Unittest
		}
	}
	for _, s := range f.Module.Body {
		switch s := s.(type) {
		case *syntax.FunctionDef:
			if strings.HasPrefix(s.Name, "test") {
				return Pytest
			}
		case *syntax.Import:
			for _, a := range s.Names {
				switch a.Name {
				case "pytest":
					return Pytest
				case "unittest":
					return Unittest
				}
			}
		}
	}
	return projectStyle(top, "")
}

// projectStyle returns the style of a project, by its configuration and by the
// tests that it has. Nothing is needed for unittest, so that is the last resort.
func projectStyle(top, tests string) Style {
	for _, name := range []string{"pytest.ini", ".pytest.ini", "conftest.py", filepath.Join("tests", "conftest.py"), filepath.Join("test", "conftest.py")} {
		if _, err := os.Stat(filepath.Join(top, name)); err == nil {
			return Pytest
		}
	}
	for _, name := range []string{"pyproject.toml", "setup.cfg", "tox.ini", "requirements-dev.txt", "requirements.txt", "setup.py"} {
		if text, err := readSmall(filepath.Join(top, name)); err == nil && strings.Contains(text, "pytest") {
			return Pytest
		}
	}
	for _, dir := range []string{tests, filepath.Join(top, "tests"), filepath.Join(top, "test"), top} {
		if dir == "" {
			continue
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for i, e := range entries {
			if i > maxEntries {
				break
			}
			if !isTestName(e.Name()) || filepath.Ext(e.Name()) != ".py" {
				continue
			}
			text, err := readSmall(filepath.Join(dir, e.Name()))
			switch {
			case err != nil:
			case strings.Contains(text, "import unittest"), strings.Contains(text, "from unittest"):
				return Unittest
			case strings.Contains(text, "import pytest"), strings.Contains(text, "\ndef test_"):
				return Pytest
			}
		}
	}
	return Unittest
}

// maxEntries bounds the files of a folder, and maxConfig the bytes of one, that
// are looked at to learn the style.
const (
	maxEntries = 500
	maxConfig  = 1 << 20
)

func readSmall(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxConfig {
		return "", os.ErrNotExist
	}
	b, err := os.ReadFile(path)
	return string(b), err
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
