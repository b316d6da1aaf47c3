// The kernels themselves, included once for each instruction set with
//   NAME, TABLE, LABEL   how this set's functions and table are called
//   TARGET               the attribute that lets the compiler use the set
//   LANES                floats in a register
//   TILE_ROWS, TILE_COLS the part of an 8x32 tile held in registers at a time
//   BF16                 1 where elems are bfloat16
#include "kernel.h"
#include "vec.h"

#if BF16
typedef uint16_t elem;
#define CELLS(k) (((k) + 1) / 2) // cells along k
#else
typedef float elem;
#define CELLS(k) (k)
#endif

#define MR 8
#define NR 32

#if BF16
INLINE void put(elem *p, v16 v) { _mm256_storeu_si256((__m256i *)p, (__m256i)_mm512_cvtneps_pbh((__m512)v)); }
INLINE v16 get(const elem *p) {
  return (v16)_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p)), 16);
}
#else
INLINE void put(elem *p, v16 v) { store(p, v); }
INLINE v16 get(const elem *p) { return load(p); }
#endif

// convert rounds x, which is [n][w] with rows ld apart, to elems without gaps.
TARGET static void NAME(convert)(const float *x, int ld, int n, int w, void *out) {
  elem *o = out;
  for (int i = 0; i < n; i++, x += ld, o += w) {
    int j = 0;
    for (; j + 16 <= w; j += 16)
      put(o + j, load(x + j));
    if (j < w) {
      elem t[16];
      put(t, load_n(x + j, w - j, 0));
      memcpy(o + j, t, (w - j) * sizeof(elem));
    }
  }
}

// panel packs x, which is [k][w] elems.
INLINE void panel_of(const elem *x, int ld, int k, int w, const int p, cell *out) {
  int kc = CELLS(k);
  for (int j0 = 0; j0 < w; j0 += p) {
    int cols = w - j0 < p ? w - j0 : p;
    cell *o = out + (int64_t)(j0 / p) * kc * p;
    const elem *r = x + j0;
#if BF16
    const __m512i lo = _mm512_set_epi16(47, 15, 46, 14, 45, 13, 44, 12, 43, 11, 42, 10, 41, 9, 40, 8, 39, 7, 38, 6, 37, 5, 36, 4, 35, 3, 34, 2, 33, 1, 32, 0);
    const __m512i hi = _mm512_add_epi16(lo, _mm512_set1_epi16(16));
    const __mmask32 keep = cols == 32 ? 0xffffffffu : (1u << cols) - 1;
    for (int t = 0; t < kc; t++, o += p) {
      const elem *r0 = r + (int64_t)(2 * t) * ld;
      if (p == 8) {
        __m128i a = _mm_maskz_loadu_epi16(keep, r0);
        __m128i b = 2 * t + 1 < k ? _mm_maskz_loadu_epi16(keep, r0 + ld) : _mm_setzero_si128();
        _mm_storeu_si128((__m128i *)o, _mm_unpacklo_epi16(a, b));
        _mm_storeu_si128((__m128i *)(o + 4), _mm_unpackhi_epi16(a, b));
      } else {
        __m512i a = _mm512_maskz_loadu_epi16(keep, r0);
        __m512i b = 2 * t + 1 < k ? _mm512_maskz_loadu_epi16(keep, r0 + ld) : _mm512_setzero_si512();
        _mm512_storeu_si512(o, _mm512_permutex2var_epi16(a, lo, b));
        _mm512_storeu_si512(o + 16, _mm512_permutex2var_epi16(a, hi, b));
      }
    }
#else
    for (int t = 0; t < kc; t++, o += p) {
      memcpy(o, r + (int64_t)t * ld, cols * sizeof(cell));
      if (cols < p)
        memset(o + cols, 0, (p - cols) * sizeof(cell));
    }
#endif
  }
}

TARGET static void NAME(panel)(const void *x, int ld, int k, int w, int p, cell *out) {
  if (p == MR)
    panel_of(x, ld, k, w, MR, out);
  else
    panel_of(x, ld, k, w, NR, out);
}

