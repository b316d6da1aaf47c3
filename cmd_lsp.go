package main

import (
	"context"
	"os"

	"augur/analysis/example"
	"augur/lsp/server"
	"augur/lsp/session"
	"augur/predictor/forecast"

	"github.com/spf13/cobra"
)

func lspCommand() *cobra.Command {
	var logFile string
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor over standard input and output",
		Args:  exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			opts := server.Options{Forecaster: forecaster{}, Version: version}
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

// forecaster gives the server what it asks for in the form that it asks for.
type forecaster struct{}

func (forecaster) Examples(_ context.Context, doc *session.Document, function string) ([]session.Example, error) {
	var list []session.Example
	for _, ex := range example.For(doc.File(), function) {
		list = append(list, session.Example{Call: ex.Call, Origin: ex.Origin, Line: ex.Line})
	}
	return list, nil
}

func (forecaster) Forecast(ctx context.Context, q session.Question) (*session.Forecast, error) {
	doc, function, ex := q.Document, q.Function, q.Example
	r := forecast.Request{File: doc.File(), Path: doc.Path, Function: function, Overlay: q.Open, Threshold: q.Threshold}
	if ex != nil {
		r.Example = &example.Example{Function: function, Call: ex.Call, Origin: ex.Origin, Line: ex.Line}
		for _, found := range example.For(doc.File(), function) {
			if found.Call == ex.Call && found.Line == ex.Line {
				r.Example.Setup = found.Setup
			}
		}
	}
	f, err := forecast.Run(ctx, r)
	if err != nil {
		return nil, err
	}
	return &session.Forecast{
		Example:  session.Example{Call: f.Example.Call, Origin: f.Example.Origin, Line: f.Example.Line},
		Timeline: f.Timeline,
	}, nil
}
