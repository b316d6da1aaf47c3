package dataset

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"augur/corpus/generate"
	"augur/corpus/sources"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// Command returns `augur corpus`, which makes training data.
func Command() *cobra.Command {
	c := &cobra.Command{Use: "corpus", Short: "Make training data from recorded programs"}
	c.AddCommand(generate.Command(), sources.Command(), sources.MeasureCommand(), tokenizerCommand(), buildCommand(), statsCommand(), checkCommand())
	return c
}

func checkCommand() *cobra.Command {
	var tok string
	c := &cobra.Command{
		Use: "check TRACE...", Short: "Check that questions and answers survive the tokens", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			v, err := token.Load(tok)
			if err != nil {
				return err
			}
			e := &prompt.Encoder{Vocab: v}
			for _, a := range args {
				n, bad := 0, 0
				err := Read(a, func(r *Record) error {
					in, inv := CallItems(r)
					for _, it := range append(append(append(LineItems(r), ValueItems(r)...), in...), inv...) {
						n++
						if msg := roundTrip(e, it); msg != "" {
							if bad++; bad <= 10 {
								fmt.Fprintln(c.OutOrStdout(), msg)
							}
						}
					}
					return nil
				})
				if err != nil {
					return err
				}
				fmt.Fprintf(c.OutOrStdout(), "%s: %d questions, %d changed\n", filepath.Base(a), n, bad)
			}
			return nil
		},
	}
	c.Flags().StringVar(&tok, "tokenizer", "tokenizer.json", "tokenizer")
	return c
}
