package nn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"augur/predictor/nn/kernel"
)

func tiny() Config {
	c := NewConfig(70)
	c.HiddenSize, c.Layers, c.Heads, c.KVHeads, c.HeadDim, c.FeedForward, c.MaxPositions = 64, 3, 4, 2, 32, 96, 256
	return c
}

// lively makes random weights whose answers vary.
func lively(c Config, seed uint64) *Weights {
	w := RandomWeights(c, seed)
	for i := range w.Embed {
		w.Embed[i] *= 12
	}
	return w
}

func quantised(t testing.TB, w *Weights) *Model {
	t.Helper()
	var b bytes.Buffer
	if err := WriteQuantised(&b, map[string]string{"tokenizer": "abc"}, w); err != nil {
		t.Fatal(err)
	}
	m, err := LoadModel(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func text(seed uint64, n, vocab int) []uint16 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([]uint16, n)
	for i := range x {
		x[i] = uint16(rng.IntN(vocab))
	}
	return x
}

// plain computes the logits of the last token the slow and simple way, in
// float64 and without rounding the weights.
func plain(w *Weights, tokens []uint16) []float64 {
	c := w.Config
	d := c.HiddenSize
	norm := func(x []float64, weight []float32) []float64 {
		var s float64
		for _, v := range x {
			s += v * v
		}
		r := 1 / math.Sqrt(s/float64(len(x))+c.NormEps)
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = v * r * float64(weight[i])
		}
		return y
	}
	mul := func(m []float32, x []float64) []float64 {
		y := make([]float64, len(m)/len(x))
		for i := range y {
			for j, v := range x {
				y[i] += float64(m[i*len(x)+j]) * v
			}
		}
		return y
	}
	rope := func(x []float64, pos int) []float64 {
		y, half := make([]float64, len(x)), len(x)/2
		for j := range half {
			s, co := math.Sincos(float64(pos) * math.Pow(c.RopeTheta, -float64(j)/float64(half)))
			y[j], y[half+j] = x[j]*co-x[half+j]*s, x[half+j]*co+x[j]*s
		}
		return y
	}
	xs := make([][]float64, len(tokens))
	for i, t := range tokens {
		for _, v := range w.Embed[int(t)*d:][:d] {
			xs[i] = append(xs[i], float64(v))
		}
	}
	for _, l := range w.Layers {
		var keys, vals [][]float64
		for i, x := range xs {
			qkv := mul(l.QKV, norm(x, l.AttnNorm))
			cut := func(head int) []float64 { return qkv[head*c.HeadDim:][:c.HeadDim] }
			var ks, vs []float64
			for g := range c.KVHeads {
				ks = append(ks, rope(norm(cut(c.Heads+g), l.KNorm), i)...)
				vs = append(vs, cut(c.Heads+c.KVHeads+g)...)
			}
			keys, vals = append(keys, ks), append(vals, vs)
			mixed := make([]float64, c.Heads*c.HeadDim)
			for h := range c.Heads {
				q, g := rope(norm(cut(h), l.QNorm), i), h*c.KVHeads/c.Heads*c.HeadDim
				var sum float64
				out := mixed[h*c.HeadDim:][:c.HeadDim]
				for j := range keys {
					var s float64
					for z := range q {
						s += q[z] * keys[j][g+z]
					}
					p := math.Exp(s / math.Sqrt(float64(c.HeadDim)))
					sum += p
					for z := range out {
						out[z] += p * vals[j][g+z]
					}
				}
				for z := range out {
					out[z] /= sum
				}
			}
			y := slices.Clone(x)
			for j, v := range mul(l.Out, mixed) {
				y[j] += v
			}
			gu := mul(l.GateUp, norm(y, l.MLPNorm))
			act := make([]float64, c.FeedForward)
			for j := range act {
				act[j] = gu[j] / (1 + math.Exp(-gu[j])) * gu[c.FeedForward+j]
			}
			for j, v := range mul(l.Down, act) {
				y[j] += v
			}
			xs[i] = y
		}
	}
	return mul(w.Embed, norm(xs[len(xs)-1], w.Norm))
}

