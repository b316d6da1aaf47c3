package stdlib

import (
	"fmt"
	"math"
	"math/big"

	"augur/analysis/value"
)

var momentFields = []string{"year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo"}

// readMoment fills a moment from arguments; those that are nil stay.
func readMoment(t *value.Thread, m *moment, a []value.Value, fold value.Value) error {
	err := cInts(t, append(a[:7:7], fold), &m.year, &m.month, &m.day.day, &m.hour, &m.minute, &m.second, &m.micro, &m.fold)
	if err == nil && a[7] != nil {
		m.tz = a[7]
	}
	return err
}

func init() {
	c := datetimeType
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		fold, rest := takeFold(kwargs)
		a, err := bindC("function", momentFields, 3, args, rest)
		if err != nil {
			return nil, err
		}
		m := moment{clock: clock{tz: value.None}}
		if err := readMoment(t, &m, a, fold); err != nil {
			return nil, err
		}
		if err := checkDay(m.day); err != nil {
			return nil, err
		}
		if err := checkClock(m.clock); err != nil {
			return nil, err
		}
		o := value.NewInstance(cls)
		o.Payload = m
		return o, t.Alloc(120)
	}
	c.DefNew()
	defineClock(c)
	limit := func(m moment) value.Value {
		m.tz = value.None
		o := value.NewInstance(c)
		o.Payload = m
		return o
	}
	c.Dict.SetStr("min", limit(moment{day: day{1, 1, 1}}))
	c.Dict.SetStr("max", limit(moment{day: day{9999, 12, 31}, clock: clock{hour: 23, minute: 59, second: 59, micro: 999999}}))
	c.Dict.SetStr("resolution", newDelta(delta{micros: 1}))
	for _, sig := range []string{"now(type, tz=None)", "utcnow(type, /)", "today(type, /)"} {
		c.DefClass(sig, func(t *value.Thread, a []value.Value) (value.Value, error) {
			return &value.Unknown{Reason: "the current time"}, nil
		})
	}
	stamp := func(t *value.Thread, cls *value.Type, v, tz value.Value) (value.Value, error) {
		us, err := timestampMicros(t, v)
		if err != nil {
			return nil, err
		}
		us.Add(us, new(big.Int).Mul(big.NewInt(int64(day{1970, 1, 1}.ordinal())*secondsDay), big.NewInt(1_000_000)))
		m, ok := momentAt(us)
		if !ok {
			return nil, value.ValueErrorf("year is out of range")
		}
		m.tz = tz
		made, err := newMoment(t, cls, m)
		if err != nil || tz == value.None {
			return made, err
		}
		return value.CallMethod(t, tz, "fromutc", made)
	}
	c.DefClass("fromtimestamp(type, timestamp, tz=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := checkZone(a[2]); err != nil {
			return nil, err
		}
		if a[2] == value.None {
			return &value.Unknown{Reason: "the local time zone"}, nil
		}
		return stamp(t, a[0].(*value.Type), a[1], a[2])
	})
	c.DefClass("utcfromtimestamp(type, timestamp, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return stamp(t, a[0].(*value.Type), a[1], value.None)
	})
	c.DefClass("combine(type, date, time, tzinfo=?)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := unknownOf(a[1], a[2]); err != nil {
			return nil, err
		}
		d, ok := dateOf(a[1])
		if !ok {
			return nil, value.TypeErrorf("combine() argument 1 must be datetime.date, not %s", a[1].Type().Name)
		}
		if !value.IsInstance(a[2], timeType) {
			return nil, value.TypeErrorf("combine() argument 2 must be datetime.time, not %s", a[2].Type().Name)
		}
		k, _ := clockOf(a[2])
		if a[3] != nil {
			k.tz = a[3]
		}
		return newMoment(t, a[0].(*value.Type), moment{d, k})
	})
	c.DefClass("fromisoformat(type, string, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, ok := a[1].(*value.Str)
		if !ok {
			if err := unknownOf(a[1]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("fromisoformat: argument must be str")
		}
		m, ok, err := parseISOMoment(t, s.String())
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, value.ValueErrorf("Invalid isoformat string: %s", value.StrRepr(s.String()))
		}
		return newMoment(t, a[0].(*value.Type), m)
	})
	c.DefClass("strptime(type, date_string, format, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var texts [2]string
		for i, v := range a[1:] {
			s, ok := v.(*value.Str)
			if !ok {
				if err := unknownOf(v); err != nil {
					return nil, err
				}
				return nil, value.TypeErrorf("strptime() argument %d must be str, not %s", i+1, v.Type().Name)
			}
			texts[i] = s.String()
		}
		p, err := parseTime(texts[0], texts[1])
		if err != nil {
			return nil, err
		}
		if p.offset != nil {
			d, err := deltaFrom(p.offset)
			if err != nil {
				return nil, err
			}
			tz, err := value.Call(t, timezoneType, []value.Value{newDelta(d)}, nil)
			if err != nil {
				return nil, err
			}
			p.tz = tz
		}
		return newMoment(t, a[0].(*value.Type), p.moment)
	})
	c.DefClass("fromordinal(type, ordinal, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := cInt(t, a[1])
		if err != nil {
			return nil, err
		}
		if n < 1 {
			return nil, value.ValueErrorf("ordinal must be >= 1")
		}
		return newMoment(t, a[0].(*value.Type), moment{day: dayOf(n)})
	})
	c.DefClass("fromisocalendar(type, year, week, day)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var y, w, d int
		if err := cInts(t, a[1:], &y, &w, &d); err != nil {
			return nil, err
		}
		got, err := fromISOWeek(y, w, d)
		if err != nil {
			return nil, err
		}
		return newMoment(t, a[0].(*value.Type), moment{day: got})
	})
	defineMomentMethods(c)
	defineMomentArithmetic(c)
}