// panel_t packs the transpose of x, which is [n][k] elems, with P = 32; k and
// ld are even.
TARGET static void NAME(panel_t)(const void *x, int ld, int n, int k, cell *out) {
  int kc = CELLS(k), lc = CELLS(ld);
  const cell *c = x;
  for (int j0 = 0; j0 < n; j0 += NR) {
    int rows = n - j0 < NR ? n - j0 : NR;
    cell *o = out + (int64_t)(j0 / NR) * kc * NR;
    for (int t0 = 0; t0 < kc; t0 += 16) {
      int t1 = t0 + 16 < kc ? t0 + 16 : kc;
      for (int j = 0; j < rows; j++) {
        const cell *r = c + (int64_t)(j0 + j) * lc;
        for (int t = t0; t < t1; t++)
          o[t * NR + j] = r[t];
      }
    }
    if (rows < NR)
      for (int t = 0; t < kc; t++)
        memset(o + t * NR + rows, 0, (NR - rows) * sizeof(cell));
  }
}

// tile adds to (or sets) the 8x32 tile at c the product of eight rows of
// cells, a[i][t*step], and a panel.
INLINE void tile(const cell *const *a, const int step, const cell *b, int kc, float *c, int64_t ldc, int acc) {
#if BF16
  __m512 r[MR][2];
  for (int i = 0; i < MR; i++) {
    r[i][0] = acc ? _mm512_loadu_ps(c + i * ldc) : _mm512_setzero_ps();
    r[i][1] = acc ? _mm512_loadu_ps(c + i * ldc + 16) : _mm512_setzero_ps();
  }
  const cell *a0 = a[0], *a1 = a[1], *a2 = a[2], *a3 = a[3], *a4 = a[4], *a5 = a[5], *a6 = a[6], *a7 = a[7];
  for (int t = 0; t < kc; t++) {
    __m512bh b0 = (__m512bh)_mm512_loadu_si512(b + (int64_t)t * NR);
    __m512bh b1 = (__m512bh)_mm512_loadu_si512(b + (int64_t)t * NR + 16);
#define STEP(i)                                                   \
  {                                                               \
    __m512bh v = (__m512bh)_mm512_set1_epi32((int)a##i[t * step]); \
    r[i][0] = _mm512_dpbf16_ps(r[i][0], v, b0);                   \
    r[i][1] = _mm512_dpbf16_ps(r[i][1], v, b1);                   \
  }
    STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7)
#undef STEP
  }
  for (int i = 0; i < MR; i++) {
    _mm512_storeu_ps(c + i * ldc, r[i][0]);
    _mm512_storeu_ps(c + i * ldc + 16, r[i][1]);
  }
#else
  typedef float vv __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
  enum { C = TILE_COLS / LANES };
  for (int i0 = 0; i0 < MR; i0 += TILE_ROWS)
    for (int j0 = 0; j0 < NR; j0 += TILE_COLS) {
      vv r[TILE_ROWS][C];
      for (int i = 0; i < TILE_ROWS; i++)
        for (int j = 0; j < C; j++)
          r[i][j] = acc ? *(const vv *)(c + (i0 + i) * ldc + j0 + j * LANES) : (vv){0};
      for (int t = 0; t < kc; t++) {
        vv w[C];
        for (int j = 0; j < C; j++)
          w[j] = *(const vv *)((const float *)b + (int64_t)t * NR + j0 + j * LANES);
#pragma GCC unroll 8
        for (int i = 0; i < TILE_ROWS; i++) {
          float f = ((const float *)a[i0 + i])[t * step];
#pragma GCC unroll 4
          for (int j = 0; j < C; j++)
#if LANES == 16
            r[i][j] = (vv)_mm512_fmadd_ps(_mm512_set1_ps(f), (__m512)w[j], (__m512)r[i][j]);
#elif LANES == 8
            r[i][j] = (vv)_mm256_fmadd_ps(_mm256_set1_ps(f), (__m256)w[j], (__m256)r[i][j]);
#elif defined(__aarch64__)
            r[i][j] = (vv)vfmaq_n_f32((float32x4_t)r[i][j], (float32x4_t)w[j], f);
#else
            r[i][j] += f * w[j];
#endif
        }
      }
      for (int i = 0; i < TILE_ROWS; i++)
        for (int j = 0; j < C; j++)
          *(vv *)(c + (i0 + i) * ldc + j0 + j * LANES) = r[i][j];
    }
#endif
}

