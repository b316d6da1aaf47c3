package value

import (
	"iter"
	"strings"
)

// lowerAt appends the lower case of r, which stands at byte i of s; a capital
// sigma at the end of a word has a form of its own.
func lowerAt(out []byte, s string, i int, r rune) []byte {
	if r != 'Σ' {
		return toLower.appendText(out, r)
	}
	inWord, goesOn := false, false
	for s := s[:i]; s != ""; {
		before, n := decodeLastRune(s)
		if !ignorableSet.has(before) {
			inWord = casedSet.has(before)
			break
		}
		s = s[:len(s)-n]
	}
	if !inWord {
		return append(out, "σ"...)
	}
	for s := s[i+len("Σ"):]; s != ""; {
		after, n := DecodeRune(s)
		if !ignorableSet.has(after) {
			goesOn = casedSet.has(after)
			break
		}
		s = s[n:]
	}
	if !goesOn {
		return append(out, "ς"...)
	}
	return append(out, "σ"...)
}

func strLower(s *Str) string {
	if s.ASCII() {
		return strings.ToLower(s.s)
	}
	return mapText(s.s, lowerAt)
}

func strUpper(s *Str) string {
	if s.ASCII() {
		return strings.ToUpper(s.s)
	}
	return mapText(s.s, func(out []byte, _ string, _ int, r rune) []byte { return toUpper.appendText(out, r) })
}

func strFold(s *Str) string {
	if s.ASCII() {
		return strings.ToLower(s.s)
	}
	return mapText(s.s, func(out []byte, _ string, _ int, r rune) []byte { return toFold.appendText(out, r) })
}

func strSwapCase(s *Str) string {
	return mapText(s.s, func(out []byte, s string, i int, r rune) []byte {
		switch {
		case isUpper(r):
			return lowerAt(out, s, i, r)
		case isLower(r):
			return toUpper.appendText(out, r)
		default:
			return AppendRune(out, r)
		}
	})
}

func strCapitalize(s *Str) string {
	return mapText(s.s, func(out []byte, s string, i int, r rune) []byte {
		if i == 0 {
			return toTitle.appendText(out, r)
		}
		return lowerAt(out, s, i, r)
	})
}

func strTitle(s *Str) string {
	inWord := false
	return mapText(s.s, func(out []byte, s string, i int, r rune) []byte {
		if inWord {
			out = lowerAt(out, s, i, r)
		} else {
			out = toTitle.appendText(out, r)
		}
		inWord = casedSet.has(r)
		return out
	})
}

// mapText joins what f appends for each code point of s, with the byte at which
// it stands.
func mapText(s string, f func(out []byte, s string, i int, r rune) []byte) string {
	out := make([]byte, 0, len(s)+4)
	for i := 0; i < len(s); {
		r, n := DecodeRune(s[i:])
		out = f(out, s, i, r)
		i += n
	}
	return textOf(out)
}

// codePoints goes through s without taking it apart first.
func codePoints(s string) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		for s != "" {
			r, n := DecodeRune(s)
			if !yield(r) {
				return
			}
			s = s[n:]
		}
	}
}

// strIsUpper and strIsLower hold when there is a letter with case and all of
// them are upper, or lower.
func strIsUpper(s *Str) bool {
	found := false
	for r := range codePoints(s.s) {
		if isLower(r) || titleSet.has(r) {
			return false
		}
		found = found || isUpper(r)
	}
	return found
}

func strIsLower(s *Str) bool {
	found := false
	for r := range codePoints(s.s) {
		if isUpper(r) || titleSet.has(r) {
			return false
		}
		found = found || isLower(r)
	}
	return found
}

func strIsTitle(s *Str) bool {
	found, inWord := false, false
	for r := range codePoints(s.s) {
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
