package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokNewline
	tokName
	tokNumber
	tokString
	tokOp
	tokError
)

// token is one token of Python's lexical grammar. Comments, blanks and
// backslash continuations are no tokens; a line end always is one, inside
// brackets too.
type token struct {
	kind       tokenKind
	start, end int32
	msg        string // of a tokError
}

// lexer reads the tokens of src[pos:end].
//
// It exists beside tree-sitter because the shape of a file (its logical lines,
// its strings, its indentation) has to be known exactly, whatever is broken in
// it, while the grammar only has to be right about one statement at a time.
type lexer struct {
	src      string
	pos, end int32
	depth    int // of the f-string whose replacement field this is; 0 outside
}

// byteClass holds a bit set for each byte.
var byteClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			t[c] = classStart | classContinue
		case '0' <= c && c <= '9':
			t[c] = classContinue | classDigit
		case c >= utf8.RuneSelf:
			t[c] = classHigh
		}
	}
	return t
}()

const (
	classStart    uint8 = 1 << iota // starts an ASCII identifier
	classContinue                   // continues one
	classDigit
	classHigh // not ASCII
)

// next returns the next token.
func (lx *lexer) next() token {
	src := lx.src[:lx.end]
	p := int(lx.pos)
	for p < len(src) {
		switch c := src[p]; c {
		case ' ', '\t', '\f':
			p++
			continue
		case '#':
			p = skipToLineEnd(src, p)
			continue
		case '\\':
			if n := newlineLen(src, p+1); n > 0 && p+1+n < len(lx.src) {
				p += 1 + n
				continue
			} else if n > 0 {
				return lx.fail(p, p+1, "unexpected end of the file after a line continuation character")
			}
			return lx.fail(p, p+1, "unexpected character after line continuation character")
		case '\n', '\r':
			return lx.emit(tokNewline, p, p+newlineLen(src, p))
		case '"', '\'':
			return lx.str(p, p)
		}
		break
	}
	if p >= len(src) {
		return lx.emit(tokEOF, len(src), len(src))
	}
	c := src[p]
	switch class := byteClass[c]; {
	case class&classStart != 0:
		q := p + 1
		for q < len(src) && byteClass[src[q]]&classContinue != 0 {
			q++
		}
		if q < len(src) {
			if src[q] == '"' || src[q] == '\'' {
				if isStringPrefix(src[p:q]) {
					return lx.str(p, q)
				}
			} else if byteClass[src[q]]&classHigh != 0 {
				return lx.unicodeName(p)
			}
		}
		return lx.emit(tokName, p, q)
	case class&classHigh != 0:
		return lx.unicodeName(p)
	case class&classDigit != 0 || c == '.' && p+1 < len(src) && byteClass[src[p+1]]&classDigit != 0:
		return lx.emit(tokNumber, p, scanNumber(src, p))
	}
	switch c {
	case '(', ')', '[', ']', '{', '}', ',', ';', '.', '~':
		return lx.emit(tokOp, p, p+1)
	case ':', '=', '!', '<', '>', '+', '-', '*', '/', '%', '@', '&', '|', '^':
		q := p + 1
		if q < len(src) && (src[q] == '=' || src[q] == '>' && (c == '-' || c == '<')) {
			q++
		}
		return lx.emit(tokOp, p, q)
	case 0:
		return lx.fail(p, p+1, "source code cannot contain null bytes")
	}
	return lx.fail(p, p+1, "invalid syntax")
}

func (lx *lexer) emit(kind tokenKind, start, end int) token {
	lx.pos = int32(end)
	return token{kind: kind, start: int32(start), end: int32(end)}
}

func (lx *lexer) fail(start, end int, msg string) token {
	lx.pos = int32(end)
	return token{kind: tokError, start: int32(start), end: int32(end), msg: msg}
}

