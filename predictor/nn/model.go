package nn

import (
	"fmt"
	"math"
	"os"
	"unsafe"

	"augur/predictor/nn/kernel"
)

// A Model is weights of eight bits ready for decoding. It is never changed, so
// any number of sessions may share it.
type Model struct {
	config Config
	meta   map[string]string
	embed  kernel.Matrix // [V][D], also the output layer
	layers []modelLayer  // [L]
	norm   []float32     // [D]
	rope   []float32     // [P][A]
}

type modelLayer struct {
	attnNorm       []float32        // [D]
	qkv            [3]kernel.Matrix // [H*A][D], [G*A][D], [G*A][D]
	qNorm, kNorm   []float32        // [A]
	out            kernel.Matrix    // [D][H*A]
	mlpNorm        []float32        // [D]
	gate, up, down kernel.Matrix    // [F][D], [F][D], [D][F]
}

// OpenModel loads a file that SaveQuantised wrote.
func OpenModel(path string) (*Model, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := LoadModel(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// LoadModel reads what WriteQuantised wrote. It keeps b, which must not change
// afterwards, and copies no matrix of it.
func LoadModel(b []byte) (*Model, error) {
	c, err := openContainer(b)
	if err != nil {
		return nil, err
	}
	config, err := c.config()
	if err != nil {
		return nil, err
	}
	if max(config.HiddenSize, config.FeedForward) > kernel.MaxWidth {
		return nil, fmt.Errorf("config: the model is wider than %d", kernel.MaxWidth)
	}
	m := &Model{config: config, meta: c.meta, layers: make([]modelLayer, config.Layers)}
	r := reader{c: c}
	d, q, k, f := config.HiddenSize, config.Heads*config.HeadDim, config.KVHeads*config.HeadDim, config.FeedForward
	m.embed = r.matrix("model.embed_tokens.weight", config.VocabSize, d)
	for i := range m.layers {
		l, p := &m.layers[i], fmt.Sprintf("model.layers.%d.", i)
		l.attnNorm = r.vector(p+"input_layernorm.weight", d)
		l.qkv = [3]kernel.Matrix{
			r.matrix(p+"self_attn.q_proj.weight", q, d),
			r.matrix(p+"self_attn.k_proj.weight", k, d),
			r.matrix(p+"self_attn.v_proj.weight", k, d),
		}
		l.qNorm = r.vector(p+"self_attn.q_norm.weight", config.HeadDim)
		l.kNorm = r.vector(p+"self_attn.k_norm.weight", config.HeadDim)
		l.out = r.matrix(p+"self_attn.o_proj.weight", d, q)
		l.mlpNorm = r.vector(p+"post_attention_layernorm.weight", d)
		l.gate = r.matrix(p+"mlp.gate_proj.weight", f, d)
		l.up = r.matrix(p+"mlp.up_proj.weight", f, d)
		l.down = r.matrix(p+"mlp.down_proj.weight", d, f)
	}
	m.norm = r.vector("model.norm.weight", d)
	if r.err != nil {
		return nil, r.err
	}
	m.rope = config.RopeTable(config.MaxPositions)
	return m, nil
}

// Config is the model's shape.
func (m *Model) Config() Config { return m.config }

// Meta is what was kept beside the weights under key.
func (m *Model) Meta(key string) string { return m.meta[key] }

// A reader takes tensors out of a container until one is wrong.
type reader struct {
	c   *container
	err error
}

func (r *reader) bytes(name, dtype string, size int, shape ...int) []byte {
	if r.err != nil {
		return nil
	}
	b, err := r.c.tensor(name, dtype, size, shape...)
	r.err = err
	return b
}

func (r *reader) vector(name string, n int) []float32 {
	x := float32View(r.bytes(name, "F32", 4, n))
	for _, v := range x {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			r.err = fmt.Errorf("tensor %s is not finite", name)
		}
	}
	return x
}

func (r *reader) matrix(name string, out, in int) kernel.Matrix {
	b := r.bytes(name, "I8", 1, out, in)
	scale := r.vector(name+scaleSuffix, out)
	if r.err != nil {
		return kernel.Matrix{}
	}
	data := unsafe.Slice((*int8)(unsafe.Pointer(&b[0])), len(b))
	return kernel.NewMatrix(kernel.Bytes{Data: data, Scale: scale}, out, in)
}
