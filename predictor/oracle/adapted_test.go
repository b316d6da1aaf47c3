package oracle

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"augur/predictor/adapted"
	"augur/predictor/nn"
	"augur/predictor/prompt"
	"augur/predictor/weights"
)

// adapt publishes an entry for a project with an adapter for weights.
func adapt(t *testing.T, project, hash string, kept bool, change func(*nn.Adapter)) *adapted.Entry {
	t.Helper()
	base, _, err := nn.ParseWeights(weights.Model, nil)
	if err != nil {
		t.Fatal(err)
	}
	final, err := adapted.New(project)
	if err != nil {
		t.Fatal(err)
	}
	e, err := final.Stage()
	if err != nil {
		t.Fatal(err)
	}
	a := nn.NewAdapter(base.Config, 2, 1)
	change(a)
	if err := nn.SaveAdapter(e.Adapter(), map[string]string{WeightsKey: hash}, a); err != nil {
		t.Fatal(err)
	}
	e.Kept = kept
	if err := e.Publish(); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestFor(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	shipped, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	get := func(dir string) *Oracle {
		t.Helper()
		o, err := For(filepath.Join(dir, "a.py"))
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	nothing := func(*nn.Adapter) {}
	plain, same, other, old, unused := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	if get(plain) != shipped {
		t.Error("without an entry it is not the shipped oracle")
	}
	adapt(t, same, WeightsHash(), true, nothing)
	adapt(t, other, WeightsHash(), true, func(a *nn.Adapter) {
		for i := range a.Layers[0][0].Up {
			a.Layers[0][0].Up[i] = float32(i%5) - 2
		}
	})
	adapt(t, old, "of another version", true, nothing)
	adapt(t, unused, WeightsHash(), false, nothing)
	if get(old) != shipped || get(unused) != shipped || get(plain) != shipped {
		t.Error("an adapter is used that should not be")
	}
	q := &prompt.Question{Task: prompt.Line, Statement: "x = y + 1", Env: []prompt.Binding{{Name: "y", Repr: "41"}}}
	ask := func(o *Oracle) float64 {
		t.Helper()
		got, err := o.Ask(context.Background(), q, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 {
			return 0
		}
		return got[0].raw
	}
	if o := get(same); o == shipped || ask(o) != ask(shipped) {
		t.Error("an adapter that changes nothing has another answer, or is not used")
	}
	if o := get(other); o == shipped || ask(o) == ask(shipped) || o != get(other) {
		t.Error("an adapter changes nothing, or is merged again each time")
	}
	broken := t.TempDir()
	e := adapt(t, broken, WeightsHash(), true, nothing)
	if err := os.Truncate(e.Adapter(), 100); err != nil {
		t.Fatal(err)
	}
	if get(broken) != shipped {
		t.Error("a damaged adapter is used")
	}
}