// unicodeName reads an identifier that has characters outside ASCII.
func (lx *lexer) unicodeName(p int) token {
	src := lx.src[:lx.end]
	q := p
	for q < len(src) {
		r, n := utf8.DecodeRuneInString(src[q:])
		if r == utf8.RuneError && n <= 1 {
			if q == p {
				return lx.fail(p, p+1, "the source is not valid UTF-8")
			}
			break
		}
		if !identifierPart(r, q == p) {
			if r >= utf8.RuneSelf {
				return lx.fail(p, q+n, "invalid character in identifier")
			}
			break
		}
		q += n
	}
	return lx.emit(tokName, p, q)
}

// identifierPart reports whether r may stand in an identifier, first or later.
func identifierPart(r rune, first bool) bool {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r):
		return true
	case first:
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// str reads a string literal whose prefix starts at p and whose quote is at q.
func (lx *lexer) str(p, q int) token {
	src := lx.src[:lx.end]
	prefix := src[p:q]
	quote := src[q]
	triple := strings.HasPrefix(src[q:], tripleOf(quote))
	if strings.ContainsAny(prefix, "fF") {
		if end, ok := scanFString(src, q, !strings.ContainsAny(prefix, "rR"), lx.depth); ok {
			return lx.emit(tokString, p, end)
		}
		if lx.depth > 0 {
			return lx.fail(p, q, "unterminated f-string literal")
		}
	}
	if triple {
		if end := scanTriple(src, q+3, quote); end >= 0 {
			return lx.emit(tokString, p, end)
		}
		return lx.fail(p, len(src), "unterminated triple-quoted string literal")
	}
	for i := q + 1; i < len(src); i++ {
		switch src[i] {
		case quote:
			return lx.emit(tokString, p, i+1)
		case '\\':
			i += max(1, newlineLen(src, i+1))
		case '\n', '\r':
			return lx.fail(p, i, "unterminated string literal")
		}
	}
	return lx.fail(p, len(src), "unterminated string literal")
}

func tripleOf(quote byte) string {
	if quote == '"' {
		return `"""`
	}
	return `'''`
}

// scanTriple returns the offset after the end of a triple-quoted string whose
// text starts at p, or -1.
func scanTriple(src string, p int, quote byte) int {
	stop := tripleOf(quote)
	for p < len(src) {
		i := strings.IndexByte(src[p:], quote)
		if i < 0 {
			return -1
		}
		i += p
		if j := strings.IndexByte(src[p:i], '\\'); j >= 0 {
			p += j + 2
			continue
		}
		if strings.HasPrefix(src[i:], stop) {
			return i + 3
		}
		p = i + 1
	}
	return -1
}

func isStringPrefix(s string) bool {
	switch len(s) {
	case 1:
		switch s[0] | 0x20 {
		case 'r', 'u', 'b', 'f':
			return true
		}
	case 2:
		switch (string)([]byte{s[0] | 0x20, s[1] | 0x20}) {
		case "br", "rb", "fr", "rf":
			return true
		}
	}
	return false
}

