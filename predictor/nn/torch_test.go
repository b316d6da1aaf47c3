package nn

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// torchPython is an interpreter that has PyTorch; without one the test is
// skipped.
func torchPython(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("PyTorch takes seconds to start")
	}
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "from importlib.util import find_spec as f; exit(not (f('torch') and f('numpy')))").Run() == nil {
			return name
		}
	}
	t.Skip("no python3 with PyTorch: install python3-torch, or torch and numpy with pip")
	return ""
}

// The program for PyTorch reads these files and computes the same scores.
func TestTorchGivesTheSameLogits(t *testing.T) {
	python := torchPython(t)
	w := lively(tiny(), 1)
	tokens := text(3, 60, 70)
	var words []string
	for _, x := range tokens {
		words = append(words, fmt.Sprint(x))
	}
	dir := t.TempDir()
	whole, eight := filepath.Join(dir, "w.safetensors"), filepath.Join(dir, "w8.safetensors")
	if err := SaveWeights(whole, nil, map[string]*Weights{"": w}); err != nil {
		t.Fatal(err)
	}
	if err := SaveQuantised(eight, nil, w); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{whole, eight} {
		w, _, err := ReadWeights(path)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(python, filepath.Join("torch", "train.py"), "logits", path)
		c.Env = append(c.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OMP_NUM_THREADS=1")
		c.Stdin = strings.NewReader(strings.Join(words, " "))
		out, err := c.Output()
		if err != nil {
			t.Fatalf("train.py logits: %v\n%s", err, err.(*exec.ExitError).Stderr)
		}
		got, want := strings.Fields(string(out)), plain(w, tokens)
		if len(got) != len(want) {
			t.Fatalf("%d logits, want %d", len(got), len(want))
		}
		for i, x := range want {
			if y, err := strconv.ParseFloat(got[i], 64); err != nil || !(math.Abs(x-y) <= 1e-3) {
				t.Fatalf("%s: the score of token %d is %s, want %g", filepath.Base(path), i, got[i], x)
			}
		}
	}
}
