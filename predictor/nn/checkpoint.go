package nn

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// SaveWeights writes named sets of weights of one shape as float32 to path.
// The set "" has the names that other engines know; those of a set "x" are
// prefixed with "x.". meta is kept beside the config.
func SaveWeights(path string, meta map[string]string, sets map[string]*Weights) error {
	w, ok := sets[""]
	if !ok {
		return fmt.Errorf("write %s: no weights", path)
	}
	config, err := json.Marshal(w.Config)
	if err != nil {
		return err
	}
	all := map[string]string{"format": "pt"}
	maps.Copy(all, meta)
	all[configKey] = string(config)
	var blobs []blob
	for _, prefix := range sortedKeys(sets) {
		for _, t := range sets[prefix].Tensors() {
			blobs = append(blobs, blob{prefixed(prefix, t.Name), "F32", t.Shape, float32Bytes(t.Data)})
		}
	}
	return WriteFile(path, func(f io.Writer) error { return writeContainer(f, all, blobs) })
}

// LoadWeights reads the sets that SaveWeights wrote, and the metadata.
func LoadWeights(path string, sets ...string) (map[string]*Weights, map[string]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	c, err := openContainer(b)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	config, err := c.config()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	all := map[string]*Weights{}
	for _, prefix := range sets {
		w := NewWeights(config)
		for _, t := range w.Tensors() {
			b, err := c.tensor(prefixed(prefix, t.Name), "F32", 4, t.Shape...)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", path, err)
			}
			readFloat32(b, t.Data)
		}
		all[prefix] = w
	}
	return all, c.meta, nil
}

func prefixed(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
