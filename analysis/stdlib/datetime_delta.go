package stdlib

import (
	"fmt"
	"math"
	"math/big"

	"augur/analysis/value"
)

func init() {
	c := deltaType
	units := []struct {
		name   string
		factor int64
	}{{"microseconds", 1}, {"milliseconds", 1000}, {"seconds", 1e6}, {"minutes", 60e6}, {"hours", 3600e6}, {"days", 86400e6}, {"weeks", 7 * 86400e6}}
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		a, err := bindC("__new__", []string{"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"}, 0, args, kwargs)
		if err != nil {
			return nil, err
		}
		given := map[string]value.Value{"days": a[0], "seconds": a[1], "microseconds": a[2], "milliseconds": a[3], "minutes": a[4], "hours": a[5], "weeks": a[6]}
		sum, left := new(big.Int), 0.0
		for _, u := range units {
			if err := addUnit(sum, &left, u.name, u.factor, given[u.name]); err != nil {
				return nil, err
			}
		}
		if left != 0 {
			whole := math.Round(left)
			if math.Abs(whole-left) == 0.5 {
				odd := float64(sum.Bit(0))
				whole = 2*math.Round((left+odd)*0.5) - odd
			}
			sum.Add(sum, big.NewInt(int64(whole)))
		}
		d, err := deltaFrom(sum)
		if err != nil {
			return nil, err
		}
		o := value.NewInstance(cls)
		o.Payload = d
		return o, t.Alloc(80)
	}
	c.DefNew()
	for name, get := range map[string]func(d delta) int{
		"days": func(d delta) int { return d.days }, "seconds": func(d delta) int { return d.seconds }, "microseconds": func(d delta) int { return d.micros },
	} {
		c.DefAttr(name, func(t *value.Thread, self value.Value) (value.Value, error) {
			d, _ := deltaOf(self)
			return value.Int(get(d)), nil
		})
	}
	c.Dict.SetStr("min", newDelta(delta{days: -maxDays}))
	c.Dict.SetStr("max", newDelta(delta{maxDays, secondsDay - 1, 999999}))
	c.Dict.SetStr("resolution", newDelta(delta{micros: 1}))
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		return value.NewStr(a[0].Type().Name + "(" + d.arguments() + ")"), nil
	})
	c.Def("__str__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		return value.NewStr(d.String()), nil
	})
	c.Def("__hash__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		h, err := value.PyHash(t, value.NewTuple(value.Int(d.days), value.Int(d.seconds), value.Int(d.micros)))
		return value.Int(h), err
	})
	c.Def("__bool__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		return value.Bool(!d.zero()), nil
	})
	c.Def("total_seconds(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		return value.Binary(t, value.OpTrueDiv, value.MakeInt(d.total()), value.Int(1_000_000))
	})
	for name, holds := range comparisons {
		c.Def(name+"(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, _ := deltaOf(a[0])
			e, ok := deltaOf(a[1])
			if !ok {
				return value.NotImplemented, unknownOf(a[1])
			}
			return value.Bool(holds(d.compare(e))), nil
		})
	}
	unary := func(name string, f func(d delta) *big.Int) {
		c.Def(name+"(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, _ := deltaOf(a[0])
			return deltaValue(f(d))
		})
	}
	unary("__neg__", func(d delta) *big.Int { return new(big.Int).Neg(d.total()) })
	unary("__pos__", delta.total)
	unary("__abs__", func(d delta) *big.Int { return new(big.Int).Abs(d.total()) })
	both := func(name string, f func(t *value.Thread, x, y delta) (value.Value, error)) {
		c.Def(name+"(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			x, _ := deltaOf(a[0])
			y, ok := deltaOf(a[1])
			if !ok {
				return value.NotImplemented, unknownOf(a[1])
			}
			return f(t, x, y)
		})
	}
	add := func(t *value.Thread, x, y delta) (value.Value, error) {
		return deltaValue(new(big.Int).Add(x.total(), y.total()))
	}
	both("__add__", add)
	both("__radd__", add)
	both("__sub__", func(t *value.Thread, x, y delta) (value.Value, error) {
		return deltaValue(new(big.Int).Sub(x.total(), y.total()))
	})
	both("__rsub__", func(t *value.Thread, x, y delta) (value.Value, error) {
		return deltaValue(new(big.Int).Sub(y.total(), x.total()))
	})
	both("__mod__", func(t *value.Thread, x, y delta) (value.Value, error) {
		if y.zero() {
			return nil, value.Raisef(value.ZeroDivisionError, "integer modulo by zero")
		}
		_, rest := floorDiv(x.total(), y.total())
		return deltaValue(rest)
	})
	both("__divmod__", func(t *value.Thread, x, y delta) (value.Value, error) {
		if y.zero() {
			return nil, value.Raisef(value.ZeroDivisionError, "integer division or modulo by zero")
		}
		q, rest := floorDiv(x.total(), y.total())
		d, err := deltaValue(rest)
		return value.NewTuple(value.MakeInt(q), d), err
	})
	mul := func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		if n, ok := value.AsBig(a[1]); ok {
			return deltaValue(new(big.Int).Mul(d.total(), n))
		}
		if f, ok := value.AsFloat(a[1]); ok {
			num, den, err := ratio(f)
			if err != nil {
				return nil, err
			}
			return deltaValue(nearest(new(big.Int).Mul(d.total(), num), den))
		}
		return value.NotImplemented, unknownOf(a[1])
	}
	c.Def("__mul__(self, value, /)", mul)
	c.Def("__rmul__(self, value, /)", mul)
	c.Def("__truediv__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		if e, ok := deltaOf(a[1]); ok {
			return value.Binary(t, value.OpTrueDiv, value.MakeInt(d.total()), value.MakeInt(e.total()))
		}
		if n, ok := value.AsBig(a[1]); ok {
			if n.Sign() == 0 {
				return nil, value.Raisef(value.ZeroDivisionError, "integer division or modulo by zero")
			}
			return deltaValue(nearest(d.total(), n))
		}
		if f, ok := value.AsFloat(a[1]); ok {
			num, den, err := ratio(f)
			if err != nil {
				return nil, err
			}
			if num.Sign() == 0 {
				return nil, value.Raisef(value.ZeroDivisionError, "integer division or modulo by zero")
			}
			return deltaValue(nearest(new(big.Int).Mul(d.total(), den), num))
		}
		return value.NotImplemented, unknownOf(a[1])
	})
	c.Def("__floordiv__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, _ := deltaOf(a[0])
		e, isDelta := deltaOf(a[1])
		n, isInt := value.AsBig(a[1])
		switch {
		case isDelta:
			n = e.total()
		case !isInt:
			return value.NotImplemented, unknownOf(a[1])
		}
		if n.Sign() == 0 {
			return nil, value.Raisef(value.ZeroDivisionError, "integer division or modulo by zero")
		}
		q, _ := floorDiv(d.total(), n)
		if isDelta {
			return value.MakeInt(q), nil
		}
		return deltaValue(q)
	})
}