func defineMomentMethods(c *value.Type) {
	method := func(signature string, f func(t *value.Thread, m moment, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			m, _ := momentOf(a[0])
			return f(t, m, a)
		})
	}
	method("date(self, /)", func(t *value.Thread, m moment, _ []value.Value) (value.Value, error) {
		return newDay(t, dateType, m.day)
	})
	method("time(self, /)", func(t *value.Thread, m moment, _ []value.Value) (value.Value, error) {
		k := m.clock
		k.tz = value.None
		return newClock(t, timeType, k)
	})
	method("timetz(self, /)", func(t *value.Thread, m moment, _ []value.Value) (value.Value, error) {
		return newClock(t, timeType, m.clock)
	})
	method("ctime(self, /)", func(_ *value.Thread, m moment, _ []value.Value) (value.Value, error) {
		return value.NewStr(m.ctime()), nil
	})
	method("timetuple(self, /)", func(t *value.Thread, m moment, a []value.Value) (value.Value, error) {
		dst := -1
		got, err := zoneCall(t, m.tz, "dst", a[0])
		if err != nil {
			return nil, err
		}
		if d, ok := deltaOf(got); ok {
			dst = 1
			if d.zero() {
				dst = 0
			}
		}
		return structTime(t, m, dst)
	})
	method("utctimetuple(self, /)", func(t *value.Thread, m moment, a []value.Value) (value.Value, error) {
		off, _, err := offsetOf(t, a[0])
		if err != nil {
			return nil, err
		}
		u, ok := momentAt(new(big.Int).Sub(m.micros(), off.total()))
		if !ok {
			return nil, value.Raisef(value.OverflowError, "date value out of range")
		}
		return structTime(t, u, 0)
	})
	method("isoformat(self, sep='T', timespec='auto')", func(t *value.Thread, m moment, a []value.Value) (value.Value, error) {
		sep, ok := a[1].(*value.Str)
		if !ok {
			if err := unknownOf(a[1]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("isoformat() argument 1 must be a unicode character, not %s", a[1].Type().Name)
		}
		if sep.Len() != 1 {
			return nil, value.TypeErrorf("isoformat() argument 1 must be a unicode character, not str")
		}
		return isoTime(t, a[0], m.day.String()+sep.String(), a[2])
	})
	method("__str__(self, /)", func(t *value.Thread, m moment, a []value.Value) (value.Value, error) {
		return value.CallMethod(t, a[0], "isoformat", value.NewStr(" "))
	})
	method("__repr__(self, /)", func(t *value.Thread, m moment, a []value.Value) (value.Value, error) {
		rest, err := m.reprRest(t)
		return value.NewStr(fmt.Sprintf("%s(%d, %d, %d, %d, %d%s)", a[0].Type().Name, m.year, m.month, m.day.day, m.hour, m.minute, rest)), err
	})
	method("timestamp(self, /)", func(t *value.Thread, m moment, a []value.Value) (value.Value, error) {
		if m.tz == value.None {
			return &value.Unknown{Reason: "the local time zone"}, nil
		}
		off, _, err := offsetOf(t, a[0])
		if err != nil {
			return nil, err
		}
		us := new(big.Int).Sub(m.micros(), off.total())
		us.Sub(us, moment{day: day{1970, 1, 1}}.micros())
		return value.Binary(t, value.OpTrueDiv, value.MakeInt(us), value.Int(1_000_000))
	})
	c.DefRaw("replace", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		m, _ := momentOf(args[0])
		fold, rest := takeFold(kwargs)
		a, err := bindC("replace", momentFields, 0, args[1:], rest)
		if err != nil {
			return nil, err
		}
		if err := readMoment(t, &m, a, fold); err != nil {
			return nil, err
		}
		return newMoment(t, args[0].Type(), m)
	})
	c.Def("astimezone(self, tz=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, _ := momentOf(a[0])
		if a[1] != value.None {
			if err := checkZone(a[1]); err != nil {
				return nil, err
			}
		}
		if a[1] == value.None || m.tz == value.None {
			return &value.Unknown{Reason: "the local time zone"}, nil
		}
		if m.tz == a[1] {
			return a[0], nil
		}
		off, aware, err := offsetOf(t, a[0])
		if err != nil {
			return nil, err
		}
		if !aware {
			return &value.Unknown{Reason: "the local time zone"}, nil
		}
		u, ok := momentAt(new(big.Int).Sub(m.micros(), off.total()))
		if !ok {
			return nil, value.Raisef(value.OverflowError, "date value out of range")
		}
		u.tz = a[1]
		made, err := newMoment(t, a[0].Type(), u)
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, a[1], "fromutc", made)
	})
}

