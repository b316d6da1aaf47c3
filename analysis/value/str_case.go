package value

import "strings"

// lowerRune appends the lower case of rs[i]; a capital sigma at the end of a
// word has a form of its own.
func lowerRune(out, rs []rune, i int) []rune {
	if rs[i] != 'Σ' {
		return toLower.appendTo(out, rs[i])
	}
	j := i - 1
	for j >= 0 && ignorableSet.has(rs[j]) {
		j--
	}
	if j < 0 || !casedSet.has(rs[j]) {
		return append(out, 'σ')
	}
	for j = i + 1; j < len(rs) && ignorableSet.has(rs[j]); j++ {
	}
	if j == len(rs) || !casedSet.has(rs[j]) {
		return append(out, 'ς')
	}
	return append(out, 'σ')
}

func strLower(s *Str) string {
	if s.ASCII() {
		return strings.ToLower(s.s)
	}
	return mapRunes(s, lowerRune)
}

func strUpper(s *Str) string {
	if s.ASCII() {
		return strings.ToUpper(s.s)
	}
	return mapRunes(s, func(out, rs []rune, i int) []rune { return toUpper.appendTo(out, rs[i]) })
}

func strFold(s *Str) string {
	if s.ASCII() {
		return strings.ToLower(s.s)
	}
	return mapRunes(s, func(out, rs []rune, i int) []rune { return toFold.appendTo(out, rs[i]) })
}

func strSwapCase(s *Str) string {
	return mapRunes(s, func(out, rs []rune, i int) []rune {
		switch r := rs[i]; {
		case isUpper(r):
			return lowerRune(out, rs, i)
		case isLower(r):
			return toUpper.appendTo(out, r)
		default:
			return append(out, r)
		}
	})
}

func strCapitalize(s *Str) string {
	return mapRunes(s, func(out, rs []rune, i int) []rune {
		if i == 0 {
			return toTitle.appendTo(out, rs[0])
		}
		return lowerRune(out, rs, i)
	})
}

func strTitle(s *Str) string {
	inWord := false
	return mapRunes(s, func(out, rs []rune, i int) []rune {
		if inWord {
			out = lowerRune(out, rs, i)
		} else {
			out = toTitle.appendTo(out, rs[i])
		}
		inWord = casedSet.has(rs[i])
		return out
	})
}

func mapRunes(s *Str, f func(out, rs []rune, i int) []rune) string {
	rs := s.Runes()
	out := make([]rune, 0, len(rs)+4)
	for i := range rs {
		out = f(out, rs, i)
	}
	return RunesStr(out).s
}

// strIsUpper and strIsLower hold when there is a letter with case and all of
// them are upper, or lower.
func strIsUpper(s *Str) bool {
	found := false
	for _, r := range s.Runes() {
		if isLower(r) || titleSet.has(r) {
			return false
		}
		found = found || isUpper(r)
	}
	return found
}

func strIsLower(s *Str) bool {
	found := false
	for _, r := range s.Runes() {
		if isUpper(r) || titleSet.has(r) {
			return false
		}
		found = found || isLower(r)
	}
	return found
}

func strIsTitle(s *Str) bool {
	found, inWord := false, false
	for _, r := range s.Runes() {
		switch {
		case isUpper(r) || titleSet.has(r):
			if inWord {
				return false
			}
			found, inWord = true, true
		case isLower(r):
			if !inWord {
				return false
			}
			found = true
		default:
			inWord = false
		}
	}
	return found
}

// IsIdentifier reports whether s is a name in Python's syntax, keyword or not.
func IsIdentifier(s string) bool {
	for i := 0; i < len(s); {
		r, n := DecodeRune(s[i:])
		set := identContinueSet
		if i == 0 {
			set = identStartSet
		}
		if !set.has(r) {
			return false
		}
		i += n
	}
	return s != ""
}