func TestLogitsAreThoseOfTheFormulas(t *testing.T) {
	w := lively(tiny(), 1)
	m := quantised(t, w)
	s := m.NewSession(256)
	tokens := text(3, 90, 70)
	if err := s.Append(tokens...); err != nil {
		t.Fatal(err)
	}
	got, want := s.Logits(), plain(w, tokens)
	var off, size float64
	for i := range want {
		off += (float64(got[i]) - want[i]) * (float64(got[i]) - want[i])
		size += want[i] * want[i]
	}
	if r := math.Sqrt(off / size); r > 0.05 {
		t.Errorf("eight bits are off by %.3f of the logits' size", r)
	}
}

func TestEveryPathGivesTheSameLogits(t *testing.T) {
	defer kernel.UseDecoder("")
	m := quantised(t, lively(tiny(), 1))
	tokens := text(3, 140, 70)
	var want []float32
	same := func(what string, got []float32) {
		t.Helper()
		if want == nil {
			want = slices.Clone(got)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: other logits", what)
		}
	}
	for _, name := range []string{"portable", "avx2", "avx512vnni"} {
		if kernel.UseDecoder(name) != nil {
			continue
		}
		s := m.NewSession(256)
		s.Append(tokens...)
		same(name+", at once", s.Logits())
		s.Rewind(100)
		s.Append(text(9, 50, 70)...)
		s.Rewind(100)
		for _, x := range tokens[100:] {
			s.Append(x)
		}
		same(name+", one by one after another question", s.Logits())
		s.Append(5)
		s.Logits()
		s.Rewind(140)
		same(name+", after going back", s.Logits())
		s.Rewind(7)
		if err := s.Prime(tokens); err != nil {
			t.Fatal(err)
		}
		same(name+", primed", s.Logits())
	}
}

func TestSessionLimits(t *testing.T) {
	m := quantised(t, lively(tiny(), 1))
	s := m.NewSession(10)
	if err := s.Append(text(1, 11, 70)...); err == nil || !strings.Contains(err.Error(), "do not fit") {
		t.Errorf("Append beyond the room: %v", err)
	}
	if err := s.Append(1, 70); err == nil || !strings.Contains(err.Error(), "vocabulary of 70") {
		t.Errorf("Append of a token outside the vocabulary: %v", err)
	}
	if s.Len() != 0 || s.Room() != 10 {
		t.Errorf("after failures: %d tokens, room for %d", s.Len(), s.Room())
	}
	if _, err := s.Generate(context.Background(), nil, GenerateOptions{End: 0, Max: 3}); err == nil {
		t.Error("Generate went on from nothing")
	}
}

