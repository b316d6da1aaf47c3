package nn

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
)

// ReadWeights reads weights of any type that ParseWeights knows from a file.
func ReadWeights(path string) (*Weights, map[string]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	w, meta, err := ParseWeights(b, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, meta, nil
}

// ParseWeights reads a safetensors file in memory as float32, and its metadata.
// Its tensors may be F32, F16, BF16, or matrices of eight bits as
// WriteQuantised writes them. A nil config is taken from the metadata.
func ParseWeights(b []byte, config *Config) (*Weights, map[string]string, error) {
	c, err := openContainer(b)
	if err != nil {
		return nil, nil, err
	}
	if config == nil {
		own, err := c.config()
		if err != nil {
			return nil, nil, err
		}
		config = &own
	} else if err := config.Check(); err != nil {
		return nil, nil, err
	}
	// What the file can't fill is not allocated.
	if embed := "model.embed_tokens.weight"; int64(config.Parameters()) > int64(len(c.data)) {
		return nil, nil, fmt.Errorf("%d bytes of tensors are too few for the config's %d weights (%s should be %v)", len(c.data), config.Parameters(), embed, []int{config.VocabSize, config.HiddenSize})
	}
	w := NewWeights(*config)
	for _, t := range w.Tensors() {
		if err := c.read(t); err != nil {
			return nil, nil, err
		}
	}
	return w, c.meta, nil
}

// read fills t from the tensor of its name, whatever its type.
func (c *container) read(t Tensor) error {
	dtype := c.tensors[t.Name].DType
	size, known := map[string]int{"F32": 4, "F16": 2, "BF16": 2, "I8": 1}[dtype]
	if !known {
		// Says what is missing or wrong.
		dtype, size = "F32", 4
	}
	b, err := c.tensor(t.Name, dtype, size, t.Shape...)
	if err != nil {
		return err
	}
	switch dtype {
	case "F32":
		readFloat32(b, t.Data)
	case "F16":
		for i := range t.Data {
			t.Data[i] = FromHalf(binary.LittleEndian.Uint16(b[2*i:]))
		}
	case "BF16":
		for i := range t.Data {
			t.Data[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(b[2*i:])) << 16)
		}
	case "I8":
		rows := t.Shape[0]
		s, err := c.tensor(t.Name+scaleSuffix, "F32", 4, rows)
		if err != nil {
			return err
		}
		scale := make([]float32, rows)
		readFloat32(s, scale)
		for i, q := range b {
			t.Data[i] = float32(int8(q)) * scale[i/(len(b)/rows)]
		}
	}
	return nil
}