// edge is tile for a tile of which only rows x cols are inside the matrix.
INLINE void edge(const cell *const *a, const int step, const cell *b, int kc, float *c, int64_t ldc, int acc, int rows, int cols) {
  float t[MR * NR];
  if (acc)
    for (int i = 0; i < rows; i++)
      memcpy(t + i * NR, c + i * ldc, cols * sizeof(float));
  tile(a, step, b, kc, t, NR, acc);
  for (int i = 0; i < rows; i++)
    memcpy(c + i * ldc, t + i * NR, cols * sizeof(float));
}

TARGET static void NAME(gemm_rows)(const void *av, int lda, const cell *b, float *c, int ldc, int m, int n, int k, int acc) {
  int kc = CELLS(k), lc = CELLS(lda);
  for (int j = 0; j < n; j += NR) {
    const cell *bp = b + (int64_t)(j / NR) * kc * NR;
    for (int i = 0; i < m; i += MR) {
      const cell *r[MR];
      for (int q = 0; q < MR; q++)
        r[q] = (const cell *)av + (int64_t)(i + q < m ? i + q : m - 1) * lc;
      float *o = c + (int64_t)i * ldc + j;
      if (i + MR <= m && j + NR <= n)
        tile(r, 1, bp, kc, o, ldc, acc);
      else
        edge(r, 1, bp, kc, o, ldc, acc, m - i < MR ? m - i : MR, n - j < NR ? n - j : NR);
    }
  }
}

TARGET static void NAME(gemm_panel)(const cell *a, const cell *b, float *c, int ldc, int m, int n, int k, int acc) {
  int kc = CELLS(k);
  for (int j = 0; j < n; j += NR) {
    const cell *bp = b + (int64_t)(j / NR) * kc * NR;
    for (int i = 0; i < m; i += MR) {
      const cell *r[MR];
      for (int q = 0; q < MR; q++)
        r[q] = a + (int64_t)(i / MR) * kc * MR + q;
      float *o = c + (int64_t)i * ldc + j;
      if (i + MR <= m && j + NR <= n)
        tile(r, MR, bp, kc, o, ldc, acc);
      else
        edge(r, MR, bp, kc, o, ldc, acc, m - i < MR ? m - i : MR, n - j < NR ? n - j : NR);
    }
  }
}

// rmsnorm sets h = x / rms(x) * w row by row and keeps 1/rms(x); d is a
// multiple of 16.
TARGET static void NAME(rmsnorm)(const float *x, const float *w, int n, int d, float eps, void *h, float *inv) {
  elem *o = h;
  for (int i = 0; i < n; i++, x += d, o += d) {
    v16 s = splat(0);
    for (int j = 0; j < d; j += 16)
      s += load(x + j) * load(x + j);
    float r = 1.0f / sqrtf(sum16(s) / d + eps);
    inv[i] = r;
    for (int j = 0; j < d; j += 16)
      put(o + j, load(x + j) * splat(r) * load(w + j));
  }
}

// rmsnorm_grad adds to dx the gradient of x given that of h, and to dw that of w.
TARGET static void NAME(rmsnorm_grad)(const float *x, const float *w, const float *inv, const float *dh, int n, int d, float *dx, float *dw) {
  for (int i = 0; i < n; i++, x += d, dh += d, dx += d) {
    v16 r = splat(inv[i]), s = splat(0);
    for (int j = 0; j < d; j += 16) {
      v16 xn = load(x + j) * r, g = load(dh + j);
      s += xn * g * load(w + j);
      store(dw + j, load(dw + j) + xn * g);
    }
    v16 mean = splat(sum16(s) / d);
    for (int j = 0; j < d; j += 16)
      store(dx + j, load(dx + j) + r * (load(dh + j) * load(w + j) - load(x + j) * r * mean));
  }
}

