package syntax

import "strings"

// OneLine returns an expression or a simple statement on one line, without the
// comments in it: line ends inside brackets become spaces, those inside strings
// stay.
func OneLine(src string) string {
	if !strings.ContainsAny(src, "\r\n\\#") {
		return src
	}
	var out strings.Builder
	lx := lexer{src: src, end: int32(len(src))}
	last := token{}
	for {
		t := lx.next()
		if t.kind == tokNewline {
			continue
		}
		if t.kind == tokEOF {
			return out.String()
		}
		gap := src[last.end:t.start]
		switch {
		case gap == "" || last.kind == tokEOF:
		case strings.Trim(gap, " \t") == "":
			out.WriteString(gap)
		case strings.ContainsAny(src[last.start:last.end], "([{") && last.kind == tokOp, strings.ContainsAny(src[t.start:t.end], ")]},:") && t.kind == tokOp:
		default:
			out.WriteByte(' ')
		}
		out.WriteString(src[t.start:t.end])
		last = t
	}
}
