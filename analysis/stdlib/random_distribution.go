package stdlib

import (
	"math"

	"augur/analysis/libm"
	"augur/analysis/value"
)

// distributions adds the methods that draw from distributions. Where Python
// computes with the arguments as they are, so does this.
func (r *randomClass) distributions() {
	r.def("uniform(self, a, b)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		width, err := value.Binary(t, value.OpSub, a[1], a[0])
		if err != nil {
			return nil, err
		}
		return affine(t, a[0], width, s.mt.float64())
	})
	r.def("triangular(self, low=0.0, high=1.0, mode=None)", triangular)
	r.def("normalvariate(self, mu=0.0, sigma=1.0)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		return affine(t, a[0], a[1], s.normal())
	})
	r.def("gauss(self, mu=0.0, sigma=1.0)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		return affine(t, a[0], a[1], s.nextGauss())
	})
	r.def("lognormvariate(self, mu, sigma)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		v, err := affine(t, a[0], a[1], s.normal())
		if err != nil {
			return nil, err
		}
		x, err := value.AsDouble(t, v)
		if err != nil {
			return nil, err
		}
		e := libm.Exp(x)
		if math.IsInf(e, 0) && !math.IsInf(x, 0) {
			return nil, errRange()
		}
		return value.Float(e), nil
	})
	r.def("expovariate(self, lambd)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		return value.Binary(t, value.OpTrueDiv, value.Float(-libm.Log(1-s.mt.float64())), a[0])
	})
	r.def("paretovariate(self, alpha)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		u := value.Float(1 - s.mt.float64())
		exp, err := value.Binary(t, value.OpTrueDiv, value.Float(-1), a[0])
		if err != nil {
			return nil, err
		}
		return value.Binary(t, value.OpPow, u, exp)
	})
	r.def("weibullvariate(self, alpha, beta)", func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
		u := 1 - s.mt.float64()
		exp, err := value.Binary(t, value.OpTrueDiv, value.Float(1), a[1])
		if err != nil {
			return nil, err
		}
		power, err := value.Binary(t, value.OpPow, value.Float(-libm.Log(u)), exp)
		if err != nil {
			return nil, err
		}
		return value.Binary(t, value.OpMul, a[0], power)
	})
	floats := func(signature string, f func(s *randomState, x, y float64) (float64, error)) {
		r.def(signature, func(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
			x, err := value.AsDouble(t, a[0])
			if err != nil {
				return nil, err
			}
			y, err := value.AsDouble(t, a[1])
			if err != nil {
				return nil, err
			}
			got, err := f(s, x, y)
			if err != nil {
				return nil, err
			}
			return value.Float(got), nil
		})
	}
	floats("gammavariate(self, alpha, beta)", (*randomState).gamma)
	floats("vonmisesvariate(self, mu, kappa)", func(s *randomState, mu, kappa float64) (float64, error) { return s.vonMises(mu, kappa), nil })
	floats("betavariate(self, alpha, beta)", func(s *randomState, alpha, beta float64) (float64, error) {
		y, err := s.gamma(alpha, 1)
		if err != nil || y == 0 {
			return 0, err
		}
		z, err := s.gamma(beta, 1)
		return y / (y + z), err
	})
}

// affine is base + factor*x, in whatever numbers base and factor are.
func affine(t *value.Thread, base, factor value.Value, x float64) (value.Value, error) {
	product, err := value.Binary(t, value.OpMul, factor, value.Float(x))
	if err != nil {
		return nil, err
	}
	return value.Binary(t, value.OpAdd, base, product)
}

// normal draws by the method of Kinderman and Monahan.
func (s *randomState) normal() float64 {
	magic := 4 * libm.Exp(-0.5) / math.Sqrt(2)
	for {
		u1 := s.mt.float64()
		u2 := 1 - s.mt.float64()
		z := magic * (u1 - 0.5) / u2
		if z*z/4 <= -libm.Log(u2) {
			return z
		}
	}
}

