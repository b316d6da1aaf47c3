package value

import "strings"

// splitSpace splits at runs of white space, at most limit times.
func splitSpace(s string, limit int, space func(r rune) bool, decode func(s string) (rune, int)) []string {
	var out []string
	for {
		for s != "" {
			r, n := decode(s)
			if !space(r) {
				break
			}
			s = s[n:]
		}
		if s == "" {
			return out
		}
		if limit == 0 {
			return append(out, s)
		}
		limit--
		i := 0
		for i < len(s) {
			r, n := decode(s[i:])
			if space(r) {
				break
			}
			i += n
		}
		out = append(out, s[:i])
		s = s[i:]
	}
}

// rsplitSpace is splitSpace from the right.
func rsplitSpace(s string, limit int, space func(r rune) bool, decodeLast func(s string) (rune, int)) []string {
	var out []string
	for {
		for s != "" {
			r, n := decodeLast(s)
			if !space(r) {
				break
			}
			s = s[:len(s)-n]
		}
		if s == "" {
			break
		}
		if limit == 0 {
			out = append(out, s)
			break
		}
		limit--
		i := len(s)
		for i > 0 {
			r, n := decodeLast(s[:i])
			if space(r) {
				break
			}
			i -= n
		}
		out = append(out, s[i:])
		s = s[:i]
	}
	reverseStrings(out)
	return out
}

func reverseStrings(s []string) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// splitSep splits at a separator, at most limit times; all if it is negative.
func splitSep(s, sep string, limit int) []string {
	if limit < 0 || limit >= len(s) {
		return strings.Split(s, sep)
	}
	return strings.SplitN(s, sep, limit+1)
}

// rsplitSep is splitSep from the right.
func rsplitSep(s, sep string, limit int) []string {
	var out []string
	for limit != 0 {
		i := strings.LastIndex(s, sep)
		if i < 0 {
			break
		}
		out = append(out, s[i+len(sep):])
		s = s[:i]
		limit--
	}
	out = append(out, s)
	reverseStrings(out)
	return out
}

// splitLines splits at line ends, which str has more of than bytes.
func splitLines(s string, keep, unicode bool) []string {
	var out []string
	start := 0
	for i := 0; i < len(s); {
		n := lineEnd(s[i:], unicode)
		if n == 0 {
			i++
			continue
		}
		end := i
		i += n
		if keep {
			end = i
		}
		out = append(out, s[start:end])
		start = i
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

// lineEnd returns the length of the line end that s starts with, or 0.
func lineEnd(s string, unicode bool) int {
	switch s[0] {
	case '\n':
		return 1
	case '\r':
		if len(s) > 1 && s[1] == '\n' {
			return 2
		}
		return 1
	}
	if !unicode {
		return 0
	}
	switch s[0] {
	case '\v', '\f', 0x1C, 0x1D, 0x1E:
		return 1
	case 0xC2, 0xE2:
		switch r, n := DecodeRune(s); r {
		case 0x85, 0x2028, 0x2029:
			return n
		}
	}
	return 0
}

// expandTabs replaces tabs by spaces up to the next multiple of size. length
// counts the columns of a piece without tabs and line ends.
func expandTabs(t *Thread, s string, size int, length func(s string) int) (string, error) {
	var out []byte
	column := 0
	for s != "" {
		i := strings.IndexAny(s, "\t\n\r")
		if i < 0 {
			i = len(s)
		}
		out = append(out, s[:i]...)
		column += length(s[:i])
		if i == len(s) {
			break
		}
		if s[i] != '\t' {
			out = append(out, s[i])
			column = 0
		} else if size > 0 {
			n := size - column%size
			if err := chargeWidth(t, n); err != nil {
				return "", err
			}
			out = append(out, strings.Repeat(" ", n)...)
			column += n
		}
		s = s[i+1:]
	}
	return string(out), nil
}
