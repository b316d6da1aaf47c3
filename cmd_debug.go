package main

import (
	"fmt"
	"os"

	"augur/analysis/example"
	"augur/predictor/debugger"
	"augur/predictor/forecast"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func debugCommand() *cobra.Command {
	var call, function, engine string
	c := &cobra.Command{
		Use:   "debug FILE [--call 'f(1, 2)']",
		Short: "Step through a predicted run, forwards and backwards",
		Long: `Step through the run that a call will make, with the commands of pdb and some
to go backwards: h lists them. Nothing is run. Without --call the function given
with --function is debugged under its first example, else the file as a script.
Commands can come from a pipe.`,
		Args: exactly(1, "one file: augur debug FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := parseEngine(engine)
			if err != nil {
				return err
			}
			file, err := readPython(args[0])
			if err != nil {
				return err
			}
			cfg := debugger.Config{File: file, Path: args[0], Engine: e, Call: call}
			if call == "" && function != "" {
				if forecast.FindFunction(file, function) == nil {
					return fmt.Errorf("%s: no function %q", args[0], function)
				}
				found := example.For(file, function)
				if len(found) == 0 {
					return fmt.Errorf("%s: %w", args[0], forecast.ErrNoExample)
				}
				cfg.Call, cfg.Setup = found[0].Call, found[0].Setup
			}
			if cfg.Call == "" && len(file.Problems) > 0 {
				p := file.Problems[0]
				return fmt.Errorf("%s:%d: %s", args[0], p.Line, p.Message)
			}
			s, err := debugger.New(c.Context(), cfg)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			defer s.Close()
			s.StopAtExceptions(debugger.ExceptionFilter{Uncaught: true})
			r := debugger.NewREPL(s, c.OutOrStdout())
			if f, ok := c.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
				return interactive(r, f)
			}
			return r.Run(c.InOrStdin(), false)
		},
	}
	f := c.Flags()
	f.StringVar(&call, "call", "", "the call to debug, as in 'f(1, 2)'")
	f.StringVar(&function, "function", "", "the function to debug under its first example")
	f.StringVar(&engine, "engine", "hybrid", "hybrid, exact or neural")
	return c
}

// interactive reads commands from a terminal, with history and completion.
func interactive(r *debugger.REPL, in *os.File) error {
	old, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return r.Run(in, true)
	}
	restore := func() { _ = term.Restore(int(in.Fd()), old) }
	restore()
	t := term.NewTerminal(in, debugger.Prompt)
	t.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' || pos != len(line) {
			return "", 0, false
		}
		got := r.Completions(line)
		if len(got) != 1 {
			return "", 0, false
		}
		return got[0], len(got[0]), true
	}
	r.Where()
	for {
		if _, err := term.MakeRaw(int(in.Fd())); err != nil {
			return err
		}
		line, err := t.ReadLine()
		restore()
		if err != nil {
			fmt.Println()
			return nil
		}
		if !r.Do(line) {
			return nil
		}
	}
}
