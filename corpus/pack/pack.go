// Package pack defines the shards that training reads: rows of a fixed length,
// each holding several functions, each function its source once and then
// several queries about it.
//
// A shard is a little-endian file: a header of 32 bytes (see Header), then the
// rows one after the other, each of five uint16 arrays of the row's length:
//
//	tok   the token
//	fn    the function that it belongs to, from 1; 0 is padding
//	qi    the query that it belongs to, from 1; 0 is the function's source
//	pos   its position: a query's positions go on from the end of its source
//	task  the task whose answer it belongs to, from 1; 0 where no loss is taken
//
// A token attends to the earlier tokens of the same function that are source
// or of the same query, so every query sees its source and itself alone, and
// decoding one query after a cached source gives what training saw.
package pack

import (
	"encoding/binary"
	"fmt"
)

const (
	magic      = "AUGP"
	version    = 1
	headerSize = 32
	arrays     = 5
)

// A Header describes a shard. On disk it is the magic "AUGP", then version,
// row length, rows and vocabulary size as uint32, a fingerprint as uint64 and
// four bytes of zero.
type Header struct {
	RowLen      int    // tokens in a row
	Rows        int    // rows in the shard; the Writer counts them
	Vocab       int    // tokens are below this
	Fingerprint uint64 // of the tokenizer that made the tokens; 0 is unknown
}

func (h Header) encode() []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	binary.LittleEndian.PutUint32(b[4:], version)
	binary.LittleEndian.PutUint32(b[8:], uint32(h.RowLen))
	binary.LittleEndian.PutUint32(b[12:], uint32(h.Rows))
	binary.LittleEndian.PutUint32(b[16:], uint32(h.Vocab))
	binary.LittleEndian.PutUint64(b[20:], h.Fingerprint)
	return b
}

func decodeHeader(b []byte) (Header, error) {
	if len(b) < headerSize || string(b[:4]) != magic {
		return Header{}, fmt.Errorf("not a packed shard (no %q at its start)", magic)
	}
	if v := binary.LittleEndian.Uint32(b[4:]); v != version {
		return Header{}, fmt.Errorf("packed shard of version %d, this program reads version %d: pack the data again", v, version)
	}
	h := Header{
		RowLen:      int(binary.LittleEndian.Uint32(b[8:])),
		Rows:        int(binary.LittleEndian.Uint32(b[12:])),
		Vocab:       int(binary.LittleEndian.Uint32(b[16:])),
		Fingerprint: binary.LittleEndian.Uint64(b[20:]),
	}
	return h, h.check()
}

func (h Header) check() error {
	if h.RowLen < 2 || h.RowLen > 1<<16 {
		return fmt.Errorf("row length %d is outside 2..65536", h.RowLen)
	}
	if h.Vocab < 1 || h.Vocab > 1<<16 {
		return fmt.Errorf("vocabulary size %d is outside 1..65536", h.Vocab)
	}
	return nil
}

func (h Header) rowBytes() int { return arrays * 2 * h.RowLen }

// A Row is one row of a shard; the five slices have the row's length.
type Row struct {
	Tok, Fn, Qi, Pos, Task []uint16
}

// NewRow returns a row of n padding tokens.
func NewRow(n int) *Row {
	b := make([]uint16, arrays*n)
	return &Row{Tok: b[:n:n], Fn: b[n : 2*n : 2*n], Qi: b[2*n : 3*n : 3*n], Pos: b[3*n : 4*n : 4*n], Task: b[4*n:]}
}

func (r *Row) columns() [arrays][]uint16 {
	return [arrays][]uint16{r.Tok, r.Fn, r.Qi, r.Pos, r.Task}
}

// A Query is one question about a function and its answer.
type Query struct {
	Task   uint16   // from 1; chooses the loss weight
	Prompt []uint16 // never empty: its last token predicts the answer's first
	Answer []uint16 // never empty: every token of it is a target
}

// A Group is one function's source and the queries about it. The source may
// be empty, which packs queries that stand alone.
type Group struct {
	Source  []uint16
	Queries []Query
}

// Len is the number of tokens that the group takes in a row.
func (g Group) Len() int {
	n := len(g.Source)
	for _, q := range g.Queries {
		n += len(q.Prompt) + len(q.Answer)
	}
	return n
}

func (g Group) check(h Header) error {
	if n := g.Len(); n > h.RowLen {
		return fmt.Errorf("group of %d tokens does not fit a row of %d: drop queries or cut the source", n, h.RowLen)
	}
	if len(g.Queries) == 0 {
		return fmt.Errorf("group without queries")
	}
	for i, q := range g.Queries {
		if len(q.Prompt) == 0 || len(q.Answer) == 0 || q.Task == 0 {
			return fmt.Errorf("query %d needs a prompt, an answer and a task from 1", i)
		}
		for _, s := range [][]uint16{g.Source, q.Prompt, q.Answer} {
			for _, t := range s {
				if int(t) >= h.Vocab {
					return fmt.Errorf("token %d is outside the vocabulary of %d", t, h.Vocab)
				}
			}
		}
	}
	return nil
}
