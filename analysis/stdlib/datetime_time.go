package stdlib

import (
	"fmt"
	"math/big"

	"augur/analysis/value"
)

var clockFields = []string{"hour", "minute", "second", "microsecond", "tzinfo"}

func init() {
	c := timeType
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		fold, rest := takeFold(kwargs)
		a, err := bindC("function", clockFields, 0, args, rest)
		if err != nil {
			return nil, err
		}
		k := clock{tz: value.None}
		if err := cInts(t, append(a[:4:4], fold), &k.hour, &k.minute, &k.second, &k.micro, &k.fold); err != nil {
			return nil, err
		}
		if a[4] != nil {
			k.tz = a[4]
		}
		if err := checkClock(k); err != nil {
			return nil, err
		}
		o := value.NewInstance(cls)
		o.Payload = k
		return o, t.Alloc(80)
	}
	c.DefNew()
	limit := func(k clock) value.Value {
		k.tz = value.None
		o := value.NewInstance(c)
		o.Payload = k
		return o
	}
	c.Dict.SetStr("min", limit(clock{}))
	c.Dict.SetStr("max", limit(clock{hour: 23, minute: 59, second: 59, micro: 999999}))
	c.Dict.SetStr("resolution", newDelta(delta{micros: 1}))
	defineClock(c)
	c.DefClass("fromisoformat(type, string, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, ok := a[1].(*value.Str)
		if !ok {
			if err := unknownOf(a[1]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("fromisoformat: argument must be str")
		}
		text := s.String()
		if len(text) > 0 && text[0] == 'T' {
			text = text[1:]
		}
		k, ok, err := parseISOTime(t, text)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, value.ValueErrorf("Invalid isoformat string: %s", value.StrRepr(s.String()))
		}
		return newClock(t, a[0].(*value.Type), k)
	})
	c.Def("__repr__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		k, _ := clockOf(a[0])
		rest, err := k.reprRest(t)
		return value.NewStr(fmt.Sprintf("%s(%d, %d%s)", a[0].Type().Name, k.hour, k.minute, rest)), err
	})
	c.Def("isoformat(self, timespec='auto')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return isoTime(t, a[0], "", a[1])
	})
	c.Def("__str__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.CallMethod(t, a[0], "isoformat")
	})
	c.Def("strftime(self, format)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, ok := a[1].(*value.Str)
		if !ok {
			if err := unknownOf(a[1]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("strftime() argument 1 must be str, not %s", a[1].Type().Name)
		}
		return formatTime(t, a[0], s.String())
	})
	c.DefRaw("replace", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		k, _ := clockOf(args[0])
		fold, rest := takeFold(kwargs)
		a, err := bindC("replace", clockFields, 0, args[1:], rest)
		if err != nil {
			return nil, err
		}
		if err := cInts(t, append(a[:4:4], fold), &k.hour, &k.minute, &k.second, &k.micro, &k.fold); err != nil {
			return nil, err
		}
		if a[4] != nil {
			k.tz = a[4]
		}
		return newClock(t, args[0].Type(), k)
	})
	c.Def("__hash__(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		us, aware, err := sinceMidnight(t, a[0])
		if err != nil {
			return nil, err
		}
		return hashText(t, fmt.Sprintf("time %s %v", us, aware))
	})
	for name, holds := range comparisons {
		c.Def(name+"(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			if !value.IsInstance(a[1], timeType) {
				return value.NotImplemented, unknownOf(a[1])
			}
			x, aware1, err := sinceMidnight(t, a[0])
			if err != nil {
				return nil, err
			}
			y, aware2, err := sinceMidnight(t, a[1])
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
				return nil, value.TypeErrorf("can't compare offset-naive and offset-aware times")
			}
			return value.Bool(holds(x.Cmp(y))), nil
		})
	}
}

// takeFold takes the keyword-only argument fold out of the others.
func takeFold(kwargs []value.Kwarg) (fold value.Value, rest []value.Kwarg) {
	for _, k := range kwargs {
		if k.Name == "fold" {
			fold = k.Value
		} else {
			rest = append(rest, k)
		}
	}
	return fold, rest
}

