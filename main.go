// Augur shows the values that a Python program will have, without running it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// Exit statuses, besides 0.
const (
	exitCannotAnswer = 1 // no such function, unreadable file ...
	exitUsage        = 2
)

// usageError is a mistake in how the command was called.
type usageError struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := &cobra.Command{
		Use:           "augur",
		Short:         "See the values that a Python program will have, without running it",
		SilenceErrors: true,
		SilenceUsage:  true,

		DisableSuggestions: true, // an error is one line
	}
	root.AddCommand(adaptCommand(), predictCommand(), reachCommand(), benchCommand(), lspCommand(), dapCommand(), debugCommand(), versionCommand(), trainCommand(), scoreCommand(), corpusCommand())
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	err := root.ExecuteContext(ctx)
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "augur:", err)
	var usage usageError
	if errors.As(err, &usage) || strings.HasPrefix(err.Error(), "unknown command") {
		os.Exit(exitUsage)
	}
	os.Exit(exitCannotAnswer)
}

// collectLess lets a command that soon ends spend less of its time on collecting
// garbage, within bounds.
func collectLess() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(200 << 20)
}

// exactly is cobra.ExactArgs with an error that counts as wrong usage.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("give %s", what)}
		}
		return nil
	}
}
