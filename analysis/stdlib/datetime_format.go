package stdlib

import (
	"fmt"
	"strings"

	"augur/analysis/value"
)

var (
	dayNames   = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	monthNames = [...]string{"", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)

// ctime is the form of C's ctime.
func (m moment) ctime() string {
	return fmt.Sprintf("%s %s %2d %02d:%02d:%02d %04d", dayNames[m.weekday()][:3], monthNames[m.month][:3], m.day.day, m.hour, m.minute, m.second, m.year)
}

// formatTime is strftime of a date, time or datetime.
func formatTime(t *value.Thread, v value.Value, format string) (value.Value, error) {
	var m moment
	m.tz = value.None
	if d, ok := dateOf(v); ok {
		m.day = d
	} else {
		m.day = day{1900, 1, 1}
	}
	if k, ok := clockOf(v); ok {
		m.clock = k
	}
	s, err := strftime(m, format, func(c byte) (string, error) {
		if m.tz == value.None {
			return "", nil
		}
		if c == 'Z' {
			name, err := value.CallMethod(t, v, "tzname")
			if err != nil || name == value.None {
				return "", err
			}
			return value.Text(t, name)
		}
		off, aware, err := offsetOf(t, v)
		if err != nil || !aware {
			return "", err
		}
		return off.offsetText(""), nil
	})
	if err != nil {
		return nil, err
	}
	return value.NewStr(s), nil
}

// strftime formats a moment as glibc does in the C locale; zone gives %z and %Z.
func strftime(m moment, format string, zone func(c byte) (string, error)) (string, error) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		if i+1 == len(format) {
			b.WriteByte('%')
			break
		}
		i++
		bare := false
		if format[i] == '-' && i+1 < len(format) {
			bare = true
			i++
		}
		s, err := m.directive(format[i], zone)
		if err != nil {
			return "", err
		}
		if bare {
			if trimmed := strings.TrimLeft(s, "0 "); trimmed != "" {
				s = trimmed
			} else if s != "" {
				s = "0"
			}
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// directive is what one %-directive stands for.
func (m moment) directive(c byte, zone func(c byte) (string, error)) (string, error) {
	hour12 := m.hour % 12
	if hour12 == 0 {
		hour12 = 12
	}
	half := "AM"
	if m.hour >= 12 {
		half = "PM"
	}
	two := func(n int) string { return fmt.Sprintf("%02d", n) }
	isoYear, isoWeek, _ := m.isoWeek()
	yday, wday := m.yearDay()-1, m.weekday()
	switch c {
	case 'a':
		return dayNames[wday][:3], nil
	case 'A':
		return dayNames[wday], nil
	case 'b', 'h':
		return monthNames[m.month][:3], nil
	case 'B':
		return monthNames[m.month], nil
	case 'c':
		return fmt.Sprintf("%s %s %2d %s %d", dayNames[wday][:3], monthNames[m.month][:3], m.day.day, m.hms(), m.year), nil
	case 'C':
		return fmt.Sprint(m.year / 100), nil
	case 'd':
		return two(m.day.day), nil
	case 'D', 'x':
		return two(m.month) + "/" + two(m.day.day) + "/" + two(m.year%100), nil
	case 'e':
		return fmt.Sprintf("%2d", m.day.day), nil
	case 'f':
		return fmt.Sprintf("%06d", m.micro), nil
	case 'F':
		if m.year >= 1000 {
			return m.day.String(), nil
		}
	case 'g':
		return two(isoYear % 100), nil
	case 'G':
		return fmt.Sprint(isoYear), nil
	case 'H':
		return two(m.hour), nil
	case 'I':
		return two(hour12), nil
	case 'j':
		return fmt.Sprintf("%03d", yday+1), nil
	case 'k':
		return fmt.Sprintf("%2d", m.hour), nil
	case 'l':
		return fmt.Sprintf("%2d", hour12), nil
	case 'm':
		return two(m.month), nil
	case 'M':
		return two(m.minute), nil
	case 'n':
		return "\n", nil
	case 'p':
		return half, nil
	case 'P':
		return strings.ToLower(half), nil
	case 'r':
		return two(hour12) + ":" + two(m.minute) + ":" + two(m.second) + " " + half, nil
	case 'R':
		return two(m.hour) + ":" + two(m.minute), nil
	case 'S':
		return two(m.second), nil
	case 't':
		return "\t", nil
	case 'T', 'X':
		return m.hms(), nil
	case 'u':
		return fmt.Sprint(wday + 1), nil
	case 'U':
		return two((yday + 7 - (wday+1)%7) / 7), nil
	case 'V':
		return two(isoWeek), nil
	case 'w':
		return fmt.Sprint((wday + 1) % 7), nil
	case 'W':
		return two((yday + 7 - wday) / 7), nil
	case 'y':
		return two(m.year % 100), nil
	case 'Y':
		return fmt.Sprint(m.year), nil
	case 'z', 'Z':
		return zone(c)
	case '%':
		return "%", nil
	case 'q', 'i', 'o', 'v', 'J', 'K', 'L', 'N', 'Q':
		return "%" + string(c), nil
	}
	return "", value.Unknownf("the directive %%%c of strftime is outside what is known", c)
}

func (m moment) hms() string { return fmt.Sprintf("%02d:%02d:%02d", m.hour, m.minute, m.second) }
