// The kernels for decoding, included once for each instruction set; see
// impl.h for the macros. VNNI is 1 where the CPU multiplies bytes in fours.
#include "decode.h"
#include "vec.h"

TARGET static void NAME(row_sums)(const int8_t *w, int out, int in, int32_t *sum) {
  for (int i = 0; i < out; i++, w += in) {
    int32_t s = 0;
    for (int j = 0; j < in; j++)
      s += w[j];
    sum[i] = s;
  }
}

// scaled turns an integer sum into the product; the sum is below 2^24 for the
// sizes of a model, so the conversion is exact.
INLINE void scaled(int32_t sum, float ws, float xs, float *y, int acc) {
  float f = (float)sum * (ws * xs);
  *y = acc ? *y + f : f;
}

// product sets y = x w^T, or adds that, for n rows of x; in is a multiple of
// 32. sum holds the sums of the rows of w.
#if VNNI
// dots computes the integer products of 4 rows of w and N rows of x.
#define DOTS(N)                                                                                                                       \
  INLINE void dots##N(const int8_t *w, const int8_t *x, int in, int32_t d[4][N]) {                                                     \
    __m512i s[4][N];                                                                                                                  \
    for (int q = 0; q < 4; q++)                                                                                                       \
      for (int r = 0; r < N; r++)                                                                                                     \
        s[q][r] = _mm512_setzero_si512();                                                                                             \
    const __m512i flip = _mm512_set1_epi8((char)0x80);                                                                                \
    for (int j = 0; j < in; j += 64) {                                                                                                \
      const __mmask64 keep = in - j >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << (in - j)) - 1;                                           \
      __m512i v[N];                                                                                                                   \
      for (int r = 0; r < N; r++)                                                                                                     \
        v[r] = _mm512_xor_si512(_mm512_maskz_loadu_epi8(keep, x + (int64_t)r * in + j), flip);                                        \
      for (int q = 0; q < 4; q++) {                                                                                                   \
        __m512i a = _mm512_maskz_loadu_epi8(keep, w + (int64_t)q * in + j);                                                           \
        for (int r = 0; r < N; r++)                                                                                                   \
          s[q][r] = _mm512_dpbusd_epi32(s[q][r], v[r], a);                                                                            \
      }                                                                                                                               \
    }                                                                                                                                 \
    for (int q = 0; q < 4; q++)                                                                                                       \
      for (int r = 0; r < N; r++)                                                                                                     \
        d[q][r] = _mm512_reduce_add_epi32(s[q][r]);                                                                                   \
  }
DOTS(1)
DOTS(4)
#undef DOTS

#define BLOCK(N)                                                                                         \
  {                                                                                                      \
    int32_t d[4][N];                                                                                     \
    dots##N(w + (int64_t)i * in, x + (int64_t)r * in, in, d);                                            \
    for (int q = 0; q < 4; q++)                                                                          \
      for (int z = 0; z < N; z++)                                                                        \
        scaled(d[q][z] - 128 * sum[i + q], scale[i + q], xs[r + z], y + (int64_t)(r + z) * out + i + q, acc); \
  }
#else
INLINE int32_t dot(const int8_t *a, const int8_t *b, int n) {
#if LANES == 8
  __m256i s = _mm256_setzero_si256(), t = _mm256_setzero_si256();
  for (int j = 0; j < n; j += 32) {
    __m256i a0 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(a + j)));
    __m256i a1 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(a + j + 16)));
    __m256i b0 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(b + j)));
    __m256i b1 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(b + j + 16)));
    s = _mm256_add_epi32(s, _mm256_madd_epi16(a0, b0));
    t = _mm256_add_epi32(t, _mm256_madd_epi16(a1, b1));
  }
  s = _mm256_add_epi32(s, t);
  __m128i u = _mm_add_epi32(_mm256_castsi256_si128(s), _mm256_extracti128_si256(s, 1));
  u = _mm_add_epi32(u, _mm_shuffle_epi32(u, 0x4e));
  u = _mm_add_epi32(u, _mm_shuffle_epi32(u, 0xb1));
  return _mm_cvtsi128_si32(u);
#elif defined(__aarch64__)
  int32x4_t s = vdupq_n_s32(0);
  for (int j = 0; j < n; j += 16) {
    int8x16_t x = vld1q_s8(a + j), y = vld1q_s8(b + j);
    s = vpadalq_s16(s, vmull_s8(vget_low_s8(x), vget_low_s8(y)));
    s = vpadalq_s16(s, vmull_s8(vget_high_s8(x), vget_high_s8(y)));
  }
  return vaddvq_s32(s);
