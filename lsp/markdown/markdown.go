// Package markdown writes the little Markdown that hovers and tooltips need, so
// that no value can break out of its place.
package markdown

import (
	"strings"
	"unicode/utf8"
)

// Code returns text as a code span. Line ends become blanks.
func Code(text string) string {
	text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
	if text == "" {
		return ""
	}
	fence := strings.Repeat("`", longestRun(text, '`')+1)
	// A span that starts or ends with a backtick or a blank needs padding, which
	// is taken off again when it is shown.
	if strings.Trim(text, "` ") != text && strings.Trim(text, " ") != "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// Cell returns text as a code span that may stand in a table, where a bar ends
// the cell even inside code.
func Cell(text string) string { return strings.ReplaceAll(Code(text), "|", `\|`) }

// Block returns text as a block of Python.
func Block(text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	return fence + "python\n" + text + "\n" + fence + "\n"
}

// Text returns text with everything escaped that Markdown would understand.
func Text(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_{}[]<>()#+-.!|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Table returns a table. The cells are Markdown already.
func Table(header []string, rows [][]string) string {
	var b strings.Builder
	row := func(cells []string) {
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	row(header)
	b.WriteString(strings.Repeat("| --- ", len(header)) + "|\n")
	for _, cells := range rows {
		row(cells)
	}
	return b.String()
}

// Cut shortens text to at most n bytes, without breaking a character.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// longestRun returns how often c stands in a row in text at most.
func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