// rope normalises each head of a row by its rms and w, turns it by its
// position (the halves of a head are the two coordinates) and scales it. cs is
// [position][cos of hd/2, sin of hd/2]. hd is a multiple of 32. Without w, there is no norm.
TARGET static void NAME(rope)(const float *qkv, int ld, int n, int heads, int hd, const uint16_t *pos, const float *cs, const float *w, float eps, float scale, void *out, int ldo, float *inv) {
  int half = hd / 2;
  for (int i = 0; i < n; i++) {
    const float *c = cs + (int64_t)pos[i] * hd, *s = c + half;
    for (int h = 0; h < heads; h++) {
      const float *x = qkv + (int64_t)i * ld + h * hd;
      elem *o = (elem *)out + (int64_t)i * ldo + h * hd;
      float r = 1;
      if (w) {
        v16 q = splat(0);
        for (int j = 0; j < hd; j += 16)
          q += load(x + j) * load(x + j);
        r = 1.0f / sqrtf(sum16(q) / hd + eps);
        inv[(int64_t)i * heads + h] = r;
      }
      v16 f = splat(r * scale);
      for (int j = 0; j < half; j += 16) {
        v16 a = load(x + j) * f, b = load(x + half + j) * f, cj = load(c + j), sj = load(s + j);
        if (w) {
          a *= load(w + j);
          b *= load(w + half + j);
        }
        put(o + j, a * cj - b * sj);
        put(o + half + j, b * cj + a * sj);
      }
    }
  }
}

// rope_grad turns dq, the gradient of rope's output, into that of its input,
// in place, and adds to dw that of w.
TARGET static void NAME(rope_grad)(const float *qkv, int ld, int n, int heads, int hd, const uint16_t *pos, const float *cs, const float *w, const float *inv, float scale, float *dq, int ldd, float *dw) {
  int half = hd / 2;
  for (int i = 0; i < n; i++) {
    const float *c = cs + (int64_t)pos[i] * hd, *s = c + half;
    for (int h = 0; h < heads; h++) {
      const float *x = qkv + (int64_t)i * ld + h * hd;
      float *g = dq + (int64_t)i * ldd + h * hd;
      v16 f = splat(scale), dot = splat(0);
      v16 r = splat(w ? inv[(int64_t)i * heads + h] : 1);
      for (int j = 0; j < half; j += 16) {
        v16 a = load(g + j) * f, b = load(g + half + j) * f, cj = load(c + j), sj = load(s + j);
        v16 ga = a * cj + b * sj, gb = b * cj - a * sj;
        if (w) {
          v16 xa = load(x + j) * r, xb = load(x + half + j) * r;
          store(dw + j, load(dw + j) + ga * xa);
          store(dw + half + j, load(dw + half + j) + gb * xb);
          ga *= load(w + j);
          gb *= load(w + half + j);
          dot += ga * xa + gb * xb;
        }
        store(g + j, ga);
        store(g + half + j, gb);
      }
      if (!w)
        continue;
      v16 mean = splat(sum16(dot) / hd);
      for (int j = 0; j < hd; j += 16)
        store(g + j, r * (load(g + j) - load(x + j) * r * mean));
    }
  }
}

// swiglu sets a = silu(gate) * up from rows [gate of ff, up of ff] and keeps
// those rows as elems; ff is a multiple of 16.
TARGET static void NAME(swiglu)(const float *gu, int n, int ff, void *gu_half, void *a) {
  elem *k = gu_half, *o = a;
  for (int i = 0; i < n; i++, gu += 2 * ff, k += 2 * ff, o += ff)
    for (int j = 0; j < ff; j += 16) {
      v16 g = load(gu + j), u = load(gu + ff + j);
      put(k + j, g);
      put(k + ff + j, u);
      put(o + j, g * sigmoid(g) * u);
    }
}

TARGET static void NAME(swiglu_grad)(const void *gu_half, const float *da, int n, int ff, void *dgu) {
  const elem *k = gu_half;
  elem *o = dgu;
  for (int i = 0; i < n; i++, k += 2 * ff, o += 2 * ff, da += ff)
    for (int j = 0; j < ff; j += 16) {
      v16 g = get(k + j), u = get(k + ff + j), d = load(da + j), s = sigmoid(g);
      put(o + j, d * u * s * (splat(1) + g * (splat(1) - s)));
      put(o + ff + j, d * g * s);
    }
}

// Attention. For each function and head the source attends to itself, then
// all queries attend to the source in one product and each to itself in
// another. Probabilities are kept as elems, head by head: for each span first
// the source's [l][up(l,32)], then the queries' part on the source
// [q][up(l,32)], then each query's own [b-a][up(b-a,32)]. The part above a
// diagonal is skipped in blocks of 32 rows.

// own_scores sets s = q k^T for rows of a segment on its own keys.
INLINE void own_scores(const elem *q, int ld, const cell *keys, int l, int hd, float *s, int lds) {
  for (int i = 0; i < l; i += NR) {
    int rows = l - i < NR ? l - i : NR;
    NAME(gemm_rows)(q + (int64_t)i * ld, ld, keys, s + (int64_t)i * lds, lds, rows, i + NR, hd, 0);
  }
}

