package oracle

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"augur/predictor/adapted"
	"augur/predictor/nn"
	"augur/predictor/weights"
)

// WeightsKey names, in the metadata of an adapter, the hash of the weights that
// it is for.
const WeightsKey = "weights"

// WeightsHash identifies the weights that ship with Augur.
func WeightsHash() string { return fmt.Sprintf("%x", sha256.Sum256(weights.Model)) }

// fitted are the oracles of the projects that were asked about last. Each takes
// as much memory as the shipped one.
var fitted struct {
	sync.Mutex
	by map[*adapted.Entry]*Oracle
}

// maxFitted bounds the oracles that are kept beside the shipped one.
const maxFitted = 2

// For returns the oracle for questions about a file: with the adapter of the
// project around it, if there is one, else the one that ships with Augur.
func For(path string) (*Oracle, error) {
	e := adapted.Find(path)
	if e == nil || !e.Kept {
		return Default()
	}
	fitted.Lock()
	defer fitted.Unlock()
	if o, ok := fitted.by[e]; ok {
		return o, nil
	}
	o, err := fit(e)
	if err != nil {
		adapted.Warn(fmt.Errorf("the shipped weights are used: %w; run augur adapt --project %s again", err, e.Project))
		if o, err = Default(); err != nil {
			return nil, err
		}
	}
	if fitted.by == nil || len(fitted.by) >= maxFitted {
		fitted.by = map[*adapted.Entry]*Oracle{}
	}
	fitted.by[e] = o
	return o, nil
}

// fit merges an adapter into the shipped weights.
func fit(e *adapted.Entry) (*Oracle, error) {
	a, meta, err := nn.LoadAdapter(e.Adapter())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing", e.Adapter())
	}
	if err != nil {
		return nil, err
	}
	if meta[WeightsKey] != WeightsHash() {
		return nil, fmt.Errorf("%s is for the weights of another version of Augur", e.Adapter())
	}
	merged, err := Merge(a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Adapter(), err)
	}
	return New(merged, weights.Tokenizer)
}

// Merge returns the shipped weights with an adapter, in the form that they ship
// in.
func Merge(a *nn.Adapter) ([]byte, error) {
	base, meta, err := nn.ParseWeights(weights.Model, nil)
	if err != nil {
		return nil, err
	}
	if a.Config.Parameters() != base.Config.Parameters() || a.Config.Layers != base.Config.Layers || a.Config.HiddenSize != base.Config.HiddenSize || a.Config.FeedForward != base.Config.FeedForward {
		return nil, errors.New("it is for a model of another shape")
	}
	w := nn.NewWeights(base.Config)
	w.Copy(base)
	a.Compose(w, base)
	var b bytes.Buffer
	if err := nn.WriteQuantised(&b, meta, w); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
