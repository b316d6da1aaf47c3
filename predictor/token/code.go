package token

import "strings"

// longString is the length from which a string literal in the source of a
// function is written by BPE: nobody copies from it character by character.
const longString = 40

// AppendCode appends the tokens of a statement, an expression or a name.
func (v *Vocab) AppendCode(dst []ID, text string) []ID {
	return v.appendLexemes(dst, text, lex(text), 1<<30)
}

// AppendSource appends the tokens of several lines of source.
func (v *Vocab) AppendSource(dst []ID, src string) []ID {
	return v.appendLexemes(dst, src, lex("\n"+src), longString)
}

func (v *Vocab) appendLexemes(dst []ID, src string, ls []lexeme, long int) []ID {
	depth := 0
	for i := 0; i < len(ls); i++ {
		l := ls[i]
		switch l.kind {
		case lexNewline:
			if depth == 0 { // inside brackets a newline means nothing
				dst = append(dst, Indent(indentDepth(l.text)))
			}
		case lexNumber:
			for j := range len(l.text) {
				dst = append(dst, Byte(l.text[j]))
			}
		case lexString:
			dst = v.appendString(dst, l.text, long)
		case lexName:
			n := pieceLen(ls[i:])
			dst = v.appendPiece(dst, piece(ls[i:i+n]))
			if ls[i+n-1].text == "(" {
				depth++
			}
			i += n - 1
		case lexOp:
			n := pieceLen(ls[i:])
			for _, o := range ls[i : i+n] {
				switch o.text {
				case "(", "[", "{":
					depth++
				case ")", "]", "}":
					depth = max(0, depth-1)
				}
			}
			dst = v.appendPiece(dst, piece(ls[i:i+n]))
			i += n - 1
		}
	}
	return dst
}

func indentDepth(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] == '\t' {
			n += 4
		} else {
			n++
		}
	}
	return (n + 3) / 4
}

// adjacent reports whether b follows a without a space.
func adjacent(a, b lexeme) bool { return a.at+len(a.text) == b.at }

// pieceLen returns how many of the lexemes make one piece: a name with the dot
// before and the parenthesis after it, or a run of operators.
func pieceLen(ls []lexeme) int {
	n := 1
	if ls[0].kind == lexOp && ls[0].text == "." && len(ls) > 1 && ls[1].kind == lexName && adjacent(ls[0], ls[1]) {
		n = 2
	}
	if ls[n-1].kind == lexName {
		if n < len(ls) && ls[n].text == "(" && ls[n].kind == lexOp && adjacent(ls[n-1], ls[n]) {
			n++
		}
		return n
	}
	for n < len(ls) && ls[n].kind == lexOp && adjacent(ls[n-1], ls[n]) {
		if ls[n].text == "." && n+1 < len(ls) && ls[n+1].kind == lexName {
			break
		}
		n++
	}
	return n
}

// piece joins lexemes. A name at the start is marked by a space, so that it
// differs from the continuation of another.
func piece(ls []lexeme) string {
	var b strings.Builder
	if ls[0].kind == lexName {
		b.WriteByte(' ')
	}
	for _, l := range ls {
		b.WriteString(l.text)
	}
	return b.String()
}

// appendString writes a literal as its value is written where that is
// possible, so that the two look alike.
func (v *Vocab) appendString(dst []ID, text string, long int) []ID {
	n := stringPrefix(text)
	prefix := strings.ToLower(text[:n])
	q := text[n : n+1]
	triple := strings.HasPrefix(text[n:], q+q+q)
	k := 1
	if triple {
		k = 3
	}
	if len(text) < n+2*k || !strings.HasSuffix(text, text[n:n+k]) {
		return v.appendWords(dst, text)
	}
	body := text[n+k : len(text)-k]
	if strings.Contains(prefix, "f") {
		return v.appendFString(dst, body, long)
	}
	if len(body) > long {
		return v.appendWords(dst, text)
	}
	if !strings.Contains(prefix, "r") {
		s, ok := unescape(body, strings.Contains(prefix, "b"))
		if !ok {
			return v.appendWords(dst, text)
		}
		body = s
	}
	if strings.Contains(prefix, "b") {
		dst = append(dst, BytesMark)
	}
	dst = append(dst, Quote)
	for i := range len(body) {
		dst = append(dst, Byte(body[i]))
	}
	return append(dst, Unquote)
}

// appendFString writes the text of a formatted string by bytes and what stands
// in braces as code.
func (v *Vocab) appendFString(dst []ID, body string, long int) []ID {
	dst = v.appendPiece(dst, " f'")
	for i := 0; i < len(body); {
		c := body[i]
		if (c == '{' || c == '}') && i+1 < len(body) && body[i+1] == c {
			dst = append(dst, Byte(c))
			i += 2
			continue
		}
		if c != '{' {
			dst = append(dst, Byte(c))
			i++
			continue
		}
		j := i + 1
		for depth := 0; j < len(body); j++ {
			if strings.IndexByte("([{", body[j]) >= 0 {
				depth++
			} else if depth == 0 && (body[j] == '}' || body[j] == ':' || body[j] == '!' && j+1 < len(body) && body[j+1] != '=') {
				break
			} else if strings.IndexByte(")]}", body[j]) >= 0 {
				depth--
			}
		}
		dst = append(dst, BraceOpen)
		if j > i+1 {
			dst = v.appendLexemes(dst, body[i+1:j], lex(body[i+1:j]), long)
		}
		for ; j < len(body) && body[j] != '}'; j++ {
			dst = append(dst, Byte(body[j]))
		}
		dst = append(dst, BraceClose)
		i = j + 1
	}
	return v.appendPiece(dst, "'")
}

// appendWords writes text that is not code, such as a long string.
func (v *Vocab) appendWords(dst []ID, text string) []ID {
	for _, w := range strings.Fields(text) {
		i := 0
		for i < len(w) {
			j := i + 1
			for j < len(w) && identByte(w[j]) == identByte(w[i]) {
				j++
			}
			if identByte(w[i]) {
				dst = v.appendPiece(dst, " "+w[i:j])
			} else {
				dst = v.appendPiece(dst, w[i:j])
			}
			i = j
		}
	}
	return dst
}

// Pieces calls f with every piece of the source that BPE is applied to, for
// training it.
func Pieces(src string, f func(string)) {
	v := &Vocab{collect: f}
	v.AppendSource(nil, src)
}