func defineMomentArithmetic(c *value.Type) {
	add := func(t *value.Thread, a []value.Value) (value.Value, error) {
		d, ok := deltaOf(a[1])
		if !ok {
			return value.NotImplemented, unknownOf(a[1])
		}
		return shift(t, a[0], d, 1)
	}
	c.Def("__add__(self, value, /)", add)
	c.Def("__radd__(self, value, /)", add)
	c.Def("__sub__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if d, ok := deltaOf(a[1]); ok {
			return shift(t, a[0], d, -1)
		}
		x, _ := momentOf(a[0])
		y, ok := momentOf(a[1])
		if !ok {
			return value.NotImplemented, unknownOf(a[1])
		}
		us := new(big.Int).Sub(x.micros(), y.micros())
		if x.tz != y.tz {
			off1, aware1, err := offsetOf(t, a[0])
			if err != nil {
				return nil, err
			}
			off2, aware2, err := offsetOf(t, a[1])
			if err != nil {
				return nil, err
			}
			if aware1 != aware2 {
				return nil, value.TypeErrorf("can't subtract offset-naive and offset-aware datetimes")
			}
			us.Sub(us, off1.total())
			us.Add(us, off2.total())
		}
		return deltaValue(us)
	})
	c.Def("__hash__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		m, _ := momentOf(a[0])
		off, aware, err := offsetOf(t, a[0])
		if err != nil {
			return nil, err
		}
		return hashText(t, fmt.Sprintf("datetime %s %v", new(big.Int).Sub(m.micros(), off.total()), aware))
	})
	for name, holds := range comparisons {
		c.Def(name+"(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			y, ok := momentOf(a[1])
			if !ok {
				if _, isDate := dateOf(a[1]); isDate {
					switch name {
					case "__eq__":
						return value.False, nil
					case "__ne__":
						return value.True, nil
					}
					return nil, value.TypeErrorf("can't compare %s to %s", a[0].Type().Name, a[1].Type().Name)
				}
				return value.NotImplemented, unknownOf(a[1])
			}
			x, _ := momentOf(a[0])
			us1, us2 := x.micros(), y.micros()
			if x.tz == y.tz {
				return value.Bool(holds(us1.Cmp(us2))), nil
			}
			off1, aware1, err := offsetOf(t, a[0])
			if err != nil {
				return nil, err
			}
			off2, aware2, err := offsetOf(t, a[1])
			if err != nil {
				return nil, err
			}
			if aware1 != aware2 {
				switch name {
				case "__eq__":
					return value.False, nil
				case "__ne__":
					return value.True, nil
				}
				return nil, value.TypeErrorf("can't compare offset-naive and offset-aware datetimes")
			}
			return value.Bool(holds(us1.Sub(us1, off1.total()).Cmp(us2.Sub(us2, off2.total())))), nil
		})
	}
}

