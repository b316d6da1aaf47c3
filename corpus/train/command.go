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
		Long: `Train the transformer on the shards that augur corpus packs.

The folder --out holds model.safetensors and model.int8.safetensors, the
averaged weights as float32 and as they ship; checkpoint.safetensors, all that
going on needs; and log.csv, which augur train plot draws. They are written
every few minutes, at the end, and when the run is interrupted.

To go on, give the same flags and --resume. --for and --tokens count from the
run's first step, not from where it stopped, so a higher number makes it longer;
as the learning rate falls over the last part of the whole (--fall), lengthen a
run before that part begins. Other shards may be given, of the same tokenizer:
they begin at an epoch not yet seen. What is weighted, logged and held out may
change as well; the shape of the model may not. To begin anew from the weights
of another run, without its optimizer and its log, use --init, which also takes
weights of eight bits and folders of the Hugging Face hub's layout.

Averaged weights are an exponential mean over the last --average steps, shorter
while the run is young. Held-out figures are theirs. Where the rate has not
fallen they are much better than the last step's; average over more steps on
noisy data, over fewer when the run is short.

Two things are weighted. A task's weight (--task-weights 1,2,1,4) multiplies the
loss of each of its answers' tokens, against which the mean is taken: raise it
for tasks of few or short answers, such as conditions. How often a shard is
seen is part of its pattern: --data 'real-*.augp*3,generated-*.augp' counts its
rows three times in each epoch.

On a machine with a GPU, predictor/nn/torch/train.py trains from the same shards,
and each resumes from the other's checkpoint.`,
		Args: cobra.NoArgs,

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
