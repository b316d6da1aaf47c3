// Package sources records real projects while their own tests and doctests
// run. corpus/SOURCES.toml lists them.
package sources

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"augur/corpus/tracer"
)

// A Project is real code and how it is made to run.
type Project struct {
	Name    string   // owner/name of the public repository
	Commit  string   // that was recorded
	Licence string   // SPDX
	Mode    string   // tracer mode: functions, pytest, script, doctest or unittest
	Root    string   // folder of the repository that its modules are imported from
	Tests   []string // files, or folders of files, below Root; of a standard library, modules
	Seconds int      // for each file
	HeldOut bool     // validates; never trained on
}

// Folder is the name of the project's folders of sources and of traces.
func (p *Project) Folder() string { return strings.ReplaceAll(p.Name, "/", "+") }

// files returns the files to run, relative to root.
func (p *Project) files(root string) ([]string, error) {
	var out []string
	for _, t := range p.Tests {
		err := filepath.WalkDir(filepath.Join(root, t), func(full string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			base := d.Name()
			if d.IsDir() || !strings.HasSuffix(base, ".py") || slices.Contains([]string{"conftest.py", "setup.py", "__init__.py"}, base) {
				return nil
			}
			if p.Mode == "pytest" && full != filepath.Join(root, t) && !collected(base) {
				return nil
			}
			rel, err := filepath.Rel(root, full)
			if err != nil {
				return err
			}
			out = append(out, filepath.ToSlash(rel))
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// collected reports whether pytest would find tests in a file of that name;
// starting it for others costs a second each.
func collected(base string) bool {
	name := strings.TrimSuffix(base, ".py")
	return strings.HasPrefix(name, "test") || strings.HasSuffix(name, "test") || strings.HasSuffix(name, "_tests")
}

// An Interpreter is what projects are run with.
type Interpreter struct {
	Python string
	Path   []string      // folders of packages that projects' tests import
	Limit  time.Duration // after which no further file of a project is started; 0 is none
}

// Trace records the project, a process a test file, into out. Files that are
// recorded already are left alone; those that record nothing are reported.
func (p *Project) Trace(ctx context.Context, in Interpreter, from, out string, report func(error)) error {
	base := filepath.Join(from, p.Folder())
	root, err := filepath.Abs(filepath.Join(base, p.Root))
	if err != nil {
		return err
	}
	run := tracer.Run{Python: in.Python, Path: in.Path, Mode: p.Mode, Project: p.Folder(), Roots: []string{root}, Seconds: p.Seconds, Mutate: 8}
	if src := filepath.Join(root, "src"); exists(src) {
		run.Roots = append(run.Roots, src)
	}
	files, err := p.files(root)
	if err != nil {
		return err
	}
	return p.each(ctx, run, in.Limit, files, out, report, func(f string) string {
		if slices.Contains([]string{"functions", "pytest", "script"}, p.Mode) {
			return filepath.Join(root, f)
		}
		return strings.ReplaceAll(strings.TrimSuffix(f, ".py"), "/", ".")
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (p *Project) each(ctx context.Context, run tracer.Run, limit time.Duration, names []string, out string, report func(error), arg func(string) string) error {
	start := time.Now()
	dir := filepath.Join(out, p.Folder())
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, n := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		run.Out = filepath.Join(dir, p.Mode+"-"+strings.ReplaceAll(n, "/", "_")+".jsonl.gz")
		if exists(run.Out) {
			continue
		}
		if limit > 0 && time.Since(start) > limit {
			report(fmt.Errorf("%s: stopped after %v before %s; another run goes on from there", p.Name, limit, n))
			return nil
		}
		run.Args = []string{arg(n)}
		if err := run.Exec(ctx); err != nil {
			report(fmt.Errorf("%s: %w", p.Name, err))
		}
	}
	return nil
}

// TraceLibrary records the interpreter's own standard library while its test
// suite runs. lib is the folder of the library.
func (p *Project) TraceLibrary(ctx context.Context, python, lib, out string, report func(error)) error {
	run := tracer.Run{Python: python, Mode: p.Mode, Project: p.Folder(), Roots: []string{lib}, Seconds: p.Seconds, Mutate: 8}
	for _, x := range []string{"site-packages", "unittest", "doctest.py", "inspect.py", "test/support"} {
		run.Exclude = append(run.Exclude, path.Join("/", filepath.Base(lib), x))
	}
	return p.each(ctx, run, 0, p.Tests, out, report, func(m string) string {
		if p.Mode == "unittest" {
			return "test." + m
		}
		return m
	})
}

// MeasureCommand returns the command that records the programs of a benchmark,
// which are measured on and never trained on.
func MeasureCommand() *cobra.Command {
	var out, python string
	c := &cobra.Command{
		Use: "measure FILE.jsonl", Short: "Record the calls of a benchmark, to measure on", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			file, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			if err := os.MkdirAll(out, 0o755); err != nil {
				return err
			}
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + ".jsonl.gz"
			run := tracer.Run{Python: python, Mode: "calls", Args: []string{file}, Out: filepath.Join(out, name), Project: "benchmark", Seconds: 300}
			return run.Exec(c.Context())
		},
	}
	f := c.Flags()
	f.StringVar(&out, "out", filepath.Join("raw", "crux"), "folder of the traces")
	f.StringVar(&python, "python", "python3", "interpreter, 3.11")
	return c
}

// Command returns the command that records real projects.
func Command() *cobra.Command {
	var list, from, out, python, lib string
	var only, path []string
	var limit time.Duration
	c := &cobra.Command{
		Use: "trace", Short: "Record real projects while their tests run", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ps, err := Load(list)
			if err != nil {
				return err
			}
			report := func(err error) { fmt.Fprintln(c.ErrOrStderr(), err) }
			for _, p := range ps {
				if len(only) > 0 && !slices.Contains(only, p.Name) {
					continue
				}
				switch {
				case p.Name == "stdlib" && lib == "":
					continue
				case p.Name == "stdlib":
					err = p.TraceLibrary(c.Context(), python, lib, out, report)
				case !exists(filepath.Join(from, p.Folder())):
					report(fmt.Errorf("%s: no sources in %s: put a checkout of commit %s there", p.Name, filepath.Join(from, p.Folder()), p.Commit))
				default:
					err = p.Trace(c.Context(), Interpreter{python, path, limit}, from, out, report)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&list, "sources", "corpus/SOURCES.toml", "list of projects")
	f.StringVar(&from, "from", "repos", "folder of checkouts, each named owner+name")
	f.StringVar(&lib, "library", "", "folder of the interpreter's standard library, to record it too")
	f.StringVar(&out, "out", "raw", "folder of traces")
	f.StringVar(&python, "python", "python3", "interpreter, 3.11")
	f.StringArrayVar(&path, "path", nil, "folder of packages that the tests import, such as pytest")
	f.DurationVar(&limit, "for", 0, "start no further file of a project after that long")
	f.StringSliceVar(&only, "only", nil, "names of the projects to record")
	return c
}
