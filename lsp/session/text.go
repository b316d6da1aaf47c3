package session

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Encoding says in which units a client counts the characters of a line.
type Encoding uint8

// The encodings.
const (
	UTF8 Encoding = iota
	UTF16
	UTF32
)

// String returns the name of the encoding.
func (e Encoding) String() string { return [...]string{"utf-8", "utf-16", "utf-32"}[e] }

// units returns how many units a character counts.
func (e Encoding) units(r rune, size int) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// Text is an immutable text with its lines.
type Text struct {
	s      string
	starts []int // offset of each line
}

// NewText returns a text.
func NewText(s string) *Text {
	t := &Text{s: s, starts: []int{0}}
	for i := 0; i < len(s); {
		next := strings.IndexAny(s[i:], "\r\n")
		if next < 0 {
			break
		}
		i += next + 1
		if s[i-1] == '\r' && i < len(s) && s[i] == '\n' {
			i++
		}
		t.starts = append(t.starts, i)
	}
	return t
}

// String returns the text.
func (t *Text) String() string { return t.s }

// Replace returns the text with the bytes from start to end replaced.
func (t *Text) Replace(start, end int, by string) *Text {
	return NewText(t.s[:start] + by + t.s[end:])
}

// LineEnd returns the offset of the end of a 1-based line, its line end excluded.
func (t *Text) LineEnd(line int) int {
	if line >= len(t.starts) {
		return len(t.s)
	}
	return t.starts[line-1] + len(strings.TrimRight(t.s[t.starts[line-1]:t.starts[line]], "\r\n"))
}

// Offset returns the byte offset of a line and a character, both from 0.
func (t *Text) Offset(line, character int, enc Encoding) int {
	if line >= len(t.starts) {
		return len(t.s)
	}
	offset, end := t.starts[line], t.LineEnd(line+1)
	for offset < end && character > 0 {
		r, size := utf8.DecodeRuneInString(t.s[offset:end])
		character -= enc.units(r, size)
		if character < 0 {
			break // inside the character: before it
		}
		offset += size
	}
	return offset
}

// Position returns the line and the character of a byte offset, both from 0.
func (t *Text) Position(offset int, enc Encoding) (line, character int) {
	line = sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset }) - 1
	for i := t.starts[line]; i < offset; {
		r, size := utf8.DecodeRuneInString(t.s[i:])
		character += enc.units(r, size)
		i += size
	}
	return line, character
}
