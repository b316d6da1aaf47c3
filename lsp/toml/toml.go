// Package toml reads the part of TOML that Augur's own files need: tables, arrays
// of tables, dotted keys, and strings, numbers, booleans and arrays of them as
// values. Dates, inline tables and strings of several lines are refused, with the
// number of the line.
package toml

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table is a table: its values are string, int64, float64, bool, []any, *Table
// and []*Table.
type Table struct {
	Line   int // 1-based, where it starts
	Values map[string]any
	Lines  map[string]int // where each key stands
	order  []string
}

// Keys returns the keys in the order of the file.
func (t *Table) Keys() []string { return t.order }

// Tables returns the tables of an array of tables.
func (t *Table) Tables(key string) []*Table {
	list, _ := t.Values[key].([]*Table)
	return list
}

// Text returns a value that is a string.
func (t *Table) Text(key string) (string, bool) {
	s, ok := t.Values[key].(string)
	return s, ok
}

func newTable(line int) *Table {
	return &Table{Line: line, Values: make(map[string]any), Lines: make(map[string]int)}
}

func (t *Table) set(key string, v any, line int) bool {
	if _, again := t.Values[key]; again {
		return false
	}
	t.Values[key], t.Lines[key] = v, line
	t.order = append(t.order, key)
	return true
}