// own_mix adds (or sets) c = p x for p on the segment's own rows of x, which is packed.
INLINE void own_mix(const elem *p, int l, const cell *x, float *c, int ldc, int hd, int acc) {
  int lp = up(l, NR);
  int full = CELLS(l);
  for (int i = 0; i < l; i += NR) {
    int rows = l - i < NR ? l - i : NR;
    int k = i + rows;
    // The panel was packed for all l rows; a shorter sum needs its panels' stride.
    for (int j = 0; j < hd; j += NR)
      for (int r = 0; r < rows; r += MR) {
        const cell *a[MR];
        for (int z = 0; z < MR; z++)
          a[z] = (const cell *)(p + (int64_t)(i + (r + z < rows ? r + z : rows - 1)) * lp);
        float *o = c + (int64_t)(i + r) * ldc + j;
        const cell *b = x + (int64_t)(j / NR) * full * NR;
        if (r + MR <= rows)
          tile(a, 1, b, CELLS(k), o, ldc, acc);
        else
          edge(a, 1, b, CELLS(k), o, ldc, acc, rows - r, NR);
      }
  }
}

// softmax normalises one row that lies in two parts: n1 scores at s1 and n2 at
// s2; it writes elems up to w1 and w2, zero past the ends.
INLINE void softmax(const float *s1, int n1, int w1, elem *p1, const float *s2, int n2, int w2, elem *p2, float *t) {
  v16 m = splat(-3.4e38f);
  for (int j = 0; j < n1; j += 16)
    m = vmax(m, j + 16 <= n1 ? load(s1 + j) : load_n(s1 + j, n1 - j, -3.4e38f));
  for (int j = 0; j < n2; j += 16)
    m = vmax(m, j + 16 <= n2 ? load(s2 + j) : load_n(s2 + j, n2 - j, -3.4e38f));
  m = splat(max16(m));
  v16 s = splat(0);
  const v16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (int j = 0; j < w1; j += 16) {
    v16 e = j < n1 ? pick(lane < splat(n1 - j), vexp(load(s1 + j) - m), splat(0)) : splat(0);
    s += e;
    store(t + j, e);
  }
  for (int j = 0; j < w2; j += 16) {
    v16 e = j < n2 ? pick(lane < splat(n2 - j), vexp(load(s2 + j) - m), splat(0)) : splat(0);
    s += e;
    store(t + w1 + j, e);
  }
  v16 r = splat(1.0f / sum16(s));
  for (int j = 0; j < w1; j += 16)
    put(p1 + j, load(t + j) * r);
  for (int j = 0; j < w2; j += 16)
    put(p2 + j, load(t + w1 + j) * r);
}

