package main

import (
	"augur/corpus/dataset"
	"augur/corpus/score"
	"augur/corpus/train"

	"github.com/spf13/cobra"
)

func trainCommand() *cobra.Command {
	c := train.Command()
	c.AddCommand(train.ExportCommand())
	return c
}

func scoreCommand() *cobra.Command { return score.Command() }

func corpusCommand() *cobra.Command { return dataset.Command() }
