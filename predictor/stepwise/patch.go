package stepwise

import (
	"slices"
	"strings"

	"augur/analysis/syntax"
)

// A patch puts other text in the place of some nodes.
type patch []replacement

type replacement struct {
	start, end int32
	text       string
}

func (p *patch) add(at *syntax.Span, text string) {
	*p = append(*p, replacement{at.Start, at.End, text})
}

// apply writes src[from:to] with the replacements made. Parentheses around a
// name that took the place of an operation go.
func (p patch) apply(src string, from, to int32) string {
	slices.SortFunc(p, func(a, b replacement) int { return int(a.start - b.start) })
	var b strings.Builder
	for _, r := range p {
		if r.start < from || r.end > to {
			continue
		}
		before, end := src[from:r.start], r.end
		if isTemp(r.text) {
			open := strings.TrimRight(before, " ")
			next := end
			for next < to && src[next] == ' ' {
				next++
			}
			if strings.HasSuffix(open, "(") && next < to && src[next] == ')' && !calls(open[:len(open)-1]) {
				before, end = open[:len(open)-1], next+1
				if before != "" && isWord(before[len(before)-1]) || before == "" && from > 0 && isWord(src[from-1]) {
					before += " " // return(x)
				}
			}
		}
		b.WriteString(before)
		b.WriteString(r.text)
		from = end
	}
	b.WriteString(src[from:to])
	return b.String()
}

// calls reports whether a parenthesis after the text opens the arguments of a
// call.
func calls(before string) bool {
	if before == "" {
		return false
	}
	c := before[len(before)-1]
	if strings.IndexByte(")]}'\"", c) >= 0 {
		return true
	}
	i := len(before)
	for i > 0 && isWord(before[i-1]) {
		i--
	}
	switch before[i:] {
	case "", "return", "and", "or", "not", "in", "is", "if", "else", "lambda", "yield", "await", "assert", "del", "raise":
		return false
	}
	return true
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|32 >= 'a' && c|32 <= 'z' || c >= 0x80
}
