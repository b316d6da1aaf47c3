package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() { Register("textwrap", loadTextwrap) }

func loadTextwrap(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("textwrap")
	c, err := class{module: "textwrap", name: "TextWrapper"}.make(t)
	if err != nil {
		return nil, err
	}
	c.Partial = true // the steps of wrapping are methods of their own
	names := []string{
		"width", "initial_indent", "subsequent_indent", "expand_tabs", "replace_whitespace", "fix_sentence_endings", "break_long_words",
		"drop_whitespace", "break_on_hyphens", "tabsize", "max_lines", "placeholder",
	}
	def(c, "__init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True, fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=' [...]')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for i, name := range names {
			if err := value.SetAttr(t, a[0], name, a[1+i]); err != nil {
				return nil, err
			}
		}
		return value.None, nil
	})
	wrap := func(t *value.Thread, self, text value.Value) ([]value.Value, error) {
		w, err := newWrapper(t, c, self)
		if err != nil {
			return nil, err
		}
		s, ok := text.(*value.Str)
		if !ok {
			return nil, missingMethod(t, text, "expandtabs")
		}
		return w.wrap(t, s)
	}
	def(c, "wrap(self, text)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		lines, err := wrap(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		return value.NewList(lines), nil
	})
	def(c, "fill(self, text)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		lines, err := value.CallMethod(t, a[0], "wrap", a[1])
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, value.NewStr("\n"), "join", lines)
	})
	// A step that tests and subclasses call; a class with its own is not modelled.
	def(c, "_split(self, text)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		w, err := newWrapper(t, c, a[0])
		if err != nil {
			return nil, err
		}
		s, ok := a[1].(*value.Str)
		if !ok {
			return nil, value.Unknownf("text that is no str has no model")
		}
		if err := t.Alloc(8 * s.Len()); err != nil {
			return nil, err
		}
		var chunks []value.Value
		for _, k := range splitChunks(s.Runes(), w.isHyphens) {
			chunks = append(chunks, value.RunesStr(k))
		}
		return value.NewList(chunks), nil
	})
	m.Set("TextWrapper", c)
	make := func(t *value.Thread, kwargs value.Value, more ...value.Kwarg) (value.Value, error) {
		return value.Call(t, c, nil, append(more, kwargsOf(kwargs)...))
	}
	for _, name := range []string{"wrap", "fill"} {
		defIn(m, name+"(text, width=70, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			w, err := make(t, a[2], value.Kwarg{Name: "width", Value: a[1]})
			if err != nil {
				return nil, err
			}
			return value.CallMethod(t, w, name, a[0])
		})
	}
	defIn(m, "shorten(text, width, **kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		w, err := make(t, a[2], value.Kwarg{Name: "width", Value: a[1]}, value.Kwarg{Name: "max_lines", Value: value.Int(1)})
		if err != nil {
			return nil, err
		}
		stripped, err := value.CallMethod(t, a[0], "strip")
		if err != nil {
			return nil, err
		}
		words, err := value.CallMethod(t, stripped, "split")
		if err != nil {
			return nil, err
		}
		text, err := value.CallMethod(t, value.NewStr(" "), "join", words)
		if err != nil {
			return nil, err
		}
		return value.CallMethod(t, w, "fill", text)
	})
	defIn(m, "dedent(text)", dedent)
	defIn(m, "indent(text, prefix, predicate=None)", indentLines)
	return m, nil
}

// missingMethod is the error of a method that v lacks.
func missingMethod(t *value.Thread, v value.Value, name string) error {
	if _, err := value.GetAttr(t, v, name); err != nil {
		return err
	}
	return value.Unknownf("text that is no str has no model")
}

// wrapper holds the settings of a TextWrapper.
type wrapper struct {
	width, tabSize, maxLines                       int // maxLines: -1 without a limit
	first, rest, placeholder                       *value.Str
	expandTabs, replaceSpace, fixEndings           bool
	breakWords, dropSpace, breakHyphens, isHyphens bool
}