// sinceMidnight is a time of day in microseconds, in UTC if it is aware.
func sinceMidnight(t *value.Thread, v value.Value) (*big.Int, bool, error) {
	k, _ := clockOf(v)
	us := big.NewInt(int64(k.hour*3600+k.minute*60+k.second)*1_000_000 + int64(k.micro))
	off, aware, err := offsetOf(t, v)
	if err != nil {
		return nil, false, err
	}
	return us.Sub(us, off.total()), aware, nil
}

// defineClock defines what times and datetimes share.
func defineClock(c *value.Type) {
	for name, get := range map[string]func(k clock) int{
		"hour": func(k clock) int { return k.hour }, "minute": func(k clock) int { return k.minute }, "second": func(k clock) int { return k.second },
		"microsecond": func(k clock) int { return k.micro }, "fold": func(k clock) int { return k.fold },
	} {
		c.DefAttr(name, func(t *value.Thread, self value.Value) (value.Value, error) {
			k, _ := clockOf(self)
			return value.Int(get(k)), nil
		})
	}
	c.DefAttr("tzinfo", func(t *value.Thread, self value.Value) (value.Value, error) {
		k, _ := clockOf(self)
		return k.tz, nil
	})
	for _, name := range []string{"utcoffset", "dst", "tzname"} {
		c.Def(name+"(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			k, _ := clockOf(a[0])
			if k.tz == value.None {
				return value.None, nil
			}
			dt := a[0]
			if _, ok := momentOf(dt); !ok {
				dt = value.None
			}
			if name != "tzname" {
				return zoneCall(t, k.tz, name, dt)
			}
			got, err := value.CallMethod(t, k.tz, name, dt)
			if err != nil {
				return nil, err
			}
			if _, ok := got.(*value.Str); !ok && got != value.None {
				if err := unknownOf(got); err != nil {
					return nil, err
				}
				return nil, value.TypeErrorf("tzinfo.tzname() must return None or a string, not '%s'", got.Type().Name)
			}
			return got, nil
		})
	}
}

// reprRest is the end of a repr: what follows the minutes.
func (k clock) reprRest(t *value.Thread) (string, error) {
	s := ""
	if k.second != 0 || k.micro != 0 {
		s = fmt.Sprintf(", %d", k.second)
	}
	if k.micro != 0 {
		s += fmt.Sprintf(", %d", k.micro)
	}
	if k.tz != value.None {
		tz, err := reprOf(t, k.tz)
		if err != nil {
			return "", err
		}
		s += ", tzinfo=" + tz
	}
	if k.fold != 0 {
		s += ", fold=1"
	}
	return s, nil
}

// isoTime is isoformat of a time, after the text before.
func isoTime(t *value.Thread, v value.Value, before string, timespec value.Value) (value.Value, error) {
	spec, ok := timespec.(*value.Str)
	if !ok {
		if err := unknownOf(timespec); err != nil {
			return nil, err
		}
		return nil, value.TypeErrorf("isoformat() argument 'timespec' must be str, not %s", timespec.Type().Name)
	}
	k, _ := clockOf(v)
	s := fmt.Sprintf("%02d", k.hour)
	minutes, seconds := fmt.Sprintf(":%02d", k.minute), fmt.Sprintf(":%02d", k.second)
	switch spec.String() {
	case "auto":
		s += minutes + seconds
		if k.micro != 0 {
			s += fmt.Sprintf(".%06d", k.micro)
		}
	case "hours":
	case "minutes":
		s += minutes
	case "seconds":
		s += minutes + seconds
	case "milliseconds":
		s += minutes + seconds + fmt.Sprintf(".%03d", k.micro/1000)
	case "microseconds":
		s += minutes + seconds + fmt.Sprintf(".%06d", k.micro)
	default:
		return nil, value.ValueErrorf("Unknown timespec value")
	}
	off, aware, err := offsetOf(t, v)
	if err != nil {
		return nil, err
	}
	if aware {
		s += off.offsetText(":")
	}
	return value.NewStr(before + s), nil
}
