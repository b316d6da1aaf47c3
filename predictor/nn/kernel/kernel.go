// Package kernel holds the matrix and element-wise kernels that training runs
// on, written in C and chosen at run time by what the CPU offers: bfloat16
// pairs on AVX-512, float32 on AVX-512, AVX2, and a portable form that the
// compiler vectorises, NEON on arm64.
//
// Matrices are row-major. A product multiplies operands that were packed
// before, so that an operand used twice is packed once; what a packed operand
// looks like depends on the CPU, so packed data never leaves the process.
package kernel

/*
#cgo CFLAGS: -std=c11 -O3 -Wno-psabi
#cgo LDFLAGS: -lm
#include <stdlib.h>
#include "kernel.h"

static void k_convert(const float *x, int ld, int n, int w, void *out) { augur_kernels->convert(x, ld, n, w, out); }
static void k_panel(const void *x, int ld, int k, int w, int p, cell *out) { augur_kernels->panel(x, ld, k, w, p, out); }
static void k_panel_t(const void *x, int ld, int n, int k, cell *out) { augur_kernels->panel_t(x, ld, n, k, out); }
static void k_gemm_rows(const void *a, int lda, const cell *b, float *c, int ldc, int m, int n, int k, int acc) { augur_kernels->gemm_rows(a, lda, b, c, ldc, m, n, k, acc); }
static void k_gemm_panel(const cell *a, const cell *b, float *c, int ldc, int m, int n, int k, int acc) { augur_kernels->gemm_panel(a, b, c, ldc, m, n, k, acc); }
static void k_rmsnorm(const float *x, const float *w, int n, int d, float eps, void *h, float *inv) { augur_kernels->rmsnorm(x, w, n, d, eps, h, inv); }
static void k_rmsnorm_grad(const float *x, const float *w, const float *inv, const float *dh, int n, int d, float *dx, float *dw) { augur_kernels->rmsnorm_grad(x, w, inv, dh, n, d, dx, dw); }
static void k_rope(const float *qkv, int ld, int n, int heads, int hd, const uint16_t *pos, const float *cs, const float *w, float eps, float scale, void *out, int ldo, float *inv) { augur_kernels->rope(qkv, ld, n, heads, hd, pos, cs, w, eps, scale, out, ldo, inv); }
static void k_rope_grad(const float *qkv, int ld, int n, int heads, int hd, const uint16_t *pos, const float *cs, const float *w, const float *inv, float scale, float *dq, int ldd, float *dw) { augur_kernels->rope_grad(qkv, ld, n, heads, hd, pos, cs, w, inv, scale, dq, ldd, dw); }
static void k_swiglu(const float *gu, int n, int ff, void *half, void *a) { augur_kernels->swiglu(gu, n, ff, half, a); }
static void k_swiglu_grad(const void *half, const float *da, int n, int ff, void *dgu) { augur_kernels->swiglu_grad(half, da, n, ff, dgu); }
static void k_attention(const void *q, const void *k, const void *v, int heads, int groups, int hd, const void *sp, int nsp, const void *sg, void *p, float *o, cell *scratch) { augur_kernels->attention(q, k, v, heads, groups, hd, sp, nsp, sg, p, o, scratch); }
static void k_attention_grad(const void *q, const void *k, const void *v, const void *dout, int heads, int groups, int hd, const void *sp, int nsp, const void *sg, const void *p, float *dq, float *dk, float *dv, int ldd, cell *scratch) { augur_kernels->attention_grad(q, k, v, dout, heads, groups, hd, sp, nsp, sg, p, dq, dk, dv, ldd, scratch); }
static void k_cross_entropy(float *l, int ld, int m, int v, const int32_t *t, const float *w, float *loss, int32_t *best) { augur_kernels->cross_entropy(l, ld, m, v, t, w, loss, best); }
static double k_sum_squares(const float *x, int64_t n) { return augur_kernels->sum_squares(x, n); }
static void k_add(float *x, const float *y, int64_t n) { augur_kernels->add(x, y, n); }
static void k_adamw(float *w, const float *g, float *m, float *v, float *ema, int64_t n, float lr, float b1, float b2, float eps, float decay, float c1, float c2, float gs, float er) { augur_kernels->adamw(w, g, m, v, ema, n, lr, b1, b2, eps, decay, c1, c2, gs, er); }
static const char *k_name(void) { return augur_kernels->name; }
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Widths of a panel: the left operand of a product is packed with MR, the
// right one with NR.
const (
	MR = 8
	NR = 32
)

func init() {
	if err := Use(""); err != nil {
		panic(err)
	}
}

// Use chooses the kernels by name ("portable", "avx2", "avx512",
// "avx512bf16"), or the best ones for this CPU for "". What was packed with
// other kernels must be packed again. It must not run beside other calls.
func Use(name string) error {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	if C.augur_use(s) == 0 {
		return fmt.Errorf("no kernels %q for this CPU", name)
	}
	return nil
}

// Name is the name of the kernels in use.
func Name() string { return C.GoString(C.k_name()) }

// Half is a matrix in the form that products take, one element a cell at
// most; its length is counted as if elements were float32.
type Half []uint32

// Panel is a packed operand.
type Panel []uint32

// PanelLen is the length of a panel for k rows of w columns.
func PanelLen(k, w, p int) int { return (w + p - 1) / p * p * k }

// A Span is one function in a packed row: rows S0 to S1 are its source, S1 to
// Q1 its queries, which are segments G0 to G1.
type Span struct {
	S0, S1, Q1, G0, G1 int32
}

// A Segment is one query: rows A to B.
type Segment struct {
	A, B int32
}

func f32(s []float32) *C.float   { return (*C.float)(unsafe.SliceData(s)) }
func i32(s []int32) *C.int32_t   { return (*C.int32_t)(unsafe.SliceData(s)) }
func u16(s []uint16) *C.uint16_t { return (*C.uint16_t)(unsafe.SliceData(s)) }
func half(s Half) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }
func cells(s []uint32) *C.cell   { return (*C.cell)(unsafe.SliceData(s)) }
func need(what string, have, n int) {
	if have < n {
		panic(fmt.Sprintf("kernel: %s has %d elements, want %d", what, have, n))
	}
}

// Convert rounds x, which is [n][w] with rows ld apart, for multiplying.
func Convert(x []float32, ld, n, w int, out Half) {
	need("x", len(x), (n-1)*ld+w)
	need("out", len(out), n*w)
	C.k_convert(f32(x), C.int(ld), C.int(n), C.int(w), half(out))
}

// Pack packs x, which is [k][w] with rows ld apart.
func Pack(x Half, ld, k, w, p int, out Panel) {
	need("panel", len(out), PanelLen(k, w, p))
	C.k_panel(half(x), C.int(ld), C.int(k), C.int(w), C.int(p), cells(out))
}

// PackT packs the transpose of x, which is [n][k] with rows ld apart.
func PackT(x Half, ld, n, k int, out Panel) {
	need("panel", len(out), PanelLen(k, n, NR))
	C.k_panel_t(half(x), C.int(ld), C.int(n), C.int(k), cells(out))
}

// Mul sets c [m][n] to a b, or adds that when acc is set; a is [m][k].
func Mul(a Half, lda int, b Panel, c []float32, ldc, m, n, k int, acc bool) {
	need("b", len(b), PanelLen(k, n, NR))
	need("c", len(c), (m-1)*ldc+n)
	C.k_gemm_rows(half(a), C.int(lda), cells(b), f32(c), C.int(ldc), C.int(m), C.int(n), C.int(k), truth(acc))
}

// MulT adds to c [m][n] the product of the transpose of a, packed with MR, and b.
func MulT(a, b Panel, c []float32, ldc, m, n, k int) {
	need("a", len(a), PanelLen(k, m, MR))
	need("b", len(b), PanelLen(k, n, NR))
	need("c", len(c), (m-1)*ldc+n)
	C.k_gemm_panel(cells(a), cells(b), f32(c), C.int(ldc), C.int(m), C.int(n), C.int(k), 1)
}

func truth(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// RMSNorm sets h to x / rms(x) * w for the n rows of x and keeps 1/rms in inv.
func RMSNorm(x, w []float32, n int, eps float32, h Half, inv []float32) {
	d := len(w)
	need("x", len(x), n*d)
	need("h", len(h), n*d)
	need("inv", len(inv), n)
	C.k_rmsnorm(f32(x), f32(w), C.int(n), C.int(d), C.float(eps), half(h), f32(inv))
}

// RMSNormGrad adds to dx and dw the gradients of x and w.
func RMSNormGrad(x, w, inv, dh []float32, n int, dx, dw []float32) {
	d := len(w)
	need("x", len(x), n*d)
	need("dh", len(dh), n*d)
	need("dx", len(dx), n*d)
	C.k_rmsnorm_grad(f32(x), f32(w), f32(inv), f32(dh), C.int(n), C.int(d), f32(dx), f32(dw))
}

// A Rotary says how heads are normalised and turned before attention.
type Rotary struct {
	Heads, HeadDim int
	Pos            []uint16  // of each row
	Table          []float32 // [position][cosines of HeadDim/2, sines of HeadDim/2]
	Weight         []float32 // [HeadDim] of the norm; nil for none
	Eps, Scale     float32
}

// Rope turns the heads in x, whose rows are ld apart, into out.
func (r Rotary) Rope(x []float32, ld int, out Half, inv []float32) {
	n := len(r.Pos)
	need("x", len(x), (n-1)*ld+r.Heads*r.HeadDim)
	need("out", len(out), n*r.Heads*r.HeadDim)
	need("inv", len(inv), n*r.Heads)
	C.k_rope(f32(x), C.int(ld), C.int(n), C.int(r.Heads), C.int(r.HeadDim), u16(r.Pos), f32(r.Table), f32(r.Weight), C.float(r.Eps), C.float(r.Scale), half(out), C.int(r.Heads*r.HeadDim), f32(inv))
}

// Grad turns dx, the gradient of Rope's output, into that of its input x, and
// adds to dw that of the weight.
func (r Rotary) Grad(x []float32, ld int, inv, dx []float32, ldd int, dw []float32) {
	n := len(r.Pos)
	need("dx", len(dx), (n-1)*ldd+r.Heads*r.HeadDim)
	C.k_rope_grad(f32(x), C.int(ld), C.int(n), C.int(r.Heads), C.int(r.HeadDim), u16(r.Pos), f32(r.Table), f32(r.Weight), f32(inv), C.float(r.Scale), f32(dx), C.int(ldd), f32(dw))
}

// SwiGLU sets a to silu(gate) * up for n rows [gate of ff, up of ff] and keeps those.
func SwiGLU(gu []float32, n, ff int, keep, a Half) {
	need("gu", len(gu), 2*n*ff)
	need("keep", len(keep), 2*n*ff)
	need("a", len(a), n*ff)
	C.k_swiglu(f32(gu), C.int(n), C.int(ff), half(keep), half(a))
}

// SwiGLUGrad sets dgu from da.
func SwiGLUGrad(keep Half, da []float32, n, ff int, dgu Half) {
	need("da", len(da), n*ff)
	need("dgu", len(dgu), 2*n*ff)
	C.k_swiglu_grad(half(keep), f32(da), C.int(n), C.int(ff), half(dgu))
}

// An Attention is the shape of one attention over a packed row.
type Attention struct {
	Heads, KVHeads, HeadDim int
	Spans                   []Span
	Segments                []Segment
}

// ProbsLen bounds the probabilities that Forward keeps for rows of n tokens.
func (a Attention) ProbsLen(n int) int { return a.Heads * n * (n + 2*NR) }

// ScratchLen bounds the scratch for rows of n tokens.
func (a Attention) ScratchLen(n int) int {
	m := n + 2*NR
	return 8*m*m + 8*m*a.HeadDim
}

// Forward sets o from q, k and v; o's rows of no span stay as they are.
func (a Attention) Forward(q, k, v, probs Half, o []float32, scratch []uint32) {
	C.k_attention(half(q), half(k), half(v), C.int(a.Heads), C.int(a.Heads/a.KVHeads), C.int(a.HeadDim), unsafe.Pointer(unsafe.SliceData(a.Spans)), C.int(len(a.Spans)), unsafe.Pointer(unsafe.SliceData(a.Segments)), half(probs), f32(o), cells(scratch))
}

// Grad sets dq and adds to dk and dv, whose rows are ldd apart.
func (a Attention) Grad(q, k, v, do, probs Half, dq, dk, dv []float32, ldd int, scratch []uint32) {
	C.k_attention_grad(half(q), half(k), half(v), half(do), C.int(a.Heads), C.int(a.Heads/a.KVHeads), C.int(a.HeadDim), unsafe.Pointer(unsafe.SliceData(a.Spans)), C.int(len(a.Spans)), unsafe.Pointer(unsafe.SliceData(a.Segments)), half(probs), f32(dq), f32(dk), f32(dv), C.int(ldd), cells(scratch))
}

// CrossEntropy turns logits [len(target)][ld], of which v columns count, into
// their gradient: weight * (softmax - target). It sets each row's loss, which
// is not weighted, and its likeliest token. ld is a multiple of 16.
func CrossEntropy(logits []float32, ld, v int, target []int32, weight, loss []float32, best []int32) {
	m := len(target)
	need("logits", len(logits), m*ld)
	need("weight", len(weight), m)
	need("loss", len(loss), m)
	need("best", len(best), m)
	C.k_cross_entropy(f32(logits), C.int(ld), C.int(m), C.int(v), i32(target), f32(weight), f32(loss), i32(best))
}

// SumSquares is the sum of the squares of x.
func SumSquares(x []float32) float64 {
	return float64(C.k_sum_squares(f32(x), C.int64_t(len(x))))
}

// Add adds y to x.
func Add(x, y []float32) {
	need("x", len(x), len(y))
	C.k_add(f32(x), f32(y), C.int64_t(len(y)))
}

// An Adam is one step of AdamW: M1 and M2 correct the bias of the moments,
// Clip scales the gradient and Average moves the averaged weights.
type Adam struct {
	Rate, Beta1, Beta2, Eps, Decay, M1, M2, Clip, Average float32
}

// Step updates w, its moments m and v, and its average.
func (a Adam) Step(w, g, m, v, average []float32) {
	n := len(w)
	need("g", len(g), n)
	need("m", len(m), n)
	need("v", len(v), n)
	need("average", len(average), n)
	C.k_adamw(f32(w), f32(g), f32(m), f32(v), f32(average), C.int64_t(n), C.float(a.Rate), C.float(a.Beta1), C.float(a.Beta2), C.float(a.Eps), C.float(a.Decay), C.float(a.M1), C.float(a.M2), C.float(a.Clip), C.float(a.Average))
}