func newWrapper(t *value.Thread, c *value.Type, self value.Value) (*wrapper, error) {
	for _, name := range []string{"_munge_whitespace", "_split", "_fix_sentence_endings", "_handle_long_word", "_wrap_chunks", "_split_chunks", "wordsep_re", "wordsep_simple_re", "sentence_end_re"} {
		if _, where, ok := self.Type().LookupWhere(name); ok && where != c {
			return nil, value.Unknownf("a TextWrapper with its own %s has no model", name)
		}
	}
	w := &wrapper{}
	var err error
	get := func(name string) value.Value {
		if err != nil {
			return value.None
		}
		var v value.Value
		if v, err = value.GetAttr(t, self, name); err != nil {
			return value.None
		}
		return v
	}
	truth := func(name string) (b bool) {
		if v := get(name); err == nil {
			b, err = value.Truth(t, v)
		}
		return b
	}
	text := func(name string) *value.Str {
		s, ok := get(name).(*value.Str)
		if !ok {
			if err == nil {
				err = value.Unknownf("a TextWrapper whose %s is no str has no model", name)
			}
			return value.EmptyStr
		}
		return s
	}
	number := func(name string) int {
		v := get(name)
		n, ok := value.AsInt(v)
		if !ok && err == nil {
			err = value.Unknownf("a TextWrapper whose %s is no int has no model", name)
		}
		return int(n)
	}
	w.width, w.tabSize = number("width"), number("tabsize")
	w.maxLines = -1
	if get("max_lines") != value.None {
		w.maxLines = max(number("max_lines"), 0)
	}
	w.first, w.rest, w.placeholder = text("initial_indent"), text("subsequent_indent"), text("placeholder")
	w.expandTabs, w.replaceSpace, w.fixEndings = truth("expand_tabs"), truth("replace_whitespace"), truth("fix_sentence_endings")
	w.breakWords, w.dropSpace, w.breakHyphens = truth("break_long_words"), truth("drop_whitespace"), truth("break_on_hyphens")
	w.isHyphens = get("break_on_hyphens") == value.True
	return w, err
}

// isWrapSpace reports whether r is white space to textwrap: in ASCII only.
func isWrapSpace(r rune) bool { return r == ' ' || 9 <= r && r <= 13 }

func (w *wrapper) wrap(t *value.Thread, s *value.Str) ([]value.Value, error) {
	if w.expandTabs {
		v, err := value.CallMethod(t, s, "expandtabs", value.Int(w.tabSize))
		if err != nil {
			return nil, err
		}
		s = v.(*value.Str)
	}
	if err := t.Alloc(8 * s.Len()); err != nil {
		return nil, err
	}
	text := append([]rune(nil), s.Runes()...)
	if w.replaceSpace {
		for i, r := range text {
			if isWrapSpace(r) {
				text[i] = ' '
			}
		}
	}
	chunks := splitChunks(text, w.isHyphens)
	if w.fixEndings {
		fixEndings(chunks)
	}
	return w.lines(t, chunks)
}

// splitChunks splits text into words and the space between them; hyphenated
// words and words joined by dashes are split too if asked for.
func splitChunks(text []rune, hyphens bool) [][]rune {
	var chunks [][]rune
	for i := 0; i < len(text); {
		end := i + 1
		switch {
		case isWrapSpace(text[i]):
			for end < len(text) && isWrapSpace(text[end]) {
				end++
			}
		case !hyphens:
			for end < len(text) && !isWrapSpace(text[end]) {
				end++
			}
		default:
			end = wordEnd(text, i)
		}
		chunks = append(chunks, text[i:end])
		i = end
	}
	return chunks
}

func isWrapLetter(text []rune, i int) bool {
	return 0 <= i && i < len(text) && isWordRune(text[i], true) && value.DecimalValue(text[i]) < 0
}

// dashes returns the length of a run of two dashes or more at i that joins two
// words, or 0.
func dashes(text []rune, i int) int {
	if i == 0 || !isWordRune(text[i-1], true) && !strings.ContainsRune("!\"'&.,?", text[i-1]) {
		return 0
	}
	n := 0
	for i+n < len(text) && text[i+n] == '-' {
		n++
	}
	if n < 2 || i+n == len(text) || !isWordRune(text[i+n], true) {
		return 0
	}
	return n
}

