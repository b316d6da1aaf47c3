package stdlib_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestTextwrapAgainstCPython(t *testing.T) {
	g := newGenerator(91)
	words := []string{"a", "the", "goof-ball", "well--known", "x-y", "end.", "End!", "it's", "--", "-b", "very-long-hyphenated-word", "supercalifragilistic", "é", "a-b-c", "word.--word", "1-2", "ab-cd-", "-", "\"so.\"", "\\t", "\\n", "  ", "\\u00a0", "foo_bar-baz", "---x", "a--", "中文-字符"}
	var lines []string
	for range 1500 {
		var b strings.Builder
		for range g.Intn(14) {
			b.WriteString(g.pick(words...) + g.pick(" ", " ", " ", "  ", "", "\\n"))
		}
		text := "'" + strings.ReplaceAll(b.String(), "'", "\\'") + "'"
		options := ""
		for range g.Intn(3) {
			o := g.pick("initial_indent='* '", "subsequent_indent='    '", "expand_tabs=False", "replace_whitespace=False", "fix_sentence_endings=True", "break_long_words=False", "drop_whitespace=False", "break_on_hyphens=False", "tabsize=4", "max_lines=2", "max_lines=1, placeholder='...'", "max_lines=0")
			if !strings.Contains(options, strings.Split(o, "=")[0]+"=") {
				options += ", " + o
			}
		}
		switch g.Intn(4) {
		case 0, 1:
			lines = append(lines, fmt.Sprintf("textwrap.%s(%s, %d%s)", g.pick("wrap", "fill"), text, g.Intn(25), options))
		case 2:
			lines = append(lines, fmt.Sprintf("textwrap.shorten(%s, %d)", text, g.Intn(30)))
		case 3:
			var d strings.Builder
			for range g.Intn(6) {
				d.WriteString(g.pick("", "  ", "    ", "\\t", " \\t", "  \\t ") + g.pick("x", "", "y z", "\\r", "é") + g.pick("\\n", "\\n", "\\n\\n", ""))
			}
			lines = append(lines, "textwrap.dedent('"+d.String()+"')", "textwrap.indent('"+d.String()+"', '> ')", "textwrap.indent('"+d.String()+"', '> ', lambda l: True)")
		}
	}
	lines = append(lines, strings.Split(`textwrap.dedent(5)
textwrap.wrap(5)
textwrap.wrap('a', 0)
textwrap.wrap('a', foo=1)
textwrap.TextWrapper(width=10).wrap('hello there world'), textwrap.TextWrapper(5).fill('hello there'), textwrap.TextWrapper().width
textwrap.wrap(''), textwrap.fill('abc'), textwrap.shorten('Hello  world!', width=11), textwrap.shorten('Hello world', width=10, placeholder='...')
textwrap.shorten('Hello', width=2)`, "\n")...)
	check(t, []string{"import textwrap"}, lines)
}
