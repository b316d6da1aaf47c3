package dataset

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"augur/corpus/pack"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// Command returns `augur corpus`, which makes training data.
func Command() *cobra.Command {
	c := &cobra.Command{Use: "corpus", Short: "Make training data from recorded programs"}
	c.AddCommand(tokenizerCommand(), buildCommand(), statsCommand(), checkCommand())
	return c
}

func tokenizerCommand() *cobra.Command {
	var raw, out string
	var size int
	c := &cobra.Command{
		Use: "tokenizer", Short: "Train the tokenizer on recorded sources", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			files, names, err := Files(raw)
			if err != nil {
				return err
			}
			counts := map[string]int{}
			seen := map[uint64]bool{}
			for _, n := range names {
				if Validates(n) || n == "crux" {
					continue
				}
				for _, p := range files[n] {
					err := Read(p, func(r *Record) error {
						if h := hash(r.Source); !seen[h] {
							seen[h] = true
							k := 3
							if n == "gen" {
								k = 1
							}
							token.Pieces(r.Source, func(s string) { counts[s] += k })
						}
						return nil
					})
					if err != nil {
						return err
					}
				}
			}
			v := token.Train(counts, size)
			data, err := v.Encode()
			if err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%d pieces, %d tokens, %d functions\n", len(counts), v.Size(), len(seen))
			return os.WriteFile(out, data, 0o644)
		},
	}
	c.Flags().StringVar(&raw, "raw", "", "folder of traces, a folder a project")
	c.Flags().StringVar(&out, "out", "tokenizer.json", "file to write")
	c.Flags().IntVar(&size, "size", 2048, "number of tokens")
	return c
}

type buildFlags struct {
	raw, out, tokenizer string
	bench               []string
	rowLen, perShard    int
	seed                uint64
}

func buildCommand() *cobra.Command {
	var o buildFlags
	c := &cobra.Command{
		Use: "build", Short: "Pack traces into shards", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return build(c.OutOrStdout(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.raw, "raw", "", "folder of traces, a folder a project; gen holds generated programs, crux a benchmark to measure on")
	f.StringVar(&o.out, "out", ".", "folder to write shards to")
	f.StringVar(&o.tokenizer, "tokenizer", "tokenizer.json", "tokenizer")
	f.StringArrayVar(&o.bench, "benchmark", nil, "JSON lines whose code must not be trained on")
	f.IntVar(&o.rowLen, "row", 512, "tokens in a row")
	f.IntVar(&o.perShard, "shard", 4_000_000, "tokens in a shard")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the order")
	return c
}

func build(w io.Writer, o buildFlags) error {
	v, err := token.Load(o.tokenizer)
	if err != nil {
		return err
	}
	bench, err := LoadBenchmarks(o.bench)
	if err != nil {
		return err
	}
	files, names, err := Files(o.raw)
	if err != nil {
		return err
	}
	b := NewBuilder(v, bench, o.rowLen)
	var train, valReal, valGen, valCrux, gen []pack.Group
	// Held-out projects come first, so that a function that is also elsewhere
	// stays out of training.
	for pass := range 2 {
		for _, n := range names {
			for _, p := range files[n] {
				held := Validates(n) || n == "crux" || strings.HasPrefix(filepath.Base(p), "val-")
				if held != (pass == 0) {
					continue
				}
				var c Counts
				mix, into := realMix, &train
				switch {
				case n == "crux":
					mix, into = Mix{1 << 20, 0, 1}, &valCrux
				case n == "gen" && held:
					mix, into = generatedMix, &valGen
				case n == "gen":
					mix, into = generatedMix, &gen
				case held:
					into = &valReal
				}
				err := Read(p, func(r *Record) error {
					*into = append(*into, b.Add(r, mix, n == "crux", &c)...)
					return nil
				})
				if err != nil {
					return err
				}
				fmt.Fprintln(w, filepath.Base(filepath.Dir(p))+"/"+strings.TrimSuffix(filepath.Base(p), ".jsonl.gz"), c)
			}
		}
	}
	for _, s := range []struct {
		name   string
		groups []pack.Group
		shard  int
	}{{"train-real", train, o.perShard}, {"train-generated", gen, o.perShard}, {"val-generated", valGen, 0}, {"val-real", valReal, 0}, {"val-crux", valCrux, 0}} {
		n, g, err := b.Write(filepath.Join(o.out, s.name), s.groups, s.shard, o.seed)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %d groups, %d tokens, %d targets\n", s.name, len(s.groups), n, g)
	}
	return nil
}

// String sums up a build in one line.
func (c Counts) String() string {
	s := fmt.Sprintf("functions %d events %d calls %d; left out: duplicate %d, benchmark %d+%d; questions long %d unfit %d;",
		c.Functions, c.Events, c.Calls, c.Duplicate, c.Equal, c.Overlap, c.Long, c.Unfit)
	for t := prompt.Line; t <= prompt.Invert; t++ {
		s += fmt.Sprintf(" %v %d/%d", t, c.Items[t], c.Tokens[t])
	}
	return s
}

func statsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "stats SHARD...", Short: "Count the tokens of shards by task", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			for _, a := range args {
				r, err := pack.Open(a)
				if err != nil {
					return err
				}
				row := pack.NewRow(r.RowLen)
				var all int
				var task [8]int
				for i := range r.Rows {
					if err := r.Read(i, row); err != nil {
						return err
					}
					for j := range row.Tok {
						if row.Fn[j] > 0 {
							all++
						}
						task[min(row.Task[j], 7)]++
					}
				}
				fmt.Fprintf(c.OutOrStdout(), "%s rows %d tokens %d fill %.3f targets line %d value %d input %d invert %d\n",
					filepath.Base(a), r.Rows, all, float64(all)/float64(r.Rows*r.RowLen), task[1], task[2], task[3], task[4])
				r.Close()
			}
			return nil
		},
	}
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
