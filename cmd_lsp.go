package main

import (
	"os"

	"augur/lsp/engine"
	"augur/lsp/server"

	"github.com/spf13/cobra"
)

func lspCommand() *cobra.Command {
	var logFile string
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor over standard input and output",
		Args:  exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			opts := server.Options{Forecaster: new(engine.Forecaster), Version: version}
			if logFile != "" {
				f, err := os.OpenFile(logFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
				if err != nil {
					return err
				}
				defer f.Close()
				opts.LogFile = f
			}
			return server.Serve(c.Context(), os.Stdin, os.Stdout, opts)
		},
	}
	c.Flags().StringVar(&logFile, "log-file", "", "append the server's log to this file")
	c.Flags().Bool("stdio", true, "accepted for clients that pass it; there is no other way")
	return c
}
