package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"augur/corpus/adapt"
	"augur/predictor/adapted"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func adaptCommand() *cobra.Command {
	var o adaptOptions
	c := &cobra.Command{
		Use:   "adapt --project DIR",
		Short: "Learn from a project's own tests; the one command that runs your code",
		Long: `Run the tests and doctests of a project under a tracer, keep the calls and values
that are seen, and fit the transformer to the project for some minutes on one core.

This is the one command of Augur that runs your code. It says what it will run
and asks first; without a terminal it needs --yes. No editor starts it.

What is kept lies in your cache folder and never leaves the machine:
    recorded calls become examples of functions, and an unknown call that was seen
    with the same arguments gets the value that it had then, marked as observed;
    the adapter is used only if it answers more questions about functions that it
    did not learn from.

    augur adapt --project DIR --status    says what is kept
    augur adapt --project DIR --undo      removes all of it`,
		Args: exactly(0, "the project with --project DIR"),
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case o.project == "":
				return usageError{fmt.Errorf("give the project with --project DIR")}
			case o.undo && o.status:
				return usageError{fmt.Errorf("give one of --undo and --status")}
			case !(o.minutes > 0) || o.minutes > 24*60:
				return usageError{fmt.Errorf("--minutes %g: want a number above 0", o.minutes)}
			case o.undo:
				return undoAdapt(c.OutOrStdout(), o)
			case o.status:
				return adaptStatus(c.OutOrStdout(), o)
			}
			return runAdapt(c.Context(), c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.project, "project", "", "folder of the project")
	f.StringVar(&o.python, "python", "", "interpreter to run the tests with (default: the project's .venv or venv, else python3)")
	f.Float64Var(&o.minutes, "minutes", 6, "how long all of it may take, a third of it for the tests")
	f.BoolVar(&o.yes, "yes", false, "run the tests without asking")
	f.BoolVar(&o.undo, "undo", false, "remove what is kept for the project")
	f.BoolVar(&o.status, "status", false, "say what is kept for the project")
	f.BoolVar(&o.json, "json", false, "print one JSON document")
	return c
}

type adaptOptions struct {
	project, python         string
	minutes                 float64
	yes, undo, status, json bool
}

func runAdapt(ctx context.Context, in io.Reader, out, messages io.Writer, o adaptOptions) error {
	plan, err := adapt.MakePlan(ctx, o.project, o.python)
	if err != nil {
		return err
	}
	all := time.Duration(o.minutes * float64(time.Minute))
	opts := adapt.Options{Record: all / 3, Learn: all - all/3}
	e, err := adapted.New(plan.Project)
	if err != nil {
		return err
	}
	fmt.Fprintf(messages, "augur adapt runs code of this project; no other command of Augur does.\n\n%skeeps    what was seen and learnt in %s; nothing leaves this machine\nundo     augur adapt --project %s --undo\n\n", plan.Describe(opts.Record), e.Dir, o.project)
	if err := consent(in, messages, o.yes); err != nil {
		return err
	}
	bar := newBar(messages)
	opts.Progress = bar.set
	opts.Report = func(err error) { bar.line("augur: " + err.Error()) }
	r, err := adapt.Run(ctx, plan, opts)
	bar.clear()
	switch {
	case ctx.Err() != nil:
		return errors.New("stopped; nothing was changed")
	case err != nil:
		return err
	case o.json:
		return writeEntry(out, r.Entry)
	}
	printAdapted(out, r)
	return nil
}

// consent asks whether the project's code may be run.
func consent(in io.Reader, w io.Writer, yes bool) error {
	if yes {
		return nil
	}
	f, ok := in.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return usageError{errors.New("nothing was run: there is no terminal to ask on; agree with --yes")}
	}
	fmt.Fprint(w, "Run them? [y/N] ")
	answer, _ := bufio.NewReader(in).ReadString('\n') // an end of input is a no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errors.New("nothing was run")
}

