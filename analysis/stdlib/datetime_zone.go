package stdlib

import (
	"math/big"

	"augur/analysis/value"
)

func init() {
	c := tzinfoType
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		return value.NewInstance(cls), nil
	}
	c.DefNew()
	for _, name := range []string{"utcoffset", "dst", "tzname"} {
		c.Def(name+"(self, dt, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			return nil, value.Raisef(value.NotImplementedError, "a tzinfo subclass must implement %s()", name)
		})
	}
	c.Def("fromutc(self, dt, /)", fromUTC)

	z := timezoneType
	z.Final = true
	z.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		a, err := bindC("timezone", []string{"offset", "name"}, 1, args, kwargs)
		if err != nil {
			return nil, err
		}
		d, ok := deltaOf(a[0])
		if !ok {
			return nil, value.TypeErrorf("timezone() argument 1 must be datetime.timedelta, not %s", a[0].Type().Name)
		}
		if a[1] != nil {
			if _, ok := a[1].(*value.Str); !ok {
				return nil, value.TypeErrorf("timezone() argument 2 must be str, not %s", a[1].Type().Name)
			}
		}
		if a[1] == nil && d.zero() {
			return utc, nil
		}
		if !strictlyWithinDay(d) {
			return nil, value.ValueErrorf("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not datetime.timedelta(%s).", d.arguments())
		}
		o := value.NewInstance(cls)
		o.Payload = &zone{offset: d, name: a[1]}
		return o, nil
	}
	z.DefNew()
	of := func(v value.Value) *zone {
		s, ok := state[*zone](v)
		if !ok {
			s = &zone{}
		}
		return s
	}
	z.Dict.SetStr("utc", utc)
	limit := func(minutes int) value.Value {
		o := value.NewInstance(timezoneType)
		d, err := deltaFrom(new(big.Int).Mul(big.NewInt(int64(minutes)), big.NewInt(60_000_000)))
		if err != nil {
			panic(err) // a mistake in this table
		}
		o.Payload = &zone{offset: d}
		return o
	}
	z.Dict.SetStr("min", limit(-(23*60 + 59)))
	z.Dict.SetStr("max", limit(23*60+59))
	check := func(name string, v value.Value) error {
		if _, ok := momentOf(v); ok || v == value.None {
			return nil
		}
		if err := unknownOf(v); err != nil {
			return err
		}
		return value.TypeErrorf("%s(dt) argument must be a datetime instance or None, not %s", name, v.Type().Name)
	}
	z.Def("utcoffset(self, dt, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return newDelta(of(a[0]).offset), check("utcoffset", a[1])
	})
	z.Def("dst(self, dt, /)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, check("dst", a[1]) })
	z.Def("tzname(self, dt, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewStr(of(a[0]).String()), check("tzname", a[1])
	})
	z.Def("__str__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewStr(of(a[0]).String()), nil
	})
	z.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == value.Value(utc) {
			return value.NewStr("datetime.timezone.utc"), nil
		}
		s := "datetime.timezone(datetime.timedelta(" + of(a[0]).offset.arguments() + ")"
		if n := of(a[0]).name; n != nil {
			r, err := reprOf(t, n)
			if err != nil {
				return nil, err
			}
			s += ", " + r
		}
		return value.NewStr(s + ")"), nil
	})
	equal := func(a []value.Value) (bool, bool) {
		x, ok1 := state[*zone](a[0])
		y, ok2 := state[*zone](a[1])
		return ok1 && ok2 && x.offset == y.offset, ok2
	}
	z.Def("__eq__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		eq, ok := equal(a)
		if !ok {
			return value.NotImplemented, unknownOf(a[1])
		}
		return value.Bool(eq), nil
	})
	z.Def("__hash__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		h, err := value.PyHash(t, newDelta(of(a[0]).offset))
		return value.Int(h), err
	})
	z.Def("fromutc(self, dt, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, ok := momentOf(a[1])
		if !ok {
			return nil, value.TypeErrorf("fromutc() argument must be a datetime instance")
		}
		if m.tz != a[0] {
			return nil, value.ValueErrorf("fromutc: dt.tzinfo is not self")
		}
		return shift(t, a[1], of(a[0]).offset, 1)
	})
}

func strictlyWithinDay(d delta) bool {
	return d.compare(delta{days: -1}) > 0 && d.compare(delta{days: 1}) < 0
}

// String is the name of the zone.
func (z *zone) String() string {
	if s, ok := z.name.(*value.Str); ok {
		return s.String()
	}
	if z.offset.zero() {
		return "UTC"
	}
	return "UTC" + z.offset.offsetText(":")
}

// zoneCall calls a method of tz with dt and checks that it gives a timedelta or
// None.
func zoneCall(t *value.Thread, tz value.Value, method string, dt value.Value) (value.Value, error) {
	if tz == nil || tz == value.None {
		return value.None, nil
	}
	got, err := value.CallMethod(t, tz, method, dt)
	if err != nil {
		return nil, err
	}
	if got == value.None {
		return got, nil
	}
	d, ok := deltaOf(got)
	if !ok {
		if err := unknownOf(got); err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("tzinfo.%s() must return None or a timedelta, not '%s'", method, got.Type().Name)
	}
	if !strictlyWithinDay(d) {
		return nil, value.ValueErrorf("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).")
	}
	return got, nil
}

// offsetOf returns the offset of a datetime or time; ok is false for a naive one.
func offsetOf(t *value.Thread, v value.Value) (d delta, ok bool, err error) {
	c, _ := clockOf(v)
	dt := v
	if _, isMoment := momentOf(v); !isMoment {
		dt = value.None
	}
	got, err := zoneCall(t, c.tz, "utcoffset", dt)
	if err != nil || got == value.None {
		return delta{}, false, err
	}
	d, _ = deltaOf(got)
	return d, true, nil
}

// fromUTC is tzinfo.fromutc.
func fromUTC(t *value.Thread, a []value.Value) (value.Value, error) {
	m, ok := momentOf(a[1])
	if !ok {
		return nil, value.TypeErrorf("fromutc() argument must be a datetime instance")
	}
	if m.tz != a[0] {
		return nil, value.ValueErrorf("fromutc: dt.tzinfo is not self")
	}
	off, err := zoneCall(t, a[0], "utcoffset", a[1])
	if err != nil {
		return nil, err
	}
	dst, err := zoneCall(t, a[0], "dst", a[1])
	if err != nil {
		return nil, err
	}
	o, ok1 := deltaOf(off)
	d, ok2 := deltaOf(dst)
	if !ok1 {
		return nil, value.ValueErrorf("fromutc: non-None utcoffset() result required")
	}
	if !ok2 {
		return nil, value.ValueErrorf("fromutc: non-None dst() result required")
	}
	std, err := deltaFrom(new(big.Int).Sub(o.total(), d.total()))
	if err != nil {
		return nil, err
	}
	result, err := shift(t, a[1], std, 1)
	if err != nil || std.zero() {
		return result, err
	}
	if dst, err = zoneCall(t, a[0], "dst", result); err != nil {
		return nil, err
	}
	if d, ok = deltaOf(dst); !ok {
		return nil, value.ValueErrorf("fromutc: tz.dst() gave inconsistent results; cannot convert")
	}
	return shift(t, result, d, 1)
}
