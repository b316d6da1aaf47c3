package stdlib

import (
	"math"
	"math/big"
	"slices"

	"augur/analysis/value"
)

func init() { Register("datetime", loadDatetime) }

// The classes of module datetime.
var (
	dateType     = libraryType("datetime", "date")
	datetimeType = libraryType("datetime", "datetime", dateType)
	timeType     = libraryType("datetime", "time")
	deltaType    = libraryType("datetime", "timedelta")
	tzinfoType   = libraryType("datetime", "tzinfo")
	timezoneType = libraryType("datetime", "timezone", tzinfoType)
)

// utc is timezone.utc.
var utc = func() *value.Instance {
	o := value.NewInstance(timezoneType)
	o.Payload = &zone{}
	return o
}()

func init() {
	for _, c := range []*value.Type{dateType, timeType, deltaType, tzinfoType} {
		c.Immutable = true
	}
}

func loadDatetime(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("datetime")
	for _, c := range []*value.Type{dateType, datetimeType, timeType, deltaType, tzinfoType, timezoneType} {
		m.Set(c.Qualname, c)
	}
	m.Set("MINYEAR", value.Int(1))
	m.Set("MAXYEAR", value.Int(9999))
	m.Set("UTC", utc)
	return m, nil
}

// day is a date of the proleptic Gregorian calendar.
type day struct{ year, month, day int }

// clock is a time of day.
type clock struct {
	hour, minute, second, micro int
	tz                          value.Value // None, or an instance of tzinfo
	fold                        int
}

// moment is a date with a time.
type moment struct {
	day
	clock
}

// zone is a fixed offset from UTC.
type zone struct {
	offset delta
	name   value.Value // nil without one
}

// delta is a duration, normalized as Python does.
type delta struct{ days, seconds, micros int }

const (
	maxOrdinal = 3652059 // of 9999-12-31
	secondsDay = 24 * 3600
	maxDays    = 999999999
)

