package stdlib

import (
	"fmt"

	"augur/analysis/value"
)

func init() {
	c := dateType
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		a, err := bindC("function", []string{"year", "month", "day"}, 3, args, kwargs)
		if err != nil {
			return nil, err
		}
		var d day
		if err := cInts(t, a, &d.year, &d.month, &d.day); err != nil {
			return nil, err
		}
		if err := checkDay(d); err != nil {
			return nil, err
		}
		o := value.NewInstance(cls)
		o.Payload = d
		return o, t.Alloc(80)
	}
	c.DefNew()
	for name, get := range map[string]func(d day) int{
		"year": func(d day) int { return d.year }, "month": func(d day) int { return d.month }, "day": func(d day) int { return d.day },
	} {
		c.DefAttr(name, func(t *value.Thread, self value.Value) (value.Value, error) {
			d, _ := dateOf(self)
			return value.Int(get(d)), nil
		})
	}
	limit := func(d day) value.Value {
		o := value.NewInstance(c)
		o.Payload = d
		return o
	}
	c.Dict.SetStr("min", limit(day{1, 1, 1}))
	c.Dict.SetStr("max", limit(day{9999, 12, 31}))
	c.Dict.SetStr("resolution", newDelta(delta{days: 1}))
	c.DefClass("today(type, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return &value.Unknown{Reason: "today's date"}, nil
	})
	c.DefClass("fromtimestamp(type, timestamp, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return &value.Unknown{Reason: "the local time zone"}, nil
	})
	c.DefClass("fromordinal(type, ordinal, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := cInt(t, a[1])
		if err != nil {
			return nil, err
		}
		if n < 1 {
			return nil, value.ValueErrorf("ordinal must be >= 1")
		}
		cls, _ := a[0].(*value.Type)
		if cls == nil {
			return nil, value.TypeErrorf("fromordinal() needs a class")
		}
		return newDay(t, cls, dayOf(n))
	})
	c.DefClass("fromisoformat(type, string, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, ok := a[1].(*value.Str)
		if !ok {
			if err := unknownOf(a[1]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("fromisoformat: argument must be str")
		}
		text := s.String()
		d, ok := parseISODate(text)
		if n := len(text); !ok || n != 7 && n != 8 && n != 10 {
			return nil, value.ValueErrorf("Invalid isoformat string: %s", value.StrRepr(text))
		}
		return newDay(t, a[0].(*value.Type), d)
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
		return newDay(t, a[0].(*value.Type), got)
	})
	method := func(signature string, f func(t *value.Thread, d day, a []value.Value) (value.Value, error)) {
		c.Def(signature, func(t *value.Thread, a []value.Value) (value.Value, error) {
			d, _ := dateOf(a[0])
			return f(t, d, a)
		})
	}
	method("toordinal(self, /)", func(_ *value.Thread, d day, _ []value.Value) (value.Value, error) { return value.Int(d.ordinal()), nil })
	method("weekday(self, /)", func(_ *value.Thread, d day, _ []value.Value) (value.Value, error) { return value.Int(d.weekday()), nil })
	method("isoweekday(self, /)", func(_ *value.Thread, d day, _ []value.Value) (value.Value, error) {
		return value.Int(d.weekday() + 1), nil
	})
	method("isocalendar(self, /)", func(t *value.Thread, d day, _ []value.Value) (value.Value, error) {
		y, w, wd := d.isoWeek()
		return structTuple(t, "datetime", "IsoCalendarDate", []string{"year", "week", "weekday"},
			value.Int(y), value.Int(w), value.Int(wd))
	})
	method("timetuple(self, /)", func(t *value.Thread, d day, _ []value.Value) (value.Value, error) {
		return structTime(t, moment{day: d}, -1)
	})
	method("isoformat(self, /)", func(_ *value.Thread, d day, _ []value.Value) (value.Value, error) {
		return value.NewStr(d.String()), nil
	})
	method("__str__(self, /)", func(t *value.Thread, d day, a []value.Value) (value.Value, error) {
		return value.CallMethod(t, a[0], "isoformat")
	})
	method("__repr__(self, /)", func(_ *value.Thread, d day, a []value.Value) (value.Value, error) {
		return value.NewStr(fmt.Sprintf("%s(%d, %d, %d)", a[0].Type().Name, d.year, d.month, d.day)), nil
	})
	method("ctime(self, /)", func(_ *value.Thread, d day, _ []value.Value) (value.Value, error) {
		return value.NewStr(moment{day: d}.ctime()), nil
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
	format := func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, ok := a[1].(*value.Str)
		if !ok {
			return nil, value.TypeErrorf("__format__() argument 1 must be str, not %s", a[1].Type().Name)
		}
		if s.String() == "" {
			text, err := value.Text(t, a[0])
			return value.NewStr(text), err
		}
		return value.CallMethod(t, a[0], "strftime", s)
	}
	c.Def("__format__(self, format, /)", format)
	timeType.Def("__format__(self, format, /)", format)
	c.DefRaw("replace", func(t *value.Thread, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		d, _ := dateOf(args[0])
		a, err := bindC("replace", []string{"year", "month", "day"}, 0, args[1:], kwargs)
		if err != nil {
			return nil, err
		}
		if err := cInts(t, a, &d.year, &d.month, &d.day); err != nil {
			return nil, err
		}
		return newDay(t, args[0].Type(), d)
	})
	method("__hash__(self, /)", func(t *value.Thread, d day, _ []value.Value) (value.Value, error) {
		return hashText(t, "date "+d.String())
	})
	for name, holds := range comparisons {
		c.Def(name+"(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			x, _ := dateOf(a[0])
			y, ok := dateOf(a[1])
			if !ok {
				return value.NotImplemented, unknownOf(a[1])
			}
			return value.Bool(holds(x.compare(y))), nil
		})
	}
	add := func(t *value.Thread, a []value.Value) (value.Value, error) {
		e, ok := deltaOf(a[1])
		if !ok {
			return value.NotImplemented, unknownOf(a[1])
		}
		return addDays(t, a[0], e.days)
	}
	c.Def("__add__(self, value, /)", add)
	c.Def("__radd__(self, value, /)", add)
	c.Def("__sub__(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if e, ok := deltaOf(a[1]); ok {
			return addDays(t, a[0], -e.days)
		}
		x, _ := dateOf(a[0])
		y, ok := dateOf(a[1])
		if _, isMoment := momentOf(a[1]); !ok || isMoment {
			return value.NotImplemented, unknownOf(a[1])
		}
		return newDelta(delta{days: x.ordinal() - y.ordinal()}), nil
	})
}

