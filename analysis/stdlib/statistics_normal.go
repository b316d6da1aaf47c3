package stdlib

import (
	"math"

	"augur/analysis/libm"
	"augur/analysis/value"
)

// normal is the state of a NormalDist.
type normal struct{ mu, sigma float64 }

func (n *normal) variance() float64 { return n.sigma * n.sigma }

// normalDist makes statistics.NormalDist.
func (s *statisticsModule) normalDist(t *value.Thread, m *value.Module) error {
	c, err := class{module: "statistics", name: "NormalDist"}.make(t)
	if err != nil {
		return err
	}
	s.normal = c
	m.Set("NormalDist", c)
	method := func(signature string, f func(t *value.Thread, n *normal, a []value.Value) (value.Value, error)) {
		def(c, signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			n, ok := state[*normal](a[0])
			if !ok {
				return nil, value.Unknownf("a NormalDist that is not set up has no model")
			}
			return f(t, n, a)
		})
	}
	def(c, "__init__(self, mu=0.0, sigma=1.0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		less, err := value.Less(t, a[2], value.Float(0))
		if err != nil {
			return nil, err
		}
		if less {
			return nil, s.fail("sigma must be non-negative")
		}
		var parts [2]float64
		for i := range parts {
			f, err := value.Call(t, value.FloatType, []value.Value{a[1+i]}, nil)
			if err != nil {
				return nil, err
			}
			parts[i], _ = value.AsFloat(f)
		}
		a[0].(*value.Instance).Payload = &normal{parts[0], parts[1]}
		return value.None, nil
	})
	defClass(c, "from_samples(cls, data)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		ss, err := squaresOf(t, a[1], value.None)
		if err != nil {
			return nil, err
		}
		if ss.count < 2 {
			return nil, s.fail("stdev requires at least two data points")
		}
		if ss.infinite {
			return nil, value.Unknownf("a NormalDist of what is not finite has no model")
		}
		mean, err := value.Binary(t, value.OpTrueDiv, value.MakeInt(ss.mean.Num()), value.MakeInt(ss.mean.Denom()))
		if err != nil {
			return nil, err
		}
		sigma, err := floatRoot(t, ss.sum.Quo(ss.sum, ratInt(ss.count-1)))
		if err != nil {
			return nil, err
		}
		return value.Call(t, a[0], []value.Value{mean, sigma}, nil)
	})
	for name, get := range map[string]func(n *normal) float64{
		"mean": func(n *normal) float64 { return n.mu }, "median": func(n *normal) float64 { return n.mu }, "mode": func(n *normal) float64 { return n.mu },
		"stdev": func(n *normal) float64 { return n.sigma }, "variance": (*normal).variance,
	} {
		defProperty(c, name, func(t *value.Thread, self value.Value) (value.Value, error) {
			n, ok := state[*normal](self)
			if !ok {
				return nil, value.Unknownf("a NormalDist that is not set up has no model")
			}
			return value.Float(get(n)), nil
		})
	}
	method("__repr__(self)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		return value.NewStr(a[0].Type().Name + "(mu=" + value.FloatRepr(n.mu) + ", sigma=" + value.FloatRepr(n.sigma) + ")"), nil
	})
	method("__hash__(self)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		h, err := value.PyHash(t, value.NewTuple(value.Float(n.mu), value.Float(n.sigma)))
		return value.Int(h), err
	})
	method("__eq__(x1, x2)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		o, ok := state[*normal](a[1])
		if !ok {
			return notImplemented(a[1])
		}
		return value.Bool(n.mu == o.mu && n.sigma == o.sigma), nil
	})
	s.normalFunctions(method)
	s.normalArithmetic(method)
	return nil
}

type normalMethod func(signature string, f func(t *value.Thread, n *normal, a []value.Value) (value.Value, error))

func (s *statisticsModule) normalFunctions(method normalMethod) {
	function := func(signature string, f func(n *normal, x float64) (float64, error)) {
		method(signature, func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
			x, ok := value.AsFloat(a[1])
			if i, isInt := value.AsInt(a[1]); isInt {
				x, ok = float64(i), true
			}
			if !ok {
				if _, isText := a[1].(*value.Str); isText {
					return value.Binary(t, value.OpSub, a[1], value.Float(n.mu))
				}
				return nil, value.Unknownf("a NormalDist asked about %s has no model", a[1].Type().Name)
			}
			got, err := f(n, x)
			return value.Float(got), err
		})
	}
	function("pdf(self, x)", func(n *normal, x float64) (float64, error) {
		variance := n.variance()
		if variance == 0 {
			return 0, s.fail("pdf() not defined when sigma is zero")
		}
		diff := x - n.mu
		return libm.Exp(float64(diff*diff)/(-2*variance)) / math.Sqrt(2*math.Pi*variance), nil
	})
	function("cdf(self, x)", s.cdf)
	function("zscore(self, x)", func(n *normal, x float64) (float64, error) {
		if n.sigma == 0 {
			return 0, s.fail("zscore() not defined when sigma is zero")
		}
		return (x - n.mu) / n.sigma, nil
	})
	inverse := func(n *normal, p float64) (float64, error) {
		if p <= 0 || p >= 1 {
			return 0, s.fail("p must be in the range 0.0 < p < 1.0")
		}
		if n.sigma <= 0 {
			return 0, s.fail("cdf() not defined when sigma at or below zero")
		}
		return n.mu + float64(normalQuantile(p)*n.sigma), nil
	}
	function("inv_cdf(self, p)", inverse)
	method("quantiles(self, n=4)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		count, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(16 * max(count, 0)); err != nil {
			return nil, err
		}
		var out []value.Value
		for i := 1; i < count; i++ {
			x, err := inverse(n, float64(i)/float64(count))
			if err != nil {
				return nil, err
			}
			out = append(out, value.Float(x))
		}
		return value.NewList(out), nil
	})
	method("samples(self, n, *, seed=None)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		if a[2] == value.None {
			return nil, value.Unknownf("samples without a seed")
		}
		lib, ok, err := Load(t, "random")
		if err != nil || !ok {
			return nil, err
		}
		c, err := value.GetAttr(t, lib, "Random")
		if err != nil {
			return nil, err
		}
		source, err := value.Call(t, c, []value.Value{a[2]}, nil)
		if err != nil {
			return nil, err
		}
		count, err := value.Index(t, a[1])
		if err != nil {
			return nil, err
		}
		if err := t.Alloc(16 * max(count, 0)); err != nil {
			return nil, err
		}
		var out []value.Value
		for range count {
			x, err := value.CallMethod(t, source, "gauss", value.Float(n.mu), value.Float(n.sigma))
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return value.NewList(out), nil
	})
	method("overlap(self, other)", s.overlap)
}

