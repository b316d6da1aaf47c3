package value

import (
	"math"
	"strconv"
	"strings"
)

// FloatRepr is repr(f): the shortest text that reads back as f.
func FloatRepr(f float64) string {
	digits, exp, ok := shortestDigits(f)
	if !ok {
		return nonFinite(f)
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
	}
	return sign + reprDigits(digits, exp, true)
}

func nonFinite(f float64) string {
	switch {
	case f != f:
		return "nan"
	case f > 0:
		return "inf"
	}
	return "-inf"
}

// shortestDigits returns the shortest digits that identify |f| and the place of
// the decimal point in them, d.ddd having place 1; false if f is not finite.
func shortestDigits(f float64) (digits string, point int, ok bool) {
	if f != f || math.IsInf(f, 0) {
		return "", 0, false
	}
	return splitDigits(strconv.FormatFloat(math.Abs(f), 'e', -1, 64))
}

func splitDigits(text string) (digits string, point int, ok bool) {
	mantissa, exp, _ := strings.Cut(text, "e")
	e, _ := strconv.Atoi(exp)
	return strings.Replace(mantissa, ".", "", 1), e + 1, true
}

// reprDigits lays digits out as repr does: with an exponent outside 1e-4 to
// 1e16. dotZero adds ".0" to what would look like an int.
func reprDigits(digits string, point int, dotZero bool) string {
	switch {
	case point <= -4 || point > 16:
		s := digits[:1]
		if len(digits) > 1 {
			s += "." + digits[1:]
		}
		return s + exponent("e", point-1)
	case point <= 0:
		return "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		s := digits + strings.Repeat("0", point-len(digits))
		if dotZero {
			s += ".0"
		}
		return s
	}
	return digits[:point] + "." + digits[point:]
}

// exponent writes at least two digits.
func exponent(e string, n int) string {
	sign := "+"
	if n < 0 {
		sign, n = "-", -n
	}
	s := strconv.Itoa(n)
	if len(s) < 2 {
		s = "0" + s
	}
	return e + sign + s
}

// ComplexRepr is repr(c).
func ComplexRepr(c complex128) string {
	re, im := real(c), imag(c)
	imText := shortNumber(im)
	if re == 0 && !math.Signbit(re) {
		return imText + "j"
	}
	if !strings.HasPrefix(imText, "-") {
		imText = "+" + imText
	}
	return "(" + shortNumber(re) + imText + "j)"
}

// shortNumber is repr of a float without ".0".
func shortNumber(f float64) string {
	digits, point, ok := shortestDigits(f)
	if !ok {
		return nonFinite(f)
	}
	s := reprDigits(digits, point, false)
	if math.Signbit(f) {
		s = "-" + s
	}
	return s
}

// FloatFromText is float(text); false if the text is no number.
func FloatFromText(text string) (float64, bool) {
	s, ok := asciiNumber(text)
	if !ok {
		return 0, false
	}
	if strings.IndexByte(s, '_') >= 0 {
		if s, ok = dropUnderscores(s); !ok {
			return 0, false
		}
	}
	return parseFloat(s)
}

// dropUnderscores removes underscores, which must stand between digits.
func dropUnderscores(s string) (string, bool) {
	isDigit := func(i int) bool { return 0 <= i && i < len(s) && '0' <= s[i] && s[i] <= '9' }
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '_' {
			out = append(out, s[i])
		} else if !isDigit(i-1) || !isDigit(i+1) {
			return "", false
		}
	}
	return string(out), true
}

// parseFloat reads a number that fills s, as C's strtod does in decimal.
func parseFloat(s string) (float64, bool) {
	n := floatLen(s)
	if n == 0 || n != len(s) {
		return 0, false
	}
	if strings.EqualFold(s[max(0, len(s)-3):], "nan") {
		return math.NaN(), true
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil || math.IsInf(f, 0)
}

// floatLen returns how much of s is a number: digits with a point and an
// exponent, or an infinity or NaN; 0 if there is none at the start.
func floatLen(s string) int {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	for _, word := range [...]string{"infinity", "inf", "nan"} {
		if len(s)-i >= len(word) && strings.EqualFold(s[i:i+len(word)], word) {
			return i + len(word)
		}
	}
	digits := 0
	run := func() {
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
			digits++
		}
	}
	run()
	if i < len(s) && s[i] == '.' {
		i++
		run()
	}
	if digits == 0 {
		return 0
	}
	end := i
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		digits = 0
		if run(); digits > 0 {
			end = i
		}
	}
	return end
}