TARGET static void NAME(attention)(const void *qv, const void *kv, const void *vv, int heads, int groups, int hd, const span *sp, int nsp, const segment *sg, void *pv, float *o, cell *scratch) {
  const int ld = heads * hd, ldk = heads / groups * hd;
  elem *p = pv;
  for (int h = 0; h < heads; h++) {
    const elem *q = (const elem *)qv + h * hd;
    const elem *k = (const elem *)kv + h / groups * hd, *v = (const elem *)vv + h / groups * hd;
    float *oh = o + h * hd;
    for (const span *f = sp; f < sp + nsp; f++) {
      int l = f->s1 - f->s0, lp = up(l, NR), nq = f->q1 - f->s1;
      cell *keys = scratch, *vals = keys + (int64_t)lp * hd;
      float *s1 = (float *)(vals + (int64_t)lp * hd);
      if (l) {
        NAME(panel_t)(k + (int64_t)f->s0 * ldk, ldk, l, hd, keys);
        NAME(panel)(v + (int64_t)f->s0 * ldk, ldk, l, hd, NR, vals);
        own_scores(q + (int64_t)f->s0 * ld, ld, keys, l, hd, s1, lp);
        for (int i = 0; i < l; i++)
          softmax(s1, 0, 0, p, s1 + (int64_t)i * lp, i + 1, lp, p + (int64_t)i * lp, s1 + (int64_t)l * lp);
        own_mix(p, l, vals, oh + (int64_t)f->s0 * ld, ld, hd, 0);
        p += (int64_t)l * lp;
        if (nq)
          NAME(gemm_rows)(q + (int64_t)f->s1 * ld, ld, keys, s1, lp, nq, lp, hd, 0);
      }
      elem *p1 = p, *p2 = p + (int64_t)nq * lp;
      cell *keys2 = (cell *)(s1 + (int64_t)nq * lp);
      for (const segment *g = sg + f->g0; g < sg + f->g1; g++) {
        int l2 = g->b - g->a, lp2 = up(l2, NR);
        cell *vals2 = keys2 + (int64_t)lp2 * hd;
        float *s2 = (float *)(vals2 + (int64_t)lp2 * hd), *t = s2 + (int64_t)lp2 * lp2;
        NAME(panel_t)(k + (int64_t)g->a * ldk, ldk, l2, hd, keys2);
        NAME(panel)(v + (int64_t)g->a * ldk, ldk, l2, hd, NR, vals2);
        own_scores(q + (int64_t)g->a * ld, ld, keys2, l2, hd, s2, lp2);
        for (int i = 0; i < l2; i++) {
          int64_t r = g->a - f->s1 + i;
          softmax(s1 + r * lp, l, lp, p1 + r * lp, s2 + (int64_t)i * lp2, i + 1, lp2, p2 + (int64_t)i * lp2, t);
        }
        own_mix(p2, l2, vals2, oh + (int64_t)g->a * ld, ld, hd, 0);
        p2 += (int64_t)l2 * lp2;
      }
      if (l && nq)
        NAME(gemm_rows)(p1, lp, vals, oh + (int64_t)f->s1 * ld, ld, nq, hd, l, 1);
      p = p2;
    }
  }
}

// score_grad sets ds = p * (dp - sum(p * dp)) for one row in two parts.
INLINE void score_grad(const elem *p1, float *d1, int w1, elem *o1, const elem *p2, float *d2, int w2, elem *o2) {
  v16 s = splat(0);
  for (int j = 0; j < w1; j += 16)
    s += get(p1 + j) * load(d1 + j);
  for (int j = 0; j < w2; j += 16)
    s += get(p2 + j) * load(d2 + j);
  s = splat(sum16(s));
  for (int j = 0; j < w1; j += 16)
    put(o1 + j, get(p1 + j) * (load(d1 + j) - s));
  for (int j = 0; j < w2; j += 16)
    put(o2 + j, get(p2 + j) * (load(d2 + j) - s));
}

// add_t adds c += p^T x for p [k][w] with row length ld and x packed over the same k.
INLINE void add_t(const elem *p, int ld, int k, int w, const cell *x, float *c, int ldc, int hd, cell *scratch) {
  NAME(panel)(p, ld, k, w, MR, scratch);
  NAME(gemm_panel)(scratch, x, c, ldc, w, hd, k, 1);
}

