package exchange

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"augur/predictor/nn"
	"augur/predictor/token"
)

// The GGUF format, version 3: a header, typed key-value pairs, descriptions of
// the tensors, and their data, each aligned to 32 bytes; all little-endian.
const (
	ggufMagic   = "GGUF"
	ggufVersion = 3
	alignment   = 32
)

// Types of values.
const (
	ggufUint32  = uint32(4)
	ggufInt32   = uint32(5)
	ggufFloat32 = uint32(6)
	ggufBool    = uint32(7)
	ggufString  = uint32(8)
	ggufArray   = uint32(9)
)

// Kinds of tokens.
const (
	normalToken  = int32(1)
	controlToken = int32(3)
	unusedToken  = int32(5)
)

// A Precision is how a GGUF file stores matrices; vectors are always float32.
type Precision struct {
	name     string
	tensor   uint32 // the type of a tensor
	file     uint32 // what general.file_type calls a file of such matrices
	appendTo func(b []byte, x []float32) []byte
}

// The precisions that a file can have.
var (
	F32  = Precision{"f32", 0, 0, appendFloat32}
	F16  = Precision{"f16", 1, 1, appendFloat16}
	Q8_0 = Precision{"q8_0", 8, 7, appendBlocks}
)

// ParsePrecision finds a precision by its name.
func ParsePrecision(name string) (Precision, error) {
	for _, p := range []Precision{F32, F16, Q8_0} {
		if strings.EqualFold(name, p.name) {
			return p, nil
		}
	}
	return Precision{}, fmt.Errorf("no precision %q: take f32, f16 or q8_0", name)
}

// WriteGGUF writes a file for llama.cpp at path, whole or not at all.
func WriteGGUF(path string, b *Bundle, p Precision) error {
	if err := b.Check(); err != nil {
		return err
	}
	return nn.WriteFile(path, func(w io.Writer) error { return encodeGGUF(w, b, p) })
}

// encodeGGUF writes the file's bytes.
func encodeGGUF(w io.Writer, b *Bundle, p Precision) error {
	tensors := b.Weights.Tensors()
	var pairs ggufPairs
	pairs.describe(b, p)
	var head bytes.Buffer
	head.WriteString(ggufMagic)
	put(&head, uint32(ggufVersion), uint64(len(tensors)), uint64(pairs.n))
	head.Write(pairs.Bytes())
	data := make([][]byte, len(tensors))
	var at uint64
	for i, t := range tensors {
		name, err := ggufName(t.Name)
		if err != nil {
			return err
		}
		kind := F32
		if len(t.Shape) > 1 {
			kind = p
		}
		data[i] = kind.appendTo(nil, t.Data)
		putString(&head, name)
		put(&head, uint32(len(t.Shape)))
		for j := range t.Shape { // the shortest stride first
			put(&head, uint64(t.Shape[len(t.Shape)-1-j]))
		}
		put(&head, kind.tensor, at)
		at += uint64(len(data[i])+alignment-1) / alignment * alignment
	}
	head.Write(make([]byte, padding(head.Len())))
	if _, err := w.Write(head.Bytes()); err != nil {
		return err
	}
	for _, d := range data {
		if _, err := w.Write(append(d, make([]byte, padding(len(d)))...)); err != nil {
			return err
		}
	}
	return nil
}

func padding(n int) int { return (alignment - n%alignment) % alignment }

// ggufPairs are key-value pairs as they lie in the file.
type ggufPairs struct {
	bytes.Buffer
	n int
}

func (p *ggufPairs) add(key string, kind uint32, values ...any) {
	p.n++
	putString(p, key)
	put(p, kind)
	for _, v := range values {
		if s, ok := v.(string); ok {
			putString(p, s)
		} else {
			put(p, v)
		}
	}
}

func (p *ggufPairs) strings(key string, values []string) {
	p.add(key, ggufArray, ggufString, uint64(len(values)))
	for _, s := range values {
		putString(p, s)
	}
}

