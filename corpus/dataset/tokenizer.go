package dataset

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"augur/predictor/token"
)

func tokenizerCommand() *cobra.Command {
	var raw, out string
	var size int
	c := &cobra.Command{
		Use: "tokenizer", Short: "Train the tokenizer on recorded sources", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			counts, functions, err := pieces(raw)
			if err != nil {
				return err
			}
			v := token.Train(counts, size)
			data, err := v.Encode()
			if err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%d pieces, %d tokens, %d functions\n", len(counts), v.Size(), functions)
			return os.WriteFile(out, data, 0o644)
		},
	}
	c.Flags().StringVar(&raw, "raw", "raw", "folder of traces, a folder a project")
	c.Flags().StringVar(&out, "out", "tokenizer.json", "file to write")
	c.Flags().IntVar(&size, "size", 2048, "number of tokens")
	return c
}

// realWeight is how often a real function counts for one that was generated.
const realWeight = 3

// pieces counts the pieces of the sources that are trained on, each function
// once.
func pieces(raw string) (counts map[string]int, functions int, err error) {
	files, names, err := Files(raw)
	if err != nil {
		return nil, 0, err
	}
	counts = map[string]int{}
	seen := map[uint64]bool{}
	for _, n := range names {
		if Validates(n) || n == measured {
			continue
		}
		weight := realWeight
		if n == generated {
			weight = 1
		}
		for _, p := range files[n] {
			err := Read(p, func(r *Record) error {
				if h := hash(r.Source); !seen[h] {
					seen[h] = true
					token.Pieces(r.Source, func(s string) { counts[s] += weight })
				}
				return nil
			})
			if err != nil {
				return nil, 0, err
			}
		}
	}
	return counts, len(seen), nil
}
