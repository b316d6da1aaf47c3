package pack

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// openBins is how many half-full rows the Writer keeps to fit groups into:
// with 48, rows of 512 tokens fill to about 98 %.
const openBins = 48

// A Writer packs groups into rows and writes them as they fill, so that the
// memory it takes does not grow with the shard.
type Writer struct {
	h       Header
	path    string
	f       *os.File
	w       *bufio.Writer
	bins    []*bin
	buf     []byte
	row     *Row
	targets int
	tokens  int
}

// A bin is a row being filled.
type bin struct {
	used   int
	groups []Group
}

// Create starts a shard at path. The file appears there when Close returns,
// never half written. h.Rows is ignored.
func Create(path string, h Header) (*Writer, error) {
	h.Rows = 0
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("pack %s: %w", path, err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return nil, err
	}
	w := &Writer{h: h, path: path, f: f, w: bufio.NewWriterSize(f, 1<<20), buf: make([]byte, h.rowBytes()), row: NewRow(h.RowLen)}
	if _, err := w.w.Write(h.encode()); err != nil {
		w.discard()
		return nil, err
	}
	return w, nil
}

// Add packs one group. The Writer keeps its slices until the row is written.
func (w *Writer) Add(g Group) error {
	if err := g.check(w.h); err != nil {
		return err
	}
	n := g.Len()
	best := -1
	for i, b := range w.bins {
		if w.h.RowLen-b.used >= n && (best < 0 || b.used > w.bins[best].used) {
			best = i
		}
	}
	if best < 0 {
		w.bins = append(w.bins, &bin{})
		best = len(w.bins) - 1
	}
	b := w.bins[best]
	b.used += n
	b.groups = append(b.groups, g)
	if b.used > w.h.RowLen-w.h.RowLen/16 {
		return w.flush(best)
	}
	if len(w.bins) > openBins {
		return w.flush(w.fullest())
	}
	return nil
}

func (w *Writer) fullest() int {
	best := 0
	for i, b := range w.bins {
		if b.used > w.bins[best].used {
			best = i
		}
	}
	return best
}

// flush writes bin i as a row and forgets it.
func (w *Writer) flush(i int) error {
	b := w.bins[i]
	w.bins[i] = w.bins[len(w.bins)-1]
	w.bins = w.bins[:len(w.bins)-1]
	for _, c := range w.row.columns() {
		clear(c)
	}
	p := 0
	put := func(toks []uint16, fn, qi, pos int, task uint16) {
		for j, t := range toks {
			w.row.Tok[p], w.row.Fn[p], w.row.Qi[p], w.row.Pos[p], w.row.Task[p] = t, uint16(fn), uint16(qi), uint16(pos+j), task
			p++
		}
	}
	for f, g := range b.groups {
		put(g.Source, f+1, 0, 0, 0)
		for k, q := range g.Queries {
			put(q.Prompt, f+1, k+1, len(g.Source), 0)
			put(q.Answer, f+1, k+1, len(g.Source)+len(q.Prompt), q.Task)
			w.targets += len(q.Answer)
		}
	}
	w.tokens += p
	if w.h.Rows++; w.h.Rows > math.MaxUint32 {
		return fmt.Errorf("pack %s: too many rows for one shard", w.path)
	}
	o := 0
	for _, c := range w.row.columns() {
		for _, v := range c {
			binary.LittleEndian.PutUint16(w.buf[o:], v)
			o += 2
		}
	}
	_, err := w.w.Write(w.buf)
	return err
}

// Stats says what was written so far: rows, tokens that are not padding, and
// tokens that a loss is taken on.
func (w *Writer) Stats() (rows, tokens, targets int) {
	return w.h.Rows, w.tokens, w.targets
}

// Close writes the rows still open and puts the shard in place.
func (w *Writer) Close() error {
	err := w.finish()
	if err != nil {
		w.discard()
		return fmt.Errorf("pack %s: %w", w.path, err)
	}
	return nil
}

func (w *Writer) finish() error {
	for len(w.bins) > 0 {
		if err := w.flush(w.fullest()); err != nil {
			return err
		}
	}
	if err := w.w.Flush(); err != nil {
		return err
	}
	if _, err := w.f.WriteAt(w.h.encode(), 0); err != nil {
		return err
	}
	if err := w.f.Chmod(0o644); err != nil {
		return err
	}
	if err := w.f.Close(); err != nil {
		return err
	}
	return os.Rename(w.f.Name(), w.path)
}

func (w *Writer) discard() {
	w.f.Close()
	os.Remove(w.f.Name())
}
