package adapted

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func publish(t *testing.T, project string) *Entry {
	t.Helper()
	final, err := New(project)
	if err != nil {
		t.Fatal(err)
	}
	e, err := final.Stage()
	if err != nil {
		t.Fatal(err)
	}
	e.Calls = 3
	if err := e.Publish(); err != nil {
		t.Fatal(err)
	}
	e.Discard() // does nothing now
	return e
}

func TestFindNearest(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	root := t.TempDir()
	inner := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(inner, "x.py")
	if e := Find(file); e != nil {
		t.Errorf("found %+v before anything was made", e)
	}
	outer := publish(t, root)
	if e := Find(file); e == nil || e.Project != outer.Project || e.Calls != 3 {
		t.Errorf("found %+v, want that of %s", e, root)
	}
	publish(t, filepath.Join(root, "a"))
	if e := Find(file); e == nil || filepath.Base(e.Project) != "a" {
		t.Errorf("found %+v, want that of the nearer folder", e)
	}
	if e := Find(filepath.Join(root, "y.py")); e == nil || e.Project != outer.Project {
		t.Errorf("found %+v for a file beside the nearer folder", e)
	}
	for _, path := range []string{"", "<string>", filepath.Join(t.TempDir(), "z.py")} {
		if e := Find(path); e != nil {
			t.Errorf("found %+v for %q", e, path)
		}
	}
	if _, err := Remove(filepath.Join(root, "a")); err != nil {
		t.Fatal(err)
	}
	if e := Find(file); e == nil || e.Project != outer.Project {
		t.Errorf("found %+v after the nearer one was removed", e)
	}
	if _, err := Remove(filepath.Join(root, "a")); !errors.Is(err, ErrNone) {
		t.Errorf("a second removal gives %v", err)
	}
	if got, err := Open(root); err != nil || got.Size() == 0 {
		t.Errorf("open gives %+v, %v", got, err)
	}
}

func TestDamagedEntry(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	root := t.TempDir()
	e := publish(t, root)
	for _, text := range []string{"", "{", `{"project": "/elsewhere"}`} {
		if err := os.WriteFile(filepath.Join(e.Dir, infoFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(root); err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "--undo") {
			t.Errorf("%q: error %v, want one line that says what to do", text, err)
		}
	}
	if e := Find(filepath.Join(root, "x.py")); e != nil {
		t.Errorf("found %+v", e)
	}
	if _, err := Remove(root); err != nil {
		t.Errorf("it can't be removed: %v", err)
	}
}

func TestStageLeavesTheOldOneAlone(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	root := t.TempDir()
	publish(t, root)
	final, err := New(root)
	if err != nil {
		t.Fatal(err)
	}
	e, err := final.Stage()
	if err != nil {
		t.Fatal(err)
	}
	if old, err := Open(root); err != nil || old.Calls != 3 {
		t.Errorf("while the new one is made the old one is %+v, %v", old, err)
	}
	e.Discard()
	if _, err := os.Stat(e.Dir); err == nil {
		t.Error("a discarded folder is still there")
	}
	if old, err := Open(root); err != nil || old.Calls != 3 {
		t.Errorf("afterwards it is %+v, %v", old, err)
	}
}
