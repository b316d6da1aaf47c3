package differ

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// Command returns the command that compares.
func Command() *cobra.Command {
	var python, out, file string
	var first, count, most int
	c := &cobra.Command{
		Use: "differ", Short: "Compare the evaluator with CPython on random programs", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := Start(c.Context(), python)
			if err != nil {
				return err
			}
			defer p.Close()
			if file != "" {
				src, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				t, err := p.Run(string(src))
				if err != nil {
					return err
				}
				kind, why := Compare(c.Context(), t)
				fmt.Fprintln(c.OutOrStdout(), kind, why)
				return nil
			}
			var enc *json.Encoder
			if out != "" {
				f, err := os.Create(out)
				if err != nil {
					return err
				}
				defer f.Close()
				enc = json.NewEncoder(f)
				enc.SetEscapeHTML(false)
			}
			n := map[Kind]int{}
			reasons := map[string]int{}
			for seed := first; seed < first+count; seed++ {
				t, err := p.Program(seed)
				if err != nil {
					return err
				}
				if t.Skip {
					n["skipped"]++
					continue
				}
				kind, why := Compare(c.Context(), t)
				n[kind]++
				if kind == Unknown {
					reasons[why]++
				}
				if kind != Wrong || enc == nil {
					continue
				}
				if n[Wrong] <= most {
					if t, why, err = p.Shrink(c.Context(), t); err != nil {
						return err
					}
				}
				if err := enc.Encode(map[string]any{"seed": seed, "why": why, "source": t.Source}); err != nil {
					return err
				}
			}
			if enc != nil {
				if err := enc.Encode(map[string]any{"unknown": reasons}); err != nil {
					return err
				}
			}
			fmt.Fprintf(c.OutOrStdout(), "%d programs: %d same, %d unknown in part, %d wrong, %d skipped\n", count, n[Same], n[Unknown], n[Wrong], n["skipped"])
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&python, "python", "python3", "interpreter, 3.11")
	f.StringVar(&out, "out", "", "write what differs to this file, shrunk")
	f.StringVar(&file, "file", "", "compare this program only")
	f.IntVar(&first, "first", 0, "first seed")
	f.IntVar(&count, "count", 1000, "how many programs")
	f.IntVar(&most, "shrink", 40, "shrink so many at most")
	return c
}
