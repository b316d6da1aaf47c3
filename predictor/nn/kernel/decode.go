package kernel

/*
#include <stdlib.h>
#include "decode.h"

static void d_row_sums(const int8_t *w, int out, int in, int32_t *sum) { augur_decoder->row_sums(w, out, in, sum); }
static void d_product(const int8_t *w, const float *scale, const int32_t *sum, int out, int in, const int8_t *x, const float *xs, int n, float *y, int acc) { augur_decoder->product(w, scale, sum, out, in, x, xs, n, y, acc); }
static void d_norm(const float *x, const float *w, int n, int d, float eps, int8_t *q, float *qs) { augur_decoder->norm(x, w, n, d, eps, q, qs); }
static void d_quantise(const float *x, int n, int d, int8_t *q, float *qs) { augur_decoder->quantise(x, n, d, q, qs); }
static void d_heads(float *x, int ld, int n, int heads, int hd, const float *w, float eps, const float *cs, int pos, float scale) { augur_decoder->heads(x, ld, n, heads, hd, w, eps, cs, pos, scale); }
static void d_remember(const float *k, const float *v, int ld, int n, int groups, int hd, float *kc, float *vc, int cap, int pos) { augur_decoder->remember(k, v, ld, n, groups, hd, kc, vc, cap, pos); }
static void d_attend(const float *q, int ld, int n, int heads, int groups, int hd, const float *kc, const float *vc, int cap, int pos, float *o, float *scratch) { augur_decoder->attend(q, ld, n, heads, groups, hd, kc, vc, cap, pos, o, scratch); }
static void d_swiglu(const float *g, const float *u, int n, int ff, int8_t *q, float *qs, float *scratch) { augur_decoder->swiglu(g, u, n, ff, q, qs, scratch); }
static float d_exp_sum(const float *x, int n, float *max) { return augur_decoder->exp_sum(x, n, max); }
static const char *d_name(void) { return augur_decoder->name; }
*/
import "C"

import (
	"fmt"
	"unsafe"
)

func init() {
	if err := UseDecoder(""); err != nil {
		panic(err)
	}
}

// UseDecoder chooses the kernels for decoding by name ("portable", "avx2",
// "avx512vnni"), or the best ones for this CPU for "". All give the same
// results. It must not run beside other calls.
func UseDecoder(name string) error {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	if C.augur_use_decoder(s) == 0 {
		return fmt.Errorf("no decoding kernels %q for this CPU", name)
	}
	return nil
}

// DecoderName is the name of the kernels for decoding in use.
func DecoderName() string { return C.GoString(C.d_name()) }

// MaxWidth is the most that a row to be normalised may hold.
const MaxWidth = 1 << 14

func i8(s []int8) *C.int8_t { return (*C.int8_t)(unsafe.SliceData(s)) }

// A Bytes is rows of numbers rounded to eight bits, each row with one scale.
type Bytes struct {
	Data  []int8    // [rows][width]
	Scale []float32 // [rows]
}

// A Matrix is weights [Out][In] of eight bits.
type Matrix struct {
	Bytes
	Out, In int
	sums    []int32 // [Out]: of the rows
}

// NewMatrix wraps weights; in is a multiple of 32.
func NewMatrix(b Bytes, out, in int) Matrix {
	need("weights", len(b.Data), out*in)
	need("scales", len(b.Scale), out)
	m := Matrix{b, out, in, make([]int32, out)}
	C.d_row_sums(i8(b.Data), C.int(out), C.int(in), i32(m.sums))
	return m
}

// Mul sets y [n][Out] to x m^T, or adds that when acc is set.
func (m *Matrix) Mul(x Bytes, n int, y []float32, acc bool) {
	need("x", len(x.Data), n*m.In)
	need("y", len(y), n*m.Out)
	C.d_product(i8(m.Data), f32(m.Scale), i32(m.sums), C.int(m.Out), C.int(m.In), i8(x.Data), f32(x.Scale), C.int(n), f32(y), truth(acc))
}

