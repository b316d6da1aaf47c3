package valuetest

import (
	"fmt"
	"strings"

	"augur/analysis/value"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenString
	tokenOp
)

type token struct {
	kind  tokenKind
	text  string // of a string: its decoded value
	bytes bool   // a bytes literal
}

var operators = []string{
	"**=", "//=", "<<=", ">>=", "...",
	"**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "->",
	"+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "=", "(", ")", "[", "]", "{", "}", ",", ":", ".", "@", ";",
}

func tokenize(line string) ([]token, error) {
	var out []token
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == ' ' || c == '\n':
			i++
		case stringPrefix(line[i:]) >= 0:
			n := stringPrefix(line[i:])
			prefix := line[i : i+n]
			tok := token{kind: tokenString, bytes: strings.Contains(prefix, "b")}
			raw := strings.Contains(prefix, "r")
			i += n
			text, n, err := unquote(line[i:], raw, tok.bytes)
			if err != nil {
				return nil, err
			}
			tok.text = text
			i += n
			out = append(out, tok)
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9':
			j := i
			for j < len(line) && (isNameByte(line[j]) || line[j] == '.' || (line[j] == '+' || line[j] == '-') && (line[j-1] == 'e' || line[j-1] == 'E') && !strings.HasPrefix(line[i:], "0x")) {
				j++
			}
			out = append(out, token{kind: tokenNumber, text: line[i:j]})
			i = j
		case isNameByte(c):
			j := i
			for j < len(line) && isNameByte(line[j]) {
				j++
			}
			out = append(out, token{kind: tokenName, text: line[i:j]})
			i = j
		default:
			op := ""
			for _, o := range operators {
				if strings.HasPrefix(line[i:], o) {
					op = o
					break
				}
			}
			if op == "" {
				return nil, fmt.Errorf("unexpected %q in %q", c, line)
			}
			out = append(out, token{kind: tokenOp, text: op})
			i += len(op)
		}
	}
	return append(out, token{}), nil
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// stringPrefix returns the length of the prefix of a string literal, or -1.
func stringPrefix(s string) int {
	for _, prefix := range []string{"", "b", "r", "br", "rb"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok && rest != "" && (rest[0] == '\'' || rest[0] == '"') {
			return len(prefix)
		}
	}
	return -1
}

// unquote decodes the string literal at the start of s and returns its length.
func unquote(s string, raw, bytes bool) (text string, n int, err error) {
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			return b.String(), i + 1, nil
		case c == '\\' && !raw && i+1 < len(s):
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'r':
				b.WriteByte('\r')
			case '0':
				b.WriteByte(0)
			case 'x':
				var v int
				if _, err := fmt.Sscanf(s[i+1:i+3], "%02x", &v); err != nil {
					return "", 0, err
				}
				if bytes {
					b.WriteByte(byte(v))
				} else {
					b.WriteRune(rune(v))
				}
				i += 2
			case 'u':
				var v rune
				if _, err := fmt.Sscanf(s[i+1:i+5], "%04x", &v); err != nil {
					return "", 0, err
				}
				b.Write(value.AppendRune(nil, v)) // a surrogate too
				i += 4
			case 'U':
				var v rune
				if _, err := fmt.Sscanf(s[i+1:i+9], "%08x", &v); err != nil {
					return "", 0, err
				}
				b.WriteRune(v)
				i += 8
			case 'v':
				b.WriteByte('\v')
			case 'f':
				b.WriteByte('\f')
			default:
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", 0, fmt.Errorf("unterminated string in %q", s)
}
