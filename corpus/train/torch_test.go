package train

import (
	"context"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"augur/predictor/nn"
	"augur/predictor/nn/graph"
)

// The program for PyTorch trains on these shards, and this one takes over from
// its checkpoint.
func TestTorchTrainsAndHandsOver(t *testing.T) {
	if testing.Short() {
		t.Skip("PyTorch takes seconds to start")
	}
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "from importlib.util import find_spec as f; exit(not (f('torch') and f('numpy')))").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("no python3 with PyTorch: install python3-torch, or torch and numpy with pip")
	}
	c := small(t)
	m := c.Model
	n := func(i int) string { return strconv.Itoa(i) }
	cmd := exec.Command(python, filepath.Join("..", "..", "predictor", "nn", "torch", "train.py"), "train",
		"--data", strings.Join(c.Data, ","), "--val", "held="+c.Val[0].Path, "--out", c.Out, "--tokens", "6000", "--fall", "0",
		"--batch", n(c.BatchRows), "--warm-up", n(c.WarmUp), "--log-every", n(c.LogEvery), "--val-every", n(c.ValEvery),
		"--hidden", n(m.HiddenSize), "--layers", n(m.Layers), "--heads", n(m.Heads), "--kv-heads", n(m.KVHeads),
		"--head-dim", n(m.HeadDim), "--feed-forward", n(m.FeedForward))
	cmd.Env = append(cmd.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OMP_NUM_THREADS=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("train.py: %v\n%s", err, out)
	}
	h, err := openHistory(filepath.Join(c.Out, LogFile))
	if err != nil {
		t.Fatal(err)
	}
	learnt := h.find("train", "1").points
	if len(learnt) < 2 || learnt[len(learnt)-1].loss > learnt[0].loss {
		t.Errorf("the loss did not fall: %v", learnt)
	}

	// Both measure the same loss on the held-out rows.
	sets, _, err := nn.LoadWeights(filepath.Join(c.Out, WeightsFile), "")
	if err != nil {
		t.Fatal(err)
	}
	data, err := openData(c.Data, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer data.close()
	rows, err := spread(c.Val[0].Path, data, c.ValRows)
	if err != nil {
		t.Fatal(err)
	}
	judge, err := graph.NewEvaluator(sets[""], graph.Options{Workers: 1, RowLen: data.header().RowLen})
	if err != nil {
		t.Fatal(err)
	}
	s, err := judge.Eval(rows)
	if err != nil {
		t.Fatal(err)
	}
	held := h.find("held", "1").points
	theirs, ours := held[len(held)-1], pointOf(moment{}, s.Tasks[0])
	if math.Abs(theirs.loss-ours.loss) > 0.02*ours.loss || math.Abs(theirs.exact-ours.exact) > 0.05 {
		t.Errorf("held out, PyTorch has loss %.4f and %.3f exact, this program %.4f and %.3f", theirs.loss, theirs.exact, ours.loss, ours.exact)
	}

	c.Resume, c.Tokens = true, 30000
	if err := Run(context.Background(), c, io.Discard); err != nil {
		t.Fatal(err)
	}
	if h, err = openHistory(filepath.Join(c.Out, LogFile)); err != nil {
		t.Fatal(err)
	}
	held = h.find("held", "1").points
	if p := held[len(held)-1]; p.exact < 0.9 || p.tokens < 30000 {
		t.Errorf("after going on: %+v, want the held-out answers exact", p)
	}
}
