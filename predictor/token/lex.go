package token

import "strings"

// A lexKind says what a lexeme is.
type lexKind uint8

const (
	lexName lexKind = iota
	lexNumber
	lexString
	lexOp
	lexNewline // text is the indentation of the line that follows
)

type lexeme struct {
	kind lexKind
	text string
	at   int // offset in the source
}

func identByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || c >= '0' && c <= '9'
}

func digitByte(c byte) bool { return c >= '0' && c <= '9' }

// lex splits Python source, whole or not, into lexemes. Comments, spaces and
// the newlines of blank lines are left out. It accepts any text.
func lex(src string) []lexeme {
	var out []lexeme
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\n':
			j := i + 1
			for j < len(src) && (src[j] == ' ' || src[j] == '\t') {
				j++
			}
			if j < len(src) && src[j] != '\n' && src[j] != '#' && src[j] != '\r' {
				out = append(out, lexeme{lexNewline, src[i+1 : j], i})
			}
			i = j
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			i++
		case c == '\\' && i+1 < len(src) && src[i+1] == '\n':
			i += 2
		case c == '#':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case stringPrefix(src[i:]) >= 0:
			j := i + stringPrefix(src[i:])
			j = stringEnd(src, j)
			out = append(out, lexeme{lexString, src[i:j], i})
			i = j
		case digitByte(c) || c == '.' && i+1 < len(src) && digitByte(src[i+1]):
			j := i + 1
			for j < len(src) && (identByte(src[j]) || src[j] == '.' || (src[j] == '+' || src[j] == '-') && (src[j-1] == 'e' || src[j-1] == 'E') && !strings.HasPrefix(src[i:], "0x")) {
				j++
			}
			out = append(out, lexeme{lexNumber, src[i:j], i})
			i = j
		case identByte(c):
			j := i
			for j < len(src) && identByte(src[j]) {
				j++
			}
			out = append(out, lexeme{lexName, src[i:j], i})
			i = j
		default:
			out = append(out, lexeme{lexOp, src[i : i+1], i})
			i++
		}
	}
	return out
}

// stringPrefix returns the length of the prefix letters of the string literal
// that s starts with, -1 when it starts with none.
func stringPrefix(s string) int {
	for i := 0; i < len(s) && i < 3; i++ {
		switch s[i] {
		case '\'', '"':
			return i
		case 'f', 'F', 'r', 'R', 'b', 'B', 'u', 'U':
		default:
			return -1
		}
	}
	return -1
}

// stringEnd returns the end of the literal whose quote is at i: the end of the
// line or of the source where it isn't closed.
func stringEnd(src string, i int) int {
	q := src[i : i+1]
	if strings.HasPrefix(src[i:], q+q+q) {
		q += q + q
	}
	for j := i + len(q); j < len(src); j++ {
		switch {
		case src[j] == '\\':
			j++
		case strings.HasPrefix(src[j:], q):
			return j + len(q)
		case src[j] == '\n' && len(q) == 1:
			return j
		}
	}
	return len(src)
}

// Lexemes returns the lexemes of source as text, newlines left out.
func Lexemes(src string) []string {
	ls := lex(src)
	out := make([]string, 0, len(ls))
	for _, l := range ls {
		if l.kind != lexNewline {
			out = append(out, l.text)
		}
	}
	return out
}

// IsKeyword reports whether a name is a keyword of Python.
func IsKeyword(name string) bool { return keywords[name] }

// IsName reports whether a lexeme is a name or a keyword.
func IsName(lexeme string) bool {
	return lexeme != "" && identByte(lexeme[0]) && !digitByte(lexeme[0]) && stringPrefix(lexeme) < 0
}
