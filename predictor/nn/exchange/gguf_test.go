package exchange

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"augur/predictor/nn"
	"augur/predictor/token"
)

// A ggufFile is a file as the format's description says to read it.
type ggufFile struct {
	pairs   map[string]any
	tensors map[string]ggufTensor
	data    []byte
}

type ggufTensor struct {
	shape []uint64
	kind  uint32
	at    uint64
}

type ggufReader struct {
	t *testing.T
	*bytes.Reader
}

func take[T any](r ggufReader) (x T) {
	r.t.Helper()
	if err := binary.Read(r, binary.LittleEndian, &x); err != nil {
		r.t.Fatal(err)
	}
	return x
}

func (r ggufReader) text() string {
	b := make([]byte, take[uint64](r))
	if _, err := io.ReadFull(r, b); err != nil {
		r.t.Fatal(err)
	}
	return string(b)
}

func (r ggufReader) value(kind uint32) any {
	switch kind {
	case ggufUint32:
		return take[uint32](r)
	case ggufInt32:
		return take[int32](r)
	case ggufFloat32:
		return take[float32](r)
	case ggufBool:
		return take[uint8](r) == 1
	case ggufString:
		return r.text()
	case ggufArray:
		element, n := take[uint32](r), take[uint64](r)
		var all []any
		for range n {
			all = append(all, r.value(element))
		}
		return all
	}
	r.t.Fatalf("a value of type %d", kind)
	return nil
}

func parseGGUF(t *testing.T, b []byte) ggufFile {
	t.Helper()
	r := ggufReader{t, bytes.NewReader(b)}
	if magic := take[[4]byte](r); string(magic[:]) != "GGUF" || take[uint32](r) != 3 {
		t.Fatal("no GGUF file of version 3")
	}
	tensors, pairs := take[uint64](r), take[uint64](r)
	f := ggufFile{map[string]any{}, map[string]ggufTensor{}, nil}
	for range pairs {
		key := r.text()
		f.pairs[key] = r.value(take[uint32](r))
	}
	for range tensors {
		name, x := r.text(), ggufTensor{}
		for range take[uint32](r) {
			x.shape = append(x.shape, take[uint64](r))
		}
		x.kind, x.at = take[uint32](r), take[uint64](r)
		if x.at%32 != 0 {
			t.Errorf("tensor %s lies at %d", name, x.at)
		}
		f.tensors[name] = x
	}
	at := len(b) - r.Len()
	f.data = b[(at+31)/32*32:]
	return f
}

// number is element i of a tensor.
func (f ggufFile) number(x ggufTensor, i int) float64 {
	b := f.data[x.at:]
	switch x.kind {
	case 0:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
	case 1:
		return float64(nn.FromHalf(binary.LittleEndian.Uint16(b[2*i:])))
	}
	b = b[i/32*34:]
	return float64(nn.FromHalf(binary.LittleEndian.Uint16(b))) * float64(int8(b[2+i%32]))
}

func TestGGUFHoldsTheWeights(t *testing.T) {
	b := tiny(t)
	for _, c := range []struct {
		p   Precision
		off float64 // of the size of the largest number in a block
	}{{F32, 0}, {F16, 1.0 / 2048}, {Q8_0, 1.0/254 + 1.0/2048}} {
		path := filepath.Join(t.TempDir(), "m.gguf")
		if err := WriteGGUF(path, b, c.p); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := parseGGUF(t, data)
		for key, want := range map[string]any{
			"general.architecture": "qwen3", "qwen3.block_count": uint32(2), "qwen3.embedding_length": uint32(64),
			"qwen3.attention.head_count_kv": uint32(2), "qwen3.attention.key_length": uint32(32),
			"qwen3.rope.freq_base": float32(10000), "qwen3.attention.layer_norm_rms_epsilon": float32(1e-6),
			"tokenizer.ggml.eos_token_id": uint32(token.End), "tokenizer.ggml.add_bos_token": false,
			"general.file_type": c.p.file,
		} {
			if f.pairs[key] != want {
				t.Errorf("%s: %s is %v, want %v", c.p.name, key, f.pairs[key], want)
			}
		}
		if len(f.tensors) != len(b.Weights.Tensors()) {
			t.Errorf("%s: %d tensors", c.p.name, len(f.tensors))
		}
		x := f.tensors["blk.1.ffn_down.weight"]
		if fmt.Sprint(x.shape) != "[96 64]" || x.kind != c.p.tensor {
			t.Errorf("%s: ffn_down is %v of type %d", c.p.name, x.shape, x.kind)
		}
		for i, want := range b.Weights.Layers[1].Down {
			var top float64
			for _, v := range b.Weights.Layers[1].Down[i/32*32:][:32] {
				top = max(top, math.Abs(float64(v)))
			}
			if got := f.number(x, i); math.Abs(got-float64(want)) > top*c.off+1e-9 {
				t.Fatalf("%s: number %d is %g, want %g", c.p.name, i, got, want)
			}
		}
		if n := f.tensors["blk.0.attn_q_norm.weight"]; n.kind != 0 || f.number(n, 31) != 1 {
			t.Errorf("%s: the norm is of type %d", c.p.name, n.kind)
		}
	}
}

func TestGGUFNamesTheTokens(t *testing.T) {
	b := tiny(t)
	b.Weights.Config.VocabSize += 32 // padded, as other trainers do
	w := nn.RandomWeights(b.Weights.Config, 1)
	b.Weights = w
	var out bytes.Buffer
	if err := encodeGGUF(&out, b, F32); err != nil {
		t.Fatal(err)
	}
	f := parseGGUF(t, out.Bytes())
	names, kinds := f.pairs["tokenizer.ggml.tokens"].([]any), f.pairs["tokenizer.ggml.token_type"].([]any)
	if len(names) != w.Config.VocabSize || len(kinds) != len(names) {
		t.Fatalf("%d names, %d kinds of %d tokens", len(names), len(kinds), w.Config.VocabSize)
	}
	for i, want := range map[int]any{0: "<pad>", 10: "<end>", int(token.Byte('a')): "a", b.Vocab.Size(): fmt.Sprintf("<padding %d>", b.Vocab.Size())} {
		if names[i] != want {
			t.Errorf("token %d is %v, want %v", i, names[i], want)
		}
	}
	if kinds[10] != controlToken || kinds[token.Byte('a')] != normalToken || kinds[b.Vocab.Size()] != unusedToken {
		t.Errorf("kinds %v, %v, %v", kinds[10], kinds[token.Byte('a')], kinds[b.Vocab.Size()])
	}
	if m := f.pairs["tokenizer.ggml.merges"].([]any); len(m) != b.Vocab.Size()-int(token.Byte(255))-1 {
		t.Errorf("%d merges", len(m))
	}
}

func TestUnknownPrecision(t *testing.T) {
	if _, err := ParsePrecision("q4"); err == nil || !strings.Contains(err.Error(), "f32, f16 or q8_0") {
		t.Errorf("q4: %v", err)
	}
	if p, err := ParsePrecision("Q8_0"); err != nil || p.tensor != 8 {
		t.Errorf("Q8_0: %v, %v", p.tensor, err)
	}
}