func (s *statisticsModule) cdf(n *normal, x float64) (float64, error) {
	if n.sigma == 0 {
		return 0, s.fail("cdf() not defined when sigma is zero")
	}
	return 0.5 * (1 + libm.Erf((x-n.mu)/(n.sigma*math.Sqrt2))), nil
}

func (s *statisticsModule) overlap(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
	o, ok := state[*normal](a[1])
	if !ok {
		return nil, value.TypeErrorf("Expected another NormalDist instance")
	}
	x, y := n, o
	if y.sigma < x.sigma || y.sigma == x.sigma && y.mu < x.mu {
		x, y = y, x
	}
	vx, vy := x.variance(), y.variance()
	if vx == 0 || vy == 0 {
		return nil, s.fail("overlap() not defined when sigma is zero")
	}
	dv, dm := vy-vx, math.Abs(y.mu-x.mu)
	if dv == 0 {
		return value.Float(1 - libm.Erf(dm/(2*x.sigma*math.Sqrt2))), nil
	}
	p := float64(x.mu*vy) - float64(y.mu*vx)
	q := x.sigma * y.sigma * math.Sqrt(float64(dm*dm)+float64(dv*libm.Log(vy/vx)))
	sum := 0.0
	for _, at := range []float64{(p + q) / dv, (p - q) / dv} {
		cy, err := s.cdf(y, at)
		if err != nil {
			return nil, err
		}
		cx, err := s.cdf(x, at)
		if err != nil {
			return nil, err
		}
		sum += math.Abs(cy - cx)
	}
	return value.Float(1 - sum), nil
}

// normalArithmetic adds what distributions do under addition and scaling.
func (s *statisticsModule) normalArithmetic(method normalMethod) {
	make := func(t *value.Thread, mu, sigma value.Value) (value.Value, error) {
		return value.Call(t, s.normal, []value.Value{mu, sigma}, nil)
	}
	shift := func(op value.Op) func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		return func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
			sigma := n.sigma
			other := a[1]
			if o, ok := state[*normal](other); ok {
				other, sigma = value.Float(o.mu), vectorNorm([]float64{n.sigma, o.sigma})
			}
			mu, err := value.Binary(t, op, value.Float(n.mu), other)
			if err != nil {
				return nil, err
			}
			return make(t, mu, value.Float(sigma))
		}
	}
	scale := func(op value.Op) func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		return func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
			mu, err := value.Binary(t, op, value.Float(n.mu), a[1])
			if err != nil {
				return nil, err
			}
			size, err := value.Call(t, value.Builtins["abs"], []value.Value{a[1]}, nil)
			if err != nil {
				return nil, err
			}
			sigma, err := value.Binary(t, op, value.Float(n.sigma), size)
			if err != nil {
				return nil, err
			}
			return make(t, mu, sigma)
		}
	}
	method("__add__(x1, x2)", shift(value.OpAdd))
	method("__radd__(x1, x2)", shift(value.OpAdd))
	method("__sub__(x1, x2)", shift(value.OpSub))
	method("__mul__(x1, x2)", scale(value.OpMul))
	method("__rmul__(x1, x2)", scale(value.OpMul))
	method("__truediv__(x1, x2)", scale(value.OpTrueDiv))
	method("__pos__(x1)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		return make(t, value.Float(n.mu), value.Float(n.sigma))
	})
	method("__neg__(x1)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		return make(t, value.Float(-n.mu), value.Float(n.sigma))
	})
	method("__rsub__(x1, x2)", func(t *value.Thread, n *normal, a []value.Value) (value.Value, error) {
		difference, err := shift(value.OpSub)(t, n, a)
		if err != nil {
			return nil, err
		}
		return value.Unary(t, value.UnaryNeg, difference)
	})
}

// polynomial computes a polynomial, the coefficient of the highest power first.
func polynomial(x float64, coefficients ...float64) float64 {
	sum := coefficients[0]
	for _, c := range coefficients[1:] {
		sum = float64(sum*x) + c
	}
	return sum
}

// normalQuantile is the quantile of the standard normal distribution, by
// Wichura's algorithm AS 241.
func normalQuantile(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		num := polynomial(r, 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
			1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0) * q
		den := polynomial(r, 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
			5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1)
		return num / den
	}
	r := p
	if q > 0 {
		r = 1 - p
	}
	r = math.Sqrt(-libm.Log(r))
	num, den := 0.0, 0.0
	if r <= 5 {
		r -= 1.6
		num = polynomial(r, 7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
			3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0)
		den = polynomial(r, 1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
			6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1)
	} else {
		r -= 5
		num = polynomial(r, 2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
			2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0)
		den = polynomial(r, 2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
			1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1)
	}
	if q < 0 {
		return -num / den
	}
	return num / den
}
