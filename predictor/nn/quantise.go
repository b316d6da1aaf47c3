package nn

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"unsafe"
)

// Weights of eight bits: a matrix is a tensor of type I8 under its usual name,
// and "name.scale" holds, as F32, the factor of each of its rows.
const scaleSuffix = ".scale"

// SaveQuantised writes w with matrices of eight bits to path. meta is kept
// beside the config.
func SaveQuantised(path string, meta map[string]string, w *Weights) error {
	return WriteFile(path, func(f io.Writer) error { return WriteQuantised(f, meta, w) })
}

// WriteQuantised writes what SaveQuantised puts in a file.
func WriteQuantised(f io.Writer, meta map[string]string, w *Weights) error {
	config, err := json.Marshal(w.Config)
	if err != nil {
		return err
	}
	all := map[string]string{"format": "pt"}
	maps.Copy(all, meta)
	all[configKey] = string(config)
	var blobs []blob
	for _, t := range w.Tensors() {
		if len(t.Shape) == 1 {
			blobs = append(blobs, blob{t.Name, "F32", t.Shape, float32Bytes(t.Data)})
			continue
		}
		q, scale, err := quantise(t.Data, t.Shape[0], t.Shape[1])
		if err != nil {
			return fmt.Errorf("tensor %s: %w", t.Name, err)
		}
		blobs = append(blobs,
			blob{t.Name, "I8", t.Shape, unsafe.Slice((*byte)(unsafe.Pointer(&q[0])), len(q))},
			blob{t.Name + scaleSuffix, "F32", t.Shape[:1], float32Bytes(scale)})
	}
	return writeContainer(f, all, blobs)
}

// quantise rounds each row to multiples of 1/127 of its largest number.
func quantise(x []float32, rows, cols int) ([]int8, []float32, error) {
	q, scale := make([]int8, len(x)), make([]float32, rows)
	for i := range rows {
		row := x[i*cols : (i+1)*cols]
		var top float64
		for _, v := range row {
			top = max(top, math.Abs(float64(v)))
		}
		if math.IsNaN(top) || math.IsInf(top, 0) {
			return nil, nil, fmt.Errorf("row %d is not finite", i)
		}
		if top == 0 {
			continue
		}
		scale[i] = float32(top / 127)
		for j, v := range row {
			q[i*cols+j] = int8(math.RoundToEven(float64(v) * 127 / top))
		}
	}
	return q, scale, nil
}