// hashText is a hash that differs from run to run, as that of text does.
func hashText(t *value.Thread, s string) (value.Value, error) {
	return value.Call(t, value.Builtins["hash"], []value.Value{value.NewStr(s)}, nil)
}

// String is the date in ISO format.
func (d day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

func (d day) compare(e day) int { return d.ordinal() - e.ordinal() }

func addDays(t *value.Thread, v value.Value, n int) (value.Value, error) {
	d, _ := dateOf(v)
	ord := d.ordinal() + n
	if ord < 1 || ord > maxOrdinal {
		return nil, value.Raisef(value.OverflowError, "date value out of range")
	}
	return newDay(t, v.Type(), dayOf(ord))
}

func fromISOWeek(year, week, weekday int) (day, error) {
	if year < 1 || year > 9999 {
		return day{}, value.ValueErrorf("Year is out of range: %d", year)
	}
	if week < 1 || week > 52 {
		long := false
		if week == 53 {
			// Years that start on a Thursday, or leap years on a Wednesday,
			// have 53 weeks.
			first := day{year, 1, 1}.weekday()
			long = first == 3 || first == 2 && leapYear(year)
		}
		if !long {
			return day{}, value.ValueErrorf("Invalid week: %d", week)
		}
	}
	if weekday < 1 || weekday > 7 {
		return day{}, value.ValueErrorf("Invalid day: %d (range is [1, 7])", weekday)
	}
	ord := isoFirstMonday(year) + (week-1)*7 + weekday - 1
	if ord < 1 {
		return day{}, value.ValueErrorf("year 0 is out of range")
	}
	return dayOf(ord), nil
}

// structTuple makes a tuple with named fields, of a class that each run makes
// once.
func structTuple(t *value.Thread, module, name string, fields []string, values ...value.Value) (value.Value, error) {
	key := module + "." + name
	cls, ok := t.Local[key].(*value.Type)
	if !ok {
		made, err := structSequence(t, module, name, fields)
		if err != nil {
			return nil, err
		}
		cls = made.Type()
		t.Local[key] = cls
	}
	return &value.Tuple{Header: value.Header{Cls: cls}, Elems: values}, nil
}

// structTime makes a time.struct_time.
func structTime(t *value.Thread, m moment, dst int) (value.Value, error) {
	return structTuple(t, "time", "struct_time",
		[]string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"},
		value.Int(m.year), value.Int(m.month), value.Int(m.day.day), value.Int(m.hour), value.Int(m.minute), value.Int(m.second),
		value.Int(m.weekday()), value.Int(m.yearDay()), value.Int(dst))
}