// describe adds what llama.cpp wants to know of a model.
func (p *ggufPairs) describe(b *Bundle, precision Precision) {
	c := b.Weights.Config
	p.add("general.architecture", ggufString, "qwen3")
	p.add("general.name", ggufString, "augur")
	p.add("general.file_type", ggufUint32, precision.file)
	p.add("general.quantization_version", ggufUint32, uint32(2))
	p.add("qwen3.vocab_size", ggufUint32, uint32(c.VocabSize))
	p.add("qwen3.context_length", ggufUint32, uint32(c.MaxPositions))
	p.add("qwen3.embedding_length", ggufUint32, uint32(c.HiddenSize))
	p.add("qwen3.block_count", ggufUint32, uint32(c.Layers))
	p.add("qwen3.feed_forward_length", ggufUint32, uint32(c.FeedForward))
	p.add("qwen3.attention.head_count", ggufUint32, uint32(c.Heads))
	p.add("qwen3.attention.head_count_kv", ggufUint32, uint32(c.KVHeads))
	p.add("qwen3.attention.key_length", ggufUint32, uint32(c.HeadDim))
	p.add("qwen3.attention.value_length", ggufUint32, uint32(c.HeadDim))
	p.add("qwen3.attention.layer_norm_rms_epsilon", ggufFloat32, float32(c.NormEps))
	p.add("qwen3.rope.freq_base", ggufFloat32, float32(c.RopeTheta))

	names, kinds := make([]string, c.VocabSize), make([]int32, c.VocabSize)
	for i := range names {
		switch id := token.ID(i); {
		case i >= b.Vocab.Size():
			names[i], kinds[i] = fmt.Sprintf("<padding %d>", i), unusedToken
		case id < token.Byte(0):
			names[i], kinds[i] = b.Vocab.Name(id), controlToken
		default:
			names[i], kinds[i] = b.Vocab.Name(id), normalToken
		}
	}
	p.add("tokenizer.ggml.model", ggufString, "gpt2") // a byte-level BPE
	p.add("tokenizer.ggml.pre", ggufString, "gpt-2")
	p.strings("tokenizer.ggml.tokens", names)
	p.add("tokenizer.ggml.token_type", ggufArray, ggufInt32, uint64(len(kinds)), kinds)
	p.strings("tokenizer.ggml.merges", b.Vocab.Merges())
	p.add("tokenizer.ggml.eos_token_id", ggufUint32, uint32(token.End))
	p.add("tokenizer.ggml.padding_token_id", ggufUint32, uint32(token.Pad))
	p.add("tokenizer.ggml.add_bos_token", ggufBool, false)
}

// put appends numbers; a buffer takes everything.
func put(w io.Writer, values ...any) {
	for _, v := range values {
		if err := binary.Write(w, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
}

func putString(w io.Writer, s string) {
	put(w, uint64(len(s)), []byte(s))
}

// ggufName is llama.cpp's name of a tensor.
func ggufName(name string) (string, error) {
	switch name {
	case "model.embed_tokens.weight":
		return "token_embd.weight", nil
	case "model.norm.weight":
		return "output_norm.weight", nil
	}
	layer, part, ok := strings.Cut(strings.TrimPrefix(name, "model.layers."), ".")
	short := map[string]string{
		"input_layernorm.weight":          "attn_norm.weight",
		"self_attn.q_proj.weight":         "attn_q.weight",
		"self_attn.k_proj.weight":         "attn_k.weight",
		"self_attn.v_proj.weight":         "attn_v.weight",
		"self_attn.q_norm.weight":         "attn_q_norm.weight",
		"self_attn.k_norm.weight":         "attn_k_norm.weight",
		"self_attn.o_proj.weight":         "attn_output.weight",
		"post_attention_layernorm.weight": "ffn_norm.weight",
		"mlp.gate_proj.weight":            "ffn_gate.weight",
		"mlp.up_proj.weight":              "ffn_up.weight",
		"mlp.down_proj.weight":            "ffn_down.weight",
	}[part]
	if !ok || short == "" {
		return "", fmt.Errorf("tensor %s has no name in GGUF", name)
	}
	return "blk." + layer + "." + short, nil
}

func appendFloat32(b []byte, x []float32) []byte {
	for _, f := range x {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

func appendFloat16(b []byte, x []float32) []byte {
	for _, f := range x {
		b = binary.LittleEndian.AppendUint16(b, nn.Half(f))
	}
	return b
}

// blockSize is how many numbers of a row share a factor; rows are multiples of
// it (see nn.Config.Check).
const blockSize = 32

// appendBlocks appends blocks of a factor of sixteen bits and 32 bytes.
func appendBlocks(b []byte, x []float32) []byte {
	for ; len(x) > 0; x = x[blockSize:] {
		var top float64
		for _, f := range x[:blockSize] {
			top = max(top, math.Abs(float64(f)))
		}
		b = binary.LittleEndian.AppendUint16(b, nn.Half(float32(top/127)))
		for _, f := range x[:blockSize] {
			q := 0.0
			if top > 0 {
				q = math.RoundToEven(float64(f) * 127 / top)
			}
			b = append(b, byte(int8(q)))
		}
	}
	return b
}