#else
  int32_t s = 0;
  for (int j = 0; j < n; j++)
    s += (int16_t)((int16_t)a[j] * b[j]);
  return s;
#endif
}
#endif

TARGET static void NAME(product)(const int8_t *w, const float *scale, const int32_t *sum, int out, int in, const int8_t *x, const float *xs, int n, float *y, int acc) {
  int i = 0;
#if VNNI
  for (; i + 4 <= out; i += 4) {
    int r = 0;
    for (; r + 4 <= n; r += 4)
      BLOCK(4)
    for (; r < n; r++)
      BLOCK(1)
  }
  for (; i < out; i++)
    for (int r = 0; r < n; r++) {
      const int8_t *a = w + (int64_t)i * in, *b = x + (int64_t)r * in;
      int32_t s = 0;
      for (int j = 0; j < in; j++)
        s += a[j] * b[j];
      scaled(s, scale[i], xs[r], y + (int64_t)r * out + i, acc);
    }
#else
  (void)sum;
  for (; i < out; i++)
    for (int r = 0; r < n; r++)
      scaled(dot(w + (int64_t)i * in, x + (int64_t)r * in, in), scale[i], xs[r], y + (int64_t)r * out + i, acc);
#endif
}
#undef BLOCK

// quantise_row rounds d floats to bytes with one scale.
INLINE void quantise_row(const float *x, int d, int8_t *q, float *qs) {
  v16 m = splat(0);
  for (int j = 0; j < d; j += 16) {
    v16 v = load(x + j);
    m = vmax(m, vmax(v, -v));
  }
  float top = max16(m);
  *qs = top / 127.0f;
  v16 f = splat(top > 0 ? 127.0f / top : 0.0f);
  const v16 magic = splat(12582912.0f);
  for (int j = 0; j < d; j += 16) {
    i16 v = __builtin_convertvector((load(x + j) * f + magic) - magic, i16);
#if LANES == 16
    _mm_storeu_si128((__m128i *)(q + j), _mm512_cvtepi32_epi8((__m512i)v));
#else
    for (int z = 0; z < 16; z++)
      q[j + z] = (int8_t)v[z];
#endif
  }
}

TARGET static void NAME(quantise)(const float *x, int n, int d, int8_t *q, float *qs) {
  for (int i = 0; i < n; i++)
    quantise_row(x + (int64_t)i * d, d, q + (int64_t)i * d, qs + i);
}

enum { MOST_WIDTH = 1 << 14 };

// norm quantises x / rms(x) * w; d is at most MOST_WIDTH.
TARGET static void NAME(norm)(const float *x, const float *w, int n, int d, float eps, int8_t *q, float *qs) {
  float t[MOST_WIDTH];
  for (int i = 0; i < n; i++, x += d) {
    v16 s = splat(0);
    for (int j = 0; j < d; j += 16)
      s += load(x + j) * load(x + j);
    v16 r = splat(1.0f / sqrtf(sum16(s) / d + eps));
    for (int j = 0; j < d; j += 16)
      store(t + j, load(x + j) * r * load(w + j));
    quantise_row(t, d, q + (int64_t)i * d, qs + i);
  }
}

// heads normalises, turns and scales heads in place; row i is at position pos + i.
TARGET static void NAME(heads)(float *x, int ld, int n, int heads, int hd, const float *w, float eps, const float *cs, int pos, float scale) {
  int half = hd / 2;
  for (int i = 0; i < n; i++) {
    const float *c = cs + (int64_t)(pos + i) * hd, *s = c + half;
    for (int h = 0; h < heads; h++) {
      float *a = x + (int64_t)i * ld + h * hd, *b = a + half;
      v16 q = splat(0);
      for (int j = 0; j < hd; j += 16)
        q += load(a + j) * load(a + j);
      v16 f = splat(1.0f / sqrtf(sum16(q) / hd + eps) * scale);
      for (int j = 0; j < half; j += 16) {
        v16 p = load(a + j) * f * load(w + j), r = load(b + j) * f * load(w + half + j);
        store(a + j, p * load(c + j) - r * load(s + j));
        store(b + j, r * load(c + j) + p * load(s + j));
      }
    }
  }
}

// remember puts keys and values into the cache: kc is [group][hd][cap], so
// that scores of sixteen positions come at once, vc is [group][cap][hd].
TARGET static void NAME(remember)(const float *k, const float *v, int ld, int n, int groups, int hd, float *kc, float *vc, int cap, int pos) {
  for (int i = 0; i < n; i++)
    for (int g = 0; g < groups; g++) {
      const float *a = k + (int64_t)i * ld + g * hd;
      float *o = kc + (int64_t)g * hd * cap + pos + i;
      for (int j = 0; j < hd; j++)
        o[(int64_t)j * cap] = a[j];
      memcpy(vc + ((int64_t)g * cap + pos + i) * hd, v + (int64_t)i * ld + g * hd, hd * sizeof(float));
    }
}

