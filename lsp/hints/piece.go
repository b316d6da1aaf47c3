package hints

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"augur/analysis/timeline"
	"augur/lsp/markdown"
)

// piece is one part of a hint: the values that one thing had, hit by hit.
type piece struct {
	lead   string // a name, or a sign that stands for one
	sign   string // what stands between a name and its values; empty after a sign
	hits   int    // how often the line ran
	elided bool   // values from the middle are missing
	values []hitValue
	shown  int // how many of the values are known

	classes bool // the values are those of classes
}

// hitValue is a value at one hit.
type hitValue struct {
	hit  int
	text string
	timeline.Value
}

// unknownText stands for a value that is not known between values that are.
const unknownText = "?"

// add adds the value at a hit. One that is not certain enough counts as unknown.
func (p *piece) add(hit int, v timeline.Value, threshold float64) {
	text, known := Show(v, threshold)
	if known {
		p.shown++
	} else {
		text = unknownText
	}
	p.values = append(p.values, hitValue{hit, text, v})
}

// Show returns a value as the editor shows it, and whether it does at all.
func Show(v timeline.Value, threshold float64) (text string, known bool) {
	switch {
	case !v.Known(), v.Provenance == timeline.Predicted && v.P < threshold:
		return "", false
	case v.Repr == "" && v.Class == "":
		return "", false
	case v.Repr == "":
		return "<" + v.Class + ">", true
	}
	return v.Repr, true
}

// predicted reports whether any value of the piece is.
func (p *piece) predicted() bool {
	return slices.ContainsFunc(p.values, func(v hitValue) bool { return v.Provenance == timeline.Predicted })
}

// observed reports whether any value of the piece was seen in a real run.
func (p *piece) observed() bool {
	return slices.ContainsFunc(p.values, func(v hitValue) bool { return v.Provenance == timeline.Observed })
}

// class returns the class that all values of the piece are predicted to have, empty
// if there is none such.
func (p *piece) class() string {
	class := ""
	for i, v := range p.values {
		if v.Known() || v.Class == "" || v.P <= 0 || i > 0 && v.Class != class {
			return ""
		}
		class = v.Class
	}
	return class
}

// fewValues is up to how many values are all shown. Of more there are the first
// headValues and the last.
const (
	fewValues  = 4
	headValues = 3
)

// text returns the piece with every value cut to a number of columns, and with
// the count of hits if it has to be told.
func (p *piece) text(limit int, withCount bool) string {
	lead := p.lead
	switch {
	case p.classes:
		return lead + " " + p.values[0].cut(limit) + " ≈"
	case p.predicted():
		lead += " ≈"
	case p.sign != "":
		lead += " " + p.sign
	}
	values := p.values
	last := len(values) - 1
	text, count := "", false
	switch {
	case last > 0 && !p.elided && len(values) == p.hits && allEqual(values):
		text, count = values[0].cut(limit), true
	case len(values) <= fewValues && !p.elided:
		text = join(values, limit)
	case last == 0:
		text, count = values[0].cut(limit)+" …", true
	default:
		text, count = join(values[:min(headValues, last)], limit)+" … "+values[last].cut(limit), true
	}
	if count && withCount {
		text += fmt.Sprintf(" (%d×)", p.hits)
	}
	if p.observed() && !p.predicted() {
		text += " (observed)"
	}
	return lead + " " + text
}

// label joins the pieces of a hint so that it fits in a number of columns.
func label(pieces []piece, width int) string {
	separator := ", "
	for _, p := range pieces {
		if len(p.values) > 1 {
			separator = "; " // a comma already stands between the values of one
		}
	}
	text := func(limit int) string {
		var texts []string
		for i, p := range pieces {
			// The same count is told once.
			told := i+1 < len(pieces) && pieces[i+1].sign != "" && pieces[i+1].hits == p.hits && len(pieces[i+1].values) == len(p.values)
			texts = append(texts, p.text(limit, !told))
		}
		return strings.Join(texts, separator)
	}
	if whole := text(width); columns(whole) <= width {
		return whole
	}
	// The least limit with which it does not fit is one too much.
	limit := minLimit + sort.Search(max(0, width-minLimit), func(i int) bool { return columns(text(minLimit+i+1)) > width })
	return cut(text(limit), width)
}

// minLimit is the number of columns to which values are cut at least, when not
// all of a hint fits. If that is not enough, the end of the hint is cut off.
const minLimit = 8

// oneLine returns text without what would break the line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

func allEqual(values []hitValue) bool {
	for _, v := range values {
		if v.text != values[0].text {
			return false
		}
	}
	return true
}

// join returns values one after another, each cut to a number of columns.
func join(values []hitValue, limit int) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, v.cut(limit))
	}
	return strings.Join(texts, ", ")
}

// cut returns the value on one line, cut to a number of columns.
func (v hitValue) cut(limit int) string {
	// No character has more bytes, so that a long value is not walked through.
	return cut(oneLine(markdown.Cut(v.text, (limit+1)*utf8.UTFMax)), limit)
}

// cut shortens text to a number of columns, the ellipsis included.
func cut(text string, width int) string {
	used, end := 0, 0 // end: how much fits with the ellipsis behind it
	for i, r := range text {
		w := runeColumns(r)
		if used+w > width {
			return text[:end] + "…"
		}
		// A mark belongs to the character before it and is not torn off.
		if used < width && w > 0 {
			end = i
		}
		used += w
	}
	return text
}

// columns returns how wide a text is.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n += runeColumns(r)
	}
	return n
}

// runeColumns returns how wide a character is in a font of fixed width.
func runeColumns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		0xFF01 <= r && r <= 0xFF60, 0x1F300 <= r && r <= 0x1FAFF:
		return 2
	}
	return 1
}
