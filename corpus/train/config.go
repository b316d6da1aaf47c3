// Package train fits the transformer to packed shards: a loop over shuffled
// rows with a learning rate that warms up, stays, and falls linearly at the
// end, with checkpoints that a later run resumes from.
//
// A checkpoint holds the weights, both moments of the optimizer, the averaged
// weights, and how far the run has come, so that a run in parts is one run: the
// order of the rows depends on the seed and the epoch alone. With one worker
// even the sums are the same, bit for bit.
package train

import (
	"fmt"
	"runtime"
	"time"

	"augur/predictor/nn"
)

// Config says what to train, on what and for how long.
type Config struct {
	Data []string     // shards: file name patterns; "PATTERN*3" counts rows three times
	Val  []Validation // held-out shards
	Out  string       // folder for checkpoints, weights and the log

	Model  nn.Config // VocabSize is taken from the shards
	Init   string    // weights to start from, instead of random ones
	Resume bool      // go on from the checkpoint in Out, whose model it has
	Seed   uint64

	// The run ends at the first of these that is set and reached; the learning
	// rate follows how much of them is used up. A run that is resumed counts
	// what it did before.
	Tokens   int
	Duration time.Duration

	Workers     int     // rows at a time
	BatchRows   int     // rows a step
	Rate        float64 // learning rate
	WarmUp      int     // steps until the rate is reached
	Fall        float64 // part of the run over which the rate falls to nothing
	Decay       float64 // weight decay
	Beta1       float64
	Beta2       float64
	ClipNorm    float64
	Average     int       // steps that the averaged weights look back; see average
	TaskWeights []float64 // of tasks 1, 2, …, for each token of their answers; 1 where it is too short
	TaskNames   []string  // for the log

	LogEvery        int           // steps
	ValEvery        int           // steps
	ValRows         int           // of each validation set
	CheckpointEvery time.Duration // 0 is never, but for the end
}

// A Validation is a held-out shard and its name in the log.
type Validation struct {
	Name string
	Path string
}

// NewConfig is the recipe that worked, for shards and a folder still to be named.
func NewConfig() Config {
	return Config{
		Model:           nn.NewConfig(1),
		Seed:            1,
		Workers:         runtime.NumCPU(),
		BatchRows:       8,
		Rate:            2e-3,
		WarmUp:          100,
		Fall:            0.3,
		Decay:           0.05,
		Beta1:           0.9,
		Beta2:           0.97,
		ClipNorm:        1,
		Average:         200,
		LogEvery:        20,
		ValEvery:        200,
		ValRows:         48,
		CheckpointEvery: 3 * time.Minute,
	}
}

func (c Config) check() error {
	switch {
	case len(c.Data) == 0:
		return fmt.Errorf("no training data: name at least one shard")
	case c.Out == "":
		return fmt.Errorf("no folder to write to")
	case c.Tokens <= 0 && c.Duration <= 0:
		return fmt.Errorf("no end: set the number of tokens or the time to train for")
	case c.BatchRows < 1 || c.Workers < 1 || c.LogEvery < 1 || c.ValEvery < 1:
		return fmt.Errorf("batch rows, workers and the steps between logs must be positive")
	case !(c.Rate > 0) || !(c.Fall >= 0 && c.Fall <= 1) || c.Average < 1:
		return fmt.Errorf("learning rate %g, fall %g or average %d is out of range", c.Rate, c.Fall, c.Average)
	case !(c.Beta1 >= 0 && c.Beta1 < 1 && c.Beta2 >= 0 && c.Beta2 < 1):
		return fmt.Errorf("betas %g and %g must be at least 0 and below 1", c.Beta1, c.Beta2)
	case c.Init != "" && c.Resume:
		return fmt.Errorf("either start from weights or resume, not both")
	}
	return nil
}

// rate is the learning rate at a step, when done is how much of the run is over.
func (c Config) rate(step int, done float64) float64 {
	r := c.Rate
	if step < c.WarmUp {
		r *= float64(step+1) / float64(c.WarmUp)
	}
	if left := 1 - done; c.Fall > 0 && left < c.Fall {
		r *= max(left/c.Fall, 0.01)
	}
	return r
}

// average is how far the averaged weights move at a step: while the model is
// young they look back over half its life at most.
func (c Config) average(step int) float64 {
	if step < c.WarmUp {
		return 1
	}
	return max(1/float64(c.Average), 2/float64(step-c.WarmUp+2))
}

func (c Config) taskName(i int) string {
	if i < len(c.TaskNames) {
		return c.TaskNames[i]
	}
	return fmt.Sprint(i + 1)
}
