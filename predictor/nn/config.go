// Package nn holds Augur's transformer: a decoder of the Qwen3 shape (RMSNorm,
// rotary positions, normalised queries and keys, SwiGLU, tied embeddings, no
// biases), its weights in the safetensors format under the names that other
// engines use, and decoding with eight-bit integers.
//
// Training is in the package graph below this one.
package nn

import (
	"encoding/json"
	"fmt"
)

// Config holds the hyperparameters. Its JSON is that of a Hugging Face
// config.json, so that the weights load elsewhere.
type Config struct {
	Architectures  []string `json:"architectures"`
	ModelType      string   `json:"model_type"`
	VocabSize      int      `json:"vocab_size"`              // V
	HiddenSize     int      `json:"hidden_size"`             // D
	Layers         int      `json:"num_hidden_layers"`       // L
	Heads          int      `json:"num_attention_heads"`     // H
	KVHeads        int      `json:"num_key_value_heads"`     // G
	HeadDim        int      `json:"head_dim"`                // A
	FeedForward    int      `json:"intermediate_size"`       // F
	MaxPositions   int      `json:"max_position_embeddings"` // P
	NormEps        float64  `json:"rms_norm_eps"`
	RopeTheta      float64  `json:"rope_theta"`
	HiddenAct      string   `json:"hidden_act"`
	TieEmbeddings  bool     `json:"tie_word_embeddings"`
	AttentionBias  bool     `json:"attention_bias"`
	Initialisation float64  `json:"initializer_range"`
}

// maxParameters bounds what a file may make the loader allocate.
const maxParameters = 1 << 27

// NewConfig is the usual model over a vocabulary: with 1,500 tokens it has
// 5.2 million parameters.
func NewConfig(vocab int) Config {
	return Config{
		Architectures:  []string{"Qwen3ForCausalLM"},
		ModelType:      "qwen3",
		VocabSize:      vocab,
		HiddenSize:     256,
		Layers:         6,
		Heads:          4,
		KVHeads:        4,
		HeadDim:        64,
		FeedForward:    704,
		MaxPositions:   1024,
		NormEps:        1e-6,
		RopeTheta:      10000,
		HiddenAct:      "silu",
		TieEmbeddings:  true,
		Initialisation: 0.02,
	}
}

// Check says what of a config this package cannot run.
func (c Config) Check() error {
	const most = 1 << 20
	for _, d := range []struct {
		name     string
		n, least int
		multiple int
	}{
		{"vocab_size", c.VocabSize, 1, 1},
		{"hidden_size", c.HiddenSize, 32, 32},
		{"num_hidden_layers", c.Layers, 1, 1},
		{"num_attention_heads", c.Heads, 1, 1},
		{"num_key_value_heads", c.KVHeads, 1, 1},
		{"head_dim", c.HeadDim, 32, 32},
		{"intermediate_size", c.FeedForward, 32, 32},
		{"max_position_embeddings", c.MaxPositions, 1, 1},
	} {
		if d.n < d.least || d.n > most || d.n%d.multiple != 0 {
			return fmt.Errorf("config: %s is %d, it must be a multiple of %d from %d to %d", d.name, d.n, d.multiple, d.least, most)
		}
	}
	switch {
	case c.ModelType != "qwen3":
		return fmt.Errorf("config: model_type is %q, only \"qwen3\" is supported", c.ModelType)
	case !c.TieEmbeddings:
		return fmt.Errorf("config: tie_word_embeddings must be true")
	case c.AttentionBias:
		return fmt.Errorf("config: attention_bias must be false")
	case c.HiddenAct != "silu":
		return fmt.Errorf("config: hidden_act is %q, only \"silu\" is supported", c.HiddenAct)
	case c.Heads%c.KVHeads != 0:
		return fmt.Errorf("config: %d heads cannot share %d key-value heads", c.Heads, c.KVHeads)
	case c.VocabSize > 1<<16 || c.Layers > 1<<10 || c.MaxPositions > 1<<16 || c.Parameters() > maxParameters:
		return fmt.Errorf("config: the model is too large")
	case c.NormEps <= 0 || c.RopeTheta <= 1:
		return fmt.Errorf("config: rms_norm_eps and rope_theta must be positive")
	}
	return nil
}

// QKV is the number of columns that queries, keys and values take together.
func (c Config) QKV() int { return (c.Heads + 2*c.KVHeads) * c.HeadDim }

// Parameters is the number of weights.
func (c Config) Parameters() int {
	layer := 2*c.HiddenSize + 2*c.HeadDim + c.QKV()*c.HiddenSize + c.HiddenSize*c.Heads*c.HeadDim + 3*c.FeedForward*c.HiddenSize
	return c.VocabSize*c.HiddenSize + c.Layers*layer + c.HiddenSize
}

func parseConfig(text string) (Config, error) {
	var c Config
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return c, fmt.Errorf("config: %w", err)
	}
	return c, c.Check()
}
