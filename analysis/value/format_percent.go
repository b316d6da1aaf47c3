package value

import (
	"math"
	"strings"
)

// PercentFormat is format % args.
func PercentFormat(t *Thread, format *Str, args Value) (string, error) {
	f := newPercentFormatter(t, args, false)
	return f.format(format.Runes())
}

// percentBytes is PercentFormat for bytes.
func percentBytes(t *Thread, format string, args Value) (string, error) {
	f := newPercentFormatter(t, args, true)
	rs := make([]rune, len(format))
	for i := range rs {
		rs[i] = rune(format[i])
	}
	return f.format(rs)
}

// percentFormatter formats a str, or bytes, of which each byte is a rune.
type percentFormatter struct {
	t       *Thread
	bytes   bool
	args    []Value
	next    int
	mapping Value // nil if args is none

	rs  []rune
	pos int
}

func newPercentFormatter(t *Thread, args Value, bytes bool) *percentFormatter {
	f := &percentFormatter{t: t, bytes: bytes}
	if tuple, ok := args.(*Tuple); ok {
		f.args = tuple.Elems
		return f
	}
	f.args = []Value{args}
	switch args.(type) {
	case *Str:
		return f
	case *Bytes, *ByteArray:
		if bytes {
			return f
		}
	}
	if _, ok := args.Type().Lookup("__getitem__"); ok {
		f.mapping = args
	}
	return f
}

func (f *percentFormatter) format(rs []rune) (string, error) {
	if err := f.t.Step(int64(len(rs))); err != nil {
		return "", err
	}
	f.rs = rs
	var out []byte
	for f.pos < len(rs) {
		r := rs[f.pos]
		f.pos++
		if r != '%' {
			if f.bytes {
				out = append(out, byte(r))
			} else {
				out = AppendRune(out, r)
			}
			continue
		}
		text, err := f.item()
		if err != nil {
			return "", err
		}
		if err := f.t.Alloc(len(text)); err != nil {
			return "", err
		}
		out = append(out, text...)
	}
	if f.next < len(f.args) && f.mapping == nil {
		what := "string"
		if f.bytes {
			what = "bytes"
		}
		return "", TypeErrorf("not all arguments converted during %s formatting", what)
	}
	return textOf(out), nil
}

func (f *percentFormatter) arg() (Value, error) {
	if f.next >= len(f.args) {
		return nil, TypeErrorf("not enough arguments for format string")
	}
	f.next++
	v := f.args[f.next-1]
	return v, firstUnknown(v)
}

// percentItem is one conversion: its flags, width and precision.
type percentItem struct {
	left, plus, blank, alternate, zero bool

	width, precision int // -1: none
	kind             rune
}

// item reads and formats what follows a percent sign.
func (f *percentFormatter) item() (string, error) {
	if f.pos < len(f.rs) && f.rs[f.pos] == '%' {
		f.pos++
		return "%", nil
	}
	it, err := f.parse()
	if err != nil {
		return "", err
	}
	index := f.pos - 1
	v, err := f.arg()
	if err != nil {
		return "", err
	}
	switch it.kind {
	case 's', 'r', 'a', 'b':
		if it.kind != 'b' || f.bytes {
			text, err := f.text(it.kind, v)
			if err != nil {
				return "", err
			}
			return f.pad(it, f.truncate(text, it.precision), false)
		}
	case 'd', 'i', 'u', 'o', 'x', 'X':
		text, err := f.integer(it, v)
		if err != nil {
			return "", err
		}
		return f.pad(it, text, true)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		text, err := f.float(it, v)
		if err != nil {
			return "", err
		}
		return f.pad(it, text, true)
	case 'c':
		text, err := f.char(v)
		if err != nil {
			return "", err
		}
		return f.pad(it, text, false)
	}
	shown := it.kind
	if shown < 31 || shown > 126 {
		shown = '?'
	}
	return "", ValueErrorf("unsupported format character '%c' (0x%x) at index %d", shown, it.kind, index)
}

