package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// literalPart is one string literal.
type literalPart struct {
	start, end int32 // of the whole, prefix and quotes included
	from, to   int32 // of the text between the quotes
	raw        bool
	bytes      bool
	format     bool
	pieces     []piece // of an f-string
	problem    string  // what is wrong with an f-string
}

// piece is a part of an f-string: text as it is written, or a replacement field.
type piece struct {
	from, to int32  // the text
	text     string // "{", "}" or the text before "=" in a field that shows itself
	field    *field
}

// field is a replacement field of an f-string.
type field struct {
	start, end         int32 // braces included
	exprStart, exprEnd int32
	job                *job
	conversion         byte
	hasSpec            bool
	spec               []piece
	specStart, specEnd int32
}

// scanLiteral takes the string literal t apart.
func scanLiteral(src string, t token) literalPart {
	p := literalPart{start: t.start, end: t.end}
	q := t.start
	for ; src[q] != '"' && src[q] != '\''; q++ {
		switch src[q] | 0x20 {
		case 'r':
			p.raw = true
		case 'b':
			p.bytes = true
		case 'f':
			p.format = true
		}
	}
	width := int32(1)
	if strings.HasPrefix(src[q:t.end], tripleOf(src[q])) && t.end-q >= 6 {
		width = 3
	}
	p.from, p.to = q+width, t.end-width
	if p.format {
		f := fieldScanner{src: src[:p.to], raw: p.raw}
		p.pieces, _ = f.pieces(p.from, false, 0)
		p.problem = f.problem
	}
	return p
}

// fieldScanner takes the text of an f-string apart.
type fieldScanner struct {
	src     string // up to the end of the text
	raw     bool
	problem string
}

// pieces reads text and fields from p on, and returns the offset of the brace
// that ends a format specification, or of the end of the text.
func (f *fieldScanner) pieces(p int32, spec bool, depth int) ([]piece, int32) {
	var list []piece
	end := int32(len(f.src))
	from := p
	text := func(to int32) {
		if to > from {
			list = append(list, piece{from: from, to: to})
		}
	}
	for p < end && f.problem == "" {
		switch c := f.src[p]; {
		case c == '\\':
			p = min(end, int32(skipEscape(f.src, int(p), !f.raw)))
		case c == '{' && !spec && p+1 < end && f.src[p+1] == '{', c == '}' && !spec && p+1 < end && f.src[p+1] == '}':
			text(p)
			list = append(list, piece{text: string(c)})
			p += 2
			from = p
		case c == '{':
			text(p)
			if depth > maxFStringDepth {
				f.problem = "f-string: expressions nested too deeply"
				return list, p
			}
			fd, debug := f.field(p, depth)
			if f.problem != "" {
				return list, p
			}
			if debug != "" {
				list = append(list, piece{text: debug})
			}
			list = append(list, piece{field: fd})
			p = fd.end
			from = p
		case c == '}' && spec:
			text(p)
			return list, p
		case c == '}':
			f.problem = "f-string: single '}' is not allowed"
			return list, p
		default:
			p++
		}
	}
	text(p)
	return list, p
}

// field reads the replacement field whose brace is at p. A field with "=" also
// yields its own text.
func (f *fieldScanner) field(p int32, depth int) (fd *field, debug string) {
	fd = &field{start: p, exprStart: p + 1}
	end := int32(len(f.src))
	lx := lexer{src: f.src, pos: p + 1, end: end, depth: depth + 1}
	bad := func(msg string) (*field, string) {
		f.problem = "f-string: " + msg
		return fd, ""
	}
	level := 0
	last := p + 1
	empty := true
scan:
	for {
		t := lx.next()
		switch t.kind {
		case tokEOF:
			return bad("expecting '}'")
		case tokError:
			return bad(t.msg)
		case tokNewline:
			continue
		case tokOp:
			switch text := f.src[t.start:t.end]; text[0] {
			case '(', '[', '{':
				level++
			case ')', ']':
				level--
			case '}':
				if level == 0 {
					p = t.start
					break scan
				}
				level--
			case ':':
				if level == 0 {
					p = t.start
					break scan
				}
			case '!':
				if level == 0 && len(text) == 1 {
					p = t.start
					break scan
				}
			case '=':
				if level == 0 && len(text) == 1 {
					p = t.start
					break scan
				}
			}
		}
		last = t.end
		empty = false
	}
	fd.exprEnd = last
	if empty {
		return bad("valid expression required before '" + f.src[p:p+1] + "'")
	}
	if f.src[p] == '=' {
		p++
		after := lexer{src: f.src, pos: p, end: end, depth: depth + 1}
		t := after.next()
		for t.kind == tokNewline {
			t = after.next()
		}
		p = t.start
		debug = withoutComments(f.src[:p], fd.exprStart)
		if p >= end || f.src[p] != '!' && f.src[p] != ':' && f.src[p] != '}' {
			return bad("expecting '!', or ':', or '}'")
		}
	}
	if f.src[p] == '!' {
		p++
		word := wordAt(f.src, int(p))
		if word != "s" && word != "r" && word != "a" {
			return bad("invalid conversion character: expected 's', 'r', or 'a'")
		}
		fd.conversion = word[0]
		p++
		for p < end && f.src[p] == ' ' {
			p++
		}
	}
	if p < end && f.src[p] == ':' {
		fd.hasSpec = true
		fd.specStart = p + 1
		fd.spec, p = f.pieces(p+1, true, depth+1)
		fd.specEnd = p
	} else if debug != "" && fd.conversion == 0 {
		fd.conversion = 'r'
	}
	if p >= end || f.src[p] != '}' {
		if f.problem == "" {
			return bad("expecting '}'")
		}
		return fd, ""
	}
	fd.end = p + 1
	return fd, debug
}

