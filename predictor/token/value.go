package token

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxDepth = 32

// AppendValue appends the tokens of a value, given as CPython's repr of
// builtin data or as "<Type>" for anything else.
func (v *Vocab) AppendValue(dst []ID, repr string) ([]ID, error) {
	p := valueParser{v: v, s: repr, out: dst}
	if err := p.value(0); err != nil {
		return dst, err
	}
	if p.i != len(repr) {
		return dst, p.bad()
	}
	return p.out, nil
}

// A valueParser reads a repr from left to right, writing tokens.
type valueParser struct {
	v   *Vocab
	s   string
	i   int
	out []ID
}

func (p *valueParser) bad() error {
	return fmt.Errorf("not the repr of a plain value at byte %d: %.60q", p.i, p.s)
}

func (p *valueParser) emit(id ID) { p.out = append(p.out, id) }

func (p *valueParser) word(w string, ids ...ID) bool {
	if !strings.HasPrefix(p.s[p.i:], w) {
		return false
	}
	p.i += len(w)
	p.out = append(p.out, ids...)
	return true
}

func (p *valueParser) value(depth int) error {
	if p.i >= len(p.s) || depth > maxDepth {
		return p.bad()
	}
	switch c := p.s[p.i]; {
	case p.word("None", None), p.word("True", True), p.word("False", False):
		return nil
	case p.word("set()", SetMark, BraceOpen, BraceClose):
		return nil
	case c == '\'' || c == '"':
		return p.text(false)
	case c == 'b':
		p.i++
		p.emit(BytesMark)
		return p.text(true)
	case c == '[':
		return p.items(']', ListOpen, ListClose, depth)
	case c == '(':
		return p.items(')', TupleOpen, TupleClose, depth)
	case c == '{':
		if len(p.s) > p.i+1 && p.s[p.i+1] != '}' && isSet(matching(p.s[p.i:])) {
			p.emit(SetMark)
			return p.items('}', BraceOpen, BraceClose, depth)
		}
		return p.dict(depth)
	case c == '<':
		end := strings.IndexByte(p.s[p.i:], '>')
		if end < 2 {
			return p.bad()
		}
		p.emit(ObjectOpen)
		p.out = p.v.AppendCode(p.out, p.s[p.i+1:p.i+end])
		p.emit(ObjectClose)
		p.i += end + 1
		return nil
	case c == '-' || c >= '0' && c <= '9' || c == 'i' || c == 'n':
		return p.number()
	}
	return p.bad()
}

// matching returns the prefix of s up to the bracket that closes its first.
func matching(s string) string {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth == 0 {
				return s[:i+1]
			}
		case '\'', '"':
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		}
	}
	return s
}

func (p *valueParser) number() error {
	start := p.i
	for p.i < len(p.s) && strings.IndexByte("0123456789.e+-infa", p.s[p.i]) >= 0 {
		p.i++
	}
	t := p.s[start:p.i]
	if _, err := strconv.ParseFloat(t, 64); err != nil && !strings.Contains(err.Error(), "range") {
		return p.bad()
	}
	for i := range len(t) {
		p.emit(Byte(t[i]))
	}
	return nil
}

func (p *valueParser) comma(end byte) (bool, error) {
	if p.i >= len(p.s) {
		return false, p.bad()
	}
	if p.s[p.i] == end {
		return false, nil
	}
	if !p.word(",") {
		return false, p.bad()
	}
	p.word(" ")
	return p.i < len(p.s) && p.s[p.i] != end, nil
}

func (p *valueParser) items(end byte, open, closing ID, depth int) error {
	p.i++
	p.emit(open)
	for first := true; p.i < len(p.s) && p.s[p.i] != end; first = false {
		if !first {
			p.emit(Comma)
		}
		if err := p.value(depth + 1); err != nil {
			return err
		}
		more, err := p.comma(end)
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	return p.close(end, closing)
}

func (p *valueParser) close(end byte, closing ID) error {
	if p.i >= len(p.s) || p.s[p.i] != end {
		return p.bad()
	}
	p.i++
	p.emit(closing)
	return nil
}

func (p *valueParser) dict(depth int) error {
	p.i++
	p.emit(BraceOpen)
	for first := true; p.i < len(p.s) && p.s[p.i] != '}'; first = false {
		if !first {
			p.emit(Comma)
		}
		if err := p.value(depth + 1); err != nil {
			return err
		}
		if !p.word(": ", Colon) && !p.word(":", Colon) {
			return p.bad()
		}
		if err := p.value(depth + 1); err != nil {
			return err
		}
		more, err := p.comma('}')
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	return p.close('}', BraceClose)
}

// text reads a quoted string and writes what it holds byte by byte.
func (p *valueParser) text(bytes bool) error {
	if p.i >= len(p.s) {
		return p.bad()
	}
	end := literalEnd(p.s, p.i)
	if end < 0 {
		return p.bad()
	}
	body, ok := unescape(p.s[p.i+1:end-1], bytes)
	if !ok {
		return p.bad()
	}
	p.i = end
	p.emit(Quote)
	for i := range len(body) {
		p.emit(Byte(body[i]))
	}
	p.emit(Unquote)
	return nil
}

// literalEnd returns the end of the quoted literal that starts at i, or -1.
func literalEnd(s string, i int) int {
	q := s[i]
	if q != '\'' && q != '"' {
		return -1
	}
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case q:
			return j + 1
		}
	}
	return -1
}

