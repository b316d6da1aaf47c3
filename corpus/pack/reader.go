package pack

import (
	"encoding/binary"
	"fmt"
	"os"
)

// A Reader gives the rows of a shard in any order. It reads a row when asked
// and holds none, and any number of goroutines may use it.
type Reader struct {
	Header
	f *os.File
}

// Open opens a shard and checks that it is whole.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := newReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func newReader(f *os.File) (*Reader, error) {
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, headerSize)
	n, _ := f.ReadAt(b, 0)
	h, err := decodeHeader(b[:n])
	if err != nil {
		return nil, err
	}
	if want := headerSize + int64(h.Rows)*int64(h.rowBytes()); fi.Size() != want {
		return nil, fmt.Errorf("packed shard of %d bytes should have %d for its %d rows: pack the data again", fi.Size(), want, h.Rows)
	}
	return &Reader{Header: h, f: f}, nil
}

// Read fills row, which has the shard's row length, with row i.
func (r *Reader) Read(i int, row *Row) error {
	if i < 0 || i >= r.Rows {
		return fmt.Errorf("row %d of a shard of %d", i, r.Rows)
	}
	if len(row.Tok) != r.RowLen {
		return fmt.Errorf("row of %d tokens read from a shard with rows of %d", len(row.Tok), r.RowLen)
	}
	b := make([]byte, r.rowBytes())
	if _, err := r.f.ReadAt(b, headerSize+int64(i)*int64(len(b))); err != nil {
		return err
	}
	for _, c := range row.columns() {
		for j := range c {
			c[j] = binary.LittleEndian.Uint16(b[2*j:])
		}
		b = b[2*len(c):]
	}
	for _, t := range row.Tok {
		if int(t) >= r.Vocab {
			return fmt.Errorf("row %d holds token %d, outside the vocabulary of %d", i, t, r.Vocab)
		}
	}
	return nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.f.Close() }
