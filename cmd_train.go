package main

import (
	"augur/corpus/dataset"
	"augur/corpus/differ"
	"augur/corpus/score"
	"augur/corpus/train"

	"github.com/spf13/cobra"
)

func trainCommand() *cobra.Command { return train.Command() }

func scoreCommand() *cobra.Command { return score.Command() }

func corpusCommand() *cobra.Command {
	c := dataset.Command()
	c.AddCommand(score.CardCommand(), differ.Command())
	return c
}
