package exchange

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"augur/predictor/nn"
	"augur/predictor/token"
	"augur/predictor/weights"
)

func tiny(t *testing.T) *Bundle {
	t.Helper()
	v := token.Train(map[string]int{" return": 5, " words": 9}, 360)
	c := nn.NewConfig(v.Size())
	c.HiddenSize, c.Layers, c.Heads, c.KVHeads, c.HeadDim, c.FeedForward, c.MaxPositions = 64, 2, 4, 2, 32, 96, 128
	return &Bundle{Weights: nn.RandomWeights(c, 3), Meta: map[string]string{"progress": "{}"}, Vocab: v}
}

func same(t *testing.T, what string, got, want *nn.Weights) {
	t.Helper()
	if got.Config.HiddenSize != want.Config.HiddenSize {
		t.Fatalf("%s: %+v became %+v", what, want.Config, got.Config)
	}
	ts := got.Tensors()
	for i, x := range want.Tensors() {
		if !slices.Equal(x.Data, ts[i].Data) {
			t.Errorf("%s: %s changed", what, x.Name)
		}
	}
}

func TestAFolderComesBack(t *testing.T) {
	b := tiny(t)
	dir := filepath.Join(t.TempDir(), "a", "model")
	if err := WriteFolder(dir, b); err != nil {
		t.Fatal(err)
	}
	got, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "folder", got.Weights, b.Weights)
	if got.Meta["progress"] != "{}" || got.Meta[TokenizerKey] != fingerprint(b.Vocab) || got.Vocab.Fingerprint() != b.Vocab.Fingerprint() {
		t.Errorf("metadata %v, tokenizer %s", got.Meta, fingerprint(got.Vocab))
	}
	// The file alone has its configuration with it.
	if got, err = Read(filepath.Join(dir, "model.safetensors")); err != nil {
		t.Fatal(err)
	}
	same(t, "file", got.Weights, b.Weights)
}

// The weights that ship pass through a folder of float32 and are rounded again.
func TestShippedWeightsSurviveTheTrip(t *testing.T) {
	w, meta, err := nn.ParseWeights(weights.Model, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := token.Decode(weights.Tokenizer)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := WriteFolder(dir, &Bundle{w, meta, v}); err != nil {
		t.Fatal(err)
	}
	got, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := nn.WriteQuantised(&b, got.Meta, got.Weights); err != nil {
		t.Fatal(err)
	}
	answer := func(model []byte) []float32 {
		m, err := nn.LoadModel(model)
		if err != nil {
			t.Fatal(err)
		}
		s := m.NewSession(64)
		if err := s.Append(7, 452, 300, 100, 9); err != nil {
			t.Fatal(err)
		}
		return s.Logits()
	}
	before, after := answer(weights.Model), answer(b.Bytes())
	for i, x := range before {
		if d := x - after[i]; d > 1e-3 || d < -1e-3 {
			t.Fatalf("the score of token %d was %g and is %g", i, x, after[i])
		}
	}
}

func TestConfigsOfOtherWriters(t *testing.T) {
	b := tiny(t)
	for _, c := range []struct {
		name string
		edit func(m map[string]any)
		want string // of the error
		base float64
	}{
		{"as written", func(map[string]any) {}, "", 10000},
		{"positions nested", func(m map[string]any) {
			delete(m, "rope_theta")
			m["rope_parameters"] = map[string]any{"rope_theta": 5000, "rope_type": "default"}
		}, "", 5000},
		{"defaults left out", func(m map[string]any) {
			delete(m, "rope_theta")
			delete(m, "hidden_act")
			m["rope_scaling"] = nil
		}, "", 10000},
		{"scaled", func(m map[string]any) { m["rope_scaling"] = map[string]any{"rope_type": "yarn"} }, "rope_scaling", 0},
		{"sliding", func(m map[string]any) { m["use_sliding_window"] = true }, "use_sliding_window", 0},
		{"another kind", func(m map[string]any) { m["model_type"] = "llama" }, "only \"qwen3\"", 0},
		{"untied", func(m map[string]any) { m["tie_word_embeddings"] = false }, "tie_word_embeddings", 0},
		{"another size", func(m map[string]any) { m["intermediate_size"] = 128 }, "the config wants", 0},
		{"a huge size", func(m map[string]any) { m["vocab_size"], m["hidden_size"] = 60000, 2048 }, "too few", 0},
		{"no number", func(m map[string]any) { m["vocab_size"] = "many" }, "vocab_size", 0},
	} {
		dir := t.TempDir()
		if err := WriteFolder(dir, b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "config.json")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		c.edit(m)
		if err := writeJSON(path, m); err != nil {
			t.Fatal(err)
		}
		got, err := Read(dir)
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		case err == nil && got.Weights.Config.RopeTheta != c.base:
			t.Errorf("%s: rope_theta is %g, want %g", c.name, got.Weights.Config.RopeTheta, c.base)
		}
	}
}

func TestFoldersThatLackSomething(t *testing.T) {
	b := tiny(t)
	for _, c := range []struct{ remove, want string }{
		{"tokenizer.json", ""},
		{"config.json", ""}, // the metadata has it
		{"generation_config.json", ""},
		{"model.safetensors", "has no model.safetensors"},
	} {
		dir := t.TempDir()
		if err := WriteFolder(dir, b); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, c.remove)); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("without %s: %v, want %q", c.remove, err, c.want)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there was read")
	}
}

func TestAnotherTokenizerIsRefused(t *testing.T) {
	b := tiny(t)
	b.Meta[TokenizerKey] = "beef"
	if err := WriteFolder(t.TempDir(), b); err == nil || !strings.Contains(err.Error(), "trained with tokenizer beef") {
		t.Errorf("another fingerprint: %v", err)
	}
	b = tiny(t)
	b.Vocab = token.Train(map[string]int{" return": 5, " words": 9, "assert": 7}, 365)
	if err := WriteGGUF(filepath.Join(t.TempDir(), "x"), b, F32); err == nil || !strings.Contains(err.Error(), "tokens does not go with") {
		t.Errorf("more tokens than embeddings: %v", err)
	}
}
