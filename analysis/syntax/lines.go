package syntax

import "unicode/utf8"

// lineKind tells what a segment of a logical line is, from its first words.
type lineKind uint8

const (
	lineSimple     lineKind = iota
	lineAnnotation          // target: annotation [= value]
	lineTypeAlias
	lineDecorator
	lineDef
	lineClass
	lineIf
	lineElif
	lineElse
	lineFor
	lineWhile
	lineTry
	lineExcept
	lineFinally
	lineWith
	lineMatch
	lineCase
)

// header reports whether a suite follows lines of this kind.
func (k lineKind) header() bool { return k >= lineDef }

// line is one segment of a logical line: a simple statement, or the header of a
// compound one. "if a: b; c" is three of them.
type line struct {
	start, end int32 // the code, without indentation, comments, semicolon
	stop       int32 // end of the segment, the semicolon after it included
	lineNo     int32 // 1-based line of start
	stopLine   int32 // 1-based line of the last byte
	indent     int32 // column of the logical line
	colon      int32 // offset of the colon of a header or an annotation, or -1
	equals     int32 // offset of the first "=" after it (or of an alias), or -1
	kind       lineKind
	first      bool   // begins a logical line
	inline     bool   // a header with its suite on the same line
	async      bool   // starts with "async"
	problem    string // what is wrong in the text, or ""
	problemAt  int32
}

// maxBrackets and maxIndents are CPython's limits.
const (
	maxBrackets = 200
	maxIndents  = 100
)

// splitter cuts a file into lines.
type splitter struct {
	src     string
	starts  []int32 // offset of each physical line
	row     int     // index into starts of the line last asked for
	lines   []line
	cases   []int32 // columns of the case clauses of the open match statements
	stack   []int32 // offsets of the open brackets
	indents indents
	wasted  int // bytes that were read more than once
}

// split cuts src into the segments of its logical lines. It never fails: a line
// that is broken ends where the next statement seems to start, so that what is
// broken in it stays in it.
func split(src string, starts []int32) []line {
	s := splitter{src: src, starts: starts}
	s.lines = make([]line, 0, len(starts))
	p := int32(0)
	if hasBOM(src) {
		p = 3
	}
	for int(p) < len(src) {
		col, q := indentation(src, int(p))
		switch {
		case q >= len(src):
			p = int32(q)
		case src[q] == '#':
			q = skipToLineEnd(src, q)
			p = int32(q + newlineLen(src, q))
		case src[q] == '\n' || src[q] == '\r':
			p = int32(q + newlineLen(src, q))
		default:
			at, first := int(p), len(s.lines)
			p = s.logical(int32(q), int32(col))
			if !s.indents.take(col, narrowColumn(src[at:q])) && len(s.lines) > first && s.lines[first].problem == "" {
				s.lines[first].problem, s.lines[first].problemAt = "inconsistent use of tabs and spaces in indentation", s.lines[first].start
			}
		}
	}
	return s.lines
}

// indents are the columns of the blocks that are open, with tabs that go on to the
// next multiple of eight, and with tabs as wide as a space. CPython refuses a file
// where the two differ on which block a line is in.
type indents []struct{ wide, narrow int }

// take notes the columns of a line, and reports whether they agree.
func (in *indents) take(wide, narrow int) bool {
	top := struct{ wide, narrow int }{}
	for n := len(*in); n > 0; n-- {
		top = (*in)[n-1]
		if top.wide <= wide {
			break
		}
		*in = (*in)[:n-1]
		top = struct{ wide, narrow int }{}
	}
	if wide > top.wide {
		*in = append(*in, struct{ wide, narrow int }{wide, narrow})
		return narrow > top.narrow
	}
	return narrow == top.narrow
}

// narrowColumn is the column after blanks in which tabs are as wide as spaces.
func narrowColumn(blanks string) int {
	col := 0
	for i := range len(blanks) {
		if col++; blanks[i] == '\f' {
			col = 0
		}
	}
	return col
}

func hasBOM(src string) bool { return len(src) >= 3 && src[:3] == "\ufeff" }

