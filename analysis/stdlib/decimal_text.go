package stdlib

import (
	"math/big"
	"strconv"
	"strings"

	"augur/analysis/value"
)

// parseDecimal reads the text of a number exactly; false if it is none.
func parseDecimal(t *value.Thread, text string) (d *decimal, ok bool, err error) {
	s, ok := decimalASCII(text)
	if !ok {
		return nil, false, nil
	}
	d = &decimal{}
	if s != "" && (s[0] == '+' || s[0] == '-') {
		d.neg = s[0] == '-'
		s = s[1:]
	}
	switch lower := strings.ToLower(s); {
	case lower == "inf" || lower == "infinity":
		d.kind = infinite
		return d, true, nil
	case strings.HasPrefix(lower, "nan"):
		d.kind, s = quietNaN, s[3:]
		return nanPayload(t, d, s)
	case strings.HasPrefix(lower, "snan"):
		d.kind, s = signalingNaN, s[4:]
		return nanPayload(t, d, s)
	}
	mantissa, expText, hasExp := s, "", false
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, expText, hasExp = s[:i], s[i+1:], true
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := whole + frac
	if digits == "" || !allDigits(digits) {
		return nil, false, nil
	}
	exp := 0
	if hasExp {
		body := strings.TrimPrefix(expText, "-")
		if body == expText {
			body = strings.TrimPrefix(expText, "+")
		}
		if body == "" || !allDigits(body) {
			return nil, false, nil
		}
		n, err := strconv.Atoi(expText)
		if err != nil {
			n = 1 << 62
			if expText[0] == '-' {
				n = -n
			}
		}
		exp = n
	}
	if d.coef, err = decimalCoef(t, digits); err != nil {
		return nil, false, err
	}
	d.exp = exp - len(frac)
	return d, true, nil
}

func decimalCoef(t *value.Thread, digits string) (*big.Int, error) {
	if err := chargeDigits(t, len(digits)); err != nil {
		return nil, err
	}
	n, _ := new(big.Int).SetString(digits, 10)
	return n, nil
}

