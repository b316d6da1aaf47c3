package main

import (
	"os"

	"augur/lsp/dap"

	"github.com/spf13/cobra"
)

func dapCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "dap",
		Short: "Serve an editor's debugger over standard input and output",
		Args:  exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return dap.Serve(c.Context(), os.Stdin, os.Stdout)
		},
	}
}
