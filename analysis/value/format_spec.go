package value

import (
	"math"
	"math/big"
	"slices"
	"strings"
)

// formatSpec is a parsed format specifier: [[fill]align][sign][z][#][0][width]
// [grouping][.precision][type].
type formatSpec struct {
	fill      rune
	align     rune // '<', '>', '^' or '='
	sign      rune // '+', '-', ' ' or 0
	alternate bool
	noNegZero bool
	width     int  // -1: none
	grouping  rune // ',', '_' or 0
	precision int  // -1: none
	kind      rune // the type; 0: none
}

func isAlign(r rune) bool { return r == '<' || r == '>' || r == '=' || r == '^' }

// parseSpec reads a specifier for a value of class typ.
func parseSpec(text string, typ *Type, defaultKind, defaultAlign rune) (*formatSpec, error) {
	s := &formatSpec{fill: ' ', align: defaultAlign, width: -1, precision: -1, kind: defaultKind}
	rs := NewStr(text).Runes()
	hasFill, hasAlign := false, false
	switch {
	case len(rs) >= 2 && isAlign(rs[1]):
		s.fill, s.align = rs[0], rs[1]
		hasFill, hasAlign = true, true
		rs = rs[2:]
	case len(rs) >= 1 && isAlign(rs[0]):
		s.align, hasAlign = rs[0], true
		rs = rs[1:]
	}
	next := func(r rune) bool {
		if len(rs) > 0 && rs[0] == r {
			rs = rs[1:]
			return true
		}
		return false
	}
	if len(rs) > 0 && (rs[0] == ' ' || rs[0] == '+' || rs[0] == '-') {
		s.sign = rs[0]
		rs = rs[1:]
	}
	s.noNegZero = next('z')
	s.alternate = next('#')
	if !hasFill && next('0') {
		s.fill = '0'
		if !hasAlign && defaultAlign == '>' {
			s.align = '='
		}
	}
	n, rest, err := specNumber(rs)
	if err != nil {
		return nil, err
	}
	if len(rest) < len(rs) {
		s.width = n
	}
	rs = rest
	if next(',') {
		s.grouping = ','
	}
	if len(rs) > 0 && rs[0] == '_' {
		if s.grouping != 0 {
			return nil, ValueErrorf("Cannot specify both ',' and '_'.")
		}
		s.grouping = '_'
		rs = rs[1:]
	}
	if len(rs) > 0 && rs[0] == ',' && s.grouping == '_' {
		return nil, ValueErrorf("Cannot specify both ',' and '_'.")
	}
	if next('.') {
		n, rest, err := specNumber(rs)
		if err != nil {
			return nil, err
		}
		if len(rest) == len(rs) {
			return nil, ValueErrorf("Format specifier missing precision")
		}
		s.precision, rs = n, rest
	}
	if len(rs) > 1 {
		return nil, ValueErrorf("Invalid format specifier '%s' for object of type '%s'", text, typ.Name)
	}
	if len(rs) == 1 {
		s.kind = rs[0]
	}
	if s.grouping != 0 {
		switch s.kind {
		case 'd', 'e', 'f', 'g', 'E', 'G', '%', 'F', 0:
		case 'b', 'o', 'x', 'X':
			if s.grouping != '_' {
				return nil, groupingError(s)
			}
		default:
			return nil, groupingError(s)
		}
	}
	return s, nil
}

func groupingError(s *formatSpec) error {
	return ValueErrorf("Cannot specify '%c' with '%s'.", s.grouping, codeText(s.kind))
}

// codeText shows a type of a specifier in a message.
func codeText(r rune) string {
	if r > 32 && r < 128 {
		return string(r)
	}
	return "\\x" + big.NewInt(int64(r)).Text(16)
}

func unknownCode(s *formatSpec, typ *Type) error {
	return ValueErrorf("Unknown format code '%s' for object of type '%s'", codeText(s.kind), typ.Name)
}

