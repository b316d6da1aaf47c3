package train

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"augur/predictor/nn"
	"augur/predictor/nn/exchange"
	"augur/predictor/oracle"
	"augur/predictor/token"
	"augur/predictor/weights"
)

// quantiseCommand rounds weights that a run left, or another engine's.
func quantiseCommand() *cobra.Command {
	var calibration string
	c := &cobra.Command{
		Use:   "quantise WEIGHTS OUT",
		Short: "Round weights, a file or a folder of the hub's layout, to eight bits",
		Args:  cobra.ExactArgs(2),

		SilenceUsage: true,
		RunE: func(_ *cobra.Command, args []string) error {
			b, err := exchange.Read(args[0])
			if err != nil {
				return err
			}
			if calibration != "" {
				if b.Meta == nil {
					b.Meta = map[string]string{}
				}
				if b.Meta[oracle.CalibrationKey], err = readCalibration(calibration); err != nil {
					return err
				}
			}
			return nn.SaveQuantised(args[1], b.Meta, b.Weights)
		},
	}
	c.Flags().StringVar(&calibration, "calibration", "", "file of curves and thresholds, from augur score, to go into the weights")
	return c
}

// readCalibration returns the text of a file of calibrations, on one line.
func readCalibration(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	c, err := oracle.ParseCalibration(string(b))
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	out, err := json.Marshal(c)
	return string(out), err
}

// exportCommand writes weights for other engines.
func exportCommand() *cobra.Command {
	var dir, gguf, precision, tokenizer string
	c := &cobra.Command{
		Use:   "export (--out DIR | --gguf FILE) [WEIGHTS]",
		Short: "Write weights for other engines",
		Long: `Write weights for other engines: with --out a folder in the layout of the
Hugging Face hub for a Qwen3 model, with float32 weights, which augur train
quantise and --init take back; with --gguf a file for llama.cpp. WEIGHTS is a file or such a folder; without it, the weights that ship
with Augur are written.

The tokenizer goes along for the tokens' names. It can't split Python source as
Augur does, so give other engines the numbers of tokens. For the same reason
llama.cpp's own converter does not accept the folder: use --gguf.`,
		Args: cobra.MaximumNArgs(1),

		SilenceUsage: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if dir == "" && gguf == "" {
				return fmt.Errorf("nowhere to write: give --out DIR or --gguf FILE")
			}
			p, err := exchange.ParsePrecision(precision)
			if err != nil {
				return err
			}
			b, err := bundle(args, tokenizer)
			if err != nil {
				return err
			}
			if dir != "" {
				if err := exchange.WriteFolder(dir, b); err != nil {
					return err
				}
			}
			if gguf != "" {
				return exchange.WriteGGUF(gguf, b, p)
			}
			return nil
		},
	}
	c.Flags().StringVar(&dir, "out", "", "folder to write")
	c.Flags().StringVar(&gguf, "gguf", "", "GGUF file to write")
	c.Flags().StringVar(&precision, "precision", "q8_0", "of the GGUF file's matrices: f32, f16 or q8_0")
	c.Flags().StringVar(&tokenizer, "tokenizer", "", "the weights' tokenizer, when it is neither beside them nor the one that ships")
	return c
}

// bundle reads the weights named by args, or those that ship, and their
// tokenizer.
func bundle(args []string, tokenizer string) (b *exchange.Bundle, err error) {
	if len(args) > 0 {
		if b, err = exchange.Read(args[0]); err != nil {
			return nil, err
		}
	} else {
		b = &exchange.Bundle{}
		if b.Weights, b.Meta, err = nn.ParseWeights(weights.Model, nil); err != nil {
			return nil, err
		}
	}
	switch {
	case tokenizer != "":
		b.Vocab, err = token.Load(tokenizer)
	case b.Vocab == nil:
		if b.Vocab, err = token.Decode(weights.Tokenizer); err == nil && b.Check() != nil {
			err = fmt.Errorf("the weights were not trained with the tokenizer that ships: name theirs with --tokenizer")
		}
	}
	return b, err
}
