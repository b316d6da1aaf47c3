package value

import (
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:generate python3.11 gen_unicode.py str_unicode_table.go

// runeSet is a set of code points, decoded from its table on first use.
type runeSet struct {
	text   string
	once   sync.Once
	bounds []rune // first and last of each range in turn
}

// The tables are those of CPython 3.11, whose Unicode version is not Go's.
var (
	alphaSet         = &runeSet{text: unicodeAlpha}
	upperSet         = &runeSet{text: unicodeUpper}
	lowerSet         = &runeSet{text: unicodeLower}
	spaceSet         = &runeSet{text: unicodeSpace}
	printableSet     = &runeSet{text: unicodePrintable}
	digitSet         = &runeSet{text: unicodeDigit}
	numericSet       = &runeSet{text: unicodeNumeric}
	titleSet         = &runeSet{text: unicodeTitle}
	identStartSet    = &runeSet{text: unicodeIdentStart}
	identContinueSet = &runeSet{text: unicodeIdentContinue}
	casedSet         = &runeSet{text: unicodeCased}
	ignorableSet     = &runeSet{text: unicodeIgnorable}
)

func (s *runeSet) load() {
	fields := strings.Fields(s.text)
	s.bounds = make([]rune, 0, len(fields))
	at := rune(0)
	for _, f := range fields {
		at += base36(f)
		s.bounds = append(s.bounds, at)
	}
}

func base36(text string) rune {
	n, err := strconv.ParseInt(text, 36, 32)
	if err != nil {
		panic("unicode table: " + err.Error()) // a mistake of its generator
	}
	return rune(n)
}

func (s *runeSet) has(r rune) bool {
	s.once.Do(s.load)
	i := sort.Search(len(s.bounds)/2, func(i int) bool { return s.bounds[2*i+1] >= r })
	return 2*i < len(s.bounds) && s.bounds[2*i] <= r
}

var decimalZeros = sync.OnceValue(func() []rune {
	var zeros []rune
	at := rune(0)
	for _, f := range strings.Fields(unicodeDecimal) {
		at += base36(f)
		zeros = append(zeros, at)
	}
	return zeros
})

// decimalValue returns the value of a decimal digit of any script, or -1.
func decimalValue(r rune) int {
	if r < 128 {
		if '0' <= r && r <= '9' {
			return int(r - '0')
		}
		return -1
	}
	zeros := decimalZeros()
	i := sort.Search(len(zeros), func(i int) bool { return zeros[i] > r }) - 1
	if i >= 0 && r-zeros[i] < 10 {
		return int(r - zeros[i])
	}
	return -1
}

func isSpace(r rune) bool {
	if r < 128 {
		return r == ' ' || 9 <= r && r <= 13 || 28 <= r && r <= 31
	}
	return spaceSet.has(r)
}

func isPrintable(r rune) bool {
	if r < 127 {
		return r >= ' '
	}
	return printableSet.has(r)
}

func isAlpha(r rune) bool {
	if r < 128 {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return alphaSet.has(r)
}

// isAlnum reports whether r is a letter or has a numeric value.
func isAlnum(r rune) bool {
	if r < 128 {
		return isAlpha(r) || '0' <= r && r <= '9'
	}
	return alphaSet.has(r) || numericSet.has(r)
}

func isUpper(r rune) bool {
	if r < 128 {
		return 'A' <= r && r <= 'Z'
	}
	return upperSet.has(r)
}

func isLower(r rune) bool {
	if r < 128 {
		return 'a' <= r && r <= 'z'
	}
	return lowerSet.has(r)
}

// caseMap is a mapping of code points to one or several others.
type caseMap struct {
	text    string
	once    sync.Once
	runs    []caseRun
	special map[rune][]rune
}

// caseRun maps every step-th code point from first to last by adding offset.
type caseRun struct{ first, last, step, offset rune }

var (
	toUpper = &caseMap{text: unicodeToUpper}
	toLower = &caseMap{text: unicodeToLower}
	toTitle = &caseMap{text: unicodeToTitle}
	toFold  = &caseMap{text: unicodeToFold}
)

func (m *caseMap) load() {
	m.special = map[rune][]rune{}
	at := rune(0)
	for _, f := range strings.Fields(m.text) {
		if from, to, ok := strings.Cut(f, ":"); ok {
			at += base36(from)
			for _, c := range strings.Split(to, "+") {
				m.special[at] = append(m.special[at], base36(c))
			}
			continue
		}
		p := strings.Split(f, ",")
		run := caseRun{first: at + base36(p[0]), step: base36(p[2]), offset: base36(p[3])}
		run.last = run.first + (base36(p[1])-1)*run.step
		m.runs = append(m.runs, run)
		at = run.last
	}
}

// appendText appends what r is mapped to, as text.
func (m *caseMap) appendText(out []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		return append(out, m.ascii(byte(r)))
	}
	var few [4]rune
	for _, to := range m.appendTo(few[:0], r) {
		out = AppendRune(out, to)
	}
	return out
}

// ascii returns what an ASCII character is mapped to, which is always one.
func (m *caseMap) ascii(c byte) byte {
	lower := m == toLower || m == toFold
	switch {
	case lower && 'A' <= c && c <= 'Z':
		return c + 'a' - 'A'
	case !lower && 'a' <= c && c <= 'z':
		return c - 'a' + 'A'
	}
	return c
}

// appendTo appends what r is mapped to.
func (m *caseMap) appendTo(out []rune, r rune) []rune {
	m.once.Do(m.load)
	if to, ok := m.special[r]; ok {
		return append(out, to...)
	}
	i := sort.Search(len(m.runs), func(i int) bool { return m.runs[i].last >= r })
	if i < len(m.runs) {
		if run := m.runs[i]; run.first <= r && (r-run.first)%run.step == 0 {
			return append(out, r+run.offset)
		}
	}
	return append(out, r)
}
