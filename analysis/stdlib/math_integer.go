package stdlib

import (
	"math"
	"math/big"

	"augur/analysis/value"
)

func mathIntegers(m *value.Module) {
	integer := func(signature string, f func(t *value.Thread, n *big.Int) (value.Value, error)) {
		m.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			n, err := value.BigIndex(t, a[0])
			if err != nil {
				return nil, err
			}
			return f(t, n)
		})
	}
	integer("factorial(n, /)", factorial)
	integer("isqrt(n, /)", func(t *value.Thread, n *big.Int) (value.Value, error) {
		if n.Sign() < 0 {
			return nil, value.ValueErrorf("isqrt() argument must be nonnegative")
		}
		if err := value.ChargeMul(t, 4*n.BitLen(), n.BitLen()); err != nil {
			return nil, err
		}
		return value.MakeInt(new(big.Int).Sqrt(n)), nil
	})
	fold := func(name string, start int64, f func(x, y *big.Int) *big.Int) {
		m.Def(name+"(*integers)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			got := big.NewInt(start)
			for i, v := range a[0].(*value.Tuple).Elems {
				n, err := value.BigIndex(t, v)
				if err != nil {
					return nil, err
				}
				if err := value.ChargeMul(t, got.BitLen(), n.BitLen()); err != nil {
					return nil, err
				}
				n = new(big.Int).Abs(n)
				if i == 0 {
					got = n
				} else {
					got = f(got, n)
				}
			}
			return value.MakeInt(got), nil
		})
	}
	gcd := func(x, y *big.Int) *big.Int { return new(big.Int).GCD(nil, nil, x, y) }
	fold("gcd", 0, gcd)
	fold("lcm", 1, func(x, y *big.Int) *big.Int {
		if x.Sign() == 0 || y.Sign() == 0 {
			return new(big.Int)
		}
		q := new(big.Int).Quo(x, gcd(x, y))
		return q.Mul(q, y)
	})
	m.Def("comb(n, k, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, k, err := combinatorial(t, a)
		if err != nil {
			return nil, err
		}
		if n.Cmp(k) < 0 {
			return value.Int(0), nil
		}
		if rest := new(big.Int).Sub(n, k); rest.Cmp(k) < 0 {
			k = rest
		}
		if !k.IsInt64() {
			return nil, value.Raisef(value.OverflowError, "min(n - k, k) must not exceed %d", int64(math.MaxInt64))
		}
		return product(t, n, k.Int64(), true)
	})
	m.Def("perm(n, k=None, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[1] == value.None {
			n, err := value.BigIndex(t, a[0])
			if err != nil {
				return nil, err
			}
			return factorial(t, n)
		}
		n, k, err := combinatorial(t, a)
		if err != nil {
			return nil, err
		}
		if n.Cmp(k) < 0 {
			return value.Int(0), nil
		}
		if !k.IsInt64() {
			return nil, value.Raisef(value.OverflowError, "k must not exceed %d", int64(math.MaxInt64))
		}
		return product(t, n, k.Int64(), false)
	})
}

func combinatorial(t *value.Thread, a []value.Value) (n, k *big.Int, err error) {
	if n, err = value.BigIndex(t, a[0]); err != nil {
		return nil, nil, err
	}
	if k, err = value.BigIndex(t, a[1]); err != nil {
		return nil, nil, err
	}
	switch {
	case n.Sign() < 0:
		return nil, nil, value.ValueErrorf("n must be a non-negative integer")
	case k.Sign() < 0:
		return nil, nil, value.ValueErrorf("k must be a non-negative integer")
	}
	return n, k, nil
}

// product is n*(n-1)*...*(n-k+1), divided by k! if asked for.
func product(t *value.Thread, n *big.Int, k int64, divide bool) (value.Value, error) {
	bits := float64(k) * float64(n.BitLen())
	if divide {
		bits *= 2 // k! is made, too
	}
	if err := chargeProduct(t, bits); err != nil {
		return nil, err
	}
	z := big.NewInt(1)
	if n.IsInt64() {
		z.MulRange(n.Int64()-k+1, n.Int64())
	} else {
		factor, one := new(big.Int).Set(n), big.NewInt(1)
		for range k {
			z.Mul(z, factor)
			factor.Sub(factor, one)
		}
	}
	if divide {
		by := new(big.Int).MulRange(1, k)
		if err := value.ChargeMul(t, z.BitLen(), by.BitLen()); err != nil {
			return nil, err
		}
		z.Quo(z, by)
	}
	return value.MakeInt(z), nil
}

// chargeProduct accounts for a product of many factors with so many bits
// together.
func chargeProduct(t *value.Thread, bits float64) error {
	if bits > 1<<40 {
		return &value.LimitError{Limit: "memory"}
	}
	// Half the work is in the last multiplication, a quarter before it.
	return value.ChargeMul(t, int(bits), int(bits))
}

func factorial(t *value.Thread, n *big.Int) (value.Value, error) {
	switch {
	case n.Sign() < 0:
		return nil, value.ValueErrorf("factorial() not defined for negative values")
	case !n.IsInt64():
		return nil, value.Raisef(value.OverflowError, "factorial() argument should not exceed %d", int64(math.MaxInt64))
	}
	if err := chargeProduct(t, float64(n.Int64())*float64(n.BitLen())); err != nil {
		return nil, err
	}
	return value.MakeInt(new(big.Int).MulRange(1, n.Int64())), nil
}