// scanNumber returns the end of the number that starts at p. It takes what
// CPython's tokenizer takes; whether the digits fit is for parseNumber to say.
func scanNumber(src string, p int) int {
	at := func(i int) byte {
		if i < len(src) {
			return src[i]
		}
		return 0
	}
	digits := func(i int) int {
		for byteClass[at(i)]&classDigit != 0 || at(i) == '_' && byteClass[at(i+1)]&classDigit != 0 {
			i++
		}
		return i
	}
	if at(p) == '0' {
		switch at(p+1) | 0x20 {
		case 'x':
			q := p + 2
			for isHexDigit(at(q)) || at(q) == '_' && isHexDigit(at(q+1)) {
				q++
			}
			return q
		case 'o', 'b':
			return digits(p + 2)
		}
	}
	q := digits(p)
	if at(q) == '.' {
		q++
		if byteClass[at(q)]&classDigit != 0 {
			q = digits(q)
		}
	}
	if at(q)|0x20 == 'e' {
		e := q + 1
		if at(e) == '+' || at(e) == '-' {
			e++
		}
		if byteClass[at(e)]&classDigit != 0 {
			q = digits(e)
		}
	}
	if at(q)|0x20 == 'j' {
		q++
	}
	return q
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// newlineLen returns the length of the line end at src[p:], or 0.
func newlineLen(src string, p int) int {
	if p >= len(src) {
		return 0
	}
	switch src[p] {
	case '\n':
		return 1
	case '\r':
		if p+1 < len(src) && src[p+1] == '\n' {
			return 2
		}
		return 1
	}
	return 0
}

// skipToLineEnd returns the offset of the line end at or after p.
func skipToLineEnd(src string, p int) int {
	for p < len(src) && src[p] != '\n' && src[p] != '\r' {
		p++
	}
	return p
}

// maxFStringDepth bounds how deep f-strings may nest in one another.
const maxFStringDepth = 12

// maxFieldText bounds the length of a replacement field. CPython sets no bound;
// without one, text that is broken would be searched to its end again and again.
const maxFieldText = 1 << 14

// scanFString returns the offset after the end of an f-string whose quote is at
// q, by the rules of Python 3.12: a replacement field may hold any string. What
// older versions accept ends at the same place. It reports false where these
// rules find no end.
func scanFString(src string, q int, escapes bool, depth int) (int, bool) {
	if depth > maxFStringDepth {
		return 0, false
	}
	quote := src[q]
	stop := src[q : q+1]
	if strings.HasPrefix(src[q:], tripleOf(quote)) {
		stop = tripleOf(quote)
	}
	for p := q + len(stop); p < len(src); {
		switch c := src[p]; {
		case c == quote && strings.HasPrefix(src[p:], stop):
			return p + len(stop), true
		case c == '\\':
			p = skipEscape(src, p, escapes)
		case (c == '\n' || c == '\r') && len(stop) == 1:
			return 0, false
		case c == '{' && p+1 < len(src) && src[p+1] == '{':
			p += 2
		case c == '{':
			end, ok := scanField(src, p+1, stop, escapes, depth)
			if !ok {
				return 0, false
			}
			p = end
		default:
			p++
		}
	}
	return 0, false
}

// skipEscape returns the offset after the backslash at p and what it escapes.
func skipEscape(src string, p int, escapes bool) int {
	if escapes && strings.HasPrefix(src[p+1:], "N{") {
		if i := strings.IndexByte(src[p:min(len(src), p+128)], '}'); i > 0 {
			return p + i + 1
		}
	}
	if p+1 < len(src) && (src[p+1] == '{' || src[p+1] == '}') {
		return p + 1
	}
	return p + 1 + max(1, newlineLen(src, p+1))
}

// scanField returns the offset after the brace that closes the replacement
// field whose text starts at p.
func scanField(src string, p int, stop string, escapes bool, depth int) (int, bool) {
	lx := lexer{src: src, pos: int32(p), end: int32(min(len(src), p+maxFieldText)), depth: depth + 1}
	for level := 0; ; {
		t := lx.next()
		switch t.kind {
		case tokEOF, tokError:
			return 0, false
		case tokOp:
			switch src[t.start] {
			case '(', '[', '{':
				level++
			case ')', ']':
				level--
			case '}':
				if level == 0 {
					return int(t.end), true
				}
				level--
			case ':':
				if level == 0 {
					return scanSpec(src, int(t.start)+1, stop, escapes, depth)
				}
			}
		}
	}
}

// scanSpec returns the offset after the brace that closes the field whose
// format specification starts at p.
func scanSpec(src string, p int, stop string, escapes bool, depth int) (int, bool) {
	for p < len(src) {
		switch c := src[p]; {
		case strings.HasPrefix(src[p:], stop):
			return 0, false
		case c == '\\':
			p = skipEscape(src, p, escapes)
		case (c == '\n' || c == '\r') && len(stop) == 1:
			return 0, false
		case c == '}':
			return p + 1, true
		case c == '{':
			if depth >= maxFStringDepth {
				return 0, false
			}
			end, ok := scanField(src, p+1, stop, escapes, depth+1)
			if !ok {
				return 0, false
			}
			p = end
		default:
			p++
		}
	}
	return 0, false
}
