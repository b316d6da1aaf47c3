package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// each runs f with every set of kernels that this CPU has; tol is how far a
// product may be off, relative to its size.
func each(t *testing.T, f func(t *testing.T, tol float64)) {
	t.Helper()
	defer Use("")
	for _, name := range []string{"portable", "avx2", "avx512", "avx512bf16"} {
		if Use(name) != nil {
			continue
		}
		tol := 1e-5
		if name == "avx512bf16" {
			tol = 2e-2
		}
		t.Run(name, func(t *testing.T) { f(t, tol) })
	}
}

func random(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

func near(t *testing.T, what string, got, want []float32, tol float64) {
	t.Helper()
	var scale float64
	for _, w := range want {
		scale = max(scale, math.Abs(float64(w)))
	}
	for i := range want {
		if d := math.Abs(float64(got[i] - want[i])); !(d <= tol*scale) {
			t.Fatalf("%s[%d] = %g, want %g (scale %g)", what, i, got[i], want[i], scale)
		}
	}
}

func convert(x []float32, out Half) { Convert(x, len(x), 1, len(x), out) }

func naive(a, b []float32, m, n, k int) []float32 {
	c := make([]float32, m*n)
	for i := range m {
		for j := range n {
			var s float64
			for p := range k {
				s += float64(a[i*k+p]) * float64(b[p*n+j])
			}
			c[i*n+j] = float32(s)
		}
	}
	return c
}

func transpose(x []float32, r, c int) []float32 {
	y := make([]float32, len(x))
	for i := range r {
		for j := range c {
			y[j*r+i] = x[i*c+j]
		}
	}
	return y
}

func TestProducts(t *testing.T) {
	each(t, func(t *testing.T, tol float64) {
		rng := rand.New(rand.NewPCG(1, 1))
		for _, s := range [][3]int{{1, 32, 2}, {8, 32, 64}, {13, 40, 64}, {70, 256, 130}, {33, 66, 34}} {
			m, n, k := s[0], s[1], s[2]
			a, b := random(rng, m*k), random(rng, k*n)
			want := naive(a, b, m, n, k)
			ah, bh, bt, at := make(Half, m*k), make(Half, k*n), make(Half, k*n), make(Half, m*k)
			convert(a, ah)
			convert(b, bh)
			convert(transpose(b, k, n), bt)
			convert(transpose(a, m, k), at)
			bp, bp2, ap := make(Panel, PanelLen(k, n, NR)), make(Panel, PanelLen(k, n, NR)), make(Panel, PanelLen(k, m, MR))
			Pack(bh, n, k, n, NR, bp)
			PackT(bt, k, n, k, bp2)
			Pack(at, m, k, m, MR, ap)
			c := make([]float32, m*n)
			Mul(ah, k, bp, c, n, m, n, k, false)
			near(t, fmt.Sprint(s, " Mul with Pack"), c, want, tol)
			clear(c)
			Mul(ah, k, bp2, c, n, m, n, k, true)
			near(t, fmt.Sprint(s, " Mul with PackT"), c, want, tol)
			MulT(ap, bp, c, n, m, n, k)
			for i := range want {
				want[i] *= 2
			}
			near(t, fmt.Sprint(s, " MulT adds"), c, want, tol)
		}
	})
}

func TestTransposedProductOfOddRows(t *testing.T) {
	each(t, func(t *testing.T, tol float64) {
		rng := rand.New(rand.NewPCG(1, 1))
		m, n, k := 9, 32, 7
		a, b := random(rng, k*m), random(rng, k*n)
		ah, bh := make(Half, k*m), make(Half, k*n)
		convert(a, ah)
		convert(b, bh)
		ap, bp := make(Panel, PanelLen(k, m, MR)), make(Panel, PanelLen(k, n, NR))
		Pack(ah, m, k, m, MR, ap)
		Pack(bh, n, k, n, NR, bp)
		c := make([]float32, m*n)
		MulT(ap, bp, c, n, m, n, k)
		near(t, "MulT", c, naive(transpose(a, k, m), b, m, n, k), tol)
	})
}

// row is a packed row for tests: two functions, one without a source.
var (
	rowSpans    = []Span{{0, 37, 75, 0, 2}, {75, 75, 80, 2, 3}, {80, 121, 121, 3, 3}}
	rowSegments = []Segment{{37, 42}, {42, 75}, {75, 80}}
	rowLen      = 122
)

// sees says whether row i attends to row j.
func sees(i, j int) bool {
	if j > i {
		return false
	}
	for _, s := range rowSpans {
		if i < int(s.S0) || i >= int(s.Q1) || j < int(s.S0) {
			continue
		}
		if j < int(s.S1) {
			return true
		}
		for _, g := range rowSegments[s.G0:s.G1] {
			if j >= int(g.A) && i < int(g.B) {
				return true
			}
		}
	}
	return false
}

func TestAttention(t *testing.T) {
	each(t, func(t *testing.T, tol float64) {
		rng := rand.New(rand.NewPCG(2, 1))
		const heads, kv, hd = 4, 2, 32
		n := rowLen
		q, k, v, do := random(rng, n*heads*hd), random(rng, n*kv*hd), random(rng, n*kv*hd), random(rng, n*heads*hd)
		for i := range q {
			q[i] *= 0.3
		}
		o := make([]float32, n*heads*hd)
		dq, dk, dv := make([]float32, len(q)), make([]float32, len(k)), make([]float32, len(v))
		for h := range heads {
			at := func(x []float32, w, i, h int) []float32 { return x[i*w*hd+h*hd:][:hd] }
			for i := range n {
				p, sum := make([]float64, n), 0.0
				for j := range n {
					if sees(i, j) {
						p[j] = math.Exp(dot(at(q, heads, i, h), at(k, kv, j, h/2)))
						sum += p[j]
					}
				}
				var mean float64
				for j := range n {
					if sum > 0 {
						p[j] /= sum
					}
					mean += p[j] * dot(at(do, heads, i, h), at(v, kv, j, h/2))
				}
				for j := range n {
					ds := p[j] * (dot(at(do, heads, i, h), at(v, kv, j, h/2)) - mean)
					axpy(at(o, heads, i, h), p[j], at(v, kv, j, h/2))
					axpy(at(dv, kv, j, h/2), p[j], at(do, heads, i, h))
					axpy(at(dq, heads, i, h), ds, at(k, kv, j, h/2))
					axpy(at(dk, kv, j, h/2), ds, at(q, heads, i, h))
				}
			}
		}
		a := Attention{Heads: heads, KVHeads: kv, HeadDim: hd, Spans: rowSpans, Segments: rowSegments}
		conv := func(x []float32) Half {
			h := make(Half, len(x))
			convert(x, h)
			return h
		}
		probs, scratch := make(Half, a.ProbsLen(n)), make([]uint32, a.ScratchLen(n))
		for i := range scratch {
			scratch[i] = 0x7fc07fc0 // NaN as either kind of element
		}
		got := make([]float32, len(o))
		a.Forward(conv(q), conv(k), conv(v), probs, got, scratch)
		near(t, "o", got, o, tol)
		w := (heads + 2*kv) * hd
		d := make([]float32, n*w)
		a.Grad(conv(q), conv(k), conv(v), conv(do), probs, d, d[heads*hd:], d[(heads+kv)*hd:], w, scratch)
		for i := range n {
			near(t, fmt.Sprint("dq ", i), d[i*w:][:heads*hd], dq[i*heads*hd:][:heads*hd], 2*tol)
		}
		cut := func(from, width int) []float32 {
			var r []float32
			for i := range n {
				r = append(r, d[i*w+from:][:width]...)
			}
			return r
		}
		near(t, "dk", cut(heads*hd, kv*hd), dk, tol)
		near(t, "dv", cut((heads+kv)*hd, kv*hd), dv, tol)
	})
}

func dot(a, b []float32) (s float64) {
	for i := range a {
		s += float64(a[i]) * float64(b[i])
	}
	return s
}

func axpy(y []float32, a float64, x []float32) {
	for i := range y {
		y[i] += float32(a * float64(x[i]))
	}
}

func TestCrossEntropy(t *testing.T) {
	each(t, func(t *testing.T, _ float64) {
		rng := rand.New(rand.NewPCG(3, 1))
		const m, v, ld = 5, 37, 48
		x := random(rng, m*ld)
		target, weight := []int32{0, 36, 5, 9, 9}, []float32{1, 0.5, 2, 1, 0}
		wantLoss, wantGrad, wantBest := make([]float32, m), make([]float32, m*ld), make([]int32, m)
		for i := range m {
			var sum float64
			for j := range v {
				sum += math.Exp(float64(x[i*ld+j]))
				if x[i*ld+j] > x[i*ld+int(wantBest[i])] {
					wantBest[i] = int32(j)
				}
			}
			for j := range v {
				wantGrad[i*ld+j] = weight[i] * float32(math.Exp(float64(x[i*ld+j]))/sum)
			}
			wantGrad[i*ld+int(target[i])] -= weight[i]
			wantLoss[i] = float32(math.Log(sum)) - x[i*ld+int(target[i])]
		}
		loss, best := make([]float32, m), make([]int32, m)
		CrossEntropy(x, ld, v, target, weight, loss, best)
		near(t, "loss", loss, wantLoss, 1e-6)
		near(t, "gradient", x, wantGrad, 1e-6)
		if fmt.Sprint(best) != fmt.Sprint(wantBest) {
			t.Errorf("best = %v, want %v", best, wantBest)
		}
	})
}

func TestAdamStep(t *testing.T) {
	each(t, func(t *testing.T, _ float64) {
		rng := rand.New(rand.NewPCG(4, 1))
		const n = 37
		w, g, m, v, e := random(rng, n), random(rng, n), random(rng, n), random(rng, n), random(rng, n)
		for i := range v {
			v[i] *= v[i]
		}
		a := Adam{Rate: 0.01, Beta1: 0.9, Beta2: 0.97, Eps: 1e-8, Decay: 0.05, M1: 2, M2: 3, Clip: 0.5, Average: 0.1}
		ww, wm, wv, we := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
		for i := range n {
			gi := g[i] * 0.5
			wm[i] = 0.9*m[i] + 0.1*gi
			wv[i] = 0.97*v[i] + 0.03*gi*gi
			ww[i] = w[i] - 0.01*(wm[i]*2/(float32(math.Sqrt(float64(wv[i]*3)))+1e-8)+0.05*w[i])
			we[i] = e[i] + 0.1*(ww[i]-e[i])
		}
		a.Step(w, g, m, v, e)
		near(t, "w", w, ww, 1e-6)
		near(t, "m", m, wm, 1e-6)
		near(t, "v", v, wv, 1e-6)
		near(t, "average", e, we, 1e-6)
	})
}

func TestShortBuffersPanic(t *testing.T) {
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "out has 1 elements, want 2") {
			t.Errorf("panic %q", r)
		}
	}()
	Convert(make([]float32, 2), 2, 1, 2, make(Half, 1))
}

func TestUnknownKernels(t *testing.T) {
	if err := Use("mmx"); err == nil {
		t.Error("Use accepted mmx")
	}
}

func BenchmarkMul(b *testing.B) {
	defer Use("")
	for _, name := range []string{"portable", "avx2", "avx512", "avx512bf16"} {
		if Use(name) != nil {
			continue
		}
		const m, n, k = 512, 704, 256
		rng := rand.New(rand.NewPCG(1, 1))
		a, w := make(Half, m*k), make(Half, n*k)
		convert(random(rng, m*k), a)
		convert(random(rng, n*k), w)
		p, c := make(Panel, PanelLen(k, n, NR)), make([]float32, m*n)
		PackT(w, k, n, k, p)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Mul(a, k, p, c, n, m, n, k, false)
			}
			b.ReportMetric(2*m*n*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