func (f *percentFormatter) parse() (it percentItem, err error) {
	it = percentItem{width: -1, precision: -1}
	if f.pos < len(f.rs) && f.rs[f.pos] == '(' {
		if err := f.key(); err != nil {
			return it, err
		}
	}
	advance := func() bool {
		if f.pos >= len(f.rs) {
			it.kind = 0
			return false
		}
		it.kind = f.rs[f.pos]
		f.pos++
		return true
	}
	incomplete := ValueErrorf("incomplete format")
flags:
	for {
		if !advance() {
			return it, incomplete
		}
		switch it.kind {
		case '-':
			it.left = true
		case '+':
			it.plus = true
		case ' ':
			it.blank = true
		case '#':
			it.alternate = true
		case '0':
			it.zero = true
		default:
			break flags
		}
	}
	number := func(limit int, tooBig string) (int, error) {
		n := 0
		for it.kind >= '0' && it.kind <= '9' {
			d := int(it.kind - '0')
			if n > (limit-d)/10 {
				return 0, ValueErrorf("%s", tooBig)
			}
			n = n*10 + d
			if !advance() {
				return 0, incomplete
			}
		}
		return n, nil
	}
	switch {
	case it.kind == '*':
		n, err := f.star(math.MaxInt64, "Python int too large to convert to C ssize_t")
		if err != nil {
			return it, err
		}
		if it.width = n; n < 0 {
			it.left, it.width = true, -n
		}
		if !advance() {
			return it, incomplete
		}
	case it.kind >= '0' && it.kind <= '9':
		if it.width, err = number(math.MaxInt64, "width too big"); err != nil {
			return it, err
		}
	}
	if it.kind == '.' {
		it.precision = 0
		if !advance() {
			return it, incomplete
		}
		if it.kind == '*' {
			n, err := f.star(math.MaxInt32, "Python int too large to convert to C int")
			if err != nil {
				return it, err
			}
			it.precision = max(n, 0)
			if !advance() {
				return it, incomplete
			}
		} else if it.precision, err = number(math.MaxInt32, f.precisionTooBig()); err != nil {
			return it, err
		}
	}
	if it.kind == 'h' || it.kind == 'l' || it.kind == 'L' {
		if !advance() {
			return it, incomplete
		}
	}
	return it, nil
}

func (f *percentFormatter) precisionTooBig() string {
	if f.bytes {
		return "prec too big"
	}
	return "precision too big"
}

// key looks up the "(name)" of a conversion.
func (f *percentFormatter) key() error {
	if f.mapping == nil {
		return TypeErrorf("format requires a mapping")
	}
	f.pos++
	start := f.pos
	open := 1
	for open > 0 {
		if f.pos >= len(f.rs) {
			return ValueErrorf("incomplete format key")
		}
		switch f.rs[f.pos] {
		case '(':
			open++
		case ')':
			open--
		}
		f.pos++
	}
	name := f.rs[start : f.pos-1]
	var key Value = RunesStr(name)
	if f.bytes {
		b := make([]byte, len(name))
		for i, r := range name {
			b[i] = byte(r)
		}
		key = NewBytes(string(b))
	}
	got, err := GetItem(f.t, f.mapping, key)
	if err != nil {
		return err
	}
	f.args, f.next = []Value{got}, 0
	return nil
}

// star takes a width or precision from the arguments.
func (f *percentFormatter) star(limit int64, tooBig string) (int, error) {
	v, err := f.arg()
	if err != nil {
		return 0, err
	}
	if !IsInt(v) {
		return 0, TypeErrorf("* wants int")
	}
	n, ok := AsInt(v)
	if !ok || n > limit || n < -limit {
		return 0, Raisef(OverflowError, "%s", tooBig)
	}
	return int(n), nil
}

func (f *percentFormatter) text(kind rune, v Value) (string, error) {
	switch {
	case kind == 'r' && !f.bytes:
		return Repr(f.t, v)
	case kind == 'r' || kind == 'a':
		return asciiRepr(f.t, v)
	case !f.bytes:
		return Text(f.t, v)
	}
	if b, ok := bytesOf(f.t, v); ok {
		return b, nil
	}
	got, ok, err := CallSpecial(f.t, v, "__bytes__")
	if err != nil {
		return "", err
	}
	if !ok {
		return "", TypeErrorf("%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", v.Type().Name)
	}
	b, ok := got.(*Bytes)
	if !ok {
		return "", TypeErrorf("__bytes__ returned non-bytes (type %s)", got.Type().Name)
	}
	return b.B, nil
}

func (f *percentFormatter) truncate(text string, precision int) string {
	if precision < 0 || precision >= len(text) {
		return text
	}
	if f.bytes {
		return text[:precision]
	}
	s := NewStr(text)
	if precision >= s.Len() {
		return text
	}
	return s.Sub(0, precision).s
}

