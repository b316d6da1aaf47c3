package stdlib

import (
	"fmt"
	"strings"

	"augur/analysis/value"
)

func init() { Register("calendar", loadCalendar) }

// loadCalendar builds the functions of module calendar.
func loadCalendar(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("calendar")
	illegalMonth, err := class{module: "calendar", name: "IllegalMonthError", bases: []*value.Type{value.ValueError}}.make(t)
	if err != nil {
		return nil, err
	}
	def(illegalMonth, "__init__(self, month)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "month", a[1])
	})
	def(illegalMonth, "__str__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v, err := value.GetAttr(t, a[0], "month")
		if err != nil {
			return nil, err
		}
		s, err := reprOf(t, v)
		return value.NewStr("bad month number " + s + "; must be 1-12"), err
	})
	m.Set("IllegalMonthError", illegalMonth)
	m.Set("error", value.ValueError)
	names := func(list []string, short bool) value.Value {
		out := make([]value.Value, len(list))
		for i, n := range list {
			if short && n != "" {
				n = n[:3]
			}
			out[i] = value.NewStr(n)
		}
		return value.NewList(out)
	}
	m.Set("month_name", names(monthNames[:], false))
	m.Set("month_abbr", names(monthNames[:], true))
	m.Set("day_name", names(dayNames[:], false))
	m.Set("day_abbr", names(dayNames[:], true))
	for i, n := range dayNames {
		m.Set(strings.ToUpper(n), value.Int(i))
	}
	m.Set("January", value.Int(1))
	m.Set("February", value.Int(2))
	year := func(t *value.Thread, v value.Value) (int, error) {
		n, ok := value.AsInt(v)
		if !ok || n < -100000 || n > 100000 {
			if err := unknownOf(v); err != nil {
				return 0, err
			}
			return 0, value.Unknownf("a year that is no small int is outside what is known")
		}
		return int(n), nil
	}
	defIn(m, "isleap(year)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		y, err := year(t, a[0])
		return value.Bool(leapYear(y)), err
	})
	defIn(m, "leapdays(y1, y2)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		y1, err := year(t, a[0])
		if err != nil {
			return nil, err
		}
		y2, err := year(t, a[1])
		if err != nil {
			return nil, err
		}
		count := func(y int) int { return floor(y, 4) - floor(y, 100) + floor(y, 400) }
		return value.Int(count(y2-1) - count(y1-1)), nil
	})
	defIn(m, "weekday(year, month, day)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		var d day
		if err := cInts(t, a, &d.year, &d.month, &d.day); err != nil {
			return nil, err
		}
		if d.year < 1 || d.year > 9999 {
			d.year = 2000 + mod(d.year, 400)
		}
		if err := checkDay(d); err != nil {
			return nil, err
		}
		return value.Int(d.weekday()), nil
	})
	// month reads a year and a month and finds the first weekday and the
	// number of days.
	month := func(t *value.Thread, a []value.Value) (first, days int, err error) {
		y, err := year(t, a[0])
		if err != nil {
			return 0, 0, err
		}
		n, ok := value.AsInt(a[1])
		if !ok {
			if err := unknownOf(a[1]); err != nil {
				return 0, 0, err
			}
			return 0, 0, value.Unknownf("a month that is no int is outside what is known")
		}
		if n < 1 || n > 12 {
			made, err := value.Call(t, illegalMonth, []value.Value{a[1]}, nil)
			if err != nil {
				return 0, 0, err
			}
			return 0, 0, &value.Raised{Exc: made.(*value.Exception)}
		}
		shown := y
		if y < 1 || y > 9999 {
			shown = 2000 + mod(y, 400)
		}
		return day{shown, int(n), 1}.weekday(), daysInMonth(y, int(n)), nil
	}
	defIn(m, "monthrange(year, month)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		first, days, err := month(t, a)
		return value.NewTuple(value.Int(first), value.Int(days)), err
	})
	start := func(t *value.Thread) int {
		n, _ := t.Local["calendar.firstweekday"].(int)
		return n
	}
	defIn(m, "firstweekday()", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.Int(start(t)), nil })
	defIn(m, "setfirstweekday(firstweekday)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, ok := value.AsInt(a[0])
		if !ok || n < 0 || n > 6 {
			return nil, value.Unknownf("an illegal weekday is outside what is known")
		}
		t.Local["calendar.firstweekday"] = int(n)
		return value.None, nil
	})
	weeks := func(first, days, start int) [][7]int {
		var out [][7]int
		var week [7]int
		at := mod(first-start, 7)
		for d := 1; d <= days; d++ {
			week[at] = d
			if at++; at == 7 || d == days {
				out = append(out, week)
				week, at = [7]int{}, 0
			}
		}
		return out
	}
	defIn(m, "monthcalendar(year, month)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		first, days, err := month(t, a)
		if err != nil {
			return nil, err
		}
		var out []value.Value
		for _, w := range weeks(first, days, start(t)) {
			row := make([]value.Value, 7)
			for i, d := range w {
				row[i] = value.Int(d)
			}
			out = append(out, value.NewList(row))
		}
		return value.NewList(out), nil
	})
	text := func(t *value.Thread, a []value.Value) (string, error) {
		first, days, err := month(t, a)
		if err != nil {
			return "", err
		}
		y, _ := value.AsInt(a[0])
		n, _ := value.AsInt(a[1])
		title := fmt.Sprintf("%s %d", monthNames[n], y)
		pad := 20 - len(title)
		left := pad / 2
		// str.center puts the odd space on the left when the width is even.
		if pad%2 == 1 && 20%2 == 1 {
			left++
		}
		var b strings.Builder
		b.WriteString(strings.TrimRight(strings.Repeat(" ", max(left, 0))+title, " ") + "\n")
		s := start(t)
		header := make([]string, 7)
		for i := range header {
			header[i] = dayNames[(s+i)%7][:2]
		}
		b.WriteString(strings.Join(header, " ") + "\n")
		for _, w := range weeks(first, days, s) {
			cells := make([]string, 7)
			for i, d := range w {
				cells[i] = "  "
				if d != 0 {
					cells[i] = fmt.Sprintf("%2d", d)
				}
			}
			b.WriteString(strings.TrimRight(strings.Join(cells, " "), " ") + "\n")
		}
		return b.String(), nil
	}
	plain := func(a []value.Value) error {
		for _, v := range a[2:] {
			if n, ok := value.AsInt(v); !ok || n != 0 {
				return value.Unknownf("the width of a calendar is outside what is known")
			}
		}
		return nil
	}
	defIn(m, "month(theyear, themonth, w=0, l=0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := plain(a); err != nil {
			return nil, err
		}
		s, err := text(t, a)
		return value.NewStr(s), err
	})
	defIn(m, "prmonth(theyear, themonth, w=0, l=0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := plain(a); err != nil {
			return nil, err
		}
		s, err := text(t, a)
		if err != nil {
			return nil, err
		}
		return value.Call(t, value.Builtins["print"], []value.Value{value.NewStr(s)}, []value.Kwarg{{Name: "end", Value: value.EmptyStr}})
	})
	defIn(m, "timegm(tuple)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		parts, err := value.Collect(t, a[0])
		if err != nil {
			return nil, err
		}
		if len(parts) < 6 {
			return nil, value.ValueErrorf("not enough values to unpack (expected 6, got %d)", len(parts))
		}
		var x moment
		if err := cInts(t, parts, &x.year, &x.month, &x.day.day, &x.hour, &x.minute, &x.second); err != nil {
			return nil, err
		}
		if err := checkDay(day{x.year, x.month, 1}); err != nil {
			return nil, err
		}
		days := day{x.year, x.month, 1}.ordinal() - day{1970, 1, 1}.ordinal() + x.day.day - 1
		return value.Int(((days*24+x.hour)*60+x.minute)*60 + x.second), nil
	})
	return m, nil
}

// floor and mod are Python's // and % of ints.
func floor(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func mod(a, b int) int { return a - b*floor(a, b) }