// Error is what is wrong with a file.
type Error struct {
	Line    int // 1-based
	Message string
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// Parse reads a file.
func Parse(src string) (*Table, error) {
	src = strings.TrimPrefix(src, "\ufeff")
	if !utf8.ValidString(src) {
		return nil, &Error{1, "the file is not UTF-8"}
	}
	p := &parser{root: newTable(1)}
	p.table = p.root
	for i, line := range strings.Split(src, "\n") {
		p.line, p.rest = i+1, strings.TrimSuffix(line, "\r")
		if err := p.parseLine(); err != nil {
			return nil, err
		}
	}
	return p.root, nil
}

// parser reads line by line.
type parser struct {
	root, table *Table
	line        int
	rest        string // of the line
}

func (p *parser) fail(format string, args ...any) error {
	return &Error{p.line, fmt.Sprintf(format, args...)}
}

func (p *parser) blanks() { p.rest = strings.TrimLeft(p.rest, " \t") }

// take removes a prefix, if it is there.
func (p *parser) take(prefix string) bool {
	rest, ok := strings.CutPrefix(p.rest, prefix)
	p.rest = rest
	return ok
}

// end checks that nothing but a comment is left.
func (p *parser) end() error {
	p.blanks()
	if p.rest != "" && p.rest[0] != '#' {
		return p.fail("%.20q is not expected here", p.rest)
	}
	return nil
}

func (p *parser) parseLine() error {
	p.blanks()
	switch {
	case p.rest == "" || p.rest[0] == '#':
		return nil
	case p.take("[["):
		return p.header("]]")
	case p.take("["):
		return p.header("]")
	}
	keys, err := p.keys()
	if err != nil {
		return err
	}
	if !p.take("=") {
		return p.fail("a key is followed by %.20q, not by =", p.rest)
	}
	v, err := p.value(0)
	if err != nil {
		return err
	}
	if err := p.end(); err != nil {
		return err
	}
	t, err := p.descend(p.table, keys[:len(keys)-1])
	if err != nil {
		return err
	}
	if last := keys[len(keys)-1]; !t.set(last, v, p.line) {
		return p.fail("%s is set twice", last)
	}
	return nil
}

// header reads the rest of "[a.b]" or "[[a.b]]".
func (p *parser) header(closing string) error {
	keys, err := p.keys()
	if err != nil {
		return err
	}
	if !p.take(closing) {
		return p.fail("the header of a table does not end with %s", closing)
	}
	if err := p.end(); err != nil {
		return err
	}
	above, err := p.descend(p.root, keys[:len(keys)-1])
	if err != nil {
		return err
	}
	last := keys[len(keys)-1]
	if closing == "]]" {
		list, ok := above.Values[last].([]*Table)
		if !ok && above.Values[last] != nil {
			return p.fail("%s is not an array of tables", last)
		}
		p.table = newTable(p.line)
		if !ok {
			above.set(last, []*Table(nil), p.line)
		}
		above.Values[last] = append(list, p.table)
		return nil
	}
	p.table, err = p.descend(above, keys[len(keys)-1:])
	return err
}

// descend returns the table below another, which is made if it is not there.
func (p *parser) descend(t *Table, keys []string) (*Table, error) {
	for _, key := range keys {
		switch next := t.Values[key].(type) {
		case nil:
			made := newTable(p.line)
			t.set(key, made, p.line)
			t = made
		case *Table:
			t = next
		case []*Table:
			t = next[len(next)-1]
		default:
			return nil, p.fail("%s is not a table", key)
		}
	}
	return t, nil
}

// keys reads a dotted key.
func (p *parser) keys() ([]string, error) {
	var keys []string
	for {
		p.blanks()
		var key string
		switch {
		case strings.HasPrefix(p.rest, `"`), strings.HasPrefix(p.rest, "'"):
			var err error
			if key, err = p.text(); err != nil {
				return nil, err
			}
		default:
			n := strings.IndexFunc(p.rest, func(r rune) bool {
				return !(r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
			})
			if n < 0 {
				n = len(p.rest)
			}
			if n == 0 {
				return nil, p.fail("a key is expected, not %.20q", p.rest)
			}
			key, p.rest = p.rest[:n], p.rest[n:]
		}
		keys = append(keys, key)
		p.blanks()
		if !p.take(".") {
			return keys, nil
		}
	}
}

// maxDepth bounds how deep arrays are nested.
const maxDepth = 50

// value reads a value.
func (p *parser) value(depth int) (any, error) {
	p.blanks()
	switch {
	case strings.HasPrefix(p.rest, `"""`), strings.HasPrefix(p.rest, "'''"):
		return nil, p.fail("strings of several lines are not read")
	case strings.HasPrefix(p.rest, `"`), strings.HasPrefix(p.rest, "'"):
		return p.text()
	case strings.HasPrefix(p.rest, "["):
		return p.array(depth)
	case strings.HasPrefix(p.rest, "{"):
		return nil, p.fail("inline tables are not read")
	}
	n := strings.IndexAny(p.rest, " \t,]#")
	if n < 0 {
		n = len(p.rest)
	}
	word := p.rest[:n]
	p.rest = p.rest[n:]
	switch word {
	case "true", "false":
		return word == "true", nil
	case "":
		return nil, p.fail("a value is missing")
	}
	plain := strings.ReplaceAll(word, "_", "")
	if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return i, nil
	}
	if f, err := strconv.ParseFloat(plain, 64); err == nil && plain[len(plain)-1] != '.' {
		return f, nil
	}
	return nil, p.fail("%.20q is no value; text stands between quotes", word)
}

// array reads an array, which stands on one line.
func (p *parser) array(depth int) (any, error) {
	if depth > maxDepth {
		return nil, p.fail("arrays are nested too deep")
	}
	p.rest = p.rest[1:]
	list := []any{}
	for {
		p.blanks()
		if p.take("]") {
			return list, nil
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		p.blanks()
		if !p.take(",") && !strings.HasPrefix(p.rest, "]") {
			return nil, p.fail("an array has to end on the line it starts on")
		}
	}
}

// text reads a string.
func (p *parser) text() (string, error) {
	quote := p.rest[0]
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		c := p.rest[i]
		switch {
		case c == quote:
			p.rest = p.rest[i+1:]
			return b.String(), nil
		case c != '\\' || quote == '\'':
			b.WriteByte(c)
		default:
			i++
			if i == len(p.rest) {
				return "", p.fail("a string does not end")
			}
			n := 0
			switch c := p.rest[i]; c {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'r':
				b.WriteByte('\r')
			case 'b':
				b.WriteByte('\b')
			case 'f':
				b.WriteByte('\f')
			case '"', '\\':
				b.WriteByte(c)
			case 'u':
				n = 4
			case 'U':
				n = 8
			default:
				return "", p.fail("a string has the unknown escape \\%c", c)
			}
			if n > 0 {
				if i+n >= len(p.rest) {
					return "", p.fail("a string does not end")
				}
				r, err := strconv.ParseUint(p.rest[i+1:i+1+n], 16, 32)
				if err != nil || !utf8.ValidRune(rune(r)) {
					return "", p.fail("a string has a bad escape")
				}
				b.WriteRune(rune(r))
				i += n
			}
		}
	}
	return "", p.fail("a string does not end")
}

// Quote returns text as a TOML string.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
