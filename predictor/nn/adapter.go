package nn

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
)

// An Adapter is a change of low rank to the projections of every block: the
// weight that is used is W + Up Down. It is small beside the weights that it
// changes, and leaving it out undoes it.
type Adapter struct {
	Config Config // of the weights that it is for
	Rank   int
	Layers [][Projections]LowRank // [L]
}

// Projections is how many matrices of a block an adapter changes, in the order
// QKV, Out, GateUp, Down.
const Projections = 4

// A LowRank is the change of one matrix of the shape [out][in].
type LowRank struct {
	Up      []float32 // [out][rank]
	Down    []float32 // [rank][in]
	Out, In int
}

var projectionNames = [Projections]string{"qkv", "out", "gate_up", "down"}

// rankKey names an adapter's rank in the metadata of its file.
const rankKey = "rank"

// maxRank bounds what a file may make the loader allocate.
const maxRank = 256

// Projections lists the matrices of a block that an adapter changes.
func (l *Layer) Projections() [Projections][]float32 {
	return [Projections][]float32{l.QKV, l.Out, l.GateUp, l.Down}
}

// NewAdapter returns an adapter that changes nothing yet. The seed chooses in
// which directions it can learn first.
func NewAdapter(c Config, rank int, seed uint64) *Adapter {
	d, ha, f := c.HiddenSize, c.Heads*c.HeadDim, c.FeedForward
	shapes := [Projections][2]int{{c.QKV(), d}, {d, ha}, {2 * f, d}, {d, f}}
	a := &Adapter{Config: c, Rank: rank}
	rng := rand.New(rand.NewPCG(seed, 0xada9))
	for range c.Layers {
		var layer [Projections]LowRank
		for i, s := range shapes {
			l := LowRank{Up: make([]float32, s[0]*rank), Down: make([]float32, rank*s[1]), Out: s[0], In: s[1]}
			for j := range l.Down {
				l.Down[j] = float32(rng.NormFloat64() / math.Sqrt(float64(s[1])))
			}
			layer[i] = l
		}
		a.Layers = append(a.Layers, layer)
	}
	return a
}

// Compose sets w to what it is with the adapter, where base are the weights
// without it; both have the adapter's shape.
func (a *Adapter) Compose(w, base *Weights) {
	for i := range a.Layers {
		to, from := w.Layers[i].Projections(), base.Layers[i].Projections()
		for j := range a.Layers[i] {
			a.Layers[i][j].compose(to[j], from[j], a.Rank)
		}
	}
}

func (l *LowRank) compose(w, base []float32, rank int) {
	for i := range l.Out {
		row := w[i*l.In : (i+1)*l.In]
		copy(row, base[i*l.In:])
		for r, u := range l.Up[i*rank : (i+1)*rank] {
			if u == 0 {
				continue
			}
			for j, d := range l.Down[r*l.In : (r+1)*l.In] {
				row[j] += u * d
			}
		}
	}
}

// tensors lists the parts of an adapter under the names that its file has.
func (a *Adapter) tensors() []Tensor {
	var ts []Tensor
	for i := range a.Layers {
		for j := range a.Layers[i] {
			l, p := &a.Layers[i][j], fmt.Sprintf("layers.%d.%s.", i, projectionNames[j])
			ts = append(ts, Tensor{p + "up", []int{l.Out, a.Rank}, l.Up}, Tensor{p + "down", []int{a.Rank, l.In}, l.Down})
		}
	}
	return ts
}

// SaveAdapter writes an adapter to path. meta is kept beside it.
func SaveAdapter(path string, meta map[string]string, a *Adapter) error {
	config, err := json.Marshal(a.Config)
	if err != nil {
		return err
	}
	all := map[string]string{"format": "pt"}
	maps.Copy(all, meta)
	all[configKey], all[rankKey] = string(config), fmt.Sprint(a.Rank)
	var blobs []blob
	for _, t := range a.tensors() {
		blobs = append(blobs, blob{t.Name, "F32", t.Shape, float32Bytes(t.Data)})
	}
	return WriteFile(path, func(f io.Writer) error { return writeContainer(f, all, blobs) })
}

// LoadAdapter reads what SaveAdapter wrote, and the metadata.
func LoadAdapter(path string) (*Adapter, map[string]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	a, meta, err := readAdapter(b)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return a, meta, nil
}

func readAdapter(b []byte) (*Adapter, map[string]string, error) {
	c, err := openContainer(b)
	if err != nil {
		return nil, nil, err
	}
	config, err := c.config()
	if err != nil {
		return nil, nil, err
	}
	var rank int
	if _, err := fmt.Sscan(c.meta[rankKey], &rank); err != nil || rank < 1 || rank > maxRank {
		return nil, nil, fmt.Errorf("an adapter of rank %q", c.meta[rankKey])
	}
	a := NewAdapter(config, rank, 0)
	for _, t := range a.tensors() {
		b, err := c.tensor(t.Name, "F32", 4, t.Shape...)
		if err != nil {
			return nil, nil, err
		}
		readFloat32(b, t.Data)
		for _, x := range t.Data {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, nil, fmt.Errorf("tensor %s is not finite", t.Name)
			}
		}
	}
	return a, c.meta, nil
}
