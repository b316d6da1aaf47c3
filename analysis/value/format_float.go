package value

import (
	"math"
	"strconv"
	"strings"
)

// floatStyle is how a float is written.
type floatStyle struct {
	kind      byte // 'e', 'f', 'g' or 'r', the shortest text
	precision int
	alternate bool // keep the point and trailing zeros
	dotZero   bool // write ".0" after what would look like an int
	noNegZero bool // no sign before a zero
}

// write writes f with a sign if it is negative.
func (s floatStyle) write(f float64) string {
	negative := math.Signbit(f) && f == f
	if f != f || math.IsInf(f, 0) {
		return nonFinite(f)
	}
	body, zero := s.abs(math.Abs(f))
	if negative && !(s.noNegZero && zero) {
		return "-" + body
	}
	return body
}

// abs writes a finite number that is not negative, and tells whether only
// zeros were left of it.
func (s floatStyle) abs(f float64) (text string, zero bool) {
	switch s.kind {
	case 'e':
		text = strconv.FormatFloat(f, 'e', s.precision, 64)
		if s.alternate && s.precision == 0 {
			mantissa, exp, _ := strings.Cut(text, "e")
			text = mantissa + ".e" + exp
		}
		return text, f == 0
	case 'f':
		text = strconv.FormatFloat(f, 'f', s.precision, 64)
		if s.alternate && s.precision == 0 {
			text += "."
		}
		return text, strings.Trim(text, "0.") == ""
	case 'g':
		return s.general(f), f == 0
	}
	digits, point, _ := shortestDigits(f)
	text = reprDigits(digits, point, s.dotZero)
	if s.alternate && !strings.Contains(text, ".") {
		mantissa, exp, hasExp := strings.Cut(text, "e")
		text = mantissa + "."
		if hasExp {
			text += "e" + exp
		}
	}
	return text, f == 0
}

// general is the style of C's %g.
func (s floatStyle) general(f float64) string {
	precision := max(s.precision, 1)
	digits, point, _ := splitDigits(strconv.FormatFloat(f, 'e', precision-1, 64))
	if s.alternate {
		digits += strings.Repeat("0", max(0, precision-len(digits)))
	} else if digits = strings.TrimRight(digits, "0"); digits == "" {
		digits = "0"
	}
	limit := precision
	if s.dotZero {
		limit--
	}
	dot := ""
	if s.alternate {
		dot = "."
	}
	switch {
	case point <= -4 || point > limit:
		text := digits[:1]
		if len(digits) > 1 {
			text += "." + digits[1:]
		} else {
			text += dot
		}
		return text + exponent("e", point-1)
	case point <= 0:
		return "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		text := digits + strings.Repeat("0", point-len(digits))
		if s.dotZero {
			return text + ".0"
		}
		return text + dot
	}
	return digits[:point] + "." + digits[point:]
}

// floatStyle returns the style that the specifier asks for.
func (s *formatSpec) floatStyle(t *Thread) (style floatStyle, upper bool, err error) {
	if s.precision > math.MaxInt32 {
		return style, false, ValueErrorf("precision too big")
	}
	if err := t.Alloc(max(s.precision, 0)); err != nil {
		return style, false, err
	}
	style = floatStyle{precision: 6, alternate: s.alternate, noNegZero: s.noNegZero}
	switch s.kind {
	case 0:
		style.kind, style.precision = 'r', 0
		if s.precision >= 0 {
			style.kind = 'g'
		}
	case 'n':
		style.kind = 'g'
	case '%':
		style.kind = 'f'
	case 'E', 'F', 'G':
		upper = true
		style.kind = byte(s.kind) | 0x20
	default:
		style.kind = byte(s.kind)
	}
	if s.precision >= 0 {
		style.precision = s.precision
	}
	return style, upper, nil
}

func (s *formatSpec) formatFloat(t *Thread, f float64) (string, error) {
	style, upper, err := s.floatStyle(t)
	if err != nil {
		return "", err
	}
	style.dotZero = s.kind == 0
	if s.kind == '%' {
		f *= 100
	}
	text := style.write(f)
	if upper {
		text = strings.ToUpper(text)
	}
	if s.kind == '%' {
		text += "%"
	}
	return s.formatNumber(t, splitNumber(text))
}

// splitNumber takes the text of a float apart.
func splitNumber(text string) number {
	n := number{negative: strings.HasPrefix(text, "-")}
	if n.negative {
		text = text[1:]
	}
	i := 0
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	n.digits, n.rest = text[:i], text[i:]
	return n
}

func (s *formatSpec) formatComplex(t *Thread, c complex128) (string, error) {
	switch {
	case s.fill == '0':
		return "", ValueErrorf("Zero padding is not allowed in complex format specifier")
	case s.align == '=':
		return "", ValueErrorf("'=' alignment flag is not allowed in complex format specifier")
	}
	style, upper, err := s.floatStyle(t)
	if err != nil {
		return "", err
	}
	re, im := real(c), imag(c)
	parens, onlyImag := false, false
	if s.kind == 0 {
		onlyImag = re == 0 && !math.Signbit(re)
		parens = !onlyImag
	}
	part := *s
	part.width, part.align = -1, '<'
	write := func(f float64) (string, error) {
		text := style.write(f)
		if upper {
			text = strings.ToUpper(text)
		}
		return part.formatNumber(t, splitNumber(text))
	}
	text := ""
	if !onlyImag {
		if text, err = write(re); err != nil {
			return "", err
		}
		part.sign = '+'
	}
	imText, err := write(im)
	if err != nil {
		return "", err
	}
	text += imText + "j"
	if parens {
		text = "(" + text + ")"
	}
	return s.pad(t, text, len(text))
}
