package stdlib

import (
	"sort"

	"augur/analysis/value"
)

// caseFolds are the lower-case characters that match each other, beyond those
// with the same lower case, when case is ignored in text.
var caseFolds = func() map[rune][]rune {
	folds := map[rune][]rune{}
	for _, group := range []string{
		"iı", "sſ", "µμ", "\u0345ι\u1fbe", "\u0390\u1fd3", "\u03b0\u1fe3", "βϐ", "εϵ", "θϑ", "κϰ", "πϖ", "ρϱ", "ςσ", "φϕ",
		"в\u1c80", "д\u1c81", "о\u1c82", "с\u1c83", "т\u1c84\u1c85", "ъ\u1c86", "ѣ\u1c87", "\u1c88\ua64b", "\u1e61\u1e9b", "\ufb05\ufb06",
	} {
		rs := []rune(group)
		for i, r := range rs {
			for j, other := range rs {
				if i != j {
					folds[r] = append(folds[r], other)
				}
			}
		}
	}
	return folds
}()

// caseRule is how characters are compared under some flags.
type caseRule uint8

const (
	caseExact caseRule = iota
	caseASCII
	caseUnicode
)

func caseRuleOf(flags int) caseRule {
	switch {
	case flags&reIgnoreCase == 0:
		return caseExact
	case flags&reUnicode != 0:
		return caseUnicode
	}
	return caseASCII
}

func (c caseRule) lower(r rune) rune {
	switch {
	case c == caseUnicode:
		return value.SimpleLower(r)
	case c == caseASCII && 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	}
	return r
}

func (c caseRule) cased(r rune) bool {
	if c == caseUnicode {
		return value.HasCase(r)
	}
	return c == caseASCII && r < 128 && isLetter(byte(r))
}

// charset is a set of characters.
type charset struct {
	negate     bool
	rule       caseRule // the text is lowered so before it is looked up
	ranges     [][2]rune
	upper      [][2]rune // ranges that hold a character also by its upper case
	categories []rune
	unicode    bool      // what the categories mean
	ascii      [2]uint64 // members below 128, with everything considered
}

// maxFolded bounds the characters that are mapped one by one.
const maxFolded = 0xFFFF

func newCharset(items []setItem, flags int) *charset {
	s := &charset{unicode: flags&reUnicode != 0}
	rule := caseRuleOf(flags)
	cased := false
	add := func(r rune) { s.ranges = append(s.ranges, [2]rune{r, r}) }
	for _, it := range items {
		switch it.kind {
		case setNegate:
			s.negate = true
		case setCategory:
			s.categories = append(s.categories, it.lo)
		default:
			if rule == caseExact {
				s.ranges = append(s.ranges, [2]rune{it.lo, it.hi})
				continue
			}
			for r := it.lo; r <= min(it.hi, maxFolded); r++ {
				lo := rule.lower(r)
				add(lo)
				if rule == caseUnicode {
					for _, k := range caseFolds[lo] {
						add(k)
					}
				}
				cased = cased || rule.cased(r)
			}
			if it.hi > maxFolded {
				cased = true
				beyond := [2]rune{max(it.lo, maxFolded+1), it.hi}
				if it.kind == setRange {
					s.upper = append(s.upper, beyond)
				} else {
					s.ranges = append(s.ranges, beyond)
				}
			}
		}
	}
	if cased {
		s.rule = rule
	}
	s.ranges = mergeRanges(s.ranges)
	for r := rune(0); r < 128; r++ {
		if s.lookup(r) {
			s.ascii[r>>6] |= 1 << (r & 63)
		}
	}
	return s
}

func mergeRanges(in [][2]rune) [][2]rune {
	sort.Slice(in, func(i, j int) bool { return in[i][0] < in[j][0] })
	var out [][2]rune
	for _, r := range in {
		if n := len(out); n > 0 && r[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], r[1])
		} else {
			out = append(out, r)
		}
	}
	return out
}

func (s *charset) has(r rune) bool {
	if r < 128 {
		return s.ascii[r>>6]>>(r&63)&1 != 0
	}
	return s.lookup(r)
}

func (s *charset) lookup(r rune) bool {
	r = s.rule.lower(r)
	i := sort.Search(len(s.ranges), func(i int) bool { return s.ranges[i][1] >= r })
	if i < len(s.ranges) && s.ranges[i][0] <= r {
		return !s.negate
	}
	for _, u := range s.upper {
		up := value.SimpleUpper(r)
		if u[0] <= r && r <= u[1] || u[0] <= up && up <= u[1] {
			return !s.negate
		}
	}
	for _, c := range s.categories {
		if inCategory(c, r, s.unicode) {
			return !s.negate
		}
	}
	return s.negate
}

// inCategory reports whether r is in the category that \d, \D and so on stand
// for.
func inCategory(c, r rune, unicode bool) bool {
	lower := c | 0x20
	in := false
	switch {
	case lower == 'w':
		in = isWordRune(r, unicode)
	case r >= 128 && !unicode:
	case lower == 'd':
		in = value.DecimalValue(r) >= 0
	case unicode:
		in = value.IsSpace(r)
	default:
		in = r == ' ' || 9 <= r && r <= 13
	}
	return in == (c == lower)
}

func isWordRune(r rune, unicode bool) bool {
	if r < 128 {
		return r == '_' || value.IsAlnum(r)
	}
	return unicode && value.IsAlnum(r)
}
