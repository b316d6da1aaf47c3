package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"augur/predictor/debugger"
	"augur/predictor/forecast"

	"github.com/peterh/liner"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func debugCommand() *cobra.Command {
	var call, function, test, engine string
	var startLine int
	var state map[string]string
	var foresee bool
	c := &cobra.Command{
		Use:   "debug FILE [--call 'f(1, 2)']",
		Short: "Step through a predicted run, forwards and backwards",
		Long: `Step through the run that a call will make, with the commands of pdb and some
to go backwards: h lists them. Nothing is run. Without --call the function given
with --function is debugged under its first example, or the test given with
--test as its runner would call it, else the file as a script. With --start the
run begins on a line of the called function, with the variables of --state.
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
			cfg := debugger.Config{File: file, Path: args[0], Engine: e, Call: call, Start: startLine, State: state, Foresee: foresee}
			switch {
			case call != "":
			case test != "":
				if cfg.Call, err = debugger.TestCall(file, test); err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
			case function != "" && startLine > 0:
				cfg.Call = function + "()" // its arguments are in the state
			case function != "":
				if forecast.FindFunction(file, function) == nil {
					return fmt.Errorf("%s: no function %q", args[0], function)
				}
				found := forecast.Examples(file, args[0], function)
				if len(found) == 0 {
					return fmt.Errorf("%s: %w", args[0], forecast.ErrNoExample)
				}
				cfg.Call, cfg.Setup = found[0].Call, found[0].Setup
			}
			if cfg.Call == "" && len(file.Problems) > 0 {
				p := file.Problems[0]
				return fmt.Errorf("%s:%d: %s", args[0], p.Line, p.Message)
			}
			ctx := c.Context()
			in, ok := c.InOrStdin().(*os.File)
			typed := ok && term.IsTerminal(int(in.Fd()))
			if typed {
				ctx = context.WithoutCancel(ctx) // Ctrl-C stops a command, not the session
			}
			s, err := debugger.New(ctx, cfg)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			defer s.Close()
			s.StopAtExceptions(debugger.ExceptionFilter{Uncaught: true})
			r := debugger.NewREPL(s, c.OutOrStdout())
			if typed {
				return interactive(r, s.Interrupt)
			}
			return r.Run(c.InOrStdin(), false)
		},
	}
	f := c.Flags()
	f.StringVar(&call, "call", "", "the call to debug, as in 'f(1, 2)'")
	f.StringVar(&function, "function", "", "the function to debug under its first example")
	f.StringVar(&test, "test", "", "the test to debug, as in TestF.test_g")
	f.IntVar(&startLine, "start", 0, "the line of the called function to start on")
	f.StringToStringVar(&state, "state", nil, "variables at the start, as in x=1,y='a'")
	f.StringVar(&engine, "engine", "hybrid", "hybrid, exact or neural")
	f.BoolVar(&foresee, "foresee", false, "with the neural engine: go out of a function and on to its breakpoint in one step of the model's")
	return c
}

// interactive reads commands from a terminal, with history and completion.
func interactive(r *debugger.REPL, interrupt func()) error {
	// While a command runs, Ctrl-C stops it, not the program.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	go func() {
		for range interrupts {
			interrupt()
		}
	}()
	t := liner.NewLiner()
	defer t.Close()
	t.SetCtrlCAborts(true)
	t.SetTabCompletionStyle(liner.TabPrints)
	t.SetCompleter(r.Completions)
	history := historyFile()
	if f, err := os.Open(history); err == nil {
		_, _ = t.ReadHistory(f) // one that is damaged is none
		f.Close()
	}
	defer func() {
		if f, err := os.OpenFile(history, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err == nil {
			_, _ = t.WriteHistory(f)
			f.Close()
		}
	}()
	r.Where()
	for {
		line, err := t.Prompt(debugger.Prompt)
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if strings.TrimSpace(line) != "" {
			t.AppendHistory(line)
		}
		if !r.Do(line) {
			return nil
		}
	}
}

// historyFile is where commands are kept from one session to the next; empty if
// there is no such place.
func historyFile() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, "augur")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	return filepath.Join(dir, "debug_history")
}