// specNumber reads decimal digits.
func specNumber(rs []rune) (n int, rest []rune, err error) {
	for len(rs) > 0 {
		d := decimalValue(rs[0])
		if d < 0 {
			break
		}
		if n > math.MaxInt64/10-1 {
			return 0, nil, ValueErrorf("Too many decimal digits in format string")
		}
		n = n*10 + d
		rs = rs[1:]
	}
	return n, rs, nil
}

// pad accounts for text padded to the width, and pads it.
func (s *formatSpec) pad(t *Thread, text string, length int) (string, error) {
	if s.width <= length {
		return text, nil
	}
	n := s.width - length
	if err := chargeWidth(t, n); err != nil {
		return "", err
	}
	left := 0
	switch s.align {
	case '>':
		left = n
	case '^':
		left = n / 2
	}
	fill := string(AppendRune(nil, s.fill))
	return strings.Repeat(fill, left) + text + strings.Repeat(fill, n-left), nil
}

// chargeWidth accounts for n characters of padding.
func chargeWidth(t *Thread, n int) error {
	if n > 1<<40 {
		return &LimitError{Limit: "memory"}
	}
	return t.Alloc(n * 4)
}

// Format is format(v, spec).
func Format(t *Thread, v Value, spec string) (string, error) {
	switch v := v.(type) {
	case *Unknown:
		return "", &UnknownError{Reason: v.Reason}
	case *Str:
		if v.ext == nil {
			return formatStr(t, v, spec)
		}
	case Int, Bool, Float, Complex:
		return formatNumber(t, v, spec)
	case *BigInt:
		if v.ext == nil {
			return formatNumber(t, v, spec)
		}
	}
	got, ok, err := CallSpecial(t, v, "__format__", NewStr(spec))
	if err != nil {
		return "", err
	}
	if !ok {
		return "", TypeErrorf("unsupported format string passed to %s.__format__", v.Type().Name)
	}
	if s, isStr := got.(*Str); isStr {
		return s.s, nil
	}
	if err := firstUnknown(got); err != nil {
		return "", err
	}
	return "", TypeErrorf("__format__ must return a str, not %s", got.Type().Name)
}

// formatStr is str.__format__.
func formatStr(t *Thread, v *Str, text string) (string, error) {
	if text == "" {
		if v.ext != nil {
			return Text(t, v)
		}
		return v.s, nil
	}
	s, err := parseSpec(text, v.Type(), 's', '<')
	if err != nil {
		return "", err
	}
	const suffix = "not allowed in string format specifier"
	switch {
	case s.kind != 's':
		return "", unknownCode(s, v.Type())
	case s.sign == ' ':
		return "", ValueErrorf("Space %s", suffix)
	case s.sign != 0:
		return "", ValueErrorf("Sign %s", suffix)
	case s.noNegZero:
		return "", ValueErrorf("Negative zero coercion (z) %s", suffix)
	case s.alternate:
		return "", ValueErrorf("Alternate form (#) %s", suffix)
	case s.align == '=':
		return "", ValueErrorf("'=' alignment %s", suffix)
	}
	if s.precision >= 0 && s.precision < v.Len() {
		v = v.Sub(0, s.precision)
	}
	return s.pad(t, v.s, v.Len())
}

// formatNumber is __format__ of the numeric classes.
func formatNumber(t *Thread, v Value, text string) (string, error) {
	if text == "" {
		return Text(t, v)
	}
	kind := kindOf(v)
	defaultKind := rune(0)
	if kind == kindInt {
		defaultKind = 'd'
	}
	s, err := parseSpec(text, v.Type(), defaultKind, '>')
	if err != nil {
		return "", err
	}
	switch kind {
	case kindInt:
		switch s.kind {
		case 'b', 'c', 'd', 'o', 'x', 'X', 'n':
			return s.formatInt(t, v)
		case 'e', 'E', 'f', 'F', 'g', 'G', '%':
			f, err := toFloat(v)
			if err != nil {
				return "", err
			}
			return s.formatFloat(t, f)
		}
	case kindFloat:
		switch s.kind {
		case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
			f, _ := AsFloat(v)
			return s.formatFloat(t, f)
		}
	case kindComplex:
		switch s.kind {
		case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n':
			c, _ := AsComplex(v)
			return s.formatComplex(t, c)
		}
	}
	return "", unknownCode(s, v.Type())
}