// withoutComments returns src[from:] as a field that shows itself shows it.
func withoutComments(src string, from int32) string {
	if strings.IndexByte(src[from:], '#') < 0 {
		return normalizeNewlines(src[from:])
	}
	var out strings.Builder
	lx := lexer{src: src, pos: from, end: int32(len(src)), depth: 1}
	for at := from; ; {
		t := lx.next()
		gap, _, _ := strings.Cut(src[at:t.start], "#")
		out.WriteString(gap)
		out.WriteString(src[t.start:t.end])
		at = t.end
		if t.kind == tokEOF {
			return normalizeNewlines(out.String())
		}
	}
}

// addFields adds the expressions of the fields among pieces to the batch.
func (b *batch) addFields(pieces []piece) {
	for i := range pieces {
		if fd := pieces[i].field; fd != nil {
			fd.job = b.add(jobExpr, fd.exprStart, fd.exprEnd)
			b.addFields(fd.spec)
		}
	}
}

func normalizeNewlines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// unescape decodes the text of a string literal. The problem is "" if there is
// none; unknown is set for a character name that is not known here.
func unescape(s string, raw, bytes bool) (value, problem string, unknown bool) {
	s = normalizeNewlines(s)
	if bytes && !isASCII(s) {
		return "", "bytes can only contain ASCII literal characters", false
	}
	if !bytes && !utf8.ValidString(s) {
		return "", "the source is not valid UTF-8", false
	}
	i := strings.IndexByte(s, '\\')
	if raw || i < 0 {
		return s, "", false
	}
	out := make([]byte, 0, len(s))
	for ; i >= 0; i = strings.IndexByte(s, '\\') {
		out = append(out, s[:i]...)
		s = s[i+1:]
		if s == "" { // before a replacement field
			out = append(out, '\\')
			break
		}
		c := s[0]
		s = s[1:]
		switch c {
		case '\n':
		case '\\', '\'', '"':
			out = append(out, c)
		case 'a':
			out = append(out, '\a')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'v':
			out = append(out, '\v')
		case '0', '1', '2', '3', '4', '5', '6', '7':
			v := rune(c - '0')
			n := 0
			for n < 2 && n < len(s) && '0' <= s[n] && s[n] <= '7' {
				v = v*8 + rune(s[n]-'0')
				n++
			}
			s = s[n:]
			out = appendChar(out, v, bytes)
		case 'x', 'u', 'U':
			if bytes && c != 'x' {
				out = append(out, '\\', c)
				continue
			}
			width := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			n := 0
			for n < width && n < len(s) && isHexDigit(s[n]) {
				n++
			}
			if n < width {
				return "", "truncated \\" + string(c) + " escape in a string literal", false
			}
			v, _ := strconv.ParseUint(s[:n], 16, 64)
			if v > utf8.MaxRune {
				return "", "illegal Unicode character in a string literal", false
			}
			s = s[n:]
			out = appendChar(out, rune(v), bytes)
		case 'N':
			if bytes {
				out = append(out, '\\', c)
				continue
			}
			end := strings.IndexByte(s, '}')
			if !strings.HasPrefix(s, "{") || end < 2 {
				return "", "malformed \\N character escape", false
			}
			r, ok := runeNamed(s[1:end])
			if !ok {
				return "", "unknown Unicode character name", true
			}
			s = s[end+1:]
			out = appendChar(out, r, false)
		default:
			out = append(out, '\\', c)
		}
	}
	return string(append(out, s...)), "", false
}

// appendChar appends a character in UTF-8, a surrogate in WTF-8, or a byte.
func appendChar(out []byte, r rune, bytes bool) []byte {
	switch {
	case bytes:
		return append(out, byte(r))
	case 0xD800 <= r && r <= 0xDFFF:
		return append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
	}
	return utf8.AppendRune(out, r)
}

// parseNumber returns the value of a number literal, or nil for digits that
// Python 3 refuses.
func parseNumber(text string) Const {
	s := strings.ToLower(text)
	if len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'o' || s[1] == 'b') {
		base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]]
		digits := strings.TrimPrefix(s[2:], "_")
		if !goodDigits(digits, base) {
			return nil
		}
		return ConstInt{Text: s[:2] + strings.ReplaceAll(digits, "_", "")}
	}
	imaginary := strings.HasSuffix(s, "j")
	s = strings.TrimSuffix(s, "j")
	mantissa, exponent, hasExponent := strings.Cut(s, "e")
	whole, fraction, isFloat := strings.Cut(mantissa, ".")
	if whole != "" && !goodDigits(whole, 10) || fraction != "" && !goodDigits(fraction, 10) || whole == "" && fraction == "" ||
		hasExponent && !goodDigits(strings.TrimLeft(exponent, "+-"), 10) {
		return nil
	}
	digits := strings.ReplaceAll(s, "_", "")
	if !imaginary && !isFloat && !hasExponent {
		if digits[0] == '0' && strings.Trim(digits, "0") != "" {
			return nil
		}
		if digits[0] == '0' {
			digits = "0"
		}
		return ConstInt{Text: digits}
	}
	v, _ := strconv.ParseFloat(digits, 64) // out of range is infinity, as in CPython
	if imaginary {
		return ConstComplex{Imag: v}
	}
	return ConstFloat{Value: v}
}

// goodDigits reports whether s is digits of the base with single underscores
// between them.
func goodDigits(s string, base int) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if c == '_' {
			if i == 0 || i == len(s)-1 || s[i-1] == '_' {
				return false
			}
			continue
		}
		d := 99
		switch {
		case '0' <= c && c <= '9':
			d = int(c - '0')
		case 'a' <= c && c <= 'f':
			d = int(c-'a') + 10
		}
		if d >= base {
			return false
		}
	}
	return true
}