// indentation measures the blanks at p as CPython does and returns the offset
// after them.
func indentation(src string, p int) (col, end int) {
	for ; p < len(src); p++ {
		switch src[p] {
		case ' ':
			col++
		case '\t':
			col = (col/8 + 1) * 8
		case '\f':
			col = 0
		default:
			return col, p
		}
	}
	return col, p
}

func (s *splitter) lineOf(offset int32) int32 {
	for s.row+1 < len(s.starts) && s.starts[s.row+1] <= offset {
		s.row++
	}
	return int32(s.row + 1)
}

// segment is the state of logical for the segment being read.
type segment struct {
	line
	words      int   // tokens read so far
	lambdas    int   // lambdas outside brackets whose colon is still to come
	firstColon int32 // of a line that starts with "match"
}

// logical reads the logical line whose code starts at p and returns the offset
// of the physical line after it.
func (s *splitter) logical(p, col int32) int32 {
	lx := lexer{src: s.src, pos: p, end: int32(len(s.src))}
	s.stack = s.stack[:0]
	newSegment := func(start int32) segment {
		return segment{line: line{start: start, end: start, indent: col, colon: -1, equals: -1, first: start >= 0}, firstColon: -1}
	}
	seg := newSegment(p)
	resume := int32(-1) // where to go on if a bracket turns out to be never closed

	broken := func(t token, msg string) {
		if seg.problem == "" {
			seg.problem, seg.problemAt = msg, t.start
		}
	}
	flush := func(next int32) {
		switch {
		case seg.kind == lineMatch:
			s.settleMatch(&seg, int(next))
		case seg.kind == lineTypeAlias && seg.words == 1:
			seg.kind = lineSimple
		}
		if seg.words > 0 || seg.problem != "" {
			seg.lineNo = s.lineOf(seg.start)
			seg.stop = max(seg.stop, seg.end)
			seg.stopLine = s.lineOf(max(seg.start, seg.stop-1))
			s.lines = append(s.lines, seg.line)
		}
		seg = newSegment(-1)
	}
	// abandon ends the logical line at stop, before which the code is broken.
	// Without a message it is the last open bracket that is.
	abandon := func(t token, msg string, stop int32) int32 {
		if msg == "" {
			t.start = s.stack[len(s.stack)-1]
			msg = "'" + s.src[t.start:t.start+1] + "' was never closed"
		}
		broken(t, msg)
		if resume >= 0 && resume < stop {
			stop = resume
		}
		s.wasted += int(t.end - min(t.end, stop))
		seg.end = trimEnd(s.src, max(seg.start, 0), stop)
		flush(stop)
		return stop
	}

	for {
		t := lx.next()
		if seg.start < 0 {
			seg.start, seg.end = t.start, t.start
		}
		switch t.kind {
		case tokEOF:
			if len(s.stack) > 0 {
				return abandon(t, "", t.start)
			}
			flush(t.end)
			return t.end
		case tokNewline:
			if len(s.stack) == 0 {
				flush(t.end)
				return t.end
			}
			c, q := indentation(s.src, int(t.end))
			if q < len(s.src) && int32(c) <= col && resume < 0 && startsStatement(s.src[q]) {
				resume = t.end
			}
			if hardKeywordAt(s.src, q) || resume >= 0 && s.wasted > maxWasted(len(s.src)) {
				return abandon(t, "", t.end)
			}
			continue
		case tokError:
			openString := t.end-t.start > 1 && int(t.end) == len(s.src)
			if !openString && len(s.stack) == 0 {
				seg.words++
				seg.end = t.end
				broken(t, t.msg)
				continue
			}
			stop := skipToLineEnd(s.src, int(t.end))
			if openString {
				stop = s.afterOpenString(t.start, col)
			}
			return abandon(t, t.msg, int32(stop+newlineLen(s.src, stop)))
		case tokOp:
			switch c := s.src[t.start]; c {
			case '(', '[', '{':
				if len(s.stack) >= maxBrackets {
					stop := skipToLineEnd(s.src, int(t.end))
					return abandon(t, "too many nested parentheses", int32(stop+newlineLen(s.src, stop)))
				}
				s.stack = append(s.stack, t.start)
			case ')', ']', '}':
				if n := len(s.stack); n > 0 && closer(s.src[s.stack[n-1]]) == c {
					s.stack = s.stack[:n-1]
					break
				}
				msg := "unmatched '" + string(c) + "'"
				if len(s.stack) == 0 {
					broken(t, msg)
					break
				}
				stop := skipToLineEnd(s.src, int(t.end))
				return abandon(t, msg, int32(stop+newlineLen(s.src, stop)))
			case ';':
				if len(s.stack) == 0 {
					if seg.words == 0 {
						broken(t, "invalid syntax")
					}
					seg.stop = t.end
					flush(t.end)
					continue
				}
			}
		}
		s.classify(&seg, t)
		seg.end = t.end
		if seg.kind.header() && seg.kind != lineMatch && seg.colon == t.start && len(s.stack) == 0 {
			if end, more := restOfLine(s.src, int(t.end)); more {
				seg.inline = true
				flush(t.end)
			} else {
				lx.pos = int32(end)
			}
		}
	}
}