// Row sets x to row i of the weights.
func (m *Matrix) Row(i int, x []float32) {
	s := m.Scale[i]
	for j, q := range m.Data[i*m.In:][:m.In] {
		x[j] = float32(q) * s
	}
}

// Norm rounds x / rms(x) * w for n rows.
func (b Bytes) Norm(x, w []float32, n int, eps float32) {
	need("x", len(x), n*len(w))
	need("q", len(b.Data), n*len(w))
	C.d_norm(f32(x), f32(w), C.int(n), C.int(len(w)), C.float(eps), i8(b.Data), f32(b.Scale))
}

// Quantise rounds n rows of d numbers.
func (b Bytes) Quantise(x []float32, n, d int) {
	need("x", len(x), n*d)
	need("q", len(b.Data), n*d)
	C.d_quantise(f32(x), C.int(n), C.int(d), i8(b.Data), f32(b.Scale))
}

// SwiGLU rounds silu(gate) * up for n rows of ff.
func (b Bytes) SwiGLU(gate, up []float32, n, ff int, scratch []float32) {
	need("gate", len(gate), n*ff)
	need("up", len(up), n*ff)
	need("q", len(b.Data), n*ff)
	need("scratch", len(scratch), ff)
	C.d_swiglu(f32(gate), f32(up), C.int(n), C.int(ff), i8(b.Data), f32(b.Scale), f32(scratch))
}

// Turn normalises, turns and scales, in place, the heads of n rows that are ld
// apart; the first one is at position pos. r.Pos is not used.
func (r Rotary) Turn(x []float32, ld, n, pos int) {
	need("x", len(x), (n-1)*ld+r.Heads*r.HeadDim)
	need("rope table", len(r.Table), (pos+n)*r.HeadDim)
	C.d_heads(f32(x), C.int(ld), C.int(n), C.int(r.Heads), C.int(r.HeadDim), f32(r.Weight), C.float(r.Eps), f32(r.Table), C.int(pos), C.float(r.Scale))
}

// A Cache holds the keys and values of one layer for Cap positions, a multiple of 16.
type Cache struct {
	Groups, HeadDim, Cap int
	Keys                 []float32 // [Groups][Cap/16][HeadDim][16]
	Values               []float32 // [Groups][Cap][HeadDim]
}

// NewCache makes room for n positions.
func NewCache(groups, headDim, n int) Cache {
	n = (n + 15) / 16 * 16
	return Cache{groups, headDim, n, make([]float32, groups*headDim*n), make([]float32, groups*headDim*n)}
}

// Put keeps the keys and values of n rows, ld apart, for positions from pos on.
func (c *Cache) Put(k, v []float32, ld, n, pos int) {
	need("cache", c.Cap, pos+n)
	need("v", len(v), (n-1)*ld+c.Groups*c.HeadDim)
	C.d_remember(f32(k), f32(v), C.int(ld), C.int(n), C.int(c.Groups), C.int(c.HeadDim), f32(c.Keys), f32(c.Values), C.int(c.Cap), C.int(pos))
}

// Attend sets o [n][heads*HeadDim] for queries ld apart at positions from pos
// on, whose keys and values the cache holds.
func (c *Cache) Attend(q []float32, ld, n, heads, pos int, o, scratch []float32) {
	need("cache", c.Cap, pos+n)
	need("o", len(o), n*heads*c.HeadDim)
	need("scratch", len(scratch), c.Cap)
	C.d_attend(f32(q), C.int(ld), C.int(n), C.int(heads), C.int(c.Groups), C.int(c.HeadDim), f32(c.Keys), f32(c.Values), C.int(c.Cap), C.int(pos), f32(o), f32(scratch))
}

// ExpSum is the largest x and the sum of e^(x - largest).
func ExpSum(x []float32) (largest, sum float32) {
	var m C.float
	s := C.d_exp_sum(f32(x), C.int(len(x)), &m)
	return float32(m), float32(s)
}
