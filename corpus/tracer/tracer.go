// Package tracer records what Python functions do while a program or a test
// suite runs. The work is done by the Python package recording, which documents
// the records.
package tracer

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// scripts are the tracer, for Python 3.9 and later.
//
//go:embed tracer.py recording/*.py
var scripts embed.FS

// WriteTo writes the tracer into a folder: tracer.py, to be run, and the
// package recording, to be imported.
func WriteTo(dir string) error { return os.CopyFS(dir, scripts) }

// A Run is one Python process under the tracer.
type Run struct {
	Python  string   // interpreter
	Mode    string   // script, unittest, pytest, functions, doctest or import
	Args    []string // files or modules
	Out     string   // file of records to write
	Project string
	Roots   []string     // folders whose functions are recorded
	Exclude []string     // parts of paths whose functions are not
	Path    []string     // further folders to import from
	Dir     string       // folder to run in; "" is an empty one that is removed afterwards
	Seconds int          // of processor time for the program, and again for changed arguments
	Mutate  int          // calls with changed arguments for each function
	Log     func(string) // if set, hears each line that tells what the tracer could not run
}

// environment is what a traced program sees: nothing of the machine, and one
// order of sets.
func (r Run) environment() []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "LANG=C.UTF-8", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1"}
	path := ""
	for _, p := range r.Path {
		path += p + string(os.PathListSeparator)
	}
	return append(env, "PYTHONPATH="+path)
}

// Exec runs the program. It fails when nothing was recorded.
func (r Run) Exec(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "trace-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := WriteTo(dir); err != nil {
		return err
	}
	work := r.Dir
	if work == "" {
		work = filepath.Join(dir, "work")
		if err := os.Mkdir(work, 0o755); err != nil {
			return err
		}
	}
	out, err := filepath.Abs(r.Out)
	if err != nil {
		return err
	}
	args := []string{filepath.Join(dir, "tracer.py"), "--out", out, "--project", r.Project, "--seconds", strconv.Itoa(r.Seconds), "--mutate", strconv.Itoa(r.Mutate)}
	for _, x := range r.Roots {
		args = append(args, "--root", x)
	}
	for _, x := range r.Exclude {
		args = append(args, "--exclude", x)
	}
	args = append(append(args, r.Mode), r.Args...)
	ctx, cancel := context.WithTimeout(ctx, time.Duration(8*r.Seconds+60)*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, r.Python, args...)
	c.Dir, c.Env = work, r.environment()
	c.WaitDelay = 5 * time.Second
	msg, err := c.CombinedOutput()
	if r.Log != nil {
		for line := range strings.Lines(string(msg)) {
			if text, ok := strings.CutPrefix(line, "tracer: "); ok {
				r.Log(strings.TrimSpace(text))
			}
		}
	}
	if _, missing := os.Stat(out); missing != nil {
		return fmt.Errorf("%s %v recorded nothing: %v: %.300s", r.Mode, r.Args, err, msg)
	}
	return nil
}
