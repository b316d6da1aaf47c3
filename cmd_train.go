package main

import (
	"augur/corpus/dataset"
	"augur/corpus/train"

	"github.com/spf13/cobra"
)

func trainCommand() *cobra.Command { return train.Command() }

func corpusCommand() *cobra.Command { return dataset.Command() }
