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

// The integer products of some rows of w and some rows of x.
#if VNNI
// sum_each gives the sum of each of sixteen registers.
INLINE __m512i sum_each(const __m512i *s) {
  __m512i u[4];
  for (int g = 0; g < 4; g++) {
    const __m512i *v = s + 4 * g;
    __m512i a = _mm512_add_epi32(_mm512_unpacklo_epi32(v[0], v[1]), _mm512_unpackhi_epi32(v[0], v[1]));
    __m512i b = _mm512_add_epi32(_mm512_unpacklo_epi32(v[2], v[3]), _mm512_unpackhi_epi32(v[2], v[3]));
    u[g] = _mm512_add_epi32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
  }
  __m512i a = _mm512_add_epi32(_mm512_shuffle_i32x4(u[0], u[1], 0x44), _mm512_shuffle_i32x4(u[0], u[1], 0xee));
  __m512i b = _mm512_add_epi32(_mm512_shuffle_i32x4(u[2], u[3], 0x44), _mm512_shuffle_i32x4(u[2], u[3], 0xee));
  return _mm512_add_epi32(_mm512_shuffle_i32x4(a, b, 0x88), _mm512_shuffle_i32x4(a, b, 0xdd));
}

// dots gives [r][q] for R rows of x and Q = 16/R rows of w. The CPU multiplies
// unsigned bytes with signed ones, so 128 is added to x, and 128 times the sum
// of w, which is off, taken off.
INLINE __m512i dots(const int R, const int8_t *w, __m512i off, const int8_t *x, int in) {
  const int Q = 16 / R;
  __m512i s[16], v[4];
  for (int z = 0; z < 16; z++)
    s[z] = _mm512_setzero_si512();
  const __m512i flip = _mm512_set1_epi8((char)0x80);
  for (int j = 0; j < in; j += 64) {
    const __mmask64 keep = in - j >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << (in - j)) - 1;
#pragma GCC unroll 4
    for (int r = 0; r < R; r++)
      v[r] = _mm512_xor_si512(_mm512_maskz_loadu_epi8(keep, x + (int64_t)r * in + j), flip);
#pragma GCC unroll 16
    for (int q = 0; q < Q; q++) {
      __m512i a = _mm512_maskz_loadu_epi8(keep, w + (int64_t)q * in + j);
#pragma GCC unroll 4
      for (int r = 0; r < R; r++)
        s[r * Q + q] = _mm512_dpbusd_epi32(s[r * Q + q], v[r], a);
    }
  }
  return _mm512_sub_epi32(sum_each(s), _mm512_slli_epi32(off, 7));
}
#endif

#if !VNNI && LANES == 8
// four sets d to the products of four rows of w and one of x. |x| * (w with
// the sign of x) is x * w, and two of those fit sixteen bits.
INLINE void four(const int8_t *w, const int8_t *x, int in, int32_t *d) {
  const __m256i one = _mm256_set1_epi16(1);
  __m256i s[4];
  for (int q = 0; q < 4; q++)
    s[q] = _mm256_setzero_si256();
  for (int j = 0; j < in; j += 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)(x + j)), m = _mm256_abs_epi8(v);
#pragma GCC unroll 4
    for (int q = 0; q < 4; q++) {
      __m256i a = _mm256_sign_epi8(_mm256_loadu_si256((const __m256i *)(w + (int64_t)q * in + j)), v);
      s[q] = _mm256_add_epi32(s[q], _mm256_madd_epi16(_mm256_maddubs_epi16(m, a), one));
    }
  }
  __m256i t = _mm256_hadd_epi32(_mm256_hadd_epi32(s[0], s[1]), _mm256_hadd_epi32(s[2], s[3]));
  _mm_storeu_si128((__m128i *)d, _mm_add_epi32(_mm256_castsi256_si128(t), _mm256_extracti128_si256(t, 1)));
}
#endif

