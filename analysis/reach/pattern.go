package reach

import (
	"strings"

	"augur/analysis/syntax"
)

// patterns adds to the pool texts that match the regular expressions of the
// code: those given to functions of re, or compiled.
func (s *search) patterns(n syntax.Node) {
	syntax.Inspect(n, func(x syntax.Node) bool {
		c, ok := x.(*syntax.Call)
		if !ok || len(c.Args) == 0 {
			return true
		}
		f, ok := c.Func.(*syntax.Attribute)
		if !ok {
			return true
		}
		if base, ok := f.Value.(*syntax.Name); !ok || base.ID != "re" && base.ID != "regex" {
			return true
		}
		pattern, ok := s.textOf(c.Args[0])
		if !ok {
			return true
		}
		for _, text := range matching(pattern) {
			s.m.pool.add(strDatum(text))
		}
		return true
	})
}

// textOf is a text literal, or the one that a name is bound to.
func (s *search) textOf(e syntax.Expr) (string, bool) {
	switch e := e.(type) {
	case *syntax.Constant:
		t, ok := e.Value.(syntax.ConstStr)
		return t.Value, ok
	case *syntax.Call:
		if len(e.Args) > 0 {
			return s.textOf(e.Args[0]) // re.compile(...)
		}
	case *syntax.Name:
		var found syntax.Expr
		syntax.Inspect(s.en.file.Module, func(n syntax.Node) bool {
			if a, ok := n.(*syntax.Assign); ok && len(a.Targets) == 1 {
				if t, ok := a.Targets[0].(*syntax.Name); ok && t.ID == e.ID {
					found = a.Value
				}
			}
			return true
		})
		if k, ok := found.(*syntax.Constant); ok {
			return s.textOf(k)
		}
	}
	return "", false
}

// matching writes a few texts that a regular expression should match: the
// shortest, and ones that repeat and choose otherwise. It does not know all of
// the language; what it writes is only ever tried.
func matching(pattern string) []string {
	var out []string
	for choice := 0; choice < 4; choice++ {
		p := &patternWriter{src: []rune(pattern), choice: choice}
		p.alternatives(0)
		out = append(out, p.out.String())
	}
	return out
}

type patternWriter struct {
	src    []rune
	at     int
	choice int
	out    strings.Builder
}

func (p *patternWriter) more() bool { return p.at < len(p.src) }

// alternatives writes one branch of "a|b|c" and skips the others.
func (p *patternWriter) alternatives(depth int) string {
	var branches []string
	for {
		branches = append(branches, p.sequence(depth))
		if !p.more() || p.src[p.at] != '|' {
			break
		}
		p.at++
	}
	text := branches[p.choice%len(branches)]
	if depth == 0 {
		p.out.WriteString(text)
	}
	return text
}

func (p *patternWriter) sequence(depth int) string {
	var b strings.Builder
	for p.more() && p.src[p.at] != '|' && p.src[p.at] != ')' {
		unit := p.unit(depth)
		least, most := p.count()
		n := least
		if p.choice%2 == 1 {
			n = min(most, least+1)
		}
		if p.choice == 3 {
			n = min(most, max(least, 2))
		}
		for range min(n, 60) {
			b.WriteString(unit)
		}
	}
	return b.String()
}

func (p *patternWriter) unit(depth int) string {
	r := p.src[p.at]
	p.at++
	switch r {
	case '^', '$':
		return ""
	case '.':
		return "a"
	case '(':
		silent := false
		if p.more() && p.src[p.at] == '?' {
			rest := string(p.src[p.at:])
			switch {
			case strings.HasPrefix(rest, "?P<"):
				for p.more() && p.src[p.at] != '>' {
					p.at++
				}
				p.at++
			case strings.HasPrefix(rest, "?!"), strings.HasPrefix(rest, "?<"), strings.HasPrefix(rest, "?="):
				silent = true
				p.at += 2
				if p.more() && (p.src[p.at] == '=' || p.src[p.at] == '!') {
					p.at++
				}
			default:
				for p.more() && p.src[p.at] != ':' && p.src[p.at] != ')' {
					p.at++
				}
				p.at++
			}
		}
		text := ""
		if depth < 20 {
			text = p.alternatives(depth + 1)
		}
		if p.more() {
			p.at++ // the closing parenthesis
		}
		if silent {
			return ""
		}
		return text
	case '[':
		return p.set()
	case '\\':
		if !p.more() {
			return ""
		}
		c := p.src[p.at]
		p.at++
		return escaped(c)
	}
	return string(r)
}

func escaped(c rune) string {
	switch c {
	case 'd':
		return "1"
	case 'w', 'S', 'D':
		return "a"
	case 's':
		return " "
	case 'W':
		return "-"
	case 'b', 'B', 'A', 'Z', 'z':
		return ""
	case 'n':
		return "\n"
	case 't':
		return "\t"
	}
	return string(c)
}

// set reads "[...]" and returns a member.
func (p *patternWriter) set() string {
	not := p.more() && p.src[p.at] == '^'
	if not {
		p.at++
	}
	var members []rune
	for first := true; p.more() && (first || p.src[p.at] != ']'); first = false {
		c := p.src[p.at]
		p.at++
		if c == '\\' && p.more() {
			for _, r := range escaped(p.src[p.at]) {
				c = r
			}
			p.at++
		}
		members = append(members, c)
		if p.at+1 < len(p.src) && p.src[p.at] == '-' && p.src[p.at+1] != ']' {
			members = append(members, p.src[p.at+1])
			p.at += 2
		}
	}
	if p.more() {
		p.at++
	}
	if not {
		for _, r := range "a1 -b" {
			if !strings.ContainsRune(string(members), r) {
				return string(r)
			}
		}
		return "~"
	}
	if len(members) == 0 {
		return ""
	}
	return string(members[p.choice%len(members)])
}

// count reads a quantifier.
func (p *patternWriter) count() (least, most int) {
	least, most = 1, 1
	if !p.more() {
		return
	}
	switch p.src[p.at] {
	case '*':
		least, most = 0, 60
		p.at++
	case '+':
		least, most = 1, 60
		p.at++
	case '?':
		least, most = 0, 1
		p.at++
	case '{':
		end := p.at
		for end < len(p.src) && p.src[end] != '}' {
			end++
		}
		parts := strings.Split(string(p.src[p.at+1:end]), ",")
		n, ok := atoi(parts[0])
		if !ok || end == len(p.src) {
			return
		}
		least, most = n, n
		if len(parts) > 1 {
			most = 60
			if k, ok := atoi(parts[1]); ok {
				most = k
			}
		}
		p.at = end + 1
	default:
		return
	}
	if p.more() && (p.src[p.at] == '?' || p.src[p.at] == '+') {
		p.at++
	}
	return
}

func atoi(s string) (int, bool) {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 1000 {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, s != ""
}