// unescape returns what the body of a string or bytes literal stands for.
func unescape(s string, bytes bool) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if i >= len(s) {
			return "", false
		}
		switch c := s[i]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'a':
			b.WriteByte(7)
		case 'b':
			b.WriteByte(8)
		case 'f':
			b.WriteByte(12)
		case 'v':
			b.WriteByte(11)
		case '\\', '\'', '"':
			b.WriteByte(c)
		case '\n':
		case 'x', 'u', 'U':
			n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			if i+n >= len(s) || bytes && c != 'x' {
				return "", false
			}
			r, err := strconv.ParseUint(s[i+1:i+1+n], 16, 32)
			if err != nil || !bytes && !utf8.ValidRune(rune(r)) {
				return "", false
			}
			i += n
			if bytes {
				b.WriteByte(byte(r))
			} else {
				b.WriteRune(rune(r))
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			j := i
			for j < len(s) && j < i+3 && s[j] >= '0' && s[j] <= '7' {
				j++
			}
			r, err := strconv.ParseUint(s[i:j], 8, 32)
			if err != nil || bytes && r > 255 {
				return "", false
			}
			i = j - 1
			if bytes {
				b.WriteByte(byte(r))
			} else {
				b.WriteRune(rune(r))
			}
		case 'N':
			return "", false
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// Value returns the repr of the value whose tokens begin ids, and the tokens
// that follow it.
func (v *Vocab) Value(ids []ID) (repr string, rest []ID, err error) {
	w := valueWriter{v: v, ids: ids}
	if !w.value(0) {
		return "", ids, fmt.Errorf("tokens at %d are not a value", w.i)
	}
	return w.b.String(), ids[w.i:], nil
}

// A valueWriter reads tokens from left to right, writing a repr.
type valueWriter struct {
	v   *Vocab
	ids []ID
	i   int
	b   strings.Builder
}

func (w *valueWriter) next() ID {
	if w.i >= len(w.ids) {
		return Pad
	}
	return w.ids[w.i]
}

func (w *valueWriter) value(depth int) bool {
	if depth > maxDepth {
		return false
	}
	id := w.next()
	w.i++
	switch id {
	case None:
		w.b.WriteString("None")
	case True:
		w.b.WriteString("True")
	case False:
		w.b.WriteString("False")
	case Quote:
		return w.text(false)
	case BytesMark:
		w.i++
		w.b.WriteByte('b')
		return w.i <= len(w.ids) && w.ids[w.i-1] == Quote && w.text(true)
	case ListOpen:
		return w.items("[", "]", ListClose, depth)
	case TupleOpen:
		return w.items("(", ")", TupleClose, depth)
	case SetMark:
		w.i++
		if w.i > len(w.ids) || w.ids[w.i-1] != BraceOpen {
			return false
		}
		if w.next() == BraceClose {
			w.i++
			w.b.WriteString("set()")
			return true
		}
		return w.items("{", "}", BraceClose, depth)
	case BraceOpen:
		return w.dict(depth)
	case ObjectOpen:
		start := w.i
		for w.next() != ObjectClose {
			if w.next() < firstByte {
				return false
			}
			w.i++
		}
		w.b.WriteString("<" + w.v.Text(w.ids[start:w.i]) + ">")
		w.i++
	default:
		w.i--
		return w.number()
	}
	return true
}

func (w *valueWriter) number() bool {
	var t []byte
	for {
		c, ok := AsByte(w.next())
		if !ok {
			break
		}
		t = append(t, c)
		w.i++
	}
	var f numberState
	for _, c := range t {
		if f = f.next(c); f == numberBad {
			return false
		}
	}
	w.b.Write(t)
	return f.complete()
}

func (w *valueWriter) items(open, end string, closing ID, depth int) bool {
	w.b.WriteString(open)
	for n := 0; ; n++ {
		if w.next() == closing {
			w.i++
			if n == 1 && end == ")" {
				w.b.WriteByte(',')
			}
			w.b.WriteString(end)
			return true
		}
		if n > 0 {
			if w.next() != Comma {
				return false
			}
			w.i++
			w.b.WriteString(", ")
		}
		if !w.value(depth + 1) {
			return false
		}
	}
}

func (w *valueWriter) dict(depth int) bool {
	w.b.WriteByte('{')
	for n := 0; ; n++ {
		if w.next() == BraceClose {
			w.i++
			w.b.WriteByte('}')
			return true
		}
		if n > 0 {
			if w.next() != Comma {
				return false
			}
			w.i++
			w.b.WriteString(", ")
		}
		if !w.value(depth+1) || w.next() != Colon {
			return false
		}
		w.i++
		w.b.WriteString(": ")
		if !w.value(depth + 1) {
			return false
		}
	}
}

func (w *valueWriter) text(bytes bool) bool {
	var t []byte
	for w.next() != Unquote {
		c, ok := AsByte(w.next())
		if !ok {
			return false
		}
		t = append(t, c)
		w.i++
	}
	w.i++
	if !bytes && !utf8.Valid(t) {
		return false
	}
	quote(&w.b, string(t), bytes)
	return true
}

// quote writes a string literal as CPython's repr does.
func quote(b *strings.Builder, s string, bytes bool) {
	q := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		q = '"'
	}
	b.WriteByte(q)
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if !bytes && r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		switch {
		case r == rune(q) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 127 || bytes && r > 127 || r < 256 && !unicode.IsPrint(r):
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 127 || unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 1<<16:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
	b.WriteByte(q)
}