func printAdapted(w io.Writer, r *adapt.Result) {
	fmt.Fprintf(w, "recorded %d calls and %d values of %d functions\n", r.Calls, r.Values, r.Functions)
	if r.TooLittle {
		fmt.Fprintln(w, "that is too little to learn from; the recorded calls are used")
		return
	}
	fmt.Fprintf(w, "learnt from %d questions in %d steps; %d about functions held out:\n", r.Trained, r.Steps, r.Held)
	fmt.Fprintf(w, "  %-10s %6s %8s %8s\n", "", "asked", "before", "after")
	for _, t := range r.Tasks {
		fmt.Fprintf(w, "  %-10s %6d %6.1f %% %6.1f %%\n", t.Name, t.Answers, 100*float64(t.Before)/float64(t.Answers), 100*float64(t.After)/float64(t.Answers))
	}
	fmt.Fprintln(w, accuracy(r.Entry))
}

// accuracy says by how much the adapter helps.
func accuracy(e *adapted.Entry) string {
	if e.Held == 0 {
		return "no adapter: too little was recorded to learn from"
	}
	text := fmt.Sprintf("held-out accuracy %.1f %% before, %.1f %% after: %+.1f points", 100*e.Before, 100*e.After, 100*(e.After-e.Before))
	if !e.Kept {
		return text + "; it did not rise, so the adapter is not kept"
	}
	return text + "; the adapter is in use"
}

func undoAdapt(w io.Writer, o adaptOptions) error {
	e, err := adapted.Remove(o.project)
	if errors.Is(err, adapted.ErrNone) {
		return fmt.Errorf("%s: %w", e.Project, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "removed %s\n", e.Dir)
	return nil
}

func adaptStatus(w io.Writer, o adaptOptions) error {
	e, err := adapted.Open(o.project)
	switch {
	case errors.Is(err, adapted.ErrNone):
		return fmt.Errorf("%s: %w; make it with augur adapt --project %s", e.Project, err, o.project)
	case err != nil:
		return err
	case o.json:
		return writeEntry(w, e)
	}
	fmt.Fprintf(w, "project  %s\nmade     %s, with %s\nkept in  %s, %.1f MB\n", e.Project, e.Made.Local().Format("2006-01-02 15:04"), e.Python, e.Dir, float64(e.Size())/1e6)
	fmt.Fprintf(w, "observed %d calls and %d values of %d functions\n", e.Calls, e.Values, e.Functions)
	fmt.Fprintln(w, accuracy(e))
	return nil
}

// writeEntry prints what is kept as JSON.
func writeEntry(w io.Writer, e *adapted.Entry) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Dir   string `json:"dir"`
		Bytes int64  `json:"bytes"`
		adapted.Info
	}{e.Dir, e.Size(), e.Info})
}

// bar shows progress on a terminal, and nothing elsewhere.
type bar struct {
	w     io.Writer
	live  bool
	shown bool
}

func newBar(w io.Writer) *bar {
	f, ok := w.(*os.File)
	return &bar{w: w, live: ok && term.IsTerminal(int(f.Fd()))}
}

// barWidth is that of the bar alone, in columns.
const barWidth = 24

func (b *bar) set(stage string, done float64, detail string) {
	if !b.live {
		return
	}
	full := min(barWidth, int(done*barWidth))
	if r := []rune(detail); len(r) > 40 {
		detail = string(r[:39]) + "…"
	}
	fmt.Fprintf(b.w, "\r\x1b[K%-6s %s%s %3.0f %%  %s", stage, strings.Repeat("█", full), strings.Repeat("░", barWidth-full), 100*done, detail)
	b.shown = true
}

func (b *bar) clear() {
	if b.shown {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.shown = false
	}
}

// line prints a message above the bar.
func (b *bar) line(text string) {
	b.clear()
	fmt.Fprintln(b.w, text)
}
