package train

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Command is the subcommand that trains.
func Command() *cobra.Command {
	c := NewConfig()
	var val, weights []string
	cmd := &cobra.Command{
		Use:   "train --data SHARDS --out FOLDER (--for 40m | --tokens N)",
		Short: "Train the transformer on packed shards",
		Args:  cobra.NoArgs,

		SilenceUsage: true, // an error while training is not one of usage
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, v := range val {
				name, path, ok := strings.Cut(v, "=")
				if !ok {
					return fmt.Errorf("--val %q: want NAME=SHARD", v)
				}
				c.Val = append(c.Val, Validation{name, path})
			}
			for _, v := range weights {
				w, err := strconv.ParseFloat(v, 64)
				if err != nil || w < 0 {
					return fmt.Errorf("--task-weights %q: want numbers from 0", v)
				}
				c.TaskWeights = append(c.TaskWeights, w)
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			err := Run(ctx, c, cmd.ErrOrStderr())
			if errors.Is(err, context.Canceled) {
				return fmt.Errorf("stopped; go on with --resume")
			}
			return err
		},
	}
	cmd.AddCommand(quantiseCommand(), exportCommand(), plotCommand())
	f := cmd.Flags()
	f.StringSliceVar(&c.Data, "data", nil, "shards to train on: file name patterns; PATTERN*3 counts rows three times")
	f.StringSliceVar(&val, "val", nil, "held-out shards, as NAME=SHARD")
	f.StringVar(&c.Out, "out", "", "folder for checkpoints, weights and the log")
	f.StringVar(&c.Init, "init", "", "weights to start from instead of random ones")
	f.BoolVar(&c.Resume, "resume", false, "go on from the checkpoint in --out")
	f.DurationVar(&c.Duration, "for", 0, "how long to train")
	f.IntVar(&c.Tokens, "tokens", 0, "tokens to train on")
	f.Uint64Var(&c.Seed, "seed", c.Seed, "seed of the weights and the order of rows")
	f.IntVar(&c.Workers, "workers", c.Workers, "rows worked on at a time")
	f.IntVar(&c.BatchRows, "batch", c.BatchRows, "rows a step")
	f.Float64Var(&c.Rate, "rate", c.Rate, "learning rate")
	f.IntVar(&c.WarmUp, "warm-up", c.WarmUp, "steps until the learning rate is reached")
	f.Float64Var(&c.Fall, "fall", c.Fall, "part of the run over which the rate falls to nothing")
	f.Float64Var(&c.Decay, "decay", c.Decay, "weight decay")
	f.Float64Var(&c.ClipNorm, "clip", c.ClipNorm, "the most that the gradient's norm may be; 0 is no limit")
	f.IntVar(&c.Average, "average", c.Average, "steps that the averaged weights look back")
	f.StringSliceVar(&weights, "task-weights", nil, "weights of the tasks in the loss, in their order")
	f.StringSliceVar(&c.TaskNames, "task-names", nil, "names of the tasks in the log, in their order")
	f.IntVar(&c.LogEvery, "log-every", c.LogEvery, "steps between reports")
	f.IntVar(&c.ValEvery, "val-every", c.ValEvery, "steps between validations")
	f.IntVar(&c.ValRows, "val-rows", c.ValRows, "rows of each validation set")
	f.DurationVar(&c.CheckpointEvery, "checkpoint-every", c.CheckpointEvery, "time between checkpoints")
	f.IntVar(&c.Model.HiddenSize, "hidden", c.Model.HiddenSize, "width of the model")
	f.IntVar(&c.Model.Layers, "layers", c.Model.Layers, "blocks of the model")
	f.IntVar(&c.Model.Heads, "heads", c.Model.Heads, "attention heads")
	f.IntVar(&c.Model.KVHeads, "kv-heads", c.Model.KVHeads, "key-value heads")
	f.IntVar(&c.Model.FeedForward, "feed-forward", c.Model.FeedForward, "width of the feed-forward layers")
	return cmd
}
