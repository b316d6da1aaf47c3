package nn

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"
)

// The safetensors format: the length of a JSON header as uint64, the header,
// then the tensors' bytes, little-endian, at the offsets that it names.

// maxHeader bounds what a file may make the reader parse.
const maxHeader = 16 << 20

// metadataKey names the entry of the header that is not a tensor.
const metadataKey = "__metadata__"

// configKey names the model's config in the metadata.
const configKey = "config"

type tensorInfo struct {
	DType   string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// A container is a safetensors file in memory.
type container struct {
	meta    map[string]string
	tensors map[string]tensorInfo
	data    []byte
}

// openContainer parses the header of b, which it keeps.
func openContainer(b []byte) (*container, error) {
	if len(b) < 8 {
		return nil, errors.New("not a safetensors file: too short")
	}
	n := binary.LittleEndian.Uint64(b)
	if n > maxHeader || n > uint64(len(b)-8) {
		return nil, fmt.Errorf("not a safetensors file: header of %d bytes", n)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(b[8:8+n], &raw); err != nil {
		return nil, fmt.Errorf("not a safetensors file: %w", err)
	}
	c := &container{tensors: map[string]tensorInfo{}, data: b[8+n:]}
	for name, r := range raw {
		if name == metadataKey {
			if err := json.Unmarshal(r, &c.meta); err != nil {
				return nil, fmt.Errorf("safetensors metadata: %w", err)
			}
			continue
		}
		var t tensorInfo
		if err := json.Unmarshal(r, &t); err != nil {
			return nil, fmt.Errorf("tensor %s: %w", name, err)
		}
		if o := t.Offsets; o[0] < 0 || o[1] < o[0] || o[1] > int64(len(c.data)) {
			return nil, fmt.Errorf("tensor %s lies at %d to %d of %d bytes: the file is cut off", name, o[0], o[1], len(c.data))
		}
		c.tensors[name] = t
	}
	return c, nil
}

// tensor returns the bytes of a tensor that must have that type and shape.
func (c *container) tensor(name, dtype string, size int, shape ...int) ([]byte, error) {
	t, ok := c.tensors[name]
	if !ok {
		return nil, fmt.Errorf("the weights have no tensor %s", name)
	}
	if t.DType != dtype || !slices.Equal(t.Shape, shape) {
		return nil, fmt.Errorf("tensor %s is %s %v, the config wants %s %v", name, t.DType, t.Shape, dtype, shape)
	}
	want := int64(size)
	for _, d := range shape {
		want *= int64(d)
	}
	b := c.data[t.Offsets[0]:t.Offsets[1]]
	if int64(len(b)) != want {
		return nil, fmt.Errorf("tensor %s has %d bytes, its shape wants %d", name, len(b), want)
	}
	return b, nil
}

func (c *container) config() (Config, error) {
	text, ok := c.meta[configKey]
	if !ok {
		return Config{}, fmt.Errorf("the weights' metadata has no %q", configKey)
	}
	return parseConfig(text)
}

// A blob is a tensor to be written.
type blob struct {
	name  string
	dtype string
	shape []int
	data  []byte
}

// writeContainer writes blobs in their order, aligned to 64 bytes.
func writeContainer(w io.Writer, meta map[string]string, blobs []blob) error {
	// The header is written by hand: encoding/json would sort the tensors.
	var h strings.Builder
	m, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	fmt.Fprintf(&h, "{%q:%s", metadataKey, m)
	var at int64
	for _, b := range blobs {
		info, err := json.Marshal(tensorInfo{b.dtype, b.shape, [2]int64{at, at + int64(len(b.data))}})
		if err != nil {
			return err
		}
		fmt.Fprintf(&h, ",%q:%s", b.name, info)
		at += int64(len(b.data))
	}
	h.WriteString("}")
	for (8+h.Len())%64 != 0 {
		h.WriteByte(' ')
	}
	if err := binary.Write(w, binary.LittleEndian, uint64(h.Len())); err != nil {
		return err
	}
	if _, err := io.WriteString(w, h.String()); err != nil {
		return err
	}
	for _, b := range blobs {
		if _, err := w.Write(b.data); err != nil {
			return err
		}
	}
	return nil
}

// WriteFile puts what write writes at path, whole or not at all.
func WriteFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func float32Bytes(x []float32) []byte {
	b := make([]byte, 4*len(x))
	for i, f := range x {
		binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(f))
	}
	return b
}

func readFloat32(b []byte, x []float32) {
	for i := range x {
		x[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

// float32View is b as floats, without a copy where the machine allows it.
func float32View(b []byte) []float32 {
	n := len(b) / 4
	if n > 0 && littleEndian && uintptr(unsafe.Pointer(&b[0]))%4 == 0 {
		return unsafe.Slice((*float32)(unsafe.Pointer(&b[0])), n)
	}
	x := make([]float32, n)
	readFloat32(b, x)
	return x
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1
