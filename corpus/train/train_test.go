package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"augur/corpus/pack"
	"augur/predictor/nn"
)

// shard writes a shard of questions that have a rule: the answer repeats the
// prompt's second token as often as the first one says.
func shard(t *testing.T, path string, seed uint64, rows int) string {
	t.Helper()
	w, err := pack.Create(path, pack.Header{RowLen: 64, Vocab: 40, Fingerprint: 9})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for {
		g := pack.Group{Source: []uint16{1, uint16(rng.IntN(40))}}
		for range 3 {
			n, v := 1+rng.IntN(3), uint16(10+rng.IntN(20))
			q := pack.Query{Task: 1, Prompt: []uint16{2, uint16(n), v}}
			for range n {
				q.Answer = append(q.Answer, v)
			}
			q.Answer = append(q.Answer, 3)
			g.Queries = append(g.Queries, q)
		}
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
		if n, _, _ := w.Stats(); n >= rows {
			break
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func small(t *testing.T) Config {
	t.Helper()
	dir := t.TempDir()
	c := NewConfig()
	c.Model.HiddenSize, c.Model.Layers, c.Model.Heads, c.Model.KVHeads, c.Model.HeadDim, c.Model.FeedForward = 64, 2, 2, 2, 32, 64
	c.Data = []string{shard(t, filepath.Join(dir, "a.augp"), 1, 60), shard(t, filepath.Join(dir, "b.augp"), 2, 20) + "*2"}
	c.Val = []Validation{{"held", shard(t, filepath.Join(dir, "v.augp"), 3, 10)}}
	c.Out = filepath.Join(dir, "out")
	c.BatchRows, c.WarmUp, c.LogEvery, c.ValEvery = 4, 5, 10, 50
	c.Tokens = 30000
	return c
}

func TestTrainingLearnsARule(t *testing.T) {
	c := small(t)
	var log strings.Builder
	if err := Run(context.Background(), c, &log); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(c.Out, LogFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if lines[0] != strings.Join(columns, ",") {
		t.Errorf("the log begins with %q", lines[0])
	}
	last := strings.Split(lines[len(lines)-1], ",")
	if last[6] != "held" || last[10] < "0.9" {
		t.Errorf("last line %v: want the held-out answers exact\n%s", last, log.String())
	}
	sets, meta, err := nn.LoadWeights(filepath.Join(c.Out, WeightsFile), "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := nn.OpenModel(filepath.Join(c.Out, QuantisedFile))
	if err != nil {
		t.Fatal(err)
	}
	// A source, then a question whose answer repeats 12 three times.
	s := m.NewSession(64)
	if err := s.Append(1, 30); err != nil {
		t.Fatal(err)
	}
	got, err := s.Generate(context.Background(), []uint16{2, 3, 12}, nn.GenerateOptions{End: 3, Max: 8})
	if err != nil || fmt.Sprint(got[0].Tokens) != "[12 12 12]" {
		t.Errorf("decoding the trained rule gives %v, %v", got, err)
	}
	if sets[""].Config.VocabSize != 40 || meta["tokenizer"] != "9" {
		t.Errorf("weights for %d tokens of tokenizer %q", sets[""].Config.VocabSize, meta["tokenizer"])
	}
}

// stopAfter cancels a context at the nth write.
type stopAfter struct {
	n    int
	stop func()
}

func (s *stopAfter) Write(b []byte) (int, error) {
	if s.n--; s.n == 0 {
		s.stop()
	}
	return len(b), nil
}

func TestResumeGoesOnWhereItStopped(t *testing.T) {
	c := small(t)
	c.Workers = 1 // one worker adds in one order
	c.Tokens, c.Val = 8000, nil
	whole := c
	whole.Out += "-whole"
	if err := Run(context.Background(), whole, io.Discard); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if err := Run(ctx, c, &stopAfter{3, cancel}); !errors.Is(err, context.Canceled) {
		t.Fatalf("Run = %v, want it cancelled", err)
	}
	c.Resume = true
	if err := Run(context.Background(), c, io.Discard); err != nil {
		t.Fatal(err)
	}
	a, _, err := nn.LoadWeights(filepath.Join(whole.Out, CheckpointFile), "", "average")
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := nn.LoadWeights(filepath.Join(c.Out, CheckpointFile), "", "average")
	if err != nil {
		t.Fatal(err)
	}
	for set := range a {
		bt := b[set].Tensors()
		for i, x := range a[set].Tensors() {
			for j := range x.Data {
				if x.Data[j] != bt[i].Data[j] {
					t.Fatalf("%s %s[%d]: %g in one go, %g resumed", set, x.Name, j, x.Data[j], bt[i].Data[j])
				}
			}
		}
	}
}

func TestEveryRowOnceAnEpoch(t *testing.T) {
	dir := t.TempDir()
	d, err := openData([]string{shard(t, filepath.Join(dir, "a.augp"), 1, 7), shard(t, filepath.Join(dir, "b.augp"), 2, 5) + "*2"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	n := len(d.index)
	var orders [2]string
	for epoch := range 2 {
		seen := map[place]int{}
		for i := range n {
			if _, err := d.read(epoch*n+i, 1, nil); err != nil {
				t.Fatal(err)
			}
			p := d.index[d.order[i]]
			seen[p]++
			orders[epoch] += string(rune('a' + p.row))
		}
		for p, k := range seen {
			if k != int(p.shard)+1 {
				t.Errorf("epoch %d: row %v seen %d times", epoch, p, k)
			}
		}
	}
	if orders[0] == orders[1] {
		t.Error("both epochs have one order")
	}
}

func TestRateSchedule(t *testing.T) {
	c := NewConfig()
	for _, x := range []struct {
		step int
		done float64
		want float64
	}{{0, 0, 2e-5}, {99, 0, 2e-3}, {500, 0.7, 2e-3}, {500, 0.85, 1e-3}, {500, 1, 2e-5}} {
		if got := c.rate(x.step, x.done); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("rate(%d, %g) = %g, want %g", x.step, x.done, got, x.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, x := range []struct {
		name string
		edit func(c *Config)
		want string
	}{
		{"no data", func(c *Config) { c.Data = nil }, "no training data"},
		{"no end", func(c *Config) { c.Tokens = 0 }, "no end"},
		{"no match", func(c *Config) { c.Data = []string{"/nowhere/*.augp"} }, "no shard matches"},
		{"no checkpoint", func(c *Config) { c.Resume = true }, "resume"},
		{"init and resume", func(c *Config) { c.Resume, c.Init = true, "x" }, "not both"},
		{"odd width", func(c *Config) { c.Model.HiddenSize = 65 }, "hidden_size is 65"},
		{"other tokenizer", func(c *Config) {
			w, err := pack.Create(c.Out+".augp", pack.Header{RowLen: 64, Vocab: 41})
			if err != nil {
				t.Fatal(err)
			}
			w.Close()
			c.Val = []Validation{{"x", c.Out + ".augp"}}
		}, "do not go with"},
	} {
		c := small(t)
		x.edit(&c)
		c.Duration = 0
		err := Run(context.Background(), c, io.Discard)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	c := small(t)
	c.Tokens, c.Duration = 0, 200*time.Millisecond
	start := time.Now()
	if err := Run(context.Background(), c, io.Discard); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("a run of 0.2 s took %v", d)
	}
}