// attend mixes the cached values for n rows at pos, pos + 1, …; cap is a
// multiple of 16, and scratch holds cap floats.
TARGET static void NAME(attend)(const float *q, int ld, int n, int heads, int groups, int hd, const float *kc, const float *vc, int cap, int pos, float *o, float *scratch) {
  const v16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  int share = heads / groups;
  for (int i = 0; i < n; i++) {
    int len = pos + i + 1;
    for (int h = 0; h < heads; h++) {
      const float *a = q + (int64_t)i * ld + h * hd;
      const float *k = kc + (int64_t)(h / share) * hd * cap, *v = vc + (int64_t)(h / share) * cap * hd;
      v16 m = splat(-3.4e38f);
      for (int j = 0; j < len; j += 16) {
        v16 s0 = splat(0), s1 = splat(0), s2 = splat(0), s3 = splat(0);
        for (int z = 0; z < hd; z += 4) {
          const float *kz = k + (int64_t)z * cap + j;
          s0 += splat(a[z]) * load(kz);
          s1 += splat(a[z + 1]) * load(kz + cap);
          s2 += splat(a[z + 2]) * load(kz + 2 * (int64_t)cap);
          s3 += splat(a[z + 3]) * load(kz + 3 * (int64_t)cap);
        }
        // What lies past the end of the cache is not looked at.
        v16 s = pick(lane < splat(len - j), (s0 + s1) + (s2 + s3), splat(-3.4e38f));
        store(scratch + j, s);
        m = vmax(m, s);
      }
      v16 top = splat(max16(m)), sum = splat(0);
      for (int j = 0; j < len; j += 16) {
        v16 e = pick(lane < splat(len - j), vexp(load(scratch + j) - top), splat(0));
        store(scratch + j, e);
        sum += e;
      }
      float r = 1.0f / sum16(sum);
      float *y = o + ((int64_t)i * heads + h) * hd;
      for (int z = 0; z < hd; z += 32) {
        v16 y0 = splat(0), y1 = splat(0), z0 = splat(0), z1 = splat(0);
        int j = 0;
        for (; j + 2 <= len; j += 2) {
          const float *vj = v + (int64_t)j * hd + z;
          y0 += splat(scratch[j]) * load(vj);
          y1 += splat(scratch[j]) * load(vj + 16);
          z0 += splat(scratch[j + 1]) * load(vj + hd);
          z1 += splat(scratch[j + 1]) * load(vj + hd + 16);
        }
        if (j < len) {
          const float *vj = v + (int64_t)j * hd + z;
          y0 += splat(scratch[j]) * load(vj);
          y1 += splat(scratch[j]) * load(vj + 16);
        }
        store(y + z, (y0 + z0) * splat(r));
        store(y + z + 16, (y1 + z1) * splat(r));
      }
    }
  }
}

// swiglu quantises silu(gate) * u; scratch holds ff floats.
TARGET static void NAME(swiglu)(const float *gate, const float *u, int n, int ff, int8_t *q, float *qs, float *scratch) {
  for (int i = 0; i < n; i++, gate += ff, u += ff) {
    for (int j = 0; j < ff; j += 16) {
      v16 g = load(gate + j);
      store(scratch + j, g * sigmoid(g) * load(u + j));
    }
    quantise_row(scratch, ff, q + (int64_t)i * ff, qs + i);
  }
}

// exp_sum is the sum of e^(x - max).
TARGET static float NAME(exp_sum)(const float *x, int n, float *max) {
  v16 m = splat(-3.4e38f), s = splat(0);
  for (int j = 0; j < n; j += 16)
    m = vmax(m, n - j >= 16 ? load(x + j) : load_n(x + j, n - j, -3.4e38f));
  *max = max16(m);
  for (int j = 0; j < n; j += 16)
    s += vexp((n - j >= 16 ? load(x + j) : load_n(x + j, n - j, -3.4e38f)) - splat(*max));
  return sum16(s);
}

const decoder TABLE = {
    LABEL,
    NAME(row_sums),
    NAME(product),
    NAME(norm),
    NAME(quantise),
    NAME(heads),
    NAME(remember),
    NAME(attend),
    NAME(swiglu),
    NAME(exp_sum),
};
