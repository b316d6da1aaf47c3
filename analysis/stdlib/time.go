package stdlib

import (
	"math/big"
	"strings"

	"augur/analysis/value"
)

func init() { Register("time", loadTime) }

// loadTime builds what of module time does not ask the clock.
func loadTime(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("time")
	for _, name := range []string{"time", "perf_counter", "monotonic", "process_time", "thread_time", "time_ns", "perf_counter_ns", "monotonic_ns", "process_time_ns", "thread_time_ns"} {
		m.Def(name+"()", func(t *value.Thread, a []value.Value) (value.Value, error) {
			kind := value.FloatType
			if strings.HasSuffix(name, "_ns") {
				kind = value.IntType
			}
			return &value.Unknown{Reason: "time." + name + "()", Kind: kind}, nil
		})
	}
	m.Def("sleep(secs, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if _, unknown := a[0].(*value.Unknown); unknown {
			return value.None, nil
		}
		n, ok := number(a[0])
		if !ok {
			if _, err := value.BigIndex(t, a[0]); err != nil {
				return nil, err
			}
		}
		if n < 0 {
			return nil, value.ValueErrorf("sleep length must be non-negative")
		}
		return value.None, nil
	})
	// The class of the results exists from the start.
	none, err := structTime(t, moment{day: day{1970, 1, 1}}, 0)
	if err != nil {
		return nil, err
	}
	m.Set("struct_time", none.Type())
	for _, name := range []string{"localtime(secs=None, /)", "ctime(secs=None, /)", "mktime(tuple, /)", "asctime(tuple=None, /)"} {
		m.Def(name, func(t *value.Thread, a []value.Value) (value.Value, error) {
			return &value.Unknown{Reason: "the local time zone"}, nil
		})
	}
	m.Def("gmtime(secs=None, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == value.None {
			return &value.Unknown{Reason: "the current time"}, nil
		}
		us, err := timestampMicros(t, a[0])
		if err != nil {
			return nil, err
		}
		us.Add(us, new(big.Int).Mul(big.NewInt(int64(day{1970, 1, 1}.ordinal())*secondsDay), big.NewInt(1_000_000)))
		x, ok := momentAt(us)
		if !ok {
			return nil, value.Unknownf("a time outside the years 1 to 9999 is outside what is known")
		}
		return structTime(t, x, 0)
	})
	m.Def("strftime(format, tuple=?, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		format, ok := a[0].(*value.Str)
		if !ok {
			if err := unknownOf(a[0]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("strftime() argument 1 must be str, not %s", a[0].Type().Name)
		}
		if a[1] == nil {
			return &value.Unknown{Reason: "the current time"}, nil
		}
		tuple, ok := a[1].(*value.Tuple)
		if !ok {
			if err := unknownOf(a[1]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("Tuple or struct_time argument required")
		}
		if len(tuple.Elems) < 9 {
			return nil, value.TypeErrorf("strftime(): illegal time tuple argument")
		}
		var x moment
		if err := cInts(t, tuple.Elems, &x.year, &x.month, &x.day.day, &x.hour, &x.minute, &x.second); err != nil {
			return nil, err
		}
		if checkDay(x.day) != nil || x.hour > 23 || x.minute > 59 || x.second > 59 || x.hour < 0 || x.minute < 0 || x.second < 0 {
			return nil, value.Unknownf("a time tuple that is no date is outside what is known")
		}
		s, err := strftime(x, format.String(), func(byte) (string, error) { return "", value.Unknownf("the local time zone is outside what is known") })
		return value.NewStr(s), err
	})
	defIn(m, "strptime(data_string, format='%a %b %d %H:%M:%S %Y')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var texts [2]string
		for i, v := range a {
			s, ok := v.(*value.Str)
			if !ok {
				if err := unknownOf(v); err != nil {
					return nil, err
				}
				return nil, value.TypeErrorf("strptime() argument %d must be str, not %s", i, reprType(v.Type()))
			}
			texts[i] = s.String()
		}
		p, err := parseTime(texts[0], texts[1])
		if err != nil {
			return nil, err
		}
		if p.offset != nil {
			return nil, value.Unknownf("time.strptime with a time zone is outside what is known")
		}
		return structTime(t, p.moment, -1)
	})
	return m, nil
}
