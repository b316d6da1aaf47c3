package token

import (
	"slices"
	"strings"
)

var keywords = map[string]bool{}

func init() {
	for _, k := range []string{"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"} {
		keywords[k] = true
	}
}

// Names returns the names that a piece of code mentions, in order, each
// followed by its attributes "x.attr". Names within formatted strings count.
func Names(code string) []string {
	var out []string
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	ls := lex(code)
	for i, l := range ls {
		if l.kind == lexString {
			n := stringPrefix(l.text)
			for j := range n {
				if l.text[j] == 'f' || l.text[j] == 'F' {
					for _, s := range namesOfFString(l.text[n:]) {
						add(s)
					}
				}
			}
			continue
		}
		if l.kind != lexName || keywords[l.text] || i > 0 && ls[i-1].text == "." {
			continue
		}
		add(l.text)
		if i+2 < len(ls) && ls[i+1].text == "." && ls[i+2].kind == lexName {
			add(l.text + "." + ls[i+2].text)
		}
	}
	return out
}

func namesOfFString(body string) []string {
	var out []string
	for i := 0; i < len(body); i++ {
		if body[i] != '{' {
			continue
		}
		j := i + 1
		for j < len(body) && body[j] != '}' {
			j++
		}
		expr := body[i+1 : j]
		if k := strings.IndexAny(expr, "!:"); k >= 0 {
			expr = expr[:k]
		}
		out = append(out, Names(expr)...)
		i = j
	}
	return out
}
