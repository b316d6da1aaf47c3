package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"augur/analysis/example"
	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/analysis/value"
	"augur/lsp/outline"
	"augur/predictor/forecast"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func predictCommand() *cobra.Command {
	var call, function, engine string
	var asJSON bool
	c := &cobra.Command{
		Use:   "predict FILE[:LINE]",
		Short: "Show a file with the values that it will have",
		Long: `Show a Python file with the values that its variables will have, at the ends
of the lines. Nothing is run.

The values are those of one call of one function: the one given with --call, or
an example found in the file (a doctest, an assertion, a test, a call).`,
		Args: exactly(1, "one file: augur predict FILE[:LINE]"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := parseEngine(engine)
			if err != nil {
				return err
			}
			collectLess()
			path, line := splitLine(args[0])
			file, err := readPython(path)
			if err != nil {
				return err
			}
			r := forecast.Request{File: file, Path: path, Function: function, Engine: e}
			if call != "" {
				if _, err := syntax.ParseExpr(call); err != nil {
					return fmt.Errorf("the call %q does not parse: %w", call, err)
				}
				r.Example = &example.Example{Call: call, Origin: "given"}
			}
			o := outline.Of(file)
			if err := checkFunction(o, &r, line); err != nil {
				return err
			}
			if asJSON {
				f, err := predictOne(c.Context(), o, r)
				if err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
				return writeJSON(c.OutOrStdout(), path, f)
			}
			return predictText(c.Context(), c.OutOrStdout(), o, r)
		},
	}
	f := c.Flags()
	f.StringVar(&call, "call", "", "the call that makes the values, as in 'f(1, 2)'")
	f.StringVar(&function, "function", "", "the function to show, as in 'f' or 'Class.method'")
	f.StringVar(&engine, "engine", "hybrid", "hybrid, exact or neural")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

// splitLine takes "a.py:12" apart; without a line number it is 0.
func splitLine(arg string) (path string, line int) {
	i := strings.LastIndexByte(arg, ':')
	if i < 0 {
		return arg, 0
	}
	n, err := strconv.Atoi(arg[i+1:])
	if err != nil || n < 1 {
		return arg, 0
	}
	if _, err := os.Stat(arg); err == nil {
		return arg, 0
	}
	return arg[:i], n
}

// maxSource is the largest file that is read, in bytes.
const maxSource = 16 << 20

// readPython reads a source file, or says in one line why it cannot be used.
func readPython(path string) (*syntax.File, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", path)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: a folder, not a Python file", path)
	case info.Size() > maxSource:
		return nil, fmt.Errorf("%s: %d MB are too much for one source file; the limit is %d MB", path, info.Size()>>20, maxSource>>20)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	switch {
	case len(src) == 0:
		return nil, fmt.Errorf("%s: the file is empty", path)
	case strings.IndexByte(string(src), 0) >= 0:
		return nil, fmt.Errorf("%s: a binary file, not Python source", path)
	case !utf8.Valid(src):
		return nil, fmt.Errorf("%s: not UTF-8; save the file as UTF-8", path)
	}
	f, ok := project.Read(path)
	if !ok {
		f = syntax.Parse(src)
	}
	return f, nil
}