func TestGreedyTakesTheLikeliest(t *testing.T) {
	w := lively(tiny(), 2)
	m := quantised(t, w)
	s := m.NewSession(256)
	s.Append(text(4, 30, 70)...)
	prompt := text(5, 8, 70)
	o := GenerateOptions{End: 69, Max: 12}
	// Force the end after nine tokens, so that there is an answer.
	end, rest := NewMask(70), NewMask(70)
	end.Add(69)
	for i := range uint16(69) {
		rest.Add(i)
	}
	o.Constrain = func(a []uint16) Mask {
		if len(a) == 9 {
			return end
		}
		return rest
	}
	got, err := s.Generate(context.Background(), prompt, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || len(got[0].Tokens) != 9 || len(got[0].LogProbs) != 10 || s.Len() != 30 {
		t.Fatalf("%d answers, first %v, session of %d", len(got), got[0], s.Len())
	}
	all := append(text(4, 30, 70), prompt...)
	for i, x := range got[0].Tokens {
		logits := plain(w, all)
		best := 0
		for j := range 69 {
			if logits[j] > logits[best] {
				best = j
			}
		}
		if gap := logits[best] - logits[x]; gap > 0.5 {
			t.Errorf("token %d is %d, but %d is likelier by %.2f", i, x, best, gap)
		}
		all = append(all, x)
	}
	scores, err := s.Score(context.Background(), prompt, append(slices.Clone(got[0].Tokens), 69))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(scores, got[0].LogProbs) {
		t.Errorf("scored %v, generated with %v", scores, got[0].LogProbs)
	}
	var sum float64
	for _, x := range scores {
		sum += float64(x)
	}
	if math.Abs(sum-got[0].LogProb) > 1e-6 {
		t.Errorf("LogProb %g, the tokens' sum %g", got[0].LogProb, sum)
	}
}

func TestBestAnswersAreDistinctSortedAndRepeatable(t *testing.T) {
	m := quantised(t, lively(tiny(), 2))
	end := uint16(69)
	three := NewMask(70)
	three.Add(1, 2, 3)
	stop := NewMask(70)
	stop.Add(end)
	o := GenerateOptions{End: end, Max: 4, Best: 12, Constrain: func(a []uint16) Mask {
		if len(a) == 2 {
			return stop
		}
		return three
	}}
	ask := func(before int) string {
		s := m.NewSession(100)
		s.Append(text(1, 20, 70)...)
		for i := range before {
			if _, err := s.Generate(context.Background(), text(uint64(i+50), 9, 70), o); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Generate(context.Background(), text(7, 5, 70), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 9 {
			t.Errorf("%d answers, there are 9", len(got))
		}
		seen := map[string]bool{}
		for i, a := range got {
			seen[fmt.Sprint(a.Tokens)] = true
			if i > 0 && a.LogProb > got[i-1].LogProb {
				t.Error("answers are not sorted")
			}
			scores, err := s.Score(context.Background(), text(7, 5, 70), append(slices.Clone(a.Tokens), end))
			if err != nil || !slices.Equal(scores, a.LogProbs) {
				t.Errorf("answer %v has %v, scored %v (%v)", a.Tokens, a.LogProbs, scores, err)
			}
		}
		if len(seen) != len(got) {
			t.Error("an answer came twice")
		}
		return fmt.Sprint(got)
	}
	if a, b := ask(0), ask(3); a != b {
		t.Errorf("other answers after other questions:\n%s\n%s", a, b)
	}
}

func TestGenerateGivesUp(t *testing.T) {
	m := quantised(t, lively(tiny(), 2))
	s := m.NewSession(100)
	prompt := text(7, 5, 70)
	none := NewMask(70)
	for _, c := range []struct {
		name string
		o    GenerateOptions
	}{
		{"nothing is allowed", GenerateOptions{End: 69, Max: 5, Constrain: func([]uint16) Mask { return none }}},
		{"no length", GenerateOptions{End: 69}},
	} {
		if _, err := s.Generate(context.Background(), prompt, c.o); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("%s: %v, want ErrNoAnswer", c.name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := s.Generate(ctx, prompt, GenerateOptions{End: 69, Max: 80, Constrain: func([]uint16) Mask {
		if n++; n == 3 {
			cancel()
		}
		m := NewMask(70)
		m.Add(4)
		return m
	}})
	if !errors.Is(err, context.Canceled) || n != 3 || s.Len() != 0 {
		t.Errorf("cancelled: %v after %d tokens, session of %d", err, n, s.Len())
	}
}

func TestSavedWeightsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.safetensors")
	w, m := RandomWeights(tiny(), 1), RandomWeights(tiny(), 2)
	if err := SaveWeights(path, map[string]string{"a": "b"}, map[string]*Weights{"": w, "m": m}); err != nil {
		t.Fatal(err)
	}
	sets, meta, err := LoadWeights(path, "", "m")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]*Weights{"": w, "m": m} {
		got := sets[name].Tensors()
		for i, x := range want.Tensors() {
			if !slices.Equal(x.Data, got[i].Data) {
				t.Errorf("%s of set %q differs", x.Name, name)
			}
		}
	}
	if meta["a"] != "b" || sets[""].Config.HiddenSize != 64 {
		t.Errorf("metadata %v", meta)
	}
	if _, _, err := LoadWeights(path, "v"); err == nil || !strings.Contains(err.Error(), "no tensor v.model.embed_tokens.weight") {
		t.Errorf("a set that is not there: %v", err)
	}
}

func TestConfigIsThatOfOtherEngines(t *testing.T) {
	b, err := json.Marshal(NewConfig(2048))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"architectures":["Qwen3ForCausalLM"]`, `"model_type":"qwen3"`, `"vocab_size":2048`, `"hidden_size":256`, `"head_dim":64`, `"tie_word_embeddings":true`, `"rms_norm_eps":0.000001`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s lacks %s", b, want)
		}
	}
	n := 0
	for _, x := range NewWeights(tiny()).Tensors() {
		n += len(x.Data)
	}
	if n != tiny().Parameters() {
		t.Errorf("%d weights, Parameters says %d", n, tiny().Parameters())
	}
}

func TestRefusedConfigs(t *testing.T) {
	for _, c := range []struct {
		edit func(c *Config)
		want string
	}{
		{func(c *Config) { c.HiddenSize = 48 }, "hidden_size is 48"},
		{func(c *Config) { c.Layers = 0 }, "num_hidden_layers is 0"},
		{func(c *Config) { c.KVHeads = 3 }, "cannot share"},
		{func(c *Config) { c.ModelType = "gpt2" }, "only \"qwen3\""},
		{func(c *Config) { c.TieEmbeddings = false }, "tie_word_embeddings"},
		{func(c *Config) { c.HiddenSize, c.FeedForward = 1<<20, 1<<20 }, "too large"},
	} {
		x := tiny()
		c.edit(&x)
		if err := x.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Check = %v, want %q", err, c.want)
		}
	}
}

// TestBrokenFiles changes a good file at random: loading must answer with an
// error or a model, and never panic.
func TestBrokenFiles(t *testing.T) {
	var b bytes.Buffer
	if err := WriteQuantised(&b, nil, RandomWeights(tiny(), 1)); err != nil {
		t.Fatal(err)
	}
	good := b.Bytes()
	for _, n := range []int{0, 7, 8, 100, 5000, len(good) - 1} {
		if _, err := LoadModel(good[:n]); err == nil {
			t.Errorf("a file cut to %d bytes loads", n)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	head := 8 + int(good[0]) + int(good[1])<<8
	for range 2000 {
		bad := slices.Clone(good[:head])
		for range 1 + rng.IntN(3) {
			bad[rng.IntN(len(bad))] = byte(rng.IntN(256))
		}
		LoadModel(append(bad, good[head:]...))
	}
	if _, err := OpenModel(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestNothingIsAllocatedForAToken(t *testing.T) {
	s := quantised(t, lively(tiny(), 1)).NewSession(256)
	s.Append(text(3, 50, 70)...)
	if n := testing.AllocsPerRun(100, func() {
		s.Append(7)
		s.Logits()
		s.Rewind(50)
	}); n > 0 {
		t.Errorf("%.0f allocations a token", n)
	}
}

func BenchmarkDecode(b *testing.B) {
	m := quantised(b, RandomWeights(NewConfig(2048), 1))
	defer kernel.UseDecoder("")
	for _, name := range []string{"portable", "avx2", "avx512vnni"} {
		if kernel.UseDecoder(name) != nil {
			continue
		}
		b.Run(name, func(b *testing.B) {
			s := m.NewSession(512)
			prefix := text(1, 200, 2048)
			s.Append(prefix...)
			n := 0
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				s.Append(uint16(n % 2048))
				s.Logits()
				took = append(took, time.Since(start))
				if n++; n%40 == 0 {
					s.Rewind(200)
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "tokens/s")
			// What others run at the same time slows most tokens, but not all.
			slices.Sort(took)
			b.ReportMetric(1/took[len(took)/10].Seconds(), "undisturbed-tokens/s")
		})
		b.Run(name+"/prefill200", func(b *testing.B) {
			s := m.NewSession(512)
			prefix := text(1, 200, 2048)
			for b.Loop() {
				s.Append(prefix...)
				s.Rewind(0)
			}
			b.ReportMetric(float64(200*b.N)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	var buf bytes.Buffer
	if err := WriteQuantised(&buf, nil, RandomWeights(NewConfig(2048), 1)); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(buf.Len())/1e6, "MB")
	for b.Loop() {
		if _, err := LoadModel(buf.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}
