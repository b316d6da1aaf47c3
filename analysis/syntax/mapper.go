package syntax

import "unicode/utf8"

// Encoding is the unit in which the characters of a line are counted.
type Encoding uint8

const (
	UTF16 Encoding = iota // what editors use unless they agree on another
	UTF8
	UTF32
)

// Position is a place in a text as editors have it: a line, counted from 0, and
// a character in it, counted from 0 in the units of an Encoding.
type Position struct {
	Line, Character int
}

// Mapper converts between the coordinates in which places of a text are given:
//
//   - byte offsets from 0, in UTF-8, which the tree uses,
//   - lines from 1, which the tree keeps beside the offsets,
//   - Positions, which editors use.
//
// It is the only type that knows more than one of them. Lines end in "\n",
// "\r\n" or "\r"; a byte order mark is a character of the first line like any
// other. A place that does not exist is taken for the nearest one that does: a
// character past the end of its line for the end of the line (before the line
// end), a line past the end of the text for the end of the text, and an offset or
// character within a character for its start. An invalid byte counts as one
// character.
//
// A Mapper is immutable.
type Mapper struct {
	src    string
	starts []int32
	wide   []bool // for each line whether it has characters outside ASCII
}

// NewMapper returns the Mapper of a text.
func NewMapper(src string) *Mapper { return newMapper(src, lineStarts(src)) }

func newMapper(src string, starts []int32) *Mapper {
	m := &Mapper{src: src, starts: starts, wide: make([]bool, len(starts))}
	for i := range starts {
		m.wide[i] = !isASCII(src[starts[i]:m.lineEnd(i)])
	}
	return m
}

// Mapper returns the Mapper of the file.
func (f *File) Mapper() *Mapper {
	f.mapperOnce.Do(func() { f.mapper = newMapper(f.Src, f.starts) })
	return f.mapper
}

// lineEnd returns the offset of the end of a line, counted from 0, before its
// line end.
func (m *Mapper) lineEnd(line int) int {
	end := len(m.src)
	if line+1 < len(m.starts) {
		end = int(m.starts[line+1])
	}
	for end > int(m.starts[line]) && (m.src[end-1] == '\n' || m.src[end-1] == '\r') {
		end--
	}
	return end
}

// Position returns the position of an offset.
func (m *Mapper) Position(offset int, enc Encoding) Position {
	offset = max(0, min(offset, len(m.src)))
	line := lineAt(m.starts, offset)
	start := int(m.starts[line])
	if end := m.lineEnd(line); offset > end {
		offset = end
	}
	if !m.wide[line] {
		return Position{line, offset - start}
	}
	for offset > start && offset < len(m.src) && !utf8.RuneStart(m.src[offset]) && insideRune(m.src, offset) {
		offset--
	}
	if enc == UTF8 {
		return Position{line, offset - start}
	}
	n := 0
	for _, r := range m.src[start:offset] {
		n += units(r, enc)
	}
	return Position{line, n}
}

// insideRune reports whether the offset is inside a valid character.
func insideRune(src string, offset int) bool {
	for start := offset - 1; start >= 0 && offset-start < utf8.UTFMax; start-- {
		if utf8.RuneStart(src[start]) {
			_, n := utf8.DecodeRuneInString(src[start:])
			return start+n > offset
		}
	}
	return false
}

func units(r rune, enc Encoding) int {
	if enc == UTF16 && r > 0xFFFF {
		return 2
	}
	return 1
}

// Offset returns the offset of a position.
func (m *Mapper) Offset(p Position, enc Encoding) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(m.starts):
		return len(m.src)
	}
	start, end := int(m.starts[p.Line]), m.lineEnd(p.Line)
	n := max(0, p.Character)
	if !m.wide[p.Line] {
		return min(start+n, end)
	}
	if enc == UTF8 {
		offset := min(start+n, end)
		for offset > start && insideRune(m.src, offset) {
			offset--
		}
		return offset
	}
	for i, r := range m.src[start:end] {
		if n -= units(r, enc); n < 0 {
			return start + i
		}
	}
	return end
}

// Range returns the positions of the start and the end of a span.
func (m *Mapper) Range(s *Span, enc Encoding) (start, end Position) {
	return m.Position(int(s.Start), enc), m.Position(int(s.End), enc)
}