var daysIn = [...]int{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

func leapYear(y int) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

func daysInMonth(y, m int) int {
	if m == 2 && leapYear(y) {
		return 29
	}
	return daysIn[m]
}

func daysBeforeYear(y int) int {
	y--
	return y*365 + y/4 - y/100 + y/400
}

func daysBeforeMonth(y, m int) int {
	n := 0
	for i := 1; i < m; i++ {
		n += daysInMonth(y, i)
	}
	return n
}

// ordinal counts days from 0001-01-01, which is 1.
func (d day) ordinal() int { return daysBeforeYear(d.year) + daysBeforeMonth(d.year, d.month) + d.day }

func (d day) yearDay() int { return daysBeforeMonth(d.year, d.month) + d.day }

// weekday is 0 on Mondays.
func (d day) weekday() int { return (d.ordinal() + 6) % 7 }

func dayOf(ordinal int) day {
	n := ordinal - 1
	n400, n := n/146097, n%146097
	n100, n := n/36524, n%36524
	n4, n := n/1461, n%1461
	n1, n := n/365, n%365
	y := n400*400 + n100*100 + n4*4 + n1 + 1
	if n1 == 4 || n100 == 4 {
		return day{y - 1, 12, 31}
	}
	m := 1
	for n >= daysInMonth(y, m) {
		n -= daysInMonth(y, m)
		m++
	}
	return day{y, m, n + 1}
}

func checkDay(d day) error {
	switch {
	case d.year < 1 || d.year > 9999:
		return value.ValueErrorf("year %d is out of range", d.year)
	case d.month < 1 || d.month > 12:
		return value.ValueErrorf("month must be in 1..12")
	case d.day < 1 || d.day > daysInMonth(d.year, d.month):
		return value.ValueErrorf("day is out of range for month")
	}
	return nil
}

func checkClock(c clock) error {
	switch {
	case c.hour < 0 || c.hour > 23:
		return value.ValueErrorf("hour must be in 0..23")
	case c.minute < 0 || c.minute > 59:
		return value.ValueErrorf("minute must be in 0..59")
	case c.second < 0 || c.second > 59:
		return value.ValueErrorf("second must be in 0..59")
	case c.micro < 0 || c.micro > 999999:
		return value.ValueErrorf("microsecond must be in 0..999999")
	case c.fold != 0 && c.fold != 1:
		return value.ValueErrorf("fold must be either 0 or 1")
	}
	return checkZone(c.tz)
}

func checkZone(tz value.Value) error {
	if tz != nil && tz != value.None && !value.IsInstance(tz, tzinfoType) {
		if err := unknownOf(tz); err != nil {
			return err
		}
		return value.TypeErrorf("tzinfo argument must be None or of a tzinfo subclass, not type '%s'", tz.Type().Name)
	}
	return nil
}

// isoWeek returns the ISO year, week and weekday of a date.
func (d day) isoWeek() (year, week, weekday int) {
	year = d.year
	monday := isoFirstMonday(year)
	days := d.ordinal() - monday
	if days < 0 {
		year--
		days = d.ordinal() - isoFirstMonday(year)
	} else if days >= 52*7 && d.ordinal() >= isoFirstMonday(year+1) {
		year++
		days = d.ordinal() - isoFirstMonday(year)
	}
	return year, days/7 + 1, days%7 + 1
}

// isoFirstMonday is the ordinal of the Monday that starts ISO week 1.
func isoFirstMonday(year int) int {
	first := day{year, 1, 1}.ordinal()
	weekday := (first + 6) % 7
	monday := first - weekday
	if weekday > 3 {
		monday += 7
	}
	return monday
}

// micros is the whole duration in microseconds.
func (d delta) total() *big.Int {
	n := big.NewInt(int64(d.days)*secondsDay + int64(d.seconds))
	n.Mul(n, big.NewInt(1_000_000))
	return n.Add(n, big.NewInt(int64(d.micros)))
}

// deltaFrom makes a duration out of microseconds.
func deltaFrom(us *big.Int) (delta, error) {
	rest := new(big.Int)
	secs, micro := new(big.Int).DivMod(us, big.NewInt(1_000_000), rest)
	d := delta{micros: int(micro.Int64())}
	days, sec := new(big.Int).DivMod(secs, big.NewInt(secondsDay), new(big.Int))
	d.seconds = int(sec.Int64())
	if !days.IsInt64() || days.Int64() > math.MaxInt32 || days.Int64() < math.MinInt32 {
		return d, value.Raisef(value.OverflowError, "Python int too large to convert to C int")
	}
	d.days = int(days.Int64())
	if d.days > maxDays || d.days < -maxDays {
		return d, value.Raisef(value.OverflowError, "days=%d; must have magnitude <= %d", d.days, maxDays)
	}
	return d, nil
}

func (d delta) compare(e delta) int {
	for _, p := range [][2]int{{d.days, e.days}, {d.seconds, e.seconds}, {d.micros, e.micros}} {
		if p[0] != p[1] {
			if p[0] < p[1] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func (d delta) zero() bool { return d == delta{} }

// newDelta returns a timedelta.
func newDelta(d delta) value.Value {
	o := value.NewInstance(deltaType)
	o.Payload = d
	return o
}

// deltaOf returns the duration of a timedelta.
func deltaOf(v value.Value) (delta, bool) {
	o, ok := v.(*value.Instance)
	if !ok {
		return delta{}, false
	}
	d, ok := o.Payload.(delta)
	return d, ok
}

func dateOf(v value.Value) (day, bool) {
	o, ok := v.(*value.Instance)
	if !ok {
		return day{}, false
	}
	switch p := o.Payload.(type) {
	case day:
		return p, true
	case moment:
		return p.day, true
	}
	return day{}, false
}

func momentOf(v value.Value) (moment, bool) {
	o, ok := v.(*value.Instance)
	if !ok {
		return moment{}, false
	}
	m, ok := o.Payload.(moment)
	return m, ok
}

func clockOf(v value.Value) (clock, bool) {
	o, ok := v.(*value.Instance)
	if !ok {
		return clock{}, false
	}
	switch p := o.Payload.(type) {
	case clock:
		return p, true
	case moment:
		return p.clock, true
	}
	return clock{}, false
}

// newDay returns a date of class cls: through the class itself if the program
// derived it.
func newDay(t *value.Thread, cls *value.Type, d day) (value.Value, error) {
	if err := checkDay(d); err != nil {
		return nil, err
	}
	if cls != dateType {
		return value.Call(t, cls, []value.Value{value.Int(d.year), value.Int(d.month), value.Int(d.day)}, nil)
	}
	o := value.NewInstance(cls)
	o.Payload = d
	return o, t.Alloc(80)
}

// newMoment returns a datetime of class cls.
func newMoment(t *value.Thread, cls *value.Type, m moment) (value.Value, error) {
	if m.tz == nil {
		m.tz = value.None
	}
	if err := checkDay(m.day); err != nil {
		return nil, err
	}
	if err := checkClock(m.clock); err != nil {
		return nil, err
	}
	if cls != datetimeType {
		args := []value.Value{value.Int(m.year), value.Int(m.month), value.Int(m.day.day), value.Int(m.hour), value.Int(m.minute),
			value.Int(m.second), value.Int(m.micro), m.tz}
		var kw []value.Kwarg
		if m.fold != 0 {
			kw = []value.Kwarg{{Name: "fold", Value: value.Int(m.fold)}}
		}
		return value.Call(t, cls, args, kw)
	}
	o := value.NewInstance(cls)
	o.Payload = m
	return o, t.Alloc(120)
}

// newClock returns a time of class cls.
func newClock(t *value.Thread, cls *value.Type, c clock) (value.Value, error) {
	if c.tz == nil {
		c.tz = value.None
	}
	if err := checkClock(c); err != nil {
		return nil, err
	}
	if cls != timeType {
		return value.Call(t, cls, []value.Value{value.Int(c.hour), value.Int(c.minute), value.Int(c.second), value.Int(c.micro), c.tz}, nil)
	}
	o := value.NewInstance(cls)
	o.Payload = c
	return o, t.Alloc(80)
}

// bindC matches arguments to parameters as functions in C do that were written
// without Argument Clinic. One left out is nil.
func bindC(name string, params []string, required int, args []value.Value, kwargs []value.Kwarg) ([]value.Value, error) {
	title := name
	if title != "function" {
		title += "()"
	}
	if n := len(args) + len(kwargs); n > len(params) {
		return nil, value.TypeErrorf("%s takes at most %d argument%s (%d given)", title, len(params), plural(len(params)), n)
	}
	bound := make([]value.Value, len(params))
	copy(bound, args)
	used := 0
	for i, p := range params {
		for _, k := range kwargs {
			if k.Name != p {
				continue
			}
			if i < len(args) {
				return nil, value.TypeErrorf("argument for %s given by name ('%s') and position (%d)", title, p, i+1)
			}
			bound[i] = k.Value
			used++
		}
		if bound[i] == nil && i < required {
			return nil, value.TypeErrorf("%s missing required argument '%s' (pos %d)", title, p, i+1)
		}
	}
	if used < len(kwargs) {
		for _, k := range kwargs {
			if !slices.Contains(params, k.Name) {
				if name == "function" {
					return nil, value.TypeErrorf("'%s' is an invalid keyword argument for this function", k.Name)
				}
				return nil, value.TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, name)
			}
		}
	}
	return bound, unknownOf(bound...)
}

// cInt reads an argument that C code wants as an int.
func cInt(t *value.Thread, v value.Value) (int, error) {
	n, err := value.BigIndex(t, v)
	if err != nil {
		return 0, err
	}
	if !n.IsInt64() || n.Int64() > math.MaxInt32 || n.Int64() < math.MinInt32 {
		return 0, value.Raisef(value.OverflowError, "Python int too large to convert to C int")
	}
	return int(n.Int64()), nil
}

// cInts reads several, keeping what *into holds for absent ones.
func cInts(t *value.Thread, vs []value.Value, into ...*int) error {
	for i, p := range into {
		if vs[i] == nil {
			continue
		}
		n, err := cInt(t, vs[i])
		if err != nil {
			return err
		}
		*p = n
	}
	return nil
}
