package graph

import (
	spago "github.com/nlpodyssey/spago/nn"

	"augur/predictor/nn"
	"augur/predictor/nn/kernel"
)

// A Model is the weights as spaGO parameters.
type Model struct {
	spago.Module
	Embed  *spago.Param
	Layers []*Layer
	Norm   *spago.Param
}

// A Layer is one block; see nn.Layer for the shapes.
type Layer struct {
	spago.Module
	AttnNorm, QKV, QNorm, KNorm, Out, MLPNorm, GateUp, Down *spago.Param
}

// newModel wraps w, which it shares. Models of the same weights have
// gradients of their own, so that each can see other rows.
func newModel(w *nn.Weights) *Model {
	c := w.Config
	d := c.HiddenSize
	m := &Model{Embed: newParam(w.Embed, c.VocabSize, d), Norm: newParam(w.Norm, d, 1)}
	for _, l := range w.Layers {
		m.Layers = append(m.Layers, &Layer{
			AttnNorm: newParam(l.AttnNorm, d, 1),
			QKV:      newParam(l.QKV, c.QKV(), d),
			QNorm:    newParam(l.QNorm, c.HeadDim, 1),
			KNorm:    newParam(l.KNorm, c.HeadDim, 1),
			Out:      newParam(l.Out, d, c.Heads*c.HeadDim),
			MLPNorm:  newParam(l.MLPNorm, d, 1),
			GateUp:   newParam(l.GateUp, 2*c.FeedForward, d),
			Down:     newParam(l.Down, d, c.FeedForward),
		})
	}
	return m
}

// params lists the parameters in a fixed order.
func (m *Model) params() []*spago.Param {
	ps := []*spago.Param{m.Embed}
	for _, l := range m.Layers {
		ps = append(ps, l.AttnNorm, l.QKV, l.QNorm, l.KNorm, l.Out, l.MLPNorm, l.GateUp, l.Down)
	}
	return append(ps, m.Norm)
}

// A packed matrix is a weight [out][in] in the forms that products take.
type packed struct {
	weight  []float32
	out, in int
	forward kernel.Panel // for x w^T
	back    kernel.Panel // for dy w
	half    kernel.Half
}

func newPacked(w []float32, out, in int) *packed {
	return &packed{
		weight: w, out: out, in: in,
		forward: make(kernel.Panel, kernel.PanelLen(in, out, kernel.NR)),
		back:    make(kernel.Panel, kernel.PanelLen(out, in, kernel.NR)),
		half:    make(kernel.Half, out*in),
	}
}

// refresh packs the weight as it is now.
func (p *packed) refresh() {
	kernel.Convert(p.weight, p.in, p.out, p.in, p.half)
	kernel.PackT(p.half, p.in, p.out, p.in, p.forward)
	kernel.Pack(p.half, p.in, p.out, p.in, kernel.NR, p.back)
}

// A packedModel holds every matrix of a model, shared by all workers.
type packedModel struct {
	embed  *packed
	layers []packedLayer
}

type packedLayer struct {
	qkv, out, gateUp, down *packed
}

func newPackedModel(w *nn.Weights) *packedModel {
	c := w.Config
	d := c.HiddenSize
	m := &packedModel{embed: newPacked(w.Embed, c.VocabSize, d)}
	for _, l := range w.Layers {
		m.layers = append(m.layers, packedLayer{
			qkv:    newPacked(l.QKV, c.QKV(), d),
			out:    newPacked(l.Out, d, c.Heads*c.HeadDim),
			gateUp: newPacked(l.GateUp, 2*c.FeedForward, d),
			down:   newPacked(l.Down, d, c.FeedForward),
		})
	}
	return m
}

func (m *packedModel) all() []*packed {
	ps := []*packed{m.embed}
	for _, l := range m.layers {
		ps = append(ps, l.gateUp, l.down, l.qkv, l.out)
	}
	return ps
}
