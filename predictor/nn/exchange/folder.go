// Package exchange hands weights to other engines and takes them back: folders
// in the layout of the Hugging Face hub, and GGUF files as llama.cpp reads them.
//
// The numbers and the tokens are those that Augur uses. What does not travel is
// how Python source becomes tokens (package token): other engines are to be fed
// the tokens' numbers.
package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"augur/predictor/nn"
	"augur/predictor/token"
)

// Files of a folder.
const (
	weightsFile    = "model.safetensors"
	configFile     = "config.json"
	tokenizerFile  = "tokenizer.json"
	generationFile = "generation_config.json"
	optionsFile    = "tokenizer_config.json"
)

// TokenizerKey names, in the metadata of weights, the fingerprint of the
// tokenizer that they were trained with.
const TokenizerKey = "tokenizer"

// A Bundle is weights with what belongs to them.
type Bundle struct {
	Weights *nn.Weights
	Meta    map[string]string // of the weights' file: progress, calibration, …
	Vocab   *token.Vocab      // nil when reading found none
}

// Check says whether the tokenizer and the weights belong together.
func (b *Bundle) Check() error {
	if n := b.Weights.Config.VocabSize; b.Vocab.Size() > n {
		return fmt.Errorf("a tokenizer of %d tokens does not go with weights for %d", b.Vocab.Size(), n)
	}
	if want, have := b.Meta[TokenizerKey], fingerprint(b.Vocab); want != "" && want != have {
		return fmt.Errorf("the weights were trained with tokenizer %s, this one is %s", want, have)
	}
	return nil
}

func fingerprint(v *token.Vocab) string { return fmt.Sprintf("%x", v.Fingerprint()) }

// hubConfig is a config.json: the shape, and what other engines ask besides.
type hubConfig struct {
	nn.Config
	Start  *int   `json:"bos_token_id"`
	End    int    `json:"eos_token_id"`
	Pad    int    `json:"pad_token_id"`
	DType  string `json:"torch_dtype"`
	Cached bool   `json:"use_cache"`
}

// WriteFolder writes the weights as float32 with their configuration and
// tokenizer into dir, which it makes.
func WriteFolder(dir string, b *Bundle) error {
	if err := b.Check(); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	meta := maps.Clone(b.Meta)
	if meta == nil {
		meta = map[string]string{}
	}
	meta[TokenizerKey] = fingerprint(b.Vocab)
	if err := nn.SaveWeights(filepath.Join(dir, weightsFile), meta, map[string]*nn.Weights{"": b.Weights}); err != nil {
		return err
	}
	tokenizer, err := b.Vocab.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, tokenizerFile), tokenizer, 0o644); err != nil {
		return err
	}
	end, pad := int(token.End), int(token.Pad)
	for name, v := range map[string]any{
		configFile:     hubConfig{Config: b.Weights.Config, End: end, Pad: pad, DType: "float32", Cached: true},
		generationFile: map[string]any{"do_sample": false, "eos_token_id": end, "pad_token_id": pad},
		optionsFile: map[string]any{
			"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": false,
			"model_max_length": b.Weights.Config.MaxPositions,
			"eos_token":        b.Vocab.Name(token.End), "pad_token": b.Vocab.Name(token.Pad),
		},
	} {
		if err := writeJSON(filepath.Join(dir, name), v); err != nil {
			return err
		}
	}
	return nil
}

func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// Read reads a folder in the layout of the hub, or a file of weights, which may
// be of eight bits. A folder's tokenizer is read with it, where it has one.
func Read(path string) (*Bundle, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !fi.IsDir() {
		w, meta, err := nn.ReadWeights(path)
		if err != nil {
			return nil, err
		}
		return &Bundle{Weights: w, Meta: meta}, nil
	}
	return readFolder(path)
}

func readFolder(dir string) (*Bundle, error) {
	config, err := readConfig(filepath.Join(dir, configFile))
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, weightsFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no %s: weights must be in one file of that name", dir, weightsFile)
	}
	if err != nil {
		return nil, err
	}
	b := &Bundle{}
	if b.Weights, b.Meta, err = nn.ParseWeights(data, config); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	b.Vocab, err = token.Load(filepath.Join(dir, tokenizerFile))
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, err
	}
	if err := b.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if b.Meta == nil {
		b.Meta = map[string]string{}
	}
	b.Meta[TokenizerKey] = fingerprint(b.Vocab)
	return b, nil
}

// readConfig reads a config.json; a nil config stands for none, and is then in
// the weights' metadata.
func readConfig(path string) (*nn.Config, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := struct {
		nn.Config
		Scaling *struct {
			Type string `json:"rope_type"`
		} `json:"rope_scaling"`
		// Where later versions of transformers keep what concerns positions.
		Positions *struct {
			Theta float64 `json:"rope_theta"`
			Type  string  `json:"rope_type"`
		} `json:"rope_parameters"`
		Sliding bool `json:"use_sliding_window"`
	}{Config: nn.Config{NormEps: 1e-6, RopeTheta: 10000, HiddenAct: "silu"}}
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	scaled := c.Scaling != nil && c.Scaling.Type != "default"
	if p := c.Positions; p != nil {
		scaled = scaled || p.Type != "" && p.Type != "default"
		if p.Theta != 0 {
			c.RopeTheta = p.Theta
		}
	}
	switch {
	case scaled:
		return nil, fmt.Errorf("%s: scaled positions (rope_scaling) are not supported", path)
	case c.Sliding:
		return nil, fmt.Errorf("%s: use_sliding_window must be false", path)
	}
	if err := c.Config.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &c.Config, nil
}