// wordEnd returns where the chunk that starts at i ends.
func wordEnd(text []rune, i int) int {
	if n := dashes(text, i); n > 0 {
		return i + n
	}
	for end := i + 1; ; end++ {
		switch {
		case end == len(text) || isWrapSpace(text[end]):
			return end
		case text[end] == '-' && hyphenated(text, end):
			return end + 1
		case dashes(text, end) > 0:
			return end
		}
	}
}

// hyphenated reports whether the hyphen at i stands within a word: after two
// letters, or after a letter, a hyphen and a letter, and before two more.
func hyphenated(text []rune, i int) bool {
	before := isWrapLetter(text, i-1) && (isWrapLetter(text, i-2) || i >= 2 && text[i-2] == '-' && isWrapLetter(text, i-3))
	next := i + 2
	if next < len(text) && text[next] == '-' {
		return before && isWrapLetter(text, i+1) && isWrapLetter(text, next+1)
	}
	return before && isWrapLetter(text, i+1) && isWrapLetter(text, next)
}

// fixEndings puts two spaces after what looks like the end of a sentence.
func fixEndings(chunks [][]rune) {
	for i := 0; i < len(chunks)-1; i++ {
		if string(chunks[i+1]) == " " && endsSentence(chunks[i]) {
			chunks[i+1] = []rune("  ")
			i++
		}
	}
}

func endsSentence(chunk []rune) bool {
	n := len(chunk)
	if n > 0 && (chunk[n-1] == '"' || chunk[n-1] == '\'') {
		n--
	}
	return n >= 2 && strings.ContainsRune(".!?", chunk[n-1]) && 'a' <= chunk[n-2] && chunk[n-2] <= 'z'
}

func isBlank(chunk []rune) bool {
	for _, r := range chunk {
		if !value.IsSpace(r) {
			return false
		}
	}
	return true
}

// lines fills lines with chunks.
func (w *wrapper) lines(t *value.Thread, chunks [][]rune) ([]value.Value, error) {
	if w.width <= 0 {
		return nil, value.ValueErrorf("invalid width %d (must be > 0)", w.width)
	}
	mark := w.placeholder.Runes()
	trimmed := mark
	for len(trimmed) > 0 && value.IsSpace(trimmed[0]) {
		trimmed = trimmed[1:]
	}
	if w.maxLines >= 0 {
		indent := w.first
		if w.maxLines > 1 {
			indent = w.rest
		}
		if indent.Len()+len(trimmed) > w.width {
			return nil, value.ValueErrorf("placeholder too large for max width")
		}
	}
	var lines [][]rune
	for len(chunks) > 0 {
		if err := t.Step(1 + int64(len(chunks)>>6)); err != nil {
			return nil, err
		}
		indent := w.first
		if len(lines) > 0 {
			indent = w.rest
		}
		width := w.width - indent.Len()
		if w.dropSpace && len(lines) > 0 && isBlank(chunks[0]) {
			chunks = chunks[1:]
		}
		var line [][]rune
		length := 0
		for len(chunks) > 0 && length+len(chunks[0]) <= width {
			line = append(line, chunks[0])
			length += len(chunks[0])
			chunks = chunks[1:]
		}
		if len(chunks) > 0 && len(chunks[0]) > width {
			line, chunks = w.longWord(line, chunks, length, width)
			length = 0
			for _, c := range line {
				length += len(c)
			}
		}
		if n := len(line); w.dropSpace && n > 0 && isBlank(line[n-1]) {
			length -= len(line[n-1])
			line = line[:n-1]
		}
		if len(line) == 0 {
			continue
		}
		isLast := len(chunks) == 0 || w.dropSpace && len(chunks) == 1 && isBlank(chunks[0])
		if w.maxLines < 0 || len(lines)+1 < w.maxLines || isLast && length <= width {
			lines = append(lines, joinChunks(indent, line))
			continue
		}
		lines = w.truncate(lines, line, indent, length, width, mark, trimmed)
		break
	}
	out := make([]value.Value, len(lines))
	for i, l := range lines {
		out[i] = value.RunesStr(l)
	}
	return out, nil
}