func (s *formatSpec) formatInt(t *Thread, v Value) (string, error) {
	switch {
	case s.precision >= 0:
		return "", ValueErrorf("Precision not allowed in integer format specifier")
	case s.noNegZero:
		return "", ValueErrorf("Negative zero coercion (z) not allowed in integer format specifier")
	}
	n := number{}
	if s.kind == 'c' {
		switch {
		case s.sign != 0:
			return "", ValueErrorf("Sign not allowed with integer format specifier 'c'")
		case s.alternate:
			return "", ValueErrorf("Alternate form (#) not allowed with integer format specifier 'c'")
		}
		c, ok := AsInt(v)
		if !ok {
			return "", Raisef(OverflowError, "Python int too large to convert to C long")
		}
		if c < 0 || c > 0x10FFFF {
			return "", Raisef(OverflowError, "%%c arg not in range(0x110000)")
		}
		n.suffix, n.suffixLen = string(AppendRune(nil, rune(c))), 1
		return s.formatNumber(t, n)
	}
	text, err := intText(t, v, s.kind)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(text, "-") {
		n.negative = true
		text = text[1:]
	}
	n.digits = text
	if s.alternate {
		switch s.kind {
		case 'b', 'o', 'x', 'X':
			n.prefix = "0" + string(s.kind)
		}
	}
	return s.formatNumber(t, n)
}

// intText writes an int in the base that a type of a specifier stands for.
func intText(t *Thread, v Value, kind rune) (string, error) {
	base := 10
	switch kind {
	case 'b':
		base = 2
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	default:
		return IntString(t, v)
	}
	n, _ := AsBig(v)
	if err := t.Alloc(n.BitLen()); err != nil {
		return "", err
	}
	text := n.Text(base)
	if kind == 'X' {
		text = strings.ToUpper(text)
	}
	return text, nil
}

// number is a number in pieces, as they are laid out.
type number struct {
	negative  bool
	prefix    string // 0x
	digits    string // of the integer part
	rest      string // fraction, exponent
	suffix    string // a character in place of digits
	suffixLen int
}

// formatNumber lays out a number: sign, prefix, grouped digits, the rest, and
// padding.
func (s *formatSpec) formatNumber(t *Thread, n number) (string, error) {
	sign := ""
	switch {
	case n.negative:
		sign = "-"
	case s.sign == '+' || s.sign == ' ':
		sign = string(s.sign)
	}
	if s.width > 0 {
		if err := chargeWidth(t, s.width); err != nil {
			return "", err
		}
	}
	suffixLen := n.suffixLen
	fixed := len(sign) + len(n.prefix) + len(n.rest) + suffixLen
	minDigits := 0
	if s.fill == '0' && s.align == '=' {
		minDigits = s.width - fixed
	}
	digits := n.digits
	if digits != "" { // an infinity has none
		digits = s.group(digits, minDigits)
	}
	length := fixed + len(digits)
	if s.align == '=' && s.width > length {
		fill := strings.Repeat(string(AppendRune(nil, s.fill)), s.width-length)
		return sign + n.prefix + fill + digits + n.rest + n.suffix, nil
	}
	return s.pad(t, sign+n.prefix+digits+n.rest+n.suffix, length)
}

// group puts separators between digits, and zeros before them up to a width.
func (s *formatSpec) group(digits string, minWidth int) string {
	size := 3
	switch {
	case s.grouping == 0:
		return strings.Repeat("0", max(0, minWidth-len(digits))) + digits
	case s.kind == 'b' || s.kind == 'o' || s.kind == 'x' || s.kind == 'X':
		size = 4
	}
	var b []byte // from the last digit to the first
	for left := len(digits); ; {
		n := min(size, max(left, minWidth, 1))
		for range n {
			if left--; left >= 0 {
				b = append(b, digits[left])
			} else {
				b = append(b, '0')
			}
		}
		minWidth -= n
		if left <= 0 && minWidth <= 0 {
			break
		}
		b = append(b, byte(s.grouping))
		minWidth--
	}
	slices.Reverse(b)
	return textOf(b)
}