// comparisons are the rich comparisons of values that a three-way comparison
// orders.
var comparisons = map[string]func(c int) bool{
	"__eq__": func(c int) bool { return c == 0 }, "__ne__": func(c int) bool { return c != 0 }, "__lt__": func(c int) bool { return c < 0 },
	"__le__": func(c int) bool { return c <= 0 }, "__gt__": func(c int) bool { return c > 0 }, "__ge__": func(c int) bool { return c >= 0 },
}

// addUnit adds a component of a timedelta; what of it is less than a
// microsecond goes to left.
func addUnit(sum *big.Int, left *float64, name string, factor int64, v value.Value) error {
	if v == nil {
		return nil
	}
	if n, ok := value.AsBig(v); ok {
		sum.Add(sum, new(big.Int).Mul(n, big.NewInt(factor)))
		return nil
	}
	f, ok := value.AsFloat(v)
	if !ok {
		return value.TypeErrorf("unsupported type for timedelta %s component: %s", name, v.Type().Name)
	}
	whole, frac := math.Modf(f)
	if math.IsInf(f, 0) {
		return value.Raisef(value.OverflowError, "cannot convert float infinity to integer")
	}
	if math.IsNaN(f) {
		return value.ValueErrorf("cannot convert float NaN to integer")
	}
	n, _ := big.NewFloat(whole).Int(nil)
	sum.Add(sum, n.Mul(n, big.NewInt(factor)))
	if frac == 0 {
		return nil
	}
	part, rest := math.Modf(float64(factor) * frac)
	*left += rest
	sum.Add(sum, big.NewInt(int64(part)))
	return nil
}

func deltaValue(us *big.Int) (value.Value, error) {
	d, err := deltaFrom(us)
	if err != nil {
		return nil, err
	}
	return newDelta(d), nil
}

// floorDiv divides as Python's // and % do.
func floorDiv(a, b *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	return q, r
}

// nearest divides and rounds half to even.
func nearest(a, b *big.Int) *big.Int {
	q, r := floorDiv(a, b)
	twice := new(big.Int).Abs(new(big.Int).Lsh(r, 1))
	c := twice.Cmp(new(big.Int).Abs(b))
	if c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// ratio is float.as_integer_ratio.
func ratio(f float64) (num, den *big.Int, err error) {
	if math.IsInf(f, 0) {
		return nil, nil, value.Raisef(value.OverflowError, "cannot convert Infinity to integer ratio")
	}
	if math.IsNaN(f) {
		return nil, nil, value.ValueErrorf("cannot convert NaN to integer ratio")
	}
	r := new(big.Rat)
	r.SetFloat64(f)
	return r.Num(), r.Denom(), nil
}

// arguments are those of a call that makes the duration.
func (d delta) arguments() string {
	text := ""
	for _, p := range []struct {
		name string
		n    int
	}{{"days", d.days}, {"seconds", d.seconds}, {"microseconds", d.micros}} {
		if p.n == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%s=%d", p.name, p.n)
	}
	if text == "" {
		return "0"
	}
	return text
}

// String is str() of a timedelta.
func (d delta) String() string {
	s := fmt.Sprintf("%d:%02d:%02d", d.seconds/3600, d.seconds/60%60, d.seconds%60)
	if d.days != 0 {
		unit := "days"
		if d.days == 1 || d.days == -1 {
			unit = "day"
		}
		s = fmt.Sprintf("%d %s, %s", d.days, unit, s)
	}
	if d.micros != 0 {
		s += fmt.Sprintf(".%06d", d.micros)
	}
	return s
}

// offsetText writes an offset from UTC: +02:00.
func (d delta) offsetText(sep string) string {
	us := d.total()
	sign := "+"
	if us.Sign() < 0 {
		sign = "-"
		us.Neg(us)
	}
	total := us.Int64()
	secs, micros := total/1_000_000, total%1_000_000
	s := fmt.Sprintf("%s%02d%s%02d", sign, secs/3600, sep, secs/60%60)
	if secs%60 != 0 || micros != 0 {
		s += fmt.Sprintf("%s%02d", sep, secs%60)
	}
	if micros != 0 {
		s += fmt.Sprintf(".%06d", micros)
	}
	return s
}