func joinChunks(indent *value.Str, line [][]rune) []rune {
	out := append([]rune(nil), indent.Runes()...)
	for _, c := range line {
		out = append(out, c...)
	}
	return out
}

// longWord deals with a word that is longer than a line.
func (w *wrapper) longWord(line, chunks [][]rune, length, width int) (newLine, rest [][]rune) {
	left := 1
	if width >= 1 {
		left = width - length
	}
	switch {
	case w.breakWords:
		chunk := chunks[0]
		end := min(left, len(chunk))
		if w.breakHyphens && len(chunk) > left {
			hyphen := -1
			for i := range end {
				if chunk[i] == '-' {
					hyphen = i
				}
			}
			if hyphen > 0 && strings.Trim(string(chunk[:hyphen]), "-") != "" {
				end = hyphen + 1
			}
		}
		return append(line, chunk[:end]), append([][]rune{chunk[end:]}, chunks[1:]...)
	case len(line) == 0:
		return append(line, chunks[0]), chunks[1:]
	}
	return line, chunks
}

// truncate ends the last line that may be with the placeholder.
func (w *wrapper) truncate(lines, line [][]rune, indent *value.Str, length, width int, mark, trimmed []rune) [][]rune {
	for n := len(line); n > 0; n-- {
		if !isBlank(line[n-1]) && length+len(mark) <= width {
			return append(lines, joinChunks(indent, append(line[:n:n], mark)))
		}
		length -= len(line[n-1])
	}
	if n := len(lines); n > 0 {
		prev := lines[n-1]
		for len(prev) > 0 && value.IsSpace(prev[len(prev)-1]) {
			prev = prev[:len(prev)-1]
		}
		if len(prev)+len(mark) <= w.width {
			lines[n-1] = append(prev[:len(prev):len(prev)], mark...)
			return lines
		}
	}
	return append(lines, joinChunks(indent, [][]rune{trimmed}))
}

// dedent removes the white space that all lines start with.
func dedent(t *value.Thread, a []value.Value) (value.Value, error) {
	s, ok := a[0].(*value.Str)
	if !ok {
		if u, ok := a[0].(*value.Unknown); ok {
			return nil, &value.UnknownError{Reason: u.Reason}
		}
		return nil, value.TypeErrorf("expected string or bytes-like object, got '%s'", a[0].Type().Name)
	}
	if err := t.Alloc(3 * len(s.String())); err != nil {
		return nil, err
	}
	lines := strings.Split(s.String(), "\n")
	margin, found := "", false
	for i, l := range lines {
		text := strings.TrimLeft(l, " \t")
		if text == "" {
			lines[i] = "" // blank lines lose their space
			continue
		}
		space := l[:len(l)-len(text)]
		if !found {
			margin, found = space, true
			continue
		}
		n := 0
		for n < min(len(margin), len(space)) && margin[n] == space[n] {
			n++
		}
		margin = margin[:n]
	}
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, margin)
	}
	return value.NewStr(strings.Join(lines, "\n")), nil
}

// indentLines puts a prefix before lines that are not blank, or that a
// predicate picks.
func indentLines(t *value.Thread, a []value.Value) (value.Value, error) {
	lines, err := value.CallMethod(t, a[0], "splitlines", value.True)
	if err != nil {
		return nil, err
	}
	var out []value.Value
	err = value.Iterate(t, lines, func(line value.Value) error {
		var picked value.Value
		var err error
		if a[2] == value.None {
			picked, err = value.CallMethod(t, line, "strip")
		} else {
			picked, err = value.Call(t, a[2], []value.Value{line}, nil)
		}
		if err != nil {
			return err
		}
		yes, err := value.Truth(t, picked)
		if err != nil {
			return err
		}
		if yes {
			if line, err = value.Binary(t, value.OpAdd, a[1], line); err != nil {
				return err
			}
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return value.CallMethod(t, value.EmptyStr, "join", value.NewList(out))
}
