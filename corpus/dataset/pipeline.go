package dataset

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"augur/corpus/pack"
	"augur/predictor/prompt"
	"augur/predictor/token"
)

// Folders of traces that are no project's.
const (
	generated = "gen"  // files that begin with val- validate
	measured  = "crux" // a benchmark's programs, to measure on
)

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
	f.StringVar(&o.raw, "raw", "raw", "folder of traces, a folder a project; "+generated+" holds generated programs, "+measured+" a benchmark to measure on")
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
				held := Validates(n) || n == measured || strings.HasPrefix(filepath.Base(p), "val-")
				if held != (pass == 0) {
					continue
				}
				var c Counts
				mix, into := realMix, &train
				switch {
				case n == measured:
					mix, into = Mix{Lines: 1 << 20, Calls: 1}, &valCrux
				case n == generated && held:
					mix, into = generatedMix, &valGen
				case n == generated:
					mix, into = generatedMix, &gen
				case held:
					into = &valReal
				}
				err := Read(p, func(r *Record) error {
					*into = append(*into, b.Add(r, mix, n == measured, &c)...)
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
	for t := prompt.Line; t <= prompt.Back; t++ {
		s += fmt.Sprintf(" %v %d/%d", t, c.Items[t], c.Tokens[t])
	}
	return s
}
