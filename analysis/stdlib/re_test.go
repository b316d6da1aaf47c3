package stdlib_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

// pattern makes a random regular expression, which need not be valid.
func (g generator) pattern(depth int) string {
	var b strings.Builder
	for range 1 + g.Intn(4) {
		b.WriteString(g.patternItem(depth))
	}
	return b.String()
}

func (g generator) patternItem(depth int) string {
	quantifier := g.pick("", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{,2}", "{0,3}?", "*+", "++", "?+", "{1,2}+")
	if depth >= 3 {
		return g.pick("a", "b", "c", ".") + quantifier
	}
	switch g.Intn(16) {
	case 0:
		return g.pick("[ab]", "[^a]", "[a-c]", "[^b-c]", "[\\w]", "[\\d-]", "[^\\s]", "[]a]", "[B-b]", "[é-ü]", "[^\\W_]") + quantifier
	case 1:
		return g.pick("\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\.", "\\t", "\\x61", "\\u0062", "\\142") + quantifier
	case 2:
		return g.pick("^", "$", "\\b", "\\B", "\\A", "\\Z")
	case 3, 4, 5:
		return "(" + g.pattern(depth+1) + ")" + quantifier
	case 6:
		return "(?:" + g.pattern(depth+1) + ")" + quantifier
	case 7:
		return "(?:" + g.pattern(depth+1) + "|" + g.pattern(depth+1) + ")" + quantifier
	case 8:
		return "(" + g.pattern(depth+1) + "|" + g.pattern(depth+1) + ")" + quantifier
	case 9:
		return g.pick("(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:", "(?s:", "(?P<n>", "(?m:") + g.pattern(depth+1) + ")" + g.pick("", quantifier)
	case 10:
		return g.pick("\\1", "\\2", "(?P=n)", "(?(1)a|b)", "(?(1)b)", "(?(2)a|)") + quantifier
	}
	return g.pick("a", "b", "c", "a", "b", "ab", "é", "B", "s", "1") + quantifier
}

func (g generator) subject() string {
	const alphabet = "aaabbbccABs é1_\n"
	out := make([]rune, 0, 12)
	rs := []rune(alphabet)
	for range g.Intn(10) {
		out = append(out, rs[g.Intn(len(rs))])
	}
	return "'" + strings.ReplaceAll(string(out), "\n", "\\n") + g.pick("", "", "", "ſ", "K", "µ", "\\n") + "'"
}

func TestRegexAgainstCPython(t *testing.T) {
	g := newGenerator(31)
	show := "[(m.span(), m.regs, m.groups(), m.lastindex, m.lastgroup) for m in [%s] if m]"
	var lines []string
	for len(lines) < 6000 {
		p := "r'" + g.pattern(1) + "'"
		if len(p) > 50 {
			continue // may take too long
		}
		s := g.subject()
		flags := g.pick("0", "0", "0", "re.I", "re.M", "re.S", "re.A", "re.I|re.A", "re.X")
		switch g.Intn(8) {
		case 0, 1:
			lines = append(lines, fmt.Sprintf(show, fmt.Sprintf("re.search(%s, %s, %s)", p, s, flags)))
		case 2:
			lines = append(lines, fmt.Sprintf(show, fmt.Sprintf("re.match(%s, %s, %s)", p, s, flags)))
		case 3:
			lines = append(lines, fmt.Sprintf(show, fmt.Sprintf("re.fullmatch(%s, %s, %s)", p, s, flags)))
		case 4:
			lines = append(lines, fmt.Sprintf("[(m.span(), m.regs) for m in re.finditer(%s, %s, %s)]", p, s, flags))
		case 5:
			lines = append(lines, fmt.Sprintf("re.findall(%s, %s, %s)", p, s, flags))
		case 6:
			lines = append(lines, fmt.Sprintf("re.subn(%s, %s, %s, %d, %s)", p, g.pick("'-'", "r'<\\g<0>>'", "r'[\\1]'", "lambda m: m[0].upper()"), s, g.Intn(3), flags))
		case 7:
			lines = append(lines, fmt.Sprintf("re.split(%s, %s, %d, %s)", p, s, g.Intn(3), flags))
		}
	}
	compareMostly(t, lines)
}

// compareMostly is check for lines of which some may be unknown.
func compareMostly(t *testing.T, lines []string) {
	t.Helper()
	cases := make([][]string, len(lines))
	for i, l := range lines {
		cases[i] = []string{"import re", l}
	}
	compared, unknown := valuetest.Compare(t, cases, stdlib.Load)
	if unknown > compared/10 {
		t.Errorf("%d of %d lines are unknown", unknown, compared+unknown)
	}
}

func TestRegexErrorsAgainstCPython(t *testing.T) {
	g := newGenerator(32)
	var lines []string
	for range 1500 {
		p := g.pattern(1)
		for range 1 + g.Intn(3) {
			i := g.Intn(len(p) + 1)
			p = p[:i] + g.pick("(", ")", "[", "]", "{", "}", "*", "?", "+", "|", "\\", "(?", "(?P", "(?P<", "(?P<n", "(?P=", "(?(", "(?<", "(?#", "(?i)", "(?iz:", "(?-i", "\\q", "\\8", "\\x1", "[z-a]", "{2,1}", "{1}{2}", "(?P<1>", "\\777", "-", ":", "é", "\\u12", "[\\8", "^*") + p[i:]
		}
		if strings.HasSuffix(p, "\\") && !strings.HasSuffix(p, "\\\\") {
			p += "\\"
		}
		if len(p) > 60 || !utf8.ValidString(p) {
			continue
		}
		b := g.pick("", "", "b")
		if b == "b" {
			p = strings.NewReplacer("é", "e", "ü", "u").Replace(p)
		}
		lines = append(lines, fmt.Sprintf("re.compile(%sr'%s', %s)", b, p, g.pick("0", "re.X", "re.I", "re.M")))
		repl := g.pick("\\g", "\\g<", "\\g<1", "\\g<n>", "\\g<-1>", "\\g<99>", "\\1", "\\9", "\\08", "\\400", "\\q", "\\n", "\\.", "a\\g<>b", "\\g<1 >", "\\é", "\\10", "\\101")
		lines = append(lines, fmt.Sprintf("re.sub('(a)(b)?', r'%s', 'ab')", repl), fmt.Sprintf("re.match('(?P<n>a)|b', 'b').expand(r'%s')", repl))
	}
	compareMostly(t, lines)
}

func TestRegexObjectsAgainstCPython(t *testing.T) {
	lines := strings.Split(`m
m.regs, m.lastindex, m.lastgroup, m.re, m.string, m.pos, m.endpos
m.group(), m.group(0), m.group(1, 2, 'n'), m[0], m['n']
m.groups(), m.groups('x'), m.groupdict(), m.groupdict(default=5)
m.start(), m.end(), m.span(), m.start('n'), m.end(2), m.span(2)
m[5]
m['x']
m[1.5]
m.group(-1)
m.group(10**20)
m.start(5)
m.foo
p.foo
bool(m), m == m
m.expand(r'\1-\2\n')
m.expand(r'\3')
m.expand(5)
type(m), type(p), type(m).__name__
p.flags, p.groups, p.groupindex, p.pattern
p == re.compile('(?P<n>a)(b)?'), p != re.compile('a'), p == 5
re.compile('a', re.I), re.compile(b'a', re.I|re.S), re.compile('a', re.A), re.compile('(?i)a'), re.compile('a', re.X|re.M)
re.compile('a' * 250)
re.compile('(?P<é>a)')
re.compile(5)
re.compile([])
re.compile('a', re.L)
re.compile(b'a', re.U)
re.compile('a', re.A|re.U)
re.compile(re.compile('a'), re.I)
re.compile(re.compile('a'))
re.compile('a', 'i')
re.match('a', 5)
re.match('a', b'a')
re.match(b'a', 'a')
re.match(b'a', bytearray(b'ab'))[0]
re.sub('a', 5, 'a')
re.sub('a', lambda m: 5, 'a')
re.sub('a', lambda m: None, 'xax')
re.sub(b'a', b'<\\g<0>>', b'banana', 2)
re.sub('a', 'b')
re.compile('a').match()
re.compile('a').match('a', 1, 2, 3)
re.error('x'), re.error('x', 'abc\ndef', 5), re.error('x', 'abc', 1).colno
str(re.error('x', 'abc\ndef', 5))
re.split('', 'abc'), re.split('x*', 'axbc'), re.split('(x)|b', 'axbc'), re.split(',', 'a,b,c', maxsplit=1)
re.findall('', 'abc'), re.findall('a|b', 'abab'), re.findall('(a)(b)?', 'aab'), re.findall(b'.', b'ab')
re.sub('x*', '-', 'abxd'), re.sub('a', r'\\', 'a'), re.sub('', '-', 'abc')
re.compile('a').search('ba', 1), re.compile('^a').search('ba', 1), re.compile('a').search(string='ba', pos=1, endpos=1), re.compile('a$').match('aa', 0, 1)
re.compile('a').search('a', 5), re.compile('').search('a', 5), re.compile('').search('abc', 2, 1), re.compile('').findall('abc', 2, 1), re.compile('a*').fullmatch('aaab', 0, 3)
re.compile('a').search('ba', -3), re.compile('a').findall('aaaa', 1, 3), [x.span() for x in re.compile('a').finditer('aaaa', 1, 3)]
re.escape('a.b-c é\n'), re.escape(b'a.b\x00\xff'), re.escape('')
re.escape(5)
list(re.finditer('a', 'aa'))
repr(re.I), str(re.I), re.I | re.M, re.I & re.M, ~re.I, re.NOFLAG, re.I.name, re.I.value, re.RegexFlag(300), re.I + 0, re.I | 256
re.DOTALL is re.S, re.T, re.DEBUG, int(re.X)
re.compile('a') is re.compile('a'), re.compile('a') is re.compile('a', re.I), re.compile('a') is re.compile(b'a')
re.purge()
re.match('[\U00010400x]', '\U00010400', re.I), re.match('[\U00010400x]', '\U00010428', re.I), re.match('\U00010400', '\U00010428', re.I), re.match('[\U00010400-\U00010410]', '\U00010428', re.I)
[re.findall(x, 'iIıİsSſkKK', re.I) for x in ['i', 'I', 'ı', 'İ', 's', 'ſ', 'k', 'K', '[i]', '[^i]', '[a-z]', '[^a-z]', '[ſ]']]
[re.findall(x, 'ßẞσςΣµμΜ', re.I) for x in ['ß', 'ẞ', 'σ', 'ς', 'Σ', 'µ', 'μ', '[Σ]', '[^σ]']]
re.findall(r'\w+', 'héllo wörld_1 ²³ ٣'), re.findall(r'\d', '1²٣'), re.findall(r'\s', 'a\x1c\xa0\u2003b'), re.findall(r'\w', 'é', re.A)
re.match(r'(?x) a b # comment', 'ab'), re.match(r'(?x: a b ) c', 'ab c')
re.match(r'(a)|b', 'b').groups(), re.match(r'(?:(a)|b)*', 'ab').groups(), re.match(r'((a)|b)*', 'ab').groups(), re.match('(a?)*?$', 'aa').groups()
re.match(r'(?(1)a|b)', 'b')
re.findall(r'(?<=a)b', 'abcb'), re.findall(r'(?<!a)b', 'abcb'), re.findall(r'(?<=(a))b', 'ab')
re.compile(r'(?<=a+)b')
re.compile(r'(?<=a|bc)d')
re.compile('(?P<n>a)(?P<n>b)')
re.compile('a{99999999999}')
re.match('(?:a{2,3}){2}', 'aaaaaa').span(), re.match('a{2}{3}', 'aaaaaa') if 0 else 1
re.sub(r'(\w+) (\w+)', r'\2 \1', 'hello world'), re.sub(r'(?P<a>\w)', r'\g<a>\g<1>', 'ab')
re.sub('a', b'b', 'a') if 0 else 1`, "\n")
	check(t, []string{"import re", "p = re.compile('(?P<n>a)(b)?')", "m = p.match('ac')"}, lines)
}
