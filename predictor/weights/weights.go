// Package weights holds the trained transformer that ships with Augur; see
// MODEL_CARD.md beside it.
package weights

import _ "embed"

// Model is the transformer with eight-bit weights, in the safetensors format.
//
//go:embed model.safetensors
var Model []byte

// Tokenizer is its vocabulary, in the layout of a Hugging Face tokenizer.json.
//
//go:embed tokenizer.json
var Tokenizer []byte