// micros counts microseconds from the start of the day before 0001-01-01.
func (m moment) micros() *big.Int {
	n := big.NewInt(int64(m.ordinal())*secondsDay + int64(m.hour*3600+m.minute*60+m.second))
	n.Mul(n, big.NewInt(1_000_000))
	return n.Add(n, big.NewInt(int64(m.micro)))
}

// momentAt is the moment that micros counts; ok is false outside the calendar.
func momentAt(us *big.Int) (m moment, ok bool) {
	secs, micro := floorDiv(us, big.NewInt(1_000_000))
	days, rest := floorDiv(secs, big.NewInt(secondsDay))
	if !days.IsInt64() || days.Int64() < 1 || days.Int64() > maxOrdinal {
		return m, false
	}
	m.day = dayOf(int(days.Int64()))
	s := int(rest.Int64())
	m.clock = clock{hour: s / 3600, minute: s / 60 % 60, second: s % 60, micro: int(micro.Int64()), tz: value.None}
	return m, true
}

// shift adds a duration, sign times, to a datetime.
func shift(t *value.Thread, v value.Value, d delta, sign int64) (value.Value, error) {
	m, _ := momentOf(v)
	us := m.micros()
	us.Add(us, new(big.Int).Mul(d.total(), big.NewInt(sign)))
	n, ok := momentAt(us)
	if !ok {
		return nil, value.Raisef(value.OverflowError, "date value out of range")
	}
	n.tz = m.tz
	return newMoment(t, v.Type(), n)
}

// timestampMicros reads a timestamp, rounded half to even to microseconds.
func timestampMicros(t *value.Thread, v value.Value) (*big.Int, error) {
	if err := unknownOf(v); err != nil {
		return nil, err
	}
	f, ok := value.AsFloat(v)
	if !ok {
		n, err := value.BigIndex(t, v)
		if err != nil {
			return nil, err
		}
		if !n.IsInt64() {
			return nil, value.Raisef(value.OverflowError, "timestamp out of range for platform time_t")
		}
		return new(big.Int).Mul(n, big.NewInt(1_000_000)), nil
	}
	switch {
	case math.IsNaN(f):
		return nil, value.ValueErrorf("cannot convert float NaN to integer")
	case math.Abs(f) >= 1<<62:
		return nil, value.Raisef(value.OverflowError, "timestamp out of range for platform time_t")
	}
	whole, frac := math.Modf(f)
	us := math.RoundToEven(frac * 1e6)
	n := new(big.Int).Mul(big.NewInt(int64(whole)), big.NewInt(1_000_000))
	return n.Add(n, big.NewInt(int64(us))), nil
}
