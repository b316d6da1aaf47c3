// Kernels for decoding with weights of eight bits. Like kernel.h, once for
// each instruction set. Sums of products are of integers, and the rest keeps
// to vec.h, so every table gives the same tokens.
#ifndef AUGUR_DECODE_H
#define AUGUR_DECODE_H

#include <stdint.h>

typedef struct {
  const char *name;

  void (*row_sums)(const int8_t *w, int out, int in, int32_t *sum);
  void (*product)(const int8_t *w, const float *scale, const int32_t *sum, int out, int in, const int8_t *x, const float *xs, int n, float *y, int acc);
  void (*norm)(const float *x, const float *w, int n, int d, float eps, int8_t *q, float *qs);
  void (*quantise)(const float *x, int n, int d, int8_t *q, float *qs);
  void (*heads)(float *x, int ld, int n, int heads, int hd, const float *w, float eps, const float *cs, int pos, float scale);
  void (*remember)(const float *k, const float *v, int ld, int n, int groups, int hd, float *kc, float *vc, int cap, int pos);
  void (*attend)(const float *q, int ld, int n, int heads, int groups, int hd, const float *kc, const float *vc, int cap, int pos, float *o, float *scratch);
  void (*swiglu)(const float *g, const float *u, int n, int ff, int8_t *q, float *qs, float *scratch);
  float (*exp_sum)(const float *x, int n, float *max);
} decoder;

extern const decoder augur_decode_portable, augur_decode_avx2, augur_decode_vnni;
extern const decoder *augur_decoder;

int augur_use_decoder(const char *name);

#endif
