package stdlib

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"augur/analysis/value"
)

func digits(s string, n int) (int, string, bool) {
	if len(s) < n {
		return 0, s, false
	}
	v := 0
	for i := range n {
		if s[i] < '0' || s[i] > '9' {
			return 0, s, false
		}
		v = v*10 + int(s[i]-'0')
	}
	return v, s[n:], true
}

// parseISODate reads 2020-01-02, 20200102, 2020-W01-4 or 2020W014.
func parseISODate(s string) (day, bool) {
	year, rest, ok := digits(s, 4)
	if !ok {
		return day{}, false
	}
	sep := strings.HasPrefix(rest, "-")
	if sep {
		rest = rest[1:]
	}
	dash := func() bool {
		if !sep {
			return true
		}
		if !strings.HasPrefix(rest, "-") {
			return false
		}
		rest = rest[1:]
		return true
	}
	if strings.HasPrefix(rest, "W") {
		week, after, ok := digits(rest[1:], 2)
		if !ok {
			return day{}, false
		}
		rest = after
		weekday := 1
		if rest != "" {
			if !dash() {
				return day{}, false
			}
			if weekday, rest, ok = digits(rest, 1); !ok || rest != "" {
				return day{}, false
			}
		}
		d, err := fromISOWeek(year, week, weekday)
		return d, err == nil
	}
	month, rest2, ok := digits(rest, 2)
	if !ok {
		return day{}, false
	}
	rest = rest2
	if !dash() {
		return day{}, false
	}
	d, rest, ok := digits(rest, 2)
	return day{year, month, d}, ok && rest == ""
}

// parseClock reads HH[:MM[:SS[.ffffff]]], with or without colons.
func parseClock(s string) (k clock, ok bool) {
	parts := []*int{&k.hour, &k.minute, &k.second}
	sep := true
	for i, p := range parts {
		var ok bool
		if *p, s, ok = digits(s, 2); !ok {
			return k, false
		}
		if s == "" {
			return k, true
		}
		if i == 0 {
			sep = s[0] == ':'
		}
		switch {
		case i == 2 && (s[0] == '.' || s[0] == ','):
			s = s[1:]
			n := min(len(s), 6)
			micro, rest, ok := digits(s, n)
			if !ok || n == 0 {
				return k, false
			}
			for range 6 - n {
				micro *= 10
			}
			k.micro = micro
			return k, strings.Trim(rest, "0123456789") == ""
		case i == 2:
			return k, false
		case sep && s[0] == ':':
			s = s[1:]
		case sep:
			return k, false
		}
	}
	return k, false
}

// parseISOTime reads a time with an optional offset.
func parseISOTime(t *value.Thread, s string) (clock, bool, error) {
	i := strings.IndexAny(s, "+-Z")
	if i < 0 {
		k, ok := parseClock(s)
		k.tz = value.None
		return k, ok, nil
	}
	k, ok := parseClock(s[:i])
	if !ok {
		return k, false, nil
	}
	if s[i] == 'Z' {
		k.tz = utc
		return k, i+1 == len(s), nil
	}
	off, ok := parseClock(s[i+1:])
	if !ok {
		return k, false, nil
	}
	us := big.NewInt(int64(off.hour*3600+off.minute*60+off.second)*1_000_000 + int64(off.micro))
	if s[i] == '-' {
		us.Neg(us)
	}
	d, err := deltaFrom(us)
	if err != nil {
		return k, false, err
	}
	tz, err := value.Call(t, timezoneType, []value.Value{newDelta(d)}, nil)
	k.tz = tz
	return k, true, err
}

