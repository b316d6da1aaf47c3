// Kernels for training the transformer: matrix products, attention and the
// element-wise parts between them. Every function exists once for each
// instruction set; dispatch.c chooses one table of them when the program starts.
//
// Matrices are row-major. A product takes both operands in a packed form:
//
//   elem   what a number is rounded to for multiplying: bfloat16 where the CPU
//          multiplies pairs of those, else float
//   cell   32 bits: two bfloat16 that lie next to each other along the summed
//          dimension k, or one float
//   rows   [m][k] elems, so that a row is k/2 or k cells: the left operand
//   panel  [ceil(w/P)][cells along k][P] cells, padded with zeros: the right
//          operand with P = 32, the left operand transposed with P = 8
#ifndef AUGUR_KERNEL_H
#define AUGUR_KERNEL_H

#include <stdint.h>

typedef uint32_t cell;

// A span is one function in a packed row: its source is rows s0 to s1, its
// queries are rows s1 to q1 and segments g0 to g1.
typedef struct {
  int32_t s0, s1, q1, g0, g1;
} span;

// A segment is one query: rows a to b.
typedef struct {
  int32_t a, b;
} segment;

typedef struct {
  const char *name;
  int elem; // bytes in an elem

  void (*convert)(const float *x, int ld, int n, int w, void *out);
  void (*panel)(const void *x, int ld, int k, int w, int p, cell *out);
  void (*panel_t)(const void *x, int ld, int n, int k, cell *out);
  void (*gemm_rows)(const void *a, int lda, const cell *b, float *c, int ldc, int m, int n, int k, int acc);
  void (*gemm_panel)(const cell *a, const cell *b, float *c, int ldc, int m, int n, int k, int acc);

  void (*rmsnorm)(const float *x, const float *w, int n, int d, float eps, void *h, float *inv);
  void (*rmsnorm_grad)(const float *x, const float *w, const float *inv, const float *dh, int n, int d, float *dx, float *dw);
  void (*rope)(const float *qkv, int ld, int n, int heads, int hd, const uint16_t *pos, const float *cs, const float *w, float eps, float scale, void *out, int ldo, float *inv);
  void (*rope_grad)(const float *qkv, int ld, int n, int heads, int hd, const uint16_t *pos, const float *cs, const float *w, const float *inv, float scale, float *dq, int ldd, float *dw);
  void (*swiglu)(const float *gu, int n, int ff, void *gu_half, void *a);
  void (*swiglu_grad)(const void *gu_half, const float *da, int n, int ff, void *dgu);
  void (*attention)(const void *q, const void *k, const void *v, int heads, int groups, int hd, const span *sp, int nsp, const segment *sg, void *p, float *o, cell *scratch);
  void (*attention_grad)(const void *q, const void *k, const void *v, const void *dout, int heads, int groups, int hd, const span *sp, int nsp, const segment *sg, const void *p, float *dq, float *dk, float *dv, int ld, cell *scratch);
  void (*cross_entropy)(float *logits, int ld, int m, int v, const int32_t *target, const float *weight, float *loss, int32_t *best);
  double (*sum_squares)(const float *x, int64_t n);
  void (*add)(float *x, const float *y, int64_t n);
  void (*adamw)(float *w, const float *g, float *m, float *v, float *ema, int64_t n, float lr, float b1, float b2, float eps, float decay, float c1, float c2, float gscale, float ema_rate);
} table;

extern const table augur_portable, augur_avx2, augur_avx512, augur_bf16;
extern const table *augur_kernels;

// augur_use chooses the table of that name, or the best one for "". It answers
// 0 where this CPU cannot run it.
int augur_use(const char *name);

#endif