INLINE int32_t dot(const int8_t *a, const int8_t *b, int n) {
#if defined(__aarch64__)
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

// product sets y = x w^T, or adds that, for n rows of x; in is a multiple of
// 32. sum holds the sums of the rows of w.
TARGET static void NAME(product)(const int8_t *w, const float *scale, const int32_t *sum, int out, int in, const int8_t *x, const float *xs, int n, float *y, int acc) {
  (void)sum;
  int i = 0;
#if VNNI
  for (; i + 16 <= out; i += 16) {
    int r = 0;
    for (; r + 4 <= n; r += 4) {
      __m512 xv = _mm512_permutexvar_ps(_mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0), _mm512_castps128_ps512(_mm_loadu_ps(xs + r)));
      for (int q = i; q < i + 16; q += 4) {
        __m512i d = dots(4, w + (int64_t)q * in, _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(sum + q))), x + (int64_t)r * in, in);
        v16 f = (v16)_mm512_cvtepi32_ps(d) * ((v16)_mm512_broadcast_f32x4(_mm_loadu_ps(scale + q)) * (v16)xv);
        float *o = y + (int64_t)r * out + q;
        __m128 part[4] = {_mm512_castps512_ps128((__m512)f), _mm512_extractf32x4_ps((__m512)f, 1), _mm512_extractf32x4_ps((__m512)f, 2), _mm512_extractf32x4_ps((__m512)f, 3)};
        for (int z = 0; z < 4; z++, o += out)
          _mm_storeu_ps(o, acc ? _mm_add_ps(_mm_loadu_ps(o), part[z]) : part[z]);
      }
    }
    for (; r < n; r++) {
      __m512i d = dots(1, w + (int64_t)i * in, _mm512_loadu_si512(sum + i), x + (int64_t)r * in, in);
      v16 f = (v16)_mm512_cvtepi32_ps(d) * (load(scale + i) * splat(xs[r]));
      float *o = y + (int64_t)r * out + i;
      store(o, acc ? load(o) + f : f);
    }
  }
#elif LANES == 8
  for (; i + 4 <= out; i += 4)
    for (int r = 0; r < n; r++) {
      int32_t d[4];
      four(w + (int64_t)i * in, x + (int64_t)r * in, in, d);
      for (int q = 0; q < 4; q++)
        scaled(d[q], scale[i + q], xs[r], y + (int64_t)r * out + i + q, acc);
    }
#endif
  for (; i < out; i++)
    for (int r = 0; r < n; r++)
      scaled(dot(w + (int64_t)i * in, x + (int64_t)r * in, in), scale[i], xs[r], y + (int64_t)r * out + i, acc);
}

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

// remember puts keys and values into the cache: kc is [group][cap/16][hd][16],
// so that scores of sixteen positions come at once from memory that lies
// together, vc is [group][cap][hd].
TARGET static void NAME(remember)(const float *k, const float *v, int ld, int n, int groups, int hd, float *kc, float *vc, int cap, int pos) {
  for (int i = 0; i < n; i++)
    for (int g = 0; g < groups; g++) {
      const float *a = k + (int64_t)i * ld + g * hd;
      float *o = kc + ((int64_t)g * cap + (pos + i) / 16 * 16) * hd + (pos + i) % 16;
      for (int j = 0; j < hd; j++)
        o[16 * j] = a[j];
      memcpy(vc + ((int64_t)g * cap + pos + i) * hd, v + (int64_t)i * ld + g * hd, hd * sizeof(float));
    }
}

// vn fills a register; what is summed in many of them does not go through
// memory, as a v16 would on a CPU with shorter ones.
typedef float vn __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
enum { PARTS = 16 / LANES };

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
        vn t[4][PARTS] = {0};
        for (int z = 0; z < hd; z += 4)
          for (int u = 0; u < 4; u++)
            for (int b = 0; b < PARTS; b++)
              t[u][b] += a[z + u] * *(const vn *)(k + (int64_t)j * hd + 16 * (z + u) + b * LANES);
        float f[16];
        for (int b = 0; b < PARTS; b++)
          *(vn *)(f + b * LANES) = (t[0][b] + t[1][b]) + (t[2][b] + t[3][b]);
        // What lies past the end of the cache is not looked at.
        v16 s = pick(lane < splat(len - j), load(f), splat(-3.4e38f));
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
        vn t[2][2 * PARTS] = {0};
        int j = 0;
        for (; j + 2 <= len; j += 2)
          for (int u = 0; u < 2; u++)
            for (int b = 0; b < 2 * PARTS; b++)
              t[u][b] += scratch[j + u] * *(const vn *)(v + (int64_t)(j + u) * hd + z + b * LANES);
        if (j < len)
          for (int b = 0; b < 2 * PARTS; b++)
            t[0][b] += scratch[j] * *(const vn *)(v + (int64_t)j * hd + z + b * LANES);
        for (int b = 0; b < 2 * PARTS; b++)
          *(vn *)(y + z + b * LANES) = (t[0][b] + t[1][b]) * r;
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