// parseISOMoment reads a date, optionally with a time after one character.
func parseISOMoment(t *value.Thread, s string) (moment, bool, error) {
	m := moment{clock: clock{tz: value.None}}
	if len(s) < 7 {
		return m, false, nil
	}
	n := isoDateLength(s)
	if n < 0 || n > len(s) {
		return m, false, nil
	}
	d, ok := parseISODate(s[:n])
	if !ok {
		return m, false, nil
	}
	m.day = d
	if n == len(s) {
		return m, true, nil
	}
	_, size := value.DecodeRune(s[n:])
	k, ok, err := parseISOTime(t, s[n+size:])
	m.clock = k
	return m, ok, err
}

// isoDateLength tells where the date ends; -1 if that is nowhere.
func isoDateLength(s string) int {
	digit := func(i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	if len(s) == 7 {
		return 7
	}
	if s[4] == '-' {
		if s[5] != 'W' {
			return 10
		}
		if len(s) > 8 && s[8] == '-' {
			if len(s) == 9 {
				return -1
			}
			if digit(10) {
				return 8
			}
			return 10
		}
		return 8
	}
	if s[4] != 'W' {
		return 8
	}
	i := 7
	for digit(i) {
		i++
	}
	switch {
	case i < 9:
		return i
	case i%2 == 0:
		return 7
	}
	return 8
}

// parsedTime is what strptime found.
type parsedTime struct {
	moment
	offset *big.Int // of %z, in microseconds; nil without
}

// timePatterns are the regular expressions of strptime's directives.
var timePatterns = func() map[byte]string {
	names := func(c string, ns []string) string {
		// Longest first, so that a name is not taken for a shorter one.
		sorted := append([]string(nil), ns...)
		for i := range sorted {
			for j := i + 1; j < len(sorted); j++ {
				if len(sorted[j]) > len(sorted[i]) {
					sorted[i], sorted[j] = sorted[j], sorted[i]
				}
			}
		}
		return "(?P<" + c + ">" + strings.Join(sorted, "|") + ")"
	}
	short := func(ns []string) []string {
		out := make([]string, len(ns))
		for i, n := range ns {
			out[i] = n[:3]
		}
		return out
	}
	p := map[byte]string{
		'd': `(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])`, 'f': `(?P<f>[0-9]{1,6})`, 'H': `(?P<H>2[0-3]|[0-1]\d|\d)`,
		'I': `(?P<I>1[0-2]|0[1-9]|[1-9])`, 'G': `(?P<G>\d\d\d\d)`,
		'j': `(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])`, 'm': `(?P<m>1[0-2]|0[1-9]|[1-9])`,
		'M': `(?P<M>[0-5]\d|\d)`, 'S': `(?P<S>6[0-1]|[0-5]\d|\d)`, 'U': `(?P<U>5[0-3]|[0-4]\d|\d)`, 'W': `(?P<W>5[0-3]|[0-4]\d|\d)`,
		'w': `(?P<w>[0-6])`, 'u': `(?P<u>[1-7])`, 'V': `(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)`, 'y': `(?P<y>\d\d)`, 'Y': `(?P<Y>\d\d\d\d)`,
		'z': `(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))`, 'Z': `(?P<Z>utc|gmt)`, 'p': `(?P<p>am|pm)`, '%': `%`,
		'A': names("A", dayNames[:]), 'a': names("a", short(dayNames[:])), 'B': names("B", monthNames[1:]), 'b': names("b", short(monthNames[1:])),
	}
	expand := func(format string) string {
		var b strings.Builder
		for i := 0; i < len(format); i++ {
			if format[i] == '%' {
				i++
				b.WriteString(p[format[i]])
				continue
			}
			if format[i] == ' ' {
				b.WriteString(`\s+`)
				continue
			}
			b.WriteByte(format[i])
		}
		return b.String()
	}
	p['c'] = expand("%a %b %d %H:%M:%S %Y")
	p['x'] = expand("%m/%d/%y")
	p['X'] = expand("%H:%M:%S")
	return p
}()

// timeRegexp turns a format into a regular expression.
func timeRegexp(format string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString(`(?i)\A(?:`)
	seen := map[string]bool{}
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c == '%':
			i++
			if i == len(format) {
				return nil, value.ValueErrorf("stray %% in format '%s'", format)
			}
			p, ok := timePatterns[format[i]]
			if !ok {
				r, _ := value.DecodeRune(format[i:])
				bad := string(r)
				if strings.ContainsRune(`\.^$*+?(){}[]|`, r) || isSpace(r) {
					bad = "%" // its escape stands in the way
				}
				return nil, value.ValueErrorf("'%s' is a bad directive in format '%s'", bad, format)
			}
			for _, g := range groupName.FindAllString(p, -1) {
				if seen[g] {
					return nil, value.Unknownf("a directive given twice in a format of strptime is outside what is known")
				}
				seen[g] = true
			}
			b.WriteString(p)
		case isSpace(rune(c)):
			for i+1 < len(format) && isSpace(rune(format[i+1])) {
				i++
			}
			b.WriteString(`\s+`)
		case c >= 128:
			return nil, value.Unknownf("formats of strptime that are not ASCII are outside what is known")
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	b.WriteString(`)`)
	return regexp.Compile(b.String())
}

var groupName = regexp.MustCompile(`\?P<\w>`)

func isSpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' || r >= 0x1c && r <= 0x1f }

// parseTime is the work of strptime.
func parseTime(text, format string) (p parsedTime, err error) {
	p.tz = value.None
	re, err := timeRegexp(format)
	if err != nil {
		return p, err
	}
	for i := range len(text) {
		if text[i] >= 128 {
			return p, value.Unknownf("times that are not ASCII are outside what is known")
		}
	}
	found := re.FindStringSubmatchIndex(text)
	if found == nil {
		return p, value.ValueErrorf("time data %s does not match format %s", value.StrRepr(text), value.StrRepr(format))
	}
	if found[1] != len(text) {
		return p, value.ValueErrorf("unconverted data remains: %s", text[found[1]:])
	}
	groups := map[string]string{}
	for i, name := range re.SubexpNames() {
		if name != "" && found[2*i] >= 0 {
			groups[name] = text[found[2*i]:found[2*i+1]]
		}
	}
	return p, p.fill(groups)
}

// fill works a moment out of the groups that matched.
func (p *parsedTime) fill(groups map[string]string) error {
	num := func(name string) (int, bool) {
		s, ok := groups[name]
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return n, ok && err == nil
	}
	named := func(name string, list []string, full bool) (int, bool) {
		s, ok := groups[name]
		if !ok {
			return 0, false
		}
		for i, n := range list {
			if full && strings.EqualFold(n, s) || !full && len(n) >= 3 && strings.EqualFold(n[:3], s) {
				return i, true
			}
		}
		return 0, false
	}
	p.month, p.day.day = 1, 1
	year, hasYear := num("Y")
	if y, ok := num("y"); ok {
		year, hasYear = y+1900, true
		if y <= 68 {
			year = y + 2000
		}
	}
	isoYear, hasISO := num("G")
	isoWeek, hasISOWeek := num("V")
	if m, ok := num("m"); ok {
		p.month = m
	}
	if m, ok := named("B", monthNames[:], true); ok {
		p.month = m
	}
	if m, ok := named("b", monthNames[:], false); ok {
		p.month = m
	}
	if d, ok := num("d"); ok {
		p.day.day = d
	}
	p.hour, _ = num("H")
	if h, ok := num("I"); ok {
		p.hour = h % 12
		if strings.EqualFold(groups["p"], "pm") {
			p.hour += 12
		}
	}
	p.minute, _ = num("M")
	p.second, _ = num("S")
	if f, ok := groups["f"]; ok {
		p.micro, _ = strconv.Atoi(f + strings.Repeat("0", 6-len(f)))
	}
	weekday, hasWeekday := named("A", dayNames[:], true)
	if w, ok := named("a", dayNames[:], false); ok {
		weekday, hasWeekday = w, true
	}
	if w, ok := num("w"); ok {
		weekday, hasWeekday = (w+6)%7, true
	}
	if w, ok := num("u"); ok {
		weekday, hasWeekday = w-1, true
	}
	julian, hasJulian := num("j")
	week, hasWeek := num("U")
	mondays := false
	if w, ok := num("W"); ok {
		week, hasWeek, mondays = w, true, true
	}
	if err := p.readOffset(groups); err != nil {
		return err
	}
	const weekdays = "('%A', '%a', '%w', or '%u')."
	switch {
	case !hasYear && hasISO && (!hasISOWeek || !hasWeekday):
		return value.ValueErrorf("%s", "ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive "+weekdays)
	case !hasYear && hasISO && hasJulian:
		return value.ValueErrorf("%s", "Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.")
	case !(!hasYear && hasISO) && !hasWeek && hasISOWeek && !hasWeekday:
		return value.ValueErrorf("%s", "ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive "+weekdays)
	case !(!hasYear && hasISO) && !hasWeek && hasISOWeek:
		return value.ValueErrorf("%s", "ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.")
	}
	leapFix := false
	if !hasYear {
		year = 1900
		if p.month == 2 && p.day.day == 29 {
			year, leapFix = 1904, true
		}
	}
	if !hasJulian && hasWeekday {
		switch {
		case hasWeek:
			julian, hasJulian = julianOfWeek(year, week, weekday, mondays), true
		case hasISO && hasISOWeek:
			d, err := fromISOWeek(isoYear, isoWeek, weekday+1)
			if err != nil {
				return value.Unknownf("an ISO week that its year does not have is outside what is known")
			}
			p.day = d
			return nil
		}
		if hasJulian && julian <= 0 {
			year--
			julian += 365
			if leapYear(year) {
				julian++
			}
		}
	}
	p.year = year
	if hasJulian {
		ord := day{year, 1, 1}.ordinal() + julian - 1
		if year < 1 || ord > maxOrdinal {
			return value.ValueErrorf("year %d is out of range", year)
		}
		p.day = dayOf(ord)
	} else if err := checkDay(p.day); err != nil {
		return err
	}
	if leapFix {
		p.year = 1900
	}
	return nil
}

func julianOfWeek(year, week, weekday int, mondays bool) int {
	first := day{year, 1, 1}.weekday()
	if !mondays {
		first = (first + 1) % 7
		weekday = (weekday + 1) % 7
	}
	if week == 0 {
		return 1 + weekday - first
	}
	return 1 + (7-first)%7 + 7*(week-1) + weekday
}

// readOffset reads what %z matched.
func (p *parsedTime) readOffset(groups map[string]string) error {
	z, ok := groups["z"]
	if !ok {
		if _, named := groups["Z"]; named {
			return value.Unknownf("the name of a time zone in strptime is outside what is known")
		}
		return nil
	}
	p.offset = new(big.Int)
	if z == "Z" {
		return nil
	}
	given := z
	if z[3] == ':' {
		z = z[:3] + z[4:]
		if len(z) > 5 {
			if z[5] != ':' {
				return value.ValueErrorf("Inconsistent use of : in %s", given)
			}
			z = z[:5] + z[6:]
		}
	}
	hours, _ := strconv.Atoi(z[1:3])
	minutes, _ := strconv.Atoi(z[3:5])
	seconds, micros := 0, 0
	if len(z) >= 7 {
		seconds, _ = strconv.Atoi(z[5:7])
	}
	if len(z) > 8 {
		frac := z[8:]
		micros, _ = strconv.Atoi(frac + strings.Repeat("0", 6-len(frac)))
	}
	p.offset.SetInt64(int64(hours*3600+minutes*60+seconds)*1_000_000 + int64(micros))
	if z[0] == '-' {
		p.offset.Neg(p.offset)
	}
	return nil
}
