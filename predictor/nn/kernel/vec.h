// Sixteen floats at a time, whatever the registers are. An including file
// defines TARGET, the attribute that lets the compiler use an instruction set,
// and LANES, the floats in its registers.
//
// Every sum is taken in one order and no product is fused with a sum, so the
// results are the same to the last bit on every CPU.
#ifndef AUGUR_VEC_H
#define AUGUR_VEC_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

// GCC never fuses under -std=c11.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#define INLINE static inline __attribute__((always_inline)) TARGET

typedef float v16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t i16 __attribute__((vector_size(64)));

INLINE int up(int n, int to) { return (n + to - 1) / to * to; }

INLINE v16 load(const float *p) { return *(const v16u *)p; }
INLINE void store(float *p, v16 v) { *(v16u *)p = v; }
INLINE v16 splat(float f) { return (v16){f, f, f, f, f, f, f, f, f, f, f, f, f, f, f, f}; }

// load_n loads the first n of sixteen floats and fills up with f.
INLINE v16 load_n(const float *p, int n, float f) {
  float b[16];
  for (int i = 0; i < 16; i++)
    b[i] = i < n ? p[i] : f;
  return load(b);
}

INLINE float sum16(v16 v) {
  float s[8];
  for (int i = 0; i < 8; i++)
    s[i] = v[i] + v[i + 8];
  for (int i = 0; i < 4; i++)
    s[i] += s[i + 4];
  return (s[0] + s[2]) + (s[1] + s[3]);
}

INLINE float max16(v16 v) {
  float m = v[0];
  for (int i = 1; i < 16; i++)
    m = v[i] > m ? v[i] : m;
  return m;
}

INLINE v16 pick(i16 mask, v16 a, v16 b) { return (v16)((mask & (i16)a) | (~mask & (i16)b)); }
INLINE v16 vmax(v16 a, v16 b) { return pick(a > b, a, b); }
INLINE v16 vmin(v16 a, v16 b) { return pick(a < b, a, b); }

// vexp is e^x with a relative error below 3e-7; arguments under -87 give about 1e-38.
INLINE v16 vexp(v16 x) {
  x = vmin(vmax(x, splat(-87.0f)), splat(88.0f));
  const v16 magic = splat(12582912.0f);
  v16 n = (x * splat(1.44269504f) + magic) - magic;
  v16 r = (x - n * splat(0.693359375f)) - n * splat(-2.12194440e-4f);
  v16 p = splat(1.9875691500e-4f);
  p = p * r + splat(1.3981999507e-3f);
  p = p * r + splat(8.3334519073e-3f);
  p = p * r + splat(4.1665795894e-2f);
  p = p * r + splat(1.6666665459e-1f);
  p = p * r + splat(5.0000001201e-1f);
  p = p * r * r + r + splat(1.0f);
  i16 e = (__builtin_convertvector(n, i16) + 127) << 23;
  return p * (v16)e;
}

INLINE v16 vsqrt(v16 x) {
#if LANES == 16
  return (v16)_mm512_sqrt_ps((__m512)x);
#else
  float b[16];
  store(b, x);
#if LANES == 8
  for (int i = 0; i < 16; i += 8)
    _mm256_storeu_ps(b + i, _mm256_sqrt_ps(_mm256_loadu_ps(b + i)));
#elif defined(__x86_64__)
  for (int i = 0; i < 16; i += 4)
    _mm_storeu_ps(b + i, _mm_sqrt_ps(_mm_loadu_ps(b + i)));
#else
  for (int i = 0; i < 16; i++)
    b[i] = sqrtf(b[i]);
#endif
  return load(b);
#endif
}

INLINE v16 sigmoid(v16 x) { return splat(1.0f) / (splat(1.0f) + vexp(-x)); }

#endif