// nextGauss draws two numbers at a time.
func (s *randomState) nextGauss() float64 {
	if s.paired {
		s.paired = false
		return s.gauss
	}
	angle := s.mt.float64() * (2 * math.Pi)
	radius := math.Sqrt(-2 * libm.Log(1-s.mt.float64()))
	s.gauss, s.paired = libm.Sin(angle)*radius, true
	return libm.Cos(angle) * radius
}

func triangular(t *value.Thread, s *randomState, a []value.Value) (value.Value, error) {
	low, high, mode := a[0], a[1], a[2]
	u := s.mt.float64()
	width, err := value.Binary(t, value.OpSub, high, low)
	if err != nil {
		return nil, err
	}
	c := 0.5
	if mode != value.None {
		part, err := value.Binary(t, value.OpSub, mode, low)
		if err != nil {
			return nil, err
		}
		ratio, err := value.Binary(t, value.OpTrueDiv, part, width)
		if _, zero := value.IsRaised(err, value.ZeroDivisionError); zero {
			return low, nil
		}
		if err != nil {
			return nil, err
		}
		if c, err = value.AsDouble(t, ratio); err != nil {
			return nil, err
		}
	}
	if u > c {
		u, c = 1-u, 1-c
		low, high = high, low
		if width, err = value.Binary(t, value.OpSub, high, low); err != nil {
			return nil, err
		}
	}
	product := u * c
	if product < 0 {
		return nil, errDomain()
	}
	return affine(t, low, width, math.Sqrt(product))
}

// gamma draws by Cheng's method, by inversion, or by Kennedy and Gentle's.
func (s *randomState) gamma(alpha, beta float64) (float64, error) {
	if alpha <= 0 || beta <= 0 {
		return 0, value.ValueErrorf("gammavariate: alpha and beta must be > 0.0")
	}
	switch {
	case alpha > 1:
		return s.gammaCheng(alpha) * beta, nil
	case alpha == 1:
		return -libm.Log(1-s.mt.float64()) * beta, nil
	}
	x := 0.0
	for {
		b := (math.E + alpha) / math.E
		p := b * s.mt.float64()
		if p <= 1 {
			x = libm.Pow(p, 1/alpha)
		} else {
			x = -libm.Log((b - p) / alpha)
		}
		u := s.mt.float64()
		if p > 1 && u <= libm.Pow(x, alpha-1) || p <= 1 && u <= libm.Exp(-x) {
			return x * beta, nil
		}
	}
}

func (s *randomState) gammaCheng(alpha float64) float64 {
	ainv := math.Sqrt(2*alpha - 1)
	bbb := alpha - libm.Log(4)
	ccc := alpha + ainv
	magic := 1 + libm.Log(4.5)
	for {
		u1 := s.mt.float64()
		if !(1e-7 < u1 && u1 < 0.9999999) {
			continue
		}
		u2 := 1 - s.mt.float64()
		v := libm.Log(u1/(1-u1)) / ainv
		x := alpha * libm.Exp(v)
		z := u1 * u1 * u2
		r := bbb + float64(ccc*v) - x
		if r+magic-float64(4.5*z) >= 0 || r >= libm.Log(z) {
			return x
		}
	}
}

func (s *randomState) vonMises(mu, kappa float64) float64 {
	const turn = 2 * math.Pi
	if kappa <= 1e-6 {
		return turn * s.mt.float64()
	}
	q := 0.5 / kappa
	r := q + math.Sqrt(1+float64(q*q))
	z := 0.0
	for {
		z = libm.Cos(math.Pi * s.mt.float64())
		d := z / (r + z)
		u := s.mt.float64()
		if u < 1-float64(d*d) || u <= (1-d)*libm.Exp(d) {
			break
		}
	}
	q = 1 / r
	f := (q + z) / (1 + float64(q*z))
	angle := libm.Acos(f)
	if s.mt.float64() > 0.5 {
		return pythonMod(mu+angle, turn)
	}
	return pythonMod(mu-angle, turn)
}

// pythonMod is x % y for a positive y.
func pythonMod(x, y float64) float64 {
	r := math.Mod(x, y)
	if r < 0 {
		r += y
	} else if r == 0 {
		r = 0
	}
	return r
}