// checkFunction finds what to show, and refuses what cannot be shown: a name
// that is not there, a function whose source does not parse.
func checkFunction(o *outline.Outline, r *forecast.Request, line int) error {
	if line > 0 && r.Function == "" && r.Example == nil {
		f := o.At(line)
		r.Function = f.Name
		if f.IsModule() && len(r.File.Module.Body) == 0 {
			return fmt.Errorf("%s: nothing at line %d", r.Path, line)
		}
	}
	name := r.Function
	if r.Example != nil && name == "" {
		name = forecast.CalledName(r.Example.Call)
	}
	if r.Function != "" {
		if _, ok := o.Named(r.Function); !ok && forecast.FindFunction(r.File, r.Function) == nil {
			return fmt.Errorf("%s: no function %q; functions are %s", r.Path, r.Function, functionNames(o))
		}
	}
	if r.Example != nil {
		root, _, _ := strings.Cut(name, ".")
		if root != "" && !bound(r.File, root) {
			return fmt.Errorf("%s: nothing named %q to call; functions are %s", r.Path, root, functionNames(o))
		}
	}
	first, last := 1, r.File.Lines()
	if def := forecast.FindFunction(r.File, name); def != nil {
		first, last = int(def.Line), int(def.EndLine)
	}
	for _, p := range r.File.Problems {
		if name == "" || int(p.EndLine) >= first && int(p.Line) <= last {
			return fmt.Errorf("%s:%d: %s", r.Path, p.Line, p.Message)
		}
	}
	return nil
}

// bound reports whether a file gives a meaning to a name that a call uses: it
// binds it somewhere, takes all names of a module, or the name is a built-in.
func bound(f *syntax.File, name string) bool {
	if _, ok := value.Builtins[name]; ok {
		return true
	}
	found := false
	syntax.Inspect(f.Module, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FunctionDef:
			found = found || n.Name == name
		case *syntax.ClassDef:
			found = found || n.Name == name
		case *syntax.Name:
			found = found || n.ID == name
		case *syntax.Alias:
			found = found || n.Name == "*" || n.Name == name || n.AsName == name || strings.HasPrefix(n.Name, name+".")
		}
		return !found
	})
	return found
}

func functionNames(o *outline.Outline) string {
	var names []string
	for _, f := range o.Functions {
		names = append(names, f.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	if len(names) > 12 {
		names = append(names[:12], "…")
	}
	return strings.Join(names, ", ")
}

// predictOne makes one forecast: of what was asked for, else of the first
// function that has an example, else of the file run as a script.
func predictOne(ctx context.Context, o *outline.Outline, r forecast.Request) (*forecast.Forecast, error) {
	if r.Function == "" && r.Example == nil {
		found := firstExamples(r.File, r.Path, o.Functions)
		for _, f := range o.Functions {
			if found[f.Name] != nil {
				r.Function = f.Name
				break
			}
		}
	}
	return forecast.Run(ctx, r)
}

// maxShown is how many functions are shown at once. Each runs the whole file.
const maxShown = 300

var errTooMany = errors.New("not shown: the file has too many functions; name one with --function")

// firstExamples returns the first example of each function that has one.
func firstExamples(f *syntax.File, path string, functions []outline.Function) map[string]*example.Example {
	found := map[string][]example.Example{}
	for _, e := range example.Find(f) {
		found[e.Function] = append(found[e.Function], e)
	}
	first := make(map[string]*example.Example, len(found))
	for _, fn := range functions {
		list := example.WithRecorded(found[fn.Name], forecast.RecordedExamples(f, path, fn.Name))
		if len(list) > 0 {
			first[fn.Name] = &list[0]
		}
	}
	return first
}

// predictText prints every function that was asked for.
func predictText(ctx context.Context, w io.Writer, o *outline.Outline, r forecast.Request) error {
	p := &printer{w: w, file: r.File, outline: o, path: r.Path}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" {
		p.color = true
	}
	if r.Function != "" || r.Example != nil {
		f, err := forecast.Run(ctx, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
		p.add(r.Function, f)
		return p.print()
	}
	found := firstExamples(r.File, r.Path, o.Functions)
	shown := 0
	for _, fn := range o.Functions {
		one := r
		one.Function, one.Example = fn.Name, found[fn.Name]
		if shown == maxShown || one.Example == nil && len(o.Functions) > maxShown {
			p.note(fn, errTooMany)
			continue
		}
		shown++
		f, err := forecast.Run(ctx, one)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			p.note(fn, err)
			continue
		}
		p.add(fn.Name, f)
	}
	if len(o.Functions) == 0 {
		f, err := forecast.Run(ctx, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
		p.add("", f)
	}
	return p.print()
}