// dq, dk and dv are columns of one gradient with row length ld; dk and dv are
// added to, dq is set.
TARGET static void NAME(attention_grad)(const void *qv, const void *kv, const void *vv, const void *dov, int heads, int groups, int hd, const span *sp, int nsp, const segment *sg, const void *pv, float *dqv, float *dkv, float *dvv, int ldd, cell *scratch) {
  const int ld = heads * hd, ldk = heads / groups * hd;
  const elem *p = pv;
  for (int h = 0; h < heads; h++) {
    const elem *q = (const elem *)qv + h * hd, *go = (const elem *)dov + h * hd;
    const elem *k = (const elem *)kv + h / groups * hd, *v = (const elem *)vv + h / groups * hd;
    float *dq = dqv + h * hd, *dk = dkv + h / groups * hd, *dv = dvv + h / groups * hd;
    for (const span *f = sp; f < sp + nsp; f++) {
      int l = f->s1 - f->s0, lp = up(l, NR), nq = f->q1 - f->s1;
      // keys and queries serve sums over rows, vals serves dp = do v^T.
      cell *vals = scratch, *keys = vals + (int64_t)lp * hd, *xs = keys + (int64_t)lp * hd;
      const int most = up(l > nq ? l : nq, NR);
      float *d1 = (float *)(xs + (int64_t)most * hd);
      elem *ds1 = (elem *)(d1 + (int64_t)most * lp);
      cell *t = (cell *)((float *)ds1 + (int64_t)most * lp); // transposed operand
      cell *rest = t + (int64_t)most * lp;
      if (l) {
        const elem *qs = q + (int64_t)f->s0 * ld, *gs = go + (int64_t)f->s0 * ld;
        NAME(panel_t)(v + (int64_t)f->s0 * ldk, ldk, l, hd, vals);
        NAME(panel)(k + (int64_t)f->s0 * ldk, ldk, l, hd, NR, keys);
        memset(d1, 0, (int64_t)l * lp * sizeof(float));
        own_scores(gs, ld, vals, l, hd, d1, lp);
        for (int i = 0; i < l; i++)
          score_grad(p, d1, 0, ds1, p + (int64_t)i * lp, d1 + (int64_t)i * lp, lp, ds1 + (int64_t)i * lp);
        own_mix(ds1, l, keys, dq + (int64_t)f->s0 * ldd, ldd, hd, 0);
        NAME(panel)(gs, ld, l, hd, NR, xs);
        add_t(p, lp, l, l, xs, dv + (int64_t)f->s0 * ldd, ldd, hd, t);
        NAME(panel)(qs, ld, l, hd, NR, xs);
        add_t(ds1, lp, l, l, xs, dk + (int64_t)f->s0 * ldd, ldd, hd, t);
        p += (int64_t)l * lp;
        if (nq)
          NAME(gemm_rows)(go + (int64_t)f->s1 * ld, ld, vals, d1, lp, nq, lp, hd, 0);
      }
      const elem *p1 = p, *p2 = p + (int64_t)nq * lp;
      for (const segment *g = sg + f->g0; g < sg + f->g1; g++) {
        int l2 = g->b - g->a, lp2 = up(l2, NR);
        const elem *qs = q + (int64_t)g->a * ld, *gs = go + (int64_t)g->a * ld;
        cell *vals2 = rest, *keys2 = vals2 + (int64_t)lp2 * hd, *xs2 = keys2 + (int64_t)lp2 * hd;
        float *d2 = (float *)(xs2 + (int64_t)lp2 * hd);
        elem *ds2 = (elem *)(d2 + (int64_t)lp2 * lp2);
        cell *t2 = (cell *)((float *)ds2 + (int64_t)lp2 * lp2);
        NAME(panel_t)(v + (int64_t)g->a * ldk, ldk, l2, hd, vals2);
        NAME(panel)(k + (int64_t)g->a * ldk, ldk, l2, hd, NR, keys2);
        memset(d2, 0, (int64_t)l2 * lp2 * sizeof(float));
        own_scores(gs, ld, vals2, l2, hd, d2, lp2);
        for (int i = 0; i < l2; i++) {
          int64_t r = g->a - f->s1 + i;
          score_grad(p1 + r * lp, d1 + r * lp, lp, ds1 + r * lp, p2 + (int64_t)i * lp2, d2 + (int64_t)i * lp2, lp2, ds2 + (int64_t)i * lp2);
        }
        own_mix(ds2, l2, keys2, dq + (int64_t)g->a * ldd, ldd, hd, 0);
        NAME(panel)(gs, ld, l2, hd, NR, xs2);
        add_t(p2, lp2, l2, l2, xs2, dv + (int64_t)g->a * ldd, ldd, hd, t2);
        NAME(panel)(qs, ld, l2, hd, NR, xs2);
        add_t(ds2, lp2, l2, l2, xs2, dk + (int64_t)g->a * ldd, ldd, hd, t2);
        p2 += (int64_t)l2 * lp2;
      }
      if (l && nq) {
        NAME(gemm_rows)(ds1, lp, keys, dq + (int64_t)f->s1 * ldd, ldd, nq, hd, l, 1);
        NAME(panel)(go + (int64_t)f->s1 * ld, ld, nq, hd, NR, xs);
        add_t(p1, lp, nq, l, xs, dv + (int64_t)f->s0 * ldd, ldd, hd, t);
        NAME(panel)(q + (int64_t)f->s1 * ld, ld, nq, hd, NR, xs);
        add_t(ds1, lp, nq, l, xs, dk + (int64_t)f->s0 * ldd, ldd, hd, t);
      }
      p = p2;
    }
  }
}