func nanPayload(t *value.Thread, d *decimal, digits string) (*decimal, bool, error) {
	if digits == "" {
		return d, true, nil
	}
	if !allDigits(digits) {
		return nil, false, nil
	}
	coef, err := decimalCoef(t, digits)
	if err == nil && coef.Sign() > 0 {
		d.coef = coef
	}
	return d, true, err
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// decimalASCII strips spaces and underscores, and replaces the digits of other
// scripts.
func decimalASCII(text string) (string, bool) {
	text = strings.TrimFunc(text, value.IsSpace)
	out := make([]byte, 0, len(text))
	for _, r := range value.NewStr(text).Runes() {
		switch d := value.DecimalValue(r); {
		case d >= 0:
			out = append(out, byte('0'+d))
		case r == '_':
		case r < 128:
			out = append(out, byte(r))
		default:
			return "", false
		}
	}
	return string(out), true
}

// text is str(d), or with an exponent that is a multiple of three.
func (d *decimal) text(capitals, engineering bool) string {
	sign := ""
	if d.neg {
		sign = "-"
	}
	switch d.kind {
	case infinite:
		return sign + "Infinity"
	case quietNaN, signalingNaN:
		name := "NaN"
		if d.kind == signalingNaN {
			name = "sNaN"
		}
		if d.coef != nil && d.coef.Sign() > 0 {
			name += d.coef.String()
		}
		return sign + name
	}
	digits := d.coef.String()
	adjusted := d.exp + len(digits) - 1
	point := len(digits) + d.exp
	switch {
	case d.exp <= 0 && adjusted >= -6:
	case !engineering:
		point = 1
	case d.coef.Sign() == 0:
		point = mod3(d.exp+2) - 1
	default:
		point = mod3(adjusted) + 1
	}
	body := ""
	switch {
	case point <= 0:
		body = "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		body = digits + strings.Repeat("0", point-len(digits))
	default:
		body = digits[:point] + "." + digits[point:]
	}
	if exp := len(digits) + d.exp - point; exp != 0 {
		e := "e"
		if capitals {
			e = "E"
		}
		if exp > 0 {
			e += "+"
		}
		body += e + strconv.Itoa(exp)
	}
	return sign + body
}

func mod3(n int) int { return ((n % 3) + 3) % 3 }

// decimalSpec is a parsed format specifier for a decimal.
type decimalSpec struct {
	fill      string
	align     byte
	sign      byte
	noNegZero bool
	zeroPad   bool
	width     int
	comma     bool
	precision int // -1: none
	kind      byte
}

// parseDecimalSpec reads a specifier; false if it is invalid.
func parseDecimalSpec(text string) (s decimalSpec, ok bool) {
	s = decimalSpec{fill: " ", precision: -1}
	rs := value.NewStr(text).Runes()
	isAlign := func(r rune) bool { return r == '<' || r == '>' || r == '=' || r == '^' }
	switch {
	case len(rs) > 1 && isAlign(rs[1]):
		s.fill, s.align = runeText(rs[0]), byte(rs[1])
		rs = rs[2:]
	case len(rs) > 0 && isAlign(rs[0]):
		s.align = byte(rs[0])
		rs = rs[1:]
	}
	peek := func(set string) bool { return len(rs) > 0 && rs[0] < 128 && strings.IndexByte(set, byte(rs[0])) >= 0 }
	if peek("+- ") {
		s.sign = byte(rs[0])
		rs = rs[1:]
	}
	if peek("z") {
		s.noNegZero = true
		rs = rs[1:]
	}
	if peek("0") {
		if s.align != 0 {
			return s, false
		}
		s.zeroPad = true
		rs = rs[1:]
	}
	number := func() (n int, ok bool) {
		for peek("0123456789") {
			if n > 1<<40 {
				return 0, false
			}
			n = n*10 + int(rs[0]-'0')
			rs = rs[1:]
		}
		return n, true
	}
	if s.width, ok = number(); !ok {
		return s, false
	}
	if peek(",") {
		s.comma = true
		rs = rs[1:]
	}
	if peek(".") {
		rs = rs[1:]
		if !peek("0123456789") {
			return s, false
		}
		if s.precision, ok = number(); !ok {
			return s, false
		}
	}
	if peek("eEfFgGn%") {
		s.kind = byte(rs[0])
		rs = rs[1:]
	}
	if s.kind == 'n' && s.comma {
		return s, false
	}
	return s, len(rs) == 0
}

// formatDecimal is format(d, spec).
func (c *decimalContext) formatDecimal(t *value.Thread, d *decimal, text string) (string, error) {
	s, ok := parseDecimalSpec(text)
	if !ok {
		return "", value.ValueErrorf("invalid format string")
	}
	if err := t.Alloc(4 * (s.width + max(s.precision, 0))); err != nil {
		return "", err
	}
	kind := s.kind
	if kind == 0 || kind == 'n' {
		kind = 'g'
		if c.capitals != 0 && s.kind == 0 {
			kind = 'G'
		}
	}
	if d.kind != finite {
		body := (&decimal{kind: d.kind, coef: d.coef}).text(true, false)
		if kind == '%' {
			body += "%"
		}
		s.zeroPad = false
		return s.layOut(d.neg, "", body), nil
	}
	if kind == '%' {
		d = &decimal{neg: d.neg, coef: d.coef, exp: d.exp + 2}
	}
	precision := s.precision
	if precision == 0 && (kind == 'g' || kind == 'G') {
		precision = 1
	}
	fixed := kind == 'f' || kind == 'F' || kind == '%'
	if precision >= 0 {
		switch {
		case kind == 'e' || kind == 'E':
			d = roundDigits(d, precision+1, c.rounding)
		case fixed:
			if d.exp+precision > 1<<20 {
				return "", &value.LimitError{Limit: "memory"}
			}
			d, _ = rescale(d, -precision, c.rounding)
		case d.digits() > precision:
			d = roundDigits(d, precision, c.rounding)
		}
	}
	if d.isZero() && d.exp > 0 && fixed {
		d = &decimal{neg: d.neg, coef: d.coef}
	}
	if abs := max(d.exp, -d.exp); fixed && abs > 1<<20 {
		return "", &value.LimitError{Limit: "memory"}
	}
	digits := d.coef.String()
	left := d.exp + len(digits)
	point := 1
	switch {
	case kind == 'e' || kind == 'E':
		if d.isZero() && precision >= 0 {
			point = 1 - precision
		}
	case fixed, d.exp <= 0 && left > -6:
		point = left
	}
	whole, frac := "", ""
	switch {
	case point < 0:
		whole, frac = "0", strings.Repeat("0", -point)+digits
	case point > len(digits):
		whole = digits + strings.Repeat("0", point-len(digits))
	default:
		if whole = digits[:point]; whole == "" {
			whole = "0"
		}
		frac = digits[point:]
	}
	if frac != "" {
		frac = "." + frac
	}
	if exp := left - point; exp != 0 || kind == 'e' || kind == 'E' {
		e := "e"
		if kind == 'E' || kind == 'G' {
			e = "E"
		}
		if exp >= 0 {
			e += "+"
		}
		frac += e + strconv.Itoa(exp)
	}
	if kind == '%' {
		frac += "%"
	}
	return s.layOut(d.neg && !(s.noNegZero && d.isZero() && kind != 'F'), whole, frac), nil
}

// roundDigits rounds to so many digits, or pads with zeros to them.
func roundDigits(d *decimal, n int, mode rounding) *decimal {
	if d.isZero() {
		return d
	}
	got, _ := rescale(d, d.adjusted()+1-n, mode)
	if got.digits() > n {
		got, _ = rescale(d, d.adjusted()+2-n, mode)
	}
	return got
}

// layOut groups the whole part, and adds the sign and the padding.
func (s decimalSpec) layOut(neg bool, whole, rest string) string {
	sign := ""
	switch {
	case neg:
		sign = "-"
	case s.sign == '+' || s.sign == ' ':
		sign = string(s.sign)
	}
	least := 0
	if s.zeroPad {
		least = s.width - len(rest) - len(sign)
	}
	if whole != "" {
		whole = groupDigits(whole, least, s.comma)
	}
	body := whole + rest
	n := s.width - len(sign) - len(body)
	if n <= 0 {
		return sign + body
	}
	pad := strings.Repeat(s.fill, n)
	switch s.align {
	case '<':
		return sign + body + pad
	case '=':
		return sign + pad + body
	case '^':
		left := strings.Repeat(s.fill, n/2)
		return left + sign + body + strings.Repeat(s.fill, n-n/2)
	}
	return pad + sign + body
}

// groupDigits pads with zeros to a width and puts commas between thousands.
func groupDigits(digits string, least int, comma bool) string {
	if !comma {
		return strings.Repeat("0", max(0, least-len(digits))) + digits
	}
	var groups []string
	for {
		n := min(3, max(len(digits), least, 1))
		take := min(len(digits), n)
		groups = append([]string{strings.Repeat("0", n-take) + digits[len(digits)-take:]}, groups...)
		digits = digits[:len(digits)-take]
		if least -= n; digits == "" && least <= 0 {
			return strings.Join(groups, ",")
		}
		least--
	}
}
