package testgen

import (
	"fmt"
	"strings"

	"augur/analysis/syntax"
)

// Doctest returns the edits that add a case to the documentation string of its
// function, or give the function one.
func Doctest(c Case) ([]Edit, error) {
	if _, err := c.check(); err != nil {
		return nil, err
	}
	found, ok := c.File.Definition(c.Function)
	def := found.Func
	if !ok {
		return nil, fmt.Errorf("no doctest can be made: there is no function %s", c.Function)
	}
	if def.Async {
		return nil, fmt.Errorf("no doctest can be made: %s is asynchronous", c.Function)
	}
	if len(def.Body) == 0 || def.Body[0].Pos().Line == def.DefLine {
		return nil, fmt.Errorf("no doctest can be made: the body of %s stands on the line of its header", c.Function)
	}
	lines := c.session()
	eol := newline(c.File.Src)
	first := def.Body[0]
	indent := indentOf(c.File, first)
	doc, ok := docstring(first)
	if !ok {
		at := int(first.Pos().Start)
		body := escape(strings.Join(indented(lines, indent), "\n"))
		text := `"""` + "\n" + body + "\n" + indent + `"""` + "\n" + indent
		return []Edit{{Start: at, End: at, Text: strings.ReplaceAll(text, "\n", eol)}}, nil
	}
	return docstringEdit(c.File, doc, lines, indent, eol)
}

// docstringEdit adds lines at the end of a documentation string.
func docstringEdit(f *syntax.File, doc *syntax.Constant, lines []string, indent, eol string) ([]Edit, error) {
	text := f.Text(doc)
	prefix := text[:strings.IndexAny(text, `"'`)]
	quotes := text[len(prefix):]
	triple := strings.HasPrefix(quotes, `"""`) || strings.HasPrefix(quotes, `'''`)
	mark := quotes[:1]
	if triple {
		mark = quotes[:3]
	}
	if !strings.HasSuffix(quotes, mark) || len(quotes) < 2*len(mark) || strings.Contains(quotes[len(mark):len(quotes)-len(mark)], mark) {
		return nil, fmt.Errorf("no doctest can be made: the documentation string is put together from several")
	}
	raw := strings.ContainsAny(prefix, "rR")
	add := strings.Join(indented(lines, indent), "\n")
	switch {
	case raw && strings.Contains(add, mark):
		return nil, fmt.Errorf("no doctest can be made: the value has the quotes that end the documentation string")
	case !raw:
		add = escape(add)
	}
	content := quotes[len(mark) : len(quotes)-len(mark)]
	if !triple {
		// One line becomes several, for which it needs other quotes.
		if strings.Contains(content, `"""`) || strings.HasSuffix(content, `"`) {
			return nil, fmt.Errorf("no doctest can be made: the documentation string is written in a way that can not go on")
		}
		whole := prefix + `"""` + content + "\n\n" + add + "\n" + indent + `"""`
		return []Edit{{Start: int(doc.Start), End: int(doc.End), Text: strings.ReplaceAll(whole, "\n", eol)}}, nil
	}
	kept := strings.TrimRight(content, " \t\r\n")
	gap := "\n\n"
	if endsInDoctest(kept) {
		gap = "\n"
	}
	if kept == "" {
		gap = "\n"
	}
	start := int(doc.Start) + len(prefix) + len(mark) + len(kept)
	end := int(doc.End) - len(mark)
	return []Edit{{Start: start, End: end, Text: strings.ReplaceAll(gap+add+"\n"+indent, "\n", eol)}}, nil
}

// endsInDoctest reports whether the last paragraph of a text is an example.
func endsInDoctest(text string) bool {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			return false
		}
		if strings.HasPrefix(line, ">>>") {
			return true
		}
	}
	return false
}

// session returns the lines of a case as one would type them at a prompt.
func (c *Case) session() []string {
	var lines []string
	for _, s := range c.Setup {
		lines = append(lines, prompted(s)...)
	}
	call := prompted(c.Call)
	if c.Expect.Raises != "" && !isBuiltinException(c.Expect.Raises) {
		// The text of the exception would have to have the name of its module,
		// which depends on how the file is run.
		call[len(call)-1] += "  # doctest: +IGNORE_EXCEPTION_DETAIL"
	}
	lines = append(lines, call...)
	if out := strings.TrimSuffix(c.Expect.Output, "\n"); c.Expect.Output != "" && c.Expect.Raises == "" {
		lines = append(lines, blankLines(out)...)
	}
	switch {
	case c.Expect.Raises != "":
		last := c.Expect.Raises
		if c.Expect.Message != "" {
			last += ": " + c.Expect.Message
		}
		lines = append(lines, "Traceback (most recent call last):", "    ...")
		lines = append(lines, strings.Split(last, "\n")...)
	case c.Expect.Returns != "None":
		lines = append(lines, blankLines(c.Expect.Returns)...)
	}
	return lines
}

// blankLines marks blank lines of an expected output, which would end it.
func blankLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			lines[i] = "<BLANKLINE>"
		}
	}
	return lines
}

// prompted puts prompts before the lines of a statement.
func prompted(stmt string) []string {
	lines := strings.Split(stmt, "\n")
	for i := range lines {
		if i == 0 {
			lines[i] = ">>> " + lines[i]
		} else {
			lines[i] = "... " + lines[i]
		}
	}
	return lines
}

func indented(lines []string, indent string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		if line != "" {
			line = indent + line
		}
		out[i] = line
	}
	return out
}

// escape returns text as it stands between triple quotes.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`, `'''`, `\'\'\'`).Replace(text)
}

// docstring returns the documentation string that a body starts with.
func docstring(first syntax.Stmt) (*syntax.Constant, bool) {
	e, ok := first.(*syntax.ExprStmt)
	if !ok {
		return nil, false
	}
	c, ok := e.Value.(*syntax.Constant)
	if !ok {
		return nil, false
	}
	_, ok = c.Value.(syntax.ConstStr)
	return c, ok
}