// cross_entropy turns logits into their gradient in place: weight * (softmax -
// target). loss is each row's, unweighted, and best its likeliest token. ld is
// a multiple of 16; columns from v to ld become 0.
TARGET static void NAME(cross_entropy)(float *logits, int ld, int m, int v, const int32_t *target, const float *weight, float *loss, int32_t *best) {
  const v16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (int i = 0; i < m; i++) {
    float *x = logits + (int64_t)i * ld;
    for (int j = v; j < ld; j++)
      x[j] = -3.4e38f;
    v16 mv = load(x);
    for (int j = 16; j < v; j += 16)
      mv = vmax(mv, load(x + j));
    float mx = max16(mv);
    int b = 0;
    while (x[b] != mx && b < v - 1)
      b++;
    best[i] = b;
    float at = x[target[i]];
    v16 s = splat(0);
    for (int j = 0; j < ld; j += 16) {
      v16 e = pick(lane < splat(v - j), vexp(load(x + j) - splat(mx)), splat(0));
      s += e;
      store(x + j, e);
    }
    float sum = sum16(s);
    loss[i] = logf(sum) + mx - at;
    v16 r = splat(weight[i] / sum);
    for (int j = 0; j < ld; j += 16)
      store(x + j, load(x + j) * r);
    x[target[i]] -= weight[i];
  }
}

TARGET static double NAME(sum_squares)(const float *x, int64_t n) {
  double total = 0;
  for (int64_t i = 0; i < n; i += 4096) {
    int64_t e = i + 4096 < n ? i + 4096 : n, j = i;
    v16 s = splat(0);
    for (; j + 16 <= e; j += 16)
      s += load(x + j) * load(x + j);
    float f = sum16(s);
    for (; j < e; j++)
      f += x[j] * x[j];
    total += f;
  }
  return total;
}

TARGET static void NAME(add)(float *x, const float *y, int64_t n) {
  int64_t i = 0;
  for (; i + 16 <= n; i += 16)
    store(x + i, load(x + i) + load(y + i));
  for (; i < n; i++)
    x[i] += y[i];
}

// adamw makes one step: c1 and c2 correct the bias of the moments m and v,
// decay is decoupled from the gradient, gscale clips the gradient, and ema
// moves towards w by ema_rate.
TARGET static void NAME(adamw)(float *w, const float *g, float *m, float *v, float *ema, int64_t n, float lr, float b1, float b2, float eps, float decay, float c1, float c2, float gscale, float ema_rate) {
  for (int64_t i = 0; i < n; i += 16) {
    float tw[16], tm[16], tv[16], te[16];
    const int part = n - i < 16 ? n - i : 0;
    v16 gi, mi, vi, wi, ei;
    if (part) {
      gi = load_n(g + i, part, 0), mi = load_n(m + i, part, 0), vi = load_n(v + i, part, 0);
      wi = load_n(w + i, part, 0), ei = load_n(ema + i, part, 0);
    } else {
      gi = load(g + i), mi = load(m + i), vi = load(v + i), wi = load(w + i), ei = load(ema + i);
    }
    gi *= splat(gscale);
    mi = splat(b1) * mi + splat(1 - b1) * gi;
    vi = splat(b2) * vi + splat(1 - b2) * gi * gi;
    wi -= splat(lr) * (mi * splat(c1) / (vsqrt(vi * splat(c2)) + splat(eps)) + splat(decay) * wi);
    ei += splat(ema_rate) * (wi - ei);
    if (part) {
      store(tw, wi), store(tm, mi), store(tv, vi), store(te, ei);
      memcpy(w + i, tw, part * 4), memcpy(m + i, tm, part * 4);
      memcpy(v + i, tv, part * 4), memcpy(ema + i, te, part * 4);
    } else {
      store(w + i, wi), store(m + i, mi), store(v + i, vi), store(ema + i, ei);
    }
  }
}

const table TABLE = {
    LABEL,
    sizeof(elem),
    NAME(convert),
    NAME(panel),
    NAME(panel_t),
    NAME(gemm_rows),
    NAME(gemm_panel),
    NAME(rmsnorm),
    NAME(rmsnorm_grad),
    NAME(rope),
    NAME(rope_grad),
    NAME(swiglu),
    NAME(swiglu_grad),
    NAME(attention),
    NAME(attention_grad),
    NAME(cross_entropy),
    NAME(sum_squares),
    NAME(add),
    NAME(adamw),
};