func (f *percentFormatter) integer(it percentItem, v Value) (string, error) {
	needIndex := it.kind == 'o' || it.kind == 'x' || it.kind == 'X'
	n, err := f.number(needIndex, it.kind, v)
	if err != nil {
		return "", err
	}
	kind := it.kind
	if kind == 'i' || kind == 'u' {
		kind = 'd'
	}
	text, err := intText(f.t, n, kind)
	if err != nil {
		return "", err
	}
	sign, prefix := "", ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	if it.alternate && needIndex {
		prefix = "0" + string(kind)
	}
	if zeros := it.precision - len(text); zeros > 0 {
		if err := f.t.Alloc(zeros); err != nil {
			return "", err
		}
		text = strings.Repeat("0", zeros) + text
	}
	return sign + prefix + text, nil
}

func (f *percentFormatter) number(needIndex bool, kind rune, v Value) (Value, error) {
	if IsInt(v) {
		return v, nil
	}
	if f.bytes && kind == 'i' {
		kind = 'd'
	}
	wrong := func() error {
		what := "a real number"
		if needIndex {
			what = "an integer"
		}
		return TypeErrorf("%%%c format: %s is required, not %s", kind, what, v.Type().Name)
	}
	if isText(v) {
		return nil, wrong()
	}
	var n Value
	var ok bool
	var err error
	if needIndex {
		big, isIndex, e := asIndex(f.t, v)
		if ok, err = isIndex, e; ok && err == nil {
			n = MakeInt(big)
		}
	} else {
		n, ok, err = intSpecial(f.t, v)
	}
	if _, isType := IsRaised(err, TypeError); isType || err == nil && !ok {
		return nil, wrong()
	}
	return n, err
}

func (f *percentFormatter) float(it percentItem, v Value) (string, error) {
	x, err := AsDouble(f.t, v)
	if err != nil {
		if _, isType := IsRaised(err, TypeError); isType && f.bytes {
			return "", TypeErrorf("float argument required, not %s", v.Type().Name)
		}
		return "", err
	}
	style := floatStyle{kind: byte(it.kind) | 0x20, precision: it.precision, alternate: it.alternate}
	if it.precision < 0 {
		style.precision = 6
	}
	if err := f.t.Alloc(style.precision); err != nil {
		return "", err
	}
	text := style.write(x)
	if it.kind < 'a' {
		text = strings.ToUpper(text)
	}
	return text, nil
}

func (f *percentFormatter) char(v Value) (string, error) {
	if f.bytes {
		return f.charByte(v)
	}
	if s, ok := v.(*Str); ok {
		if s.Len() == 1 {
			return s.s, nil
		}
		return "", TypeErrorf("%%c requires int or char")
	}
	n, ok, err := asIndex(f.t, v)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", TypeErrorf("%%c requires int or char")
	}
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() > 0x10FFFF {
		return "", Raisef(OverflowError, "%%c arg not in range(0x110000)")
	}
	return RuneStr(rune(n.Int64())).s, nil
}

func (f *percentFormatter) charByte(v Value) (string, error) {
	if b, ok := bytesOf(f.t, v); ok && len(b) == 1 {
		return b, nil
	}
	n, ok, err := asIndex(f.t, v)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", TypeErrorf("%%c requires an integer in range(256) or a single byte")
	}
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() > 255 {
		return "", Raisef(OverflowError, "%%c arg not in range(256)")
	}
	return string([]byte{byte(n.Int64())}), nil
}

// pad adds the sign that the flags ask for, and fills up to the width.
func (f *percentFormatter) pad(it percentItem, text string, numeric bool) (string, error) {
	length := len(text)
	if !f.bytes {
		length = countRunes(text)
	}
	head := ""
	if numeric {
		switch {
		case text[0] == '-':
			head, text = "-", text[1:]
		case it.plus:
			head = "+"
			length++
		case it.blank:
			head = " "
			length++
		}
		if it.alternate && (it.kind == 'x' || it.kind == 'X' || it.kind == 'o') {
			head += text[:2]
			text = text[2:]
		}
	}
	n := it.width - length
	if n <= 0 {
		return head + text, nil
	}
	if err := chargeWidth(f.t, n); err != nil {
		return "", err
	}
	switch {
	case it.left:
		return head + text + strings.Repeat(" ", n), nil
	case numeric && it.zero:
		return head + strings.Repeat("0", n) + text, nil
	}
	return strings.Repeat(" ", n) + head + text, nil
}