// maxWasted bounds how much text is read again after brackets that are never
// closed. A file in which there are so many of them gets no more benefit of the
// doubt: a bracket that seems to be unclosed is.
func maxWasted(size int) int { return 1<<20 + 4*size }

// startsStatement reports whether a line that begins with c may be the start of
// a statement rather than the end of a bracketed expression.
func startsStatement(c byte) bool {
	return byteClass[c]&(classStart|classHigh) != 0 || c == '@'
}

func closer(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// restOfLine returns the end of the line at p, and whether there is code on it.
func restOfLine(src string, p int) (int, bool) {
	for p < len(src) {
		switch src[p] {
		case ' ', '\t', '\f':
			p++
		case '#':
			return skipToLineEnd(src, p), false
		case '\n', '\r':
			return p, false
		default:
			return p, true
		}
	}
	return p, false
}

// trimEnd returns the end of the code of src[start:end], which is broken.
func trimEnd(src string, start, end int32) int32 {
	for end > start {
		switch src[end-1] {
		case ' ', '\t', '\f', '\n', '\r':
			end--
			continue
		}
		break
	}
	return end
}

// afterOpenString returns the end of the last line that a string without end,
// starting at p, is taken to cover: the text goes on at the next definition that
// is not deeper than the statement.
func (s *splitter) afterOpenString(p, col int32) int {
	q := skipToLineEnd(s.src, int(p))
	for q < len(s.src) {
		next := q + newlineLen(s.src, q)
		c, at := indentation(s.src, next)
		if int32(c) <= col {
			switch keywordAt(s.src, at) {
			case "def", "class", "async":
				return q
			}
			if at < len(s.src) && s.src[at] == '@' {
				return q
			}
		}
		q = skipToLineEnd(s.src, next)
	}
	return q
}

// wordAt returns the ASCII word at p.
func wordAt(src string, p int) string {
	q := p
	for q < len(src) && byteClass[src[q]]&classContinue != 0 {
		q++
	}
	return src[p:q]
}

// hardKeywordAt reports whether a keyword stands at p that starts a statement
// and can stand nowhere in an expression.
func hardKeywordAt(src string, p int) bool {
	switch keywordAt(src, p) {
	case "def", "class", "import", "return", "while", "with", "try", "raise", "del", "pass", "global",
		"nonlocal", "assert", "break", "continue", "except", "finally", "elif":
		return true
	}
	return false
}

// keywordAt returns the word at p if it is all ASCII.
func keywordAt(src string, p int) string {
	w := wordAt(src, p)
	if end := p + len(w); end < len(src) && src[end] >= utf8.RuneSelf {
		return ""
	}
	return w
}

// classify takes one more token of a segment into account.
func (s *splitter) classify(seg *segment, t token) {
	depth := len(s.stack)
	text := s.src[t.start:t.end]
	seg.words++
	switch t.kind {
	case tokName:
		switch {
		case seg.words == 1:
			seg.kind, seg.async = firstWord(text, seg.first, s.inMatch(seg.indent))
		case seg.words == 2 && seg.async:
			switch text {
			case "def":
				seg.kind = lineDef
			case "for":
				seg.kind = lineFor
			case "with":
				seg.kind = lineWith
			default:
				seg.async = false
			}
		case seg.words == 2 && seg.kind == lineTypeAlias:
			if isKeyword(text) {
				seg.kind = lineSimple
			}
		}
		if depth == 0 && text == "lambda" {
			seg.lambdas++
		}
	case tokOp:
		if seg.words == 1 && text == "@" && seg.first {
			seg.kind = lineDecorator
		}
		if seg.words == 2 && seg.kind == lineTypeAlias {
			seg.kind = lineSimple
		}
		if depth > 0 {
			return
		}
		switch text {
		case ":":
			if seg.lambdas > 0 {
				seg.lambdas--
				return
			}
			if seg.kind == lineMatch {
				seg.colon = t.start // the last one counts
				if seg.firstColon < 0 {
					seg.firstColon = t.start
				}
				return
			}
			if seg.colon < 0 {
				seg.colon = t.start
				if seg.kind == lineSimple && seg.equals < 0 {
					seg.kind = lineAnnotation
				}
			}
		case "=":
			if seg.equals < 0 {
				seg.equals = t.start
			}
		}
	default:
		if seg.words == 2 && seg.kind == lineTypeAlias {
			seg.kind = lineSimple
		}
	}
}

// firstWord returns the kind of a segment that starts with the given word.
// Async is only known by the second.
func firstWord(word string, first, inMatch bool) (kind lineKind, async bool) {
	if word == "type" {
		return lineTypeAlias, false
	}
	if !first {
		return lineSimple, false
	}
	switch word {
	case "if":
		return lineIf, false
	case "elif":
		return lineElif, false
	case "else":
		return lineElse, false
	case "for":
		return lineFor, false
	case "while":
		return lineWhile, false
	case "try":
		return lineTry, false
	case "except":
		return lineExcept, false
	case "finally":
		return lineFinally, false
	case "with":
		return lineWith, false
	case "def":
		return lineDef, false
	case "class":
		return lineClass, false
	case "async":
		return lineSimple, true
	case "match":
		return lineMatch, false
	case "case":
		if inMatch {
			return lineCase, false
		}
	}
	return lineSimple, false
}

// inMatch reports whether a line at the given column is a clause of an open
// match statement.
func (s *splitter) inMatch(col int32) bool {
	for n := len(s.cases); n > 0 && s.cases[n-1] > col; n = len(s.cases) {
		s.cases = s.cases[:n-1]
	}
	n := len(s.cases)
	return n > 0 && s.cases[n-1] == col
}

// settleMatch decides whether a segment that starts with "match" is a match
// statement: its colon ends the line, and a block of "case" clauses follows at
// next, the offset of the next physical line.
func (s *splitter) settleMatch(seg *segment, next int) {
	if seg.colon >= 0 && seg.colon == seg.end-1 && seg.words > 2 && seg.problem == "" {
		if col, at := s.nextCode(next); col > seg.indent && keywordAt(s.src, at) == "case" {
			s.cases = append(s.cases, col)
			return
		}
	}
	seg.kind = lineSimple
	seg.colon = -1
	if c := seg.firstColon; c >= 0 && (seg.equals < 0 || c < seg.equals) {
		seg.kind, seg.colon = lineAnnotation, c
	}
}

// nextCode returns the column and the offset of the first code at or after the
// physical line that starts at p.
func (s *splitter) nextCode(p int) (col int32, at int) {
	for p < len(s.src) {
		c, q := indentation(s.src, p)
		if q < len(s.src) && s.src[q] != '#' && newlineLen(s.src, q) == 0 {
			return int32(c), q
		}
		q = skipToLineEnd(s.src, q)
		p = q + newlineLen(s.src, q)
	}
	return -1, len(s.src)
}
