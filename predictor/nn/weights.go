package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Weights are the parameters as float32. Matrices are [out][in], as other
// engines store them. V, D, … are the sizes named in Config.
type Weights struct {
	Config Config
	Embed  []float32 // [V][D], also the output layer
	Layers []Layer   // [L]
	Norm   []float32 // [D]
}

// A Layer is one block of attention and feed-forward.
type Layer struct {
	AttnNorm []float32 // [D]
	QKV      []float32 // [(H+2G)*A][D]: queries, keys, values
	QNorm    []float32 // [A]
	KNorm    []float32 // [A]
	Out      []float32 // [D][H*A]
	MLPNorm  []float32 // [D]
	GateUp   []float32 // [2*F][D]: gate, up
	Down     []float32 // [D][F]
}

// NewWeights allocates weights of zero.
func NewWeights(c Config) *Weights {
	w := &Weights{Config: c, Embed: make([]float32, c.VocabSize*c.HiddenSize), Norm: make([]float32, c.HiddenSize)}
	for range c.Layers {
		w.Layers = append(w.Layers, Layer{
			AttnNorm: make([]float32, c.HiddenSize),
			QKV:      make([]float32, c.QKV()*c.HiddenSize),
			QNorm:    make([]float32, c.HeadDim),
			KNorm:    make([]float32, c.HeadDim),
			Out:      make([]float32, c.HiddenSize*c.Heads*c.HeadDim),
			MLPNorm:  make([]float32, c.HiddenSize),
			GateUp:   make([]float32, 2*c.FeedForward*c.HiddenSize),
			Down:     make([]float32, c.HiddenSize*c.FeedForward),
		})
	}
	return w
}

// RandomWeights are the weights that training starts from.
func RandomWeights(c Config, seed uint64) *Weights {
	w := NewWeights(c)
	rng := rand.New(rand.NewPCG(seed, 0x5eed))
	fill := func(x []float32, std float64) {
		for i := range x {
			x[i] = float32(rng.NormFloat64() * std)
		}
	}
	ones := func(xs ...[]float32) {
		for _, x := range xs {
			for i := range x {
				x[i] = 1
			}
		}
	}
	fill(w.Embed, c.Initialisation)
	ones(w.Norm)
	in := 0.7 / math.Sqrt(float64(c.HiddenSize))
	// What a block adds to the stream shrinks with the number of blocks.
	residual := 0.5 / math.Sqrt(float64(2*c.Layers))
	for _, l := range w.Layers {
		ones(l.AttnNorm, l.MLPNorm, l.QNorm, l.KNorm)
		fill(l.QKV, in)
		fill(l.Out, residual/math.Sqrt(float64(c.Heads*c.HeadDim)))
		fill(l.GateUp, in)
		fill(l.Down, residual/math.Sqrt(float64(c.FeedForward)))
	}
	return w
}

// A Tensor is a named part of the weights, under the name that other engines
// know it by. Data aliases the weights.
type Tensor struct {
	Name  string
	Shape []int // of one or two dimensions
	Data  []float32
}

// Tensors lists the weights in a fixed order.
func (w *Weights) Tensors() []Tensor {
	c := w.Config
	d, q, k, f := c.HiddenSize, c.Heads*c.HeadDim, c.KVHeads*c.HeadDim, c.FeedForward
	ts := []Tensor{{"model.embed_tokens.weight", []int{c.VocabSize, d}, w.Embed}}
	for i, l := range w.Layers {
		p := fmt.Sprintf("model.layers.%d.", i)
		ts = append(ts,
			Tensor{p + "input_layernorm.weight", []int{d}, l.AttnNorm},
			Tensor{p + "self_attn.q_proj.weight", []int{q, d}, l.QKV[:q*d]},
			Tensor{p + "self_attn.k_proj.weight", []int{k, d}, l.QKV[q*d : (q+k)*d]},
			Tensor{p + "self_attn.v_proj.weight", []int{k, d}, l.QKV[(q+k)*d:]},
			Tensor{p + "self_attn.q_norm.weight", []int{c.HeadDim}, l.QNorm},
			Tensor{p + "self_attn.k_norm.weight", []int{c.HeadDim}, l.KNorm},
			Tensor{p + "self_attn.o_proj.weight", []int{d, q}, l.Out},
			Tensor{p + "post_attention_layernorm.weight", []int{d}, l.MLPNorm},
			Tensor{p + "mlp.gate_proj.weight", []int{f, d}, l.GateUp[:f*d]},
			Tensor{p + "mlp.up_proj.weight", []int{f, d}, l.GateUp[f*d:]},
			Tensor{p + "mlp.down_proj.weight", []int{d, f}, l.Down},
		)
	}
	return append(ts, Tensor{"model.norm.weight", []int{d}, w.Norm})
}

// RopeTable gives, for each of n positions, the cosines and then the sines of
// half a head's angles.
func (c Config) RopeTable(n int) []float32 {
	half := c.HeadDim / 2
	t := make([]float32, n*c.HeadDim)
	for j := range half {
		freq := math.Pow(c.RopeTheta, -float64(2*j)/float64(c.HeadDim))
		for p := range n {
			s, co := math.Sincos(float64(p) * freq)
			t[p*c.HeadDim+j], t[p*c.HeadDim+half+j] = float32(co), float32(s)
		}
	}
	return t
}

// Copy sets w to the values of o, which has the same shape.
func (w *Weights) Copy(o *Weights) {
	from := o.Tensors()
	for i, t := range w.Tensors() {
		copy(t.Data, from[i].Data)
	}
}
