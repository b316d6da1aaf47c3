package nn

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func smallConfig() Config {
	c := NewConfig(37)
	c.HiddenSize, c.Layers, c.Heads, c.KVHeads, c.HeadDim, c.FeedForward, c.MaxPositions = 32, 2, 2, 1, 32, 64, 64
	return c
}

// A new adapter changes nothing; one with numbers in it adds Up Down to each
// projection and leaves all else alone.
func TestAdapterComposes(t *testing.T) {
	base := RandomWeights(smallConfig(), 1)
	w := NewWeights(base.Config)
	w.Copy(base)
	a := NewAdapter(base.Config, 2, 3)
	a.Compose(w, base)
	for i, x := range w.Tensors() {
		if !slices.Equal(x.Data, base.Tensors()[i].Data) {
			t.Errorf("a new adapter changes %s", x.Name)
		}
	}
	l := &a.Layers[1][3]
	l.Up[5*2+1] = 2 // row 5, second direction
	a.Compose(w, base)
	for i, x := range w.Layers[1].Down {
		want := base.Layers[1].Down[i]
		if i/l.In == 5 {
			want += 2 * l.Down[l.In+i%l.In]
		}
		if x != want {
			t.Fatalf("element %d is %v, want %v", i, x, want)
		}
	}
	if !slices.Equal(w.Layers[0].Down, base.Layers[0].Down) || !slices.Equal(w.Embed, base.Embed) {
		t.Error("another matrix changed too")
	}
}

func TestAdapterFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.safetensors")
	a := NewAdapter(smallConfig(), 2, 3)
	a.Layers[0][0].Up[1] = 7
	if err := SaveAdapter(path, map[string]string{"weights": "x"}, a); err != nil {
		t.Fatal(err)
	}
	b, meta, err := LoadAdapter(path)
	if err != nil {
		t.Fatal(err)
	}
	if meta["weights"] != "x" || b.Rank != 2 || b.Config.Parameters() != a.Config.Parameters() {
		t.Errorf("metadata %v, rank %d", meta, b.Rank)
	}
	for i, x := range b.tensors() {
		if !slices.Equal(x.Data, a.tensors()[i].Data) {
			t.Errorf("%s is not what was saved", x.Name)
		}
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty":     nil,
		"cut off":   whole[:len(whole)-9],
		"text":      []byte("not an adapter at all"),
		"huge rank": []byte(strings.Replace(string(whole), `"rank":"2"`, `"rank":"9"`, 1)),
		"no rank":   []byte(strings.Replace(string(whole), `"rank":"2"`, `"rank":"x"`, 1)),
	} {
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := LoadAdapter(path); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line", name, err)
		}
	}
}
